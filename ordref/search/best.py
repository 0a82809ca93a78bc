"""The best pair of valuations that a search has found so far."""

from __future__ import annotations

import numpy as np

from .table import CountTable, Floats, levelled

# Values closer than this are equal for the search: more than the rounding error of a
# singular value, and less than the 1e-12 that is promised.
ROUNDING = 1e-13


class Best:
    """The best pair so far."""

    def __init__(self, table: CountTable) -> None:
        self.table, self.value = table, -np.inf
        self.f = self.g = np.empty(0)

    def offer(self, f: Floats, g: Floats) -> None:
        """Keep this pair if it is better."""
        f, g = levelled(f, self.table.r), levelled(g, self.table.c)
        value = self.table.correlation(f, g)
        if value > self.value:
            self.value, self.f, self.g = value, f, g
