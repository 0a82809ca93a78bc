"""The search of the book, as a reader uses it: typed, read, followed; also from a file."""

import json
import re
import tomllib

import pytest
from files import ROOT
from opened import SITE, ids_of, text_of, wait
from search_index import plain
from seen import SEARCH

from ordref.catalogue import MEASURES

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
    # Of two raters in the one, of several in the other.
    "Fleiss' kappa": ["agreement", "raters"],
}


QUESTIONS = tomllib.loads((ROOT / "tests/pages/questions.toml").read_text("utf-8"))


def answers(page, address, query):
    """The results of a search: address, title, excerpt."""
    page.goto(f"{address}search.html?q=" + re.sub(r"\W", _percent, query))
    return shown(page)


def shown(page):
    summary = "document.querySelector('.search-summary')?.innerText.trim()"
    wait(page, summary, "the answers to a search")
    return page.locator("#search-results li").evaluate_all(
        """items => items.map(li => ({
            url: li.querySelector('a').href, title: li.querySelector('a').innerText,
            excerpt: li.querySelector('.context').innerText}))"""
    )


def asked_again(page, query):
    """The first answers on the page that is open: fifty pages take longer than fifty searches."""
    return page.evaluate(
        """query => {
            window.held ??= bookSearch.prepare(searchIndex);
            return bookSearch.find(held, query).slice(0, 8).map(({ entry, page }) => ({
                url: page.url + (entry.anchor && '#' + entry.anchor), title: entry.name}));
        }""",
        query,
    )


# A book of few pages: what each is about, and what each section says.
SMALL = {
    "pages": [[f"{k}.html", title, ""] for k, title in enumerate((
        "Overlaps", "Kendall's tau", "Several raters", "Probabilities", "Rank correlation",
        "Weighted kappa", "Words", "Median classes", "Median of labels", "A package of Python",
    ))],
    "entries": [
        [0, "", "Overlaps", "", "Two intervals may overlap.", []],
        [1, "", "Kendall's tau", "", "Pairs in the same order.", ["somersd in scipy"]],
        [2, "", "Several raters", "", "They read the same slides.", []],
        [3, "", "Probabilities", "", "A forecast for each class.", []],
        [4, "", "Rank correlation", "", "Of ranks, with ties.", []],
        [5, "", "Weighted kappa", "", "Rank correlation is no agreement.", []],
        [6, "", "Words", "", "How it is used: overlap, tau, rater, probability, kappa.", []],
        [7, "", "Median classes", "", "The median.", []],
        [7, "one", "A median class", "", "One median.", []],
        [7, "two", "Two median classes", "", "Another median.", []],
        [8, "", "Median of labels", "", "One of them.", []],
        [9, "", "A package of Python", "", "To be installed.", []],
    ],
    "same": ["rater, judge, language model"],
}  # fmt: skip
MEANT = {
    "overlapped": "0.html",  # another ending
    "kendalltau": "1.html",  # two words in one
    "somersd python": "1.html",  # a further name; with what one works, says less
    "judges": "2.html",  # a word that means the same
    "a language model": "2.html",  # a phrase that does
    "probabilistic": "3.html",  # the same stem
    "rank corelation": "4.html",  # a letter left out
    "wieghted": "5.html",  # two letters exchanged
    "kapa pytho": "5.html",  # a short word; and one that is not yet typed to its end
    "how is kappa used": "5.html",  # what no section is about is left out
}


def small(page, query):
    """The places that a search of the small book finds."""
    return page.evaluate(
        """([index, query]) => bookSearch.find(bookSearch.prepare(index), query)
            .map(({ entry, page }) => page.url + (entry.anchor && '#' + entry.anchor))""",
        [SMALL, query],
    )


def test_a_word_is_found_as_it_is_meant(tab_of):
    page = tab_of("desktop-dark").open("chapters/mae.html")
    assert {query: small(page, query)[:1] for query in MEANT} == {
        query: [place] for query, place in MEANT.items()
    }
    assert small(page, "zzyzx") == small(page, "") == []


def test_the_sections_of_one_page_leave_room_for_another(tab_of):
    page = tab_of("desktop-dark").open("chapters/mae.html")
    found = small(page, "median")
    assert found[:2] == ["7.html", "8.html"]
    assert set(found) == {"7.html", "7.html#one", "7.html#two", "8.html"}


def _percent(match):
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def chapter(url):
    return re.search(r"chapters/(\w+)\.html", url)[1]


def test_words_find_their_chapter_first(tab_of):
    tab = tab_of("desktop-dark")
    answers(tab.page, tab.base, "class")
    faults = tab.faults.copy()
    for query, chapters in ASKED.items():
        found = asked_again(tab.page, query)
        first = chapter(found[0]["url"]) if found else None
        if first not in chapters:
            faults.append(f"{query}: {first}, not {chapters}")
    assert not faults, "\n".join(faults)


def labels_of(url):
    """Where an address leads, by the page and each label that stands there."""
    page, anchor = re.search(r"(\w+)\.html#?(.*)", url).groups()
    begun = rf'<section [^>]*id="{re.escape(anchor)}"[^>]*>((?:\s*<span id="[^"]+"></span>)*)'
    spans = re.search(begun, text_of(f"chapters/{page}.html")) if anchor else None
    more = re.findall(r'id="([^"]+)"', spans[1]) if spans else []
    return {f"{page}#{label}" for label in [anchor, *more]}


def unanswered(page, questions):
    """The questions that none of the first two hits answers, with what was found."""
    faults = []
    for query, places in questions.items():
        found = [labels_of(hit["url"]) for hit in asked_again(page, query)[:2]]
        if not set(places) & set().union(*found):
            faults.append(f"{query}: {found}, not {places}")
    return faults


HUNDREDS = {
    part: questions
    for name in ("hundreds", "hundreds_more", "hundreds_third")
    for part, questions in tomllib.loads(
        (ROOT / f"tests/pages/{name}.toml").read_text("utf-8")
    ).items()
}


def answered(hit, places, query):
    """Whether a hit is on a page that answers, or is the glossary's line on a term asked for."""
    page, anchor = re.search(r"(\w+)\.html#?(.*)", hit["url"]).groups()
    if {page, f"{page}#{anchor}"} & set(places):
        return True
    words = set(re.findall(r"\w+", query.lower()))
    terms = [set(re.findall(r"\w+", term.lower())) for term in hit["title"].split(",")]
    return page == "glossary" and any(term and term <= words for term in terms)


@pytest.mark.parametrize("part", HUNDREDS)
def test_nineteen_of_twenty_questions_find_their_page(tab_of, part):
    tab = tab_of("desktop-dark")
    answers(tab.page, tab.base, "class")
    faults = []
    for query, places in HUNDREDS[part].items():
        first = asked_again(tab.page, query)[:2]
        if not any(answered(hit, places, query) for hit in first):
            found = [hit["url"] for hit in first]
            faults.append(f"{query}: {found}, not {places}")
    assert len(faults) <= 0.05 * len(HUNDREDS[part]), "\n".join(faults)
    assert not answered({"url": "glossary.html#term-tied", "title": "tied"}, [], "hit")


def test_answers_while_one_types(tab_of):
    """Links below the field, which the arrows reach, on any page; words no page has say so."""
    page = tab_of("desktop-dark").open("chapters/mae.html")
    page.keyboard.press("Control+k")
    field = page.locator("dialog input[type=search]")
    field.press_sequentially("cohen kappa interp")
    links = page.locator("dialog .search-now a")
    links.first.wait_for()
    assert "kappa.html" in links.first.get_attribute("href")
    assert 1 < links.count() <= 8
    field.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kappa.html*")
    page.keyboard.press("Control+k")
    field.fill("zzyzx")
    page.locator("dialog .search-none").wait_for()
    assert "zzyzx" in page.locator("dialog .search-now").inner_text()


@pytest.mark.parametrize("part", QUESTIONS)
def test_the_first_two_hits_answer_a_question(tab_of, part):
    tab = tab_of("desktop-dark")
    answers(tab.page, tab.base, "class")
    faults = unanswered(tab.page, QUESTIONS[part])
    assert not faults + tab.faults, "\n".join(faults + tab.faults)
    (fault,) = unanswered(tab.page, {"median class": ["kappa#sec-kappa-limits"]})
    assert "glossary#term-median-class" in fault


def test_the_answers_are_in_the_book(site):
    nowhere = []
    for places in (answer for part in QUESTIONS.values() for answer in part.values()):
        for page, anchor in (place.split("#") for place in places):
            if anchor not in {"", *ids_of(site / f"chapters/{page}.html")}:
                nowhere.append(f"{page}#{anchor}")
    assert nowhere == []


def test_from_a_file_too(from_disk):
    """From the disk, with no server."""
    page = from_disk.page
    for query in ("QWK", "r_{int}", "median class"):
        (found, *_) = answers(page, f"{SITE.as_uri()}/", query)
        page.goto(found["url"])
        anchor = found["url"].partition("#")[2]
        assert anchor, query
        assert page.locator(f"[id='{anchor}']").count() == 1, query


def search_faults(page, query):
    """Search where a reader would, and follow the first result."""
    page.locator(SEARCH).filter(visible=True).first.click()
    page.locator("input[type=search]").filter(visible=True).first.fill(query)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?*")
    if not shown(page):
        return [f"search: nothing on {query}"]
    page.locator("#search-results li a").first.click()
    page.wait_for_url("**/chapters/*.html*")
    text = page.locator("article").text_content().lower()
    return [f"search: no {w} in {page.url}" for w in query.split() if w not in text]


def test_a_reader_searches_and_follows(tab):
    faults = search_faults(tab.open("chapters/index.html"), "median class")
    assert not faults + tab.faults
    page = tab.open("chapters/index.html")
    assert search_faults(page, "zzyzx") == ["search: nothing on zzyzx"]
    assert "zzyzx" in page.locator(".search-summary").inner_text()


INDEX = "_static/search-index.js"


@pytest.fixture(scope="module")
def index(site):
    return json.loads(text_of(INDEX).partition("=")[2].rstrip(";\n"))


def test_an_entry_leads_to_a_place_that_is_there(index):
    ids = {url: ids_of(SITE / url) for url, _, _ in index["pages"]}
    nowhere = [
        (index["pages"][page][0], anchor)
        for page, anchor, *_ in index["entries"]
        if anchor and anchor not in ids[index["pages"][page][0]]
    ]
    assert nowhere == []
    assert len(index["entries"]) > 10 * len(index["pages"])


def test_a_term_leads_to_the_sections_to_which_its_line_refers(index):
    """So the glossary's line on two raters leads to three chapters."""
    led = {
        index["pages"][page][0]
        for page, anchor, *_, names in index["entries"]
        if not anchor and "inter-annotator agreement" in names
    }
    assert led == {f"chapters/{page}.html" for page in ("kappa", "agreement", "raters")}


def test_every_section_is_found(index):
    """Those that fold too: their title is not the first thing in them."""
    found = {}
    for page, anchor, *_ in index["entries"]:
        found.setdefault(index["pages"][page][0], set()).add(anchor)
    lost = [
        (url, id)
        for url, _, _ in index["pages"]
        for id in re.findall(
            # Not the section of the page, whose title is the first.
            r'<section (?:class="[^"]*" )?id="([^"]+)">(?:(?!<h1).){,300}?<h[23]',
            text_of(url),
            re.S,
        )
        if id not in found[url]
    ]
    assert lost == []


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


def test_what_is_no_text_is_seen():
    for text in (r"so $K$ is", r"\frac", "import ordref", ">>> 1", "r_{int}"):
        assert unread(text), text
    assert unread("Skip to main content")


READ = {
    r"r_{\mathrm{int}}": "r_int",
    r"\frac{1}{N}\sum_{r} n_{rc}": "1/N ∑_r n_rc",
    r"\tau_b \le 1": "tau_b ≤ 1",
    r"\frac{\sqrt{a}}{\max(b, 2)}": "√ a/max (b, 2)",
}


def test_a_formula_in_plain_letters():
    assert {tex: plain(tex) for tex in READ} == READ


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


def test_a_hit_leads_to_a_section_with_the_words(tab):
    for query in ("median class", "feasible region", "critical difference"):
        assert following(tab.page, tab.base, query) == []


def test_a_hit_that_leads_astray_is_seen(tab):
    assert '"term-median-class"' in text_of(INDEX)
    astray = text_of(INDEX).replace('"term-median-class"', '"term-tied"')
    tab.page.route(f"**/{INDEX}*", lambda route: route.fulfill(body=astray))
    try:
        faults = following(tab.page, tab.base, "median class", 1)
    finally:
        tab.page.unroute(f"**/{INDEX}*")
    assert any("term-tied" in fault for fault in faults)


def test_excerpts_show_the_words_marked(tab):
    found = answers(tab.page, tab.base, "median class")
    assert len(found) > 3
    # First those with both words; a page may be found by its further names.
    sections = [f["excerpt"] + f["title"] for f in found if "#" in f["url"]][:10]
    both = ["median" in text.lower() for text in sections]
    assert both == sorted(both, reverse=True)
    assert sum(both) > 3
    marks = tab.page.locator("#search-results mark").all_inner_texts()
    assert "median class" in marks
    assert all(mark.lower().startswith(("median", "class")) for mark in marks), marks


def test_what_was_meant_is_marked(tab):
    assert len(answers(tab.page, tab.base, "kapa")) > 3
    marks = tab.page.locator("#search-results mark").all_inner_texts()
    assert marks
    assert all(mark.lower().startswith("kappa") for mark in marks), marks
