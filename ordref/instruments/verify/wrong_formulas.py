"""Formulas with mistakes, and their building blocks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.sums import distances
from ...matrices.typed import Weights
from ...measures.agreement import squared_differences
from ...measures.kappa import disagreements
from ...measures.pairs import pair_counts
from ..catalogue.measure import Measure
from ..catalogue.rows import MEASURES
from .cases import MOST_OBSERVATIONS, observations

Matrix = NDArray[Any]


# ------------------------------------------------------------------- errors and hits


def distance(n: Matrix, power: float = 1) -> Matrix:
    return np.asarray(distances(len(n)).astype(float) ** power)


def errors(n: Matrix, power: float = 1) -> Matrix:
    """The mean error of each class, nan for an absent one."""
    return np.asarray((n * distance(n, power)).sum(axis=1) / n.sum(axis=1))


def hits(n: Matrix) -> Matrix:
    """The sensitivity of each class, nan for an absent one."""
    return np.asarray(np.diagonal(n) / n.sum(axis=1))


def seen(n: Matrix) -> Matrix:
    """Whether each class occurs among truths or predictions."""
    return np.asarray((n.sum(axis=0) > 0) | (n.sum(axis=1) > 0))


def moment(n: Matrix, power: int) -> Any:
    """The mean of a power of the errors, with their signs."""
    k = np.arange(len(n))
    return (n * (k[:, None] - k).astype(float) ** power).sum() / n.sum()


def variance(n: Matrix) -> Any:
    """The variance of the signed errors."""
    return moment(n, 2) - moment(n, 1) ** 2


def unrolled(n: Matrix) -> Matrix:
    """The true and the predicted class of each observation."""
    if n.sum() > MOST_OBSERVATIONS or (n != np.floor(n)).any():
        raise ValueError("too many observations to list")
    return observations(n.astype(np.int64))


# ------------------------------------------------------------------- agreement


def margins(n: Matrix) -> tuple[Matrix, Matrix]:
    return n.sum(axis=1) / n.sum(), n.sum(axis=0) / n.sum()


def pool(n: Matrix) -> Matrix:
    return np.asarray(np.mean(margins(n), axis=0))


def weights(measure: Measure, n: Matrix) -> Matrix:
    """The disagreement weights of a weighted kappa."""
    return disagreements(measure.options.get("weights", "linear"), n)


def kappa(n: Matrix, w: Matrix, expected: Matrix) -> Any:
    return 1 - (n * w).sum() / n.sum() / (expected * w).sum()


def alpha(pi: Any, ratings: Any) -> Any:
    """Alpha of so many ratings, from pi of the same weights."""
    return 1 - (1 - pi) * (1 - 1 / ratings)


def rank_distance(n: Matrix) -> Matrix:
    return np.asarray(np.sqrt(squared_differences("ordinal", n.astype(float))))


def half_weighted(n: Matrix, w: Matrix, p: Matrix, q: Matrix) -> Any:
    """Kappa with weights in the observed part only; the expected part is unweighted."""
    return 1 - (n * w).sum() / w.max() / n.sum() / (1 - p @ q)


def half_weighted_alpha(n: Matrix) -> Any:
    pi = half_weighted(n, rank_distance(n) ** 2, pool(n), pool(n))
    return alpha(pi, 2 * n.sum())


def pairs_within(counts: Matrix) -> Matrix:
    """The ordered pairs of ratings of one unit, of all units together."""
    return np.asarray(counts.T @ counts - np.diag(counts.sum(axis=0)))


def from_all_ratings(options: Any, table: Matrix, ratings: Matrix) -> Any:
    """Pi or alpha whose expected part is of every rating, also of those without another."""
    frequencies = np.bincount((ratings - ratings.min()).astype(np.intp))
    p, metric = frequencies / ratings.size, options.get("metric")
    if metric is None:
        return kappa(table, disagreements(options["weights"], table), np.outer(p, p))
    w = squared_differences(metric, np.diag(p))
    return alpha(kappa(table, w, np.outer(p, p)), ratings.size)


def ac2(n: Matrix, named: Weights, share: Matrix | None = None) -> Any:
    """Gwet's AC2 with other weights, or with other shares of the classes."""
    w = disagreements(named, n)
    q = pool(n) if share is None else share
    chance = (1 - w / w.max()).sum() / (len(n) * (len(n) - 1)) * (q * (1 - q)).sum()
    return 1 - (n * w).sum() / w.max() / n.sum() / (1 - chance)


# ------------------------------------------------------------------- correlation


def covariance(n: Matrix, x: Matrix, y: Matrix) -> Any:
    p, q = margins(n)
    return (x - p @ x) @ n @ (y - q @ y) / n.sum()


def covariance_of_classes(n: Matrix) -> Any:
    k = np.arange(len(n))
    return covariance(n, k, k)


def mean_of_phi(n: Matrix) -> Any:
    indicators = np.eye(len(n))
    p, q = margins(n)
    phi = [covariance(n, e, e) for e in indicators] / np.sqrt(p * (1 - p) * q * (1 - q))
    return np.nansum(phi) / (phi == phi).sum()


def slope(n: Matrix, axis: int) -> Any:
    return covariance_of_classes(n) / covariance_of_classes(np.diag(n.sum(axis=axis)))


def ranks(margin: Matrix, place: float) -> Matrix:
    """Ranks of the classes; for ties `place` 0 is the smallest, 1/2 the mean, 1 the largest."""
    return np.asarray(np.cumsum(margin) - margin + place * (margin - 1) + 1)


def spearman_by(place: float, n: Matrix) -> Any:
    true, pred = n.sum(axis=1), n.sum(axis=0)
    x, y = ranks(true, place), ranks(pred, place)
    squares = covariance(np.diag(true), x, x) * covariance(np.diag(pred), y, y)
    return covariance(n, x, y) / np.sqrt(squares)


def spearman_without_ties(n: Matrix) -> Any:
    N = n.sum()
    r, s = ranks(n.sum(axis=1), 0.5), ranks(n.sum(axis=0), 0.5)
    return 1 - 6 * (n * (r[:, None] - s) ** 2).sum() / (N * (N**2 - 1))


def spearman_ordinal(n: Matrix) -> Any:
    # Ranks 0, ..., N - 1 on both sides: the formula without ties.
    x, y = (v.argsort(kind="stable").argsort() for v in unrolled(n))
    N = np.float64(len(x))
    return 1 - 6 * ((x - y) ** 2).sum() / (N * (N**2 - 1))


def fewer_seen(n: Matrix) -> int:
    return min(int((n.sum(axis=k) > 0).sum()) for k in (0, 1))


def chi_square(n: Matrix) -> Any:
    """The mean square contingency, chi-square / N, over the classes present."""
    n = n[n.sum(axis=1) > 0][:, n.sum(axis=0) > 0]
    expected = np.outer(n.sum(axis=1), n.sum(axis=0)) / n.sum()
    return ((n - expected) ** 2 / expected).sum() / n.sum()


# ------------------------------------------------------------------- pairs


def from_pairs(formula: Callable[..., Any]) -> Callable[[Matrix], Any]:
    """A formula of C, D, and the pairs tied in truth only, in prediction only, and in both."""
    return lambda n: formula(*pair_counts(n))


def tau_c(n: Matrix, classes: int) -> Any:
    c, d = pair_counts(n)[:2]
    return 2 * classes * (c - d) / (n.sum() ** 2 * (classes - 1))


def r_int(
    n: Matrix,
    below: Callable[..., Any] = lambda a, b, shared: np.sqrt(a * b),
    own: float = 0,
    equal: float = 1,
) -> Any:
    """r_int with self-pairs, without tied pairs, or with another denominator."""
    c, d, e_t, e_p, tied_both = pair_counts(n)
    self_pairs = own * n.sum()
    S1 = c + d + e_p + equal * 2 * (e_t + tied_both) + self_pairs
    S2 = c + d + e_t + equal * 2 * (e_p + tied_both) + self_pairs
    together = c + equal * (e_t + e_p + 2 * tied_both) + self_pairs
    return 2 * together / below(S1, S2, together) - 1


def explained_share(counts: Matrix, times: Any = 1) -> Any:
    """1 - SS within / SS total, from how many ratings of each class each unit has.

    Each unit occurs so many times.
    """
    k, ratings = np.arange(counts.shape[1]), counts * np.reshape(times, (-1, 1))
    means = (counts @ k / counts.sum(axis=1))[:, None]
    within = (ratings * (k - means) ** 2).sum()
    return 1 - within / (ratings * (k - (ratings @ k).sum() / ratings.sum()) ** 2).sum()


def explained_by_pairs(n: Matrix) -> Any:
    """`explained_share` of observations with two ratings, the true and the predicted class."""
    counts = np.eye(len(n))[np.indices(n.shape).reshape(2, -1)].sum(axis=0)
    return explained_share(counts, n.ravel())


# ------------------------------------------------------------------- paths


# Wrong weights of OC: a share, and the powers of N and of K - 1 by which it is divided.
BETAS = {
    "0.75 / N": (0.75, 1, 0), "0.75": (0.75, 0, 0), "0.75 / (K - 1)": (0.75, 0, 1), "0": (0, 0, 0),
    **{f"{x} / (N (K - 1))": (x, 1, 1) for x in (0.25, 0.5, 1)},
}  # fmt: skip


def oci_with(name: str, beta: tuple[float, int, int], n: Matrix) -> Any:
    share, a, b = beta
    below = n.sum() ** a * max(len(n) - 1, 1) ** b
    # A fraction of fractions: a value at an end of what is printed is then known exactly.
    return MEASURES[name].function(n, beta=Fraction(share) / below)


def row_shares(n: Matrix) -> Matrix:
    """The classes present, equally frequent."""
    sizes = n.sum(axis=1, keepdims=True)
    return np.asarray(n / np.where(sizes > 0, sizes, 1))


def oci_paths(
    n: Matrix,
    steps: tuple[tuple[int, int], ...] = ((1, 1), (1, 0), (0, 1)),
    starts: Callable[[int, int], bool] = lambda r, c: False,
) -> Any:
    """OC by a plain dynamic programme; `starts` says where a path may begin at no cost."""
    K, N, D = len(n), n.sum(), distance(n)
    cost = n * (0.75 / (N * max(K - 1, 1)) * D - 1 / (N + (n * D).sum()))
    P = np.full((K + 1, K + 1), np.inf)
    for r, c in np.ndindex(K, K):
        before = min(P[r + 1 - down, c + 1 - right] for down, right in steps)
        P[r + 1, c + 1] = cost[r, c] + (0 if r == c == 0 or starts(r, c) else before)
    return 1 + P[-1, -1]
