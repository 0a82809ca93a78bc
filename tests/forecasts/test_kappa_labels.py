"""The labels with the largest kappa: against all labellings, and what makes them best."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import sympy as sp

import ordref
from ordref import definitions, predict_for_kappa

TWO_KINDS = [[0, 2, 0], [2, 0, 2], [0, 2, 0]]
WEIGHTS = [
    "linear",
    "quadratic",
    "unweighted",
    [[0, 1, 5], [2, 0, 1], [3, 1, 0]],
    TWO_KINDS,
]


def cases(rng, N, K, most=4):
    rows = []
    while len(rows) < N:
        row = [rng.randint(0, most) for _ in range(K)]
        if sum(row):
            rows.append([Fraction(x, sum(row)) for x in row])
    return rows


def expected_table(rows, labels):
    K = len(rows[0])
    table = [[Fraction(0)] * K for _ in range(K)]
    for row, label in zip(rows, labels, strict=True):
        for k, x in enumerate(row):
            table[k][label - 1] += x
    return table


@pytest.mark.parametrize("weights", WEIGHTS)
def test_no_labelling_has_a_larger_kappa(weights):
    """In fractions the labels are the first of the best; in float64 they are as good."""
    rng, mean_is_best = random.Random(0), []
    for N, K in itertools.product(
        (1, 2, 3, 4), (2, 3) if isinstance(weights, str) else (3,)
    ):
        for _ in range(15):
            rows = cases(rng, N, K)
            wanted = definitions.predict_for_kappa(rows, weights)
            if wanted is None:
                with pytest.raises(ValueError, match="kappa is undefined"):
                    predict_for_kappa(rows, weights=weights)
                continue
            assert predict_for_kappa(rows, weights=weights).tolist() == [*wanted]
            found = predict_for_kappa(np.array(rows, dtype=float), weights=weights)
            kappas = [
                ordref.weighted_kappa(expected_table(rows, labels), weights=weights)
                for labels in (found.tolist(), wanted)
            ]
            assert kappas[0] == pytest.approx(float(kappas[1]), abs=1e-12)
            squared = ordref.predict_class(rows, "squared").tolist()
            of_mean = ordref.weighted_kappa(
                expected_table(rows, squared), weights=weights
            )
            mean_is_best.append(of_mean == kappas[1])
    # A check of something else: the class nearest to the mean is not the best one.
    assert mean_is_best.count(False) > 10


def test_fractions_are_reckoned_in_fractions():
    """Of labels that are as good the lowest is taken, also for weights that are given."""
    third, sixth, half = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)
    rows = [(third, sixth, half), (half, sixth, third)]
    assert definitions.predict_for_kappa(rows, TWO_KINDS) == (1, 1)
    assert predict_for_kappa(rows, weights=TWO_KINDS).tolist() == [1, 1]
    # By hand: for the labels 1, 2, 3 observed over chance is 3/2, 1 / 0.8 and 1.5 / 1.2.
    weights, shares = (
        [[0, 2, 3], [1, 0, 0], [3, 0, 0]],
        [Fraction(n, 5) for n in (2, 2, 1)],
    )
    found = predict_for_kappa([(half, 0, half)] * 2, weights=weights, shares=shares)
    assert found.tolist() == [2, 2]


@pytest.mark.parametrize("most", [10**3, 10**12, 10**15])
def test_a_class_of_great_cost_that_never_occurs_does_not_hide_the_others(most):
    weights = [[0, 1, most], [1, 0, most], [most, most, 0]]
    rows = [[0.7, 0.3, 0], [0.2, 0.8, 0], [0.6, 0.4, 0]]
    wanted = definitions.predict_for_kappa(
        [[Fraction(str(x)) for x in row] for row in rows], weights
    )
    assert wanted == (1, 2, 1)
    assert predict_for_kappa(rows, weights=weights).tolist() == [*wanted]


def test_short_floats_of_many_cases_are_added_up_in_float64():
    p = np.tile(np.array([[0.75, 0.25], [0.5, 0.5]], dtype=np.float16), (100_000, 1))
    found = predict_for_kappa(p, weights="unweighted")
    assert (found == predict_for_kappa(p.astype(float), weights="unweighted")).all()
    assert found[:2].tolist() == [1, 2]


def test_of_very_many_cases_that_are_alike_the_lowest_class_is_taken():
    """Every labelling has kappa 0, and rounding does not tell the classes apart."""
    alike = np.tile([0.1, 0.2, 0.7], (10**6, 1))
    assert (predict_for_kappa(alike, weights="quadratic") == 1).all()


def test_known_shares_are_those_of_chance():
    """By hand: one case. With its own probabilities as shares every class is chance, and the
    lowest is taken; if class 3 is rare, to say 3 is to say more.
    """
    case = [[0.2, 0.5, 0.3]]
    assert predict_for_kappa(case).tolist() == [1]
    shares = [0.6, 0.3, 0.1]
    loss = np.abs(np.subtract.outer(range(3), range(3)))
    ratio = (case @ loss) / (np.array(shares) @ loss)
    assert (
        predict_for_kappa(case, shares=shares).tolist()
        == [int(ratio.argmin()) + 1]
        == [3]
    )


def test_classes_are_called_as_the_columns_are():
    p = [[0.8, 0.2], [0.1, 0.9]]
    assert predict_for_kappa(p, labels=["low", "high"]).tolist() == ["low", "high"]
    frame = pd.DataFrame(p, columns=["low", "high"])
    assert predict_for_kappa(frame).tolist() == ["low", "high"]


@pytest.mark.parametrize(
    ("p", "given", "words"),
    [
        ([0.5, 0.5], {}, r"must have shape \(N, K\)"),
        (np.empty((0, 3)), {}, "one or more cases"),
        ([[0.5, 0.4]], {}, "sum to 0.9"),
        ([[1.5, -0.5]], {}, "negative"),
        ([[np.nan, 1]], {}, "NaN|nan"),
        ([[1, 0], [1, 0]], {}, "kappa is undefined"),
        ([[1]], {}, "kappa is undefined"),
        ([[0.5, 0.5]], {"weights": "square"}, "weights must be"),
        ([[0.5, 0.5]], {"weights": [[0, 0], [0, 0]]}, "kappa is undefined"),
        ([[0.5, 0.5]], {"weights": [[1, 0], [0, 1]]}, "zero on the diagonal"),
        ([[0.5, 0.5]], {"weights": [[0, sp.Symbol("w")], [1, 0]]}, "hold symbols"),
        ([[0.5, 0.5]], {"shares": [0.5, 0.4]}, "shares must be 2 proportions"),
        ([[0.5, 0.5]], {"shares": [1]}, "shares must be 2 proportions"),
        ([[0.5, 0.5]], {"shares": [1.5, -0.5]}, "shares must be 2 proportions"),
        ([[0.5, 0.5]], {"shares": [np.nan, 1]}, "shares must be 2 proportions"),
        ([[0.5, 0.5]], {"shares": "half"}, "shares must be 2 proportions"),
        ([[0.5, 0.5]], {"labels": ["a"]}, "label"),
    ],
)
def test_refused(p, given, words):
    with pytest.raises(ValueError, match=words):
        predict_for_kappa(p, **given)
