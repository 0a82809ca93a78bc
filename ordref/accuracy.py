"""Accuracy, error rate and minimum sensitivity: measures that count hits."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._matrices import as_matrices, mean, of_matrix, per_class, scalar_or_array, total

__all__ = ["ccr", "mer", "minimum_sensitivity", "sensitivity_per_class"]


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
        hits, errors = _hits_and_errors(n)
        return hits, hits + errors

    return mean(cm, sums)


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
        hits, errors = _hits_and_errors(n)
        return errors, hits + errors

    return mean(cm, sums)


def _hits_and_errors(n: NDArray[Any]) -> tuple[Any, Any]:
    """The mass on the diagonal and off it; their sum is N, to the last digit of weights."""
    errors = np.einsum("...rc,rc->...", n, 1 - np.eye(n.shape[-1], dtype=np.int64))
    return total(n, "...rr->..."), errors


@of_matrix
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
    n = as_matrices(cm)
    return per_class(np.diagonal(n, axis1=-2, axis2=-1), n, absent=np.nan)


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
    n = as_matrices(cm)
    # 1 for an absent class: no sensitivity is larger, so it never is the minimum.
    sensitivity = per_class(np.diagonal(n, axis1=-2, axis2=-1), n, absent=1)
    try:
        return scalar_or_array(sensitivity.min(axis=-1))
    except TypeError:
        raise ValueError(
            "cm holds symbols, which have no minimum: give numbers"
        ) from None
