"""The cards of measures: complete, and each line of code gives the number of the measure.

A line of Python runs with what it imports. A line of base R is evaluated by the rules of R's
arithmetic, rewritten in `r_lines`: there is no R here. A line of a package of R has its values
stored, from R itself: those of vcd in errors.json, of DescTools in the table of studies/errors.R.
"""

import ast
import csv
import importlib.util
import json
import re
from xml.etree import ElementTree

import card
import numpy as np
import pytest
import r_lines
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
BASE_R = [name for name in R if not r_lines.packages(SAID[name].code["r"])]


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


def test_a_card_says_once_what_its_code_is_given():
    """Lists have no mean, and other libraries refuse names: it is what the tests above give."""
    html = card.code_tabs("mae")
    assert html.count('class="code-given"') == 1
    words, _, calls = html.partition('class="code-tab"')
    (given,) = re.findall(r"np\.array\(\[[^<]*\]\)", words)
    one = eval(given, {"np": np})
    names = re.findall(r"<code>(\w+)</code>", words)
    assert names[:2] == ["y_true", "y_pred"]
    assert all(name in calls for name in names[:2])
    for side in labels(data.TWELVE.counts):
        assert type(side) is type(one)
        assert {*side} == {*one} == {1, 2, 3}
        assert side.dtype == one.dtype
    assert "np.array([1, 3, 2])" in card.as_markdown("mae")


@pytest.mark.parametrize("name", BASE_R)
def test_a_line_of_base_r_gives_the_same(name):
    for n in TABLES:
        found = r_lines.run(card.code(name).r, n, *labels(n))
        assert found == pytest.approx(float(MEASURES[name](n)), abs=1e-12)


def stored():
    """Calls of packages of R as the cards have them, each with tables and the values of R."""
    found = {}
    errors = ROOT / "studies" / "results" / "errors.csv"
    with errors.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["package"] == "DescTools":
                function, _, side = row["call"].partition(" ")
                more = f', direction = "{side}"' if side else ""
                n = np.array(row["cm"].split(), dtype=int).reshape(3, 3)
                found.setdefault(f"DescTools::{function}(cm{more})", []).append(
                    (n, float(row["value"]))
                )
    peers = json.loads((ROOT / "tests/shared/peers/errors.json").read_text("utf-8"))
    calls = (
        'vcd::Kappa(cm)$Unweighted["value"]',
        'vcd::Kappa(cm)$Weighted["value"]',
        'vcd::Kappa(cm, weights = "Fleiss-Cohen")$Weighted["value"]',
    )
    for table, rows in peers["vcd"].items():
        if table in data.matrices():
            for call, (kappa, _) in zip(calls, rows, strict=True):
                found.setdefault(call, []).append((data.matrix(table).counts, kappa))
    return found


@pytest.mark.parametrize("name", [name for name in R if name not in BASE_R])
def test_a_line_of_a_package_of_r_gave_the_same(name):
    there = stored()[card.code(name).r]
    assert len(there) >= 3
    for n, found in there:
        assert found == pytest.approx(float(MEASURES[name](n)), abs=1e-11)


def test_rules_of_r_are_not_those_of_numpy():
    """A vector meets a matrix down its columns, and the first element is the first."""
    n = np.array([[1, 2], [3, 4]])
    both = labels(np.array([[1, 1], [0, 1]]))
    assert r_lines.run("sum((cm / rowSums(cm))^2)", n, *both) == pytest.approx(
        (1 / 3) ** 2 + (2 / 3) ** 2 + (3 / 7) ** 2 + (4 / 7) ** 2
    )
    assert r_lines.run("cumsum(rowSums(cm))[2]", n, *both) == 10
    assert r_lines.run("2^sum(diag(cm)) - 1", n, *both) == 31


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
