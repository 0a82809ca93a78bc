"""A figure of raters by their bias, and of units by how far their ratings are apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from .matrix_figure import COLOURS, axes_of
from .raters import RaterReport

# The most units that are drawn; of more, as many at equal steps.
_UNITS = 200


def draw_raters(report: RaterReport, axes: Any = None) -> Sequence[Axes]:
    """Draw how much too high each rater is, and how far apart the ratings of each unit are.

    Parameters
    ----------
    report : RaterReport
        What `ordref.rater_report` returns, of raters who are known.
    axes : sequence of two matplotlib Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    list of two matplotlib Axes

    Raises
    ------
    ValueError
        If ``report`` is not a report, or does not know who rated; if there are not two axes.

    Notes
    -----
    Left, the bias of each rater: the mean difference of their positions from those of the
    rest; the whisker is the mean distance from the rest, to both sides, which the bias cannot
    exceed. Right, the units in the order of the mean distance of two of their ratings.

    Examples
    --------
    >>> from ordref import from_ratings, rater_report
    >>> left, right = draw_raters(rater_report(from_ratings([[1, 1], [2, 3], [3, 3]])))
    >>> [label.get_text() for label in left.get_yticklabels()]
    ['0', '1']
    >>> plt.close(left.figure)
    """
    if not isinstance(report, RaterReport) or "raters" not in report.columns:
        raise ValueError("report must be what ordref.rater_report returns, of raters who are known")
    raters, units = report.columns["raters"], report.columns["units"]
    R, U = len(raters["rater"]), len(units["unit"])
    if axes is None:
        size = (6.4, max(2.4, 0.9 + 0.28 * R))
        axes = plt.figure(figsize=size, layout="constrained").subplots(1, 2)
    panels = [axes_of(ax) for ax in np.ravel(axes)]
    if len(panels) != 2:
        raise ValueError(f"axes must be two, not {len(panels)}")
    left, right = panels
    places, reach = range(R), raters["distance"]
    left.axvline(0, color="#767676", lw=1, ls="--")
    left.errorbar([0] * R, places, xerr=reach, fmt="none", color="#999999", capsize=3)
    left.plot(raters["bias"], places, "o", color=COLOURS[0], ms=5)
    left.set_yticks(places, map(str, raters["rater"]))
    left.invert_yaxis()
    left.set(xlabel="bias, in classes", ylabel="rater")
    drawn = np.unique(np.linspace(0, U - 1, _UNITS).round().astype(np.int64))
    apart = np.array(units["distance"])[drawn]
    right.fill_between(drawn + 1, apart, step="mid", fc="#cccccc", lw=0)
    right.step(drawn + 1, apart, where="mid", color=COLOURS[1])
    right.set(xlabel="unit, by distance", ylabel="mean distance of two ratings")
    right.set(xlim=(0.5, U + 0.5), ylim=(0, None))
    return panels
