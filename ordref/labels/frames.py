"""From a data frame or a database to a confusion matrix.

A table of counts is one GROUP BY. The engine that has the labels does it, and only the
different pairs of classes with their counts come here.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from ..matrices.entries import listed, plain
from .amounts import number_of
from .cells import filled, lacking, places_in, plain_class
from .column import is_missing
from .order import same_order

__all__ = ["from_frame"]

# More different pairs than this are no classes, and are not fetched from an engine.
_MOST_PAIRS = 1_000_000
_INT64 = np.iinfo(np.int64)
# What the columns of the grouped frame are called, beside those grouped by.
_TRUE, _PRED, _BY = "ordref_true", "ordref_pred", "ordref_by"
_WEIGHT, _MISSING, _ROWS = "ordref_weight", "ordref_missing", "ordref_rows"
_SUM, _LEAST, _MOST = "ordref_sum", "ordref_least", "ordref_most"


@overload
def from_frame(
    frame: Any, true: str, pred: str, *, labels: Sequence[Any] | NDArray[Any] | None = None,
    weight: str | None = None, by: None = None, dropna: bool = False,
) -> NDArray[Any]: ...  # fmt: skip
@overload
def from_frame(
    frame: Any, true: str, pred: str, *, labels: Sequence[Any] | NDArray[Any] | None = None,
    weight: str | None = None, by: str | Sequence[str], dropna: bool = False,
) -> dict[Any, NDArray[Any]]: ...  # fmt: skip
def from_frame(
    frame: Any,
    true: str,
    pred: str,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    dropna: bool = False,
) -> NDArray[Any] | dict[Any, NDArray[Any]]:
    """The confusion matrix of two columns of a data frame, counted by its own engine.

    Parameters
    ----------
    frame : data frame or lazy frame
        Whatever narwhals knows: pandas, polars, pyarrow, DuckDB, Dask, PySpark, Ibis.
        A lazy one is not loaded; its engine is asked for the counts.
    true, pred : str
        The columns of true and of predicted classes.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`. May be left out where the
        columns bring it, as ordered Categoricals, Enums or ordered dictionaries, and where
        they hold whole numbers: then the classes are those from the smallest to the largest.
    weight : str, keyword-only, optional
        A column to sum, such as the counts of a table that is already counted: of
        numbers, as in `confusion_matrix`, which the engine adds.
    by : str or list of str, keyword-only, optional
        A column of groups, such as folds: one matrix for each. With a list of columns, such
        as models and folds, one for each combination that there is.
    dropna : bool, keyword-only
        Whether rows in which one of these columns is missing are left out.

    Returns
    -------
    ndarray, shape (K, K), or dict
        Of int64, or of float64 for weights that are no whole numbers. With ``by``, a dict
        from each group to its matrix, in the order of the groups, all with the same
        classes: `evaluate` takes it. With a list of columns each group is a tuple.

    Raises
    ------
    ValueError
        If ``frame`` is none, lacks a column or has no rows; rows with a missing value, unless
        they are dropped; a class that is not among ``labels``, or an order that is unknown;
        weights that are no numbers, negative or infinite; more than a million different
        pairs.
    ImportError
        If narwhals is not installed.

    Warns
    -----
    UserWarning
        If some groups lack a true class that others have.

    Notes
    -----
    Only the groups come back, at most K x K for each value of ``by``, so that memory does
    not grow with the rows.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"t": [1, 2, 2, 1], "p": [1, 2, 1, 1], "fold": list("abba")})
    >>> from_frame(frame, "t", "p")
    array([[2, 0],
           [1, 1]])
    >>> from_frame(frame[1:3], "t", "p", by="fold", labels=[1, 2])["b"]
    array([[0, 0],
           [1, 1]])
    """
    nw = _narwhals()
    frame = _as_lazy(nw, frame)
    columns = _Columns(true, pred, weight, _names_of(by))
    schema = _checked(nw, frame, columns)
    if weight is not None and schema[weight] == nw.Object:
        frame = _with_numbers(nw, frame, weight)
        schema = frame.collect_schema()
    if labels is None:
        labels = _brought(frame, schema, true, pred)
    groups = _grouped(nw, frame, schema, columns)
    _check_missing(groups, columns, dropna)
    cells: dict[tuple[Any, ...], dict[tuple[Any, Any], Any]] = {}
    for group in groups:
        if group.rows > group.without and not group.missing:
            cell = cells.setdefault(group.by, {})
            pair = plain_class(true, group.true), plain_class(pred, group.pred)
            cell[pair] = cell.get(pair, 0) + group.amount
    if not cells:
        raise ValueError("frame has no rows to count")
    all_cells = [pair for cell in cells.values() for pair in cell]
    place = places_in(all_cells, (f"column {true!r}", f"column {pred!r}"), labels)
    if by is None:
        return filled(cells[()], place)
    orders = [_order_brought(frame, schema[column], column) for column in columns.by]
    found = {
        group if isinstance(by, list | tuple) else group[0]: filled(cells[group], place)
        for group in sorted(cells, key=_rank(orders))
    }
    if warning := lacking(found, list(place), by):
        warnings.warn(warning, UserWarning, stacklevel=2)
    return found


class _Columns(NamedTuple):
    """The names of the columns."""

    true: str
    pred: str
    weight: str | None
    by: list[str]


class _Group(NamedTuple):
    """What the engine says of the rows with the same true class, prediction and group."""

    true: Any
    pred: Any
    by: tuple[Any, ...]
    rows: int
    without: int  # rows whose weight is missing
    amount: Any
    missing: list[str]


def _names_of(by: Any) -> list[Any]:
    if isinstance(by, list | tuple):
        if not by:
            raise ValueError("by= is empty: name a column, or leave it out")
        return [*by]
    return [] if by is None else [by]


def _narwhals() -> Any:
    try:
        import narwhals
    except ImportError:
        raise ImportError(
            "from_frame reads data frames through narwhals: install ordref[frames]"
        ) from None
    return narwhals


def _as_lazy(nw: Any, frame: Any) -> Any:
    try:
        return nw.from_native(frame).lazy()
    except TypeError:
        raise ValueError(
            "frame must be a data frame of pandas, polars, pyarrow, DuckDB, Dask, PySpark "
            f"or Ibis, not a {type(frame).__name__}; for arrays there is "
            "confusion_matrix(y_true, y_pred)"
        ) from None
    except nw.exceptions.DuplicateError as error:
        words = " ".join(str(error).split())
        raise ValueError(
            f"frame has columns of the same name, which cannot be told apart: {words}"
        ) from None


def _checked(nw: Any, frame: Any, columns: _Columns) -> Any:
    """The types of the columns, if there are such."""
    schema, weight = frame.collect_schema(), columns.weight
    asked = [("true", columns.true), ("pred", columns.pred), ("weight", weight)]
    asked += [("by", column) for column in columns.by]
    asked = [(name, column) for name, column in asked if column is not None]
    for name, column in asked:
        if isinstance(column, tuple) or not isinstance(column, Hashable):
            more = ", or a list of such" * (name == "by")
            raise ValueError(
                f"{name}= must be the name of one column{more}, not {column!r}; columns of "
                "several levels are flattened first, such as by frame.columns = [...]"
            )
        if column not in schema:
            raise ValueError(
                f"frame has no column {column!r}, which {name}= names; it has "
                f"{listed(list(schema))}"
            )
    if len({column for _, column in asked}) < len(asked):
        raise ValueError(
            f"one column is named twice, by {', '.join(f'{n}={c!r}' for n, c in asked)}: "
            "give different ones"
        )
    kinds = (nw.Boolean, nw.Object)  # of objects each is looked at
    if weight is not None and not (
        schema[weight].is_numeric() or schema[weight] in kinds
    ):
        raise ValueError(
            f"column {weight!r} holds {schema[weight]}, which weight= cannot sum: "
            "give a column of numbers"
        )
    return schema


def _with_numbers(nw: Any, frame: Any, weight: str) -> Any:
    """The frame with numbers of its engine in place of Fractions and other objects."""
    frame = frame.collect()
    numbers = [
        None if is_missing(entry) else number_of(entry, f"column {weight!r}")
        for entry in frame[weight].to_list()
    ]
    whole = all(isinstance(number, int | None) for number in numbers)
    if whole and sum(filter(None, numbers)) > _INT64.max:
        raise ValueError(
            f"column {weight!r} may sum to more than 63 bits hold: make it one of floats"
        )
    kind = nw.Int64
    if not whole or None in numbers:
        numbers = [np.nan if number is None else float(number) for number in numbers]
        kind = nw.Float64
    column = nw.new_series(weight, numbers, kind, backend=frame.implementation)
    return frame.with_columns(column).lazy()


def _grouped(nw: Any, frame: Any, schema: Any, columns: _Columns) -> list[_Group]:
    """One GROUP BY, done by the engine."""
    keys = {_TRUE: columns.true, _PRED: columns.pred}
    keys |= {f"{_BY}{k}": column for k, column in enumerate(columns.by)}
    chosen = [nw.col(column).alias(name) for name, column in keys.items()]
    found = [nw.len().alias(_ROWS)]
    if columns.weight is not None:
        kind, weight = schema[columns.weight], nw.col(columns.weight)
        missing = weight.is_null()
        if kind.is_float():
            missing = missing | weight.is_nan()
        # Small integers would overflow, and decimals are no numbers to every engine.
        if kind.is_float() or kind.is_decimal():
            weight = weight.cast(nw.Float64)
        elif kind not in (nw.UInt64, nw.Int128, nw.UInt128):
            weight = weight.cast(nw.Int64)
        chosen += [
            nw.when(~missing).then(weight).alias(_WEIGHT),
            missing.cast(nw.Int64).alias(_MISSING),
        ]
        found += [
            nw.col(_MISSING).sum(),
            nw.col(_WEIGHT).sum().alias(_SUM),
            nw.col(_WEIGHT).min().alias(_LEAST),
            nw.col(_WEIGHT).max().alias(_MOST),
        ]
    grouped = frame.select(*chosen).group_by(*keys).agg(*found)
    try:
        fetched = grouped.head(_MOST_PAIRS + 1).collect()
    except ModuleNotFoundError as error:
        raise ImportError(
            f"this engine hands its counts over by {error.name}: install ordref[files]"
        ) from None
    if len(fetched) > _MOST_PAIRS:
        raise ValueError(
            f"columns {columns.true!r} and {columns.pred!r} have more than a million "
            "different pairs: are these classes?"
        )
    whole = columns.weight is not None and not (
        schema[columns.weight].is_float() or schema[columns.weight].is_decimal()
    )
    return [_group(row, columns, whole) for row in fetched.iter_rows(named=True)]


def _group(row: Mapping[str, Any], columns: _Columns, whole: bool) -> _Group:
    by = tuple(plain(row[f"{_BY}{k}"]) for k in range(len(columns.by)))
    keys = {columns.true: row[_TRUE], columns.pred: row[_PRED]}
    keys |= dict(zip(columns.by, by, strict=True))
    missing = [column for column, value in keys.items() if is_missing(value)]
    rows = int(row[_ROWS])
    without, amount = 0, rows
    if columns.weight is not None:
        without = int(row[_MISSING])
        if without < rows:
            where = f"column {columns.weight!r}"
            number_of(row[_LEAST], where)
            if whole and int(row[_MOST]) * rows > _INT64.max:
                raise ValueError(
                    f"{where} may sum to more than 63 bits hold: make it one of floats"
                )
            amount = number_of(row[_SUM], where)
    return _Group(row[_TRUE], row[_PRED], by, rows, without, amount, missing)


def _check_missing(groups: list[_Group], columns: _Columns, dropna: bool) -> None:
    if not groups:
        raise ValueError("frame is empty: there is nothing to count")
    without: dict[str, int] = {}
    for group in groups:
        for column in group.missing:
            without[column] = without.get(column, 0) + group.rows
        if columns.weight is not None and group.without:
            without[columns.weight] = without.get(columns.weight, 0) + group.without
    if without and not dropna:
        each = ", ".join(f"{n} in {column!r}" for column, n in without.items())
        total = sum(group.rows for group in groups)
        raise ValueError(
            f"of {total} rows some have a missing value ({each}): leave them out with "
            "dropna=True, or give them a class"
        )


def _brought(frame: Any, schema: Any, true: str, pred: str) -> Sequence[Any] | None:
    """The order that the types of the columns bring, if they do."""
    found = {c: _order_brought(frame, schema[c], c) for c in (true, pred)}
    for column, order in found.items():
        if order is None and type(schema[column]).__name__ == "Categorical":
            raise ValueError(
                f"column {column!r} is a Categorical without order: pass labels=, or "
                "make it ordered (in polars, an Enum)"
            )
    ordered = {repr(c): order for c, order in found.items() if order is not None}
    return same_order(ordered) if ordered else None


def _order_brought(frame: Any, kind: Any, column: str) -> list[Any] | None:
    if type(kind).__name__ == "Enum":
        return list(kind.categories)
    native = frame.to_native()
    pa = sys.modules.get("pyarrow")
    if pa is not None and isinstance(native, pa.Table):
        of_arrow = native.schema.field(column).type
        if pa.types.is_dictionary(of_arrow) and of_arrow.ordered:
            chunks = native.column(column).unify_dictionaries().chunks
            return chunks[0].dictionary.to_pylist() if chunks else []
    return None


def _rank(orders: list[list[Any] | None]) -> Any:
    """What groups are sorted by: the orders that columns bring, else their values."""

    def place(value: Any, order: list[Any] | None) -> tuple[Any, ...]:
        if order is not None:
            return (order.index(value),)
        number = isinstance(value, int | float)
        return (not number, value if number else str(value))

    return lambda group: [*map(place, group, orders)]
