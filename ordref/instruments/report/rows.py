"""The rows of a table of measures, from which every format is written."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..catalogue.measure import Measure
from ..catalogue.on_request import ROWS
from ..uncertainty.single import Interval
from .values import Intervals, Values


class WithInterval(NamedTuple):
    """A value with the ends of its interval, which are ``nan`` if it has none."""

    value: float
    low: float
    high: float


class Entry(NamedTuple):
    """What was found for one measure and one matrix."""

    value: float
    # Its bounds, if it was not computed.
    within: tuple[float, float] | None
    interval: Interval | None

    @property
    def status(self) -> str:
        if self.within is not None:
            return "not computed"
        return "undefined" if np.isnan(self.value) else "computed"

    @property
    def around(self) -> WithInterval | None:
        if self.interval is None:
            return None
        return WithInterval(self.value, float(self.interval.low), float(self.interval.high))


class Row(NamedTuple):
    """A measure, the upper end of its range, and an entry for each matrix."""

    measure: Measure
    greatest: int
    entries: list[Entry]

    @property
    def range(self) -> str:
        return f"{self.measure.least} to {self.greatest}"


class Findings(NamedTuple):
    """The classes, the matrix of each group (a single one has the name ''), and the rows."""

    classes: list[Any]
    matrices: dict[str, Any]
    rows: list[Row]

    @property
    def with_intervals(self) -> bool:
        return self.rows[0].entries[0].interval is not None


def rows_of_measures(K: int, values: Values, intervals: Intervals | None) -> list[Row]:
    """A row for each measure of matrices of K classes, with intervals if there are any.

    Examples
    --------
    >>> (row,) = rows_of_measures(3, Values({"mae": 0.25}, {}), None)
    >>> row.measure.symbol, row.range, row.entries[0].value, row.entries[0].status
    ('MAE', '0 to 2', 0.25, 'computed')
    """
    rows = []
    for name, computed in values.computed.items():
        measure, value = ROWS[name], np.asarray(computed)
        within = values.not_computed.get(name, {})
        of_measure: list[Any] = [of_matrix[name] for of_matrix in intervals or ()]
        entries = [
            Entry(float(value[place]), within.get(place), interval)
            for place, interval in zip(
                np.ndindex(value.shape), of_measure or [None] * value.size, strict=True
            )
        ]
        rows.append(Row(measure, measure.greatest(K), entries))
    return rows
