"""What a random ranking is worth: Theorems 1 to 4 of classi2011, and the zero of a prefix."""

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
import sympy as sp

import ordref
from ordref import definitions
from ordref.measures.classi import classi_chance

# Different pairs have different differences, so that a wrong pair shows.
DISTANCES = (Fraction(0), Fraction(1), Fraction(7, 2), Fraction(8))
DATABASES = [
    x
    for m in range(2, 6)
    for x in itertools.combinations_with_replacement(DISTANCES, m)
    if len(set(x)) > 1
]


def orders(objects):
    return sorted(set(itertools.permutations(objects)))


def mean(values):
    values = list(values)
    return sum(values, start=Fraction(0)) / len(values)


def exactly(numbers):
    return np.vectorize(Fraction, otypes=[object])(numbers)


def rooted(k, m):
    """The pairs of positions a < b with a <= k, counted."""
    return sum(m - a for a in range(1, k + 1))


def expected(objects, k):
    """1 - (W / P_m) / (W_k / P_k)."""
    worst, m = definitions.worst_case(objects), len(objects)
    W, W_k = definitions.dis_cost(worst), definitions.dis_cost(worst, k)
    return 1 - (W / rooted(m, m)) / (W_k / rooted(k, m))


def random_databases(m, S=3):
    """S lists of m distances, in many of which a distance is repeated."""
    rng = np.random.default_rng(m)
    found = [[Fraction(int(v)) for v in rng.integers(0, 9, m)] for _ in range(S)]
    return [x for x in found if len(set(x)) > 1]


# ---------------------------------------------------------------- Theorems 1, 2 and 4


@pytest.mark.parametrize("objects", DATABASES[::4])
def test_extremes_if_and_only_if_sorted(objects):
    for order in orders(objects):
        value = definitions.classi(order)
        assert (value == 1) == definitions.is_optimal(order)
        assert (value == -1) == definitions.is_worst(order)
        assert ordref.classi(exactly(order)) == value


@pytest.mark.parametrize("same", [False, True])
def test_labels_of_the_optimum_only_if_distances_differ(same):
    """Theorem 1 read as "only if" fails as soon as two classes are equally far."""
    x = {"q": 0, "c": 1, "d": 1 if same else 2, "t": 5}
    best = sorted("qccddt", key=x.get)
    perfect = {o for o in orders(best) if definitions.classi([x[c] for c in o]) == 1}
    assert (perfect == {tuple(best)}) == (not same)
    assert tuple(best) in perfect


@pytest.mark.parametrize("objects", [[3], [3, 3], [0, 0, 0, 0]])
def test_undefined_where_all_distances_are_equal(objects):
    for k in range(1, len(objects) + 1):
        assert definitions.classi(objects, k) != definitions.classi(objects, k)
    assert ordref.classi(objects) != ordref.classi(objects)
    assert all(part != part for kind in classi_chance(objects) for part in kind)


@pytest.mark.parametrize("alpha", [Fraction(1, 3), Fraction(5), Fraction(-1)])
def test_scaling_keeps_the_value_up_to_the_sign(alpha):
    for objects in DATABASES[::5]:
        for order in orders(objects):
            # The shift keeps the distances from being negative, and changes nothing.
            scaled = [alpha * x + 9 for x in order]
            sign = 1 if alpha > 0 else -1
            assert definitions.classi(scaled) == sign * definitions.classi(order)
            assert ordref.classi(exactly(scaled)) == sign * definitions.classi(order)
            if alpha > 0:
                curve = definitions.classi_curve(order)
                assert definitions.classi_curve(scaled) == curve


def test_a_negative_factor_does_not_merely_change_the_sign_of_a_prefix():
    order = (0, 2, 0, 7, 2)
    turned = [7 - x for x in order]
    pairs = zip(
        definitions.classi_curve(order), definitions.classi_curve(turned), strict=True
    )
    assert any(abs(u) != abs(v) for u, v in pairs)


def test_nothing_but_scale_and_shift_keeps_all_values():
    """Databases that agree for all orders are scaled and shifted copies."""
    like = {}
    for x in itertools.product(range(4), repeat=4):
        if len(set(x)) > 1:
            values = tuple(map(definitions.classi, itertools.permutations(x)))
            low, width = min(x), max(x) - min(x)
            standard = tuple(Fraction(v - low, width) for v in x)
            assert like.setdefault(values, standard) == standard


# ------------------------------------------------------------------ Theorem 3, its proof


def hypergeometric(k, dis, e, m):
    return Fraction(comb(dis, k) * comb(m - 1 - dis, e - k), comb(m - 1, e))


@pytest.mark.parametrize("objects", DATABASES[::4])
def test_eqs_1_to_3(objects):
    """Followers that are nearer: their distribution, its mean, and what they cost."""
    m, every = len(objects), orders(objects)
    for here, e in itertools.product(set(objects), range(m)):
        tails = [o[m - e :] for o in every if o[m - e - 1] == here]
        dis = sum(x < here for x in objects)
        D = sum(max(0, here - x) for x in objects)
        counts = [sum(x < here for x in tail) for tail in tails]
        for k in range(e + 1):
            share = Fraction(counts.count(k), len(counts))
            assert share == hypergeometric(k, dis, e, m)
        assert mean(counts) == Fraction(e * dis, m - 1)
        costs = [sum(max(0, here - x) for x in tail) for tail in tails]
        assert mean(costs) == Fraction(e, m - 1) * D
        # Why the means may be multiplied: the average cost does not depend on k
        for k in set(counts) - {0}:
            given = [c for c, n in zip(costs, counts, strict=True) if n == k]
            assert mean(given) == k * D / dis


@pytest.mark.parametrize("objects", DATABASES[::4])
def test_eq_4_and_the_sum(objects):
    m = len(objects)
    D = {x: sum(max(0, x - y) for y in objects) for x in objects}
    positions = [
        sum(Fraction(objects.count(x), m) * e * D[x] / (m - 1) for x in D)
        for e in range(m)
    ]
    for e, of_position in enumerate(positions):
        a = m - e - 1
        counted = mean(
            sum(max(0, o[a] - x) for x in o[a + 1 :]) for o in orders(objects)
        )
        assert counted == of_position
    W = definitions.dis_cost(definitions.worst_case(objects))
    assert sum(positions) == W / 2
    assert sum(objects.count(x) * D[x] for x in D) == W


@pytest.mark.parametrize("objects", DATABASES[::4])
def test_the_nearest_class_has_no_discordant_partner(objects):
    """The average cost divides by zero there, in every database."""
    dis = {x: sum(y < x for y in objects) for x in objects}
    assert dis[min(objects)] == 0
    assert all(dis[x] > 0 for x in objects if x > min(objects))


def test_mean_of_the_hypergeometric_distribution():
    A, B, M, S, s, k = sp.symbols("A B M S s k", integer=True, positive=True)
    C = sp.binomial
    assert sp.combsimp(k * C(M, k) - M * C(M - 1, k - 1)) == 0
    assert sp.combsimp(C(A + 1, k) - C(A, k) - C(A, k - 1)) == 0
    assert sp.combsimp(C(S - 1, s - 1) / C(S, s) - s / S) == 0
    for n in range(6):
        draws = [C(A, j) * C(B, n - j) for j in range(n + 1)]
        vandermonde = sum(draws) - C(A + B, n)
        mean_of = sum(j * w for j, w in enumerate(draws)) * (A + B) - n * A * C(
            A + B, n
        )
        mutant = sum(j * w for j, w in enumerate(draws)) * (A + B + 1) - n * A * C(
            A + B, n
        )
        assert sp.expand(sp.expand_func(vandermonde)) == 0
        assert sp.expand(sp.expand_func(mean_of)) == 0
        # The mutant draws from one object more than there are.
        assert (sp.expand(sp.expand_func(mutant)) == 0) == (n == 0)


# ------------------------------------------------------------------------------ reversal


@pytest.mark.parametrize("objects", DATABASES)
def test_expectation_is_zero_and_values_are_symmetric(objects):
    values = []
    for order in orders(objects):
        values.append(definitions.classi(order))
        assert definitions.classi(order[::-1]) == -values[-1]
    assert mean(values) == 0
    assert sorted(values) == sorted(-value for value in values)


@pytest.mark.parametrize("m", [6, 7])
def test_expectation_is_zero_for_random_databases(m):
    for objects in random_databases(m):
        assert sum(ordref.classi(exactly(orders(objects)))) == 0


def test_mean_positions_in_the_middle_are_enough_and_others_are_not():
    """Rotations: pairs are not fair, yet each object is at each position once."""
    rotations = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    for x in itertools.product(range(4), repeat=4):
        if len(set(x)) > 1:
            values = [definitions.classi([x[o] for o in order]) for order in rotations]
            assert mean(values) == 0
    for o in range(4):
        alone = [
            definitions.classi([int(p == o) for p in order]) for order in rotations[1:]
        ]
        middle = mean(order.index(o) + 1 for order in rotations[1:])
        assert mean(alone) == (2 * middle - 5) / 3 != 0


# ------------------------------------------------------------------------------ prefixes


@pytest.mark.parametrize("objects", DATABASES)
def test_expectation_of_a_prefix(objects):
    shipped, _ = classi_chance(exactly(objects))
    curves = [definitions.classi_curve(order) for order in orders(objects)]
    for k, values in enumerate(zip(*curves, strict=True), start=1):
        assert mean(values) == expected(objects, k) == shipped[k - 1]


@pytest.mark.parametrize("labels", [(0, 1, 1), (0, 0, 1, 2), (0, 1, 1, 2, 2)])
def test_expectation_of_a_prefix_for_all_distances(labels):
    """The gaps between the classes are symbols."""
    gaps = sp.symbols("delta1:3", positive=True)
    x = [sum(gaps[:j], sp.Integer(0)) for j in range(3)]
    m, every = len(labels), orders(labels)

    def cost(order, k):
        pairs = ((a, b) for a in range(k) for b in range(a + 1, m))
        return sum(sp.Max(0, x[order[a]] - x[order[b]]) for a, b in pairs)

    worst = sorted(labels, reverse=True)
    for k in range(1, m + 1):
        total = sum(cost(order, k) for order in every)
        share = sp.Rational(rooted(k, m), 2 * rooted(m, m))
        assert sp.expand(total - len(every) * share * cost(worst, m)) == 0


def test_the_example_of_the_paper_by_hand():
    """Three at 6, four at 1, three at 0: W_1 = 4 * 5 + 3 * 6, W = 126 as printed."""
    zoo = [0] * 3 + [1] * 4 + [6] * 3
    assert expected(zoo, 1) == 1 - Fraction(9 * 126, 45 * 38)
    # The first object decides: 38 for t, 3 for c, nothing for b
    assert expected(zoo, 1) == 1 - 2 * Fraction(3 * 38 + 4 * 3, 10 * 38)


@pytest.mark.parametrize("m", range(3, 7))
def test_bounds_and_gaps(m):
    for x in itertools.combinations_with_replacement(range(4), m):
        if len(set(x)) == 1:
            continue
        worst = sorted(map(Fraction, x), reverse=True)
        for k in range(1, m):
            E = expected(x, k)
            parts = [
                (worst[s - 1] - worst[s]) * min(k, s) * (m - s) for s in range(1, m)
            ]
            of_gap = [expected([1] * s + [0] * (m - s), k) for s in range(1, m)]
            assert sum(parts) == definitions.dis_cost(worst, k)
            assert E * sum(parts) == sum(
                w * e for w, e in zip(parts, of_gap, strict=True)
            )
            low = Fraction(k + 1 - m, m)
            high = Fraction((m - k) * (m - k - 1), m * (m - 1))
            assert low <= E <= high
            if k < m - 1:
                assert (high == E) == (len(set(worst[k:])) == 1)
                assert (low == E) == (len(set(worst[:-1])) == 1)


@pytest.mark.parametrize("m", range(2, 9))
def test_harmonic_distances_and_no_others_have_zero_everywhere(m):
    harmonic = [sum(Fraction(1, i) for i in range(1, j + 1)) for j in range(m)]
    assert all(expected(harmonic, k) == 0 for k in range(1, m + 1))
    for j in range(1, m - 1):  # one distance moved a little
        moved = list(harmonic)
        moved[j] += Fraction(1, 100)
        assert any(expected(moved, k) != 0 for k in range(1, m + 1))


@pytest.mark.parametrize("n", range(1, 6))
def test_every_sequence_of_signs_occurs(n):
    m = n + 2
    for signs in itertools.product((-1, 0, 1), repeat=n):
        W = [Fraction(0)]
        W += [rooted(k, m) + Fraction(sign, 10) for k, sign in enumerate(signs, 1)]
        W += [Fraction(rooted(m, m))] * 2
        u = [W[a] - W[a - 1] for a in range(1, m + 1)]
        gaps = [(u[a - 1] - u[a]) / (m - a) for a in range(1, m)]
        x = [sum(gaps[a:], Fraction(0)) for a in range(m)]
        found = [expected(x, k) for k in range(1, m - 1)]
        assert min(gaps) > 0
        assert [(E > 0) - (E < 0) for E in found] == list(signs)
