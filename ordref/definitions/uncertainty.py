"""How sure a value is: by all samples, all exchanges and all permutations.

A measure is given as a function of a list of observations. The results are exact if the
measure is.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from .accuracy import mer, sensitivity_per_class
from .confusion import Pair, by_class, checked
from .elimination import kernel
from .exact import Root, exact, root
from .mae import mae

__all__ = [
    "delta_variance", "holm", "jackknife", "over_all_exchanges", "over_all_orders",
    "over_all_samples", "slope_variance", "standard_error",
]  # fmt: skip

OfPairs = Callable[[list[Pair]], Any]


def jackknife(measure: OfPairs, pairs: Iterable[Pair]) -> Any:
    """The jackknife variance, from the values without each of the observations.

    ``(N - 1)`` times the mean squared deviation of these values from their mean. It differs
    from the variance by the delta method by a relative error of order 1/N. Tukey (1958).

    Examples
    --------
    >>> from ordref.definitions import mae
    >>> jackknife(mae, [(1, 1), (1, 2), (2, 2), (2, 2)])
    Fraction(1, 16)
    """
    listed = checked(pairs)
    N = len(listed)
    without = [measure(listed[:k] + listed[k + 1 :]) for k in range(N)]
    mean = sum(without) / N
    return (N - 1) * sum((value - mean) ** 2 for value in without) / N


def slope_variance(measure: OfPairs, pairs: Iterable[Pair], times: int) -> Any:
    """The variance by the delta method, with difference quotients as slopes.

    Each observation is replaced by `times` copies; the slope is the change of the measure
    when one more copy is added, times `times`. The error is of order 1/times.

    Examples
    --------
    >>> from ordref.definitions import mae
    >>> listed = [(1, 1), (1, 2), (2, 2), (2, 2)]
    >>> [round(float(slope_variance(mae, listed, k)), 4) for k in (1, 9, 99)]
    [0.03, 0.0444, 0.0466]
    """
    listed = checked(pairs)
    N = len(listed)
    many = listed * times
    value = measure(many)
    # One copy is 1 / times of an observation.
    slopes = [times * (measure([*many, pair]) - value) for pair in listed]
    mean = sum(slopes) / N
    return sum((slope - mean) ** 2 for slope in slopes)


def delta_variance(measure: OfPairs, pairs: Iterable[Pair]) -> Any:
    """The variance by the delta method, with exact slopes found from values alone.

    As a function of the number of added observations of one kind, a measure or its square is
    a quotient of polynomials of degree at most 4. The values for 0, 1, ..., 9 more of them
    determine the quotient, and so its slope at 0. A Fraction, or ``nan``; a ValueError where
    no such quotient has these values, for example for a measure that jumps, or where one of
    the values is not a number.

    Examples
    --------
    >>> from ordref.definitions import mae, pearson
    >>> listed = [(1, 1), (1, 2), (2, 2), (2, 2)]
    >>> delta_variance(mae, listed), delta_variance(pearson, listed)
    (Fraction(3, 64), Fraction(1, 12))
    """
    listed = checked(pairs)
    N = len(listed)
    kinds = sorted(set(listed))
    grown = [[measure(listed + [kind] * j) for j in range(10)] for kind in kinds]
    if grown[0][0] != grown[0][0]:
        return math.nan
    rooted = [v for values in grown for v in values if isinstance(v, Root)]
    if rooted:
        plus = rooted[0].plus
        grown = [
            [abs(v.square) if isinstance(v, Root) else (v - plus) ** 2 for v in values]
            for values in grown
        ]
    total, squares = Fraction(0), Fraction(0)
    for kind, values in zip(kinds, grown, strict=True):
        value, slope, second = first_coefficients(values)
        square = slope**2
        if rooted:
            # (f**2)' = 2 f f'; where f is 0, the square of f' is half of (f**2)''.
            square, slope = (
                (square / (4 * value), slope) if value else (second, Fraction(0))
            )
        n = listed.count(kind)
        total += n * slope
        squares += n * square
    mean = total**2 / N
    if rooted:
        # Where f is 0 it depends on proportions only (r_int is never -1 by a root), so it
        # does not change while all counts grow alike: the slopes sum to 0.
        mean = mean / (4 * value) if value else Fraction(0)
    return squares - mean


def first_coefficients(values: list[Any]) -> tuple[Fraction, Fraction, Fraction]:
    """The first three coefficients, at 0, of the quotient P / Q with these values at 0, 1, ...

    Examples
    --------
    >>> [str(x) for x in first_coefficients([Fraction(1, 1 + j) for j in range(6)])]
    ['1', '-1', '1']
    """
    P, Q = _quotient(values)
    value = P[0] / Q[0]
    first = (P[1] - value * Q[1]) / Q[0]
    return value, first, (P[2] - value * Q[2] - first * Q[1]) / Q[0]


def _quotient(values: list[Any]) -> tuple[list[Fraction], list[Fraction]]:
    """The coefficients of P and Q of the lowest degree that fits, and two zeros."""
    if any(isinstance(v, float) and not math.isfinite(v) for v in values):
        raise ValueError("measure has no value for some of the larger samples")
    zeros, places = [Fraction(0)] * 2, range(len(values))
    ratios = [Fraction(value).as_integer_ratio() for value in values]
    for degree in range(len(values) // 2):
        powers = range(degree + 1)
        # P(j) = value Q(j): even for degree 4 one equation more than free coefficients.
        solution = kernel(
            [
                [-q * j**k for k in powers] + [p * j**k for k in powers]
                for j, (p, q) in enumerate(ratios)
            ]
        )
        P, Q = solution[: degree + 1], solution[degree + 1 :]
        # Where Q is 0, so is P, and the equation does not hold the value: a measure that jumps.
        if solution and all(sum(q * j**k for k, q in enumerate(Q)) for j in places):
            return P + zeros, Q + zeros
    raise ValueError("measure is not a quotient of polynomials of degree 4")


def standard_error(
    name: str, pairs: Iterable[Pair], K: int, **options: Any
) -> Fraction | Root | float:
    """The standard error by the delta method of the definition called `name`.

    For measures that do not maximise or minimise, and for those of the worst class. There it
    is the standard error of this class, ``nan`` where two are tied for the worst and one of
    them varies.

    Examples
    --------
    >>> standard_error("mae", [(1, 1), (1, 2), (2, 2), (2, 2)], 2)
    0.21650635094610965
    >>> standard_error("mmae", [(1, 1), (1, 2), (2, 2), (2, 1)], 2)
    nan
    """
    listed = checked(pairs)
    if name == "geometric_mean_sensitivity":
        return _error_of_geometric_mean(listed)
    if name in _OF_THE_WORST:
        variance = _delta_of_worst(_OF_THE_WORST[name], listed)
    else:
        variance = delta_variance(
            lambda sample: exact(name, sample, K, **options), listed
        )
    error = root(variance)
    return error.simplest() if isinstance(error, Root) else error


_OF_THE_WORST: dict[str, OfPairs] = {"mmae": mae, "minimum_sensitivity": mer}


def _delta_of_worst(measure: OfPairs, listed: list[Pair]) -> Any:
    classes = by_class(listed).values()
    most = max(measure(members) for members in classes)
    worst = [
        delta_variance(measure, members)
        for members in classes
        if measure(members) == most
    ]
    return worst[0] if len(worst) == 1 or not any(worst) else math.nan


def _error_of_geometric_mean(listed: list[Pair]) -> Fraction | float:
    """The standard error of the product P, times the derivative of its J-th root."""
    J = len({true for true, _ in listed})
    variance = delta_variance(_product_of_sensitivities, listed)
    if not variance:
        return Fraction(0)
    product = float(_product_of_sensitivities(listed))
    return float(product ** (1 / J - 1) / J * math.sqrt(variance))


def _product_of_sensitivities(pairs: list[Pair]) -> Fraction:
    return math.prod(sensitivity_per_class(pairs).values(), start=Fraction(1))


def over_all_samples(
    measure: OfPairs, shares: Sequence[Sequence[Fraction | int]], N: int
) -> tuple[Fraction, Any, Any]:
    """The distribution of a measure over all samples of N from a table of probabilities.

    Returns the probability that it is defined, and, given that, its mean and variance.

    Examples
    --------
    >>> from ordref.definitions import ccr
    >>> half = Fraction(1, 2)
    >>> over_all_samples(ccr, [[half, 0], [half, 0]], 2)
    (Fraction(1, 1), Fraction(1, 2), Fraction(1, 8))
    """
    kinds = [
        ((r, c), Fraction(share))
        for r, row in enumerate(shares, start=1)
        for c, share in enumerate(row, start=1)
        if share
    ]
    weighted = []
    for sample in itertools.combinations_with_replacement(kinds, N):
        listed = [pair for pair, _ in sample]
        alike = map(math.factorial, Counter(listed).values())
        ways = math.factorial(N) // math.prod(alike)
        probability = math.prod((share for _, share in sample), start=Fraction(ways))
        weighted.append((measure(listed), probability))
    return _moments(weighted)


def over_all_orders(
    measure: OfPairs, pairs: Iterable[Pair], better: str = "high"
) -> tuple[Any, Any, Fraction]:
    """Mean and variance over all permutations of the predictions, and the p-value.

    Permutations for which the measure is undefined are left out of mean and variance; in the
    p-value they count as at least as good as the value observed.

    Examples
    --------
    >>> from ordref.definitions import ccr
    >>> over_all_orders(ccr, [(1, 1), (2, 2), (2, 2)])
    (Fraction(5, 9), Fraction(8, 81), Fraction(1, 3))
    """
    listed = checked(pairs)
    true, predicted = [t for t, _ in listed], [p for _, p in listed]
    observed, orders = measure(listed), itertools.permutations(predicted)
    values = [measure(list(zip(true, order, strict=True))) for order in orders]
    share = Fraction(1, len(values))
    _, mean, variance = _moments([(value, share) for value in values])
    worse = sum(v < observed if better == "high" else v > observed for v in values)
    return mean, variance, 1 - worse * share


def over_all_exchanges(
    measure: OfPairs, triples: Iterable[tuple[int, int, int]]
) -> tuple[Any, Fraction]:
    """The difference of two classifiers, and the p-value over all exchanges.

    A triple is a true class and two predictions, which are exchanged or not. The p-value is
    the proportion of exchanges with a difference at least as large in size, or undefined.

    Examples
    --------
    >>> from ordref.definitions import mae
    >>> over_all_exchanges(mae, [(1, 1, 2), (2, 2, 3), (3, 3, 1)])
    (Fraction(-4, 3), Fraction(1, 4))
    """
    listed = list(triples)

    def difference(chosen: Sequence[tuple[int, int, int]]) -> Any:
        first = measure([(t, a) for t, a, _ in chosen])
        return first - measure([(t, b) for t, _, b in chosen])

    observed = difference(listed)
    exchanges = [((t, a, b), (t, b, a)) for t, a, b in listed]
    differences = [difference(chosen) for chosen in itertools.product(*exchanges)]
    large = sum(not abs(value) < abs(observed) for value in differences)
    return observed, Fraction(large, len(differences))


def holm(pvalues: Sequence[Fraction]) -> list[Fraction]:
    """The p-values adjusted for multiple testing, by closed testing; Holm (1979).

    Bonferroni's p-value of a set of hypotheses is the smallest of their p-values times their
    number, and at most 1. A hypothesis is rejected if all sets that contain it are, so its
    adjusted p-value is the largest of theirs. All ``2**m - 1`` sets of m hypotheses are tried.

    Examples
    --------
    >>> holm([Fraction(1, 100), Fraction(4, 100), Fraction(3, 100)])
    [Fraction(3, 100), Fraction(3, 50), Fraction(3, 50)]
    """
    places, whole = range(len(pvalues)), Fraction(1)
    subsets = [s for m in places for s in itertools.combinations(places, m + 1)]
    together = {s: min(whole, *(len(s) * pvalues[k] for k in s)) for s in subsets}
    return [max(p for s, p in together.items() if k in s) for k in places]


def _moments(weighted: list[tuple[Any, Fraction]]) -> tuple[Fraction, Any, Any]:
    """The probability that the value is defined, and mean and variance of the defined values."""
    defined = [(value, share) for value, share in weighted if value == value]
    total = sum((share for _, share in defined), start=Fraction(0))
    if not total:
        return total, math.nan, math.nan
    mean = sum(value * share for value, share in defined) / total
    variance = sum((value - mean) ** 2 * share for value, share in defined) / total
    return total, mean, variance
