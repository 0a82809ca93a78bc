"""Figures that can be played: a box that a script fills, beside a picture of the chapter.

The picture stays where scripts are off and on paper, and the box is hidden there. Where
scripts are on, the box has its height before its script has run, so that nothing jumps.
"""

import json
from html import escape
from pathlib import Path
from typing import ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from ordref import data


class Play(NamedTuple):
    """What the box is called, and its height in rem on a wide and on a narrow page."""

    title: str
    wide: float
    narrow: float


PLAYS = {
    "oci-path": Play("the cheapest path", 31.5, 40.5),
    "pairs": Play("the partners of a cell", 39.5, 61.5),
    "mae-cuts": Play("the cuts of MAE", 30.5, 49.5),
    "kappa-weights": Play("observed against expected", 39.5, 63.5),
    "mmae-region": Play("where a classifier can be", 34.5, 55),
    "rint-sets": Play("the two sets of pairs", 40.5, 68.5),
    "valuations": Play("numbers for the classes", 32, 56),
    "classi-curve": Play("a ranking against chance", 38, 49),
    "within-stairs": Play("the area above a staircase", 36.5, 60),
    "forecast-steps": Play("a forecast against the truth", 31.5, 54),
    "agreement-chance": Play("three expectations", 41.5, 67),
    "spearman-ranks": Play("ranks and positions", 42, 61.5),
    "how-sure": Play("larger test sets", 46, 64.5),
    "exchange": Play("two predictions, exchanged", 33.5, 41),
    "accuracy-bars": Play("a mean and a minimum", 43.75, 65),
}
ALWAYS = ("ordref.js", "matrix.js", "play.js")
HERE = Path(__file__).resolve()


class PlayBox(SphinxDirective):
    """The box of a figure that can be played; its content says what to do with it."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"picture": directives.unchanged_required}

    def run(self):
        (name,) = self.arguments
        if name not in PLAYS:
            raise self.error(f"no figure to play is called {name}: {', '.join(PLAYS)}")
        if "picture" not in self.options:
            raise self.error(f"{name} has no picture: name a figure of the chapter")
        self.assert_has_content()
        self.env.note_dependency(str(HERE))
        play, held = PLAYS[name], data.TWELVE
        title = f"To play with: {play.title}"
        opening = nodes.raw(
            "",
            f'<div class="play" hidden role="group" aria-label="{escape(title)}" '
            f'data-play="{name}" data-picture="{escape(self.options["picture"])}" '
            f"data-counts='{json.dumps(held.counts.tolist())}' "
            f"data-names='{escape(json.dumps(held.labels), quote=False)}' "
            f'style="--wide: {play.wide}rem; --narrow: {play.narrow}rem">'
            f'<p class="play-title">{escape(title)}</p>',
            format="html",
            play=name,
        )
        text = self.parse_content_to_nodes()
        closing = nodes.raw("", '<div class="play-stage"></div></div>', format="html")
        return [opening, *text, closing]


def add_scripts(app, pagename, template, context, doctree):
    if doctree is None:
        return
    names = [node["play"] for node in doctree.findall(nodes.raw) if "play" in node]
    if not names:
        return
    app.add_css_file("play.css")
    scripts = (f"play-{name}.js" if name in PLAYS else f"{name}.js" for name in names)
    for file in [*ALWAYS, *dict.fromkeys(scripts)]:
        app.add_js_file(file, loading_method="defer")


def setup(app):
    app.add_directive("play", PlayBox)
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
