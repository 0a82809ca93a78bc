"""Mean absolute errors class by class: their mean, their maximum, and what they bound."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .confusion import as_matrices, per_class, scalar_or_array

__all__ = ["amae", "feasible_mae", "mae_per_class", "mmae"]


def mae_per_class(cm: ArrayLike) -> NDArray[Any]:
    """Mean absolute error of each class: how far off its observations are, on average.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    ndarray, shape (..., K)
        In classes. Class j is off by at most max(j - 1, K - j); ``nan`` for a class
        that no observation has.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`).

    Notes
    -----
    mmae2014, section 2: ``MAE_j = (1/n_j.) sum_k |j - k| n_jk``.

    Examples
    --------
    >>> mae_per_class([[4, 0, 1], [0, 0, 0], [0, 2, 3]])
    array([0.4, nan, 0.4])
    """
    return _errors(as_matrices(cm), np.nan)


def amae(cm: ArrayLike) -> Any:
    """Average mean absolute error: the mean of the errors of the classes, rare or not.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between 0 and K - 1. Classes that no observation has are left
        out of the mean; some class has one, so it is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`).

    Notes
    -----
    Baccianella, Esuli and Sebastiani (2009); mmae2014, section 2:
    ``AMAE = (1/J) sum_j MAE_j``. With every class present it is at most
    (3K - 2)/4 for even K and (K - 1)(3K + 1)/(4K) for odd K.

    Examples
    --------
    >>> amae([[4, 0, 1], [0, 9, 0], [0, 5, 5]])
    0.3
    """
    n = as_matrices(cm)
    present = (n.sum(axis=-1) != 0).astype(np.int64)
    return scalar_or_array(_errors(n, 0).sum(axis=-1) / present.sum(axis=-1))


def mmae(cm: ArrayLike) -> Any:
    """Maximum mean absolute error: the error of the class that fares worst.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between 0 and K - 1. Classes that no observation has are left
        out; some class has one, so it is always defined.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`), or
        holds symbols, which have no order.

    Notes
    -----
    mmae2014, section 2: ``MMAE = max_j MAE_j``.

    Examples
    --------
    >>> mmae([[4, 0, 1], [0, 9, 0], [0, 5, 5]])
    0.5
    """
    try:
        # No error is below 0, which stands for an absent class.
        return scalar_or_array(_errors(as_matrices(cm), 0).max(axis=-1))
    except TypeError:
        raise ValueError(
            "cm holds symbols, which have no maximum: give numbers"
        ) from None


def feasible_mae(
    mmae: ArrayLike, priors: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The smallest and the largest MAE that go with a given MMAE and given priors.

    A pair (MMAE, MAE) is one of a classifier exactly if MAE lies between the two,
    if shares of observations may be any numbers; counts reach a grid of them.

    Parameters
    ----------
    mmae : array_like, shape (...)
        Values of MMAE, between 0 and K - 1.
    priors : array_like, shape (K,)
        The share of each class, or its count: they are divided by their sum. Zero
        for a class that no observation has.

    Returns
    -------
    lower, upper : ndarray, shape (...)
        The bounds of MAE; ``nan`` where no class present can be off by ``mmae``.

    Raises
    ------
    ValueError
        If ``mmae`` is negative or NaN; if ``priors`` is not a vector, holds a
        negative, NaN or infinite value, or has no positive sum.

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
    M = np.asarray(mmae, dtype=np.float64)
    if not np.all(M >= 0):
        raise ValueError("mmae must be numbers that are not negative")
    p, farthest = checked_priors(priors)
    M = M[..., None]
    can_be_worst = (farthest >= M) & (p > 0)
    upper = (p * np.minimum(M, farthest)).sum(axis=-1)
    least = np.where(can_be_worst, p, np.inf).min(axis=-1)
    attained = can_be_worst.any(axis=-1)
    lower = np.where(attained, np.where(attained, least, 0) * M[..., 0], np.nan)
    return lower, np.where(attained, upper, np.nan)


def _errors(n: NDArray[Any], absent: float) -> NDArray[Any]:
    k = np.arange(n.shape[-1])
    steps = np.einsum("...rc,rc->...r", n, np.abs(k[:, None] - k))
    return per_class(steps, n, absent)


def checked_priors(priors: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Priors that sum to one, and how far off each class can be at most."""
    try:
        p = np.asarray(priors, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("priors must be numbers, one for each class") from None
    if p.ndim != 1 or p.size == 0:
        raise ValueError(
            f"priors must be one number for each class; they have shape {p.shape}"
        )
    if not np.all((p >= 0) & (p < np.inf)):
        j = np.argmax(~((p >= 0) & (p < np.inf)))
        raise ValueError(
            f"priors must be finite and not negative; class {j + 1} has {p[j]}"
        )
    if p.sum() == 0:
        raise ValueError("priors must not all be zero: some class has an observation")
    k = np.arange(len(p))
    return p / p.sum(), np.maximum(k, len(p) - 1 - k)
