"""The network on the proportional odds model (mmae2014, section 3), whole populations at once.

A network is a row of numbers: the weights of S hidden nodes on the inputs and a
constant, S weights of their outputs, the first threshold, and the logarithms of the
steps from one threshold to the next, which keep them in order.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit


@dataclass(frozen=True)
class Shape:
    """The sizes of a network: inputs, hidden nodes, classes."""

    inputs: int
    nodes: int
    K: int

    @property
    def hidden(self):
        return self.nodes * (self.inputs + 1)

    @property
    def genes(self):
        return self.hidden + self.nodes + self.K - 1

    def parts(self, rows):
        """Hidden weights (P, S, I + 1), output weights (P, S), thresholds (P, K - 1)."""
        W = rows[:, : self.hidden].reshape(len(rows), self.nodes, self.inputs + 1)
        ends = rows[:, self.hidden + self.nodes :].copy()
        ends[:, 1:] = np.exp(np.clip(ends[:, 1:], -30, 30))
        return W, rows[:, self.hidden : self.hidden + self.nodes], ends.cumsum(axis=1)


def with_constant(X):
    return np.hstack([np.ones((len(X), 1)), X])


def projected(shape, rows, X):
    """The outputs of the hidden nodes (P, N, S), the projections (P, N), and the thresholds."""
    W, out, theta = shape.parts(rows)
    nodes = expit(np.einsum("ni,psi->pns", with_constant(X), W, optimize=True))
    return nodes, np.einsum("pns,ps->pn", nodes, out, optimize=True), theta


def labels(shape, rows, X):
    """One plus the number of thresholds below the projection, shape (P, N)."""
    _, u, theta = projected(shape, rows, X)
    return 1 + (theta[:, None, :] < u[:, :, None]).sum(axis=-1)


def entropy(shape, rows, X, y):
    """The cross-entropy of each network, shape (P,), and its gradient, shape (P, genes)."""
    nodes, u, theta = projected(shape, rows, X)
    P, N = u.shape
    upper, lower = np.ones((P, N)), np.zeros((P, N))
    has_upper, has_lower = y < shape.K, y > 1
    upper[:, has_upper] = expit(theta[:, y[has_upper] - 1] - u[:, has_upper])
    lower[:, has_lower] = expit(theta[:, y[has_lower] - 2] - u[:, has_lower])
    chance = np.maximum(upper - lower, 1e-12)
    # d/du of -log(upper - lower), since s' = s (1 - s).
    slope = (1 - upper - lower) / N
    per_threshold = np.zeros((P, shape.K - 1))
    up = -upper * (1 - upper) / chance / N
    low = lower * (1 - lower) / chance / N
    for k in range(1, shape.K):
        per_threshold[:, k - 1] = up[:, y == k].sum(axis=1) + low[:, y == k + 1].sum(
            axis=1
        )
    back = per_threshold[:, ::-1].cumsum(axis=1)[:, ::-1].copy()
    back[:, 1:] *= np.diff(theta, axis=1)
    inner = slope[:, :, None] * nodes * (1 - nodes)
    out = shape.parts(rows)[1]
    W = (
        np.einsum("pns,ni->psi", inner, with_constant(X), optimize=True)
        * out[:, :, None]
    )
    gradient = np.hstack(
        [W.reshape(P, -1), np.einsum("pn,pns->ps", slope, nodes, optimize=True), back]
    )
    return -np.log(chance).mean(axis=1), gradient


def irprop(shape, rows, X, y, epochs):
    """iRprop+ of Igel and Huesken (2003): each gene has a step; the sign of its slope moves it."""
    rows = rows.copy()
    step, moved = np.full(rows.shape, 0.1), np.zeros(rows.shape)
    before, error = np.zeros(rows.shape), np.full(len(rows), np.inf)
    best, least = rows.copy(), np.full(len(rows), np.inf)
    for _ in range(epochs):
        now, gradient = entropy(shape, rows, X, y)
        better = now < least
        best[better], least[better] = rows[better], now[better]
        turned = before * gradient
        step = np.where(turned > 0, np.minimum(1.2 * step, 5), step)
        step = np.where(turned < 0, np.maximum(0.5 * step, 1e-6), step)
        gradient = np.where(turned < 0, 0, gradient)
        worse = (now > error)[:, None]
        change = np.where(
            turned < 0, np.where(worse, -moved, 0), -np.sign(gradient) * step
        )
        rows, moved, before, error = rows + change, change, gradient, now
    now, _ = entropy(shape, rows, X, y)
    better = now < least
    best[better] = rows[better]
    return best


def started(shape, n, rng):
    """Networks to begin with: all genes uniform on (-1, 1)."""
    return rng.uniform(-1, 1, size=(n, shape.genes))
