"""Errors that are rare and long: a sample without one must not make an interval short."""

import math

import numpy as np
import pytest
from sure import CM, hidden

import ordref
from ordref.catalogue import MEASURES

# Of 200 observations 1.6 are off by four classes: one sample of five has none of them.
ENDS = np.array(
    [
        [80, 18, 0, 0, 2],
        [10, 80, 10, 0, 0],
        [0, 10, 80, 10, 0],
        [0, 0, 10, 80, 10],
        [2, 0, 0, 18, 80],
    ]
)
# Of 100 two are, and they are 3 of 10 among a rare class.
RARE = np.array([[6, 2, 0, 2], [2, 37, 1, 0], [0, 1, 37, 2], [1, 0, 1, 8]])
FEW = np.array([[9, 3, 1], [1, 2, 2], [0, 0, 1]])


@pytest.mark.parametrize(
    ("name", "table", "N"),
    [
        ("weighted_kappa_quadratic", ENDS, 200),
        ("pearson", ENDS, 150),
        ("spearman", ENDS, 150),
        ("kendall_tau_b", ENDS, 200),
        ("goodman_kruskal_gamma", ENDS, 150),
        ("krippendorff_alpha", ENDS, 200),
        ("mse", ENDS, 300),
        ("weighted_kappa_quadratic", RARE, 100),
    ],
)
def test_rare_errors_from_end_to_end_are_allowed_for(name, table, N):
    p = table.ravel() / table.sum()
    true = float(MEASURES[name](np.round(p * 1e12).reshape(table.shape)))
    drawn = np.random.default_rng(1).multinomial(N, p, size=200)
    found = [ordref.interval(name, n) for n in drawn.reshape(-1, *table.shape)]
    assert np.mean([each.low <= true <= each.high for each in found]) >= 0.92


@pytest.mark.parametrize("sampling", ["multinomial", "rows"])
@pytest.mark.parametrize("level", [0.4, 0.95])
def test_the_ends_reach_what_one_unseen_cell_may_do(sampling, level):
    at_an_end = 0
    for name in ("weighted_kappa_quadratic", "amae", "amse", "oci", "uoc", "gwet_ac2"):
        for n in (FEW, np.diag([9, 9, 9]) + np.eye(3, k=1, dtype=int)):
            found = ordref.interval(name, n, level=level, sampling=sampling)
            every = [*hidden(name, n, sampling, level)]
            assert found.low <= min(every) + 1e-12, name
            assert found.high >= max(every) - 1e-12, name
            at_an_end += found.low == pytest.approx(min(every))
            at_an_end += found.high == pytest.approx(max(every))
    assert at_an_end >= 2


def test_measures_that_take_counts_get_whole_observations():
    n = np.diag([20, 20, 20]) + np.eye(3, k=1, dtype=int)
    # 3.1 more of 62 observations, rounded up.
    assert 3 < 62 * (20 ** (1 / 62) - 1) < 4
    more = np.zeros((3, 3), dtype=int)
    more[2, 0] = 4
    found = ordref.interval("krippendorff_alpha", n)
    assert found.low == pytest.approx(ordref.krippendorff_alpha(n + more))


def test_a_class_that_is_absent_is_absent_from_means_of_classes():
    n = np.array([[20, 2, 0, 0], [2, 20, 0, 0], [0, 0, 20, 0], [0, 0, 0, 0]])
    # Of 64 observations at most 2.93 are hidden in a cell.
    most = 64 * (1 - 0.05 ** (1 / 64))
    assert 2.9 < most < 3
    high = (3 * most / (most + 20) + 2 * 2 / 22) / 3
    assert ordref.interval("amae", n).high == pytest.approx(high, abs=0.01)
    # Of others it may be one of the population.
    corner = np.zeros((4, 4))
    corner[3, 0] = most / (1 - most / 64)
    with_it = ordref.weighted_kappa(n + corner, weights="quadratic")
    found = ordref.interval("weighted_kappa_quadratic", n)
    assert found.low == pytest.approx(with_it)


@pytest.mark.filterwarnings("ignore:there are fewer errors than kinds")
@pytest.mark.parametrize("n", [FEW, ENDS // 5, RARE])
def test_an_interval_is_the_same_with_the_classes_in_reverse(n):
    for name, measure in MEASURES.items():
        if measure.searches and len(n) > 3:
            continue
        ours, other = (ordref.interval(name, m) for m in (n, n[::-1, ::-1]))
        assert ours == pytest.approx(other, abs=1e-9), name


def test_clusters_hide_no_single_cell():
    clusters = np.array([CM, CM // 2, CM + 1, CM // 3] * 3)
    clusters[:, 0, 2] = 0
    found = ordref.interval("pearson", clusters, sampling="clusters")
    value, _error, low, high = found
    z = [math.atanh(x) for x in (low, value, high)]
    assert z[1] - z[0] == pytest.approx(z[2] - z[1])


def test_tau_c_reaches_the_top_that_equal_classes_have():
    """Without an error it is the lower the more the classes differ: a sample never is at 1."""
    for sizes in ([40, 18, 18, 24], [26, 15, 26, 33], [50, 40]):
        found = ordref.interval("stuart_tau_c", np.diag(sizes))
        assert found.low < found.value < 0.99 < found.high <= 1, sizes
    p = np.full((4, 4), 1 / 800) + np.eye(4) * (1 / 4 - 4 / 800)
    true = ordref.stuart_tau_c(np.round(p * 1e12))
    drawn = np.random.default_rng(2).multinomial(50, p.ravel(), size=200)
    found = [ordref.interval("stuart_tau_c", n) for n in drawn.reshape(-1, 4, 4)]
    assert np.mean([each.low <= true <= each.high for each in found]) >= 0.92
