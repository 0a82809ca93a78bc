"""How much of a page is code, in the browser: that planted code is measured; and frames.

That no page is more than a fifth of code is among what `test_site.py` asks of each.
"""

import pytest
from seen import code_share, settle
from small import within
from test_site import CHAPTER, SITE, browser, tabs

__all__ = ["browser", "tabs"]  # fixtures


@pytest.mark.parametrize(
    ("planted", "share"),
    [
        ('<div class="cell_input" style="height: {}px">x</div>', 1 / 2),
        ('<div class="highlight-python" style="height: {}px">x</div>', 1 / 2),
        ('<div class="cell_input"><pre style="height: {}px">x</pre></div>', 1 / 2),
        (
            '<details open><div class="cell_input" style="height: {}px">x</div></details>',
            1 / 2,
        ),
        ('<details><div class="cell_input" style="height: {}px">x</div></details>', 0),
        ('<div class="cell_output" style="height: {}px">x</div>', 0),
    ],
)
def test_planted_code_is_measured(tabs, planted, share):
    page = tabs["desktop-light"].open(CHAPTER)
    assert code_share(page) == 0
    height = page.locator("article").bounding_box()["height"]
    page.evaluate(
        "html => document.querySelector('article').insertAdjacentHTML('beforeend', html)",
        planted.format(height),
    )
    assert code_share(page) == pytest.approx(share, abs=0.02)


def test_a_page_without_frames_is_not_waited_for(tabs):
    page = tabs["desktop-light"].open(CHAPTER)
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    with within(30):
        settle(page)


def test_no_slide_is_empty():
    decks = sorted(SITE.glob("chapters/slides_*.html"))
    assert len(decks) == 8
    for deck in decks:
        slides = deck.read_text(encoding="utf-8").split("<section>")[1:]
        assert len(slides) > 10
        assert not [slide for slide in slides if slide.startswith("</section>")], deck
