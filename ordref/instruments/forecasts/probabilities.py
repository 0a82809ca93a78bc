"""The arguments of a score: probabilities and true classes, checked, and read in blocks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...labels.order import Places, places_of, refuse_lengths
from ...matrices.entries import (
    as_array,
    count_with_noun,
    fault_of,
    listed,
    numbers_in,
    without_symbols,
)
from ...matrices.names import check_paired, is_list_of_frames
from ...matrices.sums import blocks
from .columns import check_column_names, columns_of_all

# Probabilities processed at a time, so that they and the results stay in the cache.
_BLOCK = 1 << 16
# Probabilities may have been float32, which has seven digits, before they were float64.
SUM_TOLERANCE = 1e-6


def as_forecasts(probabilities: Any, *, symbols: bool = False) -> NDArray[Any]:
    """The probabilities as an array, whose values are checked later, by `checked_blocks`."""
    array = as_array(
        "probabilities", probabilities, "the rows of probabilities have different lengths"
    )
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError(
            f"probabilities must have a column for each class; their shape is {array.shape}"
        )
    array = numbers_in("probabilities", array)
    if symbols:
        return array
    without_symbols("probabilities", array)
    exact = array.dtype != object or all(isinstance(x, Fraction) for x in array.flat)
    return array if exact else array.astype(np.float64)


def places_of_truth(
    y_true: Any, probabilities: Any, labels: Any, forecasts: NDArray[Any]
) -> Places:
    """A function from a part of the observations to the columns of their true classes."""
    if forecasts.ndim < 2:
        raise ValueError(
            "probabilities must have shape (..., N, K), a row for each observation and a "
            f"column for each class; their shape is {forecasts.shape}. For two classes give "
            "both columns, np.column_stack([1 - p, p]); for labels see confusion_matrix"
        )
    places, size, classes = places_of("y_true", y_true, labels)
    N, K = forecasts.shape[-2:]
    if size != N:
        rows = f"probabilities have {count_with_noun(N, 'row')}"
        refuse_lengths(f"y_true has {count_with_noun(size, 'value')}", rows)
    check_as_many_columns(K, classes)
    called = labels is not None or not all(isinstance(c, int) for c in classes)
    check_column_names(columns_of_all(probabilities), classes, called)
    for frame in probabilities if is_list_of_frames(probabilities) else [probabilities]:
        check_paired(y_true=y_true, probabilities=frame)
    return places


def check_as_many_columns(K: int, classes: list[Any]) -> None:
    if len(classes) != K:
        raise ValueError(
            f"probabilities have {count_with_noun(K, 'column')} for the "
            f"{count_with_noun(len(classes), 'class', 'classes')} {listed(classes)}: pass "
            "labels=, the classes of the columns from lowest to highest"
        )


def as_sets(array: NDArray[Any]) -> NDArray[Any]:
    """The forecasts in the shape (S, N, K)."""
    if array.ndim < 3:  # a view, whatever the memory layout of the array
        return array.reshape((1,) * (3 - array.ndim) + array.shape)
    return array.reshape(math.prod(array.shape[:-2]), *array.shape[-2:])


def checked_blocks(array: NDArray[Any]) -> Iterator[tuple[tuple[slice, slice], NDArray[Any]]]:
    """The forecasts of shape (S, N, K) in blocks, checked, each with its position."""
    forecasts = as_sets(array)
    S, N, K = forecasts.shape
    rows = _BLOCK // K
    for at in itertools.product(blocks(S, rows // max(N, 1)), blocks(N, rows)):
        piece = forecasts[at]
        with np.errstate(all="ignore"):
            if piece.dtype != object:
                piece = piece.astype(np.float64, copy=False)
            fault = _first_bad_row(piece)
        if fault is not None:
            (s, i), reason = fault
            first = (at[0].start + s) * N + at[1].start + i
            row = np.unravel_index(first, array.shape[:-1])
            name = f" in row {', '.join(map(str, row))}" if row else ""
            raise ValueError(f"probabilities{name} {reason}")
        yield at, piece


def _first_bad_row(p: NDArray[Any]) -> tuple[tuple[int, int], str] | None:
    """The first row that is not a distribution, and why; None if there is none."""
    total = p[..., 0]
    for k in range(1, p.shape[-1]):
        total = total + p[..., k]
    if p.dtype == object:
        # Nothing is known of symbols; the signs of numbers have been checked.
        wrong = np.array([(abs(x - 1) > SUM_TOLERANCE) in (True,) for x in total.flat])
    elif p.min(initial=0) >= 0 and np.abs(total - 1).max(initial=0) <= SUM_TOLERANCE:
        return None
    else:  # NaN makes every comparison false
        wrong = ~((np.abs(total - 1) <= SUM_TOLERANCE) & (p >= 0).all(axis=-1))
    if not wrong.any():
        return None
    s, i = map(int, np.unravel_index(np.argmax(wrong), total.shape))
    for k, x in enumerate(p[s, i]):
        if fault := fault_of(x):
            return (s, i), (
                f"have {fault} entry, {x}, in column {k}: each is finite and not negative"
            )
    return (s, i), (
        f"sum to {float(total[s, i]):.10g}, not to 1 (within {SUM_TOLERANCE:g}): are all classes "
        "there? If so, divide each row by its sum"
    )
