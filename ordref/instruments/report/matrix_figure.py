"""A figure of a confusion matrix, and the axes on which figures are drawn."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike, NDArray

from ...matrices.check import as_floats
from ...matrices.entries import count_with_noun
from ...matrices.names import classes_in
from ...matrices.sums import distances

# The colours of Okabe and Ito, which colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

GREY = "#555555"
TINT = "#cfe8f7"  # of a region

Floats = NDArray[np.float64]


def draw_matrix(
    cm: ArrayLike,
    ax: Axes | None = None,
    *,
    labels: Sequence[str] | None = None,
    shares: bool = False,
    title: str = "",
    rows: str = "true",
    columns: str = "predicted",
    path: Sequence[Sequence[int]] | None = None,
) -> Axes:
    """Draw a confusion matrix: counts in cells that are darker for more, the diagonal framed.

    Correct predictions are blue. Errors are orange, and darker the farther they are off. The
    predicted classes are named above, and the true ones at the left.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        Rows true, columns predicted, in class order. Shares are written with two
        decimals, other weights with three digits.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure that is large enough for the text. Make axes
        of your own with ``layout="constrained"``, or labels may be cut off.
    labels : sequence of K str, optional
        Names of the classes; by default those of a DataFrame, or 1, ..., K.
    shares : bool, optional
        Whether to write below each count its share of the row, and to shade by it, so that
        rare classes are as dark as frequent ones.
    title, rows, columns : str, optional
        The title, and the names of the two axes.
    path : sequence of pairs of int, optional
        Cells, row and column counted from 1, such as `ordref.oci_path` finds: they get a
        line around them, which covers no number.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``cm`` is not one confusion matrix or contains symbols, if there are not K labels,
        if a cell of ``path`` is not in the matrix, or if ``ax`` is not an Axes.

    Examples
    --------
    >>> ax = draw_matrix([[4, 1], [0, 3]], labels=["low", "high"])
    >>> [text.get_text() for text in ax.texts]
    ['4', '1', '0', '3']
    >>> plt.close(ax.figure)
    """
    n = as_floats(cm)
    if n.ndim != 2:
        raise ValueError(f"cm must be one matrix, of shape (K, K), not {n.shape}")
    K = len(n)
    own = classes_in(cm) or range(1, K + 1)
    names = list(own if labels is None else labels)
    if len(names) != K:
        classes = count_with_noun(K, "class", "classes")
        raise ValueError(f"labels must name the {classes}; it has {len(names)}")
    texts = np.vectorize(_written, otypes=[object])(n, n.max() <= 1)
    size = n.sum(axis=1, keepdims=True)
    of_row = np.divide(n, size, out=np.zeros_like(n), where=size > 0)
    if shares:
        below = np.vectorize("\n{:.0%}".format, otypes=[object])(of_row)
        texts = texts + np.where(size > 0, below, "")
    side, longest = 0.0, max(len(str(name)) for name in names)
    if ax is None:
        # A character is a tenth of an inch wide, and so is the space beside it.
        widest = max(len(line) for text in texts.flat for line in text.split("\n"))
        side = max(3.2, 1 + K * 0.1 * (1 + max(widest, 4 * shares)))
    # There is an inch for names of ten characters.
    ax = axes_of(ax, *[side + 0.08 * max(0, longest - 10)] * 2)
    tint = _tints(of_row if shares else n / n.max(), distances(K))
    for (r, c), text in np.ndenumerate(texts):
        own_colour = COLOURS[0] if r == c else COLOURS[1]
        fill = (own_colour, tint[r, c]) if n[r, c] else (GREY, _EMPTY_TINT)
        _square(ax, r, c, 0.49, fc=fill, ec="none")
        ax.text(c, r, text, ha="center", va="center", color="black" if n[r, c] else GREY)
    for k in range(K):
        _square(ax, k, k, 0.48, fill=False, ec=GREY, lw=0.8)
    if path is not None:
        ax.add_collection(_around(path, K), autolim=False)
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.set_xticks(range(K), map(str, names))
    if side and longest * 0.11 > side / (K + 1):
        ax.tick_params(axis="x", labelrotation=90)
    ax.set_yticks(range(K), map(str, names))
    ax.xaxis.set_label_position("top")
    ax.set_xlabel(columns, color=GREY, style="italic")
    # In the corner, where both names are read as the heads of rows and columns.
    ax.set_ylabel(rows, color=GREY, style="italic", rotation=0, ha="right", va="bottom")
    corner = ScaledTranslation(-3.5 / 72, 3.5 / 72, ax.figure.dpi_scale_trans)
    ax.yaxis.set_label_coords(0, 1, transform=ax.transAxes + corner)
    ax.set_title(title, pad=6)
    ax.set(aspect="equal", xlim=(-0.5, K - 0.5), ylim=(K - 0.5, -0.5))
    ax.spines[:].set_visible(False)
    return ax


# How much of the colour there is in an empty cell, and in others: as in `matrix.css`.
_EMPTY_TINT = 0.09


def _tints(full: Floats, apart: NDArray[np.int64]) -> Floats:
    """How dark each cell is: one error two classes off is darker than two errors one class off."""
    far = apart / max(len(apart) - 1, 1)
    wrong = (0.11 + 0.39 * far) * (0.75 + 0.25 * full)
    tint: Floats = np.where(apart == 0, 0.14 + 0.42 * full, wrong)
    return tint.round(3)


def _square(ax: Axes, r: float, c: float, half: float, **style: Any) -> None:
    place = (c - half, r - half)
    ax.add_patch(Rectangle(place, 2 * half, 2 * half, clip_on=False, **style))


def _around(path: Sequence[Sequence[int]], K: int) -> LineCollection:
    """A line around the cells of a path, without the sides between two of its cells."""
    cells = {(int(r) - 1, int(c) - 1) for r, c in path}
    if not cells <= {*itertools.product(range(K), repeat=2)}:
        raise ValueError(f"path must have cells from (1, 1) to ({K}, {K})")
    lines = [
        [(c + x - abs(y), r + y - abs(x)), (c + x + abs(y), r + y + abs(x))]
        for r, c in sorted(cells)
        for y, x in ((-0.5, 0), (0, 0.5), (0.5, 0), (0, -0.5))
        if (r + round(2 * y), c + round(2 * x)) not in cells
    ]
    return LineCollection(lines, colors="black", lw=2, capstyle="projecting", clip_on=False)


def axes_of(ax: Any, *size: float) -> Axes:
    """The axes `ax`, or the axes of a new figure."""
    if ax is None:
        # Whatever the settings are, labels that do not fit must not be cut off.
        return plt.subplots(figsize=size or None, layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise ValueError(
            f"ax must be the Axes of a figure, such as plt.subplots()[1], not {type(ax).__name__}"
        )
    return ax


def _written(count: float, share: bool) -> str:
    """A count, a share or a weight, short enough for a cell."""
    if count == round(count):
        return f"{count:.0f}" if count < 1e7 else f"{count:.3g}"
    if not share:
        return f"{count:.3g}"
    return f"{count:.2f}" if count >= 0.005 else "<.01"
