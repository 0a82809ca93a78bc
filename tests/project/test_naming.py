"""What is held has a name of its own: no variable, parameter or function is a pronoun."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "ordref"
PRONOUNS = (
    "asked", "both", "each", "everything", "found", "given", "here", "it", "nothing", "of", "one",
    "said", "some", "that", "there", "these", "this", "those", "told", "what", "whence", "which",
    "who", "whom", "whose",
)  # fmt: skip
# What users type, and the fields of what functions return.
PUBLIC = {
    "definitions/certificate.py": {"found"},
    "instruments/verify/printed.py": {"asked", "found"},
    "instruments/verify/report.py": {"of"},
    "instruments/verify/trial.py": {"given", "of"},
    "matrices/checked.py": {"each"},
    "matrices/ratings.py": {"each"},
}


def bound(source):
    """The names that a module gives: of variables, parameters, attributes, functions, classes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name | ast.Attribute):
            if isinstance(node.ctx, ast.Store):
                yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def pronouns_in(source):
    return {name for name in bound(source) if name.strip("_").lower() in PRONOUNS}


@pytest.mark.parametrize(
    "source",
    [
        "found = 1", "def f(given): ...", "def f(*, of=1): ...", "lambda each: 1", "f(some := 1)",
        "for one in []: ...", "def both(): ...", "class Found: ...", "class A:\n    told: int",
        "a.whose = 1", "from . import given", "import x as _of", "[x for one, x in []]",
    ],
)  # fmt: skip
def test_a_pronoun_is_seen_wherever_a_name_is_given(source):
    assert len(pronouns_in(source)) == 1


def test_what_is_only_read_or_said_is_no_name():
    assert not pronouns_in('"""Of one each."""\nf(given=1).found\nfounder = "both"')


def test_names_are_nouns():
    wrong = {
        str(path.relative_to(ROOT)): names
        for path in sorted(ROOT.rglob("*.py"))
        if (names := pronouns_in(path.read_text(encoding="utf-8")))
    }
    assert wrong == PUBLIC
