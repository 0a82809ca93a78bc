"""The whole book on paper, one PDF, as `make pdf` has made it.

How a single page is printed, `test_site.py` asks of each kind.
"""

import html
import os
import re
import unicodedata
from io import BytesIO
from pathlib import Path

import pdf
import pytest
import yaml
from files import read
from opened import NEEDED, text_of
from pypdf import PdfReader

BOOK = Path(os.environ.get("ORDREF_PDF", pdf.BOOK))
TOC = yaml.safe_load(read("_toc.yml"))


@pytest.fixture(scope="module")
def book():
    if not BOOK.is_file():
        (pytest.fail if NEEDED else pytest.skip)("`make pdf` has not been run")
    return PdfReader(BOOK)


def outline(entries, level=0):
    for entry in entries:
        if isinstance(entry, list):
            yield from outline(entry, level + 1)
        else:
            yield level, " ".join(entry.title.split()), entry


def test_book_is_of_one_piece(book):
    assert BOOK.stat().st_size < 12e6
    assert len(book.pages) > 200
    sheet = book.get_destination_page_number(
        next(
            entry for _, title, entry in outline(book.outline) if title == "Cheat sheet"
        )
    )
    for number, page in enumerate(book.pages):
        form = sorted((595, 842), reverse=number in (sheet, sheet + 1))
        assert [round(float(x)) for x in page.mediabox[2:]] == form


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
            text = text_of(f"chapters/{name}.html")
            title = re.search(r"<title>(.*?) (?:&#8212;|—) ordref</title>", text)
            assert html.unescape(title[1]) in titles


def test_contents_give_the_page(book):
    """The number beside an entry is that of the page that the entry leads to."""
    heads, checked = list(heads_of(book)), 0
    for page in book.pages[1:12]:
        text = unicodedata.normalize("NFKC", page.extract_text())  # no ligatures
        if "Contents" not in text and not checked:
            continue
        for title, number in re.findall(r"^(\d+\. .+?) ?(\d+)$", text, re.M):
            (number_there,) = [there for head, there in heads if head == title.strip()]
            assert number_there == int(number), title
            checked += 1
    assert checked >= 17


def heads_of(book):
    """The numbered chapters, and the page that each is on, from the outline."""
    for _, title, entry in outline(book.outline):
        if re.match(r"\d+\. ", title):
            yield title, book.get_destination_page_number(entry) + 1


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


def test_book_to_read_is_a_third_of_the_whole(browser):
    """Nothing is cut, nothing waits to be played with, and it is one volume."""
    tab = pdf.open_book(browser, read=True)
    try:
        assert tab.evaluate(pdf.CUT) == []
        assert tab.locator(".play").count() > 5
        assert tab.locator(".play").filter(visible=True).count() == 0
        assert not tab.locator("#check-yourself").count()
        settings = {"prefer_css_page_size": True, "print_background": True}
        pages = len(PdfReader(BytesIO(tab.pdf(**settings))).pages)
    finally:
        tab.close()
    assert 100 < pages < 250
