"""A printed number: which values give it, rounded or cut off, and what it was found to be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..report.sheet import Cell, Sheet, as_html, markdown

__all__ = ["Identified", "Origin", "Printed", "printed_number"]

_NUMBER = re.compile(r"([+-]?(?=\.?\d)\d{0,7}(?:\.(\d{0,12}))?)(%?)", re.ASCII)
# Farther from where another number would be printed, float64 decides.
_CLOSE = 1e-9
# So much of a result is shown.
_SHOWN = 20
_HEAD: list[Cell] = ["value", "kind", "by chance", "what it is", "section"]


# What a formula raises where it has no value, or no fraction.
FAILS = (ArithmeticError, AttributeError, IndexError, TypeError, ValueError)
Matrix = NDArray[Any]
# A formula, and the matrix that a value of it is of.
Source = tuple[Callable[[Any], Any], Any]


class Ends(NamedTuple):
    """What a value lies between, None where nothing, and whether an end belongs to it."""

    low: Any
    high: Any
    closed: tuple[bool, bool] = (True, True)

    def __neg__(self) -> Ends:
        return Ends(-self.high, -self.low, self.closed[::-1])


class Printed(NamedTuple):
    """A number as it is printed, and the unit of its last place."""

    value: Fraction
    unit: Fraction

    def holds(self, values: Matrix, sources: Sequence[Source]) -> NDArray[np.bool_]:
        """Which values are printed so, rounded half up or half to even, or cut off.

        Where a value is close to an end, that of its formula in fractions decides, with the
        entries of its matrix as they are written, if the formula is rational.

        Examples
        --------
        >>> values = np.array([0.114, 0.115, 0.12, 0.1299, 0.13])
        >>> printed_number("0.12").holds(values, [(float, 0)] * 5)
        array([False,  True,  True,  True, False])
        """
        size = abs(self.value)
        low, high = size - self.unit / 2 if size else Fraction(-1), size + self.unit
        # Whatever is cut off becomes smaller.
        fold: Any = abs if not size else np.negative if self.value < 0 else np.positive
        x = fold(values)
        ends = abs(np.subtract.outer(x, [float(low), float(high)])).min(axis=-1)
        holds = (float(low) <= x) & (x < float(high))
        # Equal values are taken for one fraction.
        for value in np.unique(x[ends <= _CLOSE * max(1.0, float(size))]):
            exact = _exact(*sources[int(np.argmax(x == value))])
            at = Fraction(f"{value:.13g}") if exact is None else fold(exact)
            holds[x == value] = low <= at < high
        return np.asarray(holds)

    def ends(self, rounding: str) -> Ends:
        """What the value may have been: rounded to the nearest, down to 0, or in any way."""
        size, half = abs(self.value), self.unit / 2
        if rounding == "nearest":
            ends = Ends(size - half, size + half)
        elif size:
            ends = Ends(
                size - half * (rounding == "any"), size + self.unit, (True, False)
            )
        else:
            ends = Ends(-self.unit, self.unit, (False, False))
        return -ends if self.value < 0 else ends

    def is_cut(self, value: float) -> bool:
        """Whether a value of it is farther off than rounding takes it."""
        return abs(value - float(self.value)) > float(self.unit) * (0.5 + _CLOSE)

    def by_chance(self, others: Matrix) -> float:
        """How many of these values a number near by meets: each has one and a half units."""
        reach = max(20 * float(self.unit), 0.05)
        ends = reach * (1 + _CLOSE)
        near = int(np.count_nonzero(abs(others - float(self.value)) <= ends))
        return near * 1.5 / (2 * reach / float(self.unit) - 1.5)


def _exact(formula: Callable[[Any], Any], n: Matrix) -> Fraction | None:
    with suppress(*FAILS), np.errstate(all="ignore"):
        value = formula(np.vectorize(lambda x: Fraction(str(x)), otypes=[object])(n))
        return value if isinstance(value, Fraction) else None
    return None


def printed_number(given: Any, decimals: int | None = None) -> Printed:
    """What is printed: of a string all digits count, of a number so many decimals.

    Examples
    --------
    >>> printed_number("41.20%") == printed_number(0.412, 4) == printed_number("0.4120")
    True
    """
    try:
        text = given if isinstance(given, str) else f"{float(given):.{decimals}f}"
        match = _NUMBER.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-"))
    except (TypeError, ValueError, OverflowError):
        match = None
    if not match:
        raise ValueError(
            f"{given!r} is no number as papers print it: give a string such as '0.412', or a "
            "number and how many decimals= are printed; up to 7 digits, and 12 decimals"
        )
    percent = 100 if match[3] else 1
    unit = Fraction(1, percent * 10 ** len(match[2] or ""))
    return Printed(Fraction(match[1]) / percent, unit)


@dataclass(frozen=True)
class Origin:
    """One thing that a printed number may be; see `identify`.

    Attributes
    ----------
    kind : str
        ``"measure"``, ``"variant"``, ``"convention"``, ``"mistake"`` or ``"misprint"``.
    name : str
        The row of the catalogue that it comes from.
    words : str
        What it is.
    value : float
        Its value, before it is rounded or cut off.
    by_chance : float
        How many of this kind a number near by, with as many decimals, meets on average;
        of few observations the values are simple fractions, and some are met by more.
    section : str
        Where the book derives it: ``"mae#sec-mae-definition"``.
    cm : tuple of tuple of float, or None
        Of a misprint, the matrix without it.

    Examples
    --------
    >>> import ordref
    >>> first = ordref.identify([[4, 2, 0], [0, 3, 1], [1, 1, 0]], "0.318")[0]
    >>> first.name, first.section
    ('weighted_kappa_unweighted', 'kappa#sec-kappa-definition')
    """

    kind: str
    name: str
    words: str
    value: float
    by_chance: float
    section: str
    cm: tuple[tuple[float, ...], ...] | None = None


@dataclass(frozen=True)
class Identified(Sequence[Origin]):
    """What a printed number may be, best first: a sequence of `Origin`; see `identify`.

    Attributes
    ----------
    origins : tuple of Origin
        What it consists of.
    asked : str
        The name under which the number was given that they are of; ``"?"`` for none.
    found : mapping of str to int
        How many of each kind give the number; the first 100 of all are kept.

    Examples
    --------
    >>> import ordref
    >>> ordref.identify([[5, 0], [0, 5]], {"ccr": "1.00"}).found["measure"]
    1
    """

    origins: tuple[Origin, ...]
    asked: str
    found: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.origins)

    def __getitem__(self, place: Any) -> Any:
        return self.origins[place]

    def sheet(self, most: int | None = None) -> Sheet:
        """The table, whole or so many rows of it."""
        rows: list[list[Cell]] = [
            [f"{o.value:.6g}", o.kind, f"{o.by_chance:.2g}", o.words, o.section]
            for o in self.origins[:most]
        ]
        return Sheet(_HEAD, rows)

    def __str__(self) -> str:
        if not self.origins:
            return "nothing that was tried gives this number"
        rows = [[*map(str, row)] for row in (_HEAD, *self.sheet(_SHOWN).rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        more = sum(self.found.values()) - len(rows) + 1
        return "\n".join(lines + [f"and {more} more"] * (more > 0))

    def to_markdown(self) -> str:
        """The whole table in Markdown."""
        return markdown(self.sheet())

    def _repr_html_(self) -> str:
        return as_html(self.sheet(_SHOWN))
