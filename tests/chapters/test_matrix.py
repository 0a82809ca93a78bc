"""Confusion matrices in the text: one table, with one look, drawn from the data."""

import re

import pytest
from book import prose
from bs4 import BeautifulSoup
from glance import CHAPTERS
from matrix import Given, outline

from ordref import data

NAMES = data.TWELVE.labels


def plain_tables(text):
    """Tables in Markdown whose rows and columns have the same names: matrices."""
    for found in re.finditer(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        rows = [
            [
                re.sub(r"[*\s]|predicted", "", cell)
                for cell in line.strip("|").split("|")
            ]
            for line in found[0].splitlines()
        ]
        firsts = [row[0] for row in rows[2:]]
        if len(firsts) > 1 and {*firsts} <= {*rows[0]}:
            yield found[0]


def soup(*given, body=()):
    return BeautifulSoup(Given(*given, body).html(), "html.parser")


def counts(table):
    rows = table.tbody.select("tr:not(.below)")
    return [[td.contents[0] for td in row.select("td:not(.beside)")] for row in rows]


def test_no_matrix_is_a_plain_table():
    found = {c.name: [*plain_tables(prose(c.name))] for c in CHAPTERS}
    assert not {name: tables for name, tables in found.items() if tables}
    planted = "| | mild | severe |\n|---|---|---|\n| **mild** | 4 | 2 |\n| **severe** | 1 | 0 |\n"
    assert [*plain_tables(planted)]


def test_the_twelve_are_drawn_from_the_data():
    table = soup("twelve", {})
    assert counts(table) == [
        [str(n) for n in row] for row in data.TWELVE.counts.tolist()
    ]
    assert [th.text for th in table.select("tbody th")] == [*NAMES]
    assert [th.text for th in table.select("thead th[scope=col]")] == [*NAMES]
    assert [td["class"] for td in table.select("tbody td")[:4]] == [
        ["hit"], ["miss"], ["miss"], ["miss"],
    ]  # fmt: skip


def test_sums_and_what_stands_beside_are_no_cells():
    table = soup(
        "twelve",
        {"sums": "all", "below": "as | $\\tfrac12$", "beside": "x | a | b | c"},
    )
    n = data.TWELVE.counts
    beside = [
        [td.text for td in row.select(".beside")] for row in table.select("tbody tr")
    ]
    assert [row[0] for row in beside[:3]] == [str(x) for x in n.sum(1)]
    assert beside[3][:4] == [*map(str, n.sum(0)), str(n.sum())]
    assert counts(table) == [[str(x) for x in row] for row in n.tolist()]
    assert len({len(row("td")) for row in table.select("tbody tr")}) == 1


def test_rows_of_a_body_have_notes_and_are_the_data():
    body = ["mild | 4 | 2 by one | 0", "moderate | 0 | 3 | 1", "severe | 1 | 1 | 0"]
    table = soup("twelve", {}, body=body)
    assert [small.text for small in table.select("small")] == ["by one"]
    with pytest.raises(ValueError, match="not the counts of twelve"):
        Given("twelve", {}, [body[0].replace("4", "5"), *body[1:]])
    with pytest.raises(ValueError, match="a number for each column"):
        Given(None, {}, ["a | 1 | 2", "b | 3"])


def test_a_path_is_a_line_around_its_cells():
    """Each side of a cell has the line, unless the next cell of the path is behind it."""
    path = [(0, 0), (0, 1), (1, 1)]
    sides = outline(path)
    assert sides[0, 0] == ["top", "bottom", "left"]
    assert sides[0, 1] == ["top", "right"]
    assert sides[1, 1] == ["right", "bottom", "left"]
    table = soup("twelve", {"path": "1,1 1,2 2,2"})
    drawn = [td.get("data-path") for td in table.select("tbody td")]
    assert [at for at, side in enumerate(drawn) if side] == [0, 1, 4]
    with pytest.raises(ValueError, match="a path goes down"):
        Given("twelve", {"path": "1,1 3,3"}, [])


def test_without_a_style_sheet_it_is_a_table():
    lines = Given("twelve", {"sums": "all", "path": "1,1"}, []).markdown()
    assert lines[0].startswith("| true \\ predicted | mild")
    assert lines[2] == "| **mild** | **4** | 2 | 0 | 6 |"
    assert lines[-1] == "| **all** | 5 | 6 | 1 | 12 |"
