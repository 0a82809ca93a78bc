"""Ratings go where they are meant: to the coefficients of several raters, and nowhere else."""

import functools

import pytest
from bad import refuses

import ordref
from ordref import from_ratings
from ordref.catalogue import MEASURES
from ordref.catalogue.on_request import ON_REQUEST

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
