"""A file that is a table of counts."""

import json

import pytest
from asked import CM

import ordref
from ordref import __main__ as command


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
        (
            ",a,b\na,1,1\nb,1,1\n",
            ["--labels", "b,c"],
            "has the classes a,b, and --labels b,c: name the same",
        ),
        (
            ",b,a,All\nb,1,2,3\na,3,4,7\nAll,4,6,10\n",
            ["--labels", "a,b"],
            "ends in totals",
        ),
        (
            "b,c,a\n3,2,0\n1,2,1\n0,0,1\n",
            [],
            "has names above the counts and none beside",
        ),
        ("2;5\n1;3\n", [], "one field: is it separated by commas? --sep says by what"),
        ("2 5\n1 3\n", [], "one field: is it separated by commas? --sep says by what"),
        ("a;b\n2;5\n1;3\n", [], "one field: is it separated by commas? --sep"),
        (
            "1,2\n",
            ["--sep", ";"],
            "one field: is it separated by ;? --sep says by what",
        ),
        ("3,x\n1,2\n", [], "has 'x' in row 1 and column 2 of the counts"),
        ("x,3\n1,2\n", [], "has 'x' in row 1 and column 1 of the counts"),
        (",3\n1,2\n", [], "has '' in row 1 and column 1 of the counts"),
        ("2,0,x\n0,3,1\n1,1,1\n", [], "has 'x' in row 1 and column 3 of the counts"),
        ("1_0,2\n3,4\n", [], "has '1_0' in row 1 and column 1"),
        ("1,2\n3,\u0664\n", [], "in row 2 and column 2 of the counts"),
        (",low,high\n1,2,3\n2,0,1\n", [], "classes low,high above and 1,2 beside"),
        (",4,5\n4,2,3\n6,0,1\n", [], "classes 4,5 above and 4,6 beside"),
        ("1,2\n3,4\n", ["--labels", "a,b,c"], "has 2 rows of counts"),
        (
            ",a,b\na,1,1\nb,1,1\n",
            [],
            "the alphabet, as a crosstab has them: give --labels, from lowest",
        ),
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


def test_labels_put_a_crosstab_in_order(tmp_path, said):
    """Also one whose rows are in another order than its columns."""
    path = tmp_path / "counts.csv"
    for text in (
        ",high,low,mid\nhigh,1,0,0\nlow,1,2,0\nmid,0,1,1\n",
        ",high,low,mid\nlow,1,2,0\nhigh,1,0,0\nmid,0,1,1\n",
    ):
        path.write_text(text, encoding="utf-8")
        asked = [str(path), "--matrix", "--labels", "low,mid,high", "--json"]
        report = json.loads(said(*asked))
        assert report["classes"] == ["low", "mid", "high"]
        assert report["confusion_matrix"] == CM
    path.write_text(",1.0,2.0\n1.0,5,1\n2.0,0,3\n", encoding="utf-8")
    for labels in ([], ["--labels", "1,2"], ["--labels", "1.0,2.0"]):
        report = json.loads(said(str(path), "--matrix", "--json", *labels))
        assert report["confusion_matrix"] == [[5, 1], [0, 3]]
    assert json.loads(said(str(path), "--matrix", "--json"))["classes"] == [1, 2]
