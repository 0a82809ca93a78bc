"""Two classifiers on the same test set: their difference, its interval and its test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..labels.column import is_missing
from ..labels.order import places_of, shared_order
from ..matrices.check import as_matrices
from ..matrices.entries import as_array, plain
from ..matrices.names import check_paired
from .arguments import (
    FEW,
    Floats,
    check_level,
    checked_resamples,
    generator_of,
    warn_of_few,
    whole,
)
from .ends import beyond, bootstrap_ends, far, wider
from .exchange import exchanged
from .measured import as_measure
from .results import Difference
from .sample import MOST_NUMBERS, Sample, ends_by_unseen, is_constant


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
        It unpacks to ``(value, standard_error, low, high, pvalue)``: the measure of the
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
    measured = as_measure(measure)
    check_level(level, method, ("delta", "percentile"))
    B = checked_resamples(n_resamples, level)
    check_paired(y_true=y_true, y_a=y_a, y_b=y_b, groups=groups)
    sample = _triples(y_true, y_a, y_b, labels, groups)
    generator = generator_of(rng)
    first, second = map(float, measured.values(sample.observed))
    value, undefined, G = first - second, 0, sample.G
    if method == "delta":
        se = math.sqrt(float(sample.variance(measured)))
        reach = far(level, G) * se
        low, high = value - reach, value + reach
    else:
        every = sample.resampled(measured, B, generator)
        low, high, se, undefined = bootstrap_ends(every, value, wider(level, G), None)
    if G is not None:
        warn_of_few(G, "groups")
    constant = is_constant(value, se, low, high, method)
    if G is not None and G < FEW and se > 0 and not constant:
        # Resamples have (G - 1) / G of the variance that is estimated.
        error = se if method == "delta" else se * math.sqrt(G / (G - 1))
        pvalue, exact, more = beyond(value / error, G - 1), False, 0
    else:
        pvalue, exact, more = exchanged(measured, sample, value, B, generator)
    whence = "unseen cell" if constant else method
    if constant:
        low, high = ends_by_unseen(measured, sample, value, level)
    if sample.N == 1:
        # One observation does not show how observations differ.
        se = math.nan
    return Difference(
        value, se, low, high, pvalue, (first, second), whence, undefined + more, exact
    )


def _triples(y_true: ArrayLike, y_a: Any, y_b: Any, labels: Any, groups: Any) -> Sample:
    """The sample of the triples (true, first, second) that occur."""
    if y_a is None or y_b is None:
        if y_a is not y_b:
            raise ValueError("give the predictions of both classifiers, y_a and y_b")
        if labels is not None:
            raise ValueError(
                "labels goes with y_true, y_a and y_b: a table has its classes in order"
            )
        if groups is not None:
            raise ValueError(
                "groups goes with y_true, y_a and y_b: a table does not say which "
                "observations belong together"
            )
        return _of_table(y_true)
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
    each = None if groups is None else _of_groups(groups, which, len(count))
    triples = np.array(np.unravel_index(cell, (K, K, K)))
    return Sample(count.astype(np.float64)[None], K, each, triples)


def _of_table(given: ArrayLike) -> Sample:
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
    return Sample(t[tuple(cells)][None], K, triples=cells)


def _of_groups(groups: Any, which: NDArray[np.int64], kinds: int) -> Floats:
    """How many observations of each kind each group has, shape (G, 1, kinds)."""
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
    if len(place) * kinds > MOST_NUMBERS:
        raise ValueError(
            f"groups are too many: {len(place)} of them, for {kinds} kinds of observations"
        )
    each = np.zeros((len(place), kinds))
    np.add.at(each, (np.array([place[group] for group in listed]), which), 1)
    return each[:, None]
