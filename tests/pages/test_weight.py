"""What a page weighs: its text, style sheets, scripts, figures and fonts, in bytes.

As a server sends it: what is text is compressed; fonts and photographs are so already.
"""

import gzip
import re
from functools import cache
from html import unescape
from statistics import median

import glyphs
import pytest
from test_site import PAGES, SITE, Tab, browser, serving, tabs

__all__ = ["browser", "tabs"]  # fixtures

SENT = 900_000  # the most that a page takes on its way
CHAPTER = 500_000  # the median, once the browser has the font of the formulas
WHOLE = 1_900_000  # the most that a page is when it has arrived
PACKED = {".woff", ".woff2", ".png"}
LOADED = re.compile(r"rel=\"(stylesheet|icon|preload)\"|^<(script|img)\b")
FONT = SITE / "_static" / "fonts"


def parts(page):
    """The files that a page loads, itself among them."""
    text = page.read_text(encoding="utf-8")
    found = {page}
    for tag in re.findall(r"<(?:link|script|img)\b[^>]*>", text):
        place = re.search(r'\b(?:src|href)="([^"?]+)', tag)
        if place and LOADED.search(tag) and ":" not in place[1]:
            found.add((page.parent / unescape(place[1])).resolve())
    sheets = [file for file in found if file.suffix == ".css"]
    for sheet in sheets:
        rules = sheet.read_text(encoding="utf-8")
        for place in re.findall(r"""[("'\s]([\w./-]+\.(?:woff2?|css))[)"']""", rules):
            file = (sheet.parent / place).resolve()
            found.add(file)
            sheets += [file] if file.suffix == ".css" else []
    return found


@cache
def size(file):
    """The bytes of a file on its way, and those that arrive."""
    held = file.read_bytes()
    return len(held if file.suffix in PACKED else gzip.compress(held)), len(held)


def weight(files):
    return tuple(map(sum, zip(*map(size, files), strict=True)))


def every_page(site):
    """The pages of the book, the indices and the slides."""
    return sorted({*site.glob("*.html"), *site.glob("chapters/*.html")})


def too_heavy(pages):
    faults = []
    for page in pages:
        sent, whole = weight(parts(page))
        if sent > SENT or whole > WHOLE:
            faults.append(f"{page.name}: {sent} bytes sent, {whole} in all")
    return faults


def test_no_page_is_too_heavy():
    assert not too_heavy(every_page(SITE.resolve()))


def test_the_median_chapter_is_light():
    pages = [parts((SITE / f"{name}.html").resolve()) for name in PAGES]
    without = [{f for f in files if FONT.resolve() not in f.parents} for files in pages]
    assert without != pages
    assert median(weight(files)[0] for files in without) <= CHAPTER


@pytest.mark.parametrize("name", ["chapters/functional", "chapters/explorer", "search"])
def test_a_page_loads_nothing_that_is_not_weighed(tabs, name):
    tab, loaded = tabs["desktop-light"], set()

    def note(answer):
        loaded.add(answer.url.removeprefix(tab.base).partition("?")[0])

    tab.page.on("response", note)
    tab.open(f"{name}.html")
    tab.page.wait_for_load_state("networkidle")
    tab.page.remove_listener("response", note)
    site = SITE.resolve()
    weighed = {
        file.relative_to(site).as_posix() for file in parts(site / f"{name}.html")
    }
    assert {place for place in loaded if ":" not in place} <= weighed


@pytest.mark.parametrize(
    ("planted", "what"),
    [
        ('<script src="more"></script>', b"//"),
        ('<img alt="" src="more">', b"<svg>"),
        ('<link rel="stylesheet" href="more">', b"/*"),
    ],
)
def test_more_than_a_page_may_weigh_is_found(tmp_path, planted, what):
    page = tmp_path / "page.html"
    page.write_text("<p>", encoding="utf-8")
    (tmp_path / "more").write_bytes(what + b"x" * WHOLE)
    assert not too_heavy([page])
    page.write_text(planted, encoding="utf-8")
    assert too_heavy([page])


# ------------------------------------------------------------------------------- icons


def classes_of(name):
    text = (SITE / f"{name}.html").read_text(encoding="utf-8")
    text = re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)
    return {c for found in re.findall(r'class="([^"]*)"', text) for c in found.split()}


def enough_pages():
    """A few pages that have every class that any page has, and so every icon."""
    have = {name: classes_of(name) for name in [*PAGES, "search", "genindex"]}
    left = set().union(*have.values())
    while left:
        name = max(have, key=lambda name: len(have[name] & left))
        left -= have[name]
        yield name


def test_every_icon_of_a_page_has_its_glyph(tabs):
    tab, codes, faults = tabs["desktop-light"], set(), []
    for name in enough_pages():
        page = tab.open(f"{name}.html")
        codes |= {icon["code"] for icon in page.evaluate(glyphs.DRAWN)["drawn"]}
        faults += glyphs.glyph_faults(page, SITE)
    assert {0xF002, 0xF0C9, 0xF185} <= codes  # a glass, three bars and a sun
    assert not faults, "\n".join(faults)


def broken(site):
    """A copy of the site, to which a page with these bells is added."""
    (site / "chapters").mkdir()
    for file in SITE.iterdir():
        if file.name != "chapters":
            (site / file.name).symlink_to(file)
    text = (SITE / "chapters/preface.html").read_text(encoding="utf-8")
    assert text.count("</body>") == 1
    text = text.replace("</body>", BELLS)
    (site / "chapters/preface.html").write_text(text, encoding="utf-8")
    return site


# The bell that the theme rings at each box, drawn by a rule, and by itself.
BELLS = """<style>.bell::before { content: "\\f0f3"; font: var(--fa-font-solid) }</style>
    <b class="bell"></b><b style="font-family: Another">\uf0f3</b></body>"""


def test_an_icon_without_a_glyph_is_found(browser, tmp_path):
    site = broken(tmp_path)
    with serving(site) as base:
        page = Tab(browser, site, base, "desktop-light").open("chapters/preface.html")
        assert glyphs.glyph_faults(page, SITE) == [
            "no glyph: F0F3 in b.bell::before with Font Awesome 6 Free",
            "no glyph: F0F3 in b.null with Another",
        ]
