"""Accuracy within k classes, and the mean of costs that the user gives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..matrices.check import as_matrices, for_each_cell, of_matrix
from ..matrices.entries import check_whole
from ..matrices.sums import distances, scalar_or_array, weighted_sum
from ..matrices.typed import Cells

__all__ = ["accuracy_within", "expected_cost"]


@of_matrix
def accuracy_within(cm: ArrayLike, *, k: int = 1) -> Any:
    """Accuracy within k classes: the proportion of predictions at most k classes off.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.
    k : int, keyword-only
        How far a prediction may be off; for 0 the result is `ccr`.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 1 exactly where no prediction is more than k classes off, so for
        every matrix if k is at least K - 1. Defined for every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or ``k`` is
        not a whole number of at least 0.

    Notes
    -----
    ``(1/N) sum of n_rc with |r - c| <= k``. With k = 1 it is called adjacent accuracy,
    off-by-one accuracy or 1-off accuracy. ``MAE`` is the sum over k = 0, ..., K - 2 of the
    proportions that are farther off, ``1 - accuracy_within(cm, k=k)``.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 6, 0], [1, 2, 2]]
    >>> accuracy_within(cm), accuracy_within(cm, k=0)
    (0.9375, 0.75)
    """
    n = as_matrices(cm)
    check_whole("k", k, 0)
    near = (distances(n.shape[-1]) <= k).astype(np.int64)
    inside = weighted_sum(n, near)
    # Over the sum of both parts, the result is exactly 1 where nothing is farther off.
    return scalar_or_array(inside / (inside + weighted_sum(n, 1 - near)))


@of_matrix
def expected_cost(cm: ArrayLike, *, cost: Cells) -> Any:
    """Expected cost: the mean of a cost that is given for each class and prediction.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.
    cost : array_like, shape (K, K), keyword-only
        In row r and column c, the cost of an observation of true class r that is predicted
        c. Finite and none negative; a correct prediction may have a cost, too.

    Returns
    -------
    float, or ndarray of shape (...)
        Between the smallest and the largest cost. Defined for every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or ``cost``
        is not of shape (K, K), or negative, NaN or infinite somewhere.

    Notes
    -----
    ``(1/N) sum_r sum_c cost_rc n_rc``. The cost ``|r - c|`` gives `mae`, its square `mse`,
    1 off the diagonal `mer`, and 1 where ``|r - c| > k`` gives 1 minus `accuracy_within`.

    Examples
    --------
    >>> expected_cost([[4, 1, 0], [0, 6, 0], [1, 2, 2]], cost=[[0, 1, 2], [4, 0, 1], [9, 4, 0]])
    1.125
    """
    n = as_matrices(cm)
    K = n.shape[-1]
    wanted = f"cost must be an array of numbers of shape {K, K}, not {cost!r}"
    w = for_each_cell("cost", cost, n, wanted, cm)
    N = n.sum(axis=(-2, -1))
    if object in (n.dtype, w.dtype):
        try:
            return scalar_or_array(weighted_sum(n, w) / N)
        except OverflowError:  # a product with a count that is a float
            raise ValueError("cost has an entry beyond the range of floats") from None
    # A power of two changes no digit, and keeps the sum finite.
    power = int(np.frexp(w.max())[1])
    return scalar_or_array(np.ldexp(weighted_sum(n, np.ldexp(w, -power)) / N, power))
