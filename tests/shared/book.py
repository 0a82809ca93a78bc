"""The pages of the book as they are stored, each read once in a run."""

from functools import cache

import nbformat
from files import ROOT

CHAPTERS = ROOT / "chapters"


@cache
def notebook(stem):
    return nbformat.read(CHAPTERS / f"{stem}.ipynb", as_version=4)


@cache
def prose(stem):
    """What a page says, without its code."""
    if (CHAPTERS / f"{stem}.ipynb").is_file():
        return prose_of(notebook(stem).cells)
    return (CHAPTERS / f"{stem}.md").read_text(encoding="utf-8")


def prose_of(cells):
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def pages():
    """The names of all chapters and pages."""
    return sorted(p.stem for p in CHAPTERS.iterdir() if p.suffix in (".ipynb", ".md"))
