"""Pairs of observations: their five kinds, and the coefficients made of them."""

import itertools
from fractions import Fraction
from functools import partial
from math import comb, inf, nan

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from small import all_matrices, fractions, random_matrices, unrolled

from ordref import (
    confusion_matrix,
    definitions,
    goodman_kruskal_gamma,
    kendall_tau_b,
    mae,
    pair_counts,
    r_int,
    somers_d,
    stuart_tau_c,
)

SMALL = {K: all_matrices(K, 5) for K in (1, 2, 3)}
RANDOM = [random_matrices(K) for K in range(1, 9)]


def somers_true(cm):
    return somers_d(cm, dependent="true")


def counted(cm):
    return list(definitions.pair_counts(definitions.observations(cm.tolist())).values())


# ------------------------------------------------------------------- the five kinds


def test_counts_are_the_definition():
    for stack in (*SMALL.values(), *RANDOM):
        kinds = pair_counts(stack)
        for cm, found in zip(stack, np.stack(kinds, axis=-1), strict=True):
            assert found.tolist() == counted(cm), cm.tolist()
            assert sum(found) == comb(cm.sum(), 2)
        c, d, t, p, b = kinds
        swapped = pair_counts(stack.swapaxes(1, 2))
        np.testing.assert_array_equal(swapped, (c, d, p, t, b))


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


def test_large_and_small_weights_lose_no_pair():
    for cm in SPREAD:
        c, d, e_t, e_p = exact_kinds(cm)
        for ours, exact in zip(pair_counts(cm)[:4], (c, d, e_t, e_p), strict=True):
            assert abs(Fraction(ours) - exact) <= exact * Fraction(1, 10**15), cm
        for measure, all_pairs in (
            (goodman_kruskal_gamma, c + d),
            (somers_d, c + d + e_p),
            (somers_true, c + d + e_t),
        ):
            exact = float((c - d) / all_pairs)
            assert measure(cm) == pytest.approx(exact, rel=1e-15), (measure, cm)
        square = (c - d) ** 2 / ((c + d + e_t) * (c + d + e_p))
        root = float(square) ** 0.5
        assert abs(kendall_tau_b(cm)) == pytest.approx(root, rel=2e-15), cm


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


def test_bad_matrix_is_refused():
    for bad in ([[1, -1], [0, 1]], [[nan, 1], [1, 1]], [[inf]], [[0]], [1, 2]):
        with refuses("cm ", bad):
            pair_counts(bad)


# ------------------------------------------------------------------- the coefficients


def test_coefficients_are_those_of_scipy():
    near = partial(np.isclose, rtol=1e-12, atol=1e-14, equal_nan=True)
    for cm in itertools.chain(*RANDOM):
        if cm.sum() < 2:
            continue  # scipy warns that there is no pair
        assert near(kendall_tau_b(cm), scipy.stats.kendalltau(*unrolled(cm)).statistic)
        if (cm.sum(axis=0) > 0).sum() > 1 and (cm.sum(axis=1) > 0).sum() > 1:
            # their rows are independent
            assert near(somers_d(cm), scipy.stats.somersd(cm).statistic), cm.tolist()
            assert near(somers_true(cm), scipy.stats.somersd(cm.T).statistic)


def test_exchanged_sides_have_the_same_tau_b_to_the_last_digit():
    for cm in RANDOM:
        other = kendall_tau_b(cm.swapaxes(1, 2))
        np.testing.assert_array_equal(kendall_tau_b(cm), other)


def test_undefined_where_all_pairs_are_tied():
    constant, single, one_class = [[1, 0], [2, 0]], [[0, 1], [0, 0]], [[2, 3], [0, 0]]
    for measure in (kendall_tau_b, goodman_kruskal_gamma):
        assert all(np.isnan(measure(cm)) for cm in (constant, single, one_class))
    assert somers_d(constant) == 0
    assert np.isnan(somers_d(one_class))
    assert somers_true(one_class) == 0
    assert np.isnan(somers_true(constant))


def test_dependent_variable_is_one_of_two():
    with pytest.raises(
        ValueError, match="dependent must be one of 'predicted', 'true'"
    ):
        somers_d([[1, 0], [0, 1]], dependent="rows")


def test_python_integers_beyond_64_bits_stay_exact():
    """A list with an integer beyond 64 bits is an object array."""
    for huge in (10**20, 10**60, 10**98):
        cm, exact = [[huge, 1], [1, 0]], Fraction(-1, huge + 1)
        assert tuple(pair_counts(cm))[:4] == (0, 1, huge, huge)
        assert goodman_kruskal_gamma(cm) == -1
        assert somers_d(cm) == somers_true(cm) == exact
        lopsided = np.array([[huge, huge], [1, 0]], object)
        root = float(Fraction(huge**2, 2 * huge * (huge + 1) * huge)) ** 0.5
        for matrix, tau in [
            (cm, float(exact)),
            ([[huge, 0], [0, huge]], 1),
            ([[0, huge], [huge, 0]], -1),
            ([[2 * huge, huge], [huge, 2 * huge]], 1 / 3),
            (lopsided, -root),
            (lopsided.T, -root),
        ]:
            rounded = abs(tau) != 1  # one is reached to the last digit
            near = pytest.approx(tau, rel=1e-15 * rounded, abs=1e-150 * rounded)
            assert kendall_tau_b(matrix) == near, matrix


def test_tau_b_does_not_leave_its_range_by_rounding():
    """A square root squared is not always the number: here it was a digit too small."""
    for size in (3, 5, 7, 10):
        reverse = np.eye(size, dtype=int)[::-1]
        for cm in (reverse, reverse.astype(object), fractions(reverse)):
            assert kendall_tau_b(cm) == -1, cm
    assert (np.abs(np.nan_to_num(kendall_tau_b(all_matrices(2, 8)))) <= 1).all()


# ------------------------------------------------------------------- two scales

COEFFICIENTS = (
    kendall_tau_b,
    goodman_kruskal_gamma,
    somers_d,
    somers_true,
    stuart_tau_c,
)
OBLONG = [
    np.random.default_rng(R * C).integers(0, 6, (R, C)) + np.eye(R, C, dtype=int)
    for R, C in itertools.product([1, 2, 3, 5], [1, 2, 4, 7])
    for _ in range(3)
]  # fmt: skip


def test_tables_of_two_scales_have_the_pairs_of_the_definition():
    for cm in OBLONG:
        pairs = [(r, c) for r, c in zip(*unrolled(cm), strict=True)]
        pairs = [(int(r), int(c)) for r, c in pairs]
        found = pair_counts(cm)
        assert list(found) == list(definitions.pair_counts(pairs).values()), cm.tolist()
        c, d, e_t, e_p, _ = map(Fraction, found)
        m, N = min(cm.shape), int(cm.sum())
        most = Fraction(N, m) ** 2 * comb(m, 2)
        assert stuart_tau_c(cm) == pytest.approx(float((c - d) / most) if most else 0)
        assert stuart_tau_c(cm) == pytest.approx(
            float(definitions.stuart_tau_c(pairs, m))
        )
        for measure, below in ((somers_d, c + d + e_p), (somers_true, c + d + e_t),
                               (goodman_kruskal_gamma, c + d)):  # fmt: skip
            exact = float((c - d) / below) if below else nan
            assert measure(cm) == pytest.approx(exact, nan_ok=True), (measure, cm)
            exact = measure(fractions(cm))
            assert exact == (c - d) / below if below else exact != exact
        square = (c + d + e_t) * (c + d + e_p)
        tau = float(c - d) / float(square) ** 0.5 if square else nan
        assert kendall_tau_b(cm) == pytest.approx(tau, nan_ok=True)


def test_tables_of_two_scales_are_those_of_scipy():
    for cm in OBLONG:
        true, pred = unrolled(cm)
        if min(len({*true.tolist()}), len({*pred.tolist()})) < 2:
            continue
        theirs = scipy.stats.kendalltau(true, pred).statistic
        assert kendall_tau_b(cm) == pytest.approx(theirs, abs=1e-14)
        assert somers_d(cm) == pytest.approx(scipy.stats.somersd(cm).statistic)
        assert somers_true(cm) == pytest.approx(scipy.stats.somersd(cm.T).statistic)
        if cm.sum(axis=0).all() and cm.sum(axis=1).all():  # they count classes seen
            theirs = scipy.stats.kendalltau(true, pred, variant="c").statistic
            assert stuart_tau_c(cm) == pytest.approx(theirs, abs=1e-14)


def test_padding_with_classes_that_are_none_changes_tau_c_alone():
    """JASP 1364: two doses, four grades; 2 m (C - D) / (N**2 (m - 1)) with m = 2, not 4."""
    cm = np.array([[11, 6, 3, 1], [2, 5, 8, 9]])
    padded = np.pad(cm, ((0, 2), (0, 0)))
    c, d, *_ = exact_kinds(padded)
    exact = Fraction(4, 45**2) * (c - d)
    assert stuart_tau_c(cm) == stuart_tau_c(cm.T) == pytest.approx(float(exact))
    assert stuart_tau_c(padded) == pytest.approx(float(exact * Fraction(2, 3)))
    for measure in COEFFICIENTS[:-1]:
        assert measure(padded) == pytest.approx(measure(cm), rel=1e-14)


def test_a_stack_of_tables_of_two_scales():
    stack = np.random.default_rng(1).integers(1, 9, (2, 3, 2, 5))
    for measure in COEFFICIENTS:
        found = measure(stack)
        assert found.shape == (2, 3)
        for place in np.ndindex(2, 3):
            assert found[place] == measure(stack[place])


@pytest.mark.parametrize("measure", [pair_counts, *COEFFICIENTS])
def test_what_is_no_table_of_two_scales_is_refused(measure):
    for bad, words in (
        ([1, 2], r"^cm must have shape \(..., R, C\)"),
        (np.ones((0, 3)), "^cm is empty"),
        (np.ones((3, 0)), "^cm is empty"),
        (np.zeros((2, 3)), "^cm is all zeros"),
        ([[1, 2, 3], [1, -1, 0]], "^cm has a negative entry"),
        (pd.DataFrame([[1, 2, 3]] * 2, list("ab"), list("cde")), r"cm.to_numpy\(\)$"),
    ):
        with refuses(words, bad):
            measure(bad)


def test_other_measures_name_those_of_two_scales():
    with refuses(r"has shape \(2, 3\); tables of two scales .* kendall_tau_b"):
        mae([[1, 2, 3], [4, 5, 6]])
    with refuses("has shape"):
        r_int([[1, 2, 3], [4, 5, 6]])


# ------------------------------------------------------------------- as a distance


def far(a, b, K):
    return 1 - kendall_tau_b(confusion_matrix(a, b, labels=range(1, K + 1)))


def test_triangle_fails_for_every_number_of_observations_from_three_on():
    for K, N in itertools.product([2, 4], [*range(3, 20), 1000]):
        a, b, c = np.ones((3, N), dtype=int)
        a[-1] = c[0] = b[0] = b[-1] = 2
        z = (N - 2) / (N - 1)
        ac, ab, bc = far(a, c, K), far(a, b, K), far(b, c, K)
        assert ac == pytest.approx(2 - z, rel=1e-14), (K, N)
        assert ab == bc == pytest.approx(1 - (z / 2) ** 0.5, rel=1e-14), (K, N)
        assert ac > ab + bc + 0.4, (K, N)


def test_counts_are_exact_up_to_1e8_observations():
    cm = np.array([[50_000_000, 1], [3, 49_999_996]])
    assert [int(k) for k in pair_counts(cm)] == list(pair_counts(cm.astype(object)))
