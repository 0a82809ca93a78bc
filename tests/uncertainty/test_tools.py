"""Standard errors and intervals in the tools: the table, the command line, figures, the study."""

import csv
import json
import math
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import ordref
from bench import coverage
from ordref import plots
from ordref.__main__ import main
from ordref.catalogue import MEASURES
from ordref.evaluate import SHOWN

CM = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
PAIR = str(Path(coverage.FILE).with_name("pair.csv"))


def test_the_table_has_an_interval_for_every_measure():
    table = ordref.evaluate(CM, interval=0.9)
    assert list(table.index) == SHOWN
    for name in SHOWN:
        found = ordref.interval(name, CM, level=0.9)
        row = table.loc[name]
        assert row["standard_error"] == pytest.approx(found.standard_error, nan_ok=True)
        assert (row["low"], row["high"]) == pytest.approx(found[2:], nan_ok=True)
    assert "low" not in ordref.evaluate(CM)


def test_a_table_too_large_to_search_has_no_interval_for_what_is_searched():
    n = np.random.default_rng(0).poisson(3, (8, 8)) + np.eye(8, dtype=int)
    table = ordref.evaluate(n, interval=0.95, measures=["mae", "co_correlation"])
    assert table.loc["mae", "low"] < table.loc["mae", "value"]
    assert math.isnan(table.loc["co_correlation", "low"])


@pytest.mark.parametrize(
    ("cm", "level", "message"),
    [
        ([CM, CM], 0.95, "not a stack"),
        (np.array(CM) / 100, 0.95, "give counts"),
        (CM, 95, "between 0 and 1"),
    ],
)
def test_the_table_refuses(cm, level, message):
    with pytest.raises(ValueError, match=message):
        ordref.evaluate(cm, interval=level)


def run(capsys, *arguments):
    assert main([PAIR, "--true", "true", "--pred", "logistic", *arguments]) == 0
    return capsys.readouterr().out


def test_the_command_prints_intervals(capsys):
    said = run(capsys, "--interval", "--measures", "mae,ccr")
    assert said.splitlines()[2].endswith("interval")
    assert "0.4041 to 0.5245" in said
    found = json.loads(run(capsys, "--interval", "0.9", "--measures", "mae", "--json"))
    low = found["intervals"]["mae"]["low"]
    assert 0.4041 < low < found["measures"]["mae"]


def test_the_command_compares(capsys):
    true, first, second = np.loadtxt(PAIR, delimiter=",", skiprows=1, dtype=int).T
    expected = ordref.difference("mae", true, first, second, labels=[1, 2, 3, 4])
    said = run(capsys, "--versus", "rounded", "--measures", "mae,mmae")
    (line,) = [line for line in said.splitlines() if line.startswith("mae ")]
    assert line.split()[1:4] == ["0.4611", "0.4731", "-0.0120"]
    assert line.endswith(f"{expected.pvalue:.4f}")
    found = json.loads(
        run(capsys, "--versus", "rounded", "--measures", "mae", "--json")
    )
    each = found["differences"]["mae"]
    assert each["value"] == pytest.approx(expected.value)
    assert each["exact"] is True
    with_labels = run(
        capsys, "--versus", "rounded", "--labels", "1,2,3,4", "--measures", "mae"
    )
    assert line in with_labels


def test_the_command_compares_what_the_table_shows_and_no_search(capsys):
    found = json.loads(run(capsys, "--versus", "rounded", "--json"))["differences"]
    assert list(found) == [name for name in SHOWN if not MEASURES[name].searches]
    assert "mae" in found
    assert "ii_correlation" not in found


@pytest.mark.filterwarnings("default")
def test_the_command_says_that_a_comparison_takes_minutes(capsys, monkeypatch):
    monkeypatch.setattr("ordref._delta.PATIENCE", 0)
    asked = ["--true", "true", "--pred", "logistic", "--versus", "rounded"]
    assert main([PAIR, *asked, "--measures", "oci"]) == 0
    said = capsys.readouterr().err
    assert said.startswith("python -m ordref: warning: oci takes ")
    assert said.count("\n") == 1


def test_what_is_undefined_is_null_in_a_comparison_and_names_stay(tmp_path, capsys):
    """Kappa of a constant is undefined where all are of that class."""
    file = tmp_path / "NaN.csv"
    file.write_text("t,a,b\n" + 9 * "1,1,2\n", encoding="utf-8")
    asked = ["--true", "t", "--pred", "a", "--versus", "b", "--json", "--labels", "1,2"]
    assert main([str(file), *asked, "--measures", "weighted_kappa,mae"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["file"] == str(file)
    kappa, mae = (found["differences"][name] for name in ("weighted_kappa", "mae"))
    assert (kappa["value"], kappa["values"]) == (None, [None, 0.0])
    assert (mae["value"], mae["values"]) == (-1.0, [0.0, 1.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--interval", "95"], "--interval must be between 0 and 1"),
        (["--interval", "much"], "--interval must be between 0 and 1"),
        (["--versus", "logistic"], "give a third one"),
        (["--versus", "other"], "no column 'other'"),
    ],
)
def test_the_command_refuses(capsys, arguments, message):
    with pytest.raises(SystemExit):
        run(capsys, *arguments)
    assert message in capsys.readouterr().err


def test_a_figure_has_a_bar_for_each_interval():
    intervals = {
        "MAE": ordref.interval("mae", CM),
        "OC": (0.3, math.nan, math.nan, math.nan),
    }
    ax = plots.draw_intervals(intervals)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["MAE", "OC"]
    bars = ax.containers[0][2][0].get_segments()
    found = intervals["MAE"]
    assert bars[0][:, 0] == pytest.approx([found.low, found.high])
    assert bars[1][:, 0] == pytest.approx([0.3, 0.3])
    plt.close(ax.figure)
    with pytest.raises(ValueError, match="empty"):
        plots.draw_intervals({})


def lines():
    with coverage.FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_the_study_has_a_line_for_each_setting():
    header, *rows = lines()
    assert tuple(header) == coverage.Line._fields
    settings = [tuple(map(str, setting)) for setting in coverage.settings()]
    assert [tuple(row[:4]) for row in rows] == settings


@pytest.mark.parametrize(
    "setting",
    [
        ("vision", 20, "mmae", "delta"),
        ("mobility", 100, "r_int", "delta"),
        ("rare class", 50, "goodman_kruskal_gamma", "delta"),
        ("rare class", 20, "oci", "bca"),
        ("vision", 50, "mae", "likelihood"),
    ],
)
def test_a_line_of_the_study_is_made_again(setting):
    (row,) = [row for row in lines() if row[:4] == list(map(str, setting))]
    assert list(map(str, coverage.line(*setting))) == row
