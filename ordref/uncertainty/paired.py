"""Two classifiers, on one test set or on two: their difference, its interval and its test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..labels.column import is_missing
from ..labels.order import places_of, shared_order
from ..matrices.check import as_matrices
from ..matrices.entries import as_array, plain
from ..matrices.names import check_alike, check_paired, classes_in
from .arguments import (
    FEW,
    Floats,
    check_level,
    checked_resamples,
    generator_of,
    warn_of_few,
    whole,
)
from .ends import above, far
from .exchange import Found, tested
from .measured import Measured, as_measure
from .results import Difference
from .sample import MOST_NUMBERS, Sample, ends_by_unseen, is_constant
from .single import error_and_reach, interval, resampled

# The generators of numpy deal fewer observations.
MOST_DEALT = 10**9
Method = Literal["delta", "jackknife", "percentile", "bca", "mover"]
Alternative = Literal["two-sided", "less", "greater"]


def difference(
    measure: Any,
    y_true: ArrayLike,
    y_a: ArrayLike | None = None,
    y_b: ArrayLike | None = None,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    groups: ArrayLike | None = None,
    level: float = 0.95,
    method: Method | None = None,
    alternative: Alternative = "two-sided",
    margin: float | None = None,
    n_resamples: int = 9999,
    rng: Any = None,
) -> Difference:
    """How much two classifiers differ, and whether chance explains it.

    On the same test set, or on one each.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`.
    y_true : array_like, shape (N,), or (K, K, K), or (K, K)
        True classes; or alone a table of counts: true class, first prediction, second one;
        or the confusion matrix of the first classifier on a test set of its own.
    y_a, y_b : array_like, shape (N,), optional
        The predictions of the two classifiers, paired by position; or in place of y_a,
        without y_b, the confusion matrix of the second, shape (K, K), on another test set.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`.
    groups : array_like, shape (N,), keyword-only, optional
        To which group each observation belongs, such as the patient of an image. Whole
        groups are then what is drawn, again in resamples, and exchanged.
    level : float, keyword-only
        Of the interval; between 0 and 1, and above .5 if it is one-sided.
    method : {"delta", "jackknife", "percentile", "bca", "mover"}, keyword-only, optional
        Where the interval comes from, the last for two test sets, and by default there;
        else it is by default "jackknife", which has an answer at kinks, too.
    alternative : {"two-sided", "less", "greater"}, keyword-only
        For what the p-value speaks if it is small: that the first measures less than the
        second, or more. The interval is then one-sided, from or to infinity.
    margin : float, keyword-only, optional
        How much of a difference does not matter. Two-sided, a small p then speaks for
        equivalence, a difference between ``-margin`` and ``margin``; with "greater" for
        one above ``-margin`` and with "less" for one below ``margin``: the first is not
        inferior, or with a negative margin superior by so much.
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
        difference is undefined; ``exact``, whether the p-value is; ``midp``; and
        ``alternative``, what is tested, such as "above -0.1". The standard error of one
        observation is ``nan``. All are ``nan`` where the measure of one is undefined, and
        ends by delta at a kink.

    Raises
    ------
    ValueError
        As `confusion_matrix` and `interval`; if the three are not of one length; if a
        table is not of counts, or not of shape (K, K, K); if two have not the same
        classes; if ``groups`` are not one for each observation, lack a value, are a
        single one or come with a table; if ``alternative`` is not one of the three, or
        ``margin`` no number, or two-sided not above 0; if 2**63 observations or more are
        to be drawn, or exchanged.

    Warns
    -----
    UserWarning
        If the tables to be looked at take more than five minutes, as they do where each
        needs a search for a functional correlation of many classes; and below ten groups.

    Notes
    -----
    The observation is drawn with its class and both predictions, so that what both get
    wrong, for it is hard, does not count as chance. *jackknife* leaves out each observation
    that was seen, or each group, and takes Student's t with the degrees of freedom that
    `interval` has. By *delta* the variance is ``sum t_rab (G_ra - H_rb)**2``, with the
    derivatives G and H of the measure at the two tables. Of two test sets it is the sum of
    both variances.

    The p-value is that of exchanging the two predictions of each observation at random:
    the share of exchanges with a difference as large. It is exact for CCR, MER, MAE and
    MSE, whose difference is a sum, and wherever there are few exchanges; otherwise from
    ``n_resamples`` of them, and then never below 1 / (n_resamples + 1). For CCR it is
    McNemar's exact test. For the four sums ``midp`` counts those that are exactly as large
    half, which for CCR and MER is McNemar's mid-p (Fagerland, Lydersen and Laake 2013): it
    is less cautious, and may reject a little too often. An exchange in which the
    difference is undefined counts as one that is as large. That the interval leaves out 0
    and that p is small are answers to two questions, and can differ. The test is of whether
    both err alike: of two whose MMAE or MS is the same in different classes it rejects more
    often than the bound says, and the interval is then the answer.

    With G groups the variance by delta is the sum of the squares of what each group adds,
    less the mean of that, times ``G / (G - 1)``, and the ends are as far away as for the
    clusters of `interval`, by t with ``G - 1`` degrees of freedom. The predictions of all
    observations of a group are exchanged together, all ``2**G`` ways if they are few. It
    stays exact for the four sums.

    No p-value of exchanges is below ``2 / 2**G``, which is .0625 for five groups however
    much they agree. Below ten groups p is therefore that of the same t, so that by default
    it is below ``1 - level`` where the interval leaves out 0, and only there; but where
    all groups add the same, or there is no standard error, it is that of exchanges.

    With two test sets all observations, true class with prediction, are dealt anew to two
    sets of the two sizes. If both sets come from one distribution, each dealing is as
    likely as the one seen, so that p is below any bound no more often than the bound says,
    for every N and all sizes. If only the measure is the same in both, as where one set
    has more of a class, the share of plain differences is not to be trusted. What counts is
    therefore the difference over its standard error, whose distribution tends to the same
    normal one when drawn and when dealt (Janssen 1997; Chung and Romano 2013): p is then
    right for many observations. Where a dealing lies at a kink, and for UOC and what needs
    a search, the plain differences count. From 10**9 observations on p is that of the
    normal distribution.

    *mover* takes the `interval` of each and puts the ends ``value - hypot(a - low_a, high_b
    - b)`` and ``value + hypot(high_a - a, b - low_b)`` (Newcombe 1998; Zou and Donner 2008).
    It holds where both do, also where one of the sets shows no error, of which delta and
    resamples see no variance.

    With a margin p is the larger one of two one-sided tests (Schuirmann 1987), or one of
    them, by the standard error and the normal distribution, or t of ``G - 1`` for groups;
    of *mover*, *jackknife* and unseen cells by how far the end on that side is away: p is
    below ``(1 - level) / 2``, and to one side below ``1 - level``, where the interval leaves
    out the margin, and only there. So an equivalence at .05 is read off the interval of
    level .9; at other levels p may differ a little, for these ends are no normal ones.

    Examples
    --------
    >>> y = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    >>> a = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
    >>> b = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]
    >>> found = difference("mae", y, a, b)
    >>> round(found.value, 3), round(found.standard_error, 3), found.pvalue, found.exact
    (-0.5, 0.236, 0.125, True)
    >>> found = difference("mae", y * 2, a * 2, b * 2, groups=[*range(10)] * 2)
    >>> round(found.standard_error, 3), found.pvalue
    (0.224, 0.125)
    >>> found = difference("mae", y, a, b, alternative="less", margin=0.1)
    >>> found.alternative, round(found.pvalue, 4)
    ('below 0.1', 0.0097)
    >>> found = difference("ccr", [[9, 1], [0, 10]], [[5, 5], [4, 6]])
    >>> round(found.value, 3), found.method, round(found.pvalue, 3)
    (0.4, 'mover', 0.008)
    """
    measured = as_measure(measure)
    check_level(level, method or "delta", get_args(Method))
    # One end of two is that of a level with twice the error.
    both = level if alternative == "two-sided" else 2 * level - 1
    speaks = _checked(alternative, margin, both)
    B, generator = checked_resamples(n_resamples, both), generator_of(rng)
    sample = _sample(y_true, y_a, y_b, labels, groups)
    if method == "mover" and not sample.apart:
        raise ValueError(
            "method='mover' is for two test sets: take 'jackknife' or 'bca'"
        )
    first, second = map(float, measured.values(sample.observed))
    value, values, G = first - second, (first, second), sample.G
    if G is not None:
        warn_of_few(G, "groups")
    if math.isnan(value):
        none = value, value, value, value, value
        return Difference(*none, values, method or "", alternative=speaks)
    asked = both, method, B, generator
    se, low, high, whence, undefined = _ends(measured, sample, value, asked)
    rough = G is not None and G < FEW and whence != "unseen cell"
    many = sample.apart and sample.N >= MOST_DEALT
    if margin is not None or ((rough or many) and se > 0):
        # Resamples have (G - 1) / G of the variance that is estimated.
        lost = math.sqrt(G / (G - 1)) if G and whence in ("percentile", "bca") else 1
        lower, upper, m = se * lost, se * lost, margin or 0
        if whence in ("mover", "jackknife", "unseen cell"):
            lower, upper = (value - low) / far(both, G), (high - value) / far(both, G)
        tails = above(m + value, lower, G), above(m - value, upper, G)
        test = Found(_of_tails(*tails, alternative, margin))
    else:
        test = tested(measured, sample, alternative, B, generator)
    if sample.count.sum(axis=-1).min() == 1:
        # One observation does not show how observations differ.
        se = math.nan
    row, K = measured.row, sample.K
    widest = math.inf if row is None else row.greatest(K) - row.least
    low = -math.inf if alternative == "less" else max(low, -widest)
    high = math.inf if alternative == "greater" else min(high, widest)
    more = undefined + test.undefined, test.exact, test.midp, speaks
    return Difference(value, se, low, high, test.pvalue, values, whence, *more)


_Asked = tuple[float, str | None, int, np.random.Generator]


def _checked(alternative: str, margin: Any, both: float) -> str:
    """What is tested, in words."""
    names, m = get_args(Alternative), margin
    if alternative not in names:
        raise ValueError(f"alternative must be one of {names}, not {alternative!r}")
    if both <= 0:
        raise ValueError("level must be above 0.5 for an interval that is one-sided")
    if m is None:
        return {"two-sided": "not 0", "less": "below 0"}.get(alternative, "above 0")
    least = 0 if alternative == "two-sided" else -math.inf
    if not isinstance(m, int | float | np.integer) or not least < m < math.inf:
        raise ValueError(
            f"margin must be a number, and above 0 for an equivalence, not {m!r}"
        )
    if alternative == "two-sided":
        return f"between {-m:g} and {m:g}"
    return f"below {m:g}" if alternative == "less" else f"above {0 - m:g}"


def _ends(
    measured: Measured, sample: Sample, value: float, asked: _Asked
) -> tuple[float, float, float, str, int]:
    """The standard error, both ends, where they come from, and how many are undefined."""
    level, method, B, rng = asked
    whence = method or ("mover" if sample.apart else "jackknife")
    undefined = 0
    if whence == "mover":
        se, low, high = _by_mover(measured, sample, value, asked)
        whence = whence if se else "unseen cell"
    elif whence in ("percentile", "bca"):
        found = resampled(measured, sample, value, whence, level, B, rng)
        se, low, high, undefined = found
    else:
        se, reach = error_and_reach(measured, sample, whence, level)
        low, high = value - reach, value + reach
    if is_constant(value, se, low, high, whence):
        whence = "unseen cell"
        if sample.apart:
            _, low, high = _by_mover(measured, sample, value, asked)
        else:
            low, high = ends_by_unseen(measured, sample, value, level)
    return se, low, high, whence, undefined


def _by_mover(
    measured: Measured, sample: Sample, value: float, asked: _Asked
) -> tuple[float, float, float]:
    """The standard error and the ends from the intervals of both."""
    level, _, B, rng = asked
    measure = measured.row or measured.values
    alone = partial(interval, measure, level=level, n_resamples=B, rng=rng)
    a, b = map(alone, sample.observed)
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    return math.hypot(a.standard_error, b.standard_error), low, high


def _of_tails(up: float, down: float, alternative: str, margin: float | None) -> float:
    if alternative != "two-sided":
        return up if alternative == "greater" else down
    return 2 * min(up, down) if margin is None else max(up, down)


def _sample(y_true: ArrayLike, y_a: Any, y_b: Any, labels: Any, groups: Any) -> Sample:
    """The kinds that occur: triples (true, first, second), or cells of two tables."""
    if y_a is not None and y_b is not None:
        check_paired(y_true=y_true, y_a=y_a, y_b=y_b, groups=groups)
        return _triples(y_true, y_a, y_b, labels, groups)
    wanted = (
        "give the predictions of both classifiers, y_a and y_b; or two tables of counts of "
        "shape (K, K), of two test sets"
    )
    given = {"y_true": y_true, "y_a": y_a}
    dimensions = [as_array(name, y, wanted).ndim for name, y in given.items()]
    if y_b is not None or (y_a is not None and dimensions != [2, 2]):
        raise ValueError(wanted)
    for name, beside in (("labels", labels), ("groups", groups)):
        if beside is not None:
            raise ValueError(
                f"{name} goes with y_true, y_a and y_b: a table has its classes in order, "
                "and does not say which observations belong together"
            )
    return _of_table(y_true) if y_a is None else _of_two_sets(y_true, y_a)


def _of_two_sets(first: Any, second: Any) -> Sample:
    check_alike("y_a", classes_in(second), classes_in(first), "y_true")
    a, b = (whole("cm", as_matrices(cm)) for cm in (first, second))
    if len(a) != len(b):
        raise ValueError(f"y_true has {len(a)} classes, y_a {len(b)}: give the same")
    return Sample(np.array([a.ravel(), b.ravel()]), len(a), apart=True)


def _triples(y_true: Any, y_a: Any, y_b: Any, labels: Any, groups: Any) -> Sample:
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
