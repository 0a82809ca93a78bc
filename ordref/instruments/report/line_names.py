"""Names at the right ends of lines, in place of a legend."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.text import Annotation

from .matrix_figure import Floats

_ROOM = 1.15  # between two names, in heights of a letter


def name_lines(ax: Axes, *, gap: float = 5.0, **style: Any) -> list[Annotation]:
    """Write the label of each line at its right end, in its colour, in place of a legend.

    Call it when the limits of the axes are set. Names that would overlap move apart.

    Parameters
    ----------
    ax : matplotlib Axes
        With lines that have labels.
    gap : float, keyword-only
        Points between a line and its name.
    **style
        Options of `matplotlib.axes.Axes.annotate`, such as ``fontsize``.

    Returns
    -------
    list of matplotlib Annotation
        The names, from the lowest to the highest.

    Raises
    ------
    ValueError
        If no line has a label.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> lines = ax.plot([0, 1], [0, 2], label="steep") + ax.plot([0, 1], [0, 1], label="flat")
    >>> [name.get_text() for name in name_lines(ax)]
    ['flat', 'steep']
    >>> plt.close(figure)
    """
    named = [line for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
    if not named:
        raise ValueError("no line has a label")
    ax.get_xlim(), ax.get_ylim()  # else the limits of the data may not be set yet
    figure: Any = ax.figure
    high = 72 * figure.bbox_inches.height * ax.get_position().height
    ends = []
    for line in named:
        points = np.column_stack([line.get_xdata(), line.get_ydata()])
        # On the axes, for a line may go from side to side of them, whatever the data are.
        seen = line.get_transform().transform(points.astype(np.float64))
        seen = ax.transAxes.inverted().transform(seen[np.isfinite(seen).all(axis=1)])
        x, y = seen[seen[:, 0].argmax()]
        ends.append((y * high, min(x, 1.0), y, line))
    ends.sort(key=lambda end: end[0])
    size = style.get("fontsize", mpl.rcParams["font.size"])
    places = _places_of_names(np.array([up for up, *_ in ends]), _ROOM * float(size))
    return [
        ax.annotate(
            str(line.get_label()), (x, y), xytext=(gap, place - up),
            xycoords="axes fraction", textcoords="offset points", va="center",
            **{"color": _dark(line.get_color()), **style},
        )
        for (up, x, y, line), place in zip(ends, places, strict=True)
    ]  # fmt: skip


def _places_of_names(wanted: Floats, room: float) -> Floats:
    """Places close to `wanted`, in the same order and at least `room` apart.

    The sum of the squared moves is the least: this is an isotonic regression of `wanted` minus
    the room of the names before.
    """
    moved = wanted - room * np.arange(len(wanted))
    blocks: list[list[float]] = []
    for place in moved:
        blocks.append([place])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    level = np.concatenate([[np.mean(block)] * len(block) for block in blocks])
    apart: Floats = level + room * np.arange(len(wanted))
    return apart


def _dark(colour: Any) -> tuple[float, float, float]:
    """The colour of a line, dark enough for letters on white."""
    rgb: Floats = np.array(to_rgb(colour))
    linear = np.where(rgb > 0.04045, ((rgb + 0.055) / 1.055) ** 2.4, rgb / 12.92)
    light = float(linear @ [0.2126, 0.7152, 0.0722])
    r, g, b = rgb * min(1.0, (0.18 / max(light, 1e-9)) ** (1 / 2.2))
    return round(r, 3), round(g, 3), round(b, 3)
