"""A picture of what a forecaster says at each threshold, and of what then happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from ..forecasts.given import as_numbers
from ..forecasts.scores import losses_of
from ..labels.order import Order, places_of
from .matrix_figure import COLOURS, axes_of

Floats = NDArray[np.float64]

# So many pictures, the one drawn among them, and as many of them as may leave the bands.
_PICTURES, _OUTSIDE = 1000, 50
# A curve is looked at, and drawn, at no more places.
_PLACES = 200


def draw_reliability(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    axes: Any = None,
    *,
    labels: Order = None,
) -> Sequence[Axes]:
    """Draw how often each threshold is not exceeded against how likely that was said to be.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (N, K)
        As in `ranked_probability_score`, of one forecaster.
    axes : sequence of K - 1 matplotlib Axes, optional
        Where to draw, threshold by threshold; by default a new figure.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.

    Returns
    -------
    list of K - 1 matplotlib Axes

    Raises
    ------
    ValueError
        As `ranked_probability_score`, and for a stack of forecasts; for one class, which has
        no threshold; if there are not K - 1 ``axes``.
    ImportError
        If scipy is not installed.

    Notes
    -----
    The curve of a threshold is the isotonic regression of what happened, 1 or 0, on what was
    said: of all curves that do not fall the one with the least squared error, which needs
    no bins (Dimitriadis, Gneiting and Jordan 2021). Between answers it is joined by
    straight lines; a stroke at the bottom is an answer. At most 200 answers are drawn.

    The bands are from classes drawn anew from the forecasts, 999 times and always by the same
    seed. Of these pictures and the one that is drawn the fifty are left out that are, at one
    place of one threshold, the most standard deviations from the mean of all, and the bands
    hold the others, as in tests by envelopes (Myllymaki et al. 2017, doi
    10.1111/rssb.12172). So if observations are independent and come with the probabilities
    that are said, the picture lies in the bands with a probability of at least .95, at all
    places and thresholds at once. What lies outside has an orange square.

    Examples
    --------
    >>> thirds = [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25], [0.25, 0.25, 0.5]]
    >>> first, second = draw_reliability([2, 1, 3], thirds)
    >>> first.get_title(), first.lines[1].get_ydata().tolist()
    ('at most 1', [0.0, 1.0])
    >>> plt.close(first.figure)
    """
    try:
        from scipy.optimize import isotonic_regression
    except ImportError:
        raise ImportError("it needs scipy: install ordref[plots]") from None
    _, true = losses_of("rps", y_true, probabilities, labels)
    p = as_numbers(probabilities).astype(np.float64)
    # Answers that agree to twelve decimals are one, as in `murphy_decomposition`.
    said = np.round(p.cumsum(axis=1)[:, :-1], 12)
    N, T = said.shape
    if axes is None and T:
        figure = plt.figure(figsize=(2.1 * T + 0.4, 2.8), layout="constrained")
        axes = figure.subplots(1, T, sharey=True, squeeze=False)[0]
    if not T or len(panels := [axes_of(ax) for ax in np.ravel(axes)]) != T:
        raise ValueError(
            f"there are {T} thresholds: they, and as many axes, are needed"
        )
    answers = [np.unique(s, return_inverse=True, return_counts=True) for s in said.T]
    last = [len(x) - 1 for x, _, _ in answers]
    some = [np.unique(np.linspace(0, m, _PLACES).round().astype(int)) for m in last]

    def curves(below: NDArray[np.bool_]) -> Floats:
        shares = [
            isotonic_regression(np.bincount(group, o) / size, weights=size).x[at]
            for (_, group, size), at, o in zip(answers, some, below.T, strict=True)
        ]
        return np.concatenate(shares)

    draw = np.random.default_rng(0)
    anew = [curves(draw.random((N, 1)) < said) for _ in range(_PICTURES - 1)]
    # The one seen is the last, which of ties is the last to go.
    every = np.array([*anew, curves(true[:, None] <= np.arange(T))])
    off, spread = np.abs(every - every.mean(axis=0)), every.std(axis=0)
    far = np.divide(off, spread, out=np.zeros_like(off), where=spread > 0).max(axis=1)
    most = every[np.argsort(-far, kind="stable")[_OUTSIDE:]]
    ends = np.cumsum([len(at) for at in some])[:-1]
    whole = every[-1], most.min(axis=0), most.max(axis=0)
    parts = zip(*(np.split(curve, ends) for curve in whole), strict=True)
    names = places_of("y_true", y_true, labels)[2]
    for k, (happened, below, above) in enumerate(parts):
        x, ax = answers[k][0][some[k]], panels[k]
        ax.plot([0, 1], [0, 1], color="#767676", lw=1, ls="--")
        ax.fill_between(x, below, above, fc="#dddddd", ec="#dddddd", lw=1)
        ax.plot(x, happened, color=COLOURS[0], marker="o", ms=2)
        out = (happened < below) | (happened > above)
        ax.plot(x[out], happened[out], "s", color=COLOURS[1], ms=4)
        ax.plot(x, np.zeros(len(x)), "|", color="#555555", ms=5, mew=0.5)
        ax.set(title=f"at most {names[k]}", xlabel="said", aspect="equal")
    panels[0].set_ylabel("happened")
    return panels
