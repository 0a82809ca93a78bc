"""Attempts to have a certificate accepted that proves nothing."""

import contextlib
import itertools
import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from ordref import functional_correlation
from ordref.definitions import check_certificate
from ordref.measures import functional
from ordref.search import search as _search

KINDS = ("sup", "ii", "id", "co", "anti")


# ------------------------------------------------------------------- a truth of its own


def best_of_three(cm):
    """The best correlation of each kind on two grids, for three classes all present.

    Every number is the correlation of some pair of the kind, so none is above the truth.
    """
    p = np.asarray(cm, dtype=float) / np.sum(cm)
    steps = np.linspace(0, 1, 101)
    rising = np.stack([0 * steps, steps, 1 + 0 * steps])
    found = {}
    for order in itertools.permutations(range(3)):
        q = p[np.ix_(order, order)]
        a, b = q.sum(axis=1), q.sum(axis=0)
        f, g = rising - a @ rising, rising - b @ rising
        rho = f.T @ q @ g / np.sqrt(np.outer(a @ f**2, b @ g**2))
        found[order] = rho.max(), -rho.min()
    along = found[0, 1, 2]
    a, b = p.sum(axis=1), p.sum(axis=0)
    S = (p - np.outer(a, b)) / np.sqrt(np.outer(a, b))
    return {
        "sup": np.linalg.svd(S, compute_uv=False)[0],
        "ii": along[0], "id": along[1],
        "co": max(x for x, _ in found.values()),
        "anti": max(x for _, x in found.values()),
    }  # fmt: skip


def weakest_pair(cm, kind):
    """Indicators of the kind with the least correlation: what an attacker may show."""
    n = np.asarray(cm)
    N, sets = int(n.sum()), [*map(np.array, itertools.product((0, 1), repeat=len(n)))]
    sign = {"id": -1, "anti": -1}.get(kind, 1)
    pairs = []
    for A, B in itertools.product(sets, repeat=2):
        rising = np.diff(A).min() >= 0 and np.diff(B).min() >= 0
        together = (np.subtract.outer(A, A) * np.subtract.outer(B, B)).min() >= 0
        fits = {"sup": True, "ii": rising, "id": rising}.get(kind, together)
        a, b, ab = int(A @ n.sum(axis=1)), int(n.sum(axis=0) @ B), int(A @ n @ B)
        if fits and (square := a * (N - a) * b * (N - b)):
            root = math.isqrt(square << 400)
            rho = float(Fraction(sign * (N * ab - a * b) << 200, root))
            pairs.append((rho, A.astype(float), sign * B.astype(float)))
    return min(pairs, key=lambda pair: pair[0])


def claim_of(cm, kind, certificate, bound):
    return (*weakest_pair(cm, kind), bound, certificate)


def present(cm):
    return np.any(cm, axis=0).all() and np.any(cm, axis=1).all()


def accepted(cm, kind, certificate, bound=None):
    """What the check says that nothing exceeds, or None if it refuses."""
    bound = certificate.bound if bound is None else bound
    try:
        return check_certificate(cm, kind, claim_of(cm, kind, certificate, bound))
    except ValueError:
        return None


def tables(number, seed):
    """Of three classes, all present, many with zeros or with ties."""
    rng = np.random.default_rng(seed)
    while number:
        cm = rng.integers(0, rng.integers(2, 7), (3, 3))
        if present(cm):
            number -= 1
            yield cm.tolist()


# ------------------------------------------------------------------- the wrong kind


def test_what_proves_a_bound_of_one_kind_proves_no_false_one_of_another():
    taken = refused = 0
    for cm in tables(30, 33):
        best = best_of_three(cm)
        proofs = [functional_correlation(cm, kind).certificate for kind in KINDS]
        for kind, certificate in itertools.product(KINDS, proofs):
            limit = accepted(cm, kind, certificate)
            assert limit is None or limit >= best[kind] - 1e-12, (cm, kind)
            taken, refused = taken + (limit is not None), refused + (limit is None)
    assert taken > 150 < refused


def test_a_pair_of_proofs_is_one_of_both_parts():
    """Proofs of any two kinds, in either order: both parts must hold."""
    for kind, parts in {"mon": ("ii", "id"), "coanti": ("co", "anti")}.items():
        taken = refused = 0
        for cm in tables(6, 44):
            best = best_of_three(cm)
            proofs = [functional_correlation(cm, kind).certificate for kind in KINDS]
            for both in itertools.product(proofs, repeat=2):
                bound = max(one.bound for one in both)
                try:
                    claim = claim_of(cm, parts[0], both, bound)
                    limit = check_certificate(cm, kind, claim)
                except ValueError:
                    refused += 1
                else:
                    assert limit >= max(best[part] for part in parts) - 1e-12
                    taken += 1
        assert taken > 8 < refused, kind
        for some in (proofs[:1], proofs[:3], proofs[0]):
            with pytest.raises(ValueError, match=f"certificate of {kind} is a pair"):
                check_certificate(cm, kind, claim_of(cm, parts[0], some, bound))


def test_no_certificate_proves_anything_of_another_table():
    """With one observation moved, or with an entry that is 0."""
    for kind in ("sup", "ii", "co"):
        rng = np.random.default_rng(8)
        for cm in tables(25, 12):
            certificate = functional_correlation(cm, kind).certificate
            other = np.array(cm)
            i, j = rng.integers(0, 3, (2, 2))
            other[tuple(i)] = 0
            other[tuple(j)] += 1
            if present(other):
                limit = accepted(other.tolist(), kind, certificate)
                best = best_of_three(other)[kind]
                assert limit is None or limit >= best - 1e-12, (kind, cm)


# ------------------------------------------------------------------- altered certificates

# What may stand where a number should: each is no number, or a false one.
ODD = (
    math.nan, math.inf, -math.inf, "0.1", "nan", True, None, 1j, [0.1], (1, 2), b"1",
    -0.25, -0.0, 10**400, Fraction(1, 10**30), 5e-324, np.float64(0.01), np.int64(2**62),
    np.bool_(True), np.datetime64("2020"), {}, SimpleNamespace(),
)  # fmt: skip


SINGLES = ((1,), (2,), (3,))


def part_of(rng, found):
    """A number, a key, a product or the whole, changed in one of many ways."""

    def one_of(*some):
        return some[rng.integers(len(some))]

    bounds, weights, bound = dict(found.bounds), dict(found.weights), found.bound
    key = one_of(*bounds) if bounds else (SINGLES, SINGLES)
    every, own = list(bounds) or [key], bounds.get(key, 0.0)
    rest = {k: b for k, b in bounds.items() if k != key}
    odd, less = one_of(*ODD), float(1 - one_of(1e-11, 1e-6, 1e-3, 0.1, 0.9))
    factor = one_of(-1.0, 0.5, 1.5, 1e3)
    turned = (key[::-1], (key[1], key[0], *key[2:]), key[:2], key[:1], odd)
    decisions = ((1, 2), (2, 1), (1, 9), ("f", ((1, 1.0),)), ("g", (1, 2)), (), odd)
    forms = ((1, 2), (2, 1), (1, 3), ((1, 1.0), (2, -1.0)), (), (1,), "12", odd)
    product = (one_of(*forms), one_of(*forms), 0.01)
    changes = (
        lambda: {"bound": odd},
        lambda: {"bounds": odd},
        lambda: {"bounds": {**bounds, key: odd}},
        # Blocks in another order, or of another side; a class more or one fewer in a block.
        lambda: {"bounds": {**rest, one_of(*turned): own}},
        lambda: {"bounds": {**rest, (tuple(b[1:] or (*b, 7) for b in key[0]), *key[1:]):
                            own * less}},
        lambda: {"weights": dict.fromkeys(every, odd)},
        lambda: {"weights": dict.fromkeys(every, (((1, 2), (1, 2), odd),))},
        # And less is claimed: of everything, of the whole, or of one part alone.
        lambda: {"bounds": {k: b * less for k, b in bounds.items()}, "bound": bound * less},
        lambda: {"bound": bound * less},
        lambda: {"bounds": {key: own * less}, "bound": bound * less},
        # A table that makes it impossible is left out; a decision more, or turned round.
        lambda: {"bounds": {k: min(b, bound * less) for k, b in rest.items()},
                 "bound": bound * less},
        lambda: {"bounds": {**rest, (*key, one_of(*decisions)): own * less},
                 "bound": bound * less},
        # Heavier products, or lighter ones, or of another sign; turned, or of other classes.
        lambda: {"weights": {k: [(f, g, w * factor) for f, g, w in products]
                             for k, products in weights.items()}, "bound": bound * less},
        lambda: {"weights": {k: [*weights.get(k, ()), product]
                             for k in every}, "bound": bound * less},
    )  # fmt: skip
    parts = {"bound": bound, "bounds": bounds, "weights": weights}
    with contextlib.suppress(TypeError):  # what cannot be a key
        parts |= one_of(*changes)()
    return SimpleNamespace(**parts)


TABLE = [[2, 0, 1], [1, 1, 0], [2, 1, 2]]


UNREADABLE = {
    "value": ODD[:11],
    "bound": ODD[:11],
    "f": [None, 1.0, "012", [1, 2], ["0", "1", "2"], [[0], [1], [2]], [0, math.inf, 1],
          [0, True, 2], {}],
    "certificate": [None, 0.5, "ii", [], {}, (1, 2), SimpleNamespace()],
    "kind": [None, 1, ["ii"], np.array(["ii"]), "mon", "coanti"],
    "cm": [None, 5, "ii", [], [1, 2], [[1, 2], [3]], [["1", "2"], ["0", "3"]], {1: [2]},
           [[1, math.nan], [1, 1]], [[math.inf, 1], [1, 1]], [[1, None], [1, 1]],
           np.ones((2, 2, 2)), np.array([[1, 2], [3, 4j]]), [[1, -1], [1, 1]], [[], []]],
}  # fmt: skip


def test_what_cannot_be_read_is_refused_in_words():
    found = functional_correlation(TABLE, "ii")
    check_certificate(TABLE, "ii", found)
    for place, odds in (UNREADABLE | {"g": UNREADABLE["f"]}).items():
        for odd in odds:
            own = {place: odd} if place in found._fields else {}
            claim = {"cm": TABLE, "kind": "ii", "found": found._replace(**own)}
            claim |= {} if own else {place: odd}
            with pytest.raises(ValueError, match=r"\w+ \w+"):
                check_certificate(**claim)


def test_numbers_of_numpy_do_not_overflow():
    """10**6 times 2**55, the denominator of 0.1, is 64 times 2**55 in 64 bits."""
    wrong = functional_correlation([[64, 0.1], [0.2, 5]], "ii")
    for number in (10**6, 2**62, 25):
        cm = [[np.int64(number), 0.1], [0.2, np.int64(5)]]
        found = functional_correlation([[number, 0.1], [0.2, 5]], "ii")
        check_certificate(cm, "ii", found)
        with pytest.raises(ValueError, match="is not the value"):
            check_certificate(cm, "ii", wrong)


def test_shares_too_small_for_a_float_are_no_start():
    cm = [[10**400, 1, 3], [1, 1, 2], [2, 0, 10**390]]
    both = ((1,), (2, 3)), ((1, 2), (3,))
    forged = SimpleNamespace(bound=1e-6, bounds={both: 1e-7}, weights={})
    for kind in ("ii", "co"):
        with pytest.raises(ValueError, match="may have a pair above"):
            check_certificate(cm, kind, claim_of(cm, "ii", forged, 1.0))


@pytest.fixture(scope="module")
def honest():
    """Tables, kinds and their certificates: of merged tables, and with parts and weights."""
    whole = [(cm, kind) for cm in tables(12, 5) for kind in KINDS]
    plain = [functional_correlation(*one) for one in whole]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_search, "_PLAIN", 1)
        patch.setattr(_search, "_TIMES", 1 << 14)
        patch.setattr(functional, "BUDGET", 1 << 24)
        parts = [functional_correlation(*one) for one in whole]
    assert any(found.certificate.weights for found in parts)
    assert any(len(key) > 2 for found in parts for key in found.certificate.bounds)
    return [
        (cm, kind, best_of_three(cm)[kind], found.certificate)
        for (cm, kind), found in zip(whole * 2, plain + parts, strict=True)
    ]


def test_no_altered_certificate_is_taken_for_less_than_is_true(honest):
    """Each that is not taken is refused in a ValueError."""
    rng, taken = np.random.default_rng(2026), 0
    for _ in range(1500):
        cm, kind, best, certificate = honest[rng.integers(len(honest))]
        forged = part_of(rng, certificate)
        # What is odd cannot be altered once more.
        odd = (ArithmeticError, LookupError, TypeError, ValueError)
        with contextlib.suppress(*odd):
            if rng.random() < 0.3 and isinstance(forged.bounds, dict):
                forged = part_of(rng, forged)
        bound = forged.bound if isinstance(forged.bound, float) else 2.0
        limit = accepted(cm, kind, forged, bound)
        if limit is not None:
            assert limit >= best - 1e-12, (cm, kind, vars(forged))
            taken += 1
    assert 50 < taken < 1450
