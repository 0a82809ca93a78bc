"""The jobs of the command: which there are, what each understands, and what else is said."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from asked import COLUMNS, FRAME

from ordref import __main__ as command
from ordref.instruments.command.jobs import JOBS, parser_of_command

ROOT = Path(__file__).parents[2]
ALL = [*JOBS, "verify"]


def test_the_help_lists_the_jobs(capsys):
    with pytest.raises(SystemExit) as left:
        command.main(["--help"])
    assert left.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in lines if line[:4] == " " * 4 != line[4:5] * 4]
    assert [word for word in listed if word in ALL] == ALL


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which job? ordref --help lists them"),
        (["mesure", "f.csv"], "no job 'mesure'; there are measure, .*; is it measure?"),
        (["--true", "t"], "the job comes first, before --true: ordref --help lists them"),
        (["-", *COLUMNS], "'-' is a file: name the job first, ordref measure -"),
        (["measure", "FILE", "more", *COLUMNS], "does not know what 'more' is for"),
        (["compare", "FILE", *COLUMNS, "--versus", "p", "--by=w"],
         "ordref compare has no option --by, unlike ordref measure"),
        (["possible", "mae=0.5", "--N", "4", "--K", "2", "--matrix"],
         "possible has no option --matrix, unlike ordref measure and plan and identify"),
        (["plan", "FILE", "--matrix", "--half-width", "-0.1x"], "--half-width must be above 0"),
    ],
)  # fmt: skip
def test_what_is_no_job_or_not_of_the_job_is_refused(words, message, write, refused):
    path = write(FRAME)
    code, err = refused(*(path if word == "FILE" else word for word in words))
    assert code == 2
    parts = message.split(".*")
    assert all(part in err for part in parts), err


def test_a_file_in_place_of_the_job_is_told_where_it_goes(write, refused):
    path = write(FRAME)
    code, err = refused(path, *COLUMNS)
    assert code == 2
    assert f"{path!r} is a file: name the job first, ordref measure {path}\n" in err


def test_each_job_has_options_of_its_own():
    """What only one job understands stands in the help of no other."""
    _, jobs = parser_of_command()
    own = {
        "--by": "measure", "--html": "measure", "--versus": "compare", "--groups": "compare",
        "--adjust": "compare", "--half-width": "plan", "--raters": "raters",
        "--at-least": "raters", "--printed": "identify", "--sizes": "possible",
    }  # fmt: skip
    for option, job in own.items():
        known = [name for name in jobs if option in jobs[name].format_help()]
        assert known == [job], option


def test_the_program_is_the_module():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = project["project"]["scripts"]["ordref"].partition(":")
    assert module == command.__name__
    assert getattr(command, function) is command.run


def test_the_kit_is_a_job_and_a_module(capsys):
    said = {}
    for words in (["ordref", "verify"], ["ordref.verify"]):
        done = subprocess.run(
            [sys.executable, "-m", *words, "ordref:mae", "--measure", "mae"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        said[words[0]] = (done.returncode, done.stdout, done.stderr)
    assert said["ordref"] == said["ordref.verify"]
    assert said["ordref"][0] == 0
    with pytest.raises(SystemExit) as left:
        command.main(["verify", "ordref:mae"])
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith("ordref verify: error: the following arguments are required")


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["plan", "counts.csv", "--matrix", "--half-width", "0.1", "--measures", "mae"],
        ["possible", "--N", "4", "--K", "2", "mae=0.5"],
    ],
    ids=lambda words: words[0],
)
def test_what_reads_no_long_file_loads_neither_pandas_nor_pyarrow(words, tmp_path):
    (tmp_path / "counts.csv").write_text("20,4\n5,30\n", encoding="utf-8")
    code = (
        "import sys\nfrom ordref.__main__ import main\n"
        f"try: main({words})\nexcept SystemExit: pass\n"
        "print(sorted({'pandas', 'pyarrow', 'narwhals', 'scipy'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) > 1
    assert done.stdout.splitlines()[-1] == "[]"
