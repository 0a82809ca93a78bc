"""From a data frame or a database to a confusion matrix.

Counting pairs is one GROUP BY. The engine that has the labels does it, and returns only the
different pairs of classes with their counts.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ..matrices.entries import listed, plain
from .amounts import check_sum, number_of, packed
from .cells import CellCounts, filled, places_in, plain_class, warning_of_absent_classes
from .column import is_missing
from .order import Brought, Order, order_brought

__all__ = ["from_frame"]

# More different pairs than this are not fetched from an engine: they are hardly classes.
MOST_FETCHED = 1_000_000
# What the columns of the grouped frame are called, beside those grouped by.
_WEIGHT, _MISSING, _ROWS = "ordref_weight", "ordref_missing", "ordref_rows"


@overload
def from_frame(
    frame: Any, true: str, pred: str, *, labels: Order = None,
    weight: str | None = None, by: None = None, dropna: bool = False,
) -> NDArray[Any]: ...  # fmt: skip
@overload
def from_frame(
    frame: Any, true: str, pred: str, *, labels: Order = None,
    weight: str | None = None, by: str | Sequence[str], dropna: bool = False,
) -> dict[Any, NDArray[Any]]: ...  # fmt: skip
def from_frame(
    frame: Any,
    true: str,
    pred: str,
    *,
    labels: Order = None,
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    dropna: bool = False,
) -> NDArray[Any] | dict[Any, NDArray[Any]]:
    """The confusion matrix of two columns of a data frame, counted by its own engine.

    Parameters
    ----------
    frame : data frame or lazy frame
        Of any library that narwhals knows: pandas, polars, pyarrow, DuckDB, Dask, PySpark,
        Ibis. A lazy frame is not loaded; its engine counts.
    true, pred : str
        The columns of true and of predicted classes.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`. May be left out where the
        columns bring it, as ordered Categoricals, Enums or ordered dictionaries, and where
        they hold integers: then the classes are those from the smallest to the largest.
    weight : str, keyword-only, optional
        A column of weights to sum, such as the counts of a table that is already counted;
        numbers, as in `confusion_matrix`.
    by : str or list of str, keyword-only, optional
        A column of groups, such as folds: one matrix for each group. With a list of columns,
        such as models and folds, one for each combination that occurs.
    dropna : bool, keyword-only
        Whether to leave out rows in which one of these columns has a missing value.

    Returns
    -------
    ndarray, shape (K, K), or dict
        In int64; for weights that are not integers, in general in float64. With ``by``, a dict
        from each group to its matrix, in the order of the groups, all with the same
        classes, as `evaluate` takes it. With a list of columns each group is a tuple.

    Raises
    ------
    ValueError
        If ``frame`` is not a frame, lacks a column or has no rows; for rows with a missing
        value, unless they are dropped; for a class that is not among ``labels``, or an order
        that is unknown; for weights that are not numbers, negative or infinite, or whose sum
        may exceed 63 bits; for more than a million different pairs.
    ImportError
        If narwhals is not installed.

    Warns
    -----
    UserWarning
        If some groups lack a true class that others have; without ``labels`` as
        `confusion_matrix`.

    Notes
    -----
    The engine returns at most K x K counts for each value of ``by``, so memory does not grow
    with the number of rows.

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
    frame = as_lazy(frame)
    several = isinstance(by, list | tuple)
    if several and not by:
        raise ValueError("by= is empty: name a column, or leave it out")
    groups_by: list[Any] = list(by or ()) if several else [by] * (by is not None)
    keys = [true, pred, *groups_by]
    schema = _checked_schema(frame, keys, weight)
    if weight is not None and type(schema[weight]).__name__ == "Object":
        frame = _with_numbers(frame, weight)
        schema = frame.collect_schema()
    if labels is None:
        labels = order_brought(*(brought(frame, schema[c], c) for c in keys[:2]))
    cells = _cells(list(grouped(frame, schema, keys, weight)), keys, weight, dropna)
    if not cells:
        raise ValueError("frame has no rows to count")
    all_cells = [pair for cell in cells.values() for pair in cell]
    place = places_in(all_cells, (f"column {true!r}", f"column {pred!r}"), labels)
    if by is None:
        return filled(cells[()], place)
    orders = [brought(frame, schema[c], c).categories for c in groups_by]
    matrices = {
        group if several else group[0]: filled(cells[group], place)
        for group in sorted(cells, key=lambda group: [*map(_rank, group, orders)])
    }
    if warning := warning_of_absent_classes(matrices, list(place), by):
        warnings.warn(warning, UserWarning, stacklevel=2)
    return matrices


# The true class, prediction and group of some rows; how many rows these are, and how many
# of them lack a weight; and the sum of the weights.
_Group = tuple[tuple[Any, ...], int, int, Any]


def as_lazy(frame: Any) -> Any:
    try:
        import narwhals as nw
    except ImportError:
        raise ImportError(
            "from_frame reads data frames through narwhals: install ordref[frames]"
        ) from None
    try:
        return nw.from_native(frame).lazy()
    except TypeError:
        raise ValueError(
            "frame must be a data frame of pandas, polars, pyarrow, DuckDB, Dask, PySpark "
            f"or Ibis, not a {type(frame).__name__}; for arrays there is "
            "confusion_matrix(y_true, y_pred)"
        ) from None


def _checked_schema(frame: Any, keys: list[Any], weight: Any) -> Any:
    """The types of the columns, once their names are checked."""
    schema = frame.collect_schema()
    named = [*zip(("true", "pred"), keys, strict=False)]
    named += [("weight", weight)] * (weight is not None)
    named += [("by", column) for column in keys[2:]]
    for name, column in named:
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
    if len({column for _, column in named}) < len(named):
        raise ValueError(
            f"one column is named twice, by {', '.join(f'{n}={c!r}' for n, c in named)}: "
            "give different ones"
        )
    # Objects are checked one by one later.
    if weight is not None and not (
        schema[weight].is_numeric() or type(schema[weight]).__name__ in ("Boolean", "Object")
    ):
        raise ValueError(
            f"column {weight!r} holds {schema[weight]}, which weight= cannot sum: "
            "give a column of numbers"
        )
    return schema


def _with_numbers(frame: Any, weight: str) -> Any:
    """The frame with native numbers in place of Fractions and other objects."""
    import narwhals as nw

    frame = frame.collect()
    place = f"column {weight!r}"
    entries = frame[weight].to_list()
    amounts = [np.nan if is_missing(x) else number_of(x, place) for x in entries]
    numbers = packed(amounts, f"{place} may")
    kind = nw.Float64 if numbers.dtype.kind == "f" else nw.Int64
    column = nw.new_series(weight, numbers, kind, backend=frame.implementation)
    return frame.with_columns(column).lazy()


def grouped(frame: Any, schema: Any, keys: list[str], weight: str | None) -> Iterator[_Group]:
    """The result of one GROUP BY by the engine."""
    import narwhals as nw

    names = {f"ordref_{k}": column for k, column in enumerate(keys)}
    chosen = [nw.col(column).alias(name) for name, column in names.items()]
    aggregates, whole = [nw.len().alias(_ROWS)], False
    if weight is not None:
        kind, values = schema[weight], nw.col(weight)
        missing = values.is_null()
        if kind.is_float():
            missing = missing | values.is_nan()
        # Small integers would overflow, and not every engine takes decimals for numbers.
        whole = not (kind.is_float() or kind.is_decimal())
        if not whole:
            values = values.cast(nw.Float64)
        elif kind not in (nw.UInt64, nw.Int128, nw.UInt128):
            values = values.cast(nw.Int64)
        chosen.append(nw.when(~missing).then(values).alias(_WEIGHT))
        chosen.append(missing.cast(nw.Int64).alias(_MISSING))
        aggregates.append(nw.col(_MISSING).sum())
        for summary in ("sum", "min", "max"):
            aggregates.append(getattr(nw.col(_WEIGHT), summary)().alias(summary))
    grouped = frame.select(*chosen).group_by(*names).agg(*aggregates)
    try:
        fetched = grouped.head(MOST_FETCHED + 1).collect()
    except ModuleNotFoundError as error:
        raise ImportError(
            f"this engine returns counts through {error.name}: install ordref[files]"
        ) from None
    if len(fetched) > MOST_FETCHED:
        raise ValueError(
            f"columns {keys[0]!r} and {keys[1]!r} have more than a million "
            "different pairs: are these classes?"
        )
    for row in fetched.iter_rows(named=True):
        rows = int(row[_ROWS])
        without, amount = 0, rows
        if weight is not None and (without := int(row[_MISSING])) < rows:
            place = f"column {weight!r}"
            number_of(row["min"], place)
            if whole:
                check_sum(int(row["max"]) * rows, f"{place} may")
            amount = number_of(row["sum"], place)
        yield tuple(plain(row[name]) for name in names), rows, without, amount


def _cells(
    groups: list[_Group], keys: list[str], weight: Any, dropna: bool
) -> dict[tuple[Any, ...], CellCounts]:
    """For each group its pairs with their amounts, from rows without missing values."""
    if not groups:
        raise ValueError("frame is empty: there is nothing to count")
    without, cells = Counter[str](), dict[tuple[Any, ...], CellCounts]()
    for key, rows, weightless, amount in groups:
        missing = [c for c, value in zip(keys, key, strict=True) if is_missing(value)]
        without.update(dict.fromkeys(missing, rows))
        if weightless:
            without[weight] += weightless
        if rows > weightless and not missing:
            true, pred, *by = key
            cell = cells.setdefault(tuple(by), {})
            pair = plain_class(keys[0], true), plain_class(keys[1], pred)
            cell[pair] = cell.get(pair, 0) + amount
    if without and not dropna:
        lacking = ", ".join(f"{n} in {column!r}" for column, n in without.items())
        total = sum(rows for _, rows, *_ in groups)
        raise ValueError(
            f"of {total} rows some have a missing value ({lacking}): leave them out with "
            "dropna=True, or give them a class"
        )
    return cells


def brought(frame: Any, kind: Any, column: str) -> Brought:
    """The order of the classes that the type of a column has, if it has one."""
    name, order = f"column {column!r}", None
    native, pa = frame.to_native(), sys.modules.get("pyarrow")
    if type(kind).__name__ == "Enum":
        order = list(kind.categories)
    elif pa is not None and isinstance(native, pa.Table):
        of_arrow = native.schema.field(column).type
        if pa.types.is_dictionary(of_arrow) and of_arrow.ordered:
            chunks = native.column(column).unify_dictionaries().chunks
            order = chunks[0].dictionary.to_pylist() if chunks else []
    unordered = order is None and type(kind).__name__ == "Categorical"
    return Brought(name, order, not unordered)


def _rank(value: Any, order: Sequence[Any] | None) -> tuple[Any, ...]:
    """The key by which groups are sorted: the order of a column's type, else the values."""
    if order is not None:
        return (order.index(value),)
    number = isinstance(value, int | float)
    return (not number, value if number else str(value))
