"""Transcripts of the command line, run again and compared whole.

    python tools/transcripts.py

stores what the command says today. What it said before stands in the history: read the
difference as a person, for a transcript that was stored proves only that nothing changes.

A transcript is a session in a folder of its own. Of its lines

    # ...  say why,
    $ ...  are commands: `ordref`, or one of the shell,
    < ...  are what the command above reads from the pipe,
    | ...  are what it printed,
    ! ...  are what it said where errors are told,
    = ...  is its exit code, if that is not zero.

Blank lines separate. The version is the word VERSION, and a drawing the tag <svg/>: other
tests compare drawings. Numbers may differ from the twelfth digit on, which is the
processor's.
"""

import contextlib
import difflib
import io
import math
import re
import shlex
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import ordref
from ordref.__main__ import main

FOLDER = Path(__file__).parents[1] / "tests" / "command" / "transcripts"
DECIMAL = re.compile(r"(?<![\w.])-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)(?![\w.])")
VERSION = re.compile(rf'((?:"ordref": "|^ordref )){re.escape(ordref.__version__)}')

Command = Callable[[list[str]], int]


def again(text: str, command: Command = main) -> str:
    """The transcript with what is said today, in a folder that is empty at first."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return "\n".join(_said(text, command))


def _said(text: str, command: Command) -> Iterator[str]:
    # Each block begins with what is no command: comments, blanks, answers to be left out.
    head, *blocks = re.split(r"^(?=\$ )", text, flags=re.MULTILINE)
    yield from head.splitlines()
    for block in blocks:
        line, *rest = block.splitlines()
        given = [each for each in rest if each.startswith("<")]
        yield from (line, *given)
        typed = "".join(each[2:] + "\n" for each in given).encode()
        code, out, err = _run(line[2:], typed, command)
        yield from _marked("|", out)
        yield from _marked("!", err)
        if code:
            yield f"= {code}"
        yield from (each for each in rest if not each or each.startswith("#"))
    yield ""


def _marked(mark: str, text: str) -> Iterator[str]:
    text = VERSION.sub(r"\1VERSION", re.sub("(?s)<svg.*?</svg>", "<svg/>", text))
    lines = text.split("\n")
    # Whole lines are printed.
    assert lines.pop() == "", text
    return (f"{mark} {line}".rstrip(" ") for line in lines)


def _run(line: str, typed: bytes, command: Command) -> tuple[int, str, str]:
    if not line.startswith("ordref "):
        done = subprocess.run(
            ["sh", "-c", line], input=typed, capture_output=True, check=True
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()
    words, source = shlex.split(line)[1:], None
    if "<" in words:
        *words, _, source = words
    with open(source, "rb") if source else tempfile.TemporaryFile() as stream:
        if not source:
            stream.write(typed)
            stream.seek(0)
        return _called(words, stream, command)


def _called(words: list[str], stream: Any, command: Command) -> tuple[int, str, str]:
    """In this process, for one of its own would take a second for each command."""
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2)
    )
    with (
        io.TextIOWrapper(stream) as read,
        mock.patch.multiple(sys, stdin=read, stdout=out, stderr=err),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("default")
        try:
            code = command(words)
        except SystemExit as left:
            code = int(left.code or 0)
    texts = []
    for written in (out, err):
        written.flush()
        texts.append(written.buffer.getvalue().decode())
    return code, texts[0], texts[1]


def same(new: str, old: str) -> bool:
    """Whether two lines are one, but for the last decimals."""
    if DECIMAL.sub("#", new) != DECIMAL.sub("#", old):
        return False
    pairs = zip(DECIMAL.findall(new), DECIMAL.findall(old), strict=True)
    return all(
        math.isclose(float(a), float(b), rel_tol=1.5e-11, abs_tol=1e-15)
        for a, b in pairs
    )


def settled(new: str, old: str) -> str:
    """What is said today, in the stored words where they are the same."""
    kept = old.split("\n")
    lines = new.split("\n")
    blocks = difflib.SequenceMatcher(
        None,
        [DECIMAL.sub("#", x) for x in kept],
        [DECIMAL.sub("#", x) for x in lines],
        False,
    ).get_matching_blocks()
    for i, j, size in blocks:
        for k in range(size):
            if same(lines[j + k], kept[i + k]):
                lines[j + k] = kept[i + k]
    return "\n".join(lines)


def differences(path: Path, command: Command = main) -> str:
    """The lines that are others today, as a difference of texts; nothing if none is."""
    old = path.read_text(encoding="utf-8")
    new = settled(again(old, command), old)
    lines = difflib.unified_diff(
        old.split("\n"), new.split("\n"), "stored", "said", lineterm=""
    )
    return "\n".join(lines)


def store() -> None:
    for path in sorted(FOLDER.glob("*.console")):
        old = path.read_text(encoding="utf-8")
        new = settled(again(old), old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(
                f"{path.relative_to(FOLDER.parents[2])} is stored: read its difference"
            )


if __name__ == "__main__":
    store()
