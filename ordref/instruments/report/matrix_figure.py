"""A figure of a confusion matrix, and the axes on which figures are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from ...matrices.check import as_floats
from ...matrices.entries import several
from ...matrices.names import classes_in
from ...matrices.sums import distances

# The colours of Okabe and Ito, which colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

GREY = "#555555"


def draw_matrix(
    cm: ArrayLike,
    ax: Axes | None = None,
    *,
    labels: Sequence[str] | None = None,
    shares: bool = False,
    title: str = "",
    rows: str = "true class",
    columns: str = "predicted class",
) -> Axes:
    """Draw a confusion matrix: counts in cells that are darker for more, the diagonal framed.

    Correct predictions are blue. Errors are orange, and darker the farther they are off.

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

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``cm`` is not one confusion matrix or contains symbols, if there are not K labels,
        or if ``ax`` is not an Axes.

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
        classes = several(K, "class", "classes")
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
    shade, apart = of_row if shares else n / n.max(), distances(K)
    correct, edges = apart == 0, np.arange(K + 1) - 0.5
    empty = n == 0
    # Black is legible on the darkest orange. Edges in the colour of the cell close the seams.
    for cells, tint, map_of, most in (
        (correct, shade, "Blues", 1.25),
        (~correct, shade * (0.4 + 0.6 * apart / max(K - 1, 1)), "Oranges", 1.6),
    ):
        shown = np.ma.masked_array(tint, ~cells | empty)
        ax.pcolormesh(edges, edges, shown, cmap=map_of, vmin=0, vmax=most, ec="face", lw=0.5)
    for (r, c), text in np.ndenumerate(texts):
        dark = "white" if correct[r, c] and shade[r, c] > 0.85 else "black"
        ax.text(c, r, text, ha="center", va="center", color=dark if n[r, c] else GREY)
    line: dict[str, Any] = {"fill": False, "ec": GREY, "lw": 1.2}
    for k in range(K):
        ax.add_patch(Rectangle((k - 0.5, k - 0.5), 1, 1, clip_on=False, **line))
    ax.set_xticks(range(K), map(str, names))
    if side and longest * 0.11 > side / (K + 1):
        ax.tick_params(axis="x", labelrotation=45)
        plt.setp(ax.get_xticklabels(), ha="right", rotation_mode="anchor")
    ax.set_yticks(range(K), map(str, names))
    ax.set(title=title, xlabel=columns, ylabel=rows)
    ax.set(aspect="equal", xlim=(-0.5, K - 0.5), ylim=(K - 0.5, -0.5))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def axes_of(ax: Any, *size: float) -> Axes:
    """The axes given, or those of a new figure."""
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
