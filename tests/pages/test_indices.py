"""The index pages: navigation, theorems, glossary, bibliography, the ledger's figure, data."""

import re

import ledger
import numpy as np
from data_page import anchor, reads, users
from glance import CHAPTERS
from machine import STATEMENTS, claim
from opened import PAGES
from opened import text_of as page

from ordref import data

IDS = "rows => rows.map(row => row.id)"


def article(name):
    return re.search(r"<article.*</article>", page(name), re.DOTALL)[0]


def test_every_page_leads_to_the_indices(site):
    without = [
        (name, index)
        for name in PAGES
        for index in ("prf-prf.html", "genindex.html")
        if not re.search(rf'<a [^>]*href="(\.\./)?{index}"', page(f"{name}.html"))
    ]
    assert without == []


# ------------------------------------------------------------------------------ theorems


def labels(text):
    """Names in an index that are labels, as an author types them."""
    return re.findall(r">((?:thm|def|lem|cor|rem|alg|prop|ex)-[\w-]+|\w+-\d+)<", text)


def test_theorems_are_listed_by_number_and_title(site):
    text = article("prf-prf.html")
    names = re.findall(r'<code class="xref">(.*?)</code>', text)
    assert len(names) > 100
    assert labels(text) == []
    assert all(re.match(r"[A-Z]\w+ [\d.]+: \S", name) for name in names)
    assert "Definition 2.1: Confusion matrix" in names


def test_statements_that_a_machine_has_checked_are_marked_where_they_stand_and_in_the_index(
    site,
):
    index = re.findall(r"<em>(checked by machine[^<]*)</em>", article("prf-prf.html"))
    pages = "".join(page(f"{name}.html") for name in PAGES)
    told = re.findall(r"<summary>(Checked by machine[^:]*): <code>(\w+)</code>", pages)
    claims = {label: claim(found) for label, found in STATEMENTS.items()}
    assert sorted(index) == sorted(said.lower() for said in claims.values())
    assert {name.replace("_", "-"): said for said, name in told} == claims
    assert claims["thm-classi-variance"] == "Checked by machine in part"


def test_a_label_in_an_index_is_seen():
    assert labels("<code>thm-mae-sum</code> <code>theorem-4</code>") == [
        "thm-mae-sum",
        "theorem-4",
    ]


# ------------------------------------------------------------------------------ glossary


def test_glossary_is_in_alphabetical_order(site):
    # A second name of the same entry stands below the first.
    found = re.findall(
        r'(</dt>\s*)?<dt id="term-[^"]*">(.*?)<a', page("chapters/glossary.html")
    )
    terms = [name for second, name in found if not second]
    assert len(terms) > 40
    assert terms == sorted(terms, key=str.lower)


def test_a_term_shows_its_definition_under_the_pointer_and_by_keyboard(tab):
    term = tab.open("chapters/index.html").locator("article a.term").first
    tip = term.page.locator(".term-tip")
    assert tip.is_hidden()
    term.hover()
    assert "over single observations" in tip.inner_text()
    term.page.keyboard.press("Escape")
    assert tip.is_hidden()
    term.focus()
    assert tip.is_visible()
    assert term.get_attribute("aria-describedby") == tip.get_attribute("id")


def test_a_first_tap_shows_and_a_second_follows(tab_of):
    page = tab_of("phone-light", has_touch=True).open("chapters/index.html")
    term, tip = page.locator("article a.term").first, page.locator(".term-tip")
    term.tap()
    assert tip.is_visible()
    assert "index.html" in page.url
    term.tap()
    page.wait_for_url("**/glossary.html#term-definition")


# -------------------------------------------------------------------------- bibliography


def test_bibliography_is_by_author_and_year(site):
    labels = re.findall(
        r'<span class="fn-bracket">\[</span>(?:<a[^>]*>)?(.*?)(?:</a>)?<span',
        article("chapters/bibliography.html"),
    )
    assert len(labels) > 30
    assert all(re.fullmatch(r".*\D, \d{4}[ab]?", label) for label in labels)
    authors = [label.lower() for label in labels]
    assert [a[0] for a in authors] == sorted(a[0] for a in authors)


def test_german_nouns_have_their_capitals(site):
    text = article("chapters/bibliography.html")
    assert "Problem der Korrelation" in text
    assert "Korrelationstheorie" in text


# ------------------------------------------------------------------------- the figure


def test_a_band_of_the_figure_shows_its_claims(tab):
    page = tab.open("chapters/ledger.html")
    band = page.locator("svg.rests a[data-filter='in-oci2011 is-holds by-oci']")
    assert "The ordinal classification index" in band.get_attribute("aria-label")
    band.locator("path").evaluate(
        "e => e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
    )
    wanted = [
        f"claim-{c['id']}"
        for c in ledger.read_ledger()
        if (c["paper"], c["verdict"], c["chapter"]) == ("oci2011", "holds", "oci")
    ]
    shown = page.locator("table.ledger tbody tr").filter(visible=True)
    assert shown.evaluate_all(IDS) == wanted != []


def test_ledger_is_filtered_with_the_keyboard(tab_of):
    claims = ledger.read_ledger()
    page = tab_of("phone-light").open("chapters/ledger.html")
    rows = page.locator("table.ledger tbody tr")
    shown = rows.filter(visible=True)
    assert rows.count() == shown.count() == len(claims)
    page.get_by_label("Verdict").focus()
    page.keyboard.type("fails")
    fails = [f"claim-{c['id']}" for c in claims if c["verdict"] == "fails"]
    assert shown.evaluate_all(IDS) == fails
    said = page.locator("output").text_content()
    assert said == f"{len(fails)} of {len(claims)} claims"
    page.get_by_label("Words").focus()
    page.keyboard.type(f"{fails[-1].removeprefix('claim-')} zzyzx")
    assert shown.count() == 0
    for _ in "zzyzx":
        page.keyboard.press("Backspace")
    assert shown.evaluate_all(IDS) == fails[-1:]
    # A link to a claim that is hidden shows it.
    page.evaluate("location.hash = '#claim-rint2014-02'")
    page.locator("#claim-rint2014-02").wait_for()
    assert shown.count() == len(claims)


def test_the_figure_names_chapters_by_their_titles():
    drawn = ledger.drawing(ledger.read_ledger())
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", drawn))
    assert "Ordered pairs: r_int (" in words
    assert "rint:" not in words


# ----------------------------------------------------------------------------- data


def test_a_matrix_is_on_the_page_with_all_that_is_said_of_it(site):
    text = page("chapters/data.html")
    for id in data.matrices():
        begin = text.index(f'<section id="{anchor(id)}">')
        section = text[begin : text.index("</section>", begin)]
        cells = re.findall(r'<td class="(\w+)" [^>]*>([\d.]+)</td>', section)
        counts = data.matrix(id).counts
        assert [float(n) for _, n in cells] == counts.ravel().tolist(), id
        assert [colour == "hit" for colour, _ in cells] == np.eye(
            len(counts)
        ).ravel().tolist()
        plain = re.sub(r"<[^>]+>", "", section)
        assert id in plain
        assert re.search(r"<h3>(.*?)<", section)[1].split(), id
        assert "Source:" in plain, id
        for chapter in users(id):
            assert f'href="{chapter.name}.html"' in section, (id, chapter.name)


def test_who_uses_a_matrix_is_read_from_the_code():
    assert reads('data.matrix("oci2011.CM5")', "oci2011.CM5")
    assert not reads('data.matrix("oci2011.CM5")', "oci2011.CM5-corrected")
    assert reads('(data.matrix(f"oci2011.{n}") for n in "BCD")', "oci2011.C")
    assert not reads('(data.matrix(f"oci2011.{n}") for n in "BCD")', "oci2011.A")
    assert reads("data.matrices()[-12:]", "glass1954_5x5")
    assert not reads("data.matrices()[-12:]", "oci2011.A")
    assert next(c for c in CHAPTERS if c.name == "kappa") in users("oci2011.CM2")
