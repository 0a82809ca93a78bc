"""The arguments of a check, read into fractions and tuples.

A claim may come from anybody, and may be any object. Whatever is not a number, a certificate
or a table is refused here, with a ValueError that says what was expected.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, NamedTuple

# The step from one class to another, (i, j), or a linear combination ((i, x), (j, y), ...).
Form = tuple[Any, ...]
# The decisions that define a part, in order: (i, j) if class i comes before class j; or
# "f" or "g", and a form of it that is not negative.
Path = tuple[tuple[Any, ...], ...]
# The blocks of true and of predicted classes, and the decisions of the part.
Key = tuple[Any, ...]
Weight = tuple[Form, Form, Fraction]


class Proof(NamedTuple):
    """A certificate: a bound, merged tables with their bounds, and the weights used in them."""

    bound: Fraction
    bounds: dict[Key, Fraction]
    weights: dict[Key, list[Weight]]


def number(x: Any, name: str) -> Fraction:
    """The number as a Fraction, without rounding; numpy's own integers would overflow in it.

    Examples
    --------
    >>> number(0.5, "the bound")
    Fraction(1, 2)
    """
    if isinstance(x, Real) and not isinstance(x, bool):
        try:
            if isinstance(x, Rational):
                return Fraction(int(x.numerator), int(x.denominator))
            return Fraction(*x.as_integer_ratio())  # type: ignore[attr-defined]
        except (AttributeError, ValueError, OverflowError):  # nan, or infinite
            pass
    raise ValueError(f"{name} must be a finite number, not {reprlib.repr(x)}")


def decimal(x: Any, name: str) -> Fraction:
    """The number as a Fraction; a float is the decimal that prints it.

    Examples
    --------
    >>> decimal(0.1, "a cost"), number(0.1, "a cost")
    (Fraction(1, 10), Fraction(3602879701896397, 36028797018963968))
    """
    if isinstance(x, Decimal) or (isinstance(x, Real) and not isinstance(x, Rational)):
        with suppress(ValueError, OverflowError):  # nan, or infinite
            return Fraction(str(x))
    return number(x, name)


def counts(cm: Any) -> list[list[Fraction]]:
    """The rows of a square table without negative numbers; True and False are counts."""
    try:
        rows = [list(row) for row in getattr(cm, "tolist", lambda: cm)()]
    except TypeError:
        rows = [[]]
    read = [
        [number(int(x) if isinstance(x, bool) else x, "an entry of cm") for x in row]
        for row in rows
    ]
    if any(len(row) != len(read) or min(row) < 0 for row in read):
        raise ValueError("cm must be square, without negative numbers")
    return read


def values(side: Any) -> list[Fraction | None]:
    """The values of the true or of the predicted classes, None in place of nan."""
    try:
        return [
            None if isinstance(x, Real) and x != x else number(x, "a value of f or g")
            for x in side
        ]
    except TypeError:
        raise ValueError("f and g must be sequences of numbers") from None


def proof(certificate: Any) -> Proof:
    """The certificate, its numbers as Fractions and its classes as integers."""
    try:
        return Proof(
            number(certificate.bound, "its bound"),
            {
                _key(key): number(bound, "the bound of a table")
                for key, bound in certificate.bounds.items()
            },
            {
                _key(key): [
                    (_form(f), _form(g), number(w, "a weight")) for f, g, w in products
                ]
                for key, products in certificate.weights.items()
            },
        )
    except (AttributeError, LookupError, TypeError, ValueError) as reason:
        raise ValueError(f"the certificate cannot be read: {reason}") from reason


def _key(key: Iterable[Any]) -> Key:
    rows, columns, *path = key
    blocks = (
        tuple(tuple(map(operator.index, block)) for block in side)
        for side in (rows, columns)
    )
    return (*blocks, *map(_decision, path))


def _decision(part: Iterable[Any]) -> tuple[Any, ...]:
    first, second = part
    if isinstance(first, str) and first in ("f", "g"):
        return first, _form(second)
    return operator.index(first), operator.index(second)


def _form(form: Iterable[Any]) -> Form:
    form = tuple(form)
    if isinstance(form[0], tuple):
        return tuple((operator.index(k), number(x, "a factor")) for k, x in form)
    i, j = form
    return operator.index(i), operator.index(j)
