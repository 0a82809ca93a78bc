"""What the ordinal classification index counts, when it is a metric, and its closed forms."""

import itertools
from fractions import Fraction
from functools import cache
from math import isqrt, lcm

import numpy as np
import pytest
import scipy.stats
from small import all_matrices, distances, fractions, of_size, random_matrices

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


@pytest.mark.parametrize("gamma", [2, 3])
@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1, 40), Fraction(1, 9)])
def test_index_is_the_best_set_for_other_exponents(gamma, beta):
    stack = all_matrices(3, 3)
    for cm, value in zip(
        stack, ordref.oci(stack, beta=float(beta), gamma=gamma), strict=True
    ):
        best = best_set(definitions.observations(cm.tolist()), beta, gamma)
        assert value == pytest.approx(1 - float(best), abs=1e-13)


# ------------------------------------------------------------- when an error gets worse


def moves(stack):
    """Every move of one observation one class away from the diagonal.

    In its row, above the diagonal and on it: the other moves are mirror images. With the
    entry that it leaves come the places of the matrices that have an observation there,
    and what becomes of them.
    """
    for r, c in itertools.combinations_with_replacement(range(stack.shape[-1] - 1), 2):
        places = np.flatnonzero(stack[:, r, c])
        far = stack[places]
        far[:, r, c] -= 1
        far[:, r, c + 1] += 1
        yield r, c, places, far


def whole(cm):
    """4 N (K - 1) (N + M) (1 - OC) and N + M with the default weight, in whole numbers."""
    K = cm.shape[-1]
    n = np.ascontiguousarray(np.moveaxis(cm, 0, -1))  # cell by cell
    N, M = n.sum(axis=(0, 1)), (n * distances(K)[..., None]).sum(axis=(0, 1))
    terms = [np.maximum(0, 4 * N * (K - 1) - 3 * (N + M) * d) for d in range(K)]
    row = np.zeros((K, len(cm)), dtype=int)
    for r in range(K):
        for c in range(K):
            before = np.maximum(row[c], row[c - 1]) if c else row[c]
            row[c] = before + terms[abs(r - c)] * n[r, c]
    return row[-1], N + M


def lowers(near, far):
    """Whether OC falls from one to the other, exactly."""
    (v, T), (w, U) = whole(near), whole(far)
    return w * T > v * U


def rewarded(stack):
    """For each move, its entry and the matrices before it after which OC is lower, exactly."""
    v, T = whole(stack)
    for r, c, places, far in moves(stack):
        w, U = whole(far)
        yield r, c, stack[places[w * T[places] > v[places] * U]]


@pytest.mark.parametrize("K", [2, 3, 4, 6])
def test_whole_numbers_are_the_index(K):
    stack = random_matrices(K)
    value, T = whole(stack)
    for cm, v, t in zip(stack, value, T, strict=True):
        exact = 1 - Fraction(int(v), int(4 * cm.sum() * (K - 1) * t))
        assert exact == ordref.oci(fractions(cm))
        if K < 5:
            assert exact == definitions.oci(definitions.observations(cm.tolist()), K)


@pytest.mark.parametrize("gamma", [1, 1.5, 3])
@pytest.mark.parametrize("beta", [0, 0.01, 0.05, 0.2])
@pytest.mark.parametrize("K", [3, 4])
def test_index_falls_only_if_an_observation_above_is_worth_its_price(K, beta, gamma):
    fallen = 0
    stack = all_matrices(K, 4 if K == 3 else 3)
    before = ordref.oci(stack, beta=beta, gamma=gamma)
    for r, c, places, far in moves(stack):
        D = distances(K) ** float(gamma)
        T = far.sum(axis=(1, 2)) + (far * D).sum(axis=(1, 2)) ** (1 / gamma)
        falls = ordref.oci(far, beta=beta, gamma=gamma) < (before[places] - 1e-12)
        above = np.zeros(len(far), dtype=bool)
        for q in range(r):
            above |= (far[:, q, c + 1] > 0) & (beta * T * D[q, c + 1] < 1)
        assert (above | ~falls).all()
        fallen += falls.sum()
    assert fallen or beta > 0.01


def test_two_classes_never_reward_a_larger_error():
    stack = all_matrices(2, 12)
    for gamma, beta in itertools.product((1, 2), (None, 0, 0.02, 0.07, 0.3)):
        value = ordref.oci(stack, beta=beta, gamma=gamma)
        for _, _, places, far in moves(stack):
            after = ordref.oci(far, beta=beta, gamma=gamma)
            assert (after >= value[places] - 1e-14).all(), (gamma, beta)


def test_three_classes_never_reward_a_larger_error():
    assert not any(len(found) for _, _, found in rewarded(all_matrices(3, 9)))
    # with a weight of zero they do
    stack = all_matrices(3, 2)
    assert any(
        (ordref.oci(far, beta=0) < ordref.oci(stack[places], beta=0) - 1e-12).any()
        for _, _, places, far in moves(stack)
    )


def least_classes(N):
    """The theorem's table."""
    return {2: 9, 3: 7}.get(N, 6 if N < 7 else 5 if N < 18 or N == 19 else 4)


@pytest.mark.parametrize("N", range(2, 7))
def test_fewer_classes_do_not_reward_a_larger_error(N):
    """All matrices of up to six observations."""
    for K in range(2, least_classes(N)):
        assert not any(len(found) for _, _, found in rewarded(of_size(K, N))), K


def sides(start, end):
    """The paths of steps down and to the right."""
    if start == end:
        yield (end,)
    for step in ((start[0] + 1, start[1]), (start[0], start[1] + 1)):
        if step[0] <= end[0] and step[1] <= end[1]:
            for path in sides(step, end):
                yield (start, *path)


@cache
def shares(N, cells):
    bars = itertools.combinations(range(N + cells - 1), cells - 1)
    bars = np.fromiter(itertools.chain.from_iterable(bars), int)
    bars = bars.reshape(-1, cells - 1)
    return np.diff(bars, axis=1, prepend=-1, append=N + cells - 1) - 1


def remaining(K, N):
    """What a reward needs of the counts on the best path after the move.

    ``k`` observations are off that path, at ``D`` steps in all; each yield is the entry
    that is left, the path, the counts on it without that observation, k and D.
    """
    d, scale = np.arange(K), 4 * N * (K - 1)
    for r, c in itertools.combinations_with_replacement(range(1, K - 1), 2):
        x, y = (r, c), (r, c + 1)
        for head in sides((0, 0), (r - 1, c + 1)):
            for tail in sides(y, (K - 1, K - 1)):
                path = head + tail
                at = np.array([abs(i - j) for i, j in path])
                above = [j == c + 1 and i < r for i, j in path]
                other = np.array(
                    [
                        [e in q for e in path]
                        + [x in q, all((i, i) in q for i in range(K))]
                        for q in sides((0, 0), (K - 1, K - 1))
                    ]
                ).astype(int)
                for k in range(N - 1):
                    n = shares(N - 1 - k, len(path))
                    n = n[n[:, above].any(axis=1)]
                    sums = n @ (at[:, None] == d)
                    # One number for each row of sums: rows are slow to compare.
                    codes = sums @ (N**d)
                    _, first, which = np.unique(
                        codes, return_index=True, return_inverse=True
                    )
                    kinds = sums[first]
                    for D in range((K - 1) * k + 1):
                        T = (N + kinds @ d + c - r + D)[:, None]
                        w = np.maximum(0, scale * (T + 1) - 3 * d * T * (T + 1))
                        v = np.maximum(0, scale * T - 3 * d * T * (T + 1))
                        if not v[:, 2].any():
                            break
                        best = (kinds * v).sum(axis=1) + v[:, c + 1 - r]
                        live = (v[:, 2] > 0) & (best > (kinds * w).sum(axis=1))
                        m, of = n[live[which]], which[live[which]]
                        hits = max(0, k - D) * w[of, 0]
                        sets = np.column_stack([m * w[of][:, at], w[of, c - r], hits])
                        for i in np.flatnonzero(
                            (sets @ other.T).max(axis=1) < best[of]
                        ):
                            yield x, path, m[i], k, D


def completed(K, x, path, counts, k, D):
    """Every matrix with these counts on the path, and k more observations anywhere."""
    base = np.zeros((K, K), dtype=int)
    base[x] += 1
    for entry, count in zip(path, counts, strict=True):
        base[entry] += count
    for extra in itertools.combinations_with_replacement(np.ndindex(K, K), k):
        if sum(abs(i - j) for i, j in extra) == D:
            cm = base.copy()
            for entry in extra:
                cm[entry] += 1
            yield cm


@pytest.mark.parametrize("N", [*range(7, 18), 19])
def test_four_classes_do_not_reward_a_larger_error(N):
    """By what remains of the matrices; the proof of the condition stands in the book."""
    left = 0
    for x, *rest in remaining(4, N):
        near = np.array(list(completed(4, x, *rest)))
        assert (near.sum(axis=(1, 2)) == N).all()
        far = near.copy()
        far[:, x[0], x[1]] -= 1
        far[:, x[0], x[1] + 1] += 1
        assert not lowers(near, far).any()
        left += 1
    assert (left > 0) == (N == 19)


def test_the_condition_leaves_every_reward():
    """Against the search through all matrices, where there are rewards to be found."""
    K, N = 5, 7
    allowed = {
        (x, *((e, int(n)) for e, n in zip(path, counts, strict=True) if n), k, D)
        for x, path, counts, k, D in remaining(K, N)
    }
    near = np.zeros((K, K), dtype=int)
    near[0, 0], near[0, 2], near[1, 1] = 3, 3, 1
    assert ((1, 1), ((0, 0), 3), ((0, 2), 3), 0, 0) in allowed
    rng = np.random.default_rng(1)
    entries = rng.integers(0, K * K, (200_000, N))
    entries[:100_000, :3] = entries[:100_000, :1]
    entries[:100_000, 3:5] = 0
    stack = np.zeros((len(entries), K * K), dtype=int)
    np.add.at(stack, (np.arange(len(entries))[:, None], entries), 1)
    seen = 0
    for r, c, before in rewarded(stack.reshape(-1, K, K)):
        for cm in before:
            rest = {e: int(n) for e, n in np.ndenumerate(cm) if n}
            rest[r, c] -= 1
            assert any(
                x == (r, c)
                and all(rest.get(e, 0) >= n for e, n in on)
                and sum(n for _, n in on) + k == N - 1
                for x, *on, k, D in allowed
            )
            seen += 1
    assert seen > 20


# ---------------------------------------------------------------------------- the metric


@cache
def label_pairs(N, K):
    """The matrices of all pairs of vectors of N labels of K classes, and which is whose."""
    V = np.eye(K, dtype=int)[list(itertools.product(range(K), repeat=N))]
    cms = np.einsum("aik,bil->abkl", V, V).reshape(-1, K, K)
    codes = cms.reshape(-1, K * K) @ (N + 1) ** np.arange(K * K, dtype=object)
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    return cms[first], which.reshape(len(V), len(V))


def oc_distances(N, K, beta):
    """OC between all vectors of N labels of K classes, as whole numbers."""
    cms, which = label_pairs(N, K)
    known = ordref.oci(fractions(cms), beta=beta)
    common = lcm(*(value.denominator for value in known))
    return np.array([int(value * common) for value in known])[which]


def obeys_triangle(D):
    return all((row <= row[:, None] + D).all() for row in D)


SIZES = [(1, 2), (1, 8), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]
SIZES += [(2, 3), (3, 3), (4, 3), (2, 5), (3, 4)]


@pytest.mark.parametrize(("N", "K"), SIZES)
def test_index_is_a_metric_exactly_from_the_threshold_on(N, K):
    for share, metric in [(1, True), (Fraction(1001, 1000), True), (2, True)]:
        D = oc_distances(N, K, threshold(N) * share)
        assert obeys_triangle(D) is metric
        assert (D == D.T).all()
        assert ((D == 0) == np.eye(len(D), dtype=bool)).all()
    if N > 1:
        assert not obeys_triangle(
            oc_distances(N, K, threshold(N) * Fraction(999, 1000))
        )
        assert not obeys_triangle(oc_distances(N, K, Fraction(0)))


def test_papers_example_breaks_the_triangle_exactly_below_the_threshold():
    for N in range(2, 30):
        ab, ac = fractions([[N - 1, 0], [1, 0]]), fractions([[N - 2, 1], [1, 0]])
        for share in (0, 0.5, 0.999, 1, 1.001, 2):
            beta = threshold(N) * Fraction(share)
            two_steps = ordref.oci(ab, beta=beta) + ordref.oci(ab.T, beta=beta)
            assert (two_steps < ordref.oci(ac, beta=beta)) == (share < 1), N


@pytest.mark.parametrize("gamma", [1, 1.5, 2, 4, 50])
@pytest.mark.parametrize(("N", "K"), [(1, 6), (2, 4), (3, 3), (4, 2), (5, 2)])
def test_large_weights_give_a_metric_for_every_exponent(N, K, gamma):
    V = np.eye(K, dtype=int)[list(itertools.product(range(K), repeat=N))]
    cms = np.einsum("aik,bil->abkl", V, V)
    D = ordref.oci(cms, beta=1 / (N + 1), gamma=gamma)
    assert (D[:, None] <= D[:, :, None] + D[None] + 1e-12).all()
    off, differ = np.where(np.eye(K), 0, cms), N - np.einsum("abkk->ab", cms)
    d = distances(K).astype(float) ** gamma
    M = np.einsum("abkl,kl->ab", off, d) ** (1 / gamma)
    assert np.allclose(D, (M + differ) / (N + M), rtol=1e-12)


@pytest.mark.parametrize("K", range(2, 7))
def test_cubic_form_of_the_second_fact(K):
    """Its coefficients, from the symmetric tensor of the form."""
    labels = itertools.product(range(K), repeat=3)
    kinds = np.array(
        sorted(
            {
                tuple(f(i, j) for i, j in ((a, b), (b, c), (a, c)) for f in (hit, step))
                for a, b, c in labels
            }
        )
    )
    h1, d1, h2, d2, h, d = kinds.T
    tensor = (
        np.einsum("i,j,k->ijk", h1, 1 + d2, 1 + d)
        + np.einsum("i,j,k->ijk", h2, 1 + d1, 1 + d)
        - np.einsum("i,j,k->ijk", h, 1 + d1, 1 + d2)
    )
    full = sum(tensor.transpose(order) for order in itertools.permutations(range(3)))
    upper = [
        full[i, j, k]
        for i, j, k in itertools.combinations_with_replacement(range(len(kinds)), 3)
    ]
    negative, nonzero = np.sum(np.array(upper) < 0), np.count_nonzero(upper)
    assert (negative == 0) == (K <= 4)
    if K == 4:
        assert (len(kinds), nonzero) == (19, 1291)
    if K == 5:
        assert negative == 14


def hit(i, j):
    return int(i != j)


def step(i, j):
    return abs(i - j)


@pytest.mark.parametrize(("K", "metric"), [(4, True), (5, False)])
def test_hamming_over_size_and_steps(K, metric):
    """Random triples of label vectors, and N copies of one triple."""
    rng = np.random.default_rng(K)
    a, b, c = rng.integers(1, K + 1, (3, 20_000, 6))

    def quotient(u, v):
        return (u != v).sum(axis=-1) / (u.shape[-1] + abs(u - v).sum(axis=-1))

    gaps = quotient(a, b) + quotient(b, c) - quotient(a, c)
    assert (gaps >= -1e-15).all() or not metric
    for N in (1, 2, 7):
        ends = (np.full(N, k) for k in (1, K, 2))
        a, b, c = ends
        assert (quotient(a, c) <= quotient(a, b) + quotient(b, c)) == metric


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


def bound_of_two_classes(N, gamma):
    """From the example of the proof, with k errors on each side."""

    def part(k):
        once, twice = k ** (1 / gamma), (2 * k) ** (1 / gamma)
        return ((twice + k) / (N + twice) - 2 * once / (N + once)) / k

    return max(part(k) for k in range(1, N // 2 + 1))


def test_bound_of_two_classes_for_every_exponent():
    """All vectors of labels: at the bound, at every corner above it, and below it."""
    for gamma, N in itertools.product([1, 1.2, 2, 3.5, 20], range(2, 9)):
        bound = bound_of_two_classes(N, gamma)
        corners = [1 / (N + h ** (1 / gamma)) for h in range(1, N + 1)]
        for beta in [bound, *(x for x in corners if x > bound), 1.0]:
            assert least_detour(N, beta, gamma) > -1e-13, (gamma, N)
        assert least_detour(N, bound * 0.999, gamma) < 0, (gamma, N)


def least_detour(N, beta, gamma):
    """The least of OC(a, b) + OC(b, c) - OC(a, c), b by its number of labels 2."""
    cms, which = label_pairs(N, 2)
    D = ordref.oci(cms, beta=beta, gamma=gamma)[which]
    # the order of the observations does not matter: b may be sorted
    return min(float((D[:, [b]] + D[b] - D).min()) for b in 2 ** np.arange(N + 1) - 1)


def psi(h, N, gamma):
    return h ** (1 / gamma) / (N + h ** (1 / gamma))


def bound_of_three_classes(N, gamma):
    """For an odd number of observations."""
    k = (N - 1) // 2
    M = (2 * k + 2**gamma) ** (1 / gamma)
    return (1 - k / (N + M) - 2 * psi(k + 1, N, gamma)) / (k + 2)


def known_bound(N, gamma):
    """Below it OC of three classes and more is not a metric, by the theorems."""
    below = [bound_of_two_classes(N, gamma), float(threshold(N)) / 2]
    return max(below + [bound_of_three_classes(N, gamma)] * (N % 2))


@pytest.mark.parametrize("gamma", [1, 1.3, 1.8, 1.9, 2, 3, 10])
@pytest.mark.parametrize("N", [3, 5, 9])
def test_odd_sizes_need_more_with_three_classes(N, gamma):
    """The theorem's vectors, by the definition, and wherever they do not fail."""
    k = (N - 1) // 2
    a, b = [1] * (k + 1) + [2] * k, [2] * N
    c = [3] + [2] * k + [1] * k
    bound = bound_of_three_classes(N, gamma)
    others = max(bound_of_two_classes(N, gamma), float(threshold(N)) / 2)

    def detour(beta):
        ab, bc, ac = (
            definitions.oci(list(zip(*pair, strict=True)), 3, beta=beta, gamma=gamma)
            for pair in ((a, b), (b, c), (a, c))
        )
        return ab + bc - ac

    for share in (0.01, 0.3, 0.6, 0.9, 0.999):
        assert detour(share * bound) < 0 or share * bound < others
    if bound > others:
        assert detour(1.001 * bound) > 0
    assert (bound > others) == (N < 7 and gamma > (1.77 if N == 3 else 3.7))


@cache
def triples(N, K):
    """The matrices of all triples of vectors, without those of the same matrices."""
    labels = np.array(list(itertools.product(range(K), repeat=3)))
    kinds = itertools.combinations_with_replacement(range(K**3), N)
    x = labels[np.array(list(kinds))]
    codes = [np.sort(x[..., i] * K + x[..., j]) for i, j in ((0, 1), (1, 2), (0, 2))]
    cells, which = np.unique(np.concatenate(codes), axis=0, return_inverse=True)
    cms = np.zeros((len(cells), K * K), dtype=int)
    np.add.at(cms, (np.arange(len(cells))[:, None], cells), 1)
    return cms.reshape(-1, K, K), which.reshape(3, -1)


@pytest.mark.parametrize("gamma", [1.2, 1.7, 1.9, 2, 3, 5, 20])
@pytest.mark.parametrize(("N", "K"), [(3, 3), (4, 3), (5, 3), (3, 4)])
def test_conjectured_bound_holds_for_small_sizes(N, K, gamma):
    """All triples of vectors: at the bound and above it, and not a little below it."""
    cms, which = triples(N, K)
    bound = known_bound(N, gamma)

    def least(beta):
        ab, bc, ac = ordref.oci(cms, beta=beta, gamma=gamma)[which]
        return float((ab + bc - ac).min())

    corners = [
        1 / (d**gamma * (N + h ** (1 / gamma)))
        for d, h in itertools.product(range(1, K), range(1, N + 1))
    ]
    above = [
        bound,
        *np.linspace(bound, 1 / (N + 1), 7),
        *(w for w in corners if w > bound),
    ]
    assert min(map(least, above)) > -1e-12
    assert all(least(share * bound) < -1e-6 for share in (0.2, 0.5, 0.8, 0.99))


# -------------------------------------------------------------------- tridiagonal matrices


def tridiagonal(K, w=1):
    eye = np.eye(K, dtype=int)
    return eye + w * (np.eye(K, k=1, dtype=int) + np.eye(K, k=-1, dtype=int))


def test_tridiagonal_index():
    for K, b in itertools.product(
        range(2, 13), [Fraction(0), Fraction(1, 4), Fraction(3, 4)]
    ):
        N = 3 * K - 2
        value = ordref.oci(fractions(tridiagonal(K)), beta=b / (N * (K - 1)))
        if K == 2 and b == Fraction(3, 4):
            assert value == Fraction(2, 3), (K, b)
        else:
            assert value == Fraction(3 * (K - 1), 5 * K - 4) + b / N, (K, b)
        if K <= 5:
            pairs = definitions.observations(tridiagonal(K).tolist())
            assert value == definitions.oci(pairs, K, beta=b / (N * (K - 1))), (K, b)


def test_tridiagonal_coefficients():
    for K in range(2, 13):
        cm, N = tridiagonal(K), 3 * K - 2
        pairs = definitions.observations(cm.tolist())
        P, E = N * (N - 1) // 2, 3 * K - 4
        tau = Fraction((9 * K - 13) * (K - 2), 9 * K**2 - 21 * K + 14)
        assert tau == Fraction(P - 2 * (K - 1) - 2 * E, P - E), K
        assert ordref.kendall_tau_b(cm) == pytest.approx(float(tau), rel=1e-13), K
        pearson = scipy.stats.pearsonr(*zip(*pairs, strict=True)).statistic
        assert pearson == pytest.approx(1 - 4 / (K**2 - K + 2), abs=1e-12), K
        r_int = Fraction(9 * K**2 - 25 * K + 18, 9 * K**2 - 9 * K - 2)
        assert r_int == -1 + 2 * Fraction(P - (K - 1), P + E), K
        ordered = list(itertools.permutations(pairs, 2))
        S1 = [t <= u for (t, _), (u, _) in ordered]
        S2 = [p <= q for (_, p), (_, q) in ordered]
        both, root = sum(map(min, S1, S2)), isqrt(sum(S1) * sum(S2))
        assert root**2 == sum(S1) * sum(S2), K
        assert r_int == -1 + Fraction(2 * both, root), K
        spearman = scipy.stats.spearmanr(*zip(*pairs, strict=True)).statistic
        V = Fraction(N**3 - N - 12 - 24 * (K - 2), 12)
        exact = 1 - (9 * (K - 3) + Fraction(25, 2)) / V if K > 2 else Fraction(0)
        assert spearman == pytest.approx(float(exact), abs=1e-12), K


def test_tridiagonal_index_falls_or_rises_with_the_classes():
    for b, sign in ((Fraction(3, 4), -1), (Fraction(1, 4), 1), (Fraction(9, 25), 1)):
        values = [
            ordref.oci(fractions(tridiagonal(K)), beta=b / ((3 * K - 2) * (K - 1)))
            for K in range(2, 25)
        ]
        assert all(sign * (y - x) > 0 for x, y in itertools.pairwise(values))


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


@cache
def gathered(K):
    """Of every simple path its cells, as zeros and ones, and its discordant pairs."""
    paths = list(simple_paths(K))
    cells = np.zeros((len(paths), K, K), dtype=int)
    for visited, path in zip(cells, paths, strict=True):
        visited[tuple(np.transpose(path) - 1)] = 1
    return cells.reshape(len(paths), -1), list(map(crossings, paths))


def costs(cm, beta):
    """The cost of each path without the price of its discordant pairs, and their number."""
    K = len(cm)
    cells, discordant = gathered(K)
    n, T = cm.ravel(), int((cm * (1 + distances(K))).sum())
    hits, price = cells @ n, cells @ (n * distances(K).ravel())
    return [
        (1 - Fraction(h, T) + beta * p, d)
        for h, p, d in zip(hits.tolist(), price.tolist(), discordant, strict=True)
    ]


@pytest.mark.parametrize("K", [2, 3, 4])
def test_some_path_visits_every_entry(K):
    assert any(len(path) == K**2 for path in simple_paths(K))


@pytest.mark.parametrize(("K", "N"), [(2, 5), (3, 2)])
def test_general_form(K, N):
    # The consistent paths of the definition are those without a discordant pair.
    consistent = {path for path in simple_paths(K) if crossings(path) == 0}
    assert consistent == set(definitions.consistent_paths(K))
    beta = Fraction(1, 25)
    for cm in all_matrices(K, N):
        pairs = definitions.observations(cm.tolist())
        MAE, MER = definitions.mae(pairs), definitions.mer(pairs)
        assert min(costs(cm, 0))[0] == MAE / (1 + MAE)
        every, exact = costs(cm, beta), definitions.oci(pairs, K, beta=beta)
        for beta2 in (Fraction(1), Fraction(1, 4), MER / (1 + MAE)):
            assert min(cost + beta2 * d for cost, d in every) == exact


@pytest.mark.parametrize("gamma", [1, 1.5, 2, 6])
def test_least_price_of_a_discordant_pair(gamma):
    """A quarter for the exponent 1, a half for others, and nothing less."""
    most, (cells, discordant) = (1 / 4 if gamma == 1 else 1 / 2), gathered(2)

    def general(cm, beta2):
        n = np.array(cm, dtype=float)
        T = n.sum() + (n[0, 1] + n[1, 0]) ** (1 / gamma)
        return (1 - cells @ n.ravel() / T + beta2 * np.array(discordant)).min()

    for cm in all_matrices(2, 9):
        assert general(cm, most) == pytest.approx(
            ordref.oci(cm, beta=0, gamma=gamma), abs=1e-12
        )
    large = [[0, 10**12], [10**12, 0]]
    enough = ordref.oci(large, beta=0, gamma=gamma)
    assert general(large, most * 0.99) < enough - 1e-4
    assert general(large, most) == pytest.approx(enough, abs=1e-12)


def test_a_quarter_is_enough_for_three_classes():
    """And a little less is not, for two classes swapped."""
    stack = [*all_matrices(3, 2), *random_matrices(3, 30)]
    for beta in (Fraction(0), Fraction(1, 60), Fraction(1, 9)):
        exact = ordref.oci(fractions(stack), beta=beta)
        for cm, value in zip(stack, exact, strict=True):
            least = min(cost + Fraction(d, 4) for cost, d in costs(cm, beta))
            assert least == value, (cm.tolist(), beta)
    swapped, less = [(1, 2), (2, 1)], Fraction(249, 1000)
    free = definitions.oci(swapped, 2, beta=Fraction(0))
    assert definitions.oci_general(swapped, 2, beta=Fraction(0), beta_2=less) < free
