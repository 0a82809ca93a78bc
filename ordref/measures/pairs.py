"""Pairs of observations: the five kinds, and the coefficients made of them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import answers_labels, as_tables, of_matrix
from ..matrices.entries import are_whole, check_option
from ..matrices.sums import cosine, quotient, scalar_or_array

__all__ = [
    "PairCounts", "goodman_kruskal_gamma", "kendall_tau_b", "pair_counts", "somers_d",
    "stuart_tau_c",
]  # fmt: skip


class PairCounts(NamedTuple):
    """How many pairs of observations are of each kind; see `pair_counts`."""

    concordant: Any
    discordant: Any
    tied_true: Any
    tied_predicted: Any
    tied_both: Any


@answers_labels
def pair_counts(cm: ArrayLike) -> PairCounts:
    """Count the pairs of observations of each of the five kinds, from the matrix.

    Parameters
    ----------
    cm : array_like, shape (..., K, K) or (..., R, C)
        Confusion matrices, rows true and columns predicted, in class order; or tables of two
        scales with different classes, both in their order.

    Returns
    -------
    PairCounts
        Five floats, or ndarrays of shape (...): the numbers of pairs that are concordant;
        discordant; tied in the true class only; tied in the predicted class only; tied in
        both. They sum to N(N - 1)/2. For weights that are not whole numbers ``tied_both``
        is ``nan``, because weights do not say how many observations there are.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of tables (see `as_matrices`).

    Notes
    -----
    oci2011, Definitions 1 to 3, over unordered pairs. The counts are exact below 2**53,
    which N up to 1e8 ensures. Above, and for weights, nothing overflows, and each count has
    the relative precision of float64, however small it is beside the others. An object
    array of integers or Fractions stays exact.

    Examples
    --------
    >>> pair_counts([[2, 1], [0, 3]])
    PairCounts(concordant=6.0, discordant=0.0, tied_true=2.0, tied_predicted=3.0, tied_both=4.0)
    """
    n = as_tables(cm)
    whole = are_whole(n).all(axis=(-2, -1))
    tied_both = np.where(whole, (n * (n - 1)).sum(axis=(-2, -1)) / 2, np.nan)
    return PairCounts(*map(scalar_or_array, [*_pairs(n), tied_both]))


def _pairs(n: NDArray[Any]) -> list[Any]:
    """How many pairs are of each of the first four kinds."""
    # Later rows of the same column, and later columns of the same row.
    below = _sums_after(n.swapaxes(-1, -2)).swapaxes(-1, -2)
    beside = _sums_after(n)
    right, left = _sums_after(below), _sums_after(below[..., ::-1])[..., ::-1]
    partners = (right, left, beside, below)
    return [np.einsum("...rc,...rc->...", n, other) for other in partners]


def _sums_after(n: NDArray[Any]) -> NDArray[Any]:
    """For each column the sum of those after it, added from the end: nothing cancels."""
    sums = np.empty_like(n)
    sums[..., -1] = 0
    np.add.accumulate(n[..., :0:-1], axis=-1, out=sums[..., -2::-1])
    return sums


@of_matrix
def kendall_tau_b(cm: ArrayLike) -> Any:
    """Kendall's tau-b: concordant minus discordant pairs, as a proportion corrected for ties.

    Parameters
    ----------
    cm : array_like, shape (..., K, K) or (..., R, C)
        Confusion matrices, rows true and columns predicted, in class order; or tables of two
        scales with different classes, both in their order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all observations have the same true class, or all
        the same prediction, because every pair is then tied.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of tables (see `as_matrices`).

    Notes
    -----
    Kendall (1938, with ties 1945): ``(c - d) / sqrt((c + d + e_t)(c + d + e_p))``, as in
    oci2011, section 1.1; mmae2014, section 2, has the same with sums over ordered pairs.
    The denominator is the geometric mean of the numbers of pairs that are not tied in the
    true class, and not tied in the predicted class. For an object array of integers or
    Fractions the counts are exact, and only the root is rounded.

    Examples
    --------
    >>> kendall_tau_b([[2, 0, 0], [0, 1, 1], [0, 1, 2]])
    0.6875
    """
    c, d, e_t, e_p = _pairs(as_tables(cm))
    return scalar_or_array(cosine(c - d, c + d + e_t, c + d + e_p))


@of_matrix
def goodman_kruskal_gamma(cm: ArrayLike) -> Any:
    """Goodman and Kruskal's gamma: concordant minus discordant pairs, over their sum.

    Parameters
    ----------
    cm : array_like, shape (..., K, K) or (..., R, C)
        Confusion matrices, rows true and columns predicted, in class order; or tables of two
        scales with different classes, both in their order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where every pair is tied.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of tables (see `as_matrices`).

    Notes
    -----
    Goodman and Kruskal (1954): ``(c - d) / (c + d)``; named in mmae2014, section 1. An
    object array of integers or Fractions gives a Fraction.

    Examples
    --------
    >>> goodman_kruskal_gamma([[2, 0, 0], [0, 1, 1], [0, 1, 2]])
    0.8461538461538461
    """
    c, d = _pairs(as_tables(cm))[:2]
    return scalar_or_array(quotient(c - d, c + d))


@of_matrix
def somers_d(
    cm: ArrayLike, *, dependent: Literal["predicted", "true"] = "predicted"
) -> Any:
    """Somers' d: concordant minus discordant pairs, over those not tied in one variable.

    Parameters
    ----------
    cm : array_like, shape (..., K, K) or (..., R, C)
        Confusion matrices, rows true and columns predicted, in class order; or tables of two
        scales with different classes, both in their order.
    dependent : {"predicted", "true"}, keyword-only
        The dependent variable. Pairs that are tied in the other, independent variable are
        left out.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all pairs are tied in the independent variable.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of tables (see `as_matrices`), or
        ``dependent`` is neither "predicted" nor "true".

    Notes
    -----
    Somers (1962): ``(c - d) / (c + d + t)``, with t the number of pairs that are tied in
    the dependent variable only; named in mmae2014, section 1. An object array of integers
    or Fractions gives a Fraction.

    Examples
    --------
    >>> cm = [[2, 1, 0], [0, 1, 1], [0, 0, 2]]
    >>> somers_d(cm), somers_d(cm, dependent="true")
    (0.8125, 0.8125)
    """
    c, d, e_t, e_p = _pairs(as_tables(cm))
    check_option("dependent", dependent, ("predicted", "true"))
    tied = e_p if dependent == "predicted" else e_t
    return scalar_or_array(quotient(c - d, c + d + tied))


@of_matrix
def stuart_tau_c(cm: ArrayLike) -> Any:
    """Kendall's tau-c, by Stuart: concordant minus discordant pairs, over their maximum.

    Parameters
    ----------
    cm : array_like, shape (..., K, K) or (..., R, C)
        Confusion matrices, rows true and columns predicted, in class order; or tables of two
        scales with different classes, both in their order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; of a confusion matrix 1 exactly if K >= 2, all predictions are
        correct and all classes are equally frequent. Defined for every matrix with mass,
        and 0 where every pair is tied.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of tables (see `as_matrices`).

    Notes
    -----
    Stuart (1953): ``2 K (c - d) / (N**2 (K - 1))``, also called Stuart's tau-c. K is the
    number of classes of the matrix, empty ones too, and for a table of R rows and C columns
    the smaller of the two: give such a table as it is, for rows of zeros that make it square
    make K larger, and the value smaller. scipy takes the smaller of the numbers of true and of
    predicted classes seen. An object array of integers or Fractions gives a Fraction.

    Examples
    --------
    >>> stuart_tau_c([[2, 0, 0], [0, 1, 1], [0, 1, 2]])
    0.673469387755102
    >>> stuart_tau_c([[3, 1, 0], [0, 1, 3]])
    0.9375
    """
    n = as_tables(cm)
    K, N = min(n.shape[-2:]), n.sum(axis=(-2, -1))
    c, d = _pairs(n)[:2]
    # Only rounding can exceed the bounds.
    value = quotient(2 * K * (c - d), max(K - 1, 1) * N**2)
    return scalar_or_array(value if n.dtype == object else np.clip(value, -1, 1))
