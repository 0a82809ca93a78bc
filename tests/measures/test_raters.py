"""Several raters with gaps: the table T, what is read from it, and what is printed of it."""

import itertools
import json
import math
from fractions import Fraction
from functools import partial

import krippendorff
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from bad import refuses
from files import ROOT
from small import random_matrices, unrolled
from statsmodels.stats import inter_rater

import ordref
from ordref import (
    brennan_prediger,
    conger_kappa,
    data,
    definitions,
    from_ratings,
    gwet_ac2,
    krippendorff_alpha,
)
from ordref.matrices.ratings import Ratings

PEER = json.loads((ROOT / "tests/shared/peers/irrcac.json").read_text(encoding="utf-8"))
NAMES = ("unweighted", "linear", "quadratic")
METRICS = ("nominal", "ordinal", "interval")
OWN = [[0, 1, 5], [1, 0, 2], [5, 2, 0]]
FOUR = data.example("krippendorff2011.four_observers")
RAW = data.example("gwet2014.raw4raters")
COUNTED = data.example("gwet2014.distrib6raters")
# How often fourteen raters gave ten subjects each of five classes: Fleiss' kappa, as often
# shown, is 0.210.
FOURTEEN = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip


def pairable(units):
    return [unit for unit in units if sum(rating is not None for rating in unit) > 1]


def rated(counts):
    """Ratings of which these are the counts, for raters who are not told apart."""
    rows = [[k for k, n in enumerate(row, 1) for _ in range(n)] for row in counts]
    return from_ratings(rows, labels=range(1, len(counts[0]) + 1))


def with_gaps(rng, units=12, raters=5, K=4, gaps=0.3):
    """Raters who look at the same thing, and sometimes do not look."""
    truth = rng.integers(1, K + 1, size=(units, 1))
    seen = np.clip(truth + rng.integers(-1, 2, size=(units, raters)), 1, K)
    return np.where(rng.random(seen.shape) < gaps, np.nan, seen)


RANDOM = [with_gaps(np.random.default_rng(seed)) for seed in range(30)]


def as_units(array):
    return [[None if v != v else int(v) for v in row] for row in array]


def same(found, exact):
    return found == pytest.approx(float(exact), abs=1e-12, nan_ok=True)


# ------------------------------------------------------------------- derived and defined

PATTERNS = {
    (K, R): [*itertools.product([None, *range(1, K + 1)], repeat=R)]
    for K, R in ((2, 2), (2, 3), (3, 3))
}


@pytest.mark.parametrize(("K", "R", "U"), [(2, 2, 4), (2, 3, 2), (3, 3, 2)])
def test_both_forms_on_all_small_sets_of_ratings(K, R, U):
    """With every pattern of gaps. Pi and AC2 are compared in fractions."""
    every = [*itertools.combinations_with_replacement(PATTERNS[K, R], U)]
    seen = 0
    for units in every:
        if not (used := pairable(units)):
            continue
        found = from_ratings(units, labels=range(1, K + 1))
        by_unit = found.by_unit
        assert found.left_out == U - len(used)
        assert found.n_ratings == 2 * found.table.sum()
        assert by_unit.table.sum() == len(used)
        own = [row[:K] for row in OWN[:K]]
        for w in ("unweighted", own) if K == 3 else ("linear",):
            pi = ordref.weighted_pi(found.table, weights=w)
            exact = definitions.weighted_pi(units, w)
            assert pi == exact or (pi != pi and exact != exact), (units, w)
            ac2 = gwet_ac2(by_unit.table, weights=w)
            assert ac2 == definitions.gwet_ac2(used, K, w), (units, w)
            assert same(gwet_ac2(by_unit, weights=w), ac2)
            # Units with one rating change nothing, which those of AC2 do.
            exact = definitions.brennan_prediger(units, K, w)
            assert brennan_prediger(by_unit.table, weights=w) == exact, (units, w)
            assert same(brennan_prediger(by_unit, weights=w), exact)
            assert same(
                conger_kappa(found, weights=w), definitions.conger_kappa(used, w)
            ), (units, w)
        for m in METRICS if K == 3 else ("ordinal",):
            exact = definitions.krippendorff_alpha(units, m)
            assert same(krippendorff_alpha(found, metric=m), exact), (units, m)
        seen += 1
    assert seen > 0.8 * len(every)


def test_two_raters_without_a_gap_are_a_matrix():
    for cm in random_matrices(4):
        labels = range(1, len(cm) + 1)
        found = from_ratings(np.transpose(unrolled(cm)), labels=labels)
        assert (found.table == (cm + cm.T) * Fraction(1, 2)).all()
        assert (found.by_unit.table == found.table).all()
        for m in METRICS:
            assert same(
                krippendorff_alpha(found, metric=m), krippendorff_alpha(cm, metric=m)
            )
        for w in NAMES:
            assert same(
                conger_kappa(found, weights=w), ordref.weighted_kappa(cm, weights=w)
            )
            for measure in (ordref.weighted_pi, gwet_ac2, brennan_prediger):
                of_units = measure(found.by_unit, weights=w)
                assert same(of_units, measure(cm, weights=w))


def test_without_gaps_conger_sums_over_pairs_of_raters():
    """Observed and expected disagreement of each two raters, as kappa has them."""
    for seed in range(10):
        rows = with_gaps(np.random.default_rng(seed), gaps=0).astype(int)
        for w in NAMES:
            power = NAMES.index(w)
            D = np.abs(np.subtract.outer(range(4), range(4))) ** max(power, 1)
            D = np.minimum(D, 1) if power == 0 else D
            observed = expected = 0.0
            for a, b in itertools.combinations(rows.T, 2):
                n = ordref.confusion_matrix(a, b, labels=range(1, 5))
                observed += (D * n).sum()
                expected += (D * np.outer(n.sum(1), n.sum(0))).sum() / n.sum()
            value = conger_kappa(from_ratings(rows, labels=range(1, 5)), weights=w)
            assert same(value, 1 - observed / expected)


# ------------------------------------------------------------------- what is printed, peers


def test_the_four_observers_of_krippendorff():
    found = from_ratings(FOUR["ratings"])
    assert (found.n_ratings, len(found.counts), found.left_out) == (40, 11, 1)
    for metric, shown in FOUR["alpha"].items():
        assert data.agrees(krippendorff_alpha(found, metric=metric), shown)
        exact = definitions.krippendorff_alpha(FOUR["ratings"], metric)
        assert data.agrees(exact, shown)


def test_values_printed_with_irrcac_of_ratings():
    """The handbook lets the unit with one rating have a say in the shares; here it is left out."""
    shown, units = RAW["values"], RAW["ratings"]
    assert data.agrees(definitions.gwet_ac2(units, 5, "unweighted"), shown["AC1"])
    assert data.agrees(definitions.conger_kappa(units, "unweighted"), shown["Conger"])
    found = from_ratings(units)
    assert data.agrees(krippendorff_alpha(found, metric="nominal"), shown["alpha"])
    found_by_unit = brennan_prediger(found.by_unit, weights="unweighted")
    assert data.agrees(found_by_unit, shown["Brennan-Prediger"])
    exact = definitions.brennan_prediger(units, 5, "unweighted")
    assert data.agrees(exact, shown["Brennan-Prediger"])
    assert not data.agrees(gwet_ac2(found.by_unit, weights="unweighted"), shown["AC1"])


def test_values_printed_with_irrcac_of_counts():
    shown, found = COUNTED["values"], rated(COUNTED["counts"])
    assert data.agrees(ordref.weighted_pi(found, weights="unweighted"), shown["Fleiss"])
    assert data.agrees(gwet_ac2(found.by_unit, weights="unweighted"), shown["AC1"])
    uniform = brennan_prediger(found.by_unit, weights="unweighted")
    assert data.agrees(uniform, shown["Brennan-Prediger"])
    assert data.agrees(krippendorff_alpha(found, metric="nominal"), shown["alpha"])


@pytest.mark.parametrize("weights", NAMES)
def test_values_of_irrcac_of_ratings_with_gaps(weights):
    """Its Fleiss' kappa lets each unit count the same; alpha is not by its linear weights."""
    for name, stored in PEER["ratings"].items():
        labels, theirs = range(1, stored["classes"] + 1), stored["values"][weights]
        found = from_ratings(stored["ratings"], labels=labels)
        ours = {
            "bp": brennan_prediger(found.by_unit, weights=weights),
            "gwet": gwet_ac2(found.by_unit, weights=weights),
            "conger": conger_kappa(found, weights=weights),
            "fleiss": ordref.weighted_pi(found.by_unit, weights=weights),
        }
        metric = {"unweighted": "nominal", "quadratic": "interval"}.get(weights)
        if metric:
            ours["krippendorff"] = krippendorff_alpha(found, metric=metric)
        for coefficient, value in ours.items():
            assert value == pytest.approx(theirs[coefficient], abs=1e-12), (
                name,
                coefficient,
            )


def test_ac2_of_equally_frequent_classes_is_that_of_brennan_and_prediger():
    """Then every rating is a guess; otherwise AC2 expects fewer chance agreements."""
    for cm in random_matrices(4):
        even = [
            [*row]
            for row in np.eye(4, dtype=int) * 3 + np.roll(np.eye(4, dtype=int), 1, 0)
        ]
        for w in NAMES:
            assert same(gwet_ac2(even, weights=w), brennan_prediger(even, weights=w))
            assert gwet_ac2(cm, weights=w) >= brennan_prediger(cm, weights=w) - 1e-12


def test_the_lower_ends_of_brennan_and_prediger():
    for K in (2, 3, 7):
        corner = np.zeros((K, K), dtype=int)
        corner[0, -1] = 1
        ends = {"unweighted": -1 / (K - 1), "linear": 1 - 3 * K / (K + 1)}
        ends["quadratic"] = 1 - 6 * (K - 1) / (K + 1)
        for w, end in ends.items():
            assert same(brennan_prediger(corner, weights=w), end)
    assert math.isnan(brennan_prediger([[3]], weights="linear"))
    stack = [[[1, 2], [0, 1]], [[2, 0], [0, 3]]]
    assert brennan_prediger(stack, weights="unweighted").tolist() == [0, 1]


def test_pi_is_the_kappa_of_fleiss_as_statsmodels_has_it():
    fourteen = ordref.weighted_pi(rated(FOURTEEN), weights="unweighted")
    assert round(fourteen, 3) == 0.210
    for counts in [FOURTEEN, *random_matrices(3)]:
        counts = np.asarray(counts)
        if len(set(counts.sum(axis=1))) > 1 or counts.sum(axis=1)[0] < 2:
            counts = np.vstack([np.roll(counts[0] + 1, k) for k in range(4)])
        value = ordref.weighted_pi(rated(counts.tolist()), weights="unweighted")
        assert same(value, inter_rater.fleiss_kappa(counts))


def test_alpha_is_that_of_krippendorff():
    for array, metric in itertools.product(RANDOM, METRICS):
        theirs = krippendorff.alpha(
            reliability_data=array.T,
            level_of_measurement=metric,
            value_domain=[1, 2, 3, 4],
        )
        found = from_ratings(array, labels=[1, 2, 3, 4])
        assert same(krippendorff_alpha(found, metric=metric), theirs)


# ------------------------------------------------------------------- what was sampled


def leaving_out_units(units, value):
    """The jackknife over units, from definitions."""
    each = [float(value(units[:k] + units[k + 1 :])) for k in range(len(units))]
    G, mean = len(each), sum(each) / len(each)
    return math.sqrt((G - 1) / G * sum((x - mean) ** 2 for x in each))


def test_intervals_leave_out_whole_units():
    for array in RANDOM[:5]:
        units, K = pairable(as_units(array)), 4
        found = from_ratings(units, labels=range(1, K + 1))
        for name, ratings, value in (
            ("krippendorff_alpha", found, definitions.krippendorff_alpha),
            ("weighted_pi", found, definitions.weighted_pi),
            ("gwet_ac2", found.by_unit, lambda u: definitions.gwet_ac2(u, 4)),
        ):
            told = ordref.interval(name, ratings, sampling="clusters")
            assert told.method == "jackknife"
            assert same(told.value, value(units))
            assert same(told.standard_error, leaving_out_units(units, value))
            delta = ordref.standard_error(name, ratings, sampling="clusters")
            assert 0.7 < delta / told.standard_error < 1.1


@pytest.mark.parametrize("weights", NAMES)
def test_an_interval_of_conger_leaves_out_whole_units(weights):
    """Also a unit without which a rater has none; by name the weights are linear."""
    pairs = [[1, 2, None], [2, 2, None], [3, 1, None], [3, 3, None]]
    only = [*pairs * 3, [1, 1, 2]]
    for array in (*RANDOM[:5], np.array(only, dtype=float)):
        units = pairable(as_units(array))
        found = from_ratings(units, labels=range(1, 5))
        told = ordref.interval(
            partial(conger_kappa, weights=weights), found, sampling="clusters"
        )
        value = partial(definitions.conger_kappa, weights=weights)
        assert (told.method, same(told.value, value(units))) == ("jackknife", True)
        assert same(told.standard_error, leaving_out_units(units, value))
        assert told.low < told.value < told.high
        if weights == "linear":
            for same_one in ("conger_kappa", conger_kappa):
                assert ordref.interval(same_one, found, sampling="clusters") == told


def test_the_slope_of_conger_is_that_of_fractions():
    """The change to first order if a unit counts a little more, from the definition."""
    units = pairable(as_units(RANDOM[0]))
    found = from_ratings(units, labels=range(1, 5))
    value = definitions.conger_kappa
    more = [float(value(units * 40 + [u]) - value(units)) * 40 for u in units]
    less = [float(value(units) - value(units * 40 + units[:k] + units[k + 1 :])) * 41
            for k in range(len(units))]  # fmt: skip
    G, slopes = len(units), np.add(more, less) / 2
    expected = math.sqrt(G / (G - 1) * ((slopes - slopes.mean()) ** 2).sum())
    delta = ordref.standard_error("conger_kappa", found, sampling="clusters")
    assert delta == pytest.approx(expected, rel=2e-2)


def test_an_interval_of_conger_of_two_raters_is_that_of_kappa():
    array = with_gaps(np.random.default_rng(5), units=60, raters=2, gaps=0).astype(int)
    found, labels = from_ratings(array, labels=range(1, 5)), range(1, 5)
    table = ordref.confusion_matrix(*array.T, labels=labels)
    of_units = ordref.interval("conger_kappa", found, sampling="clusters")
    assert same(of_units.value, ordref.weighted_kappa(table))
    error = ordref.standard_error("conger_kappa", found, sampling="clusters")
    of_cells = ordref.standard_error("weighted_kappa", table)
    assert error == pytest.approx(of_cells * math.sqrt(60 / 59), rel=1e-6)
    for method in ("delta", "percentile", "bca"):
        other = ordref.interval(
            "conger_kappa", found, sampling="clusters", method=method, rng=0,
            n_resamples=199,
        )  # fmt: skip
        assert other.low == pytest.approx(of_units.low, abs=0.06)
        assert other.high == pytest.approx(of_units.high, abs=0.06)


def test_an_interval_of_conger_at_the_ends_of_its_range():
    """Perfect agreement does not prove certainty; with gaps the value has no lower bound."""
    perfect = from_ratings([[1, 1, 1], [2, 2, None], [3, 3, 3], [2, 2, 2]] * 3)
    found = ordref.interval("conger_kappa", perfect, sampling="clusters")
    pi = ordref.interval("weighted_pi", perfect, sampling="clusters")
    assert (found.value, found.high, found.method) == (1, 1, "unseen cell")
    assert 0.2 < found.low < pi.low + 0.1
    many = [[1, 2] + [None] * 8] * 9 + [[1, 1] + [None] * 8, [None] * 2 + [1] * 8]
    low = from_ratings(many, labels=[1, 2])
    found = ordref.interval("conger_kappa", low, sampling="clusters")
    assert found.low < found.value < found.high <= 1
    assert found.value < -1
    assert same(found.value, definitions.conger_kappa(many))


def test_an_interval_of_conger_needs_who_rated():
    found = from_ratings(FOUR["ratings"])
    for measure in ("conger_kappa", conger_kappa):
        with refuses("ratings must be what from_ratings returns"):
            ordref.interval(measure, np.eye(3))
        with refuses("give sampling='clusters'"):
            ordref.standard_error(measure, found)
    with refuses('weights must be "unweighted"'):
        cubic = partial(conger_kappa, weights="cubic")
        ordref.interval(cubic, found, sampling="clusters")
    with refuses("two or more clusters"):
        ordref.interval("conger_kappa", from_ratings([[1, 2, 2]]), sampling="clusters")
    crowd = Ratings((1, 2), np.array([[0, 0, 1, 1], [0, 9000, 1, 8999], [0, 1, 1, 0]]))
    with refuses("9,001 raters of 2 units are too many to resample"):
        ordref.interval("conger_kappa", crowd, sampling="clusters")


def test_the_slope_of_alpha_is_that_of_fractions():
    """The formula by name, and differences of a function, of the same tables."""
    found = from_ratings(RANDOM[0], labels=range(1, 5))
    by_name = ordref.standard_error("krippendorff_alpha", found, sampling="clusters")
    numeric = ordref.standard_error(
        lambda n: krippendorff_alpha(n), found, sampling="clusters"
    )
    assert numeric == pytest.approx(by_name, rel=1e-6)
    nominal = ordref.interval(
        lambda n: krippendorff_alpha(n, metric="nominal"), found, sampling="clusters",
        method="percentile", n_resamples=199, rng=0,
    )  # fmt: skip
    assert same(nominal.value, krippendorff_alpha(found, metric="nominal"))
    assert nominal.low < nominal.value < nominal.high


def test_pairs_of_raters_are_no_independent_rows():
    """A table of all pairs has as many rows as pairs, and an interval that is too short."""
    array = with_gaps(np.random.default_rng(3), units=40, raters=6, gaps=0).astype(int)
    found = from_ratings(array, labels=range(1, 5))
    pairs = sum(
        ordref.confusion_matrix(a, b, labels=range(1, 5))
        for a, b in itertools.permutations(array.T, 2)
    )
    assert same(ordref.weighted_pi(pairs), ordref.weighted_pi(found))
    honest = ordref.standard_error("weighted_pi", found, sampling="clusters")
    assert ordref.standard_error("weighted_pi", pairs) < honest / 2


# ------------------------------------------------------------------- what comes in


def forms():
    """The same ratings as somebody may hold them."""
    words = ["low", "mid", "high"]
    rows = [[1, 2, None], [3, 3, 3], [None, 2, 2], [1, None, None], [2, 1, 2]]
    yield "lists", rows, {}
    array = np.array([[np.nan if v is None else v for v in row] for row in rows])
    yield "nan", array, {}
    yield "masked", np.ma.masked_invalid(array), {}
    yield "masked integers", np.ma.array(np.nan_to_num(array).astype("u1"),
                                         mask=np.isnan(array)), {}  # fmt: skip
    yield "tuples", tuple(map(tuple, rows)), {"labels": [1, 2, 3]}
    yield "floats and labels", array, {"labels": np.array([1.0, 2.0, 3.0])}
    named = [[v and words[v - 1] for v in row] for row in rows]
    yield "words", named, {"labels": words}
    wide = pd.DataFrame(rows, columns=list("abc"))
    yield "pandas", wide, {}
    yield "pandas Int64", wide.astype("Int64"), {}
    ordered = pd.DataFrame(named, columns=list("abc")).astype(
        pd.CategoricalDtype(words, ordered=True)
    )
    yield "pandas ordered", ordered, {}
    yield "polars", pl.DataFrame(rows, schema=list("abc"), orient="row"), {}
    yield (
        "polars Enum",
        pl.DataFrame(named, schema=dict.fromkeys("abc", pl.Enum(words)), orient="row"),
        {},
    )
    yield "pyarrow", pa.Table.from_pandas(wide.astype("Int64")), {}
    long = wide.reset_index().melt("index", var_name="who", value_name="says")
    yield "long", long, {"long": ("index", "who", "says")}
    shuffled = long.dropna().sample(frac=1, random_state=1)
    yield (
        "long, lazy",
        pl.from_pandas(shuffled).lazy(),
        {"long": ["index", "who", "says"]},
    )
    yield (
        "triples",
        [(str(u), r, v) for u, row in enumerate(rows) for r, v in enumerate(row)],
        {"long": ("unit", "rater", "rating")},
    )


FORMS = {name: (rows, options) for name, rows, options in forms()}


@pytest.mark.parametrize("name", FORMS)
def test_the_same_ratings_however_they_are_held(name):
    rows, options = FORMS[name]
    found, wanted = from_ratings(rows, **options), from_ratings(FORMS["lists"][0])
    assert isinstance(found, Ratings)
    assert (found.table == wanted.table).all()
    assert sorted(found.by_rater.tolist()) == sorted(wanted.by_rater.tolist())
    assert (wanted.by_rater.sum(axis=1) == [3, 4, 3]).sum() >= 2
    assert found.n_ratings == wanted.n_ratings == 10
    if name != "long, lazy":
        assert found.left_out == 1


NO_ORDER = pd.DataFrame({"a": ["low", "mid"], "b": ["mid", "mid"]}).astype("category")
LONG = pd.DataFrame({"u": [1, 1, 1], "r": ["a", "b", "a"], "v": [1, 2, 1]})
REFUSED = {
    "a number": (3, {}, r"column for each rater.*shape \(\)"),
    "a row": ([1, 2, 3], {}, r"column for each rater.*shape \(3,\)"),
    "nothing": ([], {}, "column for each rater"),
    "ragged": ([[1, 2], [1]], {}, "column for each rater"),
    "an iterator": (iter([[1, 2]]), {}, "column for each rater"),
    "a stack": (np.ones((2, 2, 2)), {}, "column for each rater"),
    "gaps alone": ([[None, None], [None, 1]], {}, "no unit has two ratings"),
    "one rater": ([[1], [2]], {}, "no unit has two ratings"),
    "words": ([["a", "b"]], {}, "order of the classes in rows is unknown"),
    "halves": ([[1.5, 2]], {}, "rows has 1.5, a number that is not whole: .* pass labels="),
    "infinite": ([[math.inf, 1]], {}, "order of the classes in rows is unknown"),
    "no order": (NO_ORDER, {}, "Categorical without order"),
    "unknown": ([[1, 7], [1, 1]], {"labels": [1, 2]}, "rows has 7, which is not among"),
    "twice": ([[1, 1]], {"labels": [1, 1]}, "labels holds 1 twice"),
    "lists in cells": ([[[1], {2}], [{1}, [2]]], {}, "rows must"),
    "many classes": ([[1, 5000]], {}, "at most 300"),
    "too many classes": ([[1, 10**9]], {}, "too large to hold"),
    "counts": (COUNTED["counts"], {}, "every row sums to 6, as in a table of how many raters"),
    "counts of fourteen": (np.array(FOURTEEN), {}, "every row sums to 14"),
    "a frame of counts": (pd.DataFrame(FOURTEEN), {}, "every row sums to 14"),
    "twice rated": (LONG, {"long": "urv"}, "a rater rates a unit twice"),
    "no column": (LONG, {"long": ("u", "r", "x")}, r"long= must name three .*'x'"),
    "two columns": (LONG, {"long": ("u", "v")}, "long= must name three"),
    "a column twice": (LONG, {"long": ("u", "u", "v")}, "long= must name three"),
    "long rows": ([[1, 2], [1, 2]], {"long": ("u", "r", "v")}, r"shape \(2, 2\)"),
    "no unit": ([(None, "a", 1)], {"long": "urv"}, "a unit or a rater is missing"),
    "no rater": ([(1, math.nan, 1)], {"long": "urv"}, "a unit or a rater is missing"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:of the .* classes from")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    rows, options, message = REFUSED[name]
    with refuses(message, name):
        from_ratings(rows, **options)


def test_ratings_that_look_like_counts_are_taken_with_labels():
    rows = [[0, 2], [1, 1], [2, 0]]
    with refuses("pass labels="):
        from_ratings(rows)
    assert from_ratings(rows, labels=[0, 1, 2]).n_ratings == 6
    assert from_ratings([[1, 1], [1, 1], [1, 1]]).n_ratings == 6
    assert from_ratings([[0, 2], [2, 0]]).n_ratings == 4


@pytest.mark.parametrize(
    "defined",
    [
        definitions.weighted_pi,
        definitions.krippendorff_alpha,
        definitions.conger_kappa,
        lambda units: definitions.gwet_ac2(units, 2),
        lambda units: definitions.brennan_prediger(units, 2),
    ],
)
def test_definitions_ask_for_a_unit_with_two_ratings(defined):
    with refuses("no unit has 2 ratings"):
        defined([(1, None), (2, None)])


def test_ratings_one_to_a_row_are_not_taken_for_counts():
    rows = [(1, 3, 2), (1, 2, 3), (2, 2, 2), (2, 1, 3)]  # each sums to 6
    found = from_ratings(rows, long=("unit", "rater", "rating"))
    assert found.table.tolist() == [[0, 1], [1, 0]]  # half a pair in each direction


def test_tables_say_what_counts_the_same():
    """And shares are refused as before, also those that are made of ratings."""
    found = from_ratings(FOUR["ratings"])
    with refuses("AC2 counts each unit the same: give the ratings by_unit"):
        gwet_ac2(found)
    with refuses("Prediger's coefficient counts each unit the same: give the ratings"):
        brennan_prediger(found, weights="linear")
    with refuses("alpha counts each rating the same"):
        krippendorff_alpha(found.by_unit)
    for shares in (found.table, np.asarray(found), found.units, np.asarray(found) / 20):
        with refuses("not a whole number: alpha needs to know"):
            krippendorff_alpha(shares)
    with refuses("give sampling='clusters'"):
        ordref.interval("krippendorff_alpha", found)
    with refuses("give sampling='clusters'"):
        ordref.standard_error("weighted_pi", found, sampling="rows")
    with refuses("not a whole number"):
        ordref.interval("weighted_pi", found.units, sampling="clusters")
    for question in (ordref.interval, ordref.standard_error):
        with refuses("AC2 counts each unit the same"):
            question("gwet_ac2", found, sampling="clusters")
        with refuses("alpha counts each rating the same"):
            question("krippendorff_alpha", found.by_unit, sampling="clusters")
    with refuses("cm holds ratings"):
        ordref.chance("weighted_pi", found)
    with refuses("ratings must be what from_ratings returns"):
        conger_kappa(np.eye(3))
    with refuses('weights must be "unweighted"'):
        conger_kappa(found, weights="cubic")


def test_a_unit_alone_is_no_sample():
    with refuses("two or more clusters"):
        ordref.interval("weighted_pi", from_ratings([[1, 2, 2]]), sampling="clusters")


def test_where_nothing_varies():
    found = from_ratings([[2, 2, None], [2, 2, 2]], labels=[1, 2, 3])
    for value in (
        krippendorff_alpha(found),
        ordref.weighted_pi(found),
        conger_kappa(found),
    ):
        assert math.isnan(value)
    assert gwet_ac2(found.by_unit) == 1


def test_tables_of_units_that_memory_does_not_hold_are_refused():
    each = np.tile(np.arange(1000), 200)
    many = Ratings((1,) * 1000, np.array([np.arange(200_000) // 1000, each % 2, each]))
    with refuses("200 tables of 1000 classes are too many to hold"):
        many.units  # noqa: B018
    few = from_ratings(FOUR["ratings"])
    assert np.allclose(few.units.sum(axis=0), few)


def test_weights_that_are_not_symmetric_count_in_both_directions():
    skew = np.array([[0, 1, 5], [2, 0, 1], [1, 3, 0]])
    mean = [[Fraction(int(x), 2) for x in row] for row in skew + skew.T]
    units = [[1, 2, None], [3, 1, 1], [2, 2, 3], [None, 3, 1]]
    found = from_ratings(units)
    exact = definitions.weighted_pi(units, mean)
    assert ordref.weighted_pi(found.table, weights=skew * Fraction(1)) == exact
    assert exact != definitions.weighted_pi(units, skew.tolist())
    exact = definitions.conger_kappa(units, mean)
    assert same(conger_kappa(found, weights=skew), exact)
    exact = definitions.gwet_ac2(units, 3, mean)
    assert not same(
        gwet_ac2(found.by_unit, weights=skew), exact
    )  # of the largest weight


def test_the_names_of_raters_do_not_matter_but_to_conger():
    rng, array = np.random.default_rng(1), RANDOM[1]
    labels = range(1, 5)
    mixed = np.array([rng.permutation(row) for row in array])
    one, other = (from_ratings(a, labels=labels) for a in (array, mixed))
    assert (one.table == other.table).all()
    assert conger_kappa(one) != conger_kappa(other)
    assert same(
        conger_kappa(from_ratings(array[:, ::-1], labels=labels)), conger_kappa(one)
    )
