"""The nine places of a measure: a row of the catalogue whose other places are missing is refused.

CONTRIBUTING.md shows them. The sources are read and not imported, so that each message can
still be given where nothing can be imported.
"""

import ast
import json
import re
import tomllib
from typing import NamedTuple

import pytest
from files import ROOT

HOW = "see CONTRIBUTING.md"


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def parsed(name):
    return ast.parse(read(name))


class Row(NamedTuple):
    """What the catalogue says of a measure."""

    name: str
    function: str
    module: str
    symbol: str
    section: str
    options: bool
    shown: bool

    @property
    def chapter(self):
        return self.section.partition("#")[0]


def imported(tree):
    """The names that a module imports from its siblings, each with the sibling."""
    return {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }


def calls(tree, name):
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name
    ]


CATALOGUE = parsed("ordref/catalogue.py")


def rows():
    modules = imported(CATALOGUE)
    for call in calls(CATALOGUE, "Measure"):
        name, function, symbol, _, section, *_ = call.args
        given = {keyword.arg for keyword in call.keywords}
        module = modules[function.id]
        yield Row(name.value, function.id, module, symbol.value, section.value,
                  "options" in given, "shown" not in given)  # fmt: skip


MEASURES = list(rows())
CHAPTERS = [call.args[0].value for call in calls(CATALOGUE, "Chapter")]
FUNCTIONS = {row.function: row for row in reversed(MEASURES)}

every_row = pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.name)
every_function = pytest.mark.parametrize("row", FUNCTIONS.values(), ids=FUNCTIONS)


def public(path):
    """The public functions of a module that take a matrix alone and return a number for it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    listed = {
        name
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for name in ast.literal_eval(node.value)
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in listed:
            first = node.args.args[0].arg if node.args.args else ""
            alone = None not in node.args.kw_defaults  # no option has to be given
            if (
                first == "cm"
                and alone
                and node.returns
                and ast.unparse(node.returns) == "Any"
            ):
                yield node.name


def defines(name, function):
    if not (ROOT / name).is_file():
        return False
    return any(
        isinstance(node, ast.FunctionDef) and node.name == function
        for node in parsed(name).body
    )


def test_the_catalogue_is_read_in_full():
    assert len(MEASURES) == len({row.name for row in MEASURES}) > 25
    assert len(CHAPTERS) > 15
    sources = (ROOT / "ordref").glob("[a-z]*.py")
    assert {name for path in sources for name in public(path)} >= set(FUNCTIONS)


@every_function
def test_module(row):
    file = f"ordref/{row.module}.py"
    assert defines(file, row.function), (
        f"{file}: write the function {row.function} there, {HOW}"
    )


@every_function
def test_definition(row):
    file = f"ordref/definitions/{row.module}.py"
    assert defines(file, row.function), (
        f"{file}: define {row.function} there, over pairs of observations, {HOW}"
    )
    home = "ordref/definitions/__init__.py"
    assert imported(parsed(home)).get(row.function) == row.module, (
        f"{home}: add `from .{row.module} import {row.function}`, {HOW}"
    )


@every_row
def test_chapter(row):
    file = f"chapters/{row.chapter}.ipynb"
    assert (ROOT / file).is_file(), f"{file}: write the chapter of {row.name}, {HOW}"
    anchor = row.section.partition("#")[2]
    cells = json.loads(read(file))["cells"]
    prose = "\n".join("".join(cell["source"]) for cell in cells)
    assert f"({anchor})=" in prose.splitlines(), (
        f"{file}: write the section ({anchor})= that defines {row.name}, {HOW}"
    )


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_table_of_contents(chapter):
    assert f"- file: chapters/{chapter}\n" in read("_toc.yml"), (
        f"_toc.yml: add `- file: chapters/{chapter}`, {HOW}"
    )


@pytest.mark.parametrize("path", sorted((ROOT / "ordref").glob("[a-z]*.py")), ids=str)
def test_row_of_a_measure(path):
    for function in public(path):
        assert function in FUNCTIONS, (
            f"ordref/catalogue.py: add a row Measure(...) for {function}, {HOW}"
        )


@every_row
def test_row_of_its_chapter(row):
    assert row.chapter in CHAPTERS, (
        f"ordref/catalogue.py: add a row Chapter(...) for {row.chapter}, {HOW}"
    )


@every_function
def test_import(row):
    assert imported(parsed("ordref/__init__.py")).get(row.function) == row.module, (
        f"ordref/__init__.py: add `from .{row.module} import {row.function} as "
        f"{row.function}`, {HOW}"
    )


@every_row
def test_cells_of_the_properties(row):
    file = "chapters/axioms.toml"
    table = tomllib.loads(read(file))
    cells = table["cells"].get(row.name)
    assert (cells is None) == (row.name in table["left_out"]), (
        f"{file}: add the table [cells.{row.name}], or the reason why there is none to "
        f"[left_out], {HOW}"
    )
    missing = [a for a in table["axioms"] if cells is not None and a not in cells]
    assert not missing, f"{file}: [cells.{row.name}] has no {missing}, {HOW}"


def flat(tex):
    return re.sub(r"\\(?:mathrm|text)\b|[\\{} ]", "", tex)


def introduced(anchor):
    """The symbols that the page of the notation says a chapter introduces."""
    line = r"^\| (\$.*?) \| (.*) \| \{ref\}`" + anchor + r"` \|$"
    for symbols, meaning in re.findall(line, read("chapters/notation.md"), re.M):
        yield from (flat(symbol) for symbol in re.findall(r"\$(.+?)\$", symbols))
        yield meaning.split(", ")[-1]  # a name beside a formula, such as UOC


@pytest.mark.parametrize(
    "row",
    [row for row in MEASURES if row.shown and not row.options],
    ids=lambda row: row.name,
)
def test_row_of_the_notation(row):
    anchor = f"chap-{row.chapter.replace('_', '-')}"
    assert row.symbol in introduced(anchor), (
        f"chapters/notation.md: add a row for {row.symbol} that leads to "
        f"{{ref}}`{anchor}`, {HOW}"
    )


@every_function
def test_test(row):
    found = list((ROOT / "tests").rglob(f"test_{row.module}.py"))
    assert found, (
        f"tests/measures/test_{row.module}.py: write tests of {row.function}, {HOW}"
    )
