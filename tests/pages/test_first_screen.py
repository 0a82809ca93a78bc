"""The first screen of a chapter: its idea, and no line that speaks of code.

Hidden code opens from a mark at the end of a caption, or below what it makes. Each page is
loaded once: what stands on its first screen, where its marks are, and whether all code of
the notebook is on it, once and in its order. Planted faults show that each is seen.
"""

import re
from collections import Counter
from html import unescape

import nbformat
import pytest
from bs4 import BeautifulSoup
from test_site import NARROW, PAGES, ROOT, WIDE, browser, serving, tabs
from test_site import SITE as BOOK

__all__ = ["browser", "tabs"]  # fixtures

CHAPTERS = [name for name in PAGES if (ROOT / f"{name}.ipynb").is_file()]
CHAPTER = "chapters/mae"
TARGET = 24  # pixels: the least width and height of what is touched

# A line is short, and no row of a table: a sentence may have the word "code" in it.
SPEAKS = r"""() => {
    const faults = [], told = /\b(code|imports?|libraries|drawn by|computed by|python)\b/i;
    const visible = e => {
        const copy = e.cloneNode(true);
        for (const away of copy.querySelectorAll('.visually-hidden, .headerlink')) away.remove();
        return copy.textContent.trim().replace(/\s+/g, ' ');
    };
    const kinds = 'p, li, dt, summary, figcaption, caption, button, label';
    for (const e of document.querySelectorAll(`article :is(${kinds})`)) {
        const {top, height} = e.getBoundingClientRect(), text = visible(e);
        if (top + scrollY >= innerHeight || !height || !e.checkVisibility()) continue;
        const line = text.length <= 80 && !e.closest('table');
        if (line && told.test(text)) faults.push(`speaks of code: ${text}`);
        else if (e.matches('details.hide > summary') && text !== '</>')
            faults.push(`a line for hidden code: ${text}`);
    }
    return faults;
}"""

# A mark is below what it makes, at the end of a caption if there is one, and free of it.
MARKS = r"""least => {
    const faults = [];
    for (const mark of document.querySelectorAll('article details.marked > summary')) {
        const name = mark.textContent.trim(), box = mark.getBoundingClientRect();
        if (!mark.checkVisibility()) continue;
        if (box.width < least || box.height < least) faults.push(`small: ${name}`);
        const cell = mark.closest('.cell');
        const output = cell.querySelector(':scope > .cell_output');
        const code = cell.querySelector(':scope > .cell_input');
        if (code) {
            if (box.bottom > code.getBoundingClientRect().top + 1)
                faults.push(`not before its code: ${name}`);
        } else if (output) {
            const caption = output.querySelector('figcaption p, figcaption:not(:has(p))');
            const edge = (caption ?? output).getBoundingClientRect();
            const pad = getComputedStyle(caption ?? output);
            const bottom = edge.bottom - parseFloat(pad.paddingBottom);
            const right = edge.right - parseFloat(pad.paddingRight);
            const far = caption ? Math.abs(box.bottom - bottom) : Math.abs(box.top - bottom);
            if (far > 8) faults.push(`not at what it makes: ${name}, ${Math.round(far)}`);
            if (caption && box.left < right) faults.push(`on its caption: ${name}`);
            if (output.compareDocumentPosition(mark) !== Node.DOCUMENT_POSITION_FOLLOWING)
                faults.push(`read before what it makes: ${name}`);
        }
    }
    return faults;
}"""

CODE = """() => [...document.querySelectorAll('article .cell_input pre')]
    .map(e => e.textContent.trim())"""


def code_of(name):
    """The code of a chapter that is for its readers, cell by cell."""
    notebook = nbformat.read(ROOT / f"{name}.ipynb", as_version=4)
    return [
        cell.source.strip()
        for cell in notebook.cells
        if cell.cell_type == "code"
        and not {"remove-cell", "remove-input"} & set(cell.metadata.get("tags", []))
    ]


def order_faults(found, wanted):
    """Code that is lost, doubled or moved."""
    faults = [f"lost: {code[:60]}" for code in wanted if code not in found]
    faults += [
        f"not as often as it should be: {code[:60]}"
        for code in sorted(set(found))
        if found.count(code) != wanted.count(code) and found.count(code)
    ]
    if not faults and found != wanted:
        at = next(k for k, code in enumerate(wanted) if found[k] != code)
        faults = [f"out of order: {wanted[at][:60]}"]
    return faults


def first_faults(page, name):
    return (
        page.evaluate(SPEAKS)
        + page.evaluate(MARKS, TARGET)
        + order_faults(page.evaluate(CODE), code_of(name))
    )


@pytest.mark.parametrize("name", CHAPTERS)
def test_first_screen(tabs, name):
    page = tabs["desktop-light"].open(f"{name}.html")
    assert not page.evaluate("scrollY")
    faults = first_faults(page, name)
    page.set_viewport_size(NARROW)
    faults += [f"narrow: {fault}" for fault in page.evaluate(MARKS, TARGET)]
    assert not faults, "\n".join(faults)


def test_the_answer_comes_first(tabs):
    """On the page of choosing a table stands before all code, and all of it opens below."""
    page = tabs["desktop-light"].open("chapters/choosing.html")
    table, mark = (
        page.locator("article table").first,
        page.locator("article details.hide"),
    )
    assert table.bounding_box()["y"] < WIDE["height"] / 2
    assert table.evaluate(
        "(e, mark) => e.compareDocumentPosition(mark) === Node.DOCUMENT_POSITION_FOLLOWING",
        mark.first.element_handle(),
    )


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_a_mark_opens_without_scripts(browser, viewport):
    with serving(BOOK) as base:
        context = browser.new_context(viewport=viewport, java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{base}{CHAPTER}.html")
        cell = page.locator("article .cell:has(figure)").first
        mark, code = (
            cell.locator("details.marked > summary"),
            cell.locator(".cell_input"),
        )
        assert code.count() == 2  # the imports, and what draws the figure
        assert not code.first.is_visible()
        mark.focus()
        page.keyboard.press("Enter")
        caption, box = cell.locator("figcaption"), code.last.bounding_box()
        assert code.first.is_visible()
        assert code.first.bounding_box()["y"] >= mark.bounding_box()["y"] + TARGET
        assert box["y"] > caption.bounding_box()["y"] + caption.bounding_box()["height"]
        assert box["width"] == pytest.approx(cell.bounding_box()["width"], abs=2)
        context.close()


def test_no_mark_on_paper(tabs):
    """Code that a reader has opened is printed, and what opened it is not."""
    page = tabs["desktop-light"].open(f"{CHAPTER}.html")
    box = page.locator("article details.marked").first
    page.emulate_media(media="print")
    try:
        assert not box.is_visible()
        box.evaluate("e => { e.open = true; }")
        assert box.locator(".cell_input").first.is_visible()
        assert not box.locator("summary").is_visible()
    finally:
        page.emulate_media(media="screen")


def line_faults(html, name):
    """Below the opening, what a folded cell has checked is there to be read; no code is."""
    page = BeautifulSoup(html, "html.parser")
    for away in page.select(".visually-hidden"):
        away.decompose()
    lines = Counter(p.get_text() for p in page.select("details.hide p.collapsed"))
    checked, begun = Counter(), False
    for cell in nbformat.read(ROOT / f"{name}.ipynb", as_version=4).cells:
        begun |= cell.cell_type == "markdown" and bool(
            re.search("^## ", cell.source, re.M)
        )
        line = cell.metadata.get("mystnb", {}).get("code_prompt_show", "")
        whole = "hide-cell" in cell.metadata.get("tags", [])
        if begun and whole and line.startswith("Checked"):
            checked[line] += 1
    code = [
        line for line in lines if re.match("Drawn by|Computed by|.*[Ii]mports", line)
    ]
    lost = [f"no line: {line}" for line in checked - lines]
    return lost + [f"a line for code: {line}" for line in code]


@pytest.mark.parametrize("name", CHAPTERS)
def test_what_is_checked_keeps_its_line(name):
    html = (BOOK / f"{name}.html").read_text(encoding="utf-8")
    faults = line_faults(html, name)
    assert not faults, "\n".join(faults)


def test_planted_fault_of_a_line_is_seen():
    html = (BOOK / f"{CHAPTER}.html").read_text(encoding="utf-8")
    (line, *_) = re.findall('<p class="collapsed[^>]*>(Checked[^<]*)<', html)
    faults = line_faults(html.replace(line, "Drawn by this code", 1), CHAPTER)
    assert faults == [
        f"no line: {unescape(line)}",
        "a line for code: Drawn by this code",
    ]


# What is said, and what makes it so on a page that has no fault.
FIGURE = "const cell = document.querySelector('article .cell:has(figure)'); "
DETAILS = "const box = document.querySelector('article details.marked'); "
TOP = "document.querySelector('article h1').insertAdjacentHTML('afterend', "
LINE = '<details class="hide"><summary>Checked: one is one</summary>x</details>'
PLANTED = {
    "speaks of code: Drawn by this code": TOP + "'<p>Drawn by this code</p>')",
    "speaks of code: Imports": TOP
    + "'<details><summary>Imports</summary>x</details>')",
    "a line for hidden code: Checked": f"{TOP}'{LINE}')",
    "small: ": DETAILS + "box.firstElementChild.style.width = '9px'",
    "not at what it makes: ": FIGURE
    + "cell.querySelector('figcaption').append('x'.repeat(999)); "
    "cell.querySelector('summary').style.top = '9em'",
    "on its caption: ": FIGURE + "cell.querySelector('figcaption').style.padding = 0; "
    "cell.querySelector('figcaption p').style.width = '100%'",
    "read before what it makes: ": FIGURE
    + "cell.prepend(cell.querySelector('details'))",
    "not before its code: ": "const cell = document.querySelector('article .cell:has(> "
    ".cell_input)'); cell.append(document.querySelector('article details.marked'))",
    "lost: from fractions import": DETAILS
    + "box.querySelector('.cell_input').remove()",
    "not as often as it should be: from fractions": DETAILS
    + "box.append(box.querySelector('.cell_input').cloneNode(true))",
    "out of order: from fractions import": DETAILS
    + "box.append(box.querySelector('.cell_input'))",
}


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_fault_is_seen(tabs, fault):
    page = tabs["desktop-light"].open(f"{CHAPTER}.html")
    page.evaluate(f"() => {{ {PLANTED[fault]} }}")
    found = first_faults(page, CHAPTER)
    assert any(said.startswith(fault) for said in found), "\n".join(found)


def test_a_sentence_about_code_is_no_line(tabs):
    page = tabs["desktop-light"].open(f"{CHAPTER}.html")
    text = "You will put a measure of your own code to the same questions, as we do here, and see."
    page.evaluate(f"() => {{ {TOP}'<p>{text}</p>') }}")
    assert not page.evaluate(SPEAKS)
