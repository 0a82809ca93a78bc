"""Weighted kappa, over the observations and over all pairings of their labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from .confusion import Pair, checked
from .reading import decimal

__all__ = ["weighted_kappa"]

Weights = str | Sequence[Sequence[int | float | Fraction]]


def weighted_kappa(
    pairs: Iterable[Pair], weights: Weights = "linear"
) -> Fraction | float:
    """1 minus the disagreement of the observations, over that of all pairings.

    The observed disagreement is the mean, over the observations, of that between true and
    predicted class. The expected one is the mean over all pairings of the true class of one
    observation with the predicted class of the same or another; ``nan`` if it is zero.
    Cohen (1968); fcorr2020, eq. (22).

    Examples
    --------
    >>> weighted_kappa([(1, 1), (2, 2), (3, 2)])
    Fraction(4, 7)
    """
    listed, disagreement = checked(pairs), disagreement_of(weights)
    N = len(listed)
    observed = Fraction(sum(disagreement(true, pred) for true, pred in listed), N)
    pairings = ((true, pred) for true, _ in listed for _, pred in listed)
    expected = Fraction(sum(disagreement(*pairing) for pairing in pairings), N**2)
    return 1 - observed / expected if expected else math.nan


def disagreement_of(weights: Weights) -> Callable[[int, int], int | Fraction]:
    """The disagreement of a true and a predicted class, as a function of both."""
    named: dict[str, Callable[[int, int], int]] = {
        "unweighted": lambda true, pred: int(true != pred),
        "linear": lambda true, pred: abs(true - pred),
        "quadratic": lambda true, pred: (true - pred) ** 2,
    }
    if not isinstance(weights, str):
        own = [[decimal(weight, "a weight") for weight in row] for row in weights]
        return lambda true, pred: own[true - 1][pred - 1]
    if weights not in named:
        raise ValueError(f"no weights are called {weights!r}")
    return named[weights]
