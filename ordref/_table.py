"""The table of `ordref.evaluate`: a DataFrame that is pasted with symbols and arrows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from ._reports import Cell, Sheet, Symbol, latex, markdown, symbol
from ._rows import ROWS

_OF_ONE = ("symbol", "value", "least", "greatest", "better", "status")
_AROUND = ("standard_error", "low", "high")


class Table(pd.DataFrame):
    """A DataFrame with the texts that people paste."""

    @property
    def _constructor(self) -> Callable[..., Table]:
        return Table

    def to_latex(self, digits: int = 3, **others: Any) -> str:  # type: ignore[override]
        r"""The table as a tabular; it needs ``\usepackage{booktabs}``."""
        return latex(sheet_of(self), _checked("to_latex", digits, others))

    def to_markdown(self, digits: int = 3, **others: Any) -> str:  # type: ignore[override]
        """The table in Markdown."""
        return markdown(sheet_of(self), _checked("to_markdown", digits, others))


def _checked(name: str, digits: Any, others: dict[str, Any]) -> int:
    """How many digits, if nothing is asked for that pandas has under this name."""
    for other in others:
        raise ValueError(
            f"{name} takes digits=, not {other}=: for the one of pandas, which knows "
            f"neither symbols nor arrows, pandas.DataFrame(table).{name}({other}=...)"
        )
    if (
        not isinstance(digits, int | np.integer)
        or isinstance(digits, bool)
        or digits < 0
    ):
        raise ValueError(
            f"digits must be a whole number, not {digits!r}: for a file, "
            f"Path(...).write_text(table.{name}())"
        )
    return int(digits)


def sheet_of(table: pd.DataFrame) -> Sheet:
    r"""What a table says, in the form of a paper.

    Examples
    --------
    >>> from ordref import evaluate
    >>> sheet_of(evaluate([[4, 1], [0, 5]], measures=["mae"])).rows
    [[Symbol(tex='\\mathrm{MAE}', arrow='\\downarrow'), 'mean absolute error', 0.1, '0 to 1']]
    """
    if set(_OF_ONE) <= set(table.columns) and set(table.index) <= set(ROWS):
        return _of_one_matrix(table)
    first = "" if table.index.name is None else str(table.index.name)
    rows = [
        [_label(name), *map(_cell, row)]
        for name, row in zip(table.index, table.to_numpy(dtype=object), strict=True)
    ]
    return Sheet([first, *map(_label, table.columns)], rows)


def _of_one_matrix(table: pd.DataFrame) -> Sheet:
    around = {"low", "high"} <= set(table.columns)
    others = [k for k, c in enumerate(table.columns) if c not in (*_OF_ONE, *_AROUND)]
    rows: list[list[Cell]] = []
    own = table.iloc[:, others].to_numpy(dtype=object)
    for (name, row), more in zip(table.iterrows(), own, strict=True):
        cells: list[Cell] = [symbol(str(name)), ROWS[str(name)].title]
        cells.append(float(row["value"]))
        if around:
            cells += [float(row["low"]), float(row["high"])]
        ends = f"{row['least']:.4g} to {row['greatest']:.4g}"
        not_computed = row["status"] == "not computed"
        cells.append("not computed, in " * not_computed + ends)
        rows.append([*cells, *map(_cell, more)])
    head: list[Cell] = ["", "measure", "value", *["from", "to"] * around, "range"]
    return Sheet([*head, *map(_label, table.columns[others])], rows)


def _label(name: Any) -> Symbol | str:
    if isinstance(name, str) and name in ROWS:
        return symbol(name)
    return ", ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def _cell(value: Any) -> Cell:
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        return str(value)
    return value if isinstance(value, int) else float(value)
