"""The list of measures, and the table of all of them."""

import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
import sympy as sp
from bad import refuses
from small import LOW_TO_HIGH, hard, ordered, random_matrices, unrolled, within

import ordref
from ordref import confusion_matrix, definitions, evaluate
from ordref.catalogue import MEASURES
from ordref.matrices.check import TooLargeError
from ordref.measures import functional
from ordref.report import work as _work
from ordref.report.values import SHOWN, values
from ordref.search import search as _search

# `ordref.evaluate` is the function; this is its module.
TABLE = import_module("ordref.report.values")
CM = SVM = [[4, 1, 0], [2, 6, 1], [0, 1, 1]]
FOREST = [[5, 0, 0], [1, 7, 1], [0, 2, 0]]
SHARES = [[1.5, 1, 0], [0, 2, 1], [0, 1, 1]]
STEMS = {
    path.stem
    for path in Path(__file__).parents[2].glob("*/*")
    if path.parent.name in ("chapters", "ordref") and path.suffix in (".ipynb", ".py")
}
every_measure = pytest.mark.parametrize("name", MEASURES)


# ------------------------------------------------------------------- the list


def public_measures(package):
    """Public functions of a matrix that return a number for it."""
    for name in package.__all__:
        function = getattr(package, name)
        first, *others = inspect.signature(function).parameters.values()
        needs_more = any(p.default is inspect.Parameter.empty for p in others)
        of_matrix = first.name == "cm" and not needs_more
        if of_matrix and isinstance(function([[1, 1], [0, 1]]), float):
            yield name


def missing(package):
    listed = {m.definition for m in MEASURES.values()}
    return sorted(set(public_measures(package)) - listed)


def test_every_public_measure_is_in_the_list():
    assert missing(ordref) == []
    # The negative control.
    package = SimpleNamespace(
        __all__=["novel", "per_class", "mae"],
        novel=lambda cm: 0.5, per_class=lambda cm: np.zeros(2), mae=ordref.mae,
    )  # fmt: skip
    assert missing(package) == ["novel"]


@every_measure
def test_measure_is_its_function_with_its_options(name):
    """A suffix names another option."""
    measure = MEASURES[name]
    function = getattr(ordref, measure.definition)
    assert measure(CM) == function(CM, **measure.options)
    if name != measure.definition:
        assert name.startswith(measure.definition + "_")
        assert measure.options
        assert measure(CM) != MEASURES[measure.definition](CM)
    else:
        assert not measure.options
    # Its chapter is one, or is the module of one.
    assert measure.chapter in STEMS


@every_measure
def test_a_perfect_classifier_is_at_the_better_end(name):
    measure = MEASURES[name]
    assert measure.better in ("low", "high", "neither")
    if measure.better == "neither" or not measure.shown:
        return
    best = measure.least if measure.better == "low" else measure.greatest(3)
    # tau-c is 1 for classes of one size alone.
    hits = [2, 2, 2] if name == "stuart_tau_c" else [2, 1, 3]
    assert measure(np.diag(hits)) == pytest.approx(best, abs=1e-12)


# ------------------------------------------------------------------- the table


def test_one_matrix_has_a_row_for_each_measure():
    table = evaluate(CM)
    assert list(table.index) == SHOWN
    assert "r_int_2008" not in SHOWN  # the wrong formula
    columns = ["symbol", "value", "least", "greatest", "better", "status"]
    assert list(table.columns) == columns
    assert (table["status"] == "computed").all()
    for name in SHOWN:
        assert table.loc[name, "value"] == MEASURES[name](CM)
        assert table.loc[name, "greatest"] == MEASURES[name].greatest(3)
    pairs, value = definitions.observations(CM), table["value"]
    assert value["mae"] == float(definitions.mae(pairs))
    assert value["somers_d_true"] == float(definitions.somers_d(pairs, "true"))
    assert value["oci"] == pytest.approx(float(definitions.oci(pairs, 3)), abs=1e-15)
    assert {type(v) for v in values(np.array(CM), SHOWN).values.values()} == {float}


def test_labels_are_counted():
    """An ordered categorical brings its order."""
    true, pred = ["low", "high", "mid", "low"], ["low", "mid", "mid", "mid"]
    expected = evaluate(ordref.confusion_matrix(true, pred, labels=LOW_TO_HIGH))
    found = evaluate(true, pred, labels=LOW_TO_HIGH)
    pd.testing.assert_frame_equal(found, expected)
    ordered = [
        pd.Series(pd.Categorical(v, LOW_TO_HIGH, ordered=True))
        for v in (["low", "high"], ["mid", "high"])
    ]
    assert evaluate(*ordered).loc["mae", "greatest"] == 2


def test_a_stack_has_a_row_for_each_matrix():
    stack = random_matrices(4, S=7)
    table = evaluate(stack)
    assert list(table.columns) == SHOWN
    assert list(table.index) == list(range(7))
    for k, cm in enumerate(stack):
        pd.testing.assert_series_equal(
            table.loc[k], evaluate(cm)["value"], check_names=False, rtol=1e-14
        )


def test_a_stack_of_stacks_is_indexed_by_place():
    for shape in ((2, 6), (2, 3, 2)):
        stack = random_matrices(3, S=12).reshape(*shape, 3, 3)
        table = evaluate(stack)
        assert list(table.index) == list(np.ndindex(shape))
        for place in np.ndindex(shape):
            assert table.loc[place, "mae"] == ordref.mae(stack[place])
            found = table.loc[place, "co_correlation"]
            assert found == ordref.co_correlation(stack[place])
        assert table.attrs["range"]["mae"] == (0, 2)
    for shape in ((0,), (2, 0), (0, 2), (1, 0, 2)):
        table = evaluate(np.zeros((*shape, 3, 3)))
        assert table.shape == (0, len(SHOWN)), shape
        assert table.index.nlevels == len(shape)


def test_chosen_measures_are_those_of_the_table_in_their_order():
    chosen = ["oci", "somers_d_true", "mon_correlation", "ccr"]
    pd.testing.assert_frame_equal(
        evaluate(CM, measures=chosen), evaluate(CM).loc[chosen]
    )
    assert list(evaluate([CM, CM], measures=chosen).columns) == chosen


def test_what_is_not_computed_lies_between_least_and_greatest(monkeypatch):
    monkeypatch.setattr(TABLE, "BUDGET", 0)
    cm = hard(5)
    table = evaluate(cm)
    given_up = table[table["status"] == "not computed"]
    assert "anti_correlation" in given_up.index
    assert "mae" not in given_up.index
    assert given_up["value"].isna().all()
    for name, row in given_up.iterrows():
        assert row["least"] < row["greatest"]
        found = ordref.functional_correlation(cm, name.removesuffix("_correlation"))
        assert found.value == found.bound
        assert row["least"] - 1e-12 <= found.value <= row["greatest"] + 1e-12
    stack = evaluate([np.eye(5), cm, cm])
    expected = {name: [1, 2] for name in given_up.index}
    assert stack.attrs["not computed"] == expected
    assert stack.loc[1, list(expected)].isna().all()
    nested = evaluate(np.reshape([np.eye(5), cm], (1, 2, 5, 5)))
    assert nested.attrs["not computed"] == {name: [(0, 1)] for name in expected}


def test_the_larger_of_two_is_computed_where_the_other_cannot_be_larger(monkeypatch):
    proved = {"co": (0.5, 0.5), "anti": (0.1, 0.4), "ii": (0.3, 0.3), "id": (0.1, 0.6)}

    def found(cm, kind, budget):
        value, bound = proved[kind]
        return functional.FunctionalCorrelation(value, cm, cm, bound, None), 0

    monkeypatch.setattr(_work, "counted", found)
    table = evaluate(CM)[["value", "least", "greatest", "status"]]
    assert tuple(table.loc["co_correlation"]) == (0.5, -1, 1, "computed")
    assert tuple(table.loc["coanti_correlation"]) == (0.5, 0, 1, "computed")
    for name in ("anti", "id"):
        given_up = table.loc[f"{name}_correlation"]
        assert tuple(given_up[1:]) == (*proved[name], "not computed")
    assert tuple(table.loc["mon_correlation"][1:]) == (0.3, 0.6, "not computed")


def test_everything_is_computed_up_to_six_classes():
    for K in (2, 3, 4, 5, 6):
        for cm in (hard(K), hard(K)[::-1], random_matrices(K)[0]):
            assert not (evaluate(cm)["status"] == "not computed").any(), K
    assert evaluate([CM]).attrs["not computed"] == {}


def test_work_is_shared(monkeypatch):
    """Four searches serve six measures, and those alone that are asked for."""
    calls = []
    monkeypatch.setattr(
        _work,
        "counted",
        lambda cm, kind, budget: (
            calls.append(kind) or functional.counted(cm, kind, budget)
        ),
    )
    evaluate(CM)
    assert sorted(calls) == ["anti", "co", "id", "ii"]
    calls.clear()
    evaluate(CM, measures=["mae", "mon_correlation"])
    assert sorted(calls) == ["id", "ii"]


def test_many_classes_take_seconds_and_not_minutes():
    with within(30):
        table = evaluate(hard(30))
    assert table.loc["mae", "status"] == "computed"
    with within(60):
        table = evaluate(hard(150))
    assert table.loc["uoc", "status"] == "computed"
    with within(60):
        table = evaluate(hard(301))
    assert table.loc["uoc", "status"] == "not computed"
    assert tuple(table.loc["uoc", ["least", "greatest"]]) == (0, 1)
    with within(30):
        table = evaluate(np.eye(301))
    functional = table.index[
        table["symbol"].isin(["SUP", "II", "ID", "MON", "CO", "ANTI", "COANTI"])
    ]
    assert list(table.index[table["status"] != "computed"]) == ["uoc", *functional]
    assert (table.loc["co_correlation", "least"], table.loc["mae", "value"]) == (-1, 0)
    assert evaluate(np.eye(300), measures=["sup_correlation"])["value"].item() == 1
    assert evaluate([hard(301)] * 2, measures=["uoc"]).attrs["not computed"] == {
        "uoc": [0, 1]
    }


def test_what_is_undefined_is_so_and_was_computed():
    """Shares have every measure but those of counts; counts beside them keep theirs."""
    shares = np.array(CM) / 16
    table = evaluate(shares)
    undefined = table.index[table["value"].isna()]
    assert list(undefined) == ["r_int", "krippendorff_alpha"]
    assert (table.loc[undefined, "status"] == "undefined").all()
    constant = evaluate([[1, 0], [2, 0]])["status"]
    assert (constant["co_correlation"], constant["mae"]) == ("undefined", "computed")
    column = evaluate([CM, shares])["r_int"]
    assert (column[0], np.isnan(column[1])) == (ordref.r_int(CM), True)
    frame = pd.DataFrame(CM, index=[1, 2, 3], columns=[1, 2, 3])
    pd.testing.assert_frame_equal(evaluate(frame), evaluate(CM))


EVEN = [[0.5, 0.5], [0.5, 0.5]]
REFUSED = [
    (([1, 2, 3],), {}, "y_pred is missing"),
    (([[1], [1, 2]],), {}, "cm must be square"),
    (([[10**400]],), {}, "entries of cm must sum"),
    ((CM,), {"labels": [1, 2, 3]}, "labels goes with"),
    ((["a", "b"], ["b", "a"]), {}, "order of the classes"),
    (([1, 2], [1, 2, 3]), {}, "paired by position"),
    (([[1, 2, 3], [4, 5, 6]],), {}, "shape"),
    (([[0, 0], [0, 0]],), {}, "no mass"),
    ((np.ma.masked_equal([[1, 0], [0, 2]], 2),), {}, "^cm has masked entries"),
    (([[sp.Integer(10) ** 400]],), {}, "^cm has an infinite entry"),
    (([[sp.exp(1000)]],), {}, "^cm has an infinite entry"),
    (([[sp.Symbol("a", positive=True)]],), {}, "symbols"),
    # Models by their names.
    (({},), {}, "there is no model"),
    (([1, 2], {}), {}, "there is no model"),
    (({"a": SVM, "b": [[1, 0], [0, 1]]},), {}, r"'b' has shape \(2, 2\).* same labels="),
    (({"a": [SVM, SVM]},), {}, "each model needs one matrix"),
    (({"a": SVM, "b": [[1, -1], [0, 1]]},), {}, "'b': cm has a negative entry"),
    (({"a": [1, 2]}, [1, 2]), {}, "y_true must be one array"),
    (([1, 2], {"a": [1, 2], "b": [1]}), {}, "'b': y_true has 2 values and y_pred 1"),
    ((["x", "y"], {"a": ["x", "x"]}), {}, "order of the classes in y_true is unknown"),
    (({"a": SVM},), {"labels": [1, 2, 3]}, "labels goes with"),
    # Intervals.
    *(((one,), {"interval": level}, "^interval must be a level between 0 and 1, such as")
      for one, level in ((SVM, 95), ([SVM], True), ({"a": SVM}, "0.95"))),
    (({"a": SVM, "b": SHARES},), {"interval": 0.9}, r"^'b': cm has 1.5 at \(0, 0\)"),
    (([SVM, SHARES],), {"interval": 0.9}, r"^cm\[1\]: cm has 1.5 at \(0, 0\)"),
    (([[SVM, SHARES]],), {"interval": 0.9}, r"^cm\[0, 1\]: cm has 1.5"),
    ((SHARES,), {"interval": 0.9}, "^cm has 1.5"),
    # Measures.
    ((CM,), {"measures": []}, "measures is empty: name one"),
    ((CM,), {"measures": ["mae", "qwk"]},
     r"has no row; did you mean weighted_kappa_quadratic\?"),
    ((CM,), {"measures": ["mae", "zzyzx"]},
     "measures has 'zzyzx', which has no row; there are ccr, mer"),
    ((CM,), {"measures": ["r_int_2008"]}, "measures has 'r_int_2008'"),
    ((CM,), {"measures": "mae"}, r"give \['mae'\]"),
    ((CM,), {"measures": ["mae", "oci", "mae"]}, "measures names one twice"),
    # Forecasts.
    ((CM,), {"probabilities": EVEN}, "^y_true must be one-dimensional"),
    (({"a": CM},), {"probabilities": {"a": EVEN}}, "^y_true must be one-dimensional"),
    (([1, 2],), {"probabilities": [[0.5, 0.4]] * 2}, "^probabilities in row 0 sum to 0.9"),
    (([1, 2],), {"probabilities": [[0.5, 0.4]] * 2, "measures": ["mae"]}, "sum to 0.9"),
    (([1, 2],), {"probabilities": {"a": EVEN, "b": EVEN[:1]}}, "^'b': y_true has 2 values"),
    (([1, 2],), {"probabilities": [EVEN, EVEN]}, "give a dict by their names"),
    (([1, 2],), {"probabilities": {}}, "there is no model"),
    (([1, 2], {"a": [1, 2]}), {"probabilities": EVEN}, "must be a dict with the names of y_p"),
    (([1, 2], {"a": [1, 2]}), {"probabilities": {"b": EVEN}}, "y_pred must be a dict with t"),
    (([1, 2], [1, 2]), {"probabilities": {"b": EVEN}}, "y_pred must be a dict with the names"),
    ((CM,), {"measures": ["mae", "brier_score"]},
     "'brier_score' scores forecasts, not labels: write ordref.brier_score"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "options", "message"), REFUSED)
def test_bad_input_is_refused(arguments, options, message):
    with refuses(message):
        evaluate(*arguments, **options)


# ------------------------------------------------------------------- rows on request


MACRO = {
    "macro_precision": definitions.precision_per_class,
    "macro_recall": definitions.sensitivity_per_class,
    "macro_f1": definitions.f1_per_class,
}
THEIRS = {name: getattr(sklearn.metrics, f"{name[6:]}_score") for name in MACRO}


def test_means_over_classes_are_those_of_the_definitions_and_of_sklearn():
    """Its classes without a value are left out if it is asked to."""
    stack = np.array([cm for cm in random_matrices(3, 60) if cm.any()])
    found = evaluate(stack, measures=[*MACRO])
    for name, per_class in MACRO.items():
        for k, cm in enumerate(stack):
            each = per_class(definitions.observations(cm)).values()
            exact = sum(each) / len(each)
            assert found.loc[k, name] == pytest.approx(float(exact), abs=1e-15), name
            true, pred = unrolled(cm)
            theirs = THEIRS[name](
                true, pred, labels=[1, 2, 3], average="macro", zero_division=np.nan
            )
            assert found.loc[k, name] == pytest.approx(theirs, abs=1e-15), name
    assert not {*MACRO} & {*evaluate(CM).index}
    table = evaluate(CM, measures=["macro_f1", "mae"], interval=0.9)
    assert list(table.index) == ["macro_f1", "mae"]
    around = ordref.interval(
        lambda n: np.nanmean(ordref.f1_per_class(n), -1), CM, level=0.9
    )
    error = table.loc["macro_f1", "standard_error"]
    assert error == pytest.approx(around.standard_error)
    assert ordref.interval("macro_f1", CM, level=0.9)[1:3] == (
        error,
        table.loc["macro_f1", "low"],
    )
    assert ordref.scorer("macro_f1", labels=[1, 2])
    assert r"$\mathrm{F1}_\mathrm{macro}$ ↑" in table.to_markdown()


def test_forecasts_have_their_scores_beside_the_measures_of_their_labels():
    """By hand: two of three right at the mode, the first of a tie."""
    true, third = ["low", "mid", "high"], 1 / 3
    P = [[0.6, 0.4, 0], [0.5, 0.5, 0], [0, 0, 1]]
    expected = {
        "mae": third, "ranked_probability_score": (0.16 + 0.25) / 3, "ccr": 2 * third,
        "brier_score": (0.32 + 0.5) / 3,
        "logarithmic_score": -np.log(0.6 * 0.5) / 3,
    }  # fmt: skip
    given = {"labels": LOW_TO_HIGH, "measures": [*expected]}
    table = evaluate(true, probabilities=P, **given)
    assert table["value"].to_dict() == pytest.approx(expected)
    assert list(table.index) == [*expected]
    ends = table.loc["logarithmic_score", ["least", "greatest", "better", "status"]]
    assert ends.tolist() == [0, np.inf, "low", "computed"]
    assert r"| $\mathrm{BS}$ ↓ | Brier score | 0.273 | 0 to 2 |" in table.to_markdown()
    # What is predicted may be told.
    table = evaluate(true, true, probabilities=P, **given)
    assert table["value"].to_dict() == pytest.approx(expected | {"mae": 0, "ccr": 1})
    # All, and of models.
    proper = ["ranked_probability_score", "brier_score", "logarithmic_score"]
    assert (
        list(evaluate(true, probabilities=P, labels=LOW_TO_HIGH).index)
        == SHOWN + proper
    )
    models = {"a": P, "sure": np.eye(3)}
    table = evaluate(true, probabilities=models, **given)
    assert table.loc["a"].to_dict() == pytest.approx(expected)
    assert table.loc["sure"].tolist() == [0, 0, 1, 0, 0]
    assert table.attrs["range"]["brier_score"] == (0, 2)
    turned = evaluate(
        true,
        {"sure": true, "a": true},
        probabilities=models,
        **given | {"measures": ["rps"]},
    )
    assert turned.index.tolist() == ["sure", "a"]
    assert turned["ranked_probability_score"].tolist() == pytest.approx([0, 0.41 / 3])
    # An order that the truth brings, and an interval of what is a function of the matrix.
    table = evaluate(
        ordered(true), probabilities=P, measures=["rps", "mae"], interval=0.9
    )
    assert table["low"].isna().tolist() == [True, False]


# ------------------------------------------------------------------- intervals


@pytest.mark.parametrize(("K", "asked"), [(6, ["mae", "co"]), (7, ["mae", "ccr"])])
def test_what_is_searched_has_intervals_up_to_six_classes(K, asked, monkeypatch):
    """Beyond, what the matrix is refused for is still said."""
    seen = []

    def sure(measure, n, *, level):
        seen.append(getattr(measure, "name", measure).removesuffix("_correlation"))
        return ordref.uncertainty.single.Interval(0.5, 0.1, 0.3, level)

    monkeypatch.setattr(TABLE, "sure", sure)
    found = TABLE.ends(hard(K), ["mae", "co_correlation"], 0.75)
    assert seen == asked
    assert found["mae"].high == 0.75
    assert np.isnan(found["co_correlation"]).all() == (K == 7)
    monkeypatch.setattr(TABLE, "sure", Mock(side_effect=TooLargeError))
    assert np.isnan(TABLE.ends(hard(3), ["uoc"], 0.9)["uoc"]).all()


@pytest.mark.parametrize("of", ["dict", "labels", "frame", "stack", "stack of stacks"])
def test_models_have_intervals_beside_their_values(of):
    """A row for each model; of each measure the value and the two ends."""
    models = {"forest": FOREST, "svm": SVM}
    true, preds = unrolled(SVM)[0], {m: unrolled(cm)[1] for m, cm in models.items()}
    frames = [pd.DataFrame({"t": true, "p": pred, "m": m}) for m, pred in preds.items()]
    given, places = {
        "dict": ([models], models),
        "labels": ([true, preds], models),
        "frame": ([ordref.from_frame(pd.concat(frames), "t", "p", by="m")], models),
        "stack": ([[FOREST, SVM]], [0, 1]),
        "stack of stacks": ([[[FOREST, SVM]]], [(0, 0), (0, 1)]),
    }[of]
    names = ["mae", "spearman", "uoc"]
    table = evaluate(*given, measures=names, interval=0.9)
    assert list(table.index) == list(places)
    three = ["value", "low", "high"]
    assert list(table.columns) == [(name, each) for name in names for each in three]
    for place, cm in zip(places, models.values(), strict=True):
        for name in names:
            found = ordref.interval(name, cm, level=0.9)
            expected = [getattr(found, each) for each in three]
            assert table.loc[place][name].tolist() == pytest.approx(
                expected, nan_ok=True
            )
    plain = evaluate(*given, measures=names)
    pd.testing.assert_frame_equal(table.xs("value", axis=1, level=1), plain)
    assert table.attrs == plain.attrs
    empty = evaluate(np.zeros((0, 3, 3)), measures=names, interval=0.9)
    assert (empty.shape, set(empty.dtypes)) == ((0, 9), {np.dtype(float)})


# ------------------------------------------------------------------- what is searched


def test_a_search_may_spend_a_sixteenth_and_ends_at_300_classes(monkeypatch):
    # The budget of a call is never felt by one matrix.
    assert 64 * 4 * TABLE.BUDGET <= _work.ALL
    asked = []

    def found(cm, kind, budget):
        asked.append((kind, len(cm), 64 * budget))
        return functional.FunctionalCorrelation(0.5, cm, cm, 0.5, None), 0

    monkeypatch.setattr(_work, "counted", found)
    for K in (300, 301):
        table = evaluate([np.eye(K)] * 2, measures=["co_correlation"])
        computed = K == 300
        assert table["co_correlation"].notna().all() == computed
        assert table.attrs["not computed"] == (
            {} if computed else {"co_correlation": [0, 1]}
        )
    assert asked == [("co", 300, _search.BUDGET)] * 2


def test_all_searches_of_a_call_share_one_budget(monkeypatch):
    """What it does not reach is not computed, and what is undefined stays undefined."""
    cm, one_class = hard(5), np.diag([3, 0, 0, 0, 0])
    whole = evaluate([cm])
    spent = sum(
        _work.START + functional.counted(cm, kind, TABLE.BUDGET)[1]
        for kind in ("anti", "co", "id", "ii")
    )
    monkeypatch.setattr(_work, "ALL", 2 * spent)
    with pytest.warns(UserWarning, match="are not computed") as told:
        table = evaluate([cm, one_class, cm, cm, one_class])
    assert [each.filename for each in told] == [__file__]
    searched = [name for name in SHOWN if MEASURES[name].searches]
    assert set(table.attrs["not computed"]) == set(searched)
    for name in searched:
        # the second took little, so that something was left of what two may take
        assert table.attrs["not computed"][name][-1] == 3
        assert table[name].iloc[0] == whole[name].iloc[0]
        assert table[name].isna().tolist() == [
            k in (1, 4) or k in table.attrs["not computed"][name] for k in range(5)
        ]
    monkeypatch.setattr(_work, "ALL", 1)
    with pytest.warns(UserWarning, match="the last 2 matrices, .* are not computed"):
        found = values(np.array([cm] * 3), ["mon_correlation", "co_correlation", "mae"])
    low, high = found.given_up["mon_correlation"][2,]
    assert (low, high) == (0, 1)
    assert found.given_up["co_correlation"][2,] == (-1, 1)
    assert not np.isnan(found.values["mae"]).any()


def test_half_a_minute_of_searches_is_told_of(monkeypatch):
    monkeypatch.setattr(_work, "SOON", 0)
    monkeypatch.setattr(_work, "LONG", 0)
    with pytest.warns(
        UserWarning, match="correlations of 3 matrices .* takes about"
    ) as told:
        evaluate([CM] * 3)
    assert [each.filename for each in told] == [__file__]
    with pytest.warns(UserWarning, match="of 3 matrices .* measures= can") as told:
        evaluate([CM] * 3, measures=["ii_correlation"], interval=0.9)
    assert [each.filename for each in told] == [__file__] * 2  # the ends, the values
    for options in ({}, {"interval": 0.9}):
        evaluate(
            [CM] * 3, measures=["mae"], **options
        )  # a warning would be an error here
        evaluate(CM, **options)


def test_a_search_that_fails_does_not_take_the_table_with_it():
    """The entries are too far apart for whole numbers, and for nothing else."""
    far = [[1e-300, 1, 5e-324], [1, 1e-200, 1], [1e-30, 1e10, 1e-20]]
    table = evaluate(far)
    given_up = table["status"] == "not computed"
    assert list(table.index[given_up]) == [n for n in SHOWN if MEASURES[n].searches]
    assert table.loc["mae", "value"] == ordref.mae(far)
    assert tuple(table.loc["co_correlation", ["least", "greatest"]]) == (-1, 1)
    assert tuple(table.loc["mon_correlation", ["least", "greatest"]]) == (0, 1)
    stack = evaluate([CM, far])
    assert stack.attrs["not computed"]["ii_correlation"] == [1]
    assert stack.loc[0, "ii_correlation"] == ordref.ii_correlation(CM)


# ------------------------------------------------------------------- named models


def test_models_have_their_names():
    models = {"svm": SVM, "forest": FOREST}
    table = evaluate(models, measures=["mae", "oci"])
    assert list(table.index) == ["svm", "forest"]
    assert table.loc["forest", "mae"] == ordref.mae(FOREST)
    assert table.attrs["range"]["mae"] == (0, 2)
    assert table.attrs["better"] == {"mae": "low", "oci": "low"}
    names, stack = TABLE.named_matrices(models)
    assert (names, stack.tolist()) == (["svm", "forest"], [SVM, FOREST])
    with refuses("matrices must be a dict from names to confusion matrices"):
        TABLE.named_matrices([SVM, FOREST])


def test_predictions_of_models_share_their_truth_and_their_classes():
    true = [1, 2, 3, 3]
    preds = {"svm": [1, 2, 2, 2], "forest": [1, 2, 4, 1]}
    table = evaluate(true, preds)
    for name, pred in preds.items():
        cm = confusion_matrix(true, pred, labels=[1, 2, 3, 4])
        assert table.loc[name, "oci"] == ordref.oci(cm)
    words = {name: [LOW_TO_HIGH[k % 3] for k in pred] for name, pred in preds.items()}
    spoken = evaluate([LOW_TO_HIGH[k % 3] for k in true], words, labels=LOW_TO_HIGH)
    assert list(spoken.index) == ["svm", "forest"]


def test_names_stay_what_they_are():
    """Those of groups, and those that floats would merge."""
    table = evaluate({("a", 1): SVM, ("b", 2): FOREST}, measures=["mae"])
    assert list(table.index) == [("a", 1), ("b", 2)]
    assert table.index.nlevels == 1
    names = [2**53, 2**53 + 1, 0.5]
    table = evaluate(dict.fromkeys(names, SVM), measures=["mae"])
    assert table.index.tolist() == names
    assert len(set(table.index)) == 3
    ordered = evaluate(dict.fromkeys([2, 1], SVM), measures=["mae"])
    assert ordered.index.dtype == np.int64


# ------------------------------------------------------------------- text to paste


@pytest.mark.parametrize("as_text", ["to_markdown", "to_latex"])
def test_a_text_is_not_written_to_a_file_and_has_its_index(as_text, tmp_path):
    table = evaluate(CM, measures=["mae"])
    for wrong in ("out.md", tmp_path / "out.md", None, 2.5, True, -1):
        with refuses(
            rf"digits must be a whole number.*write_text\(table.{as_text}\(\)"
        ):
            getattr(table, as_text)(wrong)
    with refuses(rf"{as_text} takes digits=, not index=.*DataFrame\(table\).{as_text}"):
        getattr(table, as_text)(index=False)
    with refuses(rf"{as_text} takes digits=, not buf="):
        getattr(table, as_text)(buf="out.md")
    assert getattr(table, as_text)(np.int64(3)) == getattr(table, as_text)()
    assert list(tmp_path.iterdir()) == []


def test_what_is_pasted_is_what_is_stored():
    stored = Path(__file__).with_name("pasted.txt")
    ran = doctest.testfile(str(stored), module_relative=False, encoding="utf-8")
    assert (ran.failed, ran.attempted > 20) == (0, True)


# ------------------------------------------------------------------- shares of rows


def test_rows_that_sum_to_one_have_lost_the_classes():
    counts = np.array([[90.0, 10], [1, 4]])
    shares = counts / counts.sum(axis=1, keepdims=True)
    with pytest.warns(UserWarning, match="lost how frequent the classes are"):
        table = evaluate(shares)
    assert table.loc["mae", "value"] != ordref.mae(counts)
    with pytest.warns(UserWarning, match="lost how frequent"):
        evaluate({"a": counts, "b": np.round(shares, 3)})
    # Classes without observations have no share, and one of several is enough.
    for given in (
        [[0.5, 0.5, 0], [0, 0, 0], [0, 0.2, 0.8]],
        [np.eye(2), np.eye(2), [[0.9, 0.1], [0.4, 0.6]]],
    ):
        with pytest.warns(UserWarning, match="lost how frequent") as told:
            evaluate(given, measures=["mae"])
        assert told[0].filename == __file__


def test_other_matrices_are_read_in_silence():
    """A warning would be an error here."""
    for cm in (
        np.eye(3),
        [[1, 0], [1, 0]],
        [[0.5, 0.2], [0.1, 0.2]],
        [[1.0]],
        [[0.5, 0.5], [0, 0]],
        [[0.5, 0.5], [0.3, 0.1]],
        [[0.9, 0.102], [0.1, 0.9]],
        [np.eye(2)] * 3,
    ):
        evaluate(cm)


def test_a_crosstab_of_predictions_in_rows_is_refused():
    frame = pd.DataFrame({"true": [1, 2, 2], "pred": [1, 2, 1]})
    turned = pd.crosstab(frame["pred"], frame["true"])
    with refuses("the rows of cm are called 'pred': .* give cm.T"):
        evaluate(turned)
    assert evaluate(turned.T).loc["ccr", "value"] == pytest.approx(2 / 3)
    assert evaluate(pd.crosstab(frame["true"], frame["pred"])).shape[0] > 20
    both = turned.rename_axis(index="pred A", columns="pred B")  # two predictions
    assert evaluate(both).loc["ccr", "value"] == pytest.approx(2 / 3)


# ------------------------------------------------------------------- what is not installed


def test_without_pandas_it_says_what_to_install():
    code = "import sys; sys.modules['pandas'] = None; import ordref; ordref.evaluate([[1]])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.stderr.endswith(
        "ImportError: evaluate makes a pandas table: install ordref[table]\n"
    )
