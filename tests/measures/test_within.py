"""Accuracy within k classes and expected costs: arguments and peers."""

import itertools
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from bad import refuses
from files import ROOT
from optional import peer
from small import near, random_matrices, unrolled

import ordref
from ordref import accuracy_within, definitions, expected_cost


def test_all_within_is_exactly_one_for_weights_too():
    cm = np.array([[0.1, 0.2, 0], [0.3, 0.7, 0.1], [0, 0.1, 0.3]])
    assert accuracy_within(cm) == 1
    assert accuracy_within(cm * 1e-99) == accuracy_within(cm * 1e99) == 1


def test_k_is_a_whole_number():
    for k in (-1, 1.0, 0.5, "1", None, True, np.nan, [1]):
        with refuses("k must be a whole number of at least 0", k):
            accuracy_within([[1, 0], [0, 1]], k=k)


def test_costs_with_a_fraction_of_letters_and_of_fractions():
    a = sp.Symbol("a", positive=True)
    cost = [[0, 1.5], [1, 0]]
    assert sp.simplify(expected_cost([[a, 1], [0, 2]], cost=cost) - 1.5 / (a + 3)) == 0
    assert expected_cost([[Fraction(1), 1], [0, 2]], cost=cost) == 1.5 / 4


def test_a_float_is_the_decimal_that_prints_it_where_values_are_exact():
    """Costs, weights, distances, and the beta of OC beside fractions."""
    pairs, tenth = [(1, 2), (2, 1)], Fraction(1, 10)
    for read in (float, np.float32, Decimal, Fraction):
        cost = [[0, read("0.1")], [read("0.3"), 0]]
        assert definitions.expected_cost(pairs, cost) == 2 * tenth
        # Observed a third of 1/10; expected four ninths of 1/10 and one of 3/10.
        kappa = definitions.weighted_kappa([(1, 2), (1, 1), (2, 2)], cost)
        assert kappa == Fraction(4, 7)
        assert definitions.classi([read("0.1"), 0, read("0.3")]) == definitions.classi(
            [1, 0, 3]
        )
    cm = [[Fraction(1), 1], [0, 1]]
    assert ordref.oci(cm, beta=0.1) == ordref.oci(cm, beta=tenth)
    assert isinstance(ordref.oci(cm, beta=0.1), Fraction)


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


def test_within_one_is_that_of_skordinal():
    skordinal = peer("skordinal.metrics")
    for cm in itertools.chain(*map(random_matrices, (2, 3, 5))):
        labels = range(1, len(cm) + 1)
        theirs = skordinal.accuracy_off1_score(*unrolled(cm), labels=labels)
        assert near(accuracy_within(cm), theirs), cm.tolist()
