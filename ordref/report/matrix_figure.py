"""A confusion matrix as a picture, and the axes on which a picture is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict, Unpack

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from ..matrices.entries import several
from ..matrices.sums import distances
from .values import as_floats

# Okabe and Ito's colours, which colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

GREY = "#555555"


class Words(TypedDict, total=False):
    """What is written about a matrix: the title, and what rows and columns are."""

    title: str
    rows: str
    columns: str


def draw_matrix(
    cm: ArrayLike,
    ax: Axes | None = None,
    *,
    labels: Sequence[str] | None = None,
    shares: bool = False,
    margins: bool = False,
    **words: Unpack[Words],
) -> Axes:
    """Draw one confusion matrix: counts in cells, darker for more, the diagonal framed.

    Correct predictions are blue, errors orange, the darker the farther they are off.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        Rows true, columns predicted, in class order. Shares are written with two
        decimals, other weights with three digits.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure, large enough for what is written. Of your
        own, made with ``layout="constrained"``, or labels may be cut off.
    labels : sequence of K str, optional
        Names of the classes; by default those of a DataFrame, or 1, ..., K.
    shares : bool, optional
        Whether the share of its row stands below each count, and makes it darker, so that
        rare classes are as dark as frequent ones.
    margins : bool, optional
        Whether the sums of rows stand to the right and those of columns below.
    **words
        ``title``, and what ``rows`` and ``columns`` are: by default none, "true class" and
        "predicted class".

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        If ``cm`` is not one confusion matrix or holds symbols, there are not K labels, or
        ``ax`` is no Axes.

    Examples
    --------
    >>> ax = draw_matrix([[4, 1], [0, 3]], labels=["low", "high"])
    >>> [text.get_text() for text in ax.texts]
    ['4', '1', '0', '3']
    >>> plt.close(ax.figure)
    """
    n, told = as_floats(cm), _told(**words)
    if n.ndim != 2:
        raise ValueError(
            f"cm must be one matrix of shape (K, K); it has shape {n.shape}"
        )
    K = len(n)
    frame: Any = cm
    own = frame.index if hasattr(cm, "columns") else range(1, K + 1)
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
    sums = _sums(n) if margins else []
    side, longest = 0.0, max(len(str(name)) for name in names)
    if ax is None:
        # A character is a tenth of an inch wide, and so is the space beside it.
        written = [*texts.flat, *(text for _, _, text in sums)]
        widest = max(len(line) for text in written for line in text.split("\n"))
        side = max(3.2, 1 + (K + margins) * 0.1 * (1 + max(widest, 4 * shares)))
    # An inch is there for names of ten characters.
    ax = axes_of(ax, *[side + 0.08 * max(0, longest - 10)] * 2)
    shade, apart = of_row if shares else n / n.max(), distances(K)
    correct, edges = apart == 0, np.arange(K + 1) - 0.5
    empty = n == 0
    # Black is read on the darkest orange. A line in the colour of the cell closes the seam.
    for cells, tint, map_of, most in (
        (correct, shade, "Blues", 1.25),
        (~correct, shade * (0.4 + 0.6 * apart / max(K - 1, 1)), "Oranges", 1.6),
    ):
        shown = np.ma.masked_array(tint, ~cells | empty)
        ax.pcolormesh(
            edges, edges, shown, cmap=map_of, vmin=0, vmax=most, ec="face", lw=0.5
        )
    for (r, c), text in np.ndenumerate(texts):
        dark = "white" if correct[r, c] and shade[r, c] > 0.85 else "black"
        ax.text(c, r, text, ha="center", va="center", color=dark if n[r, c] else GREY)
    for x, y, text in sums:
        ax.text(x, y, text, ha="center", va="center", color=GREY)
    line: dict[str, Any] = {"fill": False, "ec": GREY, "lw": 1.2}
    for k in range(K):
        ax.add_patch(Rectangle((k - 0.5, k - 0.5), 1, 1, clip_on=False, **line))
    ax.set_xticks(range(K), map(str, names))
    if side and longest * 0.11 > side / (K + 1):
        ax.tick_params(axis="x", labelrotation=45)
        plt.setp(ax.get_xticklabels(), ha="right", rotation_mode="anchor")
    ax.set_yticks(range(K), map(str, names))
    end = K - 0.5 + margins
    ax.set(**told, aspect="equal", xlim=(-0.5, end), ylim=(end, -0.5))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _told(
    title: str = "", rows: str = "true class", columns: str = "predicted class"
) -> dict[str, str]:
    return {"xlabel": columns, "ylabel": rows, "title": title}


def axes_of(ax: Any, *size: float) -> Axes:
    """Where to draw, if it is said, or the axes of a new figure."""
    if ax is None:
        # Whatever the settings: labels that do not fit would be cut off when it is saved.
        return plt.subplots(figsize=size or None, layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise ValueError(
            "ax must be the Axes of a figure, such as plt.subplots()[1], not "
            f"{type(ax).__name__}"
        )
    return ax


def _sums(n: NDArray[np.float64]) -> list[tuple[int, int, str]]:
    """The sums of columns and rows, and of all: where they stand, and what is written."""
    K, share = len(n), bool(n.max() <= 1)
    sums = [(k, K, total) for k, total in enumerate(n.sum(axis=0))]
    sums += [(K, k, total) for k, total in enumerate(n.sum(axis=1))]
    sums.append((K, K, n.sum()))
    return [(x, y, _written(float(total), share)) for x, y, total in sums]


def _written(count: float, share: bool) -> str:
    """A count, a share or a weight in the few characters that a cell has room for."""
    if count == round(count):
        return f"{count:g}"
    if not share:
        return f"{count:.3g}"
    return f"{count:.2f}" if count >= 0.005 else "<.01"
