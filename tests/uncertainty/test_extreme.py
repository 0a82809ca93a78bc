"""Levels near 0 and 1, and counts beyond what can be drawn."""

import math

import numpy as np
import pytest
from sure import CM, FIRST, SECOND, TRUE

import ordref

LEVELS = [1e-300, 1e-17, 1e-12, 1e-6, 0.1, 0.5, 0.9, 0.99, 0.9999]
METHODS = [
    ("mae", "delta"), ("mae", "percentile"), ("mae", "bca"), ("mae", "likelihood"),
    ("ccr", "exact"), ("rmse", "likelihood"), ("weighted_kappa", "delta"),
    (lambda n: n[..., 0, 1] / n.sum(axis=(-2, -1)), "delta"),
]  # fmt: skip
HUGE = np.array(CM.astype(object) * 10**30)
ROOMY = np.full((3, 3, 3), 2**62)


@pytest.mark.parametrize(("measure", "method"), METHODS)
@pytest.mark.parametrize("cm", [CM, np.array([[30, 10, 0], [12, 35, 9], [1, 14, 27]])])
def test_a_smaller_level_widens_no_interval(measure, method, cm):
    widths = []
    for level in LEVELS:
        found = ordref.interval(
            measure, cm, level=level, method=method, n_resamples=20_001, rng=0
        )
        assert found.method == method
        assert found.low - 1e-12 <= found.value <= found.high + 1e-12 or method == "bca"
        widths.append(found.high - found.low)
    assert (np.diff(widths) >= -1e-12).all()


@pytest.mark.parametrize("method", ["delta", "percentile"])
def test_a_smaller_level_widens_no_interval_of_a_difference(method):
    widths = [
        high - low
        for _, _, low, high, _ in (
            ordref.difference(
                "mae",
                TRUE,
                FIRST,
                SECOND,
                level=level,
                method=method,
                n_resamples=20_001,
                rng=0,
            )
            for level in LEVELS
        )
    ]
    assert (np.diff(widths) >= -1e-12).all()


@pytest.mark.parametrize(
    "method", ["delta", "percentile", "bca", "likelihood", "exact"]
)
def test_a_level_that_is_1_to_floats_is_refused(method):
    nearly = 1 - 1e-16
    assert nearly < 1
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        ordref.interval("ccr", CM, level=nearly, method=method)
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        ordref.difference("ccr", TRUE, FIRST, SECOND, level=nearly)
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        ordref.evaluate(CM, interval=nearly)
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        ordref.interval("ccr", CM, level=np.True_, method=method)


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("sampling", ["multinomial", "rows"])
@pytest.mark.parametrize("cm", [HUGE, np.full((3, 3), 2**62)])
def test_more_observations_than_can_be_drawn_are_refused(method, sampling, cm):
    with pytest.raises(ValueError, match=r"more than can be drawn.*'delta'"):
        ordref.interval("mae", cm, method=method, sampling=sampling, rng=0)


def test_more_observations_than_can_be_exchanged_are_refused():
    for measure in ("mae", "spearman"):
        with pytest.raises(ValueError, match="more than can be"):
            ordref.difference(measure, ROOMY)
    with pytest.raises(ValueError, match=r"more than can be drawn.*'delta'"):
        ordref.difference("mae", ROOMY, method="percentile")


def test_just_as_many_as_can_be_drawn():
    cm = np.array([[2**61, 2**60], [2**60, 2**61]])
    found = ordref.interval("mae", cm, method="bca", n_resamples=999, rng=0)
    delta = ordref.interval("mae", cm)
    assert found.standard_error == pytest.approx(delta.standard_error, rel=0.1)
    table = np.zeros((2, 2, 2), dtype=np.int64)
    table[0, 0, 1] = table[0, 1, 0] = 2**60
    table[1, 1, 1] = 2**62
    found = ordref.difference("mae", table, n_resamples=999, rng=0)
    assert found.value == 0
    assert found.pvalue == 1


@pytest.mark.parametrize("method", ["delta", "likelihood"])
@pytest.mark.parametrize("name", ["mae", "mse", "ccr", "rmse"])
def test_huge_counts_have_narrow_intervals(name, method):
    found = ordref.interval(name, HUGE, method=method)
    small = ordref.interval(name, CM, method=method)
    assert found.method == method
    assert found.standard_error == pytest.approx(small.standard_error / 1e15)
    assert found.high - found.low < 1e-12
    assert math.isclose(found.low, found.value, rel_tol=1e-12)


def test_groups_of_huge_counts_need_a_table():
    """Agreements are not exchanged: there may be as many as floats hold."""
    table = np.zeros((2, 2, 2))
    table[0, 0, 0] = table[1, 1, 1] = 1e30
    table[0, 0, 1], table[1, 0, 1] = 7, 3
    found = ordref.difference("mae", table)
    assert found.exact
    assert found.pvalue == pytest.approx(2 * 176 / 1024)
