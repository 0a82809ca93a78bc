"""The figures that are drawn by the units of their axes: what is drawn is what the package says."""

import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from files import ROOT
from played import (
    TWELVE,
    cell,
    counts,
    numbers,
    opened,
    plain,
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


def drawn(box, css):
    """Left, bottom, width and height of rectangles, in parts of the axes."""
    axis = box.locator("path.axis").get_attribute("d")
    left, top, bottom, right = map(float, re.findall(r"[\d.]+", axis))
    found = box.locator(f".play-drawing rect{css}").evaluate_all(
        "all => all.map(e => ['x', 'y', 'width', 'height'].map(k => +e.getAttribute(k)))"
    )
    wide, high = right - left, bottom - top
    return [
        ((x - left) / wide, (bottom - y - h) / high, w / wide, h / high)
        for x, y, w, h in found
    ]


def area(rectangles):
    return sum(w * h for _, _, w, h in rectangles)


def move(box, i, j, way):
    cell(box, i, j).focus()
    box.get_by_role("button", name=f"Predict one {way}").click()


def told(value):
    """A value as the figures write it: exact, and with three decimals."""
    exact = f"{value} = " if Fraction(value).denominator > 1 else ""
    return f"{exact}{float(value):.3f}"


# ------------------------------------------------------------------------------ a matrix


def test_an_observation_is_moved_to_the_next_prediction(tab):
    box = opened(tab, "accuracy-bars")
    move(box, 0, 1, "higher")
    assert counts(box) == [[4, 1, 1], [0, 3, 1], [1, 1, 0]]
    # The cell that it is in now is chosen: once more, and it is at the end.
    box.get_by_role("button", name="Predict one higher").click()
    assert "No class is beyond" in said(box)
    move(box, 1, 0, "higher")
    assert "No observation is in this cell" in said(box)
    move(box, 2, 1, "lower")
    assert counts(box) == [[4, 1, 1], [0, 3, 1], [2, 0, 0]]


def test_no_cell_is_overfull(tab):
    box = opened(tab, "agreement-chance")
    slid(box, "Both say mild", 99)
    assert counts(box)[0][0] == 99
    cell(box, 0, 0).focus()
    tab.page.keyboard.press("+")
    assert counts(box)[0][0] == 99
    assert "between 0 and 99" in said(box)


# ---------------------------------------------------------------------------- one by one


def test_the_area_above_the_stairs(tab):
    box = opened(tab, "within-stairs")

    def check(cm):
        assert counts(box) == cm
        pairs = definitions.observations(cm)
        mae = definitions.mae(pairs)
        stairs = [definitions.accuracy_within(pairs, k) for k in range(3)]
        below = drawn(box, '[data-distance="0"]')
        assert [h for _, _, _, h in below] == pytest.approx(stairs)
        box.get_by_label("across").check()
        terms = re.findall(r"(\d+/\d+) x (\d)", said(box))
        assert sum(Fraction(share) * int(d) for share, d in terms) == mae
        bars = drawn(box, ".cut")
        assert all(x == 0 for x, *_ in bars)
        assert len(bars) == sum(
            bool(cm[r][c]) for r in range(3) for c in range(3) if r != c
        )
        assert 3 * area(bars) == pytest.approx(float(mae))
        assert 3 * area(
            drawn(box, '[data-distance]:not([data-distance="0"])')
        ) == pytest.approx(float(mae))
        box.get_by_label("upwards").check()
        terms = [Fraction(t) for t in re.findall(r"\d+/\d+", said(box).split(".")[0])]
        assert terms == [1 - share for share in stairs if share < 1]
        assert sum(terms) == mae
        columns = drawn(box, ".cut")
        assert [y + h for _, y, _, h in columns] == pytest.approx([1] * len(columns))
        assert 3 * area(columns) == pytest.approx(float(mae))
        assert f"The area is {told(mae)}, the MAE" in said(box)

    check(TWELVE.tolist())
    move(box, 0, 1, "higher")
    check([[4, 1, 1], [0, 3, 1], [1, 1, 0]])


def test_the_squares_of_rps(tab):
    box = opened(tab, "forecast-steps")
    names = data.TWELVE.labels
    # Twelfths; the second pushes the first down, the first the second up.
    for at, moved, truth in [
        ((9, 12), (), 0),
        ((3, 9), (0, 1), 2),
        ((2, 2), (1,), 1),
        ((11, 11), (0,), 0),
    ]:
        for k in moved:
            slid(box, f"Probability of at most {names[k]}", at[k])
        box.get_by_label(names[truth], exact=True).check()
        p = [Fraction(x, 12) for x in (at[0], at[1] - at[0], 12 - at[1])]
        rows = table(box, "What the forecast costs")
        for t in range(3):
            one = [(t + 1, p)]
            assert Fraction(rows[0][t]) == definitions.ranked_probability_score(one)
            assert Fraction(rows[1][t]) == definitions.brier_score(one)
            log = definitions.logarithmic_score(one)
            assert plain(rows[2][t]) == (f"{log:.3f}" if log < math.inf else "∞")
        score = definitions.ranked_probability_score([(truth + 1, p)])
        assert f"= {score} = " in said(box)
        assert numbers(said(box)) == pytest.approx([float(score)], abs=5.1e-4)
        squares = drawn(box, "[data-distance]")
        assert 2.4 * 1.2 * area(squares) == pytest.approx(float(score))
        assert [2.4 * w for _, _, w, _ in squares] == pytest.approx(
            [1.2 * h for *_, h in squares]
        )
        gaps = drawn(box, ".band")  # between the staircases
        assert [y for _, y, _, _ in gaps] == pytest.approx(
            [y for _, y, _, _ in squares]
        )


def test_three_expectations(tab):
    box = opened(tab, "agreement-chance")

    def check(cm):
        assert counts(box) == cm
        pairs = definitions.observations(cm)
        exact = {
            "κ": definitions.weighted_kappa(pairs),
            "π": definitions.weighted_pi(pairs),
            "AC2": definitions.gwet_ac2(pairs, 3),
        }
        rows = table(box, "Disagreement, linear weights")
        orange, outer = drawn(box, '[data-distance="1"]'), drawn(box, ".cut")
        for (name, value), row, seen, whole in zip(
            exact.items(), rows, orange, outer, strict=True
        ):
            observed, expected = map(Fraction, row[:2])
            assert definitions.mae(pairs) == observed
            assert value == 1 - observed / expected
            assert plain(row[2]) == told(value)
            assert f"{name} {told(value)}" in said(box)
            assert (2 * seen[2], 2 * whole[2]) == pytest.approx(
                (float(observed), float(expected))
            )
        negative = min(exact.values()) < 0
        assert ("makes it negative" in said(box)) == negative

    check(TWELVE.tolist())
    slid(box, "Both say mild", 60)
    check([[60, 2, 0], [0, 3, 1], [1, 1, 0]])
    box.get_by_role("button", name="Start again").click()
    assert box.get_by_role("slider", name="Both say mild").input_value() == "4"
    cell(box, 0, 2).focus()
    for _ in range(9):
        tab.page.keyboard.press("+")
    check([[4, 2, 9], [0, 3, 1], [1, 1, 0]])


def test_ranks_and_positions(tab):
    box = opened(tab, "spearman-ranks")

    def check(cm):
        assert counts(box) == cm
        n = np.array(cm)
        pairs = definitions.observations(cm)
        values = [
            float(plain(line[0]).split()[-1]) for line in table(box, "Coefficients")
        ]
        exact = [ordref.spearman(n), ordref.pearson(n)]
        assert values == pytest.approx(exact, abs=5.1e-4)
        for k, places in enumerate(("average ranks", "positions")):
            box.get_by_label(places).check()
            texts = [[plain(x) for x in line] for line in table(box, "Scores")]
            a, b = np.array(texts, dtype=float).T
            rows, columns = n.sum(axis=1), n.sum(axis=0)
            value = a @ n @ b / np.sqrt((rows @ a**2) * (columns @ b**2))
            assert value == pytest.approx(exact[k])
            assert numbers(said(box)) == [round(exact[k], 3)]
        box.get_by_label("average ranks").check()
        words = box.locator(".play-drawing text").all_text_contents()
        sides = zip(*pairs, strict=True)
        ranks = [
            dict(zip(side, definitions.average_ranks(side), strict=True))
            for side in sides
        ]
        labels = data.TWELVE.labels
        shown = {
            f"{labels[k - 1]} {float(rank):g}"
            for side in ranks
            for k, rank in side.items()
        }
        assert set(filter(None, words)) == shown

    check(TWELVE.tolist())
    cell(box, 2, 0).focus()
    assert "True severe, predicted mild: 1 x 10 x -7 = -70" in said(box)
    move(box, 2, 0, "higher")
    check([[4, 2, 0], [0, 3, 1], [0, 2, 0]])


def test_two_standard_errors(tab):
    box = opened(tab, "how-sure")
    axis = 3  # classes, from half a class below 0

    def check(cm, *known):
        assert counts(box) == cm
        for name in ("mae", "amae", "mmae"):
            box.get_by_label(name.upper(), exact=True).check()
            value = getattr(ordref, name)(cm)
            if name not in known:
                assert math.isnan(ordref.standard_error(name, cm))
                assert "there is no standard error" in said(box)
                assert not drawn(box, "[data-distance]")
                continue
            rows = table(box, "Value and two standard errors")
            bars = drawn(box, "[data-distance]")
            for by, row, bar in zip((1, 4, 16, 64), rows, bars, strict=True):
                error = ordref.standard_error(name, np.array(cm) * by)
                ends = [value - 2 * error, value + 2 * error]
                found = [float(plain(x)) for x in row]
                assert found == pytest.approx(
                    [np.sum(cm) * by, error, *ends], abs=5.1e-4
                )
                shown = [bar[0] * axis - 0.5, (bar[0] + bar[2]) * axis - 0.5]
                assert shown == pytest.approx(np.clip(ends, -0.5, 2.5), abs=1e-6)

    check(TWELVE.tolist(), "mae", "amae", "mmae")
    move(box, 0, 1, "higher")
    check([[4, 1, 1], [0, 3, 1], [1, 1, 0]], "mae", "amae", "mmae")
    # Now two classes are the worst.
    move(box, 2, 0, "higher")
    move(box, 2, 1, "higher")
    check([[4, 1, 1], [0, 3, 1], [0, 1, 1]], "mae", "amae")


def the_ten():
    """The ten patients of the chapter: their classes, and both predictions."""
    book = json.loads((ROOT / "chapters/difference.ipynb").read_text(encoding="utf-8"))
    (lines,) = [c["source"] for c in book["cells"] if c["id"] == "sure-three-tests"]
    read = dict(line.split(" = ") for line in lines if re.match(r"\w+ = \[", line))
    return [json.loads(read[name]) for name in ("grades", "bold", "careful")]


def test_all_exchanges(tab):
    box = opened(tab, "exchange")
    pairs = box.locator(".play-pair")

    def check():
        """What is said and drawn is the difference of the tiles; is it as far as seen?"""
        off = [[int(x) for x in text] for text in pairs.all_text_contents()]
        shown = sum(a - b for a, b in off)
        far = abs(shown) >= 3
        assert (
            f"careful: {shown}, {'at least as far from' if far else 'nearer to'} 0"
            in said(box)
        )
        (x, *_) = drawn(box, ".at")
        assert 20 * (x[0] + x[2] / 2) - 10 == pytest.approx(shown)
        return off, far

    true, bold, careful = the_ten()
    triples = list(zip(true, bold, careful, strict=True))
    off, _ = check()
    assert off == [[abs(t - a), abs(t - b)] for t, a, b in triples]
    value, p = definitions.over_all_exchanges(definitions.mae, triples)
    assert value * 10 == sum(a - b for a, b in off) == -3
    assert f"p = {p} = {float(p):.3f}" in said(box)
    # The orange bars are that part of all of them.
    tail, middle = drawn(box, ".tail"), drawn(box, ".band")
    assert area(tail) / area(tail + middle) == pytest.approx(float(p))
    pairs.last.focus()
    tab.page.keyboard.press("Enter")
    assert pairs.last.get_attribute("aria-pressed") == "true"
    assert check()[0][-1] == [0, 3]
    pairs.first.click()
    assert check()[0][0] == [1, 0]
    times = 0
    for k in range(1, 9):
        box.get_by_role("button", name="Exchange at random").click()
        times += check()[1]
        assert f"At random: {times} of {k} at least as far." in said(box)
    box.get_by_role("button", name="As observed").click()
    assert check()[0] == off


def test_the_blue_area_is_accuracy(tab):
    box = opened(tab, "accuracy-bars")

    def check(cm):
        assert counts(box) == cm
        pairs = definitions.observations(cm)
        ccr, ms = definitions.ccr(pairs), definitions.minimum_sensitivity(pairs)
        found = [line[0] for line in table(box, "Values")]
        assert found == [told(ccr), told(ms), told(definitions.mae(pairs))]
        blue = drawn(box, '[data-distance="0"]')
        assert area(blue) == pytest.approx(float(ccr))
        assert min(h for *_, h in blue) == pytest.approx(float(ms))
        assert area(drawn(box, "[data-distance]")) == pytest.approx(1)
        assert f"CCR, {told(ccr)}; the lowest blue bar is {told(ms)}." in said(box)
        return found

    before = check(TWELVE.tolist())
    move(box, 0, 1, "higher")
    after = check([[4, 1, 1], [0, 3, 1], [1, 1, 0]])
    assert (before[:2], before[2] < after[2]) == (after[:2], True)
    move(box, 0, 0, "higher")
    check([[3, 2, 1], [0, 3, 1], [1, 1, 0]])


WRONG = [
    ("within-stairs", "apart(cell) <= k", "apart(cell) < k", test_the_area_above_the_stairs),
    ("forecast-steps", "(t <= k ? PARTS : 0)", "(t < k ? PARTS : 0)", test_the_squares_of_rps),
    ("agreement-chance", "4 * N * N]", "3 * N * N]", test_three_expectations),
    ("spearman-ranks", "sizes[k] + 1) / 2", "sizes[k]) / 2", test_ranks_and_positions),
    ("how-sure", "/ classes(n).length ** 2", "/ classes(n).length", test_two_standard_errors),
    ("exchange", "Math.abs(total) >= Math", "Math.abs(total) > Math", test_all_exchanges),
    ("accuracy-bars", "wide, x / sizes[r]", "wide, x / N", test_the_blue_area_is_accuracy),
]  # fmt: skip


@pytest.mark.parametrize(("name", "right", "wrong", "check"), WRONG)
def test_a_figure_that_is_wrong_is_found(lean, name, right, wrong, check):
    with_a_mistake(lean["mouse"], name, right, wrong, check)
