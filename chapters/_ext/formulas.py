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
STUB = 3
LONGEST = 28  # of a piece, if that can be had: a phone has no room for more
# A line may break before these where they stand between two things, and after the last two.
BETWEEN = frozenset("=≠≤≥<>≈\u223c∈⊇→←↦⟶+\u2212±∓·\u00d7∩\u2223")
AFTER = frozenset(",;")
OPENING, CLOSING = frozenset("([{⟨⌈⌊"), frozenset(")]}⟩⌉⌋")
LARGE = frozenset("∑∏∫")
# Parts in the colours of the matrices, which the style sheet knows by day and by night.
OF_PICTURE = {"color:#0000FF;": "in-blue", "color:#FF8001;": "in-orange"}
SCRIPTS = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}
QUADS = "1em", "2em"
THIN, WBR = "0.1667em", "<wbr>"
# The converter makes three full stops of them.
DOTS = {"dots": "…", "ldots": "…"}
CONVERTER = LatexToMathML(fancy_error=False, macros=DOTS)
logger = getLogger(__name__)


class UnsetError(ValueError):
    """A formula that cannot be converted, with the reason."""


@cache
def mathml(tex, display=False):
    r"""The MathML of a formula: one element, or several where a line may break.

    >>> mathml("a")
    '<math><mi>a</mi></math>'
    >>> mathml(r"a_{11} + a_{22} + a_{33} = \dots").count("<math>")  # none after the first
    3
    >>> mathml(r"\frac{1}")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    UnsetError: \frac{1}: 8: Expected argument but reached end of input.
    """
    try:
        found = CONVERTER.convert_with_local_state(
            lines(tex) if display else tex, displaystyle=display
        )
    except LatexError as error:
        raise UnsetError(f"{tex.strip()}: {' '.join(str(error).split())}") from None
    root = ElementTree.fromstring(found.replace("&ApplyFunction;", "\u2061"))
    tidy(root)
    row = root[0] if len(root) == 1 and root[0].tag == "mrow" else root
    if display:
        # Not display="block", which is as wide as the page: what is wider could not be seen.
        return " ".join(written(row_of(p, displaystyle="true")) for p in abreast(row))
    return WBR.join(written(row_of(piece)) for piece in pieces(row))


def lines(tex):
    """Several lines without an environment of their own are aligned."""
    bare = re.sub(r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}", "", tex, flags=re.DOTALL)
    return rf"\begin{{aligned}}{tex}\end{{aligned}}" if r"\\" in bare else tex


def tidy(row):
    """Mend, from the inside out, what the converter leaves to be desired."""
    for k, part in enumerate(row):
        tidy(part)
        row[k] = mended(part)
    for before, part, after in zip([None, *row], row, [*row[1:], None], strict=False):
        if sign(core(part)) in LARGE:
            core(part).attrib = room(before, after)
        # In an aligned line an operator that comes first goes on from the left.
        if (
            before is None
            and sign(part) in BETWEEN
            and "padding-left: 0" in row.get("style", "")
        ):
            part.attrib = {"form": "infix"}


def mended(part):
    if part.attrib.get("style", "").startswith("color:"):
        part.attrib["class"] = OF_PICTURE[part.attrib.pop("style")]
    if part.tag == "mrow" and len(part) == 2 and written(part[0]) == "<mspace />":
        return part[1]  # a word in upright letters
    if part.tag == "mfrac" and "displaystyle" in part.attrib:
        # WebKit knows it of a style alone.
        size = part.attrib.pop("displaystyle")
        style = ElementTree.Element("mstyle", displaystyle=size)
        style.append(part)
        return style
    if part.tag in SCRIPTS and "minsize" in part[0].attrib:
        # A large bracket is large in a row of its own, not as what bears an index.
        row = ElementTree.Element("mrow")
        row.extend([ElementTree.Element("mi"), part[0]])
        part[0] = row
    return part


def room(before, after):
    """The space about a large operator, as TeX has it; the converter leaves none."""
    left = before is not None and (
        before.tag != "mo" or sign(before) in CLOSING | {"|"}
    )
    large = before is not None and sign(core(before)) in LARGE
    right = after is not None and sign(after) not in OPENING
    return {
        "lspace": THIN if left and not large else "0",
        "rspace": THIN if right else "0",
    }


def core(part):
    """What bears the limits or indices."""
    if part is not None and part.tag in SCRIPTS:
        return core(part[0])
    alone = (
        part is not None
        and part.tag == "mrow"
        and [p.tag for p in part] == ["mi", "mo"]
    )
    return part[1] if alone and not part[0].text else part


def sign(part):
    """The sign of an operator, None of all else."""
    return part.text if part is not None and part.tag == "mo" else None


def pieces(row):
    """A formula, in pieces if it is long: a line may break between any two of them."""
    if signs(row) < LONG:
        return [row]
    found = cut(row, 0)
    if max(map(signs, found)) > LONGEST:
        found = cut(row, 9)
    # A lone letter or number at the end of a line would be read as all there is.
    first = [part for piece in found[:2] for part in piece]
    if signs(found[0]) <= STUB and signs(first) <= LONGEST:
        found[:2] = [first]
    return found


def abreast(row):
    """Formulas beside one another, which stand below one another on a narrow page."""
    found, open_ = [[]], 0
    for before, part in pairwise([None, *row]):
        if not open_ and sign(before) == "," and part.get("width") in QUADS:
            found.append([])
        else:
            found[-1].append(part)
        bracket = sign(core(part))
        open_ += (bracket in OPENING) - (bracket in CLOSING)
    return found


def signs(parts):
    return sum(len("".join(part.itertext())) for part in parts)


def cut(row, deepest):
    """The pieces, where no line breaks within more brackets than these."""
    found, open_, bar = [[]], 0, False
    for before, part in pairwise([None, *row]):
        # An operator at the end has nothing on its right, and stays where it is.
        last = part is row[-1] and sign(part)
        if open_ <= deepest and breaks(before, part) and not last:
            # Alone at an end it would be taken for a sign of another kind.
            for operator in (before, part):
                if sign(operator) in BETWEEN | AFTER:
                    operator.set("form", "infix")
            found.append([])
        found[-1].append(part)
        bracket = sign(core(part))
        if bracket == "|":
            bar = not bar
            open_ += 1 if bar else -1
        open_ += (bracket in OPENING) - (bracket in CLOSING)
    return found


def breaks(before, part):
    """Whether a line may break here: before an operator, not a number's sign, or in a list."""
    if before is None:
        return False
    if sign(before) in AFTER:
        return part.tag != "mspace"
    alone = part.get("lspace") == "0" or sign(before) in BETWEEN | OPENING
    return sign(part) in BETWEEN and not alone


def row_of(parts, **how):
    """A formula of these parts; Firefox stretches brackets in a row alone."""
    root = ElementTree.Element("math", how)
    (ElementTree.SubElement(root, "mrow") if len(parts) > 1 else root).extend(parts)
    return root


def written(part):
    return ElementTree.tostring(part, encoding="unicode")


def span(tex):
    """A formula in a line of HTML; what copies it reads its TeX from it."""
    return f'<span class="{CLASSES}" data-tex="{escape(tex)}">{mathml(tex)}</span>'


def said(visitor, node, display):
    """The MathML of a node, or its TeX and a warning."""
    try:
        return mathml(node.astext(), display)
    except UnsetError as error:
        logger.warning("formula: %s", error, location=node, type="formula")
        return f"<code>{visitor.encode(node.astext())}</code>"


def visit_math(self, node):
    tag = self.starttag(node, "span", "", CLASS=CLASSES, **{"data-tex": node.astext()})
    first, *rest = said(self, node, False).split(WBR)
    before, after = (self.encode(node.get(key, "")) for key in ("before", "after"))
    ends = [before + first, *rest]
    ends[-1] += after
    if before:
        ends[0] = held(ends[0])
    if after and not (before and len(ends) == 1):
        ends[-1] = held(ends[-1])
    self.body.append(f"{tag}{WBR.join(ends)}</span>")
    raise nodes.SkipNode


def held(html):
    """What no line breaks."""
    return f'<span class="held">{html}</span>'


def hold(html):
    """In HTML too, what stands behind a formula stays with it."""
    behind = r"(<math>(?:(?!</?math>).)*</math>)</span>([^\s<]+)"
    return re.sub(behind, lambda m: f"{held(m[1] + m[2])}</span>", html)


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
    """What stands against a formula, without a space, belongs to it: it stays on its line."""

    default_priority = 790
    formats = ("html",)

    def run(self, **kwargs):
        for formula in list(self.document.findall(nodes.math)):
            formula["before"] = taken(formula, -1, r"\S+$")
            formula["after"] = taken(formula, 1, r"^\S+")


def taken(formula, step, end):
    """The text that stands against a formula, taken from the text beside it."""
    while (
        isinstance(formula.parent, nodes.Inline)
        and formula.parent[-(step > 0)] is formula
    ):
        formula = formula.parent  # all of a link, or of what is stressed
    above = formula.parent
    k = above.index(formula) + step
    text = above[k] if 0 <= k < len(above) else None
    found = re.search(end, text) if isinstance(text, nodes.Text) else None
    if not found:
        return ""
    above[k] = nodes.Text(re.sub(end, "", text))
    return found[0]


def preload(app, pagename, template, context, doctree):
    """The font is asked for before the first formula is met: none is laid out twice."""
    if app.builder.format == "html":
        font = context["pathto"]("_static/fonts/formulas.woff", resource=True)
        tag = (
            f'<link rel="preload" href="{font}" as="font" type="font/woff" crossorigin>'
        )
        context["metatags"] = context.get("metatags", "") + tag


def setup(app):
    app.connect("html-page-context", preload)
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_display, None))
    app.add_post_transform(Against)
    app.add_css_file("formulas.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
