"""Exact values that may be square roots, as the test vectors have them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from .confusion import Pair, checked

__all__ = ["Root", "digits", "exact"]


class Root(float):
    """The number ``plus + sqrt(square)``, or ``plus - sqrt(-square)`` for a negative one.

    A correctly rounded float that keeps these two Fractions.

    Examples
    --------
    >>> value = Root(Fraction(-1), Fraction(2))
    >>> value, value.square
    (0.41421356237309503, Fraction(2, 1))
    """

    plus: Fraction
    square: Fraction

    def __new__(cls, plus: Fraction, square: Fraction) -> Root:
        value = super().__new__(cls, _decimal(plus, square))
        value.plus, value.square = plus, square
        return value

    def __getnewargs__(self) -> tuple[Fraction, Fraction]:  # type: ignore[override]
        return self.plus, self.square

    def simplest(self) -> Fraction | Root:
        """The same number as a Fraction, if the root is rational.

        Examples
        --------
        >>> root(Fraction(-9, 4)).simplest()
        Fraction(-3, 2)
        """
        above = math.isqrt(abs(self.square.numerator))
        below = math.isqrt(self.square.denominator)
        if Fraction(above, below) ** 2 != abs(self.square):
            return self
        return self.plus + Fraction(above if self.square >= 0 else -above, below)


def root(square: Fraction | float) -> Root | float:
    """The root of the size of a number, with the sign of the number; ``nan`` for ``nan``.

    Examples
    --------
    >>> root(Fraction(-1, 2)), root(math.nan)
    (-0.7071067811865476, nan)
    """
    return Root(Fraction(0), Fraction(square)) if square == square else math.nan


def exact(
    name: str, pairs: Iterable[Pair], K: int, **options: Any
) -> Fraction | Root | float:
    """The value of the definition called `name` for these observations of K classes.

    A Fraction; a `Root` where the value is an irrational root; ``nan`` where it is
    undefined; a float where the definition itself is not exact.

    Examples
    --------
    >>> exact("kendall_tau_b", [(1, 1), (1, 2), (2, 2)], 2)
    Fraction(1, 2)
    >>> exact("rmse", [(1, 2), (2, 2)], 2)
    0.7071067811865476
    """
    definition, asks = _definition(name)
    if asks:
        options["K"] = K
    value: Fraction | Root | float = definition(checked(pairs), **options)
    return value.simplest() if isinstance(value, Root) else value


@cache
def _definition(name: str) -> tuple[Callable[..., Fraction | Root | float], bool]:
    """The definition called so, and whether it asks for the number of classes."""
    definition = getattr(import_module(__package__), name)
    return definition, "K" in inspect.signature(definition).parameters


def digits(value: Fraction | Root | float) -> str:
    """A value with 17 significant digits, correctly rounded; "nan" if undefined.

    Examples
    --------
    >>> digits(Fraction(2, 3)), digits(Root(Fraction(0), Fraction(-3)))
    ('0.66666666666666667', '-1.7320508075688773')
    """
    if value != value:
        return "nan"
    number = value if isinstance(value, Root) else Root(Fraction(value), Fraction(0))
    total = _decimal(number.plus, number.square)
    with localcontext(prec=17):
        return format((+total).normalize(), "f")


def _decimal(plus: Fraction, square: Fraction) -> Decimal:
    """What `Root` stands for, to 80 digits."""
    with localcontext(prec=80):
        whole, signed = (
            Decimal(x.numerator) / Decimal(x.denominator) for x in (plus, square)
        )
        return whole + abs(signed).sqrt().copy_sign(signed)
