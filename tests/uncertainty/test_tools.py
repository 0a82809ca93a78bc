"""The studies of how often intervals cover: their lines, and that they can be made again."""

import csv

import numpy as np
import pytest

from bench import coverage, worst


def lines(of=coverage):
    with of.FILE.open(encoding="utf-8", newline="") as file:
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
        ("end to end", 100, "weighted_kappa_quadratic", "default"),
        ("two classes", 300, "stuart_tau_c", "delta"),
    ],
)
def test_a_line_of_the_study_is_made_again(setting):
    (row,) = [row for row in lines() if row[:4] == list(map(str, setting))]
    *found, covered, width = map(str, coverage.line(*setting))
    assert found == row[:6]
    # One sample may be at the border, and the last digit printed where it is rounded.
    assert float(covered) == pytest.approx(float(row[6]), abs=1.01 / int(row[4]))
    assert float(width) == pytest.approx(float(row[7]), abs=1.01e-5)


def test_the_worst_tables_are_made_again():
    """One for each measure and size; each class is expected as often as is said."""
    header, *rows = lines(worst)
    assert tuple(header) == worst.Worst._fields
    assert [(name, int(N)) for name, N, *_ in rows] == worst.settings()
    for name, N, samples, covered, table in rows:
        n = np.array([row.split() for row in table.split(" / ")], dtype=float)
        assert n.sum() == pytest.approx(int(N), abs=0.2)
        assert n.sum(axis=1).min() > worst.LEAST / 2
        if name in ("mcc", "weighted_kappa_quadratic"):
            again = worst.covered(name, n, int(N), int(samples), worst.AT_LAST)
            assert again == pytest.approx(float(covered), abs=1.01 / int(samples)), (
                name,
                N,
            )
