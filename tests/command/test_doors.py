"""How people and other programs write: it is read as meant, or refused with the cure."""

import gzip
import json
import os
import threading

import pytest

JUDGED = "human,judge\n-1,-1\n0,+1\n+1,1\n1,+1\n0,0\n-1,0\n"
TABLE = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]


@pytest.fixture
def path(tmp_path):
    return lambda text, name="some.csv": _written(tmp_path / name, text)


def _written(path, text):
    data = text.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return str(path)


JUDGE = ["--true", "human", "--pred", "judge", "--json", "--measures", "ccr"]


def test_labels_may_begin_with_a_minus(path, said, refused):
    file = path(JUDGED)
    for named in (["--labels", "-1,0,1"], ["--labels=-1,0,1"], []):
        report = json.loads(said("measure", file, *JUDGE, *named))
        assert report["confusion_matrix"] == [[1, 1, 0], [0, 1, 1], [0, 0, 2]], named
    assert report["classes"] == [-1, 0, 1]
    assert (
        json.loads(said("measure", "--labels", "-1,0,1", file, *JUDGE))["observations"]
        == 6
    )
    for option, value, words in (
        ("--labels", "-1,-1", "--labels has '-1' twice"),
        ("--interval", "-.9,1", "--interval must be between 0 and 1"),
        ("--measures", "-mae", "--measures has '-mae'"),
        ("--labels", "--json", "argument --labels: expected one argument"),
        ("--labels", "-h", "argument --labels: expected one argument"),
    ):
        code, err = refused("measure", file, *JUDGE, option, value)
        assert (code, words in err) == (2, True), err


def test_a_sign_is_no_other_class(path, said, refused):
    signed = path("human,judge\n+1,1\n-0.0,0\n0,+0\n+1.0,1.0\n")
    for named in ([], ["--labels", "0,1"], ["--labels", "-0,+1"]):
        report = json.loads(said("measure", signed, *JUDGE, *named))
        assert report["confusion_matrix"] == [[2, 0], [0, 2]], named
    assert (
        "--labels has '1' twice"
        in refused("measure", signed, *JUDGE, "--labels", "1,+1")[1]
    )
    grades = path("human,judge\n2-,2\n2,2\n2+,2+\n")
    report = json.loads(said("measure", grades, *JUDGE, "--labels", "2-,2,2+"))
    assert report["observations"] == 3
    ratings = said("raters", path("a,b\n+1,1\n0,-0\n+2,2.0\n"), "--json")
    assert json.loads(ratings)["classes"] == [0, 1, 2]


def test_a_score_between_classes_is_named_as_such(path, refused):
    """Labels would not help a model that predicts 4.115."""
    code, err = refused("measure", path("human,judge\n4,4.115\n"), *JUDGE)
    assert code == 1
    assert "column 'judge' has '4.115' in line 2, a number that is not whole: " in err
    assert "round the numbers to classes, or give --labels" in err
    code, err = refused("measure", path("human,judge\nlow,low\n"), *JUDGE)
    assert "whole" not in err


def test_a_code_that_is_no_class_is_said_not_to_be_dropped(path, refused):
    """Neither a dot nor ERROR is a word that everybody writes for a missing value."""
    file = path("human,judge\n1,ERROR\n2,2\n")
    for named in ([], ["--labels", "1,2"]):
        code, err = refused("measure", file, *JUDGE, "--dropna", *named)
        assert code == 1
        assert (
            "--dropna leaves out empty cells and words such as NA: empty this one"
            in err
        )
        assert "--dropna" not in refused("measure", file, *JUDGE, *named)[1]


SEPARATED = {
    "semicolons": ("some.csv", ";"),
    "tabs": ("some.csv", "\t"),
    "tabs, by name": ("some.tsv", "\t"),
    "commas in a .tsv": ("some.tsv", ","),
    "semicolons, compressed": ("some.csv.gz", ";"),
}


@pytest.mark.parametrize("how", SEPARATED)
def test_the_separator_is_found(how, path, said):
    name, sep = SEPARATED[how]
    file = path(JUDGED.replace(",", sep), name)
    assert json.loads(said("measure", file, *JUDGE))["observations"] == 6
    file = path(f'\n"human{sep}e"{sep}judge\n1{sep}2\n2{sep}2\n', name)
    asked = ["--true", f"human{sep}e", "--pred", "judge", "--json"]
    assert json.loads(said("measure", file, *asked))["observations"] == 2
    file = path(JUDGED.replace(",", sep), name)
    assert json.loads(said("raters", file, "--json"))["raters"] == 2
    lines = "\n".join(sep.join(map(str, row)) for row in TABLE)
    report = json.loads(said("measure", path(lines, name), "--matrix", "--json"))
    assert report["confusion_matrix"] == TABLE


def test_a_separator_that_is_in_doubt_is_not_found(path, said, refused):
    """A header with commas is split there, and what --sep says is not guessed."""
    file = path("human;x,judge\n1,2\n2,2\n")
    asked = ["--true", "human;x", "--pred", "judge", "--json"]
    assert json.loads(said("measure", file, *asked))["observations"] == 2
    code, err = refused(
        "measure", path("a;b\tc\n1;2\t3\n"), "--true", "a", "--pred", "b"
    )
    assert (code, "is it separated by commas?" in err) == (2, True)
    code, err = refused("measure", path(JUDGED.replace(",", ";")), *JUDGE, "--sep", ",")
    assert (code, "is it separated by commas?" in err) == (2, True)


MARKDOWN = """\
| true \\ pred | low | mid, or so | high |
|:------------|----:|:----------:|-----:|
| low         |  20 |    4       |   1  |
| mid, or so  |   5 |   30       |   5  |
| high        |   0 |    6       |  29  |
"""
PRINTED = "[[20  4  1]\n [ 5 30  5]\n [ 0  6 29]]\n"
LISTED = "[[20, 4, 1],\n [5, 30, 5],\n [0, 6, 29]]\n"
OTHERS = {
    "markdown": (MARKDOWN, [], ["low", "mid, or so", "high"]),
    "markdown, by its sign": (MARKDOWN, ["--sep", "|"], ["low", "mid, or so", "high"]),
    "markdown, no names": ("|20|4|1|\n|5|30|5|\n|0|6|29|\n", [], [1, 2, 3]),
    "an empty corner": (MARKDOWN.replace("true \\ pred", ""), [], ["low", "mid, or so", "high"]),
    "a printed array": (PRINTED, [], [1, 2, 3]),
    "its repr": (f"array({LISTED.strip()})", [], [1, 2, 3]),
    "lists": (LISTED, [], [1, 2, 3]),
    "of floats": (PRINTED.replace("1]", "1.]").replace("[20", "[20."), [], [1, 2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("form", OTHERS)
def test_tables_of_markdown_and_of_numpy_are_read(form, path, said):
    text, options, classes = OTHERS[form]
    report = json.loads(said("measure", path(text), "--matrix", "--json", *options))
    assert (report["confusion_matrix"], report["classes"]) == (TABLE, classes)


REFUSED = {
    "percentages": (",a,b\na,96%,4%\nb,1%,99%\n", ["--labels", "a,b"],
                    "has percentages, such as '96%': give the counts"),
    "percentages without names": ("96 %,4 %\n1 %,99 %\n", [], "percentages, such as '99 %'"),
    "percentages in Markdown": ("|96%|4%|\n|1%|99%|\n", [], "percentages, such as '99%'"),
    "turned": ("Prediction,low,high\nlow,2,0\nhigh,1,1\n", [],
               "in columns; turn it: pandas.read_csv('FILE', index_col=0).T.to_csv("),
    "a row of Markdown too short": ("|1|2|\n|3|\n", [], "2 rows of counts"),
    "a printed row too long for its line": ("[[1 2\n 3]\n [4 5 6]]", [], "FILE has "),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_other_tables_are_refused_with_the_cure(fault, path, refused):
    text, options, words = REFUSED[fault]
    file = path(text)
    code, err = refused("measure", file, "--matrix", *options)
    assert (code, words in err.replace(file, "FILE")) == (1, True), err


def test_names_may_end_with_a_percent_sign(path, said):
    """Only counts are not percentages."""
    file = path(",5%,10%\n5%,3,1\n10%,0,4\n")
    report = json.loads(
        said("measure", file, "--matrix", "--json", "--labels", "5%,10%")
    )
    assert report["confusion_matrix"] == [[3, 1], [0, 4]]


def test_a_table_of_two_scales_is_told_where_it_is_taken(path, refused):
    code, err = refused("measure", path("1,2,3,4\n5,6,7,8\n"), "--matrix")
    assert code == 1
    assert "2 rows of counts" in err
    assert err.endswith("in Python kendall_tau_b, stuart_tau_c, somers_d and "
                        "goodman_kruskal_gamma take a table of two scales\n")  # fmt: skip
    assert "two scales" not in refused("measure", path("1,2,3\n5,6\n"), "--matrix")[1]


def test_what_identify_refuses_is_said_of_the_option(path, refused):
    file = path("20,4\n5,30\n")
    code, err = refused("identify", file, "--matrix", "--printed", "abc=0.3")
    assert (code, "--printed has 'abc', which is not a measure" in err) == (2, True)
    code, err = refused("identify", file, "--matrix", "--printed", "x")
    assert (code, "decimals=" not in err, "'x' is not a number" in err) == (
        2,
        True,
        True,
    )


def test_a_decimal_comma_is_no_list(path, refused):
    file = path("20,4\n5,30\n")
    code, err = refused("identify", file, "--matrix", "--printed", "31,82")
    assert code == 2
    assert "--printed has two numbers without a measure, '31' and '82'" in err
    assert "31.82" in err
    code, err = refused(
        "identify", file, "--matrix", "--printed", "ccr=0.5,ccr=0.6,0.3"
    )
    assert "--printed has two numbers for 'ccr'" in err
    for comma in ("ccr=0,61", "ccr=61,5%", "mcc=-0,2"):
        whole, _, part = comma.partition(",")
        code, err = refused("identify", file, "--matrix", "--printed", comma)
        assert code == 2
        ways = f"for one number write {whole}.{part}, for two write {whole},?={part}"
        assert f"--printed has {comma}: {ways}" in err
    code, err = refused("identify", file, "--matrix", "--printed", "ccr=,ccr=0.5")
    assert "--printed has two numbers for 'ccr', '' and '0.5'" in err


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " JavaScript:x",
        "\x01java\tscript:x",
        "data:text/html,x",
        "vbscript:x",
    ],
)
def test_an_address_that_is_no_place_of_a_book_is_refused(address, path, refused):
    file = path("20,4\n5,30\n")
    code, err = refused(
        "measure", file, "--matrix", "--html", file + ".html", "--book", address
    )
    assert code == 2
    assert "--book must be an address that begins with http" in err


@pytest.mark.parametrize(
    "address",
    ["https://a.b/c", "HTTP://a.b", "file:///x", "../book", "book", "/a:b", "C:/x"],
)
def test_other_addresses_are_taken(address, path, said):
    file = path("20,4\n5,30\n")
    said(
        "measure",
        file,
        "--matrix",
        "--html",
        file + ".html",
        "--book",
        address,
        "--force",
    )


COMMAS = "human;judge;w\n1,0;1;0,5\n2;1,0;1,25\n2;2;3\n"


def test_decimal_commas_are_read_where_the_command_says_so(path, said, refused):
    """1,234 is a thousand to some, so it is not guessed."""
    weighted = [*JUDGE, "--weight", "w"]
    found = json.loads(said("measure", path(COMMAS.replace(",", ".")), *weighted))
    assert found["confusion_matrix"] == [[0.5, 0], [1.25, 3]]
    assert (
        json.loads(said("measure", path(COMMAS), *weighted, "--decimal", ",")) == found
    )
    cure = "; --decimal , reads the comma as a decimal one"
    for options, text, words in (
        (JUDGE, COMMAS, "column 'human' has '1,0' in line 2; give --labels"),
        (weighted, COMMAS.replace("1,0", "1"), "the weight '0,5'"),
    ):
        code, err = refused("measure", path(text), *options)
        assert (code, words in err, cure in err) == (1, True, True), err
    ratings = path("a;b\n1,0;1\n2,0;2\n3;2\n")
    report = json.loads(said("raters", ratings, "--decimal", ",", "--json"))
    assert report["classes"] == [1, 2, 3]
    table = path("0,25;0\n1;2,5\n")
    report = json.loads(said("measure", table, "--matrix", "--decimal", ",", "--json"))
    assert report["confusion_matrix"] == [[0.25, 0], [1, 2.5]]
    code, err = refused("measure", path("2;0\n1;2,5\n"), "--matrix")
    assert (code, cure in err) == (1, True)


# ------------------------------------------------------------------- as they come


def test_a_line_that_is_too_long_or_short_is_found_wherever_it_is(path, refused):
    """After many others, after blank lines and after a value with a line end in it."""
    start = 'human,judge\n\n"1",1\n' + "1,2\n" * 1000
    for bad, fields in (("1", 1), ("1,2,3", 3), ('"', 1), ("1,2,", 3)):
        code, err = refused("measure", path(start + bad + "\n1,1\n"), *JUDGE)
        assert code == 1
        if bad == '"':
            assert "is not CSV: unexpected end of data" in err
        else:
            assert (
                f"line 1004 of {err.split(' of ')[1].split(' has ')[0]} has {fields} f"
                in err
            )
    text = 'note,human,judge\n"two\nlines",1,1\nx,1,two\n'
    assert "in line 4; give --labels" in refused("measure", path(text), *JUDGE)[1]


def test_a_file_of_several_packed_parts_is_read_to_its_end(tmp_path, said):
    """As some programs write them, and as `cat` joins them."""
    packed = tmp_path / "some.csv.gz"
    parts = ["\ufeffhuman,judge\n1,1\n", "2,2\n", "2,1\n"]
    packed.write_bytes(b"".join(gzip.compress(part.encode()) for part in parts))
    report = json.loads(said("measure", str(packed), *JUDGE))
    assert report["confusion_matrix"] == [[1, 0], [1, 1]]


@pytest.mark.skipif(os.name != "posix", reason="no pipes with names")
def test_a_pipe_may_have_a_name(tmp_path, refused, said):
    """Which a shell gives to the output of a command: it is read once, and lines are told."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for text, code in (("human,judge\n1,1\n2,2\n", 0), ("human,judge\n1,1\n2,x\n", 1)):
        writer = threading.Thread(target=pipe.write_text, args=(text,), daemon=True)
        writer.start()
        if code:
            assert (
                "in line 3; give --labels" in refused("measure", str(pipe), *JUDGE)[1]
            )
        else:
            assert json.loads(said("measure", str(pipe), *JUDGE))["observations"] == 2
        writer.join()
    for job, options in (("measure", JUDGE), ("raters", [])):
        writer = threading.Thread(
            target=pipe.write_text, args=("human,judge\n1,x\n",), daemon=True
        )
        writer.start()
        assert "line 2" in refused(job, str(pipe), *options)[1]
        writer.join()
