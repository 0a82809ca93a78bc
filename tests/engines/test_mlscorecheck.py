"""Printed values: verdicts beside those of mlscorecheck, where both answer.

It tests shares by enumeration and regression scores by their inequality, MAE <= RMSE. That is
weaker than whole numbers of classes: what it refuses must be impossible, and not conversely.
"""

import pytest
from mlscorecheck.check.multiclass import check_1_testset_no_kfold_micro
from mlscorecheck.check.regression import check_1_testset_no_kfold

import ordref


@pytest.mark.parametrize("sizes", [(3, 4, 5), (20, 5), (11, 30, 7, 2)])
def test_proportion_of_correct_predictions(sizes):
    """Every value with two decimals. The micro-averaged sensitivity is the accuracy."""
    N, verdicts = sum(sizes), set()
    for k in range(101):
        theirs = check_1_testset_no_kfold_micro(
            dict(enumerate(sizes)), {"sens": k / 100}, 0.005
        )["inconsistency"]
        value = {"ccr": f"{k / 100:.2f}"}
        ours = ordref.possible(value, N, len(sizes), sizes=sizes, rounding="nearest")
        assert (ours.verdict == "no") == theirs, value
        verdicts.add(ours.verdict)
    # Steps of 1/50 leave no gap between two values only where N is large.
    assert verdicts == {"yes", "no"}


def test_mae_and_mse_as_of_a_regression():
    N, K, both, more = 20, 4, 0, 0
    for mae in range(0, 100, 5):
        for mse in range(0, 200, 5):
            theirs = check_1_testset_no_kfold(
                1.0, N, {"mae": mae / 100, "mse": mse / 100}, 0.005
            )["inconsistency"]
            values = {"mae": f"{mae / 100:.2f}", "mse": f"{mse / 100:.2f}"}
            ours = ordref.possible(values, N, K, rounding="nearest").verdict
            assert ours in ("yes", "no")
            assert ours == "no" or not theirs, values
            both += theirs
            more += ours == "no" and not theirs
    assert both
    assert more
