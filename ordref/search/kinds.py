"""The pairs of valuations that each functional correlation allows."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .table import CountTable, Floats, Labels

Flags = NDArray[np.bool_]

# All pairs of a subset of rows and a subset of columns are tried up to so many classes of both
# together: 2**20 pairs, whose correlations take 8 MB.
_MOST_TOGETHER = 20


@dataclass(frozen=True)
class Kind:
    """All pairs of valuations; a kind does not distinguish (f, g) from (-f, -g).

    With ``sign`` -1, (f, g) is allowed if (f, -g) is with ``sign`` 1. ``contains`` is a
    smaller kind, all of whose pairs are allowed here.
    """

    sign: int = 1
    contains: Kind | None = None

    def allows(self, table: CountTable, f: Floats, g: Floats) -> Flags:
        """Whether f and g, values of the classes present, are allowed for sign 1."""
        return np.ones(len(f), dtype=bool)

    def may_join(self, side: Labels, t: int, e: int) -> Flags:
        """Whether class e, still unmerged, may join the block that begins with t."""
        return np.asarray(side[:, t] == t)

    def most_merges(self, R: int, C: int) -> int:
        """The largest number of tables that one more merge can make."""
        return (R * (R - 1) + C * (C - 1)) // 2

    def cut_pairs(self, table: CountTable) -> tuple[Floats, Floats, Flags, bool]:
        """Sets of true and of predicted classes, the pairs allowed, and whether these are all."""
        X, Y = (_upper_parts(np.arange(size)) for size in table.shape)
        Y = np.concatenate([Y, 1 - Y])
        return X, Y, np.ones((len(X), len(Y)), dtype=bool), False

    def known_order(self, K: int) -> Flags:
        """Which of K classes come before which, for every pair of valuations."""
        return np.zeros((K, K), dtype=bool)


class Monotone(Kind):
    """Both valuations increase with the class."""

    def allows(self, table: CountTable, f: Floats, g: Floats) -> Flags:
        steps = np.concatenate([np.diff(f), np.diff(g)], axis=1)
        return np.asarray((steps >= 0).all(axis=1) | (steps <= 0).all(axis=1))

    def may_join(self, side: Labels, t: int, e: int) -> Flags:
        return np.asarray(side[:, e - 1] == t)

    def most_merges(self, R: int, C: int) -> int:
        return R + C - 2

    def cut_pairs(self, table: CountTable) -> tuple[Floats, Floats, Flags, bool]:
        X, Y = (_upper_parts(np.arange(size)) for size in table.shape)
        return X, Y, np.ones((len(X), len(Y)), dtype=bool), True

    def known_order(self, K: int) -> Flags:
        return np.triu(np.ones((K, K), dtype=bool), 1)


class Comonotone(Kind):
    """The valuations order no two classes in opposite ways, of those true and predicted."""

    def allows(self, table: CountTable, f: Floats, g: Floats) -> Flags:
        rows, columns = table.common
        i, j = np.triu_indices(len(rows), 1)
        # Signs are multiplied, because a product of small differences may underflow.
        up = np.sign(f[:, rows[i]] - f[:, rows[j]])
        right = np.sign(g[:, columns[i]] - g[:, columns[j]])
        return np.asarray((up * right >= 0).all(axis=1))

    def cut_pairs(self, table: CountTable) -> tuple[Floats, Floats, Flags, bool]:
        complete = sum(table.shape) <= _MOST_TOGETHER
        if complete:
            X, Y = map(_subsets, table.shape)
        else:
            # Upper parts along two orders: that of the classes and that of the leading pair.
            _, f, g = table.leading(table.unmerged_labels())
            order = np.zeros(table.K)
            order[table.rows] += f[0]
            order[table.columns] += self.sign * g[0]
            X, Y = (
                np.concatenate([_upper_parts(side), _upper_parts(order[side])])
                for side in (table.rows, table.columns)
            )
        x, y = X[:, table.common[0]], Y[:, table.common[1]]
        # Indicators are comonotone if one set of classes is within the other.
        nested = np.minimum(x @ (1 - y).T, (1 - x) @ y.T) == 0
        return X, Y, np.asarray(nested), complete


KINDS: dict[str, Kind] = {
    "sup": Kind(),
    "ii": Monotone(1),
    "id": Monotone(-1),
    "co": Comonotone(1, Monotone(1)),
    "anti": Comonotone(-1, Monotone(-1)),
}


def _upper_parts(order: NDArray[Any]) -> Floats:
    """Indicators of the upper classes, for each cut of an order."""
    return (order >= np.unique(order)[1:, None]).astype(float)


def _subsets(size: int) -> Floats:
    """Indicators of all subsets, without the empty one and the whole set."""
    return np.array(list(itertools.product((0.0, 1.0), repeat=size))[1:-1])
