"""Figures are drawn on their pages: on its ground, light and dark, and in its letters."""

import re
from io import BytesIO

import pytest
import seen
from drawn import by_night, drawing
from PIL import Image

# With figures in sections that are laid out only when they come near.
DARK = ["kappa", "agreement", "oci"]
GROUND = r"getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)"
FIGURE = "article figure :is(img, svg.drawn)"
# A figure of two lines, and a point that is drawn twice, as matplotlib writes it.
MADE = """<?xml version="1.0"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 72 36.5" version="1.1">
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="figure_1">
  <g id="patch_1">
   <path d="M 0 36.5 
L 72 36.5 
z
" style="fill: #ffffff"/>
  </g>
  <g id="axes_1">
   <defs><path id="m1" d="M 0 0 L 1.23456 0" style="stroke: #000000"/></defs>
   <!-- two points -->
   <use xlink:href="#m1" x="1.00001" y="2" style="fill: #0072b2; stroke: #000000"/>
   <use xlink:href="#m1" x="3" y="2" style="fill: #0072b2; stroke: #000000"/>
   <path d="M 1 1" style="fill: #ffffff"/>
   <path d="M 1 2" style="fill: #d55e00; fill-opacity: 0.3"/>
   <text style="font-size: 9px; font-family: 'STIX Two Text', 'STIXGeneral'" x="1" y="2" transform="rotate(-0 1 2)">a &lt; b</text>
  </g>
 </g>
</svg>"""  # noqa: E501, W291


def as_readers_do(browser, base, name):
    """A page in the dark as it comes: nothing far away is laid out before it is near."""
    context = browser.new_context(
        viewport={"width": 1360, "height": 900}, color_scheme="dark"
    )
    context.add_init_script("localStorage.setItem('mode', 'dark');")
    context.add_init_script("localStorage.setItem('theme', 'dark')")
    page = context.new_page()
    page.goto(f"{base}chapters/{name}.html", wait_until="load")
    return context, page


def cards(page):
    """Figures whose ground is not that of the page, seen one after the other."""
    ground, faults = page.evaluate(GROUND), []
    for figure in page.locator(FIGURE).filter(visible=True).all():
        figure.evaluate("e => e.scrollIntoView({ block: 'center' })")
        seen.settle(page)
        at = figure.bounding_box()
        png = page.screenshot()
        x, y = at["x"] + 2, at["y"] + at["height"] / 2
        corner = Image.open(BytesIO(png)).convert("RGB").getpixel((int(x), int(y)))
        if max(abs(a - b) for a, b in zip(corner, ground, strict=True)) > 3:
            faults.append((corner, ground))
    return faults


@pytest.mark.parametrize("name", DARK)
def test_no_figure_is_a_box_in_the_dark(browser, base, name):
    context, page = as_readers_do(browser, base, name)
    assert page.locator(FIGURE).count() > 1
    assert max(page.evaluate(GROUND)) < 40
    assert not cards(page)
    # The last that is seen: a picture beside its box to play with, or in a fold, is not.
    last = page.locator(FIGURE).filter(visible=True).last
    last.evaluate("e => { e.style.background = '#000'; }")
    assert len(cards(page)) == 1
    context.close()


def test_black_and_white_are_those_of_the_page():
    drawn = drawing(MADE, "Two points, 1 < 2")
    assert 'aria-label="Two points, 1 &lt; 2"' in drawn
    assert drawn.count("currentColor") == 2  # of all, of the point
    assert drawn.count("var(--pst-color-background,#fff)") == 1  # the paper has gone
    assert not re.search(r"#ffffff|#000000|<!--|figure_1|xlink", drawn)


def test_another_colour_has_one_of_its_hue_for_the_dark():
    drawn = drawing(MADE, "")
    (night,) = re.findall(r'\[data-theme="dark"\] \.[\w-]+\{fill:(#\w+)\}', drawn)
    assert night == by_night("#0072b2")
    # Where the ground shines through, it is darker by itself.
    assert "fill:#d55e00;fill-opacity:0.3" in drawn
    assert by_night("#ffffff") == "#000000"
    assert by_night("#777777") in ("#878888", "#888888", "#878787")


def test_a_point_that_is_drawn_again_has_the_stroke_of_each_place():
    """No rule for the dark reaches what `use` draws: it has what its place hands down."""
    grey = MADE.replace("#000000", "#555555")
    drawn = drawing(grey, "")
    assert re.findall(r'<path id="[^"]*m1"([^>]*)/>', drawn) == [' d="M 0 0 L 1.23 0"']
    (mark,) = set(re.findall(r'<use [^>]*class="([^"]+)"/>', drawn))
    assert f".{mark}{{fill:#0072b2;stroke:#555555}}" in drawn
    night = f"fill:{by_night('#0072b2')};stroke:{by_night('#555555')}"
    assert f'[data-theme="dark"] .{mark}{{{night}}}' in drawn
    # What its places do not say stays its own.
    wide = grey.replace('1.23456 0" style="', '1.23456 0" style="stroke-width: 2; ')
    assert "stroke-width:2;stroke:#555555}" in drawing(wide, "")


def test_letters_are_set_in_the_face_of_the_page():
    drawn = drawing(MADE, "")
    assert drawn.count("STIX Two Text") == 1
    assert "STIXGeneral" not in drawn
    assert re.search(r'<text class="[\w-]+" x="1" y="2">a &lt; b</text>', drawn)
    assert "{font-size:9px}" in drawn


def test_a_style_is_written_once_and_ids_are_of_one_figure():
    drawn = drawing(MADE, "")
    assert drawn.count("fill:#0072b2") == 1
    (name,) = re.findall(r'<path id="([\w-]+)"', drawn)
    assert re.findall(r'href="#([\w-]+)"', drawn) == [name, name]
    other = drawing(MADE.replace("1.23456", "2"), "")
    assert name not in other
    assert "1.23 0" in drawn
