"""The names of rows and columns, in frames of any library."""

from __future__ import annotations

import itertools
import re
import sys
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .entries import listed, numbers_in, plain


def column_names(table: Any) -> list[Any] | None:
    """The names of the entries along the last axis; None where they are only numbered.

    Examples
    --------
    >>> import pandas as pd
    >>> column_names(pd.DataFrame([[0.5, 0.5]], columns=["low", "high"]))
    ['low', 'high']
    >>> column_names(pd.DataFrame([[0.5, 0.5]]))
    """
    # In pyarrow the columns are arrays.
    names = getattr(table, "column_names", getattr(table, "columns", None))
    if names is None and hasattr(table, "coords") and hasattr(table, "dims"):
        names = table.coords.get(table.dims[-1])  # xarray
    if names is None and hasattr(table, "iloc"):
        names = getattr(table, "index", None)  # a Series, such as a row of a frame
    if names is None:
        names = getattr(table, "_fields", None)  # a row of itertuples
    if names is None:
        return None
    numbered = type(names).__name__ == "RangeIndex"
    names = [plain(name) for name in getattr(names, "values", names)]
    # The names that pandas and polars give by default.
    default = [k if numbered else f"column_{k}" for k in range(len(names))]
    return None if names == default else names


def table_of(name: str, data: Any, classes: list[Any] | None = None) -> Any:
    """The numbers of a table whose rows and columns have the same names, in class order.

    If ``classes``, the names in another table, are given, the names must equal them. A table
    without names is returned as it is, and for a list of tables the list of their numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> table_of("cm", pd.DataFrame([[1, 2], [3, 4]], index=[1, 2], columns=[2, 1]))
    Traceback (most recent call last):
    ...
    ValueError: the rows of cm, [1, 2], and its columns, [2, 1], must be the same classes \
in the same order: reindex both, with fill_value=0
    """
    if is_list_of_frames(data):
        named = classes_in(data)
        for table in data:
            check_alike(name, classes_in(table), named, "the others")
        return [table_of(name, table, classes) for table in data]
    if isinstance(data, np.ndarray) or not has_columns(type(data)):
        return data
    pd = sys.modules.get("pandas")
    if pd is not None and isinstance(data, pd.DataFrame):
        beside = "labels" if name == "loss" else "cm"
        check_alike(name, classes_in(data), classes, beside)
        return _of_pandas(name, data, pd, classes is not None)
    if columns := column_names(data):
        raise ValueError(
            f"{name} is a {type(data).__name__} that names its columns, "
            f"{listed(columns)}, but not its rows: give np.asarray({name}) if both are the "
            "classes in their order; from_frame counts labels"
        )
    return data


def classes_in(table: Any) -> list[Any] | None:
    """The names of the rows of a pandas frame, or of the first frame of a list that has some.

    None where the rows are only numbered.

    Examples
    --------
    >>> import pandas as pd
    >>> classes_in(pd.DataFrame([[1]], index=["low"])), classes_in([[1]])
    (['low'], None)
    """
    if is_list_of_frames(table):
        return next((c for c in map(classes_in, table) if c is not None), None)
    pd = sys.modules.get("pandas")
    if pd is None or not isinstance(table, pd.DataFrame):
        return None
    return None if isinstance(table.index, pd.RangeIndex) else list(table.index)


def check_alike(
    name: str, own: list[Any] | None, others: list[Any] | None, other_table: str
) -> None:
    """Refuse a table whose row names differ from the row names of another table.

    Examples
    --------
    >>> check_alike("cost", ["low", "high"], None, "cm")
    >>> check_alike("cost", ["high", "low"], ["low", "high"], "cm")
    Traceback (most recent call last):
    ...
    ValueError: the rows of cost are ['high', 'low'], and those of cm ['low', 'high']: give both \
the same classes in the same order
    """
    if own is not None and others is not None and own != others:
        raise ValueError(
            f"the rows of {name} are {listed(own)}, and those of {other_table} "
            f"{listed(others)}: give both the same classes in the same order"
        )


def is_list_of_frames(tables: Any) -> bool:
    """Whether this is a list of frames, or a list of such lists.

    Examples
    --------
    >>> is_list_of_frames([[1, 2], [3, 4]])
    False
    """
    if not isinstance(tables, list | tuple) or not tables:
        return False
    return any(map(has_columns, {*map(type, tables)})) or is_list_of_frames(tables[0])


def check_paired(**arguments: Any) -> None:
    """Refuse arguments that are paired by position if their indexes pair them otherwise.

    That is, Series or frames whose indexes hold the same names in another order. An index
    that only numbers the rows, or has other names, is ignored.

    Examples
    --------
    >>> import pandas as pd
    >>> check_paired(y_true=pd.Series([1, 2], [8, 9]), y_pred=pd.Series([2, 1], [9, 8]))
    Traceback (most recent call last):
    ...
    ValueError: y_true and y_pred are paired by position, but their indexes hold the same \
names in another order: align them, y_pred.reindex(y_true.index)
    """
    pd = sys.modules.get("pandas")
    if pd is None:
        return
    indexes = {
        name: argument.index
        for name, argument in arguments.items()
        if isinstance(argument, pd.Series | pd.DataFrame)
    }
    for (first, index), (name, other) in itertools.combinations(indexes.items(), 2):
        numbered = any(i.equals(pd.RangeIndex(len(i))) for i in (index, other))
        if numbered or len(index) != len(other) or index.equals(other):
            continue
        if index.is_unique and other.is_unique and index.isin(other).all():
            raise ValueError(
                f"{first} and {name} are paired by position, but their indexes hold the "
                f"same names in another order: align them, {name}.reindex({first}.index)"
            )


def are_predictions(name: Any) -> bool:
    """Whether a name says that something is predicted.

    Examples
    --------
    >>> are_predictions("y_pred"), are_predictions("predator")
    (True, False)
    """
    words = re.split(r"[^a-z]+", str(name).casefold())
    return not {"pred", "preds", "ypred"}.isdisjoint(words) or any(
        word.startswith(("predict", "ypredict")) for word in words
    )


def fault_of_order(names: list[Any]) -> str | None:
    """Why names may not be all classes in order: "gaps" or "alphabet"; None if they may be.

    Examples
    --------
    >>> fault_of_order(["high", "low"]), fault_of_order(["1", "2", "3"])
    ('alphabet', None)
    """
    if all(isinstance(c, str) and c.isdecimal() for c in names):
        names = [int(c) for c in names]
    if all(isinstance(c, Real) and c == c // 1 for c in names):
        steps = {int(after) - int(c) for c, after in itertools.pairwise(names)}
        return None if steps <= {1} or steps <= {-1} else "gaps"
    return "alphabet" if len(names) > 1 and names == sorted(names, key=str) else None


def has_columns(kind: type) -> bool:
    """Whether a type has columns as data frames do, and not as a method, like database rows.

    Examples
    --------
    >>> has_columns(list)
    False
    """
    names = ("columns", "column_names", "coords")
    return not all(callable(getattr(kind, name, len)) for name in names)


def _of_pandas(name: str, frame: Any, pd: Any, ordered: bool) -> NDArray[Any]:
    """The numbers of a DataFrame, if its rows and columns are all classes in order."""
    classes = _classes_of_both_sides(name, frame)
    numbers = _numbers_of(name, frame, pd)
    if ordered or _in_order_of_categories(name, frame, pd):
        return numbers
    shown = listed(classes)
    wrong = {
        "totals": "ends in totals: leave them out (margins=False in crosstab)",
        "gaps": f"has the classes {shown}, which are not consecutive: reindex rows and "
        "columns over all classes, with fill_value=0",
        "alphabet": f"has the classes {shown} in the order of the alphabet, as a crosstab "
        "makes it: reindex rows and columns in class order, or pass "
        f"{name}.to_numpy() if this is the class order",
    }
    if fault := (
        fault_of_class_order(classes, numbers)
        if name == "cm"
        else fault_of_order(classes)
    ):
        raise ValueError(f"{name} {wrong[fault]}")
    return numbers


def _classes_of_both_sides(name: str, frame: Any) -> list[Any]:
    rows, columns = list(frame.index), list(frame.columns)
    if are_predictions(frame.index.name) and not are_predictions(frame.columns.name):
        raise ValueError(
            f"the rows of {name} are called {frame.index.name!r}: true classes are in rows and "
            f"predicted ones in columns; give {name}.T"
        )
    if rows != columns:
        scales = (
            "; if they are two scales, the coefficients of pairs, such as kendall_tau_b, take "
            f"{name}.to_numpy()"
        )
        raise ValueError(
            f"the rows of {name}, {listed(rows)}, and its columns, {listed(columns)}, must be "
            "the same classes in the same order: reindex both, with fill_value=0"
            + scales
            * {*rows}.isdisjoint(columns)
        )
    if len(set(rows)) != len(rows):
        raise ValueError(f"{name} has a class twice: {listed(rows)}")
    return rows


def _numbers_of(name: str, frame: Any, pd: Any) -> NDArray[Any]:
    is_numeric = pd.api.types.is_numeric_dtype
    if all(is_numeric(dtype) and dtype.kind != "c" for dtype in frame.dtypes):
        with np.errstate(over="ignore"):  # an infinity is found in the mass
            frame = frame.astype(np.float64)  # pandas' Int64 as well
    return numbers_in(name, frame.to_numpy())


def _in_order_of_categories(name: str, frame: Any, pd: Any) -> bool:
    """Whether the names are categories; these must be ordered, and all must be present."""
    for index in (frame.index, frame.columns):
        if isinstance(index.dtype, pd.CategoricalDtype):
            if not index.ordered:
                raise ValueError(
                    f"the categories of {name} have no order: make them ordered"
                )
            if list(index) != list(index.categories):
                raise ValueError(
                    f"{name} leaves out or reorders some of {listed(list(index.categories))}: "
                    "make the table with dropna=False"
                )
            return True
    return False


def fault_of_class_order(names: list[Any], n: NDArray[Any]) -> str | None:
    """Why names may not be all classes in order: "totals", "gaps" or "alphabet"; else None.

    Examples
    --------
    >>> fault_of_class_order(["high", "low"], np.eye(2))
    'alphabet'
    """
    if names[-1:] == ["All"] or (len(names) > 2 and _ends_in_totals(n)):
        return "totals"
    return fault_of_order(names)


def _ends_in_totals(n: NDArray[Any]) -> bool:
    inner = n[:-1, :-1]
    rows, columns, N = inner.sum(axis=1), inner.sum(axis=0), inner.sum()
    return bool((n[:-1, -1] == rows).all() and (n[-1] == [*columns, N]).all() and N > 0)
