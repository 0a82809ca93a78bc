"""Weighted kappa: its forms, its range, its cuts, its relatives and its peers."""

import itertools
import warnings
from fractions import Fraction
from math import nan

import numpy as np
import pytest
import sklearn.metrics
import skordinal.metrics
import sympy as sp
from bad import refuses
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

from ordref import (
    data,
    definitions,
    gwet_ac2,
    mae,
    mse,
    weighted_kappa,
    weighted_pi,
)

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


def weights_of(weights, K):
    if not isinstance(weights, str):
        return np.array(weights)
    return {
        "unweighted": np.minimum(distances(K), 1),
        "linear": distances(K),
        "quadratic": distances(K) ** 2,
    }[weights]


@pytest.mark.parametrize("mutant", [printed, without_self])
def test_a_mutant_does_not_agree(mutant):
    """Another weighted kappa does not either: see test_every.py."""
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(mutant, definitions.weighted_kappa, SMALL[3])


# ------------------------------------------------------------------- weights


def test_a_common_factor_of_the_weights_does_not_matter():
    for K, factor in itertools.product((2, 3, 5), (0.125, 3, 1e300, 1e-300)):
        w, stack = np.array(disagreements(K)), random_matrices(K)
        scaled = weighted_kappa(stack, weights=w * factor)
        plain = weighted_kappa(stack, weights=w)
        np.testing.assert_allclose(scaled, plain, rtol=1e-13, atol=1e-14)


def test_weights_of_any_size_and_kind_do_not_overflow_or_wrap_around():
    cm, w = np.array([[4, 1], [2, 3]]), np.array([[0, 1], [2, 0]])
    exact = 1 - Fraction(10 * 5, 5 * 4 + 2 * 5 * 6)
    for factor, unit in itertools.product((1e60, 1e-60), (5e299, 1e-300)):
        assert near(weighted_kappa(cm * factor, weights=w * unit), exact)
    for unit in (1, 10**400, Fraction(1, 10**400), Fraction(1, 3), np.int8(60)):
        objects = np.array([[0, unit], [unit + unit, 0]], object)
        assert weighted_kappa(cm, weights=objects) == pytest.approx(
            float(exact), rel=1e-15
        )
        assert weighted_kappa(fractions(cm), weights=objects) == exact
    assert np.isnan(weighted_kappa(cm, weights=np.zeros((2, 2), object)))


BAD_WEIGHTS = [
    ("cubic", "weights must be .* not 'cubic'"),
    ("Linear", 'weights must be "unweighted", "linear", "quadratic"'),
    *((w, "weights must be") for w in (None, 1, [["a", "b"], ["c", "d"]], [[0, 1], [1]])),
    ([[0, 1j], [1, 0]], "weights must be"),
    (np.ma.array([[0, 1], [1, 0]], mask=[[0, 1], [0, 0]]), "weights have masked entries"),
    ([0, 1], r"weights must have shape \(2, 2\).* have \(2,\)"),
    (np.zeros((3, 3)), r"weights must have shape \(2, 2\)"),
    ([[0, 1], [-1, 0]], r"weights have a negative entry, -1.0, at \(1, 0\)"),
    ([[0, nan], [1, 0]], r"weights have a NaN entry, nan, at \(0, 1\)"),
    ([[0, 1], [np.inf, 0]], r"weights have an infinite entry, inf"),
    ([[0, None], [1, 0]], r"weights have an unsupported entry, None"),
    (np.eye(2), r"zero on the diagonal.* give v.max\(\) - v"),
    ([[sp.Symbol("a"), 1], [1, 0]], "zero on the diagonal"),
]  # fmt: skip


def test_weights_that_are_none_are_refused():
    for weights, message in BAD_WEIGHTS:
        for measure in (weighted_kappa, weighted_pi, gwet_ac2):
            with refuses(message, measure, weights):
                measure([[1, 1], [0, 1]], weights=weights)
    with refuses("no weights are called 'cubic'"):
        definitions.weighted_kappa([(1, 2)], "cubic")


# ------------------------------------------------------------------- peers


@every_name
def test_real_tables_are_those_of_three_peers(weights):
    name = None if weights == "unweighted" else weights
    for id in RATERS:
        cm = data.matrix(id).counts
        t, p = unrolled(cm)
        theirs = [
            sklearn.metrics.cohen_kappa_score(t, p, weights=name),
            cohens_kappa(cm, wt=name, return_results=False),
        ]
        if weights == "linear":
            theirs.append(skordinal.metrics.weighted_kappa(t, p))
        ours = weighted_kappa(cm, weights=weights)
        assert theirs == pytest.approx([ours] * len(theirs), rel=1e-13), id


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


# ------------------------------------------------------------------- undefined, large, small


@every_name
def test_all_mass_in_one_class_on_both_sides_is_nan(weights):
    """And nothing else is, for up to three classes."""
    for K in SIZES:
        hits = 5 * np.eye(K)[:, :, None] * np.eye(K)[:, None, :]
        assert np.isnan(weighted_kappa(hits, weights=weights)).all(), K
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
    assert K > 2 or not equal(wrong, weighted_kappa(n, weights=w))


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
    assert all(
        equal(weighted_kappa(t), 1 - a * N / e)
        for t, e, a in zip(tables, chance, away, strict=True)
    )
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
        assert K > 2 or not equal(kappa, 2 * cov / (v + u + (a - b) ** 2 * (N - 1) / N))
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
