"""A course made of the book: the table of its lectures, and slides for each.

Slides are cut from the built pages, so that they say what the pages say: the decision that
opens a chapter, its measures at a glance, its figures, what is true, and what to remember.
They stand beside the chapters, with the same scripts and pictures, and need no server.
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
FIGURES = 4  # of a chapter: an hour is short

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


def plain(part):
    """A part of a page without what belongs to the page alone: permalinks, ids, code."""
    part = BeautifulSoup(str(part), "html.parser")
    for away in part.select(
        ".headerlink, .cell_input, details, .proof.admonition:not(.theorem), script"
    ):
        away.decompose()
    for tag in part.find_all(id=True):
        del tag["id"]
    return str(part)


def slides_of(page):
    """The slides of one chapter, as HTML."""
    article = page.select_one("article")
    top = article.select_one("h1").find_parent("section")
    opening = [p for p in top.find_all("p", recursive=False)][:2]
    yield f"<h1>{plain(top.h1.decode_contents())}</h1>" + "".join(map(plain, opening))
    for box in article.select(".at-a-glance"):
        yield "<h2>At a glance</h2>" + plain(box)
    hidden = {id(f) for f in article.select("details figure, .solution figure")}
    figures = [f for f in article.select("figure") if id(f) not in hidden]
    yield from map(plain, figures[:FIGURES])
    yield from map(plain, article.select("div.proof.theorem"))
    for section in article.select("section"):
        heading = section.find(["h2", "h3"], recursive=False)
        if heading and heading.get_text().strip("#¶ \n").endswith("Remember"):
            yield plain(section)


def write(app, exception):
    if exception or app.builder.name != "html":
        return
    folder = Path(app.outdir) / "chapters"
    for number, lecture in enumerate(LECTURES, 1):
        title = f"{number}. {lecture['title']}"
        slides = [f"<h1>{escape(title)}</h1><p>{escape(lecture['show'])}</p>"]
        for stem in lecture["chapters"]:
            file = folder / f"{stem}.html"
            if not file.is_file():
                return  # a build of some pages alone
            page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
            slides += slides_of(page)
        sections = "\n".join(f"<section>{slide}</section>" for slide in slides)
        text = PAGE.format(title=escape(title), slides=sections)
        (folder / file_of(number)).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("lectures", Lectures)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
