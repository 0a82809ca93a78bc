"""The ends of intervals: binomial, by t, by likelihood, and from resamples."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.sums import distances
from .arguments import Floats

# The lower and the upper end of an interval.
LowHigh = tuple[float, float]
# Enough halvings to come down to two neighbours in float64, wherever they begin.
_HALVINGS = 200
MOST_TRIALS = 10**7
# Tables with the margins of a sample, but more than this many hits fewer, have no weight.
_MOST_MOVED = 1000


def clopper_pearson(hits: float, N: int, level: float) -> LowHigh:
    """Clopper and Pearson's exact interval for a probability, from `hits` in `N` observations.

    At each end, a number of hits as extreme as `hits` has the probability ``(1 - level) / 2``;
    the lower end is 0 without hits, and the upper end 1 if all are hits.
    """
    if N > MOST_TRIALS:
        raise ValueError(
            f"method='exact' is for at most {MOST_TRIALS} observations, not {N}: with "
            "more 'delta' and 'likelihood' are as good"
        )
    rare = (1 - level) / 2
    low = _beta_quantile(hits, N - hits + 1, rare) if hits > 0 else 0.0
    high = 1 - _beta_quantile(N - hits, hits + 1, rare) if hits < N else 1.0
    return low, high


def student(level: float, df: float) -> float:
    """The quantile of the absolute value of Student's t at this level.

    Examples
    --------
    >>> round(student(0.95, 4), 3)
    2.776
    """
    if df > 1e6:
        # The next term is of the order of 1 / df**2.
        z = NormalDist().inv_cdf((1 + level) / 2)
        return z + (z**3 + z) / (4 * df)
    # df / (df + t**2) has a beta distribution; its quantile is accurate for large t, too.
    x = _beta_quantile(df / 2, 1 / 2, 1 - level)
    return math.sqrt(df * (1 - x) / x)


def critical_value(level: float, G: int | None) -> float:
    """The half width in standard errors: a quantile of the normal, or of t for G clusters."""
    return NormalDist().inv_cdf((1 + level) / 2) if G is None else student(level, G - 1)


def widened_level(level: float, G: int | None) -> float:
    """The level of bootstrap percentiles; for clusters, raised until they reach as far as t.

    Resamples of G clusters have (G - 1) / G of the variance that is estimated.
    """
    if G is None:
        return level
    z = math.sqrt(G / (G - 1)) * critical_value(level, G)
    # Beyond it the percentiles are the outermost resamples in any case.
    return min(2 * NormalDist().cdf(z) - 1, 1 - 1e-12)


def two_sided_tail(t: float, df: int) -> float:
    """The probability that Student's t is at least as far from 0 as ``t``.

    Examples
    --------
    >>> round(two_sided_tail(2.776, 4), 3)
    0.05
    """
    return beta_cdf(df / 2, 1 / 2, df / (df + t**2))


def upper_tail(reach: float, error: float, G: int | None) -> float:
    """The probability that a normal variable, or Student's t, exceeds ``reach / error``.

    It is t with ``G - 1`` degrees of freedom. An error of 0 makes the quotient infinite, or
    0 if ``reach`` is 0 as well.

    Examples
    --------
    >>> round(upper_tail(1.96, 1, None), 3), round(upper_tail(-2.776, 1, 5), 3), upper_tail(1, 0, 5)
    (0.025, 0.975, 0.0)
    """
    if math.isnan(error):
        return math.nan
    t = reach / error if error > 0 else reach and math.copysign(math.inf, reach)
    if G is None:
        return math.erfc(t / math.sqrt(2)) / 2
    farther = two_sided_tail(t, G - 1) / 2
    return farther if t > 0 else 1 - farther


def bisect(low: float, high: float, before: Callable[[float], bool]) -> LowHigh:
    """Bisect to two neighbours in float64: the last where `before` holds, and the next."""
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if x in (low, high):
            break
        low, high = (x, high) if before(x) else (low, x)
    return low, high


def least_gamma(n: Floats, level: float) -> float:
    """The lower end where gamma of two classes is 1: one kind of error was not seen.

    Gamma is ``(o - 1) / (o + 1)`` of the odds ratio o, whose distribution given the margins
    is Fisher's: at the end, a sample without that error has probability ``(1 - level) / 2``.

    Examples
    --------
    >>> round(least_gamma(np.array([[9, 0], [0, 1]]), 0.95), 3)  # o is 9 / 39
    -0.625
    """
    hits, errors = n.diagonal(), n.sum() - np.trace(n)
    # Tables with k hits of either class less are 1 / o**k times as many as they are for o = 1.
    k = np.arange(1, min(float(hits.min()), _MOST_MOVED) + 1)
    hits_left = hits[:, None] - k + 1
    ways = np.cumsum(np.log(hits_left[0] / k) + np.log(hits_left[1] / (errors + k)))

    def is_rare(log_o: float) -> bool:
        logs = np.append(0.0, ways - k * log_o)
        return bool(logs.max() + np.log(np.exp(logs - logs.max()).sum()) > bound)

    bound = math.log(2 / (1 - level))
    return math.tanh(sum(bisect(-100.0, 100.0, is_rare)) / 4)


def _crossing(f: Callable[[float], float], a: float, b: float) -> float:
    """The root of a falling function, by Chandrupatla (1997); ``a`` if it is below 0 there.

    Inverse quadratic interpolation where the last three values bend little, else halving: a
    fifth of the values that halving alone takes. Where both ends must keep all their digits,
    we halve.
    """
    at_a, at_b, share = f(a), f(b), 1 / 2
    if at_a < 0:
        return a
    for _ in range(_HALVINGS):
        x = a + share * (b - a)
        at_x = f(x)
        same = (at_x > 0) == (at_a > 0)
        (b, at_b), c, at_c = ((b, at_b), a, at_a) if same else ((a, at_a), b, at_b)
        a, at_a = x, at_x
        if abs(at_x) < 1e-12 or x in (b, c):
            break
        position, level = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
        if level**2 < position and (1 - level) ** 2 < 1 - position:
            ratio = at_a / (at_b - at_a)
            share = ratio * at_c / (at_b - at_c) + (c - a) / (b - a) * (
                at_a / (at_c - at_a) * at_b / (at_c - at_b)
            )
        else:
            share = 1 / 2
    return a


@lru_cache(maxsize=4096)
def _beta_quantile(a: float, b: float, q: float) -> float:
    return sum(bisect(0.0, 1.0, lambda x: beta_cdf(a, b, x) < q)) / 2


def beta_cdf(a: float, b: float, x: float) -> float:
    """The distribution function of the beta distribution, by its continued fraction.

    Examples
    --------
    >>> round(beta_cdf(2, 3, 0.4), 10)
    0.5248
    """
    if x <= 0:
        return 0.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(b, a, 1 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
        + a * math.log(x) + b * math.log1p(-x)
    ) / a  # fmt: skip
    # Lentz's algorithm, from 1 + 1 / 1 on; below the mean no denominator is near zero.
    f = c = 2.0
    d = 1.0
    for k in range(1, 100_000):
        m = k // 2
        if k % 2:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + numerator * d)
        c = 1 + numerator / c
        f *= c * d
        if abs(1 - c * d) < 1e-15:
            break
    return front * (f - 1)


def likelihood(n: Floats, w: Floats, drop: float) -> LowHigh:
    """The least and the greatest mean of the scores w over all distributions likely enough.

    Twice the log-likelihood is at most `drop` below its maximum. A distribution may give any
    cell a positive probability, even one without observations. If n and w have several rows,
    each has a distribution of its own, and the mean is the average of theirs.
    """
    n, w = np.atleast_2d(n), np.atleast_2d(w)
    return 0 - _greatest_mean(n, -w, drop), _greatest_mean(n, w, drop)


def _greatest_mean(n: Floats, w: Floats, drop: float) -> float:
    """The most likely distributions of a given mean have ``p = s n / (top - w + t)``.

    All rows share s, and t makes p sum to 1 in its row; where p is less even for ``t = 0``, the
    rest is at the top of the row, which was not observed. As s grows from 0, they run from all
    mass at the tops to n / N.
    """
    N, top = n.sum(axis=1), w.max(axis=1)
    below = np.where(n > 0, top[:, None] - w, 1.0)
    at_top = np.where(below == 0, n, 0.0).sum(axis=1)
    if (at_top == N).all():
        return float(top.mean())

    def mean_and_drop(log_s: float) -> LowHigh:
        """The mean, and how far the distributions are from the sample."""
        s = math.exp(log_s)
        t, free = _tops(n, below, at_top, s)
        d = below + t[:, None]
        p = s * n / d
        down = (p * below).sum(axis=1) / np.where(free, p.sum(axis=1), 1.0)
        # The ratio N p / n, and that ratio less 1, whose sum over a free row is 0: with it
        # the terms are nonnegative, so that small ones keep their digits.
        times = np.where(free, down + t, N * s)[:, None] / d
        surplus = (down[:, None] - below) / d
        series = 1 / 2 - surplus * (1 / 3 - surplus * (1 / 4 - surplus / 5))
        terms = np.where(free[:, None], surplus, 0.0) - np.log(times)
        terms = np.where(free[:, None] & (np.abs(surplus) < 1e-3), surplus**2 * series, terms)
        return float((top - down).mean()), 2 * float((n * terms).sum())

    log_drop = math.log(max(drop, 1e-30))  # nearer, no mean in float64 differs

    def excess(log_s: float) -> float:
        return math.log(max(mean_and_drop(log_s)[1], 1e-300)) - log_drop

    scale = math.log(float(below.max()) / float(N.max()))
    return mean_and_drop(_crossing(excess, scale - 60, scale + 60))[0]


def _tops(n: Floats, below: Floats, at_top: Floats, s: float) -> tuple[Floats, NDArray[np.bool_]]:
    """The t of each row, 0 where p sums to less than 1, and whether it sums to 1."""
    with np.errstate(divide="ignore"):
        free = (n / below).sum(axis=1) * s > 1
    # 1 / sum(n / (below + t)) is concave in t: from the left Newton's steps do not overshoot.
    t = np.maximum(at_top * s, n.sum(axis=1) * s - below.max(axis=1))[free]
    n, below, t = n[free], below[free], np.maximum(t, 0.0)
    for _ in range(_HALVINGS):
        d = below + t[:, None]
        total, slope = (n / d).sum(axis=1), (n / d**2).sum(axis=1)
        step = total * (s * total - 1) / slope
        t = t + np.maximum(step, 0.0)
        if (step <= 1e-14 * t).all():
            break
    shift = np.zeros(len(free))
    shift[free] = t
    return shift, free


def ends_by_class(name: str, n: Floats, level: float) -> LowHigh:
    """The ends for MS, GM or MMAE, from an interval for each of the J classes present.

    The largest lower end exceeds MMAE only if some class is below its own lower end: each
    class has a J-th of the risk. The largest upper end is below MMAE only if the worst class
    is above its own: each class has the whole risk. MS is the mirror image. Both ends of GM
    combine all classes, so that each has a J-th of the risk.
    """
    D = distances(len(n)).astype(np.float64)
    present = np.flatnonzero(n.sum(axis=1))
    J = len(present)
    level_of_class = min(1 - (1 - level) / J, 1 - 4e-16)  # rounding must not make it 1
    if name == "mmae":
        N, low, high = n.sum(axis=1), 0.0, 0.0
        with np.errstate(invalid="ignore"):
            means = (n * D).sum(axis=1) / N
        # No end is beyond Hoeffding's: by Pinsker's inequality it bounds those by likelihood,
        # too. So most classes are seen to have neither the largest lower nor upper end.
        reach = math.sqrt(-math.log((1 - level) / 2) / 2) * D.max(axis=1)
        for r in sorted(present, key=means.__getitem__, reverse=True):
            if means[r] > low:
                low = max(low, -_mean_end(n[r], -D[r], level_of_class))
            if means[r] + reach[r] / math.sqrt(N[r]) > high:
                high = max(high, _mean_end(n[r], D[r], level))
        return low, high
    shares = [(int(n[r, r]), int(n[r].sum())) for r in present]
    limits = [_share_ends(*share, level_of_class) for share in shares]
    lows, highs = zip(*limits, strict=True)
    if name == "geometric_mean_sensitivity":
        return math.prod(lows) ** (1 / J), math.prod(highs) ** (1 / J)
    return min(_share_ends(*share, level)[0] for share in shares), min(highs)


def _mean_end(n: Floats, w: Floats, level: float) -> float:
    """The upper end by likelihood, or the exact end if all observations have the same score."""
    if (scores := w[n > 0]).max() > scores.min():
        return _greatest_mean(n[None], w[None], critical_value(level, None) ** 2)
    share = -math.expm1(math.log((1 - level) / 2) / float(n.sum()))
    return float(scores[0] + share * (w.max() - scores[0]))


def _share_ends(hits: int, N: int, level: float) -> LowHigh:
    """The exact ends; beyond `MOST_TRIALS` observations by likelihood, which is then as good."""
    if N <= MOST_TRIALS:
        return clopper_pearson(hits, N, level)
    n = np.array([N - hits, hits], dtype=np.float64)
    return likelihood(n, np.array([0.0, 1.0]), critical_value(level, None) ** 2)


def bootstrap_ends(
    resamples: Floats, value: float, level: float, added: tuple[Any, Any] | None
) -> tuple[float, float, float, int]:
    """The standard deviation of resamples, the ends from them, and how many are undefined.

    The ends are percentiles, or BCa if `added` has what each kind of observation adds to the
    value, and how many observations are of that kind. If all resamples are on one side of the
    value, BCa does not exist: the percentiles are then extended to the value.
    """
    defined = np.sort(resamples[~np.isnan(resamples)])
    B, undefined = len(defined), len(resamples) - len(defined)
    if B < 2:
        return math.nan, math.nan, math.nan, undefined
    noise = 1e-12 * max(1.0, abs(value))
    number_below = int(np.searchsorted(defined, value - noise))
    number_above = B - int(np.searchsorted(defined, value + noise))
    shares = (1 - level) / 2, (1 + level) / 2
    # If all resamples are below the value, or all above it, there is no BCa.
    on_one_side = B in (number_below, number_above)
    if added is not None and not on_one_side:
        share_below = (number_below + B - number_above) / (2 * B)
        shares = _shares(share_below, shares, *added)
    # As many resamples below the one end as above the other.
    first = math.floor((B + 1) * shares[0] + 1e-9)
    last = B + 1 - math.floor((B + 1) * (1 - shares[1]) + 1e-9)
    low, high = defined[np.clip([first, last], 1, B) - 1].tolist()
    if added is not None and on_one_side:
        low, high = min(low, value), max(high, value)
    return float(defined.std()), low, high, undefined


def _shares(share_below: float, shares: LowHigh, added: Floats, times: Floats) -> LowHigh:
    """Efron's shares, which correct for bias and for a variance that changes with the value.

    `less` is the proportion of the resamples that are below the value.
    """
    normal = NormalDist()
    bias = normal.inv_cdf(share_below)
    squares = float((times * added**2).sum())
    cubes = float((times * added**3).sum())
    acceleration = cubes / (6 * squares**1.5) if squares > 0 else 0.0
    low, high = (bias + normal.inv_cdf(share) for share in shares)
    # The formula has a pole there, and beyond it the ends would change places.
    low, high = (z / max(1 - acceleration * z, 1e-9) for z in (low, high))
    return normal.cdf(bias + low), normal.cdf(bias + high)
