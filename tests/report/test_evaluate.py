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
from bad import refuses
from small import hard, random_matrices, unrolled, within

import ordref
from ordref import definitions, evaluate
from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.panel import REPORT
from ordref.instruments.report import work as _work
from ordref.instruments.report.values import SHOWN, values_of
from ordref.matrices.check import TooLargeError
from ordref.measures import functional
from ordref.search import search as _search

# `ordref.evaluate` is the function; this is its module.
TABLE = import_module("ordref.instruments.report.values")
CM = SVM = [[4, 1, 0], [2, 6, 1], [0, 1, 1]]
FOREST = [[5, 0, 0], [1, 7, 1], [0, 2, 0]]


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
    assert {type(v) for v in values_of(np.array(CM), SHOWN).computed.values()} == {
        float
    }


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

    monkeypatch.setattr(_work, "searched_and_spent", found)
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
        "searched_and_spent",
        lambda cm, kind, budget: (
            calls.append(kind) or functional.searched_and_spent(cm, kind, budget)
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


# ------------------------------------------------------------------- intervals


@pytest.mark.parametrize(("K", "asked"), [(6, ["mae", "co"]), (7, ["mae"])])
def test_what_is_searched_has_intervals_up_to_six_classes(K, asked, monkeypatch):
    """Beyond, what the matrix is refused for is still said."""
    seen = []

    def sure(measure, n, *, level):
        seen.append(getattr(measure, "name", measure).removesuffix("_correlation"))
        return ordref.instruments.uncertainty.single.Interval(0.5, 0.1, 0.3, level)

    monkeypatch.setattr(TABLE, "interval", sure)
    (found,) = TABLE.intervals_of(hard(K), ["mae", "co_correlation"], 0.75, [""])
    assert seen == asked
    assert found["mae"].high == 0.75
    assert np.isnan(found["co_correlation"]).all() == (K == 7)
    with refuses("svm: cm has .* give counts"):
        TABLE.intervals_of(hard(K) / 2, ["co_correlation"], 0.75, ["svm: "])
    monkeypatch.setattr(TABLE, "interval", Mock(side_effect=TooLargeError))
    (found,) = TABLE.intervals_of(hard(3), ["uoc"], 0.9, [""])
    assert np.isnan(found["uoc"]).all()


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
    assert table.attrs["warnings"]
    assert all("UOC: class 3 has" in doubt for doubt in table.attrs["warnings"])
    assert table.attrs | {"warnings": []} == plain.attrs
    empty = evaluate(np.zeros((0, 3, 3)), measures=names, interval=0.9)
    assert (empty.shape, set(empty.dtypes)) == ((0, 9), {np.dtype(float)})


# ------------------------------------------------------------------- what is searched


@pytest.mark.parametrize("name", ["macro_precision", "macro_recall", "macro_f1"])
def test_what_is_shown_on_request_has_the_interval_of_its_name(name):
    """Also where a class is absent, which a mean over classes does not let appear."""
    cm = [[20, 4, 1, 0], [5, 30, 5, 0], [0, 6, 29, 0], [0, 0, 0, 0]]
    table = evaluate(cm, measures=[name], interval=0.95)
    wanted = ordref.interval(name, cm)[:4]
    assert tuple(table.loc[name, ["value", "standard_error", "low", "high"]]) == wanted


def test_a_search_may_spend_a_64th_and_ends_at_300_classes(monkeypatch):
    # The budget of a call is never felt by one matrix.
    assert 64 * 4 * TABLE.BUDGET <= _work.ALL
    asked = []

    def found(cm, kind, budget):
        asked.append((kind, len(cm), 64 * budget))
        return functional.FunctionalCorrelation(0.5, cm, cm, 0.5, None), 0

    monkeypatch.setattr(_work, "searched_and_spent", found)
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
        _work.START + functional.searched_and_spent(cm, kind, TABLE.BUDGET)[1]
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
        found = values_of(
            np.array([cm] * 3), ["mon_correlation", "co_correlation", "mae"]
        )
    low, high = found.not_computed["mon_correlation"][2,]
    assert (low, high) == (0, 1)
    assert found.not_computed["co_correlation"][2,] == (-1, 1)
    assert not np.isnan(found.computed["mae"]).any()


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
        evaluate(3 * np.array(CM), **options)


# ------------------------------------------------------------------- sessions


@pytest.mark.parametrize("name", ["pasted", "refused"])
def test_what_is_said_is_what_is_stored(name):
    """Tables and messages; of scorers and drawings, too."""
    stored = str(Path(__file__).with_name(f"{name}.txt"))
    ran = doctest.testfile(stored, module_relative=False, encoding="utf-8")
    assert (ran.failed, ran.attempted > 70) == (0, True)


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


# ------------------------------------------------------------------- shares of rows


def test_rows_that_sum_to_one_have_lost_the_classes():
    counts = np.array([[90.0, 10], [1, 4]])
    shares = counts / counts.sum(axis=1, keepdims=True)
    with pytest.warns(UserWarning, match="class frequencies are lost"):
        table = evaluate(shares)
    assert table.loc["mae", "value"] != ordref.mae(counts)
    with pytest.warns(UserWarning, match="class frequencies are lost"):
        evaluate({"a": counts, "b": np.round(shares, 3)})
    # Classes without observations have no share, and one of several is enough.
    for given in (
        [[0.5, 0.5, 0], [0, 0, 0], [0, 0.2, 0.8]],
        [np.eye(2), np.eye(2), [[0.9, 0.1], [0.4, 0.6]]],
    ):
        with pytest.warns(UserWarning, match="class frequencies are lost") as told:
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
        "ImportError: evaluate needs pandas: install ordref[table]\n"
    )


# ------------------------------------------------------------------- the short answer


def test_the_report_is_what_the_guide_puts_first_with_intervals():
    cm = np.array(CM)
    table = evaluate(cm, measures="report")
    assert list(table.index) == list(REPORT)
    assert 2 < len(REPORT) <= 5
    for name in REPORT:
        row, found = table.loc[name], ordref.interval(name, cm, level=0.95)
        assert (row["value"], row["low"], row["high"]) == (
            MEASURES[name](cm), found.low, found.high,
        )  # fmt: skip
        assert row["blind_to"] == MEASURES[name].blind
    pd.testing.assert_frame_equal(
        table.drop(columns="blind_to"), evaluate(cm, measures=REPORT, interval=0.95)
    )
    wide = evaluate(cm, measures="report", interval=0.99)
    assert (wide["high"] - wide["low"] > table["high"] - table["low"]).all()
    assert "too high or too low; a rare class |" in table.to_markdown()


def test_the_report_of_shares_has_no_intervals_and_of_models_three_columns():
    cm = np.array(CM)
    shares = evaluate(cm / cm.sum(), measures="report")
    assert "low" not in shares.columns
    assert shares.loc["mae", "value"] == pytest.approx(MEASURES["mae"](cm))
    models = evaluate({"a": cm, "b": cm.T}, measures="report")
    assert list(models.columns) == [
        (name, part) for name in REPORT for part in ("value", "low", "high")
    ]
    assert models.attrs["blind_to"] == {name: MEASURES[name].blind for name in REPORT}
    y, two = [1, 2, 3, 1] * 2, {"a": [1, 2, 2, 1] * 2, "b": [1, 2, 3, 2] * 2}
    compared = evaluate(y, two, measures="report", versus="a")
    assert [name for _, name in compared.index] == list(REPORT)
    with pytest.raises(ValueError, match="give \\['reports'\\]"):
        evaluate(cm, measures="reports")


def test_what_makes_an_interval_doubtful_stands_with_the_table():
    """As the attribute of `interval` says, each reason once, with the model or the place."""
    cm = np.array([[20, 4, 1], [5, 30, 5], [1, 0, 2]])
    names = ["mae", "amae", "amse"]
    reason = ordref.interval("amae", cm).warning
    assert reason
    assert ordref.interval("mae", cm).warning == ""
    table = evaluate(cm, measures=names, interval=0.9)
    assert table.attrs["warnings"] == [f"AMAE, AMSE: {reason}"]
    two = evaluate({"a": cm * 5, "b": cm}, measures=names, interval=0.9)
    assert two.attrs["warnings"] == [f"'b': AMAE, AMSE: {reason}"]
    assert evaluate(cm, measures=names).attrs["warnings"] == []
