"""Standard errors and intervals in the tools: the table, and the study of their coverage."""

import csv

import pytest
from sure import CM

import ordref
from bench import coverage
from ordref.report.values import SHOWN


def test_the_table_has_an_interval_for_every_measure():
    table = ordref.evaluate(CM, interval=0.9)
    assert list(table.index) == SHOWN
    for name in SHOWN:
        found = ordref.interval(name, CM, level=0.9)
        row = table.loc[name]
        assert row["value"] == pytest.approx(found.value, nan_ok=True)
        assert row["standard_error"] == pytest.approx(found.standard_error, nan_ok=True)
        assert (row["low"], row["high"]) == pytest.approx(found[2:], nan_ok=True)
    assert list(table.columns[-3:]) == ["standard_error", "low", "high"]
    assert table.index.name == "measure"
    assert "low" not in ordref.evaluate(CM)


def lines():
    with coverage.FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_the_study_has_a_line_for_each_setting():
    header, *rows = lines()
    assert tuple(header) == coverage.Line._fields
    settings = [tuple(map(str, setting)) for setting in coverage.settings()]
    assert [tuple(row[:4]) for row in rows] == settings


@pytest.mark.filterwarnings("ignore:there are fewer errors than kinds")
@pytest.mark.parametrize(
    "setting",
    [
        ("vision", 30, "mse", "default"),
        ("mobility", 100, "r_int", "default"),
        ("rare class", 50, "goodman_kruskal_gamma", "delta"),
        ("nearly perfect", 30, "oci", "default"),
        ("seven classes", 30, "sup_correlation", "default"),
    ],
)
def test_a_line_of_the_study_is_made_again(setting):
    (row,) = [row for row in lines() if row[:4] == list(map(str, setting))]
    assert list(map(str, coverage.line(*setting))) == row
