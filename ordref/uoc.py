"""The uniform ordinal classification index: the ordinal index without a weight to choose."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .confusion import TooLargeError, as_matrices, of_matrix, scalar_or_array

__all__ = ["uoc"]

# Beyond it one matrix takes ten seconds and more.
_MOST_CLASSES = 100


@of_matrix
def uoc(cm: ArrayLike) -> Any:
    """Uniform ordinal classification index: all classes and all weights count alike.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1, lower is better; 0 exactly for a diagonal matrix, and for no
        other. Defined for every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`), holds
        symbols, which have no minimum, or has more than 100 classes.

    Notes
    -----
    Each row of a class present is divided by its sum. With J classes present, the index
    is the integral over x from 0 to 1 of `oci` of that matrix with ``beta = x / J``. A
    path costs a linear function of x, so the integrand is the lower envelope of lines,
    which is integrated between its corners without error of quadrature. Silva, Pinto
    and Cardoso (2018); we know the definition at second hand, see the chapter.

    Examples
    --------
    >>> uoc([[0, 1], [1, 0]])
    0.9375
    """
    n = as_matrices(cm)
    K = n.shape[-1]
    if K > _MOST_CLASSES:
        raise TooLargeError(
            f"cm has {K} classes, and uoc takes at most {_MOST_CLASSES}: merge neighbouring "
            "classes, or choose another measure"
        )
    stack = n.reshape(-1, K, K)
    sizes = stack.sum(axis=2, keepdims=True)
    empty = (sizes == 0).astype(bool)
    rows = stack / np.where(empty, sizes + 1, sizes)
    k = np.arange(K).astype(n.dtype)
    D = np.abs(k[:, None] - k)
    J = (~empty).sum(axis=(1, 2)).astype(n.dtype)
    steps = np.einsum("src,rc->s", rows, D)
    T = J + steps
    errors = np.einsum("src,rc->s", rows, (D != 0).astype(np.int64))
    area = _area(rows, D, T, T / J)
    # The path over the diagonal costs at most (steps + errors) / T, and no path costs less
    # than steps / T: rounding must not leave these bounds, both 0 for a diagonal matrix only.
    area = np.maximum(steps, np.minimum(area, steps + errors))
    return scalar_or_array((area / T).reshape(n.shape[:-2]))


def _area(
    rows: NDArray[Any], D: NDArray[Any], T: NDArray[Any], unit: NDArray[Any]
) -> NDArray[Any]:
    """Integral over x in [0, 1] of T times the cost of the cheapest path.

    A concave function that lies under two lines, and touches them at two ends, is these
    lines if it touches them where they meet; otherwise that point divides the interval.
    """
    K, exact = D.shape[0], rows.dtype == object
    noise = 0 if exact else 1e-15 * K
    x0 = np.zeros_like(T)
    x1 = x0 + 1
    which = np.arange(len(T))
    a0, s0 = _cheapest(rows, D, T, unit, x0)
    a1, s1 = _cheapest(rows, D, T, unit, x1)
    area = np.zeros_like(T)
    while which.size:
        # lines of one slope are the same line, met anywhere
        gap = s0 - s1
        flat = (gap <= 0).astype(bool)
        x = np.where(flat, x1, (a1 - a0) / np.where(flat, gap * 0 + 1, gap))
        x = np.minimum(np.maximum(x, x0), x1)
        a, s = _cheapest(rows[which], D, T[which], unit[which], x)
        met = a0 + s0 * x
        done = (a + s * x >= met - noise).astype(bool)
        left = (x - x0) * (a0 + s0 * (x0 + x) / 2)
        right = (x1 - x) * (a1 + s1 * (x + x1) / 2)
        np.add.at(area, which[done], (left + right)[done])
        more = ~done
        which = np.concatenate([which[more], which[more]])
        x0, x1 = np.concatenate([[x0[more], x[more]], [x[more], x1[more]]], axis=1)
        a0, a1 = np.concatenate([[a0[more], a[more]], [a[more], a1[more]]], axis=1)
        s0, s1 = np.concatenate([[s0[more], s[more]], [s[more], s1[more]]], axis=1)
    return area


def _cheapest(
    rows: NDArray[Any], D: NDArray[Any], T: Any, unit: Any, x: Any
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The line, constant and slope, of the path that is cheapest at x, in units of 1 / T."""
    K = len(D)
    price = unit * x
    best: dict[tuple[int, int], tuple[Any, Any, Any]] = {}
    for r, c in np.ndindex(K, K):
        before = [
            best[p] for p in [(r - 1, c - 1), (r - 1, c), (r, c - 1)] if p in best
        ]
        cost, gain, penalty = before[0] if before else (0 * T, 0 * T, 0 * T)
        for other in before[1:]:
            try:
                less = (other[0] < cost).astype(bool)
            except TypeError:
                raise ValueError(
                    "cm holds symbols, which have no minimum: give numbers"
                ) from None
            cost, gain, penalty = (
                np.where(less, new, old)
                for new, old in zip(other, (cost, gain, penalty), strict=True)
            )
        here = rows[:, r, c]
        worth = here * D[r, c]
        best[r, c] = cost + (price * worth - here), gain + here, penalty + worth
    _, gain, penalty = best[K - 1, K - 1]
    return T - gain, unit * penalty
