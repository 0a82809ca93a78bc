"""What the ordinal classification index counts, when it is a metric, and its closed forms."""

import itertools
from bisect import bisect_right
from fractions import Fraction
from math import isqrt, lcm

import numpy as np
import pytest
from small import all_matrices, fractions, random_matrices

import ordref
from ordref import definitions


def threshold(N):
    return Fraction(N - 1, (N + 1) * (N + 2))


def steps(pairs):
    return sum(abs(t - p) for t, p in pairs)


# ------------------------------------------------------------------------ what it counts


def best_set(pairs, beta, gamma):
    """The worth of the best set of mutually nondiscordant observations, all sets tried."""
    M = sum(abs(t - p) ** gamma for t, p in pairs) ** (1 / gamma) if gamma != 1 else 0
    T = len(pairs) + (steps(pairs) if gamma == 1 else M)
    worth = [1 / Fraction(T) - beta * abs(t - p) ** gamma for t, p in pairs]
    best = Fraction(0)
    for mask in range(1 << len(pairs)):
        S = [k for k in range(len(pairs)) if mask >> k & 1]
        if all(
            (pairs[i][0] - pairs[j][0]) * (pairs[i][1] - pairs[j][1]) >= 0
            for i, j in itertools.combinations(S, 2)
        ):
            best = max(best, sum(worth[k] for k in S))
    return best


@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1, 30), Fraction(1, 7)])
@pytest.mark.parametrize(("K", "N"), [(2, 6), (3, 4)])
def test_index_is_the_best_set_of_observations(K, N, beta):
    stack = all_matrices(K, N)
    for cm, value in zip(stack, ordref.oci(fractions(stack), beta=beta), strict=True):
        pairs = definitions.observations(cm.tolist())
        assert value == 1 - best_set(pairs, beta, 1)


@pytest.mark.parametrize("gamma", [2, 3])
@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1, 40), Fraction(1, 9)])
def test_index_is_the_best_set_for_other_exponents(gamma, beta):
    stack = all_matrices(3, 3)
    for cm, value in zip(
        stack, ordref.oci(stack, beta=float(beta), gamma=gamma), strict=True
    ):
        best = best_set(definitions.observations(cm.tolist()), beta, gamma)
        assert value == pytest.approx(1 - float(best), abs=1e-13)


def patience(sequence):
    last = []
    for value in sequence:
        k = bisect_right(last, value)
        last[k : k + 1] = [value]
    return len(last)


@pytest.mark.parametrize("K", range(2, 9))
def test_without_weight_it_is_the_longest_nondecreasing_subsequence(K):
    twin_fails = False
    stack = random_matrices(K)
    for cm, value in zip(
        stack, ordref.oci(fractions(stack), beta=Fraction(0)), strict=True
    ):
        pairs = sorted(definitions.observations(cm.tolist()))
        T = len(pairs) + steps(pairs)
        assert value == 1 - Fraction(patience(p for _, p in pairs), T)
        twin = sorted(pairs, key=lambda pair: (pair[0], -pair[1]))
        twin_fails |= value != 1 - Fraction(patience(p for _, p in twin), T)
    assert twin_fails


# ---------------------------------------------------------------------------- the metric


def distances(N, K, beta):
    """OC between all vectors of N labels of K classes, as whole numbers."""
    vectors = list(itertools.product(range(1, K + 1), repeat=N))
    keys = [
        tuple(sorted(zip(a, b, strict=True)))
        for a, b in itertools.product(vectors, repeat=2)
    ]
    distinct = sorted(set(keys))
    cms = np.zeros((len(distinct), K, K), dtype=int)
    for k, key in enumerate(distinct):
        for t, p in key:
            cms[k, t - 1, p - 1] += 1
    known = dict(zip(distinct, ordref.oci(fractions(cms), beta=beta), strict=True))
    common = lcm(*(value.denominator for value in known.values()))
    whole = {key: int(value * common) for key, value in known.items()}
    return np.array([whole[key] for key in keys]).reshape(len(vectors), -1)


def obeys_triangle(D):
    return all((row <= row[:, None] + D).all() for row in D)


SIZES = [(1, 2), (1, 8), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]
SIZES += [(2, 3), (3, 3), (4, 3), (2, 5), (3, 4)]


@pytest.mark.parametrize(("N", "K"), SIZES)
def test_index_is_a_metric_exactly_from_the_threshold_on(N, K):
    for share, metric in [(1, True), (Fraction(1001, 1000), True), (2, True)]:
        D = distances(N, K, threshold(N) * share)
        assert obeys_triangle(D) is metric
        assert (D == D.T).all()
        assert ((D == 0) == np.eye(len(D), dtype=bool)).all()
    if N > 1:
        assert not obeys_triangle(distances(N, K, threshold(N) * Fraction(999, 1000)))
        assert not obeys_triangle(distances(N, K, Fraction(0)))


@pytest.mark.parametrize("N", range(2, 30))
def test_papers_example_breaks_the_triangle_exactly_below_the_threshold(N):
    ab, ac = fractions([[N - 1, 0], [1, 0]]), fractions([[N - 2, 1], [1, 0]])
    for share in (0, Fraction(1, 2), Fraction(999, 1000), 1, Fraction(1001, 1000), 2):
        beta = threshold(N) * share
        two_steps = ordref.oci(ab, beta=beta) + ordref.oci(ab.T, beta=beta)
        assert (two_steps < ordref.oci(ac, beta=beta)) == (share < 1)


@pytest.mark.parametrize("N", range(2, 11))
def test_bounds_of_the_proof_meet_only_in_the_example(N):
    """Every sextuple of whole numbers that the proof has to deal with."""
    beta = threshold(N)
    tight = []
    sizes = itertools.combinations_with_replacement(range(1, 7), 2)
    for M1, M2 in sizes:
        heads = itertools.product(range(1, min(M1, N) + 1), range(1, min(M2, N) + 1))
        for H1, H2 in heads:
            lower = sum(
                Fraction(M, N + M) + H * min(beta, Fraction(1, N + M))
                for M, H in ((M1, H1), (M2, H2))
            )
            for M in range(2 - (M1 + M2) % 2, M1 + M2 + 1, 2):
                for H in range(1, min(N, M, H1 + H2) + 1):
                    gain = max(0, Fraction(1, N + M) - beta) if M < 2 * H else 0
                    upper = Fraction(M + H, N + M) - gain
                    assert upper <= lower
                    if upper == lower:
                        tight.append((M1, H1, M2, H2, M, H))
    assert tight == [(1, 1, 1, 1, 2, 2)]


@pytest.mark.parametrize("N", range(2, 200))
def test_sufficient_inequality_holds_but_for_the_sizes_treated_apart(N):
    """Beyond m = 3, and for two errors in all with m = 3."""
    for M1, M2 in itertools.combinations_with_replacement(range(1, 10), 2):
        m, h = M1 + M2, min(M1, N) + min(M2, N)
        right = M1 * M2 * (Fraction(1, N + M1) + Fraction(1, N + M2))
        factor = Fraction(max(0, (4 - m) * N + m + 2), (N + 1) * (N + 2))
        if m > 3:
            assert h * factor <= right
        elif m == 3:
            assert 2 * factor <= right
        else:
            assert 2 * factor > right


@pytest.mark.parametrize("K", range(2, 8))
def test_a_metric_index_is_the_diagonal_from_five_steps_on(K):
    seen = 0
    for cm in random_matrices(K):
        N, M = int(cm.sum()), steps(definitions.observations(cm.tolist()))
        if N >= 7 and M >= 5:
            seen += 1
            diagonal = Fraction(M + N - int(np.trace(cm)), N + M)
            assert ordref.oci(fractions(cm), beta=threshold(N)) == diagonal
    assert seen > 3


def test_four_steps_can_still_be_seen():
    cm = fractions([[5, 2, 0], [0, 5, 2], [0, 0, 5]])
    assert ordref.oci(cm, beta=threshold(19)) < Fraction(4 + 4, 19 + 4)


@pytest.mark.parametrize(
    ("b", "K", "largest"),
    [
        # b (N + 1)(N + 2) >= N (N - 1)(K - 1), solved by hand
        (Fraction(3, 4), 2, 13),
        (Fraction(3, 4), 3, 3),
        (Fraction(3, 4), 4, 2),
        (Fraction(3, 4), 5, 2),
        (Fraction(3, 4), 6, 1),
        (Fraction(1, 4), 2, 2),
        (Fraction(1, 4), 3, 1),
    ],
)
def test_papers_weights_give_a_metric_only_for_few_observations(b, K, largest):
    for N in range(1, 100):
        assert (b / (N * (K - 1)) >= threshold(N)) == (largest >= N)
    assert obeys_triangle(
        distances(min(largest, 3), K, b / (min(largest, 3) * (K - 1)))
    )
    if largest < 4:
        beta = b / ((largest + 1) * (K - 1))
        assert not obeys_triangle(distances(largest + 1, K, beta))


@pytest.mark.parametrize("gamma", [1, 1.5, 2, 4, 50])
@pytest.mark.parametrize(("N", "K"), [(1, 6), (2, 4), (3, 3), (4, 2), (5, 2)])
def test_large_weights_give_a_metric_for_every_exponent(N, K, gamma):
    V = np.eye(K, dtype=int)[list(itertools.product(range(K), repeat=N))]
    cms = np.einsum("aik,bil->abkl", V, V)
    D = ordref.oci(cms, beta=1 / (N + 1), gamma=gamma)
    assert (D[:, None] <= D[:, :, None] + D[None] + 1e-12).all()
    off, differ = np.where(np.eye(K), 0, cms), N - np.einsum("abkk->ab", cms)
    d = np.abs(np.subtract.outer(range(K), range(K))).astype(float) ** gamma
    M = np.einsum("abkl,kl->ab", off, d) ** (1 / gamma)
    assert np.allclose(D, (M + differ) / (N + M), rtol=1e-12)


def test_second_fact_of_the_appendix_is_false():
    """One observation: a = 1, c = 2 and the far class b = 5."""

    def quotient(a, b):
        return Fraction(int(a != b), 1 + abs(a - b))

    assert quotient(1, 2) > quotient(1, 5) + quotient(5, 2)
    for a, b, c in itertools.product(range(1, 5), repeat=3):
        assert quotient(a, c) <= quotient(a, b) + quotient(b, c)


def test_hamming_exceeds_minkowski_for_exponents_above_one():
    """H**gamma <= M**gamma for whole exponents: always for 1, and for one observation."""
    for gamma in (1, 2, 3):
        exceeded = set()
        for N in (1, 2, 3):
            for d in itertools.product(range(5), repeat=N):
                if sum(x > 0 for x in d) ** gamma > sum(x**gamma for x in d):
                    exceeded.add(d)
        assert ((1, 1) in exceeded) == (gamma > 1)
        assert min(map(len, exceeded), default=2) == 2


def test_threshold_of_the_example_falls_with_the_exponent():
    ab, ac = np.array([[3, 0], [1, 0]]), np.array([[2, 1], [1, 0]])
    for gamma in (1, 2, 4):
        mu = 2 ** (1 / gamma)
        bound = (mu - 1) * 3 / (5 * (4 + mu))
        for share in (0.9, 1.1):
            total = 2 * ordref.oci(ab, beta=share * bound, gamma=gamma)
            fails = total < ordref.oci(ac, beta=share * bound, gamma=gamma)
            assert fails == (share < 1)


# -------------------------------------------------------------------- tridiagonal matrices


def tridiagonal(K, w=1):
    eye = np.eye(K, dtype=int)
    return eye + w * (np.eye(K, k=1, dtype=int) + np.eye(K, k=-1, dtype=int))


@pytest.mark.parametrize("K", range(2, 13))
@pytest.mark.parametrize("b", [Fraction(0), Fraction(1, 4), Fraction(3, 4)])
def test_tridiagonal_index(K, b):
    N = 3 * K - 2
    value = ordref.oci(fractions(tridiagonal(K)), beta=b / (N * (K - 1)))
    if K == 2 and b == Fraction(3, 4):
        assert value == Fraction(2, 3)
    else:
        assert value == Fraction(3 * (K - 1), 5 * K - 4) + b / N
    if K <= 5:
        pairs = definitions.observations(tridiagonal(K).tolist())
        assert value == definitions.oci(pairs, K, beta=b / (N * (K - 1)))


@pytest.mark.parametrize("K", range(2, 13))
def test_tridiagonal_coefficients(K):
    import scipy.stats

    cm, N = tridiagonal(K), 3 * K - 2
    pairs = definitions.observations(cm.tolist())
    P, E = N * (N - 1) // 2, 3 * K - 4
    tau = Fraction((9 * K - 13) * (K - 2), 9 * K**2 - 21 * K + 14)
    assert tau == Fraction(P - 2 * (K - 1) - 2 * E, P - E)
    assert ordref.kendall_tau_b(cm) == pytest.approx(float(tau), rel=1e-13)
    pearson = scipy.stats.pearsonr(*zip(*pairs, strict=True)).statistic
    assert pearson == pytest.approx(1 - 4 / (K**2 - K + 2), abs=1e-12)
    r_int = Fraction(9 * K**2 - 25 * K + 18, 9 * K**2 - 9 * K - 2)
    assert r_int == -1 + 2 * Fraction(P - (K - 1), P + E)
    ordered = list(itertools.permutations(pairs, 2))
    S1 = [t <= u for (t, _), (u, _) in ordered]
    S2 = [p <= q for (_, p), (_, q) in ordered]
    both, root = sum(map(min, S1, S2)), isqrt(sum(S1) * sum(S2))
    assert root**2 == sum(S1) * sum(S2)
    assert r_int == -1 + Fraction(2 * both, root)
    spearman = scipy.stats.spearmanr(*zip(*pairs, strict=True)).statistic
    V = Fraction(N**3 - N - 12 - 24 * (K - 2), 12)
    exact = 1 - (9 * (K - 3) + Fraction(25, 2)) / V if K > 2 else Fraction(0)
    assert spearman == pytest.approx(float(exact), abs=1e-12)


def test_tridiagonal_index_falls_or_rises_with_the_classes():
    for b, sign in ((Fraction(3, 4), -1), (Fraction(1, 4), 1), (Fraction(9, 25), 1)):
        values = [
            ordref.oci(fractions(tridiagonal(K)), beta=b / ((3 * K - 2) * (K - 1)))
            for K in range(2, 25)
        ]
        assert all(sign * (y - x) > 0 for x, y in itertools.pairwise(values))


@pytest.mark.parametrize("w", [1, 2, 5])
def test_tridiagonal_limit_depends_on_the_share_beside_the_diagonal(w):
    for K in (10, 40):
        value = ordref.oci(tridiagonal(K, w), beta=0)
        assert abs(value - 3 * w / (1 + 4 * w)) < 2 / K


# ------------------------------------------------------------ the general form, eq. (8)


def simple_paths(K, path=((1, 1),)):
    r, c = path[-1]
    if (r, c) == (K, K):
        yield path
        return
    for entry in itertools.product((r - 1, r, r + 1), (c - 1, c, c + 1)):
        if min(entry) >= 1 and max(entry) <= K and entry not in path:
            yield from simple_paths(K, (*path, entry))


def crossings(path):
    return sum(
        (r - s) * (c - d) < 0 for (r, c), (s, d) in itertools.combinations(path, 2)
    )


@pytest.mark.parametrize("K", [2, 3, 4])
def test_some_path_visits_every_entry(K):
    assert any(len(path) == K**2 for path in simple_paths(K))


@pytest.mark.parametrize(("K", "N"), [(2, 5), (3, 2)])
def test_general_form(K, N):
    paths = [(path, crossings(path)) for path in simple_paths(K)]
    # The consistent paths of the definition are those without a discordant pair.
    assert {p for p, d in paths if d == 0} == set(definitions.consistent_paths(K))
    beta = Fraction(1, 25)
    for cm in all_matrices(K, N).tolist():
        pairs = definitions.observations(cm)
        T = len(pairs) + steps(pairs)

        def cost(path, weight, cm=cm, T=T):
            return 1 + sum(
                cm[r - 1][c - 1] * (weight * abs(r - c) - Fraction(1, T))
                for r, c in path
            )

        MAE, MER = definitions.mae(pairs), definitions.mer(pairs)
        assert min(cost(p, 0) for p, _ in paths) == MAE / (1 + MAE)
        costs = [(cost(p, beta), d) for p, d in paths]
        for beta2 in (Fraction(1), Fraction(1, 2), MER / (1 + MAE)):
            least = min(value + beta2 * d for value, d in costs)
            assert least == definitions.oci(pairs, K, beta=beta)
