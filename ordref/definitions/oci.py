"""The ordinal classification index, by trying every consistent path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from .confusion import Pair, checked

__all__ = ["consistent_paths", "oci", "oci_general", "oci_prime", "simple_paths"]

Path = tuple[tuple[int, int], ...]


@cache
def consistent_paths(K: int) -> tuple[Path, ...]:
    """All consistent paths from (1, 1) to (K, K) (oci2011, section 3).

    Consecutive entries are neighbours, also diagonally, no entry comes twice, and no two
    entries of a path are discordant.

    Examples
    --------
    >>> consistent_paths(2)
    (((1, 1), (1, 2), (2, 2)), ((1, 1), (2, 1), (2, 2)), ((1, 1), (2, 2)))
    """
    return tuple(_extended(((1, 1),), K, consistent=True))


@cache
def simple_paths(K: int) -> tuple[Path, ...]:
    """All paths of neighbouring entries from (1, 1) to (K, K) in which no entry comes twice.

    There are 5 for K = 2, 235 for K = 3, and far too many to try for K above 4.

    Examples
    --------
    >>> [len(simple_paths(K)) for K in (1, 2, 3)]
    [1, 5, 235]
    """
    return tuple(_extended(((1, 1),), K, consistent=False))


def _extended(path: Path, K: int, consistent: bool) -> Iterator[Path]:
    """All continuations of a path to (K, K), over neighbours that are not yet on it."""
    r, c = path[-1]
    if (r, c) == (K, K):
        yield path
        return
    for entry in [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
        inside = min(entry) >= 1 and max(entry) <= K and entry not in path
        if inside and all(nondiscordant(entry, e) or not consistent for e in path):
            yield from _extended((*path, entry), K, consistent)


def nondiscordant(entry: Pair, other: Pair) -> bool:
    """Whether two entries are not discordant (oci2011, eq. (5)).

    Examples
    --------
    >>> nondiscordant((1, 2), (1, 1)), nondiscordant((1, 2), (2, 1))
    (True, False)
    """
    return (entry[0] - other[0]) * (entry[1] - other[1]) >= 0


def oci(
    pairs: Iterable[Pair], K: int, *, beta: Fraction | None = None, gamma: float = 1
) -> Fraction | float:
    """The ordinal classification index of K classes (oci2011, eq. (7)).

    By default ``beta`` is ``3 / (4 N (K - 1)**gamma)``. Not exact where ``gamma`` is not 1,
    because M is then a root.

    Examples
    --------
    >>> oci([(1, 1), (2, 1), (2, 2), (2, 2)], 2)
    Fraction(31, 80)
    """
    listed = checked(pairs, K)
    return _least_cost(listed, K, len(listed) + _dispersion(listed, gamma), beta, gamma)


def oci_prime(
    pairs: Iterable[Pair], K: int, *, beta: Fraction | None = None, gamma: float = 1
) -> Fraction | float:
    """The index without M, the distances of all observations (oci2011, eq. (6)).

    Examples
    --------
    >>> oci_prime([(1, 1), (2, 1), (2, 2), (2, 2)], 2)
    Fraction(3, 16)
    """
    listed = checked(pairs, K)
    return _least_cost(listed, K, len(listed), beta, gamma)


def oci_general(
    pairs: Iterable[Pair], K: int, *, beta: Fraction, beta_2: Fraction, gamma: float = 1
) -> Fraction | float:
    """The general index (oci2011, eq. (8)): any path, and a penalty for discordant entries.

    Examples
    --------
    >>> swapped = [(1, 2), (2, 1)]
    >>> oci_general(swapped, 2, beta=Fraction(0), beta_2=Fraction(0))
    Fraction(1, 2)
    >>> oci_general(swapped, 2, beta=Fraction(0), beta_2=Fraction(1))
    Fraction(3, 4)
    """
    listed = checked(pairs, K)
    size = len(listed) + _dispersion(listed, gamma)

    def cost(path: Path) -> Fraction | float:
        discordant = sum(not nondiscordant(a, b) for a, b in combinations(path, 2))
        return _cost(path, listed, size, beta, gamma) + beta_2 * discordant

    return min(map(cost, simple_paths(K)))


def _least_cost(
    pairs: list[Pair], K: int, size: float, beta: Fraction | None, gamma: float
) -> Fraction | float:
    """The least cost of a consistent path whose benefit is divided by `size`."""
    if beta is None:
        beta = Fraction(3, 4) / Fraction(len(pairs) * max(K - 1, 1) ** gamma)
    return min(_cost(path, pairs, size, beta, gamma) for path in consistent_paths(K))


def _cost(
    path: Path, pairs: list[Pair], size: float, beta: Fraction, gamma: float
) -> Fraction | float:
    """1 minus the benefit of a path, plus the penalty of the observations on it."""
    collected = [pair for pair in pairs if pair in path]
    penalty: float = sum(abs(true - pred) ** gamma for true, pred in collected)
    return 1 - len(collected) / Fraction(size) + beta * penalty


def _dispersion(pairs: list[Pair], gamma: float) -> float:
    """M, the Minkowski distance between true and predicted classes."""
    total: float = sum(abs(true - pred) ** gamma for true, pred in pairs)
    M: float = total if gamma == 1 else total ** (1 / gamma)
    return M
