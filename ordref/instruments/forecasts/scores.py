"""Scores of classifiers that give probabilities."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...labels.order import Order, Places
from ...matrices.sums import scalar_or_array
from ...matrices.typed import Cells
from .decide import costs_of, predict_class
from .probabilities import as_forecasts, checked_blocks, places_of_truth

__all__ = [
    "brier_score", "logarithmic_score", "ranked_probability_score",
    "ranked_probability_skill_score", "score_values",
]  # fmt: skip

Score = Literal["rps", "brier", "log", "zero-one", "absolute", "squared"] | Cells

Loss = Callable[[NDArray[Any], NDArray[np.int64]], Any]
Events = Iterator[tuple[NDArray[Any], NDArray[np.int64]]]


def ranked_probability_score(
    y_true: ArrayLike, probabilities: ArrayLike, *, labels: Order = None
) -> Any:
    """Ranked probability score (RPS): half the sum of the Brier scores of all thresholds.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        For each observation the probabilities of the classes, in class order; or a
        stack of such forecasts of the same observations. The names of the columns of a frame
        of pandas, polars, pyarrow or others must be the classes, in their order, or numbers
        from 0.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, from lowest to highest. May be left out where
        ``y_true`` has an ordered type, or integers, K from the smallest to the largest.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and K - 1; 0 exactly if all true classes have probability one.

    Raises
    ------
    ValueError
        As `confusion_matrix` for ``y_true`` and ``labels``; if there are not as many rows
        as observations, or not as many columns as classes; if the columns have the names of
        other classes, or of these in another order; if a row does not sum to 1, within 1e-6;
        if a probability is negative, missing or infinite.

    Notes
    -----
    ``RPS = (1/N) sum_i sum_k (P_ik - [t_i <= k])**2`` over the thresholds k = 1, ..., K - 1,
    with P_ik the forecast probability of a class of at most k (Epstein 1969, in the form of
    Murphy 1971). Some authors divide by K - 1. If each forecast gives one class probability
    1, the score is `mae`. It is strictly proper.

    The truth is one class for each observation. If it is a distribution, such as the grades
    of several annotators, give an observation for each grade, with the same forecast: up to a
    part that does not depend on the forecast, the score is then the squared distance of both
    distribution functions. So it is for `brier_score`, with probabilities.

    Probabilities are read in blocks, and rows are not rescaled. The columns of
    scikit-learn's ``predict_proba`` are those of ``classes_``, which for strings are in the
    order of the alphabet. For object arrays of Fractions the score is exact.

    Examples
    --------
    >>> ranked_probability_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.28125
    >>> ranked_probability_score(["low"], [[0, 0, 1]], labels=["low", "mid", "high"])
    2.0
    """
    return _score("rps", y_true, probabilities, labels)


def ranked_probability_skill_score(
    y_true: ArrayLike, probabilities: ArrayLike, *, labels: Order = None
) -> Any:
    """Ranked probability skill score (RPSS): how much RPS is below that of climatology.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.

    Returns
    -------
    float, or ndarray of shape (...)
        At most 1; 1 exactly for a perfect forecast, 0 for climatology, negative for a
        forecast that is worse. ``nan`` if all observations are of one class.

    Raises
    ------
    ValueError
        As `ranked_probability_score`.

    Notes
    -----
    ``1 - RPS / RPS_c``. Climatology always says how frequent the classes of ``y_true`` are;
    its score RPS_c is the ``uncertainty`` of `murphy_decomposition`, so that RPSS is
    ``(resolution - reliability - within) / uncertainty``. For frequencies of other years, or
    another reference, divide two values of `ranked_probability_score`; for the Brier skill
    score take ``1 - score / uncertainty`` of `murphy_decomposition`. For object arrays of
    Fractions the score is exact.

    On one test set it ranks forecasters as RPS does. It is no mean over the observations, and
    not a proper score: honesty may be second best.

    Examples
    --------
    >>> ranked_probability_skill_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.4375
    """
    forecasts = as_forecasts(probabilities, symbols=True)
    places = places_of_truth(y_true, probabilities, labels, forecasts)
    score, (N, K) = mean_loss("rps", places, forecasts), forecasts.shape[-2:]
    counts = np.bincount(places(slice(None)).astype(np.intp), minlength=K)
    at_most = itertools.accumulate(counts.tolist()[:-1])
    climatology: Any = Fraction(sum(n * (N - n) for n in at_most), N**2)
    if forecasts.dtype != object:
        climatology = float(climatology)
    return scalar_or_array(
        1 - np.asarray(score) / climatology if climatology else np.full(np.shape(score), np.nan)
    )


def brier_score(y_true: ArrayLike, probabilities: ArrayLike, *, labels: Order = None) -> Any:
    """Brier score over all classes, which ignores their order.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns. May be left out where ``y_true`` has an ordered type, or
        integers, K from the smallest to the largest.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 2.

    Raises
    ------
    ValueError
        As `ranked_probability_score`.

    Notes
    -----
    ``(1/N) sum_i sum_k (p_ik - [t_i = k])**2`` over the classes (Brier 1950). For two classes
    this is twice the mean squared error of the probability of one of them, which is called
    Brier score as well: ``sklearn.metrics.brier_score_loss`` halves the score for two classes
    only. If each forecast gives one class probability 1, the score is twice `mer`. It is
    strictly proper.

    Examples
    --------
    >>> brier_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.4375
    """
    return _score("brier", y_true, probabilities, labels)


def logarithmic_score(y_true: ArrayLike, probabilities: ArrayLike, *, labels: Order = None) -> Any:
    """Logarithmic score, or log loss: minus the mean log probability of the true class.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns. May be left out where ``y_true`` has an ordered type, or
        integers, K from the smallest to the largest.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and infinity, with natural logarithms; ``inf`` if one observation has a
        class whose forecast probability is zero.

    Raises
    ------
    ValueError
        As `ranked_probability_score`.

    Notes
    -----
    ``-(1/N) sum_i log p_i(t_i)`` (Good 1952), also called cross-entropy. Probabilities are
    not clipped; ``sklearn.metrics.log_loss`` replaces zero by the rounding unit of the dtype,
    so an infinite loss becomes about 36. The score is strictly proper (a class of
    probability 0 contributes 0 to the expectation, even if its loss is infinite). It ignores
    the order of the classes, and the probabilities of all classes but the true one.

    Examples
    --------
    >>> logarithmic_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.6931471805599453
    >>> logarithmic_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.75, 0]])
    inf
    """
    return _score("log", y_true, probabilities, labels)


def score_values(
    score: Score, y_true: ArrayLike, probabilities: ArrayLike, *, labels: Order = None
) -> NDArray[np.float64]:
    """The score of each observation; the score of a forecaster is their mean.

    Parameters
    ----------
    score : str or array_like of shape (K, K)
        ``"rps"``, ``"brier"`` or ``"log"``; or a loss as for `predict_class`, by name or as
        an array: the cost of the class that is predicted for that loss.
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (N, K)
        As in `ranked_probability_score`, of one forecaster.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.

    Returns
    -------
    ndarray of shape (N,)
        In the order of the observations, in float64, also for Fractions. The logarithmic
        score is ``inf`` where the forecast probability of the true class is zero.

    Raises
    ------
    ValueError
        As `ranked_probability_score` and `predict_class`; if ``score`` is another name; for
        symbols, and for a stack of forecasts.

    Notes
    -----
    The cost of the label that is best for a loss is a proper score of forecasts, though
    never a strictly proper one. `score_interval` and `score_difference` give intervals for
    the mean.

    Examples
    --------
    >>> p = [[0.5, 0.5, 0], [0.25, 0.25, 0.5]]
    >>> score_values("rps", [1, 3], p).tolist()
    [0.25, 0.3125]
    >>> score_values([[0, 1, 2], [1, 0, 1], [9, 3, 0]], [1, 3], p, labels=[1, 2, 3]).tolist()
    [0.0, 0.0]
    """
    scores, true = losses_of(score, y_true, probabilities, labels)
    return np.array(scores[np.arange(len(true)), true])


def losses_of(
    score: Any, y_true: Any, probabilities: Any, labels: Any
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The score of each forecast for each possible class, shape (N, K), and the true classes."""
    forecasts = as_forecasts(probabilities)
    true = places_of_truth(y_true, probabilities, labels, forecasts)(slice(None))
    if forecasts.ndim > 2:
        raise ValueError(
            f"probabilities must be those of one forecaster, not of shape {forecasts.shape}: "
            "take one at a time"
        )
    try:
        named = isinstance(score, str) and score in _LOSSES
        cost = None if named else costs_of(score, forecasts.shape[-1])
    except ValueError as error:
        raise ValueError(f"score must be one of {[*_LOSSES]} or a loss: {error}") from None
    losses = np.empty(forecasts.shape)
    for (_, at), (p,) in checked_blocks(forecasts):
        if cost is not None:
            losses[at] = cost[:, predict_class(p, cost) - 1].T
            continue
        for k in range(p.shape[-1]):
            losses[at, k] = _LOSSES[score](p, np.full(len(p), k))
    return losses, true


def _score(score: str, y_true: Any, probabilities: Any, labels: Any) -> Any:
    forecasts = as_forecasts(probabilities, symbols=True)
    places = places_of_truth(y_true, probabilities, labels, forecasts)
    return mean_loss(score, places, forecasts)


def mean_loss(score: str, places: Places, forecasts: NDArray[Any]) -> Any:
    """The mean loss of the forecasts, computed in blocks."""
    zero: Any = Fraction(0) if forecasts.dtype == object else 0.0
    total = np.full(math.prod(forecasts.shape[:-2]), zero)
    for (s, i), p in checked_blocks(forecasts):
        total[s] += _LOSSES[score](p, places(i)).sum(axis=-1)
    # Logarithms of Fractions are floats.
    mean = np.array((total / forecasts.shape[-2]).tolist())
    return scalar_or_array(mean.reshape(forecasts.shape[:-2]))


def thresholds(p: NDArray[Any], t: NDArray[np.int64]) -> Events:
    at_most: Any = 0
    for k in range(p.shape[-1] - 1):
        at_most = at_most + p[..., k]
        yield at_most, (t <= k).astype(np.int64)


def _classes(p: NDArray[Any], t: NDArray[np.int64]) -> Events:
    for k in range(p.shape[-1]):
        yield p[..., k], (t == k).astype(np.int64)


# The events of which a score is the sum: their probabilities, and 1 where they happened.
EVENTS: dict[str, Callable[..., Events]] = {"rps": thresholds, "brier": _classes}


def squared_loss(score: str, p: NDArray[Any], t: NDArray[np.int64]) -> Any:
    squares = ((answer - outcome) ** 2 for answer, outcome in EVENTS[score](p, t))
    return sum(squares, np.zeros(p.shape[:-1], p.dtype))


def _log_loss(p: NDArray[Any], t: NDArray[np.int64]) -> Any:
    p_true = p[..., np.arange(len(t)), t]
    if p_true.dtype == object:
        return -np.vectorize(_logarithm, otypes=[object])(p_true)
    with np.errstate(divide="ignore"):
        return -np.log(p_true)


def _logarithm(number: Any) -> Any:
    if not isinstance(number, Fraction):
        return sys.modules["sympy"].log(number)
    if number == 0:
        return -math.inf
    return math.log(number.numerator) - math.log(number.denominator)


_LOSSES: dict[Any, Loss] = {name: partial(squared_loss, name) for name in EVENTS}
_LOSSES["log"] = _log_loss
