"""The two depths of a chapter: who reads meets its proofs as lines, who proves has them open."""

import re

import on_paper
import pdf
import pytest
import seen
from opened import PAGES, copied, text_of, wait

NAME = "chapters/functional.html"
FOLDS = "article details.fold"
CLOSED = f"() => document.querySelectorAll('{FOLDS}:not([open])').length"
OPEN = f"() => document.querySelectorAll('{FOLDS}[open]').length"
DEPTH = "document.documentElement.dataset.depth"
# A section and a proof in it, as the build makes them of what an editor has marked.
SECTION = """<section class="prove" id="proving"><span id="sec-proving"></span>
    <details class="fold" open><summary><h2>Proving</h2> <span class="gist">It is so.</span>
    </summary><p>Why, <a id="within">here</a>: quodlibet.</p>
    <div class="proof admonition"><details class="fold" open><summary>Proof of Theorem 0.1</summary>
    <p id="deep">By hand.</p></details></div></details></section>"""
LINK = '<p><a id="to" href="#sec-proving">there</a></p>'


@pytest.fixture
def marked(new_tab, tmp_path):
    """A chapter with a section that proves, last."""
    head, article, rest = text_of(NAME).partition("<article")
    text, tail = rest.rsplit("</section>", 1)
    text = text.replace("</h1>", f"</h1>{LINK}", 1)
    text = f"{head}{article}{text}{SECTION}</section>{tail}"
    return new_tab(site=copied(tmp_path, {NAME: text}), first=True)


def settled(page):
    wait(page, "() => !('folding' in document.documentElement.dataset)", "the folds")


def choose(page, name):
    page.get_by_role("group", name="Depth").get_by_role("button", name=name).click()


def pressed(page):
    return page.locator(".depth button[aria-pressed=true]").inner_text()


def test_a_reader_meets_no_proof(marked):
    page = marked.open(NAME)
    settled(page)
    assert page.evaluate(DEPTH) == "read"
    assert pressed(page) == "Read"
    assert page.evaluate(OPEN) == 0
    assert page.evaluate(CLOSED) > 5
    line = page.locator("#proving summary").first
    assert line.inner_text().split() == ["Proving", "It", "is", "so."]
    assert not page.locator("#within").is_visible()
    assert not marked.faults


def test_the_depth_is_kept(marked):
    page = marked.open(NAME)
    choose(page, "Prove")
    assert page.evaluate(CLOSED) == 0
    page = marked.open("chapters/mae.html")
    settled(page)
    assert pressed(page) == "Prove"
    assert page.evaluate(CLOSED) == 0 < page.evaluate(OPEN)
    choose(page, "Read")
    page.reload()
    settled(page)
    assert page.evaluate(OPEN) == 0


def test_nothing_is_painted_and_then_closed(marked):
    """While the page still comes in, what will be closed has no height."""
    held = marked.page
    held.route("**/reading.js*", lambda route: None)  # the page waits for it
    held.goto(marked.base + NAME, wait_until="commit")
    wait(held, f"() => {DEPTH}", "the depth")
    text = text_of(NAME)
    scripts = re.findall(
        r'<script[^>]*src="[^"]*/(\w+)\.js', text.partition("</head>")[0]
    )
    assert scripts.index("depth") < scripts.index("reading")
    assert (
        held.evaluate(f"'folding' in document.documentElement.dataset && {DEPTH}")
        == "read"
    )
    held.unroute("**/reading.js*")


@pytest.mark.parametrize("to", ["#sec-proving", "#proving", "#within", "#deep"])
def test_an_address_opens_what_it_leads_into(marked, to):
    page = marked.open_anew(NAME + to)
    settled(page)
    target = page.locator(to if to != "#sec-proving" else "#within")
    target.wait_for(state="visible")
    seen.settle(page)
    top = page.locator(to).bounding_box()["y"]
    assert -20 < top < page.viewport_size["height"]
    # Nothing else has opened.
    assert page.evaluate(OPEN) == (2 if to == "#deep" else 1)


def test_a_link_opens_it_and_once_more(marked):
    page = marked.open(NAME)
    settled(page)
    for _ in range(2):
        page.locator("#to").click()
        page.locator("#within").wait_for(state="visible")
        page.locator("#proving summary").first.click()
        assert not page.locator("#within").is_visible()


def test_words_that_the_browser_seeks_open_it(marked):
    """A fragment of text is found as by the search within the page."""
    page = marked.open_anew(f"{NAME}#:~:text=quodlibet")
    page.locator("#within").wait_for(state="visible")


def test_the_keyboard_opens_a_line_and_changes_the_depth(marked):
    page = marked.open(NAME)
    settled(page)
    line = page.locator("#proving summary").first
    line.focus()
    page.keyboard.press("Enter")
    assert page.locator("#within").is_visible()
    page.keyboard.press("Space")
    assert not page.locator("#within").is_visible()
    page.locator(".depth button", has_text="Prove").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(CLOSED) == 0


def test_who_changes_stays_where_they_are(marked):
    page = marked.open(NAME)
    settled(page)
    heading = page.locator("article h2:not(summary *)").nth(-3)
    heading.evaluate(
        "e => scrollBy({top: e.getBoundingClientRect().top - 200, behavior: 'instant'})"
    )
    seen.settle(page)
    before, far = heading.bounding_box()["y"], page.evaluate("scrollY")
    for name, least in (("prove", far + 500), ("read", far - 2)):
        # By itself: the mouse of a test scrolls to what it clicks.
        page.locator(f".depth button[value={name}]").evaluate("e => e.click()")
        seen.settle(page)
        assert heading.bounding_box()["y"] == pytest.approx(before, abs=2)
        assert page.evaluate("scrollY") > least


PLACE = """at => {
    const heading = [...document.querySelectorAll("article h2")].filter(
        (h) => !h.closest("summary"))[at];
    scrollBy({ top: heading.getBoundingClientRect().top - 64, behavior: "instant" });
    return heading.parentElement.id;
}"""


@pytest.mark.parametrize("name", ["oci", "mae"])
@pytest.mark.parametrize("at", [3, 6, 8])
def test_a_heading_under_the_bar_keeps_its_place(new_tab, name, at):
    """Where a link has led to it, as far below the edge of the screen as the bar is high."""
    page = new_tab().open(f"chapters/{name}.html")
    settled(page)
    heading = page.locator(f"#{page.evaluate(PLACE, at)} > h2")
    seen.settle(page)
    page.evaluate(PLACE, at)
    before = heading.bounding_box()["y"]
    assert before == pytest.approx(64, abs=2)
    for depth in ("prove", "read"):
        page.locator(f".depth button[value={depth}]").evaluate("e => e.click()")
        for _ in range(10):
            seen.settle(page)
        assert heading.bounding_box()["y"] == pytest.approx(before, abs=4), depth


def test_without_scripts_all_is_there(bare):
    page = bare.open(NAME)
    assert not page.locator(".depth").is_visible()
    shut = page.locator(f"{FOLDS}:not([open])").count()
    assert not shut
    assert page.locator(FOLDS).count() > 5
    assert all(fold.is_visible() for fold in page.locator(f"{FOLDS} > p").all())


def test_a_check_is_a_mark_until_somebody_asks(tab):
    page = tab.open(NAME)
    settled(page)
    check = page.locator("article .check:not(.solution *) > summary").first
    words = check.locator("p.collapsed")
    seen.settle(page)
    # A word among the notes, no wider than they are.
    assert check.bounding_box()["width"] < 100
    assert check.bounding_box()["height"] < 30
    assert words.bounding_box()["width"] < 5
    check.focus()
    page.keyboard.press("Shift")  # focus by keyboard is shown
    assert words.bounding_box()["width"] > 30
    page.keyboard.press("Enter")
    assert check.locator("xpath=..").locator(".cell_input").first.is_visible()


@pytest.mark.parametrize("depth", ["read", "prove"])
def test_axe_has_no_complaint(marked, depth):
    page = marked.open(NAME)
    settled(page)
    choose(page, depth.capitalize())
    assert seen.access_faults(page) == []


def test_a_closed_section_is_a_line_on_paper(marked):
    page = marked.open(NAME)
    settled(page)
    on_paper.to_paper(page)
    assert on_paper.paper_faults(page) == []
    assert page.locator("#proving summary").first.is_visible()
    assert not page.locator("#within").is_visible()
    assert not page.locator("article div.proof > .fold").first.is_visible()
    on_paper.to_screen(page)
    choose(page, "Prove")
    on_paper.to_paper(page)
    assert on_paper.paper_faults(page) == []
    assert page.locator("#within").is_visible()


def test_contents_say_which_sections_prove(site):
    """In the source of each chapter, and beside its page."""
    for name in PAGES:
        text = text_of(f"{name}.html")
        marked = re.findall(r'<section class="prove" id="([^"]+)"', text)
        quiet = re.findall(r'class="[^"]*\bprove\b[^"]*" href="#([^"]+)"', text)
        assert set(quiet) == set(marked), name


@pytest.mark.parametrize("read", [False, True])
def test_the_book_of_a_depth(browser, site, read):
    """All links lead to something that is there, and proofs are in one of the two."""
    tab = pdf.open_book(browser, site, read=read)
    dead = tab.evaluate(
        """() => [...document.querySelectorAll('a[href^="#"]')]
            .map(a => decodeURIComponent(a.getAttribute('href').slice(1)))
            .filter(id => !document.getElementById(id))"""
    )
    proofs = tab.locator(".proof > .fold").count()
    tab.close()
    assert dead == []
    assert proofs == 0 if read else proofs > 100
