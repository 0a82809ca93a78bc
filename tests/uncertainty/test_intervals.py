"""Intervals: against scipy, statsmodels and the binomial, and where nothing was seen."""

import copy
import dataclasses
import inspect
import itertools
import math
import pickle
import warnings

import numpy as np
import pytest
import scipy.stats as st
from scipy.optimize import minimize
from small import distances, unrolled
from statsmodels.stats.proportion import proportion_confint
from sure import CM, differ, hidden

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty import sample
from ordref.instruments.uncertainty.arguments import SAMPLINGS
from ordref.instruments.uncertainty.ends import (
    beta_cdf,
    bootstrap_ends,
    clopper_pearson,
    student,
    two_sided_tail,
)
from ordref.instruments.uncertainty.resampling import block_sizes
from ordref.instruments.uncertainty.results import Chance, Difference, Interval
from ordref.instruments.uncertainty.single import METHODS

# To these measures a method is limited, and to these samples.
SHARES = ("ccr", "mer", "accuracy_within")
LIMITED = {
    "likelihood": (("multinomial",), (*SHARES, "mae", "mse", "rmse", "amae", "amse")),
    "exact": (("multinomial",), SHARES),
    "by class": (
        ("multinomial", "rows"),
        ("minimum_sensitivity", "geometric_mean_sensitivity", "mmae"),
    ),
}


@pytest.mark.parametrize("method", METHODS)
def test_no_interval_of_a_perfect_classifier_has_width_zero(method):
    clusters = [np.diag(d) for d in ([4, 0, 0], [0, 3, 1], [0, 0, 2], *[[1, 0, 0]] * 7)]
    for name, sampling in itertools.product(MEASURES, SAMPLINGS):
        measure, case = MEASURES[name], (name, sampling)
        n = np.array(clusters if sampling == "clusters" else np.diag([4, 3, 3]))
        B = 39 if measure.searches else 999
        asked = {"method": method, "sampling": sampling, "n_resamples": B, "rng": 0}
        samples, names = LIMITED.get(method, (SAMPLINGS, MEASURES))
        if method == "likelihood" and name in ("amae", "amse"):
            samples = (
                "multinomial",
                "rows",
            )  # each class has a distribution of its own
        if name not in names or sampling not in samples:
            words = "independent observations" if name in names else "take 'jackknife'"
            with pytest.raises(ValueError, match=words):
                ordref.interval(name, n, **asked)
            continue
        found = ordref.interval(name, n, **asked)
        if name in ("id_correlation", "anti_correlation") and method in (
            "delta",
            "jackknife",
        ):
            continue  # not at the end of their range, and perhaps at a kink
        assert found.high - found.low > 0.01, case
        assert found.low - 1e-12 <= found.value <= found.high + 1e-12, case
        assert measure.least <= found.low, case
        assert found.high <= measure.greatest(3), case


# ------------------------------------------------------------------- known otherwise


def test_exact_intervals_and_those_of_an_unseen_cell_are_statsmodels():
    for level, (hits, N) in itertools.product(
        [0.5, 0.9, 0.95, 0.999],
        [(0, 3), (1, 3), (7, 10), (83, 100), (99_990, 100_000), (1, 1), (10, 10)],
    ):
        n, case = [[hits, N - hits], [0, 0]], (level, hits, N)
        ccr, mer = (
            ordref.interval(name, n, method="exact", level=level)
            for name in ("ccr", "mer")
        )
        theirs = proportion_confint(hits, N, alpha=1 - level, method="beta")
        assert ccr[2:] == pytest.approx(theirs, abs=1e-12), case
        assert mer[2:] == pytest.approx((1 - ccr.high, 1 - ccr.low)), case
        if hits == N:
            unseen = ordref.interval("ccr", n, level=level)
            assert unseen.method == "exact"
            assert unseen[2:] == pytest.approx(theirs), case
            unseen = ordref.interval("ccr", n, level=level, method="delta")
            assert unseen.method == "unseen cell"
            assert unseen[2:] == pytest.approx(theirs), case


def test_distribution_function_of_beta():
    for a, b in [(1, 1), (2, 7), (500, 3), (0.5, 40), (3000, 2000)]:
        for x in (0, 1e-6, 0.1, 0.5, 0.6, 0.999, 1):
            # The logarithm of the gamma function of thousands loses four digits.
            near = 1e-12 if a + b < 1000 else 1e-11
            assert beta_cdf(a, b, x) == pytest.approx(st.beta.cdf(x, a, b), abs=near)
    for df in (*range(1, 31), 99, 1000, 10**5):
        for level in (0.5, 0.9, 0.95, 0.99, 0.9999):
            t, case = st.t.ppf((1 + level) / 2, df), (df, level)
            assert student(level, df) == pytest.approx(t, rel=1e-10, abs=1e-10), case
            assert two_sided_tail(-t, df) == pytest.approx(1 - level, abs=1e-10), case
    # A jackknife of many observations has so many.
    for df in (2 * 10**6, 10**8, 10**10, 10**15):
        t = st.t.ppf([0.75, 0.975, 0.9999], df)
        assert [student(2 * q - 1, df) for q in (0.75, 0.975, 0.9999)] == pytest.approx(
            t
        )


def log_likelihood(p, n):
    return sum(k * math.log(q) for k, q in zip(n, p, strict=True) if k)


def test_the_likelihood_of_a_share_is_binomial():
    """Ends where twice the logarithm has fallen by the quantile of chi squared."""
    for hits, N in [(1, 3), (7, 10), (83, 100)]:
        found = ordref.interval("ccr", [[hits, 0], [N - hits, 0]], method="likelihood")
        n = [hits, N - hits]
        best = log_likelihood([hits / N, 1 - hits / N], n)
        for end in (found.low, found.high):
            fall = 2 * (best - log_likelihood([end, 1 - end], n))
            assert fall == pytest.approx(st.chi2.ppf(0.95, 1), rel=1e-9)


@pytest.mark.parametrize(
    ("name", "power"), [("mae", 1), ("mse", 2), ("amae", 1), ("amse", 2)]
)
def test_the_likelihood_of_a_mean(name, power):
    """No distribution with as high a likelihood has a mean beyond: by an optimiser's search."""
    limit = st.chi2.ppf(0.95, 1)
    for cm in (
        CM,
        [[4, 0, 0], [1, 2, 0], [0, 0, 5]],
        [[40, 0, 0], [10, 20, 0], [0, 0, 50]],  # too many for the top to be unseen
        [[1, 0, 0], [3, 20, 4], [0, 2, 0]],
        [[5, 1], [0, 0]],
    ):
        n = np.array(cm, dtype=float)
        w = distances(len(n)) ** float(power)
        found = ordref.interval(name, cm, method="likelihood")
        if name in ("amae", "amse"):
            rows = [row for row in zip(n, w, strict=True) if row[0].sum() > 0]
        else:
            rows = [(n.ravel(), w.ravel())]
        # Cells of one score are one category; the top score is one, seen or not.
        scores = [np.unique(score) for _, score in rows]
        count = np.concatenate(
            [[k[score == s].sum() for s in np.unique(score)] for k, score in rows]
        )
        row = np.repeat(range(len(rows)), [len(s) for s in scores])
        total, seen = np.bincount(row, count)[row], count > 0
        best = count[seen] @ np.log(count[seen] / total[seen])
        weight = np.concatenate(scores) / len(rows)

        def room(p, best=best, count=count, seen=seen):
            logs = np.log(np.maximum(p[seen], 1e-300))
            return limit - 2 * (best - float(count[seen] @ logs))

        start = (count + 0.5) / np.bincount(row, count + 0.5)[row]
        alone = [*hidden(name, n)]
        for end, sign in ((found.low, 1), (found.high, -1)):
            run = minimize(
                lambda p, to=sign * weight: float(p @ to), start, method="SLSQP",
                bounds=[(1e-9, 1)] * len(weight),
                constraints=[
                    {"type": "eq", "fun": lambda p, row=row: np.bincount(row, p) - 1},
                    {"type": "ineq", "fun": room},
                ],
                options={"maxiter": 500, "ftol": 1e-13},
            )  # fmt: skip
            farthest = min([run.fun, *(sign * each for each in alone)])
            assert end == pytest.approx(sign * farthest, abs=2e-5), (cm, sign)


def test_with_class_sizes_given_the_likelihood_of_class_means_is_the_same():
    """Class sizes say nothing of the means of the classes."""
    for name in ("amae", "amse"):
        found = ordref.interval(name, CM, sampling="rows")
        assert found.method == "likelihood"
        assert found[2:] == ordref.interval(name, CM)[2:]
    with pytest.raises(ValueError, match="not for mae with sampling='rows'"):
        ordref.interval("mae", CM, sampling="rows", method="likelihood")


@pytest.mark.filterwarnings("ignore:there are fewer errors than kinds")
def test_delta_intervals_stay_in_the_range():
    n = np.array([[6, 1, 0], [0, 5, 0], [0, 1, 2]])
    for name, measure in MEASURES.items():
        found = ordref.interval(name, n)
        if not math.isnan(found.low):
            assert measure.least <= found.low <= found.value, name
            assert found.value <= found.high <= measure.greatest(3), name
            assert found.high - found.low > 0.05, name


def test_delta_is_fisher_z_and_the_logit():
    value, error, low, high = ordref.interval("pearson", CM, method="delta")
    z = st.norm.ppf(0.975)
    assert math.atanh(high) - math.atanh(value) == pytest.approx(
        z * error / (1 - value**2)
    )
    value, error, low, high = ordref.interval("ccr", CM, method="delta")
    logit = [math.log(x / (1 - x)) for x in (low, value, high)]
    assert logit[2] - logit[1] == pytest.approx(z * error / (value * (1 - value)))
    assert logit[1] - logit[0] == pytest.approx(logit[2] - logit[1])


def test_a_function_of_ones_own_stays_in_its_range():
    """Tilted by exponentials a share has the interval of the logit, with z or with t."""
    n = np.array([[9, 0, 0], [0, 9, 0], [0, 1, 9]])
    for method in (None, "delta"):
        f1 = ordref.interval(
            lambda n: ordref.f1_per_class(n).mean(axis=-1), n, method=method
        )
        assert f1.value + st.norm.ppf(0.975) * f1.standard_error > 1.03
        assert f1.low < f1.value < f1.high < 1
        assert f1.method == (method or "jackknife")
    singles = np.repeat(np.eye(9).reshape(9, 3, 3), CM.ravel(), axis=0)[::10]
    z = st.norm.ppf(0.975)
    for of, cm, sampling, hits, N, far, extra in (
        (lambda n: ordref.ccr(n), CM, "multinomial", 79, 100, z, 1),
        (lambda n: n[:, 0, 0] / 100, CM, "multinomial", 20, 100, z, 1),
        (lambda n: n[:, 0, 0] / n[:, 0].sum(axis=-1), CM, "rows", 20, 25, z, 1),
        (lambda n: ordref.ccr(n), singles, "clusters",
         np.trace(singles.sum(axis=0)), 10, st.t.ppf(0.975, 9), 10 / 9),
    ):  # fmt: skip
        asked = {"sampling": sampling, "method": "delta"}
        value, error, low, high = ordref.interval(of, cm, **asked)
        p = hits / N
        assert (value, error) == pytest.approx((p, math.sqrt(p * (1 - p) / N * extra)))
        logit = [math.log(x / (1 - x)) for x in (low, value, high)]
        steps = pytest.approx([far * error / (p * (1 - p))] * 2)
        assert np.diff(logit) == steps, sampling
        if sampling == "clusters":
            known = ordref.interval("ccr", cm, **asked)
            assert known == pytest.approx((value, error, low, high))
    # Three clusters reach farther than any of them: t with 2 degrees of freedom.
    three = np.array([[[9, 1], [0, 0]], [[8, 2], [0, 0]], [[7, 3], [0, 0]]])
    with pytest.warns(UserWarning, match="only 3 clusters") as said:
        found = ordref.interval(
            lambda n: ordref.ccr(n), three, sampling="clusters", method="delta"
        )
    assert [warning.filename for warning in said] == [__file__]
    error = math.sqrt(0.02 / 2 / 3)
    assert found.standard_error == pytest.approx(error)
    way = st.t.ppf(0.975, 2) * error / 0.16
    ends = [1 / (1 + math.exp(-math.log(4) - sign * way)) for sign in (-1, 1)]
    assert found[2:] == pytest.approx(ends)
    # A function that turns round on the way, and one of the sizes of clusters alone.
    found = ordref.interval(lambda n: (ordref.ccr(n) - 0.77) ** 2, CM, method="delta")
    assert found.low == pytest.approx(0, abs=1e-4)
    assert found.low < found.value < found.high
    sizes = np.arange(1, 11)[:, None, None] * np.array([[1, 0], [0, 0]])
    found = ordref.interval(
        lambda n: n[:, 0, 0], sizes, sampling="clusters", method="delta"
    )
    reach = st.t.ppf(0.975, 9) * math.sqrt(10 * np.arange(1, 11).var(ddof=1))
    assert found[2:] == pytest.approx((55 - reach, 55 + reach))


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("name", ["mae", "weighted_kappa_quadratic", "kendall_tau_b"])
def test_bootstraps_agree_with_scipy(name, method):
    true, pred = unrolled(CM)

    def of(true, pred, axis=-1):
        cell = (true - 1) * 3 + pred - 1
        one = np.stack([(cell == k).sum(axis=-1) for k in range(9)], axis=-1)
        return MEASURES[name](one.reshape(*one.shape[:-1], 3, 3))

    theirs = st.bootstrap((true, pred), of, paired=True, n_resamples=4999, method=method,
                          rng=np.random.default_rng(1), vectorized=True)  # fmt: skip
    ours = ordref.interval(name, CM, method=method, n_resamples=49_999, rng=0)
    scale, ends = ours.standard_error, theirs.confidence_interval
    assert ours[2:] == pytest.approx((ends.low, ends.high), abs=0.12 * scale)
    assert scale == pytest.approx(theirs.standard_error, rel=0.05)
    assert scale == pytest.approx(ordref.standard_error(name, CM), rel=0.05)


def test_percentiles_are_the_order_statistics_and_rows_are_kept():
    """Of 39 resamples the first and the last are the ends at 95 %."""
    for sampling in ("multinomial", "rows"):
        seen, sizes = [], []

        def mae(stack, seen=seen, sizes=sizes):
            seen.append(ordref.mae(stack))
            sizes.append(np.asarray(stack).sum(axis=-1))
            return seen[-1]

        asked = {"method": "percentile", "sampling": sampling}
        found = ordref.interval(mae, CM, **asked, n_resamples=39, rng=5)
        assert (found.low, found.high) == (seen[-1].min(), seen[-1].max())
        assert (sizes[-1] == CM.sum(axis=1)).all() == (sampling == "rows")


def left_out(name, n, sampling):
    """The jackknife as it is defined, over single observations, with half a one of each class."""
    K, D = len(n), distances(len(n))
    value, far = float(MEASURES[name](n)), n.astype(float)
    alike = np.zeros((K, K))
    for r, c in np.ndindex(K, K):
        at = D[r, c]
        alike[r, c] = ((n * (at == D)).sum() + 1 / K) / (D[r] == at).sum()
    alike *= (n.sum(axis=1) > 0)[:, None] / alike.sum(axis=1, keepdims=True)
    strata = [[r] for r in range(K)] if sampling == "rows" else [[*range(K)]]
    changes, weights = [], []
    for rows in strata:
        change, weight = [], []
        for r, c in itertools.product(rows, range(K)):
            moved = math.nan
            for step in (
                (-1, 1) if n[r, c] else (1,)
            ):  # one more, where less says nothing
                other = far.copy()
                other[r, c] += step
                if math.isnan(moved) and other.sum():
                    moved = (float(MEASURES[name](other)) - value) * step
            change.append(0 if math.isnan(moved) else moved)
            weight.append(n[r, c] + alike[r, c] / 2)
        weight = np.array(weight) * n[rows].sum() / max(sum(weight), 1e-9)
        mean = (weight @ change) / max(n[rows].sum(), 1)
        changes += [*(np.array(change) - mean)]
        weights += [*weight]
    squares = np.array(changes) ** 2
    variance = float(np.array(weights) @ squares)
    relative = float(np.array(weights) @ squares**2) / variance**2 - 1 / n.sum()
    return math.sqrt(variance), max(4, 2 / relative)


@pytest.mark.parametrize("sampling", ["multinomial", "rows"])
def test_the_jackknife_leaves_out_each_observation(sampling):
    names = "amae", "weighted_kappa_quadratic", "oci", "r_int", "mmae", "pearson", "mcc"
    for n in (
        [[9, 3, 1], [1, 2, 2], [0, 0, 1]], [[4, 0, 0], [1, 2, 0], [0, 0, 0]],
        [[1, 0, 0], [1, 8, 0], [0, 0, 0]],  # without the first no correlation
    ):  # fmt: skip
        n = np.array(n)
        for name in names:
            error, freedom = left_out(name, n, sampling)
            found = ordref.interval(name, n, method="jackknife", sampling=sampling)
            assert found.standard_error == pytest.approx(error), name
            least, width = MEASURES[name].least, MEASURES[name].greatest(3)
            width -= least
            x = (found.value - least) / width
            reach = st.t.ppf(0.975, freedom) * error / width / (2 * x * (1 - x))
            z = math.atanh(2 * x - 1)
            ends = [least + width * (math.tanh(z + s * reach) + 1) / 2 for s in (-1, 1)]
            alone = [*hidden(name, n, sampling)]
            ends = min(ends[0], *alone), max(ends[1], *alone)
            assert found[2:] == pytest.approx(ends), name
    # Of clusters it is the square sum of what each of them changes.
    clusters = np.array([CM, CM // 2, CM + 1, CM // 3] * 3)
    without = MEASURES["oci"](clusters.sum(axis=0) - clusters)
    found = ordref.interval("oci", clusters, sampling="clusters")
    assert found.standard_error == pytest.approx(math.sqrt(11 * without.var()))


@pytest.mark.parametrize("errors", [0, 1, 5, 6])
def test_an_interval_of_sup_with_few_errors_is_told_of(errors):
    """With six of six kinds it is not, and without any the unseen cell gives the ends."""
    n = np.diag([40, 30, 20])
    n[[0, 0, 1, 1, 2, 2][:errors], [1, 2, 0, 2, 0, 1][:errors]] = 1
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        ordref.interval("sup_correlation", n)
        ordref.interval("pearson", n)
    wanted = "fewer errors than kinds of errors: SUP is then too large by chance"
    assert [wanted in str(each.message) for each in told] == [True] * (0 < errors < 6)


def test_one_more_or_less_of_many_is_no_rounding():
    """Of counts of 1e13 the jackknife leaves out millions, and agrees with the slopes."""
    for name in ("amae", "oci", "weighted_kappa", "r_int", "krippendorff_alpha"):
        found = ordref.interval(name, CM * 10**13, method="jackknife")
        known = ordref.standard_error(name, CM * 10**13)
        assert found.standard_error == pytest.approx(known, rel=1e-4), name


# In the second table the class with the largest error has few observations.
@pytest.mark.parametrize(
    "rows", [[[9, 3, 1], [1, 2, 2], [0, 0, 1]], [[1, 0, 1], [20, 30, 1], [0, 0, 1]]]
)
def test_the_worst_class_is_one_of_them(rows):
    """By scipy's beta distribution: each class its ends, and of all the worst."""
    n = np.array(rows)
    hits, sizes = n.diagonal(), n.sum(axis=1)
    for level in (0.5, 0.95):
        risk = 1 - level
        found = ordref.interval("minimum_sensitivity", n, level=level)
        low = [
            st.beta.ppf(risk / 2, h, m - h + 1)
            for h, m in zip(hits, sizes, strict=True)
        ]
        upper = [
            st.beta.ppf(1 - risk / 6, h + 1, m - h) if h < m else 1
            for h, m in zip(hits, sizes, strict=True)
        ]
        assert found[2:] == pytest.approx((min(low), min(upper))), level
        mmae = ordref.interval("mmae", n, level=level)
        ends = [
            [
                ordref.interval(
                    "mae", np.eye(3)[r][:, None] * n, method="likelihood", level=to
                )
                for r in range(2)
            ]
            for to in (1 - risk / 3, level)
        ]
        # The third class has one observation, a hit: half of its ends lie at 0.
        assert mmae.low == pytest.approx(max(found.low for found in ends[0]))
        assert mmae.high >= max(found.high for found in ends[1])


def test_where_nothing_or_all_of_a_class_is_right():
    # Of one class there is nothing to be wrong about, at any level that is below 1.
    for name in ("ccr", "mer", "minimum_sensitivity", "mmae"):
        found = ordref.interval(name, [[5]])
        assert found.low == found.high == found.value, name
    for name in ("minimum_sensitivity", "mmae"):
        found = ordref.interval(name, CM, level=1 - 2.4e-16)
        assert MEASURES[name].least <= found.low < found.high, name
    # Where a class has no hit the geometric mean is 0, and what it may be is a product.
    found = ordref.interval("geometric_mean_sensitivity", [[0, 3], [1, 4]])
    upper = [st.beta.ppf(1 - 0.0125, h + 1, m - h) for h, m in ((0, 3), (4, 5))]
    assert found.method == "by class"
    assert found[2:] == pytest.approx((0, math.sqrt(math.prod(upper))))


@pytest.mark.filterwarnings("ignore:there are fewer errors than kinds")
def test_the_default_answers_wherever_there_is_a_value():
    """At kinks, and for tables of three observations."""
    tables = [
        np.bincount(cells, minlength=9).reshape(3, 3)
        for cells in itertools.combinations_with_replacement(range(9), 3)
    ]
    for name, measure in MEASURES.items():
        for n in tables[:: 8 if measure.searches else 3]:
            value, _, low, high = ordref.interval(name, n)
            if math.isnan(value):
                assert math.isnan(low), (name, n)
            else:
                near = 1e-9
                assert measure.least - near <= low <= value + near, (name, n)
                assert value - near <= high <= measure.greatest(3) + near, (name, n)
                assert high - low > 0.05, (name, n)


def unseen(N, level=0.95):
    """A share that, 1 time in 40, none of N observations would have."""
    return 1 - ((1 - level) / 2) ** (1 / N)


# Of 7 observations 4.9 more, rounded up: 5 in one cell, or 3 in both.
SEVEN = [[3, 0], [0, 4]]
OF_SEVEN = [ordref.r_int([[3, b], [c, 4]]) for b, c in ((5, 0), (0, 5), (3, 3))]
ROWS = [[3, 0, 0], [0, 0, 0], [0, 0, 4]]
CLUSTERS = [[[2, 0], [0, 0]], [[0, 0], [0, 2]], *[[[1, 0], [0, 1]]] * 8]


@pytest.mark.parametrize(
    ("measure", "cm", "asked", "low", "high"),
    [
        # Of one observation the unseen cells may have 39 of 40.
        ("mer", [[1, 0], [0, 0]], {"method": "delta"}, 0, 0.975),
        ("mer", [[1, 0], [0, 0]], {"method": "percentile", "rng": 0}, 0, 0.975),
        ("mer", [[1, 0], [0, 0]], {"method": "bca", "rng": 0}, 0, 0.975),
        ("ccr", [[1000, 0], [0, 0]], {"method": "delta"}, 0.025 ** (1 / 1000), 1),
        (lambda n: ordref.mer(n), SEVEN, {}, 0, 6 / 13),
        ("r_int", SEVEN, {}, min(OF_SEVEN), 1),
        # In both wrong cells of two rows, and a class is absent.
        ("amae", ROWS, {"sampling": "rows"}, 0, 3 / 4 * (unseen(3) + unseen(4))),
        ("ccr", CLUSTERS, {"sampling": "clusters"}, 1 - unseen(10), 1),
    ],
)
def test_unseen_cells_by_hand(measure, cm, asked, low, high):
    assert 4 < 7 * unseen(7) / (1 - unseen(7)) < 5
    found = ordref.interval(measure, cm, **asked)
    assert found.method == "unseen cell"
    # One observation does not show how observations differ.
    error = math.nan if np.sum(cm) == 1 else 0
    assert found == pytest.approx((found.value, error, low, high), nan_ok=True)
    assert found.value in (low, high)


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_the_acceleration_is_of_what_was_drawn(sampling):
    """By hand: what is left out is an observation, one of a class of given size, a cluster."""
    drawn = []

    def kappa(stack):
        drawn.append(ordref.weighted_kappa(stack))
        return drawn[-1]

    n = np.array([[9, 3, 1], [1, 2, 2], [0, 0, 1]])
    units = np.repeat(np.eye(9, dtype=int).reshape(9, 3, 3), n.ravel(), axis=0)
    given, far = n, st.norm.ppf([0.025, 0.975])
    if sampling == "clusters":
        # The first observations are together; and the percentiles are as far as t.
        given = units = np.concatenate([units[10:], [units[:10].sum(axis=0)]])
        assert len(given) == 10
        far = math.sqrt(10 / 9) * st.t.ppf([0.025, 0.975], 9)
    found = ordref.interval(
        kappa, given, method="bca", sampling=sampling, n_resamples=9999, rng=0
    )
    every = np.sort(next(values for values in drawn if len(values) == 9999))
    every = every[~np.isnan(every)]
    B = len(every)
    without = ordref.weighted_kappa(n - units)
    changes = without.mean() - without
    if sampling == "rows":
        row = units.sum(axis=2).argmax(axis=1)
        for k in range(3):
            changes[row == k] = without[row == k].mean() - without[row == k]
    a = (changes**3).sum() / (6 * (changes**2).sum() ** 1.5)
    assert abs(a) > 0.005
    value = ordref.weighted_kappa(n)
    below, ties = (every < value - 1e-12).sum(), (abs(every - value) < 1e-12).sum()
    z0 = st.norm.ppf((below + ties / 2) / B)
    z = z0 + far
    low, high = st.norm.cdf(z0 + z / (1 - a * z))
    assert found.low == every[math.floor((B + 1) * low) - 1]
    assert found.high == every[min(B - math.floor((B + 1) * (1 - high)), B - 1)]


def test_what_an_interval_says_besides():
    for name, method in (
        ("mae", "likelihood"), ("ccr", "exact"), ("mmae", "by class"), ("oci", "jackknife"),
        (lambda n: ordref.mmae(n), "jackknife"), (lambda n: ordref.r_int(n), "bca"),
    ):  # fmt: skip
        found = ordref.interval(name, CM, rng=0)
        assert (found.method, found.undefined) == (method, 0)
        assert found == ordref.interval(name, CM, method=method, rng=0)
    none = ordref.interval("pearson", [[2, 0], [1, 0]], method="bca", rng=0)
    assert np.isnan(none).all()
    assert (none.method, none.undefined) == ("bca", 0)
    exact = ordref.interval("ccr", CM, method="exact")
    assert exact.standard_error == pytest.approx(ordref.standard_error("ccr", CM))
    rmse, mse = (
        ordref.interval(name, CM, method="likelihood") for name in ("rmse", "mse")
    )
    assert rmse[2:] == pytest.approx(np.sqrt(mse[2:]))
    assert rmse.standard_error == pytest.approx(ordref.standard_error("rmse", CM))
    assert tuple(ordref.interval("mae", [[4]])) == (0, 0, 0, 0)


def test_what_has_no_value_in_resamples_or_of_the_jackknife():
    # The first class is missing in a third of the samples.
    found = ordref.interval(
        "pearson", [[1, 0], [0, 9]], method="percentile", n_resamples=999, rng=0
    )
    expected = 999 * 0.9**10
    assert found.undefined == pytest.approx(expected, abs=4 * math.sqrt(expected))
    assert ordref.interval("mae", CM, method="bca", rng=0).undefined == 0
    # Without the one observation of the first class there is no correlation.
    for method in ("bca", "jackknife"):
        found = ordref.interval("pearson", [[1, 0], [1, 8]], method=method, rng=0)
        assert found.standard_error > 0
        assert -1 < found.low < found.value < found.high <= 1


def test_the_same_seed_the_same_interval():
    for method in ("percentile", "bca"):
        once, again = (
            ordref.interval("mae", CM, method=method, rng=3) for _ in range(2)
        )
        assert once == again
        assert once != ordref.interval("mae", CM, method=method, rng=4)
    generator = np.random.default_rng(3)
    assert ordref.interval("mae", CM, method="bca", rng=generator) == again


def test_ends_are_the_order_statistics_of_resamples_with_a_value():
    """Of 39 resamples, at 90 %, the second from below and from above; of few the ends."""
    nan = math.nan
    for every, level, expected in (
        (np.arange(39.0)[::-1], 0.9, (1, 37)),
        (np.arange(79.0), 0.95, (1, 77)),
        (np.arange(10.0), 0.95, (0, 9)),
        (np.array([nan, 5, nan, 3]), 0.95, (3, 5, 1, 2)),
    ):
        found = bootstrap_ends(every, 19, level, None)
        assert (*found[1:3], *found[::3])[: len(expected)] == expected, expected
    *ends, undefined = bootstrap_ends(np.array([nan, 3]), 4, 0.95, None)
    assert np.isnan(ends).all()
    assert undefined == 1


def corrected(every, value, level=0.95):
    """The ends by BCa if no observation changes the value."""
    return bootstrap_ends(np.array(every), value, level, (np.zeros(3), np.ones(3)))[1:3]


def test_where_bca_does_not_exist_the_percentiles_reach_the_value():
    """All resamples are on one side of it: the correction for bias is infinite."""
    every = np.arange(1.0, 1000)
    assert corrected(every, 0) == (0, 975)
    assert corrected(every, 1000) == (25, 1000)
    # One resample beyond the value is enough for a correction.
    z = st.norm.ppf([5e-7, 1 - 5e-7]) + 2 * st.norm.ppf(1 / 999)
    high = 1000 - math.floor(1000 * (1 - st.norm.cdf(z[1])))
    assert corrected(every, 1.5, 1 - 1e-6) == (1, high)
    # The least end is not moved beyond the greatest by one observation that is all.
    all_in_one = np.array([1.0, 0, 0]), np.ones(3)
    assert bootstrap_ends(every, 999, 0.999, all_in_one)[1:3] == (999, 999)


SIZES = ("sup_correlation", "mon_correlation", "coanti_correlation")


@pytest.mark.filterwarnings("ignore:each (row|column) of cm sums to 100")
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("n", [5, 50, 10**7])
def test_a_size_of_0_is_not_certain_where_every_observation_changes_it_alike(name, n):
    """Of two classes it is the size of phi, which is sure to the same degree."""
    for sampling in ("multinomial", "rows"):
        cm = [[n, n], [n, n]]
        phi = ordref.interval("mcc", cm, sampling=sampling)
        found = ordref.interval(name, cm, sampling=sampling)
        assert (found.method, found.value, found.low) == ("jackknife", 0, 0)
        assert found[1] == pytest.approx(phi[1])
        assert found.high == pytest.approx(phi.high)
    found = ordref.interval(name, [[n] * 3] * 3)
    assert 0 == found.low < n**-0.5 / 3 < found.high < 3 * n**-0.5


@pytest.mark.filterwarnings("ignore:each (row|column) of cm sums to 100")
@pytest.mark.parametrize("name", SIZES)
def test_a_size_near_0_is_as_sure_as_phi(name):
    for cm in ([[50, 51], [50, 50]], [[45, 55], [50, 50]], [[40, 60], [60, 40]]):
        phi, found = ordref.interval("mcc", cm), ordref.interval(name, cm)
        assert found.value == pytest.approx(abs(phi.value))
        least, greatest = sorted(map(abs, phi[2:]))
        low = 0 if phi.low < 0 < phi.high else least
        assert found[2:4] == pytest.approx((low, greatest), abs=0.015)


@pytest.mark.parametrize(
    "name", ["weighted_kappa", "krippendorff_alpha", "stuart_tau_c"]
)
def test_a_change_by_the_number_of_observations_alone_is_no_kink(name):
    """One is always right and the other always wrong: what was not seen may still occur."""
    t = np.zeros((2, 2, 2), dtype=int)
    t[0, 0, 1] = t[1, 1, 0] = 8
    found = differ(name, t)
    assert (found.standard_error, found.method) == (0, "unseen cell")
    assert found.low < 1.5 < found.value == pytest.approx(found.high)


def test_bca_of_a_size_of_0_begins_there():
    found = ordref.interval("sup_correlation", [[30] * 3] * 3, method="bca", rng=0)
    assert 0 == found.low < 0.1 < found.high


def test_resamples_that_differ_by_rounding_are_ties():
    around = np.concatenate([np.linspace(-2, -1, 300), np.linspace(1, 2, 299)])
    for value, off in [(0, 5e-13), (1e6, 5e-7), (-1e6, 5e-7), (0, -5e-13)]:
        # What is farther off is above, or below.
        equal, nearly, other = (
            corrected(np.append(value + around, np.full(400, value + d)), value)
            for d in (0, off, 3.5 * off)
        )
        assert nearly == equal != other, (value, off)


def test_what_is_few_and_what_is_too_much(monkeypatch):
    """Observations of exact intervals, resamples looked at together, unseen cells."""
    N = 10**7
    assert clopper_pearson(N, N, 0.95) == (pytest.approx(1 - unseen(N), abs=1e-14), 1)
    with pytest.raises(ValueError, match="at most 10000000"):
        clopper_pearson(0, N + 1, 0.95)
    assert sum(block_sizes(9999, 10_000)) == 9999
    assert max(block_sizes(9999, 10_000)) * 10_000 <= 1 << 22
    assert list(block_sizes(3, 1 << 30)) == [1, 1, 1]
    many = np.eye(78, dtype=int)
    assert math.isnan(ordref.interval("ccr", many, method="delta").low)
    for most, few in ((6 * 9, True), (6 * 9 - 1, False)):
        monkeypatch.setattr(sample, "MOST_UNSEEN", most)
        low = ordref.interval("ccr", np.eye(3), method="delta").low
        assert low < 1 if few else math.isnan(low)


def test_what_an_interval_takes():
    """A measure by its name, its function or its row; whole numbers of numpy."""
    named = ordref.interval("weighted_kappa", CM)
    for measure in (ordref.weighted_kappa, MEASURES["weighted_kappa"]):
        assert ordref.interval(measure, CM) == named
    by_function = ordref.interval(lambda n: ordref.weighted_kappa(n), CM)
    assert by_function.low != pytest.approx(named.low, abs=1e-4)
    own = dataclasses.replace(MEASURES["weighted_kappa"], name="own")
    assert ordref.interval(own, CM) == pytest.approx(named)
    drawn = [
        ordref.interval("mae", CM, method="percentile", n_resamples=B, rng=0)
        for B in (39, np.int64(39))
    ]
    assert drawn[0] == drawn[1]


def test_what_is_not_said_is_usual():
    for of in (ordref.interval, ordref.difference, ordref.chance):
        asked = inspect.signature(of).parameters
        assert asked["n_resamples"].default == 9999
        if of is not ordref.chance:
            assert asked["level"].default == 0.95
            assert asked["method"].default in (None, "delta")
    for kind in (Interval, Difference, Chance):
        many = len(kind._fields)
        # Numbers alone say nothing of how they came about.
        found = kind(*range(many))
        assert (found.method, found.undefined) == ("", 0)
        if kind is Difference:
            assert found.exact is False
            assert np.isnan(found.values).all()
        told = {"method": "bca", "undefined": 2}
        if kind is Difference:
            told |= {"values": (0.5, 0.25), "exact": True, "midp": 0.1}
        found = found._replace(**told)
        for kept in (found, copy.copy(found), pickle.loads(pickle.dumps(found))):
            assert kept == found != dataclasses.replace(kept, method="delta")
            assert (len(kept), kept[-1], tuple(kept)) == (
                many,
                many - 1,
                (*range(many),),
            )
            assert repr(kept).startswith(f"{kind.__name__}({kind._fields[0]}=0, ")
            said = eval(repr(kept), {kind.__name__: lambda **said: said})
            assert said == dataclasses.asdict(kept)
            assert told.items() <= said.items()
            assert kept._asdict() == dict(zip(kind._fields, found, strict=True))
        with pytest.raises(dataclasses.FrozenInstanceError):
            found.method = "delta"
        with pytest.raises(TypeError, match="metod"):
            found._replace(metod="bca")


def test_no_lower_end_is_a_negative_zero():
    found = ordref.interval("mae", np.diag([5, 5]), method="likelihood")
    assert math.copysign(1, found.low) == 1
