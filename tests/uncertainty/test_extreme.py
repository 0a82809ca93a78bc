"""Levels near 0 and 1, and counts beyond what can be drawn."""

import itertools
import math

import numpy as np
import pytest
from sure import CM, FIRST, SECOND, TRUE, differ

import ordref

LEVELS = [1e-300, 1e-17, 1e-12, 1e-6, 0.1, 0.5, 0.9, 0.99, 0.9999]
METHODS = [
    ("mae", "delta"), ("mae", "percentile"), ("mae", "bca"), ("mae", "likelihood"),
    ("ccr", "exact"), ("rmse", "likelihood"), ("weighted_kappa", "delta"),
    (lambda n: n[..., 0, 1] / n.sum(axis=(-2, -1)), "delta"),
]  # fmt: skip
HUGE = np.array(CM.astype(object) * 10**30)


def test_a_smaller_level_widens_no_interval():
    for (measure, method), cm in itertools.product(
        METHODS, [CM, np.array([[30, 10, 0], [12, 35, 9], [1, 14, 27]])]
    ):
        found = [
            ordref.interval(
                measure, cm, level=level, method=method, n_resamples=20_001, rng=0
            )
            for level in LEVELS
        ]
        assert {each.method for each in found} == {method}
        for value, _, low, high in found:
            assert low - 1e-12 <= value <= high + 1e-12 or method == "bca"
        widths = [each.high - each.low for each in found]
        assert (np.diff(widths) >= -1e-12).all(), (measure, method)
    for method in ("delta", "percentile"):
        found = [
            differ("mae", TRUE, FIRST, SECOND, level=level, method=method,
                              n_resamples=20_001, rng=0)
            for level in LEVELS
        ]  # fmt: skip
        widths = [each.high - each.low for each in found]
        assert (np.diff(widths) >= -1e-12).all(), method


def test_just_as_many_as_can_be_drawn():
    cm = np.array([[2**61, 2**60], [2**60, 2**61]])
    found = ordref.interval("mae", cm, method="bca", n_resamples=999, rng=0)
    delta = ordref.interval("mae", cm)
    assert found.standard_error == pytest.approx(delta.standard_error, rel=0.1)
    table = np.zeros((2, 2, 2), dtype=np.int64)
    table[0, 0, 1] = table[0, 1, 0] = 2**60
    table[1, 1, 1] = 2**62
    found = differ("mae", table, n_resamples=999, rng=0)
    assert found.value == 0
    assert found.pvalue == 1


def test_huge_counts_have_narrow_intervals():
    for name, method in itertools.product(
        ["mae", "mse", "ccr", "rmse"], ["delta", "likelihood"]
    ):
        found = ordref.interval(name, HUGE, method=method)
        small = ordref.interval(name, CM, method=method)
        assert found.method == method
        assert found.standard_error == pytest.approx(small.standard_error / 1e15)
        assert found.high - found.low < 1e-12, (name, method)
        assert math.isclose(found.low, found.value, rel_tol=1e-12), (name, method)


def test_groups_of_huge_counts_need_a_table():
    """Agreements are not exchanged: there may be as many as floats hold."""
    table = np.zeros((2, 2, 2))
    table[0, 0, 0] = table[1, 1, 1] = 1e30
    table[0, 0, 1], table[1, 0, 1] = 7, 3
    found = differ("mae", table)
    assert found.exact
    assert found.pvalue == pytest.approx(2 * 176 / 1024)
