"""What is one sample gives one answer: in the reversed order of classes, transposed, and scaled.

A tie that rounding decides shows itself here, for each of these changes the last digits.
"""

import functools
import tomllib
from pathlib import Path

import numpy as np
import pytest
from sure import differ

import ordref
from ordref.instruments.catalogue.rows import MEASURES
from ordref.instruments.uncertainty.single import METHODS

pytestmark = pytest.mark.filterwarnings("ignore:there are fewer errors")

ROOT = Path(__file__).parents[2]
CELLS = tomllib.loads((ROOT / "chapters/axioms.toml").read_text("utf-8"))["cells"]
SYMMETRIC = [
    name for name in MEASURES if "proof" in CELLS.get(name, {}).get("symmetry", {})
]
# Resamples are drawn cell by cell, so that another order draws others.
AT_ONCE = [None, *(m for m in METHODS if m not in ("percentile", "bca"))]
# A statistic of one observation more or less is no function of shares.
SCALED = [m for m in MEASURES if m not in ("r_int", "r_int_2008", "krippendorff_alpha")]
# SUP is 1 in the first two; in the others worst classes, cheapest paths and pairs are tied.
TABLES = [
    [[2, 0, 1], [0, 1, 0], [0, 0, 2]],
    [[3, 0, 0, 1], [0, 1, 0, 0], [0, 0, 2, 0], [1, 0, 0, 2]],
    [[2, 1, 0], [0, 3, 0], [0, 1, 2]],
    [[1, 2, 0], [0, 0, 0], [0, 2, 1]],
    [[0, 3], [3, 0]],
    [[2, 2, 1], [1, 2, 2], [2, 1, 2]],
    [[7, 1, 0], [1, 5, 1], [0, 1, 7]],
]


def drawn(count=12):
    rng = np.random.default_rng(5)
    for _ in range(count):
        K = int(rng.integers(2, 4))
        n = rng.integers(0, 4, (K, K)) * (rng.random((K, K)) < rng.choice([0.5, 1.0]))
        yield (n + np.eye(K, dtype=np.int64)).tolist()


EVERY = [np.array(n) for n in [*TABLES, *drawn()]]


def tables(name):
    """Fewer for measures that are searched for, whose tables take long."""
    return EVERY[:1] + EVERY[2:8] if MEASURES[name].searches else EVERY


def numbers(ask, *given, **options):
    """The numbers of an answer, or that it is refused."""
    try:
        return np.array(ask(*given, **options)[:5], dtype=np.float64)
    except ValueError:
        return np.array([np.inf])


def same(a, b):
    return a.shape == b.shape and np.allclose(
        a, b, rtol=1e-9, atol=1e-9, equal_nan=True
    )


def spread(name, n, sampling="multinomial"):
    try:
        return np.array(ordref.standard_error(name, n, sampling=sampling))
    except ValueError:
        return np.array(np.inf)


@pytest.mark.parametrize("name", MEASURES)
def test_the_reversed_order_of_classes_changes_no_interval(name):
    for n, method, sampling in (
        (n, m, s)
        for n in tables(name)
        for m in AT_ONCE
        for s in ("multinomial", "rows")
    ):
        ask = functools.partial(ordref.interval, name, method=method, sampling=sampling)
        one, other = numbers(ask, n), numbers(ask, n[::-1, ::-1])
        assert same(one, other), (n.tolist(), method, sampling, one, other)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_true_and_predicted_may_change_places_by_delta(name):
    """The pseudo-observations of the jackknife are those of true classes."""
    ask = functools.partial(ordref.interval, name, method="delta")
    for n in tables(name):
        one, other = numbers(ask, n), numbers(ask, n.T)
        assert same(one, other), (n.tolist(), one, other)


@pytest.mark.parametrize("name", SCALED)
def test_twice_the_counts_have_half_the_variance(name):
    """Whether there is a kink does not depend on the scale."""
    for n in tables(name):
        for power in (1, 9, 30):
            few, many = spread(name, n), spread(name, n * 2**power) * 2 ** (power / 2)
            assert same(few, many), (n.tolist(), power, few, many)


def triples(n, other):
    """Two classifiers: the table of the first is n, and the second predicts `other`."""
    t = np.zeros((len(n),) * 3, dtype=np.int64)
    for true, a in np.ndindex(n.shape):
        t[true, a, other[true, a]] += n[true, a]
    return t


@pytest.mark.parametrize("name", [m for m in MEASURES if not MEASURES[m].searches])
def test_the_reversed_order_of_classes_changes_no_comparison(name):
    ask = functools.partial(differ, name, n_resamples=199, rng=0)
    rng = np.random.default_rng(6)
    for n in EVERY[:8]:
        one = triples(n, rng.integers(0, len(n), n.shape))
        two = one[::-1, ::-1, ::-1]
        pairs = (n, one.sum(axis=1)), (n[::-1, ::-1], two.sum(axis=1))
        for given, turned in [((one,), (two,)), pairs]:
            found, back = numbers(ask, *given), numbers(ask, *turned)
            # What is drawn is drawn in another order, and p with it.
            exact = np.isfinite(found[0]) and ask(*given).exact
            k = 5 if exact else 4
            assert same(found[:k], back[:k]), (n.tolist(), one.tolist(), found, back)
