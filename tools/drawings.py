"""Drawings of `ordref.plots`, one for each function and option, compared with stored ones.

    python tools/drawings.py

stores as tests/report/drawings/*.svg what is drawn today, where it differs: look at each
before it is committed, beside the one that it replaces. What may differ is what may differ
in the figures of the chapters (`drawings_differ` in chapters/conftest.py).
"""

import importlib.util
import io
from collections.abc import Callable
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ordref import from_ratings, plots, rater_report

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "report" / "drawings"
SVM, FOREST = [[4, 1, 0], [2, 6, 1], [0, 1, 1]], [[5, 0, 0], [1, 7, 1], [0, 2, 0]]
NAMED = pd.DataFrame([[9, 1], [2, 3]], index=["low", "high"], columns=["low", "high"])


def beside() -> Axes:
    """Two matrices in one figure, which keeps its size, so that no name is turned."""
    _, (left, right) = plt.subplots(1, 2, figsize=(4, 2))
    plots.draw_matrix(NAMED, left, title="left")
    return plots.draw_matrix([[1, 2], [3, 4]], right, labels=["a long name", "another"])


def two_curves() -> Axes:
    ax = plots.draw_classi_curve([0, 2, 1, 0, 1], label="mine", color="C3", band=1)
    plots.draw_classi_curve([0, 0, 1, 1, 2], ax, band=0, label="another")
    ax.legend()
    return ax


def named_lines() -> Axes:
    """Two that end at one place, and one of a pale colour."""
    _, ax = plt.subplots(figsize=(4, 2))
    for k in range(3):
        ax.plot([0, 1, 2], [k, 0, k // 2], color=f"C{2 * k}", label=f"line {k}")
    ax.set_ylabel("above the axis")
    plots.name_lines(ax, fontsize=9)
    return ax


def reliability() -> Axes:
    """Few answers, of which one is alone at its threshold, on axes that are given."""
    _, axes = plt.subplots(1, 2, figsize=(4, 2), sharey=True)
    said = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.75, 0.25]])
    true = [1, 2, 3] * 4
    return plots.draw_reliability(true, np.tile(said, (4, 1)), axes)[1]


def many_answers() -> Axes:
    """More answers than are drawn, of one who is too sure, with names, on a new figure."""
    rng = np.random.default_rng(0)
    x = rng.random(600)
    high = rng.random(600) < x
    said = x**2 / (x**2 + (1 - x) ** 2)
    forecasts = np.column_stack([1 - said, said])
    names = np.array(["well", "ill"])
    (ax,) = plots.draw_reliability(names[high.astype(int)], forecasts, labels=names)
    return ax


def raters() -> Axes:
    """Raters with names, of whom one is a class higher, on axes that are given."""
    _, axes = plt.subplots(1, 2, figsize=(5, 2))
    rows = [[1, 2, 1], [2, 3, 2], [3, 3, 3], [1, 2, 2]]
    frame = pd.DataFrame(rows, columns=["Ann", "Ben", "judge"])
    return plots.draw_raters(rater_report(from_ratings(frame)), axes)[1]


def style() -> Axes:
    """What `plots.setup` makes of any figure: its size, letters, box, colours, legend."""
    _, ax = plt.subplots()
    for k in range(len(plots.COLOURS) + 1):
        ax.plot([k, 0], label=f"line {k}")
    ax.set_title("a title")
    ax.legend()
    return ax


DRAWN: dict[str, Callable[[], Axes]] = {
    "style": style,
    # Counts as they are, with their names; letters are white above three fifths.
    "matrix": lambda: plots.draw_matrix(
        [[100, 60], [61, 0]],
        labels=["low", "high"],
        title="a title",
        rows="rows",
        columns="columns",
    ),
    # A path is a line around its cells, and covers no number.
    "matrix-path": lambda: plots.draw_matrix(
        SVM, path=[(1, 1), (2, 1), (2, 2), (3, 3)]
    ),
    "line-names": named_lines,
    # Of a frame, drawn on axes that are given.
    "matrix-beside": beside,
    # A new figure is as large as what is written.
    "matrix-large": lambda: plots.draw_matrix(np.full((4, 4), 123456)),
    # Shares of rows below the counts, where there are any.
    "matrix-of-rows": lambda: plots.draw_matrix(
        [[90, 10, 0], [1, 1, 0], [0, 0, 0]], shares=True
    ),
    "matrix-of-rows-large": lambda: plots.draw_matrix(np.ones((6, 6)), shares=True),
    # Shares have two decimals, and other weights three digits.
    "matrix-of-shares": lambda: plots.draw_matrix([[1 / 3, 0.005], [0.0049, 1]]),
    "matrix-of-weights": lambda: plots.draw_matrix([[1234.5, 12.345], [0, 2.125]]),
    # Names are turned where they would overlap: eight letters are too many of three.
    "matrix-turned": lambda: plots.draw_matrix(
        np.eye(3, dtype=int), labels=["a", "b" * 8, "c"]
    ),
    "matrix-not-turned": lambda: plots.draw_matrix(
        np.eye(3, dtype=int), labels=["a", "b" * 7, "c"]
    ),
    "region": lambda: plots.draw_feasible_region([5, 0, 1, 2]),
    "curve": lambda: plots.draw_classi_curve([0, 2, 1, 0, 1]),
    "curves": two_curves,
    # One without ends, and one that is beyond its ends.
    "intervals": lambda: plots.draw_intervals(
        {
            "a": (0.5, 0.1, 0.25, 0.625),
            "b": (2.0, 0.5, 1.0, 4.0, "more"),
            "c": (0.5, np.nan, np.nan, np.nan),
            "d": (1.0, 0.0, 1.25, 1.5),
        }
    ),
    "intervals-styled": lambda: plots.draw_intervals(
        {"a": (1, 0, 0.5, 1)}, fmt="s", ms=9, capsize=0
    ),
    "raters": raters,
    # More units than are drawn, without names of raters, on a new figure.
    "raters-of-many": lambda: plots.draw_raters(
        rater_report(from_ratings([[1, 1 + k % 3] for k in range(1500)]))
    )[0],
    "reliability": reliability,
    "reliability-of-many": many_answers,
    "measures": lambda: plots.draw_measures(
        {"svm": SVM, "_forest": FOREST}, measures=["mae", "kendall_tau_b", "ccr"]
    ),
    # As many as can be told apart; of one class, where worst is best; without a name.
    "measures-eight": lambda: plots.draw_measures(
        {f"model {k}": SVM for k in range(8)}, measures=["mae", "ccr"]
    ),
    "measures-one-class": lambda: plots.draw_measures(
        {"": [[3]]}, measures=["mae", "ccr"]
    ),
}


def drawn(name: str) -> str:
    """The text of a drawing in the style of the book."""
    with plt.rc_context():
        plots.setup()
        DRAWN[name]()
        image = io.StringIO()
        nameless = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        plt.savefig(image, format="svg", metadata=nameless)
        plt.close("all")
    lines = image.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def differs(name: str) -> str | None:
    """How a drawing differs from the stored one, if it does."""
    spec = importlib.util.spec_from_file_location(
        "replay", ROOT / "chapters/conftest.py"
    )
    assert spec is not None
    assert spec.loader is not None
    replay = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(replay)
    stored = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    fault: str | None = replay.drawings_differ(drawn(name), stored)
    return fault


def store() -> None:
    for name in DRAWN:
        path = FOLDER / f"{name}.svg"
        if not path.is_file() or differs(name):
            path.write_text(drawn(name), encoding="utf-8")
            print(f"{path.relative_to(ROOT)} is stored: look at it")


if __name__ == "__main__":
    store()
