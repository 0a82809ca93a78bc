"""Figures of the book, and a numeric description of what a figure draws."""

import itertools
import json
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from ._matrices import as_matrices
from .classi import classi_chance, classi_curve
from .mmae import checked_priors

__all__ = [
    "COLOURS",
    "FIGURE_MIME",
    "describe",
    "draw_classi_curve",
    "draw_feasible_region",
    "draw_matrix",
    "setup",
]

# Okabe and Ito's colours, which colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
FIGURE_MIME = "application/vnd.ordref.figure+json"


def setup() -> None:
    """Set the book's figure style, and have notebooks store what each figure draws.

    Called once at the head of a chapter. In a notebook every displayed figure then
    carries, beside its image, the description that `describe` gives, so that a
    replay compares what is drawn and not the bytes of an image.

    Examples
    --------
    >>> setup()
    >>> plt.rcParams["figure.facecolor"]
    'white'
    """
    mpl.rcdefaults()
    plt.rcParams.update(
        {
            "figure.figsize": (6.4, 3.6),
            "figure.dpi": 100,
            "figure.facecolor": "white",
            "figure.constrained_layout.use": True,
            "savefig.facecolor": "white",
            "axes.facecolor": "white",
            "axes.prop_cycle": cycler(color=COLOURS),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlesize": "medium",
            "font.size": 11,
            "legend.frameon": False,
        }
    )
    try:
        from IPython.core.formatters import BaseFormatter
        from IPython.core.getipython import get_ipython
        from matplotlib_inline.backend_inline import set_matplotlib_formats
        from traitlets import ObjectName, Unicode
    except ImportError:
        return
    shell = get_ipython()
    if shell is None or shell.display_formatter is None:
        return

    class FigureFormatter(BaseFormatter):
        format_type = Unicode(FIGURE_MIME)
        print_method = ObjectName("_repr_ordref_figure_")
        _return_type = (dict,)

    set_matplotlib_formats("retina")  # type: ignore[no-untyped-call]
    formatter = FigureFormatter(parent=shell.display_formatter)
    formatter.for_type(Figure, describe)  # type: ignore[no-untyped-call]
    shell.display_formatter.formatters[FIGURE_MIME] = formatter


def draw_matrix(
    cm: ArrayLike,
    ax: Axes | None = None,
    *,
    labels: Sequence[str] | None = None,
    title: str = "",
    rows: str = "true class",
    columns: str = "predicted class",
) -> Axes:
    """Draw one confusion matrix: counts in cells, darker for more, the diagonal framed.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        Rows true, columns predicted, in class order. Shares are written with two
        decimals, other weights with three digits.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure, large enough for what is written.
    labels : sequence of K str, optional
        Names of the classes; by default those of a DataFrame, or 1, ..., K.
    title, rows, columns : str, optional
        The title, and what rows and columns are.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``cm`` is not one confusion matrix or holds symbols, or there are not K labels.

    Examples
    --------
    >>> ax = draw_matrix([[4, 1], [0, 3]], labels=["low", "high"])
    >>> [text.get_text() for text in ax.texts]
    ['4', '1', '0', '3']
    >>> plt.close(ax.figure)
    """
    n = as_matrices(cm)
    if n.ndim != 2:
        raise ValueError(
            f"cm must be one matrix of shape (K, K); it has shape {n.shape}"
        )
    try:
        n = n.astype(np.float64)
    except TypeError:
        raise ValueError("cm holds symbols: give numbers") from None
    K = len(n)
    frame: Any = cm if hasattr(cm, "columns") else None
    own = range(1, K + 1) if frame is None else frame.index
    names = list(own if labels is None else labels)
    if len(names) != K:
        raise ValueError(f"labels must name the {K} classes; it has {len(names)}")
    texts = np.vectorize(_written, otypes=[object])(n, n.max() <= 1)
    if ax is None:
        # A character is a tenth of an inch wide, and so is the space beside it.
        side = max(3.2, 1 + K * 0.1 * (1 + max(map(len, texts.flat))))
        _, ax = plt.subplots(figsize=(side, side))
    shade = n / n.max()
    edges = np.arange(K + 1) - 0.5
    ax.pcolormesh(edges, edges, shade, cmap="Blues", vmin=0, vmax=1.25)
    for (r, c), text in np.ndenumerate(texts):
        ax.text(
            c,
            r,
            text,
            ha="center",
            va="center",
            color="white" if shade[r, c] > 0.6 else "black",
        )
    for k in range(K):
        ax.add_patch(
            Rectangle(
                (k - 0.5, k - 0.5),
                1,
                1,
                fill=False,
                ec=COLOURS[1],
                lw=1.5,
                clip_on=False,
            )
        )
    ax.set_xticks(range(K), map(str, names))
    ax.set_yticks(range(K), map(str, names))
    ax.set(xlabel=columns, ylabel=rows, title=title)
    ax.set_aspect("equal")
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _written(count: float, share: bool) -> str:
    """A count, a share or a weight in the few characters that a cell has room for."""
    if count == round(count):
        return f"{count:g}"
    if not share:
        return f"{count:.3g}"
    return f"{count:.2f}" if count >= 0.005 else "<.01"


def draw_feasible_region(priors: ArrayLike, ax: Axes | None = None) -> Axes:
    """Draw where (MMAE, MAE) can lie for given priors: the region of `feasible_mae`.

    Its edges are straight between the whole numbers at which a class can no longer
    be the worst one, and are drawn from those points alone.

    Parameters
    ----------
    priors : array_like, shape (K,)
        The share of each class, or its count; zero for an absent class.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``priors`` are not priors (see `ordref.feasible_mae`).

    Examples
    --------
    >>> ax = draw_feasible_region([1, 2, 1])
    >>> len(ax.collections)
    2
    >>> plt.close(ax.figure)
    """
    p, farthest = checked_priors(priors)
    if ax is None:
        _, ax = plt.subplots(figsize=(4.4, 3.6))
    corners = [0, *np.unique(farthest[p > 0])]
    for left, right in itertools.pairwise(corners):
        # Just right of `left` the classes that can be off by `right` can be the worst.
        slope = p[(farthest >= right) & (p > 0)].min()
        upper = [float((p * np.minimum(M, farthest)).sum()) for M in (left, right)]
        lower = [slope * left, slope * right]
        # A line in the colour of the piece closes the seam to the next one.
        ax.fill_between([left, right], lower, upper, fc="#cfe8f7", ec="#cfe8f7", lw=0.5)
    ax.set(
        xlabel="MMAE",
        ylabel="MAE",
        xlim=(0, 1.04 * (len(p) - 1)),
        ylim=(0, 1.04 * (len(p) - 1)),
    )
    return ax


def draw_classi_curve(
    distances: ArrayLike,
    ax: Axes | None = None,
    *,
    band: float = 2.0,
    label: str = "",
    **style: Any,
) -> Axes:
    """Draw ClasSi_k of a ranking against k, over the band in which chance would lie.

    Parameters
    ----------
    distances : array_like, shape (m,)
        The class distances of the ranked objects to the query, first position first.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.
    band : float, keyword-only
        Half the width of the band around the mean of a random ranking, in standard
        deviations, cut off at -1 and 1. Zero leaves the band and the mean out, as for
        a second ranking of the same objects.
    label : str, keyword-only, optional
        The name of the curve in a legend.
    **style
        What `matplotlib.axes.Axes.plot` takes, for the curve.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``distances`` are not one ranking (see `ordref.classi`), or ``band`` is
        negative.

    Notes
    -----
    Mean and standard deviation are those of `classi_chance`, exact for
    every k; the band is no confidence band for the whole curve.

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
    if ax is None:
        _, ax = plt.subplots()
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


def describe(figure: Figure) -> dict[str, Any]:
    """What a figure draws: every line, filled shape and text, in points.

    Two figures with equal descriptions look the same, and a number that changes in
    one of them changes its description. It is what the tests compare, to a
    tolerance, instead of the bytes of an image.

    Parameters
    ----------
    figure : matplotlib Figure

    Returns
    -------
    dict
        ``size`` in points, and ``drawn``, the strokes in drawing order, each a line
        of JSON, so that a stored description changes where the drawing does.

    Examples
    --------
    >>> figure, ax = plt.subplots()
    >>> _ = ax.plot([0, 1], [2, 3])
    >>> [stroke for stroke in describe(figure)["drawn"] if '"3.0"' in stroke][0][:17]
    '{"text": "3.0", "'
    >>> plt.close(figure)
    """
    recorder = _Recorder(figure)
    dpi = figure.dpi
    try:
        figure.dpi = 72
        figure.draw(recorder)
    finally:
        figure.dpi = dpi
    return {
        "size": [round(float(v), 2) for v in (recorder.width, recorder.height)],
        "drawn": recorder.strokes,
    }


class _Recorder(RendererBase):
    """A renderer that writes down what it is asked to draw."""

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self.width, self.height = (72 * v for v in figure.get_size_inches())
        self.strokes: list[str] = []

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def points_to_pixels(self, points: Any) -> Any:
        return points

    def draw_path(
        self, gc: Any, path: Any, transform: Any, rgbFace: Any = None
    ) -> None:
        stroke = {
            "path": _rounded(transform.transform_path(path).vertices.ravel()),
            "line": _rounded([*gc.get_rgb()[:3], gc.get_alpha(), gc.get_linewidth()]),
            "dashes": _rounded(gc.get_dashes()[1] or []),
            "fill": None if rgbFace is None else _rounded(rgbFace),
        }
        self.strokes.append(json.dumps(stroke))

    def draw_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: Any,
        angle: float,
        ismath: Any = False,
        mtext: Any = None,
    ) -> None:
        stroke = {
            "text": s,
            "at": _rounded([x, y, angle, prop.get_size_in_points()]),
            "line": _rounded(gc.get_rgb()[:3]),
        }
        self.strokes.append(json.dumps(stroke, ensure_ascii=False))

    def draw_image(
        self, gc: Any, x: float, y: float, im: Any, transform: Any = None
    ) -> None:
        # An image is resampled on its way to the page, so that what is drawn could
        # not be told from how it is drawn.
        raise NotImplementedError("draw cells with pcolormesh, not imshow")


def _rounded(values: Any) -> list[float]:
    # Adding zero turns -0.0 into 0.0, which would differ as text.
    return [round(float(v), 2) + 0.0 for v in values if v is not None]
