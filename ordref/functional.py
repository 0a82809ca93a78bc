"""Functional correlations: the largest correlation over valuations of the classes."""

import itertools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .confusion import as_matrices, of_matrix, scalar_or_array

__all__ = [
    "Comparison",
    "FunctionalCorrelation",
    "anti_correlation",
    "co_correlation",
    "coanti_correlation",
    "compare",
    "functional_correlation",
    "id_correlation",
    "ii_correlation",
    "mon_correlation",
    "sup_correlation",
]

# The flowchart: in this order, and whether the larger value is the better one.
_STEPS = {"co": True, "anti": False, "ii": True, "id": False}
# Coefficients closer than this are equal to the flowchart.
_EQUAL = 1e-9
_KINDS = ("sup", "ii", "id", "mon", "co", "anti", "coanti")
# What a search may spend before it gives up, a table of R x C classes costing the least
# of R and C times R C: enough for all tables of 7 classes merged in any way, and of 10
# merged with neighbours.
_BUDGET = 1 << 28
# Values closer than this are one value: what rounding can do to a singular value.
_ROUNDING = 1e-12
# How many of them at a time, for the sake of memory.
_AT_A_TIME = 1 << 22
# All pairs of a subset of rows and a subset of columns are tried up to so many of both.
_MOST_TOGETHER = 20


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


def functional_correlation(
    cm: ArrayLike, kind: str, *, _budget: int = _BUDGET
) -> FunctionalCorrelation:
    """The largest correlation of f(true) and g(predicted), where it is reached, and a bound.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        One confusion matrix, rows true and columns predicted, in class order.
    kind : {"sup", "ii", "id", "mon", "co", "anti", "coanti"}
        Over which pairs of valuations: all; both increasing; f increasing and g
        decreasing; the two of these together; comonotone pairs, whose values are never
        ordered in opposite ways; antimonotone pairs, never ordered alike; the two of
        these together.

    Returns
    -------
    FunctionalCorrelation
        ``value``, the correlation of ``f`` and ``g``; ``f`` and ``g``, ndarrays of shape
        (K,), with mean 0 and variance 1 over the observations, the sign chosen so that f
        increases with the class on the whole, ``nan`` for a class that is absent on that
        side; ``bound``, which no pair exceeds by more than rounding, some 1e-12. A bound
        equal to the value proves it. Where a bound is above the value, the search has
        ended before its proof, and the coefficient lies between the two. All are ``nan``
        where only one class is true, or only one is predicted.

    Raises
    ------
    ValueError
        If ``cm`` is not a confusion matrix (see `ordref.confusion`), is a stack, or holds
        symbols; if ``kind`` is not one of the seven.

    Notes
    -----
    fcorr2020, sections 2 to 4. The maximum is reached on a table with classes merged,
    by its leading pair of singular vectors or, if it is negative, by a table of 2 x 2;
    merging never raises the leading singular value. So the value of a table bounds all
    tables that it can be merged to, and a search that goes on from the largest bound ends
    with a proof. An absent class has no say: the valuation of it can always be chosen to
    fit, and only classes present on both sides can be ordered in opposite ways.

    Examples
    --------
    >>> found = functional_correlation([[1, 0, 1], [2, 0, 2], [0, 2, 2]], "anti")
    >>> round(found.value, 6), found.bound == found.value
    (0.612372, True)
    >>> found.f.round(3), found.g.round(3)
    (array([-0.816, -0.816,  1.225]), array([-0.5,  2. , -0.5]))
    """
    n = _numbers(cm)
    if n.ndim != 2:
        raise ValueError(
            f"functional_correlation takes one matrix; cm has shape {n.shape}"
        )
    if kind not in _KINDS:
        raise ValueError(f"kind must be one of {', '.join(_KINDS)}, not {kind!r}")
    if kind in ("mon", "coanti"):
        parts = ("ii", "id") if kind == "mon" else ("co", "anti")
        first, second = (
            functional_correlation(n, part, _budget=_budget) for part in parts
        )
        larger = second if second.value > first.value else first
        return larger._replace(bound=max(first.bound, second.bound))
    table = _Table(n, kind)
    if min(table.E.shape) < 2:
        nothing = np.full(n.shape[-1], np.nan)
        return FunctionalCorrelation(np.nan, nothing, nothing.copy(), np.nan)
    labels, bound = table.search(_budget)
    value, f, g = table.leading(labels)
    return FunctionalCorrelation(value, f, g, max(value, min(bound, 1.0)))


@of_matrix
def sup_correlation(cm: ArrayLike) -> Any:
    """SUP: the largest correlation of any valuation of the true and of the predicted classes.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices, rows true and columns predicted.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 1; 0 exactly under independence, 1 exactly if the classes present can
        be put into two groups on either side that determine each other. ``nan`` where
        only one class is true, or only one is predicted. The order of the classes does
        not matter.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`), or holds
        symbols.

    Notes
    -----
    fcorr2020, eq. (23): the largest singular value of ``(P - r c') / sqrt(r c')``, that is
    the second of ``P / sqrt(r c')``, with r and c the margins of the shares P.

    Examples
    --------
    >>> round(sup_correlation([[0, 5, 0], [0, 0, 5], [5, 0, 0]]), 12)
    1.0
    >>> sup_correlation([[1, 2], [2, 4]])
    0.0
    """
    n = _numbers(cm)
    N = n.sum(axis=(-2, -1))[..., None, None]
    r, c = n.sum(axis=-1)[..., None], n.sum(axis=-2)[..., None, :]
    size = np.sqrt(r) * np.sqrt(c) * N
    # An absent class becomes a row or column of zeros, which adds a singular value of 0.
    S = np.divide(n * N - r * c, size, out=np.zeros_like(n), where=size > 0)
    two = (np.count_nonzero(r, axis=(-2, -1)) > 1) & (
        np.count_nonzero(c, axis=(-2, -1)) > 1
    )
    largest = np.minimum(np.linalg.svd(S, compute_uv=False)[..., 0], 1)
    return scalar_or_array(np.where(two, largest, np.nan))


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
        Between -1 and 1; negative exactly if every division of the true classes and of
        the predicted ones into a lower and an upper part is negatively correlated.
        ``nan`` where only one class is true, or only one is predicted, and where the
        search ends before its proof; `functional_correlation` then has an interval.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`), or holds
        symbols.

    Notes
    -----
    fcorr2020, section 4.2; Kimeldorf and Sampson (1978). Exact, by the search that
    `functional_correlation` describes, and always finished up to K = 10.

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
    fcorr2020, section 4.2. Exact, as `ii_correlation`.

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
    fcorr2020, eqs. (24) and (25). Exact, as `ii_correlation`.

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
        If ``cm`` is not a stack of confusion matrices (see `ordref.confusion`), or holds
        symbols.

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


class Comparison(NamedTuple):
    """Which of two matrices is better, and by which coefficient; see `compare`.

    Examples
    --------
    >>> compare([[2, 1], [1, 2]], [[3, 0], [0, 3]]).better
    'second'
    """

    better: str
    by: str | None


def compare(M: ArrayLike, N: ArrayLike) -> Comparison:
    """Which of two confusion matrices is better by CO, else ANTI, else II, else ID.

    Parameters
    ----------
    M, N : array_like, shape (K, K)
        Two confusion matrices, rows true and columns predicted, in class order. They may
        differ in the number of classes and of observations.

    Returns
    -------
    Comparison
        ``better``, one of "first", "second" and "equal"; ``by``, the coefficient that
        decided, one of "co", "anti", "ii" and "id", or ``None`` if all four are equal.

    Raises
    ------
    ValueError
        If one of the two is not a confusion matrix (see `ordref.confusion`), is a stack,
        or holds symbols; if it has only one true class, or only one predicted; if the
        search for a coefficient that is needed ends before it can tell which is larger.

    Notes
    -----
    fcorr2020, section 5.1, as far as Figure 2 can be read: its four questions are whether
    CO(M) < CO(N), ANTI(M) > ANTI(N), II(M) < II(N) and ID(M) > ID(N). We take a yes to
    mean that N is better, the opposite inequality that M is, and equality to pass on the
    question. Values that differ by no more than 1e-9 are equal.

    Examples
    --------
    >>> compare([[4, 0, 0], [0, 0, 3], [0, 3, 0]], [[4, 0, 0], [0, 3, 0], [0, 0, 3]])
    Comparison(better='second', by='anti')
    """
    for kind, larger_is_better in _STEPS.items():
        first, second = (functional_correlation(cm, kind) for cm in (M, N))
        for name, found in ("first", first), ("second", second):
            if np.isnan(found.value):
                raise ValueError(
                    f"the {name} matrix has only one true class, or only one predicted: "
                    "it has no correlation"
                )
        first_is_larger = first.value - second.bound > _EQUAL
        second_is_larger = second.value - first.bound > _EQUAL
        if first_is_larger or second_is_larger:
            wins = first_is_larger == larger_is_better
            return Comparison("first" if wins else "second", kind)
        if first.bound > first.value or second.bound > second.value:
            raise ValueError(
                f"the search for {kind} has ended before its proof, and the intervals "
                "of functional_correlation overlap"
            )
    return Comparison("equal", None)


def _values(cm: ArrayLike, kind: str) -> Any:
    """The proved values of a stack, one search for each matrix."""
    n = _numbers(cm)
    values = np.full(n.shape[:-2], np.nan)
    for position in np.ndindex(values.shape):
        found = functional_correlation(n[position], kind)
        if found.bound <= found.value:
            values[position] = found.value
    return scalar_or_array(values)


def _numbers(cm: ArrayLike) -> NDArray[np.float64]:
    n = as_matrices(cm)
    try:
        return n.astype(np.float64, copy=False)
    except TypeError:
        raise ValueError(
            "cm holds symbols, which have no order: give numbers"
        ) from None


class _Table:
    """The classes present, their shares, and the deviations from independence."""

    def __init__(self, n: NDArray[np.float64], kind: str) -> None:
        self.K, self.kind = n.shape[-1], kind
        # f and g run in opposite ways exactly if f and -g run the same way.
        self.sign = -1.0 if kind in ("id", "anti") else 1.0
        # A power of two changes no digit, and keeps products away from 0 and infinity.
        n = np.ldexp(n, -np.frexp(n.sum())[1])
        N, r, c = n.sum(), n.sum(axis=1), n.sum(axis=0)
        self.rows, self.columns = np.flatnonzero(r), np.flatnonzero(c)
        # Exact for counts whose product is below 2**53, and so is every merged table: no
        # dependence is made of rounding.
        E = n * N - r[:, None] * c
        self.E, self.N = self.sign * E[np.ix_(self.rows, self.columns)], N
        self.r, self.c = r[self.rows], c[self.columns]
        both = np.intersect1d(self.rows, self.columns)
        self.both = (
            np.searchsorted(self.rows, both),
            np.searchsorted(self.columns, both),
        )

    def alike(self, f: NDArray[Any], g: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether valuations of the classes present, or these with signs changed, are allowed."""
        if self.kind == "sup":
            return np.ones(len(f), dtype=bool)
        if self.kind in ("ii", "id"):
            steps = np.concatenate([np.diff(f), np.diff(g)], axis=1)
            fits = (steps >= 0).all(axis=1) | (steps <= 0).all(axis=1)
            return np.asarray(fits)
        i, j = np.triu_indices(len(self.both[0]), 1)
        f, g = f[:, self.both[0]], g[:, self.both[1]]
        return np.asarray(((f[:, i] - f[:, j]) * (g[:, i] - g[:, j]) >= 0).all(axis=1))

    def merged(
        self, labels: NDArray[np.int16]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Standardised tables of one shape, and the roots of the shares of their blocks.

        A label is the place of the first class of the block that a class is in. Row b of
        the second and third array has the root of the share of block b where a class is in
        it, and 0 elsewhere.
        """
        E, R, roots = self.E, len(self.r), []
        for side, size in (labels[:, :R], self.r), (labels[:, R:], self.c):
            first = np.nonzero(side == np.arange(len(size)))[1].reshape(len(side), -1)
            block = (side[:, None, :] == first[:, :, None]).astype(float)
            E = (block @ E).swapaxes(-2, -1)
            roots.append(block * np.sqrt(block @ size / self.N)[..., None])
        A, B = roots
        size = A.max(axis=2)[:, :, None] * B.max(axis=2)[:, None, :]
        return E / size / self.N / self.N, A, B

    def examine(
        self, labels: NDArray[np.int16]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The leading singular value of each merged table, and whether its vectors are alike."""
        value, fits = np.empty(len(labels)), np.empty(len(labels), dtype=bool)
        R = len(self.r)
        blocks = labels == np.r_[:R, : len(self.c)]
        shape = blocks[:, :R].sum(axis=1) * labels.shape[1] + blocks[:, R:].sum(axis=1)
        most = max(1, _AT_A_TIME // self.E.size)
        for one in np.unique(shape):
            alike = np.flatnonzero(shape == one)
            for start in range(0, len(alike), most):
                these = alike[start : start + most]
                S, A, B = self.merged(labels[these])
                # The leading eigenvector of S' S or S S', the smaller of the two.
                turned = S.shape[1] < S.shape[2]
                if turned:
                    S, A, B = S.swapaxes(1, 2), B, A
                square, V = np.linalg.eigh(S.swapaxes(1, 2) @ S)
                v = V[..., -1:].swapaxes(1, 2)
                f, g = v @ S.swapaxes(1, 2) @ _inverse(A), v @ _inverse(B)
                if turned:
                    f, g = g, f
                values = np.sqrt(np.maximum(square[:, -2:], 0))
                value[these] = values[:, 1]
                # Two leading values that are the same have no vectors of their own; then
                # a coarser table has the same value, and vectors.
                fits[these] = self.alike(f[:, 0], g[:, 0]) & (
                    (values[:, 1] > values[:, 0] + _ROUNDING) | (self.kind == "sup")
                )
        return value, fits

    def two_by_two(self) -> tuple[NDArray[np.int16], float, bool]:
        """The best merged table of 2 x 2, its correlation, and whether all have been tried."""
        R, C = self.E.shape
        ordered = self.kind in ("ii", "id")
        everything = not ordered and R + C <= _MOST_TOGETHER
        if everything:
            X, Y = (_subsets(size) for size in (R, C))
        else:
            # Divisions into lower and upper along an order of the classes: their own, and
            # for comonotone valuations that of the leading pair.
            orders = [np.arange(self.K)]
            if not ordered:
                _, f, g = self.leading(self.finest()[0])
                orders.append(np.nan_to_num(f) + self.sign * np.nan_to_num(g))
            X, Y = (
                np.concatenate([_upper_parts(order[side]) for order in orders])
                for side in (self.rows, self.columns)
            )
        phi = self.phi(X, Y)
        if not ordered:
            x, y = X[:, self.both[0]], Y[:, self.both[1]]
            # Indicators are comonotone if one set of classes is within the other.
            nested = np.minimum(x @ (1 - y).T, (1 - x) @ y.T) == 0
            phi[~nested] = -np.inf
        i, j = np.unravel_index(np.argmax(phi), phi.shape)
        halves = [
            np.where(half == half[0], 0, np.argmax(half != half[0]))
            for half in (X[i], Y[j])
        ]
        return (
            np.concatenate(halves).astype(np.int16),
            float(phi[i, j]),
            ordered or everything,
        )

    def phi(self, X: NDArray[Any], Y: NDArray[Any]) -> NDArray[np.float64]:
        """The correlation of each set of true with each set of predicted classes."""
        x, y = X @ self.r, Y @ self.c
        x, y = (x * (self.N - x))[:, None], y * (self.N - y)
        # The root of a quotient, of equal products exactly 1.
        return np.asarray(X @ self.E @ Y.T / x * np.sqrt(x / y))

    def finest(self) -> NDArray[np.int16]:
        """The labels of the table itself."""
        labels = np.concatenate([np.arange(len(self.r)), np.arange(len(self.c))])
        return labels.astype(np.int16)[None]

    def coarser(
        self, labels: NDArray[np.int16], last: NDArray[np.int64]
    ) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """All tables with one merge more; by their order of merging, none comes up twice.

        A class, alone so far and after all that have been merged, joins a block before it.
        """
        R, total = len(self.r), labels.shape[1]
        found, merged_last = [], []
        for start, stop in (0, R), (R, total):
            side = labels[:, start:stop]
            first = side == np.arange(stop - start)
            large = first.sum(axis=1) > 2
            for t, e in itertools.combinations(range(stop - start), 2):
                joins = (
                    first[:, t] if self.kind in ("co", "anti") else side[:, e - 1] == t
                )
                which = np.flatnonzero(joins & large & (last < start + e))
                child = labels[which]
                child[:, start + e] = t
                found.append(child)
                merged_last.append(np.full(len(which), start + e))
        return np.concatenate(found), np.concatenate(merged_last)

    def search(self, budget: int) -> tuple[NDArray[np.int16], float]:
        """The best table found, and a bound on all that have not been tried."""
        labels = self.finest()
        bound, fits = self.examine(labels)
        # The vectors of an independent table are any, and prove nothing.
        if fits[0] and bound[0] > _ROUNDING:
            return labels[0], -np.inf
        best, value, complete = self.two_by_two()
        if complete and value <= 0:
            return best, -np.inf
        last = np.zeros(1, dtype=np.int64)
        R, C = self.E.shape
        merges = R + C - 2
        if self.kind in ("co", "anti"):
            merges = (R * (R - 1) + C * (C - 1)) // 2
        price, left = R * C * min(R, C), budget
        width, widest = 16, max(1, _AT_A_TIME // (merges * R * C))
        if merges * price > left:
            return best, float(bound[0])
        while True:
            open_ = bound > value + _ROUNDING
            bound, labels, last = bound[open_], labels[open_], last[open_]
            if not len(bound):
                return best, -np.inf
            width = min(2 * width, widest)
            order = np.argsort(-bound, kind="stable")
            now, later = order[:width], order[width:]
            children, child_last = self.coarser(labels[now], last[now])
            left -= len(children) * price
            if left < 0:
                return best, float(bound.max())
            child_bound, fits = self.examine(children)
            for k in np.flatnonzero(fits):
                if child_bound[k] > value:
                    best, value = children[k], float(child_bound[k])
            bound = np.concatenate([bound[later], child_bound[~fits]])
            labels = np.concatenate([labels[later], children[~fits]])
            last = np.concatenate([last[later], child_last[~fits]])

    def leading(
        self, labels: NDArray[np.int16]
    ) -> tuple[float, NDArray[Any], NDArray[Any]]:
        """The leading singular value of one merged table, and its valuations of all classes.

        Of a 2 x 2 table it is the one correlation that there is, with its sign.
        """
        (S,), (A,), (B,) = self.merged(labels[None])
        a, b = A.max(axis=1), B.max(axis=1)
        if S.shape == (2, 2):
            X, Y = np.split((labels != 0).astype(float)[None], [len(self.r)], axis=1)
            phi = float(self.phi(X, Y)[0, 0])
            u = np.array([-a[1], a[0]]) @ _inverse(A)
            v = np.array([-b[1], b[0]]) @ _inverse(B)
            allowed = [
                (t * phi, t * v)
                for t in (1.0, -1.0)
                if self.alike(u[None], t * v[None])[0]
            ]
            value, v = max(allowed, key=lambda pair: pair[0])
        else:
            # Valuations with mean 0 are those at right angles to the roots of the shares.
            P, Q = np.linalg.svd(a[None])[2][1:], np.linalg.svd(b[None])[2][1:]
            U, s, V = np.linalg.svd(P @ S @ Q.T)
            u, v = U[:, 0] @ P @ _inverse(A), V[0] @ Q @ _inverse(B)
            value = float(s[0])
        value = min(max(value, -1.0), 1.0) + 0.0
        f, g = np.full(self.K, np.nan), np.full(self.K, np.nan)
        u, v = _without_rounding(u), _without_rounding(v)
        f[self.rows], g[self.columns] = u, self.sign * v
        slope = float(self.r @ (self.rows * u)) / self.N
        if abs(slope) < _ROUNDING:  # neither up nor down: f begins below 0
            slope = -u[np.argmax(np.abs(u) > _ROUNDING)]
        turn = np.copysign(1.0, slope)
        return value, turn * f, turn * g


def _inverse(root: NDArray[np.float64]) -> NDArray[np.float64]:
    """One over the roots, and 0 where there is none."""
    one = np.ones_like(root)
    return np.divide(one, root, out=np.zeros_like(root), where=root > 0)


def _without_rounding(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values that only rounding sets apart made equal, so that it orders no classes."""
    order = np.argsort(values)
    steps = np.diff(values[order], prepend=-np.inf)
    new = steps > _ROUNDING * np.abs(values).max()
    equal = np.empty_like(values)
    equal[order] = values[order][new][np.cumsum(new) - 1]
    return equal


def _upper_parts(order: NDArray[Any]) -> NDArray[np.float64]:
    """Indicators of the classes from each place of an order on."""
    return (order >= np.unique(order)[1:, None]).astype(float)


def _subsets(size: int) -> NDArray[np.float64]:
    """Indicators of all subsets but the empty one and the whole."""
    return np.array(list(itertools.product((0.0, 1.0), repeat=size))[1:-1])
