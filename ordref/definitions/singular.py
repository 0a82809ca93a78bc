"""The singular values of a merged table, counted and enclosed by integer arithmetic."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .elimination import kernel

Blocks = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class MergedTable:
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
    def common(self) -> list[tuple[int, int]]:
        """The positions of the pairs of blocks that share a class."""
        return [
            (i, j)
            for i, A in enumerate(self.true)
            for j, B in enumerate(self.pred)
            if not set(A).isdisjoint(B)
        ]

    @cached_property
    def gram(self) -> tuple[list[list[int]], int]:
        """The inner products G of the columns over the sizes of the rows, and their unit u.

        With C, the diagonal matrix of the sizes of the columns, the squared singular values
        are the x for which ``G g = x u C g`` has a solution g that is not 0.
        """
        shares, columns = shares_of(self.r), list(zip(*self.E, strict=True))
        G = [[weighted_product(x, y, shares) for y in columns] for x in columns]
        return G, (self.unit // self.N) ** 2 * math.lcm(*self.r)

    def shifted(self, square: Fraction) -> list[list[int]]:
        """The matrix ``square u C - G``, times the denominator of the square."""
        G, unit = self.gram
        above, below = square.as_integer_ratio()
        return [
            [(j == k) * above * unit * self.c[k] - below * x for k, x in enumerate(row)]
            for j, row in enumerate(G)
        ]

    def count_above(self, square: Fraction) -> int:
        """How many singular values have a square above this one, by Sylvester's law."""
        return _negative(self.shifted(square))

    def rayleigh(self, g: Sequence[int]) -> tuple[list[int], Fraction]:
        """The image ``G g``, and the quotient of ``g' G g`` and ``g' u C g``."""
        G, unit = self.gram
        image = [sum(map(operator.mul, row, g)) for row in G]
        length = weighted_product(g, g, self.c)
        return image, Fraction(sum(map(operator.mul, g, image)), unit * length)


def _negative(M: list[list[int]]) -> int:
    """The number of negative eigenvalues of a symmetric matrix, which is overwritten.

    The pivots of elimination without fractions are the leading minors; each change of sign
    from one to the next is a negative eigenvalue.
    """
    count, before = 0, 1
    for k in range(len(M)):
        pivot = M[k][k]
        if pivot == 0:
            raise ValueError("a leading minor is 0: the bound cannot be checked")
        count += (pivot < 0) != (before < 0)
        for i in range(k + 1, len(M)):
            for j in range(i, len(M)):
                M[i][j] = (pivot * M[i][j] - M[k][i] * M[k][j]) // before
        before = pivot
    return count


def shares_of(sizes: Sequence[int]) -> list[int]:
    """The reciprocal of each size, times their least common multiple."""
    common = math.lcm(*sizes)
    return [common // size for size in sizes]


def weighted_product(x: Sequence[Any], y: Sequence[Any], sizes: Sequence[int]) -> Any:
    return sum(a * b * w for a, b, w in zip(x, y, sizes, strict=True))


def power_iteration(merged: MergedTable) -> list[int]:
    """A start for `inverse_iteration`: the power method, from each row, in floats.

    From a row where the leading valuation of the true classes is 0 it may fail; but there is
    another row where that is not 0.
    """
    G, unit = merged.gram
    # A proportion that underflows is replaced: this is only a start.
    roots = [math.sqrt(size / merged.N) or 1e-150 for size in merged.c]
    S = [
        [x / (unit * merged.N) / a / b for x, b in zip(row, roots, strict=True)]
        for row, a in zip(G, roots, strict=True)
    ]
    candidates = []
    for v in S:
        for _ in range(20):
            v = [sum(map(operator.mul, row, v)) for row in S]
            length = math.hypot(*v)
            v = [a / (length or 1.0) for a in v]
        candidates.append((length, v))
    _, leading = max(candidates)
    return [round(math.ldexp(a / b, 50)) for a, b in zip(leading, roots, strict=True)]


def error_of(merged: MergedTable, g: list[int], square: Fraction) -> Fraction | None:
    """How far g is from a multiple of the leading valuation of the predicted classes, at most.

    The squares of the error, weighted by the sizes of the blocks, sum to at most those of the
    residual over the square of the distance to the other eigenvalues. These are below
    ``square``; None if the Rayleigh quotient is not above it.
    """
    image, quotient = merged.rayleigh(g)
    if quotient <= square:
        return None
    _, unit = merged.gram
    residual = [
        Fraction(y, unit * size) - quotient * x
        for x, y, size in zip(g, image, merged.c, strict=True)
    ]
    squares: Fraction = weighted_product(residual, residual, merged.c)
    return squares / (quotient - square) ** 2


def inverse_iteration(merged: MergedTable, g: list[int], bits: int) -> list[int]:
    """One step of inverse iteration at the Rayleigh quotient, rounded to `bits` bits."""
    _, quotient = merged.rayleigh(g)
    near = Fraction(round(quotient * (1 << bits)), 1 << bits)
    rows = zip(merged.shifted(near), merged.c, g, strict=True)
    *solved, last = kernel([[*row, size * x] for row, size, x in rows])
    if not last:
        return g
    solved = [x / last for x in solved]
    least = min(abs(x) for x in solved if x)
    return [round(x / least * (1 << bits)) for x in solved]
