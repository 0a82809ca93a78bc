"""Ratings go where they are meant: to the coefficients of several raters, and nowhere else."""

import functools

import numpy as np
import pytest
from bad import refuses

import ordref
from ordref import from_ratings
from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.on_request import ON_REQUEST

# Two raters whose linear kappa is 1/4, and Scott's pi of the same weights 1/9.
ROWS = [[1, 1], [1, 2], [1, 2], [1, 2], [2, 2], [1, 3], [3, 3], [2, 3]]
RATINGS = from_ratings(ROWS)
OF_RATERS = {"weighted_pi", "krippendorff_alpha", "gwet_ac2"}
OTHERS = sorted({*MEASURES, *ON_REQUEST} - OF_RATERS)
MEANT = "cm holds ratings by several raters.*conger_kappa.*confusion_matrix"


@pytest.mark.parametrize("name", OTHERS)
def test_a_measure_of_a_truth_refuses_ratings(name):
    measure = (MEASURES | ON_REQUEST)[name]
    for held in (RATINGS, RATINGS.by_unit, [RATINGS, RATINGS]):
        with refuses(MEANT):
            measure(held)
    for question in (ordref.interval, ordref.standard_error):
        with refuses(MEANT):
            question(name, RATINGS, sampling="clusters")


ELSEWHERE = {
    "as_matrices": ordref.as_matrices,
    "identify": lambda r: ordref.identify(r, ".1111"),
    "sample_size": lambda r: ordref.sample_size("mae", r, half_width=0.1),
    "chance": lambda r: ordref.chance("mae", r),
    "evaluate, by name": lambda r: ordref.evaluate({"a": r}),
    "evaluate, a list": lambda r: ordref.evaluate([r]),
    "two options": functools.partial(ordref.weighted_kappa, weights="quadratic"),
    "r_int": ordref.r_int,
    "draw_matrix": ordref.plots.draw_matrix,
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_no_other_function_reads_them_as_a_matrix(name):
    with refuses("cm holds ratings"):
        ELSEWHERE[name](RATINGS)


def test_the_coefficients_of_raters_still_take_them():
    table = ordref.confusion_matrix(*zip(*ROWS, strict=True))
    assert ordref.conger_kappa(RATINGS) == pytest.approx(1 / 4, abs=1e-12)
    assert ordref.weighted_kappa(table) == pytest.approx(1 / 4, abs=1e-12)
    assert ordref.weighted_pi(RATINGS) == pytest.approx(1 / 9, abs=1e-12)
    assert ordref.krippendorff_alpha(RATINGS) == pytest.approx(0.20625, abs=1e-12)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_alpha_of_two_raters_has_a_standard_error_with_every_metric(metric):
    """By the delta method, from a derivative of the definition with fractional counts."""
    cm = np.array([[20, 4, 1], [5, 30, 5], [0, 6, 29]])

    def alpha(n):
        m, N = n.sum(axis=0) + n.sum(axis=1), n.sum()
        place = {"nominal": None, "interval": np.arange(3.0)}.get(
            metric, np.cumsum(m) - m / 2
        )
        w = 1 - np.eye(3) if place is None else np.subtract.outer(place, place) ** 2
        expected = m @ w @ m / (2 * N * (2 * N - 1))
        return 1 - (w * n).sum() / N / expected

    h, slope = 1e-4, np.zeros((3, 3))
    for at in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[at] = h
        slope[at] = (alpha(cm + step) - alpha(cm - step)) / (2 * h)
    slope -= (cm * slope).sum() / cm.sum()
    wanted = np.sqrt((cm * slope**2).sum())
    function = functools.partial(ordref.krippendorff_alpha, metric=metric)
    for measure in (function, f"krippendorff_alpha_{metric}"):
        assert ordref.standard_error(measure, cm) == pytest.approx(wanted, rel=1e-5)
        for method in ("delta", "jackknife", None):
            found = ordref.interval(measure, cm, method=method)
            assert found.low < found.value < found.high
    with refuses("not a whole number"):
        ordref.standard_error(function, cm / 7)
    with refuses("not a whole number"):
        ordref.krippendorff_alpha(cm / 7, metric=metric)


def test_coefficients_of_raters_have_names():
    cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    for weights in ("unweighted", "linear", "quadratic"):
        value = ordref.brennan_prediger(cm, weights=weights)
        assert ordref.interval(f"brennan_prediger_{weights}", cm).value == value
        with refuses("it knows who rated"):
            ordref.interval(f"conger_kappa_{weights}", cm)
