"""Pairs of observations: their five kinds, and the coefficients made of them."""

import itertools
from fractions import Fraction
from math import comb, inf, nan

import numpy as np
import pytest
import scipy.stats
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from small import (
    all_matrices,
    assert_near,
    fractions,
    random_matrices,
    symbolic_matrix,
    unrolled,
)

from ordref import (
    confusion_matrix,
    definitions,
    goodman_kruskal_gamma,
    kendall_tau_b,
    mer,
    pair_counts,
    somers_d,
    stuart_tau_c,
)

SMALL = {K: all_matrices(K, 5) for K in (1, 2, 3)}
SIZES = range(1, 9)


def somers_true(cm):
    return somers_d(cm, dependent="true")


def defined_somers_true(pairs):
    return definitions.somers_d(pairs, "true")


def counted(cm):
    return list(definitions.pair_counts(definitions.observations(cm.tolist())).values())


# ------------------------------------------------------------------- the five kinds


@pytest.mark.parametrize("stack", [*SMALL.values(), *map(random_matrices, SIZES)])
def test_counts_are_the_definition(stack):
    kinds = pair_counts(stack)
    for cm, found in zip(stack, np.stack(kinds, axis=-1), strict=True):
        assert found.tolist() == counted(cm), cm.tolist()
        assert sum(found) == comb(cm.sum(), 2)
    c, d, t, p, b = kinds
    swapped = pair_counts(stack.swapaxes(1, 2))
    np.testing.assert_array_equal(swapped, (c, d, p, t, b))


@pytest.mark.parametrize("K", [2, 3])
def test_one_observation_more_adds_its_pairs_with_all_others(K):
    """The proof by induction that the counts are right for every matrix."""
    n = symbolic_matrix(K)
    for r, c in np.ndindex(K, K):
        one = np.zeros((K, K), dtype=int)
        one[r, c] = 1
        joined, before = pair_counts(n + one), pair_counts(n)
        partners = dict.fromkeys(before._fields, sp.Integer(0))
        for s, d in np.ndindex(K, K):
            kind = definitions.pair_counts([(r + 1, c + 1), (s + 1, d + 1)])
            (name,) = [name for name, count in kind.items() if count]
            partners[name] += n[s, d]
        for name, gain in partners.items():
            difference = getattr(joined, name) - getattr(before, name) - gain
            assert sp.expand(difference) == 0, (name, r, c)


def test_counts_by_hand():
    """Cells (1, 1) twice, (1, 2), (2, 2) three times."""
    assert tuple(pair_counts([[2, 1], [0, 3]])) == (6, 0, 2, 3, 1 + 3)


def test_a_stack_is_counted_at_once():
    stack = random_matrices(3, 6).reshape(2, 3, 3, 3)
    kinds = pair_counts(stack)
    assert kinds.concordant.shape == (2, 3)
    for place in np.ndindex(2, 3):
        assert tuple(k[place] for k in kinds) == tuple(pair_counts(stack[place]))


def test_a_billion_observations_do_not_overflow():
    cm = [[4 * 10**8, 10**8], [10**8, 4 * 10**8]]
    exact = pair_counts(np.array(cm, dtype=object))
    assert exact.concordant == (4 * 10**8) ** 2
    assert exact.tied_both == 2 * comb(4 * 10**8, 2) + 2 * comb(10**8, 2)
    assert pair_counts(cm).concordant == pytest.approx(16e16, rel=1e-15)
    assert kendall_tau_b(cm) == pytest.approx(0.6, rel=1e-14)
    # A width that holds the counts and not their products wraps without a word.
    narrow = np.array(cm, dtype=np.int32)
    assert (narrow * narrow[::-1, ::-1])[0, 0] != (4 * 10**8) ** 2
    assert pair_counts(narrow) == pair_counts(cm)


def test_counts_are_exact_up_to_1e8_observations():
    cm = np.array([[50_000_000, 1], [3, 49_999_996]])
    assert [int(k) for k in pair_counts(cm)] == list(pair_counts(cm.astype(object)))


def exact_kinds(cm):
    """c, d, e_t and e_p of any weights as Fractions, product by product."""
    n = [[Fraction(count) for count in row] for row in np.asarray(cm).tolist()]
    cells = list(np.ndindex(len(n), len(n)))
    kinds = dict.fromkeys(("c", "d", "e_t", "e_p"), Fraction(0))
    for (r, k), (s, m) in itertools.combinations(cells, 2):
        if r == s:
            kind = "e_t"
        elif k == m:
            kind = "e_p"
        else:
            kind = "c" if k < m else "d"
        kinds[kind] += n[r][k] * n[s][m]
    return list(kinds.values())


SPREAD = [
    [[10**16, 1], [1, 0]],
    [[0, 1], [1, 10**16]],
    [[9.24e13, 4e-28], [2.27e8, 3.3e-12]],
    [[1e-16, 1, 3], [1, 1e-8, 2], [1e16, 1, 1]],
    [[1e16, 1, 0], [1, 1, 1e-3], [0, 1e-16, 1]],
]


@pytest.mark.parametrize("cm", SPREAD)
def test_large_and_small_weights_lose_no_pair(cm):
    for ours, exact in zip(pair_counts(cm)[:4], exact_kinds(cm), strict=True):
        assert abs(Fraction(ours) - exact) <= exact * Fraction(1, 10**15)


@pytest.mark.parametrize("cm", SPREAD)
def test_coefficients_of_large_and_small_weights_are_the_exact_ones(cm):
    c, d, e_t, e_p = exact_kinds(cm)
    assert goodman_kruskal_gamma(cm) == pytest.approx(
        float((c - d) / (c + d)), rel=1e-15
    )
    assert somers_d(cm) == pytest.approx(float((c - d) / (c + d + e_p)), rel=1e-15)
    assert somers_true(cm) == pytest.approx(float((c - d) / (c + d + e_t)), rel=1e-15)
    square = (c - d) ** 2 / ((c + d + e_t) * (c + d + e_p))
    assert abs(kendall_tau_b(cm)) == pytest.approx(float(square) ** 0.5, rel=2e-15)


def test_a_total_less_a_running_sum_would_lose_them():
    """The negative control: what lies right of a column, as a difference of sums."""
    column = np.array(SPREAD[0], dtype=float)[1]
    assert (column.sum() - column.cumsum()).tolist() == [0, 0]
    row = np.array(SPREAD[0], dtype=float).sum(axis=0)
    assert (row.sum() - row.cumsum())[0] != row[1]


@given(
    hnp.arrays(
        float,
        st.integers(1, 5).map(lambda K: (K, K)),
        elements=st.one_of(
            st.just(0.0), st.floats(-40, 40).map(lambda power: 10.0**power)
        ),
    ).filter(np.any)
)
def test_kinds_of_any_weights_are_relatively_exact(cm):
    for ours, exact in zip(pair_counts(cm)[:4], exact_kinds(cm), strict=True):
        assert abs(Fraction(ours) - exact) <= exact * Fraction(1, 10**14)


def test_weights_have_pairs_but_none_with_themselves():
    kinds = pair_counts([[0.25, 0.25], [0, 0.5]])
    assert kinds[:4] == (0.125, 0, 0.0625, 0.125)
    assert np.isnan(kinds.tied_both)
    assert np.isnan(pair_counts(fractions(np.array([[1, 1], [0, 2]])) / 4).tied_both)


@pytest.mark.parametrize(
    "bad", [[[1, -1], [0, 1]], [[nan, 1], [1, 1]], [[inf]], [[0]], [1, 2]]
)
def test_bad_matrix_is_refused(bad):
    with pytest.raises(ValueError, match="cm "):
        pair_counts(bad)


# ------------------------------------------------------------------- the coefficients


@pytest.mark.parametrize(
    ("derived", "definition"),
    [
        (goodman_kruskal_gamma, definitions.kendall_tau_b),
        (somers_d, defined_somers_true),
        (lambda cm: kendall_tau_b(cm[..., ::-1]), definitions.kendall_tau_b),
    ],
)
def test_a_mutant_does_not_agree(derived, definition):
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(derived, definition, SMALL[2])


@pytest.mark.parametrize("K", range(2, 9))
def test_coefficients_are_those_of_scipy(K):
    for cm in random_matrices(K):
        if cm.sum() < 2:
            continue  # scipy warns that there is no pair
        tau = scipy.stats.kendalltau(*unrolled(cm)).statistic
        assert np.isclose(
            kendall_tau_b(cm), tau, rtol=1e-12, atol=1e-14, equal_nan=True
        )
        if (cm.sum(axis=0) > 0).sum() > 1 and (cm.sum(axis=1) > 0).sum() > 1:
            d = scipy.stats.somersd(cm).statistic  # rows independent
            assert np.isclose(somers_d(cm), d, rtol=1e-12, atol=1e-14)
            d = scipy.stats.somersd(cm.T).statistic
            assert np.isclose(somers_true(cm), d, rtol=1e-12, atol=1e-14)


def test_values_counted_by_hand():
    """12 concordant pairs, 1 discordant, 3 tied on each side alone."""
    cm = [[2, 0, 0], [0, 1, 1], [0, 1, 2]]
    assert kendall_tau_b(cm) == 11 / 16
    assert goodman_kruskal_gamma(cm) == 11 / 13
    assert somers_d(cm) == somers_true(cm) == 11 / 16


@pytest.mark.parametrize("K", SIZES)
def test_exchanged_sides_have_the_same_tau_b_to_the_last_digit(K):
    cm = random_matrices(K, 50)
    np.testing.assert_array_equal(kendall_tau_b(cm), kendall_tau_b(cm.swapaxes(1, 2)))


def test_undefined_where_all_pairs_are_tied():
    constant, single, one_class = [[1, 0], [2, 0]], [[0, 1], [0, 0]], [[2, 3], [0, 0]]
    for measure in (kendall_tau_b, goodman_kruskal_gamma):
        assert all(np.isnan(measure(cm)) for cm in (constant, single, one_class))
    assert somers_d(constant) == 0
    assert np.isnan(somers_d(one_class))
    assert somers_true(one_class) == 0
    assert np.isnan(somers_true(constant))


def test_dependent_variable_is_one_of_two():
    with pytest.raises(ValueError, match='dependent must be "predicted" or "true"'):
        somers_d([[1, 0], [0, 1]], dependent="rows")


@pytest.mark.parametrize("K", SIZES)
def test_square_of_tau_b_is_the_product_of_somers_ds(K):
    cm = random_matrices(K)
    tau, product = kendall_tau_b(cm), somers_d(cm) * somers_true(cm)
    np.testing.assert_allclose(tau**2, product, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("K", SIZES)
def test_gamma_is_the_largest_in_size(K):
    cm = random_matrices(K)
    with np.errstate(invalid="ignore"):
        for other in (kendall_tau_b, somers_d, somers_true):
            smaller = np.abs(other(cm)) <= np.abs(goodman_kruskal_gamma(cm)) + 1e-15
            assert (
                smaller | np.isnan(other(cm)) | np.isnan(goodman_kruskal_gamma(cm))
            ).all()


def test_two_classes_of_symbols_give_phi():
    n = symbolic_matrix(2)
    (a, b), (c, d) = n
    phi_squared = (a * d - b * c) ** 2 / ((a + b) * (c + d) * (a + c) * (b + d))
    assert sp.cancel(kendall_tau_b(n) ** 2 - phi_squared) == 0
    assert sp.cancel(goodman_kruskal_gamma(n) - (a * d - b * c) / (a * d + b * c)) == 0


@pytest.mark.parametrize("power", [20, 60, 98])
def test_python_integers_beyond_64_bits_stay_exact(power):
    """A list with an integer beyond 64 bits is an object array."""
    huge = 10**power
    cm = [[huge, 1], [1, 0]]
    assert tuple(pair_counts(cm))[:4] == (0, 1, huge, huge)
    assert goodman_kruskal_gamma(cm) == -1
    assert somers_d(cm) == somers_true(cm) == Fraction(-1, huge + 1)
    tau = kendall_tau_b(cm)
    assert tau == pytest.approx(float(Fraction(-1, huge + 1)), rel=1e-15, abs=1e-150)
    assert kendall_tau_b([[huge, 0], [0, huge]]) == 1
    assert kendall_tau_b([[0, huge], [huge, 0]]) == -1
    tau = kendall_tau_b([[2 * huge, huge], [huge, 2 * huge]])
    assert tau == pytest.approx(1 / 3, rel=1e-15)
    lopsided = [[huge, huge], [1, 0]]
    square = Fraction(huge**2, 2 * huge * (huge + 1) * huge)
    for value in (kendall_tau_b(lopsided), kendall_tau_b(np.transpose(lopsided))):
        assert value == pytest.approx(-(float(square) ** 0.5), rel=1e-15, abs=1e-150)


@pytest.mark.parametrize("size", [3, 5, 7, 10])
def test_tau_b_of_exact_numbers_does_not_leave_its_range(size):
    reverse = np.eye(size, dtype=int)[::-1]
    for cm in (reverse.astype(object), fractions(reverse)):
        assert kendall_tau_b(cm) == -1


def test_tau_b_does_not_leave_its_range_by_rounding():
    """A square root squared is not always the number: here it was a digit too small."""
    assert kendall_tau_b([[0, 0, 1], [0, 1, 0], [1, 0, 0]]) == -1
    assert (np.abs(np.nan_to_num(kendall_tau_b(all_matrices(2, 8)))) <= 1).all()


# ------------------------------------------------------------------- the area under a curve


def area_by_thresholds(low, high):
    """The area under hits over false alarms, exact, from its points."""
    points = [
        (Fraction(sum(low[k:]), sum(low)), Fraction(sum(high[k:]), sum(high)))
        for k in range(len(low), -1, -1)
    ]
    return sum(
        (x - before) * (y + height) / 2
        for (before, height), (x, y) in itertools.pairwise(points)
    )


@pytest.mark.parametrize("K", [2, 3])
def test_area_is_the_share_of_ordered_pairs_with_ties_counted_half(K):
    seen = 0
    for cm in SMALL[K]:
        present = np.flatnonzero(cm.any(axis=1))
        c, d, _, e_p, _ = pair_counts(fractions(cm))
        if len(present) == 2:
            area = area_by_thresholds(*(cm[r].tolist() for r in present))
            assert area == (c + e_p / 2) / (c + d + e_p)
            assert somers_d(fractions(cm)) == 2 * area - 1
            seen += 1
    assert seen > 50


# ------------------------------------------------------------------- tau-c


@pytest.mark.parametrize("K", [1, 2, 3])
def test_tau_c_is_one_only_for_hits_in_even_classes_and_never_with_one_class(K):
    for cm in SMALL[K]:
        hits_in_even_classes = mer(cm) == 0 and np.ptp(cm.sum(axis=1)) == 0
        assert (abs(stuart_tau_c(cm) - 1) < 1e-12) == (K > 1 and hits_in_even_classes)


def test_tau_c_is_not_farther_from_zero_than_tau_b_and_may_be_as_far():
    tau_b, tau_c = kendall_tau_b(SMALL[3]), stuart_tau_c(SMALL[3])
    defined = ~np.isnan(tau_b)
    assert (np.abs(tau_c) <= np.abs(tau_b) + 1e-15)[defined].all()
    even = np.array([[2, 1], [1, 2]])
    assert stuart_tau_c(even) == pytest.approx(kendall_tau_b(even), rel=1e-14)


# ------------------------------------------------------------------- fewer labels


@pytest.mark.parametrize(("K", "m", "L"), [(3, 3, 2), (4, 2, 2), (5, 2, 2), (4, 2, 3)])
def test_largest_tau_b_with_fewer_labels_than_classes(K, m, L):
    """All classifiers of K classes of m observations, against the closed form."""
    bars = itertools.combinations(range(m + L - 1), L - 1)
    rows = [np.diff((-1, *at, m + L - 1)) - 1 for at in bars]
    stack = np.array(list(itertools.product(rows, repeat=K)))
    wide = np.pad(stack, [(0, 0), (0, 0), (0, K - L)])
    wide = wide[(wide.any(axis=1)).sum(axis=1) > 1]
    groups = [K // L + (k < K % L) for k in range(L)]
    square = Fraction(K**2 - sum(w * w for w in groups), K * (K - 1))
    if L == 2:
        assert square == (
            Fraction(K, 2 * (K - 1)) if K % 2 == 0 else Fraction(K + 1, 2 * K)
        )
    values = kendall_tau_b(wide)
    assert values.max() == pytest.approx(float(square) ** 0.5, rel=1e-14)
    reached = wide[values > values.max() - 1e-9]
    for cm in reached:
        assert (np.count_nonzero(cm, axis=1) == 1).all()
        assert sorted(cm.sum(axis=0)[:L]) == sorted(m * w for w in groups)
    assert len(reached) == comb(L, K % L)


# ------------------------------------------------------------------- as a distance


def far(a, b, K):
    return 1 - kendall_tau_b(confusion_matrix(a, b, labels=range(1, K + 1)))


@pytest.mark.parametrize("K", [2, 4])
@pytest.mark.parametrize("N", [*range(3, 20), 1000])
def test_triangle_fails_for_every_number_of_observations_from_three_on(N, K):
    a, b, c = np.ones((3, N), dtype=int)
    a[-1] = c[0] = b[0] = b[-1] = 2
    z = (N - 2) / (N - 1)
    assert far(a, c, K) == pytest.approx(2 - z, rel=1e-14)
    assert far(a, b, K) == far(b, c, K) == pytest.approx(1 - (z / 2) ** 0.5, rel=1e-14)
    assert far(a, c, K) > far(a, b, K) + far(b, c, K) + 0.4


@pytest.mark.parametrize("K", [2, 3, 4])
def test_triangle_holds_for_two_observations(K):
    vectors = [v for v in itertools.product(range(1, K + 1), repeat=2) if v[0] != v[1]]
    for a, b, c in itertools.product(vectors, repeat=3):
        assert far(a, c, K) <= far(a, b, K) + far(b, c, K)
