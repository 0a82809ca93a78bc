"""Two classifiers: exchanges against all of them, groups, unseen cells."""

import collections
import functools
import itertools
import math
import warnings
from collections import UserList
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.stats as st
from small import distances
from statsmodels.stats.contingency_tables import mcnemar
from sure import CLOSED, FIRST, SECOND, TRUE, differ, grouped

import ordref
from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty import resampling, sample, two_classifiers
from ordref.instruments.uncertainty.exchange import Exchange, binomial

TRIPLES = list(zip(TRUE, FIRST, SECOND, strict=True))


def exchanged_by_group(of, listed, groups):
    """All ways to exchange the predictions of whole groups, one by one."""

    def value(each):
        first, second = ([(t, pair[k]) for t, *pair in each] for k in (0, 1))
        return of(first) - of(second)

    observed, large, names = value(listed), 0, sorted(set(groups))
    for swap in itertools.product((False, True), repeat=len(names)):
        swapped = {g for g, s in zip(names, swap, strict=True) if s}
        each = [
            (t, b, a) if g in swapped else (t, a, b)
            for (t, a, b), g in zip(listed, groups, strict=True)
        ]
        large += not abs(value(each)) < abs(observed)
    return observed, Fraction(large, 2 ** len(names))


@pytest.mark.parametrize(
    "name", ["ccr", "mae", "mse", "amae", "mmae", "weighted_kappa", "somers_d", "oci"]
)
def test_exchanges_are_those_of_the_definition(name):
    """Of single observations, and of whole groups."""
    definition = getattr(definitions, MEASURES[name].definition)
    classes = {"K": 3} if name == "oci" else {}

    @functools.cache
    def of_sorted(pairs):
        return definition(list(pairs), **classes)

    def of(pairs):
        return of_sorted(tuple(sorted(pairs)))

    more, groups = [*TRIPLES, *TRIPLES[3:6]], [*range(10), 7, 1, 1]
    for listed, options, (value, pvalue) in (
        (TRIPLES, {}, definitions.over_all_exchanges(of, TRIPLES)),
        (more, {"groups": groups}, exchanged_by_group(of, more, groups)),
    ):
        for measure in (name, lambda n: MEASURES[name](n)):
            given = zip(*listed, strict=True)
            found = differ(measure, *map(list, given), **options, rng=0)
            assert found.exact
            assert found.value == pytest.approx(float(value))
            assert found.pvalue == pytest.approx(float(pvalue), abs=1e-12)


def many(N=400, seed=2):
    rng = np.random.default_rng(seed)
    true = rng.integers(1, 5, N)
    first = np.clip(true + rng.integers(-1, 2, N) * (rng.random(N) < 0.4), 1, 4)
    second = np.clip(true + rng.integers(-1, 3, N) * (rng.random(N) < 0.5), 1, 4)
    return true, first, second


def test_drawn_exchanges_are_near_the_exact_ones():
    """Of observations, and of groups in which each stands three times, which say no more."""
    true, first, second = many(200)
    exact = differ("mae", true, first, second)
    assert exact.exact
    error = math.sqrt(exact.pvalue * (1 - exact.pvalue) / 9999)
    for times, asked in ((1, {}), (3, {"groups": np.repeat(np.arange(200), 3)})):
        given = [np.repeat(y, times) for y in (true, first, second)]
        drawn = differ(lambda n: ordref.mae(n), *given, **asked, rng=0)
        assert not drawn.exact
        assert drawn.pvalue == pytest.approx(exact.pvalue, abs=4 * error + 1e-4)
        assert drawn.value == pytest.approx(exact.value)
        # Both leave out one of 200, the second by leaving out three that are alike.
        lost = math.sqrt(199 / 200) if asked else 1
        assert drawn.standard_error == pytest.approx(exact.standard_error * lost)


def test_a_table_says_the_same_as_labels():
    true, first, second = many()
    table = np.zeros((4, 4, 4), dtype=int)
    np.add.at(table, (true - 1, first - 1, second - 1), 1)
    for name in ("mmae", "weighted_kappa_quadratic", "r_int"):
        labelled = differ(name, true, first, second, rng=7)
        assert differ(name, table, rng=7) == labelled
        a = ordref.confusion_matrix(true, first)
        assert labelled.values[0] == pytest.approx(MEASURES[name](a))
    # A class may be absent.
    table = np.zeros((3, 3, 3), dtype=int)
    table[0, 0, 1], table[2, 2, 1], table[2, 0, 2], table[2, 2, 2] = 3, 2, 1, 1
    t, a, b = (np.repeat(k, table[table > 0]) + 1 for k in np.nonzero(table))
    for name in ("amae", "mse"):
        assert differ(name, table) == differ(name, t, a, b)


def test_paired_error_is_the_jackknifes():
    """Without each observation, or each of 100 groups of four."""
    true, first, second = many()
    for groups in (None, np.arange(400) // 4):
        alone = np.zeros((2, 400, 4, 4))
        for k, predicted in enumerate((first, second)):
            alone[k, np.arange(400), true - 1, predicted - 1] = 1
        if groups is not None:
            alone = alone.reshape(2, 100, 4, 4, 4).sum(axis=2)
        without = alone.sum(axis=1, keepdims=True) - alone
        for name in (n for n in CLOSED if n not in ("oci", "oci_prime")):
            values = MEASURES[name](without[0]) - MEASURES[name](without[1])
            error = math.sqrt((len(values) - 1) * np.var(values))
            found = differ(
                name, true, first, second, groups=groups, n_resamples=39, rng=0
            )
            near = pytest.approx(error, rel=0.05)
            assert found.standard_error == near, (name, groups)


def test_bootstrap_of_a_difference():
    true, first, second = many()
    for groups in (None, np.arange(400) // 4):
        delta, drawn = (
            differ(
                "weighted_kappa", true, first, second,
                groups=groups, method=method, rng=0,
            )
            for method in ("delta", "percentile")
        )  # fmt: skip
        assert drawn[1:4] == pytest.approx(delta[1:4], abs=0.15 * delta.standard_error)


def test_groups_that_no_exchange_changes_have_p_of_one():
    for name in ("mae", "mmae", "oci", "kendall_tau_b"):
        alike = [1, 1, 2, 2], [1, 2, 1, 2], [1, 2, 1, 2]
        with pytest.warns(UserWarning, match="only 2 groups"):
            assert differ(name, *alike, groups=[0, 0, 1, 1]).pvalue == 1


def test_few_groups_have_students_interval_and_test_and_a_warning():
    """Of groups of one size the difference is the mean of theirs; five folds among them."""
    y = np.full(40, 3)
    for G, shifts in (
        (2, [2, 3]),
        (5, [1, 2, 1, 2, 2]),  # beside 0, which no exchanges of five are
        (8, [0, 3, -1, 0, 1, 2, 0, 2]),
        (10, [0, 3, -1, 0, 1, 2, 0, 2, 1, 1]),
    ):
        # Of the four observations of a group so many are wrong, by one or the other.
        rank, shift = np.tile(np.arange(4), G), np.repeat(shifts, 4)
        a = y[: 4 * G] - (rank < shift)
        b = y[: 4 * G] - (rank < -shift)
        asked = {"groups": np.repeat(range(G), 4), "labels": [2, 3]}
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            sample = ordref.paired_sample(y[: 4 * G], a, b, **asked)
            found = ordref.difference("mae", sample, rng=0)
            few = [str(w.message) for w in said if w.filename == __file__]
        assert len(said) == len(few) == (G < 10)
        assert all(f"only {G} groups" in words for words in few)
        theirs = st.ttest_1samp(np.array(shifts) / 4, 0)
        ends = theirs.confidence_interval(0.95)
        # And of one class out of two no difference is larger than 1.
        expected = max(ends.low, -1), min(ends.high, 1)
        assert found[2:4] == pytest.approx(expected), G
        assert found.exact == (G == 10)
        if G < 10:
            assert found.pvalue == pytest.approx(theirs.pvalue), G
            assert (found.low > 0) == (found.pvalue < 0.05)
            with pytest.warns(UserWarning, match="from resamples it may be too short"):
                drawn = differ("mae", y[: 4 * G], a, b, **asked, method="percentile")
            assert drawn.pvalue == pytest.approx(theirs.pvalue, rel=0.1), G
            with pytest.warns(UserWarning, match=f"only {G} clusters"):
                ordref.interval("mae", [np.eye(2) + 1] * G, sampling="clusters")


def test_swapping_the_classifiers_turns_the_sign():
    for name in ("mae", "mmae", "kendall_tau_b"):
        one = differ(name, TRUE, FIRST, SECOND)
        other = differ(name, TRUE, SECOND, FIRST)
        assert one[0] == -other[0]
        assert (one[2], one[3]) == pytest.approx((-other[3], -other[2]), nan_ok=True)
        assert one.pvalue == pytest.approx(other.pvalue)


def test_labels_bring_their_order():
    """AC2 depends on the number of classes, also of those that do not occur."""
    order = ["low", "mid", "high", "top"]
    words = [[order[k - 1] for k in y] for y in (TRUE, FIRST, SECOND)]
    cats = [pd.Categorical(y, order, ordered=True) for y in words]
    labelled = differ("gwet_ac2", *words, labels=order, rng=0)
    assert differ("gwet_ac2", *cats, rng=0) == labelled
    counted = differ("gwet_ac2", TRUE, FIRST, SECOND, rng=0)
    assert differ("gwet_ac2", *words, labels=order[:3], rng=0) == counted
    assert counted.values[1] == ordref.gwet_ac2(ordref.confusion_matrix(TRUE, SECOND))
    assert counted.values != labelled.values
    other = pd.Categorical(words[2], order[::-1], ordered=True)
    with pytest.raises(ValueError, match=r"categories of y_a.* and of y_b"):
        differ("mae", TRUE, cats[1], other)


def unseen(drawn):
    """A share that, 1 time in 40, none of so many would have."""
    return 1 - 0.025 ** (1 / drawn)


def of_r_int():
    """Of what takes no fractions so many are added, rounded up: 5 to the 10."""
    assert 4 < 10 * unseen(10) / (1 - unseen(10)) < 5
    ends = []
    for t, a, b in itertools.product(range(3), repeat=3):
        n = ordref.confusion_matrix(TRUE, FIRST)
        both = np.array([n, n])
        both[[0, 1], t, [a, b]] += 5
        ends.append(np.subtract(*ordref.r_int(both)))
    return min(ends), max(ends)


def test_unseen_cells_by_hand():
    """The same predictions are no proof of no difference: an unseen cell is two classes off."""
    alike, two = (TRUE, FIRST, FIRST), 2 * unseen(10)
    for measure, given, asked, low, high in (
        ("mae", alike, {}, -two, two),
        ("mae", alike, {"method": "percentile", "rng": 0}, -two, two),
        ("mae", alike, {"groups": range(10)}, -two, two),
        (lambda n: ordref.mae(n), alike, {}, -10 / 15, 10 / 15),
        ("r_int", alike, {}, *of_r_int()),
        # no cell is empty
        (lambda n: np.ones(len(n)), [np.ones((2, 2, 2))], {}, 0, 0),
    ):
        found = differ(measure, *given, **asked)
        assert found.method == "unseen cell"
        assert found == pytest.approx((0, 0, low, high, 1)), (measure, asked)


def test_what_has_no_value_is_counted():
    found = differ("weighted_kappa", [1, 1], [1, 1], [1, 2], labels=[1, 2])
    assert np.isnan([found.value, found.low, found.high, found.pvalue]).all()
    assert (found.exact, found.undefined) == (False, 0)
    # By hand: where one is exchanged the first has one hit, or three, and no value.
    seen = []

    def of(n):
        seen.append(np.where(n[:, 0, 0] % 2, np.nan, n[:, 0, 0]))
        return seen[-1]

    y, a, b = [1, 1, 1, 2], [1, 2, 1, 2], [2, 1, 1, 2]
    found = differ(of, y, a, b, method="percentile", n_resamples=99, rng=0)
    first, second = (values for values in seen if len(values) == 99)
    resamples = np.isnan(first - second).sum()
    assert 0 < resamples < 99
    assert found.undefined == resamples + 2
    assert found.pvalue == 1


def test_exact_or_drawn():
    """Of so many drawn exchanges the observed one is one."""
    many_steps = np.zeros((2, 2, 2), dtype=int)
    many_steps[0, 0, 1] = many_steps[1, 1, 0] = 1 << 13
    one_more = many_steps.copy()
    one_more[0, 0, 1] += 1
    true = np.repeat([1, 2, 3, 4], 30)
    wrong = true, true, (true + np.arange(120) % 3) % 4 + 1
    ones, alone = [1] * 20, {"groups": range(20)}
    # Groups of which the predictions are the same are not exchanged.
    fifteen, sixteen = ((ones, ones, [2] * G + [1] * (20 - G)) for G in (15, 16))

    def mae(n):
        return ordref.mae(n)

    for measure, given, asked, pvalue, exact in (
        (mae, wrong, {}, 0.01, False),
        ("mmae", wrong, {}, 0.01, False),
        ("mae", [many_steps], {}, None, True),
        ("mae", [one_more], {}, None, False),
        (mae, fifteen, alone, 2 / 2**15, True),
        (mae, sixteen, alone, 0.01, False),
        # Two observations that only the first gets right: half of the exchanges cancel.
        *(
            (lambda n, f=f: f * n[:, 0, 0], ([1, 1, 2], [1, 1, 2], [2, 2, 2]), {}, p, True)
            for f, p in ((4e-13, 1), (7.5e-13, 0.5), (1, 0.5), (1e6, 0.5))
        ),
        # Of millions what differs in the thirteenth digit is as large.
        (lambda n: 1e6 * n[:, 0, 0] - 1e-7 * n[:, 1, 0],
         ([1, 1, 2], [1, 1, 2], [2, 2, 1]), {}, 0.5, True),
    ):  # fmt: skip
        found = differ(measure, *given, **asked, n_resamples=99, rng=0)
        assert found.exact == exact, (measure, pvalue)
        assert pvalue in (None, found.pvalue), (measure, pvalue)


def sum_of_signs(steps):
    """How probable a sum as large is, with random signs: one observation after another."""
    chance = {0: 1.0}
    for step in steps.tolist():
        following = collections.Counter()
        for value, p in chance.items():
            following[value - step] += p / 2
            following[value + step] += p / 2
        chance = following
    return sum(p for value, p in chance.items() if abs(value) >= abs(steps.sum()))


def test_signs_of_all_observations_and_mcnemars_test():
    D = distances(4)
    w = {"ccr": D == 0, "mer": D > 0, "mae": D, "mse": D**2, "accuracy_within": D < 2}
    for seed in range(3):
        true, first, second = many(60 + 60 * seed, seed)
        for name, scores in w.items():
            score = scores.astype(int)
            steps = score[true - 1, first - 1] - score[true - 1, second - 1]
            pvalue = sum_of_signs(steps)
            found = differ(name, true, first, second, labels=[1, 2, 3, 4])
            assert found.exact, name
            assert found.pvalue == pytest.approx(pvalue, rel=1e-9), name
            if name in ("ccr", "mer"):
                better, worse = (steps > 0).sum(), (steps < 0).sum()
                theirs = mcnemar([[0, better], [worse, 0]], exact=True)
                assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-9), name


def test_what_is_few(monkeypatch):
    """Unseen cells of three classes, kinds of observations in groups, and exchanges."""
    kinds, G = len(set(TRIPLES)), len(TRUE)
    numbers = 9 * (27 - len(set(zip(TRUE, FIRST, strict=True))))
    for most, few in ((numbers, True), (numbers - 1, False)):
        monkeypatch.setattr(sample, "MOST_UNSEEN", most)
        low, high = differ("mae", TRUE, FIRST, FIRST)[2:4]
        assert low < 0 < high if few else np.isnan([low, high]).all()
    monkeypatch.setattr(two_classifiers, "MOST_UNSEEN", kinds * G)
    assert grouped(range(G)).value == -0.5
    monkeypatch.setattr(two_classifiers, "MOST_UNSEEN", kinds * G - 1)
    with pytest.raises(ValueError, match="groups are too many"):
        grouped(range(G))
    # Kinds that agree, of which there may be more than an array has axes, are none of them.
    agreed = np.zeros((9, 9, 9), dtype=int)
    agreed[:, range(9), range(9)] = 1
    agreed[0, 0, 1] = 2
    found = differ(lambda n: ordref.mae(n), agreed)
    assert (found.pvalue, found.exact) == (0.5, True)
    # Two and three observations with different predictions: 3 x 4 numbers of exchanges.
    cells = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 1]]).T
    exchange = Exchange(sample.Sample(np.array([[2.0, 3, 1000]]), 2, triples=cells))
    drawn, chance = exchange.all_exchanges()
    assert len(drawn) == len(chance) == 12
    assert chance.sum() == 1
    for most, few in ((12, True), (11, False)):
        monkeypatch.setattr(resampling, "MOST", most)
        assert exchange.are_few() == few
    for m in (0, 1, 7, 1000):
        assert binomial(m) == pytest.approx(st.binom.pmf(range(m + 1), m, 0.5))


ALIKE = [
    (1, "1", 2),
    ("True", True, 2),
    (2**63, 2**63 + 1, -1),
    (2**53, 2**53 + 1, 0.5),
    ("a", "a\0", "b"),
    (b"a", "a", "b"),
    (np.int64(1), np.str_("1"), 2),
]


@pytest.mark.filterwarnings("ignore:there are only")
def test_groups_are_read_and_told_apart_where_numpy_would_merge_them():
    y, a, b = np.random.default_rng(0).integers(1, 4, (3, 60))
    expected = differ("mae", y, a, b, groups=[0, 1, 2] * 20)
    for three in ALIKE:
        listed = list(three) * 20
        given = (listed, three * 20, UserList(listed), pd.Series(listed, dtype=object))
        for groups in given:
            found = differ("mae", y, a, b, groups=groups)
            assert found == expected, (three, type(groups))
    # And wherever they are.
    days = np.array(["2020-01-01", "2020-01-02"] * 5, "M8[ns]")
    for groups in (days, pd.Series(days), pd.Categorical(list("ab") * 5)):
        assert grouped(groups) == grouped([1, 2] * 5)
