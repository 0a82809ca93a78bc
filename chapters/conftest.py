"""Replaying the chapters: nbval, and for figures a comparison of what they draw.

nbval skips images, and their bytes may differ between processors. Each figure is
stored with a description of every stroke (`ordref.plots.describe`); a replay must
draw the same strokes to a tolerance, and the stored picture must look like it.
"""

import base64
import io
import json
import os
from pathlib import Path

import matplotlib.image
import numpy as np

from ordref.plots import FIGURE_MIME

# The kernels start in this folder: the package beside it is the one they are to load.
os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[1])

POINTS = 0.05  # how far a stroke may be off, in points
SHADE = 0.1  # how far the mean of a block of pixels may be off, black to white being 1
BLOCK = 8


def pytest_itemcollected(item):
    if type(item).__name__ != "IPyNbCell":
        return
    compare_text = item.compare_outputs

    def compare(test, ref, skip_compare=None):
        fault = figures_differ(test, ref)
        if fault:
            item.comparison_traceback = [fault]
            return False
        skip = (*(skip_compare or item.parent.skip_compare), FIGURE_MIME)
        return compare_text(test, ref, skip_compare=skip)

    item.compare_outputs = compare


def figures_differ(test, ref):
    """Say how the figures of one cell differ from the stored ones, if they do."""
    ours, stored = figures(test), figures(ref)
    if len(ours) != len(stored):
        return f"{len(stored)} figures are stored, {len(ours)} are drawn"
    for new, old in zip(ours, stored, strict=True):
        if FIGURE_MIME not in new or FIGURE_MIME not in old:
            return (
                "a figure has no description of what it draws: call plots.setup() first"
            )
        fault = strokes_differ(new[FIGURE_MIME], old[FIGURE_MIME])
        fault = fault or pixels_differ(new["image/png"], old["image/png"])
        if fault:
            return fault
    return None


def figures(outputs):
    data = [output.get("data", {}) for output in outputs]
    return [
        d for d in data if FIGURE_MIME in d or any(k.startswith("image/") for k in d)
    ]


def strokes_differ(new, old):
    if len(new["drawn"]) != len(old["drawn"]):
        return f"{len(old['drawn'])} strokes are stored, {len(new['drawn'])} are drawn"
    if not close(new["size"], old["size"]):
        return f"the figure was {old['size']} points, it is {new['size']}"
    for k, (a, b) in enumerate(zip(new["drawn"], old["drawn"], strict=True)):
        drawn, stored = json.loads(a), json.loads(b)
        if drawn.keys() != stored.keys() or not all(
            close(drawn[key], stored[key]) for key in drawn
        ):
            return f"stroke {k} was {b}\nand is {a}"
    return None


def close(new, old):
    if isinstance(new, list) and isinstance(old, list):
        return len(new) == len(old) and bool(np.allclose(new, old, rtol=0, atol=POINTS))
    return new == old


def pixels_differ(new, old):
    a, b = (
        matplotlib.image.imread(io.BytesIO(base64.b64decode(png)))[..., :3].mean(
            axis=-1
        )
        for png in (new, old)
    )
    if a.shape != b.shape:
        return f"the stored picture has {b.shape} pixels, the drawn one {a.shape}"
    rows, columns = (side // BLOCK * BLOCK for side in a.shape)
    difference = (a - b)[:rows, :columns].reshape(
        rows // BLOCK, BLOCK, columns // BLOCK, BLOCK
    )
    worst = float(np.abs(difference.mean(axis=(1, 3))).max())
    return (
        f"the stored picture is not the drawn one (off by {worst:.2f})"
        if worst > SHADE
        else None
    )
