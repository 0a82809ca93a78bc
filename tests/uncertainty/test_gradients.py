"""Slopes: of the definition, of differences, and where there is none."""

import math
from dataclasses import replace

import numpy as np
import pytest
from sure import CLOSED, COUNTED, SEARCHED, random_counts
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

import ordref
from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.definitions.exact import Root, exact
from ordref.matrices.check import TooLargeError
from ordref.uncertainty import slopes as _slopes
from ordref.uncertainty.slopes import SLOPES, by_differences

# Of the best, or the worst, of something: while observations are added it changes.
OF_THE_BEST = [
    "minimum_sensitivity", "mmae", "oci", "oci_prime", "uoc", "sup_correlation",
]  # fmt: skip
# The definition of a geometric mean is not exact.
QUOTIENTS = [
    name for name in CLOSED if name not in (*OF_THE_BEST, "geometric_mean_sensitivity")
]
POINTS = [
    [[3, 1], [2, 5]],
    [[4, 1, 1], [2, 6, 1], [1, 2, 3]],
    [[1, 0, 2], [2, 1, 0], [0, 1, 2]],  # cells without observations
    [[2, 1, 1], [0, 0, 0], [1, 0, 3]],  # an absent class
]


def test_every_measure_has_a_slope():
    assert set(SLOPES) == set(MEASURES)


def slope(values):
    """At 0, of the quotient P / Q of degree 4 or less with these values at 0, 1, ..., 9."""
    rows = [
        [*(j**k for k in range(5)), *(-value * j**k for k in range(5))]
        for j, value in enumerate(values)
    ]
    found = DomainMatrix(
        [[QQ(*x.as_integer_ratio()) for x in r] for r in rows], (10, 10), QQ
    )
    # The same quotient, expanded with another factor, each.
    P0, P1, Q0, Q1 = next(v[:2] + v[5:7] for v in found.nullspace().to_list() if v[5])
    return float((P1 - P0 / Q0 * Q1) / Q0)


def slope_of_definition(name, cm, cell):
    """From its values while observations are added."""
    pairs, measure = definitions.observations(cm), MEASURES[name]
    values = [
        exact(measure.definition, pairs + [cell] * j, len(cm), **measure.options)
        for j in range(10)
    ]
    plus = next((value.plus for value in values if isinstance(value, Root)), None)
    if plus is None:
        return slope(values)
    # The square is a quotient: (f**2)' = 2 f f'.
    squares = [
        abs(v.square) if isinstance(v, Root) else (v - plus) ** 2 for v in values
    ]
    return slope(squares) / (2 * float(values[0] - plus))


@pytest.mark.parametrize("name", QUOTIENTS)
def test_slopes_are_those_of_the_definition(name):
    """Exactly: every cell with observations, without a derivation."""
    for cm in POINTS:
        found = SLOPES[name](np.array(cm, dtype=float))
        for r, c in np.argwhere(cm).tolist():
            expected = slope_of_definition(name, cm, (r + 1, c + 1))
            assert found[r, c] == pytest.approx(expected, abs=1e-13), (cm, r, c)


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

    def growth(name, n):
        return float((n * np.where(n > 0, SLOPES[name](n), 0)).sum())

    for name in MEASURES:
        most = np.nanmax([abs(growth(name, n)) for n in random_counts(3, 3)])
        assert (most < 1e-9) == (name not in COUNTED), name
    for cm in EDGES:
        for name in set(CLOSED).difference(COUNTED):
            grown = growth(name, np.array(cm, dtype=float))
            lost = math.isnan(ordref.standard_error(name, cm))
            assert abs(grown) < 1e-9 or lost, (name, cm)


def test_uoc_of_many_classes_is_not_derived(monkeypatch):
    with pytest.raises(TooLargeError, match=r"101 classes.* at most 100:"):
        ordref.standard_error("uoc", np.eye(101, dtype=int))
    monkeypatch.setattr(_slopes, "_MOST_OF_UOC", 3)
    assert ordref.standard_error("uoc", np.eye(3, dtype=int)) == 0


def test_a_row_of_ones_own_is_derived_as_what_it_is(monkeypatch):
    """With the name of a measure of the catalogue, and another option or function."""
    monkeypatch.setattr("ordref.uncertainty.resampling.MOST", 10)  # more are drawn
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
