"""Figures of the chapters as parts of their pages: letters of the page, light and dark.

A figure is stored as SVG, black on white. On a page it stands in the page itself: black is
the colour of the text, white that of the ground, and what else is coloured has a second
colour for the dark, of the same hue. Its letters are set by the fonts of the page. A style
that occurs in one becomes a class of that figure, which is shorter than to repeat it, and
no place needs more than two decimals.
"""

import re
from hashlib import sha256
from html import escape

LETTER = 8  # pixels: no letter of a figure is set smaller
BLACK, WHITE = "#000000", "#ffffff"
FACES = "'STIX Two Text','STIX Two Math',serif"
GROUND = "var(--pst-color-background,#fff)"
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
STYLE = re.compile(r' style="([^"]*)"')
PLACE = re.compile(r' (?:d|x|y|points|width|height)="[^"]*"|translate\([^)]*\)')
NUMBER = re.compile(r"-?\d+\.\d+")
# The first patch of a figure, and the first of its axes: the paper.
PAPER = re.compile(
    r'(?<=<g id=")((?:figure|axes)_\d+">\s*<g id="patch_\d+">)\s*'
    r'<path d="[^"]*"(?: clip-path="[^"]*")? style="fill: #ffffff"/>'
)
# A mark that is drawn at many places, with the style of its strokes.
MARK = re.compile(r'(<path id="([^"]+)" d="[^"]*") style="(stroke[^"]*)"/>')
# Families that the fonts of the page have in their places.
FAMILY = re.compile(r"font-family: [^;\"]*")


def by_night(colour):
    """The colour of the same hue that is as bright on dark as this one is dark on light.

    >>> by_night("#cfe8f7"), by_night("#0072b2")
    ('#061f2e', '#42b4f4')
    """
    r, g, b = (255 - int(colour[k : k + 2], 16) for k in (1, 3, 5))
    # Turned by half a circle, as the filter hue-rotate(180deg) of a browser does.
    turned = (
        -0.574 * r + 1.43 * g + 0.144 * b,
        0.426 * r + 0.43 * g + 0.144 * b,
        0.426 * r + 1.43 * g - 0.856 * b,
    )
    return "#" + "".join(f"{min(255, max(0, round(x))):02x}" for x in turned)


def rounded(found):
    return NUMBER.sub(lambda n: f"{float(n[0]):.2f}".rstrip("0").rstrip("."), found[0])


def by_day(style):
    """A style in the colours of the page."""
    return style.replace(BLACK, "currentColor").replace(WHITE, GROUND)


def handed_down(svg):
    """Marks without a style where each place that draws them has the same strokes.

    What `use` draws is a tree of its own: a rule for the dark stops at its border, and a
    mark with a colour of its own would keep that of the day. What a place has is inherited.
    """

    def one(mark):
        places = re.findall(rf'<use xlink:href="#{re.escape(mark[2])}"([^>]*)>', svg)
        parts = mark[3].split("; ")
        said = all(part in place for place in places for part in parts)
        return f"{mark[1]}/>" if said else mark[0]

    return MARK.sub(one, svg)


def named(style):
    """A style of matplotlib's without spaces, and without what every figure has."""
    style = FAMILY.sub("", style)
    parts = (part.strip().replace(": ", ":") for part in style.split(";"))
    return ";".join(part for part in parts if part)


def classes(svg, name):
    """Styles as classes, and the rules of these."""
    found = {}

    def one(match):
        style = named(match[1])
        if not style:
            return ""
        return f' class="{found.setdefault(style, f"{name}{len(found)}")}"'

    svg = STYLE.sub(one, svg)
    rules = "".join(f".{key}{{{by_day(style)}}}" for style, key in found.items())
    dark = "".join(
        f'[data-theme="dark"] .{key}{{{";".join(night)}}}'
        for style, key in found.items()
        if (night := [*nights(style)])
    )
    return svg, rules + (f"@media screen{{{dark}}}" if dark else "")


def nights(style):
    """The parts of a style that have another colour in the dark.

    What the ground shines through is by itself darker on dark.
    """
    if "opacity" in style:
        return
    for part in style.split(";"):
        if (found := COLOUR.search(part)) and found[0] not in (BLACK, WHITE):
            yield part.replace(found[0], by_night(found[0]))


def own_ids(svg, name):
    """Ids that are referred to are of this figure alone; the others go."""
    used = {*re.findall(r'(?:url\(|href=")#([^)"]+)', svg)}
    svg = re.sub(
        r' id="([^"]+)"',
        lambda m: f' id="{name}{m[1]}"' if m[1] in used else "",
        svg,
    )
    svg = re.sub(r"url\(#", f"url(#{name}", svg)
    return re.sub(r'xlink:href="#', f'href="#{name}', svg)


def bare(svg):
    """Without the groups that say nothing."""
    out, said = [], []
    for part in re.split(r"(<g\b[^>]*>|</g>)", svg):
        if part.startswith("<g"):
            said.append(part != "<g>")
            part = part if said[-1] else ""
        elif part == "</g>":
            part = part if said.pop() else ""
        out.append(part)
    return "".join(out)


def drawing(svg, alt):
    """A stored figure as a part of a page, described by `alt`."""
    name = f"d{sha256(svg.encode()).hexdigest()[:5]}-"
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", svg)
    svg = re.sub(r"(?s)<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg)
    svg = handed_down(PAPER.sub(r"\1", svg))
    wide, high = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    svg = PLACE.sub(rounded, own_ids(svg, name))
    svg = re.sub(r"\s*\n\s*", lambda m: " " if m[0].strip("\n") == "" else "", svg)
    svg, rules = classes(svg, name)
    inner = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    inner = bare(re.sub(r"<defs>\s*</defs>", "", inner))
    size = f'width="{wide * 4 / 3:.0f}" height="{high * 4 / 3:.0f}"'
    return (
        f'<svg class="drawn" role="img" aria-label="{escape(alt)}" {size} '
        f'viewBox="0 0 {wide:.2f} {high:.2f}" fill="currentColor" stroke-linejoin="round" '
        f'font-family="{FACES}">'
        f"<style>{rules}</style>{inner.strip()}</svg>"
    )


def least_width(svg):
    """The width in pixels at which the smallest letter of a figure has its size.

    Letters that are shapes are scaled by a hundredth of their size, in the points of the
    picture; others say it. No figure is made wider than it was drawn.
    """
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [100 * float(s) for s in re.findall(r"scale\(([\d.]+) -", svg)]
    sizes += map(float, re.findall(r"font-size: ([\d.]+)px", svg))
    return round(width * min(LETTER / min(sizes), 4 / 3)) if sizes else 0


def framed(svg, alt):
    """A stored figure in a box to scroll in where that is too narrow."""
    least = f"--least: {least_width(svg)}px"
    return f'<div class="drawing" style="{least}">{drawing(svg, alt)}</div>'
