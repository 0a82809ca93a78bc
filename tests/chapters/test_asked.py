"""The page of questions: every one is there, with an answer, a call that ran, and its thread."""

import copy
import re

from book import notebook, prose_of

IN_ORDER = 59
QUESTIONS = 61  # the last two were added, and stand where they belong
ANSWER = 50  # words at most, before the call
QUESTION = re.compile(r"^\(asked-(\d+)\)=\n### (\S.*)\n\n([\s\S]*)", re.MULTILINE)


def faults(page):
    cells = {cell.id: cell for cell in page.cells}
    labels = re.findall(r"^\(asked-(\d+)\)=$", prose_of(page.cells), re.MULTILINE)
    found = []
    numbers = [int(k) for k in labels]
    ordered = [k for k in numbers if k <= IN_ORDER]
    if sorted(numbers) != list(range(1, QUESTIONS + 1)) or ordered != sorted(ordered):
        found.append("not each question once, in order")
    for k in labels:
        asked = QUESTION.search(cells[f"asked-{k}-text"].source)
        if not asked or asked[1] != k:
            found.append(f"no heading: {k}")
            continue
        answer, _, threads = asked[3].partition("*Asked in* ")
        if not answer.strip() or len(answer.split()) > ANSWER:
            found.append(f"no short answer: {k}")
        call = cells.get(f"asked-{k}")
        if not re.search(r"\{ref\}`|\*Open|\*Several raters\*", answer):
            found.append(f"no section, and not said to be open: {k}")
        if not re.search(r"\w", threads):
            found.append(f"no thread: {k}")
        if call is None or not call.outputs or call.metadata.get("tags"):
            found.append(f"no call that shows what it returns: {k}")
    return found


def test_every_question_has_an_answer_a_call_and_a_thread():
    assert faults(notebook("asked")) == []


# The question, what is left out of its cell, and what is said then.
PLANTED = [
    (7, "(asked-7)=", "not each question once, in order"),
    (8, "### ", "no heading: 8"),
    (9, "{ref}", "no section, and not said to be open: 9"),
    (43, "*Asked in* `pingouin #518`.", "no thread: 43"),
]


def test_what_is_left_out_is_found():
    for k, left_out, said in PLANTED:
        page = copy.deepcopy(notebook("asked"))
        (cell,) = [cell for cell in page.cells if cell.id == f"asked-{k}-text"]
        assert left_out in cell.source
        cell.source = cell.source.replace(left_out, "")
        assert said in faults(page)
    page = copy.deepcopy(notebook("asked"))
    page.cells = [cell for cell in page.cells if cell.id != "asked-5"]
    assert faults(page) == ["no call that shows what it returns: 5"]


def test_an_answer_is_there_and_short():
    for answer in ("", "word " * (ANSWER + 1)):
        page = copy.deepcopy(notebook("asked"))
        (cell,) = [cell for cell in page.cells if cell.id == "asked-41-text"]
        heading = "### “negative signs on tau can safely be discarded”\n\n"
        before, _, after = cell.source.partition(heading)
        cell.source = before + heading + answer + after[after.index("*Asked in*") :]
        assert "no short answer: 41" in faults(page)


def test_questions_stand_in_order():
    page = copy.deepcopy(notebook("asked"))
    at = [cell.id for cell in page.cells]
    page.cells.insert(
        at.index("asked-3-text"), page.cells.pop(at.index("asked-8-text"))
    )
    assert faults(page) == ["not each question once, in order"]
