"""The counts that a certificate is about, and the pairs of valuations that each kind allows.

All arithmetic is in integers and fractions. `certificate` explains the parts of a kind.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from . import reading
from .reading import Form, Path, Weight
from .singular import MergedTable

# For each true and each predicted class present, the position of the first class of its block.
Labels = tuple[tuple[int, ...], ...]
# Deviations from independence, and the denominator of their unit.
Deviations = tuple[list[list[int]], int]
# 1 or -1 if a valuation certainly increases or decreases between two positions; else 0.
Direction = Callable[[int, int], int]
# The rounding allowed for the correlation of the pair.
ROUNDING = Fraction(1, 1 << 52)


class Counts:
    """The counts of the classes present, scaled to integers."""

    def __init__(self, cm: Any) -> None:
        rows = reading.counts(cm)
        common = math.lcm(*(x.denominator for row in rows for x in row))
        whole = [[int(x * common) for x in row] for row in rows]
        self.true, self.pred = (
            [k for k, line in enumerate(side) if any(line)]
            for side in (whole, zip(*whole, strict=True))
        )
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
        #: The labels of the table without merged classes.
        self.unmerged: Labels = tuple(range(len(self.r))), tuple(range(len(self.c)))
        #: The positions of the classes that are both true and predicted.
        self.common = self.merged(self.unmerged).common

    def present(self, side: Any, classes: list[int]) -> list[Fraction]:
        """The values of the classes present; the values of absent classes must be nan."""
        values = reading.values(side)
        known = {k: x for k, x in enumerate(values) if x is not None}
        if len(values) != self.K or list(known) != classes:
            raise ValueError(
                "f and g must have a value for each class present, and nan"
            )
        return list(known.values())

    def correlates(self, f: list[Fraction], g: list[Fraction], value: Fraction) -> bool:
        """Whether the correlation of f and g equals a value, up to rounding."""
        covariance = sum(
            f[i] * g[j] * e for i, row in enumerate(self.E) for j, e in enumerate(row)
        )
        square = math.prod(
            self.N * sum(w * x * x for w, x in zip(size, v, strict=True))
            - sum(w * x for w, x in zip(size, v, strict=True)) ** 2
            for v, size in ((f, self.r), (g, self.c))
        )
        # Compare x |x|, which increases with x: no root is needed.
        exact = covariance * abs(covariance)
        low, high = value - ROUNDING, value + ROUNDING
        return bool(
            square > 0 and low * abs(low) * square <= exact <= high * abs(high) * square
        )

    def merged(
        self, labels: Labels, deviations: Deviations | None = None
    ) -> MergedTable:
        """The table with the classes of each label merged, with its own deviations or others."""
        E, unit = deviations or (self.E, self.N**2)
        rows, columns = (
            [[k for k, x in enumerate(side) if x == first] for first in sorted({*side})]
            for side in labels
        )
        return MergedTable(
            tuple(tuple(self.true[i] + 1 for i in A) for A in rows),
            tuple(tuple(self.pred[j] + 1 for j in B) for B in columns),
            [[sum(E[i][j] for i in A for j in B) for B in columns] for A in rows],
            unit,
            [sum(self.r[i] for i in A) for A in rows],
            [sum(self.c[j] for j in B) for B in columns],
            self.N,
        )


# ------------------------------------------------------------------- the kinds


@dataclass(frozen=True)
class Kind:
    """All pairs of valuations; a kind does not distinguish (f, g) from (-f, -g).

    With ``sign`` -1, (f, g) is of the kind if (f, -g) is of the kind with ``sign`` 1.
    """

    sign: int = 1
    #: Whether a pair orders the classes, so that a proof may divide the pairs by order.
    ordered: ClassVar[bool] = False

    def excludes(self, table: Counts | MergedTable, f: Direction, g: Direction) -> bool:
        """Whether two steps that must have the same direction certainly have opposite ones."""
        return False

    def allows(self, table: Counts, f: list[Fraction], g: list[Fraction]) -> bool:
        """Whether f and g are a pair of the kind."""

        def direction(v: list[Fraction]) -> Direction:
            return lambda a, b: (v[b] > v[a]) - (v[b] < v[a])

        return not self.excludes(table, direction(f), direction(g))

    def joins(self, before: tuple[int, ...]) -> Iterable[int]:
        """The labels that a class may get in merging, from those of the classes before it."""
        return set(before)

    def precedes(self, K: int, decided: Path) -> set[tuple[int, int]]:
        """The pairs (i, j) where class i comes before class j: the decisions and what follows."""
        order = {part for part in decided if _is_order(part)}
        for k, i, j in itertools.product(range(1, K + 1), repeat=3):
            if (i, k) in order and (k, j) in order:
                order.add((i, j))
        return order

    def cuts(self, table: Counts) -> Iterator[tuple[set[int], set[int]]]:
        """The pairs of sets of positions, true and predicted, whose indicators are of the kind."""
        yield from itertools.product(*map(_subsets, (table.r, table.c)))


class Monotone(Kind):
    """Both valuations increase with the class."""

    def excludes(self, table: Counts | MergedTable, f: Direction, g: Direction) -> bool:
        steps = {f(i - 1, i) for i in range(1, len(table.r))}
        steps |= {self.sign * g(j - 1, j) for j in range(1, len(table.c))}
        return {1, -1} <= steps

    def joins(self, before: tuple[int, ...]) -> Iterable[int]:
        return before[-1:]

    def precedes(self, K: int, decided: Path) -> set[tuple[int, int]]:
        return set(itertools.combinations(range(1, K + 1), 2))

    def cuts(self, table: Counts) -> Iterator[tuple[set[int], set[int]]]:
        R, C = len(table.r), len(table.c)
        for i, j in itertools.product(range(1, R), range(1, C)):
            yield set(range(i, R)), set(range(j, C))


class Comonotone(Kind):
    """The valuations order no two classes in opposite ways, of those true and predicted."""

    ordered = True

    def excludes(self, table: Counts | MergedTable, f: Direction, g: Direction) -> bool:
        return any(
            f(i, k) * self.sign * g(j, m) < 0
            for (i, j), (k, m) in itertools.combinations(table.common, 2)
        )

    def cuts(self, table: Counts) -> Iterator[tuple[set[int], set[int]]]:
        for A, B in super().cuts(table):
            inside = {(i in A, j in B) for i, j in table.common}
            if not {(True, False), (False, True)} <= inside:
                yield A, B


KINDS: dict[str, Kind] = {
    "sup": Kind(),
    "ii": Monotone(1),
    "id": Monotone(-1),
    "co": Comonotone(1),
    "anti": Comonotone(-1),
}


def _subsets(classes: Sequence[int]) -> list[set[int]]:
    size = len(classes)
    return [
        set(chosen)
        for k in range(1, size)
        for chosen in itertools.combinations(range(size), k)
    ]


# ------------------------------------------------------------------- the parts of a kind


def raised(
    table: Counts, kind: Kind, decided: Path, weights: Iterable[Weight]
) -> Deviations:
    """The deviations from independence, plus the weighted products of a part."""
    before = kind.precedes(table.K, decided)
    more = [[Fraction(0)] * len(table.pred) for _ in table.true]
    for f_form, g_form, w in weights:
        sides = (("f", f_form, table.true), ("g", g_form, table.pred))
        known = all(
            k - 1 in classes for _, form, classes in sides for k, _ in _terms(form)
        )
        # The same step in f and in g, whose product is not negative for comonotone pairs.
        fits = (kind.ordered and f_form == g_form and _is_step(f_form)) or all(
            form in before if _is_step(form) else (side, form) in decided
            for side, form, _ in sides
        )
        if w < 0 or not known or not fits:
            raise ValueError(f"a weight of {f_form} and {g_form} is not allowed")
        for (a, x), (b, y) in itertools.product(_terms(f_form), _terms(g_form)):
            more[table.true.index(a - 1)][table.pred.index(b - 1)] += (
                kind.sign * w * x * y
            )
    common = math.lcm(*(x.denominator for row in more for x in row))
    unit = common * table.N**2
    return [
        [e * common + int(x * unit) for e, x in zip(*rows, strict=True)]
        for rows in zip(table.E, more, strict=True)
    ], unit


def _is_step(form: Form) -> bool:
    """Whether a form is a step from one class to another, (i, j), and not a sum of terms."""
    return not isinstance(form[0], tuple)


def _terms(form: Form) -> Form:
    return ((form[0], -1), (form[1], 1)) if _is_step(form) else form


def _is_order(part: tuple[Any, ...]) -> bool:
    return part[0] not in ("f", "g")


def check_parts(kind: Kind, decided: Path, parts: set[tuple[Any, ...]]) -> None:
    """Check that every pair of the kind, or its negative, is in one of the parts."""
    part = first, second = next(iter(parts))
    order = _is_order(part)
    if order:
        fits, other = kind.ordered, (second, first)
    else:
        fits = not _is_step(second)
        other = (first, tuple((k, -x) for k, x in _terms(second)))
    # The negatives of f and g have the opposite order; this does not hold for other parts.
    half = not decided and order and len(parts) == 1
    if not fits or not (half or parts == {part, other}):
        raise ValueError(
            f"the parts {parts} of {decided} are not all pairs of the kind"
        )
