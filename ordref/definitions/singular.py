"""The singular values of a merged table, counted and enclosed by integer arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .elimination import kernel

Blocks = tuple[tuple[int, ...], ...]


class MergedTable(NamedTuple):
    """A table with merged classes: its blocks of true and of predicted classes.

    ``E`` has the deviations from independence in units of ``1 / unit``; ``r`` and ``c`` are
    the sizes of the blocks.
    """

    true: Blocks
    pred: Blocks
    E: list[list[int]]
    unit: int
    r: list[int]
    c: list[int]
    N: int

    @property
    def both(self) -> list[tuple[int, int]]:
        """The positions of the pairs of blocks that share a class."""
        return [
            (i, j)
            for i, A in enumerate(self.true)
            for j, B in enumerate(self.pred)
            if not set(A).isdisjoint(B)
        ]

    def above(self, square: Fraction) -> int:
        """How many singular values have a square above this one, by Sylvester's law."""
        E, r, c = self.E, self.r, self.c
        if len(r) < len(c):
            E, r, c = [list(column) for column in zip(*E, strict=True)], c, r
        common = math.lcm(*r)
        scaled = [
            [e * (common // size) for e in row] for row, size in zip(E, r, strict=True)
        ]
        diagonal = square.numerator * self.unit**2 * common
        factor = square.denominator * self.N**2
        rest = [
            [
                (diagonal * c[j] if j == k else 0)
                - factor * sum(x[j] * row[k] for x, row in zip(scaled, E, strict=True))
                for k in range(len(c))
            ]
            for j in range(len(c))
        ]
        return _negative(rest)


def _negative(M: list[list[int]]) -> int:
    """The number of negative eigenvalues of a symmetric matrix, which is overwritten.

    The pivots of elimination without fractions are the leading minors; each change of sign
    from one to the next is a negative eigenvalue.
    """
    found, before = 0, 1
    for k in range(len(M)):
        pivot = M[k][k]
        if pivot == 0:
            raise ValueError("a leading minor is 0: the bound cannot be checked")
        found += (pivot < 0) != (before < 0)
        for i in range(k + 1, len(M)):
            for j in range(i, len(M)):
                M[i][j] = (pivot * M[i][j] - M[k][i] * M[k][j]) // before
        before = pivot
    return found


class Near(NamedTuple):
    """A vector near the leading valuation of the predicted classes, with a bound on its error.

    ``g`` is a multiple of that valuation plus an error; the squares of the error, weighted by
    the sizes of the blocks, sum to at most ``off``.
    """

    g: list[int]
    off: Fraction


def shares_of(sizes: Sequence[int]) -> list[int]:
    """The reciprocal of each size, times their least common multiple."""
    common = math.lcm(*sizes)
    return [common // size for size in sizes]


def normal_operator(merged: MergedTable, g: Sequence[int]) -> tuple[list[int], int]:
    """Regress g on the true classes, and the result on the predicted classes.

    Returns integers and their common denominator.
    """
    f = [
        share * sum(e * x for e, x in zip(row, g, strict=True))
        for share, row in zip(shares_of(merged.r), merged.E, strict=True)
    ]
    back = [
        share * sum(row[j] * x for row, x in zip(merged.E, f, strict=True))
        for j, share in enumerate(shares_of(merged.c))
    ]
    return back, merged.N**2 * math.lcm(*merged.r) * math.lcm(*merged.c)


def weighted_product(x: Sequence[int], y: Sequence[int], sizes: Sequence[int]) -> int:
    return sum(a * b * w for a, b, w in zip(x, y, sizes, strict=True))


def power_iteration(merged: MergedTable) -> list[int]:
    """A start for `inverse_iteration`: the power method, from each row, in floats.

    From a row where the leading valuation of the true classes is 0 it may fail; but there is
    another row where that is not 0.
    """
    # A proportion that underflows is replaced: this is only a start.
    x, y = (
        [math.sqrt(size / merged.N) or 1e-150 for size in side]
        for side in (merged.r, merged.c)
    )
    S = [
        [e / merged.N**2 / a / b for e, b in zip(row, y, strict=True)]
        for row, a in zip(merged.E, x, strict=True)
    ]
    columns = list(zip(*S, strict=True))
    found = []
    for v in S:
        for _ in range(20):
            u = [sum(map(float.__mul__, row, v)) for row in S]
            v = [sum(map(float.__mul__, column, u)) for column in columns]
            length = math.sqrt(sum(a * a for a in v))
            v = [a / (length or 1.0) for a in v]
        found.append((length, v))
    _, leading = max(found)
    return [round(math.ldexp(a / b, 50)) for a, b in zip(leading, y, strict=True)]


def enclosed(merged: MergedTable, g: list[int], square: Fraction) -> Near | None:
    """The error of a vector: at most its residual over the distance to the other eigenvalues.

    These are below ``square``; None if the Rayleigh quotient is not above it.
    """
    back, unit = normal_operator(merged, g)
    length = weighted_product(g, g, merged.c)
    together = weighted_product(g, back, merged.c)
    distance = Fraction(together, unit * length) - square
    if distance <= 0:
        return None
    residual = [b * length - together * x for b, x in zip(back, g, strict=True)]
    squares = weighted_product(residual, residual, merged.c)
    return Near(g, Fraction(squares, (unit * length) ** 2) / distance**2)


def inverse_iteration(merged: MergedTable, g: list[int], bits: int) -> list[int]:
    """One step of inverse iteration at the Rayleigh quotient, rounded to so many bits."""
    size = len(g)
    back, unit = normal_operator(merged, g)
    quotient = Fraction(
        weighted_product(g, back, merged.c), unit * weighted_product(g, g, merged.c)
    )
    quotient = Fraction(round(quotient * (1 << bits)), 1 << bits)
    images = [
        normal_operator(merged, [int(i == j) for i in range(size)])[0]
        for j in range(size)
    ]
    # The operator minus the quotient, times the common denominator, and the right side.
    whole = [
        [
            image[i] * quotient.denominator - (i == j) * quotient.numerator * unit
            for j, image in enumerate(images)
        ]
        + [-g[i]]
        for i in range(size)
    ]
    *solved, last = kernel(whole)
    if not last:
        return g
    solved = [x / last for x in solved]
    least = min(abs(x) for x in solved if x)
    return [round(x / least * (1 << bits)) for x in solved]
