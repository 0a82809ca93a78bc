"""The command: what it asks for, prints and refuses, and code that does harm."""

import os
import shlex
import signal
import subprocess
import sys
import time
from unittest.mock import MagicMock

import pytest
from kit import folder, started

from ordref.catalogue import MEASURES
from ordref.instruments.verify import command as main_module
from ordref.instruments.verify.command import main
from ordref.verify import Report

__all__ = ["folder"]  # fixtures


# ------------------------------------------------------------------- what the command asks for


def asked_for(monkeypatch, *arguments):
    """What the command would call, and what it would try of it."""
    child, trial = MagicMock(), MagicMock()
    child.return_value.__enter__.return_value.with_limited_memory = "with care"
    lost = "" if "--of" in arguments else "gone"
    trial.return_value.finished.return_value = Report("mae", lost=lost)
    monkeypatch.setattr(main_module, "child", child)
    monkeypatch.setattr(main_module, "Trial", trial)
    code = main([*arguments])
    child.return_value.__exit__.assert_called_once()
    return child.call_args.args, trial.call_args.args[1:], code


def test_the_command_asks_for_what_its_help_says(monkeypatch, capsys):
    found = asked_for(monkeypatch, "a.b:C.d", "--measure", "mae")
    asked = ("mae", "matrix", "value", "with care")
    assert found == (("a.b", "C.d", {}, 30.0), asked, 1)
    options = ["--input", "labels", "--of", "standard_error", "--seconds", "0.5",
               "--with", "x=[1, 2]", "--with", "y=a=b", "--with", "x=word"]  # fmt: skip
    found = asked_for(monkeypatch, "m:f", "--measure", "rmse", *options)
    asked = ("rmse", "labels", "standard_error", "with care")
    assert found == (("m", "f", {"x": "word", "y": "a=b"}, 0.5), asked, 0)
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("usage: python -m ordref.verify [-h] [--input ")
    assert (
        "[--input {matrix,labels,ratings}] [--with NAME=VALUE] [--seconds SECONDS]"
        in told
    )
    assert "--measure NAME [--of {value,standard_error}] MODULE:FUNCTION" in told
    assert ", ".join(MEASURES) in told


# ------------------------------------------------------------------- what the command does


def test_the_command_is_a_program(folder):
    done = started(folder, "mymetrics:mae", "--measure", "mae")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("mae: PASS")


HARM = """
import os, sys, time
import numpy as np
def right(cm, power=1):
    k = np.arange(len(cm))
    return (cm * abs(k[:, None] - k).astype(float) ** power).sum() / cm.sum()
def leaves(cm):
    sys.exit(0)
def dies(cm):
    os._exit(0)
def hangs(cm):
    while len(cm) == 2:
        pass
    return right(cm)
def prints(cm):
    print("mae: PASS")
    return right(cm)
def spoils(cm):
    value = right(cm)
    cm[...] = 0
    return value
def curved(cm, power="1"):
    return right(cm, power)
def lists(cm):
    true, pred = np.indices(cm.shape).reshape(2, -1).repeat(cm.ravel(), axis=1)
    return abs(true - pred).mean() if cm.any() else np.nan
def variance(cm):
    from ordref import standard_error
    return standard_error("mae", cm) ** 2
def word(cm, name=None):
    return right(cm, {"linear": 1}[name])
"""


@pytest.fixture
def harmful(folder):
    (folder / "harm.py").write_text(HARM, encoding="utf-8")
    (folder / "quits.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    (folder / "dead.py").write_text("import os\nos._exit(3)\n", encoding="utf-8")
    return folder


@pytest.fixture
def asked(harmful, monkeypatch, capfd):
    """The command in this process, the function in one of its own."""
    monkeypatch.chdir(harmful)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def run(arguments):
        try:
            code = main([*arguments.split()])
        except SystemExit as left:
            code = left.code
        return code, *capfd.readouterr()

    return run


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("mymetrics:of_labels --measure mae --input labels", 0, "mae: PASS"),
        ("mymetrics:half --measure mae", 1, "mae: FAIL"),
        ("mymetrics:Metrics.mae --measure mae", 0, "mae: PASS"),
        ("scipy.stats:spearmanr --measure spearman --input labels", 0, "spearman: PASS"),
        ("harm:leaves --measure mae", 1, "tried to end the program (SystemExit: 0)"),
        ("harm:dies --measure mae", 1,
         "stopped: it ended its process, with exit code 0: oci2011.CM1, "),
        ("harm:hangs --measure mae --seconds 2", 1,
         "stopped: it gave no answer within 2 s: two classes, [[5, 2], [1, 3]]"),
        ("harm:spoils --measure mae", 1, "it changes its argument"),
        ("harm:lists --measure mae", 1, "- it needs memory for each observation (for [["),
        ("harm:right --measure mae --with power=1", 0, "mae: PASS"),
        ("harm:right --measure mae --with power=2", 1, "these are the values of mse"),
        ("harm:variance --measure mae --of standard_error", 1, "this is the variance itself"),
        ("harm:word --measure mae --with name=linear", 0, "mae: PASS"),
    ],
)  # fmt: skip
def test_no_function_spoils_the_answer_of_the_command(asked, arguments, code, said):
    got, out, err = asked(arguments)
    assert (got, err) == (code, "")
    assert said in out


def test_what_the_function_prints_is_no_report(asked):
    code, out, err = asked("harm:prints --measure mse")
    assert code == 1
    assert out.startswith("mse: FAIL")
    assert "mae: PASS" in err


MISUSE = {
    "mymetrics:mae --measure kappa": "no measure is called 'kappa'; did you mean ",
    "mymetrics:mae --measure mae --input cm": "invalid choice",
    "mymetrics:mae --measure uoc --of standard_error": "no vectors of the standard error of uoc",
    "mymetrics:mae": "required: --measure",
    "mymetrics:none --measure mae": "mymetrics has no none",
    "mymetrics:number --measure mae": "is not a function",
    "nowhere:mae --measure mae": "cannot import nowhere: ModuleNotFound",
    "broken:mae --measure mae": "cannot import broken: ZeroDivisionError",
    "quits:mae --measure mae": "cannot import quits: SystemExit: 0",
    "dead:mae --measure mae": "import of dead ended its process, with exit code 3",
    "harm:right --measure mae --with power": "'power' is not NAME=VALUE",
    "harm:right --measure mae --with 2=3": "'2=3' is not NAME=VALUE",
    **{f"{half} --measure mae": "is not MODULE:FUNCTION" for half in (":f", "m:", "m", ":")},
    **{f"m:f --measure mae --seconds {n}": f"'{n}' is not a positive number"
       for n in ("0", "-1", "inf", "nan", "long")},
}  # fmt: skip


def test_misuse_is_refused_in_one_line(asked):
    for arguments, message in MISUSE.items():
        code, out, err = asked(arguments)
        assert (code, out) == (2, ""), arguments
        assert message in err
        assert err.startswith("python -m ordref.verify: error: ")
        assert err.count("\n") == 1, arguments


def test_a_reader_who_has_read_enough_and_a_full_disk_are_no_traceback(harmful):
    command = f"{shlex.quote(sys.executable)} -m ordref.verify harm:right --measure mae"
    for end, said in (("| head -c 1", ""), ("> /dev/full", "cannot write the report")):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f"{command} {end}"],
            cwd=harmful, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert said in done.stderr
        assert done.stderr.count("\n") <= 1


def test_what_the_terminal_cannot_show_is_escaped(folder):
    code = "def greek(cm):\n    raise ValueError('\u03ba \u2264 \\ud800')\n"
    (folder / "signs.py").write_text(code, encoding="utf-8")
    for encoding, shown in [
        ("utf-8", "\u03ba \u2264 \\ud800"),
        ("ascii", r"\u03ba \u2264 \ud800"),
    ]:
        done = subprocess.run(
            [sys.executable, "-m", "ordref.verify", "signs:greek", "--measure", "mae"],
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        said = done.stdout.decode(encoding)
        assert (done.returncode, done.stderr) == (1, b"")
        assert f"raised ValueError: {shown}" in said


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_an_interrupt_is_told_in_one_line(folder):
    code = (
        "import time\ndef f(cm):\n    open('called', 'w').close()\n    time.sleep(60)\n"
    )
    (folder / "waits.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "ordref.verify", "waits:f", "--measure", "mae"]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # What a shell begins in the background ignores it, and so does all that this begins.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as begun:
        until = time.monotonic() + 60
        while not (folder / "called").exists() and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(begun.pid, signal.SIGINT)  # as a terminal does, to the child as well
        out, err = begun.communicate(timeout=60)
    assert (begun.returncode, out) == (130, b"")
    assert err == b"python -m ordref.verify: interrupted\n"
