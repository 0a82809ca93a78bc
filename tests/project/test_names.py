"""Names that no measure has: what may be meant is said first."""

import subprocess
import sys
from dataclasses import replace

import pytest

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.catalogue.synonyms import advice_on_name
from ordref.verify import check

CM = [[4, 1], [2, 3]]
QUADRATIC = r"'qwk'.*; did you mean weighted_kappa_quadratic\? There are ccr, mer, "


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("QWK", "weighted_kappa_quadratic"),
        ("Zero-One Loss", "mer"),
        ("Somers' D", "somers_d or somers_d_true"),
        ("tau_b", "kendall_tau_b"),
        ("accuracy", "ccr or balanced_accuracy or accuracy_within"),
        ("Tau", "kendall_tau_b or stuart_tau_c"),
        ("rho", "spearman"),
        ("recall", "minimum_sensitivity or balanced_accuracy"),
        ("mean_absolute_error", "mae or amae or mmae"),
        ("weigthed_kappa", "weighted_kappa or weighted_pi"),
        ("spearmanr", "spearman or pearson"),
        ("mea", "mae or geometric_mean_sensitivity or mer or mse"),
        ("ICC", "weighted_kappa_quadratic or pearson"),
        ("macro_recall", "balanced_accuracy"),
        ("accuracy_score", "ccr or balanced_accuracy or accuracy_within"),
    ],
)
def test_what_may_be_meant_comes_first(name, meant):
    all_of_them = ", ".join(MEASURES)
    assert (
        advice_on_name(name, MEASURES)
        == f"; did you mean {meant}? There are {all_of_them}"
    )


FUNCTIONS = {
    "ranked_probability_score": ["crps", "rps", "RPS", "ranked probability score"],
    "ranked_probability_skill_score": ["rpss", "RPSS", "skill score"],
    "logarithmic_score": ["log_loss", "log-loss", "Cross Entropy"],
    "brier_score": ["brier", "Brier score"],
    "precision_per_class": ["precision", "macro_precision", "precision_score"],
    "f1_per_class": ["f1", "F1", "macro_f1", "f1_macro", "macro-F1", "f1_score"],
}


@pytest.mark.parametrize(("function", "names"), FUNCTIONS.items())
def test_a_function_that_is_no_measure_is_offered_as_such(function, names):
    said = f"; it is a function, ordref.{function}. There are mae"
    assert advice_on_name(function, ["mae"]) == said
    for name in names:
        said = advice_on_name(name, ["mae"])
        assert said == (
            f"; did you mean {function}? That is a function, ordref.{function}. There are mae"
        ), name
        with pytest.raises(AttributeError) as told:
            getattr(ordref, name)
        end = f"has no attribute {name!r}; did you mean {function}?"
        assert str(told.value).endswith(end), name


def test_a_row_for_the_mean_of_classes_is_offered_beside_the_function(monkeypatch):
    row = replace(MEASURES["ccr"], name="macro_f1", symbol="F1", title="macro F1")
    monkeypatch.setitem(MEASURES, "macro_f1", row)
    for name, meant in ("f1", "f1_per_class or macro_f1"), ("f1_macro", "macro_f1"):
        assert advice_on_name(name, MEASURES).startswith(f"; did you mean {meant}? "), (
            name
        )


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("qwk", "weighted_kappa_quadratic? That is weighted_kappa(cm, weights='quadratic')."),
        ("icc", "weighted_kappa_quadratic or pearson? "
         "weighted_kappa_quadratic is weighted_kappa(cm, weights='quadratic')."),
        ("mea", "mae or geometric_mean_sensitivity or mer or mse?"),
        ("confusion_matrx", "confusion_matrix?"),
        ("somers_d_true", "somers_d(cm, dependent='true')?"),
    ],
)  # fmt: skip
def test_an_attribute_that_does_not_exist_says_what_may_be_meant(name, end):
    code = f"import ordref\nordref.{name}"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    # Python's own guess, which goes by letters, does not follow.
    assert done.stderr.endswith(f"no attribute {name!r}; did you mean {end}\n")


def test_what_is_like_no_name_is_missed_as_in_any_module():
    for name in ("zzyzx", "__wrapped__", "_qwk"):
        assert not hasattr(ordref, name)
        with pytest.raises(AttributeError, match=f"no attribute '{name}'$"):
            getattr(ordref, name)
    with pytest.raises(ImportError, match="cannot import name 'qwk' from 'ordref'"):
        from ordref import qwk  # noqa: F401


@pytest.mark.parametrize("name", ["zzyzx", "", "'", 3])
def test_nothing_is_meant_by_what_is_like_no_name(name):
    assert advice_on_name(name, MEASURES) == f"; there are {', '.join(MEASURES)}"


def test_only_what_can_be_had_is_offered():
    assert (
        advice_on_name("accuracy", ["ccr", "mae"])
        == "; did you mean ccr? There are ccr, mae"
    )
    assert advice_on_name("accuracy", iter(["mae"])) == "; there are mae"


def test_at_most_four_are_offered():
    offered, _, _ = advice_on_name("correlation", MEASURES).partition("?")
    assert offered == "; did you mean mcc or spearman or pearson or sup_correlation"


@pytest.mark.parametrize(
    "asked",
    [
        lambda: ordref.evaluate(CM, measures=["qwk"]),
        lambda: ordref.interval("qwk", CM),
        lambda: ordref.scorer("qwk", labels=[1, 2]),
        lambda: check(ordref.weighted_kappa, "qwk"),
    ],
)
def test_whoever_asks_is_told(asked):
    with pytest.raises(ValueError, match=QUADRATIC):
        asked()
