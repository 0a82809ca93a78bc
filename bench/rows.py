"""What is measured: every measure of the catalogue, with peers for those in `PEERS`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import ordref
from ordref.catalogue import rows as catalogue

from .measure import (
    Peer,
    Promise,
    Row,
    measured_bytes,
)

SEED = 20140529
PAIRS, LABELS = 10**7, 10**6
# Of the stack, a loop does as many matrices as LOOP: all of them would take minutes.
STACK, LOOP = 10**5, 200
CLASSES = ["very poor", "poor", "fair", "good", "excellent"]


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


def searched(cm: Any) -> float:
    """II, to as many decimals."""
    return round(float(ordref.ii_correlation(cm)), 5)


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
        [sklearn("recall_score", average=None)],
        lambda n: hits(n) / n.sum(axis=-1),
    ),
    "minimum_sensitivity": Beside(
        [skordinal("minimum_sensitivity")],
        lambda n: (hits(n) / n.sum(axis=-1)).min(axis=-1),
    ),
    "mae": Beside(
        [sklearn("mean_absolute_error"), statsmodels("meanabs")],
        partial(mean, D),
    ),
    "mse": Beside(
        [sklearn("mean_squared_error"), statsmodels("mse")], partial(mean, D**2)
    ),
    "rmse": Beside(
        [sklearn("root_mean_squared_error"), statsmodels("rmse")],
        lambda n: np.sqrt(mean(D**2, n)),
    ),
    "amae": Beside(
        [skordinal("average_mean_absolute_error")],
        lambda n: per_class(n).mean(axis=-1),
    ),
    "mmae": Beside(
        [skordinal("maximum_mean_absolute_error")],
        lambda n: per_class(n).max(axis=-1),
    ),
    "kendall_tau_b": Beside([scipy("kendalltau")]),
    "spearman": Beside(
        [scipy("spearmanr"), skordinal("spearmans_rho", weighted=False)],
    ),
    "pearson": Beside([scipy("pearsonr")]),
    "r_int": Beside([], overlap),
    "weighted_kappa": Beside(
        [
            sklearn("cohen_kappa_score", weights="linear"),
            skordinal("weighted_kappa"),
        ],
        lambda n: 1 - mean(D, n) / mean(D, independent(n)),
    ),
    "oci": Beside([], plain=listing_1),
    "sup_correlation": Beside([], second_singular),
}
# Measures without a row among all others, and why.
ELSEWHERE = {
    "balanced_accuracy": "is the mean of sensitivity_per_class",
    "geometric_mean_sensitivity": "is the geometric mean of sensitivity_per_class",
    "mcc": "counts what weighted_kappa counts",
    "accuracy_within": "is the sum of mae with other weights",
    "weighted_pi": "counts what weighted_kappa counts",
    "krippendorff_alpha": "counts what weighted_kappa counts",
    "gwet_ac2": "counts what weighted_kappa counts",
    "amse": "is amae with other weights",
    "stuart_tau_c": "counts the same pairs as kendall_tau_b",
    "somers_d_true": "is somers_d of the transposed matrix",
    "r_int_2008": "counts the same pairs as r_int",
    "weighted_kappa_quadratic": "is weighted_kappa with other weights",
    "weighted_kappa_unweighted": "is weighted_kappa with other weights",
    "oci_prime": "is the search of oci with another divisor",
    "ii_correlation": "has a section of its own: a search, of one matrix at a time",
    "id_correlation": "is the search of ii_correlation in the table turned round",
    "mon_correlation": "is the larger of two searches",
    "co_correlation": "has a section of its own: a search, of few tables",
    "anti_correlation": "has a section of its own: a search, of few tables",
    "coanti_correlation": "is the larger of two searches",
}
MEASURES: dict[str, Callable[[Any], Any]] = {
    name: measure
    for name, measure in catalogue.MEASURES.items()
    if name not in ELSEWHERE
} | {"sensitivity_per_class": ordref.sensitivity_per_class}


def pairs(N: int, K: int) -> tuple[Any, Any]:
    """True classes 0, ..., K - 1, and predictions around them.

    Some are off by more than one class, or mae and mse would be the same number.
    """
    rng = np.random.default_rng(SEED)
    t = rng.integers(0, K, N)
    return t, np.clip(t + rng.integers(-2, 3, N), 0, K - 1)


def size(N: int, rest: str) -> str:
    return f"{N:.0e} {rest}".replace("e+0", "e")


def crosstab(t: Any, p: Any, **options: Any) -> Any:
    return load("pandas", "crosstab")(t, p, **options)


def bincount(t: Any, p: Any, K: int) -> Any:
    return np.bincount(t * K + p, minlength=K * K).reshape(K, K)


def from_integers() -> Iterator[Row]:
    for K in (5, 10):
        t, p = pairs(PAIRS, K)
        yield Row(
            "confusion_matrix",
            size(PAIRS, f"K={K}"),
            partial(ordref.confusion_matrix, t, p),
            [
                Peer("bare np.bincount", partial(bincount, t, p, K)),
                Peer(
                    "sklearn confusion_matrix",
                    partial(sklearn("confusion_matrix").call, t, p),
                ),
                Peer("pandas crosstab", partial(crosstab, t, p)),
            ],
            Promise(4, t.nbytes),
        )


COEFFICIENTS = [
    "kendall_tau_b",
    "goodman_kruskal_gamma",
    "somers_d",
    "spearman",
    "pearson",
    "weighted_kappa",
    "r_int",
]


def coefficients(t: Any, p: Any) -> Any:
    """Counting and every coefficient of order and agreement; tau-b is what peers give."""
    cm = ordref.confusion_matrix(t, p)
    values = {name: getattr(ordref, name)(cm) for name in COEFFICIENTS}
    return values["kendall_tau_b"]


def of_order_and_agreement() -> Iterator[Row]:
    t, p = pairs(PAIRS, 5)
    kendalltau = Peer(
        "scipy kendalltau, alone", partial(scipy("kendalltau").call, t, p)
    )
    yield Row(
        "all seven at once",
        size(PAIRS, "K=5"),
        partial(coefficients, t, p),
        [kendalltau],
        Promise(0.1, t.nbytes // 10),
    )
    wide = np.random.default_rng(SEED).integers(0, 9, (1000, 1000))
    for name in COEFFICIENTS:
        function = getattr(ordref, name)
        stack = partial(function, wide[None])
        yield Row(
            name,
            "1000x1000",
            partial(function, wide),
            [Peer("as a stack of one", stack)],
        )


def from_strings() -> Iterator[Row]:
    t, p = (np.array(CLASSES)[codes] for codes in pairs(LABELS, 5))

    def reindexed() -> Any:
        return crosstab(t, p).reindex(index=CLASSES, columns=CLASSES)

    yield Row(
        "strings, labels=",
        size(LABELS, "K=5"),
        partial(ordref.confusion_matrix, t, p, labels=CLASSES),
        [
            Peer(
                "sklearn confusion_matrix, labels=",
                partial(sklearn("confusion_matrix", labels=CLASSES).call, t, p),
            ),
            Peer("pandas crosstab, reindexed", reindexed),
        ],
    )


def from_other_labels() -> Iterator[Row]:
    t, p = pairs(LABELS, 5)
    for dtype in ("int8", "float64"):
        a, b = t.astype(dtype), p.astype(dtype)
        call = partial(ordref.confusion_matrix, a, b, labels=range(5))
        cast = partial(bincount, a.astype(np.int64), b.astype(np.int64), 5)
        peers = [
            Peer("bare np.bincount of int64", cast),
            Peer(
                "sklearn confusion_matrix, labels=",
                partial(sklearn("confusion_matrix", labels=range(5)).call, a, b),
            ),
        ]
        yield Row(f"{dtype}, labels=", size(LABELS, "K=5"), call, peers)
    a, b = t > 2, p > 2
    bare = Peer(
        "bare np.bincount", partial(bincount, a.view(np.int8), b.view(np.int8), 2)
    )
    call = partial(ordref.confusion_matrix, a, b)
    yield Row("booleans", size(LABELS, "K=2"), call, [bare])


def from_categoricals() -> Iterator[Row]:
    pd = import_module("pandas")
    t, p = (
        pd.Categorical.from_codes(k, CLASSES, ordered=True) for k in pairs(LABELS, 5)
    )
    yield Row(
        "ordered Categorical",
        size(LABELS, "K=5"),
        partial(ordref.confusion_matrix, t, p),
        [
            # The codes are int8, and so is t * K + p: enough for 25 cells.
            Peer(
                "bare np.bincount of the codes", partial(bincount, t.codes, p.codes, 5)
            ),
            Peer("pandas crosstab", partial(crosstab, t, p, dropna=False)),
            Peer(
                "sklearn confusion_matrix, labels=",
                partial(sklearn("confusion_matrix", labels=CLASSES).call, t, p),
            ),
        ],
    )


def end_to_end() -> Iterator[Row]:
    t, p = pairs(LABELS, 5)
    for name, function in MEASURES.items():
        yield Row(
            name,
            size(LABELS, "K=5"),
            partial(counted, function, t, p),
            [Peer(s.name, partial(s.call, t, p)) for s in beside(name).scorers],
        )


def beside(name: str) -> Beside:
    return PEERS.get(name, Beside())


def counted(function: Callable[[Any], Any], t: Any, p: Any) -> Any:
    return function(ordref.confusion_matrix(t, p))


def on_a_stack() -> Iterator[Row]:
    stack = np.random.default_rng(SEED).poisson(20 / (1 + D**2), (STACK, 5, 5))
    # Every class has an observation: what a peer makes of 0/0 is not the question.
    stack += np.eye(5, dtype=stack.dtype)
    for name, function in MEASURES.items():
        other = beside(name)
        peers = [Peer("loop: ordref", partial(loop, function, stack), STACK // LOOP)]
        if other.formula:
            peers.insert(0, Peer("bare numpy formula", partial(other.formula, stack)))
        if other.plain:
            call = partial(loop, other.plain, stack)
            peers.append(Peer("loop: plain Python", call, STACK // LOOP))
        for scorer in other.scorers:
            if scorer.weighted:
                call = partial(loop, partial(by_cells, scorer), stack)
                peers.append(Peer(f"loop: {scorer.name}", call, STACK // LOOP))
        yield Row(name, size(STACK, "5x5"), partial(function, stack), peers)


def in_other_types() -> Iterator[Row]:
    """What the check of the input costs, in time and in memory."""
    stack = np.random.default_rng(SEED).poisson(20 / (1 + D**2), (STACK, 5, 5))
    for dtype in ("int64", "int32", "float64"):
        given = stack.astype(dtype) + np.eye(5, dtype=dtype)
        for name in ("ccr", "mae", "mse"):
            formula = beside(name).formula
            assert formula
            bare = Peer("bare numpy formula", partial(formula, given))
            yield Row(
                f"{name} of {dtype}",
                size(STACK, "5x5"),
                partial(getattr(ordref, name), given),
                [bare],
                Promise(1.3, 1.5 * measured_bytes(bare.call)),
            )


def of_few_classes() -> Iterator[Row]:
    """What one call costs, whatever there is to count."""
    cm = np.random.default_rng(SEED).poisson(20 / (1 + D**2))
    for name in ("ccr", "mae", "mse", "weighted_kappa", "oci"):
        other, function = beside(name), getattr(ordref, name)
        peers = []
        if other.formula:
            peers.append(Peer("bare numpy formula", partial(other.formula, cm)))
        if other.plain:
            peers.append(Peer("plain Python", partial(other.plain, cm)))
        yield Row(name, "5x5", partial(function, cm), peers)


def of_many_classes() -> Iterator[Row]:
    cm = np.random.default_rng(SEED).poisson(4, (200, 200))
    peers = [Peer("plain Python", partial(listing_1, cm))]
    yield Row("oci", "200x200", partial(ordref.oci, cm), peers)
    alone = Peer("as a stack of one", partial(ordref.uoc, cm[None]))
    yield Row("uoc", "200x200", partial(ordref.uoc, cm), [alone])


def ranking(m: int) -> Any:
    """Objects of ten classes at uneven distances, in random order."""
    rng = np.random.default_rng(SEED)
    return np.cumsum(rng.integers(1, 9, 10))[rng.integers(0, 10, m)]


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


def of_different_distances() -> Iterator[Row]:
    for m in (10**3, 10**5, 10**6):
        x = np.random.default_rng(SEED).permutation(m)
        peers = [Peer("plain Python, a Fenwick tree", partial(counted_back, x))]
        if m <= 10**5:
            call = partial(ordref.classi_curve, x)
            yield Row("classi_curve", size(m, "n=m"), call, peers)
        alone = Peer("as a stack of one", partial(curve_and_chance, x[None]))
        call = partial(curve_and_chance, x)
        yield Row("curve and chance", size(m, "n=m"), call, [alone])


def curve_and_chance(x: Any) -> Any:
    """What the figure of the curve draws, one after the other."""
    return np.concatenate([ordref.classi_curve(x), *ordref.classi_chance(x)], axis=None)


def of_a_ranking() -> Iterator[Row]:
    m = 10**6
    x = ranking(m)
    yield Row(
        "classi",
        size(m, "n=10"),
        partial(ordref.classi, x),
        [Peer("bare numpy formula", partial(gini, x))],
    )
    yield Row(
        "classi_curve",
        size(m, "n=10"),
        partial(ordref.classi_curve, x),
        [Peer("bare numpy, class by class", partial(class_by_class, x))],
        # The output, and some memory that does not grow with the ranking.
        Promise(1, 8 * m + 5_000_000),
    )
    for m in (10**2, 10**3):
        x = ranking(m)
        yield Row(
            "classi_curve",
            size(m, "n=10"),
            partial(ordref.classi_curve, x),
            [Peer("plain Python, the algorithms", partial(algorithm_2, x))],
        )


STARTS = 20


def co_and_anti(tables: Any) -> Any:
    return np.stack([ordref.co_correlation(tables), ordref.anti_correlation(tables)])


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


def along_any_order() -> Iterator[Row]:
    for K, S in (5, 10), (6, 4), (7, 1):
        tables = np.random.default_rng(SEED).integers(0, 10, (S, K, K))
        exact = co_and_anti(tables)
        # What a local optimiser finds is near at best: its misses are counted, and the
        # answers replaced, so that it is timed.
        missed = np.count_nonzero(climbed_for_each(tables) < exact - 1e-6)
        name = f"SLSQP, {STARTS} starts: {missed} of {exact.size} missed"

        def peer(tables: Any = tables, exact: Any = exact) -> Any:
            return np.maximum(climbed_for_each(tables), exact)

        call = partial(co_and_anti, tables)
        yield Row("co and anti", f"{S}x{K}x{K}", call, [Peer(name, peer)])


def of_one_matrix() -> Iterator[Row]:
    rng = np.random.default_rng(SEED)
    for K in (4, 6, 8, 10):
        cm = rng.poisson(1, (K, K)) + np.eye(K, dtype=int)
        peers = [
            Peer(f"scipy SLSQP, {starts} starts", partial(climbed, cm, starts))
            for starts in (1, 5, 20)
        ]
        yield Row("ii_correlation", f"{K}x{K}", partial(searched, cm), peers)


CELLS = [side.ravel() for side in np.indices((5, 5))]


def by_cells(scorer: Scorer, cm: Any) -> Any:
    return scorer.call(*CELLS, sample_weight=cm.ravel())


def loop(function: Callable[[Any], Any], stack: Any) -> Any:
    """The first matrices one at a time, into an array large enough for all of them."""
    out = np.empty((len(stack), *np.shape(function(stack[0]))))
    for k in range(LOOP):
        out[k] = function(stack[k])
    return out[:LOOP]


def ranked(y: Any, p: Any) -> Any:
    """The ranked probability score as it is usually written."""
    gap = p.cumsum(axis=1)[:, :-1] - (y[:, None] <= np.arange(p.shape[1] - 1))
    return (gap**2).sum(axis=1).mean()


def ensemble(y: Any, p: Any) -> Any:
    """The same by properscoring: the classes are members, the probabilities their weights."""
    members = np.broadcast_to(np.arange(p.shape[1]), p.shape)
    return load("properscoring", "crps_ensemble")(y, members, weights=p).mean()


def of_forecasts() -> Iterator[Row]:
    rng, K = np.random.default_rng(SEED), 5
    y, p = rng.integers(0, K, PAIRS), rng.dirichlet(np.ones(K), PAIRS)
    labels, theirs = list(range(K)), skordinal("ranked_probability_score")
    yield Row(
        "ranked_prob._score",
        size(PAIRS, f"K={K}"),
        partial(ordref.ranked_probability_score, y, p),
        [
            Peer("bare numpy formula", partial(ranked, y, p)),
            Peer(theirs.name, partial(theirs.call, y, p)),
        ],
        # Some memory that does not grow with the forecasts.
        Promise(1, 2_000_000),
    )
    # Of ten million forecasts properscoring would take ten gigabytes.
    few = y[:LABELS], p[:LABELS]
    yield Row(
        "ranked_prob._score",
        size(LABELS, f"K={K}"),
        partial(ordref.ranked_probability_score, *few),
        [Peer("properscoring crps_ensemble", partial(ensemble, *few))],
    )
    for name, peer in (
        ("brier_score", sklearn("brier_score_loss", labels=labels)),
        ("logarithmic_score", sklearn("log_loss", labels=labels)),
    ):
        yield Row(
            name,
            size(PAIRS, f"K={K}"),
            partial(getattr(ordref, name), y, p),
            [Peer(peer.name, partial(peer.call, y, p))],
            Promise(1, 2_000_000),
        )


SECTIONS = {
    "Pairs of int64 labels into a confusion matrix": from_integers,
    "Pairs of int64 labels into the coefficients of order and agreement": of_order_and_agreement,
    "Pairs of strings into a confusion matrix": from_strings,
    "Pairs of ordered Categoricals into a confusion matrix": from_categoricals,
    "Pairs of other labels into a confusion matrix": from_other_labels,
    "Pairs of int64 labels into a measure (ordref: confusion_matrix, then the measure)": end_to_end,
    "A stack of int64 confusion matrices into a measure, in one call": on_a_stack,
    "A stack beside the bare formula, which checks nothing": in_other_types,
    "One int64 confusion matrix of five classes into a measure": of_few_classes,
    "One int64 confusion matrix of many classes into a measure": of_many_classes,
    "True classes and their probabilities into a score of forecasts": of_forecasts,
    "A ranking of int64 class distances into ClasSi and its curve": of_a_ranking,
    "A ranking of as many different distances as objects": of_different_distances,
    "Random tables into CO and ANTI": along_any_order,
    "One sparse int64 confusion matrix into II, by search with proof or by climbing": of_one_matrix,
}
