"""The first screen of a chapter; `test_site.py` asks each page for what `first_screen.py` sees."""

import pytest
from first_screen import TARGET, first_faults
from opened import NARROW, WIDE
from planted import PLANTED, missed
from seen import ask

NAME = "chapters/mae"
PREPARED = """const box = document.querySelector('article details.marked');
    const cell = document.querySelector('article .cell:has(figure)');
    const line = [...document.querySelectorAll('details.hide p.collapsed')].findLast(
        e => e.textContent.startsWith('Checked'));
    const top = html => document.querySelector('article h1').insertAdjacentHTML('afterend', html);
"""


def test_the_answer_comes_first(tab):
    """On the page of choosing the guide stands before all code, and all of it opens below."""
    page = tab.open("chapters/choosing.html")
    guide = page.locator("article .guide").first
    mark = page.locator("article details.hide").first
    assert guide.bounding_box()["y"] < WIDE["height"] / 2
    assert guide.evaluate(
        "(e, mark) => e.compareDocumentPosition(mark) === Node.DOCUMENT_POSITION_FOLLOWING",
        mark.element_handle(),
    )


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_a_mark_opens_without_scripts(bare, viewport):
    page = bare.open(f"{NAME}.html")
    page.set_viewport_size(viewport)
    cell = page.locator("article .cell:has(figure)").first
    mark, code = cell.locator("details.marked > summary"), cell.locator(".cell_input")
    assert code.count() == 2  # the imports, and what draws the figure
    assert not code.first.is_visible()
    mark.focus()
    page.keyboard.press("Enter")
    code.first.wait_for(state="visible")
    caption, box = cell.locator("figcaption"), code.last.bounding_box()
    assert code.first.bounding_box()["y"] >= mark.bounding_box()["y"] + TARGET
    assert box["y"] > caption.bounding_box()["y"] + caption.bounding_box()["height"]
    assert box["width"] == pytest.approx(cell.bounding_box()["width"], abs=2)


def test_no_mark_on_paper(tab):
    """Code that a reader has opened is printed, and what opened it is not."""
    page = tab.open(f"{NAME}.html")
    box = page.locator("article details.marked").first
    page.emulate_media(media="print")
    assert not box.is_visible()
    box.evaluate("e => { e.open = true; }")
    assert box.locator(".cell_input").first.is_visible()
    assert not box.locator("summary").is_visible()


def test_planted_faults_are_seen(tab):
    page, unseen = tab.open(f"{NAME}.html"), []
    article = "document.querySelector('article').innerHTML"
    before = page.evaluate(article)
    for fault, script in PLANTED["first"].items():
        page.evaluate(f"() => {{ {PREPARED} {script} }}")
        found = first_faults(page, NAME)
        unseen += [f"{m}: {found}" for m in missed([fault], found)]
        page.evaluate(f"html => {{ {article} = html; }}", before)
    assert first_faults(page, NAME) == []
    assert not unseen, "\n".join(unseen)


def test_a_sentence_about_code_is_no_line(tab):
    page = tab.open(f"{NAME}.html")
    text = "You will put a measure of your own code to the same questions, as we do here, and see."
    page.evaluate(f"() => {{ {PREPARED} top('<p>{text}</p>') }}")
    assert not ask(page, "speaks")
    page.evaluate("scrollTo(0, 99)")
    assert "not at its top" in first_faults(page, NAME)
