"""The order of the classes, and the positions of labels in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.entries import key, listed, plain, warn
from ..matrices.limits import CLASSES_COUNTED, CLASSES_TO_NAME
from .column import LabelColumn, is_fraction, is_missing

# The classes from lowest to highest; None where the labels have an order of their own.
Order = Sequence[Any] | NDArray[Any] | None
# From a part of the observations to the positions of their classes.
Places = Callable[[slice], NDArray[np.int64]]


def shared_order(**columns: ArrayLike) -> Sequence[Any]:
    """The order of the classes of several arguments, without ``labels``.

    Examples
    --------
    >>> shared_order(y_true=[1, 2], first=[2, 2], second=[4, 1])
    range(1, 5)
    """
    sides = [LabelColumn(name, values) for name, values in columns.items()]
    order = order_of(*sides)
    if isinstance(order, range):
        present = np.zeros(len(order), dtype=bool)
        for side in sides:
            present[from_zero(side.values, order[0])] = True
        warn_of_gaps(order, present)
    return order


def places_of(name: str, argument: ArrayLike, labels: Any = None) -> tuple[Places, int, list[Any]]:
    """A function from a part of an argument to its positions, the length, and the classes.

    Examples
    --------
    >>> places, N, classes = places_of("y_true", [3, 5, 3])
    >>> places(slice(0, 2)).tolist(), N, classes
    ([0, 2], 3, [3, 4, 5])
    """
    side = LabelColumn(name, argument)
    place = classes_of(order_of(side) if labels is None else labels)
    code, N = coding(side, place), len(side.values)
    return lambda part: code(part).astype(np.int64, copy=False), N, list(place)


def classes_of(labels: Any) -> dict[Any, int]:
    """The position of each class, from labels in their order.

    Examples
    --------
    >>> classes_of(["low", "high"])
    {'low': 0, 'high': 1}
    """
    # The items of a tensor are tensors, which compare by identity: tolist makes them plain. Of
    # instants it would make integers.
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
    """The categories of a column, and whether its type orders them."""

    name: str
    categories: Sequence[Any] | None
    ordered: bool | None


def order_brought(*sides: Brought | LabelColumn) -> Sequence[Any] | None:
    """The order that the types of the columns give, which must agree; None if they give none.

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
            raise ValueError(
                f"the categories of {first}, {listed(before)}, and of {name}, "
                f"{listed(order)}, differ: pass labels= to say which order counts"
            )
    return ordered[0][1] if ordered else None


def order_of(*sides: LabelColumn) -> Sequence[Any]:
    """The order of the classes without ``labels``."""
    if order := order_brought(*sides):
        return order
    for side in sides:
        if not side.made_whole():
            value = side.first_fraction()
            refuse_unordered(side.name, f"its first value is {side.at(0)!r}", value)
    return consecutive(end for side in sides for end in side.ends)


def consecutive(numbers: Iterable[int]) -> range:
    """All integers from the smallest to the largest, if they are not too many.

    Examples
    --------
    >>> consecutive([3, 1, 3])
    range(1, 4)
    """
    numbers = list(numbers)
    lowest, highest = min(numbers), max(numbers)
    check_number(highest - lowest + 1)
    return range(lowest, highest + 1)


def warn_of_gaps(classes: Sequence[Any], present: NDArray[np.bool_]) -> None:
    """Warn if fewer than half of the integers that were taken for the classes occur."""
    seen = [classes[k] for k in np.flatnonzero(present).tolist()]
    if warning := warning_of_gaps(seen, f"labels={seen[:CLASSES_TO_NAME]}"):
        first, last = classes[0], classes[-1]
        warn(f"{warning}; if there are, labels=range({first}, {last + 1})")


def warning_of_gaps(seen: Sequence[int], named: str) -> str | None:
    """The warning for integers of which few occur between the smallest and the largest.

    Examples
    --------
    >>> warning_of_gaps([1, 2, 4], "--labels 1,2,4")
    >>> warning_of_gaps([0, 50, 100], "--labels 0,50,100")
    'of the 101 classes from 0 to 100 only 3 occur: if there are no others, name them, \
--labels 0,50,100'
    """
    K = seen[-1] - seen[0] + 1
    if 2 * len(seen) >= K:
        return None
    name = f"name them, {named}" if len(seen) <= CLASSES_TO_NAME else "name them all in labels="
    return (
        f"of the {K} classes from {seen[0]} to {seen[-1]} only {len(seen)} occur: if there "
        f"are no others, {name}"
    )


def refuse_unordered(name: str, fault: str, value: Any = None) -> NoReturn:
    """Refuse values without an order; for fractions the message is another one."""
    if is_fraction(value):
        raise ValueError(
            f"{name} has {value!r}, a number that is not whole: round the numbers to "
            "classes, or pass labels=, the classes from lowest to highest"
        )
    raise ValueError(
        f"the order of the classes in {name} is unknown ({fault}): pass labels=, the "
        "classes from lowest to highest"
    )


def refuse_unknown(fault: str, value: Any, classes: Iterable[Any]) -> NoReturn:
    """Refuse a value that is not a class; for fractions the message is another one."""
    known = list(classes)
    remedy = "add it to labels=, in its place"
    if is_fraction(value) and all(isinstance(c, int | float) and c % 1 == 0 for c in known):
        remedy = (
            "predictions that are not classes, such as those of a regression, are rounded and "
            "cut to classes first"
        )
    raise ValueError(f"{fault}, which is not among the labels ({listed(known)[1:-1]}): {remedy}")


def refuse_lengths(first: str, second: str) -> NoReturn:
    raise ValueError(
        f"{first} and {second}: they are paired by position, so give as many of one as of the other"
    )


def coding(side: LabelColumn, place: dict[Any, int]) -> Callable[[slice], NDArray[Any]]:
    """A function from a part of the observations to the positions of their classes."""
    values, classes = side.values, list(place)
    if side.has_integers and _are_consecutive(classes):
        # Consecutive integers need no table, but must be within bounds.
        first, last = classes[0], classes[-1]
        lowest, highest = side.ends
        if lowest < first or highest > last:
            _refuse_first(side, (values < first) | (values > last), classes)
        return lambda part: from_zero(values[part], first)
    codes = _Codes(place)
    table = np.array([codes[c] for c in side.categories or ()], dtype=np.int64)
    if len(table) > 0 and np.array_equal(table, np.arange(len(table))):
        return lambda part: values[part]

    def found_in(part: slice) -> NDArray[np.int64]:
        labels_there = values[part]
        if side.categories is not None:
            places = table[labels_there]
        elif labels_there.dtype == object:
            places = _each_in(codes, labels_there.tolist(), side.name)
        else:
            seen, place_of = np.unique(labels_there, return_inverse=True)
            places = np.array([codes[plain(v)] for v in seen], dtype=np.int64)[place_of]
        if (unknown := places < 0).any():
            _refuse_first(side, unknown, place, part.start or 0)
        return np.asarray(places)

    return found_in


class _Codes(dict[Any, int]):
    """The position of each value in the order, or -1; for a new value it is found by its key."""

    def __init__(self, place: dict[Any, int]) -> None:
        self.known = {key(c): k for c, k in place.items()}

    def __missing__(self, value: Any) -> int:
        self[value] = at = self.known.get(key(value), -1)
        return at


def _each_in(codes: _Codes, values: list[Any], name: str) -> NDArray[np.int64]:
    try:
        return np.fromiter(map(codes.__getitem__, values), np.int64, len(values))
    except TypeError:
        raise ValueError(f"{name} must hold single values, such as numbers or strings") from None


def check_number(K: int) -> None:
    """Refuse more classes than a table can hold.

    Examples
    --------
    >>> check_number(5)
    """
    if K > CLASSES_COUNTED:
        raise ValueError(
            f"{K} classes make a table too large to hold: pass labels= with the classes meant"
        )


def _are_consecutive(classes: list[Any]) -> bool:
    return all(isinstance(c, int) and c - classes[0] == k for k, c in enumerate(classes))


def _refuse_first(
    side: LabelColumn, unknown: NDArray[Any], classes: Iterable[Any], start: int = 0
) -> None:
    at = start + int(np.argmax(unknown))
    value = side.at(at)
    refuse_unknown(f"{side.name} has {value!r} at position {at + side.start}", value, classes)


def from_zero(values: NDArray[Any], first: int) -> NDArray[Any]:
    return np.subtract(values, first, dtype=np.int64) if first else values
