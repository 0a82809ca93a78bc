"""Spearman's and Pearson's correlation: agreement, what each depends on, range, digits."""

import itertools
from fractions import Fraction
from math import nan

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from optional import peer
from scipy.stats import pearsonr, rankdata, spearmanr
from small import (
    all_matrices,
    assert_near,
    random_matrices,
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


MANY = [cm for cm in RANDOM if min(stripped(cm).shape) > 1]


def test_spearman_is_that_of_skordinal():
    skordinal = peer("skordinal.metrics")
    for cm in MANY:
        theirs = float(skordinal.spearmans_rho(*unrolled(cm)))
        assert spearman(cm) == pytest.approx(theirs, abs=1e-13), cm.tolist()


def test_both_are_those_of_scipy():
    for cm in MANY:
        true, pred = unrolled(cm)
        for ours, theirs in [
            (spearman, spearmanr(true, pred).statistic),
            (pearson, pearsonr(true, pred).statistic),
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
