"""That no page is too heavy, and that too heavy a page and a missing icon are found."""

from statistics import median

import cut_rules
import seen
from opened import NARROW, PAGES, SITE, copied, every_page, text_of
from sheets import matched, without_idle, words_of
from weights import (
    CHAPTER,
    WHOLE,
    enough_pages,
    loaded_faults,
    parts,
    too_heavy,
    weight,
)

FONT = SITE / "_static" / "fonts"
HEAVY = {
    '<script src="more"></script>': b"//",
    '<img alt="" src="more">': b"<svg>",
    '<link rel="stylesheet" href="more">': b"/*",
}
# The bell that the theme rings at each box, drawn by a rule, and by itself.
BELLS = """<style>.bell::before { content: "\\f0f3"; font: var(--fa-font-solid) }</style>
    <b class="bell"></b><b style="font-family: Another">\uf0f3</b></body>"""


def test_no_page_is_too_heavy(site):
    assert not too_heavy([page.resolve() for page in every_page()])


def test_the_median_chapter_is_light(site):
    pages = [parts((SITE / f"{name}.html").resolve()) for name in PAGES]
    without = [{f for f in files if FONT.resolve() not in f.parents} for files in pages]
    assert without != pages
    assert median(weight(files)[0] for files in without) <= CHAPTER


def test_the_sheets_that_every_page_loads_come_as_one(site):
    for name in PAGES:
        text = text_of(f"{name}.html")
        assert (text.count("/book.css?"), text.count("/type.css?")) == (1, 0), name


def test_more_than_a_page_may_weigh_is_found(tmp_path):
    page = tmp_path / "page.html"
    for html, what in HEAVY.items():
        page.write_text("<p>", encoding="utf-8")
        (tmp_path / "more").write_bytes(what + b"x" * WHOLE)
        assert not too_heavy([page])
        page.write_text(html, encoding="utf-8")
        assert too_heavy([page]), html


def test_what_is_loaded_and_not_weighed_is_found(site):
    script = "_static/play-pairs.js"
    (weighed,) = {
        file.relative_to(site.resolve()).as_posix()
        for file in parts((site / "chapters/pairs.html").resolve())
        if file.name == "play-pairs.js"
    }
    assert weighed == script
    assert loaded_faults({script}, "chapters/pairs") == []
    assert loaded_faults({script}, "chapters/mae") == [f"not weighed: {script}"]


def test_an_icon_without_a_glyph_is_found(tab, new_tab, tmp_path):
    name = "chapters/preface.html"
    assert set(enough_pages()) <= {*PAGES, "search", "genindex"}
    page = tab.open(name)
    codes = {icon["code"] for icon in seen.ask(page, "icons")["drawn"]}
    assert {0xF002, 0xF0C9, 0xF185} <= codes  # a glass, three bars and a sun
    assert text_of(name).count("</body>") == 1
    broken = copied(tmp_path, {name: text_of(name).replace("</body>", BELLS)})
    page = new_tab(site=broken).open(name)
    assert seen.glyph_faults(page, broken) == [
        "no glyph: F0F3 in b.bell::before with Font Awesome 6 Free",
        "no glyph: F0F3 in b.null with Another",
    ]


SHEET = """@charset "UTF-8";/*! A licence */.seen,.unseen:hover{content:"},{;";color:red}
@media print{.unseen{top:0}.seen:not(.unseen) b{top:0}}@media screen{#unseen{top:0}}
@keyframes turn{50%{top:0}}.sm\\:seen{top:0}:is(.unseen,.seen){background:url(data:a;b,c)}"""
LESS = """@charset "UTF-8";/*! A licence */.seen{content:"},{;";color:red}
@media print{.seen:not(.unseen) b{top:0}}
@keyframes turn{50%{top:0}}:is(.unseen,.seen){background:url(data:a;b,c)}"""


def test_a_rule_stays_if_a_page_can_match_it():
    assert matched(SHEET, {"seen"}) == LESS
    assert matched(SHEET, {"seen", "unseen", "sm:seen"}) == SHEET
    for one in (':is(a,b),c[d="e,.f"]', "a #seen>b:not(.unseen)", ".step-3"):
        rule = one + "{top:0}"
        assert matched(rule, {"seen", "step-"}) == rule
    assert matched(".seen .unseen{top:0}.step-3{top:0}", {"seen", "step"}) == ""


def test_the_words_of_a_page_are_its_classes_ids_and_scripts():
    page = """<p class="one two" id='three'>four<script>x = '<b class=\\"five">' + six</script>"""
    assert {"one", "two", "three", "five", "six"} <= words_of(page)
    assert "four" not in words_of(page)


def test_a_variable_of_the_theme_stays_if_it_is_asked_for():
    held = ":root{--bs-a:var(--bs-b);--bs-b:1;--bs-c:var(--bs-d);--bs-d:2;--own:3}"
    asked = "a{top:var(--bs-a)}"
    assert without_idle([held, asked], "") == [
        ":root{--bs-a:var(--bs-b);--bs-b:1;--own:3}",
        asked,
    ]
    assert "--bs-d:2" in without_idle([held], "getPropertyValue('--bs-d')")[0]


def test_what_scripts_open_has_its_rules(tab):
    page = tab.open("chapters/mae.html")
    page.locator(".dropdown-download-buttons > button").click()
    page.locator(".dropdown-menu.show").wait_for()
    page.locator(".theme-switch-button").first.hover()
    page.locator(".tooltip").first.wait_for()
    assert cut_rules.cut_faults(page) == []
    page.keyboard.press("Escape")
    page.locator(".search-button__button").first.click()
    page.locator("dialog[open] input").fill("kappa")
    assert cut_rules.cut_faults(page) == []
    page.keyboard.press("Escape")
    tab.page.set_viewport_size(NARROW)
    page.locator(".primary-toggle").first.click()
    page.locator("#pst-primary-sidebar-modal[open]").wait_for()
    assert cut_rules.cut_faults(page) == []


def test_a_rule_that_is_cut_and_needed_is_found(tab):
    page = tab.open("chapters/preface.html")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<b class=badge>')")
    assert "a rule is cut that matches: .badge" in cut_rules.cut_faults(page)
    tab.open("chapters/preface.html")
    assert cut_rules.cut_faults(page) == []
