"""Intervals, and two classifiers on one file."""

import json

import numpy as np
import pandas as pd
import pytest
from asked import CM, COLUMNS, FRAME

import ordref
from ordref.catalogue import MEASURES

# ------------------------------------------------------------------- intervals


def test_intervals_stand_beside_their_values(write, said):
    names = ["spearman", "mae", "co_correlation"]
    asked = [write(FRAME), *COLUMNS, "--measures", ",".join(names), "--interval"]
    lines = said(*asked).splitlines()
    assert (
        lines[2]
        == "measure                           value  range     better   interval"
    )
    ends_of = ["-1 to 1   high", "0 to 2    low", "-1 to 1   high"]
    for name, line, ends in zip(names, lines[3:], ends_of, strict=True):
        found = ordref.interval(name, CM, level=0.95)
        reach = f"{found.low:.4f} to {found.high:.4f}"
        assert line == f"{f'{name:<26} {found.value:12.6f}  {ends}':<58}  {reach}"
    report = json.loads(said(*asked, "0.9", "--json"))
    assert list(report["intervals"]) == names
    for name in names:
        found = ordref.interval(name, CM, level=0.9)
        wanted = dict(zip(found._fields, found, strict=True))
        assert report["intervals"][name] == pytest.approx(wanted)


def test_intervals_of_all_measures_are_the_default(write, said):
    report = json.loads(said(write(FRAME), *COLUMNS, "--interval", "--json"))
    assert list(report["intervals"]) == list(report["measures"])
    assert len(report["intervals"]) > 20


def test_what_has_no_interval_says_so(tmp_path, said):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n1,2\n", encoding="utf-8")
    asked = [str(path), *COLUMNS, "--measures", "spearman", "--interval"]
    assert said(*asked).splitlines()[3].endswith("high     no interval")
    found = json.loads(said(*asked, "--json"))["intervals"]["spearman"]
    assert set(found.values()) == {None}


@pytest.mark.parametrize("level", ["0", "1", "95", "nan", "much"])
def test_a_level_is_between_0_and_1(level, write, refused):
    code, err = refused(write(FRAME), *COLUMNS, "--interval", level)
    assert code == 2
    assert f"--interval must be between 0 and 1, such as 0.95, not '{level}'" in err


# ------------------------------------------------------------------- two classifiers

VERSUS = ["--true", "t", "--pred", "p", "--versus", "q"]


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
        assert said(*asked, *options).splitlines() == [
            "p less q; p by exchanging their predictions, exact where it has no ~",
            "",
            "measure                        first    second      less  interval             p",
            *map(line_of, names, found),
        ]
    report = said(*asked, "--interval", "0.8", "--json")
    assert report.startswith('{\n  "ordref": "')
    report = json.loads(report)
    assert report["ordref"] == ordref.__version__
    assert report["file"] == asked[0]
    assert (report["observations"], report["classes"]) == (60, [1, 2, 3, 4, 5])
    for name, one in zip(names, found, strict=True):
        assert report["differences"][name] == dict(
            zip(one._fields, one, strict=True), values=list(one.values), exact=one.exact
        )


def test_two_classifiers_are_compared_by_what_needs_no_search(write, said):
    report = json.loads(said(write(differing(3, 12)), *VERSUS, "--json"))
    shown = [m.name for m in MEASURES.values() if m.shown and not m.searches]
    assert list(report["differences"]) == shown


def test_an_undefined_comparison_says_so(tmp_path, said):
    """Kappa of a constant is undefined where all are of that class."""
    path = tmp_path / "one.csv"
    path.write_text("t,p,q\n" + 9 * "1,1,2\n", encoding="utf-8")
    asked = [str(path), *VERSUS, "--labels", "1,2", "--measures", "weighted_kappa"]
    assert said(*asked).splitlines()[3] == (
        f"{'weighted_kappa':<26} undefined    0.0000 undefined  no interval"
    )
    found = json.loads(said(*asked, "--json"))["differences"]["weighted_kappa"]
    assert (found["value"], found["pvalue"]) == (None, None)
    assert found["values"] == [None, 0]


def test_one_class_in_two_ways_of_writing_is_one_to_both(tmp_path, said):
    path = tmp_path / "zeros.csv"
    path.write_text("t,p,q\n01,02,02\n02,02,01\n", encoding="utf-8")
    report = json.loads(said(str(path), *VERSUS, "--measures", "mae", "--json"))
    assert report["classes"] == [1, 2]
    assert report["differences"]["mae"]["values"] == [0.5, 1]
    words = [str(path), *VERSUS, "--measures", "mae", "--labels", "02,01", "--json"]
    report = json.loads(said(*words))
    assert report["classes"] == ["02", "01"]
    assert report["differences"]["mae"]["values"] == [0.5, 1]


def test_two_classifiers_have_up_to_a_hundred_classes(write, said, refused):
    asked = [*VERSUS, "--measures", "mae", "--json"]
    found = json.loads(said(write(differing(100, 200)), *asked))
    assert len(found["classes"]) == 100
    code, err = refused(write(differing(101, 202)), *asked)
    assert code == 2
    assert "--versus takes at most 100 classes; there are 101" in err
