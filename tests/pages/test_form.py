"""One grid for all pages: edges, sizes, boxes, and what a mark says of itself."""

import re

import form
import pytest
import seen
from opened import NARROW, WIDE, wait

# Of each kind one: much code, many statements, many tables, few of all.
PAGES = ["mae", "oci", "kappa", "functional", "accuracy", "getting"]


OPEN_FOLDS = """() => {
    for (const fold of document.querySelectorAll("article details.fold")) fold.open = true;
}"""


def opened(tab, name):
    page = tab.open(f"chapters/{name}.html")
    wait(page, "() => !('folding' in document.documentElement.dataset)", "the folds")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_everything_stands_on_an_edge(tab, name):
    page = opened(tab, name)
    faults = form.ask(page, "edges") + form.ask(page, "middles")
    page.evaluate(OPEN_FOLDS)
    seen.settle(page)
    faults += [f"opened: {fault}" for fault in form.ask(page, "edges")]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", PAGES)
def test_code_is_as_large_as_text_and_whole(tab, name):
    page = opened(tab, name)
    seen.open_all(page)
    faults = form.ask(page, "code")
    page.set_viewport_size(NARROW)
    seen.settle(page)
    faults += [f"on a phone: {fault}" for fault in form.ask(page, "code")]
    assert not faults, "\n".join(faults)


# In a quiz, in emphasis, in a symbol of the guide.
@pytest.mark.parametrize("name", ["accuracy", "chosen", "kappa", "choosing"])
def test_formulas_are_as_large_as_the_letters_beside_them(tab, name):
    assert form.ask(opened(tab, name), "letters") == []


@pytest.mark.parametrize("name", ["mae", "functional", "mmae"])
def test_statements_have_a_rule_and_no_ground(tab, name):
    page = opened(tab, name)
    assert form.ask(page, "boxes") + form.ask(page, "folds") == []


# A solution, a box to play with, a printed check, a drawer of the explorer, a fold of the guide.
@pytest.mark.parametrize(
    "name", ["oci", "difference", "explorer", "twelve", "choosing"]
)
def test_folds_have_one_sign(tab, name):
    page = opened(tab, name)
    faults = form.ask(page, "signs")
    seen.open_all(page)
    assert not faults + form.ask(page, "signs")


# Of each kind one: many notes in a row, at a figure, at a table that reaches into the margin.
NOTED = [
    "mae",
    "pom",
    "mmae",
    "grading",
    "learners",
    "chosen",
    "difference",
    "conformance",
]


@pytest.mark.parametrize("name", NOTED)
def test_notes_cover_nothing(tab, name):
    assert form.ask(opened(tab, name), "notes") == []


def test_a_note_over_a_table_or_another_is_found(tab):
    page = opened(tab, "grading")
    faults = []
    for rule in (
        "--first: -2.65rem !important",
        "--side: 0 !important; --row: 0 !important",
    ):
        page.evaluate(
            """rule => { document.head.insertAdjacentHTML("beforeend",
                `<style>article .cell { ${rule} }</style>`); }""",
            rule,
        )
        faults += form.ask(page, "notes")
    assert any("a note over td" in fault for fault in faults)
    assert any("two notes" in fault for fault in faults)


def test_what_leads_on_stands_free_of_the_page(tab):
    page = opened(tab, "billion")
    gap = "a => a.getBoundingClientRect().top"
    next_ = page.locator(".prev-next-area").evaluate(gap)
    last = page.locator("article").evaluate("a => a.getBoundingClientRect().bottom")
    assert next_ - last >= 30


SHOWN = """e => {
    const { width, height } = e.getBoundingClientRect();
    return width > 20 && height > 9;
}"""
SAYS = "(e, part) => getComputedStyle(e, part).content"


@pytest.mark.parametrize(
    ("mark", "name"),
    [("details.marked > summary", ".mark-word"), (".check > summary", "p.collapsed")],
)
def test_a_mark_says_what_it_is(tab, mark, name):
    """A word beside it, and what it opens under the pointer and the focus."""
    page = opened(tab, "mae")
    found = page.locator(f"article {mark}").filter(visible=True).first
    words = found.locator(name)
    assert not words.evaluate(SHOWN)
    found.hover()
    assert words.evaluate(SHOWN)
    page.mouse.move(0, 0)
    assert not words.evaluate(SHOWN)
    found.focus()
    page.keyboard.press("Shift")
    assert words.evaluate(SHOWN)
    said = found.locator("[aria-hidden]") if "marked" in mark else found
    part = "::after" if "marked" in mark else "::before"
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        seen.settle(page)
        content = said.evaluate(SAYS, part)
        assert "code" in content or "data-word" in content or "checked" in content, size


def test_answers_are_choices_and_say_whether_they_are_right(tab):
    """A ring before each; an opened one differs by its colour and by a word."""
    page = opened(tab, "mae")
    colours = []
    for kind, word in (("right", "right"), ("wrong", "wrong")):
        answer = page.locator(f"article .question details.answer-{kind}").first
        line = answer.locator("summary")
        ring = line.evaluate(
            """e => { const s = getComputedStyle(e, "::before");
                return [s.width, s.height, s.borderRadius, s.borderTopStyle, s.fontWeight]; }"""
        )
        assert ring == ["16px", "16px", "50%", "solid", "400"]
        assert line.evaluate(SAYS, "::after") == "none"
        line.click()
        assert line.evaluate(SAYS, "::after") == f'"{word}"'
        colours.append(line.evaluate("e => getComputedStyle(e, '::after').color"))
    assert len(set(colours)) == 2


def test_exercises_and_solutions_have_short_titles(tab):
    page = opened(tab, "mae")
    for title in page.locator(".exercise > .admonition-title").all_inner_texts():
        assert re.fullmatch(r"Exercise [\d.]+ (easy|medium|hard) [^()]+", title), title
    solutions = page.locator(".solution > .admonition-title")
    assert solutions.count() > 3
    for title in solutions.all():
        assert title.bounding_box()["height"] < 32
    below = page.evaluate(
        """() => [...document.querySelectorAll(".solution")].map((e) => {
            const [above, at] = [e.previousElementSibling, e].map((b) => b.getBoundingClientRect());
            return at.top - above.bottom;
        })"""
    )
    assert max(below) < 12


HUE = """e => {
    const [r, g, b] = getComputedStyle(e).color.match(/[\\d.]+/g).map(Number);
    const high = Math.max(r, g, b), low = Math.min(r, g, b);
    if (high - low < 24) return null;
    const at = high === r ? (g - b) / (high - low)
        : high === g ? 2 + (b - r) / (high - low) : 4 + (r - g) / (high - low);
    return Math.round(60 * at + 360) % 360;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_links_and_code_are_of_one_colour_in_text_and_tables(tab, theme):
    page = opened(tab, "notation")
    page.evaluate("t => { document.documentElement.dataset.theme = t; }", theme)
    link = page.locator("article p a:not(.headerlink)").first.evaluate(HUE)
    assert abs(page.locator("article td a").first.evaluate(HUE) - link) < 12
    assert link is not None
    page = opened(tab, "choosing")
    page.evaluate("t => { document.documentElement.dataset.theme = t; }", theme)
    code = page.locator("article .cell_output th > code, article p > code")
    assert code.count()
    assert {one.evaluate(HUE) for one in code.all()} == {None}


@pytest.mark.parametrize("name", ["oci", "oci_properties", "classi"])
def test_an_exercise_is_more_than_a_list_and_a_remark(tab, name):
    """What it asks stands before what is numbered, and what it needs in that sentence."""
    page = opened(tab, name)
    asked = page.locator(".exercise section > p").all_inner_texts()
    assert asked
    assert not [text for text in asked if text.startswith(("(Needs", "(needs"))]


@pytest.mark.parametrize("name", ["pairs", "spearman", "forecasts"])
def test_what_is_done_by_hand_is_seen_whole_on_a_phone(tab, name):
    page = opened(tab, name)
    page.set_viewport_size(NARROW)
    seen.settle(page)
    hand = f"section#by-hand, section:has(> #sec-{name}-hand)"
    tables = page.locator(f":is({hand}) table").filter(visible=True)
    assert tables.count() > 1
    out = "e => e.scrollWidth - e.closest('div').clientWidth"
    assert [t.evaluate(out) for t in tables.all() if t.evaluate(out) > 1] == []


def test_numbers_of_a_table_end_where_their_head_does(tab):
    page = opened(tab, "mae")
    ends = page.evaluate(
        """() => [...document.querySelectorAll("article :is(td, th).number")].map(e =>
            getComputedStyle(e.querySelector("p") ?? e).textAlign)"""
    )
    assert len(ends) > 10
    assert set(ends) == {"right"}


LONG = """() => {
    const box = [...document.querySelectorAll("article .fits.tall")].find(
        (e) => e.querySelector("thead"));
    const table = box.querySelector("table");
    scrollBy({ top: table.getBoundingClientRect().bottom - 400, behavior: "instant" });
    return [table.getBoundingClientRect().top,
        table.tHead.rows[0].cells[0].getBoundingClientRect().top];
}"""


HEAD_ON_ROW = """() => [...document.querySelectorAll("article .fits.tall table")].filter(
    (table) => table.getBoundingClientRect().top > 100
        && Math.max(...[...table.tHead.rows].flatMap((row) => [...row.cells]).map(
            (cell) => cell.getBoundingClientRect().bottom))
        > table.tBodies[0].rows[0].getBoundingClientRect().top + 2
).length"""


# A table of the text, and two that cells print.
@pytest.mark.parametrize("name", ["notation", "twelve", "preface"])
def test_the_head_of_a_long_table_stays(tab, name):
    page = opened(tab, name)
    wait(page, "() => document.querySelector('article .fits.tall')", "a long table")
    assert page.evaluate(HEAD_ON_ROW) == 0
    top, head = page.evaluate(LONG)
    assert top < 0 <= head


CUT_ANSWERS = """() => [
    ...document.querySelectorAll("article .output:is(.text_plain, .stream) pre")]
    .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.textContent)"""


@pytest.mark.parametrize("name", ["pom", "difference", "conformance"])
def test_what_code_prints_is_whole_where_there_is_room(tab, name):
    page = opened(tab, name)
    assert page.evaluate(CUT_ANSWERS) == []


def test_no_glow_where_something_scrolls(tab_of):
    """What is beyond an end is fainter there: no colour is laid over it."""
    tab = tab_of("phone-light")
    page = opened(tab, "mae")
    wait(page, "() => document.querySelector('article .scrolls')", "what scrolls")
    assert (
        page.locator("article .scrolls:not(pre)").evaluate_all(
            "all => all.map(e => getComputedStyle(e).backgroundImage)"
        )
        == ["none"] * page.locator("article .scrolls:not(pre)").count()
    )
