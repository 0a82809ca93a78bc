"""How sure a value is: its standard error, and an interval for it."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from ...matrices.check import answers_labels
from ...matrices.entries import check_option, warn
from ...matrices.limits import CLASSES_LEFT_OUT
from ...matrices.sums import scalar_or_array
from . import arguments, ends
from .arguments import Floats, Sampling
from .jackknife import influence, jackknife
from .measured import Measured, of_sample
from .ratio_slopes import cell_weights
from .results import Interval
from .sample import (
    Sample,
    ends_by_unseen,
    is_constant,
    least_and_greatest,
    reason_for_doubt,
    with_hidden,
)

__all__ = ["Interval", "interval", "standard_error"]

Method = Literal["delta", "jackknife", "percentile", "bca", "likelihood", "exact", "by class"]
METHODS = get_args(Method)


# The measures that each of the last three methods is for.
SHARES = ("ccr", "mer", "accuracy_within")
_FOR_SOME = {
    "exact": SHARES,
    "likelihood": ("mae", "mse", "rmse", "amae", "amse", *SHARES),
    "by class": ("minimum_sensitivity", "mmae", "geometric_mean_sensitivity"),
}
# Those for which a class is a row with a distribution of its own.
_OF_CLASSES = {"amae": "mae", "amse": "mse"}
# The sizes of correlations: their ends are those of Fisher's scale, from -1 to 1, cut off at 0.
_SIZES = ("sup_correlation", "mon_correlation", "coanti_correlation")
# A value this near to an end of its range, in parts of the range, is at the end: a singular
# value of 1 comes out as a little less on some processors, and not on others.
_AT_AN_END = 1e-12


@answers_labels
def standard_error(measure: Any, cm: ArrayLike, *, sampling: Sampling = "multinomial") -> Any:
    """The standard error of a measure, by the delta method.

    Parameters
    ----------
    measure : str or callable
        A name of `ordref.catalogue`, or a function that takes a stack of matrices,
        shape (S, K, K), and returns S numbers; it must accept fractional counts. It may
        overwrite the stack, which is a copy. Of ratings also `conger_kappa`, with other
        weights as a `functools.partial`, and each name that `evaluate` shows of ratings.
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.
        With ``sampling="clusters"`` the shape is (..., G, K, K), a matrix for each
        cluster; or give what `from_ratings` returns: each unit is then a cluster.
    sampling : {"multinomial", "rows", "clusters"}, keyword-only
        What was drawn: all observations independently; a fixed number from each true
        class; or G clusters of observations, such as the images of G patients.

    Returns
    -------
    float, or ndarray of shape (...)
        Not negative. It is 0 where the observations do not make the measure vary, as for
        a perfect classifier: this does not prove certainty, see `interval`. It is
        ``nan`` where the measure is undefined or has a kink, and where a search ends
        without a proof.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        fractions or symbols; if ``measure`` is unknown, does not accept stacks or
        fractional counts, or is UOC of more than 100 classes; if ``sampling`` is not one of
        the three.

    Warns
    -----
    UserWarning
        If each row of a matrix sums to 100, or each column, as percentages do, unless
        ``sampling="rows"`` says that so many of each class were drawn.

    Notes
    -----
    With ``G_rc`` the derivative of the measure in the count of a cell, the variance is
    ``sum n_rc (G_rc - m)**2``, where m is the mean of G over all observations, or over
    those of class r with ``sampling="rows"``. The mean over all is 0 for a function of
    shares, and every measure is one but `r_int`, `r_int_2008` and `krippendorff_alpha`. For
    clusters the variance is ``G / (G - 1)`` times the sum of the squared deviations of what
    each cluster adds from the mean of that. For kappa it is the formula of Fleiss, Cohen and
    Everitt (1969), for coefficients of pairs that of Goodman and Kruskal (1972). For OC the
    cheapest path is held fixed, and for functional correlations the scores: to first
    order the optimum changes as the value at the solution found. This error is not always
    that of `interval`, which by default takes the jackknife's, for kappa as for most measures.

    Kinks are: two classes that are tied for the worst, unless neither varies (MS,
    MMAE); two cheapest paths through different observations (OC, UOC); two pairs of
    scores with the same correlation below 1, as under independence (functional correlations). Two
    slopes meet there, and the measure is not asymptotically normal; `interval` has methods
    that need no slope. The derivative of your own function is found by differences, which
    detect its kinks as well.

    Examples
    --------
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> round(standard_error("mae", cm), 4), round(standard_error("mae", cm, sampling="rows"), 4)
    (0.0438, 0.0436)
    >>> standard_error("ccr", [[5, 0], [0, 5]])
    0.0
    """
    measured, n = of_sample(measure, cm, sampling)
    sample = Sample.of_tables(n, sampling)
    return scalar_or_array(np.sqrt(sample.variance(measured)))


@answers_labels
def interval(
    measure: Any,
    cm: ArrayLike,
    *,
    level: float = 0.95,
    method: Method | None = None,
    sampling: Sampling = "multinomial",
    n_resamples: int = 9999,
    rng: Any = None,
) -> Interval:
    """A confidence interval for the value of a measure in the population.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`; only ``"delta"`` and ``"jackknife"`` need a function that
        accepts fractional counts.
    cm : array_like, shape (K, K)
        One confusion matrix of counts, rows true and columns predicted, in class order;
        with ``sampling="clusters"`` one for each cluster, shape (G, K, K), or what
        `from_ratings` returns: each unit is then a cluster.
    level : float, keyword-only
        The nominal coverage, between 0 and 1.
    method : str, keyword-only, optional
        By default a method chosen for the measure by its coverage, see below; the
        result names it. ``"delta"`` and ``"jackknife"`` take a standard error, with the
        normal distribution or with t; ``"percentile"`` and ``"bca"`` are bootstraps;
        ``"likelihood"`` is empirical likelihood, for MAE, MSE, RMSE, AMAE, AMSE and
        shares;
        ``"exact"`` is Clopper and Pearson's interval, for the shares CCR, MER and
        accuracy within one class; ``"by class"`` combines an interval for each class,
        for MS, MMAE and GM.
    sampling : {"multinomial", "rows", "clusters"}, keyword-only
        As for `standard_error`. By class, and likelihood for AMAE and AMSE, take
        ``"multinomial"`` and ``"rows"``; else likelihood and exact need ``"multinomial"``.
    n_resamples : int, keyword-only
        The number of resamples of a bootstrap.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed; the same seed gives the same interval.

    Returns
    -------
    Interval
        It unpacks to ``(value, standard_error, low, high)``, with the attributes
        ``method``, ``undefined``, the number of resamples in which the measure is
        undefined, which the ends leave out, and ``warning``, which says why an interval can be
        too short, see Notes. The standard error is that of the method: by default for kappa
        the jackknife's, not the delta method's as in `standard_error`; for a bootstrap the
        standard deviation of the resamples. By default it is ``nan`` only
        where the measure is undefined, and for a single observation. With delta it is
        ``nan`` at a kink as well, and so are the ends.

    Raises
    ------
    ValueError
        As `standard_error`; if ``cm`` is a stack; if ``level`` is not between 0 and 1;
        if ``method`` is not one of the seven, or not for this measure, or is ``"exact"``
        for more than 10**7 observations; if ``n_resamples`` is too small for the level; if
        a bootstrap is to draw 2**63 observations or more.

    Warns
    -----
    UserWarning
        If the computation will take more than five minutes, as when each table needs a
        search for a functional correlation of many classes; for fewer than ten clusters;
        as `standard_error` for percentages; and for SUP if there are errors, but fewer than
        K (K - 1), the kinds of errors.

    Notes
    -----
    By default the interval is *exact* for a share of at most 10**7 observations; by
    *likelihood* for one of more, and for MAE, MSE, RMSE, AMAE and AMSE where they vary; *by class*
    for MS, MMAE and a GM of 0; *bca* for your own function if it has a kink, or does not accept
    fractional counts; *delta* for more than 64 classes where the measure is smooth; and by the
    *jackknife* for all else. For rows and clusters the jackknife takes the place of *exact* and
    *likelihood*, but AMAE and AMSE keep theirs for rows; for clusters also that of *by class*.
    Each method was chosen by its coverage in simulations, from 30 observations on. At 95 % it may
    be below .92 for measures made class by class where a class has fewer than five
    observations, for OC and OC' of six classes and more, which take the cheapest of many paths,
    and for SUP (see Warns): the attribute ``warning`` then says so.

    *jackknife*: each observation is left out in turn, and the variance is the sum of the
    squared deviations of the changes from their mean; if all are alike but not 0, as where SUP
    is 0 and any change raises it, of their squares. Half a pseudo-observation of each class
    is spread over its cells as the errors of all classes are over the distances; for a cell
    that was not seen, the change is that by one more observation. Student's t has the degrees
    of freedom that the fourth powers of the changes imply, but at least 4; the ends are taken
    on the scale of *delta*. It needs no slope, and works at kinks.
    *by class*: for MMAE the largest of the lower ends of all J classes, each by likelihood, or
    exact where the class does not vary, at the level ``1 - (1 - level) / J``, and the largest
    of the upper ends, at ``level``: this holds whichever class is the worst. MS is treated
    likewise, with the exact ends of shares; GM takes the geometric means of ends at that
    higher level.
    *delta*: for a measure with a range, the normal interval on the scale of artanh of the
    position in the range, which is Fisher's z from -1 to 1, and half the logit from 0 to 1;
    at an end of the range, on the scale of the measure itself. SUP, MON and COANTI, the sizes
    of correlations, take Fisher's z, cut off at 0. The upper end of tau_c, which without errors is
    the lower the more the sizes of the classes differ, is at least that on its own scale. For
    your own function, whose range is unknown, the least and the greatest value of the sample
    with the weights ``exp(d u)``, where d is what an observation adds to the function, and u
    goes so far to both sides that the function moves by z standard errors to first order (Efron
    1981): such values stay within any range. *percentile*: the k-th and the k-th last resample,
    with ``k = (n_resamples + 1) (1 - level) / 2``; *bca*: Efron's (1987), with the acceleration
    from the jackknife, but where all resamples are on one side of the value, which no correction
    covers, the percentiles extended to the value. *likelihood*: Owen's (1988) for the
    multinomial with all cells, also those without observations; for AMAE and AMSE each class has
    a multinomial of its own.

    Rare and long errors, such as from the first class to the last, are in many samples not seen,
    and how a sample varies does not tell of them. So the ends by *jackknife* and by *likelihood*
    are joined with the values of the tables in which one cell that was not seen has the share
    ``1 - (1 - level)**(1 / N)``: a larger one would show itself with more than the probability
    `level`. With ``sampling="rows"`` N is the size of the class. A class that is absent from the
    sample may have it, but neither in measures made class by class nor in your own function. For
    clusters the ends are not joined: there a kind of error that no cluster shows is not allowed
    for.

    With G clusters *delta* takes t with ``G - 1`` degrees of freedom instead of z, and
    the bootstraps take the percentiles that belong to ``z = t sqrt(G / (G - 1))`` (Hesterberg
    2015). In simulations of MAE *delta* then keeps its level from three clusters on, and
    the bootstraps from about five on: resamples of three do not spread far enough.

    Where the ends so found coincide because nothing varies, as by *delta* or *bca* for a
    perfect classifier, the sample shows no errors, but they can occur. If the empty cells
    had the probability ``e = 1 - ((1 - level) / 2)**(1 / N)`` together, they would still
    all stay empty with the probability ``(1 - level) / 2``. The interval then goes from the
    least to the greatest value of the tables in which one such cell has that share, or all
    of them have it in equal parts; for CCR these are Clopper and Pearson's ends. The
    attribute ``method`` is then ``"unseen cell"``. With ``sampling="rows"`` N is the size
    of the class, and for clusters their number. From 77 classes on the tables can be too
    many: the ends are then ``nan``. Gamma of two classes moves only if both kinds of errors
    occur: its end is that of Fisher's exact interval for the odds ratio, but for clusters.

    Examples
    --------
    >>> found = interval("ccr", [[5, 0], [0, 5]])
    >>> round(found.low, 4), found.high, found.method
    (0.6915, 1.0, 'exact')
    >>> found = interval("weighted_kappa", [[5, 0], [0, 5]])
    >>> round(found.low, 4), found.high, found.method
    (0.383, 1.0, 'unseen cell')
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> value, se, low, high = interval("weighted_kappa", cm, method="bca", rng=0)
    >>> round(value, 3), round(low, 3), round(high, 3)
    (0.735, 0.614, 0.829)
    """
    measured, n = of_sample(measure, cm, sampling)
    if n.ndim != 2 + (sampling == "clusters"):
        raise ValueError(
            f"cm must be one matrix, not a stack of shape {n.shape}: take one at a time, "
            "or standard_error, which takes stacks"
        )
    sample, undefined = Sample.of_tables(n, sampling), 0
    (value,) = map(float, measured.values(sample.observed))
    if method is None:
        method = _recommended(measured, sample, value, sampling)
    arguments.check_level(level)
    check_option("method", method, METHODS)
    if method in _FOR_SOME and not _is_for(measured.name, method, sampling):
        raise ValueError(
            f"method={method!r} is for {', '.join(_FOR_SOME[method])} of independent "
            f"observations, not for {measured.name or 'a function'} with "
            f"sampling={sampling!r}: take 'jackknife' or 'bca'"
        )
    if math.isnan(value):
        return Interval(value, math.nan, math.nan, math.nan, method)
    if method in ("percentile", "bca"):
        B = arguments.checked_resamples(n_resamples, level)
        drawn = measured, sample, value, method, level, B, arguments.generator_of(rng)
        se, low, high, undefined = resampled(*drawn)
    else:
        se, low, high = _error_and_ends(measured, sample, value, method, level)
    if sample.G is not None:
        arguments.warn_of_few(sample.G, "clusters")
    if (doubt := reason_for_doubt(measured, sample, method)) and "SUP" in doubt:
        warn(doubt)
    method_used: str = method
    if is_constant(value, se, low, high, method):
        method_used = "unseen cell"
        low, high = ends_by_unseen(measured, sample, value, level)
    elif method in ("jackknife", "likelihood") and sample.G is None:
        low, high = with_hidden(measured, sample, level, low, high)
    if n.sum() == 1:
        # One observation does not show how observations differ.
        se = math.nan
    return Interval(value, se, low, high, method_used, undefined, doubt)


def resampled(
    measured: Measured, sample: Sample, value: float, method: str, level: float, B: int,
    rng: np.random.Generator,
) -> tuple[float, float, float, int]:  # fmt: skip
    """The standard deviation and both ends of resamples, and how many are undefined."""
    resamples = sample.resampled(measured, B, rng)
    added = influence(measured, sample) if method == "bca" else None
    return ends.bootstrap_ends(resamples, value, ends.widened_level(level, sample.G), added)


def error_and_reach(
    measured: Measured, sample: Sample, method: str, level: float
) -> tuple[float, float]:
    """The standard error, and how far the ends are from the value if they are symmetric."""
    if method == "jackknife":
        se, freedom = map(float, jackknife(measured, sample))
        return se, se * ends.student(level, freedom)
    se = math.sqrt(float(sample.variance(measured)))
    return se, se * ends.critical_value(level, sample.G)


def _error_and_ends(
    measured: Measured, sample: Sample, value: float, method: Method, level: float
) -> tuple[float, float, float]:
    """The standard error and both ends, by a method that draws no resamples."""
    (n,) = sample.observed
    se, reach = error_and_reach(measured, sample, method, level)
    if method in ("delta", "jackknife"):
        if measured.row is None and reach > 0:
            return se, *least_and_greatest(sample.exponential_tilting(measured, reach), value)
        low, high = delta_ends(measured, sample.K, np.array(value), np.array(reach))
        return se, float(low), float(high)
    if method == "exact":
        return se, *ends.clopper_pearson(round(value * n.sum()), int(n.sum()), level)
    if method == "likelihood":
        return se, *_likelihood_ends(measured.name, n, level)
    if math.isnan(se):
        se = float(jackknife(measured, sample)[0])
    return se, *ends.ends_by_class(measured.name, n, level)


def delta_ends(measured: Measured, K: int, value: Floats, reach: Floats) -> tuple[Floats, Floats]:
    """The ends for a stack of values: symmetric on the scale of artanh within a range."""
    low, high = value - reach, value + reach
    row = measured.row
    if row is None or row.greatest(K) == row.least:
        return low, high
    least, greatest = row.least, row.greatest(K)
    # Conger's kappa of ratings with gaps has no lower end.
    bottom = np.where(value < least - _AT_AN_END * (greatest - least), -np.inf, least)
    if row.name in _SIZES:
        least = -greatest
    width = greatest - least
    x = 2 * (value - least) / width - 1
    within = (np.abs(x) < 1 - _AT_AN_END) & (reach > 0)
    x = np.where(within, x, 0)
    z, dz = np.arctanh(x), 2 * reach / width / (1 - x**2)
    lower, upper = (least + width * (np.tanh(t) + 1) / 2 for t in (z - dz, z + dz))
    if row.name == "stuart_tau_c":
        # With equal classes 1 is a flat top, and all samples of a table there are below it.
        upper = np.maximum(upper, high)
    low, high = np.where(within, lower, low), np.where(within, upper, high)
    return np.clip(low, bottom, greatest), np.clip(high, bottom, greatest)


def _recommended(measured: Measured, sample: Sample, value: float, sampling: str) -> Method:
    """The method with the best coverage, by the chapter uncertainty, "How often the intervals
    hold the truth". Kappa, like all measures without a line of their own, comes to the last line:
    the jackknife.
    """
    name, K = measured.name, sample.K
    if K == 1:
        return "jackknife"  # there is one cell, and it is seen
    fits = {method for method in _FOR_SOME if _is_for(name, method, sampling)}
    if "exact" in fits and sample.N <= ends.MOST_TRIALS:
        return "exact"
    # Without errors the interval is that of an unseen cell, which is exact.
    if "likelihood" in fits and sample.variance(measured) > 0:
        return "likelihood"
    # A product with a factor of 0, and a worst class, are not asymptotically normal.
    product = name == "geometric_mean_sensitivity" and value > 0
    if "by class" in fits and not product:
        return "by class"
    if measured.row is None and not _is_smooth(measured, sample):
        return "bca"
    if K > CLASSES_LEFT_OUT and _is_smooth(measured, sample):
        return "delta"
    return "jackknife"


def _is_smooth(measured: Measured, sample: Sample) -> bool:
    """Whether the measure accepts fractional counts, and has no kink here."""
    try:
        return not np.isnan(sample.variance(measured)).any()
    except ValueError:
        return False


def _is_for(name: str, method: str, sampling: str) -> bool:
    """Whether a method can be used for this measure with this sampling."""
    by_class = method == "by class" or name in _OF_CLASSES
    drawn = ("multinomial", "rows") if by_class else ("multinomial",)
    return name in _FOR_SOME[method] and sampling in drawn


def _likelihood_ends(name: str, n: Floats, level: float) -> ends.LowHigh:
    w = cell_weights({"rmse": "mse", **_OF_CLASSES}.get(name, name), n.shape[-1])
    if name in _OF_CLASSES:
        present = n.sum(axis=1) > 0
        n, w = n[present], w[present]
    else:
        n, w = n.reshape(1, -1), w.reshape(1, -1)
    low, high = ends.likelihood(n, w, ends.critical_value(level, None) ** 2)
    return (math.sqrt(low), math.sqrt(high)) if name == "rmse" else (low, high)
