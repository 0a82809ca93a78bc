"""What the catalogue says of measures and chapters, from the measures and the chapters."""

import inspect
import json
import math
import re

import nbformat
import numpy as np
import pytest
from files import ROOT, flat, read
from small import all_matrices

import ordref
from ordref.catalogue import CHAPTERS, MEASURES, Measure
from ordref.verify import vectors

BOOK = ROOT / "chapters"

every_measure = pytest.mark.parametrize("name", MEASURES)


# ------------------------------------------------------------------- the range


def far_apart():
    """True among the first five of 25 classes, predicted among the last five."""
    n = np.zeros((25, 25), int)
    n[:5, -5:] = 1
    return n


# The lower end of others is that of three classes, too.
OF_MANY_CLASSES = {"gwet_ac2": far_apart()}


def ends(name, K):
    """The least and the greatest value of small tables, but for rounding."""
    measure, tables = MEASURES[name], [*all_matrices(K, 3)]
    if name in OF_MANY_CLASSES:
        tables.append(OF_MANY_CLASSES[name])
    values = [value for value in map(measure, tables) if value == value]
    return round(min(values), 9), round(max(values), 9)


@every_measure
def test_the_range_is_that_of_small_tables_in_whole_numbers(name):
    least, greatest = ends(name, 3)
    assert math.floor(least) == MEASURES[name].least
    assert math.ceil(greatest) == MEASURES[name].greatest(3)
    assert math.ceil(ends(name, 2)[1]) == MEASURES[name].greatest(2)


@every_measure
def test_the_better_end_is_that_of_hits(name):
    """Of what is neither, hits are low, and it is a part of another measure."""
    measure = MEASURES[name]
    if not measure.shown:
        return
    hits = measure(np.eye(3, dtype=int))
    others = measure(np.eye(3, dtype=int) + 1)
    if hits > others:
        assert measure.better == "high"
    else:
        larger = [{*m.searches} for m in MEASURES.values()]
        part = any({*measure.searches} < whole for whole in larger)
        assert measure.better == ("neither" if part and measure.searches else "low")


# ------------------------------------------------------------------- what it takes


@every_measure
def test_what_it_accepts_is_what_it_does_not_refuse(name):
    measure = MEASURES[name]
    assert measure.accepts in ("weights", "counts")
    shares = np.array([[0.5, 0.25], [0.0, 0.25]])
    if measure.accepts == "weights":
        assert np.isfinite(measure(shares))
    else:
        with pytest.raises(ValueError, match="no whole number"):
            measure(shares)


@every_measure
def test_classes_of_the_vectors_are_as_many_as_the_definition_can_have(name):
    cases = vectors(name)["cases"]
    assert MEASURES[name].max_classes == max(len(case["cm"]) for case in cases)


@every_measure
def test_a_measure_that_searches_is_the_largest_of_what_it_finds(name):
    measure = MEASURES[name]
    if not measure.searches:
        assert name == "sup_correlation" or not name.endswith("_correlation")
        return
    for cm in ([[2, 1, 0], [0, 1, 1], [2, 0, 1]], [[0, 1, 2], [1, 1, 0], [2, 0, 0]]):
        found = [
            ordref.functional_correlation(cm, kind).value for kind in measure.searches
        ]
        assert measure(cm) == pytest.approx(max(found), abs=1e-9)


def test_a_row_says_no_more_than_it_has_to():
    plain = Measure("trace", np.trace, "T", "the trace", "accuracy#sec", 0, "high")
    assert plain([[2, 1], [0, 3]]) == 5
    assert plain.definition == "trace"
    assert plain.chapter == "accuracy"
    assert plain.greatest(7) == 1
    assert plain.shown
    assert (plain.searches, plain.words, plain.options) == ((), (), {})
    assert plain.accepts == "weights"


@every_measure
def test_a_measure_is_called_by_its_name_and_its_options(name):
    measure = MEASURES[name]
    assert measure.name == name
    assert measure.definition == measure.function.__name__
    cm = [[2, 1, 0], [0, 1, 1], [2, 0, 1]]
    assert measure(cm) == getattr(ordref, measure.definition)(cm, **measure.options)
    assert name.startswith(measure.definition)
    assert bool(measure.options) == (name != measure.definition)


def test_all_but_the_wrong_formula_are_shown():
    assert [name for name, m in MEASURES.items() if not m.shown] == ["r_int_2008"]


# ------------------------------------------------------------------- how it is written


@pytest.mark.parametrize(
    ("name", "tex"),
    [
        ("mae", r"\mathrm{MAE}"),
        ("minimum_sensitivity", r"\mathrm{MS}"), ("accuracy_within", r"\mathrm{CCR}_1"),
        ("kendall_tau_b", r"\tau_b"), ("goodman_kruskal_gamma", r"\gamma"),
        ("somers_d", "d"), ("somers_d_true", "d_t"), ("spearman", "R_s"), ("pearson", "r"),
        ("r_int", r"r_\mathrm{int}"), ("weighted_kappa_quadratic", r"\kappa_q"),
        ("weighted_kappa_unweighted", r"\kappa"), ("weighted_pi", r"\pi_w"),
        ("krippendorff_alpha", r"\alpha"), ("oci_prime", r"\mathrm{OC'}"),
    ],
)  # fmt: skip
def test_a_symbol_in_tex(name, tex):
    assert MEASURES[name].tex == tex


def test_letters_of_a_word_are_upright():
    def tex(symbol):
        return Measure("", np.trace, symbol, "", "", 0, "high").tex

    assert tex("x_i") == "x_i"
    assert tex("x_ij") == r"x_\mathrm{ij}"
    assert tex("xy_ijk") == r"\mathrm{xy}_\mathrm{ijk}"


def source(chapter):
    cells = json.loads(read(f"chapters/{chapter}.ipynb"))["cells"]
    return "\n".join(
        "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"
    )


def bare(tex):
    """TeX without what only says how letters look."""
    return re.sub(r"\\(?:mathrm|text)\b|[\\{}\s]", "", tex)


@every_measure
def test_the_symbol_is_that_of_the_chapter(name):
    measure = MEASURES[name]
    symbol = bare(measure.symbol.replace("_int as quoted", "_int"))
    assert re.search(
        rf"(?<![A-Za-z]){re.escape(symbol)}", bare(source(measure.chapter))
    )


@every_measure
def test_the_title_is_in_words_of_the_chapter(name):
    measure = MEASURES[name]
    said = flat(source(measure.chapter) + inspect.getdoc(measure.function))
    assert {*re.findall(r"[\w']+", flat(measure.title))} <= {
        *re.findall(r"[\w']+", said)
    }


@every_measure
def test_the_section_is_one_of_the_chapter(name):
    chapter, _, anchor = MEASURES[name].section.partition("#")
    assert chapter == MEASURES[name].chapter
    assert f"({anchor})=" in source(chapter).splitlines()


@every_measure
def test_the_chapter_is_one_of_the_book(name):
    assert MEASURES[name].chapter in [chapter.name for chapter in CHAPTERS]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_has_the_name_of_its_heading(chapter):
    cells = nbformat.read(BOOK / f"{chapter.name}.ipynb", as_version=4).cells
    heading = re.search(r"^# (.*)$", cells[0].source.replace("$", ""), re.MULTILINE)[1]
    assert heading.startswith(chapter.title.split(":")[0])


# ------------------------------------------------------------------- what people search for


def prose(stem):
    cells = nbformat.read(BOOK / f"{stem}.ipynb", as_version=4).cells
    return flat(" ".join(c.source for c in cells if c.cell_type == "markdown"))


def searched():
    return [(m.name, word) for m in MEASURES.values() for word in m.words]


def word_in(word, text):
    return re.search(rf"(?<!\w){re.escape(flat(word))}(?!\w)", text)


@pytest.mark.parametrize(("name", "word"), searched())
def test_words_that_people_search_for_lead_to_the_measure(name, word):
    measure = MEASURES[name]
    docstring = flat(inspect.getdoc(measure.function))
    assert word_in(word, docstring), f"the docstring of {name} does not say {word!r}"
    book = prose(measure.chapter) + flat(read("chapters/glossary.md"))
    assert word_in(word, book), (
        f"neither chapters/{measure.chapter}.ipynb nor the glossary says {word!r}"
    )


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("sup_correlation", "maximal correlation"),
        ("sup_correlation", "Hirschfeld, Gebelein, Renyi"),
        ("weighted_kappa_quadratic", "QWK"),
        ("ccr", "accuracy"),
        ("mer", "error rate"),
        ("mer", "zero-one loss"),
        ("amae", "macro-averaged MAE"),
        ("somers_d", "Somers' D"),
    ],
)
def test_catalogue_has_the_usual_names(name, word):
    assert word in MEASURES[name].words
