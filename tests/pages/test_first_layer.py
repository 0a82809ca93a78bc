"""The first layer of a chapter is read in five minutes: so many screens, at a desk or not."""

import pytest
from opened import SITE, text_of

DETAILS = 'id="the-details"'
CHAPTERS = [
    f"chapters/{file.name}"
    for file in sorted(SITE.glob("chapters/*.html"))
    if DETAILS in text_of(f"chapters/{file.name}")
]
MOST = {"desktop-light": 4, "phone-light": 7}
PLACE = "e => e.getBoundingClientRect().top + scrollY"


def screens(tab, name):
    """From the top of a page to its details, in screens."""
    page = tab.open(name)
    page.evaluate("document.fonts.ready")
    page.wait_for_function(
        "![...document.querySelectorAll('.play:not(.ready)')].length"
    )
    return page.locator("#the-details > h2").evaluate(PLACE) / tab.viewport["height"]


def test_there_are_chapters_with_a_first_layer():
    assert len(CHAPTERS) > 15


@pytest.mark.parametrize("look", MOST)
@pytest.mark.parametrize("name", CHAPTERS)
def test_a_first_layer_is_a_few_screens(new_tab, look, name):
    """For who comes first: a language that somebody has chosen may have more lines."""
    assert screens(new_tab(look), name) <= MOST[look]


@pytest.mark.parametrize("look", MOST)
def test_a_longer_first_layer_is_found(new_tab, look):
    """A paragraph as high as what was left, and a line."""
    tab = new_tab(look)
    left = MOST[look] - screens(tab, CHAPTERS[0])
    page = tab.page
    page.evaluate(
        """px => document.querySelector('#the-details').insertAdjacentHTML(
            'beforebegin', `<div style="height: ${px}px"></div>`)""",
        left * tab.viewport["height"] + 20,
    )
    far = page.locator("#the-details > h2").evaluate(PLACE)
    assert far / tab.viewport["height"] > MOST[look]
