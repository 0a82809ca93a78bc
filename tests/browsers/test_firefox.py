"""Every page in Firefox: without a fault, nothing cut, formulas in place, figures that answer."""

import os

import firefox
import pytest
import seen
from figures import DEAF, STEPS, answer_faults, open_figure
from looks import PLANTED, first_faults, look_faults, planted
from test_site import CHAPTER, NARROW, PAGES, SITE, WIDE, serving

NO_BROWSER = "no Firefox to open the pages in: neither firefox-esr nor firefox"
if firefox.FIREFOX is None and not os.environ.get("ORDREF_NEEDS_BROWSER"):
    pytest.skip(NO_BROWSER, allow_module_level=True)

# What Firefox alone can tell of a page.
TOLD = {
    "script error: Error: planted": '<script>throw Error("planted")</script>',
    "console error: planted": '<script>console.error("planted")</script>',
    "console warn: planted": '<script>console.warn("planted")</script>',
    "404: /chapters/none.css": '<link rel="stylesheet" href="none.css">',
    "404: /_static/fonts/": "",
    "outside request: http://192.0.2.1/x.js": '<script src="http://192.0.2.1/x.js"></script>',
    "outside request: https://192.0.2.1/x.png": '<img src="https://192.0.2.1/x.png">',
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    if firefox.FIREFOX is None:
        pytest.fail(NO_BROWSER)
    if not (SITE / "index.html").is_file():
        pytest.fail(f"there is no book in {SITE}: run `make book`")
    folder = tmp_path_factory.mktemp("firefox")
    with serving(SITE) as base, firefox.running(folder) as port:
        page = firefox.Page(port, base)
        yield page
        page.leave()


def all_faults(page, name, site=SITE):
    page.resize(WIDE)
    page.open(name)
    found = [f"wide: {fault}" for fault in first_faults(page, site)]
    page.resize(NARROW)
    seen.settle(page)
    found += [f"narrow: {fault}" for fault in look_faults(page)]
    return [fault.replace(page.base, "/") for fault in page.faults + found]


@pytest.mark.parametrize("name", [*PAGES, "search", "genindex"])
def test_page(page, name):
    faults = all_faults(page, f"{name}.html")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", STEPS)
def test_mouse_and_keys_are_answered(page, name):
    page.resize(WIDE)
    open_figure(page, name)
    assert not answer_faults(page, name) + page.faults


@pytest.mark.parametrize("name", STEPS)
def test_a_figure_that_does_not_answer_is_found(page, name):
    page.resize(WIDE)
    open_figure(page, name)
    page.evaluate(DEAF)
    assert answer_faults(page, name, seconds=0.5)


@pytest.fixture(scope="module")
def found(page, tmp_path_factory):
    site = planted(tmp_path_factory.mktemp("site"), "".join(TOLD.values()))
    mine = page.base
    with serving(site) as page.base:
        faults = all_faults(page, CHAPTER, site)
    page.base = mine
    return faults


@pytest.mark.parametrize("fault", TOLD)
def test_planted_fault_is_told(found, fault):
    assert any(said.startswith(fault) for said in found), "\n".join(found)


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_fault_is_seen(found, fault):
    # The icons are the same at every width.
    for width in ["wide"] if "glyph" in fault else ["wide", "narrow"]:
        assert any(said.startswith(width) and fault in said for said in found), (
            "\n".join(found)
        )


def test_what_never_comes_is_waited_for_no_longer_than_a_while(page, monkeypatch):
    monkeypatch.setattr(firefox, "TIMEOUT", 1)
    with pytest.raises(AssertionError, match="in vain for script"):
        page.evaluate("new Promise(() => {})")
