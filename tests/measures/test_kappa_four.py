"""Which weights of four classes and more keep kappa from falling below -1."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from small import fractions

from ordref import weighted_kappa


def form(w, cells):
    """The quadratic form 2 N^2 E - N^2 O of a table with entries in these cells alone."""
    i, j = np.transpose(cells)[:, :, None]
    k, h = np.transpose(cells)[:, None, :]
    return w[..., i, h] + w[..., k, j] - (w[..., i, j] + w[..., k, h]) / 2


def below(w, sets):
    """For each w of a stack, whether the form is negative within one of these sets.

    Where no smaller set has it, the lowest point of the form has no zero: an eigenvector.
    """
    found = np.zeros(len(w), dtype=bool)
    for cells in sets:
        values, vectors = np.linalg.eigh(form(w, cells).astype(float))
        lowest = vectors[..., 0] * np.sign(vectors[..., 0].sum(-1, keepdims=True))
        found |= (values[:, 0] < -1e-9) & (lowest > 0).all(-1)
    return found


def placed(K, m):
    """All sets of m cells with at most one in each row and in each column."""
    for rows in itertools.combinations(range(K), m):
        for columns in itertools.permutations(range(K), m):
            yield list(zip(rows, columns, strict=True))


def symmetric(w):
    return np.triu(w, 1) + np.swapaxes(np.triu(w, 1), -1, -2)


def criterion(w):
    """The theorem on four classes: whether kappa is below -1 for some table."""
    for i, j, k, h in itertools.product(range(4), repeat=4):
        if (w[i, j] ** 0.5 - w[k, h] ** 0.5) ** 2 > 2 * (w[i, h] + w[k, j]) + 1e-9:
            return True
        if w[i, j] + w[k, h] > w[i, k] + w[i, h] + w[j, k] + w[j, h] + 1e-9:
            return True
    for i, j, k, h in itertools.permutations(range(4)):
        B = form(w, [(i, j), (j, k), (k, h)])
        if (np.diag(B) > 0).all():
            root = np.sqrt(np.diag(B))
            a, b, c = (B / np.outer(root, root))[[0, 0, 1], [1, 2, 2]]
            delta = 1 + 2 * a * b * c - a**2 - b**2 - c**2
            if a + b + c < -1 - 1e-9 and delta < -1e-9:
                return True
    return False


def drawn(S, K):
    """Symmetric weights: any, and squared distances that are disturbed, some of them zero."""
    rng = np.random.default_rng(K)
    free = symmetric(rng.random((S, K, K)) ** 2)
    x = rng.normal(size=(S, K, 2))
    apart = ((x[:, :, None] - x[:, None]) ** 2).sum(-1)
    disturbed = apart * symmetric(np.exp(rng.normal(size=(S, K, K)) / 4))
    holes = symmetric(rng.integers(0, 3, (S, K, K)).astype(float))
    return np.concatenate([free, disturbed, holes])


def test_four_classes_are_decided_by_tables_of_three_entries_and_of_two_exchanges():
    """Against all sets of up to four of the sixteen cells, without any lemma."""
    w = drawn(70, 4)
    every = list(itertools.product(range(4), repeat=2))
    any_four = [c for m in range(1, 5) for c in itertools.combinations(every, m)]
    found = below(w, any_four)
    assert found.tolist() == [criterion(one) for one in w]
    assert 0 < found.sum() < len(w)
    path = np.array([[0, 12, 1, 17], [12, 0, 5, 1], [1, 5, 0, 12], [17, 1, 12, 0]])
    assert criterion(path)
    assert not below(path[None], [c for m in (1, 2) for c in placed(4, m)])[0]


def test_larger_sets_of_four_classes_add_nothing():
    w = drawn(25, 4)
    w = w[[not criterion(one) for one in w]]
    every = list(itertools.product(range(4), repeat=2))
    assert len(w) > 5
    assert not below(w, itertools.combinations(every, 5)).any()
    assert not below(
        w, itertools.islice(itertools.combinations(every, 6), 0, None, 7)
    ).any()


@pytest.mark.parametrize("K", [3, 4, 5])
def test_an_amount_may_be_moved_within_a_row_and_between_cells_that_gain_nothing(K):
    """The form is linear within a row, and concave between cells that are better exchanged."""
    rng = np.random.default_rng(K)
    w = rng.integers(0, 9, (K, K)) * (1 - np.eye(K, dtype=int))  # not symmetric
    for (i, j), (k, h) in itertools.product(np.ndindex(K, K), repeat=2):
        B = form(w, [(i, j), (k, h)])
        factor = B[0, 0] + B[1, 1] - 2 * B[0, 1]
        assert factor == 2 * (w[i, j] + w[k, h] - w[i, h] - w[k, j])
        assert factor == 0 or (i != k and j != h)


def test_some_table_with_one_entry_in_each_row_and_column_is_lowest():
    """The lemma, by sets of cells: what any set finds, one of these does."""
    w = symmetric(np.random.default_rng(1).integers(0, 6, (150, 3, 3)))
    every = list(itertools.product(range(3), repeat=2))
    any_set = [c for m in range(1, 6) for c in itertools.combinations(every, m)]
    rooks = [c for m in range(1, 4) for c in placed(3, m)]
    assert len(rooks) < len(any_set) / 10
    assert (below(w, any_set) == below(w, rooks)).all()


def ten_classes():
    group, partner = np.arange(10) // 5, np.arange(10) % 5
    w = np.where(group[:, None] == group, 65, 36)
    w[(partner[:, None] == partner) & (group[:, None] != group)] = 100
    np.fill_diagonal(w, 0)
    return w


def test_ten_classes_may_need_five_entries():
    w, table = ten_classes(), np.zeros((10, 10), dtype=int)
    table[range(5), range(5, 10)] = 1
    assert weighted_kappa(table * Fraction(1), weights=w) == 1 - Fraction(125, 61) < -1
    few = [c for m in (1, 2, 3) for c in placed(10, m) if (0, 1) in c or (0, 5) in c]
    assert not below(w[None], few[::3]).any()


def test_five_classes_were_not_found_to_need_four_entries():
    w = drawn(150, 5)
    three, more = (
        [c for m in ms for c in placed(5, m) if all((j, i) not in c for i, j in c)]
        for ms in ((2, 3), (4, 5))
    )
    i, j, k, h = np.indices((5,) * 4).reshape(4, -1)
    right = w[:, i, k] + w[:, i, h] + w[:, j, k] + w[:, j, h]
    w = w[(w[:, i, j] + w[:, k, h] <= right).all(axis=1)]
    w = w[~below(w, three)]
    assert len(w) > 20
    assert not below(w, more).any()


# ------------------------------------------------------------------- what the chapter says


def test_merging_classes_that_were_never_confused_may_raise_linear_kappa():
    cm = np.array([[4, 0, 0, 1], [0, 1, 0, 0], [0, 0, 4, 0], [0, 0, 0, 1]])
    merged = [[4, 0, 1], [0, 1, 0], [0, 0, 5]]
    assert cm[2, 3] == cm[3, 2] == 0
    assert weighted_kappa(merged) > weighted_kappa(cm)


def test_a_straight_line_of_numbers_leaves_linear_kappa_and_no_other_does():
    cm = np.array([[5, 1, 0], [2, 4, 1], [1, 0, 3]]) * Fraction(1)
    kept = {
        (b, c): weighted_kappa(cm, weights=np.abs(np.subtract.outer(g, g)))
        == weighted_kappa(cm)
        for b, c in itertools.combinations(range(1, 9), 2)
        for g in [np.array([0, b, c])]
    }
    assert kept == {(b, c): c == 2 * b for b, c in kept}
    perfect = np.diag([Fraction(1)] * 3)
    assert weighted_kappa(perfect, weights=[[0, 1, 9], [1, 0, 8], [9, 8, 0]]) == 1


def test_the_least_kappa_of_some_margins_is_still_minus_one():
    cm = np.array([[0, 3, 0], [3, 0, 0], [0, 0, 0]])
    for weights in ("unweighted", "linear", "quadratic"):
        assert weighted_kappa(cm, weights=weights) == -1


def test_where_the_second_condition_fails_three_entries_are_enough():
    """An exchange of two classes, many times over, and one other observation."""
    rng, seen = np.random.default_rng(4), 0
    for w in symmetric(rng.integers(0, 30, (120, 4, 4))):
        tables = []
        for i, j, k, h in itertools.product(range(4), repeat=4):
            less = w[i, j] + w[k, h] - w[i, k] - w[i, h] - w[j, k] - w[j, h]
            if less > 0:
                cm = np.zeros((4, 4), dtype=int)
                cm[i, j] += w[k, h] + 1
                cm[j, i] += w[k, h] + 1
                cm[k, h] += 1
                assert np.count_nonzero(cm) <= 3
                tables.append(cm)
        if tables:
            values = weighted_kappa(fractions(tables), weights=w)
            assert (values < -1).all(), w.tolist()
            seen += len(tables)
    assert seen > 500
