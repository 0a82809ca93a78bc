"""Functional correlations, by trying every order of the classes and every division of it.

Among monotone valuations the maximum is reached by the leading pair of singular vectors of a
table in which runs of neighbouring classes are merged, or by two indicators, one cut of each
side (proved in the book). All divisions of the classes into runs are tried.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from .confusion import Pair, checked
from .spearman import signed_square

__all__ = [
    "anti_correlation", "co_correlation", "coanti_correlation", "id_correlation",
    "ii_correlation", "mon_correlation", "sup_correlation",
]  # fmt: skip

Runs = list[list[int]]


def sup_correlation(pairs: Iterable[Pair]) -> float:
    """The largest correlation of any two valuations (fcorr2020, eq. (23)).

    ``nan`` if only one class is true, or only one is predicted.

    Examples
    --------
    >>> round(sup_correlation([(1, 2), (2, 3), (3, 1)]), 12)
    1.0
    """
    listed = checked(pairs)
    rows, columns = (
        [[k] for k in sorted(set(side))] for side in zip(*listed, strict=True)
    )
    if min(len(rows), len(columns)) < 2:
        return math.nan
    return _leading_pair_by_jacobi(listed, rows, columns)[0]


def ii_correlation(pairs: Iterable[Pair]) -> float:
    """The largest correlation of two increasing valuations (fcorr2020, section 4.2).

    ``nan`` as for `sup_correlation`, here and below.

    Examples
    --------
    >>> ii_correlation([(1, 2), (2, 1)])
    -1.0
    """
    listed = checked(pairs)
    return _max_in_order(listed, _classes(listed), 1)


def id_correlation(pairs: Iterable[Pair]) -> float:
    """The largest correlation of an increasing and a decreasing valuation.

    Examples
    --------
    >>> id_correlation([(1, 2), (2, 1)])
    1.0
    """
    listed = checked(pairs)
    return _max_in_order(listed, _classes(listed), -1)


def mon_correlation(pairs: Iterable[Pair]) -> float:
    """The largest correlation of two monotone valuations (fcorr2020, eq. (24)).

    Examples
    --------
    >>> mon_correlation([(1, 2), (2, 1)])
    1.0
    """
    listed = checked(pairs)
    return max(ii_correlation(listed), id_correlation(listed))


def co_correlation(pairs: Iterable[Pair]) -> float:
    """The largest correlation of two comonotone valuations (fcorr2020, section 4.3).

    Comonotone valuations increase together along some order of the classes.

    Examples
    --------
    >>> round(co_correlation([(1, 2), (2, 3), (3, 1)]), 12)
    0.5
    """
    listed = checked(pairs)
    return max(_max_in_order(listed, order, 1) for order in _orders(listed))


def anti_correlation(pairs: Iterable[Pair]) -> float:
    """The largest correlation of two antimonotone valuations (fcorr2020, section 4.3).

    Antimonotone: the one and the negative of the other are comonotone.

    Examples
    --------
    >>> anti_correlation([(1, 1), (2, 2)])
    -1.0
    """
    listed = checked(pairs)
    return max(_max_in_order(listed, order, -1) for order in _orders(listed))


def coanti_correlation(pairs: Iterable[Pair]) -> float:
    """The larger of CO and ANTI (fcorr2020, eq. (26)).

    Examples
    --------
    >>> coanti_correlation([(1, 1), (2, 2)])
    1.0
    """
    listed = checked(pairs)
    return max(co_correlation(listed), anti_correlation(listed))


def _classes(pairs: Sequence[Pair]) -> list[int]:
    return sorted({k for pair in pairs for k in pair})


def _orders(pairs: Sequence[Pair]) -> list[tuple[int, ...]]:
    """Every order of the classes seen, and of an order and its reverse only one."""
    orders = itertools.permutations(_classes(pairs))
    return [order for order in orders if order[0] <= order[-1]]


def _max_in_order(pairs: Sequence[Pair], order: Sequence[int], direction: int) -> float:
    """The maximum over valuations for which f and direction * g increase along an order."""
    true, pred = ({pair[side] for pair in pairs} for side in (0, 1))
    if min(len(true), len(pred)) < 2:
        return math.nan
    best = -math.inf
    for rows in _divisions([k for k in order if k in true]):
        for columns in _divisions([k for k in order if k in pred]):
            if len(rows) == len(columns) == 2:
                best = max(best, direction * _phi(pairs, rows[1], columns[1]))
                continue
            value, f, g = _leading_pair_by_jacobi(pairs, rows, columns)
            steps = [b - a for a, b in itertools.pairwise(f)]
            steps += [direction * (b - a) for a, b in itertools.pairwise(g)]
            if min(steps) >= 0 or max(steps) <= 0:
                best = max(best, value)
    return best


def _divisions(classes: list[int]) -> Iterator[Runs]:
    """All divisions of the classes, in their order, into two runs or more."""
    K = len(classes)
    for count in range(1, K):
        for cuts in itertools.combinations(range(1, K), count):
            yield [classes[a:b] for a, b in itertools.pairwise((0, *cuts, K))]


def _phi(pairs: Sequence[Pair], upper_true: list[int], upper_pred: list[int]) -> float:
    """The correlation of the indicators of the upper classes."""
    square = signed_square(
        [int(t in upper_true) for t, _ in pairs],
        [int(p in upper_pred) for _, p in pairs],
    )
    return math.copysign(math.sqrt(abs(float(square))), square)


def _leading_pair_by_jacobi(
    pairs: Sequence[Pair], rows: Runs, columns: Runs
) -> tuple[float, list[float], list[float]]:
    """The leading singular value of the table of runs, with its valuations.

    The table has the deviations from independence over the roots of the margins. The
    valuation of the true classes is not standardised.
    """
    N, R, C = len(pairs), len(rows), len(columns)
    r = [Fraction(sum(t in run for t, _ in pairs), N) for run in rows]
    c = [Fraction(sum(p in run for _, p in pairs), N) for run in columns]
    x, y = [math.sqrt(share) for share in r], [math.sqrt(share) for share in c]

    def deviation(i: int, j: int) -> float:
        share = Fraction(sum(t in rows[i] and p in columns[j] for t, p in pairs), N)
        return float(share - r[i] * c[j]) / (x[i] * y[j])

    # The columns of the table, each followed by a column of the identity.
    work = [
        [deviation(i, j) for i in range(R)] + [float(k == j) for k in range(C)]
        for j in range(C)
    ]
    _make_orthogonal(work, R)
    longest = max(work, key=lambda w: math.fsum(a * a for a in w[:R]))
    value = math.sqrt(math.fsum(a * a for a in longest[:R]))
    f = [a / root for a, root in zip(longest[:R], x, strict=True)]
    g = [b / root for b, root in zip(longest[R:], y, strict=True)]
    return value, f, g


def _make_orthogonal(work: list[list[float]], R: int) -> None:
    """Rotate columns, two at a time, until the first R entries of any two are orthogonal.

    Exact sums, quotients and roots have the same digits everywhere; sines have not.
    """
    whole = math.fsum(a * a for w in work for a in w[:R])
    turning = True
    while turning:
        turning = False
        for p, q in itertools.combinations(range(len(work)), 2):
            entries = list(zip(work[p], work[q], strict=True))
            aa, bb = (math.fsum(a * a for a in w[:R]) for w in (work[p], work[q]))
            ab = math.fsum(a * b for a, b in entries[:R])
            # Relative to the sum of all squares: a column near 0 is rounding error.
            if abs(ab) > 1e-15 * whole:
                turning = True
                # By half the angle whose tangent is 2 ab / (aa - bb).
                size = math.sqrt((aa - bb) * (aa - bb) + 4 * ab * ab)
                larger = math.sqrt((1 + abs(aa - bb) / size) / 2)
                smaller = ab / size / larger
                cos, sin = (larger, smaller) if aa >= bb else (smaller, larger)
                cos, sin = (cos, sin) if cos >= 0 else (-cos, -sin)
                work[p] = [cos * a + sin * b for a, b in entries]
                work[q] = [cos * b - sin * a for a, b in entries]
