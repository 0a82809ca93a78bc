"""Pairs of classes with their counts become a confusion matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrices.entries import listed, plain
from ..matrices.names import has_columns
from .amounts import check_sum, number_of, packed
from .column import is_missing, whole_or_same
from .order import Order, classes_of, consecutive, refuse_unknown, refuse_unordered, warn_of_gaps

__all__ = ["from_counts"]

# Characters of a value that a message shows.
_LONGEST = 60
# The count of each pair of a true and a predicted class.
CellCounts = dict[tuple[Any, Any], Any]


def from_counts(rows: Iterable[Sequence[Any]], *, labels: Order = None) -> NDArray[Any]:
    """The confusion matrix from rows of a true class, a predicted class and a count.

    ``SELECT t, p, count(*) FROM ... GROUP BY t, p`` returns such rows.

    Parameters
    ----------
    rows : iterable of (true, predicted, count)
        A list, or the cursor of a database. Counts are whole numbers, or weights, of
        any type that `confusion_matrix` takes as ``weight``. Rows of the same pair add up.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`. May be left out where all
        classes are integers: then they are those from the smallest to the largest.

    Returns
    -------
    ndarray, shape (K, K)
        Of int64 if all counts are whole numbers and none is a float, else of float64.

    Raises
    ------
    ValueError
        If ``rows`` is a frame, or a row is not a triple; if a class is missing or not among
        ``labels``; if a count is not a number, or is negative, missing or infinite; if there
        are no rows; if the order of the classes is unknown; if the counts sum to more than
        63 bits, or the weights of one pair to infinity.

    Warns
    -----
    UserWarning
        Without ``labels`` as `confusion_matrix`.

    Notes
    -----
    The rows of several partial tables may be given together.

    Examples
    --------
    >>> from_counts([("low", "low", 5), ("high", "low", 2)], labels=["low", "high"])
    array([[5, 0],
           [2, 0]])
    """
    if has_columns(type(rows)):
        raise ValueError(
            "rows must be triples, not a frame: write from_frame(frame, true, pred, "
            "weight=), with the names of three columns"
        )
    cells: CellCounts = {}
    for position, row in enumerate(rows):
        try:
            true, pred, count = row
        except (TypeError, ValueError):
            raise ValueError(
                f"rows must hold a true class, a predicted class and a count; row "
                f"{position} is {row!r}"
            ) from None
        if is_missing(true) or is_missing(pred):
            raise ValueError(
                f"row {position} has a missing class: leave it out "
                "(WHERE ... IS NOT NULL), or give it a class"
            )
        pair = plain_class("true class", true), plain_class("predicted class", pred)
        cells[pair] = cells.get(pair, 0) + number_of(count, f"row {position}")
    if not cells:
        raise ValueError("rows is empty: there is nothing to count")
    return filled(cells, places_in(cells, ("true class", "predicted class"), labels))


def plain_class(column: str, value: Any) -> Any:
    """A class as a Python value; a flag becomes an int, and a float that is whole."""
    value = plain(value)
    try:
        hash(value)
    except TypeError:
        raise ValueError(
            f"{column} must hold single values, such as numbers or strings, not {value!r}"
        ) from None
    return int(value) if isinstance(value, bool) else whole_or_same(value)


def places_in(
    pairs: Iterable[tuple[Any, Any]], names: tuple[str, str], labels: Any
) -> dict[Any, int]:
    """The position of each class in the order, which must contain all classes seen."""
    seen = [value for pair in pairs for value in zip(names, pair, strict=True)]
    return placed(seen, labels)


def placed(seen: Sequence[tuple[str, Any]], labels: Any) -> dict[Any, int]:
    """The position of each class in the order, which must contain all values seen in columns.

    Examples
    --------
    >>> placed([("column 'a'", 3), ("column 'b'", 5)], None)
    {3: 0, 4: 1, 5: 2}
    """
    if labels is None:
        for name, value in seen:
            if not isinstance(value, int):
                refuse_unordered(name, f"it has {short(value)}", value)
        labels = consecutive(value for _, value in seen)
        present = {value for _, value in seen}
        warn_of_gaps(labels, np.array([c in present for c in labels]))
    place = classes_of(labels)
    for name, value in seen:
        if value not in place:
            refuse_unknown(f"{name} has {short(value)}", value, place)
    return place


def short(value: Any) -> str:
    """A value for a message, which may have more digits than Python prints.

    Examples
    --------
    >>> short("low"), short(10**5000)
    ("'low'", 'a number of more than 4000 digits')
    """
    try:
        shown = repr(value)
    except ValueError:
        return "a number of more than 4000 digits"
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "..."


def filled(cells: CellCounts, place: Mapping[Any, int]) -> NDArray[Any]:
    """The matrix with these cells, and zeros elsewhere."""
    counts = packed([*cells.values()], "the counts")
    table = np.zeros((len(place),) * 2, counts.dtype)
    for (true, pred), count in zip(cells, counts, strict=True):
        table[place[true], place[pred]] = count
    check_sum(table.max().item())
    return table


def warning_of_absent_classes(
    matrices: Mapping[Any, Any], classes: Sequence[Any], by: Any
) -> str | None:
    """The warning for groups that do not have the same true classes.

    Examples
    --------
    >>> found = {"a": np.eye(2), "b": np.array([[1, 0], [0, 0]])}
    >>> warning_of_absent_classes(found, [1, 2], "fold")[:66]
    "the groups of 'fold' have different true classes: 'b' has no 2. Me"
    """
    present = {group: cm.sum(axis=1) > 0 for group, cm in matrices.items()}
    anywhere = np.any(list(present.values()), axis=0)
    for group, own in present.items():
        absent = [c for c, lacks in zip(classes, anywhere & ~own, strict=True) if lacks]
        if absent:
            return (
                f"the groups of {by!r} have different true classes: {group!r} has no "
                f"{listed(absent)[1:-1]}. Measures computed class by class leave them out "
                "there, so their values are not about the same classes"
            )
    return None
