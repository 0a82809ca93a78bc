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
    try:
        wait(lambda: page.evaluate(script), what, LATE)
    except AssertionError as late:
        raise AssertionError(f"{late}; it says {page.evaluate(SAYS)!r}") from late


def figure_of_own_table(page, text):
    """What the figure of a page says of a table that is typed, read again on the next visit."""
    dialog = "document.querySelector('dialog[open]')"
    button = "document.querySelector('.play .play-own')"
    for k in range(2):
        page.open("chapters/mae.html")
        page.wait(f"{button} !== null", "the button")
        page.evaluate(f"() => {button}.click()")
        page.wait(f"{dialog} !== null", "the dialog")
        if k == 0:
            field = f"{dialog}.querySelector('textarea')"
            page.evaluate(f"(text) => {{ {field}.value = text; }}", text)
        page.evaluate(
            f"""() => [...{dialog}.querySelectorAll('button')]
            .find((each) => each.textContent === 'Use it').click()"""
        )
    return page.evaluate("document.querySelector('.play [role=status]').textContent")
