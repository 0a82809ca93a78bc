"""The guide on its page: a list without scripts and on paper, a dialogue with them."""

import guide
import pytest
from on_paper import media

ADDRESS = "chapters/choosing.html"
STEPS = list(guide.steps())
DEFAULT = guide.USUAL


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
    """The chips as they are heard, and as they are seen."""
    heard = page.locator(".guide-given li").all_text_contents()
    seen = page.locator(".guide-given a").evaluate_all(
        "all => all.map(a => [...a.childNodes].filter(n => n.nodeType === 3)[0].data)"
    )
    assert all(short in words for short, words in zip(seen, heard, strict=True))
    return seen


def chip(name):
    return guide.ANSWERS[name]["short"]


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
        assert given(page)[-1] == chip(name)
        (heard,) = page.locator(".guide-given li").all_text_contents()[-1:]
        assert heard == f"{guide.ASKED[name]} {chip(name)}: change this answer"
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


def test_back_from_the_first_answer_is_the_first_question(tab):
    """Its address is that of the page, which names no step."""
    page = tab.open_anew(ADDRESS)
    page.locator(".guide-step.now ul a").first.click()
    arrives(page, DEFAULT[:1])
    page.go_back()
    page.wait_for_function("!location.hash")
    page.wait_for_function("document.querySelector('#guide.now')", timeout=5000)
    assert shown(page) == ["guide"]
    assert given(page) == []


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


def test_answers_that_were_given_are_a_line_and_the_end_is_a_card(tab):
    page = tab.open_anew(ADDRESS)
    page.get_by_role("link", name="The usual answers").click()
    arrives(page, DEFAULT)
    assert given(page) == [chip(name) for name in DEFAULT]
    line = page.locator(".guide-given")
    assert line.bounding_box()["height"] <= 80
    # It was a list with a line for each question.
    style = page.add_style_tag(content=".guide-given { display: block !important }")
    assert line.bounding_box()["height"] > 80
    style.evaluate("e => { e.remove(); }")
    card = page.locator(".guide-step.now")
    assert card.locator(".ruler").is_visible()
    # Name, meaning and code are on the first screen.
    code = card.locator(".code-tab").filter(visible=True)
    assert code.count() == 1
    assert page.evaluate(
        """() => [...document.querySelectorAll(
            ".guide-step.now :is(.guide-head, .guide-reading, .ruler, .code-tab:not([hidden]))"
        )].every(e => e.getBoundingClientRect().bottom < innerHeight)"""
    )
    card.get_by_role("tab", name="scikit-learn").click()
    assert "mean_absolute_error" in code.inner_text()
    why = card.locator(".guide-why")
    assert not why.is_visible()
    card.locator("summary").click()
    assert why.is_visible()


def test_a_sentence_and_a_line_are_copied(new_tab):
    tab = new_tab(permissions=["clipboard-read", "clipboard-write"])
    page = tab.open(f"{ADDRESS}#{guide.place(DEFAULT)}")
    card = page.locator(".guide-step.now")
    card.get_by_role("button", name="Copy the sentence").click()
    card.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    end = guide.ENDS[DEFAULT]
    assert copied.startswith(
        f"Because {end.because}, we report {end.first.title} (MAE)"
    )
    assert copied.endswith(").")
    card.locator(".copybtn").filter(visible=True).click()
    page.wait_for_function(
        "async () => (await navigator.clipboard.readText()).startsWith('import ordref')"
    )
    assert page.evaluate("navigator.clipboard.readText()").strip() == end.lines


def test_the_progress_is_shown(tab):
    page = tab.open_anew(ADDRESS)
    far = page.locator(".guide-step.now .guide-far")
    assert far.inner_text().startswith("Question 1 of at most 8")
    page.locator(".guide-step.now ul a").nth(1).click()
    arrives(page, ("nominal",))
    most = max(len(end) for end in guide.ENDS if end[0] == "nominal")
    assert far.inner_text().startswith(f"Question 2 of at most {most}")


def test_nothing_of_a_card_is_cut_on_a_phone(tab_of):
    page = tab_of("phone-light").open_anew(ADDRESS)
    for path in guide.ENDS:
        page.evaluate("to => { location.hash = to; }", guide.place(path))
        arrives(page, path)
        wide = page.locator(".guide-step.now").evaluate(
            """step => [...step.querySelectorAll("p, pre, svg, button, .guide-card > div")]
                .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1
                    || e.getBoundingClientRect().right > innerWidth)
                .map(e => e.textContent)"""
        )
        assert wide == [], path
