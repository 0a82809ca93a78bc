"""Every command that README, CONTRIBUTING, the help and the pages print is one that works.

What takes less than a minute is run, in a folder with the files that it names; of `make` and
of pip it is seen that there is what they are asked for. CI runs the targets of `make` itself.
"""

import os
import re
import shlex
import subprocess
import sys

import nbformat
import pytest
from files import ROOT, read

PAGES = ["README.md", "CONTRIBUTING.md", "bench/README.md", "live/README.md"]
PAGES += sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "chapters").iterdir()
    if path.suffix in (".md", ".ipynb")
)
# The files and columns that the commands name.
LABELS = "low,mid,high"
FILES = {
    "labels.csv": "true,pred,ward\nlow,low,1\nmid,high,1\nhigh,mid,1\nhigh,high,2\nmid,mid,2\n"
    "low,mid,2\n",
    "grades.csv": "T,P\nlow,low\nmid,high\nhigh,high\nmid,mid\n",
    "counts.csv": ",low,mid,high\nlow,4,2,0\nmid,0,3,1\nhigh,1,1,0\n",
    "ratings.csv": "film,a,b,c\nJaws,1,1,2\nAlien,2,2,2\nHeat,3,3,2\nBrazil,1,2,1\n",
    "patients.csv": "patient,first 1,second,third,fourth,fifth\nA,1,1,1,1,1\nB,3,3,3,3,3\n",
    "mymetrics.py": (
        "import numpy, ordref\nmine = ordref.mae\n"
        "def kappa(cm):\n    return ordref.weighted_kappa(cm)\n"
    ),
}  # fmt: skip
WORDS = {
    "FILE --true COLUMN --pred COLUMN": "labels.csv --true true --pred pred",
    "FILE --true t --pred p": f"labels.csv --true true --pred pred --labels {LABELS}",
    "labels.parquet --true t --pred p": f"labels.csv --true true --pred pred --labels {LABELS}",
    "--labels ...": f"--labels {LABELS}",
    "raters grades.csv": "raters patients.csv",
    "raters FILE": "raters patients.csv",
    "MODULE:FUNCTION": "mymetrics:mine --measure mae",
}  # fmt: skip
# A name for the command, and not a whole one.
SHORT = (
    "python",
    "python -m ordref",
    "ordref measure",
    "ordref raters",
    "make",
    "make ...",
)


def text_of(page):
    if not page.endswith(".ipynb"):
        return read(page)
    cells = nbformat.read(ROOT / page, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def commands():
    """Each command once, without its comment."""
    found = set()
    for page in PAGES:
        text = text_of(page)
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            found |= {line.partition("  #")[0].strip() for line in block.splitlines()}
        text = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
        found |= {*re.findall(r"`((?:make|python|pip|ordref) [^`\n]+)`", text)}
    told = subprocess.run(
        ["make"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found |= {*re.findall(r"^(make \w[\w-]*(?: \w+=\w+)?)", told.stdout, re.MULTILINE)}
    return sorted(found - {*SHORT, ""})


EVERY = commands()


@pytest.mark.parametrize("command", [c for c in EVERY if c.startswith("make ")])
def test_there_is_such_a_target(command):
    asked = [*shlex.split(command), "-n"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my files")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


RUN = [c for c in EVERY if re.match(r"ordref |python -(m ordref|c )", c)]


@pytest.mark.parametrize("command", RUN)
def test_the_command_runs(command, folder):
    for word, there in WORDS.items():
        command = command.replace(word, there)
    program, *words = shlex.split(command)
    if program == "ordref":
        words = ["-m", "ordref", *words]
    asked = [sys.executable, *words]
    places = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
        "MPLBACKEND": "agg",
    }
    done = subprocess.run(
        asked, cwd=folder, capture_output=True, text=True, env=os.environ | places
    )
    # Not possible is 1, undecided or below the threshold 3.
    judged = "ordref possible" in command or "--at-least" in command
    assert done.returncode in ((0, 1, 3) if judged else (0,)), done.stderr
    assert done.stdout


def test_no_other_command_is_printed():
    """But pip, whose extras are those of the project, and scripts, which are there."""
    extras = re.findall(r"^(\w+) = \[", read("pyproject.toml"), re.MULTILINE)
    assert len(RUN) > 8
    for command in EVERY:
        if command.startswith("make ") or command in RUN:
            continue
        if re.match(r"(python -m )?pip (install|wheel) ", command):
            asked = re.findall(r'"\.\[(.*?)\]"', command)
            assert {e for each in asked for e in each.split(",")} <= {*extras}, command
        elif command.startswith("python -m bench"):
            assert (ROOT / f"{command.split()[2].replace('.', '/')}.py").is_file()
        else:
            words = command.split()
            assert words[0] == ".venv/bin/python", command
            assert (ROOT / words[1]).is_file(), command
