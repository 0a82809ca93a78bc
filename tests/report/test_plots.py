"""Drawn matrices: what is written in the cells and at the axes, and that it fits."""

import io
import itertools
import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sympy as sp

import ordref
from ordref.catalogue import MEASURES
from ordref.plots import (
    COLOURS,
    draw_classi_curve,
    draw_feasible_region,
    draw_intervals,
    draw_matrix,
    draw_measures,
    setup,
)

LOW_TO_HIGH = ["low", "mid", "high"]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def written(ax):
    return [text.get_text() for text in ax.texts]


def assert_cells_apart(ax):
    """No text of a cell reaches into its neighbour's."""
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.overlaps(other)


def test_counts_are_written_as_they_are():
    ax = draw_matrix([[1520, 0], [99999, 7]])
    assert written(ax) == ["1520", "0", "99999", "7"]
    assert_cells_apart(ax)


def test_shares_are_written_with_two_decimals():
    ax = draw_matrix([[1 / 3, 0.005], [0.0049, 1e-9]])
    assert written(ax) == ["0.33", "0.01", "<.01", "<.01"]
    ax = draw_matrix([[0.5, 0], [0, 0.5]])
    assert written(ax) == ["0.50", "0", "0", "0.50"]


def test_weights_are_written_with_three_digits():
    ax = draw_matrix([[1234.5, 12.345], [0, 2.5]])
    assert written(ax) == ["1.23e+03", "12.3", "0", "2.5"]


@pytest.mark.parametrize("K", [2, 3, 5, 8, 12])
def test_texts_of_cells_do_not_overlap(K):
    rng = np.random.default_rng(K)
    for cm in (rng.random((K, K)), rng.random((K, K)) / K**2, rng.integers(0, 10**6, (K, K)),
               1000 * rng.random((K, K))):  # fmt: skip
        assert_cells_apart(draw_matrix(cm))


def test_overlap_is_noticed():
    """The negative control."""
    ax = draw_matrix(np.ones((9, 9)))
    ax.texts[0].set_text("0.333333")
    with pytest.raises(AssertionError):
        assert_cells_apart(ax)


def ticks(ax):
    return [text.get_text() for text in ax.get_xticklabels()]


def test_a_frame_brings_the_names_of_its_classes():
    frame = pd.DataFrame(np.eye(3), index=LOW_TO_HIGH, columns=LOW_TO_HIGH)
    ax = draw_matrix(frame)
    assert ticks(ax) == LOW_TO_HIGH
    assert [text.get_text() for text in ax.get_yticklabels()] == LOW_TO_HIGH
    assert ticks(draw_matrix(frame, labels=["a", "b", "c"])) == ["a", "b", "c"]
    assert ticks(draw_matrix(frame.to_numpy())) == ["1", "2", "3"]
    of_numbers = pd.DataFrame(np.eye(3), index=[5, 6, 7], columns=[5, 6, 7])
    assert ticks(draw_matrix(of_numbers)) == ["5", "6", "7"]


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="labels must name the 2 classes"):
        draw_matrix(np.eye(2), labels=LOW_TO_HIGH)
    with pytest.raises(ValueError, match="cm must be one matrix"):
        draw_matrix(np.ones((2, 2, 2)))
    with pytest.raises(ValueError, match="cm holds symbols"):
        draw_matrix(np.array([[sp.Symbol("n")]]))


def test_shares_stand_below_counts_and_make_the_shade():
    cm = [[90, 10], [1, 1]]
    ax = draw_matrix(cm, shares=True)
    assert written(ax) == ["90\n90%", "10\n10%", "1\n50%", "1\n50%"]
    shade = ax.collections[0].get_array()
    assert shade.ravel().tolist() == [0.9, 0.1, 0.5, 0.5]
    assert_cells_apart(ax)
    assert_cells_apart(draw_matrix(np.full((6, 6), 12345), shares=True, margins=True))
    # A class that is never true has no shares.
    assert written(draw_matrix([[3, 1], [0, 0]], shares=True))[2:] == ["0", "0"]


def test_margins_are_the_sums_of_rows_and_columns():
    cm = np.array([[5, 2], [0, 4]])
    ax = draw_matrix(cm, margins=True)
    at = {text.get_position(): text.get_text() for text in ax.texts}
    assert [at[2, r] for r in range(2)] == ["7", "4"]
    assert [at[c, 2] for c in range(2)] == ["5", "6"]
    assert at[2, 2] == "11"
    assert_cells_apart(ax)


def test_long_names_of_classes_are_turned_and_do_not_overlap():
    names = ["a rather long name", "another long name", "a third"]
    ax = draw_matrix(np.eye(3, dtype=int), labels=names)
    assert {text.get_rotation() for text in ax.get_xticklabels()} == {45}
    ax = draw_matrix(np.eye(3, dtype=int), labels=LOW_TO_HIGH)
    assert {text.get_rotation() for text in ax.get_xticklabels()} == {0}


SVM, FOREST = [[4, 1, 0], [2, 6, 1], [0, 1, 1]], [[5, 0, 0], [1, 7, 1], [0, 2, 0]]


def test_classifiers_stand_on_the_range_of_each_measure():
    names = ["mae", "kendall_tau_b", "ccr"]
    ax = draw_measures({"svm": SVM, "_forest": FOREST}, measures=names)
    for line, cm in zip(ax.lines, (SVM, FOREST), strict=True):
        expected = [
            1 - ordref.mae(cm) / 2,
            (1 + ordref.kendall_tau_b(cm)) / 2,
            ordref.ccr(cm),
        ]
        assert line.get_xdata() == pytest.approx(expected)
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["svm", "_forest"]
    assert [t.get_text() for t in ax.get_yticklabels()] == [
        r"$\mathrm{MAE}$, 2 to 0", r"$\tau_b$, -1 to 1", r"$\mathrm{CCR}$, 0 to 1",
    ]  # fmt: skip
    assert len({line.get_marker() for line in ax.lines}) == 2
    ax.figure.canvas.draw()


def test_a_perfect_classifier_is_at_the_right_end_of_every_line():
    # Of classes of one size: tau-c needs that for its end.
    ax = draw_measures({"all right": np.diag([2, 2, 2])})
    assert ax.lines[0].get_xdata() == pytest.approx(1)
    assert len(ax.lines[0].get_xdata()) == 35


def test_what_is_undefined_is_not_drawn():
    ax = draw_measures({"constant": [[1, 0], [2, 0]]}, measures=["mae", "spearman"])
    assert np.isnan(ax.lines[0].get_xdata()).tolist() == [False, True]


def test_bad_classifiers_are_refused():
    for given, options, message in [
        ([SVM], {}, "dict from names"),
        ({}, {}, "no model"),
        ({"a": SVM, "b": np.eye(2)}, {}, "same labels="),
        ({"a": SVM}, {"measures": ["id_correlation"]}, "neither end of id_correlation"),
        ({"a": SVM}, {"measures": ["mean"]}, "measures has 'mean'"),
        ({str(k): SVM for k in range(9)}, {}, "at most 8"),
    ]:
        with pytest.raises(ValueError, match=message):
            draw_measures(given, **options)


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
    # Letters are shapes, and the point in the middle is kept.
    assert "<text" not in text
    (line,) = re.findall(
        r'clip-path="url\(#\w+\)" style="fill: none; stroke: #0072b2', text
    )
    (path,) = re.findall(r'<path d="([^"]*)" ' + re.escape(line), text)
    assert path.count("L") == 2


def test_a_figure_of_the_book_is_white_and_without_a_box(styled):
    figure, ax = plt.subplots()
    assert figure.get_size_inches().tolist() == [6.4, 3.6]
    assert (figure.dpi, plt.rcParams["font.size"]) == (100, 11)
    assert figure.get_facecolor() == ax.get_facecolor() == (1, 1, 1, 1)
    assert plt.rcParams["savefig.facecolor"] == "white"
    shown = {name for name, spine in ax.spines.items() if spine.get_visible()}
    assert shown == {"left", "bottom"}
    assert figure.get_constrained_layout()
    lines = [ax.plot([k, 0], label="one")[0] for k in range(len(COLOURS))]
    assert [line.get_color() for line in lines] == list(COLOURS)
    assert not ax.legend().get_frame_on()
    assert ax.title.get_fontsize() == 11
    assert plt.rcParams["svg.hashsalt"] == "ordref"


def test_settings_made_before_are_forgotten():
    before = dict(plt.rcParams)
    plt.rcParams["lines.linewidth"] = 9
    setup()
    assert plt.rcParams["lines.linewidth"] == 1.5
    plt.rcParams.update(before)


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


def test_more_is_darker_and_what_is_written_can_be_read():
    cm = np.arange(25).reshape(5, 5)
    ax = draw_matrix(cm)
    ax.figure.canvas.draw()
    (cells,) = ax.collections
    colours = cells.get_facecolor()
    shades = [luminance(colour) for colour in colours]
    assert shades == sorted(shades, reverse=True)
    assert shades[0] > 0.9 > 0.2 > shades[-1]
    for text, colour in zip(ax.texts, colours, strict=True):
        assert contrast(text.get_color(), colour) > 2.4
    # Each cell is drawn from half a step before its place to half a step behind it.
    assert cells.get_coordinates()[0, :, 0].tolist() == [-0.5, 0.5, 1.5, 2.5, 3.5, 4.5]
    assert cells.get_coordinates()[:, 0, 1].tolist() == [-0.5, 0.5, 1.5, 2.5, 3.5, 4.5]
    assert 0 < cells.get_linewidth()[0] < 1
    # The line is there to close the seam, in the colour of the cell.
    assert np.array_equal(cells.get_edgecolor(), colours)


def test_letters_are_white_above_three_fifths():
    ax = draw_matrix([[100, 60], [61, 0]])
    assert [text.get_color() for text in ax.texts] == [
        "white",
        "black",
        "white",
        "black",
    ]
    assert ax.collections[0].get_array().ravel().tolist() == [1, 0.6, 0.61, 0]


def test_the_diagonal_is_framed():
    ax = draw_matrix(np.ones((3, 3)))
    assert [patch.get_xy() for patch in ax.patches] == [
        (-0.5, -0.5),
        (0.5, 0.5),
        (1.5, 1.5),
    ]
    for patch in ax.patches:
        assert (patch.get_width(), patch.get_height(), patch.get_fill()) == (
            1,
            1,
            False,
        )
        assert mpl.colors.to_hex(patch.get_edgecolor()) == COLOURS[1].lower()
        assert 1 < patch.get_linewidth() < 2
        assert not patch.get_clip_on()  # the outer half of a line at the border


def test_a_text_is_in_the_middle_of_its_cell():
    ax = draw_matrix([[1, 2], [3, 4]], margins=True)
    at = {text.get_position(): text.get_text() for text in ax.texts}
    assert [at[place] for place in ((0, 0), (1, 0), (0, 1), (1, 1))] == [
        "1",
        "2",
        "3",
        "4",
    ]
    assert {(text.get_ha(), text.get_va()) for text in ax.texts} == {
        ("center", "center")
    }
    assert {text.get_color() for text in ax.texts[4:]} == {"#555555"}


def test_the_axes_have_names_and_the_first_class_is_above():
    ax = draw_matrix([[1, 2], [3, 4]])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted class", "true class")
    assert ax.get_title() == ""
    assert (ax.get_xlim(), ax.get_ylim()) == ((-0.5, 1.5), (1.5, -0.5))
    assert ax.get_aspect() == 1
    assert (ax.get_xticks().tolist(), ax.get_yticks().tolist()) == ([0, 1], [0, 1])
    ax = draw_matrix([[1, 2], [3, 4]], rows="a", columns="b", title="c", margins=True)
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == ("b", "a", "c")
    assert (ax.get_xlim(), ax.get_ylim()) == ((-0.5, 2.5), (2.5, -0.5))
    assert (ax.get_xticks().tolist(), ax.get_yticks().tolist()) == ([0, 1], [0, 1])
    assert not any(spine.get_visible() for spine in ax.spines.values())
    marks = [*ax.xaxis.get_major_ticks(), *ax.yaxis.get_major_ticks()]
    assert {tick.tick1line.get_markersize() for tick in marks} == {0}


@pytest.mark.parametrize(
    ("cm", "options", "side"),
    [
        ([[1, 2], [3, 4]], {}, 3.2),
        (np.full((10, 10), 123456), {}, 1 + 10 * 0.7),
        (np.full((10, 10), 123456), {"margins": True}, 1 + 11 * 0.7),
        (np.full((10, 10), 1), {"shares": True}, 1 + 10 * 0.5),
        (np.full((10, 10), 12345), {"shares": True, "margins": True}, 1 + 11 * 0.6),
    ],
)
def test_a_character_is_a_tenth_of_an_inch_wide_and_so_is_the_space(cm, options, side):
    figure = draw_matrix(cm, **options).figure
    assert figure.get_size_inches().tolist() == pytest.approx([side, side])


def test_a_matrix_is_drawn_where_it_is_asked_for():
    figure, (left, right) = plt.subplots(1, 2, figsize=(2, 1))
    assert (
        draw_matrix([[1, 2], [3, 4]], right, labels=["a long name", "another"]) is right
    )
    assert not left.texts
    assert figure.get_size_inches().tolist() == [2, 1]
    # Whoever gives the axes knows what room there is.
    assert {text.get_rotation() for text in right.get_xticklabels()} == {0}


@pytest.mark.parametrize(("length", "turned"), [(7, 0), (8, 45)])
def test_names_are_turned_where_they_would_overlap(length, turned):
    """Of three classes each has eight tenths of an inch."""
    ax = draw_matrix(np.eye(3, dtype=int), labels=["a", "b" * length, "c"])
    for text in ax.get_xticklabels():
        assert text.get_rotation() == turned
        aligned = ("right", "anchor") if turned else ("center", "default")
        assert (text.get_ha(), text.get_rotation_mode() or "default") == aligned
    assert {text.get_rotation() for text in ax.get_yticklabels()} == {0}


def test_a_table_of_which_one_is_the_largest_is_of_shares():
    assert written(draw_matrix([[1, 0.25], [0, 0.125]])) == ["1", "0.25", "0", "0.12"]
    assert written(draw_matrix([[1.5, 0.25], [0, 0.125]])) == [
        "1.5",
        "0.25",
        "0",
        "0.125",
    ]
    ax = draw_matrix([[0.25, 0.0], [0.5, 0.001]], margins=True)
    assert written(ax)[4:] == ["0.75", "<.01", "0.25", "0.50", "0.75"]
    ax = draw_matrix([[1, 0.125], [0.25, 0]], margins=True)
    assert written(ax)[4:] == ["1.25", "0.12", "1.12", "0.25", "1.38"]
    ax = draw_matrix([[2, 0.125], [0.25, 0]], margins=True)
    assert written(ax)[4:] == ["2.25", "0.125", "2.12", "0.25", "2.38"]


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
        assert mpl.colors.to_hex(piece.get_facecolor()[0]) == "#cfe8f7"
        assert np.array_equal(piece.get_edgecolor(), piece.get_facecolor())
        assert 0 < piece.get_linewidth()[0] < 1
    far = np.flatnonzero(priors)
    assert reached == max(max(far), len(priors) - 1 - min(far))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("MMAE", "MAE")
    for low, high in (ax.get_xlim(), ax.get_ylim()):
        # A little more than the largest value there is.
        assert low == 0
        assert 1 < high / (len(priors) - 1) < 1.1


def test_the_region_is_drawn_where_it_is_asked_for():
    width, height = draw_feasible_region([1, 1]).figure.get_size_inches()
    assert 3 < height < width < 5 < 1.5 * height
    _, ax = plt.subplots()
    assert draw_feasible_region([1, 1], ax) is ax


def test_a_curve_starts_at_the_first_position_over_the_band_of_chance():
    ranking = [0, 2, 1, 0, 1]
    ax = draw_classi_curve(ranking, label="mine", color="C3")
    mean_line, curve = ax.lines
    assert (
        curve.get_xdata().tolist() == mean_line.get_xdata().tolist() == [1, 2, 3, 4, 5]
    )
    assert curve.get_ydata() == pytest.approx(ordref.classi_curve(ranking))
    mean, variance = ordref.classi_chance(ranking)
    assert mean_line.get_ydata() == pytest.approx(mean)
    assert (mean_line.get_linestyle(), curve.get_linestyle()) == ("--", "-")
    assert 0 < mean_line.get_linewidth() < curve.get_linewidth()
    assert (curve.get_label(), curve.get_color()) == ("mine", "C3")
    assert contrast(mean_line.get_color(), "white") > 4.5
    (band,) = ax.collections
    corners = band.get_paths()[0].vertices
    for k, m, v in zip(range(1, 6), mean, variance, strict=True):
        at = corners[corners[:, 0] == k, 1]
        assert at.min() == pytest.approx(max(m - 2 * v**0.5, -1))
        assert at.max() == pytest.approx(min(m + 2 * v**0.5, 1))
    assert mpl.colors.to_hex(band.get_facecolor()[0]) == "#dddddd"
    assert not band.get_edgecolor().size
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("prefix k", r"$\mathrm{ClasSi}_k$")
    low, high = ax.get_ylim()
    assert -1.1 < low < -1 < 1 < high < 1.1


def test_a_second_curve_has_no_band_and_no_label():
    ax = draw_classi_curve([0, 2, 1])
    assert draw_classi_curve([0, 1, 2], ax, band=0) is ax
    assert (len(ax.lines), len(ax.collections)) == (3, 1)
    assert ax.get_legend_handles_labels() == ([], [])
    wide, narrow = (
        np.ptp(draw_classi_curve([0, 2, 1, 3, 3, 1, 0], band=b).collections[0].get_paths()[0]
               .vertices[:, 1]) for b in (0.5, 0.25)
    )  # fmt: skip
    assert wide > narrow


@pytest.mark.parametrize(
    ("ranking", "options", "message"),
    [
        ([[0, 1], [1, 0]], {}, r"shape \(m,\); they have shape \(2, 2\)"),
        ([0, 1], {"band": -1}, "band must be a number of standard deviations, not -1"),
        ([0, 1], {"band": float("nan")}, "not nan"),
    ],
)
def test_bad_curves_are_refused(ranking, options, message):
    with pytest.raises(ValueError, match=message):
        draw_classi_curve(ranking, **options)


def ends_of(ax):
    """The ends of the lines of the intervals."""
    (lines,) = [c for c in ax.collections if len(c.get_segments())]
    return [[tuple(map(float, end)) for end in line] for line in lines.get_segments()]


def test_intervals_stand_one_below_the_other():
    ax = draw_intervals(
        {"a": (0.5, 0.1, 0.25, 0.625), "b": (2.0, 0.5, 1.0, 4.0, "more")}
    )
    assert ends_of(ax) == [
        [(0.25, 0.0), (0.625, 0.0)], [(1.0, 1.0), (4.0, 1.0)]
    ]  # fmt: skip
    points, *caps = ax.lines
    assert points.get_xdata().tolist() == [0.5, 2]
    assert points.get_ydata().tolist() == [0, 1]
    assert (points.get_marker(), points.get_linestyle()) == ("o", "None")
    assert points.get_color() == COLOURS[0]
    # A point is larger than the line is wide, and ends are marked.
    assert 2 < caps[0].get_markersize() / 2 < points.get_markersize() < 5
    low, high = ax.get_ylim()
    assert low > high
    assert [t.get_text() for t in ax.get_yticklabels()] == ["a", "b"]
    assert ax.get_yticks().tolist() == [0, 1]


def test_a_value_without_ends_and_one_beyond_them_are_drawn_all_the_same():
    ax = draw_intervals(
        {"a": (0.5, np.nan, np.nan, np.nan), "b": (1.0, 0.0, 1.25, 1.5)}
    )
    assert ends_of(ax) == [[(0.5, 0.0), (0.5, 0.0)], [(1.0, 1.0), (1.5, 1.0)]]


def test_more_intervals_are_a_taller_figure():
    few, many = (
        draw_intervals(
            {str(k): (1, 0, 1, 1) for k in range(n)}
        ).figure.get_size_inches()
        for n in (1, 11)
    )
    assert few[0] == many[0] == 6.4
    assert 0.25 < (many[1] - few[1]) / 10 < 0.5
    assert 0.5 < few[1] < 1.5
    _, ax = plt.subplots()
    assert draw_intervals({"a": (1, 0, 1, 1)}, ax, fmt="s", ms=9, capsize=0) is ax
    assert (ax.lines[0].get_marker(), ax.lines[0].get_markersize()) == ("s", 9)
    with pytest.raises(ValueError, match="intervals is empty"):
        draw_intervals({})


def test_every_measure_with_a_better_end_has_a_line_from_worst_to_best():
    ax = draw_measures({"svm": SVM, "forest": FOREST})
    names = [n for n, m in MEASURES.items() if m.shown and m.better != "neither"]
    assert len(ax.get_yticklabels()) == len(names) == 35
    assert ax.get_yticks().tolist() == list(range(35))
    lines = [
        [tuple(map(float, end)) for end in s] for s in ax.collections[0].get_segments()
    ]
    assert lines == [[(0.0, float(k)), (1.0, float(k))] for k in range(35)]
    assert 0 < ax.collections[0].get_linewidth()[0] < 1.5
    assert luminance(ax.collections[0].get_edgecolor()[0]) > 0.5
    assert ax.get_xticks().tolist() == [0, 1]
    assert ticks(ax) == ["worst", "best"]
    (left, right), (below, above) = ax.get_xlim(), ax.get_ylim()
    assert -0.1 < left < 0 < 1 < right < 1.1
    # The first line is above, and half a step is free at both ends.
    assert (below, above) == (34.5, -0.5)
    assert not any(spine.get_visible() for spine in ax.spines.values())
    marks = [*ax.xaxis.get_major_ticks(), *ax.yaxis.get_major_ticks()]
    assert {tick.tick1line.get_markersize() for tick in marks} == {0}


@pytest.mark.parametrize("number", [1, 2, 8])
def test_classifiers_stand_beside_each_other_on_a_line(number):
    models = {f"model {k}": SVM for k in range(number)}
    ax = draw_measures(models, measures=["mae", "ccr"])
    assert len(ax.lines) == number
    heights = [line.get_ydata() for line in ax.lines]
    # Evenly, around the line, and half a step in all.
    for k, height in enumerate(heights):
        own = (2 * k + 1 - number) / number / 4
        assert height == pytest.approx([own, 1 + own])
    assert [line.get_label() for line in ax.lines] == list(models)
    assert len({line.get_marker() for line in ax.lines}) == number
    colours = [*COLOURS, COLOURS[0]]
    assert [line.get_color() for line in ax.lines] == colours[:number]
    assert {line.get_linestyle() for line in ax.lines} == {"None"}
    assert {4 < line.get_markersize() < 6 for line in ax.lines} == {True}
    legend = ax.get_legend()
    assert [text.get_text() for text in legend.get_texts()] == list(models)
    ax.figure.canvas.draw()
    columns = {round(text.get_window_extent().x0) for text in legend.get_texts()}
    assert len(columns) == min(number, 4)
    # Above the lines, in the middle.
    box, lines = legend.get_window_extent(), ax.get_window_extent()
    assert box.y0 >= lines.y1
    assert (box.x0 + box.x1) / 2 == pytest.approx((lines.x0 + lines.x1) / 2, abs=1)


def test_one_matrix_without_a_name_has_no_legend():
    assert draw_measures({"": SVM}, measures=["mae"]).get_legend() is None


def test_a_figure_is_as_tall_as_its_lines_are_many():
    few = draw_measures({"a": SVM}, measures=["mae"]).figure.get_size_inches()
    many = draw_measures({"a": SVM}).figure.get_size_inches()
    assert few[0] == many[0] == 6.4
    assert 0.2 < (many[1] - few[1]) / 34 < 0.4
    assert 1 < few[1] < 2
    _, ax = plt.subplots()
    assert draw_measures({"a": SVM}, ax, measures=["mae"]) is ax


def test_of_one_class_worst_is_best():
    """Of a range without length each value is the best."""
    ax = draw_measures({"a": [[3]]}, measures=["mae", "ccr"])
    assert ax.lines[0].get_xdata().tolist() == [0, 1]
    assert [t.get_text() for t in ax.get_yticklabels()] == [
        r"$\mathrm{MAE}$, 0 to 0", r"$\mathrm{CCR}$, 0 to 1",
    ]  # fmt: skip


def test_eight_classifiers_can_be_told_apart():
    assert (
        len(draw_measures({str(k): SVM for k in range(8)}, measures=["mae"]).lines) == 8
    )


DRAWN = {
    "matrix": lambda ax: draw_matrix([[1, 0], [0, 1]], ax),
    "region": lambda ax: draw_feasible_region([1, 2], ax),
    "curve": lambda ax: draw_classi_curve([0, 1], ax),
    "intervals": lambda ax: draw_intervals({"a": (1, 0, 1, 1)}, ax),
    "measures": lambda ax: draw_measures({"a": [[1, 0], [0, 1]]}, ax),
}


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("ax", [5, "ax", [[1, 0], [0, 1]]])
def test_what_is_no_axes_is_refused(kind, ax):
    with pytest.raises(ValueError, match="ax must be the Axes of a figure"):
        DRAWN[kind](ax)


def test_a_figure_or_several_axes_are_refused_with_the_line_to_write():
    figure, axes = plt.subplots(1, 2)
    for kind, draw in DRAWN.items():
        for ax in (figure, axes):
            with pytest.raises(ValueError, match=r"such as plt.subplots\(\)\[1\]"):
                draw(ax)
        assert draw(axes[0]) is axes[0], kind


def test_no_measure_is_nothing_to_draw():
    with pytest.raises(ValueError, match="measures is empty"):
        draw_measures({"a": [[1, 0], [0, 1]]}, measures=[])
