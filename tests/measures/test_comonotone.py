"""CO and ANTI: any common order, the proof that comes with a value, range, and comparison."""

import itertools
import math

import numpy as np
import pytest
import sympy as sp
from small import all_matrices, random_matrices, symbolic_matrix

from ordref import (
    anti_correlation,
    co_correlation,
    coanti_correlation,
    data,
    definitions,
    functional_correlation,
    id_correlation,
    ii_correlation,
    mon_correlation,
    sup_correlation,
)
from ordref.measures import functional
from ordref.measures.flowchart import compare
from ordref.measures.functional import searched
from ordref.search import branches
from ordref.search import search as _search
from ordref.search.kinds import KINDS
from ordref.search.table import CountTable

SMALL = all_matrices(3, 4)
RANDOM = {K: random_matrices(K, 4) for K in (4, 5)}
TIED = np.random.default_rng(4).integers(0, 2, (12, 4, 4))
THIRTEEN = {
    id.split(".")[1]: data.matrix(id).counts
    for id in data.matrices("oci2011")
    if id != "oci2011.CM5"
}
PERMUTATIONS = {K: list(itertools.permutations(range(K))) for K in (2, 3, 4)}
COEFFICIENTS = {
    "co": (co_correlation, definitions.co_correlation),
    "anti": (anti_correlation, definitions.anti_correlation),
    "coanti": (coanti_correlation, definitions.coanti_correlation),
}
SIGNS = {"co": 1, "anti": -1}


def permuted(p):
    return np.eye(len(p), dtype=int)[list(p)]


def nowhere_opposite(f, g):
    return not (np.subtract.outer(f, f) * np.subtract.outer(g, g) < -1e-9).any()


def present_on_both(stack):
    return (stack.sum(axis=-1) > 0).all(axis=-1) & (stack.sum(axis=-2) > 0).all(axis=-1)


def independent(cm):
    return np.array_equal(cm * cm.sum(), np.outer(cm.sum(axis=1), cm.sum(axis=0)))


# ------------------------------------------------------------------- agreement


def test_valuations_are_allowed_and_reach_the_value():
    """Also where several pairs lead, of which only some are allowed."""
    stack = [*SMALL[::2], *TIED, *RANDOM[4], *RANDOM[5]]
    stack += [permuted(p) for K in (3, 4) for p in PERMUTATIONS[K]]
    for (kind, sign), cm in itertools.product(SIGNS.items(), stack):
        found, case = functional_correlation(cm, kind), (kind, cm.tolist())
        if math.isnan(found.value):
            continue
        assert found.bound == found.value, case
        assert nowhere_opposite(found.f, sign * found.g), case
        f, g = np.nan_to_num(found.f), np.nan_to_num(found.g)
        N, r, c = cm.sum(), cm.sum(axis=1), cm.sum(axis=0)
        moments = [f @ r, g @ c, f**2 @ r, g**2 @ c, f @ cm @ g]
        expected = [0, 0, 1, 1, found.value]
        assert np.allclose(np.array(moments) / N, expected, rtol=0, atol=1e-9), case


def test_hand_counted():
    for cm, co, anti in [
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 1, -1 / 2),
        ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], 1 / 2, 1),
        ([[0, 1, 1], [1, 0, 1], [1, 1, 0]], -1 / 4, 1 / 2),
        ([[0, 1, 1], [1, 0, 1], [1, 1, 2]], 0, 1 / 2),
        ([[2, 1], [1, 2]], 1 / 3, -1 / 3),
        ([[1, 2], [2, 4]], 0, 0),
        # The true classes against the sets {2} and {3} of predicted ones.
        ([[1, 0, 1], [0, 1, 0], [0, 0, 0]], 1, 1 / 2),
        # One class present on both sides: all valuations are allowed.
        ([[0, 2, 0], [0, 1, 3], [0, 0, 0]], math.sqrt(1 / 2), math.sqrt(1 / 2)),
    ]:
        found = co_correlation(cm), anti_correlation(cm)
        assert found == pytest.approx((co, anti), abs=1e-14), cm


# ------------------------------------------------------------------- any common order


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        (co_correlation, ii_correlation),
        (anti_correlation, id_correlation),
        (coanti_correlation, mon_correlation),
    ],
)
def test_propositions_3_3_and_3_6(whole, part):
    """The largest over all functions of three classes, which permutations reach."""
    H = [np.eye(3, dtype=int)[list(h)] for h in itertools.product(range(3), repeat=3)]
    one_to_one = np.array([abs(np.linalg.det(h)) > 0.5 for h in H])
    for cm in SMALL[-40:]:
        values = part(np.stack([h.T @ cm @ h for h in H]))
        if np.isnan(whole(cm)):
            assert np.isnan(values).all()
            continue
        for some in (values, values[one_to_one]):
            assert np.nanmax(some) == pytest.approx(whole(cm), abs=1e-12)


# ------------------------------------------------------------------- the proof of a value


def test_every_merged_table_comes_up_once():
    for K in (2, 3, 4):
        table = CountTable(np.ones((K, K)))
        labels = table.unmerged_labels()
        seen = [labels]
        while len(labels):
            labels = _search._coarser(table, KINDS["co"], labels)
            seen.append(labels)
        rows = list(map(tuple, np.concatenate(seen).tolist()))
        assert len(rows) == len(set(rows)) == (sp.bell(K) - 1) ** 2, K


@pytest.mark.parametrize("kind", SIGNS)
def test_a_search_cut_short_gives_an_interval(monkeypatch, kind):
    stack = np.random.default_rng(9).integers(0, 9, (12, 5, 5))
    proved = [functional_correlation(cm, kind).value for cm in stack]
    for budget in (0, 1 << 9, 1 << 12, 1 << 15):
        monkeypatch.setattr(functional, "BUDGET", budget)
        cut_short = 0
        for cm, value in zip(stack, proved, strict=True):
            found = functional_correlation(cm, kind)
            assert found.value - 1e-12 <= value <= found.bound + 1e-12, budget
            assert found.bound <= sup_correlation(cm) + 1e-12, budget
            assert nowhere_opposite(found.f, SIGNS[kind] * found.g), budget
            shown = COEFFICIENTS[kind][0](cm)
            assert math.isnan(shown) == (found.bound > found.value), budget
            cut_short += found.bound > found.value
        assert cut_short or budget


def test_sparse_tables_are_not_divided_for_long():
    """By orders alone they take some hundred times as much; merging soon ends."""
    for K, S, which, kind in [
        (6, 4, 1, "anti"), (7, 6, 3, "anti"), (7, 6, 1, "co"), (7, 6, 5, "co"),
    ]:  # fmt: skip
        found = searched(random_matrices(K, S)[which], kind, 1 << 24)
        assert found.value == found.bound, (K, which, kind)


def test_a_large_table_has_an_interval():
    cm = np.random.default_rng(20).poisson(4, (50, 50))
    found = functional_correlation(cm, "co")
    assert 0 < found.value < found.bound <= sup_correlation(cm) + 1e-12
    assert math.isnan(co_correlation(cm))


def test_all_tables_are_tried_where_parts_do_not_end(monkeypatch):
    """As long as the budget is enough for all of them."""
    monkeypatch.setattr(branches.BranchAndBound, "run", lambda orders, budget: np.inf)
    cm = np.random.default_rng(1).integers(0, 20, (6, 6))
    found = functional_correlation(cm, "co")
    monkeypatch.undo()
    expected = functional_correlation(cm, "co")
    assert found.bound == found.value == pytest.approx(expected.value, abs=1e-12)
    assert {len(key) for key in found.certificate.bounds} == {2}
    assert max(len(key) for key in expected.certificate.bounds) > 2


@pytest.mark.parametrize(("kind", "K"), [("co", 5), ("anti", 7)])
def test_a_programme_stays_within_both_of_its_sides(monkeypatch, kind, K):
    """Then each gives a bound on the other, and where they meet is the least value."""
    programmes = []

    class Held(branches.SingularValueProgramme):
        def __init__(self, *given):
            super().__init__(*given)
            programmes.append(self)
            self.hold()

        def step(self):
            super().step()
            self.hold()

        def hold(self):
            X, R = self.X, len(self.Z)
            assert np.trace(X) == pytest.approx(1)
            assert np.linalg.eigvalsh(X)[0] > 0
            products = self.products.F @ X[:R, R:] @ self.products.G.T
            pairs = products[self.products.f_index, self.products.g_index]
            assert self.s == pytest.approx(2 * pairs, rel=1e-6)
            assert self.s.min() > 0 < self.w.min()
            M = self.matrix()
            assert self.bound**2 == pytest.approx(np.linalg.eigvalsh(M.T @ M)[-1])
            assert self.bound < self.t
            assert self.below < self.bound + 1e-12

    monkeypatch.setattr(branches, "SingularValueProgramme", Held)
    counts = np.random.default_rng([K, 0]).integers(0, 12, (K, K))
    assert functional_correlation(counts, kind).bound < 1
    assert programmes
    for programme in programmes:
        for _ in range(30):
            if programme.bound - programme.below > 1e-9:
                programme.step()
        assert programme.bound - programme.below <= 1e-9


# ------------------------------------------------------------------- range


def test_the_least_values():
    for K in range(2, 8):
        identity, rest = np.eye(K, dtype=int), 1 - np.eye(K, dtype=int)
        assert anti_correlation(3 * identity) == pytest.approx(-1 / (K - 1), abs=1e-14)
        assert co_correlation(3 * rest) == pytest.approx(-1 / (K - 1) ** 2, abs=1e-14)
    # Where two classes are present any diagonal will do, among absent ones, too.
    for x in (1, 2, 9):
        cm = np.zeros((4, 4), dtype=int)
        cm[[0, 2], [0, 2]] = 1, x
        assert anti_correlation(cm) == pytest.approx(-1, abs=1e-14)
        assert co_correlation(cm[:, [2, 1, 0, 3]]) == pytest.approx(-1, abs=1e-14)


def test_the_least_values_are_reached_at_one_table_only():
    """Of all tables with three classes, all present, and up to six observations."""
    stack = all_matrices(3, 6)
    stack = stack[present_on_both(stack)]
    identity, rest = np.eye(3, dtype=int), 1 - np.eye(3, dtype=int)
    N, r, c = stack.sum(axis=(1, 2)), stack.sum(axis=2), stack.sum(axis=1)
    # Where the lower bound is reached, these correlations do not exceed it.
    i, j = np.nonzero(rest)
    H = stack[:, i, j] * N[:, None] - r[:, i] * c[:, j]
    R, C = r * (N[:, None] - r), c * (N[:, None] - c)
    phi = H / np.sqrt(R[:, i] * C[:, j])
    low_anti = stack[phi.max(axis=1) <= -1 / 2 + 1e-12]
    low_co = stack[(-phi).max(axis=1) <= -1 / 4 + 1e-12]
    assert low_anti.tolist() == [identity.tolist(), (2 * identity).tolist()]
    assert low_co.tolist() == [rest.tolist()]


def test_a_class_on_one_side_only_rules_out_negative_values():
    one_sided = ((SMALL.sum(axis=1) > 0) != (SMALL.sum(axis=2) > 0)).any(axis=1)
    for derived in (co_correlation, anti_correlation):
        values = derived(SMALL[one_sided])
        assert np.nanmin(values) >= 0
    assert np.nanmin(co_correlation(SMALL[~one_sided])) < 0


def nested_signs(cm):
    """Signs of H over nested sets, in whole numbers."""
    n, K = cm.tolist(), len(cm)
    N, r, c = int(cm.sum()), cm.sum(axis=1).tolist(), cm.sum(axis=0).tolist()
    both = [k for k in range(K) if r[k] and c[k]]
    sets = list(itertools.product((0, 1), repeat=K))
    for A, B in itertools.product(sets, repeat=2):
        if any(A[k] < B[k] for k in both) and any(A[k] > B[k] for k in both):
            continue
        inside = [(i, j) for i in range(K) for j in range(K) if A[i] and B[j]]
        rows, columns = (
            sum(m * x for m, x in zip(M, X, strict=True)) for M, X in ((r, A), (c, B))
        )
        yield N * sum(n[i][j] for i, j in inside) - rows * columns


def test_sign_is_that_of_nested_sets():
    for cm in SMALL[::3]:
        co, anti = co_correlation(cm), anti_correlation(cm)
        if not math.isnan(co):
            H = list(nested_signs(cm))
            assert (co > 1e-12) == (max(H) > 0)
            assert (anti > 1e-12) == (min(H) < 0)


def test_zero_is_not_independence_but_for_coanti():
    co, coanti = co_correlation(SMALL), coanti_correlation(SMALL)
    dependent = [
        cm
        for cm, v in zip(SMALL, co, strict=True)
        if abs(v) < 1e-12 and not independent(cm)
    ]
    assert [[0, 1, 0], [1, 0, 0], [1, 1, 0]] in [cm.tolist() for cm in dependent]
    assert min(cm.sum() for cm in dependent) == 4
    for cm, value in zip(SMALL, coanti, strict=True):
        assert math.isnan(value) or (value < 1e-12) == independent(cm)


def test_mon_coanti_and_sup_all_differ():
    def strict(stack):
        mon, coanti, sup = (
            f(stack) for f in (mon_correlation, coanti_correlation, sup_correlation)
        )
        return (mon < coanti - 1e-9) & (coanti < sup - 1e-9)

    assert not strict(SMALL[::2]).any()
    assert not strict(all_matrices(2, 6)).any()
    assert strict(np.array([[[0, 0, 1], [1, 0, 1], [0, 1, 1]]])).all()
    CM0 = data.matrix("fcorr2020.CM0").counts
    values = [f(CM0) for f in (mon_correlation, coanti_correlation, sup_correlation)]
    assert np.allclose(np.square(values), [2 / 7, 3 / 8, 1 / 2], atol=1e-14)


def test_undefined_with_one_class_on_a_side():
    for cm in ([[3]], [[1, 2], [0, 0]], [[1, 0], [2, 0]], [[0, 0], [0, 4]]):
        assert all(math.isnan(derived(cm)) for derived, _ in COEFFICIENTS.values()), cm


# ------------------------------------------------------------------- the thirteen, compared


def test_thirteen_matrices_are_proved():
    assert len(THIRTEEN) == 13
    for cm in THIRTEEN.values():
        for kind in ("co", "anti", "ii", "id", "sup"):
            found = functional_correlation(cm, kind)
            assert found.bound == found.value


def test_comparison_is_transitive():
    wins = {
        (M, N): compare(THIRTEEN[M], THIRTEEN[N]).better
        for M, N in itertools.product(THIRTEEN, repeat=2)
    }
    opposite = {"first": "second", "second": "first", "equal": "equal"}
    for M, N, P in itertools.product(THIRTEEN, repeat=3):
        assert wins[M, N] == opposite[wins[N, M]]
        if wins[M, N] != "second" and wins[N, P] != "second":
            assert wins[M, P] != "second"
            assert (wins[M, P] == "equal") == (wins[M, N] == wins[N, P] == "equal")


def test_comparisons():
    for M, N, *verdict in [
        ("CM10", "CM12", "first", "co"),
        ("A", "D", "first", "anti"),
        ("B", "D", "first", "id"),
        ("D", "B", "second", "id"),
        ("B", "C", "equal", None),
        ("CM2", "CM1", "first", "co"),
    ]:
        assert compare(THIRTEEN[M], THIRTEEN[N]) == tuple(verdict), (M, N)


def test_comparison_refuses():
    for M, N, message in [
        ([[1, 2], [0, 0]], [[1, 0], [0, 1]], "the first matrix has only one"),
        ([[1, 0], [0, 1]], [[0, 0], [1, 2]], "the second matrix has only one"),
        ([[[1, 0], [0, 1]]], [[1, 0], [0, 1]], "takes one matrix"),
        ([[1, 0], [0, 1]], symbolic_matrix(2), "symbols"),
        ([[1, 0, 0], [0, 1, 0]], [[1, 0], [0, 1]], "cm"),
    ]:
        with pytest.raises(ValueError, match=message):
            compare(M, N)


def test_comparison_says_when_the_proof_is_missing(monkeypatch):
    monkeypatch.setattr(functional, "BUDGET", 0)
    cm = np.random.default_rng(9).integers(0, 9, (5, 5))
    with pytest.raises(ValueError, match="ended before its proof"):
        compare(cm, cm)
    # A matrix that is better for sure is told apart all the same.
    assert compare(cm, np.eye(5)) == ("second", "co")
