"""From labels to a matrix, what is a matrix, and what every measure promises of its input."""

import itertools
import pickle
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from math import comb

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.metrics
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from small import (
    DTYPES,
    MEASURES,
    all_matrices,
    labels,
    matrices,
    near,
    unrolled,
    within,
)

import ordref
from ordref import confusion_matrix, definitions, mae, sensitivity_per_class
from ordref.confusion import as_matrices

INT64 = np.iinfo(np.int64)
LOW_TO_HIGH = ["low", "mid", "high"]


def ordered(values, categories=LOW_TO_HIGH):
    return pd.Categorical(values, categories, ordered=True)


def refuses(message):
    return pytest.raises(ValueError, match=message)


# ------------------------------------------------------------------- labels: the counts


def test_row_is_the_true_class_and_column_the_predicted():
    assert confusion_matrix([1, 1, 1], [2, 2, 1]).tolist() == [[1, 2], [0, 0]]


def test_counts_are_int64():
    assert confusion_matrix([1, 2], [2, 2]).dtype == np.int64


@given(labels())
def test_counts_are_those_of_the_definition(drawn):
    true, pred, K = drawn
    expected = definitions.confusion_matrix(zip(true, pred, strict=True), K)
    assert confusion_matrix(true, pred, labels=range(1, K + 1)).tolist() == expected


@given(labels(), st.permutations(range(1, 7)))
def test_counts_are_those_of_sklearn_in_any_order_of_the_labels(drawn, order):
    true, pred, _ = drawn
    expected = sklearn.metrics.confusion_matrix(true, pred, labels=order)
    assert confusion_matrix(true, pred, labels=order).tolist() == expected.tolist()


@given(matrices(dtypes=["int64"]))
def test_counting_inverts_unrolling(cm):
    assert (confusion_matrix(*unrolled(cm), labels=range(1, len(cm) + 1)) == cm).all()


@given(labels(), st.integers(0, 40))
def test_matrices_of_the_parts_add_to_the_matrix_of_the_whole(drawn, cut):
    true, pred, K = drawn
    parts = [(true[:cut], pred[:cut]), (true[cut:], pred[cut:])]
    counts = [confusion_matrix(t, p, labels=range(1, K + 1)) for t, p in parts if t]
    assert (sum(counts) == confusion_matrix(true, pred, labels=range(1, K + 1))).all()


@pytest.mark.parametrize("N", [2**16 - 1, 2**16, 2**16 + 1, 2**17 + 3])
def test_no_observation_is_lost_between_chunks(N):
    true, pred = np.random.default_rng(N).integers(-1, 4, (2, N))
    expected = np.zeros((5, 5), dtype=int)
    np.add.at(expected, (true + 1, pred + 1), 1)
    assert (confusion_matrix(true, pred) == expected).all()
    assert (
        confusion_matrix(true, pred, labels=[3, 2, 1, 0, -1]) == expected[::-1, ::-1]
    ).all()


def test_labels_given_are_not_modified():
    true, pred, order = (
        np.array([3, 1, 3]),
        np.array([1, 1, 3]),
        ["never", "used", 3, 1],
    )
    confusion_matrix(true, pred, labels=order)
    assert (true.tolist(), pred.tolist(), order) == (
        [3, 1, 3],
        [1, 1, 3],
        ["never", "used", 3, 1],
    )


@pytest.mark.parametrize(
    ("cm", "message"),
    [
        ([[1, 0]], "cm must be square"),
        ([[1], [0]], "cm must be square"),
        ([[1, 0], [1]], "cm must be square"),
        ([[1.5]], "cm must hold counts"),
        ([[-1]], "cm must hold counts"),
    ],
)
def test_definition_lists_the_observations_of_counts_alone(cm, message):
    with refuses(message):
        definitions.observations(cm)
    assert definitions.observations([[0, 2.0], [1, 0]]) == [(1, 2), (1, 2), (2, 1)]


def test_definition_counts_an_iterator_and_refuses_what_are_no_positions():
    assert definitions.confusion_matrix(iter([(1, 2), (2, 2)]), 2) == [[0, 1], [0, 1]]
    with refuses(r"\(1, 3\) has a class beyond K = 2"):
        definitions.confusion_matrix([(1, 3)], 2)
    for bad in ([(1, 0)], [(0, 1)], [(1.0, 1)], [(1,)], [(1, 2, 3)]):
        with refuses("is not a pair of class positions"):
            definitions.ccr(bad)
    with refuses("there are no observations"):
        definitions.ccr([])


# ------------------------------------------------------------------- labels: the classes


def test_integers_span_smallest_to_largest_and_an_absent_class_keeps_its_place():
    expected = [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    assert confusion_matrix([1, 2, 2, 4], [1, 2, 1, 4]).tolist() == expected


def test_integers_span_both_arguments():
    assert confusion_matrix([0, 0], [0, 2]).tolist() == [
        [1, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
    ]


def test_one_class_is_enough():
    assert confusion_matrix([7, 7], [7, 7]).tolist() == [[2]]


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_every_integer_dtype_counts_the_same(dtype):
    true, pred = np.array([100, 102, 102], dtype), np.array([100, 100, 102], dtype)
    assert confusion_matrix(true, pred).tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 1]]
    assert confusion_matrix(true, pred, labels=[100, 102]).tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize("dtype", ["u1", "u8"])
def test_unsigned_integers_pair_with_negative_ones(dtype):
    assert confusion_matrix(np.array([0, 1], dtype), [-1, 1]).tolist() == [
        [0, 0, 0],
        [1, 0, 0],
        [0, 0, 1],
    ]


def test_one_label_in_int8_and_the_other_far_beyond_it():
    assert confusion_matrix(np.array([127], "i1"), [130])[0, 3] == 1


def test_integers_at_the_lower_limit():
    low = INT64.min
    assert confusion_matrix([low, low + 1], [low + 1, low + 1]).tolist() == [
        [0, 1],
        [0, 1],
    ]


def test_integers_at_the_upper_limit():
    high = INT64.max
    assert confusion_matrix([high, high - 1], [high, high]).tolist() == [[0, 1], [0, 1]]
    assert confusion_matrix([high], [high], labels=[high - 1, high]).tolist() == [
        [0, 0],
        [0, 1],
    ]


@pytest.mark.parametrize("beyond", [[2**70, 1], np.array([2**63, 1], "u8")])
def test_integers_beyond_the_limits_are_refused(beyond):
    with refuses("y_pred holds integers beyond 63 bits"):
        confusion_matrix([1, 1], beyond)


def test_span_over_both_limits_is_refused():
    with refuses(f"{2**64} classes .*labels="):
        confusion_matrix([INT64.min], [INT64.max])


def test_huge_span_is_refused_and_labels_remedy_it():
    with refuses(r"1000000001 classes .*labels="):
        confusion_matrix([0, 10**9], [0, 0])
    assert confusion_matrix([0, 10**9], [0, 0], labels=[0, 10**9]).tolist() == [
        [1, 0],
        [1, 0],
    ]


def test_false_is_before_true():
    for kind in (list, np.array, pd.Series):
        counts = confusion_matrix(kind([True, False]), kind([True, True]))
        assert counts.tolist() == [[0, 1], [0, 1]]


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series, pd.Index])
def test_any_sequence_of_integers(kind):
    assert confusion_matrix(kind([1, 2]), kind([2, 2])).tolist() == [[0, 1], [0, 1]]


def test_objects_that_are_integers_are_integers():
    assert confusion_matrix(np.array([1, np.int8(3)], object), [1, 1]).shape == (3, 3)


def test_nullable_integers_are_integers():
    counts = confusion_matrix(
        pd.Series([1, 3], dtype="Int64"), pd.Series([1, 1], dtype="UInt8")
    )
    assert counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]


def test_index_of_a_series_is_not_looked_at():
    counts = confusion_matrix(
        pd.Series([1, 2], index=[8, 9]), pd.Series([1, 2], index=[9, 8])
    )
    assert counts.tolist() == [[1, 0], [0, 1]]


def test_ordered_categorical_brings_its_order_and_its_unseen_class():
    for kind in (
        ordered,
        lambda v: pd.Series(ordered(v)),
        lambda v: pd.Index(ordered(v)),
    ):
        counts = confusion_matrix(kind(["low", "high"]), kind(["high", "high"]))
        assert counts.tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 1]]


def test_ordered_categorical_orders_plain_labels_beside_it():
    expected = [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert confusion_matrix(ordered(["low"]), ["high"]).tolist() == expected
    assert confusion_matrix(["low"], ordered(["high"])).tolist() == expected


def test_ordered_categorical_keeps_the_gap_between_its_integers():
    counts = confusion_matrix(
        ordered([10, 30], [10, 20, 30]), ordered([10, 10], [10, 20, 30])
    )
    assert counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]


def test_ordered_categorical_of_integers_out_of_their_order():
    counts = confusion_matrix(ordered([3, 1], [3, 2, 1]), ordered([2, 1], [3, 2, 1]))
    assert counts.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 1]]


def test_ordered_categoricals_that_differ_are_refused_and_labels_decide():
    true, pred = ordered(["low"]), ordered(["high"], LOW_TO_HIGH[::-1])
    with refuses(
        r"categories of y_true, .*'low'.*, and of y_pred, .* differ: pass labels="
    ):
        confusion_matrix(true, pred)
    expected = [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert confusion_matrix(true, pred, labels=LOW_TO_HIGH).tolist() == expected


def test_categorical_without_order_is_refused_and_labels_remedy_it():
    true = pd.Categorical(["low", "high"], LOW_TO_HIGH)
    with refuses("y_true is a Categorical without order: pass labels="):
        confusion_matrix(true, true)
    assert confusion_matrix(true, true, labels=LOW_TO_HIGH).tolist() == [
        [1, 0, 0],
        [0, 0, 0],
        [0, 0, 1],
    ]


@pytest.mark.parametrize(
    "without_order",
    [
        ["low", "high"],
        np.array(["low", "high"]),
        pd.Series(["low", "high"]),
        pd.Series(["low", "high"], dtype="string"),
        ["1", "2"],
        [1.0, 2.0],
        np.float32([1, 2]),
        pd.Series([1.0, 2.0], dtype="Float64"),
        [1, "2"],
        [1, 2.5],
        [1j, 2],
        [Fraction(1), Fraction(2)],
    ],
    ids=lambda values: f"{type(values).__name__} {getattr(values, 'dtype', values)}",
)
def test_labels_without_a_known_order_are_refused(without_order):
    with refuses("order of the classes in y_true is unknown .*pass labels="):
        confusion_matrix(without_order, [1, 2])
    with refuses("order of the classes in y_pred is unknown .*pass labels="):
        confusion_matrix([1, 2], without_order)


@pytest.mark.parametrize("kind", [list, np.array, pd.Series, pd.Categorical])
def test_strings_in_the_order_of_labels(kind):
    counts = confusion_matrix(
        kind(["low", "high"]), kind(["mid", "high"]), labels=LOW_TO_HIGH
    )
    assert counts.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 1]]


def test_floats_in_the_order_of_labels():
    assert confusion_matrix([0.5, 2.0], [2, 2], labels=[0.5, 2]).tolist() == [
        [0, 1],
        [0, 1],
    ]


def test_numbers_and_strings_together_stay_apart():
    counts = confusion_matrix([1, "2", 1], ["2", "2", 1], labels=[1, "2"])
    assert counts.tolist() == [[1, 1], [0, 1]]
    with refuses("y_true has '1' at position 0"):
        confusion_matrix(["1"], ["2"], labels=[1, "2"])


@pytest.mark.parametrize(
    "order",
    [[3, 2, 1], (3, 2, 1), range(3, 0, -1), np.array([3, 2, 1]), pd.Series([3, 2, 1])],
)
def test_labels_may_come_in_any_sequence_and_order(order):
    counts = confusion_matrix([1, 3], [2, 3], labels=order)
    assert counts.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 0]]


def test_labels_count_whether_seen_or_not():
    assert confusion_matrix([2], [2], labels=[1, 2, 3]).tolist() == [
        [0, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
    ]


# ------------------------------------------------------------------- labels: bad input


@pytest.mark.parametrize(
    "missing",
    [
        [1.0, float("nan")],
        [1, None],
        ["low", None],
        ["low", float("nan")],
        [pd.Timestamp("2020-01-01"), pd.NaT],
        np.array(["2020-01-01", "NaT"], "M8[D]"),
        pd.Series([1, None], dtype="Int64"),
        pd.Series(["low", None]),
        ordered(["low", None]),
        pd.Categorical(["low", None]),
        np.ma.array([1, 2], mask=[False, True]),
        [1, pd.NA],
        pd.Series(["low", None], dtype="string"),
    ],
    ids=lambda values: f"{type(values).__name__} {values[0]} {values[1]}",
)
def test_missing_value_is_refused_at_its_position(missing):
    with refuses("y_true has a missing value at position 1"):
        confusion_matrix(missing, [1, 2], labels=[1, 2, "low"])
    with refuses("y_pred has a missing value at position 1"):
        confusion_matrix([1, 2], missing, labels=[1, 2, "low"])


def test_masked_array_without_masked_values_is_an_array():
    assert confusion_matrix(np.ma.array([1, 2]), [1, 2]).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("empty", [[], np.array([], int), pd.Series([], dtype=object)])
def test_empty_is_refused(empty):
    with refuses("y_true is empty"):
        confusion_matrix(empty, empty)
    with refuses("y_pred is empty"):
        confusion_matrix([1], empty)


def test_unequal_lengths_are_refused():
    with refuses("y_true has 2 values and y_pred 3"):
        confusion_matrix([1, 2], [1, 2, 3])
    with refuses("y_true has 3 values and y_pred 2"):
        confusion_matrix([1, 2, 3], [1, 2])


@pytest.mark.parametrize(
    "bad",
    [[[1, 2]], [[1], [1, 2]], 1, "abc", {1, 2}, pd.DataFrame({"y": [1, 2]})],
    ids=str,
)
def test_anything_but_one_dimension_is_refused(bad):
    with refuses("y_true must be one-dimensional"):
        confusion_matrix(bad, [1, 2])
    with refuses("y_pred must be one-dimensional"):
        confusion_matrix([1, 2], bad)


@pytest.mark.parametrize(
    ("values", "order"),
    [
        ([1, 2, 9], [1, 2, 3]),
        ([1, 2, 0], [1, 2, 3]),
        ([1, 3, 2], [1, 3]),
        (["low", "mid", "zzz"], LOW_TO_HIGH),
        ([1, 2, "2"], [1, 2]),
        ([1.0, 2.0, 2.5], [1, 2]),
    ],
)
def test_value_outside_labels_is_refused_at_its_position(values, order):
    inside = [order[0]] * 3
    with refuses(
        f"y_true has {values[2]!r} at position 2, which is not among the labels"
    ):
        confusion_matrix(values, inside, labels=order)
    with refuses(
        f"y_pred has {values[2]!r} at position 2, which is not among the labels"
    ):
        confusion_matrix(inside, values, labels=order)


def test_value_outside_the_categories_is_refused_at_its_position():
    with refuses("y_pred has 'zzz' at position 1, which is not among the labels"):
        confusion_matrix(ordered(["low", "low"]), ["low", "zzz"])


def test_first_of_several_values_outside_labels_is_named():
    with refuses("y_true has 7 at position 1"):
        confusion_matrix([1, 7, 0, 7], [1, 1, 1, 1], labels=[1, 2])


@pytest.mark.parametrize(
    "order", [["low", "mid", "low"], [1, 2, 1], [1, 2, 1.0], [0, False]]
)
def test_label_twice_is_refused(order):
    with refuses(r"labels holds .* twice"):
        confusion_matrix([order[0]], [order[0]], labels=order)


@pytest.mark.parametrize("order", [[], np.array([])])
def test_no_label_is_refused(order):
    with refuses("labels is empty"):
        confusion_matrix([1], [1], labels=order)


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT])
def test_missing_label_is_refused(missing):
    with refuses("labels holds a missing value"):
        confusion_matrix([1], [1], labels=[1, missing])


@pytest.mark.parametrize("order", ["abc", [[1, 2]]])
def test_labels_that_are_not_classes_are_refused(order):
    with refuses("labels must be"):
        confusion_matrix(["a"], ["a"], labels=order)


def test_labels_in_a_set_are_refused_for_they_have_no_order():
    with refuses("labels"):
        confusion_matrix(["low"], ["high"], labels={"low", "mid", "high"})


def test_labels_that_are_a_number_are_refused():
    with refuses("labels"):
        confusion_matrix([1], [2], labels=2)


# ------------------------------------------------------------------- matrices: what is accepted


def test_small_matrices_are_all_there_and_once():
    for K, N in [(1, 5), (2, 5), (3, 4), (4, 2)]:
        stack = all_matrices(K, N)
        N_of = stack.sum(axis=(-2, -1))
        assert len(np.unique(stack, axis=0)) == len(stack) == comb(N + K * K, N) - 1
        assert (stack >= 0).all()
        assert (N_of.min(), N_of.max()) == (1, N)


def test_near_allows_the_rounding_of_a_float_and_no_more():
    assert near(0.1 + 0.2, Fraction(3, 10))
    assert not near(0.3 + 2e-15, Fraction(3, 10))
    assert not near(1e-14, 0)
    assert near(np.nan, np.nan)
    assert not near(np.nan, 0)
    assert not near(0.0, np.nan)


@pytest.mark.parametrize("dtype", [*DTYPES, "bool", "longdouble"])
def test_numbers_of_any_dtype_become_float64(dtype):
    array = as_matrices(np.array([[1, 0], [1, 1]], dtype))
    assert array.dtype == np.float64
    assert array.tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    "shape", [(2, 2), (1, 1), (0, 3, 3), (5, 2, 2), (2, 3, 4, 4), (2, 0, 3, 3)]
)
def test_stack_of_any_shape_keeps_its_shape(shape):
    assert as_matrices(np.ones(shape)).shape == shape


def test_nested_lists_may_be_a_stack():
    assert as_matrices([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])[1].tolist() == [
        [5, 6],
        [7, 8],
    ]


def test_fractions_stay_fractions():
    array = as_matrices([[Fraction(1, 3), 0], [0, 1]])
    assert array.dtype == object
    assert array.tolist() == [[Fraction(1, 3), 0], [0, 1]]


def test_symbols_stay_symbols():
    n, m = sp.symbols("n m")
    assert as_matrices([[n, sp.sqrt(2)], [n + m, 0]]).tolist() == [
        [n, sp.sqrt(2)],
        [n + m, 0],
    ]


def test_masked_matrix_without_masked_entries_is_an_array():
    assert as_matrices(np.ma.array([[1, 0], [0, 1]])).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("mass", [1e-100, 1e100])
def test_mass_within_the_limits_is_accepted(mass):
    assert as_matrices([[mass]]).tolist() == [[mass]]


# ------------------------------------------------------------------- matrices: bad input

BAD = {
    "a number": (3, "cm must have shape"),
    "a vector": ([1, 2], "cm must have shape"),
    "nothing": ([], "cm must have shape"),
    "None": (None, "cm must have shape"),
    "not square": ([[1, 2, 3], [4, 5, 6]], "cm must have shape"),
    "a stack of not square": (np.ones((4, 2, 3)), "cm must have shape"),
    "ragged": ([[1], [1, 2]], "cm must be square"),
    "no class": (np.ones((0, 0)), "cm is empty"),
    "a stack without class": (np.ones((3, 0, 0)), "cm is empty"),
    "negative": ([[1, 0], [-1, 1]], r"cm has a negative entry, -1.0, at \(1, 0\)"),
    "NaN": ([[1, np.nan], [0, 1]], r"cm has a NaN entry, nan, at \(0, 1\)"),
    "infinite": ([[1, 0], [0, np.inf]], r"cm has an infinite entry, inf, at \(1, 1\)"),
    "NaN in a stack": (
        [np.eye(2), [[1, 0], [0, np.nan]]],
        r"NaN entry, nan, at \(1, 1, 1\)",
    ),
    "infinite float16": (np.array([[np.inf]], "f2"), "cm has an infinite entry"),
    "beyond float64": (np.array([["1e400"]], "longdouble"), "cm has an infinite entry"),
    "no mass": ([[0, 0], [0, 0]], "cm has no mass"),
    "one without mass": ([np.eye(2), np.zeros((2, 2))], "cm has no mass"),
    "one of a stack without mass": (
        [[np.eye(2), np.zeros((2, 2))], [np.zeros((2, 2)), np.eye(2)]],
        r"cm has no mass at \(0, 1\)",
    ),
    "one of a stack too heavy": (
        [np.eye(2), np.full((2, 2), 1e100)],
        r"entries of cm must sum to between .* at \(1,\)",
    ),
    "Fractions without mass": ([[Fraction(0)]], "cm has no mass"),
    "a whole number too heavy": ([[10**400]], "entries of cm must sum to between"),
    "a whole number too heavy beside a float": (
        [[10**400, 0.5], [0, 1]],
        "entries of cm must sum to between",
    ),
    "Fractions too light": ([[Fraction(1, 10**400)]], "entries of cm must sum"),
    "too heavy": ([[1e100, 1e100], [0, 0]], "entries of cm must sum to between"),
    "an infinite sum": ([[1e308, 1e308], [0, 0]], "entries of cm must sum to between"),
    "too light": ([[1e-101]], "entries of cm must sum to between"),
    "complex": ([[1j]], "cm must hold numbers"),
    "frame of objects: None": (
        pd.DataFrame([[1, 0, 0], [0, None, 0], [0, 0, 1]], dtype=object),
        r"cm has an unsupported entry, None, at \(1, 1\)",
    ),
    "frame of objects: too heavy": (
        pd.DataFrame([[0.0, 10**400, 0], [0, 0, 0], [0, 0, 0]], dtype=object),
        "entries of cm must sum to between",
    ),
    "frame of dates": (
        pd.DataFrame(np.zeros((3, 3), "M8[s]")),
        "cm must hold numbers",
    ),
    "complex frame": (pd.DataFrame([[1 + 2j]]), "cm must hold numbers"),
    "strings": ([["1", "2"], ["3", "4"]], "cm must hold numbers"),
    "dates": (np.ones((1, 1), "M8[D]"), "cm must hold numbers"),
    "masked": (np.ma.array([[1, 0], [0, 1]], mask=np.eye(2)), "cm has masked entries"),
    "objects: string": (
        np.array([["a"]], object),
        r"cm has an unsupported entry, 'a', at \(0, 0\)",
    ),
    "objects: None": (
        [[1, None], [0, 1]],
        r"cm has an unsupported entry, None, at \(0, 1\)",
    ),
    "objects: pd.NA": (
        [[1, pd.NA], [0, 1]],
        r"cm has an unsupported entry, <NA>, at \(0, 1\)",
    ),
    "objects: complex": (np.array([[1j]], object), "cm has an unsupported entry"),
    "objects: NaN": (np.array([[np.nan]], object), "cm has a NaN entry"),
    "objects: Decimal": ([[Decimal(1)]], "cm has an unsupported entry, Decimal"),
    "objects: a truth": (np.array([[sp.true]], object), "cm has an unsupported entry"),
    "objects: infinite": (np.array([[np.inf]], object), "cm has an infinite entry"),
    "objects: -infinite": (
        np.array([[-np.inf]], object),
        "cm has an infinite entry, -inf",
    ),
    "objects: Fraction": (
        [[Fraction(-1, 2)]],
        r"cm has a negative entry, Fraction\(-1, 2\)",
    ),
    "sympy nan": ([[sp.nan]], "cm has an? .* entry, nan"),
    "sympy oo": ([[sp.oo]], "cm has an? .* entry, oo"),
    "sympy -oo": ([[-sp.oo]], "cm has an? .* entry, -oo"),
    "sympy zoo": ([[sp.zoo]], "cm has a non-finite entry, zoo"),
    "sympy -1": ([[sp.Integer(-1)]], "cm has a negative entry, -1"),
    "sympy -sqrt(2)": ([[-sp.sqrt(2)]], "cm has a negative entry"),
    "sympy negative": ([[sp.Symbol("n", negative=True)]], "cm has a negative entry, n"),
    "sympy negative or -oo": (
        [[sp.Symbol("n", extended_negative=True)]],
        "cm has a negative entry, n",
    ),
    "sympy I": ([[sp.I]], "cm has a non-finite entry, I"),
}
bad_input = pytest.mark.parametrize(("bad", "message"), BAD.values(), ids=BAD)


@bad_input
def test_bad_matrix_is_refused(bad, message):
    with refuses(message):
        as_matrices(bad)


# ------------------------------------------------------------------- matrices: DataFrames


def crosstab(true, pred, **options):
    return pd.crosstab(
        pd.Series(true, name="true"), pd.Series(pred, name="pred"), **options
    )


def test_crosstab_of_integers_is_a_matrix():
    frame = crosstab([1, 2, 2, 3], [2, 1, 2, 3])
    assert as_matrices(frame).tolist() == [[0, 1, 0], [1, 1, 0], [0, 0, 1]]


def test_crosstab_of_shares_is_a_matrix():
    assert as_matrices(crosstab([1, 2], [1, 2], normalize=True)).tolist() == [
        [0.5, 0],
        [0, 0.5],
    ]


def test_crosstab_of_all_ordered_categories_is_a_matrix():
    frame = crosstab(ordered(["low", "high"]), ordered(["high", "high"]), dropna=False)
    assert as_matrices(frame).tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float64", "Int64"])
def test_frame_may_go_from_the_highest_class_to_the_lowest(dtype):
    classes = pd.Index([2, 1], dtype=dtype)
    frame = pd.DataFrame([[1, 2], [3, 4]], index=classes, columns=classes)
    assert as_matrices(frame).tolist() == [[1, 2], [3, 4]]


def test_frame_of_nullable_integers_is_a_matrix_of_floats():
    frame = crosstab([1, 2, 2], [1, 2, 1]).astype("Int64")
    assert as_matrices(frame).dtype == np.float64
    assert as_matrices(frame).tolist() == [[1, 0], [1, 1]]
    with refuses("cm has a NaN entry"):
        as_matrices(frame.mask(frame == 0))


def test_frame_of_strings_in_class_order_is_a_matrix():
    frame = crosstab(LOW_TO_HIGH, LOW_TO_HIGH).loc[LOW_TO_HIGH, LOW_TO_HIGH]
    assert as_matrices(frame).tolist() == np.eye(3).tolist()


FRAMES = {
    "class never predicted": (crosstab([1, 2, 3], [1, 2, 2]), "reindex both"),
    "class never true": (crosstab([1, 2, 2], [1, 2, 3]), "reindex both"),
    "columns in another order": (
        crosstab([1, 2], [1, 2])[[2, 1]],
        "must be the same classes in the same order",
    ),
    "gap in the classes": (
        crosstab([1, 2, 4], [1, 2, 4]),
        r"\[1, 2, 4\], which are not consec",
    ),
    "class twice": (
        pd.DataFrame(np.eye(2), index=[1, 1], columns=[1, 1]),
        "cm has a class twice",
    ),
    "margins of integers": (
        crosstab([1, 2], [1, 2], margins=True),
        "cm ends in totals",
    ),
    "margins of strings": (
        crosstab(["a", "b"], ["a", "b"], margins=True),
        "cm ends in totals",
    ),
    "margins of categories": (
        crosstab(ordered(LOW_TO_HIGH), ordered(LOW_TO_HIGH), margins=True),
        "cm ends in totals",
    ),
    "totals of another name": (
        crosstab(LOW_TO_HIGH, LOW_TO_HIGH, margins=True, margins_name="Total"),
        "cm ends in totals",
    ),
    "totals of another name, of a table that is not symmetric": (
        crosstab(
            ["low", "low", "mid", "high"],
            ["high", "low", "high", "mid"],
            margins=True,
            margins_name="Total",
        ),
        "cm ends in totals",
    ),
    "gap in classes of numpy": (
        pd.DataFrame(
            np.eye(3),
            index=np.array([np.int64(0), 1, np.int8(3)], object),
            columns=np.array([np.int64(0), 1, np.int8(3)], object),
        ),
        r"\[0, 1, 3\], which are not consec",
    ),
    "infinite class": (
        pd.DataFrame(np.eye(2), index=[-np.inf, 1.0], columns=[-np.inf, 1.0]),
        "in the order of the alphabet",
    ),
    "gap in float classes": (
        crosstab([1.0, 2.0, 4.0], [1.0, 2.0, 4.0]),
        "which are not consec",
    ),
    "strings in the order of the alphabet": (
        crosstab(LOW_TO_HIGH, LOW_TO_HIGH),
        r"\['high', 'low', 'mid'\] in the order of the alphabet",
    ),
    "categories without order": (
        crosstab(pd.Categorical(LOW_TO_HIGH), pd.Categorical(LOW_TO_HIGH)),
        "categories of cm have no order",
    ),
    "category dropped": (
        crosstab(ordered(["low", "high"]), ordered(["low", "high"])),
        r"cm leaves out .*\['low', 'mid', 'high'\].*dropna=False",
    ),
    "categories in another order": (
        crosstab(ordered(LOW_TO_HIGH), ordered(LOW_TO_HIGH)).iloc[::-1, ::-1],
        "cm leaves out or reorders",
    ),
}


@pytest.mark.parametrize(("frame", "message"), FRAMES.values(), ids=FRAMES)
def test_frame_that_is_not_a_confusion_matrix_is_refused(frame, message):
    with refuses(message):
        as_matrices(frame)


@pytest.mark.parametrize(
    "frame", [pytest.param(f, id=k) for k, (f, _) in FRAMES.items()]
)
def test_bad_frame_would_pass_as_an_array_or_is_not_square(frame):
    """The negative control: what is refused above is refused for its labels alone."""
    counts = frame.to_numpy()
    assert counts.shape[0] != counts.shape[1] or (as_matrices(counts) == counts).all()


# ------------------------------------------------------------------- what every measure promises

COUNTS = [[4, 1, 0], [0, 6, 0], [1, 2, 2]]
every_measure = pytest.mark.parametrize("measure", MEASURES, ids=lambda m: m.__name__)


def same(values, expected):
    np.testing.assert_array_equal(values, expected)  # nan where nan
    return True


@every_measure
@bad_input
def test_every_measure_refuses_a_bad_matrix(measure, bad, message):
    with refuses(message):
        measure(bad)


@every_measure
def test_every_measure_refuses_a_bad_frame(measure):
    with refuses("cm ends in totals"):
        measure(crosstab([1, 2], [1, 2], margins=True))


FORMS = {
    "tuple": tuple(map(tuple, COUNTS)),
    "float": np.array(COUNTS, float),
    "uint8": np.array(COUNTS, np.uint8),
    "float32": np.array(COUNTS, np.float32),
    "DataFrame": pd.DataFrame(COUNTS),
    "F-ordered": np.asfortranarray(COUNTS),
    "transposed": np.array(COUNTS).T.copy().T,
    "not contiguous": np.repeat(np.repeat(COUNTS, 2, 0), 3, 1)[::2, ::3],
    "negative strides": np.array(COUNTS)[::-1, ::-1].copy()[::-1, ::-1],
    "masked": np.ma.array(COUNTS),
    "read-only": np.frombuffer(np.array(COUNTS).tobytes(), np.int64).reshape(3, 3),
}


@every_measure
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_measure_takes_every_form_of_a_matrix(measure, form):
    assert same(measure(form), measure(COUNTS))


@every_measure
def test_every_measure_takes_booleans_as_counts(measure):
    one_each = [[True, False], [True, True]]
    assert same(measure(one_each), measure([[1, 0], [1, 1]]))


@every_measure
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_measure_sums_beyond_the_range_of_a_small_dtype(measure, dtype):
    counts = [[100, 90], [80, 110]]  # sums to 380: beyond 8 bits
    assert same(measure(np.array(counts, dtype)), measure(counts))


@every_measure
def test_every_measure_sums_beyond_64_bits(measure):
    counts = np.array([[2**62, 2**60], [2**61, 2**62]])
    assert same(measure(counts), measure(counts.astype(float)))


@every_measure
def test_every_measure_of_a_stack_is_the_stack_of_the_measures(measure):
    stack = np.random.default_rng(0).integers(1, 9, (2, 3, 4, 4))
    singles = [[measure(cm) for cm in row] for row in stack]
    assert same(measure(stack), singles)


@every_measure
def test_every_measure_of_an_empty_stack_is_empty(measure):
    assert np.asarray(measure(np.ones((0, 3, 3)))).shape[0] == 0


@every_measure
def test_every_measure_leaves_its_input_alone(measure):
    for dtype in (np.float64, np.int64, object):
        cm = np.array([COUNTS, COUNTS], dtype)
        measure(cm)
        assert (cm == [COUNTS, COUNTS]).all()


@every_measure
@pytest.mark.parametrize("dtype", ["uint8", "int64", "float32", "float64"])
def test_every_measure_of_one_matrix_is_a_python_float(measure, dtype):
    value = measure(np.array(COUNTS, dtype))
    # A value per class is an array, and then of float64.
    assert type(value) is float or (value.ndim == 1 and value.dtype == np.float64)


def test_measures_are_those_of_a_confusion_matrix():
    """The parametrisation above is not empty, and finds its measures by their argument."""
    assert {mae, sensitivity_per_class} <= set(MEASURES)
    assert confusion_matrix not in MEASURES


# ------------------------------------------------------------------- matrices: objects


def objects(cm, kind=lambda entry: entry):
    """The matrix as an object array of entries of one kind."""
    return np.vectorize(kind, otypes=[object])(cm)


@every_measure
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, int])
def test_integers_among_objects_do_not_wrap_around(measure, kind):
    top = min(np.iinfo(kind).max if kind is not int else 2**70, 2**60)
    counts = [[top, top - 1, 0], [top, 1, top], [0, top, top - 3]]
    assert np.asarray(measure(objects(counts, kind)), float) == pytest.approx(
        np.asarray(measure(objects(counts, Fraction)), float), abs=1e-12
    )


RATIONAL = [
    ordref.ccr, ordref.mer, ordref.minimum_sensitivity, ordref.mae, ordref.mse,
    ordref.amae, ordref.mmae, ordref.goodman_kruskal_gamma, ordref.somers_d,
    ordref.weighted_kappa, ordref.oci, ordref.oci_prime, ordref.uoc,
]  # fmt: skip


def test_integers_among_the_objects_of_a_frame_do_not_wrap_around():
    counts = [[np.int8(100), np.int8(90), 0], [1, np.int8(100), 0], [0, 0, 3]]
    frame = pd.DataFrame(objects(counts))
    assert mae(frame) == Fraction(91, 294)
    totals = pd.DataFrame(
        [[np.int8(100), np.uint8(90), np.int16(190)], [1, 2, 3], [101, 92, 193]]
    ).astype(object)
    with refuses("cm ends in totals"):
        mae(totals)


@pytest.mark.parametrize("measure", RATIONAL, ids=lambda m: m.__name__)
def test_quotients_of_whole_numbers_among_objects_are_fractions(measure):
    exact = measure(objects(COUNTS, Fraction))
    for kind in (int, np.int8, bool):
        counts = COUNTS if kind is not bool else np.array(COUNTS) > 0
        value = measure(objects(counts, kind))
        assert type(value) is Fraction
    assert measure(objects(COUNTS, int)) == exact


@every_measure
def test_floats_among_objects_are_floats(measure):
    shares = [[0.5, 0.0, 1.0], [2.5, 0.75, 0.25], [0.75, 0.0, 0.25]]
    if measure in (ordref.r_int, ordref.r_int_2008):
        shares = np.multiply(4, shares)
    mixed = objects(shares)
    mixed[0, 0], mixed[0, 1] = Fraction(mixed[0, 0]), 0
    for form in (objects(shares), objects(shares, np.float32), mixed):
        assert same(measure(form), measure(shares))


def test_sympy_floats_are_floats_and_other_numbers_of_sympy_stay_exact():
    floats = as_matrices([[sp.Float("0.5"), 1], [sp.Rational(1, 4), sp.sqrt(4) / 2]])
    assert floats.dtype == np.float64
    assert floats.tolist() == [[0.5, 1], [0.25, 1]]
    exact = as_matrices([[sp.Rational(1, 2), 1], [sp.sqrt(2), 0]])
    assert exact.tolist() == [[sp.Rational(1, 2), 1], [sp.sqrt(2), 0]]


def test_numpy_numbers_beside_symbols_do_not_wrap_around():
    n = sp.Symbol("n", positive=True)
    cm = np.array([[np.int8(100), np.int8(100)], [n, np.int8(0)]], object)
    assert ordref.ccr(cm) == 100 / (200 + n)
    half = np.array([[np.float16(0.5), n], [n, 1]], object)
    assert type(as_matrices(half)[0, 0]) is float


@pytest.mark.parametrize("kind", [float, int, np.int8])
def test_uoc_of_an_object_array_ends(kind):
    cm = np.array([[0.3, 0, 1], [2.5, 0.7, 0.3], [0.7, 0, 0.3]])
    cm = cm if kind is float else np.rint(10 * cm)
    with within(20):
        value = float(ordref.uoc(objects(cm, kind)))
    assert value == pytest.approx(ordref.uoc(cm), abs=1e-12)


def test_what_does_not_end_is_noticed():
    """The negative control of the time limit."""
    with within(0.05), pytest.raises(TimeoutError):
        for _ in itertools.count():
            pass


# ------------------------------------------------------------------- what is no array


def numbers(values):
    yield from values


class Tensor:
    """As much of a tensor as gets in the way: its items are tensors that know no equal."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def __array__(self, dtype=None, copy=None):
        return self.values.astype(dtype or self.values.dtype)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, k):
        return Tensor(self.values[k])

    def __iter__(self):
        return map(Tensor, self.values)

    def tolist(self):
        return self.values.tolist()


class OnDevice(Tensor):
    def __array__(self, dtype=None, copy=None):
        raise TypeError("can't convert device tensor to numpy")


def test_a_tensor_is_an_array_of_labels():
    counts = confusion_matrix(Tensor([1, 3]), Tensor([2, 3]), labels=Tensor([3, 2, 1]))
    assert counts.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert mae(Tensor([[1, 0], [1, 1]])) == 1 / 3


def test_what_refuses_to_be_an_array_is_refused_by_name():
    with refuses("cannot read y_pred as an array.*device"):
        confusion_matrix([1], OnDevice([1]))
    with refuses("cannot read cm as an array.*device"):
        mae(OnDevice([[1]]))


def test_iterators_and_sparse_matrices_are_refused_with_the_remedy():
    with refuses(r"give y_true as a list, not as a generator: list\(y_true\)"):
        confusion_matrix(numbers([1, 2]), [1, 2])
    with refuses(r"give y_pred as a list, not as a map: list\(y_pred\)"):
        confusion_matrix([1, 2], map(int, "12"))
    with refuses(r"labels must be a sequence .* not <generator"):
        confusion_matrix([1, 2], [1, 2], labels=numbers([1, 2]))
    with refuses(r"give cm as a list, not as a generator: list\(cm\)"):
        mae(numbers([[1, 0], [0, 1]]))
    for form in (scipy.sparse.eye_array(2), scipy.sparse.csr_matrix(np.eye(2))):
        with refuses(r"give cm as an array that is not sparse: cm.toarray\(\)"):
            mae(form)
        with refuses(r"give y_true as an array .* y_true.toarray\(\)"):
            confusion_matrix(form, [1, 2])


def test_labels_of_unequal_length_are_refused():
    with refuses("labels must be"):
        confusion_matrix([1], [1], labels=[[1], [1, 2]])


@pytest.mark.parametrize("what", [dict, set, str])
def test_what_has_no_shape_is_named_by_its_kind(what):
    with refuses(f"y_true must be one-dimensional.*not a {what.__name__}"):
        confusion_matrix(what(), [1])


# ------------------------------------------------------------------- labels of polars


def test_polars_enum_brings_its_order_and_its_unseen_class():
    pl = pytest.importorskip("polars")
    enum = pl.Enum(LOW_TO_HIGH)
    true, pred = (pl.Series(v, dtype=enum) for v in (["low", "high"], ["high", "high"]))
    expected = [[0, 0, 1], [0, 0, 0], [0, 0, 1]]
    assert confusion_matrix(true, pred).tolist() == expected
    assert confusion_matrix(true, ["high", "high"]).tolist() == expected
    missing = pl.Series(["low", None], dtype=enum)
    with refuses("y_true has a missing value at position 1"):
        confusion_matrix(missing, pred)
    assert confusion_matrix(true, pred, labels=pl.Series(LOW_TO_HIGH)).shape == (3, 3)


def test_polars_categorical_has_no_order():
    pl = pytest.importorskip("polars")
    true = pl.Series(["low", None, "high"], dtype=pl.Categorical)
    with refuses("y_true has a missing value at position 1"):
        confusion_matrix(true, true, labels=LOW_TO_HIGH)
    true = true.drop_nulls()
    with refuses("y_true is a Categorical without order: pass labels=.*Enum"):
        confusion_matrix(true, true)
    assert confusion_matrix(true, true, labels=LOW_TO_HIGH).tolist() == [
        [1, 0, 0],
        [0, 0, 0],
        [0, 0, 1],
    ]


# ------------------------------------------------------------------- many classes


def test_a_table_of_many_classes_is_counted_in_the_memory_that_it_takes():
    K, N = 2000, 3 * 2**16
    true = np.arange(N) % K
    counts = confusion_matrix(true, (true + 1) % K)
    assert counts.sum() == N
    assert (counts[np.arange(K), (np.arange(K) + 1) % K] == np.bincount(true)).all()
    tracemalloc.start()
    confusion_matrix(true, true)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.5 * 8 * K * K


# ------------------------------------------------------------------- labels in place of a matrix

LINE = r"write ordref.{}\(ordref.confusion_matrix\(y_true, y_pred, labels=\[...\]\)"


@every_measure
def test_labels_in_place_of_a_matrix_are_answered_with_the_line_to_write(measure):
    line = LINE.format(measure.__name__)
    with refuses(line):
        measure([1, 2, 3], [1, 2, 2])
    with refuses(line):
        measure(np.array(["low", "high"]), pd.Series(["low", "low"]))
    with refuses(line):
        measure(y_true=[1, 2, 3], y_pred=[1, 2, 2])
    with refuses("count labels with confusion_matrix"):
        measure([1, 2, 3])


def test_options_are_given_by_name():
    with refuses(
        r"weighted_kappa takes one confusion matrix cm, and its options by name: weights="
    ):
        ordref.weighted_kappa([[1, 0], [0, 1]], "quadratic")
    with refuses("mae takes one confusion matrix"):
        mae([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    with pytest.raises(TypeError, match="unexpected keyword argument 'weight'"):
        ordref.weighted_kappa([[1, 0], [0, 1]], weight="quadratic")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'cm'"):
        mae()


@every_measure
def test_measures_can_be_sent_to_another_process(measure):
    assert pickle.loads(pickle.dumps(measure)) is measure
