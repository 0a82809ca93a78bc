"""Accuracy within k classes and expected cost, observation by observation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from .confusion import Pair, checked
from .reading import decimal

__all__ = ["accuracy_within", "expected_cost"]


def accuracy_within(pairs: Iterable[Pair], k: int = 1) -> Fraction:
    """The proportion of observations whose prediction is at most k classes off.

    Examples
    --------
    >>> accuracy_within([(1, 1), (1, 2), (1, 3)])
    Fraction(2, 3)
    """
    listed = checked(pairs)
    return Fraction(sum(abs(true - pred) <= k for true, pred in listed), len(listed))


def expected_cost(
    pairs: Iterable[Pair], cost: Sequence[Sequence[int | float | Fraction]]
) -> Fraction:
    """The mean cost of the observations; the cost matrix has true classes in rows.

    A float is the decimal that prints it.

    Examples
    --------
    >>> expected_cost([(1, 1), (1, 2), (2, 1)], [[0, 1], [5, 0]])
    Fraction(2, 1)
    """
    listed = checked(pairs)
    costs = (decimal(cost[true - 1][pred - 1], "a cost") for true, pred in listed)
    return sum(costs, Fraction(0)) / len(listed)
