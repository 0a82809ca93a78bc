"""What the commands run: `make check` every folder of the tests and every check of the ledger."""

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace

import pytest
from files import ROOT, read
from packaging.specifiers import SpecifierSet

FILES = ["requirements.txt", "requirements-checks.txt", "requirements-peers.txt"]
OPTIONS = tomllib.loads(read("pyproject.toml"))["tool"]["pytest"]["ini_options"]


def guard():
    """The conftest.py of the project, as a module."""
    spec = importlib.util.spec_from_file_location("guard", ROOT / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GUARD = guard()


def commands(target):
    """What a target does, without doing it: environments and the book are prerequisites."""
    asked = ["make", "--no-print-directory", "--always-make", "-n", *target.split()]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def runs(target):
    """The arguments of each run of pytest."""
    parts = [line.partition(" -m pytest ") for line in commands(target)]
    return [shlex.split(arguments) for _, found, arguments in parts if found]


def asked(*arguments, within=ROOT):
    """Whether a run with these arguments, begun there, answers for a file."""
    places = [a for a in arguments if a[0] != "-" and not a.isdigit()]
    config = SimpleNamespace(
        args=places or OPTIONS["testpaths"],
        invocation_params=SimpleNamespace(args=arguments, dir=within),
        getini=OPTIONS.__getitem__,
    )
    return GUARD.asked(config)


def files_of_tests():
    files = (ROOT / "tests").rglob("test_*.py")
    return {path.relative_to(ROOT).as_posix() for path in files}


def checked():
    """The files of the checks that the ledger names."""
    return {re.split("::|#", check)[0] for check in GUARD.named().values()}


def test_mutants_are_of_the_whole_package_or_of_what_is_named():
    assert "ordref/" not in commands("mutants")[-1]
    assert commands("mutants MODULES=ordref/measures/mae.py")[-1].endswith("mae.py")


def test_check_runs_every_test_and_every_check_of_the_ledger():
    answering = [asked(*arguments) for arguments in runs("check")]
    assert len(answering) == 6
    for path in files_of_tests() | checked():
        assert sum(answers(path) for answers in answering) == 1, path


def test_a_folder_that_no_command_runs_is_seen():
    """The negative control: without one of its parts."""
    answering = [
        asked(*arguments) for arguments in runs("test proofs pages browsers meta")
    ]
    left = {p for p in files_of_tests() if not any(answers(p) for answers in answering)}
    assert {str(Path(path).parent) for path in left} == {"tests/engines"}


def test_make_test_needs_no_browser_and_no_built_book():
    (arguments,) = runs("test")
    answers = asked(*arguments)
    elsewhere = {path.split("/")[1] for path in files_of_tests() if not answers(path)}
    assert elsewhere == {"browsers", "engines", "meta", "pages", "proofs"}
    said = "\n".join(commands("test"))
    assert all(step in said for step in ("ruff check", "ruff format", "mypy"))
    assert not re.search(r"jupyter-book|pdf\.py|\.venv-engines", said)
    assert "jupyter-book" in "\n".join(commands("pages"))


@pytest.mark.parametrize("file", FILES)
def test_what_is_pinned_runs_on_the_first_python_that_is_named(file):
    """Debian 12 has Python 3.11.2, and pip finds no version that asks for 3.11.5."""
    pinned = re.findall(r"^([\w.-]+)==", read(file), re.M)
    asked = {
        name: distribution(name).metadata.get("Requires-Python") for name in pinned
    }
    first = re.search(r'requires-python = ">=(.+)"', read("pyproject.toml"))[1]
    assert pinned
    assert [
        f"{name} {python}"
        for name, python in asked.items()
        if not SpecifierSet(python or "").contains(f"{first}.0")
    ] == []


def test_ci_runs_all_of_check_and_test_at_last():
    parts = re.search(r"^check: (.*)$", read("Makefile"), re.MULTILINE)[1].split()
    lines = read(".ci/run").splitlines()
    ran = [line.removeprefix("make ").split() for line in lines if line[:5] == "make "]
    assert lines[-1] == "make test"
    assert sorted(part for line in ran for part in line) == sorted([*parts, "newer"])


# ------------------------------------------------------------------- the ledger's guard

HERE, PAGES = "tests/labels/test_frames.py", "tests/pages/test_site.py"
USUAL = {HERE, "chapters/mae.ipynb", "ordref/measures/mae.py", "README.md"}


@pytest.mark.parametrize(
    ("arguments", "answers"),
    [
        ((), USUAL),
        (("-q", "-n", "2", "--store-times"), USUAL),
        (("tests",), {HERE}),
        (("tests/pages",), {PAGES}),
        ((PAGES, HERE), {PAGES, HERE}),
        ((f"{HERE}::test_rows_add_up",), set()),
        (("tests", "-k", "rows"), set()),
        (("-mslow",), set()),
        (("--lf",), set()),
        (("--sw", "tests"), set()),
        (("--co",), set()),
        (("--ignore=tests/labels",), set()),
        (("--deselect", HERE), set()),
    ],
    ids=lambda value: " ".join(sorted(value) if isinstance(value, set) else value),
)
def test_a_run_answers_for_what_it_was_asked_for(arguments, answers):
    assert {path for path in USUAL | {PAGES} if asked(*arguments)(path)} == answers


def test_places_are_those_of_the_folder_where_it_was_begun():
    answers = asked("labels", within=ROOT / "tests")
    assert [path for path in (HERE, PAGES) if answers(path)] == [HERE]


# ------------------------------------------------------------------- make chapter

MODULES = sorted(p for p in (ROOT / "ordref").rglob("*.py") if p.stem[:2] != "__")


def test_no_file_is_a_module_where_a_function_bears_its_name():
    """Given to pytest first, a file that is not yet loaded would be a module in that place."""
    hidden = set()
    for path in MODULES:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        room, _, stem = name.rpartition(".")
        if callable(getattr(importlib.import_module(room), stem, None)):
            hidden.add(name)
    assert hidden > {"ordref.definitions.mae", "ordref.definitions.oci"}
    asked = "import runpy, sys; runpy.run_path('conftest.py'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert hidden <= {*done.stdout.split()}


def names_of_chapters():
    chapters = {p.stem for p in (ROOT / "chapters").glob("*.ipynb")}
    return sorted(chapters | {p.stem for p in MODULES})


def test_every_name_of_a_chapter_or_a_module_has_something_to_run():
    """Also with a name of the newest chapter; each file that is named is there."""
    for name in names_of_chapters():
        (paths, *more) = [
            [a for a in arguments if a != "-q"]
            for arguments in runs(f"chapter NAME={name}")
        ]
        assert not more
        for path in paths:
            assert (ROOT / path).exists(), (name, path)
            assert asked()(path), f"{name}: {path} has a command of its own"
        # A module has tests beside its doctests.
        tested = any(path.startswith("tests/") for path in paths)
        assert tested or not any(path.startswith("ordref/") for path in paths), name


# ------------------------------------------------------------------- paths


def test_no_command_breaks_at_a_blank_in_the_path_of_the_project():
    """A path from the root of all is in quotes, where it is named at all."""
    for target in ("check", "book", "serve", "lab", "dist", "clean"):
        for line in commands(target):
            for before in line.split(str(ROOT))[:-1]:
                assert before.count('"') % 2 == 1, line
