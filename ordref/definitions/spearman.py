"""Correlations of observations: of their average ranks, and of their class positions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .confusion import Pair, checked
from .exact import root

__all__ = ["average_ranks", "pearson", "signed_square", "spearman"]


def average_ranks(values: Sequence[int]) -> list[Fraction]:
    """The rank of each value, from the lowest; equal values get the mean of their ranks.

    Values equal to x have the ranks from below + 1 to below + equal.

    Examples
    --------
    >>> [str(rank) for rank in average_ranks([1, 5, 5, 7])]
    ['1', '5/2', '5/2', '4']
    """
    rank = {}
    for x in set(values):
        below = sum(value < x for value in values)
        equal = sum(value == x for value in values)
        rank[x] = below + Fraction(1 + equal, 2)
    return [rank[x] for x in values]


def signed_square(
    x: Sequence[Fraction | int], y: Sequence[Fraction | int]
) -> Fraction | float:
    """The square of the product-moment correlation, with the sign of the correlation.

    The formula of oci2011, section 1.1, is squared to keep it rational. ``nan`` if ``x`` or
    ``y`` is constant.

    Examples
    --------
    >>> signed_square([1, 2, 3], [3, 3, 1])
    Fraction(-3, 4)
    """
    x_mean, y_mean = Fraction(sum(x), len(x)), Fraction(sum(y), len(y))
    products = ((p - x_mean) * (q - y_mean) for p, q in zip(x, y, strict=True))
    together = sum(products, start=Fraction(0))
    squares = sum((p - x_mean) ** 2 for p in x) * sum((q - y_mean) ** 2 for q in y)
    return Fraction(together * abs(together), squares) if squares else math.nan


def spearman(pairs: Iterable[Pair]) -> float:
    """Spearman's rank correlation with average ranks (oci2011, section 1.1).

    A `Root`; ``nan`` if one variable is constant.

    Examples
    --------
    >>> spearman([(1, 1), (1, 2), (2, 2)])
    0.5
    """
    true, pred = zip(*checked(pairs), strict=True)
    return root(signed_square(average_ranks(true), average_ranks(pred)))


def pearson(pairs: Iterable[Pair]) -> float:
    """Pearson's correlation of the class positions (mmae2014, section 2, as ``r_S``).

    A `Root`; ``nan`` if one variable is constant.

    Examples
    --------
    >>> pearson([(1, 2), (2, 1), (2, 2), (3, 3)])
    0.5
    """
    true, pred = zip(*checked(pairs), strict=True)
    return root(signed_square(true, pred))
