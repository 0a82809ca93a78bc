"""A course made of the book: its lectures, slides for each, and which chapter needs which.

Slides are cut from the built pages, so that they say what the pages say: the decision that
opens a chapter, its measures at a glance, its figures, what is true, and what to remember.
They stand beside the chapters, with the same scripts and pictures, and need no server.
"""

import json
import re
import tomllib
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ordref.catalogue import CHAPTERS

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
<link rel="stylesheet" href="../_static/slides.css">
{scripts}
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


def prose(stem):
    """What a chapter says, without its code."""
    cells = json.loads((HERE / f"{stem}.ipynb").read_text(encoding="utf-8"))["cells"]
    return "\n".join(
        "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"
    )


def needs():
    """For each chapter those whose definitions and theorems it refers to."""
    texts = {chapter.name: prose(chapter.name) for chapter in CHAPTERS}
    home = {
        label or anchor: stem
        for stem, text in texts.items()
        for label, anchor in re.findall(
            r"^(?::label: (\S+)|\((sec-[\w-]+)\)=)$", text, re.M
        )
    }
    refers = re.compile(r"\{(?:prf:|num|eq)?(?:ref)?\}`(?:[^`<]*<)?([\w-]+)>?`")
    return {
        stem: {home[ref] for ref in refers.findall(text) if ref in home} - {stem}
        for stem, text in texts.items()
    }


def map_of_needs():
    """The chapters one below the other, and an arc from each to those that it needs."""
    stems, titles = list(needs()), {c.name: c.title for c in CHAPTERS}
    row, left = 26, 400
    parts = []
    for stem, needed in needs().items():
        here = stems.index(stem)
        for other in sorted(needed, key=stems.index):
            there = stems.index(other)
            y1, y2 = row * here + 14, row * there + 14
            x = left + 12 + 9 * abs(here - there)
            colour = "#0072b2" if there < here else "#d55e00"
            parts.append(
                f'<path d="M{left} {y1} C{x} {y1} {x} {y2} {left} {y2}" fill="none" '
                f'stroke="{colour}" stroke-width="1.2" opacity="0.7"/>'
            )
    for k, stem in enumerate(stems):
        parts.append(
            f'<a href="{stem}.html"><text x="{left - 8}" y="{row * k + 18}" font-size="13" '
            f'text-anchor="end" fill="currentColor">{escape(titles[stem])}</text></a>'
        )
    listed = "; ".join(
        f"{titles[stem]} needs {', '.join(titles[o] for o in sorted(needed, key=stems.index))}"
        for stem, needed in needs().items()
        if needed
    )
    return (
        f'<svg class="needs" viewBox="0 0 620 {row * len(stems)}" role="img" '
        f'aria-label="Which chapter needs which">'
        f"<desc>{escape(listed)}</desc>{''.join(parts)}</svg>"
    )


class Needs(SphinxDirective):
    """Which chapters need which, drawn from their references."""

    def run(self):
        return [nodes.raw("", f"<figure>{map_of_needs()}</figure>", format="html")]


def plain(part):
    """A part of a page without what belongs to the page alone: permalinks, ids, code."""
    part = BeautifulSoup(str(part), "html.parser")
    for away in part.select(
        ".headerlink, .cell_input, details, .proof.admonition, script"
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
        slides, scripts = (
            [f"<h1>{escape(title)}</h1><p>{escape(lecture['show'])}</p>"],
            [],
        )
        for stem in lecture["chapters"]:
            file = folder / f"{stem}.html"
            if not file.is_file():
                return  # a build of some pages alone
            page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
            slides += slides_of(page)
            scripts = [
                str(s) for s in page.select("script") if "mathjax" in str(s).lower()
            ]
        sections = "\n".join(f"<section>{slide}</section>" for slide in slides)
        text = PAGE.format(
            title=escape(title), scripts="\n".join(scripts), slides=sections
        )
        (folder / file_of(number)).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("lectures", Lectures)
    app.add_directive("needs", Needs)
    # After the extension that sets up MathJax, which works on the finished pages.
    app.connect("build-finished", write, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
