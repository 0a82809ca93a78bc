"""Tables with merged classes, correlations in integers, and the best pair of valuations so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.int16]
# A merged table: its blocks of true and of predicted classes, counted from 1; what follows
# are pairs of classes of which the first comes before the second.
Key = tuple[Any, ...]

# Integers below this are exact in float64.
_EXACT = 1 << 53
# Smaller proportions of the observations are refused: they may underflow float64.
_LEAST_SHARE = Fraction(1, 1 << 1000)
# A sum may be 0 if it is below this, relative to the sizes of its terms.
_SLIGHT = 1e-12
# Squares of singular values, and correlations, that differ by this part are equal; 0 is below that.
_TIED, _ZERO = 1e-14, 1e-30
# Two pairs of one value, rounded once, may differ by so much.
_ULP = 4e-16
# Values closer than this are equal for the search: more than the rounding error of a
# singular value, and less than the 1e-12 that is promised.
ROUNDING = 1e-13


class CountTable:
    """The classes present and their counts: as integers, and as floats that sum to about 1.

    Up to scale every matrix is a table of integers, because floats are fractions. Merged
    counts are sums of nonnegative numbers, for which floats suffice. The deviations from
    independence are formed after merging; divided by the roots of the margins, they are
    accurate to some 1e-16, however skewed the table.
    """

    def __init__(self, n: NDArray[Any]) -> None:
        whole = whole_numbers(n)
        r, c = whole.sum(axis=1), whole.sum(axis=0)
        self.K, self.N = len(whole), int(r.sum())
        self.rows, self.columns = np.flatnonzero(r), np.flatnonzero(c)
        self.whole = whole[np.ix_(self.rows, self.columns)]
        # Deviations from independence, times N squared.
        self.E = self.whole * self.N - np.outer(r[self.rows], c[self.columns])
        least = min(self.whole[self.whole > 0])
        if least < _LEAST_SHARE * self.N:
            raise ValueError(
                "the entries of cm are too far apart: the smallest positive one is below "
                "2**-1000 of their sum; set it to 0, or give that part of cm alone"
            )
        # A power of two changes no digit: products of small counts are exact.
        size = 1 << self.N.bit_length()
        self.n = (self.whole / size).astype(np.float64)
        self.total = self.N / size
        self.r = (r[self.rows] / size).astype(np.float64)
        self.c = (c[self.columns] / size).astype(np.float64)
        common = np.intersect1d(self.rows, self.columns)
        self.common = tuple(
            np.searchsorted(x, common) for x in (self.rows, self.columns)
        )

    @property
    def shape(self) -> tuple[int, int]:
        """How many true and how many predicted classes are present."""
        return len(self.rows), len(self.columns)

    def unmerged_labels(self) -> Labels:
        """The labels of the table itself; a label is the position of the first class of a block."""
        R, C = self.shape
        return np.concatenate([np.arange(R), np.arange(C)]).astype(np.int16)[None]

    def blocks_of(self, labels: Sequence[int]) -> Key:
        """The blocks of true and of predicted classes, counted from 1."""
        R, positions = len(self.rows), np.array(labels)
        return tuple(
            tuple(
                tuple((classes[side == first] + 1).tolist())
                for first in sorted(set(side.tolist()))
            )
            for side, classes in (
                (positions[:R], self.rows),
                (positions[R:], self.columns),
            )
        )

    def leading(
        self, labels: Labels, raised: Floats | None = None
    ) -> tuple[Floats, Floats, Floats]:
        """The leading singular value and valuations of merged tables of one shape.

        ``raised`` is added to the deviations of the proportions. Returns shapes (T,), (T, R)
        and (T, C); the valuations are those of the classes, equal within a block.
        """
        S, A, B, a, b = self.standardised(labels)
        if raised is not None:
            S += A @ raised @ B.swapaxes(1, 2) / (a[:, :, None] * b[:, None, :])
        # The leading eigenvector of S' S or S S', the smaller of the two.
        turned = S.shape[1] < S.shape[2]
        if turned:
            S, A, B, a, b = S.swapaxes(1, 2), B, A, b, a
        square, V = np.linalg.eigh(S.swapaxes(1, 2) @ S)
        v = V[:, None, :, -1]
        tied = square >= (square[:, -1] * (1 - _TIED))[:, None] - _ZERO
        for k in np.flatnonzero(tied.sum(axis=1) > 1):
            v[k, 0] = _first_of_equals(V[k][:, tied[k]], b[k])
        f = (v @ S.swapaxes(1, 2) / a[:, None]) @ A
        g = (v / b[:, None]) @ B
        f, g = (g, f) if turned else (f, g)
        return np.sqrt(np.maximum(square[:, -1], 0)), f[:, 0], g[:, 0]

    def standardised(
        self, labels: Labels
    ) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """The standardised deviations of merged tables of one shape.

        Returns also the indicators of the classes in each block, and the roots of the margins.
        """
        R, n = self.shape[0], self.n
        blocks, roots, sizes = [], [], []
        for side, size in (labels[:, :R], self.r), (labels[:, R:], self.c):
            first = np.nonzero(side == np.arange(len(size)))[1].reshape(len(side), -1)
            block = (side[:, None, :] == first[:, :, None]).astype(float)
            blocks.append(block)
            sizes.append(block @ size)
            roots.append(np.sqrt(sizes[-1] / self.total))
        (A, B), (r, c), (a, b) = blocks, sizes, roots
        E = A @ n @ B.swapaxes(1, 2) * self.total - r[:, :, None] * c[:, None, :]
        S = E / (a[:, :, None] * b[:, None, :]) / self.total / self.total
        return S, A, B, a, b

    def best_cut(
        self, X: Floats, Y: Floats, allowed: NDArray[np.bool_], sign: int
    ) -> tuple[int, int]:
        """The sets of true and of predicted classes with the largest ``sign * phi``.

        Sets are rows of 0 and 1; ``allowed`` tells which pairs of X and Y are compared. Where
        floats do not distinguish the largest from 0, integers are used.
        """
        x = (X @ self.r) * ((1 - X) @ self.r)
        y = (Y @ self.c) * ((1 - Y) @ self.c)
        size = np.sqrt(x)[:, None] * np.sqrt(y)
        inside, outside = X @ self.n @ Y.T, (1 - X) @ self.n @ (1 - Y).T
        H = inside * outside - (X @ self.n @ (1 - Y).T) * ((1 - X) @ self.n @ Y.T)
        phi = np.where(allowed, sign * H / size, -np.inf)
        if self.N**2 >= _EXACT and abs(phi.max()) < 1e-12:
            A, B = (M.astype(np.int64).astype(object) for M in (X, Y))
            # With Python's integers each quotient is rounded once.
            H = (A @ self.E @ B.T / self.N**2).astype(np.float64) * self.total**2
            phi = np.where(allowed, sign * H / size, -np.inf)
        most = phi.max()  # of equals, which rounding tells apart, the first
        i, j = np.unravel_index(np.argmax(phi >= most - _TIED * abs(most)), phi.shape)
        return int(i), int(j)

    def correlation(self, f: Floats, g: Floats) -> float:
        """The correlation of two valuations of the classes present, rounded once."""
        x, y = whole_numbers(f), whole_numbers(g)
        r, c, N = self.whole.sum(axis=1), self.whole.sum(axis=0), self.N
        covariance = N * int(x @ self.whole @ y) - int(x @ r) * int(c @ y)
        spreads = [N * int(z @ (z * w)) - int(z @ w) ** 2 for z, w in ((x, r), (y, c))]
        return _root_of_ratio(covariance, spreads[0] * spreads[1])


class Best:
    """The best pair of valuations that a search has found so far."""

    def __init__(self, table: CountTable) -> None:
        self.table, self.value = table, -np.inf
        self.f = self.g = np.empty(0)

    def offer(self, f: Floats, g: Floats) -> None:
        """Keep this pair if it is better."""
        f, g = levelled(f, self.table.r), levelled(g, self.table.c)
        value = self.table.correlation(f, g)
        if value > self.value + _ULP * abs(self.value) or not len(self.f):
            self.value, self.f, self.g = value, f, g


def _first_of_equals(V: Floats, root: Floats) -> Floats:
    """The vector nearest to the order of the blocks, among equally good leading ones.

    Which of them a library gives depends on the processor. ``V`` has an orthonormal basis in its
    columns, and ``root`` the roots of the margins. Where the order is no help, we take the one
    nearest to the first block, or to the second, and so on.
    """
    place = np.arange(len(root))
    share = root**2 / (root**2).sum()
    for wanted in [root * (place - place @ share), *np.eye(len(root))]:
        nearest: Floats = V @ (V.T @ wanted)
        size = np.sqrt(nearest @ nearest)
        if size > 1e-6 * np.sqrt(wanted @ wanted):
            break
    return np.asarray(nearest / size)


def direction(
    classes: NDArray[Any], size: NDArray[np.float64], f: NDArray[np.float64]
) -> float:
    """1 if a valuation increases with the class, by its regression slope, and -1 otherwise."""
    off = classes - np.average(classes, weights=size)
    slope = (size * f) @ off
    if abs(slope) < _SLIGHT * ((size * abs(f)) @ abs(off)):  # 0: f shall begin below 0
        slope = -f[np.argmax(f != 0)]
    return float(np.copysign(1.0, slope))


def whole_numbers(numbers: NDArray[Any]) -> NDArray[Any]:
    """Python integers without a common factor, in the same ratios as the numbers.

    Examples
    --------
    >>> whole_numbers(np.array([0.5, 1.0, 0.75])).tolist()
    [2, 4, 3]
    """
    ratios = [_ratio_of(x) for x in numbers.ravel().tolist()]
    common = math.lcm(*(below for _, below in ratios))
    scaled = [above * (common // below) for above, below in ratios]
    factor = math.gcd(*scaled) or 1
    whole = np.empty(len(scaled), dtype=object)
    whole[:] = [x // factor for x in scaled]
    return whole.reshape(numbers.shape)


def _ratio_of(x: Any) -> tuple[int, int]:
    if isinstance(x, Rational):
        return int(x.numerator), int(x.denominator)
    return float(x).as_integer_ratio()


def _root_of_ratio(x: int, square: int) -> float:
    """``x / sqrt(square)`` of integers, rounded once.

    Examples
    --------
    >>> _root_of_ratio(-3, 18) == -(0.5**0.5)
    True
    """
    # As many binary places as give the root 70 bits or more.
    places = max(0, 70 + (square.bit_length() - 2 * abs(x).bit_length()) // 2 + 1)
    root = Fraction(math.isqrt((x * x << 2 * places) // square), 1 << places)
    return float(root if x > 0 else -root) + 0.0


def levelled(values: Floats, size: Floats) -> Floats:
    """A valuation with mean 0 and variance 1, without an order made by rounding.

    Values that floats cannot distinguish, given the sizes of their classes, become equal;
    the order of all others stays.
    """
    share = size / size.sum()
    return _standardised(pooled_values(_standardised(values, share), share), share)


def _standardised(values: Floats, share: Floats) -> Floats:
    values = values - values @ share
    return np.asarray(values / np.sqrt(values**2 @ share))


def pooled_values(values: Floats, share: Floats) -> Floats:
    """The values, each group replaced by its mean if all are within rounding error of it.

    Examples
    --------
    >>> pooled_values(np.array([-1.0, 1 - 1e-15, 1.0]), np.array([0.5, 0.25, 0.25])).round(15)
    array([-1.,  1.,  1.])
    """
    unlike, place = np.unique(values, return_inverse=True)
    weight = np.bincount(place.astype(np.intp, copy=False), weights=share)
    reach = 1e-13 / np.sqrt(weight)

    def mean(group: slice) -> Any:
        # Differences are averaged: nothing is lost where the values are large.
        first = unlike[group.start]
        return first + np.average(unlike[group] - first, weights=weight[group])

    start = 0
    for stop in range(1, len(unlike) + 1):
        group, wider = slice(start, stop), slice(start, stop + 1)
        together = np.abs(unlike[wider] - mean(wider)) <= reach[wider]
        if stop == len(unlike) or not together.all():
            unlike[group] = mean(group)
            start = stop
    return np.asarray(unlike[place])
