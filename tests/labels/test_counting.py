"""From labels to a matrix: how they are counted, their classes, and what is refused."""

import re
import sys
import tracemalloc
from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse
import sklearn.metrics
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from small import LOW_TO_HIGH, labels, ordered

from ordref import confusion_matrix, definitions, from_counts, from_frame, mae
from ordref.labels.order import check_number, places_of, shared_order

INT64 = np.iinfo(np.int64)
LOW, HIGH = INT64.min, INT64.max


# ------------------------------------------------------------------- labels: the counts


@given(labels())
def test_counts_are_those_of_the_definition(drawn):
    true, pred, K = drawn
    expected = definitions.confusion_matrix(zip(true, pred, strict=True), K)
    found = confusion_matrix(true, pred, labels=range(1, K + 1))
    assert (found.tolist(), found.dtype) == (expected, np.int64)


@given(labels(), st.permutations(range(1, 7)))
def test_counts_are_those_of_sklearn_in_any_order_of_the_labels(drawn, order):
    true, pred, _ = drawn
    expected = sklearn.metrics.confusion_matrix(true, pred, labels=order)
    assert confusion_matrix(true, pred, labels=order).tolist() == expected.tolist()


def test_no_observation_is_lost_between_chunks():
    for N in (2**16 - 1, 2**16, 2**16 + 1, 2**17 + 3):
        true, pred = np.random.default_rng(N).integers(-1, 4, (2, N))
        expected = np.zeros((5, 5), dtype=int)
        np.add.at(expected, (true + 1, pred + 1), 1)
        assert (confusion_matrix(true, pred) == expected).all(), N
        turned = confusion_matrix(true, pred, labels=[3, 2, 1, 0, -1])
        assert (turned == expected[::-1, ::-1]).all(), N


@pytest.mark.filterwarnings("ignore:of the .* classes")
@pytest.mark.parametrize("dtype", [np.int16, np.int64])
def test_a_class_first_seen_after_many_others_has_its_place(dtype):
    for late, side in [(k, side) for k in (-2, 7, 400) for side in (0, 1)]:
        pair = np.random.default_rng(3).integers(0, 5, (2, 2**17 + 3)).astype(dtype)
        pair[side, -1] = late
        lowest, highest = min(0, late), max(4, late)
        expected = np.zeros((highest - lowest + 1,) * 2, dtype=int)
        np.add.at(expected, tuple(pair.astype(int) - lowest), 1)
        assert (confusion_matrix(*pair) == expected).all(), (late, side)


def test_too_many_classes_are_refused_however_late_they_are_seen():
    true = np.zeros(2**17, dtype=int)
    true[2**16 :] = np.arange(2**16)
    with refuses(r"^65536 classes make a table too large"):
        confusion_matrix(true, true)


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


class Shaped:
    """What has a shape and no chunks is an array."""

    shape, dtype = (2,), np.dtype(int)

    def __array__(self, dtype=None, copy=None):
        return np.array([1, 2])


WORDS, GUESSES = ["low", "high"], ["high", "high"]
BIG = [2**53, 2**53 + 1, 0.5]
# True and predicted labels, the order, and the rows of the matrix.
COUNTED = {
    "rows are true classes": ([1, 1, 1], [2, 2, 1], None, "12 00"),
    "an absent class keeps its place": ([1, 2, 2, 4], [1, 2, 1, 4], None, "1000 1100 0000 0001"),
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
    "an index aligns nothing": (
        pd.Series([1, 2], index=[8, 9]), pd.Series([1, 2], index=[9, 7]), None, "10 01",
    ),
    "an order beside plain labels": (ordered(["low"]), ["high"], None, "001 000 000"),
    "plain labels beside an order": (["low"], ordered(["high"]), None, "001 000 000"),
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
    "numbers and strings stay apart": ([1, "2", 1], ["2", "2", 1], [1, "2"], "11 01"),
    "labels count, seen or not": ([2], [2], [1, 2, 3], "000 010 000"),
    "integers in an order of floats": ([1, 2], [2, 2], [1.0, 2.0], "01 01"),
    "labels of two kinds": (
        np.array(["a", "b"]), np.array(["a", "b"]), ["a", 1, "b"], "100 000 001",
    ),
    "what floats would merge": (BIG, BIG, BIG, "100 010 001"),
    "nothing is masked": (np.ma.array([1, 2]), [1, 2], None, "10 01"),
    "a tensor": (Tensor([1, 3]), Tensor([2, 3]), Tensor([3, 2, 1]), "100 000 010"),
    "a shape and no chunks": (Shaped(), [2, 2], None, "01 01"),
    "an Enum of polars beside words": (enum(WORDS), GUESSES, None, "001 000 001"),
    "an Enum in an order": (enum(WORDS), enum(WORDS), pl.Series(LOW_TO_HIGH), "100 000 001"),
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
]  # fmt: skip


def test_counts_by_hand():
    cases = [(case, *rest) for case, rest in COUNTED.items()]
    for forms, true, pred, order, rows in FORMS:
        cases += [(form, form(true), form(pred), order, rows) for form in forms]
    turned = list, tuple, np.array, pd.Series, lambda order: range(3, 0, -1)
    cases += [(f, [1, 3], [2, 3], f([3, 2, 1]), "100 000 010") for f in turned]
    for case, true, pred, order, rows in cases:
        found = confusion_matrix(true, pred, labels=order).tolist()
        assert found == [[int(n) for n in row] for row in rows.split()], case


def test_neither_pandas_nor_polars_is_needed(monkeypatch):
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    assert confusion_matrix([1, 2], [2, 2]).tolist() == [[0, 1], [0, 1]]


def test_places_are_those_of_int64_in_every_part():
    for side, order in (ordered(["mid", "low"]), None), ([7, 3], [3, 5, 7]):
        places, N, classes = places_of("y_true", side, order)
        assert (N, len(classes)) == (2, 3)
        assert places(slice(0, 2)).dtype == np.int64
        assert classes[places(slice(0, 1))[0]] == side[0]
        assert classes[places(slice(1, 2))[0]] == side[1]


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
    with refuses(r"1000000001 classes .*labels="):
        confusion_matrix([0, 10**9], [0, 0])


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
    ([2**63, 2**63 + 1, -1], [2**63, 2**63 + 1, -1], "{} holds integers beyond 63 bits"),
    (pd.Categorical(WORDS), None, "{} is a Categorical without order: pass labels="),
    (pl.Series(WORDS, dtype=pl.Categorical), None,
     "{} is a Categorical without order: pass labels=.*Enum"),
    (OnDevice([1]), None, "cannot read {} as an array.*device"),
    (numbers([1, 2]), None, r"give {0} as a list, not as a generator: list\({0}\)"),
    (map(int, "12"), None, r"give {0} as a list, not as a map: list\({0}\)"),
    *[(form(np.eye(2)), None, r"give {0} as an array .* {0}.toarray\(\)")
      for form in (scipy.sparse.coo_array, scipy.sparse.csr_matrix)],
    (pd.MultiIndex.from_tuples([(1, 2), (3, 4)]), [1], r"{}.get_level_values"),
]  # fmt: skip


def test_bad_columns_are_refused_on_either_side():
    for values, order, message in BAD_COLUMNS:
        good = [1, 2] if order is None else [order[-1]] * 2
        with refuses(message.format("y_true"), values):
            confusion_matrix(values, good, labels=order)
        if not hasattr(values, "__next__"):
            with refuses(message.format("y_pred"), values):
                confusion_matrix(good, values, labels=order)
    with refuses(r"give y_pred as a list, not as a map: list\(y_pred\)"):
        confusion_matrix([1, 2], map(int, "12"))


WHOLE = [
    [1.0, 3.0, 2.0], np.float16([1, 3, 2]), np.longdouble([1, 3, 2]),
    pd.Series([1.0, 3, 2], dtype="Float64"), pd.Series([1.0, 3, 2], dtype=object),
    pl.Series([1.0, 3.0, 2.0]), np.array([1, 3.0, np.float32(2)], object), [1, np.float64(3), 2],
]  # fmt: skip


@pytest.mark.parametrize("k", range(len(WHOLE)))
def test_whole_floats_are_integers(k, stored):
    """As a column of a data frame becomes that had a gap."""
    values, expected = WHOLE[k], [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
    for true, pred in ((values, [1, 2, 3]), ([1, 2, 3], values)):
        found = confusion_matrix(true, pred)
        assert (found.tolist(), found.dtype) == (expected, np.int64)
        weighted = confusion_matrix(true, pred, weight=[1, 1, 1])
        assert weighted.tolist() == expected
    if isinstance(values, np.ndarray) and values.dtype == np.float16:
        assert confusion_matrix(stored(values), [1, 2, 3]).tolist() == expected
    y = pd.DataFrame({"t": [-0.0, 1, np.nan, 2], "p": [0, 1.0, 1.0, np.nan]})
    found = from_frame(y, "t", "p", dropna=True)
    assert found.tolist() == [[1, 0], [0, 1]]
    with refuses("column 't' has 0.5, a number that is not whole: .*labels="):
        from_frame(y.assign(t=0.5), "t", "p", dropna=True)
    assert from_counts([(1.0, 2, 3), (2.0, 1.0, 1)]).tolist() == [[0, 3], [1, 0]]


def test_raw_scores_with_gaps():
    """Kappa of rsmtool's scores, where a gap makes h1 floats: 37/49 in fractions."""
    h1 = [4.0, np.nan, 3.0, 3.0, 2.0, 4.0, 1.0, np.nan, 3.0, 2.0]
    sc1 = [4, 2, 3, 2, 2, 4, 1, 3, 4, 2]
    frame = pd.DataFrame({"h1": h1, "sc1": sc1})
    pairs = [(int(a), b) for a, b in zip(h1, sc1, strict=True) if a == a]
    expected = definitions.confusion_matrix(pairs, 4)
    assert from_frame(frame, "h1", "sc1", dropna=True).tolist() == expected


OUTSIDE = "{} has {!r} at position 2, which is not among the labels"
# Its last value is none of these labels, however it is looked up.
OUTSIDE_LABELS = [
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
]  # fmt: skip


def test_values_outside_labels_are_told_at_every_door():
    for values, order in OUTSIDE_LABELS:
        value = np.asarray(values, object)[2]
        with refuses(re.escape(OUTSIDE.format("y_true", value)), values):
            confusion_matrix(values, [values[0]] * 3, labels=order)
        with refuses(re.escape(OUTSIDE.format("y_pred", value)), values):
            confusion_matrix([values[0]] * 3, values, labels=order)
        rows = [(values[0], one, 1) for one in values]
        with refuses(f"has {value!r}, which is not among the labels", values):
            from_counts(rows, labels=order)
        frame = pd.DataFrame({"t": values, "p": [values[0]] * 3})
        with refuses(f"column 't' has {value!r}, which is not among", values):
            from_frame(frame, "t", "p", labels=order)
    for words in (["low", "zzz"], pl.Series(["low", "zzz"])):
        with refuses("y_pred has 'zzz' at position 1, which is not among the labels"):
            confusion_matrix(ordered(["low", "low"]), words)
    with refuses("y_true has 7 at position 1"):  # the first of them
        confusion_matrix([1, 7, 0, 7], [1, 1, 1, 1], labels=[1, 2])
    for value, order in (1, ["a", "b"]), ("1", [1, 2]), ("1", [1, "2"]):
        with refuses(f"y_true has {value!r} at position 0"):
            confusion_matrix(np.array([value] * 2), [order[0]] * 2, labels=order)
        with refuses(f"y_true has {value!r} at position 0"):
            confusion_matrix([value], ["2"], labels=order)


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


# ------------------------------------------------------------------- many classes


def test_no_object_is_made_for_each_word_of_a_column_of_text():
    N = 2**16
    for kind in TEXTS:
        column = kind(LOW_TO_HIGH * N)
        peak, _ = peak_of(lambda one=column: places_of("y_true", one, LOW_TO_HIGH))
        assert peak < 200 * N


def test_a_table_of_many_classes_is_counted_in_the_memory_that_it_takes():
    K, N = 2000, 3 * 2**16
    true = np.arange(N) % K
    counts = confusion_matrix(true, (true + 1) % K)
    assert counts.sum() == N
    assert (counts[np.arange(K), (np.arange(K) + 1) % K] == np.bincount(true)).all()
    assert peak_of(lambda: confusion_matrix(true, true))[0] < 1.5 * 8 * K * K


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


def test_labels_looked_up_in_parts_are_those_of_the_definition():
    for case, (seen, order) in LOOKED_UP.items():
        rng = np.random.default_rng(4)
        t, p = seen[rng.integers(0, len(seen), (2, 2**16 + 40))]
        place = {label: k for k, label in enumerate(order)}
        expected = np.zeros((len(order), len(order)), dtype=int)
        for pair in zip(t.tolist(), p.tolist(), strict=True):
            expected[place[pair[0]], place[pair[1]]] += 1
        assert (confusion_matrix(t, p, labels=order) == expected).all(), case


def test_value_outside_labels_is_found_in_a_later_part():
    for value in ("low", 0.5, 10):
        known, unknown = np.array([value] * 70_001), type(value)(99)
        other = known.astype(object)
        other[-1] = unknown
        other = other.astype(np.array([value, unknown]).dtype)
        said = "y_pred has .*99.* at position 70000, which is not among the labels"
        with refuses(said, value):
            confusion_matrix(known, other, labels=[value, type(value)(77)])


def peak_of(call):
    """The most memory that a call takes beside what is there, and what it returns."""
    tracemalloc.start()
    found = call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, found


def test_memory_does_not_grow_with_the_observations():
    codes = np.random.default_rng(5).integers(0, 2, 3 * 10**6)
    words, flags = ["low", "high"], [0, 1]
    for values, order in [
        (np.array(words)[codes], words),
        (codes * 1.0, flags),
        (pd.Categorical.from_codes(codes, flags, ordered=True), flags),
        (codes.astype(np.int8), flags),
        (codes > 0, flags),
        (pd.Series(codes), flags),
    ]:
        peak, _ = peak_of(lambda v=values, o=order: confusion_matrix(v, v, labels=o))
        assert peak < 5e6, type(values)


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
        ([2**62, 2**62, 2**62], "^the weights sum to more than 63 bits"),
        (np.array([2**62] * 3, object), "^the weights sum to more than 63 bits"),
        ((1 for _ in range(3)), r"^give weight as a list.*list\(weight\)"),
    ]:
        with refuses(message):
            confusion_matrix(true, pred, weight=bad)
    with refuses("^the weights sum to more than a float holds: divide them"):
        confusion_matrix([1, 1], [1, 1], weight=[1e308, 1e308])


def test_weights_sum_up_to_the_limit_of_63_bits_and_not_beyond():
    for dtype in ("int64", "uint64"):
        most = np.array([2**62, 1, 2**62 - 2], dtype)
        found = confusion_matrix([1, 1, 1], [1, 1, 1], weight=most)
        assert found.tolist() == [[INT64.max]], dtype
        with refuses("the weights sum to more than 63 bits: give floats"):
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


@pytest.fixture
def stored(tmp_path):
    """What holds values in a file."""

    def held(values, dtype="uint8"):
        path = tmp_path / str(len([*tmp_path.iterdir()]))
        array = np.memmap(path, dtype=dtype, mode="w+", shape=np.shape(values))
        array[...] = values
        return array

    return held


@pytest.fixture
def pieces(monkeypatch):
    """What says how many are read at a time."""
    counting = sys.modules["ordref.labels.counting"]
    return lambda size: monkeypatch.setattr(counting, "_PIECE", size)


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


@pytest.mark.filterwarnings("ignore:of the .* classes")
def test_what_is_stored_is_counted_in_pieces_beside_what_is_not(stored, pieces):
    pieces(1000)
    true, pred = np.random.default_rng(2).choice([1, 2, 7], (2, 10_500))
    t, p = stored(true), stored(pred)
    one, other = Chunked(true, 1000), Chunked(pred, 1000)
    # By place, whatever its index says.
    series = pd.Series(pred, index=np.arange(10_500)[::-1] / 2)
    pairs = [
        (t, p),
        (t, series),
        (one, other),
        (one, pred),
        (true, other),
        (one, series),
    ]
    for options in ({}, {"labels": [7, 1, 2]}, {"weight": true}):
        expected = confusion_matrix(true, pred, **options)
        for k, pair in enumerate(pairs):
            assert (confusion_matrix(*pair, **options) == expected).all(), (options, k)
    once = Chunked(true, 1000)
    confusion_matrix(once, pred, labels=[1, 2, 7])
    assert once.read == 10_500


def test_what_is_stored_is_held_to_the_same(stored, pieces):
    pieces(1000)
    t, last = stored(np.ones(10_500)), np.append(np.ones(10_499, int), 7)
    nan = np.where(np.arange(10_500) == 5000, np.nan, 1)
    square, nothing = (Chunked(np.ones(n, int), 1000) for n in ((10_500, 2), 0))
    for true, pred, options, said in [
        (t, last, {"labels": [2, 1]},
         "y_pred has 7 at position 10499, which is not among the labels"),
        (t, [1, 2, 7], {}, "y_true has 10500 values and y_pred 3"),
        (t, t, {"weight": nan}, "weight has nan at position 5000"),
        (square, last, {}, r"y_true must be one-dimensional.* it has shape \(10500, 2\)"),
        (last, square, {}, r"y_pred must be one-dimensional.* it has shape \(10500, 2\)"),
        (last, stored(1, "int64"), {}, r"y_pred must be one-dim.* it has shape \(\)"),
        (nothing, nothing, {}, "y_true is empty"),
    ]:  # fmt: skip
        with refuses(said):
            confusion_matrix(true, pred, **options)


def test_a_map_is_read_in_little_memory(stored, pieces):
    """Of floats, too, which are never looked through as a whole: 4 MB were a byte for each."""
    for values, dtype, piece, most in [
        ([1, 2, 4], "uint8", 1 << 20, 60e6),  # not consecutive
        ([0.5, 2], "float64", 1 << 16, 3.5e6),
    ]:
        pieces(piece)
        t = stored(np.tile(values, 2_000_000), dtype)
        confusion_matrix(t[:10], t[:10], labels=values)
        peak, found = peak_of(lambda t=t, v=values: confusion_matrix(t, t, labels=v))
        assert found.tolist() == np.diag([2_000_000] * len(values)).tolist()
        assert peak < most < 16 * len(t), dtype


def test_weights_beside_what_is_stored_are_held_to_the_same(stored, pieces):
    pieces(1)
    t = stored([1, 1])
    found = confusion_matrix(t, t, weight=[2**62, 2**62 - 1])
    assert found.tolist() == [[INT64.max]]
    with refuses("the weights sum to more than 63 bits"):
        confusion_matrix(t, t, weight=[2**62, 2**62])
    # Whole numbers in one piece, parts of them in the next.
    assert confusion_matrix(t, t, weight=[2, 0.5]).tolist() == [[2.5]]
    pieces(2)
    t = stored([1, 2, 1, 2])
    with refuses(r"^give weight as a list, not as a generator: list\(weight\)"):
        confusion_matrix(t, t, weight=(1 for _ in range(4)))
    for n in (2, 3, 5, 6):
        with refuses(rf"^weight must have the shape of y_true, \(4,\), not \({n},\)"):
            confusion_matrix(t, t, weight=[1] * n)
    series = pd.Series([1, 2, 3, 4], index=[4.0, 3.0, 2.0, 1.0])
    for weight in (series, stored([1, 2, 3, 4])):
        assert confusion_matrix(t, t, weight=weight).tolist() == [[4, 0], [0, 6]]


def test_categories_beside_what_is_stored_bring_their_order(stored, pieces):
    pieces(2)
    true, order = [3, 1, 2], [2, 3, 1]
    t, p = stored(true), ordered([3, 3, 2], order)
    expected = confusion_matrix(true, [3, 3, 2], labels=order)
    assert confusion_matrix(t, p).tolist() == expected.tolist()
    assert confusion_matrix(p, t).tolist() == expected.T.tolist()
