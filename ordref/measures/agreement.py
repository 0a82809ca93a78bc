"""Chance-corrected agreement other than kappa: pi, alpha, AC2, and those of several raters."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import as_matrices, of_matrix, whole_counts
from ..matrices.entries import check_option, without_symbols
from ..matrices.ratings import Ratings, holds_ratings, pairs_of
from ..matrices.sums import distances, quotient, scalar_or_array, weighted_sum
from ..matrices.typed import Weights
from .kappa import disagreements

__all__ = ["brennan_prediger", "conger_kappa", "gwet_ac2", "krippendorff_alpha",
           "weighted_pi"]  # fmt: skip


@of_matrix
def weighted_pi(cm: ArrayLike, *, weights: Weights = "linear") -> Any:
    """Scott's weighted pi: like kappa, but with the same class frequencies for both raters.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, or tables of two raters, in class order.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        The disagreement of two classes, as in `weighted_kappa`.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1 for the three names, and without a lower bound for arrays in
        general. ``nan`` where the expected disagreement is zero: all ratings are one
        class, or, for an array, classes whose weights are all zero.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        ``weights`` are not weights (see `weighted_kappa`).

    Notes
    -----
    ``1 - 4 N sum w_rc n_rc / sum w_rc m_r m_c`` with ``m_k = n_k. + n_.k``. With
    ``"unweighted"`` this is Scott's pi (1955), and Fleiss' kappa for two raters. With each
    of the three names, pi is at most `weighted_kappa`. For what `from_ratings` returns, the
    formula gives Fleiss' kappa (1971) of any number of raters, with weights. If units have
    different numbers of ratings there are two: each rating counts the same, or, as in Gwet's
    handbook (2014), each unit, for ``ratings.by_unit``.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(weighted_pi(cm, weights=w), 4) for w in ("unweighted", "linear", "quadratic")]
    [0.6899, 0.7701, 0.8485]
    """
    n = as_matrices(pairs_of(cm))
    w = disagreements(weights, n, cm)
    return scalar_or_array(1 - quotient(weighted_sum(n, w), expected_in_pool(n, w)))


@of_matrix
def krippendorff_alpha(
    cm: ArrayLike, *, metric: Literal["ordinal", "interval", "nominal"] = "ordinal"
) -> Any:
    """Krippendorff's alpha of two raters, or of several whose ratings may have gaps.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, or tables of two raters, in class order; or what
        `from_ratings` returns.
    metric : {"ordinal", "interval", "nominal"}, keyword-only
        The disagreement of two classes: the squared difference of their average ranks
        among all ratings, the squared difference of their positions, or 1 for two classes
        that differ.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all ratings are one class.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or has an entry
        that is not a whole number, unless it holds ratings; if ratings are given
        ``by_unit``; if ``metric`` is none of the three.

    Notes
    -----
    Krippendorff (2011): ``1 - D_o / D_e``, where D_e is the mean disagreement over all pairs
    of two different ratings among the 2 N. Equivalently ``pi + (1 - pi) / (2 N)``, with pi
    computed from the same disagreements. A measure of inter-rater reliability. For several
    raters, with gaps, the same formula is applied to the table that `from_ratings` makes. Of a
    single unit alpha is 0 if two ratings differ. The interval metric takes positions: for
    numbers with different steps, let the classes be all numbers from the least to the greatest.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(krippendorff_alpha(cm, metric=m), 4) for m in ("nominal", "ordinal", "interval")]
    [0.7054, 0.8577, 0.8561]
    """
    n = as_matrices(pairs_of(cm))
    if not holds_ratings(cm, "rating", "alpha"):
        n = whole_counts("cm", n, "alpha needs to know how many ratings there are")
    w = squared_differences(metric, n)
    N = n.sum(axis=(-2, -1))
    observed = (w * n).sum(axis=(-2, -1)) * quotient(2 * N - 1, 2 * N)
    return scalar_or_array(1 - quotient(observed, expected_in_pool(n, w)))


@of_matrix
def gwet_ac2(cm: ArrayLike, *, weights: Weights = "linear") -> Any:
    """Gwet's AC2 of two raters or several: chance agreement arises from guesses alone.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, or tables of two raters, in class order.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        The disagreement of two classes, as in `weighted_kappa`.

    Returns
    -------
    float, or ndarray of shape (...)
        At most 1; above -2 for linear weights, at least -1 unweighted. Defined for every
        matrix with mass, and 1 where the raters never disagree.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        ``weights`` are not weights (see `weighted_kappa`); if ratings are not given
        ``by_unit``.

    Notes
    -----
    AC1 is by Gwet (2008), and the weights are from his handbook (2014):
    ``(p_a - p_e) / (1 - p_e)`` with the agreements ``v = 1 - w / max(w)``,
    ``p_a = sum v_rc n_rc / N`` and ``p_e = sum v_rc / (K (K - 1)) * sum q_k (1 - q_k)``, where
    q_k is the proportion of class k among all 2 N ratings. K counts the classes of the matrix,
    empty ones too. ``"unweighted"`` is called AC1; both are called Gwet's AC. With several raters
    each unit counts the same: ``gwet_ac2(ratings.by_unit)`` (see `from_ratings`). In the handbook
    units with one rating contribute to q; here they are left out.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(gwet_ac2(cm, weights=w), 4) for w in ("unweighted", "linear", "quadratic")]
    [0.7048, 0.7838, 0.8592]
    """
    holds_ratings(cm, "unit", "Gwet's AC2")
    n = as_matrices(pairs_of(cm))
    w = disagreements(weights, n, cm)
    observed, expected = weighted_sum(n, w), expected_of_guessing(n, w)
    # Where all weights are zero, so is the disagreement.
    return scalar_or_array(1 - quotient(observed, np.where(expected == 0, 1, expected)))


@of_matrix
def brennan_prediger(cm: ArrayLike, *, weights: Weights) -> Any:
    """Brennan and Prediger's coefficient: chance gives every class equally often.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, or tables of two raters, in class order; or ratings, ``by_unit``.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        The disagreement of two classes, as in `weighted_kappa`.

    Returns
    -------
    float, or ndarray of shape (...)
        At most 1; at least -1 unweighted, above -2 for linear weights, and above -5 for
        quadratic ones. ``nan`` for one class, and where all weights are 0.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        ``weights`` are not weights (see `weighted_kappa`); if ratings are not given
        ``by_unit``.

    Notes
    -----
    Brennan and Prediger (1981), with Gwet's (2014) weights and gaps: one less the mean weight
    over the units, relative to the mean of all K**2 weights. It is the AC2 of raters who
    guess all their ratings. K counts the classes of the matrix, empty ones too.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(brennan_prediger(cm, weights=w), 4) for w in ("unweighted", "linear", "quadratic")]
    [0.7, 0.775, 0.85]
    """
    holds_ratings(cm, "unit", "Brennan and Prediger's coefficient")
    n = as_matrices(pairs_of(cm))
    w = disagreements(weights, n, cm)
    expected = n.sum(axis=(-2, -1)) * w.sum()
    return scalar_or_array(1 - quotient(w.size * weighted_sum(n, w), expected))


def conger_kappa(ratings: Ratings, *, weights: Weights = "linear") -> float:
    """Conger's kappa: weighted kappa of several raters, each with class frequencies of their own.

    Parameters
    ----------
    ratings : Ratings
        What `from_ratings` returns.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        The disagreement of two classes, as in `weighted_kappa`.

    Returns
    -------
    float
        At most 1; equal to `weighted_kappa` for two raters without gaps if the weights
        are symmetric. ``nan`` where the expected disagreement is zero, for example where all
        ratings are one class.

    Raises
    ------
    ValueError
        If ``ratings`` do not come from `from_ratings`, or ``weights`` are not weights (see
        `weighted_kappa`).

    Notes
    -----
    ``1 - O / E``. O is the mean over the units of the mean disagreement between two ratings of
    a unit; E is the mean over the pairs of raters of the expected disagreement between a rating
    drawn from the one and a rating drawn from the other. Without gaps this is Conger's
    coefficient (1980); with gaps that of Gwet's handbook (2014), except that units with one
    rating are left out. Weights that are not symmetric count as their mean in both
    directions, as in every table of ratings. `interval` and `standard_error` take the name
    or the function.

    Examples
    --------
    >>> import ordref
    >>> ratings = ordref.from_ratings([[1, 1, 2], [2, 2, None], [3, 3, 3], [1, 2, 2]])
    >>> round(conger_kappa(ratings), 4)
    0.5932
    """
    if not isinstance(ratings, Ratings):
        raise ValueError(
            "ratings must be what from_ratings returns: it knows who rated"
        )
    return float(conger_of(np.asarray(ratings.by_unit), ratings.by_rater, weights))


def conger_of(n: NDArray[Any], by_rater: NDArray[Any], weights: Any) -> NDArray[Any]:
    """Conger's kappa of tables by unit and of counts by rater and class, or stacks of both.

    Examples
    --------
    >>> float(conger_of(np.eye(2), np.ones((2, 2)), "linear"))
    1.0
    """
    w, size = disagreements(weights, n) * 1.0, by_rater.sum(axis=-1, keepdims=True)
    R = (size > 0).sum(axis=(-2, -1))
    P = by_rater / np.where(size > 0, size, 1)
    # Each rater with the sum of the others: no difference of large sums is taken.
    pairs = P @ w * (P.sum(axis=-2, keepdims=True) - P)
    expected = n.sum(axis=(-2, -1)) * quotient(pairs.sum(axis=(-2, -1)), R * (R - 1.0))
    return np.asarray(1 - quotient(weighted_sum(n, w), expected))


def expected_in_pool(n: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """The expected sum of weights if both ratings are drawn from all 2 N, with replacement.

    Examples
    --------
    >>> float(expected_in_pool(np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([[0, 1], [1, 0]])))
    2.0
    """
    m = n.sum(axis=-1) + n.sum(axis=-2)
    expected = np.einsum("...r,...rc,...c->...", m, w, m)
    return quotient(expected, 4 * n.sum(axis=(-2, -1)))


def expected_of_guessing(n: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """The sum of weights that Gwet expects: with probability R a guess, else the largest weight.

    Examples
    --------
    >>> float(expected_of_guessing(np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([[0, 1], [1, 0]])))
    2.0
    """
    K, N = n.shape[-1], n.sum(axis=(-2, -1))
    m = n.sum(axis=-1) + n.sum(axis=-2)
    # Off the diagonal, so that nothing cancels: 4 N**2 sum q_k (1 - q_k).
    mixed = (m * (m @ distances(K, 0))).sum(axis=-1)
    R = quotient(K * mixed, 4 * max(K - 1, 1) * N**2)
    most = without_symbols("weights", w, "maximum").max()
    return quotient(N * (K**2 * (1 - R) * most + R * w.sum()), K**2)


def squared_differences(metric: str, n: NDArray[Any]) -> NDArray[Any]:
    """The disagreement of every two classes by the metric, of shape (..., K, K).

    Examples
    --------
    >>> squared_differences("ordinal", np.array([[2.0, 0.0], [0.0, 2.0]])).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    check_option("metric", metric, ("ordinal", "interval", "nominal"))
    if metric == "ordinal":
        m = n.sum(axis=-1) + n.sum(axis=-2)
        # Twice the average rank, less one: whole numbers, whose differences are exact.
        rank = 2 * np.cumsum(m, axis=-1) - m
        apart = rank[..., :, None] - rank[..., None, :]
        N = np.asarray(n.sum(axis=(-2, -1)))[..., None, None]
        return quotient(apart, 2 * N) ** 2
    D = distances(n.shape[-1], 0 if metric == "nominal" else 2)
    return np.broadcast_to(D, n.shape)
