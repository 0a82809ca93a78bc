"""Whether printed values can be, from the command line: what is printed, and the exit codes."""

import json

import pytest

import ordref
from ordref.__main__ import main

ASKED = ["possible", "--N", "125", "--K", "5"]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (["ccr=0.616", "mae=0.392"], 0),
        (["ccr=0.613", "mae=0.212"], 1),
        (["balanced_accuracy=0.61", "amse=0.4", "ii_correlation=0.3"], 3),
    ],
)
def test_exit_code_and_answer(values, code, capsys):
    assert main([*ASKED, *values]) == code
    found = ordref.possible(dict(v.split("=") for v in values), 125, 5)
    assert capsys.readouterr().out == f"{found}\n"
    assert main([*ASKED, *values, "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == found.verdict == ("yes", "no", "", "undecided")[code]
    assert told["reason"] == found.reason
    assert (told["matrix"] is None) == (found.matrix is None)


def test_margins_and_test_sets(capsys):
    given = ["possible", "--K", "2", "ccr=0.50"]
    assert main([*given, "--N", "3,3", "--rounding", "nearest"]) == 0
    assert main([*given, "--N", "3", "--splits", "2", "--sizes", "2,1"]) == 0
    assert main([*given, "--N", "3", "--predicted", "2,1"]) == 1
    assert "is a whole number" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x=0.5"], "which is not a measure"),
        (["ccr"], "as printed"),
        (["ccr=0.5", "ccr=0.6"], "has two values"),
        (["ccr=0.5", "--sizes", "1,2"], "sizes"),
        (["ccr=0.5", "--sizes", "a,2"], "--sizes: 'a,2' must be whole numbers"),
        ([], "required"),
    ],
)
def test_refused(arguments, words, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*ASKED, *arguments])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
