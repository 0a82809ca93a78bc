"""Values worked out by hand, and small examples that settle a question, beside the chapters'."""

import itertools
import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest
import sklearn.metrics as sk
import sympy as sp
from small import all_matrices

import ordref
from ordref import data, definitions

TWELVE = data.TWELVE.counts
# A classifier that is wrong by one step everywhere, and one that is only nearly right.
SHIFTED = np.array([[0, 4, 0], [0, 0, 4], [0, 0, 4]])
CLOSE = np.array([[3, 1, 0], [1, 2, 1], [0, 1, 3]])


def held(name):
    return data.matrix(f"oci2011.{name}").counts


def pairs_of(cm):
    return definitions.observations(np.asarray(cm).tolist())


def exactly(cm):
    return np.vectorize(Fraction, otypes=[object])(cm)


# ------------------------------------------------------------------- right, or how far off


def test_accuracy_and_errors():
    CM1, CM2 = pairs_of(held("CM1")), pairs_of(held("CM2"))
    assert definitions.ccr(CM1) == Fraction(5, 10)
    sensitivities = Fraction(2, 3), Fraction(1, 2), Fraction(2, 5)
    assert definitions.minimum_sensitivity(CM1) == min(sensitivities)
    each = {1: Fraction(2, 3), 2: Fraction(1, 2), 3: Fraction(5, 5)}
    assert definitions.mae_per_class(CM1) == each
    assert definitions.mae(CM1) == Fraction(2 + 1 + 5, 10)
    assert (definitions.mmae(CM1), definitions.amae(CM1)) == (1, Fraction(13, 18))
    assert definitions.mae(CM2) == Fraction(2 + 2 * 2, 10)
    cm = held("CM2")
    assert (ordref.mae(cm), ordref.mer(cm)) == (6 / 10, 4 / 10)
    assert ordref.mse(cm) == (2 + 2 * 4) / 10 == 1
    assert [ordref.accuracy_within(cm, k=k) for k in (0, 1, 2)] == [6 / 10, 8 / 10, 1]
    # One less each of them: what is off by more than 0, and by more than 1.
    assert definitions.mae(CM2) == Fraction(4, 10) + Fraction(2, 10)


def test_one_more_observation_adds_what_the_definition_gives_it():
    n = np.array(sp.symbols("n:9", positive=True)).reshape(3, 3)
    N = n.sum()
    for r, c in np.ndindex(3, 3):
        one = np.zeros((3, 3), dtype=int)
        one[r, c] = 1
        for name in ("ccr", "mer"):
            derived, defined = getattr(ordref, name), getattr(definitions, name)
            error = defined([(r + 1, c + 1)])
            assert derived(one) == error
            gain = (N + 1) * derived(n + one) - N * derived(n)
            assert sp.simplify(gain - error) == 0


def test_rare_errors_keep_their_digits():
    """The difference 1 - CCR loses them."""
    rare = np.array([[10**15, 1], [0, 10**15]])
    exact = Fraction(1, 2 * 10**15 + 1)
    assert ordref.mer(rare) == float(exact)
    assert abs((1 - ordref.ccr(rare)) / float(exact) - 1) > 0.05


def test_matrices_that_hide_a_mistake_and_matrices_that_show_it():
    for cm, alike in (([[2, 1], [1, 3]], True), ([[2, 1], [0, 3]], False)):
        sides = [ordref.minimum_sensitivity(n) for n in (cm, np.transpose(cm))]
        assert (sides[0] == sides[1]) == alike
    B, far = held("B"), [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert ordref.mse(B) == ordref.mae(B)
    assert ordref.mse(far) != ordref.mae(far)


def test_an_absent_class_is_no_zero_and_no_one():
    A = held("A")
    sensitivity = ordref.sensitivity_per_class(A)
    as_zero, as_one = (np.nan_to_num(sensitivity, nan=x).min() for x in (0, 1))
    assert as_zero == 0 < ordref.minimum_sensitivity(A) == 1 == as_one
    half = ordref.sensitivity_per_class([[1, 1], [0, 0]])
    assert np.nan_to_num(half, nan=1).mean() == 3 / 4
    assert np.nanmean(half) == 1 / 2
    t, options = [1, 1, 2, 2], {"average": None, "zero_division": 0}
    assert min(sk.recall_score(t, t, labels=[1, 2, 3], **options)) == 0
    assert ordref.minimum_sensitivity(np.diag([2, 2, 0])) == 1


def test_sums_of_small_integers_do_not_wrap():
    small = np.array([[200, 100], [50, 250]], dtype=np.uint8)
    assert (small[0] + small[1]).tolist() == [250, (100 + 250) % 256]
    assert ordref.ccr(small) == (200 + 250) / (200 + 100 + 50 + 250)


def test_reversed_predictions():
    two = np.array([[5, 2], [1, 3]])
    assert np.isclose(ordref.ccr(two[:, ::-1]), 1 - ordref.ccr(two), rtol=1e-15)
    assert ordref.ccr(np.eye(3, dtype=int)[:, ::-1]) == 1 / 3


def test_symmetric_matrices_of_the_book():
    symmetric = [
        name
        for name in data.matrices()
        if np.array_equal(data.matrix(name).counts, data.matrix(name).counts.T)
    ]
    assert symmetric == ["oci2011.A", "oci2011.CM4"]


def test_large_errors_lie_between_bounds_from_mer_and_mae():
    glass = data.matrix("glass1954_5x5").counts
    distance = np.abs(np.subtract.outer(np.arange(5), np.arange(5)))
    share = float(glass[distance > 1].sum() / glass.sum())
    excess = ordref.mae(glass) - ordref.mer(glass)
    assert excess / 3 <= share <= min(excess, ordref.mer(glass))


def test_mse_is_a_sum_over_pairs_of_thresholds():
    cm = np.array(sp.symbols("n:16", positive=True)).reshape(4, 4)
    both = sum(
        (cm[: min(k, j), max(k, j) :].sum() + cm[max(k, j) :, : min(k, j)].sum())
        / cm.sum()
        for k, j in itertools.product(range(1, 4), repeat=2)
    )
    assert sp.simplify(ordref.mse(cm) - both) == 0


def test_all_codings_agree_where_one_classifier_is_no_worse_at_each_threshold():
    def scored(cm, g):
        return (cm * np.abs(np.subtract.outer(g, g))).sum() / cm.sum()

    first, second = (np.array([[3, e, 0], [e, 3, 0], [0, 0, 4]]) for e in (1, 2))
    for g in ((1, 2, 3), (1, 2, 9), (1, 8, 9), (-5, 0, 1)):
        assert scored(first, g) < scored(second, g)
    every = np.concatenate([all_matrices(3, N) for N in range(1, 6)])[::7]
    rates = np.stack([
        every[:, :k, k:].sum(axis=(1, 2)) + every[:, k:, :k].sum(axis=(1, 2)) for k in (1, 2)
    ], axis=-1) / every.sum(axis=(1, 2))[:, None]  # fmt: skip
    apart = rates[:, None] - rates
    # Every coding of three classes lies between a large gap here and a large gap there.
    gaps = np.array([(1, 10**6), (1, 1), (10**6, 1)])
    verdicts = np.sign((apart @ gaps.T).round(9))
    alike = (verdicts == verdicts[..., :1]).all(axis=-1)
    chain = (apart < 1e-12).all(axis=-1) | (apart > -1e-12).all(axis=-1)
    assert np.array_equal(alike, chain)
    assert not chain.all()


def test_at_random_so_many_are_within_one_class():
    for K in range(2, 13):
        ones = np.ones((K, K), dtype=int)
        exact = definitions.accuracy_within(pairs_of(ones))
        assert exact == Fraction(3 * K - 2, K * K)
        assert ordref.accuracy_within(ones) == float(exact)
    assert Fraction(3 * 5 - 2, 25) > Fraction(1, 2)


def test_one_observation_in_each_class_gives_whole_mmae_and_quarters_of_mae():
    for columns in itertools.product(range(4), repeat=4):
        cm = np.eye(4, dtype=int)[list(columns)]
        assert ordref.mmae(cm) % 1 == 0 == 4 * ordref.mae(cm) % 1


# ------------------------------------------------------------------- in order


def test_pairs():
    five = definitions.pair_counts(pairs_of(held("CM4")))
    assert five["concordant"] == 3 + 1
    assert five["discordant"] == (2 + 2) + 2 + 2
    assert five["tied_true"] == five["tied_predicted"] == 1 + 2 + 1
    assert sum(five.values()) == 7 * 6 // 2
    assert ordref.kendall_tau_b(held("CM4")) == Fraction(4 - 8, 4 + 8 + 4)
    assert definitions.kendall_tau_b([(1, 2), (2, 3)]) == 1
    shift = np.eye(3, k=1, dtype=int)
    assert (ordref.kendall_tau_b(shift), ordref.ccr(shift)) == (1, 0)
    every = np.concatenate([all_matrices(3, N) for N in range(1, 6)])
    negative = every[np.nan_to_num(ordref.kendall_tau_b(every)) < -1e-12]
    assert len(negative) > 0
    assert (ordref.ccr(negative) < 1).all()
    same = [[0, 3, 0], [0, 2, 0], [0, 4, 0]]
    assert np.isnan(ordref.kendall_tau_b(same))
    assert ordref.somers_d(same) == 0


def test_ranks():
    cm = [[2, 0, 0], [0, 1, 1], [0, 1, 2]]
    by_hand = (2 * 25 + 1 - 8 + 2 * 16) / (2 * 25 + 2 + 3 * 16)
    assert ordref.spearman(cm) == by_hand == 3 / 4 != ordref.pearson(cm)
    rising = [(1, 1), (2, 2), (3, 4)]
    assert definitions.spearman(rising) == 1 > definitions.pearson(rising)
    assert np.isclose(definitions.pearson(rising), 27 / (18 * 42) ** 0.5)
    cm = ordref.confusion_matrix(*zip(*rising, strict=True), labels=range(1, 5))
    assert ordref.spearman(cm) == 1 > ordref.pearson(cm)
    every = np.concatenate([all_matrices(3, N) for N in range(1, 6)])
    perfect = every[np.nan_to_num(ordref.pearson(every)) == 1]
    assert len(perfect) > 0
    assert (ordref.spearman(perfect) == 1).all()


def test_ranks_are_sums_of_signs_over_triples():
    def sign(x, y):
        return (x > y) - (x < y)

    for cm in np.concatenate([all_matrices(3, N) for N in range(1, 6)])[::50]:
        pairs = pairs_of(cm)
        p, q = (definitions.average_ranks(side) for side in zip(*pairs, strict=True))
        mean = Fraction(len(pairs) + 1, 2)
        terms = {
            (i, j, k): sign(x[0], pairs[j][0]) * sign(x[1], pairs[k][1])
            for i, x in enumerate(pairs)
            for j, k in itertools.product(range(len(pairs)), repeat=2)
        }
        products = ((x - mean) * (y - mean) for x, y in zip(p, q, strict=True))
        assert sum(terms.values()) == 4 * sum(products)
        kinds = definitions.pair_counts(pairs)
        of_pairs = sum(value for (_, j, k), value in terms.items() if j == k)
        assert of_pairs == 2 * (kinds["concordant"] - kinds["discordant"])


def test_one_large_count_does_not_drown_a_correlation():
    """The textbook's formula loses two digits of the value."""
    n = [[1, 2, 0], [2, 1, 0], [0, 0, 10**15]]
    cells = [(float(n[r][c]), r + 1, c + 1) for r, c in np.ndindex(3, 3)]

    def moment(x, y):
        """N times the sum of products less the product of the sums, in float64."""
        N = sum_x = sum_y = sum_xy = 0.0
        for count, *places in cells:
            N, sum_xy = N + count, sum_xy + count * places[x] * places[y]
            sum_x, sum_y = sum_x + count * places[x], sum_y + count * places[y]
        return N * sum_xy - sum_x * sum_y

    textbook = moment(0, 1) / (moment(0, 0) * moment(1, 1)) ** 0.5
    exact = ordref.pearson(np.array(n, dtype=object))
    assert abs(ordref.pearson(n) - exact) < 1e-15 < 0.01 < abs(textbook - exact)


def test_ordered_pairs():
    D = held("D")
    assert tuple(ordref.pair_counts(D)) == (4 * 3 + 6 * 3, 4 * 6, 0, 0, 6 + 15 + 3)
    sets = definitions.order_sets(pairs_of(D))
    both = len(sets[0] & sets[1])
    assert (both, len(sets[0]) - both, len(sets[1]) - both) == (30 + 48, 24, 24)
    value = definitions.r_int(pairs_of(D))
    assert value == -1 + 2 * Fraction(78, 102) == Fraction(9, 17)
    called_two = [(1, 2), (2, 2), (3, 2)]
    sets = definitions.order_sets(called_two)
    assert (len(sets[0]), len(sets[1]), len(sets[0] & sets[1])) == (3, 6, 3)
    assert np.isclose(float(definitions.r_int(called_two)), math.sqrt(2) - 1)
    column = [[0, 1, 0], [0, 1, 0], [0, 1, 0]]
    assert np.isclose(ordref.r_int(column), math.sqrt(2) - 1)
    assert ordref.r_int(2 * TWELVE) != ordref.r_int(TWELVE)
    CM3, CM4 = held("CM3"), held("CM4")
    assert ordref.r_int(CM3) > ordref.r_int(CM4)
    assert ordref.kendall_tau_b(CM3) < ordref.kendall_tau_b(CM4)
    small = all_matrices(2, 3)
    values = ordref.r_int(small[small.sum(axis=(1, 2)) == 3])
    assert np.nanmin(values) > -1e-12
    assert (values < 1e-12).sum() == 4


def test_ordered_pairs_of_many_classes_nearly_agree_whatever_the_ties():
    values = []
    for K in (3, 10, 30, 100):
        tridiagonal = np.eye(K) + np.eye(K, k=1) + np.eye(K, k=-1)
        values.append(ordref.r_int(tridiagonal))
        kinds = ordref.pair_counts(tridiagonal)
        assert sum(kinds) - kinds.concordant <= 7 * (3 * K - 2)
    assert values == sorted(values)
    assert 1 - values[-1] < 0.03


# ------------------------------------------------------------------- the ordinal index


def test_ordinal_index():
    for beta, value in ((1 / 96, Fraction(19, 96)), (3 / 96, Fraction(25, 96))):
        exact = definitions.oci_prime(pairs_of(TWELVE), 3, beta=Fraction(beta))
        assert math.isclose(exact, value, rel_tol=1e-15)
        assert math.isclose(ordref.oci_prime(TWELVE, beta=beta), value, rel_tol=1e-14)
    two = [[3, 1], [2, 4]]
    assert definitions.oci(pairs_of(two), 2, beta=Fraction(0)) == Fraction(4, 13)
    assert np.isclose(ordref.oci(two, beta=0), 4 / 13)
    alone = [definitions.oci([(1, 1 + d)], 5, beta=Fraction(1, 4)) for d in range(5)]
    assert alone[1] < 1
    assert alone[2:] == [1, 1, 1]
    cm = np.array([[12, 0], [1, 0]])
    assert ordref.oci(cm) == ordref.oci(2 * cm)


def test_so_many_classes_reward_a_larger_error():
    """Of m observations of class 1 called 3, and one of class 2: called 2, or 3."""
    least = {}
    for m, K in itertools.product((1, 2, 3), range(3, 12)):
        near, far = np.zeros((2, K, K), dtype=int)
        near[0, 2] = far[0, 2] = m
        near[1, 1] = far[1, 2] = 1
        if ordref.oci(exactly(far)) < ordref.oci(exactly(near)):
            least.setdefault(m + 1, K)
    assert least == {2: 9, 3: 7, 4: 6}


# ------------------------------------------------------------------- kappa, best scores


def test_functional_correlations():
    first = TWELVE[0, 0] * TWELVE.sum() - TWELVE[0].sum() * TWELVE[:, 0].sum()
    assert Fraction(int(first), 12**2) == Fraction(1, 8)
    eta = sp.Rational(1, 6) - sp.Rational(1, 3) * sp.Rational(2, 3)
    size = sp.sqrt(sp.Rational(1, 3) * sp.Rational(2, 3) * sp.Rational(2, 3) / 3)
    assert eta / size == -sp.Rational(1, 4)
    assert abs(ordref.co_correlation(1 - np.eye(3)) + 1 / 4) < 1e-14
    turned = np.eye(3, dtype=int)[::-1]
    kappas = [ordref.weighted_kappa(n, weights="quadratic") for n in (turned, CLOSE)]
    assert abs(kappas[0] + 1) < 1e-14
    assert kappas[1] > 0
    assert abs(ordref.co_correlation(turned) - 1) < 1e-14
    assert ordref.co_correlation(CLOSE) < 0.9
    assert abs(ordref.ii_correlation(SHIFTED) - 1) < 1e-14
    assert ordref.ii_correlation(CLOSE) < 0.9
    assert ordref.ccr(SHIFTED) < ordref.ccr(CLOSE)


def test_no_group_of_classes_of_a_corrected_matrix_is_never_left():
    CM5 = held("CM5-corrected")
    for A in map(np.array, itertools.product((0, 1), repeat=4)):
        if 0 < A.sum() < 4:
            assert (A @ CM5 * (1 - A)).sum() or (A @ CM5.T * (1 - A)).sum()


def test_kappas_of_a_one_sided_weight():
    a, b, c, d = sp.symbols("a b c d", positive=True)
    n = np.array([[a, b], [c, d]])
    missed = ordref.weighted_kappa(n, weights=[[0, 0], [1, 0]])
    expected = 1 - (c / (a + c)) / ((c + d) / (a + b + c + d))
    assert sp.simplify(missed - expected) == 0
    for weights in ("linear", "unweighted", "quadratic"):
        sides = [ordref.weighted_kappa(n, weights=weights) for n in (TWELVE, TWELVE.T)]
        assert np.isclose(*sides)


@pytest.mark.parametrize("K", range(8, 31))
def test_ac2_falls_below_minus_one_from_sixteen_classes_on(K):
    """The four classes at either end, shared evenly."""
    cm = [[int((c - r) % K == K - 4 and r < 4) for c in range(K)] for r in range(K)]
    value = definitions.gwet_ac2(pairs_of(cm), K)
    assert value == 1 - (K - 4) / Fraction(10 * K - 17, 24)
    assert (value < -1) == (K >= 16)


# ------------------------------------------------------------------- rankings


def test_rankings():
    relevant = [1, 1, 0, 1, 0, 0]
    distances = [1 - r for r in relevant]
    assert definitions.classi(relevant) == -definitions.classi(distances)
    with pytest.raises(ValueError, match="distance"):
        ordref.classi([r == 1 for r in relevant])


def test_so_often_a_random_prefix_is_perfect():
    for near, far in itertools.product(range(1, 5), range(1, 4)):
        tried = list(itertools.permutations([0] * near + [1] * far))
        for k in range(1, near + 1):
            perfect = sum(definitions.classi(order, k) == 1 for order in tried)
            expected = Fraction(comb(near, k), comb(near + far, k))
            assert Fraction(perfect, len(tried)) == expected


def test_means_of_random_prefixes_may_be_below_zero():
    tried = list(itertools.permutations([0, 1, 1]))
    means = [
        sum(Fraction(definitions.classi(order, k)) for order in tried) / len(tried)
        for k in (1, 2)
    ]
    assert means == [Fraction(-1, 3), 0]
