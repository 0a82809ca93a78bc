"""Pi, alpha and AC2, over the ratings and over pairings of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .confusion import Pair, checked

__all__ = ["gwet_ac2", "krippendorff_alpha", "weighted_pi"]

Weights = str | Sequence[Sequence[int | float | Fraction]]


def weighted_pi(pairs: Iterable[Pair], weights: Weights = "linear") -> Fraction | float:
    """One less the disagreement of the observations, relative to that of two ratings at random.

    Expected is the mean over all ordered pairs of the 2 N ratings, of a rating with itself,
    too. ``nan`` if that is zero. Scott (1955), with weights.

    Examples
    --------
    >>> weighted_pi([(1, 1), (2, 2), (3, 2)])
    Fraction(7, 13)
    """
    listed = checked(pairs)
    ratings = [rating for pair in listed for rating in pair]
    observed = Fraction(sum(_weight(weights, t, p) for t, p in listed), len(listed))
    every = sum(_weight(weights, a, b) for a in ratings for b in ratings)
    expected = Fraction(every, len(ratings) ** 2)
    return 1 - observed / expected if expected else math.nan


def _weight(weights: Weights, a: int, b: int) -> int | Fraction:
    if weights == "unweighted":
        return int(a != b)
    if weights == "linear":
        return abs(a - b)
    if weights == "quadratic":
        return (a - b) ** 2
    if isinstance(weights, str):
        raise ValueError(f"no weights are called {weights!r}")
    return Fraction(weights[a - 1][b - 1])


def krippendorff_alpha(
    pairs: Iterable[Pair], metric: str = "ordinal"
) -> Fraction | float:
    """One less the disagreement within the units, relative to that of two different ratings.

    Expected is the mean over all ordered pairs of two different ones of the 2 N ratings.
    ``nan`` if that is zero. The ordinal metric is the square of the number of ratings
    from the one class to the other, those of these two classes counted half.
    Krippendorff (2011).

    Examples
    --------
    >>> krippendorff_alpha([(1, 1), (2, 2), (3, 2)], "interval")
    Fraction(12, 17)
    """
    listed = checked(pairs)
    ratings = [rating for pair in listed for rating in pair]

    def difference(a: int, b: int) -> int:
        if metric == "nominal":
            return int(a != b)
        if metric == "interval":
            return (a - b) ** 2
        if metric != "ordinal":
            raise ValueError(f"no metric is called {metric!r}")
        between = sum(min(a, b) <= rating <= max(a, b) for rating in ratings)
        # Twice as many, for those at the ends count half: the ratio has no unit.
        ends = ratings.count(a) + ratings.count(b)
        return (2 * between - ends) ** 2 if a != b else 0

    known = {(a, b): difference(a, b) for a in set(ratings) for b in set(ratings)}
    observed = Fraction(sum(known[pair] for pair in listed), len(listed))
    # Of a rating with itself the difference is zero: only the number of pairs counts.
    every = sum(known[a, b] for a in ratings for b in ratings)
    expected = Fraction(every, len(ratings) * (len(ratings) - 1))
    return 1 - observed / expected if expected else math.nan


def gwet_ac2(pairs: Iterable[Pair], K: int, weights: Weights = "linear") -> Fraction:
    """``(p_a - p_e) / (1 - p_e)`` with Gwet's chance of agreement.

    AC1 is of 2008, the weights are of his handbook of 2014. A rating of class k is a guess
    with a probability that is least where all ratings are one class; of two ratings of which
    one is a guess, the agreement is the mean of all cells. 1 if no observation disagrees.

    Examples
    --------
    >>> gwet_ac2([(1, 1), (2, 2), (3, 2)], 3)
    Fraction(35, 53)
    """
    listed = checked(pairs)
    ratings = [rating for pair in listed for rating in pair]
    classes = range(1, K + 1)
    most = max(_weight(weights, a, b) for a in classes for b in classes)
    if not any(_weight(weights, t, p) for t, p in listed):
        return Fraction(1)

    def agreement(a: int, b: int) -> Fraction:
        return 1 - Fraction(_weight(weights, a, b), most)

    p_a = sum((agreement(t, p) for t, p in listed), Fraction(0)) / len(listed)
    shares = [Fraction(ratings.count(k), len(ratings)) for k in classes]
    cells = sum((agreement(a, b) for a in classes for b in classes), Fraction(0))
    p_e = cells / (K * (K - 1)) * sum(q * (1 - q) for q in shares)
    return (p_a - p_e) / (1 - p_e)
