"""From labels to a matrix: how they are counted, their classes, and what is refused."""

import re
import sys
from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse
import sklearn.metrics
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from small import LOW_TO_HIGH, labels, ordered

from ordref import confusion_matrix, definitions, from_counts, mae
from ordref.labels.order import check_number, places_of, shared_order

INT64 = np.iinfo(np.int64)
LOW, HIGH = INT64.min, INT64.max


# ------------------------------------------------------------------- labels: the counts


@given(labels(), st.permutations(range(1, 7)))
def test_counts_are_those_of_the_definition_and_of_sklearn_in_any_order(drawn, order):
    true, pred, _ = drawn
    found = confusion_matrix(true, pred, labels=order)
    places = [[order.index(one) + 1 for one in side] for side in (true, pred)]
    expected = definitions.confusion_matrix(zip(*places, strict=True), 6)
    assert (found.tolist(), found.dtype) == (expected, np.int64)
    expected = sklearn.metrics.confusion_matrix(true, pred, labels=order)
    assert found.tolist() == expected.tolist()


def test_labels_given_are_not_modified():
    given = np.array([3, 1, 3]), np.array([1, 1, 3]), ["never", "used", 3, 1]
    confusion_matrix(*given[:2], labels=given[2])
    assert [*map(list, given)] == [[3, 1, 3], [1, 1, 3], ["never", "used", 3, 1]]


def test_definition_counts_an_iterator_and_refuses_what_are_no_positions():
    observations, counts = definitions.observations, definitions.confusion_matrix
    assert observations([[0, 2.0], [1, 0]]) == [(1, 2), (1, 2), (2, 1)]
    assert counts(iter([(1, 2), (2, 2)]), 2) == [[0, 1], [0, 1]]
    for bad, said in [
        *[(cm, "cm must be square") for cm in ([[1, 0]], [[1], [0]], [[1, 0], [1]])],
        *[(cm, "cm must hold counts") for cm in ([[1.5]], [[-1]])],
    ]:
        with refuses(said, bad):
            observations(bad)
    for bad in ((1, 0), (0, 1), (1.0, 1), (1,), (1, 2, 3)):
        with refuses("is not a pair of class positions", bad):
            definitions.ccr([bad])
    with refuses(r"\(1, 3\) has a class beyond K = 2"):
        counts([(1, 3)], 2)
    with refuses("there are no observations"):
        definitions.ccr([])


# ------------------------------------------------------------------- labels: the classes


def series(values):
    return pd.Series(ordered(values))


def enum(values):
    return pl.Series(values, dtype=pl.Enum(LOW_TO_HIGH))


def strings(values, **options):
    return np.array(values, np.dtypes.StringDType(**options))


class Tensor:
    """As much of a tensor as gets in the way: its items are tensors that know no equal."""

    dtype = "int64"

    def __init__(self, values):
        self.values = np.asarray(values)
        self.shape = self.values.shape

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


WORDS, GUESSES = ["low", "high"], ["high", "high"]
BIG = [2**53, 2**53 + 1, 0.5]
# True and predicted labels, the order, and the rows of the matrix.
COUNTED = {
    "a class of one side alone": ([0, 0], [0, 2], None, "101 000 000"),
    "one class": ([7, 7], [7, 7], None, "2"),
    "unsigned and negative": (np.array([0, 1], "u1"), [-1, 1], None, "000 100 001"),
    "uint64 and negative": (np.array([0, 1], "u8"), [-1, 1], None, "000 100 001"),
    "int8 and far beyond it": (np.array([127], "i1"), [130], None, "0001 0000 0000 0000"),
    "the lower limit": ([LOW, LOW + 1], [LOW + 1, LOW + 1], None, "01 01"),
    "the upper limit": ([HIGH, HIGH - 1], [HIGH, HIGH], None, "01 01"),
    "the upper limit in labels": ([HIGH], [HIGH], [HIGH - 1, HIGH], "00 01"),
    "objects at the lower limit": (np.array([LOW], object), [LOW], None, "1"),
    "objects at the upper limit": (np.array([HIGH], object), [HIGH], None, "1"),
    "far apart, in an order": ([0, 10**9], [0, 0], [0, 10**9], "10 10"),
    "objects that are integers": (np.array([1, np.int8(3)], object), [1, 1], None, "100 000 100"),
    "nullable integers": (
        pd.Series([1, 3], dtype="Int64"), pd.Series([1, 1], dtype="UInt8"), None,
        "100 000 100",
    ),
    "an order beside plain labels": (ordered(["low"]), ["high"], None, "001 000 000"),
    "an order of integers with a gap": (
        ordered([10, 30], [10, 20, 30]), ordered([10, 10], [10, 20, 30]), None,
        "100 000 100",
    ),
    "an order of integers out of theirs": (
        ordered([3, 1], [3, 2, 1]), ordered([2, 1], [3, 2, 1]), None, "010 000 001",
    ),
    "orders that differ, and labels": (
        ordered(["low"]), ordered(["high"], LOW_TO_HIGH[::-1]), LOW_TO_HIGH,
        "001 000 000",
    ),
    "a category that nobody has": (
        ordered(["low", "mid"]), ordered(["low", "mid"]), ["low", "mid"], "10 01",
    ),
    "floats in an order": ([0.5, 2.0], [2, 2], [0.5, 2], "01 01"),
    "whole floats beside integers": ([1, 3, 2], [1.0, 2.0, 3.0], None, "100 001 010"),
    "numbers and strings stay apart": ([1, "2", 1], ["2", "2", 1], [1, "2"], "11 01"),
    "integers in an order of floats": ([1, 2], [2, 2], [1.0, 2.0], "01 01"),
    "labels of two kinds": (
        np.array(["a", "b"]), np.array(["a", "b"]), ["a", 1, "b"], "100 000 001",
    ),
    "what floats would merge": (BIG, BIG, BIG, "100 010 001"),
    "nothing is masked": (np.ma.array([1, 2]), [1, 2], None, "10 01"),
    "a tensor": (Tensor([1, 3]), Tensor([2, 3]), Tensor([3, 2, 1]), "100 000 010"),
    "an Enum of polars beside words": (enum(WORDS), GUESSES, None, "001 000 001"),
    "a Categorical of polars": (
        pl.Series(WORDS, dtype=pl.Categorical), WORDS, LOW_TO_HIGH, "100 000 001",
    ),
    "strings of numpy": (strings(WORDS), strings(WORDS), WORDS, "10 01"),
    "strings of numpy, none missing": (strings(WORDS, na_object=None), WORDS, WORDS, "10 01"),
}  # fmt: skip
INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
# Columns of text, which know their different values before they are looked through.
TEXTS = [lambda v, d=d: pd.Series(v, dtype=d) for d in (
    "str", object, "string[python]", pd.ArrowDtype(pa.string()),
)] + [pl.Series]  # fmt: skip
# The same labels in many forms.
FORMS = [
    ([list, np.array, pd.Series], [True, False], [True, True], None, "01 01"),
    ([list, tuple, np.array, pd.Series, pd.Index], [1, 2], [2, 2], None, "01 01"),
    ([series, ordered, enum, lambda v: pd.Index(ordered(v))], WORDS, GUESSES, None,
     "001 000 001"),
    ([list, np.array, *TEXTS, pd.Categorical], WORDS, ["mid", "high"], LOW_TO_HIGH,
     "010 000 001"),
    ([lambda v, d=d: np.array(v, d) for d in INTEGERS], [100, 102, 102],
     [100, 100, 102], None, "100 000 101"),
    ([lambda v, d=d: np.array(v, d) for d in INTEGERS], [100, 102, 102],
     [100, 100, 102], [100, 102], "10 11"),
    # As a column of integers becomes that had a gap.
    ([list, np.float16, np.longdouble, pl.Series, lambda v: pd.Series(v, dtype="Float64"),
      lambda v: pd.Series(v, dtype=object), lambda v: [int(v[0]), *map(np.float64, v[1:])],
      lambda v: np.array([int(v[0]), v[1], np.float32(v[2])], object)],
     [1.0, 3.0, 2.0], [1.0, 2.0, 3.0], None, "100 001 010"),
]  # fmt: skip


def test_counts_by_hand():
    cases = [(case, *rest) for case, rest in COUNTED.items()]
    for forms, true, pred, order, rows in FORMS:
        cases += [(form, form(true), form(pred), order, rows) for form in forms]
    turned = list, tuple, np.array, pd.Series, lambda order: range(3, 0, -1)
    cases += [(f, [1, 3], [2, 3], f([3, 2, 1]), "100 000 010") for f in turned]
    for case, true, pred, order, rows in cases:
        found = confusion_matrix(true, pred, labels=order)
        assert found.tolist() == [[int(n) for n in row] for row in rows.split()], case
        weighted = confusion_matrix(true, pred, labels=order, weight=[2] * len(pred))
        assert (weighted == 2 * found).all(), case
        assert found.dtype == weighted.dtype == np.int64, case


def test_neither_pandas_nor_polars_is_needed(monkeypatch):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    assert confusion_matrix([1, 2], [2, 2]).tolist() == [[0, 1], [0, 1]]


def test_places_are_those_of_int64_in_every_part():
    for side, order in (ordered(["mid", "low"]), None), ([7, 3], [3, 5, 7]):
        places, N, classes = places_of("y_true", side, order)
        assert (N, len(classes), places(slice(0, 1)).dtype) == (2, 3, np.int64)
        assert [classes[places(slice(k, k + 1))[0]] for k in (0, 1)] == list(side)


def test_the_order_of_several_arguments_spans_all_of_them():
    assert shared_order(y_true=[2], first=[5], second=[3]) == range(2, 6)
    assert shared_order(first=["low"], second=ordered(["low"])) == LOW_TO_HIGH
    with refuses(r"classes in first is unknown \(its first value is 'b'\)"):
        shared_order(y_true=[1], first=["b", "a"])


def test_as_many_classes_as_a_table_can_hold():
    check_number(10_000)
    for ends in ([0, 10_000], [-5000, 5000]):
        with refuses("10001 classes make a table too large to hold"):
            confusion_matrix(ends, ends)
    with refuses("10001 classes"):
        confusion_matrix([1], [1], labels=range(10_001))
    with refuses(f"{2**64} classes .*labels="):
        confusion_matrix([LOW], [HIGH])
    late = np.append(np.zeros(2**16, int), np.arange(2**16))
    with refuses(r"^65536 classes make a table too large"):
        confusion_matrix(late, late)


# ------------------------------------------------------------------- labels: bad input


class OnDevice(Tensor):
    def __array__(self, dtype=None, copy=None):
        raise TypeError("can't convert device tensor to numpy")


def numbers(values):
    yield from values


UNKNOWN = "order of the classes in {} is unknown .*pass labels="
MISSING = "{} has a missing value at position 1"
FLAT = "{} must be one-dimensional"
# What is no column of labels, in which order, and what is said of it by its name.
BAD_COLUMNS = [
    *[(values, None, UNKNOWN) for values in (
        WORDS, np.array(WORDS), pd.Series(WORDS), pd.Series(WORDS, dtype="string"),
        pd.Series(WORDS, dtype=object), pl.Series(WORDS),
        ["1", "2"], [1, "2"], [1j, 2], [Fraction(1), Fraction(2)],
    )],
    *[(values, None, "{} has " + number + ", a number that is not whole: .*labels=") for
      values, number in (
        ([1, 2.5], "2.5"), (np.float32([1, 0.5]), "0.5"), (np.array([1, 2.5], object), "2.5"),
        (pd.Series([1.0, 2.5], dtype="Float64"), "2.5"), (pl.Series([4.115, 1]), "4.115"),
    )],
    *[(values, None, UNKNOWN) for values in ([1.0, 2.0**53], [1.0, float("inf")])],
    *[(values, [1, 2, "low"], MISSING) for values in (
        [1.0, float("nan")], [1, None], ["low", None], ["low", float("nan")], [1, pd.NA],
        [pd.Timestamp("2020-01-01"), pd.NaT], np.array(["2020-01-01", "NaT"], "M8[D]"),
        pd.Series([1, None], dtype="Int64"), pd.Series(["low", None]),
        pd.Series(["low", None], dtype="string"), pd.Series(["low", None], dtype=object),
        pl.Series(["low", None]), ordered(["low", None]),
        pd.Categorical(["low", None]), np.ma.array([1, 2], mask=[False, True]),
        strings(["low", None], na_object=None), strings(["low", np.nan], na_object=np.nan),
        [Decimal(1), Decimal("sNaN")], enum(["low", None]),
        pl.Series(["low", None], dtype=pl.Categorical),
    )],
    (enum(["low", None]), None, MISSING),
    *[(values, None, FLAT) for values in (
        [[1, 2]], [[1], [1, 2]], 1, "abc", {1, 2}, pd.DataFrame({"y": [1, 2]}),
    )],
    *[(kind(), None, FLAT + f".*not a {kind.__name__}") for kind in (dict, set, str)],
    *[(values, None, "{} is empty") for values in (
        [], np.array([], int), pd.Series([], dtype=object),
    )],
    *[(values, None, "{} holds integers beyond 63 bits") for values in (
        [2**70, 1], [1, -(2**63) - 1], np.array([2**63, 1], "u8"),
    )],
    ([2**63, 2**63 + 1, -1], [1, 2**63, 2**63 + 1, -1], "{} holds integers beyond 63 bits"),
    (pd.Categorical(WORDS), None, "{} is a Categorical without order: pass labels="),
    (pl.Series(WORDS, dtype=pl.Categorical), None,
     "{} is a Categorical without order: pass labels=.*Enum"),
    (OnDevice([1]), None, "cannot read {} as an array.*device"),
    (numbers([1, 2]), None, r"give {0} as a list, not as a generator: list\({0}\)"),
    (map(int, "12"), None, r"give {0} as a list, not as a map: list\({0}\)"),
    *[(form(np.eye(2)), None, r"give {0} as an array .* {0}.toarray\(\)")
      for form in (scipy.sparse.coo_array, scipy.sparse.csr_matrix)],
    (pd.MultiIndex.from_tuples([(1, 2), (3, 4)]), [1], r"{}.get_level_values"),
    ([1, 7, 0, 7], [1, 2], "{} has 7 at position 1, which"),  # the first of them
    *[(values, order, "{} has 1.5 at position 1, .*" + remedy) for values, order, remedy in (
        ([1, 1.5], [1, 2, 3], "such as those of a regression, are rounded and cut to"),
        (np.float32([1, 1.5]), [1.0, 2.0], "are rounded and cut to classes first$"),
        ([0.5, 1.5], [0.5, 1, 2], "add it to labels=, in its place$"),
        (["1", 1.5], ["1", "2"], "add it to labels="),
    )],
]  # fmt: skip


# Its last value is none of these labels, however it is looked up.
OUTSIDE = [
    ([1, 2, 9], [1, 2, 3]), ([1, 2, 0], [1, 2, 3]), ([1, 3, 2], [1, 3]),
    (["low", "mid", "zzz"], LOW_TO_HIGH), ([1, 2, "2"], [1, 2]), (["1", "2", 2], ["1", "2"]),
    ([1.0, 2.0, 2.5], [1, 2]), (np.array([3, 1, 0]), [1, 2, 3]),
    (np.array([1, 1, 5]), [1, 3, 4]), (np.array([5, 5, 4]), [5]),
    (np.array(["a", "a", "b"]), ["a"]), (np.array(["a", "a", "b"], object), ["a"]),
    (np.array(["a", "a", "b"]), ["a", "b\0"]), (np.array(["1", "1", "2"]), ["1", 2]),
    (np.array([2**53, 2**53, 2**53 + 1]), [0.5, 2**53]),
    (np.array([2**54, 2**54, 2**54 + 1]), [2.0**54, 2.0**55]),
    (ordered(["low", "low", "high"]), ["low", "mid"]),
    *[(pd.Series(["low", "mid", "zzz"], dtype=d), LOW_TO_HIGH) for d in ("str", object)],
    *[(form([value]), order) for form in (list, np.array)
      for value, order in ((1, ["a", "b"]), ("1", [1, 2]), ("1", [1, "2"]))],
]  # fmt: skip


def test_bad_columns_are_refused_on_either_side():
    cases = list(BAD_COLUMNS)
    for values, order in OUTSIDE:
        value, last = np.asarray(values, object)[-1], len(values) - 1
        said = f"has {value!r} at position {last}, which is not among the labels"
        cases.append((values, order, "{} " + re.escape(said)))
        with refuses(f"has {value!r}, which is not among the labels", values):
            from_counts([(order[0], one, 1) for one in values], labels=order)
    for values, order, message in cases:
        good = [1, 2] if order is None else [order[0]] * len(values)
        with refuses(message.format("y_true"), values):
            confusion_matrix(values, good, labels=order)
        if not hasattr(values, "__next__"):
            with refuses(message.format("y_pred"), values):
                confusion_matrix(good, values, labels=order)
    with refuses(r"give y_pred as a list, not as a map: list\(y_pred\)"):
        confusion_matrix([1, 2], map(int, "12"))
    for words in (["low", "zzz"], pl.Series(["low", "zzz"])):
        with refuses("y_pred has 'zzz' at position 1"):
            confusion_matrix(ordered(["low", "low"]), words)


def test_sides_that_do_not_fit_are_refused():
    with refuses("y_true has 2 values and y_pred 3"):
        confusion_matrix([1, 2], [1, 2, 3])
    with refuses("y_true has 3 values and y_pred 2"):
        confusion_matrix([1, 2, 3], [1, 2])
    true, pred = ordered(["low"]), ordered(["high"], LOW_TO_HIGH[::-1])
    said = "categories of y_true, .*'low'.*, and of y_pred, .* differ: pass labels="
    with refuses(said):
        confusion_matrix(true, pred)


class Endless:
    def __getitem__(self, k):
        return k


# What is no order of classes.
BAD_LABELS = [
    *[(order, r"labels holds .* twice") for order in (
        ["low", "mid", "low"], [1, 2, 1], [1, 2, 1.0], [0, False],
    )],
    ([1, 2, 3, 3], "labels holds 3 twice"),
    *[(order, "labels is empty") for order in ([], np.array([]))],
    *[([1, one], "labels holds a missing value") for one in (
        None, float("nan"), pd.NA, pd.NaT, Decimal("sNaN"),
    )],
    *[(order, "labels must be a sequence of classes") for order in (
        Endless(), {"low": 1, "high": 2}, {1, 2}, {"low", "mid", "high"},
    )],
    *[(order, "labels must be") for order in ("abc", [[1, 2]], [[1], [1, 2]], 2)],
    (numbers([1, 2]), r"labels must be a sequence .* not <generator"),
]  # fmt: skip


def test_what_is_no_order_of_classes_is_refused():
    for order, message in BAD_LABELS:
        for one in (1, "a"):
            with refuses(message, order):
                confusion_matrix([one], [one], labels=order)


def test_what_is_no_matrix_is_refused_with_the_remedy():
    assert mae(Tensor([[1, 0], [1, 1]])) == 1 / 3
    with refuses("cannot read cm as an array.*device"):
        mae(OnDevice([[1]]))
    with refuses(r"give cm as a list, not as a generator: list\(cm\)"):
        mae(numbers([[1, 0], [0, 1]]))
    for form in (scipy.sparse.eye_array(2), scipy.sparse.csr_matrix(np.eye(2))):
        with refuses(r"give cm as an array that is not sparse: cm.toarray\(\)"):
            mae(form)


# ------------------------------------------------------------------- odd labels


def test_an_instant_is_one_in_any_unit():
    days = ["2020-01-01", "2020-06-30"]
    forms = [np.array(days, f"M8[{unit}]") for unit in ("D", "s", "ms", "us", "ns")]
    forms += [[date(2020, 1, 1), date(2020, 6, 30)], list(pd.to_datetime(days))]
    forms += [pd.Series(pd.to_datetime(days)), [np.datetime64(day) for day in days]]
    for y in forms:
        for order in forms:
            found = confusion_matrix(y, forms[0], labels=order)
            assert found.tolist() == [[1, 0], [0, 1]]
    with refuses(r"y_true has datetime.datetime\(2020, 6, 30, 0, 0\) at position 1"):
        confusion_matrix(forms[4], forms[4], labels=forms[0][:1])
    # What is closer together than Python tells stays apart.
    near = np.array([0, 1], "M8[ns]")
    assert confusion_matrix(near, near, labels=near).tolist() == [[1, 0], [0, 1]]
    spans = [np.array([1, 2], "m8[s]"), np.array([10**9, 2 * 10**9], "m8[ns]")]
    assert confusion_matrix(*spans, labels=spans[1]).tolist() == [[1, 0], [0, 1]]
    months = np.array([1, 2], "m8[M]")
    assert confusion_matrix(months, months, labels=months).tolist() == [[1, 0], [0, 1]]


# ------------------------------------------------------------------- weights of arrays


def test_weights_of_arrays_are_held_to_the_same():
    true, pred = [1, 2, 2], [1, 2, 1]
    found = confusion_matrix(true, pred, weight=[0.5, 2, 1])
    assert found.tolist() == [[0.5, 0], [1, 2]]
    for weight in ([0, 2, 1], [0.0, 2.0, 1.0]):  # it may be nothing
        found = confusion_matrix(true, pred, weight=weight)
        assert found.tolist() == [[0, 0], [1, 2]]
    for bad, message in [
        ([1, 2], r"^weight must have the shape of y_true, \(3,\), not \(2,\)"),
        ([1, -1, 1], "^weight has -1 at position 1: weights are finite"),
        ([1, 1, np.nan], "^weight has nan at position 2"),
        ([1, np.inf, 1], "^weight has inf at position 1"),
        (np.ma.masked_equal([1, 9, 1], 9), "^weight has masked entries"),
        (["a", "b", "c"], "^weight must hold numbers"),
        ([None, 1, 1], "position 0"),
        ((1 for _ in range(3)), r"^give weight as a list.*list\(weight\)"),
    ]:
        with refuses(message):
            confusion_matrix(true, pred, weight=bad)
    with refuses("^the weights sum to more than a float holds: divide them"):
        confusion_matrix([1, 1], [1, 1], weight=[1e308, 1e308])


def test_weights_sum_up_to_the_limit_of_63_bits_and_not_beyond():
    for dtype in ("int64", "uint64", object):
        most = np.array([2**62, 1, 2**62 - 2], dtype)
        found = confusion_matrix([1, 1, 1], [1, 1, 1], weight=most)
        assert found.tolist() == [[INT64.max]], dtype
        with refuses("^the weights sum to more than 63 bits: give floats"):
            confusion_matrix([1, 1, 1], [1, 1, 1], weight=most + np.array(1, dtype))
    beyond = confusion_matrix([1, 2], [1, 2], weight=[2.0**62, 2.0**63])
    assert beyond.tolist() == [[2.0**62, 0], [0, 2.0**63]]
