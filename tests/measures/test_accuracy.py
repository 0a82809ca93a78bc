"""The measures that count hits: accuracy, error rate, sensitivities."""

import itertools
from fractions import Fraction
from math import nan

import numpy as np
import pytest
import sklearn.metrics
from optional import peer
from small import (
    all_matrices,
    near,
    random_matrices,
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


# ------------------------------------------------------------------- peers


@pytest.mark.filterwarnings("ignore:A single label was found:UserWarning")
def test_values_are_those_of_skordinal():
    skordinal = peer("skordinal.metrics")
    for cm in itertools.chain(*map(random_matrices, range(1, 9))):
        for derived, theirs in [
            (ccr, skordinal.accuracy_score),
            (mer, skordinal.mean_zero_one_error),
            (minimum_sensitivity, skordinal.minimum_sensitivity),
        ]:
            assert near(derived(cm), theirs(*unrolled(cm))), (theirs, cm.tolist())


@pytest.mark.filterwarnings("ignore:A single label was found:UserWarning")
def test_values_are_those_of_sklearn():
    for cm in itertools.chain(*map(random_matrices, range(1, 9))):
        true, pred = unrolled(cm)
        for derived, theirs in [
            (ccr, sklearn.metrics.accuracy_score),
            (mer, sklearn.metrics.zero_one_loss),
        ]:
            assert near(derived(cm), theirs(true, pred)), (theirs, cm.tolist())
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
