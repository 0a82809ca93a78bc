"""The copies of the chapters that readers download, and that `make lab` opens."""

import html
import re

import nbformat
import pytest
from test_site import ROOT, SITE

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
UNRESOLVED = re.compile(
    r"\{[a-z:]+\}`[^`]*`"  # a role
    r"|^[`:]{3,}\{(?!admonition\})[^}]*\}"  # a directive but the box
    r"|^\([\w-]+\)=$"  # a target
    r"|\$\$ \([\w-]+\)$"  # the label of an equation
    r"|\{\\['`^~]",  # the accent of a bibliography
    re.MULTILINE,
)


@pytest.fixture(params=CHAPTERS, ids=lambda path: path.stem)
def path(request):
    return request.param


def copy_of(path):
    return nbformat.read(SITE / "_sources" / "chapters" / path.name, as_version=4)


def prose(notebook):
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def bare(text):
    """Words without what sets them."""
    return re.sub(r"\W+", " ", html.unescape(text)).strip()


def page_of(path):
    text = (SITE / "chapters" / f"{path.stem}.html").read_text(encoding="utf-8")
    article = text.partition("<article")[2].partition("</article>")[0]
    return bare(re.sub(r"<[^>]*>", " ", article))


def test_nothing_is_left_unresolved(path):
    assert UNRESOLVED.findall(prose(copy_of(path))) == []


def test_what_is_unresolved_is_seen():
    for path in CHAPTERS:
        assert UNRESOLVED.search(prose(nbformat.read(path, as_version=4))), path
    for left in (
        "{glue:text}`x:.2f`",
        "```{literalinclude} a.py",
        "(sec-x)=",
        "$$ (eq-x)",
    ):
        assert UNRESOLVED.search(left)


def test_the_code_is_the_same(path):
    """Cells, outputs and all."""
    assert code(copy_of(path)) == code(nbformat.read(path, as_version=4))


def test_a_copy_is_a_notebook(path):
    notebook = copy_of(path)
    nbformat.validate(notebook)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


def test_boxes_close(path):
    lines = [
        line for line in prose(copy_of(path)).split("\n") if line.startswith(":::")
    ]
    assert lines[1::2] == [":::"] * (len(lines) // 2)
    assert all(line.startswith(":::{admonition} ") for line in lines[::2])


def test_numbers_are_those_of_the_page(path):
    """What the copy calls a statement, a section, a figure or a paper, the page does too."""
    there, text = page_of(path), prose(copy_of(path))
    names = re.findall(r"^:::\{admonition\} (\w+ [\d.]+)", text, re.MULTILINE)
    names += re.findall(r"\b(?:Theorem|Lemma|Corollary|Fig\.|Section) \d+\.\d+", text)
    names += re.findall(r"^#+ (\d[\d.]*) [\w ]{4,}", text, re.MULTILINE)
    names += re.findall(r"\\tag\{([\d.]+)\}", text)
    names += re.findall(r"(?<=\s)[A-ZÀ-Ž][\w-]+(?: \*et al\.\*)? \[\d{4}\]", text)
    assert len(names) > 3
    missing = {n for n in names if f" {bare(n)} " not in f" {there} "}
    assert not missing


def test_computed_numbers_are_written_out():
    notebook = nbformat.read(ROOT / "chapters" / "mae.ipynb", as_version=4)
    assert "{glue:text}`vision-mae:.3f`" in prose(notebook)
    (value,) = [
        output.data["application/papermill.record/text/plain"]
        for cell in code(notebook)
        for output in cell.outputs
        if output.metadata.get("scrapbook", {}).get("name") == "vision-mae"
    ]
    copy = prose(copy_of(ROOT / "chapters" / "mae.ipynb"))
    assert f"sum to the MAE, {float(value):.3f}." in copy


def test_included_code_is_that_of_the_package():
    copy = prose(copy_of(ROOT / "chapters" / "mae.ipynb"))
    module = (ROOT / "ordref" / "mae.py").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(@of_matrix\ndef mae.*?)\n```", copy, re.DOTALL)
    assert shown[1] in module


def test_the_page_offers_the_copy(path):
    page = (SITE / "chapters" / f"{path.stem}.html").read_text(encoding="utf-8")
    assert f'href="../_sources/chapters/{path.name}"' in page
