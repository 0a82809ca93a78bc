"""Product-moment correlations of true and predicted class: of ranks, and of positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import as_matrices, of_matrix
from ..matrices.sums import cosine, scalar_or_array

__all__ = ["pearson", "spearman"]


@of_matrix
def spearman(cm: ArrayLike) -> Any:
    """Spearman's rank correlation, with average ranks for tied observations.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all observations have the same true class, or all
        the same prediction, because their ranks are then constant.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    oci2011, section 1.1: the correlation of the ranks of the true and of the predicted
    classes, also called Spearman's rho. The difference of a rank from the mean rank is half
    the number of observations in lower classes minus half the number in higher classes, so
    the margins give all ranks. Only the order of the classes matters, and empty classes do
    not. The value is precise to some units of 1e-16, whatever the counts. Object arrays work:
    symbols stay exact, and for integers and Fractions only the root is rounded.

    Examples
    --------
    >>> spearman([[2, 0, 0], [0, 1, 1], [0, 1, 2]])
    0.75
    """
    return _correlation(as_matrices(cm), np.sign)


@of_matrix
def pearson(cm: ArrayLike) -> Any:
    """Pearson's correlation of the positions 1, ..., K of the two classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all observations have the same true class, or all
        the same prediction.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`).

    Notes
    -----
    The product-moment correlation, which mmae2014, section 2, prints as Spearman's ``r_S``.
    Neighbouring classes are taken to be equally far apart, and an empty class keeps its
    place. The value is precise to some units of 1e-16, whatever the counts. Object arrays
    work: symbols stay exact, and for integers and Fractions only the root is rounded.

    Examples
    --------
    >>> pearson([[0, 1, 0], [1, 1, 0], [0, 0, 1]])
    0.5
    """
    return _correlation(as_matrices(cm), np.positive)


def _correlation(
    n: NDArray[Any], kind: Callable[[NDArray[Any]], NDArray[np.int64]]
) -> Any:
    """The correlation of scores: of class r, the sum of ``kind(r - s)`` over all observations s."""
    k = np.arange(n.shape[-1])
    phi = kind(k[:, None] - k)
    true, pred = n.sum(axis=-1), n.sum(axis=-2)
    # a and b have mean zero, and are whole numbers if the counts are: no mean is
    # subtracted, so none is rounded.
    a = np.einsum("rs,...s->...r", phi, true)
    b = np.einsum("cs,...s->...c", phi, pred)
    S_aa = np.einsum("...r,...r,...r->...", true, a, a)
    S_bb = np.einsum("...c,...c,...c->...", pred, b, b)
    S_ab = np.einsum("...rc,...r,...c->...", n, a, b)
    return scalar_or_array(cosine(S_ab, S_aa, S_bb))
