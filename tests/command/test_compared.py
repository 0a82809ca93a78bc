"""Intervals, and two classifiers on one file: the numbers are those of the package."""

import json

import numpy as np
import pandas as pd
import pytest
from asked import CM, COLUMNS, FRAME

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.command import compare
from ordref.instruments.report.values import SHOWN

LABELS = ["--labels", "1,2,3"]
VERSUS = [*COLUMNS, "--versus", "q"]
NAMES = ["spearman", "mae", "co_correlation"]


@pytest.mark.filterwarnings("ignore:the groups of")
@pytest.mark.filterwarnings("ignore:there are fewer errors than kinds")
def test_intervals_stand_beside_their_values(write, said):
    """In each form, as the transcripts have it, of all measures by default."""
    path, by = write(FRAME), ["--by", "fold", *LABELS]
    report = json.loads(said("measure", path, *COLUMNS, "--interval", "--json"))
    assert list(report["intervals"]) == list(report["measures"]) == SHOWN
    asked = [
        "measure",
        path,
        *COLUMNS,
        "--measures",
        ",".join(NAMES),
        "--interval",
        "0.9",
    ]
    groups = json.loads(said(*asked, *by, "--json"))["groups"]
    matrices = ordref.from_frame(FRAME, "t", "p", by="fold", labels=[1, 2, 3])
    cases = [(groups[str(group)], cm) for group, cm in matrices.items()]
    for told, cm in [*cases, (json.loads(said(*asked, "--json")), CM)]:
        for name in NAMES:
            found = ordref.interval(name, cm, level=0.9)
            wanted = [None if x != x else pytest.approx(x) for x in found]
            assert told["intervals"][name] == dict(
                zip(found._fields, wanted, strict=True)
            )


def differing(K, N):
    """True classes and two predictions of N observations."""
    k = np.arange(N)
    return pd.DataFrame(
        {"t": k % K + 1, "p": 7 * k % K + 1, "q": (3 * k + k // K) % K + 1}
    )


def test_two_classifiers_are_compared(write, said):
    frame, names = differing(5, 60), ["mae", "weighted_kappa"]
    asked = ["compare", write(frame), *VERSUS, "--measures", ",".join(names)]
    sample = ordref.paired_sample(
        *(frame[c].to_numpy() for c in "tpq"), labels=range(1, 6)
    )
    for options, level in ([], 0.95), (["--interval", "0.8"], 0.8):
        found = [ordref.difference(name, sample, level=level, rng=0) for name in names]
        assert [one.exact for one in found] == [True, False]
        report = json.loads(said(*asked, *options, "--json"))
        assert report["observations"] == 60
        for name, one in zip(names, found, strict=True):
            told = report["differences"][name]
            assert told.pop("exact") == one.exact
            assert told.pop("values") == pytest.approx(list(one.values), rel=1e-11)
            assert told == pytest.approx(one._asdict(), rel=1e-11)


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_whole_groups_are_drawn_and_exchanged(kind, write, said, refused, monkeypatch):
    """As `difference` does with an observation in each row; the order of rows is no matter."""
    frame, names = differing(4, 40), ["mae", "weighted_kappa"]
    frame["g"] = [f"patient {k * k % 23}" for k in range(40)]
    asked = [*VERSUS, "--measures", ",".join(names), "--groups", "g"]
    columns = [frame[c].to_numpy() for c in "tpq"]
    found = [
        ordref.difference(
            name,
            ordref.paired_sample(*columns, labels=range(1, 5), groups=frame["g"]),
            rng=0,
        )
        for name in names
    ]
    one_by_one = ordref.paired_sample(*columns, labels=range(1, 5))
    alone = ordref.difference("mae", one_by_one)
    assert abs(found[0].pvalue - alone.pvalue) > 0.01
    report = json.loads(said("compare", write(frame, kind), *asked, "--json"))
    assert (report["groups"], report["observations"]) == (frame["g"].nunique(), 40)
    for name, one in zip(names, found, strict=True):
        told = report["differences"][name]
        assert [told[k] for k in one._fields] == pytest.approx(list(one))
        assert told["exact"] == one.exact
    turned = write(frame[::-1], kind)
    assert json.loads(said("compare", turned, *asked, "--json")) == report
    monkeypatch.setattr(compare, "_MOST_GROUPED", 39)
    code, err = refused("compare", turned, *asked)
    assert (code, "--groups takes at most 39 observations; there are 40" in err) == (
        2,
        True,
    )


def test_two_classifiers_are_compared_by_what_needs_no_search(write, said):
    report = json.loads(said("compare", write(differing(3, 12)), *VERSUS, "--json"))
    shown = [m.name for m in MEASURES.values() if m.shown and not m.searches]
    assert list(report["differences"]) == shown


def test_two_classifiers_have_up_to_a_hundred_classes(write, said, refused):
    asked = [*VERSUS, "--measures", "mae", "--json"]
    found = json.loads(said("compare", write(differing(100, 200)), *asked))
    assert len(found["classes"]) == 100
    code, err = refused("compare", write(differing(101, 202)), *asked)
    assert code == 2
    assert "--versus takes at most 100 classes, not 101" in err
