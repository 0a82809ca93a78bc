"""The bar while a long file is read."""

import io
import re
import sys
from types import SimpleNamespace

import pandas as pd
import pytest
from asked import COLUMNS, FRAME

from ordref.instruments.files import files as _files


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_a_bar_is_drawn_on_a_terminal_only(kind, terminal, write, said, monkeypatch):
    frame = pd.concat([FRAME] * 12_000)
    path = write(frame if kind == ".csv" else FRAME, kind)
    monkeypatch.setattr(_files, "_PATIENCE", 0.0)
    monkeypatch.setattr(_files, "_OFTEN", 0.0)
    errors = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    said("measure", path, *COLUMNS, "--measures", "mae")
    drawn = errors.getvalue()
    assert bool(re.search(r"\r\[#+ *\] +\d+%", drawn)) is terminal
    assert not terminal or drawn.endswith(" \r")
    if terminal and kind == ".csv":
        # It is read in some pieces, and the bar grows with them.
        shares = [int(share) for share in re.findall(r"(\d+)%", drawn)]
        marks = [len(bar) for bar in re.findall(r"\[(#+) *\]", drawn)]
        assert shares == sorted(shares)
        assert 0 < shares[0] < 100
        assert shares[0] < shares[-1] <= 100
        assert marks[0] < marks[-1]
        assert len(shares) == (len(frame) + 1) // 2**14


class Flushed(Terminal):
    """A terminal, which shows a line without an end only when it is told to."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def flush(self):
        self.seen.append(self.getvalue())
        self.seek(0)
        self.truncate()


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(_files, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_a_bar_is_drawn_after_two_seconds_and_five_times_in_each(
    tmp_path, clock, monkeypatch
):
    errors, path = Flushed(), tmp_path / "FILE"
    monkeypatch.setattr(sys, "stderr", errors)
    path.write_bytes(bytes(1000))
    with open(path, "rb") as raw, _files._bar(raw) as tick:
        raw.read(500)
        for seconds, bars in ((101.9, 0), (102, 1), (102.1, 1), (102.2, 2), (102.3, 2)):
            clock.seconds = seconds
            tick()
            assert len(errors.seen) == bars
        raw.seek(2000)
        clock.seconds = 103
        tick()
    half = f"\r[{'#' * 20}{' ' * 20}]  50%"
    whole = f"\r[{'#' * 40}] 100%"
    wiped = "\r" + " " * len(whole[1:]) + "\r"
    assert [*errors.seen, errors.getvalue()] == [half, half, whole, wiped, ""]


def test_neither_a_short_file_nor_a_pipe_has_a_bar(write, said, monkeypatch):
    """A pipe has no length."""
    errors = Terminal()
    monkeypatch.setattr(sys, "stderr", errors)
    said("measure", write(FRAME), *COLUMNS)
    monkeypatch.setattr(_files, "_PATIENCE", 0.0)
    with open(write(FRAME, ".stream"), "rb") as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        said("measure", "-", *COLUMNS, "--measures", "mae")
    assert errors.getvalue() == ""


@pytest.mark.parametrize("terminal", [True, False])
def test_searches_of_groups_have_a_bar(terminal, write, said, monkeypatch):
    frame = pd.concat([FRAME.assign(group=f"g{k}") for k in range(4)])
    monkeypatch.setattr(_files, "_PATIENCE", 0.0)
    monkeypatch.setattr(_files, "_OFTEN", 0.0)
    path = write(frame)
    errors = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    said("measure", path, *COLUMNS, "--by", "group", "--measures", "co_correlation")
    shares = re.findall(r"(\d+)%", errors.getvalue())
    assert shares[-4:] == (["25", "50", "75", "100"] if terminal else [])
