"""Drawn matrices: what is written in the cells and at the axes, and that it fits."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sympy as sp

import ordref
from ordref.plots import COLOURS, draw_matrix, draw_measures

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
