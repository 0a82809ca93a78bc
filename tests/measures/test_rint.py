"""r_int: sets of ordered pairs, what the printed sums give, range, chance, and distances."""

import itertools
import math
import re
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
import scipy.spatial.distance
import scipy.stats
import sympy as sp
from bad import refuses
from files import ROOT
from hypothesis import given
from hypothesis import strategies as st
from small import (
    all_matrices,
    labels,
    near,
    of_size,
    random_matrices,
    symbolic_matrix,
    unrolled,
)

from ordref import (
    confusion_matrix,
    data,
    definitions,
    kendall_tau_b,
    pair_counts,
    r_int,
    r_int_2008,
)
from ordref.measures.rint import ordered_pairs

SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}
# All matrices of two and three classes with a pair of observations.
PAIRED = [SMALL[K][SMALL[K].sum(axis=(1, 2)) > 1] for K in (2, 3)]


def exact_cards(cm):
    """Sizes of S1, S2 and of what they share, in Python's integers, from the margins."""
    n = np.array(cm, object)
    K, N = len(n), int(n.sum())
    rows, columns = n.sum(axis=1), n.sum(axis=0)
    S1 = sum(rows[i] * (sum(rows[i:]) - 1) for i in range(K))
    S2 = sum(columns[j] * (sum(columns[j:]) - 1) for j in range(K))
    shared = sum(n[i, j] * n[i:, j:].sum() for i, j in np.ndindex(K, K)) - N
    return int(S1), int(S2), int(shared)


# ------------------------------------------------------------------- the sets


def test_sets_have_the_sizes_of_the_margins():
    for cm in itertools.chain(*(stack[::7] for stack in SMALL.values())):
        S1, S2 = definitions.order_sets(definitions.observations(cm.tolist()))
        assert (len(S1), len(S2), len(S1 & S2)) == exact_cards(cm), cm.tolist()


# ------------------------------------------------------------------- the printed sums


def quadruple_sum(n, first_row):
    """The printed sum over i, j, i', j' from j, with i' from `first_row(i)`."""
    K = len(n)
    return sum(
        n[i, j] * n[k, m]
        for i, j in np.ndindex(K, K)
        for k in range(first_row(i), K)
        for m in range(j, K)
    )


def double_sum(n, first):
    return sum(n[i] * n[j] for i in range(len(n)) for j in range(first(i), len(n)))


@pytest.mark.parametrize("K", [2, 3, 4])
def test_sums_with_their_limits_restored_are_the_sizes_of_the_sets(K):
    n = symbolic_matrix(K)
    both, only_true, only_predicted = ordered_pairs(n)
    N = n.sum()
    S1, S2 = (double_sum(n.sum(axis=axis), lambda i: i) - N for axis in (1, 0))
    assert sp.expand(both + only_true - S1) == 0
    assert sp.expand(both + only_predicted - S2) == 0
    assert sp.expand(both - (quadruple_sum(n, lambda i: i) - N)) == 0


def test_r_int_is_the_cosine_of_the_sets():
    n = symbolic_matrix(2)
    both, only_true, only_predicted = ordered_pairs(n)
    cosine = both**2 / ((both + only_true) * (both + only_predicted))
    assert sp.simplify(((r_int(n) + 1) / 2) ** 2 - cosine) == 0


@pytest.mark.parametrize("K", [2, 3])
def test_printed_limits_lose_the_truth(K):
    """Double sums from 1 hold all pairs, and the quadruple sum with i' from 1 is S2."""
    n = symbolic_matrix(K)
    N, columns = n.sum(), n.sum(axis=0)
    for axis in (0, 1):
        assert sp.expand(double_sum(n.sum(axis=axis), lambda i: 0) - N**2) == 0
    shared = quadruple_sum(n, lambda i: 0)
    assert sp.expand(shared - double_sum(columns, lambda j: j)) == 0
    _, _, _, tied, ignored = pair_counts(n)
    printed = -1 + 2 * (shared - N) / (N**2 - N)
    assert sp.cancel(printed - (tied + ignored) / ((N**2 - N) / 2)) == 0


@pytest.mark.parametrize("K", [2, 3])
def test_reading_of_2008_is_the_intersection_over_all_ordered_pairs(K):
    n = symbolic_matrix(K)
    N = n.sum()
    shared = quadruple_sum(n, lambda i: i) - N
    assert sp.cancel(r_int_2008(n) - (-1 + 2 * shared / (N**2 - N))) == 0


def test_reading_of_2008_is_one_only_where_all_is_in_one_cell():
    for stack in PAIRED:
        one_cell = np.count_nonzero(stack, axis=(1, 2)) == 1
        assert ((r_int_2008(stack) == 1) == one_cell).all()


# ------------------------------------------------------------------- the record


def test_rint2014_table1():
    shown = data.example("rint2014.table1")
    pairs = list(zip(shown["v1"], shown["v2"], strict=True))
    S1, S2 = definitions.order_sets(pairs)
    assert sorted(S1) == sorted(map(tuple, shown["S1"]))
    assert sorted(S2) == sorted(map(tuple, shown["S2"]))
    assert len(S1 & S2) == shown["intersection"]
    assert definitions.r_int(pairs) == 0
    assert r_int(confusion_matrix(shown["v1"], shown["v2"])) == 0


def test_oci2011_tables_r_int():
    """All five tables, with CM5 as it is corrected; as printed it does not agree."""
    agreed = 0
    for table in range(1, 6):
        for row, cells in data.printed(f"oci2011.table{table}").items():
            name = "CM5-corrected" if row == "CM5" else row
            counts = data.matrix(f"oci2011.{name}").counts
            pairs = definitions.observations(counts.tolist())
            for ours in (r_int(counts), definitions.r_int(pairs)):
                assert data.agrees(ours, cells["r_int"]), (table, row)
                agreed += 1
    assert agreed == 2 * (4 + 2 + 2 + 2 + 3)
    shown = data.printed("oci2011.table4")["CM5"]["r_int"]
    assert not data.agrees(r_int(data.matrix("oci2011.CM5").counts), shown)


def test_reading_of_2008_reproduces_no_value_of_oci2011():
    for k in range(1, 6):
        for row, cells in data.printed(f"oci2011.table{k}").items():
            value = r_int_2008(data.matrix(f"oci2011.{row}").counts)
            assert not data.agrees(value, cells["r_int"]), row


def test_pages_of_the_article_of_2008():
    """Its fourteen pages, as two reference lists give them; two would not hold it."""
    bib = (ROOT / "chapters" / "references.bib").read_text(encoding="utf-8")
    (entry,) = re.findall(r"@article\{unimodal2008,.*?\n\}", bib, re.DOTALL)
    first, last = map(int, re.search(r"\{(\d+)--(\d+)\}", entry).groups())
    assert (first, last) == (78, 91)
    assert last - first + 1 == 14


# ------------------------------------------------------------------- one and minus one


def test_one_exactly_where_a_diagonal_is_left():
    for cm in itertools.chain(*PAIRED):
        left = cm[cm.any(axis=1)][:, cm.any(axis=0)]
        diagonal = left.shape[0] == left.shape[1] == np.count_nonzero(left)
        diagonal = diagonal and np.diag(left).all()
        S1, S2 = definitions.order_sets(definitions.observations(cm.tolist()))
        assert (r_int(cm) == 1) == diagonal == (S1 == S2)


def test_minus_one_exactly_where_all_is_reversed_without_ties():
    for stack in PAIRED:
        c, _, e_t, e_p, ignored = pair_counts(stack)
        least = r_int(stack) == -1
        assert (least == (c + e_t + e_p + ignored == 0)).all()
        assert (stack[least].sum(axis=(1, 2)) <= stack.shape[-1]).all()


def test_without_ties_r_int_is_tau_of_scipy():
    for order in itertools.chain(
        *(itertools.permutations(range(N)) for N in range(2, 7))
    ):
        value = r_int(np.eye(len(order), dtype=int)[list(order)])
        tau = scipy.stats.kendalltau(range(len(order)), order).statistic
        assert value == pytest.approx(tau, abs=1e-14), order


def least(N, K):
    """The smallest r_int of N observations and K classes, as the theorem has it."""
    sizes = [N // K + (k < N % K) for k in range(K)]
    tied = sum(math.comb(size, 2) for size in sizes)
    return -1 + 2 * Fraction(2 * tied, math.comb(N, 2) + tied)


def test_least_value_and_where_it_is_reached():
    for K, most in ((2, 24), (3, 6), (4, 3)):
        for N in range(2, most + 1):
            stack = of_size(K, N)
            values, bound = r_int(stack), float(least(N, K))
            assert values.min() == pytest.approx(bound, abs=1e-14), (N, K)
            concordant = pair_counts(stack).concordant == 0
            sizes = np.stack([stack.sum(axis=2), stack.sum(axis=1)], axis=1)
            even = (np.ptp(sizes, axis=2) <= 1).all(axis=1)
            assert ((values < bound + 1e-12) == (concordant & even)).all(), (N, K)


def test_least_value_of_two_classes():
    for N in range(2, 60):
        odd = Fraction(N - 3, 3 * N - 1)
        closed = odd if N % 2 else Fraction(N - 4, 3 * N - 4)
        assert least(N, 2) == closed < Fraction(1, 3), N


def test_reversed_balanced_classifier():
    for K, m in itertools.product(range(2, 9), [1, 2, 3, 10]):
        value = r_int(m * np.eye(K, dtype=int)[::-1])
        closed = -1 + Fraction(4 * (m - 1), (K + 1) * m - 2)
        assert near(value, closed), (K, m)
        assert closed == least(K * m, K), (K, m)


# ------------------------------------------------------------------- chance


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 5))
def test_constant_classifier_has_the_value_of_its_class_sizes(sizes, column):
    N, K = sum(sizes), len(sizes)
    if N < 2:
        return
    cm = np.zeros((K, K), dtype=int)
    cm[:, column % K] = sizes
    same_class = Fraction(sum(n * (n - 1) for n in sizes), N * (N - 1))
    assert r_int(cm) == pytest.approx(math.sqrt(2 * (1 + same_class)) - 1, abs=1e-14)
    assert r_int(cm) >= math.sqrt(2) - 1 - 1e-14


def test_independence_is_not_zero():
    """Exactly for finite counts, and in the limit."""
    for rows, columns in (
        ((1, 1), (1, 1)),
        ((1, 2, 3), (3, 3, 1)),
        ((2, 0, 5), (1, 1, 4)),
    ):
        p, q = (Fraction(1, sum(v)) * np.array(v, object) for v in (rows, columns))
        s, t = (p**2).sum(), (q**2).sum()
        for factor in (1, 10, 10**6):
            cm = factor * np.outer(rows, columns)
            N = int(cm.sum())
            S1, S2 = (N * (1 + x) / 2 - 1 for x in (s, t))
            value = -1 + 2 * (N * (1 + s) * (1 + t) / 4 - 1) / math.sqrt(S1 * S2)
            assert r_int(cm) == pytest.approx(float(value), abs=1e-12), rows
        limit = math.sqrt((1 + s) * (1 + t)) - 1
        assert r_int(cm) == pytest.approx(limit, abs=1e-5), rows
        assert limit >= 1 / len(rows), rows


def test_mean_over_all_permutations_of_the_predictions():
    for pairs in (
        [(1, 1), (1, 2), (2, 2), (3, 3), (3, 1)],
        [(1, 2), (2, 1), (2, 2), (2, 1), (1, 1), (1, 2)],
        [(1, 1), (2, 2), (3, 3), (4, 4)],
    ):
        true, pred = zip(*pairs, strict=True)
        N = len(pairs)
        S1, S2 = definitions.order_sets(pairs)
        shuffled = [
            len(
                set.intersection(*definitions.order_sets(zip(true, order, strict=True)))
            )
            for order in itertools.permutations(pred)
        ]
        mean = Fraction(sum(shuffled), len(shuffled))
        assert mean == Fraction(len(S1) * len(S2), N * (N - 1)), pairs


def test_tau_b_is_no_larger_where_it_is_not_positive():
    """The condition is needed."""
    for stack in PAIRED:
        tau, value, kinds, _ = beside_tau(stack)
        low, tied = tau <= 0, np.any(kinds[2:], axis=0)
        assert (value >= tau - 1e-14)[low].all()
        assert ((np.abs(value - tau) < 1e-12) == ~tied)[low].all()
    cm = data.matrix("oci2011.CM5-corrected").counts
    assert kendall_tau_b(cm) > r_int(cm)


def beside_tau(stack):
    """tau_b where it is defined, r_int, the kinds of pairs and the matrices."""
    tau = kendall_tau_b(stack)
    stack, tau = stack[~np.isnan(tau)], tau[~np.isnan(tau)]
    return tau, r_int(stack), pair_counts(stack), stack


def test_two_classes_have_at_least_tau_b():
    for N in range(2, 41):
        tau, value, kinds, stack = beside_tau(of_size(2, N))
        assert (value >= tau - 1e-14).all(), N
        diagonal = (stack[:, 0, 1] == 0) & (stack[:, 1, 0] == 0)
        equal = diagonal | (N == 2) | ((N == 3) & (kinds.discordant == 0))
        np.testing.assert_array_equal(np.abs(value - tau) < 1e-9, equal)


def test_tau_b_can_be_larger_only_where_less_than_a_third_is_tied():
    for K, N in ((3, 4), (3, 6), (3, 7), (4, 4)):
        tau, value, kinds, _ = beside_tau(of_size(K, N))
        ties = np.minimum(kinds.tied_true, kinds.tied_predicted) + kinds.tied_both
        larger, few = tau > value + 1e-9, 3 * ties < math.comb(N, 2)
        assert larger.any()
        assert few[larger].all(), (K, N)
        level = (kinds.discordant == 0) & (kinds.tied_true == kinds.tied_predicted)
        level &= kinds.tied_true > 0
        np.testing.assert_array_equal(larger[level], few[level], strict=True)


def tau_less_r_int(c, d, e_t, e_p, b):
    """The difference from shares of the five kinds, or from their numbers."""
    u, v = math.sqrt((c + d + e_p) * (c + d + e_t)), c + d + e_t + e_p + 2 * b
    return (c - d) / u + 1 - 2 * (v - d) / math.sqrt((v + e_t) * (v + e_p))


@given(st.tuples(*[st.integers(0, 60)] * 5))
def test_tau_b_is_above_by_less_than_the_bound_whatever_the_kinds_of_pairs(kinds):
    c, d, e_t, e_p, b = kinds
    if (c + d + e_p) * (c + d + e_t):
        # |T & P| is C + T_t + T_p + 2 T_b, to which the sizes add D and T_t or T_p.
        assert tau_less_r_int(c, d, e_t, e_p, b) < 1.5 - math.sqrt(2)


def test_bound_of_the_difference_is_sharp():
    tied = 3 - 2 * math.sqrt(2)
    top = tau_less_r_int(1 - 2 * tied, 0, tied, tied, 0)
    assert top == pytest.approx(1.5 - math.sqrt(2), rel=1e-13)
    nearby = [tau_less_r_int(1 - 2 * t, 0, t, t, 0) for t in (tied - 1e-3, tied + 1e-3)]
    assert max(nearby) < top


def test_bound_of_the_difference_on_all_small_matrices():
    for K, N in ((3, 3), (3, 7), (4, 4), (4, 5)):
        tau, value, kinds, _ = beside_tau(of_size(K, N))
        assert (tau - value).max() < 1.5 - math.sqrt(2), (K, N)
        worst = int((tau - value).argmax())
        by_kinds = tau_less_r_int(*(float(kind[worst]) for kind in kinds))
        assert tau[worst] - value[worst] == pytest.approx(by_kinds, rel=1e-12)


def test_only_a_reversed_test_is_as_low_as_can_be_with_even_classes():
    tables = of_size(2, 28)
    lowest = tables[r_int(tables) < float(least(28, 2)) + 1e-12]
    assert lowest.tolist() == [[[0, 14], [14, 0]]]


# ------------------------------------------------------------------- counts, order


def test_multiplied_counts_give_more_unless_it_was_one():
    for stack, factor in itertools.product(PAIRED, (2, 3, 10)):
        once, times = r_int(stack), r_int(factor * stack)
        assert np.where(once == 1, times == 1, times > once).all(), factor


NO_COUNTS = [
    *(
        [[1, x], [0, 1]]
        for x in (0.5, 1e-9, Fraction(1, 2), sp.Rational(1, 2), sp.sqrt(2))
    ),
    [[0.5, 0], [0, 0.5]],
    [[[1, 0], [0, 1]], [[1, 0.25], [0, 1]]],
]


def test_weights_are_refused():
    for measure, weights in itertools.product((r_int, r_int_2008), NO_COUNTS):
        with refuses("which is not a whole number: r_int counts", measure, weights):
            measure(weights)
        if weights is NO_COUNTS[-1]:
            with refuses(r"cm has 0\.25 at \(1, 0, 1\), which", measure):
                measure(weights)


def test_one_observation_is_nan():
    for measure in (r_int, r_int_2008):
        assert math.isnan(measure([[0, 1], [0, 0]]))
        assert math.isnan(measure(np.array([[Fraction(1)]])))
        values = measure([[[0, 1], [0, 0]], [[2, 0], [0, 0]]])
        np.testing.assert_array_equal(values, [math.nan, 1])


@given(labels(), st.randoms())
def test_increasing_recodings_of_either_side_change_nothing(drawn, random):
    true, pred, K = drawn
    if len(true) == 1:
        return
    codes = [sorted(random.sample(range(1, 30), K)) for _ in range(2)]
    both = true, pred
    recoded = [[code[v - 1] for v in y] for code, y in zip(codes, both, strict=True)]
    before, after = (
        confusion_matrix(*sides, labels=range(1, 30)) for sides in (both, recoded)
    )
    assert r_int(before) == r_int(after)
    assert r_int_2008(before) == r_int_2008(after)


def test_merging_two_classes_does_change_it():
    """The negative control: the recoding must not tie what was not tied."""
    assert r_int(confusion_matrix([1, 2, 3], [1, 3, 2])) != r_int(
        confusion_matrix([1, 1, 3], [1, 3, 2])
    )


# ------------------------------------------------------------------- distances


def indicator(side):
    """S1 as a vector of zeros and ones, one for each ordered pair."""
    v = np.array(side)
    return (v[:, None] <= v)[~np.eye(len(v), dtype=bool)]


def test_cosine_of_scipy():
    for cm in itertools.chain(*(random_matrices(K, 10) for K in range(1, 7))):
        true, pred = unrolled(cm)
        if len(true) > 1:
            u, v = (indicator(side).astype(float) for side in (true, pred))
            cosine = 1 - scipy.spatial.distance.cosine(u, v)
            assert r_int(cm) == pytest.approx(2 * cosine - 1, abs=1e-13), cm.tolist()


def distances(N, K):
    """r_int of every two of the K**N label vectors, up to recoding."""
    every = itertools.product(range(K), repeat=N)
    vectors = np.unique([scipy.stats.rankdata(v, "dense") for v in every], axis=0)
    S, order = len(vectors), range(1, K + 1)
    pairs = itertools.product(vectors.astype(int), repeat=2)
    values = [r_int(confusion_matrix(a, b, labels=order)) for a, b in pairs]
    return np.reshape(values, (S, S))


def breaks(d):
    """Whether some d(a, c) is above d(a, b) + d(b, c)."""
    detours = (d[:, :, None] + d[None, :, :]).min(axis=1)
    return bool((d > detours + 1e-12).any())


def test_angle_and_chord_are_distances_and_the_plain_difference_is_not():
    for N, K in ((2, 2), (3, 3), (4, 3), (4, 4)):
        r = distances(N, K)
        angle, chord = np.arccos((1 + r) / 2), np.sqrt(1 - r)
        assert [breaks(d) for d in (angle, chord, 1 - r)] == [False, False, True], (
            N,
            K,
        )
        # zero for one order only
        assert ((chord == 0) == np.eye(len(r), dtype=bool)).all(), (N, K)


def test_triangle_fails_for_every_number_of_observations_and_classes():
    """Half and half, a constant, and the first reversed; from the counts, exactly."""
    for K, N in itertools.product([2, 3, 6], [*range(2, 20), 1000]):
        half = np.repeat([1, 2], [N // 2, N - N // 2])
        constant, back = np.ones(N, dtype=int), K + 1 - half
        sides = [(half, back), (half, constant), (constant, back)]
        direct, *steps = (
            1 - r_int(confusion_matrix(x, y, labels=range(1, K + 1))) for x, y in sides
        )
        tied = math.comb(N // 2, 2) + math.comb(N - N // 2, 2)
        share = Fraction(tied, math.comb(N, 2))
        far, step = float(2 - 4 * share / (1 + share)), 2 - math.sqrt(2 * (1 + share))
        assert [direct, *steps] == pytest.approx([far, step, step], abs=1e-14), (K, N)
        # The steps together are below 4 - 2 sqrt(2 (1 + share)); squared, it needs no root.
        assert (2 + 4 * share / (1 + share)) ** 2 < 8 * (1 + share), (K, N)
        assert direct > sum(steps) + 0.13, (K, N)


def test_wrong_everywhere_can_be_at_distance_zero():
    assert r_int([[0, 2], [0, 0]]) == 1
    assert r_int(data.matrix("oci2011.B").counts) == 1


# ------------------------------------------------------------------- large counts


def exact(cm):
    S1, S2, shared = exact_cards(cm)
    with localcontext() as context:
        context.prec = 80
        return float(2 * Decimal(shared) / (Decimal(S1) * Decimal(S2)).sqrt() - 1)


def test_large_counts_are_as_exact_as_a_float():
    for top, K in itertools.product((10**3, 10**8, 10**12, 10**15), (2, 3, 5)):
        rng = np.random.default_rng(top % 97 + K)
        for _ in range(20):
            cm = rng.integers(0, top, (K, K)) * rng.integers(0, 2, (K, K))
            cm[0, 0] += 2
            assert r_int(cm) == pytest.approx(exact(cm), abs=1e-15), cm.tolist()


def test_one_stray_observation_is_seen_as_long_as_a_float_can_hold_it():
    """Close to 1 the value keeps its digits: what is missing is summed, not left over."""
    for top in (10**8, 10**15, 2**62):
        cm = [[top, 1], [0, 1]]
        assert r_int(cm) <= 1
        assert 1 - r_int(cm) == pytest.approx(1 - exact(cm), abs=2e-16), top


def test_never_above_one_and_exactly_one_for_the_largest_diagonals():
    rng = np.random.default_rng(3)
    stack = np.floor(10 ** rng.uniform(0, 97, (300, 9, 9)))
    assert (r_int(stack) <= 1).all()
    assert (r_int(np.triu(stack)) <= 1).all()
    assert (r_int(stack * np.eye(9)) == 1).all()
