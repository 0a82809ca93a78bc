"""Mean absolute and squared error, observation by observation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .confusion import Pair, checked
from .exact import root

__all__ = ["mae", "mse", "rmse"]


def mae(pairs: Iterable[Pair]) -> Fraction:
    """The mean of ``|true - predicted|`` over the observations (oci2011, section 1.1).

    Examples
    --------
    >>> mae([(1, 1), (1, 3), (2, 3)])
    Fraction(1, 1)
    """
    listed = checked(pairs)
    return Fraction(sum(abs(true - pred) for true, pred in listed), len(listed))


def mse(pairs: Iterable[Pair]) -> Fraction:
    """The mean of ``(true - predicted)**2`` over the observations (oci2011, section 1.1).

    Examples
    --------
    >>> mse([(1, 1), (1, 3), (2, 3)])
    Fraction(5, 3)
    """
    listed = checked(pairs)
    return Fraction(sum((true - pred) ** 2 for true, pred in listed), len(listed))


def rmse(pairs: Iterable[Pair]) -> float:
    """The square root of `mse`, a `Root`.

    Examples
    --------
    >>> rmse([(1, 1), (1, 3), (3, 1), (2, 2)])
    1.4142135623730951
    """
    return root(mse(pairs))
