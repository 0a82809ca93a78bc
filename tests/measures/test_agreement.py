"""Pi, alpha and AC2: definitions with weights of one's own, peers, and arguments."""

import json
from fractions import Fraction
from pathlib import Path

import krippendorff
import numpy as np
import pytest
import sympy as sp
from small import all_matrices, assert_near, fractions, near, random_matrices, unrolled
from statsmodels.stats import inter_rater

from ordref import (
    definitions,
    gwet_ac2,
    krippendorff_alpha,
    weighted_kappa,
    weighted_pi,
)

NAMES = ("unweighted", "linear", "quadratic")
METRICS = ("nominal", "ordinal", "interval")
ODD = [[0, 2, 5], [1, 0, 3], [7, 1, 0]]
SMALL = {K: all_matrices(K, 5 if K < 3 else 4) for K in (1, 2, 3)}
STORED = json.loads(
    (Path(__file__).parents[1] / "peers" / "irrcac.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("weights", [*NAMES, ODD, np.zeros((3, 3), int)])
def test_pi_and_ac2_are_their_definitions(weights):
    for cm in SMALL[3]:
        pairs, exact = definitions.observations(cm.tolist()), fractions(cm)
        given = weights if isinstance(weights, str) else np.asarray(weights).tolist()
        for ours, theirs in [
            (weighted_pi, definitions.weighted_pi(pairs, given)),
            (gwet_ac2, definitions.gwet_ac2(pairs, 3, given)),
        ]:
            assert near(ours(cm, weights=weights), theirs)
            value = ours(exact, weights=weights)
            assert value == theirs or (value != value and theirs != theirs)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("K", [1, 2, 3])
def test_alpha_is_its_definition(K, metric):
    for cm, value in zip(
        SMALL[K], krippendorff_alpha(SMALL[K], metric=metric), strict=True
    ):
        pairs = definitions.observations(cm.tolist())
        assert near(value, definitions.krippendorff_alpha(pairs, metric))


def test_one_taken_for_another_is_noticed():
    """The negative control: kappa for pi, pi for alpha, one metric for another, pi for AC2."""
    for wrong, right in [
        (weighted_kappa, definitions.weighted_pi),
        (weighted_pi, definitions.krippendorff_alpha),
        (
            lambda n: krippendorff_alpha(n, metric="interval"),
            definitions.krippendorff_alpha,
        ),
        (weighted_pi, lambda pairs: definitions.gwet_ac2(pairs, 3)),
    ]:
        with pytest.raises(AssertionError):
            assert_near(wrong, right, SMALL[3])


def test_alpha_is_pi_and_a_term_for_small_samples():
    for cm in random_matrices(4):
        N = int(cm.sum())
        for weights, metric in (("unweighted", "nominal"), ("quadratic", "interval")):
            pi = weighted_pi(fractions(cm), weights=weights)
            alpha = krippendorff_alpha(fractions(cm), metric=metric)
            assert alpha == pi + (1 - pi) / (2 * N)


def test_pi_is_at_most_kappa():
    for K in (2, 3, 5):
        for cm in map(fractions, random_matrices(K)):
            for weights in NAMES:
                pi, kappa = (
                    f(cm, weights=weights) for f in (weighted_pi, weighted_kappa)
                )
                assert pi <= kappa or pi != pi
                both = cm + cm.T
                pi, kappa = (
                    f(both, weights=weights) for f in (weighted_pi, weighted_kappa)
                )
                assert pi == kappa or pi != pi


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("K", [2, 3, 5])
def test_alpha_is_that_of_krippendorff(K, metric):
    for cm in random_matrices(K):
        ratings = [side.tolist() for side in unrolled(cm)]
        if len({*ratings[0], *ratings[1]}) > 1:
            theirs = krippendorff.alpha(
                reliability_data=ratings,
                level_of_measurement=metric,
                value_domain=list(range(1, K + 1)),
            )
            assert krippendorff_alpha(cm, metric=metric) == pytest.approx(
                theirs, abs=1e-12
            )


@pytest.mark.parametrize("K", [2, 3, 5])
def test_pi_of_two_raters_is_fleiss_kappa_of_statsmodels(K):
    for cm in random_matrices(K):
        ratings = np.transpose([*unrolled(cm)])
        if len(np.unique(ratings)) > 1:
            table, _ = inter_rater.aggregate_raters(ratings)
            theirs = inter_rater.fleiss_kappa(table)
            assert weighted_pi(cm, weights="unweighted") == pytest.approx(
                theirs, abs=1e-12
            )


@pytest.mark.parametrize("name", STORED["tables"])
@pytest.mark.parametrize("weights", NAMES)
def test_values_of_irrcac(name, weights):
    table = STORED["tables"][name]
    cm, theirs = table["cm"], table["values"][weights]
    ours = {
        "cohen": weighted_kappa(cm, weights=weights),
        "scott": weighted_pi(cm, weights=weights),
        "gwet": gwet_ac2(cm, weights=weights),
    }
    metric = {"unweighted": "nominal", "quadratic": "interval"}.get(weights)
    if metric:
        ours["krippendorff"] = krippendorff_alpha(cm, metric=metric)
    for coefficient, value in ours.items():
        assert value == pytest.approx(theirs[coefficient], abs=1e-12), coefficient


def test_the_ordinal_weights_of_irrcac_are_not_the_ordinal_metric():
    table = STORED["tables"]["twelve patients"]
    theirs = table["values"]["ordinal"]["krippendorff"]
    assert abs(krippendorff_alpha(table["cm"]) - theirs) > 1e-3


def test_ac2_of_one_class_and_without_weights_is_one():
    assert gwet_ac2([[4]]) == 1
    assert gwet_ac2([[0, 3], [0, 2]], weights=np.zeros((2, 2))) == 1
    assert gwet_ac2([[0, 0], [0, 2]]) == 1


@pytest.mark.parametrize("metric", ["ratio", "Ordinal", None, 1, ["ordinal"]])
def test_other_metrics_are_refused(metric):
    with pytest.raises(
        ValueError, match='metric must be "ordinal", "interval" or "nominal"'
    ):
        krippendorff_alpha([[1, 0], [0, 1]], metric=metric)


@pytest.mark.parametrize("measure", [weighted_pi, gwet_ac2])
def test_wrong_weights_are_refused_as_by_kappa(measure):
    with pytest.raises(ValueError, match="weights must be"):
        measure([[1, 0], [0, 1]], weights="cubic")
    with pytest.raises(
        ValueError, match=r"weights have a negative entry, -1.0, at \(0, 1\)"
    ):
        measure([[1, 0], [0, 1]], weights=[[0, -1], [1, 0]])


def test_alpha_takes_counts():
    with pytest.raises(
        ValueError, match=r"0\.5 .* no whole number: alpha needs to know"
    ):
        krippendorff_alpha([[0.5, 0], [0, 0.5]])


def test_counts_beyond_all_bounds_do_not_overflow():
    base = np.array([[4, 1, 0], [2, 6, 1], [0, 1, 1]])
    for factor in (1e15, 1e90):
        for measure in (weighted_pi, gwet_ac2):
            assert measure(base * factor) == pytest.approx(measure(base), abs=1e-14)
        limit = krippendorff_alpha(base * factor)
        assert 0 < krippendorff_alpha(base) - limit < 1 / (2 * base.sum())


def test_symbols():
    n = np.array(sp.symbols("a b c d", positive=True)).reshape(2, 2)
    a, b, c, d = n.ravel()
    pi = 1 - 2 * (a + b + c + d) * (b + c) / ((2 * a + b + c) * (b + c + 2 * d))
    assert sp.simplify(weighted_pi(n) - pi) == 0
    alpha = krippendorff_alpha(n, metric="nominal")
    N = n.sum()
    assert sp.simplify(alpha - (pi + (1 - pi) / (2 * N))) == 0
    symbol = sp.Symbol("w", positive=True)
    with pytest.raises(ValueError, match="weights hold symbols"):
        gwet_ac2(np.eye(3, dtype=int), weights=[[0, symbol, 1], [1, 0, 1], [1, 1, 0]])


def test_the_pool_is_of_both_readers():
    cm = fractions(np.array([[0, 3], [0, 1]]))
    assert weighted_pi(cm) == 1 - Fraction(4 * 4 * 3, 2 * 3 * 5)
