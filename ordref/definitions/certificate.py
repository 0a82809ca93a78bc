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
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from . import given
from .given import (
    Path,
    Proof,
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
from .valuations import (
    SIGNS,
    Blocks,
    Table,
    allowed,
    check_parts,
    cuts,
    raised,
)

__all__ = ["check_certificate"]

Labels = tuple[tuple[int, ...], tuple[int, ...]]
# What a bound may be exceeded by.
PROMISE = Fraction(1, 10**12)
# Bits of the vectors that are tried, one after the other.
_BITS = (60, 120, 240, 480)
_PARTS = {"mon": ("ii", "id"), "coanti": ("co", "anti")}


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
        the one of `ordref.functional_correlation`; that of MON and COANTI is a pair of them.

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
    if not isinstance(kind, str) or kind not in {*SIGNS, *_PARTS}:
        raise ValueError(f"there is no kind {kind!r}")
    table = Table(cm)
    parts = _PARTS.get(kind, (kind,))
    pair = table.present(f, g)
    reached, most = given.number(value, "the value"), given.number(bound, "the bound")
    if not any(allowed(table, part, *pair) for part in parts):
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


# ------------------------------------------------------------------- the two proofs


def _signs(table: Table, kind: str, limit: Fraction) -> None:
    """No two sets of the kind are positively correlated, nor above the limit."""
    if limit >= 0 and not any(map(any, table.E)):
        return
    for A, B in cuts(table, kind):
        H = SIGNS[kind] * sum(table.E[i][j] for i in A for j in B)
        a, b = sum(table.r[i] for i in A), sum(table.c[j] for j in B)
        square = a * (table.N - a) * b * (table.N - b)
        if H > 0 or (limit < 0 and H * abs(H) > limit * abs(limit) * square):
            true, pred = ({k + 1 for k in A}, {k + 1 for k in B})
            raise ValueError(
                f"the true classes in places {true} and the predicted ones in places "
                f"{pred} are correlated above what is claimed"
            )


def _walk(table: Table, kind: str, certificate: Proof, limit: Fraction) -> None:
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
            check_parts(kind, decided, parts)
            waiting += [(labels, last, (*decided, part)) for part in parts]
        elif bound is None:
            merged = table.merged(*whole, rows, columns)
            _check_opened(table, kind, merged, rows, columns, limit)
            waiting += [(*coarser, ()) for coarser in _coarser(kind, labels, last)]
        else:
            weights = certificate.weights.get(name, ())
            E, unit = raised(table, kind, decided, weights) if weights else whole
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
    table: Table,
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
    table: Table,
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
    table: Table,
    kind: str,
    merged: Merged,
    rows: Blocks,
    columns: Blocks,
    near: Near,
) -> bool:
    """Whether two steps that a pair of the kind takes in one direction go in two."""
    sign, c_shares = SIGNS[kind], shares_of(merged.c)
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
