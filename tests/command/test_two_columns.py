"""Two columns of a file of text, as another process says them, and what is too long to type.

What people read, and what is refused, stands in the transcripts.
"""

import gzip
import json
import re
import subprocess
import sys
import tomllib
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from asked import COLUMNS, FRAME

import ordref
from ordref import __main__ as command
from ordref.instruments.report.values import SHOWN, values_of

# `ordref.evaluate` is the function; this is its module.
TABLE = sys.modules["ordref.instruments.report.values"]
ROOT = Path(__file__).parents[2]

TEXT = """grade,guess
low,low
"mid, or so",high
high,high
"""
WORDS = ["--true", "grade", "--pred", "guess"]
ORDER = ["--labels", 'low,"mid, or so",high']


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def started(arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "ordref", "measure", *arguments],
        check=False, **{"capture_output": True, "text": True} | options,
    )  # fmt: skip


def test_command_prints_every_measure(sheet):
    done = started([sheet, *WORDS, *ORDER])
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "3 observations, 3 classes in order: low, mid, or so, high"
    assert [line.split()[0] for line in lines[3:]] == SHOWN
    assert "mae                            0.333333  0 to 2    low" in lines
    done = started([sheet, *WORDS])
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr


def test_command_prints_standard_json(sheet, said):
    constants = []
    text = said("measure", sheet, *WORDS, *ORDER, "--json")
    report = json.loads(text, parse_constant=constants.append)
    assert constants == []  # NaN and Infinity are none of JSON
    cm = [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert report["confusion_matrix"] == cm
    assert report["measures"] == pytest.approx(
        values_of(np.array(cm), SHOWN).computed, rel=1e-11
    )
    assert (report["ordref"], report["file"]) == (ordref.__version__, sheet)


# ------------------------------------------------------------------- messages


def test_messages_stay_short(tmp_path, refused):
    path = tmp_path / "wide.csv"
    names = [f"measurement number {k}" for k in range(3000)]
    path.write_text(",".join(names) + "\n", encoding="utf-8")
    err = refused(
        "measure", str(path), *WORDS, "--labels", ",".join(map(str, range(500)))
    )[1]
    assert "(3000 in all)" in err
    assert len(err) < 1000
    assert (
        "invalid choice: 'word'" in refused("measure", str(path), "--format", "word")[1]
    )


def test_as_many_labels_as_a_table_holds_are_taken(write, refused):
    path = write(FRAME.replace({"p": {3: "x"}}))
    asked = ["measure", path, *COLUMNS, "--labels"]
    labels = [",".join(map(str, range(number))) for number in (2000, 2001)]
    code, err = refused(*asked, labels[0])
    assert (code, "'x', which is not among" in err) == (1, True)
    code, err = refused(*asked, labels[1])
    assert (code, "takes at most 2000 entries, not 2001" in err) == (2, True)


OF_FILES = ["input: FILE CSV", "--sep CHAR column", "--labels a,b,c the", "16 megabytes",
            "measures: --measures", "output: --format"]  # fmt: skip
HELP = {
    "measure": [
        *OF_FILES, "from the smallest to the largest seen", "--true COL the", "--pred COL the",
        "--by COL a", "--weight COL a", "--measures a,b,c which",
        "--interval [LEVEL] report", "--html OUT also", "--book ADDRESS base",
        "--dropna leave", "--force let", "two examples: ordref measure",
    ],
    "compare": [*OF_FILES, "--versus COL the", "--groups COL a", "--adjust {holm}",
                "example: ordref compare"],
    "plan": [*OF_FILES, "--half-width LENGTH half", "example: ordref plan"],
    "raters": [*OF_FILES, "--raters a,b,c the", "--at-least SHARE", "two examples: ordref raters"],
    "identify": [*OF_FILES[:-2], "--printed NUMBER the", "example: ordref identify"],
    "possible": ["MEASURE=VALUE a", "--N N the", "example: ordref possible"],
    "verify": ["MODULE:FUNCTION such", "--measure NAME"],
}  # fmt: skip


@pytest.mark.parametrize("job", HELP)
def test_the_help_of_a_job_names_what_each_option_takes(job, capsys):
    with pytest.raises(SystemExit) as left:
        command.main([job, "--help"])
    assert left.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith(f"usage: ordref {job} [-h]")
    for words in HELP[job]:
        assert words in said


def test_every_extra_is_named_with_what_it_gives():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"extras: (.*)$", readme, re.MULTILINE)
    assert {*named.split(", ")} == set(extras)
    page = (ROOT / "chapters/getting.md").read_text(encoding="utf-8")
    assert set(re.findall(r'install "\.\[(\w+)\]" +#', page)) == set(extras)


# ------------------------------------------------------------------- files and processes


def test_a_file_may_be_compressed(tmp_path, refused):
    """What another process writes into the pipe as well; a part of it is refused."""
    packed = gzip.compress(b"\xef\xbb\xbft,p\r\n1,2\r\n")
    done = started(["-", *COLUMNS], input=packed, text=False)
    assert done.stdout.startswith(b"1 observation, 2 classes")
    path = tmp_path / "some.csv.gz"
    for broken in (packed[:-9], packed[:12], packed[:-8] + b"xxxx" + packed[-4:]):
        path.write_bytes(broken)
        code, err = refused("measure", str(path), *COLUMNS)
        assert (code, "is incomplete or damaged: " in err) == (1, True)


def test_a_long_file_is_not_held_in_memory(tmp_path, said):
    path = tmp_path / "long.csv"
    path.write_text("id,t,p\n" + "0123456789,1,2\n0123456789,2,2\n" * 25_000)
    arguments = ["measure", str(path), *COLUMNS, "--measures", "mae"]
    said(*arguments)  # what is imported is not counted
    tracemalloc.start()
    said(*arguments)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # A reference to each row would be more.
    assert peak < 1 << 18 < path.stat().st_size / 2


def test_a_reader_may_leave(sheet):
    command = [sys.executable, "-m", "ordref", "measure", sheet, *WORDS, *ORDER]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full")
def test_a_full_disk_is_told_in_one_line(sheet):
    with open("/dev/full", "w") as full:
        done = started(
            [sheet, *WORDS, *ORDER],
            capture_output=False, stdout=full, stderr=subprocess.PIPE,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("ordref: error: cannot write: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("job", ["measure", "raters"])
def test_the_command_line_needs_neither_pandas_nor_pyarrow_for_text(job, sheet):
    options = [*WORDS, *ORDER] if job == "measure" else ORDER
    code = (
        "import sys\n"
        "class Without:\n"
        "    def find_spec(name, *_):\n"
        "        if name in ('pandas', 'pyarrow', 'narwhals'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Without)\n"
        "from ordref.__main__ import main\n"
        f"main({[job, sheet, *options]})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ("mae" if job == "measure" else "krippendorff_alpha") in done.stdout
