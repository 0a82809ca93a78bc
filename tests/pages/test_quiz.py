"""The test of twenty questions, and the lines that say what a statement rests on."""

import re

import pytest
import quiz
import rests
from opened import SITE, text_of

PAGE = "chapters/test_yourself.html"


def opened(tab, number=7):
    page = tab.open_anew(f"{PAGE}#test-{number}")
    page.locator(".quiz-score").wait_for()
    return page


def asked(page):
    return page.locator(".quiz-list .question > p:first-child").all_text_contents()


def give(page, k, kind):
    """Open an answer of a question by keyboard."""
    item = page.locator(".quiz-list > li").nth(k)
    item.locator(f"details.answer-{kind} > summary").first.focus()
    page.keyboard.press("Enter")
    item.locator("details[open]").first.wait_for()


def score(page):
    return page.locator(".quiz-score").inner_text()


def test_without_scripts_the_page_leads_to_all_questions(bare):
    page = bare.open(PAGE)
    links = page.locator(".quiz-still a").evaluate_all(
        "links => links.map(a => a.getAttribute('href'))"
    )
    assert len(links) == len([*quiz.chapters()])
    for link in links:
        name, _, anchor = link.partition("#")
        assert f'id="{anchor}"' in text_of(f"chapters/{name}"), link


def test_a_number_draws_the_same_twenty_and_another_others(tab):
    first = asked(opened(tab))
    assert len(first) == len(set(first)) == 20
    assert asked(opened(tab)) == first
    assert asked(opened(tab, 8)) != first


def test_another_test_has_its_number_in_the_address(tab):
    page = opened(tab)
    first = asked(page)
    page.get_by_role("button", name="Another test").click()
    page.locator(".quiz-which:focus").wait_for()
    number = re.search(r"#test-(\d+)$", page.url)[1]
    assert f"test {number}." in page.locator(".quiz-which").inner_text()
    assert asked(page) != first


@pytest.mark.parametrize("look", ["desktop-light", "phone-dark"])
def test_the_first_answer_counts_and_names_the_chapter(tab_of, look):
    page = opened(tab_of(look))
    assert score(page) == "Right: 0 of 0. Still to answer: 20."
    give(page, 0, "right")
    page.wait_for_function(
        "() => document.querySelector('.quiz-score').textContent.includes('of 1')"
    )
    assert score(page) == "Right: 1 of 1. Still to answer: 19."
    give(page, 1, "wrong")
    give(page, 1, "right")
    page.wait_for_function(
        "() => document.querySelector('.quiz-score').textContent.includes('of 2')"
    )
    assert score(page) == "Right: 1 of 2. Still to answer: 18. Read again:"
    (link,) = page.locator(".quiz-again a").all()
    name = link.get_attribute("href")
    text = page.locator(".quiz-list .question > p:first-child").nth(1).inner_html()
    (of,) = page.evaluate(
        """html => window.ordrefQuestions.filter(q => {
            const box = document.createElement('div');
            box.innerHTML = q.html;
            return box.querySelector('p').innerHTML === html;
        }).map(q => q.page)""",
        text,
    )
    assert name == f"{of}.html"
    assert (SITE / "chapters" / name).is_file()


def test_all_right_leaves_nothing_to_read_again(tab):
    page = opened(tab)
    for k in range(20):
        give(page, k, "right")
    page.wait_for_function(
        "() => document.querySelector('.quiz-score').textContent.includes('of 20')"
    )
    assert "Right: 20 of 20" in score(page)
    assert "nothing to read again" in score(page)
    assert page.locator(".quiz-again a").count() == 0


def test_every_line_below_a_statement_is_on_the_pages(site):
    """As many lines as statements that rest on others or are used, and as many links."""
    html = "".join(
        page.read_text(encoding="utf-8") for page in site.glob("chapters/*.html")
        if not page.name.startswith("slides_")
    )  # fmt: skip
    lines = re.findall(r'<p class="rests-on">(.*?)</p>', html, re.DOTALL)
    assert len(lines) == len(rests.RESTS.keys() | rests.USED.keys())
    links = sum(line.count("<a ") for line in lines)
    assert links == 2 * sum(map(len, rests.RESTS.values()))
    assert all(re.match("Rests on <a |Used by <a ", line) for line in lines)
    assert all(re.search(r">(Theorem|Lemma|\w+) [\d.]+<", line) for line in lines)
