"""Sides of paper, as the browser prints them: what must not be parted, small, cut or missing."""

from io import BytesIO
from unicodedata import normalize

import on_paper
import pytest
import seen
from pypdf import PdfReader

PORTRAIT, LANDSCAPE = (595, 842), (842, 595)
POINT = 4 / 3  # pixels


def printed(tab, name):
    """The sides of a page of the book, printed by a reader who has opened nothing."""
    page = tab.open(f"chapters/{name}.html")
    on_paper.media(page, "print")
    settings = {"prefer_css_page_size": True, "print_background": True}
    made = PdfReader(BytesIO(page.pdf(**settings)))
    on_paper.media(page, "screen")
    return made.pages


def form(side):
    return tuple(round(float(x)) for x in side.mediabox[2:])


# Text that is smaller than it may be, formulas that are smaller than their text, and what runs
# out of its cell.
SMALL = """least => {
    const faults = [], size = e => parseFloat(getComputedStyle(e).fontSize);
    for (const e of document.querySelectorAll(
            'article :is(p, td, th, code, a):not(math *)'))
        if (e.textContent.trim() && e.checkVisibility() && size(e) < least - 0.01)
            faults.push(`${size(e)}: ${e.textContent.slice(0, 40)}`);
    for (const e of document.querySelectorAll('.cheat-sheet math')) {
        const scale = parseFloat(getComputedStyle(e).zoom) || 1;
        if (size(e) * scale < size(e.closest('td')) - 0.01)
            faults.push(`formula of ${size(e)}: ${e.textContent}`);
    }
    for (const e of document.querySelectorAll('.cheat-sheet :is(td, math, code, svg)')) {
        const cell = e.closest('td').getBoundingClientRect();
        if (e.getBoundingClientRect().right > cell.right + 1)
            faults.push(`out of its cell: ${e.textContent.slice(0, 40)}`);
    }
    return faults;
}"""


def test_cheat_sheet_is_two_landscape_sides(tab):
    sides = printed(tab, "cheatsheet")
    assert [form(side) for side in sides] == [LANDSCAPE, LANDSCAPE]
    first, last = ("".join(side.extract_text().split()) for side in sides)
    assert "Cheatsheet" in first
    assert "oftheexpectedclassisnotproper." in last


def test_cheat_sheet_can_be_read_on_paper(tab):
    page = tab.open("chapters/cheatsheet.html")
    page.set_viewport_size(on_paper.SIDE)
    on_paper.media(page, "print")
    faults = seen.lasting(page, lambda: page.evaluate(SMALL, 6.5 * POINT))
    on_paper.media(page, "screen")
    assert faults == []


OPTIONS = """() => [...document.querySelectorAll('.question')].map(question => {
    const seen = e => e.checkVisibility() && e.getBoundingClientRect().height > 0;
    return [...question.querySelectorAll('summary')].every(seen)
        && ![...question.querySelectorAll('.sd-card-body')].some(seen);
})"""


def test_questions_have_their_options_on_paper_and_no_answers(tab):
    page = tab.open("chapters/oci.html")
    on_paper.media(page, "print")
    shown = page.evaluate(OPTIONS)
    on_paper.media(page, "screen")
    assert len(shown) > 2
    assert all(shown)


def test_the_parts_of_the_book_are_on_paper(tab):
    """Closed, as who has opened none finds them: a heading is not left without them."""
    first = "".join(
        "".join(side.extract_text().split()) for side in printed(tab, "index")
    )
    titles = tab.page.locator(".tile-title").all_text_contents()
    assert len(titles) > 5
    assert [title for title in titles if "".join(title.split()) not in first] == []


TINY = """() => [...document.querySelectorAll('article :is(td, th) math')].flatMap(e => {
    const scale = parseFloat(getComputedStyle(e).zoom);
    return scale < 0.8 ? [`${scale}: ${e.textContent}`] : [];
})"""


@pytest.mark.parametrize("name", ["notation", "mae", "oci"])
def test_formulas_of_a_table_are_as_large_as_its_text(tab, name):
    """A browser tells of the print while the page is still laid out for the screen."""
    page = tab.open(f"chapters/{name}.html")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    on_paper.media(page, "print")
    faults = page.evaluate(TINY)
    on_paper.media(page, "screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert faults == []


def lines_of(side):
    """Each line of a side, spaces left out, with its height above the lower edge, from above."""
    parts = {}

    def visit(text, matrix, place, font, size):
        if text.strip():
            height = place[4] * matrix[1] + place[5] * matrix[3] + matrix[5]
            parts.setdefault(round(height), []).append(text)

    side.extract_text(visitor_text=visit)
    return [
        (height, "".join(normalize("NFKC", "".join(parts[height])).split()))
        for height in sorted(parts, reverse=True)
    ]


HEADS = (
    "() => [...document.querySelectorAll('article :is(h2, h3)')].map(h => h.innerText)"
)
CHAPTERS = ["kappa", "mae", "oci", "choosing"]


@pytest.mark.parametrize("name", CHAPTERS)
def test_sides_are_full_and_end_with_no_heading(tab, name):
    """Also where the next begins with a table that is not parted."""
    sides = [lines_of(side) for side in printed(tab, name)]
    heads = {"".join(head.split()).rstrip("#") for head in tab.page.evaluate(HEADS)}
    assert any(line in heads for side in sides for _, line in side)
    for number, side in enumerate(sides[:-1], 1):
        height, last = side[-1]
        assert last not in heads, (number, last)
        assert height < PORTRAIT[1] / 3, (number, last)


@pytest.mark.parametrize("name", CHAPTERS[:3])
def test_at_a_glance_is_not_parted(tab, name):
    sides = ["".join(line for _, line in lines_of(s)) for s in printed(tab, name)]
    (glance,) = [side for side in sides if "Ataglance" in side]
    rest = glance.partition("Ataglance")[2]
    for row in (
        "Formula",
        "Asks",
        "Range",
        "Undefined",
        "Incode",
        "Tryitintheexplorer",
    ):
        assert row in rest, row


CUT_SLIDES = """() => [...document.querySelectorAll('main > section')].flatMap((slide, number) =>
    [...slide.querySelectorAll(
        'div.math, div.math .display, button:not(.play-cell, td *), .idea')].filter(e =>
        e.checkVisibility() && (e.matches('button') ? matchMedia('print').matches
            : e.matches('.idea') ? e.scrollWidth > slide.clientWidth
            : e.scrollWidth > e.clientWidth + 1)
    ).map(e => `${number + 1}: ${e.className} ${e.textContent.trim().slice(0, 40)}`))"""


@pytest.mark.parametrize("number", [2, 4, 6, 10])
def test_slides_are_a_landscape_side_each_and_cut_no_formula(tab, number):
    sides = printed(tab, f"slides_{number}")
    page = tab.page
    count = page.locator("main > section").count()
    assert [form(side) for side in sides] == [LANDSCAPE] * count
    for here, side in enumerate(sides, 1):
        assert f"{here}/{count}" in "".join(side.extract_text().split())
    assert page.evaluate(CUT_SLIDES) == []
    on_paper.media(page, "print")
    page.set_viewport_size(on_paper.SIDE)
    faults = page.evaluate(CUT_SLIDES)
    on_paper.media(page, "screen")
    assert faults == []
