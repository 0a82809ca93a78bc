"""Gradients: against sympy, differences and paths through the table."""

import math
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from small import distances, symbolic_matrix
from sure import (
    CLOSED,
    COUNTED,
    SEARCHED,
    closed,
    every,
    random_counts,
)

import ordref
from ordref import _gradients, definitions
from ordref._gradients import GRADIENTS, by_differences
from ordref._matrices import TooLargeError
from ordref.catalogue import MEASURES

SMOOTH = [
    name
    for name in CLOSED
    if name not in ("minimum_sensitivity", "mmae", "oci", "oci_prime", "uoc")
    and name != "sup_correlation"
]


def fixed_size(name):
    """A measure as a function of any numbers: those that refuse fractions by their formula."""
    if name not in COUNTED:
        return MEASURES[name]
    if name == "krippendorff_alpha":
        return ordinal_alpha

    def of(n):
        c, d, e_t, e_p, _ = ordref.pair_counts(n)
        both = (n * (n - 1)).sum(axis=(-2, -1)) / 2
        if name == "r_int_2008":
            return (both - d) / (c + d + e_t + e_p + both)
        shared = c + e_t + e_p + 2 * both
        return 2 * shared / ((shared + d + e_t) * (shared + d + e_p)) ** 0.5 - 1

    return of


def ordinal_alpha(n):
    m = n.sum(axis=-1) + n.sum(axis=-2)
    rank = m.cumsum(axis=-1) - m / 2
    square = (rank[..., :, None] - rank[..., None, :]) ** 2
    every = (m[..., :, None] * m[..., None, :] * square).sum(axis=(-2, -1))
    return 1 - (2 * m.sum(axis=-1) - 2) * (n * square).sum(axis=(-2, -1)) / every


def test_every_measure_has_a_gradient():
    assert set(GRADIENTS) == set(MEASURES)


# ------------------------------------------------------------------- gradients


POINTS = {
    2: [[[3, 1], [2, 5]], [[1, 4], [2, 2]]],
    3: [[[4, 1, 1], [2, 6, 1], [1, 2, 3]], [[1, 3, 2], [2, 5, 3], [4, 1, 2]]],
}


def derivative(name, point):
    """All first derivatives, by sympy, at a point of whole numbers: one symbol at a time."""
    x, exact = sp.Symbol("x", positive=True), np.zeros(np.shape(point))
    for cell, count in np.ndenumerate(point):
        n = np.vectorize(sp.Integer, otypes=[object])(point)
        n[cell] = x
        exact[cell] = sp.diff(expression(name, n, point), x).subs(x, int(count))
    return exact


def expression(name, n, point):
    """A measure of a matrix of symbols: the one that is shipped where it takes symbols."""
    K = len(n)
    if name in SMOOTH:
        return fixed_size(name)(n)
    if name == "minimum_sensitivity":
        worst = np.argmin(ordref.sensitivity_per_class(point))
        return n[worst, worst] / n[worst].sum()
    if name == "mmae":
        worst = np.argmax(ordref.mae_per_class(point))
        return (n * distances(K))[worst].sum() / n[worst].sum()
    if name in ("oci", "oci_prime"):
        return along_a_path(name, n, point)
    if name == "sup_correlation":
        R, C = n.sum(axis=1), n.sum(axis=0)
        Q = (n / R[:, None]) @ (n / C).T
        trace = np.trace(Q) - 1
        determinant = sp.Matrix(n).det() ** 2 / (np.prod(R) * np.prod(C))
        if K == 2:
            return sp.sqrt(determinant)
        # One eigenvalue is 1, the others have this sum and this product.
        return sp.sqrt((trace + sp.sqrt(trace**2 - 4 * determinant)) / 2)
    raise NotImplementedError(name)


def along_a_path(name, n, point):
    """The cost of the path that is the cheapest at the point."""
    K, D = len(n), distances(len(n))
    least = {}
    for path in definitions.consistent_paths(K):
        on = np.zeros((K, K), dtype=int)
        on[tuple(np.array(path).T - 1)] = 1
        costs = []
        for m in (n, np.vectorize(sp.Integer, otypes=[object])(point)):
            M = (m * D).sum() if name == "oci" else 0
            beta = sp.Rational(3, 4) / (m.sum() * (K - 1))
            costs.append(1 - (m * on).sum() / (m.sum() + M) + beta * (m * on * D).sum())
        least[costs[1]] = costs[0]
    return least[min(least)]


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("name", [name for name in CLOSED if name != "uoc"])
def test_gradient_is_the_one_of_sympy(name, K):
    for point in POINTS[K][: 1 if name == "sup_correlation" else 2]:
        exact = derivative(name, point)
        found = GRADIENTS[name](np.array(point, dtype=float))
        if name in ("oci", "oci_prime") and np.isnan(found).all():
            continue  # two paths: see the test of kinks
        assert found == pytest.approx(exact, abs=1e-13)


def test_the_uniform_index_has_the_gradient_of_sympy():
    """For two classes each path is a line in x, and the integral of the least is by hand."""
    n = symbolic_matrix(2)
    x = sp.symbols("x")
    point = np.array([[7, 1], [2, 5]])
    q = n / n.sum(axis=1)[:, None]
    T = 2 + q[0, 1] + q[1, 0]
    # At this point the path over the diagonal and 2, 1 is the cheapest up to x = 2 / T.
    detour = 1 - (q[0, 0] + q[1, 0] + q[1, 1]) / T + x / 2 * q[1, 0]
    straight = 1 - (q[0, 0] + q[1, 1]) / T
    corner = 2 / T
    integral = sp.integrate(detour, (x, 0, corner)) + (1 - corner) * straight
    at = dict(zip(n.ravel(), point.ravel().tolist(), strict=True))
    assert float(integral.subs(at)) == pytest.approx(ordref.uoc(point), abs=1e-14)
    exact = [float(sp.diff(integral, cell).subs(at)) for cell in n.ravel()]
    found = GRADIENTS["uoc"](point * 1.0)
    assert found.ravel() == pytest.approx(exact, abs=1e-13)


def central(measure, n, step_of=1e-3):
    """Slopes in the cells with observations, with such a step, relative to their count."""
    G = np.zeros(n.shape)
    for cell in zip(*np.nonzero(n), strict=True):
        step = np.zeros(n.shape)
        step[cell] = h = step_of * n[cell]
        coarse = (measure(n + step) - measure(n - step)) / (2 * h)
        fine = (measure(n + step / 2) - measure(n - step / 2)) / h
        G[cell] = (4 * fine - coarse) / 3
    return G


@pytest.mark.parametrize("K", [2, 3, 4, 6])
@closed
def test_gradient_is_the_one_of_differences(name, K):
    counts = random_counts(K, 6)
    if K == 4:
        counts[0, 1], counts[1, :, 2] = 0, 0
    G = GRADIENTS[name](counts)
    of = fixed_size(name)
    for n, found in zip(counts, G, strict=True):
        if not np.isnan(found).any():
            # The slope of UOC has corners, where differences are off by their step.
            step, off = (1e-5, 1e-8) if name == "uoc" else (1e-3, 1e-10)
            expected = central(of, n, step)
            assert np.where(n > 0, found, 0) == pytest.approx(expected, abs=off)
    assert not np.isnan(G).all()


@pytest.mark.parametrize("name", SEARCHED)
def test_gradient_of_a_search_is_the_one_of_differences(name):
    for n in random_counts(3, 3):
        found = GRADIENTS[name](n)
        if not np.isnan(found).any():
            expected = central(MEASURES[name], n)
            assert np.where(n > 0, found, 0) == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize("name", ["mae", "weighted_kappa", "kendall_tau_b", "uoc"])
def test_a_function_is_derived_as_the_measure(name):
    n = random_counts(4, 5)
    by_name = ordref.standard_error(name, n)
    by_function = ordref.standard_error(lambda stack: MEASURES[name](stack), n)
    near = 1e-6 if name == "uoc" else 1e-9
    assert by_function == pytest.approx(by_name, rel=near, nan_ok=True)
    assert np.isfinite(by_name).sum() >= 3
    assert by_differences(MEASURES[name], n).shape == n.shape


@every
def test_homogeneous_measures_do_not_move_when_all_counts_grow(name):
    """Euler's relation, for all but r_int and alpha, which change when the counts double."""
    n = random_counts(3, 1)
    growth = float(np.nansum(n * GRADIENTS[name](n)))
    assert (abs(growth) < 1e-9) == (name not in COUNTED)


@pytest.mark.parametrize(
    "cm",
    [
        [[4, 0, 0], [0, 3, 0], [0, 0, 3]],
        [[2, 1, 1], [0, 0, 0], [1, 0, 3]],
        [[3, 1, 0], [2, 0, 1], [0, 1, 2]],  # a class that is never recognised
        [[0, 5], [0, 0]],
        [[4]],
    ],
)
@pytest.mark.parametrize("name", [name for name in CLOSED if name not in COUNTED])
def test_the_gradient_at_the_edges_is_homogeneous(name, cm):
    n = np.array(cm, dtype=float)
    growth = float((n * np.where(n > 0, GRADIENTS[name](n), 0)).sum())
    assert abs(growth) < 1e-9 or math.isnan(ordref.standard_error(name, n))


def test_uoc_of_many_classes_is_not_derived(monkeypatch):
    with pytest.raises(TooLargeError, match=r"101 classes.* at most 100:"):
        ordref.standard_error("uoc", np.eye(101, dtype=int))
    monkeypatch.setattr(_gradients, "_MOST_OF_UOC", 3)
    assert ordref.standard_error("uoc", np.eye(3, dtype=int)) == 0


def test_a_row_of_ones_own_is_derived_as_what_it_is():
    """With the name of a measure of the catalogue, and another option or function."""
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
