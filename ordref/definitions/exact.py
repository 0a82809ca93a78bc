"""Values kept exact where they are roots, as the test vectors hold them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction
from importlib import import_module
from typing import Any

from .confusion import Pair, checked

__all__ = ["Root", "digits", "exact"]


class Root(float):
    """The number ``plus + sqrt(square)``, or ``plus - sqrt(-square)`` for a negative one.

    A float, correctly rounded, that remembers the two Fractions it comes from.

    Examples
    --------
    >>> value = Root(Fraction(-1), Fraction(2))
    >>> value, value.square
    (0.41421356237309503, Fraction(2, 1))
    """

    plus: Fraction
    square: Fraction

    def __new__(cls, plus: Fraction, square: Fraction) -> Root:
        with localcontext() as context:
            context.prec = 80
            value = super().__new__(cls, _decimal(plus) + _signed_root(square))
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


def root(square: Fraction | float, plus: int = 0) -> Root | float:
    """The root of a square that has a sign, ``nan`` if that is undefined.

    Examples
    --------
    >>> root(Fraction(-1, 2)), root(math.nan)
    (-0.7071067811865476, nan)
    """
    return Root(Fraction(plus), Fraction(square)) if square == square else math.nan


def exact(
    name: str, pairs: Iterable[Pair], K: int, **options: Any
) -> Fraction | Root | float:
    """The definition called `name` of these observations of K classes.

    A Fraction; a Root where the definition takes a root that is not rational; ``nan``
    where it is undefined; a float where the definition itself is not exact.

    Examples
    --------
    >>> exact("kendall_tau_b", [(1, 1), (1, 2), (2, 2)], 2)
    Fraction(1, 2)
    >>> exact("rmse", [(1, 2), (2, 2)], 2)
    0.7071067811865476
    """
    definition = getattr(import_module(__package__), name)
    if "K" in inspect.signature(definition).parameters:
        options["K"] = K
    value: Fraction | Root | float = definition(checked(pairs), **options)
    return value.simplest() if isinstance(value, Root) else value


def digits(value: Fraction | Root | float) -> str:
    """A value with 17 significant digits, correctly rounded; "nan" if undefined.

    Examples
    --------
    >>> digits(Fraction(2, 3)), digits(Root(Fraction(0), Fraction(-3)))
    ('0.66666666666666667', '-1.7320508075688773')
    """
    if value != value:
        return "nan"
    with localcontext() as context:
        context.prec = 80
        if isinstance(value, Root):
            total = _decimal(value.plus) + _signed_root(value.square)
        else:
            total = _decimal(Fraction(value))
        context.prec = 17
        return format((+total).normalize(), "f")


def _decimal(fraction: Fraction) -> Decimal:
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def _signed_root(square: Fraction) -> Decimal:
    return _decimal(abs(square)).sqrt().copy_sign(_decimal(square))
