"""The derivatives of means, of their ratios and roots, and of what counts pairs.

Shapes, and where a derivative is ``nan`` or means nothing, are as in `slopes`. A measure is made of
sums over the observations. Each sum is paired with its derivative, so that the formulas below are
those of the measures, with one rule for quotients and one for cosines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...matrices.sums import classes_present, distances
from .arguments import Floats

# Means of rows that differ by a smaller part are tied: fractions of counts are rounded.
_EQUAL = 1e-12
# A sum, shape (..., 1, 1), and its derivative in each entry.
Sum = tuple[Floats, Any]


def total(n: Floats) -> Floats:
    return np.asarray(n.sum(axis=(-2, -1)))[..., None, None]


def margins(n: Floats) -> tuple[Floats, Floats]:
    """Row sums as a column, column sums as a row."""
    return n.sum(axis=-1)[..., :, None], n.sum(axis=-2)[..., None, :]


def ratio(a: Any, b: Any) -> Floats:
    """The quotient, ``nan`` where the denominator is 0."""
    return np.asarray(a / np.where(b != 0, b, np.nan))


def of_quotient(a: Sum, b: Sum) -> Floats:
    """The derivative of ``a / b``."""
    return ratio(a[1] - ratio(a[0], b[0]) * b[1], b[0])


def of_cosine(a: Sum, b: Sum, c: Sum) -> Floats:
    """The derivative of ``a / sqrt(b c)``."""
    size = np.sqrt(b[0]) * np.sqrt(c[0])
    value = ratio(a[0], size)
    return ratio(a[1], size) - value / 2 * (ratio(b[1], b[0]) + ratio(c[1], c[0]))


# ------------------------------------------------------------------- sums and ratios

# Measures that are the mean of a weight: the weight by distance from the diagonal.
WEIGHTS: dict[str, Callable[[Floats], Floats]] = {
    "ccr": lambda D: 1 - np.sign(D),
    "mer": np.sign,
    "mae": np.positive,
    "mse": np.square,
    "accuracy_within": lambda D: (D <= 1).astype(np.float64),
}


def cell_weights(name: str, K: int) -> Floats:
    """The weights of the cells, whose mean is CCR, MER, MAE, MSE or accuracy within one."""
    return WEIGHTS[name](distances(K).astype(np.float64))


def mean(n: Floats, weight: str) -> Floats:
    w, N = cell_weights(weight, n.shape[-1]), total(n)
    return np.asarray((w - total(n * w) / N) / N)


def rmse(n: Floats) -> Floats:
    mse = total(n * cell_weights("mse", n.shape[-1])) / total(n)
    # Without errors all observations are on the diagonal, and the slope there is 0.
    return np.asarray(mean(n, "mse") / np.where(mse > 0, 2 * np.sqrt(mse), np.inf))


def _class_means(n: Floats, weight: str) -> tuple[Floats, Floats]:
    """The mean weight of each row, as a column, and its derivative in the entries of the row."""
    w, R = cell_weights(weight, n.shape[-1]), n.sum(axis=-1, keepdims=True)
    size = np.where(R > 0, R, np.inf)
    m = (n * w).sum(axis=-1, keepdims=True) / size
    return np.where(R > 0, m, np.nan), (w - m) / size


def mean_of_classes(n: Floats, weight: str) -> Floats:
    _, G = _class_means(n, weight)
    return np.asarray(G / classes_present(n)[..., None, None])


def geometric_mean(n: Floats) -> Floats:
    S, G = _class_means(n, "ccr")
    given_up = (S == 0).any(axis=-2, keepdims=True)
    S = np.where(np.isnan(S) | given_up, 1, S)
    J = classes_present(n)[..., None, None]
    value = np.exp(np.log(S).sum(axis=-2, keepdims=True) / J)
    # If a class is never recognised, GM is 0 and no observed kind of observation moves it.
    return np.where(given_up, 0, value / J * G / S)


def worst(n: Floats, weight: str) -> Floats:
    """The slope of the largest row mean; a tie is a kink unless no tied row varies."""
    m, G = _class_means(n, weight)
    tied = m >= np.nanmax(m, axis=-2, keepdims=True) * (1 - _EQUAL)
    moves = ((n * G**2).sum(axis=-1, keepdims=True) > 0) & tied
    kink = (tied.sum(axis=-2, keepdims=True) > 1) & moves.any(axis=-2, keepdims=True)
    return np.where(kink, np.nan, np.where(tied, G, 0))


def mcc(n: Floats) -> Floats:
    R, C = (side.swapaxes(-1, -2) for side in margins(n))
    N, hits = total(n), np.asarray(np.trace(n, axis1=-2, axis2=-1))[..., None, None]
    slope = hits + N * np.eye(n.shape[-1]) - R - C
    # Each pair counts once, as in `untied`.
    return of_cosine(((N * hits - R @ C) / 2, slope / 2), *untied(n))


def kappa(n: Floats, power: int) -> Floats:
    w, (R, C) = distances(n.shape[-1], power), margins(n)
    observed, N = total(n * w), total(n)
    partners = w @ C.swapaxes(-1, -2) + R.swapaxes(-1, -2) @ w
    expected = total(R * w * C)
    return -of_quotient((observed * N, w * N + observed), (expected, partners))


def _in_pool(n: Floats) -> Floats:
    """The ratings of each class by both raters together."""
    return np.asarray(n.sum(axis=-1) + n.sum(axis=-2))


def _over_pool(n: Floats, observed: Sum, expected: Sum) -> Floats:
    """The slope of ``1 - 4 N S / T``; T comes with its derivative in the pooled ratings."""
    N, dT = total(n), expected[1]
    pooled = dT[..., :, None] + dT[..., None, :]
    product = N * observed[0], observed[0] + N * observed[1]
    return -4 * of_quotient(product, (expected[0], pooled))


def pi(n: Floats) -> Floats:
    w, m = cell_weights("mae", n.shape[-1]), _in_pool(n)
    expected = (m * (m @ w)).sum(axis=-1)[..., None, None], 2 * m @ w
    return _over_pool(n, (total(n * w), w), expected)


def alpha(n: Floats) -> Floats:
    K, N, m = n.shape[-1], total(n), _in_pool(n)
    lower = np.tril(np.ones((K, K)), -1) + np.eye(K) / 2
    rank = m @ lower.T
    distance = (rank[..., :, None] - rank[..., None, :]) / N[..., 0, :][..., None]
    # Ranks change, too: the change of each difference by one more rating of a class.
    moves = lower[:, None, :] - lower[None, :, :]

    def sums(x: Floats) -> tuple[Floats, Floats]:
        shift = np.einsum("...ab,abg->...g", 2 * x * distance, moves)
        return total(x * distance**2), shift / N[..., 0]

    (S, uS), (T, uT) = sums(n), sums(m[..., :, None] * m[..., None, :])
    observed = S, distance**2 + uS[..., :, None] + uS[..., None, :]
    expected = T, uT + 2 * (distance**2 @ m[..., None])[..., 0]
    # alpha = pi + (1 - pi) / (2 N)
    whole = _over_pool(n, observed, expected)
    return np.asarray(whole * (1 - 1 / (2 * N)) - 2 * ratio(S, T) / N)


def ac2(n: Floats) -> Floats:
    K, N, m = n.shape[-1], total(n), _in_pool(n)
    w = cell_weights("mae", K)
    slope = (w.max() - w.mean()) * K / max(K - 1, 1)
    side = (m**2).sum(axis=-1)[..., None, None]
    pooled = m[..., :, None] + m[..., None, :]
    # Times N, as the observed disagreement is. One class alone has no expected one.
    expected = w.max() * N - slope * (N - side / (4 * N)) if K > 1 else N
    change = w.max() - slope * (1 - pooled / (2 * N) + side / (4 * N**2))
    return -of_quotient((total(n * w), w), (expected, change))


# ------------------------------------------------------------------- pairs


def _partners(n: Floats) -> tuple[Floats, Floats]:
    """For each cell, how many observations are concordant with it, and how many discordant."""
    before = np.tril(np.ones(n.shape[-2:]), -1)
    after = before.T
    concordant = before @ n @ after + after @ n @ before
    discordant = before @ n @ before + after @ n @ after
    return concordant, discordant


def _score(n: Floats) -> Sum:
    """The number of concordant minus discordant pairs, with its derivative."""
    A, B = _partners(n)
    return total(n * (A - B)) / 2, A - B


def untied(n: Floats) -> tuple[Sum, Sum]:
    """The pairs not tied by class and the pairs not tied by prediction, with derivatives."""
    N = total(n)
    true, predicted = (
        ((N**2 - (side**2).sum(axis=(-2, -1), keepdims=True)) / 2, N - side) for side in margins(n)
    )
    return true, predicted


def gamma(n: Floats) -> Floats:
    A, B = _partners(n)
    c, d = total(n * A) / 2, total(n * B) / 2
    return of_quotient((c - d, A - B), (c + d, A + B))


def somers(n: Floats, side: int) -> Floats:
    return of_quotient(_score(n), untied(n)[side])


def tau_b(n: Floats) -> Floats:
    return of_cosine(_score(n), *untied(n))


def tau_c(n: Floats) -> Floats:
    K, N = n.shape[-1], total(n)
    return np.asarray(2 * K / max(K - 1, 1) * of_quotient(_score(n), (N**2, 2 * N)))


def r_int(n: Floats) -> Floats:
    A, _ = _partners(n)
    R, C = margins(n)
    N = total(n)
    tied = [(total(x * (x - 1)) / 2, x) for x in (R, C)]
    # Ordered pairs, with those tied on one side. In both sets: the concordant pairs, those
    # tied on one side, and twice those tied on both.
    sides = (((N - 1) * N / 2 + pairs, N - 1 / 2 + x - 1 / 2) for pairs, x in tied)
    agreement = total(n * A) + 2 * (tied[0][0] + tied[1][0])
    return of_cosine((agreement, 2 * (A + R + C - 1)), *sides)


def r_int_2008(n: Floats) -> Floats:
    _, B = _partners(n)
    N = total(n)
    agreeing = (total(n * (n - 1)) - total(n * B)) / 2, n - 0.5 - B
    return of_quotient(agreeing, (N * (N - 1) / 2, N - 0.5))


def correlation(n: Floats, kind: Callable[[Any], Any]) -> Floats:
    """The slope of a correlation of scores made by comparing classes, as in `spearman`."""
    k = np.arange(n.shape[-1])
    phi = kind(k[:, None] - k).astype(np.float64)
    R, C = margins(n)
    a, b = phi @ R, C @ phi.T
    # An added observation also changes the scores.
    S_aa = total(R * a**2), a**2 + 2 * phi.T @ (R * a)
    S_bb = total(C * b**2), b**2 + 2 * (C * b) @ phi
    shift = phi.T @ (n * b).sum(axis=-1, keepdims=True)
    shift = shift + (n * a).sum(axis=-2, keepdims=True) @ phi
    return of_cosine((total(n * a * b), a * b + shift), S_aa, S_bb)
