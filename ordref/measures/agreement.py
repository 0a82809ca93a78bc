"""Agreement by other corrections for chance: pi, alpha and AC2 of two raters."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import as_matrices, of_matrix, whole_counts
from ..matrices.entries import holds_symbols
from ..matrices.sums import distances, quotient, scalar_or_array, weighted_sum
from ..matrices.typed import Weights
from .kappa import disagreements

__all__ = ["gwet_ac2", "krippendorff_alpha", "weighted_pi"]


@of_matrix
def weighted_pi(cm: ArrayLike, *, weights: Weights = "linear") -> Any:
    """Weighted pi of Scott: as kappa, but with one distribution for both raters.

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
        general. ``nan`` where the expected disagreement is zero: all mass in one class
        on both sides, or, for an array, in classes that it tells not apart.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        ``weights`` are not weights (see `weighted_kappa`).

    Notes
    -----
    ``1 - 4 N sum w_rc n_rc / sum w_rc m_r m_c`` with ``m_k = n_k. + n_.k``. With
    ``"unweighted"`` it is Scott's pi (1955), which Fleiss' kappa is for two raters. It is
    at most `weighted_kappa`, for the three names.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(weighted_pi(cm, weights=w), 4) for w in ("unweighted", "linear", "quadratic")]
    [0.6899, 0.7701, 0.8485]
    """
    n = as_matrices(cm)
    w = disagreements(weights, n, cm)
    return scalar_or_array(1 - quotient(weighted_sum(n, w), expected_in_pool(n, w)))


@of_matrix
def krippendorff_alpha(
    cm: ArrayLike, *, metric: Literal["ordinal", "interval", "nominal"] = "ordinal"
) -> Any:
    """Krippendorff's alpha of two raters, neither of whom left out a unit.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, or tables of two raters, in class order.
    metric : {"ordinal", "interval", "nominal"}, keyword-only
        How far two classes are apart: their average ranks among all ratings, their
        positions, or 1 for two classes that differ; ordinal and interval are squared.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; ``nan`` where all ratings are one class.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), has an entry
        that is no whole number, or ``metric`` is another word.

    Notes
    -----
    Krippendorff (2011): ``1 - D_o / D_e`` with the expected disagreement over all pairs
    of two different ones of the 2 N ratings. So it is ``pi + (1 - pi) / (2 N)`` for the pi
    of the same disagreements. A measure of inter-rater reliability, also for more raters.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(krippendorff_alpha(cm, metric=m), 4) for m in ("nominal", "ordinal", "interval")]
    [0.7054, 0.8577, 0.8561]
    """
    n = whole_counts(
        "cm", as_matrices(cm), "alpha needs to know how many ratings there are"
    )
    w = squared_differences(metric, n)
    N = n.sum(axis=(-2, -1))
    observed = (w * n).sum(axis=(-2, -1)) * quotient(2 * N - 1, 2 * N)
    return scalar_or_array(1 - quotient(observed, expected_in_pool(n, w)))


@of_matrix
def gwet_ac2(cm: ArrayLike, *, weights: Weights = "linear") -> Any:
    """Gwet's AC2 of two raters: against raters who guess where it is hard to tell.

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
        matrix with mass, and 1 where no observation disagrees.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        ``weights`` are not weights (see `weighted_kappa`).

    Notes
    -----
    AC1 is of Gwet (2008), the weights are of his handbook (2014):
    ``(p_a - p_e) / (1 - p_e)`` with the agreements ``v = 1 - w / max(w)``,
    ``p_a = sum v_rc n_rc / N`` and ``p_e = sum v_rc / (K (K - 1)) * sum q_k (1 - q_k)``, where
    q_k is the share of class k among all 2 N ratings. K counts the classes of the matrix,
    empty ones too. ``"unweighted"`` is called AC1; both are called Gwet's AC.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [round(gwet_ac2(cm, weights=w), 4) for w in ("unweighted", "linear", "quadratic")]
    [0.7048, 0.7838, 0.8592]
    """
    n = as_matrices(cm)
    w = disagreements(weights, n, cm)
    observed, expected = weighted_sum(n, w), expected_of_guessing(n, w)
    # Without a weight nobody can disagree.
    return scalar_or_array(1 - quotient(observed, np.where(expected == 0, 1, expected)))


def expected_in_pool(n: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """What the sum would be if both ratings were drawn from all 2 N, and put back.

    Examples
    --------
    >>> float(expected_in_pool(np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([[0, 1], [1, 0]])))
    2.0
    """
    m = n.sum(axis=-1) + n.sum(axis=-2)
    both = np.einsum("...r,...rc,...c->...", m, w, m)
    return quotient(both, 4 * n.sum(axis=(-2, -1)))


def expected_of_guessing(n: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """What the sum would be by Gwet: with a part R of guesses, and the rest at its worst.

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
    if holds_symbols(w):
        raise ValueError("weights hold symbols, which have no maximum: give numbers")
    return quotient(N * (K**2 * (1 - R) * w.max() + R * w.sum()), K**2)


def squared_differences(metric: str, n: NDArray[Any]) -> NDArray[Any]:
    """The disagreement of every two classes by a metric, of shape (..., K, K).

    Examples
    --------
    >>> squared_differences("ordinal", np.array([[2.0, 0.0], [0.0, 2.0]])).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    if metric == "ordinal":
        m = n.sum(axis=-1) + n.sum(axis=-2)
        # Twice the average rank, less one: whole numbers, whose differences are exact.
        rank = 2 * np.cumsum(m, axis=-1) - m
        apart = rank[..., :, None] - rank[..., None, :]
        N = np.asarray(n.sum(axis=(-2, -1)))[..., None, None]
        return quotient(apart, 2 * N) ** 2
    if metric not in ("nominal", "interval"):
        raise ValueError(
            f'metric must be "ordinal", "interval" or "nominal", not {metric!r}'
        )
    D = distances(n.shape[-1], 0 if metric == "nominal" else 2)
    return np.broadcast_to(D, n.shape)
