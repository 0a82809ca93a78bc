"""Integers of which few occur: whoever has not named the classes is told how many are counted."""

import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest

from ordref import (
    brier_score,
    confusion_matrix,
    evaluate,
    from_counts,
    from_frame,
    from_ratings,
    paired_sample,
)
from ordref.__main__ import main

TRUE, PRED = [0, 25, 50, 75, 100, 100], [0, 50, 50, 75, 75, 100]
FRAME = pd.DataFrame({"t": TRUE, "p": PRED, "q": PRED[::-1], "fold": list("aabbbb")})
NAMED = "of the 101 classes from 0 to 100 only 5 occur.*labels=\\[0, 25, 50, 75, 100\\]"
DOORS = {
    "from_ratings": lambda **k: from_ratings([[0, 25], [50, 50], [75, 100]], **k).table,
    "confusion_matrix": lambda **k: confusion_matrix(TRUE, PRED, **k),
    "with weights": lambda **k: confusion_matrix(TRUE, PRED, weight=[1.5] * 6, **k),
    "evaluate": lambda **k: evaluate(TRUE, PRED, measures=["mae"], **k),
    "evaluate, two models": lambda **k: evaluate(
        TRUE, {"a": PRED, "b": PRED[::-1]}, measures=["mae"], **k
    ),
    "evaluate, differences": lambda **k: evaluate(
        TRUE, {"a": PRED, "b": PRED[::-1]}, measures=["mae"], versus="a", **k
    ),
    "paired_sample": lambda **k: paired_sample(TRUE, PRED, PRED[::-1], **k),
    "from_frame": lambda **k: from_frame(FRAME, "t", "p", **k),
    "from_frame, by": lambda **k: from_frame(FRAME, "t", "p", by="fold", **k),
    "from_counts": lambda **k: from_counts(
        [(t, p, 1) for t, p in zip(TRUE, PRED, strict=True)], **k
    ),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.filterwarnings("ignore:the groups of")
def test_few_integers_of_many_are_told_of_with_the_call_that_names_them(door):
    with pytest.warns(UserWarning, match=NAMED) as told:
        found = DOORS[door]()
    assert len([w for w in told if "occur" in str(w.message)]) == 1
    assert told[0].filename == __file__
    if isinstance(found, np.ndarray):
        assert found.shape == (101, 101)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", ".* occur")
        DOORS[door](labels=[0, 25, 50, 75, 100])
        DOORS[door](labels=range(101))


def test_stored_labels_are_told_of_once(tmp_path):
    np.save(tmp_path / "t.npy", np.array(TRUE))
    stored = np.load(tmp_path / "t.npy", mmap_mode="r")
    with pytest.warns(UserWarning, match=NAMED) as told:
        confusion_matrix(stored, PRED)
    assert len(told) == 1


def test_half_of_the_span_is_enough():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        confusion_matrix([1, 4, 4], [1, 1, 4])
        confusion_matrix([7], [7])
        confusion_matrix(["0", "100"], ["0", "100"], labels=["0", "100"])
        confusion_matrix([0, 9, 9], pd.Categorical([0, 9, 0], [0, 9], ordered=True))
        brier_score([0, 9], np.eye(10)[[0, 9]])  # ten columns name ten classes
    with pytest.warns(UserWarning, match="of the 5 classes from 1 to 5 only 2 occur"):
        confusion_matrix([1, 5, 5], [1, 1, 5])
    fives = list(range(0, 101, 5))  # many that occur are named as well
    with pytest.warns(
        UserWarning, match="only 21 occur.*" + re.escape(f"labels={fives}")
    ):
        confusion_matrix(fives, fives)


@pytest.mark.filterwarnings("default")
def test_the_command_says_so(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    FRAME.to_csv(path, index=False)
    asked = f"measure {path} --true t --pred p --measures mae --json".split()
    main(asked)
    out, err = capsys.readouterr()
    assert re.search("only 5 occur.*--labels 0,25,50,75,100", err)
    assert json.loads(out)["measures"]["mae"] == pytest.approx(50 / 6)
    main([*asked, "--labels", "0,25,50,75,100"])
    out, err = capsys.readouterr()
    assert (json.loads(out)["measures"]["mae"], err) == (pytest.approx(2 / 6), "")
    main(["raters", str(path), "--raters", "t,p,q", "--json"])
    assert capsys.readouterr().err.endswith("name them, --labels 0,25,50,75,100\n")
    with pytest.raises(SystemExit):  # which takes no 101 classes, and says so
        main(["compare", *asked[1:-1], "--versus", "q"])
    assert capsys.readouterr().err.count("only 5 occur") == 1
