"""Columns of ratings from a file: CSV, JSON, JSON lines, Parquet, Arrow or Excel."""

from __future__ import annotations

import gzip
import io
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...labels.coded import Coded, Codes
from ...labels.column import class_in
from .files import (
    _ARROW,
    _GZIP,
    _PARQUET,
    _STREAM,
    Tick,
    _batches,
    _first_line,
    _place,
    _written,
    opened,
    rows_of,
)
from .tally import INTEGER, MISSING, FileError, UsageError

_EXCEL = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# How many rows are read at once.
_ROWS = 1 << 15


class Asked(NamedTuple):
    """What is read of a file: which columns, by default all, and how their text is meant."""

    file: str
    sep: str | None
    columns: Sequence[str] | None
    names: Sequence[str]
    labels: Sequence[str] | None
    missing: Sequence[str]


class Read(NamedTuple):
    """The columns of a file, the order that they bring, and what a row is called."""

    columns: list[Coded]
    order: list[str] | None
    row: Callable[[int], str]


def read_columns(asked: Asked) -> Read:
    """The columns of a file; text in columns that name units or raters is kept as it is."""
    with opened(asked.file) as (raw, tick):
        if raw.peek()[:2] == _GZIP:
            raw = io.BufferedReader(gzip.GzipFile(fileobj=raw))
        start = raw.peek()[:4]
        if start in _EXCEL:
            return _of_lists(asked, _of_excel(asked, raw), None)
        if start in (_PARQUET, _ARROW, _STREAM):
            return _of_lists(asked, *_of_arrow(asked, raw, start))
        if raw.peek().removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
            return _of_lists(asked, _of_json(asked, raw), None)
        return _of_text(asked, raw, tick)


class _Cells(dict[Any, int]):
    """The position of each cell's value among the different ones; -1 for a gap."""

    def __init__(self, asked: Asked, column: str) -> None:
        self.codes, self.named = Codes(), column in asked.names
        self.known = {class_in(label): label for label in asked.labels or ()}
        self.gaps = {form for code in asked.missing for form in (code, class_in(code))}
        self.labelled = asked.labels is not None

    def __missing__(self, cell: Any) -> int:
        value = self._value(cell if isinstance(cell, str) else _written(cell))
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


def _places(asked: Asked, header: list[str]) -> list[int]:
    """Where the columns are that are asked for."""
    names = [column.strip() for column in header]
    if asked.columns is None:
        for name, times in Counter(names).items():
            if times > 1:
                raise FileError(f"{asked.file} has {times} columns called {name!r}")
    if len(names) == 1 and (other := next((c for c in ";\t|" if c in names[0]), None)):
        sep = "tab" if other == "\t" else other
        raise UsageError(
            f"{asked.file} has one column, {names[0]!r}: is it separated by something else "
            f"than commas? --sep {sep!r} says so"
        )
    return [_place(asked.file, header, name) for name in asked.columns or names]


def _of_text(asked: Asked, raw: Any, tick: Tick) -> Read:
    lines: list[NDArray[np.int64]] = []
    with rows_of(asked.file, asked.sep, raw) as reader:
        header = next(filter(None, reader), None)
        if header is None:
            raise FileError(f"{asked.file} is empty: begin it with a header")
        places = _places(asked, header)
        names = [header[place].strip() for place in places]
        cells = [_Cells(asked, name) for name in names]
        at: list[list[NDArray[np.int64]]] = [[] for _ in names]

        def rows() -> Iterator[tuple[int, list[str]]]:
            for row in filter(None, reader):
                if len(row) != len(header):
                    raise FileError(
                        f"line {reader.line_num} of {asked.file} has {len(row)} fields, "
                        f"the header {len(header)}"
                    )
                yield reader.line_num, row

        every = rows()
        while some := list(islice(every, _ROWS)):
            lines.append(np.fromiter((n for n, _ in some), np.int64, len(some)))
            for column, place, parts in zip(cells, places, at, strict=True):
                parts.append(column.read([row[place] for _, row in some]))
            tick()
    if not lines:
        raise FileError(f"{asked.file} has a header and no ratings")
    line = np.concatenate(lines)
    columns = [
        Coded(name, np.concatenate(parts), column.codes.values_seen)
        for name, column, parts in zip(names, cells, at, strict=True)
    ]
    return Read(columns, None, lambda row: f"line {line[row]}")


def _of_lists(
    asked: Asked, held: dict[str, list[Any]], order: list[str] | None
) -> Read:
    if not held or not len(next(iter(held.values()))):
        raise FileError(f"{asked.file} has no ratings")
    header = list(held)
    columns = []
    for name in (header[place] for place in _places(asked, header)):
        cells = _Cells(asked._replace(labels=asked.labels or order), name)
        at = cells.read(held[name])
        columns.append(Coded(name, at, cells.codes.values_seen))
    return Read(columns, order, lambda row: f"record {row + 1}")


def _of_json(asked: Asked, raw: Any) -> dict[str, list[Any]]:
    """A list of objects, an object on each line, or an object of lists."""
    text = io.TextIOWrapper(raw, encoding="utf-8-sig")
    try:
        whole = text.read()
    finally:
        text.detach()
    try:
        rows = json.loads(whole)
    except (json.JSONDecodeError, RecursionError):
        rows = []
        for k, line in enumerate(whole.splitlines(), 1):
            try:
                rows += [json.loads(line)] if line.strip() else []
            except (json.JSONDecodeError, RecursionError) as error:
                raise FileError(
                    f"line {k} of {asked.file} is not JSON: {error}"
                ) from None
    if isinstance(rows, dict):
        rows = [rows] if not all(isinstance(v, list) for v in rows.values()) else rows
    if isinstance(rows, dict):
        if len(set(map(len, rows.values()))) > 1:
            raise FileError(f"{asked.file} has lists of different lengths")
        return rows
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise FileError(f"{asked.file} must hold an object for each row, with names")
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _of_excel(asked: Asked, raw: Any) -> dict[str, list[Any]]:
    try:
        import pandas as pd

        frame = pd.read_excel(io.BytesIO(raw.read()), dtype=object)
    except ImportError as error:
        raise UsageError(
            f"{asked.file} is a workbook, which pandas reads with a package for it: {error}"
        ) from None
    except Exception as error:  # of the package that reads it
        raise FileError(f"{asked.file} cannot be read: {_first_line(error)}") from None
    return {str(name): frame[name].tolist() for name in frame.columns}


def _of_arrow(
    asked: Asked, raw: Any, start: bytes
) -> tuple[dict[str, list[Any]], list[str] | None]:
    try:
        import pyarrow as pa
    except ImportError:
        raise UsageError(f"{asked.file} needs pyarrow: install ordref[files]") from None
    if start != _STREAM and asked.file == "-":
        raise UsageError("Parquet and Arrow cannot be read from a pipe: name the file")
    try:
        schema, batches, is_stored = _batches(raw, start)
        wanted = [schema.names[place] for place in _places(asked, schema.names)]
        held: dict[str, list[Any]] = {name: [] for name in wanted}
        orders = set()
        for batch in batches(wanted):
            for name in wanted:
                column = batch.column(
                    schema.names.index(name) if start == _STREAM else name
                )
                held[name] += column.to_pylist()
                if getattr(column.type, "ordered", False) and is_stored(name):
                    orders.add(tuple(map(_written, column.dictionary.to_pylist())))
    except pa.ArrowException as error:
        raise FileError(f"{asked.file} cannot be read: {_first_line(error)}") from None
    return held, list(orders.pop()) if len(orders) == 1 else None
