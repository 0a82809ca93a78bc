"""r_int: what the printed sums give, its range, and distances."""

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
    of_size,
    symbolic_matrix,
)

from ordref import (
    confusion_matrix,
    data,
    definitions,
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


# ------------------------------------------------------------------- counts, order


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
