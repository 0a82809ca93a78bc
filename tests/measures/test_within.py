"""Accuracy within k classes and expected costs: definitions, what they are made of, arguments."""

import itertools
import json

import numpy as np
import pytest
import skordinal.metrics
from bad import refuses
from files import ROOT
from small import all_matrices, distances, fractions, near, random_matrices, unrolled

import ordref
from ordref import accuracy_within, ccr, expected_cost, mae, mer, mse

SMALL = {K: all_matrices(K, 5 if K < 3 else 4) for K in (1, 2, 3)}


def test_tail_sums_are_mae_and_mse():
    for cm in itertools.chain(*map(random_matrices, (2, 3, 5, 8))):
        n, K = fractions(cm), len(cm)
        tails = [1 - accuracy_within(n, k=k) for k in range(K)]
        assert sum(tails) == mae(n)
        assert sum((2 * k + 1) * s for k, s in enumerate(tails)) == mse(n)
        assert (tails[0], tails[-1]) == (1 - ccr(n), 0)


def test_all_within_is_exactly_one_for_weights_too():
    cm = np.array([[0.1, 0.2, 0], [0.3, 0.7, 0.1], [0, 0.1, 0.3]])
    assert accuracy_within(cm) == 1
    assert accuracy_within(cm * 1e-99) == accuracy_within(cm * 1e99) == 1


def test_k_is_a_whole_number():
    for k in (-1, 1.0, 0.5, "1", None, True, np.nan, [1]):
        with refuses("k must be a whole number of at least 0", k):
            accuracy_within([[1, 0], [0, 1]], k=k)


def test_costs_that_have_a_name():
    for K in (1, 2, 4):
        stack, D = random_matrices(K), distances(K)
        for cost, expected in [
            (D, mae(stack)),
            (D**2, mse(stack)),
            (D > 0, mer(stack)),
            (D > 1, 1 - accuracy_within(stack)),
        ]:
            found = expected_cost(stack, cost=cost)
            assert found == pytest.approx(expected, abs=1e-15), (K, cost)


def test_large_and_small_costs_and_counts():
    for n, cost in [(1, 1e308), (1e99, 1e300), (1e-99, 5e-324)]:
        assert expected_cost([[0, n], [0, 0]], cost=[[0, cost], [0, 0]]) == cost
    bytes_ = np.full((2, 2), 200, np.uint8)
    assert expected_cost(bytes_, cost=bytes_ * (1 - np.eye(2, dtype=np.uint8))) == 100
    assert expected_cost([[1]], cost=[[0]]) == 0


BAD_COSTS = [
    ([0, 1], r"cost must have shape \(2, 2\), .* it has \(2,\)"),
    (np.zeros((3, 3)), r"cost must have shape \(2, 2\)"),
    *(
        (cost, "cost must be an array of numbers")
        for cost in (1, "linear", [[0, 1], [1]])
    ),
    ([[0, 1], [np.nan, 0]], r"cost has a NaN entry, nan, at \(1, 0\)"),
]


def test_wrong_costs_are_refused():
    for cost, said in BAD_COSTS:
        with refuses(said, cost):
            expected_cost([[1, 2], [3, 4]], cost=cost)


def test_within_one_is_that_of_skordinal():
    for cm in itertools.chain(*map(random_matrices, (2, 3, 5))):
        labels = range(1, len(cm) + 1)
        theirs = skordinal.metrics.accuracy_off1_score(*unrolled(cm), labels=labels)
        assert near(accuracy_within(cm), theirs), cm.tolist()


STORED = json.loads(
    (ROOT / "tests/shared/peers/dlordinal.json").read_text(encoding="utf-8")
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
    same = ordref.amae(cm) == pytest.approx(theirs["amae"])
    assert same == (name != "unused class")
    least = theirs["minimum_sensitivity"]
    same = ordref.minimum_sensitivity(cm) == pytest.approx(least)
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
