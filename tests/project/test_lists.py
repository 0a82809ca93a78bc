"""What is made from the catalogue has all of it; what names measures uses its names."""

import ast
import inspect
import json
import re
from html import escape

import catalogue as pages
import emblems
import front
import glance
import lists
import nbformat
import numpy as np
import yaml
from files import ROOT, flat, read
from glance import CHAPTERS

import ordref
from bench import rows as bench
from ordref.catalogue import MEASURES

BOOK = ROOT / "chapters"


# ------------------------------------------------------------------- what is made


def test_tables_are_those_of_the_package():
    for file, made in lists.MADE.items():
        text = read(file)
        assert lists.listed(text, *made) == text, f"{file}: run `make lists`"


def test_a_changed_part_or_import_changes_its_table(monkeypatch):
    readme, rooms = lists.parts(), lists.rooms()
    monkeypatch.delitem(lists.PARTS, next(iter(lists.PARTS)))
    assert lists.parts() != readme
    more = {room: {*others} for room, others in lists.imported().items()}
    more["matrices"].add("search")
    monkeypatch.setattr(lists, "imported", lambda: more)
    assert lists.rooms() != rooms


def test_the_house_is_small():
    """What one can hold in mind: so many rooms, floors and arrows, and two wings."""
    arrows = sum(map(len, lists.imported().values()))
    highest = max(map(lists.floor, lists.imported()))
    assert (len(lists.imported()) <= 15, highest <= 9, arrows <= 47) == (True,) * 3


def parts_of_the_contents():
    return yaml.safe_load(read("_toc.yml"))["parts"]


def test_every_part_has_a_sentence_and_two_to_six_chapters():
    parts = parts_of_the_contents()
    assert [part["caption"] for part in parts] == [*glance.PARTS]
    assert len(parts) <= 9
    for part in parts:
        assert 2 <= len(part["chapters"]) <= 6, part["caption"]


def test_front_page_has_every_part_and_its_chapters():
    assert "{parts-of-the-book}" in read("chapters/index.md")
    page = front.parts()
    for part in parts_of_the_contents():
        tile = page.partition(f">{escape(part['caption'])}</span>")[2]
        tile = tile.partition("</details>")[0]
        assert escape(glance.PARTS[part["caption"]]) in tile
        for chapter in part["chapters"]:
            name = chapter["file"].removeprefix("chapters/")
            number = front.numbered().get(name, "")
            assert (number == "") == ("numbered" not in part)
            assert (
                f'<span class="number">{number}</span> '
                f'<a href="{name}.html">{escape(chapter["title"])}</a>'
            ) in tile
    assert page.count("<svg") == len(glance.PARTS) == len(emblems.DRAWN)
    assert len({emblems.emblem(k) for k in range(len(emblems.DRAWN))}) == 9


def test_a_line_says_what_each_part_is_about():
    assert max(len(says.split()) for says in glance.PARTS.values()) <= 16


def test_front_page_has_two_systems_of_one_accuracy_that_divide_the_measures():
    one, other = front.SYSTEMS.values()
    # What the page says of them in words: forty cases, of which 28 are right.
    for cm in (one, other):
        assert (np.sum(cm), np.trace(cm)) == (40, 28)
    assert "forty cases, and each of them is right 28 times" in flat(
        read("chapters/index.md")
    )
    pairs = [MEASURES[name](counts) for name in front.ASKED for counts in (one, other)]
    assert pairs[0] == pairs[1]
    signs = [MEASURES[name].better == "high" for name in front.ASKED]
    ahead = {
        (a > b) == up
        for a, b, up in zip(pairs[2::2], pairs[3::2], signs[1:], strict=True)
    }
    assert ahead == {True, False}


def test_page_of_functions_has_every_public_name_once():
    page = read("chapters/api.md").replace("```{catalogue-api}\n```", pages.api())
    found = re.findall(r"auto(?:function|class):: (\S+)", page)
    assert len(found) == len(set(found))
    assert {f"ordref.{name}" for name in ordref.__all__} <= set(found)
    for measure in MEASURES.values():
        home = inspect.getmodule(measure.function)
        addresses = {f"ordref.{n}" if n in ordref.__all__ else f"{home.__name__}.{n}"
                     for n in home.__all__}  # fmt: skip
        assert addresses <= set(found)


def test_chapters_are_those_of_the_table_of_contents():
    files = re.findall(r"file: chapters/(\w+)", read("_toc.yml"))
    notebooks = {file for file in files if (BOOK / f"{file}.ipynb").is_file()}
    assert notebooks == {chapter.name for chapter in CHAPTERS}


# ------------------------------------------------------------------- names


def assigned(path, cell, variable):
    """What a cell of a chapter assigns to a variable, as a tree."""
    (found,) = [c for c in nbformat.read(path, as_version=4).cells if c.id == cell]
    for node in ast.parse(found.source).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == variable:
            return node.value
    raise AssertionError(f"no {variable} in {cell}")


def test_map_of_the_preface_has_names_of_the_catalogue():
    asked = assigned(BOOK / "preface.ipynb", "preface-asked", "QUESTIONS")
    names = [name for asks in ast.literal_eval(asked).values() for name in asks]
    assert set(names) <= set(MEASURES)
    assert len(names) == len(set(names))


def test_bench_has_names_of_the_catalogue_and_a_row_or_a_reason_for_each():
    timed = set(bench.MEASURES) - {"sensitivity_per_class"}
    assert set(bench.PEERS) <= set(bench.MEASURES)
    assert set(bench.ELSEWHERE) <= set(MEASURES)
    assert not timed & set(bench.ELSEWHERE)
    assert timed <= set(MEASURES)
    assert all(len(reason) > 10 for reason in bench.ELSEWHERE.values())
    missing = set(MEASURES) - {*timed, *bench.ELSEWHERE}
    assert not missing, (
        f"bench/rows.py: no row and no reason in ELSEWHERE for {missing}"
    )
    assert set(bench.COEFFICIENTS) <= set(MEASURES)


def test_vectors_have_the_names_of_the_catalogue():
    for name, measure in MEASURES.items():
        stored = json.loads(read(f"ordref/vectors/{name}.json"))
        found = [stored[key] for key in ("measure", "symbol", "chapter")]
        assert found == [name, measure.symbol, measure.chapter]


# ------------------------------------------------------------------- versions


def test_a_version_is_told_of_in_the_changelog():
    text = read("CHANGELOG.md")
    told = re.findall(r"^## (\d+\.\d+\.\d+)$", text, re.MULTILINE)
    cited = re.findall(r"^version: (.+)$", read("CITATION.cff"), re.MULTILINE)
    assert [told[0]] == cited == [ordref.__version__]


def test_changelog_has_the_version_of_the_vectors():
    schema = json.loads(read("ordref/vectors/schema.json"))
    version = schema["properties"]["version"]["const"]
    assert f"version {version} of the test vectors" in flat(read("CHANGELOG.md"))


def test_contributing_is_read_in_ten_minutes():
    assert len(read("CONTRIBUTING.md").split()) < 1500
