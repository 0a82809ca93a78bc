"""Standard errors: published, by the definition, by going through all samples; and kinks."""

import ast
import math
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest
from small import all_matrices, distances
from statsmodels.stats.inter_rater import cohens_kappa
from sure import CLOSED, CM, COUNTED, closed, every, random_counts

import ordref
from ordref import definitions
from ordref._gradients import GRADIENTS
from ordref.catalogue import MEASURES
from ordref.verify import small_matrices

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"


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


@pytest.mark.parametrize("N", [2, 3, 4])
@pytest.mark.parametrize("shares", [[[1, 2], [1, 2]], [[6, 0], [0, 0]]])
def test_sums_of_r_int_are_unbiased_but_for_the_ordered_pairs_of_observations(
    shares, N
):
    """Their number is N (N - 1), and the limit at p has the sums of all pairs of cells."""
    p = {(r, c): Fraction(shares[r][c], 6) for r in (0, 1) for c in (0, 1)}
    sides = [
        lambda a, b: a[0] <= b[0] and a[1] <= b[1],
        lambda a, b: a[0] <= b[0],
        lambda a, b: a[1] <= b[1],
    ]
    sizes = [
        lambda listed: len(set.intersection(*definitions.order_sets(listed))),
        lambda listed: len(definitions.order_sets(listed)[0]),
        lambda listed: len(definitions.order_sets(listed)[1]),
    ]
    table = [[p[r, c] for c in (0, 1)] for r in (0, 1)]
    for within, size in zip(sides, sizes, strict=True):
        limit = sum(p[a] * p[b] for a in p for b in p if within(a, b))
        _, mean, _ = definitions.samples(size, table, N)
        assert mean == N * (N - 1) * limit


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


@pytest.mark.parametrize("none", [math.nan, math.inf])
def test_a_measure_without_a_value_of_more_observations_is_not_derived(none):
    with pytest.raises(ValueError, match="has no value of some more observations"):
        definitions.delta(
            lambda listed: Fraction(1) if len(listed) < 6 else none,
            [(1, 1), (1, 2), (2, 2)],
        )


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
