"""The tables of a certificate, and which pairs of valuations are of a kind, or in a part of it.

In whole numbers and fractions, for `certificate`, which says what the parts are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from . import given
from .given import Form, Key, Path, Weight
from .singular import Merged

__all__ = ["SIGNS", "Blocks", "Table", "allowed", "check_parts", "cuts", "raised"]

Blocks = tuple[tuple[int, ...], ...]
# How much the correlation of the pair may be rounded.
ROUNDING = Fraction(1, 1 << 52)
SIGNS = {"sup": 1, "ii": 1, "co": 1, "id": -1, "anti": -1}


class Table:
    """The counts of the classes present, as whole numbers."""

    def __init__(self, cm: Any) -> None:
        rows = given.counts(cm)
        common = math.lcm(*(x.denominator for row in rows for x in row))
        whole = [[int(x * common) for x in row] for row in rows]
        self.true = [k for k, row in enumerate(whole) if any(row)]
        self.pred = [
            k for k, column in enumerate(zip(*whole, strict=True)) if any(column)
        ]
        if min(len(self.true), len(self.pred)) < 2:
            raise ValueError("only one class is true, or only one is predicted")
        self.K = len(whole)
        self.n = [[whole[i][j] for j in self.pred] for i in self.true]
        self.r = [sum(row) for row in self.n]
        self.c = [sum(column) for column in zip(*self.n, strict=True)]
        self.N = sum(self.r)
        self.E = [
            [x * self.N - r * c for x, c in zip(row, self.c, strict=True)]
            for row, r in zip(self.n, self.r, strict=True)
        ]
        #: Places of the classes present on both sides.
        self.both = [
            (self.true.index(k), self.pred.index(k))
            for k in self.true
            if k in self.pred
        ]

    def present(
        self, f: Sequence[float], g: Sequence[float]
    ) -> tuple[list[Fraction], list[Fraction]]:
        """The values of the classes present; those of the others have to be nan."""
        pair = []
        for side, classes in zip(
            given.values(f, g), (self.true, self.pred), strict=True
        ):
            known = [k for k, x in enumerate(side) if x is not None]
            if len(side) != self.K or known != classes:
                raise ValueError(
                    "f and g must have a value for each class present, and nan"
                )
            pair.append([x for x in side if x is not None])
        return pair[0], pair[1]

    def correlates(self, f: list[Fraction], g: list[Fraction], value: Fraction) -> bool:
        """Whether the correlation of f and g is a value, but for its rounding."""
        covariance = sum(
            f[i] * g[j] * e for i, row in enumerate(self.E) for j, e in enumerate(row)
        )
        square = math.prod(
            self.N * sum(w * x * x for w, x in zip(size, v, strict=True))
            - sum(w * x for w, x in zip(size, v, strict=True)) ** 2
            for v, size in ((f, self.r), (g, self.c))
        )
        # Of x |x|, which rises with x: no root is needed.
        exact = covariance * abs(covariance)
        low, high = value - ROUNDING, value + ROUNDING
        return bool(
            square > 0 and low * abs(low) * square <= exact <= high * abs(high) * square
        )

    def merged(
        self, E: list[list[int]], unit: int, rows: Blocks, columns: Blocks
    ) -> Merged:
        """A table with classes, given by their places, put together."""
        return Merged(
            [[sum(E[i][j] for i in A for j in B) for B in columns] for A in rows],
            unit,
            [sum(self.r[i] for i in A) for A in rows],
            [sum(self.c[j] for j in B) for B in columns],
            self.N,
        )

    def named(self, rows: Blocks, columns: Blocks) -> Key:
        """Blocks of places as blocks of classes, counted from 1."""
        return (
            tuple(tuple(self.true[i] + 1 for i in A) for A in rows),
            tuple(tuple(self.pred[j] + 1 for j in B) for B in columns),
        )


# ------------------------------------------------------------------- the kinds


def allowed(table: Table, kind: str, f: list[Fraction], g: list[Fraction]) -> bool:
    """Whether f and g, or -f and -g, are a pair of the kind."""
    g = [SIGNS[kind] * x for x in g]
    if kind == "sup":
        return True
    if kind in ("ii", "id"):
        steps = [b - a for v in (f, g) for a, b in itertools.pairwise(v)]
        return min(steps) >= 0 or max(steps) <= 0
    return all(
        (f[i] - f[k]) * (g[j] - g[m]) >= 0
        for (i, j), (k, m) in itertools.combinations(table.both, 2)
    )


def raised(
    table: Table, kind: str, decided: Path, weights: Iterable[Weight]
) -> tuple[list[list[int]], int]:
    """Deviations with the products of a part, in units of one over a number."""
    before = _before(table, kind, decided)
    more = [[Fraction(0)] * len(table.pred) for _ in table.true]
    for one, other, w in weights:
        known = _known(table.true, one) and _known(table.pred, other)
        own = kind in ("co", "anti") and one == other and _is_step(one)
        own = own and _known(table.pred, one) and _known(table.true, other)
        fits = own or all(
            form in before if _is_step(form) else (side, form) in decided
            for side, form in (("f", one), ("g", other))
        )
        if w < 0 or not known or not fits:
            raise ValueError(f"a weight of {one} and {other} is not allowed")
        for a, x in _terms(one):
            for b, y in _terms(other):
                place = table.true.index(a - 1), table.pred.index(b - 1)
                more[place[0]][place[1]] += (
                    SIGNS[kind] * Fraction(w) * Fraction(x) * Fraction(y)
                )
    common = math.lcm(*(x.denominator for row in more for x in row))
    return [
        [e * common + int(x * common) * table.N**2 for e, x in zip(*rows, strict=True)]
        for rows in zip(table.E, more, strict=True)
    ], common * table.N**2


def _is_step(form: Form) -> bool:
    """Whether a form is a step from one class to another, (i, j), or a sum of terms."""
    return not isinstance(form[0], tuple)


def _terms(form: Form) -> Form:
    return ((form[0], -1), (form[1], 1)) if _is_step(form) else form


def _known(present: list[int], form: Form) -> bool:
    return all(k - 1 in present for k, _ in _terms(form))


def _before(table: Table, kind: str, decided: Path) -> set[tuple[int, int]]:
    """Which class comes before which: what is decided, and what follows from it."""
    classes = range(1, table.K + 1)
    if kind in ("ii", "id"):
        return set(itertools.combinations(classes, 2))
    before = {part for part in decided if _is_order(part)}
    for k, i, j in itertools.product(classes, repeat=3):
        if (i, k) in before and (k, j) in before:
            before.add((i, j))
    return before


def _is_order(part: tuple[Any, ...]) -> bool:
    return part[0] not in ("f", "g")


def check_parts(kind: str, decided: Path, parts: set[tuple[Any, ...]]) -> None:
    """Every pair of the kind is in one of the parts, as it is or with -f and -g."""
    part = next(iter(parts))
    if _is_order(part):
        i, j = part
        fits = kind in ("co", "anti")
        other = (j, i)
    else:
        side, form = part
        fits = not _is_step(form)
        other = (side, tuple((k, -x) for k, x in _terms(form)))
    # An order, but not a cut, is turned round by taking -f and -g.
    half = not decided and _is_order(part) and len(parts) == 1
    if not fits or not (half or parts == {part, other}):
        raise ValueError(
            f"the parts {parts} of {decided} are not all pairs of the kind"
        )


def cuts(table: Table, kind: str) -> Iterator[tuple[set[int], set[int]]]:
    """Sets of places of true and of predicted classes whose indicators are of the kind."""
    R, C = len(table.true), len(table.pred)
    if kind in ("ii", "id"):
        for i, j in itertools.product(range(1, R), range(1, C)):
            yield set(range(i, R)), set(range(j, C))
        return
    for A, B in itertools.product(*(_subsets(size) for size in (R, C))):
        inside = [(i in A, j in B) for i, j in table.both]
        if kind == "sup" or (True, False) not in inside or (False, True) not in inside:
            yield A, B


def _subsets(size: int) -> list[set[int]]:
    return [
        set(some)
        for k in range(1, size)
        for some in itertools.combinations(range(size), k)
    ]
