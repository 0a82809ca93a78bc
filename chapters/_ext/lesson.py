"""Parts of a lesson: what a measure is at a glance, and questions that answer back.

`at-a-glance` reads `ordref.catalogue` and `chapters/glance.toml`. `question` makes of a list an
answer each: a `details` element, so that the feedback needs no script and is reached by keyboard.
"""

import ast
import re
from functools import cache

import card
import explorer
from docutils import nodes
from glance import PART_OF, SAID, unseen
from sphinx.util.docutils import SphinxDirective

import ordref
from ordref.catalogue import MEASURES, Measure
from ordref.data import TWELVE

ENDS = {
    "low": "lower is better",
    "high": "higher is better",
    "neither": "a part of another",
}


def span(measure: Measure) -> str:
    """Its range, in TeX."""
    top = {0: "1", 1: "K - 1"}.get(measure.power, f"(K - 1)^{measure.power}")
    return rf"$[{measure.least}, {top}]$"


def call(measure: Measure) -> str:
    """One line of code."""
    options = "".join(f", {key}={value!r}" for key, value in measure.options.items())
    return f"`ordref.{measure.definition}(cm{options})`"


def rows(measure: Measure) -> list[tuple[str, str]]:
    """What there is to know of a measure, term by term, as Markdown."""
    said = SAID[measure.name]
    return [
        ("Formula", f"${said.formula}$"),
        ("Asks", said.asks),
        ("Range", f"{span(measure)}, {ENDS[measure.better]}"),
        ("By chance", said.chance),
        ("Undefined", said.undefined),
        ("Blind to", unseen(measure.blind) if measure.blind else ""),
        ("In code", call(measure)),
        ("Also called", ", ".join(measure.words)),
    ]


HOW = {"formula": "exact", "all tables": "exact, from all tables", "sample": "sampled"}


@cache
def by_chance(name: str) -> str:
    """What chance gives for the twelve patients, and how that is known."""
    found = ordref.chance(name, TWELVE.counts, n_resamples=999, rng=0)
    mean = f"{found.mean:.3f}".replace("-0.000", "0.000")
    return f"for the twelve patients ${mean}$ ({HOW[found.method]})"


def told(measure: Measure) -> dict[str, str]:
    """The rows, with a number beside the formula of chance."""
    said = dict(rows(measure))
    formula = said["By chance"]
    said["By chance"] = f"{formula}; " * bool(formula) + by_chance(measure.name)
    return said


def glance(measures: list[Measure]) -> str:
    """A table in Markdown: a column for each measure, a row for each term."""
    columns = [told(measure) for measure in measures]
    titles = [f"${m.tex}$, {m.title}" for m in measures]
    lines = ["| | " + " | ".join(titles) + " |", "|---" * (len(measures) + 1) + "|"]
    for term in columns[0]:
        cells = [column[term].replace("|", r"\|") for column in columns]
        if any(cells):
            lines.append(f"| **{term}** | " + " | ".join(cells) + " |")
    return "\n".join(lines)


SHEET = ("Measure", "Asks", "Formula", "From worst to best", "Blind to", "In code")


def cheat_sheet() -> str:
    """All measures that `evaluate` shows, a row each below the name of their part, as Markdown."""
    lines = ["| " + " | ".join(SHEET) + " |", "|---" * len(SHEET) + "|"]
    part = ""
    for measure in MEASURES.values():
        if not measure.shown:
            continue
        if part != (part := PART_OF[measure.chapter]):
            lines.append(f"| {part} |" + " |" * (len(SHEET) - 1))
        said, calls = dict(rows(measure)), card.code(measure.name)
        name = f"{{ref}}`{measure.title} <{measure.section.partition('#')[2]}>`"
        undefined = said["Undefined"]
        cells = [
            f"${measure.tex}$, {name}",
            said["Asks"],
            said["Formula"],
            card.ruler_of_example(measure.name, small=True)
            + f"{said['Range']}"
            + f"; undefined: {undefined}" * (undefined != "never"),
            said["Blind to"],
            "<br>".join([call(measure), *typed(calls.python)]),
        ]
        lines.append(
            "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"
        )
    return "\n".join(lines)


def typed(code: str) -> list[str]:
    r"""What one types after the imports and what it needs, in a line; none where there is no code.

    >>> typed("import numpy as np\n\nmax(\n    len(k)\n    for k in y\n)")
    ['`max(len(k) for k in y)`']
    """
    last = [ast.get_source_segment(code, part) for part in ast.parse(code).body[-1:]]
    lines = [re.sub(r"\s+", " ", line) for line in last]
    return [f"`{re.sub(r'(?<=[(]) | (?=[)])', '', line)}`" for line in lines]


class CheatSheet(SphinxDirective):
    """All measures on two sides of paper."""

    def run(self):
        box = nodes.container(classes=["cheat-sheet"])
        box += self.parse_text_to_nodes(cheat_sheet())
        for number, row in enumerate(box.findall(nodes.row)):
            if number and not any(
                cell.astext() for cell in row[1:]
            ):  # the name of a part
                row["classes"].append("part")
                row[0]["morecols"] = len(SHEET) - 1
                row[:] = row[:1]
        return [box]


def add_sheet(app, pagename, template, context, doctree):
    if pagename.endswith("/cheatsheet"):
        app.add_css_file("card.css")
        app.add_css_file("cheat.css")


class AtAGlance(SphinxDirective):
    """What the catalogue says of some measures: ``{at-a-glance} mae mse``."""

    required_arguments = 1
    optional_arguments = 20

    def run(self):
        measures = [MEASURES[name] for name in self.arguments]
        box = nodes.container(classes=["at-a-glance"])
        box += self.parse_text_to_nodes(glance(measures))
        for row in box.findall(nodes.row):  # on a phone each cell says what it is
            row["classes"].append(f"glance-{nodes.make_id(row[0].astext())}")
        box += nodes.raw("", explorer.link(), format="html")
        return [box]


def answers_of(text: str) -> list[tuple[str, str, str]]:
    """Each answer with its mark, and what is right or wrong with it."""
    return [
        (item[0], *map(str.strip, item[1:].partition("::")[::2]))
        for item in re.split(r"^(?=[+-] )", text, flags=re.M)
        if item.strip()
    ]


class Question(SphinxDirective):
    """A question and its answers, each with what is right or wrong with it.

    ::

        :::{question} Which matrix has the smaller MAE?
        + the first :: Right: ...
        - the second :: No: ...
        :::
    """

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        answers = answers_of("\n".join(self.content))
        if len(answers) < 2 or not all(why for *_, why in answers):
            raise self.error(
                "a question has two answers or more: `- answer :: why not`"
            )
        if not any(mark == "+" for mark, *_ in answers):
            raise self.error("a question has a right answer: `+ answer :: why`")
        boxes = "\n".join(
            f"::::{{dropdown}} {answer}\n:class-container: "
            f"{'answer-right' if mark == '+' else 'answer-wrong'}\n{why}\n::::"
            for mark, answer, why in answers
        )
        box = nodes.container(classes=["question"])
        box += self.parse_text_to_nodes(f"{self.arguments[0]}\n\n{boxes}")
        return [box]


def setup(app):
    app.add_directive("at-a-glance", AtAGlance)
    app.add_directive("cheat-sheet", CheatSheet)
    app.add_directive("question", Question)
    app.connect("html-page-context", add_sheet)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
