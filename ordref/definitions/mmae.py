"""Mean absolute errors class by class, observation by observation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from statistics import mean

from .confusion import Pair, by_class
from .mae import mae, mse

__all__ = ["amae", "amse", "mae_per_class", "mmae"]


def mae_per_class(pairs: Iterable[Pair]) -> dict[int, Fraction]:
    """The mean absolute error within each class (mmae2014, section 2).

    A class without observations has no entry.

    Examples
    --------
    >>> mae_per_class([(1, 1), (1, 2), (3, 1)])
    {1: Fraction(1, 2), 3: Fraction(2, 1)}
    """
    return {j: mae(own) for j, own in by_class(pairs).items()}


def amae(pairs: Iterable[Pair]) -> Fraction:
    """The mean of the mean absolute errors of the classes present (mmae2014, section 2).

    Examples
    --------
    >>> amae([(1, 1), (1, 2), (3, 1)])
    Fraction(5, 4)
    """
    return mean(mae_per_class(pairs).values())


def amse(pairs: Iterable[Pair]) -> Fraction:
    """The mean of the mean squared errors of the classes present.

    Examples
    --------
    >>> amse([(1, 1), (1, 2), (3, 1)])
    Fraction(9, 4)
    """
    return mean(mse(own) for own in by_class(pairs).values())


def mmae(pairs: Iterable[Pair]) -> Fraction:
    """The largest mean absolute error of a class present (mmae2014, section 2).

    Examples
    --------
    >>> mmae([(1, 1), (1, 2), (3, 1)])
    Fraction(2, 1)
    """
    return max(mae_per_class(pairs).values())
