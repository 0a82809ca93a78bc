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
from collections.abc import Callable, Iterator, Mapping
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
    whole,
)
from .printed import Ends

__all__ = ["check_impossible"]

Cell: TypeAlias = tuple[int, int, int]
Bounds: TypeAlias = list[tuple[Any, Any]]


class Row(NamedTuple):
    """A linear form with whole coefficients that lies between two whole numbers."""

    name: str
    factors: tuple[int, ...]
    low: int | None
    high: int | None


class System(NamedTuple):
    """Forms over groups of cells that are counted together."""

    rows: list[Row]
    groups: list[list[Cell]]

    def bounds(self) -> Bounds:
        """The bounds of the forms, followed by those of the counts of groups."""
        return [row[2:] for row in self.rows] + [(0, None)] * len(self.groups)

    def factors(self, key: int) -> tuple[int, ...]:
        if key < len(self.rows):
            return self.rows[key].factors
        return tuple(int(g == key - len(self.rows)) for g in range(len(self.groups)))


@dataclass(frozen=True)
class Refutation:
    """Why printed values cannot have come from one table; see `check_impossible`.

    Attributes
    ----------
    claim : Claim
        What is refuted.
    trees : dict
        For each choice of worst classes (``()`` if no measure needs one) a tree of cases:
        ``(key, k, at_most_k, at_least_k_plus_1)``, where ``key`` is the place of a form,
        or of a count after all forms; or, for a closed case, a dict from keys to the
        multipliers of the forms.
    """

    claim: Claim
    trees: dict[tuple[int, ...], Any]


# ------------------------------------------------------------------- the system


def system(claim: Claim, choice: tuple[int, ...] = ()) -> System:
    """The forms of the printed values, if the classes of a choice are the worst ones.

    Examples
    --------
    Of 125 observations, N times the accuracy is the number of hits.

    >>> system(claim({"ccr": "0.613"}, N=125, K=2)).rows
    [Row(name='observations', factors=(1, 1), low=125, high=125), \
Row(name='125 ccr', factors=(1, 0), low=77, high=76)]
    """
    B, K = range(len(claim.tests)), range(claim.K)
    cells = [*itertools.product(B, K, K)]
    columns: list[list[int]] = []
    rows = []
    for name, f, ends in itertools.chain(_margins(claim), _printed(claim, choice)):
        weights = [Fraction(f(*cell)) for cell in cells]
        scale = Fraction(math.lcm(*(w.denominator for w in weights)))
        scale /= math.gcd(*((w * scale).numerator for w in weights)) or 1
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
    turned = zip(rows, zip(*groups, strict=True), strict=True)
    return System([Row(row[0], f, *row[1:]) for row, f in turned], [*groups.values()])


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
    closed = 0
    for choice in read.choices():
        if choice not in trees:
            raise ValueError(f"the choice {choice} of worst classes is missing")
        forms = system(read, choice)
        waiting = [(trees[choice], forms.bounds())]
        while waiting:
            tree, bounds = waiting.pop()
            try:
                if isinstance(tree, tuple):
                    key, k, *cases = tree
                    waiting += zip(cases, parts(bounds, key, k), strict=True)
                    continue
                used = {
                    whole(key, "a key", 0): number(y, "a factor")
                    for key, y in tree.items()
                }
                q, low, high = added(forms, bounds, used)
            except (AttributeError, LookupError, TypeError, ValueError) as reason:
                raise ValueError(f"a case cannot be read: {reason}") from reason
            if not is_closed(q, low, high):
                raise ValueError(
                    f"a case is not closed: a multiple of {q} is in {low} to {high}"
                )
            closed += 1
    return closed


def parts(bounds: Bounds, key: int, k: int) -> tuple[Bounds, Bounds]:
    """The case in which a form is at most k, and that in which it is at least k + 1."""
    key, k = whole(key, "a key", 0), operator.index(k)
    low, high = bounds[key]
    below = low, k if high is None else min(k, high)
    above = k + 1 if low is None else max(k + 1, low), high
    start, end = bounds[:key], bounds[key + 1 :]
    return [*start, below, *end], [*start, above, *end]


def added(
    forms: System, bounds: Bounds, used: Mapping[int, Fraction]
) -> tuple[Any, Any, Any]:
    """For a linear combination of forms: what its values are multiples of, and its ends."""
    total: list[Fraction] = [Fraction(0)] * len(forms.groups)
    low: Any = Fraction(0)
    high: Any = Fraction(0)
    for key, y in used.items():
        pair = bounds[key] if y > 0 else bounds[key][::-1]
        total = [t + y * a for t, a in zip(total, forms.factors(key), strict=True)]
        low, high = (
            None if None in (a, b) else a + y * b
            for a, b in zip((low, high), pair, strict=True)
        )
    below = math.lcm(*(t.denominator for t in total))
    return Fraction(math.gcd(*((t * below).numerator for t in total)), below), low, high


def is_closed(q: Fraction, low: Any, high: Any) -> bool:
    """Whether no multiple of q lies between the ends."""
    if q == 0:
        return (low is not None and low > 0) or (high is not None and high < 0)
    return None not in (low, high) and math.ceil(low / q) * q > high
