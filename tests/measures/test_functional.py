"""SUP, II, ID and MON: the pairs that are found, the theorems, what is undefined."""

import itertools
from fractions import Fraction
from math import isnan, nan, sqrt

import numpy as np
import pytest
import sympy as sp
from small import all_matrices, random_matrices

from ordref import (
    coanti_correlation,
    data,
    definitions,
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
from ordref.instruments.uncertainty.slopes import sup as slope_of_sup
from ordref.measures import functional
from ordref.search import search as _search

# What rounding can do to a singular value; the search says so of its bound.
ROUNDING = 1e-12
MEASURES = {
    "sup": sup_correlation,
    "ii": ii_correlation,
    "id": id_correlation,
    "mon": mon_correlation,
}
REAL = data.matrices()[-12:]
# Printed as shares with one decimal.
EXAMPLE = np.rint(10 * data.matrix("fcorr2020.CM0").counts).astype(int)
# A second maximum, at which alternating regression stops.
TWO_PEAKS = np.array([[0, 2, 0], [3, 0, 1], [0, 1, 0]])


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


def full(S, K, seed=0, rate=3):
    """Random tables without an absent class."""
    rng = np.random.default_rng(seed)
    return rng.poisson(rate, (S, K, K)) + np.eye(K, dtype=int)


def phi_of_cuts(pairs):
    """The best single threshold on either side."""
    true, pred = zip(*pairs, strict=True)
    values = [
        definitions.pearson([(1 + (t > i), 1 + (p > j)) for t, p in pairs])
        for i, j in itertools.product(set(true) - {max(true)}, set(pred) - {max(pred)})
    ]
    return max(map(float, values), default=nan)


# ------------------------------------------------------------------- reached: bounds from below


@pytest.mark.parametrize("kind", MEASURES)
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


def test_valuations_increase_where_the_leading_value_is_not_the_only_one():
    """All singular values of a diagonal table are 1, so its vectors can be any."""
    for counts in itertools.product([1, 2, 3], repeat=3):
        cm = np.diag(counts)
        found = functional_correlation(cm, "ii")
        assert (np.diff([found.f, found.g]) >= 0).all(), counts
        assert abs(correlation(cm / cm.sum(), found.f, found.g) - 1) < ROUNDING, counts


def test_classes_of_equal_score_are_not_ordered_by_rounding():
    """Predictions 2 and 3 both come from the first three classes, which have one score."""
    cm = np.zeros((5, 5), dtype=int)
    cm[:4, 1:] = [[0, 1, 8, 0], [6, 2, 9, 0], [0, 5, 0, 0], [0, 0, 1, 9]]
    for kind in ("ii", "mon"):
        found = functional_correlation(cm, kind)
        assert found.f[0] == found.f[1] == found.f[2], kind
        assert found.g[1] == found.g[2] < found.g[3], kind


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
    slopes = slope_of_sup(every.astype(float))
    for cm, value, slope in zip(every, sup_correlation(every), slopes, strict=True):
        if not isnan(value):
            assert (not slope.any()) == (pieces(cm) > 1), cm.tolist()
    for cm in (np.diag([1, 2, 3]), [[3, 1, 0], [2, 5, 0], [0, 0, 7]]):
        assert standard_error("sup_correlation", cm) == 0


def test_merging_neighbours_never_raises_a_coefficient():
    for cm in full(6, 5, 9):
        merged = cm.copy()
        merged[1] += merged[2]
        merged[2] = 0
        for kind, measure in MEASURES.items():
            assert measure(merged) <= measure(cm) + ROUNDING, (kind, cm.tolist())


# ------------------------------------------------------------------- signs and independence


def independent(cm):
    n = np.array(cm, dtype=object)
    return (n * n.sum() == np.outer(n.sum(axis=1), n.sum(axis=0))).all()


def test_zero_exactly_under_independence():
    every = all_matrices(3, 4)
    for measure in (sup_correlation, mon_correlation, coanti_correlation):
        for cm, value in zip(every, measure(every), strict=True):
            if not isnan(value):
                assert (value == 0) == independent(cm), (measure, cm.tolist())
                assert value == 0 or value > 0.01, (measure, cm.tolist())


def test_ii_is_zero_without_independence():
    """The condition of fcorr2020 around eq. (4) does not suffice: its own example shows it."""
    for cm, measure in ((EXAMPLE, id_correlation), (EXAMPLE[:, ::-1], ii_correlation)):
        assert measure(cm) == 0
        assert not independent(cm)
    assert phi_of_cuts(observations(EXAMPLE[:, ::-1].tolist())) == 0


def test_threshold_products_are_a_basis_and_one_pair_more_determines_independence():
    """Sums of whole numbers: the rank is exact."""
    for R, C in [(2, 3), (3, 3), (3, 4), (4, 4)]:
        cuts = [
            np.outer(np.arange(R) > i, np.arange(C) > j).astype(int)
            for i, j in np.ndindex(R - 1, C - 1)
        ]
        positions = np.outer(np.arange(R), np.arange(C))
        centre = sp.Matrix([(R * C * _centred(cut)).ravel().tolist() for cut in cuts])
        assert centre.rank() == (R - 1) * (C - 1), (R, C)
        assert (sum(map(_centred, cuts)) == _centred(positions)).all(), (R, C)


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


def test_values_derived_by_hand():
    for cm, measure, expected in [
        (EXAMPLE, ii_correlation, sqrt(2 / 7)),
        (EXAMPLE, id_correlation, 0),
        (EXAMPLE, mon_correlation, sqrt(2 / 7)),
        (EXAMPLE, sup_correlation, sqrt(2) / 2),
        (TWO_PEAKS, ii_correlation, sqrt(1 / 8)),
        (np.diag([1, 2, 3]), ii_correlation, 1),
        (np.diag([1, 2, 3])[::-1], id_correlation, 1),
        (np.diag([1, 2])[::-1], ii_correlation, -1),
        ([[1, 1], [1, 0]], ii_correlation, -1 / 2),
        ([[1, 1], [1, 0]], sup_correlation, 1 / 2),
    ]:
        assert close(measure(cm), expected), (measure, cm)


def test_diagonal_and_antidiagonal_tables():
    """Notes 4.1 and 4.2; with one class alone there is no correlation."""
    for K in range(2, 8):
        diagonal = np.diag(np.arange(1, K + 1))
        assert close(ii_correlation(diagonal), 1), K
        assert close(id_correlation(diagonal[:, ::-1]), 1), K
        alone = np.zeros((K, K))
        alone[1, 1] = 5
        assert isnan(ii_correlation(alone)), K
        assert isnan(id_correlation(alone[:, ::-1])), K


# ------------------------------------------------------------------- conventions


def test_large_counts_keep_independence_and_dependence():
    ones = np.full((2, 2), 10**15)
    ones[0, 0] += 10**9
    assert 0 < ii_correlation(ones) < 1e-6
    assert mon_correlation(np.outer([1, 2, 3], [10**14, 5, 7])) == 0


def test_the_place_of_an_absent_class_does_not_matter():
    """A class without a true observation, and one without a prediction."""
    cm = np.array([[4, 1, 2], [0, 3, 1], [2, 0, 5]])
    wide = np.zeros((5, 5), dtype=int)
    wide[np.ix_([0, 2, 4], [1, 2, 3])] = cm
    for kind, measure in MEASURES.items():
        assert close(measure(wide), measure(cm)), kind
        # Nor does the scale.
        assert all(close(measure(cm * by), measure(cm)) for by in (10**13, 1e-6, 1 / 3))


def test_undefined_where_a_side_has_one_class():
    for kind, measure in MEASURES.items():
        for cm in ([[3]], [[1, 2], [0, 0]], [[0, 2], [0, 1]]):
            assert isnan(measure(cm)), (kind, cm)


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
    assert isnan(MEASURES[kind](cm))
    assert found.bound <= sup_correlation(cm) + ROUNDING


def test_how_many_tables_fit_into_memory_does_not_matter(monkeypatch):
    for kind, cm in itertools.product(("ii", "co", "anti"), random_matrices(4, 4)):
        expected = functional_correlation(cm, kind)
        monkeypatch.setattr(_search, "_AT_A_TIME", 64)
        found = functional_correlation(cm, kind)
        monkeypatch.undo()
        pairs = [[one.value, one.bound] for one in (found, expected)]
        assert np.array_equal(*pairs, equal_nan=True), (kind, cm.tolist())


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


def test_sup_is_at_most_1():
    for cm in ([[0, 0, 1], [3, 0, 0], [0, 1, 0]], np.eye(7), np.eye(5)[::-1]):
        assert 1 - 1e-15 <= sup_correlation(cm) <= 1
        assert 1 - 1e-15 <= functional_correlation(cm, "sup").value <= 1


def test_a_table_too_large_has_an_interval_at_once():
    cm = np.random.default_rng(0).integers(0, 9, (200, 200))
    found = functional_correlation(cm, "ii")
    assert 0 < found.value < found.bound
    assert isnan(ii_correlation(cm))
    assert close(sup_correlation(cm), found.bound)


def test_refused():
    for cm, kind, message in [
        ([[1, 0], [0, 1]], "di", "kind must be one of"),
        ([[[1, 0], [0, 1]]], "ii", "takes one matrix"),
        (np.array(sp.symbols("a:4")).reshape(2, 2), "ii", "holds symbols"),
    ]:
        with pytest.raises(ValueError, match=message):
            functional_correlation(cm, kind)


# ------------------------------------------------------------------- real mobility tables


def test_sup_is_ii_for_ten_of_the_twelve_real_tables():
    for id in REAL:
        cm = data.matrix(id).counts
        f, g = functional_correlation(cm, "sup")[1:3]
        increasing = (np.diff(f) > 0).all() and (np.diff(g) > 0).all()
        gap = sup_correlation(cm) - ii_correlation(cm)
        assert increasing == (id not in ("goodman1979_gb_8x8", "hout1987_sexualfun"))
        assert (abs(gap) < ROUNDING) if increasing else (gap > 1e-6)


def test_derived_form_is_the_definition_for_five_classes():
    """And SUP for more of them."""
    cases = [(kind, 5) for kind in MEASURES] + [("sup", K) for K in (6, 7, 8)]
    for kind, K in cases:
        definition, stack = (
            getattr(definitions, f"{kind}_correlation"),
            random_matrices(K, 4),
        )
        for cm, value in zip(stack, MEASURES[kind](stack), strict=True):
            exact = definition(observations(cm.tolist()))
            assert close(value, exact), (kind, cm.tolist())
