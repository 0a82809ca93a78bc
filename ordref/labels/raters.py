"""Ratings of units by several raters, with gaps, from rows or from a long frame."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrices.entries import listed
from ..matrices.limits import CLASSES_RATED
from ..matrices.names import has_columns
from ..matrices.ratings import Ratings
from .cells import placed, short
from .coded import Coded, columns_of_frame, columns_of_rows
from .mistaken import PYTHON, Ways, called, hint_of_units, names_units, refuse_mistaken
from .order import Order, classes_of

__all__ = ["from_ratings"]

# More ratings than this are a mistake in the counts.
_MOST_RATINGS = 10**8


def from_ratings(
    rows: Any,
    *,
    labels: Order = None,
    long: Sequence[Any] | None = None,
    unit: Any = None,
    raters: Sequence[Any] | None = None,
    counts: bool = False,
) -> Ratings:
    """The table of several raters' ratings, which may have gaps; not a confusion matrix.

    Parameters
    ----------
    rows : array_like, shape (n_units, n_raters), or data frame
        A row for each unit and a column for each rater, with the class that the rater gave, or
        a gap: ``None``, ``nan`` or masked. With ``long``, a frame with one rating in each row,
        or rows of unit, rater and rating. With ``counts``, a column for each class, with the
        number of raters who gave it to the unit.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`. May be left out where the
        columns of a frame have an ordered type, and where all ratings are whole numbers,
        including 3.0: then the classes are those from the smallest to the largest. Of counts
        they are the names of the columns, by default the heads of a frame, or 1 to K.
    long : sequence of three str, keyword-only, optional
        The columns of units, raters and ratings of a long frame, of any engine that
        `from_frame` knows.
    unit : keyword-only, optional
        The column that names the units, which is no rater: its head, or its position in an
        array.
    raters : sequence, keyword-only, optional
        The columns of the raters, or the classes of ``counts``; by default all but ``unit``.
    counts : bool, keyword-only
        Whether the rows count ratings by class. It is then unknown who rated.

    Returns
    -------
    Ratings
        ``table``, of shape (K, K), is the sum over the units u of
        ``(n_u n_u' - diag(n_u)) / (2 (m_u - 1))``, where ``n_u`` counts the ratings of a unit by
        class and ``m_u`` is their number. Units with fewer than two ratings are left out, and
        counted in ``left_out``. `krippendorff_alpha`, `weighted_pi` and `conger_kappa` take
        the ratings, `gwet_ac2` and `brennan_prediger` take ``ratings.by_unit``, and
        `standard_error` and `interval` take them with ``sampling="clusters"``. `evaluate`
        shows all coefficients.

    Raises
    ------
    ValueError
        If ``rows`` is not two-dimensional; if no unit has two ratings; for a class that is not
        among ``labels``, an order that is unknown, or more than 300 classes; for a missing unit
        or rater, a unit in two rows, or a rater who rates a unit twice. Unless the columns are
        named by ``raters``, for a column that seems to name units, by its head or by numbers
        that run on beyond all others. Unless there are ``labels``, for numbers that seem to be
        counts: of raters by class, if the sums of three rows or more are the same, or nearly,
        or of a confusion matrix, if its diagonal is largest.
    ImportError
        If a frame is given, and narwhals is not installed.

    Notes
    -----
    The formulas of alpha and pi for two raters, applied to the table, give Krippendorff's alpha
    (2011) for any number of raters with gaps, and Fleiss' kappa (1971). If units have different
    numbers of ratings, there are two Fleiss' kappas: here each rating counts the same; in Gwet's
    handbook (2014) each unit does, which is ``weighted_pi(ratings.by_unit)``. A missing rating is
    not a class. It drops the pairs that would contain it, not the unit. Of a single unit, alpha
    is 0 if two of its ratings differ.

    Examples
    --------
    >>> ratings = from_ratings([[1, 1, 2], [2, 2, None], [3, 3, 3], [3, None, None]])
    >>> ratings.n_ratings, ratings.left_out
    (8, 1)
    >>> import ordref
    >>> round(ordref.krippendorff_alpha(ratings), 4)
    0.8542
    >>> counted = from_ratings([[2, 1, 0], [0, 2, 0], [0, 0, 3]], counts=True)
    >>> round(ordref.krippendorff_alpha(counted), 4)
    0.8542
    """
    if isinstance(raters, str) or not isinstance(unit, Hashable):
        raise ValueError(
            "unit= must name one column, and raters= several in a list, not "
            f"{short(raters if isinstance(raters, str) else unit)}"
        )
    named = None if raters is None else list(raters)
    if long is not None:
        if unit is not None or raters is not None or counts:
            raise ValueError("long= names all columns: leave out unit=, raters=, counts=")
        named = list(long)
    beside = [] if unit is None else [unit]
    if has_columns(type(rows)):
        read = named if named is None else [*beside, *named]
        no_ratings = named[:2] if long is not None and named else beside
        columns, order = columns_of_frame(
            rows, read, lambda c: c in no_ratings or (not named and names_units(c))
        )
        labels = order if labels is None and not counts else labels
    else:
        columns = columns_of_rows(rows)
        if long is not None and len(columns) != 3:
            raise ValueError(
                "rows must have a column for each rater, or with long= one for units, raters "
                f"and ratings; it has shape {len(columns[0].at), len(columns)}"
            )
        named = [0, 1, 2] if long is not None else named
    if long is not None:
        return of_long(columns, named or [], labels)
    return of_wide(columns, unit, named, counts, labels)


def of_wide(
    columns: Sequence[Coded],
    unit: Any,
    raters: Sequence[Any] | None,
    counts: bool,
    labels: Order,
    ways: Ways = PYTHON,
) -> Ratings:
    """The ratings in columns of raters, or of counts, which are already read.

    Examples
    --------
    >>> from .coded import coded
    >>> of_wide([coded("Ann", [1, 2]), coded("Ben", [1, 1])], None, None, False, None).n_ratings
    4
    """
    naming = None if unit is None else _chosen(columns, [unit], ways.unit)[0]
    rest = [c for c in columns if c is not naming]
    if raters is not None:
        rest = _chosen(columns, raters, ways.raters)
        if naming in rest:
            raise ValueError(f"{called(rest[0])} cannot name the units and be a rater")
    if not rest:
        raise ValueError("rows must have a column for each rater, None for a gap")
    total = len(rest[0].at)
    names = np.arange(total) + ways.first
    if naming is not None:
        if (naming.at < 0).any():
            raise ValueError("a unit or a rater is missing: drop the rating, or name both")
        if not naming.is_unique:
            twice = naming.values[int(np.argmax(np.bincount(naming.at.astype(np.intp)) > 1))]
            raise ValueError(
                f"{called(naming)} has {twice!r} in two rows: give each unit one row, or a "
                f"row to each rating, {ways.long_is('unit', 'rater', 'rating')}"
            )
        names = _names(naming.values)[naming.at]
    if counts:
        return _of_counts(rest, names, labels)
    refuse_mistaken(rest, ways, named=raters is not None, labelled=labels is not None)
    classes, places = _placed(rest, labels, ways)
    # Unit by unit, because the names of raters come last in what is made of a row.
    at = np.stack(places, axis=1)
    units, rater = np.nonzero(at >= 0)
    rated = units, rater, at[units, rater]
    return _kept(rated, classes, total, names, _names([c.name for c in rest]))


def of_long(
    columns: Sequence[Coded], named: Sequence[Any], labels: Order, ways: Ways = PYTHON
) -> Ratings:
    """The ratings in three columns, of units, raters and ratings, which are already read.

    Examples
    --------
    >>> from .coded import coded
    >>> columns = [coded("film", [1, 1]), coded("who", ["Ann", "Ben"]), coded("says", [1, 2])]
    >>> of_long(columns, ["film", "who", "says"], None).n_ratings
    2
    """
    heads = [c.name for c in columns]
    if len(set(named)) != 3 or len(named) != 3 or not set(named) <= set(heads):
        raise ValueError(
            f"{ways.long.partition('=')[0]}= must name three columns of {listed(heads)}, "
            f"not {tuple(named)!r}"
        )
    unit, rater, rating = _chosen(columns, named, "")
    present = rating.at >= 0
    if ((unit.at < 0) | (rater.at < 0)).any():
        raise ValueError("a unit or a rater is missing: drop the rating, or name both")
    classes, (place,) = _placed([rating], labels, ways)
    rated = unit.at[present], rater.at[present], place[present]
    pairs = np.sort(rated[0] * len(rater.values) + rated[1])
    if (pairs[1:] == pairs[:-1]).any():
        raise ValueError("a rater rates a unit twice: leave one of the two ratings out")
    total = len(unit.values)
    return _kept(rated, classes, total, _names(unit.values), _names(rater.values))


def _chosen(columns: Sequence[Coded], names: Sequence[Any], option: str) -> list[Coded]:
    """The columns of these names, each once."""
    held = {c.name: c for c in columns}
    for k, name in enumerate(names):
        if name not in held or name in names[:k]:
            fault = "is named twice by" if name in held else "is not there for"
            word, equals, _ = option.partition("=")
            raise ValueError(
                f"column {name!r} {fault} {word.split()[0]}{equals}; there are {listed(list(held))}"
            )
    return [held[name] for name in names]


def _names(values: Sequence[Any]) -> NDArray[Any]:
    """The names as an array of objects: numpy would make text of numbers beside text."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _placed(
    columns: Sequence[Coded], labels: Order, ways: Ways
) -> tuple[tuple[Any, ...], list[NDArray[np.int64]]]:
    """The classes, and the place of each cell of each column among them; -1 for a gap."""
    headed = any(isinstance(c.name, str) for c in columns)
    seen = [(called(c) if headed else "rows", v) for c in columns for v in c.values]
    if not seen:
        raise ValueError("no unit has two ratings, so none can agree or disagree")
    try:
        place = placed(seen, labels)
    except ValueError as error:
        raise ValueError(f"{error}{hint_of_units(columns, labels, ways)}") from None
    if (K := len(place)) > CLASSES_RATED:
        raise ValueError(f"rows has {K} classes, and they are at most {CLASSES_RATED}")
    tables = (np.array([*(place[v] for v in c.values), -1], np.int64) for c in columns)
    return tuple(place), [t[c.at] for t, c in zip(tables, columns, strict=True)]


def _of_counts(columns: Sequence[Coded], names: NDArray[Any], labels: Order) -> Ratings:
    """The ratings that are counted by unit and class; their raters are numbered, not known."""
    if labels is None:
        headed = isinstance(columns[0].name, str)
        labels = [c.name if headed else k for k, c in enumerate(columns, 1)]
    classes = tuple(classes_of(labels))
    if len(classes) != len(columns):
        raise ValueError(
            f"labels must name each column of counts: there are {len(columns)} columns and "
            f"{len(classes)} labels"
        )
    for column in columns:
        for v in column.values:
            if not isinstance(v, int) or not 0 <= v < _MOST_RATINGS:
                raise ValueError(
                    f"{called(column)} has {short(v)}, which is no count of ratings: a whole "
                    "number, not negative"
                )
    n = np.stack([np.array([*c.values, 0], np.int64)[c.at] for c in columns], axis=1)
    if (total := int(n.sum())) > _MOST_RATINGS:
        raise ValueError(f"rows count {total:,} ratings, which are too many to hold")
    sizes, K = n.sum(axis=1), len(classes)
    units = np.repeat(np.arange(len(n)), sizes.astype(np.intp))
    before = np.cumsum(sizes) - sizes
    raters = np.arange(total) - np.repeat(before, sizes.astype(np.intp))
    place = np.repeat(np.tile(np.arange(K), len(n)), n.ravel().astype(np.intp))
    return _kept((units, raters, place), classes, len(n), names, _names([]))


def _kept(
    rated: tuple[NDArray[Any], ...],
    classes: tuple[Any, ...],
    total: int,
    unit_names: NDArray[Any],
    rater_names: NDArray[Any],
) -> Ratings:
    """The ratings of units with two or more; units and raters are numbered without a gap."""
    often = np.bincount(rated[0].astype(np.intp), minlength=total)
    if not (pairable := often > 1).any():
        raise ValueError("no unit has two ratings, so none can agree or disagree")
    kept = np.stack([side[pairable[rated[0]]] for side in rated]).astype(np.int64)
    present = np.bincount(kept[1].astype(np.intp)) > 0
    kept[0], kept[1] = ((np.cumsum(pairable) - 1)[kept[0]], (np.cumsum(present) - 1)[kept[1]])
    if len(rater_names):
        rater_names = rater_names[: len(present)][present]
    left_out = int((~pairable).sum())
    return Ratings(
        classes, kept, left_out, unit_names=unit_names[pairable], rater_names=rater_names
    )
