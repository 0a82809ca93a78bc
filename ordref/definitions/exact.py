"""The value of a measure kept exact where it is a root: what the test vectors hold."""

import inspect
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from importlib import import_module
from typing import Any

from .confusion import Pair, checked
from .mae import mse
from .pairs import pair_counts
from .rint import order_sets
from .spearman import average_ranks, signed_square

__all__ = ["Root", "digits", "exact"]


@dataclass(frozen=True)
class Root:
    """The number ``plus + sqrt(square)``, or ``plus - sqrt(-square)`` for a negative one.

    Examples
    --------
    >>> float(Root(Fraction(-1), Fraction(2)))
    0.41421356237309503
    """

    plus: Fraction
    square: Fraction

    def __float__(self) -> float:
        return float(digits(self))


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
    Root(plus=Fraction(0, 1), square=Fraction(1, 2))
    """
    listed = checked(pairs)
    if name in _ROOTS:
        return _ROOTS[name](listed)
    definition = getattr(import_module(__package__), name)
    if "K" in inspect.signature(definition).parameters:
        options["K"] = K
    value: Fraction | float = definition(listed, **options)
    return value


def digits(value: Fraction | Root | float, number: int = 17) -> str:
    """A value with so many significant digits, correctly rounded; "nan" if undefined.

    Examples
    --------
    >>> digits(Fraction(2, 3)), digits(Root(Fraction(0), Fraction(-2)), 5)
    ('0.66666666666666667', '-1.4142')
    """
    if value != value:
        return "nan"
    with localcontext() as context:
        context.prec = 80
        if isinstance(value, Root):
            root = _decimal(abs(value.square)).sqrt()
            total = _decimal(value.plus) + root.copy_sign(_decimal(value.square))
        else:
            total = _decimal(Fraction(value))
        context.prec = number
        return format((+total).normalize(), "f")


def _decimal(fraction: Fraction) -> Decimal:
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def _root(square: Fraction | float, plus: int = 0) -> Fraction | Root | float:
    """The root of a square that has a sign: a Fraction if it is rational."""
    if square != square:
        return math.nan
    s = Fraction(square)
    above, below = math.isqrt(abs(s.numerator)), math.isqrt(s.denominator)
    if above**2 == abs(s.numerator) and below**2 == s.denominator:
        return plus + Fraction(above if s >= 0 else -above, below)
    return Root(Fraction(plus), s)


def _rmse(pairs: list[Pair]) -> Fraction | Root | float:
    return _root(mse(pairs))


def _kendall_tau_b(pairs: list[Pair]) -> Fraction | Root | float:
    n = pair_counts(pairs)
    score = n["concordant"] - n["discordant"]
    untied = n["concordant"] + n["discordant"]
    squared = (untied + n["tied_true"]) * (untied + n["tied_predicted"])
    return _root(Fraction(score * abs(score), squared) if squared else math.nan)


def _spearman(pairs: list[Pair]) -> Fraction | Root | float:
    true, pred = zip(*pairs, strict=True)
    return _root(signed_square(average_ranks(true), average_ranks(pred)))


def _pearson(pairs: list[Pair]) -> Fraction | Root | float:
    true, pred = zip(*pairs, strict=True)
    return _root(signed_square(true, pred))


def _r_int(pairs: list[Pair]) -> Fraction | Root | float:
    S1, S2 = order_sets(pairs)
    product = len(S1) * len(S2)
    share = Fraction(4 * len(S1 & S2) ** 2, product) if product else math.nan
    return _root(share, plus=-1)


# The definitions that end in a root, with the root kept.
_ROOTS: dict[str, Callable[[list[Pair]], Fraction | Root | float]] = {
    "rmse": _rmse,
    "kendall_tau_b": _kendall_tau_b,
    "spearman": _spearman,
    "pearson": _pearson,
    "r_int": _r_int,
}
