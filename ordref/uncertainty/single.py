"""How sure a value is: standard errors, intervals, differences of two classifiers, chance."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from ..matrices.check import answers_labels
from ..matrices.sums import scalar_or_array
from .arguments import (
    Floats,
    Sampling,
    check_level,
    checked_resamples,
    counts,
    generator_of,
    warn_of_few,
)
from .ends import bootstrap_ends, clopper_pearson, far, likelihood, wider
from .measured import Measured, as_measure
from .paired import difference
from .permutations import chance
from .ratio_slopes import cell_weights
from .results import Chance, Difference, Interval
from .sample import Sample, ends_by_unseen, is_constant, least_and_greatest

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


# The measures of a multinomial sample for which there are the last two methods.
_FOR_MEANS = {
    "likelihood": ("ccr", "mer", "mae", "mse", "rmse"),
    "exact": ("ccr", "mer"),
}


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
    sample = Sample.of_tables(counts(cm, sampling), sampling)
    return scalar_or_array(np.sqrt(sample.variance(as_measure(measure))))


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
        It unpacks to ``(value, standard_error, low, high)``, with the attributes
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
    measured, n = as_measure(measure), counts(cm, sampling)
    if n.ndim != 2 + (sampling == "clusters"):
        raise ValueError(
            f"cm must be one matrix, not a stack of shape {n.shape}: take one at a time, "
            "or standard_error, which takes stacks"
        )
    check_level(level, method, METHODS)
    sample, undefined = Sample.of_tables(n, sampling), 0
    (value,) = map(float, measured.values(sample.observed))
    if math.isnan(value):
        return Interval(value, math.nan, math.nan, math.nan, method)
    if method in ("percentile", "bca"):
        B = checked_resamples(n_resamples, level)
        every = sample.resampled(measured, B, generator_of(rng))
        change = sample.without_each(measured) if method == "bca" else None
        to = wider(level, sample.G)
        low, high, se, undefined = bootstrap_ends(every, value, to, change)
    else:
        if method in _FOR_MEANS:
            _check_for_means(measured, method, sampling)
        se = math.sqrt(float(sample.variance(measured)))
        if method == "exact":
            low, high = clopper_pearson(round(value * n.sum()), int(n.sum()), level)
        elif method == "likelihood":
            low, high = _likely(measured.name, n, level)
        else:
            low, high = _by_delta(measured, sample, value, far(level, sample.G) * se)
    if sample.G is not None:
        warn_of_few(sample.G, "clusters")
    whence: str = method
    if is_constant(value, se, low, high, method):
        whence = "unseen cell"
        low, high = ends_by_unseen(measured, sample, value, level)
    if n.sum() == 1:
        # One observation does not show how observations differ.
        se = math.nan
    return Interval(value, se, low, high, whence, undefined)


def _by_delta(
    measured: Measured, sample: Sample, value: float, reach: float
) -> tuple[float, float]:
    if measured.row is None and reach > 0:
        return least_and_greatest(sample.tilted(measured, reach), value)
    low, high = delta_ends(measured, sample.K, np.array(value), np.array(reach))
    return float(low), float(high)


def delta_ends(
    measured: Measured, K: int, value: Floats, reach: Floats
) -> tuple[Floats, Floats]:
    """The ends of a stack of values, so far away on a stretched scale where one fits."""
    low, high = value - reach, value + reach
    row = measured.row
    if row is None or row.greatest(K) == row.least:
        return low, high
    least, width = row.least, row.greatest(K) - row.least
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


def _check_for_means(measured: Measured, method: str, sampling: str) -> None:
    means, name = _FOR_MEANS[method], measured.name or "a function"
    if name not in means:
        raise ValueError(
            f"method={method!r} is for {', '.join(means)}, not for {name}: take 'bca'"
        )
    if sampling != "multinomial":
        raise ValueError(
            f"method={method!r} is for sampling='multinomial', not {sampling!r}: take "
            "'delta' or 'bca'"
        )


def _likely(name: str, n: Floats, level: float) -> tuple[float, float]:
    w = cell_weights("mse" if name == "rmse" else name, n.shape[-1])
    low, high = likelihood(n, w, far(level, None) ** 2)
    return (math.sqrt(low), math.sqrt(high)) if name == "rmse" else (low, high)
