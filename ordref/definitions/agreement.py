"""Coefficients of agreement of two or more raters, over single ratings, with gaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product

from .kappa import Weights, disagreement_of

__all__ = ["brennan_prediger", "conger_kappa", "gwet_ac2", "krippendorff_alpha",
           "weighted_pi", "weighted_pi_by_unit"]  # fmt: skip

# For each unit the class that each rater gave, and None where there is no rating; or pairs.
Units = Iterable[Sequence[int | None]]
_Apart = Callable[[int, int], int | Fraction]


def weighted_pi(units: Units, weights: Weights = "linear") -> Fraction | float:
    """1 minus the disagreement within the units, over that of two ratings at random.

    Units with fewer than two ratings are left out. The observed disagreement is the mean over the
    ratings of the mean disagreement in their unit. The expected one is the mean over all
    ordered pairs of ratings, including a rating with itself; ``nan`` if it is zero. Scott
    (1955) for two raters, Fleiss (1971) for more, with weights.

    Examples
    --------
    >>> weighted_pi([(1, 1), (2, 2), (3, 2)])
    Fraction(7, 13)
    >>> weighted_pi([(1, 1, 2), (2, 2, None), (3, 3, 3), (None, None, 1)])
    Fraction(19, 27)
    """
    rated, apart = _rated(units, 2), disagreement_of(weights)
    pool = [rating for ratings in rated for rating in ratings]
    return _one_less(_of_each_rating(rated, apart), _mean_between(pool, pool, apart))


def weighted_pi_by_unit(units: Units, weights: Weights = "linear") -> Fraction | float:
    """Like pi, but each unit counts the same, as in Gwet's handbook (2014).

    The observed disagreement is the mean over the units of the mean disagreement of two of
    their ratings. The expected one is that of two classes drawn with the mean over the units of
    the proportions of the classes; ``nan`` if it is zero. Units with fewer than two ratings are
    left out.

    Examples
    --------
    >>> weighted_pi_by_unit([(1, 1), (2, 2), (3, 2)])
    Fraction(7, 13)
    >>> weighted_pi_by_unit([(1, 1, 2), (2, 2, None), (3, 3, 3), (None, None, 1)])
    Fraction(23, 32)
    """
    rated, apart = _rated(units, 2), disagreement_of(weights)
    classes = sorted({rating for ratings in rated for rating in ratings})
    shares = {k: _mean([Fraction(r.count(k), len(r)) for r in rated]) for k in classes}
    pairs = product(shares.items(), repeat=2)
    expected = sum((p * q * apart(a, b) for (a, p), (b, q) in pairs), Fraction(0))
    return _one_less(_of_each_unit(rated, apart), expected)


def krippendorff_alpha(units: Units, metric: str = "ordinal") -> Fraction | float:
    """Like pi, but the expected disagreement is that of two different ratings.

    It is the mean over all ordered pairs of different ratings; ``nan`` if it is zero. The
    ordinal metric is the square of the number of ratings from one class to the other, where
    the ratings of these two classes count half. Krippendorff (2011).

    Examples
    --------
    >>> krippendorff_alpha([(1, 1), (2, 2), (3, 2)], "interval")
    Fraction(12, 17)
    >>> krippendorff_alpha([(1, 1, 2), (2, 2, None), (3, 3, 3), (None, None, 1)])
    Fraction(41, 48)
    """
    rated = _rated(units, 2)
    ratings = [rating for unit in rated for rating in unit]

    def difference(a: int, b: int) -> int:
        if metric == "nominal":
            return int(a != b)
        if metric == "interval":
            return (a - b) ** 2
        if metric != "ordinal":
            raise ValueError(f"no metric is called {metric!r}")
        between = sum(min(a, b) <= rating <= max(a, b) for rating in ratings)
        # Twice the number, because those at the ends count half; the factor cancels.
        ends = ratings.count(a) + ratings.count(b)
        return (2 * between - ends) ** 2 if a != b else 0

    known = {(a, b): difference(a, b) for a in set(ratings) for b in set(ratings)}
    observed = _of_each_rating(rated, lambda a, b: known[a, b])
    return _one_less(observed, _mean_within(ratings, lambda a, b: known[a, b]))


def gwet_ac2(units: Units, K: int, weights: Weights = "linear") -> Fraction:
    """``(p_a - p_e) / (1 - p_e)`` with Gwet's chance of agreement.

    AC1 is of 2008, the weights are from his handbook of 2014. The probability of a guess is 0
    where all ratings are one class, and 1 where the classes are equally frequent; if one of
    two ratings is a guess, the agreement expected is the mean over all pairs of classes. Each
    unit counts the same: in p_a if it has two ratings, in the proportions of the classes if it
    has one. 1 if the raters never disagree.

    Examples
    --------
    >>> gwet_ac2([(1, 1), (2, 2), (3, 2)], 3)
    Fraction(35, 53)
    >>> gwet_ac2([(1, 1, 2), (2, 2, None), (3, 3, 3)], 3)
    Fraction(86, 113)
    """
    rated, classes = _rated(units, 1), range(1, K + 1)
    apart = disagreement_of(weights)
    most = max(apart(a, b) for a in classes for b in classes)
    if not (observed := _of_each_unit(_rated(rated, 2), apart)):
        return Fraction(1)
    shares = [_mean([Fraction(r.count(k), len(r)) for r in rated]) for k in classes]
    guessed = sum((q * (1 - q) for q in shares), Fraction(0)) * K / (K - 1)
    p_e = (1 - _mean_between(classes, classes, apart) / most) * guessed
    return (1 - observed / most - p_e) / (1 - p_e)


def brennan_prediger(
    units: Units, K: int, weights: Weights = "linear"
) -> Fraction | float:
    """1 minus the disagreement within the units, over that of all pairs of classes.

    The observed disagreement is the mean over the units with two ratings or more, as for AC2.
    The expected one is the mean over all ordered pairs of classes, including a class with
    itself, as if every rating were a guess; ``nan`` if it is zero. Brennan and Prediger
    (1981), with the weights of Gwet's handbook (2014).

    Examples
    --------
    >>> brennan_prediger([(1, 1, 2), (2, 2, None), (3, 3, 3), (None, None, 1)], 3)
    Fraction(3, 4)
    """
    apart, classes = disagreement_of(weights), range(1, K + 1)
    expected = _mean_between(classes, classes, apart)
    return _one_less(_of_each_unit(_rated(units, 2), apart), expected)


def conger_kappa(units: Units, weights: Weights = "linear") -> Fraction | float:
    """Kappa of several raters, each with class frequencies of their own: Conger (1980).

    With gaps, as in Gwet's handbook (2014): the observed disagreement is the mean over the
    units with two ratings or more. The expected one is the mean over the pairs of raters,
    each with all ratings that they gave; ``nan`` if it is zero.

    Examples
    --------
    >>> conger_kappa([(1, 1, 2), (2, 2, None), (3, 3, 3)])
    Fraction(17, 23)
    """
    rows, apart = list(units), disagreement_of(weights)
    observed = _of_each_unit(_rated(rows, 2), apart)
    pairs = combinations(_rated(zip(*rows, strict=True), 1), 2)
    return _one_less(observed, _mean([_mean_between(a, b, apart) for a, b in pairs]))


def _rated(units: Units, least: int) -> list[list[int]]:
    """The ratings of each unit that has at least `least` ratings."""
    rated = [[rating for rating in unit if rating is not None] for unit in units]
    if wrong := [r for r in rated if any(not isinstance(k, int) or k < 1 for k in r)]:
        raise ValueError(f"{wrong[0]} are not class positions 1, 2, ...")
    if not any(len(ratings) >= least for ratings in rated):
        raise ValueError(f"no unit has {least} ratings or more")
    return [ratings for ratings in rated if len(ratings) >= least]


def _of_each_rating(rated: list[list[int]], apart: _Apart) -> Fraction:
    """The disagreement within the units, in which each rating counts the same."""
    return _mean([_mean_within(unit, apart) for unit in rated for _ in unit])


def _of_each_unit(rated: list[list[int]], apart: _Apart) -> Fraction:
    return _mean([_mean_within(unit, apart) for unit in rated])


def _mean_within(ratings: list[int], apart: _Apart) -> Fraction:
    """The mean of `apart` over the pairs of ratings of a unit, earlier raters first."""
    return _mean([apart(a, b) for a, b in combinations(ratings, 2)])


def _mean_between(
    first: Sequence[int], second: Sequence[int], apart: _Apart
) -> Fraction:
    """The mean of `apart` over all pairs of a rating in `first` and a rating in `second`."""
    return _mean([apart(a, b) for a in first for b in second])


def _mean(values: Sequence[int | Fraction]) -> Fraction:
    return Fraction(sum(values), len(values))


def _one_less(observed: Fraction, expected: Fraction) -> Fraction | float:
    return 1 - observed / expected if expected else math.nan
