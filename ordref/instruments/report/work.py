"""The work that the searches of one call may spend together, and warnings about it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.entries import warn
from ...measures.functional import searched_and_spent

# What all searches of one call may spend, in the units of `functional_correlation`: it
# lasts some minutes. To begin a search costs START.
ALL, START = 1 << 35, 1 << 18
# Searches that will take more than LONG seconds are announced, once SOON seconds have shown
# how long they take.
LONG, SOON = 30, 2


class Work:
    """What the searches of one call may spend together; it warns once of each problem.

    Examples
    --------
    >>> work = Work(tables=2)
    >>> work.search(np.eye(2), "co", 1 << 24), work.left < ALL
    ((1.0, 1.0), True)
    """

    def __init__(self, tables: int) -> None:
        self.tables, self.done, self.left = tables, 0, ALL
        self.start = time.monotonic()
        self.is_long = self.is_over = False

    def search(self, cm: NDArray[Any], kind: str, most: int) -> tuple[float, float]:
        """The value that a search finds, and the bound that it proves, within the work left."""
        if self.left > 0:
            with suppress(ValueError):  # entries too far apart for whole numbers
                result, spent = searched_and_spent(cm, kind, min(most, self.left))
                self.left -= START + spent
                return result.value, result.bound
        sides = (np.count_nonzero(cm.sum(axis=axis)) for axis in (0, 1))
        return (-1.0, 1.0) if min(sides) > 1 else (np.nan, np.nan)

    def count_table(self) -> None:
        """Count a table as done; warn if the searches will take long, or the work is spent."""
        self.done += 1
        ahead, took = self.tables - self.done, time.monotonic() - self.start
        whole = took / self.done * self.tables
        if self.left <= 0 and ahead and not self.is_over:
            self.is_over = True
            warn(
                "the searches have spent what those of one call may: the functional "
                f"correlations of the last {ahead:,} matrices, and perhaps of the one before, "
                "are not computed; give fewer at a time"
            )
        elif took >= SOON and whole - took > LONG and not self.is_long | self.is_over:
            self.is_long = True
            warn(
                f"the functional correlations of {self.tables:,} matrices are searched for, "
                f"which takes about {whole:.0f} s: measures= can leave them out"
            )
