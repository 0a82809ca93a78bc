"""From labels to a matrix: how they are counted, their classes, and what is refused."""

import sys
import tracemalloc
from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sklearn.metrics
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from small import (
    LOW_TO_HIGH,
    labels,
    matrices,
    ordered,
    unrolled,
)

from ordref import confusion_matrix, definitions, mae
from ordref.confusion import check_number, coded, shared_order

INT64 = np.iinfo(np.int64)


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


@pytest.mark.parametrize("late", [-2, 7, 400])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("dtype", [np.int16, np.int64])
def test_a_class_first_seen_after_many_others_has_its_place(late, side, dtype):
    pair = np.random.default_rng(3).integers(0, 5, (2, 2**17 + 3)).astype(dtype)
    pair[side, -1] = late
    lowest, highest = min(0, late), max(4, late)
    expected = np.zeros((highest - lowest + 1,) * 2, dtype=int)
    np.add.at(expected, tuple(pair.astype(int) - lowest), 1)
    assert (confusion_matrix(*pair) == expected).all()


def test_too_many_classes_are_refused_however_late_they_are_seen():
    true = np.zeros(2**17, dtype=int)
    true[2**16 :] = np.arange(2**16)
    with pytest.raises(ValueError, match=r"^65536 classes make a table too large"):
        confusion_matrix(true, true)


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


@pytest.mark.parametrize(
    "beyond", [[2**70, 1], [1, -(2**63) - 1], np.array([2**63, 1], "u8")]
)
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


def test_index_of_a_series_aligns_nothing():
    counts = confusion_matrix(
        pd.Series([1, 2], index=[8, 9]), pd.Series([1, 2], index=[9, 7])
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


def test_integers_in_the_order_of_labels_that_are_floats():
    assert confusion_matrix([1, 2], [2, 2], labels=[1.0, 2.0]).tolist() == [
        [0, 1],
        [0, 1],
    ]


def test_labels_of_two_kinds_in_an_array_of_strings():
    values = np.array(["a", "b"])
    assert confusion_matrix(values, values, labels=["a", 1, "b"]).tolist() == [
        [1, 0, 0],
        [0, 0, 0],
        [0, 0, 1],
    ]


def test_a_category_that_nobody_has_need_not_be_among_the_labels():
    true = ordered(["low", "mid"])
    assert confusion_matrix(true, true, labels=["low", "mid"]).tolist() == [
        [1, 0],
        [0, 1],
    ]


def test_objects_at_the_limits_of_63_bits():
    for limit in (INT64.min, INT64.max):
        assert confusion_matrix(np.array([limit], object), [limit]).tolist() == [[1]]


def test_neither_pandas_nor_polars_is_needed(monkeypatch):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    assert confusion_matrix([1, 2], [2, 2]).tolist() == [[0, 1], [0, 1]]


def test_places_are_those_of_int64_in_every_part():
    for side, order in (ordered(["mid", "low"]), None), ([7, 3], [3, 5, 7]):
        places, N, classes = coded("y_true", side, order)
        assert (N, len(classes)) == (2, 3)
        assert places(slice(0, 2)).dtype == np.int64
        assert classes[places(slice(0, 1))[0]] == side[0]
        assert classes[places(slice(1, 2))[0]] == side[1]


def test_the_order_of_several_arguments_spans_all_of_them():
    assert shared_order(y_true=[2], first=[5], second=[3]) == range(2, 6)
    assert shared_order(first=["low"], second=ordered(["low"])) == LOW_TO_HIGH
    with refuses(r"classes in first is unknown \(its first value is 'b'\)"):
        shared_order(y_true=[1], first=["b", "a"])


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
        (["1", "2", 2], ["1", "2"]),
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
    ("values", "order", "value"),
    [
        (np.array([3, 1, 0]), [1, 2, 3], 0),
        (np.array([1, 1, 5]), [1, 3, 4], 5),
        (np.array([5, 5, 4]), [5], 4),
        (np.array(["a", "a", "b"]), ["a"], "b"),
        (np.array(["a", "a", "b"], object), ["a"], "b"),
        (np.array(["a", "a", "b"]), ["a", "b\0"], "b"),
        (np.array(["1", "1", "2"]), ["1", 2], "2"),
        (np.array([2**53, 2**53, 2**53 + 1]), [0.5, 2**53], 2**53 + 1),
        (np.array([2**54, 2**54, 2**54 + 1]), [2.0**54, 2.0**55], 2**54 + 1),
        (ordered(["low", "low", "high"]), ["low", "mid"], "high"),
    ],
    ids=str,
)
def test_value_outside_labels_is_found_however_it_is_looked_up(values, order, value):
    with refuses(f"y_true has {value!r} at position 2, which is not among the labels"):
        confusion_matrix(values, values, labels=order)


@pytest.mark.parametrize(("value", "order"), [(1, ["a", "b"]), ("1", [1, 2])])
def test_numbers_are_no_strings(value, order):
    values = np.array([value, value])
    with refuses(f"y_true has {value!r} at position 0"):
        confusion_matrix(values, values, labels=order)


def test_as_many_classes_as_a_table_can_hold():
    check_number(10_000)
    for ends in ([0, 10_000], [-5000, 5000]):
        with refuses("10001 classes make a table too large to hold"):
            confusion_matrix(ends, ends)
    with refuses("10001 classes"):
        confusion_matrix([1], [1], labels=range(10_001))


@pytest.mark.parametrize(
    "order", [["low", "mid", "low"], [1, 2, 1], [1, 2, 1.0], [0, False]]
)
def test_label_twice_is_refused(order):
    with refuses(r"labels holds .* twice"):
        confusion_matrix([order[0]], [order[0]], labels=order)


def test_the_label_that_comes_twice_is_named():
    with refuses("labels holds 3 twice"):
        confusion_matrix([1], [1], labels=[1, 2, 3, 3])


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


def test_labels_without_a_length_or_without_an_order_are_refused():
    class Endless:
        def __getitem__(self, k):
            return k

    for bad in (Endless(), {"low": 1, "high": 2}, {1, 2}):
        with refuses("labels must be a sequence of classes"):
            confusion_matrix([1], [1], labels=bad)


def test_labels_that_are_a_number_are_refused():
    with refuses("labels"):
        confusion_matrix([1], [2], labels=2)


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


# ------------------------------------------------------------------- looked up in parts

CLASSES = ["low", "", "mid", "high"]
LOOKED_UP = {
    "strings": (np.array(CLASSES), CLASSES),
    "floats": (np.array([0.5, -2, 7, 1e9]), [0.5, -2, 7, 1e9]),
    "float16": (np.array([0.5, -2, 7, 8], "f2"), [7, 0.5, 8, -2]),
    "integers with gaps": (np.array([1, 5, -3, 2**40]), [5, 1, 2**40, -3]),
    "booleans": (np.array([True, False]), [True, False]),
    "int8": (np.array([3, -128, 127], "i1"), [127, 3, -128]),
    "beyond float64": (np.array([2**53, 2**53 + 1]), [2**53 + 1, 2**53]),
    "zeros at the end": (np.array(["a", "b"]), ["b\0", "b", "a"]),
}


@pytest.mark.parametrize(("seen", "labels"), LOOKED_UP.values(), ids=LOOKED_UP)
def test_labels_looked_up_in_parts_are_those_of_the_definition(seen, labels):
    rng = np.random.default_rng(4)
    t, p = seen[rng.integers(0, len(seen), (2, 2**16 + 40))]
    place = {label: k for k, label in enumerate(labels)}
    expected = np.zeros((len(labels), len(labels)), dtype=int)
    for pair in zip(t.tolist(), p.tolist(), strict=True):
        expected[place[pair[0]], place[pair[1]]] += 1
    assert (confusion_matrix(t, p, labels=labels) == expected).all()


@pytest.mark.parametrize("values", [["low"], [0.5], [10]], ids=str)
def test_value_outside_labels_is_found_in_a_later_part(values):
    known, unknown = np.array(values * 70_001), type(values[0])(99)
    other = known.astype(object)
    other[-1] = unknown
    other = other.astype(np.array([values[0], unknown]).dtype)
    with refuses("y_pred has .*99.* at position 70000, which is not among the labels"):
        confusion_matrix(known, other, labels=[*values, type(values[0])(77)])


@pytest.mark.parametrize(
    "kind", ["strings", "floats", "Categorical", "int8", "bool", "Series"]
)
def test_memory_does_not_grow_with_the_observations(kind):
    codes = np.random.default_rng(5).integers(0, 2, 3 * 10**6)
    labels = ["low", "high"] if kind == "strings" else [0, 1]
    values = {
        "strings": lambda: np.array(labels)[codes],
        "floats": lambda: codes * 1.0,
        "Categorical": lambda: pd.Categorical.from_codes(codes, labels, ordered=True),
        "int8": lambda: codes.astype(np.int8),
        "bool": lambda: codes > 0,
        "Series": lambda: pd.Series(codes),
    }[kind]()
    tracemalloc.start()
    confusion_matrix(values, values, labels=labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5e6


# ------------------------------------------------------------------- odd labels


def test_an_instant_is_one_in_any_unit():
    days = ["2020-01-01", "2020-06-30"]
    forms = [np.array(days, f"M8[{unit}]") for unit in ("D", "s", "ms", "us", "ns")]
    forms += [[date(2020, 1, 1), date(2020, 6, 30)], list(pd.to_datetime(days))]
    forms += [pd.Series(pd.to_datetime(days)), [np.datetime64(day) for day in days]]
    for y in forms:
        for order in forms:
            assert confusion_matrix(y, forms[0], labels=order).tolist() == [
                [1, 0],
                [0, 1],
            ]
    with refuses(r"y_true has datetime.datetime\(2020, 6, 30, 0, 0\) at position 1"):
        confusion_matrix(forms[4], forms[4], labels=forms[0][:1])
    # What is closer together than Python tells stays apart.
    near = np.array([0, 1], "M8[ns]")
    assert confusion_matrix(near, near, labels=near).tolist() == [[1, 0], [0, 1]]
    spans = [np.array([1, 2], "m8[s]"), np.array([10**9, 2 * 10**9], "m8[ns]")]
    assert confusion_matrix(*spans, labels=spans[1]).tolist() == [[1, 0], [0, 1]]
    months = np.array([1, 2], "m8[M]")
    assert confusion_matrix(months, months, labels=months).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        (np.array(["a", None], np.dtypes.StringDType(na_object=None)), "at position 1"),
        (
            np.array(["a", np.nan], np.dtypes.StringDType(na_object=np.nan)),
            "position 1",
        ),
        ([Decimal(1), Decimal("sNaN")], "y_true has a missing value at position 1"),
        (pd.MultiIndex.from_tuples([(1, 2), (3, 4)]), r"y_true.get_level_values"),
    ],
    ids=str,
)
def test_odd_labels_are_refused_in_words(odd, message):
    with refuses(message):
        confusion_matrix(odd, ["a", "a"], labels=["a", "b"])


def test_strings_of_numpy_that_are_all_there_are_labels():
    for options in ({}, {"na_object": None}):
        words = np.array(["low", "high"], np.dtypes.StringDType(**options))
        found = confusion_matrix(words, words, labels=["low", "high"])
        assert found.tolist() == [[1, 0], [0, 1]]


def test_a_label_that_signals_is_missing():
    with refuses("labels holds a missing value"):
        confusion_matrix([1], [1], labels=[1, Decimal("sNaN")])


# ------------------------------------------------------------------- weights of arrays


def test_weights_of_arrays_are_held_to_the_same():
    true, pred = [1, 2, 2], [1, 2, 1]
    assert confusion_matrix(true, pred, weight=[0.5, 2, 1]).tolist() == [
        [0.5, 0],
        [1, 2],
    ]
    for bad, message in [
        ([1, 2], r"^weight must have the shape of y_true, \(3,\); it has \(2,\)"),
        ([1, -1, 1], "^weight has -1 at position 1: weights are finite"),
        ([1, 1, np.nan], "^weight has nan at position 2"),
        ([1, np.inf, 1], "^weight has inf at position 1"),
        (np.ma.masked_equal([1, 9, 1], 9), "^weight has masked entries"),
        (["a", "b", "c"], "^weight must hold numbers"),
        ([None, 1, 1], "position 0"),
        ([2**62, 2**62, 2**62], "^the weights sum to more than 63 bits hold"),
        (np.array([2**62] * 3, object), "^the weights sum to more than 63 bits hold"),
        ((1 for _ in range(3)), r"^give weight as a list.*list\(weight\)"),
    ]:
        with refuses(message):
            confusion_matrix(true, pred, weight=bad)
    with refuses("^the weights sum to more than a float holds: divide them"):
        confusion_matrix([1, 1], [1, 1], weight=[1e308, 1e308])


def test_a_weight_may_be_nothing():
    for weight in ([0, 2, 1], [0.0, 2.0, 1.0]):
        found = confusion_matrix([1, 2, 2], [1, 2, 1], weight=weight)
        assert found.tolist() == [[0, 0], [1, 2]]


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_weights_sum_up_to_the_limit_of_63_bits_and_not_beyond(dtype):
    most = np.array([2**62, 1, 2**62 - 2], dtype)
    found = confusion_matrix([1, 1, 1], [1, 1, 1], weight=most)
    assert found.tolist() == [[INT64.max]]
    with refuses("the weights sum to more than 63 bits hold: give them as floats"):
        confusion_matrix([1, 1, 1], [1, 1, 1], weight=most + np.array(1, dtype))
    beyond = confusion_matrix([1, 2], [1, 2], weight=[2.0**62, 2.0**63])
    assert beyond.tolist() == [[2.0**62, 0], [0, 2.0**63]]


def test_a_large_weight_does_not_swallow_the_rest():
    """Added one by one, each of the others would be lost."""
    weight = np.append(1e16, np.ones(10**6 - 1))
    naive = np.add.accumulate(weight)[-1]
    assert naive == 1e16
    found = confusion_matrix(*[np.ones(10**6, int)] * 2, weight=weight)
    assert abs(found.item() - (10**16 + 10**6 - 1)) <= 100
    tenths = np.full(10**6, 0.1)
    found = confusion_matrix(*[np.arange(10**6) % 2] * 2, weight=tenths)
    assert np.abs(found - np.eye(2) * 5e4).max() < 1e-9 < abs(sum(tenths[::2]) - 5e4)
    # In a table of many classes as in one of few.
    true, pred = np.random.default_rng(4).integers(0, 300, (2, 5000))
    some = np.random.default_rng(5).integers(0, 9, 5000) / 8
    expected = np.zeros((300, 300))
    np.add.at(expected, (true, pred), some)
    found = confusion_matrix(true, pred, labels=range(300), weight=some)
    assert (found == expected).all()


# ------------------------------------------------------------------- stored arrays


def stored(path, values, dtype="uint8"):
    held = np.memmap(path, dtype=dtype, mode="w+", shape=len(values))
    held[:] = values
    return held


class Chunked:
    """What Zarr and h5py have in common: it is read by slices."""

    def __init__(self, values, most):
        self._values, self._most, self.read = values, most, 0
        self.shape, self.dtype, self.chunks = values.shape, values.dtype, (7,)

    def __getitem__(self, piece):
        found = self._values[piece]
        assert len(found) <= self._most
        self.read += len(found)
        return found

    def __array__(self, dtype=None, copy=None):
        raise AssertionError("it is read as a whole")


def test_a_memory_map_is_counted_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 1000)
    true, pred = np.random.default_rng(2).choice([1, 2, 7], (2, 10_500))
    t, p = stored(tmp_path / "t", true), stored(tmp_path / "p", pred)
    for options in ({}, {"labels": [7, 1, 2]}, {"weight": true}):
        expected = confusion_matrix(true, pred, **options)
        assert confusion_matrix(t, p, **options).tolist() == expected.tolist()
        found = confusion_matrix(t, pd.Series(pred, index=pred), **options)
        assert found.tolist() == expected.tolist()
    last = np.append(np.ones(10_499, int), 7)
    with refuses("y_pred has 7 at position 10499, which is not among the labels"):
        confusion_matrix(stored(tmp_path / "u", np.ones(10_500)), last, labels=[2, 1])
    with refuses("y_true has 10500 values and y_pred 3"):
        confusion_matrix(t, [1, 2, 7])
    with refuses("weight has nan at position 5000"):
        weight = np.ones(10_500)
        weight[5000] = np.nan
        confusion_matrix(t, p, weight=weight)


def test_what_has_chunks_is_never_read_as_a_whole(monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 1000)
    true, pred = np.random.default_rng(3).integers(0, 5, (2, 3500))
    t, p = Chunked(true, 1000), Chunked(pred, 1000)
    assert (
        confusion_matrix(t, p, labels=range(5)) == confusion_matrix(true, pred)
    ).all()
    assert t.read == p.read == 3500  # once
    assert (confusion_matrix(t, p) == confusion_matrix(true, pred)).all()
    with refuses("one-dimensional"):
        confusion_matrix(Chunked(np.ones((3, 2), int), 5), [1, 2, 3])
    with refuses("y_true is empty"):
        confusion_matrix(Chunked(np.ones(0, int), 5), Chunked(np.ones(0, int), 5))


def test_the_piece_of_memory_of_a_map_is_small(tmp_path):
    t = stored(tmp_path / "t", np.tile([1, 2, 4], 2_000_000))
    confusion_matrix(t[:10], t[:10])
    tracemalloc.start()
    found = confusion_matrix(t, t, labels=[1, 2, 4])  # not consecutive
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.tolist() == np.diag([2_000_000] * 3).tolist()
    assert peak < 60e6 < 16 * len(t)


def test_weights_of_all_pieces_sum_up_to_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 1)
    t = stored(tmp_path / "t", [1, 1])
    found = confusion_matrix(t, t, weight=[2**62, 2**62 - 1])
    assert found.tolist() == [[INT64.max]]
    with refuses("the weights sum to more than 63 bits hold"):
        confusion_matrix(t, t, weight=[2**62, 2**62])
    # Whole numbers in one piece, parts of them in the next.
    assert confusion_matrix(t, t, weight=[2, 0.5]).tolist() == [[2.5]]


def test_weights_beside_what_is_stored_are_held_to_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 2)
    t = stored(tmp_path / "t", [1, 2, 1, 2])
    with refuses(r"^give weight as a list, not as a generator: list\(weight\)"):
        confusion_matrix(t, t, weight=(1 for _ in range(4)))
    for number in (2, 3, 5, 6):
        with refuses(
            rf"^weight must have the shape of y_true, \(4,\); .* \({number},\)"
        ):
            confusion_matrix(t, t, weight=[1] * number)
    series = pd.Series([1, 2, 3, 4], index=[4.0, 3.0, 2.0, 1.0])
    assert confusion_matrix(t, t, weight=series).tolist() == [[4, 0], [0, 6]]
    of_file = stored(tmp_path / "w", [1, 2, 3, 4])
    assert confusion_matrix(t, t, weight=of_file).tolist() == [[4, 0], [0, 6]]


def test_categories_beside_what_is_stored_bring_their_order(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 2)
    true, order = [3, 1, 2], [2, 3, 1]
    t, p = stored(tmp_path / "t", true), ordered([3, 3, 2], order)
    expected = confusion_matrix(true, [3, 3, 2], labels=order)
    assert confusion_matrix(t, p).tolist() == expected.tolist()
    assert confusion_matrix(p, t).tolist() == expected.T.tolist()


def test_what_is_stored_is_read_in_pieces_beside_what_is_not(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 1000)
    true, pred = np.random.default_rng(3).integers(0, 5, (2, 3500))
    expected = confusion_matrix(true, pred)
    assert (confusion_matrix(Chunked(true, 1000), pred) == expected).all()
    assert (confusion_matrix(true, Chunked(pred, 1000)) == expected).all()
    # By place, whatever its index says.
    series = pd.Series(pred, index=np.arange(3500)[::-1] / 2)
    assert (confusion_matrix(Chunked(true, 1000), series) == expected).all()
    with refuses(r"y_pred must be one-dimensional.* it has shape \(3500, 2\)"):
        confusion_matrix(true, Chunked(np.ones((3500, 2), int), 1000))
    point = np.memmap(tmp_path / "point", dtype="int64", mode="w+", shape=())
    with refuses(r"y_pred must be one-dimensional.* it has shape \(\)"):
        confusion_matrix(true, point)


def test_a_memory_map_of_floats_is_never_looked_through_as_a_whole(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(sys.modules["ordref.confusion"], "_PIECE", 1 << 16)
    t = stored(tmp_path / "t", np.tile([0.5, 2], 2_000_000), "float64")
    confusion_matrix(t[:10], t[:10], labels=[0.5, 2])
    tracemalloc.start()
    found = confusion_matrix(t, t, labels=[0.5, 2])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.tolist() == [[2_000_000, 0], [0, 2_000_000]]
    assert peak < 3.5e6  # a byte for each of them would be 4


def test_what_has_a_shape_and_no_chunks_is_an_array():
    class Shaped:
        shape, dtype = (2,), np.dtype(int)

        def __array__(self, dtype=None, copy=None):
            return np.array([1, 2])

    assert confusion_matrix(Shaped(), [2, 2]).tolist() == [[0, 1], [0, 1]]


# ------------------------------------------------------------------- what has moved


def test_the_check_of_a_matrix_has_moved():
    with pytest.warns(DeprecationWarning, match="moved to ordref.as_matrices") as told:
        found = sys.modules["ordref.confusion"].as_matrices([[1, 0], [0, 1]])
    assert found.tolist() == [[1, 0], [0, 1]]
    assert told[0].filename == __file__


def test_classes_that_floats_would_merge_are_told_apart():
    classes = [2**53, 2**53 + 1, 0.5]
    cm = confusion_matrix(classes, classes, labels=classes)
    assert cm.tolist() == np.eye(3).tolist()
    beyond = [2**63, 2**63 + 1, -1]
    with refuses("y_true holds integers beyond 63 bits"):
        confusion_matrix(beyond, beyond, labels=beyond)
