"""Two classifiers, on one test set or on two: their difference, an interval and a test."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from ...matrices.entries import check_option
from . import arguments
from .ends import critical_value, upper_tail
from .exchange import PValue, tested
from .measured import Measured, as_measure
from .results import Difference
from .sample import Sample, ends_by_unseen, is_constant, reason_for_doubt
from .single import error_and_reach, interval, resampled
from .two_classifiers import as_sample

# The generators of numpy cannot deal so many observations.
MOST_DEALT = 10**9
Method = Literal["delta", "jackknife", "percentile", "bca", "mover"]
Alternative = Literal["two-sided", "less", "greater"]


def difference(
    measure: Any,
    sample: Sample | ArrayLike,
    *,
    level: float = 0.95,
    method: Method | None = None,
    alternative: Alternative = "two-sided",
    n_resamples: int = 9999,
    rng: Any = None,
) -> Difference:
    """The difference of two classifiers in a measure, with an interval and a p-value.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`.
    sample : Sample, or array_like of shape (K, K, K)
        What `paired_sample` returns, for one test set, or `two_samples`, for two; or a table
        of counts by true class, first prediction and second prediction.
    level : float, keyword-only
        The nominal coverage of the interval; between 0 and 1, and above .5 if it is
        one-sided.
    method : {"delta", "jackknife", "percentile", "bca", "mover"}, keyword-only, optional
        How the interval is found. "mover" is for two test sets, and the default there;
        for one test set the default is "jackknife", which works at kinks as well.
    alternative : {"two-sided", "less", "greater"}, keyword-only
        The alternative hypothesis: the values differ, or the first is less, or greater.
        For the last two the interval is one-sided, with one infinite end.
    n_resamples : int, keyword-only
        The number of resamples of a bootstrap, and of exchanges in a test that cannot be
        exact.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed.

    Returns
    -------
    Difference
        It unpacks to ``(value, standard_error, low, high, pvalue)``: the measure of the
        first classifier less that of the second. The attributes are ``values``, of both;
        ``method``; ``undefined``, the number of resamples, and of exchanges, in which the
        difference is undefined; ``exact``, whether the p-value is exact; ``midp``;
        ``alternative``, in words such as "above 0"; and ``warning``, as of `interval`. The
        standard error of a single observation is ``nan``. All numbers are ``nan`` if the
        measure is undefined for one of the two, and so are the ends by delta at a kink; those
        of an unseen cell can be ``nan`` from 33 classes on.

    Raises
    ------
    ValueError
        As `interval`; if a table does not hold counts, or has not the shape (K, K, K); if
        ``alternative`` is not one of the three; if 2**63 observations or more are to be
        drawn, or exchanged.

    Warns
    -----
    UserWarning
        If the computation will take more than five minutes, as when each table needs a
        search for a functional correlation of many classes; and for fewer than ten groups.

    Notes
    -----
    *jackknife* leaves out each observation, or each group, and takes Student's t with the
    degrees of freedom of `interval`. With *delta* the variance is
    ``sum t_rab (G_ra - H_rb)**2``, with the derivatives G and H of the measure at the two
    tables. For two test sets it is the sum of both variances.

    The p-value is that of a permutation test, which exchanges the two predictions of each
    observation at random: the share of exchanges with a difference as large. It is exact
    for CCR, MER, the accuracy within one class, MAE and MSE, whose difference is a sum (if
    the sizes of its terms add up to 2**14 at most), and wherever the exchanges can be
    enumerated; otherwise it takes ``n_resamples`` random exchanges, and is never below 1 /
    (n_resamples + 1). For CCR this is McNemar's exact test. For the five sums ``midp``
    counts exchanges that are exactly as large half, which for CCR and MER is McNemar's
    mid-p (Fagerland, Lydersen and Laake 2013): it is less conservative, and may reject a
    little too often. An exchange in which the difference is undefined counts as one that is
    as large. The interval and the p-value answer two questions, and one may exclude 0 when
    the other does not. The hypothesis tested is that both classifiers make the same errors.
    If their MMAE or MS agree, but in different classes, the test rejects too often: use the
    interval.

    With G groups the variance by delta is ``G / (G - 1)`` times the sum of the squared
    deviations of what each group adds from the mean of that, and the ends take t with ``G -
    1`` degrees of freedom, as for the clusters of `interval`. The predictions of all
    observations of a group are exchanged together, in all ``2**G`` ways if they are few. The
    test stays exact for the five sums, within that limit.

    A two-sided p-value by exchanges is never below ``2 / 2**G``, which is .0625 for five
    groups. For fewer than ten groups p is therefore that of the same t, so that by default it
    is below ``1 - level`` if and only if the interval leaves out 0; but if all groups add the same,
    or there is no standard error, p is that of exchanges.

    With two test sets all observations, true class with prediction, are dealt anew to two
    sets of the two sizes. If both sets come from one distribution, every deal is as likely
    as the one observed, so that the test keeps its level for all sizes. If the sets agree only in
    the measure, as when one has more of a class, the permutation distribution of plain
    differences is not valid. The statistic is therefore the difference over its standard
    error, which is asymptotically normal under sampling and under permutation alike (Janssen
    1997; Chung and Romano 2013): p is then valid for large samples. Plain differences are
    used if some deal lies at a kink, and for UOC and measures that need a search. From 10**9
    observations on p is that of the normal distribution.

    *mover* combines the `interval` of each to the ends ``value - hypot(a - low_a, high_b
    - b)`` and ``value + hypot(high_a - a, b - low_b)`` (Newcombe 1998; Zou and Donner 2008).
    Its coverage is good if that of both is, even if one of the sets shows no errors, where
    delta and resamples see no variance.

    On one test set the interval does not allow for errors that are rare and long, and that the
    sample does not show, as `interval` does for one classifier: where one of two classifiers
    errs from end to end in eight observations of a thousand and the other never does, three
    quarters of the 95 % intervals of quadratic kappa hold the truth, of a hundred observations.
    *mover* does allow for such errors.

    Examples
    --------
    >>> from ordref import paired_sample, two_samples
    >>> y = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    >>> a = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
    >>> b = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]
    >>> found = difference("mae", paired_sample(y, a, b))
    >>> round(found.value, 3), round(found.standard_error, 3), found.pvalue, found.exact
    (-0.5, 0.236, 0.125, True)
    >>> twice = paired_sample(y * 2, a * 2, b * 2, groups=[*range(10)] * 2)
    >>> found = difference("mae", twice)
    >>> round(found.standard_error, 3), found.pvalue
    (0.224, 0.125)
    >>> found = difference("ccr", two_samples([[9, 1], [0, 10]], [[5, 5], [4, 6]]))
    >>> round(found.value, 3), found.method, round(found.pvalue, 3)
    (0.4, 'mover', 0.008)
    """
    options = level, method, n_resamples, rng
    return _compared(measure, sample, alternative, None, options)


def equivalence(
    measure: Any,
    sample: Sample | ArrayLike,
    margin: float,
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    method: Method | None = None,
    rng: Any = None,
) -> Difference:
    """Whether two classifiers are equally good, or one not inferior, up to a margin.

    Parameters
    ----------
    measure, sample, level, method, rng
        As for `difference`.
    margin : float
        The largest difference that does not matter; above 0 for an equivalence.
    alternative : {"two-sided", "less", "greater"}, keyword-only
        The alternative hypothesis is equivalence, a difference between ``-margin`` and
        ``margin``; with "greater" it is a difference above ``-margin``, and with "less" one
        below ``margin``: the first is not inferior, or with a negative margin superior by
        that much.

    Returns
    -------
    Difference
        As `difference` returns it, with the p-value of this alternative hypothesis.

    Raises
    ------
    ValueError
        As `difference`; if ``margin`` is not a number, or not above 0 for an equivalence.

    Warns
    -----
    UserWarning
        As `difference`.

    Notes
    -----
    The p-value is the larger of two one-sided p-values (Schuirmann 1987), or one of
    them, by the standard error and the normal distribution, or t with ``G - 1`` degrees of
    freedom for groups. For *mover*, *jackknife* and unseen cells it depends on how far the
    end on that side is from the value: p is below ``(1 - level) / 2``, or below ``1 - level``
    if one-sided, if and only if the interval leaves out the margin. So equivalence at .05
    can be read off the interval of level .9; at other levels p may differ a little, because
    these ends are not normal quantiles.

    Examples
    --------
    >>> from ordref import paired_sample
    >>> y = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    >>> a = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
    >>> b = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]
    >>> found = equivalence("mae", paired_sample(y, a, b), 0.1, alternative="less")
    >>> found.alternative, round(found.pvalue, 4)
    ('below 0.1', 0.0097)
    """
    if margin is None:
        raise ValueError("margin must be a number, not None: or take difference")
    return _compared(measure, sample, alternative, margin, (level, method, 9999, rng))


def _compared(
    measure: Any,
    data: Sample | ArrayLike,
    alternative: str,
    margin: float | None,
    options: tuple[float, str | None, int, Any],
) -> Difference:
    """The difference with an interval and a test, as asked by level, method, times and seed."""
    level, method, n_resamples, rng = options
    measured = as_measure(measure)
    arguments.check_level(level)
    check_option("method", method or "delta", get_args(Method))
    # A one-sided interval has an end of the two-sided one with twice the error.
    two_sided = level if alternative == "two-sided" else 2 * level - 1
    hypothesis = _hypothesis_in_words(alternative, margin, two_sided)
    B = arguments.checked_resamples(n_resamples, two_sided)
    generator = arguments.generator_of(rng)
    sample = as_sample(data)
    if method == "mover" and not sample.apart:
        raise ValueError("method='mover' needs two test sets: use 'jackknife' or 'bca'")
    first, second = map(float, measured.values(sample.observed))
    value, values, G = first - second, (first, second), sample.G
    if G is not None:
        arguments.warn_of_few(G, "groups")
    if math.isnan(value):
        five_nan = value, value, value, value, value
        return Difference(*five_nan, values, method or "", alternative=hypothesis)
    doubt = reason_for_doubt(measured, sample, method or "")
    settings = two_sided, method, B, generator
    se, low, high, method_used, undefined = _ends(measured, sample, value, settings)
    rough = G is not None and G < arguments.FEW and method_used != "unseen cell"
    many = sample.apart and sample.N >= MOST_DEALT
    if margin is not None or ((rough or many) and se > 0):
        # Resamples of groups have (G - 1) / G of the variance that is estimated.
        lower = upper = se
        if G is not None and method_used in ("percentile", "bca"):
            lower = upper = se * math.sqrt(G / (G - 1))
        if method_used in ("mover", "jackknife", "unseen cell"):
            z = critical_value(two_sided, G)
            lower, upper = (value - low) / z, (high - value) / z
        m = margin or 0
        tails = upper_tail(m + value, lower, G), upper_tail(m - value, upper, G)
        test = PValue(_of_tails(*tails, alternative, margin))
    else:
        test = tested(measured, sample, alternative, B, generator)
    if sample.count.sum(axis=-1).min() == 1:
        # One observation does not show how observations differ.
        se = math.nan
    row, K = measured.row, sample.K
    widest = math.inf if row is None else row.greatest(K) - row.least
    low = -math.inf if alternative == "less" else max(low, -widest)
    high = math.inf if alternative == "greater" else min(high, widest)
    rest = undefined + test.undefined, test.exact, test.midp, hypothesis, doubt
    return Difference(value, se, low, high, test.pvalue, values, method_used, *rest)


# In quotes, so that numpy.random is not imported before it is used.
_Settings: TypeAlias = "tuple[float, str | None, int, np.random.Generator]"


def _hypothesis_in_words(alternative: str, margin: Any, two_sided: float) -> str:
    """The alternative hypothesis, in words."""
    check_option("alternative", alternative, get_args(Alternative))
    if two_sided <= 0:
        raise ValueError("level must be above 0.5 for a one-sided interval")
    if margin is None:
        return {"two-sided": "not 0", "less": "below 0"}.get(alternative, "above 0")
    least = 0 if alternative == "two-sided" else -math.inf
    known = isinstance(margin, int | float | np.integer)
    if not known or not least < margin < math.inf:
        raise ValueError(f"margin must be a number, and above 0 for an equivalence, not {margin!r}")
    if alternative == "two-sided":
        return f"between {-margin:g} and {margin:g}"
    return f"below {margin:g}" if alternative == "less" else f"above {0 - margin:g}"


def _ends(
    measured: Measured, sample: Sample, value: float, settings: _Settings
) -> tuple[float, float, float, str, int]:
    """The standard error, both ends, their method, and how many resamples are undefined."""
    level, method, B, rng = settings
    method_used = method or ("mover" if sample.apart else "jackknife")
    undefined = 0
    if method_used == "mover":
        se, low, high = _by_mover(measured, sample, value, settings)
        method_used = method_used if se else "unseen cell"
    elif method_used in ("percentile", "bca"):
        drawn = measured, sample, value, method_used, level, B, rng
        se, low, high, undefined = resampled(*drawn)
    else:
        se, reach = error_and_reach(measured, sample, method_used, level)
        low, high = value - reach, value + reach
    if is_constant(value, se, low, high, method_used):
        method_used = "unseen cell"
        if sample.apart:
            _, low, high = _by_mover(measured, sample, value, settings)
        else:
            low, high = ends_by_unseen(measured, sample, value, level)
    return se, low, high, method_used, undefined


def _by_mover(
    measured: Measured, sample: Sample, value: float, settings: _Settings
) -> tuple[float, float, float]:
    """The standard error and the ends, from an interval for each classifier."""
    level, _, B, rng = settings
    measure = measured.row or measured.values
    interval_of = partial(interval, measure, level=level, n_resamples=B, rng=rng)
    with arguments.without_shares():
        a, b = map(interval_of, sample.observed)
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    return math.hypot(a.standard_error, b.standard_error), low, high


def _of_tails(up: float, down: float, alternative: str, margin: float | None) -> float:
    if alternative != "two-sided":
        return up if alternative == "greater" else down
    return 2 * min(up, down) if margin is None else max(up, down)
