"""Spearman's and Pearson's correlation: agreement, what each depends on, when it is 1."""

import itertools
from fractions import Fraction
from math import nan

import numpy as np
import pytest
import skordinal.metrics
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import pearsonr, rankdata, spearmanr
from small import (
    all_matrices,
    assert_near,
    near,
    random_matrices,
    symbolic_matrix,
    unrolled,
)

from ordref import definitions, kendall_tau_b, pearson, spearman
from ordref.definitions import observations

SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}
RANDOM = [cm for K in range(1, 9) for cm in random_matrices(K)]
either = pytest.mark.parametrize("measure", [spearman, pearson])


def exact_square(measure, cm):
    """The signed square of a coefficient, a Fraction, from the matrix in whole numbers.

    By the textbook formula without means; in float64 it would lose all digits.
    """
    n = np.array(cm, object)
    rows, columns = n.sum(axis=1), n.sum(axis=0)
    if measure is spearman:
        x, y = (2 * np.cumsum(m) - m + 1 for m in (rows, columns))
    else:
        x = y = np.arange(len(n)).astype(object)
    N, a, b = n.sum(), rows @ x, columns @ y
    S_xy, S_xx = N * (x @ n @ y) - a * b, N * (rows @ x**2) - a**2
    S_yy = N * (columns @ y**2) - b**2
    return Fraction(int(S_xy * abs(S_xy)), int(S_xx * S_yy)) if S_xx * S_yy else nan


def stripped(cm):
    """The matrix without its empty rows and empty columns."""
    cm = np.asarray(cm)
    return cm[cm.any(axis=1)][:, cm.any(axis=0)]


def is_diagonal(cm):
    return cm.shape[0] == cm.shape[1] and (cm == np.diag(np.diag(cm))).all()


# ------------------------------------------------------------------- agreement


@either
def test_derived_form_of_whole_sympy_numbers_is_exactly_the_definition(measure):
    for cm in itertools.chain(*(random_matrices(K, 40) for K in (2, 3, 4))):
        value = measure(np.vectorize(sp.Integer, otypes=[object])(cm))
        square = exact_square(measure, cm)
        if square != square:
            assert value != value
        else:
            assert sp.sign(value) * value**2 == sp.Rational(square)


@either
def test_square_from_the_matrix_is_the_square_of_the_definition(measure):
    for cm in RANDOM:
        sides = [side.tolist() for side in unrolled(cm)]
        if measure is spearman:
            sides = [definitions.average_ranks(side) for side in sides]
        expected, found = definitions.signed_square(*sides), exact_square(measure, cm)
        assert found == expected or (found != found and expected != expected)


def without_correction(pairs):
    """A mutant: the formula in squared rank differences, which wants no ties."""
    p, q = (definitions.average_ranks(side) for side in zip(*pairs, strict=True))
    N = len(p)
    squares = sum((x - y) ** 2 for x, y in zip(p, q, strict=True))
    return 1 - 6 * squares / (N * (N**2 - 1)) if N > 1 else nan


def of_ranks(method):
    """Mutants: tied observations take their lowest, highest or dense rank."""

    def value(pairs):
        p, q = (rankdata(s, method).astype(int) for s in zip(*pairs, strict=True))
        square = definitions.signed_square(p.tolist(), q.tolist())
        return np.copysign(abs(float(square)) ** 0.5, float(square))

    return value


@pytest.mark.parametrize(
    "mutant", [without_correction, *map(of_ranks, ("min", "max", "dense"))]
)
def test_a_mutant_does_not_agree(mutant):
    """Nor does one coefficient with the other: see test_every.py."""
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(spearman, mutant, SMALL[3])


# ------------------------------------------------------------------- the ranks


def test_rank_of_a_class_is_given_by_the_margin():
    for cm in RANDOM:
        for side, margin in zip(
            unrolled(cm), (cm.sum(axis=1), cm.sum(axis=0)), strict=True
        ):
            twice = 2 * np.cumsum(margin) - margin + 1
            expected = definitions.average_ranks(side.tolist())
            assert [Fraction(int(twice[k - 1]), 2) for k in side] == expected
            assert [float(rank) for rank in expected] == rankdata(side).tolist()


@pytest.mark.parametrize("K", range(1, 7))
def test_squares_of_twice_the_centred_ranks_sum_to_a_third_of_the_cubes(K):
    """The correction for ties, for any margin: N**3 less the cubes of the class totals."""
    m = np.array(sp.symbols(f"m:{K}"))
    twice = [m[:k].sum() - m[k + 1 :].sum() for k in range(K)]
    squares = sum(m[k] * twice[k] ** 2 for k in range(K))
    assert sp.expand(3 * squares - m.sum() ** 3 + (m**3).sum()) == 0
    assert sp.expand(sum(m[k] * twice[k] for k in range(K))) == 0


def test_value_from_squared_differences_when_no_two_are_tied():
    for order in ([1, 2, 3], [3, 1, 2], [2, 4, 1, 3], [5, 3, 4, 1, 2]):
        pairs = list(enumerate(order, start=1))
        cm = definitions.confusion_matrix(pairs, len(order))
        assert near(spearman(cm), without_correction(pairs))
        assert spearman(cm) == pearson(cm)


def test_both_are_those_of_scipy_and_skordinal():
    for cm in RANDOM:
        if min(stripped(cm).shape) < 2:
            continue
        true, pred = unrolled(cm)
        for ours, theirs in [
            (spearman, spearmanr(true, pred).statistic),
            (pearson, pearsonr(true, pred).statistic),
            (spearman, skordinal.metrics.spearmans_rho(true, pred)),
        ]:
            assert ours(cm) == pytest.approx(float(theirs), abs=1e-13), cm.tolist()


# ------------------------------------------------------------------- algebra


def test_two_classes_have_one_coefficient():
    """Spearman's, Pearson's, phi and Kendall's tau-b, for every 2 x 2 matrix."""
    n = np.array(sp.symbols("n:2:2", positive=True), dtype=object).reshape(2, 2)
    (a, b), (c, d) = n
    phi = (a * d - b * c) / sp.sqrt((a + b) * (c + d) * (a + c) * (b + d))
    for measure in (spearman, pearson, kendall_tau_b):
        # Factored first, or simplify() does not see the squares under the roots.
        assert sp.simplify(sp.factor(measure(n), deep=True) / phi) == 1


def test_both_agree_when_the_totals_alternate():
    """Totals u, v, u, v, ... on each side, made by moving counts around squares."""
    for K, ends in itertools.product((3, 4, 5), [(1, 1), (1, 3), (5, 2)]):
        rng = np.random.default_rng(K)
        rows = np.repeat(np.arange(K), [ends[k % 2] for k in range(K)])
        for _ in range(20):
            cm = np.zeros((K, K), dtype=int)
            np.add.at(cm, (rows, rng.permutation(rows)), 1)
            assert spearman(cm) == pytest.approx(pearson(cm), abs=1e-14), cm.tolist()


@either
def test_counts_times_a_factor_leave_both(measure):
    t = sp.Symbol("t", positive=True)
    for n in (symbolic_matrix(2) + 1, symbolic_matrix(3) + 1):
        assert sp.simplify(measure(n * t) ** 2 - measure(n) ** 2) == 0, len(n)


@pytest.mark.parametrize("K", range(2, 9))
def test_an_empty_class_in_between_moves_pearson_only(K):
    cm = random_matrices(K)
    wider = np.insert(np.insert(cm, 1, 0, axis=-1), 1, 0, axis=-2)
    np.testing.assert_allclose(spearman(wider), spearman(cm), rtol=1e-14, atol=1e-15)
    if K > 2:  # with two classes every coding is a straight line
        assert not np.allclose(pearson(wider), pearson(cm), equal_nan=True)


# ------------------------------------------------------------------- range


WEIGHTS = [
    [0.0033900404168708343, 3.5870976369345664e-05, 35.84900099249124,
     0.0005851404051655814, 0.0005408733174396423],
    [0.043480376511436325, 0.0014813824848676728, 8.174971648593775, 11.759326143496962,
     45.80894323309991],
    [63.520137133932096, 0.054453707647822584, 9.568127339447164, 6.989139071495142,
     0.0008875061047707702],
]  # fmt: skip


@either
def test_rounding_does_not_go_below_minus_one(measure):
    """A weight at each place of the falling diagonal: without a limit two go below."""
    for weights in WEIGHTS:
        value = measure(np.diag(weights)[::-1])
        assert -1 <= value < -1 + 1e-14


def test_spearman_is_one_exactly_when_the_stripped_matrix_is_diagonal():
    for stack in SMALL.values():
        for cm, value in zip(stack, spearman(stack), strict=True):
            core = stripped(cm)
            assert (value == 1.0) == (len(core) > 1 and is_diagonal(core))
            assert (value == -1.0) == (len(core) > 1 and is_diagonal(core[::-1]))


def test_pearson_is_one_exactly_when_all_are_on_a_rising_line():
    for stack in SMALL.values():
        for cm, value in zip(stack, pearson(stack), strict=True):
            core = stripped(cm)
            t, p = (np.diff(np.flatnonzero(cm.any(axis=axis))) for axis in (1, 0))
            line = len(core) > 1 and is_diagonal(core) and (t[0] * p == t * p[0]).all()
            assert (value == 1.0) == line


def test_one_class_on_a_side_leaves_both_undefined():
    for cm in (
        [[3]],
        [[1, 1], [0, 0]],
        [[1, 0], [1, 0]],
        [[0, 0, 0], [4, 0, 2], [0, 0, 0]],
        np.array([[Fraction(1), Fraction(2)], [Fraction(0), Fraction(0)]]),
    ):
        assert np.isnan(float(spearman(cm))), cm
        assert np.isnan(float(pearson(cm))), cm


# ------------------------------------------------------------------- large counts

LARGE = [[1, 2, 0], [2, 1, 0], [0, 0, 10**15]]


def test_textbook_formula_loses_the_digits():
    """The negative control: sums of products of positions, in float64, on the same counts."""
    # One addition after another: no library may reorder or fuse them.
    N = x = y = xx = yy = xy = 0.0
    for (r, c), count in np.ndenumerate(np.array(LARGE, dtype=float)):
        p, q = r + 1, c + 1
        N, x, y, xy = N + count, x + count * p, y + count * q, xy + count * p * q
        xx, yy = xx + count * p * p, yy + count * q * q
    textbook = (N * xy - x * y) / ((N * xx - x * x) * (N * yy - y * y)) ** 0.5
    assert textbook != pytest.approx(pearson(LARGE), abs=0.01)


@either
def test_one_and_minus_one_are_reached_exactly_by_counts_of_any_kind(measure):
    sizes = [np.eye(K, dtype=int) for K in (3, 5, 6, 7, 10, 14)]
    for hits, factor in itertools.product([np.diag([3, 1, 5]), *sizes], (1, 3, 7)):
        for cm in (factor * hits, (factor * hits).astype(object)):
            assert (measure(cm), measure(cm[::-1])) == (1, -1), cm
    for size in (10**9 + 7, 10**15):
        cm = np.diag([3, 1, 5]) * size
        assert (measure(cm), measure(cm[::-1])) == (1, -1), cm


@either
def test_sums_of_python_integers_do_not_overflow(measure):
    for huge in (10**20, 10**60, 10**98):
        for cm in ([[huge, 1], [1, 0]], [[huge, huge], [1, 0]], [[huge, 1], [huge, 0]]):
            square = exact_square(measure, cm)
            root = np.copysign(float(abs(square)) ** 0.5, float(square))
            assert measure(cm) == pytest.approx(root, rel=1e-15, abs=1e-150)
        assert measure([[huge, 0], [0, huge]]) == 1


@either
@given(
    hnp.arrays(
        float,
        st.integers(2, 5).map(lambda K: (K, K)),
        elements=st.one_of(
            st.just(0.0), st.floats(-20, 20).map(lambda power: 10.0**power)
        ),
    ).filter(np.any)
)
def test_weights_of_any_size_lose_no_digits(measure, cm):
    cm = cm.astype(object)
    exact = measure(np.vectorize(Fraction, otypes=[object])(cm))
    value = measure(cm.astype(float))
    assert value == pytest.approx(exact, abs=1e-14, nan_ok=True)


# ------------------------------------------------------------------- as a distance


def test_triangle_fails_for_one_minus_both_and_holds_for_the_root():
    """The smallest case: a, b and c on two classes, three observations."""
    a, b, c = [1, 1, 2], [1, 2, 2], [1, 2, 1]
    for measure in (spearman, pearson):
        ab, bc, ac = (
            1 - measure(definitions.confusion_matrix(zip(x, y, strict=True), 2))
            for x, y in ((a, b), (b, c), (a, c))
        )
        assert ac == 1.5
        assert ab + bc == 1
        assert ac**0.5 <= ab**0.5 + bc**0.5


def test_zero_without_equality_on_two_observations():
    cm = definitions.confusion_matrix([(1, 1), (2, 3)], 3)
    assert spearman(cm) == pearson(cm) == 1.0
    assert observations(cm) != [(1, 1), (2, 2)]


# ------------------------------------------------------------------- equal by the margins


def with_margins(rows, columns):
    """Every matrix with these row and column totals."""
    if len(rows) == 1:
        yield [list(columns)]
        return
    for first in itertools.product(*(range(min(rows[0], c) + 1) for c in columns)):
        if sum(first) == rows[0]:
            left = [c - x for c, x in zip(columns, first, strict=True)]
            for rest in with_margins(rows[1:], left):
                yield [list(first), *rest]


def always_equal(totals):
    """Whether R_s = r for every matrix with these totals on both sides."""
    stack = np.array(list(with_margins(totals, totals)))
    return all(exact_square(spearman, n) == exact_square(pearson, n) for n in stack)


def test_equal_for_all_matrices_if_and_only_if_the_totals_alternate():
    for totals in itertools.product(range(1, 4), repeat=3):
        assert always_equal(totals) == (totals[0] == totals[2]), totals


def test_with_an_absent_class_the_totals_need_not_alternate():
    assert always_equal((1, 1, 0, 3))
    assert not always_equal((1, 1, 0, 1))


# ------------------------------------------------------------------- fewer labels


@pytest.mark.parametrize(
    ("J", "L", "top"), [(3, 2, 5), (4, 2, 3), (4, 3, 2), (5, 2, 2)]
)
def test_largest_value_with_fewer_labels_than_classes(J, L, top):
    """Of all classifiers, by squares in fractions where they are near the largest."""
    for sizes in itertools.product(range(1, top + 1), repeat=J):
        rows = [
            [row for row in itertools.product(range(n + 1), repeat=L) if sum(row) == n]
            for n in sizes
        ]
        stack = np.array(list(itertools.product(*rows)))
        wide = np.pad(stack, [(0, 0), (0, 0), (0, J - L)])
        values = np.nan_to_num(spearman(wide), nan=-1)
        near_top = wide[values > values.max() - 1e-6]
        squares = [exact_square(spearman, n) for n in near_top]
        places = [(0, *p, J) for p in itertools.combinations(range(1, J), L - 1)]
        groups = [[sum(sizes[i:j]) for i, j in itertools.pairwise(p)] for p in places]
        cubes = [sum(m**3 for m in cut) for cut in groups]
        N = sum(sizes)
        largest = Fraction(N**3 - min(cubes), N**3 - sum(n**3 for n in sizes))
        assert max(squares) == largest
        best = [
            n for n, square in zip(near_top, squares, strict=True) if square == largest
        ]
        assert all((np.count_nonzero(n, axis=1) == 1).all() for n in best)
        found = sorted(n.sum(axis=0)[:L].tolist() for n in best)
        assert found == sorted(
            cut for cut, s in zip(groups, cubes, strict=True) if s == min(cubes)
        )
