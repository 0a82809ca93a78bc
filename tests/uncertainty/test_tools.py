"""The study of how often intervals cover: its lines, and that they can be made again."""

import csv

import pytest

from bench import coverage


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
    *found, covered, width = map(str, coverage.line(*setting))
    assert found == row[:6]
    # One sample may be at the border, and the last digit printed where it is rounded.
    assert float(covered) == pytest.approx(float(row[6]), abs=1.01 / int(row[4]))
    assert float(width) == pytest.approx(float(row[7]), abs=1.01e-5)
