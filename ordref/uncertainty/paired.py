"""Two classifiers on the same test set: their difference, its interval and its test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..labels.column import is_missing
from ..labels.order import places_of, shared_order
from ..matrices.check import as_matrices
from ..matrices.entries import as_array, plain
from ..matrices.names import check_paired
from . import resampling as again
from .ends import beyond, quantiles
from .measured import (
    FEW,
    NOISE,
    UNSEEN,
    Floats,
    Known,
    Told,
    announce,
    check_level,
    checked_resamples,
    far,
    generator_of,
    is_constant,
    known,
    warn_of_few,
    whole,
    wider,
)
from .ratio_slopes import score


class _FiveOfDifference(NamedTuple):
    value: float
    standard_error: float
    low: float
    high: float
    pvalue: float


class Difference(Told, _FiveOfDifference):
    """A difference with its interval and its test; see `difference`.

    Attributes
    ----------
    value, standard_error, low, high, pvalue : float
        What it unpacks to.
    values : tuple of float
        The measure of the first and of the second classifier.
    method : str
        As of `Interval`.
    undefined : int
        In how many resamples the difference is undefined.
    exact : bool
        Whether the p-value is exact, and not from t or from exchanges drawn at random.

    Examples
    --------
    >>> difference("ccr", [1, 1, 2, 2], [1, 1, 2, 2], [1, 2, 1, 2]).values
    (1.0, 0.5)
    """

    _besides = ("values", "method", "undefined", "exact")
    values: tuple[float, float] = (math.nan, math.nan)
    method: str = ""
    undefined: int = 0
    exact: bool = False


def difference(
    measure: Any,
    y_true: ArrayLike,
    y_a: ArrayLike | None = None,
    y_b: ArrayLike | None = None,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    groups: ArrayLike | None = None,
    level: float = 0.95,
    method: Literal["delta", "percentile"] = "delta",
    n_resamples: int = 9999,
    rng: Any = None,
) -> Difference:
    """How much two classifiers differ on the same test set, and whether chance explains it.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`.
    y_true : array_like, shape (N,), or (K, K, K) without the next two
        True classes; or a table of counts: true class, first prediction, second one.
    y_a, y_b : array_like, shape (N,), optional
        The predictions of the two classifiers, paired by position.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`.
    groups : array_like, shape (N,), keyword-only, optional
        To which group each observation belongs, such as the patient of an image. Whole
        groups are then what is drawn, again in resamples, and exchanged.
    level : float, keyword-only
        Of the interval; between 0 and 1.
    method : {"delta", "percentile"}, keyword-only
        Where the interval comes from.
    n_resamples : int, keyword-only
        How many tables the bootstrap draws, and how many exchanges the test, if it
        cannot be exact.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed.

    Returns
    -------
    Difference
        A named tuple ``(value, standard_error, low, high, pvalue)``: the measure of the
        first classifier less that of the second. With the attributes ``values``, of both;
        ``method``; ``undefined``, the number of resamples, and of exchanges, in which the
        difference is undefined; and ``exact``, whether the p-value is. The standard error
        of one observation is ``nan``.

    Raises
    ------
    ValueError
        As `confusion_matrix` and `interval`; if the three are not of one length; if a
        table is not of counts, or not of shape (K, K, K); if ``groups`` are not one for
        each observation, lack a value, are a single one or come with a table; if 2**63
        observations or more are to be drawn, or exchanged.

    Warns
    -----
    UserWarning
        If the tables to be looked at take more than five minutes, as they do where each
        needs a search for a functional correlation of many classes; and below ten groups.

    Notes
    -----
    The observation is drawn with its class and both predictions, so that what both get
    wrong, for it is hard, does not count as chance. The variance is ``sum t_rab (G_ra -
    H_rb)**2``, with the derivatives G and H of the measure at the two tables.

    The p-value is that of exchanging the two predictions of each observation at random,
    two-sided: the share of exchanges with a difference as large. It is exact for CCR,
    MER, MAE and MSE, whose difference is a sum, and wherever there are few exchanges;
    otherwise from ``n_resamples`` of them, and then never below 1 / (n_resamples + 1).
    For CCR it is McNemar's exact test. An exchange in which the difference is undefined
    counts as one that is as large. That the interval leaves out 0 and that p is small are
    answers to two questions, and can differ.

    With G groups the variance is the sum of the squares of what each group adds, less the
    mean of that, times ``G / (G - 1)``, and the ends are as far away as for the clusters of
    `interval`, by t with ``G - 1`` degrees of freedom. The predictions of all observations
    of a group are exchanged together, all ``2**G`` ways if they are few. It stays exact
    for the four sums.

    No p-value of exchanges is below ``2 / 2**G``, which is .0625 for five groups however
    much they agree. Below ten groups p is therefore that of the same t, so that by delta
    it is below ``1 - level`` where the interval leaves out 0, and only there; but where
    all groups add the same, or there is no standard error, it is that of exchanges.

    Examples
    --------
    >>> y = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    >>> a = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
    >>> b = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]
    >>> found = difference("mae", y, a, b)
    >>> round(found.value, 3), round(found.standard_error, 3), found.pvalue, found.exact
    (-0.5, 0.212, 0.125, True)
    >>> found = difference("mae", y * 2, a * 2, b * 2, groups=[*range(10)] * 2)
    >>> round(found.standard_error, 3), found.pvalue
    (0.224, 0.125)
    """
    of = known(measure)
    check_level(level, method, ("delta", "percentile"))
    B = checked_resamples(n_resamples, level)
    check_paired(y_true=y_true, y_a=y_a, y_b=y_b, groups=groups)
    cells, count, K, which = _triples(y_true, y_a, y_b, labels)
    each = None if groups is None else _of_groups(groups, which, len(count))
    generator = generator_of(rng)
    n = np.array([t[0] for t in again.two_tables(cells, K, count[None])])
    first, second = (float(x) for x in of.values(n))
    value = first - second
    undefined, G = 0, None if each is None else len(each)
    if method == "delta":
        se = _paired(of, n, cells, count, each)
        reach = far(level, G) * se
        low, high = value - reach, value + reach
    else:
        announce(of, n, 2 * B, 3)
        every = np.concatenate([
            np.subtract(*map(of.values, again.two_tables(cells, K, drawn)))
            for drawn in _drawn(count, B, generator, K, each)
        ])  # fmt: skip
        low, high, se, undefined = quantiles(every, value, wider(level, G), None)
    if G is not None:
        warn_of_few(G, "groups", 3)
    constant = is_constant(value, se, low, high, method)
    if G is not None and G < FEW and se > 0 and not constant:
        # Resamples have (G - 1) / G of the variance that is estimated.
        error = se if method == "delta" else se * math.sqrt(G / (G - 1))
        pvalue, exact, more = beyond(value / error, G - 1), False, 0
    else:
        pvalue, exact, more = _exchanged(of, n, cells, count, value, B, generator, each)
    if constant:
        drawn = count.sum() if G is None else G
        low, high = _unseen_triple(of, cells, count, K, value, level, drawn)
    if count.sum() == 1:
        # One observation does not show how observations differ.
        se = math.nan
    return Difference(value, se, low, high, pvalue)._replace(
        values=(first, second), exact=exact, undefined=undefined + more,
        method="unseen cell" if constant else method,
    )  # fmt: skip


def _of_groups(
    groups: ArrayLike, which: NDArray[np.int64] | None, kinds: int
) -> Floats:
    """How many observations of each kind each group has, shape (G, kinds)."""
    if which is None:
        raise ValueError(
            "groups goes with y_true, y_a and y_b: a table does not say which "
            "observations belong together"
        )
    wanted = f"groups must have one group for each of the {len(which)} observations"
    given = as_array("groups", groups, wanted)
    if given.shape != which.shape:
        raise ValueError(f"{wanted}, not shape {given.shape}")
    # numpy would make 1 and "1" of a list one group, and 2**63 and 2**63 + 1.
    typed = hasattr(groups, "dtype") or hasattr(groups, "__array__")
    listed = (
        given.tolist() if typed else [plain(g) for g in cast("Iterable[Any]", groups)]
    )
    for k, group in enumerate(listed):
        if is_missing(group):
            raise ValueError(
                f"groups[{k}] is missing: give each observation its group, a group of "
                "its own if it belongs to none"
            )
    try:
        place = {group: k for k, group in enumerate(dict.fromkeys(listed))}
    except TypeError:
        raise ValueError("groups must be single values, numbers or strings") from None
    if len(place) < 2:
        raise ValueError(
            f"groups has the single group {listed[0]!r}: two or more are needed to see "
            "how much they differ"
        )
    if len(place) * kinds > UNSEEN:
        raise ValueError(
            f"groups are too many: {len(place)} of them, for {kinds} kinds of observations"
        )
    each = np.zeros((len(place), kinds))
    np.add.at(each, (np.array([place[group] for group in listed]), which), 1)
    return each


def _drawn(
    count: Floats, B: int, rng: np.random.Generator, K: int, each: Floats | None
) -> Any:
    if each is not None:
        G = len(each)
        for b in again.parts(B, max(G, len(count), 2 * K * K)):
            times = rng.multinomial(G, np.full(G, 1 / G), size=b)
            yield times.astype(np.float64) @ each
        return
    N = count.sum()
    for b in again.parts(B, max(len(count), 2 * K * K)):
        drawn = rng.multinomial(again.drawable(N), count / N, size=b)
        yield drawn.astype(np.float64)


def _triples(
    y_true: ArrayLike, y_a: ArrayLike | None, y_b: ArrayLike | None, labels: Any
) -> tuple[NDArray[np.int64], Floats, int, NDArray[np.int64] | None]:
    """The cells (true, first, second) with observations, how many, and the classes.

    And the cell of each observation, which a table does not tell.
    """
    if y_a is None or y_b is None:
        if y_a is not y_b:
            raise ValueError("give the predictions of both classifiers, y_a and y_b")
        if labels is not None:
            raise ValueError(
                "labels goes with y_true, y_a and y_b: a table has its classes in order"
            )
        return (*_of_table(y_true), None)
    given = {"y_true": y_true, "y_a": y_a, "y_b": y_b}
    if labels is None:
        labels = shared_order(**given)
    places, sizes, (classes, *_) = zip(
        *(places_of(name, y, labels) for name, y in given.items()), strict=True
    )
    if len(set(sizes)) > 1:
        raise ValueError(
            f"y_true has {sizes[0]} values, y_a {sizes[1]} and y_b {sizes[2]}: they are "
            "paired by position, so give as many of each"
        )
    # Two classes for one are one pair of labels: the code of the first and the second.
    K = len(classes)
    t, a, b = (of(slice(None)) for of in places)
    cell, which, count = np.unique(
        (t * K + a) * K + b, return_inverse=True, return_counts=True
    )
    cells = np.array(np.unravel_index(cell, (K, K, K)))
    return cells, count.astype(np.float64), K, which


def _of_table(given: ArrayLike) -> tuple[NDArray[np.int64], Floats, int]:
    t = as_array("y_true", given, "a table must have shape (K, K, K)")
    if t.ndim != 3 or len(set(t.shape)) > 1:
        raise ValueError(
            "give y_true, y_a and y_b, or one table of counts of shape (K, K, K): true "
            f"class, first prediction, second one; it has shape {t.shape}"
        )
    K = t.shape[0]
    if not t.astype(bool).any():
        raise ValueError("the table is empty: it has no observation")
    # Entries are checked as those of a matrix; a class may be absent.
    absent = np.array([[[not slab.any()]] for slab in t.astype(bool)])
    t = whole("the table", np.where(absent, 0, as_matrices(np.where(absent, 1, t))))
    cells = np.argwhere(t > 0).T
    return cells, t[tuple(cells)], K


def _paired(
    of: Known, n: Floats, cells: NDArray[np.int64], count: Floats, each: Floats | None
) -> float:
    G = of.gradient(n)
    t, a, b = cells
    change = G[0, t, a] - G[1, t, b]
    N = count.sum()
    if each is None:
        centred = change - (count * change).sum() / N
        variance = float((count * centred**2).sum())
    else:
        of_groups = each @ change
        size = len(each)
        variance = float(of_groups.var() * size**2 / (size - 1))
    return 0.0 if variance * N < NOISE else math.sqrt(variance)


def _unseen_triple(
    of: Known,
    cells: NDArray[np.int64],
    count: Floats,
    K: int,
    value: float,
    level: float,
    drawn: float,
) -> tuple[float, float]:
    """As `_unseen`, of the differences, if so many were drawn."""
    if math.isnan(value) or K**5 > UNSEEN:
        return math.nan, math.nan
    t = np.zeros((K, K, K))
    t[tuple(cells)] = count
    empty = np.argwhere(t == 0).T
    if not empty.size:
        return value, value
    share = -np.expm1(np.log((1 - level) / 2) / drawn)
    more = count.sum() * share / (1 - share)
    n = again.two_tables(cells, K, count[None])
    added = more * np.eye(empty.shape[1])
    if of.row is None or of.row.accepts == "counts":
        added = np.ceil(added)
    one = again.two_tables(empty, K, added)
    ends = of.values(n[0] + one[0]) - of.values(n[1] + one[1])
    return (
        float(np.nanmin(ends, initial=value)),
        float(np.nanmax(ends, initial=value)),
    )


def _exchanged(
    of: Known, n: Floats, cells: NDArray[np.int64], count: Floats, value: float, B: int,
    rng: np.random.Generator, each: Floats | None,
) -> tuple[float, bool, int]:  # fmt: skip
    """The p-value of exchanging predictions, whether it is exact, and how many are undefined."""
    if math.isnan(value):
        return math.nan, False, 0
    K = n.shape[-1]
    name = of.row.name if of.row is not None else ""
    if name in ("ccr", "mer", "mae", "mse", "accuracy_within"):
        w = score(name, K)
        t, a, b = cells
        steps, times = w[t, a] - w[t, b], count
        if each is not None:
            steps, times = each @ steps, np.ones(len(each))
        exact = _sum_of_signs(steps, times)
        if exact is not None:
            return exact, True, 0
    noise = 1e-12 * max(1.0, abs(value))
    exchange: again.Exchange | again.ExchangeOfGroups = (
        again.Exchange(cells, count, K)
        if each is None
        else again.ExchangeOfGroups(cells, each, K)
    )

    def as_large(drawn: Floats) -> tuple[NDArray[np.bool_], int]:
        every = np.subtract(*map(of.values, exchange.tables(drawn)))
        return ~(np.abs(every) < abs(value) - noise), int(np.isnan(every).sum())

    if exchange.are_few():
        drawn, probability = exchange.every()
        announce(of, n, 2 * len(drawn), 4)
        large, undefined = as_large(drawn)
        return min(1.0, float(probability[large].sum())), True, undefined
    announce(of, n, 2 * B, 4)
    found = [as_large(drawn) for drawn in exchange.some(B, rng)]
    large_ones = sum(int(large.sum()) for large, _ in found)
    return (large_ones + 1) / (B + 1), False, sum(undefined for _, undefined in found)


def _sum_of_signs(d: Floats, count: Floats) -> float | None:
    """P(as large) of a sum of whole numbers with random signs; None if it has many values."""
    steps = np.abs(d).astype(np.int64)
    if (steps * count).sum() > 1 << 14:
        return None
    distribution = np.ones(1)
    for step in np.unique(steps[steps > 0]):
        heads = again.binomial(int(count[steps == step].sum()))
        spread = np.zeros((len(heads) - 1) * 2 * int(step) + 1)
        spread[:: 2 * int(step)] = heads
        distribution = np.convolve(distribution, spread)
    middle = (len(distribution) - 1) // 2
    sums = np.arange(len(distribution)) - middle
    observed = abs(round(float((d * count).sum())))
    return min(1.0, float(distribution[np.abs(sums) >= observed].sum()))
