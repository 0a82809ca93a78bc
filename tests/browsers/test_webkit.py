"""Pages of each kind in WebKit, Safari's engine: nothing cut, formulas in place, the explorer."""

import os

import pytest
import seen
import webkit
from figures import DEAF, answer_faults, open_figure
from looks import PLANTED, copied, first_faults, look_faults, planted
from test_site import CHAPTER, NARROW, SITE, WIDE, serving

LACKING = [
    name
    for name, found in {
        "WebKitWebDriver": webkit.DRIVER,
        "MiniBrowser": webkit.BROWSER,
        "Xvfb": webkit.SCREEN,
    }.items()
    if found is None
]
NO_BROWSER = f"no WebKit to open the pages in: {', '.join(LACKING)}"
if LACKING and not os.environ.get("ORDREF_NEEDS_BROWSER"):
    pytest.skip(NO_BROWSER, allow_module_level=True)

OPENED = ["index", "mae", "functional", "explorer", "ledger", "choosing"]
PLAYED = ["explorer", "pairs", "valuations"]
TOLD = {
    "Error: planted": '<script>throw Error("planted")</script>',
    "console error: planted": '<script>console.error("planted")</script>',
    "console warn: planted": '<script>console.warn("planted")</script>',
    "no answer: /chapters/none.css": '<link rel="stylesheet" href="none.css">',
    "no answer: http://192.0.2.1/x.js": '<script src="http://192.0.2.1/x.js"></script>',
}


def listening(text):
    assert text.count("<head>") == 1
    return text.replace("<head>", f"<head>{webkit.LISTEN}")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    if LACKING:
        pytest.fail(NO_BROWSER)
    if not (SITE / "index.html").is_file():
        pytest.fail(f"there is no book in {SITE}: run `make book`")
    files = [SITE / "chapters" / f"{name}.html" for name in OPENED]
    changed = {
        f"chapters/{f.name}": listening(f.read_text(encoding="utf-8")) for f in files
    }
    changed[webkit.BLANK] = "<!DOCTYPE html><title>Nothing</title><body>"
    site = copied(tmp_path_factory.mktemp("webkit"), changed)
    with serving(site) as base, webkit.running() as driver:
        page = webkit.Page(driver, base)
        page.resize(WIDE)
        yield page


def all_faults(page, name, site=SITE):
    page.open(name)
    found = [f"wide: {fault}" for fault in first_faults(page, site)]
    found = page.evaluate("told") + found
    page.open_within(name, NARROW)
    seen.settle(page)
    found += [f"narrow: {fault}" for fault in look_faults(page)]
    return [fault.replace(page.base, "/") for fault in found]


@pytest.mark.parametrize("name", OPENED)
def test_page(page, name):
    faults = all_faults(page, f"chapters/{name}.html")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", PLAYED)
def test_mouse_and_keys_are_answered(page, name):
    open_figure(page, name)
    assert not answer_faults(page, name)


def test_a_figure_that_does_not_answer_is_found(page):
    open_figure(page, "pairs")
    page.evaluate(DEAF)
    assert answer_faults(page, "pairs", seconds=0.5)


@pytest.fixture(scope="module")
def found(page, tmp_path_factory):
    site = planted(tmp_path_factory.mktemp("site"), "".join(TOLD.values()))
    text = (site / CHAPTER).read_text(encoding="utf-8")
    (site / CHAPTER).write_text(listening(text), encoding="utf-8")
    (site / webkit.BLANK).write_text("<!DOCTYPE html><body>", encoding="utf-8")
    mine = page.base
    with serving(site) as page.base:
        faults = all_faults(page, CHAPTER, site)
    page.base = mine
    return faults


@pytest.mark.parametrize("fault", TOLD)
def test_planted_fault_is_told(found, fault):
    assert any(fault in said for said in found), "\n".join(found)


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_fault_is_seen(found, fault):
    for width in ["wide"] if "glyph" in fault else ["wide", "narrow"]:
        assert any(said.startswith(width) and fault in said for said in found), (
            "\n".join(found)
        )
