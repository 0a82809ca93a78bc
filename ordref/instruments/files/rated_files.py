"""Columns of ratings from a file: CSV, JSON, JSON lines, Parquet, Arrow or Excel."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...labels.coded import Coded, Codes
from ...labels.column import class_in
from .columns import (
    arrow_columns,
    as_written,
    is_arrow,
    order_of_dictionary,
    place_of,
    plain_column,
)
from .faults import INTEGER, MISSING, FileError, UsageError
from .files import CsvRows, Source, cannot_be_read, opened

_EXCEL = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


class Request(NamedTuple):
    """The columns to read from a file, by default all, and how their text is understood."""

    file: str
    sep: str | None
    columns: Sequence[str] | None
    names: Sequence[str]
    labels: Sequence[str] | None
    missing: Sequence[str]
    decimal: str = "."


class Read(NamedTuple):
    """The columns of a file, the order that they bring, and what a row is called."""

    columns: list[Coded]
    order: list[str] | None
    row: Callable[[int], str]


@contextmanager
def read_columns(request: Request) -> Iterator[Read]:
    """The columns of a file; text in columns that name units or raters is kept as it is."""
    with opened(request.file) as source:
        with source.open() as raw:
            start = raw.read(1 << 10).removeprefix(b"\xef\xbb\xbf").lstrip()
        if start.startswith(_EXCEL):
            yield _of_lists(request, _of_excel(source))
        elif start.startswith((b"{", b"[")):
            yield _of_lists(request, _of_json(source))
        elif is_arrow(source):
            yield _of_arrow(request, source)
        else:
            yield _of_text(request, CsvRows(source, request.sep, request.decimal))


class _Cells(dict[Any, int]):
    """The position of each cell's value among the distinct values; -1 for a gap."""

    def __init__(self, request: Request, column: str) -> None:
        self.column, self.codes, self.named = column, Codes(), column in request.names
        self.known = {class_in(label): label for label in request.labels or ()}
        self.gaps = {form for code in request.missing for form in (code, class_in(code))}
        self.labelled = request.labels is not None

    def __missing__(self, cell: Any) -> int:
        value = self._value(cell if isinstance(cell, str) else as_written(cell))
        at = -1 if value is None else self.codes[value]
        if cell == cell:  # each nan would be another
            self[cell] = at
        return at

    def _value(self, text: str) -> Any:
        text = text.strip()
        if self.named:
            return text or None
        own = class_in(text)
        if text in self.gaps or own in self.gaps:
            return None
        if text.casefold() in MISSING and text not in self.known:
            return None
        if not self.labelled and INTEGER.fullmatch(own):
            return int(own)
        return self.known.get(own, text)

    def read(self, cells: Sequence[Any]) -> NDArray[np.int64]:
        try:
            return np.fromiter(map(self.__getitem__, cells), np.int64, len(cells))
        except TypeError:  # a list or an object in a cell has no hash
            return self.read([c if isinstance(c, Hashable) else repr(c) for c in cells])

    def read_arrow(self, column: Any) -> NDArray[np.int64]:
        """`read` of a column of Arrow, where each different value is looked at once."""
        column = plain_column(column)
        if column.type.num_fields:  # lists or objects
            return self.read(column.to_pylist())
        column = column.dictionary_encode()
        different = np.append(self.read(column.dictionary.to_pylist()), -1)
        positions: NDArray[np.int64] = different[column.indices.fill_null(-1)]
        return positions


def _places(request: Request, header: list[str]) -> list[int]:
    """The positions of the columns to read."""
    names = [column.strip() for column in header]
    if request.columns is None:
        for name, times in Counter(names).items():
            if times > 1:
                raise FileError(f"{request.file} has {times} columns called {name!r}")
    if len(names) == 1 and (other := next((c for c in ";\t|" if c in names[0]), None)):
        sep = "tab" if other == "\t" else other
        raise UsageError(
            f"{request.file} has one column, {names[0]!r}: is it separated by something else "
            f"than commas? --sep {sep!r} says so"
        )
    return [place_of(request.file, header, name) for name in request.columns or names]


def _of_text(request: Request, rows: CsvRows) -> Read:
    header = rows.header()
    places = _places(request, header)
    cells = [_Cells(request, header[place].strip()) for place in places]
    parts = [
        [c.read([row[k] for row in piece]) for c, k in zip(cells, places, strict=True)]
        for piece in rows.blocks(len(header))
    ]
    if not parts:
        raise FileError(f"{request.file} has a header and no ratings")

    def line(k: int) -> str:
        numbers = count()
        return rows.line_of(lambda row: next(numbers) == k)

    return Read(_coded(cells, parts), None, line)


def _of_arrow(request: Request, source: Source) -> Read:
    columns = arrow_columns(source, lambda header: _places(request, header))
    orders: set[tuple[str, ...]] = set()
    batches = [*filter(len, columns.batches)]
    for batch in batches:
        orders |= {
            tuple(order)
            for k, column in enumerate(batch.columns)
            if (order := order_of_dictionary(column)) and columns.is_stored(k)
        }
    if not batches:
        raise FileError(f"{request.file} has no ratings")
    order = list(*orders) if len(orders) == 1 else None
    request = request._replace(labels=request.labels or order)
    cells = [_Cells(request, name) for name in columns.names]
    parts = [
        [c.read_arrow(x) for c, x in zip(cells, batch.columns, strict=True)] for batch in batches
    ]
    return Read(_coded(cells, parts), order, _record)


def _coded(cells: list[_Cells], parts: list[list[NDArray[np.int64]]]) -> list[Coded]:
    return [
        Coded(c.column, np.concatenate(at), c.codes.values_seen)
        for c, at in zip(cells, zip(*parts, strict=True), strict=True)
    ]


def _record(k: int) -> str:
    return f"record {k + 1}"


def _of_lists(request: Request, lists: dict[str, list[Any]]) -> Read:
    if not lists or not len(next(iter(lists.values()))):
        raise FileError(f"{request.file} has no ratings")
    header = list(lists)
    cells = [_Cells(request, header[place]) for place in _places(request, header)]
    return Read(_coded(cells, [[c.read(lists[c.column]) for c in cells]]), None, _record)


def _of_json(source: Source) -> dict[str, list[Any]]:
    """A list of objects, an object on each line, or an object of lists."""
    with source.open() as raw:
        whole = raw.read().decode("utf-8-sig")
    try:
        rows = json.loads(whole)
    except (json.JSONDecodeError, RecursionError):
        rows = []
        for k, line in enumerate(whole.splitlines(), 1):
            try:
                rows += [json.loads(line)] if line.strip() else []
            except (json.JSONDecodeError, RecursionError) as error:
                raise FileError(f"line {k} of {source.file} is not JSON: {error}") from None
    if isinstance(rows, dict):
        rows = [rows] if not all(isinstance(v, list) for v in rows.values()) else rows
    if isinstance(rows, dict):
        if len(set(map(len, rows.values()))) > 1:
            raise FileError(f"{source.file} has lists of different lengths")
        return rows
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise FileError(f"{source.file} must hold an object for each row, with names")
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _of_excel(source: Source) -> dict[str, list[Any]]:
    try:
        import pandas as pd

        with source.open() as raw:
            frame = pd.read_excel(io.BytesIO(raw.read()), dtype=object)
    except ImportError as error:
        raise UsageError(
            f"{source.file} is a workbook, which pandas reads with a package for it: {error}"
        ) from None
    except Exception as error:  # of the package that reads it
        raise cannot_be_read(source.file, error) from None
    return {str(name): frame[name].tolist() for name in frame.columns}
