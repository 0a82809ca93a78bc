"""Misprints: the digits against a distance of words, and what is changed elsewhere."""

import numpy as np
import pytest

from ordref.instruments.printed.misprints import misprints


def is_one_slip(a, b):
    """Whether one digit is wrong, missing or too many, or two neighbours are exchanged."""
    if len(a) == len(b):
        wrong = [i for i in range(len(a)) if a[i] != b[i]]
        apart = wrong[-1] - wrong[0] if wrong else 0
        swapped = len(wrong) == 2 and apart == 1 and sorted(a) == sorted(b)
        return len(wrong) == 1 or swapped
    short, long = sorted((a, b), key=len)
    return len(long) == len(short) + 1 and any(
        long[:i] + long[i + 1 :] == short for i in range(len(long))
    )


@pytest.mark.parametrize("number", [0, 7, 10, 12, 99, 105, 1000])
def test_every_number_that_is_one_slip_away(number):
    _, stack = misprints(np.array([[number, 0], [0, 10**7]], dtype=float))
    alone = (stack[:, 0, 1] == 0) & (stack[:, 1, 0] == 0) & (stack[:, 1, 1] == 10**7)
    expected = {m for m in range(100_000) if is_one_slip(str(m), str(number))}
    assert set(stack[alone, 0, 0].astype(int).tolist()) == expected


def test_exchanges_and_moves_of_a_small_matrix_by_hand():
    words, stack = misprints(np.array([[12.0, 0], [0, 3]]))
    found = {
        w: m for w, m in zip(words, stack.tolist(), strict=True) if "place" not in w
    }
    one, two = "row 1, column 1", "row 1, column 2"
    three, four = "row 2, column 1", "row 2, column 2"
    assert found == {
        f"{one} and {two} are exchanged": [[0, 12], [0, 3]],
        f"{one} and {three} are exchanged": [[0, 0], [12, 3]],
        f"{two} and {four} are exchanged": [[12, 3], [0, 0]],
        f"{three} and {four} are exchanged": [[12, 0], [3, 0]],
        "rows 1 and 2 are exchanged": [[0, 3], [12, 0]],
        "columns 1 and 2 are exchanged": [[0, 12], [3, 0]],
        "classes 1 and 2 are exchanged on both sides": [[3, 0], [0, 12]],
        f"one observation in {one} belongs in {two}": [[11, 1], [0, 3]],
        f"one observation in {one} belongs in {three}": [[11, 0], [1, 3]],
        f"one observation in {four} belongs in {two}": [[12, 1], [0, 2]],
        f"one observation in {four} belongs in {three}": [[12, 0], [1, 2]],
    }


def test_a_row_and_the_column_of_its_class():
    n = np.arange(9.0).reshape(3, 3)
    words, stack = misprints(n)
    (k,) = [
        k for k, said in enumerate(words) if said == "row 1 and column 1 are exchanged"
    ]
    assert stack[k].tolist() == [[0, 3, 6], [1, 4, 5], [2, 7, 8]]


def test_none_comes_twice_none_is_as_printed_and_all_are_matrices():
    n = np.random.default_rng(0).integers(0, 30, (4, 4)).astype(float)
    words, stack = misprints(n)
    assert len(words) == len(stack) == len(np.unique(stack, axis=0))
    assert (stack >= 0).all()
    assert not (stack == n).all(axis=(1, 2)).any()
    _, alone = misprints(np.array([[0.0, 4], [0, 0]]))
    assert (alone.sum(axis=(1, 2)) > 0).all()


def test_of_shares_cells_rows_and_columns_alone():
    words, _ = misprints(np.array([[0.5, 0.25], [0.125, 0.125]]))
    assert words
    assert all("exchanged" in said for said in words)


def test_what_there_are_too_many_of():
    assert misprints(np.ones((11, 11)))[0] == []
    assert len(misprints(np.full((10, 10), 1e15))[0]) < 50_000
