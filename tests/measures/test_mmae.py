"""The errors of the classes: per class, their mean, their maximum, and the region they leave."""

import itertools
from fractions import Fraction
from math import factorial, nan, prod

import matplotlib.pyplot as plt
import numpy as np
import pytest
import skordinal.metrics
import sympy as sp
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from small import (
    all_matrices,
    distances,
    near,
    of_size,
    random_matrices,
    symbolic_matrix,
    unrolled,
)
from sympy.polys.matrices import DomainMatrix

from ordref import amae, definitions, feasible_mae, mae, mae_per_class, mmae, plots

SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}
SIZES = range(1, 9)


def matrices_of(K, S):
    """All small matrices, or so many random ones where those would be too many."""
    return SMALL[K] if K in SMALL else random_matrices(K, S)


# ------------------------------------------------------------------- the errors of the classes


def test_error_of_a_class_is_the_mae_of_its_row_alone():
    """For every matrix: MAE of the matrix with all other rows empty is the error of the row."""
    for K in (2, 3):
        n = symbolic_matrix(K)
        for j in range(K):
            row = np.where(np.arange(K)[:, None] == j, n, sp.Integer(0))
            assert sp.cancel(mae(row) - mae_per_class(n)[j]) == 0


def test_mae_is_the_mean_of_the_errors_weighted_by_the_priors():
    for K in (2, 3, 4):
        n = symbolic_matrix(K)
        weighted = (n.sum(axis=1) * mae_per_class(n)).sum() / n.sum()
        assert sp.cancel(weighted - mae(n)) == 0
        assert sp.cancel(mae_per_class(n).sum() / K - amae(n)) == 0


def test_amae_and_mmae_are_those_of_skordinal():
    for cm in itertools.chain(*map(random_matrices, range(2, 9))):
        for ours, theirs in [
            (amae, skordinal.metrics.average_mean_absolute_error),
            (mmae, skordinal.metrics.maximum_mean_absolute_error),
        ]:
            # Without labels it would close the gap of a class that nobody saw.
            value = theirs(*unrolled(cm), labels=range(1, len(cm) + 1))
            assert near(ours(cm), Fraction(float(value))), (theirs, cm.tolist())


def test_absent_class_is_nan_and_left_out():
    cm = [[1, 1, 0], [0, 0, 0], [2, 0, 0]]
    np.testing.assert_array_equal(mae_per_class(cm), [0.5, nan, 2.0])
    assert amae(cm) == 1.25
    assert mmae(cm) == 2.0


def test_priors_do_not_matter():
    cm = random_matrices(4)
    times = np.array([1, 10, 100, 1000])[:, None]
    np.testing.assert_allclose(amae(cm * times), amae(cm), rtol=1e-14)
    np.testing.assert_allclose(mmae(cm * times), mmae(cm), rtol=1e-14)
    assert not np.allclose(mae(cm * times), mae(cm))


def test_least_errors_of_a_constant_classifier():
    """All classes present: the middle is best, and with two middle classes MMAE is K / 2."""
    for K in SIZES:
        pairs = [
            [(t, c) for t in range(1, K + 1) for _ in range(t)] for c in range(1, K + 1)
        ]
        of_amae = Fraction(K**2 - 1, 4 * K) if K % 2 else Fraction(K, 4)
        assert min(map(definitions.mmae, pairs)) == K // 2
        assert min(map(definitions.amae, pairs)) == of_amae


def equal_on_the_left(cm):
    """Whether in each class the steps beyond the first are paid for by its sensitivity."""
    present = cm[cm.any(axis=1)]
    hits = np.diag(cm)[cm.any(axis=1)].tolist()
    sizes = present.sum(axis=1).tolist()
    shares = [Fraction(hit, size) for hit, size in zip(hits, sizes, strict=True)]
    beyond = (cm * np.maximum(0, distances(len(cm)) - 1))[cm.any(axis=1)].sum(axis=1)
    paid = [
        size * (share - min(shares)) for size, share in zip(sizes, shares, strict=True)
    ]
    return all(b <= p for b, p in zip(beyond.tolist(), paid, strict=True))


@pytest.mark.parametrize("K", range(2, 6))
def test_mmae_is_one_less_ms_where_sensitivity_pays_for_far_errors(K):
    stack = matrices_of(K, 400)
    equal, near_only = 0, 0
    for cm in stack:
        pairs = definitions.observations(cm.tolist())
        gap = definitions.mmae(pairs) - (1 - definitions.minimum_sensitivity(pairs))
        assert (gap == 0) == equal_on_the_left(cm)
        far = distances(K) > 1
        equal += gap == 0
        near_only += not cm[far].any()
    assert (equal < len(stack)) == (K > 2)
    # That all errors are of one class is enough, and is not needed from three classes on.
    assert equal >= near_only
    assert K != 3 or equal > near_only


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


@pytest.mark.parametrize(
    "totals", [[1, 2, 1], [10, 20, 30, 40], [3, 1, 3], [0, 5, 1, 0, 2]]
)
def test_drawing_is_the_region(totals):
    """The drawn pieces hold exactly the points between the bounds."""
    ax = plots.draw_feasible_region(totals)
    pieces = [path for drawn in ax.collections for path in drawn.get_paths()]
    plt.close(ax.figure)
    K = len(totals)
    # Never on an edge, where a point is in two pieces.
    for M in np.arange(0.05, K, 0.1):
        lower, upper = feasible_mae(M, totals)
        for y in np.arange(0.013, K, 0.05):
            inside = any(piece.contains_point((M, y)) for piece in pieces)
            assert inside == (lower < y < upper), (M, y)


def test_definition_lists_the_classes_in_their_order():
    assert list(definitions.mae_per_class([(8, 8), (1, 1)])) == [1, 8]


# ------------------------------------------------------------------- as an estimate


def chances(drawn, x, y):
    """Each table of two classes that err with chances x and y, and its probability."""
    cells = (1 - x, x, y, 1 - y)
    if not isinstance(drawn, tuple):
        # So many observations, of classes that are drawn, too.
        tables = of_size(2, drawn).reshape(-1, 4).tolist()
        shares = [Fraction(cell) / 2 for cell in cells]
        return {tuple(n): _multinomial(n, shares) for n in tables}
    return {
        (drawn[0] - i, i, j, drawn[1] - j): _multinomial((drawn[0] - i, i), cells[:2])
        * _multinomial((j, drawn[1] - j), cells[2:])
        for i in range(drawn[0] + 1)
        for j in range(drawn[1] + 1)
    }


def _multinomial(counts, shares):
    ways = factorial(sum(counts)) // prod(map(factorial, counts))
    return ways * prod(p**n for p, n in zip(shares, counts, strict=True))


def is_estimable(drawn, target):
    """Whether some values of the tables have this mean at every point of a grid."""
    grid = [Fraction(k, 6) for k in range(7)]
    rows = [[*chances(drawn, x, y).values(), target(x, y)] for x in grid for y in grid]
    system = DomainMatrix.from_list(rows, sp.QQ)
    return system.rank() == system[:, :-1].rank()


@pytest.mark.parametrize("drawn", [(1, 1), (2, 1), (3, 2), 1, 2, 3], ids=str)
def test_no_estimate_of_the_worst_error_is_unbiased(drawn):
    assert not is_estimable(drawn, max)
    assert not is_estimable(drawn, lambda x, y: min(1 - x, 1 - y))
    assert is_estimable(drawn, lambda x, y: (x + y) / 2)


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 4)])
def test_mmae_is_never_biased_downwards_where_the_class_totals_are_given(sizes):
    grid = [Fraction(k, 5) for k in range(6)]
    for x, y in itertools.product(grid, repeat=2):
        worst = least = Fraction(0)
        for table, chance in chances(sizes, x, y).items():
            pairs = definitions.observations(np.reshape(table, (2, 2)).tolist())
            worst += chance * definitions.mmae(pairs)
            least += chance * definitions.minimum_sensitivity(pairs)
        assert worst >= max(x, y)
        assert least <= 1 - max(x, y)
        assert (worst == max(x, y)) == ({x, y} & {0, 1} != set())


def test_mmae_is_biased_downwards_where_a_class_may_be_absent():
    """A class that is always missed, and seldom in the sample; so is AMAE."""
    N, share = 20, Fraction(1, 100)
    present = {n: _multinomial((n, N - n), (share, 1 - share)) for n in range(N + 1)}
    for measure, truth in [(definitions.mmae, 1), (definitions.amae, Fraction(1, 2))]:
        mean = sum(
            chance * measure([(1, 1)] * (N - n) + [(2, 1)] * n)
            for n, chance in present.items()
        )
        assert mean < N * share < truth


@pytest.mark.parametrize("K", range(2, 9))
def test_largest_amae_with_all_classes_present(K):
    pairs = [(r, K if 2 * r <= K else 1) for r in range(1, K + 1)]
    above = definitions.amae(pairs) - Fraction(3, 4) * (K - 1)
    assert 0 < above <= Fraction(1, 4)
    assert (above == Fraction(1, 4)) == (K % 2 == 0)
