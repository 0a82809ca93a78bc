"""The figures that can be played: their numbers, keys, pointers, and the picture without them."""

import itertools
import re
from fractions import Fraction

import numpy as np
import play
import pytest
import seen
from opened import NARROW, WIDE, text_of
from played import (
    MORE,
    PAGES,
    STATIC,
    TWELVE,
    cell,
    counts,
    drag,
    numbers,
    opened,
    said,
    script_errors,
    slid,
    table,
    with_a_mistake,
)

import ordref
from ordref import data, definitions


@pytest.fixture
def tab(lean):
    yield lean["mouse"]
    assert not script_errors(lean["mouse"])


# ---------------------------------------------------------------------------- every one


def test_every_figure_is_on_a_page():
    assert set(PAGES) == set(play.PLAYS)
    assert {f.stem for f in STATIC.glob("play-*.js")} == {f"play-{n}" for n in PAGES}


def height_of(box, size):
    box.page.set_viewport_size(size)
    return box.bounding_box()["height"]


def figure_faults(lean, name):
    """What is wrong with a figure before anybody plays: every reader opens it once."""
    address, css = f"chapters/{PAGES[name]}.html", f'.play[data-play="{name}"]'
    before = lean["bare"].open(address).locator(css)
    found = [f"without scripts: {f}" for f in seen.ask_of(before, "picture")]
    # Higher or lower once the scripts have run, the page would jump.
    still = lean["unplayed"].open(address).locator(css)
    heights = [height_of(still, size) for size in (WIDE, NARROW)]
    box = opened(lean["mouse"], name)
    heights[0] -= height_of(box, WIDE)
    page = box.page
    replaced = page.locator(f"#{box.get_attribute('data-picture')}.replaced").count()
    there = ["the box is there, and empty", *["no picture", "no caption"] * replaced]
    if seen.ask_of(box, "picture") != there:
        found.append("the picture is there beside the box, or gone")
    page.emulate_media(media="print")
    found += [f"on paper: {fault}" for fault in seen.ask_of(box, "picture")]
    page.emulate_media(media="screen")
    # Of the box alone: test_site.py looks at whole pages.
    found += [fault for fault in seen.access_faults(page) if "play" in fault]
    box = opened(lean["finger"], name)
    heights[1] -= height_of(box, NARROW)
    found += [f"jumps by {by}" for by in heights if abs(by) > 1]
    return found + seen.ask_of(box, "wide") + seen.ask_of(box, "controls")


@pytest.mark.parametrize("name", PAGES)
def test_a_figure_before_anybody_plays(lean, name):
    faults = figure_faults(lean, name)
    assert not faults + script_errors(lean["mouse"]), "\n".join(faults)


def test_what_is_wrong_with_a_figure_is_found(lean):
    """No height is kept; a part is too wide; a control has no name; no picture, no words."""
    box = opened(lean["mouse"], "pairs")
    box.evaluate("box => { box.style = '--wide: 1rem; --narrow: 1rem'; }")
    with_script = box.bounding_box()["height"]
    box.evaluate("box => { box.querySelector('.play-stage').remove(); }")
    assert with_script - box.bounding_box()["height"] > 100
    box = opened(lean["finger"], "pairs")
    box.locator(".play-row").first.evaluate("row => { row.style.width = '500px'; }")
    assert seen.ask_of(box, "wide")
    box = opened(lean["finger"], "mae-cuts")
    box.locator("button").last.evaluate(
        "b => { b.textContent = ''; b.style = 'all: unset'; }"
    )
    assert len(seen.ask_of(box, "controls")) == 2
    picture = box.page.locator(f"#{box.get_attribute('data-picture')}")
    box.page.emulate_media(media="print")
    drawn = picture.locator("svg.drawn")
    drawn.evaluate("e => { e.setAttribute('aria-label', 'A picture'); }")
    picture.locator("figcaption").evaluate("e => { e.remove(); }")
    faults = ["the picture is not described", "no caption"]
    assert seen.ask_of(box, "picture") == faults
    drawn.evaluate("e => { e.remove(); }")
    assert seen.ask_of(box, "picture") == ["no picture", "no caption"]


def test_pages_load_the_scripts_of_their_figures_alone(site):
    for name, stem in PAGES.items():
        text = text_of(f"chapters/{stem}.html")
        scripts = re.findall(r"_static/((?:play|ordref|explorer)[\w-]*\.js)", text)
        assert scripts == ["ordref.js", "play.js", f"play-{name}.js"]
    text = text_of("chapters/glossary.html")
    assert not re.search(r"_static/(play|ordref\.js|explorer)", text)


def test_the_keys_of_a_matrix(tab):
    """The same in all figures with a matrix: arrows, + and -, and the buttons below."""
    box = opened(tab, "pairs")
    tab.page.keyboard.press("Tab")
    cell(box, 0, 0).focus()
    keys = tab.page.keyboard
    for key in ("ArrowRight", "+", "+", "-", "ArrowDown"):
        keys.press(key)
    assert counts(box) == MORE
    assert "True moderate, predicted moderate" in said(box)
    # One stop of the keyboard for all cells.
    assert box.locator(".play-cell[tabindex='0']").count() == 1
    keys.press("Tab")
    assert tab.page.evaluate("document.activeElement.textContent") == "One less"
    keys.press("Enter")
    assert counts(box) == [[4, 3, 0], [0, 2, 1], [1, 1, 0]]
    box.get_by_role("button", name="Start again").click()
    assert counts(box) == TWELVE.tolist()
    cell(box, 0, 2).focus()
    keys.press("-")
    assert "between 0 and 99" in said(box)
    assert counts(box) == TWELVE.tolist()
    link = box.get_by_role("link", name="open it in the explorer").get_attribute("href")
    assert link == "explorer.html?a=4,2,0;0,3,1;1,1,0&an=mild,moderate,severe"


def test_the_last_observation_stays(tab):
    box = opened(tab, "mae-cuts")
    for i, j in itertools.product(range(3), repeat=2):
        cell(box, i, j).focus()
        for _ in range(5):
            tab.page.keyboard.press("-")
    assert counts(box) == [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    cell(box, 2, 1).focus()
    tab.page.keyboard.press("-")
    assert "The last observation stays" in said(box)


# ------------------------------------------------------------------------------- one by one


def test_the_path_of_oc(tab):
    box = opened(tab, "oci-path")
    pairs = definitions.observations(TWELVE.tolist())
    for k in range(37):
        slid(box, "Price of a step, β", k)
        beta = Fraction(k, 288)
        exact = definitions.oci(pairs, 3, beta=beta)
        assert f"= {exact} = {float(exact):.3f}." in said(box), k
        path = ordref.oci_path(TWELVE, beta=float(beta))
        # At the price at which two paths are equally good, either may be shown.
        if k != 16:
            assert " ".join(f"({i},{j})" for i, j in path) in said(box), k
    slid(box, "Price of a step, β", 9)
    assert f"= {ordref.oci(TWELVE):.3f}." in said(box)
    assert box.locator(".play-cell.on-path").count() == 5
    box.get_by_text("How the path is found").click()
    assert table(box, "Partial costs P")[0][0].strip() == "\N{MINUS SIGN}4.00"


def test_the_table_of_oc_is_filled_step_by_step(tab):
    box = opened(tab, "oci-path")
    fill = box.get_by_label("Antidiagonals filled")
    assert not fill.is_visible()
    box.get_by_text("How the path is found").click()
    fill.focus()
    tab.page.keyboard.press("Home")
    sizes = []
    for _ in range(5):
        tab.page.keyboard.press("ArrowRight")
        texts = itertools.chain(*table(box, "Partial costs P"))
        sizes.append(sum(bool(text) for text in texts))
    assert sizes == [1, 3, 6, 8, 9]
    assert "The path" in said(box)


def test_the_path_follows_the_counts(tab):
    box = opened(tab, "oci-path")
    cell(box, 0, 2).focus()
    for _ in range(3):
        tab.page.keyboard.press("+")
    cm = [[4, 2, 3], [0, 3, 1], [1, 1, 0]]
    assert f"= {ordref.oci(cm):.3f}." in said(box)


def test_the_partners_of_each_cell(tab):
    box = opened(tab, "pairs")
    names = data.TWELVE.labels
    people = definitions.observations(TWELVE.tolist())
    every = ordref.pair_counts(TWELVE)
    for i, j in itertools.product(range(3), repeat=2):
        cell(box, i, j).focus()
        # By the definition: all pairs, less those of the others.
        others = list(people)
        for _ in range(TWELVE[i, j]):
            others.remove((i + 1, j + 1))
        rest = definitions.pair_counts(others)
        found = [[int(x) for x in line] for line in table(box, "Pairs")]
        mine = [a - b for a, b in zip(every, rest.values(), strict=True)]
        assert found == [list(x) for x in zip(mine, every, strict=True)]
        assert f"True {names[i]}, predicted {names[j]}" in said(box)
        kinds = box.locator(".play-cell").evaluate_all(
            "all => all.map(b => b.dataset.kind)"
        )
        for (r, c), kind in zip(
            itertools.product(range(3), repeat=2), kinds, strict=True
        ):
            two = definitions.pair_counts([(i + 1, j + 1), (r + 1, c + 1)])
            (name,) = [key for key, count in two.items() if count]
            assert kind == name.replace("_", "-")


def test_a_pointer_shows_the_partners_too(tab):
    box = opened(tab, "pairs")
    cell(box, 2, 1).hover()
    assert "True severe, predicted moderate" in said(box)
    values = [line[0] for line in table(box, "Coefficients")]
    assert values[0].startswith("15/29 =")
    assert float(values[3]) == round(ordref.kendall_tau_b(TWELVE), 3)
    # What changes is the cell that has the focus, wherever the mouse rests or passes.
    cell(box, 0, 1).focus()
    cell(box, 1, 1).hover()
    assert "True moderate, predicted moderate" in said(box)
    tab.page.keyboard.press("+")
    assert counts(box) == MORE
    cell(box, 2, 1).hover()
    box.get_by_role("button", name="One less").hover()
    assert "True mild, predicted moderate" in said(box)
    box.get_by_role("button", name="One less").click()
    assert counts(box) == TWELVE.tolist()


def test_the_cuts_of_mae(tab):
    box = opened(tab, "mae-cuts")
    assert "3/12 + 3/12 = 1/2 = 0.500, the MAE" in said(box)
    assert table(box, "mild | moderate") == [["4", "2"], ["1", "5"]]
    assert table(box, "moderate | severe") == [["9", "1"], ["2", "0"]]
    box.get_by_label("mild | moderate").focus()
    tab.page.keyboard.press("ArrowRight")
    assert said(box).startswith("The cut moderate | severe is crossed by 3 of 12")
    jumps = box.locator(".play-cell").evaluate_all(
        "all => all.map(b => b.dataset.kind === 'jumps')"
    )
    assert jumps == [False, False, True, False, False, True, True, True, False]
    cell(box, 0, 1).focus()
    tab.page.keyboard.press("+")
    assert f"= {definitions.mae(definitions.observations(MORE))} =" in said(box)


def test_kappa_by_three_weights(tab):
    box = opened(tab, "kappa-weights")
    kinds = ("unweighted", "linear", "quadratic")

    def check(cm):
        pairs = definitions.observations(cm)
        for line, weights in zip(
            table(box, "Mean weights, and kappa"), kinds, strict=True
        ):
            value = definitions.weighted_kappa(pairs, weights)
            assert line[2] == f"{value} = {float(value):.3f}"
            assert 1 - Fraction(line[0]) / Fraction(line[1]) == value

    check(TWELVE.tolist())
    chance = [[float(x) for x in line] for line in table(box, "By chance")]
    margins = np.outer(TWELVE.sum(axis=1), TWELVE.sum(axis=0)) / 12
    assert np.allclose(chance, margins, atol=0.0051)
    for kind, corner in zip(kinds, (1, 2, 4), strict=True):
        box.get_by_label(kind, exact=True).check()
        assert said(box).startswith(f"Kappa, {kind}: observed")
        assert (
            box.locator(".play-mark").nth(2).text_content()
            == f"\N{MULTIPLICATION SIGN} {corner}"
        )
    cell(box, 0, 1).focus()
    tab.page.keyboard.press("+")
    check(MORE)


def test_the_region_of_mmae_and_mae(tab):
    box = opened(tab, "mmae-region")
    point = box.get_by_role("slider", name="The point")
    assert "MMAE 1.500, MAE 0.500: possible" in said(box)
    assert (ordref.mmae(TWELVE), ordref.mae(TWELVE)) == (1.5, 0.5)
    point.focus()
    seen = set()
    for key in ["ArrowRight"] * 7 + ["Shift+ArrowDown"] * 2 + ["ArrowLeft"] * 15:
        tab.page.keyboard.press(key)
        x, y, *found = numbers(said(box))
        low, high = map(float, ordref.feasible_mae(x, [6, 4, 2]))
        assert found[:2] == pytest.approx([low, high], abs=0.001)
        assert (": possible" in said(box)) == (low - 1e-3 <= y <= high + 1e-3)
        seen.add(": possible" in said(box))
    assert seen == {True, False}
    # Without the ends nobody can be two classes off.
    slid(box, "Observations of mild", 0)
    slid(box, "Observations of severe", 0)
    assert "No class here can be off" in said(box)
    slid(box, "Observations of moderate", 0)
    assert "The last observation stays" in said(box)
    box.get_by_role("button", name="The twelve patients again").click()
    assert "MMAE 1.500, MAE 0.500: possible" in said(box)


def test_the_errors_that_the_region_names_make_the_point(tab):
    box = opened(tab, "mmae-region")
    for totals in ([6, 4, 2], [1, 9, 5], [0, 6, 2]):
        for name, size in zip(data.TWELVE.labels, totals, strict=True):
            slid(box, f"Observations of {name}", size)
        x, y, _, _, *errors = numbers(said(box))
        errors = [0, *errors] if totals[0] == 0 else errors
        assert max(errors) == pytest.approx(x, abs=0.001)
        assert np.dot(totals, errors) / sum(totals) == pytest.approx(y, abs=0.001)
        assert np.all(np.array(errors) <= [2, 1, 2])


def test_the_point_can_be_dragged(tab):
    box = opened(tab, "mmae-region")
    point = box.get_by_role("slider", name="The point")
    drag(tab.page, point, 40, -60)
    x, y = numbers(said(box))[:2]
    assert x > 1.6
    assert y > 0.7


def test_the_two_sets_of_r_int(tab):
    box = opened(tab, "rint-sets")
    people = definitions.observations(TWELVE.tolist())

    def check():
        T, P = definitions.order_sets(people)  # numbered from 1
        sizes = [len(T & P), len(T - P), len(P - T), 132 - len(T | P), len(T), len(P)]
        *found, value = [line[0] for line in table(box, "Ordered pairs")]
        assert [int(x) for x in found] == sizes
        assert float(value) == round(float(definitions.r_int(people)), 3)
        kinds = box.locator("rect.square:not(.play-key rect)").evaluate_all(
            "all => all.map(e => e.getAttribute('class').split(' ')[1])"
        )
        for (i, j), kind in zip(
            itertools.product(range(12), repeat=2), kinds, strict=True
        ):
            pair = (i + 1, j + 1)
            name = {(1, 1): "both", (1, 0): "only-true", (0, 1): "only-predicted"}
            assert kind == name.get((pair in T, pair in P), "neither")

    check()
    slid(box, "First patient", 7)
    slid(box, "Second patient", 3)
    assert "not in \N{MATHEMATICAL SCRIPT CAPITAL T}" in said(box)
    box.get_by_label("Predicted for the first").select_option("severe")
    people[6] = (2, 3)
    check()


def test_a_square_can_be_touched(tab):
    box = opened(tab, "rint-sets")
    box.locator("rect.square").nth(12 * 4 + 9).hover()
    assert said(box).startswith(
        "First patient 5, mild and predicted moderate; second patient 10"
    )
    assert box.get_by_label("Second patient").input_value() == "10"


def test_the_correlation_rises_to_ii_and_to_sup(tab):
    box = opened(tab, "valuations")
    II, SUP = ordref.ii_correlation(TWELVE), ordref.sup_correlation(TWELVE)

    def value():
        return float(re.search(r"correlation (-?[\d.]+)\.", said(box))[1])

    assert value() == round(ordref.pearson(TWELVE), 3)
    for top, name in ((II, "II"), (SUP, "SUP")):
        last = value()
        for _ in range(60):
            for button in ("Best g for this f", "Best f for this g"):
                box.get_by_role("button", name=button).click()
                assert value() >= last
                last = value()
            if f"This is {name}." in said(box):
                break
        assert last == round(top, 3)
        assert f"This is {name}." in said(box)
        box.get_by_label("the numbers must increase").uncheck()


def test_numbers_move_by_keys_and_pointer(tab):
    box = opened(tab, "valuations")
    middle = box.get_by_role("slider", name="f, true moderate")
    middle.focus()
    for _ in range(5):
        tab.page.keyboard.press("Shift+ArrowRight")
    f = np.array([0, 1, 1])  # no farther than the next, while they must increase
    tab.page.keyboard.press("ArrowRight")
    assert "f = (0.00, 1.00, 1.00)" in said(box)
    g = np.array([0, 0.5, 1])
    rho = np.corrcoef(
        *np.transpose(
            [(f[t - 1], g[p - 1]) for t, p in definitions.observations(TWELVE.tolist())]
        )
    )[0, 1]
    assert f"correlation {rho:.3f}" in said(box)
    last = box.get_by_role("slider", name="g, predicted severe")
    drag(tab.page, last, 40, 0)
    assert float(last.get_attribute("aria-valuenow")) > 1.1


def with_classi(browser, right="", wrong=""):
    """A page without anything but what the curve of a ranking is computed by."""
    page = browser.new_page()
    for name in ("ordref.js", "play.js", "play-classi-curve.js"):
        text = (STATIC / name).read_text(encoding="utf-8")
        if right and "classi" in name:
            assert text.count(right) == 1
            text = text.replace(right, wrong)
        page.add_script_tag(content=text)
    return page


RANKINGS = [[1, 2, 2, 1, 1, 1, 0, 2, 2, 2, 2, 0], [0, 1], [0, 0, 5], [3, 1, 4, 1]]
RANKINGS += np.random.default_rng(8).integers(0, 9, (6, 9)).tolist()


def chance_faults(page):
    faults = []
    for x in RANKINGS:
        curve, found = page.evaluate(
            "x => [ordrefPlay.classi.curve(x), ordrefPlay.classi.chance(x)]", x
        )
        mean, variance = ordref.classi_chance(x)
        same = (
            np.allclose(curve, ordref.classi_curve(x), atol=1e-12)
            and np.allclose(found["mean"], mean, atol=1e-12)
            and np.allclose(found["variance"], variance, atol=1e-12)
        )
        faults += [] if same else [f"{x}: {found}, not {mean}, {variance}"]
    return faults


BANDS = {
    "second * ends": "second * starts",
    "- P * P * mu2": "",
    "Math.max(0, x[a] - x[b])": "Math.abs(x[a] - x[b])",
    "2 * P * total": "P * total",
}


def test_the_band_of_chance_is_that_of_the_package(browser):
    page = with_classi(browser)
    assert not chance_faults(page)
    page.close()
    for right, wrong in BANDS.items():
        page = with_classi(browser, right, wrong)
        assert chance_faults(page), wrong
        page.close()


def tiles(box):
    return [int(x) for x in box.locator(".play-tile").all_text_contents()]


def test_tiles_of_a_ranking(tab):
    box = opened(tab, "classi-curve")
    x = RANKINGS[0]
    assert tiles(box) == x

    def check():
        curve = ordref.classi_curve(x)
        assert numbers(said(box))[:2] == pytest.approx(
            [curve[0], curve[-1]], abs=5.1e-4
        )
        mean, variance = ordref.classi_chance(x)
        out = np.sum(np.abs(curve - mean) > 2 * np.sqrt(variance) + 1e-9)
        assert (f"{out} of its 12 points" in said(box)) == bool(out)

    check()
    # Chosen by a key, moved by the arrows, and let go.
    box.locator(".play-tile").first.focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "Enter"):
        tab.page.keyboard.press(key)
    x = [2, 2, 1, *x[3:]]
    assert tiles(box) == x
    check()
    # Dragged onto another.
    one, other = (box.locator(".play-tile").nth(k).bounding_box() for k in (0, 6))
    drag(
        tab.page,
        box.locator(".play-tile").first,
        other["x"] - one["x"],
        other["y"] - one["y"],
    )
    x = [0, 2, 1, *x[3:6], 2, *x[7:]]
    assert tiles(box) == x
    check()
    near = sorted(x)
    for button, x in (("The best order", near), ("The worst", near[::-1])):
        box.get_by_role("button", name=button).click()
        assert tiles(box) == x
        check()
    assert "ClasSi of the first is -1.000, of all -1.000" in said(box)
    box.get_by_role("button", name="Shuffle").click()
    assert sorted(tiles(box)) == sorted(x)


def test_a_finger_swaps_two_tiles(lean):
    box = opened(lean["finger"], "classi-curve")
    before = tiles(box)
    box.locator(".play-tile").nth(0).tap()
    box.locator(".play-tile").nth(6).tap()
    assert tiles(box) == [before[6], *before[1:6], before[0], *before[7:]]


WRONG = [
    ("oci-path", "beta * T * Math.abs(i - j) - unit", "beta * T - unit", test_the_path_of_oc),
    ("pairs", "i < r === j < c", "i < r === j > c", test_the_partners_of_each_cell),
    ("mae-cuts", "(i > k ? 1 : 0)", "(i >= k ? 1 : 0)", test_the_cuts_of_mae),
    ("kappa-weights", "(d) => d * d", "(d) => d", test_kappa_by_three_weights),
    ("mmae-region", "Math.min(x, farthest[i]))) / N]", "x)) / N]", test_the_region_of_mmae_and_mae),
    ("rint-sets", "all[i][1] <= all[j][1]", "all[i][1] < all[j][1]", test_the_two_sets_of_r_int),
    ("valuations", "- mean(0) * mean(1)", "", test_the_correlation_rises_to_ii_and_to_sup),
    ("classi-curve", "swap(k, k + by)", "null", test_tiles_of_a_ranking),
]  # fmt: skip


@pytest.mark.parametrize(("name", "right", "wrong", "check"), WRONG)
def test_a_figure_that_is_wrong_is_found(lean, name, right, wrong, check):
    with_a_mistake(lean["mouse"], name, right, wrong, check)
