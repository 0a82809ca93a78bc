"""What is read by its names, and what counts as a number, alike wherever it comes in."""

import datetime
from decimal import Decimal
from fractions import Fraction

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from bad import refuses
from small import LOW_TO_HIGH, ordered

import ordref
from ordref import confusion_matrix, evaluate, from_counts, from_frame, predict_class

HIGH_FIRST = ["high", "low", "mid"]
P = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
SAME = "the same classes in the same order"
IN_ORDER = "put the columns in the order of labels"
COUNTS = np.array([[5, 1, 0], [2, 4, 1], [0, 3, 6]])


class DataArray:
    """As xarray holds names: of each dimension, if it has some."""

    dims = ("row", "class")

    def __init__(self, frame):
        self._values, self._names = frame.to_numpy(), frame.columns

    @property
    def coords(self):
        return {"class": self._names}

    def __array__(self, dtype=None, copy=None):
        return self._values


ENGINES = {
    "pandas": lambda frame: frame,
    "polars": pl.from_pandas,
    "arrow": pa.Table.from_pandas,
    "a batch of arrow": pa.RecordBatch.from_pandas,
    "narwhals": lambda frame: nw.from_native(pl.from_pandas(frame)),
    "xarray": DataArray,
}
every_engine = pytest.mark.parametrize("make", ENGINES.values(), ids=ENGINES)


def of_classes(make, order, numbers=P, names=LOW_TO_HIGH):
    """Columns called after the classes, in some order."""
    return make(pd.DataFrame(numbers, columns=names)[list(order)])


# ------------------------------------------------------------------- names of probabilities

SCORES = [
    ordref.ranked_probability_score,
    ordref.brier_score,
    ordref.logarithmic_score,
    ordref.murphy_decomposition,
]


@every_engine
def test_columns_stand_in_the_order_of_the_classes(make):
    labels = {"labels": LOW_TO_HIGH}
    here, there = (of_classes(make, o) for o in (LOW_TO_HIGH, HIGH_FIRST))
    for score in SCORES:
        right = score(LOW_TO_HIGH, P, **labels)
        assert score(LOW_TO_HIGH, here, **labels) == right
        assert score(ordered(LOW_TO_HIGH), here) == right
        with refuses(r"the columns of probabilities are \['high', 'low', 'mid'\]"):
            score(LOW_TO_HIGH, there, **labels)
        with refuses(IN_ORDER):
            score(ordered(LOW_TO_HIGH), there)
    assert ordref.brier_score(LOW_TO_HIGH, [here, here], **labels).shape == (2,)
    for stack in ([here, there], [there, here], (there, there)):
        with refuses("the columns of"):
            ordref.brier_score(LOW_TO_HIGH, stack, **labels)


HERE, THERE = (of_classes(ENGINES["pandas"], o) for o in (LOW_TO_HIGH, HIGH_FIRST))
# The columns, labels=, and what is predicted or said.
NAMED = [
    (P, None, [1, 2, 3]),
    (HERE, None, LOW_TO_HIGH),
    (HERE, LOW_TO_HIGH, LOW_TO_HIGH),
    (THERE, None, "are in the order of the alphabet: pass labels="),
    (THERE, LOW_TO_HIGH, "the columns of probabilities are"),
    (THERE, HIGH_FIRST, LOW_TO_HIGH),  # whoever has them so says so
    (HERE.loc[0], None, "low"),
    (THERE.loc[0], LOW_TO_HIGH, "the columns of probabilities are"),
    (pd.Series(P[0]), None, 1),
    (pd.DataFrame(P), None, "are only numbered"),
    (pl.DataFrame(P), None, "are only numbered"),
    (pd.DataFrame(P, columns=np.array([0, 1, 2])), None, [0, 1, 2]),
    (pd.DataFrame(P, columns=[3, 2, 1]), None, [3, 2, 1]),
    (pd.DataFrame(P, columns=[1.0, 2.0, 3.0]), None, [1, 2, 3]),
    (pl.DataFrame(P, schema=["9", "10", "11"]), None, ["9", "10", "11"]),
    (pd.DataFrame(P, columns=[2, 1, 3]), None, "are not consecutive"),
    (pl.DataFrame(P, schema=["2", "1", "3"]), None, "are not consecutive"),
    (pd.DataFrame(P, columns=["b", "a", "a"]), None, "holds 'a' twice"),
]


def test_a_label_is_the_name_of_its_column():
    for frame, labels, wanted in NAMED:
        if isinstance(wanted, str) and wanted != "low":
            with refuses(wanted, frame):
                predict_class(frame, "zero-one", labels=labels)
        else:
            found = predict_class(frame, "zero-one", labels=labels)
            assert np.array(found).tolist() == wanted, frame


def test_rows_of_a_frame_keep_its_names():
    labels = {"labels": LOW_TO_HIGH}
    wanted = ordref.brier_score(LOW_TO_HIGH, P, **labels)
    for rows in (
        lambda frame: [row for _, row in frame.iterrows()],
        lambda frame: list(frame.itertuples(index=False)),
    ):
        assert ordref.brier_score(LOW_TO_HIGH, rows(HERE), **labels) == wanted
        with refuses(IN_ORDER):
            ordref.brier_score(LOW_TO_HIGH, rows(THERE), **labels)


LAST_FIRST = [("3.0", "1.0", "2.0"), ("p3", "p1", "p2")]
# The true classes, those that labels= names, the columns, and whether these are refused.
BESIDE = [
    *[([1, 2, 3], None, names, False) for names in (
        [1, 2, 3], ["1", "2", "3"], [0, 1, 2], ["0", "1", "2"], LOW_TO_HIGH, [1.0, 2.0, 3.0],
    )],
    *[([1, 2, 3], None, names, True) for names in (
        HIGH_FIRST, [3, 2, 1], ["2", "3", "4"], [2.0, 1.0, 3.0], *LAST_FIRST,
    )],
    ([0, 1, 2], None, ["1", "0", "2"], True),
    (ordered([1.0, 2.0, 2.5], [1.0, 2.0, 2.5]), None, ["1", "2", "2.5"], False),
    (ordered(LOW_TO_HIGH), None, ["p_low", "p_mid", "p_high"], True),
    (ordered(LOW_TO_HIGH), None, [0, 1, 2], False),
    (ordered([0, 1, 2], [2, 0, 1]), None, [0, 1, 2], True),
    # Flags are names as numbers are.
    *[([False, True], None, names, names[0] not in (False, "0"))
      for names in ([False, True], [0, 1], ["0", "1"], [True, False], [1, 0], ["1", "0"])],
    # Text stands for the classes, but numbers from 0 are none, in their order.
    *[(classes, classes, [*names][::step], step < 0) for step in (1, -1) for names, classes in (
        (["1.0", "2.0", "3.0"], [1.0, 2.0, 3.0]), (["False", "True"], [False, True]),
        (["p1", "p2", "p3"], [1, 2, 3]),
    )],
    ([1, 2, 3], [1, 2, 3], ["class_0", "class_1", "class_2"], False),
]  # fmt: skip


def test_names_say_something_of_classes_that_have_names():
    for y, labels, columns, refused in BESIDE:
        p = P if len(y) == 3 else P[:2, :2] / P[:2, :2].sum(axis=1, keepdims=True)
        frames = [pd.DataFrame(p, columns=np.array(columns))]
        if isinstance(columns[0], str):
            frames.append(pl.DataFrame(p, schema=list(columns)))
        for frame in frames:
            if refused:
                with refuses(IN_ORDER + "|name the columns after", y, columns):
                    ordref.brier_score(y, frame, labels=labels)
            else:
                wanted = ordref.brier_score(y, p, labels=labels)
                found = ordref.brier_score(y, frame, labels=labels)
                assert found == wanted, columns


def test_a_loss_is_called_as_the_classes():
    cost = pd.DataFrame([[0, 1, 9], [1, 0, 1], [2, 1, 0]], LOW_TO_HIGH, LOW_TO_HIGH)
    named = of_classes(ENGINES["polars"], LOW_TO_HIGH)
    wanted = predict_class(P, cost.to_numpy(), labels=LOW_TO_HIGH).tolist()
    assert predict_class(P, cost, labels=LOW_TO_HIGH).tolist() == wanted
    assert predict_class(named, cost).tolist() == wanted
    for other in (cost[HIGH_FIRST], cost.loc[HIGH_FIRST, HIGH_FIRST]):
        with refuses(SAME):
            predict_class(P, other, labels=LOW_TO_HIGH)
        with refuses(SAME):
            predict_class(named, other)


# ------------------------------------------------------------------- names of tables


@every_engine
def test_a_table_whose_rows_have_no_names_is_no_crosstab(make):
    for names in (LOW_TO_HIGH, HIGH_FIRST):
        with refuses("^(cm is a .* that names its columns|the rows of cm)"):
            ordref.mae(of_classes(make, names, COUNTS))


def test_a_pivot_of_polars_is_no_matrix_and_its_numbers_are():
    frame = pl.DataFrame({"t": ["mid", "low", "high"], "p": ["low", "low", "high"]})
    pivot = frame.pivot(on="p", index="t", values="p", aggregate_function="len")
    with refuses("from_frame counts labels"):
        ordref.mae(pivot)
    assert ordref.mae(pl.DataFrame(COUNTS)) == ordref.mae(COUNTS)
    assert evaluate(pl.DataFrame(COUNTS)).loc["mae", "value"] == ordref.mae(COUNTS)


def test_every_table_of_a_list_is_looked_at_and_the_first_with_names_speaks():
    named = pd.DataFrame(COUNTS, LOW_TO_HIGH, LOW_TO_HIGH)
    alphabet, turned = named.loc[HIGH_FIRST, HIGH_FIRST], named.iloc[::-1, ::-1]
    for tables in ([named, named], [COUNTS, named]):
        assert ordref.mae(tables).tolist() == [ordref.mae(COUNTS)] * 2
    with refuses("in the order of the alphabet"):
        ordref.mae([alphabet, alphabet])
    for tables in (
        [named, turned],
        [COUNTS, named, turned],
        [[named, named], [turned, turned]],
    ):
        with refuses(SAME):
            ordref.mae(tables)
    with refuses(SAME):
        ordref.expected_cost([named], cost=COST.iloc[::-1, ::-1])
    table = evaluate({"a": named, "b": named, "c": COUNTS}, measures=["mae"])
    assert len(set(table["mae"])) == 1
    with refuses("the rows of 'c' are .*, and those of 'b'"):
        evaluate({"a": COUNTS, "b": named, "c": turned}, measures=["mae"])


COST = pd.DataFrame([[0, 1, 2], [10, 0, 1], [20, 10, 0]], LOW_TO_HIGH, LOW_TO_HIGH)
OF_CELLS = [
    (ordref.expected_cost, "cost"),
    (ordref.weighted_kappa, "weights"),
    (ordref.gwet_ac2, "weights"),
]


@pytest.mark.parametrize(("measure", "option"), OF_CELLS)
def test_numbers_of_cells_are_called_as_the_matrix_is(measure, option):
    def of(given, cm=COUNTS):
        return measure(cm, **{option: given})

    named = pd.DataFrame(COUNTS, LOW_TO_HIGH, LOW_TO_HIGH)
    wanted = of(COST.to_numpy())
    assert of(COST) == of(pd.DataFrame(COST.to_numpy())) == wanted
    assert of(COST, named) == of(COST.to_numpy(), named) == wanted
    for given, said in [
        (COST[HIGH_FIRST], "must be " + SAME),
        (COST.loc[HIGH_FIRST, HIGH_FIRST], "in the order of the alphabet"),
        (pl.from_pandas(COST), "names its columns"),
    ]:
        with refuses(said):
            of(given)
    with refuses(f"the rows of {option} are .*, and those of cm"):
        of(COST.iloc[::-1, ::-1], named)
    # An order that the matrix brings is none that was guessed.
    order = ["bad", "good"]
    index = pd.CategoricalIndex(order, order, ordered=True)
    cm = pd.DataFrame(np.ones((2, 2)), index, index)
    two = pd.DataFrame([[0, 1], [2, 0]], order, order)
    assert of(two, cm) == of(two.to_numpy(), np.ones((2, 2)))


def test_numbers_beyond_floats_are_refused_in_words():
    with refuses("cost has an entry beyond the range of floats"):
        ordref.expected_cost(np.eye(2), cost=[[0, Fraction(10**400)], [1, 0]])
    with refuses(r"distances have an infinite entry, inf, at \(1,\)"):
        ordref.classi(np.array([1, "1e400"], "longdouble"))


@pytest.mark.parametrize("make", list(ENGINES.values())[:-1], ids=list(ENGINES)[:-1])
def test_a_frame_is_no_rows_of_counts(make):
    frame = make(pd.DataFrame({"t": [1, 2, 1], "p": [1, 1, 2], "n": [5, 3, 2]}))
    with refuses("rows must be triples, not a frame: write from_frame"):
        from_counts(frame)
    if not isinstance(frame, pa.RecordBatch):
        assert from_frame(frame, "t", "p", weight="n").tolist() == [[5, 2], [3, 0]]


# ------------------------------------------------------------------- names of rows


NAMES = list("uvwx")
T, A, B, G = (
    pd.Series(y, NAMES)
    for y in ([1, 2, 2, 1], [1, 2, 1, 1], [2, 2, 2, 1], [1, 1, 2, 2])
)
ROWS = pd.DataFrame([[0.7, 0.3], [0.1, 0.9], [0.5, 0.5], [0.2, 0.8]], NAMES)
# Which two are in another order, and who is told of it.
UNPAIRED = [
    ("y_true and y_pred", lambda: confusion_matrix(T, A[::-1])),
    ("y_true and weight", lambda: confusion_matrix(T, A.to_numpy(), weight=G[::-1])),
    ("y_pred and weight", lambda: confusion_matrix(T.to_numpy(), A, weight=G[::-1])),
    ("'two': y_true and y_pred", lambda: evaluate(T, {"one": A, "two": A[::-1]})),
    ("y_true and y_b", lambda: ordref.paired_sample(T, A, B[::-1])),
    ("y_a and y_b", lambda: ordref.paired_sample(T.to_numpy(), A, B[::-1])),
    ("y_true and groups", lambda: ordref.paired_sample(T, A, B, groups=G[::-1])),
    ("y_true and probabilities", lambda: ordref.brier_score(T, ROWS[::-1])),
    ("y_true and probabilities", lambda: ordref.brier_score(T, [ROWS, ROWS[::-1]])),
]


def test_an_index_in_another_order_is_no_pair():
    said = " are paired by position, but their indexes hold the same names in another"
    for who, call in UNPAIRED:
        with refuses(who + said, who):
            call()
    counts = confusion_matrix(T, A).tolist()
    wanted = ordref.paired_sample(T, A, B).observed
    assert (ordref.paired_sample(T, A.to_numpy(), B).observed == wanted).all()
    for given in ([ROWS], [ROWS, ROWS]):
        found = ordref.brier_score(T, given)
        assert np.all(found == ordref.brier_score(T, ROWS))
    # Others say nothing: of a sample, or of predictions as they come from a model.
    for index in (range(4), list("abcd"), list("uuvw"), range(4, 0, -1)):
        assert confusion_matrix(T, A.set_axis(index)).tolist() == counts
    shuffled = T.set_axis([2, 0, 1, 3])
    assert confusion_matrix(shuffled, A.reset_index(drop=True)).tolist() == counts


# ------------------------------------------------------------------- numbers

HALF = Fraction(1, 2)
NUMBERS = {
    "whole": ([1, 2], [1, 2]),
    "of one byte": (np.array([1, 2], "u1"), [1, 2]),
    "floats": ([0.5, 2.0], [0.5, 2]),
    "long floats": (np.array([0.5, 2], "longdouble"), [0.5, 2]),
    "flags": ([True, False], [1, 0]),
    "Fractions": ([HALF, Fraction(2)], [0.5, 2]),
    "Decimals": ([Decimal("0.5"), Decimal(2)], [0.5, 2]),
    "of many kinds": ([HALF, Decimal(2)], [0.5, 2]),
    "of numpy in a list": (np.array([np.True_, np.int8(2)], object), [1, 2]),
    "negative": ([1, -1], None),
    "NaN": ([1, np.nan], None),
    "infinite": ([1, np.inf], None),
    "a Decimal that is none": ([Decimal("NaN"), Decimal(1)], None),
    "a Decimal that signals": ([Decimal("sNaN"), Decimal(1)], None),
    "a Decimal that is infinite": ([Decimal("inf"), Decimal(1)], None),
    "a Decimal of too many digits": ([Decimal("1e-999999999"), Decimal(1)], None),
    "complex": ([1j, 1 + 5j], None),
    "text": (["1", "2"], None),
    "text with a meaning to Python": (["1e3", "0_1"], None),
    "bytes": ([b"1", b"2"], None),
    "text among others": (np.array(["1", 2], object), None),
    "times": (np.array([1, 2], "m8[s]"), None),
    "times among others": (np.array([np.timedelta64(1, "s"), 2], object), None),
    "dates": (np.array(["2020-01-01", "2021-01-01"], "M8[ns]"), None),
    "records": (np.zeros(2, [("a", int)]), None),
    "lists": (pd.Series([[1], [2]]), None),
}


def diagonal(numbers):
    """An array of two by two, of the same type."""
    array = np.asarray(numbers)
    if array.dtype.names:
        return np.zeros((2, 2), array.dtype)
    table = np.zeros((2, 2), array.dtype if array.dtype.kind != "M" else "M8[ns]")
    if array.dtype == object:
        table[:] = 0
    for k, number in enumerate(array):
        table[k, k] = number
    return table


def added(numbers):
    frame = pd.DataFrame({"t": [1, 2], "p": [1, 2]})
    frame["n"] = list(numbers) if isinstance(numbers, np.ndarray) else numbers
    if isinstance(numbers, np.ndarray) and not numbers.dtype.names:
        frame["n"] = numbers.astype(float) if numbers.dtype == "longdouble" else numbers
    return from_frame(frame, "t", "p", weight="n")


DOORS = {
    "cm": lambda numbers: ordref.as_matrices(diagonal(numbers)),
    "weight": lambda numbers: confusion_matrix([1, 2], [1, 2], weight=numbers),
    "cost": lambda numbers: np.diag([
        ordref.expected_cost(np.diag(one), cost=diagonal(numbers)) for one in np.eye(2)
    ]),
    "from_counts": lambda numbers: from_counts(
        [(k, k, number) for k, number in zip((1, 2), numbers, strict=True)]
    ),
    "from_frame": added,
}  # fmt: skip


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_what_is_a_number_is_one_at_every_door(door):
    for case, (numbers, wanted) in NUMBERS.items():
        if wanted is None:
            with refuses(r"(?s)^(?!could not|invalid|cannot conv).+$", case):
                door(numbers)
        else:
            found = np.asarray(door(numbers), float).tolist()
            assert found == np.diag(wanted).tolist(), case


def test_costs_are_no_counts_that_end_in_totals():
    order = ["mild", "bad", "worst"]
    cost = pd.DataFrame([[0, 1, 1], [1, 0, 1], [1, 1, 2]], order, order)
    assert ordref.expected_cost(np.eye(3), cost=cost) == pytest.approx(2 / 3)
    prey = cost.rename_axis(index="predator")
    assert ordref.expected_cost(np.eye(3), cost=prey) == pytest.approx(2 / 3)


def test_dates_stay_dates():
    days = [datetime.date(2020, 1, 1), datetime.date(2020, 2, 1)]
    sides = ordered(days, days)
    assert confusion_matrix(sides, sides).tolist() == [[1, 0], [0, 1]]
    assert predict_class([0.2, 0.8], "zero-one", labels=days) == days[1]
    frame = pl.DataFrame({"t": [1, 2] * 2, "p": [1, 2] * 2, "day": np.repeat(days, 2)})
    assert list(from_frame(frame, "t", "p", by="day")) == days
