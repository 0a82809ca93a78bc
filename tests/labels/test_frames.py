"""Counts from data frames, queries and rows: what each engine makes of the same labels."""

import gc
import sqlite3
import subprocess
import sys
import warnings
from decimal import Decimal
from fractions import Fraction
from functools import partial

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
import sympy as sp
from bad import refuses
from hypothesis import given
from small import LOW_TO_HIGH, labels, ordered, peak_of

from ordref import confusion_matrix, evaluate, from_counts, from_frame
from ordref.labels import frames

pa = pytest.importorskip("pyarrow")


ENGINES = {
    "pandas": pd.DataFrame,
    "polars": lambda columns: pl.DataFrame(columns, strict=False),
    "lazy": lambda columns: pl.LazyFrame(columns, strict=False),
    "arrow": pa.table,
    "narwhals": lambda columns: nw.from_native(pl.DataFrame(columns, strict=False)),
}
every_frame = pytest.mark.parametrize("make", ENGINES.values(), ids=ENGINES)
TRUE = [1, 2, 2, 3, 1, 1]
PRED = [1, 2, 1, 3, 1, 3]
WORDS = ["low", "mid", "mid", "high", "low", "low"]
GUESSES = ["low", "mid", "low", "high", "low", "high"]
CM = [[2, 0, 1], [1, 1, 0], [0, 0, 1]]


# ------------------------------------------------------------------- what is counted


@pytest.mark.filterwarnings("ignore:of the .* classes")
@every_frame
@given(drawn=labels())
def test_counts_are_those_of_the_arrays(make, drawn):
    true, pred, K = drawn
    classes = range(1, K + 1)
    expected = confusion_matrix(true, pred, labels=classes)
    found = from_frame(make({"t": true, "p": pred}), "t", "p", labels=classes)
    assert found.dtype == np.int64
    assert found.tolist() == expected.tolist()
    found = from_frame(make({"t": true, "p": pred}), "t", "p")
    assert found.tolist() == confusion_matrix(true, pred).tolist()


@every_frame
def test_words_need_their_order_and_flags_are_0_and_1(make):
    frame = make({"t": [True, False, True], "p": [True, True, True]})
    assert from_frame(frame, "t", "p").tolist() == [[0, 1], [0, 2]]
    frame = make({"t": WORDS, "p": GUESSES})
    assert from_frame(frame, "t", "p", labels=LOW_TO_HIGH).tolist() == CM
    with refuses("order of the classes in column 't' is unknown .* pass labels="):
        from_frame(frame, "t", "p")
    with refuses("column 't' has 'mid', which is not among the labels .*: add it"):
        from_frame(frame, "t", "p", labels=["low", "high"])


@every_frame
def test_weights_are_summed_unless_it_may_be_beyond_63_bits(make):
    unsigned = partial(np.array, dtype="u8")
    beyond = "column 'w' may sum to more than 63 bits: give floats"
    for true, weight, wanted in [
        ([1, 2], [2**63 - 2, 1], [[2**63 - 2, 0], [1, 0]]),
        ([1, 2], unsigned([2**61, 3]), [[2**61, 0], [3, 0]]),
        ([1], [2**63 - 1], [[2**63 - 1]]),
        ([1, 1, 2], [10**15, 1, 3], [[10**15 + 1, 0], [3, 0]]),
        ([1, 1], [1e20, 1.0], [[1e20]]),
        ([1, 1, 2], np.array([200, 200, 0], "u1"), [[400, 0], [0, 0]]),
        ([1, 1, 2], [200, 200, 0], [[400, 0], [0, 0]]),
        ([1, 1, 2], [200.0, 200.0, 0.0], [[400.0, 0], [0, 0]]),
        ([1, 1], [2**62, 2**62], beyond),
        ([1] * 3, [2**62, 2**62, 1], beyond),
        ([1, 2], unsigned([2**63 + 5, 1]), beyond),
        ([1, 2], unsigned([2**64 - 1, 2**64 - 1]), beyond),
    ]:
        frame = make({"t": true, "p": [1] * len(true), "w": weight})
        if isinstance(wanted, str):
            with refuses(wanted, weight):
                from_frame(frame, "t", "p", weight="w")
        else:
            found, wanted = from_frame(frame, "t", "p", weight="w"), np.array(wanted)
            assert (found.tolist(), found.dtype) == (wanted.tolist(), wanted.dtype)
            beside = confusion_matrix(true, [1] * len(true), weight=weight)
            assert (beside.tolist(), beside.dtype) == (wanted.tolist(), wanted.dtype)


def test_rows_sum_up_to_the_limit_of_63_bits():
    found = from_counts([(1, 1, 2**62), (1, 1, 2**62 - 2), (2, 2, 1)])
    assert found.tolist() == [[2**63 - 2, 0], [0, 1]]
    with refuses("63 bits"):
        from_counts([(1, 1, 2**62), (1, 1, 2**62)])
    for more in ([], [(2, 2, 1)]):
        with refuses("more than a float holds"):
            from_counts([(1, 1, 1e308), (1, 1, 1e308), *more])
    assert from_counts([(1, 1, 1e20), (2, 2, 1)]).tolist() == [[1e20, 0], [0, 1]]


def test_pyarrow_is_not_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    frame = pl.DataFrame({"t": [1, 2], "p": [1, 1], "fold": [1, 1]})
    assert from_frame(frame, "t", "p", by="fold")[1].tolist() == [[1, 0], [1, 0]]


# ------------------------------------------------------------------- order from types


def test_types_bring_their_order():
    kind = pd.CategoricalDtype(LOW_TO_HIGH, ordered=True)
    frame = pd.DataFrame({"t": WORDS, "p": GUESSES}, dtype=kind)
    assert from_frame(frame, "t", "p").tolist() == CM
    enum = pl.DataFrame({"t": WORDS, "p": GUESSES}).cast(pl.Enum(LOW_TO_HIGH))
    arrow = pa.Table.from_pandas(frame)
    pieces = pa.concat_tables([arrow.slice(0, 2), arrow.slice(2)])
    for one in (enum, enum.lazy(), arrow, pieces):
        assert from_frame(one, "t", "p").tolist() == CM
    # A category that no row has keeps its place.
    assert from_frame(frame[:1], "t", "p").shape == (3, 3)


def test_types_without_order_or_with_two_bring_none():
    frame = pd.DataFrame({"t": WORDS, "p": GUESSES}, dtype="category")
    for one in (frame, pa.Table.from_pandas(frame), pl.from_pandas(frame)):
        with refuses("column 't' is a Categorical without order: pass labels="):
            from_frame(one, "t", "p")
        assert from_frame(one, "t", "p", labels=LOW_TO_HIGH).tolist() == CM
    frame = pd.DataFrame({"t": ordered(WORDS), "p": ordered(WORDS, LOW_TO_HIGH[::-1])})
    with refuses("differ: pass labels="):
        from_frame(frame, "t", "p")


# ------------------------------------------------------------------- what is missing


@every_frame
def test_rows_with_a_missing_value_are_told_or_left_out(make):
    options = {"labels": LOW_TO_HIGH, "weight": "w", "by": "g"}
    for column in "tpwg":
        columns = {"t": WORDS, "p": GUESSES, "w": [1.0] * 6, "g": list("aabaab")}
        columns[column] = [None, *columns[column][1:4], None, columns[column][5]]
        frame = make(columns)
        with refuses(rf"of 6 rows some have .* \(2 in '{column}'\).* dropna=True"):
            from_frame(frame, "t", "p", **options)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            found = from_frame(frame, "t", "p", dropna=True, **options)
        wanted = [[0, 0, 1], [1, 1, 0], [0, 0, 1]]
        assert sum(found.values()).tolist() == wanted, column


@every_frame
def test_weights_and_rows_that_are_none(make):
    frame = make({"t": [1, 2], "p": [1, 2], "w": [1.0, float("nan")]})
    with refuses("1 in 'w'"):
        from_frame(frame, "t", "p", weight="w")
    assert from_frame(frame, "t", "p", weight="w", dropna=True).tolist() == [[1.0]]
    frame = make({"t": [1, 1], "p": [None, None], "g": ["a", "b"]})
    with refuses("frame has no rows to count"):
        from_frame(frame, "t", "p", dropna=True)
    for bad in (-1.0, float("inf")):
        frame = make({"t": [1, 1, 2], "p": [1, 1, 2], "w": [5.0, bad, 1.0]})
        said = "column 'w' has .*, which is negative or not finite"
        with refuses(said, bad):
            from_frame(frame, "t", "p", weight="w")
    with refuses("frame is empty"):
        from_frame(make(dict.fromkeys("tp", np.array([1])[:0])), "t", "p")


# What is no name of a column, and what is said of it.
BAD_NAMES = [
    ({"true": "truth"}, r"no column 'truth', which true= names; it has \['t'"),
    ({"weight": "w"}, "no column 'w', which weight= names"),
    ({"by": ["n", "fold"]}, "no column 'fold', which by= names"),
    ({"weight": "p"}, "named twice, by true='t', pred='p', weight='p'"),
    ({"by": ["n", "n"]}, "named twice, by .*by='n', by='n'"),
    ({"true": "p", "pred": "n", "weight": "t"}, "which weight= cannot sum"),
    ({"weight": ["n"]}, r"weight= must be the name of one column, not \['n'\]"),
    ({"by": []}, "by= is empty: name a column, or leave it out"),
    (
        {"by": np.array(["n"])},
        "by= must be .* one column, or a list of such, not array",
    ),
    ({"by": {"n"}}, "by= must be .* one column, or a list of such, not {'n'}"),
]


@every_frame
def test_bad_names_of_columns_are_refused_in_words(make):
    frame = make({"t": WORDS, "p": GUESSES, "n": [1] * 6})
    for names, message in BAD_NAMES:
        with refuses(message, names):
            from_frame(
                frame, **{"true": "t", "pred": "p", "labels": LOW_TO_HIGH} | names
            )


def test_columns_of_several_levels_or_of_one_name_are_refused():
    frame = pd.DataFrame({"t": TRUE, "p": PRED})
    levels = frame.set_axis(pd.MultiIndex.from_product([["a"], ["t", "p"]]), axis=1)
    with refuses("true= must be the name of one column, .*flattened"):
        from_frame(levels, ("a", "t"), "p")
    with refuses("'t' 2 times"):
        from_frame(pd.concat([frame, frame], axis=1), "t", "p")


def test_objects_in_a_column_are_numbers_or_refused():
    frame = pd.DataFrame({"t": [1, 2, 2], "p": [1, 2, 2]}, index=[7, 8, 7])
    for entries, wanted, kind in [
        ([Fraction(1, 2), Decimal("0.25"), 2], [[0.5, 0], [0, 2.25]], "f"),
        ([Fraction(4), Decimal(2), True], [[4, 0], [0, 3]], "i"),
    ]:
        objects = frame.assign(w=pd.Series(entries, frame.index, object))
        found = from_frame(objects, "t", "p", weight="w")
        assert (found.tolist(), found.dtype.kind) == (wanted, kind)
    for entries, message in [
        ([1, "2", 3], "column 'w' has the count '2', which is not a number"),
        ([1, Fraction(-1), 3], "column 'w' has .*negative or not finite"),
        ([2**62, 2**62, Fraction(1)], "'w' may sum to more than 63 bits"),
        ([1, None, Fraction(1)], "1 in 'w'.*dropna=True"),
    ]:
        objects = frame.assign(w=pd.Series(entries, frame.index, object))
        with refuses(message):
            from_frame(objects, "t", "p", weight="w")
    found = from_frame(objects, "t", "p", weight="w", dropna=True)
    assert found.tolist() == [[1, 0], [0, 1]]


def test_whole_floats_are_integers_beside_gaps():
    y = pd.DataFrame({"t": [-0.0, 1, np.nan, 2], "p": [0, 1.0, 1.0, np.nan]})
    assert from_frame(y, "t", "p", dropna=True).tolist() == [[1, 0], [0, 1]]
    with refuses("column 't' has 0.5, a number that is not whole"):
        from_frame(y.assign(t=0.5), "t", "p", dropna=True)
    assert from_counts([(1.0, 2, 3), (2.0, 1.0, 1)]).tolist() == [[0, 3], [1, 0]]


def test_what_is_no_frame_is_refused():
    for bad in ([1, 2], {"t": [1]}, np.eye(2), None, pl.Series([1])):
        with refuses("frame must be a data frame of pandas, .* confusion_matrix"):
            from_frame(bad, "t", "p")


def test_numbers_of_rows_are_no_classes(monkeypatch):
    assert frames.MOST_FETCHED == 10**6  # as the message says
    monkeypatch.setattr(frames, "MOST_FETCHED", 50)
    frame = pl.LazyFrame({"t": range(60), "p": range(60)})
    with refuses("more than a million different pairs: are these classes"):
        from_frame(frame, "t", "p")
    assert from_frame(frame.head(50), "t", "p").tolist() == np.eye(50).tolist()


def test_a_million_rows_are_counted_without_being_held(tmp_path):
    rng = np.random.default_rng(0)
    true = rng.integers(1, 6, 1_000_000)
    pred = np.clip(true + rng.integers(-1, 2, len(true)), 1, 5)
    frame = pl.DataFrame({"t": true, "p": pred})
    expected = confusion_matrix(true, pred)
    assert (from_frame(frame.lazy(), "t", "p") == expected).all()
    gc.collect()
    peak, found = peak_of(lambda: from_frame(frame.lazy(), "t", "p"))
    assert (found == expected).all()
    assert peak < 1 << 20
    # A file larger than its pieces.
    path = tmp_path / "labels.parquet"
    frame.write_parquet(path, row_group_size=100_000)
    assert (from_frame(pl.scan_parquet(path), "t", "p") == expected).all()


# ------------------------------------------------------------------- groups


@every_frame
def test_groups_have_a_matrix_each(make):
    frame = make({
        "t": [1, 2, 1, 2, 2, 1], "p": [1, 1, 1, 2, 2, 2],
        "m": ["svm", "svm", "rf", "rf", "svm", "svm"], "f": [10, 10, 9, 9, 9, 9],
    })  # fmt: skip
    found = from_frame(frame, "t", "p", by="f")
    wanted = {9: [[1, 1], [0, 2]], 10: [[1, 0], [1, 0]]}
    assert [(key, cm.tolist()) for key, cm in found.items()] == [*wanted.items()]
    # One for each combination of several columns.
    wanted = {
        ("rf", 9): [[1, 0], [0, 1]],
        ("svm", 9): [[0, 1], [0, 1]],
        ("svm", 10): [[1, 0], [1, 0]],
    }
    for by in (["m", "f"], ("m", "f")):
        found = from_frame(frame, "t", "p", by=by)
        assert [(key, cm.tolist()) for key, cm in found.items()] == [*wanted.items()]
    found = from_frame(frame, "t", "p", by=["f", "m"])
    assert list(found) == [(9, "rf"), (9, "svm"), (10, "svm")]
    table = evaluate(found, measures=["mae", "ccr"])
    assert table.index.tolist() == list(found)
    assert table["mae"].tolist() == [0, 0.5, 0.5]
    # A list of one column has tuples, too.
    assert list(from_frame(frame, "t", "p", by=["m"])) == [("rf",), ("svm",)]


def test_groups_keep_the_order_that_they_bring():
    sizes = ["small", "medium", "large"]
    frame = pl.DataFrame({"t": [1, 1, 1], "p": [1, 2, 1], "size": sizes})
    frame = frame.cast({"size": pl.Enum(sizes)})
    assert list(from_frame(frame, "t", "p", by="size")) == sizes
    both = frame.with_columns(k=pl.lit(1))
    assert list(from_frame(both, "t", "p", by=["k", "size"])) == [(1, s) for s in sizes]
    plain = frame.with_columns(pl.col("size").cast(pl.String))
    assert list(from_frame(plain, "t", "p", by="size")) == sorted(sizes)
    # Numbers are before words.
    groups = pd.Series(["b", 10, "a", 9.5], dtype=object)
    frame = pd.DataFrame({"t": [1] * 4, "p": [1] * 4, "g": groups})
    assert list(from_frame(frame, "t", "p", by="g")) == [9.5, 10, "a", "b"]


def test_groups_with_different_classes_are_told():
    frame = pd.DataFrame({"t": [1, 2, 1, 1], "p": [1, 1, 2, 1], "site": list("aabb")})
    with pytest.warns(UserWarning, match="'b' has no 2") as told:
        from_frame(frame, "t", "p", by="site")
    assert told[0].filename == __file__
    said = r"the groups of \['k', 'site'\] .*: \(0, 'b'\) has no 2"
    with pytest.warns(UserWarning, match=said):
        from_frame(frame.assign(k=0), "t", "p", by=["k", "site"])
    frame.loc[3, "t"] = 2
    from_frame(frame, "t", "p", by="site")  # a warning would be an error here


# ------------------------------------------------------------------- rows of counts


def test_rows_of_a_database_are_counted():
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE labels (t TEXT, p TEXT)")
        database.executemany(
            "INSERT INTO labels VALUES (?, ?)", zip(WORDS, GUESSES, strict=True)
        )
        rows = database.execute("SELECT t, p, count(*) FROM labels GROUP BY t, p")
        assert from_counts(rows, labels=LOW_TO_HIGH).tolist() == CM
    database.close()


def test_rows_add_up():
    rows = [(1, 1, 2), (1, 2, np.int64(3)), (1, 1, Decimal(4))]
    found = from_counts(rows)
    assert (found.tolist(), found.dtype) == ([[6, 3], [0, 0]], np.int64)
    for half in (0.5, Decimal("0.5"), np.float32(0.5)):
        found = from_counts([*rows, (2, 2, half)])
        assert (found.tolist(), found.dtype) == ([[6, 3], [0, 0.5]], np.float64)
    assert from_counts([*rows, (2, 2, 0)]).tolist() == [[6, 3], [0, 0]]


BAD_ROWS = [
    ([], "rows is empty"),
    ([(1, 2)], r"row 0 is \(1, 2\)"),
    ([(1, 1, 1), 5], "row 1 is 5"),
    ([(1, None, 1)], "row 0 has a missing class: .* IS NOT NULL"),
    ([(1, 1, 1), (None, 1, 1)], "row 1 has a missing class"),
    ([(1, 1, -1)], "row 0 has -1, which is negative"),
    ([(1, 1, float("nan"))], "row 0 has nan"),
    ([(1, 1, Decimal("NaN"))], "row 0 has nan"),
    ([(1, 1, float("inf"))], "row 0 has inf"),
    ([(1, 1, None)], "row 0 has the count None, which is not a number"),
    ([(1, 1, "2")], "row 0 has the count '2'"),
    ([(1, 1, sp.Symbol("x"))], "row 0 has the count x, which is not a number"),
    ([(1, 1, Fraction(10**400, 3))], "row 0 has .* negative or not finite"),
    ([("a", "b", 1)], "order of the classes in true class is unknown"),
    ([([1], 1, 1)], "must hold single values"),
    ([(1, 20_000, 1)], "table too large to hold"),
    ([(-(2**70), 2**70, 1)], "table too large to hold"),
]


def test_bad_rows_are_refused():
    for rows, message in BAD_ROWS:
        with refuses(message, rows):
            from_counts(rows)


# ------------------------------------------------------------------- what is not installed


def test_narwhals_is_loaded_where_it_is_needed_and_else_may_be_missing():
    def said(code):
        run = [sys.executable, "-c", "import sys; " + code]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert said("import ordref; print('narwhals' in sys.modules)") == "False\n"
    without = "sys.modules['narwhals'] = None; import ordref; ordref."
    assert said(without + "from_counts([(1, 1, 2)])") == ""
    install = "through narwhals: install ordref[frames]\n"
    assert said(without + "from_frame([1], 't', 'p')").endswith(install)
