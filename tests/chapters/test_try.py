"""Boxes that ask for something: what they begin with is not right yet, and an answer is."""

import contextlib
import io
import re
import tomllib

import nbformat
import pytest
from files import ROOT, read
from try_it import parts

BOX = re.compile(
    r"^:::\{try\} (.+)\n:check: (.+)\n:hint: (.+)\n((?:.*\n)*?):::$", re.MULTILINE
)
ANSWERS = tomllib.loads(read("tests/chapters/answers.toml"))


def boxes():
    for notebook in sorted((ROOT / "chapters").glob("*.ipynb")):
        for cell in nbformat.read(notebook, as_version=4).cells:
            if cell.cell_type == "markdown" and "{try}" in cell.source:
                found = BOX.findall(cell.source)
                assert len(found) == cell.source.count("{try}"), notebook.stem
                for title, check, hint, body in found:
                    yield pytest.param(
                        notebook.stem, title, check, hint, body, id=title
                    )


def holds(code, check):
    space = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, space)
    return bool(eval(check, space))


def answered(code, answer):
    """The code in which the lines of an answer stand for those that give the same names."""
    for line in answer.split("\n"):
        name = line.partition(" = ")[0]
        code, times = re.subn(rf"^{name} = .*$", line, code, flags=re.MULTILINE)
        assert times == 1, line
    return code


@pytest.mark.parametrize(("chapter", "title", "check", "hint", "body"), [*boxes()])
def test_the_start_is_not_right_and_an_answer_is(chapter, title, check, hint, body):
    code = parts(body.split("\n")).code
    assert not holds(code, check)
    answer = ANSWERS[chapter][title]
    assert holds(answered(code, answer), check)
    assert answer.partition(" = ")[2] not in read(f"chapters/{chapter}.ipynb")
    assert hint.endswith((".", "?"))


def test_every_answer_has_its_box():
    asked = {(box.values[0], box.values[1]) for box in boxes()}
    assert asked == {
        (chapter, title) for chapter, of in ANSWERS.items() for title in of
    }


def test_a_box_without_code_is_refused():
    with pytest.raises(ValueError, match="a task, a line ---, and code"):
        parts(["Do it.", "1 + 1"])
