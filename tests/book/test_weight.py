"""What a page weighs, and when its formulas are set: bytes and order, not seconds."""

import re

import glyphs
import pytest
from test_site import PAGES, SITE, Tab, browser, serving, tabs

__all__ = ["browser", "tabs"]  # fixtures

HEAVIEST = ["chapters/ledger", "chapters/oci_properties", "chapters/functional"]
# Style sheets, scripts and fonts: what a page asks for beside its text and its figures.
BUDGET = 1_600_000


def weight(tab, name):
    """The bytes of everything that a page loads but itself and its figures, by address."""
    held = []

    def note(answer):
        held.append(answer)

    tab.page.on("response", note)
    tab.open(name)
    tab.page.remove_listener("response", note)
    return {
        answer.url.removeprefix(tab.base): int(answer.headers.get("content-length", 0))
        for answer in held
        if not re.search(rf"{re.escape(name)}|/_images/|^data:", answer.url)
    }


def over_budget(found):
    total = sum(found.values())
    return [f"{total} bytes: {found}"] if total > BUDGET else []


@pytest.mark.parametrize("name", HEAVIEST)
def test_a_page_is_within_its_budget(tabs, name):
    found = weight(tabs["desktop-light"], f"{name}.html")
    assert "_static/mathjax/core.js" in "".join(found)
    assert not over_budget(found)


def broken(browser, tmp_path, old, new):
    """A tab on a copy of the site, one page of which is changed."""
    (tmp_path / "chapters").mkdir()
    for file in SITE.iterdir():
        if file.name != "chapters":
            (tmp_path / file.name).symlink_to(file)
    text = (SITE / "chapters/preface.html").read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new)
    (tmp_path / "chapters" / "preface.html").write_text(changed, encoding="utf-8")
    (tmp_path / "heavy.js").write_text("//" + "x" * BUDGET, encoding="utf-8")
    return tmp_path


def test_a_heavy_script_is_over_the_budget(browser, tmp_path):
    site = broken(
        browser, tmp_path, "</body>", '<script src="../heavy.js"></script></body>'
    )
    with serving(site) as base:
        tab = Tab(browser, site, base, "desktop-light")
        assert over_budget(weight(tab, "chapters/preface.html"))


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


# The bell that the theme rings at each box, drawn by a rule, and by itself.
BELLS = """<style>.bell::before { content: "\\f0f3"; font: var(--fa-font-solid) }</style>
    <b class="bell"></b><b style="font-family: Another">\uf0f3</b></body>"""


def test_an_icon_without_a_glyph_is_found(browser, tmp_path):
    site = broken(browser, tmp_path, "</body>", BELLS)
    with serving(site) as base:
        page = Tab(browser, site, base, "desktop-light").open("chapters/preface.html")
        assert glyphs.glyph_faults(page, SITE) == [
            "no glyph: F0F3 in b.bell::before with Font Awesome 6 Free",
            "no glyph: F0F3 in b.null with Another",
        ]


# ------------------------------------------------------------------------------ formulas


def unset(page):
    return page.evaluate(
        "[...document.querySelectorAll('.math')].filter(e => !e.querySelector('mjx-math')).length"
    )


def test_formulas_on_the_screen_are_set_first_and_then_all(tabs):
    page = tabs["desktop-light"].open("chapters/functional.html")
    first, last = page.evaluate(
        """['formulas on the screen', 'all formulas'].map(
            name => performance.getEntriesByName(name)[0].startTime)"""
    )
    assert 0 < first < last
    assert unset(page) == 0


# Before all formulas are set, as if the rest never came.
HELD = "<script>window.requestIdleCallback = () => {}</script></head>"


def test_print_sets_what_is_left(browser, tmp_path):
    site = broken(browser, tmp_path, "</head>", HELD)
    with serving(site) as base:
        tab = Tab(browser, site, base, "desktop-light")
        tab.page.goto(base + "chapters/preface.html#how-to-read-a-chapter")
        tab.page.wait_for_function(
            "performance.getEntriesByName('formulas on the screen').length"
        )
        assert unset(tab.page) > 0
        tab.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert unset(tab.page) == 0
