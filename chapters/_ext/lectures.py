"""A course made of the book: the table of its lectures, and slides for each.

Slides stand beside the chapters, with the same scripts and pictures, and need no server. How
many there are, only the built pages tell, so that the plan is told after they are cut.
"""

import re
import tomllib
from html import escape
from pathlib import Path

import slides
import taught
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).resolve().parents[1] / "lectures.toml"
PLAN = tomllib.loads(FILE.read_text(encoding="utf-8"))
LECTURES = PLAN["lecture"]
MINUTES = 2  # for a slide
# What boxes to play with, matrices, cards and the guide need; the page of a chapter has more.
NEEDED = re.compile(
    r"_static/(ordref|matrix|play[\w-]*|card|your_table|guide)\.(js|css)"
)

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
EXTRA_SLIDE = re.compile(r'<section class="[^"]*\bextra"')
KEYS = (
    '<p class="keys">The arrow keys go through the slides; N shows notes for the speaker, '
    "and hides them; S leaves out the slides marked <i>extra</i>.</p>"
)
EXTRA = "<i>extra</i> \N{MIDDLE DOT} "


def file_of(number):
    """The slides of a lecture, beside the chapters."""
    return f"slides_{number}.html"


def later(what, number):
    """The place of a number that is known when the slides are cut."""
    return f"<span data-{what}='{number}'></span>"


def opened(number, words):
    return f"<a href='{file_of(number)}'>{words}</a>"


def exercises(names):
    return " and ".join(f"{{ref}}`{name}`" for name in names)


def table():
    """The lectures as Markdown."""
    lines = [
        "| | lecture | read | show | needs | slides | homework |",
        "|---|---|---|---|---|---|---|",
    ]
    for number, lecture in enumerate(LECTURES, 1):
        parts = [
            str(number),
            lecture["title"],
            ", ".join(f"{{doc}}`{stem}`" for stem in lecture["chapters"]),
            lecture["show"],
            lecture["needs"],
            f"{opened(number, 'open')}{later('slides', number)}",
            exercises(lecture["homework"]),
        ]
        lines.append("| " + " | ".join(parts) + " |")
    return "\n".join(lines)


def single():
    """One lecture, for who has no more, as Markdown."""
    lecture, guide = PLAN["single"]["lecture"], PLAN["single"]["guide"]
    title = LECTURES[lecture - 1]["title"]
    return (
        f"**One lecture of 45 minutes**: {opened(lecture, f'the slides of lecture {lecture}')}, "
        f"*{title}*{later('slides', lecture)}. In the time that is left let the class answer the "
        f"questions of the guide: {opened(guide, f'lecture {guide}')}"
        f"{later('guide', guide)}. Homework: {exercises(PLAN['single']['homework'])}."
    )


class Lectures(SphinxDirective):
    """The table of the lectures; with the argument `single`, what to do with one hour alone."""

    optional_arguments = 1

    def run(self):
        self.env.note_dependency(__file__)
        self.env.note_dependency(str(FILE))
        if self.arguments:
            return self.parse_text_to_nodes(single())
        return [
            nodes.container(
                "", *self.parse_text_to_nodes(table()), classes=["lectures"]
            )
        ]


def deck(number, lecture, folder, seen=None):
    """The slides of a lecture as a page; `seen` are the letters that earlier ones have shown."""
    name = f"Lecture {number}: {lecture['title']}"
    first = f"<h1>{escape(name)}</h1><p>{escape(lecture['answers'])}</p>{KEYS}"
    notes = [f"<p>To show: {escape(lecture['show'])}</p>"]
    notes.append(f"<p>What it needs: {escape(lecture['needs'])}</p>")
    cut, styles, scripts = [("question", first, notes)], {}, {}
    for stem in lecture["chapters"]:
        text = (folder / f"{stem}.html").read_text(encoding="utf-8")
        page = BeautifulSoup(text, "html.parser")
        cut += [
            (kind, taught.only(body, LECTURES, number), notes)
            for kind, body, notes in slides.of(page, stem, lecture, seen)
        ]
        for tag in page.select("link[rel=stylesheet], script[src]"):
            address = tag.get("href") or tag.get("src")
            if NEEDED.search(address) or "_static/type.css" in address:
                (styles if tag.name == "link" else scripts)[address] = str(tag)
    sections = "\n".join(
        f'<section class="{kind}"><div class="idea">{body}</div>'
        + (f'<aside class="notes">{"".join(notes)}</aside>' if notes else "")
        + f"<footer><span>{escape(name)}</span><span>{EXTRA if 'extra' in kind.split() else ''}"
        f"{k} / {len(cut)}</span></footer></section>"
        for k, (kind, body, notes) in enumerate(cut, 1)
    )
    return PAGE.format(
        title=escape(name),
        styles="\n".join(styles.values()),
        scripts="\n".join(scripts.values()),
        slides=sections,
    )


def runs(numbers):
    """Numbers in order, those that follow each other as one: 3, 5\N{EN DASH}8."""
    found = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(
        f"{first}\N{EN DASH}{last}" if last > first else str(first)
        for first, last in found
    )


def told(plan, folder):
    """The plan with the numbers of slides, and the minutes that they take."""

    def cut(number):
        text = (folder / file_of(number)).read_text(encoding="utf-8")
        return text.split("<footer>")[:-1]

    def count(found):
        deck = cut(int(found[2]))
        extra = [k for k, each in enumerate(deck, 1) if EXTRA_SLIDE.search(each)]
        said = f"{len(deck)} slides, about {MINUTES * len(deck)} minutes"
        if extra:
            less = MINUTES * (len(deck) - len(extra))
            said += f"; {less} without slides {runs(extra)}"
        return f"{found[1]}, {said}</span>"

    def place(found):
        guided = ['<section class="guided">' in each for each in cut(int(found[2]))]
        return f"{found[1]}, slide {guided.index(True) + 1}</span>"

    plan = re.sub(r"(<span data-slides='(\d+)'>)[^<]*</span>", count, plan)
    return re.sub(r"(<span data-guide='(\d+)'>)[^<]*</span>", place, plan)


def write(app, exception):
    if exception or app.builder.name != "html":
        return
    folder = Path(app.outdir) / "chapters"
    read = [folder / f"{stem}.html" for each in LECTURES for stem in each["chapters"]]
    if not all(file.is_file() for file in read):
        return  # a build of some pages alone
    seen = set()
    for number, lecture in enumerate(LECTURES, 1):
        if not app.tags.has("page"):
            text = deck(number, lecture, folder, seen)
            (folder / file_of(number)).write_text(text, encoding="utf-8")
    plan = folder / "courses.html"
    if plan.is_file():
        text = plan.read_text(encoding="utf-8")
        plan.write_text(told(text, folder), encoding="utf-8")


def setup(app):
    app.add_directive("lectures", Lectures)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
