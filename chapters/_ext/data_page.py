"""The page of the data: each matrix with its name, drawn, its source and who uses it.

The directive reads the data and the code of the chapters whenever the book is built.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from docutils import nodes
from glance import CHAPTERS
from matrix import table
from sphinx.util.docutils import SphinxDirective

from ordref import data

ROOT = Path(__file__).resolve().parents[2]
KINDS = {
    "oci2011": "Matrices of {cite:t}`oci2011`",
    "mmae2014": "Matrices of {cite:t}`mmae2014`",
    "fcorr2020": "The matrix of {cite:t}`fcorr2020`",
    "": "Real tables",
}


@cache
def code(chapter):
    """The cells of code of a chapter."""
    text = (ROOT / "chapters" / f"{chapter}.ipynb").read_text(encoding="utf-8")
    cells = json.loads(text)["cells"]
    return ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]


def kind(id):
    paper, dot, _ = id.partition(".")
    return paper if dot else ""


def reads(cell, id):
    """Whether a cell of code reads the matrix: by its name, or as one of a family.

    A family is asked for as a list, or by a name that is put together: then the parts
    stand in quotes, or are the rows of a printed table.
    """
    paper = kind(id)
    if re.search(rf'"{re.escape(id)}"|matrices\(\)(?!\[)', cell):
        return True
    if not paper:
        return "matrices()[-12:]" in cell
    if f'matrices("{paper}")' in cell:
        return True
    name = id.partition(".")[2]
    if f'"{paper}.{{' not in cell:
        return False
    quoted = re.findall(r'"(\w+)"', cell)
    letters = {c for word in quoted if re.fullmatch("[A-D]+", word) for c in word}
    return (
        name in quoted
        or name in letters
        or ("printed(" in cell and name in rows(paper))
    )


@cache
def rows(paper):
    """The matrices that the printed tables of a paper have a row for."""
    held = json.loads((ROOT / "ordref/data/published.json").read_text(encoding="utf-8"))
    return {
        row
        for t in held["tables"]
        if t["id"].startswith(f"{paper}.")
        for row in t["rows"]
    }


def users(id):
    """The chapters that read a matrix, in the order of the book."""
    return [c for c in CHAPTERS if any(reads(cell, id) for cell in code(c.name))]


def drawn(held):
    """A matrix as every page has it."""
    sides = [side.removesuffix(" class") for side in (held.rows, held.columns)]
    html = table(held.counts.tolist(), held.labels, sides=sides)
    return (
        f'<div class="matrix-box" role="group" aria-label="{escape(held.title)}">'
        f"{html}</div>"
    )


def anchor(id):
    return "data-" + re.sub(r"\W|_", "-", id).lower()


class Tables(SphinxDirective):
    """A section for each family, and in it one for each matrix."""

    def run(self):
        for file in [
            *(ROOT / "ordref/data").glob("*.json"),
            *(ROOT / "chapters").glob("*.ipynb"),
        ]:
            self.env.note_dependency(str(file))
        return [self.family(key, title) for key, title in KINDS.items()]

    def family(self, key, title):
        text = self.parse_text_to_nodes(title)[0].children
        section = nodes.section(
            "", nodes.title("", "", *text), ids=[f"data-{key or 'real'}"]
        )
        for id in data.matrices():
            if kind(id) == key:
                section += self.matrix(data.matrix(id))
        return section

    def matrix(self, held):
        section = nodes.section("", nodes.title("", held.title), ids=[anchor(held.id)])
        self.env.get_domain("std").anonlabels[anchor(held.id)] = (
            self.env.docname,
            anchor(held.id),
        )
        section += nodes.paragraph("", "", nodes.literal("", held.id))
        section += nodes.raw("", drawn(held), format="html")
        status = "" if held.status == "printed" else f"{held.status.capitalize()}. "
        chapters = ", ".join(f"{{doc}}`{c.title} <{c.name}>`" for c in users(held.id))
        lines = [
            status + held.note,
            f"Source: {held.citation}.",
            f"Used in: {chapters or 'the tests alone'}.",
        ]
        for line in filter(str.strip, lines):
            section += self.parse_text_to_nodes(line.replace("..", "."))
        return section


def setup(app):
    app.add_directive("data-tables", Tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
