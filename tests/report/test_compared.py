"""Models against one of them: the numbers of `difference`, p adjusted over the whole table."""

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

import ordref
from ordref import evaluate
from ordref.catalogue import MEASURES
from ordref.instruments.report.values import SHOWN

RNG = np.random.default_rng(5)
TRUE = RNG.integers(1, 4, 400)
MODELS = {
    name: np.clip(TRUE + RNG.integers(-1, 2, 400) * (RNG.random(400) < wrong), 1, 3)
    for name, wrong in (("svm", 0.4), ("forest", 0.3), (7, 0.35))
}
NAMES = ["mae", "weighted_kappa", "oci", "macro_f1"]


@pytest.mark.parametrize("level", [None, 0.8])
def test_each_row_is_a_difference(level):
    table = evaluate(TRUE, MODELS, measures=NAMES, versus="forest", interval=level)
    assert [*table.index] == [(model, name) for model in ("svm", 7) for name in NAMES]
    assert table.index.names == ["model", "measure"]
    for (model, name), row in table.iterrows():
        given = (TRUE, MODELS[model], MODELS["forest"])
        measure = ordref.instruments.catalogue.on_request.ROWS[name]
        sample = ordref.paired_sample(*given)
        found = ordref.difference(measure, sample, level=level or 0.95, rng=0)
        assert row[["value", "versus"]].tolist() == list(found.values)
        np.testing.assert_equal(row.iloc[2:7].tolist(), [*found])
        assert row["exact"] == found.exact
    assert table.attrs["note"] == "\n\np not adjusted"
    assert set(table["exact"]) == {True, False}


def test_all_p_values_of_a_table_are_adjusted_together():
    asked = {"measures": NAMES, "versus": "forest"}
    plain = evaluate(TRUE, MODELS, **asked)
    table = evaluate(TRUE, MODELS, **asked, adjust="holm")
    theirs = multipletests(plain["pvalue"], method="holm")[1]
    assert table["pvalue_holm"].tolist() == pytest.approx(theirs)
    assert (table["pvalue_holm"] > plain["pvalue"]).any()
    one = [
        evaluate(TRUE, MODELS, measures=[n], versus="forest", adjust="holm")
        for n in NAMES
    ]
    assert max(each["pvalue_holm"].min() for each in one) < table["pvalue_holm"].max()
    # Nothing else is another, and it says so wherever it is pasted.
    others = table.drop(columns="pvalue_holm")
    assert others.equals(plain.drop(columns="pvalue"))
    said = "\n\np adjusted by Holm, comparisons: 8; intervals are not adjusted"
    for part in (table, table.round(3), table[["pvalue_holm"]], table.loc[["svm"]]):
        assert part.to_markdown().endswith(said)
        assert part.to_latex().endswith(said)
    assert "comparisons" not in evaluate(TRUE, MODELS, measures=NAMES).to_markdown()


def test_an_undefined_p_value_is_no_look():
    """Kappa has no value for who always says the one class that there is."""
    models = {"sure": [2, 2, 2, 2, 2, 2], "other": [1, 1, 1, 1, 1, 1]}
    asked = {"measures": ["weighted_kappa", "mae"], "versus": "other", "labels": [1, 2]}
    table = evaluate([2] * 6, models, **asked, adjust="holm")
    assert table["pvalue_holm"].tolist() == pytest.approx([np.nan, 1 / 32], nan_ok=True)
    assert "comparisons: 1;" in table.attrs["note"]


def test_by_default_all_measures_that_need_no_search():
    table = evaluate(TRUE[:20], {k: y[:20] for k, y in MODELS.items()}, versus=7)
    names = [name for name in SHOWN if not MEASURES[name].searches]
    assert [*table.index] == [
        (model, name) for model in ("svm", "forest") for name in names
    ]
    searched = evaluate(
        [1, 2], {"a": [1, 2], "b": [2, 2]}, measures=["co_correlation"], versus="a"
    )
    assert [*searched.index] == [("b", "co_correlation")]


def test_the_classes_are_those_of_all_models():
    """Of the third class one model speaks only; AC2 and tau-c know how many classes there are."""
    true = [1, 2, 2, 1, 1]
    models = {"a": [1, 2, 1, 1, 1], "b": [1, 2, 2, 2, 1], "c": [3, 2, 2, 1, 1]}
    asked = {"measures": ["gwet_ac2", "stuart_tau_c"], "versus": "a"}
    table = evaluate(true, models, **asked)
    assert table.equals(evaluate(true, models, **asked, labels=[1, 2, 3]))
    two = ordref.difference(
        "gwet_ac2", ordref.paired_sample(true, models["b"], models["a"])
    )
    assert table.loc[("b", "gwet_ac2"), "value"] != pytest.approx(two.values[0])


def test_the_most_probable_class_of_forecasts_is_compared():
    P = {"a": np.eye(3)[MODELS["svm"] - 1], "b": np.eye(3)[MODELS["forest"] - 1]}
    asked = {"labels": [1, 2, 3], "versus": "b"}
    table = evaluate(TRUE, probabilities=P, measures=["mae"], **asked)
    labels = {"a": MODELS["svm"], "b": MODELS["forest"]}
    assert table.equals(evaluate(TRUE, labels, measures=["mae"], **asked))
    with pytest.raises(ValueError, match="'rps' scores forecasts, not labels"):
        evaluate(TRUE, probabilities=P, measures=["rps"], **asked)


@pytest.mark.parametrize(
    ("given", "asked", "said"),
    [
        ((TRUE, MODELS), {"versus": "knn"}, "not versus='knn'"),
        ((TRUE, MODELS), {"versus": ["svm"]}, r"not versus=\['svm'\]"),
        ((TRUE, {"svm": TRUE}), {"versus": "svm"}, "a dict y_pred of several"),
        ((TRUE, TRUE), {"versus": "svm"}, "a dict y_pred of several"),
        (({"svm": np.eye(2), "knn": np.eye(2)},), {"versus": "svm"}, "give y_true"),
        ((TRUE, MODELS), {"adjust": "holm"}, "not versus=None"),
        ((TRUE, MODELS), {"versus": "svm", "adjust": "fdr"}, "'holm', or nothing, not 'fdr'"),
        ((TRUE, MODELS), {"versus": "svm", "interval": 0}, "level must be between 0 and 1"),
        ((TRUE, MODELS), {"versus": "svm", "measures": ["mea"]}, "'mea', which has no row"),
        ((TRUE, {**MODELS, "x": TRUE[:3]}), {"versus": "svm"}, "'x'"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused(given, asked, said):
    with pytest.raises(ValueError, match=said):
        evaluate(*given, **asked)
