"""Accuracy, error rate, sensitivities and measures made of them, observation by observation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction
from statistics import harmonic_mean, mean

from .confusion import Pair, by_class, checked
from .exact import root

__all__ = [
    "balanced_accuracy", "ccr", "f1_per_class", "geometric_mean_sensitivity", "mcc", "mer",
    "minimum_sensitivity", "precision_per_class", "sensitivity_per_class",
]  # fmt: skip


def ccr(pairs: Iterable[Pair]) -> Fraction:
    """The proportion of observations predicted correctly (mmae2014, section 2).

    Examples
    --------
    >>> ccr([(1, 1), (1, 2), (2, 2)])
    Fraction(2, 3)
    """
    listed = checked(pairs)
    return Fraction(sum(true == pred for true, pred in listed), len(listed))


def mer(pairs: Iterable[Pair]) -> Fraction:
    """The proportion of observations predicted wrongly (oci2011, section 1.1).

    Examples
    --------
    >>> mer([(1, 1), (1, 2), (2, 2)])
    Fraction(1, 3)
    """
    listed = checked(pairs)
    return Fraction(sum(true != pred for true, pred in listed), len(listed))


def sensitivity_per_class(pairs: Iterable[Pair]) -> dict[int, Fraction]:
    """The proportion of each class that is predicted correctly (mmae2014, section 2).

    A class without observations has no entry.

    Examples
    --------
    >>> sensitivity_per_class([(1, 1), (1, 2), (3, 3)])
    {1: Fraction(1, 2), 3: Fraction(1, 1)}
    """
    return {j: ccr(own) for j, own in by_class(pairs).items()}


def minimum_sensitivity(pairs: Iterable[Pair]) -> Fraction:
    """The smallest sensitivity of the classes present (mmae2014, section 2).

    Examples
    --------
    >>> minimum_sensitivity([(1, 1), (1, 2), (3, 3)])
    Fraction(1, 2)
    """
    return min(sensitivity_per_class(pairs).values())


def balanced_accuracy(pairs: Iterable[Pair]) -> Fraction:
    """The mean of the sensitivities of the classes present.

    Examples
    --------
    >>> balanced_accuracy([(1, 1), (1, 2), (3, 3)])
    Fraction(3, 4)
    """
    return mean(sensitivity_per_class(pairs).values())


def geometric_mean_sensitivity(pairs: Iterable[Pair]) -> Fraction | float:
    """The J-th root of the product of the sensitivities of the J classes present.

    A Fraction if the root is rational; otherwise a float, exact but for its last digit.

    Examples
    --------
    >>> geometric_mean_sensitivity([(1, 1), (1, 1), (1, 1), (1, 2), (2, 2)])
    0.8660254037844386
    >>> geometric_mean_sensitivity([(1, 1), (1, 1), (2, 1), (2, 2), (3, 3), (4, 4)])
    0.8408964152537145
    >>> geometric_mean_sensitivity([(1, 2), (1, 2), (1, 2), (1, 1), (2, 2)])
    Fraction(1, 2)
    """
    sensitivities = sensitivity_per_class(pairs).values()
    product, J = math.prod(sensitivities, start=Fraction(1)), len(sensitivities)
    above, below = (_nearest_root(x, J) for x in product.as_integer_ratio())
    if Fraction(above, below) ** J == product:
        return Fraction(above, below)
    with localcontext(prec=60):
        ratio = Decimal(product.numerator) / product.denominator
        return float(ratio ** (Decimal(1) / J))


def _nearest_root(x: int, J: int) -> int:
    with localcontext(prec=60 + len(str(x))):
        return round(Decimal(x) ** (Decimal(1) / J))


def precision_per_class(pairs: Iterable[Pair]) -> dict[int, Fraction]:
    """The proportion of the predictions of each class that are correct.

    A class that is never predicted has no entry.

    Examples
    --------
    >>> precision_per_class([(1, 1), (2, 1), (3, 3)])
    {1: Fraction(1, 2), 3: Fraction(1, 1)}
    """
    return {j: ccr(own) for j, own in by_class(pairs, side=1).items()}


def f1_per_class(pairs: Iterable[Pair]) -> dict[int, Fraction]:
    """The harmonic mean of sensitivity and precision of each class; 0 if one is 0 or undefined.

    A class that is neither true nor predicted has no entry.

    Examples
    --------
    >>> f1_per_class([(1, 1), (2, 1), (3, 3)])
    {1: Fraction(2, 3), 2: Fraction(0, 1), 3: Fraction(1, 1)}
    """
    listed = checked(pairs)
    recall, precision = sensitivity_per_class(listed), precision_per_class(listed)
    zero = Fraction(0)
    return {
        j: Fraction(harmonic_mean([recall.get(j, zero), precision.get(j, zero)]))
        for j in sorted({*recall, *precision})
    }


def mcc(pairs: Iterable[Pair]) -> float:
    """The correlation of the indicators of the classes (Gorodkin 2004), a `Root`.

    A label is a vector with a 1 at its class. For each pair of observations take the
    difference of the two true labels and that of the two predicted labels. The sum of the
    inner products of these differences is divided by the root of the product of the two
    sums of their squared lengths. ``nan`` if one variable is constant.

    Examples
    --------
    >>> mcc([(1, 1), (1, 2), (2, 2)])
    0.5
    """
    listed = checked(pairs)
    together = of_true = of_pred = 0
    for t, p in listed:
        for s, q in listed:
            together += (t == p) - (t == q) - (s == p) + (s == q)
            of_true += 2 * (t != s)
            of_pred += 2 * (p != q)
    squared = of_true * of_pred
    return root(Fraction(together * abs(together), squared) if squared else math.nan)
