"""Measures with a mistake in them: the formulas of the mutants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrices.sums import distances

Matrix = NDArray[Any]


def distance(n: Matrix, power: float = 1) -> Matrix:
    return np.asarray(distances(len(n)).astype(float) ** power)


def per_class(n: Matrix) -> tuple[Matrix, Matrix]:
    """The errors and the sensitivity of each class, nan for an absent one."""
    size = n.sum(axis=1)
    return (n * distance(n)).sum(axis=1) / size, np.diagonal(n) / size


def rmse_of_classes(n: Matrix) -> Any:
    mse = (n * distance(n, 2)).sum(axis=1) / n.sum(axis=1)
    return np.nanmean(np.sqrt(mse))


def median(n: Matrix) -> Any:
    r, c = unrolled(n)
    return np.median(abs(r - c))


def moment(n: Matrix, power: int) -> Any:
    """The mean of a power of the errors, with their signs."""
    k = np.arange(len(n))
    return (n * (k[:, None] - k).astype(float) ** power).sum() / n.sum()


def variance(margin: Matrix) -> Any:
    k, p = np.arange(len(margin)), margin / margin.sum()
    return p @ (k - p @ k) ** 2


def covariance(n: Matrix) -> Any:
    p, q = margins(n)
    k = np.arange(len(n))
    return k @ (n / n.sum() - np.outer(p, q)) @ k


def kappa(n: Matrix, w: Matrix, expected: Matrix) -> Any:
    return 1 - (n * w).sum() / n.sum() / (expected * w).sum()


def margins(n: Matrix) -> tuple[Matrix, Matrix]:
    return n.sum(axis=1) / n.sum(), n.sum(axis=0) / n.sum()


def disagreement(power: float, n: Matrix) -> Matrix:
    """Weights between 0 and 1; the power 0 is Cohen's kappa of 1960."""
    away = np.asarray(distance(n) > 0)
    return np.asarray(distance(n, power) * away / (len(n) - 1) ** power)


def agreement_taken(power: float, n: Matrix) -> Any:
    v = 1 - disagreement(power, n)
    return kappa(n, v, np.outer(*margins(n)))


def pooled(power: float, n: Matrix) -> Any:
    true, pred = margins(n)
    both = (true + pred) / 2
    return kappa(n, disagreement(power, n), np.outer(both, both))


def alpha(power: float, n: Matrix) -> Any:
    values = 2 * n.sum()
    return 1 - (1 - pooled(power, n)) * (values - 1) / values


def uniform_chance(power: float, n: Matrix) -> Any:
    return kappa(n, disagreement(power, n), np.full(n.shape, 1 / n.size))


def ac2(power: float, n: Matrix, share: Matrix | None = None) -> Any:
    """Gwet's AC2 with other weights, or the shares of the classes of other ratings."""
    w = disagreement(power, n)
    q = np.mean(margins(n), axis=0) if share is None else share
    chance = (1 - w).sum() / (len(n) * (len(n) - 1)) * (q * (1 - q)).sum()
    return 1 - (n * w).sum() / n.sum() / (1 - chance)


def ranks(margin: Matrix, place: float) -> Matrix:
    """Ranks of the classes; `place` is 0 for the first, 1/2 the mean, 1 the last of equals."""
    return np.asarray(np.cumsum(margin) - margin + place * (margin - 1) + 1)


def correlation(n: Matrix, x: Matrix, y: Matrix) -> Any:
    p, q = margins(n)
    a, b = x - p @ x, y - q @ y
    return (a @ n @ b) / n.sum() / np.sqrt((p @ a**2) * (q @ b**2))


def spearman_by(place: float, n: Matrix) -> Any:
    return correlation(n, ranks(n.sum(axis=1), place), ranks(n.sum(axis=0), place))


def spearman_without_ties(n: Matrix) -> Any:
    N = n.sum()
    r, s = ranks(n.sum(axis=1), 0.5), ranks(n.sum(axis=0), 0.5)
    return 1 - 6 * (n * (r[:, None] - s) ** 2).sum() / (N * (N**2 - 1))


def unrolled(n: Matrix) -> tuple[Matrix, Matrix]:
    if n.sum() > 2000 or (n != np.floor(n)).any():
        raise ValueError("too many observations to list")
    r, c = np.indices(n.shape)
    times = n.ravel().astype(int)
    return np.repeat(r.ravel(), times), np.repeat(c.ravel(), times)


def spearman_ordinal(n: Matrix) -> Any:
    true, pred = unrolled(n)
    # Ranks 0, ..., N - 1 on both sides: the formula without ties.
    x, y = (v.argsort(kind="stable").argsort() for v in (true, pred))
    N = np.float64(len(x))
    return 1 - 6 * ((x - y) ** 2).sum() / (N * (N**2 - 1))


def pairs(n: Matrix) -> tuple[Any, ...]:
    from ..measures.pairs import pair_counts

    return pair_counts(n)


def somers_symmetric(n: Matrix) -> Any:
    c, d, e_t, e_p, _ = pairs(n)
    return (c - d) / (c + d + (e_t + e_p) / 2)


def concordant_alone(n: Matrix) -> Any:
    c, d, _, _, _ = pairs(n)
    return c / (c + d)


def tau_a(n: Matrix) -> Any:
    c, d, e_t, e_p, both = pairs(n)
    return (c - d) / (c + d + e_t + e_p + both)


def tau_c(classes: Callable[[Matrix], int], n: Matrix) -> Any:
    c, d = pairs(n)[:2]
    m = classes(n)
    return 2 * m * (c - d) / (n.sum() ** 2 * (m - 1))


def fewer_seen(n: Matrix) -> int:
    return min(int((n.sum(axis=k) > 0).sum()) for k in (0, 1))


def pairs_with_all_ties(n: Matrix) -> Any:
    c, d, e_t, e_p, both = pairs(n)
    return (c - d) / np.sqrt((c + d + e_t + both) * (c + d + e_p + both))


def sets(n: Matrix, own: float = 0, equal: float = 1) -> tuple[Any, Any, Any]:
    """The sizes of both sets and of what is in both; `own`: each observation with itself."""
    c, d, e_t, e_p, both = pairs(n)
    self_pairs = own * n.sum()
    S1 = c + d + e_p + equal * 2 * (e_t + both) + self_pairs
    S2 = c + d + e_t + equal * 2 * (e_p + both) + self_pairs
    return S1, S2, c + equal * (e_t + e_p + 2 * both) + self_pairs


def r_int(n: Matrix, own: float = 0, equal: float = 1, stretch: bool = True) -> Any:
    """With pairs of an observation with itself, and without the pairs that are tied."""
    S1, S2, together = sets(n, own, equal)
    cosine = together / np.sqrt(S1 * S2)
    return 2 * cosine - 1 if stretch else cosine


def r_int_union(n: Matrix) -> Any:
    S1, S2, together = sets(n)
    return 2 * together / (S1 + S2 - together) - 1


def r_int_mean(n: Matrix) -> Any:
    S1, S2, together = sets(n)
    return 4 * together / (S1 + S2) - 1


def oci(beta: Callable[[Matrix], float], n: Matrix) -> Any:
    from ..measures.oci import oci

    return oci(n, beta=beta(n))


def oci_gamma(n: Matrix) -> Any:
    from ..measures.oci import oci

    return oci(n, gamma=2)


def oci_paths(
    n: Matrix, aslant: bool = True, first: str = "", weight: float = 0.75
) -> Any:
    """The index by a plain dynamic programme, in which something is amiss.

    ``first`` says what is not summed up: the "row", the "column", or "both".
    """
    K, N, D = len(n), n.sum(), distance(n)
    cost = n * (weight / (N * max(K - 1, 1)) * D - 1 / (N + (n * D).sum()))
    P = np.full((K, K), np.inf)
    for r, c in np.ndindex(K, K):
        before = [(r - 1, c), (r, c - 1)] + [(r - 1, c - 1)] * aslant
        inside = [P[i, j] for i, j in before if min(i, j) >= 0]
        anew = (r == 0 and first in ("row", "both")) or (
            c == 0 and first in ("column", "both")
        )
        P[r, c] = cost[r, c] + (0.0 if anew else min(inside, default=0.0))
    return 1 + P[-1, -1]


def chi_square(n: Matrix) -> Any:
    """The mean square contingency, chi-square / N, over the classes present."""
    n = n[n.sum(axis=1) > 0][:, n.sum(axis=0) > 0]
    expected = np.outer(n.sum(axis=1), n.sum(axis=0)) / n.sum()
    return ((n - expected) ** 2 / expected).sum() / n.sum()


def cramer(n: Matrix) -> Any:
    return np.sqrt(chi_square(n) / (fewer_seen(n) - 1))


def unscaled(n: Matrix) -> Any:
    p, q = margins(n)
    return np.linalg.svd(n / n.sum() - np.outer(p, q), compute_uv=False)[0]


def diagonal_path(n: Matrix) -> Any:
    M = (n * distance(n)).sum()
    return 1 - np.trace(n) / (n.sum() + M)
