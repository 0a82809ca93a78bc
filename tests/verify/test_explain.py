"""What a failure is explained by: which causes, how many, and in which order."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from kit import made, reported, wrong

from ordref.catalogue import MEASURES
from ordref.verify.calling import Called
from ordref.verify.explain import (
    _SPECIAL,
    _known_mistakes,
    _precision,
    _shared,
    explained,
)
from ordref.verify.mistakes import Mistake


def cases_of(*counts, value=9.0):
    return [SimpleNamespace(cm=[[n]], called=Called(value)) for n in counts]


def gives(*counts, value=9.0):
    return dict.fromkeys(counts, value)


def test_what_explains_a_third_of_the_failures_is_named():
    third = wrong("a third", gives(3))
    assert _known_mistakes([third], cases_of(1, 2, 3), []) == [
        "a third (in 1 of 3 failing matrices)"
    ]
    assert _known_mistakes([third], cases_of(1, 2, 3, 4), []) == []
    assert _known_mistakes([third], cases_of(3), []) == ["a third"]
    assert _known_mistakes([], cases_of(3), []) == []
    assert _known_mistakes([third], [], []) == []


def test_three_mistakes_are_named_at_most_and_two_for_the_same_failures():
    tried = [
        wrong("d", gives(12)),
        wrong("c", gives(10, 11)),
        wrong("b", gives(7, 8, 9)),
        wrong("a", gives(*range(1, 7))),
    ]
    assert _known_mistakes(tried, cases_of(*range(1, 13)), []) == [
        "a (in 6 of 12 failing matrices)",
        "b (in 3 of 12 failing matrices)",
        "c (in 2 of 12 failing matrices)",
    ]
    same = [wrong(text, gives(1, 2)) for text in "xyz"]
    assert _known_mistakes(same, cases_of(1, 2), []) == ["x", "y"]


def test_what_is_nearer_is_tried_first_and_farther_only_if_it_is_needed():
    def untried(cm):
        raise AssertionError("what is nearer explains all")

    near, beside = wrong("near", gives(1), 1), wrong("beside", gives(1), 1)
    far = Mistake("far", untried, 2)
    assert _known_mistakes([far, near, beside], cases_of(1), []) == ["near", "beside"]
    with pytest.raises(AssertionError):
        _known_mistakes([far, near, beside], cases_of(1, 2), [])


def test_a_mutant_that_errs_where_the_function_is_right_explains_nothing():
    failing, right = cases_of(1, 2), cases_of(5, value=4.0)
    errs = wrong("errs", gives(1, 2) | {5: 8.0})
    agrees = wrong("agrees", gives(1) | {5: 4.0}, 2)
    # One without a value there is not ruled out; nor does it explain where it has none.
    silent = wrong("silent", gives(2), 3)
    assert _known_mistakes([errs, agrees, silent], failing, right) == [
        "agrees (in 1 of 2 failing matrices)",
        "silent (in 1 of 2 failing matrices)",
    ]


def test_nan_is_explained_by_nan_alone():
    (failing,) = cases_of(1, value=np.nan)
    number = wrong("number", gives(1))
    none = Mistake("none", lambda cm: 1 / 0)
    undefined = wrong("nan", {})
    assert _known_mistakes([number, none, undefined], [failing], []) == ["nan"]


def test_rounding_is_named_with_its_decimals():
    for k in range(1, 9):
        results = [made([[1]], round(x, k), exact=x) for x in (1 / 3, 1 / 7, 15 / 7)]
        assert _precision(results) == [f"the value is rounded to {k} decimals"]


def test_what_is_nearly_right_is_told_from_what_is_wrong():
    for value, exact, said in [
        (0.0, 1 / 3, None),  # whole numbers are no rounding that anyone means
        (round(1 / 3, 9), 1 / 3, "right up to 3e-10"),
        (0.3 + 2e-11, 1 / 3, None),
        (1e-4, 0.0, None),
        (0.00009, 0.0, "right up to 9e-05"),
        (0.00105, 0.001, "right up to 5e-05"),
        (1000.05, 1000.001, "right up to 5e-05"),
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
        assert _shared(failing, right) == [
            "it fails only for matrices with more than two classes"
        ]


def test_of_known_mistakes_that_explain_as_much_the_nearest_is_named():
    """Neither explains all: the function has a second mistake."""
    failing, right = cases_of(3) + cases_of(7, value=6.0), cases_of(1, value=1.0)
    near, far = (wrong(k, {3: 9.0, 7: 1.0, 1: 1.0}, n) for k, n in (("a", 1), ("b", 3)))
    for tried in ([near, far], [far, near]):
        assert _known_mistakes(tried, failing, right) == [
            "a (in 1 of 2 failing matrices)"
        ]
