"""Where an interval holds the truth too seldom: mended, or said by the result."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import i0
from scipy.stats.contingency import odds_ratio
from sure import CM, differ

import ordref
from ordref.catalogue import MEASURES

ABSENT = np.array([[20, 4, 0], [5, 30, 0], [0, 0, 0]])
FEW = np.array([[20, 4, 1], [5, 30, 5], [1, 1, 2]])
BANDED = (
    np.diag([20] * 7) + np.eye(7, k=1, dtype=int) * 6 + np.eye(7, k=-1, dtype=int) * 6
)


def held(name, table, S=400):
    """How many intervals hold the truth."""
    table = np.array(table, dtype=float)
    p, N = table.ravel() / table.sum(), round(table.sum())
    true = float(MEASURES[name](np.round(p * 1e12).reshape(table.shape)))
    drawn = np.random.default_rng(9).multinomial(N, p, size=S)
    found = [ordref.interval(name, n) for n in drawn.reshape(-1, *table.shape)]
    return np.mean([each.low <= true <= each.high for each in found])


@pytest.mark.parametrize(
    "table", [[[25.52, 2.43], [1.64, 20.4]], [[97, 2], [2, 97]], [[2, 70], [70, 2]]]
)
def test_gamma_of_two_classes_with_hardly_an_error(table):
    """It takes errors of both kinds, and many samples show one kind, or none."""
    assert held("goodman_kruskal_gamma", table) >= 0.93


@pytest.mark.parametrize("sampling", ["multinomial", "rows"])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("n", [[[9, 0], [0, 7]], [[30, 2], [0, 18]], [[9, 0], [5, 1]]])
def test_the_end_is_that_of_the_exact_odds_ratio(n, level, sampling):
    """Gamma of two classes is (o - 1) / (o + 1), and o has an exact interval."""
    o = odds_ratio(np.array(n)).confidence_interval(level).low
    for table, sign in ((np.array(n), 1), (np.array(n)[:, ::-1], -1)):
        found = ordref.interval(
            "goodman_kruskal_gamma", table, level=level, sampling=sampling
        )
        assert found.method == "unseen cell"
        ends = found[2:] if sign == 1 else (-found.high, -found.low)
        assert ends == pytest.approx(((o - 1) / (o + 1), 1), abs=1e-9)


def test_the_end_is_found_for_any_number_of_observations():
    """With N and N observations and no error it is that of a Poisson number of both errors."""
    x = brentq(lambda x: i0(2 * math.sqrt(x)) - 2 / 0.05, 1, 20)
    for N in (10.0**3, 10.0**6):
        low = ordref.interval("goodman_kruskal_gamma", np.diag([N, N])).low
        assert (1 - low) * N**2 == pytest.approx(2 * x, rel=0.02)
    low = ordref.interval("goodman_kruskal_gamma", np.diag([10.0**15, 10.0**15])).low
    assert 1 - 1e-15 < low <= 1


@pytest.mark.parametrize(
    "name", ["balanced_accuracy", "geometric_mean_sensitivity", "amae", "amse", "uoc"]
)
@pytest.mark.parametrize("sampling", ["multinomial", "rows"])
def test_a_class_with_few_observations_is_told(name, sampling):
    for n in (FEW, ABSENT):
        warning = ordref.interval(name, n, sampling=sampling).warning
        assert "class 3" in warning
        assert "too seldom" in warning
    assert ordref.interval(name, CM, sampling=sampling).warning == ""
    five = FEW + np.diag([0, 0, 1])
    assert ordref.interval(name, five, sampling=sampling).warning == ""


def test_a_worst_class_needs_only_to_be_there():
    """MS and MMAE have limits of each class, which hold for any size above 0."""
    for name in ("minimum_sensitivity", "mmae"):
        assert ordref.interval(name, FEW).warning == ""
        assert "class 3" in ordref.interval(name, ABSENT).warning
    # All classes that are few, in one sentence.
    both = np.array([[20, 4, 0], [1, 1, 0], [0, 0, 0]])
    assert "classes 2, 3" in ordref.interval("amae", both).warning


def test_the_cheapest_of_many_paths_is_told():
    for name in ("oci", "oci_prime"):
        assert "paths" in ordref.interval(name, BANDED).warning
        assert ordref.interval(name, BANDED[:5, :5]).warning == ""
    assert ordref.interval("mae", BANDED).warning == ""


def test_sup_says_so_in_the_result_too():
    with pytest.warns(UserWarning, match="fewer errors than kinds") as told:
        found = ordref.interval("sup_correlation", np.diag([9, 9, 9]) + np.eye(3, k=1))
    assert found.warning == str(told[0].message)
    assert ordref.interval("sup_correlation", CM).warning == ""


def test_a_difference_says_it_too():
    two = differ("amae", FEW, CM)
    assert "class 3" in two.warning
    y = [1] * 8 + [2] * 8 + [3] * 3
    a, b = y[1:] + y[:1], y[2:] + y[:2]
    assert "class 3" in differ("amae", y, a, b, rng=0).warning
    assert differ("mae", y, a, b).warning == ""


def test_a_warning_is_kept_with_the_rest():
    found = ordref.interval("amae", FEW)
    assert found._replace(low=0.0).warning == found.warning
    assert found.warning in repr(found)
    assert found != found._replace(warning="")
    assert math.isnan(ordref.interval("pearson", np.diag([5, 0])).value)
    assert ordref.interval("pearson", np.diag([5, 0])).warning == ""
