"""How sure scores of forecasts are: values by observation, intervals, differences."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.stats
import statsmodels.api as sm
from statsmodels.emplike.descriptive import DescStat

import ordref
from ordref import definitions

SCORES = {
    "rps": "ranked_probability_score",
    "brier": "brier_score",
    "log": "logarithmic_score",
}
LOSSES = ("zero-one", "absolute", "squared")
P = [[0.5, 0.5, 0], [0.25, 0.25, 0.5], [0, 0.25, 0.75], [0.25, 0.5, 0.25]]
Y = [1, 3, 2, 2]


def drawn(N=40, K=4, seed=0, sharper=1.0):
    """True classes, and the forecasts of one who knows their probabilities, or overdoes it."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(K), N)
    y = (rng.random((N, 1)) > p.cumsum(axis=1)).sum(axis=1).clip(0, K - 1) + 1
    p = p**sharper
    return y, p / p.sum(axis=1, keepdims=True), rng


def refused(message, function, *given, **options):
    with pytest.raises(ValueError, match=message):
        function(*given, **options)


# ------------------------------------------------------------------- by observation


def test_values_are_the_definitions_of_one_observation_and_their_mean_is_the_score():
    for seed in range(5):
        y, p, _ = drawn(seed=seed)
        for short, name in SCORES.items():
            values = ordref.score_values(short, y, p, labels=range(1, 5))
            for t, row, value in zip(y.tolist(), p, values, strict=True):
                exact = [Fraction(x) for x in row]
                exact[0] = 1 - sum(exact[1:])
                one = getattr(definitions, name)([(t, exact)])
                assert math.isclose(value, one, rel_tol=1e-12)
            mean = getattr(ordref, name)(y, p, labels=range(1, 5))
            assert math.isclose(values.mean(), mean, rel_tol=1e-14)


def test_values_of_a_loss_are_what_the_predicted_class_costs():
    y, p, rng = drawn()
    for loss in (*LOSSES, rng.integers(-3, 9, (4, 4)).tolist()):
        values = ordref.score_values(loss, y, p, labels=range(1, 5))
        exact = [[Fraction(x) for x in row] for row in p]
        for row in exact:
            row[0] = 1 - sum(row[1:])
        cost = {"zero-one": lambda a, b: a != b, "absolute": lambda a, b: abs(a - b),
                "squared": lambda a, b: (a - b) ** 2}  # fmt: skip
        by = (
            cost[loss]
            if isinstance(loss, str)
            else lambda a, b, c=loss: c[a - 1][b - 1]
        )
        wanted = [
            by(t, definitions.predict_class(row, loss))
            for t, row in zip(y.tolist(), exact, strict=True)
        ]
        assert values.tolist() == wanted
        if not isinstance(loss, str):
            arrays = np.array(loss), pd.DataFrame(loss)
            for a in arrays:
                again = ordref.score_values(a, y, p, labels=range(1, 5))
                assert again.tolist() == wanted


def test_pieces_and_fractions_and_zeros_have_their_values(monkeypatch):
    y, p, _ = drawn(N=50)
    whole = ordref.score_values("absolute", y, p), ordref.score_values("rps", y, p)
    monkeypatch.setattr("ordref.instruments.forecasts.probabilities._BLOCK", 30)
    pieces = ordref.score_values("absolute", y, p), ordref.score_values("rps", y, p)
    assert np.array_equal(whole, pieces)
    rows = [[Fraction(x) for x in row] for row in P]
    for score in (*SCORES, *LOSSES):
        found = ordref.score_values(score, Y, rows)
        assert found.dtype == float
        assert np.allclose(found, ordref.score_values(score, Y, P))
    assert ordref.score_values("log", [3], P[:1], labels=[1, 2, 3]).tolist() == [
        math.inf
    ]


# ------------------------------------------------------------------- standard errors


def test_standard_errors_are_those_of_scipy_and_statsmodels():
    y, p, rng = drawn(N=60)
    v = ordref.score_values("rps", y, p)
    found = ordref.score_interval("rps", y, p)
    assert found.value == ordref.ranked_probability_score(y, p)
    assert math.isclose(found.standard_error, scipy.stats.sem(v), rel_tol=1e-12)
    weight, groups = rng.integers(1, 9, 60) / 4, rng.integers(0, 15, 60)
    for w, g in ((weight, None), (None, groups), (weight, groups)):
        of = {"groups": np.arange(60) if g is None else g}
        fit = sm.WLS(v, np.ones(60), 1 if w is None else w).fit(
            cov_type="cluster", cov_kwds=of
        )
        found = ordref.score_interval("rps", y, p, weight=w, groups=g)
        assert math.isclose(found.value, fit.params[0], rel_tol=1e-12)
        assert math.isclose(found.standard_error, fit.bse[0], rel_tol=1e-12)


def test_what_does_not_count_could_not_have_come():
    """Neither its cost nor what its forecast would have cost."""
    y, p = [1, 2, 1, 2, 1, 2], [[0.5, 0.5]] * 5 + [[1.0, 0.0]]
    found = ordref.score_interval("log", y, p, weight=[1] * 5 + [0])
    assert [*found] == [*ordref.score_interval("log", y[:5], p[:5])]
    other = [[0.6, 0.4]] * 5 + [[0.0, 1.0]]
    found = ordref.score_difference("log", y, p, other, weight=[1] * 5 + [0])
    assert found == ordref.score_difference("log", y[:5], p[:5], other[:5])


def test_observations_without_weight_are_not_there():
    y, p, _ = drawn(N=30)
    weight = np.append(np.ones(20), np.zeros(10))
    found = ordref.score_interval("rps", y, p, weight=weight)
    only = ordref.score_interval("rps", y[:20], p[:20], labels=range(1, 5))
    assert [*found] == pytest.approx([*only], rel=1e-12)
    groups = np.repeat([1, 2, 3], 10)
    with pytest.warns(UserWarning, match="only 2 groups"):
        ordref.score_interval("rps", y, p, weight=weight, groups=groups)
    refused("a single group", ordref.score_interval, "rps", y, p,
            weight=np.append(np.ones(10), np.zeros(20)), groups=groups)  # fmt: skip


# ------------------------------------------------------------------- ends


def test_ends_are_as_likely_as_statsmodels_says():
    """Of two kinds of forecasts, whose least and greatest costs are all seen."""
    rng = np.random.default_rng(2)
    p = np.array([[0.8, 0.2], [0.4, 0.6]])[
        np.append([0, 0, 1, 1], rng.integers(0, 2, 40))
    ]
    y = np.append([1, 2, 1, 2], rng.integers(1, 3, 40))
    v, N = ordref.score_values("rps", y, p), len(y)
    for level in (0.8, 0.95):
        found = ordref.score_interval("rps", y, p, level=level)
        wanted = scipy.stats.t.ppf((1 + level) / 2, N - 1) ** 2
        for end in (found.low, found.high):
            lost, _ = DescStat(v).test_mean(end, result_object=False)
            assert lost * (N - 1) / N == pytest.approx(wanted, rel=1e-4)
        assert found.low < v.mean() < found.high
        assert found.method == "likelihood"


def test_ends_of_what_is_not_seen_are_those_of_a_program():
    """The greatest mean of all distributions, also with mass where nothing was seen."""
    y, p, _ = drawn(N=30, sharper=0.3)
    each = np.array([ordref.score_values("rps", [k] * 30, p, labels=range(1, 5))
                     for k in range(1, 5)])  # fmt: skip
    v = ordref.score_values("rps", y, p)
    found, t = ordref.score_interval("rps", y, p), scipy.stats.t.ppf(0.975, 29)
    for end, cell, sign in ((found.high, each.max(), 1), (found.low, each.min(), -1)):
        x = np.append(v, cell)

        def far(q):
            return (
                t**2
                + 2 * (29 / 30) * np.log(30 * np.exp(q[:-1]) / np.exp(q).sum()).sum()
            )

        best = scipy.optimize.minimize(
            lambda q, s=sign, x=x: -s * (np.exp(q) @ x) / np.exp(q).sum(),
            np.append(np.zeros(30), -3.0),
            constraints={"type": "ineq", "fun": far}, method="SLSQP",
            options={"maxiter": 500, "ftol": 1e-12},
        )  # fmt: skip
        assert end == pytest.approx(-sign * best.fun, abs=2e-4)
    assert each.max() > v.max()


def test_who_never_errs_has_the_ends_of_unseen_cells():
    """By hand: .025**(1/N) is the probability that what is not seen does not have."""
    found = ordref.score_interval("rps", [1, 2, 3] * 10, np.eye(3)[[0, 1, 2] * 10])
    assert found.method == "unseen cell"
    assert found[:3] == (0, 0, 0)
    assert found.high == pytest.approx(2 * (1 - 0.025 ** (1 / 30)), rel=1e-10)
    same = ordref.score_difference(
        "rps", [1, 2] * 5, [[0.5, 0.5]] * 10, [[0.5, 0.5]] * 10
    )
    assert tuple(same) == (0, 0, 0, 0, 1)
    # All ten the same: b is better by .21 unless the other class comes, where a is by .19
    one = ordref.score_difference("rps", [1] * 10, [[0.5, 0.5]] * 10, [[0.8, 0.2]] * 10,
                                  labels=[1, 2])  # fmt: skip
    share = 0.21 / (0.21 + 0.39)
    assert one.value == pytest.approx(0.21)
    assert one.pvalue == pytest.approx(2 * (1 - share) ** 10, rel=1e-10)
    alone = ordref.score_interval("rps", [1], [[0.5, 0.5]], labels=[1, 2])
    assert math.isnan(alone.standard_error)
    assert alone.low <= 0.25 <= alone.high


def test_p_is_below_what_the_interval_leaves_where_it_leaves_out_zero():
    for seed in range(30):
        y, a, rng = drawn(N=30, seed=seed, sharper=1.5)
        b = 0.8 * a + 0.05 if seed % 2 else rng.dirichlet(np.ones(4), 30)
        for score in ("rps", "log", "absolute"):
            found = ordref.score_difference(score, y, a, b, labels=range(1, 5))
            for level in (1 - 0.99 * found.pvalue, 1 - 1.01 * found.pvalue):
                if 0 < level < 1:
                    wide = ordref.score_difference(
                        score, y, a, b, labels=range(1, 5), level=level
                    )
                    inside = wide.low <= 0 <= wide.high
                    assert inside == (level > 1 - found.pvalue), (seed, score)
            turned = ordref.score_difference(score, y, b, a, labels=range(1, 5))
            assert turned.value == pytest.approx(-found.value)
            assert turned.pvalue == pytest.approx(found.pvalue, rel=1e-6)


def test_groups_that_are_copies_are_as_sure_as_one_of_each():
    y, p, _ = drawn(N=20)
    one = ordref.score_interval("rps", y, p)
    three = ordref.score_interval(
        "rps", [*y] * 3, np.tile(p, (3, 1)), groups=[*range(20)] * 3
    )
    assert [*three] == pytest.approx([*one], rel=1e-9)


def test_infinity_is_answered_with_infinity():
    p, order = [[0.5, 0.5, 0], [0.25, 0.5, 0.25]], {"labels": [1, 2, 3]}
    found = ordref.score_interval("log", [3, 2], p, **order)
    assert found[0] == found.low == found.high == math.inf
    assert math.isnan(found.standard_error)
    # Nothing infinite came, and it may.
    found = ordref.score_interval("log", [1, 2], p, **order)
    assert (math.isfinite(found.low), found.high) == (True, math.inf)
    full = [[0.25, 0.5, 0.25]] * 2
    found = ordref.score_difference("log", [3, 2], p, full, **order)
    assert (found.value, found.low, found.high) == (math.inf,) * 3
    assert math.isnan(found.pvalue)
    found = ordref.score_difference("log", [3, 2], p, p, **order)
    assert np.isnan([*found]).all()
    assert found.values == (math.inf, math.inf)
    # Both rule out what does not come.
    found = ordref.score_difference(
        "log", [1, 2], p, [[0.25, 0.75, 0], full[0]], **order
    )
    assert np.isfinite([*found]).all()


# ------------------------------------------------------------------- what holds


def covered(N, times, draw, score, level=0.95):
    """In how many of a hundred samples the interval holds what is true."""
    _, p, pi = draw(np.random.default_rng(1), 100_000)
    each = np.stack([ordref.score_values(score, np.full(len(p), k), p, labels=range(1, 5))
                     for k in range(1, 5)], axis=1)  # fmt: skip
    truth, rng, held = (pi * each).sum(axis=1).mean(), np.random.default_rng(2), 0
    for _ in range(times):
        y, p, _ = draw(rng, N)
        found = ordref.score_interval(score, y, p, labels=range(1, 5), level=level)
        held += found.low <= truth <= found.high
    return held / times


def nearly_sure(rng, N):
    """Right in 95 of a hundred, and says 98.5."""
    best = rng.integers(0, 4, N)
    pi, p = (np.eye(4)[best] * (1 - 4 * e) + e for e in (0.05 / 4, 0.005))
    y = (rng.random((N, 1)) > pi.cumsum(axis=1)).sum(axis=1).clip(0, 3) + 1
    return y, p, pi


def test_intervals_hold_for_one_who_is_seldom_and_badly_wrong():
    for score in ("rps", "log"):
        assert 0.93 <= covered(30, 400, nearly_sure, score) <= 1
    # The negative control: t does not hold two thirds of what it says.
    rng, held = np.random.default_rng(2), 0
    _, p, pi = nearly_sure(np.random.default_rng(1), 100_000)
    each = np.stack([ordref.score_values("rps", np.full(len(p), k), p, labels=range(1, 5))
                     for k in range(1, 5)], axis=1)  # fmt: skip
    truth = (pi * each).sum(axis=1).mean()
    for _ in range(400):
        y, p, _ = nearly_sure(rng, 30)
        v = ordref.score_values("rps", y, p, labels=range(1, 5))
        reach = 2.045 * scipy.stats.sem(v)
        held += abs(v.mean() - truth) <= reach
    assert held / 400 < 0.8


# ------------------------------------------------------------------- what is refused


def test_what_is_no_score_or_weight_or_group_is_refused():
    of, both = ordref.score_interval, ordref.score_difference
    refused(
        "score must be one of .*'rps', 'brier', 'log'.* or a loss: loss must be .zero-one",
        of,
        "crps",
        Y,
        P,
    )
    refused("score must be .* or a loss", of, [[1, 2], [3, 4]], Y, P)
    refused("score must be .* or a loss", of, None, Y, P)
    refused("those of one forecaster", of, "rps", Y, [P, P])
    refused("in row 1 sum to", of, "rps", Y, [P[0], [0.5, 0.4, 0], *P[2:]])
    refused("weight must have the shape", of, "rps", Y, P, weight=[1, 2])
    refused("weight has -1", of, "rps", Y, P, weight=[1, 1, -1, 1])
    refused("weight has nan", of, "rps", Y, P, weight=[1, 1, math.nan, 1])
    refused("weights are all 0", of, "rps", Y, P, weight=[0] * 4)
    assert [*of("rps", Y, P, weight=[1e308] * 4)] == [*of("rps", Y, P)]
    refused("one group for each of the 4", of, "rps", Y, P, groups=[1, 2])
    refused("groups has a single group", of, "rps", Y, P, groups=["a"] * 4)
    gap = [1, None, 2, 2]
    refused(r"groups\[1\] is missing", of, "rps", Y, P, groups=gap)
    refused("level must be between", of, "rps", Y, P, level=95)
    refused("4 values and probabilities have 3 rows", both, "rps", Y, P, P[:3])
    with pytest.warns(UserWarning, match="only 4 groups: with fewer than 10"):
        of("rps", Y, P, groups=[*"abcd"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        of("rps", Y, P)
