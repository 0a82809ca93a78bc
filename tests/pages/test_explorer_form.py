"""The form of the explorer: rulers, a matrix that fits, values in one column."""

import front
import pytest
from explored import cell, counts, opened, paste, press, settled

from ordref.catalogue import MEASURES


@pytest.fixture
def explorer(from_disk):
    return opened(from_disk)


SEVEN = ("very poor", "poor", "below average", "average", "good", "very good", "best")
OF_SEVEN = "\n".join(
    " ".join(str(100 * (i == j) + 2 * abs(i - j)) for j in range(7)) for i in range(7)
)


def of_seven(page):
    """A matrix of seven classes, whose names are as long as grades are."""
    paste(page, OF_SEVEN)
    for k, name in enumerate(SEVEN):
        page.locator(".explorer-name").nth(k).fill(name)
    return settled(page)


def cut(page):
    """What of the first matrix is cut: at an edge of the page or of its box, or in its cell."""
    return page.locator(".explorer-panel .matrix-box").first.evaluate(
        """box => {
            const edge = box.getBoundingClientRect().right + 1;
            const measure = document.createElement("canvas").getContext("2d");
            const wide = e => {
                const style = getComputedStyle(e);
                measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
                return measure.measureText(e.value).width;
            };
            const counts = [...box.querySelectorAll(".explorer-count")];
            return [...counts.filter(e => e.getBoundingClientRect().right > edge)
                .map(e => `away: ${e.ariaLabel}`),
                ...counts.filter(e => wide(e) > e.clientWidth).map(e => `cut: ${e.value}`),
                ...(box.scrollWidth > box.clientWidth ? ["scrolls"] : []),
                ...(document.documentElement.scrollWidth > innerWidth ? ["page scrolls"] : [])];
        }"""
    )


@pytest.mark.parametrize("look", ["desktop-light", "phone-light"])
def test_seven_classes_fit(tab_of, look):
    page = of_seven(opened(tab_of(look)))
    assert counts(page)[0] == [100, 2, 4, 6, 8, 10, 12]
    assert cut(page) == []
    heads = page.locator(".explorer-matrix .head")
    assert heads.all_inner_texts() == [*SEVEN]
    press(page, "Compare with a second matrix")
    assert cut(page) == []
    # As it was: cells of a width of their own.
    page.add_style_tag(
        content=".explorer-matrix .explorer-count { width: 4rem !important }"
    )
    page.add_style_tag(content=".explorer-matrix { --cell: 4rem !important }")
    assert cut(page) != []


def test_a_ruler_runs_from_the_worst_to_the_best(explorer):
    of_seven(explorer)
    press(explorer, "Compare with a second matrix")
    cell(explorer, 0, 6, "Matrix B").fill("400")
    found = settled(explorer).evaluate(
        """() => [...document.querySelectorAll("[data-measure]")].map(row => {
            const text = kind => row.querySelector(kind).textContent;
            return [row.dataset.measure, text(".worst"), text(".best")];
        })"""
    )
    for name, worst, best in found:
        m, minus = MEASURES[name], "\N{MINUS SIGN}"
        ends = [f"{m.least}".replace("-", minus), f"{m.greatest(7)}"]
        assert [worst, best] == (ends[::-1] if m.better == "low" else ends), name
    places = dots(explorer)
    for name in ("mae", "ccr", "weighted_kappa"):
        m = MEASURES[name]
        for panel, kind in (("Matrix A", "dot"), ("Matrix B", "second")):
            value = float(m(counts(explorer, panel)))
            share = (value - m.least) / (m.greatest(7) - m.least)
            share = 1 - share if m.better == "low" else share
            assert places[name][kind] == pytest.approx(share, abs=0.006), (name, kind)
    press(explorer, "Remove Matrix B")
    assert {place["second"] for place in dots(explorer).values()} == {None}


def dots(page):
    """Where the dots are painted on each line, from 0 at its left to 1 at its right."""
    return dict(
        settled(page).evaluate(
            """() => [...document.querySelectorAll("[data-measure]")].map(row => {
                const bar = row.querySelector(".bar").getBoundingClientRect();
                const low = row.dataset.better === "low";
                const at = e => {
                    if (!e || e.hidden) return null;
                    const box = e.getBoundingClientRect(), dot = bar.width - box.width;
                    // The dot is at the end of its span where the span begins.
                    const begin = low ? bar.right - box.right : box.left - bar.left;
                    return (low ? bar.width - dot - begin : begin) / (bar.width - dot);
                };
                return [row.dataset.measure, {
                    dot: at(row.querySelector(".dot")), second: at(row.querySelector(".second"))}];
            })"""
        )
    )


@pytest.mark.parametrize("look", ["desktop-light", "phone-light"])
def test_values_stand_in_one_column_under_its_word(tab_of, look):
    page = opened(tab_of(look))
    head = page.locator(".explorer-table thead .value")
    assert head.inner_text() == "Value"
    ends = page.locator(".explorer-table tbody .decimal").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().right)"
    )
    text = head.evaluate(
        """e => {
            const range = document.createRange();
            range.selectNodeContents(e);
            return range.getBoundingClientRect().right;
        }"""
    )
    assert max(*ends, text) - min(*ends, text) < 1
    # Groups have the captions of the parts of the book.
    parts = page.locator(".explorer-table .part").all_inner_texts()
    assert {*parts} <= {part for part, _ in front.contents()}
    assert len(parts) >= 4


def test_the_fraction_is_there_for_who_points_or_comes_by_keys(explorer):
    line = explorer.locator("[data-measure=mae]")
    fraction = line.locator(".exact")
    assert not fraction.is_visible()
    line.hover()
    assert fraction.is_visible()
    explorer.mouse.move(5, 5)
    assert not fraction.is_visible()
    line.locator("a").focus()
    assert fraction.is_visible()


@pytest.mark.parametrize("look", ["desktop-light", "phone-dark"])
def test_nothing_lies_on_the_open_box(new_tab, look):
    """On a narrow page the matrix stays in sight, and the box is below it."""
    tab = new_tab(look)
    page = tab.page
    page.goto(tab.base + "chapters/explorer.html#paste")
    page.locator(".explorer-paste[open] textarea").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        """() => {
            const area = document.querySelector("#paste"), at = area.getBoundingClientRect();
            const there = document.elementFromPoint(at.left + at.width / 2, at.top + 9);
            return at.bottom < innerHeight && there === area;
        }""",
        timeout=9_000,
    )


def test_the_front_page_leads_to_the_open_box(from_disk):
    page = opened(from_disk, "#paste")
    assert page.evaluate(
        "document.activeElement.matches('.explorer-paste[open] textarea')"
    )
    assert page.locator(".explorer-paste textarea").first.evaluate(
        "e => e.getBoundingClientRect().bottom < innerHeight"
    )
    page.keyboard.insert_text("1 2\n3 4")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert counts(page) == [[1, 2], [3, 4]]


@pytest.mark.parametrize("look", ["desktop-light", "phone-light"])
def test_what_to_paste_is_read_where_the_front_page_leads(tab_of, look):
    """The words above the field stood under the bar of the page, which stays at its place."""
    page = tab_of(look).open_anew("chapters/index.html")
    page.get_by_role("link", name="Paste your table").click()
    page.locator("#explorer.ready").wait_for(state="attached")
    page.wait_for_function("document.readyState === 'complete' && scrollY > 0")
    page.wait_for_timeout(300)  # the browser goes to the named place once more
    for words in (".explorer-paste[open] summary", ".explorer-paste[open] label"):
        assert page.locator(words).first.evaluate(
            """e => {
                const { left, top, bottom } = e.getBoundingClientRect();
                const seen = document.elementFromPoint(left + 5, top + 2);
                return bottom < innerHeight && e.contains(seen);
            }"""
        ), words
