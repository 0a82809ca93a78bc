"""Pi, alpha and AC2: definitions with weights of one's own, peers, and arguments."""

import itertools
import json

import krippendorff
import numpy as np
import pytest
import sympy as sp
from bad import refuses
from files import ROOT
from scipy.optimize import minimize
from small import distances, random_matrices, unrolled
from statsmodels.stats import inter_rater

from ordref import (
    brennan_prediger,
    gwet_ac2,
    krippendorff_alpha,
    weighted_kappa,
    weighted_pi,
)

NAMES = ("unweighted", "linear", "quadratic")
STORED = json.loads(
    (ROOT / "tests/shared/peers/irrcac.json").read_text(encoding="utf-8")
)


def test_values_of_irrcac():
    for name, weights in itertools.product(STORED["tables"], NAMES):
        table = STORED["tables"][name]
        cm, theirs = table["cm"], table["values"][weights]
        ours = {
            "cohen": weighted_kappa(cm, weights=weights),
            "scott": weighted_pi(cm, weights=weights),
            "gwet": gwet_ac2(cm, weights=weights),
            "bp": brennan_prediger(cm, weights=weights),
        }
        metric = {"unweighted": "nominal", "quadratic": "interval"}.get(weights)
        if metric:
            ours["krippendorff"] = krippendorff_alpha(cm, metric=metric)
        for coefficient, value in ours.items():
            case = (name, weights, coefficient)
            assert value == pytest.approx(theirs[coefficient], abs=1e-12), case


def test_ac2_of_one_class_and_without_weights_is_one():
    assert gwet_ac2([[4]]) == 1
    assert gwet_ac2([[0, 3], [0, 2]], weights=np.zeros((2, 2))) == 1
    assert gwet_ac2([[0, 0], [0, 2]]) == 1


def test_bad_options_are_refused():
    eye = [[1, 0], [0, 1]]
    for metric in ("ratio", "Ordinal", None, 1, ["ordinal"]):
        with refuses("metric must be one of 'ordinal', 'interval', 'nominal'", metric):
            krippendorff_alpha(eye, metric=metric)
    symbol = sp.Symbol("w", positive=True)
    with refuses("weights hold symbols"):
        gwet_ac2(np.eye(2, dtype=int), weights=[[0, symbol], [1, 0]])
    with refuses(r"0\.5 .* not a whole number: alpha needs to know"):
        krippendorff_alpha([[0.5, 0], [0, 0.5]])


def test_counts_beyond_all_bounds_do_not_overflow():
    base = np.array([[4, 1, 0], [2, 6, 1], [0, 1, 1]])
    for measure in (weighted_pi, gwet_ac2):
        assert measure(base * 1e90) == pytest.approx(measure(base), abs=1e-14)
    limit = krippendorff_alpha(base * 1e90)
    assert 0 < krippendorff_alpha(base) - limit < 1 / (2 * base.sum())


# ------------------------------------------------------------------- what its chapter says


def test_merging_two_rare_classes_may_change_ordinal_alpha_more_than_interval_alpha():
    table = np.array([[40, 6, 1, 0], [8, 40, 2, 1], [2, 0, 0, 2], [2, 0, 0, 2]])
    merged = np.array([[40, 6, 1], [8, 40, 3], [4, 0, 4]])
    assert merged.sum() == table.sum()
    ordinal, interval = (
        abs(
            np.subtract(
                *(krippendorff_alpha(n, metric=metric) for n in (merged, table))
            )
        )
        for metric in ("ordinal", "interval")
    )
    assert ordinal > 3 * interval
    margins = [n.sum(0) + n.sum(1) for n in (table, merged)]
    ranks = [2 * np.cumsum(m) - m for m in margins]
    moved = (ranks[1][[0, 1, 2, 2]] - ranks[0]) / 2
    other = margins[0][[3, 2]] / 2
    assert moved.tolist() == [0, 0, other[0], -other[1]]


# ------------------------------------------------------------------- the least linear AC2


def least_ac2(K):
    """The closed form, and how many classes at each end the worst readers use."""
    if K == 3:
        return 1 / 4 - 9 * 5**0.5 / 20, 2
    j = max(
        j
        for j in range(1, K // 2 + 1)
        if 3 * (K - 2) * j * (j - 1) < (2 * K - 1) * (3 * K + 2 - 4 * j)
    )
    b = 2 * K - 1 + 2 * j * (K - 2)
    under = (K - j) ** 2 + b * (j**2 - 1) / (3 * (2 * K - 1))
    return 1 - 3 * j / b * (K - j + under**0.5), j


@pytest.mark.parametrize("K", range(2, 9))
def test_least_linear_ac2_is_found_by_a_search_that_knows_nothing_of_it(K):
    """Weights of all cells, downhill by the slopes of O / E, from several beginnings."""
    w = distances(K)

    def value(roots):
        return gwet_ac2((roots**2).reshape(K, K))

    def slopes(roots):
        n = (roots**2).reshape(K, K)
        N, m = n.sum(), n.sum(axis=0) + n.sum(axis=1)
        q = m / (2 * N)
        expected = (K - 2) / 3 + (2 * K - 1) / 3 * (q**2).sum()
        observed = (w * n).sum() / N
        of_observed = (w - observed) / N
        of_q = (q[:, None] + q - 2 * (q**2).sum()) / N
        of_expected = (2 * K - 1) / 3 * of_q
        quotient = (of_observed - observed / expected * of_expected) / expected
        return -quotient.ravel() * 2 * roots

    rng = np.random.default_rng(K)
    found = [
        minimize(value, rng.random(K * K), jac=slopes, method="L-BFGS-B", tol=1e-14).fun
        for _ in range(6)
    ]
    least, _ = least_ac2(K)
    assert min(found) == pytest.approx(least, abs=1e-7)


RANDOM = [cm for K in (2, 3, 5) for cm in random_matrices(K)]


METRICS = ("nominal", "ordinal", "interval")


def test_alpha_is_that_of_krippendorff_and_pi_that_of_statsmodels():
    """Pi of two raters is the kappa of Fleiss."""
    for cm in RANDOM:
        ratings = np.array(unrolled(cm))
        if len(np.unique(ratings)) == 1:
            continue
        for metric in METRICS:
            theirs = krippendorff.alpha(
                reliability_data=ratings.tolist(),
                level_of_measurement=metric,
                value_domain=list(range(1, len(cm) + 1)),
            )
            found = krippendorff_alpha(cm, metric=metric)
            assert found == pytest.approx(theirs, abs=1e-12), (metric, cm.tolist())
        table, _ = inter_rater.aggregate_raters(ratings.T)
        theirs = inter_rater.fleiss_kappa(table)
        found = weighted_pi(cm, weights="unweighted")
        assert found == pytest.approx(theirs, abs=1e-12), cm.tolist()
