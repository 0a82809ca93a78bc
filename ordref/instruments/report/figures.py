"""The figures of the book, in one style; a figure drawn again is the same text."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...measures.classi import classi_chance, classi_curve
from ...measures.mmae import checked_priors
from ..catalogue.on_request import ROWS
from .values import SHOWN, checked_names, models_of, values_of

try:
    import matplotlib as mpl
    import matplotlib.pyplot as plt
    from matplotlib.axes import Axes

    from .line_names import name_lines
    from .matrix_figure import COLOURS, TINT, axes_of, draw_matrix
    from .raters_figure import draw_raters
    from .reliability_figure import draw_reliability
    from .style import NAMELESS, setup
except ImportError:
    raise ImportError("figures need matplotlib: install ordref[plots]") from None

__all__ = [
    "COLOURS", "draw_classi_curve", "draw_feasible_region", "draw_intervals", "draw_matrix",
    "draw_measures", "draw_raters", "draw_reliability", "name_lines", "setup",
]  # fmt: skip


def as_svg(draw: Callable[..., Axes], data: Any, **options: Any) -> str:
    """A figure in the style of the book, as SVG to stand in a page."""
    text = io.StringIO()
    with mpl.rc_context():
        setup()
        plt.rcParams["svg.fonttype"] = "path"  # for the page has not the face
        figure: Any = draw(data, **options).figure
        figure.savefig(text, format="svg", metadata=NAMELESS)
        plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg") :]


def draw_feasible_region(priors: ArrayLike, ax: Axes | None = None) -> Axes:
    """Draw the possible values of (MMAE, MAE) for given priors, as in `feasible_mae`.

    The edges of the region are straight between the whole numbers at which a class can no
    longer be the worst one.

    Parameters
    ----------
    priors : array_like, shape (K,)
        The share of each class, or its count; zero for an absent class.
    ax : matplotlib Axes, optional
        As for `draw_matrix`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``priors`` are not priors (see `ordref.feasible_mae`), or ``ax`` is not an Axes.

    Examples
    --------
    >>> ax = draw_feasible_region([1, 2, 1])
    >>> len(ax.collections)
    2
    >>> plt.close(ax.figure)
    """
    p, farthest = checked_priors(priors)
    ax = axes_of(ax, 4.4, 3.6)
    corners = [0, *np.unique(farthest[p > 0])]
    for left, right in itertools.pairwise(corners):
        # Between the two, the worst class is one that can be off by `right`.
        slope = p[(farthest >= right) & (p > 0)].min()
        upper = [float((p * np.minimum(M, farthest)).sum()) for M in (left, right)]
        lower = [slope * left, slope * right]
        # Edges in the colour of the piece close the seam to the next one.
        ax.fill_between([left, right], lower, upper, fc=TINT, ec=TINT, lw=0.5)
    whole = (0, 1.04 * (len(p) - 1))
    ax.set(xlabel="MMAE", ylabel="MAE", xlim=whole, ylim=whole)
    return ax


def draw_classi_curve(
    distances: ArrayLike,
    ax: Axes | None = None,
    *,
    band: float = 2.0,
    label: str = "",
    **style: Any,
) -> Axes:
    """Draw ClasSi_k of a ranking against k, with a band in which random rankings would lie.

    Parameters
    ----------
    distances : array_like, shape (m,)
        The class distances of the ranked objects to the query, in the order of the ranking.
    ax : matplotlib Axes, optional
        As for `draw_matrix`.
    band : float, keyword-only
        Half the width of the band around the mean of random rankings, in standard
        deviations; the band ends at -1 and 1. Zero omits the band and the mean, for example
        for a second ranking of the same objects.
    label : str, keyword-only, optional
        The name of the curve in a legend.
    **style
        Options of `matplotlib.axes.Axes.plot` for the curve.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``distances`` are not one ranking (see `ordref.classi`), ``band`` is negative, or
        ``ax`` is not an Axes.

    Notes
    -----
    Mean and standard deviation are those of `classi_chance`, exact for every k. The band is
    not a confidence band for the whole curve.

    Examples
    --------
    >>> ax = draw_classi_curve([0, 2, 1])
    >>> ax.lines[-1].get_ydata().tolist()
    [1.0, 0.5, 0.5]
    >>> plt.close(ax.figure)
    """
    curve = np.asarray(classi_curve(distances), dtype=np.float64)
    if curve.ndim != 1:
        raise ValueError(
            f"distances must be one ranking, of shape (m,); they have shape {curve.shape}"
        )
    if not band >= 0:
        raise ValueError(f"band must be a number of standard deviations, not {band}")
    ax = axes_of(ax)
    k = np.arange(1, len(curve) + 1)
    if band:
        mean, variance = (v.astype(np.float64) for v in classi_chance(distances))
        reach = band * np.sqrt(variance)
        low, high = np.maximum(mean - reach, -1), np.minimum(mean + reach, 1)
        ax.fill_between(k, low, high, fc="#dddddd", ec="none")
        ax.plot(k, mean, color="#767676", lw=1, ls="--")
    ax.plot(k, curve, label=label or None, **style)
    ax.set(xlabel="prefix k", ylabel="$\\mathrm{ClasSi}_k$", ylim=(-1.05, 1.05))
    return ax


def draw_intervals(intervals: Mapping[str, Any], ax: Axes | None = None, **style: Any) -> Axes:
    """Draw values with their intervals, one below the other.

    Parameters
    ----------
    intervals : mapping
        From names to results of `ordref.interval` or `ordref.difference`, or to other
        sequences of a value, its standard error, and two ends.
    ax : matplotlib Axes, optional
        As for `draw_matrix`.
    **style
        Options of `matplotlib.axes.Axes.errorbar`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``intervals`` is not a mapping, is empty, or contains anything but such
        sequences; if ``ax`` is not an Axes.

    Notes
    -----
    An end that is ``nan`` or infinite is not drawn.

    Examples
    --------
    >>> from ordref import interval
    >>> ax = draw_intervals({"MAE": interval("mae", [[4, 1], [0, 5]])})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['MAE']
    >>> plt.close(ax.figure)
    """
    _check_named("intervals", intervals, 'ordref.interval("mae", cm)')
    if not intervals:
        raise ValueError("intervals is empty: give a value and its ends for each name")
    rows = np.array([_four(name, numbers) for name, numbers in intervals.items()])
    value, _, low, high = rows.T
    ax = axes_of(ax, 6.4, 0.6 + 0.32 * len(rows))
    with np.errstate(invalid="ignore"):
        reach = np.nan_to_num([value - low, high - value], posinf=0)
    style = {"fmt": "o", "ms": 4, "capsize": 3, "color": COLOURS[0], **style}
    ax.errorbar(value, range(len(rows)), xerr=np.maximum(reach, 0), **style)
    ax.set_yticks(range(len(rows)), list(intervals))
    ax.invert_yaxis()
    return ax


def _check_named(argument: str, mapping: Any, example: str) -> None:
    if not isinstance(mapping, Mapping):
        raise ValueError(
            f"{argument} must be a dict from names, such as {{'a name': {example}}}, not "
            f"{type(mapping).__name__}"
        )


def _four(name: Any, numbers: Any) -> NDArray[np.float64]:
    """A value, its standard error and two ends; anything after them is ignored."""
    with suppress(TypeError, ValueError):
        four = np.asarray([*numbers][:4], dtype=np.float64)
        if four.shape == (4,):
            return four
    raise ValueError(
        f"intervals has {numbers!r} for {name!r}: give what ordref.interval finds, or a "
        "value, its standard error and two ends"
    )


# Each classifier has a marker as well as a colour: colour alone must not tell them apart.
_MARKERS = "osD^vP*X"


def draw_measures(
    matrices: Mapping[str, ArrayLike], *, measures: Sequence[str] | None = None
) -> Axes:
    """Compare classifiers: a line for each measure, with the better end of its range right.

    Parameters
    ----------
    matrices : mapping
        From the names of classifiers to their confusion matrices, all of one shape.
    measures : sequence of str, keyword-only, optional
        Which measures, by their names in the table of `ordref.evaluate`, from top to
        bottom. By default all that have a better end.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        As `ordref.evaluate` for a dict of matrices; for a measure without a better end; for
        more than eight classifiers.

    Notes
    -----
    A line goes from the worst value that is possible with K classes to the best. Measures
    have different scales: do not compare distances on one line with distances on another. A
    value that is undefined, or would take long to compute, is not drawn.

    Examples
    --------
    >>> ax = draw_measures({"svm": [[4, 1], [0, 5]], "tree": [[3, 2], [1, 4]]}, measures=["mae"])
    >>> [line.get_label() for line in ax.lines[-2:]]
    ['svm', 'tree']
    >>> plt.close(ax.figure)
    """
    _check_named("matrices", matrices, "cm")
    if len(matrices) > len(_MARKERS):
        raise ValueError(
            f"{len(matrices)} classifiers cannot be told apart: draw at most {len(_MARKERS)}"
        )
    better = [name for name in SHOWN if ROWS[name].better != "neither"]
    names = better if measures is None else checked_names(measures)
    for name in names:
        if ROWS[name].better == "neither":
            raise ValueError(f"neither end of {name} is the better one: leave it out")
    _, n, _ = models_of(matrices, None, None)
    values = values_of(n, names).computed
    K = n.shape[-1]
    height = 1 + 0.28 * len(names)
    ax = axes_of(None, 6.4, height)
    worst, best = np.array([_ends(name, K) for name in names]).T
    # For one class the worst error is also the best one.
    length = np.where(best == worst, 1, best - worst)
    places = np.arange(len(names))
    ax.hlines(places, 0, 1, color="#cccccc", lw=1)
    models = [*map(str, matrices)]
    for k, model in enumerate(models):
        at = 1 - (best - np.array([values[name][k] for name in names])) / length
        up = (k - (len(models) - 1) / 2) * 0.5 / len(models)
        colour = COLOURS[k % len(COLOURS)]
        ax.plot(at, places + up, _MARKERS[k], ms=5, color=colour, label=model)
    ends = zip(names, worst, best, strict=True)
    written = [f"${ROWS[n].tex}$, {low} to {high}" for n, low, high in ends]
    ax.set_yticks(places, written)
    ax.set_xticks([0, 1], ["worst", "best"])
    ax.set(xlim=(-0.03, 1.03), ylim=(len(names) - 0.5, -0.5))
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    if any(models):
        legend = _named_above(ax, models)
        figure: Any = ax.figure  # with room above for two lines of names
        figure.set_figheight(height + max(0, legend - 0.6))
    return ax


def _named_above(ax: Axes, models: list[str]) -> float:
    """Place a legend above, in up to four columns as they fit; return its height in inches."""
    for columns in (4, 3, 2, 1):
        legend = ax.legend(ax.lines, models, loc="lower center", ncols=columns,
                           bbox_to_anchor=(0.5, 1))  # fmt: skip
        box = legend.get_window_extent()
        if box.width < 0.9 * ax.figure.bbox.width:
            break
    return float(box.height / ax.figure.dpi)


def _ends(name: str, K: int) -> tuple[float, float]:
    """The worst and the best value of a measure."""
    ends = ROWS[name].least, ROWS[name].greatest(K)
    return ends if ROWS[name].better == "high" else ends[::-1]
