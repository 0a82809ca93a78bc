"""From labels to a confusion matrix."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.entries import (
    as_array,
    key,
    listed,
    plain,
)
from ..matrices.names import check_paired
from .amounts import (
    FLAT,
    add_in_pairs,
    amounts,
    check_shape,
    check_sum,
)

__all__ = ["confusion_matrix"]

# Pairs counted at a time: small enough to stay in the processor's cache, and so
# that the codes of the pairs never take more memory than the labels themselves.
_CHUNK = 1 << 16
# Labels that are read from a file at a time: a few megabytes of them.
_PIECE = 1 << 20
# A (K, K) table of int64 with more classes than this would not fit in 1 GiB.
_MOST_CLASSES = 10_000
_INT64 = np.iinfo(np.int64)
# Whole numbers below it are different as floats.
_EXACT = 2**53


def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    weight: ArrayLike | None = None,
) -> NDArray[Any]:
    """Count the pairs of a true and a predicted class.

    The order of the classes is never guessed. It is ``labels`` where given; else
    the categories of an ordered pandas Categorical, or of a polars Enum; else, for
    integers, the numbers from the smallest to the largest seen in either argument, so that a
    class in between keeps its place though nothing falls into it.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (N,)
        True and predicted classes, paired by position: lists, arrays, tensors, Series,
        ordered Categoricals or Enums. What is stored in a file, a memory map or an array
        of Zarr, is read in pieces.
    labels : sequence, keyword-only, optional
        The classes in their order, each once, whether seen or not. It is taken at its
        word: ``numpy.unique`` and ``classes_`` of scikit-learn, for one, put words in
        the order of the alphabet, such as high, low, mid.
    weight : array_like, shape (N,), keyword-only, optional
        What each observation counts for; by default 1. Numbers, as in `as_matrices`:
        whole ones, floats, Fractions, Decimals, or flags, which are 0 and 1; no text, times
        or complex numbers.

    Returns
    -------
    ndarray of int64, shape (K, K)
        Entry (r, c) counts the observations of class r that are predicted c. With
        weights, their sums, of float64 if they are no whole numbers.

    Raises
    ------
    ValueError
        Arguments that are empty, of unequal lengths or not one-dimensional;
        missing values; labels without a known order (strings, floats, an
        unordered Categorical) when ``labels`` is not given; a value outside
        ``labels``; a class twice in ``labels``; more than 10,000 classes; a weight that
        is no number, missing, negative or infinite, or weights whose sum is beyond 63
        bits, or what a float holds; Series whose indexes hold the same names in another
        order.

    Notes
    -----
    Rows are true classes and columns predicted ones, as in oci2011, section 1.1,
    and mmae2014, Table 1.

    Without ``labels`` the number of classes K comes from this one call. A sample, or
    the fold of a cross-validation, in which the top class is neither true nor
    predicted then has a table with one class fewer, and measures that depend on K,
    such as `oci`, have another value. Where several tables are compared, give all of
    them the same ``labels``.

    The index of a Series says nothing where it only numbers the rows, or names others
    than that of the second one.

    Partial tables add: labels in several files are counted one by one. Where they are
    columns of a data frame or of a database, see `from_frame`.

    Examples
    --------
    >>> confusion_matrix([1, 2, 2, 4], [1, 2, 1, 4])
    array([[1, 0, 0, 0],
           [1, 1, 0, 0],
           [0, 0, 0, 0],
           [0, 0, 0, 1]])
    >>> confusion_matrix(["low", "high"], ["high", "high"], labels=["low", "mid", "high"])
    array([[0, 0, 1],
           [0, 0, 0],
           [0, 0, 1]])
    """
    check_paired(y_true=y_true, y_pred=y_pred, weight=weight)
    if any(map(_is_stored, (y_true, y_pred))):
        return _of_stored(y_true, y_pred, labels, weight)
    return _count(_Labels("y_true", y_true), _Labels("y_pred", y_pred), labels, weight)


def shared_order(**given: ArrayLike) -> Sequence[Any]:
    """The order of the classes of several arguments, where ``labels`` does not give it.

    Examples
    --------
    >>> shared_order(y_true=[1, 2], first=[2, 2], second=[4, 1])
    range(1, 5)
    """
    return _order_of(*(_Labels(name, values) for name, values in given.items()))


def coded(
    name: str, given: ArrayLike, labels: Any = None
) -> tuple[Callable[[slice], NDArray[np.int64]], int, list[Any]]:
    """What gives the places of a part of one argument, its length, and the classes in order.

    Examples
    --------
    >>> places, N, classes = coded("y_true", [3, 5, 3])
    >>> places(slice(0, 2)).tolist(), N, classes
    ([0, 2], 3, [3, 4, 5])
    """
    side = _Labels(name, given)
    place = classes_of(_order_of(side) if labels is None else labels)
    code = _code(side, place)

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


def _count(true: _Labels, pred: _Labels, labels: Any, weight: Any) -> NDArray[Any]:
    _check_lengths(len(true.values), len(pred.values))
    amount = None if weight is None else amounts(weight, len(true.values), true.start)
    if labels is None and amount is None and _are_integers(true, pred):
        return _count_integers(true, pred)
    place = classes_of(_order_of(true, pred) if labels is None else labels)
    coded_true, coded_pred, K = _code(true, place), _code(pred, place), len(place)
    counts = np.zeros((K, K), dtype=np.int64 if amount is None else amount.dtype)
    for part in _parts(len(true.values)):
        some = None if amount is None else amount[part]
        _add(counts, coded_true(part), coded_pred(part), some)
    if amount is not None:
        check_sum(counts.max().item())
    return counts


def _count_integers(true: _Labels, pred: _Labels) -> NDArray[np.int64]:
    """In one pass: a part is looked through, and counted while it is in the cache.

    Where a part has a class beyond those before, the table grows, once, to all classes.
    """
    order = _seen(true.values[:_CHUNK], pred.values[:_CHUNK])
    if (order[1] - order[0] + 1) ** 2 > _CHUNK:
        order = _all_seen(true, pred)
    counts = np.zeros(2 * (order[1] - order[0] + 1,), dtype=np.int64)
    for part in _parts(len(true.values)):
        t, p = true.values[part], pred.values[part]
        lowest, highest = _seen(t, p)
        if lowest < order[0] or highest > order[1]:
            lowest, highest = _all_seen(true, pred)
            counts = np.pad(counts, (order[0] - lowest, highest - order[1]))
            order = lowest, highest
        _add(counts, *(_from_zero(side, order[0]) for side in (t, p)))
    return counts


def _parts(N: int) -> Iterator[slice]:
    return (slice(start, start + _CHUNK) for start in range(0, N, _CHUNK))


def _add(
    counts: NDArray[Any],
    trues: NDArray[Any],
    preds: NDArray[Any],
    amount: NDArray[Any] | None = None,
) -> None:
    """Count some more pairs of places."""
    K = len(counts)
    cell = np.multiply(trues, K, dtype=np.int64)
    cell += preds
    if amount is not None and amount.dtype.kind == "f":
        add_in_pairs(counts.reshape(-1), cell, amount)
    elif amount is not None:
        np.add.at(counts.reshape(-1), cell, amount)
    elif K * K <= _CHUNK:
        counts += np.bincount(cell, minlength=K * K).reshape(K, K)
    else:  # bincount would take another table for each chunk
        np.add.at(counts.reshape(-1), cell, 1)


def _from_zero(values: NDArray[Any], first: int) -> NDArray[Any]:
    return np.subtract(values, first, dtype=np.int64) if first else values


def _check_lengths(trues: int, preds: int) -> None:
    if trues != preds:
        raise ValueError(
            f"y_true has {trues} values and y_pred {preds}: "
            "they are paired by position, so give as many of one as of the other"
        )


def _is_stored(given: Any) -> bool:
    """Whether its values are in a file: a memory map, an array of Zarr, h5py or Dask."""
    return isinstance(given, np.memmap) or all(
        hasattr(given, name) for name in ("chunks", "shape", "dtype")
    )


def _of_stored(y_true: Any, y_pred: Any, labels: Any, weight: Any) -> NDArray[Any]:
    """The sum of the tables of pieces, of which one at a time is in memory."""
    for name, given in (("y_true", y_true), ("y_pred", y_pred)):
        if (shape := np.shape(given))[1:] or not shape:
            raise ValueError(
                f"{name} must be one-dimensional, one class per observation; "
                f"it has shape {shape}"
            )
    N = np.shape(y_true)[0]
    _check_lengths(N, np.shape(y_pred)[0])
    if weight is not None and not _is_stored(weight):
        weight = as_array("weight", weight, FLAT)
    if weight is not None:
        check_shape(np.shape(weight), N)
    starts = range(0, max(N, 1), _PIECE)

    def piece(name: str, given: Any, start: int) -> _Labels:
        by_position = getattr(given, "iloc", given)
        return _Labels(name, by_position[start : start + _PIECE], start)

    def both(start: int) -> tuple[_Labels, _Labels]:
        return piece("y_true", y_true, start), piece("y_pred", y_pred, start)

    if labels is None:
        orders = [_order_of(*both(start)) for start in starts]
        labels = orders[0]
        if isinstance(labels, range):  # of integers; categories are the same in all
            lowest, highest = min(r[0] for r in orders), max(r[-1] for r in orders)
            check_number(highest - lowest + 1)
            labels = range(lowest, highest + 1)
    total: Any = 0
    weights: Any = 0
    for start in starts:
        amount = None if weight is None else weight[start : start + _PIECE]
        part = _count(*both(start), labels, amount)
        weights += part.sum().item()
        check_sum(weights)
        total = total + part
    found: NDArray[Any] = total
    return found


class _Labels:
    """One argument of `confusion_matrix`: its values, or codes of its categories."""

    def __init__(self, name: str, given: ArrayLike, start: int = 0) -> None:
        self.name, self.start = name, start
        self.categories: list[Any] | None = None
        self.ordered: bool | None = None  # of text, whose categories are those seen
        pd = sys.modules.get("pandas")
        values: Any = given
        if pd is not None and isinstance(values, pd.MultiIndex):
            raise ValueError(
                f"{name} must be one-dimensional, one class per observation; a MultiIndex "
                f"has several values for each: give {name}.get_level_values(...)"
            )
        if pd is not None and isinstance(values, pd.Series | pd.Index):
            objects = values.dtype == object
            values = values.to_numpy() if objects else values.array
            text = getattr(values.dtype, "type", None) is str
            if objects:
                text = pd.api.types.infer_dtype(values) == "string"
            if text:  # its different values are found without an object for each
                values, seen = pd.factorize(values)
                self.categories = seen.tolist()
        if pd is not None and isinstance(values, pd.Categorical):
            self.categories, self.ordered = list(values.categories), values.ordered
            values = values.codes
        pl = sys.modules.get("polars")
        if pl is not None and isinstance(values, pl.Series):
            values = self._of_polars(values, pl)
        if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
            self._missing(int(np.argmax(np.ma.getmaskarray(values).ravel())))
        array = as_array(
            name, values, f"{name} must be one-dimensional: one class each"
        )
        if array.ndim != 1:
            found = f"not a {type(given).__name__}"
            if array.ndim:
                found = f"it has shape {array.shape}"
            raise ValueError(
                f"{name} must be one-dimensional, one class per observation; {found}"
            )
        if array.size == 0:
            raise ValueError(f"{name} is empty: there is nothing to count")
        if array.dtype.kind == "T":  # nulls of these compare with nothing
            array = array.astype(object)
        if not isinstance(values, np.ndarray) and (
            array.dtype.kind in "US"
            or (array.dtype.kind == "f" and not (np.abs(array) < _EXACT).all())
        ):
            # numpy turns [1, "2"] into ["1", "2"], and 2**53 + 1 beside 0.5 into 2**53.
            array = np.fromiter(iter(values), dtype=object, count=len(array))
        self.values: NDArray[Any] = self._as_integers(array)
        self._check_missing()

    def _of_polars(self, values: Any, pl: Any) -> Any:
        """The codes of text, or of an Enum, or of a Categorical, which has no order."""
        if isinstance(values.dtype, pl.Enum | pl.Categorical):
            self.ordered = isinstance(values.dtype, pl.Enum)
        if isinstance(values.dtype, pl.Categorical | pl.String):
            seen = values.drop_nulls().unique().cast(pl.String)
            values = values.cast(pl.String).cast(pl.Enum(seen))
        if isinstance(values.dtype, pl.Enum):
            self.categories = values.dtype.categories.to_list()
            values = values.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return values

    def _as_integers(self, array: NDArray[Any]) -> NDArray[Any]:
        """Integers however they are held: flags, unsigned, objects, pandas' Int64."""
        if array.dtype == bool:
            return array.view(np.uint8)
        if array.dtype.kind == "O":
            if not all(isinstance(v, int | np.integer) for v in array):
                return array
        elif array.dtype != np.uint64:
            return array
        if int(array.max()) > _INT64.max or int(array.min()) < _INT64.min:
            raise ValueError(f"{self.name} holds integers beyond 63 bits")
        return array.astype(np.int64)

    def _check_missing(self) -> None:
        missing: Any = False
        if self.categories is not None:
            missing = self.values.min() < 0 and self.values < 0
        elif self.values.dtype.kind in "fcmM":
            missing = self.values != self.values  # NaN and NaT differ from themselves
        elif self.values.dtype.kind == "O":
            missing = np.array([is_missing(v) for v in self.values])
        if np.any(missing):
            self._missing(int(np.argmax(missing)))

    def _missing(self, position: int) -> None:
        raise ValueError(
            f"{self.name} has a missing value at position {position + self.start}: "
            "drop the observation or give it a class"
        )

    def at(self, position: int) -> Any:
        """The class of an observation."""
        value = plain(self.values[position])
        return value if self.categories is None else self.categories[value]

    @functools.cached_property
    def ends(self) -> tuple[int, int]:
        return _seen(self.values)

    def factors(self) -> tuple[Sequence[Any], NDArray[Any]]:
        """The different values, and for each observation the place of its own."""
        if self.categories is not None:
            return self.categories, self.values
        if self.values.dtype.kind != "O":
            seen, place = np.unique(self.values, return_inverse=True)
            # In nanoseconds numpy's tolist makes integers of instants.
            instants = seen.dtype.kind in "mM"
            return [*map(plain, seen)] if instants else seen.tolist(), place
        first: dict[Any, int] = {}
        try:
            places = (first.setdefault(v, len(first)) for v in self.values)
            inverse = np.fromiter(places, dtype=np.int64, count=len(self.values))
        except TypeError:
            raise ValueError(
                f"{self.name} must hold single values, such as numbers or strings"
            ) from None
        return [*map(plain, first)], inverse


def is_missing(value: Any) -> bool:
    """Whether it is None, NaN, NaT or NA.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing("nan")
    (True, False)
    """
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError, ArithmeticError):  # NA, or Decimal("sNaN")
        return True


def _order_of(*sides: _Labels) -> Sequence[Any]:
    """The order of the classes where ``labels`` does not give it."""
    for side in sides:
        if side.ordered is False:
            raise ValueError(
                f"{side.name} is a Categorical without order: "
                "pass labels=, or make it ordered (in polars, an Enum)"
            )
    ordered = {s.name: s.categories for s in sides if s.categories and s.ordered}
    if ordered:
        return same_order(ordered)
    for side in sides:
        if side.categories is not None or side.values.dtype.kind not in "iu":
            raise ValueError(
                f"the order of the classes in {side.name} is unknown (its first value "
                f"is {side.at(0)!r}): pass labels=, the classes from lowest to highest"
            )
    lowest, highest = _all_seen(*sides)
    return range(lowest, highest + 1)


def _all_seen(*sides: _Labels) -> tuple[int, int]:
    """The smallest and the largest of integers, if there are not too many between."""
    lowest = min(side.ends[0] for side in sides)
    highest = max(side.ends[1] for side in sides)
    check_number(highest - lowest + 1)
    return lowest, highest


def _seen(*sides: NDArray[Any]) -> tuple[int, int]:
    """The smallest and the largest of integers."""
    return min(int(side.min()) for side in sides), max(int(s.max()) for s in sides)


def _are_integers(*sides: _Labels) -> bool:
    return all(s.categories is None and s.values.dtype.kind in "iu" for s in sides)


def same_order(categories: Mapping[str, Sequence[Any]]) -> Sequence[Any]:
    """The categories of all arguments, if they are the same.

    Examples
    --------
    >>> same_order({"y_true": ["low", "high"], "y_pred": ["low", "high"]})
    ['low', 'high']
    """
    (first, order), *others = categories.items()
    for name, other in others:
        if other != order:
            raise ValueError(
                f"the categories of {first}, {listed(order)}, and of {name}, "
                f"{listed(other)}, differ: pass labels= to say which order counts"
            )
    return order


def _code(side: _Labels, place: dict[Any, int]) -> Callable[[slice], NDArray[Any]]:
    """What gives the places of the classes of a part of the observations."""
    values, classes = side.values, list(place)
    kind = values.dtype.kind
    if side.categories is not None:
        return _by_table(side, side.categories, values, place)
    if kind in "iu" and _consecutive(classes):
        # Consecutive integers need no table, only to be within bounds.
        first, last = classes[0], classes[-1]
        lowest, highest = side.ends
        if lowest < first or highest > last:
            _unknown(side, int(np.argmax((values < first) | (values > last))), classes)
        return lambda part: _from_zero(values[part], first)
    if (kind == "U" and all(map(_is_text, classes))) or (
        kind in "iuf" and all(map(_is_moderate, classes))
    ):
        return _by_search(side, place)
    return _by_table(side, *side.factors(), place)


def _by_table(
    side: _Labels, seen: Sequence[Any], inverse: NDArray[Any], place: dict[Any, int]
) -> Callable[[slice], NDArray[np.int64]]:
    known = {key(c): k for c, k in place.items()}
    table = np.array([known.get(key(v), -1) for v in seen], dtype=np.int64)
    if np.any(table < 0) and np.any(unknown := table[inverse] < 0):
        _unknown(side, int(np.argmax(unknown)), list(place))
    if np.array_equal(table, np.arange(len(table))):
        return lambda part: inverse[part]
    return lambda part: table[inverse[part]]


def _by_search(
    side: _Labels, place: dict[Any, int]
) -> Callable[[slice], NDArray[np.int64]]:
    """For strings and numbers: to look each up costs less than to sort all."""
    ascending = sorted(place)
    known, places = np.array(ascending), np.array([place[c] for c in ascending])

    def coded(part: slice) -> NDArray[np.int64]:
        values = side.values[part]
        at = np.searchsorted(known, values)
        at[at == len(known)] = 0
        unknown = known[at] != values
        if unknown.any():
            _unknown(side, part.start + int(np.argmax(unknown)), list(place))
        found: NDArray[np.int64] = places[at]
        return found

    return coded


def _is_text(label: Any) -> bool:
    # An array of strings drops zeros at their ends.
    return isinstance(label, str) and not label.endswith("\0")


def _is_moderate(label: Any) -> bool:
    """Whether it is a number that equals no other when both become float64."""
    return isinstance(label, int | float) and abs(label) < _EXACT


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


def _consecutive(classes: list[Any]) -> bool:
    return all(
        isinstance(c, int) and c - classes[0] == k for k, c in enumerate(classes)
    )


def _unknown(side: _Labels, position: int, classes: list[Any]) -> None:
    raise ValueError(
        f"{side.name} has {side.at(position)!r} at position {position + side.start}, "
        f"which is not among the labels ({listed(classes)[1:-1]}): add it to labels=, in its place"
    )
