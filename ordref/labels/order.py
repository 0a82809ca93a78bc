"""The order of the classes, and the places of labels in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.entries import key, listed, plain
from .column import EXACT, LabelColumn, is_missing

# The classes from lowest to highest, where it is not the labels that bring their order.
Order = Sequence[Any] | NDArray[Any] | None
# A (K, K) table of int64 with more classes than this would not fit in 1 GiB.
_MOST_CLASSES = 10_000


def shared_order(**given: ArrayLike) -> Sequence[Any]:
    """The order of the classes of several arguments, where ``labels`` does not give it.

    Examples
    --------
    >>> shared_order(y_true=[1, 2], first=[2, 2], second=[4, 1])
    range(1, 5)
    """
    return order_of(*(LabelColumn(name, values) for name, values in given.items()))


def places_of(
    name: str, given: ArrayLike, labels: Any = None
) -> tuple[Callable[[slice], NDArray[np.int64]], int, list[Any]]:
    """What gives the places of a part of one argument, its length, and the classes in order.

    Examples
    --------
    >>> places, N, classes = places_of("y_true", [3, 5, 3])
    >>> places(slice(0, 2)).tolist(), N, classes
    ([0, 2], 3, [3, 4, 5])
    """
    side = LabelColumn(name, given)
    place = classes_of(order_of(side) if labels is None else labels)
    code = coding(side, place)

    def places(part: slice) -> NDArray[np.int64]:
        return code(part).astype(np.int64, copy=False)

    return places, len(side.values), list(place)


def classes_of(labels: Any) -> dict[Any, int]:
    """The place of each class, of labels in their order.

    Examples
    --------
    >>> classes_of(["low", "high"])
    {'low': 0, 'high': 1}
    """
    # The items of a tensor are tensors, which equal nothing; of instants they are ours.
    if getattr(getattr(labels, "dtype", None), "kind", "") not in ("m", "M"):
        labels = getattr(labels, "tolist", lambda: labels)()
    ordered = hasattr(labels, "__len__") and hasattr(labels, "__getitem__")
    if not ordered or isinstance(labels, str | Mapping):
        raise ValueError(
            f"labels must be a sequence of classes, from lowest to highest, not {labels!r}"
        )
    K = len(labels)
    if K == 0:
        raise ValueError("labels is empty: give at least one class")
    check_number(K)
    classes = [plain(c) for c in labels]
    if any(map(is_missing, classes)):
        raise ValueError("labels holds a missing value: a class must be a value")
    try:
        place = {c: k for k, c in enumerate(classes)}
    except TypeError:
        raise ValueError("labels must be single values, numbers or strings") from None
    if len(place) != K:
        twice = next(c for k, c in enumerate(classes) if c in classes[:k])
        raise ValueError(f"labels holds {twice!r} twice: each class once, in order")
    return place


class Brought(NamedTuple):
    """What the type of a column says of the order of its classes."""

    name: str
    categories: Sequence[Any] | None
    ordered: bool | None


def order_brought(*sides: Brought | LabelColumn) -> Sequence[Any] | None:
    """The order of the classes that columns bring, if they do, and all bring the same.

    Examples
    --------
    >>> sides = Brought("y_true", ["low", "high"], True), Brought("y_pred", None, None)
    >>> order_brought(*sides)
    ['low', 'high']
    """
    for side in sides:
        if side.ordered is False:
            raise ValueError(
                f"{side.name} is a Categorical without order: "
                "pass labels=, or make it ordered (in polars, an Enum)"
            )
    ordered = [(s.name, s.categories) for s in sides if s.categories and s.ordered]
    for name, order in ordered[1:]:
        first, before = ordered[0]
        if order != before:
            # Of a frame 't' is said here, and "column 't'" elsewhere.
            first, name = (one.removeprefix("column ") for one in (first, name))
            raise ValueError(
                f"the categories of {first}, {listed(before)}, and of {name}, "
                f"{listed(order)}, differ: pass labels= to say which order counts"
            )
    return ordered[0][1] if ordered else None


def order_of(*sides: LabelColumn) -> Sequence[Any]:
    """The order of the classes where ``labels`` does not give it."""
    if order := order_brought(*sides):
        return order
    for side in sides:
        if not side.has_integers:
            refuse_unordered(side.name, f"its first value is {side.at(0)!r}")
    return consecutive(end for side in sides for end in side.ends)


def consecutive(numbers: Iterable[int]) -> range:
    """All integers from the smallest to the largest, if there are not too many between.

    Examples
    --------
    >>> consecutive([3, 1, 3])
    range(1, 4)
    """
    numbers = list(numbers)
    lowest, highest = min(numbers), max(numbers)
    check_number(highest - lowest + 1)
    return range(lowest, highest + 1)


def refuse_unordered(name: str, found: str) -> NoReturn:
    raise ValueError(
        f"the order of the classes in {name} is unknown ({found}): pass labels=, the "
        "classes from lowest to highest"
    )


def refuse_unknown(found: str, classes: Iterable[Any]) -> NoReturn:
    raise ValueError(
        f"{found}, which is not among the labels ({listed(list(classes))[1:-1]}): add it "
        "to labels=, in its place"
    )


def refuse_lengths(one: str, other: str) -> NoReturn:
    raise ValueError(
        f"{one} and {other}: they are paired by position, so give as many of one as of "
        "the other"
    )


def coding(side: LabelColumn, place: dict[Any, int]) -> Callable[[slice], NDArray[Any]]:
    """What gives the places of the classes of a part of the observations."""
    values, classes = side.values, list(place)
    if side.has_integers and _are_consecutive(classes):
        # Consecutive integers need no table, only to be within bounds.
        first, last = classes[0], classes[-1]
        lowest, highest = side.ends
        if lowest < first or highest > last:
            _refuse_first(side, (values < first) | (values > last), classes)
        return lambda part: from_zero(values[part], first)
    words, numbers = values.dtype.kind == "U", values.dtype.kind in "iuf"
    if side.categories is None and (
        (words and all(map(_is_text, classes)))
        or (numbers and all(map(_is_moderate, classes)))
    ):
        return _by_binary_search(side, place)
    return _by_factor_table(side, place)


def _by_factor_table(
    side: LabelColumn, place: dict[Any, int]
) -> Callable[[slice], NDArray[np.int64]]:
    seen, inverse = side.factors()
    known = {key(c): k for c, k in place.items()}
    table = np.array([known.get(key(v), -1) for v in seen], dtype=np.int64)
    if np.any(table < 0) and np.any(unknown := table[inverse] < 0):
        _refuse_first(side, unknown, place)
    if np.array_equal(table, np.arange(len(table))):
        return lambda part: inverse[part]
    return lambda part: table[inverse[part]]


def _by_binary_search(
    side: LabelColumn, place: dict[Any, int]
) -> Callable[[slice], NDArray[np.int64]]:
    """For strings and numbers: to look each up costs less than to sort all."""
    ascending = sorted(place)
    known, places = np.array(ascending), np.array([place[c] for c in ascending])

    def found_in(part: slice) -> NDArray[np.int64]:
        values = side.values[part]
        at = np.searchsorted(known, values)
        at[at == len(known)] = 0
        unknown = known[at] != values
        if unknown.any():
            _refuse_first(side, unknown, place, part.start)
        found: NDArray[np.int64] = places[at]
        return found

    return found_in


def _is_text(label: Any) -> bool:
    # An array of strings drops zeros at their ends.
    return isinstance(label, str) and not label.endswith("\0")


def _is_moderate(label: Any) -> bool:
    """Whether it is a number that equals no other when both become float64."""
    return isinstance(label, int | float) and abs(label) < EXACT


def check_number(K: int) -> None:
    """Refuse more classes than a table can hold.

    Examples
    --------
    >>> check_number(5)
    """
    if K > _MOST_CLASSES:
        raise ValueError(
            f"{K} classes make a table too large to hold: "
            "pass labels= with the classes meant"
        )


def _are_consecutive(classes: list[Any]) -> bool:
    return all(
        isinstance(c, int) and c - classes[0] == k for k, c in enumerate(classes)
    )


def _refuse_first(
    side: LabelColumn, unknown: NDArray[Any], classes: Iterable[Any], start: int = 0
) -> None:
    at = start + int(np.argmax(unknown))
    found = f"{side.name} has {side.at(at)!r} at position {at + side.start}"
    refuse_unknown(found, classes)


def from_zero(values: NDArray[Any], first: int) -> NDArray[Any]:
    return np.subtract(values, first, dtype=np.int64) if first else values
