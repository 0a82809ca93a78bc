"""Slopes: those of differences, and of a function or row of one's own."""

import math
from dataclasses import replace

import numpy as np
import pytest
from sure import COUNTED, SEARCHED, random_counts

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty import slopes as _slopes
from ordref.instruments.uncertainty.slopes import SLOPES, by_differences
from ordref.matrices.check import TooLargeError


def test_every_measure_has_a_slope():
    assert set(SLOPES) == set(MEASURES)


def central(measure, n, relative):
    """Slopes in the cells with observations, with such a step, relative to their count."""
    G = np.zeros(n.shape)
    for cell in zip(*np.nonzero(n), strict=True):
        step = np.zeros(n.shape)
        step[cell] = h = relative * n[cell]
        stack = n + np.multiply.outer([1, -1, 1 / 2, -1 / 2], step)
        far_right, far_left, right, left = measure(stack)
        G[cell] = (8 * (right - left) - (far_right - far_left)) / (6 * h)
    return G


def wide(K):
    """Random counts; of four classes one is absent, and one never predicted."""
    counts = random_counts(K, 3 if K == 3 else 6)
    if K == 4:
        counts[0, 1], counts[1, :, 2] = 0, 0
    return counts


@pytest.mark.parametrize("name", [name for name in MEASURES if name not in COUNTED])
def test_slopes_are_those_of_differences(name):
    # The slope of UOC has corners, where differences are off by their step.
    step, off = (1e-5, 1e-8) if name == "uoc" else (1e-3, 1e-10)
    for K in [3] if name in SEARCHED else [2, 3, 4, 6]:
        counts = wide(K)
        G = SLOPES[name](counts)
        for n, found in zip(counts, G, strict=True):
            if not np.isnan(found).any():
                expected = central(MEASURES[name], n, step)
                near = pytest.approx(expected, abs=2e-6 if name in SEARCHED else off)
                assert np.where(n > 0, found, 0) == near, n
        assert not np.isnan(G).all()


@pytest.mark.parametrize("name", ["mae", "weighted_kappa", "kendall_tau_b", "uoc"])
def test_a_function_is_derived_as_the_measure(name):
    n = random_counts(4, 5)
    by_name = ordref.standard_error(name, n)
    by_function = ordref.standard_error(lambda stack: MEASURES[name](stack), n)
    near = 1e-6 if name == "uoc" else 1e-9
    assert by_function == pytest.approx(by_name, rel=near, nan_ok=True)
    assert np.isfinite(by_name).sum() >= 3
    assert by_differences(MEASURES[name], n).shape == n.shape


def test_a_smooth_slope_that_bends_in_one_cell_alone_is_no_kink():
    G = by_differences(
        lambda stack: np.sin(stack[..., 0, 0]), np.array([[10.0, 3], [0, 5]])
    )
    assert pytest.approx(np.array([[np.cos(10), 0], [0, 0]]), abs=1e-8) == G


EDGES = [
    [[4, 0, 0], [0, 3, 0], [0, 0, 3]],
    [[2, 1, 1], [0, 0, 0], [1, 0, 3]],
    [[3, 1, 0], [2, 0, 1], [0, 1, 2]],  # a class that is never recognised
    [[0, 5], [0, 0]],
    [[4]],
]


def test_homogeneous_measures_do_not_move_when_all_counts_grow():
    """Euler's relation, for all but r_int and alpha, which change when the counts double."""
    for name in MEASURES:
        edges = [] if name in SEARCHED else [np.array(cm, dtype=float) for cm in EDGES]
        every = [*random_counts(3, 3), *edges]
        grown = [(n * np.where(n > 0, SLOPES[name](n), 0)).sum() for n in every]
        assert (np.nanmax(np.abs(grown)) < 1e-9) == (name not in COUNTED), name
        for n, lost in zip(every, np.isnan(grown), strict=True):
            assert lost == math.isnan(ordref.standard_error(name, n)), (name, n)


def test_uoc_of_many_classes_is_not_derived(monkeypatch):
    with pytest.raises(TooLargeError, match="at most 100 classes, not 101"):
        ordref.standard_error("uoc", np.eye(101, dtype=int))
    monkeypatch.setattr(_slopes, "CLASSES_OF_UOC_SLOPE", 3)
    assert ordref.standard_error("uoc", np.eye(3, dtype=int)) == 0


def test_a_row_of_ones_own_is_derived_as_what_it_is(monkeypatch):
    """With the name of a measure of the catalogue, and another option or function."""
    monkeypatch.setattr(
        "ordref.instruments.uncertainty.resampling.MOST", 10
    )  # more are drawn
    n = random_counts(4, 1)
    within_two = replace(MEASURES["accuracy_within"], options={"k": 2})
    halved = replace(MEASURES["mae"], function=lambda cm: ordref.mae(cm) / 2)
    for row, same in (
        (within_two, lambda cm: ordref.accuracy_within(cm, k=2)),
        (halved, lambda cm: ordref.mae(cm) / 2),
    ):
        expected = ordref.standard_error(same, n)
        assert ordref.standard_error(row, n) == pytest.approx(expected, rel=1e-9)
    found = ordref.chance(halved, n[0], rng=0, n_resamples=99)
    assert found.mean < ordref.chance("mae", n[0]).mean
    assert ordref.standard_error(MEASURES["mae"], n) == ordref.standard_error("mae", n)
