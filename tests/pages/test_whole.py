"""A page that nobody has scrolled is whole soon after it has loaded, for a picture of all of it."""

import pytest
from opened import BLANK, wait


@pytest.mark.parametrize("name", ["functional", "ledger", "api"])
def test_all_of_a_page_is_laid_out_when_there_is_time(name, browser, base):
    page = browser.new_page(viewport={"width": 1360, "height": 900})
    try:
        page.goto(f"{base}chapters/{name}.html", wait_until="load")
        wait(page, f"() => ({BLANK})() === 0", "the last section")
    finally:
        page.close()


def test_without_the_script_most_of_a_page_waits(browser, base):
    """The negative control."""
    page = browser.new_page(viewport={"width": 1360, "height": 900})
    try:
        page.route("**/reading.js*", lambda route: route.abort())
        page.goto(f"{base}chapters/functional.html", wait_until="load")
        page.wait_for_timeout(1500)
        assert page.evaluate(BLANK) > 3
    finally:
        page.close()
