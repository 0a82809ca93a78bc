"""Standard errors, intervals, differences and chance: against what goes through all of it."""

import ast
import dataclasses
import inspect
import itertools
import math
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import pytest
import scipy.stats as st
import sympy as sp
from small import all_matrices, distances, symbolic_matrix, unrolled, within
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

import ordref
from ordref import _difference, _gradients, _resampling, definitions, uncertainty
from ordref._delta import SAMPLINGS
from ordref._gradients import GRADIENTS, by_differences
from ordref._intervals import beta_cdf, clopper_pearson, quantiles
from ordref._matrices import TooLargeError
from ordref._resampling import (
    MOST,
    Exchange,
    binomial,
    every_table,
    kendall_variance,
    parts,
    some_tables,
)
from ordref.catalogue import MEASURES
from ordref.uncertainty import METHODS, Chance, Difference, Interval
from ordref.verify import small_matrices

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"

SEARCHED = [name for name, measure in MEASURES.items() if measure.searches]
CLOSED = [name for name in MEASURES if name not in SEARCHED]
COUNTED = [name for name in CLOSED if MEASURES[name].accepts == "counts"]
SMOOTH = [
    name
    for name in CLOSED
    if name not in ("minimum_sensitivity", "mmae", "oci", "oci_prime", "uoc")
    and name != "sup_correlation"
]
CM = np.array([[20, 4, 1], [5, 30, 5], [0, 6, 29]])
TRUE = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
FIRST = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
SECOND = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]

closed = pytest.mark.parametrize("name", CLOSED)
every = pytest.mark.parametrize("name", list(MEASURES))


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


def random_counts(K, S):
    rng = np.random.default_rng(K)
    counts = rng.poisson(4 / (1 + distances(K)), (S, K, K)) * 1.0
    return counts + rng.integers(1, 4, (S, K, 1)) * np.eye(K)


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


# ------------------------------------------------------------------- standard errors


@pytest.mark.parametrize(
    ("measure", "cm", "value", "error", "digits"),
    [
        # Fleiss, Cohen and Everitt (1969): variances 0.002885 and 0.003248
        ("unweighted", [[106, 10, 4], [22, 28, 10], [2, 12, 6]], 0.429, 0.002885, 6),
        ("of 1969", [[106, 10, 4], [22, 28, 10], [2, 12, 6]], 0.507, 0.003248, 6),
    ],
)
def test_published_variances_of_kappa(measure, cm, value, error, digits):
    agreement = np.array([[1, 0, 0.4444], [0, 1, 0.6667], [0.4444, 0.6667, 1]])
    weights = measure if measure != "of 1969" else 1 - agreement

    def kappa(n):
        return ordref.weighted_kappa(n, weights=weights)

    assert kappa(cm) == pytest.approx(value, abs=5e-4)
    assert round(ordref.standard_error(kappa, cm) ** 2, digits) == error


AGREED = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]
SATISFIED = [[1, 3, 10, 6], [2, 3, 10, 7], [1, 6, 14, 12], [0, 1, 9, 11]]


@pytest.mark.parametrize(
    ("name", "cm", "value", "error"),
    [
        # vcd's example of Kappa, as its documentation prints it
        ("weighted_kappa_unweighted", AGREED, "0.1293", "0.0686"),
        ("weighted_kappa", AGREED, "0.2374", "0.0783"),
        # Agresti, Categorical Data Analysis (2002), income and satisfaction
        ("goodman_kruskal_gamma", SATISFIED, "0.221", "0.117"),
    ],
)
def test_published_standard_errors(name, cm, value, error):
    assert ordref.data.agrees(MEASURES[name](np.array(cm)), value)
    assert ordref.data.agrees(ordref.standard_error(name, cm), error)


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("weighted_kappa_unweighted", None),
        ("weighted_kappa", "linear"),
        ("weighted_kappa_quadratic", "quadratic"),
    ],
)
def test_kappa_agrees_with_statsmodels(name, weights):
    for n in [CM, *random_counts(4, 5)]:
        theirs = cohens_kappa(n, wt=weights, return_results=True)
        assert ordref.standard_error(name, n) == pytest.approx(theirs.std_kappa)


def jackknifed(name, n):
    """The jackknife's variance, of a stack: one matrix less an observation for each cell."""
    cells = np.argwhere(n > 0)
    without = np.repeat(n[None], len(cells), axis=0)
    without[np.arange(len(cells)), cells[:, 0], cells[:, 1]] -= 1
    values, times = MEASURES[name](without), n[tuple(cells.T)]
    mean = np.average(values, weights=times)
    return (n.sum() - 1) * np.average((values - mean) ** 2, weights=times)


@closed
def test_the_jackknife_agrees_to_order_one_over_n(name):
    n = np.array([[6, 2, 1], [1, 9, 3], [0, 2, 5]])
    gaps = []
    for k in (4, 8, 16):
        variance = ordref.standard_error(name, n * k) ** 2
        gaps.append(abs(jackknifed(name, n * k) / variance - 1))
    assert gaps[0] < 0.15
    assert gaps[2] < 1e-9 or gaps[2] / gaps[1] < 0.6
    assert gaps[1] < 1e-9 or gaps[1] / gaps[0] < 0.6


@pytest.mark.parametrize("name", ["mae", "mse", "amae", "weighted_kappa", "somers_d"])
def test_the_jackknife_is_the_one_of_the_definition(name):
    measure = MEASURES[name]
    n = np.array([[3, 1, 0], [1, 4, 1], [0, 1, 2]])
    pairs = definitions.observations(n.tolist())

    def of(listed):
        options = dict(measure.options)
        return getattr(definitions, measure.definition)(listed, **options)

    exact = definitions.jackknife(of, pairs)
    assert isinstance(exact, Fraction)
    assert jackknifed(name, n) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("name", ["mae", "weighted_kappa", "goodman_kruskal_gamma"])
def test_slopes_of_the_definition_tend_to_the_standard_error(name):
    n = [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    of = getattr(definitions, MEASURES[name].definition)
    pairs = definitions.observations(n)
    gaps = [
        float(definitions.taylor(of, pairs, k)) / ordref.standard_error(name, n) ** 2
        - 1
        for k in (2, 4, 8)
    ]
    # Twice the copies, half the error, and what Richardson makes of two is nearer still.
    assert 0.4 < gaps[1] / gaps[0] < 0.6
    assert 0.4 < gaps[2] / gaps[1] < 0.6
    assert abs(2 * gaps[2] - gaps[1]) < abs(gaps[2]) / 4


# Quotients of polynomials, with their first three coefficients at 0: by hand.
QUOTIENTS = [
    (lambda j: Fraction(3), (3, 0, 0)),
    (lambda j: j**4 + j, (0, 1, 0)),
    (lambda j: 5 - 2 * j + 7 * j**2, (5, -2, 7)),
    (lambda j: 2 / (1 + j) ** 2, (2, -4, 6)),
    (lambda j: (1 + j**2) / (2 - j / 20), (Fraction(1, 2), Fraction(1, 80),
                                           Fraction(1, 2) + Fraction(1, 3200))),
]  # fmt: skip


@pytest.mark.parametrize(("f", "expected"), QUOTIENTS)
def test_a_quotient_is_found_from_its_values(f, expected):
    values = [f(Fraction(j)) for j in range(10)]
    assert definitions.uncertainty._beginning(values) == expected


@pytest.mark.parametrize("at", range(10))
def test_a_measure_of_too_high_a_degree_or_with_a_jump_is_refused(at):
    """One over 1 + j with another value at one place is no quotient of a low degree."""
    values = [Fraction(1, 1 + j) for j in range(10)]
    values[at] += 1
    with pytest.raises(ValueError, match="no quotient of polynomials"):
        definitions.uncertainty._beginning(values)
    power = [Fraction(j) ** 5 for j in range(10)]
    with pytest.raises(ValueError, match="no quotient of polynomials"):
        definitions.uncertainty._beginning(power)


@pytest.mark.parametrize("name", ["ccr", "mae", "mse"])
def test_the_variance_of_a_mean_is_exact(name):
    """Of all samples of three observations from a table of probabilities."""
    n = [[2, 1], [1, 2]]
    shares = [[Fraction(x, 6) for x in row] for row in n]
    of = getattr(definitions, name)
    _, mean, variance = definitions.samples(of, shares, 3)
    assert float(mean) == pytest.approx(MEASURES[name](n))
    assert float(variance) == pytest.approx(ordref.standard_error(name, n) ** 2 * 2)


@pytest.mark.parametrize("name", ["weighted_kappa", "goodman_kruskal_gamma", "amae"])
def test_the_variance_over_all_samples_tends_to_the_one_of_the_delta_method(name):
    n = np.array([[3, 2], [2, 3]])
    shares = [[Fraction(int(x), int(n.sum())) for x in row] for row in n]
    of = getattr(definitions, name)
    ratios = []
    for N in (5, 10, 20):
        _, _, variance = definitions.samples(of, shares, N)
        ratios.append(
            float(variance) * N / n.sum() / ordref.standard_error(name, n) ** 2
        )
    assert abs(ratios[2] - 1) < abs(ratios[1] - 1) < abs(ratios[0] - 1)
    assert abs(ratios[2] - 1) < 0.25


def test_stratified_variance_of_class_means():
    """With rows given, classes add up: sum of w_j**2 times the variance of each mean."""
    D, R = distances(3), CM.sum(axis=1)
    mean = (CM * D).sum(axis=1) / R
    variance = (CM * D**2).sum(axis=1) / R - mean**2
    assert ordref.standard_error("amae", CM, sampling="rows") ** 2 == pytest.approx(
        (variance / R).sum() / 9
    )
    assert ordref.standard_error("mae", CM, sampling="rows") ** 2 == pytest.approx(
        (variance * R).sum() / CM.sum() ** 2
    )
    # AMAE is made of class means: it does not matter how the sizes came about.
    assert ordref.standard_error("amae", CM) == pytest.approx(
        ordref.standard_error("amae", CM, sampling="rows")
    )


@closed
def test_a_stack_is_its_matrices(name):
    n = random_counts(3, 5).reshape(5, 1, 3, 3)
    for sampling in ("multinomial", "rows"):
        stacked = ordref.standard_error(name, n, sampling=sampling)
        assert stacked.shape == (5, 1)
        for found, one in zip(stacked[:, 0], n[:, 0], strict=True):
            alone = ordref.standard_error(name, one, sampling=sampling)
            assert isinstance(alone, float)
            assert alone == pytest.approx(found, nan_ok=True)


@every
def test_four_times_the_observations_half_the_error(name):
    n = CM
    half = ordref.standard_error(name, 4 * n) / ordref.standard_error(name, n)
    assert half == pytest.approx(0.5, abs=0.02 if name in COUNTED else 1e-6)


def test_counts_of_a_million_billions():
    n = CM * 10**13
    for name in CLOSED:
        small, large = ordref.standard_error(name, CM), ordref.standard_error(name, n)
        if name not in COUNTED:
            assert large == pytest.approx(small / 10**6.5, rel=1e-6), name


# Worst classes, means over classes, quotients, roots, and those that counts alone decide.
EXACT_ERRORS = [
    "mmae", "minimum_sensitivity", "mae", "amae", "geometric_mean_sensitivity", "rmse",
    "mcc", "somers_d", "kendall_tau_b", "spearman", "pearson", "r_int", "r_int_2008",
]  # fmt: skip


def exact_error(name, cm):
    measure = MEASURES[name]
    pairs = definitions.observations(cm)
    options = dict(measure.options)
    return definitions.standard_error(measure.definition, pairs, len(cm), **options)


@pytest.mark.parametrize(
    "cm",
    [
        [[2, 1, 0], [0, 1, 1], [1, 0, 1]],
        [[1, 1, 0], [0, 0, 0], [1, 0, 2]],  # an absent class
        [[1, 0, 1], [0, 2, 0], [0, 1, 0]],  # no correlation
        [[0, 1, 0], [0, 1, 0], [0, 1, 0]],  # a constant classifier
    ],
)
@pytest.mark.parametrize("name", EXACT_ERRORS)
def test_the_definition_of_the_error_is_the_fast_form(name, cm):
    found = ordref.standard_error(name, cm)
    assert found == pytest.approx(float(exact_error(name, cm)), abs=1e-12, nan_ok=True)


def test_the_definition_of_the_error_where_there_is_none():
    of = definitions.standard_error
    assert math.isnan(of("r_int", [(1, 1)], 1))
    # Two classes are off by one, and of the second the error varies.
    tied = [(1, 1), (1, 3), (2, 1), (2, 3)]
    assert math.isnan(of("mmae", tied, 3))
    assert math.isnan(of("mmae", [(4 - t, 4 - p) for t, p in tied], 3))
    assert of("geometric_mean_sensitivity", [(1, 1), (1, 2), (2, 1)], 2) == 0


def test_what_is_no_quotient_of_polynomials_is_not_derived():
    pairs = [(1, 1), (1, 2), (2, 2), (3, 2)]
    with pytest.raises(ValueError, match="no quotient of polynomials"):
        definitions.delta(definitions.weighted_kappa, pairs, degree=1)
    with pytest.raises(ValueError, match="no quotient of polynomials"):
        definitions.delta(lambda listed: Fraction(len(listed) > 4), pairs)


def test_samples_in_which_there_is_no_value():
    half = Fraction(1, 2)
    kappa = definitions.weighted_kappa
    assert definitions.samples(kappa, [[half, 0], [0, half]], 2) == (half, 1, 0)
    defined, mean, variance = definitions.samples(kappa, [[1, 0], [0, 0]], 2)
    assert defined == 0
    assert math.isnan(mean)
    assert math.isnan(variance)


def test_probabilities_of_many_observations_are_exact():
    half = Fraction(1, 2)
    found = definitions.samples(definitions.ccr, [[half, 0], [half, 0]], 30)
    assert found == (1, half, Fraction(1, 120))


# ------------------------------------------------------------------- kinks, and no variance


@every
def test_a_perfect_classifier_has_standard_error_zero(name):
    n = np.diag([4, 3, 3])
    found = ordref.standard_error(name, n)
    if name in ("r_int_2008", "id_correlation", "anti_correlation", "stuart_tau_c"):
        assert found > 0 or math.isnan(found)  # these are not at the end of their range
    else:
        assert found == 0


@pytest.mark.parametrize(
    ("name", "cm"),
    [
        ("mmae", [[2, 1, 0], [2, 4, 0], [0, 0, 5]]),  # two classes are off by a third
        ("minimum_sensitivity", [[2, 1, 0], [2, 4, 0], [0, 0, 5]]),
        ("oci", [[3, 1, 0], [1, 5, 0], [0, 0, 2]]),  # a detour on either side
        ("oci_prime", [[3, 1, 0], [1, 5, 0], [0, 0, 2]]),
        ("uoc", [[3, 1, 0], [1, 3, 0], [0, 0, 4]]),
        ("sup_correlation", [[1, 2, 3], [2, 4, 6], [1, 2, 3]]),
        ("co_correlation", [[1, 2, 3], [2, 4, 6], [1, 2, 3]]),
        ("mon_correlation", [[1, 2], [2, 4]]),
        (
            "sup_correlation",
            [[4, 1, 1], [1, 4, 1], [1, 1, 4]],
        ),  # two equal singular values
    ],
)
def test_a_kink_has_no_standard_error(name, cm):
    assert math.isnan(ordref.standard_error(name, cm))
    # Nor has the same measure as a function, where it takes fractions.
    own = ordref.standard_error(lambda n: MEASURES[name](n), cm)
    assert math.isnan(own)
    # A little off the kink there is one.
    off = np.array(cm) * 10
    off[0, 0] += 5
    off[0, 1] += 1
    assert ordref.standard_error(name, off) > 0


def test_kinks_are_found_among_all_small_matrices():
    """Where a slope to the left and to the right differ, and nowhere else."""
    for cm in all_matrices(2, 5):
        for name in ("mmae", "minimum_sensitivity", "oci", "uoc"):
            G = np.where(cm > 0, GRADIENTS[name](cm * 1.0), 0)
            assert np.isnan(G).any() == kinked(name, cm * 1.0), (name, cm)


def kinked(name, n):
    of, h = MEASURES[name], 1e-6
    for cell in zip(*np.nonzero(n), strict=True):
        step = np.zeros(n.shape)
        step[cell] = h
        right, left = of(n + step) - of(n), of(n) - of(n - step)
        if abs(right - left) > 1e-3 * h:
            return True
    return False


def test_tied_classes_that_do_not_vary_are_no_kink():
    n = [[0, 3, 0], [4, 0, 0], [0, 0, 9]]  # both are off by one, always
    assert ordref.standard_error("mmae", n) == 0
    assert ordref.standard_error("minimum_sensitivity", n) == 0


@every
def test_undefined_where_the_measure_is(name):
    n = np.array([[0, 3, 0], [0, 2, 0], [0, 4, 0]])  # constant classifier
    if math.isnan(MEASURES[name](n)):
        assert math.isnan(ordref.standard_error(name, n))
        found = ordref.interval(name, n)
        assert np.isnan(found).all()


def test_one_class():
    for name in MEASURES:
        value, error = MEASURES[name]([[4]]), ordref.standard_error(name, [[4]])
        assert math.isnan(value) == math.isnan(error), name
        assert error == 0 or math.isnan(error)


# ------------------------------------------------------------------- clusters


def test_clusters_of_one_are_observations():
    units = np.zeros((100, 9))
    units[np.arange(100), np.repeat(np.arange(9), CM.ravel())] = 1
    G = units.reshape(100, 3, 3)
    for name in ("mae", "weighted_kappa", "kendall_tau_b"):
        clustered = ordref.standard_error(name, G, sampling="clusters")
        alone = ordref.standard_error(name, CM)
        assert clustered == pytest.approx(alone * math.sqrt(100 / 99))


def test_twins_say_nothing_new():
    """Every observation twice, in a cluster: as uncertain as once."""
    units = np.zeros((100, 9))
    units[np.arange(100), np.repeat(np.arange(9), CM.ravel())] = 2
    G = units.reshape(100, 3, 3)
    once = ordref.standard_error("weighted_kappa", G / 2, sampling="clusters")
    assert ordref.standard_error("weighted_kappa", G, sampling="clusters") == (
        pytest.approx(once)
    )
    # Taken for 200 observations they seem to say more.
    assert ordref.standard_error("weighted_kappa", 2 * CM) < once / 1.4
    for method in ("percentile", "bca"):
        found = ordref.interval("mae", G, sampling="clusters", method=method, rng=1)
        assert found.standard_error == pytest.approx(0.0438, abs=0.001)


# ------------------------------------------------------------------- intervals


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("method", METHODS)
@every
def test_no_interval_of_a_perfect_classifier_has_width_zero(name, method, sampling):
    n = np.diag([4, 3, 3])
    if sampling == "clusters":
        n = np.array([np.diag([4, 0, 0]), np.diag([0, 3, 1]), np.diag([0, 0, 2])])
    allowed = {
        "likelihood": ("ccr", "mer", "mae", "mse", "rmse"),
        "exact": ("ccr", "mer"),
    }
    if name not in allowed.get(method, MEASURES):
        with pytest.raises(ValueError, match="take 'bca'"):
            ordref.interval(name, n, method=method, sampling=sampling)
        return
    if method in allowed and sampling != "multinomial":
        with pytest.raises(ValueError, match="is for sampling='multinomial'"):
            ordref.interval(name, n, method=method, sampling=sampling)
        return
    B = 99 if MEASURES[name].searches else 999
    found = ordref.interval(
        name, n, method=method, sampling=sampling, n_resamples=B, rng=0
    )
    if name in ("id_correlation", "anti_correlation") and method == "delta":
        return  # not at the end of their range, and perhaps at a kink
    assert found.high - found.low > 0.01
    assert found.low - 1e-12 <= found.value <= found.high + 1e-12
    assert MEASURES[name].least <= found.low
    assert found.high <= MEASURES[name].greatest(3)


def test_the_unseen_cell_gives_clopper_and_pearsons_end():
    for N in (1, 10, 1000):
        found = ordref.interval("ccr", [[N, 0], [0, 0]])
        low, high = proportion_confint(N, N, method="beta")
        assert found.method == "unseen cell"
        assert found.low == pytest.approx(low)
        assert found.high == high == 1


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_exact_intervals_are_those_of_statsmodels(level):
    for hits, N in [(0, 3), (1, 3), (7, 10), (83, 100), (99_990, 100_000)]:
        found = ordref.interval(
            "ccr", [[hits, N - hits], [0, 0]], method="exact", level=level
        )
        theirs = proportion_confint(hits, N, alpha=1 - level, method="beta")
        assert found[2:] == pytest.approx(theirs, abs=1e-12)
        errors = ordref.interval(
            "mer", [[hits, N - hits], [0, 0]], method="exact", level=level
        )
        assert errors[2:] == pytest.approx((1 - found.high, 1 - found.low))


def test_distribution_function_of_beta():
    for a, b in [(1, 1), (2, 7), (500, 3), (0.5, 40), (3000, 2000)]:
        for x in (0, 1e-6, 0.1, 0.5, 0.6, 0.999, 1):
            # The logarithm of the gamma function of thousands loses four digits.
            near = 1e-12 if a + b < 1000 else 1e-11
            assert beta_cdf(a, b, x) == pytest.approx(st.beta.cdf(x, a, b), abs=near)


def log_likelihood(p, n):
    return sum(k * math.log(q) for k, q in zip(n, p, strict=True) if k)


def test_the_likelihood_of_a_share_is_binomial():
    """Ends where twice the logarithm has fallen by the quantile of chi squared."""
    for hits, N in [(1, 3), (7, 10), (83, 100)]:
        found = ordref.interval("ccr", [[hits, 0], [N - hits, 0]], method="likelihood")
        n = [hits, N - hits]
        best = log_likelihood([hits / N, 1 - hits / N], n)
        for end in (found.low, found.high):
            fall = 2 * (best - log_likelihood([end, 1 - end], n))
            assert fall == pytest.approx(st.chi2.ppf(0.95, 1), rel=1e-9)


@pytest.mark.parametrize("name", ["mae", "mse"])
@pytest.mark.parametrize(
    "cm",
    [
        CM,
        [[4, 0, 0], [1, 2, 0], [0, 0, 5]],
        [[40, 0, 0], [10, 20, 0], [0, 0, 50]],  # too many for the top to be unseen
        [[5, 1], [0, 0]],
    ],
)
def test_the_likelihood_of_a_mean(name, cm):
    """No distribution with as high a likelihood has a mean beyond: by an optimiser's search."""
    n = np.array(cm, dtype=float)
    K = len(n)
    w = (distances(K) ** {"mae": 1, "mse": 2}[name]).astype(float)
    found = ordref.interval(name, cm, method="likelihood")
    # Cells of one score are one category; the top score is one, seen or not.
    scores = np.unique(w)
    count = np.array([n[w == s].sum() for s in scores])
    best = log_likelihood(count[count > 0] / n.sum(), count[count > 0])

    def fall(p):
        seen = count > 0
        return 2 * (best - float(count[seen] @ np.log(np.maximum(p[seen], 1e-300))))

    from scipy.optimize import minimize

    limit = st.chi2.ppf(0.95, 1)
    for end, sign in ((found.low, 1), (found.high, -1)):
        start = (count + 0.5) / (count + 0.5).sum()
        run = minimize(
            lambda p, sign=sign: sign * float(p @ scores), start, method="SLSQP",
            bounds=[(1e-9, 1)] * len(scores),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "ineq", "fun": lambda p: limit - fall(p)},
            ],
            options={"maxiter": 500, "ftol": 1e-13},
        )  # fmt: skip
        assert end == pytest.approx(sign * run.fun, abs=2e-5)


@every
def test_delta_intervals_stay_in_the_range(name):
    n = np.array([[6, 1, 0], [0, 5, 0], [0, 1, 2]])
    found = ordref.interval(name, n)
    if not math.isnan(found.low):
        assert MEASURES[name].least <= found.low <= found.value
        assert found.value <= found.high <= MEASURES[name].greatest(3)
        assert found.high - found.low > 0.05


def test_delta_is_fisher_z_and_the_logit():
    value, error, low, high = ordref.interval("pearson", CM)
    z = st.norm.ppf(0.975)
    assert math.atanh(high) - math.atanh(value) == pytest.approx(
        z * error / (1 - value**2)
    )
    value, error, low, high = ordref.interval("ccr", CM)
    logit = [math.log(x / (1 - x)) for x in (low, value, high)]
    assert logit[2] - logit[1] == pytest.approx(z * error / (value * (1 - value)))
    assert logit[1] - logit[0] == pytest.approx(logit[2] - logit[1])


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("name", ["mae", "weighted_kappa_quadratic", "kendall_tau_b"])
def test_bootstraps_agree_with_scipy(name, method):
    true, pred = unrolled(CM)

    def of(true, pred, axis=-1):
        cell = (true - 1) * 3 + pred - 1
        one = np.apply_along_axis(lambda c: np.bincount(c, minlength=9), -1, cell)
        return MEASURES[name](one.reshape(*one.shape[:-1], 3, 3))

    theirs = st.bootstrap((true, pred), of, paired=True, n_resamples=4999, method=method,
                          rng=np.random.default_rng(1), vectorized=True)  # fmt: skip
    ours = ordref.interval(name, CM, method=method, n_resamples=49_999, rng=0)
    scale = ours.standard_error
    ends = theirs.confidence_interval
    assert ours.low == pytest.approx(ends.low, abs=0.12 * scale)
    assert ours.high == pytest.approx(ends.high, abs=0.12 * scale)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.05)
    assert ours.standard_error == pytest.approx(
        ordref.standard_error(name, CM), rel=0.05
    )


def test_percentiles_are_the_order_statistics():
    """Of 39 resamples the first and the last are the ends at 95 %."""
    seen = []

    def mae(stack):
        seen.append(ordref.mae(stack))
        return seen[-1]

    found = ordref.interval(mae, CM, method="percentile", n_resamples=39, rng=5)
    assert (found.low, found.high) == (seen[1].min(), seen[1].max())


@pytest.mark.parametrize("name", ["mmae", "minimum_sensitivity"])
@pytest.mark.parametrize("cm", [[[2, 0], [0, 3]], [[0, 2], [3, 0]]])
def test_classes_that_are_worst_alike_have_an_error_if_none_can_change(name, cm):
    exact = definitions.standard_error(name, definitions.observations(cm), 2)
    assert exact == ordref.standard_error(name, cm) == 0


def test_tables_drawn_by_chance_keep_both_margins():
    n = np.array([[5.0, 0, 2], [1, 0, 0], [3, 1, 9]])
    drawn = np.concatenate([*some_tables(n, 300, np.random.default_rng(0))])
    assert drawn.shape == (300, 3, 3)
    assert (drawn.sum(axis=2) == n.sum(axis=1)).all()
    assert (drawn.sum(axis=1) == n.sum(axis=0)).all()
    assert len(np.unique(drawn, axis=0)) > 20


def test_unseen_cells_where_rows_are_fixed_and_a_class_is_absent():
    """By hand: a share that 1 time in 40 none would have, in both wrong cells of two rows."""
    n = np.array([[3, 0, 0], [0, 0, 0], [0, 0, 4]])
    found = ordref.interval("amae", n, sampling="rows")
    wrong = [1 - 0.025 ** (1 / size) for size in (3, 4)]
    assert found.method == "unseen cell"
    assert found.low == 0
    assert found.high == pytest.approx(sum(share * (1 + 2) / 2 for share in wrong) / 2)


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_the_acceleration_is_of_what_was_drawn(sampling):
    """By hand: what is left out is an observation, one of a class of given size, a cluster."""
    drawn = []

    def kappa(stack):
        drawn.append(ordref.weighted_kappa(stack))
        return drawn[-1]

    n = np.array([[9, 3, 1], [1, 2, 2], [0, 0, 1]])
    units = np.repeat(np.eye(9, dtype=int).reshape(9, 3, 3), n.ravel(), axis=0)
    given = n
    if sampling == "clusters":
        # The first observations are together.
        given = units = np.concatenate([units[11:], [units[:11].sum(axis=0)]])
    found = ordref.interval(
        kappa, given, method="bca", sampling=sampling, n_resamples=9999, rng=0
    )
    every = np.sort(next(values for values in drawn if len(values) == 9999))
    every = every[~np.isnan(every)]
    B = len(every)
    without = ordref.weighted_kappa(n - units)
    changes = without.mean() - without
    if sampling == "rows":
        row = units.sum(axis=2).argmax(axis=1)
        for k in range(3):
            changes[row == k] = without[row == k].mean() - without[row == k]
    a = (changes**3).sum() / (6 * (changes**2).sum() ** 1.5)
    assert abs(a) > 0.005
    value = ordref.weighted_kappa(n)
    below, ties = (every < value - 1e-12).sum(), (abs(every - value) < 1e-12).sum()
    z0 = st.norm.ppf((below + ties / 2) / B)
    z = z0 + st.norm.ppf([0.025, 0.975])
    low, high = st.norm.cdf(z0 + z / (1 - a * z))
    assert found.low == every[math.floor((B + 1) * low) - 1]
    assert found.high == every[B - math.floor((B + 1) * (1 - high))]


@pytest.mark.parametrize("method", ["delta", "percentile", "bca"])
def test_one_observation_says_what_there_is_to_fear(method):
    """Of one the unseen cells may have 39 of 40."""
    found = ordref.interval("mer", [[1, 0], [0, 0]], method=method, rng=0)
    assert found.method == "unseen cell"
    assert found == pytest.approx((0, 0, 0, 0.975))


def test_unseen_cells_of_what_takes_no_fractions():
    """By hand: 4.9 of the 7 observations, rounded up: 5 in one cell, or 3 in both."""
    share = 1 - 0.025 ** (1 / 7)
    assert 4 < 7 * share / (1 - share) < 5
    found = ordref.interval(lambda n: ordref.mer(n), [[3, 0], [0, 4]])
    assert found[2:] == pytest.approx((0, 6 / 13))
    counted = ordref.interval("r_int", [[3, 0], [0, 4]])
    lows = [ordref.r_int([[3, b], [c, 4]]) for b, c in ((5, 0), (0, 5), (3, 3))]
    assert counted[2:] == pytest.approx((min(lows), 1))


def test_unseen_cells_of_clusters():
    n = [[[2, 0], [0, 0]], [[0, 0], [0, 2]], [[1, 0], [0, 1]]]
    found = ordref.interval("ccr", n, sampling="clusters")
    assert found[2:] == pytest.approx((0.025 ** (1 / 3), 1))


def test_unseen_cells_are_counted_before_they_are_looked_at(monkeypatch):
    monkeypatch.setattr(uncertainty, "UNSEEN", 6 * 9)
    assert ordref.interval("ccr", np.eye(3)).low < 1
    monkeypatch.setattr(uncertainty, "UNSEEN", 6 * 9 - 1)
    assert math.isnan(ordref.interval("ccr", np.eye(3)).low)


def test_what_an_interval_says_besides():
    found = ordref.interval("mae", CM)
    assert (found.method, found.undefined) == ("delta", 0)
    none = ordref.interval("pearson", [[2, 0], [1, 0]], method="bca", rng=0)
    assert np.isnan(none).all()
    assert (none.method, none.undefined) == ("bca", 0)
    exact = ordref.interval("ccr", CM, method="exact")
    assert exact.standard_error == pytest.approx(ordref.standard_error("ccr", CM))
    rmse, mse = (
        ordref.interval(name, CM, method="likelihood") for name in ("rmse", "mse")
    )
    assert rmse[2:] == pytest.approx(np.sqrt(mse[2:]))
    assert rmse.standard_error == pytest.approx(ordref.standard_error("rmse", CM))
    assert tuple(ordref.interval("mae", [[4]])) == (0, 0, 0, 0)


def test_resamples_without_a_value_are_counted():
    n = np.array(
        [[1, 0], [0, 9]]
    )  # the first class is missing in a third of the samples
    found = ordref.interval("pearson", n, method="percentile", n_resamples=999, rng=0)
    expected = 999 * 0.9**10
    assert found.undefined == pytest.approx(expected, abs=4 * math.sqrt(expected))
    assert ordref.interval("mae", CM, method="bca", rng=0).undefined == 0


def test_rows_are_kept_when_they_are_sampled():
    seen = []

    def sizes(stack):
        seen.append(np.asarray(stack).sum(axis=-1))
        return ordref.mae(stack)

    ordref.interval(
        sizes, CM, method="percentile", sampling="rows", n_resamples=99, rng=0
    )
    assert (seen[1] == CM.sum(axis=1)).all()


def test_the_same_seed_the_same_interval():
    for method in ("percentile", "bca"):
        once, again = (
            ordref.interval("mae", CM, method=method, rng=3) for _ in range(2)
        )
        assert once == again
        assert once != ordref.interval("mae", CM, method=method, rng=4)
    generator = np.random.default_rng(3)
    assert ordref.interval("mae", CM, method="bca", rng=generator) == again


def test_resamples_are_looked_at_in_parts_of_bounded_size():
    assert sum(parts(9999, 10_000)) == 9999
    assert max(parts(9999, 10_000)) * 10_000 <= 1 << 22
    assert list(parts(3, 1 << 30)) == [1, 1, 1]


def test_ends_are_counted_from_both_sides():
    """Of 39 resamples, at 90 %, the second from below and from above."""
    assert quantiles(np.arange(39.0)[::-1], 19, 0.9, None)[:2] == (1, 37)
    assert quantiles(np.arange(79.0), 19, 0.95, None)[:2] == (1, 77)
    assert quantiles(np.arange(10.0), 19, 0.95, None)[:2] == (0, 9)


def test_ends_are_those_of_resamples_with_a_value():
    nan = math.nan
    assert quantiles(np.array([nan, 5, nan, 3]), 4, 0.95, None) == (3, 5, 1, 2)
    *ends, undefined = quantiles(np.array([nan, 3]), 4, 0.95, None)
    assert np.isnan(ends).all()
    assert undefined == 1


def corrected(every, value, level=0.95):
    """The ends by BCa if no observation changes the value."""
    return quantiles(np.array(every), value, level, (np.zeros(3), np.ones(3)))[:2]


def test_a_value_beyond_all_resamples_counts_as_half_a_resample_within():
    every = np.arange(1.0, 1000)
    z = st.norm.ppf([5e-7, 1 - 5e-7]) + 2 * st.norm.ppf(0.5 / 999)
    shares = st.norm.cdf(z)
    high = 1000 - math.floor(1000 * (1 - shares[1]))
    assert high == 46
    assert corrected(every, 0, 1 - 1e-6) == (1, high)
    assert corrected(every, 1000, 1 - 1e-6) == (1000 - high, 999)


@pytest.mark.parametrize(
    ("value", "off"), [(0, 5e-13), (1e6, 5e-7), (-1e6, 5e-7), (0, -5e-13)]
)
def test_resamples_that_differ_by_rounding_are_ties(value, off):
    around = np.concatenate([np.linspace(-2, -1, 300), np.linspace(1, 2, 299)])
    equal, nearly = (
        np.append(value + around, np.full(400, value + d)) for d in (0, off)
    )
    assert corrected(nearly, value) == corrected(equal, value)
    # What is farther off is above, or below.
    other = np.append(value + around, np.full(400, value + 3.5 * off))
    assert corrected(other, value) != corrected(equal, value)


def test_without_a_value_of_the_jackknife_there_are_no_ends():
    """Without the one observation of the first class there is no correlation."""
    found = ordref.interval("pearson", [[1, 0], [1, 8]], method="bca", rng=0)
    assert found.standard_error > 0
    assert math.isnan(found.low)
    assert math.isnan(found.high)


def test_exact_intervals_of_ten_million_and_no_more():
    N = 10**7
    low, high = clopper_pearson(N, N, 0.95)
    assert (low, high) == (pytest.approx(0.025 ** (1 / N), abs=1e-14), 1)
    with pytest.raises(ValueError, match="at most 10000000"):
        clopper_pearson(0, N + 1, 0.95)


def test_what_an_interval_takes():
    """A measure by its name, its function or its row; whole numbers of numpy."""
    named = ordref.interval("weighted_kappa", CM)
    for measure in (ordref.weighted_kappa, MEASURES["weighted_kappa"]):
        assert ordref.interval(measure, CM) == named
    by_function = ordref.interval(lambda n: ordref.weighted_kappa(n), CM)
    assert by_function.low != pytest.approx(named.low, abs=1e-4)
    own = dataclasses.replace(MEASURES["weighted_kappa"], name="own")
    assert ordref.interval(own, CM) == pytest.approx(named)
    drawn = [
        ordref.interval("mae", CM, method="percentile", n_resamples=B, rng=0)
        for B in (39, np.int64(39))
    ]
    assert drawn[0] == drawn[1]


def test_two_clusters_are_enough():
    """By hand: the clusters' errors are 1 of 2 and 0 of 2, the mean is a quarter."""
    n = [[[1, 1], [0, 0]], [[1, 0], [0, 1]]]
    # What they add to the mean: (1 - 2 / 4) / 4 and (0 - 2 / 4) / 4.
    expected = math.sqrt(2 * (1 / 8) ** 2 * 2 / 1)
    assert ordref.standard_error("mae", n, sampling="clusters") == (
        pytest.approx(expected)
    )
    stacked = ordref.standard_error("mae", [n, n[::-1]], sampling="clusters")
    assert stacked == pytest.approx([expected, expected])


@pytest.mark.parametrize("of", [ordref.interval, ordref.difference, ordref.chance])
def test_what_is_not_said_is_usual(of):
    asked = inspect.signature(of).parameters
    assert asked["n_resamples"].default == 9999
    if of is not ordref.chance:
        assert asked["level"].default == 0.95
        assert asked["method"].default == "delta"


@pytest.mark.parametrize("kind", [Interval, Difference, Chance])
def test_numbers_alone_say_nothing_of_how_they_came_about(kind):
    found = kind(*range(len(kind._fields)))
    assert (found.method, found.undefined) == ("", 0)
    if kind is Difference:
        assert found.exact is False
        assert np.isnan(found.values).all()


def test_unseen_cells_of_many_classes_are_not_looked_at():
    assert math.isnan(ordref.interval("ccr", np.eye(78, dtype=int)).low)


# ------------------------------------------------------------------- two classifiers


def triples(true, first, second):
    return list(zip(true, first, second, strict=True))


@pytest.mark.parametrize(
    "name", ["ccr", "mae", "mse", "amae", "mmae", "weighted_kappa", "somers_d", "oci"]
)
def test_exchanges_are_those_of_the_definition(name):
    measure = MEASURES[name]

    def of(pairs):
        options = {"K": 3} if name == "oci" else {}
        return getattr(definitions, measure.definition)(pairs, **options)

    value, pvalue = definitions.exchanges(of, triples(TRUE, FIRST, SECOND))
    found = ordref.difference(name, TRUE, FIRST, SECOND, rng=0)
    assert found.exact
    assert found.value == pytest.approx(float(value))
    assert found.pvalue == pytest.approx(float(pvalue), abs=1e-12)


def many(N=400, seed=2):
    rng = np.random.default_rng(seed)
    true = rng.integers(1, 5, N)
    first = np.clip(true + rng.integers(-1, 2, N) * (rng.random(N) < 0.4), 1, 4)
    second = np.clip(true + rng.integers(-1, 3, N) * (rng.random(N) < 0.5), 1, 4)
    return true, first, second


def test_of_accuracy_it_is_mcnemars_test():
    for seed in range(5):
        true, first, second = many(60 + 50 * seed, seed)
        a, b = first == true, second == true
        table = [[(a & b).sum(), (a & ~b).sum()], [(~a & b).sum(), (~a & ~b).sum()]]
        theirs = mcnemar(table, exact=True)
        for name in ("ccr", "mer"):
            found = ordref.difference(name, true, first, second, labels=[1, 2, 3, 4])
            assert found.exact
            assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-9)


def test_drawn_exchanges_are_near_the_exact_ones():
    true, first, second = many(200)
    exact = ordref.difference("mae", true, first, second)
    drawn = ordref.difference(lambda n: ordref.mae(n), true, first, second, rng=0)
    assert exact.exact
    assert not drawn.exact
    error = math.sqrt(exact.pvalue * (1 - exact.pvalue) / 9999)
    assert drawn.pvalue == pytest.approx(exact.pvalue, abs=4 * error + 1e-4)
    assert drawn[:4] == pytest.approx(exact[:4])


def test_a_table_says_the_same_as_labels():
    true, first, second = many()
    table = np.zeros((4, 4, 4), dtype=int)
    np.add.at(table, (true - 1, first - 1, second - 1), 1)
    for name in ("mmae", "weighted_kappa_quadratic", "r_int"):
        labelled = ordref.difference(name, true, first, second, rng=7)
        assert ordref.difference(name, table, rng=7) == labelled
        a = ordref.confusion_matrix(true, first)
        assert labelled.values[0] == pytest.approx(MEASURES[name](a))


@pytest.mark.parametrize(
    "name", [name for name in CLOSED if name not in ("oci", "oci_prime")]
)
def test_paired_error_is_the_jackknifes(name):
    true, first, second = many()
    cells = np.ravel_multi_index((true - 1, first - 1, second - 1), (4, 4, 4))
    kinds, times = np.unique(cells, return_counts=True)
    t, a, b = np.unravel_index(kinds, (4, 4, 4))
    tables = []
    for predicted in (a, b):
        n = np.zeros((4, 4))
        np.add.at(n, (t, predicted), times)
        without = np.repeat(n[None], len(kinds), axis=0)
        without[np.arange(len(kinds)), t, predicted] -= 1
        tables.append(MEASURES[name](without))
    values = tables[0] - tables[1]
    mean = np.average(values, weights=times)
    variance = 399 * np.average((values - mean) ** 2, weights=times)
    found = ordref.difference(name, true, first, second, n_resamples=39, rng=0)
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=0.05)


def test_pairing_matters():
    """Errors that both make cancel: the unpaired error is larger."""
    true, first, _ = many()
    second = first.copy()
    second[:10] = np.clip(second[:10] + 1, 1, 4)
    found = ordref.difference("mae", true, first, second)
    a, b = (ordref.confusion_matrix(true, p) for p in (first, second))
    unpaired = math.hypot(*(ordref.standard_error("mae", n) for n in (a, b)))
    assert found.standard_error < unpaired / 3


def test_bootstrap_of_a_difference():
    true, first, second = many()
    delta = ordref.difference("weighted_kappa", true, first, second, rng=0)
    found = ordref.difference(
        "weighted_kappa", true, first, second, method="percentile", rng=0
    )
    assert found[1:4] == pytest.approx(delta[1:4], abs=0.15 * delta.standard_error)


GROUPS = list("abcabcdde")


def exchanged_by_group(of, listed, groups):
    """All ways to exchange the predictions of whole groups, one by one."""

    def value(each):
        first, second = ([(t, pair[k]) for t, *pair in each] for k in (0, 1))
        return of(first) - of(second)

    observed, large, names = value(listed), 0, sorted(set(groups))
    for swap in itertools.product((False, True), repeat=len(names)):
        swapped = {g for g, s in zip(names, swap, strict=True) if s}
        each = [
            (t, b, a) if g in swapped else (t, a, b)
            for (t, a, b), g in zip(listed, groups, strict=True)
        ]
        large += not abs(value(each)) < abs(observed)
    return observed, Fraction(large, 2 ** len(names))


@pytest.mark.parametrize(
    "name", ["ccr", "mae", "mse", "amae", "mmae", "weighted_kappa", "somers_d"]
)
def test_whole_groups_are_exchanged(name):
    listed = triples(TRUE, FIRST, SECOND)
    groups = (GROUPS * 3)[: len(listed)]
    of = getattr(definitions, MEASURES[name].definition)
    value, pvalue = exchanged_by_group(of, listed, groups)
    found = ordref.difference(name, TRUE, FIRST, SECOND, groups=groups)
    assert found.exact
    assert found.value == pytest.approx(float(value))
    assert found.pvalue == pytest.approx(float(pvalue), abs=1e-12)
    without = ordref.difference(lambda n: MEASURES[name](n), TRUE, FIRST, SECOND,
                                groups=groups)  # fmt: skip
    assert without.pvalue == pytest.approx(found.pvalue, abs=1e-12)


@pytest.mark.parametrize("name", ["mae", "weighted_kappa", "amae"])
def test_error_of_groups_is_the_jackknifes_without_each(name):
    """Of 100 groups of four: the whole group is left out."""
    true, first, second = many(400)
    groups = np.arange(400) // 4
    measure, values = MEASURES[name], []
    for g in range(100):
        kept = groups != g
        a, b = (
            measure(ordref.confusion_matrix(true[kept], p[kept], labels=[1, 2, 3, 4]))
            for p in (first, second)
        )
        values.append(a - b)
    error = math.sqrt(99 * np.var(values))
    found = ordref.difference(name, true, first, second, groups=groups, rng=0,
                              n_resamples=99)  # fmt: skip
    assert found.standard_error == pytest.approx(error, rel=0.05)
    resampled = ordref.difference(name, true, first, second, groups=groups,
                                  method="percentile", rng=0)  # fmt: skip
    assert resampled.standard_error == pytest.approx(error, rel=0.1)


def test_copies_in_groups_are_as_good_as_one():
    """Each observation three times in a group of its own says no more than once."""
    true, first, second = many(100)
    once = ordref.difference("mae", true, first, second)
    thrice = [np.repeat(y, 3) for y in (true, first, second)]
    groups = np.repeat(np.arange(100), 3)
    found = ordref.difference("mae", *thrice, groups=groups)
    assert found.standard_error == pytest.approx(
        once.standard_error * math.sqrt(100 / 99)
    )
    assert (found.pvalue, found.value) == pytest.approx((once.pvalue, once.value))
    naive = ordref.difference("mae", *thrice)
    assert naive.standard_error == pytest.approx(once.standard_error / math.sqrt(3))
    drawn = ordref.difference(lambda n: ordref.mae(n), *thrice, groups=groups, rng=0)
    assert not drawn.exact
    assert drawn.pvalue == pytest.approx(once.pvalue, abs=0.02)


def test_groups_are_what_was_drawn_where_nothing_varies():
    one, other = (
        ordref.difference("mae", TRUE, FIRST, FIRST, groups=groups)
        for groups in (range(len(TRUE)), (GROUPS * 3)[: len(TRUE)])
    )
    single = ordref.difference("mae", TRUE, FIRST, FIRST)
    assert one[:4] == pytest.approx(single[:4])
    assert other.method == "unseen cell"
    assert other.high > one.high


@pytest.mark.parametrize("method", ["delta", "percentile"])
def test_the_same_predictions_are_no_proof_of_no_difference(method):
    found = ordref.difference("mae", TRUE, FIRST, FIRST, method=method, rng=0)
    assert found.value == found.standard_error == 0
    assert found.pvalue == 1
    assert found.low < -0.1
    assert found.high > 0.1
    assert found.method == "unseen cell"


def test_swapping_the_classifiers_turns_the_sign():
    for name in ("mae", "mmae", "kendall_tau_b"):
        one = ordref.difference(name, TRUE, FIRST, SECOND)
        other = ordref.difference(name, TRUE, SECOND, FIRST)
        assert one[0] == -other[0]
        assert (one[2], one[3]) == pytest.approx((-other[3], -other[2]), nan_ok=True)
        assert one.pvalue == pytest.approx(other.pvalue)


def test_labels_in_words():
    words = ["low", "mid", "high"]
    true, first, second = ([words[k - 1] for k in y] for y in (TRUE, FIRST, SECOND))
    assert ordref.difference("mae", true, first, second, labels=words) == (
        ordref.difference("mae", TRUE, FIRST, SECOND)
    )
    with pytest.raises(ValueError, match="labels="):
        ordref.difference("mae", true, first, second)


def test_coins():
    for m in (0, 1, 7, 1000):
        assert binomial(m) == pytest.approx(st.binom.pmf(range(m + 1), m, 0.5))


def test_labels_bring_their_order():
    """AC2 depends on the number of classes, also of those that do not occur."""
    order = ["low", "mid", "high", "top"]
    words = [[order[k - 1] for k in y] for y in (TRUE, FIRST, SECOND)]
    cats = [pd.Categorical(y, order, ordered=True) for y in words]
    labelled = ordref.difference("gwet_ac2", *words, labels=order, rng=0)
    assert ordref.difference("gwet_ac2", *cats, rng=0) == labelled
    counted = ordref.difference("gwet_ac2", TRUE, FIRST, SECOND, rng=0)
    assert counted.values[1] == ordref.gwet_ac2(ordref.confusion_matrix(TRUE, SECOND))
    assert counted.values != labelled.values
    other = pd.Categorical(words[2], order[::-1], ordered=True)
    with pytest.raises(ValueError, match=r"categories of y_a.* and of y_b"):
        ordref.difference("mae", TRUE, cats[1], other)


def test_a_class_may_be_absent_from_a_table():
    table = np.zeros((3, 3, 3), dtype=int)
    table[0, 0, 1], table[2, 2, 1], table[2, 0, 2], table[2, 2, 2] = 3, 2, 1, 1
    t, a, b = (np.repeat(k, table[table > 0]) + 1 for k in np.nonzero(table))
    for name in ("amae", "mse"):
        assert ordref.difference(name, table) == ordref.difference(name, t, a, b)


SHARE = 1 - 0.025 ** (1 / len(TRUE))


def test_unseen_cells_of_two_classifiers():
    """By hand: a share that 1 time in 40 none of the ten would have, two classes off for one."""
    found = ordref.difference("mae", TRUE, FIRST, FIRST)
    assert found[2:4] == pytest.approx((-2 * SHARE, 2 * SHARE))
    # Of what takes no fractions so many are added, rounded up: 5 to the 10.
    assert 4 < 10 * SHARE / (1 - SHARE) < 5
    own = ordref.difference(lambda n: ordref.mae(n), TRUE, FIRST, FIRST)
    assert own[2:4] == pytest.approx((-10 / 15, 10 / 15))
    ends = []
    for t, a, b in itertools.product(range(3), repeat=3):
        n = ordref.confusion_matrix(TRUE, FIRST)
        both = np.array([n, n])
        both[[0, 1], t, [a, b]] += 5
        ends.append(np.subtract(*ordref.r_int(both)))
    counted = ordref.difference("r_int", TRUE, FIRST, FIRST)
    assert counted[2:4] == pytest.approx((min(ends), max(ends)))


def test_unseen_cells_are_looked_at_if_they_are_few(monkeypatch):
    monkeypatch.setattr(_difference, "UNSEEN", 3**5)
    assert ordref.difference("mae", TRUE, FIRST, FIRST).low < 0
    monkeypatch.setattr(_difference, "UNSEEN", 3**5 - 1)
    found = ordref.difference("mae", TRUE, FIRST, FIRST)
    assert math.isnan(found.low)
    assert math.isnan(found.high)


def test_without_an_unseen_cell_a_constant_stays():
    found = ordref.difference(lambda n: np.ones(len(n)), np.ones((2, 2, 2)))
    assert found[2:4] == (0, 0)
    assert found.method == "unseen cell"


def test_a_difference_without_a_value():
    found = ordref.difference("weighted_kappa", [1, 1], [1, 1], [1, 2], labels=[1, 2])
    assert np.isnan([found.value, found.low, found.high, found.pvalue]).all()
    assert (found.exact, found.undefined) == (False, 0)


def test_resamples_and_exchanges_without_a_value_are_counted():
    """By hand: where one is exchanged the first has one hit, or three, and no value."""
    seen = []

    def of(n):
        seen.append(np.where(n[:, 0, 0] % 2, np.nan, n[:, 0, 0]))
        return seen[-1]

    y, a, b = [1, 1, 1, 2], [1, 2, 1, 2], [2, 1, 1, 2]
    found = ordref.difference(of, y, a, b, method="percentile", n_resamples=99, rng=0)
    first, second = (values for values in seen if len(values) == 99)
    resamples = np.isnan(first - second).sum()
    assert 0 < resamples < 99
    assert found.undefined == resamples + 2
    assert found.pvalue == 1


def test_drawn_exchanges_are_never_all():
    """Of so many the observed one is one."""
    true = np.repeat([1, 2, 3, 4], 30)
    wrong = (true + np.arange(120) % 3) % 4 + 1
    of = [lambda n: ordref.mae(n), "mmae"]
    for measure in of:
        found = ordref.difference(measure, true, true, wrong, n_resamples=99, rng=0)
        assert (found.pvalue, found.exact) == (0.01, False)


def test_sums_of_many_steps_are_drawn():
    table = np.zeros((2, 2, 2), dtype=int)
    table[0, 0, 1] = table[1, 1, 0] = 1 << 13
    assert ordref.difference("mae", table, n_resamples=39).exact
    table[0, 0, 1] += 1
    assert not ordref.difference("mae", table, n_resamples=39).exact


@pytest.mark.parametrize("name", ["ccr", "mer", "mae", "mse", "accuracy_within"])
def test_signs_of_all_observations(name):
    """The distribution of the sum with random signs, one observation after another."""
    true, first, second = many(150)
    D = distances(4)
    w = {"ccr": D == 0, "mer": D > 0, "mae": D, "mse": D**2, "accuracy_within": D < 2}
    score = w[name].astype(int)
    steps = score[true - 1, first - 1] - score[true - 1, second - 1]
    chance = {0: 1.0}
    for step in steps.tolist():
        following = {}
        for value, p in chance.items():
            for end in (value - step, value + step):
                following[end] = following.get(end, 0) + p / 2
        chance = following
    pvalue = sum(p for value, p in chance.items() if abs(value) >= abs(steps.sum()))
    found = ordref.difference(name, true, first, second)
    assert found.exact
    assert found.pvalue == pytest.approx(pvalue, rel=1e-9)


def test_exchanges_that_differ_by_rounding_are_as_large():
    """Two observations that only the first gets right: half of the exchanges cancel."""
    y, a, b = [1, 1, 2], [1, 1, 2], [2, 2, 2]
    for factor, pvalue in ((4e-13, 1), (7.5e-13, 0.5), (1, 0.5), (1e6, 0.5)):
        found = ordref.difference(lambda n, f=factor: f * n[:, 0, 0], y, a, b)
        assert found.value == pytest.approx(2 * factor, rel=1e-12)
        assert found.pvalue == pvalue


def test_two_groups_are_enough():
    """By hand: they add -2 and -3 to the sum, of which -2.5 each is the mean."""
    found = ordref.difference("mae", TRUE, FIRST, SECOND, groups=[1] * 5 + [2] * 5)
    assert found[:2] == pytest.approx((-0.5, math.sqrt(2 * 0.05**2 * 2 / 1)))
    assert found.pvalue == 0.5


def test_all_exchanges_of_fifteen_groups():
    """And of more of which the predictions are the same."""
    y, a = [1] * 20, [1] * 20
    for G in (15, 16):
        b = [2] * G + [1] * (20 - G)
        found = ordref.difference(
            lambda n: ordref.mae(n), y, a, b, groups=range(20), n_resamples=99, rng=0
        )
        assert found.exact == (G == 15)
        assert found.pvalue == (2 / 2**15 if found.exact else 0.01)


def test_groups_times_kinds_of_observations_are_bounded(monkeypatch):
    kinds, G = len(set(triples(TRUE, FIRST, SECOND))), len(TRUE)
    monkeypatch.setattr(_difference, "UNSEEN", kinds * G)
    assert grouped(range(G)).value == -0.5
    monkeypatch.setattr(_difference, "UNSEEN", kinds * G - 1)
    with pytest.raises(ValueError, match="groups are too many"):
        grouped(range(G))


def test_few_exchanges_are_gone_through(monkeypatch):
    """Two and three observations with different predictions: 3 x 4 numbers of exchanges."""
    cells = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 1]]).T
    exchange = Exchange(cells, np.array([2.0, 3, 1000]), 2)
    drawn, chance = exchange.every()
    assert len(drawn) == len(chance) == 12
    assert chance.sum() == 1
    for most, few in ((12, True), (11, False)):
        monkeypatch.setattr(_resampling, "MOST", most)
        assert exchange.are_few() == few


# ------------------------------------------------------------------- chance


@pytest.mark.parametrize(
    "name",
    ["ccr", "mae", "mse", "amae", "mmae", "minimum_sensitivity", "weighted_kappa",
     "weighted_kappa_quadratic", "goodman_kruskal_gamma", "somers_d", "somers_d_true",
     "kendall_tau_b", "spearman", "pearson", "r_int", "uoc"],
)  # fmt: skip
def test_chance_is_that_of_all_orders(name):
    measure = MEASURES[name]

    def of(pairs):
        options = dict(measure.options)
        if name == "uoc":
            options["K"] = 3
        return getattr(definitions, measure.definition)(pairs, **options)

    for cm in ([[2, 1, 0], [0, 1, 1], [0, 0, 1]], [[1, 0, 1], [1, 1, 0], [0, 1, 1]]):
        pairs = definitions.observations(cm)
        mean, variance, share = definitions.orders(of, pairs, measure.better)
        found = ordref.chance(name, cm)
        assert found.mean == pytest.approx(float(mean), abs=1e-12)
        assert found.standard_deviation == pytest.approx(math.sqrt(variance), abs=1e-12)
        assert found.pvalue == pytest.approx(float(share))


def test_formulas_agree_with_all_tables():
    for cm in [
        *random_counts(3, 3) // 2 + np.eye(3),
        [[3, 0, 0], [0, 0, 0], [1, 2, 1]],
    ]:
        tables, probability = every_table(np.array(cm, dtype=float))
        for name in CLOSED:
            found = ordref.chance(name, cm)
            if found.method == "formula" and not math.isnan(found.mean):
                values = MEASURES[name](tables)
                mean = probability @ values
                assert found.mean == pytest.approx(mean, abs=1e-12)
                deviation = math.sqrt(probability @ (values - mean) ** 2)
                assert found.standard_deviation == pytest.approx(deviation, abs=1e-12)


def test_kendalls_variance_is_scipys():
    rng = np.random.default_rng(0)
    n = rng.integers(0, 4, (5, 5)).astype(float)
    true, pred = unrolled(n.astype(int))
    theirs = st.kendalltau(true, pred, method="asymptotic")
    c, d = ordref.pair_counts(n)[:2]
    z = (c - d) / math.sqrt(kendall_variance(n))
    assert 2 * st.norm.sf(abs(z)) == pytest.approx(theirs.pvalue)


def test_drawn_orders_are_near_the_formulas():
    n = CM * 2
    for name in ("mae", "amae", "weighted_kappa", "spearman", "somers_d"):
        exact = ordref.chance(name, n)
        drawn = ordref.chance(lambda stack, name=name: MEASURES[name](stack), n, rng=0)
        assert (exact.method, drawn.method) == ("formula", "sample")
        error = exact.standard_deviation / math.sqrt(9999)
        assert drawn.mean == pytest.approx(exact.mean, abs=4 * error)
        assert drawn.standard_deviation == pytest.approx(
            exact.standard_deviation, rel=0.04
        )


def test_drawn_orders_keep_the_margins():
    seen = []

    def of(stack):
        seen.append(np.asarray(stack))
        return ordref.mae(stack)

    ordref.chance(of, CM, n_resamples=50, rng=0)
    assert (seen[-1].sum(axis=-1) == CM.sum(axis=1)).all()
    assert (seen[-1].sum(axis=-2) == CM.sum(axis=0)).all()
    assert seen[-1].min() >= 0


def test_tables_without_a_value_count_as_good():
    n = [[1, 0, 0], [0, 1, 0], [1, 0, 0]]  # gamma is undefined where all pairs are tied
    found = ordref.chance("goodman_kruskal_gamma", n)
    assert found.method == "all tables"
    assert 0 < found.pvalue <= 1
    one = ordref.chance("r_int", [[1]])
    assert np.isnan(one).all()


FORMULAS = [
    "ccr", "mer", "accuracy_within", "mae", "mse", "balanced_accuracy", "amae", "amse",
    "mcc", "weighted_kappa", "weighted_kappa_quadratic", "weighted_kappa_unweighted",
    "weighted_pi", "krippendorff_alpha", "gwet_ac2", "spearman", "pearson",
    "kendall_tau_b", "stuart_tau_c", "somers_d", "somers_d_true",
]  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_what_has_a_formula_by_chance(name):
    method = "formula" if name in FORMULAS else "sample"
    assert ordref.chance(name, CM, n_resamples=1, rng=0).method == method


@pytest.mark.parametrize(
    ("name", "cm", "expected"),
    [
        ("ccr", [[0, 1], [0, 0]], (0, 0, 1)),
        ("ccr", [[1, 0], [0, 1]], (0.5, 0.5, 0.5)),
        ("kendall_tau_b", [[1, 0], [0, 1]], (0, 1, 0.5)),
        ("stuart_tau_c", [[0, 1], [0, 0]], (0, 0, 1)),
        ("stuart_tau_c", [[4]], (0, 0, 1)),
        ("gwet_ac2", [[4]], (1, 0, 1)),
    ],
)
def test_chance_of_one_or_two_observations_and_of_one_class(name, cm, expected):
    assert tuple(ordref.chance(name, cm)) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("B", [1, 99, np.int64(3)])
def test_drawn_orders_have_the_observed_one_among_them(B):
    found = ordref.chance(lambda n: ordref.ccr(n), np.eye(3) * 30, n_resamples=B, rng=0)
    assert found.pvalue == 1 / (B + 1)
    assert (found.method, found.undefined) == ("sample", 0)


def test_orders_without_a_value_are_counted():
    """By hand: of six orders one has no hit of the first class, four one, and one two."""

    def of(n):
        return np.where(n[:, 0, 0] == 2, np.nan, n[:, 0, 0])

    found = ordref.chance(of, [[1, 1], [1, 1]])
    assert tuple(found) == pytest.approx((0.8, 0.4, 5 / 6))
    assert (found.method, found.undefined) == ("all tables", 1)


def test_without_a_value_of_any_order_there_is_no_mean():
    def of(n):
        return np.where(n[:, 0, 0] == 30, 1, np.nan)

    found = ordref.chance(of, np.eye(3) * 30, n_resamples=99, rng=0)
    assert np.isnan(found[:2]).all()
    assert (found.pvalue, found.undefined) == (1, 99)
    none = ordref.chance("pearson", [[3, 0], [2, 0]])
    assert np.isnan(none).all()
    assert (none.method, none.undefined) == ("formula", 0)


def test_orders_of_thousands():
    """Gamma grows with the hits, whose distribution is hypergeometric."""
    found = ordref.chance("goodman_kruskal_gamma", [[520, 480], [480, 520]])
    assert found.method == "all tables"
    assert found.pvalue == pytest.approx(st.hypergeom.sf(519, 2000, 1000, 1000))


def test_orders_that_differ_by_rounding_are_as_good():
    """Of the four orders of two pairs 1, 4 and 1 of 6 have 0, 1 and 2 hits."""
    for least, factor, pvalue in ((0, 5e-13, 1), (0, 1.5e-12, 5 / 6), (1e6, 1e-8, 1)):
        for sign in (1, -1):
            found = ordref.chance(
                lambda n, a=least * sign, b=factor: a + b * n[:, 0, 0], [[1, 1], [1, 1]]
            )
            assert found.pvalue == pytest.approx(pvalue)


def test_tables_are_gone_through_if_they_are_few(monkeypatch):
    assert every_table(np.array([[MOST]]) * 1.0) is not None
    assert every_table(np.array([[MOST + 1.0]])) is None
    one = np.zeros((21, 21))
    one[0, 0] = 1
    assert every_table(one) is None
    assert len(every_table(one[:20, :20])[0]) == 1
    monkeypatch.setattr(_resampling, "MOST", 6)
    assert len(every_table(np.eye(3))[0]) == 6
    monkeypatch.setattr(_resampling, "MOST", 5)
    assert every_table(np.eye(3)) is None


# ------------------------------------------------------------------- bad input


def grouped(groups):
    return ordref.difference("mae", TRUE, FIRST, SECOND, groups=groups)


BAD = [
    (lambda: ordref.standard_error("mea", CM), "no measure is called 'mea'"),
    (lambda: ordref.standard_error(3, CM), "name of ordref.catalogue or a function"),
    (lambda: ordref.standard_error("mae", CM / 100), "give counts, not shares"),
    (lambda: ordref.standard_error("mae", [1, 2]), "shape"),
    (lambda: ordref.standard_error("mae", symbolic_matrix(2)), "symbols"),
    (lambda: ordref.standard_error("mae", CM, sampling="columns"), "sampling must be one"),
    (lambda: ordref.standard_error("mae", CM, sampling="clusters"), "two or more clusters"),
    (lambda: ordref.standard_error(lambda n: 1.0, CM), "one number for each matrix"),
    (lambda: ordref.standard_error(lambda n: ordref.r_int(n) + 1, CM), "method='bca'"),
    (lambda: ordref.standard_error("mae", [CM], sampling="clusters"), "two or more clusters"),
    (lambda: ordref.interval("mae", [CM, CM]), "not a stack"),
    (lambda: ordref.interval("mae", [[CM, CM]], sampling="clusters"), "not a stack"),
    (lambda: ordref.interval("mae", CM, level=1), "between 0 and 1"),
    (lambda: ordref.interval("mae", CM, level=95), "between 0 and 1"),
    (lambda: ordref.interval("mae", CM, level=0), "between 0 and 1"),
    (lambda: ordref.interval("mae", CM, level=math.nan), "between 0 and 1"),
    (lambda: ordref.interval("mae", CM, level="0.95"), "between 0 and 1"),
    (lambda: ordref.interval("mae", CM, method="wald"), "method must be one of"),
    (lambda: ordref.interval("mae", CM, method="exact"), "for ccr, mer, not for mae"),
    (lambda: ordref.interval(lambda n: ordref.mae(n), CM, method="likelihood"), "a function"),
    (lambda: ordref.interval("mae", CM, method="bca", n_resamples=10), "at least 39"),
    (lambda: ordref.interval("mae", CM, method="bca", n_resamples=99.0), "whole number"),
    (lambda: ordref.interval("mae", CM, method="bca", rng=-1), "rng must be a seed"),
    (lambda: ordref.interval("mae", CM, method="bca", rng="seed"), "rng must be a seed"),
    (lambda: ordref.interval("ccr", CM * 10**8, method="exact"), "at most 10000000"),
    (lambda: ordref.difference("mae", TRUE, FIRST), "both classifiers"),
    (lambda: ordref.difference("mae", TRUE, None, SECOND), "both classifiers"),
    (lambda: ordref.difference("mae", TRUE, FIRST, SECOND[1:]), "as many"),
    (lambda: ordref.difference("mae", TRUE, FIRST, SECOND[1:], labels=[1, 2, 3]), "as many"),
    (lambda: ordref.difference("mae", TRUE, FIRST, SECOND, labels=[1, 2]), "labels"),
    (lambda: ordref.difference("mae", TRUE, FIRST, SECOND, method="bca"), "method must be"),
    (lambda: grouped(GROUPS[:3]), "one group for each"),
    (lambda: grouped([[1, 2]] * len(TRUE)), "one group for each"),
    (lambda: grouped([None] + [1, 2] * 20), r"one group for each"),
    (lambda: grouped([1, None, *range(len(TRUE) - 2)]), r"groups\[1\] is missing"),
    (lambda: grouped([1, math.nan, *range(len(TRUE) - 2)]), r"groups\[1\] is missing"),
    (lambda: grouped(["a"] * len(TRUE)), "single group 'a'"),
    (lambda: ordref.difference("mae", np.ones((2, 2, 2)), groups=[1, 2]), "groups goes with"),
    (lambda: ordref.difference("mae", CM), r"shape \(K, K, K\)"),
    (lambda: ordref.difference("mae", np.ones((2, 2, 3))), r"shape \(K, K, K\)"),
    (lambda: grouped([1, pd.NA, *range(len(TRUE) - 2)]), r"groups\[1\] is missing"),
    (lambda: ordref.difference("mae", np.zeros((2, 2, 2))), "no observation"),
    (lambda: ordref.difference("mae", -np.ones((2, 2, 2))), "negative"),
    (lambda: ordref.difference("mae", np.full((2, 2, 2), 0.5)), "give counts"),
    (lambda: ordref.difference("mae", np.ones((2, 2, 2)), labels=[1, 2]), "labels goes with"),
    (lambda: ordref.difference("mae", ["a"], ["a"], ["b"]), "labels"),
    (lambda: ordref.chance("mae", [CM, CM]), "not a stack"),
    (lambda: ordref.chance("mae", CM / 10), "give counts"),
    (lambda: ordref.chance("mae", CM * 10**8), "too many to draw"),
    (lambda: ordref.chance("mae", [[10**9, 0], [0, 0]]), "too many to draw"),
    (lambda: ordref.chance("mae", CM, n_resamples=0), "whole number"),
    (lambda: ordref.chance("mae", CM, n_resamples=2.5), "whole number"),
    (lambda: ordref.chance("nothing", CM), "no measure"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD)
def test_bad_input_is_refused_with_a_remedy(call, message):
    with pytest.raises(ValueError, match=message), within(5):
        call()


def test_fractions_are_counts_where_they_are_whole():
    exact = np.vectorize(Fraction, otypes=[object])(CM)
    assert ordref.standard_error("mae", exact) == ordref.standard_error("mae", CM)
    small = CM.astype(np.uint8)
    assert ordref.standard_error("mse", small) == ordref.standard_error("mse", CM)


@pytest.mark.parametrize("name", ["mae", "weighted_kappa", "spearman", "mmae"])
def test_large_tables_take_little_time(name):
    rng = np.random.default_rng(0)
    n = rng.poisson(3, (60, 60)) + np.eye(60, dtype=int)
    with within(20):
        ordref.standard_error(name, n)
        ordref.interval(name, n, method="percentile", n_resamples=999, rng=0)
        ordref.chance(name, n, n_resamples=99, rng=0)
        ordref.interval(name, np.eye(60, dtype=int))


# ------------------------------------------------------------------- where there is no kink


def kinks_of_the_chapter():
    chapter = nbformat.read(CHAPTERS / "uncertainty.ipynb", as_version=4)
    (cell,) = [c for c in chapter.cells if c["id"] == "sure-kinks-all"]
    (found,) = [
        ast.literal_eval(node.value)
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "KINKS"
    ]
    return found


KINKS = kinks_of_the_chapter()
SIZES = [(N, K) for N in (1, 2, 3, 4) for K in (2, 3)]


def without_error(name, K, N):
    """Matrices on which the measure has a value and no standard error."""
    measure = MEASURES[name]
    for n in small_matrices(K, N):
        if not math.isnan(measure(n)) and math.isnan(ordref.standard_error(name, n)):
            yield n


@pytest.mark.parametrize("name", MEASURES)
def test_measures_with_kinks_are_those_of_the_chapter(name):
    """The matrix of the chapter has a kink, and no smaller one has; the others have none."""
    if name not in KINKS:
        assert not any([*without_error(name, K, N)] for N, K in SIZES)
        return
    matrix, cell = KINKS[name]
    size = int(np.sum(matrix)), len(matrix)
    assert matrix in list(without_error(name, size[1], size[0]))
    for N, K in SIZES[: SIZES.index(size)]:
        assert next(without_error(name, K, N), None) is None
    along = np.zeros(np.shape(matrix))
    along[cell] = 1
    assert has_kink(name, np.array(matrix), along)


# Of counts alone the slope is that of sympy, above.
OF_FRACTIONS = [n for n, m in MEASURES.items() if m.accepts == "weights"]


def has_kink(name, n, along):
    step = 1e-5 * along
    here = float(MEASURES[name](n))
    left, right = (float(MEASURES[name](n + sign * step)) for sign in (-1, 1))
    return abs(left + right - 2 * here) > 1e-3 * 1e-5


def directions(n):
    """Each cell with counts alone, and all of them at random."""
    for cell in np.argwhere(n):
        along = np.zeros(n.shape)
        along[tuple(cell)] = 1
        yield along
    yield np.where(n, np.random.default_rng(0).uniform(-1, 1, n.shape), 0)


@pytest.mark.parametrize("name", OF_FRACTIONS)
def test_without_a_kink_both_slopes_agree(name):
    """On all matrices of a few observations, or all smaller than the chapter's."""
    sizes = [(2, 3), (3, 3)]
    if name in KINKS:
        matrix, _ = KINKS[name]
        sizes = SIZES[: SIZES.index((int(np.sum(matrix)), len(matrix)))]
    for n in (np.array(m) for N, K in sizes for m in small_matrices(K, N)):
        if not math.isnan(float(MEASURES[name](n))):
            assert not any(has_kink(name, n, along) for along in directions(n)), n
