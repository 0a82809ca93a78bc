"""The proportional odds model by maximum likelihood: Newton's method, and two ways to label."""

import numpy as np
from scipy.special import expit


def fit(X, y, K, tol=1e-9, steps=100):
    """Thresholds and weights with the largest likelihood of P(t <= j) = expit(theta_j - w x).

    Raises
    ------
    ValueError
        If a class does not occur.
    ArithmeticError
        If there is no maximum, as where inputs separate the classes.
    """
    N = len(y)
    shares = np.cumsum(np.bincount(y.astype(np.intp), minlength=K + 1)[1:K]) / N
    if not (np.diff([0, *shares, 1]) > 0).all():
        raise ValueError("every class from 1 to K must occur in y")
    # The logits of the two ends of the interval of class y are linear in the parameters.
    level = np.arange(1, K)
    upper = np.hstack([y[:, None] == level, -X]).astype(float)
    lower = np.hstack([y[:, None] == level + 1, -X]).astype(float)
    at = np.concatenate([np.log(shares / (1 - shares)), np.zeros(X.shape[1])])
    for _ in range(steps):
        above = np.where(y < K, expit(upper @ at), 1)
        below = np.where(y > 1, expit(lower @ at), 0)
        P = (above - below)[:, None]
        up, low = (q * (1 - q) for q in (above, below))
        G = (up[:, None] * upper - low[:, None] * lower) / P
        bend = [(s * (1 - 2 * q))[:, None] / P for s, q in ((up, above), (low, below))]
        H = G.T @ G - upper.T @ (bend[0] * upper) + lower.T @ (bend[1] * lower)
        step = np.linalg.solve(H, G.sum(axis=0))
        if G.sum(axis=0) @ step < tol:
            if abs(step).max() > 0.01:  # flat, and still going
                raise ArithmeticError("the likelihood has no maximum: classes separate")
            return at[: K - 1], at[K - 1 :]
        length, now = 1.0, loss(at, upper, lower, y, K)
        while not loss(at + length * step, upper, lower, y, K) < now:
            length /= 2
            if length < 1e-8:
                raise ArithmeticError("no step makes the likelihood larger")
        at = at + length * step
    raise ArithmeticError(f"no maximum after {steps} steps")


def loss(at, upper, lower, y, K):
    """Minus the logarithm of the likelihood; infinite where thresholds cross."""
    if (np.diff(at[: K - 1]) <= 0).any():
        return np.inf
    above = np.where(y < K, expit(upper @ at), 1)
    below = np.where(y > 1, expit(lower @ at), 0)
    if (above <= below).any():
        return np.inf
    return -np.log(above - below).sum()


def chances(theta, w, X):
    """The probabilities of the classes, one row an observation."""
    up_to = expit(theta - (X @ w)[:, None])
    return np.diff(up_to, axis=1, prepend=0, append=1)


def by_thresholds(theta, w, X):
    """One plus the number of thresholds below the projection: the median class."""
    return 1 + (theta < (X @ w)[:, None]).sum(axis=1)


def most_probable(theta, w, X):
    """The class with the largest probability, the lowest of those that share it."""
    return 1 + chances(theta, w, X).argmax(axis=1)
