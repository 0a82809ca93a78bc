"""What a measure is worth over all orders of the predictions."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.check import answers_labels
from ..measures import agreement
from . import resampling as again
from .measured import (
    Floats,
    Known,
    Told,
    announce,
    counts,
    generator_of,
    known,
)
from .ratio_slopes import score


class _ThreeOfChance(NamedTuple):
    mean: float
    standard_deviation: float
    pvalue: float


class Chance(Told, _ThreeOfChance):
    """What a measure is worth by chance; see `chance`.

    Attributes
    ----------
    mean, standard_deviation, pvalue : float
        What it unpacks to.
    method : str
        ``"formula"`` if mean and standard deviation come from one, ``"all tables"`` or
        ``"sample"``.
    undefined : int
        In how many tables the measure is undefined.

    Examples
    --------
    >>> chance("weighted_kappa", [[5, 1], [1, 5]]).method
    'formula'
    """

    _besides = ("method", "undefined")
    method: str = ""
    undefined: int = 0


@answers_labels
def chance(
    measure: Any, cm: ArrayLike, *, n_resamples: int = 9999, rng: Any = None
) -> Chance:
    """What a measure is worth if predictions have nothing to do with the truth.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`; it need not take fractions of observations.
    cm : array_like, shape (K, K)
        One confusion matrix of counts, rows true and columns predicted, in class order.
    n_resamples : int, keyword-only
        How many orders are drawn, if not all tables can be gone through.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed.

    Returns
    -------
    Chance
        A named tuple ``(mean, standard_deviation, pvalue)`` over all orders of the
        predictions, each class being predicted as often as in ``cm``. The p-value is the
        probability of a value as good, where the catalogue says which is better, else
        as large. With the attributes ``method`` and ``undefined``. ``nan`` where the
        measure is undefined.

    Raises
    ------
    ValueError
        If ``cm`` is not one matrix of counts (see `as_matrices`), or has 1e9
        observations or more; if ``measure`` is not known; if ``n_resamples`` is not a
        whole number of at least 1.

    Warns
    -----
    UserWarning
        If the tables to be looked at take more than five minutes, as they do where each
        needs a search for a functional correlation of many classes.

    Notes
    -----
    For CCR, MER, the accuracy within one class, MAE, MSE, balanced accuracy, AMAE, AMSE,
    MCC, the kappas, pi, alpha, AC2 and the correlations of Spearman and Pearson mean and
    standard deviation are exact: with margins kept they are sums of scores (Hoeffding
    1951). For tau-b, tau-c and Somers' d they are exact by Kendall's variance with ties.
    The p-value, and the rest, come from all tables with these margins if there are at most
    50,000, of as many observations and 20 classes at most, and else from ``n_resamples``
    orders, with the order observed among them, so that p is never 0.
    A table in which the measure is undefined counts as one that is as good.

    Examples
    --------
    >>> found = chance("ccr", [[3, 1], [1, 3]])
    >>> found.mean, round(found.standard_deviation, 4), round(found.pvalue, 4)
    (0.5, 0.189, 0.2429)
    """
    of, n = known(measure), counts(cm, "multinomial")
    if n.ndim != 2:
        raise ValueError(f"cm must be one matrix, not a stack of shape {n.shape}")
    if not isinstance(n_resamples, int | np.integer) or n_resamples < 1:
        raise ValueError(f"n_resamples must be a whole number, not {n_resamples!r}")
    if n.sum() >= 1e9:
        raise ValueError(
            "cm has 1e9 observations or more, too many to draw orders of: by then chance "
            "is as good as independence"
        )
    value = float(of.values(n[None])[0])
    if math.isnan(value):
        return _chance(math.nan, math.nan, math.nan, "formula", 0)
    tables = again.every_table(n)
    times = int(n_resamples) if tables is None else len(tables[0])
    announce(of, n[None], times, 4)
    if tables is not None:
        every = of.values(tables[0])
        probability, added, method = tables[1], 0.0, "all tables"
    else:
        drawn = again.some_tables(n, times, generator_of(rng))
        every = np.concatenate([of.values(part) for part in drawn])
        probability, added, method = np.full(len(every), 1.0), 1.0, "sample"
    good = ~_worse(of, every, value)
    pvalue = (probability[good].sum() + added) / (probability.sum() + added)
    defined = ~np.isnan(every)
    exact = _moments(of, n)
    if exact is not None:
        mean, deviation, method = *exact, "formula"
    elif not defined.any():
        mean = deviation = math.nan
    else:
        mean = float(np.average(every[defined], weights=probability[defined]))
        squares = (every[defined] - mean) ** 2
        deviation = math.sqrt(np.average(squares, weights=probability[defined]))
    return _chance(
        mean, deviation, min(1.0, float(pvalue)), method, int((~defined).sum())
    )


def _chance(
    mean: float, deviation: float, pvalue: float, method: str, undefined: int
) -> Chance:
    found = Chance(mean, deviation, pvalue)
    return found._replace(method=method, undefined=undefined)


def _worse(of: Known, every: Floats, value: float) -> NDArray[np.bool_]:
    noise = 1e-12 * max(1.0, abs(value))
    if of.row is not None and of.row.better == "low":
        return np.asarray(every > value + noise)
    return np.asarray(every < value - noise)


# The score of which a measure is the mean over the classes.
_OF_CLASSES = {"amae": "mae", "amse": "mse", "balanced_accuracy": "ccr"}


def _pi(n: Floats) -> tuple[Floats, float]:
    w = score("mae", len(n))
    return w, 1 / float(agreement.expected_in_pool(n, w))


def _alpha(n: Floats) -> tuple[Floats, float]:
    w, N = agreement.squared_differences("ordinal", n), n.sum()
    return w, (1 - 1 / (2 * N)) / float(agreement.expected_in_pool(n, w))


def _ac2(n: Floats) -> tuple[Floats, float]:
    w = score("mae", len(n))
    return w, 1 / (float(agreement.expected_of_guessing(n, w)) or 1.0)


# The disagreements of which a measure is one less the sum, times a scale.
_IN_POOL = {"weighted_pi": _pi, "krippendorff_alpha": _alpha, "gwet_ac2": _ac2}


def _moments(of: Known, n: Floats) -> tuple[float, float] | None:
    """Mean and standard deviation where they are derived."""
    if of.row is None:
        return None
    name, K, N = of.row.name, len(n), n.sum()
    if name in ("ccr", "mer", "mae", "mse", "accuracy_within"):
        mean, variance = again.moments(n, score(name, K) / N)
    elif name in _OF_CLASSES:
        R = n.sum(axis=1)
        J = np.count_nonzero(R)
        w = score(_OF_CLASSES[name], K) / (J * np.where(R > 0, R, np.inf))[:, None]
        mean, variance = again.moments(n, w)
    elif name == "mcc":
        _, variance = again.moments(n, score("ccr", K))
        true, predicted = (N**2 - (n.sum(axis=a) ** 2).sum() for a in (1, 0))
        mean, variance = 0.0, variance * N / true * N / predicted
    elif name == "stuart_tau_c":
        mean, most = 0.0, N**2 * (K - 1) / (2 * K)
        variance = again.kendall_variance(n) / most**2 if K > 1 else 0.0
    elif name.startswith("weighted_kappa"):
        power = {"weighted_kappa": "mae", "weighted_kappa_quadratic": "mse"}
        w = score(power.get(name, "mer"), K)
        expected, variance = again.moments(n, w)
        mean, variance = 0.0, variance / expected**2
    elif name in _IN_POOL:
        w, scale = _IN_POOL[name](n)
        observed, variance = again.moments(n, w)
        mean, variance = float(1 - observed * scale), variance * scale**2
    elif name in ("spearman", "pearson"):
        mean, variance = 0.0, 1 / (N - 1)
    elif name in ("kendall_tau_b", "somers_d", "somers_d_true"):
        R, C = n.sum(axis=1), n.sum(axis=0)
        true, predicted = ((N**2 - (s**2).sum()) / 2 for s in (R, C))
        square = {"kendall_tau_b": true * predicted, "somers_d": true**2}
        mean = 0.0
        variance = again.kendall_variance(n) / square.get(name, predicted**2)
    else:
        return None
    return mean, math.sqrt(variance)
