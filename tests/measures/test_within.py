"""Accuracy within k classes and expected costs: definitions, what they are made of, arguments."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import skordinal.metrics
from small import all_matrices, distances, fractions, near, random_matrices, unrolled

import ordref
from ordref import (
    accuracy_within,
    ccr,
    expected_cost,
    mae,
    mer,
    mse,
)

SMALL = {K: all_matrices(K, 5 if K < 3 else 4) for K in (1, 2, 3)}


@pytest.mark.parametrize("K", [2, 3, 5, 8])
def test_tail_sums_are_mae_and_mse(K):
    for cm in random_matrices(K):
        tails = [1 - accuracy_within(fractions(cm), k=k) for k in range(K)]
        assert sum(tails) == mae(fractions(cm))
        assert sum((2 * k + 1) * s for k, s in enumerate(tails)) == mse(fractions(cm))
        assert tails[0] == 1 - ccr(fractions(cm))
        assert tails[-1] == 0


def test_all_within_is_exactly_one_for_weights_too():
    cm = np.array([[0.1, 0.2, 0], [0.3, 0.7, 0.1], [0, 0.1, 0.3]])
    assert accuracy_within(cm) == 1
    assert accuracy_within(cm * 1e-99) == accuracy_within(cm * 1e99) == 1


@pytest.mark.parametrize("k", [-1, 1.0, 0.5, "1", None, True, np.nan, [1]])
def test_k_is_a_whole_number(k):
    with pytest.raises(ValueError, match="k must be a whole number of at least 0"):
        accuracy_within([[1, 0], [0, 1]], k=k)


def test_expected_cost_counted_by_hand():
    halves = [[Fraction(1, 2), 3], [5, 0]]
    cm = fractions(np.array([[1, 2], [3, 4]]))
    assert expected_cost(cm, cost=halves) == Fraction(1 + 12 + 30, 20)


@pytest.mark.parametrize("K", [1, 2, 4])
def test_costs_that_have_a_name(K):
    stack, D = random_matrices(K), distances(K)
    for cost, measure in [
        (D, mae),
        (D**2, mse),
        (D > 0, mer),
        (D > 1, lambda cm: 1 - accuracy_within(cm)),
    ]:
        assert expected_cost(stack, cost=cost) == pytest.approx(
            measure(stack), abs=1e-15
        )


def test_costs_turned_round_are_another_measure():
    """The negative control: truth is in the rows of the costs."""
    cm, cost = [[1, 1], [0, 1]], np.array([[0, 1], [5, 0]])
    assert expected_cost(cm, cost=cost) != expected_cost(cm, cost=cost.T)


def test_large_and_small_costs_and_counts():
    assert expected_cost([[0, 1], [0, 0]], cost=[[0, 1e308], [0, 0]]) == 1e308
    assert expected_cost([[0, 1e99], [0, 0]], cost=[[0, 1e300], [0, 0]]) == 1e300
    assert expected_cost([[0, 1e-99], [0, 0]], cost=[[0, 5e-324], [0, 0]]) == 5e-324
    assert (
        expected_cost(
            np.full((2, 2), 200, np.uint8), cost=np.uint8([[0, 200], [200, 0]])
        )
        == 100
    )
    assert expected_cost([[1]], cost=[[0]]) == 0


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ([0, 1], r"cost must have shape \(2, 2\), .* it has \(2,\)"),
        (np.zeros((3, 3)), r"cost must have shape \(2, 2\)"),
        (1, "cost must be an array of numbers"),
        ("linear", "cost must be an array of numbers"),
        ([[0, 1], [1]], "cost must be an array of numbers"),
        ([[0, -1], [1, 0]], r"cost has a negative entry, -1.0, at \(0, 1\)"),
        ([[0, 1], [np.nan, 0]], r"cost has a NaN entry, nan, at \(1, 0\)"),
        ([[0, np.inf], [0, 0]], r"cost has an infinite entry, inf, at \(0, 1\)"),
        (
            np.ma.array([[0, 1], [1, 0]], mask=[[0, 1], [0, 0]]),
            "cost has masked entries",
        ),
    ],
)
def test_wrong_costs_are_refused(cost, said):
    with pytest.raises(ValueError, match=said):
        expected_cost([[1, 2], [3, 4]], cost=cost)


@pytest.mark.parametrize("K", [2, 3, 5])
def test_within_one_is_that_of_skordinal(K):
    for cm in random_matrices(K):
        theirs = skordinal.metrics.accuracy_off1_score(
            *unrolled(cm), labels=range(1, K + 1)
        )
        assert near(accuracy_within(cm), theirs)


STORED = json.loads(
    (Path(__file__).parents[1] / "shared" / "peers" / "dlordinal.json").read_text(
        encoding="utf-8"
    )
)["tables"]


@pytest.mark.parametrize("name", STORED)
def test_values_of_dlordinal(name):
    """It takes a class that is predicted only for one of which nothing is right, and where it
    is not told the labels it closes up the classes that nobody has.
    """
    cm, theirs = np.array(STORED[name]["cm"]), STORED[name]["values"]
    occurs = (cm.sum(axis=0) + cm.sum(axis=1)) > 0
    sensitivity = np.nan_to_num(ordref.sensitivity_per_class(cm))[occurs]
    first, last = sensitivity[[0, -1]]
    ours = {
        "accuracy_off1": accuracy_within(cm),
        "amae": ordref.amae(cm[np.ix_(occurs, occurs)]),
        "mmae": ordref.mmae(cm[np.ix_(occurs, occurs)]),
        "minimum_sensitivity": sensitivity.min(),
        "gmsec": np.sqrt(first * last),
        "gmes": np.sqrt(first * last),
        "mes": (first + last) / 2,
    }
    assert ours == pytest.approx(theirs, abs=1e-12)
    assert (ordref.amae(cm) == pytest.approx(theirs["amae"])) == (
        name != "unused class"
    )
    same = ordref.minimum_sensitivity(cm) == pytest.approx(
        theirs["minimum_sensitivity"]
    )
    assert same == (name not in ("absent class", "absent end"))


def test_a_number_added_to_a_row_keeps_a_ranking_and_to_the_hits_alone_does_not():
    diagonal, turned = np.eye(2, dtype=int), np.eye(2, dtype=int)[::-1]
    plain, hits = np.array([[0, 1], [1, 0]]), np.array([[2, 1], [1, 2]])
    assert expected_cost(diagonal, cost=plain) < expected_cost(turned, cost=plain)
    assert expected_cost(diagonal, cost=hits) > expected_cost(turned, cost=hits)
    w = fractions([[0, 2, 5], [1, 1, 3], [7, 4, 0]])
    rows = fractions([[5], [3], [11]])
    by_sizes = {}
    for cm in map(fractions, SMALL[3]):
        by_sizes.setdefault(tuple(cm.sum(axis=1)), []).append(
            expected_cost(cm, cost=w + rows) - expected_cost(cm, cost=w)
        )
    assert all(len(set(more)) == 1 for more in by_sizes.values())


def test_three_classes_within_one_prove_that_no_end_is_taken_for_the_other():
    middle = [accuracy_within(np.outer(cm.sum(axis=1), [0, 1, 0])) for cm in SMALL[3]]
    assert set(middle) == {1}
    for cm in SMALL[3]:
        assert (accuracy_within(cm) == 1) == (cm[0, 2] == cm[2, 0] == 0)
