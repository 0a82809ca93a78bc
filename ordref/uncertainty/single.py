"""How sure a value is: standard errors, intervals, differences of two classifiers, chance."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from ..matrices.check import answers_labels
from ..matrices.sums import scalar_or_array
from . import resampling as again
from .ends import clopper_pearson, likelihood, quantiles
from .measured import (
    UNSEEN,
    Floats,
    Known,
    Sampling,
    Told,
    announce,
    check_level,
    checked_resamples,
    counts,
    far,
    generator_of,
    is_constant,
    known,
    normal,
    tilted,
    variance_of,
    warn_of_few,
    wider,
)
from .paired import Difference, difference
from .permutations import Chance, chance
from .ratio_slopes import score

__all__ = [
    "Chance",
    "Difference",
    "Interval",
    "chance",
    "difference",
    "interval",
    "standard_error",
]

Method = Literal["delta", "percentile", "bca", "likelihood", "exact"]
METHODS = get_args(Method)


class _FourOfInterval(NamedTuple):
    value: float
    standard_error: float
    low: float
    high: float


class Interval(Told, _FourOfInterval):
    """A value with its interval; see `interval`.

    Attributes
    ----------
    value, standard_error, low, high : float
        What it unpacks to.
    method : str
        Where the ends come from: the method asked for, or ``"unseen cell"`` where the
        sample does not vary.
    undefined : int
        In how many resamples the measure is undefined.

    Examples
    --------
    >>> interval("ccr", [[5, 0], [0, 5]]).method
    'unseen cell'
    """

    _besides = ("method", "undefined")
    method: str = ""
    undefined: int = 0


@answers_labels
def standard_error(
    measure: Any, cm: ArrayLike, *, sampling: Sampling = "multinomial"
) -> Any:
    """The standard error of a measure, by the delta method.

    Parameters
    ----------
    measure : str or callable
        A name of `ordref.catalogue`, or a function that takes a stack of matrices,
        shape (S, K, K), and returns S numbers; it must take fractions of observations.
        The stack is a copy of its own, in which it may write.
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.
        With ``sampling="clusters"`` of shape (..., G, K, K): a matrix for each cluster.
    sampling : {"multinomial", "rows", "clusters"}, keyword-only
        What was drawn: all observations; those of each true class, as many as there
        are; or G clusters of observations, such as the images of G patients.

    Returns
    -------
    float, or ndarray of shape (...)
        Not negative. 0 where the observations do not make the measure vary, as those of
        a perfect classifier: this is no proof of certainty, see `interval`. ``nan``
        where the measure is undefined, where it has a kink, and where a search ends
        before its proof.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        fractions or symbols; if ``measure`` is not known, or does not take stacks, or
        fractions; if ``sampling`` is not one of the three.

    Notes
    -----
    With ``G_rc`` the derivative of the measure in the count of a cell, the variance is
    ``sum n_rc (G_rc - m)**2``, where m is the mean of G over all observations, or over
    those of class r with ``sampling="rows"``. Over all it is 0 for a function of shares,
    which all measures are but `r_int`, `r_int_2008` and `krippendorff_alpha`. For clusters
    it is the sum of the squares of what each cluster adds, less the mean of that, times
    ``G / (G - 1)``. For kappa it is the formula of Fleiss, Cohen and Everitt (1969), for
    coefficients of pairs that of Goodman and Kruskal (1972). OC keeps its cheapest path,
    and functional correlations keep their scores: to first order the optimum is worth the
    same at the one found.

    Kinks are: two classes that are tied for the worst, unless neither varies (MS,
    MMAE); two cheapest paths through different observations (OC, UOC); two pairs of
    scores with the same correlation, as under independence (SUP and its kin). Two
    slopes then meet, and no normal distribution describes the measure: resample. A
    function of your own is derived by differences, and its kinks are found, too.

    Examples
    --------
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> round(standard_error("mae", cm), 4), round(standard_error("mae", cm, sampling="rows"), 4)
    (0.0438, 0.0436)
    >>> standard_error("ccr", [[5, 0], [0, 5]])
    0.0
    """
    n = counts(cm, sampling)
    return scalar_or_array(np.sqrt(variance_of(known(measure), n, sampling)))


@answers_labels
def interval(
    measure: Any,
    cm: ArrayLike,
    *,
    level: float = 0.95,
    method: Method = "delta",
    sampling: Sampling = "multinomial",
    n_resamples: int = 9999,
    rng: Any = None,
) -> Interval:
    """An interval for what a measure would be of all observations that could be drawn.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`; with the two bootstraps and by name or function, it need
        not take fractions of observations.
    cm : array_like, shape (K, K)
        One confusion matrix of counts, rows true and columns predicted, in class order;
        with ``sampling="clusters"`` one for each cluster, shape (G, K, K).
    level : float, keyword-only
        The share of such intervals that hold the truth, about; between 0 and 1.
    method : {"delta", "percentile", "bca", "likelihood", "exact"}, keyword-only
        The standard error and the normal distribution, or t; two bootstraps; all means that
        are likely enough, for CCR, MER, MAE, MSE and RMSE; or Clopper and Pearson's
        interval, for CCR and MER.
    sampling : {"multinomial", "rows", "clusters"}, keyword-only
        As for `standard_error`; ``"multinomial"`` for the last two methods.
    n_resamples : int, keyword-only
        How many tables the bootstrap draws.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed; the same seed gives the same interval.

    Returns
    -------
    Interval
        A named tuple ``(value, standard_error, low, high)``, with the attributes
        ``method`` and ``undefined``, the number of resamples in which the measure is
        undefined: they have no say in the ends. The standard error of a bootstrap is the
        standard deviation of the resamples, and that of one observation ``nan``. ``nan``
        where the measure is undefined, and by delta also at a kink.

    Raises
    ------
    ValueError
        As `standard_error`; if ``cm`` is a stack; if ``level`` is not between 0 and 1;
        if ``method`` is not one of the five, or not one for this measure; if
        ``n_resamples`` are too few for the level; if a bootstrap is to draw 2**63
        observations or more.

    Warns
    -----
    UserWarning
        If the tables to be looked at take more than five minutes, as they do where each
        needs a search for a functional correlation of many classes; and below ten clusters.

    Notes
    -----
    *delta*: for a measure with a range, the normal interval of artanh of the position
    in the range, which is Fisher's z from -1 to 1, and half the logit from 0 to 1, but
    at an end of the range that of the measure itself. Of a function of your own, whose
    range is not known, the least and the greatest value of the sample with the weights
    ``exp(d u)``, where d is what an observation adds to the function, and u goes so far to
    both sides that it moves by z standard errors to first order (Efron 1981): they leave
    no range. *percentile*: the k-th and the k-th last resample, with ``k = (n_resamples +
    1) (1 - level) / 2``; *bca*: Efron's (1987), with the acceleration from the jackknife.
    *likelihood*: Owen's (1988) for the multinomial with all cells, also those without
    observations.

    With G clusters *delta* takes t with ``G - 1`` degrees of freedom instead of z, and
    the bootstraps take the percentiles of z as large as ``t sqrt(G / (G - 1))`` (Hesterberg
    2015). By simulations of MAE *delta* then holds its level from three clusters on, and
    the bootstraps from about five on: resamples of three do not spread far enough.

    Where neither standard error nor resamples vary, as for a perfect classifier, the
    sample has not shown what there is to fear. Cells without observations may have the
    probability ``e = 1 - ((1 - level) / 2)**(1 / N)`` together, and would still remain
    empty so often. The interval then goes from the least to the greatest value of the
    tables in which one such cell has that share, or all of them have it in equal parts;
    for CCR these are Clopper and Pearson's ends.
    The attribute ``method`` is then ``"unseen cell"``. With ``sampling="rows"`` N is the
    size of the class, and for clusters their number.

    Examples
    --------
    >>> found = interval("ccr", [[5, 0], [0, 5]])
    >>> round(found.low, 4), found.high, found.method
    (0.6915, 1.0, 'unseen cell')
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> value, se, low, high = interval("weighted_kappa", cm, method="bca", rng=0)
    >>> round(value, 3), round(low, 3), round(high, 3)
    (0.735, 0.614, 0.829)
    """
    of, n = known(measure), counts(cm, sampling)
    if n.ndim != 2 + (sampling == "clusters"):
        raise ValueError(
            f"cm must be one matrix, not a stack of shape {n.shape}: take one at a time, "
            "or standard_error, which takes stacks"
        )
    check_level(level, method, METHODS)
    G = len(n) if sampling == "clusters" else None
    table = n if G is None else n.sum(axis=0)
    value = float(of.values(table[None])[0])
    if math.isnan(value):
        return _interval(value, math.nan, math.nan, math.nan, method)
    if method in ("likelihood", "exact"):
        found = _for_means(of, n, level, method, sampling, value)
    elif method == "delta":
        se = math.sqrt(float(variance_of(of, n, sampling)))
        reach = far(level, G) * se
        if of.row is None and reach > 0:
            kept = "multinomial" if G is not None else sampling
            way = tilted(of, table, kept, reach)
            low, high = np.nanmin(way, initial=value), np.nanmax(way, initial=value)
        else:
            (low,), (high,) = delta_ends(
                of, table[None], np.array([value]), np.array([reach])
            )
        found = _interval(value, se, float(low), float(high), method)
    else:
        found = _bootstrap(
            of, n, table, value, level, method, sampling, n_resamples, rng
        )
    if G is not None:
        warn_of_few(G, "clusters", 4)
    if is_constant(*found, method):
        found = _unseen(of, n, found, level, sampling)
    # One observation does not show how observations differ.
    return found._replace(standard_error=math.nan) if n.sum() == 1 else found


def _interval(
    value: float, se: float, low: float, high: float, method: str, undefined: int = 0
) -> Interval:
    return Interval(value, se, low, high)._replace(method=method, undefined=undefined)


def delta_ends(
    of: Known, n: Floats, value: Floats, reach: Floats
) -> tuple[Floats, Floats]:
    """The ends for a stack of matrices, so far away on a stretched scale where one fits."""
    low, high = value - reach, value + reach
    K = n.shape[-1]
    if of.row is None or of.row.greatest(K) == of.row.least:
        return low, high
    least, width = of.row.least, of.row.greatest(K) - of.row.least
    x = 2 * (value - least) / width - 1
    within = (np.abs(x) < 1) & (reach > 0)
    x = np.where(within, x, 0)
    z, dz = np.arctanh(x), 2 * reach / width / (1 - x**2)
    ends = [least + width * (np.tanh(z + sign * dz) + 1) / 2 for sign in (-1, 1)]
    greatest = least + width
    return (
        np.where(within, ends[0], np.clip(low, least, greatest)),
        np.where(within, ends[1], np.clip(high, least, greatest)),
    )


def _for_means(
    of: Known, n: Floats, level: float, method: str, sampling: str, value: float
) -> Interval:
    name = of.row.name if of.row else "a function"
    known = (
        ("ccr", "mer") if method == "exact" else ("ccr", "mer", "mae", "mse", "rmse")
    )
    if name not in known:
        raise ValueError(
            f"method={method!r} is for {', '.join(known)}, not for {name}: take 'bca'"
        )
    if sampling != "multinomial":
        raise ValueError(
            f"method={method!r} is for sampling='multinomial', not {sampling!r}: take "
            "'delta' or 'bca'"
        )
    se = math.sqrt(float(variance_of(of, n, sampling)))
    if method == "exact":
        low, high = clopper_pearson(round(value * n.sum()), int(n.sum()), level)
    else:
        w = score("mse" if name == "rmse" else name, n.shape[-1])
        low, high = likelihood(n, w, normal(level) ** 2)
        if name == "rmse":
            low, high = math.sqrt(low), math.sqrt(high)
    return _interval(value, se, low, high, method)


def _bootstrap(
    of: Known, n: Floats, table: Floats, value: float, level: float, method: str,
    sampling: str, n_resamples: int, rng: Any,
) -> Interval:  # fmt: skip
    B = checked_resamples(n_resamples, level)
    announce(of, table[None], B, 5)
    drawn = again.tables(n, sampling, B, generator_of(rng))
    every = np.concatenate([of.values(part) for part in drawn])
    change = _jackknife(of, n, table, sampling) if method == "bca" else None
    level = wider(level, len(n) if sampling == "clusters" else None)
    low, high, se, undefined = quantiles(every, value, level, change)
    return _interval(value, se, low, high, method, undefined)


def _jackknife(
    of: Known, n: Floats, table: Floats, sampling: str
) -> tuple[Floats, Floats]:
    """The measure without each observation, or cluster, less its mean, and how often."""
    if sampling == "clusters":
        without, times = table - n, np.ones(len(n))
    else:
        cells = np.flatnonzero(n)
        without, times = np.repeat(n[None], len(cells), axis=0), n.flat[cells]
        without.reshape(len(cells), -1)[np.arange(len(cells)), cells] -= 1
    left = without.sum(axis=(1, 2)) > 0
    found = np.full(len(without), np.nan)
    found[left] = of.values(without[left])
    if sampling == "rows":
        # Classes are drawn apart: each has its own mean.
        row = np.flatnonzero(n) // n.shape[-1]
        mean = np.bincount(row, times * found) / np.maximum(np.bincount(row, times), 1)
        return found - mean[row], times
    return found - np.average(found, weights=times), times


def _unseen(
    of: Known, n: Floats, found: Interval, level: float, sampling: str
) -> Interval:
    """From the least to the greatest value if cells without observations had some share."""
    table = n.sum(axis=0) if sampling == "clusters" else n
    K = len(table)
    cells = np.argwhere(table == 0)
    if sampling == "rows":
        cells = cells[table.sum(axis=1)[cells[:, 0]] > 0]
    if not len(cells) or len(cells) * K * K > UNSEEN:
        low = high = math.nan if len(cells) else found.value
        return _interval(found.value, found.standard_error, low, high, "unseen cell",
                         found.undefined)  # fmt: skip
    # One cell after another, and all of them together.
    more = np.zeros((len(cells) + 1, K, K))
    more[np.arange(len(cells)), *cells.T] = 1
    more[-1, *cells.T] = 1
    axes = -1 if sampling == "rows" else (-2, -1)
    size = table.sum(axis=axes, keepdims=True)
    more /= np.maximum(more.sum(axis=axes, keepdims=True), 1)
    drawn = len(n) if sampling == "clusters" else np.maximum(size, 1)
    share = -np.expm1(np.log((1 - level) / 2) / drawn)
    if of.row is None or of.row.accepts == "counts":
        each = table + np.ceil(more * size * share / (1 - share))
    else:
        touched = more.sum(axis=axes, keepdims=True)
        each = table * (1 - share * touched) + more * size * share
    ends = of.values(each)
    low = float(np.nanmin(ends, initial=found.value))
    high = float(np.nanmax(ends, initial=found.value))
    return _interval(found.value, found.standard_error, low, high, "unseen cell",
                     found.undefined)  # fmt: skip
