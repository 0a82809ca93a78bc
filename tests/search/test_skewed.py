"""Functional correlations of skewed tables, against whole numbers and multiple precision."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from precise import exact, phi

from ordref import (
    anti_correlation,
    co_correlation,
    coanti_correlation,
    functional_correlation,
    ii_correlation,
    mon_correlation,
    sup_correlation,
)
from ordref.definitions import check_certificate
from ordref.measures.flowchart import compare
from ordref.search.table import pooled_values

# What the docstring promises, relative to 1.
PROMISE = 1e-12
KINDS = ("sup", "ii", "id", "co", "anti")


# ------------------------------------------------------------------- the tables


def large(K, cells, k, small):
    """Small counts, and 10**k more in some cells."""
    cm = np.array(small[: K * K], dtype=object).reshape(K, K)
    for cell in cells:
        cm[divmod(cell, K)] += 10**k
    return cm.astype(np.int64)


SMALL = [1, 3, 2, 1, 2, 1, 1, 4, 1, 2, 1, 3, 1, 1, 2, 1]


def check(cm, kind, expected):
    found = functional_correlation(cm, kind)
    assert abs(found.value - expected) <= PROMISE, (np.asarray(cm).tolist(), kind)
    assert found.bound == found.value
    assert expected <= found.bound + PROMISE
    assert np.sign(found.value) == np.sign(expected), (np.asarray(cm).tolist(), kind)
    check_certificate(cm, kind, found)


# ------------------------------------------------------------------- against it


def test_two_classes_are_the_phi_coefficient():
    corners = [c for number in (1, 2) for c in itertools.combinations(range(4), number)]
    smalls = ([0, 1, 1, 1], [1, 0, 2, 1], [2, 1, 1, 3], [0, 1, 1, 0])
    for k, cells, small in itertools.product(range(6, 16, 3), corners, smalls):
        cm = large(2, cells, k, small)
        if not (cm.any(axis=0).all() and cm.any(axis=1).all()):
            continue
        for kind in KINDS:
            sign = {"id": -1, "anti": -1, "sup": np.sign(phi(cm))}.get(kind, 1)
            check(cm, kind, sign * phi(cm))
            # More than is promised: one rounding.
            value = functional_correlation(cm, kind).value
            assert math.isclose(value, sign * phi(cm), rel_tol=1e-15), (kind, cm)


@pytest.mark.parametrize("kind", KINDS)
def test_three_classes_in_multiple_precision(kind):
    places = [c for n in (1, 2) for c in itertools.combinations(range(9), n)]
    for count, cells in enumerate(places):
        cm = large(3, cells, 6 + count % 10, SMALL)
        check(cm, kind, exact(cm, kind))


def test_four_classes_in_multiple_precision():
    """In their order, and in any order, of which there are many."""
    cases = [((0,), 14, "co"), ((6, 9), 14, "anti")]
    for cell, kind in itertools.product(range(0, 16, 2), ("ii", "id")):
        cases.append(((cell, (7 * cell + 3) % 16), 6 + cell % 10, kind))
    for cells, k, kind in cases:
        cm = large(4, cells, k, SMALL)
        check(cm, kind, exact(cm, kind))


def test_tables_that_lost_their_digits():
    for cm, kind, expected in [
        ([[2, 1], [1, 10**9]], "ii", 0.6666666656666667),
        ([[1, 0], [0, 10**15 + 1]], "sup", 1.0),
        ([[0, 1], [1, 10**8]], "ii", -1 / (10**8 + 1)),
        # Predictions 1 and 2 are in one block: three cells against two.
        ([[2, 4, 7 * 10**15 + 8], [1, 4, 3 * 10**15 + 3], [0, 3, 1]], "ii", None),
        ([[10**16, 2], [3, 1]], "anti", None),
        ([[10**18, 1], [1, 0]], "co", -1e-18),
    ]:
        expected = exact(cm, kind) if expected is None else expected
        check(np.array(cm, dtype=object), kind, expected)
        check(cm, kind, expected)


# ------------------------------------------------------------------- what follows from it


def skewed(K, S, seed):
    """Tables that mix small counts with powers of ten."""
    rng = np.random.default_rng(seed)
    sizes = 10.0 ** rng.integers(0, 16, (S, K, K))
    return (rng.integers(0, 4, (S, K, K)) * np.where(rng.random((S, K, K)) < 0.3, sizes, 1)
            + np.eye(K)).astype(np.int64)  # fmt: skip


def test_a_larger_set_of_pairs_has_the_larger_value():
    """And the pair is of the kind to the last digit; a certificate proves the value."""
    tied = np.array([[10**11 + 1, 0, 1], [1, 10**11, 1], [0, 1, 10**11]])
    wide = np.array([[2 * 10**15, 1, 2, 1], [3, 3, 2, 3], [1, 1, 2, 3], [3, 2, 3, 2]])
    stack = [cm for K in (2, 3, 4, 5) for cm in skewed(K, 20, K)]
    for cm in (tied, wide, *stack):
        found = {kind: functional_correlation(cm, kind) for kind in KINDS}
        for part, whole in ("ii", "co"), ("id", "anti"), ("co", "sup"), ("anti", "sup"):
            assert found[part].value <= found[whole].value, (part, cm.tolist())
        for kind, one in found.items():
            sign = -1 if kind in ("id", "anti") else 1
            f, g = one.f[cm.any(axis=1)], sign * one.g[cm.any(axis=0)]
            if kind in ("ii", "id"):
                steps = np.concatenate([np.diff(f), np.diff(g)])
                assert (steps >= 0).all() or (steps <= 0).all(), (kind, cm.tolist())
            elif kind in ("co", "anti"):
                ups = np.subtract.outer(one.f, one.f)
                ups = np.sign(ups) * np.sign(np.subtract.outer(one.g, one.g))
                assert not (sign * ups < 0).any(), (kind, cm.tolist())


def test_certificates_of_skewed_tables_hold():
    stack = [cm for K in (2, 3, 4) for cm in skewed(K, 8, 10 + K)]
    for cm, kind in itertools.product(stack, (*KINDS, "mon", "coanti")):
        check_certificate(cm, kind, functional_correlation(cm, kind))


def test_scale_and_dtype_change_no_digit():
    for cm in skewed(3, 10, 5):
        value = co_correlation(cm)
        assert co_correlation(cm.astype(object)) == value
        assert co_correlation(cm.astype(object) * 7 * 10**30) == value
        shares = np.vectorize(lambda x, N: Fraction(int(x), N), otypes=[object])
        assert co_correlation(shares(cm, int(cm.astype(object).sum()))) == value
        if cm.max() < 2**50:
            assert co_correlation(cm * 2.0**-60) == value


@pytest.mark.filterwarnings("error")
def test_no_warning_and_a_value_where_there_is_one():
    assert anti_correlation([[10**16, 2], [3, 1]]) == pytest.approx(-0.2886751345948)
    assert co_correlation([[10**18, 1], [1, 0]]) == -1e-18
    value = ii_correlation([[2, 0.5, 2.5], [0, 0.5, 0.5], [1e20, 2, 2]])
    assert value == exact(np.array([[4, 1, 5], [0, 1, 1], [2 * 10**20, 4, 4]]), "ii")
    for measure in (sup_correlation, coanti_correlation, mon_correlation):
        assert 0 <= measure([[1e-90, 1e90], [1, 1]]) <= 1


@pytest.mark.parametrize("measure", [ii_correlation, co_correlation])
def test_entries_too_far_apart_are_refused(measure):
    with pytest.raises(ValueError, match="too far apart"):
        measure([[5e-324, 1e-9], [1e-9, 1e-9]])


def test_sup_of_rank_one_is_nothing():
    """Exactly, in the stack, in the search, and for counts whose products are not exact."""
    for cm in (
        np.outer([1, 2, 3], [10**14, 5, 7]),
        np.outer([3, 7, 11], [13, 17, 10**13 + 1]),
        np.outer([0.1, 0.2], [1, 3]),
        np.outer([10**7 + 1, 3], [10**7 + 3, 10**7]),
    ):
        whole = np.vectorize(Fraction, otypes=[object])(cm)
        if (
            whole * whole.sum() == np.outer(whole.sum(axis=1), whole.sum(axis=0))
        ).all():
            assert sup_correlation(cm) == 0
            assert sup_correlation(cm[None])[0] == 0
            assert functional_correlation(cm, "sup").value == 0
        else:
            assert 0 < sup_correlation(cm) < 1e-15


def test_sup_is_the_search_on_skewed_tables():
    for K in (2, 3, 5):
        stack = skewed(K, 30, 20 + K)
        searched = [functional_correlation(cm, "sup").value for cm in stack]
        assert np.allclose(sup_correlation(stack), searched, rtol=0, atol=1e-13)
    assert sup_correlation([[0, 0, 1], [3, 0, 0], [0, 1, 0]]) <= 1


# ------------------------------------------------------------------- comparison


def of_value(value):
    """A table of two classes with this correlation, as near as counts of 1e15 come."""
    half = round((1 + value) * 10**15 / 2)
    return [[half, 10**15 - half], [10**15 - half, half]]


def test_comparison_tells_the_least_difference_and_no_other():
    cm = np.array([[5, 1, 0], [1, 4, 2], [0, 1, 6]])
    assert compare(cm, 7 * cm) == ("equal", None)
    assert compare(cm, cm * 2.0**-30) == ("equal", None)
    assert compare(cm, cm.T) == ("equal", None)
    assert compare(of_value(0.6), of_value(0.6 + 4e-15)) == ("second", "co")


def test_sets_of_classes_are_told_apart_where_floats_take_all_for_independent():
    """The counts (a, b) of classes 1 and 3, and those of all, (A, B), have a B - b A = -1.

    So the four cells of class 1 against 2 and 3 have the determinant -1, those of 1 and 2
    against 3 have 1, and those of class 2 against the others have 2.
    """
    a, b, A, B = 877076143, 758895378, 3141592653, 2718281831
    assert a * B - b * A == -1
    cm = [[a, b, 0], [A - 2 * a, B - 2 * b, 0], [a, b, 0]]
    r, N = a + b, A + B
    third = 1 / math.sqrt(r * (N - r) * A * B)
    second = 2 / math.sqrt(2 * r * (N - 2 * r) * A * B)
    for kind, value in (("ii", third), ("id", third), ("co", third), ("anti", second)):
        found = functional_correlation(cm, kind)
        assert found.value == found.bound == pytest.approx(value, rel=1e-12, abs=0)


def test_values_that_rounding_sets_apart_are_made_one_and_no_others():
    share = np.array([0.25, 0.25, 0.4, 0.1])
    values = np.array([1.0, 1.0 + 1e-14, 1.0 + 1e-9, -1.0])
    found = pooled_values(values, share)
    assert found[0] == found[1] == pytest.approx(1 + 5e-15, abs=1e-15)
    assert found[2:].tolist() == values[2:].tolist()
