"""The front page: two doors, two systems whose values follow their counts, nine tiles."""

import re

import front
import pytest

from ordref.catalogue import MEASURES

ADDRESS = "chapters/index.html"


def values(page):
    """What the table says of each measure, and which system is ahead."""
    return page.locator(".front-values tbody tr").evaluate_all(
        "rows => rows.map(r => [r.dataset.measure, [...r.cells].slice(2, 4).map(c => "
        "[c.textContent.replace('\u2212', '-'), c.classList.contains('ahead')])])"
    )


def expected(systems):
    rows = []
    for name in front.ASKED:
        found = [float(MEASURES[name](counts)) for counts in systems]
        best = (max if MEASURES[name].better == "high" else min)(found)
        ahead = [x == best and found[0] != found[1] for x in found]
        rows.append(
            [name, [[f"{x:.2f}", a] for x, a in zip(found, ahead, strict=True)]]
        )
    return rows


def test_without_scripts_both_systems_and_their_values_are_there(bare):
    page = bare.open(ADDRESS)
    counts = page.locator(".front-system td:is(.hit, .miss)").all_text_contents()
    assert [int(x) for x in counts] == [
        x for s in front.SYSTEMS.values() for r in s for x in r
    ]
    assert values(page) == expected(front.SYSTEMS.values())


@pytest.mark.parametrize(
    ("system", "row", "column", "key"), [(1, 3, 0, "+"), (0, 0, 0, "-")]
)
def test_a_changed_count_changes_the_values(tab, system, row, column, key):
    page = tab.open_anew(ADDRESS)
    page.locator(".front .play-cell").first.wait_for()
    assert values(page) == expected(front.SYSTEMS.values())
    cell = (
        page.locator(".front-system")
        .nth(system)
        .locator("tbody tr")
        .nth(row)
        .locator("button")
    )
    cell.nth(column).focus()
    for _ in range(3):
        page.keyboard.press(key)
    changed = [[[*line] for line in counts] for counts in front.SYSTEMS.values()]
    changed[system][row][column] += 3 if key == "+" else -3
    assert values(page) == expected(changed)
    assert values(page) != expected(front.SYSTEMS.values())


def dots(page):
    """For each measure the share of its line at which each dot stands, and who is ahead."""
    return page.locator(".front-values tbody tr").evaluate_all(
        """rows => rows.map(row => {
            const line = row.querySelector(".line").getBoundingClientRect();
            return [row.dataset.measure, [...row.querySelectorAll(".dot")].map(dot => {
                const {left, width} = dot.getBoundingClientRect();
                return [(left - line.left) / (line.width - width), dot.classList.contains("ahead")];
            })];
        })"""
    )


@pytest.mark.parametrize("scripts", [True, False])
def test_the_dots_stand_where_the_values_are(tab_of, scripts):
    """From worst to best; two that are near stand side by side, the better one to the right."""
    page = tab_of(java_script_enabled=scripts).open_anew(ADDRESS)
    apart = 0
    for name, found in dots(page):
        values = [float(MEASURES[name](n)) for n in front.SYSTEMS.values()]
        places = [front.place(MEASURES[name], x) for x in values]
        (one, first), (other, second) = found
        if values[0] != values[1]:
            assert (one > other) == (places[0] > places[1]) == first != second, name
        if abs(places[0] - places[1]) < front.NEAR:
            middle = sum(places) / 2
            assert (one + other) / 2 == pytest.approx(middle, abs=0.01), name
            assert abs(one - other) > front.NEAR / 2, name
        else:
            assert [one, other] == pytest.approx(places, abs=0.01), name
            apart += 1
    assert apart


SEEN = """selector => [...document.querySelectorAll(selector)].filter(e => {
    const {top, bottom, right} = e.getBoundingClientRect();
    return top < 0 || bottom > innerHeight || right > innerWidth;
}).map(e => e.textContent)"""


@pytest.mark.parametrize("look", ["desktop-light", "phone-light", "phone-dark"])
def test_the_question_and_both_doors_are_on_the_first_screen(tab_of, look):
    page = tab_of(look).open_anew(ADDRESS)
    assert (
        page.locator(".bd-article h1")
        .inner_text()
        .rstrip("#")
        .endswith("ordered classes?")
    )
    assert page.locator(".front-doors a").count() == 2
    assert page.evaluate(SEEN, ".bd-article :is(h1, h1 + p, .front-doors a)") == []
    assert "metric" in page.locator(".bd-article h1 + p").inner_text()
    # As it was: a picture of a screen's height above them.
    page.locator(".front-doors").evaluate("e => { e.style.marginTop = '70rem'; }")
    assert len(page.evaluate(SEEN, ".front-doors a")) == 2


@pytest.mark.parametrize("name", front.ASKED)
def test_a_measure_leads_to_the_first_layer_of_its_chapter(tab, name):
    """To its picture or its rule, and not to a section of the details."""
    page = tab.open_anew(ADDRESS)
    page.locator(f'.front-values [data-measure="{name}"] a').click()
    page.wait_for_url("**#*")
    place = page.locator(f"[id='{page.url.partition('#')[2]}']")
    heading = place.evaluate(
        "e => e.closest('section').querySelector('h2').textContent"
    )
    assert re.match(r"[\d.]* ?The (picture|rule)", heading), heading


def test_a_measure_has_the_name_by_which_the_book_speaks_of_it(bare):
    page = bare.open_anew(ADDRESS)
    for name in ("mmae", "oci"):
        shown = page.locator(f'.front-values [data-measure="{name}"] a').inner_text()
        assert MEASURES[name].symbol in shown
    assert MEASURES["oci"].title.lower() in shown.lower()


def test_who_teaches_finds_the_slides(tab):
    page = tab.open_anew(ADDRESS)
    page.locator("p", has_text="Teaching?").get_by_role("link", name="slides").click()
    assert page.locator("a[href^='slides_']").count() > 5


def test_the_doors_open(tab):
    page = tab.open_anew(ADDRESS)
    page.get_by_role("link", name="Paste your table").click()
    page.locator("#explorer.ready").wait_for(state="attached")
    assert page.evaluate("document.activeElement.matches('.explorer-paste textarea')")
    page = tab.open_anew(ADDRESS)
    page.get_by_role("link", name="Choose a measure", exact=True).first.click()
    page.locator(".guide-step.now").wait_for()


@pytest.mark.parametrize(
    ("look", "most"), [("desktop-light", 560), ("phone-light", 700)]
)
def test_the_box_of_the_two_systems_is_small_and_nothing_in_it_is_empty(
    tab_of, look, most
):
    """It was 896 pixels high at 1360, and 1,100 at 390."""
    page = tab_of(look).open_anew(ADDRESS)
    box = page.locator(".front")
    page.locator(".front .play-cell").first.wait_for()
    assert box.bounding_box()["height"] < most
    last = page.locator(".front-values").bounding_box()
    foot = box.bounding_box()["y"] + box.bounding_box()["height"]
    assert foot - last["y"] - last["height"] < 20
    # Only the buttons of the chosen system are there.
    for system in (1, 0):
        page.locator(".front-system").nth(system).locator(".play-cell").nth(5).focus()
        page.locator(".front").get_by_role("button", name="One more").click()
        assert page.locator(".front .play-tools").filter(visible=True).count() == 1
    changed = [[[*line] for line in counts] for counts in front.SYSTEMS.values()]
    changed[0][1][1] += 1
    changed[1][1][1] += 1
    assert values(page) == expected(changed)


def test_a_tile_opens_its_chapters(bare):
    page = bare.open_anew(ADDRESS)
    tiles = page.locator(".tile")
    assert tiles.count() == 9
    assert page.locator(".tile li").filter(visible=True).count() == 0
    tiles.nth(1).locator("summary").click()
    shown = page.locator(".tile li").filter(visible=True)
    assert [text.split()[0] for text in shown.all_inner_texts()] == [
        "7",
        "8",
        "9",
        "10",
    ]
    shown.first.locator("a").click()
    assert page.url.endswith("accuracy.html")
    # The number is that of the chapter's own heading.
    assert page.locator(".bd-article h1").inner_text().startswith("7.")
