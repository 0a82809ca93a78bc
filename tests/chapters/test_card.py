"""The cards of measures: complete, and each line of code gives the number of the measure.

A line of Python runs with what it imports. There is no R here: lines of R have been run by R,
with base R and vcd by studies/cards.R, with DescTools by studies/errors.R; their values are stored.
"""

import ast
import csv
import importlib.util
import re
from xml.etree import ElementTree

import card
import numpy as np
import pytest
from files import ROOT
from glance import SAID
from small import random_matrices

import ordref
from ordref import data
from ordref.catalogue import MEASURES
from ordref.definitions import observations

SHOWN = [name for name, m in MEASURES.items() if m.shown]
# Where a class is missing on one side, or on both, libraries have conventions of their own.
TABLES = [
    data.TWELVE.counts,
    np.array([[4, 1, 0], [0, 0, 0], [0, 1, 4]]),  # a class that is predicted and not true
    np.array([[4, 1, 0], [1, 3, 0], [0, 2, 0]]),  # true and not predicted
    np.array([[4, 2, 0, 0], [0, 3, 0, 1], [0, 0, 0, 0], [1, 1, 0, 2]]),  # neither
    np.array([[20, 5, 1], [3, 15, 6], [0, 4, 9]]),
    data.matrix("stuart1953_vision_women").counts // 10,
    *(n for n in (*random_matrices(3), *random_matrices(4))
      if n.any(axis=0).all() and n.any(axis=1).all()),
]  # fmt: skip
PYTHON = [name for name in SHOWN if SAID[name].code["python"]]
R = [name for name in SHOWN if SAID[name].code["r"]]


def labels(n):
    return tuple(np.array(side) for side in zip(*observations(n.tolist()), strict=True))


def value(text, n):
    """What the last line of some code gives."""
    y_true, y_pred = labels(n)
    names = {"cm": n, "y_true": y_true, "y_pred": y_pred}
    *before, last = ast.parse(text).body
    exec(compile(ast.Module(before, []), "card", "exec"), names)
    return eval(compile(ast.Expression(last.value), "card", "eval"), names)


def test_there_are_tables():
    assert len(TABLES) > 9
    assert {len(n) for n in TABLES} == {3, 4}


@pytest.mark.parametrize("name", SHOWN)
def test_a_card_has_everything(name):
    said = SAID[name]
    assert said.reading.startswith("0.5: ")
    for text in (said.reading, said.use, said.avoid):
        assert text.endswith((".", "?")), text
        assert len(text.split()) <= 45, text
        assert "$" not in text
        assert "`" not in text
    assert set(said.code) == {"python", "r"}


@pytest.mark.parametrize("name", SHOWN)
def test_the_call_of_the_book_is_the_measure(name):
    for n in TABLES[:4]:
        assert value(card.code(name).ordref, n) == pytest.approx(MEASURES[name](n))


@pytest.mark.parametrize("name", PYTHON)
def test_the_call_of_another_library_gives_the_same(name):
    text = card.code(name).python
    if "krippendorff" in text and not importlib.util.find_spec("krippendorff"):
        pytest.skip("krippendorff is not installed")
    for n in TABLES:
        assert value(text, n) == pytest.approx(float(MEASURES[name](n)), abs=1e-12)


def table(cells):
    n = np.array(cells.split(), dtype=int)
    return n.reshape(2 * [round(n.size**0.5)])


def rows(file):
    with (ROOT / "studies" / "results" / file).open(encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def stored():
    """By lines of R, as a card has them: tables, and the values of R."""
    found = {}
    for row in rows("cards.csv"):
        found.setdefault(row["lines"], []).append(
            (table(row["cm"]), float(row["value"]))
        )
    for row in rows("errors.csv"):
        if row["package"] == "DescTools":
            function, _, side = row["call"].partition(" ")
            more = f', direction = "{side}"' if side else ""
            found.setdefault(f"DescTools::{function}(cm{more})", []).append(
                (table(row["cm"]), float(row["value"]))
            )
    return found


@pytest.mark.parametrize("name", R)
def test_lines_of_r_gave_the_same_in_r(name):
    there = stored()[card.code(name).r]
    assert len(there) > (3 if "DescTools" in card.code(name).r else 8)
    for n, found in there:
        assert found == pytest.approx(float(MEASURES[name](n)), abs=1e-12), n


def test_r_has_run_the_lines_on_tables_with_classes_that_are_absent():
    """On one side, on the other, on both, and on the twelve patients."""
    tables = [table(row["cm"]) for row in rows("cards.csv") if row["measure"] == "mae"]
    assert any((n == data.TWELVE.counts).all() for n in tables if len(n) == 3)
    empty = {(n.any(axis=1).all(), n.any(axis=0).all()) for n in tables}
    assert len(empty) == 4
    assert {len(n) for n in tables} == {2, 3, 4, 5}


def drawn(svg):
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("name", SHOWN)
def test_a_ruler_puts_each_value_in_its_place(name):
    measure = MEASURES[name]
    worst, best = card.ends(measure, 3)
    assert measure.better != "low" or (worst, best) == (measure.greatest(3), 0)
    assert measure.better != "high" or (worst, best) == (measure.least, 1)
    middle = (worst + best) / 2
    svg = drawn(
        card.ruler(name, [(worst, "a"), (best, "b"), (middle, "c")], chance=middle)
    )
    places = [circle.get("cx") for circle in svg.iter("circle")]
    assert places == ["0.00%", "50.00%", "100.00%"]
    (tick,) = (x for x in svg.iter("line") if x.get("class") == "ruler-chance")
    assert tick.get("x1") == tick.get("x2") == "50.00%"
    assert [float(svg.get(f"data-{side}")) for side in ("left", "right")] == [
        worst,
        best,
    ]


def test_a_ruler_says_what_it_shows():
    svg = drawn(card.ruler_of_twelve("mae"))
    assert svg.get("aria-label") == (
        "mean absolute error: 2 classes (worst), chance 0.722, twelve patients 0.5, "
        "0 classes (best)"
    )
    words = [
        "twelve patients 0.5",
        "chance 0.722",
        "2 classes, worst",
        "0 classes, best",
    ]
    assert [text.text for text in svg.iter("text")] == words
    assert not list(drawn(card.ruler_of_twelve("mae", small=True)).iter("text"))


@pytest.mark.parametrize("name", SHOWN)
def test_a_card_shows_three_languages(name):
    html = card.card(name)
    shown = re.findall(r'data-language="(\w+)"', html)
    assert shown == ["ordref", "python", "r"]
    said = SAID[name].code
    missing = [language for language in said if not said[language]]
    whole = card.NOBODY if len(missing) == 2 else ""
    for language in missing:
        assert (whole or card.ELSEWHERE[language]) in html
    assert "0.5</b>: " in html
    assert ordref.__name__ in html
