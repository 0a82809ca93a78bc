"""What is measured: every measure of the catalogue, with peers for those in `PEERS`."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import ordref
from ordref.instruments.catalogue import rows as catalogue

from .measure import Peer, Promise, Row, measured_bytes
from .peers import (
    PEERS,
    SEED,
    STARTS,
    Beside,
    D,
    algorithm_2,
    bincount,
    by_cells,
    class_by_class,
    climbed,
    climbed_for_each,
    counted_back,
    crosstab,
    ensemble,
    gini,
    listing_1,
    ranked,
    scipy,
    sklearn,
    skordinal,
)

PAIRS, LABELS = 10**7, 10**6
# Of the stack, a loop does as many matrices as LOOP: all of them would take minutes.
STACK, LOOP = 10**5, 200
CLASSES = ["very poor", "poor", "fair", "good", "excellent"]


def searched(cm: Any) -> float:
    """II, to as many decimals."""
    return round(float(ordref.ii_correlation(cm)), 5)


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


def co_and_anti(tables: Any) -> Any:
    return np.stack([ordref.co_correlation(tables), ordref.anti_correlation(tables)])


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


def loop(function: Callable[[Any], Any], stack: Any) -> Any:
    """The first matrices one at a time, into an array large enough for all of them."""
    out = np.empty((len(stack), *np.shape(function(stack[0]))))
    for k in range(LOOP):
        out[k] = function(stack[k])
    return out[:LOOP]


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
