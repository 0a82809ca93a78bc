"""Accuracy, error rate and minimum sensitivity, observation by observation."""

from collections.abc import Iterable
from fractions import Fraction

from .confusion import Pair, checked

__all__ = ["ccr", "mer", "minimum_sensitivity", "sensitivity_per_class"]


def ccr(pairs: Iterable[Pair]) -> Fraction:
    """The share of observations whose prediction is their class (mmae2014, section 2).

    Examples
    --------
    >>> ccr([(1, 1), (1, 2), (2, 2)])
    Fraction(2, 3)
    """
    listed = checked(pairs)
    return Fraction(sum(true == pred for true, pred in listed), len(listed))


def mer(pairs: Iterable[Pair]) -> Fraction:
    """The share of observations whose prediction is another class (oci2011, section 1.1).

    Examples
    --------
    >>> mer([(1, 1), (1, 2), (2, 2)])
    Fraction(1, 3)
    """
    listed = checked(pairs)
    return Fraction(sum(true != pred for true, pred in listed), len(listed))


def sensitivity_per_class(pairs: Iterable[Pair]) -> dict[int, Fraction]:
    """The share of each class that is predicted right (mmae2014, section 2).

    A class without an observation has no share, and no entry here.

    Examples
    --------
    >>> sensitivity_per_class([(1, 1), (1, 2), (3, 3)])
    {1: Fraction(1, 2), 3: Fraction(1, 1)}
    """
    listed = checked(pairs)
    return {
        j: ccr([pair for pair in listed if pair[0] == j])
        for j in sorted({true for true, _ in listed})
    }


def minimum_sensitivity(pairs: Iterable[Pair]) -> Fraction:
    """The smallest sensitivity of the classes present (mmae2014, section 2).

    Examples
    --------
    >>> minimum_sensitivity([(1, 1), (1, 2), (3, 3)])
    Fraction(1, 2)
    """
    return min(sensitivity_per_class(pairs).values())
