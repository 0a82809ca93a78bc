"""The sets of ordered pairs of two variables, and how far the sets overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations

from .confusion import Pair, checked
from .exact import Root

__all__ = ["order_sets", "r_int", "r_int_2008"]


def order_sets(pairs: Iterable[Pair]) -> tuple[set[Pair], set[Pair]]:
    """The sets S1 of the true and S2 of the predicted classes (rint2014, after Table 1).

    Each contains the ordered pairs (i, j) of different observations, numbered from 1, in
    which the class of i is at most that of j.

    Examples
    --------
    >>> S1, S2 = order_sets([(2, 1), (1, 1)])
    >>> sorted(S1), sorted(S2)
    ([(2, 1)], [(1, 2), (2, 1)])
    """
    listed = checked(pairs)
    S1, S2 = set(), set()
    for i, j in permutations(range(1, len(listed) + 1), 2):
        if listed[i - 1][0] <= listed[j - 1][0]:
            S1.add((i, j))
        if listed[i - 1][1] <= listed[j - 1][1]:
            S2.add((i, j))
    return S1, S2


def r_int(pairs: Iterable[Pair]) -> Fraction | float:
    """The coefficient of rint2014, ``nan`` for one observation.

    A `Root` where its denominator, a square root, is not rational.

    Examples
    --------
    >>> r_int([(3, 1), (2, 2), (1, 3), (4, 4)])
    Fraction(0, 1)
    """
    S1, S2 = order_sets(pairs)
    product = len(S1) * len(S2)
    if not product:
        return math.nan
    return Root(Fraction(-1), Fraction(4 * len(S1 & S2) ** 2, product)).simplest()


def r_int_2008(pairs: Iterable[Pair]) -> Fraction | float:
    """`r_int` with N(N - 1) as the size of both sets, as quoted in the corrigendum.

    Examples
    --------
    >>> r_int_2008([(1, 1), (2, 2), (2, 2)])
    Fraction(1, 3)
    """
    listed = checked(pairs)
    S1, S2 = order_sets(listed)
    all_pairs = len(listed) * (len(listed) - 1)
    return -1 + Fraction(2 * len(S1 & S2), all_pairs) if all_pairs else math.nan
