"""The measures that count hits: accuracy, error rate, sensitivities."""

import itertools
from fractions import Fraction
from functools import cache
from math import nan

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
import skordinal.metrics
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from small import (
    all_matrices,
    assert_definition_is_a_mean,
    assert_equal,
    assert_mean_over_observations,
    assert_near,
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
    mcc,
    mer,
    minimum_sensitivity,
    sensitivity_per_class,
)

SMALL = {K: all_matrices(K, 5) for K in (1, 2, 3)}
SIZES = range(1, 9)
COUNTS = [[4, 1, 0], [0, 6, 0], [1, 2, 2]]  # N = 16, 12 hits, class totals 5, 6, 5


def of_class(j):
    """The sensitivity of class j alone, derived and defined: nan where the class is absent."""
    return (
        lambda cm: sensitivity_per_class(cm)[..., j - 1],
        lambda pairs: definitions.sensitivity_per_class(pairs).get(j, nan),
    )


def mutants():
    """A wrong form beside each definition: columns in reverse, or columns for rows."""
    return [
        (lambda cm: ccr(cm[..., ::-1]), definitions.ccr),
        (lambda cm: mer(cm[..., ::-1]), definitions.mer),
        (
            lambda cm: minimum_sensitivity(np.swapaxes(cm, -1, -2)),
            definitions.minimum_sensitivity,
        ),
        (lambda cm: of_class(1)[0](np.swapaxes(cm, -1, -2)), of_class(1)[1]),
    ]


# ------------------------------------------------------------------- mutants


@pytest.mark.parametrize("check", [assert_near, assert_equal])
@pytest.mark.parametrize(("derived", "definition"), mutants())
def test_a_mutant_does_not_agree(check, derived, definition):
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        check(derived, definition, SMALL[2])


# ------------------------------------------------------------------- algebra


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize(
    ("derived", "definition"), [(ccr, definitions.ccr), (mer, definitions.mer)]
)
def test_ccr_and_mer_are_the_definition_for_every_matrix(derived, definition, K):
    assert_mean_over_observations(derived, definition, K)


@pytest.mark.parametrize(("derived", "definition"), mutants()[:2])
def test_a_mutant_of_ccr_or_mer_is_not_proved(derived, definition):
    with pytest.raises(AssertionError, match="one observation"):
        assert_mean_over_observations(derived, definition, 3)


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


@pytest.mark.parametrize(("j", "K"), [(j, K) for K in (2, 3) for j in range(1, K + 1)])
def test_sensitivity_is_the_definition_for_every_matrix(j, K):
    assert_mean_over_the_row(of_class(j)[0], j, K)


@pytest.mark.parametrize("j", [1, 2, 3])
def test_precision_is_not_proved_to_be_sensitivity(j):
    def precision(cm):
        return of_class(j)[0](cm.T)

    with pytest.raises(AssertionError, match="one observation"):
        assert_mean_over_the_row(precision, j, 3)


@given(labels())
def test_definition_of_sensitivity_is_ccr_within_the_class(drawn):
    pairs = list(zip(*drawn[:2], strict=True))
    for j, share in definitions.sensitivity_per_class(pairs).items():
        assert share == definitions.ccr([pair for pair in pairs if pair[0] == j])


def test_minimum_sensitivity_of_symbols_is_refused():
    with pytest.raises(ValueError, match="cm holds symbols, which have no minimum"):
        minimum_sensitivity(symbolic_matrix(2))


# ------------------------------------------------------------------- independence


@pytest.mark.filterwarnings("ignore:A single label was found:UserWarning")
@pytest.mark.parametrize("K", SIZES)
def test_ccr_and_mer_are_those_of_sklearn_and_skordinal(K):
    for cm in random_matrices(K):
        true, pred = unrolled(cm)
        assert near(ccr(cm), sklearn.metrics.accuracy_score(true, pred))
        assert near(ccr(cm), skordinal.metrics.accuracy_score(true, pred))
        assert near(mer(cm), sklearn.metrics.zero_one_loss(true, pred))
        assert near(mer(cm), skordinal.metrics.mean_zero_one_error(true, pred))


@pytest.mark.parametrize("K", SIZES)
def test_sensitivities_are_the_recalls_of_sklearn(K):
    order = list(range(1, K + 1))
    for cm in random_matrices(K):
        recalls = sklearn.metrics.recall_score(
            *unrolled(cm), labels=order, average=None, zero_division=np.nan
        )
        assert all(map(near, sensitivity_per_class(cm), recalls))


@pytest.mark.parametrize("K", SIZES)
def test_minimum_sensitivity_is_that_of_skordinal(K):
    for cm in random_matrices(K):
        peer = skordinal.metrics.minimum_sensitivity(*unrolled(cm))
        assert near(minimum_sensitivity(cm), peer)


# ------------------------------------------------------------------- values by hand


def test_values_counted_by_hand():
    assert ccr(COUNTS) == 12 / 16
    assert mer(COUNTS) == 4 / 16
    assert sensitivity_per_class(COUNTS).tolist() == [4 / 5, 1, 2 / 5]
    assert minimum_sensitivity(COUNTS) == 2 / 5


def test_sensitivity_of_an_absent_class_is_nan():
    absent = [[4, 1, 0], [0, 0, 0], [0, 2, 3]]
    assert np.array_equal(
        sensitivity_per_class(absent), [0.8, nan, 0.6], equal_nan=True
    )


def test_minimum_sensitivity_is_over_the_classes_present():
    assert minimum_sensitivity([[4, 1, 0], [0, 0, 0], [0, 2, 3]]) == 0.6
    assert minimum_sensitivity([[0, 0, 0], [0, 7, 0], [0, 0, 0]]) == 1


def test_predictions_of_an_absent_class_are_errors():
    assert mer([[4, 1, 0], [0, 0, 0], [0, 2, 3]]) == 0.3


def test_constant_classifier_has_one_sensitivity_of_one_and_the_rest_zero():
    constant = [[0, 5, 0], [0, 3, 0], [0, 2, 0]]
    assert sensitivity_per_class(constant).tolist() == [0, 1, 0]
    assert (minimum_sensitivity(constant), ccr(constant), mer(constant)) == (
        0,
        0.3,
        0.7,
    )


def test_mer_of_one_error_in_1e15_keeps_its_digits():
    one_in_1e15 = [[10**15 - 1, 1], [0, 0]]
    assert mer(one_in_1e15) == 1e-15
    assert 1 - ccr(one_in_1e15) != 1e-15  # what a difference would give instead


def test_counts_of_1e15_are_counted_one_by_one():
    assert ccr([[10**15, 0], [1, 10**15]]) == 2 * 10**15 / (2 * 10**15 + 1)
    assert sensitivity_per_class([[1, 10**15 - 1], [0, 10**15]]).tolist() == [1e-15, 1]
    assert minimum_sensitivity([[1, 10**15 - 1], [0, 10**15]]) == 1e-15


def test_weights_need_not_be_integers():
    assert mer([[0.25, 0.5], [0.0, 0.25]]) == 0.5


def test_rounding_leaves_weights_within_the_unit_interval():
    weights = np.random.default_rng(0).random((1000, 9, 9))
    diagonal = weights * np.eye(9)
    assert (ccr(diagonal) == 1).all()
    assert (mer(weights - diagonal) == 1).all()


# ------------------------------------------------------------------- theorems


@cache
def exactly(measure, K):
    """The measure of all small matrices of K classes, in Fractions: equality is equality."""
    return measure(fractions(SMALL[K]))


every_size = pytest.mark.parametrize("K", SMALL)


@every_size
def test_ccr_and_mer_add_to_one(K):
    assert (exactly(ccr, K) + exactly(mer, K) == 1).all()


@every_size
def test_ccr_is_in_the_unit_interval_and_one_exactly_for_diagonal_matrices(K):
    values, diagonal = (
        exactly(ccr, K),
        (SMALL[K] * (1 - np.eye(K)) == 0).all(axis=(-2, -1)),
    )
    assert ((values >= 0) & (values <= 1)).all()
    assert ((values == 1) == diagonal).all()


@every_size
def test_minimum_sensitivity_is_in_the_unit_interval_and_one_exactly_for_diagonal_matrices(
    K,
):
    values, diagonal = exactly(minimum_sensitivity, K), exactly(mer, K) == 0
    assert ((values >= 0) & (values <= 1)).all()
    assert ((values == 1) == diagonal).all()


@every_size
def test_minimum_sensitivity_is_zero_exactly_if_a_class_present_is_never_hit(K):
    hits, size = np.diagonal(SMALL[K], axis1=-2, axis2=-1), SMALL[K].sum(axis=-1)
    never_hit = ((hits == 0) & (size > 0)).any(axis=-1)
    assert ((exactly(minimum_sensitivity, K) == 0) == never_hit).all()


@every_size
def test_sensitivities_are_in_the_unit_interval_or_of_an_absent_class(K):
    values, present = exactly(sensitivity_per_class, K), SMALL[K].sum(axis=-1) > 0
    assert ((values == values) == present).all()
    assert ((values[present] >= 0) & (values[present] <= 1)).all()


@every_size
def test_ccr_is_the_mean_of_the_sensitivities_weighted_by_class_size(K):
    size, values = SMALL[K].sum(axis=-1), exactly(sensitivity_per_class, K)
    hits = (size * np.where(size > 0, values, 0)).sum(axis=-1)
    assert (hits / size.sum(axis=-1) == exactly(ccr, K)).all()


@every_size
def test_minimum_sensitivity_is_at_most_ccr(K):
    assert (exactly(minimum_sensitivity, K) <= exactly(ccr, K)).all()


@every_size
def test_minimum_sensitivity_is_ccr_exactly_if_all_sensitivities_are_equal(K):
    values, lowest = exactly(sensitivity_per_class, K), exactly(minimum_sensitivity, K)
    equal = ((values == lowest[:, None]) | (values != values)).all(axis=-1)
    assert ((lowest == exactly(ccr, K)) == equal).all()


def test_transposition_changes_minimum_sensitivity():
    assert minimum_sensitivity([[1, 1], [0, 2]]) == 1 / 2
    assert minimum_sensitivity([[1, 0], [1, 2]]) == 2 / 3


def test_any_order_of_the_classes_reorders_their_sensitivities():
    cm, order = random_matrices(5), [3, 0, 4, 1, 2]
    reordered = sensitivity_per_class(cm[:, order][:, :, order])
    assert np.array_equal(
        reordered, sensitivity_per_class(cm)[:, order], equal_nan=True
    )


def test_definition_lists_the_classes_in_their_order():
    assert list(definitions.sensitivity_per_class([(8, 8), (1, 1)])) == [1, 8]


def test_frame_of_nullable_integers_has_sensitivities_of_floats():
    frame = pd.DataFrame([[4, 1], [0, 5]], dtype="Int64")
    shares = sensitivity_per_class(frame)
    assert shares.dtype == np.float64
    assert shares.tolist() == [0.8, 1.0]


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


def test_an_accuracy_below_the_largest_class_may_tell_the_classes_apart():
    assert ccr([[0, 1], [1, 0]]) == 0
    assert mcc([[0, 1], [1, 0]]) == -1
