"""Ratings of units by several raters, and the table of their pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .checked import Checked

# Numbers in the tables of all units, which an interval has in memory at once.
MOST_NUMBERS = 1 << 27

CountedAlike = Literal["rating", "unit"]


class ByRating(np.ndarray[Any, Any]):
    """Tables of ratings as arrays in which each rating counts the same."""

    each: CountedAlike = "rating"


class ByUnit(ByRating):
    """Tables of ratings as arrays in which each unit counts 1."""

    each: CountedAlike = "unit"


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of units, each by two raters or more; what `from_ratings` returns.

    The coefficients of several raters read them as ``table``; measures of a confusion matrix
    refuse them.

    Attributes
    ----------
    classes : tuple
        The classes in their order.
    rated : ndarray of int64, shape (3, ratings)
        The unit, the rater and the class of each rating, each by its position from 0.
    left_out : int
        How many units have fewer than two ratings, which cannot agree or disagree.
    each : {"rating", "unit"}
        Whether each rating or each unit counts the same in the tables; see `by_unit`.
    unit_names : ndarray, optional
        The names of the units, by default the positions of their rows.
    rater_names : ndarray, optional
        The names of the raters, by default their numbers; empty if the ratings were given
        as counts by class, which do not say who rated.

    Examples
    --------
    >>> import ordref
    >>> ratings = ordref.from_ratings([[1, 1, 2], [2, 2, None], [3, None, None]])
    >>> ratings.n_ratings, len(ratings.counts), ratings.left_out
    (5, 2, 1)
    >>> ratings.table.tolist()[0]
    [Fraction(1, 2), Fraction(1, 2), Fraction(0, 1)]
    """

    classes: tuple[Any, ...]
    rated: NDArray[np.int64]
    left_out: int = 0
    each: CountedAlike = "rating"
    unit_names: NDArray[Any] | None = None
    rater_names: NDArray[Any] | None = None

    @property
    def knows_raters(self) -> bool:
        """Whether it is known who gave each rating."""
        return self.rater_names is None or len(self.rater_names) > 0

    @property
    def n_ratings(self) -> int:
        """The number of ratings, without those of units that are left out."""
        return len(self.rated[2])

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many ratings of each class each unit has, shape (units, K); read-only."""
        counts = self.tabulated(0)
        counts.flags.writeable = False
        return counts

    @property
    def by_rater(self) -> NDArray[np.int64]:
        """How many ratings of each class each rater has given, shape (raters, K)."""
        if not self.knows_raters:
            raise ValueError("counts of ratings by class do not say who rated")
        return self.tabulated(1)

    def tabulated(self, *sides: int) -> NDArray[np.int64]:
        """How many ratings of each class each unit, each rater, or each of both has."""
        shape = *(int(self.rated[side].max()) + 1 for side in sides), len(self.classes)
        at = np.ravel_multi_index(tuple(self.rated[[*sides, 2]]), shape)
        counts = np.bincount(at.astype(np.intp), minlength=math.prod(shape))
        return counts.astype(np.int64).reshape(shape)

    @cached_property
    def by_unit(self) -> Ratings:
        """The same ratings, in tables in which each unit counts 1, however many rated it."""
        ratings = replace(self, each="unit")
        ratings.__dict__["counts"] = self.counts
        return ratings

    def _pair(self, m: int) -> Fraction:
        """The weight of an ordered pair of the m ratings of a unit."""
        return Fraction(1, (2 if self.each == "rating" else m) * (m - 1))

    @cached_property
    def table(self) -> NDArray[Any]:
        """The sum of the tables of the units, in Fractions, shape (K, K); symmetric."""
        total, counts = np.zeros(2 * (len(self.classes),), np.int64), self.counts
        sizes = counts.sum(axis=1)
        for m in np.unique(sizes).tolist():
            n = counts[sizes == m]
            # In float64 products are fast, and exact while they are below 2**53.
            if len(n) * m**2 < 2**53:
                n = n.astype(np.float64)
            pairs = (n.T @ n - np.diag(n.sum(axis=0))).astype(np.int64)
            total = total + pairs * self._pair(m)
        return total

    @property
    def units(self) -> NDArray[np.float64]:
        """The table of each unit, float64 of shape (units, K, K)."""
        n, K = self.counts.astype(np.float64), len(self.classes)
        if n.size * K > MOST_NUMBERS:
            raise ValueError(f"{len(n):,} tables of {K} classes are too many to hold")
        pair = [float(self._pair(m)) for m in n.sum(axis=1).astype(np.int64).tolist()]
        pairs = n[:, :, None] * (n[:, None, :] - np.eye(K))
        return np.asarray(pairs * np.array(pair)[:, None, None] + 0.0)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """The table in float64, as functions of a confusion matrix read it."""
        return self.table.astype(np.float64 if dtype is None else dtype)


def refuse_ratings(cm: Any) -> None:
    """Refuse ratings where a table of true and predicted classes is meant.

    Examples
    --------
    >>> refuse_ratings([[1, 0], [0, 1]])
    """
    tables = cm if isinstance(cm, list | tuple) else [cm]
    if any(isinstance(table, Ratings | ByRating) for table in tables):
        raise ValueError(
            "cm holds ratings by several raters, whose table has no true class: give them to "
            "krippendorff_alpha, weighted_pi or conger_kappa, which is the weighted_kappa of "
            "several raters, and by_unit to gwet_ac2 or brennan_prediger; or give the table of "
            "two raters, confusion_matrix(one, other)"
        )


def pairs_of(cm: Any) -> Any:
    """The table of the pairs of ratings, for a coefficient that is meant for it.

    Examples
    --------
    >>> pairs_of([[1, 0], [0, 1]])
    [[1, 0], [0, 1]]
    """
    return np.asarray(cm) if isinstance(cm, Ratings | ByRating) else cm


def holds_ratings(cm: Any, counted: CountedAlike, measure: str) -> bool:
    """Whether these are ratings; refused if the measure counts each rating or unit otherwise.

    Examples
    --------
    >>> holds_ratings([[1, 0], [0, 1]], "unit", "Gwet's AC2")
    False
    """
    holds = isinstance(cm, Ratings | ByRating | Checked) and cm.each is not None
    if holds and cm.each != counted:
        form = "by_unit" if counted == "unit" else "as from_ratings returns them"
        raise ValueError(
            f"{measure} counts each {counted} the same: give the ratings {form}"
        )
    return holds
