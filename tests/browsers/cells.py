"""The cells of a page, run in any browser, from the site that has their runtime."""

import pyodide as runtime
import pytest
from hands import wait
from lively import with_runtime
from opened import serving

LATE = 300  # seconds: to load takes its time on a busy machine
SAYS = "document.querySelector('.live-status').textContent"
BOX = "document.querySelector('.task-box')"


def status_of_all(page, folder, name):
    """What the page says when all its cells have run; before that a box has been tried."""
    if not runtime.is_whole():
        pytest.skip("skipped: .pyodide is missing, see tools/pyodide.py")
    mine = page.base
    try:
        with serving(with_runtime(folder)) as page.base:
            page.open(f"chapters/{name}.html")
            page.wait("document.querySelector('.depth [value=run]') !== null", "Run")
            page.evaluate("() => document.querySelector('.depth [value=run]').click()")
            page.wait("window.ordrefLive?.cells?.length > 5", "the cells")
            page.evaluate(f"() => {BOX}.querySelector('.live-tools button').click()")
            asked = "document.querySelector('.live-asked button')"
            page.wait(f"{asked} !== null", "the question")
            page.evaluate(f"() => {asked}.click()")
            there(page, f"/Not yet|error/.test({BOX}.textContent)", "the box")
            assert "Not yet." in page.evaluate(f"{BOX}.textContent")
            page.evaluate("() => { ordrefLive.upTo(ordrefLive.cells.length - 1); }")
            there(page, f"/cells have run|stopped/.test({SAYS})", "the cells")
            return page.evaluate(SAYS)
    finally:
        page.base = mine


def there(page, script, what):
    wait(lambda: page.evaluate(script), what, LATE)
