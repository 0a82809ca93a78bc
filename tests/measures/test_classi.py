"""ClasSi: agreement, chance, the range of prefixes, and common promises."""

import itertools
import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, mannwhitneyu, norm, pearsonr, spearmanr
from small import fractions, near, within

from ordref import (
    class_distances,
    classi,
    classi_curve,
    classi_test,
    data,
    definitions,
    plots,
)
from ordref.measures.classi import classi_chance
from ordref.measures.classi.prefixes import by_halves, by_thresholds

EXAMPLE = data.example("classi2011.example")
BEST, WORST, R1, R2 = (
    class_distances(EXAMPLE["rankings"][name], EXAMPLE["distances"])
    for name in ("best", "worst", "r1", "r2")
)
# Every ranking of m objects at distances 0 to 3, without and with ties.
SMALL = {m: list(itertools.product(range(4), repeat=m)) for m in range(1, 6)}
# Objects at unequal gaps, with and without ties: every order of each is looked at.
OBJECTS = [(0, 1), (0, 2, 7), (0, 0, 1), (0, 1, 6, 6), (0, 3, 4, 7, 7), (0, 1, 2, 3, 9)]

rankings = st.lists(st.integers(0, 20), min_size=1, max_size=25)
FUNCTIONS = (classi, classi_curve, classi_chance)
WAYS = (by_thresholds, by_halves)


def exact(distances):
    return fractions(np.asarray(distances))


def orders(distances):
    return list(itertools.permutations(distances))


def is_undefined(distances):
    return len(set(distances)) == 1


def same(value, expected):
    """Equal as numbers, or both undefined."""
    return value == expected or (value != value and expected != expected)


# ------------------------------------------------------------------- definitions


def test_worked_example():
    """Section 2.2: 3 pairs (c, b) at 1, 3 pairs (t, c) at 5, and all pairs of the worst."""
    costs = {"worst": WORST, "r1": R1, "r2": R2}
    for name, distances in costs.items():
        cost = definitions.dis_cost(distances.tolist())
        assert cost == EXAMPLE[f"cost_{name}"]
    assert classi(R1) == 1 - 2 * 3 / 126
    assert classi(R2) == pytest.approx(1 - 2 * 15 / 126, abs=1e-15)
    assert (classi(BEST), classi(WORST)) == (1.0, -1.0)
    for name, distances in [("classi_r1", R1), ("classi_r2", R2)]:
        assert data.agrees(classi(distances), EXAMPLE[name])


def test_costs_of_pairs_of_classes_are_those_of_the_example():
    cost = definitions.cost
    d = {label: Fraction(value) for label, value in EXAMPLE["distances"].items()}
    found = {i + j: cost(d[i], d[j]) for i in "bct" for j in "bct"}
    assert {pair: value for pair, value in found.items() if value} == {
        "cb": 1,
        "tb": 6,
        "tc": 5,
    }


@given(rankings)
def test_best_and_worst_of_definitions_3_and_4(distances):
    worst = definitions.worst_case(distances)
    assert definitions.is_worst(worst)
    assert definitions.is_optimal(worst[::-1])
    both = definitions.is_optimal(distances) and definitions.is_worst(distances)
    assert both == is_undefined(distances)


@given(rankings, st.data())
def test_algorithms_1_and_2_are_definitions_5_and_6(distances, drawn):
    k = drawn.draw(st.integers(1, len(distances)))
    costs = definitions.dis_costs(k, distances)
    assert costs == [definitions.dis_cost(distances, j) for j in range(1, k + 1)]
    curve = definitions.classi_curve(distances)
    assert len(curve) == len(distances)
    assert all(
        same(value, definitions.classi(distances, j))
        for j, value in enumerate(curve, start=1)
    )


def test_definitions_take_what_can_be_gone_through_only_once():
    for function in (
        definitions.is_optimal,
        definitions.is_worst,
        definitions.worst_case,
        definitions.dis_cost,
        definitions.classi,
        definitions.classi_curve,
        lambda distances: definitions.dis_cost(distances, 2),
        lambda distances: definitions.classi(distances, 2),
        lambda distances: definitions.dis_costs(2, distances),
    ):
        for x in ([1, 0, 0, 6], [0, 1, 1, 6], [6, 1, 1, 0]):
            assert function(iter(x)) == function(v for v in x) == function(x), x


def test_definitions_refuse_what_is_no_ranking():
    for function, *given_as, message in [
        (definitions.classi, [], "at least one object"),
        (definitions.classi, iter([]), "at least one object"),
        (definitions.classi, [1, -1], "negative"),
        (definitions.classi, [1, 2], 0, "between 1 and 2"),
        (definitions.dis_cost, [1, 2], 3, "between 1 and 2"),
    ]:
        with pytest.raises(ValueError, match=message):
            function(*given_as)


# ------------------------------------------------------------------- agreement


@pytest.mark.parametrize("m", SMALL)
def test_derived_forms_are_the_definition_on_all_small_rankings(m):
    expected = [definitions.classi_curve(distances) for distances in SMALL[m]]
    values, curves = classi(SMALL[m]), classi_curve(SMALL[m])
    for *found, of_ranking in zip(values, curves, expected, strict=True):
        assert near(found[0], of_ranking[-1]), of_ranking
        assert all(map(near, found[1], of_ranking)), of_ranking
    for way, k in itertools.product(WAYS, {1, (m + 1) // 2, m}):
        for of_ranking, curve in zip(expected, way(exact(SMALL[m]), k), strict=True):
            assert all(map(same, curve, of_ranking[:k])), (way, k)


@given(rankings, st.data())
def test_derived_forms_are_the_definition(distances, drawn):
    """Exactly in fractions, near in floats; the value of a prefix is a point of the curve."""
    expected = definitions.classi_curve(distances)
    value, curve = classi(exact(distances)), classi_curve(exact(distances))
    assert same(value, expected[-1])
    assert all(map(same, curve, expected))
    assert is_undefined(distances) or isinstance(value, Fraction)
    k = drawn.draw(st.integers(1, len(distances)))
    assert same(classi(distances, k=k), classi_curve(distances)[k - 1].item())
    assert near(classi(distances, k=len(distances)), expected[-1])
    for way in WAYS:
        (found,) = way(exact([distances]), k)
        assert all(map(same, found, expected[:k])), way
        assert all(map(near, way(np.array([distances]), k)[0], expected)), way


@given(
    st.lists(st.floats(0, 1e6), min_size=1, max_size=20),
    st.lists(st.floats(0, 1e300), min_size=1, max_size=40),
)
def test_derived_forms_are_the_definition_for_real_distances(distances, large):
    expected = definitions.classi_curve(distances)
    assert near(classi(distances), expected[-1])
    assert all(map(near, classi_curve(distances), expected))
    for way in WAYS:
        (found,) = way(np.array([large]), len(large))
        assert all(map(near, found, definitions.classi_curve(large))), way


@given(st.lists(st.floats(0, 1e300), min_size=2, max_size=30), st.data())
def test_a_prefix_of_the_best_or_worst_is_exactly_that(distances, drawn):
    """In floating point too, whatever the order of the rest; and no value is beyond."""
    curve = classi_curve(distances)
    assert all(v != v or -1 <= v <= 1 for v in [*curve, classi(distances)])
    if is_undefined(distances):
        return
    k = drawn.draw(st.integers(1, len(distances)))
    for sign, ascending in (1, True), (-1, False):
        head = sorted(distances, reverse=not ascending)
        assert classi(head) == sign
        assert set(classi_curve(head)) == {sign}
        tail = drawn.draw(st.permutations(head[k:]))
        for way in WAYS:
            assert set(way(np.array([head[:k] + tail]), k)[0]) == {sign}, way


def counted(x):
    """The curve from all pairs of whole distances, in whole numbers."""
    cost = np.cumsum([np.maximum(d - x[a + 1 :], 0).sum() for a, d in enumerate(x)])
    y = np.sort(x)[::-1]
    worst = np.cumsum([(d - y[a + 1 :]).sum() for a, d in enumerate(y)])
    return np.array(
        [1 - 2 * Fraction(*map(int, p)) for p in zip(cost, worst, strict=True)]
    )


def test_long_rankings_of_few_and_of_many_classes():
    for m, kinds in itertools.product((255, 256, 257, 1500), (10, 60, 10**6)):
        x = np.random.default_rng(m).integers(0, kinds, m)
        expected, case = counted(x).astype(float), f"{m} objects, {kinds} kinds"
        for found in (classi_curve(x), *(way(x[None], m)[0] for way in WAYS)):
            np.testing.assert_allclose(found, expected, 0, 1e-15, err_msg=case)


def test_rows_of_few_and_of_many_classes_beside_each_other():
    """How a row is computed depends on itself alone, to the last bit."""
    rng = np.random.default_rng(12)
    x = np.stack([rng.integers(0, kinds, 200) / 7 for kinds in (2, 500, 3, 30, 999, 1)])
    np.testing.assert_array_equal(classi_curve(x), [classi_curve(row) for row in x])
    np.testing.assert_array_equal(classi(x, k=9), [classi(row, k=9) for row in x])


def test_whole_distances_beside_very_large_ones():
    """Two sums where they fit in 63 bits, thresholds where not, and both exactly."""
    x = np.array([[3, 0, 2, 5], [3, 0, 2, 2**62], [7, 7, 7, 7], [2**60, 1, 0, 2**60]])
    for row, value in zip(x, classi(x), strict=True):
        assert near(value, definitions.classi(row.tolist()))
        assert same(value, classi(row))
    m = 50
    best = np.arange(m) * (2**62 // m**3)
    for factor in (1, 2 * m):  # on either side of the limit
        assert (classi(best * factor), classi(best[::-1] * factor)) == (1, -1)


def test_a_hundred_thousand_different_distances_end():
    """A far object first, then the best order: it costs sum (m - 1 - j), then nothing."""
    m = 10**5
    x = np.roll(np.arange(m), 1)
    worst = np.cumsum([(m - 1 - a) * (m - a) // 2 for a in range(m)])
    with within(30):
        np.testing.assert_allclose(
            classi_curve(x), 1 - m * (m - 1) / worst, rtol=1e-14, atol=1e-15
        )
        shuffled = np.random.default_rng(13).permutation(m)
        assert classi_curve(shuffled)[-1] == pytest.approx(classi(shuffled), abs=1e-15)


def all_pairs_alike(distances):
    """A mutant: each discordant pair costs one, which is Kendall's coefficient."""
    pairs = list(itertools.combinations(distances, 2))
    unequal = sum(p != q for p, q in pairs)
    return 1 - Fraction(2 * sum(p > q for p, q in pairs), unequal)


# ------------------------------------------------------------------- what it is


@pytest.mark.parametrize("m", range(2, 7))
def test_objects_one_step_apart_give_spearman_and_not_kendall(m):
    """Definition 2 of the paper, for every order of m objects."""
    differs = False
    for order in orders(range(m)):
        squares = sum((a - d) ** 2 for a, d in enumerate(order))
        rho = 1 - Fraction(6 * squares, m * (m**2 - 1))
        assert definitions.classi(order) == classi(exact(order)) == rho
        differs |= rho != all_pairs_alike(order)
    assert differs == (m > 2)


def mean_after_a_swap(x):
    places = list(itertools.combinations(range(len(x)), 2))
    total = Fraction(0)
    for a, b in places:
        y = list(x)
        y[a], y[b] = y[b], y[a]
        total += definitions.classi(y)
    return total / len(places)


@pytest.mark.parametrize("objects", OBJECTS, ids=str)
def test_a_swap_takes_the_value_towards_zero_on_average_and_so_raises_a_negative_one(
    objects,
):
    m = len(objects)
    for order in set(orders(objects)):
        before, after = definitions.classi(order), mean_after_a_swap(order)
        assert after == before * (1 - Fraction(2, m - 1))
        if m > 3:
            assert (after > before) == (before < 0)
            assert (after < before) == (before > 0)


def test_neither_tau_b_nor_spearman_with_ties():
    position = np.arange(len(R2))
    for other in (kendalltau, spearmanr):
        assert classi(R2) != pytest.approx(other(R2, position).statistic, abs=0.01)


# ------------------------------------------------------------------- values and range


@given(rankings)
def test_range_and_extremes_of_every_prefix(distances):
    """1 if and only if each of the first k is at most all after it; -1 with at least."""
    if is_undefined(distances):
        return
    m = len(distances)
    for k, value in enumerate(classi_curve(distances), start=1):
        assert -1 <= value <= 1
        rooted = [(distances[a], distances[a + 1 :]) for a in range(k) if a < m - 1]
        optimal = all(first <= min(rest) for first, rest in rooted)
        worst = all(first >= max(rest) for first, rest in rooted)
        assert (value == 1) == optimal
        assert (value == -1) == worst


@pytest.mark.parametrize("distances", [[3], [0, 0], [2.5] * 7, [Fraction(1, 3)] * 2])
def test_undefined_where_all_distances_are_equal(distances):
    assert math.isnan(classi(distances))
    assert all(map(math.isnan, classi_curve(distances)))
    assert all(math.isnan(v) for part in classi_chance(distances) for v in part)
    assert math.isnan(definitions.classi(distances))
    assert math.isnan(classi_test(distances).pvalue)


@given(rankings)
def test_reversing_changes_the_sign_of_the_whole_ranking(distances):
    value = classi(exact(distances))
    assert same(classi(exact(distances[::-1])), -value)


def test_reversing_does_not_change_the_sign_of_a_prefix():
    assert definitions.classi([0, 0, 1], k=1) == 1
    assert definitions.classi([1, 0, 0], k=1) == -1
    assert definitions.classi([0, 1, 0], k=1) == 1  # its own reverse, and not at zero


# ------------------------------------------------------------------- section 3


def test_printed_curves():
    """Fig. 1 in words: constants, 0.84 to 0.95 rising, 1 for four positions and 0.75."""
    assert set(classi_curve(BEST)) == {1.0}
    assert set(classi_curve(WORST)) == {-1.0}
    r1, r2 = (definitions.classi_curve(x.tolist()) for x in (R1, R2))
    assert data.agrees(r1[0], EXAMPLE["classi_1_r1"])
    assert r1 == sorted(r1)
    assert data.agrees(r1[-1], EXAMPLE["classi_r1"])
    assert r2[:4] == [1] * 4
    assert r2[4] == Fraction(EXAMPLE["classi_r2_section3"])
    assert r2[4] < r2[-1]


def test_of_r2_every_prefix_falls_as_the_tiger_recedes():
    curves = [
        definitions.classi_curve([0, 0, 0, 1, t, 1, 1, 1, t, t]) for t in range(1, 40)
    ]
    for low, high in itertools.pairwise(curves):
        assert all(b <= a for a, b in zip(low, high, strict=True))
        assert high[:4] == [1] * 4
        assert all(b < a for a, b in zip(low[4:], high[4:], strict=True))


def test_of_r2_whole_value_in_closed_form():
    """Cost 3 (t - 1) of 12 (t - 1) + 9 t + 12, so 1 - 2 (t - 1) / (7 t) falls to 5/7."""
    for t in (1, 2, 6, 1000):
        x = [0, 0, 0, 1, t, 1, 1, 1, t, t]
        assert definitions.classi(x) == 1 - Fraction(2 * (t - 1), 7 * t)
        assert classi(exact(x)) > Fraction(5, 7)


# ------------------------------------------------------------------- chance


def test_chance_in_floating_point_is_the_exact_one():
    rng = np.random.default_rng(3)
    for m in (2, 3, 4, 17, 60):
        x = rng.integers(0, 50, m)
        x[0] = 60
        for found, expected in zip(
            classi_chance(x), classi_chance(exact(x)), strict=True
        ):
            np.testing.assert_allclose(found, expected.astype(float), atol=1e-13)


def test_chance_of_many_objects():
    """With a million objects still that of the closed form, and zero at the end."""
    x = np.arange(10**6) % 10
    mean, variance = classi_chance(x)
    m, d = 10**6, range(10)
    W = 10**10 * sum(a - b for a in d for b in d if a > b)
    squares = Fraction(33, 4) * m
    expected = Fraction(m * (m + 1), 3) * squares / W**2
    assert mean[-1] == 0
    assert variance[-1] == pytest.approx(float(expected), rel=1e-9)


def test_shape_of_the_mean_with_two_classes():
    for F, m in itertools.combinations(range(1, 9), 2):
        mean, _ = classi_chance(exact([0] * (m - F) + [1] * F))
        steps = (np.diff(mean) * m * (m - 1)).tolist()
        assert mean[0] == 1 - Fraction(2 * F, m)
        assert steps == [F] * (F - 1) + [-2 * (m - k - 1) for k in range(F, m)]


# ------------------------------------------------------------------- the test


EXTREME = {
    "greater": lambda v, value: v >= value,
    "less": lambda v, value: v <= value,
    "two-sided": lambda v, value: abs(v) >= abs(value),
}


@pytest.mark.parametrize("objects", OBJECTS, ids=str)
def test_exact_p_value_is_the_share_of_all_orders(objects):
    values = {order: definitions.classi(order) for order in set(orders(objects))}
    for (alternative, extreme), order in itertools.product(EXTREME.items(), values):
        value = values[order]
        few = sum(extreme(v, value) for v in values.values())
        result = classi_test(order, alternative=alternative, method="exact")
        assert near(result.pvalue, Fraction(few, len(values))), (alternative, order)
        assert near(result.classi, value), order


def test_z_is_pearson_with_the_position_times_the_root_of_m_less_one():
    rng = np.random.default_rng(4)
    for m in (2, 5, 40, 400):
        x = rng.random(m)
        r = pearsonr(x, np.arange(m)).statistic
        assert classi_test(x).z == pytest.approx(r * math.sqrt(m - 1), abs=1e-12)


def test_normal_p_values():
    x = np.random.default_rng(5).integers(0, 5, 200)
    z = classi_test(x).z
    for alternative, p in [
        ("greater", norm.sf(z)),
        ("less", norm.cdf(z)),
        ("two-sided", 2 * norm.sf(abs(z))),
    ]:
        result = classi_test(x, alternative=alternative)
        assert result.method == "normal"
        assert result.pvalue == pytest.approx(p)


def test_two_classes_give_the_test_of_mann_and_whitney():
    x = np.random.default_rng(6).integers(0, 2, 80)
    position = np.arange(80)
    theirs = mannwhitneyu(
        position[x == 1], position[x == 0], method="asymptotic", use_continuity=False
    )
    assert classi_test(x, method="normal").pvalue == pytest.approx(theirs.pvalue)
    few = np.array([0, 0, 1, 0, 1, 1, 0, 1])
    position = np.arange(8)
    theirs = mannwhitneyu(position[few == 1], position[few == 0], method="exact")
    assert classi_test(few).pvalue == pytest.approx(theirs.pvalue)


def test_method_is_exact_for_few_arrangements():
    for distances, method in [
        (range(8), "exact"),
        (range(9), "normal"),
        ([0] * 999 + [1], "exact"),
        ([0] * 1000 + [1], "normal"),
        ([1] * 1001, "exact"),  # one arrangement, however many objects
        (range(10**5), "normal"),
    ]:
        assert classi_test(distances).method == method, distances


def test_options_of_the_test():
    for options, message in [
        ({"alternative": "better"}, "alternative must be one of"),
        ({"method": "bootstrap"}, "method must be one of"),
        ({"method": "exact"}, 'too many for method="exact"'),
    ]:
        with pytest.raises(ValueError, match=message):
            classi_test(range(20), **options)


def test_test_takes_one_ranking():
    with pytest.raises(ValueError, match=r"one ranking, of shape \(m,\)"):
        classi_test([[0, 1], [1, 0]])


# ------------------------------------------------------------------- large numbers

LARGE = [
    [10**15, 10**15 + 1, 10**15 - 1, 10**15 + 7],
    [0, 10**15, 1, 10**15 - 1, 10**15],
    [3, 2**62, 5, 2**62 + 1, 0],
    [2**63 + 1, 2**63, 2**63 + 5],
    [10**15 + 1, *[10**15] * 30],
]


def test_large_whole_distances_lose_no_digits():
    for distances in LARGE:
        x = np.array(distances, dtype=np.uint64)
        assert near(classi(x), definitions.classi(distances)), distances
        curve = definitions.classi_curve(distances)
        assert all(map(near, classi_curve(x), curve)), distances
        mean, variance = classi_chance(x)
        expected = classi_chance(exact(distances))
        np.testing.assert_allclose(mean, expected[0].astype(float), atol=1e-14)
        np.testing.assert_allclose(variance, expected[1].astype(float), rtol=1e-12)


def test_a_million_objects_at_large_distances():
    """One far object among the near ones: 1 - 2 (m - a) / (m - 1) for position a."""
    m = 10**6
    for top, a in itertools.product((1, 10**15), (1, 250_000, m)):
        x = np.zeros(m, dtype=np.int64)
        x[a - 1] = top
        expected = 1 - 2 * Fraction(m - a, m - 1)
        assert near(classi(x), expected), (top, a)
        assert near(classi(x, k=m), expected), (top, a)


def test_scale_of_real_distances_does_not_matter():
    x = np.array([2.0, 0, 8, 4, 1])
    for factor in (1e-320, 1e-300, 1e-30, 1e30, 1e300, 1e307):
        assert classi(x * factor) == pytest.approx(classi(x), rel=1e-3)
        assert classi_curve(x * factor) == pytest.approx(classi_curve(x), rel=1e-3)


def test_curve_takes_little_memory_besides_its_output():
    x = np.random.default_rng(8).integers(0, 10, 10**6)
    tracemalloc.start()
    curve = classi_curve(x)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < curve.nbytes + 10**7


def test_curve_of_a_long_ranking_has_no_seams():
    """One far object at position a: no cost before it, m - a of m - 1 from there on."""
    for m in (2**16 - 1, 2**16, 2**16 + 1, 2**17 + 3):
        for a in {1, min(2**16, m), min(2**16 + 1, m), m}:
            x = np.zeros(m)
            x[a - 1] = 3
            curve = classi_curve(x)
            assert (curve[: a - 1] == 1).all(), (m, a)
            rest = 1 - 2 * (m - a) / (m - 1)
            np.testing.assert_allclose(curve[a - 1 :], rest, rtol=1e-13)


def test_curve_of_a_long_ranking_ends_at_classi():
    x = np.random.default_rng(9).integers(0, 7, 200_000)
    curve = classi_curve(x)
    assert curve[-1] == pytest.approx(classi(x), abs=1e-14)
    assert curve[99_999] == classi(x, k=100_000)


# ------------------------------------------------------------------- common promises

DTYPES = ["u1", "i1", "u2", "i4", "i8", "u8", "f2", "f4", "f8", "longdouble"]
STACK = np.array([[0, 3, 1, 1], [5, 5, 5, 5], [2, 0, 0, 9], [0, 1, 2, 3], [7, 7, 0, 7]])


def flat(value):
    return [
        np.asarray(part) for part in (value if isinstance(value, tuple) else [value])
    ]


def assert_same(value, expected):
    for found, wanted in zip(flat(value), flat(expected), strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_every_form_of_a_stack_gives_the_same_and_is_left_alone():
    forms = [STACK.astype(dtype) for dtype in DTYPES]
    forms += [STACK.tolist(), tuple(map(tuple, STACK)), np.repeat(STACK, 2, 1)[:, ::2]]
    frozen = STACK.copy()
    frozen.flags.writeable = False
    for function in FUNCTIONS:
        for form in (*forms, frozen):
            assert_same(function(form), function(STACK))
        x = STACK.copy()
        function(x)
        assert (x == STACK).all(), function


def test_stack_equals_single_calls_exactly():
    stack = np.random.default_rng(10).random((6, 30)).round(1)
    stack[2] = 1
    for layout in (np.array, np.asfortranarray, lambda x: x[::-1][::-1]):
        for function in FUNCTIONS:
            together = flat(function(layout(stack)))
            for row, distances in enumerate(stack):
                assert_same(tuple(t[row] for t in together), function(distances))
    for k in range(1, 5):
        single = [classi(distances, k=k) for distances in STACK]
        np.testing.assert_array_equal(classi(STACK, k=k), single)


def test_shapes():
    for shape in [(4,), (1, 4), (5, 4), (2, 3, 4), (0, 4), (2, 0, 1)]:
        x = np.arange(math.prod(shape)).reshape(shape)
        assert np.shape(classi(x)) == np.shape(classi(x, k=1)) == shape[:-1]
        assert classi_curve(x).shape == shape
        assert [part.shape for part in classi_chance(x)] == [shape, shape]


def test_one_ranking_gives_a_python_float():
    one = (
        classi(np.ma.array([0, 1])),
        classi(STACK[0], k=2),
        *classi_test([0, 2, 1])[:3],
    )
    assert {type(value) for value in one} == {float}


def test_sympy_numbers_stay_exact():
    x = [sp.Integer(1), sp.sqrt(2), sp.Integer(0)]
    expected = (0 - 1) * 2 / (2 * sp.sqrt(2))
    assert sp.simplify(classi(x) - expected) == 0


BAD = {
    "a number": (3, r"must have shape \(\.\.\., m\)"),
    "None": (None, "must have shape"),
    "nothing": ([], "distances are empty"),
    "a stack of nothing": (np.ones((3, 0)), "distances are empty"),
    "ragged": ([[1], [1, 2]], "the rows differ"),
    "negative": ([1, -1], r"distances have a negative entry, -1, at \(1,\)"),
    "NaN": ([[1, 2], [np.nan, 1]], r"distances have a NaN entry, nan, at \(1, 0\)"),
    "infinite": ([0, np.inf], r"distances have an infinite entry, inf, at \(1,\)"),
    "infinite float16": (np.array([np.inf], "f2"), "an infinite entry"),
    "complex": ([1j, 2], "distances must hold numbers"),
    "strings": (["b", "c"], "distances must hold numbers"),
    "a string": ("bct", "must have shape"),
    "booleans": ([True, False], "distances are booleans"),
    "dates": (np.ones(2, "M8[D]"), "distances must hold numbers"),
    "masked": (np.ma.array([1, 2], mask=[0, 1]), "masked entries"),
    "objects: string": (np.array(["a", 1], object), "an unsupported entry, 'a'"),
    "objects: None": ([1, None], r"an unsupported entry, None, at \(1,\)"),
    "objects: NaN": (np.array([np.nan], object), "a NaN entry"),
    "objects: negative": ([Fraction(-1, 2)], "a negative entry"),
    "a symbol": ([sp.Symbol("d"), 1], "distances hold symbols"),
}


def test_bad_input_is_refused():
    for function in (*FUNCTIONS, classi_test):
        for distances, message in BAD.values():
            with pytest.raises(ValueError, match=message):
                function(distances)


def test_bad_prefix_is_refused():
    assert classi([0, 1], k=None) == 1.0
    for k in (0, -1, 3, 1.0, "1", np.array([1, 2])):
        with pytest.raises(ValueError, match="k must be"):
            classi([0, 1], k=k)


# ------------------------------------------------------------------- from labels

TABLE = {"b": 0, "c": 1, "t": 6}


def test_labels_become_distances():
    for ranking in ("bct", ["b", "c", "t"], iter("bct"), np.array(["b", "c", "t"])):
        assert class_distances(ranking, TABLE).tolist() == [0, 1, 6]
    assert class_distances([2, 1], {1: 0.5, 2: 1.5}).tolist() == [1.5, 0.5]
    exactly = class_distances("cb", {"b": Fraction(0), "c": Fraction(1, 3)})
    assert exactly.tolist() == [Fraction(1, 3), 0]
    assert class_distances("cb", {"b": 0, "c": 10**15}).dtype == np.int64


def test_bad_labels_and_tables_are_refused():
    for ranking, table, message in [
        ("bx", TABLE, r"label 'x' at position 1, which table lacks: it has \['b'"),
        ("bc", {"b": TABLE}, "a mapping for each query: give the mapping of one query"),
        ("bc", [0, 1], "must map each class"),
        ("bc", {"b": 0, "c": -1}, "a negative distance, -1, for 'c'"),
        ("bc", {"b": 0, "c": 1, "t": -1}, "a negative distance, -1, for 't'"),
        ("bc", {"b": 0, "c": np.nan}, "a NaN distance, nan, for 'c'"),
        ("bc", {"b": 0, "c": np.inf}, "an infinite distance"),
        ("bc", {"b": 0, "c": "1"}, "an unsupported distance, '1'"),
        ("", TABLE, "ranking has 0 objects"),
        ("b", TABLE, "ranking has 1 object: "),
        ("bbb", TABLE, "all objects of ranking are at the distance 0"),
        ("bc", {"b": 2, "c": 2.0}, "all objects of ranking are at the distance 2"),
    ]:
        with pytest.raises(ValueError, match=message):
            class_distances(ranking, table)


# ------------------------------------------------------------------- the figure


def test_drawing_refuses():
    for distances, band, message in [
        ([[0, 1]], 2, "must be one ranking"),
        ([0, -1], 2, "negative"),
        ([0, 1], -1, "band must be"),
        ([0, 1], np.nan, "band must be"),
    ]:
        with pytest.raises(ValueError, match=message):
            plots.draw_classi_curve(distances, band=band)
