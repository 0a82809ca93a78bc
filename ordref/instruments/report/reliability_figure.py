"""A reliability diagram: at each threshold, the forecast probability and what then happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from ...labels.order import Order, places_of
from ..forecasts.probabilities import as_forecasts
from ..forecasts.scores import losses_of
from .matrix_figure import COLOURS, axes_of

Floats = NDArray[np.float64]

# How many diagrams are compared, with the observed one, and how many may leave the bands.
_DIAGRAMS, _OUTSIDE = 1000, 50
# The most places at which a curve is computed and drawn.
_PLACES = 200


def draw_reliability(
    y_true: ArrayLike, probabilities: ArrayLike, axes: Any = None, *, labels: Order = None
) -> Sequence[Axes]:
    """Draw how often each threshold is not exceeded, against the probability said for it.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (N, K)
        As in `ranked_probability_score`, of one forecaster.
    axes : sequence of K - 1 matplotlib Axes, optional
        Where to draw, one for each threshold; by default in a new figure.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.

    Returns
    -------
    list of K - 1 matplotlib Axes

    Raises
    ------
    ValueError
        As `ranked_probability_score`; for a stack of forecasts; for a single class, which
        has no threshold; if there are not K - 1 ``axes``.
    ImportError
        If scipy is not installed.

    Notes
    -----
    The curve of a threshold is the isotonic regression of what happened, 1 or 0, on the
    probabilities said: of all curves that do not fall, the one with the least squared error,
    which needs no bins (Dimitriadis, Gneiting and Jordan 2021). Straight lines join its
    points, and a stroke at the bottom marks each probability said; at most 200 are drawn.

    The bands come from 999 diagrams for classes drawn from the forecasts, with a fixed seed.
    Of these diagrams and the observed one, the fifty that lie farthest from the mean of all
    are left out, and the bands contain the others, as in envelope tests (Myllymaki et al.
    2017, doi 10.1111/rssb.12172). The distance of a diagram is its largest, in standard
    deviations, at any place of any threshold. If observations are independent, and come with
    the probabilities said, the whole diagram therefore lies in the bands with a probability
    of at least .95. Places outside have an orange square.

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
        raise ImportError("the curves need scipy: install ordref[plots]") from None
    _, true = losses_of("rps", y_true, probabilities, labels)
    p = as_forecasts(probabilities).astype(np.float64)
    # Probabilities are equal if twelve decimals are, as in `murphy_decomposition`.
    forecast = np.round(p.cumsum(axis=1)[:, :-1], 12)
    N, T = forecast.shape
    if axes is None and T:
        figure = plt.figure(figsize=(2.1 * T + 0.4, 2.8), layout="constrained")
        axes = figure.subplots(1, T, sharey=True, squeeze=False)[0]
    if not T or len(panels := [axes_of(ax) for ax in np.ravel(axes)]) != T:
        raise ValueError(f"there are {T} thresholds: give one or more, and axes for each")
    answers = [np.unique(s, return_inverse=True, return_counts=True) for s in forecast.T]
    last = [len(x) - 1 for x, _, _ in answers]
    marks = [np.unique(np.linspace(0, m, _PLACES).round().astype(np.int64)) for m in last]

    def curves(below: NDArray[np.bool_]) -> Floats:
        shares = [
            isotonic_regression(
                np.bincount(group.astype(np.intp, copy=False), o) / size, weights=size
            ).x[at]
            for (_, group, size), at, o in zip(answers, marks, below.T, strict=True)
        ]
        return np.concatenate(shares)

    draw = np.random.default_rng(0)
    anew = [curves(draw.random((N, 1)) < forecast) for _ in range(_DIAGRAMS - 1)]
    # The observed diagram is the last, so that it is kept in ties.
    diagrams = np.array([*anew, curves(true[:, None] <= np.arange(T))])
    off, spread = np.abs(diagrams - diagrams.mean(axis=0)), diagrams.std(axis=0)
    far = np.divide(off, spread, out=np.zeros_like(off), where=spread > 0).max(axis=1)
    most = diagrams[np.argsort(-far, kind="stable")[_OUTSIDE:]]
    ends = np.cumsum([len(at) for at in marks])[:-1]
    whole = diagrams[-1], most.min(axis=0), most.max(axis=0)
    parts = zip(*(np.split(curve, ends) for curve in whole), strict=True)
    names = places_of("y_true", y_true, labels)[2]
    for k, (happened, below, above) in enumerate(parts):
        x, ax = answers[k][0][marks[k]], panels[k]
        ax.plot([0, 1], [0, 1], color="#767676", lw=1, ls="--")
        ax.fill_between(x, below, above, fc="#dddddd", ec="#dddddd", lw=1)
        ax.plot(x, happened, color=COLOURS[0], marker="o", ms=2)
        out = (happened < below) | (happened > above)
        ax.plot(x[out], happened[out], "s", color=COLOURS[1], ms=4)
        ax.plot(x, np.zeros(len(x)), "|", color="#555555", ms=5, mew=0.5)
        ax.set(title=f"at most {names[k]}", xlabel="said", aspect="equal")
    panels[0].set_ylabel("happened")
    return panels
