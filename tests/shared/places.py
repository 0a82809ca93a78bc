"""The nine places of a measure, and what is said where one is missing: see NEW-MEASURE.md.

The sources are read and not imported, so that each message can still be given where
nothing can be imported, and for a copy of the project.
"""

import ast
import json
import re
import tomllib
from functools import cache
from typing import NamedTuple


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


def calls(tree, name):
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name
    ]


def listed(tree):
    """The names in the `__all__` of a module."""
    return {
        name
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for name in ast.literal_eval(node.value)
    }


def public(tree):
    """The public functions of a module that take a matrix alone and return a number for it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in listed(tree):
            first = node.args.args[0].arg if node.args.args else ""
            alone = None not in node.args.kw_defaults  # no option has to be given
            returns = node.returns and ast.unparse(node.returns)
            if first == "cm" and alone and returns == "Any":
                yield node.name


# Copies of a project that differ in a file or two share what is read of the others.
@cache
def parsed(text):
    return ast.parse(text)


@cache
def cells(text):
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


def flat(tex):
    return re.sub(r"\\(?:mathrm|text)\b|[\\{} ]", "", tex)


class Places:
    """Of the measures of a project in some folder."""

    def __init__(self, root):
        self.root = root
        self.read = cache(self.read)
        self.catalogue = self.parsed("ordref/instruments/catalogue/rows.py")
        self.measures = list(self.rows())
        self.said = tomllib.loads(self.read("chapters/glance.toml"))
        self.chapters = [*self.said["chapters"]]
        self.functions = {row.function: row for row in reversed(self.measures)}

    def read(self, name):
        file = self.root / name
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def parsed(self, name):
        return parsed(self.read(name))

    def rows(self):
        for call in calls(self.catalogue, "Measure"):
            name, function, symbol, _, section, *_ = call.args
            given = {keyword.arg for keyword in call.keywords}
            module = function.value.id
            yield Row(name.value, function.attr, module, symbol.value, section.value,
                      "options" in given, "shown" not in given)  # fmt: skip

    def public(self):
        """The public functions of all modules."""
        for path in sorted((self.root / "ordref/measures").rglob("*.py")):
            yield from public(self.parsed(str(path.relative_to(self.root))))

    def missing(self):
        """The file and what is to be written there, of all that is missing."""
        for row in self.functions.values():
            yield from self.of_function(row)
        for row in self.measures:
            yield from self.of_row(row)
        contents = self.read("_toc.yml")
        for chapter in self.chapters:
            if not re.search(rf"file: chapters/{chapter}\b", contents):
                yield "_toc.yml", f"add `- {{file: chapters/{chapter}, title: ...}}`"
        for function in self.public():
            if function not in self.functions:
                yield (
                    "ordref/instruments/catalogue/rows.py",
                    f"add a row Measure(...) for {function}",
                )

    def defines(self, name, function):
        return any(
            isinstance(node, ast.FunctionDef) and node.name == function
            for node in self.parsed(name).body
        )

    def of_function(self, row):
        function, module = row.function, row.module
        for file, home, door, what in (
            (f"ordref/measures/{module}.py", "ordref/__init__.py", ".measures",
             f"write the function {function} there"),
            (f"ordref/definitions/{module}.py", "ordref/definitions/__init__.py", "",
             f"define {function} there, over pairs of observations"),
        ):  # fmt: skip
            if not self.defines(file, function):
                yield file, what
            elif function not in listed(self.parsed(file)):
                yield file, f"list {function} in its `__all__`"
            line = f"from {door}.{module} import *"
            if line not in map(str.strip, self.read(home).splitlines()):
                yield home, f"add `{line}`"
        if not list((self.root / "tests").rglob(f"test_{row.module}.py")):
            file = f"tests/measures/test_{row.module}.py"
            yield file, f"write tests of {function}"

    def of_row(self, row):
        file, anchor = f"chapters/{row.chapter}.ipynb", row.section.partition("#")[2]
        notebook = self.read(file)
        if not notebook:
            yield file, f"write the chapter of {row.name}"
        elif f"({anchor})=" not in "\n".join(cells(notebook)).splitlines():
            yield file, f"write the section ({anchor})= that defines {row.name}"
        if row.chapter not in self.chapters:
            yield "chapters/glance.toml", f"add the table [chapters.{row.chapter}]"
        if row.name not in self.said["measures"]:
            yield "chapters/glance.toml", f"add the table [measures.{row.name}]"
        file = "chapters/axioms.toml"
        table = tomllib.loads(self.read(file))
        ours = table["cells"].get(row.name)
        if (ours is None) != (row.name in table["left_out"]):
            yield (
                file,
                (
                    f"add the table [cells.{row.name}], or the reason why there is none "
                    "to [left_out]"
                ),
            )
        missing = [a for a in table["axioms"] if ours is not None and a not in ours]
        if missing:
            yield file, f"[cells.{row.name}] has no {missing}"
        if row.shown and not row.options:
            chapter = f"chap-{row.chapter.replace('_', '-')}"
            if row.symbol not in self.introduced(chapter):
                said = f"add a row for {row.symbol} that leads to {{ref}}`{chapter}`"
                yield "chapters/notation.md", said

    def introduced(self, anchor):
        """The symbols that the page of the notation says a chapter introduces."""
        line = r"^\| (\$.*?) \| (.*) \| \{ref\}`" + anchor + r"` \|$"
        text = self.read("chapters/notation.md")
        for symbols, meaning in re.findall(line, text, re.MULTILINE):
            yield from (flat(symbol) for symbol in re.findall(r"\$(.+?)\$", symbols))
            yield meaning.split(", ")[-1]  # a name beside a formula, such as UOC
