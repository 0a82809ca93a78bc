"""What leads through a page: its contents, the field of the search, and where a link has led."""

import pytest
import seen
from opened import NARROW, WIDE, wait

ACTIVE = """() => [...document.querySelectorAll("#pst-page-toc-nav a[aria-current]")].map(
    (a) => decodeURIComponent(a.hash.slice(1)))"""
# The sections of a page, folded or not, each brought to just below the bar.
WITHIN = f"""id => ({ACTIVE})().some((a) => document.getElementById(id).contains(
    document.getElementById(a)))"""
SECTIONS = """() => [...document.querySelectorAll("article > section > section[id]")].map(
    (e) => e.id)"""
GO = """id => {
    const top = document.getElementById(id).getBoundingClientRect().top;
    scrollBy({ top: top - 120, behavior: "instant" });
    return innerHeight + scrollY < document.documentElement.scrollHeight - 2;
}"""
LISTED = """() => [...document.querySelectorAll("#pst-page-toc-nav > ul > li")].filter(
    (e) => e.checkVisibility() && e.getBoundingClientRect().height > 0).length"""


def opened(tab, name):
    page = tab.open(f"chapters/{name}.html")
    wait(page, "() => !('folding' in document.documentElement.dataset)", "the folds")
    seen.settle(page)
    return page


@pytest.mark.parametrize("name", ["oci", "kappa", "asked"])
@pytest.mark.parametrize("depth", ["read", "prove"])
def test_the_contents_name_what_is_on_the_screen(tab, name, depth):
    page = opened(tab, name)
    page.locator(f".depth button[value={depth}]").evaluate("e => e.click()")
    for _ in range(6):  # as long as the page holds its place
        seen.settle(page)
    wrong = []
    for section in page.evaluate(SECTIONS):
        for _ in range(3):  # what is far is laid out on the way
            reached = page.evaluate(GO, section)
            seen.settle(page)
        if reached and not page.evaluate(WITHIN, section):
            wrong.append(f"{section}: {page.evaluate(ACTIVE)}")
        assert page.evaluate(LISTED) <= 9
    page.locator(".depth button[value=read]").evaluate("e => e.click()")
    assert wrong == []


def test_the_contents_have_no_numbers_and_open_in_full(tab):
    page = opened(tab, "conformance")
    nav = page.locator("#pst-page-toc-nav")
    assert nav.locator("> ul > li.toc-entry").count() > 9
    for text in nav.locator("a").all_text_contents():
        assert not text.strip()[0].isdigit(), text
    assert nav.locator("li.toc-entry li").filter(visible=True).count() == 0
    nav.locator(".toc-more").filter(visible=True).first.click()
    assert nav.locator("> ul > li.toc-entry").filter(visible=True).count() > 9
    assert not nav.locator(".toc-more").filter(visible=True).count()


def test_what_stands_behind_the_details_opens_below_them(tab):
    page = opened(tab, "oci")
    entry = page.locator("#pst-page-toc-nav > ul > li:has(> a[href='#the-details'])")
    inner = entry.locator("li.toc-entry")
    assert inner.count() > 3
    assert inner.filter(visible=True).count() == 0
    page.evaluate(GO, "the-details")
    wait(page, f"() => ({ACTIVE})().includes('the-details')", "the details")
    assert inner.filter(visible=True).count() > 3


def test_without_scripts_the_contents_are_whole(bare):
    page = bare.open("chapters/oci.html")
    entries = page.locator("#pst-page-toc-nav li.toc-entry")
    assert entries.count() == entries.filter(visible=True).count() > 9


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_the_sign_of_the_search_is_beside_the_word(tab, viewport):
    page = opened(tab, "mae")
    page.set_viewport_size(viewport)
    page.locator(".search-button, .search-button-field").filter(
        visible=True
    ).first.click()
    field = page.locator(".bd-search input").filter(visible=True).first
    sign = page.locator(".bd-search .fa-magnifying-glass").filter(visible=True).first
    seen.settle(page)
    edge = field.evaluate(
        "e => e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingLeft)"
    )
    at = sign.bounding_box()
    assert at["x"] + at["width"] <= edge + 1
    page.keyboard.press("Escape")


def test_the_mark_of_where_a_link_has_led_fades(browser, base):
    """It is there at first, and then no longer. Not in a tab that keeps all things still."""
    page = browser.new_page(viewport=WIDE)
    try:
        page.goto(f"{base}chapters/mae.html#by-hand")
        heading = page.locator("#by-hand > h2")
        look = """e => { const s = getComputedStyle(e);
            return [s.backgroundColor, s.boxShadow, e.getAnimations().length]; }"""
        ground, _, moves = heading.evaluate(look)
        assert ground == "rgba(0, 0, 0, 0)"
        assert moves == 1
        heading.evaluate("e => e.getAnimations()[0].finish()")
        assert heading.evaluate(look) == ["rgba(0, 0, 0, 0)", "none", 0]
    finally:
        page.close()


def test_the_focus_is_marked_within_the_sidebar(tab):
    page = opened(tab, "mae")
    link = page.locator(".bd-sidebar-primary .bd-links a").filter(visible=True).first
    link.focus()
    page.keyboard.press("Shift")
    style = link.evaluate(
        """e => {
            const { outlineStyle, outlineOffset } = getComputedStyle(e);
            return [outlineStyle, parseFloat(outlineOffset)];
        }"""
    )
    assert style[0] != "none"
    assert style[1] < 0
