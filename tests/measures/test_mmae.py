"""The errors of the classes: their mean, their maximum, and the region they leave."""

import itertools
from fractions import Fraction
from math import nan

import numpy as np
import pytest
import sympy as sp
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from optional import peer
from small import (
    all_matrices,
    near,
    random_matrices,
    symbolic_matrix,
    unrolled,
)

from ordref import amae, definitions, feasible_mae, mae, mae_per_class, mmae, plots

SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}
SIZES = range(1, 9)


def matrices_of(K, S):
    """All small matrices, or so many random ones where those would be too many."""
    return SMALL[K] if K in SMALL else random_matrices(K, S)


# ------------------------------------------------------------------- the errors of the classes


def test_mae_is_the_mean_of_the_errors_weighted_by_the_priors():
    for K in (2, 3, 4):
        n = symbolic_matrix(K)
        weighted = (n.sum(axis=1) * mae_per_class(n)).sum() / n.sum()
        assert sp.cancel(weighted - mae(n)) == 0
        assert sp.cancel(mae_per_class(n).sum() / K - amae(n)) == 0


def test_amae_and_mmae_are_those_of_skordinal():
    skordinal = peer("skordinal.metrics")
    for cm in itertools.chain(*map(random_matrices, range(2, 9))):
        for ours, theirs in [
            (amae, skordinal.average_mean_absolute_error),
            (mmae, skordinal.maximum_mean_absolute_error),
        ]:
            # Without labels it would close the gap of a class that nobody saw.
            value = theirs(*unrolled(cm), labels=range(1, len(cm) + 1))
            assert near(ours(cm), Fraction(float(value))), (theirs, cm.tolist())


def test_absent_class_is_nan_and_left_out():
    cm = [[1, 1, 0], [0, 0, 0], [2, 0, 0]]
    np.testing.assert_array_equal(mae_per_class(cm), [0.5, nan, 2.0])
    assert amae(cm) == 1.25
    assert mmae(cm) == 2.0


# ------------------------------------------------------------------- the feasible region


def test_region_of_a_hand_drawn_case():
    """Priors 1/4, 1/2, 1/4: the middle class can be off by 1, the ends by 2."""
    lower, upper = feasible_mae([0, 0.5, 1, 1.5, 2], [1, 2, 1])
    np.testing.assert_array_equal(lower, [0, 0.125, 0.25, 0.375, 0.5])
    np.testing.assert_array_equal(upper, [0, 0.5, 1, 1.25, 1.5])


def test_lower_edge_jumps_where_a_rare_class_drops_out():
    lower, _ = feasible_mae([1, np.nextafter(1, 2)], [3, 1, 3])
    np.testing.assert_allclose(lower, [1 / 7, 3 / 7])


def test_region_ends_where_no_class_can_be_worse():
    lower, upper = feasible_mae([2, 2.5, 3], [0, 1, 0, 0])
    assert lower[0] == upper[0] == 2
    assert np.isnan(lower[1:]).all()
    assert np.isnan(upper[1:]).all()


def test_every_matrix_is_in_the_region_of_its_priors():
    """And some lie on each edge: both are needed."""
    for K in SIZES:
        on_lower = on_upper = 0
        for cm in matrices_of(K, 100):
            lower, upper = feasible_mae(mmae(cm), cm.sum(axis=1))
            assert lower - 1e-13 <= mae(cm) <= upper + 1e-13
            on_lower += bool(lower < upper and abs(mae(cm) - lower) < 1e-13)
            on_upper += bool(upper < mmae(cm) - 1e-13 and abs(mae(cm) - upper) < 1e-13)
        assert K != 3 or min(on_lower, on_upper) > 0


@given(
    hnp.arrays(int, st.integers(1, 6), elements=st.integers(0, 9)).filter(np.any),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_every_point_of_the_region_is_of_some_weights(totals, across, up):
    """The construction of the proof: one class off by M, the others by a share of what they can."""
    K = len(totals)
    j = np.arange(K)
    farthest = np.maximum(j, K - 1 - j)
    M = across * farthest[totals > 0].max()
    lower, upper = feasible_mae(M, totals)
    room = upper - lower
    y = lower + up * room
    able = [k for k in range(K) if totals[k] and farthest[k] >= M]
    errors = np.minimum(M, farthest) * (0 if room == 0 else (y - lower) / room)
    errors[min(able, key=totals.__getitem__)] = M
    weights = np.zeros((K, K))
    for k in range(K):
        share = errors[k] / farthest[k] if farthest[k] else 0
        weights[k, 0 if k > K - 1 - k else K - 1] += totals[k] * share
        weights[k, k] += totals[k] * (1 - share)
    assert mmae(weights) == pytest.approx(M, abs=1e-12)
    assert mae(weights) == pytest.approx(y, abs=1e-12)


BAD_PRIORS = [
    ([1, -1, 3], "class 2 has -1"),
    ([0.5, -1], "class 2 has -1"),
    ([1, nan], "class 2 has nan"),
    ([np.inf, 1], "class 1 has inf"),
    ([0, 0], "must not all be zero"),
    *((priors, "one number for each class") for priors in ([[1, 2], [3, 4]], 1, [])),
    *((priors, "priors must hold numbers") for priors in (["a", "b"], [1, 1j], [[1], [1, 2]])),
    (np.ma.array([1, 2], mask=[0, 1]), "priors have masked entries"),
    ([10**400, 1], "priors must be within the range"),
    (sp.symbols("a b"), "priors hold symbols"),
    ([Fraction(1), -1], "priors have a negative entry, -1"),
]  # fmt: skip
BAD_MMAE = [-1, nan, [0.5, -1], [[nan]], 1j, "1", ["a"], [[1], [1, 2]], 10**400]


def test_priors_or_an_mmae_that_are_none_are_refused():
    for priors, message in BAD_PRIORS:
        with refuses(message, priors):
            feasible_mae(1, priors)
        with refuses(message, priors):
            plots.draw_feasible_region(priors)
    for value in (*BAD_MMAE, sp.Symbol("M")):
        with refuses("^mmae (must be|must hold|holds symbols)", value):
            feasible_mae(value, [1, 1])
    with refuses("mmae has masked entries"):
        feasible_mae(np.ma.array([0.5, 1], mask=[0, 1]), [1, 1])


def test_no_class_is_off_by_infinity():
    lower, upper = feasible_mae([np.inf, 1], [1, 1])
    np.testing.assert_array_equal(lower, [nan, 0.5])
    np.testing.assert_array_equal(upper, [nan, 1])


def test_priors_of_any_size_and_kind_are_shares():
    expected = feasible_mae(0.5, [1, 3])
    for priors in (
        *(np.array([1, 3]) * factor for factor in (5e-324, 1e-310, 1e307, 4e307)),
        np.array([1, 3], np.uint8),
        np.array([np.int8(1), np.int8(3)], object),
        [Fraction(1, 4), Fraction(3, 4)],
    ):
        assert feasible_mae(Fraction(1, 2), priors) == expected, priors


def test_definition_lists_the_classes_in_their_order():
    assert list(definitions.mae_per_class([(8, 8), (1, 1)])) == [1, 8]
