"""The report on raters: each table against a computation of its own, and what is said of it."""

import itertools
import math
from fractions import Fraction
from functools import partial
from statistics import mean, pstdev

import numpy as np
import pandas as pd
import pytest
from bad import refuses

import ordref
from ordref import data, definitions, from_ratings, rater_report
from ordref.instruments.catalogue.on_request import RATER_ROWS, is_by_unit
from ordref.instruments.uncertainty.of_units import intervals_of_raters

FOUR = data.example("krippendorff2011.four_observers")["ratings"]


def random_rows(seed, units=25, raters=4, K=4, gaps=0.25):
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, K + 1, (units, 1))
    seen = np.clip(truth + rng.integers(-1, 2, (units, raters)), 1, K)
    there = rng.random(seen.shape) >= gaps
    return [[int(x) if t else None for x, t in zip(*row, strict=True)]
            for row in zip(seen, there, strict=True)]  # fmt: skip


ROWS = {seed: random_rows(seed) for seed in range(6)}


def pairable(rows):
    return [row for row in rows if sum(x is not None for x in row) > 1]


# ------------------------------------------------------------------- the coefficients


def exact(name, rows, K):
    """The coefficient of this name, from its definition; pi by unit in fractions here."""
    *of, kind = name.split("_")
    function, used = "_".join(of), pairable(rows)
    if function == "krippendorff_alpha":
        return definitions.krippendorff_alpha(rows, kind)
    if function in ("gwet_ac2", "brennan_prediger"):
        return getattr(definitions, function)(used, K, kind)
    if function != "weighted_pi_by_unit":
        return getattr(definitions, function)(used, kind)
    power = ["unweighted", "linear", "quadratic"].index(kind)

    def apart(a, b):
        return abs(a - b) ** power if power else int(a != b)

    units = [[x for x in row if x is not None] for row in used]
    observed = mean(
        [Fraction(sum(apart(a, b) for a, b in itertools.permutations(u, 2)),
                  len(u) * (len(u) - 1)) for u in units])  # fmt: skip
    share = [
        mean([Fraction(u.count(k), len(u)) for u in units]) for k in range(1, K + 1)
    ]
    expected = sum(p * q * apart(a, b) for (a, p), (b, q) in
                   itertools.product(enumerate(share), repeat=2))  # fmt: skip
    return 1 - observed / expected


@pytest.mark.parametrize("seed", ROWS)
def test_all_coefficients_of_evaluate_are_those_of_their_definitions(seed):
    """Ratings have no true class: of them `evaluate` shows the coefficients of raters alone."""
    rows = ROWS[seed]
    found = from_ratings(rows, labels=range(1, 5))
    for held in (found, found.by_unit):
        table = ordref.evaluate(held)
        assert list(table.index) == list(RATER_ROWS)
        for name, value in table["value"].items():
            assert value == pytest.approx(float(exact(name, rows, 4)), abs=1e-12), name
    alike = table["counts_alike"]
    assert set(alike[alike == "rating"].index) == {
        name for name in RATER_ROWS
        if name.startswith(("krippendorff", "weighted_pi")) and "by_unit" not in name
    }  # fmt: skip


def test_intervals_are_those_of_interval():
    """Also where nothing varies, and where units differ in their numbers of ratings."""
    certain = [[k, k, k] for k in (1, 2, 3, 2) * 4]
    for rows in (*ROWS.values(), certain):
        ratings = from_ratings(rows, labels=[1, 2, 3, 4])
        found = intervals_of_raters(ratings, RATER_ROWS, 0.9)
        table = ordref.evaluate(ratings, interval=0.9)
        for name, row in RATER_ROWS.items():
            held = ratings.by_unit if is_by_unit(row) else ratings
            function = partial(row.function, **row.options)
            if name.startswith("conger"):
                held = ratings
            elif found[name].method == "jackknife":
                value = ordref.standard_error(function, held, sampling="clusters")
                assert 0.6 < value / found[name].standard_error < 1.1
            measure = function if name.startswith("conger") else row
            told = ordref.interval(measure, held, level=0.9, sampling="clusters")
            for by in (name, row):
                for either in (ratings, ratings.by_unit):
                    again = ordref.interval(by, either, level=0.9, sampling="clusters")
                    assert again == told
            assert found[name].method == told.method
            for given, part in zip(
                told, ["value", "standard_error", "low", "high"], strict=True
            ):
                assert getattr(found[name], part) == pytest.approx(given, abs=1e-12), (
                    name
                )
                assert table.loc[name, part] == getattr(found[name], part)


def test_a_million_units_have_intervals_of_a_thousand_times_as_few():
    """Copies of all units leave the value, and divide the standard error as they should."""
    rows = ROWS[1]
    one, many = (from_ratings(rows * times, labels=range(1, 5)) for times in (1, 500))
    few, more = (intervals_of_raters(r, RATER_ROWS, 0.95) for r in (one, many))
    G = len(one.counts)
    for name in RATER_ROWS:
        assert few[name].low < more[name].low < more[name].high < few[name].high
        ratio = few[name].standard_error / more[name].standard_error
        wanted = math.sqrt(
            500 * G / (G - 1) * (500 * G - 1) / (500 * G) * (G - 1) ** 2 / G**2
        )
        assert ratio == pytest.approx(wanted, rel=0.15), name


def test_the_two_kappas_of_fleiss():
    """The handbook prints the one that counts each unit the same; each rating the same is another.

    By hand from the definition of pi: .6110 and .5107 with quadratic weights.
    """
    printed = data.example("gwet2014.ordered")
    values, scale = printed["values"], [0.5, 1, 1.5, 2, 2.5]
    ratings = from_ratings(printed["ratings"], labels=scale)
    found = ordref.evaluate(ratings)["value"]
    for name, shown in {"weighted_pi_by_unit_quadratic": values["Fleiss"],
                        "weighted_pi_quadratic": "0.6110", "gwet_ac2_quadratic": values["AC2"],
                        "conger_kappa_quadratic": values["Conger"],
                        "brennan_prediger_quadratic": values["Brennan-Prediger"],
                        "krippendorff_alpha_interval": values["alpha"]}.items():  # fmt: skip
        assert data.agrees(float(found[name]), shown), name
    places = [[x and scale.index(x) + 1 for x in row] for row in printed["ratings"]]
    assert data.agrees(definitions.weighted_pi(places, "quadratic"), "0.6110")
    assert data.agrees(exact("weighted_pi_by_unit_quadratic", places, 5), "0.5107")


def test_evaluate_says_what_goes_with_ratings():
    ratings = from_ratings(FOUR)
    names = ["krippendorff_alpha_ordinal", "weighted_pi_by_unit_linear"]
    assert list(ordref.evaluate(ratings, measures=names).index) == names
    for options in ({"labels": [1]}, {"measures": "report"}, {"versus": "a"}, {"y_pred": [1]},
                    {"adjust": "holm"}, {"probabilities": [[1]]}):  # fmt: skip
        with refuses(r"ratings have no true class.*rater_report\(ratings\)"):
            ordref.evaluate(ratings, **options)
    with refuses("coefficients has 'mae'; there are krippendorff_alpha_nominal"):
        ordref.evaluate(ratings, measures=["mae"])
    with refuses("between 0 and 1"):
        ordref.evaluate(ratings, interval=2)
    with pytest.warns(UserWarning, match="only 3 units"):
        ordref.evaluate(from_ratings([[1, 2], [2, 2], [1, 1]]), interval=0.95)


# ------------------------------------------------------------------- who differs


@pytest.mark.parametrize("seed", ROWS)
def test_each_rater_against_the_rest(seed):
    rows = ROWS[seed]
    report, used = rater_report(from_ratings(rows, labels=range(1, 5))), pairable(rows)
    for r in range(4):
        seen = [(row[r], [x for k, x in enumerate(row) if k != r and x is not None])
                for row in used if row[r] is not None]  # fmt: skip
        told = report.raters.loc[r]
        wanted = {
            "ratings": len(seen),
            "agreement": mean(
                [Fraction(rest.count(own), len(rest)) for own, rest in seen]
            ),
            "distance": mean(
                [mean([Fraction(abs(own - x)) for x in rest]) for own, rest in seen]
            ),
            "bias": mean([own - mean(map(Fraction, rest)) for own, rest in seen]),
        }
        for name, value in wanted.items():
            assert told[name] == pytest.approx(float(value), abs=1e-12), name
        second = mean([mean([x * x for x in rest]) for _, rest in seen])
        first = mean([mean(rest) for _, rest in seen])
        spread = pstdev([own for own, _ in seen]) / math.sqrt(second - first**2)
        assert told["spread"] == pytest.approx(spread, abs=1e-12)
        others = [[x for k, x in enumerate(row) if k != r] for row in rows]
        alpha = definitions.krippendorff_alpha(others, "ordinal")
        assert told["alpha_without"] == pytest.approx(float(alpha), abs=1e-12)


@pytest.mark.parametrize("seed", ROWS)
def test_each_pair_of_raters(seed):
    rows = ROWS[seed]
    report = rater_report(from_ratings(rows, labels=range(1, 5)), level=0.9)
    assert len(report.pairs) == 6
    for a, b in itertools.combinations(range(4), 2):
        both = [(row[a], row[b]) for row in rows if None not in (row[a], row[b])]
        x, y = np.array(both).T
        told, N, cov = report.pairs.loc[(a, b)], len(both), np.cov(x, y)
        assert told["units"] == N
        assert told["agreement"] == pytest.approx(np.mean(x == y), abs=1e-12)
        assert told["distance"] == pytest.approx(np.mean(np.abs(x - y)), abs=1e-12)
        assert told["bias"] == pytest.approx(np.mean(x) - np.mean(y), abs=1e-12)
        assert told["spread"] == pytest.approx(np.std(x) / np.std(y), abs=1e-12)
        kappa = definitions.weighted_kappa(both, "quadratic")
        assert told["kappa_quadratic"] == pytest.approx(float(kappa), abs=1e-12)
        d2 = (x.mean() - y.mean()) ** 2
        rest = cov[0, 0] + cov[1, 1] - 2 * cov[0, 1]
        icc = 2 * cov[0, 1] / (cov[0, 0] + cov[1, 1] + d2 - rest / N)
        assert told["icc_a1"] == pytest.approx(icc, abs=1e-12)
        table = ordref.confusion_matrix(x, y, labels=range(1, 5))
        around = ordref.interval("weighted_kappa_quadratic", table, level=0.9)
        assert (told["low"], told["high"]) == (around.low, around.high)


def test_raters_without_a_unit_in_common_are_no_pair():
    rows = [[1, 1, None], [2, 1, None], [None, 2, 2], [None, 3, 3]]
    report = rater_report(from_ratings(rows))
    assert report.pairs.index.tolist() == [(0, 1), (1, 2)]
    assert math.isnan(report.raters.loc[1, "alpha_without"])
    constant = rater_report(from_ratings([[1, 1], [1, 1]], labels=[1, 2]))
    assert math.isnan(constant.raters.loc[0, "spread"])
    assert math.isnan(constant.pairs.loc[(0, 1), "icc_a1"])
    one = rater_report(from_ratings([[1, 2]]))
    assert math.isnan(one.pairs.loc[(0, 1), "icc_a1"])


# ------------------------------------------------------------------- all pairs, and judges


def light(rows, weights):
    """The mean of the kappas of the pairs, by their definition; nothing if one is undefined."""
    kappas = []
    for a, b in itertools.combinations(range(len(rows[0])), 2):
        both = [(r[a], r[b]) for r in rows if None not in (r[a], r[b])]
        if both:
            kappas.append(float(definitions.weighted_kappa(both, weights)))
    return mean(kappas)


def test_lights_kappa_is_the_printed_one_and_that_of_its_definition():
    """R's irr prints .459 for six psychiatrists: the ratings stand in the tests of statsmodels."""
    from statsmodels.stats.tests.test_inter_rater import diagnoses

    found = rater_report(from_ratings(diagnoses, labels=range(1, 6))).light
    assert data.agrees(float(found.loc["light_kappa_unweighted", "value"]), "0.459")
    assert found["pairs"].tolist() == [15] * 3
    for seed in range(6):
        rows = random_rows(seed)
        held = from_ratings(rows, labels=range(1, 5))
        report = rater_report(held, level=0.9).light
        used = pairable(rows)
        for kind in ("unweighted", "linear", "quadratic"):
            told, G = report.loc[f"light_kappa_{kind}"], len(used)
            value = light(used, kind)
            assert told["value"] == pytest.approx(value, abs=1e-12)
            left = [light(used[:k] + used[k + 1 :], kind) for k in range(G)]
            se = math.sqrt((G - 1) / G * sum((x - mean(left)) ** 2 for x in left))
            assert told["standard_error"] == pytest.approx(se, abs=1e-12)
            assert told["low"] < value < told["high"]


def test_lights_kappa_where_there_are_no_pairs_or_nothing_varies():
    apart = rater_report(
        from_ratings([[1, 1, None], [2, 1, None], [None, 2, 2], [None, 3, 3]])
    )
    assert apart.light["pairs"].tolist() == [2] * 3
    constant = rater_report(from_ratings([[1, 1]] * 10, labels=[1, 2]), level=0.9)
    assert constant.light[["value", "low", "high"]].isna().all(axis=None)
    counts = rater_report(from_ratings([[2, 1], [0, 3]], counts=True))
    with pytest.raises(ValueError, match="no table of light: it is unknown who rated"):
        counts.light  # noqa: B018


def test_judges_are_worth_what_kish_says():
    """The variance of the mean error, and the mean of the correlations, by numpy."""
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 6, (300, 1))
    shared = rng.integers(-1, 2, (300, 1))
    judges = np.clip(truth + shared + rng.integers(-1, 2, (300, 4)), 1, 7)
    rows = np.hstack([judges[:, :2], truth, judges[:, 2:]]).tolist()
    rows[0][1] = None
    names = ["a", "b", "gold", "c", "d"]
    held = from_ratings(pd.DataFrame(rows, columns=names), labels=range(1, 8))
    found = rater_report(held, truth="gold").judges
    x = (judges - truth)[1:]
    for words, errors in (("positions", x), ("wrong or right", x != 0)):
        r = np.corrcoef(errors.T.astype(float))
        told = found.loc[words]
        assert told["judges"] == 4
        assert told["units"] == 299
        assert told["correlation"] == pytest.approx(r[np.triu_indices(4, 1)].mean())
        assert told["worth"] == pytest.approx(16 / r.sum())
    assert 1 < found.loc["positions", "worth"] < 2.5
    # The mean of the standardised errors has the variance of so many independent ones.
    z = (x - x.mean(axis=0)) / x.std(axis=0)
    assert found.loc["positions", "worth"] == pytest.approx(1 / z.mean(axis=1).var())
    alone = [[k % 3 + 1] * 4 + [1 + k % 2] for k in range(12)]
    same = rater_report(from_ratings(alone, labels=[1, 2, 3]), truth=4).judges
    assert same.loc["positions", "worth"] == pytest.approx(1)
    never = rater_report(
        from_ratings([[1, 1, 1], [2, 2, 2], [3, 3, 1]]), truth=0
    ).judges
    assert never["worth"].isna().all()
    rows = [[2, 1, 3], [2, 3, 1], [2, 2, 2]]
    opposed = rater_report(from_ratings(rows, labels=[1, 2, 3]), truth=0).judges
    assert opposed.loc["positions", "worth"] == math.inf


def test_judges_that_are_refused():
    three = from_ratings([[1, 1, 2], [2, 2, 2]])
    for ratings, truth, words in (
        (
            three,
            "gold",
            r"truth must name one of three or more raters, \[0, 1, 2\], not 'gold'",
        ),
        (from_ratings([[1, 1], [2, 1]]), 0, "three or more raters"),
        (
            from_ratings([[2, 1], [0, 3]], counts=True),
            0,
            "truth= names raters, and counts",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            rater_report(ratings, truth=truth)
    with pytest.raises(ValueError, match="no table of judges: truth= names no rater"):
        rater_report(three).judges  # noqa: B018


# ------------------------------------------------------------------- intraclass correlations

# Six targets and four judges, with the ICC(2,1), ICC(2,4) and ICC(3,1) that are printed for
# them by Shrout and Fleiss (1979), table 2 and after it.
JUDGES = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
]


def icc(rows):
    """The three from the mean squares of a two-way analysis, in fractions."""
    n, k = len(rows), len(rows[0])
    whole = Fraction(sum(map(sum, rows)), n * k)
    by_row = [Fraction(sum(r), k) for r in rows]
    by_column = [Fraction(sum(c), n) for c in zip(*rows, strict=True)]
    ms_r = k * sum((m - whole) ** 2 for m in by_row) / (n - 1)
    ms_c = n * sum((m - whole) ** 2 for m in by_column) / (k - 1)
    ms_e = sum((x - r - c + whole) ** 2 for row, r in zip(rows, by_row, strict=True)
               for x, c in zip(row, by_column, strict=True)) / ((n - 1) * (k - 1))  # fmt: skip
    return ((ms_r - ms_e) / (ms_r + (k - 1) * ms_e + k * (ms_c - ms_e) / n),
            (ms_r - ms_e) / (ms_r + (ms_c - ms_e) / n),
            (ms_r - ms_e) / (ms_r + (k - 1) * ms_e))  # fmt: skip


def test_intraclass_correlations_are_those_of_shrout_and_fleiss():
    for found, shown in zip(icc(JUDGES), ("0.29", "0.62", "0.71"), strict=True):
        assert data.agrees(found, shown)
    for rows in (
        JUDGES * 2,
        random_rows(7, gaps=0),
        random_rows(8, units=12, raters=2, gaps=0),
    ):
        report = rater_report(from_ratings(rows, labels=range(1, 11)), level=0.95)
        assert report.icc.index.tolist() == ["ICC(A,1)", "ICC(A,k)", "ICC(C,1)"]
        assert report.icc["also_called"].tolist() == [
            "ICC(2,1)",
            "ICC(2,k)",
            "ICC(3,1)",
        ]
        left = [icc(rows[:u] + rows[u + 1 :]) for u in range(len(rows))]
        for k, value in enumerate(icc(rows)):
            told, G = report.icc.iloc[k], len(rows)
            assert told["value"] == pytest.approx(float(value), abs=1e-12)
            rest = [float(each[k]) for each in left]
            se = math.sqrt((G - 1) / G * sum((x - mean(rest)) ** 2 for x in rest))
            assert told["standard_error"] == pytest.approx(se, abs=1e-12)
            assert told["low"] < told["value"] < told["high"]
    pair = rater_report(from_ratings(random_rows(8, units=12, raters=2, gaps=0))).pairs
    assert pair["icc_a1"].iloc[0] == pytest.approx(float(icc(rows)[0]), abs=1e-12)


def test_intraclass_correlations_need_complete_ratings():
    with refuses("no table of icc: some ratings are missing"):
        rater_report(from_ratings(FOUR)).icc  # noqa: B018
    same = rater_report(from_ratings([[1, 1], [1, 1]], labels=[1, 2])).icc["value"]
    assert same.isna().all()


# ------------------------------------------------------------------- which units


def test_the_units_come_in_the_order_of_their_distances():
    rows = [[1, 4, None], [2, 2, 2], [1, 2, 2], [3, None, None], [4, 1, 4]]
    frame = pd.DataFrame(rows, columns=["a", "b", "c"]).assign(film=list("MVRXT"))
    report = rater_report(from_ratings(frame, unit="film", labels=[1, 2, 3, 4]))
    wanted = [("M", 2, 1, 4, 0, 3), ("T", 3, 1, 4, 1 / 3, 2), ("R", 3, 1, 2, 1 / 3, 2 / 3),
              ("V", 3, 2, 2, 1, 0)]  # fmt: skip
    for told, (*same, agreement, distance) in zip(
        report.units.itertuples(), wanted, strict=True
    ):
        assert list(told[1:5]) == same
        assert told.agreement == pytest.approx(agreement, abs=1e-12)
        assert told.distance == pytest.approx(distance, abs=1e-12)


# ------------------------------------------------------------------- a rater with himself


def test_runs_beside_the_others_and_against_them():
    """From fractions over pairs; one run against one other is weighted kappa."""
    rows = ROWS[2]
    frame = pd.DataFrame(rows, columns=["run 1", "run 2", "Ann", "Ben"])
    report = rater_report(from_ratings(frame), runs=["run 1", "run 2"], level=0.95)
    assert report.runs.index.tolist() == ["runs", "others", "runs and others"]
    for name, (a, b) in {"runs": (0, 1), "others": (2, 3)}.items():
        both = [(r[a], r[b]) for r in rows if None not in (r[a], r[b])]
        told = report.runs.loc[name]
        kappa = float(definitions.weighted_kappa(both, "quadratic"))
        assert told["units"] == len(both)
        assert told["kappa_quadratic"] == pytest.approx(kappa, abs=1e-12)
        assert told["moved"] == pytest.approx(
            mean([x != y for x, y in both]), abs=1e-12
        )
        assert told["low"] < told["kappa_quadratic"] < told["high"]
    used = [([x for x in r[:2] if x], [x for x in r[2:] if x]) for r in pairable(rows)]
    used = [(a, b) for a, b in used if a and b]
    told = report.runs.loc["runs and others"]
    near = mean([mean([Fraction(x == y) for x in a for y in b]) for a, b in used])
    assert told["units"] == len(used)
    assert told["agreement"] == pytest.approx(float(near), abs=1e-12)

    def against(units):
        seen = mean(
            [mean([Fraction((x - y) ** 2) for x in a for y in b]) for a, b in units]
        )
        p, q = ([mean([Fraction(u[s].count(k), len(u[s])) for u in units]) for k in range(1, 5)]
                for s in (0, 1))  # fmt: skip
        expected = sum(p[i] * q[j] * (i - j) ** 2 for i in range(4) for j in range(4))
        return 1 - seen / expected

    assert told["kappa_quadratic"] == pytest.approx(float(against(used)), abs=1e-12)
    left = [float(against(used[:k] + used[k + 1 :])) for k in range(len(used))]
    G = len(left)
    se = math.sqrt((G - 1) / G * sum((x - mean(left)) ** 2 for x in left))
    z, dz = math.atanh(told["kappa_quadratic"]), se / (1 - told["kappa_quadratic"] ** 2)
    from scipy.stats import t

    reach = dz * t.ppf(0.975, G - 1)
    assert told["low"] == pytest.approx(math.tanh(z - reach), abs=1e-9)
    assert told["high"] == pytest.approx(math.tanh(z + reach), abs=1e-9)


def test_runs_of_two_classes_are_less_than_a_step_apart():
    """Yes and no: the distance expected by chance is below 1; kappa by hand."""
    rows = [[1, 1, 1], [1, 1, 1], [2, 2, 2], [2, 2, 1]]
    frame = pd.DataFrame(rows, columns=["run 1", "run 2", "Ann"])
    report = rater_report(from_ratings(frame), runs=["run 1", "run 2"])
    told = report.runs.loc["runs and others", "kappa_quadratic"]
    # One of four moves; by chance 1/2 * 1/4 + 1/2 * 3/4 = 1/2.
    assert told == pytest.approx(1 - (1 / 4) / (1 / 2), abs=1e-12)


def test_runs_that_are_refused():
    ratings = from_ratings(FOUR)
    for runs in ([0], [0, 0], [0, 9], ["a", "b"]):
        with refuses("runs must name two or more of the raters"):
            rater_report(ratings, runs=runs)
    counted = from_ratings([[2, 1], [1, 2], [3, 0]], counts=True)
    with refuses("do not say who rated"):
        rater_report(counted, runs=[0, 1])
    report = rater_report(counted)
    assert [*report.columns] == ["coefficients", "units"]
    assert not any("conger" in name for name in report.coefficients.index)
    with refuses("no table of raters: it is unknown who rated"):
        report.raters  # noqa: B018
    with refuses("no table of runs: runs= names no raters"):
        rater_report(ratings).runs  # noqa: B018
    with refuses("write rater_report"):
        rater_report(FOUR)


# ------------------------------------------------------------------- what is said


def test_the_threshold_is_for_the_lower_end():
    ratings = from_ratings(ROWS[3] * 4, labels=range(1, 5))
    report = rater_report(ratings, level=0.95)
    told = report.coefficients.loc["krippendorff_alpha_ordinal"]
    assert report.at_least(told["low"])
    assert not report.at_least(told["low"] + 1e-9)
    assert not report.at_least(told["value"])
    assert report.at_least(0.0, "gwet_ac2_linear")
    with refuses("the report has no 'mae'"):
        report.at_least(0.5, "mae")
    with refuses("give rater_report a level="):
        rater_report(ratings).at_least(0.5)


def test_notes_say_what_must_be_said():
    def noted(rows, **options):
        return " ".join(rater_report(from_ratings(rows, **options)).notes())

    assert "two Fleiss' kappas" in noted(FOUR)
    assert "weighted_pi_by_unit is equal" in noted([[1, 2], [2, 2]])
    assert "There is one unit: alpha is 0" in noted([[1, 2, 2]])
    assert "All ratings are one class" in noted([[1, 1], [1, 1]])
    steps = [[0, 1, 2], [5, 5, 10], [10, 10, 10], [1, 1, 1]]
    assert "different steps" in noted(steps, labels=[0, 1, 2, 5, 10])
    assert "different steps" not in noted(steps, labels=range(11))
    report = rater_report(from_ratings(FOUR))
    for text in (str(report), report.to_markdown()):
        for said in ("units: 11, left out: 1", "Each rater against the rest", "ICC(A,1)",
                     "two Fleiss' kappas", "... and 1 more"):  # fmt: skip
            assert said in text


def test_interval_alpha_of_numbers_with_different_steps():
    """With the labels named the distances are of positions; with all numbers, of the numbers."""
    rows = [[0, 0, 1], [1, 2, 2], [5, 5, 10], [10, 10, 10], [2, 5, 2], [0, 1, 0]]
    place = {v: k for k, v in enumerate([0, 1, 2, 5, 10], 1)}
    named = from_ratings(rows, labels=[0, 1, 2, 5, 10])
    exact = definitions.krippendorff_alpha(
        [[place[v] for v in r] for r in rows], "interval"
    )
    value = ordref.krippendorff_alpha(named, metric="interval")
    assert value == pytest.approx(float(exact), abs=1e-12)
    exact = definitions.krippendorff_alpha(
        [[v + 1 for v in r] for r in rows], "interval"
    )
    value = ordref.krippendorff_alpha(
        from_ratings(rows, labels=range(11)), metric="interval"
    )
    assert value == pytest.approx(float(exact), abs=1e-12)
