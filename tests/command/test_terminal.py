"""Where the output goes: terminals and pipes of every kind, closed ones, and none."""

import gzip
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tracemalloc
import warnings
from pathlib import Path

import pandas as pd
import pytest
from asked import COLUMNS, FRAME

from ordref import __main__ as command
from ordref.instruments.command.measure import FORMATS
from ordref.instruments.files import files as _files

HAS_SHELL = pytest.mark.skipif(os.name != "posix", reason="no shell of POSIX")
TIMES = {"t": 1, "p": 3, "q": 7}
MEASURES = ["--measures", "mae"]


def shell(line, **variables):
    return subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -m ordref measure {line}"],
        capture_output=True, text=True, check=False,
        env=os.environ | variables, stdin=subprocess.DEVNULL,
    )  # fmt: skip


# ------------------------------------------------------------------- letters


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_letters_that_the_output_does_not_know_are_escaped(
    encoding, tmp_path, monkeypatch
):
    names = ["mäßig", "低い", "\N{GRINNING FACE}"]
    path = tmp_path / "some.csv"
    rows = [f"{t},{p},{p}\n" for t, p in zip(names, names[::-1], strict=True)]
    path.write_text("t,p,g\n" + "".join(rows), encoding="utf-8")
    asked = [*COLUMNS, *MEASURES, "--labels", ",".join(names), "--by", "g"]
    for how in FORMATS:
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
        monkeypatch.setattr(sys, "stdout", stream)
        assert command.main(["measure", str(path), *asked, "--format", how]) == 0
        stream.flush()
        text = stream.buffer.getvalue().decode(encoding)
        assert "mae" in text.lower(), how
        if how == "json":
            assert list(json.loads(text)["groups"]) == sorted(names)
            assert ("ß" in text) is (encoding != "ascii")
        if how == "markdown":
            assert ("&#8595;" if encoding != "utf-16" else "↓") in text
        if how == "table":
            assert (r"\u4f4e\u3044" if encoding != "utf-16" else "低い") in text


def test_what_would_steer_the_terminal_is_escaped(tmp_path, said):
    path = tmp_path / "some.csv"
    groups = ["a\x1b[31m", "b\nc", "\u202ed", "می\u200cشود"]
    rows = "".join(f'1,2,"{group}"\n' for group in groups)
    path.write_text("t,p,g\n" + rows, encoding="utf-8")
    asked = ["measure", str(path), *COLUMNS, "--by", "g", *MEASURES]
    lines = said(*asked).splitlines()
    assert lines[2].split() == ["g", r"a\x1b[31m", r"b\nc", groups[3], r"\u202ed"]
    assert len(lines) == 5
    for how in ("markdown", "latex"):
        assert "\x1b" not in said(*asked, "--format", how)
    assert list(json.loads(said(*asked, "--json"))["groups"]) == sorted(groups)


# ------------------------------------------------------------------- closed and broken


@HAS_SHELL
@pytest.mark.parametrize(
    ("end", "code", "message"),
    [
        ("FILE >&-", 2, "cannot write: standard output is closed"),
        ("- <&-", 2, "cannot read -: standard input is closed"),
        ("FILE <&-", 0, ""),
        ("FILE 2>&-", 0, ""),
        ("FILE --measures none 2>&-", 2, ""),
        ("FILE --html OUT", 2, "matplotlib cannot be loaded: Key backend: 'nonsense'"),
    ],
)
def test_streams_that_are_closed(end, code, message, write, tmp_path):
    path, out = write(FRAME), tmp_path / "report.html"
    line = end.replace("FILE", f"{shlex.quote(str(path))} --true t --pred p")
    line = line.replace("OUT", shlex.quote(str(out)))
    if line.startswith("-"):
        line = f"--true t --pred p {line}"
    done = shell(line, MPLBACKEND="nonsense" if "OUT" in end else "agg")
    assert done.returncode == code
    if message:
        assert done.stderr.splitlines()[-1].startswith(f"ordref: error: {message}")
    # The report on so few observations warns of an interval before it fails.
    assert done.stderr.count("\n") == bool(message) + ("OUT" in end)
    assert not out.exists()
    assert code != 2 or "error" not in done.stdout


@HAS_SHELL
def test_who_interrupts_is_told_in_one_line():
    with subprocess.Popen(
        [sys.executable, "-m", "ordref", "measure", "-", *COLUMNS],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # What runs in the background of a shell is begun with interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as started:  # fmt: skip
        # It has begun to read when the pipe, which holds 64 kilobytes, has taken more.
        os.write(started.stdin.fileno(), b"t,p\n" + b"1,2\n" * 50_000)
        time.sleep(0.1)
        started.send_signal(signal.SIGINT)
        try:
            out, err = started.communicate(timeout=60)
        finally:
            started.kill()  # it does not wait for a pipe without end
        assert err == b"ordref: interrupted\n"
        assert out == b""
    assert started.returncode == 130


@HAS_SHELL
@pytest.mark.parametrize("command", ["ordref", "ordref.verify"])
def test_who_interrupts_while_modules_are_imported_is_told_in_one_line(
    command, tmp_path
):
    """As Python does at first, and for a quarter of a second."""
    stop = (
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"
    )
    (tmp_path / "numpy.py").write_text(stop, "utf-8")

    def interrupted(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            check=False, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    assert interrupted("-m", command, "--version") == (130, "", "interrupted\n")
    script = tmp_path / "ordref"  # as pip writes the entry point
    script.write_text("from ordref.__main__ import run\nrun()\n", "utf-8")
    assert interrupted(str(script), "--version") == (130, "", "interrupted\n")
    # In another program the handler is its own.
    code, _, told = interrupted("-c", f"import ordref  # -m {command}")
    assert (code, "KeyboardInterrupt" in told) == (-signal.SIGINT, True)


# ------------------------------------------------------------------- lines without end


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("options", [COLUMNS, ["--matrix"]], ids=str)
def test_a_line_without_end_is_refused_before_it_fills_the_memory(
    packed, options, tmp_path, refused, monkeypatch
):
    monkeypatch.setattr(_files, "LONGEST_LINE", 1 << 16)
    path = tmp_path / "FILE"
    text = b"t,p\n1,2\n" + b"1" * (8 << 20)
    path.write_bytes(gzip.compress(text) if packed else text)
    refused("measure", str(path), *options)
    tracemalloc.start()
    code, err = refused("measure", str(path), *options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert code == 1
    assert "has a line of more than 65,536 characters: is it a table?" in err
    assert peak < 2 << 20


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without end")
def test_a_file_without_end_is_refused(refused):
    for options in (COLUMNS, ["--matrix"]):
        assert (
            "has a line of more than 16,777,216 characters"
            in (refused("measure", "/dev/zero", *options)[1])
        )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_that_end_may_be_many_and_nearly_as_long(
    end, tmp_path, said, monkeypatch
):
    monkeypatch.setattr(_files, "LONGEST_LINE", 20_000)
    path = tmp_path / "some.csv"
    lines = ["t,p,note", *["1,2," + "x" * 15_000] * 20, ""]
    path.write_text(end.join(lines), encoding="utf-8", newline="")
    assert said("measure", str(path), *COLUMNS, *MEASURES).startswith("20 observations")


# ------------------------------------------------------------------- minutes


def test_minutes_ahead_name_what_the_command_has(write, capsys, monkeypatch):
    """Which has no option for the number of samples."""
    monkeypatch.setattr("ordref.instruments.uncertainty.measured.PATIENCE", 0.0)
    frame = pd.DataFrame({c: [k * m % 5 for k in range(60)] for c, m in TIMES.items()})
    asked = [
        "compare",
        write(frame),
        *COLUMNS,
        "--versus",
        "q",
        "--measures",
        "weighted_kappa",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert command.main(asked) == 0
    err = capsys.readouterr().err
    assert re.search(
        r"warning: weighted_kappa takes .* minutes; --measures names fewer\n", err
    )
