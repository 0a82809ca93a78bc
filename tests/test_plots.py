"""Drawn matrices: what is written in the cells and at the axes, and that it fits."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sympy as sp

from ordref.plots import draw_matrix

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
