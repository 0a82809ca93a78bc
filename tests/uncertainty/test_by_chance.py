"""Values by chance: against all tables and all orders."""

import functools
import math

import numpy as np
import pytest
import scipy.stats as st
from small import unrolled
from sure import CLOSED, CM, random_counts

import ordref
from ordref import _resampling, definitions
from ordref._resampling import (
    MOST,
    every_table,
    kendall_variance,
)
from ordref.catalogue import MEASURES


@pytest.fixture
def drawn(monkeypatch):
    """Of more than so many observations orders are drawn: the tables are not looked for."""
    monkeypatch.setattr(_resampling, "MOST", 50)


@pytest.mark.parametrize(
    "name",
    ["ccr", "mae", "mse", "amae", "mmae", "minimum_sensitivity", "weighted_kappa",
     "weighted_kappa_quadratic", "goodman_kruskal_gamma", "somers_d", "somers_d_true",
     "kendall_tau_b", "spearman", "pearson", "r_int", "uoc"],
)  # fmt: skip
def test_chance_is_that_of_all_orders(name):
    measure = MEASURES[name]
    options = dict(measure.options) | ({"K": 3} if name == "uoc" else {})

    @functools.cache
    def of_sorted(pairs):
        return getattr(definitions, measure.definition)(list(pairs), **options)

    def of(pairs):
        return of_sorted(tuple(sorted(pairs)))

    for cm in ([[2, 1, 0], [0, 1, 1], [0, 0, 1]], [[1, 0, 1], [1, 1, 0], [0, 1, 1]]):
        pairs = definitions.observations(cm)
        mean, variance, share = definitions.orders(of, pairs, measure.better)
        found = ordref.chance(name, cm)
        assert found.mean == pytest.approx(float(mean), abs=1e-12)
        assert found.standard_deviation == pytest.approx(math.sqrt(variance), abs=1e-12)
        assert found.pvalue == pytest.approx(float(share))


def test_formulas_agree_with_all_tables():
    for cm in [
        *random_counts(3, 3) // 2 + np.eye(3),
        [[3, 0, 0], [0, 0, 0], [1, 2, 1]],
    ]:
        tables, probability = every_table(np.array(cm, dtype=float))
        for name in CLOSED:
            found = ordref.chance(name, cm)
            if found.method == "formula" and not math.isnan(found.mean):
                values = MEASURES[name](tables)
                mean = probability @ values
                assert found.mean == pytest.approx(mean, abs=1e-12)
                deviation = math.sqrt(probability @ (values - mean) ** 2)
                assert found.standard_deviation == pytest.approx(deviation, abs=1e-12)


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
        exact = ordref.chance(name, n)
        found = ordref.chance(lambda stack, name=name: MEASURES[name](stack), n, rng=0)
        assert (exact.method, found.method) == ("formula", "sample")
        error = exact.standard_deviation / math.sqrt(9999)
        assert found.mean == pytest.approx(exact.mean, abs=4 * error)
        assert found.standard_deviation == pytest.approx(
            exact.standard_deviation, rel=0.04
        )


def test_drawn_orders_keep_the_margins(drawn):
    seen = []

    def of(stack):
        seen.append(np.asarray(stack))
        return ordref.mae(stack)

    ordref.chance(of, CM, n_resamples=300, rng=0)
    assert seen[-1].shape == (300, 3, 3)
    assert (seen[-1].sum(axis=-1) == CM.sum(axis=1)).all()
    assert (seen[-1].sum(axis=-2) == CM.sum(axis=0)).all()
    assert seen[-1].min() >= 0
    assert len(np.unique(seen[-1], axis=0)) > 20


def test_tables_without_a_value_count_as_good():
    n = [[1, 0, 0], [0, 1, 0], [1, 0, 0]]  # gamma is undefined where all pairs are tied
    found = ordref.chance("goodman_kruskal_gamma", n)
    assert found.method == "all tables"
    assert 0 < found.pvalue <= 1
    one = ordref.chance("r_int", [[1]])
    assert np.isnan(one).all()


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


def test_chance_of_one_or_two_observations_and_of_one_class():
    for name, cm, expected in (
        ("ccr", [[0, 1], [0, 0]], (0, 0, 1)),
        ("ccr", [[1, 0], [0, 1]], (0.5, 0.5, 0.5)),
        ("kendall_tau_b", [[1, 0], [0, 1]], (0, 1, 0.5)),
        ("stuart_tau_c", [[0, 1], [0, 0]], (0, 0, 1)),
        ("stuart_tau_c", [[4]], (0, 0, 1)),
        ("gwet_ac2", [[4]], (1, 0, 1)),
    ):
        found = tuple(ordref.chance(name, cm))
        assert found == pytest.approx(expected, abs=1e-15), (name, cm)


def test_drawn_orders_have_the_observed_one_among_them(drawn):
    for B in (1, 99, np.int64(3)):
        found = ordref.chance(
            lambda n: ordref.ccr(n), np.eye(3) * 30, n_resamples=B, rng=0
        )
        assert found.pvalue == 1 / (B + 1)
        assert (found.method, found.undefined) == ("sample", 0)


def test_orders_without_a_value_are_counted():
    """By hand: of six orders one has no hit of the first class, four one, and one two."""

    def of(n):
        return np.where(n[:, 0, 0] == 2, np.nan, n[:, 0, 0])

    found = ordref.chance(of, [[1, 1], [1, 1]])
    assert tuple(found) == pytest.approx((0.8, 0.4, 5 / 6))
    assert (found.method, found.undefined) == ("all tables", 1)


def test_without_a_value_of_any_order_there_is_no_mean(drawn):
    def of(n):
        return np.where(n[:, 0, 0] == 30, 1, np.nan)

    found = ordref.chance(of, np.eye(3) * 30, n_resamples=99, rng=0)
    assert np.isnan(found[:2]).all()
    assert (found.pvalue, found.undefined) == (1, 99)
    none = ordref.chance("pearson", [[3, 0], [2, 0]])
    assert np.isnan(none).all()
    assert (none.method, none.undefined) == ("formula", 0)


def test_orders_of_thousands():
    """Gamma grows with the hits, whose distribution is hypergeometric."""
    found = ordref.chance("goodman_kruskal_gamma", [[520, 480], [480, 520]])
    assert found.method == "all tables"
    assert found.pvalue == pytest.approx(st.hypergeom.sf(519, 2000, 1000, 1000))


def test_orders_that_differ_by_rounding_are_as_good():
    """Of the four orders of two pairs 1, 4 and 1 of 6 have 0, 1 and 2 hits."""
    for least, factor, pvalue in ((0, 5e-13, 1), (0, 1.5e-12, 5 / 6), (1e6, 1e-8, 1)):
        for sign in (1, -1):
            found = ordref.chance(
                lambda n, a=least * sign, b=factor: a + b * n[:, 0, 0], [[1, 1], [1, 1]]
            )
            assert found.pvalue == pytest.approx(pvalue)


def test_tables_are_gone_through_if_they_are_few(monkeypatch):
    assert every_table(np.array([[MOST]]) * 1.0) is not None
    assert every_table(np.array([[MOST + 1.0]])) is None
    one = np.zeros((21, 21))
    one[0, 0] = 1
    assert every_table(one) is None
    assert len(every_table(one[:20, :20])[0]) == 1
    monkeypatch.setattr(_resampling, "MOST", 6)
    assert len(every_table(np.eye(3))[0]) == 6
    monkeypatch.setattr(_resampling, "MOST", 5)
    assert every_table(np.eye(3)) is None
