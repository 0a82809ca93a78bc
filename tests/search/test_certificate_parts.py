"""The steps of the check of a certificate, each against what it has to be."""

import itertools
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from ordref import data, functional_correlation
from ordref.definitions import certificate as checker
from ordref.definitions import check_certificate
from ordref.definitions.reading import Proof
from ordref.definitions.valuations import KINDS, Counts, check_parts, raised

SIGNS = {"ii": 1, "id": -1, "co": 1, "anti": -1}
# All margins 24: the singular values are 1/2, of (1, 0, -1), and 1/4, of (1, -2, 1).
EVEN = [[15, 6, 3], [6, 12, 6], [3, 6, 15]]


def whole(cm, labels=None):
    table = Counts(cm)
    return table.merged(labels or table.unmerged)


# ------------------------------------------------------------------- of the kind


def test_pairs_of_a_kind_are_those_that_its_definition_allows():
    """All pairs of three halves, which may differ by less than 1."""
    values = [list(map(Fraction, v)) for v in itertools.product((0, 0.5, 1), repeat=3)]
    # Class 3 is never true, and class 1 never predicted: no two are on both sides.
    half = Counts([[0, 1, 1], [0, 1, 2], [0, 0, 0]])
    table = Counts(EVEN)
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
            assert KINDS[kind].allows(table, f, g) == allowed, (kind, f, g)
        assert KINDS["co"].allows(half, f[:2], g[1:])


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
        merged, (s, is_of) = whole(cm), leading(cm)
        between = Fraction(float(s[0] + s[1]) / 2) ** 2
        for kind, one in is_of.items():
            elsewhere = checker._leads_elsewhere(KINDS[kind], merged, between)
            assert elsewhere == (not one), (kind, cm.tolist())
            seen.add((kind, elsewhere))
        assert not checker._leads_elsewhere(KINDS["sup"], merged, between)
    assert len(seen) == 8


def test_where_nothing_is_known_of_the_leading_pair_it_may_be_of_the_kind():
    """Where deviations are 0, and where the start is nearer to the second pair."""
    independent = whole([[1, 2, 1], [1, 2, 1], [1, 2, 1]])
    close = np.full((3, 3), 1000) + 300 * np.outer([1, 0, -1], [1, 0, -1])
    near = whole(close + 99 * np.outer([1, -2, 1], [1, -2, 1]))  # 0.2 and 0.198
    square = Fraction(1, 25) - Fraction(1, 10**12)
    for kind in SIGNS:
        assert not checker._leads_elsewhere(KINDS[kind], independent, Fraction(1, 9))
        elsewhere = checker._leads_elsewhere(KINDS[kind], near, square)
        assert not elsewhere or kind in ("id", "anti")


# ------------------------------------------------------------------- without a bound


def opened(kind, limit, merged=None):
    """Why a table without a bound is refused, or nothing."""
    try:
        checker._check_opened(KINDS[kind], merged or whole(EVEN), Fraction(limit))
    except ValueError as reason:
        return str(reason)
    return ""


def test_a_table_without_a_bound_has_two_above_it_or_leads_elsewhere():
    tiny = Fraction(1, 10**15)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    for kind in ("sup", *SIGNS):
        # Both are above; one is, with a pair that is increasing; or none.
        assert not opened(kind, quarter - tiny)
        for limit in (quarter + tiny, half - tiny):
            said = opened(kind, limit)
            assert ("may have a pair above" in said) == (kind not in ("id", "anti"))
        assert "has no bound" in opened(kind, half + checker.PROMISE / 2)
        assert "has no bound" in opened(kind, half + checker.PROMISE / 4 + tiny)
        # A bound was rounded, and the leading value is within that.
        assert not opened(kind, half + checker.PROMISE / 4 - tiny)
    wide = whole([[9, 1, 1], [1, 5, 2], [1, 2, 9]], ((0, 1, 1), (0, 1, 2)))
    assert "(((1,), (2, 3)), ((1,), (2,), (3,))) has no bound" in opened("ii", 1, wide)


def test_the_second_pair_is_not_taken_for_the_leading_one(monkeypatch):
    """Even if the check should begin with it: its quotient is not above the limit."""
    monkeypatch.setattr(checker.singular, "power_iteration", lambda merged: [1, -2, 1])
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
        check_parts(KINDS[kind], decided, set(parts))
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
            check_parts(KINDS[kind], decided, set(parts))


def more(cm, kind, weights, decided=()):
    """What is added to the deviations, and the unit of the sum."""
    table = Counts(cm)
    E, unit = raised(table, KINDS[kind], decided, weights)
    plain = np.array(table.E) * Fraction(1, table.N**2)
    return np.array(E) * Fraction(1, unit) - plain, unit


def not_allowed(cm, kind, *weight, decided=()):
    with pytest.raises(ValueError, match="is not allowed"):
        raised(Counts(cm), KINDS[kind], decided, [weight])


def steps(K, *products):
    """Products of steps, (from, to) of f and of g, each times a number."""
    found = np.full((K, K), Fraction(0))
    for (a, b), (p, q), w in products:
        for (k, x), (m, y) in itertools.product(((a, -1), (b, 1)), ((p, -1), (q, 1))):
            found[k - 1, m - 1] += w * x * y
    return found


def test_steps_of_comonotone_pairs_need_no_order_of_the_classes_on_both_sides():
    """Class 3 is never true, and class 1 never predicted."""
    cm = [[0, 1, 1, 1], [0, 2, 1, 1], [0, 0, 0, 0], [0, 1, 1, 3]]
    half = Fraction(1, 2)
    for kind, step in itertools.product(("co", "anti"), ((2, 4), (4, 2))):
        added, _ = more(cm, kind, [(step, step, half)])
        # Rows are classes 1, 2 and 4, columns 2, 3 and 4.
        expected = SIGNS[kind] * steps(4, ((2, 4), (2, 4), half))
        assert (added == expected[np.ix_([0, 1, 3], [1, 2, 3])]).all()
    for kind, one, other in [
        ("co", (2, 4), (4, 2)), ("co", (1, 2), (1, 2)), ("co", (2, 3), (2, 3)),
        ("ii", (2, 3), (2, 4)), ("ii", (2, 4), (1, 2)), ("ii", (1, 3), (2, 3)),
        ("ii", (2, 1), (2, 3)), ("ii", (1, 2), (3, 2)), ("sup", (2, 4), (2, 4)),
        ("co", (8, 9), (2, 4)), ("co", (2, 4), (0, 2)),
    ]:  # fmt: skip
        not_allowed(cm, kind, one, other, half)
    # What is decided, and nothing else; in no negative number, but 0 changes nothing.
    step, turned = (2, 4), (4, 2)
    order, sum_of_two = (step,), ((2, Fraction(-1)), (4, Fraction(1)))
    for one, other in [(turned, step), (step, turned), (sum_of_two, step)]:
        not_allowed(cm, "co", one, other, half, decided=order)
    for w in (Fraction(-1, 100), -Fraction(1e-300)):
        not_allowed(cm, "ii", (1, 2), (2, 3), w)
    for w in (half, Fraction(0)):
        added, _ = more(cm, "ii", [((1, 2), (2, 3), w)])
        assert added.any() == (w > 0)


def test_products_are_added_in_units_that_hold_them():
    """Deviations and w times the steps, f going up where g does; for ID -g goes up."""
    cm = [[2, 1, 0], [1, 2, 1], [0, 1, 2]]
    weights = [((1, 2), (1, 3), Fraction(1, 4)), ((2, 3), (1, 2), Fraction(3, 8))]
    for kind, sign in (("ii", 1), ("id", -1)):
        added, unit = more(cm, kind, weights)
        assert unit == 8 * 10**2
        assert (added == sign * steps(3, *weights)).all()


def test_sums_of_values_are_products_too():
    eye, half = np.eye(3, dtype=int), Fraction(1, 2)
    f, g = ((1, half), (3, Fraction(-2))), ((2, Fraction(4)),)
    decided = (("f", f), ("g", g))
    for kind in ("co", "ii", "sup"):
        added, _ = more(eye, kind, [(f, g, half)], decided)
        assert added.tolist() == [[0, 1, 0], [0, 0, 0], [0, -4, 0]], kind
    for wrong in [(g, f), (f, f), (g, g)]:
        not_allowed(eye, "co", *wrong, half, decided=decided)
    # Of one side alone it is not decided.
    not_allowed(eye, "co", f, g, half, decided=decided[:1])


def test_what_comes_before_what_is_all_that_follows():
    chain = ((4, 1), (1, 3), ("f", ((2, 1.0),)), (3, 5))
    follows = {(4, 1), (1, 3), (3, 5), (4, 3), (4, 5), (1, 5)}
    assert KINDS["co"].precedes(5, chain) == follows
    ascending = {(i, j) for i in range(1, 6) for j in range(i + 1, 6)}
    assert KINDS["ii"].precedes(5, ()) == ascending
    for order in itertools.permutations([(5, 4), (4, 3), (3, 2), (2, 1)]):
        assert len(KINDS["anti"].precedes(5, order)) == 10


def test_indicators_of_a_kind_are_those_that_its_definition_allows():
    """All pairs of sets, neither empty nor whole, by looking at each."""
    for cm in ([[1, 1, 0], [0, 1, 1], [1, 0, 1]], [[1, 1, 0], [0, 1, 0], [2, 0, 0]]):
        table = Counts(cm)
        sides = [
            list(itertools.product((0, 1), repeat=len(x))) for x in (table.r, table.c)
        ]
        pairs = [
            (a, b) for a, b in itertools.product(*sides) if len({*a}) + len({*b}) > 3
        ]
        for kind in ("sup", *SIGNS):
            own = set()
            for a, b in pairs:
                rising = list(a) == sorted(a) and list(b) == sorted(b)
                shared = [(a[i], b[j]) for i, j in table.common]
                apart = (0, 1) in shared and (1, 0) in shared
                fits = {"sup": True, "ii": rising, "id": rising}
                if fits.get(kind, not apart):
                    own.add((a, b))
            found = [
                tuple(
                    tuple(int(k in some) for k in range(len(size)))
                    for some, size in zip(cut, (table.r, table.c), strict=True)
                )
                for cut in KINDS[kind].cuts(table)
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
            waiting += checker._coarser(KINDS[kind], labels, last)
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
            check_certificate(cm, "co", found._replace(certificate=more))


def walk(bound, limit):
    """That of a certificate with a bound on the table without a merge."""
    table = Counts(EVEN)
    merged = table.merged(table.unmerged)
    limit = Fraction(limit) - checker.PROMISE
    proof = Proof(limit, {(merged.true, merged.pred): Fraction(bound)}, {})
    checker._walk(table, KINDS["ii"], proof)


def test_a_bound_holds_up_to_the_limit_and_from_the_leading_value_on():
    limit, tiny = Fraction(3, 4), Fraction(1, 10**30)
    for bound in (limit, Fraction(1, 2) + tiny):
        walk(bound, limit)
    for bound in (limit + tiny, Fraction(1, 2) - tiny, -limit):
        with pytest.raises(ValueError, match="does not hold"):
            walk(bound, limit)
    for limit in (0, -1):
        with pytest.raises(ValueError, match="proved by signs alone"):
            walk(0, limit)


def test_signs_prove_what_is_not_positive():
    """The sets with the largest correlation have the bound; 1e-9 lower they are above it."""
    cm = np.array([[1, 5], [5, 1]])
    found = functional_correlation(cm, "ii")
    assert found.value == found.bound == pytest.approx(-2 / 3, rel=1e-15, abs=0)
    check_certificate(cm, "ii", found)
    # Sets that are independent have 0, if not all of them are.
    some = np.rint(10 * data.matrix("fcorr2020.CM0").counts).astype(int)
    proved = [([[1, 2], [2, 4]], "ii", 0), (some[:, ::-1], "ii", 0)]
    proved += [(cm[::sign], kind, Fraction(-2, 3)) for kind, sign in SIGNS.items()]
    for table, kind, least in proved:
        for limit in (least, least + Fraction(1, 3), max(0, least + Fraction(1, 2))):
            signs(table, kind, limit)
        assert re.search(
            r"places \{\d.*\} .* in places \{\d.*\} are correlated above",
            signs(table, kind, least - Fraction(1, 10**9), holds=False),
        )
    for table, kind in [
        # Deviations that are 0 in each row, and in all of some, are deviations.
        ([[2, 0, 1], [0, 2, 1], [1, 1, 1]], "ii"),
        # Of all pairs some two sets are positively correlated, unless all are independent.
        (cm, "sup"), *((cm[::-sign], kind) for kind, sign in SIGNS.items()),
    ]:  # fmt: skip
        signs(table, kind, 1, holds=False)


def signs(cm, kind, limit, holds=True):
    proof = Proof(Fraction(limit) - checker.PROMISE, {}, {})
    if holds:
        return checker._signs(Counts(cm), KINDS[kind], proof)
    with pytest.raises(ValueError, match="correlated above") as reason:
        checker._signs(Counts(cm), KINDS[kind], proof)
    return str(reason.value)
