"""Drawn matrices: what is written in the cells and at the axes, and that it fits."""

import io
import re
from fractions import Fraction
from pathlib import Path

import drawings
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from fontTools.ttLib import TTFont

import ordref
import ordref.instruments.report.style as style_of_figures
from ordref.catalogue import MEASURES
from ordref.instruments.report.figures import (
    COLOURS,
    draw_classi_curve,
    draw_feasible_region,
    draw_intervals,
    draw_matrix,
    draw_measures,
    draw_raters,
    draw_reliability,
    name_lines,
    setup,
)

LOW_TO_HIGH = ["low", "mid", "high"]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def assert_cells_apart(ax):
    """No text of a cell reaches into its neighbour's."""
    ax.figure.draw_without_rendering()
    boxes = np.array([text.get_window_extent().extents for text in ax.texts])
    (x0, y0, x1, y1), count = boxes.T[:, :, None], len(boxes)
    over = (x0 < x1.T) & (x1 > x0.T) & (y0 < y1.T) & (y1 > y0.T)
    assert over.sum() == count  # each with itself


def test_texts_of_cells_do_not_overlap():
    for K in (2, 3, 5, 8, 12):
        rng = np.random.default_rng(K)
        for cm in (rng.random((K, K)), rng.random((K, K)) / K**2,
                   rng.integers(0, 10**6, (K, K)), 1000 * rng.random((K, K))):  # fmt: skip
            assert_cells_apart(draw_matrix(cm))
            plt.close()
    assert_cells_apart(draw_matrix([[90, 10], [1, 1]], shares=True))
    assert_cells_apart(draw_matrix(np.full((6, 6), 12345), shares=True))
    assert_cells_apart(draw_matrix([[5, 2], [0, 4]]))
    assert_cells_apart(draw_matrix(np.full((12, 12), 9)))
    assert_cells_apart(draw_matrix(np.full((6, 6), 9_999_999)))


def test_overlap_is_noticed():
    """The negative control."""
    ax = draw_matrix(np.ones((9, 9)))
    ax.texts[0].set_text("0.333333")
    with pytest.raises(AssertionError):
        assert_cells_apart(ax)


def ink(figure, **options):
    """Height and width, in pixels, of what is to be seen on the saved picture."""
    saved = io.BytesIO()
    figure.savefig(saved, dpi=100, **options)
    saved.seek(0)
    dark = plt.imread(saved)[..., :3].min(axis=-1) < 0.9
    return np.array([np.ptp(np.flatnonzero(dark.any(axis=k))) for k in (1, 0)])


LONG = ["a rather long name of a model", "another"]
SAVED = {
    "matrix": lambda: draw_matrix(TWO, labels=LONG, title="a title"),
    "matrix of words": lambda: draw_matrix(SVM, labels=["very low", "middling", "very high"]),
    "region": lambda: draw_feasible_region([1, 2, 1]),
    "curve": lambda: draw_classi_curve([0, 2, 1]),
    "intervals": lambda: draw_intervals(dict.fromkeys(LONG, (0.5, 0.1, 0.25, 0.625))),
    "an interval": lambda: draw_intervals({"AMAE": (0.5, 0.1, 0.25, 0.625)}),
    "measures": lambda: draw_measures(dict.fromkeys(LONG, SVM)),
    "a measure": lambda: draw_measures({"svm": SVM}, measures=["amae"]),
    "reliability": lambda: draw_reliability([1, 2, 3], np.full((3, 3), 1 / 3))[1],
    "eight": lambda: draw_measures({f"{LONG[0]} {k}": SVM for k in range(8)}, measures=["amae"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SAVED)
def test_nothing_is_cut_off_a_saved_figure_whatever_the_settings(name):
    """As much is to be seen as on a picture that grows with what is drawn."""
    for settings in ({}, {"font.size": 14, "figure.autolayout": True}):
        with mpl.rc_context({**mpl.rcParamsDefault, "backend": "agg", **settings}):
            figure = SAVED[name]().figure
            plain, whole = ink(figure), ink(figure, bbox_inches="tight", pad_inches=1)
            assert plain == pytest.approx(whole, abs=1), settings


def test_a_label_that_is_cut_off_is_noticed():
    """The negative control."""
    figure, ax = plt.subplots(figsize=(3, 2))
    ax.set_yticks([0], ["AMAE, a long label that does not fit"])
    whole = ink(figure, bbox_inches="tight", pad_inches=1)
    assert ink(figure) != pytest.approx(whole, abs=1)


SVM, FOREST = [[4, 1, 0], [2, 6, 1], [0, 1, 1]], [[5, 0, 0], [1, 7, 1], [0, 2, 0]]


def test_a_perfect_classifier_is_at_the_right_end_of_every_line():
    # Of classes of one size: tau-c needs that for its end.
    ax = draw_measures({"all right": np.diag([2, 2, 2])})
    assert ax.lines[0].get_xdata() == pytest.approx(1)
    names = [n for n, m in MEASURES.items() if m.shown and m.better != "neither"]
    assert ax.get_yticks().tolist() == list(range(len(names)))
    # A quarter of an inch for each, and an inch beside them.
    size = ax.figure.get_size_inches()
    assert size.tolist() == pytest.approx([6.4, 1 + 0.28 * len(names)])
    # Of one class, where no error is possible, too.
    ax = draw_measures({"one class": [[3]]}, measures=["mae", "ccr"])
    assert ax.lines[0].get_xdata().tolist() == [1, 1]
    # What is undefined is not drawn.
    ax = draw_measures({"constant": [[1, 0], [2, 0]]}, measures=["mae", "spearman"])
    assert np.isnan(ax.lines[0].get_xdata()).tolist() == [False, True]


def test_colours_are_told_apart_by_those_who_see_no_red_or_no_green():
    """Okabe and Ito's, as Vienot's matrices for protanopes and deuteranopes show them."""
    rgb = np.array([[int(c[k : k + 2], 16) / 255 for k in (1, 3, 5)] for c in COLOURS])
    linear = np.where(rgb > 0.04045, ((rgb + 0.055) / 1.055) ** 2.4, rgb / 12.92)
    for seen in (
        np.array(
            [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
        ),
        np.array(
            [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
        ),
    ):
        shown = linear @ seen.T
        shown = np.clip(shown, 0, 1) ** (1 / 2.4)
        apart = np.linalg.norm(shown[:, None] - shown, axis=-1)
        assert apart[~np.eye(len(COLOURS), dtype=bool)].min() > 0.1


# ------------------------------------------------------------------- the style


@pytest.fixture
def styled():
    before = dict(plt.rcParams)
    setup()
    yield
    plt.rcParams.update(before)


def drawn():
    """A line of three points on one line, as an image in text."""
    figure, ax = plt.subplots()
    ax.plot([0, 1, 2], [0, 1, 2])
    ax.set_title("a title")
    image = io.StringIO()
    figure.savefig(image, format="svg", metadata={"Date": None})
    return image.getvalue()


def test_a_figure_drawn_again_is_the_same_text(styled):
    text = drawn()
    assert text == drawn()
    # Letters are set by the page in its face, and the point in the middle is kept.
    assert text.count("<text") == text.count("font-family: 'STIX Two Text'") > 10
    assert ">a title</text>" in text
    (line,) = re.findall(
        r'clip-path="url\(#\w+\)" style="fill: none; stroke: #0072b2', text
    )
    (path,) = re.findall(r'<path d="([^"]*)" ' + re.escape(line), text)
    assert path.count("L") == 2


def test_a_figure_of_the_book_is_white(styled):
    """How it looks otherwise is stored as the drawing "style"."""
    figure, ax = plt.subplots()
    assert figure.get_facecolor() == ax.get_facecolor() == (1, 1, 1, 1)
    assert (figure.dpi, plt.rcParams["savefig.facecolor"]) == (100, "white")
    assert figure.get_constrained_layout()
    plt.rcParams["lines.linewidth"] = 9
    setup()  # settings made before are forgotten
    assert plt.rcParams["lines.linewidth"] == 1.5


@pytest.mark.parametrize("shell", [None, "a notebook"])
def test_a_notebook_stores_figures_as_text_that_names_nothing(
    monkeypatch, shell, styled
):
    asked = []
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    monkeypatch.setattr(
        "matplotlib_inline.backend_inline.set_matplotlib_formats",
        lambda *formats, **options: asked.append((formats, options)),
    )
    setup()
    assert len(asked) == (shell is not None)
    for formats, options in asked:
        assert formats == ("svg",)
        image = io.StringIO()
        plt.figure().savefig(image, format="svg", **options)
        assert "<dc:" not in image.getvalue()


# ------------------------------------------------------------------- how a matrix looks


def luminance(colour):
    rgb = np.array(mpl.colors.to_rgb(colour))
    linear = np.where(rgb > 0.04045, ((rgb + 0.055) / 1.055) ** 2.4, rgb / 12.92)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_more_or_farther_is_darker_and_what_is_written_can_be_read():
    """Blue is correct, orange an error; nothing has the colour of the page."""
    cm = np.array([[1, 9, 9, 9], [0, 4, 5, 2], [0, 0, 8, 7], [0, 0, 0, 12]])
    ax = draw_matrix(cm)
    ax.figure.canvas.draw()
    rgba = np.array([cell.get_facecolor() for cell in ax.patches[:16]]).reshape(4, 4, 4)
    much = rgba[..., 3:]
    shown = np.dstack([rgba[..., :3] * much + 1 - much, much])  # on white
    diagonal = [luminance(shown[k, k, :3]) for k in range(4)]
    assert diagonal == sorted(diagonal, reverse=True)
    farther = [luminance(shown[0, c, :3]) for c in (1, 2, 3)]  # as many, farther off
    more = [luminance(shown[i, j, :3]) for i, j in ((1, 2), (2, 3), (0, 1))]
    assert farther == sorted(farther, reverse=True)
    assert more == sorted(more, reverse=True)
    for (i, j), count in np.ndenumerate(cm):
        red, _, blue, there = shown[i, j]
        assert (there > 0.1) == (count > 0)
        assert (red == pytest.approx(blue)) == (count == 0)  # an empty cell is grey
        if count:
            assert (blue > red) == (i == j)
            text = ax.texts[4 * i + j].get_color()
            assert contrast(text, shown[i, j, :3]) > 4


def test_a_path_is_a_line_around_its_cells():
    """Of the 16 sides of four cells, three pairs are between two of them."""
    ax = draw_matrix(SVM, path=[(1, 1), (1, 2), (2, 2), (3, 2)])
    (line,) = ax.collections
    sides = [tuple(map(tuple, side.tolist())) for side in line.get_segments()]
    assert len(sides) == len(set(sides)) == 10
    between = ((0.5, -0.5), (0.5, 0.5))
    assert between not in sides
    assert ((1.5, -0.5), (1.5, 0.5)) in sides
    # None of them comes near a number, which is in the middle of its cell.
    for r, c in np.ndindex(3, 3):
        assert min(np.hypot(*(np.mean(side, axis=0) - (c, r))) for side in sides) > 0.4
    with pytest.raises(ValueError, match=r"cells from \(1, 1\) to \(3, 3\)"):
        draw_matrix(SVM, path=[(0, 1)])


def test_true_classes_are_named_at_the_left_and_predicted_ones_above():
    ax = draw_matrix(SVM, labels=LOW_TO_HIGH, title="a title")
    ax.figure.draw_without_rendering()
    names = [name.get_window_extent() for name in ax.get_xticklabels()]
    box, above = ax.get_window_extent(), ax.xaxis.label.get_window_extent()
    title, left = ax.title.get_window_extent(), ax.yaxis.label.get_window_extent()
    assert all(name.y0 > box.y1 and name.y1 < above.y0 + 4 for name in names)
    assert title.y0 >= above.y1 - 1
    assert left.x1 < box.x0
    assert left.y0 > box.y1
    assert ax.yaxis.label.get_rotation() == 0


# ------------------------------------------------------------------- names and letters


def test_the_face_is_that_of_the_pages():
    """What measures the letters here is as wide as what sets them there."""
    pages = Path(__file__).parents[2] / "chapters/_static/fonts"
    for file in sorted(style_of_figures._FONTS.glob("*.ttf")):
        ours, theirs = TTFont(file), TTFont(pages / f"text-{file.stem}.woff")
        assert ours.getBestCmap() == theirs.getBestCmap()
        assert ours["hmtx"].metrics == theirs["hmtx"].metrics
    assert len(list(style_of_figures._FONTS.glob("*.ttf"))) == 3


def test_the_y_axis_is_named_above_and_the_title_above_that(styled):
    for first, second in (("set_ylabel", "set_title"), ("set_title", "set_ylabel")):
        figure, ax = plt.subplots(figsize=(3, 2))
        getattr(ax, first)("a name")
        getattr(ax, second)("a name")
        ax.set_yticks([0, 1])
        figure.draw_without_rendering()
        name, title = (t.get_window_extent() for t in (ax.yaxis.label, ax.title))
        assert ax.get_window_extent().y1 < name.y0
        assert name.y1 <= title.y0
        assert title.y1 <= figure.bbox.y1
    ax.set_ylabel("turned", rotation=90)
    assert ax.yaxis.label.get_rotation() == 90


def test_a_name_above_is_not_cut_off(styled):
    figure, ax = plt.subplots(figsize=(3, 2))
    ax.set_ylabel("a name")
    figure.draw_without_rendering()
    assert ax.yaxis.label.get_window_extent().y1 <= figure.bbox.y1


def test_without_the_style_axes_are_those_of_matplotlib():
    setup()
    mpl.rcdefaults()
    _, ax = plt.subplots()
    ax.set_ylabel("turned")
    assert ax.yaxis.label.get_rotation() == 90


def test_names_of_lines_are_at_their_ends_and_apart():
    _, ax = plt.subplots(figsize=(4, 3))
    heights = {"a": 1.0, "b": 1.01, "c": 0.0, "_d": 0.5}
    for name, height in heights.items():
        ax.plot([0, 2, 1], [0, height, 3], label=name)
    names = name_lines(ax)
    assert [name.get_text() for name in names] == ["c", "a", "b"]
    across = ax.transAxes.inverted()
    for name in names:
        at = across.transform(ax.transData.transform((2, heights[name.get_text()])))
        assert name.xy == pytest.approx(tuple(at))
    ax.figure.draw_without_rendering()
    low, mid, high = (name.get_window_extent() for name in names)
    assert low.y1 < mid.y0
    assert mid.y1 <= high.y0 + 3
    # What has room stays where its line ends; two that have none part by as much each.
    up = [name.get_position()[1] for name in names]
    assert up[0] == pytest.approx(0)
    assert up[1] == pytest.approx(-up[2])
    assert up[2] > 3
    ax.axhline(2, label="from side to side")
    assert name_lines(ax)[-1].xy[0] == 1
    with pytest.raises(ValueError, match="no line has a label"):
        name_lines(plt.subplots()[1])


def test_names_in_pale_colours_can_be_read():
    _, ax = plt.subplots()
    for k, colour in enumerate([*COLOURS, "yellow"]):
        ax.plot([0, 1], [0, k], color=colour, label=str(k))
    for name in name_lines(ax):
        assert contrast(name.get_color(), "white") > 4.4


# ------------------------------------------------------------------- other figures


PRIORS = [[1, 2, 1], [5, 0, 1, 2], [1, 1, 1, 9, 3], [3, 1]]


@pytest.mark.parametrize("priors", PRIORS)
def test_the_region_is_where_mae_can_lie(priors):
    ax = draw_feasible_region(priors)
    reached = 0.0
    for piece in ax.collections:
        corners = piece.get_paths()[0].vertices
        left, right = corners[:, 0].min(), corners[:, 0].max()
        assert left == reached
        reached = right
        for M in (left + (right - left) / 3, right):
            low, high = ordref.feasible_mae(M, priors)
            share = (M - left) / (right - left)
            first, last = (corners[corners[:, 0] == x, 1] for x in (left, right))
            lower = (1 - share) * first.min() + share * last.min()
            upper = (1 - share) * first.max() + share * last.max()
            assert (low, high) == pytest.approx((lower, upper))
    far = np.flatnonzero(priors)
    assert reached == max(max(far), len(priors) - 1 - min(far))


def forecasters(N, K=3, seed=0, power=1.0):
    """True classes and their probabilities, of one who is too sure by some power."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(K), N)
    y = (rng.random((N, 1)) > p.cumsum(axis=1)).sum(axis=1).clip(0, K - 1) + 1
    return y, p**power / (p**power).sum(axis=1, keepdims=True)


def bands_of(ax):
    """Of a panel: what was said, the curve, and both ends of the band there."""
    x, curve = ax.lines[1].get_data()
    corners = ax.collections[0].get_paths()[0].vertices
    ends = [corners[corners[:, 0] == at, 1] for at in x]
    return (
        x,
        curve,
        np.array([e.min() for e in ends]),
        np.array([e.max() for e in ends]),
    )


def test_the_curve_is_the_one_of_the_formula():
    """Of all means of neighbours the least of the greatest (Barlow et al. 1972), exactly."""
    y, p = forecasters(30)
    p = np.round(p, 1)  # so that answers are equal
    p[:, 2] = 1 - p[:, 0] - p[:, 1]
    y, p = y[p[:, 2] >= 0], p[p[:, 2] >= 0]
    for k, ax in enumerate(draw_reliability(y, p, labels=[1, 2, 3]), start=1):
        said = np.round(p.cumsum(axis=1)[:, k - 1], 12)
        x, curve, *_ = bands_of(ax)
        assert x.tolist() == sorted(set(said.tolist()))
        groups = [[int(t <= k) for t in y[said == one]] for one in x]

        def mean(a, b, groups=groups):
            whole = [o for g in groups[a : b + 1] for o in g]
            return Fraction(sum(whole), len(whole))

        M = len(groups)
        wanted = [
            max(min(mean(a, b) for b in range(i, M)) for a in range(i + 1))
            for i in range(M)
        ]
        assert curve == pytest.approx([float(w) for w in wanted], abs=1e-12)


def all_inside(y, p, monkeypatch, pictures=100):
    for name, n in (("_DIAGRAMS", pictures), ("_OUTSIDE", pictures // 20)):
        monkeypatch.setattr(f"ordref.instruments.report.reliability_figure.{name}", n)
    labels = range(1, p.shape[1] + 1)
    parts = [bands_of(ax) for ax in draw_reliability(y, p, labels=labels)]
    plt.close("all")
    return all((lo <= c).all() and (c <= hi).all() for _, c, lo, hi in parts)


def test_bands_hold_the_whole_picture_of_the_calibrated_and_not_of_the_too_sure(
    monkeypatch,
):
    """Of 200 calibrated ones at least 95 % but for chance; a power of 3 is seen at once."""
    held = [all_inside(*forecasters(60, seed=s), monkeypatch) for s in range(200)]
    assert 0.95 - 2 * (0.95 * 0.05 / 200) ** 0.5 <= np.mean(held) <= 1
    sure = [
        all_inside(*forecasters(200, seed=s, power=3), monkeypatch) for s in range(20)
    ]
    assert np.mean(sure) < 0.2


# ------------------------------------------------------------------- what is stored


@pytest.mark.parametrize("name", drawings.DRAWN)
def test_a_drawing_is_the_one_that_is_stored(name):
    fault = drawings.differs(name)
    assert not fault, fault


def test_every_stored_drawing_is_drawn():
    assert {path.stem for path in drawings.FOLDER.glob("*.svg")} == {*drawings.DRAWN}


# ------------------------------------------------------------------- what is refused


TWO = [[1, 0], [0, 1]]
DRAWN = {
    "matrix": lambda ax: draw_matrix(TWO, ax),
    "region": lambda ax: draw_feasible_region([1, 2], ax),
    "curve": lambda ax: draw_classi_curve([0, 1], ax),
    "intervals": lambda ax: draw_intervals({"a": (1, 0, 1, 1)}, ax),
}


@pytest.mark.parametrize("kind", DRAWN)
def test_what_is_no_axes_is_refused_with_the_line_to_write(kind):
    figure, axes = plt.subplots(1, 2)
    message = r"ax must be the Axes of a figure, such as plt.subplots\(\)\[1\]"
    for ax in (5, "ax", TWO, figure, axes):
        with pytest.raises(ValueError, match=message):
            DRAWN[kind](ax)
    assert DRAWN[kind](axes[0]) is axes[0]


@pytest.mark.parametrize(
    ("count", "text"), [(1234567, "1234567"), (12345678, "1.23e+07")]
)
def test_counts_keep_their_digits(count, text):
    ax = draw_matrix([[count, 1], [0, 1]])
    assert text in {drawn.get_text() for drawn in ax.texts}


def test_an_infinite_end_is_not_drawn():
    ax = draw_intervals({"one side": (0.5, 0.1, -np.inf, 0.7), "LS": (np.inf,) * 4})
    (line,) = ax.containers[0].lines[2]
    assert line.get_segments()[0].tolist() == [[0.5, 0], [0.7, 0]]
    assert 0.4 < ax.get_xlim()[0] < 0.5
    assert 0.7 < ax.get_xlim()[1] < 0.8


def test_raters_are_drawn_by_bias_and_units_by_distance():
    """Of the first rater's ratings half are a class too low."""
    rows = [[1, 2], [2, 3], [3, 3], [1, 1]]
    left, right = draw_raters(ordref.rater_report(ordref.from_ratings(rows)))
    assert left.lines[-1].get_xdata() == pytest.approx([-0.5, 0.5])
    (line,) = right.lines
    assert line.get_ydata().tolist() == [1, 1, 0, 0]
    with pytest.raises(ValueError, match=r"what ordref\.rater_report returns"):
        draw_raters(ordref.from_ratings(rows))
    counted = ordref.from_ratings([[2, 1], [1, 2]], counts=True)
    with pytest.raises(ValueError, match="of raters who are known"):
        draw_raters(ordref.rater_report(counted))
    with pytest.raises(ValueError, match="axes must be two, not 1"):
        draw_raters(ordref.rater_report(ordref.from_ratings(rows)), plt.subplots()[1])
