"""Accuracy, error rate, sensitivities and what is made of them: measures that count hits."""

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
    "balanced_accuracy",
    "ccr",
    "f1_per_class",
    "geometric_mean_sensitivity",
    "mcc",
    "mer",
    "minimum_sensitivity",
    "precision_per_class",
    "sensitivity_per_class",
]


@of_matrix
def ccr(cm: ArrayLike) -> Any:
    """Correct classification rate (accuracy): the share of observations on the diagonal.

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

    def sums(n: NDArray[Any]) -> tuple[Any, Any]:
        hits, _, N = _hits_and_errors(n)
        return hits, N

    return over_mass(cm, sums)


@of_matrix
def mer(cm: ArrayLike) -> Any:
    """Misclassification error rate: the share of observations off the diagonal.

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
    oci2011, section 1.1; mmae2014 writes ``MZE = 1 - CCR``. It is summed over the
    errors, because 1 - CCR loses the digits of a small error rate. Also called
    zero-one loss.

    Examples
    --------
    >>> mer([[4, 1, 0], [0, 6, 0], [0, 2, 3]])
    0.1875
    >>> mer([[10**15, 1], [0, 10**15]])
    4.999999999999997e-16
    """

    def sums(n: NDArray[Any]) -> tuple[Any, Any]:
        _, errors, N = _hits_and_errors(n)
        return errors, N

    return over_mass(cm, sums)


def _hits_and_errors(n: NDArray[Any]) -> tuple[Any, Any, Any]:
    """The mass on the diagonal and off it, and their sum, N to the last digit of weights."""
    hits = mass(n, "...rr->...")
    errors = weighted_sum(n, distances(n.shape[-1], 0))
    with np.errstate(over="ignore", invalid="ignore"):
        return hits, errors, hits + errors


@answers_labels
def sensitivity_per_class(cm: ArrayLike) -> NDArray[Any]:
    """Sensitivity (recall) of each class: the share of its observations predicted right.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    ndarray, shape (..., K)
        Between 0 and 1; ``nan`` for a class that no observation has.

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
    """Minimum sensitivity: the sensitivity of the class that is recognised worst.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1. Classes that no observation has are left out; some class
        has one, so the minimum is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        holds symbols, which have no order.

    Notes
    -----
    mmae2014, section 2: ``MS = min_j S_j``, which does not say what an absent class
    contributes. It is the recall of the worst class, and sees class imbalance.

    Examples
    --------
    >>> minimum_sensitivity([[4, 1, 0], [0, 0, 0], [0, 2, 3]])
    0.6
    """
    n = as_numbers(cm, "minimum")
    # 1 for an absent class: no sensitivity is larger, so it never is the minimum.
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
        Between 0 and 1. Classes that no observation has are left out of the mean; some
        class has one, so it is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``BA = (1/J) sum_j n_jj / n_j.`` over the J classes present. Also called macro-averaged
    recall or average sensitivity, and meant for class imbalance.

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
    """Geometric mean of the sensitivities: 0 as soon as one class is never recognised.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1. Classes that no observation has are left out; some class has
        one, so it is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``GM = (prod_j n_jj / n_j.)**(1/J)`` over the J classes present; Kubat and Matwin
    (1997) for two classes. Also called G-mean, and meant for class imbalance. It is between
    `minimum_sensitivity` and `balanced_accuracy`.

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
    # A product of many would underflow.
    with np.errstate(divide="ignore"):
        return scalar_or_array(np.exp(np.log(sensitivity).sum(axis=-1) / J))


@answers_labels
def precision_per_class(cm: ArrayLike) -> NDArray[Any]:
    """Precision of each class: the share of its predictions that are right.

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
    predictive value. Its macro average is ``np.nanmean`` of it.

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
        for one that is only one of the two.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    ``2 n_jj / (n_j. + n_.j)``. Also called F score or Dice coefficient. Macro F1 is
    ``np.nanmean`` of it.

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
        Between -1 and 1; ``nan`` where all observations have one class, or all one
        prediction, for then one side does not vary.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    Gorodkin (2004), R_K: ``(N sum_k n_kk - sum_k n_k. n_.k) / sqrt((N**2 - sum_k n_k.**2)
    (N**2 - sum_k n_.k**2))``. For two classes it is the phi coefficient of Matthews
    (1975). An object array of integers or Fractions is counted exactly, and only the root
    is rounded.

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
    # The four cells of each class: neither product exceeds the root of the denominator.
    together = (hits * elsewhere - missed * wrong).sum(axis=-1)
    spread = [
        (side * (side @ off)).sum(axis=-1) for side in (hits + missed, hits + wrong)
    ]
    return scalar_or_array(cosine(together, *spread))


def _shares_of_hits(n: NDArray[Any], absent: float) -> NDArray[Any]:
    """The diagonal over the sums of the rows."""
    return over_class_sizes(np.diagonal(n, axis1=-2, axis2=-1), n, absent)
