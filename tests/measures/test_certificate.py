"""Certificates of functional correlations, and the check that refuses a wrong one."""

import itertools
import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from small import all_matrices, random_matrices

from ordref import _orders, _search, data, functional, functional_correlation
from ordref.definitions import certificate as checker
from ordref.definitions import check_certificate, singular

KINDS = ("sup", "ii", "id", "co", "anti")
THIRTEEN = [id for id in data.matrices("oci2011") if id != "oci2011.CM5"]
REAL = data.matrices()[-12:]
LARGE = "goodman1979_gb_8x8"


def proof(certificate, **changed):
    """A certificate of one's own, with some of its parts changed."""
    parts = {k: getattr(certificate, k) for k in ("bound", "bounds", "weights")}
    return SimpleNamespace(**(parts | changed))


# ------------------------------------------------------------------- what holds is accepted


@pytest.mark.parametrize("id", [*THIRTEEN, *REAL])
def test_published_tables_are_proved_without_the_search(id):
    cm = data.matrix(id).counts
    for kind in KINDS:
        found = functional_correlation(cm, kind)
        assert found.bound == found.value
        limit = check_certificate(cm.tolist(), kind, *found)
        assert (
            Fraction(found.value) < limit <= Fraction(found.value) + Fraction(2, 10**12)
        )


def test_the_bound_of_a_search_that_gives_up_is_proved(monkeypatch):
    """With weights: the leading singular value of the table is three times as large."""
    monkeypatch.setattr(functional, "BUDGET", 1 << 23)
    cm = data.matrix(LARGE).counts
    found = functional_correlation(cm, "anti")
    assert (
        found.value < found.bound < 0.16 < functional_correlation(cm, "sup").value / 3
    )
    assert found.certificate.weights
    assert check_certificate(cm, "anti", *found) < found.bound + 2e-12
    # COANTI is CO, which is above all that ANTI can be: it is proved all the same.
    either = functional_correlation(cm, "coanti")
    assert either.bound == either.value == functional_correlation(cm, "co").value
    check_certificate(cm, "coanti", *either)


@pytest.mark.parametrize("K", [2, 3, 4])
def test_certificates_of_small_matrices_hold(K):
    stack = [*random_matrices(K, 6), *all_matrices(2, 3)[::K]]
    stack += [np.diag(np.arange(K) + 1), np.roll(np.eye(K, dtype=int), 1, axis=1)]
    stack += [
        np.ones((K, K), dtype=int),
        np.ones((K, K), dtype=int) - np.eye(K, dtype=int),
    ]
    for cm, kind in itertools.product(stack, (*KINDS, "mon", "coanti")):
        if not cm.any():
            continue
        found = functional_correlation(cm, kind)
        if found.certificate is None:
            assert found.value != found.value
            continue
        check_certificate(cm.tolist(), kind, *found)


@pytest.mark.parametrize("kind", ["ii", "co"])
def test_weights_prove_tables_of_four_classes(kind, monkeypatch):
    monkeypatch.setattr(_search, "_PLAIN", 4)
    for cm in np.random.default_rng(7).poisson(2, (3, 4, 4)) + np.eye(4, dtype=int):
        found = functional_correlation(cm, kind)
        assert found.bound == found.value
        check_certificate(cm, kind, *found)


def test_shares_are_taken_as_they_are():
    cm = [[0.1, 0.2, 0.05], [0.3, 0.05, 0.1], [0.05, 0.05, 0.1]]
    for kind in KINDS:
        check_certificate(cm, kind, *functional_correlation(cm, kind))


# ------------------------------------------------------------------- what does not is refused

# A table whose search goes through several merged tables.
CM = [[2, 0, 1], [1, 1, 0], [2, 1, 2]]


@pytest.mark.parametrize("kind", ["ii", "id", "co", "anti"])
def test_a_tampered_certificate_is_refused(kind):
    found = functional_correlation(CM, kind)
    tables = dict(found.certificate.bounds)
    assert tables

    def refused(message, cm=CM, **changed):
        with pytest.raises(ValueError, match=message):
            check_certificate(cm, kind, *found._replace(**changed))

    check_certificate(CM, kind, *found)
    for key, bound in tables.items():
        lower = tables | {key: bound * (1 - 1e-9) - 1e-9}
        refused("does not hold", certificate=proof(found.certificate, bounds=lower))
        higher = tables | {key: bound + 0.01 + float(found.bound)}
        refused("does not hold", certificate=proof(found.certificate, bounds=higher))
        fewer = {k: b for k, b in tables.items() if k != key}
        if fewer:
            refused(
                "has no bound|pair above",
                certificate=proof(found.certificate, bounds=fewer),
            )
    more = tables | {(((1, 2), (3,)), ((2,), (1, 3))): 0.0}
    refused("does not belong", certificate=proof(found.certificate, bounds=more))
    refused("correlated above", certificate=proof(found.certificate, bounds={}))
    refused("is not the value", value=found.value + 1e-9)
    refused("is not the value", value=found.value + 1e-9, bound=found.bound + 1e-9)
    refused("above the bound", bound=found.bound - 1e-9)
    lower = proof(found.certificate, bound=found.bound - 1e-6)
    refused("does not hold|pair above|above the bound", certificate=lower)
    refused("is one of", certificate=proof(found.certificate, bound=found.bound + 1e-6))
    refused("not the value", cm=[[2, 0, 1], [1, 1, 0], [2, 1, 3]])
    refused("not valuations of the kind", f=-found.f)
    refused("a value for each", f=found.f[:2])


# ------------------------------------------------------------------- parts


def table_of(K, seed):
    """Counts under 20, as in the tables of the text that are called random."""
    return np.random.default_rng([K, seed]).integers(0, 20, (K, K))


@pytest.mark.parametrize(
    ("kind", "K", "seed"),
    [
        *itertools.product(("co", "anti"), (8, 9), (0, 1)),
        ("co", 10, 0), ("anti", 10, 0),
        *itertools.product(("ii", "id"), (10, 12), (2, 6)),
        ("ii", 15, 1), ("ii", 15, 2),
    ],
)  # fmt: skip
def test_random_tables_of_many_classes_are_proved(kind, K, seed):
    cm = table_of(K, seed)
    found = functional_correlation(cm, kind)
    assert found.bound == found.value
    limit = check_certificate(cm, kind, *found)
    assert limit - Fraction(found.value) < Fraction(2, 10**12)


@pytest.mark.parametrize(("kind", "K"), [("co", 8), ("anti", 8), ("id", 10)])
def test_a_programme_ends_after_some_twenty_steps(kind, K, monkeypatch):
    """Newton's method on both sides of it leaves the border only for the gap to close."""
    monkeypatch.setattr(_search, "_PLAIN", 1)
    monkeypatch.setattr(_orders, "MOST_STEPS", 25)
    monkeypatch.setattr(functional, "BUDGET", 1 << 28)
    found = functional_correlation(table_of(K, 2), kind)
    assert found.bound == found.value
    assert found.certificate.weights


@pytest.mark.parametrize("kind", KINDS)
def test_parts_prove_small_tables(kind, monkeypatch):
    """Also where classes are absent on one side or on both."""
    expected = {}
    stack = [*random_matrices(4, 6), *random_matrices(3, 6)]
    stack += list(np.random.default_rng(5).integers(0, 2, (9, 5, 5)))
    stack = [cm for cm in stack if min(cm.any(axis=0).sum(), cm.any(axis=1).sum()) > 1]
    for k, cm in enumerate(stack):
        expected[k] = functional_correlation(cm, kind).value
    monkeypatch.setattr(_search, "_PLAIN", 1)
    monkeypatch.setattr(_search, "_TIMES", 1 << 14)
    monkeypatch.setattr(functional, "BUDGET", 1 << 24)
    parts = 0
    for k, cm in enumerate(stack):
        found = functional_correlation(cm, kind)
        assert found.bound == found.value == pytest.approx(expected[k], abs=1e-12)
        check_certificate(cm, kind, *found)
        parts += any(len(key) > 2 for key in found.certificate.bounds)
    assert parts or kind not in ("co", "anti")


def test_a_leading_valuation_may_be_0_where_the_check_begins():
    """With classes 1 and 2, and 4 and 5, merged, f is (1, 0, -1), and row 2 the largest."""
    cm = ["10110", "01110", "01011", "00101", "11101"]
    cm = [[int(x) for x in row] for row in cm]
    found = functional_correlation(cm, "ii")
    singles = ((1,), (2,), (3,), (4,), (5,))
    assert (((1, 2), (3,), (4, 5)), singles) not in found.certificate.bounds
    check_certificate(cm, "ii", *found)


@pytest.mark.parametrize("budget", [0, 1 << 20, 1 << 22, 1 << 23, 1 << 24])
@pytest.mark.parametrize(("kind", "K", "seed"), [("anti", 8, 0), ("id", 10, 2)])
def test_parts_that_are_left_are_proved_too(kind, K, seed, budget, monkeypatch):
    cm = table_of(K, seed)
    best = functional_correlation(cm, kind).value
    monkeypatch.setattr(functional, "BUDGET", budget)
    found = functional_correlation(cm, kind)
    assert found.value <= best <= found.bound + 1e-12
    check_certificate(cm, kind, *found)


def refusal(cm, kind, found, **changed):
    """Why the certificate is refused with some of its parts changed."""
    with pytest.raises(ValueError, match=r"\w") as reason:
        check_certificate(
            cm, kind, *found._replace(certificate=proof(found.certificate, **changed))
        )
    return str(reason.value)


def test_a_certificate_of_parts_is_refused_if_one_is_changed():
    """Left out, put under another order, with less weight, with too low a bound."""
    cm = table_of(8, 1)
    found = functional_correlation(cm, "co")
    bounds, weights = found.certificate.bounds, found.certificate.weights
    assert len(bounds) == len(weights) > 3
    for key, bound in list(bounds.items())[::3]:
        fewer = {k: b for k, b in bounds.items() if k != key}
        assert "not all pairs" in refusal(cm, "co", found, bounds=fewer)
        light = {k: w for k, w in weights.items() if k != key}
        assert "does not hold" in refusal(cm, "co", found, weights=light)
        lower = bounds | {key: bound - 0.05}
        assert "does not hold" in refusal(cm, "co", found, bounds=lower)
        merged = fewer | {(((1, 2), *key[0][2:]), *key[1:]): bound}
        assert refusal(cm, "co", found, bounds=merged)


def test_what_is_not_decided_has_no_weight():
    cm = table_of(8, 1)
    found = functional_correlation(cm, "co")
    key = max(found.certificate.bounds, key=len)
    whole = found.certificate.weights
    i, j = key[2]
    for one, other in [
        ((j, i), (i, j)), ((i, j), (j, i)), (((i, -1.0), (j, 1.0)), (i, j)),
        ((i, j), (9, 10)), ((0, 1), (i, j)),
    ]:  # fmt: skip
        weights = whole | {key: (*whole[key], (one, other, 1e-3))}
        assert "not allowed" in refusal(cm, "co", found, weights=weights)


def test_a_cut_is_refused_without_what_is_on_its_other_side():
    cm = table_of(10, 2)
    found = functional_correlation(cm, "id")
    bounds = found.certificate.bounds
    key = max(bounds, key=len)
    *before, (side, form) = key
    assert side in ("f", "g")
    for cut in [
        (side, tuple((k, 1.5 * x) for k, x in form)),
        ({"f": "g", "g": "f"}[side], form),
        (side, form[:-1]),
        (1, 2),
    ]:
        changed = {(*before, cut) if k == key else k: b for k, b in bounds.items()}
        assert "not all pairs" in refusal(cm, "id", found, bounds=changed)
    for key in bounds:
        fewer = {k: b for k, b in bounds.items() if k != key}
        assert "not all pairs" in refusal(cm, "id", found, bounds=fewer)


def test_orders_prove_nothing_of_other_kinds():
    """II knows the order; a pair that is turned round is not of it."""
    cm = table_of(8, 1)
    co, ii = (functional_correlation(cm, kind) for kind in ("co", "ii"))
    claim = ii._replace(certificate=proof(co.certificate, bound=ii.bound))
    with pytest.raises(ValueError, match=r"not all pairs|does not hold"):
        check_certificate(cm, "ii", *claim)
    assert "not all pairs" in refusal(
        cm, "sup", functional_correlation(cm, "sup"), bounds=co.certificate.bounds
    )


def test_a_proof_by_signs_is_refused_where_signs_differ():
    cm = [[0, 1], [1, 1]]
    found = functional_correlation(cm, "ii")
    assert found.value == -0.5
    assert not found.certificate.bounds
    check_certificate(cm, "ii", *found)
    lower = found._replace(bound=-0.6, certificate=proof(found.certificate, bound=-0.6))
    with pytest.raises(ValueError, match="above the bound"):
        check_certificate(cm, "ii", *lower)
    # A pair that is not the best one, with its own value as the bound.
    cm = np.diag([1, 1, 3])[::-1].tolist()
    best = functional_correlation(cm, "ii")
    f = np.array([0.0, 0.0, 1.0])
    worse = functional_correlation([[0, 3], [2, 0]], "ii")
    claim = best._replace(value=-1.0, f=f, g=np.array([0.0, 1.0, 1.0]), bound=-1.0)
    assert best.value > -1 == worse.value
    with pytest.raises(ValueError, match=r"not the value|correlated above"):
        check_certificate(
            cm, "ii", *claim._replace(certificate=proof(best.certificate, bound=-1.0))
        )


@pytest.mark.parametrize(
    ("kind", "weight"),
    [
        ("ii", ((1, 2), (1, 2), -0.01)),
        ("ii", ((2, 1), (1, 2), 0.01)),
        ("co", ((1, 2), (2, 3), 0.01)),
        ("sup", ((1, 2), (1, 2), 0.01)),
        ("ii", ((1, 2), (3, 4), 0.01)),
    ],
)
def test_a_weight_that_is_not_allowed_is_refused(kind, weight):
    found = functional_correlation(CM, kind)
    weights = dict.fromkeys(found.certificate.bounds, (weight,))
    with pytest.raises(ValueError, match="is not allowed"):
        check_certificate(
            CM,
            kind,
            *found._replace(certificate=proof(found.certificate, weights=weights)),
        )


def test_every_table_left_out_of_a_long_certificate_is_missed():
    cm = data.matrix("westlund1953_ms_new_orleans").counts
    found = functional_correlation(cm, "anti")
    for key in list(found.certificate.bounds)[::7]:
        fewer = {k: b for k, b in found.certificate.bounds.items() if k != key}
        with pytest.raises(ValueError, match="has no bound"):
            check_certificate(
                cm,
                "anti",
                *found._replace(certificate=proof(found.certificate, bounds=fewer)),
            )


@pytest.mark.parametrize(
    ("cm", "kind", "message"),
    [
        ([[1, 0], [0, 1]], "up", "there is no kind 'up'"),
        ([[1, 2]], "ii", "must be square"),
        ([[1, 2], [0, 0]], "ii", "only one class"),
    ],
)
def test_the_check_refuses_what_is_no_table(cm, kind, message):
    found = functional_correlation([[1, 0], [0, 1]], "ii")
    with pytest.raises(ValueError, match=message):
        check_certificate(cm, kind, *found)


# ------------------------------------------------------------------- its parts


def test_singular_values_above_a_number_are_counted():
    for cm in np.random.default_rng(1).integers(1, 9, (10, 4, 4)):
        table = checker._Table(cm)
        whole = tuple((k,) for k in range(4))
        merged = table.merged(table.E, table.N**2, whole, whole)
        p = cm / cm.sum()
        r, c = p.sum(axis=1), p.sum(axis=0)
        S = (p - np.outer(r, c)) / np.sqrt(np.outer(r, c))
        s = np.linalg.svd(S, compute_uv=False)
        for x in (0.01, 0.1, 0.2, 0.4, 0.9):
            assert merged.above(Fraction(x) ** 2) == (s > x).sum()


def test_a_number_that_is_a_singular_value_is_not_counted():
    """Nor one where another leading minor of the elimination is 0."""
    cm = [[1, 0], [0, 1]]
    table = checker._Table(cm)
    merged = table.merged(table.E, table.N**2, ((0,), (1,)), ((0,), (1,)))
    assert merged.above(Fraction(99, 100)) == 1
    assert merged.above(Fraction(101, 100)) == 0
    for square in (Fraction(1), Fraction(1, 2)):
        with pytest.raises(ValueError, match="a leading minor is 0"):
            merged.above(square)


def test_the_walk_comes_through_every_merged_table_once():
    for kind, number in [("ii", (2**3 - 1) ** 2), ("co", 14**2)]:
        waiting = [((tuple(range(4)), tuple(range(4))), 0)]
        seen = []
        while waiting:
            labels, last = waiting.pop()
            seen.append(labels)
            waiting += checker._coarser(kind, labels, last)
        assert len(seen) == len(set(seen)) == number


def test_a_leading_pair_of_the_kind_is_never_said_to_be_another():
    """The step of the check that could be wrong without anything looking wrong."""
    for cm in np.random.default_rng(3).integers(0, 9, (60, 3, 3)) + np.eye(
        3, dtype=int
    ):
        table, whole = checker._Table(cm), ((0,), (1,), (2,))
        merged = table.merged(table.E, table.N**2, whole, whole)
        p = cm / cm.sum()
        r, c = p.sum(axis=1), p.sum(axis=0)
        U, s, V = np.linalg.svd((p - np.outer(r, c)) / np.sqrt(np.outer(r, c)))
        between = Fraction(float(s[0] + s[1]) / 2) ** 2
        steps = np.concatenate(
            [np.diff(U[:, 0] / np.sqrt(r)), np.diff(V[0] / np.sqrt(c))]
        )
        increasing = (steps > 0).all() or (steps < 0).all()
        elsewhere = checker._leads_elsewhere(table, "ii", merged, whole, whole, between)
        assert elsewhere == (not increasing)


@pytest.mark.parametrize("seed", range(5))
def test_a_step_of_inverse_iteration_is_cubic(seed):
    """The digits treble: a wrong quotient only doubles, or adds to, them."""
    rng = np.random.default_rng(seed)
    n = rng.integers(1, 9, (4, 4))
    r, c, N = n.sum(axis=1), n.sum(axis=0), int(n.sum())
    E = (n * N - np.outer(r, c)).tolist()
    merged = singular.Merged(E, N**2, r.tolist(), c.tolist(), N)
    _, s, right = np.linalg.svd((n - np.outer(r, c) / N) / np.sqrt(np.outer(r, c)))
    g = [round(1e3 * x) for x in right[0] / np.sqrt(c / N)]
    between = Fraction((s[0] ** 2 + s[1] ** 2) / 2)
    start = near_by(merged, g, between)
    end = near_by(merged, singular.closer(merged, g, 200), between)
    assert 1e-9 < start < 1e-2
    assert end < 100 * start**2.7


def near_by(merged, g, square):
    """The length of what is off, as a share of the whole."""
    near = singular.near_to(merged, g, square)
    return math.sqrt(near.off / singular.inner(near.g, near.g, merged.c))


# ------------------------------------------------------------------- its limits


DIAGONAL = [[1, 0], [0, 1]]


def claimed(value, f, g, cm=DIAGONAL, kind="sup"):
    """A claim about a pair, with the certificate of the search and the bound of 1."""
    found = functional_correlation(cm, kind)
    return check_certificate(cm, kind, value, f, g, 1.0, found.certificate)


def test_the_value_may_be_rounded_and_no_more():
    """The pair has a correlation of exactly 1, or -1, whatever its scale and place."""
    f, g = [0.0, 1.0], [-3.0, 5.0]
    down = 2.0**-52
    assert claimed(1 - down, f, g) == claimed(1.0, f, g) == 1 + Fraction(1, 10**12)
    for value in (1 - 2 * down, 1 - 1.5 * down, -1.0, 0.0):
        with pytest.raises(ValueError, match="is not the value"):
            claimed(value, f, g)
    opposite = [5.0, -3.0]
    for value in (-1.0, -1 + down, -1 - 2 * down / 2):
        claimed(value, f, opposite)
    for value in (-1 + 1.5 * down, -1 - 2 * down, 1.0):
        with pytest.raises(ValueError, match="is not the value"):
            claimed(value, f, opposite)


@pytest.mark.parametrize("f", [[1.0, 1.0], [0.0, 0.0]])
def test_a_valuation_that_is_constant_has_no_correlation(f):
    with pytest.raises(ValueError, match="is not the value"):
        claimed(0.0, f, [0.0, 1.0])


@pytest.mark.parametrize("kind", [*KINDS, "mon", "coanti"])
def test_both_valuations_may_be_turned_round(kind):
    found = functional_correlation(CM, kind)
    check_certificate(CM, kind, *found._replace(f=-found.f, g=-found.g))


def test_there_is_a_value_for_the_classes_present_alone():
    cm = [[2, 1, 0], [0, 0, 0], [1, 2, 0]]
    found = functional_correlation(cm, "sup")
    check_certificate(cm, "sup", *found)
    absent = np.where(np.isnan(found.f), 0.5, found.f)
    for changed in [
        {"f": absent}, {"f": [*found.f, math.nan]}, {"g": found.g[:2]},
        {"g": np.full(3, math.nan)},
    ]:  # fmt: skip
        with pytest.raises(ValueError, match="a value for each class present"):
            check_certificate(cm, "sup", *found._replace(**changed))


@pytest.mark.parametrize(
    ("cm", "message"),
    [
        ([[1, -1], [0, 1]], "without negative"),
        ([[1.0, -0.25], [0.0, 1.0]], "without negative"),
        ([[1, 0], [1, 0]], "only one is predicted"),
        ([[0, 0], [1, 1]], "only one class is true"),
        ([[1, 0], [0, 1], [1, 1]], "must be square"),
    ],
)
def test_a_table_that_cannot_be_is_refused(cm, message):
    found = functional_correlation(DIAGONAL, "sup")
    with pytest.raises(ValueError, match=message):
        check_certificate(cm, "sup", *found)


def test_a_weight_of_0_changes_nothing_and_one_of_less_is_refused():
    found = functional_correlation(CM, "ii")
    for weight, allowed in ((0.0, True), (-1e-300, False)):
        weights = dict.fromkeys(found.certificate.bounds, (((1, 2), (1, 2), weight),))
        changed = proof(found.certificate, weights=weights)
        if allowed:
            check_certificate(CM, "ii", *found._replace(certificate=changed))
        else:
            assert "not allowed" in refusal(CM, "ii", found, weights=weights)


def test_products_are_added_in_units_that_hold_them():
    """Deviations and w times the steps, f going up where g does; for ID -g goes up."""
    table = checker._Table([[2, 1, 0], [1, 2, 1], [0, 1, 2]])
    N = 10
    n, r, c = np.array(table.n), np.array(table.r), np.array(table.c)
    E = Fraction(1, 1) * n / N - np.outer(r, c) * Fraction(1, N**2)
    weights = [((1, 2), (1, 3), 0.25), ((2, 3), (1, 2), 0.375)]
    for kind, sign in (("ii", 1), ("id", -1)):
        raised, unit = checker._raised(table, kind, (), weights)
        expected = E.copy()
        for (a, b), (p, q), w in weights:
            for k, x in ((a, -1), (b, 1)):
                for m, y in ((p, -1), (q, 1)):
                    expected[k - 1][m - 1] += sign * Fraction(w) * x * y
        assert unit == 8 * N**2
        assert [[Fraction(e, unit) for e in row] for row in raised] == expected.tolist()


def test_sums_of_values_are_products_too():
    table = checker._Table(np.eye(3, dtype=int))
    f, g = ((1, 0.5), (3, -2.0)), ((2, 1.0),)
    decided = (("f", f), ("g", g))
    raised, unit = checker._raised(table, "co", decided, [(f, g, 0.5)])
    plain = np.array(table.E) / 9
    plain[0, 1] += 0.25
    plain[2, 1] -= 1.0
    assert np.allclose(np.array(raised) / unit, plain, rtol=1e-15, atol=0)
    for wrong in [(g, f, 0.5), (f, f, 0.5), (g, g, 0.5)]:
        with pytest.raises(ValueError, match="not allowed"):
            checker._raised(table, "co", decided, [wrong])
    # Of one side alone it is not decided.
    with pytest.raises(ValueError, match="not allowed"):
        checker._raised(table, "co", decided[:1], [(f, g, 0.5)])


def test_what_comes_before_what_is_all_that_follows():
    table = checker._Table(np.ones((5, 5), dtype=int))
    chain = ((4, 1), (1, 3), ("f", ((2, 1.0),)), (3, 5))
    follows = {(4, 1), (1, 3), (3, 5), (4, 3), (4, 5), (1, 5)}
    assert checker._before(table, "co", chain) == follows
    assert checker._before(table, "ii", ()) == {
        (i, j) for i in range(1, 6) for j in range(i + 1, 6)
    }
    for order in itertools.permutations([(5, 4), (4, 3), (3, 2), (2, 1)]):
        assert len(checker._before(table, "anti", order)) == 10


def test_indicators_of_a_kind_are_those_that_its_definition_allows():
    """All pairs of sets, neither empty nor whole, by looking at each."""
    for cm in ([[1, 1, 0], [0, 1, 1], [1, 0, 1]], [[1, 1, 0], [0, 1, 0], [2, 0, 0]]):
        table = checker._Table(cm)
        R, C = len(table.true), len(table.pred)
        for kind in ("sup", "ii", "id", "co", "anti"):
            own = set()
            for a in itertools.product((0, 1), repeat=R):
                for b in itertools.product((0, 1), repeat=C):
                    if len({*a}) < 2 or len({*b}) < 2:
                        continue
                    rising = list(a) == sorted(a) and list(b) == sorted(b)
                    shared = [(a[i], b[j]) for i, j in table.both]
                    apart = (0, 1) in shared and (1, 0) in shared
                    fits = {"sup": True, "ii": rising, "id": rising}
                    if fits.get(kind, not apart):
                        own.add((a, b))
            found = [
                (
                    tuple(int(i in A) for i in range(R)),
                    tuple(int(j in B) for j in range(C)),
                )
                for A, B in checker._cuts(table, kind)
            ]
            assert len(found) == len(set(found))
            assert set(found) == own


def test_a_bound_of_0_or_less_is_proved_by_signs_alone():
    cm = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
    found = functional_correlation(cm, "ii")
    assert (found.value, found.bound) == (0, 0)
    check_certificate(cm, "ii", *found)
    whole = (((1,), (2,), (3,)), ((1,), (2,), (3,)))
    low = proof(found.certificate, bounds={whole: 0.0}, bound=-1e-9)
    with pytest.raises(ValueError, match="proved by signs alone"):
        check_certificate(cm, "ii", *found._replace(certificate=low))


def test_of_a_negative_bound_the_best_sets_are_compared():
    """The sets with the largest correlation have the bound; 1e-6 lower they are above it."""
    cm = [[1, 5], [5, 1]]
    found = functional_correlation(cm, "ii")
    assert found.value == found.bound == pytest.approx(-2 / 3, rel=1e-15, abs=0)
    check_certificate(cm, "ii", *found)
    table = checker._Table(cm)
    checker._signs(table, "ii", Fraction(-2, 3))
    with pytest.raises(ValueError, match=r"places \{2\} .* in places \{2\}"):
        checker._signs(table, "ii", Fraction(-2, 3) - Fraction(1, 10**9))
    with pytest.raises(ValueError, match="correlated above"):
        checker._signs(checker._Table([[5, 1], [1, 5]]), "ii", Fraction(1))
    independent = checker._Table([[1, 2], [2, 4]])
    checker._signs(independent, "ii", Fraction(0))
    with pytest.raises(ValueError, match="correlated above"):
        checker._signs(independent, "ii", Fraction(-1, 2))


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 2)])
def test_regression_to_and_fro_is_that_of_fractions(shape):
    rng = np.random.default_rng(shape)
    n = rng.integers(1, 9, shape)
    r, c, N = n.sum(axis=1), n.sum(axis=0), int(n.sum())
    E = n * N - np.outer(r, c)
    merged = singular.Merged(E.tolist(), N**2, r.tolist(), c.tolist(), N)
    g = rng.integers(-9, 9, shape[1])
    back, unit = singular.to_and_fro(merged, g.tolist())
    shares = E / N**2
    f = shares @ g / (r / N)
    expected = f @ shares / (c / N)
    # In units where N cancels: E / N**2 over r / N twice is E / N / r and E / N / c.
    assert np.allclose(np.array(back) / unit, expected, rtol=1e-12, atol=1e-15)


def test_the_start_of_the_check_is_the_leading_valuation():
    for seed in range(5):
        n = np.random.default_rng(seed).integers(1, 20, (4, 5))
        r, c, N = n.sum(axis=1), n.sum(axis=0), int(n.sum())
        E = n * N - np.outer(r, c)
        merged = singular.Merged(E.tolist(), N**2, r.tolist(), c.tolist(), N)
        S = (n - np.outer(r, c) / N) / np.sqrt(np.outer(r, c))
        _, s, V = np.linalg.svd(S)
        g = np.array(singular.power(merged)) / 2.0**50 * np.sqrt(c / N)
        assert np.linalg.norm(g) == pytest.approx(1, abs=1e-9)
        off = np.linalg.norm(g - V[0] * (V[0] @ g))
        assert (
            off
            < 3 * (s[1] / s[0]) ** 40 / abs(S[0] @ V[0] / np.linalg.norm(S[0])) + 1e-9
        )
