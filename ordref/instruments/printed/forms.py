"""The linear forms of a claim in the counts of a table, with whole coefficients and whole ends.

N times a mean over observations is a sum over the cells of count times value. Scaled, the values
are whole numbers, and so are the ends of what rounds to the printed mean.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from .claims import LINEAR, NEVER_ABOVE, RANGED, WORST, Claim
from .margins import KAPPA, untied_square, whole_ends
from .printed import Ends

# The name of a form, its coefficient of a cell, and its ends.
Forms: TypeAlias = Iterator[tuple[str, Any, Ends]]


class Whole(NamedTuple):
    """A form: its name, its whole coefficient of each cell, and its ends, None if unbounded."""

    name: str
    factors: tuple[int, ...]
    low: int | None
    high: int | None


def cells_of_tables(claim: Claim) -> Iterator[tuple[int, int, int]]:
    """The cells of the tables, by test set, row and column."""
    K = range(claim.K)
    return itertools.product(range(len(claim.tests)), K, K)


def whole_forms(claim: Claim, choice: tuple[int, ...] | None = None) -> Iterator[Whole]:
    """The forms if the classes of a choice are the worst; without a choice, those of every case.

    Examples
    --------
    >>> from .claims import claim
    >>> for form in whole_forms(claim({"ccr": "0.613"}, N=125, K=2)):
    ...     print(*form)
    observations (1, 1, 1, 1) 125 125
    125 ccr (1, 0, 0, 1) 77 76
    """
    yield from _scaled(claim, _margins(claim))
    yield from value_forms(claim, choice)


def value_forms(claim: Claim, choice: tuple[int, ...] | None = None) -> Iterator[Whole]:
    """The forms of the printed values alone."""
    return _scaled(claim, _printed(claim, choice))


def _scaled(claim: Claim, forms: Forms) -> Iterator[Whole]:
    cells = [*cells_of_tables(claim)]
    for name, weigh, ends in forms:
        weights = [Fraction(weigh(*cell)) for cell in cells]
        scale = 1 / (step(weights) or Fraction(1))
        low, high = (None if end is None else end * scale for end in ends[:2])
        if low is not None:
            low = math.ceil(low) if ends.closed[0] else math.floor(low) + 1
        if high is not None:
            high = math.floor(high) if ends.closed[1] else math.ceil(high) - 1
        named = name if scale == 1 else f"{scale} {name}"
        yield Whole(named, tuple(int(w * scale) for w in weights), low, high)


def step(numbers: Collection[Fraction]) -> Fraction:
    """The largest number of which all are multiples; 0 if all are 0."""
    below = math.lcm(*(x.denominator for x in numbers))
    return Fraction(math.gcd(*((x * below).numerator for x in numbers)), below)


def _margins(claim: Claim) -> Forms:
    """The number of observations, in all and of each class."""
    S, many = claim.splits, len(claim.tests) > 1
    totals = (
        [(f"observations{f' in test sets of {n}' * many}", n * t) for n, t in claim.tests],
        [(f"those of class {k}", n * S) for k, n in enumerate(claim.sizes or (), 1)],
        [(f"those predicted {k}", n * S) for k, n in enumerate(claim.predicted or (), 1)],
    )
    for side, of_side in enumerate(totals):
        for k, (name, n) in enumerate(of_side):
            yield name, lambda *cell, at=side, k=k: cell[at] == k, Ends(n, n)


def _printed(claim: Claim, choice: tuple[int, ...] | None) -> Forms:
    """The form of each printed value: the weights of cells, and the ends of their sum."""
    for name in claim.values:
        ends, weight = claim.ends(name), claim.weight(name)
        if name in claim.worst:
            worst = None if choice is None else choice[claim.worst.index(name)]
            yield from _of_the_worst(claim, name, worst)
        elif weight:
            yield name, weight, ends
        elif name == "rmse":
            low, high = (max(end, 0) ** 2 for end in ends[:2])
            closed = ends.closed[0] or ends.low < 0, ends.closed[1]
            squares = Ends(low, high if claim.splits == 1 else None, closed)
            yield "mse, by rmse", claim.weight("mse"), squares
        elif forms := claim.forms(name):
            for words, adds, within in forms:
                yield words, lambda b, r, c, adds=adds: adds(r, c), within
        elif cost := KAPPA.get(name):
            most = (1 - ends.low) * LINEAR[cost]([(1, claim.K)])
            yield f"cost, by {name}", claim.weight(cost), Ends(None, most)
        if measure := RANGED.get(name):
            inside = ends.low - measure.greatest(claim.K), ends.high - measure.least
            yield f"{name} in its range", lambda *cell: 0, Ends(*inside)
    yield from _of_pairs(claim)
    for a, b in NEVER_ABOVE:
        if a in claim.values and b in claim.values:
            gap = claim.ends(a).low - claim.ends(b).high
            yield f"{a} at most {b}", lambda *cell: 0, Ends(gap, None)


def _of_pairs(claim: Claim) -> Forms:
    """One whole number of pairs, concordant less discordant, must fit all values."""
    numbers = {}
    for name in claim.values if claim.splits == 1 else ():
        square = untied_square(name, claim.N[0], claim.K, claim.sizes, claim.predicted)
        if square:
            numbers[name] = whole_ends(claim.ends(name), square)
    if numbers:
        gap = max(e.low for e in numbers.values()) - min(e.high for e in numbers.values())
        words = f"one number of pairs for {' and '.join(numbers)}"
        yield words, lambda *cell: 0, Ends(Fraction(gap), None)


def _of_the_worst(claim: Claim, name: str, worst: int | None) -> Forms:
    """No class has a larger mean than printed, and the mean of the worst is not smaller."""
    measure, sign = WORST[name]
    ends = claim.ends(name) if sign > 0 else -claim.ends(name)
    # A mean of n <= N whole numbers that is not at an end is at least so far from it.
    low, high = (
        end if closed else end + Fraction(inwards, end.denominator * claim.N[0])
        for end, closed, inwards in zip(ends[:2], ends.closed, (1, -1), strict=True)
    )

    def less_end(k: int, end: Fraction) -> Any:
        return lambda b, r, c: (sign * measure([(r + 1, c + 1)]) - end) * (r == k)

    for k in range(claim.K):
        yield f"({name} of class {k + 1}, less its end)", less_end(k, high), Ends(None, 0)
    if worst is None:
        return
    yield f"({name} of class {worst + 1}, the worst)", less_end(worst, low), Ends(0, None)
    yield f"those of class {worst + 1}", lambda b, r, c: r == worst, Ends(1, None)
