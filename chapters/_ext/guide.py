"""The guide of "Choosing a measure": questions, one at a time, that lead to what to report.

The page holds the whole guide as a numbered list, in which each answer leads to another number:
it needs no script, and is what a printer prints. `guide.js` shows one question at a time.
"""

import re
import tomllib
from html import escape
from typing import NamedTuple

import card
from docutils import nodes
from glance import ROOT
from sphinx.util.docutils import SphinxDirective
from tables import typeset

from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.on_request import SCORES
from ordref.instruments.catalogue.panel import REPORT

FILES = [ROOT / "chapters" / name for name in ("guide.toml", "axioms.toml")]
TABLE, PROPERTIES = (tomllib.loads(f.read_text(encoding="utf-8")) for f in FILES)
START = "guide"


class Named(NamedTuple):
    """What the guide says of a measure."""

    name: str
    title: str
    symbol: str
    section: str
    blind: tuple[str, ...]


def named(name):
    """A measure of the catalogue, a score of forecasts, or a row of `[others]`."""
    if name in TABLE["others"]:
        row = TABLE["others"][name]
    else:
        found = MEASURES.get(name) or SCORES[name]
        row = {key: getattr(found, key) for key in ("title", "symbol", "section")}
        row["blind"] = found.blind
    blind = TABLE["blind"].get(name) or row["blind"]
    return Named(
        name, row["title"], row["symbol"], row["section"], (*blind.split("; "),)
    )


def in_brackets(measure):
    return f'<span class="guide-symbol">({typeset(measure.symbol)})</span>'


class End(NamedTuple):
    """Where answers lead: two measures, and why."""

    answers: tuple[dict, ...]
    first: Named
    beside: Named
    row: dict

    @property
    def path(self):
        return self.row["path"].split()

    @property
    def because(self):
        """The reasons that the answers gave, as they stand in a sentence."""
        *others, last = (a["because"] for a in self.answers if "because" in a)
        return ", ".join(others) + f" and {last}" * bool(others) or last

    @property
    def decided(self):
        """The properties of the first measure that were asked for: name, and whether it has it."""
        found = {}
        for row in (*self.answers, self.row):
            found |= dict.fromkeys(row.get("needs", ()), True)
            found |= dict.fromkeys(row.get("lacks", ()), False)
        return found if self.first.name in PROPERTIES["cells"] else {}

    @property
    def unseen(self):
        """What both cannot see, and what else the catalogue says that each cannot."""
        both = [x for x in self.first.blind if x in self.beside.blind]
        others = {m.symbol: [x for x in m.blind if x not in both] for m in self.pair}
        return both, {symbol: what for symbol, what in others.items() if what}

    @property
    def pair(self):
        return self.first, self.beside

    @property
    def sides(self):
        """The two columns of labels, by the names that the code has for them."""
        raters = "raters" in self.path
        return ("rater_1", "rater_2") if raters else ("y_true", "y_pred")

    @property
    def code(self):
        given, asked = ", ".join(self.sides), [m.name for m in self.pair]
        interval, columns = ", interval=0.95", '[["value", "low", "high"]]'
        if "probabilities" in self.path:
            given, interval, columns = "y_true, probabilities=p", "", '[["value"]]'
        asked = repr(asked).replace("'", '"') + interval
        if "first" not in self.row:
            asked = '"report"'
        # In eighty columns pandas hides what stands in the middle: the numbers.
        line = f"ordref.evaluate({given}, labels=classes, measures={asked}){columns}"
        return self.row.get("code", line)

    @property
    def lines(self):
        """The code as a reader runs it: what it needs comes first."""
        lines = self.row.get("shown") or in_lines(self.code)
        for name, before in reversed(TABLE["given"].items()):
            if re.search(rf"\b{name}\b", lines):
                lines = f"{before}\n{lines}"
        return f"import ordref\n\n{lines}"

    @property
    def sentence(self):
        """For the paper, in HTML."""
        found = "\N{HORIZONTAL ELLIPSIS}"
        if "interval" in self.code or "report" in self.code:
            found += (
                " (95% interval \N{HORIZONTAL ELLIPSIS} to \N{HORIZONTAL ELLIPSIS})"
            )
        one, two = (f"{escape(m.title)} {in_brackets(m)}" for m in self.pair)
        return (
            f"Because {self.because}, we report {one} first: {found}, "
            f"N = \N{HORIZONTAL ELLIPSIS}; beside it {two}: {found}."
        )


def in_lines(code):
    """A call of `evaluate` in lines of some forty letters, as a phone has; other code as it is."""
    given, comma, asked = code.partition(", measures=")
    if not comma:
        return code
    function, _, given = given.partition("(")
    asked, _, columns = asked.rpartition(")[[")
    asked = asked.replace(", interval=", ",\n    interval=")
    names = re.fullmatch(r'\[("\w+"), ("\w+")\](.*)', asked, re.DOTALL)
    if names:
        asked = f"[\n        {names[1]},\n        {names[2]},\n    ]{names[3]}"
    return f"{function}(\n    {given},\n    measures={asked},\n)[[{columns}"


def reading(measure):
    """What a value of a measure means."""
    name = measure.name
    return card.WORDS[name].reading if name in card.WORDS else TABLE["reading"][name]


ANSWERS = {a["name"]: a for q in TABLE["questions"] for a in q["answers"]}
ASKED = {a["name"]: q["asks"] for q in TABLE["questions"] for a in q["answers"]}


def ends():
    """Where the guide can lead, by the answers that lead there."""
    found = {}
    for row in TABLE["ends"]:
        path = tuple(row["path"].split())
        first, beside = row.get("first", REPORT[0]), row.get("beside", REPORT[1])
        answers = tuple(ANSWERS[name] for name in path)
        found[path] = End(answers, named(first), named(beside), row)
    return found


ENDS = ends()


def steps(path=()):
    """What the guide comes to after these answers, and after all that can follow, in its order.

    Each is a path with its end, or with the answers that it allows.
    """
    if path in ENDS:
        yield path, ENDS[path]
        return
    after = {end[len(path)] for end in ENDS if end[: len(path)] == path}
    allowed = [name for name in ANSWERS if name in after]
    yield path, allowed
    for name in allowed:
        yield from steps((*path, name))


def place(path):
    return "-".join((START, *path))


def link(measure, words):
    chapter, _, anchor = measure.section.partition("#")
    return f'<a href="{chapter}.html#{anchor}">{words}</a>'


def measure_in_html(measure):
    return f"{link(measure, escape(measure.title))} {in_brackets(measure)}"


def capital(words):
    return words[0].upper() + words[1:]


def plain(name, yes):
    """What it means that a measure has a property, or lacks it, in plain words."""
    return TABLE["plain"][name]["yes" if yes else "no"]


def why(end):
    """The reasons of the answers, and what the table of properties says, in plain words."""
    words = " ".join(plain(name, yes) for name, yes in end.decided.items())
    words = words.replace("It ", f"{capital(end.first.title)} ", 1)
    proved = (
        f' {words} All of this is proved, in <a href="#sec-choosing-properties">the table of '
        "properties</a>."
    )
    return f"You said: {end.because}." + proved * bool(end.decided)


def unseen(end):
    both, others = end.unseen
    parts = [f"Both: {escape(', '.join(both))}"] * bool(both)
    parts += [f"{typeset(s)}: {escape(', '.join(x))}" for s, x in others.items()]
    return f"{'; '.join(parts)}."


INSTALL = ' One line <a href="getting.html">installs ordref</a>.'


def given(end):
    """What a reader has to have and to give to the code, as HTML."""
    tabs = end.first.name in card.SHOWN and "code" not in end.row
    if "probabilities" in end.path:
        return card.given("y_true", tabs=tabs, more=card.FORECASTS + INSTALL)
    if end.sides[0] not in end.lines:
        return f'<p class="code-given">{INSTALL.strip()}</p>'
    return card.given(*end.sides, tabs=tabs, names=True, more=INSTALL)


def code_of(end):
    """The line of code, in the tabs of its measure where other libraries have it."""
    name = end.first.name
    # Code of its own is of another table: the calls of others would give other numbers.
    if name in card.SHOWN and "code" not in end.row:
        return card.code_tabs(name, end.lines, given(end))
    shown = card.coloured(end.lines, card.PythonLexer())
    return f"<div>{given(end)}{shown}</div>"


def result(end):
    """The card of an end, part by part, as HTML: what each is, and what it says."""
    name = end.first.name
    yield "How to read it", escape(reading(end.first))
    if name in card.SHOWN:
        yield "Ruler", card.ruler_of_example(name)
    yield "In code", code_of(end)
    if "code" not in end.row and all(m.name in MEASURES for m in end.pair):
        yield "Without Python", PASTE
    yield "For the paper", f'<span class="guide-sentence">{end.sentence}</span>'
    yield "Beside it", beside(end)
    if note := end.row.get("note"):
        yield "Note", escape(note)
    yield "Why", why(end)
    yield "What they cannot see", unseen(end)


def beside(end):
    """The second measure, and what a value of it means."""
    return f"{measure_in_html(end.beside)}. {escape(reading(end.beside))}"


PASTE = '<a href="explorer.html#paste">paste your table</a>, and read both values.'
FOLDED = ("Why", "What they cannot see")
KINDS = {
    "How to read it": "reading",
    "Ruler": "ruler",
    "In code": "code",
    "Without Python": "paste",
    "For the paper": "paper",
    "Beside it": "second",
    "Note": "note",
    "Why": "why",
    "What they cannot see": "unseen",
}


def answer(end):
    """What is said at an end: its card, and behind a line why."""
    rows, folded = [], []
    for term, said in result(end):
        kind = KINDS[term]
        div = f'<div class="guide-{kind}"><p class="guide-term">{term}</p>'
        block = said if said.startswith(("<div", "<svg")) else f"<p>{said}</p>"
        (folded if term in FOLDED else rows).append(f"{div}{block}</div>")
    return (
        f"{''.join(rows)}<details><summary>Why, and what they cannot see</summary>"
        f"{''.join(folded)}</details>"
    )


def longest(path):
    """How many questions are asked at most by who has answered so."""
    return max(len(end) for end in ENDS if end[: len(path)] == path)


USUAL = next(path for path, end in ENDS.items() if "first" not in end.row)


def question(path, allowed, number):
    """A question, how far it is to the end, and its answers."""
    answers = "".join(
        f'<li><a href="#{place((*path, name))}" data-short="{escape(ANSWERS[name]["short"])}">'
        f"{escape(ANSWERS[name]['says'])}</a>"
        f' <span class="guide-go">(go to {number[*path, name]})</span></li>'
        for name in allowed
    )
    most = longest(path)
    bar = f'<progress value="{len(path)}" max="{most}" aria-hidden="true"></progress>'
    far = f'<p class="guide-far">Question {len(path) + 1} of at most {most} {bar}</p>'
    usual = (
        f'<p class="guide-usual">In a hurry? <a href="#{place(USUAL)}">The usual answers</a>'
        f' <span class="guide-go">(go to {number[USUAL]})</span></p>'
    )
    return far, f"<ul>{answers}</ul>{'' if path else usual}"


def as_html():
    """The list, in which answers are links to its items."""
    listed = list(steps())
    number = {path: k for k, (path, _) in enumerate(listed, 1)}
    items = []
    for path, what in listed:
        if isinstance(what, End):
            far, body = "", f'<div class="guide-card">{answer(what)}</div>'
            head = f"Report {measure_in_html(what.first)}"
        else:
            far, body = question(path, what, number)
            head = escape(ASKED[what[0]])
        kind = " guide-end" if isinstance(what, End) else ""
        now = "" if path else " now"
        items.append(
            f'<li class="guide-step{kind}{now}" id="{place(path)}">{far}'
            f'<p class="guide-head" tabindex="-1">{head}</p>{body}</li>'
        )
    return (
        '<div class="guide" role="group" aria-label="The guide"><ol class="guide-steps">'
        f"{''.join(items)}</ol></div>"
    )


def as_text():
    """The same list as Markdown, for a copy of the chapter."""
    listed = list(steps())
    number = {path: k for k, (path, _) in enumerate(listed, 1)}
    for path, what in listed:
        if isinstance(what, End):
            one, two = (f"{m.title} ({m.symbol})" for m in what.pair)
            yield f"{number[path]}. Report first {one}, and beside it {two}: `{what.code}`"
        else:
            to = (f"{ANSWERS[a]['says']}: {number[*path, a]}" for a in what)
            yield f"{number[path]}. {ASKED[what[0]]} {'. '.join(to)}."


def never():
    """Why the other measures of the catalogue are never the first, as Markdown."""
    for name, row in TABLE["never"].items():
        measure = MEASURES[name]
        has = f" ({PROPERTIES['axioms'][row['lacks']]}: no)" if "lacks" in row else ""
        has = has or (
            f" ({PROPERTIES['axioms'][row['has']]}: yes)" if "has" in row else ""
        )
        anchor = measure.section.partition("#")[2]
        yield f"- {{ref}}`{measure.title} <{anchor}>`: {row['because']}{has}."


class Guide(SphinxDirective):
    """The guide; with the argument `never`, why other measures are never its first choice."""

    optional_arguments = 1

    def run(self):
        for file in (__file__, *FILES):
            self.env.note_dependency(str(file))
        if self.arguments:
            return self.parse_text_to_nodes("\n".join(never()))
        return [nodes.raw("", as_html(), format="html", guide=True)]


def add_script(app, pagename, template, context, doctree):
    if doctree and any("guide" in node for node in doctree.findall(nodes.raw)):
        app.add_css_file("guide.css")
        app.add_js_file("guide.js", loading_method="defer")


def setup(app):
    app.add_directive("guide", Guide)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
