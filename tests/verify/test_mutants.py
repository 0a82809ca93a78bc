"""Each listed mistake is the one written by hand, and named where that is planted."""

import itertools
import operator
import statistics
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from kit import (
    OF_THE_PAIRS,
    assert_same,
    first_with,
    in_the_kit,
    mean,
    measured,
    named,
    tables,
    variance_of,
)

from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.verify import check
from ordref.verify.mutants import _OWN, Mutant, mutants
from ordref.verify.slips import disagreement

# ------------------------------------------------------------------- each mistake by hand
# From the words alone, over the single observations: true and predicted classes from 0.


def of_classes(t, value):
    """The mean of a value of the observations, of each class that is there."""
    return {k: mean(v for s, v in zip(t, value, strict=True) if s == k) for k in {*t}}


def right_of(t, p):
    return of_classes(t, [a == b for a, b in zip(t, p, strict=True)])


def errors_of(t, p, power=1):
    return of_classes(t, [abs(a - b) ** power for a, b in zip(t, p, strict=True)])


def rooted_in_classes(t, p, K):
    return statistics.mean(float(e) ** 0.5 for e in errors_of(t, p, 2).values())


def with_absent(found, K, value):
    return [found.get(k, value) for k in range(K)]


def if_all(found, K):
    if len(found) < K:
        raise ZeroDivisionError("a class is absent")
    return found.values()


def errors_in(t, p):
    return [b - a for a, b in zip(t, p, strict=True)]


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


def against_guesses(power, ratings=lambda t, p: t + p):
    """Of two ratings one is a guess, as likely as two of those given would differ at most."""

    def value(t, p, K):
        apart = [
            [
                Fraction(abs(a - b) ** power if a != b else 0, (K - 1) ** power)
                for b in range(K)
            ]
            for a in range(K)
        ]
        given = ratings(t, p)
        differ = mean(a != b for a in given for b in given)
        agree = 1 - mean(itertools.chain(*apart))
        chance = differ / (1 - Fraction(1, K)) * agree
        observed = mean(apart[a][b] for a, b in zip(t, p, strict=True))
        return 1 - observed / (1 - chance)

    return value


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
        "root is taken in each class": rooted_in_classes,
    },
    "amae": {
        "an absent class counts as 0": lambda t, p, K: mean(
            with_absent(errors_of(t, p), K, 0)),
        "whole undefined": lambda t, p, K: mean(if_all(errors_of(t, p), K)),
        "not the classes": lambda t, p, K: mean(map(abs, errors_in(t, p))),
        "over the predictions": lambda t, p, K: mean(errors_of(p, t).values()),
        "the sum over": lambda t, p, K: sum(errors_of(t, p).values()),
    },
    "amse": {"root is taken in each class": rooted_in_classes},
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
        "quoted in the": lambda t, p, K: Fraction(2 * sets_of(t, p)[2], len(t) * (len(t) - 1)) - 1,
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
    "gwet_ac2": {
        "no weights": against_guesses(0),
        "quadratic": against_guesses(2),
        "truth alone": against_guesses(1, lambda t, p: t),
    },
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


@pytest.mark.parametrize("name", _OWN)
def test_a_listed_cause_is_the_mistake_that_its_words_say(name):
    """It has the values of the one by hand, and is named where that one is planted."""
    assert len(_OWN[name]) == len(BY_HAND[name])
    for part, hand in BY_HAND[name].items():
        causes = [c for c in _OWN[name] if part.strip() in c.text]
        cause = causes[-1 if part.endswith(" ") else 0]
        assert_same(cause, hand, tables())
        report = check(in_the_kit(hand), name)
        assert cause.text in named(report), str(report)


def test_every_listed_cause_is_done_by_hand():
    assert set(BY_HAND) == set(_OWN)
    families = "ccr mae amae mmae minimum_sensitivity kendall_tau_b spearman r_int oci"
    assert set(_OWN) >= {*families.split(), "weighted_kappa"}


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


def root_of(x):
    if x < 0:
        raise ZeroDivisionError("a negative number has no root")
    return float(x) ** 0.5


def changed_value(name, change):
    return lambda t, p, K: change(measured(name)(t, p, K), len(t), K)


@pytest.mark.parametrize("name", ["mae", "kendall_tau_b", "oci"])
def test_a_common_cause_is_the_mistake_that_its_words_say(name):
    common = [c for c in mutants(MEASURES[name]) if c.far == 1 and c.text in NAMED]
    hands = {
        **{part: changed_value(name, change) for part, change in OF_THE_VALUE.items()},
        **{part: measured(name, change) for part, change in OF_THE_PAIRS.items()},
    }
    assert len(common) == len(hands)
    for part, hand in hands.items():
        cause = first_with(part, common)
        assert_same(cause, hand, tables()[::3])
        if name == "oci":
            continue
        report = check(in_the_kit(hand), name)
        # None is wrong after an exchange of the sides, for a measure that is symmetric.
        if any(not r.called.error for r in [*report.failing, *report.smallest]):
            assert cause.text in named(report), str(report)


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


def test_causes_of_a_measure_are_in_order_of_likelihood():
    far = [cause.far for cause in mutants(MEASURES["r_int"])]
    assert far[0] == 0
    assert set(far) == {0, 1, 2, 3}


def test_disagreement_is_0_for_a_hit_and_1_at_most():
    away = [[abs(i - j) / 3 for j in range(4)] for i in range(4)]
    for power in (0, 1, 2):
        expected = [[x**power if x else 0.0 for x in row] for row in away]
        found = disagreement(power, np.ones((4, 4)))
        assert found == pytest.approx(np.array(expected)), power
