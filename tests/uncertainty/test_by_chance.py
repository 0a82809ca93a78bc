"""Values by chance: against all tables and all orders."""

import functools
import math
import sys
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats as st
from small import unrolled
from sure import CLOSED, CM

import ordref
from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.definitions.exact import exact
from ordref.instruments.uncertainty import resampling
from ordref.instruments.uncertainty.resampling import (
    MOST,
    all_permuted_tables,
    kendall_variance,
)


@pytest.fixture
def drawn(monkeypatch):
    """Of more than so many observations orders are drawn: the tables are not looked for."""
    monkeypatch.setattr(resampling, "MOST", 50)


# The definition of SUP is not exact: orders that are as good differ by rounding.
@pytest.mark.parametrize("name", [n for n in CLOSED if n != "sup_correlation"])
def test_chance_is_that_of_all_orders(name):
    measure = MEASURES[name]

    @functools.cache
    def of_sorted(pairs):
        return exact(measure.definition, pairs, 3, **measure.options)

    def of(pairs):
        return of_sorted(tuple(sorted(pairs)))

    for cm in (
        [[2, 1, 0], [0, 1, 1], [0, 0, 1]],
        [[1, 0, 1], [1, 1, 0], [0, 1, 1]],
        [[2, 0, 0], [0, 0, 0], [1, 2, 1]],  # an absent class
    ):
        pairs = definitions.observations(cm)
        mean, variance, share = definitions.over_all_orders(of, pairs, measure.better)
        expected = (float(mean), math.sqrt(variance), float(share))
        found = ordref.chance(name, cm)
        assert found == pytest.approx(expected, abs=1e-12), cm


def test_kendalls_variance_is_scipys():
    rng = np.random.default_rng(0)
    n = rng.integers(0, 4, (5, 5)).astype(float)
    true, pred = unrolled(n.astype(int))
    theirs = st.kendalltau(true, pred, method="asymptotic")
    c, d = ordref.pair_counts(n)[:2]
    z = (c - d) / math.sqrt(kendall_variance(n))
    assert 2 * st.norm.sf(abs(z)) == pytest.approx(theirs.pvalue)


def test_drawn_orders_are_near_the_formulas(drawn):
    n = CM * 2
    for name in ("mae", "amae", "weighted_kappa", "spearman", "somers_d"):
        formula = ordref.chance(name, n)
        found = ordref.chance(lambda stack, name=name: MEASURES[name](stack), n, rng=0)
        assert (formula.method, found.method) == ("formula", "sample")
        mean, deviation, _ = formula
        assert found.mean == pytest.approx(mean, abs=4 * deviation / math.sqrt(9999))
        assert found.standard_deviation == pytest.approx(deviation, rel=0.04)


def test_drawn_orders_keep_the_margins(drawn):
    seen = []

    def of(stack):
        seen.append(np.asarray(stack))
        return ordref.mae(stack)

    cm = CM * [[1, 1, 0], [1, 1, 0], [1, 1, 1]]
    ordref.chance(of, cm, n_resamples=300, rng=0)
    assert seen[-1].shape == (300, 3, 3)
    assert (seen[-1].sum(axis=-1) == cm.sum(axis=1)).all()
    assert (seen[-1].sum(axis=-2) == cm.sum(axis=0)).all()
    assert seen[-1].min() >= 0
    assert len(np.unique(seen[-1], axis=0)) > 20


FORMULAS = [
    "ccr", "mer", "accuracy_within", "mae", "mse", "balanced_accuracy", "amae", "amse",
    "mcc", "weighted_kappa", "weighted_kappa_quadratic", "weighted_kappa_unweighted",
    "weighted_pi", "krippendorff_alpha", "gwet_ac2", "spearman", "pearson",
    "kendall_tau_b", "stuart_tau_c", "somers_d", "somers_d_true",
]  # fmt: skip


def test_what_has_a_formula_by_chance(drawn):
    for name in CLOSED:
        method = "formula" if name in FORMULAS else "sample"
        found = ordref.chance(name, CM, n_resamples=1, rng=0)
        assert found.method == method, name


NAN = math.nan
GAMMA = "goodman_kruskal_gamma"
# The orders of two pairs: of six one has no hit of the first class, four one, and one two.
PAIRS = [[1, 1], [1, 1]]
THOUSANDS = [[520, 480], [480, 520]]
RIGHT = np.eye(3) * 30_000  # too many for all tables; no order drawn is as good


def hits(but=None, only=None, least=0.0, factor=1.0):
    """Of the first class; in some tables undefined."""

    def of(n):
        x = n[:, 0, 0]
        lost = (x == but) if only is None else (x != only)
        return np.where(lost, np.nan, least + factor * x)

    return of


BY_HAND = [
    ("ccr", [[0, 1], [0, 0]], (0, 0, 1), "formula", 0),
    ("ccr", [[1, 0], [0, 1]], (0.5, 0.5, 0.5), "formula", 0),
    ("kendall_tau_b", [[1, 0], [0, 1]], (0, 1, 0.5), "formula", 0),
    ("stuart_tau_c", [[0, 1], [0, 0]], (0, 0, 1), "formula", 0),
    ("stuart_tau_c", [[4]], (0, 0, 1), "formula", 0),
    ("gwet_ac2", [[4]], (1, 0, 1), "formula", 0),
    ("pearson", [[3, 0], [2, 0]], (NAN, NAN, NAN), "formula", 0),
    ("r_int", [[1]], (NAN, NAN, NAN), "formula", 0),
    # It grows with the hits, whose distribution is hypergeometric.
    (GAMMA, THOUSANDS, st.hypergeom.sf(519, 2000, 1000, 1000), "all tables", 0),
    # What is undefined, counts as good and has no say in the mean.
    (hits(but=2), PAIRS, (0.8, 0.4, 5 / 6), "all tables", 1),
    (hits(only=30_000), RIGHT, (NAN, NAN, 1), "sample", 99),
    (hits(), RIGHT, 1 / 100, "sample", 0),
    # What differs by rounding alone is as good.
    *[
        (hits(least=sign * least, factor=factor), PAIRS, p, "all tables", 0)
        for least, factor, p in ((0, 5e-13, 1), (0, 1.5e-12, 5 / 6), (1e6, 1e-8, 1))
        for sign in (1, -1)
    ],
]


def test_chance_by_hand():
    for k, (measure, cm, expected, method, undefined) in enumerate(BY_HAND):
        found = ordref.chance(measure, cm, n_resamples=99, rng=0)
        asked = tuple(found) if isinstance(expected, tuple) else found.pvalue
        assert asked == pytest.approx(expected, rel=1e-9, abs=1e-15, nan_ok=True), k
        assert (found.method, found.undefined) == (method, undefined), k
    for B in (1, np.int64(3)):
        assert ordref.chance(hits(), RIGHT, n_resamples=B, rng=0).pvalue == 1 / (B + 1)


def test_a_mean_that_is_small_keeps_its_digits():
    rare = ordref.chance("mer", [[10**8, 1], [1, 0]], n_resamples=1, rng=0)
    exact = Fraction(2 * (10**8 + 1), (10**8 + 2) ** 2)
    assert rare.mean == pytest.approx(float(exact), rel=1e-14, abs=0)


def test_tables_are_gone_through_if_they_are_few(monkeypatch):
    assert all_permuted_tables(np.array([[MOST]]) * 1.0) is not None
    assert all_permuted_tables(np.array([[MOST + 1.0]])) is None
    one = np.zeros((21, 21))
    one[0, 0] = 1
    assert all_permuted_tables(one) is None
    assert len(all_permuted_tables(one[:20, :20])[0]) == 1
    monkeypatch.setattr(resampling, "MOST", 6)
    assert len(all_permuted_tables(np.eye(3))[0]) == 6
    monkeypatch.setattr(resampling, "MOST", 5)
    assert all_permuted_tables(np.eye(3)) is None


def test_many_tables_are_given_up_without_going_through_them():
    """In calls, which are the same on every machine, not in time."""
    calls = []
    sys.setprofile(lambda frame, event, argument: calls.append(event))
    try:
        found = all_permuted_tables(np.full((5, 5), 20.0))
    finally:
        sys.setprofile(None)
    assert found is None
    assert len(calls) < 2_000
