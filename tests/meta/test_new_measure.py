"""NEW-MEASURE.md tried: its measure is added to a copy of the project, and each place left out.

The blocks of the page are what is added, so that it cannot go stale: a block of a new file is
its text, one that begins with @@ adds its lines with + between its other lines.
"""

import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

import nbformat
import pytest
from files import ROOT
from myst_nb.core.read import read_myst_markdown_notebook
from notebooks import text_of
from places import Places

PAGE = (ROOT / "NEW-MEASURE.md").read_text(encoding="utf-8")
NAME = "nmae"
SECTION = re.compile(
    r"^## (\d)\. (.*?)\n(.*?)(?=^## (?:\d\.|And then))", re.MULTILINE | re.DOTALL
)
BLOCK = re.compile(
    r"^\*\*`(\S+)`\*\*\n\n(`{3,})\w+\n(.*?)^\2$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A file of the project and what is added to it."""

    path: str
    text: str

    def added_to(self, text):
        """The text of the file with what the block adds; of a new file, the block."""
        if not self.text.startswith("@@\n"):
            assert text is None, f"{self.path} is there already"
            return self.text
        for hunk in self.text.split("@@\n")[1:]:
            lines = hunk.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line.startswith(" "))
            after = "".join(line[1:] for line in lines)
            assert text.count(before) == 1, (
                f"NEW-MEASURE.md: no {before} in {self.path}"
            )
            text = text.replace(before, after)
        return text


def places():
    """The places of the page, each with its blocks."""
    return {
        title: [Block(path, text) for path, _, text in BLOCK.findall(section)]
        for _, title, section in SECTION.findall(PAGE)
    }


PLACES = places()


def test_the_page_has_nine_places():
    assert [int(number) for number, *_ in SECTION.findall(PAGE)] == list(range(1, 10))
    assert all(PLACES.values())


class Project:
    """A copy of the project, in which the places can be taken and left."""

    def __init__(self, folder):
        self.folder = folder
        tracked = ("ordref", "chapters", "tests", "tools", "bench")
        unwanted = shutil.ignore_patterns("__pycache__", "pages", "browsers")
        for name in tracked:
            shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
        for path in ROOT.iterdir():
            if path.is_file() and path.name != ".git":
                shutil.copy(path, folder)

    def text(self, path):
        file = self.folder / path
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def add(self, place):
        for path, text in PLACES[place]:
            whole = Block(path, text).added_to(self.text(path))
            if path.endswith(".ipynb"):
                whole = text_of(notebook(whole))
            (self.folder / path).write_text(whole, encoding="utf-8")

    def python(self, *arguments):
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, capture_output=True,
            text=True, check=False, env={
                k: v for k, v in os.environ.items() if not k.startswith("PYTEST")
            } | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip

    def pytest(self, *arguments):
        return self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)


def notebook(text):
    made = nbformat.from_dict(read_myst_markdown_notebook(text))
    made.nbformat_minor = 5
    for k, cell in enumerate(made.cells):
        cell.id = f"{NAME}-{k}"
    return made


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The project with the measure, run and listed as the page says."""
    made = Project(tmp_path_factory.mktemp("project"))
    for place in PLACES:
        made.add(place)
    for command in (
        ["tools/lists.py"],
        ["tools/vectors.py", NAME],
        ["tools/notebooks.py", f"chapters/{NAME}.ipynb"],
    ):
        done = made.python(*command)
        assert done.returncode == 0, done.stderr
    return made


def test_the_measure_of_the_page_passes(project):
    """What is its own, and what all measures share. The book and the long tests are left out."""
    own = [f"tests/measures/test_{NAME}.py", f"chapters/{NAME}.ipynb",
           f"ordref/measures/{NAME}.py", f"ordref/definitions/{NAME}.py",
           "tests/project/test_places.py", "tests/project/test_lists.py"]  # fmt: skip
    shared = ["tests/chapters/test_properties.py", "tests/report/test_evaluate.py",
              "tests/chapters/test_notebooks.py", "tests/project/test_package.py",
              "tests/chapters/test_reference.py", "tests/verify/test_vectors.py",
              "tests/project/test_catalogue.py", "tests/chapters/test_guide.py"]  # fmt: skip
    # Some loop over all measures inside, and have no name of one.
    words = f"{NAME} or nMAE or places or lists or catalogue or section or reference"
    words += " or definition_of or row_for_each_measure"
    done = project.pytest("-rp", *own, *shared, "-k", words)
    assert done.returncode == 0, done.stdout
    passed = re.findall(r"^PASSED ([^:\n]+)::", done.stdout, re.MULTILINE)
    assert {*passed} == {*own, *shared}, done.stdout


def without(project, place):
    """The project where this place was left out, and its other places as they are."""
    stored = {block.path: project.text(block.path) for block in PLACES[place]}
    for path in stored:
        if (ROOT / path).is_file():
            shutil.copy(ROOT / path, project.folder / path)
        else:
            (project.folder / path).unlink()
    return stored


def test_a_place_that_is_forgotten_is_told_of(project):
    for place in PLACES:
        stored = without(project, place)
        told = dict(Places(project.folder).missing())
        for path, text in stored.items():
            (project.folder / path).write_text(text, encoding="utf-8")
        assert PLACES[place][0].path in told, place
        assert all(NAME in what or "nMAE" in what for what in told.values()), told
    assert not [*Places(project.folder).missing()]
    without(project, place)
    done = project.pytest("tests/project/test_places.py")
    assert f"{PLACES[place][0].path}: {told[PLACES[place][0].path]}" in done.stdout
    assert "1 failed, 1 passed" in done.stdout.splitlines()[-1], done.stdout
