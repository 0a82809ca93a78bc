"""Right code passes; wrong values at the edges and what is no number are told."""

import sys
import time
import warnings
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
from kit import every_measure, names, refused, zero_for_nan

import ordref
from ordref import confusion_matrix
from ordref.catalogue import MEASURES
from ordref.verify import check

# ------------------------------------------------------------------- right code


@every_measure
def test_the_measure_itself_passes(name):
    report = check(MEASURES[name], name)
    assert report.passed, str(report)
    assert report.small == 256
    assert (report.causes, report.smallest, report.broken) == ([], [], [])
    assert set(names(report, "pass")) == {r.name for r in report.results}


@pytest.mark.parametrize(
    "name",
    [n for n, m in MEASURES.items() if m.function.__module__ != "ordref.functional"],
)
def test_the_measure_of_labels_passes(name):
    """Where labels do not tell the number of classes, the case is not run."""
    measure = MEASURES[name]

    def of_labels(true, pred):
        n = confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
        return measure(n)

    report = check(of_labels, name, given="labels")
    assert report.passed, str(report)
    told = set(names(report, "not run"))
    assert {"int32", "huge 1e9", "huge 1e14", "proportions"} <= told
    assert ("far apart" in names(report, "pass")) == (measure.max_classes >= 18)
    ends = {"unseen last class", "one cell, a hit", "constant classifier at an end"}
    of_all_classes = name.startswith(("oci", "stuart_tau_c", "gwet_ac2"))
    assert ends & told == (set() if not of_all_classes else ends - {
        "constant classifier at an end"})  # fmt: skip


def test_another_implementation_passes():
    def by_hand(cm):
        total = away = 0
        for r, row in enumerate(cm.tolist()):
            for c, count in enumerate(row):
                total, away = total + count, away + count * abs(r - c)
        return Fraction(away) / Fraction(total)

    report = check(by_hand, "mae")
    assert report.passed
    assert names(report, "pass")[-1] == "nothing"  # ZeroDivisionError is a refusal


def test_a_result_object_is_read():
    report = check(scipy.stats.kendalltau, "kendall_tau_b", given="labels")
    assert report.passed, str(report)


def test_input_is_fresh_in_every_call_and_a_change_of_it_is_noticed():
    def greedy(cm):
        value = ordref.mae(cm)
        cm[:] = 0
        return value

    report = check(greedy, "mae")
    assert names(report) == []
    assert not report.passed
    assert report.changes == str(report.results[0].cm)
    assert "it changes its argument: [[2, 0, 1]" in str(report)
    assert report.causes == ["it works on its argument itself: take a copy first"]


def test_sorting_the_labels_in_place_is_noticed():
    def greedy(true, pred):
        value = abs(true.astype(int) - pred).mean() if len(true) else np.nan
        pred.sort()
        return value

    assert check(greedy, "mae", given="labels").changes


def interrupted():
    """Not by `exec`, of which Python remembers it, and ends with the status of a signal."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("end", [lambda: sys.exit(0), interrupted])
def test_a_function_that_ends_the_program_fails_everywhere(end):
    def leaves(cm):
        if cm.sum() == 0 or len(cm) == 1:
            end()
        return ordref.mae(cm)

    report = check(leaves, "mae")
    assert names(report) == ["one class", "nothing"]  # where an error would do, too
    assert "tried to end the program" in str(report)
    assert "tried to end the program" in report.causes[0]


def test_a_function_that_does_not_answer_is_given_up_with_the_case_named():
    def waits(cm):
        while len(cm) == 2:
            time.sleep(0.01)
        return ordref.mae(cm)

    started_at = time.perf_counter()
    report = check(waits, "mae", seconds=0.5)
    assert time.perf_counter() - started_at < 20
    assert not report.passed
    assert (
        report.lost == "it gave no answer within 0.5 s: two classes, [[5, 2], [1, 3]]"
    )
    assert f"stopped: {report.lost}" in str(report)
    assert "two classes" not in [r.name for r in report.results]
    assert report.failing == []


def test_filters_of_warnings_are_as_before():
    before = list(warnings.filters)
    check(lambda cm: time.sleep(9), "mae", seconds=0.05)
    assert warnings.filters == before


def test_warnings_of_the_function_are_no_failure():
    def loud(true, pred):
        with np.errstate(all="warn"):
            return np.corrcoef(true, pred)[0, 1]

    assert check(loud, "pearson", given="labels").passed


# ------------------------------------------------------------------- the edges


def in_its_own_type(n):
    """Sums in the type of the counts, as compiled languages do."""
    return np.einsum("ii", n) / n.sum(dtype=n.dtype)


def pairs_in_int64(n):
    with np.errstate(over="ignore"):
        n = n.astype(np.int64)
        N = n.sum()
        t, p = n.sum(axis=1), n.sum(axis=0)
        top = sum(
            n[r, c] * (n[r + 1 :, c + 1 :].sum() - n[r + 1 :, :c].sum())
            for r, c in np.ndindex(n.shape)
        )
        x, y = (N * N - (t * t).sum()) // 2, (N * N - (p * p).sum()) // 2
        return top / np.sqrt(float(x)) / np.sqrt(float(y)) if x and y else np.nan


def seen(n):
    kept = (n.sum(axis=0) > 0) | (n.sum(axis=1) > 0)
    return n[np.ix_(kept, kept)]


# A wrong function that fails the case, and the cases that it fails.
EDGES = {
    "uint8": ("ccr", lambda n: in_its_own_type(refused(n)), "wraps around"),
    "far apart": ("mse", lambda n: ordref.mse(n) if len(n) < 17 else np.einsum(
        "rc,rc->", n, np.subtract.outer(*[np.arange(len(n), dtype="uint8")] * 2) ** 2,
        dtype=float) / n.sum(), "wraps around"),
    "int32": ("r_int", lambda n: ordref.r_int(
        n if n.dtype != "int32" else n.astype("int16").astype(int) % 2**15), "wraps around"),
    "huge 1e14": ("kendall_tau_b", lambda n: pairs_in_int64(refused(n)), "wraps around"),
    "proportions": ("ccr", lambda n: ordref.ccr(np.ceil(n)),
                    "shares are taken for whole counts"),
    "nothing": ("mae", lambda n: ordref.mae(n) if n.sum() else 0.0,
                "nothing to measure"),
    "constant classifier": ("spearman", lambda n: zero_for_nan(ordref.spearman(n)),
                            "0 where the measure is 0/0"),
    "single observation, a hit": ("r_int", lambda n: 1.0 if n.sum() == 1 else
                                  ordref.r_int(n), "1 where the measure is 0/0"),
    "absent class": ("mmae", lambda n: ordref.mmae(n) if n.sum(axis=1).all() else
                     ordref.mmae(n) * np.nan, "whole undefined"),
    "unseen middle class": ("mae", lambda n: ordref.mae(seen(refused(n))),
                            "taken from the data"),
    "unseen class among three": ("weighted_kappa", lambda n: ordref.weighted_kappa(
        seen(refused(n))), "taken from the data"),
    "one class": ("oci", lambda n: ordref.oci(n) if len(n) > 1 else 1 / 0, "raised"),
    "untied": ("spearman", lambda n: ordref.spearman(n) if n.max() > 1 else 0.0, None),
}  # fmt: skip


@pytest.mark.parametrize("case", EDGES)
def test_each_edge_can_fail(case):
    name, function, cause = EDGES[case]
    report = check(function, name)
    assert case in names(report), str(report)
    assert "two classes" in names(report, "pass")
    assert cause is None or any(cause in text for text in report.causes), str(report)


def test_what_was_expected_is_in_the_report():
    """The smallest error of two classes is 1; no kappa is defined for one class."""
    report = check(lambda cm: 2 * ordref.mae(cm), "mae")
    assert [r.expected for r in report.smallest] == ["1"]
    assert ": 2, expected 1\n" in f"{report}\n"
    report = check(
        lambda cm: np.nan_to_num(ordref.weighted_kappa(cm)), "weighted_kappa"
    )
    assert "expected nan" in str(report)


def test_an_error_where_the_measure_is_undefined_is_no_failure():
    def strict(cm):
        value = ordref.spearman(cm)
        if value != value:
            raise ZeroDivisionError("all ranks are the same")
        return value

    report = check(strict, "spearman")
    assert report.passed
    assert "constant classifier" in names(report, "declined")
    assert "as good as nan" in str(report)


def test_an_error_for_shares_is_no_failure():
    def counts_only(cm):
        if cm.dtype.kind == "f":
            raise TypeError("counts, please")
        return ordref.mae(cm)

    report = check(counts_only, "mae")
    assert report.passed
    assert names(report, "declined") == ["proportions"]


# ------------------------------------------------------------------- what came is no number


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returned None"),
        ("0.5", "returned '0.5'"),
        ([0.5, 0.5], r"returned an array of shape (2,)"),
        (1j, "returned a complex number, 1j"),
        (SimpleNamespace(value=1), "raised TypeError"),
    ],
)
def test_what_is_no_number_is_said(returned, message):
    report = check(lambda cm: returned, "mae")
    assert not report.passed
    assert message in report.causes[0]


def test_a_function_of_labels_given_a_matrix_is_told_so():
    report = check(sklearn.metrics.mean_absolute_error, "mae")
    assert "--input labels gives true and predicted labels" in report.causes[0]
    report = check(lambda cm: 0.0, "mae", given="labels")
    assert "--input matrix gives one matrix" in report.causes[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kappa",), "no measure is called 'kappa'"),
        (("mae",), 'given must be "matrix" or "labels"'),
    ],
)
def test_misuse_is_refused(arguments, message):
    given = "matrix" if arguments == ("kappa",) else "pairs"
    with pytest.raises(ValueError, match=message):
        check(ordref.mae, *arguments, given=given)


@pytest.mark.parametrize(
    ("function", "seconds", "message"),
    [
        ("mae", 1, "function must be callable, not 'mae'"),
        (ordref.mae, 0, "seconds must be a positive number, not 0"),
        (ordref.mae, "1", "seconds must be a positive number, not '1'"),
        (ordref.mae, None, "seconds must be a positive number, not None"),
        (ordref.mae, float("nan"), "seconds must be a positive number, not nan"),
    ],
)
def test_what_cannot_be_called_is_refused(function, seconds, message):
    with pytest.raises(ValueError, match=message):
        check(function, "mae", seconds=seconds)
