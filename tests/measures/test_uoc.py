"""The uniform ordinal classification index against its paths and a published table."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import trapezoid
from small import all_matrices, fractions, random_matrices, within

from ordref import (
    amae,
    ccr,
    oci,
    sensitivity_per_class,
    standard_error,
    uoc,
)

# Table 1 of Silva, Pinto and Cardoso (2018), as the tests of BADGER quote it: beta = 0.25
# and 0.75, and the integral.
PRINTED = {
    "A": ([[4, 0, 0, 0], [0, 5, 0, 0], [0, 0, 6, 0], [0, 0, 0, 1]], (0.0, 0.0, 0.0)),
    "B": ([[0, 4, 0, 0], [0, 0, 6, 0], [0, 0, 5, 0], [0, 0, 0, 3]], (0.46, 0.67, 0.56)),
    "C": ([[0, 0, 4, 0], [0, 0, 6, 0], [0, 0, 5, 0], [0, 0, 0, 3]], (0.62, 0.71, 0.65)),
    "D": ([[0, 4, 0, 0], [6, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 3]], (0.56, 0.67, 0.61)),
    "E": ([[0, 4, 0, 0], [6, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3]], (0.68, 0.80, 0.74)),
    "F": (
        [[0, 40, 0, 0], [6, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 3]],
        (0.56, 0.67, 0.61),
    ),
}


def normalised(cm):
    """The rows of classes present divided by their sums, and the number of them."""
    exact = fractions(np.asarray(cm))
    sizes = exact.sum(axis=1)
    for row, size in zip(exact, sizes, strict=True):
        row /= size if size else 1
    return exact, int(np.count_nonzero(sizes))


def test_values_are_those_quoted_from_the_paper():
    for name, (cm, printed) in PRINTED.items():
        exact, J = normalised(cm)
        values = [oci(exact, beta=Fraction(b) / J) for b in (0.25, 0.75)]
        values.append(uoc(fractions(np.array(cm))))
        for value, cell in zip(values, printed, strict=True):
            assert abs(value - Fraction(str(cell))) <= Fraction(1, 200), (name, cell)


def corners(K, S=12):
    """Tables with mass far from the diagonal, above it, or below it, or on both sides."""
    rng = np.random.default_rng(K)
    far = np.abs(np.subtract.outer(range(K), range(K))) >= K // 2
    stack = rng.integers(1, 50, (S, K, K)) * (rng.random((S, K, K)) < 0.5) * far
    stack[: S // 3] = np.triu(stack[: S // 3])
    stack[-S // 3 :] = np.tril(stack[-S // 3 :])
    stack[:, 0, -1] += 1
    return stack


def test_paths_go_from_cell_to_neighbouring_cell():
    """Where it would pay most to leave some out, beyond the edges of the matrix, too."""
    for K in range(3, 8):
        stack = corners(K)
        for cm, value in zip(stack, uoc(stack), strict=True):
            rows, J = normalised(cm)
            x = np.linspace(0, 1, 9)
            y = np.array([oci(rows.astype(float), beta=v / J) for v in x])
            # The integrand is concave: between the chords and the steps.
            low, high = trapezoid(y, x), y[1:].sum() / 8
            assert low - 1e-12 <= value <= high + 1e-12, cm.tolist()


def test_zero_exactly_for_a_diagonal_matrix():
    for K in range(1, 12):
        assert uoc(np.diag(np.arange(1, K + 1))) == 0
    stack = all_matrices(3, 3)
    assert ((uoc(stack) == 0) == (ccr(stack) == 1)).all()


@pytest.mark.parametrize("count", [10**16, 10**18, 2.0**200])
def test_not_zero_where_there_is_an_error(count):
    """However small its share is: half of it is lost on the path over the diagonal."""
    for cm in ([[count, 1], [0, 1]], [[count, 0, 1], [0, 1, 0], [0, 0, 1]]):
        exact = uoc(fractions(np.array(cm, dtype=object)))
        assert 0 < uoc(cm) == pytest.approx(float(exact), rel=0.5)


def test_too_many_classes_are_refused_before_the_time_is_taken():
    with (
        within(5),
        pytest.raises(ValueError, match="1000 classes, and uoc takes at most"),
    ):
        uoc(np.eye(1000))
    with within(20):
        assert uoc(np.eye(300)) == 0
    with within(5), pytest.raises(ValueError, match="uoc has a slope for at most 100"):
        standard_error("uoc", np.eye(101))


def lowest(rows, x):
    """The cost of the cheapest path at x, cell by cell, for one matrix with rows of sum 1."""
    K = len(rows)
    D = np.abs(np.arange(K)[:, None] - np.arange(K))
    T = K + (rows * D).sum()
    cost = np.full((K + 1, K + 1), np.inf)
    cost[0, 0] = 0
    for r, c in np.ndindex(K, K):
        least = min(cost[r, c], cost[r, c + 1], cost[r + 1, c])
        cost[r + 1, c + 1] = least - rows[r, c] / T + x / K * rows[r, c] * D[r, c]
    return 1 + cost[K, K]


@pytest.mark.parametrize("K", [30, 120])
def test_integral_of_many_classes_is_between_sums_and_chords(K):
    """The integrand is concave: chords lie below it, and tangents from both sides above."""
    rng = np.random.default_rng(K)
    cm = rng.poisson(4, (K, K)) + 1
    rows = cm / cm.sum(axis=1, keepdims=True)
    x = np.linspace(0, 1, 21)
    y = np.array([lowest(rows, v) for v in x])
    with within(20):
        value = uoc(cm)
    assert y[1:].sum() / 20 > value > y[:-1].sum() / 20
    assert 0 <= value - trapezoid(y, x) < 1e-4


def test_a_stack_of_many_classes_is_its_matrices_one_by_one():
    """Some of a stack at a time, each with as many lines as its own envelope has."""
    rng = np.random.default_rng(0)
    stack = rng.poisson(2, (40, 45, 45)) + np.eye(45, dtype=int) * rng.integers(
        0, 99, (40, 1, 1)
    )
    stack[:, 0, 0] += 1
    np.testing.assert_array_equal(uoc(stack), [uoc(cm) for cm in stack])


def test_bounds():
    for K in range(2, 7):
        stack = random_matrices(K, 30)
        a = amae(stack)
        errors = 1 - np.nanmean(sensitivity_per_class(stack), axis=-1)
        assert (uoc(stack) >= a / (1 + a) - 1e-14).all(), K
        assert (uoc(stack) <= (a + errors) / (1 + a) + 1e-14).all(), K


def test_integral_is_between_lower_and_upper_sums():
    """The integrand rises with the weight: sums at left and right ends enclose it."""
    for cm in (*random_matrices(3, 4), *random_matrices(6, 4)):
        exact, J = normalised(cm)
        grid = [Fraction(k, 50) for k in range(51)]
        values = [oci(exact, beta=x / J) for x in grid]
        lower, upper = sum(values[:-1]) / 50, sum(values[1:]) / 50
        assert lower <= uoc(fractions(cm)) <= upper, cm.tolist()
        assert upper - lower < Fraction(1, 50), cm.tolist()


def test_not_symmetric():
    """Rows are normalised and columns are not: no metric on vectors of labels."""
    cm = fractions(np.array([[1, 1], [0, 1]]))
    # rows (1/2, 1/2) and (0, 1); columns: rows (1, 0) and (1/2, 1/2), the mirror image
    assert uoc(cm) == uoc(cm.T)
    cm = fractions(np.array([[2, 1], [0, 1]]))
    assert uoc(cm) != uoc(cm.T)
