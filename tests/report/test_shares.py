"""Tables whose rows or columns are shares or percentages: whoever analyses one is told."""

import warnings

import numpy as np
import pytest

from ordref import (
    chance,
    evaluate,
    from_ratings,
    interval,
    sample_size,
    standard_error,
    two_samples,
)
from ordref.__main__ import main

COUNTS = np.array([[40, 8, 2], [6, 20, 4], [1, 5, 14]])
ROWS = COUNTS / COUNTS.sum(axis=1, keepdims=True)
COLUMNS = COUNTS / COUNTS.sum(axis=0)
THIRDS = np.array([[0.33, 0.33, 0.33], [0.5, 0.25, 0.25], [0, 0.02, 0.98]])
WHOLE = np.array([[80, 16, 4], [20, 67, 13], [5, 25, 70]])
# Rounded to whole percentages, of which three thirds are 99.
ROUNDED = np.array([[33, 33, 33], [20, 67, 13], [5, 25, 70]])
TOLD = {
    "each row of cm sums to one": [ROWS, ROWS.round(2), THIRDS],
    "each column of cm sums to one": [COLUMNS, COLUMNS.round(2), THIRDS.T],
    "each row of cm sums to 100": [100 * ROWS, (100 * ROWS).round(1), WHOLE, ROUNDED],
    "each column of cm sums to 100": [(100 * COLUMNS).round(1), WHOLE.T, ROUNDED.T],
}
CASES = [(said, k) for said, tables in TOLD.items() for k in range(len(tables))]
COUNTED = [
    COUNTS,
    COUNTS / COUNTS.sum(),
    100 * COUNTS / COUNTS.sum(),
    np.eye(3, dtype=int),  # one observation of each class
    np.diag([100, 0, 0]),  # of a single class
    np.array([[80, 16, 4], [20, 67, 10], [5, 25, 70]]),
]


@pytest.mark.parametrize(("said", "k"), CASES)
def test_rows_and_columns_that_are_shares_are_told_of(said, k, tmp_path, capsys):
    cm = TOLD[said][k]
    with pytest.warns(UserWarning, match=said) as told:
        evaluate(cm, measures=["mae"])
    assert len(told) == 1
    with pytest.warns(UserWarning, match=said):
        evaluate({"a": COUNTS, "b": cm}, measures=["mae"])
    with pytest.warns(UserWarning, match=said):
        sample_size("ccr", cm, half_width=0.1)
    path = tmp_path / "table.csv"
    np.savetxt(path, cm, delimiter=",", fmt="%.10g")
    main(["measure", str(path), "--matrix", "--measures", "mae"])
    err = capsys.readouterr().err
    assert said.replace("cm", "the table") in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("cm", COUNTED)
def test_counts_are_not_told_of(cm):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate(cm, measures=["mae"])
        if (cm == np.floor(cm)).all():
            interval("mae", cm)


@pytest.mark.parametrize("cm", [WHOLE, WHOLE.T, ROUNDED])
def test_whole_percentages_have_no_silent_interval(cm, tmp_path, capsys):
    """300 observations are made of them, though nobody knows how many there were."""
    with pytest.warns(UserWarning, match="sums to 100.* number of observations"):
        interval("weighted_kappa", cm)
    for asked in (
        lambda: evaluate(cm, measures="report"),
        lambda: standard_error("mae", cm),
        lambda: chance("mae", cm, n_resamples=9),
        lambda: two_samples(cm, COUNTS),
        lambda: two_samples(COUNTS, cm),
    ):
        with pytest.warns(UserWarning, match="sums to 100") as told:
            asked()
        assert len(told) == 1
    path = tmp_path / "table.csv"
    np.savetxt(path, cm, delimiter=",", fmt="%d")
    main(["measure", str(path), "--matrix", "--measures", "mae,ccr", "--interval"])
    err = capsys.readouterr().err
    assert err.count("sums to 100") == err.count("\n") == 1


def test_a_hundred_observations_of_each_class_may_be_a_design():
    """Who has the labels, or says that the sizes of the classes were set, knows N."""
    true = np.repeat([1, 2, 3], 100)
    pred = np.concatenate([np.repeat([1, 2, 3], row) for row in WHOLE])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate(true, pred, measures="report")
        interval("mae", WHOLE, sampling="rows")
        units = from_ratings([[1, 2, 3], [2, 3, 1]] * 10, labels=[1, 2, 3])
        interval("krippendorff_alpha", units, sampling="clusters")
        interval("mae", [WHOLE] * 12, sampling="clusters")
    with pytest.warns(UserWarning, match="if each class has 100 observations"):
        interval("mae", WHOLE)
