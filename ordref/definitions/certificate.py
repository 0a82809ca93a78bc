"""Does a certificate prove the bound of a functional correlation? In whole numbers.

Nothing of the search is used. A bound L on the correlations of a kind of pairs is proved
in one of two ways. If no two sets of classes that the kind allows are positively
correlated, the largest correlation is that of two such sets (see the chapters). If not,
by a walk through merged tables, from the whole table on:

A merged table with a bound has a leading singular value of at most L, so no valuation of
it, nor of any table that comes from it by more merging, is correlated above L. If some
pair of the kind were, take a merged table with as few blocks as possible on which one
is, and the best pair on it. It has different values in different blocks, so pairs near to
it are of the kind, too: it is a pair of singular vectors. Were there a second singular
value above L, turning from the one pair towards the other would keep the correlation above
L, and on the way from (f, g) to (-f, -g) two values would meet: a table with fewer
blocks. So the table has *one* singular value above L, and its leading pair is of the
kind. The walk comes through every merged table that is not below one with a bound, and
each of them is shown to have two singular values above L, or a leading pair that is not
of the kind.

The pairs may also be divided into parts, each of which has a bound of its own: for CO and
ANTI class i comes before class j, in f and in g (in -g for ANTI), or after it; or a sum of
values of f, or of those of g (-g for ID and ANTI), each times a number, is not negative,
or not positive. So one of the two holds for every pair. The first order of all may be left
without its opposite, as f, g and -f, -g have the same correlation. What is not negative in
a part, multiplied by w >= 0 and by another such thing of the other side, may be added to
the covariance before its singular values are taken. With no orders, that is the product of
the steps of f and of g between two classes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from . import given
from .given import (
    Form,
    Key,
    Path,
    Proof,
    Weight,
)
from .singular import (
    Merged,
    Near,
    closer,
    inner,
    near_to,
    power,
    shares_of,
)

__all__ = ["check_certificate"]

Blocks = tuple[tuple[int, ...], ...]
Labels = tuple[tuple[int, ...], tuple[int, ...]]
# What a bound may be exceeded by, and how much the correlation of the pair may be rounded.
PROMISE, ROUNDING = Fraction(1, 10**12), Fraction(1, 1 << 52)
# Bits of the vectors that are tried, one after the other.
_BITS = (60, 120, 240, 480)
_PARTS = {"mon": ("ii", "id"), "coanti": ("co", "anti")}
_SIGNS = {"sup": 1, "ii": 1, "co": 1, "id": -1, "anti": -1}


def check_certificate(
    cm: Sequence[Sequence[Any]],
    kind: str,
    value: float,
    f: Sequence[float],
    g: Sequence[float],
    bound: float,
    certificate: Any,
) -> Fraction:
    """Check that a pair of valuations reaches a value and that no pair exceeds a bound.

    Parameters
    ----------
    cm : sequence of sequences of numbers, shape (K, K)
        The confusion matrix; its numbers are taken as they are, without rounding.
    kind : {"sup", "ii", "id", "mon", "co", "anti", "coanti"}
        Which pairs, as in `ordref.functional_correlation`.
    value, f, g, bound, certificate
        What that function returned, or somebody else claims: ``check_certificate(cm,
        kind, *found)``. A certificate has ``bounds`` and ``weights``, see
        `ordref.functional.Certificate`; that of MON and COANTI is a pair of them.

    Returns
    -------
    Fraction
        What no pair of the kind exceeds: the bound and 1e-12.

    Raises
    ------
    ValueError
        If anything is not as claimed: the pair is not of the kind, its correlation is not
        the value up to half a unit in the last place of 1, a merged table has a larger
        leading singular value than its bound, a table is missing or does not belong. Also
        if something cannot be read: text, truth values and nan are no numbers.

    Examples
    --------
    >>> from ordref import functional_correlation
    >>> cm = [[1, 0, 1], [2, 0, 2], [0, 2, 2]]
    >>> found = functional_correlation(cm, "ii")
    >>> float(check_certificate(cm, "ii", *found) - Fraction(found.value))
    1e-12
    >>> check_certificate(cm, "ii", *found._replace(value=0.6, bound=0.6))
    Traceback (most recent call last):
    ...
    ValueError: the correlation of f and g is not the value 0.6
    """
    if not isinstance(kind, str) or kind not in {*_SIGNS, *_PARTS}:
        raise ValueError(f"there is no kind {kind!r}")
    table = _Table(cm)
    parts = _PARTS.get(kind, (kind,))
    pair = table.present(f, g)
    reached, most = given.number(value, "the value"), given.number(bound, "the bound")
    if not any(_allowed(table, part, *pair) for part in parts):
        raise ValueError("f and g are not valuations of the kind")
    if not table.correlates(*pair, reached):
        raise ValueError(f"the correlation of f and g is not the value {value}")
    if reached > most:
        raise ValueError(f"the value {value} is above the bound {bound}")
    certificates = certificate if kind in _PARTS else (certificate,)
    if kind in _PARTS and not (
        isinstance(certificate, (tuple, list)) and len(certificate) == 2
    ):
        raise ValueError(
            f"the certificate of {kind} is a pair, for {' and '.join(parts)}"
        )
    for part, one in zip(parts, map(given.proof, certificates), strict=True):
        if one.bound > most:
            raise ValueError(f"the certificate is one of more than the bound {bound}")
        limit = one.bound + PROMISE
        if one.bounds:
            _walk(table, part, one, limit)
        else:
            _signs(table, part, limit)
    return most + PROMISE


class _Table:
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


def _allowed(table: _Table, kind: str, f: list[Fraction], g: list[Fraction]) -> bool:
    """Whether f and g, or -f and -g, are a pair of the kind."""
    g = [_SIGNS[kind] * x for x in g]
    if kind == "sup":
        return True
    if kind in ("ii", "id"):
        steps = [b - a for v in (f, g) for a, b in itertools.pairwise(v)]
        return min(steps) >= 0 or max(steps) <= 0
    return all(
        (f[i] - f[k]) * (g[j] - g[m]) >= 0
        for (i, j), (k, m) in itertools.combinations(table.both, 2)
    )


def _raised(
    table: _Table, kind: str, decided: Path, weights: Iterable[Weight]
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
                    _SIGNS[kind] * Fraction(w) * Fraction(x) * Fraction(y)
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


def _before(table: _Table, kind: str, decided: Path) -> set[tuple[int, int]]:
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


def _check_parts(kind: str, decided: Path, parts: set[tuple[Any, ...]]) -> None:
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


def _cuts(table: _Table, kind: str) -> Iterator[tuple[set[int], set[int]]]:
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


# ------------------------------------------------------------------- the two proofs


def _signs(table: _Table, kind: str, limit: Fraction) -> None:
    """No two sets of the kind are positively correlated, nor above the limit."""
    if limit >= 0 and not any(map(any, table.E)):
        return
    for A, B in _cuts(table, kind):
        H = _SIGNS[kind] * sum(table.E[i][j] for i in A for j in B)
        a, b = sum(table.r[i] for i in A), sum(table.c[j] for j in B)
        square = a * (table.N - a) * b * (table.N - b)
        if H > 0 or (limit < 0 and H * abs(H) > limit * abs(limit) * square):
            true, pred = ({k + 1 for k in A}, {k + 1 for k in B})
            raise ValueError(
                f"the true classes in places {true} and the predicted ones in places "
                f"{pred} are correlated above what is claimed"
            )


def _walk(table: _Table, kind: str, certificate: Proof, limit: Fraction) -> None:
    """Every merged table has a bound, is below one, or cannot be where the maximum is."""
    if limit <= 0:
        raise ValueError("a bound that is not positive is proved by signs alone")
    whole = (table.E, table.N**2)
    bounds = certificate.bounds
    divided: dict[Path, set[tuple[Any, ...]]] = {}
    for _, _, *path in bounds:
        for k, part in enumerate(path):
            divided.setdefault(tuple(path[:k]), set()).add(part)
    R, C = len(table.true), len(table.pred)
    waiting: list[tuple[Labels, int, Path]] = [
        ((tuple(range(R)), tuple(range(C))), 0, ())
    ]
    while waiting:
        labels, last, decided = waiting.pop()
        rows, columns = (_blocks(side) for side in labels)
        name = (*table.named(rows, columns), *decided)
        bound = bounds.pop(name, None)
        if bound is None and decided in divided:
            parts = divided[decided]
            _check_parts(kind, decided, parts)
            waiting += [(labels, last, (*decided, part)) for part in parts]
        elif bound is None:
            merged = table.merged(*whole, rows, columns)
            _check_opened(table, kind, merged, rows, columns, limit)
            waiting += [(*coarser, ()) for coarser in _coarser(kind, labels, last)]
        else:
            weights = certificate.weights.get(name, ())
            E, unit = _raised(table, kind, decided, weights) if weights else whole
            above = table.merged(E, unit, rows, columns).above(bound**2)
            if bound < 0 or bound > limit or above:
                raise ValueError(f"the bound of the table {name} does not hold")
    if bounds:
        raise ValueError(f"the table {next(iter(bounds))} does not belong to the proof")


def _blocks(labels: tuple[int, ...]) -> Blocks:
    """A label is the place of the first class of the block."""
    return tuple(
        tuple(k for k, label in enumerate(labels) if label == first)
        for first in sorted(set(labels))
    )


def _coarser(
    kind: str, labels: tuple[tuple[int, ...], tuple[int, ...]], last: int
) -> Iterator[tuple[tuple[tuple[int, ...], tuple[int, ...]], int]]:
    """The tables with one merge more: a class later than all that joined joins a block."""
    start = 0
    for side in (0, 1):
        own = labels[side]
        for e in range(max(1, last - start + 1), len(own)):
            firsts = {own[e - 1]} if kind in ("ii", "id") else set(own[:e])
            for t in firsts if len(set(own)) > 2 else ():
                joined = (*own[:e], t, *own[e + 1 :])
                pair = (joined, labels[1]) if side == 0 else (labels[0], joined)
                yield pair, start + e
        start += len(own)


def _check_opened(
    table: _Table,
    kind: str,
    merged: Merged,
    rows: Blocks,
    columns: Blocks,
    limit: Fraction,
) -> None:
    """A table without a bound has two singular values above it, or a pair not of the kind."""
    above = merged.above(limit**2)
    name = table.named(rows, columns)
    if above == 1 and not _leads_elsewhere(
        table, kind, merged, rows, columns, limit**2
    ):
        raise ValueError(f"the table {name} may have a pair above the bound")
    if above == 0 and not merged.above((limit - PROMISE / 4) ** 2):
        raise ValueError(f"the table {name} has no bound")


# ------------------------------------------------------------------- the leading pair


def _leads_elsewhere(
    table: _Table,
    kind: str,
    merged: Merged,
    rows: Blocks,
    columns: Blocks,
    square: Fraction,
) -> bool:
    """Whether the leading pair is for certain not of the kind, nor is its negative.

    ``square`` is between the largest and the second squared singular value.
    """
    if kind == "sup":  # every pair is
        return False
    g = power(merged)
    if not any(g):  # deviations too small for floats
        return False
    for bits in _BITS:
        near = near_to(merged, g, square)
        if near is not None and _opposite(table, kind, merged, rows, columns, near):
            return True
        g = closer(merged, g, bits)
    return False


def _opposite(
    table: _Table,
    kind: str,
    merged: Merged,
    rows: Blocks,
    columns: Blocks,
    near: Near,
) -> bool:
    """Whether two steps that a pair of the kind takes in one direction go in two."""
    sign, c_shares = _SIGNS[kind], shares_of(merged.c)
    common = math.lcm(*merged.c)
    # The regression on the true side, row by row, as whole numbers.
    on_true = [
        [share * e for e in row]
        for share, row in zip(shares_of(merged.r), merged.E, strict=True)
    ]
    on_pred = [[int(j == k) for k in range(len(columns))] for j in range(len(columns))]

    def direction(values: list[list[int]], a: int, b: int) -> int:
        """1 or -1 if the leading valuation certainly goes up or down from a to b, else 0."""
        step = [y - x for x, y in zip(values[a], values[b], strict=True)]
        value = sum(x * y for x, y in zip(step, near.g, strict=True))
        size = inner(step, step, c_shares)
        if value**2 * common * near.off.denominator <= size * near.off.numerator:
            return 0
        return 1 if value > 0 else -1

    if kind in ("ii", "id"):
        steps = {
            direction(on_true, *pair) for pair in itertools.pairwise(range(len(rows)))
        }
        steps |= {
            sign * direction(on_pred, *pair)
            for pair in itertools.pairwise(range(len(columns)))
        }
        return {1, -1} <= steps
    row_of = {i: k for k, block in enumerate(rows) for i in block}
    column_of = {j: k for k, block in enumerate(columns) for j in block}
    blocks = sorted({(row_of[i], column_of[j]) for i, j in table.both})
    return any(
        direction(on_true, i, k) * sign * direction(on_pred, j, m) < 0
        for (i, j), (k, m) in itertools.combinations(blocks, 2)
        if i != k and j != m
    )
