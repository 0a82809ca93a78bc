"""Accuracy, error rate, sensitivities and measures made of them: all of them count hits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import (
    answers_labels,
    as_matrices,
    as_numbers,
    of_matrix,
    over_mass,
)
from ..matrices.sums import (
    classes_present,
    cosine,
    distances,
    mass,
    over_class_sizes,
    scalar_or_array,
    weighted_sum,
)

__all__ = [
    "balanced_accuracy", "ccr", "f1_per_class", "geometric_mean_sensitivity", "mcc", "mer",
    "minimum_sensitivity", "precision_per_class", "sensitivity_per_class",
]  # fmt: skip


@of_matrix
def ccr(cm: ArrayLike) -> Any:
    """Correct classification rate (accuracy): the proportion of correct predictions.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 1 exactly for a diagonal matrix. Defined for every
        matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    mmae2014, section 2: ``CCR = (1/n) sum_j n_jj``. Also called hit rate.

    Examples
    --------
    >>> ccr([[4, 1, 0], [0, 6, 0], [0, 2, 3]])
    0.8125
    """
    return over_mass(cm, lambda n: _hits_and_errors(n)[0])


@of_matrix
def mer(cm: ArrayLike) -> Any:
    """Misclassification error rate: the proportion of wrong predictions.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 0 exactly for a diagonal matrix. Defined for every
        matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    oci2011, section 1.1; mmae2014 writes ``MZE = 1 - CCR``. The errors themselves are
    summed, because 1 - CCR loses the digits of a small error rate. Also called
    zero-one loss.

    Examples
    --------
    >>> mer([[4, 1, 0], [0, 6, 0], [0, 2, 3]])
    0.1875
    >>> mer([[10**15, 1], [0, 10**15]])
    4.999999999999997e-16
    """
    return over_mass(cm, lambda n: _hits_and_errors(n)[1])


def _hits_and_errors(n: NDArray[Any]) -> list[tuple[Any, Any]]:
    """The totals on and off the diagonal, each with their sum: N, rounded as the totals are."""
    hits = mass(n, "...rr->...")
    errors = weighted_sum(n, distances(n.shape[-1], 0))
    with np.errstate(over="ignore", invalid="ignore"):
        N = hits + errors
    return [(hits, N), (errors, N)]


@answers_labels
def sensitivity_per_class(cm: ArrayLike) -> NDArray[Any]:
    """Sensitivity (recall) of each class: the proportion of its observations predicted correctly.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    ndarray, shape (..., K)
        Between 0 and 1; ``nan`` for a class without observations.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    mmae2014, section 2: ``S_j = n_jj / n_j.``, where ``n_j.`` is the row sum.

    Examples
    --------
    >>> sensitivity_per_class([[4, 1, 0], [0, 0, 0], [0, 2, 3]])
    array([0.8, nan, 0.6])
    """
    return _shares_of_hits(as_matrices(cm), absent=np.nan)


@of_matrix
def minimum_sensitivity(cm: ArrayLike) -> Any:
    """Minimum sensitivity: the smallest of the sensitivities of the classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1. Classes without observations are left out; one class at least
        has observations, so the minimum is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        holds symbols, which have no order.

    Notes
    -----
    mmae2014, section 2: ``MS = min_j S_j``; the paper does not say what an absent class
    contributes. Also called the recall of the worst class, and used for class imbalance.

    Examples
    --------
    >>> minimum_sensitivity([[4, 1, 0], [0, 0, 0], [0, 2, 3]])
    0.6
    """
    n = as_numbers(cm, "minimum")
    # An absent class gets 1, which no sensitivity exceeds.
    return scalar_or_array(_shares_of_hits(n, absent=1).min(axis=-1))


@of_matrix
def balanced_accuracy(cm: ArrayLike) -> Any:
    """Balanced accuracy: the mean of the sensitivities of the classes, rare or not.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1. Classes without observations are left out of the mean; one class
        at least has observations, so the mean is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``BA = (1/J) sum_j n_jj / n_j.`` over the J classes present. Also called macro-averaged
    recall or average sensitivity, and used for class imbalance.

    Examples
    --------
    >>> balanced_accuracy([[4, 1, 0], [0, 0, 0], [0, 2, 3]])
    0.7
    """
    n = as_matrices(cm)
    return scalar_or_array(
        _shares_of_hits(n, absent=0).sum(axis=-1) / classes_present(n)
    )


@of_matrix
def geometric_mean_sensitivity(cm: ArrayLike) -> Any:
    """Geometric mean of the sensitivities: 0 if one class present is never right.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1. Classes without observations are left out; one class at least
        has observations, so the mean is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``GM = (prod_j n_jj / n_j.)**(1/J)`` over the J classes present; Kubat and Matwin
    (1997) for two classes. Also called G-mean, and used for class imbalance. GM is at least
    `minimum_sensitivity` and at most `balanced_accuracy`.

    Examples
    --------
    >>> geometric_mean_sensitivity([[1, 3, 0], [0, 0, 0], [0, 0, 5]])
    0.5
    >>> geometric_mean_sensitivity([[9, 0], [1, 0]])
    0.0
    """
    n = as_matrices(cm)
    J, sensitivity = classes_present(n), _shares_of_hits(n, absent=1)
    if n.dtype == object:
        exponent = np.vectorize(Fraction, otypes=[object])(1, J)
        return scalar_or_array(np.power(sensitivity.prod(axis=-1), exponent))
    # A product of many sensitivities would underflow.
    with np.errstate(divide="ignore"):
        return scalar_or_array(np.exp(np.log(sensitivity).sum(axis=-1) / J))


@answers_labels
def precision_per_class(cm: ArrayLike) -> NDArray[Any]:
    """Precision of each class: the proportion of its predictions that are correct.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    ndarray, shape (..., K)
        Between 0 and 1; ``nan`` for a class that is never predicted.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``n_jj / n_.j``, the sensitivity of the transposed matrix. Also called positive
    predictive value. ``np.nanmean`` of the result is the macro average.

    Examples
    --------
    >>> precision_per_class([[4, 0, 1], [2, 0, 0], [0, 0, 3]])
    array([0.66666667,        nan, 0.75      ])
    """
    return _shares_of_hits(as_matrices(cm).swapaxes(-1, -2), absent=np.nan)


@answers_labels
def f1_per_class(cm: ArrayLike) -> NDArray[Any]:
    """F1 of each class: the harmonic mean of its sensitivity and its precision.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    ndarray, shape (..., K)
        Between 0 and 1; ``nan`` for a class that is neither true nor predicted, and 0
        for a class that is one of the two but not both.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``2 n_jj / (n_j. + n_.j)``. Also called F score or Dice coefficient. ``np.nanmean``
    of the result is macro F1.

    Examples
    --------
    >>> f1_per_class([[4, 0, 1], [2, 0, 0], [0, 0, 3]])
    array([0.72727273, 0.        , 0.85714286])
    """
    n = as_matrices(cm)
    return _shares_of_hits(n + n.swapaxes(-1, -2), absent=np.nan)


@of_matrix
def mcc(cm: ArrayLike) -> Any:
    """Matthews correlation coefficient, for any number of classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all observations have the same true class, or all
        the same prediction, because one of the two variables is then constant.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    Gorodkin (2004), R_K: ``(N sum_k n_kk - sum_k n_k. n_.k) / sqrt((N**2 - sum_k n_k.**2)
    (N**2 - sum_k n_.k**2))``. For two classes this is the phi coefficient, as in Matthews
    (1975). For an object array of integers or Fractions the sums are exact, and only the
    root is rounded.

    Examples
    --------
    >>> mcc([[3, 1, 0], [0, 2, 0], [0, 1, 2]])
    0.7115384615384616
    """
    n = as_matrices(cm)
    off = distances(n.shape[-1], 0)
    hits = np.diagonal(n, axis1=-2, axis2=-1)
    missed, wrong = (n * off).sum(axis=-1), (n * off).sum(axis=-2)
    elsewhere = ((off @ n) * off).sum(axis=-1)
    # From the 2 x 2 table of each class against the others: neither product is larger
    # than the root in the denominator.
    together = (hits * elsewhere - missed * wrong).sum(axis=-1)
    spread = [
        (side * (side @ off)).sum(axis=-1) for side in (hits + missed, hits + wrong)
    ]
    return scalar_or_array(cosine(together, *spread))


def _shares_of_hits(n: NDArray[Any], absent: float) -> NDArray[Any]:
    """The diagonal, divided by the row sums."""
    return over_class_sizes(np.diagonal(n, axis1=-2, axis2=-1), n, absent)
