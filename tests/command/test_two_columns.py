"""Two columns of a file of text: every measure of them, and what is refused."""

import gzip
import json
import subprocess
import sys
import tracemalloc
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from small import hard, unrolled

import ordref
from ordref import __main__ as command
from ordref.evaluate import SHOWN, values

# `ordref.evaluate` is the function; this is its module.
TABLE = import_module("ordref.evaluate")

TEXT = """id,grade,guess,score,pred score,empty
1,low,low,1,2,
2,"mid, or so",high,3,3,
3,high,high,5,3,
"""
WORDS = ["--true", "grade", "--pred", "guess"]
ORDER = ["--labels", 'low,"mid, or so",high']
INTEGERS = ["--true", "score", "--pred", "pred score"]


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def started(arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "ordref", *arguments],
        capture_output=True, text=True, check=False, **options,
    )  # fmt: skip


def test_command_prints_every_measure(sheet):
    done = started([sheet, *WORDS, *ORDER])
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "3 observations, 3 classes in order: low, mid, or so, high"
    assert [line.split()[0] for line in lines[3:]] == SHOWN
    assert "mae                            0.333333  0 to 2    low" in lines


def test_command_prints_standard_json(sheet):
    done = started([sheet, *WORDS, *ORDER, "--json"])

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    report = json.loads(done.stdout, parse_constant=refuse)
    assert report["classes"] == ["low", "mid, or so", "high"]
    assert report["confusion_matrix"] == [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert report["observations"] == 3
    assert (
        report["measures"] == values(np.array(report["confusion_matrix"]), SHOWN).values
    )
    assert report["not_computed"] == {}
    assert report["file"] == sheet
    assert report["ordref"] == ordref.__version__
    assert report["ordref"] == ordref.__version__
    assert done.stdout.startswith('{\n  "ordref": ')
    assert done.stdout.endswith("}\n")


def test_undefined_is_null(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("t,p\n1,1\n", encoding="utf-8")
    assert command.main([str(path), "--true", "t", "--pred", "p", "--json"]) == 0
    measures = json.loads(capsys.readouterr().out)["measures"]
    assert [k for k, v in measures.items() if v is None] == [
        "mcc", "kendall_tau_b", "goodman_kruskal_gamma", "somers_d", "somers_d_true",
        "spearman", "pearson", "r_int", "weighted_kappa", "weighted_kappa_quadratic",
        "weighted_kappa_unweighted", "weighted_pi", "krippendorff_alpha", "sup_correlation",
        "ii_correlation",
        "id_correlation", "mon_correlation", "co_correlation", "anti_correlation",
        "coanti_correlation",
    ]  # fmt: skip
    assert command.main([str(path), "--true", "t", "--pred", "p"]) == 0
    assert "undefined" in capsys.readouterr().out


def test_integers_span_smallest_to_largest(sheet, capsys):
    assert command.main([sheet, *INTEGERS, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["classes"] == [1, 2, 3, 4, 5]
    assert report["measures"]["mae"] == 1


def test_integers_take_labels(sheet, capsys):
    assert command.main([sheet, *INTEGERS, "--labels", "1,2,3,5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["classes"] == [1, 2, 3, 5]


def test_byte_order_mark_and_carriage_returns_are_no_part_of_a_name(tmp_path, capsys):
    path = tmp_path / "windows.csv"
    path.write_bytes(b"\xef\xbb\xbft,p\r\n1,2\r\n2,2\r\n\r\n")
    assert command.main([str(path), "--true", "t", "--pred", "p"]) == 0
    assert capsys.readouterr().out.startswith("2 observations")


def test_standard_input_is_a_dash():
    done = started(["-", "--true", "t", "--pred", "p"], input="t,p\n1,2\n")
    assert done.stdout.startswith("1 observation, 2 classes")


REFUSED = {
    "missing column": (2, TEXT, ["--true", "grades", "--pred", "guess"],
                       "no column 'grades'; there are 'id', 'grade', 'guess'"),
    "other separator": (2, TEXT.replace(",", ";"), WORDS, "separated by commas?"),
    "column twice": (1, "t,t,p\n1,1,1\n", ["--true", "t", "--pred", "p"], "2 columns"),
    "no option": (2, TEXT, ["--true", "grade"], "required: --pred"),
    "empty label": (2, TEXT, [*WORDS, "--labels", "low,,high"], "empty part"),
    "no label": (2, TEXT, [*WORDS, "--labels", ""], "empty part"),
    "too many labels": (2, TEXT, [*WORDS, "--labels", ",".join(map(str, range(2001)))],
                        "--labels has 2001, and takes at most 2000"),
    "more classes than a table holds": (1, "t,p\n1,2000\n0,1\n", ["--true", "t", "--pred", "p"],
                                        "line 3 of FILE: the classes from 0 to 2000"),
    "one column": (2, TEXT, ["--true", "id", "--pred", "id"], "are both 'id'"),
    "unknown measure": (2, TEXT, [*INTEGERS, "--measures", "mae,mean"],
                        "--measures has 'mean', which has no row; did you mean "),
    "two separators": (2, TEXT, [*INTEGERS, "--sep", "; "], "one character or the word tab"),
    "a quote for a separator": (2, TEXT, [*INTEGERS, "--sep", '"'], "one character or the"),
    "a name nearly right": (2, TEXT, ["--true", "grades", "--pred", "guess"],
                            "; is it 'grade'?"),
    "one class in two ways": (1, "t,p\n1,2\n2,01\n", ["--true", "t", "--pred", "p"],
                              "line 3 of FILE has '01', and line 2 '1': write"),
    "a sign": (1, "t,p\n1,2\n+2,1\n", ["--true", "t", "--pred", "p"], "'+2', and line 2 '2'"),
    "another way than the label": (1, "t,p\n1,2\n2,01\n",
                                   ["--true", "t", "--pred", "p", "--labels", "1,2"],
                                   "line 3 of FILE: column 'p' has 01, which is not among"),
    "digits of another script": (1, "t,p\n1,\u0663\n", ["--true", "t", "--pred", "p"],
                                 "order of the classes is unknown"),
    "too many fields": (1, "grade,guess\nlow,low,low\n", WORDS, "line 2 of FILE has 3 fields"),
    "a value too long": (1, "t,p\n1," + 9000 * "x" + "\n", ["--true", "t", "--pred", "p"],
                         60 * "x" + "...'"),
    "label twice": (2, TEXT, [*WORDS, "--labels", "low,high,low"], "'low' twice"),
    "unknown label": (1, TEXT, [*WORDS, "--labels", "low,high"],
                      "line 3 of FILE: column 'grade' has 'mid, or so', which is not "
                      "among --labels low,high"),
    "unknown integer": (1, TEXT, [*INTEGERS, "--labels", "1,2,3"],
                        "line 4 of FILE: column 'score' has 5, which is not among"),
    "order unknown": (1, TEXT, WORDS,
                      "order of the classes is unknown: column 'grade' has 'low' in "
                      "line 2; give --labels"),
    "one word among integers": (1, "t,p\n1,1\n2,two\n", ["--true", "t", "--pred", "p"],
                                "column 'p' has 'two' in line 3"),
    "empty file": (1, "", WORDS, "FILE is empty"),
    "blank file": (1, "\n\n", WORDS, "FILE is empty"),
    "header only": (1, "grade,guess\n", WORDS, "a header and no observations"),
    "no value": (1, TEXT, ["--true", "grade", "--pred", "empty"],
                 "line 2 of FILE has no value in column 'empty'"),
    "too few fields": (1, "grade,guess\nlow\n", WORDS, "line 2 of FILE has 1 fields"),
    "open quote": (1, 'grade,guess\n"low,low\n', WORDS, "not CSV"),
    "too many classes": (1, "t,p\n1,99999999\n", ["--true", "t", "--pred", "p"],
                         "table too large"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_command_refuses_in_one_line(case, tmp_path, capsys):
    code, text, arguments, message = REFUSED[case]
    path = tmp_path / "FILE"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as refused:
        command.main([str(path), *arguments])
    out, err = capsys.readouterr()
    assert (refused.value.code, out) == (code, "")
    assert message in err.replace(str(path), "FILE")
    assert err.startswith("python -m ordref: error: ")
    assert err.count("\n") == 1


def test_messages_stay_short(tmp_path, capsys):
    path = tmp_path / "wide.csv"
    names = [f"measurement number {k}" for k in range(3000)]
    path.write_text(",".join(names) + "\n", encoding="utf-8")
    labels = ["--labels", ",".join(map(str, range(500)))]
    for arguments in (WORDS, INTEGERS):
        with pytest.raises(SystemExit):
            command.main([str(path), *arguments, *labels])
        said = capsys.readouterr().err
        assert "(3000 in all)" in said
        assert len(said) < 1000
    path.write_text("t,p\n1,1\n7,501\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        command.main([str(path), "--true", "t", "--pred", "p", *labels])
    assert "has 501, which is not among --labels 0,1,2,3,4,5,6,7,8,9,...\n" in (
        capsys.readouterr().err
    )


def test_labels_may_be_set_apart_by_spaces(tmp_path, capsys):
    path = tmp_path / "some.csv"
    path.write_text("t,p\nlow, high\n low,low\n", encoding="utf-8")
    two = [str(path), "--true", "t", "--pred", "p"]
    assert command.main([*two, "--labels", "low, high", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["classes"] == ["low", "high"]
    assert report["confusion_matrix"] == [[1, 1], [0, 0]]
    assert command.main([*two, "--labels", 'low, "high, or so", high', "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["classes"] == ["low", "high, or so", "high"]


def test_leading_zeros_throughout_are_numbers_and_as_labels_are_themselves(
    tmp_path, capsys
):
    path = tmp_path / "zeros.csv"
    path.write_text("t,p\n01,02\n02,02\n10,08\n", encoding="utf-8")
    two = [str(path), "--true", "t", "--pred", "p", "--json"]
    assert command.main(two) == 0
    assert json.loads(capsys.readouterr().out)["classes"] == list(range(1, 11))
    assert command.main([*two, "--labels", "01,02,08,10"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["classes"] == ["01", "02", "08", "10"]
    assert report["confusion_matrix"][3] == [0, 0, 1, 0]


@pytest.mark.parametrize(("sep", "given"), [(";", ";"), ("\t", "tab"), ("\t", "\\t"),
                                            ("\t", "\t"), ("|", "|"), ("X", "X")])  # fmt: skip
def test_columns_may_be_separated_otherwise(sep, given, tmp_path, capsys):
    path = tmp_path / "some.csv"
    path.write_text(f"t{sep}p\n1{sep}2\n", encoding="utf-8")
    assert command.main([str(path), "--true", "t", "--pred", "p", "--sep", given]) == 0
    assert capsys.readouterr().out.startswith("1 observation, 2 classes")


def test_a_file_may_be_compressed(tmp_path, capsys):
    packed = gzip.compress(b"\xef\xbb\xbft,p\r\n1,2\r\n")
    path = tmp_path / "some.csv.gz"
    path.write_bytes(packed)
    two = ["--true", "t", "--pred", "p"]
    assert command.main([str(path), *two]) == 0
    assert capsys.readouterr().out.startswith("1 observation, 2 classes")
    done = subprocess.run(
        [sys.executable, "-m", "ordref", "-", *two],
        input=packed, capture_output=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith(b"1 observation, 2 classes")
    for broken in (packed[:-9], packed[:12], packed[:-8] + b"xxxx" + packed[-4:]):
        path.write_bytes(broken)
        with pytest.raises(SystemExit) as refused:
            command.main([str(path), *two])
        assert refused.value.code == 1
        assert "is not whole: " in capsys.readouterr().err


def test_chosen_measures_are_printed_in_their_order(sheet, capsys):
    chosen = [sheet, *INTEGERS, "--measures", "oci, mae"]
    assert command.main(chosen) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["oci", "mae"]
    assert command.main([*chosen, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["measures"]) == ["oci", "mae"]


def test_what_is_not_computed_is_not_undefined(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(TABLE, "BUDGET", 0)
    path = tmp_path / "many.csv"
    rows = [f"{r},{c}\n" for r, c in zip(*unrolled(hard(5)), strict=True)]
    path.write_text("t,p\n" + "".join(rows), encoding="utf-8")
    two = [str(path), "--true", "t", "--pred", "p"]
    assert command.main([*two, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    low, high = report["not_computed"]["anti_correlation"]
    assert report["measures"]["anti_correlation"] is None
    assert -1 <= low < high <= 1
    assert set(report["not_computed"]) < {k for k in SHOWN if "correlation" in k}
    assert command.main(two) == 0
    line = f"{'anti_correlation':<26} not computed  {low:.6f} to {high:.6f} neither"
    assert line in capsys.readouterr().out.splitlines()


def test_a_quoted_field_may_hold_what_other_programs_take_for_an_end_of_line(
    tmp_path, capsys
):
    path = tmp_path / "some.csv"
    path.write_text(
        'n,t,p\n"a\x0bb\u2028c\x85",1,2\n"two\nlines",2,x\n', encoding="utf-8"
    )
    with pytest.raises(SystemExit):
        command.main([str(path), "--true", "t", "--pred", "p"])
    assert "column 'p' has 'x' in line 4" in capsys.readouterr().err


def test_a_long_file_is_not_held_in_memory(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("id,t,p\n" + "0123456789,1,2\n0123456789,2,2\n" * 100_000)
    arguments = [str(path), "--true", "t", "--pred", "p", "--measures", "mae"]
    assert command.main(arguments) == 0  # what is imported is not counted
    tracemalloc.start()
    assert command.main(arguments) == 0
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20 < path.stat().st_size / 2


def test_a_file_that_is_not_there_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as refused:
        command.main([str(tmp_path / "none.csv"), *WORDS])
    assert refused.value.code == 2
    assert "cannot read" in capsys.readouterr().err


def test_a_file_that_is_not_text_is_refused(tmp_path, capsys):
    path = tmp_path / "latin.csv"
    path.write_bytes("t,p\nmäßig,gut\n".encode("latin-1"))
    with pytest.raises(SystemExit) as refused:
        command.main([str(path), "--true", "t", "--pred", "p"])
    assert refused.value.code == 1
    assert "not UTF-8" in capsys.readouterr().err


def test_refusals_reach_the_shell(sheet):
    done = started([sheet, *WORDS])
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_reader_may_leave(sheet):
    command = [sys.executable, "-m", "ordref", sheet, *WORDS, *ORDER]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full")
def test_a_full_disk_is_told_in_one_line(sheet):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ordref", sheet, *INTEGERS],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("python -m ordref: error: cannot write: ")
    assert done.stderr.count("\n") == 1


def test_help_states_the_rule_of_order(capsys):
    with pytest.raises(SystemExit) as left:
        command.main(["--help"])
    assert left.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "from the smallest to the largest seen" in said


def test_the_command_line_needs_no_pandas(sheet):
    code = f"import sys; sys.modules['pandas'] = None; from ordref.__main__ import main; main({[sheet, *INTEGERS]})"  # noqa: E501
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "mae" in done.stdout
