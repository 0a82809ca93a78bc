"""Right code passes; wrong values at the edges and what is no number are told."""

import os
import sys
import time
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from kit import every_measure, names

import ordref
from ordref import confusion_matrix
from ordref.catalogue import MEASURES
from ordref.instruments.verify import check, trial, vectors


@every_measure
def test_the_measure_itself_passes(name):
    report = check(MEASURES[name], name)
    assert report.passed, str(report)
    assert report.small == 256
    assert (report.causes, report.smallest, report.broken) == ([], [], [])
    assert set(names(report, "pass")) == {r.name for r in report.results}


@pytest.mark.parametrize("name", [n for n in MEASURES if "_correlation" not in n])
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


def test_a_change_of_the_argument_is_noticed():
    def greedy(cm):
        value = ordref.mae(cm)
        cm[:] = 0
        return value

    report = check(greedy, "mae")
    assert names(report) == []
    assert not report.passed
    assert report.changes == str(report.results[0].cm)
    assert report.causes == ["it changes its argument: work on a copy"]


def test_a_function_that_does_not_answer_is_given_up_with_the_case_named(monkeypatch):
    monkeypatch.setattr(trial, "SECONDS", 0.5)

    def waits(cm):
        while len(cm) == 2:
            time.sleep(0.01)
        return ordref.mae(cm)

    started_at = time.perf_counter()
    report = check(waits, "mae")
    assert time.perf_counter() - started_at < 20
    assert not report.passed
    assert (
        report.lost == "it gave no answer within 0.5 s: two classes, [[5, 2], [1, 3]]"
    )
    assert f"stopped: {report.lost}" in str(report)
    assert "two classes" not in [r.name for r in report.results]
    assert report.failing == []


def of_labels_of_all(cm):
    true, pred = np.indices(cm.shape).reshape(2, -1).repeat(cm.ravel(), axis=1)
    return abs(true - pred).mean() if cm.any() else np.nan


linux = pytest.mark.skipif(sys.platform != "linux", reason="no limit of memory")


@linux
def test_a_function_that_lists_the_observations_is_told_that_it_needs_memory_for_each():
    report = check(of_labels_of_all, "mae")
    large = [c for c in vectors("mae")["cases"] if np.sum(c["cm"]) > 1e9]
    assert names(report) == [c["name"] for c in large] != []
    assert {r.called.error for r in report.failing} == {
        "needs memory for each observation"
    }
    (cause,) = report.causes
    assert cause.startswith("it needs memory for each observation (for [[")
    # The rest is tried, and the limit is no longer there.
    assert (report.small, len(report.results)) == (256, len(vectors("mae")["cases"]))
    assert len(np.zeros(2**28)) == 2**28


@linux
def test_large_counts_come_last_where_what_they_do_does_no_harm(monkeypatch):
    def killed(cm):
        return os._exit(9) if cm.sum() > 10**9 else ordref.mae(cm)

    report = check(killed, "mae")
    assert report.lost.startswith("it ended its process, with exit code 9: ")
    assert (report.small, report.failing, report.broken) == (256, [], [])
    here = os.getpid()
    waited = []

    def waits_in_a_copy(cm):
        waited.append(os.getpid() == here or time.sleep(60))
        return ordref.mae(cm)

    monkeypatch.setattr(trial, "SECONDS", 2)
    assert check(waits_in_a_copy, "mae").passed
    assert all(waited)


def test_filters_of_warnings_are_as_before(monkeypatch):
    monkeypatch.setattr(trial, "SECONDS", 0.05)
    before = list(warnings.filters)
    check(lambda cm: time.sleep(9), "mae")
    assert warnings.filters == before


def test_warnings_of_the_function_are_no_failure():
    def loud(true, pred):
        with np.errstate(all="warn"):
            return np.corrcoef(true, pred)[0, 1]

    assert check(loud, "pearson", given="labels").passed


def test_a_function_of_a_matrix_given_labels_is_told_so():
    report = check(lambda cm: 0.0, "mae", given="labels")
    assert "--input matrix gives one matrix" in report.causes[0]


def test_misuse_is_refused():
    for function, measure, options, message in [
        (ordref.mae, "kappa", {}, "no measure is called 'kappa'"),
        (ordref.mae, "mae", {"given": "pairs"}, "given must be one of"),
        ("mae", "mae", {}, "function must be callable, not 'mae'"),
    ]:
        with pytest.raises(ValueError, match=message):
            check(function, measure, **options)
