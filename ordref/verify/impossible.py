"""Can printed values have come from one table? The system they make, and the check of a "no".

N times a mean over observations is a linear form in the counts, whose coefficients are the
values of single observations; scaled, they are whole numbers. Whatever rounds to the printed
mean lies between two ends, so the form lies between two whole numbers. Class sizes and the
number of observations are such forms, too. Cells with the same coefficients in all forms are
counted together. A refutation branches into cases, "at most k" and "at least k + 1" for a form
or a count, and closes each: it takes a linear combination of forms whose values are multiples of
a number q (0 alone if all coefficients cancel), and between whose ends there is none of them.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ..definitions.given import number
from ..definitions.mae import mse
from ..definitions.within import accuracy_within, expected_cost
from .claims import (
    KAPPA,
    LINEAR,
    MOST_SPLITS,
    ORDER,
    PER_CLASS,
    RANGED,
    WORST,
    Claim,
    claim,
)
from .printed import Ends

__all__ = ["check_impossible"]

Cell: TypeAlias = tuple[int, int, int]
# The ends of forms, by their keys, None where there is none.
Bounds: TypeAlias = dict[int, tuple[int | None, int | None]]


class Row(NamedTuple):
    """A linear form: its whole coefficients by the group of cells, and its whole ends."""

    name: str
    factors: dict[int, int]
    low: int | None
    high: int | None


class System(NamedTuple):
    """Forms over groups of cells that are counted together; the last ones are the counts."""

    rows: list[Row]
    groups: list[list[Cell]]

    @property
    def first(self) -> int:
        """The key of the first count."""
        return len(self.rows) - len(self.groups)

    def bounds(self) -> Bounds:
        return {key: row[2:] for key, row in enumerate(self.rows)}


@dataclass(frozen=True)
class Refutation:
    """Why printed values cannot have come from one table; see `check_impossible`.

    Attributes
    ----------
    claim : Claim
        What is refuted.
    trees : dict
        For each choice of worst classes (``()`` if no measure needs one) a tree of cases:
        ``(key, k, at_most_k, at_least_k_plus_1)``, where ``key`` is the place of a form in
        the system; or, for a closed case, a dict from keys to the multipliers of the forms.
    """

    claim: Claim
    trees: dict[tuple[int, ...], Any]


# The system, the ends of its forms, multipliers that should close the case, and what they add to.
Case: TypeAlias = tuple[System, Bounds, dict[int, Fraction], tuple[Fraction, Any, Any]]


# ------------------------------------------------------------------- the system


def system(claim: Claim, choice: tuple[int, ...] = ()) -> System:
    """The forms of the printed values, if the classes of a choice are the worst ones.

    Examples
    --------
    Of 125 observations, N times the accuracy is the number of hits.

    >>> for row in system(claim({"ccr": "0.613"}, N=125, K=2)).rows:
    ...     print(*row)
    observations {0: 1, 1: 1} 125 125
    125 ccr {0: 1} 77 76
    the count of (1, 1) (2, 2) {0: 1} 0 None
    the count of (1, 2) (2, 1) {1: 1} 0 None
    """
    B, K = range(len(claim.tests)), range(claim.K)
    cells = [*itertools.product(B, K, K)]
    columns: list[list[int]] = []
    rows = []
    for name, f, ends in itertools.chain(_margins(claim), _printed(claim, choice)):
        weights = [Fraction(f(*cell)) for cell in cells]
        scale = 1 / (_step(weights) or Fraction(1))
        columns.append([int(w * scale) for w in weights])
        low, high = (None if end is None else end * scale for end in ends[:2])
        if low is not None:
            low = math.ceil(low) if ends.closed[0] else math.floor(low) + 1
        if high is not None:
            high = math.floor(high) if ends.closed[1] else math.ceil(high) - 1
        rows.append((name if scale == 1 else f"{scale} {name}", low, high))
    groups: dict[tuple[int, ...], list[Cell]] = {}
    for cell, column in zip(cells, zip(*columns, strict=True), strict=True):
        groups.setdefault(column, []).append(cell)
    forms = [
        Row(name, {g: a for g, a in enumerate(factors) if a}, *ends)
        for (name, *ends), factors in zip(rows, zip(*groups, strict=True), strict=True)
    ]
    for g, group in enumerate(groups.values()):
        named = " ".join(f"({r + 1}, {c + 1})" for _, r, c in group[:3])
        more = " ..." * (len(group) > 3)
        forms.append(Row(f"the count of {named}{more}", {g: 1}, 0, None))
    return System(forms, [*groups.values()])


Forms: TypeAlias = Iterator[tuple[str, Callable[[int, int, int], Any], Ends]]


def _margins(claim: Claim) -> Forms:
    """The number of observations, in all and of each class."""
    for b, (n, times) in enumerate(claim.tests):
        where = f" in test sets of {n}" * (len(claim.tests) > 1)
        total, of = Ends(n * times, n * times), partial(lambda k, b, r, c: b == k, b)
        yield f"observations{where}", of, total
    margins = (claim.sizes, 1, "of class"), (claim.predicted, 2, "predicted")
    for margin, side, words in margins:
        for k, size in enumerate(margin or ()):
            total = Ends(size * claim.splits, size * claim.splits)
            of = partial(lambda at, k, *x: x[at] == k, side, k)
            yield f"those {words} {k + 1}", of, total


def _printed(claim: Claim, choice: tuple[int, ...]) -> Forms:
    """The form of each printed value: the weights of cells, and the ends of their sum."""
    for name in claim.values:
        if name in claim.worst:
            yield from _of_the_worst(claim, name, choice[claim.worst.index(name)])
        else:
            yield from _of_the_mean(claim, name)
        if measure := RANGED.get(name):
            ends, most = claim.ends(name), measure.greatest(claim.K)
            inside = Ends(ends.low - most, ends.high - measure.least)
            yield f"{name} in its range", lambda b, r, c: 0, inside
    for a, b in ORDER:
        if a in claim.values and b in claim.values:
            gap = claim.ends(a).low - claim.ends(b).high
            yield f"{a} at most {b}", lambda b, r, c: 0, Ends(gap, None)


def _of_the_mean(claim: Claim, name: str) -> Forms:
    """The form of a mean over all observations, or over classes of known sizes."""
    ends, S, K = claim.ends(name), claim.splits, claim.K
    within = {"accuracy_within": 1} | {f"ccr_{k}": k for k in range(1000)}

    def mean(measure: Any) -> Callable[[int, int, int], Any]:
        return lambda b, r, c: measure([(r + 1, c + 1)]) / (S * claim.tests[b][0])

    if name in LINEAR:
        yield name, mean(LINEAR[name]), ends
    elif name in within:
        yield name, mean(partial(accuracy_within, k=within[name])), ends
    elif name == "expected_cost":
        yield name, mean(partial(expected_cost, cost=claim.cost)), ends  # type: ignore[arg-type]
    elif name in PER_CLASS and claim.sizes is not None:
        f, each, J = PER_CLASS[name], claim.sizes, sum(map(bool, claim.sizes))
        yield name, lambda b, r, c: f([(r + 1, c + 1)]) / (S * J * (each[r] or 1)), ends
    elif name == "rmse":
        low, high = (max(end, 0) ** 2 for end in ends[:2])
        closed = (ends.closed[0] or ends.low < 0, ends.closed[1])
        yield "mse, by rmse", mean(mse), Ends(low, high if S == 1 else None, closed)
    elif name in KAPPA:
        cost = KAPPA[name]
        if E := claim.expected(name):
            N = claim.tests[0][0]
            yield name, lambda b, r, c: (1 - cost([(r + 1, c + 1)]) / E) / N, ends
        else:
            most = (1 - ends.low) * cost([(1, K)])
            yield f"cost, by {name}", mean(cost), Ends(None, most)


def _of_the_worst(claim: Claim, name: str, worst: int) -> Forms:
    """No class has a larger mean than printed, and the worst has none smaller."""
    measure, sign = WORST[name]
    ends = claim.ends(name) if sign > 0 else -claim.ends(name)
    # A mean of n <= N whole numbers that is not at an end is at least so far from it.
    low, high = (
        end if closed else end + Fraction(step, end.denominator * claim.tests[0][0])
        for end, closed, step in zip(ends[:2], ends.closed, (1, -1), strict=True)
    )

    def less(k: int, end: Fraction, b: int, r: int, c: int) -> Any:
        return sign * measure([(r + 1, c + 1)]) - end if r == k else 0

    for k in range(claim.K):
        words = f"({name} of class {k + 1}, less its end)"
        yield words, partial(less, k, high), Ends(None, 0)
    words = f"({name} of class {worst + 1}, the worst)"
    yield words, partial(less, worst, low), Ends(0, None)
    yield f"those of class {worst + 1}", lambda b, r, c: r == worst, Ends(1, None)


# ------------------------------------------------------------------- the check


def check_impossible(proof: Any) -> int:
    """Check that printed values cannot have come from one table.

    Parameters
    ----------
    proof : Refutation
        The ``proof`` that `ordref.possible` returned, or one made otherwise.

    Returns
    -------
    int
        The number of closed cases.

    Raises
    ------
    ValueError
        If the proof cannot be read, a choice of worst classes is missing, or a case is not
        closed by its multipliers.

    Examples
    --------
    >>> printed = claim({"ccr": "0.613"}, N=125, K=2)
    >>> check_impossible(Refutation(printed, {(): {1: 1}}))
    1
    >>> check_impossible(Refutation(printed, {(): {0: 1}}))
    Traceback (most recent call last):
    ...
    ValueError: a case is not closed: a multiple of 1 is in 125 to 125
    """
    closed = 0
    for *_, (q, low, high) in cases(proof):
        if not is_closed(q, low, high):
            raise ValueError(
                f"a case is not closed: a multiple of {q} is in {low} to {high}"
            )
        closed += 1
    return closed


def cases(proof: Any) -> Iterator[Case]:
    """The cases of a proof, of which one holds if the claim is true."""
    try:
        own, trees = proof.claim, dict(proof.trees)
        if sum(times for _, times in own.tests) > MOST_SPLITS:
            raise ValueError("there are too many test sets")
        if any(times < 1 for _, times in own.tests):
            raise ValueError("a number of test sets is below 1")
        N = [n for n, times in own.tests for _ in range(times)]
        names = "sizes", "predicted", "cost", "rounding"
        read = claim(
            own.values, N, own.K, **{name: getattr(own, name) for name in names}
        )
    except (AttributeError, TypeError) as reason:
        raise ValueError(f"the proof cannot be read: {reason}") from reason
    waiting = []
    for choice in read.choices():
        if choice not in trees:
            raise ValueError(f"the choice {choice} of worst classes is missing")
        forms = system(read, choice)
        waiting.append((trees[choice], forms, forms.bounds()))
    while waiting:
        tree, forms, bounds = waiting.pop()
        try:
            if isinstance(tree, tuple):
                key, k, *both = tree
                split = zip(both, parts(bounds, key, k), strict=True)
                waiting += [(case, forms, part) for case, part in split]
                continue
            used = {key: number(y, "a factor") for key, y in tree.items()}
            case = forms, bounds, used, added(forms, bounds, used)
        except (AttributeError, LookupError, TypeError, ValueError) as reason:
            raise ValueError(f"a case cannot be read: {reason}") from reason
        yield case


def parts(bounds: Bounds, key: int, k: int) -> tuple[Bounds, Bounds]:
    """The case in which a form is at most k, and that in which it is at least k + 1."""
    k, (low, high) = operator.index(k), bounds[key]
    return bounds | {key: (low, k)}, bounds | {key: (k + 1, high)}


def added(
    forms: System, bounds: Bounds, used: Mapping[int, Fraction]
) -> tuple[Fraction, Any, Any]:
    """For a linear combination of forms: what its values are multiples of, and its ends."""
    total: dict[int, Fraction] = {}
    low: Any = Fraction(0)
    high: Any = Fraction(0)
    for key, y in used.items():
        for g, a in forms.rows[key].factors.items():
            total[g] = total.get(g, 0) + y * a
        pair = bounds[key] if y > 0 else bounds[key][::-1]
        low, high = (
            None if None in (a, b) else a + y * b
            for a, b in zip((low, high), pair, strict=True)
        )
    return _step(total.values()), low, high


def _step(numbers: Collection[Fraction]) -> Fraction:
    """The largest number of which all are multiples; 0 if all are 0."""
    below = math.lcm(*(x.denominator for x in numbers))
    return Fraction(math.gcd(*((x * below).numerator for x in numbers)), below)


def is_closed(q: Fraction, low: Any, high: Any) -> bool:
    """Whether no multiple of q lies between the ends."""
    if q == 0:
        return (low is not None and low > 0) or (high is not None and high < 0)
    return None not in (low, high) and math.ceil(low / q) * q > high
