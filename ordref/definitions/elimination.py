"""Linear equations in whole numbers."""

from __future__ import annotations

from fractions import Fraction


def kernel(rows: list[list[int]]) -> list[Fraction]:
    """A nonzero vector to which all rows are orthogonal; empty if there is none.

    By elimination without fractions (Bareiss 1968): each entry is a determinant, and so
    divisible by the previous pivot.

    Examples
    --------
    >>> kernel([[1, 2, -8], [3, 4, -18]])
    [Fraction(-4, 1), Fraction(-6, 1), Fraction(-2, 1)]
    """
    width, last = len(rows[0]), 1
    for k in range(width):
        pivot_row = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot_row is None:
            free = [last] + [0] * (width - k - 1)
            return [Fraction(x) for x in [*(-row[k] for row in rows[:k]), *free]]
        rows[k], rows[pivot_row] = rows[pivot_row], rows[k]
        chosen, pivot = rows[k], rows[k][k]
        for i, row in enumerate(rows):
            if i != k:
                entries = zip(row, chosen, strict=True)
                rows[i] = [(pivot * x - row[k] * y) // last for x, y in entries]
        last = pivot
    return []
