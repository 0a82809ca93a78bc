"""The measures of how far errors go: mean absolute, mean squared and root mean squared error."""

import itertools
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import sklearn.metrics
import skordinal.metrics
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from small import (
    all_matrices,
    assert_definition_is_a_mean,
    assert_mean_over_observations,
    distances,
    fractions,
    labels,
    near,
    random_matrices,
    symbolic_matrix,
    unrolled,
)

from ordref import definitions, mae, mer, mse, rmse

SMALL = {K: all_matrices(K, 5) for K in (1, 2, 3)} | {4: all_matrices(4, 3)}


# ------------------------------------------------------------------- algebra


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize(
    ("derived", "definition"), [(mae, definitions.mae), (mse, definitions.mse)]
)
def test_mae_and_mse_are_the_definition_for_every_matrix(derived, definition, K):
    assert_mean_over_observations(derived, definition, K)


def test_what_is_not_the_definition_is_not_proved():
    """Squares for distances; and mer**2, which is mer for one observation, not for two."""
    for derived, definition in [(mse, definitions.mae), (mae, definitions.mse)]:
        with pytest.raises(AssertionError, match="one observation in"):
            assert_mean_over_observations(derived, definition, 3)
    with pytest.raises(AssertionError, match="one observation more"):
        assert_mean_over_observations(lambda cm: mer(cm) ** 2, definitions.mer, 2)


@given(labels(), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_definitions_of_mae_and_mse_are_means_over_observations(drawn, pair):
    pairs = list(zip(*drawn[:2], strict=True))
    assert_definition_is_a_mean(definitions.mae, pairs, pair)
    assert_definition_is_a_mean(definitions.mse, pairs, pair)


def test_square_of_rmse_is_mse_for_every_matrix():
    for K in (2, 3):
        n = symbolic_matrix(K)
        assert sp.simplify(rmse(n) ** 2 - mse(n)) == 0
        assert K == 2 or sp.simplify(mae(n) ** 2 - mse(n)) != 0


# ------------------------------------------------------------------- independence


def test_mae_mse_and_rmse_are_those_of_sklearn_and_mae_that_of_skordinal():
    for cm in itertools.chain(*map(random_matrices, range(1, 9))):
        sides = unrolled(cm)
        for ours, theirs in [
            (mae, sklearn.metrics.mean_absolute_error),
            (mse, sklearn.metrics.mean_squared_error),
            (rmse, sklearn.metrics.root_mean_squared_error),
            (mae, skordinal.metrics.mean_absolute_error),
        ]:
            assert near(ours(cm), theirs(*sides)), (theirs, cm.tolist())


def test_distances_do_not_wrap_in_uint8():
    corner = np.zeros((21, 21), np.uint8)
    corner[20, 0] = 200  # 20 * 20 and 200 * 20 are beyond 8 bits
    assert (mae(corner), mse(corner), rmse(corner)) == (20, 400, 20)


# ------------------------------------------------------------------- theorems


@cache
def exactly(measure, K):
    """The measure of all small matrices of K classes, in Fractions: equality is equality."""
    return measure(fractions(SMALL[K]))


def all_off_by(K, *steps):
    """Which of the small matrices have all their observations off by so many classes."""
    return (SMALL[K][:, ~np.isin(distances(K), steps)] == 0).all(axis=-1)


every_size = pytest.mark.parametrize("K", SMALL)


def test_conditions_of_equality_are_found():
    in_a_corner = SMALL[3][:, 0, 2] + SMALL[3][:, 2, 0]
    assert (all_off_by(3, 2) == (in_a_corner == SMALL[3].sum(axis=(-2, -1)))).all()
    assert (all_off_by(3, 0, 1) == (in_a_corner == 0)).all()


@every_size
@pytest.mark.parametrize(("measure", "power"), [(mae, 1), (mse, 2), (rmse, 1)])
def test_largest_value_is_reached_exactly_in_the_corners(measure, power, K):
    largest = (K - 1) ** power
    assert (exactly(measure, K) <= largest).all()
    assert ((exactly(measure, K) == largest) == all_off_by(K, K - 1)).all()


@every_size
def test_bounds_hold_and_are_reached_exactly_under_their_condition(K):
    one_mer, one_mae, one_mse = (exactly(measure, K) for measure in (mer, mae, mse))
    near, in_a_corner = all_off_by(K, 0, 1), all_off_by(K, 0, K - 1)
    equally_far = np.any([all_off_by(K, d) for d in range(K)], axis=0)
    for bound, (least, most, equal) in {
        "mae is not below 0": (0, one_mae, all_off_by(K, 0)),
        "mse is not below 0": (0, one_mse, all_off_by(K, 0)),
        "rmse is not below 0": (0, exactly(rmse, K), all_off_by(K, 0)),
        "mer is at most mae": (one_mer, one_mae, near),
        "mae is at most K - 1 mer": (one_mae, (K - 1) * one_mer, in_a_corner),
        "mae is at most mse": (one_mae, one_mse, near),
        "mse is at most K - 1 mae": (one_mse, (K - 1) * one_mae, in_a_corner),
        "the square of mae is at most mse": (one_mae**2, one_mse, equally_far),
    }.items():
        assert (least <= most).all(), bound
        assert ((least == most) == equal).all(), bound


def collapsed(stack, k):
    """The matrices of the question whether a class is above k, summed block by block."""
    halves = np.add.reduceat(stack, [0, k], axis=1)
    return np.add.reduceat(halves, [0, k], axis=2)


def test_collapsed_matrix_counts_the_collapsed_labels():
    for cm in random_matrices(5):
        true, pred = unrolled(cm)
        above = sklearn.metrics.confusion_matrix(
            true > 3, pred > 3, labels=[False, True]
        )
        assert (collapsed(cm[None], 3)[0] == above).all()


def sum_of_threshold_error_rates(K):
    rates = (mer(fractions(collapsed(SMALL[K], k))) for k in range(1, K))
    return sum(rates, start=np.zeros(len(SMALL[K]), dtype=object))


@every_size
def test_mae_is_the_sum_of_the_error_rates_at_the_thresholds(K):
    assert (exactly(mae, K) == sum_of_threshold_error_rates(K)).all()


def test_mse_is_that_sum_only_if_every_error_is_of_one_class():
    equal = exactly(mse, 3) == sum_of_threshold_error_rates(3)
    assert (equal == all_off_by(3, 0, 1)).all()


def distance_of_margins(K):
    """The L1 distance of the cumulative shares of the true and of the predicted classes."""
    true = np.cumsum(SMALL[K].sum(axis=-1), axis=-1)
    pred = np.cumsum(SMALL[K].sum(axis=-2), axis=-1)
    return fractions(abs(true - pred).sum(axis=-1)) / SMALL[K].sum(axis=(-2, -1))


def errors_both_ways(K):
    """Which of the small matrices have, at some threshold, errors in both directions."""
    halves = [collapsed(SMALL[K], k) for k in range(1, K)]
    both = [(half[:, 0, 1] > 0) & (half[:, 1, 0] > 0) for half in halves]
    return np.any([np.zeros(len(SMALL[K]), bool), *both], axis=0)


@every_size
def test_mae_is_at_least_the_distance_of_the_margins_and_it_exactly_without_errors_both_ways(
    K,
):
    apart = distance_of_margins(K)
    assert (exactly(mae, K) >= apart).all()
    assert ((exactly(mae, K) == apart) == ~errors_both_ways(K)).all()


def test_errors_of_both_directions_at_different_thresholds_are_no_errors_both_ways():
    """The condition is one for each threshold, not for the matrix."""
    cm = [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    (place,) = np.flatnonzero((SMALL[3] == cm).all(axis=(-2, -1)))
    assert not errors_both_ways(3)[place]
    assert exactly(mae, 3)[place] == distance_of_margins(3)[place] == 1


def test_merged_samples_have_the_mean_weighted_by_their_sizes():
    one = fractions(random_matrices(4))
    two = one[::-1]
    N, M = one.sum(axis=(-2, -1)), two.sum(axis=(-2, -1))
    for measure in (mae, mse):
        merged = measure(one + two) * (N + M)
        assert (merged == measure(one) * N + measure(two) * M).all(), measure


# ------------------------------------------------------------------- what its chapter says of it


def test_rmse_is_in_no_fixed_bound_of_mae():
    """One error of two steps among N: their quotient is the root of N."""
    for N in (4, 100, 10**6):
        cm = [[N - 1, 0, 1], [0, 0, 0], [0, 0, 0]]
        assert (rmse(cm) / mae(cm)) ** 2 == pytest.approx(N, rel=1e-12)
    assert rmse([[0, 1], [1, 0]]) == mae([[0, 1], [1, 0]])


@pytest.mark.parametrize("K", [3, 4, 5])
def test_share_of_far_errors_is_bounded_by_mer_and_mae_and_reaches_its_bounds(K):
    """The far end is not MAE - MER alone: no more can be far off than are off."""
    for N in (1, 4, 8):
        found = {}
        for lengths in itertools.combinations_with_replacement(range(K), N):
            key = sum(x > 0 for x in lengths), sum(lengths)
            found.setdefault(key, []).append(sum(x > 1 for x in lengths))
        for (errors, steps), far in found.items():
            assert max(far) == min(errors, steps - errors)
            assert min(far) == -(-(steps - errors) // (K - 2))
    assert K == 3 or any(s - e > e for e, s in found)


def test_the_best_constants_are_the_medians():
    """Where half are at or below a class, the next one is as good."""
    for totals in itertools.product(range(4), repeat=4):
        if not sum(totals):
            continue
        errors = [mae(fractions(np.outer(totals, row))) for row in np.eye(4, dtype=int)]
        F = np.cumsum(totals)
        for c in range(3):
            change = Fraction(2 * int(F[c]), int(F[-1])) - 1
            assert errors[c + 1] - errors[c] == change


@pytest.mark.parametrize(
    "g", [(0, 1, 3), (0, 2, 3), (0, 1, 2, 4), (0, 1, 3, 4)], ids=str
)
def test_other_codings_rank_all_classifiers_otherwise_from_two_observations_on(g):
    """Some tie by position and not by the coding; a single one at an end shows nothing."""
    classes = range(len(g))

    def tied_by_position(truth):
        every = list(itertools.product(classes, repeat=len(truth)))
        steps, coded = (
            [
                sum(abs(x[t] - x[p]) for t, p in zip(truth, y, strict=True))
                for y in every
            ]
            for x in (classes, g)
        )
        pairs = itertools.combinations(zip(steps, coded, strict=True), 2)
        return [a[1] == b[1] for a, b in pairs if a[0] == b[0]]

    for truth in itertools.product(classes, repeat=2):
        assert not all(tied_by_position(truth))
    for end in (classes[0], classes[-1]):
        assert tied_by_position((end,)) == []
