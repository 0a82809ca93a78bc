"""Every cell of chapters/axioms.toml, decided anew: by its counterexample, or by a search.

The predicates are over observations and share nothing with those of the chapter. A
counterexample is put to the definitions, in exact arithmetic but for roots and functional
correlations; no violation of a property that is said to hold is found on every small matrix
and on random larger ones.
"""

import itertools
import math
import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from book import CHAPTERS, prose
from small import all_matrices, random_matrices, unrolled

import ordref
from ordref import data, definitions
from ordref.instruments.catalogue import rows as catalogue

TABLE = tomllib.loads((CHAPTERS / "axioms.toml").read_text(encoding="utf-8"))
MEASURES = {m: catalogue.MEASURES[m] for m in TABLE["cells"]}
# All but ID and ANTI, which look for the opposite order, are best at the better end.
BEST = {name: 1 if m.better == "high" else m.least for name, m in MEASURES.items()}
AXIOMS = list(TABLE["axioms"])
# A cell that is missing is told of once, in test_places.py.
CELLS = [(m, a) for m in MEASURES for a in AXIOMS if a in TABLE["cells"][m]]
FAILS = [(m, a) for m, a in CELLS if "proof" not in TABLE["cells"][m][a]]
HOLDS = [(m, a) for m, a in CELLS if "proof" in TABLE["cells"][m][a]]
FUNCTIONAL = [m for m in MEASURES if m.endswith("_correlation")]
GIVE_UP = [(m, a) for m, a in CELLS if TABLE["cells"][m][a].get("gives_up")]
ROUNDING = 1e-9  # what floats may be off
MARGIN = 1e-4  # what no difference between small matrices is below, if there is one


# -------------------------------------------------------------- the values to be compared


def oci_of_chains(pairs, K, *, seen):
    """OC, or OC' with seen=False, as a maximum over sets of mutually nondiscordant pairs."""
    N = len(pairs)
    steps = [abs(t - p) for t, p in pairs]
    T = N + (sum(steps) if seen else 0)
    beta = Fraction(3, 4) / (N * max(K - 1, 1))
    worth = [Fraction(1, T) - beta * d for d in steps]
    best = Fraction(0)
    for chosen in itertools.product((False, True), repeat=N):
        chain = [i for i in range(N) if chosen[i]]
        compatible = all(
            (pairs[i][0] - pairs[j][0]) * (pairs[i][1] - pairs[j][1]) >= 0
            for i, j in itertools.combinations(chain, 2)
        )
        if compatible:
            best = max(best, sum((worth[i] for i in chain), Fraction(0)))
    return 1 - best


CHAINS = {
    "oci": partial(oci_of_chains, seen=True),
    "oci_prime": partial(oci_of_chains, seen=False),
}


@cache
def defined(measure):
    """The definition as a function of observations and K."""
    name, options = MEASURES[measure].definition, MEASURES[measure].options

    def value(pairs, K):
        exact = definitions.exact(name, pairs, K, **options)
        return float(exact) if isinstance(exact, definitions.Root) else exact

    return CHAINS.get(measure, value)


@cache
def derived(measure):
    """The function of the package as a function of observations and K, remembered."""
    known = {}

    def value(pairs, K):
        key = K, tuple(sorted(pairs))
        if key not in known:
            cm = np.zeros((K, K), dtype=int)
            for (t, p), n in Counter(pairs).items():
                cm[t - 1, p - 1] = n
            known[key] = float(MEASURES[measure](cm))
        return known[key]

    return value


# ------------------------------------------- the properties: by how much they are violated


def difference(a, b):
    """How far two values are apart, and nothing where one is undefined."""
    return 0 if a != a or b != b else abs(a - b)


def changes(variants):
    """The property that no variant of the observations has another value."""

    def violation(value, best, pairs, K):
        own = value(pairs, K)
        return max(
            (difference(own, value(p, k)) for p, k in variants(pairs, K)), default=0
        )

    return violation


def exchanged(pairs, K):
    yield [(p, t) for t, p in pairs], K


def multiplied(pairs, K):
    yield from ((times * pairs, K) for times in (2, 3))


def one_class_doubled(pairs, K):
    for k in {t for t, _ in pairs}:
        yield pairs + [(t, p) for t, p in pairs if t == k], K


def reversed_order(pairs, K):
    yield [(K + 1 - t, K + 1 - p) for t, p in pairs], K


def relabelled(pairs, K):
    for to in itertools.permutations(range(1, K + 1)):
        yield [(to[t - 1], to[p - 1]) for t, p in pairs], K


def closed_up(pairs, K, inside):
    unused = set(range(1, K + 1)) - {k for pair in pairs for k in pair}
    for k in unused:
        if (1 < k < K) == inside:
            yield [(t - (t > k), p - (p > k)) for t, p in pairs], K - 1


def opened_up(pairs, K, inside):
    """As they are and with one unused class more: the way back from `closed_up`."""
    for k in range(K + 1):
        if (0 < k < K) == inside:
            yield [(t + (t > k), p + (p > k)) for t, p in pairs], K + 1


def farther(pairs, K):
    """One observation, one class further away from the diagonal."""
    for i, (t, p) in enumerate(pairs):
        for to in (p - 1, p + 1):
            if 1 <= to <= K and abs(to - t) > abs(p - t):
                yield [*pairs[:i], (t, to), *pairs[i + 1 :]], K


def gains(value, best, pairs, K):
    """By how much worse the value is after each move that it can be compared with."""
    own = value(pairs, K)
    moved = [value(*variant) for variant in farther(pairs, K)]
    sign = 1 if best <= 0 else -1
    return [sign * (v - own) for v in moved if v == v and own == own]


def rewards_a_longer_way(value, best, pairs, K):
    return max((-gain for gain in gains(value, best, pairs, K)), default=0)


def ignores_a_longer_way(value, best, pairs, K):
    return any(gain <= ROUNDING for gain in gains(value, best, pairs, K))


def hits(pairs):
    return all(t == p for t, p in pairs)


def all_hits_but_not_best(value, best, pairs, K):
    return difference(value(pairs, K), best) if hits(pairs) else 0


def best_but_not_all_hits(value, best, pairs, K):
    return not hits(pairs) and abs(value(pairs, K) - best) <= ROUNDING


def undefined_where(condition):
    def violation(value, best, pairs, K):
        T, P = (len(set(side)) for side in zip(*pairs, strict=True))
        return bool(condition(len(pairs), T, P)) and math.isnan(value(pairs, K))

    return violation


OF_ONE = {
    "perfect": all_hits_but_not_best,
    "only_perfect": best_but_not_all_hits,
    "symmetry": changes(exchanged),
    "scale": changes(multiplied),
    "prevalence": changes(one_class_doubled),
    "reversal": changes(reversed_order),
    "relabelling": changes(relabelled),
    "spacing": changes(partial(closed_up, inside=True)),
    "ends": changes(partial(closed_up, inside=False)),
    "distance": rewards_a_longer_way,
    "strict": ignores_a_longer_way,
    "absent": undefined_where(lambda N, T, P: T > 1 and P > 1),
    "single": undefined_where(lambda N, T, P: N == 1),
    "constant": undefined_where(lambda N, T, P: T > 1 and P == 1),
}


# Small tables have few unused classes, so that the search puts them in.
SEARCHED = {
    "spacing": changes(partial(opened_up, inside=True)),
    "ends": changes(partial(opened_up, inside=False)),
}


def at_independence(value, pairs, K):
    """The value where the sides are independent, and nothing elsewhere."""
    N = len(pairs)
    both, true, pred = (
        Counter(pairs),
        Counter(t for t, _ in pairs),
        Counter(p for _, p in pairs),
    )
    for t, p in itertools.product(true, pred):
        if N * both[t, p] != true[t] * pred[p]:
            return math.nan
    return value(pairs, K)


def over_all_orders(value, pairs, K):
    """The mean value over all orders of the predictions, each as likely."""
    true, pred = zip(*pairs, strict=True)
    values = [
        value(list(zip(true, order, strict=True)), K)
        for order in itertools.permutations(pred)
    ]
    return sum(values) / len(values)


LEVELS = {"independence": at_independence, "mean": over_all_orders}


def detour(value, best, x, y, z, K):
    """By how much the way from x to z is longer than that over y."""
    d = [
        abs(value(list(zip(a, b, strict=True)), K) - best)
        for a, b in ((x, z), (x, y), (y, z))
    ]
    return d[0] - d[1] - d[2] if all(v == v for v in d) else 0


def violation(axiom, value, best, K, witness):
    if axiom == "triangle":
        return detour(value, best, *witness, K)
    witness = [[tuple(pair) for pair in pairs] for pairs in witness]
    if axiom in LEVELS:
        a, b = (LEVELS[axiom](value, pairs, K) for pairs in witness)
        assert not math.isnan(a)
        assert not math.isnan(b)
        return abs(a - b)
    return OF_ONE[axiom](value, best, *witness, K)


# ------------------------------------------------------------------------------- the cells


@pytest.mark.parametrize("measure", MEASURES)
def test_the_counterexample_violates_the_axiom(measure):
    unbroken = []
    for axiom in (axiom for m, axiom in FAILS if m == measure):
        cell, best = TABLE["cells"][measure][axiom], BEST[measure]
        of = best, cell["K"], cell["counterexample"]
        for value in (defined(measure), derived(measure)):
            if not violation(axiom, value, *of) > MARGIN:
                unbroken.append(axiom)
    assert unbroken == []


@pytest.mark.parametrize("measure", MEASURES)
def test_no_small_or_random_matrix_violates_the_axiom(measure):
    value, best = derived(measure), BEST[measure]
    for axiom in (axiom for m, axiom in HOLDS if m == measure):
        if axiom == "triangle":
            for K, N in [(2, 4), (3, 2), (4, 2)]:
                vectors = list(itertools.product(range(1, K + 1), repeat=N))
                for x, y, z in itertools.product(vectors, repeat=3):
                    assert detour(value, best, x, y, z, K) <= ROUNDING, axiom
        elif axiom in LEVELS:
            every = [LEVELS[axiom](value, *table) for table in small_tables(axiom)]
            levels = [level for level in every if level == level]
            assert len(levels) > 20, axiom
            assert max(levels) - min(levels) <= ROUNDING, axiom
        else:
            refuted = SEARCHED.get(axiom, OF_ONE[axiom])
            tables = itertools.chain(small_tables(axiom), larger_tables(measure))
            for pairs, K in tables:
                assert refuted(value, best, pairs, K) <= ROUNDING, (axiom, pairs, K)


def pairs_of(cm):
    return list(zip(*(side.tolist() for side in unrolled(cm)), strict=True))


@cache
def small_tables(axiom):
    stacks = {2: all_matrices(2, 4), 3: all_matrices(3, 3), 4: all_matrices(4, 1)}
    if axiom == "independence":  # products of margins
        sides = {
            K: [np.array(m) for m in itertools.product(range(most + 1), repeat=K)]
            for K, most in [(2, 3), (3, 1)]
        }
        stacks = {K: [np.outer(a, b) for a in m for b in m] for K, m in sides.items()}
    tables = [(pairs_of(cm), K) for K, s in stacks.items() for cm in s if cm.any()]
    if axiom == "mean":  # one table for each pair of margins
        tables = [
            (pairs, K)
            for pairs, K in tables
            if [p for _, p in pairs] == sorted(p for _, p in pairs)
        ]
    return tables


def larger_tables(measure):
    sizes = (3, 4) if measure in FUNCTIONAL else (3, 4, 5)
    number = 2 if measure in FUNCTIONAL else 5
    return [(pairs_of(cm), K) for K in sizes for cm in random_matrices(K, number)]


# ---------------------------------------------------------------------------- the table


def test_every_axiom_has_a_cell_for_every_measure():
    for measure, cells in TABLE["cells"].items():
        assert list(cells) == AXIOMS, f"chapters/axioms.toml: the cells of {measure}"
    in_order = [m for m in catalogue.MEASURES if m in MEASURES]
    assert list(MEASURES) == in_order
    assert {*OF_ONE, *LEVELS, "triangle"} == set(AXIOMS)


def unfounded(cell):
    """What a cell lacks of a proof or a counterexample, or has beside it."""
    needed = {"proof"} if "proof" in cell else {"K", "counterexample"}
    further = "gives_up" if "proof" in cell else "see"
    if not needed <= set(cell) <= needed | {further}:
        return f"has {set(cell)}"
    if cell.get("gives_up", True) is not True:
        return "gives_up is true or not there"
    for key in {"proof", "see"} & set(cell):
        stem, label = cell[key].split("#")
        if label not in statements(stem, proved=key == "proof"):
            return f"there is no theorem {cell[key]}"
    return ""


@pytest.mark.parametrize("measure", MEASURES)
def test_cells_have_a_proof_or_a_counterexample(measure):
    found = {a: unfounded(TABLE["cells"][m][a]) for m, a in CELLS if m == measure}
    assert {axiom: fault for axiom, fault in found.items() if fault} == {}


def test_what_gives_up_is_a_search_and_documented():
    assert [(m, "absent") for m in FUNCTIONAL if m != "sup_correlation"] == GIVE_UP
    for m, _ in GIVE_UP:
        said = getattr(ordref, m).__doc__
        while "search" not in said:  # "nan as for" another function
            said = getattr(ordref, re.search(r"as\s+for `(\w+)`", said)[1]).__doc__
        assert re.search(r"search\s+ends before its proof", said)


def test_functions_are_defined_on_the_largest_real_table():
    pairs = pairs_of(data.matrix("goodman1979_gb_8x8").counts)
    assert not [m for m in MEASURES if math.isnan(derived(m)(pairs, 8))]


@cache
def statements(stem, *, proved):
    """Labels of the theorems of a chapter; of those, the ones that a proof follows."""
    begin = r"```\{prf:(?:theorem|corollary)\}"
    found = begin + r"[^\n]*\n:label: (\S+)\n"
    if proved:  # after some words perhaps, but before the next statement
        found += rf"(?:(?!{begin}).)*?```\{{prf:proof\}}"
    return set(re.findall(found, prose(stem), re.DOTALL))


def test_the_oracle_over_chains_is_the_definition():
    for K, N in [(2, 4), (3, 3)]:
        for cm in all_matrices(K, N):
            pairs = pairs_of(cm)
            for name, seen in (("oci", True), ("oci_prime", False)):
                exact = getattr(definitions, name)(pairs, K)
                assert oci_of_chains(pairs, K, seen=seen) == exact


# --------------------------------------------------------------- the predicates can fail


def twin_above(pairs, K):
    """The share of predictions that are too high."""
    return Fraction(sum(p > t for t, p in pairs), len(pairs))


def twin_gaps(pairs, K):
    """Undefined as soon as a class has no observation."""
    return 0.0 if len({t for t, _ in pairs}) == K else math.nan


def twin_squared_total(pairs, K):
    """Not a mean, and worse for class 1 than for others."""
    return sum((t - p) ** 2 * (2 if t == 1 else 1) for t, p in pairs)


def twin_largest(pairs, K):
    """The largest error alone, in units of K, and better from two classes on."""
    return Fraction(max(abs(t - p) for t, p in pairs) % 2, K)


def twin_spread(pairs, K):
    """The number of true classes, whatever is predicted."""
    return len({t for t, _ in pairs})


def test_some_twin_violates_each_axiom_and_a_constant_almost_none():
    twins = (twin_above, twin_gaps, twin_squared_total, twin_largest, twin_spread)
    for axiom, of in OF_ONE.items():
        tables = small_tables("one")
        assert any(of(twin, 0, *t) > 0 for twin in twins for t in tables), axiom
        fine = [of(lambda pairs, K: 0.0, 0, *table) == 0 for table in tables]
        assert any(fine), axiom
        assert all(fine) == (axiom not in ("only_perfect", "strict")), axiom
