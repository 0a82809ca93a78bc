"""Mean absolute errors class by class: their mean, their maximum, and bounds on MAE."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import answers_labels, as_matrices, as_numbers, of_matrix
from ..matrices.entries import as_array, first_fault, numbers_in, without_symbols
from ..matrices.sums import (
    classes_present,
    distances,
    over_class_sizes,
    scalar_or_array,
)

__all__ = ["amae", "amse", "feasible_mae", "mae_per_class", "mmae"]


@answers_labels
def mae_per_class(cm: ArrayLike) -> NDArray[Any]:
    """Mean absolute error of each class: how far off its observations are, on average.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    ndarray, shape (..., K)
        In classes, at most max(j - 1, K - j) for class j; ``nan`` for a class without
        observations.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    mmae2014, section 2: ``MAE_j = (1/n_j.) sum_k |j - k| n_jk``.

    Examples
    --------
    >>> mae_per_class([[4, 0, 1], [0, 0, 0], [0, 2, 3]])
    array([0.4, nan, 0.4])
    """
    return _errors(as_matrices(cm), np.nan)


@of_matrix
def amae(cm: ArrayLike) -> Any:
    """Average mean absolute error: the mean of the errors of the classes, rare or not.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between 0 and K - 1. Classes without observations are left out of the
        mean; one class at least has observations, so the mean is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    Baccianella, Esuli and Sebastiani (2009); mmae2014, section 2:
    ``AMAE = (1/J) sum_j MAE_j``. With every class present it is at most
    (3K - 2)/4 for even K and (K - 1)(3K + 1)/(4K) for odd K. Also called
    macro-averaged MAE or balanced MAE, and used for class imbalance.

    Examples
    --------
    >>> amae([[4, 0, 1], [0, 9, 0], [0, 5, 5]])
    0.3
    """
    n = as_matrices(cm)
    return scalar_or_array(_errors(n, 0).sum(axis=-1) / classes_present(n))


@of_matrix
def amse(cm: ArrayLike) -> Any:
    """Average mean squared error: the mean of the mean squared errors of the classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In squared classes, between 0 and (K - 1)**2. Classes without observations are left
        out of the mean; one class at least has observations, so the mean is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    Baccianella, Esuli and Sebastiani (2009): ``(1/J) sum_j (1/n_j.) sum_k (j - k)**2
    n_jk``. Also called macro-averaged MSE, and used for class imbalance.

    Examples
    --------
    >>> amse([[4, 0, 1], [0, 9, 0], [0, 5, 5]])
    0.43333333333333335
    """
    n = as_matrices(cm)
    return scalar_or_array(_errors(n, 0, power=2).sum(axis=-1) / classes_present(n))


@of_matrix
def mmae(cm: ArrayLike) -> Any:
    """Maximum mean absolute error: the largest of the errors of the classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between 0 and K - 1. Classes without observations are left out; one
        class at least has observations, so the maximum is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        holds symbols, which have no order.

    Notes
    -----
    mmae2014, section 2: ``MMAE = max_j MAE_j``. Also called the MAE of the worst class,
    and used for class imbalance.

    Examples
    --------
    >>> mmae([[4, 0, 1], [0, 9, 0], [0, 5, 5]])
    0.5
    """
    # An absent class gets 0, below which no error is.
    return scalar_or_array(_errors(as_numbers(cm, "maximum"), 0).max(axis=-1))


def feasible_mae(
    mmae: ArrayLike, priors: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The smallest and the largest MAE that a given MMAE and given priors allow.

    Some confusion matrix has a given MMAE and MAE exactly if MAE lies between these bounds,
    provided that its entries may be any proportions; whole counts reach a grid of values.

    Parameters
    ----------
    mmae : array_like, shape (...)
        Values of MMAE, between 0 and K - 1.
    priors : array_like, shape (K,)
        The proportion of each class, or its count: they are divided by their sum. Zero
        for a class without observations.

    Returns
    -------
    lower, upper : ndarray, shape (...)
        The bounds of MAE; ``nan`` where no class present can be off by ``mmae``, for
        example by infinity.

    Raises
    ------
    ValueError
        If ``mmae`` is masked, negative, NaN or no number; if ``priors`` is not a vector,
        is masked, holds a negative, NaN or infinite value, or has no positive sum.

    Notes
    -----
    Sharper than mmae2014, Proposition 5.1: ``p_j M <= MAE`` for a class j that can be
    off by M, and ``MAE <= sum_j p_j min(M, max(j - 1, K - j))``.

    Examples
    --------
    >>> lower, upper = feasible_mae([0.5, 1.5], [1, 2, 1])
    >>> lower.tolist(), upper.tolist()
    ([0.125, 0.375], [0.5, 1.25])
    """
    M = _as_floats("mmae", mmae)
    if not np.all(M >= 0):
        wrong = M[~(M >= 0)][0]
        raise ValueError(f"mmae must be numbers that are not negative, not {wrong}")
    p, farthest = checked_priors(priors)
    M = M[..., None]
    can_be_worst = (farthest >= M) & (p > 0)
    upper = (p * np.minimum(M, farthest)).sum(axis=-1)
    least = np.where(can_be_worst, p, np.inf).min(axis=-1)
    attained = can_be_worst.any(axis=-1)
    lower = least * M[..., 0]
    return np.where(attained, lower, np.nan), np.where(attained, upper, np.nan)


def _errors(n: NDArray[Any], absent: float, power: int = 1) -> NDArray[Any]:
    steps = np.einsum("...rc,rc->...r", n, distances(n.shape[-1], power))
    return over_class_sizes(steps, n, absent)


def checked_priors(priors: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """The priors, divided by their sum, and how far off each class can be at most."""
    p = _as_floats("priors", priors)
    if p.ndim != 1 or p.size == 0:
        raise ValueError(
            f"priors must be one number for each class; they have shape {p.shape}"
        )
    if fault := first_fault(p):
        (j,) = fault[1]
        raise ValueError(
            f"priors must be finite and not negative; class {j + 1} has {p[j]}"
        )
    if not p.any():
        raise ValueError("priors must not all be zero: some class has an observation")
    # A power of two changes no digit, and keeps the sum finite.
    p = np.ldexp(p, -np.frexp(p.max())[1])
    k = np.arange(len(p))
    return p / p.sum(), np.maximum(k, len(p) - 1 - k)


def _as_floats(name: str, values: ArrayLike) -> NDArray[np.float64]:
    array = as_array(name, values, f"{name} must hold numbers, all at one depth")
    try:
        return without_symbols(name, numbers_in(name, array)).astype(np.float64)
    except OverflowError:
        raise ValueError(f"{name} must be within the range of floats") from None
