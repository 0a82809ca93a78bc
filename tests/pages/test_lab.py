"""The copies of the chapters that readers download, and that `make lab` opens."""

import html
import re

import nbformat
import pytest
from files import ROOT, read
from opened import SITE, text_of

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
UNRESOLVED = re.compile(
    r"\{[a-z:]+\}`[^`]*`"  # a role
    r"|^[`:]{3,}\{(?!admonition\})[^}]*\}"  # a directive but the box
    r"|^\([\w-]+\)=$"  # a target
    r"|\$\$ \([\w-]+\)$"  # the label of an equation
    r"|\{\\['`^~]",  # the accent of a bibliography
    re.MULTILINE,
)


def chapter_of(path):
    return nbformat.read(path, as_version=4)


def copy_of(path):
    return nbformat.read(SITE / "_sources" / "chapters" / path.name, as_version=4)


def prose(notebook):
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def bare(text):
    """Words without what sets them."""
    return re.sub(r"\W+", " ", html.unescape(text)).strip()


def article_of(text):
    article = text.partition("<article")[2].partition("</article>")[0]
    return bare(re.sub(r"<[^>]*>", " ", article))


def names_of(text):
    """What a copy calls a statement, a section, a figure or a paper."""
    return [
        *re.findall(r"^:::\{admonition\} (\w+ [\d.]+)", text, re.MULTILINE),
        *re.findall(r"\b(?:Theorem|Lemma|Corollary|Fig\.|Section) \d+\.\d+", text),
        *re.findall(r"^#+ (\d[\d.]*) [\w ]{4,}", text, re.MULTILINE),
        *re.findall(r"\\tag\{([\d.]+)\}", text),
        *re.findall(r"(?<=\s)[A-ZÀ-Ž][\w-]+(?: \*et al\.\*)? \[\d{4}\]", text),
    ]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_copy_is_the_chapter_with_nothing_left_unresolved(site, path):
    chapter, copy = chapter_of(path), copy_of(path)
    text, page = prose(copy), text_of(f"chapters/{path.stem}.html")
    assert UNRESOLVED.search(prose(chapter))
    assert UNRESOLVED.findall(text) == []
    # Cells, outputs and all.
    assert code(copy) == code(chapter)
    nbformat.validate(copy)
    assert len({cell.id for cell in copy.cells}) == len(copy.cells)
    # Boxes close.
    lines = [line for line in text.split("\n") if line.startswith(":::")]
    assert lines[1::2] == [":::"] * (len(lines) // 2)
    assert all(line.startswith(":::{admonition} ") for line in lines[::2])
    # The numbers are those of the page.
    names, there = names_of(text), article_of(page)
    assert len(names) > (
        -1 if path.stem == "asked" else 0 if path.stem == "sentence" else 3
    )
    assert not {n for n in names if f" {bare(n)} " not in f" {there} "}
    assert f'href="../_sources/chapters/{path.name}"' in page


def test_what_is_unresolved_is_seen():
    role, included = "{glue:text}`x:.2f`", "```{literalinclude} a.py"
    for left in (role, included, "(sec-x)=", "$$ (eq-x)"):
        assert UNRESOLVED.search(left), left


def test_computed_numbers_are_written_out(site):
    notebook = chapter_of(ROOT / "chapters" / "mae.ipynb")
    assert "{glue:text}`vision-length:.2f` grades" in prose(notebook)
    (value,) = [
        output.data["application/papermill.record/text/plain"]
        for cell in code(notebook)
        for output in cell.outputs
        if output.metadata.get("scrapbook", {}).get("name") == "vision-length"
    ]
    copy = prose(copy_of(ROOT / "chapters" / "mae.ipynb"))
    assert f" it is {float(value):.2f} grades" in copy


def test_included_code_is_that_of_the_package(site):
    copy = prose(copy_of(ROOT / "chapters" / "mae.ipynb"))
    shown = re.search(r"```python\n(@of_matrix\ndef mae.*?)\n```", copy, re.DOTALL)
    assert shown[1] in read("ordref/measures/mae.py")
