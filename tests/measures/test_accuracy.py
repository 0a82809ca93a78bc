"""The measures that count hits: accuracy, error rate, sensitivities."""

import itertools
from fractions import Fraction
from math import nan

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
    fractions,
    labels,
    near,
    random_matrices,
    symbolic_matrix,
    unrolled,
)

from ordref import (
    balanced_accuracy,
    ccr,
    definitions,
    mer,
    minimum_sensitivity,
    sensitivity_per_class,
)

SMALL = {K: all_matrices(K, 5) for K in (1, 2, 3)}


def of_class(j):
    """The sensitivity of class j alone."""
    return lambda cm: sensitivity_per_class(cm)[..., j - 1]


# ------------------------------------------------------------------- algebra


def test_ccr_and_mer_are_the_definition_for_every_matrix():
    """And what is not is not proved."""
    for derived, definition in [(ccr, definitions.ccr), (mer, definitions.mer)]:
        for K in (2, 3):
            assert_mean_over_observations(derived, definition, K)
        with pytest.raises(AssertionError, match="one observation"):
            assert_mean_over_observations(
                lambda cm, of=derived: of(cm[..., ::-1]), definition, 3
            )


@given(labels(), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_definitions_of_ccr_and_mer_are_means_over_observations(drawn, pair):
    pairs = list(zip(*drawn[:2], strict=True))
    assert_definition_is_a_mean(definitions.ccr, pairs, pair)
    assert_definition_is_a_mean(definitions.mer, pairs, pair)


def test_minimum_sensitivity_is_not_a_mean_over_observations():
    with pytest.raises(AssertionError, match="joins"):
        assert_definition_is_a_mean(
            definitions.minimum_sensitivity, [(1, 1), (2, 1)], (2, 2)
        )


def assert_mean_over_the_row(derived, j, K):
    """`assert_mean_over_observations` within row j; other rows do not matter."""
    n = symbolic_matrix(K)
    for r, c in np.ndindex(K, K):
        one = np.zeros((K, K), dtype=int)
        one[r, c] = 1
        in_row = int(r == j - 1)
        if in_row:
            own = definitions.sensitivity_per_class([(r + 1, c + 1)])[j]
            assert derived(fractions(one)) == own, f"one observation in {r, c}"
            assert own == int(r == c)
        N = n[j - 1].sum()
        gain = (N + in_row) * derived(n + one) - N * derived(n)
        expected = int(r == c) * in_row
        assert sp.cancel(gain - expected) == 0, f"one observation more in {r, c}"


def test_sensitivity_is_the_definition_for_every_matrix():
    """And precision is not proved to be sensitivity."""
    for j, K in [(1, 2), (2, 2), (1, 3), (2, 3), (3, 3)]:
        derived = of_class(j)
        assert_mean_over_the_row(derived, j, K)
        with pytest.raises(AssertionError, match="one observation"):
            assert_mean_over_the_row(lambda cm, of=derived: of(cm.T), j, K)


@given(labels())
def test_definition_of_sensitivity_is_ccr_within_the_class(drawn):
    pairs = list(zip(*drawn[:2], strict=True))
    for j, share in definitions.sensitivity_per_class(pairs).items():
        assert share == definitions.ccr([pair for pair in pairs if pair[0] == j])


# ------------------------------------------------------------------- independence


@pytest.mark.filterwarnings("ignore:A single label was found:UserWarning")
def test_values_are_those_of_sklearn_and_skordinal():
    for cm in itertools.chain(*map(random_matrices, range(1, 9))):
        true, pred = unrolled(cm)
        for derived, name, peers in [
            (ccr, "accuracy_score", (sklearn.metrics, skordinal.metrics)),
            (mer, "zero_one_loss", (sklearn.metrics,)),
            (mer, "mean_zero_one_error", (skordinal.metrics,)),
            (minimum_sensitivity, "minimum_sensitivity", (skordinal.metrics,)),
        ]:
            for peer in peers:
                value = getattr(peer, name)(true, pred)
                assert near(derived(cm), value), (name, cm.tolist())
        recalls = sklearn.metrics.recall_score(
            true, pred, labels=range(1, len(cm) + 1), average=None, zero_division=nan
        )
        assert all(map(near, sensitivity_per_class(cm), recalls)), cm.tolist()


# ------------------------------------------------------------------- values by hand


def test_minimum_sensitivity_is_over_the_classes_present():
    assert minimum_sensitivity([[4, 1, 0], [0, 0, 0], [0, 2, 3]]) == 0.6
    assert minimum_sensitivity([[0, 0, 0], [0, 7, 0], [0, 0, 0]]) == 1


def test_counts_of_1e15_are_counted_one_by_one():
    one_in_1e15 = [[10**15 - 1, 1], [0, 0]]
    assert mer(one_in_1e15) == 1e-15
    assert 1 - ccr(one_in_1e15) != 1e-15  # what a difference would give instead
    assert ccr([[10**15, 0], [1, 10**15]]) == 2 * 10**15 / (2 * 10**15 + 1)
    assert sensitivity_per_class([[1, 10**15 - 1], [0, 10**15]]).tolist() == [1e-15, 1]
    assert minimum_sensitivity([[1, 10**15 - 1], [0, 10**15]]) == 1e-15


def test_rounding_leaves_weights_within_the_unit_interval():
    weights = np.random.default_rng(0).random((1000, 9, 9))
    diagonal = weights * np.eye(9)
    assert (ccr(diagonal) == 1).all()
    assert (mer(weights - diagonal) == 1).all()


# ------------------------------------------------------------------- theorems


def test_definition_lists_the_classes_in_their_order():
    assert list(definitions.sensitivity_per_class([(8, 8), (1, 1)])) == [1, 8]


# ------------------------------------------------------------------- baselines


def test_balanced_accuracy_of_shuffled_predictions_is_one_over_the_classes_on_average():
    """Of a single order it need not be: two fair coins may be right twice, or never."""
    for cm in SMALL[3]:
        true, predicted = unrolled(cm)
        if len(true) > 4 or not set(predicted) <= set(true):
            continue
        orders = [
            definitions.balanced_accuracy(list(zip(true.tolist(), order, strict=True)))
            for order in itertools.permutations(predicted.tolist())
        ]
        assert sum(orders) / len(orders) == Fraction(1, len(set(true)))
    assert balanced_accuracy([[1, 0], [0, 1]]) != balanced_accuracy([[0, 1], [1, 0]])
