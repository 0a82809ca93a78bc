"""Wrong standard errors: each listed one is the one by hand, and named where that is planted."""

from functools import partial

import numpy as np
import pytest
import statsmodels.stats.inter_rater
from kit import (
    OF_THE_PAIRS,
    apart,
    assert_same,
    first_with,
    in_the_kit,
    measured,
    named,
    tables,
)

import ordref
from ordref import confusion_matrix, verify
from ordref.catalogue import MEASURES
from ordref.instruments.verify.mistakes_of_error import mistakes_in_error
from ordref.verify import check

ERROR = "standard_error"


# ------------------------------------------------------------------- wrong errors by hand


def error_by_hand(
    name, change=lambda *observations: observations, then=lambda s, N: s, **options
):
    def value(t, p, K):
        true, pred, classes = change(t, p, K)
        n = confusion_matrix(true, pred, labels=range(classes))
        return then(ordref.standard_error(name, n, **options), len(t))

    return value


def left_out(name):
    def value(t, p, K):
        N = len(t)
        without = ((np.delete(t, k), np.delete(p, k), K) for k in range(N))
        every = [float(measured(name)(*rest)) if N > 1 else np.nan for rest in without]
        return np.sqrt((N - 1) * np.var(every))

    return value


OF_THE_ERROR = {
    "N - 1, not by N": lambda s, N: s * (1 + 1 / (N - 1)) ** 0.5,
    "the variance itself": lambda s, N: s * s,
    "error of one observation": lambda s, N: s * N**0.5,
    "divided by N, not": lambda s, N: s / N**0.5,
    "1.96 standard errors: half": lambda s, N: 1.96 * s,
    "width of an interval": lambda s, N: 1.96 * s + 1.96 * s,
    "percentage": lambda s, N: 100 * s,
}


@pytest.mark.parametrize("name", ["mae", "somers_d"])
def test_a_cause_of_a_wrong_error_is_the_mistake_that_its_words_say(name):
    """It has the values of the one by hand, and is named where that one is planted."""
    hands = {
        **{k: error_by_hand(name, then=then) for k, then in OF_THE_ERROR.items()},
        "rows are taken as fixed": error_by_hand(name, sampling="rows"),
        "jackknife": left_out(name),
        "exchanged": error_by_hand(name, OF_THE_PAIRS["exchanged"]),
        "taken from the data": error_by_hand(
            name, OF_THE_PAIRS["the classes are taken from the data"]
        ),
        "this is the measure": measured(name),
        "standard error of pearson": error_by_hand("pearson"),
    }
    causes, unnamed = mistakes_in_error(MEASURES[name]), []
    for part, hand in hands.items():
        cause = first_with(part, causes)
        assert_same(cause, hand, tables()[::7])
        report = check(in_the_kit(hand), name, of=ERROR)
        unnamed += [part] * (cause.text not in named(report))
    # Right where the measure is symmetric or looks at no gap; of a mean, that of N - 1.
    assert unnamed == UNNAMED[name]


UNNAMED = {"mae": ["jackknife", "exchanged"], "somers_d": ["taken from the data"]}


def test_causes_of_a_wrong_error_are_in_order_of_likelihood():
    for name, own in (("ccr", 8), ("r_int", 9)):
        causes = mistakes_in_error(MEASURES[name])
        ranks = [cause.likelihood_rank for cause in causes]
        others = [n for n, m in MEASURES.items() if n != name and not m.searches]
        assert ranks == [0] * own + [1] * 4 + [2] * len(others)
        words = [f"this is the standard error of {other}" for other in others]
        assert [cause.text for cause in causes if cause.likelihood_rank == 2] == words


def simple_error(power):
    """Of kappa, with what is expected taken for a number that is known."""
    return lambda t, p, K: (
        np.sqrt(np.var(apart(power, t, p)) / len(t))
        / np.mean(apart(power, t[:, None], p))
    )


def error_of_chance(power):
    """Of kappa where the sides are independent: Fleiss, Cohen and Everitt 1969."""

    def value(t, p, K):
        cost = apart(power, t[:, None], p)
        rows, columns = cost.mean(axis=1, keepdims=True), cost.mean(axis=0)
        squares = (cost - rows - columns + cost.mean()) ** 2
        return np.sqrt(squares.mean() / len(t)) / cost.mean()

    return value


def of_normal_pairs(name, power):
    def value(t, p, K):
        unexplained = 1 - float(measured(name)(t, p, K)) ** 2
        return (max(unexplained, 0) ** power / (len(t) - 2)) ** 0.5

    return value


def with_slopes_as_they_are(t, p, K):
    """Of r_int, the slopes from differences: the counts are not taken for whole numbers."""

    def value(n):
        R, C, N = n.sum(axis=1), n.sum(axis=0), n.sum()
        ahead = [n[r:, c:].sum() for r, c in np.ndindex(n.shape)]
        sets = [x @ np.cumsum(x[::-1])[::-1] - N for x in (R, C)]
        return 2 * (n.ravel() @ ahead - N) / np.sqrt(sets[0] * sets[1])

    n = np.zeros((K, K))
    np.add.at(n, (t, p), 1)
    steps = 1e-5 * np.eye(K * K).reshape(-1, K, K)
    slopes = [(value(n + e) - value(n - e)) / 2e-5 for e in steps]
    return np.sqrt(n.ravel() @ np.square(slopes)) if len(t) > 1 else np.nan


POWERS = {
    "weighted_kappa": 1,
    "weighted_kappa_quadratic": 2,
    "weighted_kappa_unweighted": 0,
}
OWN_BY_HAND = [
    *((name, "taken as fixed", simple_error(power)) for name, power in POWERS.items()),
    *((name, "under independence", error_of_chance(power)) for name, power in POWERS.items()),
    *((name, part, of_normal_pairs(name, power))
      for part, power in (("the root of (1 - r^2)", 1), ("(1 - r^2) / the root", 2))
      for name in ("pearson", "spearman")),
    ("kendall_tau_b", "without ties", lambda t, p, K: (
        2 * (2 * len(t) + 5) / (9 * len(t) * (len(t) - 1))) ** 0.5),
    ("r_int", "mean of the slopes", with_slopes_as_they_are),
]  # fmt: skip


@pytest.mark.parametrize(("name", "part", "hand"), OWN_BY_HAND)
def test_an_own_cause_of_a_wrong_error_is_the_mistake_that_its_words_say(
    name, part, hand
):
    cause = first_with(part, mistakes_in_error(MEASURES[name]))
    assert_same(cause, hand, tables()[::3], far=1e-7)
    # A slope from differences is not within 1e-9: there the cause itself is planted.
    function = cause if hand is with_slopes_as_they_are else in_the_kit(hand)
    report = check(function, name, of=ERROR)
    assert cause.text in named(report), str(report)


def test_every_own_cause_of_a_wrong_error_is_done_by_hand():
    common = {c.text for c in mistakes_in_error(MEASURES["ccr"])}
    every = [c for name in ERRORS for c in mistakes_in_error(MEASURES[name])]
    own = [c for c in every if c.likelihood_rank == 0 and c.text not in common]
    assert len(own) == len(OWN_BY_HAND)


# ------------------------------------------------------------------- standard errors

ERRORS = [name for name in MEASURES if "standard_error" in verify.vectors(name)]


def test_errors_are_those_of_the_measures_that_no_search_finds():
    left = set(MEASURES) - set(ERRORS)
    searched = {name for name, m in MEASURES.items() if m.searches}
    assert left == searched | {"oci", "oci_prime", "uoc", "sup_correlation"}


@pytest.mark.parametrize("name", ERRORS)
def test_the_standard_error_of_the_package_passes(name):
    report = check(partial(ordref.standard_error, name), name, of=ERROR)
    assert report.passed, str(report)
    assert report.small == 256
    assert len(report.results) == len(verify.vectors(name)[ERROR])
    assert str(report).startswith(f"standard error of {name}: PASS")
    assert "scaling" not in report.held


# Neither side is of the kit: formulas as people write them.


def kappa_without_agreement(n):
    found = statsmodels.stats.inter_rater.cohens_kappa(n)
    return found.std_kappa0


def test_a_formula_for_something_else_gets_its_name():
    report = check(kappa_without_agreement, "weighted_kappa_unweighted", of=ERROR)
    assert "under independence" in str(report.causes)


def pearson_in_floats(n):
    """As it is written by hand: slopes at fixed scores, no care for rounding."""
    N = n.sum()
    sides = [x - (n * x).sum() / N for x in np.indices(n.shape)]
    x, y = (side / np.sqrt((n * side**2).sum() / N) for side in sides)
    slope = x * y - (n * x * y).sum() / N * (x**2 + y**2) / 2
    return np.sqrt((n * slope**2).sum()) / N


def of_statsmodels(weights):
    """Right but where it is zero: its variance is below 0 by a digit there."""

    def std(n):
        variance = statsmodels.stats.inter_rater.cohens_kappa(n, wt=weights).var_kappa
        return np.sqrt(max(variance, 0)) if np.isfinite(variance) else np.nan

    return std


RIGHT = {
    "pearson": pearson_in_floats,
    "weighted_kappa_unweighted": of_statsmodels(None),
    "weighted_kappa": of_statsmodels("linear"),
    "weighted_kappa_quadratic": of_statsmodels("quadratic"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_formula_passes_that_knows_nothing_of_shares(name):
    report = check(RIGHT[name], name, of=ERROR)
    assert report.passed, str(report)


def test_the_root_of_a_rounded_variance_is_zero_but_no_more():
    def slightly(by):
        return lambda n: float(np.hypot(ordref.standard_error("mae", n), by))

    assert check(slightly(1e-8), "mae", of=ERROR).passed
    assert not check(slightly(1e-7), "mae", of=ERROR).passed


def test_a_number_at_a_kink_is_noticed():
    def without_kink(n):
        size = n.sum(axis=1)
        mean = np.where(size > 0, ordref.mae_per_class(n), -1)
        k = int(np.argmax(mean))
        away = abs(np.arange(len(n)) - k)
        return np.sqrt((n[k] @ away**2 / size[k] - mean[k] ** 2) / size[k])

    report = check(without_kink, "mmae", of=ERROR)
    assert not report.passed
    assert [r.expect for r in report.smallest] == ["nan"]
    assert "or has a kink" in report.causes[0]


def test_errors_that_are_not_there_are_refused():
    there = "no vectors of the standard error of uoc.*; there are of ccr"
    for name, of, message in [
        ("uoc", ERROR, there),
        ("mae", "variance", "one of 'value', 'standard_error', not 'variance'"),
        ("kappa", ERROR, "no measure is called 'kappa'"),
    ]:
        with pytest.raises(ValueError, match=message):
            check(ordref.mae, name, of=of)
