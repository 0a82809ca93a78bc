"""The built book as a reader meets it: every page in a real browser.

A page is loaded once, and everything is asked of it there, wide and narrow, light and dark,
and on paper. It must load without a fault, ask nothing of any other host, show every formula
and figure, fit the screen and pass axe-core. Each check lists the faults it finds. Copies of
a chapter with planted faults show that each check finds its own.
"""

import re

import cut_rules
import first_screen
import ledger
import on_paper
import pytest
import seen
from opened import CHAPTER, MIDDLE, NARROW, PAGES, SITE, WIDE, copied, ids_of, text_of
from planted import PLANTED, missed, with_planted
from small import within
from weights import enough_pages, loaded_faults


def all_faults(tab, name, file=None):
    """Every fault of a page, loaded wide and light and then looked at in all ways."""
    page = tab.open(file or f"{name}.html")
    found = seen.load_faults(tab)
    if name in first_screen.CHAPTERS:
        found += first_screen.first_faults(page, name)
        found += first_screen.narrow_faults(page)
    if name in enough_pages():
        found += seen.glyph_faults(page, tab.site)
    if name in on_paper.ON_PAPER:
        found += on_paper.closed_faults(page)
    found += seen.opened_faults(page) + cut_rules.cut_faults(page)
    if name in on_paper.ON_PAPER:
        found += on_paper.opened_faults(page)
    found += seen.fit_faults(page)
    # Now all that the page asks for has come.
    found += loaded_faults(tab.loaded, name) + tab.faults
    # What axe-core leaves of the page is painted in a moment.
    found += seen.access_faults(page)
    found += seen.dark_faults(page)
    return [fault.replace(tab.base, "/") for fault in found]


def long_first(name):
    file = SITE / f"{name}.html"
    return -file.stat().st_size if file.is_file() else 0


EVERY = sorted([*PAGES, "genindex"], key=long_first)


class TestHalf:
    """Every other page: two processes share the work."""

    @pytest.mark.parametrize("name", EVERY[::2])
    def test_page(self, tab, name):
        faults = all_faults(tab, name)
        assert not faults, "\n".join(faults)


class TestOtherHalf:
    @pytest.mark.parametrize("name", EVERY[1::2])
    def test_page(self, tab, name):
        faults = all_faults(tab, name)
        assert not faults, "\n".join(faults)


def test_the_page_of_the_search(tab):
    """It has a second bar, and no article."""
    page = tab.open("search.html")
    assert not seen.glyph_faults(page, tab.site) + tab.faults
    assert not loaded_faults(tab.loaded, "search")
    assert "_static/search.js" in tab.loaded


@pytest.mark.parametrize("look", ["desktop-dark", "phone-light", "phone-dark"])
def test_a_page_of_each_kind_loads_in_another_look(tab_of, look):
    tab, faults = tab_of(look), []
    for name in ("index", "mae", "ledger"):
        page = tab.open(f"chapters/{name}.html")
        found = seen.load_faults(tab) + seen.opened_faults(page) + tab.faults
        if look == "phone-light":
            found += seen.fit_faults(page, [NARROW])
        faults += [f"{name}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def test_first_visit_is_silent(new_tab):
    """Nothing is stored yet, and the theme is the one that the reader's system asks for."""
    for look in ("desktop-light", "phone-dark"):
        tab = new_tab(look, first=True)
        page = tab.open(CHAPTER)
        assert not seen.theme_faults(page, tab.theme) + tab.faults


def test_theme_without_a_mode_is_heard(new_tab, tmp_path):
    quiet = 'localStorage.getItem("mode") || "auto"'
    assert quiet in text_of(CHAPTER)
    loud = text_of(CHAPTER).replace(quiet, 'localStorage.getItem("mode") || ""')
    tab = new_tab(site=copied(tmp_path, {CHAPTER: loud}), first=True)
    tab.open(CHAPTER)
    assert any("invalid theme mode" in fault for fault in tab.faults)


def test_name_in_code_leads_to_its_function(tab):
    page = tab.open("chapters/mae.html")
    page.locator("article a", has_text="ordref.rmse").first.click()
    page.wait_for_url("**/chapters/api.html#ordref.rmse")


def test_all_proofs_of_a_page_look_alike(tab):
    page = tab.open("chapters/functional.html")
    looks = page.evaluate(
        """() => [...document.querySelectorAll('div[class="proof admonition"]')].map(e => {
            const {borderLeftColor, paddingLeft, backgroundColor} = getComputedStyle(e);
            return [borderLeftColor, paddingLeft, backgroundColor].join();
        })"""
    )
    assert len(looks) > 2
    assert len(set(looks)) == 1


def test_every_column_of_the_cheat_sheet_is_in_sight(tab):
    page = tab.open("chapters/cheatsheet.html")
    last = page.locator(".cheat-sheet thead th").last
    assert last.inner_text() == "In code"
    right = "e => e.getBoundingClientRect().right"
    assert last.evaluate(right) <= page.locator(".cheat-sheet").evaluate(right)


def test_titles_in_the_sidebar_take_one_line(tab):
    page = tab.open_anew("chapters/mae.html")
    assert page.locator(".bd-links summary, .bd-links a").evaluate_all(
        """titles => {
            document.querySelectorAll(".bd-links details").forEach(d => (d.open = true));
            const lines = title => {
                const range = document.createRange();
                range.selectNodeContents(title);
                const found = [...range.getClientRects()].filter(box => box.width > 3);
                return new Set(found.map(box => Math.round(box.top / 6))).size;
            };
            const long = titles.filter(t => t.checkVisibility() && lines(t) !== 1);
            return [titles.length > 50, long.map(t => t.textContent.trim())];
        }"""
    ) == [True, []]


def test_a_solution_opens_and_is_then_printed(tab):
    """With the mouse, where a chapter is known to have one. A chapter has its number."""
    page = tab.open("chapters/mae.html")
    solution = page.locator(".solution.dropdown").first
    on_paper.media(page, "print")
    assert not solution.is_visible()
    assert re.match(r"\d+\. ", page.locator("article h1").inner_text())
    on_paper.media(page, "screen")
    assert not solution.locator("section").is_visible()
    solution.locator(".toggle-button").click()
    assert solution.locator("section").is_visible()
    on_paper.media(page, "print")
    assert solution.locator("section").is_visible()


def test_a_page_without_frames_is_not_waited_for(tab):
    page = tab.open(CHAPTER)
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    with within(30):
        seen.settle(page)


SLIDES = """() => [...document.querySelectorAll("main > section")].map(slide => [
    slide.innerText.trim().length > 0, slide.scrollHeight <= innerHeight,
    slide.getBoundingClientRect().top])"""


def test_slides_say_something_fit_the_screen_and_follow_the_keys(tab):
    decks = sorted(tab.site.glob("chapters/slides_*.html"))
    assert len(decks) == 10
    for deck in decks:
        page = tab.open(f"chapters/{deck.name}")
        slides = page.evaluate(SLIDES)
        assert len(slides) >= 10
        assert all(full and fits for full, fits, _ in slides), (deck, slides)
        for here in range(1, len(slides)):
            page.keyboard.press("ArrowRight")
            assert abs(page.evaluate(SLIDES)[here][2]) < 1, (deck, here)


def test_slides_are_no_wider_than_a_phone(tab_of):
    tab = tab_of("phone-light")
    for deck in sorted(tab.site.glob("chapters/slides_*.html")):
        page = tab.open(f"chapters/{deck.name}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), deck


# ------------------------------------------------------------------------- the ledger


def missing_from_pages(site):
    """The claims and the corrections of the ledger that no page has, scripts or none."""
    claims, chapters = ledger.read_ledger(), site / "chapters"
    there = ids_of(chapters / "ledger.html")
    missing = {f"claim-{claim['id']}" for claim in claims} - there
    for paper in ledger.PLACES:
        there = ids_of(chapters / f"errata_{paper}.html")
        for kind in ("errata", "readings"):
            missing |= {
                a for a, _, _ in ledger.corrections(claims, paper, kind)
            } - there
    return missing


def test_ledger_is_on_its_pages_in_full(site, tmp_path):
    assert missing_from_pages(site) == set()
    lost = {"claim-oci2011-27", "errata-oci2011-27-1", "readings-mmae2014-13-2"}
    changed = {}
    for page in ["ledger", *(f"errata_{paper}" for paper in ledger.PLACES)]:
        changed[name] = text_of(name := f"chapters/{page}.html")
        for anchor in lost:
            changed[name] = changed[name].replace(f'id="{anchor}"', "")
    assert missing_from_pages(copied(tmp_path, changed)) == lost


# --------------------------------------------------------------------- planted faults


@pytest.mark.parametrize("kind", ["loaded", "fit"])
def test_planted_faults_are_found(new_tab, tmp_path, kind):
    tab = new_tab(site=with_planted(tmp_path, kind))
    found = all_faults(tab, None, "chapters/broken.html")
    wanted = list(PLANTED[kind])
    if kind == "fit":
        sizes = (WIDE, MIDDLE, NARROW)
        wanted = [f"at {size['width']}: {f}" for size in sizes for f in wanted]
    assert not missed(wanted, found), "\n".join(found)


def test_planted_faults_on_paper_are_found(tab):
    page = tab.open("chapters/notation.html")
    on_paper.to_paper(page)
    assert not on_paper.paper_faults(page)
    page.evaluate(
        "html => document.querySelector('article').insertAdjacentHTML('beforeend', html)",
        "".join(PLANTED["paper"].values()),
    )
    # After the scales are set: else the table would be made to fit.
    found = on_paper.paper_faults(page)
    assert not missed(PLANTED["paper"], found), "\n".join(found)
    page.evaluate(seen.THEME, "dark")
    assert "theme on paper: dark" in on_paper.paper_faults(page)
    assert on_paper.to_screen(page) == []


# Code of each kind, as high as the article: its share of the two, or none where it is no code.
CODE = {
    '<div class="cell_input" style="height: {}px">x</div>': 1 / 2,
    '<div class="highlight-python" style="height: {}px">x</div>': 1 / 2,
    '<div class="cell_input"><pre style="height: {}px">x</pre></div>': 1 / 2,
    '<details open><div class="cell_input" style="height: {}px">x</div></details>': 0.5,
    '<details><div class="cell_input" style="height: {}px">x</div></details>': 0,
    '<div class="cell_output" style="height: {}px">x</div>': 0,
}


def test_planted_code_is_measured(tab):
    page = tab.open(CHAPTER)
    assert seen.ask(page, "code") == 0
    height = page.locator("article").bounding_box()["height"]
    for html, share in CODE.items():
        found = page.evaluate(
            f"""html => {{
                document.querySelector('article').insertAdjacentHTML('beforeend', html);
                const found = {seen.questions()}.code();
                document.querySelector('article').lastElementChild.remove();
                return found;
            }}""",
            html.format(height),
        )
        assert found == pytest.approx(share, abs=0.02), html
