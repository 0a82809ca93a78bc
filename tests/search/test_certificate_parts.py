"""The steps of the check of a certificate, each against what it has to be."""

import itertools
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from ordref import data, functional_correlation
from ordref.definitions import certificate as checker
from ordref.definitions import check_certificate, valuations
from ordref.definitions.given import Proof

SIGNS = {"ii": 1, "id": -1, "co": 1, "anti": -1}
KINDS = ("sup", *SIGNS)
# All margins 24: the singular values are 1/2, of (1, 0, -1), and 1/4, of (1, -2, 1).
EVEN = [[15, 6, 3], [6, 12, 6], [3, 6, 15]]
SINGLE = ((0,), (1,), (2,))


def whole(cm):
    """The table, and its deviations without a merge."""
    table = valuations.Table(cm)
    rows, columns = (tuple((k,) for k in range(len(x))) for x in (table.r, table.c))
    return table, table.merged(table.E, table.N**2, rows, columns)


# ------------------------------------------------------------------- of the kind


def test_pairs_of_a_kind_are_those_that_its_definition_allows():
    """All pairs of three halves, which may differ by less than 1."""
    values = [list(map(Fraction, v)) for v in itertools.product((0, 0.5, 1), repeat=3)]
    # Class 3 is never true, and class 1 never predicted: no two are on both sides.
    half = valuations.Table([[0, 1, 1], [0, 1, 2], [0, 0, 0]])
    table = valuations.Table(EVEN)
    for f, g in itertools.product(values, repeat=2):
        products = [
            [(f[i] - f[k]) * (g[j] - g[m]) for k, m in ((0, 0), (1, 1), (2, 2))]
            for i, j in ((0, 0), (1, 1), (2, 2))
        ]
        least, most = (pick(map(pick, products)) for pick in (min, max))
        up, down = ([v, v[::-1]] for v in (f, g))
        both = [sorted(x) == x for x in (*up, *down)]
        monotone = {
            "ii": (both[0] and both[2]) or (both[1] and both[3]),
            "id": (both[0] and both[3]) or (both[1] and both[2]),
            "co": least >= 0, "anti": most <= 0, "sup": True,
        }  # fmt: skip
        for kind, allowed in monotone.items():
            assert valuations.allowed(table, kind, f, g) == allowed, (kind, f, g)
        assert valuations.allowed(half, "co", f[:2], g[1:])


def leading(cm):
    """Of all four kinds: whether the leading pair is one, from numpy's floats."""
    p = np.array(cm) / np.sum(cm)
    r, c = p.sum(axis=1), p.sum(axis=0)
    U, s, V = np.linalg.svd((p - np.outer(r, c)) / np.sqrt(np.outer(r, c)))
    f, g = U[:, 0] / np.sqrt(r), V[0] / np.sqrt(c)
    steps = np.sign(np.diff([f, g]))
    products = np.subtract.outer(f, f) * np.subtract.outer(g, g)
    return s, {
        "ii": abs(steps.sum()) == 2 * len(f) - 2,
        "id": abs((steps[0] - steps[1]).sum()) == 2 * len(f) - 2,
        "co": products.min() >= -1e-12,
        "anti": products.max() <= 1e-12,
    }


def test_a_leading_pair_of_the_kind_is_never_said_to_be_another():
    """The step of the check that could be wrong without anything looking wrong."""
    rng, seen = np.random.default_rng(3), set()
    stack = rng.integers(0, 9, (60, 3, 3)) + np.eye(3, dtype=int)
    for k, cm in enumerate(stack):
        cm = cm[:, ::-1] if k % 3 == 0 else cm
        table, merged = whole(cm)
        s, is_of = leading(cm)
        between = Fraction(float(s[0] + s[1]) / 2) ** 2
        for kind, one in is_of.items():
            elsewhere = checker._leads_elsewhere(
                table, kind, merged, SINGLE, SINGLE, between
            )
            assert elsewhere == (not one), (kind, cm.tolist())
            seen.add((kind, elsewhere))
        assert not checker._leads_elsewhere(
            table, "sup", merged, SINGLE, SINGLE, between
        )
    assert len(seen) == 8


def test_where_nothing_is_known_of_the_leading_pair_it_may_be_of_the_kind():
    """Where deviations are 0, and where the start is nearer to the second pair."""
    independent, merged = whole([[1, 2, 1], [1, 2, 1], [1, 2, 1]])
    close = np.full((3, 3), 1000) + 300 * np.outer([1, 0, -1], [1, 0, -1])
    close += 99 * np.outer([1, -2, 1], [1, -2, 1])
    table, near = whole(close)  # 0.2 and 0.198
    for kind in SIGNS:
        for one, other, square in (
            (independent, merged, Fraction(1, 9)),
            (table, near, Fraction(1, 25) - Fraction(1, 10**12)),
        ):
            elsewhere = checker._leads_elsewhere(
                one, kind, other, SINGLE, SINGLE, square
            )
            assert not elsewhere or (kind in ("id", "anti") and one is table)


# ------------------------------------------------------------------- without a bound


def opened(kind, limit, cm=EVEN):
    """Why a table without a bound is refused, or nothing."""
    table, merged = whole(cm)
    try:
        checker._check_opened(table, kind, merged, SINGLE, SINGLE, Fraction(limit))
    except ValueError as reason:
        return str(reason)
    return ""


def test_a_table_without_a_bound_has_two_above_it_or_leads_elsewhere():
    tiny = Fraction(1, 10**15)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    for kind in KINDS:
        # Both are above; one is, with a pair that is increasing; or none.
        assert not opened(kind, quarter - tiny)
        for limit in (quarter + tiny, half - tiny):
            said = opened(kind, limit)
            assert ("may have a pair above" in said) == (kind not in ("id", "anti"))
        assert "has no bound" in opened(kind, half + checker.PROMISE / 2)
        assert "has no bound" in opened(kind, half + checker.PROMISE / 4 + tiny)
        # A bound was rounded, and the leading value is within that.
        assert not opened(kind, half + checker.PROMISE / 4 - tiny)
    wide, merged = whole([[9, 1, 1], [1, 5, 2], [1, 2, 9]])
    merged = wide.merged(wide.E, wide.N**2, ((0,), (1, 2)), SINGLE)
    name = re.escape("(((1,), (2, 3)), ((1,), (2,), (3,)))")
    with pytest.raises(ValueError, match=f"{name} has no bound"):
        checker._check_opened(wide, "ii", merged, ((0,), (1, 2)), SINGLE, Fraction(1))


def test_the_second_pair_is_not_taken_for_the_leading_one(monkeypatch):
    """Even if the check should begin with it: its quotient is not above the limit."""
    monkeypatch.setattr(checker, "power", lambda merged: [1, -2, 1])
    for kind in SIGNS:
        assert "may have a pair above" in opened(kind, Fraction(3, 10))


# ------------------------------------------------------------------- parts

FORM = ((1, 0.5), (3, -2.0))
OPPOSITE = ((1, -0.5), (3, 2.0))


def test_parts_are_all_pairs_of_a_kind():
    """As they are, or all but the first order, which may be left without its opposite."""
    first, other = ("f", FORM), ("f", OPPOSITE)
    for kind, decided, *parts in [
        ("co", (), (1, 2), (2, 1)), ("co", (), (1, 2)), ("anti", (), (3, 1)),
        ("anti", ((1, 2),), (3, 1), (1, 3)), ("ii", (), first, other),
        ("sup", (first,), ("g", FORM), ("g", OPPOSITE)), ("co", ((1, 2),), first, other),
    ]:  # fmt: skip
        valuations.check_parts(kind, decided, set(parts))
    for kind, decided, *parts in [
        ("co", ((1, 2),), (1, 3)), ("anti", (first,), (1, 2)), ("co", (), (1, 2), (3, 4)),
        ("co", (), (1, 2), (2, 1), (1, 3)), ("co", (), (1, 2), (1, 3)),
        ("ii", (), (1, 2), (2, 1)), ("id", (), (1, 2)), ("sup", (), (1, 2)),
        ("co", (), first), ("ii", (), first), ("ii", (), first, ("g", OPPOSITE)),
        ("ii", (), first, ("f", ((1, -0.5), (3, 1.0)))), ("co", (), first, (1, 2)),
        # A step is no sum of values.
        ("ii", (), ("f", (1, 2)), ("f", ((1, 1), (2, -1)))),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match="are not all pairs of the kind"):
            valuations.check_parts(kind, decided, set(parts))


def test_steps_of_comonotone_pairs_need_no_order_of_the_classes_on_both_sides():
    """Class 3 is never true, and class 1 never predicted."""
    table = valuations.Table([[0, 1, 1, 1], [0, 2, 1, 1], [0, 0, 0, 0], [0, 1, 1, 3]])
    for kind in ("co", "anti"):
        for step in ((2, 4), (4, 2)):
            raised, unit = valuations.raised(table, kind, (), [(step, step, 0.5)])
            more = np.array(raised) / unit - np.array(table.E) / table.N**2
            # Rows are classes 1, 2 and 4, columns 2, 3 and 4.
            expected = np.zeros((3, 3))
            expected[1:, ::2] = SIGNS[kind] * np.array([[0.5, -0.5], [-0.5, 0.5]])
            assert more == pytest.approx(expected, abs=1e-15)
    for kind, one, other in [
        ("co", (2, 4), (4, 2)), ("co", (1, 2), (1, 2)), ("co", (2, 3), (2, 3)),
        ("ii", (2, 3), (2, 4)), ("ii", (2, 4), (1, 2)), ("ii", (1, 3), (2, 3)),
        ("ii", (2, 1), (2, 3)), ("ii", (1, 2), (3, 2)), ("sup", (2, 4), (2, 4)),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match="is not allowed"):
            valuations.raised(table, kind, (), [(one, other, 0.5)])
    valuations.raised(table, "ii", (), [((1, 2), (2, 3), 0.5)])


def test_products_are_added_in_units_that_hold_them():
    """Deviations and w times the steps, f going up where g does; for ID -g goes up."""
    table = valuations.Table([[2, 1, 0], [1, 2, 1], [0, 1, 2]])
    N = 10
    n, r, c = np.array(table.n), np.array(table.r), np.array(table.c)
    E = Fraction(1, 1) * n / N - np.outer(r, c) * Fraction(1, N**2)
    weights = [((1, 2), (1, 3), 0.25), ((2, 3), (1, 2), 0.375)]
    for kind, sign in (("ii", 1), ("id", -1)):
        raised, unit = valuations.raised(table, kind, (), weights)
        expected = E.copy()
        for (a, b), (p, q), w in weights:
            for k, x in ((a, -1), (b, 1)):
                for m, y in ((p, -1), (q, 1)):
                    expected[k - 1][m - 1] += sign * Fraction(w) * x * y
        assert unit == 8 * N**2
        assert [[Fraction(e, unit) for e in row] for row in raised] == expected.tolist()


def test_sums_of_values_are_products_too():
    table = valuations.Table(np.eye(3, dtype=int))
    f, g = ((1, 0.5), (3, -2.0)), ((2, 4.0),)
    decided = (("f", f), ("g", g))
    plain = np.array(table.E) / 9
    plain[0, 1] += 1.0
    plain[2, 1] -= 4.0
    for kind in ("co", "ii", "sup"):
        raised, unit = valuations.raised(table, kind, decided, [(f, g, 0.5)])
        assert np.allclose(np.array(raised) / unit, plain, rtol=1e-15, atol=0), kind
    for wrong in [(g, f, 0.5), (f, f, 0.5), (g, g, 0.5)]:
        with pytest.raises(ValueError, match="not allowed"):
            valuations.raised(table, "co", decided, [wrong])
    # Of one side alone it is not decided.
    with pytest.raises(ValueError, match="not allowed"):
        valuations.raised(table, "co", decided[:1], [(f, g, 0.5)])


def test_what_comes_before_what_is_all_that_follows():
    table = valuations.Table(np.ones((5, 5), dtype=int))
    chain = ((4, 1), (1, 3), ("f", ((2, 1.0),)), (3, 5))
    follows = {(4, 1), (1, 3), (3, 5), (4, 3), (4, 5), (1, 5)}
    assert valuations._before(table, "co", chain) == follows
    assert valuations._before(table, "ii", ()) == {
        (i, j) for i in range(1, 6) for j in range(i + 1, 6)
    }
    for order in itertools.permutations([(5, 4), (4, 3), (3, 2), (2, 1)]):
        assert len(valuations._before(table, "anti", order)) == 10


def test_indicators_of_a_kind_are_those_that_its_definition_allows():
    """All pairs of sets, neither empty nor whole, by looking at each."""
    for cm in ([[1, 1, 0], [0, 1, 1], [1, 0, 1]], [[1, 1, 0], [0, 1, 0], [2, 0, 0]]):
        table = valuations.Table(cm)
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
                for A, B in valuations.cuts(table, kind)
            ]
            assert len(found) == len(set(found))
            assert set(found) == own


def test_the_walk_comes_through_every_merged_table_once():
    for kind, number in [("ii", (2**3 - 1) ** 2), ("co", 14**2)]:
        waiting = [((tuple(range(4)), tuple(range(4))), 0)]
        seen = []
        while waiting:
            labels, last = waiting.pop()
            seen.append(labels)
            waiting += checker._coarser(kind, labels, last)
        assert len(seen) == len(set(seen)) == number


# ------------------------------------------------------------------- the two proofs


def test_a_table_with_a_bound_and_parts_besides_is_not_taken_for_its_parts():
    cm = np.random.default_rng([8, 1]).integers(0, 20, (8, 8))
    found = functional_correlation(cm, "co")
    key = next(iter(found.certificate.bounds))[:2]
    for bound in (found.bound, 1.0):
        bounds = {**found.certificate.bounds, key: bound}
        weights = found.certificate.weights
        more = SimpleNamespace(bound=found.bound, bounds=bounds, weights=weights)
        with pytest.raises(ValueError, match="does not hold"):
            check_certificate(cm, "co", *found._replace(certificate=more))


def test_a_bound_holds_up_to_the_limit_and_from_the_leading_value_on():
    table, _ = whole(EVEN)
    name, limit, tiny = table.named(SINGLE, SINGLE), Fraction(3, 4), Fraction(1, 10**30)
    for bound in (limit, Fraction(1, 2) + tiny):
        checker._walk(table, "ii", Proof(limit, {name: bound}, {}), limit)
    for bound in (limit + tiny, Fraction(1, 2) - tiny, -limit):
        with pytest.raises(ValueError, match="does not hold"):
            checker._walk(table, "ii", Proof(limit, {name: bound}, {}), limit)


def test_a_limit_of_0_is_no_bound_of_a_walk():
    table, _ = whole(EVEN)
    proof = Proof(Fraction(0), {table.named(SINGLE, SINGLE): Fraction(0)}, {})
    for limit in (0, -1):
        with pytest.raises(ValueError, match="proved by signs alone"):
            checker._walk(table, "ii", proof, Fraction(limit))


def test_signs_prove_what_is_not_positive():
    """The sets with the largest correlation have the bound; 1e-9 lower they are above it."""
    cm = [[1, 5], [5, 1]]
    found = functional_correlation(cm, "ii")
    assert found.value == found.bound == pytest.approx(-2 / 3, rel=1e-15, abs=0)
    check_certificate(cm, "ii", *found)
    for kind, sign in SIGNS.items():
        table = valuations.Table(np.array(cm)[::sign])
        for limit in (0, Fraction(-1, 3), Fraction(-2, 3)):
            checker._signs(table, kind, limit)
        where = r"places \{[12]\} .* in places \{[12]\} are correlated above"
        with pytest.raises(ValueError, match=where):
            checker._signs(table, kind, Fraction(-2, 3) - Fraction(1, 10**9))
        with pytest.raises(ValueError, match="correlated above"):
            checker._signs(valuations.Table(np.array(cm)[::-sign]), kind, Fraction(1))
    # Deviations that are 0 in each row, and in all of some, are deviations.
    with pytest.raises(ValueError, match="correlated above"):
        checker._signs(
            valuations.Table([[2, 0, 1], [0, 2, 1], [1, 1, 1]]), "ii", Fraction(1)
        )
    # Of all pairs some two sets are positively correlated, unless all are independent.
    with pytest.raises(ValueError, match="correlated above"):
        checker._signs(valuations.Table(cm), "sup", Fraction(1))
    # Sets that are independent have 0, if not all of them are.
    some = np.rint(10 * data.matrix("fcorr2020.CM0").counts).astype(int)
    for cm in ([[1, 2], [2, 4]], some[:, ::-1]):
        table = valuations.Table(cm)
        checker._signs(table, "ii", Fraction(0))
        checker._signs(table, "ii", Fraction(1, 2))
        with pytest.raises(ValueError, match="correlated above"):
            checker._signs(table, "ii", Fraction(-1, 10**15))
