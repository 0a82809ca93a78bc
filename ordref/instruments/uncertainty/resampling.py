"""Blocks of resamples, the tables that they make, and permutations of predictions."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...matrices.limits import CLASSES_LISTED
from ...matrices.sums import blocks
from .arguments import Floats

# Numbers in one block of resamples, 8 bytes each.
_CELLS = 1 << 22
# More tables, or exchanges, are not enumerated.
MOST = 50_000
# The generators of numpy count in 63 bits.
MOST_DRAWN = 2.0**63


def block_sizes(B: int, size: int) -> list[int]:
    """The sizes of blocks that hold B resamples of `size` numbers each."""
    return [part.stop - part.start for part in blocks(B, _CELLS // size)]


def drawable(N: float) -> int:
    """The number of observations as an int; an error if it is too large to draw.

    Examples
    --------
    >>> drawable(100.0)
    100
    """
    if N >= MOST_DRAWN:
        raise ValueError(
            f"there are {N:.3g} observations, more than can be drawn again: give a sample of "
            "them, or take an interval by the method 'delta', which is as good"
        )
    return int(N)


def two_tables(cells: NDArray[np.int64], K: int, drawn: Floats) -> list[Floats]:
    """The tables of both classifiers from counts of the cells (true, first, second)."""
    t, *predicted = cells
    tables = np.zeros((2, K * K, len(drawn)))
    for table, side in zip(tables, predicted, strict=True):
        np.add.at(table, t * K + side, drawn.T)
    return [table.T.reshape(len(drawn), K, K) for table in tables]


# ------------------------------------------------------------------- permutations


def all_permuted_tables(n: Floats) -> tuple[Floats, Floats] | None:
    """All tables with the margins of n, with their probabilities; None if there are too many.

    With two rows they are all ways to deal the columns to two samples of the given sizes.
    Tables are filled cell by cell, and each cell leaves the others as much as they need: every
    partial table can be completed, so that the partial tables never outnumber the tables.
    """
    K = n.shape[-1]
    rows, columns = (n.sum(axis=k).astype(np.int64) for k in (1, 0))
    if columns.sum() > MOST or K > CLASSES_LISTED:
        return None
    # What is left of the columns, for each partial table.
    left, steps = columns[None], []
    for size in rows:
        wanted = np.full(len(left), size)
        for c in range(K):
            least = np.maximum(wanted - left[:, c + 1 :].sum(axis=1), 0)
            step = continued(least, np.minimum(wanted, left[:, c]), MOST)
            if step is None:
                return None
            parents, x = step
            wanted, left = wanted[parents] - x, left[parents]
            left[:, c] -= x
            steps.append(step)
    tables = np.empty((len(left), n.size))
    parent = np.arange(len(left))
    for cell, (parents, x) in reversed([*enumerate(steps)]):
        tables[:, cell], parent = x[parent], parents[parent]
    factorials = np.array([math.lgamma(x + 1) for x in range(int(tables.max()) + 1)])
    logs: Floats = -factorials[tables.astype(np.intp)].sum(axis=1)
    chance = np.exp(logs - logs.max())
    return tables.reshape(-1, *n.shape), chance / chance.sum()


def continued(
    low: NDArray[np.int64], high: NDArray[np.int64], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Each partial table with every value of its next cell: the table's number, and the value.

    None if there are more than `most`.

    Examples
    --------
    >>> parents, values = continued(np.array([0, 2]), np.array([1, 2]), 9)
    >>> parents.tolist(), values.tolist()
    ([0, 0, 1], [0, 1, 2])
    """
    choices = np.maximum(high - low + 1, 0)
    if np.minimum(choices, most + 1).sum() > most:
        return None
    parents = np.repeat(np.arange(len(low)), choices.astype(np.intp))
    before = np.cumsum(choices) - choices
    return parents, low[parents] + np.arange(len(parents)) - before[parents]


def permuted_tables(n: Floats, B: int, rng: np.random.Generator) -> Iterator[Floats]:
    """B tables with the margins of n, from random permutations of the predictions."""
    R, K = n.shape
    rows, columns = n.sum(axis=1).astype(np.int64), n.sum(axis=0).astype(np.int64)
    for b in block_sizes(B, n.size):
        left = np.broadcast_to(columns, (b, K)).copy()
        drawn = np.zeros((b, R, K))
        for r in range(R - 1):
            wanted = np.full(b, rows[r])
            rest = left.sum(axis=1)
            for c in range(K - 1):
                rest = rest - left[:, c]
                x = rng.hypergeometric(left[:, c], rest, wanted)
                drawn[:, r, c], wanted = x, wanted - x
            drawn[:, r, K - 1] = wanted
            left = left - drawn[:, r].astype(np.int64)
        drawn[:, R - 1] = left
        yield drawn


def variance_of_sum(n: Floats, w: Floats) -> float:
    """Variance of the sum of scores w over all permutations of the predictions.

    It is that of the doubly centred scores (Hoeffding 1951).
    """
    N, R, C = n.sum(), n.sum(axis=1), n.sum(axis=0)
    d = w - (w @ C / N)[:, None] - (R @ w / N)[None, :] + R @ w @ C / N**2
    return float(R @ d**2 @ C / max(N - 1, 1))


def kendall_variance(n: Floats) -> float:
    """Variance of the concordant less the discordant pairs (Kendall 1970, chapter 4)."""
    N = n.sum()
    margins = n.sum(axis=1), n.sum(axis=0)
    tied = [(s * (s - 1)).sum() for s in margins]
    triples = [(s * (s - 1) * (s - 2)).sum() for s in margins]
    fives = [(s * (s - 1) * (2 * s + 5)).sum() for s in margins]
    variance = (N * (N - 1) * (2 * N + 5) - sum(fives)) / 18
    variance += math.prod(triples) / max(9 * N * (N - 1) * (N - 2), 1)
    variance += math.prod(tied) / max(2 * N * (N - 1), 1)
    return float(variance)
