"""Sessions of the command line, compared whole with what is stored of them.

`python tools/transcripts.py` stores them again; its docstring says how they are written.
"""

import os

import pytest
import transcripts

from ordref.__main__ import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no shell of POSIX")


@pytest.mark.parametrize("name", [p.stem for p in transcripts.FOLDER.glob("*.console")])
def test_the_command_says_what_is_stored(name):
    difference = transcripts.differences(transcripts.FOLDER / f"{name}.console", main)
    assert not difference, "\n" + difference


SESSION = r"""# Two classes.
$ cat > some.csv
< t,p
< 1,2
$ ordref measure some.csv --true t --pred p --measures mae,ccr --format csv
| measure,value,least,greatest,better
| mae,1.0,0,1,low
| ccr,0.0,0,1,high

# One column alone.
$ ordref measure - --true t < some.csv
! ordref: error: the following arguments are required: --pred
= 2
"""


OTHERS = [
    ("1.0,0,1", "1.1,0,1"),
    ("| ccr,0.0,0,1,high\n", ""),
    ("| ccr,", "| mer,0,0,0,0\n| ccr,"),
    ("! ordref", "| ordref"),
    ("--pred\n= 2", "--pred\n= 1"),
    ("= 2\n", ""),
]


def test_a_word_a_line_a_stream_and_a_code_that_are_others_are_noticed(tmp_path):
    """The negative control."""
    path = tmp_path / "some.console"
    path.write_text(SESSION, encoding="utf-8")
    assert transcripts.differences(path) == ""
    for said, other in OTHERS:
        assert said in SESSION
        path.write_text(SESSION.replace(said, other), encoding="utf-8")
        assert transcripts.differences(path), said


def test_only_the_last_decimals_may_differ():
    number = '"mae": 0.333333333333333'
    assert transcripts.same(number + "37", number + "31")
    assert not transcripts.same("0.33333333333337", "0.33333333343337")
    assert transcripts.same("mae,0.9500000000000001,", "mae,0.95,")
    assert not transcripts.same("0.5", "0.50000000002")
    assert not transcripts.same("0.50 to 0.60", "0.50 to 0.61")
    assert not transcripts.same("mae 0.5", "mae 0.6")
