"""From labels to a confusion matrix: pairs are counted, in pieces if they are in a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.entries import as_array
from ..matrices.names import check_paired
from ..matrices.sums import blocks
from .amounts import FLAT, add_in_pairs, amounts, check_shape, check_sum
from .column import LabelColumn, ends_of, not_flat
from .order import (
    Order,
    classes_of,
    coding,
    consecutive,
    from_zero,
    order_of,
    refuse_lengths,
    warn_of_gaps,
)

__all__ = ["confusion_matrix"]

# Pairs counted at a time, so that they stay in the processor's cache, and their codes never
# take more memory than the labels themselves.
_CHUNK = 1 << 16
# Labels read from a file at a time: a few megabytes.
PIECE = 1 << 20


@overload
def confusion_matrix(
    y_true: ArrayLike, y_pred: ArrayLike, *, labels: Order = None, weight: None = None
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]: ...
@overload
def confusion_matrix(
    y_true: ArrayLike, y_pred: ArrayLike, *, labels: Order = None, weight: Any
) -> NDArray[Any]: ...
def confusion_matrix(
    y_true: ArrayLike, y_pred: ArrayLike, *, labels: Order = None, weight: ArrayLike | None = None
) -> NDArray[Any]:
    """Count the pairs of a true and a predicted class.

    The order of the classes is never guessed. It is ``labels`` if given; otherwise the
    categories of an ordered pandas Categorical, or of a polars Enum; otherwise, for integers
    and floats that are all whole, the numbers from the smallest to the largest seen in either
    argument, including those that do not occur.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (N,)
        True and predicted classes, paired by position: lists, arrays, tensors, Series,
        ordered Categoricals or Enums. Arrays stored in a file, such as memory maps and Zarr
        arrays, are read in pieces.
    labels : sequence, keyword-only, optional
        The classes in their order, each once, whether seen or not. The order is not
        checked: ``numpy.unique`` and scikit-learn's ``classes_``, for example, put words in
        the order of the alphabet, such as high, low, mid.
    weight : array_like, shape (N,), keyword-only, optional
        The weight of each observation; by default 1. Numbers, as in `as_matrices`:
        integers, floats, Fractions, Decimals, or flags, which are 0 and 1; no text, times
        or complex numbers.

    Returns
    -------
    ndarray of int64, shape (K, K)
        Entry (r, c) counts the observations of class r that are predicted c. With weights
        it is the sum of their weights, in float64 if one is a float or not whole.

    Raises
    ------
    ValueError
        Arguments that are empty, of unequal lengths or not one-dimensional;
        missing values; labels without a known order (strings, numbers that are not whole,
        an unordered Categorical) when ``labels`` is not given; a value outside
        ``labels``; a class twice in ``labels``; more than 10,000 classes; a weight that
        is not a number, missing, negative or infinite, or weights whose sum is beyond 63
        bits, or in one cell beyond the range of a float; Series whose indexes
        hold the same names in another order.

    Warns
    -----
    UserWarning
        If ``labels`` is not given, and fewer than half of the integers from the smallest to
        the largest occur, such as 0, 25, 50, 75 and 100: the others are counted as classes.

    Notes
    -----
    Rows are true classes and columns predicted ones, as in oci2011, section 1.1,
    and mmae2014, Table 1.

    Without ``labels`` the number of classes K comes from this one call. A sample, or
    a fold of a cross-validation, in which the highest class is neither true nor
    predicted then has a table with one class fewer, and measures that depend on K,
    such as `oci`, have another value. Where several tables are compared, give all of
    them the same ``labels``.

    The index of a Series is ignored where it only numbers the rows, or has other names than
    the index of the second argument.

    Confusion matrices with the same classes add up, so labels in several files can be counted
    file by file. For columns of a data frame or of a database, see `from_frame`.

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
        counts, order = _of_stored(y_true, y_pred, labels, weight)
    else:
        sides = LabelColumn("y_true", y_true), LabelColumn("y_pred", y_pred)
        counts, order = _count(*sides, labels, weight)
    if labels is None and isinstance(order, range) and counts.any():
        warn_of_gaps(order, np.logical_or(counts.any(axis=0), counts.any(axis=1)))
    return counts


def _count(
    true: LabelColumn, pred: LabelColumn, labels: Any, weight: Any
) -> tuple[NDArray[Any], Sequence[Any]]:
    """The table, and the classes in their order."""
    _check_lengths(len(true.values), len(pred.values))
    amount = None if weight is None else amounts(weight, len(true.values), true.start)
    integers = labels is None and all(side.made_whole() for side in (true, pred))
    if integers and amount is None:
        return _count_integers(true, pred)
    order = order_of(true, pred) if labels is None else labels
    place = classes_of(order)
    coded_true, coded_pred, K = coding(true, place), coding(pred, place), len(place)
    counts = np.zeros((K, K), dtype=np.int64 if amount is None else amount.dtype)
    for part in blocks(len(true.values), _CHUNK):
        weights = None if amount is None else amount[part]
        _add(counts, coded_true(part), coded_pred(part), weights)
    if amount is not None:
        check_sum(counts.max().item())
    return counts, order


def _count_integers(
    true: LabelColumn, pred: LabelColumn
) -> tuple[NDArray[np.int64], Sequence[int]]:
    """In one pass: the range of each part is found, and the part counted while it is in the cache.

    If a part has a class outside the range so far, the table grows, once, to all classes.
    """
    lowest, highest = ends_of(true.values[:_CHUNK], pred.values[:_CHUNK])
    order: Sequence[int] = range(lowest, highest + 1)
    if (highest - lowest + 1) ** 2 > _CHUNK:
        order = order_of(true, pred)
    counts = np.zeros(2 * (len(order),), dtype=np.int64)
    for part in blocks(len(true.values), _CHUNK):
        t, p = true.values[part], pred.values[part]
        lowest, highest = ends_of(t, p)
        if lowest < order[0] or highest > order[-1]:
            before, order = order, order_of(true, pred)
            counts = np.pad(counts, (before[0] - order[0], order[-1] - before[-1]))
        _add(counts, *(from_zero(side, order[0]) for side in (t, p)))
    return counts, order


def _add(
    counts: NDArray[Any],
    trues: NDArray[Any],
    preds: NDArray[Any],
    amount: NDArray[Any] | None = None,
) -> None:
    """Add more pairs of positions to the counts."""
    K = len(counts)
    cell = np.multiply(trues, K, dtype=np.int64)
    cell += preds
    if amount is not None and amount.dtype.kind == "f":
        add_in_pairs(counts.reshape(-1), cell, amount)
    elif amount is not None:
        np.add.at(counts.reshape(-1), cell, amount)
    elif K * K <= _CHUNK:
        added = np.bincount(cell.astype(np.intp, copy=False), minlength=K * K)
        counts += added.reshape(K, K)
    else:  # bincount would make another table for each chunk
        np.add.at(counts.reshape(-1), cell, 1)


def _check_lengths(trues: int, preds: int) -> None:
    if trues != preds:
        refuse_lengths(f"y_true has {trues} values", f"y_pred {preds}")


def _is_stored(argument: Any) -> bool:
    """Whether the values may be in a file: a memory map, an array of Zarr, h5py or Dask."""
    return isinstance(argument, np.memmap) or all(
        hasattr(argument, name) for name in ("chunks", "shape", "dtype")
    )


def _of_stored(
    y_true: Any, y_pred: Any, labels: Any, weight: Any
) -> tuple[NDArray[Any], Sequence[Any]]:
    """The sum of the tables of pieces, of which only one at a time is in memory."""
    sides = {"y_true": y_true, "y_pred": y_pred}
    for name, argument in sides.items():
        if (shape := np.shape(argument))[1:] or not shape:
            raise not_flat(name, f"it has shape {shape}")
    N = np.shape(y_true)[0]
    _check_lengths(N, np.shape(y_pred)[0])
    if weight is not None and not _is_stored(weight):
        weight = as_array("weight", weight, FLAT)
    if weight is not None:
        check_shape(np.shape(weight), N)
    parts = blocks(max(N, 1), PIECE)

    def sides_of(part: slice) -> tuple[LabelColumn, LabelColumn]:
        pieces = {name: getattr(y, "iloc", y)[part] for name, y in sides.items()}
        true, pred = (LabelColumn(name, y, part.start) for name, y in pieces.items())
        return true, pred

    if labels is None:
        orders = [order_of(*sides_of(part)) for part in parts]
        labels = orders[0]  # of categories, which are the same in all pieces
        if isinstance(labels, range):  # of integers
            labels = consecutive(end for r in orders for end in (r[0], r[-1]))
    total: Any = 0
    weights: Any = 0
    for part in parts:
        amount = None if weight is None else weight[part]
        table, _ = _count(*sides_of(part), labels, amount)
        weights += table.sum().item()
        check_sum(weights)
        total = total + table
    return np.asarray(total), labels
