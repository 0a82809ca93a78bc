"""The pages of the ledger: chapters/claims.toml as a table, a figure and errata.

The directives read the ledger whenever the book is built, so that a page cannot differ
from it. What an entry says is parsed like any other text of the book: its formulas are
set, and a reference to a section that is not there fails the build.
"""

import json
import re
import tomllib
from collections import Counter
from functools import cache
from html import escape
from pathlib import Path
from textwrap import wrap

from docutils import nodes
from glance import CHAPTERS
from sphinx.util.docutils import SphinxDirective
from tables import NAME, TEX

ROOT = Path(__file__).resolve().parents[2]
# Each with its colour in the figure; the style sheet has the same.
VERDICTS = {
    "holds": "#0072b2",
    "holds, regular": "#56b4e9",
    "amended": "#e69f00",
    "fails": "#d55e00",
    "unchecked": "#8a8a8a",
}
# The places of each paper, in the order in which a reader meets them.
PLACES = {
    "rint2014": "title line; abstract; Table 1; Fig. 1; contingency table; "
    "last displayed formula",
    "oci2011": "abstract; section 1; section 1.1; section 2; Table 1; section 3; "
    "definition of a path; definition 4; (5); (6); (7); section 3.1; (8); "
    "section 3.2; Fig. 4; section 3.3; section 3.4; section 4; section 4.1; "
    "Fig. 5; section 4.2; Table 2; Table 3; CM5; Table 4; section 4.3; Table 5; "
    "Algorithm 1; section 4.4; Table 6; section 5; Appendix A; Appendix B; "
    "Listing 1",
    "mmae2014": "abstract; section 1; section 2; Table 1; section 2.1; Table 2; Table 3; "
    "section 2.2; Table 4; Table 5; section 3; (1); (2); section 4; section 5; "
    "Table 6; section 5.1; section 5.2; Table 7; Table 8; Table 9; Table 10; "
    "section 5.3; Proposition 5.1; (3); Corollary 5.2; section 5.3.1; Fig. 3; "
    "Fig. 4; section 6",
    "fcorr2020": "abstract; section 1; (1); (2); section 2; (3); (4); (5); (6); (7); "
    "section 3; Definition 3.1; (8); Definition 3.2; (9); Proposition 3.3; (10); "
    "(11); Note 3.4; Definition 3.5; (12); (13); (14); (15); Proposition 3.6; "
    "(16); (17); (18); (19); section 4; (20); (21); section 4.1; (22); "
    "section 4.2; (23); Note 4.1; Note 4.2; (24); (25); section 4.3; (26); "
    "Example 4.3; (27); (28); section 5; section 5.1",
    "classi2011": "abstract; section 1; section 2; section 2.1; Definition 1; Definition 2; "
    "section 2.2; Definition 3; Definition 4; Definition 5; section 2.3; "
    "Theorem 1; Theorem 2; Theorem 3; (1); (2); (3); (4); Theorem 4; section 2.4; "
    "Definition 6; Algorithm 1; Algorithm 2; section 3; Fig. 1; Fig. 2; Fig. 3; "
    "section 4",
}


def read_ledger(root=ROOT):
    """The entries of the ledger, each with its paper and its chapter."""
    file = Path(root) / "chapters" / "claims.toml"
    claims = tomllib.loads(file.read_text(encoding="utf-8"))["claim"]
    for claim in claims:
        claim["paper"] = claim["id"].partition("-")[0]
        claim["chapter"] = claim["section"].partition("#")[0]
    return claims


def position(paper, *places):
    """How far down the paper the first of these places that we know is, or None."""
    for place in places:
        place = re.sub(r"(?i)\b(?:figures? |figs\. )(?=\d)", "Fig. ", place)
        place = re.sub(r"(?<=[a-z])s (?=\d)", " ", place)  # Tables 2 and 3
        found = [
            k
            for k, landmark in enumerate(PLACES[paper].split("; "))
            if re.search(rf"(?<!\w){re.escape(landmark)}(?!\.?\d)", place, re.I)
        ]
        if found:
            return max(found)
    return None


def corrections(claims, paper, kind):
    """The errata, or the readings, of a paper as (anchor, correction, claim), in its order."""
    found = [
        (f"{kind}-{claim['id']}-{k}", correction, claim)
        for claim in claims
        if claim["paper"] == paper
        for k, correction in enumerate(claim.get(kind, []), start=1)
    ]
    # The sort keeps the order of the ledger. A test refuses a place that is nowhere.
    return sorted(
        found, key=lambda f: position(paper, f[1]["place"], f[2]["place"]) or 0
    )


@cache
def source(path):
    """The cells of a chapter as (id, text, whether it is prose)."""
    if not (ROOT / path).is_file():
        return []
    cells = json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
    return [
        (c.get("id"), "".join(c["source"]), c["cell_type"] == "markdown") for c in cells
    ]


@cache
def anchor_above(path, cell):
    """The anchor of the section of a chapter that holds this cell."""
    anchor = None
    for id, text, prose in source(path):
        if id == cell:
            return anchor
        if prose:
            here = re.findall(r"^\(((?:chap|sec)-[\w-]+)\)=", text, re.MULTILINE)
            anchor = (here or [anchor])[-1]
    return None


def link(section):
    """A link to a section under its heading, formulas and all, which {ref} would flatten."""
    stem, _, anchor = section.partition("#")
    prose = "\n".join(t for _, t, prose in source(f"chapters/{stem}.ipynb") if prose)
    heading = re.search(
        rf"^\({anchor}\)=\s+(?:{{\.\w+}}\s+)?#+ (.+)$", prose, re.MULTILINE
    )
    return f"[{heading[1]}](#{anchor})" if heading else f"{{ref}}`{anchor}`"


def one_line(text):
    """A paragraph on a line of its own: no line of it can look like a list."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def typed(place):
    """A place whose names, typed as in the ledger, are formulas."""
    return place if "$" in place else NAME.sub(lambda m: f"${TEX[m[0]]}$", place)


def shown(check):
    """A check in the text of the book; a cell leads to its section."""
    path, _, name = check.partition("#")
    anchor = name and anchor_above(path, name)
    return f"cell {{ref}}`{name} <{anchor}>`" if anchor else f"`{check}`"


def cited(text, checks):
    """A text in which the cells among these checks that it names are links."""
    for check in checks:
        name = check.partition("#")[2]
        if name:
            text = text.replace(f"`{name}`", shown(check).removeprefix("cell "))
    return text


class Ledger(SphinxDirective):
    """What the directives share."""

    optional_arguments = 1

    def run(self):
        file = ROOT / "chapters" / "claims.toml"
        self.env.note_dependency(str(file))
        return list(self.content_of(read_ledger()))

    def parsed(self, text):
        return self.parse_text_to_nodes(one_line(text))

    def target(self, node, anchor, title):
        """Make a node something that {ref} can lead to."""
        node["ids"].append(anchor)
        domain = self.env.get_domain("std")
        domain.labels[anchor] = (self.env.docname, anchor, title)
        domain.anonlabels[anchor] = (self.env.docname, anchor)
        return node


def slug(word):
    """A verdict as the name of a class."""
    return word.replace(", ", "-")


def raw(html):
    return nodes.raw("", html, format="html")


def table(head, rows, *classes):
    """A table; the first entry of each row is its heading."""
    group = nodes.tgroup("", cols=len(head))
    for k in range(len(head)):
        group += nodes.colspec("", colwidth=1, **({"stub": 1} if k == 0 else {}))
    for part, lines in ((nodes.thead(), [head]), (nodes.tbody(), rows)):
        for line in lines:
            row = line if isinstance(line, nodes.row) else nodes.row()
            for entry in [] if line is row else line:
                row += nodes.entry(
                    "",
                    *(
                        [nodes.paragraph("", str(entry))]
                        if not isinstance(entry, list)
                        else entry
                    ),
                )
            part += row
        group += part
    return nodes.table("", group, classes=list(classes))


class Claims(Ledger):
    """Every claim with its verdict, what we found, and the checks it rests on."""

    def content_of(self, claims):
        rows = [self.row(claim) for claim in claims]
        yield table(["claim", "what it says, and what is so"], rows, "ledger")
        script = (Path(__file__).parent / "ledger.js").read_text(encoding="utf-8")
        yield raw(f"<script>{script}</script>")

    def row(self, claim):
        verdict = claim["verdict"]
        marks = ["reading"] if "readings" in claim else []
        name = nodes.paragraph("", "", nodes.strong("", claim["id"]))
        head = [name, nodes.paragraph("", verdict, classes=["verdict", slug(verdict)])]
        head += [nodes.paragraph("", mark, classes=["beside"]) for mark in marks]
        head += [
            nodes.paragraph("", "", *self.parsed(typed(claim["place"]))[0].children)
        ]
        body = self.parsed(claim["claim"])
        found = self.parsed(claim["finding"])
        found[0].insert(0, nodes.strong("", f"{verdict.capitalize()}. "))
        if "degenerate" in claim:
            case = self.parsed(claim["degenerate"])
            case[0].insert(0, nodes.strong("", "Degenerate case. "))
            found += case
        body += [nodes.container("", *found, classes=["finding"])]
        body += self.parsed(" ".join(self.where(claim)))
        if checks := [f"- {shown(check)}" for check in claim["checks"]]:
            number = f"{len(checks)} check{'s' * (len(checks) > 1)}"
            body += [raw(f"<details><summary>{number}</summary>")]
            body += self.parse_text_to_nodes("\n".join(checks))
            body += [raw("</details>")]
        entries = [nodes.entry("", *part) for part in (head, body)]
        classes = [f"in-{claim['paper']}", f"by-{claim['chapter'].replace('_', '-')}"]
        classes += [f"is-{slug(word)}" for word in (verdict, *marks)]
        return self.target(
            nodes.row("", *entries, classes=classes),
            f"claim-{claim['id']}",
            claim["id"],
        )

    def where(self, claim):
        done = "Looked at" if claim["verdict"] == "unchecked" else "Settled"
        yield f"{done} in {link(claim['section'])}."
        for kind, name in (("errata", "Erratum"), ("readings", "Reading")):
            links = [
                f"{{ref}}`{k} <{kind}-{claim['id']}-{k}>`"
                for k in range(1, len(claim.get(kind, [])) + 1)
            ]
            if links:
                yield f"{name} {', '.join(links)}."


class Counts(Ledger):
    """How many claims of each paper have which verdict."""

    def content_of(self, claims):
        rows = []
        for paper in PLACES:
            mine = [c for c in claims if c["paper"] == paper]
            verdicts = Counter(c["verdict"] for c in mine)
            numbers = [verdicts[v] for v in VERDICTS]
            errata = sum(len(c.get("errata", [])) for c in mine)
            name = f"{{cite:t}}`{paper}`, {{ref}}`errata <errata-{paper}>`"
            rows.append([self.parsed(name), *numbers, len(mine), errata])
        sums = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
        rows.append(["all", *sums])
        yield table(["paper", *VERDICTS, "claims", "errata"], rows, "counts")


class Rests(Ledger):
    """What rests on what: papers, verdicts, chapters and their checks, as a figure."""

    has_content = True

    def content_of(self, claims):
        figure = nodes.figure(
            "", raw(drawing(claims)), align="default", ids=["fig-ledger"]
        )
        self.target(figure, "fig-ledger", "What rests on what")
        figure["ids"] = ["fig-ledger"]
        figure += nodes.caption(
            "", "", *self.parsed("\n".join(self.content))[0].children
        )
        yield figure


# The figure, in the pixels of a phone; wider screens enlarge it.
WIDTH, TOP, LEFT, RIGHT, BAR, GAP, UNIT = 360, 34, 64, 172, 8, 20, 3.2
LINE = 31  # letters of a title on one line; no title has more than two
TITLES = {chapter.name: chapter.title for chapter in CHAPTERS}


def stacked(names, sizes):
    """Where each bar of a column begins, from the top."""
    tops, y = {}, TOP
    for name in names:
        tops[name] = y
        y += UNIT * sizes[name] + GAP
    return tops, y


def drawing(claims):
    """The claims as bands from their papers to the chapters that settle them."""
    chapters = sorted({c["chapter"] for c in claims})
    flows = Counter((c["paper"], c["verdict"], c["chapter"]) for c in claims)
    sent, received = (Counter(c[key] for c in claims) for key in ("paper", "chapter"))
    out, low = stacked(PLACES, sent)
    into, lower = stacked(chapters, received)
    height = max(low, lower)
    marks = []
    for verdict, x in zip(VERDICTS, (0, 52, 146, 220, 274), strict=True):
        ink = f'fill="{VERDICTS[verdict]}"'
        marks.append(f'<rect x="{x}" y="2" width="10" height="10" {ink}/>')
        marks.append(f'<text x="{x + 14}" y="11">{verdict}</text>')
    for paper, top in out.items():
        bar = UNIT * sent[paper]
        marks.append(
            f'<rect x="{LEFT}" y="{top:.1f}" width="{BAR}" height="{bar:.1f}"/>'
        )
        marks.append(
            f'<text x="{LEFT - 5}" y="{top + bar / 2 + 4:.1f}" text-anchor="end">'
            f"{paper}</text>"
        )
    for chapter, top in into.items():
        bar = UNIT * received[chapter]
        mine = {k for c in claims if c["chapter"] == chapter for k in c["checks"]}
        lines = wrap(f"{TITLES[chapter]} ({len(mine)})", LINE)
        marks.append(
            f'<rect x="{RIGHT}" y="{top:.1f}" width="{BAR}" height="{bar:.1f}"/>'
        )
        middle = top + bar / 2 + 4 - 5.5 * (len(lines) - 1)
        words = "".join(
            f'<tspan x="{RIGHT + BAR + 5}" y="{middle + 11 * k:.1f}">{escape(line)}</tspan>'
            for k, line in enumerate(lines)
        )
        marks.append(f'<a href="{chapter}.html"><text>{words}</text></a>')
    start, end = dict(out), dict(into)
    for paper in PLACES:
        for chapter in chapters:
            for verdict in VERDICTS:
                band = UNIT * flows[paper, verdict, chapter]
                if band:
                    number = flows[paper, verdict, chapter]
                    name = f"{number} of {paper}, {verdict}: {TITLES[chapter]}"
                    shape = flow(verdict, start[paper], end[chapter], band)
                    # The filter above the table has what a band has, for the keyboard.
                    marks.append(
                        f'<a href="#sec-ledger-claims" tabindex="-1" '
                        f'data-filter="in-{paper} is-{slug(verdict)} '
                        f'by-{chapter.replace("_", "-")}" aria-label="{escape(name)}">'
                        f"<title>{escape(name)}</title>{shape}</a>"
                    )
                    start[paper] += band
                    end[chapter] += band
    total = Counter(c["verdict"] for c in claims)
    label = "; ".join(
        ["Bands lead from the papers to the chapters that settle their claims"]
        + [f"{total[verdict]} {verdict}" for verdict in VERDICTS if total[verdict]]
        + [f"{paper}: {sent[paper]} claims" for paper in PLACES]
    )
    return (
        f'<svg class="rests" role="group" aria-label="{escape(label)}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" font-size="10" fill="currentColor">'
        f"{''.join(marks)}</svg>"
    )


def flow(verdict, y, z, band):
    a, b = LEFT + BAR, RIGHT
    middle = (a + b) / 2
    there = f"C{middle} {y:.1f} {middle} {z:.1f} {b} {z:.1f}"
    y, z = y + band, z + band
    back = f"C{middle} {z:.1f} {middle} {y:.1f} {a} {y:.1f}"
    ink = f'fill="{VERDICTS[verdict]}" fill-opacity="0.75"'
    return f'<path {ink} d="M{a} {y - band:.1f} {there} V{z:.1f} {back}Z"/>'


class Corrections(Ledger):
    """The errata of a paper, or the readings of its text, in the order of the paper."""

    required_arguments, optional_arguments = 1, 0

    def content_of(self, claims):
        found = corrections(claims, self.arguments[0], self.kind)
        if not found:
            yield from self.parsed(self.none)
        for anchor, correction, claim in found:
            place = self.parsed(correction["place"])[0]
            first = place[0]
            if isinstance(first, nodes.Text):
                place.replace(first, nodes.Text(first[0].upper() + first[1:]))
            title = nodes.title("", "", *place.children)
            section = nodes.section("", title, classes=["erratum"])
            self.target(section, anchor, place.astext())
            pair = [
                nodes.container(
                    "",
                    nodes.paragraph("", label, classes=["label"]),
                    *self.parsed(correction[key]),
                    classes=[css],
                )
                for key, label, css in (
                    (self.before, self.label, "printed"),
                    ("read", "read", "read"),
                )
            ]
            section += nodes.container("", *pair, classes=["pair"])
            section += self.parsed(cited(correction["because"], claim["checks"]))
            section += self.parsed(
                f"Claim {{ref}}`{claim['id']} <claim-{claim['id']}>`, which"
                f" {self.says[claim['verdict']]}; settled in {link(claim['section'])}."
            )
            yield section

    says = {  # noqa: RUF012
        "holds": "holds",
        "holds, regular": "holds but for a degenerate case",
        "amended": "holds when amended",
        "fails": "fails",
    }


class Errata(Corrections):
    kind, before, label = "errata", "printed", "printed"
    none = "The ledger has no erratum of this paper."


class Readings(Corrections):
    kind, before, label = "readings", "text", "in our text"
    none = "There is none."


class Degenerate(Ledger):
    """The degenerate cases that a paper leaves in, in its order."""

    required_arguments, optional_arguments = 1, 0

    def content_of(self, claims):
        paper, cases = self.arguments[0], {}
        mine = [c for c in claims if c["paper"] == paper and "degenerate" in c]
        for claim in sorted(mine, key=lambda c: position(paper, c["place"]) or 0):
            where = f"{{ref}}`{claim['id']} <claim-{claim['id']}>`, {claim['place']}"
            cases.setdefault(one_line(claim["degenerate"]), []).append(where)
        lines = [f"- {'; '.join(places)}. {case}" for case, places in cases.items()]
        yield from self.parse_text_to_nodes("\n".join(lines) or self.none)

    none = "There is none."


def setup(app):
    app.add_directive("ledger-claims", Claims)
    app.add_directive("ledger-counts", Counts)
    app.add_directive("ledger-figure", Rests)
    app.add_directive("ledger-errata", Errata)
    app.add_directive("ledger-readings", Readings)
    app.add_directive("ledger-degenerate", Degenerate)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
