"""What a strict checker of types sees in a program of somebody who uses the package."""

import re
import subprocess
import sys

from files import ROOT

PROGRAM = """
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import ordref

y_true, y_pred = [1, 2, 2, 3], [1, 2, 3, 3]
frame = pd.DataFrame({"t": y_true, "p": y_pred, "fold": list("abab")})
cm = ordref.confusion_matrix(y_true, y_pred)
stack = [[[2, 1], [0, 3]], [[1, 0], [0, 1]]]


def of_unknown_shape(n: NDArray[np.float64], anything: Any) -> None:
    scores: NDArray[np.float64] = ordref.mae(n)
    score: float = ordref.mae(n)
    print(ordref.mae(anything).mean(), scores, score)


# One matrix, and a stack of them
print(f"{ordref.mae(cm):.3f}", round(ordref.mae(cm=[[2, 1], [0, 3]]), 3))
print(ordref.mae(cm).upper())  # error: "float" has no attribute "upper"
text: str = ordref.oci([[2, 1], [0, 3]])  # error: expression has type "float"
print(ordref.mae(stack).mean(), ordref.ccr(np.stack([cm, cm])).max())
print(ordref.mae(stack).is_integer())  # error: has no attribute "is_integer"
print(ordref.mae(np.zeros((5, 3, 3)) + 1).mean(), ordref.mae(frame.cov()))
print(ordref.mae(y_true, y_pred))  # error: No overload variant
print(ordref.sensitivity_per_class(cm).mean(), ordref.pair_counts(cm).concordant)
print(ordref.sensitivity_per_class(cm).upper())  # error: no attribute "upper"

# Options
print(ordref.weighted_kappa(cm, weights="quadratic") < 0.5)
print(ordref.weighted_kappa(cm, weights=1 - np.eye(3)), ordref.somers_d(cm))
print(ordref.weighted_kappa(cm, weights=[[0, 1, 2], [1, 0, 1], [2, 1, 0]]))
print(ordref.weighted_kappa(cm, weights="quadratc"))  # error: Literal['quadratc']
print(ordref.weighted_kappa(cm, weight="linear"))  # error: did you mean "weights"
print(ordref.somers_d(cm, dependent="pred"))  # error: No overload variant
print(ordref.krippendorff_alpha(cm, metric="ratio"))  # error: No overload variant
print(ordref.oci(cm, beta="0.5"), ordref.oci(cm, gamma=2))  # error: No overload variant
print(ordref.expected_cost(cm, cost="linear"))  # error: "cost"
print(ordref.functional_correlation(cm, "ii").value)
print(ordref.functional_correlation(cm, "iii").value)  # error: Literal['iii']

# How sure a value is
print(ordref.interval("mae", cm, method="bca", sampling="rows", rng=0).low)
print(ordref.interval("mae", cm, method="bootstrap"))  # error: Literal['bootstrap']
print(ordref.interval("mae", cm, sampling="columns"))  # error: Literal['columns']
print(ordref.standard_error("mae", cm, sampling="row"))  # error: Literal['row']
pair = ordref.paired_sample(y_true, y_pred, y_pred, labels=["a", "b"])
print(ordref.difference("mae", pair).warning, ordref.equivalence("mae", pair, 0.1).pvalue)
print(ordref.difference("mae", pair, method="wald"))  # error: Literal['wald']
print(ordref.sample_size("mae", cm, half_width=0.1) + 1)
print(ordref.sample_size("mae", cm, half_width="wide"))  # error: "half_width"
print(ordref.interval("mae", cm).lower)  # error: has no attribute "lower"

# Tables, frames and scorers
print(ordref.evaluate(cm).loc["mae", "value"], ordref.evaluate(cm).to_markdown(2))
print(ordref.evaluate(cm, measure=["mae"]))  # error: Unexpected keyword argument
number: float = ordref.evaluate(cm)  # error: expression has type "Table"
print(ordref.evaluate(cm).to_markdown("2"))  # error: incompatible type "str"
print(ordref.from_frame(frame, "t", "p").sum(), ordref.from_counts([[1, 1, 2]]))
print(ordref.from_frame(frame, "t", "p", by="fold")["a"].sum())
print(ordref.from_frame(frame, "t", "p").items())  # error: no attribute "items"
print(ordref.from_frame(frame, "t", "p", by="fold").sum())  # error: no attribute "sum"
print(ordref.krippendorff_alpha(ordref.from_ratings([y_true, y_pred])) < 0.5)
print(ordref.from_ratings(frame, long=["fold", "t", "p"]).by_unit.units.sum())
print(ordref.conger_kappa(ordref.from_ratings([[1, 2]]), weights="quadratic") + 1)
print(ordref.conger_kappa(cm))  # error: expected "Ratings"
print(ordref.from_ratings([[1, 2]]).shape)  # error: has no attribute "shape"
print(ordref.scorer("mae", labels=[1, 2, 3])(None, [[0]], [1]) + 1)
print(ordref.scorer("mae", labels=[1, 2, 3]).score)  # error: no attribute "score"
print(ordref.confusion_matrix(y_true, y_pred, weight=[0.5] * 4).dtype)
print(ordref.predict_class([[0.2, 0.8]], "absolut"))  # error: Literal['absolut']
"""


def test_a_strict_checker_sees_each_planted_error_and_no_other(tmp_path):
    """The lines that say so are wrong, and all others are right."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    # The settings and the cache of `make test`, which has read numpy and pandas by then.
    call = [sys.executable, "-m", "mypy", "--strict", "--hide-error-context", program]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    found = re.findall(r"program\.py:(\d+): error: (.*)", done.stdout)
    said = {int(line): "" for line, _ in found}
    for line, message in found:
        said[int(line)] += message + "\n"
    wanted = {
        number: line.split("# error: ")[1]
        for number, line in enumerate(PROGRAM.splitlines(), start=1)
        if "# error: " in line
    }
    assert said.keys() == wanted.keys(), done.stdout + done.stderr
    for number, words in wanted.items():
        assert words in said[number]
