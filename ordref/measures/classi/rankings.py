"""Rankings of class distances: their check, their form as rows, and their differences."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...matrices.entries import as_array, numbers_in, refuse_faults, without_symbols


def as_rankings(distances: ArrayLike) -> NDArray[Any]:
    """Distances as an array of shape (..., m): whole numbers, float64 or exact objects."""
    x = as_array(
        "distances",
        distances,
        "distances must be rankings of one length: the rows differ",
    )
    if x.ndim == 0:
        raise ValueError("distances must have shape (..., m), one for each object")
    if x.shape[-1] == 0:
        raise ValueError("distances are empty: a ranking has at least one object")
    if x.dtype == bool:
        raise ValueError(
            "distances are booleans: give 1 for what is farther from the query and 0 for "
            "what is nearer; if True is relevant, that is 1 - np.asarray(distances, int)"
        )
    x = without_symbols("distances", numbers_in("distances", x))
    if x.dtype == object:
        return x
    if x.dtype.kind == "f":
        with np.errstate(over="ignore"):  # an infinity is refused below
            x = x.astype(np.float64, copy=False)
    refuse_faults("distances", x)
    return x


def as_rows(x: NDArray[Any]) -> NDArray[Any]:
    """The rankings as rows of one array, whose memory layout does not depend on the stack."""
    return np.ascontiguousarray(x.reshape(math.prod(x.shape[:-1]), x.shape[-1]))


def gaps(ascending: NDArray[Any]) -> NDArray[Any]:
    """Differences of neighbours, taken before whole numbers become floats.

    They are divided by a power of two, which changes no digit and no ratio, and keeps sums
    finite.
    """
    g: NDArray[Any] = np.diff(ascending, axis=1)
    if g.dtype == object:
        return g
    g = g.astype(np.float64)
    widest = g.max(axis=1, keepdims=True, initial=0)
    scaled: NDArray[Any] = np.ldexp(g, -np.frexp(widest)[1])
    return scaled
