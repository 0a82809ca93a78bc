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
    pivots: list[int] = []
    for column in range(width):
        k = len(pivots)
        found = next((i for i in range(k, len(rows)) if rows[i][column]), None)
        if found is None:
            break
        rows[k], rows[found] = rows[found], rows[k]
        chosen, pivot = rows[k], rows[k][column]
        for i, row in enumerate(rows):
            if i != k:
                rows[i] = [
                    (pivot * x - row[column] * y) // last
                    for x, y in zip(row, chosen, strict=True)
                ]
        pivots.append(column)
        last = pivot
    else:
        return []
    free = len(pivots)
    vector = [Fraction(last * (column == free)) for column in range(width)]
    for row, column in zip(rows, pivots, strict=False):
        vector[column] = Fraction(-row[free])
    return vector
