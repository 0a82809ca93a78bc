"""The uniform ordinal classification index: the ordinal index without a weight to choose."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import TooLargeError, as_numbers, of_matrix
from ..matrices.limits import CLASSES_OF_UOC
from ..matrices.sums import blocks, distances, scalar_or_array, weighted_sum

__all__ = ["uoc"]

# Cells of all matrices that are looked at together, to stay in the processor's cache.
_CELLS = 1 << 16


@of_matrix
def uoc(cm: ArrayLike) -> Any:
    """Uniform ordinal classification index: `oci` of equally frequent classes, over all weights.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1, lower is better; 0 exactly for a diagonal matrix. Defined for
        every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), holds
        symbols, which have no minimum, or has more than 300 classes.

    Notes
    -----
    Silva, Pinto and Cardoso (2018); we know the definition at second hand, from the program
    BADGER. The row of each class present is divided by its sum. With J classes present, the
    index is the integral over x from 0 to 1 of `oci` of that matrix with ``beta = x / J``.
    The cost of a path is a linear function of x, so the integrand is a lower envelope of
    lines, and is integrated exactly from corner to corner. Each line takes two searches for
    a cheapest path, of O(K**2) steps each.

    Examples
    --------
    >>> uoc([[0, 1], [1, 0]])
    0.9375
    """
    n = as_numbers(cm, "minimum")
    K = n.shape[-1]
    if K > CLASSES_OF_UOC:
        raise TooLargeError(
            f"cm has {K} classes, and uoc takes at most {CLASSES_OF_UOC}: merge neighbouring "
            "classes, or choose another measure"
        )
    stack = n.reshape(-1, K, K)
    sizes = stack.sum(axis=2, keepdims=True)
    rows = stack / np.where((sizes == 0).astype(bool), 1, sizes)
    D = distances(K).astype(n.dtype)
    J = (sizes != 0).sum(axis=(1, 2)).astype(n.dtype)
    steps, errors = weighted_sum(rows, D), weighted_sum(rows, distances(K, 0))
    T = J + steps
    area = np.empty_like(T)
    for part in blocks(len(T), _CELLS // K**2):
        area[part] = _area(rows[part], T[part], T[part] / J[part])
    # The path over the diagonal costs at most (steps + errors) / T, and no path costs less
    # than steps / T: rounding must not leave these bounds, both 0 for a diagonal matrix only.
    area = np.maximum(steps, np.minimum(area, steps + errors))
    return scalar_or_array((area / T).reshape(n.shape[:-2]))


def _area(rows: NDArray[Any], T: NDArray[Any], unit: NDArray[Any]) -> NDArray[Any]:
    """Integral over x in [0, 1] of T times the cost of the cheapest path.

    The cost is concave in x. Where it reaches the point at which the lines at both ends of
    an interval meet, it equals these lines between; otherwise that point divides the interval.
    """
    S, K, _ = rows.shape
    noise = 0 if rows.dtype == object else 1e-15 * K
    strips = _strips(rows)
    x0 = np.zeros_like(T)
    x1 = x0 + 1
    index = np.arange(S)
    a, s = _cheapest(strips, np.tile(index, 2), T, unit, np.concatenate([x0, x1]))
    lower, upper = np.array([x0, a[:S], s[:S]]), np.array([x1, a[S:], s[S:]])
    area = np.zeros_like(T)
    while index.size:
        (x0, a0, s0), (x1, a1, s1) = lower, upper
        # Two lines of one slope are the same line, and meet everywhere.
        gap = s0 - s1
        flat = (gap <= 0).astype(bool)
        x = np.where(flat, x1, (a1 - a0) / np.where(flat, gap * 0 + 1, gap))
        x = np.minimum(np.maximum(x, x0), x1)
        a, s = _cheapest(strips, index, T, unit, x)
        met = a0 + s0 * x
        done = (a + s * x >= met - noise).astype(bool)
        left = (x - x0) * (a0 + s0 * (x0 + x) / 2)
        right = (x1 - x) * (a1 + s1 * (x + x1) / 2)
        np.add.at(area, index[done], (left + right)[done])
        index = np.tile(index[~done], 2)
        middle, more = np.array([x, a, s]), np.tile(~done, 2)
        lower = np.hstack([lower, middle])[:, more]
        upper = np.hstack([middle, upper])[:, more]
    return area


def _strips(rows: NDArray[Any]) -> list[tuple[int, int, NDArray[Any], NDArray[Any]]]:
    """The cells with r + c = 0, 1, ...: first row, last row, proportions, and times steps.

    The matrices are the last axis.
    """
    K = rows.shape[-1]
    strips = []
    for total in range(2 * K - 1):
        start, stop = max(0, total - K + 1), min(K, total + 1)
        r = np.arange(start, stop)
        share = np.ascontiguousarray(rows[:, r, total - r].T)
        steps = np.abs(2 * r - total)[:, None].astype(rows.dtype)
        strips.append((start, stop, share, share * steps))
    return strips


def _cheapest(
    strips: list[Any], index: NDArray[Any], T: Any, unit: Any, x: Any
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The cost of the path that is cheapest at x as a line, constant and slope, times T.

    No path has two cells of one strip, so a strip is computed at once: each cell from the
    cheapest of its neighbours on the diagonal, above and on the left.
    """
    K = len(strips) // 2 + 1
    price = unit[index] * x
    # Cost, gain and penalty of the paths to the cells of three strips, by their rows; rows
    # before the first and after the last of a strip are beyond the matrix.
    before, last, new = np.full((3, 3, K + 2, len(x)), np.inf, dtype=T.dtype)
    before[:, 0] = 0
    for start, stop, share, worth in strips:
        if len(T) > 1:
            share, worth = share[:, index], worth[:, index]
        best = before[:, start:stop]
        for other in (last[:, start:stop], last[:, start + 1 : stop + 1]):
            best = np.where((other[0] < best[0]).astype(bool), other, best)
        cells = new[:, start + 1 : stop + 1]
        cells[0] = best[0] + (price * worth - share)
        cells[1] = best[1] + share
        cells[2] = best[2] + worth
        new[0, start] = new[0, stop + 1] = np.inf
        before, last, new = last, new, before
    gain, penalty = last[1:, K]
    return T[index] - gain, unit[index] * penalty
