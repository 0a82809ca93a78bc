"""The ordinal classification index, every consistent path tried."""

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
    """All consistent paths from (1, 1) to (K, K) (oci2011, section 3), no entry twice.

    Consecutive entries are neighbours, also diagonal ones, and no two entries of a path
    are discordant.

    Examples
    --------
    >>> consistent_paths(2)
    (((1, 1), (1, 2), (2, 2)), ((1, 1), (2, 1), (2, 2)), ((1, 1), (2, 2)))
    """
    return tuple(_extended(((1, 1),), K, consistent=True))


@cache
def simple_paths(K: int) -> tuple[Path, ...]:
    """All paths of neighbouring entries from (1, 1) to (K, K), no entry twice.

    There are 5 for K = 2, 235 for K = 3, and far too many to try beyond K = 4.

    Examples
    --------
    >>> [len(simple_paths(K)) for K in (1, 2, 3)]
    [1, 5, 235]
    """
    return tuple(_extended(((1, 1),), K, consistent=False))


def _extended(path: Path, K: int, consistent: bool) -> Iterator[Path]:
    """All paths to (K, K) that begin with a path, and go on to neighbours not yet on it."""
    r, c = path[-1]
    if (r, c) == (K, K):
        yield path
        return
    for entry in [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
        inside = min(entry) >= 1 and max(entry) <= K and entry not in path
        if inside and all(nondiscordant(entry, e) or not consistent for e in path):
            yield from _extended((*path, entry), K, consistent)


def nondiscordant(entry: Pair, other: Pair) -> bool:
    """Whether two entries do not contradict each other in order (oci2011, eq. (5)).

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

    Not exact where ``gamma`` is not 1, for M is then a root.

    Examples
    --------
    >>> oci([(1, 1), (2, 1), (2, 2), (2, 2)], 2)
    Fraction(31, 80)
    """
    listed = checked(pairs)
    total = sum(abs(true - pred) ** gamma for true, pred in listed)
    M = total if gamma == 1 else total ** (1 / gamma)
    return _least_cost(listed, K, len(listed) + M, beta, gamma)


def oci_prime(
    pairs: Iterable[Pair], K: int, *, beta: Fraction | None = None, gamma: float = 1
) -> Fraction | float:
    """The index that ignores the observations off the path (oci2011, eq. (6)).

    Examples
    --------
    >>> oci_prime([(1, 1), (2, 1), (2, 2), (2, 2)], 2)
    Fraction(3, 16)
    """
    listed = checked(pairs)
    return _least_cost(listed, K, len(listed), beta, gamma)


def oci_general(
    pairs: Iterable[Pair], K: int, *, beta: Fraction, beta_2: Fraction, gamma: float = 1
) -> Fraction | float:
    """The general index (oci2011, eq. (8)): any path, and a price on its discordant pairs.

    Examples
    --------
    >>> swapped = [(1, 2), (2, 1)]
    >>> oci_general(swapped, 2, beta=Fraction(0), beta_2=Fraction(0))
    Fraction(1, 2)
    >>> oci_general(swapped, 2, beta=Fraction(0), beta_2=Fraction(1))
    Fraction(3, 4)
    """
    listed = checked(pairs)
    total = sum(abs(true - pred) ** gamma for true, pred in listed)
    size = len(listed) + (total if gamma == 1 else total ** (1 / gamma))
    costs = []
    for path in simple_paths(K):
        collected = [pair for pair in listed if pair in path]
        penalty = sum(abs(true - pred) ** gamma for true, pred in collected)
        discordant = sum(not nondiscordant(a, b) for a, b in combinations(path, 2))
        cost = 1 - len(collected) / Fraction(size) + beta * penalty
        costs.append(cost + beta_2 * discordant)
    least: Fraction | float = min(costs)
    return least


def _least_cost(
    pairs: list[Pair], K: int, size: float, beta: Fraction | None, gamma: float
) -> Fraction | float:
    """The least cost of a consistent path whose benefit is divided by `size`."""
    beyond = [pair for pair in pairs if max(pair) > K]
    if beyond:
        raise ValueError(f"the pair {beyond[0]} has a class beyond K = {K}")
    if beta is None:
        beta = Fraction(3, 4) / Fraction(len(pairs) * max(K - 1, 1) ** gamma)
    costs = []
    for path in consistent_paths(K):
        collected = [pair for pair in pairs if pair in path]
        penalty = sum(abs(true - pred) ** gamma for true, pred in collected)
        costs.append(1 - len(collected) / Fraction(size) + beta * penalty)
    least: Fraction | float = min(costs)
    return least
