"""ClasSi, over all pairs of positions of a ranking.

A ranking enters as the class distances of its objects to the query in ranking
order: ``d(c_q, l(r^-1(1)))``, ``d(c_q, l(r^-1(2)))``, and so on. Nothing else of
objects, labels and query enters the definitions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from .reading import decimal

__all__ = [
    "classi", "classi_curve", "cost", "dis_cost", "dis_costs", "is_optimal", "is_worst",
    "worst_case",
]  # fmt: skip

Number = int | float | Fraction


def is_optimal(distances: Iterable[Number]) -> bool:
    """Whether no object is nearer to the query than the one before it (classi2011, Definition 3).

    Examples
    --------
    >>> is_optimal([0, 1, 1, 6]), is_optimal([1, 0, 1, 6])
    (True, False)
    """
    d = _as_distances(distances)
    return all(d[a] <= d[a + 1] for a in range(len(d) - 1))


def is_worst(distances: Iterable[Number]) -> bool:
    """Whether no object is farther from the query than the one before it (Definition 4).

    Examples
    --------
    >>> is_worst([6, 1, 1, 0])
    True
    """
    d = _as_distances(distances)
    return all(d[a] >= d[a + 1] for a in range(len(d) - 1))


def worst_case(distances: Iterable[Number]) -> list[Fraction]:
    """The distances in the order of a worst ranking of the same objects.

    Examples
    --------
    >>> [str(d) for d in worst_case([1, 0, 6, 1])]
    ['6', '1', '1', '0']
    """
    return sorted(_as_distances(distances), reverse=True)


def cost(d_i: Fraction, d_j: Fraction) -> Fraction:
    """The cost of ranking an object of class i before one of class j (classi2011, section 2.2).

    Examples
    --------
    >>> cost(Fraction(6), Fraction(1)), cost(Fraction(1), Fraction(6))
    (Fraction(5, 1), Fraction(0, 1))
    """
    return Fraction(0) if d_i <= d_j else d_i - d_j


def dis_cost(distances: Iterable[Number], k: int | None = None) -> Fraction:
    """The cost of the pairs that start in the first k positions (classi2011, Definition 6).

    Without ``k``, of all pairs.

    Examples
    --------
    >>> dis_cost([1, 0, 0, 6]), dis_cost([6, 1, 0, 0], k=1)
    (Fraction(2, 1), Fraction(17, 1))
    """
    d = _as_distances(distances)
    m = len(d)
    pairs = ((a, b) for a in range(_prefix(k, m)) for b in range(a + 1, m))
    return sum((cost(d[a], d[b]) for a, b in pairs), start=Fraction(0))


def classi(distances: Iterable[Number], k: int | None = None) -> Fraction | float:
    """ClasSi of a ranking, or of its first k positions (classi2011, Definitions 5 and 6).

    ``nan`` if the cost of the worst ranking is 0.

    Examples
    --------
    >>> classi([1, 0, 0, 6]), classi([1, 0, 0, 6], k=1)
    (Fraction(15, 19), Fraction(13, 17))
    """
    d = _as_distances(distances)
    worst = dis_cost(worst_case(d), k)
    return 1 - 2 * dis_cost(d, k) / worst if worst else math.nan


def dis_costs(k: int, distances: Iterable[Number]) -> list[Fraction]:
    """The costs of all prefixes up to k (classi2011, Algorithm 1).

    Examples
    --------
    >>> [str(dc) for dc in dis_costs(3, [1, 0, 0, 6])]
    ['2', '2', '2']
    """
    d = _as_distances(distances)
    m = len(d)
    dc = []
    for a in range(_prefix(k, m)):
        dc.append(Fraction(0))
        for b in range(a + 1, m):
            dc[a] += cost(d[a], d[b])
        if a > 0:
            dc[a] += dc[a - 1]
    return dc


def classi_curve(distances: Iterable[Number]) -> list[Fraction | float]:
    """ClasSi_1, ..., ClasSi_m of a ranking of m objects (classi2011, Algorithm 2 for k = m).

    ``nan`` everywhere if the cost of the worst ranking is 0.

    Examples
    --------
    >>> [str(value) for value in classi_curve([1, 0, 0, 6])]
    ['13/17', '15/19', '15/19', '15/19']
    """
    d = _as_distances(distances)
    rc, wc = dis_costs(len(d), d), dis_costs(len(d), worst_case(d))
    return [1 - 2 * r / w if w else math.nan for r, w in zip(rc, wc, strict=True)]


def _as_distances(distances: Iterable[Number]) -> list[Fraction]:
    d = [decimal(distance, "a distance") for distance in distances]
    if not d:
        raise ValueError("a ranking has at least one object")
    if min(d) < 0:
        raise ValueError(f"{min(d)} is not a distance: it is negative")
    return d


def _prefix(k: int | None, m: int) -> int:
    k = m if k is None else k
    if not 1 <= k <= m:
        raise ValueError(f"k must be between 1 and {m}, not {k}")
    return k
