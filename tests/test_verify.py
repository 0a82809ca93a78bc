"""Checking foreign code: right code passes, and each known mistake gets its name."""

import itertools
import math
import operator
import statistics
import subprocess
import sys
import time
import warnings
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
import statsmodels.stats.inter_rater
from small import all_matrices, random_matrices, unrolled

import ordref
from ordref import confusion_matrix, definitions, verify
from ordref.catalogue import MEASURES
from ordref.verify import Report, Result, check, small_matrices
from ordref.verify import __main__ as main_module
from ordref.verify.__main__ import main
from ordref.verify.calling import Called, Child, Lost, _found, answer
from ordref.verify.cases import case_of, expressible, labels_of, less, stored
from ordref.verify.explain import _SPECIAL, _mutants, _precision, _shared, explained
from ordref.verify.mutants import _OWN, Mutant, mutants
from ordref.verify.mutants_of_error import mutants_of_error
from ordref.verify.report import Broken, judged, shown_matrix
from ordref.verify.slips import disagreement
from ordref.verify.trial import Trial, _plain

every_measure = pytest.mark.parametrize("name", MEASURES)


def names(report, verdict="fail"):
    return [r.name for r in report.results if r.verdict == verdict]


# ------------------------------------------------------------------- each mistake by hand
# From the words alone, over the single observations: true and predicted classes from 0.


def mean(values):
    listed = list(values)
    return Fraction(sum(listed), len(listed))


def of_classes(t, value):
    """The mean of a value of the observations, of each class that is there."""
    return {k: mean(v for s, v in zip(t, value, strict=True) if s == k) for k in {*t}}


def right_of(t, p):
    return of_classes(t, [a == b for a, b in zip(t, p, strict=True)])


def errors_of(t, p, power=1):
    return of_classes(t, [abs(a - b) ** power for a, b in zip(t, p, strict=True)])


def with_absent(found, K, value):
    return [found.get(k, value) for k in range(K)]


def if_all(found, K):
    if len(found) < K:
        raise ZeroDivisionError("a class is absent")
    return found.values()


def errors_in(t, p):
    return [b - a for a, b in zip(t, p, strict=True)]


def variance_of(values):
    middle = mean(values)
    return mean((v - middle) ** 2 for v in values)


def covariance_of(x, y):
    a, b = mean(x), mean(y)
    return mean((v - a) * (w - b) for v, w in zip(x, y, strict=True))


def correlation_of(x, y):
    size = float(variance_of(x)) ** 0.5 * float(variance_of(y)) ** 0.5
    return float(covariance_of(x, y)) / size


def five_kinds(t, p):
    """Pairs in order, against it, tied in the truth alone, in the prediction alone, in both."""
    found = [0] * 5
    for i, j in itertools.combinations(range(len(t)), 2):
        a, b = t[i] - t[j], p[i] - p[j]
        kind = (2 if b else 4) if a == 0 else 3 if b == 0 else 0 if a * b > 0 else 1
        found[kind] += 1
    return found


def surplus(t, p, below):
    c, d, *ties = five_kinds(t, p)
    return (c - d) / below(c, d, *ties)


def tau_a_of(t, p, K):
    return surplus(t, p, lambda *kinds: sum(kinds))


def tau_c_of(classes):
    def value(t, p, K):
        m = classes(t, p, K)
        return surplus(t, p, lambda *_: Fraction(len(t) ** 2 * (m - 1), 2 * m))

    return value


def ranks_of(v, kind):
    if kind == "ordinal":
        places = sorted(range(len(v)), key=lambda i: (v[i], i))
        return [places.index(i) + 1 for i in range(len(v))]
    first = [1 + sum(w < x for w in v) for x in v]
    last = [sum(w <= x for w in v) for x in v]
    half = [Fraction(a + b, 2) for a, b in zip(first, last, strict=True)]
    return {"min": first, "max": last, "average": half}[kind]


def short_formula(t, p, kind):
    x, y, N = ranks_of(t, kind), ranks_of(p, kind), len(t)
    apart = sum((a - b) ** 2 for a, b in zip(x, y, strict=True))
    return 1 - Fraction(6 * apart, N * (N**2 - 1))


def sets_of(t, p, related=operator.le, own=False):
    """The ordered pairs of the truth, of the prediction, and how many are in both."""
    every = itertools.product(range(len(t)), repeat=2)
    listed = [(i, j) for i, j in every if own or i != j]
    true = {(i, j) for i, j in listed if related(t[i], t[j])}
    pred = {(i, j) for i, j in listed if related(p[i], p[j])}
    return len(true), len(pred), len(true & pred)


def cosine(t, p, **options):
    S1, S2, both = sets_of(t, p, **options)
    return both / (S1 * S2) ** 0.5


def agreement(t, p, chance, apart):
    """One less what is observed over what is expected, for a cost of each pair of classes."""
    observed = mean(apart(a, b) for a, b in zip(t, p, strict=True))
    return 1 - Fraction(observed, mean(apart(a, b) for a, b in chance))


def kappas_by_hand(power):
    def apart(a, b):
        return abs(a - b) ** power if a != b else 0

    def agreeing(t, p, K):
        most = (K - 1) ** power
        both = itertools.product(t, p)
        return agreement(t, p, both, lambda a, b: 1 - Fraction(apart(a, b), most))

    return {
        "agreement weights": agreeing,
        "as in Scott's pi": lambda t, p, K: agreement(
            t, p, itertools.product(t + p, t + p), apart),
        "Krippendorff's alpha": lambda t, p, K: agreement(
            t, p, itertools.permutations(t + p, 2), apart),
        "uniform over the cells": lambda t, p, K: agreement(
            t, p, itertools.product(range(K), range(K)), apart),
    }  # fmt: skip


def cheapest(beta, paths=definitions.consistent_paths, border=None):
    """The least cost of a path; `border` says which entries begin it anew."""

    def value(t, p, K):
        errors = [abs(e) for e in errors_in(t, p)]
        N, M = len(t), sum(errors)
        cost = Counter()
        for true, pred, error in zip(t, p, errors, strict=True):
            cost[true + 1, pred + 1] += beta(N, K) * error - Fraction(1, N + M)

        def of(path):
            at = [k for k, entry in enumerate(path) if border and border(*entry)]
            return sum(cost[entry] for entry in path[max(at, default=0) :])

        return 1 + min(map(of, paths(K)))

    return value


def default(share):
    return lambda N, K: Fraction(share) / (N * max(K - 1, 1))


def straight(K):
    """Paths without a step aslant."""
    length = 2 * K - 1
    return [path for path in definitions.consistent_paths(K) if len(path) == length]


def along_the_diagonal(t, p, K):
    hits = sum(a == b for a, b in zip(t, p, strict=True))
    return 1 - Fraction(hits, len(t) + sum(map(abs, errors_in(t, p))))


def square_contingency(t, p):
    """Chi-square over N, of the classes that are there."""
    N, both = len(t), Counter(zip(t, p, strict=True))
    return sum(
        Fraction(both[a, b] * N - x * y, N) ** 2 / Fraction(x * y, N)
        for a, x in Counter(t).items()
        for b, y in Counter(p).items()
    ) / N  # fmt: skip


def spectral(t, p, K):
    """The root of the largest eigenvalue of what is beyond independence, times its transpose."""
    A = np.array(
        [
            [float(covariance_of([x == a for x in t], [y == b for y in p]))
             for b in range(K)]
            for a in range(K)
        ]
    )  # fmt: skip
    return np.linalg.eigvalsh(A @ A.T)[-1] ** 0.5


def equal_votes(t, p, K):
    return mean(right_of(t, p).values())


def fewest(t, p, K):
    return min(len({*t}), len({*p}))


def wrong_alone(t, p, K):
    wrong = [abs(e) for e in errors_in(t, p) if e]
    return mean(wrong) if wrong else 0


SOMERS = {
    "symmetric form": lambda t, p, K: surplus(
        t, p, lambda c, d, e_t, e_p, b: c + d + Fraction(e_t + e_p, 2)),
    "tau-a": tau_a_of,
}  # fmt: skip
BY_HAND = {
    "ccr": {
        "balanced accuracy": equal_votes,
        "off by one": lambda t, p, K: mean(abs(e) <= 1 for e in errors_in(t, p)),
    },
    "mer": {"equal votes": lambda t, p, K: 1 - equal_votes(t, p, K)},
    "minimum_sensitivity": {
        "an absent class counts as 0": lambda t, p, K: min(
            with_absent(right_of(t, p), K, 0)),
        "their sums: this is precision": lambda t, p, K: min(right_of(p, t).values()),
        "a class without predictions counts as 0": lambda t, p, K: min(
            with_absent(right_of(p, t), K, 0)),
        "it is the mean": equal_votes,
        "whole undefined": lambda t, p, K: min(if_all(right_of(t, p), K)),
        "the largest": lambda t, p, K: max(right_of(t, p).values()),
    },
    "mae": {
        "equal votes": lambda t, p, K: mean(errors_of(t, p).values()),
        "cancel": lambda t, p, K: abs(mean(errors_in(t, p))),
        "wrong predictions alone": wrong_alone,
        "median": lambda t, p, K: statistics.median(map(abs, errors_in(t, p))),
    },
    "mse": {
        "equal votes": lambda t, p, K: mean(errors_of(t, p, 2).values()),
        "variance of the errors": lambda t, p, K: variance_of(errors_in(t, p)),
    },
    "rmse": {
        "equal votes": lambda t, p, K: float(mean(errors_of(t, p, 2).values())) ** 0.5,
        "deviation of the errors": lambda t, p, K: float(
            variance_of(errors_in(t, p))) ** 0.5,
        "root is taken in each class": lambda t, p, K: statistics.mean(
            float(e) ** 0.5 for e in errors_of(t, p, 2).values()),
    },
    "amae": {
        "an absent class counts as 0": lambda t, p, K: mean(
            with_absent(errors_of(t, p), K, 0)),
        "whole undefined": lambda t, p, K: mean(if_all(errors_of(t, p), K)),
        "not the classes": lambda t, p, K: mean(map(abs, errors_in(t, p))),
        "over the predictions": lambda t, p, K: mean(errors_of(p, t).values()),
        "the sum over": lambda t, p, K: sum(errors_of(t, p).values()),
    },
    "mmae": {
        "whole undefined": lambda t, p, K: max(if_all(errors_of(t, p), K)),
        "of one observation": lambda t, p, K: max(map(abs, errors_in(t, p))),
        "smallest error of a class": lambda t, p, K: min(errors_of(t, p).values()),
        "over the predictions": lambda t, p, K: max(errors_of(p, t).values()),
    },
    "kendall_tau_b": {
        "tau-a": tau_a_of,
        "with all classes": tau_c_of(lambda t, p, K: K),
        "with the classes seen": tau_c_of(fewest),
        "tied on both sides": lambda t, p, K: surplus(
            t, p, lambda c, d, e_t, e_p, b: (
                (c + d + e_t + b) * (c + d + e_p + b)) ** 0.5),
    },
    "goodman_kruskal_gamma": {
        "tau-a": tau_a_of,
        "share of concordant": lambda t, p, K: Fraction(
            five_kinds(t, p)[0], sum(five_kinds(t, p)[:2])),
    },
    "somers_d": SOMERS,
    "somers_d_true": SOMERS,
    "spearman": {
        "only without ties": lambda t, p, K: short_formula(t, p, "average"),
        "ranks without ties": lambda t, p, K: short_formula(t, p, "ordinal"),
        "smallest": lambda t, p, K: correlation_of(ranks_of(t, "min"), ranks_of(p, "min")),
        "largest": lambda t, p, K: correlation_of(ranks_of(t, "max"), ranks_of(p, "max")),
    },
    "pearson": {
        "covariance": lambda t, p, K: covariance_of(t, p),
        "slope": lambda t, p, K: covariance_of(t, p) / variance_of(t),
        "slope ": lambda t, p, K: covariance_of(t, p) / variance_of(p),
    },
    "r_int": {
        "of 2008": lambda t, p, K: Fraction(2 * sets_of(t, p)[2], len(t) * (len(t) - 1)) - 1,
        "with themselves": lambda t, p, K: 2 * cosine(t, p, own=True) - 1,
        "left out": lambda t, p, K: 2 * cosine(t, p, related=operator.lt) - 1,
        "not stretched": lambda t, p, K: cosine(t, p),
        "mean of both": lambda t, p, K: Fraction(
            4 * sets_of(t, p)[2], sum(sets_of(t, p)[:2])) - 1,
        "union": lambda t, p, K: (lambda a, b, both: Fraction(
            2 * both, a + b - both))(*sets_of(t, p)) - 1,
    },
    "weighted_kappa": kappas_by_hand(1),
    "weighted_kappa_quadratic": kappas_by_hand(2),
    "weighted_kappa_unweighted": kappas_by_hand(0),
    "oci": {
        "0.75 / N:": cheapest(lambda N, K: Fraction(3, 4 * N)),
        "0.75:": cheapest(lambda N, K: Fraction(3, 4)),
        "0.75 / (K - 1)": cheapest(lambda N, K: Fraction(3, 4 * max(K - 1, 1))),
        "beta is 1 /": cheapest(default(1)),
        "beta is 0:": cheapest(lambda N, K: 0),
        "gamma is 2": lambda t, p, K: definitions.oci(
            [(a + 1, b + 1) for a, b in zip(t, p, strict=True)], K, gamma=2),
        "diagonal alone": along_the_diagonal,
        "0.75 / (N K)": cheapest(lambda N, K: Fraction(3, 4 * N * K)),
        "0.25": cheapest(default(Fraction(1, 4))),
        "beta is 0.5": cheapest(default(Fraction(1, 2))),
        "along the diagonal are missing": cheapest(default(Fraction(3, 4)), straight),
        "first row and column": cheapest(
            default(Fraction(3, 4)), border=lambda r, c: 1 in (r, c)),
        "first row is": cheapest(default(Fraction(3, 4)), border=lambda r, c: r == 1),
        "first column is": cheapest(default(Fraction(3, 4)), border=lambda r, c: c == 1),
    },
    "sup_correlation": {
        "roots of its margins": spectral,
        "chi-square": lambda t, p, K: float(square_contingency(t, p)) ** 0.5,
        "Cramer": lambda t, p, K: float(
            square_contingency(t, p) / (fewest(t, p, K) - 1)) ** 0.5,
        "the singular value 1": lambda t, p, K: 1,
    },
}  # fmt: skip


@cache
def tables():
    """All small tables, and some of four classes, each with its observations."""
    four = [cm % 2 for cm in random_matrices(4, S=12)]
    four = [cm for cm in four if cm.any()]
    listed = [cm for K, N in ((1, 4), (2, 4), (3, 3)) for cm in all_matrices(K, N)]
    return [(cm, *observed(cm)) for cm in [*listed, *four]]


def observed(cm):
    t, p = (tuple(map(int, v - 1)) for v in unrolled(cm))
    return t, p, len(cm)


def same_number(found, hand, *observations):
    """Whether both are the same number; what is 0/0 by hand has none."""
    try:
        expected = float(hand(*observations))
    except ZeroDivisionError:
        return found is None or not np.isfinite(found)
    return found is not None and found == pytest.approx(expected, abs=1e-12)


PLANTED = [
    (name, part, hand) for name, own in BY_HAND.items() for part, hand in own.items()
]


def test_every_listed_cause_is_done_by_hand():
    assert set(BY_HAND) == set(_OWN)
    for name, own in _OWN.items():
        assert len(own) == len(BY_HAND[name])
        for part in BY_HAND[name]:
            assert any(part.strip() in cause.text for cause in own), part


@pytest.mark.parametrize(("name", "part", "hand"), PLANTED)
def test_a_listed_cause_is_the_mistake_that_its_words_say(name, part, hand):
    causes = [c for c in _OWN[name] if part.strip() in c.text]
    cause = causes[-1 if part.endswith(" ") else 0]
    for cm, *observations in tables():
        found = cause(cm)
        assert same_number(found, hand, *observations), (found, cm.tolist())


def test_a_mistake_that_lists_the_observations_lists_whole_numbers_and_not_too_many():
    (median,) = [c for c in _OWN["mae"] if "median" in c.text]
    assert median(np.array([[1999, 1], [0, 0]])) == 0
    assert median(np.array([[2000, 1], [0, 0]])) is None
    assert median(np.array([[2.0, 1.0], [0.0, 3.0]])) == 0
    assert median(np.array([[2.0, 1.5], [0.0, 3.0]])) is None


# What is made of a number, of N observations and of K classes.
OF_THE_VALUE = {
    "the value is 1 less": lambda x, N, K: 1 - x,
    "opposite sign": lambda x, N, K: -x,
    "the value is a percentage": lambda x, N, K: x / Fraction(1, 100),
    "the sign is lost": lambda x, N, K: max(x, -x),
    "the value is squared": lambda x, N, K: x * x,
    "it is a sum": lambda x, N, K: x * N,
    "too large by N": lambda x, N, K: x * Fraction(N, N - 1),
    "too small by (N": lambda x, N, K: x - x / N,
    "divided by K - 1": lambda x, N, K: x / (K - 1),
    "divided by K": lambda x, N, K: x / K,
    "is half of": lambda x, N, K: x - x / 2,
    "is twice": lambda x, N, K: x + x,
    "the root of": lambda x, N, K: root_of(x),
}
# What is made of the observations, before they are measured.
OF_THE_PAIRS = {
    "exchanged": lambda t, p, K: (p, t, K),
    "reversed on one side": lambda t, p, K: (t, [K - 1 - b for b in p], K),
    "the classes are taken from the data": lambda t, p, K: renamed(t, p),
}


def root_of(x):
    if x < 0:
        raise ZeroDivisionError("a negative number has no root")
    return float(x) ** 0.5


def renamed(t, p):
    classes = sorted({*t, *p})
    return [*map(classes.index, t)], [*map(classes.index, p)], len(classes)


def measured(name, change=lambda *observations: observations):
    """The definition of changed observations."""

    def value(t, p, K):
        true, pred, classes = change(t, p, K)
        pairs = [(a + 1, b + 1) for a, b in zip(true, pred, strict=True)]
        found = definitions.exact(MEASURES[name].definition, pairs, classes)
        if found != found:
            raise ZeroDivisionError("undefined")
        return found

    return value


def changed_value(name, change):
    return lambda t, p, K: change(measured(name)(t, p, K), len(t), K)


def first_with(part, causes):
    """The shortest that says so: to divide by K - 1 is not to divide by K."""
    return min((c for c in causes if part in c.text), key=lambda c: len(c.text))


@pytest.mark.parametrize("name", ["mae", "kendall_tau_b", "oci"])
def test_a_common_cause_is_the_mistake_that_its_words_say(name):
    common = [c for c in mutants(MEASURES[name]) if c.far == 1 and c.text in NAMED]
    hands = [
        *(changed_value(name, change) for change in OF_THE_VALUE.values()),
        *(measured(name, change) for change in OF_THE_PAIRS.values()),
    ]
    assert len(common) == len(hands)
    for part, hand in zip([*OF_THE_VALUE, *OF_THE_PAIRS], hands, strict=True):
        cause = first_with(part, common)
        for cm, *observations in tables()[::3]:
            found = cause(cm)
            assert same_number(found, hand, *observations), (part, cm.tolist())


# The common causes, which every measure has: those of a measure without its own.
NAMED = {c.text for c in mutants(MEASURES["uoc"]) if c.far == 1}


def test_causes_of_a_measure_are_its_own_the_common_ones_and_all_other_measures():
    causes = {c.text: c for c in mutants(MEASURES["mae"])}
    seen = "; and the classes are taken from the data"
    for own in _OWN["mae"]:
        assert causes[own.text].far == 0
        (from_data,) = [c for t, c in causes.items() if t.startswith(own.text + seen)]
        assert from_data.far == 1
        # Class 2 of 3 is on neither side.
        found = from_data(np.array([[1, 0, 1], [0, 0, 0], [2, 0, 3]]))
        assert found == own(np.array([[1, 1], [2, 3]]))
    for name in {*MEASURES} - {"mae"}:
        values = f"these are the values of {name}"
        assert causes[values].far == 2
        assert causes[values](np.eye(3)) == MEASURES[name](np.eye(3)) or name in (
            "r_int", "krippendorff_alpha")  # fmt: skip
        (from_data,) = [c for t, c in causes.items() if t.startswith(values + seen)]
        assert from_data.far == 3
    assert "these are the values of mae" not in causes
    assert len(causes) == 2 * len(_OWN["mae"]) + len(NAMED) + 2 * (len(MEASURES) - 1)


def test_a_mistake_without_a_value_has_none():
    def raising(error):
        def wrong(cm):
            raise error

        return Mutant("", wrong)

    for error in (ZeroDivisionError(), ValueError(), IndexError()):
        assert raising(error)(np.eye(2)) is None
    with pytest.raises(TypeError):
        raising(TypeError())(np.eye(2))
    with np.errstate(all="raise"):
        assert np.isnan(
            Mutant("", lambda cm: np.float64(0) / cm.trace())(0 * np.eye(2))
        )


# ------------------------------------------------------------------- wrong errors by hand


def left_out(name):
    def value(t, p, K):
        N = len(t)
        if N == 1:
            raise ZeroDivisionError("nothing is left")
        every = [
            float(measured(name)(t[:k] + t[k + 1 :], p[:k] + p[k + 1 :], K))
            for k in range(N)
        ]
        return float(np.sqrt((N - 1) * np.var(every)))

    return value


def drawn_by_rows(name):
    return lambda t, p, K: ordref.standard_error(
        name, confusion_matrix(t, p, labels=range(K)), sampling="rows"
    )


OF_THE_ERROR = {
    "N - 1, not by N": lambda s, N: s * (1 + 1 / (N - 1)) ** 0.5,
    "the variance itself": lambda s, N: s * s,
    "error of one observation": lambda s, N: s * N**0.5,
    "divided by N, not": lambda s, N: s / N**0.5,
    "1.96 standard errors: half": lambda s, N: 1.96 * s,
    "width of an interval": lambda s, N: 1.96 * s + 1.96 * s,
    "percentage": lambda s, N: 100 * s,
}


def error_by_hand(name, change=lambda *observations: observations, then=lambda s, N: s):
    def value(t, p, K):
        true, pred, classes = change(t, p, K)
        n = confusion_matrix(true, pred, labels=range(classes))
        return then(ordref.standard_error(name, n), len(t))

    return value


@pytest.mark.parametrize("name", ["mae", "somers_d"])
def test_a_cause_of_a_wrong_error_is_the_mistake_that_its_words_say(name):
    hands = {
        **{k: error_by_hand(name, then=then) for k, then in OF_THE_ERROR.items()},
        "rows are taken as fixed": drawn_by_rows(name),
        "jackknife": left_out(name),
        "exchanged": error_by_hand(name, OF_THE_PAIRS["exchanged"]),
        "taken from the data": error_by_hand(
            name, OF_THE_PAIRS["the classes are taken from the data"]
        ),
        "this is the measure": measured(name),
        "standard error of pearson": error_by_hand("pearson"),
    }
    causes = mutants_of_error(MEASURES[name])
    for part, hand in hands.items():
        cause = first_with(part, causes)
        for cm, *observations in tables()[::7]:
            found = cause(cm)
            assert same_number(found, defined_or_not(hand), *observations), (
                part,
                cm.tolist(),
            )


def defined_or_not(hand):
    def value(*observations):
        found = float(hand(*observations))
        if found != found:
            raise ZeroDivisionError("undefined")
        return found

    return value


def test_causes_of_a_wrong_error_are_in_order_of_likelihood():
    for name in ("ccr", "r_int"):
        causes = mutants_of_error(MEASURES[name])
        far = {cause.text: cause.far for cause in causes}
        assert [cause.far for cause in causes] == sorted(far.values())
        others = {n for n, m in MEASURES.items() if n != name and not m.searches}
        assert {text for text in far if far[text] == 2} == {
            f"this is the standard error of {other}" for other in others
        }
        assert len([text for text in far if far[text] == 1]) == 4
        assert len([text for text in far if far[text] == 0]) == 8 + (name == "r_int")


def simple_error(power):
    """Of kappa, with what is expected taken for a number that is known."""

    def value(t, p, K):
        def apart(a, b):
            return abs(a - b) ** power if a != b else 0

        costs = [apart(a, b) for a, b in zip(t, p, strict=True)]
        expected = mean(apart(a, b) for a, b in itertools.product(t, p))
        return (float(variance_of(costs)) / len(t)) ** 0.5 / expected

    return value


def error_of_chance(power):
    """Of kappa where the sides are independent: Fleiss, Cohen and Everitt 1969."""

    def value(t, p, K):
        def apart(a, b):
            return abs(a - b) ** power if a != b else 0

        both = list(itertools.product(t, p))
        expected = mean(apart(a, b) for a, b in both)
        of_true = {a: mean(apart(a, b) for b in p) for a in {*t}}
        of_pred = {b: mean(apart(a, b) for a in t) for b in {*p}}
        squares = mean(
            (apart(a, b) - of_true[a] - of_pred[b] + expected) ** 2 for a, b in both
        )
        return (float(squares) / len(t)) ** 0.5 / expected

    return value


def of_normal_pairs(name, power):
    def value(t, p, K):
        unexplained = 1 - float(measured(name)(t, p, K)) ** 2
        rest = len(t) - 2
        if rest < 0 or (rest == 0 and abs(unexplained) > 1e-9):
            raise ZeroDivisionError("too few")
        return (max(unexplained, 0) ** power / rest) ** 0.5

    return value


def with_slopes_as_they_are(t, p, K):
    """Of r_int, the slopes from differences: the counts are not taken for whole numbers."""

    def value(n):
        R, C, N = n.sum(axis=1), n.sum(axis=0), n.sum()
        ahead = [n[r:, c:].sum() for r, c in np.ndindex(n.shape)]
        sets = [x @ np.cumsum(x[::-1])[::-1] - N for x in (R, C)]
        return 2 * (n.ravel() @ ahead - N) / np.sqrt(sets[0] * sets[1])

    n = np.zeros((K, K))
    np.add.at(n, (list(t), list(p)), 1)
    if len(t) == 1:
        raise ZeroDivisionError("no pair")
    steps = 1e-5 * np.eye(K * K).reshape(-1, K, K)
    slopes = [(value(n + e) - value(n - e)) / 2e-5 for e in steps]
    return float(np.sqrt(n.ravel() @ np.square(slopes)))


OWN_ERRORS_BY_HAND = [
    ("weighted_kappa", "taken as fixed", simple_error(1)),
    ("weighted_kappa_quadratic", "taken as fixed", simple_error(2)),
    ("weighted_kappa_unweighted", "taken as fixed", simple_error(0)),
    ("weighted_kappa", "under independence", error_of_chance(1)),
    ("weighted_kappa_quadratic", "under independence", error_of_chance(2)),
    ("weighted_kappa_unweighted", "under independence", error_of_chance(0)),
    ("pearson", "the root of (1 - r^2)", of_normal_pairs("pearson", 1)),
    ("pearson", "(1 - r^2) / the root", of_normal_pairs("pearson", 2)),
    ("spearman", "the root of (1 - r^2)", of_normal_pairs("spearman", 1)),
    ("spearman", "(1 - r^2) / the root", of_normal_pairs("spearman", 2)),
    ("kendall_tau_b", "without ties", lambda t, p, K: Fraction(
        2 * (2 * len(t) + 5), 9 * len(t) * (len(t) - 1)) ** 0.5),
    ("r_int", "mean of the slopes", with_slopes_as_they_are),
]  # fmt: skip


@pytest.mark.parametrize(("name", "part", "hand"), OWN_ERRORS_BY_HAND)
def test_an_own_cause_of_a_wrong_error_is_the_mistake_that_its_words_say(
    name, part, hand
):
    cause = first_with(part, mutants_of_error(MEASURES[name]))
    for cm, *observations in tables()[::3]:
        found = cause(cm)
        if found is None or not np.isfinite(found):
            with pytest.raises(ZeroDivisionError):
                hand(*observations)
        else:
            assert found == pytest.approx(hand(*observations), abs=1e-7), cm.tolist()


# ------------------------------------------------------------------- what is explained, and how


def made(cm, value=9.0, **known):
    """A failing case as a trial makes it, of which some is known."""
    called = value if isinstance(value, Called) else Called(value)
    fields = {
        "name": "a case", "about": "what it is about", "dtype": "int64", "tags": (),
        "expect": "value", "exact": 0.5, "verdict": "fail",
    }  # fmt: skip
    return Result(cm=cm, called=called, **fields | known)


def reported(*results, **known):
    return Report("mae", results=list(results), **known)


def causes(*results, **known):
    return explained(MEASURES["mae"], reported(*results, **known))


def test_tags_explain_where_nothing_plain_fails():
    one = [[1, 1], [1, 1]]
    narrow = [
        made(one, 200.0 + k, dtype=dtype, tags=("narrow",))
        for k, dtype in enumerate(["uint8", "int8", "uint8"])
    ]
    (said,) = causes(*narrow)
    assert said.startswith("arithmetic stays in uint8, int8 and wraps around")
    assert causes(*narrow, made(one, 7.7)) == []
    huge, shares = (
        made(one, tags=("huge",)),
        made(one, dtype="float64", tags=("shares",)),
    )
    said = causes(huge, shares)
    assert [text.partition(" ")[0] for text in said] == ["counts", "shares"]
    # Neither an error nor nan where the measure is undefined says anything of types.
    assert causes(made(one, Called(error="raised E: e"), tags=("huge",))) == [
        "it raised E: e (for [[1, 1], [1, 1]])"
    ]


def test_an_error_is_shown_for_the_smallest_matrix():
    def raised(cm, message="raised E: e"):
        return made(cm, Called(error=message))

    many, few, fewer = [[9, 0], [0, 9]], [[1, 0, 0]] + 2 * [[0, 0, 0]], [[1, 0], [0, 0]]
    assert causes(raised(many), raised(few), raised(fewer)) == [
        "it raised E: e (for [[1, 0], [0, 0]])"
    ]
    found = causes(*(raised(many, f"raised E: {k}") for k in (3, 1, 2, 3)))
    assert [text[:12] for text in found] == ["it raised E:"] * 2
    assert "E: 3" in found[0]
    assert "E: 1" in found[1]


def test_numbers_in_place_of_nan_are_listed_four_at_most():
    values = [0.25, 1 / 3, 0.0, 0.25, 2.0, 5.0]
    numbers = [made([[1]], value, expect="nan") for value in values]
    assert causes(*numbers) == [
        "it gives 0, 0.25, 0.333333, 2 where the measure is 0/0: nan says so"
    ]
    # A case of the small matrices, and one that is no number.
    assert causes(smallest=[numbers[4]]) == [
        "it gives 2 where the measure is 0/0: nan says so"
    ]
    assert causes(made([[1]], Called(error="raised E: e"), expect="nan")) == []
    report = reported(numbers[0], of="standard_error")
    assert explained(MEASURES["mae"], report) == [
        "it gives 0.25 where the measure is 0/0, or has a kink: nan says so"
    ]


def test_a_value_of_nothing_and_a_changed_argument_are_explained():
    found = causes(made([[0]], 0.0, expect="error"), changes="[[1]]")
    assert found == [
        "it gives 0 where there is nothing to measure: what it is about",
        "it works on its argument itself: take a copy first",
    ]


def test_the_order_of_observations_explains_the_values_too():
    """No mutant is looked for, though this one would be found."""
    broken = Broken(
        "order of the observations", "", "", [[1]], [[1]], Called(1.0), Called(2.0)
    )
    doubled = made([[0, 1], [0, 0]], 2.0, exact=1.0)
    assert causes(doubled) != causes(doubled, broken=[broken])
    (said,) = causes(doubled, broken=[broken])
    assert said.startswith("ranks without ties: ")


def wrong(text, values, far=0):
    """A mutant with these values for matrices of one class, by their only count."""
    return Mutant(text, lambda cm: values.get(int(cm[0, 0]), np.nan), far)


def cases_of(*counts, value=9.0):
    return [SimpleNamespace(cm=[[n]], called=Called(value)) for n in counts]


def gives(*counts, value=9.0):
    return dict.fromkeys(counts, value)


def test_what_explains_a_third_of_the_failures_is_named():
    third = wrong("a third", gives(3))
    assert _mutants([third], cases_of(1, 2, 3), []) == [
        "a third (in 1 of 3 failing matrices)"
    ]
    assert _mutants([third], cases_of(1, 2, 3, 4), []) == []
    assert _mutants([third], cases_of(3), []) == ["a third"]
    assert _mutants([], cases_of(3), []) == []
    assert _mutants([third], [], []) == []


def test_three_mistakes_are_named_at_most_and_two_for_the_same_failures():
    tried = [
        wrong("d", gives(12)),
        wrong("c", gives(10, 11)),
        wrong("b", gives(7, 8, 9)),
        wrong("a", gives(*range(1, 7))),
    ]
    assert _mutants(tried, cases_of(*range(1, 13)), []) == [
        "a (in 6 of 12 failing matrices)",
        "b (in 3 of 12 failing matrices)",
        "c (in 2 of 12 failing matrices)",
    ]
    same = [wrong(text, gives(1, 2)) for text in "xyz"]
    assert _mutants(same, cases_of(1, 2), []) == ["x", "y"]


def test_what_is_nearer_is_tried_first_and_farther_only_if_it_is_needed():
    def untried(cm):
        raise AssertionError("what is nearer explains all")

    near, beside = wrong("near", gives(1), 1), wrong("beside", gives(1), 1)
    far = Mutant("far", untried, 2)
    assert _mutants([far, near, beside], cases_of(1), []) == ["near", "beside"]
    with pytest.raises(AssertionError):
        _mutants([far, near, beside], cases_of(1, 2), [])


def test_a_mutant_that_errs_where_the_function_is_right_explains_nothing():
    failing, right = cases_of(1, 2), cases_of(5, value=4.0)
    errs = wrong("errs", gives(1, 2) | {5: 8.0})
    agrees = wrong("agrees", gives(1) | {5: 4.0}, 2)
    # One without a value there is not ruled out; nor does it explain where it has none.
    silent = wrong("silent", gives(2), 3)
    assert _mutants([errs, agrees, silent], failing, right) == [
        "agrees (in 1 of 2 failing matrices)",
        "silent (in 1 of 2 failing matrices)",
    ]


def test_nan_is_explained_by_nan_alone():
    (failing,) = cases_of(1, value=np.nan)
    number = wrong("number", gives(1))
    none = Mutant("none", lambda cm: 1 / 0)
    undefined = wrong("nan", {})
    assert _mutants([number, none, undefined], [failing], []) == ["nan"]


@pytest.mark.parametrize("decimals", range(1, 9))
def test_rounding_is_named_with_its_decimals(decimals):
    results = [made([[1]], round(x, decimals), exact=x) for x in (1 / 3, 1 / 7, 15 / 7)]
    assert _precision(results) == [f"the value is rounded to {decimals} decimals"]


@pytest.mark.parametrize(
    ("value", "exact", "said"),
    [
        (0.0, 1 / 3, None),  # whole numbers are no rounding that anyone means
        (round(1 / 3, 9), 1 / 3, "right up to 3e-10"),
        (0.3 + 2e-11, 1 / 3, None),
        (1e-4, 0.0, None),
        (0.00009, 0.0, "right up to 9e-05"),
        (0.00105, 0.001, "right up to 5e-05"),
        (1000.05, 1000.001, "right up to 5e-05"),
        (1000.21, 1000.001, None),
        (0.3333, 1 / 3, "the value is rounded to 4 decimals"),
    ],
)
def test_what_is_nearly_right_is_told_from_what_is_wrong(value, exact, said):
    found = _precision([made([[1]], value, exact=exact)])
    assert found == [] if said is None else found[0].startswith(said)


SHARED = {
    "one observation": [[0, 1], [0, 0]],
    "one class": [[7]],
    "a single predicted class": [[1, 0], [2, 0]],
    "a single true class": [[1, 2], [0, 0]],
    "a class that occurs on neither side": [[1, 0, 2], [0, 0, 0], [1, 0, 1]],
    "an absent class": [[1, 1, 2], [0, 0, 0], [1, 0, 1]],
    "a class that is never predicted": [[1, 0, 2], [1, 0, 1], [1, 0, 1]],
    "more than two classes": [[1, 1, 2], [1, 0, 1], [1, 0, 1]],
}


@pytest.mark.parametrize("words", SHARED)
def test_each_kind_of_matrix_is_told_from_plain_ones(words):
    cm = SHARED[words]
    right = [made([[5, 1], [2, 3]])] * 2
    assert _shared([made(cm)], right) == [f"it fails only for matrices with {words}"]
    undefined = made(cm, np.nan)
    start = "it gives nan, though the measure is defined, "
    assert _shared([undefined], right) == [f"{start}only for matrices with {words}"]
    # Of two, both have to be of the kind; half of the others may not be.
    assert f"only for matrices with {words}" not in _shared(
        [made(cm), made([[5, 1], [2, 3]])], right
    )
    assert f"it fails only for matrices with {words}" not in _shared(
        [made(cm)], [made(cm)]
    )
    assert _shared([made([[5, 1], [2, 3]], np.nan)], right) == [
        start + "for several kinds of matrices"
    ]
    assert _shared([made([[5, 1], [2, 3]])], right) == []


def test_values_that_are_right_rule_a_cause_out_and_others_do_not():
    """The mean over the wrong predictions alone is that of one matrix, not of the other."""
    failing = made([[1, 0, 1], [0, 0, 0], [0, 0, 0]], 2.0, exact=1.0)
    right = made([[1, 0, 1], [0, 0, 0], [1, 0, 1]], 1.0, verdict="pass", exact=1.0)
    said = "it is the mean over the wrong predictions alone, not over all"
    assert said in causes(failing)
    assert said not in causes(failing, right)
    # nan and errors that pass say nothing of values.
    for expect in ("nan", "error"):
        other = made(right.cm, 1.0, verdict="pass", expect=expect)
        assert said in causes(failing, other)
    declined = made(right.cm, 1.0, verdict="declined", exact=1.0)
    assert said in causes(failing, declined)
    special = made(right.cm, 1.0, verdict="pass", exact=1.0, tags=("huge",))
    assert said in causes(failing, special)


def test_only_plain_failures_are_explained_by_their_values():
    doubled = [[1, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert causes(made(doubled, 2.0, exact=1.0))
    assert causes(made(doubled, 2.0, exact=1.0, dtype="uint8")) == []
    assert causes(made(doubled, 2.0, exact=1.0, tags=("huge",))) == [
        "counts beyond a billion lose digits or overflow: convert to float64 first, or "
        "use whole numbers of any size"
    ]


def test_an_error_is_explained_by_causes_of_errors():
    cm = [[1, 1], [1, 1]]
    error = float(ordref.standard_error("mae", cm))
    report = reported(made(cm, error**2, exact=error), of="standard_error")
    assert any(
        text.startswith("this is the variance itself")
        for text in explained(MEASURES["mae"], report)
    )


def test_where_no_cause_is_found_precision_comes_before_what_is_shared():
    rows = [[[k, 1, 0], [0, 2, 1], [1, 0, 3]] for k in range(2, 5)]
    exact = [float(ordref.mae(cm)) for cm in rows]
    nearly = [made(cm, x + 3e-6, exact=x) for cm, x in zip(rows, exact, strict=True)]
    assert causes(*nearly) == [
        "right up to 3e-06: single precision, or an approximation"
    ]
    strange = [made(cm, x + 17, exact=x) for cm, x in zip(rows, exact, strict=True)]
    right = [
        made([[k, 1], [2, 3]], ordref.mae([[k, 1], [2, 3]]), verdict="pass")
        for k in (1, 2)
    ]
    assert causes(*strange, *right) == [
        "it fails only for matrices with more than two classes"
    ]


def test_plain_matrices_are_of_no_special_kind():
    for cm in ([[1, 0], [0, 5]], [[5, 0], [0, 1]], [[0, 1], [1, 0]]):
        assert not any(special(np.array(cm)) for special in _SPECIAL.values())


def test_numbers_beside_nan_are_not_called_undefined():
    right = [made([[5, 1], [2, 3]])] * 2
    for values in ((np.nan, 9.0), (9.0, np.nan)):
        failing = [made([[1, 1, 0]] + 2 * [[1, 1, 1]], value) for value in values]
        assert _shared(failing, right) == [
            "it fails only for matrices with more than two classes"
        ]


# ------------------------------------------------------------------- what is printed

LARGE = [[0] * 7 for _ in range(7)]


def with_cells(number):
    cm = [list(row) for row in LARGE]
    for k in range(number):
        cm[k][6 - k] = k + 1
    return cm


def test_a_matrix_of_more_than_six_classes_is_shown_by_six_entries_at_most():
    six = [[1] * 6 for _ in range(6)]
    assert shown_matrix(six) == str(six)
    assert shown_matrix(with_cells(2)) == (
        "7 classes, with 1 in row 1, column 7; 2 in row 2, column 6"
    )
    first_six = "; ".join(f"{k} in row {k}, column {8 - k}" for k in range(1, 7))
    assert shown_matrix(with_cells(6)) == f"7 classes, with {first_six}"
    assert shown_matrix(with_cells(7)) == f"7 classes, with {first_six} and 1 more"


@pytest.mark.parametrize(
    ("dtype", "said"),
    [("int64", "[[1]]"), ("float64", "[[1]]"), ("uint8", "[[1]] in uint8")],
)
def test_a_type_is_shown_if_it_is_a_special_one(dtype, said):
    assert made([[1]], dtype=dtype).shown == said


@pytest.mark.parametrize(
    ("tags", "special"),
    [(("narrow",), True), (("huge",), True), (("edge", "shares"), True), ((), False),
     (("edge",), False)],
)  # fmt: skip
def test_a_case_about_types_or_sizes_is_special(tags, special):
    assert made([[1]], tags=tags).special is special


NUMBER, NAN, ERROR = Called(0.5), Called(), Called(error="raised E: e")
LEAVES = Called(error="tried to end the program", ends=True)


@pytest.mark.parametrize(
    ("expect", "tags", "verdicts"),
    [
        ("value", [], {"0.5": "pass", "0.6": "fail", "nan": "fail", "error": "fail"}),
        ("value", ["shares"],
         {"0.5": "pass", "0.6": "fail", "nan": "fail", "error": "declined"}),
        ("nan", [], {"0.5": "fail", "0.6": "fail", "nan": "pass", "error": "declined"}),
        ("error", [],
         {"0.5": "fail", "0.6": "fail", "nan": "declined", "error": "pass"}),
    ],
)  # fmt: skip
def test_verdicts(expect, tags, verdicts):
    called = {"0.5": NUMBER, "0.6": Called(0.6), "nan": NAN, "error": ERROR}
    case = {"name": "n", "about": "a", "cm": [[1]], "dtype": "int8", "tags": tags}
    case |= {"expect": expect} | ({"value": "0.5"} if expect == "value" else {})
    for what, verdict in verdicts.items():
        result = judged(case, called[what])
        assert result.verdict == verdict, what
        assert verdict in verify.VERDICTS
        assert result.called is called[what]
    assert judged(case, LEAVES).verdict == "fail"
    result = judged(case, NUMBER)
    assert (result.name, result.about, result.cm) == ("n", "a", [[1]])
    assert (result.dtype, result.tags, result.expect) == ("int8", tuple(tags), expect)
    assert (
        result.expected == {"value": "0.5", "nan": "nan", "error": "an error"}[expect]
    )
    assert result.exact == 0.5 if expect == "value" else np.isnan(result.exact)


def test_a_report_is_printed_line_by_line():
    failing = [made([[k]], k / 3, name=f"case {k}", about=f"{k}") for k in range(1, 9)]
    one, other = [[1, 0], [0, 1]], [[1], [0]]
    report = Report(
        "mae",
        of="standard_error",
        results=[
            made([[1]], 0.5, verdict="pass"),
            *failing,
            made([[1]], ERROR, name="shares", about="s", verdict="declined"),
            made([[1]], ERROR, name="one", about="o", verdict="declined", expect="nan"),
            made([[1]], verdict="not run"),
        ],
        small=12,
        smallest=[made([[2]], 4.0, dtype="uint8"), made([[3]], 1.0, expect="nan")],
        broken=[
            Broken("first", "so", "this", one, other, Called(1.0), Called(2.0)),
            Broken("second", "how", "that", one, one, Called(1.0), Called(2.0)),
            Broken("third", "what", "all", one, one, ERROR, ERROR),
        ],
        held=["scaling"],
        changes="[[7]]",
        lost="no answer",
        causes=["a cause", "another"],
    )
    assert str(report).splitlines() == [
        "standard error of mae: FAIL",
        "  stopped: no answer",
        "  vectors: 1 passed, 8 failed, 2 declined, 1 not run",
        "    case 1 (1): 0.333333333333, expected 0.5",
        "    case 2 (2): 0.666666666667, expected 0.5",
        "    case 3 (3): 1, expected 0.5",
        "    case 4 (4): 1.33333333333, expected 0.5",
        "    case 5 (5): 1.66666666667, expected 0.5",
        "    case 6 (6): 2, expected 0.5",
        "    and 2 more: case 7; case 8",
        "    declined: shares (s): raised E: e, no failure; the value is 0.5",
        "    declined: one (o): raised E: e, as good as nan",
        "  it changes its argument: [[7]] is another matrix afterwards",
        "  small matrices: 12 tried",
        "    smallest failing: [[2]] in uint8: 4, expected 0.5",
        "    smallest failing: [[3]]: 1, expected nan",
        "  relations: 1 hold, 3 broken",
        "    first (so): expected this",
        "      [[1, 0], [0, 1]]: 1",
        "      [[1], [0]]: 2",
        "    second (how): expected that",
        "      [[1, 0], [0, 1]]: 1",
        "      [[1, 0], [0, 1]]: 2",
        "    third (what): expected all",
        "      [[1, 0], [0, 1]]: raised E: e",
        "  likely causes:",
        "    - a cause",
        "    - another",
    ]


def test_a_short_report_leaves_out_what_was_not_tried():
    assert str(reported()).splitlines() == [
        "mae: PASS",
        "  vectors: 0 passed, 0 failed",
    ]
    passing = reported(made([[1]], verdict="pass"), small=3, held=["scaling"])
    assert str(passing).splitlines() == [
        "mae: PASS",
        "  vectors: 1 passed, 0 failed",
        "  small matrices: 3 tried, all right",
        "  relations: 1 hold, 0 broken",
    ]
    six = reported(*[made([[1]])] * 6, causes=["one"])
    assert len(str(six).splitlines()) == 2 + 6 + 2
    assert str(six).endswith("\n  likely cause:\n    - one")
    broken = Broken("first", "so", "this", [[1]], [[1]], NUMBER, NUMBER)
    assert str(reported(broken=[broken])).splitlines() == [
        "mae: FAIL",
        "  vectors: 0 passed, 0 failed",
        "  relations: 0 hold, 1 broken",
        "    first (so): expected this",
        "      [[1]]: 0.5",
        "  likely cause: none of those that this kit knows; see what breaks above",
    ]


@pytest.mark.parametrize(
    "known",
    [{"results": [made([[1]])]}, {"smallest": [made([[1]])]}, {"changes": "[[1]]"},
     {"lost": "gone"}, {"broken": [Broken("", "", "", [], [], NUMBER, NUMBER)]}],
)  # fmt: skip
def test_anything_that_fails_is_a_failure(known):
    assert not Report("mae", **known).passed
    declined = [
        made([[1]], verdict=verdict) for verdict in ("declined", "not run", "pass")
    ]
    assert Report("mae", results=declined).passed


# ------------------------------------------------------------------- the steps of a trial


class Recorder:
    """Calls a function, and keeps what it was called with."""

    def __init__(self, function):
        self.function, self.given = function, []

    def __call__(self, arguments):
        self.given.append([np.copy(argument) for argument in arguments])
        return answer(self.function, arguments)


def tried(function, name="mae", given="matrix", of="value"):
    return Trial(Recorder(function), name, given, of)


def test_a_call_gives_a_matrix_of_its_type_or_labels_of_it():
    trial = tried(ordref.mae)
    assert trial.call([[1, 2], [0, 3]]).value == pytest.approx(2 / 6)
    assert trial.call([[1, 2], [0, 3]], "uint8").value == pytest.approx(2 / 6)
    (first,), (second,) = trial.caller.given
    assert (first.dtype, second.dtype) == ("int64", "uint8")
    trial = tried(lambda true, pred: np.mean(abs(true - pred)), given="labels")
    assert trial.call([[1, 2], [0, 3]], "int16").value == pytest.approx(2 / 6)
    ((true, pred),) = trial.caller.given
    assert true.dtype == pred.dtype == "int16"
    counted = confusion_matrix(true, pred, labels=[1, 2])
    assert counted.tolist() == [[1, 2], [0, 3]]
    # Not in the order of the classes, of which a function might make something.
    assert np.diff(true).min() < 0


def test_small_matrices_are_tried_until_both_kinds_of_failure_are_found():
    trial = tried(lambda n: 7.0, "spearman")
    trial.small()
    # All of 1 observation, of 2 those of one class, and up to the first with a value.
    assert trial.report.small == 1 + 4 + 9 + 1 + 4
    assert [r.cm for r in trial.report.smallest] == [[[1, 0], [0, 1]], [[1]]]
    assert [r.expect for r in trial.report.smallest] == ["value", "nan"]
    sizes = [(int(n.sum()), len(n)) for (n,) in trial.caller.given]
    assert sizes == sorted(sizes)


def number_of_small(sizes):
    """Stars and bars."""
    return sum(math.comb(N + K * K - 1, N) for N, K in sizes)


SMALL = [(N, K) for N in (1, 2, 3) for K in (1, 2, 3)]
FOUR = [(1, 4), (2, 4), (3, 4), (4, 2), (4, 3)]


def test_more_matrices_are_tried_where_a_plain_case_fails_and_none_of_the_small_ones():
    report = check(lambda n: ordref.mae(n) + (n.max() >= 5), "mae")
    assert report.small == number_of_small(SMALL + FOUR) == 256 + 1498
    narrow = check(lambda n: ordref.mae(n) + (n.dtype == "uint8"), "mae")
    assert narrow.small == number_of_small(SMALL) == 256
    # Wrong for three observations: nothing larger is asked.
    three = check(lambda n: ordref.mae(n) + (n.sum() >= 3), "mae")
    assert three.small == 256
    first = check(lambda n: ordref.mae(n) + (len(n) == 4), "mae")
    assert first.small == 256 + number_of_small(FOUR[:1]) == 256 + 16


def test_what_labels_cannot_express_is_not_counted_among_the_small_ones():
    def function(true, pred):
        n = confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
        return ordref.oci(n)

    trial = tried(function, "oci", "labels")
    trial.small()
    both_ends = [
        cm
        for N, K in SMALL
        for cm in map(np.array, small_matrices(K, N))
        if cm[0].any() or cm[:, 0].any()
        if cm[-1].any() or cm[:, -1].any()
    ]
    assert trial.report.small == len(both_ends) < 256
    assert trial.report.smallest == []


def test_the_smallest_failing_case_is_the_one_that_is_shrunk():
    """Of the cases for large counts the smaller; too large for the definition, it stays."""
    report = check(lambda n: ordref.mae(n) + (n.sum() > 10**9), "mae")
    failing = [r for r in report.failing if r.expect == "value"]
    assert len(failing) > 1
    (least,) = report.smallest
    assert np.sum(least.cm) == min(np.sum(r.cm) for r in failing)
    assert np.max(least.cm) > 10**8


def test_shares_are_not_shrunk():
    report = check(lambda n: ordref.mae(n) + (n.dtype == "float64"), "mae")
    (least,) = report.smallest
    assert least.name == "proportions"


# Its smaller ones have 454, 11 and 542 observations.
MANY_PAIRS = [[11, 88], [0, 454]]


@pytest.mark.parametrize(
    ("cm", "wrong", "shrunk"),
    [
        # Without one class, then without the other: 100^2 + 700^2 pairs.
        ([[700, 0], [0, 100]], [[700]], True),
        # And without the first cell: 500 001 pairs are too many.
        (MANY_PAIRS, [[0, 88], [0, 454]], False),
    ],
)
def test_a_case_is_shrunk_as_long_as_its_pairs_are_few(cm, wrong, shrunk):
    def function(n):
        value = ordref.mae(n)
        return value + 1 if n.tolist() in (cm, wrong) else value

    trial = tried(function)
    first = trial.result(case_of(MEASURES["mae"], cm))
    assert first.verdict == "fail"
    assert trial.shrunk(first).cm == (wrong if shrunk else cm)


def test_a_case_is_shrunk_to_one_that_fails_in_the_same_way():
    """Not to the one that gives a number where the measure is undefined."""

    def function(n):
        return np.nan_to_num(ordref.spearman(n), nan=0.25) + (n.sum() > 3)

    trial = tried(function, "spearman")
    cm = [[3, 1], [1, 2]]
    least = trial.shrunk(trial.result(case_of(MEASURES["spearman"], cm)))
    assert least.expect == "value"
    assert np.sum(least.cm) == 4


def larger_ones(trial):
    trial.relations()
    found = [n for (n,) in trial.caller.given if len(n) > 4]
    return [n for n in found if n.min() > 0 and n.max() <= 6]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("mae", {6, 8, 11}), ("oci", {6, 8, 11}), ("ii_correlation", {5, 6})],
)
def test_relations_are_tried_beyond_the_definition_and_less_far_where_it_is_costly(
    name, sizes
):
    trial = tried(lambda n: 1.0, name)
    plain = larger_ones(trial)
    assert {len(n) for n in plain} == sizes
    largest = [n for n in plain if len(n) == max(sizes)]
    assert {int(n.min()) for n in largest} == {1}
    assert {int(n.max()) for n in largest} == {6}
    # Of a constant, all relations hold but a change of sign.
    negated = [
        k for k, v in trial.stored["relations"].items() if v["effect"] == "negated"
    ]
    assert [b.relation for b in trial.report.broken] == negated
    stays = [k for k, v in trial.stored["relations"].items() if v["effect"] == "same"]
    assert trial.report.held == stays


def test_relations_are_tried_on_plain_cases_that_are_not_too_large():
    def case(cm, tags=(), expect="value"):
        return {"tags": list(tags), "expect": expect, "cm": cm}

    # Three times as many observations are as many as labels may be.
    assert _plain(case([[666]]))
    assert not _plain(case([[667]]))
    assert not _plain(case([[1]], tags=["edge"]))
    assert not _plain(case([[1]], expect="nan"))


def broken_by(function, relation, n, name="mae", given="matrix"):
    return tried(function, name, given).breaks(relation, np.array(n))


def test_a_relation_is_broken_by_another_value_an_error_or_nan():
    n = [[2, 1], [0, 1]]

    def at_first(value, afterwards):
        def function(cm):
            if cm.sum() == 4:
                return value
            return afterwards()

        return function

    for afterwards in (lambda: 2.0, lambda: np.nan, lambda: 1 / 0):
        broken = broken_by(at_first(1.0, afterwards), "scaling", n)
        assert (broken.cm, broken.changed) == (n, [[4, 2], [0, 2]])
        assert (broken.relation, broken.expected) == ("scaling", "the same value")
        assert broken.before.value == 1
    # What had no value at first cannot be compared.
    assert broken_by(at_first(np.nan, lambda: 2.0), "scaling", n) is None
    assert broken_by(lambda cm: 1 / 0, "scaling", n) is None


def test_nan_for_one_class_more_breaks_nothing_but_an_error_does():
    n = [[2, 1], [0, 1]]
    for relation in ("class in between", "class at an end"):
        name = "spearman"
        assert (
            broken_by(lambda cm: [np.nan, 1.0][len(cm) == 2], relation, n, name) is None
        )
        broken = broken_by(lambda cm: 1.0 if len(cm) == 2 else 1 / 0, relation, n, name)
        assert len(broken.changed) == 3
        assert broken_by(lambda cm: float(len(cm)), relation, n, name)


def test_a_change_of_sign_is_expected_where_the_measure_changes_it():
    n = [[2, 1], [0, 1]]
    relation = "reversed predictions"
    broken = broken_by(lambda cm: 0.5, relation, n, "spearman")
    assert broken.expected == "the opposite value"
    assert (
        broken_by(lambda cm: float(cm[0, 0] - cm[0, 1]), relation, n, "spearman")
        is None
    )


def test_a_relation_is_tried_only_where_labels_can_express_it():
    """A class that is empty at an end is a class less, to labels."""

    def function(true, pred):
        return float(len(true) + max(*true, *pred))

    n = [[2, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert broken_by(function, "transposition", n, "oci", "labels") is None
    inside = [[2, 1, 0], [0, 1, 0], [0, 0, 1]]
    found = broken_by(function, "scaling", inside, "oci", "labels")
    assert found.changed == [[4, 2, 0], [0, 2, 0], [0, 0, 2]]
    # Exchanged with its neighbour, the empty class is no longer at an end, or is.
    trial = tried(function, "oci", "labels")
    effects = {"permutation": {"effect": "same"}, "class at an end": {"effect": "none"}}
    trial.stored = {"cases": [], "relations": effects}
    for unlike in (n, [[2, 0, 1], [0, 0, 0], [0, 0, 1]]):
        assert trial.breaks("permutation", np.array(unlike)) is None


def test_observations_in_another_order_are_sorted_by_the_true_class_first():
    trial = tried(lambda true, pred: float(true[0]), given="labels")
    n = np.array([[1, 1], [1, 1]])
    broken = trial.reordered(n)
    (true, pred), (sorted_true, sorted_pred) = trial.caller.given
    assert sorted_true.tolist() == [1, 1, 2, 2]
    assert sorted_pred.tolist() == [1, 2, 1, 2]
    both = zip(true.tolist(), pred.tolist(), strict=True)
    assert sorted(both) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert (broken is None) == (true[0] == 1)
    if broken:
        assert (broken.cm, broken.changed) == ([[1, 1], [1, 1]],) * 2
        assert broken.expected == "the same value"
    trial = tried(lambda true, pred: float(len(true)), "oci", "labels")
    assert trial.reordered(n) is None
    # Not asked where labels cannot say what the matrix says.
    trial = tried(lambda true, pred: float(true[0]), "oci", "labels")
    assert trial.reordered(np.array([[1, 1, 0], [1, 1, 0], [0, 0, 0]])) is None
    assert trial.caller.given == []


def test_an_error_for_many_classes_is_told_of_the_first_of_them():
    def at_most(K):
        def function(n):
            if len(n) > K:
                raise ValueError("too many classes")
            return ordref.mae(n)

        return function

    for K, told in ((5, 6), (7, 8), (10, 11)):
        trial = tried(at_most(K))
        trial.relations()
        (broken,) = [b for b in trial.report.broken if b.relation == "many classes"]
        assert broken.about == f"there are {told} classes"
        assert broken.expected == "a number"
        assert broken.cm == broken.changed
        assert len(broken.cm) == told


def test_the_first_matrix_that_was_changed_is_told():
    def greedy(n):
        value = ordref.mae(n)
        n[0, 0] += 1
        return value

    trial = tried(greedy)
    trial.call([[1, 2], [0, 3]])
    trial.call([[5]], "uint8")
    assert trial.report.changes == "[[1, 2], [0, 3]]"


def test_a_tiny_error_is_0_and_a_tiny_value_is_not():
    for of, value in (("standard_error", 0.0), ("value", -2e-8)):
        assert tried(lambda n: -2e-8, of=of).call([[1, 2], [0, 3]]).value == value
    trial = tried(lambda n: 4e-8, of="standard_error")
    assert trial.call([[1, 2], [0, 3]]).value == 4e-8


def test_a_trial_that_is_given_up_goes_no_further():
    trial = tried(lambda n: 1.0)
    trial.at = "somewhere"
    report = trial.given_up("it waits")
    assert report.lost == "it waits: somewhere"
    assert (report.measure, report.of) == ("mae", "value")
    with pytest.raises(Lost):
        trial.call([[1]])
    assert report.results == []


def test_the_call_that_goes_on_has_its_name_and_its_time():
    seen = []
    trial = tried(lambda n: seen.append((trial.at, trial.since)) or 1.0)
    assert trial.since == math.inf
    trial.call([[1]], "uint8", "a case")
    trial.call([[1]])
    (first, since), (second, _) = seen
    assert (first, second) == ("a case, [[1]] in uint8", "[[1]]")
    assert since <= time.monotonic()
    assert trial.since == math.inf


def test_a_function_that_never_gives_a_number_is_not_tried_further():
    trial = tried(lambda n: 1 / 0)
    report = trial.finished()
    (cause,) = report.causes
    assert cause.startswith("no case gave a number: it raised ZeroDivisionError")
    assert (report.small, report.held, report.broken) == (0, [], [])
    # One number, and it is tried.
    report = tried(lambda n: 1.0 if len(n) == 1 else 1 / 0).finished()
    assert report.small == 256
    assert not report.causes[0].startswith("no case")


# ------------------------------------------------------------------- cases and their labels


def test_relations_of_errors_are_those_of_the_measure_but_for_scale_and_sign():
    found = stored("spearman", "standard_error")["relations"]
    known = verify.vectors("spearman")["relations"]
    assert set(found) == set(known) - {"scaling"}
    for relation, effect in found.items():
        moved = known[relation]["effect"] == "none"
        assert effect == {"effect": "none" if moved else "same"}
    assert known["reversed predictions"]["effect"] == "negated"
    assert {e["effect"] for e in stored("mae", "standard_error")["relations"].values()} == {
        "same", "none"}  # fmt: skip
    cases = stored("mae", "standard_error")["cases"]
    assert cases == verify.vectors("mae")["standard_error"]
    assert stored("mae", "value") == verify.vectors("mae")


@pytest.mark.parametrize(
    ("cm", "of_all", "of_seen"),
    [
        ([[2000]], True, True),
        ([[2001]], False, False),
        ([[0.5, 0.0], [0.0, 0.5]], False, False),
        ([[1, 0], [0, 0]], False, True),
        ([[0, 0], [0, 1]], False, True),
        ([[0, 1], [0, 0]], True, True),
        ([[1, 0, 0], [0, 0, 0], [0, 0, 1]], True, True),
    ],
)
def test_labels_say_what_a_matrix_says_if_they_have_both_ends(cm, of_all, of_seen):
    assert expressible(verify.vectors("oci"), cm) is of_all
    assert expressible(verify.vectors("mae"), cm) is of_seen


def test_labels_of_a_matrix_are_its_observations_from_1():
    cm = np.array([[2, 0, 1], [0, 3, 0], [1, 1, 0]])
    true, pred = labels_of(cm, "uint8")
    assert true.dtype == pred.dtype == np.uint8
    assert sorted(zip(true.tolist(), pred.tolist(), strict=True)) == [
        (1, 1), (1, 1), (1, 3), (2, 2), (2, 2), (2, 2), (3, 1), (3, 2)]  # fmt: skip


def test_smaller_matrices_have_a_class_a_cell_half_of_it_or_one_observation_less():
    found = [m.tolist() for m in less(np.array([[5, 0], [1, 0]]))]
    assert found == [
        [[5]],
        [[0, 0], [1, 0]], [[5, 0], [0, 0]],
        [[2, 0], [1, 0]], [[5, 0], [0, 0]],
        [[4, 0], [1, 0]], [[5, 0], [0, 0]],
    ]  # fmt: skip
    assert list(less(np.array([[1]]))) == []


def test_a_case_of_a_small_matrix_is_as_those_that_are_stored():
    made = case_of(MEASURES["mae"], [[1, 2], [0, 0]])
    assert made["value"] == "0.66666666666666667"
    assert (made["expect"], made["tags"], made["dtype"]) == ("value", [], "int64")
    assert made["cm"] == [[1, 2], [0, 0]]
    assert set(made) == {*verify.vectors("mae")["cases"][0]} - {"exact"}
    assert (made["name"], made["about"]) == ("small", "")
    undefined = case_of(MEASURES["spearman"], [[1, 2], [0, 0]], "uint8")
    assert (undefined["expect"], undefined["dtype"]) == ("nan", "uint8")
    of_true = case_of(MEASURES["somers_d_true"], [[1, 2], [0, 1]])
    expected = definitions.somers_d([(1, 1), (1, 2), (1, 2), (2, 2)], "true")
    assert Fraction(of_true["value"]) == pytest.approx(expected, abs=1e-16)
    error = case_of(MEASURES["mae"], [[1, 1], [0, 0]], of="standard_error")
    assert float(error["value"]) == pytest.approx(0.5 / 2**0.5, abs=1e-15)


@pytest.mark.parametrize(
    ("value", "exact", "right"),
    [
        (1e9 + 0.5, 1e9, True), (1e9 + 1.5, 1e9, False), (0.9e-9, 0.0, True),
        (1.1e-9, 0.0, False), (0.5 + 1.1e-9, 0.5, False), (-1e9, 1e9, False),
        (float("inf"), float("inf"), True), (float("nan"), 0.0, False),
    ],
)  # fmt: skip
def test_close_is_relative_above_1_and_absolute_below(value, exact, right):
    assert verify.close(value, exact) is right


# ------------------------------------------------------------------- calling


@pytest.mark.parametrize(
    ("returned", "value", "error"),
    [
        (np.array([[0.5]]), 0.5, ""),
        (np.array([3], "uint8"), 3.0, ""),
        (True, 1.0, ""),
        (Fraction(1, 4), 0.25, ""),
        (SimpleNamespace(statistic=0.75, pvalue=0.01), 0.75, ""),
        (b"0.5", None, "returned b'0.5'"),
        (np.zeros((0,)), None, "returned an array of shape (0,)"),
        (np.complex64(1), None, "returned a complex number, "),
    ],
)
def test_a_number_is_one_whatever_holds_it(returned, value, error):
    called = answer(lambda: returned, [])
    assert called.error.startswith(error) if error else called.error == ""
    assert called.value == value if value is not None else np.isnan(called.value)
    assert not called.ends
    assert not called.changes


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError(), "KeyError: without a message"),
        (ValueError("\n first\nsecond"), "ValueError: first"),
        (ValueError("x" * 200), "ValueError: " + "x" * 160),
        (ValueError("x" * 160), "ValueError: " + "x" * 160),
    ],
)
def test_of_an_error_the_first_line_is_told(error, said):
    def raising():
        raise error

    called = answer(raising, [])
    assert called.error == f"raised {said}"
    assert str(called) == called.error
    assert not called.ends
    assert np.isnan(called.value)


def test_a_value_is_told_with_twelve_digits():
    assert str(Called(1 / 3)) == "0.333333333333"
    assert str(Called()) == "nan"


def test_a_changed_argument_is_noticed_beside_one_that_is_not():
    def second(a, b):
        b[0] = 9
        return 1.0

    one = [np.array([1, 2]), np.array([3, 4])]
    assert answer(second, one).changes
    assert not answer(lambda a, b: 1.0, one).changes
    with np.errstate(all="raise"):
        assert np.isnan(answer(lambda a: np.float64(0) / a, [np.array([0.0])]).value)


def test_what_the_folder_has_comes_before_what_is_installed(tmp_path, monkeypatch):
    for name in ("here", "installed"):
        (tmp_path / name).mkdir()
        text = f"def where(cm):\n    return {name!r}\nclass C:\n    pass\n"
        (tmp_path / name / "kit_places.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "installed"), *sys.path])
    function, refused = _found("kit_places", "where")
    assert (function(None), refused) == ("here", "")
    assert _found("kit_places", "C.none") == (None, "kit_places has no C.none")
    assert (
        _found("kit_places", "__name__")[1] == "kit_places:__name__ is not a function"
    )
    del sys.modules["kit_places"]


def test_an_import_may_take_longer_than_a_call():
    with pytest.raises(ValueError, match="math has no nothing"):
        Child("math", "nothing", {}, 1e-3)


def test_a_function_that_goes_on_does_not_keep_the_program():
    code = (
        "import time; from ordref.verify import check\n"
        "print(check(lambda cm: time.sleep(99), 'mae', seconds=0.1).lost)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith("it gave no answer within 0.1 s")


# ------------------------------------------------------------------- what the command asks for


def asked_for(monkeypatch, *arguments):
    """What the command would call, and what it would try of it."""
    found = {}

    class Child:
        def __init__(self, *given):
            found["child"] = given

        def __enter__(self):
            return self

        def __exit__(self, *_):
            found["left"] = True

    class Stopped:
        def __init__(self, child, *given):
            found["trial"] = given

        def finished(self):
            return Report("mae", lost="" if "--of" in arguments else "gone")

    monkeypatch.setattr(main_module, "Child", Child)
    monkeypatch.setattr(main_module, "Trial", Stopped)
    found["code"] = main([*arguments])
    return found


def test_the_command_asks_for_what_its_help_says(monkeypatch, capsys):
    found = asked_for(monkeypatch, "a.b:C.d", "--measure", "mae")
    assert found == {
        "child": ("a.b", "C.d", {}, 30.0), "trial": ("mae", "matrix", "value"),
        "left": True, "code": 1,
    }  # fmt: skip
    options = ["--input", "labels", "--of", "standard_error", "--seconds", "0.5",
               "--with", "x=[1, 2]", "--with", "y=a=b", "--with", "x=word"]  # fmt: skip
    found = asked_for(monkeypatch, "m:f", "--measure", "rmse", *options)
    assert found["child"] == ("m", "f", {"x": "word", "y": "a=b"}, 0.5)
    assert found["trial"] == ("rmse", "labels", "standard_error")
    assert found["code"] == 0
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("usage: python -m ordref.verify [-h] --measure NAME ")
    assert "[--input {matrix,labels}] [--of {value,standard_error}]" in told
    assert "[--with NAME=VALUE] [--seconds SECONDS] MODULE:FUNCTION" in told
    assert ", ".join(MEASURES) in told


@pytest.mark.parametrize("seconds", ["0", "-1", "inf", "nan", "long"])
def test_seconds_are_a_positive_number(seconds, capsys):
    with pytest.raises(SystemExit):
        main(["m:f", "--measure", "mae", "--seconds", seconds])
    assert f"{seconds!r} is not a positive number" in capsys.readouterr().err


@pytest.mark.parametrize("function", [":f", "m:", "m", ":"])
def test_half_a_function_is_none(function, capsys):
    with pytest.raises(SystemExit):
        main([function, "--measure", "mae"])
    assert "is not MODULE:FUNCTION" in capsys.readouterr().err


# ------------------------------------------------------------------- right code


@every_measure
def test_the_measure_itself_passes(name):
    report = check(MEASURES[name], name)
    assert report.passed, str(report)
    assert report.small == 256
    assert (report.causes, report.smallest, report.broken) == ([], [], [])
    assert set(names(report, "pass")) == {r.name for r in report.results}


@pytest.mark.parametrize(
    "name",
    [n for n, m in MEASURES.items() if m.function.__module__ != "ordref.functional"],
)
def test_the_measure_of_labels_passes(name):
    """Where labels do not tell the number of classes, the case is not run."""
    measure = MEASURES[name]

    def of_labels(true, pred):
        n = confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
        return measure(n)

    report = check(of_labels, name, given="labels")
    assert report.passed, str(report)
    told = set(names(report, "not run"))
    assert {"int32", "huge 1e9", "huge 1e14", "proportions"} <= told
    assert ("far apart" in names(report, "pass")) == (measure.max_classes >= 18)
    ends = {"unseen last class", "one cell, a hit", "constant classifier at an end"}
    of_all_classes = name.startswith(("oci", "stuart_tau_c", "gwet_ac2"))
    assert ends & told == (set() if not of_all_classes else ends - {
        "constant classifier at an end"})  # fmt: skip


def test_another_implementation_passes():
    def by_hand(cm):
        total = away = 0
        for r, row in enumerate(cm.tolist()):
            for c, count in enumerate(row):
                total, away = total + count, away + count * abs(r - c)
        return Fraction(away) / Fraction(total)

    report = check(by_hand, "mae")
    assert report.passed
    assert names(report, "pass")[-1] == "nothing"  # ZeroDivisionError is a refusal


def test_a_result_object_is_read():
    report = check(scipy.stats.kendalltau, "kendall_tau_b", given="labels")
    assert report.passed, str(report)


def test_input_is_fresh_in_every_call_and_a_change_of_it_is_noticed():
    def greedy(cm):
        value = ordref.mae(cm)
        cm[:] = 0
        return value

    report = check(greedy, "mae")
    assert names(report) == []
    assert not report.passed
    assert report.changes == str(report.results[0].cm)
    assert "it changes its argument: [[2, 0, 1]" in str(report)
    assert report.causes == ["it works on its argument itself: take a copy first"]


def test_sorting_the_labels_in_place_is_noticed():
    def greedy(true, pred):
        value = abs(true.astype(int) - pred).mean() if len(true) else np.nan
        pred.sort()
        return value

    assert check(greedy, "mae", given="labels").changes


def interrupted():
    """Not by `exec`, of which Python remembers it, and ends with the status of a signal."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("end", [lambda: sys.exit(0), interrupted])
def test_a_function_that_ends_the_program_fails_everywhere(end):
    def leaves(cm):
        if cm.sum() == 0 or len(cm) == 1:
            end()
        return ordref.mae(cm)

    report = check(leaves, "mae")
    assert names(report) == ["one class", "nothing"]  # where an error would do, too
    assert "tried to end the program" in str(report)
    assert "tried to end the program" in report.causes[0]


def test_a_function_that_does_not_answer_is_given_up_with_the_case_named():
    def waits(cm):
        while len(cm) == 2:
            time.sleep(0.01)
        return ordref.mae(cm)

    started_at = time.perf_counter()
    report = check(waits, "mae", seconds=0.5)
    assert time.perf_counter() - started_at < 20
    assert not report.passed
    assert (
        report.lost == "it gave no answer within 0.5 s: two classes, [[5, 2], [1, 3]]"
    )
    assert f"stopped: {report.lost}" in str(report)
    assert "two classes" not in [r.name for r in report.results]
    assert report.failing == []


def test_filters_of_warnings_are_as_before():
    before = list(warnings.filters)
    check(lambda cm: time.sleep(9), "mae", seconds=0.05)
    assert warnings.filters == before


def test_warnings_of_the_function_are_no_failure():
    def loud(true, pred):
        with np.errstate(all="warn"):
            return np.corrcoef(true, pred)[0, 1]

    assert check(loud, "pearson", given="labels").passed


# ------------------------------------------------------------------- mistakes, by hand


def r_int_2008(cm):
    N = cm.sum()
    both = np.sum([n * (cm[r:, c:].sum() - 1) for (r, c), n in np.ndenumerate(cm)])
    return -1 + 2 * both / (N * (N - 1)) if N > 1 else np.nan


def r_int_2008_of_labels(true, pred):
    N = len(true)
    both = np.less_equal.outer(true, true) & np.less_equal.outer(pred, pred)
    return -1 + 2 * (both.sum() - N) / (N * (N - 1)) if N > 1 else np.nan


def agreement_as_disagreement(cm):
    n = cm / cm.sum()
    k = np.arange(len(n))
    w = 1 - np.abs(k[:, None] - k) / (len(n) - 1)
    return 1 - (w * n).sum() / (w * np.outer(n.sum(axis=1), n.sum(axis=0))).sum()


def spearman_without_ties(true, pred):
    x, y = (scipy.stats.rankdata(v, method="ordinal") for v in (true, pred))
    return np.corrcoef(x, y)[0, 1] if len({*true}) > 1 < len({*pred}) else np.nan


def spearman_short_formula(true, pred):
    N = len(true)
    if len({*true}) < 2 or len({*pred}) < 2:
        return np.nan
    d = scipy.stats.rankdata(true) - scipy.stats.rankdata(pred)
    return 1 - 6 * (d @ d) / (N * (N * N - 1))


def mae_of_classes_seen(true, pred):
    classes = np.unique([*true, *pred])
    return np.abs(
        np.searchsorted(classes, true) - np.searchsorted(classes, pred)
    ).mean()


def tau_a(true, pred):
    N = len(true)
    if len({*true}) < 2 or len({*pred}) < 2:
        return np.nan
    s = np.sign(np.subtract.outer(true, true)) * np.sign(np.subtract.outer(pred, pred))
    return s.sum() / (N * (N - 1))


def tau_c(true, pred):
    return scipy.stats.kendalltau(true, pred, variant="c").statistic


def amae_of_predictions(cm):
    return ordref.amae(cm.T)


def amae_absent_zero(cm):
    k, sizes = np.arange(len(cm)), cm.sum(axis=1)
    errors = (cm * np.abs(k[:, None] - k)).sum(axis=1) / np.maximum(sizes, 1e-300)
    return errors.mean() if cm.sum() else np.nan


def precision_instead(cm):
    sizes = cm.sum(axis=0)
    return min(cm[k, k] / sizes[k] for k in range(len(cm)) if sizes[k])


def balanced(true, pred):
    return sklearn.metrics.balanced_accuracy_score(true, pred)


def beta_without_classes(cm):
    return ordref.oci(cm, beta=0.75 / cm.sum())


def diagonal_only(cm):
    k = np.arange(len(cm))
    return 1 - np.trace(cm) / (cm.sum() + (cm * np.abs(k[:, None] - k)).sum())


def observations_with_themselves(true, pred):
    a, b = (np.less_equal.outer(v, v) for v in (np.array(true), np.array(pred)))
    return (
        2 * (a & b).sum() / np.sqrt(a.sum() * b.sum()) - 1 if len(true) > 1 else np.nan
    )


def percent(cm):
    return 100 * np.trace(cm) / cm.sum() if cm.sum() else np.nan


MISTAKES = [
    (r_int_2008, "r_int", "matrix", "denominator of 2008"),
    (r_int_2008_of_labels, "r_int", "labels", "denominator of 2008"),
    (observations_with_themselves, "r_int", "labels", "paired with themselves"),
    (agreement_as_disagreement, "weighted_kappa", "matrix", "agreement weights"),
    (spearman_without_ties, "spearman", "labels", "ranks without ties"),
    (spearman_short_formula, "spearman", "labels", "right only without ties"),
    (mae_of_classes_seen, "mae", "labels", "classes are taken from the data"),
    (tau_a, "kendall_tau_b", "labels", "this is tau-a"),
    (tau_c, "kendall_tau_b", "labels", "tau-c, with the classes seen"),
    (amae_of_predictions, "amae", "matrix", "over the predictions of a class"),
    (amae_absent_zero, "amae", "matrix", "absent class counts as 0"),
    (precision_instead, "minimum_sensitivity", "matrix", "this is precision"),
    (balanced, "ccr", "labels", "equal votes"),
    (beta_without_classes, "oci", "matrix", "beta is 0.75 / N"),
    (diagonal_only, "oci", "matrix", "the diagonal alone"),
    (percent, "ccr", "matrix", "percentage"),
    (lambda n: 1 - ordref.mer(n) * 2, "ccr", "matrix", None),
    (lambda n: 1 - ordref.ccr(n), "ccr", "matrix", "1 less the measure"),
    (lambda n: -ordref.spearman(n), "spearman", "matrix", "opposite sign"),
    (lambda n: abs(ordref.spearman(n)), "spearman", "matrix", "sign is lost"),
    (lambda n: ordref.somers_d(n, dependent="true"), "somers_d", "matrix", "exchanged"),
    (lambda n: ordref.mse(n), "rmse", "matrix", "squared"),
    (lambda n: ordref.mae(n), "mse", "matrix", "values of mae"),
    (lambda n: round(ordref.mae(n), 3), "mae", "matrix", "rounded to 3 decimals"),
    (lambda n: float(np.float32(ordref.oci(n))), "oci", "matrix", "single precision"),
    (lambda n: ordref.pearson(n), "spearman", "matrix", "values of pearson"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "name", "given", "cause"), MISTAKES)
def test_a_mistake_gets_its_name(function, name, given, cause):
    report = check(function, name, given=given)
    assert not report.passed
    assert report.failing
    assert report.smallest
    if cause is None:
        assert report.causes == []
        assert "none of those that this kit knows" in str(report)
    else:
        assert any(cause in text for text in report.causes[:2]), str(report)
        assert f"- {report.causes[0]}" in str(report)


def test_two_mistakes_in_one_function_are_both_named():
    def both(true, pred):
        classes, t = np.unique([*true, *pred]), np.array(true)
        k, p = np.searchsorted(classes, t), np.searchsorted(classes, pred)
        errors = [
            np.abs(k - p)[k == j].sum() / max((k == j).sum(), 1) for j in {*k, *p}
        ]
        return np.mean(errors)

    (cause,) = check(both, "amae", given="labels").causes
    assert "an absent class counts as 0" in cause
    assert "the classes are taken from the data" in cause


def test_a_mistake_beside_one_that_is_not_known_is_counted():
    def both(cm):
        kept = (cm.sum(axis=0) > 0) | (cm.sum(axis=1) > 0)
        value = ordref.mae(cm[np.ix_(kept, kept)])
        return value if np.trace(cm) else 100 * ordref.mae(cm)

    (cause,) = check(both, "mae").causes
    assert cause.startswith("the classes are taken from the data")
    assert cause.endswith("(in 3 of 8 failing matrices)")


# ------------------------------------------------------------------- every listed cause

LISTED = [(name, cause) for name, own in _OWN.items() for cause in own]
COMMON = [
    (name, cause)
    for name in ("mae", "kendall_tau_b")
    for cause in mutants(MEASURES[name])
    if cause.far == 1 and cause not in _OWN[name]
]


def planted(cause):
    def function(cm):
        value = cause(cm)
        if value is None or not cm.sum():
            raise ValueError("no value")
        return value

    return function


@pytest.mark.parametrize(
    ("name", "cause"), LISTED + COMMON, ids=lambda part: getattr(part, "text", part)
)
def test_every_listed_cause_is_found_where_it_is_planted(name, cause):
    """Found itself, or another that has the same values on all that fails."""
    report = check(planted(cause), name)
    if report.passed:
        # Such as an exchange of the sides, to a measure that is symmetric.
        assert cause.far == 1, "this mistake never shows"
        return
    texts = {c.text for c in mutants(MEASURES[name]) if same_values(c, cause, report)}
    assert cause.text in texts
    assert texts & {text.split(" (in ")[0] for text in report.causes}, str(report)


def same_values(one, other, report):
    failing = [r for r in report.failing if r.expect == "value" and not r.called.error]
    # One after another: most mistakes differ at the first of them, and a search is slow.
    pairs = ((one(np.array(r.cm)), other(np.array(r.cm))) for r in failing)
    return all(a is None or verify.close(a, b) or a != a != b for a, b in pairs)


def test_causes_of_a_measure_are_in_order_of_likelihood():
    far = [cause.far for cause in mutants(MEASURES["r_int"])]
    assert far[0] == 0
    assert set(far) == {0, 1, 2, 3}


def test_of_mutants_that_explain_as_much_the_nearest_is_named():
    """Neither explains all: the function has a second mistake."""

    def result(diagonal, value):
        return SimpleNamespace(cm=[[diagonal, 0], [0, 1]], called=Called(value))

    failing, right = [result(3, 5.0), result(7, 6.0)], [result(1, 1.0)]
    near, far = (
        Mutant(text, lambda cm: 5.0 if cm[0, 0] == 3 else 1.0, distance)
        for text, distance in (("near", 1), ("far", 3))
    )
    for tried in ([near, far], [far, near]):
        assert _mutants(tried, failing, right) == ["near (in 1 of 2 failing matrices)"]


@pytest.mark.parametrize("power", [0, 1, 2])
def test_disagreement_is_0_for_a_hit_and_1_at_most(power):
    found = disagreement(power, np.ones((4, 4)))
    away = [[abs(i - j) / 3 for j in range(4)] for i in range(4)]
    expected = [[x**power if x else 0.0 for x in row] for row in away]
    assert found == pytest.approx(np.array(expected))


def test_there_are_causes_for_every_family():
    assert {m.definition for m in MEASURES.values() if m.name in _OWN} >= {
        "ccr", "mae", "amae", "mmae", "minimum_sensitivity", "kendall_tau_b", "spearman",
        "r_int", "weighted_kappa", "oci",
    }  # fmt: skip


# ------------------------------------------------------------------- the edges


def refused(n):
    if not n.sum():
        raise ValueError("no observations")
    return n


def in_its_own_type(n):
    """Sums in the type of the counts, as compiled languages do."""
    return np.einsum("ii", n) / n.sum(dtype=n.dtype)


def pairs_in_int64(n):
    with np.errstate(over="ignore"):
        n = n.astype(np.int64)
        N = n.sum()
        t, p = n.sum(axis=1), n.sum(axis=0)
        top = sum(
            n[r, c] * (n[r + 1 :, c + 1 :].sum() - n[r + 1 :, :c].sum())
            for r, c in np.ndindex(n.shape)
        )
        x, y = (N * N - (t * t).sum()) // 2, (N * N - (p * p).sum()) // 2
        return top / np.sqrt(float(x)) / np.sqrt(float(y)) if x and y else np.nan


def seen(n):
    kept = (n.sum(axis=0) > 0) | (n.sum(axis=1) > 0)
    return n[np.ix_(kept, kept)]


def zero_for_nan(value):
    return 0.0 if value != value else value


# A wrong function that fails the case, and the cases that it fails.
EDGES = {
    "uint8": ("ccr", lambda n: in_its_own_type(refused(n)), "wraps around"),
    "far apart": ("mse", lambda n: ordref.mse(n) if len(n) < 17 else np.einsum(
        "rc,rc->", n, np.subtract.outer(*[np.arange(len(n), dtype="uint8")] * 2) ** 2,
        dtype=float) / n.sum(), "wraps around"),
    "int32": ("r_int", lambda n: ordref.r_int(
        n if n.dtype != "int32" else n.astype("int16").astype(int) % 2**15), "wraps around"),
    "huge 1e14": ("kendall_tau_b", lambda n: pairs_in_int64(refused(n)), "wraps around"),
    "proportions": ("ccr", lambda n: ordref.ccr(np.ceil(n)),
                    "shares are taken for whole counts"),
    "nothing": ("mae", lambda n: ordref.mae(n) if n.sum() else 0.0,
                "nothing to measure"),
    "constant classifier": ("spearman", lambda n: zero_for_nan(ordref.spearman(n)),
                            "0 where the measure is 0/0"),
    "single observation, a hit": ("r_int", lambda n: 1.0 if n.sum() == 1 else
                                  ordref.r_int(n), "1 where the measure is 0/0"),
    "absent class": ("mmae", lambda n: ordref.mmae(n) if n.sum(axis=1).all() else
                     ordref.mmae(n) * np.nan, "whole undefined"),
    "unseen middle class": ("mae", lambda n: ordref.mae(seen(refused(n))),
                            "taken from the data"),
    "unseen class among three": ("weighted_kappa", lambda n: ordref.weighted_kappa(
        seen(refused(n))), "taken from the data"),
    "one class": ("oci", lambda n: ordref.oci(n) if len(n) > 1 else 1 / 0, "raised"),
    "untied": ("spearman", lambda n: ordref.spearman(n) if n.max() > 1 else 0.0, None),
}  # fmt: skip


@pytest.mark.parametrize("case", EDGES)
def test_each_edge_can_fail(case):
    name, function, cause = EDGES[case]
    report = check(function, name)
    assert case in names(report), str(report)
    assert "two classes" in names(report, "pass")
    assert cause is None or any(cause in text for text in report.causes), str(report)


def test_what_was_expected_is_in_the_report():
    """The smallest error of two classes is 1; no kappa is defined for one class."""
    report = check(lambda cm: 2 * ordref.mae(cm), "mae")
    assert [r.expected for r in report.smallest] == ["1"]
    assert ": 2, expected 1\n" in f"{report}\n"
    report = check(
        lambda cm: np.nan_to_num(ordref.weighted_kappa(cm)), "weighted_kappa"
    )
    assert "expected nan" in str(report)


def test_an_error_where_the_measure_is_undefined_is_no_failure():
    def strict(cm):
        value = ordref.spearman(cm)
        if value != value:
            raise ZeroDivisionError("all ranks are the same")
        return value

    report = check(strict, "spearman")
    assert report.passed
    assert "constant classifier" in names(report, "declined")
    assert "as good as nan" in str(report)


def test_an_error_for_shares_is_no_failure():
    def counts_only(cm):
        if cm.dtype.kind == "f":
            raise TypeError("counts, please")
        return ordref.mae(cm)

    report = check(counts_only, "mae")
    assert report.passed
    assert names(report, "declined") == ["proportions"]


# ------------------------------------------------------------------- small matrices, shrinking


def test_small_matrices_are_all_of_them_once():
    for K, N in [(1, 3), (2, 2), (3, 2)]:
        listed = {str(cm) for cm in small_matrices(K, N)}
        expected = [cm for cm in all_matrices(K, N) if cm.sum() == N]
        assert listed == {str(cm.tolist()) for cm in expected}


def test_the_smallest_matrix_comes_first():
    wrong = check(lambda n: ordref.mae(n) + (n.sum() >= 3 and len(n) > 1), "mae")
    assert np.sum(wrong.smallest[0].cm) == 3
    assert len(wrong.smallest[0].cm) == 2


def test_a_failing_case_is_shrunk_where_no_small_matrix_fails():
    report = check(lambda n: ordref.mae(n) + (n.max() >= 5), "mae")
    assert report.smallest[0].cm == [[5]]


def test_a_type_is_kept_while_a_case_is_shrunk():
    report = check(lambda n: ordref.mae(n) + (n.dtype == "uint8"), "mae")
    (least,) = report.smallest
    assert (least.cm, least.dtype) == ([[1]], "uint8")
    assert "in uint8" in str(report)


def test_a_large_matrix_is_shown_by_its_entries():
    def wraps(true, pred):
        return ((true - pred) ** 2).mean() if len(true) else np.nan

    report = check(wraps, "mse", given="labels")
    (least,) = report.smallest
    assert least.shown == "17 classes, with 1 in row 17, column 1 in uint8"
    assert least.shown in str(report)


def test_wrong_values_and_undefined_ones_have_each_their_smallest():
    report = check(lambda n: zero_for_nan(ordref.spearman(n)) ** 2, "spearman")
    assert [r.expect for r in report.smallest] == ["value", "nan"]


# ------------------------------------------------------------------- relations


@pytest.mark.parametrize(
    ("relation", "function", "name"),
    [
        ("scaling", lambda n: ordref.mae(n) * (1 + n.sum()), "mae"),
        ("transposition", lambda n: ordref.mae(n) + n[0, -1] / n.sum(), "mae"),
        ("reversal", lambda n: ordref.mae(n) + n[0, 0] / n.sum(), "mae"),
        ("permutation", lambda n: ordref.mae(n), "ccr"),
        ("class at an end", lambda n: ordref.mae(n) / len(n), "mae"),
        ("class in between", lambda n: ordref.pearson(n), "spearman"),
        ("reversed predictions", lambda n: abs(ordref.spearman(n)), "spearman"),
    ],
)
def test_each_relation_can_break(relation, function, name):
    report = check(function, name)
    (broken,) = [b for b in report.broken if b.relation == relation]
    assert f"{relation} ({broken.about}): expected {broken.expected}" in str(report)
    after = [c.tolist() for c in verify.RELATIONS[relation][1](np.array(broken.cm))]
    assert broken.changed in after


def test_the_order_of_observations_can_break():
    report = check(spearman_without_ties, "spearman", given="labels")
    assert "order of the observations" in [b.relation for b in report.broken]


def test_many_classes_can_break():
    def at_most_seven(cm):
        return ordref.mae(np.zeros((7, 7))[: len(cm), : len(cm)] + cm)

    report = check(at_most_seven, "mae")
    assert not report.passed
    assert [b.relation for b in report.broken] == ["many classes"]
    assert "there are 8 classes" in str(report)


def test_nan_for_large_matrices_is_no_failure():
    def limited(cm):
        return ordref.oci(cm) if len(cm) < 6 else np.nan

    assert check(limited, "oci").passed


# ------------------------------------------------------------------- what came is no number


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returned None"),
        ("0.5", "returned '0.5'"),
        ([0.5, 0.5], r"returned an array of shape (2,)"),
        (1j, "returned a complex number, 1j"),
        (SimpleNamespace(value=1), "raised TypeError"),
    ],
)
def test_what_is_no_number_is_said(returned, message):
    report = check(lambda cm: returned, "mae")
    assert not report.passed
    assert message in report.causes[0]


def test_a_function_of_labels_given_a_matrix_is_told_so():
    report = check(sklearn.metrics.mean_absolute_error, "mae")
    assert "--input labels gives true and predicted labels" in report.causes[0]
    report = check(lambda cm: 0.0, "mae", given="labels")
    assert "--input matrix gives one matrix" in report.causes[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kappa",), "no measure is called 'kappa'"),
        (("mae",), 'given must be "matrix" or "labels"'),
    ],
)
def test_misuse_is_refused(arguments, message):
    given = "matrix" if arguments == ("kappa",) else "pairs"
    with pytest.raises(ValueError, match=message):
        check(ordref.mae, *arguments, given=given)


@pytest.mark.parametrize(
    ("function", "seconds", "message"),
    [
        ("mae", 1, "function must be callable, not 'mae'"),
        (ordref.mae, 0, "seconds must be a positive number, not 0"),
        (ordref.mae, float("nan"), "seconds must be a positive number, not nan"),
    ],
)
def test_what_cannot_be_called_is_refused(function, seconds, message):
    with pytest.raises(ValueError, match=message):
        check(function, "mae", seconds=seconds)


# ------------------------------------------------------------------- the command line

MODULE = """
import numpy as np
def mae(cm):
    k = np.arange(len(cm))
    return (cm * abs(k[:, None] - k)).sum() / cm.sum()
def half(cm):
    return mae(cm) / 2
def of_labels(t, p):
    return abs(t.astype(int) - p).mean() if len(t) else np.nan
class Metrics:
    @staticmethod
    def mae(cm):
        return mae(cm)
number = 3
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mymetrics.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    return tmp_path


def started(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "ordref.verify", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["mymetrics:mae", "--measure", "mae"], 0, "mae: PASS"),
        (["mymetrics:of_labels", "--measure", "mae", "--input", "labels"], 0, "mae: PASS"),
        (["mymetrics:half", "--measure", "mae"], 1, "mae: FAIL"),
        (["scipy.stats:spearmanr", "--measure", "spearman", "--input", "labels"], 0,
         "spearman: PASS"),
    ],
)  # fmt: skip
def test_command_reports(folder, arguments, code, said):
    done = started(folder, *arguments)
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.startswith(said)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mymetrics:mae", "--measure", "kappa"], "no measure 'kappa'; there are ccr"),
        (["mymetrics", "--measure", "mae"], "not MODULE:FUNCTION"),
        (["nowhere:mae", "--measure", "mae"], "cannot import nowhere: ModuleNotFound"),
        (["broken:mae", "--measure", "mae"], "cannot import broken: ZeroDivisionError"),
        (["mymetrics:none", "--measure", "mae"], "mymetrics has no none"),
        (["mymetrics:number", "--measure", "mae"], "is not a function"),
        (["mymetrics:mae"], "required: --measure"),
        (["mymetrics:mae", "--measure", "mae", "--input", "cm"], "invalid choice"),
    ],
)
def test_command_refuses_in_one_line(folder, arguments, message, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    out, err = capsys.readouterr()
    assert (refused.value.code, out) == (2, "")
    assert message in err
    assert err.startswith("python -m ordref.verify: error: ")
    assert err.count("\n") == 1


def test_a_function_in_a_class_is_found(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert main(["mymetrics:Metrics.mae", "--measure", "mae"]) == 0
    assert capsys.readouterr().out.startswith("mae: PASS")


def test_report_names_all_that_fails():
    report = check(partial(np.multiply, 0), "mae")
    assert not report.passed
    wrong = check(lambda n: ordref.mae(n) + 1, "mae")
    text = str(wrong)
    for result in wrong.failing:
        assert result.name in text
    assert f"and {len(wrong.failing) - 6} more" in text


# ------------------------------------------------------------------- narrow types


def own(n):
    """Distances of the classes in the type of the counts, as `arange` of it gives them."""
    k = np.arange(len(n)).astype(n.dtype)
    return np.maximum(k[:, None], k) - np.minimum(k[:, None], k)


def total(x, axis=None):
    """A sum that stays in its type, as a loop over numpy's numbers does."""
    return np.add.reduce(x, axis=axis, dtype=x.dtype)


def whole(n, axis=None):
    return n.astype(float).sum(axis=axis)


def cells(n):
    return [(r, c, n[r, c]) for r, c in np.ndindex(n.shape)]


def pairs_of(n, kind):
    """Products of counts added up in their type, over one kind of pairs."""
    found = n.dtype.type(0)
    for r, c, x in cells(n):
        for s, d, y in cells(n):
            if kind(s - r, d - c):
                found = found + x * y
    return float(found)


def kinds(n):
    return (
        pairs_of(n, lambda a, b: a > 0 and b > 0),
        pairs_of(n, lambda a, b: a > 0 and b < 0),
        pairs_of(n, lambda a, b: a == 0 and b > 0),
        pairs_of(n, lambda a, b: a > 0 and b == 0),
    )


def kappa_of_products(n):
    N, w = whole(n), own(n)
    expected = total(np.multiply.outer(total(n, 1), total(n, 0)) * w) / N
    return 1 - whole(n * w.astype(float)) / expected


def moments(n):
    k, N = np.arange(len(n)).astype(n.dtype), whole(n)
    x, y = total(total(n, 1) * k) / N, total(total(n, 0) * k) / N
    xy = total(n * np.multiply.outer(k, k)) / N
    xx, yy = total(total(n, 1) * k * k) / N, total(total(n, 0) * k * k) / N
    return (xy - x * y) / np.sqrt((xx - x * x) * (yy - y * y))


# Each slips in one intermediate that a natural implementation forms, in the type of the
# counts, and is right otherwise.
SLIPS = {
    "count times distance": ("mae", lambda n: whole(n * own(n)) / whole(n)),
    "sum of errors": ("mae", lambda n: total(n * own(n)) / whole(n)),
    "number of observations": ("mae", lambda n: whole(n * own(n).astype(float))
                               / total(n)),
    "count times squared distance": ("mse", lambda n: whole(n * own(n) ** 2) / whole(n)),
    "the same under a root": ("rmse", lambda n: np.sqrt(
        whole(n * own(n) ** 2) / whole(n))),
    "errors of a class": ("amae", lambda n: np.mean(
        whole(n * own(n), 1) / whole(n, 1))),
    "size of a class": ("amae", lambda n: np.mean(
        whole(n * own(n).astype(float), 1) / total(n, 1))),
    "errors of the worst class": ("mmae", lambda n: np.max(
        whole(n * own(n), 1) / whole(n, 1))),
    "hits": ("ccr", lambda n: total(np.diagonal(n)) / whole(n)),
    "all": ("ccr", lambda n: whole(np.diagonal(n)) / total(n)),
    "errors": ("mer", lambda n: 1 - total(np.diagonal(n)) / total(n)),
    "row sums": ("minimum_sensitivity", lambda n: min(np.diagonal(n) / total(n, 1))),
    "weights": ("weighted_kappa", lambda n: 1 - whole(n * own(n)) * whole(n) / whole(
        np.outer(whole(n, 1), whole(n, 0)) * own(n))),
    "products of margins": ("weighted_kappa", kappa_of_products),
    "squared weights": ("weighted_kappa_quadratic", lambda n: 1 - whole(
        n * own(n) ** 2) * whole(n) / whole(
        np.outer(whole(n, 1), whole(n, 0)) * own(n).astype(float) ** 2)),
    "expected hits": ("weighted_kappa_unweighted", lambda n: 1 - (
        1 - whole(np.diagonal(n)) / whole(n)) / (
        1 - whole(total(n, 1) * total(n, 0)) / whole(n) ** 2)),
    "pairs of gamma": ("goodman_kruskal_gamma", lambda n: (
        kinds(n)[0] - kinds(n)[1]) / (kinds(n)[0] + kinds(n)[1])),
    "pairs of Somers' d": ("somers_d", lambda n: (kinds(n)[0] - kinds(n)[1]) / (
        kinds(n)[0] + kinds(n)[1] + kinds(n)[3])),
    "pairs of tau-b": ("kendall_tau_b", lambda n: (kinds(n)[0] - kinds(n)[1]) / np.sqrt(
        sum(kinds(n)[:3]) * (sum(kinds(n)[:2]) + kinds(n)[3]))),
    "moments": ("pearson", moments),
    "path": ("oci", lambda n: ordref.oci(n) * total(n) / whole(n)),
}  # fmt: skip
NARROW = ["uint8", "int8", "uint16", "int16", "uint32", "int32"]


@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("slip", SLIPS)
def test_every_intermediate_that_leaves_its_type_is_noticed(slip, dtype):
    name, wrong = SLIPS[slip]

    def function(cm):
        # Right in every other type, so that this type alone has to notice.
        return wrong(cm) if cm.dtype == dtype else MEASURES[name](cm)

    cases = [c for c in verify.vectors(name)["cases"] if c["dtype"] == dtype]
    results = [
        verify.close(
            answer(function, [np.array(c["cm"], dtype)]).value, float(c["value"])
        )
        for c in cases
    ]
    assert len(cases) >= 2
    assert not all(results)


def test_the_count_times_distance_of_a_plain_loop_is_named():
    """The slip that numpy's scalars make for whoever loops over the cells."""

    def looped(cm):
        away = sum(float(n * abs(r - c)) for (r, c), n in np.ndenumerate(cm))
        return away / cm.sum()

    report = check(lambda n: looped(refused(n)), "mae")
    assert {"uint8 products", "int32 products"} <= set(names(report))
    (cause,) = report.causes
    assert cause.startswith("arithmetic stays in ")
    assert "wraps around" in cause


# ------------------------------------------------------------------- mistakes as people make them


def rates(n, axis=1):
    with np.errstate(all="ignore"):
        return np.diagonal(n) / n.sum(axis=axis)


def steps(n, power=1):
    k = np.arange(len(n))
    return np.abs(k[:, None] - k).astype(float) ** power


def means(n, power=1):
    with np.errstate(all="ignore"):
        return (n * steps(n, power)).sum(axis=1) / n.sum(axis=1)


def listed(n):
    if n.sum() > 3000 or n.dtype.kind == "f":
        raise ValueError("too many")
    r, c = np.indices(n.shape)
    return np.repeat(r.ravel(), n.ravel()), np.repeat(c.ravel(), n.ravel())


def defined(value, n):
    return value if n.sum() else np.nan


def listing(n, beta=0.75, K_less=1, moves=((1, 0), (0, 1), (1, 1)), border=None):
    """Listing 1 of oci2011 with room for a slip."""
    K, N = len(n), n.sum()
    T = N + (n * steps(n)).sum()
    price = beta / (N * max(K - K_less, 1))
    cost = {}
    for r, c in np.ndindex(K, K):
        before = [cost[r - i, c - j] for i, j in moves if (r - i, c - j) in cost]
        if (border == "row" and r == 0) or (border == "column" and c == 0):
            before = []
        cost[r, c] = min(before, default=0) + n[r, c] * (price * abs(r - c) - 1 / T)
    return 1 + cost[K - 1, K - 1]


def scored(n, method):
    t, p = listed(n)
    x, y = scipy.stats.rankdata(t, method), scipy.stats.rankdata(p, method)
    return np.corrcoef(x, y)[0, 1] if x.std() and y.std() else np.nan


def counted(n):
    t, p = listed(n)
    s = np.sign(np.subtract.outer(t, t)) * np.sign(np.subtract.outer(p, p))
    same_t, same_p = (np.equal.outer(v, v) for v in (t, p))
    up, down = (s > 0).sum() / 2, (s < 0).sum() / 2
    both = ((same_t & same_p).sum() - len(t)) / 2
    return up, down, same_t.sum() / 2 - len(t) / 2, same_p.sum() / 2 - len(t) / 2, both


def ordered(n, relation=np.less_equal):
    t, p = listed(n)
    off = ~np.eye(len(t), dtype=bool)
    a, b = relation.outer(t, t) & off, relation.outer(p, p) & off
    return a.sum(), b.sum(), (a & b).sum()


def chance(n, expected, w):
    return 1 - (n * w).sum() / n.sum() / (expected * w).sum()


def shares(n):
    return n.sum(axis=1) / n.sum(), n.sum(axis=0) / n.sum()


def codes(n):
    t, p = listed(n)
    return t.astype(float), p.astype(float)


def spread(n):
    d = np.subtract(*codes(n))
    return d


NATURAL = [
    ("ccr", lambda n: np.nanmean(rates(n)), "equal votes"),
    ("ccr", lambda n: n[steps(n) <= 1].sum() / n.sum(), "off by one"),
    ("ccr", lambda n: np.trace(n) / n.sum() / len(n), "divided by K"),
    ("mer", lambda n: 1 - np.nanmean(rates(n)), "equal votes"),
    ("mer", lambda n: (n.sum() - np.trace(n)) / (n.sum() - 1), "N / (N - 1)"),
    ("minimum_sensitivity", lambda n: np.nanmin(rates(n, 0)), "this is precision"),
    ("minimum_sensitivity", lambda n: np.nan_to_num(rates(n, 0)).min(),
     "without predictions counts as 0"),
    ("minimum_sensitivity", lambda n: np.nanmax(rates(n)), "largest of the sens"),
    ("minimum_sensitivity", lambda n: np.nanmean(rates(n)), "it is the mean"),
    ("minimum_sensitivity", lambda n: np.nan_to_num(rates(n)).min(), "counts as 0"),
    ("mae", lambda n: np.nanmean(means(n)), "equal votes"),
    ("mae", lambda n: np.median(abs(spread(n))), "median"),
    ("mae", lambda n: abs(spread(n).mean()), "signs of the errors cancel"),
    ("mae", lambda n: (n * steps(n)).sum() / max(n.sum() - np.trace(n), 1),
     "over the wrong predictions alone"),
    ("mae", lambda n: (n * steps(n)).sum(), "it is a sum"),
    ("mae", lambda n: (n * steps(n)).sum() / n.sum() / max(len(n) - 1, 1), "K - 1"),
    ("mse", lambda n: np.nanmean(means(n, 2)), "equal votes"),
    ("mse", lambda n: spread(n).var(), "variance of the errors"),
    ("mse", lambda n: spread(n).var(ddof=1) if n.sum() > 1 else 0.0, None),
    ("rmse", lambda n: np.sqrt(np.nanmean(means(n, 2))), "equal votes"),
    ("rmse", lambda n: np.nanmean(np.sqrt(means(n, 2))), "the root is taken in each"),
    ("rmse", lambda n: spread(n).std(), "deviation of the errors"),
    ("rmse", lambda n: (n * steps(n, 2)).sum() / n.sum(), "squared"),
    ("amae", lambda n: np.nansum(means(n)), "sum over the classes"),
    ("amae", lambda n: np.nansum(means(n)) / len(n), "counts as 0"),
    ("amae", lambda n: means(n).mean(), "whole undefined"),
    ("amae", lambda n: np.nanmean(means(n.T)), "over the predictions of a class"),
    ("mmae", lambda n: means(n).max(), "whole undefined"),
    ("mmae", lambda n: np.nanmin(means(n)), "smallest error of a class"),
    ("mmae", lambda n: np.nanmax(means(n.T)), "over the predictions of a class"),
    ("mmae", lambda n: steps(n)[n > 0].max(), "largest error of one observation"),
    ("kendall_tau_b", lambda n: (lambda c, d, t, p, b: (c - d) / np.sqrt(
        (c + d + p) * (c + d + t)))(*counted(n)), "tied on both sides"),
    ("kendall_tau_b", lambda n: (lambda c, d, t, p, b: (c - d) / (
        n.sum() * (n.sum() - 1) / 2))(*counted(n)), "tau-a"),
    ("goodman_kruskal_gamma", lambda n: (lambda c, d, *_: c / (c + d))(*counted(n)),
     "share of concordant pairs"),
    ("somers_d", lambda n: (lambda c, d, t, p, b: (c - d) / (
        c + d + (t + p - 2 * b) / 2))(*counted(n)), "symmetric"),
    ("somers_d", lambda n: (lambda c, d, t, p, b: (c - d) / (
        n.sum() * (n.sum() - 1) / 2))(*counted(n)), "tau-a"),
    ("spearman", lambda n: scored(n, "min"), "smallest of their ranks"),
    ("spearman", lambda n: scored(n, "max"), "largest of their ranks"),
    ("spearman", lambda n: scored(n, "ordinal"), "ranks without ties"),
    ("spearman", lambda n: scored(n, "dense"), "values of pearson"),
    ("pearson", lambda n: np.cov(*codes(n), ddof=0)[0, 1], "covariance"),
    ("pearson", lambda n: np.cov(*codes(n), ddof=0)[0, 1] / codes(n)[0].var(), "slope"),
    ("pearson", lambda n: np.cov(*codes(n), ddof=0)[0, 1] / codes(n)[1].var(), "slope"),
    ("r_int", lambda n: (lambda a, b, x: 4 * x / (a + b) - 1)(*ordered(n)), "mean of both"),
    ("r_int", lambda n: (lambda a, b, x: 2 * x / (a + b - x) - 1)(*ordered(n)), "union"),
    ("r_int", lambda n: (lambda a, b, x: x / np.sqrt(a * b))(*ordered(n)), "stretched"),
    ("r_int", lambda n: (lambda a, b, x: 2 * x / np.sqrt(a * b) - 1)(
        *ordered(n, np.less)), "tied pairs are left out"),
    ("weighted_kappa", lambda n: chance(n, np.full(n.shape, n.size**-1.0), steps(n)),
     "uniform"),
    ("weighted_kappa", lambda n: chance(n, np.outer(*[sum(shares(n)) / 2] * 2), steps(n)),
     "pooled"),
    ("weighted_kappa_quadratic", lambda n: chance(n, np.outer(*shares(n)), steps(n)),
     "values of weighted_kappa"),
    ("oci", lambda n: listing(n, moves=((1, 0), (0, 1))), "steps along the diagonal"),
    ("oci", lambda n: listing(n, K_less=0), "0.75 / (N K)"),
    ("oci", lambda n: listing(n, beta=0.25), "0.25"),
    ("oci", lambda n: listing(n, beta=0.5), "0.5 / (N (K - 1))"),
    ("oci", lambda n: listing(n, beta=1.0), "beta is 1 /"),
    ("oci", lambda n: listing(n, border="row"), "first row is not summed up"),
    ("oci", lambda n: listing(n, border="column"), "first column is not summed up"),
    ("sup_correlation", lambda n: np.linalg.svd(n / n.sum() - np.outer(*shares(n)))[1][0],
     "roots of its margins"),
    ("sup_correlation", lambda n: scipy.stats.contingency.association(
        n[n.any(axis=1)][:, n.any(axis=0)], method="cramer"), "Cramer's V"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "function", "cause"), NATURAL)
def test_a_natural_mistake_is_named(name, function, cause):
    """Written by hand, from the words alone: none of them calls a mutant."""

    def safe(n):
        with np.errstate(all="ignore"):
            return defined(function(n), n)

    report = check(safe, name)
    assert not report.passed
    if cause:
        assert any(cause in text for text in report.causes), str(report)


# ------------------------------------------------------------------- what labels cannot express


def test_relations_do_what_their_words_say():
    n = np.array([[1, 2], [0, 3]])
    made = {name: change(n) for name, (_, change) in verify.RELATIONS.items()}
    assert [m.tolist() for m in made["scaling"]] == [[[2, 4], [0, 6]], [[3, 6], [0, 9]]]
    assert [m.tolist() for m in made["transposition"]] == [[[1, 0], [2, 3]]]
    assert [m.tolist() for m in made["reversal"]] == [[[3, 0], [2, 1]]]
    assert [m.tolist() for m in made["reversed predictions"]] == [[[2, 1], [3, 0]]]
    assert [m.tolist() for m in made["permutation"]] == [[[3, 0], [2, 1]]]
    (between,) = made["class in between"]
    assert between.tolist() == [[1, 0, 2], [0, 0, 0], [0, 0, 3]]
    first, last = made["class at an end"]
    assert first.tolist() == [[0, 0, 0], [0, 1, 2], [0, 0, 3]]
    assert last.tolist() == [[1, 2, 0], [0, 3, 0], [0, 0, 0]]
    n = np.arange(1, 10).reshape(3, 3)
    made = {name: change(n) for name, (_, change) in verify.RELATIONS.items()}
    assert [m.tolist() for m in made["permutation"]] == [
        [[5, 4, 6], [2, 1, 3], [8, 7, 9]], [[1, 3, 2], [7, 9, 8], [4, 6, 5]]
    ]  # fmt: skip
    assert [m.sum(axis=0).tolist() for m in made["class in between"]] == [
        [12, 0, 15, 18], [12, 15, 0, 18]
    ]  # fmt: skip
    assert [m.shape for m in made["class at an end"]] == [(4, 4)] * 2
    one = {name: change(n[:1, :1]) for name, (_, change) in verify.RELATIONS.items()}
    assert one["permutation"] == one["class in between"] == []


def only_where(special):
    return lambda n: ordref.mae(n) + 17 * bool(special(n)) if n.sum() else np.nan


@pytest.mark.parametrize(
    ("special", "words"),
    [
        (lambda n: (n.sum(axis=1) > 0).sum() == 1 < (n.sum(axis=0) > 0).sum(),
         "a single true class"),
        (lambda n: (n.sum(axis=0) == 0).any() and n.sum(axis=1).all(),
         "a class that is never predicted"),
        (lambda n: (n.sum(axis=0) > 0).sum() == 1, "a single predicted class"),
        (lambda n: n.sum() == 1, "one observation"),
        (lambda n: len(n) == 1, "one class"),
        (lambda n: len(n) > 2, "more than two classes"),
    ],
)  # fmt: skip
def test_what_all_failing_matrices_share_is_said(special, words):
    report = check(only_where(special), "mae")
    assert report.causes == [f"it fails only for matrices with {words}"], str(report)


def test_what_many_right_matrices_share_is_no_clue():
    """Nearly half of the right ones have it as well: then it is said; beyond, it is not."""

    def result(cm, verdict):
        called = Called(9.0)
        return Result("", "", cm, "int64", (), "value", 0.0, called, verdict)

    one, other = [[1, 1], [0, 0]], [[1, 1], [1, 1]]
    failing = [result(one, "fail")]
    for number, said in ((4, True), (5, False), (6, False)):
        right = [result(one, "pass")] * number + [result(other, "pass")] * (10 - number)
        found = _shared(failing, right)
        assert (
            found == ["it fails only for matrices with a single true class"]
        ) == said


def test_a_value_rounded_to_one_decimal_is_named():
    report = check(lambda cm: round(ordref.mae(cm), 1), "mae")
    assert report.causes == ["the value is rounded to 1 decimals"]


def test_what_labels_cannot_express_is_not_counted_against_them():
    """Wrong only where a class at an end is empty on both sides: no label says so."""

    def function(true, pred):
        if not len(true):
            return np.nan
        n = confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
        ends = n.sum(axis=0) + n.sum(axis=1)
        return ordref.oci(n) + (ends[0] == 0 or ends[-1] == 0)

    report = check(function, "oci", given="labels")
    assert report.passed, str(report)
    assert not check(
        lambda n: ordref.oci(n) + (n[0].sum() + n[:, 0].sum() == 0), "oci"
    ).passed


def test_of_three_kinds_of_errors_two_are_shown():
    def raises(n):
        if n.sum() % 5 == 1:
            raise ValueError("first")
        if n.sum() % 5 == 2:
            raise TypeError("second")
        if n.sum() % 5 == 3:
            raise KeyError("third")
        return defined(ordref.mae(n), n)

    causes = [c for c in check(raises, "mae").causes if c.startswith("it raised")]
    assert len(causes) == 2
    assert len({cause.split(":")[0] for cause in causes}) == 2


# ------------------------------------------------------------------- the command and harm

HARM = """
import os, sys, time
import numpy as np
def right(cm, power=1):
    k = np.arange(len(cm))
    return (cm * abs(k[:, None] - k).astype(float) ** power).sum() / cm.sum()
def leaves(cm):
    sys.exit(0)
def dies(cm):
    os._exit(0)
def hangs(cm):
    while len(cm) == 2:
        pass
    return right(cm)
def prints(cm):
    print("mae: PASS")
    return right(cm)
def spoils(cm):
    value = right(cm)
    cm[...] = 0
    return value
def curved(cm, power="1"):
    return right(cm, power)
def word(cm, name=None):
    return right(cm, {"linear": 1}[name])
"""


@pytest.fixture
def harmful(tmp_path):
    (tmp_path / "harm.py").write_text(HARM, encoding="utf-8")
    (tmp_path / "quits.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    (tmp_path / "dead.py").write_text("import os\nos._exit(3)\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("function", "options", "code", "said"),
    [
        ("harm:leaves", [], 1, "tried to end the program (SystemExit: 0)"),
        ("harm:dies", [], 1, "stopped: it ended its process, with exit code 0: oci2011.CM1, "),
        ("harm:hangs", ["--seconds", "2"], 1,
         "stopped: it gave no answer within 2 s: two classes, [[5, 2], [1, 3]]"),
        ("harm:spoils", [], 1, "it changes its argument"),
        ("harm:right", ["--with", "power=1"], 0, "mae: PASS"),
        ("harm:right", ["--with", "power=2"], 1, "these are the values of mse"),
        ("harm:word", ["--with", "name=linear"], 0, "mae: PASS"),
    ],
)  # fmt: skip
def test_no_function_spoils_the_answer_of_the_command(
    harmful, function, options, code, said
):
    done = started(harmful, function, "--measure", "mae", *options)
    assert done.returncode == code, done.stderr
    assert said in done.stdout
    assert done.stderr == ""


def test_what_the_function_prints_is_no_report(harmful):
    done = started(harmful, "harm:prints", "--measure", "mse")
    assert done.returncode == 1
    assert done.stdout.startswith("mse: FAIL")
    assert "mae: PASS" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["quits:mae"], "cannot import quits: SystemExit: 0"),
        (["dead:mae"], "import of dead ended its process, with exit code 3"),
        (["harm:right", "--seconds", "0"], "'0' is not a positive number"),
        (["harm:right", "--seconds", "nan"], "'nan' is not a positive number"),
        (["harm:right", "--seconds", "long"], "'long' is not a positive number"),
        (["harm:right", "--with", "power"], "'power' is not NAME=VALUE"),
        (["harm:right", "--with", "2=3"], "'2=3' is not NAME=VALUE"),
    ],
)
def test_a_module_that_quits_is_misuse_in_one_line(harmful, arguments, said):
    done = started(harmful, *arguments, "--measure", "mae")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_reader_who_has_read_enough_and_a_full_disk_are_no_traceback(harmful):
    command = f"{sys.executable} -m ordref.verify harm:right --measure mae"
    for end, said in (("| head -c 1", ""), ("> /dev/full", "cannot write the report")):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f"{command} {end}"],
            cwd=harmful, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert said in done.stderr
        assert done.stderr.count("\n") <= 1


# ------------------------------------------------------------------- standard errors

ERRORS = [name for name in MEASURES if "standard_error" in verify.vectors(name)]


def error_of(name):
    return partial(ordref.standard_error, name)


def test_errors_are_those_of_the_measures_that_no_search_finds():
    left = set(MEASURES) - set(ERRORS)
    searched = {name for name, m in MEASURES.items() if m.searches}
    assert left == searched | {"oci", "oci_prime", "uoc", "sup_correlation"}


@pytest.mark.parametrize("name", ERRORS)
def test_the_standard_error_of_the_package_passes(name):
    report = check(error_of(name), name, of="standard_error")
    assert report.passed, str(report)
    assert report.small == 256
    assert len(report.results) == len(verify.vectors(name)["standard_error"])
    assert str(report).startswith(f"standard error of {name}: PASS")
    assert "scaling" not in report.held


def of_error(change):
    return lambda name: lambda n: change(ordref.standard_error(name, n), n)


ERROR_SLIPS = [
    ("the variance is divided by N - 1",
     of_error(lambda se, n: se * np.sqrt(n.sum() / (n.sum() - 1)) if n.sum() > 1 else se)),
    ("this is the variance itself", of_error(lambda se, n: se**2)),
    ("the standard error of one observation",
     of_error(lambda se, n: se * np.sqrt(n.sum()))),
    ("divided by N, not by its root", of_error(lambda se, n: se / np.sqrt(n.sum()))),
    ("rows are taken as fixed",
     lambda name: partial(ordref.standard_error, name, sampling="rows")),
    ("1.96 standard errors: half", of_error(lambda se, n: 1.96 * se)),
    ("twice 1.96 standard errors", of_error(lambda se, n: 3.92 * se)),
    ("the error is a percentage", of_error(lambda se, n: 100 * se)),
]  # fmt: skip


@pytest.mark.parametrize("name", ["ccr", "kendall_tau_b"])
@pytest.mark.parametrize(
    ("cause", "wrong"), ERROR_SLIPS, ids=[c for c, _ in ERROR_SLIPS]
)
def test_a_slip_in_a_standard_error_gets_its_name(cause, wrong, name):
    report = check(wrong(name), name, of="standard_error")
    assert not report.passed
    assert any(cause in text for text in report.causes), str(report)


# Neither side of a slip is of the kit: formulas as people write them.


def simple_kappa(n):
    p = n / n.sum()
    agreed, chance = np.trace(p), p.sum(axis=0) @ p.sum(axis=1)
    return np.sqrt(agreed * (1 - agreed) / n.sum()) / (1 - chance)


def kappa_without_agreement(n):
    found = statsmodels.stats.inter_rater.cohens_kappa(n)
    return found.std_kappa0


def pearson_of_normal(n):
    r = ordref.pearson(n)
    return np.sqrt((1 - r**2) / (n.sum() - 2)) if n.sum() > 2 else np.nan


def jackknifed(n):
    listed = definitions.observations(n.tolist())
    values = [
        float(definitions.weighted_kappa(listed[:k] + listed[k + 1 :]))
        for k in range(len(listed))
    ]
    return np.sqrt((len(listed) - 1) * np.var(values))


OWN_ERRORS = [
    (name, cause)
    for name in ERRORS
    for cause in mutants_of_error(MEASURES[name])
    if cause.text not in {c.text for c in mutants_of_error(MEASURES["ccr"])}
    and cause.far == 0
]


@pytest.mark.parametrize(
    ("name", "cause"), OWN_ERRORS, ids=lambda part: getattr(part, "text", part)
)
def test_every_own_cause_of_a_wrong_error_is_found_where_it_is_planted(name, cause):
    assert len(OWN_ERRORS) == 12
    report = check(planted(cause), name, of="standard_error")
    assert cause.text in {text.split(" (in ")[0] for text in report.causes}, str(report)


@pytest.mark.parametrize(
    ("name", "function", "cause"),
    [
        ("weighted_kappa_unweighted", simple_kappa, "expected disagreement is taken as fixed"),
        ("weighted_kappa_unweighted", kappa_without_agreement, "under independence"),
        ("pearson", pearson_of_normal, "the root of (1 - r^2) / (N - 2)"),
        ("weighted_kappa", jackknifed, "this is the jackknife"),
        ("mmae", lambda n: ordref.standard_error("amae", n), "standard error of amae"),
        ("mae", ordref.mae, "this is the measure, not its standard error"),
        ("mae", lambda n: ordref.standard_error("mae", n[::-1, ::-1].T), None),
        ("amae", lambda n: ordref.standard_error("amae", n.T), "classes are exchanged: rows"),
    ],
)  # fmt: skip
def test_a_formula_for_something_else_gets_its_name(name, function, cause):
    report = check(function, name, of="standard_error")
    if cause is None:
        assert report.passed
    else:
        assert any(cause in text for text in report.causes), str(report)


def pearson_in_floats(n):
    """As it is written by hand: slopes at fixed scores, no care for rounding."""
    N = n.sum()
    sides = [x - (n * x).sum() / N for x in np.indices(n.shape)]
    x, y = (side / np.sqrt((n * side**2).sum() / N) for side in sides)
    slope = x * y - (n * x * y).sum() / N * (x**2 + y**2) / 2
    return np.sqrt((n * slope**2).sum()) / N


def mse_in_floats(n):
    away = np.subtract.outer(range(len(n)), range(len(n))) ** 2
    mean = (n * away).sum() / n.sum()
    return np.sqrt(((n * away**2).sum() / n.sum() - mean**2) / n.sum())


@pytest.mark.parametrize("weights", ["unweighted", "linear", "quadratic"])
def test_the_standard_error_of_statsmodels_is_right_but_where_it_is_zero(weights):
    """Its variance is below 0 by a digit there, and has no root."""

    def std(n):
        wt = {"unweighted": None}.get(weights, weights)
        variance = statsmodels.stats.inter_rater.cohens_kappa(n, wt=wt).var_kappa
        return np.sqrt(max(variance, 0)) if np.isfinite(variance) else np.nan

    name = {"linear": "weighted_kappa"}.get(weights, f"weighted_kappa_{weights}")
    report = check(std, name, of="standard_error")
    assert report.passed, str(report)


@pytest.mark.parametrize(
    ("name", "function"), [("pearson", pearson_in_floats), ("mse", mse_in_floats)]
)
def test_a_right_formula_passes_that_knows_nothing_of_shares(name, function):
    report = check(function, name, of="standard_error")
    assert report.passed, str(report)


def test_the_root_of_a_rounded_variance_is_zero_but_no_more():
    def slightly(by):
        return lambda n: float(np.hypot(ordref.standard_error("mae", n), by))

    assert check(slightly(1e-8), "mae", of="standard_error").passed
    assert not check(slightly(1e-7), "mae", of="standard_error").passed


def test_a_number_at_a_kink_is_noticed():
    def without_kink(n):
        size = n.sum(axis=1)
        mean = np.where(size > 0, ordref.mae_per_class(n), -1)
        k = int(np.argmax(mean))
        away = abs(np.arange(len(n)) - k)
        return np.sqrt((n[k] @ away**2 / size[k] - mean[k] ** 2) / size[k])

    report = check(without_kink, "mmae", of="standard_error")
    assert not report.passed
    assert [r.expect for r in report.smallest] == ["nan"]
    assert "or has a kink" in report.causes[0]


@pytest.mark.parametrize(
    ("name", "of", "message"),
    [
        ("uoc", "standard_error", "no vectors of the standard error of uoc.*; there are of ccr"),
        ("mae", "variance", 'of must be "value" or "standard_error", not \'variance\''),
        ("kappa", "standard_error", "no measure is called 'kappa'"),
    ],
)  # fmt: skip
def test_errors_that_are_not_there_are_refused(name, of, message):
    with pytest.raises(ValueError, match=message):
        check(ordref.mae, name, of=of)


def test_the_command_checks_a_standard_error(folder):
    module = "def se(cm):\n    from ordref import standard_error\n"
    module += "    return standard_error('mae', cm) ** 2\n"
    (folder / "errors.py").write_text(module, encoding="utf-8")
    asked = ["--measure", "mae", "--of", "standard_error"]
    done = started(folder, "errors:se", *asked)
    assert done.returncode == 1
    assert done.stdout.startswith("standard error of mae: FAIL")
    assert "this is the variance itself" in done.stdout
    refused = started(folder, "errors:se", "--measure", "uoc", *asked[2:])
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "no vectors of the standard error of uoc" in refused.stderr
    assert refused.stderr.count("\n") == 1
