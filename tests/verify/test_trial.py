"""The steps of a trial: small matrices, large ones, types, relations, the smallest failures."""

import numpy as np
import pytest
from small import all_matrices

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.verify.calling import Called, NoAnswer, call_safely
from ordref.instruments.verify.cases import ORDER, case_of
from ordref.instruments.verify.trial import Trial, is_plain
from ordref.verify import small_matrices


class Recorder:
    """Calls a function, and keeps what it was called with."""

    def __init__(self, function):
        self.function, self.given = function, []

    def __call__(self, arguments):
        self.given.append([np.copy(argument) for argument in arguments])
        return call_safely(self.function, arguments)


def tried(function, name="mae", given="matrix", of="value"):
    recorder = Recorder(function)
    return Trial(recorder, name, given, of, lambda: recorder)


def test_a_call_gives_a_matrix_of_its_type():
    trial = tried(ordref.mae)
    assert trial.call([[1, 2], [0, 3]]).value == pytest.approx(2 / 6)
    assert trial.call([[1, 2], [0, 3]], "uint8").value == pytest.approx(2 / 6)
    (first,), (second,) = trial.caller.given
    assert (first.dtype, second.dtype) == ("int64", "uint8")


# Its smaller ones have 454, 11 and 542 observations.
MANY_PAIRS = [[11, 88], [0, 454]]


@pytest.mark.parametrize(
    ("cm", "wrong", "shrunk"),
    [
        # Without one class, then without the other: 100^2 + 700^2 pairs.
        ([[700, 0], [0, 100]], [[700]], True),
        # And without the first cell: 500 001 pairs are too many.
        (MANY_PAIRS, [[0, 88], [0, 454]], False),
    ],
)
def test_a_case_is_shrunk_as_long_as_its_pairs_are_few(cm, wrong, shrunk):
    def function(n):
        value = ordref.mae(n)
        return value + 1 if n.tolist() in (cm, wrong) else value

    trial = tried(function)
    first = trial.result(case_of(MEASURES["mae"], cm))
    assert first.verdict == "fail"
    assert trial.shrunk(first).cm == (wrong if shrunk else cm)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("mae", {6, 8, 11}), ("oci", {6, 8, 11}), ("ii_correlation", {5, 6})],
)
def test_relations_are_tried_beyond_the_definition_and_less_far_where_it_is_costly(
    name, sizes
):
    trial = tried(lambda n: 1.0, name)
    trial.try_relations()
    found = [n for (n,) in trial.caller.given if len(n) > 4 and n.min() > 0]
    larger = [n for n in found if n.max() <= 6]
    assert {len(n) for n in larger} == sizes
    ends = {(n.min(), n.max()) for n in larger if len(n) == max(sizes)}
    assert ends == {(1, 6)}
    # Of a constant, all relations hold but a change of sign.
    effects = {k: v["effect"] for k, v in trial.stored["relations"].items()}
    told = [b.relation for b in trial.report.broken]
    assert told == [k for k, effect in effects.items() if effect == "negated"]
    assert trial.report.held == [k for k in effects if effects[k] == "same"]


def test_relations_are_tried_on_plain_cases_that_are_not_too_large():
    def case(cm, tags=(), expect="value"):
        return {"tags": list(tags), "expect": expect, "cm": cm}

    # Three times as many observations are as many as labels may be.
    assert is_plain(case([[666]]))
    assert not is_plain(case([[667]]))
    assert not is_plain(case([[1]], tags=["edge"]))
    assert not is_plain(case([[1]], expect="nan"))


def test_the_unchanged_matrix_is_called_once_for_all_relations():
    trial = tried(ordref.mae)
    trial.try_relations()
    called = [n.tolist() for (n,) in trial.caller.given if len(n) == 11]
    # Two scalings, the transposed and the reversed one are what else has eleven classes.
    assert called.count(called[0]) == 1
    assert len(called) == 1 + 2 + 1 + 1


def test_a_relation_is_tried_only_where_labels_can_express_it():
    """A class that is empty at an end is a class less, to labels."""

    def function(true, pred):
        return float(len(true) + max(*true, *pred))

    trial = tried(function, "oci", "labels")
    n = [[2, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert trial.breaks("transposition", "same", np.array(n)) is None
    found = trial.breaks("scaling", "same", np.array([[2, 1, 0], [0, 1, 0], [0, 0, 1]]))
    assert found.changed == [[4, 2, 0], [0, 2, 0], [0, 0, 2]]
    # Exchanged with its neighbour, the empty class is no longer at an end, or is.
    effects = {"class at an end": {"effect": "none"}}
    trial.stored = {"cases": [], "relations": effects}
    for unlike in (n, [[2, 0, 1], [0, 0, 0], [0, 0, 1]]):
        assert trial.breaks("permutation", "same", np.array(unlike)) is None


def test_observations_are_in_another_order_only_where_labels_say_what_the_matrix_says():
    trial = tried(lambda true, pred: float(true[0]), "oci", "labels")
    n = np.array([[1, 1, 0], [1, 1, 0], [0, 0, 0]])
    assert trial.breaks(ORDER, "same", n) is None
    assert trial.caller.given == []


def test_a_tiny_error_is_0_and_a_tiny_value_is_not():
    for of, value in (("standard_error", 0.0), ("value", -2e-8)):
        assert tried(lambda n: -2e-8, of=of).call([[1, 2], [0, 3]]).value == value
    trial = tried(lambda n: 4e-8, of="standard_error")
    assert trial.call([[1, 2], [0, 3]]).value == 4e-8


def test_a_trial_without_an_answer_goes_no_further():
    waits = [Called(0.5), NoAnswer("it waits")]

    def caller(arguments):
        if isinstance(answer := waits.pop(0), NoAnswer):
            raise answer
        return answer

    trial = Trial(caller, "mae", "matrix", "value", lambda: None)
    report, (first, second, *_) = trial.finished(), trial.stored["cases"]
    assert report.lost == f"it waits: {second['name']}, {second['cm']}"
    assert [r.name for r in report.results] == [first["name"]]
    assert (report.measure, report.of, waits) == ("mae", "value", [])


def test_the_call_that_goes_on_has_its_name():
    seen = []
    trial = tried(lambda n: seen.append(trial.at) or 1.0)
    trial.call([[1]], "uint8", "a case")
    trial.call([[1]])
    assert seen == ["a case, [[1]] in uint8", "[[1]]"]


def test_small_matrices_are_all_of_them_once():
    for K, N in [(1, 3), (2, 2), (3, 2)]:
        listed = {str(cm) for cm in small_matrices(K, N)}
        expected = [cm for cm in all_matrices(K, N) if cm.sum() == N]
        assert listed == {str(cm.tolist()) for cm in expected}
