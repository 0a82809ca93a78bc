"""How sure a value is, by going through all samples, all exchanges and all orders.

A measure is given as a function of a list of observations. Exact where that is.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from .confusion import Pair, checked

__all__ = ["exchanges", "jackknife", "orders", "samples", "taylor"]

OfPairs = Callable[[list[Pair]], Any]


def jackknife(measure: OfPairs, pairs: Iterable[Pair]) -> Any:
    """The variance by the jackknife: from the values without each of the observations.

    ``(N - 1)`` times the mean squared difference of these values from their mean, which
    is the variance of the delta method but for terms of order 1/N. Tukey (1958).

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


def taylor(measure: OfPairs, pairs: Iterable[Pair], times: int) -> Any:
    """The variance by the delta method, from slopes when `times` copies become one more.

    Each observation stands for so many, and one more of its kind moves the measure by
    some N-th of what an observation is worth. The more copies, the nearer to the
    derivative: the error is of the order of 1/times.

    Examples
    --------
    >>> from ordref.definitions import mae
    >>> [round(float(taylor(mae, [(1, 1), (1, 2), (2, 2), (2, 2)], k)), 4) for k in (1, 9, 99)]
    [0.03, 0.0444, 0.0466]
    """
    listed = checked(pairs)
    N = len(listed)
    many = listed * times
    value = measure(many)
    # A copy is 1 / times of an observation.
    slopes = [times * (measure([*many, pair]) - value) for pair in listed]
    mean = sum(slopes) / N
    return sum((slope - mean) ** 2 for slope in slopes)


def samples(
    measure: OfPairs, shares: Sequence[Sequence[Fraction | int]], N: int
) -> tuple[Fraction, Any, Any]:
    """What the measure is of all samples of N observations from a table of probabilities.

    Returns the probability that it is defined, and, given that, mean and variance.

    Examples
    --------
    >>> from ordref.definitions import ccr
    >>> half = Fraction(1, 2)
    >>> samples(ccr, [[half, 0], [half, 0]], 2)
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
        ways = math.factorial(N)
        for pair, _ in kinds:
            ways //= math.factorial(listed.count(pair))
        probability = math.prod((share for _, share in sample), start=Fraction(ways))
        weighted.append((measure(listed), probability))
    return _moments(weighted)


def orders(
    measure: OfPairs, pairs: Iterable[Pair], better: str = "high"
) -> tuple[Any, Any, Fraction]:
    """Mean and variance over all orders of the predictions, and the share of values as good.

    Only orders in which the measure is defined have a say in mean and variance; the
    others count as those that are as good.

    Examples
    --------
    >>> from ordref.definitions import ccr
    >>> orders(ccr, [(1, 1), (2, 2), (2, 2)])
    (Fraction(5, 9), Fraction(8, 81), Fraction(1, 3))
    """
    listed = checked(pairs)
    true, predicted = [t for t, _ in listed], [p for _, p in listed]
    observed, weighted, good = measure(listed), [], 0
    every = list(itertools.permutations(predicted))
    for order in every:
        value = measure(list(zip(true, order, strict=True)))
        weighted.append((value, Fraction(1, len(every))))
        worse = value < observed if better == "high" else value > observed
        good += not worse
    _, mean, variance = _moments(weighted)
    return mean, variance, Fraction(good, len(every))


def exchanges(
    measure: OfPairs, triples: Iterable[tuple[int, int, int]]
) -> tuple[Any, Fraction]:
    """The difference of two classifiers, and the share of exchanges with one as large.

    A triple is a true class and two predictions, which change places or do not.

    Examples
    --------
    >>> from ordref.definitions import mae
    >>> exchanges(mae, [(1, 1, 2), (2, 2, 3), (3, 3, 1)])
    (Fraction(-4, 3), Fraction(1, 4))
    """
    listed = list(triples)

    def difference(each: Iterable[tuple[int, int, int]]) -> Any:
        these = list(each)
        first = measure([(t, a) for t, a, _ in these])
        return first - measure([(t, b) for t, _, b in these])

    observed = difference(listed)
    both = [((t, a, b), (t, b, a)) for t, a, b in listed]
    every = [difference(each) for each in itertools.product(*both)]
    large = sum(not abs(value) < abs(observed) for value in every)
    return observed, Fraction(large, len(every))


def _moments(weighted: list[tuple[Any, Fraction]]) -> tuple[Fraction, Any, Any]:
    """The probability of a value that is defined, and mean and variance of those."""
    defined = [(value, share) for value, share in weighted if value == value]
    total = sum((share for _, share in defined), start=Fraction(0))
    if not total:
        return total, math.nan, math.nan
    mean = sum(value * share for value, share in defined) / total
    variance = sum((value - mean) ** 2 * share for value, share in defined) / total
    return total, mean, variance
