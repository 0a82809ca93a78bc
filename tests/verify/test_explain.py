"""What a failure is explained by: which causes, how many, and in which order."""

from types import SimpleNamespace

import numpy as np
import pytest
from kit import made, reported, wrong

import ordref
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
from ordref.verify.report import Broken


def causes(*results, **known):
    return explained(MEASURES["mae"], reported(*results, **known))


def test_tags_explain_where_nothing_plain_fails():
    one = [[1, 1], [1, 1]]
    narrow = [
        made(one, 200.0 + k, dtype=dtype, tags=("narrow",))
        for k, dtype in enumerate(["uint8", "int8", "uint8"])
    ]
    (said,) = causes(*narrow)
    assert said.startswith("arithmetic stays in uint8, int8 and wraps around")
    assert causes(*narrow, made(one, 7.7)) == []
    huge, shares = (
        made(one, tags=("huge",)),
        made(one, dtype="float64", tags=("shares",)),
    )
    said = causes(huge, shares)
    assert [text.partition(" ")[0] for text in said] == ["counts", "shares"]
    # Neither an error nor nan where the measure is undefined says anything of types.
    assert causes(made(one, Called(error="raised E: e"), tags=("huge",))) == [
        "it raised E: e (for [[1, 1], [1, 1]])"
    ]


def test_an_error_is_shown_for_the_smallest_matrix():
    def raised(cm, message="raised E: e"):
        return made(cm, Called(error=message))

    many, few, fewer = [[9, 0], [0, 9]], [[1, 0, 0]] + 2 * [[0, 0, 0]], [[1, 0], [0, 0]]
    assert causes(raised(many), raised(few), raised(fewer)) == [
        "it raised E: e (for [[1, 0], [0, 0]])"
    ]
    found = causes(*(raised(many, f"raised E: {k}") for k in (3, 1, 2, 3)))
    assert [text[:12] for text in found] == ["it raised E:"] * 2
    assert "E: 3" in found[0]
    assert "E: 1" in found[1]


def test_numbers_in_place_of_nan_are_listed_four_at_most():
    values = [0.25, 1 / 3, 0.0, 0.25, 2.0, 5.0]
    numbers = [made([[1]], value, expect="nan") for value in values]
    assert causes(*numbers) == [
        "it gives 0, 0.25, 0.333333, 2 where the measure is 0/0: nan says so"
    ]
    # A case of the small matrices, and one that is no number.
    assert causes(smallest=[numbers[4]]) == [
        "it gives 2 where the measure is 0/0: nan says so"
    ]
    assert causes(made([[1]], Called(error="raised E: e"), expect="nan")) == []
    report = reported(numbers[0], of="standard_error")
    assert explained(MEASURES["mae"], report) == [
        "it gives 0.25 where the measure is 0/0, or has a kink: nan says so"
    ]


def test_a_value_of_nothing_and_a_changed_argument_are_explained():
    found = causes(made([[0]], 0.0, expect="error"), changes="[[1]]")
    assert found == [
        "it gives 0 where there is nothing to measure: what it is about",
        "it works on its argument itself: take a copy first",
    ]


def test_the_order_of_observations_explains_the_values_too():
    """No mutant is looked for, though this one would be found."""
    broken = Broken(
        "order of the observations", "", "", [[1]], [[1]], Called(1.0), Called(2.0)
    )
    doubled = made([[0, 1], [0, 0]], 2.0, exact=1.0)
    assert causes(doubled) != causes(doubled, broken=[broken])
    (said,) = causes(doubled, broken=[broken])
    assert said.startswith("ranks without ties: ")


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


SHARED = {
    "one observation": [[0, 1], [0, 0]],
    "one class": [[7]],
    "a single predicted class": [[1, 0], [2, 0]],
    "a single true class": [[1, 2], [0, 0]],
    "a class that occurs on neither side": [[1, 0, 2], [0, 0, 0], [1, 0, 1]],
    "an absent class": [[1, 1, 2], [0, 0, 0], [1, 0, 1]],
    "a class that is never predicted": [[1, 0, 2], [1, 0, 1], [1, 0, 1]],
    "more than two classes": [[1, 1, 2], [1, 0, 1], [1, 0, 1]],
}


@pytest.mark.parametrize("words", SHARED)
def test_each_kind_of_matrix_is_told_from_plain_ones(words):
    cm = SHARED[words]
    right = [made([[5, 1], [2, 3]])] * 2
    assert _shared([made(cm)], right) == [f"it fails only for matrices with {words}"]
    undefined = made(cm, np.nan)
    start = "it gives nan, though the measure is defined, "
    assert _shared([undefined], right) == [f"{start}only for matrices with {words}"]
    # Of two, both have to be of the kind; half of the others may not be.
    assert f"only for matrices with {words}" not in _shared(
        [made(cm), made([[5, 1], [2, 3]])], right
    )
    assert f"it fails only for matrices with {words}" not in _shared(
        [made(cm)], [made(cm)]
    )
    assert _shared([made([[5, 1], [2, 3]], np.nan)], right) == [
        start + "for several kinds of matrices"
    ]
    assert _shared([made([[5, 1], [2, 3]])], right) == []


def test_values_that_are_right_rule_a_cause_out_and_others_do_not():
    """The mean over the wrong predictions alone is that of one matrix, not of the other."""
    failing = made([[1, 0, 1], [0, 0, 0], [0, 0, 0]], 2.0, exact=1.0)
    right = made([[1, 0, 1], [0, 0, 0], [1, 0, 1]], 1.0, verdict="pass", exact=1.0)
    said = "it is the mean over the wrong predictions alone, not over all"
    assert said in causes(failing)
    assert said not in causes(failing, right)
    # nan and errors that pass say nothing of values.
    for expect in ("nan", "error"):
        other = made(right.cm, 1.0, verdict="pass", expect=expect)
        assert said in causes(failing, other)
    declined = made(right.cm, 1.0, verdict="declined", exact=1.0)
    assert said in causes(failing, declined)
    special = made(right.cm, 1.0, verdict="pass", exact=1.0, tags=("huge",))
    assert said in causes(failing, special)


def test_only_plain_failures_are_explained_by_their_values():
    doubled = [[1, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert causes(made(doubled, 2.0, exact=1.0))
    assert causes(made(doubled, 2.0, exact=1.0, dtype="uint8")) == []
    assert causes(made(doubled, 2.0, exact=1.0, tags=("huge",))) == [
        "counts beyond a billion lose digits or overflow: convert to float64 first, or "
        "use whole numbers of any size"
    ]


def test_an_error_is_explained_by_causes_of_errors():
    cm = [[1, 1], [1, 1]]
    error = float(ordref.standard_error("mae", cm))
    report = reported(made(cm, error**2, exact=error), of="standard_error")
    assert any(
        text.startswith("this is the variance itself")
        for text in explained(MEASURES["mae"], report)
    )


def test_where_no_cause_is_found_precision_comes_before_what_is_shared():
    rows = [[[k, 1, 0], [0, 2, 1], [1, 0, 3]] for k in range(2, 5)]
    exact = [float(ordref.mae(cm)) for cm in rows]
    nearly = [made(cm, x + 3e-6, exact=x) for cm, x in zip(rows, exact, strict=True)]
    assert causes(*nearly) == [
        "right up to 3e-06: single precision, or an approximation"
    ]
    strange = [made(cm, x + 17, exact=x) for cm, x in zip(rows, exact, strict=True)]
    right = [
        made([[k, 1], [2, 3]], ordref.mae([[k, 1], [2, 3]]), verdict="pass")
        for k in (1, 2)
    ]
    assert causes(*strange, *right) == [
        "it fails only for matrices with more than two classes"
    ]


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
