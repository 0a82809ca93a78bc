"""What the book says of a measure at a glance: formula, chance, where undefined, what unseen.

Each text of the catalogue stands here with what it means, written apart from the package:
a text that changes has to change here too, and a claim that is wrong for one small table is
red. The formulas are transcribed from the TeX, in fractions where no root is drawn.
"""

import ast
import itertools
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from small import all_matrices, distances, random_matrices

from ordref import chance
from ordref.catalogue import MEASURES

SHOWN = {name: m for name, m in MEASURES.items() if m.shown}
SMALL = [*all_matrices(2, 4), *all_matrices(3, 3)]
SLOW = {name for name, m in SHOWN.items() if m.searches}


def tables(name):
    """All small tables, and larger ones at random; fewer where a search is slow."""
    if name in SLOW:
        return [*all_matrices(2, 3), *all_matrices(3, 2), *random_matrices(3, 8)]
    return [*SMALL, *random_matrices(3), *random_matrices(4)]


def same(a, b):
    return np.isclose(float(a), float(b), rtol=0, atol=1e-9, equal_nan=True)


# ------------------------------------------------------------------------- formulas


def cells(n):
    return [(r, c, int(x)) for (r, c), x in np.ndenumerate(n) if x]


def mean_of(cost):
    def value(n):
        return Fraction(sum(cost(r, c) * x for r, c, x in cells(n)), int(n.sum()))

    return value


hits = mean_of(lambda r, c: r == c)
squares = mean_of(lambda r, c: (r - c) ** 2)


def of_rows(n, cost):
    """The mean cost of each class that is present."""
    return [
        Fraction(sum(cost(r, c) * int(x) for c, x in enumerate(row)), int(row.sum()))
        for r, row in enumerate(n)
        if row.any()
    ]


def off(r, c):
    return abs(r - c)


def pairs(n):
    """C, D and the pairs tied in truth alone, prediction alone, and both."""
    count = Counter()
    for (r, c, x), (s, d, y) in itertools.combinations(cells(n), 2):
        kind = "T_t" if r == s else "T_p" if c == d else "CD"[(r < s) != (c < d)]
        count[kind] += x * y
    count["both"] = sum(x * (x - 1) // 2 for *_, x in cells(n))
    return count


def over(part, whole):
    return part / whole if whole else math.nan


def tau_b(n):
    p = pairs(n)
    both = p["C"] + p["D"]
    return over(p["C"] - p["D"], math.sqrt((both + p["T_t"]) * (both + p["T_p"])))


def pair_share(*ties):
    def value(n):
        p = pairs(n)
        return over(p["C"] - p["D"], p["C"] + p["D"] + sum(p[tie] for tie in ties))

    return value


def correlation(x, y):
    x, y = x - np.mean(x), y - np.mean(y)
    return over(float(x @ y), math.sqrt(float(x @ x) * float(y @ y)))


def observed(n):
    r, c = np.indices(n.shape)
    return np.repeat(r.ravel(), n.ravel()), np.repeat(c.ravel(), n.ravel())


def ranks(x):
    return np.array([np.sum(x < a) + (np.sum(x == a) + 1) / 2 for a in x])


def of_ranks(n):
    t, p = observed(n)
    return correlation(ranks(t), ranks(p))


def positions(n):
    t, p = observed(n)
    return correlation(t.astype(float), p.astype(float))


def ordered_pairs(n):
    """(i, j) belongs to a side if i is not above j there: r_int of 2014."""
    t, p = observed(n)
    pairs = [(i, j) for i in range(len(t)) for j in range(len(t)) if i != j]
    T = {(i, j) for i, j in pairs if t[i] <= t[j]}
    P = {(i, j) for i, j in pairs if p[i] <= p[j]}
    return -1 + over(2 * len(T & P), math.sqrt(len(T) * len(P)))


def kappa(cost):
    def value(n):
        rows, columns = n.sum(axis=1), n.sum(axis=0)
        by_chance = sum(
            Fraction(cost(r, c) * int(rows[r]) * int(columns[c]), int(n.sum()))
            for r, c in np.ndindex(n.shape)
        )
        return 1 - over(sum(cost(r, c) * x for r, c, x in cells(n)), by_chance)

    return value


def paths(K):
    """From the first cell to the last, by a step to the right, down, or both."""
    if K == 1:
        return [[(0, 0)]]
    found, ends = [], [[(0, 0)]]
    while ends:
        path = ends.pop()
        r, c = path[-1]
        if (r, c) == (K - 1, K - 1):
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


def oc(n, beta=None):
    whole = n.sum() + (n * distances(len(n))).sum()
    return min(path_costs(n, price(n) if beta is None else beta, whole))


def oc_prime(n):
    return min(path_costs(n, price(n), n.sum()))


def uniform(n):
    rows = n.sum(axis=1)
    shares = n / np.where(rows, rows, 1)[:, None]
    J = int((rows > 0).sum())
    return quad(lambda x: oc(shares, x / J), 0, 1, limit=200, epsabs=1e-10)[0]


def one_sided(n):
    return (n.sum(axis=0) > 0).sum() == 1 or (n.sum(axis=1) > 0).sum() == 1


def sup(n):
    if one_sided(n):
        return math.nan
    n = n[n.any(axis=1)][:, n.any(axis=0)]
    scaled = n / np.sqrt(np.outer(n.sum(axis=1), n.sum(axis=0)))
    return np.linalg.svd(scaled)[1][1]


def largest(*orders):
    """The largest correlation over all ways of merging classes along each pair of orders.

    Between the valuations of one order the best is the first canonical pair of merged
    classes, if it keeps the order: so all merges are tried, and those that do count.
    """

    def blocks(order):
        for cuts in itertools.product([0, 1], repeat=len(order) - 1):
            merged = np.zeros((len(order), 1 + sum(cuts)))
            merged[order, np.cumsum([0, *cuts])] = 1
            yield merged

    def rises(f):
        return (np.diff(f) >= -1e-9).all() or (np.diff(f) <= 1e-9).all()

    def value(n):
        if one_sided(n):
            return math.nan
        best, K = -math.inf, len(n)
        for ups, downs in itertools.chain(*(pair(K) for pair in orders)):
            for A, B in itertools.product(blocks(ups), blocks(downs)):
                m = A.T @ n @ B
                r, c = m.sum(axis=1), m.sum(axis=0)
                if min(len(r), len(c)) < 2 or not (r.all() and c.all()):
                    continue
                u, _, v = np.linalg.svd(m / np.sqrt(np.outer(r, c)))
                for k in range(1, min(len(r), len(c))):
                    f, g = u[:, k] / np.sqrt(r), v[k] / np.sqrt(c)
                    if rises(f) and rises(g):
                        f, g = f * np.sign(f[-1] - f[0]), g * np.sign(g[-1] - g[0])
                        spread = math.sqrt(f @ (r * f) * (g @ (c * g)))
                        best = max(best, over(f @ m @ g, spread))
        return best

    return value


def rising(K):
    return [(list(range(K)), list(range(K)))]


def falling(K):
    return [(list(range(K)), list(range(K))[::-1])]


def common(K):
    return [(list(p), list(p)) for p in itertools.permutations(range(K))]


def opposite(K):
    return [(list(p), list(p)[::-1]) for p in itertools.permutations(range(K))]


def matthews(n):
    """Of the vectors with a 1 at the class of each observation, laid end to end."""
    t, p = observed(n)
    x, y = (np.eye(len(n))[side] - np.eye(len(n))[side].mean(axis=0) for side in (t, p))
    length = math.sqrt((x * x).sum() * (y * y).sum())
    return over((x * y).sum(), length if not one_sided(n) else 0)


def tau_c(n):
    p, K = pairs(n), len(n)
    return Fraction(2 * K * (p["C"] - p["D"]), int(n.sum()) ** 2 * (K - 1))


def geometric(n):
    shares = of_rows(n, lambda r, c: r == c)
    return float(math.prod(shares)) ** (1 / len(shares))


def pool(n):
    return [int(m) for m in n.sum(axis=0) + n.sum(axis=1)]


def pooled_ranks(n):
    m = pool(n)
    return [Fraction(2 * sum(m[:k]) + m[k], 2) for k in range(len(m))]


def in_pool(n, cost, observed, times):
    """One less the mean of a cost, against that of two ratings of the pool."""
    m = pool(n)
    every = sum(cost(r, c) * m[r] * m[c] for r, c in np.ndindex(n.shape))
    return 1 - over(times * sum(cost(r, c) * x for r, c, x in observed), every)


def pi_w(n):
    return in_pool(n, off, cells(n), 4 * int(n.sum()))


def alpha(n):
    R = pooled_ranks(n)
    return in_pool(n, lambda r, c: (R[r] - R[c]) ** 2, cells(n), 4 * int(n.sum()) - 2)


def gwet_divisor(n):
    K, squares = len(n), sum(m * m for m in pool(n))
    return (
        K - 1 - Fraction(2 * K - 1, 3) * (1 - Fraction(squares, 4 * int(n.sum()) ** 2))
    )


def ac_2(n):
    return 1 - mean_of(off)(n) / gwet_divisor(n)


FORMULAS = {
    r"1 - \frac{4 N \sum |r - c|\, n_{rc}}{\sum |r - c|\, m_r m_c},\; m_k = "
    r"n_{k\cdot} + n_{\cdot k}": pi_w,
    r"1 - \frac{(4 N - 2) \sum (R_r - R_c)^2\, n_{rc}}{\sum (R_r - R_c)^2\, m_r "
    r"m_c}, \; R_k = \sum_{l < k} m_l + \tfrac12 m_k": alpha,
    r"1 - \frac{\sum |r - c|\, n_{rc} / N}{K - 1 - \frac{2 K - 1}{3} (1 - \sum "
    r"m_r^2 / (4 N^2))}": ac_2,
    r"\tfrac1J \sum_r n_{rr} / n_{r\cdot}": lambda n: np.mean(
        [float(share) for share in of_rows(n, lambda r, c: r == c)]
    ),
    r"\bigl(\prod_r n_{rr} / n_{r\cdot}\bigr)^{1/J}": geometric,
    r"\frac{N \sum_r n_{rr} - \sum_r n_{r\cdot} n_{\cdot r}}{\sqrt{(N^2 - "
    r"\sum_r n_{r\cdot}^2)(N^2 - \sum_r n_{\cdot r}^2)}}": matthews,
    r"\tfrac1N \sum_{|r - c| \le 1} n_{rc}": mean_of(lambda r, c: abs(r - c) < 2),
    r"\tfrac1J \sum_r \tfrac{1}{n_{r\cdot}} \sum_c (r - c)^2\, n_{rc}": lambda n: (
        np.mean([float(error) for error in of_rows(n, lambda r, c: (r - c) ** 2)])
    ),
    r"\frac{2 K (C - D)}{N^2 (K - 1)}": tau_c,
    r"\tfrac1N \sum_r n_{rr}": hits,
    r"1 - \mathrm{CCR}": lambda n: 1 - hits(n),
    r"\min_r n_{rr} / n_{r\cdot}": lambda n: min(of_rows(n, lambda r, c: r == c)),
    r"\tfrac1N \sum_{r,c} |r - c|\, n_{rc}": mean_of(off),
    r"\tfrac1N \sum_{r,c} (r - c)^2\, n_{rc}": squares,
    r"\sqrt{\mathrm{MSE}}": lambda n: math.sqrt(squares(n)),
    r"\tfrac1J \sum_r \mathrm{MAE}_r": lambda n: (
        sum(of_rows(n, off)) / len(of_rows(n, off))
    ),
    r"\max_r \mathrm{MAE}_r": lambda n: max(of_rows(n, off)),
    r"\frac{C - D}{\sqrt{(C + D + T_t)(C + D + T_p)}}": tau_b,
    r"\frac{C - D}{C + D}": pair_share(),
    r"\frac{C - D}{C + D + T_p}": pair_share("T_p"),
    r"\frac{C - D}{C + D + T_t}": pair_share("T_t"),
    r"\rho(\text{ranks of } t, \text{ranks of } p)": of_ranks,
    r"\rho(t, p)": positions,
    r"-1 + \frac{2 |\mathcal T \cap \mathcal P|}"
    r"{\sqrt{|\mathcal T|\, |\mathcal P|}}": ordered_pairs,
    r"1 - \frac{\sum |r - c|\, n_{rc}}{\sum |r - c|\, n_{r\cdot} n_{\cdot c} / N}": kappa(
        off
    ),
    r"1 - \frac{\sum (r - c)^2\, n_{rc}}{\sum (r - c)^2\, n_{r\cdot} n_{\cdot c} / N}": kappa(
        lambda r, c: (r - c) ** 2
    ),
    r"1 - \frac{1 - \mathrm{CCR}}{1 - \sum_r n_{r\cdot} n_{\cdot r} / N^2}": kappa(
        lambda r, c: r != c
    ),
    r"\min_{\text{paths}} \Bigl(1 - \frac{\sum_{\text{path}} n_{rc}}{N + M} "
    r"+ \beta \sum_{\text{path}} n_{rc} |r - c|^q\Bigr)": oc,
    r"\min_{\text{paths}} \Bigl(1 - \frac{\sum_{\text{path}} n_{rc}}{N} "
    r"+ \beta \sum_{\text{path}} n_{rc} |r - c|^q\Bigr)": oc_prime,
    r"\int_0^1 \mathrm{OC}_{\beta = x/J}(\text{shares of rows})\, dx": uniform,
    r"\sup_{f, g} \rho(f, g)": sup,
    r"\sup_{f \uparrow,\, g \uparrow} \rho(f, g)": largest(rising),
    r"\sup_{f \uparrow,\, g \downarrow} \rho(f, g)": largest(falling),
    r"\max(\mathrm{II}, \mathrm{ID})": largest(rising, falling),
    r"\sup_{\text{one order for } f, g} \rho(f, g)": largest(common),
    r"\sup_{\text{opposite orders for } f, g} \rho(f, g)": largest(opposite),
    r"\max(\mathrm{CO}, \mathrm{ANTI})": largest(common, opposite),
}


@pytest.mark.parametrize("name", SHOWN)
def test_formula(name):
    measure = MEASURES[name]
    formula = FORMULAS[measure.formula]
    of = tables(name)
    if name == "uoc":
        of = of[::40]
    for n in of:
        assert same(formula(n), measure(n)), (n.tolist(), formula(n), measure(n))


# ------------------------------------------------------------------------- undefined


def ordered_nowhere(n):
    p = pairs(n)
    return p["C"] + p["D"] == 0


def one_cell_of_hits(n):
    return any(n[r, r] == n.sum() for r in range(len(n)))


UNDEFINED = {
    "never": lambda n: False,
    "never: absent classes are left out": lambda n: False,
    "only one class true, or only one predicted": one_sided,
    "no pair ordered on both sides": ordered_nowhere,
    "only one class true": lambda n: (n.sum(axis=1) > 0).sum() == 1,
    "only one class predicted": lambda n: (n.sum(axis=0) > 0).sum() == 1,
    "one observation": lambda n: n.sum() == 1,
    "all observations are hits of one class": one_cell_of_hits,
}


@pytest.mark.parametrize("name", SHOWN)
def test_undefined(name):
    measure = MEASURES[name]
    undefined = UNDEFINED[measure.undefined]
    for n in tables(name):
        assert bool(np.isnan(measure(n))) == bool(undefined(n)), n.tolist()


# ------------------------------------------------------------------------- chance


def margins(K, N):
    """Pairs of margins of N observations, each sorted sample once."""
    sides = list(itertools.combinations_with_replacement(range(K), N))
    return itertools.product(sides, sides)


def orders(t, p, K):
    """The table of each order of the predictions, with how many orders give it."""
    count = Counter()
    for order in itertools.permutations(p):
        n = np.zeros((K, K), dtype=int)
        np.add.at(n, (list(t), list(order)), 1)
        count[n.tobytes()] += 1
    return [(np.frombuffer(n, dtype=int).reshape(K, K), x) for n, x in count.items()]


def mean_by_chance(measure, t, p, K):
    of = orders(t, p, K)
    values = measure(np.array([n for n, _ in of]))
    return float(values @ [x for _, x in of]) / math.factorial(len(t)), of[0][0]


def expected(cost, share=lambda n: n.sum() ** 2):
    def value(n):
        rows, columns = n.sum(axis=1), n.sum(axis=0)
        return sum(
            cost(r, c) * rows[r] * columns[c] for r, c in np.ndindex(n.shape)
        ) / share(n)

    return value


def exactly(formula):
    return lambda mean, n: same(mean, formula(n))


def of_classes_by_chance(cost):
    def value(n):
        present = [r for r in range(len(n)) if n[r].any()]
        total = sum(cost(r, c) * n[:, c].sum() for r in present for c in range(len(n)))
        return total / (len(present) * n.sum())

    return value


amae_by_chance = of_classes_by_chance(off)
ba_by_chance = of_classes_by_chance(lambda r, c: r == c)


def dealt(n):
    rows, columns = n.sum(axis=1), n.sum(axis=0)
    return [(r, c, int(rows[r] * columns[c])) for r, c in np.ndindex(n.shape)]


def alpha_by_chance(n):
    R = pooled_ranks(n)
    times = 4 - Fraction(2, int(n.sum()))
    return in_pool(n, lambda r, c: (R[r] - R[c]) ** 2, dealt(n), times)


def r_int_by_chance(n):
    t, p = observed(n)
    N = len(t)
    tied = [
        sum(a == b for a, b in itertools.combinations(x, 2)) / math.comb(N, 2)
        for x in (t, p)
    ]
    return math.sqrt((1 + tied[0]) * (1 + tied[1])) - 1


def at_most_one_class_in_turn(mean, n):
    return not n.sum(axis=1).all() or mean <= 1 / len(n) + 1e-12


def zero_without_ties(mean, n):
    if n.sum(axis=0).max() == n.sum(axis=1).max() == 1:
        return same(mean, 0)
    return True


def zero_for_two(mean, n):
    return same(mean, 0) if len(n) == 2 else mean > -1e-12


def no_closed_form(mean, n):
    """Nothing of the mean; that the package knows none, see below."""
    return True


CHANCE = {
    "0": exactly(lambda n: 0),
    r"$\sum_r n_{r\cdot} n_{\cdot r} / N^2$": exactly(expected(lambda r, c: r == c)),
    r"$1 - \sum_r n_{r\cdot} n_{\cdot r} / N^2$": exactly(
        expected(lambda r, c: r != c)
    ),
    r"$\sum_{r,c} |r - c|\, n_{r\cdot} n_{\cdot c} / N^2$": exactly(expected(off)),
    r"$\sum_{r,c} (r - c)^2\, n_{r\cdot} n_{\cdot c} / N^2$": exactly(
        expected(lambda r, c: (r - c) ** 2)
    ),
    r"$\tfrac{1}{JN} \sum_r n_{\cdot r}$, over the $J$ classes present": exactly(
        ba_by_chance
    ),
    r"$1 - 4 \sum |r - c|\, n_{r\cdot} n_{\cdot c} / \sum |r - c|\, m_r m_c$": exactly(
        lambda n: in_pool(n, off, dealt(n), 4)
    ),
    r"$1 - (4 - \tfrac2N) \sum (R_r - R_c)^2\, n_{r\cdot} n_{\cdot c} / \sum "
    r"(R_r - R_c)^2\, m_r m_c$": exactly(alpha_by_chance),
    r"$1 - \sum |r - c|\, n_{r\cdot} n_{\cdot c} / (N^2 E)$, with $E$ below the "
    "line in the formula": exactly(lambda n: 1 - expected(off)(n) / gwet_divisor(n)),
    "at most that of BA": lambda mean, n: mean <= ba_by_chance(n) + 1e-12,
    r"$\sum_{|r - c| \le 1} n_{r\cdot} n_{\cdot c} / N^2$": exactly(
        expected(lambda r, c: abs(r - c) < 2)
    ),
    r"$\tfrac{1}{JN} \sum_{r,c} (r - c)^2\, n_{\cdot c}$, over the $J$ classes present": (
        exactly(of_classes_by_chance(lambda r, c: (r - c) ** 2))
    ),
    "at most $1/K$ with every class present": at_most_one_class_in_turn,
    "at most the root of that of MSE": lambda mean, n: (
        mean <= math.sqrt(expected(lambda r, c: (r - c) ** 2)(n)) + 1e-12
    ),
    r"$\tfrac{1}{JN} \sum_{r,c} |r - c|\, n_{\cdot c}$, over the $J$ classes present": exactly(
        amae_by_chance
    ),
    "at least that of AMAE": lambda mean, n: mean >= amae_by_chance(n) - 1e-12,
    r"$\sqrt{(1 + \lambda_t)(1 + \lambda_p)} - 1$, with the shares of pairs tied in "
    "truth and prediction": exactly(r_int_by_chance),
    "0 without ties; with ties no closed form known to us": zero_without_ties,
    "no closed form known to us": no_closed_form,
    "above 0, more so for few observations of many classes": lambda mean, n: (
        mean > 1e-9
    ),
    "0 for $K = 2$; at least 0 for more, larger for few observations": zero_for_two,
}


@pytest.mark.parametrize("name", SHOWN)
def test_chance(name):
    measure = MEASURES[name]
    claim = CHANCE[measure.chance]
    sizes = [(2, 3), (3, 3)] if name in SLOW else [(2, 3), (2, 4), (3, 3), (3, 4)]
    checked = 0
    for K, N in sizes:
        for t, p in margins(K, N):
            mean, n = mean_by_chance(measure, t, p, K)
            if not math.isnan(mean):
                checked += 1
                assert claim(mean, n), (t, p, mean)
    assert checked > 9


@pytest.mark.parametrize("name", SHOWN)
def test_chance_by_a_formula_is_what_the_package_knows(name):
    """A text that is no formula for every margin is none that the package computes by."""
    text, method = MEASURES[name].chance, chance(name, [[2, 1], [1, 2]]).method
    bounded = ("at ", "above ", "0 without", "0 for", "no closed form")
    said_as_formula = not text.startswith(bounded)
    if name == "r_int":  # the mean is known, the deviation is not
        assert said_as_formula
        assert method == "all tables"
    else:
        assert method == ("formula" if said_as_formula else "all tables")


def test_gamma_by_chance_is_not_zero_with_ties():
    means = [
        mean_by_chance(MEASURES["goodman_kruskal_gamma"], t, p, 3)[0]
        for t, p in margins(3, 4)
    ]
    assert max(map(abs, (m for m in means if not math.isnan(m)))) > 0.05


def test_more_observations_bring_the_searches_nearer_to_zero():
    """The word "few" in the catalogue: 3 classes, each twice and eight times.

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
    for name, measure in SHOWN.items():
        if "many classes" in measure.chance:
            assert mean(name, 4, 4) > 1.3 * mean(name, 2, 8) > 0, name


# ------------------------------------------------------------------------- what is not seen


def changed(n, *moves):
    n = n.copy()
    for r, c, x in moves:
        n[r, c] += x
    return n


def renamed(n):
    for p in itertools.permutations(range(len(n))):
        yield n[np.ix_(p, p)]


def rows_and_columns_renamed(n):
    every = list(itertools.permutations(range(len(n))))
    for p, q in itertools.product(every, every):
        yield n[np.ix_(p, q)]


def mirrored_errors(n):
    """Errors of each class turned to its other side, where the scale has room."""
    for r in range(len(n)):
        for k in range(1, min(r, len(n) - 1 - r) + 1):
            other = n.copy()
            other[r, [r - k, r + k]] = n[r, [r + k, r - k]]
            yield other


def weighted_rows(n):
    yield n * np.array([3, 1, 7, 2])[: len(n), None]


def an_empty_class(n):
    """Two neighbours come to stand further apart."""
    for k in range(1, len(n)):
        yield np.insert(np.insert(n, k, 0, axis=0), k, 0, axis=1)


def shifted(n):
    """Predictions one class higher, on a scale that has room."""
    larger = np.pad(n, ((0, 1), (0, 1)))
    yield np.roll(larger, 1, axis=1)


def stretched(n):
    K = len(n)
    larger = np.zeros((2 * K, 2 * K), dtype=int)
    larger[:K, 1::2] = n
    yield larger


def reversed_columns(n):
    yield n[:, ::-1]


def reversed_columns_of_two(n):
    if len(n) == 2:
        yield n[:, ::-1]


def transposed(n):
    yield n.T


def others_perfect(n, cost, worst):
    """All classes but the worst one made right."""
    rows = [r for r in range(len(n)) if n[r].any()]
    values = {r: cost(n[r], r) for r in rows}
    keep = worst(rows, key=values.get)
    other = n.copy()
    for r in rows:
        if r != keep:
            other[r] = 0
            other[r, r] = n[r].sum()
    yield other


def others_right(n):
    return others_perfect(n, lambda row, r: row[r] / row.sum(), min)


def others_near(n):
    return others_perfect(
        n, lambda row, r: row @ abs(np.arange(len(row)) - r) / row.sum(), max
    )


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
            before, after = (
                measure(np.array(side)) for side in zip(*alike, strict=True)
            )
            wrong = ~np.isclose(before, after, rtol=0, atol=1e-9, equal_nan=True)
            assert not wrong.any(), [n.tolist() for n in alike[wrong.argmax()]]

    return holds


def rare_class(measure, of):
    """A class of one among 20,000, wherever it is put, is hardly seen."""
    common = np.array([[9000, 1000, 0], [0, 0, 0], [0, 1000, 9000]])
    for c in range(3):
        for d in range(3):
            a, b = (measure(changed(common, (1, k, 1))) for k in (c, d))
            assert abs(a - b) < 1e-3


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
            costs = path_costs(n, price(n), whole(n))
            best = paths(len(n))[int(np.argmin(costs))]
            outside = [cell for cell in np.ndindex(n.shape) if cell not in best]
            for a, b in itertools.permutations(outside, 2):
                if n[a] and alike(a, b):
                    moved += 1
                    other = changed(n, (*a, -1), (*b, 1))
                    assert path_costs(other, price(n), whole(n))[
                        int(np.argmin(costs))
                    ] == pytest.approx(float(measure(n)))
                    assert measure(other) <= measure(n) + 1e-12
        assert moved > 100

    return holds


BLIND = {
    "how far a miss is": unseen(renamed),
    "a rare class": rare_class,
    "all classes but the worst": {
        "minimum_sensitivity": unseen(others_right),
        "mmae": unseen(others_near),
    },
    "too high or too low": unseen(mirrored_errors),
    "how frequent the classes are": unseen(weighted_rows),
    "a shift that keeps the order": unseen(shifted),
    "how far classes are apart": unseen(an_empty_class),
    "every tie": same_pairs("CD"),
    "a miss by one": unseen(moved_among(lambda d: d < 2)),
    "how far a longer miss is": unseen(moved_among(lambda d: d > 1)),
    "on which side a tie is": same_pairs("CD", sized=True),
    "ties of the classes": same_pairs(["C", "D", "T_p"]),
    "ties of the predictions": same_pairs(["C", "D", "T_t"]),
    "a shift and a stretch of the predictions": unseen(shifted, stretched),
    "a tie counts as agreement": constant_predictions,
    "which side is the truth": unseen(transposed),
    "what the margins allow": margins_allow,
    "where off the path an error of the same size stands": off_the_path(
        lambda n: n.sum() + (n * distances(len(n))).sum(),
        lambda a, b: abs(a[0] - a[1]) == abs(b[0] - b[1]),
    ),
    "where the observations off the path stand": off_the_path(
        lambda n: n.sum(), lambda a, b: True
    ),
    "the order of the classes": unseen(rows_and_columns_renamed),
    "rising or falling": unseen(reversed_columns),
    "which order the classes have": unseen(renamed),
    "same or opposite": unseen(reversed_columns_of_two),
}
CLAIMS = [(name, part) for name, m in SHOWN.items() for part in m.blind.split("; ")]


@pytest.mark.parametrize(("name", "part"), CLAIMS)
def test_blind(name, part):
    holds = BLIND[part]
    (holds[name] if isinstance(holds, dict) else holds)(MEASURES[name], tables(name))


# ------------------------------------------------------------------------- the checks themselves


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("mae", "how far a miss is"),
        ("minimum_sensitivity", "a rare class"),
        ("weighted_kappa", "too high or too low"),
        ("mae", "how frequent the classes are"),
        ("mae", "a shift that keeps the order"),
        ("pearson", "how far classes are apart"),
        ("kendall_tau_b", "every tie"),
        ("mae", "a miss by one"),
        ("mae", "how far a longer miss is"),
        ("kendall_tau_b", "on which side a tie is"),
        ("somers_d_true", "ties of the classes"),
        ("somers_d", "ties of the predictions"),
        ("mae", "a shift and a stretch of the predictions"),
        ("ccr", "a tie counts as agreement"),
        ("amae", "which side is the truth"),
        ("goodman_kruskal_gamma", "what the margins allow"),
        ("oci_prime", "where off the path an error of the same size stands"),
        ("oci", "where the observations off the path stand"),
        ("kendall_tau_b", "the order of the classes"),
        ("kendall_tau_b", "rising or falling"),
        ("kendall_tau_b", "which order the classes have"),
        ("co_correlation", "same or opposite"),
    ],
)
def test_what_a_measure_sees_is_not_called_unseen(name, part):
    with pytest.raises(AssertionError):
        BLIND[part](MEASURES[name], tables(name))


def test_each_text_is_in_use():
    """What no measure says any more has no check here."""
    for field, texts in [
        ("formula", FORMULAS),
        ("chance", CHANCE),
        ("undefined", UNDEFINED),
    ]:
        assert set(texts) == {getattr(m, field) for m in SHOWN.values()}
    assert set(BLIND) == {part for _, part in CLAIMS}


def test_formulas_are_apart_from_the_package():
    """No function of the package stands behind a transcription: these are a third opinion."""
    tree = ast.parse(Path(__file__).read_text("utf-8"))
    of = {f.name: f for f in tree.body if isinstance(f, ast.FunctionDef)}
    said = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "FORMULAS"
    )
    waiting, seen = [said], set()
    while waiting:
        names = {n.id for n in ast.walk(waiting.pop()) if isinstance(n, ast.Name)}
        waiting += [of[name] for name in (names - seen) & set(of)]
        seen |= names
    assert {"MEASURES", "definitions", "chance", "standard_error"}.isdisjoint(seen)
    assert {"pairs", "paths", "largest"} <= seen
