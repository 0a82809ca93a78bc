"""A course made of the book: the table of its lectures, and slides for each.

Slides are cut from the built pages, so that they say what the pages say: the question that
opens a chapter and its answer, its measures at a glance, its definitions, figures and theorems as
far as they are not folded, and what to remember. They stand beside the chapters, with the same
scripts and pictures, and need no server.
"""

import tomllib
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.util.docutils import SphinxDirective

HERE = Path(__file__).resolve().parents[1]
LECTURES = tomllib.loads((HERE / "lectures.toml").read_text(encoding="utf-8"))[
    "lecture"
]
FIGURES = 3  # of a chapter, beside the first: an hour is short
ROWS = ("Formula", "Asks", "Range", "Blind to")  # of "At a glance"

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="../_static/formulas.css">
<link rel="stylesheet" href="../_static/slides.css">
<script defer src="../_static/slides/slides.js"></script>
</head>
<body>
<main>
{slides}
</main>
</body>
</html>
"""


def file_of(number):
    """The slides of a lecture, beside the chapters."""
    return f"slides_{number}.html"


def table():
    """The lectures as Markdown."""
    lines = [
        "| | lecture | read | show | needs | slides |",
        "|---|---|---|---|---|---|",
    ]
    for number, lecture in enumerate(LECTURES, 1):
        read = ", ".join(f"{{doc}}`{stem}`" for stem in lecture["chapters"])
        slides = f"<a href='{file_of(number)}'>open</a>"
        parts = [
            str(number),
            lecture["title"],
            read,
            lecture["show"],
            lecture["needs"],
            slides,
        ]
        lines.append("| " + " | ".join(parts) + " |")
    return "\n".join(lines)


class Lectures(SphinxDirective):
    """The table of the lectures."""

    def run(self):
        return self.parse_text_to_nodes(table())


def plain(part, stem):
    """A part of a page without what belongs to the page alone, such as permalinks and code."""
    part = BeautifulSoup(str(part), "html.parser")
    for away in part.select(
        ".headerlink, .section-number, .cell_input, details, .rests-on, .machine, script,"
        " .proof.admonition:not(.theorem, .definition)"
    ):
        away.decompose()
    for tag in part.find_all(id=True):
        del tag["id"]
    for link in part.select("a[href^='#']"):
        link["href"] = f"{stem}.html{link['href']}"
    return str(part)


def opening(top):
    """Two paragraphs, the figures and the tables before the first section of a chapter."""
    paragraphs = 0
    for part in top.find_all(recursive=False):
        if part.name == "section":
            return
        if part.name == "p":
            paragraphs += 1
            if paragraphs <= 2:
                yield part
        else:
            yield from part.select("figure, table.dataframe")


def questions(article):
    """The questions of the guide with their answers, each once."""
    asked = {}
    for step in article.select(".guide-step:has(ul)"):
        answers = [a.get_text() for a in step.select("li a")]
        asked.setdefault(step.p.get_text(), answers)
    for question, answers in asked.items():
        listed = "".join(f"<li>{escape(answer)}</li>" for answer in answers)
        yield f"<h2>{escape(question)}</h2><ul>{listed}</ul>"


def at_a_glance(box):
    """The rows of a box that are for an audience."""
    box = BeautifulSoup(str(box), "html.parser")
    for row in box.select("tbody tr"):
        if row.td.get_text(strip=True) not in ROWS:
            row.decompose()
    return box.table


def slides_of(page, stem):
    """The slides of one chapter, as HTML."""
    article = page.select_one("article")
    top = article.select_one("h1").find_parent("section")
    first, *parts = opening(top)
    look = 1 if parts and parts[0].name == "figure" else len(parts)  # before the answer
    yield "".join(plain(part, stem) for part in (top.h1, first, *parts[:look]))
    if parts[look:]:
        yield "".join(plain(part, stem) for part in parts[look:])
    yield from questions(article)
    for box in article.select(".at-a-glance"):
        yield "<h2>At a glance</h2>" + plain(at_a_glance(box), stem)
    folded = {id(f) for f in article.select("details *, .solution *")}
    met = {id(part) for part in parts} | folded
    figures = [f for f in article.select("figure") if id(f) not in met][:FIGURES]
    definitions, theorems = map(article.select, (".proof.definition", ".proof.theorem"))
    for part in (*definitions, *figures, *theorems):
        if id(part) not in folded:
            yield plain(part, stem)
    for section in article.select("section"):
        heading = section.find(["h2", "h3"], recursive=False)
        if heading and heading.get_text().strip("#¶ \n").endswith("Remember"):
            yield plain(section, stem)


def write(app, exception):
    if exception or app.builder.name != "html" or app.tags.has("page"):
        return
    folder = Path(app.outdir) / "chapters"
    for number, lecture in enumerate(LECTURES, 1):
        title = f"Lecture {number}: {lecture['title']}"
        slides = [f"<h1>{escape(title)}</h1><p>{escape(lecture['show'])}</p>"]
        for stem in lecture["chapters"]:
            file = folder / f"{stem}.html"
            if not file.is_file():
                return  # a build of some pages alone
            page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
            slides += slides_of(page, stem)
        sections = "\n".join(f"<section>{slide}</section>" for slide in slides)
        text = PAGE.format(title=escape(title), slides=sections)
        (folder / file_of(number)).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("lectures", Lectures)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
