"""What the measures are timed beside: other libraries, bare formulas, plain Python."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

SEED = 20140529


@dataclass
class Scorer:
    """A peer of a measure: a function of true and predicted classes.

    A weighted one also takes ``sample_weight``. It can then be given a confusion
    matrix, as a weight for each cell, and so joins the rows on a stack.
    """

    name: str
    call: Callable[..., Any]
    weighted: bool = False


# Imported when first called: a peer that is not installed costs its own lines only.
def load(module: str, function: str) -> Any:
    return getattr(import_module(module), function)


def sklearn(function: str, **options: Any) -> Scorer:
    def call(t: Any, p: Any, **weights: Any) -> Any:
        return load("sklearn.metrics", function)(t, p, **options, **weights)

    return Scorer(f"sklearn {function}", call, weighted=True)


def skordinal(function: str, *, weighted: bool = True) -> Scorer:
    def call(t: Any, p: Any, **weights: Any) -> Any:
        return load("skordinal.metrics", function)(t, p, **weights)

    return Scorer(f"skordinal {function}", call, weighted)


def statsmodels(function: str) -> Scorer:
    def call(t: Any, p: Any) -> Any:
        return load("statsmodels.tools.eval_measures", function)(t, p)

    return Scorer(f"statsmodels {function}", call)


def scipy(function: str) -> Scorer:
    def call(t: Any, p: Any) -> Any:
        return load("scipy.stats", function)(t, p).statistic

    return Scorer(f"scipy {function}", call)


@dataclass
class Beside:
    """What a measure is compared with.

    ``formula`` is the shortest numpy for it on a stack of matrices: what is left
    of ordref's time without validation and care for absent classes. ``plain`` is
    the same computation in plain Python, of one matrix.
    """

    scorers: list[Scorer] = field(default_factory=list)
    formula: Callable[[Any], Any] | None = None
    plain: Callable[[Any], float] | None = None


def hits(n: Any) -> Any:
    return np.diagonal(n, axis1=-2, axis2=-1)


def mean(weight: Any, n: Any) -> Any:
    """Mean over the observations of a weight given for each cell."""
    return np.einsum("...ij,ij", n, weight) / n.sum(axis=(-2, -1))


D = np.abs(np.arange(5)[:, None] - np.arange(5))


def per_class(n: Any) -> Any:
    """Mean absolute error of each class, all of them present."""
    return np.einsum("...ij,ij->...i", n, D) / n.sum(axis=-1)


def overlap(n: Any) -> Any:
    """Cosine of the sets of ordered pairs, from cumulative sums of table and margins."""
    N = n.sum(axis=(-2, -1))
    later = n[..., ::-1, ::-1].cumsum(axis=-1).cumsum(axis=-2)[..., ::-1, ::-1]
    both = np.einsum("...ij,...ij->...", n, later) - N
    t, p = n.sum(axis=-1), n.sum(axis=-2)
    S1, S2 = (((v**2).sum(axis=-1) + N**2) / 2 - N for v in (t, p))
    return 2 * both / np.sqrt(S1 * S2) - 1


def independent(n: Any) -> Any:
    """The matrices with the same margins and independent sides, times N."""
    return n.sum(axis=-1)[..., :, None] * n.sum(axis=-2)[..., None, :]


def second_singular(n: Any) -> Any:
    """The second singular value of P over the roots of its margins, all classes present."""
    roots = np.sqrt(n.sum(axis=-1)[..., :, None]) * np.sqrt(
        n.sum(axis=-2)[..., None, :]
    )
    return np.linalg.svd(n / roots, compute_uv=False)[..., 1]


def of_steps(cm: Any, steps: Any) -> float:
    """The correlation of two valuations that rise by these steps; -1 if one is constant."""
    p, K = cm / cm.sum(), len(cm)
    f, g = np.cumsum([0, *steps[: K - 1]]), np.cumsum([0, *steps[K - 1 :]])
    f, g = f - f @ p.sum(axis=1), g - g @ p.sum(axis=0)
    size = np.sqrt((f**2 @ p.sum(axis=1)) * (g**2 @ p.sum(axis=0)))
    return float(f @ p @ g / size) if size > 0 else -1.0


def climbed(cm: Any, starts: int) -> float:
    """II by a local optimiser from random starts, to the decimals that it can promise."""
    minimize = load("scipy.optimize", "minimize")
    size, rng = 2 * len(cm) - 2, np.random.default_rng(SEED)

    def minus(steps: Any) -> float:
        return -of_steps(cm, steps)

    runs = [
        minimize(minus, rng.random(size), method="SLSQP", bounds=[(0, None)] * size)
        for _ in range(starts)
    ]
    return round(max(-float(run.fun) for run in runs), 5)


def listing_1(cm: Any) -> float:
    """The Matlab function of oci2011, line for line."""
    K, N = len(cm), cm.sum()
    beta = 0.75 / (N * (K - 1))
    weighted = np.zeros((K, K))
    for r in range(K):
        for c in range(K):
            weighted[r, c] = cm[r, c] * abs(r - c)
    share = cm / (weighted.sum() + N)
    err = np.zeros((K, K))
    err[0, 0] = 1 - share[0, 0] + beta * weighted[0, 0]
    for r in range(1, K):
        err[r, 0] = err[r - 1, 0] - share[r, 0] + beta * weighted[r, 0]
    for c in range(1, K):
        err[0, c] = err[0, c - 1] - share[0, c] + beta * weighted[0, c]
    for c in range(1, K):
        for r in range(1, K):
            least = min(err[r - 1, c], err[r, c - 1], err[r - 1, c - 1])
            err[r, c] = least - share[r, c] + beta * weighted[r, c]
    return float(err[-1, -1])


PEERS = {
    "ccr": Beside([sklearn("accuracy_score")], partial(mean, D == 0)),
    "mer": Beside(
        [sklearn("zero_one_loss"), skordinal("mean_zero_one_error")],
        partial(mean, D > 0),
    ),
    "sensitivity_per_class": Beside(
        [sklearn("recall_score", average=None)], lambda n: hits(n) / n.sum(axis=-1)
    ),
    "minimum_sensitivity": Beside(
        [skordinal("minimum_sensitivity")],
        lambda n: (hits(n) / n.sum(axis=-1)).min(axis=-1),
    ),
    "mae": Beside(
        [sklearn("mean_absolute_error"), statsmodels("meanabs")], partial(mean, D)
    ),
    "mse": Beside(
        [sklearn("mean_squared_error"), statsmodels("mse")], partial(mean, D**2)
    ),
    "rmse": Beside(
        [sklearn("root_mean_squared_error"), statsmodels("rmse")],
        lambda n: np.sqrt(mean(D**2, n)),
    ),
    "amae": Beside(
        [skordinal("average_mean_absolute_error")], lambda n: per_class(n).mean(axis=-1)
    ),
    "mmae": Beside(
        [skordinal("maximum_mean_absolute_error")], lambda n: per_class(n).max(axis=-1)
    ),
    "kendall_tau_b": Beside([scipy("kendalltau")]),
    "spearman": Beside(
        [scipy("spearmanr"), skordinal("spearmans_rho", weighted=False)]
    ),
    "pearson": Beside([scipy("pearsonr")]),
    "r_int": Beside([], overlap),
    "weighted_kappa": Beside(
        [sklearn("cohen_kappa_score", weights="linear"), skordinal("weighted_kappa")],
        lambda n: 1 - mean(D, n) / mean(D, independent(n)),
    ),
    "oci": Beside([], plain=listing_1),
    "sup_correlation": Beside([], second_singular),
}


def crosstab(t: Any, p: Any, **options: Any) -> Any:
    return load("pandas", "crosstab")(t, p, **options)


def bincount(t: Any, p: Any, K: int) -> Any:
    return np.bincount(t * K + p, minlength=K * K).reshape(K, K)


def gini(x: Any) -> Any:
    """ClasSi as a ratio of two sums; of large distances it would lose the digits."""
    position = 2 * np.arange(1, len(x) + 1) - len(x) - 1
    return (position * x).sum() / (position * np.sort(x)).sum()


def class_by_class(x: Any) -> Any:
    """The curve from cumulative counts, one whole ranking at a time."""
    u, size = np.unique(x, return_counts=True)
    cost = np.zeros(len(x))
    for d, n in zip(u, size, strict=True):
        nearer = np.maximum(x - d, 0)
        cost += nearer * (n - np.cumsum(x == d))
    y = np.sort(x)[::-1]
    worst = np.zeros(len(x))
    for d, n in zip(u, size, strict=True):
        worst += np.maximum(y - d, 0) * n
    return 1 - 2 * np.cumsum(cost) / np.cumsum(worst)


def algorithm_2(x: Any) -> Any:
    """The two algorithms of classi2011, line for line."""

    def dis_cost(x: Any) -> Any:
        dc = []
        for a in range(len(x)):
            dc.append(0)
            for b in range(a + 1, len(x)):
                dc[a] += x[a] - x[b] if x[a] > x[b] else 0
            if a > 0:
                dc[a] += dc[a - 1]
        return dc

    listed = x.tolist()
    rc, wc = dis_cost(listed), dis_cost(sorted(listed, reverse=True))
    return [1 - 2 * r / w for r, w in zip(rc, wc, strict=True)]


def counted_back(x: Any) -> Any:
    """The curve of the distances 0, ..., m - 1, by a Fenwick tree in plain Python."""
    m = len(x)
    number, total = [0] * (m + 1), [0] * (m + 1)
    cost, worst = [0] * m, [0] * m
    for a in range(m - 1, -1, -1):
        d = j = int(x[a])
        while j:
            cost[a] += number[j] * d - total[j]
            j &= j - 1
        j = d + 1
        while j <= m:
            number[j], total[j] = number[j] + 1, total[j] + d
            j += j & -j
        worst[a] = (m - 1 - a) * (m - a) // 2
    return 1 - 2 * np.cumsum(cost) / np.cumsum(worst)


STARTS = 20


def climbed_along_orders(cm: Any, sign: int, rng: Any) -> float:
    """The largest correlation that SLSQP finds along some orders of the classes."""
    minimize, K = load("scipy.optimize", "minimize"), len(cm)
    P = cm / cm.sum()
    r, c = P.sum(axis=1), P.sum(axis=0)

    def correlation(steps: Any, order: Any) -> float:
        f, g = np.zeros((2, K))
        f[order[1:]], g[order[1:]] = np.cumsum(steps.reshape(2, -1), axis=1)
        f, g = f - f @ r, sign * (g - g @ c)
        return float(f @ P @ g / np.sqrt((f**2 @ r) * (g**2 @ c) + 1e-300))

    values = []
    for _ in range(STARTS):
        order, start = rng.permutation(K), rng.random(2 * K - 2)
        run = minimize(
            lambda steps, order=order: -correlation(steps, order),
            start,
            method="SLSQP",
            bounds=[(0, 1)] * len(start),
        )
        values.append(correlation(np.clip(run.x, 0, 1), order))
    return max(values)


def climbed_for_each(tables: Any) -> Any:
    rng = np.random.default_rng(SEED)
    return np.array(
        [[climbed_along_orders(cm, sign, rng) for cm in tables] for sign in (1, -1)]
    )


CELLS = [side.ravel() for side in np.indices((5, 5))]


def by_cells(scorer: Scorer, cm: Any) -> Any:
    return scorer.call(*CELLS, sample_weight=cm.ravel())


def ranked(y: Any, p: Any) -> Any:
    """The ranked probability score as it is usually written."""
    gap = p.cumsum(axis=1)[:, :-1] - (y[:, None] <= np.arange(p.shape[1] - 1))
    return (gap**2).sum(axis=1).mean()


def ensemble(y: Any, p: Any) -> Any:
    """The same by properscoring: the classes are members, the probabilities their weights."""
    members = np.broadcast_to(np.arange(p.shape[1]), p.shape)
    return load("properscoring", "crps_ensemble")(y, members, weights=p).mean()
