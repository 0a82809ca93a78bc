"""Mean absolute and mean squared error: measures of how far off the predictions are."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ..matrices.check import of_matrix, over_mass
from ..matrices.sums import distances, mass, root, scalar_or_array, weighted_sum

__all__ = ["mae", "mse", "rmse"]


@of_matrix
def mae(cm: ArrayLike) -> Any:
    """Mean absolute error: how many classes a prediction is off, on average.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between 0 and K - 1; 0 exactly for a diagonal matrix. Defined
        for every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    oci2011, section 1.1: ``MAE = (1/N) sum_r sum_c n_rc |r - c|``; also mmae2014,
    section 2. Classes are coded 1, ..., K: if codes are not 1 apart, it is another measure.

    Examples
    --------
    >>> mae([[4, 1, 0], [0, 6, 0], [1, 2, 2]])
    0.3125
    """
    return over_mass(cm, lambda n: (weighted_sum(n, distances(n.shape[-1])), mass(n)))


@of_matrix
def mse(cm: ArrayLike) -> Any:
    """Mean squared error: the mean of the squared number of classes a prediction is off.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In squared classes, between 0 and (K - 1)**2; 0 exactly for a diagonal
        matrix. Defined for every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    oci2011, section 1.1: ``MSE = (1/N) sum_r sum_c n_rc (r - c)**2``.

    Examples
    --------
    >>> mse([[4, 1, 0], [0, 6, 0], [1, 2, 2]])
    0.4375
    """
    return over_mass(
        cm, lambda n: (weighted_sum(n, distances(n.shape[-1], 2)), mass(n))
    )


@of_matrix
def rmse(cm: ArrayLike) -> Any:
    """Root mean squared error (RMSE), the square root of `mse`.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between `mae` and K - 1. Defined for every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    Named in mmae2014, section 1, without a formula.

    Examples
    --------
    >>> rmse([[0, 0, 1], [0, 4, 0], [1, 0, 2]])
    1.0
    """
    return scalar_or_array(root(mse(cm)))
