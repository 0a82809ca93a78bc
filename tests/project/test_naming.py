"""What is held has a name of its own: no variable, parameter or function is a pronoun."""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "ordref"
PRONOUNS = (
    "asked", "both", "each", "every", "everything", "found", "given", "here", "how", "it", "mine",
    "none", "nothing", "of", "one", "said", "some", "that", "theirs", "there", "these", "this",
    "those", "told", "what", "when", "whence", "where", "which", "who", "whom", "whose", "why",
)  # fmt: skip
# Neither says what a function does, nor what it returns.
ADVERBS = (
    "along", "apart", "at_once", "dealt", "few", "held", "instead", "likely", "nearer", "running",
    "several", "within",
)  # fmt: skip
# What users type, and the fields of what functions return.
PUBLIC = {
    "definitions/certificate.py": {"found"},
    "instruments/printed/printed.py": {"asked", "found"},
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


def adverbs_in(source):
    """The functions whose whole name is an adverb, a participle or a number without a noun."""
    return {
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.strip("_") in ADVERBS
    }


def test_an_adverb_is_seen_as_the_name_of_a_function():
    assert adverbs_in("def _at_once(): ...\ndef f():\n    def held(): ...") == {
        "_at_once",
        "held",
    }
    assert not adverbs_in("apart = 1\ndef mean_within(within): ...")


def test_functions_are_not_named_by_adverbs():
    wrong = {
        str(path.relative_to(ROOT)): names
        for path in sorted(ROOT.rglob("*.py"))
        if (names := adverbs_in(path.read_text(encoding="utf-8")))
    }
    assert not wrong


# A job of the command has these; slopes and wrong formulas bear the name of their measure, and are
# reached through their modules; a type is the same wherever it is named.
ALIKE = {
    "add_options", "carry_out", "main", "run", "Floats", "Matrix", "Method", "BUDGET", "ac2",
    "alpha", "kappa", "margins", "mcc", "oci", "r_int", "r_int_2008", "rmse", "tau_c", "uoc",
}  # fmt: skip


def top_level(source):
    """The names that other modules may import."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in (
                node.targets if isinstance(node, ast.Assign) else [node.target]
            ):
                yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))


def test_a_name_that_can_be_imported_means_one_thing():
    """The definitions have the names of the measures."""
    homes = Counter(
        name
        for path in ROOT.rglob("*.py")
        if "definitions" not in path.parts
        for name in {*top_level(path.read_text(encoding="utf-8"))}
        if not name.startswith("_")
    )
    assert {name for name, times in homes.items() if times > 1} == ALIKE
