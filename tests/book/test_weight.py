"""What a page weighs, and when its formulas are set: bytes and order, not seconds."""

import re

import pytest
from fontTools.ttLib import TTFont
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


def icons_without_glyph(names, sheet, fonts):
    """Names of icons that no rule of the style sheet draws with a glyph that a font has."""
    rules = re.findall(r'((?:\.fa-[\w-]+:before,?)+)\{content:"\\(\w+)"\}', sheet)
    code = {
        name: int(code, 16) for names, code in rules for name in names.split(":before")
    }
    code = {name.strip(",."): c for name, c in code.items()}
    glyphs = {c for font in fonts for c in TTFont(font).getBestCmap() or {}}
    return {name for name in names if code.get(name) not in glyphs}


SHEET = "_static/styles/pydata-sphinx-theme.css"
SIZES = {"fa-lg", "fa-solid"}


def test_every_icon_of_a_page_has_its_glyph(browser):
    text = "".join(
        (SITE / f"{name}.html").read_text(encoding="utf-8") for name in PAGES
    )
    names = set()
    for classes in re.findall(r'class="([^"]*\bfa-[^"]*)"', text):
        names |= {c for c in classes.split() if c.startswith("fa-")}
    names -= SIZES
    fonts = list((SITE / "_static/vendor/fontawesome/webfonts").glob("*.woff"))
    sheet = (SITE / SHEET).read_text(encoding="utf-8")
    assert {"fa-sun", "fa-magnifying-glass", "fa-bars"} <= names
    assert icons_without_glyph(names, sheet, fonts) == set()
    # One that the pages do not use is in neither.
    assert icons_without_glyph({"fa-dragon"}, sheet, fonts) == {"fa-dragon"}
    assert icons_without_glyph(names, "", fonts) == names


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
