"""The cards of measures: complete, and each line of code gives the number of the measure.

A line of Python runs with what it imports. There is no R here: lines of R have been run by R,
with base R and vcd by studies/cards.R, with DescTools by studies/errors.R; their values are stored.
"""

import ast
import csv
import importlib.util
import re
from fractions import Fraction
from xml.etree import ElementTree

import card
import numpy as np
import other_cards
import pytest
from files import ROOT
from glance import SAID
from other_cards import EXAMPLES
from small import random_matrices

import ordref
from ordref import data, definitions
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


def named(n):
    """What the calls of a measure of a matrix are of."""
    y_true, y_pred = labels(n)
    classes = list(range(1, len(n) + 1))
    return {"cm": n, "y_true": y_true, "y_pred": y_pred, "classes": classes}


def value(text, names):
    """What the last line of some code gives."""
    names = dict(names)
    *before, last = ast.parse(text).body
    exec(compile(ast.Module(before, []), "card", "exec"), names)
    return eval(compile(ast.Expression(last.value), "card", "eval"), names)


def test_there_are_tables():
    assert len(TABLES) > 9
    assert {len(n) for n in TABLES} == {3, 4}


@pytest.mark.parametrize("name", [*SHOWN, *EXAMPLES])
def test_a_card_has_everything(name):
    said = card.WORDS[name]
    assert said.reading.startswith("0.5: ")
    for text in (said.reading, said.use, said.avoid):
        assert text.endswith((".", "?")), text
        assert len(text.split()) <= 45, text
        assert "$" not in text
        assert "`" not in text
    assert {*said.code} - {"ordref"} == {"python", "r"}
    assert ("ordref" in said.code) == (name in EXAMPLES)


@pytest.mark.parametrize("name", SHOWN)
def test_the_call_of_the_book_is_the_measure(name):
    for n in TABLES:
        assert value(card.code(name).ordref, named(n)) == pytest.approx(
            MEASURES[name](n)
        )


@pytest.mark.parametrize("name", PYTHON)
def test_the_call_of_another_library_gives_the_same(name):
    text = card.code(name).python
    if "krippendorff" in text and not importlib.util.find_spec("krippendorff"):
        pytest.skip("krippendorff is not installed")
    for n in TABLES:
        assert value(text, named(n)) == pytest.approx(
            float(MEASURES[name](n)), abs=1e-12
        )


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


@pytest.mark.parametrize("name", [*SHOWN, *EXAMPLES])
def test_every_name_that_a_call_is_given_is_said(name):
    calls = " ".join(card.code(name))
    words = card.code_tabs(name).partition('class="code-tab"')[0]
    names = named(TABLES[0])
    if name in EXAMPLES:
        names, _ = SAMPLES[name](np.random.default_rng(0))
    for given in names:
        if re.search(rf"\b{given}\b", calls):
            assert f"<code>{given}</code>" in words
    assert "code-given" in words
    assert ("np.array([1, 3, 2])" in card.as_markdown(name)) == ("y_pred" in calls)


def rows(file):
    with (ROOT / "studies" / "results" / file).open(encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def arrays(text):
    """What lines of R were of: by name, row by row."""
    found = {}
    for part in text.split("; "):
        name, columns, cells = re.fullmatch(r"(\w+) (\d+): (.*)", part).groups()
        x = np.array(cells.split(), dtype=float)
        found[name] = x if columns == "1" else x.reshape(-1, int(columns))
    return found


def stored():
    """By lines of R, as a card has them: what they were of, and the values of R."""
    found = {}
    for row in rows("cards.csv"):
        found.setdefault(row["lines"], []).append(
            (arrays(row["of"]), float(row["value"]))
        )
    for row in rows("errors.csv"):
        if row["package"] == "DescTools":
            function, _, side = row["call"].partition(" ")
            more = f', direction = "{side}"' if side else ""
            found.setdefault(f"DescTools::{function}(cm{more})", []).append(
                (arrays(f"cm 3: {row['cm']}"), float(row["value"]))
            )
    return found


@pytest.mark.parametrize("name", R)
def test_lines_of_r_gave_the_same_in_r(name):
    there = stored()[card.code(name).r]
    assert len(there) > (3 if "DescTools" in card.code(name).r else 8)
    for of, found in there:
        n = of["cm"].astype(int)
        assert found == pytest.approx(float(MEASURES[name](n)), abs=1e-12), n


def test_r_has_run_the_lines_on_tables_with_classes_that_are_absent():
    """On one side, on the other, on both, and on the twelve patients."""
    there = stored()[card.code("ccr").r]
    tables = [of["cm"] for of, _ in there]
    assert any((n == data.TWELVE.counts).all() for n in tables if len(n) == 3)
    assert len({(n.any(axis=1).all(), n.any(axis=0).all()) for n in tables}) == 4
    assert {len(n) for n in tables} == {2, 3, 4, 5}


# Lines of R of forecasts and of ratings, by the definitions.
DEFINED = {
    "ranked_probability_score": lambda of: definitions.ranked_probability_score(
        [*zip(of["y_true"].astype(int).tolist(), exact(of["p"]), strict=True)]
    ),
    "krippendorff_alpha_ordinal": lambda of: definitions.krippendorff_alpha(
        ratings(of["n"]), "ordinal"
    ),
    "fleiss_kappa": lambda of: definitions.weighted_pi(ratings(of["n"]), "unweighted"),
}


def exact(p):
    return [[Fraction(x) for x in row] for row in p.tolist()]


def ratings(n):
    """Rows of ratings with these counts, the shorter ones filled up."""
    found = [
        np.repeat(np.arange(1, n.shape[1] + 1), row).tolist() for row in n.astype(int)
    ]
    most = max(map(len, found))
    return [row + [None] * (most - len(row)) for row in found]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if card.code(name).r])
def test_lines_of_r_for_forecasts_and_ratings_gave_the_same_in_r(name):
    there = stored()[card.code(name).r]
    assert len(there) > 2
    for of, found in there:
        assert found == pytest.approx(float(DEFINED[name](of)), abs=1e-12)


def of_forecasts(rng):
    N, K = rng.integers(4, 20), rng.integers(2, 6)
    parts, y_true = rng.integers(0, 9, (N, K)), rng.integers(1, K + 1, N)
    parts[:, -1] += 1
    exactly = [[Fraction(x, sum(row)) for x in row] for row in parts.tolist()]
    p = np.array(exactly, dtype=float)
    pairs = [*zip(y_true.tolist(), exactly, strict=True)]
    names = {"p": p, "y_true": y_true, "classes": list(range(1, K + 1))}
    return names, definitions.ranked_probability_score(pairs)


def of_ratings(rng, gaps, measure, kind):
    """Ratings of some units, also the rows of those with one rating or none."""
    whole = rng.integers(1, 5, (rng.integers(4, 12), 3))
    rows = [[None if gaps and rng.random() < 0.3 else int(x) for x in r] for r in whole]
    n = np.array([[row.count(k) for k in (1, 2, 3, 4)] for row in rows])
    pairable = n[n.sum(axis=1) > 1]
    return {"rows": rows, "n": pairable}, measure(rows, kind)


def of_ranking(rng):
    table = {"a": 0, "b": 1, "c": 3}
    ranked = rng.permutation([*"aabbbcc"]).tolist()
    x = [table[letter] for letter in ranked]
    return {"labels": ranked, "distances": table}, definitions.classi(x)


# What the calls of a card are of, and the value by the definition.
SAMPLES = {
    "ranked_probability_score": of_forecasts,
    "krippendorff_alpha_ordinal": lambda rng: of_ratings(
        rng, True, definitions.krippendorff_alpha, "ordinal"
    ),
    "fleiss_kappa": lambda rng: of_ratings(
        rng, False, definitions.weighted_pi, "unweighted"
    ),
    "classi": of_ranking,
}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", EXAMPLES)
def test_calls_of_forecasts_ratings_and_rankings_give_the_same(name, seed):
    names, expected = SAMPLES[name](np.random.default_rng(seed))
    calls = card.code(name)
    assert value(calls.ordref, names) == pytest.approx(float(expected), abs=1e-12)
    module = re.match(r"(?:from|import) (\w+)", calls.python)
    if calls.python and importlib.util.find_spec(module[1]):
        assert value(calls.python, names) == pytest.approx(float(expected), abs=1e-12)


def test_the_examples_are_those_of_the_chapters():
    """By hand RPS is 37/96, ClasSi -1/14, and alpha of the four observers is printed as .815."""
    found = {name: card.example(name)[0] for name in EXAMPLES}
    assert found["ranked_probability_score"] == pytest.approx(37 / 96)
    assert found["classi"] == pytest.approx(-1 / 14)
    assert round(found["krippendorff_alpha_ordinal"], 3) == 0.815
    for name in EXAMPLES:
        assert f"{card.in_digits(found[name])}," in card.as_markdown(name)


def shuffled(name, rng):
    """The value of the example of a card with what was predicted in another order."""
    measure = EXAMPLES[name].measure
    if name == "ranked_probability_score":
        true, p = other_cards.forecasts()
        return measure.function(true, rng.permutation(p))
    if name == "classi":
        return measure(rng.permutation(other_cards.ranking()).tolist())
    counts = other_cards.observers().counts
    pool = rng.permutation(np.repeat(np.arange(1, 6), counts.sum(axis=0))).tolist()
    rows = [[pool.pop() for _ in range(size)] for size in counts.sum(axis=1)]
    long = [row + [None] * (4 - len(row)) for row in rows]
    return measure(ordref.from_ratings(long, labels=[1, 2, 3, 4, 5]))


@pytest.mark.parametrize("name", EXAMPLES)
def test_chance_is_the_mean_over_orders(name):
    rng = np.random.default_rng(0)
    found = [shuffled(name, rng) for _ in range(2_000)]
    off = abs(np.mean(found) - card.example(name)[1])
    assert off < 4 * np.std(found) / len(found) ** 0.5


def drawn(svg):
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("name", [*SHOWN, *EXAMPLES])
def test_a_ruler_puts_each_value_in_its_place(name):
    measure = card.SHOWN[name]
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
    svg = drawn(card.ruler_of_example("mae"))
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
    assert not list(drawn(card.ruler_of_example("mae", small=True)).iter("text"))


def test_words_below_a_ruler_do_not_meet():
    """They share a row where the narrowest ruler has room for them, a letter apart."""
    for chance in np.linspace(-1, 1, 81):
        svg = drawn(card.ruler("weighted_kappa", chance=chance))
        by_chance, left, right = svg.iter("text")
        if by_chance.get("y") == left.get("y"):
            x, half = float(by_chance.get("x")[:-1]) / 100, len(by_chance.text) / 2
            assert by_chance.get("text-anchor") == "middle"
            assert len(left.text) + 1 < x / card.LETTER - half
            assert len(right.text) + 1 < (1 - x) / card.LETTER - half
    assert by_chance.get("y") != left.get("y")
    svg = drawn(card.ruler_of_example("weighted_kappa"))
    assert len({text.get("y") for text in svg.iter("text")}) == 2


@pytest.mark.parametrize("name", [*SHOWN, *EXAMPLES])
def test_a_card_shows_three_languages(name):
    html = card.card(name)
    shown = re.findall(r'data-language="(\w+)"', html)
    assert shown == ["ordref", "python", "r"]
    said = {x: card.code(name)._asdict()[x] for x in ("python", "r")}
    missing = [language for language in said if not said[language]]
    whole = card.NOBODY if len(missing) == 2 else ""
    for language in missing:
        assert (whole or card.ELSEWHERE[language]) in html
    assert "0.5</b>: " in html
    assert ordref.__name__ in html
