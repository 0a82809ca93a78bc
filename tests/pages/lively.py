"""The built book with the Python that its cells run in, and the hands of who runs them."""

import contextlib
import re

import opened
import pyodide as runtime
import pytest
import run_live
from opened import SITE
from playwright.sync_api import expect

LIVE = "_static/live/"
LATE = 300_000  # milliseconds, on a busy machine
MAE = "chapters/mae.html"


def linked(folder, changed=None):
    """The built book in another folder, with other files for some of `_static/live`."""
    for inner in ("_static", LIVE):
        (folder / inner).mkdir(parents=True)
    for inner in ("", "_static", LIVE):
        for file in (SITE / inner).iterdir():
            if not (folder / inner / file.name).exists() and file.name not in (
                changed or {}
            ):
                (folder / inner / file.name).symlink_to(file)
    for name, content in (changed or {}).items():
        (folder / LIVE / name).write_bytes(content)
    return folder


def with_runtime(folder):
    """The built book as `make live` leaves it."""
    linked(folder, {"live.json": (SITE / LIVE / "live.json").read_bytes()})
    run_live.into(folder / LIVE)
    return folder


@pytest.fixture(scope="session")
def whole(tmp_path_factory, site):
    """The book with its runtime."""
    if not runtime.is_whole():
        pytest.skip("skipped: .pyodide is missing, see tools/pyodide.py")
    return with_runtime(tmp_path_factory.mktemp("whole"))


@contextlib.contextmanager
def run_depth(browser, folder, name=MAE, look="desktop-light"):
    with opened.serving(folder) as base:
        tab = opened.Tab(browser, base, look, site=folder)
        page = tab.open(name)
        page.locator(".depth [value=run]").click()
        page.locator(".live-bar").wait_for()
        yield tab, page
        tab.close()


def status(page, says, timeout=LATE):
    expect(page.locator(".live-status")).to_have_text(re.compile(says), timeout=timeout)


def press(page, name):
    page.locator(".live-bar").get_by_role("button", name=name, exact=True).click()


def run(page, cell):
    """The button of a cell, by its place; what it is asked for is agreed to."""
    page.evaluate("k => { ordrefLive.upTo(k); }", cell)


def mark(page, cell):
    return page.evaluate("k => ordrefLive.cells[k].mark.textContent", cell)


def write(page, cell, text):
    """As a reader types it."""
    page.evaluate("k => ordrefLive.cells[k].code.focus()", cell)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def agreed(page):
    page.locator(".live-asked").get_by_role("button", name="Load and run").click()
