"""The counts that a certificate is about, and which pairs of valuations a kind allows.

In whole numbers and fractions, for `certificate`, which says what the parts of a kind are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from . import given
from .given import Form, Path, Weight
from .singular import MergedTable

__all__ = ["KINDS", "Counts", "Kind", "Labels", "check_parts", "raised"]

# For each class present, on the true and on the predicted side, the place of the first
# class of its block.
Labels = tuple[tuple[int, ...], ...]
# From independence, in units of one over a number.
Deviations = tuple[list[list[int]], int]
# 1 or -1 if a valuation goes up or down from one place to another, for certain; else 0.
Direction = Callable[[int, int], int]
# How much the correlation of the pair may be rounded.
ROUNDING = Fraction(1, 1 << 52)


class Counts:
    """The counts of the classes present, as whole numbers."""

    def __init__(self, cm: Any) -> None:
        rows = given.counts(cm)
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
        #: The labels of the table itself.
        self.unmerged: Labels = tuple(range(len(self.r))), tuple(range(len(self.c)))
        #: Places of the classes present on both sides.
        self.both = self.merged(self.unmerged).both

    def present(
        self, f: Sequence[float], g: Sequence[float]
    ) -> tuple[list[Fraction], list[Fraction]]:
        """The values of the classes present; those of the others have to be nan."""
        pair = []
        for side, classes in zip(
            given.values(f, g), (self.true, self.pred), strict=True
        ):
            known = {k: x for k, x in enumerate(side) if x is not None}
            if len(side) != self.K or list(known) != classes:
                raise ValueError(
                    "f and g must have a value for each class present, and nan"
                )
            pair.append(list(known.values()))
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
        self, labels: Labels, deviations: Deviations | None = None
    ) -> MergedTable:
        """The table with the classes of each label put together, its deviations or others."""
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
    """All pairs of valuations; to a kind f and g, and -f and -g, are the same.

    ``sign`` is -1 where f and g are of the kind if f and -g are of the one with 1.
    """

    sign: int = 1
    #: Whether the classes are in some order, by which a proof may divide the pairs.
    ordered: ClassVar[bool] = False

    def excludes(self, table: Counts | MergedTable, f: Direction, g: Direction) -> bool:
        """Whether two steps that a pair of the kind takes in one direction go in two."""
        return False

    def allows(self, table: Counts, f: list[Fraction], g: list[Fraction]) -> bool:
        """Whether f and g, or -f and -g, are a pair of the kind."""

        def direction(v: list[Fraction]) -> Direction:
            return lambda a, b: (v[b] > v[a]) - (v[b] < v[a])

        return not self.excludes(table, direction(f), direction(g))

    def joins(self, before: tuple[int, ...]) -> Iterable[int]:
        """The labels, of those before a class, that it may get in merging."""
        return set(before)

    def precedes(self, K: int, decided: Path) -> set[tuple[int, int]]:
        """Which class comes before which: what is decided, and what follows from it."""
        found = {part for part in decided if _is_order(part)}
        for k, i, j in itertools.product(range(1, K + 1), repeat=3):
            if (i, k) in found and (k, j) in found:
                found.add((i, j))
        return found

    def cuts(self, table: Counts) -> Iterator[tuple[set[int], set[int]]]:
        """Sets of places of true and of predicted classes whose indicators are of the kind."""
        yield from itertools.product(*map(_subsets, (table.r, table.c)))


class Monotone(Kind):
    """Both go up with the class."""

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
    """No two classes that are present on both sides are ordered in opposite ways."""

    ordered = True

    def excludes(self, table: Counts | MergedTable, f: Direction, g: Direction) -> bool:
        return any(
            f(i, k) * self.sign * g(j, m) < 0
            for (i, j), (k, m) in itertools.combinations(table.both, 2)
        )

    def cuts(self, table: Counts) -> Iterator[tuple[set[int], set[int]]]:
        for A, B in super().cuts(table):
            inside = {(i in A, j in B) for i, j in table.both}
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
        set(some)
        for k in range(1, size)
        for some in itertools.combinations(range(size), k)
    ]


# ------------------------------------------------------------------- the parts of a kind


def raised(
    table: Counts, kind: Kind, decided: Path, weights: Iterable[Weight]
) -> Deviations:
    """The deviations with the products of a part."""
    before = kind.precedes(table.K, decided)
    more = [[Fraction(0)] * len(table.pred) for _ in table.true]
    for one, other, w in weights:
        sides = (("f", one, table.true), ("g", other, table.pred))
        known = all(
            k - 1 in classes for _, form, classes in sides for k, _ in _terms(form)
        )
        # The step of a comonotone pair from a class to another, in f and in g.
        fits = (kind.ordered and one == other and _is_step(one)) or all(
            form in before if _is_step(form) else (side, form) in decided
            for side, form, _ in sides
        )
        if w < 0 or not known or not fits:
            raise ValueError(f"a weight of {one} and {other} is not allowed")
        for (a, x), (b, y) in itertools.product(_terms(one), _terms(other)):
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
    """Whether a form is a step from one class to another, (i, j), or a sum of terms."""
    return not isinstance(form[0], tuple)


def _terms(form: Form) -> Form:
    return ((form[0], -1), (form[1], 1)) if _is_step(form) else form


def _is_order(part: tuple[Any, ...]) -> bool:
    return part[0] not in ("f", "g")


def check_parts(kind: Kind, decided: Path, parts: set[tuple[Any, ...]]) -> None:
    """Every pair of the kind is in one of the parts, as it is or with -f and -g."""
    part = first, second = next(iter(parts))
    order = _is_order(part)
    if order:
        fits, other = kind.ordered, (second, first)
    else:
        fits = not _is_step(second)
        other = (first, tuple((k, -x) for k, x in _terms(second)))
    # An order, but not a cut, is turned round by taking -f and -g.
    half = not decided and order and len(parts) == 1
    if not fits or not (half or parts == {part, other}):
        raise ValueError(
            f"the parts {parts} of {decided} are not all pairs of the kind"
        )
