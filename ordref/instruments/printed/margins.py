"""What is linear in the counts of a table once its margins are known.

With both margins kappa, pi, alpha and AC2 are the mean of what each observation adds, and Pearson's
and Spearman's correlations and MCC are a whole number over the root of another. With one margin
the expected cost of kappa is a mean as well: kappa lies between two values if the observed cost
lies between two multiples of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from ...definitions.accuracy import mer
from ...definitions.kappa import disagreement_of
from ...definitions.mae import mae, mse
from .printed import Ends

COSTS: dict[str, Any] = {"mer": mer, "mae": mae, "mse": mse}
# 1 less the mean cost over the expected cost, by the two margins or by their mean.
KAPPA = {
    "weighted_kappa": "mae", "weighted_kappa_quadratic": "mse",
    "weighted_kappa_unweighted": "mer", "weighted_pi": "mae",
}  # fmt: skip
CORRELATIONS = ("pearson", "spearman", "mcc")

Counts: TypeAlias = Sequence[int]
# What an observation adds to a value or a form, by row and column, from 0.
CostOfCell: TypeAlias = Callable[[int, int], Any]
# The name of a form, what an observation adds to it, and its ends.
LinearForm: TypeAlias = tuple[str, CostOfCell, Ends]


def mean_of(name: str, sizes: Counts, predicted: Counts) -> CostOfCell | None:
    """What each observation adds to N times an agreement; None if it is not such a mean.

    Examples
    --------
    >>> adds = mean_of("weighted_kappa_unweighted", [2, 1], [2, 1])
    >>> adds(0, 0), adds(0, 1)
    (Fraction(1, 1), Fraction(-5, 4))
    """
    distance: CostOfCell
    K, pooled = len(sizes), [a + b for a, b in zip(sizes, predicted, strict=True)]
    N = sum(sizes)
    if name in KAPPA:
        sides = (pooled, pooled) if name == "weighted_pi" else (sizes, predicted)
        distance = cost_of(name)
        expected = _total(distance, *sides) / (sum(sides[0]) * sum(sides[1]))
    elif name == "krippendorff_alpha":
        # Twice the number of ratings between, as in the definition.
        place = _ranks(pooled)

        def distance(r: int, c: int) -> Any:
            return (place[r] - place[c]) ** 2

        expected = _total(distance, pooled, pooled) / (2 * N * (2 * N - 1))
    elif name == "gwet_ac2" and K > 1:
        distance = disagreement_of("linear")
        guessed = sum(x * (2 * N - x) for x in pooled) * Fraction(K, 4 * N**2 * (K - 1))
        agreed = 1 - _total(distance, [1] * K, [1] * K) / (K**2 * (K - 1))
        expected = (K - 1) * (1 - agreed * guessed)
    else:
        return None
    return (lambda r, c: 1 - distance(r, c) / expected) if expected else None


def forms_of(
    name: str, ends: Ends, sizes: Counts | None, predicted: Counts | None
) -> Iterator[LinearForm]:
    """The forms whose ends a table has exactly if the measure has its ends; none if not known."""
    if sizes and predicted and name in CORRELATIONS:
        adds, square = _correlation(name, sizes, predicted)
        if square:
            yield f"{name} without its root", adds, whole_ends(ends, square)
    elif name in KAPPA and name != "weighted_pi" and bool(sizes) != bool(predicted):
        cost, known = cost_of(name), sizes or predicted or ()
        N = sum(known)

        def expected(r: int, c: int) -> Fraction:
            k = c if sizes else r
            return Fraction(sum(n * cost(j, k) for j, n in enumerate(known)), N)

        def less_end(end: Fraction) -> CostOfCell:
            return lambda r, c: cost(r, c) - (1 - end) * expected(r, c)

        (low, high, (with_low, with_high)), defined = ends, Ends(0, None, (False, True))
        yield f"expected cost, by {name}", expected, defined
        yield f"cost, by the least {name}", less_end(low), Ends(None, 0, (True, with_low))
        yield (f"cost, by the greatest {name}", less_end(high), Ends(0, None, (with_high, True)))


def cost_of(name: str) -> CostOfCell:
    """The disagreement of one observation, of which kappa or pi is made."""
    cost = COSTS[KAPPA[name]]
    return lambda r, c: cost([(r + 1, c + 1)])


def untied_square(name: str, N: int, K: int, sizes: Counts | None, predicted: Counts | None) -> Any:
    """The square of the denominator below concordant less discordant pairs; 0 if it is not known.

    Examples
    --------
    >>> untied_square("kendall_tau_b", 4, 2, [2, 2], [3, 1])
    12
    >>> untied_square("somers_d", 4, 2, None, [3, 1])
    0
    """
    untied = [m and (N**2 - sum(n**2 for n in m)) // 2 for m in (sizes, predicted)]
    sides = {"somers_d": (0, 0), "somers_d_true": (1, 1), "kendall_tau_b": (0, 1)}
    if name in sides:
        return math.prod(untied[side] or 0 for side in sides[name])
    return Fraction(N**2 * (K - 1), 2 * K) ** 2 if name == "stuart_tau_c" else 0


def whole_ends(ends: Ends, square: int | Fraction) -> Ends:
    """The least and the greatest whole number which, over the root of a square, is within ends.

    Examples
    --------
    >>> whole_ends(Ends(Fraction(1, 2), Fraction(1)), 8)
    Ends(low=2, high=2, closed=(True, True))
    """
    return Ends(
        _least(ends.low, ends.closed[0], square), -_least(-ends.high, ends.closed[1], square)
    )


def _least(end: Fraction, closed: bool, square: int | Fraction) -> int:
    """The least whole number that is at least, or above, the product of an end and the root."""
    product = end**2 * square
    root = math.isqrt(math.floor(product))
    is_root = root**2 == product
    if end < 0:
        return -root + (is_root and not closed)
    return root + (not is_root or not closed)


def _correlation(name: str, sizes: Counts, predicted: Counts) -> tuple[CostOfCell, int]:
    """What each observation adds to a whole number, and the square that this is the root of."""
    N = sum(sizes)
    if name == "mcc":
        together = sum(map(int.__mul__, map(int, sizes), map(int, predicted)))
        spread = (N**2 - sum(n**2 for n in m) for m in (sizes, predicted))
        return lambda r, c: N**2 * (r == c) - together, N**2 * math.prod(spread)
    place = [_ranks(m) if name == "spearman" else range(len(m)) for m in (sizes, predicted)]
    true, pred = (
        [N * x - sum(n * y for n, y in zip(m, at, strict=True)) for x in at]
        for m, at in zip((sizes, predicted), place, strict=True)
    )
    spread = (
        sum(n * x**2 for n, x in zip(m, at, strict=True))
        for m, at in ((sizes, true), (predicted, pred))
    )
    return lambda r, c: true[r] * pred[c], math.prod(spread)


def _ranks(counts: Counts) -> list[int]:
    """Twice the average rank of each class, less 1."""
    ends = [0, *itertools.accumulate(map(int, counts))]
    return [a + b for a, b in itertools.pairwise(ends)]


def _total(cost: CostOfCell, true: Counts, pred: Counts) -> Fraction:
    """The sum of a cost over all pairs of a true and a predicted observation."""
    pairs = itertools.product(enumerate(true), enumerate(pred))
    return Fraction(sum(cost(r, c) * x * y for (r, x), (c, y) in pairs))
