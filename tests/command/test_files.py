"""Files of every kind: groups, weights, limits."""

import io
import json
import re
import sys
import tracemalloc
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from asked import CM, COLUMNS, FRAME, KINDS, NAMES, WORDS, every_kind, ordered

import ordref
from ordref import __main__ as command
from ordref import _tally


@every_kind
def test_every_kind_of_file_has_the_same_counts(kind, write, said):
    report = json.loads(said(write(FRAME, kind), *COLUMNS, "--json"))
    assert report["confusion_matrix"] == CM
    assert report["classes"] == [1, 2, 3]
    labels = ["--labels", ",".join(NAMES)]
    report = json.loads(said(write(WORDS, kind), *COLUMNS, *labels, "--json"))
    assert report["confusion_matrix"] == CM
    assert report["classes"] == NAMES


@every_kind
@pytest.mark.filterwarnings("ignore:the groups of")
def test_groups_and_weights(kind, write, said):
    path = write(FRAME, kind)
    report = json.loads(said(path, *COLUMNS, "--by", "fold", "--json"))
    assert list(report["groups"]) == ["9", "10"]
    expected = ordref.from_frame(FRAME, "t", "p", by="fold", labels=[1, 2, 3])
    for group, one in report["groups"].items():
        assert one["confusion_matrix"] == expected[int(group)].tolist()
        assert one["measures"]["mae"] == ordref.mae(expected[int(group)])
    for column in ("w", "share"):
        report = json.loads(said(path, *COLUMNS, "--weight", column, "--json"))
        cm = ordref.from_frame(FRAME, "t", "p", weight=column)
        assert report["confusion_matrix"] == cm.tolist()
        assert report["observations"] == cm.sum()
    assert said(path, *COLUMNS, "--weight", "w").startswith("a weight of 9, 3 classes")


@pytest.mark.parametrize("kind", [".arrow", ".stream"])
def test_ordered_categories_of_arrow_bring_their_order(kind, write, said):
    report = json.loads(said(write(ordered(WORDS), kind), *COLUMNS, "--json"))
    assert (report["classes"], report["confusion_matrix"]) == (NAMES, CM)


def test_a_stream_comes_through_the_pipe(write, said, monkeypatch):
    with open(write(FRAME, ".stream"), "rb") as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        assert json.loads(said("-", *COLUMNS, "--json"))["confusion_matrix"] == CM


@pytest.mark.parametrize("kind", [".parquet", ".arrow"])
def test_a_file_with_an_index_does_not(kind, write, refused, monkeypatch):
    with open(write(FRAME, kind), "rb") as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        assert "from a pipe: name the file" in refused("-", *COLUMNS)[1]


def test_whole_numbers_are_such_though_they_are_held_as_floats(write, said):
    frame = FRAME.astype({"t": float, "p": "Int16"})
    report = json.loads(said(write(frame, ".parquet"), *COLUMNS, "--json"))
    assert report["confusion_matrix"] == CM


@pytest.mark.parametrize("kind", [".parquet", ".arrow", ".stream"])
@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        (
            {"t": [1, None, 2, 2, 2, 2]},
            [],
            "a row of FILE has no value in column 't': --dropna",
        ),
        (
            {"w": [1, None, 2, 2, 2, 2]},
            ["--weight", "w"],
            "a row of FILE has no value in column 'w': --dropna",
        ),
        (
            {"w": [1, -1, 2, 2, 2, 2]},
            ["--weight", "w"],
            "weight that is negative or infinite",
        ),
        ({"w": [1, np.inf, 2, 2, 2, 2]}, ["--weight", "w"], "negative or infinite"),
        ({"w": list("abcdef")}, ["--weight", "w"], "weights are numbers"),
        (
            {},
            ["--labels", "1,2"],
            "a row of FILE: column 't' has 3, which is not among",
        ),
        (
            {"t": list("aabbab")},
            [],
            "order of the classes is unknown: column 't' has 'a'",
        ),
        ({"p": [1, 2, 1, 1, 1, 9999]}, [], "which make a table too large to hold"),
    ],
    ids=str,
)
def test_bad_columns_of_arrow_are_refused(
    kind, change, options, message, write, refused
):
    path = write(FRAME.assign(**change), kind)
    code, err = refused(path, *COLUMNS, *options)
    assert code == 1
    assert message in err.replace(path, "FILE")


@pytest.mark.parametrize("kind", [".parquet", ".arrow", ".stream"])
def test_broken_files_of_arrow_are_refused(kind, write, refused):
    path = write(FRAME, kind)
    with open(path, "rb") as file:
        whole = file.read()
    for broken in (whole[: len(whole) // 2], whole[:8]):
        with open(path, "wb") as file:
            file.write(broken)
        code, err = refused(path, *COLUMNS)
        assert code == 1
        assert "cannot be read" in err


def test_a_missing_column_of_arrow_is_named(write, refused):
    code, err = refused(write(FRAME, ".parquet"), "--true", "tt", "--pred", "p")
    assert code == 2
    assert "no column 'tt'; there are 't', 'p'" in err


def test_without_pyarrow_it_says_what_to_install(write, refused, monkeypatch):
    path = write(FRAME, ".parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "is read by pyarrow: install ordref[files]" in refused(path, *COLUMNS)[1]


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ("", "line 2 of FILE has no value in column 'w': --dropna leaves"),
        ("x", "has the weight 'x' in column 'w': weights are numbers"),
        ("-1", "has the weight '-1'"),
        ("nan", "has the weight 'nan'.*missing value, --dropna leaves such"),
        ("inf", "has the weight 'inf'"),
        ("1_0", "has the weight '1_0' in column 'w': weights are numbers"),
        ("\u0663", "has the weight '\u0663'"),
        ("9" * 400, "weights are numbers, finite"),
    ],
)
def test_bad_weights_of_text_are_refused(weight, message, tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text(f"t,p,w\n1,1,{weight}\n", encoding="utf-8")
    code, err = refused(str(path), *COLUMNS, "--weight", "w")
    assert code == 1
    assert re.search(message, err.replace(str(path), "FILE"))


def test_counts_beyond_63_bits_are_refused(tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text("t,p,w\n" + f"1,1,{10**18 - 1}\n" * 10)
    assert "63 bits" in refused(str(path), *COLUMNS, "--weight", "w")[1]


def test_long_weights_keep_their_digits_or_are_refused(tmp_path, said, refused):
    path = tmp_path / "FILE"
    asked = [str(path), *COLUMNS, "--weight", "w", "--measures", "ccr"]
    path.write_text(f"t,p,w\n1,1,{2**63 - 2}\n2,2,1\n", encoding="utf-8")
    report = json.loads(said(*asked, "--json"))
    assert report["confusion_matrix"] == [[2**63 - 2, 0], [0, 1]]
    path.write_text(f"t,p,w\n1,1,{2**63 - 1}\n1,1,{2**63 - 1}\n", encoding="utf-8")
    assert "63 bits" in refused(*asked)[1]


@pytest.mark.parametrize("dtype", ["int64", "uint64", "int8"])
def test_weights_of_parquet_are_summed_without_going_round(
    dtype, tmp_path, said, refused
):
    path = tmp_path / "FILE"
    most = int(np.iinfo(dtype).max)
    weights = pa.array(np.array([most, most, 1], dtype))
    table = pa.table({"t": [1, 1, 2], "p": [1, 1, 2], "w": weights})
    pq.write_table(table, path)
    asked = [str(path), *COLUMNS, "--weight", "w", "--measures", "ccr"]
    if dtype == "int8":
        report = json.loads(said(*asked, "--json"))
        assert report["confusion_matrix"] == [[254, 0], [0, 1]]
    else:
        assert "63 bits" in refused(*asked)[1]
    table = table.set_column(
        2, "w", pa.array([2**62, 3, 2**61], dtype.replace("8", "64"))
    )
    pq.write_table(table, path)
    report = json.loads(said(*asked, "--json"))
    assert report["confusion_matrix"] == [[2**62 + 3, 0], [0, 2**61]]


def test_names_of_columns_of_arrow_may_be_any(tmp_path, said):
    """With blanks about them, as in text, or those that a sum would get."""
    path = tmp_path / "FILE"
    columns = {
        " t ": [1, 2, 2],
        "count_all": [1, 1, 2],
        "0": list("aab"),
        "p_sum": [1] * 3,
    }
    pq.write_table(pa.table(columns), path)
    asked = ["--true", "t", "--pred", "count_all", "--by", "0", "--weight", "p_sum"]
    report = json.loads(said(str(path), *asked, "--measures", "mae", "--json"))
    found = [one["confusion_matrix"] for one in report["groups"].values()]
    assert found == [[[1, 0], [1, 0]], [[0, 0], [0, 1]]]


def test_feather_of_the_first_version_is_named(tmp_path, refused):
    path = tmp_path / "old.feather"
    path.write_bytes(b"FEA1" + bytes(100))
    code, err = refused(str(path), *COLUMNS)
    assert code == 1
    assert "is Feather of version 1: write it again as version 2" in err


def test_groups_without_end_are_refused(tmp_path, refused, monkeypatch):
    monkeypatch.setattr(_tally, "_MOST_CELLS", 50)
    path = tmp_path / "FILE"
    path.write_text("t,p,id\n" + "".join(f"1,1,{k}\n" for k in range(60)))
    code, err = refused(str(path), *COLUMNS, "--by", "id")
    assert code == 1
    assert "by 'id': is that a column of groups?" in err


def test_a_long_parquet_is_not_held_in_memory(tmp_path, said):
    path = tmp_path / "long.parquet"
    values = pa.array(np.tile([1, 2, 3], 1_000_000))
    pq.write_table(pa.table({"t": values, "p": values}), path, row_group_size=1 << 17)
    arguments = [str(path), *COLUMNS, "--measures", "mae"]
    said(*arguments)
    pool, before = pa.default_memory_pool(), pa.total_allocated_bytes()
    tracemalloc.start()
    said(*arguments)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20
    assert pool.bytes_allocated() - before < 4 << 20
    assert values.nbytes * 2 > 40 << 20


def test_groups_with_other_classes_are_told(write, capsys):
    frame = FRAME[FRAME["t"] > 1].assign(fold=[1, 1, 2])
    path = write(pd.concat([frame, frame[:1]]))
    assert command.main([path, *COLUMNS, "--by", "fold"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(
        "python -m ordref: warning: the groups of 'fold' have different"
    )
    assert "'1' has no 3. " in err
    assert out.splitlines()[2].split() == ["fold", "1", "2"]


def test_whole_numbers_stay_whole_and_other_weights_are_floats(write, said):
    """Though some of them look whole."""
    for kind in KINDS:
        path = write(FRAME, kind)
        for column, wanted in (("w", int), ("share", float)):
            report = json.loads(said(path, *COLUMNS, "--weight", column, "--json"))
            assert {type(n) for row in report["confusion_matrix"] for n in row} == {
                wanted
            }


def test_one_part_among_whole_weights_is_not_lost(tmp_path, said):
    path = tmp_path / "some.csv"
    path.write_text("t,p,w\n1,1,2\n2,1,0.5\n2,2,0\n", encoding="utf-8")
    report = json.loads(said(str(path), *COLUMNS, "--weight", "w", "--json"))
    assert report["confusion_matrix"] == [[2, 0], [0.5, 0]]
    assert said(str(path), *COLUMNS, "--weight", "w").startswith(
        "a weight of 2.5, 2 cl"
    )


def test_a_weight_of_nothing_is_one(tmp_path, said):
    weightless = FRAME.assign(w=[2, 1, 1, 3, 0, 0])
    for kind in (".csv", ".parquet"):
        path = tmp_path / f"labels{kind}"
        KINDS[kind](weightless, path)
        report = json.loads(said(str(path), *COLUMNS, "--weight", "w", "--json"))
        assert report["confusion_matrix"] == [[2, 0, 0], [1, 1, 0], [0, 0, 3]]


def test_decimal_weights_of_arrow_are_numbers(tmp_path, said):
    path = tmp_path / "decimal.parquet"
    weights = pa.array([Decimal("0.25"), Decimal("1.50")])
    pq.write_table(pa.table({"t": [1, 2], "p": [1, 1], "w": weights}), path)
    report = json.loads(said(str(path), *COLUMNS, "--weight", "w", "--json"))
    assert report["confusion_matrix"] == [[0.25, 0], [1.5, 0]]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("w", "a row of FILE has no value in column 'w'"),
        ("p", "a row of FILE has no value in column 'p'"),
    ],
)
def test_nan_in_arrow_is_missing_though_it_is_not_null(
    column, message, tmp_path, refused
):
    path = tmp_path / "FILE"
    columns = {"t": [1, 2], "p": [1, 1], "w": [1.0, 1.0]}
    columns[column] = pa.array([1.0, np.nan], from_pandas=False)
    pq.write_table(pa.table(columns), path)
    code, err = refused(str(path), *COLUMNS, "--weight", "w")
    assert code == 1
    assert message in err.replace(str(path), "FILE")


def test_flags_of_arrow_are_zero_and_one(tmp_path, said):
    path = tmp_path / "flags.parquet"
    pq.write_table(pa.table({"t": [True, False, True], "p": [True] * 3}), path)
    report = json.loads(said(str(path), *COLUMNS, "--json"))
    assert (report["classes"], report["confusion_matrix"]) == ([0, 1], [[0, 1], [0, 2]])


def test_half_a_class_of_arrow_is_not_rounded(tmp_path, refused):
    path = tmp_path / "half.parquet"
    pq.write_table(pa.table({"t": [1.0, 1.5], "p": [1.0, 2.0]}), path)
    assert "column 't' has '1.5' in a row" in refused(str(path), *COLUMNS)[1]


def test_labels_and_groups_beside_the_order_of_arrow(write, said):
    """Labels decide; the groups need no order."""
    path = write(ordered(WORDS), ".arrow")
    turned = ["--labels", ",".join(NAMES[::-1])]
    report = json.loads(said(path, *COLUMNS, *turned, "--json"))
    assert report["classes"] == NAMES[::-1]
    assert report["confusion_matrix"] == np.array(CM)[::-1, ::-1].tolist()
    report = json.loads(said(path, *COLUMNS, "--by", "fold", "--json"))
    assert report["classes"] == NAMES
    assert list(report["groups"]) == ["9", "10"]


def test_orders_of_arrow_that_differ_are_none(write, said, refused):
    other = pd.CategoricalDtype(NAMES[::-1], ordered=True)
    frame = ordered(WORDS).assign(q=WORDS["p"].astype(other))
    path = write(frame, ".arrow")
    three = ["--true", "t", "--pred", "p", "--versus", "q", "--measures", "mae"]
    for columns in (["--true", "t", "--pred", "q"], three):
        code, err = refused(path, *columns)
        assert code == 1
        assert "order of the classes is unknown" in err
    # Where all three have the same, it counts.
    same = write(frame.assign(q=frame["p"]), ".arrow")
    assert json.loads(said(same, *three, "--json"))["classes"] == NAMES


def test_the_limit_of_63_bits_is_reached_and_not_passed(tmp_path, said, refused):
    path = tmp_path / "FILE"
    rest = 2**63 - 1 - 9 * (10**18 - 1)
    text = "t,p,w\n" + f"1,1,{10**18 - 1}\n" * 9
    asked = [str(path), *COLUMNS, "--weight", "w", "--measures", "ccr"]
    path.write_text(text + f"2,2,{rest}\n", encoding="utf-8")
    report = json.loads(said(*asked, "--json"))
    assert report["observations"] == 2**63 - 1
    assert report["confusion_matrix"][1] == [0, rest]
    path.write_text(text + f"2,2,{rest + 1}\n", encoding="utf-8")
    assert "63 bits" in refused(*asked)[1]
    path.write_text("t,p,w\n1,1,1e20\n2,2,1\n", encoding="utf-8")
    assert said(*asked).startswith("a weight of 1000000")


def test_groups_up_to_the_limit_are_taken(tmp_path, said, monkeypatch):
    """A million, as the message says."""
    assert _tally._MOST_CELLS == 10**6
    path = tmp_path / "some.csv"
    path.write_text("t,p,id\n" + "".join(f"1,1,{k}\n" for k in range(50)))
    monkeypatch.setattr(_tally, "_MOST_CELLS", 50)
    asked = [str(path), *COLUMNS, "--by", "id", "--measures", "mae", "--json"]
    assert len(json.loads(said(*asked))["groups"]) == 50


def test_groups_of_numbers_are_before_those_of_words(tmp_path, said):
    path = tmp_path / "some.csv"
    rows = [f"1,1,{group}\n" for group in ("b", "10", "a", "9", "-1")]
    path.write_text("t,p,g\n" + "".join(rows), encoding="utf-8")
    asked = [str(path), *COLUMNS, "--by", "g", "--measures", "mae", "--json"]
    assert list(json.loads(said(*asked))["groups"]) == ["-1", "9", "10", "a", "b"]
