r"""Formulas as MathML, set when the book is built: no page waits for a script to set them.

The browser sets them with the font of `chapters/_static/formulas.css`. A long formula in
the text becomes several, between which a line may break, for no browser breaks one; what
stands against it, a full stop or a bracket, stays with it. A formula that cannot be
converted is a warning with its file and its line, and warnings fail the build.
"""

import re
from functools import cache
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.logging import getLogger
from sphinx.util.math import get_node_equation_number

CLASSES = "math notranslate nohighlight"
LONG = 12  # signs; a shorter formula stays in one piece
# A line may break before these where they stand between two things, and after the last two.
BETWEEN = frozenset("=≠≤≥<>≈∼∈⊇→←↦⟶+−±∓·×∩∣") | {"mod"}
AFTER = frozenset(",;")
OPENING = frozenset("([{⟨⌈⌊")
CONVERTER = LatexToMathML(fancy_error=False)
logger = getLogger(__name__)


class Unset(ValueError):
    """A formula that cannot be converted, with the reason."""


@cache
def mathml(tex, display=False):
    r"""The MathML of a formula: one element, or several where a line may break.

    >>> mathml("a")
    '<math><mi>a</mi></math>'
    >>> mathml(r"a_{11} + a_{22} + a_{33} = \dots").count("<math>")
    4
    >>> mathml(r"\frac{1}")
    Traceback (most recent call last):
    formulas.Unset: \frac{1}: ...
    """
    try:
        found = CONVERTER.convert_with_local_state(
            lines(tex) if display else tex, displaystyle=display
        )
    except LatexError as error:
        raise Unset(f"{tex.strip()}: {' '.join(str(error).split())}") from None
    if display:
        # Not display="block", which is as wide as the page: what is wider could not be seen.
        return found.replace('<math display="block">', '<math displaystyle="true">', 1)
    return broken(found)


def lines(tex):
    """Several lines without an environment of their own are aligned."""
    bare = re.sub(r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}", "", tex, flags=re.DOTALL)
    return rf"\begin{{aligned}}{tex}\end{{aligned}}" if r"\\" in bare else tex


def broken(found):
    """A formula in pieces, if it is long: a line may break between any two of them."""
    root = ElementTree.fromstring(found.replace("&ApplyFunction;", "\u2061"))
    if len("".join(root.itertext())) < LONG:
        return found
    row = root
    while len(row) == 1 and row[0].tag == "mrow":
        row = row[0]
    pieces = [[]]
    for before, part in pairwise([None, *row]):
        if before is not None and (between(before, part) or sign(before) in AFTER):
            # Alone at the end or the beginning it would be taken for a sign of another kind.
            for operator in (before, part):
                if sign(operator) in BETWEEN | AFTER:
                    operator.set("form", "infix")
            pieces.append([])
        pieces[-1].append(part)
    return "<wbr>".join(map(element, pieces))


def sign(part):
    return part.text if part.tag == "mo" else None


def between(before, part):
    """Whether an operator stands here with something on its left: no sign of a number."""
    alone = part.get("lspace") == "0" or sign(before) in BETWEEN | AFTER | OPENING
    return sign(part) in BETWEEN and not alone


def element(parts):
    root = ElementTree.Element("math")
    root.extend(parts)
    return ElementTree.tostring(root, encoding="unicode")


def span(tex):
    """A formula in a line of HTML; what copies it reads its TeX from it."""
    return f'<span class="{CLASSES}" data-tex="{escape(tex)}">{mathml(tex)}</span>'


def said(visitor, node, display):
    """The MathML of a node, or its TeX and a warning."""
    try:
        return mathml(node.astext(), display)
    except Unset as error:
        logger.warning("formula: %s", error, location=node, type="formula")
        return f"<code>{visitor.encode(node.astext())}</code>"


def visit_math(self, node):
    tag = self.starttag(node, "span", "", CLASS=CLASSES, **{"data-tex": node.astext()})
    self.body.append(f"{tag}{said(self, node, False)}</span>")
    raise nodes.SkipNode


def visit_display(self, node):
    tex = " ".join(node.astext().split())
    self.body.append(self.starttag(node, "div", CLASS=CLASSES, **{"data-tex": tex}))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(f'<div class="display">{said(self, node, True)}</div></div>\n')
    raise nodes.SkipNode


class Against(SphinxPostTransform):
    """What stands against a formula, without a space, stays on its line."""

    default_priority = 790
    formats = ("html",)

    def run(self, **kwargs):
        for formula in list(self.document.findall(nodes.math)):
            before, after = taken(formula, -1, r"\S+$"), taken(formula, 1, r"^\S+")
            if before or after:
                box = nodes.inline("", "", classes=["held"])
                formula.replace_self(box)
                box += [*before, formula, *after]


def taken(formula, step, end):
    """The text that stands against a formula, taken from the text beside it."""
    above = formula.parent
    k = above.index(formula) + step
    text = above[k] if 0 <= k < len(above) else None
    found = re.search(end, text) if isinstance(text, nodes.Text) else None
    if not found:
        return []
    above[k] = nodes.Text(re.sub(end, "", text))
    return [nodes.Text(found[0])]


def setup(app):
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_display, None))
    app.add_post_transform(Against)
    app.add_css_file("formulas.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
