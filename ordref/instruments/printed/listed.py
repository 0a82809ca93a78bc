"""Few tables: that none has the printed values is checked by a list of all tables.

If there are too many tables, only those are listed that satisfy the linear forms of some of the
values. The list is made here in the simplest way; `tables` makes the same list faster, for the
search. The values of the first thousands of tables are computed by the definitions, in fractions.
Of the other tables, one is excluded if a value is undefined, or outside its ends by 10^-9 in
float64, whose error is smaller by far; what is left is computed by the definitions.
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
from .forms import value_forms
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
    """A proof by listing: no table has the printed values; see `check_impossible`.

    Attributes
    ----------
    claim : Claim
        What is refuted.
    by : tuple of str
        Values that keep the list short: of tables outside their linear bounds none is listed.
    """

    claim: Claim
    by: tuple[str, ...] = ()


class AtMost(NamedTuple):
    """A bound: the cells of a table in listing order, times whole factors, sum to at most this."""

    factors: tuple[int, ...]
    most: int

    def factors_at(self, r: int, c: int, order: FillingOrder) -> tuple[int, int, int]:
        """The factor of a cell, the least of the others in its row, and what later rows add."""
        width = len(order.columns)
        row, *later = itertools.zip_longest(*[iter(self.factors[r * width :])] * width)
        sums = zip(order.rows[r + 1 :], map(min, later), strict=True)
        return row[c], min(row[c + 1 :], default=0), sum(n * a for n, a in sums)


class FillingOrder(NamedTuple):
    """The order in which the cells of a table are filled: row by row.

    Attributes
    ----------
    rows : tuple of int
        The sums of the rows; without any margin all cells are one row.
    columns : tuple of int
        The largest sum of each column.
    turned : bool
        Whether the rows are those of predicted classes.
    bounds : list of AtMost
        What the tables must satisfy.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    turned: bool
    bounds: list[AtMost]


def listing(claim: Claim, by: Sequence[str]) -> FillingOrder:
    """The order of a list of the tables with the margins of a claim, and within some values."""
    K, N, turned = claim.K, claim.N[0], claim.sizes is None and bool(claim.predicted)
    sides = claim.sizes, claim.predicted
    rows, columns = sides[::-1] if turned else sides
    bounds = []
    for form in value_forms(claim.restricted_to(*by)):
        factors = [form.factors[k : k + K] for k in range(0, K * K, K)]
        flat = tuple(itertools.chain(*(zip(*factors, strict=True) if turned else factors)))
        if form.high is not None:
            bounds.append(AtMost(flat, form.high))
        if form.low is not None:
            bounds.append(AtMost(tuple(-a for a in flat), -form.low))
    width = K if rows else K * K
    return FillingOrder(rows or (N,), columns or (N,) * width, turned, bounds)


class Sought(NamedTuple):
    """A printed value: its measure on a stack of tables, its ends, and its last place."""

    measure: Callable[[Any], Any]
    low: float
    high: float
    unit: float

    def distance_outside(self, tables: Tables) -> NDArray[np.float64]:
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
    largest = max((abs(x) for row in claim.cost or () for x in row), default=Fraction(0))
    few = len(claim.values) <= 60 and largest * claim.K**2 <= 10**6
    return few and not hard and (claim.splits == 1 or summed)


def most_tables(claim: Claim) -> int:
    """How many tables are listed at most: of one test set, with at most a million observations."""
    listed = claim.splits == 1 and claim.N[0] <= 10**6
    return min(_TABLES, _CELLS // claim.K**2) if listed else 0


def sought_values(claim: Claim) -> list[Sought]:
    """The printed values of a claim."""
    K, values = range(claim.K), []
    for name, text in claim.values.items():
        measure: Any = MEASURES.get(name)
        if weight := claim.weight(name):
            w = np.array([[float(weight(0, r, c)) for c in K] for r in K])
            measure = partial(np.tensordot, b=w)
        low, high = map(float, claim.ends(name)[:2])
        values.append(Sought(measure, low, high, float(printed_number(text).unit)))
    return values


def not_excluded(claim: Claim, tables: Tables, seen: set[int]) -> Iterator[Tables]:
    """The tables that float64 does not exclude.

    For each table the values that are not outside add 1, 2, 4, ... to a number; these numbers are
    put into ``seen``.
    """
    values, most = sought_values(claim), _TOGETHER // claim.K**2
    for k in range(0, len(tables), most):
        block = tables[k : k + most]
        fits = np.zeros(len(block), dtype=np.int64)
        for place, value in enumerate(values):
            fits |= (value.distance_outside(block) <= CLOSE).astype(np.int64) << place
        seen.update(np.unique(fits).tolist())
        yield from block[fits == (1 << len(values)) - 1]


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


def count_all(claim: Claim, by: Sequence[str] = ()) -> int:
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
    tables_left, count, k = _tables(claim, by), 0, _EXACT // (claim.N[0] ** 2 + claim.K**4)
    while block := [*itertools.islice(tables_left, _TOGETHER // claim.K**2)]:
        count += len(block)
        tables = np.array(block, dtype=np.int64).reshape(-1, claim.K, claim.K)
        for table in itertools.chain(tables[:k], not_excluded(claim, tables[k:], set())):
            if has_all(claim, table, CLOSE):
                raise ValueError(f"a table may have the values: {table.tolist()}")
        k = max(k - len(block), 0)
    return count


def _tables(claim: Claim, by: Sequence[str] = ()) -> Iterator[Any]:
    """The cells of all tables of a claim, row by row; raises ValueError if there are too many."""
    order, K, most = listing(claim, by), claim.K, most_tables(claim)
    width, cells = len(order.columns), K * K
    too_many = ValueError(f"there are more than {most:,} tables to list")
    margins_known = None not in (claim.sizes, claim.predicted)
    # Otherwise there are as many as there are ways to fill each row.
    ways = (math.comb(n + width - 1, n) for n in order.rows)
    if not order.bounds and not margins_known and math.prod(ways) > most:
        raise too_many
    # Of each cell its place, and by bound its factor, that of the rest, and what is left for both.
    steps: list[Any] = []
    for r, c in (divmod(k, width) for k in range(cells)):
        parts = [(*bound.factors_at(r, c, order), bound.most) for bound in order.bounds]
        steps.append((r, c, [(a, others, end - later) for a, others, later, end in parts]))
    starts = [0] * cells  # of tables, by the number of their cells less 1
    waiting: list[Any] = [((), 0, order.columns, [0] * len(order.bounds))]
    while waiting:
        table, rest, left, sums = waiting.pop()
        if (k := len(table)) == cells:
            yield tuple(table[c::K] for c in range(K)) if order.turned else table
            continue
        r, c, parts = steps[k]
        rest = rest if c else order.rows[r]
        if not rest:  # nothing is left for the other cells of the row
            waiting.append(((*table, *(0,) * (width - c)), 0, left, sums))
            continue
        least = rest - sum(left[c + 1 :]) if margins_known else rest * (c == width - 1)
        for x in range(max(least, 0), min(rest, left[c]) + 1):
            after = rest - x
            added = [s + a * x for s, (a, _, _) in zip(sums, parts, strict=True)]
            ends = zip(added, parts, strict=True)
            if any(s + others * after > room for s, (_, others, room) in ends):
                continue
            starts[k] += 1
            if starts[k] > most:
                raise too_many
            lower = (*left[:c], left[c] - x, *left[c + 1 :])
            waiting.append(((*table, x), after, lower, added))
