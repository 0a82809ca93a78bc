"""Weighted kappa: agreement beyond what the margins alone would give."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import as_matrices, for_each_cell, of_matrix
from ..matrices.entries import holds_symbols
from ..matrices.sums import distances, quotient, scalar_or_array, weighted_sum
from ..matrices.typed import Weights

__all__ = ["weighted_kappa"]

# The disagreement of two classes is their distance to this power.
POWERS = {"unweighted": 0, "linear": 1, "quadratic": 2}


@of_matrix
def weighted_kappa(cm: ArrayLike, *, weights: Weights = "linear") -> Any:
    """Weighted kappa: 1 minus the observed disagreement over that expected under independence.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        The disagreement of true class r and predicted class c: ``|r - c|``,
        ``(r - c)**2``, or 1 where r and c differ; or an array of shape (K, K), none
        negative, with zeros on the diagonal. A common factor does not matter.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1 for the three names, and without a lower bound for arrays in
        general. ``nan`` where the expected disagreement is zero: all observations have one
        class, true and predicted, or, for an array, classes whose weights are all zero.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        ``weights`` is another name, not of shape (K, K), negative, NaN or infinite
        somewhere, or not zero on the diagonal.

    Notes
    -----
    Cohen (1968): ``1 - sum w_rc n_rc / sum w_rc (n_r. n_.c / N)``; fcorr2020, eq. (22).
    The formula of mmae2014, section 2, is the same coefficient if its weights are the
    agreements ``v = 1 - w / max(w)``. ``"unweighted"`` is Cohen's kappa of 1960,
    ``"linear"`` is called LWK, and ``"quadratic"`` quadratic kappa, or QWK.

    Examples
    --------
    >>> cm = [[4, 1, 0], [0, 2, 0], [0, 1, 2]]
    >>> [weighted_kappa(cm, weights=w) for w in ("unweighted", "linear", "quadratic")]
    [0.696969696969697, 0.7727272727272727, 0.8484848484848485]
    """
    n = as_matrices(cm)
    w = disagreements(weights, n, cm)
    # Both are whole numbers if the counts and weights are: the division by N comes last.
    observed = weighted_sum(n, w) * n.sum(axis=(-2, -1))
    expected = np.einsum("...r,rc,...c->...", n.sum(axis=-1), w, n.sum(axis=-2))
    return scalar_or_array(1 - quotient(observed, expected))


def disagreements(weights: Weights, n: NDArray[Any], cm: Any = None) -> NDArray[Any]:
    """The (K, K) array that a name stands for, or the array given, once it is checked."""
    K = n.shape[-1]
    if isinstance(weights, str) and weights in POWERS:
        return distances(K, POWERS[weights])
    wanted = (
        'weights must be "unweighted", "linear", "quadratic" or an array of numbers '
        f"of shape {K, K}, not {weights!r}"
    )
    w = for_each_cell("weights", weights, n, wanted, cm)
    if np.any(np.diagonal(w) != 0):
        raise ValueError(
            "weights must be zero on the diagonal, because they count disagreement: if "
            "these are agreements v, give v.max() - v"
        )
    # Scaled to keep products within the range of float64; a power of two changes no digit.
    if w.dtype != object:
        return np.asarray(np.ldexp(w, -np.frexp(w.max())[1]))
    return np.asarray(w / w.max()) if w.any() and not holds_symbols(w) else w
