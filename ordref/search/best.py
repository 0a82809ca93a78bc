"""The best pair of valuations that a search has found so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .table import CountTable, Floats

# Values closer than this are equal for the search: more than the rounding error of a
# singular value, and less than the 1e-12 that is promised.
ROUNDING = 1e-13


@dataclass
class Best:
    """The best pair so far."""

    table: CountTable
    value: float = -np.inf
    f: Floats = field(default_factory=lambda: np.empty(0))
    g: Floats = field(default_factory=lambda: np.empty(0))

    def offer(self, f: Floats, g: Floats) -> None:
        """Keep this pair if it is better."""
        f, g = self.table.standardised_pair(f, g)
        value = self.table.correlation(f, g)
        if value > self.value:
            self.value, self.f, self.g = value, f, g
