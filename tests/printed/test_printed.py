"""A printed number: what rounds to it, by the decimal module; and how many do by chance."""

import re
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest

from ordref.instruments.printed.printed import printed_number

MODES = (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN)


def shown(value, unit):
    """All that may be printed for a decimal value; 0 has no sign."""
    return {Decimal(value).quantize(Decimal(unit), mode) for mode in MODES}


@pytest.mark.parametrize("as_fractions", [True, False])
@pytest.mark.parametrize("unit", ["0.1", "0.01"])
def test_what_is_printed_by_the_decimal_module_holds_and_nothing_else_does(
    unit, as_fractions
):
    values = [Decimal(k).scaleb(-3) for k in range(-330, 331)]
    floats = np.array([float(v) for v in values])
    fractions = [Fraction(v) for v in values] if as_fractions else [None] * len(values)
    for k in range(-34, 35):
        number = Decimal(k) * Decimal(unit)
        sources = [(lambda _, x=x: x, 0) for x in fractions]
        holds = printed_number(str(number)).holds(floats, sources)
        expected = [number in shown(v, unit) for v in values]
        assert holds.tolist() == expected, number


def test_at_an_end_the_fraction_decides():
    """One that float64 does not tell from the end: it is below, at, and above it."""
    end, near = np.array([0.125]), Fraction(1, 10**20)
    number = printed_number("0.13")
    for off, right in ((-near, False), (0, True), (near, True)):
        (holds,) = number.holds(end, [(lambda _, off=off: Fraction(1, 8) + off, 0)])
        assert holds == right


def test_a_string_keeps_its_decimals_and_a_number_gets_them():
    assert printed_number("0.50") != printed_number("0.5")
    assert printed_number(0.5, 2) == printed_number("0.50") == printed_number(" .50 ")
    assert printed_number(np.float64(-1), 0) == printed_number("\N{MINUS SIGN}1")
    assert printed_number("61.3%") == printed_number("0.613")
    assert printed_number(Decimal("0.50"), 2) == printed_number(Fraction(1, 2), 2)


BAD = [
    *(
        "",
        ".",
        "0,412",
        "1e-3",
        "nan",
        "0.4 12",
        "1e-16",
        "0,1234567890123",
        f"0.{'1' * 41}",
        "12345678.1234567890123",
        "%",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "12345678",
    ),
    *(None, [0.4], float("nan"), float("inf"), 0.4, 1, True, np.zeros(2), 1j),
]


@pytest.mark.parametrize("given", BAD, ids=repr)
def test_what_is_no_printed_number_is_refused(given):
    with pytest.raises(ValueError, match=re.escape(f"{given!r} is not a number")):
        printed_number(given)


@pytest.mark.parametrize("decimals", [-1, 2.0, True, "2x", 41, 400])
def test_no_number_of_decimals(decimals):
    with pytest.raises(ValueError, match="decimals="):
        printed_number(0.4, decimals)


@pytest.mark.parametrize("text", ["0.4", "0.41", "0.412", "0.4123"])
def test_chance_is_the_share_of_values_that_are_spread_evenly(text):
    """Of values everywhere, one and a half units of the last place are printed so."""
    number = printed_number(text)
    every = np.arange(-5, 5, 1e-5) + 1e-7
    holds = number.holds(every, [(float, 0)] * every.size)
    share = number.by_chance(every[~holds]) / holds.sum()
    assert share == pytest.approx(1, rel=0.01)


@pytest.mark.parametrize("text", ["0.45", "0.40", "0.50"])
def test_what_is_as_far_above_as_below_counts_alike(text):
    """Values 20 units off, of which float64 puts some a bit farther."""
    number = printed_number(text)
    ends = [np.array([float(text) + off]) for off in (-0.2, 0.2, -0.21, 0.21)]
    below, above, *far = [number.by_chance(x) for x in ends]
    assert below == above > 0
    assert far == [0, 0]


@pytest.mark.parametrize(
    "text",
    ["0.46766169154228854", ".46766169154228854", "46.766169154228854%",
     "0.4676616915422885", "4.6766169154228854e-01", "0.467661691542288557213930348"],
)  # fmt: skip
def test_what_programs_print_is_a_value_in_double_precision(text):
    """94/201, printed by a program; the ends are 10^-12 away on both sides."""
    value, off = Fraction(94, 201), Fraction(1, 10**12)
    ends = printed_number(text).ends("any")
    assert (
        ends
        == printed_number(text).ends("down")
        == printed_number(text).ends("nearest")
    )
    for x, inside in ((0, True), (off * 9 / 10, True), (off * 11 / 10, False)):
        assert ends.hold(value + x) == ends.hold(value - x) == inside
    assert not printed_number(text).is_cut(float(value))


def test_a_number_with_all_its_digits_needs_no_decimals():
    assert printed_number(94 / 201) == printed_number(repr(94 / 201))
    assert printed_number(np.float64(1 / 3)) == printed_number("0.3333333333333333")
    # A large value is right to so many digits, and rounding may leave something of nothing.
    assert (
        printed_number("12.345678901234567")
        .ends("any")
        .hold(Fraction("12.345678901240"))
    )
    assert printed_number("1.6653345369377348e-16").ends("any").hold(Fraction(0))
