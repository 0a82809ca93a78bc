"""The errors of the classes: per class, their mean, their maximum, and the region they leave."""

import itertools
from fractions import Fraction
from math import factorial, nan, prod

import matplotlib.pyplot as plt
import numpy as np
import pytest
import skordinal.metrics
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from small import (
    all_matrices,
    assert_near,
    distances,
    fractions,
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


def averaged_over_all(cm):
    """A mutant of AMAE: absent classes are counted as classes without error."""
    return np.nan_to_num(mae_per_class(cm)).mean(axis=-1)


# ------------------------------------------------------------------- the errors of the classes


@pytest.mark.parametrize(
    ("derived", "definition"),
    [
        (averaged_over_all, definitions.amae),
        (amae, definitions.mmae),
        (lambda cm: mmae(np.swapaxes(cm, -1, -2)), definitions.mmae),
    ],
)
def test_a_mutant_does_not_agree(derived, definition):
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(derived, definition, SMALL[2])


@pytest.mark.parametrize("K", [2, 3])
def test_error_of_a_class_is_the_mae_of_its_row_alone(K):
    """For every matrix: MAE of the matrix with all other rows empty is the error of the row."""
    n = symbolic_matrix(K)
    for j in range(K):
        row = np.where(np.arange(K)[:, None] == j, n, sp.Integer(0))
        assert sp.cancel(mae(row) - mae_per_class(n)[j]) == 0


@pytest.mark.parametrize("K", [2, 3, 4])
def test_mae_is_the_mean_of_the_errors_weighted_by_the_priors(K):
    n = symbolic_matrix(K)
    weighted = (n.sum(axis=1) * mae_per_class(n)).sum() / n.sum()
    assert sp.cancel(weighted - mae(n)) == 0
    assert sp.cancel(mae_per_class(n).sum() / K - amae(n)) == 0


# ------------------------------------------------------------------- independence, by hand


@pytest.mark.parametrize("K", range(2, 9))
def test_amae_and_mmae_are_those_of_skordinal(K):
    for cm in random_matrices(K):
        for ours, theirs in [
            (amae, skordinal.metrics.average_mean_absolute_error),
            (mmae, skordinal.metrics.maximum_mean_absolute_error),
        ]:
            # Without labels it would close the gap of a class that nobody saw.
            value = theirs(*unrolled(cm), labels=range(1, K + 1))
            assert near(ours(cm), Fraction(float(value)))


def test_values_counted_by_hand():
    cm = [[2, 0, 1], [1, 1, 0], [2, 1, 2]]
    assert mae_per_class(fractions(cm)).tolist() == [Fraction(2, 3), Fraction(1, 2), 1]
    assert amae(fractions(cm)) == Fraction(13, 18)
    assert mmae(cm) == 1.0


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


@pytest.mark.parametrize("K", SIZES)
def test_least_errors_of_a_constant_classifier(K):
    """All classes present: the middle is best, and with two middle classes MMAE is K / 2."""
    amaes, mmaes = [], []
    for c in range(1, K + 1):
        pairs = [(t, c) for t in range(1, K + 1) for _ in range(t)]
        amaes.append(definitions.amae(pairs))
        mmaes.append(definitions.mmae(pairs))
    assert min(mmaes) == (Fraction(K, 2) if K % 2 == 0 else Fraction(K - 1, 2))
    assert min(amaes) == (Fraction(K, 4) if K % 2 == 0 else Fraction(K**2 - 1, 4 * K))


def equal_on_the_left(cm):
    """Whether in each class the steps beyond the first are paid for by its sensitivity."""
    rows = [
        (cm[j], max(0, cm[j].sum()), Fraction(int(cm[j, j]), int(cm[j].sum())))
        for j in range(len(cm))
        if cm[j].sum()
    ]
    least = min(share for *_, share in rows)
    steps = np.maximum(0, distances(len(cm)) - 1)
    beyond = (cm * steps).sum(axis=1)[cm.sum(axis=1) > 0]
    return all(
        int(b) <= int(size) * (share - least)
        for b, (_, size, share) in zip(beyond, rows, strict=True)
    )


@pytest.mark.parametrize("K", range(2, 6))
def test_mmae_is_one_less_ms_where_sensitivity_pays_for_far_errors(K):
    stack = SMALL[K] if K in SMALL else random_matrices(K, 400)
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


@pytest.mark.parametrize("K", SIZES)
def test_every_matrix_is_in_the_region_of_its_priors(K):
    stack = SMALL[K] if K in SMALL else random_matrices(K, 100)
    for cm in stack:
        lower, upper = feasible_mae(mmae(cm), cm.sum(axis=1))
        assert lower - 1e-13 <= mae(cm) <= upper + 1e-13


def test_region_without_its_lower_edge_or_its_bends_is_not_left():
    """The negative control: both edges are needed, some matrix lies on each."""
    on_lower = on_upper = 0
    for cm in SMALL[3]:
        lower, upper = feasible_mae(mmae(cm), cm.sum(axis=1))
        on_lower += bool(lower < upper and abs(mae(cm) - lower) < 1e-13)
        on_upper += bool(upper < mmae(cm) - 1e-13 and abs(mae(cm) - upper) < 1e-13)
    assert on_lower > 0
    assert on_upper > 0


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
    y = lower + up * (upper - lower)
    worst = min(
        (j for j in range(K) if totals[j] and farthest[j] >= M), key=totals.__getitem__
    )
    room = upper - lower
    errors = np.minimum(M, farthest) * (0 if room == 0 else (y - lower) / room)
    errors[worst] = M
    weights = np.zeros((K, K))
    for k in range(K):
        far = 0 if k > K - 1 - k else K - 1
        share = errors[k] / farthest[k] if farthest[k] else 0
        weights[k, far] += totals[k] * share
        weights[k, k] += totals[k] * (1 - share)
    assert mmae(weights) == pytest.approx(M, abs=1e-12)
    assert mae(weights) == pytest.approx(y, abs=1e-12)


BAD_PRIORS = {
    "negative": ([1, -1, 3], "class 2 has -1"),
    "NaN": ([1, nan], "class 2 has nan"),
    "infinite": ([np.inf, 1], "class 1 has inf"),
    "zero": ([0, 0], "must not all be zero"),
    "a matrix": ([[1, 2], [3, 4]], "one number for each class"),
    "a number": (1, "one number for each class"),
    "empty": ([], "one number for each class"),
    "words": (["a", "b"], "priors must be numbers"),
    "complex": ([1, 1j], "priors must be numbers"),
    "masked": (np.ma.array([1, 2], mask=[0, 1]), "priors have masked entries"),
    "ragged": ([[1], [1, 2]], "priors must be numbers"),
    "beyond floats": ([10**400, 1], "priors must be within the range"),
    "symbols": (sp.symbols("a b"), "priors must be numbers, not symbols"),
    "objects: negative": ([Fraction(1), -1], "priors have a negative entry, -1"),
    "negative, in part": ([0.5, -1], "class 2 has -1"),
}


@pytest.mark.parametrize(("priors", "message"), BAD_PRIORS.values(), ids=BAD_PRIORS)
def test_priors_that_are_none_are_refused(priors, message):
    with pytest.raises(ValueError, match=message):
        feasible_mae(1, priors)
    with pytest.raises(ValueError, match=message):
        plots.draw_feasible_region(priors)


def test_mmae_that_is_none_is_refused():
    for value in (-1, nan, [0.5, -1], [[nan]], 1j, "1", ["a"], [[1], [1, 2]], 10**400):
        with pytest.raises(ValueError, match="mmae must be"):
            feasible_mae(value, [1, 1])
    with pytest.raises(ValueError, match="mmae must be"):
        feasible_mae(sp.Symbol("M"), [1, 1])
    with pytest.raises(ValueError, match="mmae has masked entries"):
        feasible_mae(np.ma.array([0.5, 1], mask=[0, 1]), [1, 1])


def test_no_class_is_off_by_infinity():
    lower, upper = feasible_mae([np.inf, 1], [1, 1])
    np.testing.assert_array_equal(lower, [nan, 0.5])
    np.testing.assert_array_equal(upper, [nan, 1])


@pytest.mark.parametrize("factor", [5e-324, 1e-310, 1e307, 4e307])
def test_priors_of_any_size_are_shares(factor):
    totals = np.array([1, 2, 1]) * factor
    assert feasible_mae(1.5, totals) == feasible_mae(1.5, [1, 2, 1])


def test_priors_may_be_any_real_numbers():
    expected = feasible_mae(0.5, [1, 3])
    for priors in (
        np.array([1, 3], np.uint8),
        np.array([np.int8(1), np.int8(3)], object),
        [Fraction(1, 4), Fraction(3, 4)],
    ):
        assert feasible_mae(Fraction(1, 2), priors) == expected


@pytest.mark.parametrize(
    "totals", [[1, 2, 1], [10, 20, 30, 40], [3, 1, 3], [0, 5, 1, 0, 2]]
)
def test_drawing_is_the_region(totals):
    """The drawn pieces hold exactly the points between the bounds."""
    ax = plots.draw_feasible_region(totals)
    pieces = [path for drawn in ax.collections for path in drawn.get_paths()]
    plt.close(ax.figure)
    K = len(totals)
    for M in np.arange(
        0.05, K, 0.1
    ):  # never on an edge, where a point is in two pieces
        lower, upper = feasible_mae(M, totals)
        for y in np.arange(0.013, K, 0.05):
            inside = any(piece.contains_point((M, y)) for piece in pieces)
            assert inside == (lower < y < upper)


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
