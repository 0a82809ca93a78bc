"""Intervals, and two classifiers on one file: the numbers are those of the package."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from asked import CM, COLUMNS, FRAME

import ordref
from ordref import __main__ as command
from ordref.catalogue import MEASURES
from ordref.report.values import SHOWN

LABELS = ["--labels", "1,2,3"]
VERSUS = [*COLUMNS, "--versus", "q"]
NAMES = ["spearman", "mae", "co_correlation"]


def test_intervals_stand_beside_their_values(write, said):
    asked = [write(FRAME), *COLUMNS, "--measures", ",".join(NAMES), "--interval"]
    for name, line in zip(NAMES, said(*asked).splitlines()[3:], strict=True):
        found = ordref.interval(name, CM, level=0.95)
        assert line.startswith(f"{name:<26} {found.value:12.6f}  ")
        assert line.endswith(f"   {found.low:.4f} to {found.high:.4f}")
    by = json.loads(said(*asked, "0.9", "--json", "--by", "fold", *LABELS))["groups"]
    long = said(*asked, "0.9", "--format", "csv", "--by", "fold", *LABELS)
    long = pd.read_csv(io.StringIO(long)).set_index(["measure", "group"])
    assert list(long.columns) == ["value", "low", "high", "least", "greatest", "better"]
    for (name, group), row in long.iterrows():
        rows = FRAME[FRAME["fold"] == group]
        cm = ordref.confusion_matrix(rows["t"], rows["p"], labels=[1, 2, 3])
        found = ordref.interval(name, cm, level=0.9)
        wanted = [None if x != x else pytest.approx(x) for x in found]
        assert list(by[str(group)]["intervals"][name].values()) == wanted
        three = [found.value, found.low, found.high]
        assert row[:3].tolist() == pytest.approx(three, nan_ok=True)
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


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_whole_groups_are_drawn_and_exchanged(kind, write, said, refused, monkeypatch):
    """As `difference` does with an observation in each row; the order of rows is no matter."""
    frame, names = differing(4, 40), ["mae", "weighted_kappa"]
    frame["g"] = [f"patient {k * k % 23}" for k in range(40)]
    asked = [*VERSUS, "--measures", ",".join(names), "--groups", "g"]
    columns = [frame[c].to_numpy() for c in "tpq"]
    found = [
        ordref.difference(name, *columns, labels=range(1, 5), groups=frame["g"], rng=0)
        for name in names
    ]
    alone = ordref.difference("mae", *columns, labels=range(1, 5))
    assert abs(found[0].pvalue - alone.pvalue) > 0.01
    report = json.loads(said(write(frame, kind), *asked, "--json"))
    assert (report["groups"], report["observations"]) == (frame["g"].nunique(), 40)
    for name, one in zip(names, found, strict=True):
        told = report["differences"][name]
        assert [told[k] for k in one._fields] == pytest.approx(list(one))
        assert told["exact"] == one.exact
    turned = write(frame[::-1], kind)
    assert json.loads(said(turned, *asked, "--json")) == report
    lines = said(turned, *asked).splitlines()
    assert lines[0].startswith(f"p less q, in {report['groups']} groups by g; p by ")
    assert lines[3:] == [*map(line_of, names, found)]
    monkeypatch.setattr(command, "_MOST_GROUPED", 39)
    code, err = refused(turned, *asked)
    assert (code, "--groups takes at most 39 observations; there are 40" in err) == (
        2,
        True,
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
