"""The measures of how far errors go: mean absolute, mean squared and root mean squared error."""

import itertools
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from optional import peer
from small import (
    all_matrices,
    assert_definition_is_a_mean,
    assert_mean_over_observations,
    distances,
    fractions,
    labels,
    near,
    random_matrices,
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


# ------------------------------------------------------------------- independence


def test_mae_is_that_of_skordinal():
    skordinal = peer("skordinal.metrics")
    for cm in itertools.chain(*map(random_matrices, range(1, 9))):
        assert near(mae(cm), skordinal.mean_absolute_error(*unrolled(cm))), cm.tolist()


def test_mae_mse_and_rmse_are_those_of_sklearn():
    for cm in itertools.chain(*map(random_matrices, range(1, 9))):
        sides = unrolled(cm)
        for ours, theirs in [
            (mae, sklearn.metrics.mean_absolute_error),
            (mse, sklearn.metrics.mean_squared_error),
            (rmse, sklearn.metrics.root_mean_squared_error),
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


@every_size
@pytest.mark.parametrize(("measure", "power"), [(mae, 1), (mse, 2), (rmse, 1)])
def test_largest_value_is_reached_exactly_in_the_corners(measure, power, K):
    largest = (K - 1) ** power
    assert (exactly(measure, K) <= largest).all()
    assert ((exactly(measure, K) == largest) == all_off_by(K, K - 1)).all()


# ------------------------------------------------------------------- what its chapter says of it


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
