"""The search of the book, as a reader uses it: typed, read, followed; also from a file."""

import json
import re

import pytest
from search_index import plain
from test_site import LOOKS, SITE, TIMEOUT, browser, tabs

from ordref.catalogue import MEASURES

__all__ = ["browser", "tabs"]  # fixtures

WORDS = {
    word: sorted({m.chapter for m in MEASURES.values() if word in m.words})
    for measure in MEASURES.values()
    for word in measure.words
}
SYMBOLS = {m.symbol: [m.chapter] for m in MEASURES.values()}
ASKED = {
    "r_{int}": ["rint"],
    "imbalance": ["accuracy", "mmae"],
    "macro-averaged": ["accuracy", "mmae"],
    "quadratic weights": ["kappa"],
    **WORDS,
    **SYMBOLS,
}


def answers(page, address, query):
    """The results of a search: address, title, excerpt."""
    page.goto(f"{address}search.html?q=" + re.sub(r"\W", _percent, query))
    return shown(page)


def shown(page):
    page.wait_for_function(
        "document.querySelector('.search-summary')?.innerText.trim()"
    )
    return page.locator("#search-results li").evaluate_all(
        """items => items.map(li => ({
            url: li.querySelector('a').href, title: li.querySelector('a').innerText,
            excerpt: li.querySelector('.context').innerText}))"""
    )


def asked_again(page, query):
    """As `answers`, on the page that is open: fifty pages take longer than fifty searches."""
    page.evaluate(
        """query => {
            document.querySelector('#search-results').replaceChildren();
            history.replaceState(null, '', '?' + new URLSearchParams({q: query}));
            const script = document.createElement('script');
            script.src = document.querySelector('script[src*="search.js"]').src;
            document.head.append(script);
        }""",
        query,
    )
    return shown(page)


def _percent(match):
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def chapter(url):
    return re.search(r"chapters/(\w+)\.html", url)[1]


@pytest.fixture(scope="module")
def from_file(browser):
    """A page that is opened from the disk, with no server."""
    context = browser.new_context(viewport=LOOKS["desktop-light"][0])
    context.set_default_timeout(TIMEOUT)
    return context.new_page()


@pytest.fixture(scope="module")
def search_page(tabs):
    tab = tabs["desktop-dark"]
    answers(tab.page, tab.base, "class")
    assert not tab.faults
    return tab.page


@pytest.mark.parametrize("query", ASKED)
def test_words_find_their_chapter_first(search_page, query):
    found = asked_again(search_page, query)
    assert found, f"nothing on {query}"
    assert chapter(found[0]["url"]) in ASKED[query]


@pytest.mark.parametrize("query", ["QWK", "r_{int}", "median class"])
def test_from_a_file_too(from_file, query):
    (found, *_) = answers(from_file, f"{SITE.as_uri()}/", query)
    from_file.goto(found["url"])
    anchor = found["url"].partition("#")[2]
    assert anchor
    assert from_file.locator(f"[id='{anchor}']").count() == 1


INDEX = "_static/search-index.js"


@pytest.fixture(scope="module")
def index(browser):
    text = (SITE / INDEX).read_text(encoding="utf-8")
    return json.loads(text.partition("=")[2].rstrip(";\n"))


def test_an_entry_leads_to_a_place_that_is_there(index):
    ids = {
        url: set(
            re.findall(r'\bid="([^"]+)"', (SITE / url).read_text(encoding="utf-8"))
        )
        for url, _, _ in index["pages"]
    }
    nowhere = [
        (index["pages"][page][0], anchor)
        for page, anchor, *_ in index["entries"]
        if anchor and anchor not in ids[index["pages"][page][0]]
    ]
    assert nowhere == []
    assert len(index["entries"]) > 10 * len(index["pages"])


def unread(text):
    """TeX, and words that only the code or the frame of a page has."""
    return re.findall(
        r"\\[a-zA-Z(\[]|\$|[_^]\{|^import |>>>|Skip to main content|Color mode", text
    )


def test_an_entry_is_text_and_no_tex_code_or_frame(index):
    faults = [
        (index["pages"][page][0], anchor, found)
        for page, anchor, title, _, text, _ in index["entries"]
        if (found := unread(title + " " + text))
    ]
    assert faults == []


@pytest.mark.parametrize(
    "text",
    [
        r"so $K$ is",
        r"\frac",
        "import ordref",
        ">>> 1",
        "Skip to main content",
        "r_{int}",
    ],
)
def test_what_is_no_text_is_seen(text):
    assert unread(text)


@pytest.mark.parametrize(
    ("tex", "read"),
    [
        (r"r_{\mathrm{int}}", "r_int"),
        (r"\frac{1}{N}\sum_{r} n_{rc}", "1/N ∑_r n_rc"),
        (r"\tau_b \le 1", "tau_b ≤ 1"),
        (r"\frac{\sqrt{a}}{\max(b, 2)}", "√ a/max (b, 2)"),
    ],
)
def test_a_formula_in_plain_letters(tex, read):
    assert plain(tex) == read


def following(page, base, query, hits=3):
    """Hits that lead to a section without one of the words."""
    faults = []
    for hit in answers(page, base, query)[:hits]:
        page.goto(hit["url"])
        anchor = hit["url"].partition("#")[2]
        text = page.locator(f"[id='{anchor}']" if anchor else "article").first.evaluate(
            # Of a term, its definition as well.
            """e => (e.textContent
                + (e.matches('dt') ? e.nextElementSibling.textContent : '')).toLowerCase()"""
        )
        faults += [
            f"no {w} in {hit['url']}" for w in query.lower().split() if w not in text
        ]
    return faults


@pytest.mark.parametrize(
    "query", ["median class", "feasible region", "critical difference"]
)
def test_a_hit_leads_to_a_section_with_the_words(tabs, query):
    tab = tabs["desktop-light"]
    assert following(tab.page, tab.base, query) == []


def test_a_hit_that_leads_astray_is_seen(tabs):
    tab = tabs["desktop-light"]
    text = (SITE / INDEX).read_text(encoding="utf-8")
    assert '"term-median-class"' in text
    astray = text.replace('"term-median-class"', '"term-tied"')
    tab.page.route(f"**/{INDEX}*", lambda route: route.fulfill(body=astray))
    faults = following(tab.page, tab.base, "median class", 1)
    tab.page.unroute(f"**/{INDEX}*")
    assert any("term-tied" in fault for fault in faults)


def test_excerpts_show_the_words_marked(tabs):
    tab = tabs["desktop-light"]
    found = answers(tab.page, tab.base, "median class")
    assert len(found) > 3
    assert all("median" in f["excerpt"].lower() + f["title"].lower() for f in found)
    assert tab.page.locator("#search-results mark").first.inner_text().lower() == (
        "median class"
    )


def test_a_vain_search_says_so(tabs):
    tab = tabs["desktop-light"]
    assert answers(tab.page, tab.base, "zzyzx") == []
    assert "zzyzx" in tab.page.locator(".search-summary").inner_text()
