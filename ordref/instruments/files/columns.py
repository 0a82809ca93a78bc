"""Read columns of a Parquet or Arrow file in pieces, by pyarrow, with values as in a text file."""

from __future__ import annotations

import datetime
import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...labels.column import class_in
from .faults import MOST_SHOWN, FileError, UsageError, quoted
from .files import Source

_PARQUET, _ARROW, _STREAM = b"PAR1", b"ARRO", b"\xff\xff\xff\xff"
_FEATHER_1 = b"FEA1"


def place_of(file: str, header: Sequence[str], name: str) -> int:
    """The position of a column in the header."""
    names = [column.strip() for column in header]
    if names.count(name) > 1:
        raise FileError(f"{file} has {names.count(name)} columns called {name!r}")
    if name not in names:
        near = difflib.get_close_matches(name, names, n=3)
        columns = ", ".join(map(quoted, names[:MOST_SHOWN]))
        columns += f", ... ({len(names)} in all)" * (len(names) > MOST_SHOWN)
        advice = f"; is it {' or '.join(map(quoted, near))}?" * bool(near)
        if len(names) == 1:
            advice = " (is it separated by commas? --sep says by what)"
        raise UsageError(f"there is no column {quoted(name)}; there are {columns}{advice}")
    return names.index(name)


class ArrowColumns(NamedTuple):
    """Some columns of a file: their names, their pieces, and where their orders come from.

    `is_stored` says of the k-th column whether an order that its type has is that of the file.
    """

    names: list[str]
    batches: Iterator[Any]
    is_stored: Callable[[int], bool]


def is_arrow(source: Source) -> bool:
    """Whether it is Parquet or Arrow."""
    if source.start.startswith(_FEATHER_1):
        raise FileError(f"{source.file} is Feather 1: write Feather 2, or Parquet")
    return source.start.startswith((_PARQUET, _ARROW, _STREAM))


def arrow_columns(source: Source, choose: Callable[[list[str]], list[int]]) -> ArrowColumns:
    """The columns of Parquet or Arrow that are chosen by their places in the header."""
    try:
        import pyarrow as pa
    except ImportError:
        raise UsageError(f"{source.file} needs pyarrow: install ordref[files]") from None
    is_stored: Callable[[int], bool] = lambda k: True  # noqa: E731
    # As bytes, for a name need not be valid UTF-8.
    raw = pa.OSFile(os.fsencode(source.path))
    if source.start.startswith(_PARQUET):
        import pyarrow.parquet as pq

        file = pq.ParquetFile(raw)
        names = [file.schema_arrow.names[k] for k in choose(file.schema_arrow.names)]
        batches = file.iter_batches(columns=names)
        is_stored = partial(_is_stored, file.metadata, names)
    elif source.start.startswith(_STREAM):
        batches = pa.ipc.open_stream(raw)
        names = [batches.schema.names[k] for k in choose(batches.schema.names)]
    else:
        whole = pa.ipc.open_file(raw)
        names = [whole.schema.names[k] for k in choose(whole.schema.names)]
        batches = map(whole.get_batch, range(whole.num_record_batches))
    return ArrowColumns(names, (b.select(names) for b in batches), is_stored)


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


def order_of_dictionary(column: Any) -> list[str] | None:
    """The classes of an ordered dictionary; None for another column."""
    if getattr(column.type, "ordered", False):
        return [*map(as_written, column.dictionary.to_pylist())]
    return None


def as_written(value: Any, known: Iterable[str] = ()) -> str:
    """A class as a text file would spell it; if it has several spellings, a known one."""
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
