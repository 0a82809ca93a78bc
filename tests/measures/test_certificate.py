"""Certificates of functional correlations, and the check that refuses a wrong one."""

import itertools
import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from small import all_matrices, random_matrices

from ordref import _search, data, functional, functional_correlation
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
        if id == LARGE and kind == "anti":
            continue
        found = functional_correlation(cm, kind)
        assert found.bound == found.value
        limit = check_certificate(cm.tolist(), kind, *found)
        assert (
            Fraction(found.value) < limit <= Fraction(found.value) + Fraction(2, 10**12)
        )


def test_the_bound_of_a_search_that_gives_up_is_proved(monkeypatch):
    """With weights: the leading singular value of the table is three times as large."""
    monkeypatch.setattr(functional, "BUDGET", 1 << 22)
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
