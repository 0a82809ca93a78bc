"""The permutation distribution of a measure: predictions in random order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...matrices.check import answers_labels
from ...matrices.entries import check_whole
from ...matrices.sums import as_extreme
from . import resampling
from .arguments import Floats, counts, generator_of
from .measured import as_measure, warn_if_long
from .ratio_slopes import WEIGHTS, untied
from .results import Chance
from .slopes import SLOPES


@answers_labels
def chance(measure: Any, cm: ArrayLike, *, n_resamples: int = 9999, rng: Any = None) -> Chance:
    """What a measure amounts to if predictions have nothing to do with the truth.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`; it need not take fractions of observations.
    cm : array_like, shape (K, K)
        One confusion matrix of counts, rows true and columns predicted, in class order.
    n_resamples : int, keyword-only
        How many permutations are drawn, if the tables are too many to enumerate.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed.

    Returns
    -------
    Chance
        It unpacks to ``(mean, standard_deviation, pvalue)`` over all permutations of the
        predictions: each class is predicted as often as in ``cm``. The p-value is the
        probability of a value at least as good, if the catalogue says which end is
        better, or else at least as large. The attributes ``method`` and ``undefined`` say
        how the numbers were found, and in how many tables the measure is undefined. All
        three numbers are ``nan`` if it is undefined for ``cm``.

    Raises
    ------
    ValueError
        If ``cm`` is not one matrix of counts (see `as_matrices`), or has 1e9
        observations or more; if ``measure`` is not known; if ``n_resamples`` is not a
        whole number of at least 1.

    Warns
    -----
    UserWarning
        If the computation will take more than five minutes, as when each table needs a
        search for a functional correlation of many classes.

    Notes
    -----
    For CCR, MER, the accuracy within one class, MAE, MSE, balanced accuracy, AMAE, AMSE,
    MCC, the kappas, pi, alpha, AC2 and the correlations of Spearman and Pearson mean and
    standard deviation are exact: for fixed margins these measures are sums of scores
    (Hoeffding 1951). For tau-b, tau-c and Somers' d they are exact by Kendall's variance
    with ties. The p-value, and the other measures, take all tables with these margins if
    they are at most 50,000, with at most as many observations and 20 classes; otherwise
    ``n_resamples`` permutations. The observed one is counted among them, so that p is
    never 0. A table in which the measure is undefined counts as one that is as good.

    Examples
    --------
    >>> found = chance("ccr", [[3, 1], [1, 3]])
    >>> found.mean, round(found.standard_deviation, 4), round(found.pvalue, 4)
    (0.5, 0.189, 0.2429)
    """
    measured, n = as_measure(measure), counts(cm, "multinomial")
    if n.ndim != 2:
        raise ValueError(f"cm must be one matrix, not a stack of shape {n.shape}")
    check_whole("n_resamples", n_resamples, 1)
    if n.sum() >= 1e9:
        raise ValueError(
            "cm has 1e9 observations or more, too many to draw permutations of: with so "
            "many, chance agrees with independence"
        )
    value = float(measured.values(n[None])[0])
    if math.isnan(value):
        return Chance(math.nan, math.nan, math.nan, "formula")
    tables = resampling.all_permuted_tables(n)
    times = int(n_resamples) if tables is None else len(tables[0])
    warn_if_long(measured, n[None], times)
    if tables is not None:
        values = measured.values(tables[0])
        probability, added, method = tables[1], 0.0, "all tables"
    else:
        drawn = resampling.permuted_tables(n, times, generator_of(rng))
        values = np.concatenate([measured.values(part) for part in drawn])
        probability, added, method = np.full(len(values), 1.0), 1.0, "sample"
    low = measured.row is not None and measured.row.better == "low"
    noise = 1e-12 * max(1.0, abs(value))
    good = as_extreme(values, value, "less" if low else "greater", noise)
    pvalue = (probability[good].sum() + added) / (probability.sum() + added)
    defined = ~np.isnan(values)
    if (exact := _moments(measured.name, n, value)) is not None:
        (mean, variance), method = exact, "formula"
    elif not defined.any():
        mean = variance = math.nan
    else:
        mean = float(np.average(values[defined], weights=probability[defined]))
        squares = (values[defined] - mean) ** 2
        variance = float(np.average(squares, weights=probability[defined]))
    undefined = int((~defined).sum())
    return Chance(mean, math.sqrt(variance), min(1.0, float(pvalue)), method, undefined)


# Linear in the table if the margins are fixed: the slopes are then the scores that are summed.
_LINEAR = {*WEIGHTS, "balanced_accuracy", "amae", "amse", "weighted_pi",
           "krippendorff_alpha", "gwet_ac2"}  # fmt: skip
# So are these, with a mean of 0.
_MEAN_ZERO = {"mcc", "weighted_kappa", "weighted_kappa_quadratic", "weighted_kappa_unweighted",
             "spearman", "pearson"}  # fmt: skip


def _moments(name: str, n: Floats, value: float) -> tuple[float, float] | None:
    """Mean and variance over all permutations of the predictions, for a measure with a formula."""
    if name in _LINEAR | _MEAN_ZERO:
        expected = np.outer(n.sum(axis=1), n.sum(axis=0)) / n.sum()
        scores = np.where(expected > 0, SLOPES[name](expected), 0)
        mean = value + float((scores * (expected - n)).sum()) if name in _LINEAR else 0.0
        return mean, resampling.variance_of_sum(n, scores)
    true, predicted = (float(pairs) for (((pairs,),), _) in untied(n))
    # The concordant less the discordant pairs are divided by a number that the margins fix;
    # 0 for one class, where all pairs are tied.
    most = {
        "kendall_tau_b": math.sqrt(true * predicted),
        "stuart_tau_c": float(n.sum() ** 2) * (1 - 1 / len(n)) / 2,
        "somers_d": true,
        "somers_d_true": predicted,
    }
    if name not in most:
        return None
    return 0.0, resampling.kendall_variance(n) / (most[name] or 1.0) ** 2
