"""The derivatives of means, of their ratios and roots, and of what counts pairs.

Shapes, and where a derivative is ``nan`` or of no meaning, are those of `slopes`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matrices.sums import distances

Floats = NDArray[np.float64]


def total(n: Floats) -> Floats:
    return np.asarray(n.sum(axis=(-2, -1)))[..., None, None]


def margins(n: Floats) -> tuple[Floats, Floats]:
    """Row sums as a column, column sums as a row."""
    return n.sum(axis=-1)[..., :, None], n.sum(axis=-2)[..., None, :]


def over(a: Any, b: Any) -> Floats:
    """The quotient, ``nan`` where the denominator is zero."""
    a, b = np.broadcast_arrays(a, b)
    return np.asarray(np.divide(a, b, out=np.full(b.shape, np.nan), where=b != 0))


def _sum(a: Floats) -> Floats:
    return np.asarray(a.sum(axis=(-2, -1)))[..., None, None]


# ------------------------------------------------------------------- sums and ratios


def score(name: str, K: int) -> Floats:
    """The scores of which CCR, MER, MAE, MSE or the accuracy within one is the mean."""
    D = distances(K).astype(np.float64)
    scores = {"ccr": 1 - np.sign(D), "mer": np.sign(D), "mae": D, "mse": D**2}
    scores["accuracy_within"] = (D <= 1).astype(np.float64)
    return np.asarray(scores[name])


def mean(n: Floats, w: Floats) -> Floats:
    N = total(n)
    return np.asarray((w - _sum(n * w) / N) / N)


def rmse(n: Floats) -> Floats:
    w = score("mse", n.shape[-1])
    mse = _sum(n * w) / total(n)
    # Without an error the observed cells are all in the diagonal, and do not move it.
    return np.asarray(
        np.where(mse > 0, mean(n, w) / np.where(mse > 0, 2 * np.sqrt(mse), 1), 0.0)
    )


def _class_means(n: Floats, w: Floats) -> tuple[Floats, Floats]:
    """The mean score of each row, as a column, and its derivative in the entries of the row."""
    R = n.sum(axis=-1, keepdims=True)
    present = R > 0
    R = np.where(present, R, 1)
    m = (n * w).sum(axis=-1, keepdims=True) / R
    return np.where(present, m, np.nan), np.where(present, (w - m) / R, 0)


def _present(n: Floats) -> NDArray[np.int64]:
    return np.asarray(np.count_nonzero(n.sum(axis=-1), axis=-1))[..., None, None]


def mean_of_classes(n: Floats, w: Floats) -> Floats:
    _, G = _class_means(n, w)
    return np.asarray(G / _present(n))


def geometric_mean(n: Floats) -> Floats:
    S, G = _class_means(n, score("ccr", n.shape[-1]))
    given_up = (S == 0).any(axis=-2, keepdims=True)
    S = np.where(np.isnan(S) | given_up, 1, S)
    value = np.exp(np.log(S).sum(axis=-2, keepdims=True) / _present(n))
    # While a class is never recognised, no observation like those there are moves it.
    return np.where(given_up, 0, value / _present(n) * G / S)


def mcc(n: Floats) -> Floats:
    R, C = margins(n)
    (Q, dQ), (P, dP) = (_untied(n, side) for side in (R, C))
    hits = np.asarray(np.trace(n, axis1=-2, axis2=-1))[..., None, None]
    each = R.swapaxes(-1, -2) * C
    value = total(n) * hits - each.sum(axis=-1, keepdims=True)
    slope = hits + total(n) * np.eye(n.shape[-1])
    slope = slope - R.swapaxes(-1, -2) - C.swapaxes(-1, -2)
    size = 2 * np.sqrt(Q) * np.sqrt(P)
    return over(slope, size) - over(value, size) / 2 * (over(dQ, Q) + over(dP, P))


def worst(n: Floats, w: Floats) -> Floats:
    """Of the largest mean of a row; a tie is a kink unless no tied row has a variance."""
    m, G = _class_means(n, w)
    tied = m >= np.nanmax(m, axis=-2, keepdims=True) * (1 - 1e-15)
    moves = ((n * G**2).sum(axis=-1, keepdims=True) > 0) & tied
    kink = (tied.sum(axis=-2, keepdims=True) > 1) & moves.any(axis=-2, keepdims=True)
    return np.where(kink, np.nan, np.where(tied, G, 0))


def kappa(n: Floats, w: Floats) -> Floats:
    R, C = margins(n)
    observed = _sum(n * w)
    partners = w @ C.swapaxes(-1, -2) + R.swapaxes(-1, -2) @ w
    expected = _sum(R * w * C)
    quotient = over(observed * total(n), expected)
    return np.negative(over(w * total(n) + observed - quotient * partners, expected))


def _over_pool(n: Floats, S: Floats, dS: Floats, T: Floats, dT: Floats) -> Floats:
    """Of ``-4 N S / T``, where T depends on the ratings of a class on either side."""
    N, both = total(n), dT[..., :, None] + dT[..., None, :]
    return np.negative(4 * over(S + N * dS - N * over(S, T) * both, T))


def pi(n: Floats, w: Floats) -> Floats:
    m = n.sum(axis=-1) + n.sum(axis=-2)
    T = (m * (m @ w)).sum(axis=-1)[..., None, None]
    return _over_pool(n, _sum(n * w), w, T, 2 * m @ w)


def alpha(n: Floats) -> Floats:
    K, N = n.shape[-1], total(n)
    m = n.sum(axis=-1) + n.sum(axis=-2)
    lower = np.tril(np.ones((K, K)), -1) + np.eye(K) / 2
    rank = m @ lower.T
    apart = (rank[..., :, None] - rank[..., None, :]) / N[..., 0, :][..., None]
    # The ranks move, too: what the differences gain by one more rating of each class.
    moves = lower[:, None, :] - lower[None, :, :]

    def sums(x: Floats) -> tuple[Floats, Floats]:
        return _sum(x * apart**2), np.einsum("...ab,abg->...g", 2 * x * apart, moves)

    (S, uS), (T, uT) = sums(n), sums(m[..., :, None] * m[..., None, :])
    uS, uT = uS / N[..., 0], uT / N[..., 0]
    dT = uT + 2 * (apart**2 @ m[..., None])[..., 0]
    dS = apart**2 + uS[..., :, None] + uS[..., None, :]
    whole = _over_pool(n, S, dS, T, dT)
    # alpha = pi + (1 - pi) / (2 N)
    return whole * (1 - 1 / (2 * N)) - 2 * over(S, T) / N


def ac2(n: Floats) -> Floats:
    K, N = n.shape[-1], total(n)
    w = score("mae", K)
    m = n.sum(axis=-1) + n.sum(axis=-2)
    m, side = m[..., :, None] + m[..., None, :], (m**2).sum(axis=-1)[..., None, None]
    slope = (w.max() - w.mean()) * K / max(K - 1, 1)
    expected = w.max() - slope * (1 - side / (4 * N**2)) if K > 1 else np.ones_like(N)
    change = slope * (m / (2 * N**2) - side / (2 * N**3))
    S = _sum(n * w)
    return np.asarray((S / N + S / expected * change - w) / (N * expected))


# ------------------------------------------------------------------- pairs


def _partners(n: Floats) -> tuple[Floats, Floats]:
    """How many are concordant, and how many discordant, with an observation of each cell."""
    before = np.tril(np.ones(n.shape[-2:]), -1)
    after = before.T
    concordant = before @ n @ after + after @ n @ before
    discordant = before @ n @ before + after @ n @ after
    return concordant, discordant


def _untied(n: Floats, side: Floats) -> tuple[Floats, Floats]:
    """The pairs not tied on a side with these margins, and their derivative."""
    N = total(n)
    return (N**2 - (side**2).sum(axis=(-2, -1), keepdims=True)) / 2, N - side


def gamma(n: Floats) -> Floats:
    A, B = _partners(n)
    c, d = _sum(n * A) / 2, _sum(n * B) / 2
    return over(2 * (d * A - c * B), (c + d) ** 2)


def somers(n: Floats, side: int) -> Floats:
    A, B = _partners(n)
    Q, dQ = _untied(n, margins(n)[side])
    value = over(_sum(n * (A - B)) / 2, Q)
    return over(A - B - value * dQ, Q)


def tau_b(n: Floats) -> Floats:
    A, B = _partners(n)
    (Q, dQ), (P, dP) = (_untied(n, side) for side in margins(n))
    size = np.sqrt(Q) * np.sqrt(P)
    value = over(_sum(n * (A - B)) / 2, size)
    return over(A - B, size) - value / 2 * (over(dQ, Q) + over(dP, P))


def tau_c(n: Floats) -> Floats:
    A, B = _partners(n)
    K, N = n.shape[-1], total(n)
    score = _sum(n * (A - B)) / 2
    return np.asarray(2 * K / max(K - 1, 1) * (A - B - 2 * score / N) / N**2)


def r_int(n: Floats) -> Floats:
    A, _ = _partners(n)
    R, C = margins(n)
    N = total(n)
    ordered = (N - 1) * N / 2
    first = ordered + _sum(R * (R - 1)) / 2
    second = ordered + _sum(C * (C - 1)) / 2
    # concordant ones, those tied on either side, and those tied on both twice
    tied = _sum(R * (R - 1)) / 2 + _sum(C * (C - 1)) / 2
    both = _sum(n * A) / 2 + tied
    slope = A + R + C - 1
    change = both / 2 * (over(N + R - 1, first) + over(N + C - 1, second))
    return over(2 * (slope - change), np.sqrt(first) * np.sqrt(second))


def r_int_2008(n: Floats) -> Floats:
    _, B = _partners(n)
    N = total(n)
    pairs = N * (N - 1) / 2
    value = over((_sum(n * (n - 1)) - _sum(n * B)) / 2, pairs)
    return over(n - 0.5 - B - value * (N - 0.5), pairs)


def correlation(n: Floats, kind: Callable[[Any], Any]) -> Floats:
    """Of scores that a class has by its differences to all observations, as in `spearman`."""
    k = np.arange(n.shape[-1])
    phi = kind(k[:, None] - k).astype(np.float64)
    R, C = margins(n)
    a, b = phi @ R, C @ phi.T
    S_aa, S_bb, S_ab = _sum(R * a**2), _sum(C * b**2), _sum(n * a * b)
    # The scores move, too, when an observation is added.
    dS_aa = a**2 + 2 * phi.T @ (R * a)
    dS_bb = b**2 + 2 * (C * b) @ phi
    dS_ab = a * b + phi.T @ (n * b).sum(axis=-1, keepdims=True)
    dS_ab = dS_ab + (n * a).sum(axis=-2, keepdims=True) @ phi
    size = np.sqrt(S_aa) * np.sqrt(S_bb)
    value = over(S_ab, size)
    return over(dS_ab, size) - value / 2 * (over(dS_aa, S_aa) + over(dS_bb, S_bb))
