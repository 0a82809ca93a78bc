"""Few tables: that none has the printed values is checked by a list of all tables.

The list is made here in the simplest way. The values of its first thousands of tables are computed
by the definitions, in fractions. Of the others, those are out that have a value which is undefined,
or outside its ends by 10^-9 in float64, whose error is smaller by far; the rest by the definitions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...matrices.limits import CLASSES_DEFINED
from ..catalogue.rows import MEASURES
from .claims import Claim
from .printed import Ends, printed_number

Tables = NDArray[np.int64]
# The most tables that are listed, and the most cells in all.
_TABLES, _CELLS = 10**6, 10**7
# Roots that are not rational, and values in float64, are not decided so close to an end.
CLOSE = 1e-9
# How many cells are measured at a time; and the pairs of observations, and of cells, that the
# definitions see.
_TOGETHER, _EXACT = 200_000, 10**6
# With more observations the formula of the package is evaluated in fractions, and so are those
# whose definitions try every path.
_MOST_OBSERVATIONS = 1_000


@dataclass(frozen=True)
class Listed:
    """That none of all tables has the printed values; see `check_impossible`.

    Attributes
    ----------
    claim : Claim
        What is refuted.
    """

    claim: Claim


class Sought(NamedTuple):
    """A printed value: its measure on a stack of tables, its ends, and its last place."""

    measure: Callable[[Any], Any]
    low: float
    high: float
    unit: float

    def off(self, tables: Tables) -> NDArray[np.float64]:
        """How far the value of each table is outside the ends; infinite if undefined."""
        with np.errstate(all="ignore"):
            v = np.asarray(self.measure(tables), dtype=np.float64)
        off = np.maximum(np.maximum(self.low - v, v - self.high), 0)
        return np.where(np.isnan(v), np.inf, off)


def are_measured(claim: Claim) -> bool:
    """Whether its values are those of one table, or of the sum of some, without a search.

    Costs must be so small that sums of them are exact to 10^-9, and values at most 60.
    """
    hard = any(MEASURES[name].searches for name in claim.values if name in MEASURES)
    summed = len(claim.tests) == 1 and not claim.undecided
    largest = max(
        (abs(x) for row in claim.cost or () for x in row), default=Fraction(0)
    )
    few = len(claim.values) <= 60 and largest * claim.K**2 <= 10**6
    return few and not hard and (claim.splits == 1 or summed)


def most_tables(claim: Claim) -> int:
    """How many tables are listed at most: of one test set, with at most a million observations."""
    listed = claim.splits == 1 and claim.N[0] <= 10**6
    return min(_TABLES, _CELLS // claim.K**2) if listed else 0


def sought(claim: Claim) -> list[Sought]:
    """The printed values of a claim."""
    K, found = range(claim.K), []
    for name, text in claim.values.items():
        measure: Any = MEASURES.get(name)
        if weight := claim.weight(name):
            w = np.array([[float(weight(0, r, c)) for c in K] for r in K])
            measure = partial(np.tensordot, b=w)
        low, high = map(float, claim.ends(name)[:2])
        found.append(Sought(measure, low, high, float(printed_number(text).unit)))
    return found


def near(claim: Claim, tables: Tables, seen: set[int]) -> Iterator[Tables]:
    """The tables that float64 does not exclude.

    For each table the values that are not outside add 1, 2, 4, ... to a number; these numbers are
    put into ``seen``.
    """
    values, most = sought(claim), _TOGETHER // claim.K**2
    for k in range(0, len(tables), most):
        some = tables[k : k + most]
        fits = np.zeros(len(some), dtype=np.int64)
        for place, value in enumerate(values):
            fits |= (value.off(some) <= CLOSE).astype(np.int64) << place
        seen.update(np.unique(fits).tolist())
        yield from some[fits == (1 << len(values)) - 1]


def has_all(claim: Claim, table: Tables, slack: float) -> bool:
    """Whether a table has all values; with slack, where a value is not exact."""
    for name in claim.values:
        value, (low, high, closed) = _exact(claim, name, table), claim.ends(name)
        if hasattr(value, "square"):  # the root is compared by squares
            low, high = (x * abs(x) for x in (low - value.plus, high - value.plus))
            value = value.square
        elif isinstance(value, float):
            low, high = low - Fraction(slack), high + Fraction(slack)
        if math.isnan(value) or not Ends(low, high, closed).hold(value):
            return False
    return True


def _exact(claim: Claim, name: str, table: Tables) -> Any:
    """The value of a table, by the definitions if there are not too many observations."""
    from ... import definitions

    if weight := claim.weight(name):
        cells = np.ndenumerate(table)
        return sum((int(n) * weight(0, *cell) for cell, n in cells), Fraction(0))
    m = MEASURES[name]
    if claim.N[0] > _MOST_OBSERVATIONS or m.max_classes < min(claim.K, CLASSES_DEFINED):
        return m(table.astype(object))
    pairs = definitions.observations(table.tolist())
    return definitions.exact(m.definition, pairs, claim.K, **m.options)


# ------------------------------------------------------------------- the check


def count_all(claim: Claim) -> int:
    """The number of all tables; raises ValueError if one has the values.

    Examples
    --------
    >>> from .claims import claim
    >>> count_all(claim({"weighted_kappa": "0.95"}, N=8, K=2))
    165
    """
    if not are_measured(claim) or not most_tables(claim):
        raise ValueError("the values are not those of tables that can be listed")
    # How many tables are still left to the definitions alone.
    every, count, k = _tables(claim), 0, _EXACT // (claim.N[0] ** 2 + claim.K**4)
    while some := [*itertools.islice(every, _TOGETHER // claim.K**2)]:
        if (count := count + len(some)) > most_tables(claim):
            raise ValueError(
                f"there are more than {most_tables(claim):,} tables to list"
            )
        tables = np.array(some, dtype=np.int64).reshape(-1, claim.K, claim.K)
        for table in itertools.chain(tables[:k], near(claim, tables[k:], set())):
            if has_all(claim, table, CLOSE):
                raise ValueError(f"a table may have the values: {table.tolist()}")
        k = max(k - len(some), 0)
    return count


def _tables(claim: Claim) -> Iterator[tuple[int, ...]]:
    """The cells of all tables with the margins of a claim, row by row."""
    K, (N, *_) = claim.K, claim.N
    if claim.sizes is not None:
        yield from _with(claim.sizes, claim.predicted or (N,) * K)
    elif claim.predicted is not None:
        for cells in _with(claim.predicted, (N,) * K):
            yield tuple(cells[k] for c in range(K) for k in range(c, K * K, K))
    else:
        for sizes in _parts(N, (N,) * K):
            yield from _with(sizes, (N,) * K)


def _with(rows: Sequence[int], most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Rows with these sums, and with columns whose sums are at most so much."""
    if not rows:
        yield ()
        return
    for row in _parts(rows[0], most):
        left = [n - x for n, x in zip(most, row, strict=True)]
        for others in _with(rows[1:], left):
            yield row + others


def _parts(n: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Whole numbers with the sum n, each at most so much."""
    if not n:
        yield (0,) * len(most)
        return
    first, *others = most
    if not others:
        if n <= first:
            yield (n,)
        return
    for x in range(max(n - sum(others), 0), min(n, first) + 1):
        for rest in _parts(n - x, others):
            yield x, *rest
