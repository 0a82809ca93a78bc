"""The command line beyond two columns of CSV: other files, groups, weights, texts, a report."""

import gzip
import io
import json
import re
import sys
import tracemalloc
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import ordref
from ordref import __main__ as command
from ordref import _files, _html, functional, plots
from ordref._reports import Sheet, as_html, html_of, latex, markdown, symbol
from ordref.catalogue import MEASURES

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

NAMES = ["low", "mid & so", "<b>hi</b>"]
TRUE, PRED = [1, 2, 2, 3, 1, 1], [1, 2, 1, 3, 1, 3]
FRAME = pd.DataFrame(
    {
        "t": TRUE,
        "p": PRED,
        "fold": [10, 10, 9, 9, 9, 10],
        "w": [2, 1, 1, 3, 1, 1],
        "share": [0.5, 1, 1, 3, 1, 1],
    }
)
WORDS = FRAME.assign(**{c: [NAMES[k - 1] for k in FRAME[c]] for c in "tp"})
CM = [[2, 0, 1], [1, 1, 0], [0, 0, 1]]
COLUMNS = ["--true", "t", "--pred", "p"]


def ordered(frame):
    kind = pd.CategoricalDtype(NAMES, ordered=True)
    return frame.astype({"t": kind, "p": kind})


def as_csv(frame, path):
    frame.to_csv(path, index=False)


def as_tsv(frame, path):
    frame.to_csv(path, index=False, sep="\t")


def as_packed(frame, path):
    path.write_bytes(gzip.compress(frame.to_csv(index=False, sep="\t").encode()))


def as_parquet(frame, path):
    pq.write_table(pa.Table.from_pandas(frame), path, row_group_size=2)


def as_arrow(frame, path):
    table = pa.Table.from_pandas(frame)
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table, max_chunksize=2)


def as_stream(frame, path):
    table = pa.Table.from_pandas(frame)
    with pa.ipc.new_stream(path, table.schema) as file:
        file.write_table(table, max_chunksize=2)


KINDS = {
    ".csv": as_csv,
    ".tsv": as_tsv,
    ".tsv.gz": as_packed,
    ".parquet": as_parquet,
    ".arrow": as_arrow,
    ".stream": as_stream,
}
every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def write(tmp_path):
    def written(frame, kind=".csv"):
        path = tmp_path / f"labels{kind}"
        KINDS[kind](frame, path)
        return str(path)

    return written


@pytest.fixture
def said(capsys):
    def ran(*arguments):
        assert command.main(list(arguments)) == 0
        return capsys.readouterr().out

    return ran


@pytest.fixture
def refused(capsys):
    def ran(*arguments):
        with pytest.raises(SystemExit) as left:
            command.main(list(arguments))
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("python -m ordref: error: ")
        return left.value.code, err

    return ran


# ------------------------------------------------------------------- files


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


def test_categories_of_parquet_may_lack_some_and_bring_no_order(write, refused):
    code, err = refused(write(ordered(WORDS), ".parquet"), *COLUMNS)
    assert code == 1
    assert "order of the classes is unknown" in err


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
        ({"t": [1, None, 2, 2, 2, 2]}, [], "a row of FILE has no value in column 't'"),
        (
            {"w": [1, None, 2, 2, 2, 2]},
            ["--weight", "w"],
            "weight that is missing, negative",
        ),
        (
            {"w": [1, -1, 2, 2, 2, 2]},
            ["--weight", "w"],
            "weight that is missing, negative",
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
        ("", "line 2 of FILE has the weight ''"),
        ("x", "has the weight 'x' in column 'w': weights are numbers"),
        ("-1", "has the weight '-1'"),
        ("nan", "has the weight 'nan'"),
        ("inf", "has the weight 'inf'"),
    ],
)
def test_bad_weights_of_text_are_refused(weight, message, tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text(f"t,p,w\n1,1,{weight}\n")
    code, err = refused(str(path), *COLUMNS, "--weight", "w")
    assert code == 1
    assert message in err.replace(str(path), "FILE")


def test_counts_beyond_63_bits_are_refused(tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text("t,p,w\n" + f"1,1,{10**18 - 1}\n" * 10)
    assert "63 bits" in refused(str(path), *COLUMNS, "--weight", "w")[1]


def test_groups_without_end_are_refused(tmp_path, refused, monkeypatch):
    monkeypatch.setattr(_files, "_MOST_CELLS", 50)
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
        ("w", "weight that is missing, negative or infinite"),
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
    given = SimpleNamespace(file="x", by="id")
    _files._check_cells(given, 10**6)
    with pytest.raises(SystemExit):
        _files._check_cells(given, 10**6 + 1)
    path = tmp_path / "some.csv"
    path.write_text("t,p,id\n" + "".join(f"1,1,{k}\n" for k in range(50)))
    monkeypatch.setattr(_files, "_MOST_CELLS", 50)
    asked = [str(path), *COLUMNS, "--by", "id", "--measures", "mae", "--json"]
    assert len(json.loads(said(*asked))["groups"]) == 50


def test_groups_of_numbers_are_before_those_of_words(tmp_path, said):
    path = tmp_path / "some.csv"
    rows = [f"1,1,{group}\n" for group in ("b", "10", "a", "9", "-1")]
    path.write_text("t,p,g\n" + "".join(rows), encoding="utf-8")
    asked = [str(path), *COLUMNS, "--by", "g", "--measures", "mae", "--json"]
    assert list(json.loads(said(*asked))["groups"]) == ["-1", "9", "10", "a", "b"]


# ------------------------------------------------------------------- options together


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--true", "t"], "required: --pred"),
        (
            [*COLUMNS, "--by", "t"],
            "--by is 't', as another column: give a column of its own",
        ),
        ([*COLUMNS, "--weight", "p"], "--weight is 'p', as another column"),
        (
            [*COLUMNS, "--versus", "p"],
            "--versus is 'p', as another column: give a third",
        ),
        (
            [*COLUMNS, "--versus", "w", "--by", "fold"],
            "--versus compares .* leave out --by",
        ),
        ([*COLUMNS, "--versus", "w", "--weight", "share"], "leave out --weight"),
        ([*COLUMNS, "--versus", "w", "--html", "x"], "leave out --html"),
        (
            [*COLUMNS, "--versus", "w", "--format", "latex"],
            "a table or JSON, not latex",
        ),
        ([*COLUMNS, "--by", "fold", "--interval"], "--interval takes one matrix"),
        (
            ["--matrix", "--true", "t"],
            "--matrix has no columns to name: leave out --true",
        ),
        ([*COLUMNS, "--by", "group"], "no column 'group'"),
        ([*COLUMNS, "--weight", "group"], "no column 'group'"),
        ([*COLUMNS, "--format", "word"], "invalid choice: 'word'"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together_are_refused(options, message, write, refused):
    code, err = refused(write(FRAME), *options)
    assert code == 2
    assert re.search(message, err)


def test_intervals_of_weights_that_are_no_counts_are_refused(write, refused):
    code, err = refused(write(FRAME), *COLUMNS, "--weight", "share", "--interval")
    assert code == 1
    assert "whole" in err


# ------------------------------------------------------------------- a table of counts


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("2,0,1\n1,1,0\n0,0,1\n", [1, 2, 3]),
        (",low,mid,high\nlow,2,0,1\nmid,1,1,0\nhigh,0,0,1\n", ["low", "mid", "high"]),
        ("true,4,5,6\n4,2,0,1\n5,1,1,0\n6,0,0,1\n\n", [4, 5, 6]),
        ("2.0, 0,1e0\n1,1,0\n0,0,1\n", [1, 2, 3]),
    ],
)
def test_a_table_of_counts_is_read(text, classes, tmp_path, said):
    path = tmp_path / "counts.csv"
    path.write_text(text)
    report = json.loads(said(str(path), "--matrix", "--json"))
    assert (report["confusion_matrix"], report["classes"]) == (CM, classes)
    assert report["measures"]["mae"] == ordref.mae(CM)


def test_labels_name_the_rows_of_counts(tmp_path, said):
    path = tmp_path / "counts.tsv"
    path.write_text("1\t2\n0\t3\n")
    report = json.loads(said(str(path), "--matrix", "--labels", "no,yes", "--json"))
    assert report["classes"] == ["no", "yes"]
    # What looks like a crosstab is taken as it is where the order is said.
    path.write_text("\tA\tB\nA\t1\t2\nB\t0\t3\n")
    report = json.loads(said(str(path), "--matrix", "--labels", "A,B", "--json"))
    assert report["classes"] == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", [], "FILE is empty"),
        ("1,2\n3\n", [], "as many columns and classes"),
        ("1,2\n", [], "has 1 rows of counts"),
        ("1,-2\n3,4\n", [], "has '-2' in row 1 and column 2 of the counts"),
        ("1,inf\n3,4\n", [], "has 'inf' in row 1 and column 2"),
        ("1,-1\n3,4\n", [], "has '-1' in row 1 and column 2"),
        (",1,b\n1,1,1\nb,1,1\n", [], "classes 1,b, in the order of the alphabet"),
        ("1,nan\n3,4\n", [], "has 'nan' in row 1 and column 2"),
        (",a,b\na,1,x\nb,1,1\n", [], "has 'x' in row 1 and column 2"),
        (",a,b\nb,1,1\na,1,1\n", [], "classes a,b above and b,a beside"),
        (",a,b\na,1,1\nb,1,1\n", ["--labels", "b,a"], "leave out --labels"),
        ("1,2\n3,4\n", ["--labels", "a,b,c"], "has 2 rows of counts"),
        (",a,b\na,1,1\nb,1,1\n", [], "a,b, in the order of the alphabet"),
        (",1,3\n1,1,1\n3,1,1\n", [], "classes 1,3, not consecutive"),
        (
            ",b,a,All\nb,1,2,3\na,3,4,7\nAll,4,6,10\n",
            ["--labels", "b,a,All"],
            "ends in totals",
        ),
        ("1,2,3\n3,4,7\n4,6,10\n", [], "ends in totals"),
        (",1,01\n1,1,1\n01,1,1\n", [], "a class twice: 1,01"),
        ("0,0\n0,0\n", [], "no mass"),
        ('"1,2\n', [], "not CSV"),
        ("1\n" * 2002, [], "more than 2000 rows"),
    ],
)
def test_bad_tables_of_counts_are_refused(text, options, message, tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text(text)
    code, err = refused(str(path), "--matrix", *options)
    assert code == 1
    assert message in err.replace(str(path), "FILE")


def test_shares_of_rows_are_warned_of(tmp_path, capsys):
    path = tmp_path / "shares.csv"
    path.write_text("0.9,0.1\n0.2,0.8\n")
    assert command.main([str(path), "--matrix"]) == 0
    out, err = capsys.readouterr()
    assert "warning: the rows of cm are shares that each sum to one" in err
    assert out.startswith("a weight of 2, 2 classes")


def test_a_table_of_many_rows_that_is_no_square_is_not_too_long(tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text("1\n" * 2001, encoding="utf-8")  # as many as with names above
    assert (
        "has 2001 rows of counts, and not as many" in refused(str(path), "--matrix")[1]
    )


@pytest.mark.parametrize(
    ("cell", "kind"),
    [("107", int), (str(2**53 - 1), int), (str(2**53), float), ("0.5", float)],
)
def test_a_table_of_whole_numbers_is_one_as_far_as_they_are_exact(
    cell, kind, tmp_path, said
):
    path = tmp_path / "counts.csv"
    path.write_text(f"{cell},0\n0,3\n", encoding="utf-8")
    asked = [str(path), "--matrix", "--measures", "ccr", "--json"]
    cm = json.loads(said(*asked))["confusion_matrix"]
    assert cm == [[float(cell), 0], [0, 3]]
    assert {type(n) for row in cm for n in row} == {kind}


# ------------------------------------------------------------------- what is printed


def test_texts_that_people_paste(write, said):
    path, chosen = write(FRAME), ["--measures", "mae,kendall_tau_b"]
    text = said(path, *COLUMNS, *chosen, "--format", "markdown").splitlines()
    assert text[0] == "|  | measure | value | range |"
    assert text[2] == r"| $\mathrm{MAE}$ ↓ | mean absolute error | 0.500 | 0 to 2 |"
    text = said(path, *COLUMNS, *chosen, "--format", "latex").splitlines()
    assert text[:2] == [r"\begin{tabular}{llrl}", r"\toprule"]
    assert text[5].startswith(r"$\tau_b\,\uparrow$ & Kendall's tau-b & 0.")
    text = said(path, *COLUMNS, *chosen, "--by", "fold", "--format", "csv").splitlines()
    assert text[0] == "measure,9,10,least,greatest,better"
    assert text[1].endswith(",0,2,low")
    assert pd.read_csv(io.StringIO("\n".join(text))).shape == (2, 6)


def test_an_undefined_value_is_nothing_in_csv_and_a_dash_in_latex(tmp_path, said):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n")
    chosen = [str(path), *COLUMNS, "--measures", "spearman"]
    assert said(*chosen, "--format", "csv").splitlines()[1] == "spearman,,-1,1,high"
    assert "& -- &" in said(*chosen, "--format", "latex")


@pytest.mark.parametrize("name", [m.name for m in MEASURES.values() if m.shown])
def test_every_symbol_is_one_that_tex_knows(name):
    """As far as matplotlib, which reads a part of TeX, can tell."""
    from matplotlib.mathtext import MathTextParser

    cell = re.search(r"\$.*\$", latex(Sheet([symbol(name)], [])))[0]
    MathTextParser("path").parse(cell)
    shown = as_html(Sheet([symbol(name)], []))
    assert "\\" not in shown
    assert "$" not in shown


def test_names_are_escaped():
    bad = ["a_b & 50%", "<script>", "$x$", "c\\d", "e|f", "[g]", "{h}", "~^#"]
    table = ordref.evaluate({name: CM for name in bad}, measures=["mae"])
    text = table.to_latex()
    assert r"a\_b \& 50\% & 0.500 \\" in text
    assert r"\$x\$ &" in text
    assert r"c\textbackslash{}d" in text
    assert "{[}g]" in text
    assert r"\textasciitilde{}\textasciicircum{}\#" in text
    text = table.to_markdown()
    assert r"| \<script\> | 0.500 |" in text
    assert r"| e\|f |" in text
    assert "<script>" not in table.to_html()


@pytest.mark.parametrize(
    ("name", "tex", "text"),
    [
        ("a_b & 50% #1", r"a\_b \& 50\% \#1", r"a\_b \& 50% \#1"),
        ("$x$ {h} [g]", r"\$x\$ \{h\} {[}g]", r"\$x\$ \{h\} \[g\]"),
        ("c\\d ~^", r"c\textbackslash{}d \textasciitilde{}\textasciicircum{}",
         r"c\\d \~\^"),
        ("<s> e|f", r"\textless{}s\textgreater{} e\textbar{}f", r"\<s\> e\|f"),
        ("two\nlines, X", "two lines, X", "two lines, X"),
    ],
)  # fmt: skip
def test_a_name_is_itself_in_every_text(name, tex, text):
    table = ordref.evaluate({name: CM}, measures=["mae"])
    assert table.to_latex().splitlines()[-3] == tex + r" & 0.500 \\"
    assert table.to_markdown().splitlines()[-1] == f"| {text} | 0.500 |"


@pytest.mark.parametrize(
    ("value", "tex", "text"),
    [
        (-0.5, "$-0.500$", "-0.500"),
        (0.0, "0.000", "0.000"),
        (0.25, "0.250", "0.250"),
        (np.nan, "--", "\N{EN DASH}"),
        (7, "7", "7"),
    ],
)
def test_a_number_has_three_decimals(value, tex, text):
    sheet = Sheet(["", "value"], [["a", value]])
    assert latex(sheet).splitlines()[-3] == rf"a & {tex} \\"
    assert markdown(sheet).splitlines()[-1] == f"| a | {text} |"
    assert as_html(sheet).splitlines()[-2].endswith(f"<td>{text}</td></tr>")


def test_numbers_are_to_the_right_and_where_there_are_none_all_is_to_the_left():
    mixed = Sheet(["", "value", "range"], [["a", "none", "x"], ["b", 0.5, "y"]])
    assert latex(mixed).splitlines()[0] == r"\begin{tabular}{lrl}"
    assert markdown(mixed).splitlines()[1] == "|:---|---:|:---|"
    assert latex(Sheet(["", "value"], [])).splitlines()[0] == r"\begin{tabular}{ll}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mae", "MAE \N{DOWNWARDS ARROW}"),
        ("r_int", "<i>r</i><sub>int</sub> \N{UPWARDS ARROW}"),
        ("kendall_tau_b", "<i>&tau;</i><sub>b</sub> \N{UPWARDS ARROW}"),
        ("id_correlation", "ID"),
    ],
)
def test_a_symbol_of_html_is_that_of_tex(name, text):
    assert html_of(symbol(name), 3) == text


def test_the_table_of_a_matrix_is_pasted_with_its_ends():
    table = ordref.evaluate(CM, interval=0.9, measures=["mae", "spearman"])
    lines = table.to_markdown().splitlines()
    assert lines[0] == "|  | measure | value | from | to | range |"
    for line, name in zip(lines[2:], table.index, strict=True):
        row = table.loc[name]
        ends = f"{row['value']:.3f} | {row['low']:.3f} | {row['high']:.3f}"
        assert line.endswith(f"| {ends} | {row['least']} to {row['greatest']} |")
    short = table[["value", "better"]]
    assert short.to_markdown().splitlines()[0] == "| measure | value | better |"
    assert short.to_markdown(2).splitlines()[2] == r"| $\mathrm{MAE}$ ↓ | 0.50 | low |"
    assert type(short) is type(table)


def test_what_is_pasted_of_any_table():
    """Names of groups that are tuples, whole numbers, flags, and what is no number."""
    names = pd.MultiIndex.from_tuples([("a", 1), ("b", 2)])
    table = ordref.evaluate([CM, CM], measures=["mae"]).set_index(names)
    table["n"], table["known"] = [6, 7], [True, False]
    table["note"] = pd.Series([None, "mae"], names, dtype=object)
    assert table.to_markdown().splitlines() == [
        r"|  | $\mathrm{MAE}$ ↓ | n | known | note |",
        "|:---|---:|---:|:---|:---|",
        "| a, 1 | 0.500 | 6 | True | None |",
        "| b, 2 | 0.500 | 7 | False | mae |",
    ]
    table.index.name = "model"
    assert table.to_latex().splitlines()[2].startswith(r"model & $\mathrm{MAE}")


def test_tables_keep_their_texts_when_they_are_cut():
    table = ordref.evaluate(CM)
    assert table.loc[["mae"]].to_latex().count(r"\\") == 2
    both = ordref.evaluate({"a": CM, "b": CM})[["mae", "oci"]].T
    assert both.to_markdown(2).splitlines()[2] == r"| $\mathrm{MAE}$ ↓ | 0.50 | 0.50 |"
    around = ordref.evaluate(CM, interval=0.9, measures=["mae"])
    assert "from | to" in around.to_markdown()


def test_a_text_that_people_read_has_its_columns(write, said):
    lines = said(write(FRAME), *COLUMNS, "--measures", "mae,spearman").splitlines()
    assert lines == [
        "6 observations, 3 classes in order: 1, 2, 3",
        "",
        "measure                           value  range     better",
        "mae                            0.500000  0 to 2    low",
        f"spearman                   {ordref.spearman(CM):12.6f}  -1 to 1   high",
    ]


def test_a_column_of_a_group_is_as_wide_as_its_name(write, said):
    sites = ["here", "here", "a site far away", "here", "here", "twelve chars"]
    path = write(FRAME.assign(site=sites))
    asked = [*COLUMNS, "--by", "site", "--labels", "1,2,3", "--measures", "mae,mmae"]
    lines = said(path, *asked).splitlines()
    assert lines == [
        "6 observations, 3 classes in order: 1, 2, 3",
        "",
        "site                       a site far away         here twelve chars",
        f"measure                    {' ' * 41}  range     better",
        "mae                               1.000000     0.000000     2.000000  0 to 2    low",
        "mmae                              1.000000     0.000000     2.000000  0 to 2    low",
    ]


def test_classes_are_numbers_only_where_all_are(tmp_path, said):
    path = tmp_path / "some.csv"
    path.write_text("t,p\n1,two\n", encoding="utf-8")
    asked = [str(path), *COLUMNS, "--measures", "mae", "--labels", "1,two", "--json"]
    assert json.loads(said(*asked))["classes"] == ["1", "two"]


def test_letters_of_other_languages_are_printed_as_they_are(tmp_path, said):
    path = tmp_path / "some.csv"
    path.write_text("t,p,q\nmäßig,gut,gut\n", encoding="utf-8")
    asked = [
        str(path),
        *COLUMNS,
        "--measures",
        "mae",
        "--labels",
        "mäßig,gut",
        "--json",
    ]
    assert '    "mäßig",\n' in said(*asked)
    asked[4:5] = ["p", "--versus", "q"]
    assert '    "mäßig",\n' in said(*asked)


def test_columns_of_csv_have_their_names(write, said):
    path, chosen = write(FRAME), ["--measures", "mae", "--format", "csv"]
    assert said(path, *COLUMNS, *chosen) == (
        "measure,value,least,greatest,better\nmae,0.5,0,2,low\n"
    )
    found = ordref.interval("mae", CM, level=0.9)
    assert said(path, *COLUMNS, *chosen, "--interval", "0.9") == (
        "measure,value,low,high,least,greatest,better\n"
        f"mae,0.5,{found.low},{found.high},0,2,low\n"
    )


def test_a_measure_without_value_is_a_dash_in_markdown(tmp_path, said):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n", encoding="utf-8")
    asked = [str(path), *COLUMNS, "--measures", "spearman", "--format", "markdown"]
    assert said(*asked).splitlines()[-1].endswith(" | \N{EN DASH} | -1 to 1 |")


def test_a_table_says_between_what_the_value_lies(write, said, monkeypatch):
    """Of one matrix; of groups there is no room for it."""

    def begun(cm, kind, budget):
        return functional.FunctionalCorrelation(0.25, cm, cm, 0.75, None)

    monkeypatch.setattr(sys.modules["ordref.evaluate"], "searched", begun)
    asked = [write(FRAME), *COLUMNS, "--measures", "anti_correlation", "--format"]
    last = said(*asked, "markdown").splitlines()[-1]
    assert last.endswith(" | \N{EN DASH} | not computed, in 0.25 to 0.75 |")
    last = said(*asked, "markdown", "--by", "fold").splitlines()[-1]
    assert last.endswith(" | \N{EN DASH} | \N{EN DASH} | -1 to 1 |")
    last = said(*asked, "table", "--by", "fold").splitlines()[-1]
    assert last.endswith(" not computed not computed  -1 to 1   neither")
    table = ordref.evaluate(CM, measures=["anti_correlation"])
    last = table.to_latex().splitlines()[-3]
    assert last.endswith(r" & -- & not computed, in 0.25 to 0.75 \\")


# ------------------------------------------------------------------- intervals


def test_intervals_stand_beside_their_values(write, said):
    names = ["spearman", "mae", "co_correlation"]
    asked = [write(FRAME), *COLUMNS, "--measures", ",".join(names), "--interval"]
    lines = said(*asked).splitlines()
    assert (
        lines[2]
        == "measure                           value  range     better   interval"
    )
    ends_of = ["-1 to 1   high", "0 to 2    low", "-1 to 1   high"]
    for name, line, ends in zip(names, lines[3:], ends_of, strict=True):
        found = ordref.interval(name, CM, level=0.95)
        reach = f"{found.low:.4f} to {found.high:.4f}"
        assert line == f"{f'{name:<26} {found.value:12.6f}  {ends}':<58}  {reach}"
    report = json.loads(said(*asked, "0.9", "--json"))
    assert list(report["intervals"]) == names
    for name in names:
        found = ordref.interval(name, CM, level=0.9)
        wanted = dict(zip(found._fields, found, strict=True))
        assert report["intervals"][name] == pytest.approx(wanted)


def test_intervals_of_all_measures_are_the_default(write, said):
    report = json.loads(said(write(FRAME), *COLUMNS, "--interval", "--json"))
    assert list(report["intervals"]) == list(report["measures"])
    assert len(report["intervals"]) > 20


def test_what_has_no_interval_says_so(tmp_path, said):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n1,2\n", encoding="utf-8")
    asked = [str(path), *COLUMNS, "--measures", "spearman", "--interval"]
    assert said(*asked).splitlines()[3].endswith("high     no interval")
    found = json.loads(said(*asked, "--json"))["intervals"]["spearman"]
    assert set(found.values()) == {None}


@pytest.mark.parametrize("level", ["0", "1", "95", "nan", "much"])
def test_a_level_is_between_0_and_1(level, write, refused):
    code, err = refused(write(FRAME), *COLUMNS, "--interval", level)
    assert code == 2
    assert f"--interval must be between 0 and 1, such as 0.95, not '{level}'" in err


# ------------------------------------------------------------------- two classifiers

VERSUS = ["--true", "t", "--pred", "p", "--versus", "q"]


def differing(K, N):
    """True classes and two predictions of N observations."""
    k = np.arange(N)
    return pd.DataFrame(
        {"t": k % K + 1, "p": 7 * k % K + 1, "q": (3 * k + k // K) % K + 1}
    )


def line_of(name, found):
    ends = f"{found.low:.4f} to {found.high:.4f}"
    first, second = found.values
    values = f"{first:9.4f} {second:9.4f} {found.value:9.4f}"
    p = "~" * (not found.exact) + f"{found.pvalue:.4f}"
    return f"{name:<26} {values}  {ends:<20} {p}"


def test_two_classifiers_are_compared(write, said):
    frame, names = differing(5, 60), ["mae", "weighted_kappa"]
    asked = [write(frame), *VERSUS, "--measures", ",".join(names)]
    columns = [frame[c].to_numpy() for c in "tpq"]
    for options, level in ([], 0.95), (["--interval", "0.8"], 0.8):
        found = [
            ordref.difference(name, *columns, level=level, labels=range(1, 6), rng=0)
            for name in names
        ]
        assert [one.exact for one in found] == [True, False]
        assert said(*asked, *options).splitlines() == [
            "p less q; p by exchanging their predictions, exact where it has no ~",
            "",
            "measure                        first    second      less  interval             p",
            *map(line_of, names, found),
        ]
    report = said(*asked, "--interval", "0.8", "--json")
    assert report.startswith('{\n  "ordref": "')
    report = json.loads(report)
    assert report["ordref"] == ordref.__version__
    assert report["file"] == asked[0]
    assert (report["observations"], report["classes"]) == (60, [1, 2, 3, 4, 5])
    for name, one in zip(names, found, strict=True):
        assert report["differences"][name] == dict(
            zip(one._fields, one, strict=True), values=list(one.values), exact=one.exact
        )


def test_two_classifiers_are_compared_by_what_needs_no_search(write, said):
    report = json.loads(said(write(differing(3, 12)), *VERSUS, "--json"))
    shown = [m.name for m in MEASURES.values() if m.shown and not m.searches]
    assert list(report["differences"]) == shown


def test_an_undefined_comparison_says_so(tmp_path, said):
    """Kappa of a constant is undefined where all are of that class."""
    path = tmp_path / "one.csv"
    path.write_text("t,p,q\n" + 9 * "1,1,2\n", encoding="utf-8")
    asked = [str(path), *VERSUS, "--labels", "1,2", "--measures", "weighted_kappa"]
    assert said(*asked).splitlines()[3] == (
        f"{'weighted_kappa':<26} undefined    0.0000 undefined  no interval"
    )
    found = json.loads(said(*asked, "--json"))["differences"]["weighted_kappa"]
    assert (found["value"], found["pvalue"]) == (None, None)
    assert found["values"] == [None, 0]


def test_one_class_in_two_ways_of_writing_is_one_to_both(tmp_path, said):
    path = tmp_path / "zeros.csv"
    path.write_text("t,p,q\n01,02,02\n02,02,01\n", encoding="utf-8")
    report = json.loads(said(str(path), *VERSUS, "--measures", "mae", "--json"))
    assert report["classes"] == [1, 2]
    assert report["differences"]["mae"]["values"] == [0.5, 1]
    words = [str(path), *VERSUS, "--measures", "mae", "--labels", "02,01", "--json"]
    report = json.loads(said(*words))
    assert report["classes"] == ["02", "01"]
    assert report["differences"]["mae"]["values"] == [0.5, 1]


def test_two_classifiers_have_up_to_a_hundred_classes(write, said, refused):
    asked = [*VERSUS, "--measures", "mae", "--json"]
    found = json.loads(said(write(differing(100, 200)), *asked))
    assert len(found["classes"]) == 100
    code, err = refused(write(differing(101, 202)), *asked)
    assert code == 2
    assert "--versus takes at most 100 classes; there are 101" in err


# ------------------------------------------------------------------- messages


def test_a_message_shows_so_many_columns_and_characters(tmp_path, refused):
    path = tmp_path / "FILE"
    names = [f"col{k}" for k in range(10)]
    for columns, end in (
        (names, ", 'col9'\n"),
        ([*names, "x"], "'col9', ... (11 in all)\n"),
    ):
        path.write_text(",".join(columns) + "\n", encoding="utf-8")
        assert refused(str(path), "--true", "true", "--pred", "x1")[1].endswith(end)
    near = ["grade1", "grade2", "grade3", "grade4"]
    path.write_text(",".join(near) + "\n", encoding="utf-8")
    err = refused(str(path), "--true", "grade", "--pred", "x1")[1]
    assert err.partition("is it ")[2].count("'grade") == 3
    for length, shown in (60, "x" * 60), (61, "x" * 60 + "..."):
        path.write_text(f"t,p\n1,{'x' * length}\n", encoding="utf-8")
        assert f" has '{shown}' in line 2" in refused(str(path), *COLUMNS)[1]
    path.write_text("t,p\n1,x\n", encoding="utf-8")
    for labels, end in (range(10), ",8,9\n"), (range(11), ",8,9,...\n"):
        given = ",".join(map(str, labels))
        assert refused(str(path), *COLUMNS, "--labels", given)[1].endswith(end)


def test_as_many_labels_as_a_table_holds_are_taken(tmp_path, refused):
    path = tmp_path / "FILE"
    path.write_text("t,p\n1,x\n", encoding="utf-8")
    labels = ",".join(map(str, range(2000)))
    assert (
        "'x', which is not among" in refused(str(path), *COLUMNS, "--labels", labels)[1]
    )


def test_the_help_names_what_each_option_takes(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    for words in (
        *("positional arguments: FILE CSV", "--true COL the", "--pred COL the"),
        *(
            "--by COL a",
            "--weight COL a",
            "--labels a,b,c the",
            "--measures a,b,c which",
        ),
        *("--interval [LEVEL] print", "--versus COL the", "--sep CHAR what"),
        *("--html OUT write", "--book ADDRESS where"),
    ):
        assert words in said
    with pytest.raises(SystemExit) as left:
        command.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"ordref {ordref.__version__}\n"


# ------------------------------------------------------------------- the bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_a_bar_is_drawn_on_a_terminal_only(kind, terminal, write, said, monkeypatch):
    frame = pd.concat([FRAME] * 12_000)
    path = tmp = write(frame, ".csv") if kind == ".csv" else None
    if tmp is None:
        path = write(FRAME, kind)
    monkeypatch.setattr(_files, "_PATIENCE", 0.0)
    monkeypatch.setattr(_files, "_OFTEN", 0.0)
    errors = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    said(path, *COLUMNS, "--measures", "mae")
    drawn = errors.getvalue()
    assert bool(re.search(r"\r\[#+ *\] +\d+%", drawn)) is terminal
    assert not terminal or drawn.endswith(" \r")
    if terminal and kind == ".csv":
        # It is read in some pieces, and the bar grows with them.
        shares = [int(share) for share in re.findall(r"(\d+)%", drawn)]
        marks = [len(bar) for bar in re.findall(r"\[(#+) *\]", drawn)]
        assert shares == sorted(shares)
        assert 0 < shares[0] < 100
        assert shares[0] < shares[-1] <= 100
        assert marks[0] < marks[-1]
        assert len(shares) == (len(frame) + 1) // 2**14


def test_a_short_file_has_no_bar(write, said, monkeypatch):
    errors = Terminal()
    monkeypatch.setattr(sys, "stderr", errors)
    said(write(FRAME), *COLUMNS)
    assert errors.getvalue() == ""


class Flushed(Terminal):
    """A terminal, which shows a line without an end only when it is told to."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def flush(self):
        self.seen.append(self.getvalue())
        self.seek(0)
        self.truncate()


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(_files, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_a_bar_is_drawn_after_two_seconds_and_five_times_in_each(
    tmp_path, clock, monkeypatch
):
    errors, path = Flushed(), tmp_path / "FILE"
    monkeypatch.setattr(sys, "stderr", errors)
    path.write_bytes(bytes(1000))
    with open(path, "rb") as raw, _files._bar(raw) as tick:
        raw.read(500)
        for seconds, bars in ((101.9, 0), (102, 1), (102.1, 1), (102.2, 2), (102.3, 2)):
            clock.seconds = seconds
            tick()
            assert len(errors.seen) == bars
        raw.seek(2000)
        clock.seconds = 103
        tick()
    half = f"\r[{'#' * 20}{' ' * 20}]  50%"
    whole = f"\r[{'#' * 40}] 100%"
    wiped = "\r" + " " * len(whole[1:]) + "\r"
    assert [*errors.seen, errors.getvalue()] == [half, half, whole, wiped, ""]


def test_a_pipe_has_no_bar_for_it_has_no_length(write, said, monkeypatch):
    monkeypatch.setattr(_files, "_PATIENCE", 0.0)
    errors = Terminal()
    monkeypatch.setattr(sys, "stderr", errors)
    with open(write(FRAME, ".stream"), "rb") as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        said("-", *COLUMNS, "--measures", "mae")
    assert errors.getvalue() == ""


# ------------------------------------------------------------------- the report


class Page(HTMLParser):
    """What a browser would see: the tags, the links, the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.loads, self.words = [], [], [], []
        self.within, self.loose, self.rows = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([self.within[-1]])
        if tag in ("th", "td"):
            self.rows[-1].append((tag, dict(attrs).get("class"), ""))
        if tag != "meta":  # which has no end
            self.within.append(tag)
        for name, value in attrs:
            if tag == "a" and name == "href":
                self.links.append(value)
            elif name in ("src", "href") and not value.startswith("#"):
                self.loads.append(value)

    def handle_endtag(self, tag):
        assert self.within.pop() == tag

    def handle_data(self, data):
        self.words.append(data)
        if self.within[-1:] in ([], ["html"], ["head"], ["body"], ["table"], ["tr"]):
            self.loose.append(data.strip())
        if {"th", "td"} & set(self.within):
            tag, kind, text = self.rows[-1].pop()
            self.rows[-1].append((tag, kind, text + data))


def test_report_is_one_file_with_all_in_it(write, said, tmp_path):
    out = tmp_path / "report.html"
    labels = ["--labels", ",".join(NAMES)]
    options = ["--html", str(out), "--book", "https://example.org/book/"]
    said(write(WORDS), *COLUMNS, *labels, *options)
    page = Page(out.read_text(encoding="utf-8"))
    shown = [m for m in MEASURES.values() if m.shown]
    assert page.loads == []
    assert "b" not in page.tags
    assert "script" not in page.tags
    assert "<b>hi</b>" in page.words
    assert page.tags.count("svg") == 2
    addresses = [m.section.replace("#", ".html#") for m in shown]
    assert page.links == [f"https://example.org/book/{a}" for a in addresses]
    text = "".join(page.words)
    assert all(m.blind.replace("$", "") in text for m in shown)
    assert "0.5000" in text
    for (r, c), count in np.ndenumerate(CM):
        assert str(count) in text, (r, c)


def test_report_of_groups_has_a_matrix_each(write, said, tmp_path, monkeypatch):
    monkeypatch.setattr("ordref._html._BUILT", tmp_path / "none")
    out = tmp_path / "report.html"
    few = ["--measures", "ccr,mae,id_correlation", "--by", "fold", "--html", str(out)]
    said(write(FRAME), *COLUMNS, *few)
    page = Page(out.read_text(encoding="utf-8"))
    assert page.tags.count("svg") == 3
    assert page.links == []
    (tmp_path / "none").mkdir()
    said(write(FRAME), *COLUMNS, *few)
    links = Page(out.read_text(encoding="utf-8")).links
    assert links[1] == (tmp_path / "none").as_uri() + "/mae.html#sec-mae-definition"


def cells(page, k):
    """The texts of a row, which stands in a table."""
    assert page.rows[k][0] == "table"
    return [text for _, _, text in page.rows[k][1:]]


def test_report_has_the_counts_with_their_sums_and_the_values(
    write, said, tmp_path, monkeypatch
):
    monkeypatch.setattr("ordref._html._BUILT", tmp_path)
    out, few = tmp_path / "report.html", ["--measures", "mae,spearman"]
    address = "https://example.org/book"
    said(write(FRAME), *COLUMNS, *few, "--html", str(out), "--book", address)
    text = out.read_text(encoding="utf-8")
    page = Page(text)
    assert set(page.loose) == {""}
    assert page.within == []
    assert [cells(page, k) for k in range(5)] == [
        ["", "1", "2", "3", "sum"],
        ["1", "2", "0", "1", "3"],
        ["2", "1", "1", "0", "2"],
        ["3", "0", "0", "1", "1"],
        ["sum", "3", "1", "2", "6"],
    ]
    head, blind = (
        ["", "measure", "value", "range", "is blind to"],
        MEASURES["mae"].blind,
    )
    assert cells(page, 5) == head
    assert cells(page, 6) == ["MAE ↓", "mean absolute error", "0.5000", "0 to 2", blind]
    kinds = [kind for _, kind, _ in page.rows[6][1:]]
    assert kinds == [None, "text", None, "text", "text"]
    assert [cells(page, 7)[0], len(page.rows)] == ["Rs ↑", 8]
    assert page.links[0] == f"{address}/mae.html#sec-mae-definition"
    # What a drawing has as a file of its own, with the hour in it, is left out.
    assert "<?xml" not in text
    assert "<metadata" not in text
    assert page.tags.count("h3") == 0


def test_report_of_shares_and_of_groups(write, said, tmp_path):
    out = tmp_path / "report.html"
    asked = [*COLUMNS, "--weight", "share", "--html", str(out), "--measures"]
    said(write(FRAME), *asked, "id_correlation")
    page = Page(out.read_text(encoding="utf-8"))
    assert cells(page, 1) == ["1", "1.500", "0.000", "1.000", "2.500"]
    assert page.tags.count("svg") == 1  # which end is the better one is not known
    said(write(FRAME), *asked, "mae", "--by", "fold")
    page = Page(out.read_text(encoding="utf-8"))
    assert page.tags.count("h3") == 2
    assert [page.words.count(group) for group in ("9", "10")] == [2, 2]


def test_figures_of_the_report_are_of_shares_and_have_the_names_as_they_are(
    write, said, tmp_path, monkeypatch
):
    drawn = []

    def recorded(draw):
        return lambda *given, **options: (
            drawn.append(options) or draw(*given, **options)
        )

    monkeypatch.setattr(plots, "draw_matrix", recorded(plots.draw_matrix))
    monkeypatch.setattr(plots, "draw_measures", recorded(plots.draw_measures))
    names = ["$a$", "b", "c"]
    frame = FRAME.assign(**{c: [names[k - 1] for k in FRAME[c]] for c in "tp"})
    out = ["--html", str(tmp_path / "report.html")]
    few = ["--labels", ",".join(names), "--measures", "mae,id_correlation,ccr"]
    said(write(frame), *COLUMNS, *few, *out)
    assert drawn == [
        {"labels": [r"\$a\$", "b", "c"], "shares": True},
        {"measures": ["mae", "ccr"]},
    ]


def test_the_book_is_looked_for_where_it_is_made():
    assert Path(ordref.__file__).parents[1] / "_build/html/chapters" == _html._BUILT


def test_report_that_cannot_be_written_is_refused(write, tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        command.main(
            [write(FRAME), *COLUMNS, "--html", str(tmp_path / "no" / "x.html")]
        )
    assert left.value.code == 2
    assert "cannot write" in capsys.readouterr().err


def test_report_without_matplotlib_says_what_to_install(
    write, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = tmp_path / "x.html"
    with pytest.raises(SystemExit):
        command.main([write(FRAME), *COLUMNS, "--html", str(out)])
    assert "install ordref[plots]" in capsys.readouterr().err
    assert not out.exists()
