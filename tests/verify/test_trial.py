"""The steps of a trial: small matrices, large ones, types, relations, the smallest failures."""

import math
import time

import numpy as np
import pytest
from small import all_matrices

import ordref
from ordref import confusion_matrix
from ordref.catalogue import MEASURES
from ordref.verify import check, small_matrices
from ordref.verify.calling import NoAnswer, call_safely
from ordref.verify.cases import case_of
from ordref.verify.trial import Trial, _plain

# ------------------------------------------------------------------- the steps of a trial


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


def test_a_call_gives_a_matrix_of_its_type_or_labels_of_it():
    trial = tried(ordref.mae)
    assert trial.call([[1, 2], [0, 3]]).value == pytest.approx(2 / 6)
    assert trial.call([[1, 2], [0, 3]], "uint8").value == pytest.approx(2 / 6)
    (first,), (second,) = trial.caller.given
    assert (first.dtype, second.dtype) == ("int64", "uint8")
    trial = tried(lambda true, pred: np.mean(abs(true - pred)), given="labels")
    assert trial.call([[1, 2], [0, 3]], "int16").value == pytest.approx(2 / 6)
    ((true, pred),) = trial.caller.given
    assert true.dtype == pred.dtype == "int16"
    counted = confusion_matrix(true, pred, labels=[1, 2])
    assert counted.tolist() == [[1, 2], [0, 3]]
    # Not in the order of the classes, of which a function might make something.
    assert np.diff(true).min() < 0


def test_small_matrices_are_tried_until_both_kinds_of_failure_are_found():
    trial = tried(lambda n: 7.0, "spearman")
    trial.try_small_matrices()
    # All of 1 observation, of 2 those of one class, and up to the first with a value.
    assert trial.report.small == 1 + 4 + 9 + 1 + 4
    assert [r.cm for r in trial.report.smallest] == [[[1, 0], [0, 1]], [[1]]]
    assert [r.expect for r in trial.report.smallest] == ["value", "nan"]
    sizes = [(int(n.sum()), len(n)) for (n,) in trial.caller.given]
    assert sizes == sorted(sizes)


def number_of_small(sizes):
    """Stars and bars."""
    return sum(math.comb(N + K * K - 1, N) for N, K in sizes)


SMALL = [(N, K) for N in (1, 2, 3) for K in (1, 2, 3)]


FOUR = [(1, 4), (2, 4), (3, 4), (4, 2), (4, 3)]


def test_more_matrices_are_tried_where_a_plain_case_fails_and_none_of_the_small_ones():
    report = check(lambda n: ordref.mae(n) + (n.max() >= 5), "mae")
    assert report.small == number_of_small(SMALL + FOUR) == 256 + 1498
    narrow = check(lambda n: ordref.mae(n) + (n.dtype == "uint8"), "mae")
    assert narrow.small == number_of_small(SMALL) == 256
    # Wrong for three observations: nothing larger is asked.
    three = check(lambda n: ordref.mae(n) + (n.sum() >= 3), "mae")
    assert three.small == 256
    first = check(lambda n: ordref.mae(n) + (len(n) == 4), "mae")
    assert first.small == 256 + number_of_small(FOUR[:1]) == 256 + 16


def test_what_labels_cannot_express_is_not_counted_among_the_small_ones():
    def function(true, pred):
        n = confusion_matrix(true, pred, labels=range(1, max(*true, *pred) + 1))
        return ordref.oci(n)

    trial = tried(function, "oci", "labels")
    trial.try_small_matrices()
    both_ends = [
        cm
        for N, K in SMALL
        for cm in map(np.array, small_matrices(K, N))
        if cm[0].any() or cm[:, 0].any()
        if cm[-1].any() or cm[:, -1].any()
    ]
    assert trial.report.small == len(both_ends) < 256
    assert trial.report.smallest == []


def test_the_smallest_failing_case_is_the_one_that_is_shrunk():
    """Of the cases for large counts the smaller; too large for the definition, it stays."""
    report = check(lambda n: ordref.mae(n) + (n.sum() > 10**9), "mae")
    failing = [r for r in report.failing if r.expect == "value"]
    assert len(failing) > 1
    (least,) = report.smallest
    assert np.sum(least.cm) == min(np.sum(r.cm) for r in failing)
    assert np.max(least.cm) > 10**8


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


def test_a_case_is_shrunk_to_one_that_fails_in_the_same_way():
    """Not to the one that gives a number where the measure is undefined."""

    def function(n):
        return np.nan_to_num(ordref.spearman(n), nan=0.25) + (n.sum() > 3)

    trial = tried(function, "spearman")
    cm = [[3, 1], [1, 2]]
    least = trial.shrunk(trial.result(case_of(MEASURES["spearman"], cm)))
    assert least.expect == "value"
    assert np.sum(least.cm) == 4


def larger_ones(trial):
    trial.try_relations()
    found = [n for (n,) in trial.caller.given if len(n) > 4]
    return [n for n in found if n.min() > 0 and n.max() <= 6]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("mae", {6, 8, 11}), ("oci", {6, 8, 11}), ("ii_correlation", {5, 6})],
)
def test_relations_are_tried_beyond_the_definition_and_less_far_where_it_is_costly(
    name, sizes
):
    trial = tried(lambda n: 1.0, name)
    plain = larger_ones(trial)
    assert {len(n) for n in plain} == sizes
    largest = [n for n in plain if len(n) == max(sizes)]
    assert {int(n.min()) for n in largest} == {1}
    assert {int(n.max()) for n in largest} == {6}
    # Of a constant, all relations hold but a change of sign.
    negated = [
        k for k, v in trial.stored["relations"].items() if v["effect"] == "negated"
    ]
    assert [b.relation for b in trial.report.broken] == negated
    stays = [k for k, v in trial.stored["relations"].items() if v["effect"] == "same"]
    assert trial.report.held == stays


def test_relations_are_tried_on_plain_cases_that_are_not_too_large():
    def case(cm, tags=(), expect="value"):
        return {"tags": list(tags), "expect": expect, "cm": cm}

    # Three times as many observations are as many as labels may be.
    assert _plain(case([[666]]))
    assert not _plain(case([[667]]))
    assert not _plain(case([[1]], tags=["edge"]))
    assert not _plain(case([[1]], expect="nan"))


def broken_by(function, relation, n, name="mae", given="matrix"):
    return tried(function, name, given).breaks(relation, np.array(n))


def test_a_relation_is_broken_by_another_value_an_error_or_nan():
    n = [[2, 1], [0, 1]]

    def at_first(value, afterwards):
        def function(cm):
            if cm.sum() == 4:
                return value
            return afterwards()

        return function

    for afterwards in (lambda: 2.0, lambda: np.nan, lambda: 1 / 0):
        broken = broken_by(at_first(1.0, afterwards), "scaling", n)
        assert (broken.cm, broken.changed) == (n, [[4, 2], [0, 2]])
        assert (broken.relation, broken.expected) == ("scaling", "the same value")
        assert broken.before.value == 1
    # What had no value at first cannot be compared.
    assert broken_by(at_first(np.nan, lambda: 2.0), "scaling", n) is None
    assert broken_by(lambda cm: 1 / 0, "scaling", n) is None


def test_the_unchanged_matrix_is_called_once_for_all_relations():
    trial = tried(ordref.mae)
    trial.try_relations()
    called = [n.tolist() for (n,) in trial.caller.given if len(n) == 11]
    # Two scalings, the transposed and the reversed one are what else has eleven classes.
    assert called.count(called[0]) == 1
    assert len(called) == 1 + 2 + 1 + 1


def test_nan_for_one_class_more_breaks_nothing_but_an_error_does():
    n = [[2, 1], [0, 1]]
    for relation in ("class in between", "class at an end"):
        name = "spearman"
        assert (
            broken_by(lambda cm: [np.nan, 1.0][len(cm) == 2], relation, n, name) is None
        )
        broken = broken_by(lambda cm: 1.0 if len(cm) == 2 else 1 / 0, relation, n, name)
        assert len(broken.changed) == 3
        assert broken_by(lambda cm: float(len(cm)), relation, n, name)


def test_a_change_of_sign_is_expected_where_the_measure_changes_it():
    n = [[2, 1], [0, 1]]
    relation = "reversed predictions"
    broken = broken_by(lambda cm: 0.5, relation, n, "spearman")
    assert broken.expected == "the opposite value"
    assert (
        broken_by(lambda cm: float(cm[0, 0] - cm[0, 1]), relation, n, "spearman")
        is None
    )


def test_a_relation_is_tried_only_where_labels_can_express_it():
    """A class that is empty at an end is a class less, to labels."""

    def function(true, pred):
        return float(len(true) + max(*true, *pred))

    n = [[2, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert broken_by(function, "transposition", n, "oci", "labels") is None
    inside = [[2, 1, 0], [0, 1, 0], [0, 0, 1]]
    found = broken_by(function, "scaling", inside, "oci", "labels")
    assert found.changed == [[4, 2, 0], [0, 2, 0], [0, 0, 2]]
    # Exchanged with its neighbour, the empty class is no longer at an end, or is.
    trial = tried(function, "oci", "labels")
    effects = {"permutation": {"effect": "same"}, "class at an end": {"effect": "none"}}
    trial.stored = {"cases": [], "relations": effects}
    for unlike in (n, [[2, 0, 1], [0, 0, 0], [0, 0, 1]]):
        assert trial.breaks("permutation", np.array(unlike)) is None


def test_observations_in_another_order_are_sorted_by_the_true_class_first():
    trial = tried(lambda true, pred: float(true[0]), given="labels")
    n = np.array([[1, 1], [1, 1]])
    broken = trial.reordered(n)
    (true, pred), (sorted_true, sorted_pred) = trial.caller.given
    assert sorted_true.tolist() == [1, 1, 2, 2]
    assert sorted_pred.tolist() == [1, 2, 1, 2]
    both = zip(true.tolist(), pred.tolist(), strict=True)
    assert sorted(both) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert (broken is None) == (true[0] == 1)
    if broken:
        assert (broken.cm, broken.changed) == ([[1, 1], [1, 1]],) * 2
        assert broken.expected == "the same value"
    trial = tried(lambda true, pred: float(len(true)), "oci", "labels")
    assert trial.reordered(n) is None
    # Not asked where labels cannot say what the matrix says.
    trial = tried(lambda true, pred: float(true[0]), "oci", "labels")
    assert trial.reordered(np.array([[1, 1, 0], [1, 1, 0], [0, 0, 0]])) is None
    assert trial.caller.given == []


def test_an_error_for_many_classes_is_told_of_the_first_of_them():
    def at_most(K):
        def function(n):
            if len(n) > K:
                raise ValueError("too many classes")
            return ordref.mae(n)

        return function

    for K, told in ((5, 6), (7, 8), (10, 11)):
        trial = tried(at_most(K))
        trial.try_relations()
        (broken,) = [b for b in trial.report.broken if b.relation == "many classes"]
        assert broken.about == f"there are {told} classes"
        assert broken.expected == "a number"
        assert broken.cm == broken.changed
        assert len(broken.cm) == told


def test_the_first_matrix_that_was_changed_is_told():
    def greedy(n):
        value = ordref.mae(n)
        n[0, 0] += 1
        return value

    trial = tried(greedy)
    trial.call([[1, 2], [0, 3]])
    trial.call([[5]], "uint8")
    assert trial.report.changes == "[[1, 2], [0, 3]]"


def test_a_tiny_error_is_0_and_a_tiny_value_is_not():
    for of, value in (("standard_error", 0.0), ("value", -2e-8)):
        assert tried(lambda n: -2e-8, of=of).call([[1, 2], [0, 3]]).value == value
    trial = tried(lambda n: 4e-8, of="standard_error")
    assert trial.call([[1, 2], [0, 3]]).value == 4e-8


def test_a_trial_that_is_given_up_goes_no_further():
    trial = tried(lambda n: 1.0)
    trial.at = "somewhere"
    report = trial.stopped("it waits")
    assert report.lost == "it waits: somewhere"
    assert (report.measure, report.of) == ("mae", "value")
    with pytest.raises(NoAnswer):
        trial.call([[1]])
    assert report.results == []


def test_the_call_that_goes_on_has_its_name_and_its_time():
    seen = []
    trial = tried(lambda n: seen.append((trial.at, trial.since)) or 1.0)
    assert trial.since == math.inf
    trial.call([[1]], "uint8", "a case")
    trial.call([[1]])
    (first, since), (second, _) = seen
    assert (first, second) == ("a case, [[1]] in uint8", "[[1]]")
    assert since <= time.monotonic()
    assert trial.since == math.inf


def test_a_function_that_never_gives_a_number_is_not_tried_further():
    trial = tried(lambda n: 1 / 0)
    report = trial.finished()
    (cause,) = report.causes
    assert cause.startswith("no case gave a number: it raised ZeroDivisionError")
    assert (report.small, report.held, report.broken) == (0, [], [])
    # One number, and it is tried.
    report = tried(lambda n: 1.0 if len(n) == 1 else 1 / 0).finished()
    assert report.small == 256
    assert not report.causes[0].startswith("no case")


# ------------------------------------------------------------------- small matrices, shrinking


def test_small_matrices_are_all_of_them_once():
    for K, N in [(1, 3), (2, 2), (3, 2)]:
        listed = {str(cm) for cm in small_matrices(K, N)}
        expected = [cm for cm in all_matrices(K, N) if cm.sum() == N]
        assert listed == {str(cm.tolist()) for cm in expected}


def test_nan_for_large_matrices_is_no_failure():
    def limited(cm):
        return ordref.oci(cm) if len(cm) < 6 else np.nan

    assert check(limited, "oci").passed
