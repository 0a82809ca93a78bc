"""Boxes that ask for something: what they begin with is not right yet, and an answer is."""

import contextlib
import io

import pytest
from files import read
from try_boxes import ANSWERS, answered, boxes
from try_it import parts

from ordref.catalogue import MEASURES


def holds(code, check):
    space = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, space)
    return bool(eval(check, space))


@pytest.mark.parametrize(
    ("chapter", "title", "check", "hint", "body"),
    [pytest.param(*box, id=box[1]) for box in boxes()],
)
def test_the_start_is_not_right_and_an_answer_is(chapter, title, check, hint, body):
    code = parts(body.split("\n")).code
    assert not holds(code, check)
    answer = ANSWERS[chapter][title]
    assert holds(answered(code, answer), check)
    assert answer.partition(" = ")[2] not in read(f"chapters/{chapter}.ipynb")
    assert hint.endswith((".", "?"))


def test_every_answer_has_its_box():
    asked = {(chapter, title) for chapter, title, *_ in boxes()}
    assert asked == {
        (chapter, title) for chapter, of in ANSWERS.items() for title in of
    }


def test_a_box_without_code_is_refused():
    with pytest.raises(ValueError, match="a task, a line ---, and code"):
        parts(["Do it.", "1 + 1"])


def test_every_chapter_of_a_measure_has_a_box():
    of_measures = {measure.chapter for measure in MEASURES.values()}
    assert of_measures <= {chapter for chapter, *_ in boxes()}
