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
from files import ROOT
from hypothesis import given
from hypothesis import strategies as st
from small import (
    all_matrices,
    assert_near,
    labels,
    near,
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
from ordref.rint import ordered_pairs

SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}


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


@pytest.mark.parametrize("K", SMALL)
def test_sets_have_the_sizes_of_the_margins(K):
    for cm in SMALL[K][::7]:
        S1, S2 = definitions.order_sets(definitions.observations(cm.tolist()))
        assert (len(S1), len(S2), len(S1 & S2)) == exact_cards(cm)


@pytest.mark.parametrize(
    ("derived", "definition"),
    [
        (r_int_2008, definitions.r_int),
        (r_int, definitions.r_int_2008),
        (lambda cm: r_int(cm[..., ::-1]), definitions.r_int),
        (kendall_tau_b, definitions.r_int),
    ],
)
def test_a_mutant_does_not_agree(derived, definition):
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(derived, definition, SMALL[2])


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
    for cm in [*SMALL[2], *SMALL[3]]:
        if cm.sum() > 1:
            assert (r_int_2008(cm) == 1) == (np.count_nonzero(cm) == 1)


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


def r_int_column(table):
    """Our value and the printed one, of each row; CM5 is the corrected one."""
    for row, cells in data.printed(f"oci2011.{table}").items():
        name = "CM5-corrected" if row == "CM5" else row
        counts = data.matrix(f"oci2011.{name}").counts
        pairs = definitions.observations(counts.tolist())
        yield row, r_int(counts), definitions.r_int(pairs), cells["r_int"]


def all_agree(table):
    rows = list(r_int_column(table))
    return bool(rows) and all(
        data.agrees(ours, shown) and data.agrees(exact, shown)
        for _, ours, exact, shown in rows
    )


def test_oci2011_table1_r_int():
    assert all_agree("table1")


def test_oci2011_table2_r_int():
    assert all_agree("table2")


def test_oci2011_table3_r_int():
    assert all_agree("table3")


def test_oci2011_table4_r_int():
    assert all_agree("table4")
    shown = data.printed("oci2011.table4")["CM5"]["r_int"]
    assert not data.agrees(r_int(data.matrix("oci2011.CM5").counts), shown)


def test_oci2011_table5_r_int():
    assert all_agree("table5")


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


@pytest.mark.parametrize("K", [2, 3])
def test_one_exactly_where_a_diagonal_is_left(K):
    for cm in SMALL[K]:
        if cm.sum() == 1:
            continue
        left = cm[cm.any(axis=1)][:, cm.any(axis=0)]
        diagonal = left.shape[0] == left.shape[1] == np.count_nonzero(left)
        diagonal = diagonal and np.diag(left).all()
        S1, S2 = definitions.order_sets(definitions.observations(cm.tolist()))
        assert (r_int(cm) == 1) == diagonal == (S1 == S2)


@pytest.mark.parametrize("K", [2, 3])
def test_minus_one_exactly_where_all_is_reversed_without_ties(K):
    for cm in SMALL[K]:
        if cm.sum() == 1:
            continue
        c, _, e_t, e_p, ignored = pair_counts(cm)
        assert (r_int(cm) == -1) == (c + e_t + e_p + ignored == 0)
        assert cm.sum() <= K or r_int(cm) > -1


@pytest.mark.parametrize("N", range(2, 7))
def test_without_ties_r_int_is_tau_of_scipy(N):
    for order in itertools.permutations(range(N)):
        value = r_int(np.eye(N, dtype=int)[list(order)])
        tau = scipy.stats.kendalltau(range(N), order).statistic
        assert value == pytest.approx(tau, abs=1e-14)


def least(N, K):
    """The smallest r_int of N observations and K classes, as the theorem has it."""
    sizes = [N // K + (k < N % K) for k in range(K)]
    tied = sum(math.comb(size, 2) for size in sizes)
    return -1 + 2 * Fraction(2 * tied, math.comb(N, 2) + tied)


def with_sum(K, N):
    bars = np.array(list(itertools.combinations(range(N + K * K - 1), K * K - 1)))
    ends = np.full((len(bars), 1), -1), np.full((len(bars), 1), N + K * K - 1)
    return (np.diff(np.hstack([ends[0], bars, ends[1]]), axis=1) - 1).reshape(-1, K, K)


@pytest.mark.parametrize(
    ("K", "most"), [(2, 24), (3, 6), (4, 3)], ids=lambda value: str(value)
)
def test_least_value_and_where_it_is_reached(K, most):
    for N in range(2, most + 1):
        stack = with_sum(K, N)
        values, bound = r_int(stack), least(N, K)
        assert values.min() == pytest.approx(float(bound), abs=1e-14)
        concordant = pair_counts(stack).concordant == 0
        sizes = np.stack([stack.sum(axis=2), stack.sum(axis=1)], axis=1)
        even = (sizes.max(axis=2) - sizes.min(axis=2) <= 1).all(axis=1)
        assert ((values < float(bound) + 1e-12) == (concordant & even)).all()


@pytest.mark.parametrize("N", range(2, 60))
def test_least_value_of_two_classes(N):
    closed = Fraction(N - 4, 3 * N - 4) if N % 2 == 0 else Fraction(N - 3, 3 * N - 1)
    assert least(N, 2) == closed < Fraction(1, 3)


@pytest.mark.parametrize("K", range(2, 9))
@pytest.mark.parametrize("m", [1, 2, 3, 10])
def test_reversed_balanced_classifier(K, m):
    value = r_int(m * np.eye(K, dtype=int)[::-1])
    closed = -1 + Fraction(4 * (m - 1), (K + 1) * m - 2)
    assert near(value, closed)
    assert closed == least(K * m, K)


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


@pytest.mark.parametrize(
    ("rows", "columns"),
    [((1, 1), (1, 1)), ((1, 2, 3), (3, 3, 1)), ((2, 0, 5), (1, 1, 4))],
)
def test_independence_is_not_zero(rows, columns):
    """Exactly for finite counts, and in the limit."""
    p, q = (Fraction(1, sum(v)) * np.array(v, object) for v in (rows, columns))
    s, t = (p**2).sum(), (q**2).sum()
    for factor in (1, 10, 10**6):
        cm = factor * np.outer(rows, columns)
        N = int(cm.sum())
        S1, S2 = (N * (1 + x) / 2 - 1 for x in (s, t))
        value = -1 + 2 * (N * (1 + s) * (1 + t) / 4 - 1) / math.sqrt(S1 * S2)
        assert r_int(cm) == pytest.approx(float(value), abs=1e-12)
    assert r_int(cm) == pytest.approx(math.sqrt((1 + s) * (1 + t)) - 1, abs=1e-5)
    assert math.sqrt((1 + s) * (1 + t)) - 1 >= 1 / len(rows)


@pytest.mark.parametrize(
    "pairs",
    [
        [(1, 1), (1, 2), (2, 2), (3, 3), (3, 1)],
        [(1, 2), (2, 1), (2, 2), (2, 1), (1, 1), (1, 2)],
        [(1, 1), (2, 2), (3, 3), (4, 4)],
    ],
)
def test_mean_over_all_permutations_of_the_predictions(pairs):
    true, pred = zip(*pairs, strict=True)
    N = len(pairs)
    S1, S2 = definitions.order_sets(pairs)
    shuffled = [
        len(set.intersection(*definitions.order_sets(zip(true, order, strict=True))))
        for order in itertools.permutations(pred)
    ]
    mean = Fraction(sum(shuffled), len(shuffled))
    assert mean == Fraction(len(S1) * len(S2), N * (N - 1))


def test_tau_b_is_no_larger_where_it_is_not_positive():
    for cm in [*SMALL[2], *SMALL[3]]:
        tau, value, kinds = kendall_tau_b(cm), r_int(cm), pair_counts(cm)
        if tau <= 0:
            tied = any(kinds[2:])
            assert value >= tau - 1e-14
            assert (abs(value - tau) < 1e-12) == (not tied)


def test_tau_b_can_be_larger():
    """The negative control: the condition that tau-b is not positive is needed."""
    cm = data.matrix("oci2011.CM5-corrected").counts
    assert kendall_tau_b(cm) > r_int(cm)


def beside_tau(stack):
    """tau_b where it is defined, r_int, the kinds of pairs and the matrices."""
    tau = kendall_tau_b(stack)
    stack, tau = stack[~np.isnan(tau)], tau[~np.isnan(tau)]
    return tau, r_int(stack), pair_counts(stack), stack


@pytest.mark.parametrize("N", range(2, 41))
def test_two_classes_have_at_least_tau_b(N):
    tau, value, kinds, stack = beside_tau(with_sum(2, N))
    assert (value >= tau - 1e-14).all()
    diagonal = (stack[:, 0, 1] == 0) & (stack[:, 1, 0] == 0)
    equal = diagonal | (N == 2) | ((N == 3) & (kinds.discordant == 0))
    np.testing.assert_array_equal(np.abs(value - tau) < 1e-9, equal)


@pytest.mark.parametrize(("K", "N"), [(3, 4), (3, 6), (3, 7), (4, 4)])
def test_tau_b_can_be_larger_only_where_less_than_a_third_is_tied(K, N):
    tau, value, kinds, _ = beside_tau(with_sum(K, N))
    ties = np.minimum(kinds.tied_true, kinds.tied_predicted) + kinds.tied_both
    larger = tau > value + 1e-9
    assert larger.any()
    assert (3 * ties < math.comb(N, 2))[larger].all()
    level = (kinds.discordant == 0) & (kinds.tied_true == kinds.tied_predicted)
    level &= kinds.tied_true > 0
    np.testing.assert_array_equal(
        larger[level], (3 * ties < math.comb(N, 2))[level], strict=True
    )


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


@pytest.mark.parametrize(("K", "N"), [(3, 3), (3, 7), (4, 4), (4, 5)])
def test_bound_of_the_difference_on_all_small_matrices(K, N):
    tau, value, kinds, _ = beside_tau(with_sum(K, N))
    assert (tau - value).max() < 1.5 - math.sqrt(2)
    worst = int((tau - value).argmax())
    by_kinds = tau_less_r_int(*(float(kind[worst]) for kind in kinds))
    assert tau[worst] - value[worst] == pytest.approx(by_kinds, rel=1e-12)


def test_only_a_reversed_test_is_as_low_as_can_be_with_even_classes():
    tables = with_sum(2, 28)
    lowest = tables[r_int(tables) < float(least(28, 2)) + 1e-12]
    assert lowest.tolist() == [[[0, 14], [14, 0]]]


# ------------------------------------------------------------------- counts, order


@pytest.mark.parametrize("factor", [2, 3, 10])
def test_multiplied_counts_give_more_unless_it_was_one(factor):
    for cm in [*SMALL[2], *SMALL[3]]:
        if cm.sum() > 1:
            once, times = r_int(cm), r_int(factor * cm)
            assert times == 1 if once == 1 else times > once


BAD_WEIGHTS = {
    "float": [[1, 0.5], [0, 1]],
    "shares": [[0.5, 0], [0, 0.5]],
    "tiny": [[1, 1e-9], [0, 1]],
    "Fraction": [[1, Fraction(1, 2)], [0, 1]],
    "sympy": [[1, sp.Rational(1, 2)], [0, 1]],
    "root": [[1, sp.sqrt(2)], [0, 1]],
    "in a stack": [[[1, 0], [0, 1]], [[1, 0.25], [0, 1]]],
}


@pytest.mark.parametrize("measure", [r_int, r_int_2008])
def test_weights_are_refused(measure):
    for weights in BAD_WEIGHTS.values():
        with pytest.raises(ValueError, match="which is no whole number: r_int counts"):
            measure(weights)
    with pytest.raises(ValueError, match=r"cm has 0\.25 at \(1, 0, 1\), which"):
        measure(BAD_WEIGHTS["in a stack"])


@pytest.mark.parametrize("measure", [r_int, r_int_2008])
def test_one_observation_is_nan(measure):
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
    recoded = [
        [code[v - 1] for v in side]
        for code, side in zip(codes, (true, pred), strict=True)
    ]
    before, after = (
        confusion_matrix(*sides, labels=range(1, 30))
        for sides in ((true, pred), recoded)
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


@pytest.mark.parametrize("K", range(1, 7))
def test_cosine_of_scipy(K):
    for cm in random_matrices(K, 10):
        true, pred = unrolled(cm)
        if len(true) > 1:
            u, v = (indicator(side).astype(float) for side in (true, pred))
            cosine = 1 - scipy.spatial.distance.cosine(u, v)
            assert r_int(cm) == pytest.approx(2 * cosine - 1, abs=1e-13)


def distances(N, K):
    """r_int of every two of the K**N label vectors, up to recoding."""
    vectors = np.unique(
        [
            scipy.stats.rankdata(v, "dense")
            for v in itertools.product(range(K), repeat=N)
        ],
        axis=0,
    ).astype(int)
    S = len(vectors)
    values = [
        r_int(confusion_matrix(a, b, labels=range(1, K + 1)))
        for a in vectors
        for b in vectors
    ]
    return np.reshape(values, (S, S))


def breaks(d):
    """Whether some d(a, c) is above d(a, b) + d(b, c)."""
    detours = (d[:, :, None] + d[None, :, :]).min(axis=1)
    return bool((d > detours + 1e-12).any())


@pytest.mark.parametrize(("N", "K"), [(2, 2), (3, 3), (4, 3), (4, 4)])
def test_angle_and_chord_are_distances_and_the_plain_difference_is_not(N, K):
    r = distances(N, K)
    angle, chord = np.arccos((1 + r) / 2), np.sqrt(1 - r)
    assert not breaks(angle)
    assert not breaks(chord)
    assert breaks(1 - r)
    assert ((chord == 0) == np.eye(len(r), dtype=bool)).all()  # zero for one order only


@pytest.mark.parametrize("K", [2, 3, 6])
@pytest.mark.parametrize("N", [*range(2, 20), 1000])
def test_triangle_fails_for_every_number_of_observations_and_classes(N, K):
    """Half and half, a constant, and the first reversed; from the counts, exactly."""
    half = np.repeat([1, 2], [N // 2, N - N // 2])
    constant, back = np.ones(N, dtype=int), K + 1 - half
    sides = [(half, back), (half, constant), (constant, back)]
    direct, *steps = (
        1 - r_int(confusion_matrix(x, y, labels=range(1, K + 1))) for x, y in sides
    )
    tied = math.comb(N // 2, 2) + math.comb(N - N // 2, 2)
    share = Fraction(tied, math.comb(N, 2))
    assert direct == pytest.approx(float(2 - 4 * share / (1 + share)), abs=1e-14)
    for step in steps:
        assert step == pytest.approx(2 - math.sqrt(2 * (1 + share)), abs=1e-14)
    # The steps together are below 4 - 2 sqrt(2 (1 + share)); squared, it needs no root.
    assert (2 + 4 * share / (1 + share)) ** 2 < 8 * (1 + share)
    assert direct > sum(steps) + 0.13


def test_wrong_everywhere_can_be_at_distance_zero():
    assert r_int([[0, 2], [0, 0]]) == 1
    assert r_int(data.matrix("oci2011.B").counts) == 1


# ------------------------------------------------------------------- large counts


def exact(cm):
    S1, S2, shared = exact_cards(cm)
    with localcontext() as context:
        context.prec = 80
        return float(2 * Decimal(shared) / (Decimal(S1) * Decimal(S2)).sqrt() - 1)


@pytest.mark.parametrize("top", [10**3, 10**8, 10**12, 10**15])
def test_large_counts_are_as_exact_as_a_float(top):
    rng = np.random.default_rng(top % 97)
    for K in (2, 3, 5):
        for _ in range(20):
            cm = rng.integers(0, top, (K, K)) * rng.integers(0, 2, (K, K))
            cm[0, 0] += 2
            assert r_int(cm) == pytest.approx(exact(cm), abs=1e-15)


@pytest.mark.parametrize("top", [10**8, 10**15, 2**62])
def test_one_stray_observation_is_seen_as_long_as_a_float_can_hold_it(top):
    """Close to 1 the value keeps its digits: what is missing is summed, not left over."""
    cm = [[top, 1], [0, 1]]
    assert r_int(cm) <= 1
    assert 1 - r_int(cm) == pytest.approx(1 - exact(cm), abs=2e-16)


def test_never_above_one_and_exactly_one_for_the_largest_diagonals():
    rng = np.random.default_rng(3)
    stack = np.floor(10 ** rng.uniform(0, 97, (300, 9, 9)))
    assert (r_int(stack) <= 1).all()
    assert (r_int(np.triu(stack)) <= 1).all()
    assert (r_int(stack * np.eye(9)) == 1).all()
