"""The page of questions: every one is there, with an answer, a call that ran, and its thread."""

import copy
import re

from book import notebook, prose_of

QUESTIONS = 59
QUESTION = re.compile(r"^\(asked-(\d+)\)=\n### (\S.*)\n\n([\s\S]*)", re.MULTILINE)


def faults(page):
    cells = {cell.id: cell for cell in page.cells}
    labels = re.findall(r"^\(asked-(\d+)\)=$", prose_of(page.cells), re.MULTILINE)
    found = []
    if labels != [str(k) for k in range(1, QUESTIONS + 1)]:
        found.append("not each question once, in order")
    for k in labels:
        asked = QUESTION.search(cells[f"asked-{k}-text"].source)
        if not asked or asked[1] != k:
            found.append(f"no heading: {k}")
            continue
        answer, _, threads = asked[3].partition("*Asked in* ")
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
