"""A small picture for each part of the book, as SVG in the letters' own colour.

Blue is right and orange is wrong, as in every matrix; front.css has the colours.
"""

from itertools import product

SIZE = 48


def rect(x, y, kind="", w=11, h=11):
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{w}" height="{h}" rx="1"/>'


def dot(x, y, kind="", r=3):
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{r}"/>'


def line(path, kind="line"):
    return f'<path class="{kind}" d="{path}"/>'


def matrix():
    """Three classes; one error is far off."""
    kinds = {(0, 0): "right", (1, 1): "right", (2, 2): "right", (2, 0): "wrong"}
    return "".join(
        rect(6 + 13 * c, 5 + 13 * r, kinds.get((r, c), "nothing"))
        for r, c in product(range(3), repeat=2)
    )


def distance():
    """From the true class to the predicted one, over two steps."""
    ticks = "".join(f"M{x} 30v8" for x in (6, 18, 30, 42))
    return (
        line(f"M4 34H44{ticks}")
        + line("M18 28C20 10 38 10 41 25M35 20l6 6 4-7", "wrong line")
        + dot(18, 34, "right", 4)
    )


def stairs():
    """Worse cases are graded higher, but for one pair."""
    points = [(9, 38, "right"), (19, 30, "right"), (29, 34, "wrong"), (39, 12, "right")]
    return line("M4 4V44H46") + "".join(dot(x, y, kind, 4) for x, y, kind in points)


def dice():
    five = [(16, 16), (32, 16), (24, 24), (16, 32), (32, 32)]
    frame = '<rect class="line" x="6" y="6" width="36" height="36" rx="7"/>'
    return frame + "".join(dot(x, y, "full", 3.5) for x, y in five)


def sliders():
    """Scores that may be moved."""
    rows = [(10, 14), (24, 30), (38, 36)]
    return "".join(line(f"M5 {y}H43") + dot(x, y, "right", 5) for y, x in rows)


def bars():
    """How likely each class is."""
    heights = (8, 16, 32, 22)
    kinds = ("nothing", "nothing", "right", "nothing")
    drawn = "".join(
        rect(6 + 10 * k, 42 - h, kind, 8, h)
        for k, (h, kind) in enumerate(zip(heights, kinds, strict=True))
    )
    return drawn + line("M4 43H46")


def interval():
    """A value, and how sure it is."""
    curve = line("M3 30C14 30 16 6 24 6S34 30 45 30")
    return curve + line("M10 40H38M10 36v8M38 36v8") + dot(24, 40, "right", 4)


def checked():
    """A page with a mark."""
    page = line("M10 4h20l8 8v32H10zM30 4v8h8")
    return page + line("M17 27l6 7 10-14", "right line")


def book():
    """An open book."""
    pages = "M24 12C18 7 10 7 4 9v30c6-2 14-2 20 3 6-5 14-5 20-3V9c-6-2-14-2-20 3zv30"
    return line(pages) + line("M9 17c4-1 7-1 10 1M9 24c4-1 7-1 10 1M29 18c3-2 6-2 10-1")


# In the order of the parts.
DRAWN = (matrix, distance, stairs, dice, sliders, bars, interval, checked, book)


def emblem(k):
    """The picture of the part with this place in the contents."""
    return (
        f'<svg class="emblem" viewBox="0 0 {SIZE} {SIZE}" aria-hidden="true">'
        f"{DRAWN[k]()}</svg>"
    )
