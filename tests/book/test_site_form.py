"""How much of a chapter is code, in the browser: the reader came for something else."""

import pytest
from test_site import CHAPTER, browser, tabs

from ordref.catalogue import CHAPTERS

__all__ = ["browser", "tabs"]  # fixtures

MOST = 0.2  # of the height of the page


def code_share(page):
    """The share of the height of an article that is code and not folded away."""
    return page.evaluate(
        """() => {
            const article = document.querySelector('article');
            const code = article.querySelectorAll('.cell_input, [class*="highlight-python"]');
            const seen = [...code].filter(e => !e.parentElement.closest('.cell_input')
                && e.checkVisibility({visibilityProperty: true}));
            const height = e => e.getBoundingClientRect().height;
            return seen.map(height).reduce((a, b) => a + b, 0) / height(article);
        }"""
    )


@pytest.mark.parametrize("chapter", [chapter.name for chapter in CHAPTERS])
def test_code_is_a_fifth_of_the_page_at_most(tabs, chapter):
    page = tabs["desktop-light"].open(f"chapters/{chapter}.html")
    share = code_share(page)
    assert share <= MOST, f"{share:.0%} of the height is code"


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
