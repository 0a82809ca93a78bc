"""The guide on its page: a list without scripts and on paper, a dialogue with them."""

import guide
import pytest
from on_paper import media

ADDRESS = "chapters/choosing.html"
STEPS = list(guide.steps())
DEFAULT = ("ordered", "truth", "labels", "cases", "same", "error")


def arrives(page, path):
    """The page has heard of its new address, and has given the focus to what it shows."""
    page.wait_for_function(
        "id => document.activeElement === document.querySelector(`#${id}.now .guide-head`)",
        arg=guide.place(path),
    )
    assert shown(page) == [guide.place(path)] == [address(page)]


def shown(page):
    """The steps that a reader sees."""
    return page.locator(".guide-step").evaluate_all(
        "steps => steps.filter(s => s.checkVisibility()).map(s => s.id)"
    )


def given(page):
    return page.locator(".guide-given li").all_text_contents()


def address(page):
    return page.url.partition("#")[2]


def test_without_scripts_all_questions_and_results_are_a_numbered_list(bare):
    page = bare.open(ADDRESS)
    assert shown(page) == [guide.place(path) for path, _ in STEPS]
    first = page.locator(".guide-step").first
    assert "(go to 2)" in first.inner_text()
    assert page.locator(".guide-steps").evaluate(
        "e => getComputedStyle(e).listStyleType"
    ) == "decimal"  # fmt: skip
    # An answer is a link to its number.
    page.locator(f'.guide a[href="#{guide.place(("nominal",))}"]').click()
    assert address(page) == guide.place(("nominal",))


def test_a_reader_answers_by_mouse_and_the_address_keeps_it(tab):
    page = tab.open_anew(ADDRESS)
    assert shown(page) == ["guide"]
    for k, name in enumerate(DEFAULT, 1):
        page.locator(
            ".guide-step.now ul a", has_text=guide.ANSWERS[name]["says"]
        ).click()
        arrives(page, DEFAULT[:k])
        assert len(given(page)) == k
        assert given(page)[-1].endswith(guide.ANSWERS[name]["says"])
    text = page.locator(".guide-step.now").inner_text()
    end = guide.ENDS[DEFAULT]
    assert all(measure.title in text for measure in end.pair)
    assert 'measures="report"' in text
    # Back is the browser's, and an answer that was given leads to its question.
    page.go_back()
    arrives(page, DEFAULT[:-1])
    page.locator(".guide-given a").nth(1).click()
    arrives(page, DEFAULT[:1])
    assert len(given(page)) == 1


def test_a_reader_answers_by_keys(tab):
    page = tab.open_anew(ADDRESS)
    page.locator(".guide-step.now ul a").first.focus()
    page.keyboard.press("Enter")
    arrives(page, DEFAULT[:1])
    for k in range(2, len(DEFAULT) + 1):
        # The next question has the focus: it is read out, and its answers come next.
        page.keyboard.press("Tab")
        for _ in range([*STEPS[k - 1][1]].index(DEFAULT[k - 1])):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        arrives(page, DEFAULT[:k])


@pytest.mark.parametrize("path", guide.ENDS, ids="-".join)
def test_every_end_opens_from_its_address(tab, path):
    page = tab.open_anew(ADDRESS)
    page.evaluate("to => { location.hash = to; }", guide.place(path))
    arrives(page, path)
    assert len(given(page)) == len(path)


def test_an_address_that_was_sent_opens_there(new_tab):
    path = ("nominal", "raters")
    page = new_tab().open(f"{ADDRESS}#{guide.place(path)}")
    assert shown(page) == [guide.place(path)]
    assert page.locator(".guide").evaluate(
        "e => e.getBoundingClientRect().top < innerHeight"
    )


def test_another_place_of_the_page_leaves_the_guide_where_it_is(tab):
    page = tab.open_anew(ADDRESS)
    page.locator(".guide-step.now ul a").first.click()
    arrives(page, DEFAULT[:1])
    page.evaluate("location.hash = 'sec-choosing-print'")
    page.wait_for_function("location.hash === '#sec-choosing-print'")
    assert shown(page) == [guide.place(DEFAULT[:1])]


def test_on_paper_the_whole_list_is_printed(tab):
    page = tab.open_anew(ADDRESS)
    page.locator(".guide-step.now ul a").first.click()
    arrives(page, DEFAULT[:1])
    media(page, "print")
    assert shown(page) == [guide.place(path) for path, _ in STEPS]
    assert not page.locator(".guide-given").is_visible()
    media(page, "screen")
    assert len(shown(page)) == 1
