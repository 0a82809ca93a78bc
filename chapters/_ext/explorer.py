"""The explorer: its table as a page without scripts has it, and what its script reads.

The values of the running example are those of the package. The tables of the book and the
rows of the catalogue are written into `explorer-data.js`, so that none is typed twice.
"""

import json
import math
import re
from fractions import Fraction
from html import escape
from pathlib import Path
from urllib.parse import quote

import tables
from data_page import drawn
from docutils import nodes
from front import contents
from sphinx.util.docutils import SphinxDirective

from ordref import data, definitions, evaluate
from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.on_request import ON_REQUEST

PAGE = "chapters/explorer"
OWN = ("parts", "matrix", "panel", "values", "more")
SCRIPTS = (
    "ordref.js",
    "explorer-data.js",
    "identify.js",
    "matrix.js",
    *(f"explorer-{name}.js" for name in OWN),
    "explorer.js",
)
SHEETS = ("ruler.css", "explorer.css", "explorer-values.css")
# On a table of a guesser these are 0, and on whatever is guessed above 0.
FUNCTIONAL = ("functional", "comonotone")
BETTER = {"low": "lower", "high": "higher", "neither": "a part"}
HERE = Path(__file__).resolve()
PUBLISHED = HERE.parents[2] / "ordref" / "data" / "published.json"


def address(held):
    """A matrix and its classes as the address of the page gives them."""
    rows = ";".join(",".join(map(str, row)) for row in held.counts.tolist())
    return f"a={rows}&an={','.join(quote(name, safe='') for name in held.labels)}"


def link():
    """From another chapter to the explorer, with the running example in the address."""
    there = escape(f"explorer.html?{address(data.TWELVE)}")
    return (
        f'<p class="try"><a class="reference internal" href="{there}">'
        "Try it in the explorer</a>: change the twelve patients, and see every measure move.</p>"
    )


def exact(measure, counts):
    """The value as a fraction, where it is one."""
    pairs = definitions.observations(counts)
    value = definitions.exact(measure.definition, pairs, len(counts), **measure.options)
    whole = not isinstance(value, Fraction) or value.denominator == 1
    return "" if whole else signed(f" {value}").strip()


def guess(counts):
    """The table of the same margins in which truth and prediction are independent, times N."""
    below = [sum(column) for column in zip(*counts, strict=True)]
    return [[sum(row) * n for n in below] for row in counts]


def guessed(measure):
    """Whether a measure has a value at the level of guessing that is worth a tick."""
    return measure.accepts == "weights" and measure.chapter not in FUNCTIONAL


def ruler(measure, value, counts):
    """From the worst value to the best: a tick for guessing, a dot for the value."""
    ends = measure.least, measure.greatest(len(counts))

    def mark(kind, at):
        if at is None or math.isnan(at):
            return f'<span class="{kind}" hidden></span>'
        share = 100 * (at - ends[0]) / (ends[1] - ends[0])
        return f'<span class="{kind}" style="transform:translateX({round(2 * share) / 2}%)"></span>'

    level = None
    if guessed(measure):
        N = sum(map(sum, counts))
        level = float(measure([[n / N for n in row] for row in guess(counts)]))
    worst, best = reversed(ends) if measure.better == "low" else ends
    heard = (
        "" if level is None or math.isnan(level) else f"guessing gives {level:.4f}; "
    )
    said = f"{ends[0]} to {ends[1]}, {BETTER[measure.better]}"
    return signed(
        f'<span class="worst" aria-hidden="true">{worst}</span>'
        f'<span class="bar" aria-hidden="true">{mark("level", level)}{mark("dot", value)}</span>'
        f'<span class="best" aria-hidden="true">{best}</span>'
        f'<span class="heard visually-hidden">{heard}</span>'
        f'<span class="ends visually-hidden">{said}</span>'
    )


def signed(html):
    """With a minus where a number begins with a hyphen."""
    return re.sub(r"(?<=[> ])-(?=\d)", "\N{MINUS SIGN}", html)


HEADS = {
    "word": "Measure",
    "range": '<span class="worst">worst</span> '
    '<span class="key"><span class="level"></span> guessing <span class="dot"></span> value</span>'
    ' <span class="best">best</span>',
    "number value": "Value",
}


def table(held):
    """The measures of a matrix: a row each, which the script changes."""
    counts = held.counts.tolist()
    found = evaluate(held.counts)["value"]
    head = "".join(
        f'<th scope="col" class="{kind}">{title}</th>' for kind, title in HEADS.items()
    )
    part_of = {name: part for part, pages in contents() for name, _ in pages}
    order = {part: at for at, (part, _) in enumerate(contents())}
    rows = sorted(MEASURES.items(), key=lambda row: order[part_of[row[1].chapter]])
    lines, before = [], None
    for name, measure in rows:
        part = part_of[measure.chapter]
        if part != before:
            before = part
            lines.append(
                f'<tr class="part"><th scope="colgroup" colspan="3">{escape(part)}</th></tr>'
            )
        value = float(found[name] if name in found else measure(held.counts))
        chapter, _, anchor = measure.section.partition("#")
        title = f'<a href="{chapter}.html#{anchor}">{escape(measure.title)}</a>'
        lines.append(
            f'<tr data-measure="{name}" data-better="{measure.better}">'
            '<th scope="row" class="word">'
            f"{tables.typeset(measure.symbol)} {title}</th>"
            f'<td class="range">{ruler(measure, value, counts)}</td>'
            f'<td class="number value" tabindex="-1"><span class="decimal">{value:.4f}</span>'
            f'<span class="exact">{exact(measure, counts)}</span></td></tr>'
        )
    return (
        '<div class="explorer-values"><table class="explorer-table"><thead>'
        f"<tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


class Explorer(SphinxDirective):
    """The explorer."""

    def run(self):
        for file in [*PUBLISHED.parent.glob("*.json"), HERE]:
            self.env.note_dependency(str(file))
        held = data.TWELVE
        html = (
            '<div class="explorer-all"><div id="explorer"><p class="explorer-still" id="paste">'
            "Without scripts this page cannot react. It shows the twelve patients, "
            "and every measure of them.</p>"
            f"{drawn(held)}</div>{table(held)}</div>"
        )
        return [nodes.raw("", html, format="html")]


def whole(counts):
    """Whole numbers in proportion, and what they are multiplied by: a paper prints shares."""
    exact = [[Fraction(str(x)) for x in row] for row in counts]
    by = math.lcm(*(x.denominator for row in exact for x in row))
    return [[int(by * x) for x in row] for row in exact], by


def entry(held, group):
    counts, by = whole(held.counts.tolist())
    title = held.title if by == 1 else f"{held.title} (its shares, times {by})"
    return {
        "id": held.id,
        "title": title,
        "group": group,
        "names": list(held.labels),
        "counts": counts,
    }


def held_data():
    """What the script reads: the rows of the catalogue and the tables of the book."""
    measures = {
        name: {
            "symbol": m.symbol,
            "least": m.least,
            "power": m.power,
            "better": m.better,
            "says": BETTER[m.better],
            "guessed": guessed(m),
        }
        for name, m in MEASURES.items()
    }
    # What a printed number may be. A search is looked at up to so many classes.
    rows = {
        name: {
            "title": m.title,
            "section": m.section,
            "most": m.max_classes if m.searches else None,
        }
        for name, m in (MEASURES | ON_REQUEST).items()
    }
    papers = json.loads(PUBLISHED.read_text(encoding="utf-8"))["papers"]
    listed = [(data.TWELVE, "The running example")] + [
        (data.matrix(id), papers.get(id.partition(".")[0], "Real tables"))
        for id in data.matrices()
    ]
    tables = [entry(m, group) for m, group in listed]
    return {"measures": measures, "rows": rows, "tables": tables}


def add_scripts(app, pagename, template, context, doctree):
    if pagename == PAGE:
        for name in SHEETS:
            app.add_css_file(name)
        for name in SCRIPTS:
            app.add_js_file(name, loading_method="defer")


def write(app, exception):
    if exception or app.builder.format != "html":
        return
    held = json.dumps(held_data(), ensure_ascii=False, separators=(",", ":"))
    file = Path(app.outdir) / "_static" / "explorer-data.js"
    file.write_text(f"window.ordrefBook = {held};\n", encoding="utf-8")


def setup(app):
    app.add_directive("explorer", Explorer)
    app.connect("html-page-context", add_scripts)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
