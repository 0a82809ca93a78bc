"""The front page: two doors, two systems that one measure cannot tell apart, and nine parts.

Counts, measures and chapters are read where the book has them: `front.js` changes the counts,
and without scripts the page shows the values that are computed here.
"""

import json
from html import escape

import yaml
from docutils import nodes
from emblems import emblem
from glance import PARTS, ROOT
from matrix import table
from sphinx.util.docutils import SphinxDirective

from ordref.catalogue import MEASURES

PAGE = "chapters/index"
GRADES = ["none", "mild", "moderate", "severe"]
SYSTEMS = {
    "System North": [[15, 4, 0, 1], [0, 8, 2, 0], [0, 1, 4, 1], [3, 0, 0, 1]],
    "System South": [[15, 0, 5, 0], [1, 7, 0, 2], [4, 0, 2, 0], [0, 0, 0, 4]],
}
LETTERS = [name.removeprefix("System ") for name in SYSTEMS]
NEAR = 0.14  # of a line: dots that are nearer stand side by side
ASKED = {
    "ccr": "Accuracy: how many are right?",
    "mae": "Mean absolute error: how far off?",
    "kendall_tau_b": "Kendall's tau-b: are the worse cases graded higher?",
    "weighted_kappa_quadratic": "Quadratic kappa: how much better than chance?",
    "mmae": "MMAE: how far off in the worst class?",
    "oci": "Ordinal classification index (OC): how far from one consistent order?",
}
# Where the catalogue leads to the details of a chapter, the picture or the rule before them.
FIRST = {
    "kendall_tau_b": "pairs#sec-pairs-kinds",
    "weighted_kappa_quadratic": "kappa#sec-kappa-definition",
}


def matrix(title, counts):
    """One system, as a table that the script makes a board of."""
    return f'<div class="front-system">{table(counts, GRADES, title=title)}</div>'


def place(measure, value):
    """Where a value stands between the worst, 0, and the best, 1."""
    ends = measure.least, measure.greatest(len(GRADES))
    share = (value - ends[0]) / (ends[1] - ends[0])
    return 1 - share if measure.better == "low" else share


def values():
    """What the measures say of both: a line each from worst to best, with two dots.

    The dots have the letters of the systems; the better one is filled.
    """
    rows = []
    for name, asked in ASKED.items():
        measure = MEASURES[name]
        found = [float(measure(counts)) for counts in SYSTEMS.values()]
        chapter, _, anchor = FIRST.get(name, measure.section).partition("#")
        title, _, question = asked.partition(": ")
        best = max(found) if measure.better == "high" else min(found)
        ahead = [x == best and found[0] != found[1] for x in found]
        kinds = [" ahead" if first else "" for first in ahead]
        shares = [place(measure, x) for x in found]
        near = abs(shares[0] - shares[1]) < NEAR
        kind_of_line = " near" * near + " turned" * (shares[0] > shares[1])
        places = [sum(shares) / 2] * 2 if near else shares
        dots = "".join(
            f'<span class="dot{kind}" style="--at: {share:.3f}">{who[0]}</span>'
            for who, share, kind in zip(LETTERS, places, kinds, strict=True)
        )
        cells = "".join(
            f'<td class="number{kind}">{x:.2f}</td>'
            for x, kind in zip(found, kinds, strict=True)
        )
        ends = measure.least, measure.greatest(len(GRADES))
        rows.append(
            f'<tr data-measure="{name}" data-better="{measure.better}" data-least="{ends[0]}" '
            f'data-greatest="{ends[1]}"><th scope="row">'
            f'<a href="{chapter}.html#{anchor}">{title}</a> '
            f'<span class="asked">{question}</span></th>'
            f'<td class="line{kind_of_line}" aria-hidden="true">{dots}</td>{cells}</tr>'
        )
    head = "".join(f'<th scope="col">{name}</th>' for name in LETTERS)
    return (
        '<table class="front-values"><thead><tr><td></td>'
        '<td class="ends" aria-hidden="true"><span>worst</span><span>best</span></td>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


class Systems(SphinxDirective):
    """Two matrices whose counts can be changed, and what six measures say of them."""

    def run(self):
        self.env.note_dependency(__file__)
        systems = "".join(matrix(*system) for system in SYSTEMS.items())
        html = (
            '<div class="play front" role="group" aria-label="Two systems to play with" '
            f"data-play=\"front\" data-counts='{json.dumps(list(SYSTEMS.values()))}' "
            f"data-names='{json.dumps(GRADES)}' data-titles='{json.dumps(list(SYSTEMS))}'>"
            f'<div class="front-systems">{systems}</div><div class="play-stage"></div>'
            f"{values()}</div>"
        )
        return [nodes.raw("", html, format="html", play="front")]


class Doors(SphinxDirective):
    """What most readers came for: two links that look like buttons."""

    def run(self):
        html = (
            '<p class="front-doors"><a href="choosing.html">Choose a measure</a> '
            '<a href="explorer.html#paste">Paste your table</a></p>'
        )
        return [nodes.raw("", html, format="html")]


def contents():
    """The parts in their order: a caption, and the names and titles of its pages."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    for part in toc["parts"]:
        rows = [
            (row["file"].rpartition("/")[2], row["title"]) for row in part["chapters"]
        ]
        yield part["caption"], rows


def numbered():
    """The numbers of the chapters, which go on from part to part."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    names = [
        row["file"].rpartition("/")[2]
        for part in toc["parts"]
        if part.get("numbered")
        for row in part["chapters"]
    ]
    return {name: number for number, name in enumerate(names, 1)}


def tile(k, caption, rows):
    """A part: its picture, its title and a sentence; its chapters open below."""
    numbers = numbered()
    pages = "".join(
        f'<li><span class="number">{numbers.get(name, "")}</span> '
        f'<a href="{name}.html">{escape(title)}</a></li>'
        for name, title in rows
    )
    return (
        f'<details class="tile"><summary>{emblem(k)}<span class="tile-title">'
        f'{escape(caption)}</span> <span class="tile-says">{escape(PARTS[caption])}</span>'
        f"</summary><ul>{pages}</ul></details>"
    )


def parts():
    """The parts as tiles."""
    tiles = "".join(tile(k, *part) for k, part in enumerate(contents()))
    return f'<div class="tiles">{tiles}</div>'


class Parts(SphinxDirective):
    """The parts of the book, a picture and a sentence for each, with their chapters."""

    def run(self):
        for file in (ROOT / "_toc.yml", ROOT / "chapters" / "glance.toml", __file__):
            self.env.note_dependency(str(file))
        return [nodes.raw("", parts(), format="html")]


def add_sheets(app, pagename, template, context, doctree):
    if pagename == PAGE:
        app.add_css_file("front.css")


def setup(app):
    app.add_directive("two-systems", Systems)
    app.add_directive("parts-of-the-book", Parts)
    app.add_directive("front-doors", Doors)
    app.connect("html-page-context", add_sheets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
