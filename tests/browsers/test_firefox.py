"""Every page in Firefox: without a fault, nothing cut, formulas in place, figures that answer."""

import contextlib
import re

import firefox
import pyodide as runtime
import pytest
import seen
from figures import STEPS, answer_faults, open_figure
from lively import with_runtime
from looks import first_faults, look_faults, missed_faults, planted
from opened import CHAPTER, NARROW, NEEDED, NO_BOOK, PAGES, SITE, WIDE, serving

NO_BROWSER = "no Firefox to open the pages in: neither firefox-esr nor firefox"
if firefox.FIREFOX is None and not NEEDED:
    pytest.skip(NO_BROWSER, allow_module_level=True)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    if firefox.FIREFOX is None:
        pytest.fail(NO_BROWSER)
    if not (SITE / "index.html").is_file():
        pytest.fail(NO_BOOK)
    folder = tmp_path_factory.mktemp("firefox")
    with serving(SITE) as base, firefox.running(folder) as port:
        page = firefox.Page(port, base)
        try:
            yield page
        finally:
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
    # And a figure that does not answer is found.
    open_figure(page, name)
    seen.ask(page, "deafen")
    assert answer_faults(page, name, seconds=0.5)


def test_cells_run(page, tmp_path):
    """A chapter whole, from its own site, as printed."""
    if not runtime.is_whole():
        pytest.skip("skipped: .pyodide is missing, see tools/pyodide.py")
    mine = page.base
    try:
        with serving(with_runtime(tmp_path)) as page.base:
            page.resize(WIDE)
            page.open("chapters/twelve.html")
            page.click(".depth button", "Run")
            page.wait("window.ordrefLive?.cells?.length > 5", "the cells")
            page.evaluate("() => { ordrefLive.upTo(ordrefLive.cells.length - 1); }")
            page.wait(
                "document.querySelector('.live-asked button') !== null", "the question"
            )
            page.evaluate("() => document.querySelector('.live-asked button').click()")
            says = "document.querySelector('.live-status').textContent"
            with contextlib.suppress(AssertionError):  # to load takes its time
                page.wait(f"/have run|stopped/.test({says})", "the cells")
            page.wait(f"/have run|stopped/.test({says})", "the cells, twice as long")
            told = re.fullmatch(
                r"(\d+) of \1 cells have run, \1 as printed\.", page.evaluate(says)
            )
            assert told, page.evaluate(says)
            assert not page.faults
    finally:
        page.base = mine


def test_planted_faults_are_found(page, tmp_path):
    site, mine = planted(tmp_path, "firefox"), page.base
    try:
        with serving(site) as page.base:
            found = all_faults(page, CHAPTER, site)
    finally:
        page.base = mine
    assert not missed_faults(found, "firefox"), "\n".join(found)


def test_what_never_comes_is_waited_for_no_longer_than_a_while(page, monkeypatch):
    monkeypatch.setattr(firefox, "TIMEOUT", 1)
    with pytest.raises(AssertionError, match="in vain for script"):
        page.evaluate("new Promise(() => {})")
