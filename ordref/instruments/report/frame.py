"""The table of `ordref.evaluate`: a DataFrame that can be pasted with symbols and arrows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ...matrices.entries import check_whole
from ..catalogue.on_request import ROWS
from ..uncertainty.paired import difference
from ..uncertainty.results import by_holm
from ..uncertainty.two_classifiers import paired_sample
from .rows import Row, WithInterval
from .sheet import Cell, Sheet, latex, markdown
from .values import Intervals, checked_names

_OF_ONE = ("symbol", "value", "least", "greatest", "better", "status")
_INTERVAL_COLUMNS = ("standard_error", "low", "high")
# The columns of each measure in a table of models with intervals.
_THREE = ("value", "low", "high")
_COMPARED = ("value", "versus", "difference", "standard_error", "low", "high")


class Table(pd.DataFrame):
    """A DataFrame that is written in LaTeX and Markdown as a paper prints it."""

    @property
    def _constructor(self) -> Callable[..., Table]:
        return Table

    def to_latex(self, digits: int = 3, **others: Any) -> str:  # type: ignore[override]
        r"""The table as a tabular of LaTeX; it needs ``\usepackage{booktabs}``."""
        return self._pasted("to_latex", latex, digits, others)

    def to_markdown(self, digits: int = 3, **others: Any) -> str:  # type: ignore[override]
        """The table in Markdown."""
        return self._pasted("to_markdown", markdown, digits, others)

    def _pasted(self, name: str, write: Any, digits: Any, others: Any) -> str:
        """The text, unless an option is given that only the method of pandas has."""
        for other in others:
            raise ValueError(
                f"{name} takes digits=, not {other}=: the method of pandas, without symbols "
                f"and arrows, is pandas.DataFrame(table).{name}({other}=...)"
            )
        try:
            check_whole("digits", digits, 0)
        except ValueError as error:
            file = f"for a file, Path(...).write_text(table.{name}())"
            raise ValueError(f"{error}; {file}") from None
        return f"{write(sheet_of_frame(self), digits)}{self.attrs.get('note', '')}"


def of_one_matrix(rows: Sequence[Row], blind: bool) -> Table:
    """A row for each measure; with intervals, three more columns."""
    table = {}
    for row in rows:
        (entry,), measure = row.entries, row.measure
        ends = entry.within or (measure.least, row.greatest)
        cells = (measure.symbol, entry.value, *ends, measure.better, entry.status)
        table[measure.name] = dict(zip(_OF_ONE, cells, strict=True))
        if entry.interval is not None:
            table[measure.name] |= {c: getattr(entry.interval, c) for c in _INTERVAL_COLUMNS}
        if blind:
            table[measure.name]["blind_to"] = measure.blind
    return Table([*table.values()], index=pd.Index([*table], name="measure"))


def of_matrices(values: dict[str, Any], intervals: Intervals | None, index: Any) -> Table:
    """A row for each matrix; for each measure a column, or three with intervals."""
    columns: dict[Any, Any] = {name: np.ravel(value) for name, value in values.items()}
    if intervals is not None:
        columns = {
            (name, part): value
            if part == "value"
            else np.array([getattr(by_name[name], part) for by_name in intervals], float)
            for name, value in columns.items()
            for part in _THREE
        }
    return Table(columns, index=index)


def compared(
    y_true: Any, y_pred: Any, names: Any, versus: Any, *, labels: Any, level: float, adjust: Any
) -> Table:
    """A row for each other model and each measure: the difference from the model named.

    The models were checked by `models_of`; ``adjust`` says how p-values are adjusted.

    Examples
    --------
    >>> models = {"svm": [1, 1, 2], "forest": [1, 2, 2]}
    >>> options = {"labels": [1, 2], "level": 0.95, "adjust": None}
    >>> table = compared([1, 2, 2], models, ["mae"], "svm", **options)
    >>> table.loc[("forest", "mae"), ["value", "versus", "pvalue"]].round(3).tolist()
    [0.0, 0.333, 1.0]
    """
    models = y_pred if isinstance(y_pred, Mapping) else ()
    if versus not in [*models] or len(models) < 2 or adjust not in (None, "holm"):
        raise ValueError(
            "to compare models give y_true, a dict y_pred of several and one of its names, "
            f"not versus={versus!r}; and adjust='holm', or nothing, not {adjust!r}"
        )
    differences = {
        (model, name): difference(ROWS[name], sample, level=level, rng=0)
        for model in y_pred
        if model != versus
        for sample in [paired_sample(y_true, y_pred[model], y_pred[versus], labels=labels)]
        for name in checked_names(names)
        if names is not None or not ROWS[name].searches
    }
    differences, note = by_holm(differences) if adjust else (differences, "p not adjusted")
    cells = [(*result.values, *result, result.exact) for result in differences.values()]
    columns = [*_COMPARED, f"pvalue_{adjust}" if adjust else "pvalue", "exact"]
    table = Table(cells, pd.MultiIndex.from_tuples(differences), columns)
    table.index.names, table.attrs["note"] = ["model", "measure"], f"\n\n{note}"
    return table


def sheet_of_frame(table: pd.DataFrame) -> Sheet:
    """The cells of a table as a paper prints them.

    Examples
    --------
    >>> from ordref import evaluate
    >>> sheet_of_frame(evaluate([[4, 1], [0, 5]], measures=["mae"])).rows[0][1:]
    ['mean absolute error', 0.1, '0 to 1']
    """
    if set(_OF_ONE) <= set(table.columns) and set(table.index) <= set(ROWS):
        return _of_one_matrix(table)
    if table.index.nlevels == 2 and _starts(table.index):  # it is transposed
        turned = sheet_of_frame(table.T)
        head, *rows = map(list, zip(turned.head, *turned.rows, strict=True))
        return Sheet(head, rows)
    return _of_models(table)


def _of_one_matrix(table: pd.DataFrame) -> Sheet:
    around = {"low", "high"} <= set(table.columns)
    numbers = ["value", *["low", "high"] * around]
    others = [k for k, c in enumerate(table.columns) if c not in (*_OF_ONE, *_INTERVAL_COLUMNS)]
    rows: list[list[Cell]] = []
    own = table.iloc[:, others].to_numpy(dtype=object)
    for (name, row), more in zip(table.iterrows(), own, strict=True):
        measure = ROWS[str(name)]
        cells: list[Cell] = [measure, measure.title, *(float(row[c]) for c in numbers)]
        ends = f"{row['least']:.4g} to {row['greatest']:.4g}"
        not_computed = row["status"] == "not computed"
        cells.append("not computed, in " * not_computed + ends)
        rows.append([*cells, *map(_cell, more)])
    head: list[Cell] = ["", "measure", "value", *["from", "to"] * around, "range"]
    return Sheet([*head, *map(_label, table.columns[others])], rows)


def _starts(columns: pd.Index) -> list[int]:
    """The positions of columns with a value that its two ends follow."""
    pairs = columns.tolist() if columns.nlevels == 2 else []
    return [
        k
        for k, (name, _) in enumerate(pairs)
        if pairs[k : k + 3] == [(name, part) for part in _THREE]
    ]


def _of_models(table: pd.DataFrame) -> Sheet:
    """One cell for a value and its interval; other columns stay as they are."""
    head: list[Cell] = ["" if table.index.name is None else str(table.index.name)]
    rows: list[list[Cell]] = [[_label(name)] for name in table.index]
    entries, k, starts = table.to_numpy(dtype=object), 0, _starts(table.columns)
    while k < len(table.columns):
        three, name = k in starts, table.columns[k]
        alone = three or (bool(starts) and name[1] == "")
        head.append(_label(name[0] if alone else name))
        for row, numbers in zip(rows, entries[:, k : k + 3], strict=True):
            row.append(WithInterval(*map(float, numbers)) if three else _cell(numbers[0]))
        k += 3 if three else 1
    return Sheet(head, rows)


def _label(name: Any) -> Cell:
    if isinstance(name, str) and name in ROWS:
        return ROWS[name]
    return ", ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def _cell(value: Any) -> Cell:
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        return str(value)
    return value if isinstance(value, int) else float(value)
