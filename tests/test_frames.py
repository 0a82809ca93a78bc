"""Counts from data frames, queries and rows: what each engine makes of the same labels."""

import gc
import sqlite3
import subprocess
import sys
import tracemalloc
import warnings
from decimal import Decimal

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from bad import refuses
from hypothesis import given
from hypothesis import strategies as st
from small import LOW_TO_HIGH, labels

import ordref
from ordref import confusion_matrix, evaluate, from_counts, from_frame

pa = pytest.importorskip("pyarrow")


def of_pandas(columns):
    return pd.DataFrame(columns)


def of_polars(columns):
    return pl.DataFrame(columns, strict=False)


def of_lazy(columns):
    return pl.LazyFrame(columns, strict=False)


def of_arrow(columns):
    return pa.table(columns)


def of_narwhals(columns):
    return nw.from_native(pl.DataFrame(columns, strict=False))


every_frame = pytest.mark.parametrize(
    "make", [of_pandas, of_polars, of_lazy, of_arrow, of_narwhals]
)
TRUE = [1, 2, 2, 3, 1, 1]
PRED = [1, 2, 1, 3, 1, 3]
WORDS = ["low", "mid", "mid", "high", "low", "low"]
GUESSES = ["low", "mid", "low", "high", "low", "high"]
CM = [[2, 0, 1], [1, 1, 0], [0, 0, 1]]


# ------------------------------------------------------------------- what is counted


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
def test_words_need_their_order(make):
    frame = make({"t": WORDS, "p": GUESSES})
    assert from_frame(frame, "t", "p", labels=LOW_TO_HIGH).tolist() == CM
    with refuses("order of the classes in column 't' is unknown .* pass labels="):
        from_frame(frame, "t", "p")
    with refuses("column 't' has 'mid', which is not among the labels .*: add it"):
        from_frame(frame, "t", "p", labels=["low", "high"])


@every_frame
def test_a_class_in_between_keeps_its_place(make):
    found = from_frame(make({"t": [1, 4], "p": [1, 1]}), "t", "p")
    assert found.tolist() == [[1, 0, 0, 0], [0] * 4, [0] * 4, [1, 0, 0, 0]]


@every_frame
def test_flags_are_zero_and_one(make):
    frame = make({"t": [True, False, True], "p": [True, True, True]})
    assert from_frame(frame, "t", "p").tolist() == [[0, 1], [0, 2]]


@every_frame
@pytest.mark.parametrize("kind", ["uint8", "int64", "float64"])
def test_weights_are_summed(make, kind):
    weight = np.array([200, 200, 1, 1, 200, 0], dtype=kind)
    frame = make({"t": TRUE, "p": PRED, "w": weight})
    found = from_frame(frame, "t", "p", weight="w")
    assert found.tolist() == [[400, 0, 0], [1, 200, 0], [0, 0, 1]]
    assert found.dtype == ("float64" if kind == "float64" else "int64")
    expected = confusion_matrix(TRUE, PRED, weight=weight)
    assert expected.dtype == found.dtype
    assert expected.tolist() == found.tolist()


@every_frame
def test_counts_of_1e15_are_exact(make):
    frame = make({"t": [1, 1, 2], "p": [1, 1, 2], "w": [10**15, 1, 3]})
    assert from_frame(frame, "t", "p", weight="w").tolist() == [[10**15 + 1, 0], [0, 3]]


def test_weights_that_sum_to_infinity_are_refused():
    with refuses("more than a float holds"):
        from_counts([(1, 1, 1e308), (1, 1, 1e308)])


@every_frame
def test_counts_beyond_63_bits_are_refused(make):
    frame = make({"t": [1, 1], "p": [1, 1], "w": [2**62, 2**62]})
    with refuses("63 bits"):
        from_frame(frame, "t", "p", weight="w")
    with refuses("63 bits"):
        confusion_matrix([1, 1], [1, 1], weight=[2**62, 2**62])
    with refuses("63 bits"):
        from_counts([(1, 1, 2**62), (1, 1, 2**62)])


# ------------------------------------------------------------------- order from types


def test_types_bring_their_order():
    kind = pd.CategoricalDtype(LOW_TO_HIGH, ordered=True)
    frame = pd.DataFrame({"t": WORDS, "p": GUESSES}, dtype=kind)
    assert from_frame(frame, "t", "p").tolist() == CM
    enum = pl.DataFrame({"t": WORDS, "p": GUESSES}).cast(pl.Enum(LOW_TO_HIGH))
    assert from_frame(enum, "t", "p").tolist() == CM
    assert from_frame(enum.lazy(), "t", "p").tolist() == CM
    arrow = pa.Table.from_pandas(frame)
    assert from_frame(arrow, "t", "p").tolist() == CM
    pieces = pa.concat_tables([arrow.slice(0, 2), arrow.slice(2)])
    assert from_frame(pieces, "t", "p").tolist() == CM
    # A category that no row has keeps its place.
    assert from_frame(frame[:1], "t", "p").shape == (3, 3)


def test_types_without_order_bring_none():
    frame = pd.DataFrame({"t": WORDS, "p": GUESSES}, dtype="category")
    for one in (frame, pa.Table.from_pandas(frame), pl.from_pandas(frame)):
        with refuses("column 't' is a Categorical without order: pass labels="):
            from_frame(one, "t", "p")
        assert from_frame(one, "t", "p", labels=LOW_TO_HIGH).tolist() == CM


def test_orders_that_differ_are_refused():
    up, down = (
        pd.Categorical(WORDS, order, ordered=True)
        for order in (LOW_TO_HIGH, LOW_TO_HIGH[::-1])
    )
    with refuses("differ: pass labels= to say which order counts"):
        from_frame(pd.DataFrame({"t": up, "p": down}), "t", "p")


# ------------------------------------------------------------------- what is missing


@every_frame
@pytest.mark.parametrize("column", ["t", "p", "w", "g"])
def test_rows_with_a_missing_value_are_told_or_left_out(make, column):
    columns = {"t": WORDS, "p": GUESSES, "w": [1.0] * 6, "g": list("aabaab")}
    columns[column] = [None, *columns[column][1:4], None, columns[column][5]]
    frame = make(columns)
    options = {"labels": LOW_TO_HIGH, "weight": "w", "by": "g"}
    with refuses(rf"of 6 rows some have .* \(2 in '{column}'\).* dropna=True"):
        from_frame(frame, "t", "p", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        found = from_frame(frame, "t", "p", dropna=True, **options)
    assert sum(found.values()).tolist() == [[0, 0, 1], [1, 1, 0], [0, 0, 1]]


@every_frame
def test_a_weight_that_is_nan_is_missing(make):
    frame = make({"t": [1, 2], "p": [1, 2], "w": [1.0, float("nan")]})
    with refuses("1 in 'w'"):
        from_frame(frame, "t", "p", weight="w")
    assert from_frame(frame, "t", "p", weight="w", dropna=True).tolist() == [[1.0]]


@every_frame
@pytest.mark.parametrize("bad", [-1.0, float("inf")])
def test_a_weight_is_finite_and_not_negative(make, bad):
    frame = make({"t": [1, 1, 2], "p": [1, 1, 2], "w": [5.0, bad, 1.0]})
    with refuses("column 'w' has .*: counts and weights are finite and not negative"):
        from_frame(frame, "t", "p", weight="w")


@every_frame
def test_bad_columns_are_refused(make):
    frame = make({"t": WORDS, "p": GUESSES, "n": [1] * 6})
    for arguments, message in [
        ({"true": "truth", "pred": "p"}, r"no column 'truth', which true= names; it has \['t'"),
        ({"true": "t", "pred": "q"}, "no column 'q'"),
        ({"true": "t", "pred": "p", "weight": "w"}, "no column 'w', which weight= names"),
        ({"true": "t", "pred": "p", "by": "g"}, "no column 'g'"),
        ({"true": "t", "pred": "t"}, "named twice, by true='t', pred='t'"),
        ({"true": "t", "pred": "p", "weight": "p"}, "named twice"),
        ({"true": "p", "pred": "n", "weight": "t"}, "which weight= cannot sum"),
    ]:  # fmt: skip
        with refuses(message):
            from_frame(frame, labels=LOW_TO_HIGH, **arguments)


@every_frame
def test_no_rows_are_refused(make):
    frame = make({"t": np.array([1])[:0], "p": np.array([1])[:0]})
    with refuses("frame is empty"):
        from_frame(frame, "t", "p")


def test_what_is_no_frame_is_refused():
    for bad in ([1, 2], {"t": [1]}, np.eye(2), None, pl.Series([1])):
        with refuses("frame must be a data frame of pandas, .* confusion_matrix"):
            from_frame(bad, "t", "p")


def test_numbers_of_rows_are_no_classes(monkeypatch):
    monkeypatch.setattr(sys.modules["ordref.frames"], "_MOST_PAIRS", 50)
    frame = pl.LazyFrame({"t": range(60), "p": range(60)})
    with refuses("more than a million different pairs: are these classes"):
        from_frame(frame, "t", "p")


def test_a_million_rows_are_counted_without_being_held():
    rng = np.random.default_rng(0)
    true = rng.integers(1, 6, 1_000_000)
    pred = np.clip(true + rng.integers(-1, 2, len(true)), 1, 5)
    frame = pl.DataFrame({"t": true, "p": pred})
    expected = confusion_matrix(true, pred)
    assert (from_frame(frame.lazy(), "t", "p") == expected).all()
    gc.collect()
    tracemalloc.start()
    assert (from_frame(frame.lazy(), "t", "p") == expected).all()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_polars_and_a_file_larger_than_its_pieces(tmp_path):
    rng = np.random.default_rng(1)
    true, pred = rng.integers(1, 6, (2, 1_000_000))
    path = tmp_path / "labels.parquet"
    pl.DataFrame({"t": true, "p": pred}).write_parquet(path, row_group_size=100_000)
    found = from_frame(pl.scan_parquet(path), "t", "p")
    assert (found == confusion_matrix(true, pred)).all()


# ------------------------------------------------------------------- groups


@every_frame
def test_groups_have_a_matrix_each_with_the_classes_of_all(make):
    frame = make(
        {"t": [1, 2, 3] * 2, "p": [1, 3, 3, 2, 2, 2], "fold": [10] * 3 + [9] * 3}
    )
    found = from_frame(frame, "t", "p", by="fold")
    assert list(found) == [9, 10]
    assert found[10].tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert found[9].tolist() == [[0, 1, 0], [0, 1, 0], [0, 1, 0]]
    table = evaluate(found, measures=["mae", "ccr"])
    assert list(table.index) == [9, 10]
    assert table.loc[10, "ccr"] == pytest.approx(2 / 3)


def test_groups_keep_the_order_that_they_bring():
    sizes = ["small", "medium", "large"]
    frame = pl.DataFrame({"t": [1, 1, 1], "p": [1, 2, 1], "size": sizes})
    frame = frame.cast({"size": pl.Enum(sizes)})
    assert list(from_frame(frame, "t", "p", by="size")) == sizes
    plain = frame.with_columns(pl.col("size").cast(pl.String))
    assert list(from_frame(plain, "t", "p", by="size")) == sorted(sizes)


def test_groups_with_different_classes_are_told():
    frame = pd.DataFrame({"t": [1, 2, 1, 1], "p": [1, 1, 2, 1], "site": list("aabb")})
    with pytest.warns(UserWarning, match="'b' has no 2"):
        from_frame(frame, "t", "p", by="site")
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
    found = from_counts([*rows, (2, 2, 0.5)])
    assert (found.tolist(), found.dtype) == ([[6, 3], [0, 0.5]], np.float64)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "rows is empty"),
        ([(1, 2)], r"row 0 is \(1, 2\)"),
        ([(1, 1, 1), 5], "row 1 is 5"),
        ([(1, None, 1)], "row 0 has a missing class: .* IS NOT NULL"),
        ([(1, 1, -1)], "row 0 has -1: counts and weights are finite"),
        ([(1, 1, float("nan"))], "row 0 has nan"),
        ([(1, 1, None)], "row 0 has the count None, which is no number"),
        ([(1, 1, "2")], "row 0 has the count '2'"),
        ([("a", "b", 1)], "order of the classes in true class is unknown"),
        ([([1], 1, 1)], "must hold single values"),
        ([(1, 20_000, 1)], "table too large to hold"),
    ],
)
def test_bad_rows_are_refused(rows, message):
    with refuses(message):
        from_counts(rows)


# ------------------------------------------------------------------- what is not installed


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_without_narwhals_it_says_what_to_install():
    code = "import sys; sys.modules['narwhals'] = None; import ordref; ordref."
    said = run(code + "from_frame([1], 't', 'p')")
    assert said.endswith("through narwhals: install ordref[frames]\n")
    assert run(code + "from_counts([(1, 1, 2)])") == ""


def test_narwhals_is_not_loaded_before_it_is_needed():
    assert run("import ordref, sys; print('narwhals' in sys.modules)") == "False\n"


# ------------------------------------------------------------------- weights of arrays


def test_weights_of_arrays_are_held_to_the_same():
    true, pred = [1, 2, 2], [1, 2, 1]
    assert confusion_matrix(true, pred, weight=[0.5, 2, 1]).tolist() == [
        [0.5, 0],
        [1, 2],
    ]
    for bad, message in [
        ([1, 2], r"shape of y_true, \(3,\); it has \(2,\)"),
        ([1, -1, 1], "weight has -1 at position 1: weights are finite"),
        ([1, 1, np.nan], "weight has nan at position 2"),
        (np.ma.masked_equal([1, 9, 1], 9), "weight has masked entries"),
        (["a", "b", "c"], "weight must hold numbers"),
        ([None, 1, 1], "position 0"),
    ]:
        with refuses(message):
            confusion_matrix(true, pred, weight=bad)


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


# ------------------------------------------------------------------- named models

SVM, FOREST = [[4, 1, 0], [2, 6, 1], [0, 1, 1]], [[5, 0, 0], [1, 7, 1], [0, 2, 0]]


def test_models_have_their_names():
    table = evaluate({"svm": SVM, "forest": FOREST}, measures=["mae", "oci"])
    assert list(table.index) == ["svm", "forest"]
    assert table.loc["forest", "mae"] == ordref.mae(FOREST)
    assert table.attrs["range"]["mae"] == (0, 2)
    assert table.attrs["better"] == {"mae": "low", "oci": "low"}


def test_predictions_of_models_share_their_truth_and_their_classes():
    true = [1, 2, 3, 3]
    preds = {"svm": [1, 2, 2, 2], "forest": [1, 2, 4, 1]}
    table = evaluate(true, preds)
    for name, pred in preds.items():
        cm = confusion_matrix(true, pred, labels=[1, 2, 3, 4])
        assert table.loc[name, "oci"] == ordref.oci(cm)
    words = {name: [LOW_TO_HIGH[k % 3] for k in pred] for name, pred in preds.items()}
    spoken = evaluate([LOW_TO_HIGH[k % 3] for k in true], words, labels=LOW_TO_HIGH)
    assert list(spoken.index) == ["svm", "forest"]


def test_names_of_groups_stay_what_they_are():
    table = evaluate({("a", 1): SVM, ("b", 2): FOREST}, measures=["mae"])
    assert list(table.index) == [("a", 1), ("b", 2)]
    assert table.index.nlevels == 1


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (({},), {}, "there is no model"),
        (([1, 2], {}), {}, "there is no model"),
        (({"a": SVM, "b": [[1, 0], [0, 1]]},), {}, r"'b' has shape \(2, 2\).* same labels="),
        (({"a": [SVM, SVM]},), {}, "each model needs one matrix"),
        (({"a": SVM, "b": [[1, -1], [0, 1]]},), {}, "'b': cm has a negative entry"),
        (({"a": [1, 2]}, [1, 2]), {}, "y_true must be one array"),
        (([1, 2], {"a": [1, 2], "b": [1]}), {}, "'b': y_true has 2 values and y_pred 1"),
        ((["x", "y"], {"a": ["x", "x"]}), {}, "order of the classes in y_true is unknown"),
        (({"a": SVM},), {"labels": [1, 2, 3]}, "labels goes with"),
        (({"a": SVM},), {"interval": 0.9}, "one matrix"),
    ],
)  # fmt: skip
def test_bad_models_are_refused(arguments, options, message):
    with refuses(message):
        evaluate(*arguments, **options)


# ------------------------------------------------------------------- shares of rows


def test_rows_that_sum_to_one_have_lost_the_classes():
    counts = np.array([[90.0, 10], [1, 4]])
    shares = counts / counts.sum(axis=1, keepdims=True)
    with pytest.warns(UserWarning, match="lost how frequent the classes are"):
        table = evaluate(shares)
    assert table.loc["mae", "value"] != ordref.mae(counts)
    with pytest.warns(UserWarning, match="lost how frequent"):
        evaluate({"a": counts, "b": np.round(shares, 3)})


@pytest.mark.parametrize(
    "cm",
    [
        np.eye(3),
        [[1, 0], [1, 0]],
        [[0.5, 0.2], [0.1, 0.2]],
        [[1.0]],
        [[0.5, 0.5], [0, 0]],
    ],
    ids=str,
)
def test_other_matrices_are_read_in_silence(cm):
    evaluate(cm)  # a warning would be an error here


def test_a_crosstab_of_predictions_in_rows_is_refused():
    frame = pd.DataFrame({"true": [1, 2, 2], "pred": [1, 2, 1]})
    turned = pd.crosstab(frame["pred"], frame["true"])
    with refuses("the rows of cm are called 'pred': .* give cm.T"):
        evaluate(turned)
    assert evaluate(turned.T).loc["ccr", "value"] == pytest.approx(2 / 3)
    assert evaluate(pd.crosstab(frame["true"], frame["pred"])).shape[0] > 20
    both = turned.rename_axis(index="pred A", columns="pred B")  # two predictions
    assert evaluate(both).loc["ccr", "value"] == pytest.approx(2 / 3)


@given(st.data())
def test_partial_tables_of_a_frame_add(data):
    true, pred, K = data.draw(labels())
    cut = data.draw(st.integers(0, len(true)))
    classes = range(1, K + 1)
    frame = pd.DataFrame({"t": true, "p": pred})
    parts = [part for part in (frame[:cut], frame[cut:]) if len(part)]
    total = sum(from_frame(part, "t", "p", labels=classes) for part in parts)
    assert (total == from_frame(frame, "t", "p", labels=classes)).all()
