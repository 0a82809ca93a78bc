"""The book on paper: a page printed from the browser, and all of it as one PDF.

A page is looked at as the browser would print it, the theme set to dark, for paper has
to be light whatever the screen was. Planted faults show that each check finds its own.
"""

import html
import os
import re
import unicodedata
from pathlib import Path

import pdf
import pytest
import seen
import yaml
from pypdf import PdfReader
from test_site import ROOT, SITE, browser, serving

__all__ = ["browser"]  # a fixture

BOOK = Path(os.environ.get("ORDREF_PDF", pdf.BOOK))
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))

# All that is seen outside the article, closed boxes, and what is not dark ink on white.
LOOK = """() => {
    const faults = [], seen = e => e.checkVisibility() && e.getBoundingClientRect().height > 0;
    const light = document.documentElement.dataset.theme;
    if (light !== 'light') faults.push(`theme on paper: ${light}`);
    for (const e of document.querySelectorAll(
            'nav, aside, dialog, button, footer, input, select, .headerlink, #jb-print-docs-body'))
        if (seen(e)) faults.push(`navigation: ${e.tagName.toLowerCase()}.${e.className}`);
    for (const e of document.querySelectorAll('.toggle-hidden, details:not([open])'))
        if (seen(e)) faults.push(`empty frame: ${e.textContent.trim().slice(0, 40)}`);
    const titles = [...document.querySelectorAll('h1')].filter(seen).map(e => e.innerText.trim());
    if (titles.length !== 1) faults.push(`titles: ${titles.join(' | ')}`);
    const paper = getComputedStyle(document.body).backgroundColor;
    if (!/rgba\\(0, 0, 0, 0\\)|rgb\\(255, 255, 255\\)/.test(paper)) faults.push(`paper: ${paper}`);
    for (const e of document.querySelectorAll('h1, h2, article p, article td')) {
        const ink = getComputedStyle(e).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
        if (Math.min(...ink) > 140) faults.push(`pale: ${ink} ${e.innerText.slice(0, 40)}`);
    }
    return faults;
}"""


def media(page, name):
    """Change the medium, and wait until the page has heard of it."""
    page.emulate_media(media=name)
    seen.settle(page)


def to_paper(page):
    """The page as it is printed on a sheet of A4, read in the dark before."""
    page.set_viewport_size({"width": pdf.COLUMN, "height": 1000})
    media(page, "print")
    return page


@pytest.fixture(scope="module")
def dark(browser):
    context = browser.new_context(color_scheme="dark")
    context.set_default_timeout(pdf.TIMEOUT)
    context.add_init_script(
        "localStorage.setItem('mode', 'dark'); localStorage.setItem('theme', 'dark')"
    )
    with serving(SITE) as base:
        yield context.new_page(), base
    context.close()


def printed(dark, name):
    page, base = dark
    media(page, "screen")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{base}{name}.html")
    return to_paper(page)


# A page of each kind, and those with the widest formulas.
ON_PAPER = [
    "chapters/choosing", "chapters/cheatsheet", "chapters/mae", "chapters/rint",
    "chapters/functional", "chapters/conformance", "chapters/ledger", "chapters/errata_rint2014",
    "chapters/data", "chapters/notation",
]  # fmt: skip


@pytest.mark.parametrize("name", ON_PAPER)
def test_page_on_paper(dark, name):
    page = printed(dark, name)
    faults = page.evaluate(LOOK) + page.evaluate(pdf.CUT)
    # What a reader has opened is printed, and is not cut either.
    page.evaluate(
        """() => {
            document.querySelectorAll('details').forEach(e => { e.open = true; });
            document.querySelectorAll('.toggle-hidden').forEach(
                e => e.classList.remove('toggle-hidden'));
        }"""
    )
    media(page, "screen")
    media(page, "print")
    faults += page.evaluate(pdf.CUT)
    assert not faults, "\n".join(faults)


def test_a_chapter_has_its_number(dark):
    page = printed(dark, "chapters/mae")
    assert re.match(r"4\. ", page.locator("article h1").inner_text())


def test_a_solution_is_printed_when_open(dark):
    page = printed(dark, "chapters/mae")
    solution = page.locator(".solution").first
    assert not solution.is_visible()
    media(page, "screen")
    solution.locator(".toggle-button").click()
    media(page, "print")
    assert solution.locator("section").is_visible()


def test_the_screen_is_dark_again(dark):
    page = printed(dark, "chapters/notation")
    media(page, "screen")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


PLANTED = {
    "over the edge": "<table style='min-width: 900px'><tr><td>wide</td></tr></table>",
    "cut by div.box": """<div class="box" style="overflow: hidden; width: 50px">
        <table style="min-width: 200px"><tr><td>hidden</td></tr></table></div>""",
    "cut: pre": "<pre style='overflow: hidden; width: 9px; white-space: pre !important'>0123</pre>",
    "navigation: nav": "<nav><p>Elsewhere</p></nav>",
    "empty frame: Closed": """<details style="display: block !important">
        <summary>Closed</summary></details>""",
    "titles: ": "<h1 style='display: block !important'>Another</h1>",
    "pale: ": "<p style='color: #ddd'>pale</p>",
}


def test_planted_faults_are_found(dark):
    page = printed(dark, "chapters/notation")
    page.evaluate(
        "html => document.querySelector('article').insertAdjacentHTML('beforeend', html)",
        "".join(PLANTED.values()),
    )
    # After the scales are set: else the table would be made to fit.
    said = page.evaluate(LOOK) + page.evaluate(pdf.CUT)
    missed = [fault for fault in PLANTED if not any(fault in one for one in said)]
    assert not missed, "\n".join(said)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert "theme on paper: dark" in page.evaluate(LOOK)


# The whole book, as `make pdf` has made it.


@pytest.fixture(scope="module")
def book():
    if not BOOK.is_file():
        needed = os.environ.get("ORDREF_NEEDS_BROWSER")
        (pytest.fail if needed else pytest.skip)("`make pdf` has not been run")
    return PdfReader(BOOK)


def outline(entries, level=0):
    for entry in entries:
        if isinstance(entry, list):
            yield from outline(entry, level + 1)
        else:
            yield level, " ".join(entry.title.split()), entry


def test_book_is_of_one_piece(book):
    assert BOOK.stat().st_size < 24e6
    assert len(book.pages) > 200
    for page in book.pages:
        assert [round(float(x)) for x in page.mediabox[2:]] == [595, 842]


def test_fonts_are_embedded(book):
    seen, bare = set(), set()
    for page in book.pages:
        fonts = page.get("/Resources", {}).get("/Font", {})
        for reference in fonts.values():
            font = reference.get_object()
            if (key := getattr(reference, "idnum", id(font))) in seen:
                continue
            seen.add(key)
            for part in font.get("/DescendantFonts", [font]):
                part = part.get_object()
                paper = part.get("/FontDescriptor", {})
                paper = paper.get_object() if paper else {}
                drawn = part.get("/Subtype") == "/Type3"
                if not drawn and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(
                    paper
                ):
                    bare.add(str(part.get("/BaseFont")))
    assert len(seen) > 5
    assert not bare


def test_outline_is_that_of_the_chapters(book):
    titles = [title for _, title, _ in outline(book.outline)]
    for _, names in pdf.parts_of(TOC):
        for name in names:
            text = (SITE / "chapters" / f"{name}.html").read_text(encoding="utf-8")
            title = re.search(r"<title>(.*?) (?:&#8212;|—) ordref</title>", text)
            assert html.unescape(title[1]) in titles


def test_contents_give_the_page(book):
    """The number beside an entry is that of the page that the entry leads to."""
    pages = pdf.page_numbers(BOOK)
    checked = 0
    for page in book.pages[1:12]:
        text = unicodedata.normalize("NFKC", page.extract_text())  # no ligatures
        if "Contents" not in text and not checked:
            continue
        for title, number in re.findall(r"^(\d+\. .+?) ?(\d+)$", text, re.M):
            (slug,) = [
                name
                for _, level, name in chapter_heads(book, pages)
                if level == title.strip()
            ]
            assert pages[slug] == int(number), title
            checked += 1
    assert checked >= 17


def chapter_heads(book, pages):
    """Chapters with the name of their place, from the outline."""
    for level, title, entry in outline(book.outline):
        number = book.get_destination_page_number(entry) + 1
        tops = [
            name
            for name, page in pages.items()
            if page == number and not name.endswith("--top")
        ]
        if tops and re.match(r"\d+\. ", title):
            yield level, title, tops[0]


def test_links_lead_within_the_book(book):
    """Each link is to a place that is there, or to another host."""
    places, within = book.named_destinations, 0
    for page in book.pages:
        for note in page.get("/Annots", []) or []:
            note = note.get_object()
            action = note.get("/A", {})
            to = note.get("/Dest") or (action.get("/D") if action else None)
            if isinstance(to, str):
                assert to.removeprefix("/") in {p.removeprefix("/") for p in places}
                within += 1
            elif action and "/URI" in action:
                assert re.match(r"(https?://(?!book\.invalid))|mailto:", action["/URI"])
    assert within > 1000
