"""All tables with given margins, and a search for one with printed values.

The search is simulated annealing: in many tables at once some observations change cells. What
brings the values nearer to the printed ones is kept, and at first also much that does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..uncertainty.resampling import continued
from .claims import Claim
from .listed import CLOSE, Sought, Tables, has_all, listing, most_tables, sought_values

# Starts, and the first and the last temperature.
_STARTS, _HOT, _COLD = 5, 3.0, 0.2
# Rounds and tables in each, and fewer if they have more than so many cells in all, or in a round.
_ROUNDS, _CHAINS, _MOST, _MOST_EACH, _LEAST_CHAINS = 1_000, 200, 10**7, 10**4, 8
# So that sums of three such products are whole numbers of 64 bits.
_LARGEST = 2**60
# A value that is undefined counts as so many units of the last place off.
_FAR = 1e6


def every_table(claim: Claim, by: Sequence[str] = ()) -> Tables | None:
    """All tables with the margins of a claim, and within the bounds of some values; see `listed`.

    None if there are too many.

    Examples
    --------
    >>> from .claims import claim
    >>> every_table(claim({"mae": "0"}, N=2, K=2, sizes=[1, 1], predicted=[0, 2])).tolist()
    [[[0, 1], [0, 1]]]
    """
    if not (most := most_tables(claim)):
        return None
    order = listing(claim, by)
    width, largest = len(order.columns), _LARGEST // claim.N[0]
    bounds = [b for b in order.bounds if max(map(abs, (*b.factors, b.most))) <= largest]
    left = np.array([order.columns], dtype=np.int64)
    tables = np.empty((1, 0), dtype=np.int64)
    sums = np.zeros((1, len(bounds)), dtype=np.int64)
    for r, n in enumerate(order.rows):
        rest = np.full(len(tables), n, dtype=np.int64)
        for c in range(width):
            low = np.maximum(rest - left[:, c + 1 :].sum(axis=1), 0)
            high = np.minimum(rest, left[:, c])
            for bound, total in zip(bounds, sums.T, strict=True):
                factor, others, later = bound.factors_at(r, c, order)
                # factor x + others (rest - x) + total + later is at most the bound.
                room, slope = (bound.most - total - later - others * rest, factor - others)
                if slope > 0:
                    high = np.minimum(high, room // slope)
                elif slope:
                    low = np.maximum(low, -(room // -slope))
                else:
                    high = np.where(room < 0, -1, high)
            if (step := continued(low, high, most)) is None:
                return None
            start, x = step
            tables = np.column_stack([tables[start], x])
            rest, left = rest[start] - x, left[start]
            left[:, c] -= x
            factors = np.array([b.factors[r * width + c] for b in bounds], dtype=np.int64)
            sums = sums[start] + x[:, None] * factors
    filled = tables.reshape(-1, claim.K, claim.K)
    return filled.transpose(0, 2, 1) if order.turned else filled


def table_by_search(claim: Claim) -> Tables | None:
    """A table with the printed values, or None."""
    values, moves = sought_values(claim), Moves(claim)
    chains = max(min(_CHAINS, _MOST_EACH // claim.K**2), _LEAST_CHAINS)
    rounds = min(_ROUNDS, _MOST // (chains * claim.K**2))
    for seed in range(_STARTS):
        rng = np.random.default_rng(seed)
        tables = np.tile(moves.start, (chains, 1, 1))
        far = _distances_from(values, tables)
        for temperature in np.geomspace(_HOT, _COLD, rounds):
            moved = moves.neighbours(tables, rng)
            new = _distances_from(values, moved)
            for k in np.flatnonzero(new == 0)[:3]:
                if has_all(claim, moved[k], -CLOSE):
                    return np.asarray(moved[k])
            kept = new - far < -temperature * np.log1p(-rng.random(chains))
            tables[kept], far[kept] = moved[kept], new[kept]
    return None


def _distances_from(values: list[Sought], tables: Tables) -> NDArray[np.float64]:
    """The distance of each table from the printed values, by orders of magnitude."""
    units = np.array([np.minimum(v.distance_outside(tables) / v.unit, _FAR) for v in values])
    return np.asarray(np.log1p(units).sum(axis=0))


class Moves:
    """Steps from tables to others with the margins that are known."""

    def __init__(self, claim: Claim) -> None:
        S, K, N = claim.splits, claim.K, sum(claim.N)
        self.K, self.rows, self.columns = K, claim.sizes, claim.predicted
        # The first rows and columns are filled first.
        even = [N // K + (k < N % K) for k in range(K)]
        rows, columns = (
            [n * S for n in m] if m else [*even] for m in (claim.sizes, claim.predicted)
        )
        self.start = np.zeros((K, K), dtype=np.int64)
        for r in range(K):
            for c in range(K):
                self.start[r, c] = n = min(rows[r], columns[c])
                rows[r] -= n
                columns[c] -= n

    def neighbours(self, tables: Tables, rng: Any) -> Tables:
        """Each table with some observations moved, at most twice."""
        K, index, moved = self.K, np.arange(len(tables)), tables.copy()
        for _ in range(2):
            r, c = self._cell(moved, rng)
            n, (q, d) = moved[index, r, c], rng.integers(K, size=(2, len(index)))
            if self.rows and self.columns:
                q, d = self._cell(moved, rng)
                n = np.minimum(n, moved[index, q, d])
            elif self.rows:
                q = r
            elif self.columns:
                d = c
            # None, one, or more, each order of magnitude as often.
            n = np.floor(n ** rng.random(len(index))).astype(np.int64)
            n *= rng.integers(2, size=len(index))
            moved[index, r, c] -= n
            moved[index, q, d] += n
            if self.rows and self.columns:  # two observations exchange their predictions
                moved[index, q, d] -= 2 * n
                moved[index, q, c] += n
                moved[index, r, d] += n
        return moved

    def _cell(self, tables: Tables, rng: Any) -> Any:
        """A cell of each table that is not empty."""
        cells = tables.reshape(len(tables), -1)
        return np.divmod((rng.random(cells.shape) * (cells > 0)).argmax(axis=1), self.K)
