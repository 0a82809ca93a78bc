"""Weights of observations, and counts of a table that is already counted."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrices.entries import as_array, as_count, fault_of, plain, without_symbols

FLAT = "weight must be one-dimensional"
_INT64 = np.iinfo(np.int64)


def check_shape(shape: tuple[int, ...], N: int) -> None:
    if shape != (N,):
        raise ValueError(f"weight must have the shape of y_true, {(N,)}, not {shape}")


def amounts(weight: Any, N: int, start: int) -> NDArray[Any]:
    """The weights as int64 or float64, once each is checked."""
    amount = as_array("weight", weight, FLAT)
    check_shape(amount.shape, N)
    if amount.dtype.kind not in "biufO":
        raise ValueError(f"weight must hold numbers; its dtype is {amount.dtype}")
    if amount.dtype == object:
        fault = np.array([fault_of(entry) is not None for entry in amount])
    else:
        with np.errstate(over="ignore"):
            real = amount.astype(np.float64)
        fault = ~((real >= 0) & (real < np.inf))
    if fault.any():
        at = int(np.argmax(fault))
        raise ValueError(
            f"weight has {plain(amount[at])!r} at position {at + start}: weights are "
            "finite and not negative numbers; drop the observation, or give it a weight"
        )
    if amount.dtype.kind == "f":
        return real
    # Python's sum is exact but slow, so it is used only where int64 may overflow.
    if amount.dtype == object or int(amount.max()) * N > _INT64.max:
        without_symbols("weight", amount, "value")
        return packed([n if type(n) is int else as_count(n) for n in amount.tolist()])
    return amount.astype(np.int64)


def packed(numbers: list[Any], subject: str = "the weights") -> NDArray[Any]:
    """Numbers as int64 if all are whole, once their sum is checked, or else as float64.

    Examples
    --------
    >>> packed([1, 2]), packed([1, 0.5])
    (array([1, 2]), array([1. , 0.5]))
    """
    if not all(isinstance(number, int) for number in numbers):
        return np.array(numbers, dtype=np.float64)
    check_sum(sum(numbers), subject)
    return np.array(numbers, dtype=np.int64)


def check_sum(total: float, subject: str = "the weights") -> None:
    if isinstance(total, int) and total > _INT64.max:
        raise ValueError(f"{subject} sum to more than 63 bits: give floats")
    if total == np.inf:
        raise ValueError("the weights sum to more than a float holds: divide them")


def add_in_pairs(counts: NDArray[Any], cell: NDArray[np.int64], amount: NDArray[Any]) -> None:
    """Add the weights of each cell pairwise, so that a large one does not absorb small ones."""
    if len(counts) <= 1 << 16:
        cell = cell.astype(np.uint16)  # is sorted much faster
    order = np.argsort(cell, kind="stable")
    cells, first = np.unique(cell[order], return_index=True)
    with np.errstate(over="ignore"):  # an infinity is refused at the end
        counts[cells] += np.add.reduceat(amount[order], first)


def number_of(count: Any, place: str) -> Any:
    """A count as a Python int, or as a float if it is not a whole number or is a float.

    Examples
    --------
    >>> number_of(Decimal("2.0"), "row 0"), number_of(2.0, "row 1")
    (2, 2.0)
    """
    count = plain(count)
    fault = fault_of(count)
    try:
        number = as_count(count) if fault is None else np.nan
    except TypeError:  # a symbol
        fault = "an unsupported"
    if fault == "an unsupported":
        raise ValueError(f"{place} has the count {count!r}, which is not a number")
    if not 0 <= number < np.inf:
        shown = str(count).lower() if isinstance(count, Decimal) else repr(count)
        raise ValueError(f"{place} has {shown}, which is negative or not finite")
    return number
