"""The style of the book's figures: its letters, thin axes, and names where they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.projections import register_projection
from matplotlib.text import Text
from matplotlib.transforms import Bbox, ScaledTranslation

from .matrix_figure import COLOURS, GREY

# What a stored figure leaves out, because it would differ when the figure is drawn again.
NAMELESS = dict.fromkeys(("Creator", "Date", "Format", "Type"))
FACE = "STIX Two Text"
_FONTS = Path(__file__).with_name("fonts")
_ABOVE = 7.0  # points between the axes and what stands above them
STYLE: dict[str, Any] = {
    "figure.figsize": (6.4, 3.6),
    "figure.constrained_layout.use": True,
    "savefig.facecolor": "white",
    "axes.prop_cycle": cycler(color=COLOURS),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.6,
    "axes.titlesize": "medium",
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.width": 0.4,
    "ytick.minor.width": 0.4,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "font.family": [FACE, "STIXGeneral"],
    "font.size": 11.5,
    "legend.frameon": False,
    "mathtext.fontset": "custom",
    "mathtext.rm": FACE,
    "mathtext.it": f"{FACE}:italic",
    "mathtext.bf": f"{FACE}:bold",
    "mathtext.bfit": f"{FACE}:bold",
    "mathtext.cal": f"{FACE}:italic",
    "mathtext.sf": FACE,
    "mathtext.tt": FACE,
    "mathtext.fallback": "stix",
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "ordref",
}


def _in_use() -> bool:
    """Whether the book's style is active; it may be set for a single figure only."""
    return bool(mpl.rcParams["font.family"] == STYLE["font.family"])


class BookAxes(Axes):
    """Axes with the name of the y axis above it, where it is read without turning the head."""

    name = "rectilinear"

    def set_ylabel(self, ylabel: str, *args: Any, **options: Any) -> Text:
        """Write the name of the y axis above it, unless the call sets its place or rotation."""
        text = super().set_ylabel(ylabel, *args, **options)
        placed = {"rotation", "loc", "y", "labelpad"} & options.keys()
        if _in_use() and not placed:
            up = ScaledTranslation(0, _ABOVE / 72, self.figure.dpi_scale_trans)
            text.set(rotation=0, ha="left", va="bottom")
            self.yaxis.set_label_coords(0, 1, transform=self.transAxes + up)
            if self.get_title():
                self.set_title(self.get_title())
        return text

    def set_title(self, label: str, *args: Any, **options: Any) -> Text:
        """Give a title, above the name of the y axis."""
        named = _in_use() and self.get_ylabel() and self.yaxis.label.get_rotation() == 0
        if named and "pad" not in options:
            options["pad"] = _ABOVE + 1.6 * float(mpl.rcParams["font.size"])
        return super().set_title(label, *args, **options)

    def get_tightbbox(self, renderer: Any = None, *args: Any, **options: Any) -> Any:
        """The box that the axes need, with the height of a name above them."""
        box, label = super().get_tightbbox(renderer, *args, **options), self.yaxis.label
        if box is None or not self.get_ylabel() or label.get_rotation():
            return box
        top = max(box.y1, label.get_window_extent(renderer).y1)
        return Bbox.from_extents(box.x0, box.y0, box.x1, top)


def setup() -> None:
    """Set the book's figure style, and have notebooks store figures as SVG.

    Call it once at the head of a chapter. A figure is then stored as text, and is the same
    text when it is drawn again: without date, version or random id, with letters that the
    page sets in its own face, which are measured by that face here, and with all points of
    each line. A replay compares figures point by point.

    Examples
    --------
    >>> setup()
    >>> plt.rcParams["figure.facecolor"]
    'white'
    """
    mpl.rcdefaults()  # white, 100 dots per inch
    if FACE not in {font.name for font in font_manager.fontManager.ttflist}:
        for file in sorted(_FONTS.glob("*.ttf")):
            font_manager.fontManager.addfont(file)
    register_projection(BookAxes)
    plt.rcParams.update(STYLE)  # type: ignore[arg-type]
    try:
        from IPython.core.getipython import get_ipython
        from matplotlib_inline.backend_inline import set_matplotlib_formats
    except ImportError:
        return
    if get_ipython() is not None:
        set_matplotlib_formats("svg", metadata=NAMELESS)  # type: ignore[no-untyped-call]
