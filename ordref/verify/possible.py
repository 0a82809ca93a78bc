"""Can printed values have come from one table? A table, or a proof that there is none.

The system of `impossible` is solved in fractions by branch and bound. The simplex method of
Dutertre and de Moura keeps a value for each form and each count, and moves those that violate
their bounds; branching is on counts that are not whole. A case without a solution is closed by
the row of the tableau that shows the conflict.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import instead
from . import claims
from .impossible import (
    Refutation,
    added,
    cases,
    check_impossible,
    is_closed,
    parts,
    system,
)

__all__ = ["Possible", "possible"]

# Entries of the tableau that may be computed: first a few for each choice of worst classes,
# then, after the solver, many. The greatest depth of branching, and nodes of the solver.
_FEW, _MANY = 2_000, 60_000
_MOST_DEPTH, _MOST_NODES = 100, 10_000
# The search for an example: rounds, tables in each, and the most observations.
_ROUNDS, _TABLES, _MOST_OBSERVATIONS = 200, 100, 1_000


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
    proof: Refutation | None = None

    def __str__(self) -> str:
        table = "" if self.matrix is None else f"\n{self.matrix}"
        return f"{self.verdict}: {self.reason}{table}"


class _FoundError(Exception):
    """Counts that solve the system were found."""


class _TooLongError(Exception):
    """The allowed work is used up."""


class _Simplex:
    """Equations between forms and counts, each solved for one of these; see the module.

    An equation has whole factors, whose sum of products with the values is 0; that of what
    it is solved for is positive.
    """

    def __init__(self, forms: Any, work: int) -> None:
        self.value: list[Any] = [0] * len(forms.rows)
        self.work = work
        self.rows = {
            i: {i: 1} | {forms.first + g: -a for g, a in row.factors.items()}
            for i, row in enumerate(forms.rows[: forms.first])
        }

    def conflict(self, bounds: Any) -> dict[int, int] | None:
        """Move all values within their bounds; if none are, the equation that shows it."""
        for key, (low, high) in bounds.items():
            if None not in (low, high) and low > high:
                return {key: 1}
            if key not in self.rows:
                self.value[key] = _nearest(self.value[key], low, high)
        while True:
            for key, row in self.rows.items():
                self.value[key] = 0
                rest = sum(a * self.value[k] for k, a in row.items())
                self.value[key] = Fraction(-rest, row[key])
            ends = {k: _nearest(self.value[k], *bounds[k]) for k in sorted(self.rows)}
            outside = (k for k, end in ends.items() if end != self.value[k])
            if (leaving := next(outside, None)) is None:
                return None
            row, up = self.rows[leaving], ends[leaving] > self.value[leaving]
            for key in sorted({*row} - {leaving}):
                if self.value[key] != bounds[key][(row[key] < 0) == up]:
                    break
            else:
                return row
            self.value[leaving] = ends[leaving]
            self._solve(leaving, key)

    def _solve(self, leaving: int, entering: int) -> None:
        """Solve the equation of one for another, and put that into the others."""
        row = self.rows.pop(leaving)
        row = row if row[entering] > 0 else {key: -a for key, a in row.items()}
        for i, other in self.rows.items():
            if b := other.get(entering):
                new = {
                    k: row[entering] * other.get(k, 0) - b * row.get(k, 0)
                    for k in other | row
                }
                divisor = math.gcd(*new.values())
                self.rows[i] = {k: a // divisor for k, a in new.items() if a}
                self.work -= len(row) - 1
        self.rows[entering] = row
        if self.work < 0:
            raise _TooLongError


def _nearest(value: Any, low: Any, high: Any) -> Any:
    value = value if low is None or value >= low else low
    return value if high is None or value <= high else high


def _tree(simplex: _Simplex, forms: Any, bounds: Any, depth: int = 0) -> Any:
    """The cases of a refutation; raises `_FoundError` if it comes upon whole counts."""
    if depth > _MOST_DEPTH:
        raise _TooLongError
    if (leaf := simplex.conflict(bounds)) is not None:
        return dict(sorted(leaf.items()))
    broken = sorted(key for key in simplex.rows if simplex.value[key] % 1)
    for key in broken:
        # Whole multiples of whole numbers can be left out: the rest is whole, too.
        row = simplex.rows[key]
        rest = {k: -a for k, a in sorted(row.items()) if a % row[key]}
        if is_closed(*added(forms, bounds, rest)):
            return rest
    if not (broken := [key for key in broken if key >= forms.first]):
        raise _FoundError(forms, [int(x) for x in simplex.value[forms.first :]])
    key, k = broken[0], math.floor(simplex.value[broken[0]])
    both = [*enumerate(parts(bounds, key, k))]
    up = simplex.value[key] - k > Fraction(1, 2)
    found = {
        side: _tree(simplex, forms, part, depth + 1)
        for side, part in (both[::-1] if up else both)
    }
    return key, k, found[0], found[1]


def _refutation(claim: claims.Claim) -> Refutation:
    """The proof that there is no table; raises `_FoundError` with the counts if there is."""
    trees: dict[tuple[int, ...], Any] = {}
    for work in (_FEW, _MANY):
        left = {c: system(claim, c) for c in claim.choices() if c not in trees}
        for forms in left.values() if work == _MANY else ():
            if (counts := _by_solver(forms)) is not None:
                raise _FoundError(forms, counts)
        for choice, forms in left.items():
            with suppress(_TooLongError):
                trees[choice] = _tree(_Simplex(forms, work), forms, forms.bounds())
    if len(trees) < len(claim.choices()):
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
        If a name is not that of a measure, a value cannot be read, or the numbers
        contradict each other.

    Notes
    -----
    CCR, MER, the accuracy within k classes, MAE, MSE, RMSE, the expected cost, MS and MMAE are
    decided; BA, AMAE and AMSE with ``sizes``; kappa and pi with ``sizes`` and ``predicted``;
    means over splits if the measure itself is a mean. For all others there are bounds, and a
    search for an example. The work is limited: what would take minutes stays undecided. If
    scipy is installed, its solver helps to find tables.
    That no multiple of 1/N rounds to a printed mean is the argument of the GRIM test.

    Examples
    --------
    >>> print(possible({"ccr": "0.613"}, N=125, K=5))
    no: 125 ccr is a whole number: 76 is too small, and 77 too large
    >>> possible({"ccr": "0.616", "mae": "0.392"}, N=125, K=5).matrix.sum()
    np.int64(125)
    """
    for name in values if isinstance(values, Mapping) else ():
        if name not in claims.KNOWN and not str(name).startswith("ccr_"):
            said = instead(name, sorted(claims.KNOWN))
            raise ValueError(f"values has {name!r}, which is not a measure{said}")
    options = {"sizes": sizes, "predicted": predicted, "splits": splits, "cost": cost}
    claim = claims.claim(values, N, K, rounding=rounding, **options)
    try:
        proof = _refutation(claim)
    except _TooLongError:
        why = "neither a table nor a proof was found within the work allowed"
        return Possible("undecided", why)
    except _FoundError as found:
        return _example(claim, *found.args)
    for name in values:  # a proof from fewer values is shorter, and stronger
        with suppress(_TooLongError, _FoundError):
            kept = {k: v for k, v in proof.claim.values.items() if k != name}
            proof = _refutation(replace(claim, values=kept)) if kept else proof
    check_impossible(proof)
    return Possible("no", _because(proof), proof=proof)


# ------------------------------------------------------------------- yes


def _by_solver(forms: Any) -> list[int] | None:
    """Counts found by the solver of scipy, if they solve the system in whole numbers."""
    try:
        from scipy.optimize import LinearConstraint, milp
    except ImportError:
        return None
    factors = np.zeros((forms.first, len(forms.groups)))
    for row, of in zip(factors, forms.rows, strict=False):
        row[[*of.factors]] = [*of.factors.values()]
    low, high = np.array([of[2:] for of in forms.rows[: forms.first]], dtype=float).T
    low, high = np.nan_to_num(low, nan=-np.inf), np.nan_to_num(high, nan=np.inf)
    within = LinearConstraint(factors, low, high)
    zero, options = np.zeros(len(forms.groups)), {"node_limit": _MOST_NODES}
    found = milp(zero, integrality=zero + 1, constraints=within, options=options).x
    counts = [] if found is None else [round(x) for x in found]
    return counts if counts and _holds(forms, counts) else None


def _holds(forms: Any, counts: list[int]) -> bool:
    """Whether all forms and all counts are within their bounds."""
    totals = (sum(a * counts[g] for g, a in row.factors.items()) for row in forms.rows)
    both = zip(totals, forms.bounds().values(), strict=True)
    return all(_nearest(x, *ends) == x for x, ends in both)


def _example(claim: Any, forms: Any, counts: list[int]) -> Possible:
    """The table of these counts, or one found by search, if it has all the values."""
    assert _holds(forms, counts)
    matrix = np.zeros((len(claim.tests), claim.K, claim.K), dtype=np.int64)
    for count, group in zip(counts, forms.groups, strict=True):
        matrix[group[0]] = count
    matrix = matrix[0] if len(claim.tests) == 1 else matrix
    if claim.undecided:
        found = _searched(claim, forms, matrix)
        if found is None:
            what = ", ".join(claim.undecided)
            words = f"the bounds allow these values, but no table was found: {what}"
            return Possible("undecided", words)
        matrix = found
    whose = "this table has" if claim.splits == 1 else "test sets with this sum have"
    return Possible("yes", f"{whose} all values", matrix)


def _searched(claim: Any, forms: Any, matrix: NDArray[Any]) -> NDArray[Any] | None:
    """A table with the other values as well: move counts within their groups of cells."""
    of = {name: MEASURES[name] for name in claim.undecided}
    hard = any(m.searches or m.max_classes < claim.K for m in of.values())
    if hard or claim.splits > 1 or matrix.sum() > _MOST_OBSERVATIONS:
        return None
    rng, K = np.random.default_rng(0), claim.K
    groups = [np.array([r * K + c for _, r, c in group]) for group in forms.groups]
    # For each cell: where its group begins in the order of all, and the size of the group.
    order, sizes = np.concatenate(groups), [len(group) for group in groups]
    begin, many = np.empty((2, K * K), dtype=int)
    begin[order] = np.repeat(np.cumsum(sizes) - sizes, sizes)
    many[order] = np.repeat(sizes, sizes)
    x, each, least = matrix.ravel(), np.arange(_TABLES), np.inf
    for group in groups:
        x[group] = rng.multinomial(x[group].sum(), np.ones(len(group)) / len(group))
    for _ in range(_ROUNDS):
        tables = np.repeat(x[None], _TABLES, axis=0)
        for _ in range(2):
            cell = rng.integers(K * K, size=_TABLES)
            to, step = order[begin[cell] + rng.integers(many[cell])], tables[each, cell]
            step = np.minimum(step, rng.choice([0, 1, 1, 2, 5, 20], size=_TABLES))
            tables[each, cell] -= step
            tables[each, to] += step
        off = np.zeros(_TABLES)
        for name, measure in of.items():
            low, high = map(float, claim.ends(name)[:2])
            v = measure(tables.reshape(-1, K, K))
            off += np.nan_to_num(np.maximum(low - v, v - high).clip(0), nan=9)
        if off.min() <= least:
            x, least = tables[off.argmin()], off.min()
        if least == 0 and _has(claim, x.reshape(K, K)):
            return x.reshape(K, K)
    return None


def _has(claim: Any, matrix: NDArray[Any]) -> bool:
    """Whether the definitions give the printed values; roots must not lie close to an end."""
    from .. import definitions

    pairs = definitions.observations(matrix.tolist())
    for name in claim.undecided:
        measure, (low, high, closed) = MEASURES[name], claim.ends(name)
        v = definitions.exact(measure.definition, pairs, claim.K, **measure.options)
        margin = Fraction(0 if isinstance(v, Fraction) else 1, 10**9)
        inside = v == v and low + margin <= v <= high - margin
        if not inside or (v == low and not closed[0]) or (v == high and not closed[1]):
            return False
    return True


# ------------------------------------------------------------------- no


def _because(proof: Refutation) -> str:
    """The proof in words; if it has several cases, their number and one of them."""
    leaves = [*cases(proof)]
    forms, bounds, leaf, (q, low, high) = min(leaves, key=lambda each: len(each[2]))
    many = f"each of {len(leaves)} cases is closed, one so: " * (len(leaves) > 1)
    single = len(leaf) == 1 and min(leaf) < forms.first
    name, factors, above, below = forms.rows[min(leaf)]
    if single and not factors:
        return f"{many}it does not hold: {name}"
    if single and q == 1 and None not in (above, below):
        return f"{many}{name} is a whole number: {below} is too small, and {above} too large"
    free = [k for k in leaf if k >= forms.first and bounds[k] == (0, None) and not q]
    said = " + ".join(
        f"{y} ({forms.rows[key].name}, {_between(*bounds[key])})"
        for key, y in leaf.items()
        if key not in free
    )
    every = f"is a multiple of {q} in every table," if q else "is 0 in every table,"
    if free:
        sign = "negative" if high is not None and high < 0 else "positive"
        every = f"is not {sign} in any table, because no count is negative,"
    return f"{many}{said} {every} but {_between(low, high)}"


def _between(low: Any, high: Any) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"from {low} to {high}" if low != high else f"equal to {low}"
