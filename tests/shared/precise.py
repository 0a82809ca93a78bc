"""Functional correlations in multiple precision: all merged tables, one after the other."""

import itertools

import numpy as np
from mpmath import mp

EITHER = {"mon": ("ii", "id"), "coanti": ("co", "anti")}


def phi(cm):
    """The correlation of two classes, from n11 n22 - n12 n21 in whole numbers."""
    (a, b), (c, d) = ([int(x) for x in row] for row in cm)
    H, square = a * d - b * c, (a + b) * (c + d) * (a + c) * (b + d)
    with mp.workdps(60):
        return float(H / mp.sqrt(square))


def runs(size):
    """All divisions of places into runs."""
    for cuts in itertools.product((False, True), repeat=size - 1):
        starts = [0, *(k + 1 for k, cut in enumerate(cuts) if cut), size]
        yield [list(range(a, b)) for a, b in itertools.pairwise(starts)]


def partitions(places):
    """All divisions of a list into blocks."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for blocks in partitions(rest):
        yield [[first], *blocks]
        for k in range(len(blocks)):
            yield [*blocks[:k], [first, *blocks[k]], *blocks[k + 1 :]]


def leading(n, rows, columns):
    """The leading singular value of a merged table and its valuations, in 60 digits."""
    merged = [[sum(n[i][j] for i in A for j in B) for B in columns] for A in rows]
    r, c = [sum(row) for row in merged], [sum(col) for col in zip(*merged, strict=True)]
    N = sum(r)
    S = mp.matrix(len(r), len(c))
    for i, j in itertools.product(range(len(r)), range(len(c))):
        S[i, j] = mp.mpf(merged[i][j] * N - r[i] * c[j]) / N / mp.sqrt(r[i] * c[j])
    if not any(S):
        return mp.mpf(0), [0] * len(r), [0] * len(c)
    square, V = mp.eigsy(S.T * S)
    v = V[:, len(c) - 1]
    u = S * v
    f = [u[i] / mp.sqrt(mp.mpf(r[i]) / N) for i in range(len(r))]
    g = [v[j] / mp.sqrt(mp.mpf(c[j]) / N) for j in range(len(c))]
    return mp.sqrt(max(square[len(c) - 1], 0)), f, g


def allowed(kind, rows, columns, f, g):
    """Whether the pair is of the kind but for what 60 digits cannot tell."""
    sign = -1 if kind in ("id", "anti") else 1
    f, g = ([x / max(map(abs, v)) for x in v] for v in (f, [sign * x for x in g]))
    of = {k: x for block, x in zip(rows, f, strict=True) for k in block}
    og = {k: x for block, x in zip(columns, g, strict=True) for k in block}
    if kind in ("ii", "id"):
        steps = [v[k + 1] - v[k] for v in (of, og) for k in range(len(v) - 1)]
        return min(steps) >= -1e-40 or max(steps) <= 1e-40
    return all(
        (of[i] - of[j]) * (og[i] - og[j]) >= -1e-40
        for i, j in itertools.combinations(of, 2)
    )


def exact(cm, kind):
    """The maximum over all merged tables, every class being present on both sides."""
    n, K = np.asarray(cm).tolist(), len(cm)
    sign = -1 if kind in ("id", "anti") else 1
    divisions = list(runs(K) if kind in ("ii", "id") else partitions(list(range(K))))
    divisions = [d for d in divisions if len(d) > 1]
    found = []
    if kind in EITHER:
        return max(exact(cm, part) for part in EITHER[kind])
    with mp.workdps(60):
        if kind == "sup":
            whole = [[k] for k in range(K)]
            return float(leading(n, whole, whole)[0])
        for rows, columns in itertools.product(divisions, repeat=2):
            if len(rows) == len(columns) == 2:
                cut = [
                    [sum(n[i][j] for i in A for j in B) for B in columns] for A in rows
                ]
                values = [(s, sign * s * phi(cut)) for s in (1, -1)]
                found += [
                    x
                    for s, x in values
                    if allowed(kind, rows, columns, [0, 1], [0, sign * s])
                ]
                continue
            value, f, g = leading(n, rows, columns)
            if value and allowed(kind, rows, columns, f, g):
                found.append(float(value))
    return max(found)
