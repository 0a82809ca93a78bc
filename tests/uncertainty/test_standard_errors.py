"""Standard errors: published, by peers, by the definition, by going through all samples."""

import math
from fractions import Fraction

import numpy as np
import pytest
from small import distances
from sure import CLOSED, CM, COUNTED, random_counts

import ordref
from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.definitions.uncertainty import first_coefficients

# ------------------------------------------------------------------- published, and peers

FLEISS = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]
AGREEMENT = np.array([[1, 0, 0.4444], [0, 1, 0.6667], [0.4444, 0.6667, 1]])
AGREED = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]
SATISFIED = [[1, 3, 10, 6], [2, 3, 10, 7], [1, 6, 14, 12], [0, 1, 9, 11]]


def kappa_of_1969(n):
    return ordref.weighted_kappa(n, weights=1 - AGREEMENT)


@pytest.mark.parametrize(
    ("measure", "cm", "value", "power", "error"),
    [
        # Fleiss, Cohen and Everitt (1969) print variances
        ("weighted_kappa_unweighted", FLEISS, "0.429", 2, "0.002885"),
        (kappa_of_1969, FLEISS, "0.507", 2, "0.003248"),
        # vcd's example of Kappa, as its documentation prints it
        ("weighted_kappa_unweighted", AGREED, "0.1293", 1, "0.0686"),
        ("weighted_kappa", AGREED, "0.2374", 1, "0.0783"),
        # Agresti, Categorical Data Analysis (2002), income and satisfaction
        ("goodman_kruskal_gamma", SATISFIED, "0.221", 1, "0.117"),
    ],
)
def test_published_standard_errors(measure, cm, value, power, error):
    of = MEASURES.get(measure, measure)
    assert ordref.data.agrees(float(of(np.array(cm))), value)
    assert ordref.data.agrees(ordref.standard_error(measure, cm) ** power, error)


# ------------------------------------------------------------------- the jackknife


def definition_of(name):
    measure = MEASURES[name]
    definition = getattr(definitions, measure.definition)
    return lambda listed: definition(listed, **measure.options)


def jackknifed(name, n):
    """The jackknife's variance, of a stack: one matrix less an observation for each cell."""
    cells = np.argwhere(n > 0)
    without = np.repeat(n[None], len(cells), axis=0)
    without[np.arange(len(cells)), cells[:, 0], cells[:, 1]] -= 1
    values, times = MEASURES[name](without), n[tuple(cells.T)]
    mean = np.average(values, weights=times)
    return (n.sum() - 1) * np.average((values - mean) ** 2, weights=times)


def test_the_jackknife_is_the_one_of_the_definition():
    n = np.array([[3, 1, 0], [1, 4, 1], [0, 1, 2]])
    pairs = definitions.observations(n.tolist())
    for name in ("mae", "mse", "amae", "weighted_kappa", "somers_d"):
        of = definition_of(name)
        exact = definitions.jackknife(of, pairs)
        assert isinstance(exact, Fraction)
        assert jackknifed(name, n) == pytest.approx(float(exact), rel=1e-12), name


# ------------------------------------------------------------------- the definition


def test_slopes_of_the_definition_tend_to_the_standard_error():
    n = [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    pairs = definitions.observations(n)
    for name in ("mae", "weighted_kappa", "goodman_kruskal_gamma"):
        of, variance = definition_of(name), ordref.standard_error(name, n) ** 2
        gaps = [
            float(definitions.slope_variance(of, pairs, k)) / variance - 1
            for k in (2, 4, 8)
        ]
        # Twice the copies, half the error, and what Richardson makes of two is nearer still.
        assert 0.4 < gaps[1] / gaps[0] < 0.6, name
        assert 0.4 < gaps[2] / gaps[1] < 0.6, name
        assert abs(2 * gaps[2] - gaps[1]) < abs(gaps[2]) / 4, name


# Quotients of polynomials, with their first three coefficients at 0: by hand.
QUOTIENTS = [
    (lambda j: Fraction(3), (3, 0, 0)),
    (lambda j: j**4 + j, (0, 1, 0)),
    (lambda j: 5 - 2 * j + 7 * j**2, (5, -2, 7)),
    (lambda j: 2 / (1 + j) ** 2, (2, -4, 6)),
    (lambda j: (1 + j**2) / (2 - j / 20), (Fraction(1, 2), Fraction(1, 80),
                                           Fraction(1, 2) + Fraction(1, 3200))),
]  # fmt: skip


def test_a_quotient_is_found_from_its_values():
    """One over 1 + j with another value at one place is no quotient of a low degree."""
    for k, (f, expected) in enumerate(QUOTIENTS):
        values = [f(Fraction(j)) for j in range(10)]
        assert first_coefficients(values) == expected, k
    refused = [[Fraction(j) ** 5 for j in range(10)]]
    for at in range(10):
        refused.append([Fraction(1, 1 + j) + (j == at) for j in range(10)])
    for values in refused:
        with pytest.raises(ValueError, match="not a quotient of polynomials"):
            first_coefficients(values)


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


def test_a_stack_is_its_matrices():
    n = random_counts(3, 5).reshape(5, 1, 3, 3)
    n[0] *= 1e12  # what is rounding to one matrix is not to the others
    for name in CLOSED:
        for sampling in ("multinomial", "rows"):
            assert ordref.standard_error(name, n[:0], sampling=sampling).shape == (0, 1)
            stacked = ordref.standard_error(name, n, sampling=sampling)
            assert stacked.shape == (5, 1)
            for found, one in zip(stacked[:, 0], n[:, 0], strict=True):
                alone = ordref.standard_error(name, one, sampling=sampling)
                assert isinstance(alone, float)
                assert alone == pytest.approx(found, nan_ok=True), name


def test_four_times_the_observations_half_the_error():
    for name in MEASURES:
        error = ordref.standard_error(name, CM)
        half = ordref.standard_error(name, 4 * CM) / error
        assert half == pytest.approx(0.5, abs=0.02 if name in COUNTED else 1e-6), name
        if name in CLOSED:
            # a million billions of observations
            least = ordref.standard_error(name, CM * 10**13)
            if name not in COUNTED:
                assert least == pytest.approx(error / 10**6.5, rel=1e-6), name


# Those of a path, and a singular value, are no quotients of polynomials, nor roots of them.
NO_QUOTIENTS = ("oci", "oci_prime", "uoc", "sup_correlation")


@pytest.mark.parametrize("name", [name for name in CLOSED if name not in NO_QUOTIENTS])
def test_the_error_is_that_of_the_definition(name):
    """Exactly, by values while observations are added, without a derivation."""
    measure = MEASURES[name]
    for cm in (
        [[3, 1], [2, 5]],
        [[4, 1, 1], [2, 6, 1], [1, 2, 3]],
        [[1, 0, 2], [2, 1, 0], [0, 1, 2]],  # cells without observations
        [[2, 1, 1], [0, 0, 0], [1, 0, 3]],  # an absent class
        [[1, 0, 1], [0, 2, 0], [0, 1, 0]],  # no correlation
        [[0, 1, 0], [0, 1, 0], [0, 1, 0]],  # a constant classifier
    ):
        pairs, options = definitions.observations(cm), dict(measure.options)
        exact = definitions.standard_error(
            measure.definition, pairs, len(cm), **options
        )
        found = ordref.standard_error(name, cm)
        assert found == pytest.approx(float(exact), abs=1e-12, nan_ok=True), cm


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
    with pytest.raises(ValueError, match="not a quotient of polynomials"):
        definitions.delta_variance(lambda listed: Fraction(len(listed) > 4), pairs)

    for none in (math.nan, math.inf):
        with pytest.raises(
            ValueError, match="has no value for some of the larger samples"
        ):
            definitions.delta_variance(
                lambda listed, none=none: Fraction(1) if len(listed) < 6 else none,
                [(1, 1), (1, 2), (2, 2)],
            )


def test_samples_without_a_value_and_of_many_observations():
    half, kappa = Fraction(1, 2), definitions.weighted_kappa
    assert definitions.over_all_samples(kappa, [[half, 0], [0, half]], 2) == (
        half,
        1,
        0,
    )
    defined, *moments = definitions.over_all_samples(kappa, [[1, 0], [0, 0]], 2)
    assert defined == 0
    assert np.isnan(moments).all()
    found = definitions.over_all_samples(definitions.ccr, [[half, 0], [half, 0]], 30)
    assert found == (1, half, Fraction(1, 120))


# ------------------------------------------------------------------- clusters


def test_clusters_of_one_are_observations_and_twins_say_nothing_new():
    units = np.zeros((100, 9))
    units[np.arange(100), np.repeat(np.arange(9), CM.ravel())] = 1
    ones = units.reshape(100, 3, 3)
    for name in ("mae", "weighted_kappa", "kendall_tau_b"):
        alone = ordref.standard_error(name, CM) * math.sqrt(100 / 99)
        for size in (1, 2):
            found = ordref.standard_error(name, ones * size, sampling="clusters")
            assert found == pytest.approx(alone), (name, size)
        # Taken for 200 observations they seem to say more.
        assert ordref.standard_error(name, 2 * CM) < alone / 1.4
    # What grows with the counts is centred, too.
    alone = ordref.standard_error("r_int", CM) * math.sqrt(100 / 99)
    found = ordref.standard_error("r_int", ones, sampling="clusters")
    assert found == pytest.approx(alone)
    for method in ("percentile", "bca"):
        found = ordref.interval(
            "mae", 2 * ones, sampling="clusters", method=method, rng=1
        )
        assert found.standard_error == pytest.approx(0.0438, abs=0.001)


def test_two_clusters_are_enough():
    """By hand: the clusters' errors are 1 of 2 and 0 of 2, the mean is a quarter."""
    n = [[[1, 1], [0, 0]], [[1, 0], [0, 1]]]
    # What they add to the mean: (1 - 2 / 4) / 4 and (0 - 2 / 4) / 4.
    expected = math.sqrt(2 * (1 / 8) ** 2 * 2 / 1)
    for cm, errors in ((n, expected), ([n, n[::-1]], [expected, expected])):
        found = ordref.standard_error("mae", cm, sampling="clusters")
        assert found == pytest.approx(errors)
