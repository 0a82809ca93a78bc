"""Columns of a CSV, TSV, Parquet or Arrow file, which the command line counts in pieces."""

from __future__ import annotations

import csv
import datetime
import difflib
import gzip
import io
import itertools
import os
import re
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from ...labels.column import class_in
from ...labels.frames import as_lazy, grouped
from .tally import (
    SHOWN,
    FileError,
    Tally,
    UsageError,
    amount_in,
    hint,
    quoted,
)

_GZIP, _PARQUET, _ARROW, _STREAM = b"\x1f\x8b", b"PAR1", b"ARRO", b"\xff\xff\xff\xff"
_FEATHER_1 = b"FEA1"
# A bar is drawn once reading has taken so many seconds, and drawn again after so many.
_PATIENCE, _OFTEN = 2.0, 0.2
_WIDTH = 40
# What draws the progress, if it is time.
Tick = Callable[[], None]
# From lines in another form, and a separator, to lines of CSV.
Form = Callable[[Iterator[str], str], Iterator[str]]
# Characters of the longest line, which is in memory as a whole: enough for 100,000 columns.
_LONGEST_LINE = 1 << 24


def count_columns(tally: Tally, sep: str | None) -> None:
    """Count how often each pair of classes is in the file; each pair is checked once.

    With a second classifier triples are counted, with groups in each group, and with weights
    these are summed.
    """
    nothing = "no observations"
    with opened(tally.file) as (raw, tick):
        start = raw.peek()[:4]
        if start == _FEATHER_1:
            raise FileError(f"{tally.file} is Feather 1: write Feather 2, or Parquet")
        if start in (_PARQUET, _ARROW, _STREAM):
            _add_arrow(tally, raw, start, tick)
        else:
            _add_text(tally, raw, sep, tick)
            nothing = "a header and no observations"
        if tally.left_out:
            nothing = "no observations without a missing value"
        if not tally.cells:
            raise FileError(f"{tally.file} has {nothing}")


@contextmanager
def opened(file: str) -> Iterator[tuple[Any, Tick]]:
    """The open file or pipe, which is read in pieces, and a function that draws the progress."""
    if file == "-" and sys.stdin is None:
        raise UsageError("cannot read -: standard input is closed")
    try:
        piped: Any = nullcontext(sys.stdin.buffer) if file == "-" else None
        with piped or open(file, "rb") as raw, _bar(raw) as tick:
            yield raw, tick
    except UnicodeDecodeError:
        raise FileError(f"{file} is not UTF-8 text: save it as CSV in UTF-8") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FileError(f"{file} is incomplete or damaged: {error}") from None
    except OSError as error:
        if error.strerror is None:  # of pyarrow
            raise FileError(f"{file} cannot be read: {_first_line(error)}") from None
        raise UsageError(f"cannot read {file}: {error.strerror}") from None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


@contextmanager
def rows_of(
    file: str, sep: str | None, raw: Any, also: Form = lambda lines, sep: lines
) -> Iterator[Any]:
    """The reader of a CSV file, which may be compressed; ``also`` reads lines of other forms."""
    plain = gzip.GzipFile(fileobj=raw) if raw.peek()[:2] == _GZIP else raw
    # The csv module finds the ends of lines, also within quotes.
    text = io.TextIOWrapper(plain, encoding="utf-8-sig", newline="")
    lines = _lines(text, file)
    start = [""]
    while not start[-1].strip() and (line := next(lines, "")):
        start.append(line)
    separator = separator_of(file, sep, start[-1])
    every = also(itertools.chain(start[1:], lines), separator)
    reader = csv.reader(every, delimiter=separator, strict=True)
    try:
        yield reader
    except csv.Error as error:
        where = f"line {reader.line_num} of {file}"
        raise FileError(f"{where} is not CSV: {error}") from None
    finally:
        text.detach()  # it would close what it reads


def _lines(text: Any, file: str) -> Iterator[str]:
    """The lines of a text, unless one of them is too long for memory."""
    while line := text.readline(_LONGEST_LINE + 1):
        if len(line) > _LONGEST_LINE:
            raise FileError(
                f"{file} has a line of more than {_LONGEST_LINE:,} characters: is it a table?"
            )
        yield line


def _bar(raw: Any) -> AbstractContextManager[Tick]:
    """A bar of how much of a file is read; none for a pipe, whose length is unknown."""
    piped = raw is getattr(sys.stdin, "buffer", None)
    size = 0 if piped else os.fstat(raw.fileno()).st_size
    return bar((lambda: min(raw.tell() / size, 1)) if size else None)


@contextmanager
def bar(share: Callable[[], float] | None) -> Iterator[Tick]:
    """A function that draws on a terminal how much is done, if it takes long.

    Examples
    --------
    >>> with bar(lambda: 0.5) as tick:
    ...     tick()
    """
    due = time.monotonic() + _PATIENCE
    drawn = False

    def tick() -> None:
        nonlocal due, drawn
        if share is None or time.monotonic() < due or not sys.stderr.isatty():
            return
        due, drawn = time.monotonic() + _OFTEN, True
        done = share()
        marks = "#" * round(done * _WIDTH)
        print(f"\r[{marks:<{_WIDTH}}] {done:4.0%}", end="", file=sys.stderr, flush=True)

    try:
        yield tick
    finally:
        if drawn:
            print("\r" + " " * (_WIDTH + 7) + "\r", end="", file=sys.stderr, flush=True)


def separator_of(file: str, sep: str | None, header: str) -> str:
    """The separator of columns: as given, or as the name of the file says.

    If that is not in the header, it is the only other one there, if there is one.
    """
    if sep is None:
        of_name = "\t" if re.search(r"\.(tsv|tab)(\.gz)?$", file.casefold()) else ","
        there = {*re.sub('"[^"]*"', "", header)} & {*",;\t"}
        return there.pop() if len(there) == 1 else of_name
    separator = "\t" if sep in ("tab", "\\t") else sep
    if len(separator) != 1 or separator in '"\r\n':
        raise UsageError(f"--sep must be one character or the word tab, not {sep!r}")
    return separator


def _add_text(tally: Tally, raw: Any, sep: str | None, tick: Tick) -> None:
    cells, weight = tally.cells, tally.weight
    with rows_of(tally.file, sep, raw) as reader:
        header = next(filter(None, reader), None)
        if header is None:
            raise FileError(f"{tally.file} is empty: begin it with a header")
        places = [_place(tally.file, header, column) for column in tally.read]
        last = places.pop() if weight is not None else -1
        more: int | float | None = 1
        for row in reader:
            if len(row) != len(header):
                if not row:
                    continue
                raise FileError(
                    f"line {reader.line_num} of {tally.file} has {len(row)} fields, "
                    f"the header {len(header)}"
                )
            key = tuple(row[place].strip() for place in places)
            text = row[last].strip() if weight is not None else "1"
            missing = weight is not None and tally.lacks(weight, text)
            if (missing or key not in cells) and not tally.takes(
                key, f"line {reader.line_num}", weightless=missing
            ):
                continue
            if weight is not None and (more := amount_in(text)) is None:
                raise FileError(
                    f"line {reader.line_num} of {tally.file} has the weight "
                    f"{quoted(text)} in column {weight!r}: weights are numbers, "
                    f"finite and not negative{hint(text)}"
                )
            cells[key] += more
            if not reader.line_num & 0x3FFF:
                tick()


# ------------------------------------------------------------------- Parquet and Arrow


def _add_arrow(tally: Tally, raw: Any, start: bytes, tick: Tick) -> None:
    try:
        import pyarrow as pa
    except ImportError:
        raise UsageError(f"{tally.file} needs pyarrow: install ordref[files]") from None
    if start != _STREAM and tally.file == "-":
        raise UsageError("Parquet and Arrow cannot be read from a pipe: name the file")
    try:
        schema, batches, is_stored = _batches(raw, start)
        names = [schema.names[_place(tally.file, schema.names, c)] for c in tally.read]
        for k, batch in enumerate(filter(len, batches(names))):
            columns = batch.select(names).columns
            if k == 0 and tally.labels is None:
                stored = [*map(is_stored, names)]
                tally.order_is(_order_brought(tally, columns, stored), "the classes")
            for values, rows, without, amount in _groups(tally, columns):
                key = tuple(_written(value, tally.known) for value in values)
                for some, more in (without, None), (rows - without, amount):
                    if some and tally.takes(
                        key, "a row", some, weightless=more is None
                    ):
                        tally.cells[key] += more
            tick()
    except pa.ArrowException as error:
        raise FileError(f"{tally.file} cannot be read: {_first_line(error)}") from None


def _batches(
    raw: Any, start: bytes
) -> tuple[Any, Callable[[list[str]], Iterable[Any]], Callable[[str], bool]]:
    """The schema, a reader of some columns by batches, and a test for a stored dictionary."""
    import pyarrow as pa

    if start == _PARQUET:
        import pyarrow.parquet as pq

        file = pq.ParquetFile(raw)
        return (
            file.schema_arrow,
            lambda names: file.iter_batches(columns=names),
            lambda name: _is_stored(file.metadata, name),
        )
    if start == _STREAM:
        stream = pa.ipc.open_stream(raw)
        return stream.schema, lambda names: stream, lambda name: True
    whole = pa.ipc.open_file(raw)
    batches = map(whole.get_batch, range(whole.num_record_batches))
    return whole.schema, lambda names: batches, lambda name: True


def _is_stored(file: Any, name: str) -> bool:
    """Whether all of a Parquet column refers to dictionaries in the file.

    Otherwise pyarrow makes one, in the order in which the classes occur.
    """
    first = file.row_group(0)
    names = [first.column(k).path_in_schema for k in range(file.num_columns)]
    return name in names and all(
        file.row_group(k).column(names.index(name)).has_dictionary_page
        for k in range(file.num_row_groups)
    )


def _groups(tally: Tally, columns: list[Any]) -> Iterator[Any]:
    """Each tuple of classes of a batch with its rows and weights, as of `grouped`."""
    import pyarrow as pa

    columns = [
        c.dictionary_decode() if hasattr(c, "dictionary") else c for c in columns
    ]
    frame = as_lazy(pa.table(columns, tally.read))
    schema, weight = frame.collect_schema(), tally.weight
    if weight is not None and not schema[weight].is_numeric():
        raise FileError(
            f"column {weight!r} of {tally.file} holds {columns[-1].type}: weights are numbers"
        )
    try:
        yield from grouped(frame, schema, tally.columns, weight)
    except ValueError as error:
        raise FileError(f"{tally.file}: {error}") from None


def _written(value: Any, known: Iterable[str] = ()) -> str:
    """A class as a text file would have it; of several spellings, one that is known."""
    ways = [str(value)]
    if value is None or value != value:
        ways = [""]
    elif isinstance(value, bool):
        ways = [str(int(value)), str(value), str(value).lower()]
    elif isinstance(value, bytes):
        ways = [value.decode(errors="backslashreplace"), str(value)]
    elif isinstance(value, datetime.datetime):
        ways += [value.isoformat()]
        ways += [str(value.date())] * (value.time() == datetime.time())
    return next((way for way in ways if way in known), class_in(ways[0]))


def _order_brought(
    tally: Tally, columns: list[Any], stored: list[bool]
) -> list[str] | None:
    """The classes of the ordered dictionaries, if there are some and all have the same."""
    orders = [
        [*map(_written, column.dictionary.to_pylist())]
        for _, column, here in zip(tally.classes, columns, stored, strict=False)
        if here and getattr(column.type, "ordered", False)
    ]
    same = orders and all(order == orders[0] for order in orders)
    return orders[0] if same else None


def _place(file: str, header: list[str], name: str) -> int:
    names = [column.strip() for column in header]
    if names.count(name) > 1:
        raise FileError(f"{file} has {names.count(name)} columns called {name!r}")
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        columns = ", ".join(map(quoted, names[:SHOWN]))
        columns += f", ... ({len(names)} in all)" * (len(names) > SHOWN)
        advice = f"; is it {' or '.join(map(quoted, near))}?" * bool(near)
        if len(names) == 1:
            advice = " (is it separated by commas? --sep says by what)"
        raise UsageError(
            f"there is no column {quoted(name)}; there are {columns}{advice}"
        )
    return names.index(name)
