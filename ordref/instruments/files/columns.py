"""Columns of a CSV, TSV, Parquet or Arrow file, which pyarrow reads in pieces.

pyarrow reads CSV too, for it refuses a row that has more or fewer fields than the header, where
pandas fills the row up or cuts it off.
"""

from __future__ import annotations

import datetime
import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from ...labels.column import class_in
from . import files
from .faults import SHOWN, FileError, UsageError, quoted
from .files import Source, cannot_be_read, csv_rows

PARQUET, ARROW, STREAM = b"PAR1", b"ARRO", b"\xff\xff\xff\xff"
_FEATHER_1 = b"FEA1"


def _stored_as_it_is(k: int) -> bool:
    return True


class Columns(NamedTuple):
    """Some columns of a file: their names and their pieces.

    Of a text all values are text, and `rows` reads them anew, each row with its line, for a
    message. `is_stored` says of the k-th column whether an order that its type has is that of
    the file.
    """

    names: list[str]
    batches: Iterator[Any]
    rows: Callable[[], Iterator[tuple[int, list[str]]]] | None = None
    is_stored: Callable[[int], bool] = _stored_as_it_is


# Which columns are wanted, by their places in the header.
Choice = Callable[[list[str]], list[int]]


def columns_of(source: Source, sep: str | None, choose: Choice) -> Columns:
    """The wanted columns of a file."""
    try:
        import pyarrow as pa
    except ImportError:
        raise UsageError(
            f"{source.file} needs pyarrow: install ordref[files]"
        ) from None
    if source.start.startswith(_FEATHER_1):
        raise FileError(f"{source.file} is Feather 1: write Feather 2, or Parquet")
    if not source.start.startswith((PARQUET, ARROW, STREAM)):
        return _of_text(source, sep, choose)
    try:
        columns = _of_arrow(source, choose)
    except pa.ArrowException as error:
        raise cannot_be_read(source.file, error) from None
    return columns._replace(batches=_guarded(source, columns.batches))


def _guarded(source: Source, batches: Iterable[Any]) -> Iterator[Any]:
    import pyarrow as pa

    try:
        yield from batches
    except pa.ArrowException as error:
        raise cannot_be_read(source.file, error) from None


def place_of(file: str, header: Sequence[str], name: str) -> int:
    """Where a column is."""
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


# ------------------------------------------------------------------- text


def _of_text(source: Source, sep: str | None, choose: Choice) -> Columns:
    import pyarrow as pa
    from pyarrow import csv

    separator, rows = csv_rows(source, sep)
    lines, header = next(rows, (0, None))
    if header is None:
        raise FileError(f"{source.file} is empty: begin it with a header")
    places = choose(header)
    # By their numbers, for there may be two of one name.
    wanted = [str(k) for k in places]

    def batches() -> Iterator[Any]:
        if next(rows, None) is None:  # which pyarrow takes for an error
            return
        try:
            with _stream(source) as stream:
                yield from csv.open_csv(
                    stream,
                    csv.ReadOptions(
                        column_names=[str(k) for k in range(len(header))],
                        skip_rows=lines, block_size=files.LONGEST_LINE, use_threads=False,
                    ),
                    csv.ParseOptions(delimiter=separator, newlines_in_values=True),
                    csv.ConvertOptions(
                        column_types=dict.fromkeys(wanted, pa.string()),
                        include_columns=wanted,
                    ),
                )  # fmt: skip
        except (pa.ArrowException, OSError) as error:
            raise _fault_of_text(source, sep, error) from None

    def with_lines() -> Iterator[tuple[int, list[str]]]:
        rows = islice(csv_rows(source, sep)[1], 1, None)
        return ((line, [row[k] for k in places]) for line, row in rows)

    return Columns([header[k].strip() for k in places], batches(), with_lines)


def _stream(source: Source) -> Any:
    import pyarrow as pa

    # As bytes, for a name need not be valid UTF-8.
    file = pa.OSFile(os.fsencode(source.path))
    return pa.CompressedInputStream(file, "gzip") if source.is_gzip else file


def _fault_of_text(source: Source, sep: str | None, error: Exception) -> FileError:
    """What pyarrow found, with the line where it is."""
    width = None
    for line, row in csv_rows(source, sep)[1]:
        width = width or len(row)
        if len(row) != width:
            return FileError(
                f"line {line} of {source.file} has {len(row)} fields, the header {width}"
            )
    return cannot_be_read(source.file, error)


# ------------------------------------------------------------------- Parquet and Arrow


def _of_arrow(source: Source, choose: Choice) -> Columns:
    import pyarrow as pa

    stream, is_stored = _stream(source), _stored_as_it_is
    if source.start.startswith(PARQUET):
        import pyarrow.parquet as pq

        file = pq.ParquetFile(stream)
        names = [file.schema_arrow.names[k] for k in choose(file.schema_arrow.names)]
        batches = file.iter_batches(columns=names)
        is_stored = partial(_is_stored, file.metadata, names)
    elif source.start.startswith(STREAM):
        batches = pa.ipc.open_stream(stream)
        names = [batches.schema.names[k] for k in choose(batches.schema.names)]
    else:
        whole = pa.ipc.open_file(stream)
        names = [whole.schema.names[k] for k in choose(whole.schema.names)]
        batches = map(whole.get_batch, range(whole.num_record_batches))
    return Columns(names, (b.select(names) for b in batches), None, is_stored)


def _is_stored(metadata: Any, columns: list[str], k: int) -> bool:
    """Whether all of the k-th column of Parquet refers to dictionaries in the file.

    Otherwise pyarrow makes one, in the order in which the classes occur.
    """
    first = metadata.row_group(0)
    names = [first.column(k).path_in_schema for k in range(metadata.num_columns)]
    return columns[k] in names and all(
        metadata.row_group(g).column(names.index(columns[k])).has_dictionary_page
        for g in range(metadata.num_row_groups)
    )


def plain_column(column: Any) -> Any:
    """The values themselves, in a type that pyarrow can compare."""
    from pyarrow import types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if types.is_string_view(column.type):
        column = column.cast("string")
    return column


def order_of(column: Any) -> list[str] | None:
    """The classes of an ordered dictionary; None for another column."""
    if getattr(column.type, "ordered", False):
        return [*map(as_written, column.dictionary.to_pylist())]
    return None


def as_written(value: Any, known: Iterable[str] = ()) -> str:
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
