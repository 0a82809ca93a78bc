"""Functional correlations: the largest correlation over valuations of the classes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import as_numbers, of_matrix
from ..matrices.entries import check_option
from ..matrices.sums import scalar_or_array
from ..search.kinds import KINDS
from ..search.search import BUDGET, Certificate, search
from ..search.table import CountTable, direction

__all__ = [
    "Certificate", "FunctionalCorrelation", "anti_correlation", "co_correlation",
    "coanti_correlation", "functional_correlation", "id_correlation", "ii_correlation",
    "mon_correlation", "sup_correlation",
]  # fmt: skip

Coefficient = Literal["sup", "ii", "id", "mon", "co", "anti", "coanti"]
_EITHER = {"mon": ("ii", "id"), "coanti": ("co", "anti")}  # the larger of two
PROMISE = 1e-12  # by how much a bound may be exceeded
# The results for tables up to so many bytes are kept, for 4,096 of them: 16 MB at most.
_SMALL = 4096


class FunctionalCorrelation(NamedTuple):
    """A functional correlation with what proves it; see `functional_correlation`.

    Examples
    --------
    >>> functional_correlation([[2, 1], [1, 2]], "id").value
    -0.3333333333333333
    """

    value: float
    f: NDArray[np.float64]
    g: NDArray[np.float64]
    bound: float
    certificate: Any


def functional_correlation(cm: ArrayLike, kind: Coefficient) -> FunctionalCorrelation:
    """The largest correlation of f(true) and g(predicted), where it is reached, and a bound.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        One confusion matrix, rows true and columns predicted, in class order.
    kind : {"sup", "ii", "id", "mon", "co", "anti", "coanti"}
        The pairs of valuations over which the correlation is maximised: all; both
        increasing; f increasing and g decreasing; the pairs of "ii" and of "id";
        comonotone pairs, which never order two classes in opposite ways; antimonotone
        pairs, which never order two classes alike; the pairs of "co" and of "anti".

    Returns
    -------
    FunctionalCorrelation
        ``value``, the correlation of ``f`` and ``g``; ``f`` and ``g``, ndarrays of shape
        (K,), with mean 0 and variance 1 over the observations, the sign chosen so that f
        increases with the class on the whole, ``nan`` for a class that is absent on that
        side; ``bound``, which no pair exceeds by more than 1e-12. A bound equal to the value
        proves it to that precision, and its sign is exact. Where a bound is above the
        value, the search has ended before its proof, and the coefficient lies between the
        two. ``certificate`` proves the bound, and `ordref.definitions.check_certificate`
        checks it; for MON and COANTI it is a pair of certificates. The numbers are ``nan``,
        and the certificate ``None``, where only one class is true, or only one is predicted.

    Raises
    ------
    ValueError
        If ``cm`` is not a confusion matrix (see `as_matrices`), is a stack, or holds
        symbols; if the smallest positive entry is below 2**-1000 of their sum; if ``kind``
        is not one of the seven.

    Notes
    -----
    fcorr2020, sections 2 to 4. The maximum is reached on a table with classes merged,
    by its leading pair of singular vectors or, if it is negative, by a table of 2 x 2;
    merging never raises the leading singular value. So the value of a table bounds all
    tables that it can be merged to, and a search that always continues from the largest bound
    ends with a proof. Where that takes long, the pairs are divided into parts, for CO and ANTI
    by the order of two classes, and weighted products that are never negative in a part lower
    its bound. For random counts the search ends within seconds up to about ten
    classes, for II and ID mostly up to fifteen. Where several processes search at a time, give
    the linear algebra of each one thread (``OPENBLAS_NUM_THREADS=1``): threads of processes
    that share the processors wait for each other, and a search takes thirty times as long.

    An absent class does not matter: its value can always be chosen to fit, and only
    classes present on both sides can be ordered in opposite ways.

    The numbers of ``cm`` are taken as they are, without rounding: integers up to 2**53,
    larger ones in an object array, and floats as the fractions that they stand for. For
    rounded proportions the result is exact for the rounded ones; the error is about that of
    the proportions, over the root of the smallest margin. ``value`` is the correlation of
    ``f`` and ``g``, computed in whole numbers and rounded once.

    Examples
    --------
    >>> found = functional_correlation([[1, 0, 1], [2, 0, 2], [0, 2, 2]], "anti")
    >>> round(found.value, 6), found.bound == found.value
    (0.612372, True)
    >>> found.f.round(3), found.g.round(3)
    (array([-0.816, -0.816,  1.225]), array([-0.5,  2. , -0.5]))
    """
    n = as_numbers(cm)
    if n.ndim != 2:
        raise ValueError(
            f"functional_correlation takes one matrix; cm has shape {n.shape}"
        )
    check_option("kind", kind, (*KINDS, *_EITHER))
    return searched(n, kind, BUDGET)


def searched(n: NDArray[Any], kind: str, budget: int) -> FunctionalCorrelation:
    """`functional_correlation` of a checked matrix, by a search of limited budget."""
    return searched_and_spent(n, kind, budget)[0]


def searched_and_spent(
    n: NDArray[Any], kind: str, budget: int
) -> tuple[FunctionalCorrelation, int]:
    """`searched`, and how much of the budget was spent."""
    table = CountTable(n)
    f, g = np.full(table.K, np.nan), np.full(table.K, np.nan)
    if min(table.shape) < 2:
        return FunctionalCorrelation(np.nan, f, g, np.nan, None), 0
    if kind in _EITHER:
        parts = (searched_and_spent(n, part, budget) for part in _EITHER[kind])
        (first, first_cost), (second, second_cost) = parts
        larger = second if second.value > first.value else first
        result = larger._replace(
            bound=max(first.bound, second.bound),
            certificate=(first.certificate, second.certificate),
        )
        return result, first_cost + second_cost
    value, x, y, bound, certificate, spent = search(table, KINDS[kind], budget)
    turn = direction(table.rows, table.r, x)
    f[table.rows], g[table.columns] = turn * x, turn * y
    return FunctionalCorrelation(value, f, g, bound, certificate), spent


@of_matrix
def sup_correlation(cm: ArrayLike) -> Any:
    """SUP: the largest correlation over all valuations of the true and the predicted classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 0 exactly under independence, 1 exactly if the true classes and the
        predicted classes present can each be divided into two groups that determine each
        other. ``nan`` where only one class is true, or only one is predicted. The order of
        the classes does not matter.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        symbols; near independence, also for entries that `functional_correlation` refuses.

    Notes
    -----
    fcorr2020, eq. (23): the largest singular value of ``(P - r c') / sqrt(r c')``, that is
    the second of ``P / sqrt(r c')``, with r and c the margins of the proportions P. Also
    called maximal correlation, by Hirschfeld, Gebelein, Rényi (HGR); the first axis of
    correspondence analysis.

    Examples
    --------
    >>> round(sup_correlation([[0, 5, 0], [0, 0, 5], [5, 0, 0]]), 12)
    1.0
    >>> sup_correlation([[1, 2], [2, 4]])
    0.0
    """
    n = as_numbers(cm)
    counts, n = n, n.astype(np.float64)
    N = n.sum(axis=(-2, -1))[..., None, None]
    r, c = n.sum(axis=-1)[..., None], n.sum(axis=-2)[..., None, :]
    size = np.sqrt(r) * np.sqrt(c) * N
    # An absent class becomes a row or column of zeros, which adds a singular value of 0.
    S = np.divide(n * N - r * c, size, out=np.zeros_like(n), where=size > 0)
    present = (np.count_nonzero(side, axis=(-2, -1)) for side in (r, c))
    two = np.minimum(*present) > 1
    largest = np.where(two, np.linalg.svd(S, compute_uv=False)[..., 0], np.nan)
    for position in np.argwhere(largest < PROMISE):
        # Whole numbers tell independence from near independence.
        if not CountTable(counts[tuple(position)]).E.any():
            largest[tuple(position)] = 0
    return scalar_or_array(np.minimum(largest, 1))


@of_matrix
def ii_correlation(cm: ArrayLike) -> Any:
    """II: the largest correlation of two increasing valuations of the classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; negative exactly if the correlation is negative for every division
        of the true classes and of the predicted ones into a lower and an upper part.
        ``nan`` where only one class is true, or only one is predicted, and where the
        search ends before its proof; `functional_correlation` then has an interval.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        symbols, or entries that `functional_correlation` refuses.

    Notes
    -----
    fcorr2020, section 4.2; due to Kimeldorf, May and Sampson (1982), as the concordant
    monotone correlation. Exact, by the search that `functional_correlation` describes,
    and always finished up to K = 10.

    Examples
    --------
    >>> round(ii_correlation([[1, 0, 1], [2, 0, 2], [0, 2, 2]]), 6)
    0.534522
    """
    return _values(cm, "ii")


@of_matrix
def id_correlation(cm: ArrayLike) -> Any:
    """ID: the largest correlation of an increasing and a decreasing valuation.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1: II of the matrix with its columns in reverse order. ``nan`` as
        for `ii_correlation`.

    Raises
    ------
    ValueError
        As `ii_correlation`.

    Notes
    -----
    fcorr2020, section 4.2; due to Kimeldorf, May and Sampson (1982), whose discordant
    monotone correlation is its negative. Exact, as `ii_correlation`.

    Examples
    --------
    >>> id_correlation([[1, 0], [0, 1]])
    -1.0
    """
    return _values(cm, "id")


@of_matrix
def mon_correlation(cm: ArrayLike) -> Any:
    """MON: the largest correlation of two monotone valuations, the larger of II and ID.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 0 exactly under independence. ``nan`` as for `ii_correlation`.

    Raises
    ------
    ValueError
        As `ii_correlation`.

    Notes
    -----
    fcorr2020, eqs. (24) and (25); due to Kimeldorf and Sampson (1978), who speak of
    monotone correlation. Exact, as `ii_correlation`.

    Examples
    --------
    >>> mon_correlation([[0, 1], [1, 0]])
    1.0
    """
    return _values(cm, "mon")


@of_matrix
def co_correlation(cm: ArrayLike) -> Any:
    """CO: the largest correlation of two comonotone valuations of the classes.

    Comonotone valuations increase along one order of the classes, whichever it is.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in the same order of classes.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1. ``nan`` where only one class is true, or only one is predicted,
        and where the search ends before its proof; `functional_correlation` then has an
        interval.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        symbols, or entries that `functional_correlation` refuses.

    Notes
    -----
    fcorr2020, section 4.3. Exact, by the search that `functional_correlation` describes,
    and always finished up to K = 7.

    Examples
    --------
    >>> round(co_correlation([[0, 5, 0], [0, 0, 5], [5, 0, 0]]), 12)
    0.5
    """
    return _values(cm, "co")


@of_matrix
def anti_correlation(cm: ArrayLike) -> Any:
    """ANTI: the largest correlation of two antimonotone valuations of the classes.

    Where one valuation of an antimonotone pair increases, the other decreases, along one
    order of the classes, whichever it is.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in the same order of classes.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1. ``nan`` as for `co_correlation`.

    Raises
    ------
    ValueError
        As `co_correlation`.

    Notes
    -----
    fcorr2020, section 4.3. Exact, as `co_correlation`.

    Examples
    --------
    >>> round(anti_correlation([[1, 0, 1], [2, 0, 2], [0, 2, 2]]), 6)
    0.612372
    """
    return _values(cm, "anti")


@of_matrix
def coanti_correlation(cm: ArrayLike) -> Any:
    """COANTI: the larger of CO and ANTI.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted, in the same order of classes.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 0 exactly under independence. ``nan`` as for `co_correlation`.

    Raises
    ------
    ValueError
        As `co_correlation`.

    Notes
    -----
    fcorr2020, eq. (26). Exact, as `co_correlation`.

    Examples
    --------
    >>> round(coanti_correlation([[1, 0, 1], [2, 0, 2], [0, 2, 2]]), 6)
    0.612372
    """
    return _values(cm, "coanti")


def _values(cm: ArrayLike, kind: str) -> Any:
    """The proved values of a stack, one search for each matrix."""
    n = as_numbers(cm)
    values = np.full(n.shape[:-2], np.nan)
    for position in np.ndindex(values.shape):
        parts = [_interval(n[position], part) for part in _EITHER.get(kind, (kind,))]
        value, bound = map(max, zip(*parts, strict=True))
        if bound <= value:
            values[position] = value
    return scalar_or_array(values)


def _interval(n: NDArray[Any], kind: str) -> tuple[float, float]:
    """The value and the bound of one kind; for small tables they are kept.

    MON and COANTI need the same searches as II, ID, CO and ANTI.
    """
    if n.dtype == object or n.nbytes > _SMALL:
        return searched(n, kind, BUDGET)[::3]
    return _remembered(kind, BUDGET, len(n), n.tobytes())


@lru_cache(maxsize=4096)
def _remembered(kind: str, budget: int, K: int, entries: bytes) -> tuple[float, float]:
    n = np.frombuffer(entries, dtype=np.float64).reshape(K, K)
    return searched(n, kind, budget)[::3]
