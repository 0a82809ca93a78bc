"""The parts of a score: reliability, resolution and uncertainty, after Murphy."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...labels.order import Order
from ...matrices.entries import check_option, check_whole
from ...matrices.sums import scalar_or_array
from .probabilities import as_forecasts, as_sets, places_of_truth
from .scores import EVENTS, mean_loss

__all__ = ["Decomposition", "murphy_decomposition"]

# Probabilities that are equal to so many decimals are one group.
_DECIMALS = 12


class Decomposition(NamedTuple):
    """A score and its parts: ``reliability - resolution + uncertainty + within``.

    All are sums over events; see `murphy_decomposition`.

    Attributes
    ----------
    score : float, or ndarray of shape (...)
        The ranked probability score, or the Brier score.
    reliability : float, or ndarray of shape (...)
        The mean squared distance of forecast probabilities from observed proportions, not
        negative; 0 if the forecasts are calibrated.
    resolution : float, or ndarray of shape (...)
        The mean squared distance of the observed proportions in the groups from those
        overall, not negative.
    uncertainty : float, or ndarray of shape (...)
        The score of a forecast that always has the proportions of the classes.
    within : float, or ndarray of shape (...)
        The part that is due to different probabilities in one bin; 0 without ``bins``.

    Examples
    --------
    >>> murphy_decomposition([1, 2], [[1, 0], [1, 0]]).reliability
    0.25
    """

    score: Any
    reliability: Any
    resolution: Any
    uncertainty: Any
    within: Any


def murphy_decomposition(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Order = None,
    score: Literal["rps", "brier"] = "rps",
    bins: int | None = None,
) -> Decomposition:
    """A score as reliability, resolution and uncertainty, after Murphy.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.
    score : {"rps", "brier"}, keyword-only
        The ranked probability score, or the Brier score.
    bins : int, keyword-only, optional
        The number of parts of equal width into which [0, 1] is divided; probabilities in the
        same part are a group. By default equal probabilities, to 12 decimals, are a group,
        which suits forecasts with few different values.

    Returns
    -------
    Decomposition
        Of floats, or of arrays of shape (...).

    Raises
    ------
    ValueError
        As `ranked_probability_score`, and for symbols; if ``score`` is neither of the two;
        if ``bins`` is not a whole number from 1 to 1,000,000.

    Notes
    -----
    The score is a sum over events: "at most k" for each threshold, or "class k" for each
    class. Let x be the forecast probability of an event, o be 1 if it occurs and 0 if not,
    ``x_g`` and ``o_g`` their means in group g, and ``o_m`` the mean of all o. Summed over
    events, ``reliability`` is the mean of ``(x_g - o_g)**2``, ``resolution`` that of
    ``(o_g - o_m)**2``, and ``uncertainty`` is ``o_m (1 - o_m)`` (Murphy 1973). With bins a
    fourth part remains, the mean of ``(x - x_g)**2 - 2 (x - x_g) (o - o_g)`` (Stephenson et
    al. 2008).

    Examples
    --------
    >>> parts = murphy_decomposition([1, 2, 2], [[0.5, 0.5], [0.5, 0.5], [0, 1]])
    >>> [round(part, 4) for part in parts]
    [0.1667, 0.0, 0.0556, 0.2222, 0.0]
    """
    check_option("score", score, ("rps", "brier"))
    if bins is not None:
        check_whole("bins", bins, 1, 10**6)
    array = as_forecasts(probabilities)
    if array.dtype == object:
        array = array.astype(np.float64)
    places = places_of_truth(y_true, probabilities, labels, array)
    value, true = mean_loss(score, places, array), places(slice(None))
    forecasts = as_sets(array)
    parts = np.zeros((3, len(forecasts)))
    for s, p in enumerate(forecasts):
        for answer, happened in EVENTS[score](p.astype(np.float64, copy=False), true):
            parts[:, s] += _parts(answer, happened, bins)
    reliability, resolution, uncertainty = parts.reshape(3, *array.shape[:-2])
    within = np.asarray(value - (reliability - resolution + uncertainty))
    if bins is None:
        within = np.zeros_like(within)
    return Decomposition(
        *map(scalar_or_array, (value, reliability, resolution, uncertainty, within))
    )


def _parts(
    answer: NDArray[np.float64], happened: NDArray[Any], bins: int | None
) -> NDArray[np.float64]:
    """Reliability, resolution and uncertainty of the probabilities of one event."""
    if bins is None:
        _, group = np.unique(np.round(answer, _DECIMALS), return_inverse=True)
    else:
        scaled = np.floor(np.round(answer * bins, _DECIMALS))
        group = np.minimum(scaled, bins - 1)

    def sums(weights: Any = None) -> NDArray[Any]:
        return np.bincount(group.astype(np.intp, copy=False), weights)

    size = sums()
    occupied = size > 0
    size = size[occupied]
    mean_answer, mean_outcome = (sums(answer)[occupied] / size, sums(happened)[occupied] / size)
    overall = happened.mean()
    reliability = (size * (mean_answer - mean_outcome) ** 2).sum() / len(answer)
    resolution = (size * (mean_outcome - overall) ** 2).sum() / len(answer)
    return np.array([reliability, resolution, overall * (1 - overall)])
