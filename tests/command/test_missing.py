"""Rows that lack a value, and classes that are written in several ways."""

import datetime
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from asked import CM, COLUMNS, FRAME, KINDS, NAMES, WORDS, every_kind, ordered

import ordref
from ordref import __main__ as command

GAPS = FRAME.assign(
    t=pd.array([1, None, 2, 3, 1, 1], "Int64"),
    p=pd.array([1, None, 1, 3, None, 3], "Int64"),
    w=pd.array([2, 1, 1, 3, 1, None], "Int64"),
)


@pytest.fixture
def told(capsys):
    def ran(*arguments):
        assert command.main([*arguments, "--json"]) == 0
        out, err = capsys.readouterr()
        return json.loads(out), err

    return ran


# ------------------------------------------------------------------- missing


@every_kind
def test_rows_that_lack_a_value_are_left_out_and_told(kind, write, told, refused):
    path = write(GAPS, kind)
    code, err = refused(path, *COLUMNS)
    assert code == 1
    assert "no value in column 't': --dropna leaves such rows out" in err
    for weight in ([], ["--weight", "w"]):
        report, err = told(path, *COLUMNS, *weight, "--dropna")
        expected = ordref.from_frame(
            GAPS, "t", "p", weight="w" if weight else None, dropna=True
        )
        assert report["confusion_matrix"] == expected.tolist()
        each = "1 in 't', 2 in 'p'" + ", 1 in 'w'" * bool(weight)
        rows = 3 if weight else 2
        assert err == (
            f"python -m ordref: {rows} rows are left out, which lack a value: {each}\n"
        )
    whole, err = told(write(FRAME, kind), *COLUMNS, "--dropna")
    assert (whole["confusion_matrix"], err) == (CM, "")


@every_kind
def test_a_weight_or_a_group_that_is_missing(kind, write, told, refused):
    weights = FRAME.assign(w=[2, 1, None, 3, 1, 1])
    asked = [write(weights, kind), *COLUMNS, "--weight", "w"]
    assert "column 'w'" in refused(*asked)[1]
    assert "--dropna leaves such rows out" in refused(*asked)[1]
    report, err = told(*asked, "--dropna")
    assert report["observations"] == 8
    assert "1 row is left out, which lacks a value: 1 in 'w'" in err
    groups = FRAME.assign(fold=["a", None, "a", "NA", "NA", "a"])
    report, err = told(write(groups, kind), *COLUMNS, "--by", "fold", "--dropna")
    assert list(report["groups"]) == ["NA", "a"]  # that is Namibia
    assert "1 row is left out, which lacks a value: 1 in 'fold'" in err


def test_words_for_missing_values(tmp_path, told, refused, capsys):
    path = tmp_path / "FILE"
    path.write_text("t,p\n1,NA\nnan,2\n2.0,2\nNULL,n/a\n1,1\n", encoding="utf-8")
    err = refused(str(path), *COLUMNS)[1]
    assert "'NA' in line 2" in err
    assert "if it stands for a missing value, --dropna leaves such rows out" in err
    err = refused(str(path), *COLUMNS, "--labels", "1,2")[1]
    assert "if it stands for a missing value, --dropna leaves such rows out" in err
    report, err = told(str(path), *COLUMNS, "--dropna")
    assert report["confusion_matrix"] == [[1, 0], [0, 1]]
    assert "3 rows are left out, which lack a value: 2 in 't', 2 in 'p'" in err
    # A class that is called so is one where it is named, and that is told.
    report, err = told(str(path), *COLUMNS, "--labels", "1,2,nan", "--dropna")
    assert report["confusion_matrix"] == [[1, 0, 0], [0, 1, 0], [0, 1, 0]]
    assert "warning: --labels has 'nan', which is counted as a class" in err
    path.write_text("t,p\n,1\n", encoding="utf-8")
    assert (
        "no observations without a missing value"
        in (refused(str(path), *COLUMNS, "--dropna")[1].partition(": ")[2])
    )


# ------------------------------------------------------------------- ways of writing


def in_kind(tmp_path, kind, frame):
    path = tmp_path / f"labels{kind}"
    KINDS[kind](frame, path)
    return str(path)


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
@pytest.mark.parametrize(
    ("classes", "labels"),
    [
        ([False, True], "False,True"),
        ([1.0, 2.0], "1.0,2.0"),
        ([1.0, 2.0], "1,2"),
        ([1, 2], "1.0,2.0"),
        ([0.5, 1.5], "0.5,1.5"),
        ([datetime.date(2024, 1, 1), datetime.date(2024, 2, 1)],
         "2024-01-01,2024-02-01"),
        (pd.to_datetime(["2024-01-01", "2024-02-01"]), "2024-01-01,2024-02-01"),
        (pd.to_datetime(["2024-01-01 06:30", "2024-02-01 00:00"]),
         "2024-01-01 06:30:00,2024-02-01 00:00:00"),
        ([b"low", b"high"], "b'low',b'high'"),
    ],
    ids=str,
)  # fmt: skip
def test_one_rule_for_labels_of_every_type(kind, classes, labels, tmp_path, told):
    frame = pd.DataFrame({c: [classes[k] for k in (0, 1, 1)] for c in "tp"})
    report, _ = told(in_kind(tmp_path, kind, frame), *COLUMNS, "--labels", labels)
    assert report["confusion_matrix"] == [[1, 0], [0, 2]]


def test_flags_and_bytes_may_be_named_otherwise(tmp_path, told):
    flags = pd.DataFrame({"t": [True, False, True], "p": [True] * 3})
    path = in_kind(tmp_path, ".parquet", flags)
    for labels in ("0,1", "false,true", "False,True"):
        report, _ = told(path, *COLUMNS, "--labels", labels)
        assert report["confusion_matrix"] == [[0, 1], [0, 2]]
    words = pd.DataFrame({c: [b"low", "m\u00e4\u00dfig".encode()] for c in "tp"})
    path = in_kind(tmp_path, ".parquet", words)
    report, _ = told(path, *COLUMNS, "--labels", "low,m\u00e4\u00dfig")
    assert report["confusion_matrix"] == [[1, 0], [0, 1]]


def test_what_is_a_whole_number_is_one_class_in_every_file(tmp_path, told, refused):
    """As pandas writes whole numbers beside a missing one."""
    path = tmp_path / "FILE"
    path.write_text("t,p\n1.0,1\n2.0,1\n1,2\n", encoding="utf-8")
    for labels in ([], ["--labels", "1,2"], ["--labels", "1.0,2"]):
        report, _ = told(str(path), *COLUMNS, *labels)
        assert report["confusion_matrix"] == [[1, 1], [1, 0]]
    code, err = refused(str(path), *COLUMNS, "--labels", "1,1.0,2")
    assert (code, "'1' twice" in err) == (2, True)


# ------------------------------------------------------------------- order of Parquet


def polars_enum(frame, path):
    pl.DataFrame({c: frame[c].tolist() for c in frame}).with_columns(
        pl.col("t", "p").cast(pl.Enum(NAMES))
    ).write_parquet(path, row_group_size=2)


@pytest.mark.parametrize("writer", [KINDS[".parquet"], polars_enum])
def test_ordered_columns_of_parquet_bring_their_order(writer, tmp_path, told):
    path = tmp_path / "labels.parquet"
    frame = WORDS[WORDS["t"] != NAMES[1]]
    frame = frame[frame["p"] != NAMES[1]]
    writer(ordered(frame) if writer is not polars_enum else frame, path)
    report, _ = told(str(path), *COLUMNS)
    assert report["classes"] == NAMES  # the one in the middle is in no row
    expected = np.array(CM) * [[1, 0, 1], [0, 0, 0], [1, 0, 1]]
    assert report["confusion_matrix"] == expected.tolist()


def test_one_ordered_column_is_enough(tmp_path, told):
    frame = ordered(WORDS).astype({"p": str})
    for kind in (".parquet", ".arrow", ".stream"):
        report, _ = told(in_kind(tmp_path, kind, frame), *COLUMNS)
        assert (report["classes"], report["confusion_matrix"]) == (NAMES, CM)


def test_an_order_that_parquet_does_not_hold_is_not_taken(tmp_path, refused):
    """Without a dictionary the classes come in the order in which they occur."""
    path = tmp_path / "labels.parquet"
    table = pa.Table.from_pandas(ordered(WORDS[::-1]))
    pq.write_table(table, path, use_dictionary=False)
    assert pq.read_table(path)["t"].type.ordered
    code, err = refused(str(path), *COLUMNS)
    assert code == 1
    assert "order of the classes is unknown" in err
