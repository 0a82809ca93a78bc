"""The explorer and the figures to play with, which answer to the mouse and to keys.

What is done there, step by step; each step says what is then to be read.
"""

import re
from fractions import Fraction

from opened import BLANK

import ordref
from ordref import data, definitions

CELL, TILE, SLIDER, DOT = (
    ".play-cell",
    ".play-tile",
    "input[type=range]",
    ".play-handle",
)
TWELVE = data.TWELVE.counts.tolist()
MORE = [[4, 2, 1], [0, 3, 1], [1, 1, 0]]  # one more of the mild is predicted severe
STEPS = {}


def on(page, box):
    """Where the steps are done, and what of the page says so."""

    def listed(steps):
        STEPS[steps.__name__] = (f"chapters/{page}.html", box, steps)
        return steps

    return listed


@on("explorer", "[data-measure=mae]")
def explorer(hands):
    yield "1/2"
    hands.click("button", "Move one error further")
    yield "7/12"
    hands.click("button", "Undo")
    yield "1/2"
    hands.click(".explorer-count", k=8)
    hands.press("Control+a", "5")
    yield "6/17"
    hands.press("ArrowUp")
    yield "1/3"


def oc(cm):
    """With the tenth price: a step of the slider is less where there are more observations."""
    pairs = definitions.observations(cm)
    return definitions.oci(pairs, 3, beta=Fraction(10, 24 * len(pairs)))


@on("oci", ".play")
def oci_path(hands):
    hands.focus(SLIDER, "Price of a step, β")
    hands.press("ArrowRight")
    yield f"= {oc(TWELVE)} ="
    hands.click(CELL, k=2)
    hands.click("button", "One more")
    yield f"= {oc(MORE)} ="


@on("pairs", ".play")
def pairs(hands):
    hands.hover(CELL, k=7)
    yield "True severe, predicted moderate"
    hands.focus(CELL)
    hands.press("ArrowRight", "ArrowRight", "+")
    yield f"{ordref.kendall_tau_b(MORE):.3f}"


@on("mae", ".play")
def mae_cuts(hands):
    hands.click("input", "moderate | severe")
    yield "The cut moderate | severe is crossed by 3 of 12"
    hands.press("ArrowLeft")
    yield "The cut mild | moderate is crossed by 3 of 12"
    hands.click(CELL, k=2)
    hands.press("+")
    yield f"= {definitions.mae(definitions.observations(MORE))} ="


@on("kappa", ".play")
def kappa_weights(hands):
    hands.click("input", "quadratic")
    yield "Kappa, quadratic: observed"
    hands.press("ArrowLeft")
    yield "Kappa, linear: observed"


@on("mmae", ".play")
def mmae_region(hands):
    hands.focus(DOT)
    hands.press("ArrowRight")
    yield "MMAE 1.533, MAE 0.500"
    hands.drag(DOT, None, 40, -60)
    yield re.compile(r"MMAE (1\.[6-9]|2\.0)\d*, MAE (0\.[7-9]|1)")


@on("rint", ".play")
def rint_sets(hands):
    hands.hover("rect.square", k=12 * 4 + 9)
    yield "First patient 5, mild and predicted moderate; second patient 10"
    hands.focus(SLIDER, "First patient")
    hands.press("ArrowRight")
    yield "First patient 6"


@on("functional", ".play")
def valuations(hands):
    hands.focus(DOT, "f, true moderate")
    hands.press("Shift+ArrowRight")
    yield "f = (0.00, 0.60, 1.00)"
    hands.drag(DOT, "g, predicted severe", 40, 0)
    yield re.compile(r"g = \(0\.00, 0\.50, 1\.[1-5]")


@on("classi", ".play")
def classi_curve(hands):
    hands.focus(TILE)
    yield "122111022220"  # the distances on the tiles
    hands.press("Enter", "ArrowRight", "ArrowRight", "Enter")
    yield "221111022220"
    (x, y), (to_x, to_y) = (hands.spot(TILE, k=k) for k in (0, 6))
    hands.drag(TILE, None, to_x - x, to_y - y)
    yield "021111222220"


@on("within", ".play")
def within_stairs(hands):
    hands.click("input", "upwards")
    yield "5/12 + 1/12. The area is 1/2"
    hands.click(CELL, k=1)
    hands.click("button", "Predict one higher")
    yield "5/12 + 2/12. The area is 7/12"


@on("forecasts", ".play")
def forecast_steps(hands):
    hands.focus(SLIDER, "Probability of at most mild")
    hands.press("ArrowLeft")
    yield "The forecast 2/3, 1/3, 0"
    hands.click("input", "severe")
    yield f"= {definitions.ranked_probability_score([(3, [Fraction(2, 3), Fraction(1, 3), 0])])} ="


@on("difference", ".play")
def exchange(hands):
    hands.click(".play-pair", k=9)
    yield "careful: -9, at least as far"
    hands.focus(".play-pair", k=0)
    hands.press("Enter")
    yield "careful: -7, at least as far"


def answer_faults(page, name, seconds=20):
    """What was to be read after a step and was not, on the page that is open."""
    _, box, steps = STEPS[name]
    for step, expected in enumerate(steps(page)):
        known = isinstance(expected, re.Pattern)
        pattern = expected if known else re.compile(re.escape(expected))
        if not page.reads(box, pattern, seconds):
            return [f"{name}, step {step + 1}: no {pattern.pattern}: {page.text(box)}"]
    return []


def open_figure(page, name):
    address, _, _ = STEPS[name]
    page.open(address)
    page.wait(
        "!!document.querySelector('.play.ready, #explorer.ready')",
        f"{name} to be ready",
    )
    # Else what is laid out meanwhile moves the figure away under the hand.
    page.wait(f"() => ({BLANK})() === 0", f"the last section of {address}")
