"""How many observations: against formulas, other libraries, and test sets drawn of that size."""

import copy
import itertools
import math
import pickle
import warnings
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import samplesize_confint_proportion
from sure import CM, SEARCHED, differ

import ordref
from ordref import definitions, sample_size

Z, Z_POWER = (NormalDist().inv_cdf(q) for q in (0.975, 0.8))
RARE = np.array([[10, 8, 2, 0], [20, 120, 55, 5], [5, 60, 420, 65], [0, 5, 60, 165]])
SECOND = np.array(
    [[15, 4, 1, 0], [25, 100, 65, 10], [5, 90, 380, 75], [0, 10, 80, 140]]
)


def paired(b, c, both=0.5):
    """Shares of two classes and two classifiers: only the first right, only the second."""
    table = np.zeros((2, 2, 2))
    table[0, 0, 1], table[0, 1, 0] = b, c
    table[1, 1, 1], table[0, 1, 1] = both, 1 - both - b - c
    return table


def triples():
    """Two programs on the same 400, in three classes."""
    p = np.full((3, 3, 3), 0.3)
    for t, a, b in np.ndindex(3, 3, 3):
        p[t, a, b] = 0.6 ** (abs(t - a) * 1.5 + abs(t - b) + abs(a - b))
    return (
        np.random.default_rng(0).multinomial(400, p.ravel() / p.sum()).reshape(p.shape)
    )


# ------------------------------------------------------------------- formulas


def hits(n):
    """A share as a function of one's own: its interval is by the standard error."""
    return np.trace(n, axis1=-2, axis2=-1) / n.sum(axis=(-2, -1))


@pytest.mark.parametrize("p", [0.4, 0.5, 0.7])
@pytest.mark.parametrize("half", [0.01, 0.02])
def test_a_share_takes_what_the_classical_formula_says(p, half):
    cm = [[1000 * p / 2, 1000 * (1 - p) / 2], [0, 500]]
    share = p / 2 + 0.5
    found = sample_size(hits, cm, half_width=half)
    assert found == math.ceil(Z**2 * share * (1 - share) / half**2)
    assert found == math.ceil(samplesize_confint_proportion(share, half))
    assert found.method == "standard error"
    assert found.half_width == pytest.approx(Z * math.sqrt(share * (1 - share) / found))
    assert found.half_width <= half
    assert found.power is found.decided_by is None


@pytest.mark.parametrize("p", [0, 0.02, 0.15, 0.4, 0.5, 0.8, 0.97, 1])
@pytest.mark.parametrize("half", [0.1, 0.03])
def test_half_of_the_test_sets_have_an_exact_interval_that_is_shorter(p, half):
    """By scipy's quantiles, for every number of hits, with its probability."""

    def ends(k, N):
        low, high = (stats.beta.ppf(q, k + a, N - k + 1 - a) for q, a in ENDS)
        return np.where(k > 0, low, 0), np.where(k < N, high, 1)

    ENDS = (0.025, 0), (0.975, 1)
    for name, cm in (
        ("ccr", [[p, 1 - p, 0], [0, 0, 0], [0, 0, 0]]),
        ("mer", [[1 - p, p, 0], [0, 0, 0], [0, 0, 0]]),
        ("accuracy_within", [[0, p, 1 - p], [0, 0, 0], [0, 0, 0]]),
    ):
        found = sample_size(name, cm, half_width=half)
        assert found.method == "exact"
        for N, enough in ((int(found), True), (int(found) - 1, False)):
            with np.errstate(all="ignore"):
                low, high = ends(np.float64(p * N), N)
            assert ((high - low) / 2 <= half) == enough, (name, N)
        k = np.arange(int(found) + 1)
        low, high = ends(k, int(found))
        shorter = stats.binom.pmf(k, int(found), p)[(high - low) / 2 <= half].sum()
        assert shorter > 0.45, name
        assert shorter < 0.6 or abs(p - 0.5) > 0.45 or p == 0.5, name
    assert sample_size("ccr", [[30, 20], [10, 40]], half_width=0.1) > math.ceil(
        (Z / 0.1) ** 2 * 0.7 * 0.3
    )


@pytest.mark.parametrize("name", ["mae", "mse", "weighted_kappa", "amae"])
def test_the_standard_error_is_that_of_the_definitions(name):
    exact = definitions.standard_error(name, definitions.observations(CM.tolist()), 3)
    s2 = float(exact) ** 2 * CM.sum()
    assert sample_size(name, CM, half_width=0.03) == math.ceil(s2 * (Z / 0.03) ** 2)
    z = NormalDist().inv_cdf(0.995)
    found = sample_size(name, CM, half_width=0.03, level=0.99)
    assert found == math.ceil(s2 * (z / 0.03) ** 2)


@pytest.mark.parametrize(("b", "c"), [(0.15, 0.05), (0.2, 0.1), (0.3, 0.2)])
def test_paired_shares_take_what_mcnemar_does(b, c):
    found = sample_size("ccr", paired(b, c, 0.4), difference=b - c)
    d, apart = b - c, b + c
    assert found == math.ceil((Z + Z_POWER) ** 2 * (apart - d**2) / d**2)
    # Connor's (1987), whose test takes the variance without a difference: a little more.
    connor = (Z * math.sqrt(apart) + Z_POWER * math.sqrt(apart - d**2)) ** 2 / d**2
    assert found <= connor <= 1.06 * found
    assert 0.8 <= found.power < 0.81
    # Over all tables of the three kinds, as they come.
    one, two = (n.ravel() for n in np.indices((found + 1, found + 1)))
    keep = one + two <= found
    one, two = one[keep], two[keep]
    cells = np.stack([one, two, found - one - two], axis=-1)
    chance = stats.multinomial.pmf(cells, int(found), [b, c, 1 - b - c])
    s2 = one + two - (one - two) ** 2 / found
    assert chance @ (np.abs(one - two) > Z * np.sqrt(s2)) == pytest.approx(
        0.8, abs=0.02
    )


@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_shares_of_two_test_sets_take_what_statsmodels_says(power):
    cm = [np.array([[p * 500, 500 - p * 500], [0, 0]]) for p in (0.8, 0.7)]
    sigma = math.sqrt((0.8 * 0.2 + 0.7 * 0.3) / 2)
    wanted = NormalIndPower().solve_power(
        0.1 / sigma, alpha=0.05, power=power, alternative="two-sided"
    )
    found = sample_size("ccr", *cm, difference=0.1, power=power)
    # It counts differences that are seen in the wrong direction, too.
    assert found - 1 <= math.ceil(wanted) <= found
    assert found.half_width == pytest.approx(Z * sigma * math.sqrt(2 / found))


def test_two_test_sets_need_more_than_one_whose_pairs_agree():
    t = triples()
    first, second = t.sum(axis=2), t.sum(axis=1)
    for name in ("ccr", "mae", "weighted_kappa"):
        apart = sample_size(name, first, second, difference=0.1)
        assert sample_size(name, t, difference=0.1) < apart
        se = [ordref.standard_error(name, n) for n in (first, second)]
        s2 = (se[0] ** 2 + se[1] ** 2) * t.sum()
        assert apart == math.ceil(s2 * ((Z + Z_POWER) / 0.1) ** 2)
        narrow = sample_size(name, first, second, half_width=0.1)
        assert narrow == math.ceil(s2 * (Z / 0.1) ** 2)


# ------------------------------------------------------------------- what is promised, drawn


def drawn(p, N, times, seed):
    p = np.asarray(p, dtype=float)
    rng = np.random.default_rng(seed)
    tables = rng.multinomial(int(N), p.ravel() / p.sum(), size=times)
    return tables.reshape(times, *p.shape)


def half_width(name, cm, N):
    ends = [ordref.interval(name, n)[2:] for n in drawn(cm, N, 200, seed=7)]
    return np.median(np.diff(ends)) / 2


NARROW = [
    ("ccr", RARE, 0.05, "exact"), ("amae", RARE, 0.05, "standard error"),
    ("kendall_tau_b", CM, 0.1, "simulation"),
    ("mmae", RARE, 0.1, "simulation"), ("accuracy_within", RARE, 0.05, "exact"),
    ("gwet_ac2", [[40, 10], [5, 45]], 0.06, "standard error"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "cm", "half", "method"), NARROW)
def test_the_intervals_of_so_many_are_so_narrow_and_of_fewer_are_not(
    name, cm, half, method
):
    found = sample_size(name, cm, half_width=half)
    assert found.method == method
    assert 0.93 * half < found.half_width <= 1.03 * half
    assert half_width(name, cm, found) <= 1.05 * half
    assert half_width(name, cm, found / 1.25) > 1.03 * half


def seen(name, t, N, by, times=300):
    """How often the interval of the difference leaves out 0, if it is moved by so much."""
    found = [differ(name, n, n_resamples=39, rng=0) for n in drawn(t, N, times, 8)]
    return np.mean([each.low + by > 0 or each.high + by < 0 for each in found])


@pytest.mark.parametrize(
    ("name", "power"), [("ccr", 0.8), ("mae", 0.6), ("weighted_kappa", 0.9)]
)
def test_so_many_see_the_difference_so_often_and_fewer_do_not(name, power):
    t = triples()
    value = differ(name, t).value
    found = sample_size(name, t, difference=0.1, power=power)
    by = math.copysign(0.1, value) - value
    assert found.power == pytest.approx(power, abs=0.01)
    assert seen(name, t, found, by) == pytest.approx(power, abs=0.06)
    assert seen(name, t, found / 1.5, by) < power - 0.03


def test_a_difference_is_seen_in_either_direction():
    t = triples()
    assert differ("mae", t).value * differ("ccr", t).value < 0
    other = t.swapaxes(1, 2)
    for name in ("mae", "mmae"):
        both = [sample_size(name, n, difference=0.1) for n in (t, other)]
        assert both[0] == pytest.approx(both[1], rel=0.05)


# ------------------------------------------------------------------- where there is no formula


@pytest.mark.parametrize("half", [0.3, 0.1, 0.05])
@pytest.mark.parametrize("name", ["ccr", "mer"])
def test_of_a_perfect_classifier_the_unseen_cell_decides(name, half):
    """Clopper and Pearson's interval is 1 less the N-th root of .025 long."""
    found = sample_size(name, [[10, 0], [0, 20]], half_width=half)
    assert found == math.ceil(math.log(0.025) / math.log(1 - 2 * half))
    assert found.method == "exact"
    assert 0 < found.half_width <= half


def test_at_a_kink_the_test_sets_drawn_decide():
    """Three classes that are guessed: the worst has a variance of 2/3, on a third of all."""
    found = sample_size("mmae", np.ones((3, 3)) * [[1, 1, 1], [0, 3, 0], [1, 1, 1]],
                        half_width=0.1)  # fmt: skip
    assert (found.method, found.decided_by) == ("simulation", None)
    # And more, for the interval does not know which class is the worst.
    assert 1 < found / ((Z / 0.1) ** 2 * 3 * 2 / 3) < 1.3
    t = triples() + triples()[::-1, ::-1, ::-1]
    by_slopes = differ("mmae", t, method="delta")
    assert math.isnan(by_slopes.standard_error)
    found = sample_size("mmae", t, difference=0.2)
    assert found.method == "simulation"
    assert found.power == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize("name", SEARCHED)
def test_what_searches_is_planned_by_its_standard_error(name):
    s2 = ordref.standard_error(name, CM) ** 2 * CM.sum()
    found = sample_size(name, CM, half_width=0.1)
    assert found == math.ceil(s2 * (Z / 0.1) ** 2)
    assert found.method == "standard error"


@pytest.mark.parametrize("name", ["ii_correlation", "co_correlation"])
def test_what_searches_has_no_size_without_a_standard_error(name):
    for cm, error in ((np.eye(3), r"0\.0"), (np.ones((3, 3)), "nan")):
        with pytest.raises(ValueError, match=f"the standard error is {error} here"):
            sample_size(name, cm, half_width=0.1)


def test_wide_intervals_take_two_and_narrow_ones_more_than_there_can_be():
    assert sample_size("ccr", CM, half_width=1) == 2
    assert sample_size("mae", [[3]], half_width=1e-3) == 2
    found = sample_size("ccr", CM, half_width=1e-7)
    assert 1e13 < found < 2**53
    with pytest.raises(ValueError, match="more than 9007199254740992 observations"):
        sample_size("ccr", CM, half_width=1e-9)
    with pytest.raises(ValueError, match="would be needed"):
        sample_size("ccr", np.eye(3), half_width=1e-17)
    with pytest.raises(ValueError, match="would be needed for this half_width"):
        sample_size("kendall_tau_b", [[0, 1], [2**53 + 1, 0]], half_width=0.3)


# ------------------------------------------------------------------- what comes in and out


@pytest.mark.parametrize("name", ["mae", "mmae", "r_int", "krippendorff_alpha", "oci"])
def test_counts_and_shares_of_any_kind_are_planned_alike(name):
    wanted = sample_size(name, CM * 8, half_width=0.05)
    kinds = (CM.astype(np.uint8) * np.uint8(8), [[Fraction(int(x), 7) for x in row] for row in CM],
             CM * 8 / (CM.sum() * 8), CM * 1e13, pd.DataFrame(CM))  # fmt: skip
    for cm in kinds[: 2 if wanted.method == "simulation" else None]:
        # Where test sets decide, one that is drawn from other rounding is another.
        near = {"abs": 2} if wanted.method == "standard error" else {"rel": 0.03}
        assert sample_size(name, cm, half_width=0.05) == pytest.approx(wanted, **near)
    t = triples()
    wanted = sample_size(name, t, difference=0.1)
    for again in (t / t.sum(), t.astype(np.uint8), t.tolist()):
        assert sample_size(name, again, difference=0.1) == pytest.approx(wanted, abs=2)


def test_where_errors_are_rare_the_sizes_of_the_formula_fall_short():
    """All that varies is the number of errors of one of them, which is skewed."""
    perfect, other = [[1000, 0], [0, 0]], [[940, 60], [0, 0]]
    for order in ((perfect, other), (other, perfect)):
        found = sample_size("ccr", *order, difference=0.06)
        assert found.method == "simulation"
        assert found > math.ceil((Z + Z_POWER) ** 2 * 0.06 * 0.94 / 0.06**2)
        reach = Z * math.sqrt(0.06 * 0.94 / found)
        often = stats.binom.sf(math.floor(found * reach), int(found), 0.06)
        assert found.half_width == pytest.approx(reach, rel=0.03)
        assert often == pytest.approx(found.power, abs=0.03)
        assert 0.8 <= found.power <= 0.88


@pytest.mark.parametrize(("b", "margin"), [(0.1, 0.05), (0.05, 0.1), (0.3, 0.1)])
def test_two_equal_programs_are_found_not_inferior_as_often_as_asked(b, margin):
    """By all counts of the observations on which one is correct: exactly, for CCR."""
    table = [[[1 - 2 * b, b], [b, 0]], [[0, 0], [0, 0]]]
    N = int(sample_size("ccr", table, margin=margin, power=0.9))
    assert math.ceil((Z + NormalDist().inv_cdf(0.9)) ** 2 * 2 * b / margin**2) == N
    one, two = (n.ravel() for n in np.indices((N + 1, N + 1)))
    one, two = one[one + two <= N], two[one + two <= N]
    cells = np.stack([one, two, N - one - two], axis=-1)
    p = stats.multinomial.pmf(cells, N, [b, b, 1 - 2 * b])
    se = np.sqrt((one + two) / N - ((one - two) / N) ** 2) / math.sqrt(N)
    for side in (1, -1):
        shown = side * (one - two) / N - Z * se > -margin
        assert p @ shown == pytest.approx(0.9, abs=0.02)
    for half in (N // 2, 2 * N):  # half as many do not suffice, twice as many do better
        power = NormalDist().cdf(margin / math.sqrt(2 * b / half) - Z)
        assert (power > 0.9) is (half > N)


@pytest.mark.parametrize(("b", "margin"), [(0.005, 0.05), (0.005, 0.1), (0.002, 0.02)])
def test_programs_that_hardly_differ_need_more_than_the_formula(b, margin):
    """Test sets without a disagreement rule little out: by `equivalence`, on all counts."""
    table = [[[1 - 2 * b, b], [b, 0]], [[0, 0], [0, 0]]]
    found = sample_size("ccr", table, margin=margin)
    formula = math.ceil((Z + Z_POWER) ** 2 * 2 * b / margin**2)

    def power(N):
        shown = 0
        for one, two in itertools.product(range(12), repeat=2):
            if one + two > N:
                continue
            triples = np.zeros((2, 2, 2), dtype=int)
            triples[0] = [[N - one - two, one], [two, 0]]
            p = ordref.equivalence("ccr", triples, margin, alternative="greater").pvalue
            cells = [one, two, N - one - two]
            shown += (p < 0.025) * stats.multinomial.pmf(cells, N, [b, b, 1 - 2 * b])
        return shown

    assert found.method == "simulation"
    assert found > formula
    assert power(found) > 0.76 > power(formula)


def test_a_margin_is_beyond_what_the_sample_has_between_them():
    """A pilot in which the first was better plans as one in which the second was."""
    table = np.zeros((2, 2, 2))
    table[0] = [[970, 20], [10, 0]]  # so few disagreements that `equivalence` is asked
    turned = table.swapaxes(1, 2)
    found = [sample_size("ccr", t, margin=0.2) for t in (table, turned)]
    assert {n.method for n in found} == {"simulation"}
    assert abs(found[0] - found[1]) <= 1


def test_two_test_sets_nearly_without_errors():
    """The power by `equivalence`, on pairs of test sets drawn anew."""
    cm = np.array([[0.4975, 0.0025], [0.0025, 0.4975]])
    found = sample_size("ccr", cm, cm, margin=0.05)
    assert found.method == "simulation"
    rng, shown = np.random.default_rng(5), []
    for _ in range(200):
        drawn = rng.multinomial(found, cm.ravel(), size=2).reshape(2, 2, 2)
        sets = ordref.two_samples(*drawn)
        p = ordref.equivalence("ccr", sets, 0.05, alternative="less").pvalue
        shown.append(p < 0.025)
    assert np.mean(shown) > 0.75


def test_a_margin_at_a_kink_is_simulated():
    """Where both classes are the worst, on either side."""
    t = np.full((2, 2, 2), 10)
    found = sample_size("mmae", t, margin=0.2)
    assert found.method == "simulation"
    rng = np.random.default_rng(3)
    drawn = rng.multinomial(found, (t / t.sum()).ravel(), size=4000).reshape(
        -1, 2, 2, 2
    )
    d = ordref.mmae(drawn.sum(axis=3)) - ordref.mmae(drawn.sum(axis=2))
    d, reach = d - d.mean(), Z * d.std()
    shown = [(d - reach > -0.2).mean(), (d + reach < 0.2).mean()]
    assert min(shown) == pytest.approx(0.8, abs=0.03)


def test_an_absent_class_is_absent():
    cm = np.insert(np.insert(CM, 1, 0, axis=0), 1, 0, axis=1)
    for name in ("ccr", "mmae"):
        wanted = sample_size(name, CM, half_width=0.05)
        assert sample_size(name, cm, half_width=0.05) > 0
    assert sample_size("ccr", cm, half_width=0.05) == sample_size(
        "ccr", CM, half_width=0.05
    )
    t = np.zeros((4, 4, 4))
    t[:3, :3, :3] = triples()
    wanted = sample_size("weighted_kappa", triples(), difference=0.1)
    assert sample_size("weighted_kappa", t, difference=0.1) == wanted


def test_the_class_that_decides_is_the_worst_or_has_most_of_the_variance():
    error = ordref.mae_per_class(RARE)
    for name in ("amae", "mmae"):
        assert sample_size(name, RARE, half_width=0.1).decided_by == 0
    even = RARE * (10_000 // RARE.sum(axis=1, keepdims=True))
    assert sample_size("mmae", even, half_width=0.1).decided_by == error.argmax()
    # With equal classes, the one whose errors vary most.
    K = np.arange(4)
    shares = even / even.sum(axis=1, keepdims=True)
    far = np.abs(K[:, None] - K)
    variance = (shares * far**2).sum(axis=1) - (shares * far).sum(axis=1) ** 2
    assert variance.argmax() != error.argmin()
    assert sample_size("amae", even, half_width=0.1).decided_by == variance.argmax()
    assert sample_size("mae", even, half_width=0.1).decided_by is None
    reverse = RARE[::-1, ::-1]
    assert sample_size("mmae", reverse, half_width=0.1).decided_by == 3
    t = triples() * np.array([1, 40, 40])[:, None, None]
    assert sample_size("amae", t, difference=0.1).decided_by == 0


def test_it_is_a_number_that_keeps_what_it_was_told():
    found = sample_size("amae", RARE, half_width=0.1)
    for again in (copy.copy(found), pickle.loads(pickle.dumps(found))):
        assert (again, vars(again)) == (found, vars(found))
    assert isinstance(found, int)
    assert f"{found:,}" == str(int(found))


def test_rows_that_are_shares_are_told_of():
    with pytest.warns(UserWarning, match="each row of cm sums to one"):
        sample_size("ccr", CM / CM.sum(axis=1, keepdims=True), half_width=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sample_size("ccr", CM / CM.sum(), half_width=0.1)


def test_a_function_of_ones_own():
    def error(n):
        return ordref.mae(n)

    assert sample_size(error, CM, half_width=0.05) == sample_size(
        "mae", CM, half_width=0.05
    )
    t = triples()
    assert sample_size(hits, t, difference=0.1) == sample_size("ccr", t, difference=0.1)


BAD = [
    ({}, "or for two"), ({"half_width": 0.1, "difference": 0.1}, "give half_width"),
    ({"difference": 0.1}, "give half_width, or for two classifiers"),
    ({"margin": 0.1}, "give half_width, or for two classifiers"),
    ({"cm": triples(), "difference": 0.1, "margin": 0.1}, "give half_width"),
    ({"cm": triples(), "margin": -0.1}, "margin must be above 0, not -0.1"),
    *(({"half_width": h}, "must be above 0") for h in (0, -0.1, math.nan, math.inf, "x", 1j)),
    *(({"half_width": 0.1, "level": x}, "level must be") for x in (0, 1, 95, "x")),
    *(({"cm": triples(), "difference": 0.1, "power": x}, "power must be above 1 - level")
      for x in (0, 0.05, 1, 80, "x", math.nan)),
    ({"cm": triples(), "difference": 0}, "must be above 0, not 0"),
    ({"cm": [1, 2], "half_width": 0.1}, "shape"), ({"cm": -CM, "half_width": 0.1}, "negative"),
    ({"cm": np.zeros((2, 2)), "half_width": 0.1}, "all zeros"),
    ({"cm": np.zeros((2, 2, 2)), "half_width": 0.1}, "all zeros"),
    ({"cm": np.ones((2, 3, 3)), "half_width": 0.1}, r"\(K, K, K\), not shapes"),
    ({"cm": -triples(), "half_width": 0.1}, "negative"),
    ({"cm": triples() * math.nan, "half_width": 0.1}, "NaN|nan"),
    ({"cm_b": np.eye(2), "half_width": 0.1}, r"not shapes \[\(3, 3\), \(2, 2\)\]"),
    ({"cm": triples(), "cm_b": triples(), "difference": 0.1}, "not shapes"),
    ({"cm": pd.DataFrame(CM, list("cba"), list("cba")),
      "cm_b": pd.DataFrame(CM, list("bca"), list("bca")), "difference": 0.1}, "same order"),
    ({"measure": "qwk", "half_width": 0.1}, "did you mean"),
    ({"measure": "mcc", "cm": [[1, 0], [1, 0]], "half_width": 0.1}, "is undefined"),
    ({"cm": np.eye(3), "cm_b": np.eye(3), "difference": 0.1},  r"the standard error is 0\.0"),
    ({"cm": paired(0, 0), "difference": 0.1},  r"the standard error is 0\.0"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "words"), BAD)
def test_what_cannot_be_planned_is_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        sample_size(**({"measure": "ccr", "cm": CM} | options))
