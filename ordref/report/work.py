"""The work that the searches of one call share, and what is said while they last."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..measures.functional import counted

# What all searches of one call may spend, in the units of `functional_correlation`, which
# is some minutes; and what it takes to begin one.
ALL, START = 1 << 35, 1 << 18
# Seconds of searches that begin without a word, and after which it is known how many.
LONG, SOON = 30, 2


class Work:
    """What the searches of one call may spend together, and whether that has been told.

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
        # Called after each table, as by what draws a bar.
        self.tick: Callable[[], None] = lambda: None

    def search(self, cm: NDArray[Any], kind: str, most: int) -> tuple[float, float]:
        """The value that a search found, and the bound that it proved, for so much work."""
        if self.left > 0:
            try:
                found, spent = counted(cm, kind, min(most, self.left))
            except ValueError:  # of entries too far apart for whole numbers
                pass
            else:
                self.left -= START + spent
                return found.value, found.bound
        sides = (np.count_nonzero(cm.sum(axis=axis)) for axis in (0, 1))
        return (-1.0, 1.0) if min(sides) > 1 else (np.nan, np.nan)

    def tell(self, depth: int) -> None:
        """Warn, once, of a long time ahead, and of what is left when all is spent."""
        self.done += 1
        self.tick()
        ahead = self.tables - self.done
        took = time.monotonic() - self.start
        whole = took / self.done * self.tables
        if self.left <= 0 and ahead and not self.is_over:
            self.is_over = True
            text = (
                "the searches have spent what those of one call may: the functional "
                f"correlations of the last {ahead:,} matrices, and perhaps of the one before, "
                "are not computed; give fewer at a time"
            )
        elif took >= SOON and whole - took > LONG and not self.is_long | self.is_over:
            self.is_long = True
            text = (
                f"the functional correlations of {self.tables:,} matrices are searched for, "
                f"which takes about {whole:.0f} s: measures= can leave them out"
            )
        else:
            return
        warnings.warn(text, UserWarning, stacklevel=depth)
