"""Names that no measure has: what may be meant is said first."""

import pytest

import ordref
from ordref._names import instead
from ordref.catalogue import MEASURES
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
    ],
)
def test_what_may_be_meant_comes_first(name, meant):
    all_of_them = ", ".join(MEASURES)
    assert instead(name, MEASURES) == f"; did you mean {meant}? There are {all_of_them}"


@pytest.mark.parametrize("name", ["zzyzx", "", "'", 3])
def test_nothing_is_meant_by_what_is_like_no_name(name):
    assert instead(name, MEASURES) == f"; there are {', '.join(MEASURES)}"


def test_only_what_can_be_had_is_offered():
    assert (
        instead("accuracy", ["ccr", "mae"]) == "; did you mean ccr? There are ccr, mae"
    )
    assert instead("accuracy", iter(["mae"])) == "; there are mae"


def test_at_most_four_are_offered():
    offered, _, _ = instead("correlation", MEASURES).partition("?")
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
