"""SUP, II, ID and MON: agreement, bounds from both sides, the theorems, what is undefined."""

import itertools
from fractions import Fraction
from math import isnan, nan, sqrt

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import minimize
from scipy.stats import chi2_contingency
from scipy.stats.contingency import association
from sklearn.isotonic import isotonic_regression
from small import all_matrices, random_matrices, unrolled

from ordref import (
    _gradients,
    _search,
    coanti_correlation,
    data,
    definitions,
    functional,
    functional_correlation,
    id_correlation,
    ii_correlation,
    mon_correlation,
    pearson,
    spearman,
    standard_error,
    sup_correlation,
)
from ordref.definitions import observations

# What rounding can do to a singular value; the search says so of its bound.
ROUNDING = 1e-12
SMALL = {1: all_matrices(1, 4), 2: all_matrices(2, 6), 3: all_matrices(3, 3)}
FORMS = [
    (sup_correlation, definitions.sup_correlation),
    (ii_correlation, definitions.ii_correlation),
    (id_correlation, definitions.id_correlation),
    (mon_correlation, definitions.mon_correlation),
]
both = pytest.mark.parametrize(("derived", "definition"), FORMS)
all_four = pytest.mark.parametrize("measure", [derived for derived, _ in FORMS])
REAL = data.matrices()[-12:]
# Printed as shares with one decimal.
EXAMPLE = np.rint(10 * data.matrix("fcorr2020.CM0").counts).astype(int)
# A second maximum, at which alternating regression stops.
TWO_PEAKS = np.array([[0, 1, 0], [3, 0, 1], [0, 1, 1]])
# No W makes the bound from duality reach II.
GAP = np.array([[0, 1, 0], [2, 0, 2], [0, 1, 0]])


def close(value, exact):
    return (isnan(value) and isnan(exact)) or abs(value - exact) <= ROUNDING


def shares(cm):
    """The shares of a table without its absent classes, their margins and deviations."""
    n = np.asarray(cm, dtype=float)
    p = n[n.any(axis=1)][:, n.any(axis=0)]
    p = p / p.sum()
    r, c = p.sum(axis=1), p.sum(axis=0)
    return p, r, c, p - np.outer(r, c)


def correlation(p, f, g):
    """Eq. (2) for valuations of which the means are taken off first; 0 if one is constant."""
    r, c = p.sum(axis=1), p.sum(axis=0)
    f, g = f - f @ r, g - g @ c
    size = np.sqrt((f * f @ r) * (g * g @ c))
    return f @ p @ g / size if size else 0.0


def standardised(v, weight):
    v = v - v @ weight
    return v / np.sqrt(v * v @ weight)


def thresholds(cm):
    """P(X <= i, Y <= j) - P(X <= i) P(Y <= j), times N squared, in whole numbers."""
    n = np.array(cm, dtype=object)
    below = n.cumsum(axis=0).cumsum(axis=1)
    return (below * n.sum() - np.outer(below[:, -1], below[-1]))[:-1, :-1]


def full(S, K, seed=0, rate=3):
    """Random tables without an absent class."""
    rng = np.random.default_rng(seed)
    return rng.poisson(rate, (S, K, K)) + np.eye(K, dtype=int)


# ------------------------------------------------------------------- agreement


@both
def test_derived_form_is_the_definition_for_five_classes(derived, definition):
    stack = random_matrices(5, 4)
    for cm, value in zip(stack, derived(stack), strict=True):
        assert close(value, definition(observations(cm.tolist()))), cm.tolist()


@pytest.mark.parametrize("K", [6, 7, 8])
def test_sup_is_the_definition_on_larger_matrices(K):
    stack = random_matrices(K, 4)
    for cm, value in zip(stack, sup_correlation(stack), strict=True):
        assert close(value, definitions.sup_correlation(observations(cm.tolist())))


def phi_of_cuts(pairs):
    """A mutant: the best single threshold on either side."""
    true, pred = zip(*pairs, strict=True)
    values = [
        definitions.pearson([(1 + (t > i), 1 + (p > j)) for t, p in pairs])
        for i, j in itertools.product(set(true) - {max(true)}, set(pred) - {max(pred)})
    ]
    return max(map(float, values), default=nan)


def of_positions(pairs):
    """A mutant: Pearson's coefficient takes one increasing valuation for the best."""
    return float(definitions.pearson(pairs))


@pytest.mark.parametrize("mutant", [phi_of_cuts, of_positions])
def test_a_mutant_does_not_agree(mutant):
    every = all_matrices(3, 4)
    wrong = [
        (value, mutant(observations(cm.tolist())))
        for cm, value in zip(every, ii_correlation(every), strict=True)
        if not isnan(value)
    ]
    assert all(low <= value + ROUNDING for value, low in wrong)
    assert any(low < value - 0.1 for value, low in wrong)


# ------------------------------------------------------------------- reached: bounds from below


@pytest.mark.parametrize("kind", ["sup", "ii", "id", "mon"])
@pytest.mark.parametrize("K", range(2, 9))
def test_value_is_reached_by_an_allowed_pair(kind, K):
    # In the first all singular values are 1, in the second two are the same.
    tied = [np.diag(np.arange(K) % 3 + 1), np.full((K, K), 2) + np.eye(K, dtype=int)]
    for cm in [*tied, tied[0][::-1], *random_matrices(K, 10 - K)]:
        found = functional_correlation(cm, kind)
        f, g = found.f[cm.any(axis=1)], found.g[cm.any(axis=0)]
        assert np.isnan(found.f[~cm.any(axis=1)]).all()
        assert np.isnan(found.g[~cm.any(axis=0)]).all()
        if isnan(found.value):
            assert min(len(f), len(g)) == 1
            assert isnan(found.bound)
            continue
        p, r, c, _ = shares(cm)
        assert max(abs(f @ r), abs(f * f @ r - 1)) < ROUNDING
        assert max(abs(g @ c), abs(g * g @ c - 1)) < ROUNDING
        assert abs(correlation(p, f, g) - found.value) < ROUNDING
        assert found.bound == found.value
        up, down = [(np.diff(v) >= 0).all() for v in (f, g)], (np.diff(g) <= 0).all()
        allowed = {"sup": True, "ii": all(up), "id": up[0] and down}
        allowed["mon"] = allowed["ii"] or allowed["id"]
        assert allowed[kind]


@pytest.mark.parametrize("counts", list(itertools.product([1, 2, 3], repeat=3)))
def test_valuations_increase_where_the_leading_value_is_not_the_only_one(counts):
    """All singular values of a diagonal table are 1, so its vectors can be any."""
    cm = np.diag(counts)
    found = functional_correlation(cm, "ii")
    assert (np.diff(found.f) >= 0).all()
    assert (np.diff(found.g) >= 0).all()
    assert abs(correlation(cm / cm.sum(), found.f, found.g) - 1) < ROUNDING


@pytest.mark.parametrize("kind", ["ii", "mon"])
def test_classes_of_equal_score_are_not_ordered_by_rounding(kind):
    """Predictions 2 and 3 both come from the first three classes, which have one score."""
    cm = np.zeros((5, 5), dtype=int)
    cm[:4, 1:] = [[0, 1, 8, 0], [6, 2, 9, 0], [0, 5, 0, 0], [0, 0, 1, 9]]
    found = functional_correlation(cm, kind)
    assert found.f[0] == found.f[1] == found.f[2]
    assert found.g[1] == found.g[2] < found.g[3]


@pytest.mark.parametrize("K", range(2, 9))
def test_no_pair_of_random_monotone_valuations_is_above(K):
    rng = np.random.default_rng(K)
    for cm in full(3, K, K):
        p = cm / cm.sum()
        bounds = ii_correlation(cm), id_correlation(cm), sup_correlation(cm)
        for _ in range(300):
            # Steps of which many are 0, so that the faces are met too.
            f, g = (
                np.cumsum(rng.exponential(size=K) * (rng.random(K) < 0.6)) for _ in "fg"
            )
            if np.ptp(f) and np.ptp(g):
                value = correlation(p, f, g)
                assert -bounds[1] - ROUNDING <= value <= bounds[0] + ROUNDING
                free = correlation(p, rng.permutation(f), rng.permutation(g))
                assert abs(free) <= bounds[2] + ROUNDING


@pytest.mark.parametrize("cm", [EXAMPLE, TWO_PEAKS, GAP, *SMALL[3][150:219:6]])
def test_no_point_of_a_fine_grid_is_above_with_three_classes(cm):
    """Three increasing values are one number between 0 and 1: every pair is on a square."""
    _, r, c, E = shares(cm)
    if E.shape != (3, 3):
        return
    a = np.linspace(0, 1, 201)
    f = np.stack([0 * a, a, 0 * a + 1])
    f, g = f - r @ f, f - c @ f
    grid = f.T @ E @ g / np.sqrt(np.outer(r @ f**2, c @ g**2))
    assert grid.max() <= ii_correlation(cm) + ROUNDING
    assert grid.max() >= ii_correlation(cm) - 1e-3
    assert -grid.min() <= id_correlation(cm) + ROUNDING
    assert -grid.min() >= id_correlation(cm) - 1e-3


@pytest.mark.parametrize("K", [3, 4, 5])
def test_a_local_optimiser_from_many_starts_reaches_ii_and_no_more(K):
    rng = np.random.default_rng(K)
    for cm in full(2, K, K):
        p = cm / cm.sum()

        def minus(steps, p=p, K=K):
            f, g = (np.cumsum([0, *part]) for part in (steps[: K - 1], steps[K - 1 :]))
            return -correlation(p, f, g)

        starts = rng.random((12, 2 * K - 2))
        runs = [
            minimize(minus, s, method="SLSQP", bounds=[(0, None)] * (2 * K - 2))
            for s in starts
        ]
        best = max(-run.fun for run in runs)
        assert ii_correlation(cm) - 1e-6 < best < ii_correlation(cm) + 1e-9


# ------------------------------------------------------------------- bounds from above


def raised(cm, W):
    """The leading singular pair of the standardised table with D' W D added."""
    _, r, c, E = shares(cm)
    a, b = np.diff(np.eye(len(r)), axis=0), np.diff(np.eye(len(c)), axis=0)
    U, s, V = np.linalg.svd((E + a.T @ W @ b) / np.sqrt(np.outer(r, c)))
    return s[0], a @ (U[:, 0] / np.sqrt(r)), b @ (V[0] / np.sqrt(c))


def bound_from_duality(cm, target, steps=1500, enough=1e-6):
    """The least leading singular value that a projected subgradient method finds."""
    _, r, c, _ = shares(cm)
    W, least = np.zeros((len(r) - 1, len(c) - 1)), np.inf
    for _ in range(steps):
        s, df, dg = raised(cm, W)
        least = min(least, s)
        slope = np.outer(df, dg)
        slope[(W == 0) & (slope > 0)] = 0
        if s < target + enough or not slope.any():
            break
        W = np.maximum(0, W - (s - target) / (slope**2).sum() * slope)
    return least


@pytest.mark.parametrize("K", range(2, 9))
def test_weak_duality_bounds_ii_from_above_for_every_weight(K):
    rng = np.random.default_rng(K)
    stack = full(4, K, K)
    for cm, II in zip(stack, ii_correlation(stack), strict=True):
        for scale in (0, 0.001, 0.01, 0.1):
            W = scale * rng.exponential(size=(K - 1, K - 1))
            assert raised(cm, W)[0] >= II - ROUNDING


@pytest.mark.parametrize("id", REAL)
def test_duality_proves_ii_of_the_real_tables(id):
    cm = data.matrix(id).counts
    II = ii_correlation(cm)
    assert II - ROUNDING <= bound_from_duality(cm, II, enough=1e-5) <= II + 1e-5


@pytest.mark.parametrize("K", range(3, 9))
def test_duality_all_but_proves_ii_of_most_random_tables(K):
    stack = full(6, K, K)
    gaps = [
        bound_from_duality(cm, II, steps=400) - II
        for cm, II in zip(stack, ii_correlation(stack), strict=True)
        if II > 0
    ]
    assert min(gaps) > -ROUNDING
    assert np.median(gaps) < 1e-4


def test_duality_leaves_a_gap_for_one_table_of_six_observations():
    """The exact optimum of both sides; the chapter derives them."""
    assert close(ii_correlation(GAP), 1 / sqrt(10))
    w = 1 / (9 + 3 * sqrt(2))
    least = raised(GAP, w * np.eye(2))[0]
    assert abs(least - sqrt(2) / (3 + sqrt(2))) < ROUNDING
    assert bound_from_duality(GAP, ii_correlation(GAP)) > least - ROUNDING
    # Why no other W does better: Z has nuclear norm 1 and D Z D' has no negative entry.
    _, r, c, E = shares(GAP)
    odd = np.outer([-1, 0, 1], [-1, 0, 1])
    even = np.outer([2, -1, 2], [-1, 2, -1])
    Z = (9 * odd + even) / (2 + 3 * sqrt(2))
    D = np.diff(np.eye(3), axis=0)
    assert (D @ Z @ D.T >= -ROUNDING).all()
    norm = np.linalg.svd(Z * np.sqrt(np.outer(r, c)), compute_uv=False).sum()
    assert abs(norm - 1) < ROUNDING
    assert abs((E * Z).sum() - least) < ROUNDING


@pytest.mark.parametrize("k", [1, 1.2, 2, 3, 5, 10])
def test_the_cross_has_a_gap_unless_its_arms_are_equal(k):
    """Neither value by a search: the best of four phi, and both witnesses in floats."""
    cross = np.array([[0, 1, 0], [k, 0, k], [0, 1, 0]])
    bound = sqrt(k) / (k + 1 + sqrt(k))
    y = k / (2 * (k + 1) * (k + 1 + sqrt(k)))
    assert abs(raised(cross, y * np.eye(2))[0] - bound) < ROUNDING
    assert close(ii_correlation(cross), sqrt(k / ((2 * k + 1) * (k + 2))))
    assert bound_from_duality(cross, ii_correlation(cross)) > bound - ROUNDING
    assert (bound - ii_correlation(cross) > 1e-4) == (k > 1)


# ------------------------------------------------------------------- equal scores


def row_means(cm, g):
    return cm @ g / cm.sum(axis=1)


def test_two_classes_of_one_score_are_out_of_order_given_the_other_side():
    """Not so for the scores of SUP, nor between two of three classes of one score."""
    pairs = 0
    for cm in full(60, 4, 14, 1):
        found = functional_correlation(cm, "ii")
        means, steps = row_means(cm, found.g), np.diff(found.f)
        for i in np.flatnonzero(steps < 1e-9):
            if np.count_nonzero(abs(found.f - found.f[i]) < 1e-9) == 2:
                assert means[i] >= means[i + 1] - 1e-9
                pairs += 1
    assert pairs > 20
    cm = np.array([[2, 5, 2], [5, 3, 2], [5, 2, 4]])
    found, sup = (functional_correlation(cm, kind) for kind in ("ii", "sup"))
    assert found.f[0] == pytest.approx(found.f[1])
    assert (np.diff(sup.f) > 0.5).all()
    assert np.diff(row_means(cm, found.g))[0] < 0
    four = np.zeros((4, 4), dtype=int)
    four[:, :2] = [[6, 4], [9, 1], [8, 2], [1, 9]]
    found = functional_correlation(four, "ii")
    assert np.ptp(found.f[:3]) < 1e-12 < found.f[3] - found.f[2]
    assert np.diff(row_means(four[:, :2], found.g[:2]))[1] > 0


def test_two_classes_exchanged_decide_sup_only_if_nothing_else_is_called_so():
    assert close(sup_correlation([[0, 2, 0], [2, 0, 0], [0, 0, 2]]), 1)
    assert close(sup_correlation([[0, 2, 0], [2, 0, 0], [1, 1, 0]]), sqrt(2 / 3))


def test_with_two_classes_a_coefficient_that_can_be_negative_tells_independence():
    values = [ii_correlation(cm) for cm in all_matrices(2, 6)]
    assert min(v for v in values if not isnan(v)) == -1
    for cm, value in zip(all_matrices(2, 6), values, strict=True):
        assert isnan(value) or (value == 0) == independent(cm)


# ------------------------------------------------------------------- SUP


def squares_of_three(cm):
    """The two squared singular values that are not 0, from exact trace and minors."""
    n = [[Fraction(int(x)) for x in row] for row in cm]
    r, c = [sum(row) for row in n], [sum(column) for column in zip(*n, strict=True)]
    M = sp.Matrix(
        3,
        3,
        lambda i, k: sum(
            sp.Rational(n[i][j] * n[k][j] / r[i] / c[j]) for j in range(3)
        ),
    )
    x = sp.Symbol("x")
    return sp.roots(sp.quo(M.charpoly(x).as_expr(), x - 1, x), x)


def test_sup_of_three_classes_is_the_root_of_a_quadratic():
    for cm in full(12, 3):
        largest = max(float(root) for root in squares_of_three(cm))
        assert close(sup_correlation(cm), sqrt(largest))


def test_sup_of_two_classes_is_the_absolute_phi_of_scipy():
    stack = SMALL[2][(SMALL[2].sum(1).min(1) > 0) & (SMALL[2].sum(2).min(1) > 0)]
    for cm, value in zip(stack, sup_correlation(stack), strict=True):
        assert close(value, association(cm, method="cramer"))
        assert close(value, abs(pearson(cm)))


def test_sup_is_between_the_largest_and_the_mean_share_of_chi_square():
    """The squared singular values add to chi-square / N."""
    for K in range(2, 9):
        for cm in full(5, K, K):
            share = chi2_contingency(cm, correction=False).statistic / cm.sum()
            assert share / (K - 1) - ROUNDING <= sup_correlation(cm) ** 2
            assert sup_correlation(cm) ** 2 <= share + ROUNDING


def pieces(cm):
    """Into how many parts the classes present fall, if cells that are not 0 join them."""
    n = np.asarray(cm)
    K = len(n)
    joined = np.block([[np.eye(K), n > 0], [(n > 0).T, np.eye(K)]]) > 0
    present = np.concatenate([n.any(axis=1), n.any(axis=0)])
    reached = np.linalg.matrix_power(joined.astype(int), 2 * K) > 0
    return len({tuple(row) for row in reached[present][:, present].tolist()})


def test_sup_is_1_exactly_if_the_table_falls_into_parts():
    every = all_matrices(3, 4)
    for cm, value in zip(every, sup_correlation(every), strict=True):
        if not isnan(value):
            assert (value > 1 - 1e-9) == (pieces(cm) > 1), cm.tolist()


def test_the_slope_of_sup_is_0_exactly_where_it_is_1():
    """No observation like those there are moves it, and rounding does not, either."""
    every = all_matrices(3, 4)
    slopes = _gradients.sup(every.astype(float))
    for cm, value, slope in zip(every, sup_correlation(every), slopes, strict=True):
        if not isnan(value):
            assert (not slope.any()) == (pieces(cm) > 1), cm.tolist()
    for cm in (np.diag([1, 2, 3]), [[3, 1, 0], [2, 5, 0], [0, 0, 7]]):
        assert standard_error("sup_correlation", cm) == 0


@all_four
def test_merging_neighbours_never_raises_a_coefficient(measure):
    for cm in full(6, 5, 9):
        merged = cm.copy()
        merged[1] += merged[2]
        merged[2] = 0
        assert measure(merged) <= measure(cm) + ROUNDING


# ------------------------------------------------------------------- signs and independence


def test_ii_is_positive_exactly_if_some_threshold_table_is():
    every = all_matrices(3, 4)
    for cm, II in zip(every, ii_correlation(every), strict=True):
        if isnan(II):
            continue
        H = thresholds(cm)
        cuts = phi_of_cuts(observations(cm.tolist()))
        assert (II > 0) == (max(H.ravel()) > 0), cm.tolist()
        if max(H.ravel()) <= 0:
            assert close(II, cuts), cm.tolist()


def independent(cm):
    n = np.array(cm, dtype=object)
    return (n * n.sum() == np.outer(n.sum(axis=1), n.sum(axis=0))).all()


@pytest.mark.parametrize(
    "measure", [sup_correlation, mon_correlation, coanti_correlation]
)
def test_zero_exactly_under_independence(measure):
    every = all_matrices(3, 4)
    for cm, value in zip(every, measure(every), strict=True):
        if not isnan(value):
            assert (value == 0) == independent(cm), cm.tolist()
            assert value == 0 or value > 0.01


def test_ii_is_zero_without_independence():
    """The condition of fcorr2020 around eq. (4) does not suffice: its own example shows it."""
    for cm, measure in ((EXAMPLE, id_correlation), (EXAMPLE[:, ::-1], ii_correlation)):
        assert measure(cm) == 0
        assert not independent(cm)
    assert phi_of_cuts(observations(EXAMPLE[:, ::-1].tolist())) == 0


@pytest.mark.parametrize(("R", "C"), [(2, 3), (3, 3), (3, 4), (4, 4)])
def test_threshold_products_are_a_basis_and_one_pair_more_determines_independence(R, C):
    """Sums of whole numbers: the rank is exact."""
    cuts = [
        np.outer(np.arange(R) > i, np.arange(C) > j).astype(int)
        for i, j in np.ndindex(R - 1, C - 1)
    ]
    positions = np.outer(np.arange(R), np.arange(C))
    centre = sp.Matrix([(R * C * _centred(cut)).ravel().tolist() for cut in cuts])
    assert centre.rank() == (R - 1) * (C - 1)
    assert (sum(map(_centred, cuts)) == _centred(positions)).all()


def _centred(table):
    t = np.array([[Fraction(int(x)) for x in row] for row in table])
    rows, columns = t.mean(axis=1, keepdims=True), t.mean(axis=0, keepdims=True)
    return t - rows - columns + t.mean()


def test_chains():
    """Eqs. (6), (14) and (15), with Spearman's coefficient in Pearson's place too."""
    for K in range(2, 6):
        for cm in random_matrices(K, 15):
            chain = [f(cm) for f in (mon_correlation, coanti_correlation)]
            chain.append(sup_correlation(cm))
            if isnan(chain[0]):
                assert all(map(isnan, [*chain, pearson(cm)]))
                continue
            for coefficient in (pearson, spearman):
                links = [abs(coefficient(cm)), *chain]
                assert all(a <= b + ROUNDING for a, b in itertools.pairwise(links))


def test_every_inequality_of_the_chain_can_be_strict():
    links = [abs(pearson(EXAMPLE)), mon_correlation(EXAMPLE)]
    links += [coanti_correlation(EXAMPLE), sup_correlation(EXAMPLE)]
    assert all(a < b - 0.05 for a, b in itertools.pairwise(links))


def test_mon_is_the_larger_of_ii_and_id_and_never_negative():
    for K in range(2, 6):
        stack = random_matrices(K)
        II, ID, MON = (
            f(stack) for f in (ii_correlation, id_correlation, mon_correlation)
        )
        assert np.array_equal(MON, np.maximum(II, ID), equal_nan=True)
        assert not (MON < 0).any()
        assert (
            np.array_equal(ID, ii_correlation(stack[:, :, ::-1]), equal_nan=True)
            or np.nanmax(abs(ID - ii_correlation(stack[:, :, ::-1]))) < ROUNDING
        )


# ------------------------------------------------------------------- values from elsewhere


@pytest.mark.parametrize(
    ("cm", "measure", "expected"),
    [
        (EXAMPLE, ii_correlation, sqrt(2 / 7)),
        (EXAMPLE, id_correlation, 0),
        (EXAMPLE, mon_correlation, sqrt(2 / 7)),
        (EXAMPLE, sup_correlation, sqrt(2) / 2),
        (TWO_PEAKS, ii_correlation, sqrt(3 / 10)),
        (np.diag([1, 2, 3]), ii_correlation, 1),
        (np.diag([1, 2, 3])[::-1], id_correlation, 1),
        (np.diag([1, 2])[::-1], ii_correlation, -1),
        ([[1, 1], [1, 0]], ii_correlation, -1 / 2),
        ([[1, 1], [1, 0]], sup_correlation, 1 / 2),
    ],
)
def test_values_derived_by_hand(cm, measure, expected):
    assert close(measure(cm), expected)


@pytest.mark.parametrize("K", range(2, 8))
def test_diagonal_and_antidiagonal_tables(K):
    """Notes 4.1 and 4.2; with one class alone there is no correlation."""
    diagonal = np.diag(np.arange(1, K + 1))
    assert close(ii_correlation(diagonal), 1)
    assert close(id_correlation(diagonal[:, ::-1]), 1)
    alone = np.zeros((K, K))
    alone[1, 1] = 5
    assert isnan(ii_correlation(alone))
    assert isnan(id_correlation(alone[:, ::-1]))


def test_alternating_regression_stops_below():
    """The classical algorithm, from equally spaced scores of the true classes."""
    p, r, c, _ = shares(TWO_PEAKS)
    f = np.arange(3.0)
    for _ in range(50):
        g = standardised(isotonic_regression(f @ p / c, sample_weight=c), c)
        f = standardised(isotonic_regression(p @ g / r, sample_weight=r), r)
    assert abs(correlation(p, f, g) - sqrt(1 / 8)) < ROUNDING
    assert close(ii_correlation(TWO_PEAKS), sqrt(3 / 10))


# ------------------------------------------------------------------- conventions


@pytest.mark.parametrize("scale", [10**13, 1e-6, 1 / 3])
@all_four
def test_scale_does_not_matter(measure, scale):
    for cm in full(4, 4, 5):
        assert close(measure(cm * scale), measure(cm))


def test_large_counts_keep_independence_and_dependence():
    ones = np.full((2, 2), 10**15)
    ones[0, 0] += 10**9
    assert 0 < ii_correlation(ones) < 1e-6
    assert mon_correlation(np.outer([1, 2, 3], [10**14, 5, 7])) == 0


@all_four
def test_the_place_of_an_absent_class_does_not_matter(measure):
    """A class without a true observation, and one without a prediction."""
    cm = np.array([[4, 1, 2], [0, 3, 1], [2, 0, 5]])
    wide = np.zeros((5, 5), dtype=int)
    wide[np.ix_([0, 2, 4], [1, 2, 3])] = cm
    assert close(measure(wide), measure(cm))


@all_four
@pytest.mark.parametrize("cm", [[[3]], [[1, 2], [0, 0]], [[0, 2], [0, 1]]])
def test_undefined_where_a_side_has_one_class(measure, cm):
    assert isnan(measure(cm))


@pytest.mark.parametrize("kind", ["ii", "id", "mon"])
def test_a_search_that_gives_up_leaves_an_interval(kind, monkeypatch):
    cm = np.array([[5, 0, 3, 1], [1, 0, 4, 2], [3, 2, 0, 1], [0, 4, 1, 3]])
    exact = functional_correlation(cm, kind)
    for budget in (0, 300, 1000, 3000):
        monkeypatch.setattr(functional, "BUDGET", budget)
        found = functional_correlation(cm, kind)
        assert found.value - ROUNDING <= exact.value <= found.bound + ROUNDING
        assert abs(found.value - exact.value) < ROUNDING or found.bound > found.value
    monkeypatch.setattr(functional, "BUDGET", 0)
    measure = {"ii": ii_correlation, "id": id_correlation, "mon": mon_correlation}
    assert isnan(measure[kind](cm))
    assert found.bound <= sup_correlation(cm) + ROUNDING


@pytest.mark.parametrize("kind", ["ii", "co", "anti"])
def test_how_many_tables_fit_into_memory_does_not_matter(kind, monkeypatch):
    for cm in random_matrices(4, 4):
        expected = functional_correlation(cm, kind)
        monkeypatch.setattr(_search, "_AT_A_TIME", 64)
        found = functional_correlation(cm, kind)
        monkeypatch.undo()
        assert np.array_equal([found.value], [expected.value], equal_nan=True)
        assert np.array_equal([found.bound], [expected.bound], equal_nan=True)


@pytest.mark.parametrize("kind", ["ii", "co", "anti"])
def test_a_small_budget_bounds_by_the_tables_that_are_left(kind, monkeypatch):
    """Neither by the whole table alone, nor by what has been found."""
    cm = np.random.default_rng(3).poisson(1, (6, 6)) + np.eye(6, dtype=int)
    sup, exact = sup_correlation(cm), functional_correlation(cm, kind)
    assert exact.value < sup - 0.01
    bounds = []
    for tables in (0, 40, 400, 4000):
        monkeypatch.setattr(functional, "BUDGET", tables * 216)
        found = functional_correlation(cm, kind)
        assert found.value <= exact.value <= found.bound + ROUNDING
        bounds.append(found.bound)
    assert bounds[0] == pytest.approx(sup, abs=1e-14)
    assert all(a >= b for a, b in itertools.pairwise(bounds))
    assert bounds[-1] < sup - 1e-6


@pytest.mark.parametrize(
    "cm", [[[0, 0, 1], [3, 0, 0], [0, 1, 0]], np.eye(7), np.eye(5)[::-1]]
)
def test_sup_is_at_most_1(cm):
    assert 1 - 1e-15 <= sup_correlation(cm) <= 1
    assert 1 - 1e-15 <= functional_correlation(cm, "sup").value <= 1


def test_a_table_too_large_has_an_interval_at_once():
    cm = np.random.default_rng(0).integers(0, 9, (200, 200))
    found = functional_correlation(cm, "ii")
    assert 0 < found.value < found.bound
    assert isnan(ii_correlation(cm))
    assert close(sup_correlation(cm), found.bound)


@pytest.mark.parametrize(
    ("cm", "kind", "message"),
    [
        ([[1, 0], [0, 1]], "di", "kind must be one of"),
        ([[[1, 0], [0, 1]]], "ii", "takes one matrix"),
        (np.array(sp.symbols("a:4")).reshape(2, 2), "ii", "holds symbols"),
    ],
)
def test_refused(cm, kind, message):
    with pytest.raises(ValueError, match=message):
        functional_correlation(cm, kind)


def test_unrolled_observations_of_a_real_table_have_the_correlation_found():
    """numpy's corrcoef of the valuations of single observations."""
    cm = data.matrix("goodman1979_gb_8x8").counts
    true, pred = (side - 1 for side in unrolled(cm))
    for kind in ("ii", "id", "sup"):
        found = functional_correlation(cm, kind)
        observed = np.corrcoef(found.f[true], found.g[pred])[0, 1]
        assert abs(observed - found.value) < 1e-10


# ------------------------------------------------------------------- real mobility tables


@pytest.mark.parametrize("id", REAL)
def test_sup_is_ii_for_ten_of_the_twelve_real_tables(id):
    cm = data.matrix(id).counts
    f, g = functional_correlation(cm, "sup")[1:3]
    increasing = (np.diff(f) > 0).all() and (np.diff(g) > 0).all()
    gap = sup_correlation(cm) - ii_correlation(cm)
    assert increasing == (id not in ("goodman1979_gb_8x8", "hout1987_sexualfun"))
    assert (abs(gap) < ROUNDING) if increasing else (gap > 1e-6)
