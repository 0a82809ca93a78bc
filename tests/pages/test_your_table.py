"""A table of the reader's own: read or refused in words, kept in the browser, and used."""

import json

import card
import numpy as np
import pytest
import seen
from explored import paste
from lively import LATE, MAE, agreed, run_depth
from opened import wait
from played import PAGES, STATIC, cell, script_errors
from playwright.sync_api import expect

import ordref
from ordref.catalogue import MEASURES

EXPLORER = "chapters/explorer.html"
CM, NAMES = [[5, 1, 0], [2, 6, 1], [0, 3, 7]], ["low", "mid", "high"]
NUMBERED = ["class 1", "class 2", "class 3"]
NAMED = "true\tlow\tmid\thigh\nlow\t5\t1\t0\nmid\t2\t6\t1\nhigh\t0\t3\t7"
# Of every figure with a matrix, what a table of the reader's moves.
BOARDS = sorted({*PAGES} - {"rint-sets", "mmae-region", "valuations", "classi-curve"})
BOARDS = [name for name in BOARDS if name not in ("exchange", "forecast-steps")]
KEY = "your-table"


@pytest.fixture
def fresh(new_tab):
    """A tab in which nothing is remembered."""
    tab = new_tab()
    yield tab
    assert not script_errors(tab)


def counts(page):
    box = page.get_by_role("region", name="Matrix A")
    found = box.locator(".explorer-count").evaluate_all("all => all.map(e => +e.value)")
    return np.reshape(found, (3, 3)).tolist()


def stored(page):
    return page.evaluate("key => localStorage.getItem(key)", KEY)


def asked(page, button=None):
    (button or page.get_by_role("button", name="Your table")).first.click()
    dialog = page.get_by_role("dialog", name="Your table")
    dialog.wait_for()
    return dialog


def use(page, text, button=None):
    dialog = asked(page, button)
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_role("button", name="Use it").click()
    return dialog


# ----------------------------------------------------------------------------------- read

READ = {
    "blanks": ("5 1 0\n2 6 1\n0 3 7", NUMBERED),
    "tabs": ("5\t1\t0\n2\t6\t1\n0\t3\t7\n", NUMBERED),
    "commas": ("5,1,0\r\n2, 6, 1\r\n0,3,7\r\n\r\n", NUMBERED),
    "semicolons": ("5;1;0\n2;6;1\n0;3;7", NUMBERED),
    "one line": ("5 1 0; 2 6 1; 0 3 7", NUMBERED),
    "an address": ("5,1,0;2,6,1;0,3,7", NUMBERED),
    "Python": ("cm = [[5, 1, 0], [2, 6, 1], [0, 3, 7]]", NUMBERED),
    "numpy": ("array([[5, 1, 0],\n       [2, 6, 1],\n       [0, 3, 7]])", NUMBERED),
    "printed by numpy": ("[[5 1 0]\n [2 6 1]\n [0 3 7]]", NUMBERED),
    "whole numbers of a float": ("5.0 1.0 0.0\n2e0 6 1\n+0 3 7", NUMBERED),
    "names on both sides": (NAMED, NAMES),
    "names above": ("low mid high\n5 1 0\n2 6 1\n0 3 7", NAMES),
    "names at the left": ("low 5 1 0\nmid 2 6 1\nhigh 0 3 7", NAMES),
    "an empty corner": (",low,mid,high\nlow,5,1,0\nmid,2,6,1\nhigh,0,3,7", NAMES),
    "quoted names": (
        '"t","a, b","c ""d""","<b>"\n"a, b",5,1,0\n"c ""d""",2,6,1\n"<b>",0,3,7',
        ["a, b", 'c "d"', "<b>"],
    ),
}


@pytest.mark.parametrize(("text", "names"), READ.values(), ids=READ)
def test_a_table_is_read(tab, text, names):
    page = tab.open(MAE)
    assert page.evaluate("text => ordrefTable.read(text)", text) == {
        "counts": CM,
        "names": names,
    }


REFUSED = {
    "": "There is nothing to read: type or paste rows of counts.",
    "  \n ": "There is nothing to read: type or paste rows of counts.",
    "1 -2\n3 4": "Row 1, column 2 is negative: give 0 or more.",
    "1 2\n3": "Row 2 has length 1, and there are 2 rows: the table has to be square.",
    "1 2 3\n4 5 6": "Row 1 has length 3, and there are 2 rows: the table has to be square.",
    "1 NaN\n2 3": "Row 1, column 2 is “NaN”, not a count: give whole numbers.",
    "[[1, nan], [2, 3]]": "Row 1, column 2 is “nan”, not a count: give whole numbers.",
    "1 2\n3 Infinity": "Row 2, column 2 is “Infinity”, not a count: give whole numbers.",
    "1,\n3,4": "Row 1, column 2 is “”, not a count: give whole numbers.",
    "1 1e16\n2 3": "Row 1, column 2 is above 10^15: divide all counts by a number.",
    "1 10000000000000001\n2 3": "Row 1, column 2 is above 10^15: divide all counts by a number.",
    "0.5 0.5\n1 0": "Row 1, column 1 is 0.5, not a whole number: give counts.",
    "0 0\n0 0": "There are no observations: give a count above 0.",
    "7": "The classes are 1: give 2 to 20.",
    "\n".join([" ".join("1" * 21)] * 21): "The classes are 21: give 2 to 20.",
}


@pytest.mark.parametrize(("text", "words"), REFUSED.items())
def test_what_is_no_table_is_refused_in_words(fresh, text, words):
    """Nothing is stored, nothing moves, and what was typed stays to be mended."""
    page = fresh.open(MAE)
    board = page.locator(".play .play-board .play-count")
    before = board.all_text_contents()
    dialog = use(page, text)
    assert dialog.get_by_role("alert").inner_text() == words
    assert dialog.get_by_role("textbox").input_value() == text
    assert dialog.is_visible()
    assert stored(page) is None
    assert board.all_text_contents() == before


# ------------------------------------------------------------------------------- remembered


def test_a_table_is_typed_once_and_used_on_other_pages(fresh):
    page = fresh.open(EXPLORER)
    assert stored(page) is None
    paste(page, NAMED)
    assert counts(page) == CM
    expect(page.locator("[data-measure=mae] .exact")).to_have_text("7/25")
    assert json.loads(stored(page)) == {"counts": CM, "names": NAMES}
    page = fresh.open(MAE)
    box = page.locator(".play")
    dialog = asked(page, box.get_by_role("button", name="Your table"))
    assert dialog.get_by_role("textbox").input_value().endswith(NAMED[4:])
    dialog.get_by_role("button", name="Use it").click()
    assert "= 7/25 = 0.280, the MAE" in box.get_by_role("status").inner_text()
    assert box.locator("thead th[scope=col]").all_inner_texts()[:3] == NAMES
    # The way back to the book, and to nothing remembered.
    dialog = asked(page, box.get_by_role("button", name="Your table"))
    dialog.get_by_role("button", name="As in the book").click()
    assert "= 1/2 = 0.500, the MAE" in box.get_by_role("status").inner_text()
    dialog = asked(page, box.get_by_role("button", name="Your table"))
    assert not dialog.get_by_role("button", name="As in the book").is_visible()
    dialog.get_by_role("button", name="Forget it").click()
    assert stored(page) is None
    assert dialog.get_by_role("textbox").input_value() == ""
    assert not dialog.get_by_role("button", name="Forget it").is_visible()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert fresh.faults == []  # nothing was asked of another host, either


def test_the_matrix_of_the_explorer_becomes_the_table(fresh):
    page = fresh.open(EXPLORER)
    page.get_by_role("region", name="Matrix A").locator(".explorer-count").nth(8).fill(
        "5"
    )
    box = page.locator(".explorer-paste").first
    box.locator("summary").click()
    box.get_by_role("button", name="Take Matrix A").click()
    box.get_by_role("button", name="Use it").click()
    kept = json.loads(stored(page))
    assert kept["counts"] == [[4, 2, 0], [0, 3, 1], [1, 1, 5]]
    assert kept["names"] == ["mild", "moderate", "severe"]


def test_the_explorer_has_one_way_to_give_a_table(fresh):
    """It is there when the page comes again, read as labels too, and can be forgotten."""
    page = fresh.open(EXPLORER)
    named = page.locator(".explorer-all").get_by_text("Your table", exact=True)
    assert named.count() == 1
    box = page.locator(".explorer-paste").first
    paste(page, "a a\na b\nb b")
    assert json.loads(stored(page)) == {"counts": [[1, 1], [0, 1]], "names": ["a", "b"]}
    for text in ("0 0\n0 0", "1 2\n3"):  # not to be kept, or not to be read
        paste(page, text)
        assert json.loads(stored(page))["names"] == ["a", "b"]
    page.get_by_role("button", name="Compare with a second matrix").click()
    other = page.locator(".explorer-paste").nth(1)
    other.locator("summary").click()
    other.get_by_role("textbox").fill("9 9\n9 9")
    other.get_by_role("button", name="Use it").click()
    assert json.loads(stored(page))["names"] == ["a", "b"]  # that is another's
    page = fresh.open_anew(EXPLORER)
    box = page.locator(".explorer-paste").first
    box.locator("summary").click()
    assert box.get_by_role("textbox").input_value().endswith("a\t1\t1\nb\t0\t1")
    box.get_by_role("button", name="Forget it").click()
    assert stored(page) is None
    assert not box.get_by_role("button", name="Forget it").is_visible()


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"counts": [[1, -1], [0, 1]]}', '{"counts": 3}']
)
def test_what_was_stored_by_something_else_is_no_table(fresh, text):
    page = fresh.open(MAE)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
    page = fresh.open_anew(MAE)
    assert asked(page).get_by_role("textbox").input_value() == ""


def test_where_nothing_can_be_stored_it_lasts_as_long_as_the_page(fresh):
    page = fresh.open(MAE)
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }"
    )
    use(page, "5 1 0\n2 6 1\n0 3 7")
    assert page.evaluate("ordrefTable.kept()")["counts"] == CM
    assert asked(page).get_by_role("textbox").input_value().startswith("5\t1\t0")


# ------------------------------------------------------------------------------- in figures


@pytest.mark.parametrize("name", BOARDS)
def test_every_figure_with_a_matrix_takes_it(fresh, name):
    """Also one of other classes than it was drawn for, and on a narrow page."""
    page = fresh.open(f"chapters/{PAGES[name]}.html")
    box = page.locator(f'.play[data-play="{name}"]')
    button = box.get_by_role("button", name="Your table")
    for text, n in (
        ("5 1 0\n2 6 1\n0 3 7", CM),
        ("9 1\n1 400", [[9, 1], [1, 400]]),
        (
            "3 1 0 0 1\n0 2 1 0 0\n0 1 4 1 0\n0 0 1 3 1\n1 0 0 0 2",
            [
                [3, 1, 0, 0, 1],
                [0, 2, 1, 0, 0],
                [0, 1, 4, 1, 0],
                [0, 0, 1, 3, 1],
                [1, 0, 0, 0, 2],
            ],
        ),
    ):
        use(page, text, button)
        found = box.locator(".play-board .play-count").all_text_contents()
        assert [int(x) for x in found] == np.ravel(n).tolist()
        cell(box, 0, 0).focus()
        page.keyboard.press("-")
        page.keyboard.press("+")
        assert box.get_by_role("status").inner_text()
        assert "NaN" not in box.inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    wait(page, "document.documentElement.scrollWidth <= innerWidth", "a page that fits")
    many = "\n".join([" ".join("1" * 6)] * 6)
    dialog = use(page, many, button)
    assert "has room for 5 classes" in dialog.get_by_role("alert").inner_text()
    dialog.get_by_role("textbox").fill("1 2\n3 1000")
    dialog.get_by_role("button", name="Use it").click()
    assert "counts up to 999" in dialog.get_by_role("alert").inner_text()
    assert json.loads(stored(page))["counts"] == [
        [1, 2],
        [3, 1000],
    ]  # for other places


def test_every_figure_with_a_matrix_is_asked(site):
    """None is left out of the test above: a board is what a matrix is played on."""
    of = {f.stem[5:]: f.read_text(encoding="utf-8") for f in STATIC.glob("play-*.js")}
    assert sorted(name for name, text in of.items() if "= board({" in text) == BOARDS


@pytest.mark.parametrize("look", ["desktop-dark", "phone-light"])
def test_the_dialog_is_seen_and_heard(new_tab, look):
    tab = new_tab(look)
    page = tab.open(MAE)
    dialog = asked(page)
    assert page.evaluate("document.activeElement.id") == "your-table-text"
    box = dialog.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= tab.viewport["width"]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Your table"
    asked(page)
    assert seen.access_faults(page) == []


def test_pages_without_a_use_for_it_do_not_load_it(tab):
    tab.open_anew("chapters/glossary.html")
    assert not [file for file in tab.loaded if "your_table" in file]


# ------------------------------------------------------------------------- in boxes to try


def test_a_box_to_try_takes_it_as_cm(browser, whole):
    with run_depth(browser, whole, look="phone-dark") as (tab, page):
        box = page.locator(".task-box")
        button = box.get_by_role("button", name="Your table")
        use(page, NAMED, button)
        code = box.locator(".live-code").inner_text()
        assert f"cm = {CM}\n" in code
        assert code.startswith("import ordref")
        box.get_by_role("button", name="Run").click()
        agreed(page)
        said = box.locator(".cell_output")
        said.wait_for(timeout=LATE)
        mer, mae = eval(said.inner_text().strip())
        assert (mer, mae) == (ordref.mer(CM), ordref.mae(CM))
        assert tab.faults == []
        page.locator(".live-bar").get_by_role("button", name="Start again").click()
        assert "[[4, 2, 0]" in box.locator(".live-code").inner_text()


# --------------------------------------------------------------------- on the rulers of cards

OWN = ".ruler .own"
OWN_SCRIPTS = ("card_own.js", "ordref.js")


def with_table(tab, counts, name):
    page = tab.open(name)
    table = json.dumps({"counts": counts, "names": NAMES[: len(counts)]})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, table])
    return tab.open_anew(name)


def rulers(page):
    """Of each ruler its measure, its ends, and where the reader's dot is, with what words."""
    return page.locator(".ruler:not(.ruler-small)").evaluate_all(
        """all => all.map(r => [r.dataset.ruler, +r.dataset.left, +r.dataset.right,
            parseFloat(r.querySelector("circle.own")?.getAttribute("cx")),
            r.querySelector("text.own")?.textContent, r.getAttribute("aria-label")])"""
    )


@pytest.mark.parametrize("look", ["desktop-dark", "phone-light"])
@pytest.mark.parametrize("chapter", ["mmae", "agreement", "functional", "raters"])
def test_a_kept_table_is_a_dot_on_each_ruler(new_tab, look, chapter):
    tab = new_tab(look)
    page = with_table(tab, CM, f"chapters/{chapter}.html")
    known = [r for r in rulers(page) if r[0] in MEASURES]
    assert (
        len(known) == {"mmae": 2, "agreement": 3, "functional": 1, "raters": 0}[chapter]
    )
    wait(
        page,
        f"document.querySelectorAll('.ruler circle.own').length === {len(known)}",
        "dots",
    )
    for name, left, right, place, words, heard in rulers(page):
        if name not in MEASURES:
            assert words is None  # ratings and forecasts are no table
            continue
        value = float(MEASURES[name](np.array(CM)))
        assert place == pytest.approx(100 * (value - left) / (right - left), abs=1e-6)
        assert words == f"your table {card.in_digits(value)}"
        assert heard.endswith(f", {words}")
    wide = page.evaluate("innerWidth")
    for box in page.locator(".ruler text.own").all():
        at = box.bounding_box()
        assert 0 <= at["x"] <= at["x"] + at["width"] <= wide
    assert not script_errors(tab)


def test_without_a_table_nothing_is_shown_and_nothing_loaded(fresh):
    page = fresh.open("chapters/comonotone.html")
    page.wait_for_load_state("networkidle")
    assert not page.locator(OWN).count()
    assert not {f for f in fresh.loaded if f.rpartition("/")[2] in OWN_SCRIPTS}


def test_what_cannot_be_computed_there_has_no_dot(new_tab):
    """A search of many classes, a value beyond a ruler of three classes, an undefined one."""
    K = 6
    for counts, name in (
        (np.eye(K, dtype=int)[::-1], "mae"),  # off by more than two classes on average
        (np.eye(K, dtype=int), "functional"),
        (np.diag([9, 0]), "kappa"),
    ):
        page = with_table(new_tab(), counts.tolist(), f"chapters/{name}.html")
        wait(
            page,
            "window.ordrefOwn && document.querySelector('.ruler').dataset.heard",
            name,
        )
        first = rulers(page)[0]
        assert first[4] is None, name
        assert "your table" not in first[5]


def test_a_dot_comes_and_goes_with_the_table(fresh):
    page = fresh.open(MAE)
    button = page.locator(".play").get_by_role("button", name="Your table")
    use(page, NAMED, button)
    words = page.locator(".ruler text.own").first
    expect(words).to_have_text("your table 0.28")
    asked(page, button).get_by_role("button", name="Forget it").click()
    expect(page.locator(OWN)).to_have_count(0)
