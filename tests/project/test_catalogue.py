"""What the catalogue says of measures and chapters, from the measures and the chapters."""

import inspect
import json
import math
import re
from functools import cache

import numpy as np
import pytest
from files import flat, read
from glance import CHAPTERS
from small import all_matrices

import ordref
from ordref.catalogue import MEASURES, Measure
from ordref.verify import vectors

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


def test_the_range_is_that_of_small_tables_in_whole_numbers():
    for name, measure in MEASURES.items():
        least, greatest = ends(name, 3)
        assert math.floor(least) == measure.least, name
        assert math.ceil(greatest) == measure.greatest(3), name
        assert math.ceil(ends(name, 2)[1]) == measure.greatest(2), name


def test_the_better_end_is_that_of_hits():
    """Of what is neither, hits are low, and it is a part of another measure."""
    larger = [{*m.searches} for m in MEASURES.values()]
    for name, measure in MEASURES.items():
        hits = measure(np.eye(3, dtype=int))
        others = measure(np.eye(3, dtype=int) + 1)
        part = measure.searches and any({*measure.searches} < one for one in larger)
        low = "neither" if part else "low"
        if measure.shown:
            assert measure.better == ("high" if hits > others else low), name


# ------------------------------------------------------------------- what it takes


def test_what_it_accepts_is_what_it_does_not_refuse():
    shares = np.array([[0.5, 0.25], [0.0, 0.25]])
    for name, measure in MEASURES.items():
        assert measure.accepts in ("weights", "counts"), name
        if measure.accepts == "weights":
            assert np.isfinite(measure(shares)), name
        else:
            with pytest.raises(ValueError, match="not a whole number"):
                measure(shares)


def test_classes_of_the_vectors_are_as_many_as_the_definition_can_have():
    for name, measure in MEASURES.items():
        cases = vectors(name)["cases"]
        assert measure.max_classes == max(len(case["cm"]) for case in cases), name


def test_a_measure_that_searches_is_the_largest_of_what_it_finds():
    tables = [[2, 1, 0], [0, 1, 1], [2, 0, 1]], [[0, 1, 2], [1, 1, 0], [2, 0, 0]]
    for name, measure in MEASURES.items():
        if not measure.searches:
            assert name == "sup_correlation" or not name.endswith("_correlation")
            continue
        for cm in tables:
            found = (ordref.functional_correlation(cm, k) for k in measure.searches)
            best = max(one.value for one in found)
            assert measure(cm) == pytest.approx(best, abs=1e-9), name


def test_a_row_says_no_more_than_it_has_to():
    plain = Measure("trace", np.trace, "T", "the trace", "accuracy#sec", 0, "high")
    assert plain([[2, 1], [0, 3]]) == 5
    assert plain.definition == "trace"
    assert plain.chapter == "accuracy"
    assert plain.greatest(7) == 1
    assert plain.shown
    assert (plain.searches, plain.words, plain.options) == ((), (), {})
    assert plain.accepts == "weights"


def test_a_measure_is_called_by_its_name_and_its_options():
    cm = [[2, 1, 0], [0, 1, 1], [2, 0, 1]]
    for name, measure in MEASURES.items():
        assert measure.name == name
        assert measure.definition == measure.function.__name__
        assert measure(cm) == getattr(ordref, measure.definition)(cm, **measure.options)
        assert name.startswith(measure.definition)
        assert bool(measure.options) == (name != measure.definition)


def test_all_but_the_wrong_formula_are_shown():
    assert [name for name, m in MEASURES.items() if not m.shown] == ["r_int_2008"]


# ------------------------------------------------------------------- how it is written


TEX = {
    "mae": r"\mathrm{MAE}", "minimum_sensitivity": r"\mathrm{MS}",
    "accuracy_within": r"\mathrm{CCR}_1", "kendall_tau_b": r"\tau_b",
    "goodman_kruskal_gamma": r"\gamma", "somers_d": "d", "somers_d_true": "d_t",
    "spearman": "R_s", "pearson": "r", "r_int": r"r_\mathrm{int}",
    "weighted_kappa_quadratic": r"\kappa_q", "weighted_kappa_unweighted": r"\kappa",
    "weighted_pi": r"\pi_w", "krippendorff_alpha": r"\alpha", "oci_prime": r"\mathrm{OC'}",
}  # fmt: skip


def test_symbols_in_tex():
    assert {name: MEASURES[name].tex for name in TEX} == TEX


def test_letters_of_a_word_are_upright():
    def tex(symbol):
        return Measure("", np.trace, symbol, "", "", 0, "high").tex

    assert tex("x_i") == "x_i"
    assert tex("x_ij") == r"x_\mathrm{ij}"
    assert tex("xy_ijk") == r"\mathrm{xy}_\mathrm{ijk}"


@cache
def source(chapter):
    """The prose of a chapter."""
    cells = json.loads(read(f"chapters/{chapter}.ipynb"))["cells"]
    return "\n".join(
        "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"
    )


def bare(tex):
    """TeX without what only says how letters look."""
    return re.sub(r"\\(?:mathrm|text)\b|[\\{}\s]", "", tex)


def test_symbol_title_and_section_are_those_of_the_chapter():
    """The title is in words of the chapter, or of the docstring."""
    for name, measure in MEASURES.items():
        text = source(measure.chapter)
        symbol = re.escape(bare(measure.symbol.replace("_int as quoted", "_int")))
        assert re.search(rf"(?<![A-Za-z]){symbol}", bare(text)), name
        said = re.findall(r"[\w']+", flat(text + inspect.getdoc(measure.function)))
        assert {*re.findall(r"[\w']+", flat(measure.title))} <= {*said}, name
        chapter, _, anchor = measure.section.partition("#")
        assert chapter == measure.chapter
        assert f"({anchor})=" in text.splitlines(), name
        assert measure.chapter in [chapter.name for chapter in CHAPTERS]


def test_chapters_have_the_names_of_their_headings():
    for chapter in CHAPTERS:
        text = source(chapter.name).replace("$", "")
        heading = re.search(r"^# (.*)$", text, re.MULTILINE)[1]
        assert heading.startswith(chapter.title.split(":")[0]), chapter.name


# ------------------------------------------------------------------- what people search for


def word_in(word, text):
    return re.search(rf"(?<!\w){re.escape(flat(word))}(?!\w)", text)


def test_words_that_people_search_for_lead_to_the_measure():
    glossary = flat(read("chapters/glossary.md"))
    for name, measure in MEASURES.items():
        docstring = flat(inspect.getdoc(measure.function))
        book = flat(source(measure.chapter)) + glossary
        for word in measure.words:
            assert word_in(word, docstring), f"the docstring of {name}: no {word!r}"
            assert word_in(word, book), (
                f"neither chapters/{measure.chapter}.ipynb nor the glossary: {word!r}"
            )


USUAL = {
    "sup_correlation": {"maximal correlation", "Hirschfeld, Gebelein, Rényi"},
    "weighted_kappa_quadratic": {"QWK"},
    "ccr": {"accuracy"},
    "mer": {"error rate", "zero-one loss"},
    "amae": {"macro-averaged MAE"},
    "somers_d": {"Somers' D"},
}


def test_catalogue_has_the_usual_names():
    for name, words in USUAL.items():
        assert words <= {*MEASURES[name].words}, name
