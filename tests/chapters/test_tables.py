"""The tables of cells as the book sets them."""

import doctest
import itertools
import math
from fractions import Fraction
from types import SimpleNamespace

import lesson
import numpy as np
import pandas as pd
import pytest
import tables
from bs4 import BeautifulSoup
from docutils import nodes
from glance import SAID

from ordref.catalogue import MEASURES
from ordref.data import TWELVE


def rows(frame):
    """The rows of a dressed table as texts, and its cells."""
    table = BeautifulSoup(tables.dressed(frame.to_html()), "html.parser").table
    cells = table.find_all(["td", "th"])
    return [
        [c.get_text() for c in r.find_all(["td", "th"])] for r in table.find_all("tr")
    ], cells


def test_examples():
    assert doctest.testmod(tables).attempted > 0
    assert doctest.testmod(tables).failed == 0


@pytest.mark.parametrize("symbol", sorted({m.symbol for m in MEASURES.values()}))
def test_every_symbol_is_capitals_or_typeset(symbol):
    set_symbol = tables.typeset(symbol)
    assert (set_symbol == symbol) == (symbol.isalpha() and symbol.isupper())


def test_truth_values_are_signs_with_words():
    texts, cells = rows(pd.DataFrame({"agrees": [True, False]}, index=["A", "B"]))
    assert texts == [["", "agrees"], ["A", "✓yes"], ["B", "✗no"]]
    hidden = [c.find(class_="visually-hidden") for c in cells]
    assert [h.get_text() for h in hidden if h] == ["yes", "no"]
    assert [c["class"] for c in cells if c.get_text() in ("agrees", "✓yes")] == [
        ["tick"]
    ] * 2


def test_numbers_of_rows_go_and_numbers_that_mean_something_stay():
    frame = pd.DataFrame({"a": ["x", "y"]})
    assert rows(frame)[0] == [["a"], ["x"], ["y"]]
    assert rows(frame.rename_axis("k"))[0] == [["k", "a"], ["0", "x"], ["1", "y"]]
    assert rows(frame.set_axis([1, 2]))[0] == [["", "a"], ["1", "x"], ["2", "y"]]


def test_sides_that_nobody_named_have_no_name():
    crossed = pd.crosstab([1, 1, 2], [1, 2, 2])
    assert crossed.index.name == "row_0"
    assert rows(crossed)[0] == [["", "1", "2"], ["1", "1", "1"], ["2", "0", "1"]]


def test_columns_stand_as_their_headings_over_a_row_that_spans():
    index = pd.MultiIndex.from_tuples([("a", 1), ("a", 2)])
    _, cells = rows(
        pd.DataFrame({"value": [0.5, 0.25], "word": ["x", "y"]}, index=index)
    )
    found = {c.get_text(): c["class"] for c in cells if c.get_text()}
    assert found["value"] == found["0.50"] == found["0.25"] == ["number"]
    assert found["word"] == found["x"] == found["y"] == ["word"]


def test_names_of_code_are_code_in_a_column_of_them():
    frame = pd.DataFrame({"symbol": ["CCR", "r_int"]}, index=["ccr", "r_int"])
    _, cells = rows(frame)
    assert [c.get_text() for c in cells if c.code] == ["ccr", "r_int"]


def test_other_html_stays():
    html = "<table class='map'><tr><td>True</td></tr></table>"
    assert tables.dressed(html) == html


# ------------------------------------------------------------------- at a glance


def chance_of(name):
    """The row of the printed table, of one measure."""
    (row,) = [
        line
        for line in lesson.glance([MEASURES[name]]).splitlines()
        if line.startswith("| **By chance** |")
    ]
    return row


@pytest.mark.parametrize("name", ["mae", "minimum_sensitivity", "kendall_tau_b", "oci"])
def test_chance_at_a_glance_is_the_mean_over_all_orders(name):
    """Of the twelve, by going through all tables with their margins, one by one."""
    cm = TWELVE.counts
    rows, columns = cm.sum(axis=1), cm.sum(axis=0)
    ways = total = 0
    for cells in itertools.product(*(range(n + 1) for n in (*rows[:2], *rows[:2]))):
        t = np.zeros((3, 3), dtype=int)
        t[:2, :2] = np.reshape([cells[k] for k in (0, 2, 1, 3)], (2, 2))
        t[:2, 2] = rows[:2] - t[:2, :2].sum(axis=1)
        t[2] = columns - t[:2].sum(axis=0)
        if (t >= 0).all():
            weight = Fraction(1, math.prod(math.factorial(int(n)) for n in t.flat))
            ways += weight
            total += weight * Fraction(float(MEASURES[name](t)))
    mean = float(total / ways)
    how = "exact" if name in ("mae", "kendall_tau_b") else "exact, from all tables"
    assert f"for the twelve patients ${abs(mean):.3f}$ ({how})" in chance_of(name)


def test_formula_of_chance_stands_beside_the_number():
    for name in MEASURES:
        row = chance_of(name)
        assert SAID[name].chance.replace("|", r"\|") in row
        assert "for the twelve patients" in row
    assert "for the twelve patients $-0.003$" in chance_of("goodman_kruskal_gamma")


def test_cheat_sheet_has_the_formula_only():
    assert "for the twelve patients" not in lesson.cheat_sheet()


def test_chance_that_was_sampled_says_so(monkeypatch):
    found = SimpleNamespace(mean=-0.0001, method="sample")
    monkeypatch.setattr(lesson.ordref, "chance", lambda *_, **__: found)
    lesson.by_chance.cache_clear()
    assert chance_of("ccr").endswith("for the twelve patients $0.000$ (sampled) |")
    lesson.by_chance.cache_clear()


def test_numbers_stand_on_their_points():
    frame = pd.DataFrame({"a": ["0.5", "12", "0.667"], "b": ["1/2", "x", "3"]})
    texts, _ = rows(frame)
    places = [
        row[0].replace("\u2008", ".").find(".") - len(row[0]) for row in texts[1:]
    ]
    assert places == [-4] * 3
    assert [row[1] for row in texts[1:]] == ["1/2", "x", "3"]


def table_of(*rows):
    """A table of the text, as docutils has it: its head, and its rows."""

    def row(texts):
        entries = [nodes.entry("", nodes.paragraph("", text)) for text in texts]
        return nodes.row("", *entries)

    head, *body = map(row, rows)
    group = nodes.tgroup("", nodes.thead("", head), nodes.tbody("", *body))
    return nodes.table("", group)


def test_columns_of_numbers_in_the_text_are_marked():
    table = table_of(["kind", "cases"], ["mild", "5"], ["all", "12.5"], ["none", ""])
    tables.stand(table)
    kinds = [entry["classes"] for entry in table.findall(nodes.entry)]
    assert kinds == [[], ["number"]] * 4
    assert [entry.astext() for entry in table.findall(nodes.entry)][
        3
    ] == "5\u2008\u2007"


def test_words_and_steps_are_no_numbers():
    table = table_of(["kind", "steps"], ["mild", "1 + 1"], ["all", "2"])
    tables.stand(table)
    assert not any(entry["classes"] for entry in table.findall(nodes.entry))
