"""The weights of products that lower the bound on a table the most."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .table import Floats

Indices = NDArray[np.int64]

# No constant here decides a value or what is proved, for a bound is computed anew from the
# weights; they decide how soon. The counts are those of 28 tables of 7 to 18 classes, in 4 s.
#
# Some 20 steps reach the target or show that it will not be reached; with at most 20, one
# search in 28 lacks its proof. The budget is asked for all, so that more are in the way, too.
MOST_STEPS = 50
# A step takes this part of the way to the border, where the matrices are singular. From 0.8 to
# 0.99 all are alike; 0.5 takes half as long again, 0.999 four times as long.
_INWARDS = 0.95
# The rounding of both bounds: with a smaller gap nothing more is gained. 1e-7 takes more parts.
_GAP = 1e-10
# The target will not be reached if the gap is so small beside what is lacking. At 0, where no
# programme is given up, a search takes half as long again; from 0.03 to 3 all are alike.
_CLEAR = 0.3
# Where a programme starts, inside: the part of the norm that the weights add to the matrix,
# and how far t is above it. From 0.001 to 0.5, and from 1.05 to 5, all are alike.
_WEIGHT, _ABOVE = 0.02, 1.2
# The least part of mu that a step aims at, so that it never aims at the border. At 0 all is
# alike, too, but nothing then keeps the next step inside.
_CENTRE = 0.02
# Only a step below 1 is shortened: this keeps a division from 0.
_LEAST = 1e-9
# Singular values so near to each other are made equal: far above rounding, and far below the
# differences that an optimum has; at 1e-3 one search in 28 lacks its proof. A vector is the
# pair itself, which is no other, if their product is above one half; it is near 0 or 1.
_LEVEL, _SAME = 1e-7, 0.5
# Times that weights are fitted, each on the matrix of the last: the correction is of the second
# order, so that one suffices for most tables. What is left below rounding is no direction.
_ROUNDS, _LOST = 3, 1e-12


class Products(NamedTuple):
    """Products of forms of f and g, none of them negative, on a standardised table.

    ``F`` and ``G`` have a row for each form, in coordinates in which the variance is the
    squared length; product k is that of the forms ``f_index[k]`` and ``g_index[k]``. ``up`` is
    a pair of valuations for which all products are positive.
    """

    F: Floats
    G: Floats
    f_index: Indices
    g_index: Indices
    up: tuple[Floats, ...]

    def sum(self, w: Floats) -> Floats:
        """The matrix of the products with these weights."""
        W = np.zeros((len(self.F), len(self.G)), dtype=w.dtype)
        W[self.f_index, self.g_index] = w
        return np.asarray(self.F.T @ W @ self.G)

    def at(self, S: Floats) -> Floats:
        """The products at a matrix S that stands for f g'."""
        return np.asarray((self.F @ S @ self.G.T)[self.f_index, self.g_index])


class SingularValueProgramme:
    """The least leading singular value of Z plus weighted products, by interior points.

    The primal problem is semidefinite: the least t for which ``t I - [[0, M], [M', 0]]``, with
    M = Z + the sum of the products, has no negative eigenvalue. The dual problem is the
    largest ``2 tr(Z' X12)`` over positive semidefinite matrices X of trace 1 at which no
    product is negative. It is a lower bound, and its solution shows where to branch. Both
    iterates are strictly feasible from the start.
    """

    def __init__(self, Z: Floats, products: Products) -> None:
        self.Z, self.products = Z, products
        R, self.size = len(Z), sum(Z.shape)
        up = np.concatenate([v / np.linalg.norm(v) for v in products.up]) / 2**0.5
        self.X = (np.eye(self.size) / self.size + np.outer(up, up)) / 2
        self.s = 2 * products.at(self.X[:R, R:])
        self.w = _WEIGHT * np.linalg.norm(Z, 2) / self.size / self.s
        self.bound = float(np.linalg.norm(self.matrix(), 2))
        self.t = _ABOVE * self.bound

    def matrix(self) -> Floats:
        return self.Z + self.products.sum(self.w)

    @property
    def below(self) -> float:
        """A lower bound on the least value, from the dual problem."""
        R = len(self.Z)
        return float(2 * np.sum(self.Z * self.X[:R, R:]))

    def decided(self, target: float) -> bool:
        """Whether the bound has reached the target, or clearly will not reach it."""
        gap = self.bound - self.below
        return (
            self.bound <= target
            or gap < _GAP
            or gap < _CLEAR * (self.below - target - _GAP)
        )

    def step(self) -> None:
        """One step along the central path, by Newton's method."""
        R, D, p = len(self.Z), np.arange(self.size), self.products
        f_index, g_index = p.f_index, p.g_index

        def slack(t: float, M: Floats) -> Floats:
            S = np.zeros_like(self.X)
            S[:R, R:], S[R:, :R], S[D, D] = -M, -M.T, t
            return S

        X, s, w = self.X, self.s, self.w
        S = slack(self.t, self.matrix())
        P = np.linalg.inv(S)
        P = (P + P.T) / 2
        # The matrix of the Newton equations in t and the weights.
        B = np.zeros((len(w) + 1, len(w) + 1))
        FX, FP = (_taken(p.F @ A[:R, :R] @ p.F.T, f_index, f_index) for A in (X, P))
        GX, GP = (_taken(p.G @ A[R:, R:] @ p.G.T, g_index, g_index) for A in (X, P))
        HX, HP = (_taken(p.F @ A[:R, R:] @ p.G.T, f_index, g_index) for A in (X, P))
        H = HX * HP.T
        B[1:, 1:] = FX * GP + FP * GX + H + H.T + np.diag(s / w)
        XP = X @ P
        B[0, 0] = np.trace(XP)
        B[0, 1:] = B[1:, 0] = -p.at((XP + XP.T)[:R, R:])
        inwards = np.concatenate([[np.trace(P)], 1 / w - 2 * HP.diagonal()])
        onwards = np.zeros(len(w) + 1)
        onwards[0] = -1
        solved = np.linalg.solve(B, np.stack([inwards, onwards], axis=1))
        X_root, S_root = (np.linalg.inv(np.linalg.cholesky(A)) for A in (X, S))
        mu = (np.sum(X * S) + s @ w) / (self.size + len(w))

        def move(mu: Any) -> tuple[float, float, Floats, Floats, Floats]:
            dy = solved @ [mu, 1.0]
            dS = slack(dy[0], p.sum(dy[1:]))
            dX = -X @ dS @ P
            dX = (dX + dX.T) / 2 + mu * P - X
            ds = 2 * p.at(dX[:R, R:])
            return (
                _longest_step(X_root, dX, s, ds),
                _longest_step(S_root, dS, w, dy[1:]),
                dy,
                dX,
                ds,
            )

        on_x, on_w, *_ = move(0.0)
        centre = max(_CENTRE, (1 - min(1, on_x, on_w)) ** 2)
        on_x, on_w, dy, dX, ds = move(centre * mu)
        on_x, on_w = (min(1.0, _INWARDS * x) for x in (on_x, on_w))
        self.X, self.s = X + on_x * dX, s + on_x * ds
        self.t, self.w = self.t + on_w * dy[0], w + on_w * dy[1:]
        self.bound = float(np.linalg.norm(self.matrix(), 2))


def _taken(M: Floats, rows: Indices, columns: Indices) -> Floats:
    return np.asarray(np.take(M, rows, axis=0)[:, columns])


def _longest_step(root: Floats, change: Floats, x: Floats, dx: Floats) -> float:
    """The length of step at which an eigenvalue, or a number, becomes 0."""
    least = np.linalg.eigvalsh(root @ change @ root.T)[0]
    return 1 / max(-float(least), float((-dx / x).max(initial=0)), _LEAST)


def fitted(
    programme: SingularValueProgramme,
    value: float,
    pair: tuple[Floats, Floats],
    zero: NDArray[Any],
) -> Floats:
    """Weights near the present ones for which a pair is a leading pair of singular vectors.

    Only products that are ``zero`` for the pair can then have a weight. The change is the
    shortest relative to the weights. Other pairs with nearly the same singular value, or a
    larger one, get the same singular value.
    """
    p, (u, v), kept = programme.products, pair, np.flatnonzero(zero)
    F, G = p.F[p.f_index[kept]], p.G[p.g_index[kept]]
    w = np.where(zero, programme.w, 0)
    for _ in range(_ROUNDS):
        M = programme.Z + p.sum(w)
        U, sigma, V = np.linalg.svd(M, full_matrices=False)
        near = (sigma > value - _LEVEL) & (abs(u @ U) < _SAME)
        x, y = F @ U[:, near], G @ V[near].T
        i, j = np.triu_indices(int(np.count_nonzero(near)))
        turned = np.concatenate(
            [F.T * (G @ v), G.T * (F @ u), (x[:, i] * y[:, j] + x[:, j] * y[:, i]).T]
        )
        others = np.where(i == j, 2 * (value - sigma[near][i]), 0)
        rest = np.concatenate([value * u - M @ v, value * v - M.T @ u, others])
        change, *_ = np.linalg.lstsq(turned * w[kept], rest, rcond=_LOST)
        w[kept] = np.maximum(0, w[kept] * (1 + change))
    return w
