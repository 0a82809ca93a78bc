"""Singular values in whole numbers: counted, followed, and how far off a vector can be."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from ordref.definitions.certificate import is_excluded
from ordref.definitions.singular import (
    MergedTable,
    _negative,
    error_of,
    inverse_iteration,
    power_iteration,
    shares_of,
    weighted_product,
)  # fmt: skip
from ordref.definitions.valuations import KINDS

# All margins 24: the singular values are 1/2, of (1, 0, -1), and 1/4, of (1, -2, 1).
EVEN = [[15, 6, 3], [6, 12, 6], [3, 6, 15]]
LEADING, SECOND = np.array([1, 0, -1]), np.array([1, -2, 1])


def merged_of(n, more=1):
    """The table of these counts, its deviations in units of 1 / (more * N**2)."""
    n = np.array(n, dtype=object)
    r, c, N = n.sum(axis=1), n.sum(axis=0), n.sum()
    E = more * (n * N - np.outer(r, c))
    blocks = (tuple((k + 1,) for k in range(size)) for size in n.shape)
    return MergedTable(*blocks, E.tolist(), more * N**2, r.tolist(), c.tolist(), N)


def decomposed(n):
    """Of the deviations over the roots of the margins, and the shares of the columns."""
    n = np.asarray(n, dtype=float)
    r, c, N = n.sum(axis=1), n.sum(axis=0), n.sum()
    return *np.linalg.svd((n - np.outer(r, c) / N) / np.sqrt(np.outer(r, c))), c / N


def tables(S, shape, seed=0, low=1):
    return np.random.default_rng([seed, *shape]).integers(low, 12, (S, *shape)).tolist()


# ------------------------------------------------------------------- how many are above


def test_singular_values_above_a_number_are_counted():
    """Whatever the shape and the unit; a merged table of one block has none."""
    for shape in ((4, 4), (3, 5), (5, 3), (2, 2), (1, 3), (3, 1)):
        for n, more in itertools.product(tables(5, shape), (1, 6)):
            _, s, _, _ = decomposed(n)
            for x in (0.01, 0.1, 0.2, 0.4, 0.9):
                found = merged_of(n, more).count_above(Fraction(x) ** 2)
                assert found == (s > x).sum(), (n, x)


def test_squares_next_to_a_singular_value_are_told_apart():
    """Also where the factors are large; at the value itself there is no answer."""
    merged, least = merged_of(EVEN), Fraction(1, 10**40)
    for square, above in ((Fraction(1, 4), 1), (Fraction(1, 16), 2)):
        assert merged.count_above(square - least) == above
        assert merged.count_above(square + least) == above - 1
        with pytest.raises(ValueError, match="a leading minor is 0"):
            merged.count_above(square)
    # Another minor of the elimination may be 0, too, where no singular value is.
    assert merged_of([[1, 0], [0, 1]]).count_above(Fraction(99, 100)) == 1
    with pytest.raises(ValueError, match="a leading minor is 0"):
        merged_of([[1, 0], [0, 1]]).count_above(Fraction(1, 2))


def test_negative_eigenvalues_are_counted():
    """With pivots of both signs: numpy's eigenvalues of symmetric whole numbers."""
    rng, counts = np.random.default_rng(4), set()
    for size in (1, 2, 3, 4, 5):
        for _ in range(12):
            M = rng.integers(-9, 10, (size, size))
            M = M + M.T
            if all(abs(np.linalg.det(M[:k, :k])) > 0.5 for k in range(1, size + 1)):
                found = _negative(M.tolist())
                assert found == (np.linalg.eigvalsh(M) < 0).sum(), M.tolist()
                counts.add((size, found))
    assert {(5, 2), (5, 3), (2, 0), (2, 2), (1, 0), (1, 1)} <= counts
    # Divided by what they have in common, and by no more.
    assert _negative([[1, 1], [1, 2]]) == 0


# ------------------------------------------------------------------- to and fro


def regressed(merged, image):
    """The regression on the true and then the predicted classes, from ``G g``."""
    _, unit = merged.gram
    return [Fraction(y, unit * size) for y, size in zip(image, merged.c, strict=True)]


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 2)])
def test_regression_to_and_fro_is_that_of_fractions(shape):
    for n in tables(3, shape):
        merged = merged_of(n)
        g = np.random.default_rng(shape).integers(-9, 9, shape[1]).tolist()
        assert weighted_product(g, g, merged.c) == sum(
            w * x**2 for w, x in zip(merged.c, g, strict=True)
        )
        E = np.array(merged.E) * Fraction(1, merged.N)
        f = E @ g / np.array(merged.r, dtype=object)
        expected = f @ E / np.array(merged.c, dtype=object)
        image, quotient = merged.rayleigh(g)
        assert regressed(merged, image) == expected.tolist()
        length = weighted_product(g, g, merged.c)
        assert quotient == weighted_product(g, expected, merged.c) / length
        shares = shares_of(merged.c)
        products = {w * c for w, c in zip(shares, merged.c, strict=True)}
        assert products == {math.lcm(*merged.c)}


def test_the_start_of_the_check_is_the_leading_valuation():
    for n in tables(5, (4, 5)):
        _, s, V, c = decomposed(n)
        g = np.array(power_iteration(merged_of(n))) / 2.0**50 * np.sqrt(c)
        assert np.linalg.norm(g) == pytest.approx(1, abs=1e-9)
        off = np.linalg.norm(g - V[0] * (V[0] @ g))
        assert off < 10 * (s[1] / s[0]) ** 40 + 1e-9
    # From a row on which the leading valuation is 0 it would not be found.
    cm = [[3, 1, 0], [1, 2, 1], [0, 1, 3]]
    _, s, V, c = decomposed(cm)
    g = np.array(power_iteration(merged_of(cm))) * np.sqrt(c)
    assert abs(V[0] @ g) == pytest.approx(np.linalg.norm(g), rel=1e-9)
    # Independent, so that there is nothing to find.
    assert not any(power_iteration(merged_of([[1, 2], [2, 4]])))


# ------------------------------------------------------------------- how far off


def by_hand(n, g, square):
    """The residual of the Rayleigh quotient over its distance, in fractions."""
    merged = merged_of(n)
    image = regressed(merged, merged.rayleigh(g)[0])
    rho = weighted_product(g, image, merged.c) / Fraction(
        weighted_product(g, g, merged.c)
    )
    rest = [b - rho * x for b, x in zip(image, g, strict=True)]
    return weighted_product(rest, rest, merged.c) / (rho - square) ** 2


def test_what_is_off_is_not_said_to_be_less():
    """A multiple of the second valuation beside the leading one: 6 times 24 is off."""
    merged = merged_of(EVEN)
    for times in (2, 3, 10, 1000):
        g = (times * LEADING + SECOND).tolist()
        off = error_of(merged, g, Fraction(1, 16))
        assert off == by_hand(EVEN, g, Fraction(1, 16))
        assert 144 <= off <= 144 * (1 + Fraction(7, times**2))
        # The farther from the rest is not known, the more may be off.
        further = error_of(merged, g, Fraction(1, 8))
        assert further == by_hand(EVEN, g, Fraction(1, 8)) > off


@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (3, 5)])
def test_what_is_off_is_not_said_to_be_less_in_any_table(shape):
    """Not by a digit, where the vector differs from the leading one by the second alone."""
    for n in tables(8, shape, low=0):
        if not (np.any(n, axis=0).all() and np.any(n, axis=1).all()):
            continue
        _, s, V, c = decomposed(n)
        g = V[0] + V[1] / 50
        g = [round(x * 2**40) for x in g / np.sqrt(c)]
        off = error_of(merged_of(n), g, Fraction(s[1] ** 2))
        # In units of the sizes of the blocks.
        true = (2**40 / 50) ** 2 * np.sum(n)
        assert true * (1 - 1e-6) <= off <= true * 1.1 / (1 - (s[1] / s[0]) ** 2)


def test_a_vector_that_is_not_above_the_rest_says_nothing():
    merged = merged_of(EVEN)
    assert error_of(merged, SECOND.tolist(), Fraction(1, 16)) is None
    assert error_of(merged, LEADING.tolist(), Fraction(1, 4)) is None
    assert error_of(merged, LEADING.tolist(), Fraction(3, 4)) is None
    least = Fraction(1, 4) - Fraction(1, 10**30)
    assert error_of(merged, LEADING.tolist(), least) == 0


# ------------------------------------------------------------------- nearer


def near_by(merged, g, square):
    """The length of what is off, as a share of the whole."""
    off = error_of(merged, g, square)
    return math.sqrt(off / weighted_product(g, g, merged.c))


def test_a_step_of_inverse_iteration_is_cubic():
    """The digits treble: a wrong quotient only doubles, or adds to, them."""
    for n in tables(5, (4, 4)):
        _, s, V, c = decomposed(n)
        merged = merged_of(n)
        g = [round(1e3 * x) for x in V[0] / np.sqrt(c)]
        between = Fraction((s[0] ** 2 + s[1] ** 2) / 2)
        start = near_by(merged, g, between)
        end = near_by(merged, inverse_iteration(merged, g, 200), between)
        assert 1e-9 < start < 1e-2
        assert end < 100 * start**2.7


def test_bits_bound_what_a_step_can_win():
    """Rounded to so many bits: no better than they are, and not much worse."""
    (n,) = tables(1, (4, 4), seed=3)
    _, s, V, c = decomposed(n)
    merged, between = merged_of(n), Fraction((s[0] ** 2 + s[1] ** 2) / 2)
    g = [round(2**40 * x) for x in V[0] / np.sqrt(c)]
    for bits in (60, 100):
        nearer = inverse_iteration(merged, g, bits)
        assert min(map(abs, nearer)) == 1 << bits
        end = near_by(merged, nearer, between)
        assert 2.0 ** (-bits - 12) < end < 2.0 ** (-bits + 12)


def test_a_step_is_not_given_up_where_an_entry_is_0():
    """There is one singular value, of (1, 0, -1): one step leads there."""
    merged = merged_of([[14, 8, 2], [8, 8, 8], [2, 8, 14]])
    for g in ([10, 1, -9], [100, 1, -99]):
        x, y, z = (value / 2**60 for value in inverse_iteration(merged, g, 60))
        assert (x + z, y) == pytest.approx((-1, -1))
        assert x > 1000, g


def test_a_step_from_the_valuation_itself_stays():
    """The quotient is the singular value, and what is to be solved has no one solution."""
    g = LEADING.tolist()
    assert inverse_iteration(merged_of(EVEN), g, 60) == g


# ------------------------------------------------------------------- what is certain


def test_a_direction_is_certain_only_beyond_what_is_off():
    """Of steps d the values move by at most the root of off * sum(d**2 / size)."""

    def excluded(kind, g, off):
        return is_excluded(KINDS[kind], merged_of(EVEN), list(g), Fraction(off))

    # Predictions fall by 100 and rise by 1: off by 12, the second may be 1 without it.
    for off, certain in ((12, False), (Fraction(1199, 100), True), (13, False)):
        for kind, g in (("ii", (99, -1, 0)), ("ii", (-99, 1, 0)), ("co", (99, -1, 0))):
            assert excluded(kind, g, off) == certain, (kind, off)
    # All in one direction, for certain.
    for kind, g in itertools.product(KINDS, ((10, 5, 0), (-10, -5, 0))):
        assert excluded(kind, g, 0) == (kind in ("id", "anti"))
