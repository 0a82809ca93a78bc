"""What a failure is explained by: which causes, how many, and in which order."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from kit import made, reported, wrong

from ordref.catalogue import MEASURES
from ordref.instruments.verify.calling import Called
from ordref.instruments.verify.explain import (
    _SPECIAL,
    _known_mistakes,
    _precision,
    explained,
    shared_traits,
)
from ordref.instruments.verify.mistakes import Mistake


def cases_of(*counts, value=9.0):
    return [SimpleNamespace(cm=[[n]], called=Called(value)) for n in counts]


def gives(text, *counts, rank=0, **others):
    """A mistake with the value 9 for these counts, and with others such as k5=8.0."""
    values = dict.fromkeys(counts, 9.0) | {int(k[1:]): x for k, x in others.items()}
    return wrong(text, values, rank)


def untried(cm):
    raise AssertionError("what is likelier explains all")


THIRD, SAME = gives("a third", 3), [gives(text, 1, 2) for text in "xyz"]
LIKELIER = [
    Mistake("far", untried, 2), gives("near", 1, rank=1), gives("beside", 1, rank=1)]  # fmt: skip
SHARES = [
    gives("d", 12),
    gives("c", 10, 11),
    gives("b", 7, 8, 9),
    gives("a", *range(1, 7)),
]
# One without a value where the function is right is not ruled out; nor does it explain
# where it has none.
RIGHT = [
    gives("errs", 1, 2, k5=8.0),
    gives("agrees", 1, rank=2, k5=4.0),
    gives("silent", 2, rank=3),
]
NAN = [gives("number", 1), Mistake("none", lambda cm: 1 / 0), gives("nan")]
# Neither explains all: the function has a second mistake.
TWO = [gives("a", 3, rank=1, k7=1.0, k1=1.0), gives("b", 3, rank=3, k7=1.0, k1=1.0)]
TWO_FAILING = cases_of(3) + cases_of(7, value=6.0)

# Mistakes, cases that fail, cases that are right; what is named, and how often of how many.
NAMED = [
    ([THIRD], cases_of(1, 2, 3), [], "a third 1 3"),
    ([THIRD], cases_of(1, 2, 3, 4), [], ""),
    ([THIRD], cases_of(3), [], "a third"),
    ([], cases_of(3), [], ""),
    ([THIRD], [], [], ""),
    (SHARES, cases_of(*range(1, 13)), [], "a 6 12; b 3 12; c 2 12"),
    (SAME, cases_of(1, 2), [], "x; y"),
    (LIKELIER, cases_of(1), [], "near; beside"),
    (RIGHT, cases_of(1, 2), cases_of(5, value=4.0), "agrees 1 2; silent 1 2"),
    (NAN, cases_of(1, value=np.nan), [], "nan"),
    (TWO, TWO_FAILING, cases_of(1, value=1.0), "a 1 2"),
    (TWO[::-1], TWO_FAILING, cases_of(1, value=1.0), "a 1 2"),
]


@pytest.mark.parametrize(("tried", "failing", "right", "named"), NAMED)
def test_mistakes_are_named_in_the_order_of_what_they_explain(
    tried, failing, right, named
):
    found = _known_mistakes(tried, failing, right)
    said = (text.replace(" (in ", " ").replace(" of ", " ") for text in found)
    assert "; ".join(said).replace(" failing matrices)", "") == named


def test_what_is_less_likely_is_tried_if_the_rest_does_not_explain_all():
    with pytest.raises(AssertionError):
        _known_mistakes(LIKELIER, cases_of(1, 2), [])


def test_rounding_is_named_with_its_decimals():
    for k in range(1, 9):
        results = [made([[1]], round(x, k), exact=x) for x in (1 / 3, 1 / 7, 15 / 7)]
        assert _precision(results) == [f"the value is rounded to {k} decimals"]


def test_what_is_nearly_right_is_told_from_what_is_wrong():
    for value, exact, said in [
        (0.0, 1 / 3, None),  # whole numbers are no rounding that anyone means
        (round(1 / 3, 9), 1 / 3, "right to within 3e-10"),
        (0.3 + 2e-11, 1 / 3, None),
        (1e-4, 0.0, None),
        (0.00009, 0.0, "right to within 9e-05"),
        (0.00105, 0.001, "right to within 5e-05"),
        (1000.05, 1000.001, "right to within 5e-05"),
        (1000.21, 1000.001, None),
        (0.3333, 1 / 3, "the value is rounded to 4 decimals"),
    ]:
        found = _precision([made([[1]], value, exact=exact)])
        assert [text[: len(said or "")] for text in found] == [said] * bool(said), value


def test_values_that_are_right_rule_a_cause_out_and_others_do_not():
    """The mean over the wrong predictions alone is that of one matrix, not of the other."""

    def said(*others):
        report = reported(made([[1, 0, 1]] + 2 * [[0] * 3], 2.0, exact=1.0), *others)
        return "it is the mean over the wrong" in str(
            explained(MEASURES["mae"], report)
        )

    right = made([[1, 0, 1], [0, 0, 0], [1, 0, 1]], 1.0, verdict="pass", exact=1.0)
    assert said()
    assert not said(right)
    # Nor do nan and errors that pass say anything of values, or what is declined, or huge.
    for other in (
        {"expect": "nan"}, {"expect": "error"}, {"verdict": "declined"}, {"tags": ("huge",)}
    ):  # fmt: skip
        assert said(replace(right, **other)), other


def test_plain_matrices_are_of_no_special_kind():
    for cm in ([[1, 0], [0, 5]], [[5, 0], [0, 1]], [[0, 1], [1, 0]]):
        assert not any(special(np.array(cm)) for special in _SPECIAL.values())


def test_numbers_beside_nan_are_not_called_undefined():
    right = [made([[5, 1], [2, 3]])] * 2
    for values in ((np.nan, 9.0), (9.0, np.nan)):
        failing = [made([[1, 1, 0]] + 2 * [[1, 1, 1]], value) for value in values]
        assert shared_traits(failing, right) == [
            "it fails only for matrices with more than two classes"
        ]
