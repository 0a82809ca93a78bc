"""A card of a measure: a ruler from worst to best, what a value means, code, when to use it.

The texts stand in ``chapters/glance.toml``; what is ``ordref``'s is made from the catalogue.
``{reading-a-value} mae`` shows them in a chapter; other pages call `ruler`, `code_tabs`, `card`
and `add_files`. Without scripts the three languages stand below each other.
"""

import re
from functools import cache
from html import escape
from typing import ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from glance import CARDS, SAID
from other_cards import EXAMPLES
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, SLexer
from sphinx.util.docutils import SphinxDirective
from tables import typeset

import ordref
from ordref.catalogue import MEASURES
from ordref.data import TWELVE

NOBODY = "No other library has it."
ELSEWHERE = {
    "python": "Neither scikit-learn nor SciPy has it.",
    "r": "No package of R that we know has it.",
}
SHOWN = MEASURES | {name: example.measure for name, example in EXAMPLES.items()}
WORDS = SAID | CARDS
# Letters of a label, as parts of the width of a narrow ruler.
LETTER = 0.022


class Dot(NamedTuple):
    """A value on a ruler, and whose it is."""

    value: float
    whose: str = ""


class Code(NamedTuple):
    """The calls that give a measure, by language; empty where nobody has it."""

    ordref: str
    python: str
    r: str


def code(name):
    """The calls of a measure. `y_true` and `y_pred` are arrays of 1, ..., K; `cm` their table."""
    measure, said = SHOWN[name], WORDS[name].code
    options = "".join(f', {key}="{value}"' for key, value in measure.options.items())
    call = f"ordref.{measure.definition}(cm{options})"
    lines = f"import ordref\n\ncm = ordref.confusion_matrix(y_true, y_pred, labels=classes)\n{call}"
    return Code(
        said.get("ordref", lines).strip(),
        said.get("python", "").strip(),
        said.get("r", "").strip(),
    )


def in_digits(value):
    """With three decimals at most, and without those that say nothing."""
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    return {"-0": "0"}.get(short, short).replace("-", "\N{MINUS SIGN}")


def ends(measure, K):
    """The values at the left and the right end, the worse one left."""
    low, high = measure.least, measure.greatest(K)
    return (high, low) if measure.better == "low" else (low, high)


UNITS = {1: ("class", "classes"), 2: ("class squared", "classes squared")}


def with_unit(value, power):
    if power not in UNITS:
        return in_digits(value)
    return f"{in_digits(value)} {UNITS[power][value != 1]}"


def named(dot):
    return f"{dot.whose} {in_digits(dot.value)}".strip()


def label(x, y, words, kind):
    """Words at a place of the ruler, which stay within it."""
    half = LETTER * len(words) / 2
    anchor = "start" if x < half else "end" if x > 1 - half else "middle"
    return (
        f'<text class="{kind}" x="{100 * x:.2f}%" y="{y}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def apart(x, words, outer):
    """Whether words at a place leave room for those at the two ends, on a narrow ruler too."""
    half, (left, right) = LETTER * len(words) / 2, [LETTER * len(end) for end in outer]
    return left + LETTER < x - half and x + half < 1 - right - LETTER


def ruler(name, dots=(), *, chance=None, K=3, small=False):
    """A measure from worst to best as SVG, as wide as the place it stands in.

    Each of `dots` is a pair of a value and whose it is; `chance` is ticked. In its element,
    `data-left` and `data-right` are the values of the two ends, for a script that adds a dot.
    A `small` one has no words: the ends, the tick and the dots.
    """
    measure = SHOWN[name]
    left, right = ends(measure, K)

    def at(value):
        return abs(value - left) / abs(right - left)

    dots = sorted((Dot(*dot) for dot in dots), key=lambda dot: at(dot.value))
    worst, best = (
        ("least", "greatest") if measure.better == "neither" else ("worst", "best")
    )
    said = [f"{with_unit(left, measure.power)} ({worst})"]
    said += [f"chance {in_digits(chance)}"] * (chance is not None)
    said += [named(dot) for dot in dots]
    said += [f"{with_unit(right, measure.power)} ({best})"]
    # A row of words for each dot, so that near ones do not meet.
    middle = 9 if small else 17 + 17 * max(len(dots), 1)
    drawn = [
        f'<line class="ruler-line" x1="0" x2="100%" y1="{middle}" y2="{middle}"/>',
        *(
            f'<line class="ruler-end" x1="{x}" x2="{x}" y1="{middle - 6}" y2="{middle + 6}"/>'
            for x in ("0", "100%")
        ),
    ]
    if chance is not None:
        x = f"{100 * at(chance):.2f}%"
        drawn.append(
            f'<line class="ruler-chance" x1="{x}" x2="{x}" '
            f'y1="{middle - 8}" y2="{middle + 8}"/>'
        )
    drawn += [
        f'<circle class="ruler-dot" cx="{100 * at(dot.value):.2f}%" cy="{middle}" r="6"/>'
        for dot in dots
    ]
    height = 18
    if not small:
        drawn += [
            label(at(dot.value), middle - 17 - 17 * k, named(dot), "whose")
            for k, dot in enumerate(dots)
        ]
        outer = [
            f"{with_unit(end, measure.power)}, {word}"
            for end, word in ((left, worst), (right, best))
        ]
        y = middle + 26
        if chance is not None:
            words = f"chance {in_digits(chance)}"
            drawn.append(label(at(chance), y, words, "by-chance"))
            y += 0 if apart(at(chance), words, outer) else 20
        drawn += [label(x, y, said, "end") for x, said in enumerate(outer)]
        height = y + 8
    return (
        f'<svg class="ruler{" ruler-small" * small}" role="img" width="100%" height="{height}" '
        f'data-ruler="{name}" data-left="{left}" data-right="{right}" '
        f'aria-label="{escape(f"{measure.title}: " + ", ".join(said))}">'
        f"{''.join(drawn)}</svg>"
    )


@cache
def example(name):
    """The value of an example, what chance gives for its margins, and whose it is."""
    if found := EXAMPLES.get(name):
        return float(found.value()), float(found.chance()), found.whose
    value = float(MEASURES[name](TWELVE.counts))
    found = ordref.chance(name, TWELVE.counts, n_resamples=999, rng=0)
    return value, float(found.mean), "twelve patients"


def ruler_of_example(name, small=False):
    value, chance, whose = example(name)
    return ruler(name, [(value, whose)], chance=chance, small=small)


def tab_names(found):
    """What each of the three tabs is called: where its call comes from."""
    libraries = {
        "sklearn": "scikit-learn",
        "scipy": "SciPy",
        "krippendorff": "krippendorff",
        "skordinal": "skordinal",
        "statsmodels": "statsmodels",
    }
    python = next((libraries[x] for x in libraries if x in found.python), "NumPy")
    return Code("ordref", python if found.python else "scikit-learn", "R")


def coloured(text, lexer):
    # In the element of Sphinx, whose button copies it.
    shown = highlight(text, lexer, HtmlFormatter(nowrap=True))
    return f'<div class="highlight notranslate"><pre>{shown}</pre></div>'


FORECASTS = " <code>p</code> has a row for each case and a column for each class."


def given(*sides, tabs=True, names=False, more=""):
    """What is given to the code, in a line above it, as HTML.

    `sides` are the labels, which the `tabs` of other libraries call y_true and y_pred; that of
    ordref takes `names`, too.
    """
    said = " and ".join(f"<code>{side}</code>" for side in sides)
    if "rater_1" in sides:
        said += " (<code>y_true</code> and <code>y_pred</code> in the other tabs)"
    said += f" {'are arrays' if len(sides) > 1 else 'is an array'} of the classes as numbers"
    said += ", from 1 to K in their order: <code>np.array([1, 3, 2])</code>"
    said += ", in R <code>c(1, 3, 2)</code>" * tabs
    said += "; <code>cm</code> is their table" * (tabs and len(sides) > 1)
    if names:
        said += '. ordref takes names, too: <code>classes = ["mild", "severe"]</code>'
    else:
        said += "; <code>classes</code> are all of them: <code>[1, 2, 3]</code>"
    return f'<p class="code-given">{said}.{more}</p>'


def given_to(name):
    """The same of a measure, as HTML."""
    if not WORDS[name].given:
        return given("y_true", "y_pred")
    words = escape(WORDS[name].given, quote=False)
    words = re.sub("`(.+?)`", r"<code>\1</code>", words)
    return f'<p class="code-given">{words}</p>'


def code_tabs(name, ours=None, above=None):
    """The calls in three tabs, each with a button that copies it, as HTML.

    `ours` stands in the tab of ordref, where it is not the call of this measure alone, and
    `above` is then the line that says what it is given.
    """
    found = code(name)
    above = given_to(name) if above is None else above
    found = found._replace(ordref=ours or found.ordref)
    alone = not found.python and not found.r
    parts = []
    for language, title, text in zip(
        Code._fields, tab_names(found), found, strict=True
    ):
        if text:
            shown = coloured(text, SLexer() if language == "r" else PythonLexer())
        else:
            shown = f"<p>{NOBODY if alone else ELSEWHERE[language]}</p>"
        parts.append(
            f'<div class="code-tab" data-language="{language}">'
            f'<p class="code-tab-name">{title}</p>{shown}</div>'
        )
    return f'<div class="code-tabs">{above}{"".join(parts)}</div>'


def sentences(name):
    """What a value means, when to use the measure and when not, as HTML."""
    said = WORDS[name]
    reading = escape(said.reading).replace("0.5:", "<b>0.5</b>:", 1)
    return (
        f'<p class="card-reading">{reading}</p>',
        f'<dl class="card-when"><dt>Use it if</dt><dd>{escape(said.use)}</dd>'
        f"<dt>Not if</dt><dd>{escape(said.avoid)}</dd></dl>",
    )


def card(name, *, title=False):
    """All of it, as HTML."""
    measure = SHOWN[name]
    reading, when = sentences(name)
    head = (
        f'<p class="card-title">{escape(measure.title)} ({typeset(measure.symbol)})</p>'
    )
    return (
        f'<div class="measure-card" data-card="{name}">{head * title}{ruler_of_example(name)}'
        f"{reading}{code_tabs(name)}{when}</div>"
    )


def as_markdown(name):
    """What a copy of a chapter has in its place: all but the ruler, whose values are told."""
    measure, said, found = SHOWN[name], WORDS[name], code(name)
    *found_values, whose = example(name)
    value, chance = map(in_digits, found_values)
    worst, best = (with_unit(end, measure.power) for end in ends(measure, 3))
    lines = [
        f"**{measure.title}**: from {worst} to {best}; {whose} {value}, chance {chance}.",
        said.reading,
        f"*Use it if*: {said.use} *Not if*: {said.avoid}",
        re.sub("</?code>", "`", re.sub("</?p.*?>", "", given_to(name))),
        f"```python\n{found.ordref}\n```",
    ]
    others = zip(("python", "r"), found[1:], strict=True)
    lines += [f"```{language}\n{text}\n```" for language, text in others if text]
    return "\n\n".join(lines)


class ReadingAValue(SphinxDirective):
    """The cards of some measures: ``{reading-a-value} mae rmse``."""

    required_arguments = 1
    optional_arguments = 9
    option_spec: ClassVar = {"title": directives.flag}

    def run(self):
        names = self.arguments
        if unknown := [name for name in names if name not in SHOWN]:
            raise self.error(f"no measure is called {', '.join(unknown)}")
        title = len(names) > 1 or "title" in self.options
        return [
            nodes.raw("", card(name, title=title), format="html", card=name)
            for name in names
        ]


def add_files(app):
    """What a page with a card needs."""
    app.add_css_file("card.css")
    app.add_js_file("card.js", loading_method="defer")


def add_where_needed(app, pagename, template, context, doctree):
    if doctree is not None and any(
        "card" in node or "code-tabs" in node.astext()
        for node in doctree.findall(nodes.raw)
    ):
        add_files(app)


def setup(app):
    app.add_directive("reading-a-value", ReadingAValue)
    app.connect("html-page-context", add_where_needed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
