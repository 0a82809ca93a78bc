"""How formulas look: their sizes, and whether their font has what they are made of.

`hardest.json` has thirty formulas of the book that ask most of a browser, with the size in
pixels that MathJax 3 gave them on the same page. They are set as the book sets them, on a page
with the style sheets of the book.
"""

import json
import re
import unicodedata
from html import unescape

import formulas
import seen
from bs4 import BeautifulSoup
from files import ROOT
from fontTools.ttLib import TTFont
from opened import CHAPTER, LOOKS, PAGES, SITE, add_style, copied, text_of

HARDEST = json.loads((ROOT / "tests/pages/hardest.json").read_text(encoding="utf-8"))
FONT = ROOT / "chapters/_static/fonts/formulas.woff"
MOST = 1.25  # times as wide or as high as MathJax set it
VARIANT = "\ufe00"


def as_set(held):
    """A formula as the pages have it."""
    found = formulas.mathml(held["tex"], held["display"])
    if held["display"]:
        return f'<div class="math"><div class="display">{found}</div></div>'
    return f'<p>As <span class="math">{found}</span> is.</p>'


def page_of(held):
    """A page of the book with nothing in it but these formulas."""
    page = BeautifulSoup(text_of(CHAPTER), "html.parser")
    article = page.select_one("article")
    article.clear()
    article.append(
        BeautifulSoup("<h1>Formulas</h1>" + "".join(map(as_set, held)), "html.parser")
    )
    return str(page)


def too_large(sizes):
    return [
        f"{size} for {held['width'], held['height']}: {held['tex']}"
        for held, size in zip(HARDEST, sizes, strict=True)
        if size[0] > MOST * held["width"] or size[1] > MOST * held["height"]
    ]


def test_the_hardest_are_no_larger_than_they_were(new_tab, tmp_path):
    hardest = copied(tmp_path, {"chapters/hardest.html": page_of(HARDEST)})
    for look in LOOKS:
        page = new_tab(look, site=hardest).open("chapters/hardest.html")
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate("document.fonts.check('16px \"STIX Two Math\"')"), look
        assert not seen.ask(page, "cut"), look
        # Each in one line: how wide it is, and not how well it breaks.
        add_style(page, "article .math { white-space: nowrap !important }")
        sizes = seen.ask(page, "sizes")
        assert len(sizes) == 30
        assert not too_large(sizes), look
        add_style(page, "math { font-size: 2em !important }")
        assert len(too_large(seen.ask(page, "sizes"))) == 30


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


TOKEN = re.compile(r"<(mi|mo|mn|mtext)\b([^>]*)>(.*?)</\1>", re.DOTALL)


def signs_of(text):
    """The signs of the formulas of a page, as they are drawn."""
    found = set()
    for name, attributes, letters in TOKEN.findall(text):
        letters = unescape(re.sub("<[^>]*>", "", letters))
        alone = name == "mi" and len(letters) == 1
        normal = 'mathvariant="normal"' in attributes
        found |= {drawn(letters)} if alone and not normal else set(letters)
    return found - set("\n\t")


def test_the_font_has_every_sign_of_every_page(site):
    # It has a form of its own for each script letter that the sign of a variant follows.
    has = {*map(chr, TTFont(FONT).getBestCmap()), VARIANT}
    pages = [
        *PAGES,
        *(f"chapters/{file.stem}" for file in SITE.glob("chapters/slides_*.html")),
    ]
    found = set()
    for name in pages:
        found |= signs_of(text_of(f"{name}.html"))
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
