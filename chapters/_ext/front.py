"""The front page: two systems that one measure cannot tell apart, and the parts of the book.

Counts, measures and chapters are read where the book has them: `front.js` changes the counts,
and without scripts the page shows the values that are computed here.
"""

import json

import yaml
from docutils import nodes
from glance import PARTS, ROOT
from matrix import table
from sphinx.util.docutils import SphinxDirective

from ordref.catalogue import MEASURES

GRADES = ["none", "mild", "moderate", "severe"]
SYSTEMS = {
    "System North": [[15, 4, 0, 1], [0, 8, 2, 0], [0, 1, 4, 1], [3, 0, 0, 1]],
    "System South": [[15, 0, 5, 0], [1, 7, 0, 2], [4, 0, 2, 0], [0, 0, 0, 4]],
}
ASKED = {
    "ccr": "Accuracy: how many are right?",
    "mae": "Mean absolute error: how far off?",
    "kendall_tau_b": "Kendall's tau-b: are the worse cases graded higher?",
    "weighted_kappa_quadratic": "Quadratic kappa: how much better than chance?",
    "mmae": "MMAE: how far off in the worst class?",
    "oci": "Ordinal index: how far from one consistent order?",
}


def matrix(title, counts):
    """One system, as a table that the script makes a board of."""
    return f'<div class="front-system">{table(counts, GRADES, title=title)}</div>'


def values():
    """What the measures say of both: a row each, the better value marked."""
    rows = []
    for name, asked in ASKED.items():
        measure = MEASURES[name]
        found = [float(measure(counts)) for counts in SYSTEMS.values()]
        chapter, _, anchor = measure.section.partition("#")
        title, _, question = asked.partition(": ")
        best = max(found) if measure.better == "high" else min(found)
        cells = "".join(
            f'<td class="{"ahead" if x == best and found[0] != found[1] else ""}">{x:.2f}</td>'
            for x in found
        )
        rows.append(
            f'<tr data-measure="{name}" data-better="{measure.better}"><th scope="row">'
            f'<a href="{chapter}.html#{anchor}">{title}</a> '
            f'<span class="asked">{question}</span></th>{cells}'
            f"<td>{'higher' if measure.better == 'high' else 'lower'}</td></tr>"
        )
    head = "".join(f'<th scope="col">{name}</th>' for name in SYSTEMS)
    return (
        '<table class="front-values"><caption>The better value is framed</caption><thead><tr>'
        f'<td></td>{head}<th scope="col">better is</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
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
            f'<div class="play-row front-systems">{systems}</div>'
            f'{values()}<div class="play-stage"></div></div>'
        )
        return [nodes.raw("", html, format="html", play="front")]


def contents():
    """The parts in their order: a caption, and the names and titles of its pages."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    for part in toc["parts"]:
        rows = [
            (row["file"].rpartition("/")[2], row["title"]) for row in part["chapters"]
        ]
        yield part["caption"], rows


def parts():
    """The parts as Markdown: a sentence for each, and its pages."""
    said = [
        f"{caption}\n: {PARTS[caption]}\n: "
        + " \N{MIDDLE DOT} ".join(f"{{doc}}`{title} <{name}>`" for name, title in rows)
        for caption, rows in contents()
    ]
    return "\n\n".join(said)


class Parts(SphinxDirective):
    """The parts of the book, a sentence for each, with their chapters."""

    def run(self):
        self.env.note_dependency(str(ROOT / "_toc.yml"))
        return self.parse_text_to_nodes(parts())


def setup(app):
    app.add_directive("two-systems", Systems)
    app.add_directive("parts-of-the-book", Parts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
