"""Certificates of functional correlations, and the check that refuses a wrong one."""

import itertools
import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from small import all_matrices, random_matrices

from ordref import data, functional_correlation
from ordref.definitions import check_certificate
from ordref.measures import functional
from ordref.search import branches
from ordref.search import search as _search

KINDS = ("sup", "ii", "id", "co", "anti")
THIRTEEN = [id for id in data.matrices("oci2011") if id != "oci2011.CM5"]
REAL = data.matrices()[-12:]
DIAGONAL = [[1, 0], [0, 1]]


def holds(cm, kind):
    """What the search finds, when its certificate has been checked."""
    found = functional_correlation(cm, kind)
    limit = check_certificate(cm, kind, found)
    assert 0 < limit - Fraction(found.bound) <= Fraction(2, 10**12)
    return found


def proved(found, **changed):
    """What was found, with a certificate of one's own: some of its parts are changed."""
    parts = {k: getattr(found.certificate, k) for k in ("bound", "bounds", "weights")}
    return found._replace(certificate=SimpleNamespace(**(parts | changed)))


def refused(message, cm, kind, claim):
    with pytest.raises(ValueError, match=message):
        check_certificate(cm, kind, claim)


def without(key, tables):
    return {k: value for k, value in tables.items() if k != key}


# ------------------------------------------------------------------- what holds is accepted


def test_published_tables_are_proved_without_the_search():
    for id, kind in itertools.product([*THIRTEEN, *REAL], KINDS):
        found = holds(data.matrix(id).counts.tolist(), kind)
        assert found.bound == found.value, (id, kind)


def test_the_bound_of_a_search_that_gives_up_is_proved(monkeypatch):
    """With weights: the leading singular value of the table is three times as large."""
    monkeypatch.setattr(functional, "BUDGET", 1 << 23)
    cm = data.matrix("goodman1979_gb_8x8").counts
    found, sup = holds(cm, "anti"), functional_correlation(cm, "sup")
    assert found.value < found.bound < 0.16 < sup.value / 3
    assert found.certificate.weights
    # COANTI is CO, which is above all that ANTI can be: it is proved all the same.
    either = holds(cm, "coanti")
    assert either.bound == either.value == functional_correlation(cm, "co").value


@pytest.mark.parametrize("K", [2, 3, 4])
def test_certificates_of_small_matrices_hold(K):
    ones, eye = np.ones((K, K), dtype=int), np.eye(K, dtype=int)
    stack = [*random_matrices(K, 6), *all_matrices(2, 3)[::K]]
    stack += [np.diag(np.arange(K) + 1), np.roll(eye, 1, axis=1), ones, ones - eye]
    for cm, kind in itertools.product(stack, (*KINDS, "mon", "coanti")):
        if min(cm.any(axis=0).sum(), cm.any(axis=1).sum()) > 1:
            found = holds(cm.tolist(), kind)
            # Both valuations may be turned round.
            turned = found._replace(f=-found.f, g=-found.g)
            check_certificate(cm.tolist(), kind, turned)
        else:
            found = functional_correlation(cm, kind)
            assert found.certificate is None
            assert math.isnan(found.value)


@pytest.mark.parametrize("kind", ["ii", "co"])
def test_weights_prove_tables_of_four_classes(kind, monkeypatch):
    monkeypatch.setattr(_search, "_PLAIN", 4)
    for cm in np.random.default_rng(7).poisson(2, (3, 4, 4)) + np.eye(4, dtype=int):
        found = holds(cm, kind)
        assert found.bound == found.value


def test_shares_are_taken_as_they_are():
    for kind in KINDS:
        holds([[0.1, 0.2, 0.05], [0.3, 0.05, 0.1], [0.05, 0.05, 0.1]], kind)


# ------------------------------------------------------------------- what does not is refused

# A table whose search goes through several merged tables.
CM = [[2, 0, 1], [1, 1, 0], [2, 1, 2]]


@pytest.mark.parametrize("kind", ["ii", "id", "co", "anti"])
def test_a_tampered_certificate_is_refused(kind):
    found = holds(CM, kind)
    tables = dict(found.certificate.bounds)
    assert tables
    more = tables | {(((1, 2), (3,)), ((2,), (1, 3))): 0.0}
    claims = [
        ("does not belong", proved(found, bounds=more)),
        ("correlated above", proved(found, bounds={})),
        ("is not the value", found._replace(value=found.value + 1e-9)),
        ("is not the value",
         found._replace(value=found.value + 1e-9, bound=found.bound + 1e-9)),
        ("above the bound", found._replace(bound=found.bound - 1e-9)),
        ("does not hold|pair above|above the bound",
         proved(found, bound=found.bound - 1e-6)),
        ("proves only more", proved(found, bound=found.bound + 1e-6)),
        ("not valuations of the kind", found._replace(f=-found.f)),
        ("a value for each", found._replace(f=found.f[:2])),
        ("must be a value, f, g, a bound and", found[:4]),
        ("must be a value, f, g, a bound and", None),
    ]  # fmt: skip
    for key, bound in tables.items():
        for other in (bound * (1 - 1e-9) - 1e-9, bound + 0.01 + float(found.bound)):
            claims.append(
                ("does not hold", proved(found, bounds=tables | {key: other}))
            )
        if fewer := without(key, tables):
            claims.append(("has no bound|pair above", proved(found, bounds=fewer)))
    for message, claim in claims:
        refused(message, CM, kind, claim)
    refused("not the value", [[2, 0, 1], [1, 1, 0], [2, 1, 3]], kind, found)


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
    found = holds(table_of(K, seed), kind)
    assert found.bound == found.value


@pytest.mark.parametrize(("kind", "K"), [("co", 8), ("anti", 8), ("id", 10)])
def test_a_programme_ends_after_some_twenty_steps(kind, K, monkeypatch):
    """Newton's method on both sides of it leaves the border only for the gap to close."""
    monkeypatch.setattr(_search, "_PLAIN", 1)
    monkeypatch.setattr(branches, "MOST_STEPS", 25)
    monkeypatch.setattr(functional, "BUDGET", 1 << 28)
    found = functional_correlation(table_of(K, 2), kind)
    assert found.bound == found.value
    assert found.certificate.weights


@pytest.mark.parametrize("kind", KINDS)
def test_parts_prove_small_tables(kind, monkeypatch):
    """Also where classes are absent on one side or on both."""
    stack = [*random_matrices(4, 6), *random_matrices(3, 6)]
    stack += list(np.random.default_rng(5).integers(0, 2, (9, 5, 5)))
    stack = [cm for cm in stack if min(cm.any(axis=0).sum(), cm.any(axis=1).sum()) > 1]
    expected = [functional_correlation(cm, kind).value for cm in stack]
    monkeypatch.setattr(_search, "_PLAIN", 1)
    monkeypatch.setattr(_search, "_TIMES", 1 << 14)
    monkeypatch.setattr(functional, "BUDGET", 1 << 24)
    parts = 0
    for cm, value in zip(stack, expected, strict=True):
        found = holds(cm, kind)
        assert found.value == pytest.approx(value, abs=1e-12)
        # Tables of 0 and 1 have parts whose weights are found to some ten digits.
        assert found.bound - found.value <= 1e-10
        parts += any(len(key) > 2 for key in found.certificate.bounds)
    assert parts or kind not in ("co", "anti")


def test_a_leading_valuation_may_be_0_where_the_check_begins():
    """With classes 1 and 2, and 4 and 5, merged, f is (1, 0, -1), and row 2 the largest."""
    cm = ["10110", "01110", "01011", "00101", "11101"]
    cm = [[int(x) for x in row] for row in cm]
    singles = ((1,), (2,), (3,), (4,), (5,))
    bounds = holds(cm, "ii").certificate.bounds
    assert (((1, 2), (3,), (4, 5)), singles) not in bounds


@pytest.mark.parametrize("budget", [0, 1 << 20, 1 << 22, 1 << 23, 1 << 24])
@pytest.mark.parametrize(("kind", "K", "seed"), [("anti", 8, 0), ("id", 10, 2)])
def test_parts_that_are_left_are_proved_too(kind, K, seed, budget, monkeypatch):
    cm = table_of(K, seed)
    best = functional_correlation(cm, kind).value
    monkeypatch.setattr(functional, "BUDGET", budget)
    found = holds(cm, kind)
    assert found.value <= best <= found.bound + 1e-12


def test_a_certificate_of_parts_is_refused_if_one_is_changed():
    """Left out, put under another order, with less weight, with too low a bound."""
    cm = table_of(8, 1)
    found = functional_correlation(cm, "co")
    bounds, weights = found.certificate.bounds, found.certificate.weights
    assert len(bounds) == len(weights) > 3
    for key, bound in bounds.items():
        fewer = without(key, bounds)
        for message, changed in [
            ("not all pairs", {"bounds": fewer}),
            ("does not hold", {"weights": without(key, weights)}),
            ("does not hold", {"bounds": bounds | {key: bound - 0.05}}),
        ]:
            refused(message, cm, "co", proved(found, **changed))
    # Of the part without a bound the walk goes on, to tables with classes merged.
    merged = fewer | {(((1, 2), *key[0][2:]), *key[1:]): bound}
    refused("^the table", cm, "co", proved(found, bounds=merged))


def test_a_cut_is_refused_without_what_is_on_its_other_side():
    cm = table_of(10, 2)
    found = functional_correlation(cm, "id")
    bounds = found.certificate.bounds
    last = max(bounds, key=len)
    *before, (side, form) = last
    assert side in ("f", "g")
    cut = (side, tuple((k, 1.5 * x) for k, x in form))
    changed = without(last, bounds) | {(*before, cut): bounds[last]}
    for fewer in [changed, *(without(key, bounds) for key in bounds)]:
        refused("not all pairs", cm, "id", proved(found, bounds=fewer))


def test_orders_prove_nothing_of_other_kinds():
    """II knows the order; a pair that is turned round is not of it."""
    cm = table_of(8, 1)
    bounds = functional_correlation(cm, "co").certificate.bounds
    for kind in ("ii", "sup"):
        claim = proved(functional_correlation(cm, kind), bounds=bounds)
        refused("not all pairs|does not hold", cm, kind, claim)


def test_every_table_left_out_of_a_long_certificate_is_missed():
    cm = data.matrix("westlund1953_ms_new_orleans").counts
    found = functional_correlation(cm, "anti")
    for key in list(found.certificate.bounds)[::7]:
        fewer = without(key, found.certificate.bounds)
        refused("has no bound", cm, "anti", proved(found, bounds=fewer))


def test_the_check_refuses_what_is_no_table():
    found = functional_correlation(DIAGONAL, "ii")
    for cm, kind, message in [
        (DIAGONAL, "up", "there is no kind 'up'"),
        ([[1, 2]], "ii", "must be square"),
        ([[1, 0], [0, 1], [1, 1]], "ii", "must be square"),
        ([[1, 2], [0, 0]], "ii", "only one class is true"),
        ([[0, 0], [1, 1]], "ii", "only one class is true"),
        ([[1, 0], [1, 0]], "ii", "only one is predicted"),
        ([[1, -1], [0, 1]], "ii", "without negative"),
        ([[1.0, -0.25], [0.0, 1.0]], "ii", "without negative"),
    ]:
        refused(message, cm, kind, found)


# ------------------------------------------------------------------- its limits


def test_the_value_may_be_rounded_and_no_more():
    """The pair has a correlation of exactly 1, or -1, whatever its scale and place."""
    certificate = functional_correlation(DIAGONAL, "sup").certificate
    up, opposite, down = [-3.0, 5.0], [5.0, -3.0], 2.0**-52
    for value, f, g in [
        (1 - down, [0.0, 1.0], up), (1.0, [0.0, 1.0], up), (1.0, [0.0, 1e-9], [3e-9, 4e-9]),
        (-1.0, [0.0, 1.0], opposite), (-1 + down, [0.0, 1.0], opposite),
        (-1 - 2 * down / 2, [0.0, 1.0], opposite),
    ]:  # fmt: skip
        limit = check_certificate(DIAGONAL, "sup", (value, f, g, 1.0, certificate))
        assert limit == 1 + Fraction(1, 10**12)
    for values, f, g in [
        ((1 - 2 * down, 1 - 1.5 * down, -1.0, 0.0), [0.0, 1.0], up),
        ((-1 + 1.5 * down, -1 - 2 * down, 1.0), [0.0, 1.0], opposite),
        # A valuation that is constant has no correlation.
        ((0.0,), [1.0, 1.0], [0.0, 1.0]), ((0.0,), [0.0, 0.0], [0.0, 1.0]),
    ]:  # fmt: skip
        for value in values:
            claim = (value, f, g, 1.0, certificate)
            refused("is not the value", DIAGONAL, "sup", claim)


def test_there_is_a_value_for_the_classes_present_alone():
    cm = [[2, 1, 0], [0, 0, 0], [1, 2, 0]]
    found = holds(cm, "sup")
    absent = np.where(np.isnan(found.f), 0.5, found.f)
    for changed in [
        {"f": absent}, {"f": [*found.f, math.nan]}, {"g": found.g[:2]},
        {"g": np.full(3, math.nan)},
    ]:  # fmt: skip
        refused("a value for each class present", cm, "sup", found._replace(**changed))


# ------------------------------------------------------------------- of several the same

ALIKE = [
    np.eye(3), np.eye(4) * [3, 2, 1, 4], np.ones((3, 3)), 1 - np.eye(3),
    np.kron(np.eye(2), np.ones((2, 2))), [[2, 0, 1], [0, 1, 0], [0, 0, 2]],
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cm", ALIKE, ids=str)
def test_of_pairs_with_one_correlation_always_the_same_is_given(cm, kind):
    """Rounding shows in another scale; the last digits of a processor do as little."""
    found = functional_correlation(cm, kind)
    for times in (3, 7, 0.1):
        other = functional_correlation(np.asarray(cm) * times, kind)
        assert other.value == pytest.approx(found.value, abs=1e-12)
        assert other.f == pytest.approx(found.f, abs=1e-9, nan_ok=True)
        assert other.g == pytest.approx(found.g, abs=1e-9, nan_ok=True)


def test_of_the_leading_pairs_of_equal_classes_the_one_in_order_is_given():
    found = functional_correlation(np.eye(3), "sup")
    assert found.f == pytest.approx([-(1.5**0.5), 0, 1.5**0.5], abs=1e-12)
    assert found.g == pytest.approx(found.f, abs=1e-12)
