"""The ordinal classification index: the cheapest consistent path through the matrix."""

from __future__ import annotations

from fractions import Fraction
from math import log
from numbers import Real
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import answers_labels, as_matrices, as_numbers, of_matrix
from ..matrices.entries import exact, plain
from ..matrices.sums import blocks, distances, scalar_or_array, weighted_sum

__all__ = ["oci", "oci_path", "oci_prime"]

# Beyond it, products of a parameter with counts would overflow.
_LARGEST = 1e100
# Matrices at a time: their tables of costs stay in the processor's cache.
_BLOCK = 1 << 12


@of_matrix
def oci(
    cm: ArrayLike, *, beta: SupportsFloat | None = None, gamma: SupportsFloat = 1
) -> Any:
    """Ordinal classification index: the cost of the cheapest consistent path through the matrix.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.
    beta : number, keyword-only, optional
        The penalty for an observation on the path that is one class off; not negative. By
        default ``0.75 / (N (K - 1)**gamma)`` for each matrix, as in the paper's listing.
    gamma : number, keyword-only, optional
        The exponent of distances, at least 1.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1, lower is better; 0 exactly for a diagonal matrix. Defined for
        every matrix with mass.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or
        holds symbols, which have no minimum; if ``beta`` is not a number of at least
        0, or ``gamma`` not one of at least 1; if one of them, or ``(K - 1)**gamma``, is
        above 1e100.

    Notes
    -----
    The value depends on the number of classes K, through the default ``beta``: classes
    that are neither true nor predicted count, too. `confusion_matrix` takes K from the
    labels of one call. Give it ``labels``, or a fold in which the highest class does not
    occur has a smaller K than the others.

    oci2011, eq. (7): the minimum over all consistent paths from (1, 1) to (K, K) of
    ``1 - sum n_rc / (N + M) + beta sum n_rc |r - c|**gamma``, sums over the path, with
    ``M = (sum n_rc |r - c|**gamma)**(1/gamma)`` over the whole matrix. With the default
    ``beta`` and ``gamma = 1`` it does not depend on the scale of ``cm``; with any other
    ``gamma`` it does.

    Examples
    --------
    >>> oci([[1, 0], [1, 2]])
    0.3875
    """
    n, D, beta = _checked_arguments(cm, beta, gamma)
    return _cheapest(n, D, _dispersion(n, D, gamma), beta)


@of_matrix
def oci_prime(
    cm: ArrayLike, *, beta: SupportsFloat | None = None, gamma: SupportsFloat = 1
) -> Any:
    """The first form of the index, which ignores how far off observations outside the path are.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.
    beta : number, keyword-only, optional
        As in `oci`.
    gamma : number, keyword-only, optional
        As in `oci`.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and `mer`, and equal to `mer` for ``beta >= 1/N``. Defined for every
        matrix with mass.

    Raises
    ------
    ValueError
        As `oci`.

    Notes
    -----
    oci2011, eq. (6): as `oci`, its eq. (7), with ``N`` in place of ``N + M``.

    Examples
    --------
    >>> oci_prime([[1, 0], [1, 2]])
    0.1875
    """
    n, D, beta = _checked_arguments(cm, beta, gamma)
    return _cheapest(n, D, 0 * n.sum(axis=(-2, -1)), beta)


@answers_labels
def oci_path(
    cm: ArrayLike, *, beta: SupportsFloat | None = None
) -> list[tuple[int, int]]:
    """A path through the matrix that attains `oci`, with ``gamma = 1``.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        One confusion matrix, rows true and columns predicted, in class order.
    beta : number, keyword-only, optional
        As in `oci`.

    Returns
    -------
    list of (int, int)
        The entries (row, column) of the path, counted from 1, from (1, 1) to (K, K).

    Raises
    ------
    ValueError
        As `oci`, or if ``cm`` is a stack.

    Notes
    -----
    Several paths can be cheapest. The path is traced back from (K, K); of predecessors
    with the same cost the diagonal one is taken first, then the one above, then the one to
    the left. Costs are compared as exact fractions of the given numbers.

    Examples
    --------
    >>> oci_path([[0, 4, 0], [0, 0, 6], [0, 0, 3]])
    [(1, 1), (1, 2), (2, 3), (3, 3)]
    """
    n = as_matrices(cm)
    if n.ndim != 2:
        raise ValueError(
            f"cm must be one matrix of shape (K, K); it has shape {n.shape}"
        )
    if n.dtype != object:
        n = np.vectorize(Fraction, otypes=[object])(n)
    n, D, beta = _checked_arguments(n, beta, 1)
    P = partial_costs(n, D, beta * (n.sum() + _dispersion(n, D, 1)))
    r = c = len(n)
    path = [(r, c)]
    while (r, c) != (1, 1):
        # min keeps the first of equal ones
        r, c = min((r - 1, c - 1), (r - 1, c), (r, c - 1), key=lambda cell: P[cell])
        path.append((r, c))
    return path[::-1]


def _checked_arguments(
    cm: ArrayLike, beta: Any, gamma: Any
) -> tuple[NDArray[Any], NDArray[Any], Any]:
    """The matrices, ``|r - c|**gamma`` for every cell, and ``beta`` for every matrix."""
    n = as_numbers(cm, "minimum")
    beta_or_0 = 0 if beta is None else beta
    for name, value, least in ("gamma", gamma, 1), ("beta", beta_or_0, 0):
        if not isinstance(value, Real) or not least <= plain(value) <= _LARGEST:
            raise ValueError(
                f"{name} must be a number between {least} and {_LARGEST}, not {value!r}"
            )
    K = n.shape[-1]
    if K > 2 and gamma * log(K - 1) > log(_LARGEST):
        raise ValueError(
            f"gamma is {gamma!r}, and {K - 1} to that power is beyond {_LARGEST}: "
            "give a smaller one"
        )
    D: NDArray[Any] = distances(K).astype(n.dtype)
    if gamma != 1:
        D = D ** _as_exact_as(n, gamma)
    if beta is None:
        share = _as_exact_as(n, 0.75)
        return n, D, share / (np.einsum("...rc->...", n) * max(D[0, -1], 1))
    return n, D, _as_exact_as(n, beta)


def _as_exact_as(n: NDArray[Any], number: Any) -> Fraction | float:
    return exact(number) if n.dtype == object else float(number)


def _dispersion(n: NDArray[Any], D: NDArray[Any], gamma: Any) -> Any:
    """``M``, the Minkowski distance between true and predicted classes."""
    M = weighted_sum(n, D)
    return M if gamma == 1 else M ** (1 / _as_exact_as(n, gamma))


def _cheapest(n: NDArray[Any], D: NDArray[Any], M: Any, beta: Any) -> Any:
    """``1 - benefit / (N + M) + beta * penalty`` of the cheapest path."""
    T = np.einsum("...rc->...", n) + M
    H = weighted_sum(n, distances(n.shape[-1], 0))
    V = _least_cost(n, D, beta * T)
    # The path over the diagonal costs (M + H) / T, and no path costs less than M / T:
    # rounding must not leave these bounds, which are both 0 for a diagonal matrix.
    return scalar_or_array(np.maximum(M, np.minimum(T + V, M + H)) / T)


def _least_cost(n: NDArray[Any], D: NDArray[Any], price: Any) -> Any:
    """Cost of the cheapest path through each matrix, some matrices at a time."""
    if n.ndim == 2:
        return partial_costs(n, D, price)[-1, -1]
    V = np.empty(price.shape, dtype=n.dtype)
    stack, prices, costs = n.reshape(-1, *D.shape), price.reshape(-1), V.reshape(-1)
    for block in blocks(len(stack), _BLOCK):
        costs[block] = partial_costs(stack[block], D, prices[block])[-1, -1]
    return V


def partial_costs(n: NDArray[Any], D: NDArray[Any], price: Any) -> NDArray[Any]:
    """Cost of the cheapest path to each cell, for one matrix or S at once.

    An entry costs ``n_rc (price |r - c|**gamma - 1)``, with a price for each matrix.
    Returns shape (K + 1, K + 1), or (K + 1, K + 1, S); cell (r, c) is counted from 1, and
    row and column 0 are infinite but for (0, 0), where every path starts with cost 0.
    """
    K = n.shape[-1]
    P = np.full((K + 1, K + 1, *n.shape[:-2]), np.inf, dtype=n.dtype)
    P[0, 0] = 0
    flat, costs = P.reshape((K + 1) ** 2, *n.shape[:-2]), P[1:, 1:]
    with np.errstate(over="ignore"):  # a cost beyond float64 is infinite
        np.multiply.outer(D, price, out=costs)
        costs -= 1
        transposed = costs.swapaxes(0, 1)
        transposed *= n.T
    for s in range(2, 2 * K + 1):
        # The cells with r + c = s, at r (K + 1) + c in `flat`, wait for the two
        # diagonals before them and not for each other.
        first, last = max(1, s - K) * K + s, min(s - 1, K) * K + s
        up = flat[first - K - 1 : last - K : K]
        left = flat[first - 1 : last : K]
        aslant = flat[first - K - 2 : last - K - 1 : K]
        cells = flat[first : last + 1 : K]
        cells += np.minimum(np.minimum(up, left), aslant)
    return P
