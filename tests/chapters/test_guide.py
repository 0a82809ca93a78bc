"""The guide of "Choosing a measure": every end, held to the table of properties.

What a property is stands in `chapters/axioms.toml`, which `test_properties.py` decides anew.
"""

import ast
import builtins
import copy
import itertools
import re
from collections import Counter
from html import escape

import card
import guide
import numpy as np
import pytest
from book import prose
from card import SHOWN, WORDS
from small import all_matrices

import ordref
from ordref.catalogue import MEASURES
from ordref.definitions import dis_cost
from ordref.instruments.catalogue.on_request import SCORES
from ordref.instruments.catalogue.panel import REPORT

CELLS = guide.PROPERTIES["cells"]
AXIOMS = guide.PROPERTIES["axioms"]
# The answers that come first and ask for nothing else: the default.
DEFAULT = (
    "ordered", "truth", "labels", "either", "cases", "alike", "same", "error",
)  # fmt: skip
every_end = pytest.mark.parametrize("path", guide.ENDS, ids="-".join)


def has(name, axiom):
    return "proof" in CELLS[name][axiom]


def faults_of(end):
    """The properties that answers ask for and that a measure of the end has not, or has."""
    found = []
    for row in (*end.answers, end.row):
        for k, measure in enumerate(end.pair):
            if measure.name not in CELLS or (k and not row.get("both")):
                continue
            lacks, needs = row.get("lacks", ()), row.get("needs", ())
            found += [f"{measure.name} has {a}" for a in lacks if has(measure.name, a)]
            found += [
                f"{measure.name} lacks {a}" for a in needs if not has(measure.name, a)
            ]
    return found


def never_faults(never):
    """What is said of the others and is not so, by the table."""
    for name, row in never.items():
        for key, is_so in (("lacks", False), ("has", True)):
            if key in row and has(name, row[key]) != is_so:
                yield f"{name}: {key} {row[key]}"


@every_end
def test_an_end_has_the_properties_that_its_answers_ask_for(path):
    assert faults_of(guide.ENDS[path]) == []


def test_an_end_without_a_property_is_found():
    """Who says that order matters is never offered MCC, which is blind to order."""
    end = guide.ENDS[(*DEFAULT[:-1], "zero")]
    assert faults_of(end._replace(first=guide.named("mcc"))) == [
        "mcc has relabelling",
        "mcc has spacing",
    ]
    beside = end._replace(beside=guide.named("balanced_accuracy"))
    assert faults_of(beside) == ["balanced_accuracy has relabelling"]
    assert "ccr lacks mean" in faults_of(end._replace(first=guide.named("ccr")))


def test_who_says_that_order_matters_is_offered_none_that_is_blind_to_it():
    offered = Counter(
        (path[0], measure.name)
        for path, end in guide.ENDS.items()
        for measure in end.pair
        if measure.name in CELLS
    )
    for (order, name), _ in offered.items():
        assert has(name, "relabelling") == (order == "nominal"), name
    assert {order for order, _ in offered} == {"ordered", "nominal"}
    assert not any(has(name, "relabelling") for name in REPORT)


def test_what_the_table_leaves_out_is_known_by_other_means():
    """Cohen's kappa has no cells: small matrices show that it ignores the order."""
    outside = {m.name for end in guide.ENDS.values() for m in end.pair} - {*CELLS}
    scores = {score.name for score in SCORES.values() if score.shown}
    others = {"classi", "classi_k", "expected_cost"}
    assert outside == {"weighted_kappa_unweighted", *scores, *others}
    kappa = MEASURES["weighted_kappa_unweighted"]
    for cm in all_matrices(3, 3):
        value = kappa(cm)
        others = [cm[np.ix_(p, p)] for p in itertools.permutations(range(3))]
        for other in (*others, cm.T):
            assert kappa(other) == pytest.approx(value, abs=1e-12, nan_ok=True)


def test_every_question_is_one_and_has_two_or_three_answers():
    names = [a["name"] for q in guide.TABLE["questions"] for a in q["answers"]]
    assert len(names) == len({*names})
    assert not any("-" in name for name in names)
    assert len(guide.TABLE["questions"]) == 8
    for _, what in guide.steps():
        if isinstance(what, list):
            assert 2 <= len(what) <= 3
            assert len({guide.ASKED[name] for name in what}) == 1
    for path in guide.ENDS:
        asked = [guide.ASKED[name] for name in path]
        assert len(asked) == len({*asked}) <= 8
    assert {name for path in guide.ENDS for name in path} == {*names}


def test_every_end_is_reached_by_answers():
    reached = [path for path, what in guide.steps() if isinstance(what, guide.End)]
    assert len(reached) == len({*reached})
    assert {*reached} == {*guide.ENDS}
    assert len(guide.TABLE["ends"]) == len(guide.ENDS)


def test_the_default_is_what_a_report_begins_with():
    end = guide.ENDS[DEFAULT]
    assert tuple(m.name for m in end.pair) == REPORT[:2]
    assert 'measures="report"' in end.code
    assert [p for p, e in guide.ENDS.items() if "first" not in e.row] == [DEFAULT]
    # What is reported beside them sees what these two do not.
    blind = [{*MEASURES[name].blind.split("; ")} for name in REPORT]
    assert not set.intersection(*blind)


def test_every_measure_of_the_catalogue_is_first_or_it_is_said_why_not():
    first = {end.first.name for end in guide.ENDS.values()}
    never = guide.TABLE["never"]
    assert first & {*never} == set()
    assert {*MEASURES} <= first | {*never}, "add the reason to chapters/guide.toml"
    assert {*never} <= {*MEASURES}
    assert [*never_faults(never)] == []
    assert len([*guide.never()]) == len(never)
    wrong = copy.deepcopy(never)
    wrong["stuart_tau_c"]["lacks"] = "only_perfect"
    wrong["co_correlation"]["has"] = "only_perfect"
    assert [*never_faults(wrong)] == [
        "stuart_tau_c: lacks only_perfect", "co_correlation: has only_perfect",
    ]  # fmt: skip


@every_end
def test_the_line_of_code_runs_and_gives_both_measures(path):
    end = guide.ENDS[path]
    y, other = [1, 2, 3, 1, 2, 3, 3], [1, 2, 2, 1, 3, 3, 3]
    given = {
        "ordref": ordref, "classes": [1, 2, 3], "y_true": y, "y_pred": other,
        "rater_1": y, "rater_2": other, "p": np.eye(3)[np.array(other) - 1] * 0.7 + 0.1,
    }  # fmt: skip
    # What the card says of these is all that a reader has to have.
    told = guide.given(end)
    theirs = {name: given[name] for name in given if f"<code>{name}</code>" in told}
    given["cm"] = ordref.confusion_matrix(y, other, labels=[1, 2, 3])
    # What is shown has what it needs, in lines of a phone's width; the line alone is the same.
    *first, last = ast.parse(end.lines).body
    space = {"__builtins__": builtins, **theirs}
    exec(compile(ast.Module(first, []), "first", "exec"), space)
    shown = eval(compile(ast.Expression(last.value), "last", "eval"), space)
    given |= {x: space[x] for x in ("distances", "shares", "cost") if x in space}
    found = eval(end.code, given)
    assert str(shown) == str(found)
    assert max(map(len, end.lines.split("\n"))) <= 60
    # A terminal of eighty columns has all of it: pandas leaves out what stands in the middle.
    assert "..." not in str(shown)
    # What stands beside it for other libraries gives the first measure of the same table.
    if 'data-language="python"' in guide.code_of(end) and (
        theirs := card.code(end.first.name).python
    ):
        names = {"np": np, "classes": [1, 2, 3], "cm": given["cm"]}
        names |= {"y_true": np.array(y), "y_pred": np.array(other), "p": given["p"]}
        *before, line = ast.parse(theirs).body
        exec(compile(ast.Module(before, []), "theirs", "exec"), names)
        value = eval(compile(ast.Expression(line.value), "theirs", "eval"), names)
        assert value == pytest.approx(found["value"].iloc[0])
    if path[-1] == "ranking":
        assert found[0] == ordref.classi(given["distances"]) != found[1]
        return
    if path[-1] == "direction":
        steps = [
            (p - t if p > t else 3 * (t - p)) for t, p in zip(y, other, strict=True)
        ]
        off = [np.mean([abs(p - t) for t, p in zip(y, other, strict=True) if t == k])
               for k in (1, 2, 3)]  # fmt: skip
        values = [one.value for one in found]
        assert values == pytest.approx([np.mean(steps), np.mean(off)])
        assert all(one.low < one.value < one.high for one in found)
        return
    assert list(found.index)[:2] == [m.name for m in end.pair]
    assert found["value"].notna().all()
    assert ("low" in found.columns) == ("interval" in end.sentence)


@pytest.mark.parametrize(
    "path", [p for p in guide.ENDS if p[:2] == ("ordered", "truth")]
)
def test_who_is_not_asked_of_rare_classes_gets_one_measure_that_sees_them(path):
    end = guide.ENDS[path]
    if not {"cases", "classes", "worst"} & {*path}:
        assert "a rare class" not in end.unseen[0]


@every_end
def test_a_card_says_once_what_the_labels_are(path):
    """Above all languages, whose calls need numbers in an array."""
    said = dict(guide.result(guide.ENDS[path]))["In code"]
    labels = {"y_true", "rater_1"} & {*re.findall(r"\w+", re.sub("<.*?>", "", said))}
    assert said.count("np.array([1, 3, 2])") == bool(labels)
    for name in labels:
        assert f"<code>{name}</code>" in said.partition('class="highlight')[0]


@pytest.mark.parametrize("path", [DEFAULT, ("ordered", "raters", "same")])
def test_the_code_takes_names_as_the_card_says(path):
    end = guide.ENDS[path]
    (names,) = re.findall(r"takes names, too: <code>(.*?)</code>", guide.given(end))
    assert names.startswith("classes = ")
    sides = [1, 2, 2, 1, 2, 1, 1], [1, 2, 1, 1, 2, 2, 1]
    table = []
    for classes in ("classes = [1, 2]", names):
        lines = re.sub("^classes = .*$", classes, end.lines, flags=re.MULTILINE)
        assert classes in lines
        listed = ast.literal_eval(classes.partition(" = ")[2])
        space = {
            name: [listed[x - 1] for x in side]
            for name, side in zip(end.sides, sides, strict=True)
        }
        *first, last = ast.parse(lines).body
        exec(compile(ast.Module(first, []), "first", "exec"), space)
        value = eval(compile(ast.Expression(last.value), "last", "eval"), space)
        table.append(str(value))
    assert table[0] == table[1]


@every_end
def test_an_end_says_all_that_a_reader_needs(path):
    end = guide.ENDS[path]
    said = dict(guide.result(end))
    parts = {"How to read it", "In code", "For the paper", "Beside it", "Why"}
    assert parts | {"What they cannot see"} <= {*said}
    assert said["How to read it"].startswith("0.5: ")
    assert escape(end.beside.title) in said["Beside it"]
    assert ("Ruler" in said) == (end.first.name in SHOWN)
    assert 'href="getting.html">installs ordref' in said["In code"]
    tabs = said["In code"].count('<p class="code-tab-name">')
    # Of another table: the calls of others would give other numbers.
    own = "code" in end.row
    assert tabs == (3 if end.first.name in SHOWN and not own else 0)
    # The explorer has both, where they are measures of the table as it is.
    alone = all(m.name in MEASURES for m in end.pair) and "(cm" not in end.code
    assert ("Without Python" in said) == (alone and "elsewhere" not in path)
    # The reasons are behind a line; what a reader takes along is not.
    card, _, folded = guide.answer(end).partition("<details>")
    assert said["For the paper"] in card
    assert said["Why"] in folded
    for measure in end.pair:
        assert escape(measure.title) in said["For the paper"]
        assert measure.blind != ()
        assert all(measure.blind)
        chapter, _, anchor = measure.section.partition("#")
        assert f"({anchor})=" in prose(chapter)
    both, others = end.unseen
    for measure in end.pair:
        assert {*both, *others.get(measure.symbol, ())} == {*measure.blind}
    for axiom in end.decided:
        assert AXIOMS[axiom] not in said["Why"]
        words = guide.plain(axiom, has(end.first.name, axiom)).removeprefix("It ")
        assert words in said["Why"]


# What notes say that the table does not have.


def test_no_measure_counts_every_class_equally_and_gives_zero_to_guessing():
    assert not [m for m in CELLS if has(m, "prevalence") and has(m, "mean")]
    noted = [p for p, e in guide.ENDS.items() if "counts every class" in str(e.row)]
    assert {path[4] for path in noted} == {"classes"}


def test_what_is_noted_of_shifts_and_of_kappa():
    shifted = np.diag([2, 2, 2], 1)
    assert MEASURES["kendall_tau_b"](shifted) == pytest.approx(1)
    assert MEASURES["krippendorff_alpha"](shifted) < 1
    values = [
        (MEASURES["weighted_kappa_quadratic"](cm), MEASURES["ccr"](cm))
        for cm in all_matrices(3, 4)
        if cm.sum(axis=1).tolist() == [2, 1, 1]
    ]
    assert any(k > m and c < d for (k, c), (m, d) in itertools.product(values, values))
    # Almost all in one class, and much agreement.
    full = np.array([[95, 2], [3, 0]])
    assert MEASURES["ccr"](full) == 0.95
    assert MEASURES["weighted_kappa"](full) < 0 < 0.9 < MEASURES["gwet_ac2"](full)


def test_the_scores_do_not_see_what_is_said():
    """The ranked probability score is the same for the reversed scale."""
    y, P = [1, 2, 3, 3], np.array([[7, 2, 1], [1, 5, 4], [0, 3, 7], [6, 3, 1]]) / 10
    turned = [4 - c for c in y], P[:, ::-1]
    rps = ordref.ranked_probability_score
    assert rps(y, P, labels=[1, 2, 3]) == pytest.approx(rps(*turned, labels=[1, 2, 3]))
    swapped = P.copy()
    swapped[0] = [0.7, 0.1, 0.2]  # the true class keeps its probability
    log = ordref.logarithmic_score
    assert log(y, P, labels=[1, 2, 3]) == log(y, swapped, labels=[1, 2, 3])
    assert rps(y, P, labels=[1, 2, 3]) != rps(y, swapped, labels=[1, 2, 3])


# ------------------------------------------------------------------- the list


def test_the_list_leads_to_every_item_by_its_number():
    html = guide.as_html()
    ids = re.findall(r'<li class="guide-step[^"]*" id="([^"]+)"', html)
    assert ids[0] == "guide"
    assert len(ids) == len({*ids}) == len([*guide.steps()])
    led = re.findall(
        r'<a href="#(guide[^"]*)"[^>]*>[^<]*</a> <span[^>]*>\(go to (\d+)\)', html
    )
    assert [(to, ids[int(number) - 1]) for to, number in led] == [
        (to, to) for to, _ in led
    ]
    assert {to for to, _ in led} == {*ids[1:]}


def test_a_copy_of_the_chapter_has_the_same_list():
    lines = [*guide.as_text()]
    assert len(lines) == len([*guide.steps()])
    assert [int(line.partition(".")[0]) for line in lines] == [
        *range(1, len(lines) + 1)
    ]
    assert all(end.first.title in "\n".join(lines) for end in guide.ENDS.values())


# ------------------------------------------------------------------- what the card says


def test_what_a_value_means_is_so():
    """Where the catalogue of the book has no sentence, the guide has one, and here it is tried."""
    reading = guide.TABLE["reading"]
    of_ends = {m.name for end in guide.ENDS.values() for m in end.pair}
    assert {*reading} == of_ends - {*SHOWN}
    y, certain, labels = [1, 2, 3, 1], np.eye(3)[[0, 1, 2, 2]], [1, 2, 3]
    rps, brier = ordref.ranked_probability_score, ordref.brier_score
    assert "one in four is wrong" in reading["brier_score"]
    assert brier(y, certain, labels=labels) == 0.5
    assert "half a class" in WORDS["ranked_probability_score"].reading
    cm = ordref.confusion_matrix(y, [1, 2, 3, 3], labels=labels)
    assert rps(y, certain, labels=labels) == ordref.mae(cm) == 0.5
    (p,) = re.findall(r"0\.\d\d", reading["logarithmic_score"])
    assert f"{np.exp(-0.5):.2f}" == p
    given = np.array([[0.61, 0.39, 0], [0.39, 0.61, 0], [0, 0.39, 0.61]])
    found = ordref.logarithmic_score([1, 2, 3], given, labels=labels)
    assert found == pytest.approx(0.5, abs=0.01)
    values = [ordref.classi([*order]) for order in itertools.permutations([0, 1, 2, 2])]
    assert np.mean(values) == pytest.approx(0)
    assert max(values) == pytest.approx(1)
    assert "a quarter of the worst" in WORDS["classi"].reading
    costs = [dis_cost(order) for order in itertools.permutations([0, 1, 2, 2])]
    worst = max(costs)
    assert (
        1 - 2 * (worst / 4) / worst == 0.5
    )  # a quarter of the worst, which is half of
    assert np.mean(costs) / 2 == pytest.approx(worst / 4)  # what random orders cost
    halves = ordref.expected_cost([[1, 1], [0, 2]], cost=[[0, 2], [1, 0]])
    assert halves == 0.5  # one of four costs two units


def test_who_says_that_a_direction_is_worse_gets_a_measure_that_sees_it():
    end = guide.ENDS["ordered", "truth", "labels", "direction"]
    (cost,) = re.findall(r"\[\[.*?\]\]", end.lines)
    low, high = (
        np.array([[2, 0, 0], [1, 1, 0], [0, 0, 2]]),
        np.array([[2, 0, 0], [0, 1, 1], [0, 0, 2]]),
    )
    costs = [
        ordref.expected_cost(cm, cost=ast.literal_eval(cost)) for cm in (low, high)
    ]
    assert costs[0] == 3 * costs[1] > 0
    # Who knows no price is told on the card what to answer.
    assert guide.ANSWERS["either"]["says"].partition(": ")[2] in end.row["note"]
    for path, other in guide.ENDS.items():
        if "either" in path and other.first.name in (
            "mae",
            "rmse",
            "amae",
            "amse",
            "mmae",
        ):
            m = MEASURES[other.first.name]
            assert m(low) == m(high), path


@pytest.mark.parametrize("order", ["ordered", "nominal"])
def test_weights_by_row_give_the_value_of_a_test_set_with_these_frequencies(order):
    (path,) = [p for p in guide.ENDS if p[0] == order and p[-1] == "elsewhere"]
    end = guide.ENDS[path]
    cm = np.array([[4, 2, 0], [0, 3, 1], [1, 1, 0]])
    copies = np.array([10, 3, 2])  # of each row
    there = cm * copies[:, None]
    shares = there.sum(axis=1) / there.sum()
    found = eval(end.code, {"ordref": ordref, "cm": cm, "shares": shares})["value"]
    first, beside = (MEASURES[m.name] for m in end.pair)
    assert found[end.first.name] == pytest.approx(float(first(there)))
    assert found[end.first.name] != pytest.approx(float(first(cm)))
    assert found[end.beside.name] == pytest.approx(float(beside(cm)))
    assert has(end.beside.name, "prevalence")


def test_properties_have_plain_words():
    used = {pair for end in guide.ENDS.values() for pair in end.decided.items()}
    plain = guide.TABLE["plain"]
    assert used == {(a, word == "yes") for a, row in plain.items() for word in row}
    assert {*plain} <= {*AXIOMS}


def test_a_question_says_how_far_it_is_to_the_end():
    html = guide.as_html()
    told = re.findall(r"Question (\d+) of at most (\d+)", html)
    asked = [path for path, what in guide.steps() if isinstance(what, list)]
    assert len(told) == len(asked)
    for (now, most), path in zip(told, asked, strict=True):
        longest = max(len(end) for end in guide.ENDS if end[: len(path)] == path)
        assert (int(now), int(most)) == (len(path) + 1, longest)
    assert told[0] == ("1", "8")
    # In a hurry: one click.
    assert guide.USUAL == DEFAULT
    assert f'<a href="#{guide.place(DEFAULT)}">The usual answers</a>' in html


def test_an_answer_has_a_short_form():
    shorts = [a["short"] for a in guide.ANSWERS.values()]
    assert len({*shorts}) == len(shorts)
    assert max(len(short) for short in shorts) <= 22
