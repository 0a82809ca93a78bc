"""What the command line reads: two columns of a file, counted in pieces, or a table of counts."""

from __future__ import annotations

import csv
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
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple, NoReturn, TextIO

import numpy as np

from ._matrices import against_order

# The contents of the file are at fault.
CONTENTS = 1
INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
# Measures need some ten times the memory of the table, which is then 32 megabytes.
MOST_CLASSES = 2_000
_GZIP, _PARQUET, _ARROW, _STREAM = b"\x1f\x8b", b"PAR1", b"ARRO", b"\xff\xff\xff\xff"
# So many columns, and characters of a value, are shown in a message.
_SHOWN, _LONGEST = 10, 60
# A bar is drawn once reading has taken so many seconds, and so often.
_PATIENCE, _OFTEN = 2.0, 0.2
_WIDTH = 40
_MOST_CELLS = 1_000_000


class Column(NamedTuple):
    """One of the columns: its name and its place."""

    name: str
    place: int


class Counts(NamedTuple):
    """What was counted: the sum for each tuple of classes, and the order that the file brings."""

    cells: dict[tuple[str, ...], Any]
    labels: list[str] | None


def count(parser: ArgumentParser, given: Namespace, labels: list[str] | None) -> Counts:
    """How often each pair of classes is in the file, each pair checked where it is new.

    With a second classifier, how often each three of them; with groups, how often each pair
    in each group. With weights, their sums.
    """
    with _opened(parser, given.file) as (raw, tick):
        start = raw.peek()[:4]
        if start in (_PARQUET, _ARROW, _STREAM):
            return _of_arrow(parser, given, raw, start, labels, tick)
        with _as_text(raw) as text:
            return Counts(_of_text(parser, given, text, labels, tick), labels)


def wanted(given: Namespace) -> list[str]:
    """The columns of classes, and that of groups."""
    return [
        c for c in (given.true, given.pred, given.versus, given.by) if c is not None
    ]


@contextmanager
def _opened(
    parser: ArgumentParser, file: str
) -> Iterator[tuple[Any, Callable[[], None]]]:
    """A file or the pipe, which is never held as a whole, and what draws how far it is read."""
    with ExitStack() as stack:
        try:
            raw: Any = sys.stdin.buffer
            if file != "-":
                raw = stack.enter_context(open(file, "rb"))
            yield raw, stack.enter_context(_bar(raw))
        except UnicodeDecodeError:
            refuse(f"{file} is not UTF-8 text: save it as CSV in UTF-8")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            refuse(f"{file} is not whole: {error}")
        except OSError as error:
            if error.strerror is None:  # of pyarrow
                refuse(f"{file} cannot be read: {str(error).partition(chr(10))[0]}")
            parser.error(f"cannot read {file}: {error.strerror}")


@contextmanager
def _as_text(raw: Any) -> Iterator[TextIO]:
    packed = raw.peek()[:2] == _GZIP
    binary = gzip.GzipFile(fileobj=raw) if packed else raw
    # Lines end where csv says so, within quotes too.
    text = io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
    yield text


@contextmanager
def _bar(raw: Any) -> Iterator[Callable[[], None]]:
    """How much of a long file is read, drawn on a terminal and on nothing else."""
    size = os.fstat(raw.fileno()).st_size if _on_terminal(raw) else 0
    due = time.monotonic() + _PATIENCE
    drawn = False

    def tick() -> None:
        nonlocal due, drawn
        if size and time.monotonic() >= due:
            due, drawn = time.monotonic() + _OFTEN, True
            share = min(raw.tell() / size, 1)
            done = "#" * round(share * _WIDTH)
            print(
                f"\r[{done:<{_WIDTH}}] {share:4.0%}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    try:
        yield tick
    finally:
        if drawn:
            print("\r" + " " * (_WIDTH + 7) + "\r", end="", file=sys.stderr, flush=True)


def _on_terminal(raw: Any) -> bool:
    return raw is not sys.stdin.buffer and sys.stderr.isatty()


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
    text: TextIO,
    labels: list[str] | None,
    tick: Callable[[], None],
) -> dict[tuple[str, ...], Any]:
    separator = separator_of(parser, given)
    reader = csv.reader(text, delimiter=separator, strict=True)
    seen = _Seen(given, labels)
    counts: dict[tuple[str, ...], Any] = {}
    try:
        header = next(filter(None, reader), None)
        if header is None:
            refuse(f"{given.file} is empty: it needs a header and observations")
        columns = [_column(parser, header, name) for name in wanted(given)]
        places = [column.place for column in columns]
        weight = given.weight and _column(parser, header, given.weight)
        for row in reader:
            if len(row) != len(header):
                if not row:
                    continue
                refuse(
                    f"line {reader.line_num} of {given.file} has {len(row)} fields, "
                    f"the header {len(header)}"
                )
            key = tuple(row[place].strip() for place in places)
            if key not in counts:
                for column, value in zip(columns, key, strict=True):
                    if not value:
                        refuse(
                            f"line {reader.line_num} of {given.file} has no value in "
                            f"column {column.name!r}"
                        )
                for column, value in zip(columns, key, strict=True):
                    seen.check(column.name, value, f"line {reader.line_num}")
                counts[key] = 0
                _check_cells(given, len(counts))
            if weight:
                where = f"line {reader.line_num} of {given.file}"
                counts[key] += _amount(row[weight.place].strip(), weight.name, where)
            else:
                counts[key] += 1
            if not reader.line_num & 0x3FFF:
                tick()
    except csv.Error as error:
        refuse(f"line {reader.line_num} of {given.file} is not CSV: {error}")
    if not counts:
        refuse(f"{given.file} has a header and no observations")
    return counts


def _check_cells(given: Namespace, cells: int) -> None:
    """Groups without end would take memory without end."""
    if cells > _MOST_CELLS:
        refuse(
            f"{given.file} has more than a million different pairs of classes, by "
            f"{given.by!r}: is that a column of groups?"
        )


def _amount(text: str, column: str, where: str) -> int | float:
    """A weight, as a whole number or a float."""
    if INTEGER.fullmatch(text):
        amount: float = int(text)
    else:
        try:
            amount = float(text)
        except ValueError:
            amount = math.nan
    if not 0 <= amount < math.inf:
        refuse(
            f"{where} has the weight {_quoted(text)} in column {column!r}: weights are "
            "numbers, finite and not negative"
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
    columns = [*wanted(given), *([given.weight] if given.weight else [])]
    if start != _STREAM and given.file == "-":
        parser.error(
            "Parquet and Arrow files cannot be read from a pipe: name the file"
        )
    try:
        schema, batches = _batches(raw, start)
        for name in columns:
            _column(parser, schema.names, name)
        cells: dict[tuple[str, ...], Any] = {}
        seen = None
        for batch in filter(len, batches(columns)):
            if seen is None:
                if labels is None and start != _PARQUET:
                    labels = _labels_of(given, batch)
                seen = _Seen(given, labels)
            for key, amount in _of_batch(given, pa.Table.from_batches([batch])):
                if key not in cells:
                    for name, value in zip(wanted(given), key, strict=True):
                        seen.check(name, value, "a row")
                    _check_cells(given, len(cells))
                cells[key] = cells.get(key, 0) + amount
            tick()
    except pa.ArrowException as error:
        refuse(f"{given.file} cannot be read: {str(error).partition(chr(10))[0]}")
    if not cells:
        refuse(f"{given.file} has no observations")
    return Counts(cells, labels)


def _batches(
    raw: Any, start: bytes
) -> tuple[Any, Callable[[list[str]], Iterable[Any]]]:
    """The names of columns, and what reads some of them batch by batch."""
    import pyarrow as pa

    if start == _PARQUET:
        import pyarrow.parquet as pq

        file = pq.ParquetFile(raw)
        return file.schema_arrow, lambda names: file.iter_batches(columns=names)
    if start == _STREAM:
        stream = pa.ipc.open_stream(raw)
        return stream.schema, lambda names: (batch.select(names) for batch in stream)
    arrow = pa.ipc.open_file(raw)
    numbers = range(arrow.num_record_batches)
    return arrow.schema, lambda names: (
        arrow.get_batch(k).select(names) for k in numbers
    )


def _of_batch(given: Namespace, table: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each tuple of classes of a piece, and how often it is there, or its weights."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for place, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            plain = table.column(place).cast(field.type.value_type)
            table = table.set_column(place, field.name, plain)
    asked: list[Any] = [([], "count_all")]
    if given.weight:
        weight = table.column(given.weight)
        kinds = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
        if not any(kind(weight.type) for kind in kinds):
            refuse(
                f"column {given.weight!r} of {given.file} holds {weight.type}: weights "
                "are numbers"
            )
        missing = pc.any(pc.is_null(weight, nan_is_null=True)).as_py()
        ends = pc.min_max(weight).as_py()
        if missing or not 0 <= ends["min"] <= ends["max"] < math.inf:
            refuse(
                f"column {given.weight!r} of {given.file} has a weight that is missing, "
                "negative or infinite: weights are numbers, finite and not negative"
            )
        asked = [(given.weight, "sum")]
    names = wanted(given)
    grouped = table.group_by(names, use_threads=False).aggregate(asked)
    columns = [grouped.column(name).to_pylist() for name in names]
    sums = grouped.column(grouped.num_columns - 1).to_pylist()
    for *key, amount in zip(*columns, sums, strict=True):
        for name, value in zip(names, key, strict=True):
            if value is None or value != value:
                refuse(f"a row of {given.file} has no value in column {name!r}")
        number = amount if isinstance(amount, int) else float(amount)
        yield tuple(map(_written, key)), number


def _written(value: Any) -> str:
    """A class as it would stand in a text file; a whole number as such."""
    if isinstance(value, bool | float) and value == value // 1:
        value = int(value)
    return str(value)


def _labels_of(given: Namespace, batch: Any) -> list[str] | None:
    """The classes that ordered dictionaries bring. Those of Parquet may lack some."""
    orders = []
    for name in wanted(given):
        if name == given.by:
            continue
        column = batch.column(batch.schema.get_field_index(name))
        if not getattr(column.type, "ordered", False):
            return None
        orders.append([_written(value) for value in column.dictionary.to_pylist()])
    first, *others = orders
    return first if all(order == first for order in others) else None


# ------------------------------------------------------------------- a table of counts


def table(
    parser: ArgumentParser, given: Namespace, labels: list[str] | None
) -> tuple[list[str], list[list[float]]]:
    """The classes and the rows of a table of counts, true classes in rows.

    A line of names may stand above it, and then each row begins with its name.
    """
    with _opened(parser, given.file) as (raw, _), _as_text(raw) as text:
        reader = csv.reader(text, delimiter=separator_of(parser, given), strict=True)
        rows: list[list[str]] = []
        try:
            for row in reader:
                if any(field.strip() for field in row):
                    rows.append([field.strip() for field in row])
                if len(rows) > MOST_CLASSES + 1:
                    refuse(f"{given.file} has more than {MOST_CLASSES} rows of counts")
        except csv.Error as error:
            refuse(f"line {reader.line_num} of {given.file} is not CSV: {error}")
    if not rows:
        refuse(f"{given.file} is empty: it needs a row of counts for each class")
    names = None
    if any(_number(field) is None for field in rows[0]):
        _, *names = rows[0]
        own = [row[0] for row in rows[1:]]
        if own != names:
            refuse(
                f"{given.file} has the classes {_few(names)} above and {_few(own)} beside "
                "the counts: both must be the same, in the order of the classes"
            )
        if labels is not None and labels != names:
            refuse(f"{given.file} has the classes {_few(names)}: leave out --labels")
        rows = [row[1:] for row in rows[1:]]
    K = len(rows)
    names = names or labels or [str(k) for k in range(1, K + 1)]
    if len(names) != K or any(len(row) != K for row in rows):
        refuse(
            f"{given.file} has {K} rows of counts, and not as many columns and classes: it "
            "needs one row and one column for each class"
        )
    counts = [[_number(field) for field in line] for line in rows]
    for r, line in enumerate(counts):
        for c, cell in enumerate(line):
            if cell is None or not 0 <= cell < math.inf:
                refuse(
                    f"{given.file} has {_quoted(rows[r][c])} in row {r + 1} and column "
                    f"{c + 1} of the counts: they are numbers, finite and not negative"
                )
    _check_order(given.file, names, counts, labels is not None)
    return names, counts  # type: ignore[return-value]


def _check_order(file: str, names: list[str], counts: Any, said: bool) -> None:
    """What a crosstab leaves in a file; an order that ``--labels`` says is taken as it is."""
    whole = all(map(INTEGER.fullmatch, names))
    known = [int(name) if whole else name for name in names]
    if len(set(known)) < len(known):
        refuse(f"{file} has a class twice: {_few(names)}")
    reason = against_order(known, np.array(counts, dtype=float))
    if reason == "totals":
        refuse(f"{file} ends in totals: leave out the last row and the last column")
    if reason and not said:
        how = (
            "not consecutive: add the ones that are missing, with counts of 0"
            if reason == "gaps"
            else "in the order of the alphabet, as a crosstab has them: put rows and columns "
            "in class order"
        )
        refuse(
            f"{file} has the classes {_few(names)}, {how}, or say with --labels that these "
            "are all, in order"
        )


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


class _Seen:
    """The classes so far, and what a new one must be."""

    def __init__(self, given: Namespace, labels: list[str] | None) -> None:
        self.file, self.labels, self.group = given.file, labels, given.by
        self.known = set(labels or ())
        self.spelling: dict[int, tuple[str, str]] = {}
        self.low, self.high = sys.maxsize, -sys.maxsize

    def check(self, column: str, value: str, line: str) -> None:
        if column == self.group:
            return
        if self.labels is not None:
            if value not in self.known:
                refuse(
                    f"{line} of {self.file}: column {column!r} has "
                    f"{_shown(value)}, which is not among --labels {_few(self.labels)}"
                )
            return
        if not INTEGER.fullmatch(value):
            refuse(
                f"the order of the classes is unknown: column {column!r} has "
                f"{_shown(value)} in {line}; give --labels, from lowest to highest"
            )
        number = int(value)
        other, before = self.spelling.setdefault(number, (value, line))
        if other != value:
            refuse(
                f"{line} of {self.file} has {value!r}, and {before} {other!r}: "
                "write one class in one way, or give --labels"
            )
        self.low, self.high = min(self.low, number), max(self.high, number)
        if (K := self.high - self.low + 1) > MOST_CLASSES:
            refuse(
                f"{line} of {self.file}: the classes from {self.low} to {self.high} "
                f"are {K}, which make a table too large to hold: give --labels"
            )


def span(pairs: Iterable[tuple[str, ...]]) -> list[int]:
    """Whole numbers from the smallest to the largest seen."""
    seen = {int(value) for pair in pairs for value in pair}
    return list(range(min(seen), max(seen) + 1))


def _column(parser: ArgumentParser, header: list[str], name: str) -> Column:
    names = [column.strip() for column in header]
    if names.count(name) > 1:
        parser.error(f"the file has {names.count(name)} columns called {name!r}")
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        columns = ", ".join(map(_quoted, names[:_SHOWN]))
        columns += f", ... ({len(names)} in all)" * (len(names) > _SHOWN)
        hint = f"; is it {' or '.join(map(_quoted, near))}?" * bool(near)
        if len(names) == 1:
            hint = " (is it separated by commas? --sep says by what)"
        parser.error(f"there is no column {_quoted(name)}; there are {columns}{hint}")
    return Column(name, names.index(name))


def _shown(value: str) -> str:
    """A value for a message; a whole number without quotes."""
    return value if INTEGER.fullmatch(value) else _quoted(value)


def _quoted(value: str) -> str:
    return repr(value if len(value) <= _LONGEST else value[:_LONGEST] + "...")


def _few(labels: list[str]) -> str:
    return ",".join(labels[:_SHOWN]) + ",..." * (len(labels) > _SHOWN)


def refuse(message: str) -> NoReturn:
    print(f"python -m ordref: error: {message}", file=sys.stderr)
    raise SystemExit(CONTENTS)
