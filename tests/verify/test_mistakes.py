"""Each listed mistake is the one written by hand, and named where that is planted."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from kit import (
    OF_THE_PAIRS,
    apart,
    assert_same,
    covariance,
    first_with,
    in_the_kit,
    measured,
    named,
    tables,
)
from scipy.stats import rankdata

from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.instruments.verify.mistakes import (
    CONVENTIONS,
    FROM_DATA,
    SLIPS,
    Mistake,
    mistakes_in,
)
from ordref.verify import check

# ------------------------------------------------------------------- each mistake by hand
# From the words alone, over the single observations: arrays of classes from 0, and K.


def of_classes(t, value):
    """The mean of a value of the observations, of each class that is there."""
    return np.array([value[t == k].mean() for k in np.unique(t)])


def hits(t, p):
    return of_classes(t, t == p)


def errors(t, p, power=1):
    return of_classes(t, abs(t - p) ** power)


def with_absent(found, K, value=0):
    return np.pad(found.astype(float), (0, K - len(found)), constant_values=value)


def rooted_in_classes(t, p, K):
    return np.mean(errors(t, p, 2) ** 0.5)


def wrong_alone(t, p, K):
    return np.mean(abs(t - p)[t != p]) if any(t != p) else 0


def phi(t, p, K):
    """The mean correlation of being of a class, of those that are somewhere and not everywhere."""
    each = [(t == k, p == k) for k in range(K)]
    defined = [covariance(x, y) / np.std(x) / np.std(y) for x, y in each
               if 0 < x.mean() < 1 and 0 < y.mean() < 1]  # fmt: skip
    return np.mean(defined) if defined else np.nan


def analysed(units):
    """What of the squared deviations from the mean is between the units."""
    within = sum(np.var(unit) * len(unit) for unit in units)
    every = np.concatenate(units)
    return 1 - within / (np.var(every) * len(every)) if np.ptp(every) else np.nan


def fewest(t, p, K):
    return min(len({*t}), len({*p}))


def of_pairs(formula):
    """Of those in order, against it, tied in the truth, in the prediction alone, in both."""

    def value(t, p, K):
        a, b = (np.sign(np.subtract.outer(v, v)) for v in (t, p))
        kinds = a * b > 0, a * b < 0, (a == 0) & (b != 0), (a != 0) & (b == 0)
        twice = [*map(np.sum, kinds), np.sum((a == 0) & (b == 0)) - len(t)]
        return formula(*np.array(twice) / 2)

    return value


tau_a = of_pairs(lambda c, d, e_t, e_p, both: (c - d) / (c + d + e_t + e_p + both))


def tau_c(classes):
    def value(t, p, K):
        m, surplus = classes(t, p, K), of_pairs(lambda c, d, *_: c - d)
        return surplus(t, p, K) / (len(t) ** 2 * (m - 1)) * 2 * m

    return value


def short_formula(method):
    def value(t, p, K):
        x, y = (rankdata(v, method) for v in (t, p))
        return 1 - 6 * np.sum((x - y) ** 2) / (len(t) * (len(t) ** 2 - 1))

    return value


def of_ranks(method):
    def value(t, p, K):
        x, y = (rankdata(v, method) for v in (t, p))
        return covariance(x, y) / np.sqrt(covariance(x, x) * covariance(y, y))

    return value


def of_sets(formula, related=np.less_equal, own=False):
    """Of the ordered pairs of the truth, of the prediction, and how many are in both."""

    def value(t, p, K):
        listed = own | ~np.eye(len(t), dtype=bool)
        true, pred = (related.outer(v, v) & listed for v in (t, p))
        return formula(*map(np.sum, (true, pred, true & pred)), len(t))

    return value


def stretched(a, b, both, N):
    return 2 * both / (a * b) ** 0.5 - 1


def kappas_by_hand(power):
    """One less what is observed over what is expected, for a cost of each pair of classes."""

    def over(t, p, *chance, cost=lambda a, b: apart(power, a, b)):
        return 1 - cost(t, p).mean() / cost(*chance).mean()

    def agreeing(t, p, K):
        most = apart(power, K - 1, 0)
        return over(
            t, p, t[:, None], p, cost=lambda a, b: 1 - apart(power, a, b) / most
        )

    def pooled(t, p, K, own=True):
        both = np.concatenate([t, p])
        i, j = np.nonzero(own | ~np.eye(len(both), dtype=bool))
        return over(t, p, both[i], both[j])

    return [
        ("agreement weights", agreeing),
        ("as in Scott's pi", pooled),
        ("Krippendorff's alpha", lambda t, p, K: pooled(t, p, K, own=False)),
        ("uniform over the cells", lambda t, p, K: over(t, p, *np.indices((K, K)))),
    ]


def half_weighted(power):
    """Partial agreement is observed; by chance, of `drawn` pairs, only full agreement counts."""

    def value(t, p, K, drawn=lambda t, p: (t[:, None], p)):
        a, b = drawn(t, p)
        chance = np.mean(a == b)
        seen = 1 - apart(power, t, p).mean() / apart(power, K - 1, 0)
        return (seen - chance) / (1 - chance)

    return value


def in_pool(t, p):
    both = np.concatenate([t, p])
    return both[:, None], both


def alphas_by_hand(t, p, difference, own=False):
    """One less the mean difference within units over that of two ratings; of one with itself?"""
    both = np.concatenate([t, p])
    i, j = np.nonzero(own | ~np.eye(len(both), dtype=bool))
    known = {
        pair: difference(both, *pair) for pair in zip(both[i], both[j], strict=True)
    }
    within = [difference(both, *pair) for pair in zip(t, p, strict=True)]
    across = [known[pair] for pair in zip(both[i], both[j], strict=True)]
    return 1 - np.mean(within) / np.mean(across)


def between(both, a, b):
    """How many ratings lie from one class to the other, those of the two counted half."""
    low, high = sorted((a, b))
    return np.sum((low <= both) & (both <= high)) - np.mean(
        [a == both, b == both]
    ) * len(both)


def half_weighted_alpha(t, p, K):
    both = np.concatenate([t, p])
    farthest = max(between(both, a, b) for a in range(K) for b in range(K)) ** 2
    observed = np.mean([between(both, *pair) ** 2 for pair in zip(t, p, strict=True)])
    differ = np.mean(both[:, None] != both) * len(both) / (len(both) - 1)
    return 1 - observed / farthest / differ


def against_guesses(power, ratings=lambda t, p: np.concatenate([t, p])):
    """Of two ratings one is a guess, as likely as two of those given would differ at most."""

    def value(t, p, K):
        cost = apart(power, *np.indices((K, K))) / apart(power, K - 1, 0)
        given = ratings(t, p)
        differ = np.mean(given[:, None] != given)
        chance = differ / (1 - 1 / K) * (1 - cost.mean())
        return 1 - cost[t, p].mean() / (1 - chance)

    return value


def cheapest(
    beta, paths=definitions.consistent_paths, border=None, outside=1, even=False
):
    """The least cost of a path; `border` says which entries begin it anew."""

    def value(t, p, K):
        q = 1 / np.bincount(t)[t] if even else np.ones(len(t))
        far, cost = abs(t - p), np.zeros((K + 1, K + 1))
        N, M = q.sum(), sum(q * far)
        np.add.at(cost, (t + 1, p + 1), q * (beta(N, K) * far - 1 / (N + outside * M)))

        def of(path):
            at = [k for k, entry in enumerate(path) if border and border(*entry)]
            return sum(cost[entry] for entry in path[max(at, default=0) :])

        return 1 + min(map(of, paths(K)))

    return value


def default(share):
    return lambda N, K: share / (N * max(K - 1, 1))


def straight(K):
    """Paths without a step aslant."""
    return [path for path in definitions.consistent_paths(K) if len(path) == 2 * K - 1]


def of_each_class(t, p, K):
    """Covariances of being of each class, and how often each is."""
    T, P = (v[:, None] == np.arange(K) for v in (t, p))
    A = np.array([[covariance(x, y) for y in P.T] for x in T.T])
    return A, T.mean(axis=0), P.mean(axis=0)


def spectral(t, p, K):
    """The root of the largest eigenvalue of what is beyond independence, times its transpose."""
    A, *_ = of_each_class(t, p, K)
    return np.linalg.eigvalsh(A @ A.T)[-1] ** 0.5


def square_contingency(t, p, K):
    """Chi-square over N, of the classes that are there."""
    A, x, y = of_each_class(t, p, K)
    return np.sum(A[x > 0][:, y > 0] ** 2 / np.outer(x[x > 0], y[y > 0]))


SOMERS = [
    (
        "symmetric form",
        of_pairs(lambda c, d, e_t, e_p, b: (c - d) / (c + d + (e_t + e_p) / 2)),
    ),
    ("tau-a", tau_a),
]


def changed_value(name, change):
    return lambda t, p, K: change(measured(name)(t, p, K), len(t), K)


# fmt: off
# Measure, part of the words, and the mistake; a blank at the end is for the second such.
BY_HAND = [
    ("ccr", "balanced accuracy", lambda t, p, K: hits(t, p).mean()),
    ("ccr", "off by one", lambda t, p, K: np.mean(abs(t - p) <= 1)),
    ("mer", "weighted equally", lambda t, p, K: 1 - hits(t, p).mean()),
    ("minimum_sensitivity", "an absent class counts as 0",
     lambda t, p, K: min(with_absent(hits(t, p), K))),
    ("minimum_sensitivity", "their sums: this is precision", lambda t, p, K: min(hits(p, t))),
    ("minimum_sensitivity", "a class without predictions counts as 0",
     lambda t, p, K: min(with_absent(hits(p, t), K))),
    ("minimum_sensitivity", "it is the mean", lambda t, p, K: hits(t, p).mean()),
    ("minimum_sensitivity", "measure undefined",
     lambda t, p, K: with_absent(hits(t, p), K, np.nan).min()),
    ("minimum_sensitivity", "the largest", lambda t, p, K: max(hits(t, p))),
    ("balanced_accuracy", "predicted only",
     lambda t, p, K: hits(t, p).sum() / len({*t, *p})),
    ("balanced_accuracy", "an absent class counts as 0",
     lambda t, p, K: with_absent(hits(t, p), K).mean()),
    ("geometric_mean_sensitivity", "an absent class counts as 0",
     lambda t, p, K: np.prod(with_absent(hits(t, p), K)) ** (1 / K)),
    ("mcc", "one by one", phi),
    ("accuracy_within", "weighted equally", lambda t, p, K: of_classes(t, abs(t - p) <= 1).mean()),
    ("accuracy_within", "one class below", lambda t, p, K: np.mean((p == t) | (p == t + 1))),
    ("accuracy_within", "one class above", lambda t, p, K: np.mean((p == t) | (p == t - 1))),
    ("mae", "weighted equally", lambda t, p, K: errors(t, p).mean()),
    ("mae", "cancel", lambda t, p, K: abs(np.mean(t - p))),
    ("mae", "wrong predictions alone", wrong_alone),
    ("mae", "median", lambda t, p, K: np.median(abs(t - p))),
    ("mse", "weighted equally", lambda t, p, K: errors(t, p, 2).mean()),
    ("mse", "variance of the errors", lambda t, p, K: np.var(t - p)),
    ("rmse", "weighted equally", lambda t, p, K: errors(t, p, 2).mean() ** 0.5),
    ("rmse", "deviation of the errors", lambda t, p, K: np.std(t - p)),
    ("rmse", "root is taken in each class", rooted_in_classes),
    ("amae", "an absent class counts as 0", lambda t, p, K: with_absent(errors(t, p), K).mean()),
    ("amae", "measure undefined", lambda t, p, K: with_absent(errors(t, p), K, np.nan).mean()),
    ("amae", "not the classes", lambda t, p, K: np.mean(abs(t - p))),
    ("amae", "over the predictions", lambda t, p, K: errors(p, t).mean()),
    ("amae", "the sum over", lambda t, p, K: sum(errors(t, p))),
    ("amse", "an absent class counts as 0", lambda t, p, K: with_absent(errors(t, p, 2), K).mean()),
    ("amse", "root is taken in each class", rooted_in_classes),
    ("mmae", "measure undefined", lambda t, p, K: with_absent(errors(t, p), K, np.nan).max()),
    ("mmae", "of one observation", lambda t, p, K: max(abs(t - p))),
    ("mmae", "smallest error of a class", lambda t, p, K: min(errors(t, p))),
    ("mmae", "over the predictions", lambda t, p, K: max(errors(p, t))),
    ("kendall_tau_b", "tau-a", tau_a),
    ("kendall_tau_b", "with all classes", tau_c(lambda t, p, K: K)),
    ("kendall_tau_b", "with the classes seen", tau_c(fewest)),
    ("kendall_tau_b", "tied on both sides", of_pairs(lambda c, d, e_t, e_p, both: (
     c - d) / ((c + d + e_t + both) * (c + d + e_p + both)) ** 0.5)),
    ("stuart_tau_c", "classes seen", tau_c(fewest)),
    ("goodman_kruskal_gamma", "tau-a", tau_a),
    ("goodman_kruskal_gamma", "share of concordant", of_pairs(lambda c, d, *_: c / (c + d))),
    *((name, *row) for name in ("somers_d", "somers_d_true") for row in SOMERS),
    ("spearman", "only without ties", short_formula("average")),
    ("spearman", "ranks without ties", short_formula("ordinal")),
    ("spearman", "smallest", of_ranks("min")),
    ("spearman", "largest", of_ranks("max")),
    ("pearson", "covariance", lambda t, p, K: covariance(t, p)),
    ("pearson", "slope", lambda t, p, K: covariance(t, p) / np.var(t)),
    ("pearson", "slope ", lambda t, p, K: covariance(t, p) / np.var(p)),
    ("r_int", "quoted in the", of_sets(lambda a, b, both, N: 2 * both / (N * (N - 1)) - 1)),
    ("r_int", "with themselves", of_sets(stretched, own=True)),
    ("r_int", "left out", of_sets(stretched, related=np.less)),
    ("r_int", "not rescaled", of_sets(lambda a, b, both, N: both / (a * b) ** 0.5)),
    ("r_int", "mean of both", of_sets(lambda a, b, both, N: 4 * both / (a + b) - 1)),
    ("r_int", "union", of_sets(lambda a, b, both, N: 2 * both / (a + b - both) - 1)),
    ("r_int_2008", "not rescaled", of_sets(lambda a, b, both, N: both / (N * (N - 1)))),
    ("r_int_2008", "N^2", of_sets(lambda a, b, both, N: 2 * both / N**2 - 1)),
    *((f"{kind}_correlation", "opposite sign", changed_value(
        f"{other}_correlation", lambda x, N, K: -x))
      for kind, other in (("ii", "id"), ("id", "ii"), ("co", "anti"), ("anti", "co"))),
    *((f"{kind}_correlation", "without its sign", changed_value(
        f"{other}_correlation", lambda x, N, K: abs(x)))
      for kind, other in (("mon", "ii"), ("coanti", "co"))),
    *(("weighted_kappa", *row) for row in kappas_by_hand(1)),
    *(("weighted_kappa_quadratic", *row) for row in kappas_by_hand(2)),
    *(("weighted_kappa_unweighted", *row) for row in kappas_by_hand(0)),
    ("weighted_kappa", "observed part alone", half_weighted(1)),
    ("weighted_kappa_quadratic", "observed part alone", half_weighted(2)),
    ("weighted_pi", "observed part alone",
     lambda t, p, K: half_weighted(1)(t, p, K, drawn=in_pool)),
    ("krippendorff_alpha", "1 - SS within", lambda t, p, K: analysed(np.array([t, p]).T)),
    ("krippendorff_alpha", "observed part alone", half_weighted_alpha),
    ("krippendorff_alpha", "interval metric",
     lambda t, p, K: alphas_by_hand(t, p, lambda both, a, b: (int(a) - b) ** 2)),
    ("krippendorff_alpha", "not squared", lambda t, p, K: alphas_by_hand(t, p, between)),
    ("krippendorff_alpha", "with themselves", lambda t, p, K: alphas_by_hand(
     t, p, lambda *pair: between(*pair) ** 2, own=True)),
    ("gwet_ac2", "no weights", against_guesses(0)),
    ("gwet_ac2", "quadratic", against_guesses(2)),
    ("gwet_ac2", "truth alone", against_guesses(1, lambda t, p: t)),
    *((name, f"beta is {part}", cheapest(beta, outside=M))
      for name, M in (("oci", 1), ("oci_prime", 0)) for part, beta in (
          ("0.75 / N:", lambda N, K: 0.75 / N), ("0.75:", lambda N, K: 0.75),
          ("0.75 / (K - 1)", lambda N, K: 0.75 / max(K - 1, 1)), ("0:", lambda N, K: 0),
          ("0.25 /", default(0.25)), ("0.5 /", default(0.5)), ("1 /", default(1)))),
    ("uoc", "default", cheapest(default(0.75), even=True)),
    ("uoc", "beta is 1 / J", cheapest(lambda J, K: 1 / J, even=True)),
    ("oci", "gamma is 2", lambda t, p, K: definitions.oci(
     zip((t + 1).tolist(), (p + 1).tolist(), strict=True), K, gamma=2)),
    ("oci", "diagonal alone", lambda t, p, K: 1 - sum(t == p) / (len(t) + sum(abs(t - p)))),
    ("oci", "0.75 / (N K)", cheapest(lambda N, K: 0.75 / (N * K))),
    ("oci", "along the diagonal are missing", cheapest(default(0.75), straight)),
    ("oci", "first row and column", cheapest(default(0.75), border=lambda r, c: 1 in (r, c))),
    ("oci", "first row is", cheapest(default(0.75), border=lambda r, c: r == 1)),
    ("oci", "first column is", cheapest(default(0.75), border=lambda r, c: c == 1)),
    ("sup_correlation", "roots of its margins", spectral),
    ("sup_correlation", "chi-square", lambda t, p, K: square_contingency(t, p, K) ** 0.5),
    ("sup_correlation", "Cramer",
     lambda t, p, K: (square_contingency(t, p, K) / (fewest(t, p, K) - 1)) ** 0.5),
    ("sup_correlation", "the singular value 1", lambda t, p, K: 1),
]
# fmt: on

OWN = {
    name: [c for c in mistakes_in(m) if c.likelihood_rank == 0]
    for name, m in MEASURES.items()
}


@pytest.mark.parametrize(("name", "part", "hand"), BY_HAND)
def test_a_listed_cause_is_the_mistake_that_its_words_say(name, part, hand):
    """It has the values of the one by hand, and is named where that one is planted."""
    causes = [c for c in OWN[name] if part.strip() in c.text]
    cause = causes[-1 if part.endswith(" ") else 0]
    assert_same(cause, hand, tables())
    report = check(in_the_kit(hand), name)
    assert cause.text in named(report), str(report)


def test_every_listed_cause_is_done_by_hand():
    by_hand = Counter(name for name, *_ in BY_HAND)
    assert by_hand == {name: len(own) for name, own in OWN.items() if own}


def test_a_mistake_that_lists_the_observations_lists_whole_numbers_and_not_too_many():
    (median,) = [c for c in OWN["mae"] if "median" in c.text]
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
    "the root of": lambda x, N, K: np.sqrt(float(x)),
}


@pytest.mark.parametrize("name", ["mae", "kendall_tau_b", "oci"])
def test_a_common_cause_is_the_mistake_that_its_words_say(name):
    common = [c for c in mistakes_in(MEASURES[name]) if c.text in NAMED]
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


# The common causes, which every measure has.
NAMED = {text for text, _ in [*CONVENTIONS, *SLIPS]}


def test_causes_of_a_measure_are_its_own_the_common_ones_and_all_other_measures():
    causes = {c.text: c for c in mistakes_in(MEASURES["mae"])}
    own = [c.text for c in OWN["mae"]]
    others = {
        f"these are the values of {name}": name for name in MEASURES if name != "mae"
    }
    ranks = dict.fromkeys(own, 0) | dict.fromkeys(NAMED, 1) | dict.fromkeys(others, 2)
    also = {f"{t}; and {FROM_DATA}": ranks[t] + 1 for t in [*own, *others]}
    assert {text: c.likelihood_rank for text, c in causes.items()} == ranks | also
    for text in own:  # class 2 of 3 is on neither side
        found = causes[f"{text}; and {FROM_DATA}"](
            np.array([[1, 0, 1], [0, 0, 0], [2, 0, 3]])
        )
        assert found == causes[text](np.array([[1, 1], [2, 3]]))
    for text, name in others.items():
        found = causes[text](np.eye(3, dtype=int))
        assert found == pytest.approx(MEASURES[name](np.eye(3, dtype=int)), nan_ok=True)


def test_a_mistake_without_a_value_has_none():
    for wrong in (lambda cm: 1 / 0, lambda cm: float("x"), lambda cm: cm[9]):
        assert Mistake("", wrong)(np.eye(2)) is None
    with pytest.raises(TypeError):
        Mistake("", lambda cm: "x" + 1)(np.eye(2))
    with np.errstate(all="raise"):
        assert np.isnan(Mistake("", lambda cm: np.float64(0) / cm[0, 0])(0 * np.eye(2)))
