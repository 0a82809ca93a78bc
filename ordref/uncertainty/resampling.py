"""Samples drawn again: tables of counts, pairs of predictions exchanged, orders of predictions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Numbers in the resamples that are looked at together, 8 bytes each.
_CELLS = 1 << 22
# Tables, or exchanges, that are gone through one by one.
MOST = 50_000
# The generators of numpy count in 63 bits.
_MOST_DRAWN = 2.0**63
# Tables of more classes are not gone through.
_MOST_CLASSES = 20


def parts(B: int, size: int) -> Iterator[int]:
    """How many resamples of such a size to draw at a time, B in all."""
    most = max(1, _CELLS // size)
    for start in range(0, B, most):
        yield min(most, B - start)


def drawable(N: float) -> int:
    """So many observations, if they can be drawn.

    Examples
    --------
    >>> drawable(100.0)
    100
    """
    if N >= _MOST_DRAWN:
        raise ValueError(
            f"there are {N:.3g} observations, more than can be drawn again: by then the "
            "method 'delta' is as good"
        )
    return int(N)


def tables(
    n: Floats, sampling: str, B: int, rng: np.random.Generator
) -> Iterator[Floats]:
    """B tables drawn again, some at a time, shape (b, K, K); n has clusters in front or not."""
    K = n.shape[-1]
    for b in parts(B, max(n.size, K * K)):
        if sampling == "clusters":
            G = len(n)
            times = rng.multinomial(G, np.full(G, 1 / G), size=b).astype(np.float64)
            yield (times @ n.reshape(G, -1)).reshape(b, K, K)
            continue
        drawn = np.zeros((b, K * K))
        rows = np.arange(K * K).reshape(K, K)
        for cells in rows if sampling == "rows" else [rows.ravel()]:
            seen = cells[n.flat[cells] > 0]
            if len(seen):
                count = n.flat[seen]
                N = count.sum()
                drawn[:, seen] = rng.multinomial(drawable(N), count / N, size=b)
        yield drawn.reshape(b, K, K)


def two_tables(
    cells: NDArray[np.int64], K: int, drawn: Floats
) -> tuple[Floats, Floats]:
    """The tables of both classifiers from counts of the cells (true, first, second)."""
    t, a, b = cells
    return _table(t * K + a, K, drawn), _table(t * K + b, K, drawn)


def _table(place: NDArray[np.int64], K: int, drawn: Floats) -> Floats:
    """Counts, shape (b, m), added up where they have the same place in the table."""
    order = np.argsort(place, kind="stable")
    places, starts = np.unique(place[order], return_index=True)
    found = np.zeros((len(drawn), K * K))
    found[:, places] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return found.reshape(len(drawn), K, K)


class Exchange:
    """The two predictions of each observation, in either order.

    Observations of one class with the same two predictions are alike: of m of them the
    number whose predictions are exchanged is binomial.
    """

    def __init__(self, cells: NDArray[np.int64], count: Floats, K: int) -> None:
        self.K = K
        t, a, b = cells
        low, high = np.minimum(a, b), np.maximum(a, b)
        pair, which = np.unique((t * K + low) * K + high, return_inverse=True)
        self.t, rest = np.divmod(pair, K * K)
        self.low, self.high = np.divmod(rest, K)
        self.m = np.bincount(which, weights=count)
        # To exchange what is the same changes nothing.
        sizes = np.where(self.low != self.high, self.m, 0)
        if sizes.max() >= _MOST_DRAWN:
            raise ValueError(
                f"the table has {sizes.max():.3g} observations of one class with the same "
                "two predictions, more than can be exchanged at random: give a sample of "
                "them"
            )
        self.sizes = sizes.astype(np.int64)

    def tables(self, drawn: Floats) -> tuple[Floats, Floats]:
        """Both tables if so many of each kind have their lower prediction from the first."""
        cells = np.array([self.t, self.low, self.high])
        low = two_tables(cells, self.K, drawn)
        high = two_tables(cells, self.K, self.m - drawn)
        return low[0] + high[1], low[1] + high[0]

    def are_few(self) -> bool:
        """Whether all exchanges can be gone through."""
        return math.prod(int(m) + 1 for m in self.sizes) <= MOST

    def every(self) -> tuple[Floats, Floats]:
        """All of them, and their probabilities."""
        drawn = np.indices(tuple(self.sizes + 1)).reshape(len(self.sizes), -1).T
        drawn = drawn.astype(np.float64)
        chance = np.ones(len(drawn))
        for k, m in enumerate(self.sizes):
            chance *= binomial(int(m))[drawn[:, k].astype(np.int64)]
        return drawn, chance

    def some(self, B: int, rng: np.random.Generator) -> Iterator[Floats]:
        for b in parts(B, max(len(self.sizes), 2 * self.K**2)):
            drawn = rng.binomial(self.sizes, 0.5, size=(b, len(self.sizes)))
            yield drawn.astype(np.float64)


class ExchangeOfGroups:
    """The two predictions of all observations of a group, in either order; as `Exchange`."""

    def __init__(self, cells: NDArray[np.int64], each: Floats, K: int) -> None:
        self.first, self.second = two_tables(cells, K, each)
        changed = (self.first != self.second).any(axis=(1, 2))
        self.same = self.first[~changed].sum(axis=0)
        self.first, self.second = self.first[changed], self.second[changed]

    def tables(self, drawn: Floats) -> tuple[Floats, Floats]:
        """Both tables where the groups are as they were, 1, or exchanged, 0."""
        as_it_was = [np.tensordot(drawn, t, 1) for t in (self.first, self.second)]
        exchanged = [np.tensordot(1 - drawn, t, 1) for t in (self.second, self.first)]
        first, second = (
            a + b + self.same for a, b in zip(as_it_was, exchanged, strict=True)
        )
        return first, second

    def are_few(self) -> bool:
        """Whether all exchanges can be gone through."""
        return 1 << len(self.first) <= MOST

    def every(self) -> tuple[Floats, Floats]:
        """All of them, and their probabilities."""
        G = len(self.first)
        drawn = np.indices((2,) * G).reshape(G, 1 << G).T.astype(np.float64)
        return drawn, np.full(len(drawn), 0.5**G)

    def some(self, B: int, rng: np.random.Generator) -> Iterator[Floats]:
        G, K = len(self.first), self.same.shape[-1]
        for b in parts(B, max(G, 2 * K**2)):
            yield rng.integers(0, 2, size=(b, G)).astype(np.float64)


def binomial(m: int) -> Floats:
    """The probabilities of 0, ..., m heads among so many throws of a coin.

    Examples
    --------
    >>> binomial(3).tolist()
    [0.125, 0.375, 0.375, 0.125]
    """
    ways, all_ways = [1], 1 << m
    for k in range(m):
        ways.append(ways[-1] * (m - k) // (k + 1))
    return np.array([way / all_ways for way in ways])


# ------------------------------------------------------------------- orders of the predictions


def every_table(n: Floats) -> tuple[Floats, Floats] | None:
    """All tables with the margins of n, with their probabilities; None if they are many.

    They are filled cell by cell, with no more than leaves the other cells what they need:
    each beginning has an end, so that there are as many tables as beginnings, or more.
    """
    K = n.shape[-1]
    rows, columns = n.sum(axis=1).astype(int), n.sum(axis=0).astype(int)
    if columns.sum() > MOST or K > _MOST_CLASSES:
        return None
    # For each beginning: what is left of the columns.
    left, steps = columns[None], []
    for size in rows:
        wanted = np.full(len(left), size)
        for c in range(K):
            least = np.maximum(wanted - left[:, c + 1 :].sum(axis=1), 0)
            choices = np.minimum(wanted, left[:, c]) - least + 1
            if choices.sum() > MOST:
                return None
            begun = np.repeat(np.arange(len(left)), choices)
            before = np.cumsum(choices) - choices
            x = least[begun] + np.arange(len(begun)) - before[begun]
            wanted, left = wanted[begun] - x, left[begun]
            left[:, c] -= x
            steps.append((begun, x))
    found = np.empty((len(left), K * K))
    which = np.arange(len(left))
    for cell, (begun, x) in reversed([*enumerate(steps)]):
        found[:, cell], which = x[which], begun[which]
    factorials = np.array([math.lgamma(x + 1) for x in range(int(found.max()) + 1)])
    logs: Floats = -factorials[found.astype(int)].sum(axis=1)
    chance = np.exp(logs - logs.max())
    return found.reshape(-1, K, K), chance / chance.sum()


def some_tables(n: Floats, B: int, rng: np.random.Generator) -> Iterator[Floats]:
    """B tables with the margins of n, as a random order of the predictions makes them."""
    K = n.shape[-1]
    rows, columns = n.sum(axis=1).astype(np.int64), n.sum(axis=0).astype(np.int64)
    for b in parts(B, K * K):
        left = np.broadcast_to(columns, (b, K)).copy()
        drawn = np.zeros((b, K, K))
        for r in range(K - 1):
            wanted = np.full(b, rows[r])
            beyond = left.sum(axis=1)
            for c in range(K - 1):
                beyond = beyond - left[:, c]
                x = rng.hypergeometric(left[:, c], beyond, wanted)
                drawn[:, r, c], wanted = x, wanted - x
            drawn[:, r, K - 1] = wanted
            left = left - drawn[:, r].astype(np.int64)
        drawn[:, K - 1] = left
        yield drawn


def moments(n: Floats, w: Any) -> tuple[float, float]:
    """Mean and variance of the sum of scores w over all orders of the predictions.

    Of the scores less the means of their rows and columns only the squares are left
    (Hoeffding 1951).
    """
    N = n.sum()
    R, C = n.sum(axis=1), n.sum(axis=0)
    mean = R @ w @ C / N
    d = w - (w @ C / N)[:, None] - (R @ w / N)[None, :] + mean / N
    return float(mean), float(R @ d**2 @ C / max(N - 1, 1))


def kendall_variance(n: Floats) -> float:
    """Variance of the concordant pairs less the discordant ones (Kendall 1970, chapter 4)."""
    N = n.sum()
    both = n.sum(axis=1), n.sum(axis=0)
    tied = [(s * (s - 1)).sum() for s in both]
    triples = [(s * (s - 1) * (s - 2)).sum() for s in both]
    fives = [(s * (s - 1) * (2 * s + 5)).sum() for s in both]
    variance = (N * (N - 1) * (2 * N + 5) - sum(fives)) / 18
    variance += math.prod(triples) / max(9 * N * (N - 1) * (N - 2), 1)
    variance += math.prod(tied) / max(2 * N * (N - 1), 1)
    return float(variance)
