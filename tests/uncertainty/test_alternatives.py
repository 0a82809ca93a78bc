"""Paired observations: one-sided tests and ends, mid-p, margins, and the default that chooses."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.weightstats import ttost_paired
from sure import CLOSED, FIRST, SECOND, TRUE, differ

import ordref
from ordref import definitions
from ordref.instruments.uncertainty import resampling
from ordref.instruments.uncertainty.jackknife import influence
from ordref.instruments.uncertainty.measured import as_measure

Y, A, B = map(np.array, (TRUE, FIRST, SECOND))
ERRORS = abs(Y - A), abs(Y - B)


def mean_difference(x, y, axis=-1):
    return x.mean(axis) - y.mean(axis)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_one_sided_exchanges_are_scipys(alternative):
    """All 1024 of them, by signs and one by one; and the other way round."""
    theirs = st.permutation_test(
        ERRORS, mean_difference, permutation_type="samples", n_resamples=np.inf,
        vectorized=True, alternative=alternative,
    )  # fmt: skip
    other = {"less": "greater", "greater": "less"}.get(alternative, alternative)
    for measure in ("mae", lambda n: ordref.mae(n)):
        for given, asked in (((Y, A, B), alternative), ((Y, B, A), other)):
            found = differ(measure, *given, alternative=asked)
            assert found.exact
            assert found.pvalue == pytest.approx(theirs.pvalue, abs=1e-12)
        drawn = differ(
            measure, *(np.tile(y, 4) for y in (Y, A, B)),
            alternative=alternative, groups=[*range(20)] * 2, rng=0,
        )  # fmt: skip
        exact = differ(
            "mae", *(np.tile(y, 2) for y in (Y, A, B)), alternative=alternative
        )
        assert drawn.pvalue == pytest.approx(exact.pvalue, abs=0.01)


def test_one_end_is_that_of_a_level_with_twice_the_error():
    for method in ("delta", "percentile", "bca"):
        asked = {"method": method, "n_resamples": 999, "rng": 0}
        both = differ("mae", Y, A, B, level=0.9, **asked)
        less = differ("mae", Y, A, B, alternative="less", **asked)
        more = differ("mae", Y, A, B, alternative="greater", **asked)
        assert less[2:4] == (-math.inf, pytest.approx(both.high))
        assert more[2:4] == (pytest.approx(both.low), math.inf)
        assert (less.alternative, more.alternative) == ("below 0", "above 0")
        assert both.alternative == "not 0"


def test_midp():
    """Airway hyper-responsiveness of 21 children (Fagerland, Lydersen and Laake 2013).

    One and seven disagree: exact .070, mid-p .039. And of all numbers, from the binomial.
    """
    for b, c in ((1, 7), *itertools.product(range(7), repeat=2)):
        table = np.zeros((2, 2, 2), int)
        table[0, 0, 0], table[0, 0, 1], table[1, 0, 1] = 5, b, c
        for name in ("ccr", "mer"):
            found = differ(name, table)
            exact = mcnemar([[5, b], [c, 0]], exact=True).pvalue if b + c else 1
            assert found.pvalue == pytest.approx(exact)
            at = st.binom.pmf(b, b + c, 0.5)
            # In the middle there is one outcome, which is all that is as large.
            midp = exact - at if b != c else 1 - at / 2
            assert found.midp == pytest.approx(midp), (b, c)
            less = differ(name, table, alternative="less")
            fewer = b if name == "ccr" else c
            tail = st.binom.cdf(fewer, b + c, 0.5)
            assert less.pvalue == pytest.approx(tail)
            assert less.midp == pytest.approx(tail - at / 2)
        if (b, c) == (1, 7):
            assert [round(p, 3) for p in (found.pvalue, found.midp)] == [0.070, 0.039]
    for asked in ({"margin": 0.1}, {"groups": list("abcde") * 2}):
        with warnings.catch_warnings(action="ignore"):
            assert math.isnan(differ("ccr", Y, A, B, **asked).midp)
    assert math.isnan(differ("amae", Y, A, B).midp)
    # Of sums of other steps, over all exchanges.
    every = [
        sum(s * (a - b) for s, a, b in zip(signs, *ERRORS, strict=True))
        for signs in itertools.product((-1, 1), repeat=len(Y))
    ]
    seen = abs(sum(ERRORS[0] - ERRORS[1]))
    beyond, equal = (
        Fraction(sum(of(abs(s)) for s in every), len(every))
        for of in (lambda s: s > seen, lambda s: s == seen)
    )
    assert differ("mae", Y, A, B).midp == float(beyond + equal / 2)


def of_groups(shifts):
    """Four observations a group, of which so many are wrong by the first, or the second."""
    G, rank, shift = (
        len(shifts),
        np.tile(np.arange(4), len(shifts)),
        np.repeat(shifts, 4),
    )
    y = np.full(4 * G, 3)
    asked = {"groups": np.repeat(range(G), 4), "labels": [2, 3], "rng": 0}
    return (y, y - (rank < shift), y - (rank < -shift)), asked


@pytest.mark.filterwarnings("ignore:there are only")
def test_margins_of_groups_are_statsmodels_and_scipys():
    """Groups of one size: two one-sided t-tests of their means."""
    for shifts in ([2, -1, 1, 0, 1], [0, 3, -1, 0, 1, 2, 0, 2, 1, 1, 2, 1]):
        given, asked = of_groups(shifts)
        d = np.array(shifts) / 4
        for margin in (0.1, 0.4, 0.8):
            found = differ("mae", *given, **asked, margin=margin)
            theirs = ttost_paired(d, 0 * d, -margin, margin)[0]
            assert found.pvalue == pytest.approx(theirs)
            assert found.alternative == f"between {-margin:g} and {margin:g}"
            # The interval of level .9 leaves none of the margin out.
            low, high = differ("mae", *given, **asked, level=0.9)[2:4]
            assert (found.pvalue < 0.05) == (-margin < low and high < margin)
            for sign in (1, -1):  # not inferior, and superior by a margin
                for alternative, bound in (("greater", -margin), ("less", margin)):
                    found = differ(
                        "mae",
                        *given,
                        **asked,
                        margin=sign * margin,
                        alternative=alternative,
                    )
                    theirs = st.ttest_1samp(d, sign * bound, alternative=alternative)
                    assert found.pvalue == pytest.approx(theirs.pvalue)
                    assert found.alternative.endswith(f" {sign * bound:g}")
        for alternative in ("less", "greater"):
            found = differ("mae", *given, **asked, alternative=alternative)
            theirs = st.ttest_1samp(d, 0, alternative=alternative)
            assert (found.pvalue == pytest.approx(theirs.pvalue)) == (len(d) < 10)
            ends = theirs.confidence_interval(0.95)
            assert found[2:4] == pytest.approx((ends.low, ends.high))
    drawn = differ("mae", *given, **asked, margin=0.6, method="bca")
    delta = differ("mae", *given, **asked, margin=0.6)
    assert drawn.pvalue == pytest.approx(delta.pvalue, rel=0.1)


def test_margins_of_observations_are_normal_and_agree_with_the_ends():
    d = np.subtract(*ERRORS)
    found = differ("mae", Y, A, B, margin=0.7, method="delta")
    se = d.std() / math.sqrt(len(d))
    assert found.pvalue == pytest.approx(st.norm.sf((0.7 + d.mean()) / se))
    # Left out one by one, and by t, with what the fourth powers say of its freedom.
    found = differ("mae", Y, A, B)
    N, kurtosis = len(d), st.kurtosis(d, fisher=False)
    assert found.standard_error == pytest.approx(se * N / (N - 1))
    t = st.t.ppf(0.975, max(4, 2 * N / (kurtosis - 1)))
    ends = [found.value + sign * t * found.standard_error for sign in (-1, 1)]
    assert found[2:4] == pytest.approx(ends)
    # Of identical predictions by the cells not seen, and of two test sets.
    n, m = ordref.confusion_matrix(Y, A), ordref.confusion_matrix(Y, B)
    settled = set()
    for given in ((Y, A, A), (Y, A, B), (n, m), (m, n), (np.diag([9, 9, 9]), n)):
        for level, margin in itertools.product((0.9, 0.95), np.linspace(0.05, 1.9, 38)):
            found = differ("mae", *given, level=level, margin=float(margin))
            within = -margin < found.low and found.high < margin
            assert (found.pvalue < (1 - level) / 2) == within, (margin, level)
            settled.add((found.method, within))
    methods = "mover", "jackknife", "unseen cell"
    assert settled == set(itertools.product(methods, (True, False)))
    # What cannot vary is sure.
    constant = [np.ones((2, 2, 2))]
    for margin, alternative, pvalue in (
        (0.1, "two-sided", 0), (0.1, "less", 0), (-0.1, "less", 1), (-0.1, "greater", 1),
    ):  # fmt: skip
        found = differ(
            lambda n: np.ones(len(n)), *constant, margin=margin, alternative=alternative
        )
        assert found.pvalue == pvalue
    kink = np.zeros((2, 2, 2), int)
    kink[0, 1, 0] = kink[1, 0, 1] = kink[0, 0, 0] = kink[1, 1, 1] = 1
    named = differ("mmae", kink, margin=0.1, method="delta")
    assert math.isnan(named.pvalue)
    assert 0 < differ("mmae", kink, margin=0.1, rng=0).pvalue < 1


def test_one_that_alone_is_of_its_class_counts_as_one_more():
    """Without it MCC is undefined, and the second program has no other hit in this class."""
    pair = [0] * 20 + [1], [0] * 20 + [1], [0] * 19 + [1, 0]
    found = differ("mcc", *pair)
    by_slopes = differ("mcc", *pair, method="delta")
    assert 0.7 < found.standard_error / by_slopes.standard_error < 1.3
    groups = [*range(10), *range(10), 10]
    whole = differ("mcc", *pair, groups=groups)
    assert 0.7 < whole.standard_error / by_slopes.standard_error < 1.5


def test_the_test_of_few_groups_is_the_same_at_all_levels():
    """Also where the interval would go beyond what a difference can be."""
    y = [1, 1, 1, 1, 2, 2, 2, 2]
    asked = {"groups": [0] * 4 + [1] * 4}
    with pytest.warns(UserWarning, match="only 2 groups"):
        found = [
            differ("ccr", y, y, [1, 1, 2, 2, 1, 2, 2, 2], **asked, level=at)
            for at in (0.8, 0.95, 0.999)
        ]
    assert [each.high for each in found[1:]] == [1, 1]
    assert len({round(each.pvalue, 9) for each in found}) == 1


def test_bca_of_pairs_is_scipys():
    d = np.subtract(*ERRORS)
    given = [np.repeat(y, 4) for y in (Y, A, B)]
    found = differ("mae", *given, method="bca", rng=0)
    theirs = st.bootstrap((np.repeat(d, 4),), np.mean, method="BCa", rng=0)
    low, high = theirs.confidence_interval
    assert found[2:4] == pytest.approx((low, high), abs=0.03)
    assert abs(found.value - found.low) > 1.1 * abs(found.high - found.value)
    groups = differ("mae", *given, method="bca", rng=0, groups=np.repeat(range(10), 4))
    assert groups.high - groups.low > 1.7 * (found.high - found.low)


def test_the_default_answers_wherever_both_have_a_value():
    """Also at a kink, and where the measure is undefined without one observation."""
    rng, methods, kinks = np.random.default_rng(1), set(), 0
    # Without one of these four all are of one class, or told to be.
    four = np.zeros((3, 3, 3), int)
    four[[1, 1, 2, 2], [0, 2, 0, 0], [1, 0, 0, 1]] = 1
    for name in CLOSED:
        drawn = rng.multinomial(5, [1 / 27] * 27, size=12).reshape(-1, 3, 3, 3)
        for table in (four, *drawn):
            asked = {"n_resamples": 39, "rng": 0}
            found = differ(name, table, **asked)
            if math.isnan(found.value):
                assert np.isnan(found).all()
                continue
            assert found.low <= found.high, (name, table)
            assert 0 < found.pvalue <= 1
            methods.add(found.method)
            by_name = differ(name, table, **asked, method="jackknife")
            assert by_name == found
            by_slopes = differ(name, table, **asked, method="delta")
            kinks += math.isnan(by_slopes.low)
    assert methods == {"jackknife", "unseen cell"}
    assert kinks > 5


def test_the_jackknife_is_the_same_in_pieces(monkeypatch):
    measured = as_measure("amae")
    pair = [ordref.confusion_matrix(Y, p) for p in (A, B)]
    samples = [
        ordref.paired_sample(Y, A, B),
        ordref.paired_sample(Y, A, B, groups=range(10)),
        ordref.two_samples(*pair),
    ]
    expected = [influence(measured, sample) for sample in samples]
    for cells in (40, 1):
        monkeypatch.setattr(resampling, "_CELLS", cells)
        for sample, (change, times) in zip(samples, expected, strict=True):
            again, same = influence(measured, sample)
            assert again == pytest.approx(change)
            assert (same == times).all()


def test_exchanges_one_sided_against_the_definition():
    """The share that is as large plus the share that is as small is 1 and what is equal."""
    triples = list(zip(TRUE, FIRST, SECOND, strict=True))
    value, both = definitions.over_all_exchanges(definitions.amae, triples)
    less, more = (
        differ("amae", Y, A, B, alternative=a).pvalue for a in ("less", "greater")
    )
    assert value < 0
    # Exchanges mirror each other.
    assert 2 * less == pytest.approx(float(both))
    assert less + more > 1
