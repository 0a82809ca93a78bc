"""Files of every kind: each is counted as the same table of text is, and what only Arrow has."""

import datetime
import io
import json
import sys
import tracemalloc
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from asked import CM, COLUMNS, FRAME, NAMES, WORDS, every_kind, ordered

import ordref
from ordref.instruments.files import tally as _tally
from ordref.instruments.files.faults import FileError, UsageError

ARROW = [".parquet", ".arrow", ".stream"]
GAPS = FRAME.assign(
    t=pd.array([1, None, 2, 3, 1, 1], "Int64"),
    p=pd.array([1, None, 1, 3, None, 3], "Int64"),
    w=pd.array([2, 1, 1, 3, 1, None], "Int64"),
)
WEIGHT, BY, DROP = ["--weight", "w"], ["--by", "fold"], ["--dropna"]
LABELS = ["--labels", ",".join(NAMES)]
# What is asked of each kind of file, and what `from_frame` counts of the same columns.
ALIKE = [
    (FRAME, [], {}),
    (WORDS, LABELS, {"labels": NAMES}),
    (FRAME, BY, {"by": "fold", "labels": [1, 2, 3]}),
    (FRAME, WEIGHT, {"weight": "w"}),
    (FRAME, ["--weight", "share"], {"weight": "share"}),
    (FRAME.assign(w=[2, 1, 1, 3, 0, 0]), WEIGHT, {"weight": "w"}),
    (FRAME.astype({"t": float, "p": "Int16"}), [], {"labels": [1, 2, 3]}),
    (GAPS, DROP, {"dropna": True}),
    (GAPS, [*WEIGHT, *DROP], {"weight": "w", "dropna": True}),
    (FRAME, DROP, {}),
    (FRAME.assign(w=[2, 1, None, 3, None, 1]), [*WEIGHT, *DROP], {"weight": "w", "dropna": True}),
]  # fmt: skip


@every_kind
@pytest.mark.filterwarnings("ignore:the groups of")
def test_every_kind_of_file_has_the_same_counts(kind, write, told):
    for case, (frame, options, counted) in enumerate(ALIKE):
        asked = [*COLUMNS, *options, "--measures", "mae,ccr", "--json"]
        answers = []
        for path in (write(frame), write(frame, kind)):
            out, err = told("measure", path, *asked)
            answers.append((out.replace(path, "FILE"), err))
        # As texts: 2 is not 2.0.
        assert answers[0] == answers[1], case
        report = json.loads(answers[0][0])
        expected = ordref.from_frame(frame, "t", "p", **counted)
        groups = report.get("groups", {"": report})
        for group, one in groups.items():
            cm = expected[int(group)] if group else expected
            assert one["confusion_matrix"] == cm.tolist(), case
            assert one["measures"]["mae"] == pytest.approx(ordref.mae(cm), rel=1e-11), (
                case
            )
        assert list(groups) in ([""], ["9", "10"])
        assert report["observations"] == sum(
            np.sum(one["confusion_matrix"]) for one in groups.values()
        )


@every_kind
def test_rows_that_lack_a_value_are_refused_or_told_of(kind, write, told, refused):
    gap = FRAME.assign(w=[2, 1, None, 3, 1, 1])
    for frame, column, options in ((GAPS, "t", []), (gap, "w", WEIGHT)):
        code, err = refused("measure", write(frame, kind), *COLUMNS, *options)
        assert code == 1
        assert f"no value in column '{column}': --dropna leaves such rows out" in err
    left = "2 rows are left out, which lack a value: 1 in 't', 2 in 'p'\n"
    err = told("measure", write(GAPS, kind), *COLUMNS, *DROP).err
    assert err == f"ordref: {left}"
    groups = FRAME.assign(fold=["a", None, "a", "NA", "NA", "a"])
    report, err = told("measure", write(groups, kind), *COLUMNS, *BY, *DROP, "--json")
    assert list(json.loads(report)["groups"]) == ["NA", "a"]  # that is Namibia
    assert "1 row is left out, which lacks a value: 1 in 'fold'" in err


CLASSES = [
    ([False, True], ["False,True"]),
    ([1.0, 2.0], ["1.0,2.0", "1,2"]),
    ([1, 2], ["1.0,2.0"]),
    ([0.5, 1.5], ["0.5,1.5"]),
    ([datetime.date(2024, 1, 1), datetime.date(2024, 2, 1)], ["2024-01-01,2024-02-01"]),
    (pd.to_datetime(["2024-01-01", "2024-02-01"]), ["2024-01-01,2024-02-01"]),
    (pd.to_datetime(["2024-01-01 06:30", "2024-02-01 00:00"]),
     ["2024-01-01 06:30:00,2024-02-01 00:00:00"]),
    ([b"low", b"high"], ["b'low',b'high'"]),
]  # fmt: skip
# In Parquet flags and bytes may be named otherwise as well.
ONLY_THERE = [
    ([False, True], ["0,1", "false,true"]),
    ([b"low", "mäßig".encode()], ["low,mäßig"]),
]


def test_one_rule_for_labels_of_every_type(write, said):
    cases = [(kind, *case) for kind in (".csv", ".parquet") for case in CLASSES]
    cases += [(".parquet", *case) for case in ONLY_THERE]
    for kind, classes, named in cases:
        frame = pd.DataFrame({c: [classes[k] for k in (0, 1, 1)] for c in "tp"})
        for labels in named:
            asked = [
                "measure",
                write(frame, kind),
                *COLUMNS,
                "--labels",
                labels,
                "--json",
            ]
            report = json.loads(said(*asked))
            assert report["confusion_matrix"] == [[1, 0], [0, 2]], (kind, labels)


# ------------------------------------------------------------------- text


def test_groups_up_to_the_limit_are_taken(tmp_path, said, refused, monkeypatch):
    """A million, as the message says."""
    assert _tally._MOST_CELLS == 10**6
    monkeypatch.setattr(_tally, "_MOST_CELLS", 50)
    path = tmp_path / "some.csv"
    asked = [
        "measure",
        str(path),
        *COLUMNS,
        "--by",
        "id",
        "--measures",
        "mae",
        "--json",
    ]
    path.write_text("t,p,id\n" + "".join(f"1,1,{k}\n" for k in range(50)))
    assert len(json.loads(said(*asked))["groups"]) == 50
    path.write_text("t,p,id\n" + "".join(f"1,1,{k}\n" for k in range(51)))
    code, err = refused(*asked)
    assert code == 1
    assert "by 'id': is that a column of groups?" in err


# ------------------------------------------------------------------- order in Arrow


def polars_enum(frame, path):
    pl.DataFrame({c: frame[c].tolist() for c in frame}).with_columns(
        pl.col("t", "p").cast(pl.Enum(NAMES))
    ).write_parquet(path, row_group_size=2)


def test_ordered_columns_bring_their_order(tmp_path, write, said):
    """Though a class is in no row, and though only one column is ordered."""
    frame = WORDS[(WORDS["t"] != NAMES[1]) & (WORDS["p"] != NAMES[1])]
    expected = (np.array(CM) * [[1, 0, 1], [0, 0, 0], [1, 0, 1]]).tolist()
    path = str(tmp_path / "enum.parquet")
    polars_enum(frame, path)
    cases = [(path, expected)]
    for kind in ARROW:
        cases.append((write(ordered(frame), kind), expected))
        one = ordered(WORDS).astype({"p": str})
        cases.append((write(one, kind, "one"), CM))
    for path, cm in cases:
        report = json.loads(said("measure", path, *COLUMNS, "--json"))
        assert (report["classes"], report["confusion_matrix"]) == (NAMES, cm), path


def test_an_order_that_parquet_does_not_hold_is_not_taken(tmp_path, refused):
    """Without a dictionary the classes come in the order in which they occur."""
    path = tmp_path / "labels.parquet"
    table = pa.Table.from_pandas(ordered(WORDS[::-1]))
    pq.write_table(table, path, use_dictionary=False)
    assert pq.read_table(path)["t"].type.ordered
    code, err = refused("measure", str(path), *COLUMNS)
    assert code == 1
    assert "order of the classes is unknown" in err


def test_labels_and_groups_beside_the_order_of_arrow(write, said):
    """Labels decide; the groups need no order."""
    path = write(ordered(WORDS), ".arrow")
    turned = ["--labels", ",".join(NAMES[::-1])]
    report = json.loads(said("measure", path, *COLUMNS, *turned, "--json"))
    assert report["classes"] == NAMES[::-1]
    assert report["confusion_matrix"] == np.array(CM)[::-1, ::-1].tolist()
    report = json.loads(said("measure", path, *COLUMNS, *BY, "--json"))
    assert report["classes"] == NAMES
    assert list(report["groups"]) == ["9", "10"]


def test_orders_of_arrow_that_differ_are_none(write, said, refused):
    other = pd.CategoricalDtype(NAMES[::-1], ordered=True)
    frame = ordered(WORDS).assign(q=WORDS["p"].astype(other))
    path = write(frame, ".arrow")
    three = [*COLUMNS, "--versus", "q", "--measures", "mae"]
    two = ["--true", "t", "--pred", "q"]
    for job, columns in (("measure", two), ("compare", three)):
        code, err = refused(job, path, *columns)
        assert code == 1
        assert "order of the classes is unknown" in err
    # Where all three have the same, it counts.
    same = write(frame.assign(q=frame["p"]), ".arrow")
    assert json.loads(said("compare", same, *three, "--json"))["classes"] == NAMES


# ------------------------------------------------------------------- columns of Arrow

SOME = {"t": [1, 2], "p": [1, 1], "w": [1.0, 1.0]}
TWICE = {"t": [1, 1, 2], "p": [1, 1, 2]}
NAN = pa.array([1.0, np.nan], from_pandas=False)  # which is not null
MATRICES = {
    "flags are zero and one": (
        {"t": [True, False, True], "p": [True] * 3}, [], [[0, 1], [0, 2]]),
    "decimals are numbers": (
        SOME | {"w": [Decimal("0.25"), Decimal("1.50")]}, WEIGHT, [[0.25, 0], [1.5, 0]]),
    "small numbers are summed without going round": (
        TWICE | {"w": pa.array([127, 127, 1], "int8")},
        WEIGHT, [[254, 0], [0, 1]]),
    "large numbers keep all their digits": (
        TWICE | {"w": [2**61, 3, 2**61]},
        WEIGHT, [[2**61 + 3, 0], [0, 2**61]]),
    "words as polars writes them": (
        TWICE | {"t": pa.array(list("aab"), pa.string_view()), "p": list("aab"), "w": [1, 2, 3]},
        [*WEIGHT, "--labels", "a,b"], [[3, 0], [0, 3]]),
    "and without a sign": (
        TWICE | {"w": pa.array([2**61, 3, 2**61], "uint64")},
        WEIGHT, [[2**61 + 3, 0], [0, 2**61]]),
}  # fmt: skip
REFUSED = {
    "a row of FILE has no value in column 't': --dropna": (
        FRAME.assign(t=[1, None, 2, 2, 2, 2]), []),
    "a row of FILE has no value in column 'w': --dropna": (
        FRAME.assign(w=[1, None, 2, 2, 2, 2]), WEIGHT),
    "FILE: column 'w' has -1, which is negative or not finite": (
        FRAME.assign(w=[1, -1, 2, 2, 2, 2]), WEIGHT),
    "column 'w' has inf, which is negative or not finite": (
        FRAME.assign(w=[1, np.inf, 2, 2, 2, 2]), WEIGHT),
    "weights are numbers": (FRAME.assign(w=list("abcdef")), WEIGHT),
    "a row of FILE: column 't' has 3, which is not among": (FRAME, ["--labels", "1,2"]),
    "order of the classes is unknown: column 't' has 'a'": (
        FRAME.assign(t=list("aabbab")), []),
    "which make a table too large to hold": (FRAME.assign(p=[1, 2, 1, 1, 1, 9999]), []),
    "a row of FILE has no value in column 'w'": (SOME | {"w": NAN}, WEIGHT),
    "a row of FILE has no value in column 'p'": (SOME | {"p": NAN}, WEIGHT),
    "no observations without a missing value": (
        SOME | {"w": pa.array([None, None], "float64")}, [*WEIGHT, *DROP]),
    "column 't' has '1.5' in a row": ({"t": [1.0, 1.5], "p": [1.0, 2.0]}, []),
    # Two in one cell, which would go round.
    "63 bits": (TWICE | {"w": pa.array([2**63 - 1, 2**63 - 1, 1], "int64")}, WEIGHT),
    "sum to more than 63 bits": (
        TWICE | {"w": pa.array([2**64 - 1, 2**64 - 1, 1], "uint64")}, WEIGHT),
}  # fmt: skip


@pytest.mark.parametrize("kind", ARROW)
def test_columns_of_arrow_are_counted(kind, write, said):
    for case, (columns, options, cm) in MATRICES.items():
        path = write(columns, kind)
        report = json.loads(said("measure", path, *COLUMNS, *options, "--json"))
        assert report["confusion_matrix"] == cm, case


@pytest.mark.parametrize("kind", ARROW)
@pytest.mark.parametrize("message", REFUSED)
def test_columns_of_arrow_are_refused(kind, message, write, refused):
    columns, options = REFUSED[message]
    path = write(columns, kind)
    code, err = refused("measure", path, *COLUMNS, *options)
    assert code == 1
    assert message in err.replace(path, "FILE")


def test_names_of_columns_of_arrow_may_be_any(write, said):
    """With blanks about them, as in text, or those that a sum would get."""
    columns = {" t ": [1, 2, 2], "count_all": [1, 1, 2], "0": list("aab")}
    path = write(columns | {"p_sum": [1] * 3}, ".parquet")
    asked = ["--true", "t", "--pred", "count_all", "--by", "0", "--weight", "p_sum"]
    report = json.loads(said("measure", path, *asked, "--measures", "mae", "--json"))
    found = [one["confusion_matrix"] for one in report["groups"].values()]
    assert found == [[[1, 0], [1, 0]], [[0, 0], [0, 1]]]


# ------------------------------------------------------------------- files of Arrow


@every_kind
def test_each_kind_comes_through_the_pipe(kind, write, said, monkeypatch):
    with open(write(FRAME, kind), "rb") as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        options = ["--sep", "tab"] * ("tsv" in kind)
        report = json.loads(said("measure", "-", *COLUMNS, *options, "--json"))
    assert report["confusion_matrix"] == CM


@pytest.mark.parametrize("kind", ARROW)
def test_broken_files_of_arrow_are_refused(kind, write, refused):
    path = write(FRAME, kind)
    with open(path, "rb") as file:
        whole = file.read()
    for broken in (whole[: len(whole) // 2], whole[:8]):
        with open(path, "wb") as file:
            file.write(broken)
        code, err = refused("measure", path, *COLUMNS)
        assert code == 1
        assert "cannot be read" in err


@every_kind
def test_a_file_without_rows_is_refused(kind, write, refused):
    code, err = refused("measure", write(FRAME.iloc[:0], kind), *COLUMNS)
    assert code == 1
    assert "no observations" in err


def test_a_missing_column_of_arrow_is_named(write, refused, monkeypatch):
    path = write(FRAME, ".parquet")
    code, err = refused("measure", path, "--true", "tt", "--pred", "p")
    assert code == 2
    assert "no column 'tt'; there are 't', 'p'" in err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert (
        "needs pyarrow: install ordref[files]" in refused("measure", path, *COLUMNS)[1]
    )


def test_a_long_parquet_is_not_held_in_memory(tmp_path, said):
    path = tmp_path / "long.parquet"
    values = pa.array(np.tile([1, 2, 3], 1_000_000))
    pq.write_table(pa.table({"t": values, "p": values}), path, row_group_size=1 << 17)
    arguments = ["measure", str(path), *COLUMNS, "--measures", "mae"]
    said(*arguments)
    pool, before = pa.default_memory_pool(), pa.total_allocated_bytes()
    tracemalloc.start()
    said(*arguments)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20
    assert pool.bytes_allocated() - before < 4 << 20
    assert values.nbytes * 2 > 40 << 20


def test_what_reads_files_raises_what_the_command_says(write, capsys):
    path = write(FRAME)
    others = None, None, None, False
    with pytest.raises(UsageError, match="there is no column 'z'"):
        _tally.count_columns(_tally.Tally(path, ["t", "z"], *others), None)
    words = _tally.Tally(write(WORDS), ["t", "p"], *others)
    with pytest.raises(FileError, match="order of the classes is unknown"):
        _tally.count_columns(words, None)
    assert capsys.readouterr() == ("", "")
