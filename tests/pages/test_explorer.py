"""The explorer: a matrix that can be changed, and every measure of it."""

import contextlib
import csv
import io
import math
import re
import shlex
from fractions import Fraction
from urllib.parse import quote

import numpy as np
import pytest
import seen
from explored import (
    DOT,
    PAGE,
    cell,
    counts,
    opened,
    paste,
    press,
    row,
    said,
    settled,
    shown,
)
from files import read
from opened import text_of, wait

import ordref
from ordref import data
from ordref.catalogue import MEASURES
from ordref.instruments.files.crosstab import count_table

NEITHER = "\N{EN DASH}"
NASTY = ["<b>bold</b>", "A & B, 50%", "under_score;", 'it\'s "quoted" \\ #{}~^$']


@pytest.fixture
def explorer(from_disk):
    """The page opened from a file, as a reader without a server opens it."""
    yield opened(from_disk)
    assert not [said for said in from_disk.faults if said.startswith("script error")]


def test_without_scripts_the_values_are_there(bare):
    page = bare.open(PAGE)
    values = ordref.evaluate(data.TWELVE.counts)["value"]
    found = shown(page)
    assert set(found) == set(MEASURES)
    assert all(abs(found[name] - value) <= 0.00005 for name, value in values.items())
    assert "Without scripts" in page.locator("#explorer").inner_text()
    assert page.locator("#explorer tbody td").all_inner_texts()[:3] == ["4", "2", "0"]
    assert row(page, "mae", "exact") == "1/2"


def test_the_page_begins_with_the_values_that_it_has_without_scripts(explorer):
    rows = re.findall(r'data-measure="(\w+)".*?class="decimal">([^<]*)<', text_of(PAGE))
    assert {name: float(value) for name, value in rows} == shown(explorer)
    assert counts(explorer) == data.TWELVE.counts.tolist()
    assert "#" not in explorer.url


def test_typing_changes_every_measure(explorer):
    cell(explorer, 2, 2).fill("5")
    cm = [[4, 2, 0], [0, 3, 1], [1, 1, 5]]
    values = ordref.evaluate(cm)["value"]
    found = shown(explorer)
    assert all(abs(found[name] - value) <= 0.00005 for name, value in values.items())
    assert row(explorer, "mae", "exact") == str(Fraction(6, 17))


# What has no level: measures that refuse shares, and correlations that no guess leaves at 0.
NO_LEVEL = {
    name
    for name, m in MEASURES.items()
    if m.accepts == "counts" or name == "sup_correlation" or m.searches
}


def levels_of(page):
    """Where the thin line stands on each bar, from 0 at one end to 1, and what is heard of it."""
    found = settled(page).evaluate(
        """() => [...document.querySelectorAll('[data-measure]')].map(row => {
            const line = row.querySelector('.level');
            const {width} = line.getBoundingClientRect();
            const at = new DOMMatrix(getComputedStyle(line).transform).m41 / width;
            const heard = row.querySelector('.visually-hidden').textContent;
            return [row.dataset.measure, line.hidden ? null : [at, heard]];
        })"""
    )
    return {name: level for name, level in found if level}


def test_the_level_of_guessing(explorer):
    """Of the table that has the margins of the matrix, and is independent."""
    rng = np.random.default_rng(7)
    tables = [data.TWELVE.counts, *(rng.integers(0, 9, (K, K)) for K in (2, 4, 5, 8))]
    tables.append(np.array([[3, 0, 0], [0, 0, 0], [1, 0, 0]]))  # some are undefined
    for n in tables:
        paste(explorer, "\n".join(" ".join(map(str, line)) for line in n.tolist()))
        table = np.outer(n.sum(axis=1), n.sum(axis=0)) / n.sum()
        found = levels_of(explorer)
        for name in MEASURES.keys() - NO_LEVEL:
            m, value = MEASURES[name], MEASURES[name](table)
            assert (name in found) == (not math.isnan(value)), name
            if name in found:
                share = (value - m.least) / (m.greatest(len(n)) - m.least)
                at, heard = found[name]
                assert at == pytest.approx(share, abs=0.0026), name
                number = heard.removeprefix("guessing gives ").removesuffix("; ")
                assert float(number.replace("\N{MINUS SIGN}", "-")) == pytest.approx(
                    value, abs=0.00005
                )
        assert not NO_LEVEL & found.keys()
    cell(explorer, 0, 0).fill("0")
    cell(explorer, 2, 0).fill("0")
    assert levels_of(explorer) == {}  # no observations


def test_the_keyboard_alone(explorer):
    cell(explorer, 0, 0).focus()
    keys = explorer.keyboard
    keys.press("ArrowUp")
    keys.press("Shift+ArrowUp")
    keys.press("Tab")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("ArrowDown")  # no count is below 0
    assert counts(explorer)[0] == [15, 0, 0]
    keys.press("Enter")
    keys.type("7")
    assert counts(explorer)[1] == [0, 7, 1]
    keys.press("Control+z")
    assert counts(explorer)[1] == [0, 3, 1]
    # Every button is reached, the first from above.
    explorer.get_by_role("button", name="Pin this matrix").focus()
    keys.press("Enter")
    assert explorer.locator("th.change").is_visible()


def drag(page, box, up):
    """The pointer takes a count and moves it up, a little at a time."""
    at = box.bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 11):
        page.mouse.move(x + 1, y - up * k / 10)
    page.mouse.up()


def test_a_count_is_dragged_in_one_step(explorer):
    drag(explorer, cell(explorer, 0, 1), 30)
    assert counts(explorer)[0] == [4, 7, 0]
    values = ordref.evaluate(counts(explorer))["value"]
    assert abs(shown(explorer)["mae"] - values["mae"]) <= 0.00005
    drag(explorer, cell(explorer, 1, 1), -400)  # no count is below 0
    assert counts(explorer)[1] == [0, 0, 1]
    press(explorer, "Undo")
    assert counts(explorer)[1] == [0, 3, 1]
    press(explorer, "Undo")
    assert counts(explorer) == data.TWELVE.counts.tolist()
    assert explorer.get_by_role("button", name="Undo").is_disabled()


def test_a_click_is_no_drag(explorer):
    box = cell(explorer, 0, 1)
    drag(explorer, box, 3)
    assert counts(explorer) == data.TWELVE.counts.tolist()
    assert box.evaluate("e => e === document.activeElement")
    assert explorer.get_by_role("button", name="Undo").is_disabled()


def test_a_count_dragged_there_and_back_is_no_step(explorer):
    box = cell(explorer, 0, 1).bounding_box()
    x, y = box["x"] + 9, box["y"] + 9
    explorer.mouse.move(x, y)
    explorer.mouse.down()
    for height in (20, 40, 20, 0):
        explorer.mouse.move(x, y - height)
    assert counts(explorer) == data.TWELVE.counts.tolist()
    assert explorer.get_by_role("button", name="Undo").is_disabled()
    explorer.mouse.move(x, y - 12)
    explorer.mouse.up()
    assert counts(explorer)[0] == [4, 4, 0]
    press(explorer, "Undo")
    assert counts(explorer) == data.TWELVE.counts.tolist()


def test_a_count_typed_as_it_was_begins_no_step(explorer):
    assert counts(explorer)[0] == [4, 2, 0]
    cell(explorer, 0, 0).fill("5")
    box = cell(explorer, 0, 1)
    for text in ("2", "25"):
        box.fill(text)
    press(explorer, "Undo")
    assert counts(explorer)[0] == [5, 2, 0]
    press(explorer, "Undo")
    assert counts(explorer) == data.TWELVE.counts.tolist()


def test_a_finger_drags_a_count(tab_of):
    tab = tab_of("phone-light", has_touch=True, is_mobile=True)
    page = opened(tab)
    box = cell(page, 0, 0)
    box.scroll_into_view_if_needed()
    at = box.bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    session = tab.context.new_cdp_session(page)

    def touch(kind, *points):
        event = {"type": kind, "touchPoints": [{"x": x, "y": p} for p in points]}
        session.send("Input.dispatchTouchEvent", event)

    before = page.evaluate("scrollY")
    touch("touchStart", y)
    for height in range(4, 52, 4):
        touch("touchMove", y - height)
    touch("touchEnd")
    assert counts(page)[0] == [12, 2, 0]
    assert page.evaluate("scrollY") == before
    press(page, "Undo")
    assert counts(page) == data.TWELVE.counts.tolist()
    session.detach()


def hidden_share(page, where):
    """The share of the cells of Matrix A that cannot be seen or touched."""
    page.locator(where).scroll_into_view_if_needed()
    return page.evaluate(
        """() => {
            const cells = [...document.querySelectorAll(
                '.explorer-count, .explorer-matrix thead th, .explorer-matrix caption')];
            const away = cells.filter(e => {
                const {x, y, width, height} = e.getBoundingClientRect();
                return document.elementFromPoint(x + width / 2, y + height / 2) !== e;
            });
            return away.length / cells.length;
        }"""
    )


def test_the_matrix_stays_in_sight_among_the_measures(explorer):
    for name in ("kendall_tau_b", "uoc", "coanti_correlation"):
        assert hidden_share(explorer, f"[data-measure={name}]") == 0
    # Without its place it would be far above.
    explorer.locator("#explorer").evaluate("e => { e.style.position = 'static' }")
    assert hidden_share(explorer, "[data-measure=coanti_correlation]") == 1


def cut_values(page):
    """Values of which a part cannot be seen."""
    return (
        settled(page)
        .locator("[data-measure] :is(.decimal, .exact)")
        .evaluate_all(
            """all => all.filter(e => e.scrollWidth > e.clientWidth + 1
            && getComputedStyle(e).display !== 'inline').map(e => e.textContent)"""
        )
    )


LARGE = "12345 678 9 1 0\n3 2345 5 0 1\n0 4 20001 3 1\n0 1 5 1813 2\n77 0 1 3 1551"


def test_no_value_is_cut(explorer):
    for text in ("1 2\n3 4", LARGE, LARGE.replace("1", "11111")):
        paste(explorer, text)
        assert cut_values(explorer) == []
    press(explorer, "Pin this matrix")
    paste(explorer, LARGE)
    assert cut_values(explorer) == []
    press(explorer, "Unpin")
    explorer.locator(".exact").first.evaluate("e => { e.textContent = '9'.repeat(40) }")
    assert len(cut_values(explorer)) == 1


NO_COUNT = {
    "two": "give a whole number",
    "-1": "negative: give 0 or more",
    "1.5": "give a whole number",
    "1e3": "give a whole number",
    "": "give a whole number",
    "1000000000000001": "10^15",
}


def test_a_count_that_is_none_changes_nothing(explorer):
    before, box = shown(explorer), cell(explorer, 0, 1)
    for typed, why in NO_COUNT.items():
        box.fill(typed)
        assert why in said(explorer), typed
        assert "true “mild”, predicted “moderate”" in said(explorer)
        assert box.get_attribute("aria-invalid") == "true", typed
        assert shown(explorer) == before
        box.blur()
        assert box.input_value() == "2"
        assert "is 2 again" in said(explorer)


def test_a_million_billions_and_nothing_at_all(explorer):
    cell(explorer, 0, 0).fill("1000000000000000")
    assert shown(explorer)["mae"] == 6e-15
    assert row(explorer, "mae", "exact") == str(Fraction(6, 10**15 + 8))
    for i in range(3):
        for j in range(3):
            cell(explorer, i, j).fill("0")
    settled(explorer)
    assert set(explorer.locator("[data-measure] .decimal").all_text_contents()) == {
        "undefined"
    }
    assert "no observations" in row(explorer, "mae", "exact")


def test_rows_out_of_sight_follow_those_in_sight(explorer):
    """Two changes in one task: what is out of sight gets the values of the second."""
    cell(explorer, 0, 0).focus()
    seen.settle(explorer)  # for what is in sight is told with the next frame
    at_once = explorer.evaluate(
        """() => {
            const text = e => e.querySelector('.decimal').textContent;
            const rows = [...document.querySelectorAll('[data-measure]')];
            const away = rows.filter(e => e.getBoundingClientRect().top > innerHeight);
            const before = rows.map(text);
            for (let k = 0; k < 2; k++)
                document.activeElement.dispatchEvent(
                    new KeyboardEvent('keydown', {key: 'ArrowUp', bubbles: true}));
            return {away: away.map(e => e.dataset.measure), first: text(rows[0]) !== before[0],
                    still: away.every(e => text(e) === before[rows.indexOf(e)])};
        }"""
    )
    assert at_once["first"]
    assert at_once["still"]
    assert "uoc" in at_once["away"]
    matrix = counts(explorer)
    assert shown(explorer)["uoc"] == pytest.approx(ordref.uoc(matrix), abs=5e-5)


def test_a_measure_out_of_sight_is_computed_after_those_in_sight(explorer):
    """A search takes longer than all else: nobody waits for one that is not in sight."""
    cell(explorer, 0, 0).focus()
    seen.settle(explorer)
    at_once, later = explorer.evaluate(
        """async () => {
            const asked = new Set(), {of} = ordref;
            ordref.of = cm => {
                const found = name => (asked.add(name), computed.found(name)), computed = of(cm);
                return {...computed, found};
            };
            document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', {key: 'ArrowUp', bubbles: true}));
            const atOnce = [...asked];
            await new Promise(done => setTimeout(done));
            ordref.of = of;
            return [atOnce, [...asked]];
        }"""
    )
    assert "ccr" in at_once
    assert not {"ii_correlation", "co_correlation", "uoc"} & set(at_once)
    assert set(later) == set(explorer.evaluate("ordref.names"))


def test_undefined_says_why(explorer):
    paste(explorer, "0 3\n0 4")
    assert row(explorer, "kendall_tau_b", "decimal") == "undefined"
    assert row(explorer, "kendall_tau_b", "exact") == "only one class is predicted"


MATRICES = [
    "1 2\n3 4",
    "1,2\n3,4",
    "1\t2\r\n3\t4\n",
    "[[1, 2], [3, 4]]",
    "[[1 2]\n [3 4]]",
    "cm = np.array([[1, 2],\n [3, 4]])",
    "((1, 2), (3, 4),)",
    "true,low,high\nlow,1,2\nhigh,3,4",
    "true,predicted\n" + "a,a\na,b\na,b\n" + 3 * "b,a\n" + 4 * "b,b\n",
]


def test_a_matrix_can_be_pasted(explorer):
    for text in MATRICES:
        paste(explorer, text)
        assert counts(explorer) == [[1, 2], [3, 4]], (text, said(explorer))
        press(explorer, "Undo")
        assert counts(explorer) == data.TWELVE.counts.tolist()


def test_labels_are_in_the_order_of_the_names(explorer):
    paste(explorer, "severe mild\nmild mild\nmoderate severe")
    assert counts(explorer) == [[1, 0, 0], [0, 0, 1], [1, 0, 0]]
    paste(explorer, "10 9\n9 9\n10 10\n2 2")
    assert counts(explorer) == [[1, 0, 0], [0, 1, 0], [0, 1, 1]]
    assert "2 < 9 < 10" in said(explorer)


UNREADABLE = {
    "": "nothing to read",
    "hello": "paste rows",
    "1 2 3\n4 5 6": "as many columns as rows",
    "1 -2\n3 4": "negative",
    "1 0.5\n3 4": "whole number",
    "1 x\n3 4 5": "“x” is not a count",
    "5": "2 to 8",
    "\n".join(["0 " * 9] * 9): "2 to 8",
    "1 1e16\n3 4": "whole number",
}


def test_what_cannot_be_read_changes_nothing(explorer):
    for text, why in UNREADABLE.items():
        paste(explorer, "4 2 0\n0 3 1\n1 1 0")  # something else is said
        assert why not in said(explorer)
        paste(explorer, text)
        assert why in said(explorer), text
        assert counts(explorer) == data.TWELVE.counts.tolist(), text


def more(page):
    """What is asked for less often."""
    page.locator(".explorer-more > summary").first.click()


def test_buttons(explorer):
    cm = data.TWELVE.counts
    more(explorer)
    press(explorer, "Transpose")
    assert counts(explorer) == cm.T.tolist()
    press(explorer, "Undo")
    press(explorer, "Reverse the order")
    assert counts(explorer) == cm[::-1, ::-1].tolist()
    press(explorer, "Undo")
    press(explorer, "Merge with the next")
    assert counts(explorer) == [[9, 1], [2, 0]]
    press(explorer, "Undo")
    press(explorer, "Double the class")
    assert counts(explorer) == [[8, 4, 0], [0, 3, 1], [1, 1, 0]]
    press(explorer, "Undo")
    press(explorer, "Move one error further")
    assert counts(explorer) == [[4, 1, 1], [0, 3, 1], [1, 1, 0]]
    press(explorer, "Undo")
    assert counts(explorer) == cm.tolist()
    press(explorer, "Redo")
    assert counts(explorer) == [[4, 1, 1], [0, 3, 1], [1, 1, 0]]
    cell(explorer, 1, 1).click()
    press(explorer, "One more")
    assert counts(explorer)[1] == [0, 4, 1]


def test_every_table_of_the_book_can_be_loaded(explorer):
    choice = explorer.get_by_label("Load a table").first
    values = choice.locator("option").evaluate_all("all => all.map(e => e.value)")
    held = [data.TWELVE.counts, *(data.matrix(id).counts for id in data.matrices())]
    assert values == ["", *map(str, range(len(held)))]
    for k, n in enumerate(held):
        choice.select_option(str(k))
        scale = Fraction(np.sum(counts(explorer)) / np.sum(n)).limit_denominator(1)
        assert np.allclose(counts(explorer), n * float(scale), rtol=1e-12, atol=0)
        assert scale == 1 or "times" in said(explorer)
        found = shown(explorer)
        assert abs(found["mae"] - ordref.mae(n)) <= 0.00005
        gaps = set(MEASURES) - set(found)
        assert all(MEASURES[name].searches for name in gaps if len(n) > 4)
        texts = {row(explorer, name, "decimal") for name in gaps}
        assert texts <= {"by the package", "undefined"}


def test_fewer_classes_say_what_they_lose(explorer):
    more(explorer)
    explorer.get_by_label("Classes").first.select_option("2")
    assert counts(explorer) == [[4, 2], [0, 3]]
    assert said(explorer).startswith("3 observations")
    explorer.get_by_label("Classes").first.select_option("8")
    assert len(counts(explorer)) == 8
    assert row(explorer, "mae", "ends") == "0 to 7, lower"


def test_mae_and_tau_b_disagree_on_what_is_pinned(explorer):
    press(explorer, "Pin this matrix")
    paste(explorer, "9 1 0\n1 0 0\n0 0 0")
    assert row(explorer, "mae", "change").endswith("better")
    assert row(explorer, "kendall_tau_b", "change").endswith("worse")
    # A part of another: its change is neither.
    assert re.fullmatch(
        "\N{MINUS SIGN}0.0[0-9]+", row(explorer, "id_correlation", "change")
    )
    press(explorer, "Unpin")
    assert explorer.locator("th.change").is_hidden()


def test_who_wins(explorer):
    press(explorer, "Compare with a second matrix")
    assert set(explorer.locator("td.winner").all_text_contents()) == {"equal"}
    cell(explorer, 0, 0, "Matrix B").fill("400")
    assert counts(explorer) == data.TWELVE.counts.tolist()
    values = (
        ordref.evaluate(counts(explorer)),
        ordref.evaluate(counts(explorer, "Matrix B")),
    )
    for name, (one, other) in zip(
        values[0].index, zip(*(v["value"] for v in values), strict=True), strict=True
    ):
        better = {"high": one - other, "low": other - one, "neither": 0}[
            MEASURES[name].better
        ]
        word = "A" if better > 1e-9 else "B" if better < -1e-9 else "equal"
        expected = {NEITHER} if MEASURES[name].better == "neither" else {word}
        assert {row(explorer, name, "winner")} == expected, name
    press(explorer, "Remove Matrix B")
    assert explorer.locator("td.winner").first.is_hidden()


def nasty(page):
    paste(page, "1 2 0 0\n0 3 1 0\n0 0 5 1\n2 0 0 4")
    for k, name in enumerate(NASTY):
        page.locator(".explorer-name").nth(k).fill(name)


def test_the_address_brings_all_back(explorer, from_disk):
    nasty(explorer)
    press(explorer, "Pin this matrix")
    press(explorer, "Compare with a second matrix")
    cell(explorer, 0, 0).fill("77")
    wait(explorer, "location.hash.includes('77')", "the address to follow")
    address = explorer.url.partition("#")[2]
    before = settled(explorer).locator(".explorer-table").inner_text()
    opened(from_disk, f"#{address}")
    names = explorer.locator(".explorer-name").evaluate_all(
        "all => all.map(e => e.value)"
    )
    assert names == 2 * NASTY
    assert counts(explorer)[0][0] == 77
    assert counts(explorer, "Matrix B")[0][0] == 1
    assert explorer.locator(".explorer-table").inner_text() == before
    # Names are texts, never markup.
    assert explorer.locator("#explorer b").count() == 0
    assert explorer.locator("thead th").get_by_text("<b>bold</b>").count() == 2


def test_the_link_of_a_chapter_opens_the_twelve(from_disk):
    links = re.findall(r'href="explorer.html(\?[^"]*)"', text_of("chapters/mae.html"))
    (link,) = set(links)
    page = opened(from_disk, link.replace("&amp;", "&"))
    assert counts(page) == data.TWELVE.counts.tolist()
    assert page.locator(".explorer-name").nth(1).input_value() == "moderate"


EMPTY = ["#a=", "#a=1,2", "#a=1,x;2,3", "#a=1,2;3,4&an=%E0%A4%A,b", "#a=1;2,3", "#a"]


def test_an_address_that_holds_nothing_shows_the_twelve(from_disk):
    for address in EMPTY:
        page = opened(from_disk, address)
        assert counts(page) == data.TWELVE.counts.tolist(), address
        assert address == "#a" or "The address holds no matrix" in said(page), address


def test_what_is_taken_away(explorer, tmp_path):
    nasty(explorer)
    explorer.locator(".explorer-take").evaluate("box => { box.open = true; }")
    text = explorer.get_by_label("Text to copy")

    def taken(name):
        press(explorer, name)
        return text.input_value()

    cm = counts(explorer)
    table = list(csv.reader(io.StringIO(taken("Matrix as CSV"))))
    assert table[0][1:] == NASTY
    assert [[line[0], *map(int, line[1:])] for line in table[1:]] == [
        [name, *line] for name, line in zip(NASTY, cm, strict=True)
    ]
    file = tmp_path / "matrix.csv"
    file.write_text(taken("Matrix as CSV"), encoding="utf-8")
    assert count_table(str(file), None, NASTY) == (NASTY, cm)
    values = list(csv.DictReader(io.StringIO(taken("Values as CSV"))))
    assert [v["measure"] for v in values] == explorer.evaluate("ordref.names")
    expected = ordref.evaluate(cm)["value"]
    for value in values:
        if value["measure"] in expected:
            assert abs(float(value["value"]) - expected[value["measure"]]) < 1e-9
    code = taken("Python")
    space = {}
    exec(code.replace("print(table)", ""), space)
    assert (space["classes"], space["cm"]) == (NASTY, cm)
    assert space["table"]["value"].equals(expected)
    tex = taken("LaTeX")
    assert r"\textless{}b\textgreater{}bold" in tex
    assert r"A \& B, 50\%" in tex
    assert r"under\_score;" in tex
    assert r"\textbackslash{} \#\{\}\textasciitilde{}\textasciicircum{}\$" in tex
    address = taken("The address").strip()
    assert quote("<b>bold</b>", safe="") in address
    explorer.wait_for_url(address)
    with explorer.expect_download() as waiting:
        press(explorer, "Download")
    assert waiting.value.suggested_filename == "address.txt"


def test_what_was_taken_away_can_be_pasted(explorer, from_disk):
    nasty(explorer)
    cm = counts(explorer)
    explorer.locator(".explorer-take").evaluate("box => { box.open = true; }")
    press(explorer, "Matrix as CSV")
    text = explorer.get_by_label("Text to copy").input_value()
    opened(from_disk)
    paste(explorer, text)
    assert counts(explorer) == cm
    names = explorer.locator(".explorer-name").evaluate_all(
        "all => all.map(e => e.value)"
    )
    assert names[:4] == NASTY


def printed(page, text):
    """What is listed when a reader types a number, each with its value."""
    box = page.locator(".explorer-printed")
    if box.get_attribute("open") is None:
        box.locator("summary").click()
    box.get_by_label("A paper prints").fill(text)
    return box.locator("li")


def test_what_a_paper_prints(explorer):
    found = printed(explorer, "0.42").all_text_contents()
    first = ordref.identify(data.TWELVE.counts, "0.42")
    plain = [o for o in first if o.kind == "measure"]
    assert found[: len(plain)] == [f"{o.words} {o.value:.6g}" for o in plain]
    assert {"misprint", "mistake"} < {o.kind for o in first}
    heads = explorer.locator(".explorer-printed .kind").all_text_contents()
    assert heads[0] == f"Measures (by chance {plain[0].by_chance:.2g})"
    assert heads[-1].startswith("Mistakes")
    assert f"{len(found)} formulas give 0.42." in box_of(explorer)
    # It follows the matrix, and says where a link leads.
    assert printed(explorer, "0.4166667").count() == 1
    cell(explorer, 2, 0).fill("400")
    wait(explorer, "!document.querySelector('.explorer-printed li')", "an empty list")
    assert "None of the formulas give 0.4166667." in box_of(explorer)
    (link,) = printed(explorer, "1.7032%").first.locator("a").all()
    assert link.get_attribute("href") == "accuracy.html#sec-accuracy-definition"
    # Of more than fit, the first; and the others are counted.
    assert printed(explorer, "1").count() == 20
    assert re.search(r"and \d+ more", box_of(explorer))


def box_of(page):
    return page.locator(".explorer-printed > div").inner_text()


def test_what_is_no_printed_number_says_so(explorer):
    for text in ("0,42", "hello", "--1", "<b>1</b>", "1e3", f"0.{'1' * 41}"):
        assert printed(explorer, text).count() == 0
        assert f"“{text}” is no number as papers print it" in box_of(explorer)
    assert printed(explorer, "").count() == 0
    assert "is no number" not in box_of(explorer)
    for i in range(3):
        for j in range(3):
            cell(explorer, i, j).fill("0")
    assert printed(explorer, "0.5").count() == 0
    assert "there are no observations" in box_of(explorer)


def test_the_command_that_tries_all(explorer):
    for number in ("0.42", "\N{MINUS SIGN}41.7%"):
        printed(explorer, number)
        command = explorer.locator(".explorer-printed code").inner_text()
        python, option, code = shlex.split(command)
        assert (python, option) == ("python", "-c")
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            exec(code, {})
        answer = ordref.identify(data.TWELVE.counts, number)
        assert told.getvalue() == f"{answer}\n"


def test_every_control_has_a_name(explorer):
    press(explorer, "Compare with a second matrix")
    nameless = explorer.locator("#explorer").evaluate(
        """root => [...root.querySelectorAll('input, select, textarea')]
            .filter(e => !e.labels.length && !e.getAttribute('aria-label')).length"""
    )
    assert nameless == 0


def test_on_paper_there_are_no_controls(explorer):
    explorer.emulate_media(media="print")
    controls = explorer.locator("#explorer :is(input, select, button, textarea)")
    assert controls.filter(visible=True).count() == 0
    assert explorer.locator("#explorer tbody td").all_inner_texts()[:3] == [
        "4",
        "2",
        "0",
    ]


def test_a_page_without_this_page_has_none_of_its_scripts(site):
    for file in ("ordref.js", "explorer.js", "explorer-data.js", "explorer.css"):
        assert f"_static/{file}" in text_of(PAGE)
        assert f"_static/{file}" not in text_of("chapters/glossary.html")


def test_a_measure_that_the_browser_lacks_is_a_gap(from_disk):
    """As if the catalogue had one more than the script."""
    body, script = (
        read("chapters/_static/ordref.js").replace("    uoc,\n", ""),
        "**/_static/ordref.js*",
    )
    page, kind = from_disk.page, "text/javascript"
    page.route(script, lambda route: route.fulfill(body=body, content_type=kind))
    try:
        opened(from_disk)
        assert row(page, "uoc", "decimal") == "by the package"
        assert row(page, "mae", "decimal") == "0.5000"
    finally:
        page.unroute(script)


def test_a_phone_sees_value_and_range_without_scrolling(tab_of):
    page = opened(tab_of("phone-light"))
    width = "e => e.scrollWidth - e.clientWidth"
    assert page.locator(".explorer-values").evaluate(width) <= 0
    # The best value is within its bar.
    paste(page, "1 0\n0 1")
    bar, mark = (
        page.locator(f"[data-measure=ccr] {s}").bounding_box()
        for s in (".bar", ".bar > .dot")
    )
    edge = mark["x"] + DOT
    assert abs(edge - bar["x"] - bar["width"]) < 1
