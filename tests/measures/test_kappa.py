"""Weighted kappa: its forms, its range, its cuts, its relatives and its peers."""

import itertools
import warnings
from fractions import Fraction
from functools import partial
from math import nan

import numpy as np
import pytest
import sklearn.metrics
import skordinal.metrics
import sympy as sp
from small import (
    all_matrices,
    assert_near,
    disagreements,
    distances,
    fractions,
    near,
    random_matrices,
    symbolic_matrix,
    unrolled,
)
from statsmodels.stats.inter_rater import cohens_kappa

from ordref import data, definitions, mae, mse, weighted_kappa

NAMES = ["unweighted", "linear", "quadratic"]
SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}
SIZES = range(1, 9)
RATERS = [
    "westlund1953_ms_winnipeg",
    "westlund1953_ms_new_orleans",
    "kundel2003_mammograms",
    "stuart1953_vision_women",
    "stuart1953_vision_men",
    "hout1987_sexualfun",
]
every_name = pytest.mark.parametrize("weights", NAMES)


def printed(cm):
    """A mutant: the formula of mmae2014, whose weights should be agreements."""
    n = np.asarray(cm, float)
    N, w = n.sum(axis=(-2, -1)), distances(n.shape[-1])
    p_o = (w * n).sum(axis=(-2, -1)) / N
    p_e = np.einsum("...r,rc,...c->...", n.sum(-1), w, n.sum(-2)) / N**2
    with np.errstate(divide="ignore", invalid="ignore"):
        return (p_o - p_e) / (1 - p_e)


def without_self(cm):
    """A mutant: the pairings of different observations only, N (N - 1) of them."""
    N = np.sum(cm, axis=(-2, -1))
    w = distances(np.shape(cm)[-1])
    apart = np.einsum("...r,rc,...c->...", np.sum(cm, -1), w, np.sum(cm, -2))
    own = (w * cm).sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return 1 - (N - 1) * own / (apart - own)


# ------------------------------------------------------------------- agreement


def weights_of(weights, K):
    if not isinstance(weights, str):
        return np.array(weights)
    return {
        "unweighted": np.minimum(distances(K), 1),
        "linear": distances(K),
        "quadratic": distances(K) ** 2,
    }[weights]


@pytest.mark.parametrize(
    "mutant",
    [
        printed,
        without_self,
        partial(weighted_kappa, weights="unweighted"),
        partial(weighted_kappa, weights="quadratic"),
        lambda cm: 1 - mae(cm),
    ],
)
def test_a_mutant_does_not_agree(mutant):
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(mutant, definitions.weighted_kappa, SMALL[3])


# ------------------------------------------------------------------- weights


def test_a_common_factor_of_the_weights_does_not_matter():
    for K, factor in itertools.product((2, 3, 5), (0.125, 3, 1e300, 1e-300)):
        w, stack = np.array(disagreements(K)), random_matrices(K)
        scaled = weighted_kappa(stack, weights=w * factor)
        plain = weighted_kappa(stack, weights=w)
        np.testing.assert_allclose(scaled, plain, rtol=1e-13, atol=1e-14)


def test_large_weights_and_large_counts_do_not_overflow():
    cm = np.array([[4, 1], [2, 3]])
    for factor in (1e60, 1e-60):
        for size in (1e300, 1e-300):
            kappa = weighted_kappa(cm * factor, weights=[[0, size], [size, 0]])
            assert near(kappa, Fraction(2, 5))  # 1 - 10 * 3 / (5 * 4 + 5 * 6)


def test_weights_among_objects_have_no_largest_and_do_not_wrap_around():
    cm = [[3, 1], [2, 4]]
    plain = weighted_kappa(cm, weights=[[0, 1], [2, 0]])
    for unit in (1, 10**400, Fraction(1, 10**400), np.int8(60)):
        w = np.array([[0, unit], [unit + unit, 0]], object)
        assert weighted_kappa(cm, weights=w) == pytest.approx(plain, rel=1e-15)
        assert weighted_kappa(fractions(cm), weights=w) == Fraction(3, 8)
    assert np.isnan(weighted_kappa(cm, weights=np.zeros((2, 2), object)))


def test_weights_may_be_fractions():
    w = [[0, Fraction(1, 3)], [Fraction(2, 3), 0]]
    assert weighted_kappa(fractions([[1, 1], [0, 1]]), weights=w) == Fraction(1, 2)
    assert near(weighted_kappa([[1, 1], [0, 1]], weights=w), Fraction(1, 2))


BAD_WEIGHTS = {
    "another name": ("cubic", "weights must be .* not 'cubic'"),
    "a capital": ("Linear", 'weights must be "unweighted", "linear", "quadratic"'),
    "None": (None, "weights must be"),
    "a number": (1, "weights must be"),
    "words": ([["a", "b"], ["c", "d"]], "weights must be"),
    "ragged": ([[0, 1], [1]], "weights must be"),
    "complex": ([[0, 1j], [1, 0]], "weights must be"),
    "masked": (
        np.ma.array([[0, 1], [1, 0]], mask=[[0, 1], [0, 0]]),
        "weights have masked entries",
    ),
    "a vector": ([0, 1], r"weights must have shape \(2, 2\).* have \(2,\)"),
    "too large": (np.zeros((3, 3)), r"weights must have shape \(2, 2\)"),
    "negative": (
        [[0, 1], [-1, 0]],
        r"weights have a negative entry, -1.0, at \(1, 0\)",
    ),
    "NaN": ([[0, nan], [1, 0]], r"weights have a NaN entry, nan, at \(0, 1\)"),
    "infinite": ([[0, 1], [np.inf, 0]], r"weights have an infinite entry, inf"),
    "object": ([[0, None], [1, 0]], r"weights have an unsupported entry, None"),
    "agreements": (np.eye(2), r"zero in the diagonal.* give v.max\(\) - v"),
    "symbols": ([[sp.Symbol("a"), 1], [1, 0]], "zero in the diagonal"),
}


@pytest.mark.parametrize(("weights", "message"), BAD_WEIGHTS.values(), ids=BAD_WEIGHTS)
def test_weights_that_are_none_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        weighted_kappa([[1, 1], [0, 1]], weights=weights)
    if isinstance(weights, str) and weights == "cubic":
        with pytest.raises(ValueError, match="no weights are called 'cubic'"):
            definitions.weighted_kappa([(1, 2)], weights)


# ------------------------------------------------------------------- independence, by hand


@every_name
@pytest.mark.parametrize("id", RATERS)
def test_real_tables_are_those_of_three_peers(weights, id):
    cm = data.matrix(id).counts
    t, p = unrolled(cm)
    ours = weighted_kappa(cm, weights=weights)
    name = None if weights == "unweighted" else weights
    assert ours == pytest.approx(
        sklearn.metrics.cohen_kappa_score(t, p, weights=name), rel=1e-13
    )
    assert ours == pytest.approx(
        cohens_kappa(cm, wt=name, return_results=False), rel=1e-13
    )
    if weights == "linear":
        theirs = skordinal.metrics.weighted_kappa(t, p)
        assert ours == pytest.approx(theirs, rel=1e-13)


@every_name
def test_random_matrices_are_those_of_scikit_learn(weights):
    name = None if weights == "unweighted" else weights
    for K in range(2, 9):
        for cm in random_matrices(K):
            t, p = unrolled(cm)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # where it divides by zero
                theirs = sklearn.metrics.cohen_kappa_score(
                    t, p, labels=range(1, K + 1), weights=name
                )
            ours = weighted_kappa(cm, weights=weights)
            close = ours == pytest.approx(theirs, rel=1e-12, abs=1e-13)
            assert np.isnan(ours) or close, cm.tolist()


def test_an_array_is_that_of_statsmodels():
    for K in range(2, 6):
        w = distances(K) ** 3
        for cm in random_matrices(K) + 1:
            theirs = cohens_kappa(cm, w / w.max(), return_results=False)
            assert weighted_kappa(cm, weights=w) == pytest.approx(theirs, rel=1e-11)


def test_values_counted_by_hand():
    """Ten observations, two of them one class off; 66, 88 and 132 in a hundred pairings."""
    cm = fractions([[4, 1, 0], [0, 2, 0], [0, 1, 2]])
    assert weighted_kappa(cm, weights="unweighted") == 1 - Fraction(20, 66)
    assert weighted_kappa(cm, weights="linear") == 1 - Fraction(20, 88)
    assert weighted_kappa(cm, weights="quadratic") == 1 - Fraction(20, 132)


# ------------------------------------------------------------------- undefined, large, small


@every_name
def test_all_mass_in_one_class_on_both_sides_is_nan(weights):
    for K in SIZES:
        for k in range(K):
            cm = np.zeros((K, K))
            cm[k, k] = 5
            assert np.isnan(weighted_kappa(cm, weights=weights))


@every_name
def test_nan_is_for_that_alone(weights):
    for K, stack in SMALL.items():
        single = np.diagonal(stack, axis1=1, axis2=2).max(1) == stack.sum((1, 2))
        undefined = np.isnan(weighted_kappa(stack, weights=weights))
        np.testing.assert_array_equal(undefined, single, str(K))


def test_an_array_may_leave_more_undefined():
    w = [[0, 0, 1], [0, 0, 0], [1, 0, 0]]
    assert np.isnan(weighted_kappa([[3, 1, 0], [2, 4, 0], [0, 0, 0]], weights=w))
    assert np.isnan(weighted_kappa([[3, 1], [2, 4]], weights=np.zeros((2, 2))))


@every_name
@pytest.mark.parametrize("K", SMALL)
def test_independence_gives_zero_or_nothing(weights, K):
    """Hits of one class are independent too, and leave kappa undefined."""
    n = SMALL[K]
    products = n.sum(2)[:, :, None] * n.sum(1)[:, None, :]
    independent = n[(products == n * n.sum((1, 2), keepdims=True)).all((1, 2))]
    values = weighted_kappa(fractions(independent), weights=weights)
    undefined = values != values
    single = (independent > 0).sum((1, 2)) == 1
    single &= np.trace(independent, axis1=1, axis2=2) > 0
    np.testing.assert_array_equal(undefined, single)
    assert (values[~undefined] == 0).all()
    assert undefined.any()


# ------------------------------------------------------------------- algebra


def equal(one, other):
    """Whether two rational functions are the same one: cross products, multiplied out."""
    (a, b), (c, d) = (sp.fraction(sp.together(x)) for x in (one, other))
    return sp.expand(a * d - b * c) == 0


def test_equal_tells_rational_functions_apart():
    x, y = sp.symbols("x y")
    assert equal(1 / (1 + x) + 1, (2 + x) / (1 + x))
    assert not equal(x / y, y / x)


@pytest.mark.parametrize("K", [2, 3])
def test_agreement_form_is_the_disagreement_form(K):
    """With agreements m - s w and m for a hit: (p_o - p_e) / (m - p_e), for all m, s, w, n."""
    n = symbolic_matrix(K)
    w = np.array(sp.symbols(f"w:{K}:{K}", nonnegative=True)).reshape(K, K)
    np.fill_diagonal(w, 0)
    m, s = sp.symbols("m s", positive=True)
    v = m - s * w
    N, by_chance = n.sum(), (v * np.outer(n.sum(1), n.sum(0))).sum()
    form = (N * (v * n).sum() - by_chance) / (m * N**2 - by_chance)
    assert equal(form, weighted_kappa(n, weights=w))
    wrong = (N * (w * n).sum() - by_chance) / (m * N**2 - by_chance)
    assert not equal(wrong, weighted_kappa(n, weights=w))


def test_two_classes_leave_one_kappa_of_symmetric_weights():
    n, p = symbolic_matrix(2), sp.Symbol("p", positive=True)
    a, b, c, d = n.ravel()
    cohen = 2 * (a * d - b * c) / ((a + b) * (b + d) + (c + d) * (a + c))
    for weights in [*NAMES, [[0, p], [p, 0]]]:
        assert equal(weighted_kappa(n, weights=weights), cohen), weights
    one_sided = weighted_kappa(n, weights=[[0, 1], [0, 0]])
    assert equal(one_sided, (a * d - b * c) / ((a + b) * (b + d)))


@pytest.mark.parametrize("K", [2, 3, 4])
def test_independence_and_a_constant_side_give_zero(K):
    a, b = (np.array(sp.symbols(f"{s}:{K}", positive=True)) for s in "ab")
    everywhere = 1 + np.arange(K * K).reshape(K, K)
    np.fill_diagonal(everywhere, 0)
    for weights in [*NAMES, everywhere]:
        assert equal(weighted_kappa(np.outer(a, b), weights=weights), 0)
        for one in np.eye(K, dtype=int):
            assert equal(weighted_kappa(np.outer(a, one), weights=weights), 0)
            assert equal(weighted_kappa(np.outer(one, b), weights=weights), 0)


@pytest.mark.parametrize("K", [2, 3, 4, 5])
def test_linear_kappa_is_the_weighted_mean_of_the_cuts(K):
    n = symbolic_matrix(K)
    tables = [
        np.add.reduceat(np.add.reduceat(n, [0, k], axis=0), [0, k], axis=1)
        for k in range(1, K)
    ]
    N = n.sum()
    chance = [t.sum(1)[0] * t.sum(0)[1] + t.sum(1)[1] * t.sum(0)[0] for t in tables]
    away = [t[0, 1] + t[1, 0] for t in tables]
    # The mean is sum(e * (1 - a N / e)) / sum(e): no common denominator is needed.
    for t, e, a in zip(tables, chance, away, strict=True):
        assert equal(weighted_kappa(t), 1 - a * N / e)
    a, e = sp.fraction(1 - weighted_kappa(n))
    assert sp.expand(a - sum(away) * N) == 0
    assert sp.expand(e - sum(chance)) == 0


@pytest.mark.parametrize("K", range(2, 7))
def test_cuts_and_single_classes_give_the_means_of_numbers(K):
    """Linear over the cuts, unweighted over one class against the rest."""
    n = fractions(random_matrices(K, 10) + np.eye(K, dtype=int))
    cuts = [np.arange(K) >= k for k in range(1, K)]
    ones = [np.arange(K) == k for k in range(K)]
    for weights, sides in [("linear", cuts), ("unweighted", ones)]:
        for cm in n:
            tables = [[[cm[~s][:, ~s].sum(), cm[~s][:, s].sum()],
                       [cm[s][:, ~s].sum(), cm[s][:, s].sum()]] for s in sides]  # fmt: skip
            two = np.array(tables)
            chance = (two.sum(2) * two.sum(1)[:, ::-1]).sum(1)
            mean = (chance * weighted_kappa(two)).sum() / chance.sum()
            assert mean == weighted_kappa(cm, weights=weights)
            assert mean.__class__ is Fraction


def moments(n):
    """Means of the positions times N, and their variances and covariance times N squared."""
    K, N = len(n), n.sum()
    k = np.arange(1, K + 1)
    a, b = (k * n.sum(1)).sum(), (k * n.sum(0)).sum()
    v = N * (k**2 * n.sum(1)).sum() - a**2
    u = N * (k**2 * n.sum(0)).sum() - b**2
    return a, b, v, u, N * (np.outer(k, k) * n).sum() - a * b


def test_quadratic_kappa_is_the_concordance_correlation():
    """Of symbols for two and three classes, of numbers for more."""
    for K in (2, 3):
        n = symbolic_matrix(K)
        a, b, v, u, cov = moments(n)
        kappa = weighted_kappa(n, weights="quadratic")
        assert equal(kappa, 2 * cov / (v + u + (a - b) ** 2)), K
        # With divisors N - 1 in place of N, as of a sample, it is another number.
        N = n.sum()
        assert not equal(kappa, 2 * cov / (v + u + (a - b) ** 2 * (N - 1) / N)), K
    for cm in itertools.chain(*(fractions(random_matrices(K)) for K in range(2, 9))):
        a, b, v, u, cov = moments(cm)
        scale = v + u + (a - b) ** 2
        kappa = weighted_kappa(cm, weights="quadratic")
        assert kappa == 2 * cov / scale if scale else kappa != kappa
        assert kappa != kappa or kappa**2 * v * u <= cov**2
        if v * u * cov:
            assert (kappa**2 * v * u == cov**2) == (a == b and v == u)


def test_chance_is_the_mean_error_of_independent_labels():
    for K, (weights, error) in itertools.product(
        (2, 3), [("linear", mae), ("quadratic", mse)]
    ):
        n = symbolic_matrix(K)
        ratio = 1 - error(n) / error(np.outer(n.sum(1), n.sum(0)))
        assert equal(ratio, weighted_kappa(n, weights=weights)), (K, weights)


# ------------------------------------------------------------------- range


@every_name
@pytest.mark.parametrize("K", SMALL)
def test_range_and_its_ends(weights, K):
    values = weighted_kappa(fractions(SMALL[K]), weights=weights)
    for cm, value in zip(SMALL[K], values, strict=True):
        if value != value:
            continue
        off = cm[distances(K) > 0].sum()
        assert -1 <= value <= 1
        assert (value == 1) == (off == 0)
        pairs = definitions.observations(cm.tolist())
        if weights == "quadratic":
            # Every prediction mirrors its class at one point, the mean of the classes.
            mean = Fraction(sum(t for t, _ in pairs), len(pairs))
            assert (value == -1) == all(t + p == 2 * mean for t, p in pairs)
        else:
            swaps = {frozenset(pair) for pair in pairs}
            two = len(swaps) == 1 and (cm == cm.T).all()
            assert (value == -1) == two


def test_range_of_larger_matrices():
    for K in range(2, 9):
        rng = np.random.default_rng(K)
        # Sparse ones, and ones near the far corners, are low.
        stack = rng.integers(0, 4, (300, K, K)) * (rng.random((300, K, K)) < 1.5 / K)
        stack[:, 0, -1] += 1
        for weights in NAMES:
            values = weighted_kappa(stack, weights=weights)
            assert (values >= -1 - 1e-15).all(), (K, weights)
            assert (values <= 1).all(), (K, weights)


def test_weights_of_another_kind_have_no_lower_bound():
    """Cubes of the distance, or a single weight: far below -1."""
    cube = weighted_kappa([[0, 0, 1], [0, 98, 0], [1, 0, 0]], weights=distances(3) ** 3)
    assert cube < -2.9
    one = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]])
    cm = [[0, 1, 0], [1, 0, 0], [0, 0, 98]]
    assert weighted_kappa(cm, weights=one) == pytest.approx(1 - 100 / 1, rel=1e-14)


def lowest(a, b, weights):
    """The least kappa of matrices with these margins: the antitone one, or fewest hits."""
    K, N = len(a), sum(a)
    chance = (weights_of(weights, K) * np.outer(a, b)).sum()
    if weights == "unweighted":
        off = N - max(0, *(x + y - N for x, y in zip(a, b, strict=True)))
    else:
        t = np.repeat(np.arange(K), a)
        p = np.repeat(np.arange(K), b)[::-1]
        off = weights_of(weights, K)[t, p].sum()
    return 1 - Fraction(int(N * off), int(chance)) if chance else nan


@every_name
@pytest.mark.parametrize("K", [2, 3])
def test_lowest_kappa_for_given_margins(weights, K):
    """Among all matrices with the same margins, each minimum is attained and not passed."""
    found = {}
    for cm, value in zip(
        SMALL[K], weighted_kappa(fractions(SMALL[K]), weights=weights), strict=True
    ):
        margins = tuple(cm.sum(1)), tuple(cm.sum(0))
        if value == value:
            found[margins] = min(value, found.get(margins, 1))
    assert len(found) > 50
    for (a, b), value in found.items():
        assert value == lowest(a, b, weights)


@pytest.mark.parametrize("K", range(2, 7))
def test_antitone_pairing_has_the_fewest_in_every_corner_at_once(K):
    rng = np.random.default_rng(K)
    for _ in range(20):
        a, b = (rng.multinomial(20, rng.dirichlet(np.ones(K))) for _ in range(2))
        t, p = np.repeat(np.arange(K), a), np.repeat(np.arange(K), b)[::-1]
        cm = np.zeros((K, K), int)
        np.add.at(cm, (t, p), 1)
        for k, m in itertools.product(range(K), repeat=2):
            corner = cm[: k + 1, : m + 1].sum()
            assert corner == max(0, a[: k + 1].sum() + b[: m + 1].sum() - 20)


# ------------------------------------------------------------------- which weights


def form(w):
    """The matrix M of the quadratic form 2 N^2 D_e - N^2 D_o in the counts, all K^2 cells."""
    K = len(w)
    cells = list(itertools.product(range(K), repeat=2))
    M = [[w[i][h] + w[k][j] - (w[i][j] + w[k][h]) / 2 for k, h in cells]
         for i, j in cells]  # fmt: skip
    return np.array(M, float)


def falls_below(w):
    """Whether kappa is below -1 for some table: no theorem on weights is used.

    On the smallest set of cells that allows it the lowest point has no zero: there the
    part of M has one negative eigenvalue, with a positive eigenvector.
    """
    M = form(w)
    for m in range(1, len(M) + 1):
        sets = np.array(list(itertools.combinations(range(len(M)), m)))
        values, vectors = np.linalg.eigh(M[sets[:, :, None], sets[:, None, :]])
        lowest = vectors[..., 0] * np.sign(vectors[..., 0].sum(-1, keepdims=True))
        if ((values[:, 0] < -1e-9) & (lowest > 0).all(-1)).any():
            return True
    return False


def three(w12, w23, w13):
    return np.array([[0, w12, w13], [w12, 0, w23], [w13, w23, 0]])


def roots_apart(w12, w23, w13):
    """p <= q + sqrt(2) s for the roots in falling order, squared until no root is left."""
    s, q, p = sorted([w12, w23, w13])
    return p - q - 2 * s <= 0 or (p - q - 2 * s) ** 2 <= 8 * q * s


def sum_enough(w12, w23, w13):
    s, q, p = sorted([w12, w23, w13])
    return p <= 2 * (q + s)


TRIPLES = [
    *itertools.combinations_with_replacement(range(8), 3),
    (9, 1, 20),
    (5, 3, 14),
]


def test_two_conditions_decide_for_three_classes():
    for triple in TRIPLES:
        bounded = roots_apart(*triple) and sum_enough(*triple)
        assert falls_below(three(*triple)) != bounded, triple
    # Neither is enough.
    assert any(roots_apart(*t) and falls_below(three(*t)) for t in TRIPLES)
    assert any(sum_enough(*t) and falls_below(three(*t)) for t in TRIPLES)


def test_weights_that_fail_have_a_table_of_counts_below():
    """The two tables of the proof: roots of the weights in two cells, or hits beside an error."""
    for triple in TRIPLES:
        w = three(*triple)
        a, b = np.rint(np.sqrt(w) * 10**6).astype(int), 10**6
        tables = []
        for i, j, k in itertools.permutations(range(3)):
            two, hits = np.zeros((2, 3, 3), int)
            two[i, j], two[j, k] = a[j, k], a[i, j]
            hits[i, j], hits[k, k] = 1, b
            tables += [cm for cm in (two, hits) if cm.any()]
        kappas = weighted_kappa(fractions(tables), weights=fractions(w))
        least = min([kappa for kappa in kappas if kappa == kappa], default=0)
        assert (least < -1) == falls_below(w), triple


def test_asymmetric_weights_fall_below():
    """With the roots of the weights as counts, crosswise."""
    cm = fractions([[0, 1], [2, 0]])
    assert weighted_kappa(cm, weights=[[0, 4], [1, 0]]) == 1 - Fraction(9, 4)
    assert falls_below([[0, 4], [1, 0]])
    assert not falls_below([[0, 4], [4, 0]])


def conditions(w):
    """The two necessary conditions on four classes, the same or not, for whole weights."""
    i, j, k, h = np.indices((len(w),) * 4)
    rest = w[i, j] + w[k, h] - 2 * (w[i, h] + w[k, j])
    two = (rest <= 0) | (rest**2 <= 4 * w[i, j] * w[k, h])
    four = w[i, j] + w[k, h] <= w[i, k] + w[i, h] + w[j, k] + w[j, h]
    return bool(two.all()), bool(four.all())


FOUR = {
    "pairs": ([0, 4, 1, 1], [4, 0, 1, 1], [1, 1, 0, 4], [1, 1, 4, 0]),
    "path": ([0, 12, 1, 17], [12, 0, 5, 1], [1, 5, 0, 12], [17, 1, 12, 0]),
}


@pytest.mark.parametrize(
    ("name", "cells", "holds"),
    [
        ("pairs", {(1, 2): 1, (2, 1): 1, (3, 4): 1, (4, 3): 1}, (True, False)),
        ("path", {(1, 2): 1, (2, 3): 3, (3, 4): 1}, (True, True)),
    ],
)
def test_both_conditions_are_not_enough_for_four_classes(name, cells, holds):
    w = np.array(FOUR[name])
    assert conditions(w) == holds
    pairs = [pair for pair, count in cells.items() for _ in range(count)]
    assert definitions.weighted_kappa(pairs, w.tolist()) < -1


def test_conditions_hold_for_squared_distances_and_fail_for_cubes():
    for K in range(2, 7):
        for power in (1, 2):
            assert conditions(distances(K) ** power) == (True, True)
        assert conditions(distances(K) ** 3) == (K < 3, K < 3)


def test_form_is_twice_the_expected_less_the_observed():
    for K in (2, 3, 4):
        rng = np.random.default_rng(K)
        w = rng.integers(0, 9, (K, K)) * (1 - np.eye(K, dtype=int))
        for cm in random_matrices(K):
            expected = (w * np.outer(cm.sum(1), cm.sum(0))).sum()
            observed = cm.sum() * (w * cm).sum()
            assert cm.ravel() @ form(w) @ cm.ravel() == 2 * expected - observed, K


# ------------------------------------------------------------------- merging


@pytest.mark.parametrize("K", range(3, 7))
def test_merging_two_neighbours_takes_their_threshold_out_of_the_mean(K):
    moved = 0
    for cm in fractions(random_matrices(K) + np.eye(K, dtype=int)):
        whole, cut_away = weighted_kappa(cm), []
        E = (distances(K) * np.outer(cm.sum(1), cm.sum(0))).sum()
        for k in range(1, K):
            starts = [j for j in range(K) if j != k]
            left = np.add.reduceat(np.add.reduceat(cm, starts, axis=0), starts, axis=1)
            two = np.add.reduceat(np.add.reduceat(cm, [0, k], axis=0), [0, k], axis=1)
            e = (distances(2) * np.outer(two.sum(1), two.sum(0))).sum()
            gain = weighted_kappa(left) - whole
            assert gain == e * (whole - weighted_kappa(two)) / (E - e)
            cut_away.append(e)
            moved += gain != 0
        assert sum(cut_away) == E
    assert moved > 0


# ------------------------------------------------------------------- symmetry


def test_transposing_the_matrix_is_transposing_the_weights():
    for K in range(2, 9):
        stack, w = random_matrices(K), np.array(disagreements(K))
        for one, other in [*((name, name) for name in NAMES), (w, w.T)]:
            np.testing.assert_allclose(
                weighted_kappa(stack, weights=one),
                weighted_kappa(np.swapaxes(stack, 1, 2), weights=other),
                rtol=1e-13,
                atol=1e-14,
            )


def test_asymmetric_weights_tell_the_sides_apart():
    """For classes i, j with w_ij above w_ji the matrix of the proof differs from its transpose."""
    w = fractions(disagreements(4))
    for i, j in zip(*np.nonzero(w != w.T), strict=True):
        cm = fractions(np.zeros((4, 4), int))
        cm[i, i] = cm[i, j] = cm[j, j] = Fraction(1)
        assert weighted_kappa(cm, weights=w) != weighted_kappa(cm.T, weights=w)
