"""What the explorer asks to find: each task has a solution, given here, without a browser."""

import math
import re
from fractions import Fraction

import pytest
from files import ROOT

import ordref
from ordref import data, definitions

PAGE = (ROOT / "chapters" / "explorer.md").read_text(encoding="utf-8")
TASKS = re.findall(r"^\d\. (.*)$", PAGE, re.MULTILINE)
TWELVE = data.TWELVE.counts.tolist()


def values(name, *matrices):
    """By the package, which must agree with the definition."""
    found = []
    for cm in matrices:
        pairs = definitions.observations(cm)
        value = getattr(ordref, name)(cm)
        exact = getattr(definitions, name)(pairs)
        assert math.isclose(value, float(exact), abs_tol=1e-11)
        found.append(value)
    return found


def better_by_mae_and_worse_by_tau_b():
    other = [[9, 1, 0], [1, 0, 0], [0, 0, 0]]
    before, after = values("mae", TWELVE, other)
    assert after < before - 0.1
    before, after = values("kendall_tau_b", TWELVE, other)
    assert after < before - 0.1


def equal_mae_and_other_accuracy():
    one, other = [[1, 0, 1], [0, 2, 0], [0, 0, 2]], [[1, 1, 0], [1, 1, 0], [0, 0, 2]]
    assert len(set(values("mae", one, other))) == 1
    assert len(set(values("ccr", one, other))) == 2


def no_hit_and_tau_b_one():
    cm = [[0, 5, 0], [0, 0, 5], [0, 0, 0]]
    assert values("ccr", cm) == [0]
    assert values("kendall_tau_b", cm) == [1]


def ii_and_co_alike_and_not():
    alike = [[5, 1, 0, 0], [1, 5, 1, 0], [0, 1, 5, 1], [0, 0, 1, 5]]
    apart = [[5, 0, 0, 3], [0, 5, 0, 0], [0, 0, 5, 0], [3, 0, 0, 5]]
    for cm, same in ((alike, True), (apart, False)):
        (II,), (CO,) = values("ii_correlation", cm), values("co_correlation", cm)
        assert math.isclose(II, CO, abs_tol=1e-9) == same
        assert same or CO > II + 0.01


def a_rare_class_that_is_lost():
    cm = [[0, 0, 1], [0, 150, 0], [0, 0, 150]]
    assert values("mmae", cm) == [2]
    assert values("mae", cm)[0] < Fraction(1, 100)


SOLUTIONS = {
    "better by MAE and worse by $\\tau_b$": better_by_mae_and_worse_by_tau_b,
    "the same MAE and different accuracies": equal_mae_and_other_accuracy,
    "without a correct prediction for which $\\tau_b$ is 1": no_hit_and_tau_b_one,
    "for which II and CO are equal": ii_and_co_alike_and_not,
    "MMAE is 2 and MAE is below 0.01": a_rare_class_that_is_lost,
}


@pytest.mark.parametrize("task", TASKS)
def test_a_task_can_be_done(task):
    (solution,) = [found for words, found in SOLUTIONS.items() if words in task]
    solution()


def test_every_solution_is_to_a_task_of_the_page():
    assert len(TASKS) == len(SOLUTIONS) == 5
