"""A printed number: which values give it, and what it may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..report.sheet import Cell, Sheet, aligned, as_html, markdown

_NUMBER = re.compile(r"([+-]?(?=\.?\d)\d{0,7}(?:\.(\d{0,12}))?)(%?)", re.ASCII)
# A number as programs print it: no paper has so many decimals.
_LONG = re.compile(r"([+-]?\d{0,7}\.\d{13,40}(?:e[+-]?\d{1,3})?)(%?)", re.ASCII | re.IGNORECASE)
# What the arithmetic of a program may leave of a value, in parts of the value or of 1.
_DOUBLE = Fraction(1, 10**12)
# At a greater distance from a boundary of rounding, float64 decides.
_CLOSE = 1e-9
# The most rows of a result that are printed.
_SHOWN = 20
_HEAD: list[Cell] = ["value", "kind", "by chance", "what it is", "section"]


# What a formula may raise if it has no value, or none in fractions.
FAILS = (ArithmeticError, AttributeError, IndexError, TypeError, ValueError)
Matrix = NDArray[Any]


class Ends(NamedTuple):
    """The ends between which a value lies, None if unbounded, and whether each is included."""

    low: Any
    high: Any
    closed: tuple[bool, bool] = (True, True)

    def __neg__(self) -> Ends:
        return Ends(-self.high, -self.low, self.closed[::-1])

    def hold(self, value: Any) -> bool:
        """Whether a value lies between the ends."""
        if value in (self.low, self.high):
            return self.closed[value == self.high]
        return bool(self.low < value < self.high)


class Printed(NamedTuple):
    """A number as it is printed, the unit of its last place, and whether it may be cut off."""

    value: Fraction
    unit: Fraction
    may_be_cut: bool = True

    def holds(self, values: Matrix, sources: Sequence[Any]) -> NDArray[np.bool_]:
        """Which values are printed as this number: rounded half up or to even, or cut off.

        A source is a formula and the matrix to which it was applied. Close to a boundary of
        rounding the formula is evaluated in fractions, if it is rational, with the entries of
        the matrix as they are written.

        Examples
        --------
        >>> values = np.array([0.114, 0.115, 0.12, 0.1299, 0.13])
        >>> printed_number("0.12").holds(values, [(float, 0)] * 5)
        array([False,  True,  True,  True, False])
        """
        ends = self.ends("any")
        low, high = map(float, ends[:2])
        holds = (low < values) & (values < high)
        near = np.minimum(abs(values - low), abs(values - high))
        # Equal values are taken for the same fraction.
        for value in np.unique(values[near <= _CLOSE * max(1.0, abs(low))]):
            exact = exact_value(*sources[int(np.argmax(values == value))])
            at = Fraction(f"{value:.13g}") if exact is None else exact
            holds[values == value] = ends.hold(at)
        return np.asarray(holds)

    def ends(self, rounding: str) -> Ends:
        """The range of the value if it was rounded to the nearest, towards 0, or either way."""
        if not self.may_be_cut:
            return Ends(self.value - self.unit / 2, self.value + self.unit / 2)
        size, cut = abs(self.value), rounding != "nearest"
        low = size - self.unit / 2 * (rounding != "down")
        ends = Ends(low, size + self.unit / (1 if cut else 2), (True, not cut))
        if cut and not size:  # from either side
            ends = Ends(-self.unit, self.unit, (False, False))
        return -ends if self.value < 0 else ends

    def is_cut(self, value: float) -> bool:
        """Whether the value is so far off that it was cut off, not rounded."""
        if not self.may_be_cut:
            return False
        return abs(value - float(self.value)) > float(self.unit) * (0.5 + _CLOSE)

    def by_chance(self, others: Matrix) -> float:
        """The expected number of values that a random number nearby would match.

        Each value matches one and a half units: rounding covers one, cutting off half more.
        """
        reach = max(20 * float(self.unit), 0.05)
        near = np.count_nonzero(abs(others - float(self.value)) <= reach * (1 + _CLOSE))
        return near * 1.5 / (2 * reach / float(self.unit) - 1.5)


def exact_value(formula: Callable[[Any], Any], n: Matrix) -> Fraction | None:
    """The value in whole numbers; None if it is no fraction, or is refused.

    Examples
    --------
    >>> from ordref import mae
    >>> exact_value(mae, np.array([[3, 1], [0, 4]]))
    Fraction(1, 8)
    """
    with suppress(*FAILS), np.errstate(all="ignore"):
        value = formula(np.vectorize(lambda x: Fraction(str(x)), otypes=[object])(n))
        return value if isinstance(value, Fraction) else None
    return None


def printed_number(number: Any, decimals: int | None = None) -> Printed:
    """Read a printed number: a string with all its digits, or a number with so many decimals.

    With more than 12 decimals, as programs print them, it is a value in double precision: right to
    10^-12, or to so many parts of a value above 1, neither rounded further nor cut off.

    Examples
    --------
    >>> printed_number("41.20%") == printed_number(0.412, 4) == printed_number("0.4120")
    True
    >>> low, high, _ = printed_number("0.30303030303030304").ends("any")
    >>> low < Fraction(10, 33) < high, float(high - low)
    (True, 2e-12)
    """
    text = number if isinstance(number, str) else ""
    with suppress(TypeError, ValueError, OverflowError):
        text = text or (
            f"{float(number):.{decimals}f}" if decimals is not None else repr(float(number))
        )
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if match := _LONG.fullmatch(text):
        value = Fraction(match[1]) / (100 if match[2] else 1)
        return Printed(value, 2 * _DOUBLE * max(Fraction(1), abs(value)), may_be_cut=False)
    if not (match := _NUMBER.fullmatch(text)) or (decimals is None and not isinstance(number, str)):
        raise ValueError(
            f"{number!r} is not a number as papers print it: give a string such as '0.412', or a "
            "number with decimals=; at most 7 digits before the point"
        )
    percent = 100 if match[3] else 1
    unit = Fraction(1, percent * 10 ** len(match[2] or ""))
    return Printed(Fraction(match[1]) / percent, unit)


def named_numbers(parts: Sequence[str]) -> dict[str, str]:
    """Printed numbers by their measures, from the parts of a list; of one without, by ``"?"``.

    Raises
    ------
    ValueError
        If a measure has two numbers, or the comma between two parts may be a decimal one.

    Examples
    --------
    >>> named_numbers(["ccr=0.61", "0.412"])
    {'ccr': '0.61', '?': '0.412'}
    >>> named_numbers(["ccr=0", "61"])
    Traceback (most recent call last):
    ...
    ValueError: has ccr=0,61: for one number write ccr=0.61, for two write ccr=0,?=61
    """
    numbers: dict[str, str] = {}
    for before, part in zip(["", *parts], parts, strict=False):
        name, is_named, number = part.rpartition("=")
        whole = before.rpartition("=")[2].lstrip("+-\N{MINUS SIGN}").isdecimal()
        comma = not is_named and number.rstrip("%").isdecimal() and whole
        if (other := numbers.get(name or "?")) is not None:
            place = f"for {name!r}" if name else "without a measure"
            raise ValueError(
                f"has two numbers {place}, {other!r} and {number!r}: give one"
                + f", or {before}.{number} if the comma is a decimal one" * comma
            )
        if comma:
            raise ValueError(
                f"has {before},{part}: for one number write {before}.{part}, for two write "
                f"{before},?={part}"
            )
        numbers[name or "?"] = number
    return numbers


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
        The expected number of matches of this kind for a random number nearby with as many
        decimals. For few observations values are simple fractions, and some numbers match
        more of them.
    section : str
        Where the book derives it: ``"mae#sec-mae-definition"``.
    cm : tuple of tuple of float, or None
        For a misprint, the matrix without it.

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
        The origins in order.
    asked : str
        The name of the number that was sought; ``"?"`` if it has none.
    found : mapping of str to int
        The number of origins of each kind; only the first 100 of all are kept.

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
        """The table, or its first rows."""
        rows: list[list[Cell]] = [
            [f"{o.value:.6g}", o.kind, f"{o.by_chance:.2g}", o.words, o.section]
            for o in self.origins[:most]
        ]
        return Sheet(_HEAD, rows)

    def __str__(self) -> str:
        if not self.origins:
            return "nothing that was tried gives this number"
        rows = [[*map(str, row)] for row in (_HEAD, *self.sheet(_SHOWN).rows)]
        lines = aligned(rows, [True] * len(_HEAD))
        more = sum(self.found.values()) - len(rows) + 1
        return "\n".join(lines + [f"and {more} more"] * (more > 0))

    def to_markdown(self) -> str:
        """The whole table in Markdown."""
        return markdown(self.sheet())

    def _repr_html_(self) -> str:
        return as_html(self.sheet(_SHOWN))
