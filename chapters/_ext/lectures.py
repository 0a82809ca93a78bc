"""A course made of the book: the table of its lectures, and slides for each.

Slides are cut from the built pages, so that they say what the pages say, with one idea on each:
a question, a picture in full height, a box to play with, a definition beside its picture, a
statement, what to remember. The paragraphs between are the notes for the speaker. Slides stand
beside the chapters, with the same scripts and pictures, and need no server.
"""

import re
import tomllib
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.util.docutils import SphinxDirective

HERE = Path(__file__).resolve().parents[1]
LECTURES = tomllib.loads((HERE / "lectures.toml").read_text(encoding="utf-8"))[
    "lecture"
]
PICTURE = "figure, .play, .matrix-box, table.dataframe, .measure-card"
STATEMENT = ".proof.theorem, .proof.definition"
AWAY = (
    ".headerlink, .section-number, .cell_input, details, .rests-on, .machine, script, .task-box,"
    " .code-tabs, .card-when"
)
# Sections for who reads alone.
ALONE = {"exercises", "check-yourself", "for-referees", "the-details", "at-a-glance"}
# What boxes to play with, matrices and cards need; the page of a chapter has more.
NEEDED = re.compile(r"_static/(ordref|matrix|play[\w-]*|card|your_table)\.(js|css)")

PAGE = """<!DOCTYPE html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="../_static/formulas.css">
{styles}
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


def plain(part, stem):
    """A part of a page without what belongs to the page alone, such as permalinks and code."""
    part = BeautifulSoup(str(part), "html.parser")
    for away in part.select(AWAY):
        away.decompose()
    for tag in part.find_all(id=True):
        if tag.find_parent("svg") is None:  # a drawing refers to its own
            del tag["id"]
    for link in part.select("a[href^='#']"):
        link["href"] = f"{stem}.html{link['href']}"
    text = str(part)
    if part.select_one(".matrix, .play"):  # whose look is that of the pages
        text = f'<div class="bd-article">{text}</div>'
    return text


def flow(parent):
    """What a reader sees in a section, in order: pictures, statements, text; none that folds."""
    for part in parent.find_all(recursive=False):
        classes = part.get("class") or []
        if part.name in ("section", "details", "h1", "h2", "h3", "span"):
            continue
        if {"cell", "cell_output", "pst-scrollable-table-container"} & {*classes}:
            yield from flow(part)
        elif "output" in classes:
            yield from part.select("table.dataframe")
        elif not {"proof", "prove"} & {*classes} or {"theorem", "definition"} & {
            *classes
        }:
            yield part


def is_a(part, selector):
    return part.parent is not None and part in part.parent.select(selector)


def shown(section, stem, pictures):
    """The slides of one section: each a kind, what stands on it, and notes for the speaker."""
    heading = section.find(["h1", "h2", "h3"], recursive=False)
    title = plain(heading, stem).replace("<h3", "<h2").replace("</h3", "</h2")
    slides, text = [], []

    def put(kind, *parts):
        slides.append(
            (kind, title + "".join(plain(*part) for part in parts), text.copy())
        )
        text.clear()

    replaced = {box["data-picture"] for box in section.select(".play[data-picture]")}
    for part in flow(section):
        if is_a(part, PICTURE):
            if part.get("id") in replaced:
                continue  # it stands on the slide of its box
            still = section.find(id=part.get("data-picture") or "none")
            line = text.pop(0) if text and part.name != "figure" else ""
            body = plain(part, stem)
            if still is not None:
                body += f"<noscript>{plain(still, stem)}</noscript>"
            slides.append(("picture", title + line + body, text.copy()))
            text.clear()
            pictures.append(part if still is None else still)
        elif is_a(part, STATEMENT):
            put("statement", (part, stem))
        elif "math" in (part.get("class") or []):
            if text and not slides:  # the rule: in words, its formula, and its picture
                words = text.pop(0) + plain(part, stem)
                still = [p for p in pictures[-1:] if is_a(p, "figure, .matrix-box")]
                beside = "".join(
                    f'<div class="beside">{plain(p, stem)}</div>' for p in still
                )
                slides.append(("rule", f"{title}<div>{words}</div>{beside}", []))
        elif part.name == "ul":
            put("list", (part, stem))
        else:
            text.append(plain(part, stem))
    if text and slides:
        slides[-1][2].extend(text)
    return slides


def questions(article):
    """The questions of the guide with their answers, each once."""
    asked = {}
    for step in article.select(".guide-step:has(ul)"):
        answers = [a.get_text() for a in step.select("li a")]
        asked.setdefault(step.p.get_text(), answers)
    for question, answers in asked.items():
        listed = "".join(f"<li>{escape(answer)}</li>" for answer in answers)
        yield "list", f"<h2>{escape(question)}</h2><ul>{listed}</ul>", []


def slides_of(page, stem):
    """The slides of one chapter: what stands on each, and the notes."""
    article = page.select_one("article")
    top = article.select_one("h1").find_parent("section")
    pictures = []
    parts = list(flow(top))
    first = next(part for part in parts if part.name == "p")
    yield "question", plain(top.h1, stem) + plain(first, stem), []
    for part in parts[parts.index(first) + 1 :]:
        if is_a(part, PICTURE):
            yield "picture", plain(part, stem), []
            pictures.append(part)
        elif part.name == "p" and len(part.get_text().split()) <= 60:
            yield "line", plain(part, stem), []
    yield from questions(article)
    for section in top.select("section"):
        folded = section.find_parent("details") or section.find_parent(class_="proof")
        if (
            folded
            or {"prove"} & {*(section.get("class") or [])}
            or section.get("id") in {None, *ALONE}
        ):
            continue
        yield from shown(section, stem, pictures)


def deck(number, lecture, folder):
    """The slides of a lecture as a page."""
    name = f"Lecture {number}: {lecture['title']}"
    opening = f"<h1>{escape(name)}</h1><p>{escape(lecture['show'])}</p>"
    slides, styles, scripts = [("question", opening, [])], {}, {}
    for stem in lecture["chapters"]:
        text = (folder / f"{stem}.html").read_text(encoding="utf-8")
        page = BeautifulSoup(text, "html.parser")
        slides += slides_of(page, stem)
        for tag in page.select("link[rel=stylesheet], script[src]"):
            address = tag.get("href") or tag.get("src")
            if NEEDED.search(address) or "_static/type.css" in address:
                (styles if tag.name == "link" else scripts)[address] = str(tag)
    sections = "\n".join(
        f'<section class="{kind}"><div class="idea">{body}</div>'
        + (f'<aside class="notes">{"".join(notes)}</aside>' if notes else "")
        + f"<footer><span>{escape(name)}</span><span>{k} / {len(slides)}</span></footer></section>"
        for k, (kind, body, notes) in enumerate(slides, 1)
    )
    return PAGE.format(
        title=escape(name),
        styles="\n".join(styles.values()),
        scripts="\n".join(scripts.values()),
        slides=sections,
    )


def write(app, exception):
    if exception or app.builder.name != "html" or app.tags.has("page"):
        return
    folder = Path(app.outdir) / "chapters"
    for number, lecture in enumerate(LECTURES, 1):
        if not all((folder / f"{stem}.html").is_file() for stem in lecture["chapters"]):
            return  # a build of some pages alone
        text = deck(number, lecture, folder)
        (folder / file_of(number)).write_text(text, encoding="utf-8")


def setup(app):
    app.add_directive("lectures", Lectures)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
