"""Every page in Firefox: without a fault, nothing cut, formulas in place, figures that answer."""

import re

import firefox
import pytest
import seen
from cells import figure_of_own_table, status_of_all
from figures import STEPS, answer_faults, open_figure
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
    """A box to try, and a chapter whole, from its own site, as printed."""
    page.resize(WIDE)
    said = status_of_all(page, tmp_path, "mae")
    assert re.fullmatch(r"(\d+) of \1 cells have run, \1 as printed\.", said), said
    assert not page.faults


def test_a_table_of_the_reader_is_kept_and_used(page):
    page.resize(WIDE)
    said = figure_of_own_table(page, "5 1 0\n2 6 1\n0 3 7")
    assert "= 7/25 = 0.280, the MAE" in said
    assert not page.faults


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
