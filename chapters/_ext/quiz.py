"""A test drawn from the questions of all chapters.

The questions are cut from the built pages, where their formulas and links are what they are in
the chapter, and written into `quiz-data.js`, from which `quiz.js` draws. A page without scripts
has links to the questions of each chapter.
"""

import json
import re
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes
from front import contents
from glance import ROOT
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

PAGE = "chapters/test_yourself"
ASKED = re.compile(r"^:{3,}\{question\} ", re.MULTILINE)


def asked(notebook):
    """How many questions a chapter asks."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    texts = ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return sum(len(ASKED.findall(text)) for text in texts)


def chapters(folder=ROOT / "chapters"):
    """The part, name and title of each chapter that asks, and how many questions it has."""
    for part, pages in contents():
        for name, title in pages:
            notebook = folder / f"{name}.ipynb"
            if notebook.is_file() and (many := asked(notebook)):
                yield part, name, title, many


def cut(html, name):
    """The questions of a built page, as another page of its folder can show them."""
    found = BeautifulSoup(html, "html.parser").select("div.question")
    for question in found:
        for tag in question.find_all(True):
            tag.attrs.pop("id", None)
            if tag.get("href", "").startswith("#"):
                tag["href"] = f"{name}.html{tag['href']}"
    return [str(question) for question in found]


def still():
    """Where the questions stand in the book, part by part."""
    lines, before = [], None
    for part, name, title, many in chapters():
        if part != before:
            lines += ["</ul>"] * bool(before) + [f"<p>{escape(part)}</p><ul>"]
            before = part
        there = f'<a href="{name}.html#check-yourself">{escape(title)}</a>'
        lines.append(f"<li>{there}, {many} questions</li>")
    return "".join([*lines, "</ul>"])


class Quiz(SphinxDirective):
    """The test, and without scripts the chapters that have its questions."""

    def run(self):
        for _, name, *_ in chapters():
            self.env.note_dependency(str(ROOT / "chapters" / f"{name}.ipynb"))
        html = f'<div id="quiz"><div class="quiz-still">{still()}</div></div>'
        return [nodes.raw("", html, format="html")]


def add_scripts(app, pagename, template, context, doctree):
    if pagename == PAGE:
        for name in ("quiz-data.js", "quiz.js"):
            app.add_js_file(name, loading_method="defer")


def write(app, exception):
    if exception or app.builder.format != "html" or app.tags.has("page"):
        return
    held, out = [], Path(app.outdir)
    for _, name, title, many in chapters():
        page = out / "chapters" / f"{name}.html"
        found = cut(page.read_text(encoding="utf-8"), name)
        if len(found) != many:
            raise ExtensionError(f"{name}: {len(found)} of {many} questions are built")
        held += [{"page": name, "title": title, "html": html} for html in found]
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":"))
    file = out / "_static" / "quiz-data.js"
    file.write_text(f"window.ordrefQuestions = {text};\n", encoding="utf-8")


def setup(app):
    app.add_directive("quiz", Quiz)
    app.connect("html-page-context", add_scripts)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
