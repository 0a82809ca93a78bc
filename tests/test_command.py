"""The command line beyond two columns of CSV: other files, groups, weights, texts, a report."""

import gzip
import io
import json
import re
import sys
import tracemalloc
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import ordref
from ordref import __main__ as command
from ordref import _files
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

    from ordref._reports import Sheet, as_html, latex, symbol

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


def test_tables_keep_their_texts_when_they_are_cut():
    table = ordref.evaluate(CM)
    assert table.loc[["mae"]].to_latex().count(r"\\") == 2
    both = ordref.evaluate({"a": CM, "b": CM})[["mae", "oci"]].T
    assert both.to_markdown(2).splitlines()[2] == r"| $\mathrm{MAE}$ ↓ | 0.50 | 0.50 |"
    around = ordref.evaluate(CM, interval=0.9, measures=["mae"])
    assert "from | to" in around.to_markdown()


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


def test_a_short_file_has_no_bar(write, said, monkeypatch):
    errors = Terminal()
    monkeypatch.setattr(sys, "stderr", errors)
    said(write(FRAME), *COLUMNS)
    assert errors.getvalue() == ""


# ------------------------------------------------------------------- the report


class Page(HTMLParser):
    """What a browser would see: the tags, the links, the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.loads, self.words = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if tag == "a" and name == "href":
                self.links.append(value)
            elif name in ("src", "href") and not value.startswith("#"):
                self.loads.append(value)

    def handle_data(self, data):
        self.words.append(data)


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
