"""Which weights keep kappa from falling below -1."""

import itertools
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from small import distances, fractions

from ordref import weighted_kappa

FOUR = {
    "pairs": np.array([[0, 4, 1, 1], [4, 0, 1, 1], [1, 1, 0, 4], [1, 1, 4, 0]]),
    "path": np.array([[0, 12, 1, 17], [12, 0, 5, 1], [1, 5, 0, 12], [17, 1, 12, 0]]),
}


def form(w, cells):
    """The quadratic form 2 N^2 E - N^2 O of a table with entries in these cells alone."""
    i, j = np.transpose(cells)[:, :, None]
    k, h = np.transpose(cells)[:, None, :]
    return w[..., i, h] + w[..., k, j] - (w[..., i, j] + w[..., k, h]) / 2


def all_cells(K):
    return list(itertools.product(range(K), repeat=2))


def of_sizes(K, *sizes):
    """All sets of so many cells."""
    return [c for m in sizes for c in itertools.combinations(all_cells(K), m)]


def below(w, sets):
    """For each w of a stack, whether the form is negative within one of these sets.

    Where no smaller set has it, the lowest point of the form has no zero: the part of it
    has one negative eigenvalue, with a positive eigenvector. No theorem on weights is used.
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
    found = below(w, of_sizes(4, 1, 2, 3, 4))
    assert found.tolist() == [criterion(one) for one in w]
    assert 0 < found.sum() < len(w)
    assert criterion(FOUR["path"])
    assert not below(FOUR["path"][None], [c for m in (1, 2) for c in placed(4, m)])[0]


def test_some_table_with_one_entry_in_each_row_and_column_is_lowest():
    """The lemma, by sets of cells: what any set finds, one of these does."""
    w = symmetric(np.random.default_rng(1).integers(0, 6, (150, 3, 3)))
    any_set = of_sizes(3, 1, 2, 3, 4, 5)
    rooks = [c for m in range(1, 4) for c in placed(3, m)]
    assert len(rooks) < len(any_set) / 10
    assert (below(w, any_set) == below(w, rooks)).all()


# ------------------------------------------------------------------- two conditions


def three(w12, w23, w13):
    return np.array([[0, w12, w13], [w12, 0, w23], [w13, w23, 0]])


def roots_apart(w12, w23, w13):
    """p <= q + sqrt(2) s for the roots in falling order, squared until no root is left."""
    s, q, p = sorted([w12, w23, w13])
    return p - q - 2 * s <= 0 or (p - q - 2 * s) ** 2 <= 8 * q * s


def sum_enough(w12, w23, w13):
    s, q, p = sorted([w12, w23, w13])
    return p <= 2 * (q + s)


TRIPLES = [
    *itertools.combinations_with_replacement(range(8), 3),
    (9, 1, 20),
    (5, 3, 14),
]


@cache
def which_fall_below():
    found = below(np.array([three(*t) for t in TRIPLES]), of_sizes(3, *range(1, 10)))
    return dict(zip(TRIPLES, found.tolist(), strict=True))


def test_two_conditions_decide_for_three_classes():
    """Neither is enough."""
    falls = which_fall_below()
    for t in TRIPLES:
        assert falls[t] != (roots_apart(*t) and sum_enough(*t)), t
    assert any(roots_apart(*t) and falls[t] for t in TRIPLES)
    assert any(sum_enough(*t) and falls[t] for t in TRIPLES)


def test_asymmetric_weights_fall_below():
    """With the roots of the weights as counts, crosswise."""
    cm = fractions([[0, 1], [2, 0]])
    assert weighted_kappa(cm, weights=[[0, 4], [1, 0]]) == 1 - Fraction(9, 4)
    w = np.array([[[0, 4], [1, 0]], [[0, 4], [4, 0]]])
    assert below(w, of_sizes(2, 1, 2, 3, 4)).tolist() == [True, False]


def conditions(w):
    """The two necessary conditions on four classes, the same or not, for whole weights."""
    i, j, k, h = np.indices((len(w),) * 4)
    rest = w[i, j] + w[k, h] - 2 * (w[i, h] + w[k, j])
    two = (rest <= 0) | (rest**2 <= 4 * w[i, j] * w[k, h])
    four = w[i, j] + w[k, h] <= w[i, k] + w[i, h] + w[j, k] + w[j, h]
    return bool(two.all()), bool(four.all())


def test_conditions_hold_for_squared_distances_and_fail_for_cubes():
    for K in range(2, 7):
        for power in (1, 2):
            assert conditions(distances(K) ** power) == (True, True)
        assert conditions(distances(K) ** 3) == (K < 3, K < 3)


# -------------------------------------------------------------- five classes and more


def doubled(w, cells):
    """Twice the form, in whole numbers."""
    i, j = np.transpose(cells)
    cross = w[np.ix_(i, j)]
    return 2 * (cross + cross.T) - w[i, j][:, None] - w[i, j]


def nowhere_negative(A, corners):
    """Whether the form is at least zero on the triangle, shown by cutting it into pieces.

    A piece is done if no product of two of its corners is negative. If it has no end, it
    is no proof: then a corner is negative, or Python runs out of depth.
    """
    products = corners @ A @ corners.T
    if (products >= 0).all():
        return True
    if (np.diag(products) < 0).any():
        return False
    i, j = np.unravel_index(products.argmin(), products.shape)
    halves = corners.copy(), corners.copy()
    for half, corner in zip(halves, (i, j), strict=True):
        half[corner] = corners[i] + corners[j]
    return all(nowhere_negative(A, half) for half in halves)


def filled(K, upper):
    w = np.zeros((K, K), dtype=np.int64)
    w[np.triu_indices(K, 1)] = upper
    return w + w.T


FIVE = filled(5, [78, 2, 80, 6, 47, 1, 33, 52, 4, 42])
SIX = filled(6, [51, 3, 55, 5, 72, 25, 1, 22, 5, 33, 1, 50, 32, 3, 53])


def test_five_classes_need_tables_with_four_entries():
    """The theorem's weights; all sets of three of the 25 cells, in whole numbers."""
    cm = np.zeros((5, 5), dtype=np.int64)
    steps = [(0, 1), (1, 2), (2, 3), (3, 4)]
    cm[tuple(np.transpose(steps))] = counts = 6, 8, 1, 1
    assert weighted_kappa(fractions(cm), weights=FIVE) == Fraction(-3753, 3751)
    assert counts @ doubled(FIVE, steps) @ counts < 0
    threes = of_sizes(5, 3)
    assert len(threes) == 2300
    for cells in threes:
        assert nowhere_negative(doubled(FIVE, cells), np.eye(3, dtype=np.int64)), cells
    assert not below(FIVE[None], threes)[0]
    assert below(FIVE[None], [steps])[0]


def test_cutting_finds_what_is_negative():
    w = FOUR["path"]
    found = [
        not nowhere_negative(doubled(w, cells), np.eye(3, dtype=np.int64))
        for cells in of_sizes(4, 3)
    ]
    alone = [bool(below(w[None], [cells])[0]) for cells in of_sizes(4, 3)]
    assert found == alone
    assert any(found)


def partners(m):
    """The weights of the theorem: twice m classes, each with a partner."""
    group, pair = np.divmod(np.arange(2 * m), m)
    w = np.where(group[:, None] == group, m - 1, m - 3)
    w[pair[:, None] == pair] = 2 * m - 4
    np.fill_diagonal(w, 0)
    return w.astype(np.int64)


@pytest.mark.parametrize("m", [5, 6, 9, 30])
def test_partners_have_a_table_with_as_many_entries_as_there_are_pairs(m):
    cm = np.eye(2 * m, k=m, dtype=int)
    kappa = weighted_kappa(fractions(cm), weights=partners(m))
    assert kappa == -1 - Fraction(2, m**2 - 2 * m - 1)
    cm[0, m] = 0
    assert weighted_kappa(fractions(cm), weights=partners(m)) == -1


def determinant(A):
    """Of a stack of whole matrices, by the first row."""
    if A.shape[-1] == 1:
        return A[..., 0, 0]
    rest = [determinant(np.delete(A[..., 1:, :], j, -1)) for j in range(A.shape[-1])]
    return sum((-1) ** j * A[..., 0, j] * one for j, one in enumerate(rest))


def smallest_negative(A):
    """What a smallest set of cells has on which the form is negative, in whole numbers.

    Its determinant is negative, and no cofactor is.
    """
    found = determinant(A) < 0
    for i, j in itertools.product(range(A.shape[-1]), repeat=2):
        minor = np.delete(np.delete(A[found], i, -2), j, -1)
        found[found] = (-1) ** (i + j) * determinant(minor) >= 0
    return found


def test_six_classes_need_tables_with_five_entries():
    """All sets of up to four of the 36 cells, in whole numbers and without any lemma."""
    cm = np.zeros((6, 6), dtype=np.int64)
    steps = np.arange(5), np.arange(1, 6)
    cm[steps] = 3, 7, 2, 2, 2
    assert weighted_kappa(fractions(cm), weights=SIX) == Fraction(-4513, 4511)
    row, column = np.divmod(np.arange(36), 6)
    twice = doubled(SIX, np.column_stack([row, column]))
    for m in range(1, 5):
        sets = np.array(list(itertools.combinations(range(36), m)))
        assert not smallest_negative(twice[sets[:, :, None], sets[:, None]]).any()
    assert smallest_negative(doubled(SIX, np.transpose(steps))[None]).all()


@pytest.mark.parametrize("K", [3, 4, 5, 6])
def test_a_cycle_can_be_taken_away(K):
    """The lemma, in whole numbers: the form does not grow, where its condition holds."""
    rng, seen, strict = np.random.default_rng(K), 0, 0
    while seen < 200:
        w = symmetric(rng.integers(3, 9, (K, K)))
        if not conditions(w)[1]:
            continue
        x = rng.integers(0, 4, (K, K)) * rng.integers(0, 2, (K, K))
        cycle = rng.permutation(K)[: rng.integers(1, K + 1)]
        turn = np.zeros((K, K), dtype=int)
        turn[cycle, np.roll(cycle, -1)] = 1
        full = x + turn * rng.integers(1, 5)
        less = full - turn * full[turn > 0].min()
        before, after = (
            2 * y.sum(axis=1) @ w @ y.sum(axis=0) - y.sum() * (w * y).sum()
            for y in (full, less)
        )
        assert before >= after
        seen, strict = seen + 1, strict + (before > after)
    assert strict > 100


def test_ten_classes_need_five_entries():
    """All sets of four of the hundred cells, without any lemma.

    The weights are the same after an exchange of pairs or of groups and after a
    transposition, so that one cell may be one of four.
    """
    w, (row, column) = partners(5), np.divmod(np.arange(100), 10)
    w2 = 2 * w
    twice = w2[row[:, None], column] + w2[row, column[:, None]]  # twice the form
    twice = twice - w[row, column][:, None] - w[row, column]
    tried = 0
    for more in range(4):
        rest = np.array(list(itertools.combinations(range(100), more)), dtype=np.intp)
        for first in (0, 1, 5, 6):  # correct, in one group, partners, others
            sets = np.column_stack([np.full(len(rest), first), rest])
            sets = sets[(rest != first).all(axis=1)]
            A = twice[sets[:, :, None], sets[:, None]]
            assert not smallest_negative(A).any()
            tried += len(sets)
    assert tried == 4 * (1 + 99 + 4851 + 156849)
    steps = [10 * i + i + 5 for i in range(5)]
    assert smallest_negative(twice[np.ix_(steps, steps)][None]).all()


def grow(cells, rest, most, w):
    """All sets of cells that the two lemmas leave, from one on."""
    yield cells
    for at, (k, h) in enumerate(rest) if len(cells) < most else ():
        if all(
            i != k
            and j != h
            and (j, i) != (k, h)
            and w[i, j] + w[k, h] > w[i, h] + w[k, j]
            for i, j in cells
        ):
            yield from grow([*cells, (k, h)], rest[at + 1 :], most, w)


def test_twelve_classes_need_six_entries():
    w, sets = partners(6), []
    apart = [(i, j) for i, j in itertools.product(range(12), repeat=2) if i != j]
    for first in ((0, 1), (0, 6), (0, 7)):
        sets += grow([first], [cell for cell in apart if cell != first], 5, w)
    assert len(sets) > 10_000
    assert max(map(len, sets)) == 5
    for m in range(1, 6):
        A = np.array([doubled(w, cells) for cells in sets if len(cells) == m])
        assert not smallest_negative(A).any()
