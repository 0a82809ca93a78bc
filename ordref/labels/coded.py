"""Columns with few distinct values: the values, and which of them each cell has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cells import plain_class, short
from .column import is_missing
from .frames import as_lazy, brought
from .order import Order, order_brought

_WANTED = "rows must have a column for each rater, None for a gap"


class Coded(NamedTuple):
    """A column: the position of each cell among its distinct values, -1 for a gap."""

    name: Any
    at: NDArray[np.int64]
    values: list[Any]

    @property
    def is_unique(self) -> bool:
        """Whether there is no gap, and no value occurs twice."""
        return len(self.values) == len(self.at) > 0 and bool((self.at >= 0).all())

    @property
    def numbers(self) -> NDArray[np.float64] | None:
        """The cells as numbers if all are, with nan for a gap."""
        if not all(isinstance(v, int | float) for v in self.values):
            return None
        # A cell may hold more digits than a float.
        small = [float(v) if abs(v) < 1e300 else np.inf for v in self.values]
        return np.array([*small, np.nan])[self.at]


class Codes(dict[Any, int]):
    """The position of each value among the distinct values; -1 for a missing value."""

    def __init__(self) -> None:
        self.values_seen: list[Any] = []

    def __missing__(self, value: Any) -> int:
        if is_missing(value):
            return -1
        self[value] = at = len(self.values_seen)
        self.values_seen.append(value)
        return at

    def read(self, cells: Sequence[Any]) -> NDArray[np.int64]:
        """The positions of these cells, which need not be hashable if they are missing."""
        try:
            return np.fromiter(map(self.__getitem__, cells), np.int64, len(cells))
        except TypeError:  # Decimal("sNaN") has no hash, and lists are no classes
            classes = [None if is_missing(v) else plain_class("rows", v) for v in cells]
            return np.fromiter(map(self.__getitem__, classes), np.int64, len(classes))


def coded(name: Any, cells: Any) -> Coded:
    """The column of these cells: a list, or a one-dimensional array.

    Examples
    --------
    >>> column = coded("Ann", [3, None, 3, 1.0])
    >>> column.at.tolist(), column.values
    ([0, -1, 0, 1], [3, 1])
    """
    if getattr(cells, "dtype", np.dtype(object)).kind in "biuf":
        data = np.ma.getdata(cells)
        present = ~np.ma.getmaskarray(cells) & (data == data)
        values, first, index = np.unique(data[present], return_index=True, return_inverse=True)
        order = np.argsort(first)
        at = np.full(len(data), -1, np.int64)
        at[present] = np.argsort(order)[index]
        return Coded(name, at, [*map(_class, values[order].tolist())])
    codes = Codes()
    at = codes.read(cells.tolist() if hasattr(cells, "tolist") else cells)
    return Coded(name, at, [_class(plain_class("rows", v)) for v in codes.values_seen])


def _class(value: Any) -> Any:
    """A gap in a column turns its integers into floats."""
    return int(value) if isinstance(value, float | bool) and value % 1 == 0 else value


def columns_of_rows(rows: Any) -> list[Coded]:
    """The columns of an array or of a list of rows, numbered from 0."""
    if not isinstance(rows, np.ndarray):
        rows = getattr(rows, "tolist", lambda: rows)()
    if not isinstance(rows, np.ndarray):
        return [coded(k, column) for k, column in enumerate(_turned(rows))]
    if not isinstance(rows, np.ma.MaskedArray):
        rows = np.asarray(rows)
    if rows.ndim != 2:
        raise ValueError(f"{_WANTED}; it has shape {rows.shape}")
    return [coded(k, column) for k, column in enumerate(rows.T)]


def _turned(rows: Any) -> Iterable[Any]:
    """The columns of a list of rows."""
    if not isinstance(rows, list | tuple):
        detail_of_type = f"it is a {type(rows).__name__}"
        if hasattr(rows, "__next__"):
            detail_of_type += ": write list(rows)"
        elif hasattr(rows, "keys"):
            detail_of_type += ": give a data frame of it"
        raise ValueError(f"{_WANTED}; it has shape (), because {detail_of_type}")
    lone = next((r for r in rows if not _is_row(r)), None)
    if lone is not None or not rows:
        detail = f": {short(lone)} is no row" if rows else ""
        detail += ", give a data frame of them" if hasattr(lone, "keys") else ""
        raise ValueError(f"{_WANTED}; it has shape ({len(rows)},){detail}")
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    if (other := lengths != lengths[0]).any():
        k = int(np.argmax(other))
        raise ValueError(f"{_WANTED}: row 0 has {lengths[0]} cells, and row {k} has {lengths[k]}")
    return zip(*rows, strict=True)


def _is_row(row: Any) -> bool:
    """Whether these are the cells of a row, in their order."""
    return (
        hasattr(row, "__len__")
        and hasattr(row, "__getitem__")
        and not (isinstance(row, str | bytes) or hasattr(row, "keys"))
    )


def columns_of_frame(
    frame: Any, read: Sequence[Any] | None, unordered: Callable[[Any], bool]
) -> tuple[list[Coded], Order]:
    """The columns to read, by default all, and the order of the classes that they bring.

    Those that are ``unordered`` are not ratings: their types are not asked for an order.
    """
    frame = as_lazy(frame)
    schema = frame.collect_schema()
    # If one is not there, all are read, so that a message can name them.
    all_there = read is not None and all(c in schema for c in read)
    names = [c for c in schema if not all_there or c in (read or ())]
    order = order_brought(*(brought(frame, schema[c], c) for c in names if not unordered(c)))
    import narwhals as nw

    held, columns = frame.select(nw.col(*names)).collect(), []
    for name in names:
        kind, series = schema[name], held.get_column(name)
        # A gap would turn integers into floats, which hold fewer digits.
        whole = kind.is_integer() and not series.null_count()
        cells = series.to_numpy() if kind.is_float() or whole else series.to_list()
        columns.append(coded(name, cells))
    return columns, order
