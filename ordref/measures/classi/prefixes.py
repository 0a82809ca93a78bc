"""The costs of the prefixes of a ranking, summed over thresholds or by halving."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.sums import blocks, quotient
from .rankings import gaps

# Positions of all rankings that are processed together: memory that does not grow with the
# number of rankings, nor, with few classes, with their length.
_CELLS = 1 << 16
# With this many classes for each halving of a ranking, both ways take the same time.
_FEW = 4


def curve(x: NDArray[Any], k: int) -> NDArray[Any]:
    """ClasSi_1, ..., ClasSi_k of each row, in the way that is faster for its classes.

    Examples
    --------
    >>> curve(np.array([[0, 2, 1], [1, 1, 1]]), 2)
    array([[1. , 0.5],
           [nan, nan]])
    """
    many = _kinds(x) > _FEW * x.shape[1].bit_length()
    if not many.any():
        return by_thresholds(x, k)
    if many.all():
        return by_halves(x, k)
    values = np.empty((len(x), k), dtype=object if x.dtype == object else np.float64)
    values[many], values[~many] = by_halves(x[many], k), by_thresholds(x[~many], k)
    return values


def _kinds(x: NDArray[Any]) -> NDArray[np.int64]:
    """How many different distances each row has; the sorted copy is freed on return."""
    ascending = np.sort(x, axis=1)
    steps: NDArray[np.int64] = np.sum(
        ascending[:, 1:] != ascending[:, :-1], axis=1, dtype=np.int64
    )
    return 1 + steps


# ------------------------------------------------------------------- few classes


def by_thresholds(x: NDArray[Any], k: int) -> NDArray[Any]:
    """`curve`: one threshold between two classes after the other, in blocks of positions.

    Examples
    --------
    >>> by_thresholds(np.array([[0, 2, 1]]), 2)
    array([[1. , 0.5]])
    """
    S, m = x.shape
    u, N = _levels(x)
    g = gaps(u)
    to_come, rooted = N.copy(), np.zeros_like(N)
    curve = np.empty((S, k), dtype=g.dtype)
    for part in blocks(k, _CELLS // max(1, S)):
        a = np.arange(part.start, part.stop, dtype=np.int64) + 1
        cost = np.zeros((S, len(a)), dtype=g.dtype)
        worst = np.zeros_like(cost)
        for j in range(g.shape[1]):
            near = x[:, part] <= u[:, j : j + 1]
            after = to_come[:, j : j + 1] - near.cumsum(axis=1, dtype=np.int64)
            to_come[:, j] = after[:, -1]
            after[near] = 0
            pairs = rooted[:, j : j + 1] + after.cumsum(axis=1)
            rooted[:, j] = pairs[:, -1]
            n = N[:, j : j + 1]
            cost += g[:, j : j + 1] * pairs
            worst += g[:, j : j + 1] * (n * np.minimum(a, m - n))
        curve[:, part] = 1 - quotient(2 * cost, worst)
    return curve


def _levels(x: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The distinct distances of each row, ascending, and how many objects are at most so far.

    A row with fewer distinct distances repeats its last one.
    """
    ascending = np.sort(x, axis=1)
    ends = ascending[:, 1:] != ascending[:, :-1]
    row, last = np.nonzero(ends)
    level = np.cumsum(ends, axis=1, dtype=np.int32)[row, last] - 1
    u = np.repeat(ascending[:, -1:], level.max(initial=-1) + 2, axis=1)
    N = np.full(u.shape, x.shape[1], dtype=np.int64)
    u[row, level], N[row, level] = ascending[row, last], last + 1
    return u, N


# ------------------------------------------------------------------- many classes


def by_halves(x: NDArray[Any], k: int) -> NDArray[Any]:
    """The sums of `by_thresholds`, added in another order, in blocks of rows.

    Examples
    --------
    >>> by_halves(np.array([[0, 2, 1]]), 2)
    array([[1. , 0.5]])
    """
    parts = blocks(len(x), _CELLS // x.shape[1])
    return np.concatenate([_curve_of_rows(x[part], k) for part in parts])


def _curve_of_rows(x: NDArray[Any], k: int) -> NDArray[Any]:
    m = x.shape[1]
    order = np.argsort(x, axis=1, kind="stable")
    u = np.take_along_axis(x, order, axis=1)
    most = x[:, :k] == u[:, ::-1][:, :k]
    if u.dtype.kind == "f":
        # As in `gaps`: a power of two that keeps sums finite, and changes no ratio.
        widest = np.diff(u, axis=1).max(axis=1, keepdims=True, initial=0)
        u = np.ldexp(u, -np.frexp(widest)[1])
    worst = _running_sums(_sums_of_gaps(u, np.arange(1, m + 1))[:, ::-1][:, :k])
    cost = np.minimum(_running_sums(_costs(u, order, k)), worst)
    # Exactly the worst cost where the prefix is a worst one: rounding differs by order.
    cost = np.where(np.logical_and.accumulate(most, axis=1), worst, cost)
    return 1 - quotient(2 * cost, worst)


def _costs(u: NDArray[Any], order: NDArray[Any], k: int) -> NDArray[Any]:
    """The cost of each of the first k positions, from ascending distances and their positions.

    A block of positions, in order of distance, is divided into its halves until each block
    is one position. Before each division every object of the left half is compared with all
    nearer ones in the right half, so each pair that is in the wrong order is counted once.
    """
    S, m = u.shape
    size = 1 << (m - 1).bit_length()
    # Objects added at the end are as far as the farthest: they cost nothing.
    u = np.concatenate([u, np.repeat(u[:, -1:], size - m, axis=1)], axis=1)[:, None]
    beyond = np.broadcast_to(np.arange(m, size), (S, size - m))
    place = np.concatenate([order, beyond], axis=1)[:, None]
    cost = np.zeros(u.shape, dtype=object if u.dtype == object else np.float64)
    while size > 1:
        size //= 2
        right = (place & size).astype(bool)
        # Every block has as many on the right as on the left.
        before = np.arange(right.size // (2 * size)).reshape(*right.shape[:2], 1) * size
        count = np.cumsum(right).reshape(right.shape) - before
        cost += np.where(right, 0, _sums_of_gaps(u, count))
        blocks = -(-k // size)
        u, place, cost = (_halves(a, right)[:, :blocks] for a in (u, place, cost))
    return cost[:, :, 0]


def _sums_of_gaps(u: NDArray[Any], count: NDArray[Any]) -> NDArray[Any]:
    """The sum of the differences between each distance and the smaller ones that `count` counts."""
    g: NDArray[Any] = np.diff(u, axis=-1)
    if g.dtype != object:
        g = g.astype(np.float64)
    sums = np.zeros(u.shape, dtype=g.dtype)
    sums[..., 1:] = _running_sums(g * count[..., :-1])
    return sums


def _halves(a: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """The left and the right half of each block, each in its present order."""
    S, blocks, size = a.shape
    halves = [a[side].reshape(S, blocks, size // 2) for side in (~right, right)]
    return np.stack(halves, axis=2).reshape(S, 2 * blocks, size // 2)


def _running_sums(a: NDArray[Any]) -> NDArray[Any]:
    """Cumulative sums by pairs: the error grows with the logarithm of the length."""
    n = a.shape[-1]
    if n < 2:
        return a
    sums = np.empty_like(a)
    sums[..., 1::2] = _running_sums(a[..., : n - n % 2 : 2] + a[..., 1::2])
    sums[..., 0] = a[..., 0]
    sums[..., 2::2] = a[..., 2::2] + sums[..., 1 : n - 1 : 2]
    return sums
