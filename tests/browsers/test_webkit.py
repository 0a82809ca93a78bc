"""Pages of each kind in WebKit, Safari's engine: nothing cut, formulas in place, the explorer."""

import re

import pytest
import seen
import webkit
from cells import figure_of_own_table, status_of_all
from figures import answer_faults, open_figure
from looks import first_faults, look_faults, missed_faults, planted
from opened import (
    CHAPTER,
    NARROW,
    NEEDED,
    NO_BOOK,
    SITE,
    WIDE,
    copied,
    serving,
    text_of,
)

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
if LACKING and not NEEDED:
    pytest.skip(NO_BROWSER, allow_module_level=True)

OPENED = ["index", "mae", "functional", "explorer", "ledger", "choosing"]
PLAYED = ["explorer", "pairs", "valuations"]
NOTHING = "<!DOCTYPE html><title>Nothing</title><body>"


def listening(text):
    assert text.count("<head>") == 1
    return text.replace("<head>", f"<head>{webkit.LISTEN}")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    if LACKING:
        pytest.fail(NO_BROWSER)
    if not (SITE / "index.html").is_file():
        pytest.fail(NO_BOOK)
    names = [f"chapters/{name}.html" for name in OPENED]
    changed = {name: listening(text_of(name)) for name in names}
    changed[webkit.BLANK] = NOTHING
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
    seen.ask(page, "deafen")
    assert answer_faults(page, "pairs", seconds=0.5)


def test_cells_run(page, tmp_path):
    """A box to try, and a chapter whole, from its own site, as printed.

    Once in many runs beside other work this browser's worker never comes back: a second time.
    """
    try:
        said = status_of_all(page, tmp_path / "first", "mae")
    except AssertionError as late:
        print(f"Once more: {late}")
        said = status_of_all(page, tmp_path / "second", "mae")
    assert re.fullmatch(r"(\d+) of \1 cells have run, \1 as printed\.", said), said


def test_a_table_of_the_reader_is_kept_and_used(page):
    said = figure_of_own_table(page, "5 1 0\n2 6 1\n0 3 7")
    assert "= 7/25 = 0.280, the MAE" in said


def test_planted_faults_are_found(page, tmp_path):
    site, mine = planted(tmp_path, "webkit", **{webkit.BLANK: NOTHING}), page.base
    text = (site / CHAPTER).read_text(encoding="utf-8")
    (site / CHAPTER).write_text(listening(text), encoding="utf-8")
    try:
        with serving(site) as page.base:
            found = all_faults(page, CHAPTER, site)
    finally:
        page.base = mine
    assert not missed_faults(found, "webkit"), "\n".join(found)
