"""The ordinal classification index: paths, the dynamic programme, its parameters and its bounds."""

import itertools
from fractions import Fraction
from functools import partial
from math import comb, inf, nan

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from small import (
    all_matrices,
    assert_near,
    distances,
    fractions,
    near,
    random_matrices,
    symbolic_matrix,
)

from ordref import data, definitions, mae, mer, oci, oci_path, oci_prime
from ordref.definitions import consistent_paths, observations

SMALL = {K: all_matrices(K, N) for K, N in [(1, 5), (2, 5), (3, 4)]}
OPTIONS = {
    "free": {"beta": Fraction(0)},
    "cheap": {"beta": Fraction(1, 16)},
    "dear": {"beta": Fraction(1, 4)},
    "square": {"gamma": 2},
    "cheap square": {"beta": Fraction(1, 16), "gamma": 2},
}


def monotone_paths(K, end=None):
    """Paths from (1, 1) by steps down, right or both, counted from their end."""
    r, c = end or (K, K)
    if (r, c) == (1, 1):
        yield ((1, 1),)
    for before in [(r - 1, c - 1), (r - 1, c), (r, c - 1)]:
        if min(before) >= 1:
            for path in monotone_paths(K, before):
                yield (*path, (r, c))


def cost(cm, path, T, beta):
    """The cost of one path for gamma = 1, by its definition."""
    n = {cell: Fraction(int(cm[cell[0] - 1][cell[1] - 1])) for cell in path}
    penalty = sum(count * abs(r - c) for (r, c), count in n.items())
    return 1 - sum(n.values()) / T + beta * penalty


def listing_1(cm):
    """The Matlab function of oci2011, line for line, with indices from 0."""
    K, N = len(cm), sum(map(sum, cm))
    ggamma = 1
    bbeta = Fraction(3, 4) / (N * (K - 1) ** ggamma)
    helper2 = [[cm[r][c] * abs(r - c) ** ggamma for c in range(K)] for r in range(K)]
    dispersion = Fraction(sum(map(sum, helper2))) ** Fraction(1, ggamma)
    helper1 = [[cm[r][c] / (dispersion + N) for c in range(K)] for r in range(K)]
    err = [[Fraction(0)] * K for _ in range(K)]
    err[0][0] = 1 - helper1[0][0] + bbeta * helper2[0][0]
    for r in range(1, K):
        err[r][0] = err[r - 1][0] - helper1[r][0] + bbeta * helper2[r][0]
    for c in range(1, K):
        err[0][c] = err[0][c - 1] - helper1[0][c] + bbeta * helper2[0][c]
    for c in range(1, K):
        for r in range(1, K):
            aux = min(err[r - 1][c], err[r][c - 1], err[r - 1][c - 1])
            err[r][c] = aux - helper1[r][c] + bbeta * helper2[r][c]
    return err[-1][-1]


# ------------------------------------------------------------------- paths


def test_consistent_paths_visit_the_cells_of_the_monotone_ones():
    for K in range(1, 7):
        consistent, monotone = consistent_paths(K), list(monotone_paths(K))
        assert len(set(consistent)) == len(consistent) >= len(monotone)
        assert set(monotone) <= set(consistent)
        assert set(map(frozenset, consistent)) == set(map(frozenset, monotone))
        delannoy = sum(comb(K - 1, k) ** 2 * 2**k for k in range(K))
        assert len(set(map(frozenset, monotone))) == len(monotone) == delannoy, K


def test_a_consistent_path_need_not_be_monotone():
    path = ((1, 1), (2, 2), (2, 1), (3, 2), (3, 3))
    assert path in consistent_paths(3)
    assert path not in set(monotone_paths(3))


# ------------------------------------------------------------------- agreement


@pytest.mark.parametrize("K", range(2, 9))
def test_listing_of_the_paper_computes_the_index(K):
    stack = SMALL[K] if K in SMALL else random_matrices(K)
    for cm, value in zip(stack, oci(fractions(stack)), strict=True):
        assert listing_1(cm.tolist()) == value


def test_listing_of_the_paper_divides_by_zero_for_a_single_class():
    with pytest.raises(ZeroDivisionError):
        listing_1([[3]])
    assert oci([[3]]) == 0.0


def by_steps(cm, steps, beta):
    """A dynamic programme with only some of the three steps."""
    K, n = len(cm), np.array(cm)
    N, M = int(n.sum()), int((n * distances(K)).sum())
    W = {}
    for r, c in np.ndindex(K, K):
        before = [W.get((r - i, c - j), inf) for i, j in steps]
        w = int(n[r, c]) * (beta * int(abs(r - c)) - Fraction(1, N + M))
        W[r, c] = w + (1 if (r, c) == (0, 0) else min(before))
    return W[K - 1, K - 1]


def of_root(cm, M):
    """A mutant: another dispersion, for gamma = 2, by brute force."""
    n, K = np.array(cm), len(cm)
    beta = Fraction(3, 4) / (int(n.sum()) * (K - 1) ** 2)
    T = Fraction(int(n.sum())) + Fraction(M(n, distances(K)))
    value = {(r + 1, c + 1): int(n[r, c]) for r, c in np.ndindex(K, K)}
    return min(
        1
        - sum(value[e] for e in path) / T
        + beta * sum(value[r, c] * (r - c) ** 2 for r, c in path)
        for path in consistent_paths(K)
    )


MUTANTS = {
    "only the diagonal": (
        lambda cm: by_steps(cm, [(1, 1)], Fraction(1, 16)),
        OPTIONS["cheap"],
    ),
    "no diagonal step": (
        lambda cm: by_steps(cm, [(1, 0), (0, 1)], Fraction(1, 4)),
        OPTIONS["dear"],
    ),
    "no root": (
        lambda cm: of_root(cm, lambda n, D: int((n * D**2).sum())),
        OPTIONS["square"],
    ),
    "the power outside": (
        lambda cm: of_root(cm, lambda n, D: int((n * D).sum()) ** 2),
        OPTIONS["square"],
    ),
}


@pytest.mark.parametrize(("mutant", "options"), MUTANTS.values(), ids=MUTANTS)
def test_a_mutant_does_not_agree(mutant, options):
    def derived(stack):
        return [float(mutant(cm.tolist())) for cm in stack]

    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(derived, partial(definitions.oci, K=3, **options), SMALL[3][::7])


def test_all_three_steps_and_the_right_root_agree():
    """What is wrong above is wrong for what it leaves out alone."""
    steps = [(1, 1), (1, 0), (0, 1)]
    for cm in SMALL[3][::7]:
        assert by_steps(cm.tolist(), steps, Fraction(1, 4)) == definitions.oci(
            observations(cm.tolist()), 3, beta=Fraction(1, 4)
        )
        value = of_root(cm.tolist(), lambda n, D: float((n * D**2).sum()) ** 0.5)
        assert near(oci(cm, gamma=2), value)


# ------------------------------------------------------------------- the path


@pytest.mark.parametrize("beta", [None, Fraction(0), Fraction(1, 16), Fraction(1, 4)])
@pytest.mark.parametrize("K", [1, 2, 3, 4, 5])
def test_path_attains_the_index(beta, K):
    for cm in SMALL[K][::5] if K in SMALL else random_matrices(K):
        path = tuple(oci_path(cm, beta=beta))
        assert path in set(monotone_paths(K))
        T = int(cm.sum() + (cm * distances(K)).sum())
        price = beta
        if price is None:
            price = Fraction(3, 4) / (int(cm.sum()) * max(K - 1, 1))
        assert cost(cm.tolist(), path, T, price) == oci(fractions(cm), beta=beta)


def test_ties_are_broken_from_the_end_diagonal_first_then_up():
    assert oci_path(np.eye(4)) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    # Up and left of (2, 2) collect one observation each: up is taken.
    assert oci_path([[0, 1], [1, 0]], beta=0) == [(1, 1), (1, 2), (2, 2)]
    assert oci_path([[0, 0, 0], [1, 0, 0], [1, 0, 0]], beta=0)[-2:] == [(3, 2), (3, 3)]
    # At this price collecting it gains nothing, and the diagonal is taken.
    assert oci_path([[0, 1], [0, 0]], beta=Fraction(1, 2)) == [(1, 1), (2, 2)]


def test_ties_are_those_of_exact_numbers():
    """Both ways round cost the same; sums of floats in two orders differ in the last digit."""
    cm = [[1, 12, 61], [1, 0, 1], [61, 12, 0]]
    over, under = (
        ((1, 1), (1, 2), (1, 3), (2, 3), (3, 3)),
        ((1, 1), (2, 1), (3, 1), (3, 2), (3, 3)),
    )
    beta = Fraction(1e-3)
    assert cost(cm, over, 1, beta) == cost(cm, under, 1, beta)
    assert oci_path(cm, beta=1e-3) == list(over)


def test_path_needs_one_matrix():
    for bad in (np.ones((2, 3, 3)), np.ones((0, 3, 3))):
        with pytest.raises(ValueError, match="cm must be one matrix"):
            oci_path(bad)
    for bad in ([1, 2], 3, [[1], [1, 2]], iter([[1]])):
        with pytest.raises(ValueError, match=r"\bcm\b"):
            oci_path(bad)
    with pytest.raises(ValueError, match="cm holds symbols"):
        oci_path(symbolic_matrix(2))


# ------------------------------------------------------------------- what is proved in the book


@pytest.mark.parametrize("gamma", [1, 1.5, 2])
@pytest.mark.parametrize("K", SMALL)
def test_index_lies_between_its_bounds_and_vanishes_on_the_diagonal_alone(gamma, K):
    n = SMALL[K].astype(float)
    for beta in (None, 0, 0.05, 1):
        value = oci(n, beta=beta, gamma=gamma)
        M = (n * distances(K) ** float(gamma)).sum(axis=(1, 2)) ** (1 / gamma)
        N = n.sum(axis=(1, 2))
        assert (value + 1e-15 >= M / (N + M)).all()
        assert (value <= (M + N * mer(n)) / (N + M) + 1e-15).all()
        assert ((value >= 0) & (value <= 1)).all()
        assert ((value == 0) == (M == 0)).all()
        prime = oci_prime(n, beta=beta, gamma=gamma)
        assert ((prime >= 0) & (prime <= mer(n) + 1e-15)).all()


def test_rounding_does_not_leave_the_bounds():
    """All weights on one path and no price, or a high price, or an error too small to count."""
    rng = np.random.default_rng(0)
    on_path, hits = np.zeros((2, 500, 5, 5))
    for r, c in [(0, 0), (0, 1), (1, 2), (2, 2), (3, 2), (3, 3), (4, 4)]:
        on_path[:, r, c] = rng.random(500)
    assert (
        oci(on_path, beta=0) >= mae(on_path) / (1 + mae(on_path)) * (1 - 1e-15)
    ).all()
    hits += rng.random((500, 5, 1)) * np.eye(5)
    hits[:, 0, 4] = 1e-17
    assert (oci(hits) > 0).all()
    assert (oci(rng.random((500, 5, 5)), beta=1) <= 1).all()


def test_weights_on_the_diagonal_give_exactly_zero():
    weights = np.random.default_rng(3).random((50, 7))
    stack = weights[:, :, None] * np.eye(7)
    assert (oci(stack) == 0).all()
    assert (oci_prime(stack) == 0).all()


@pytest.mark.parametrize("K", SMALL)
def test_transposing_or_reversing_the_classes_changes_nothing(K):
    exact = fractions(SMALL[K][::3])
    for options in ({}, {"beta": Fraction(1, 16)}):
        value = oci(exact, **options)
        assert (oci(np.swapaxes(exact, 1, 2), **options) == value).all()
        assert (oci(exact[:, ::-1, ::-1], **options) == value).all()


@pytest.mark.parametrize("K", [2, 3])
def test_diagonal_is_optimal_from_one_over_n_plus_one_on(K):
    exact = fractions(SMALL[K])
    N, D = exact.sum(axis=(1, 2)), distances(K).astype(object)
    M, H = (exact * D).sum(axis=(1, 2)), (exact * (D > 0)).sum(axis=(1, 2))
    for total in set(N):
        of, least = total == N, Fraction(1, int(total) + 1)
        diagonal = ((M + H) / (N + M))[of]
        assert (oci(exact[of], beta=least) == diagonal).all()
        below = oci(exact[of], beta=least - Fraction(1, 1000)) < diagonal
        # Below it the witnesses are those with a single error, of one class.
        assert below.tolist() == ((M[of] == 1) & (H[of] == 1)).tolist()
        assert (oci_prime(exact[of], beta=Fraction(1, int(total))) == (H / N)[of]).all()
        slightly = oci_prime(
            exact[of], beta=Fraction(1, int(total)) - Fraction(1, 1000)
        )
        assert (slightly < (H / N)[of]).any()


def test_tables_that_are_not_counts_need_a_larger_beta():
    shares = fractions([[9, 1], [0, 0]]) / 10
    assert oci(shares, beta=Fraction(1, 2)) < Fraction(2, 11)
    assert oci(shares, beta=Fraction(10, 11)) == Fraction(2, 11)
    assert oci_prime(shares / 2, beta=1) < Fraction(1, 10)


def test_single_observation():
    for gamma, beta in itertools.product([1, 1.5, 2, 3], [0, 0.01, 0.1, 0.5, 2]):
        K = 8
        for r, c in np.ndindex(K, K):
            one = np.zeros((K, K))
            one[r, c] = 1
            d = abs(r - c)
            expected = min(1, 1 - 1 / (1 + d) + beta * d**gamma)
            assert oci(one, beta=beta, gamma=gamma) == pytest.approx(
                expected, abs=1e-14
            ), (gamma, beta)


@pytest.mark.parametrize("K", [2, 3, 4])
def test_index_is_one_if_and_only_if_no_observation_is_worth_its_price(K):
    attained = 0
    for cm in SMALL.get(K, random_matrices(K, 60)):
        exact, D = fractions(cm), distances(K).astype(object)
        T = exact.sum() + (exact * D).sum()
        for beta in (Fraction(1, 16), Fraction(1, 6), Fraction(1, 3)):
            worth = (beta * T * D < 1) & (exact > 0)
            assert (oci(exact, beta=beta) == 1) == (not worth.any())
            attained += not worth.any()
    assert attained > 0


# ------------------------------------------------------------------- the record


def test_every_printed_index_is_the_definition_with_gamma_1():
    cells = 0
    for table in range(1, 6):
        for name, shown in data.printed(f"oci2011.table{table}").items():
            id = "oci2011.CM5-corrected" if name == "CM5" else f"oci2011.{name}"
            cm = data.matrix(id).counts.tolist()
            pairs = observations(cm)
            for column, share in (("OC_beta1", 1), ("OC_beta2", 3)):
                beta = Fraction(share, 4) / (len(pairs) * (len(cm) - 1))
                value = definitions.oci(pairs, len(cm), beta=beta)
                assert data.agrees(value, shown[column]), (name, column)
                assert oci(fractions(cm), beta=beta) == value
                cells += 1
    assert cells == 2 * (4 + 2 + 2 + 2 + 3)


def test_printed_cm5_does_not_give_the_printed_index():
    cm = data.matrix("oci2011.CM5").counts
    assert not data.agrees(oci(cm), data.printed("oci2011.table4")["CM5"]["OC_beta2"])


# ------------------------------------------------------------------- parameters, large numbers


@pytest.mark.parametrize("function", [oci, oci_prime])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"beta": -0.1}, "beta must be a number between 0 and"),
        ({"beta": nan}, "beta must be"),
        ({"beta": inf}, "beta must be"),
        ({"beta": 1e101}, "beta must be"),
        ({"beta": "1"}, "beta must be"),
        ({"beta": [0.1]}, "beta must be"),
        ({"beta": 1j}, "beta must be"),
        ({"gamma": 0.5}, "gamma must be a number between 1 and"),
        ({"gamma": nan}, "gamma must be"),
        ({"gamma": inf}, "gamma must be"),
        ({"gamma": None}, "gamma must be"),
        ({"gamma": 400}, "gamma is 400, and 2 to that power"),
    ],
)
def test_parameter_that_is_none_is_refused(function, options, message):
    with pytest.raises(ValueError, match=message):
        function(np.eye(3), **options)


@pytest.mark.parametrize("number", [Fraction, np.float32, np.float16, np.int8, float])
@pytest.mark.parametrize("kind", [float, Fraction])
def test_parameters_may_be_numbers_of_any_kind(number, kind):
    """A parameter of few digits must not lend them to the result."""
    cm = np.vectorize(kind, otypes=[object if kind is Fraction else float])(
        [[4, 1, 3], [2, 6, 1], [5, 1, 1]]
    )
    for gamma in (1, 2, 3) if number is np.int8 else (1, 1.5, 2.25, 3):
        for beta in (0, 1) if number is np.int8 else (0, 0.0625, 1):
            for function in (oci, oci_prime):
                value = function(cm, beta=number(beta), gamma=number(gamma))
                plain = function(cm.astype(float), beta=beta, gamma=gamma)
                assert float(value) == pytest.approx(plain, rel=1e-13)
            assert oci_path(cm, beta=number(beta)) == oci_path(cm, beta=beta)


def test_parameters_beyond_floats_are_refused_or_as_good_as_zero():
    with pytest.raises(ValueError, match="gamma must be a number between"):
        oci(np.eye(3), gamma=10**400)
    with pytest.raises(ValueError, match="beta must be a number between"):
        oci(np.eye(3), beta=Fraction(10**400))
    cm = [[0, 1], [1, 2]]
    assert oci(cm, beta=Fraction(1, 10**400)) == oci(cm, beta=0)


def test_general_definition_with_another_gamma_is_the_cost_of_its_cheapest_path():
    """By hand: M = sqrt(4 + 1), and the path over the corner collects both at a price."""
    pairs = [(1, 3), (1, 2), (3, 3)]
    size = 3 + 5**0.5
    costs = {beta: 1 - 3 / size + beta * 5 for beta in (0, 0.01)}
    diagonal = 1 - 1 / size
    for beta, cost_of_all in costs.items():
        value = definitions.oci_general(pairs, 3, beta=beta, beta_2=0, gamma=2)
        assert value == pytest.approx(min(cost_of_all, diagonal), rel=1e-15)
    dear = definitions.oci_general(pairs, 3, beta=1, beta_2=0, gamma=2)
    assert dear == pytest.approx(diagonal, rel=1e-15)
    # Eq. (8) with discordant pairs at any price is eq. (7).
    for gamma in (1, 2):
        general = definitions.oci_general(
            pairs, 3, beta=Fraction(1, 50), beta_2=10, gamma=gamma
        )
        plain = definitions.oci(pairs, 3, beta=Fraction(1, 50), gamma=gamma)
        assert float(general) == pytest.approx(float(plain), rel=1e-15)


def test_numbers_of_sympy_stay_exact():
    cm = np.array([[sp.Rational(1, 3), 0], [sp.sqrt(2), 1]], object)
    assert (
        sp.simplify(
            oci(cm, beta=1) - 2 * sp.sqrt(2) / (sp.Rational(4, 3) + 2 * sp.sqrt(2))
        )
        == 0
    )
    assert isinstance(oci(fractions([[1, 2], [0, 1]])), Fraction)
    assert oci_path(cm, beta=1) == [(1, 1), (2, 2)]


def test_extreme_parameters_and_masses_stay_numbers():
    for cm in ([[1, 2], [3, 4]], [[1e99, 0], [1e99, 1e99]], [[1e-99, 0], [1e-99, 0]]):
        for beta in (None, 0, 1e-100, 1e100):
            for gamma in (1, 2, 100):
                assert 0 <= oci(cm, beta=beta, gamma=gamma) <= 1
    wide = np.ones((3, 3))
    for gamma in (300, 330):
        assert 0 < oci(wide, gamma=gamma) < 1


@pytest.mark.parametrize("K", [20, 60])
def test_a_large_matrix_is_as_exact(K):
    cm = random_matrices(K, 1)[0]
    assert oci(cm) == pytest.approx(float(listing_1(cm.tolist())), abs=1e-14)


def test_blocks_of_a_large_stack_are_the_stack():
    stack = np.random.default_rng(0).integers(1, 9, (9001, 3, 3))
    picked = [0, 4095, 4096, 8191, 8192, 9000]
    assert oci(stack)[picked].tolist() == [oci(stack[k]) for k in picked]


@given(
    hnp.arrays(int, (4, 4), elements=st.integers(0, 5)).filter(np.any),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_index_grows_with_beta(cm, beta, more):
    assert oci(cm, beta=beta) <= oci(cm, beta=beta + more) + 1e-15
