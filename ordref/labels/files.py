"""What the command line reads: two columns of a file, counted in pieces."""

from __future__ import annotations

import csv
import datetime
import difflib
import gzip
import io
import math
import os
import re
import sys
import time
import zlib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TextIO

from .tally import (
    SHOWN,
    Counts,
    Tally,
    hint,
    number,
    plain,
    quoted,
    refuse,
    wanted,
)

_GZIP, _PARQUET, _ARROW, _STREAM = b"\x1f\x8b", b"PAR1", b"ARRO", b"\xff\xff\xff\xff"
_FEATHER_1 = b"FEA1"
# A bar is drawn once reading has taken so many seconds, and so often.
_PATIENCE, _OFTEN = 2.0, 0.2
_WIDTH = 40
# Bytes of a line, which is held as a whole: a hundred thousand columns are no fault.
_LONGEST_LINE = 1 << 24


def count(parser: ArgumentParser, given: Namespace, labels: list[str] | None) -> Counts:
    """How often each pair of classes is in the file, each pair checked where it is new.

    With a second classifier, how often each three of them; with groups, how often each of
    them in each group. With weights, their sums.
    """
    with opened(parser, given.file) as (raw, tick):
        start = raw.peek()[:4]
        if start == _FEATHER_1:
            refuse(
                f"{given.file} is Feather of version 1: write it again as version 2, or "
                "as Parquet"
            )
        if start in (_PARQUET, _ARROW, _STREAM):
            return _of_arrow(parser, given, raw, start, labels, tick)
        return _of_text(parser, given, as_text(raw, given.file), labels, tick)


@contextmanager
def opened(
    parser: ArgumentParser, file: str
) -> Iterator[tuple[Any, Callable[[], None]]]:
    """A file or the pipe, which is never held as a whole, and what draws how far it is read."""
    if file == "-" and sys.stdin is None:
        parser.error("cannot read -: standard input is closed")
    with ExitStack() as stack:
        try:
            piped = file == "-"
            raw: Any = sys.stdin if piped else stack.enter_context(open(file, "rb"))
            raw = raw.buffer if piped else raw
            yield raw, stack.enter_context(_bar(raw))
        except UnicodeDecodeError:
            refuse(f"{file} is not UTF-8 text: save it as CSV in UTF-8")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            refuse(f"{file} is not whole: {error}")
        except OSError as error:
            if error.strerror is None:  # of pyarrow
                refuse(f"{file} cannot be read: {str(error).partition(chr(10))[0]}")
            parser.error(f"cannot read {file}: {error.strerror}")


def as_text(raw: Any, file: str) -> TextIO:
    packed = raw.peek()[:2] == _GZIP
    lines: Any = _Lines(gzip.GzipFile(fileobj=raw) if packed else raw, file)
    # Lines end where csv says so, within quotes too.
    return io.TextIOWrapper(lines, encoding="utf-8-sig", newline="")


class _Lines(io.BufferedIOBase):
    """The bytes of a text, unless one of its lines is too long to be held."""

    def __init__(self, raw: Any, file: str) -> None:
        self.raw_bytes, self.file, self.length = raw, file, 0

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1) -> bytes:
        piece: bytes = self.raw_bytes.read1(size)
        end = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
        self.length = len(piece) - end - 1 + (self.length if end < 0 else 0)
        if self.length > _LONGEST_LINE:
            refuse(
                f"{self.file} has a line of more than {_LONGEST_LINE:,} bytes: is it a "
                "table?"
            )
        return piece


def _bar(raw: Any) -> AbstractContextManager[Callable[[], None]]:
    """How much of a long file is read; of a pipe nobody knows."""
    size = os.fstat(raw.fileno()).st_size if _is_file(raw) else 0
    return bar((lambda: min(raw.tell() / size, 1)) if size else None)


@contextmanager
def bar(share: Callable[[], float] | None) -> Iterator[Callable[[], None]]:
    """What draws how much is done, on a terminal and on nothing else, once it takes long.

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


def _is_file(raw: Any) -> bool:
    return raw is not getattr(sys.stdin, "buffer", None)


def separator_of(parser: ArgumentParser, given: Namespace) -> str:
    """What separates columns: as said, or as the name of the file says."""
    if given.sep is None:
        tabs = re.search(r"\.(tsv|tab)(\.gz)?$", given.file.casefold())
        return "\t" if tabs else ","
    separator: str = "\t" if given.sep in ("tab", "\\t") else given.sep
    if len(separator) != 1 or separator in '"\r\n':
        parser.error(f"--sep must be one character or the word tab, not {given.sep!r}")
    return separator


def _of_text(
    parser: ArgumentParser,
    given: Namespace,
    lines: TextIO,
    labels: list[str] | None,
    tick: Callable[[], None],
) -> Counts:
    separator = separator_of(parser, given)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    tally = Tally(given, labels)
    cells = tally.cells
    try:
        header = next(filter(None, reader), None)
        if header is None:
            refuse(f"{given.file} is empty: it needs a header and observations")
        places = [_column(parser, given, header, c) for c in wanted(given)]
        weight = None
        if given.weight is not None:
            weight = _column(parser, given, header, given.weight)
        for row in reader:
            if len(row) != len(header):
                if not row:
                    continue
                refuse(
                    f"line {reader.line_num} of {given.file} has {len(row)} fields, "
                    f"the header {len(header)}"
                )
            key = tuple(row[place].strip() for place in places)
            if weight is not None:
                text = row[weight].strip()
                missing = tally.lacks(given.weight, text)
                if (missing or key not in cells) and not tally.takes(
                    key, f"line {reader.line_num}", weightless=missing
                ):
                    continue
                cells[key] += _amount(given, text, reader.line_num)
            elif key in cells or tally.takes(key, f"line {reader.line_num}"):
                cells[key] += 1
            if not reader.line_num & 0x3FFF:
                tick()
    except csv.Error as error:
        refuse(f"line {reader.line_num} of {given.file} is not CSV: {error}")
    return tally.counts("a header and no observations")


def _amount(given: Namespace, text: str, line: int) -> int | float:
    """A weight, as a whole number or a float."""
    amount = number(text)
    if amount is None or not 0 <= amount < math.inf:
        refuse(
            f"line {line} of {given.file} has the weight {quoted(text)} in column "
            f"{given.weight!r}: weights are numbers, finite and not negative{hint(text)}"
        )
    return amount


# ------------------------------------------------------------------- Parquet and Arrow


def _of_arrow(
    parser: ArgumentParser,
    given: Namespace,
    raw: Any,
    start: bytes,
    labels: list[str] | None,
    tick: Callable[[], None],
) -> Counts:
    try:
        import pyarrow as pa
    except ImportError:
        parser.error(f"{given.file} is read by pyarrow: install ordref[files]")
    columns = [*wanted(given), *([] if given.weight is None else [given.weight])]
    if start != _STREAM and given.file == "-":
        parser.error(
            "Parquet and Arrow files cannot be read from a pipe: name the file"
        )
    try:
        schema, batches, stored = _batches(raw, start)
        names = schema.names
        called = [names[_column(parser, given, names, c)] for c in columns]
        tally = None
        for batch in filter(len, batches(called)):
            table = pa.Table.from_batches([batch.select(called)])
            if tally is None:
                whose = dict(zip(columns, map(stored, called), strict=True))
                tally = Tally(given, labels or _labels_of(given, table, whose))
            # Names of ours are not those that pyarrow gives to sums.
            table = table.rename_columns([str(k) for k in range(len(called))])
            for key, rows, amount in _of_piece(given, tally, table):
                if tally.takes(key, "a row", rows, weightless=amount is None):
                    tally.cells[key] += amount
            tick()
    except pa.ArrowException as error:
        refuse(f"{given.file} cannot be read: {str(error).partition(chr(10))[0]}")
    return (tally or Tally(given, labels)).counts("no observations")


def _batches(
    raw: Any, start: bytes
) -> tuple[Any, Callable[[list[str]], Iterable[Any]], Callable[[str], bool]]:
    """The columns, what reads some of them batch by batch, and whether one has its dictionary."""
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
        arrow = pa.ipc.open_stream(raw)
        batches: Any = arrow
    else:
        arrow = pa.ipc.open_file(raw)
        batches = map(arrow.get_batch, range(arrow.num_record_batches))
    return (
        arrow.schema,
        lambda names: batches,
        lambda name: True,
    )


def _is_stored(file: Any, name: str) -> bool:
    """Whether all of a column of Parquet refers to dictionaries in the file.

    Where there is none, pyarrow makes one, in the order in which the classes occur.
    """
    first = file.row_group(0)
    names = [first.column(k).path_in_schema for k in range(file.num_columns)]
    return name in names and all(
        file.row_group(k).column(names.index(name)).has_dictionary_page
        for k in range(file.num_row_groups)
    )


def _of_piece(
    given: Namespace, tally: Tally, table: Any
) -> Iterator[tuple[tuple[str, ...], int, Any]]:
    """Each tuple of classes of a piece, with its rows and their weight, None if it is missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    names = [str(k) for k in range(len(wanted(given)))]
    for place, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            plain = table.column(place).cast(field.type.value_type)
            table = table.set_column(place, field.name, plain)
    whole = True
    parts: list[tuple[Any, Any]] = [(table, ([], "count_all"))]
    if given.weight is not None:
        weight = table.column(len(names))
        kinds = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
        if not any(kind(weight.type) for kind in kinds):
            refuse(
                f"column {given.weight!r} of {given.file} holds {weight.type}: weights "
                "are numbers"
            )
        missing = pc.is_null(weight, nan_is_null=True)
        known = table.filter(pc.invert(missing))
        ends = pc.min_max(known.column(len(names))).as_py()
        if len(known) and not 0 <= ends["min"] <= ends["max"] < math.inf:
            refuse(
                f"column {given.weight!r} of {given.file} has a weight that is negative or "
                "infinite: weights are numbers, finite and not negative"
            )
        whole = pa.types.is_integer(weight.type)
        if whole and len(known) * (ends["max"] or 0) >= 2**63:  # the sum would go round
            longer = known.column(len(names)).cast(pa.decimal128(38))
            known = known.set_column(len(names), table.column_names[-1], longer)
        parts = [
            (table.filter(missing), ([], "count_all")),
            (known, (table.column_names[-1], "sum")),
        ]
    for part, asked in parts:
        lacking = given.weight is not None and asked[1] == "count_all"
        grouped = part.group_by(names, use_threads=False).aggregate(
            [([], "count_all"), asked]
        )
        columns = [grouped.column(name).to_pylist() for name in names]
        rows, sums = (
            grouped.column(grouped.num_columns - k).to_pylist() for k in (2, 1)
        )
        for *key, times, amount in zip(*columns, rows, sums, strict=True):
            known_as = tuple(_written(value, tally.known) for value in key)
            sum_of = int(amount) if whole else float(amount)
            yield known_as, times, None if lacking else sum_of


def _written(value: Any, known: Iterable[str] = ()) -> str:
    """A class as it would stand in a text file: as one that is known, if there are several ways."""
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
    return next((way for way in ways if way in known), plain(ways[0]))


def _labels_of(
    given: Namespace, table: Any, stored: dict[str, bool]
) -> list[str] | None:
    """The classes that ordered dictionaries bring, if all that there are bring the same."""
    orders = []
    for name, column in zip(wanted(given), table.columns, strict=False):
        if (
            name not in (given.by, given.groups)
            and getattr(column.type, "ordered", False)
            and stored[name]
        ):
            classes = column.chunk(0).dictionary.to_pylist()
            orders.append([_written(value) for value in classes])
    same = orders and all(order == orders[0] for order in orders)
    return orders[0] if same else None


def _column(
    parser: ArgumentParser, given: Namespace, header: list[str], name: str
) -> int:
    names = [column.strip() for column in header]
    if names.count(name) > 1:
        refuse(f"{given.file} has {names.count(name)} columns called {name!r}")
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        columns = ", ".join(map(quoted, names[:SHOWN]))
        columns += f", ... ({len(names)} in all)" * (len(names) > SHOWN)
        hint = f"; is it {' or '.join(map(quoted, near))}?" * bool(near)
        if len(names) == 1:
            hint = " (is it separated by commas? --sep says by what)"
        parser.error(f"there is no column {quoted(name)}; there are {columns}{hint}")
    return names.index(name)
