"""How formulas look: their sizes, and whether their font has what they are made of.

`hardest.json` has thirty formulas of the book that ask most of a browser, with the size in
pixels that MathJax 3 gave them on the same page. They are set as the book sets them, on a page
with the style sheets of the book.
"""

import json
import re
import unicodedata

import formulas
import pytest
import seen
from bs4 import BeautifulSoup
from fontTools.ttLib import TTFont
from test_site import LOOKS, PAGES, ROOT, SITE, Tab, browser, serving

__all__ = ["browser"]  # a fixture

HARDEST = json.loads((ROOT / "tests/pages/hardest.json").read_text(encoding="utf-8"))
FONT = ROOT / "chapters/_static/fonts/formulas.woff"
MOST = 1.25  # times as wide or as high as MathJax set it
VARIANT = "\ufe00"
SIZES = """() => [...document.querySelectorAll('article .math')].map(e => {
    const boxes = [...e.querySelectorAll('math')].map(part => part.getBoundingClientRect());
    const [left, top] = ['left', 'top'].map(k => Math.min(...boxes.map(box => box[k])));
    const [right, bottom] = ['right', 'bottom'].map(k => Math.max(...boxes.map(box => box[k])));
    return [right - left, bottom - top];
})"""


def as_set(held):
    """A formula as the pages have it."""
    found = formulas.mathml(held["tex"], held["display"])
    if held["display"]:
        return f'<div class="math"><div class="display">{found}</div></div>'
    return f'<p>As <span class="math">{found}</span> is.</p>'


def page_of(held):
    """A page of the book with nothing in it but these formulas."""
    page = BeautifulSoup(
        (SITE / "chapters/glossary.html").read_text("utf-8"), "html.parser"
    )
    article = page.select_one("article")
    article.clear()
    article.append(
        BeautifulSoup("<h1>Formulas</h1>" + "".join(map(as_set, held)), "html.parser")
    )
    return str(page)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    there = tmp_path_factory.mktemp("formulas")
    (there / "chapters").mkdir()
    (there / "_static").symlink_to(SITE / "_static")
    (there / "chapters/hardest.html").write_text(page_of(HARDEST), encoding="utf-8")
    return there


def too_large(sizes):
    return [
        f"{size} for {held['width'], held['height']}: {held['tex']}"
        for held, size in zip(HARDEST, sizes, strict=True)
        if size[0] > MOST * held["width"] or size[1] > MOST * held["height"]
    ]


@pytest.mark.parametrize("look", LOOKS)
def test_the_hardest_are_no_larger_than_they_were(browser, site, look):
    with serving(site) as base:
        tab = Tab(browser, site, base, look)
        page = tab.open("chapters/hardest.html")
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate("document.fonts.check('16px \"STIX Two Math\"')")
        assert not seen.cut_faults(page)
        # Each in one line: how wide it is, and not how well it breaks.
        page.add_style_tag(content="article .math { white-space: nowrap !important }")
        sizes = page.evaluate(SIZES)
        assert len(sizes) == 30
        assert not too_large(sizes)
        page.add_style_tag(content="math { font-size: 2em }")
        assert len(too_large(page.evaluate(SIZES))) == 30


# ------------------------------------------------------------------------------ glyphs


def drawn(letter):
    """The sign that a browser draws for a letter alone, which is in italics."""
    kind = re.fullmatch(
        r"(LATIN|GREEK) (SMALL|CAPITAL) LETTER (\w+)", unicodedata.name(letter, "")
    )
    if not kind or (kind[1], kind[2]) == ("GREEK", "CAPITAL"):
        return letter
    if letter == "h":
        return unicodedata.lookup("PLANCK CONSTANT")
    return unicodedata.lookup(f"MATHEMATICAL ITALIC {kind[2]} {kind[3]}")


def signs_of(text):
    """The signs of the formulas of a page, as they are drawn."""
    page, found = BeautifulSoup(text, "html.parser"), set()
    for token in page.select("math :is(mi, mo, mn, mtext)"):
        letters = token.get_text()
        alone = token.name == "mi" and len(letters) == 1
        normal = token.get("mathvariant") == "normal"
        found |= {drawn(letters)} if alone and not normal else set(letters)
    return found - set("\n\t")


def test_the_font_has_every_sign_of_every_page():
    # It has a form of its own for each script letter that the sign of a variant follows.
    has = {*map(chr, TTFont(FONT).getBestCmap()), VARIANT}
    pages = [
        *PAGES,
        *(f"chapters/{file.stem}" for file in SITE.glob("chapters/slides_*.html")),
    ]
    found = set()
    for name in pages:
        found |= signs_of((SITE / f"{name}.html").read_text(encoding="utf-8"))
    assert {*"∑…", *map(drawn, "rhκ")} <= found
    assert sorted(found - has) == []
    # One that no font of letters has is in neither.
    assert signs_of("<math><mi>a</mi><mo>\u2a73</mo></math>") - has == {"\u2a73"}


def test_the_font_stretches():
    font = TTFont(FONT)
    variants, names = font["MATH"].table.MathVariants, font.getBestCmap()
    for sign in "()[]{}√|⟨⟩⌈⌉":
        assert names[ord(sign)] in variants.VertGlyphCoverage.glyphs
    for sign in "⏞⏟̲":
        assert names[ord(sign)] in variants.HorizGlyphCoverage.glyphs
    assert FONT.stat().st_size < 150_000
