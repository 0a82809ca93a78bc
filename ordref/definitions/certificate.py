"""Does a certificate prove the bound of a functional correlation? In integer arithmetic.

No code of the search is used. A bound L on the correlations of a kind of pairs is proved in
one of two ways. If no two sets of classes that the kind allows are positively correlated,
the largest correlation is that of two such sets (proved in the book). Otherwise the proof
walks through merged tables, from the whole table on:

A merged table with a bound has a leading singular value of at most L, so the correlation of
no pair on it, nor on any table that comes from it by more merging, is above L. Suppose that
some pair of the kind has a correlation above L. Take a merged table with as few blocks as
possible on which such a pair exists, and the best pair on it. This pair has different values
in different blocks, so all pairs near it are of the kind, too, and it is a pair of singular
vectors. If there were a second singular value above L, rotating the one pair towards the
other would keep the correlation above L, and on the way from (f, g) to (-f, -g) two values
would become equal: a table with fewer blocks. So the table has *one* singular value above L,
and its leading pair is of the kind. The walk visits every merged table that does not come
from one with a bound, and shows that it has two singular values above L, or a leading pair
that is not of the kind.

The pairs may also be divided into parts, each with a bound of its own. For CO and ANTI, class
i comes before class j in f and in g (in -g for ANTI), or after it. For every kind, a linear
combination of the values of f, or of those of g (-g for ID and ANTI), is not negative, or not
positive. One of the two holds for every pair. The first order of all may stand without its
opposite, because (f, g) and (-f, -g) have the same correlation. The product of a form of f and
a form of g that are not negative in a part, times a weight w >= 0, may be added to the
covariance before its singular values are taken. Where no order is decided, that is the product
of the steps of f and of g between the same two classes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from . import reading, singular
from .reading import Path, Proof
from .singular import MergedTable, shares_of
from .valuations import KINDS, Counts, Direction, Kind, Labels, check_parts, raised

__all__ = ["check_certificate"]

# By how much a bound may be exceeded.
PROMISE = Fraction(1, 10**12)
# Bits of the vectors that are tried after the start, in turn.
_BITS = (60, 120, 240)
_PARTS = {"mon": ("ii", "id"), "coanti": ("co", "anti")}


def check_certificate(cm: Sequence[Sequence[Any]], kind: str, found: Any) -> Fraction:
    """Check that a pair of valuations reaches a value, and that no pair exceeds a bound.

    Parameters
    ----------
    cm : sequence of sequences of numbers, shape (K, K)
        The confusion matrix; its numbers are taken as they are, without rounding.
    kind : {"sup", "ii", "id", "mon", "co", "anti", "coanti"}
        The kind of pairs, as in `ordref.functional_correlation`.
    found : (value, f, g, bound, certificate)
        The result of that function, or a claim from elsewhere. A certificate has ``bound``,
        ``bounds`` and ``weights``, as that of `ordref.functional_correlation`; for MON and
        COANTI it is a pair of certificates.

    Returns
    -------
    Fraction
        The bound plus 1e-12, which no pair of the kind exceeds.

    Raises
    ------
    ValueError
        If anything is not as claimed: the pair is not of the kind, its correlation differs
        from the value by more than 2**-52, a merged table has a larger leading singular
        value than its bound, a table is missing or does not belong to the proof. Also if
        something cannot be read: text, nan and booleans (except in ``cm``) are not numbers.

    Examples
    --------
    >>> from ordref import functional_correlation
    >>> cm = [[1, 0, 1], [2, 0, 2], [0, 2, 2]]
    >>> found = functional_correlation(cm, "ii")
    >>> float(check_certificate(cm, "ii", found) - Fraction(found.value))
    1e-12
    >>> check_certificate(cm, "ii", found._replace(value=0.6, bound=0.6))
    Traceback (most recent call last):
    ...
    ValueError: the correlation of f and g is not the value 0.6
    """
    if not isinstance(kind, str) or kind not in {*KINDS, *_PARTS}:
        raise ValueError(f"there is no kind {kind!r}")
    try:
        value, f, g, bound, certificate = found
    except (TypeError, ValueError):
        raise ValueError(
            "found must be a value, f, g, a bound and a certificate"
        ) from None
    table = Counts(cm)
    parts = _PARTS.get(kind, (kind,))
    pair = table.present(f, table.true), table.present(g, table.pred)
    reached, most = (
        reading.number(value, "the value"),
        reading.number(bound, "the bound"),
    )
    if not any(KINDS[part].allows(table, *pair) for part in parts):
        raise ValueError("f and g are not valuations of the kind")
    if not table.correlates(*pair, reached):
        raise ValueError(f"the correlation of f and g is not the value {value}")
    if reached > most:
        raise ValueError(f"the value {value} is above the bound {bound}")
    certificates = certificate if kind in _PARTS else (certificate,)
    if not isinstance(certificates, (tuple, list)) or len(certificates) != len(parts):
        raise ValueError(
            f"the certificate of {kind} is a pair, for {' and '.join(parts)}"
        )
    for part, proof in zip(parts, map(reading.proof, certificates), strict=True):
        if proof.bound > most:
            raise ValueError(f"the certificate proves only more than the bound {bound}")
        prove = _walk if proof.bounds else _signs
        prove(table, KINDS[part], proof)
    return most + PROMISE


# ------------------------------------------------------------------- the two proofs


def _signs(table: Counts, kind: Kind, certificate: Proof) -> None:
    """Check that no two sets of the kind are positively correlated, nor above the limit."""
    limit = certificate.bound + PROMISE
    if limit >= 0 and not any(map(any, table.E)):
        return
    for A, B in kind.cuts(table):
        H = kind.sign * sum(table.E[i][j] for i in A for j in B)
        a, b = sum(table.r[i] for i in A), sum(table.c[j] for j in B)
        square = a * (table.N - a) * b * (table.N - b)
        if H > 0 or (limit < 0 and H * abs(H) > limit * abs(limit) * square):
            true, pred = ({k + 1 for k in A}, {k + 1 for k in B})
            raise ValueError(
                f"the true classes in places {true} and the predicted ones in places "
                f"{pred} are correlated above what is claimed"
            )


def _walk(table: Counts, kind: Kind, certificate: Proof) -> None:
    """Check that every merged table has a bound, comes from one, or cannot have the maximum."""
    limit = certificate.bound + PROMISE
    if limit <= 0:
        raise ValueError("a bound that is not positive is proved by signs alone")
    bounds = certificate.bounds
    divided: dict[Path, set[tuple[Any, ...]]] = {}
    for _, _, *path in bounds:
        for k, part in enumerate(path):
            divided.setdefault(tuple(path[:k]), set()).add(part)
    waiting: list[tuple[Labels, int, Path]] = [(table.unmerged, 0, ())]
    while waiting:
        labels, last, decided = waiting.pop()
        merged = table.merged(labels)
        name = (merged.true, merged.pred, *decided)
        bound = bounds.pop(name, None)
        if bound is None and decided in divided:
            check_parts(kind, decided, divided[decided])
            waiting += [(labels, last, (*decided, part)) for part in divided[decided]]
        elif bound is None:
            _check_opened(kind, merged, limit)
            waiting += [(*coarser, ()) for coarser in _coarser(kind, labels, last)]
        else:
            if weights := certificate.weights.get(name):
                merged = table.merged(labels, raised(table, kind, decided, weights))
            if bound < 0 or bound > limit or merged.count_above(bound**2):
                raise ValueError(f"the bound of the table {name} does not hold")
    if bounds:
        raise ValueError(f"the table {next(iter(bounds))} does not belong to the proof")


def _coarser(kind: Kind, labels: Labels, last: int) -> Iterator[tuple[Labels, int]]:
    """The tables with one more merge: a class after the last merged one joins a block."""
    start = 0
    for side, own in enumerate(labels):
        for e in range(max(1, last - start + 1), len(own)):
            for t in kind.joins(own[:e]) if len(set(own)) > 2 else ():
                joined = (*own[:e], t, *own[e + 1 :])
                yield (*labels[:side], joined, *labels[side + 1 :]), start + e
        start += len(own)


def _check_opened(kind: Kind, merged: MergedTable, limit: Fraction) -> None:
    """Check that a table without bound has two singular values above, or another leading pair."""
    above = merged.count_above(limit**2)
    name = (merged.true, merged.pred)
    if above == 1 and not _leads_elsewhere(kind, merged, limit**2):
        raise ValueError(f"the table {name} may have a pair above the bound")
    if above == 0 and not merged.count_above((limit - PROMISE / 4) ** 2):
        raise ValueError(f"the table {name} has no bound")


# ------------------------------------------------------------------- the leading pair


def _leads_elsewhere(kind: Kind, merged: MergedTable, square: Fraction) -> bool:
    """Whether the leading pair is certainly not of the kind.

    ``square`` is between the largest and the second squared singular value.
    """
    g = singular.power_iteration(merged)
    if not any(g):  # the deviations underflow
        return False
    for bits in (0, *_BITS):
        g = singular.inverse_iteration(merged, g, bits) if bits else g
        off = singular.error_of(merged, g, square)
        if off is not None and is_excluded(kind, merged, g, off):
            return True
    return False


def is_excluded(kind: Kind, merged: MergedTable, g: list[int], off: Fraction) -> bool:
    """Whether no pair of the kind has valuations within `off` of `g`."""
    c_shares, common = shares_of(merged.c), math.lcm(*merged.c)
    # The regression on the true classes, row by row, in integers.
    on_true = [
        [share * e for e in row]
        for share, row in zip(shares_of(merged.r), merged.E, strict=True)
    ]
    columns = range(len(merged.c))
    on_pred = [[int(j == k) for k in columns] for j in columns]

    def direction(values: list[list[int]]) -> Direction:
        def certain(a: int, b: int) -> int:
            step = [y - x for x, y in zip(values[a], values[b], strict=True)]
            value = sum(x * y for x, y in zip(step, g, strict=True))
            size = singular.weighted_product(step, step, c_shares)
            if value**2 * common * off.denominator <= size * off.numerator:
                return 0
            return 1 if value > 0 else -1

        return certain

    return kind.excludes(merged, direction(on_true), direction(on_pred))
