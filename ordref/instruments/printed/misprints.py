"""Misprints in a confusion matrix: what the matrix may have been before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from ...matrices.limits import CLASSES_MISPRINTED
from .printed import Matrix

# Larger whole numbers are not exact in float64.
_MOST = 2**53


def misprints(n: Matrix) -> tuple[list[str], Matrix]:
    """The matrices that one misprint turns into this one: words for each, and their stack.

    In one cell a digit is wrong, missing or superfluous, or two adjacent digits are
    exchanged; two cells of one row or column, or mirror images of each other, are exchanged;
    so are two rows, two columns, two classes on both sides, or a row and the column of its
    class; or one observation stands in another cell of its row or column. For a matrix of
    shares only exchanges are tried. No matrix comes twice.

    Examples
    --------
    >>> words, stack = misprints(np.array([[12.0, 0], [0, 3]]))
    >>> words[:2], stack.shape
    (['row 1, column 1: 1 in place of 12', 'row 1, column 1: 2 in place of 12'], (121, 2, 2))
    """
    K, n = len(n), n + 0.0
    unique = {n.tobytes(): ""}
    for words, before in _all_misprints(n) if K <= CLASSES_MISPRINTED else ():
        if before.sum() > 0:
            unique.setdefault(before.tobytes(), words)
    return [*unique.values()][1:], np.frombuffer(b"".join(unique)).reshape(-1, K, K)[1:]


def _all_misprints(n: Matrix) -> Iterator[tuple[str, Matrix]]:
    K, whole = len(n), (n == np.floor(n)).all() and n.max() < _MOST
    place = {(r, c): f"row {r + 1}, column {c + 1}" for r, c in np.ndindex(K, K)}
    pairs = [
        (a, b) for a, b in combinations(place, 2) if {*a} == {*b} or a[0] == b[0] or a[1] == b[1]
    ]
    for cell in place if whole else ():
        shown = str(int(n[cell]))
        for other in sorted(_misread(shown)):
            yield f"{place[cell]}: {other} in place of {shown}", _put(n, cell, other)
    for a, b in pairs:
        exchange = f"{place[a]} and {place[b]} are exchanged"
        yield exchange, _put(_put(n, a, n[b]), b, n[a])
    for j, k in combinations(range(K), 2):
        order, exchange = np.arange(K), f"{j + 1} and {k + 1} are exchanged"
        order[[j, k]] = k, j
        yield f"rows {exchange}", n[order]
        yield f"columns {exchange}", n[:, order]
        yield f"classes {exchange} on both sides", n[np.ix_(order, order)]
    for k in range(K):
        turned = _put(_put(n, k, n[:, k]), np.s_[:, k], n[k])
        yield f"row {k + 1} and column {k + 1} are exchanged", turned
    for a, b in pairs + [pair[::-1] for pair in pairs]:
        if whole and n[a] > 0 and a != b[::-1]:
            words = f"one observation in {place[a]} belongs in {place[b]}"
            yield words, _put(_put(n, a, n[a] - 1), b, n[b] + 1)


def _put(n: Matrix, place: Any, numbers: Any) -> Matrix:
    before = n.copy()
    before[place] = numbers
    return before


def _misread(shown: str) -> set[int]:
    """The numbers that one misprinted digit can turn into this one."""
    parts = [(shown[:i], shown[i:]) for i in range(len(shown) + 1)]
    texts = {a + b[1:] for a, b in parts if b}
    texts |= {a + d + b[k:] for a, b in parts for d in "0123456789" for k in (0, 1)}
    texts |= {a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1}
    whole = (int(text) for text in texts if text and (text[0] != "0" or text == "0"))
    return {number for number in whole if number < _MOST}
