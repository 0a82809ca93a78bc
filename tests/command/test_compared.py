"""Intervals, and two classifiers on one file: the numbers are those of the package."""

import json

import numpy as np
import pandas as pd
import pytest
from asked import CM, COLUMNS, FRAME

import ordref
from ordref.catalogue import MEASURES
from ordref.evaluate import SHOWN

VERSUS = [*COLUMNS, "--versus", "q"]
NAMES = ["spearman", "mae", "co_correlation"]


def test_intervals_stand_beside_their_values(write, said):
    asked = [write(FRAME), *COLUMNS, "--measures", ",".join(NAMES), "--interval"]
    lines = said(*asked).splitlines()
    ends_of = ["-1 to 1   high", "0 to 2    low", "-1 to 1   high"]
    for name, line, ends in zip(NAMES, lines[3:], ends_of, strict=True):
        found = ordref.interval(name, CM, level=0.95)
        reach = f"{found.low:.4f} to {found.high:.4f}"
        assert line == f"{f'{name:<26} {found.value:12.6f}  {ends}':<58}  {reach}"
    report = json.loads(said(*asked, "0.9", "--json"))
    rows = said(*asked, "0.9", "--format", "csv").splitlines()[1:]
    for name, row in zip(NAMES, rows, strict=True):
        found = ordref.interval(name, CM, level=0.9)
        wanted = dict(zip(found._fields, found, strict=True))
        assert report["intervals"][name] == pytest.approx(wanted)
        numbers = list(map(float, row.split(",")[1:4]))
        assert numbers == pytest.approx([found.value, found.low, found.high])


def test_intervals_of_all_measures_are_the_default(write, said):
    report = json.loads(said(write(FRAME), *COLUMNS, "--interval", "--json"))
    assert list(report["intervals"]) == list(report["measures"]) == SHOWN


def differing(K, N):
    """True classes and two predictions of N observations."""
    k = np.arange(N)
    return pd.DataFrame(
        {"t": k % K + 1, "p": 7 * k % K + 1, "q": (3 * k + k // K) % K + 1}
    )


def line_of(name, found):
    ends = f"{found.low:.4f} to {found.high:.4f}"
    first, second = found.values
    values = f"{first:9.4f} {second:9.4f} {found.value:9.4f}"
    p = "~" * (not found.exact) + f"{found.pvalue:.4f}"
    return f"{name:<26} {values}  {ends:<20} {p}"


def test_two_classifiers_are_compared(write, said):
    frame, names = differing(5, 60), ["mae", "weighted_kappa"]
    asked = [write(frame), *VERSUS, "--measures", ",".join(names)]
    columns = [frame[c].to_numpy() for c in "tpq"]
    for options, level in ([], 0.95), (["--interval", "0.8"], 0.8):
        found = [
            ordref.difference(name, *columns, level=level, labels=range(1, 6), rng=0)
            for name in names
        ]
        assert [one.exact for one in found] == [True, False]
        assert said(*asked, *options).splitlines()[3:] == [*map(line_of, names, found)]
    report = json.loads(said(*asked, "--interval", "0.8", "--json"))
    assert report["observations"] == 60
    for name, one in zip(names, found, strict=True):
        assert report["differences"][name] == dict(
            zip(one._fields, one, strict=True), values=list(one.values), exact=one.exact
        )


def test_two_classifiers_are_compared_by_what_needs_no_search(write, said):
    report = json.loads(said(write(differing(3, 12)), *VERSUS, "--json"))
    shown = [m.name for m in MEASURES.values() if m.shown and not m.searches]
    assert list(report["differences"]) == shown


def test_two_classifiers_have_up_to_a_hundred_classes(write, said, refused):
    asked = [*VERSUS, "--measures", "mae", "--json"]
    found = json.loads(said(write(differing(100, 200)), *asked))
    assert len(found["classes"]) == 100
    code, err = refused(write(differing(101, 202)), *asked)
    assert code == 2
    assert "--versus takes at most 100 classes; there are 101" in err
