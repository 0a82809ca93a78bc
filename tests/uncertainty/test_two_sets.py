"""Two classifiers on a test set each: dealings against all of them, ends, what is refused."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
import scipy.stats as st
from small import distances
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_ind
from sure import CLOSED, CM, differ

import ordref
from ordref import definitions
from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty import paired, resampling
from ordref.instruments.uncertainty.measured import as_measure

OTHER = np.array([[9, 6, 0], [6, 12, 4], [1, 5, 7]])
ALTERNATIVES = ("two-sided", "less", "greater")


def as_far(values, alternative):
    """Which are as far as the first one, or undefined."""
    sign = {"less": -1, "greater": 1}.get(alternative)
    far = np.array([abs(v) if sign is None else sign * v for v in values])
    noise = 0 if math.isinf(far[0]) else 1e-9
    return ~(far < far[0] - noise)


def over_all_dealings(of, first, second, studentised):
    """The p-values of all ways to deal the pairs to two sets, one by one."""

    def statistic(a, b):
        value = float(of(a) - of(b))
        if not studentised or math.isnan(value):
            return value
        error = math.sqrt(
            sum(float(definitions.delta_variance(of, pairs)) for pairs in (a, b))
        )
        return value / error if error else (value and math.copysign(math.inf, value))

    pairs, found = first + second, [statistic(first, second)]
    for chosen in itertools.combinations(range(len(pairs)), len(first)):
        rest = [k for k in range(len(pairs)) if k not in chosen]
        found.append(statistic([pairs[k] for k in chosen], [pairs[k] for k in rest]))
    return {a: as_far(found, a)[1:].mean() for a in ALTERNATIVES}


@pytest.mark.parametrize(
    ("name", "studentised"),
    [("ccr", True), ("mae", True), ("amae", True), ("weighted_kappa", True),
     ("mmae", False)],
)  # fmt: skip
def test_dealings_are_those_of_the_definition(name, studentised):
    """MMAE has a kink in some dealing, so that of all the plain differences count."""
    first = [(1, 1), (1, 1), (2, 2), (2, 3), (3, 3)]
    second = [(1, 2), (2, 2), (3, 1), (3, 3)]
    tables = [np.zeros((3, 3), int), np.zeros((3, 3), int)]
    for n, pairs in zip(tables, (first, second), strict=True):
        np.add.at(n, tuple(np.array(pairs).T - 1), 1)
    of = getattr(definitions, MEASURES[name].definition)
    options = dict(MEASURES[name].options)
    expected = over_all_dealings(lambda p: of(p, **options), first, second, studentised)
    assert len(set(expected.values())) > 1
    for alternative, pvalue in expected.items():
        found = differ(name, *tables, alternative=alternative, rng=0)
        assert found.exact
        assert found.pvalue == pytest.approx(pvalue, abs=1e-12), alternative
    if studentised:
        own = differ(lambda n: MEASURES[name](n), *tables, rng=0)
        assert own.pvalue == pytest.approx(expected["two-sided"], abs=1e-12)


def errors_of(n):
    return np.repeat(distances(len(n)).ravel(), n.ravel())


def studentised(x, y, axis=-1):
    return (x.mean(axis) - y.mean(axis)) / np.sqrt(
        x.var(axis) / x.shape[axis] + y.var(axis) / y.shape[axis]
    )


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_drawn_dealings_and_margins_of_mae_are_scipys_and_statsmodels(alternative):
    x, y = errors_of(OTHER), errors_of(CM)
    asked = {"alternative": alternative, "rng": 0}
    found = differ("mae", OTHER, CM, **asked)
    assert not found.exact
    theirs = st.permutation_test(
        (x, y), studentised, n_resamples=9999, vectorized=True,
        alternative=alternative, rng=0,
    )  # fmt: skip
    # scipy's two-sided p is twice the smaller tail.
    assert found.pvalue == pytest.approx(theirs.pvalue, abs=0.012)
    welch = st.ttest_ind(x, y, equal_var=False, alternative=alternative)
    assert found.pvalue == pytest.approx(welch.pvalue, abs=0.012)
    # Of many t is normal.
    for times, margin, near in ((1, 0.4, 4e-3), (40, 0.21, 1e-4)):
        asked |= {"method": "delta", "margin": margin}
        found = differ("mae", OTHER * times, CM * times, **asked)
        x, y = errors_of(OTHER * times), errors_of(CM * times)
        pvalue, above, below = ttost_ind(x, y, -margin, margin, usevar="unequal")
        theirs = {"two-sided": pvalue, "greater": above[1], "less": below[1]}
        assert found.pvalue == pytest.approx(theirs[alternative], abs=near)


def test_errors_add_up_and_ends_are_recovered_from_both():
    for name in CLOSED:
        found = differ(name, CM, OTHER, n_resamples=39, rng=0)
        one, two = (ordref.interval(name, n) for n in (CM, OTHER))
        assert found.values == (one.value, two.value)
        if not math.isnan(one.low + two.low):
            assert found.method == "mover"
            assert found[1] == pytest.approx(math.hypot(one[1], two[1]))
            low, high = math.hypot(one[0] - one[2], two[3] - two[0]), one[3] - one[0]
            assert found.value - found.low == pytest.approx(low)
            assert found.high - found.value == pytest.approx(
                math.hypot(high, two[0] - two[2])
            )
            by_delta = differ(name, CM, OTHER, method="delta", n_resamples=39, rng=0)
            z = st.norm.ppf(0.975)
            errors = [ordref.standard_error(name, n) for n in (CM, OTHER)]
            assert by_delta[1] == pytest.approx(math.hypot(*errors), nan_ok=True)
            width = by_delta.high - by_delta.low
            assert width == pytest.approx(2 * z * by_delta[1], nan_ok=True)


def test_wilsons_ends_make_newcombes(monkeypatch):
    """56 of 70 and 48 of 80: his example (1998, Table II, method 10)."""

    def wilson(measure, n, **asked):
        hits, N = n.trace(), n.sum()
        low, high = proportion_confint(hits, N, method="wilson")
        return ordref.instruments.uncertainty.single.Interval(hits / N, 0.1, low, high)

    monkeypatch.setattr(paired, "interval", wilson)
    tables = [[40, 10], [4, 16]], [[30, 12], [20, 18]]
    found = differ("ccr", *tables, rng=0)
    assert found[0] == pytest.approx(0.2)
    assert [round(end, 4) for end in found[2:4]] == [0.0524, 0.3339]


def test_resampled_ends_are_scipys():
    """Of the mean errors; scipy's jackknife is of single observations, too."""
    x, y = errors_of(CM), errors_of(OTHER)

    def of(x, y, axis=-1):
        return x.mean(axis) - y.mean(axis)

    for method, theirs in (("percentile", "percentile"), ("bca", "BCa")):
        found = differ("mae", CM, OTHER, method=method, rng=0)
        ends = st.bootstrap((x, y), of, vectorized=True, method=theirs, rng=0)
        low, high = ends.confidence_interval
        assert found.method == method
        assert found[2:4] == pytest.approx((low, high), abs=0.012)
        assert found[1] == pytest.approx(ends.standard_error, rel=0.05)


def test_a_set_that_does_not_vary_is_no_certainty():
    """As if for both no error were seen, and for one of them."""
    perfect, lone = np.diag([4, 3, 3]), np.diag([1, 0, 0])
    reach = ordref.interval("mae", perfect).high
    for method in (None, "delta", "percentile", "bca"):
        found = differ("mae", perfect, perfect, method=method, rng=0)
        assert found.method == "unseen cell"
        assert found == pytest.approx((0, 0, -reach, reach, 1))
    found = differ("mae", perfect, CM, rng=0)
    by_delta = differ("mae", perfect, CM, method="delta", rng=0)
    assert found.high - found.value > reach
    assert found.high - found.value > by_delta.high - by_delta.value
    # One observation does not show how observations differ.
    found = differ("mae", lone, CM, rng=0)
    assert math.isnan(found.standard_error)
    assert found.high - found.value > 1
    # Where all of one are right and all of the other wrong, two dealings of 126 are as far.
    sure = differ("ccr", [[4, 0], [0, 0]], [[0, 5], [0, 0]])
    assert (sure.value, sure.exact, sure.pvalue) == (1, True, pytest.approx(1 / 126))


@pytest.mark.filterwarnings("ignore:there are fewer errors than kinds")
def test_there_is_an_answer_wherever_both_have_a_value():
    rng = np.random.default_rng(1)
    tables = rng.multinomial(6, [1 / 9] * 9, size=(12, 2)).reshape(12, 2, 3, 3)
    answered = 0
    for name, pair in itertools.product(CLOSED, tables):
        found = differ(name, *pair, n_resamples=39, rng=0)
        if math.isnan(found.value):
            assert np.isnan(found).all()
            continue
        answered += 1
        assert found.low <= found.high, (name, pair)
        assert 0 < found.pvalue <= 1
    assert answered > 200


def test_what_is_large():
    """More observations than can be dealt have the p of the normal distribution."""
    for name, n, m in (("mae", CM, OTHER), ("weighted_kappa", OTHER, CM)):
        found = differ(name, n * 10**8, m * 10**7)
        assert found.pvalue == pytest.approx(
            2 * st.norm.sf(abs(found.value / found.standard_error)), abs=1e-12
        )
        assert not found.exact
    assert differ("mae", CM * 10**13, CM * 10**13).pvalue == 1
    # Classes that nobody has make no difference, in however many pieces.
    few = np.zeros((2, 3, 3), int)
    few[0, [0, 0, 1, 2, 2], [0, 1, 1, 2, 1]] = 4, 3, 2, 2, 1
    few[1, [0, 1, 1, 2, 2], [0, 1, 0, 2, 0]] = 3, 2, 2, 2, 2
    wide = np.pad(few, ((0, 0), (0, 60), (0, 60)))
    small, large = (differ("mae", *pair) for pair in (few, wide))
    assert small.exact
    assert large.exact
    assert large.pvalue == pytest.approx(small.pvalue, abs=1e-12)
    pieces = len(resampling.all_permuted_tables(few.reshape(2, 9))[0]) * wide.size >> 22
    assert pieces > 1


def test_names_of_classes_are_compared():
    def named(n, names=("low", "mid", "high")):
        return pd.DataFrame(n, index=names, columns=names)

    expected = differ("mae", CM, OTHER, rng=0)
    for pair in ((named(CM), named(OTHER)), (named(CM), OTHER), (CM, named(OTHER))):
        assert differ("mae", *pair, rng=0) == expected
    for others in (("mid", "low", "high"), ("a", "c", "b")):
        with pytest.raises(ValueError, match="rows of cm_b are"):
            differ("mae", named(CM), named(OTHER, others))
    assert differ("mae", CM.tolist(), OTHER.astype("uint8"), rng=0) == expected


REFUSED = [
    ((CM, OTHER[:2, :2]), {}, "two matrices of the same classes"),
    ((CM, OTHER[:2]), {}, "shape"),
    ((CM, [1, 2, 3]), {}, "cm must have shape"),
    (([1, 2, 3], [1, 2, 3]), {}, "cm must have shape"),
    ((["a", "b"], ["a", "b"]), {}, "cm must have shape"),
    ((CM, None, OTHER), {}, "y_true must be one-dimensional"),
    ((CM, [[1, 2], [3]]), {}, "rows have different lengths"),
    (([CM, CM], [CM, CM]), {}, "two matrices of the same classes"),
    ((CM, OTHER / 2), {}, "give counts"),
    ((CM, -OTHER), {}, "negative"),
    ((CM, OTHER * np.nan), {}, "NaN"),
    ((CM, OTHER * 0), {}, "cm"),
    ((CM, OTHER), {"method": "exact"}, "method must be one of"),
    ((np.ones((2, 2, 2)),), {"method": "mover"}, "needs two test sets"),
    ((CM, OTHER), {"alternative": "more"}, "alternative must be one of"),
    ((CM, OTHER), {"alternative": "less", "level": 0.5}, "above 0.5"),
    *(((CM, OTHER), {"margin": m}, "margin must be a number") for m in
      (0, -0.1, math.nan, math.inf, "0.1", [0.1])),
    ((CM, OTHER), {"margin": math.nan, "alternative": "less"}, "margin must be a number"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "asked", "said"), REFUSED)
def test_refused_in_words(given, asked, said):
    with pytest.raises(ValueError, match=said):
        differ("mae", *given, **asked)


def test_slopes_of_the_second_are_those_of_the_difference():
    measured = as_measure("weighted_kappa")
    sample = ordref.two_samples(CM, OTHER)
    more = sample.count + 1e-6 * np.eye(18).reshape(18, 2, 9)
    base = sample.values(measured, sample.count[None])[0]
    slopes = (sample.values(measured, more) - base).reshape(2, 9) / 1e-6
    found = sample.slopes(measured)
    assert found == pytest.approx(np.where(sample.count > 0, slopes, 0), abs=1e-5)
