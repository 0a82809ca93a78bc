"""Can printed values have come from one table? A table, or a proof that there is none.

The system of `impossible` is solved by branch and bound in whole numbers. The simplex method of
Dutertre and de Moura keeps a value for each form and each count, and moves those that violate
their bounds; branching is on counts that are not whole. The equation that shows a conflict
closes a case without a solution.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import claims, tables
from .forms import value_forms
from .impossible import Refutation, System, cases, system
from .listed import CLOSE, Listed, are_measured, has_all, not_excluded

# How many coefficients may be computed for all choices of worst classes: first a few, and many
# after the search; but so many for each. The greatest depth of branching.
_FEW, _MANY, _PER_SYSTEM, _MOST_DEPTH = 60_000, 300_000, 2_000, 300


@dataclass(frozen=True)
class Possible:
    """Whether printed values can have come from one table; see `possible`.

    Attributes
    ----------
    verdict : {"yes", "no", "undecided"}
        The answer.
    reason : str
        Why, in words.
    matrix : ndarray of int, or None
        A table with all the values; for several test sets the sum of their tables, or a
        stack of sums, one for each size of a test set.
    proof : object, or None
        A proof for `ordref.verify.check_impossible`.
    """

    verdict: Literal["yes", "no", "undecided"]
    reason: str
    matrix: NDArray[np.int64] | None = None
    proof: Refutation | Listed | None = None

    def __str__(self) -> str:
        table = "" if self.matrix is None else f"\n{self.matrix}"
        return f"{self.verdict}: {self.reason}{table}"


class _FoundError(Exception):
    """Counts that solve the system were found."""


class _TooLongError(Exception):
    """The allowed work is used up."""


class _Simplex:
    """Equations between forms and counts, each solved for one of these; see the module.

    An equation has whole coefficients by key. The sum of their products with the values is 0,
    and the coefficient of what the equation is solved for is positive.
    """

    def __init__(self, forms: System, work: int) -> None:
        self.value: list[Any] = [0] * len(forms.names)
        self.work = work
        self.rows = {
            i: {i: 1} | {forms.first + g: -a for g, a in factors.items()}
            for i, factors in enumerate(forms.factors[: forms.first])
        }

    def conflict(self, bounds: dict[int, Any]) -> dict[int, int] | None:
        """Move all values within their bounds, or return the equation that forbids it."""
        for key, ends in bounds.items():
            if None not in ends and ends[0] > ends[1]:
                return {key: 1}
            if key not in self.rows:
                self.value[key] = _nearest(self.value[key], *ends)
        while True:
            for key, row in self.rows.items():
                rest = sum(a * self.value[k] for k, a in row.items() if k != key)
                self.value[key] = Fraction(-rest, row[key])
            ends = {key: _nearest(self.value[key], *bounds[key]) for key in self.rows}
            outside = [key for key, end in ends.items() if end != self.value[key]]
            if not outside:
                return None
            # Of several take the first, on both sides: then it ends (Bland's rule).
            row, up = self.rows[i := min(outside)], ends[i] > self.value[i]
            ways = (k for k in row if self.value[k] != bounds[k][(row[k] < 0) == up])
            if (j := min((k for k in ways if k != i), default=None)) is None:
                return row
            self.value[i] = ends[i]
            self._solve(i, j)

    def _solve(self, leaving: int, entering: int) -> None:
        """Solve the equation of the leaving number for the entering one, in all others."""
        row = self.rows.pop(leaving)
        row = row if row[entering] > 0 else {key: -a for key, a in row.items()}
        for key, other in self.rows.items():
            if b := other.get(entering):
                a = row[entering]
                new = {k: a * other.get(k, 0) - b * row.get(k, 0) for k in other | row}
                divisor = math.gcd(*new.values())
                self.rows[key] = {k: a // divisor for k, a in new.items() if a}
                self.work -= len(row) - 1
        self.rows[entering] = row
        if self.work < 0:
            raise _TooLongError


def _nearest(value: Any, low: Any, high: Any) -> Any:
    value = value if low is None or value >= low else low
    return value if high is None or value <= high else high


def _tree(work: int, forms: System, place: int, simplex: Any = None, depth: int = 0) -> Any:
    """The cases of a refutation; raises `_FoundError` if it comes upon whole counts.

    Of the counts that are not whole the one at a place is divided: with the first one after the
    other may grow without an end, and with the last a proof may be long.
    """
    simplex = simplex or _Simplex(forms, work)
    if depth > _MOST_DEPTH:
        raise _TooLongError
    if (leaf := simplex.conflict(forms.bounds)) is not None:
        return dict(sorted(leaf.items()))
    broken = sorted(key for key in simplex.rows if simplex.value[key] % 1)
    for key in broken:
        # Whole multiples of whole numbers can be left out: the rest is whole as well.
        row = simplex.rows[key]
        rest = {k: -a for k, a in sorted(row.items()) if a % row[key]}
        if forms.is_closed(rest):
            return rest
    if not (broken := [key for key in broken if key >= forms.first]):
        raise _FoundError(forms, [int(x) for x in simplex.value[forms.first :]])
    key, k = broken[place], math.floor(simplex.value[broken[place]])
    halves, up = forms.split(key, k), round(simplex.value[key] - k)
    # The nearer case first.
    trees = {i: _tree(work, halves[i], place, simplex, depth + 1) for i in (up, 1 - up)}
    return key, k, trees[0], trees[1]


def _refutation(claim: claims.Claim, work: int) -> Refutation:
    """The proof that there is no table; raises `_FoundError` with the counts if there is."""
    systems = {choice: system(claim, choice) for choice in claim.choices()}
    trees: dict[tuple[int, ...], Any] = {}
    for choice, forms in systems.items():
        for place in (-1, 0):
            with suppress(_TooLongError):
                share = max(work // len(systems), _PER_SYSTEM)
                trees[choice] = trees.get(choice) or _tree(share, forms, place)
    if len(trees) < len(systems):
        raise _TooLongError
    return Refutation(claim, trees)


def possible(
    values: Mapping[str, str],
    N: int | Sequence[int],
    K: int,
    *,
    sizes: Sequence[int] | None = None,
    predicted: Sequence[int] | None = None,
    splits: int | None = None,
    cost: Sequence[Sequence[Any]] | None = None,
    rounding: Literal["any", "nearest", "down"] = "any",
) -> Possible:
    """Decide whether printed values can have come from one confusion matrix.

    Parameters
    ----------
    values : dict of str
        The printed values as text, such as ``{"ccr": "0.613", "mae": "0.212"}``; ``"61.3%"``
        is a percentage. Names are those of `ordref.catalogue`, ``ccr_k`` for the accuracy
        within k classes, and ``expected_cost``.
    N : int, or sequence of int
        The number of observations, or the size of each of several test sets.
    K : int
        The number of classes, at most 100; at most 21 with MS or MMAE, and 11 with both.
    sizes, predicted : sequence of int, shape (K,), optional
        The number of observations of each class, and of predictions of it, in each test
        set.
    splits : int, optional
        The number of test sets over which the values are means.
    cost : array_like, shape (K, K), optional
        The costs for ``expected_cost``, true classes in rows.
    rounding : {"any", "nearest", "down"}
        How values were rounded: to the nearest (a 5 either way), towards 0, or either.

    Returns
    -------
    Possible
        Its ``verdict`` is ``"yes"``, with a ``matrix`` of whole numbers that has all the
        values; ``"no"``, with a ``proof`` that `ordref.verify.check_impossible` checks; or
        ``"undecided"``. Its ``reason`` says why in words.

    Raises
    ------
    ValueError
        If a name is not that of a measure, a value cannot be read, ``K`` is too large, or
        the numbers contradict each other.

    Notes
    -----
    CCR, MER, the accuracy within k classes, MAE, MSE, RMSE, the expected cost, MS and MMAE are
    decided; BA, AMAE and AMSE with ``sizes``; kappa with ``sizes`` or ``predicted``; pi, alpha,
    AC2, Pearson's and Spearman's correlations and MCC with both; means over splits if the
    measure itself is a mean. Tau-b, tau-c and Somers' d must be of one number of pairs. All
    others are decided if at most a million tables have ``N`` observations, the known sums and
    those of the other values that are linear in the counts: these are listed. Where there are
    more tables, there are bounds, and a search for an example. The work is limited: what would
    take minutes stays undecided.

    A float among the costs means the decimal that prints it. A value with more than 12 decimals is
    one that a program prints: right to 10^-12, and neither rounded further nor cut off.

    That no multiple of 1/N rounds to a printed mean is the argument of the GRIM test.

    Examples
    --------
    >>> print(possible({"ccr": "0.613"}, N=125, K=5))
    no: 125 ccr is a whole number: 76 is too small, and 77 too large
    >>> possible({"ccr": "0.616", "mae": "0.392"}, N=125, K=5).matrix.sum()
    np.int64(125)
    """
    claim = claims.claim(values, N, K, sizes, predicted, splits, cost, rounding)
    ways = (
        partial(_solved, work=_FEW),
        _by_all_tables,
        _by_linear_tables,
        _by_search,
        partial(_solved, work=_MANY),
    )
    if answer := next(filter(None, (way(claim) for way in ways)), None):
        return answer
    reason = "neither a table nor a proof was found within the work allowed"
    only = f"; there are only bounds for {', '.join(claim.undecided)}"
    return Possible("undecided", reason + only * bool(claim.undecided))


def _solved(claim: claims.Claim, work: int) -> Possible | None:
    """The answer of the linear system; None if it has none."""
    try:
        proof = _refutation(claim, work)
    except _TooLongError:
        return None
    except _FoundError as solved:
        return None if claim.undecided else _example(claim, *solved.args)
    for name in claim.values:  # a proof from fewer values is shorter, and stronger
        with suppress(_TooLongError, _FoundError):
            proof = _refutation(proof.claim.without_value(name), _FEW)
    return Possible("no", _proof_in_words(proof), proof=proof)


def _example(claim: claims.Claim, forms: System, counts: list[int]) -> Possible:
    """The table of these counts, which has all the values."""
    totals = (sum(a * counts[g] for g, a in row.items()) for row in forms.factors)
    assert all(_nearest(x, *forms.bounds[key]) == x for key, x in enumerate(totals))
    matrix = np.zeros((len(claim.tests), claim.K, claim.K), dtype=np.int64)
    for count, group in zip(counts, forms.groups, strict=True):
        matrix[group[0]] = count
    return _has_table(claim, matrix[0] if len(claim.tests) == 1 else matrix)


def _has_table(claim: claims.Claim, matrix: NDArray[np.int64]) -> Possible:
    subject = "this table has" if claim.splits == 1 else "test sets with this sum have"
    return Possible("yes", f"{subject} all values", matrix)


def _by_all_tables(claim: claims.Claim, by: Sequence[str] = ()) -> Possible | None:
    """The answer by a list of all tables; None if there are too many."""
    if not are_measured(claim) or (listed := tables.every_table(claim, by)) is None:
        return None
    names, fitting = [*claim.values], set[int]()
    for matrix in not_excluded(claim, listed, fitting):
        if has_all(claim, matrix, -CLOSE):
            return _has_table(claim, matrix)
        if has_all(claim, matrix, CLOSE):
            return None
    left = (1 << len(names)) - 1
    for place, name in enumerate(names):
        # No table has the other values of those that are left.
        less = left & ~(1 << place)
        if name not in by and not any(fits & less == less for fits in fitting):
            claim, left = claim.without_value(name), less
    sought = [name for name in claim.values if name not in by] or [*by]
    kept = f" with this {' and this '.join(by)}" * bool(by)
    reason = f"none of the {len(listed):,} tables{kept} has this {' and this '.join(sought)}"
    return Possible("no", reason, proof=Listed(claim, tuple(by)))


def _by_linear_tables(claim: claims.Claim) -> Possible | None:
    """The answer by a list of the tables that have those values which are linear in the counts."""

    def is_linear(name: str) -> bool:
        return any(any(form.factors) for form in value_forms(claim.restricted_to(name)))

    linear = [*filter(is_linear, claim.values)]
    return _by_all_tables(claim, linear) if linear else None


def _by_search(claim: claims.Claim) -> Possible | None:
    """A table that is found by search, if any."""
    if are_measured(claim):
        table = tables.table_by_search(claim)
        return None if table is None else _has_table(claim, table)
    return None


# ------------------------------------------------------------------- no


def _proof_in_words(proof: Refutation) -> str:
    """The proof in words; if it has several cases, their number and one of them."""
    leaves = [*cases(proof)]
    forms, leaf = min(leaves, key=lambda case: len(case[1]))
    many = f"each of {len(leaves)} cases is closed, one so: " * (len(leaves) > 1)
    (q, low, high), key = forms.added(leaf), min(leaf)
    name, (above, below) = forms.names[key], forms.bounds[key]
    if len(leaf) == 1 and not forms.factors[key]:
        return f"{many}it does not hold: {name}"
    if len(leaf) == 1 and q == 1 and key < forms.first:
        return f"{many}{name} is a whole number: {below} is too small, and {above} too large"
    free = [k for k in leaf if k >= forms.first and forms.bounds[k] == (0, None)]
    combination = " + ".join(
        f"{y} ({forms.names[k]}, {_range_in_words(*forms.bounds[k])})"
        for k, y in leaf.items()
        if k not in free
    )
    statement = f"is a multiple of {q} in every table," if q else "is 0 in every table,"
    if free:
        sign = "negative" if high is not None and high < 0 else "positive"
        statement = f"is not {sign} in any table, because no count is negative,"
    return f"{many}{combination} {statement} but {_range_in_words(low, high)}"


def _range_in_words(low: Any, high: Any) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"from {low} to {high}" if low != high else f"equal to {low}"
