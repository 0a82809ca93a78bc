"""What the book says of a measure at a glance: formula, chance, where undefined, what unseen.

A formula of chapters/glance.toml that is a sum over the cells, or of pairs, is evaluated as it
stands there, by tex.py; one of sets, paths or valuations has the words of a definition, and is held
to it. A text that is none stands here with what it means: one that changes has to change here
too, and a claim that is wrong for one small table is red.
"""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from glance import SAID, UNSEEN
from small import all_matrices, distances, random_matrices
from tex import evaluated

from ordref import chance, definitions
from ordref.catalogue import MEASURES

SHOWN = {name: m for name, m in MEASURES.items() if m.shown}
SMALL = [*all_matrices(2, 4), *all_matrices(3, 3)]
SLOW = {name for name, m in SHOWN.items() if m.searches}
every_measure = pytest.mark.parametrize("name", SHOWN)


def tables(name):
    """All small tables, and larger ones at random; fewer where a search is slow."""
    if name in SLOW:
        return [*all_matrices(2, 3), *all_matrices(3, 2), *random_matrices(3, 8)]
    return [*SMALL, *random_matrices(3), *random_matrices(4)]


def same(a, b):
    return np.isclose(float(a), float(b), rtol=0, atol=1e-9, equal_nan=True)


def HIT(r, c):
    return r == c


def OFF(r, c):
    return abs(r - c)


def defined(name, **options):
    """The exact definition, from the single observations."""

    def value(n):
        listed = definitions.observations(n.tolist())
        return definitions.exact(name, listed, len(n), **options)

    return value


def pairs(n):
    """C, D and the pairs tied in truth alone, prediction alone, and both."""
    cells, count = [(r, c, int(x)) for (r, c), x in np.ndenumerate(n) if x], Counter()
    for (r, c, x), (s, d, y) in itertools.combinations(cells, 2):
        kind = "T_t" if r == s else "T_p" if c == d else "CD"[(r < s) != (c < d)]
        count[kind] += x * y
    count["both"] = sum(x * (x - 1) // 2 for *_, x in cells)
    return count


def observed(n):
    r, c = np.indices(n.shape)
    return np.repeat(r.ravel(), n.ravel()), np.repeat(c.ravel(), n.ravel())


def paths(K):
    """From the first cell to the last, by a step to the right, down, or both."""
    found, ends = [], [[(0, 0)]]
    while ends:
        path = ends.pop()
        r, c = path[-1]
        if r == c == K - 1:
            found.append(path)
        steps = [(r + 1, c), (r, c + 1), (r + 1, c + 1)]
        ends += [[*path, step] for step in steps if max(step) < K]
    return found


def path_costs(n, beta, whole):
    """The cost of each path: what it leaves out, and a price on the distances on it."""
    return [
        1
        - sum(n[step] for step in path) / whole
        + beta * sum(n[r, c] * abs(r - c) for r, c in path)
        for path in paths(len(n))
    ]


def price(n):
    return 0.75 / (n.sum() * max(len(n) - 1, 1))


def seen_whole(n):
    return n.sum() + (n * distances(len(n))).sum()


def one_sided(n):
    return 1 in (n.any(axis=0).sum(), n.any(axis=1).sum())


# fmt: off
# In the words of a definition.
FORMULAS = {
    r"\rho(\text{ranks of } t, \text{ranks of } p)": defined("spearman"),
    r"\rho(t, p)": defined("pearson"),
    r"-1 + \frac{2 |\mathcal T \cap \mathcal P|}{\sqrt{|\mathcal T|\, |\mathcal P|}}":
        defined("r_int"),
    r"-1 + \frac{2 |\mathcal T \cap \mathcal P|}{N (N - 1)}": defined("r_int_2008"),
    r"\min_{\text{paths}} \Bigl(1 - \frac{\sum_{\text{path}} n_{rc}}{N + M} "
    r"+ \beta \sum_{\text{path}} n_{rc} |r - c|^q\Bigr)": defined("oci"),
    r"\min_{\text{paths}} \Bigl(1 - \frac{\sum_{\text{path}} n_{rc}}{N} "
    r"+ \beta \sum_{\text{path}} n_{rc} |r - c|^q\Bigr)": defined("oci_prime"),
    r"\int_0^1 \mathrm{OC}_{\beta = x/J}(\text{shares of rows})\, dx": defined("uoc"),
    r"\sup_{f, g} \rho(f, g)": defined("sup_correlation"),
    r"\sup_{f \uparrow,\, g \uparrow} \rho(f, g)": defined("ii_correlation"),
    r"\sup_{f \uparrow,\, g \downarrow} \rho(f, g)": defined("id_correlation"),
    r"\max(\mathrm{II}, \mathrm{ID})": defined("mon_correlation"),
    r"\sup_{\text{one order for } f, g} \rho(f, g)": defined("co_correlation"),
    r"\sup_{\text{opposite orders for } f, g} \rho(f, g)": defined("anti_correlation"),
    r"\max(\mathrm{CO}, \mathrm{ANTI})": defined("coanti_correlation"),
}
UNDEFINED = {
    "never": lambda n: False,
    "never: absent classes are left out": lambda n: False,
    "only one class true, or only one predicted": one_sided,
    "no pair ordered on both sides": lambda n: not pairs(n)["C"] + pairs(n)["D"],
    "only one class true": lambda n: n.any(axis=1).sum() == 1,
    "only one class predicted": lambda n: n.any(axis=0).sum() == 1,
    "one observation": lambda n: n.sum() == 1,
    "all observations are hits of one class": lambda n: n.sum() in np.diag(n),
}
# fmt: on


@pytest.mark.parametrize("name", MEASURES)
def test_formula_and_where_it_is_undefined(name):
    measure = MEASURES[name]
    text, undefined = SAID[name].formula, UNDEFINED[SAID[name].undefined]
    formula = FORMULAS.get(text) or evaluated(text)
    for k, n in enumerate(tables(name)):
        value = measure(n)
        assert np.isnan(value) == bool(undefined(n)), n.tolist()
        if name != "uoc" or k % 40 == 0:
            assert same(formula(n), value), (n.tolist(), formula(n), value)


@pytest.mark.parametrize(
    ("name", "printed", "misprint"),
    [
        ("mae", r"\tfrac1N", r"\tfrac1K"),
        ("mse", "^2", "^3"),
        ("accuracy_within", r"\le 1", r"\le 2"),
        ("balanced_accuracy", r"n_{r\cdot}", r"n_{\cdot r}"),
        ("mcc", r"N \sum_r n_{rr} -", r"N \sum_r n_{rr} +"),
        ("kendall_tau_b", "T_t", "T_p"),
        ("krippendorff_alpha", "l < k", r"l \le k"),
        ("weighted_pi", r"\frac{4 N", r"\frac{2 N"),
    ],
)
def test_a_misprint_of_a_formula_is_noticed(name, printed, misprint):
    assert printed in SAID[name].formula
    wrong = evaluated(SAID[name].formula.replace(printed, misprint, 1))
    assert not all(same(wrong(n), MEASURES[name](n)) for n in random_matrices(3))


def margins(K, N):
    """Pairs of margins of N observations, each sorted sample once."""
    sides = list(itertools.combinations_with_replacement(range(K), N))
    return itertools.product(sides, sides)


def mean_by_chance(measure, t, p, K):
    """Over all orders of the predictions, and a table of these margins."""
    count = Counter()
    for order in itertools.permutations(p):
        n = np.zeros((K, K), dtype=int)
        np.add.at(n, (list(t), list(order)), 1)
        count[n.tobytes()] += 1
    stack = np.array([np.frombuffer(n, dtype=int).reshape(K, K) for n in count])
    return measure(stack) @ [*count.values()] / math.factorial(len(t)), stack[0]


def exactly(formula):
    return lambda mean, n: same(mean, formula(n))


def by_chance(text):
    """The formula in a text on chance, of the margins of a table."""
    _, formula, words = text.split("$", 2)
    return evaluated(formula, present_only=words.endswith("classes present"))


def bound(name, holds):
    """A claim on the mean beside that of another measure."""
    return lambda mean, n: holds(mean, by_chance(SAID[name].chance)(n))


def ac_2_by_chance(n):
    """The formula is linear in the cells: those of independent sides are put into it."""
    expected = np.outer(n.sum(axis=1), n.sum(axis=0))
    return evaluated(SAID["gwet_ac2"].formula)(expected)


def r_int_by_chance(n):
    tied = (
        np.mean([a == b for a, b in itertools.combinations(x, 2)]) for x in observed(n)
    )
    return math.sqrt(math.prod(1 + share for share in tied)) - 1


def a_side_without_ties(n):
    return 1 in (n.sum(axis=0).max(), n.sum(axis=1).max())


# fmt: off
# What is no formula, or has a letter that is explained elsewhere.
CHANCE = {
    "0": exactly(lambda n: 0),
    r"$1 - \sum |r - c|\, n_{r\cdot} n_{\cdot c} / (N^2 E)$, with $E$ the "
    "denominator in the formula": exactly(ac_2_by_chance),
    "at most that of BA": bound("balanced_accuracy", lambda x, y: x <= y + 1e-12),
    "at most $1/K$ with every class present":
        lambda mean, n: not n.any(axis=1).all() or mean <= 1 / len(n) + 1e-12,
    "at most the root of that of MSE": bound("mse", lambda x, y: x <= math.sqrt(y) + 1e-12),
    "at least that of AMAE": bound("amae", lambda x, y: x >= y - 1e-12),
    r"$\sqrt{(1 + \lambda_t)(1 + \lambda_p)} - 1$, with the shares of pairs tied in "
    "truth and prediction": exactly(r_int_by_chance),
    "0 if one side has no ties; otherwise no closed form known to us":
        lambda mean, n: not a_side_without_ties(n) or same(mean, 0),
    # Nothing of the mean; that the package knows none, see below.
    "no closed form known to us": lambda mean, n: True,
    "above 0, more so for few observations of many classes": lambda mean, n: mean > 1e-9,
    "0 for $K = 2$; at least 0 for more, larger for few observations":
        lambda mean, n: same(mean, 0) if len(n) == 2 else mean > -1e-12,
}
# fmt: on


@every_measure
def test_chance(name):
    """A text that is no formula for every margin is none that the package computes by."""
    measure = MEASURES[name]
    text, checked = SAID[name].chance, 0
    claim = CHANCE.get(text) or exactly(by_chance(text))
    for K, N in [(2, 3), (3, 3)] if name in SLOW else [(2, 3), (2, 4), (3, 3), (3, 4)]:
        for t, p in margins(K, N):
            mean, n = mean_by_chance(measure, t, p, K)
            if not math.isnan(mean):
                checked += 1
                assert claim(mean, n), (t, p, mean)
    assert checked > 9
    bounded = ("at ", "above ", "0 if one side", "0 for", "no closed form")
    said_as_formula = not SAID[name].chance.startswith(bounded)
    known = said_as_formula and name != "r_int"  # its mean is, the deviation is not
    assert (chance(name, [[2, 1], [1, 2]]).method == "formula") == known


def test_gamma_by_chance_is_not_zero_with_ties():
    gamma = MEASURES["goodman_kruskal_gamma"]
    means = [mean_by_chance(gamma, t, p, 3)[0] for t, p in margins(3, 4)]
    assert np.nanmax(np.abs(means)) > 0.05


def test_more_observations_bring_the_searches_nearer_to_zero():
    """The word "few": 3 classes, each twice and eight times.

    And "many classes": sixteen observations in 2 and in 4 classes.
    """
    rng = np.random.default_rng(0)

    def mean(name, K, each):
        t = np.repeat(range(K), each)
        stack = np.zeros((100, K, K), dtype=int)
        for n in stack:
            np.add.at(n, (t, rng.permutation(t)), 1)
        return np.mean([MEASURES[name](n) for n in stack])

    for name in ("sup_correlation", "ii_correlation", "id_correlation"):
        assert mean(name, 3, 2) > 1.3 * mean(name, 3, 8) > 0, name
    for name in SHOWN:
        if "many classes" in SAID[name].chance:
            assert mean(name, 4, 4) > 1.3 * mean(name, 2, 8) > 0, name


# What is not seen: changes of a table, each as a list of the tables that it becomes.


def changed(n, *moves):
    n = n.copy()
    for r, c, x in moves:
        n[r, c] += x
    return n


def renamed(n, other=None):
    """With the classes in each order; the predicted ones in another one, where it is asked."""
    every = list(itertools.permutations(range(len(n))))
    return [n[np.ix_(p, q)] for p in every for q in (every if other else [p])]


def mirrored_errors(n):
    """Errors of each class turned to its other side, where the scale has room."""
    for r in range(len(n)):
        for k in range(1, min(r, len(n) - 1 - r) + 1):
            other = n.copy()
            other[r, [r - k, r + k]] = n[r, [r + k, r - k]]
            yield other


def weighted_rows(n):
    return [n * np.array([3, 1, 7, 2])[: len(n), None]]


def an_empty_class(n):
    """Two neighbours come to stand further apart."""
    return [np.insert(np.insert(n, k, 0, 0), k, 0, 1) for k in range(1, len(n))]


def shifted(n):
    """Predictions one class higher, on a scale that has room."""
    return [np.pad(n, ((0, 1), (1, 0)))]


def stretched(n):
    larger = np.zeros((2 * len(n), 2 * len(n)), dtype=int)
    larger[: len(n), 1::2] = n
    return [larger]


def others_perfect(cost, worst):
    """All classes but the worst one made right."""

    def change(n):
        rows = [r for r in range(len(n)) if n[r].any()]
        keep = worst(rows, key=lambda r: n[r] @ cost(r, np.arange(len(n))) / n[r].sum())
        other = np.diag(n.sum(axis=1))
        other[keep] = n[keep]
        return [other]

    return change


def moved_among(allowed):
    """An observation moved along its row, from one cell of a kind to another."""

    def change(n):
        for r, c in np.argwhere(n):
            for to in range(len(n)):
                if to != c and allowed(abs(r - c)) and allowed(abs(r - to)):
                    yield changed(n, (r, c, -1), (r, to, 1))

    return change


def same_pairs(keys, sized=False):
    """Tables with equal numbers of these kinds of pairs: any two of them are one to it."""

    def holds(measure, of):
        first = {}
        for n in of:
            p = pairs(n)
            key = tuple(p[k] for k in keys) + ((len(n), n.sum()) if sized else ())
            assert same(measure(n), first.setdefault(key, measure(n))), n.tolist()

    return holds


def unseen(*changes):
    def holds(measure, of):
        pairs = [(n, other) for n in of for change in changes for other in change(n)]
        assert pairs
        for a, b in {(len(n), len(other)) for n, other in pairs}:
            alike = [both for both in pairs if (len(both[0]), len(both[1])) == (a, b)]
            values = [measure(np.array(side)) for side in zip(*alike, strict=True)]
            wrong = ~np.isclose(*values, rtol=0, atol=1e-9, equal_nan=True)
            assert not wrong.any(), [n.tolist() for n in alike[wrong.argmax()]]

    return holds


def rare_class(measure, of):
    """A class of one among 20,000, wherever it is put, is hardly seen."""
    common = np.array([[9000, 1000, 0], [0, 0, 0], [0, 1000, 9000]])
    assert np.ptp([measure(changed(common, (1, k, 1))) for k in range(3)]) < 1e-3


def constant_predictions(measure, of):
    """Nothing is told apart, and the value is that of a good deal of agreement."""
    for K in (2, 3, 4):
        n = np.zeros((K, K), dtype=int)
        n[:, 0] = 5
        assert measure(n) > math.sqrt(2) - 1


def margins_allow(measure, of):
    """The best table of its margins, and not 1."""
    n = np.array([[2, 2], [0, 2]])
    others = [n for n in all_matrices(2, 6) if (n.sum(axis=1) == [4, 2]).all()]
    of_these = [measure(n) for n in others if (n.sum(axis=0) == [2, 4]).all()]
    assert max(of_these) == pytest.approx(float(measure(n)))
    assert measure(n) < 0.6


def off_the_path(whole, alike):
    """An observation off the best path may go to each like place off it: no worse."""

    def holds(measure, of):
        moved = 0
        for n in [n for n in of if len(n) == 3]:
            best = int(np.argmin(path_costs(n, price(n), whole(n))))
            outside = {*np.ndindex(n.shape)} - {*paths(len(n))[best]}
            for a, b in itertools.permutations(outside, 2):
                if n[a] and alike(a, b):
                    moved += 1
                    other = changed(n, (*a, -1), (*b, 1))
                    cost = path_costs(other, price(n), whole(n))[best]
                    assert cost == pytest.approx(float(measure(n)))
                    assert measure(other) <= measure(n) + 1e-12
        assert moved > 100

    return holds


# With a measure that sees it; of the worst class, each measure has its own.
# fmt: off
BLIND = {
    "how far a miss is": (unseen(renamed), "mae"),
    "a rare class": (rare_class, "minimum_sensitivity"),
    "all classes but the worst": (
        lambda measure, of: unseen(others_perfect(HIT, min) if measure.better == "high"
                                   else others_perfect(OFF, max))(measure, of), "mae"),
    "too high or too low": (unseen(mirrored_errors), "weighted_kappa"),
    "how frequent the classes are": (unseen(weighted_rows), "mae"),
    "a shift that keeps the order": (unseen(shifted), "mae"),
    "how far classes are apart": (unseen(an_empty_class), "pearson"),
    "every tie": (same_pairs("CD"), "kendall_tau_b"),
    "a miss by one": (unseen(moved_among(lambda d: d < 2)), "mae"),
    "how far a longer miss is": (unseen(moved_among(lambda d: d > 1)), "mae"),
    "on which side a tie is": (same_pairs("CD", sized=True), "kendall_tau_b"),
    "ties of the classes": (same_pairs(["C", "D", "T_p"]), "somers_d_true"),
    "ties of the predictions": (same_pairs(["C", "D", "T_t"]), "somers_d"),
    "a shift and a stretch of the predictions": (unseen(shifted, stretched), "mae"),
    "ties, which count as agreement": (constant_predictions, "ccr"),
    "which side is the truth": (unseen(lambda n: [n.T]), "amae"),
    "what the margins allow": (margins_allow, "goodman_kruskal_gamma"),
    "where off the path an error of the same size stands": (
        off_the_path(seen_whole, lambda a, b: OFF(*a) == OFF(*b)), "oci_prime"),
    "where the observations off the path stand": (
        off_the_path(np.sum, lambda a, b: True), "oci"),
    "the order of the classes": (unseen(lambda n: renamed(n, other=True)), "kendall_tau_b"),
    "rising or falling": (unseen(lambda n: [n[:, ::-1]]), "kendall_tau_b"),
    "which order the classes have": (unseen(renamed), "kendall_tau_b"),
    "same or opposite": (unseen(lambda n: [n[:, ::-1]] if len(n) == 2 else []), "co_correlation"),
}
# fmt: on
CLAIMS = [(name, part) for name, m in SHOWN.items() for part in m.blind.split("; ")]


@pytest.mark.parametrize(("name", "part"), CLAIMS)
def test_blind(name, part):
    BLIND[part][0](MEASURES[name], tables(name))


@pytest.mark.parametrize("part", BLIND)
def test_what_a_measure_sees_is_not_called_unseen(part):
    holds, name = BLIND[part]
    with pytest.raises(AssertionError):
        holds(MEASURES[name], tables(name))


def test_each_text_is_in_use():
    """What no measure says any more has no check here."""
    held = {"formula": FORMULAS, "chance": CHANCE, "undefined": UNDEFINED}
    for field, texts in held.items():
        measures = SHOWN if field == "chance" else MEASURES
        assert set(texts) <= {getattr(SAID[name], field) for name in measures}
    assert set(BLIND) == set(UNSEEN) == {part for _, part in CLAIMS}
