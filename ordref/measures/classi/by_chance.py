"""ClasSi of a random ranking: its mean and variance, and the tails of its test."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.sums import quotient
from .rankings import gaps

# Positions in all arrangements that an exact test may have; 8 * 8! are fewer.
_MOST = 1_000_000


def mean_and_variance(x: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Mean and variance of ClasSi_k from sums over pairs, triples and fours of objects."""
    S, m = x.shape
    g = gaps(np.sort(x, axis=1))
    j = np.arange(1, m)
    # For each object, nearest first: its total distance from nearer and from farther ones.
    down, up = np.zeros((2, S, m), dtype=g.dtype)
    np.cumsum(g * j, axis=1, out=down[:, 1:])
    up[:, :-1] = (g * (m - j))[:, ::-1].cumsum(axis=1)[:, ::-1]
    W = down[:, ::-1].cumsum(axis=1)
    total = W[:, -1:]
    distance = down + up
    squares = (distance - 2 * total / m) ** 2
    # Summed squares of the differences of all pairs.
    B = ((down - up) ** 2).sum(axis=1, keepdims=True) / m
    two = max(1, m * (m - 1))
    three, four = max(1, two * (m - 2)), max(1, two * (m - 2) * (m - 3))
    mu2 = (total / two) ** 2
    same = B / two - mu2
    first = ((down**2).sum(axis=1, keepdims=True) - B) / three - mu2
    second = ((up**2).sum(axis=1, keepdims=True) - B) / three - mu2
    chain = (down * up).sum(axis=1, keepdims=True) / three - mu2
    apart = (B - 2 * total**2 / two - squares.sum(axis=1, keepdims=True)) / four
    k = np.arange(1, m + 1).astype(g.dtype)
    P, *shared = _pairs_of_pairs(k, m)
    variance = P * same
    for number, excess in zip(shared, (first, second, chain), strict=True):
        variance = variance + number * excess
    variance = variance + (P**2 - P - sum(shared)) * apart
    mean = 1 - P * quotient(total + 0 * W, W) / max(1, two // 2)
    return mean, 4 * quotient(np.maximum(variance, 0), W**2)


def _pairs_of_pairs(k: Any, m: int) -> tuple[Any, ...]:
    """The number of pairs a < b with a <= k, and of ordered pairs of these that share one position.

    They share the first position only, the second only, or the second of one is the first of
    the other.
    """

    def three(r: Any) -> Any:
        """Sum of i (i - 1) over i = 0, ..., r."""
        return (r - 1) * r * (r + 1) // 3

    P = k * (2 * m - k - 1) // 2
    first = three(m + 0 * k - 1) - three(m - k - 1)
    second = three(k - 1) + (m - k) * k * (k - 1)
    middle = k * (k - 1) * (3 * m - 2 * k - 2) // 3
    return P, first, second, middle


def are_few(counts: list[int]) -> bool:
    """Whether all arrangements can be listed, with `counts` objects at each distance."""
    m = sum(counts)
    if len(counts) == 1:
        return True
    if m**2 > _MOST:  # there are m arrangements at least
        return False
    alike = math.prod(math.factorial(count) for count in counts)
    return math.factorial(m) // alike * m <= _MOST


def normal_tail(z: float) -> dict[str, float]:
    up, down, far = (math.erfc(x / math.sqrt(2)) / 2 for x in (z, -z, abs(z)))
    return {"greater": up, "less": down, "two-sided": 2 * far}


def arrangements(u: NDArray[Any], counts: list[int]) -> NDArray[Any]:
    """All arrangements of objects, `counts` of them at each of the distances `u`, as rows."""
    codes = np.zeros((1, counts[0]), dtype=np.int8)
    for code, count in enumerate(counts[1:], start=1):
        m = codes.shape[1] + count
        places = np.array(list(itertools.combinations(range(m), codes.shape[1])))
        wider = np.full((len(places), len(codes), m), code, dtype=np.int8)
        index = np.arange(len(places))[:, None, None], np.arange(len(codes))[:, None]
        wider[(*index, places[:, None, :])] = codes
        codes = wider.reshape(-1, m)
    arranged: NDArray[Any] = u[codes]
    return arranged
