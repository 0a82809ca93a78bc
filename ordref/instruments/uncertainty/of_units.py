"""Intervals of coefficients of raters by the jackknife, once for all units with equal ratings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.ratings import ByRating, ByUnit, Ratings
from ...measures.agreement import conger_kappa, conger_of
from ..catalogue.measure import Measure
from ..catalogue.on_request import is_by_unit, value_of_ratings
from . import arguments, ends
from .arguments import Floats
from .measured import Measured
from .results import Interval
from .sample import is_constant
from .single import delta_ends, interval

# Numbers in the tables of a block of units.
_BLOCK = 1 << 22
# Cells of units by raters, for Conger's kappa of which each kind of unit is found.
_MOST_CELLS = 1 << 28

# A smaller share than this of the table's content is due to rounding.
_ROUNDED = 1e-13
# The value of the ratings without (or with more of) some of each kind of unit.
_Without = Callable[[float], Floats]


def intervals_of_raters(
    ratings: Ratings, rows: Mapping[str, Measure], level: float
) -> dict[str, Interval]:
    """The results of `interval` with each unit as a cluster, computed once for each kind of unit.

    Units with the same ratings are of one kind: they change a coefficient equally. ``nan`` if
    there is only one unit, or if the value is undefined.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> from ordref.instruments.catalogue.on_request import RATER_ROWS
    >>> ratings = from_ratings([[1, 1, 2], [2, 2, None], [3, 3, 3], [1, 2, 2]] * 5)
    >>> found = intervals_of_raters(ratings, RATER_ROWS, 0.95)["krippendorff_alpha_ordinal"]
    >>> [round(x, 3) for x in found]
    [0.673, 0.169, 0.168, 0.898]
    """
    arguments.check_level(level)
    G = len(ratings.counts)
    if G > 1:
        arguments.warn_of_few(G, "units")
    kinds, times = _kinds(ratings.counts)
    conger = [row for row in rows.values() if row.function is conger_kappa]
    by_rater = None
    if conger and ratings.knows_raters and G * len(ratings.by_rater) <= _MOST_CELLS:
        by_rater = _kinds(by_rater_and_unit(ratings))
    intervals = {}
    for name, row in rows.items():
        by_person = row.function is conger_kappa
        known = ratings.knows_raters or not by_person
        value = value_of_ratings(row, ratings) if known else math.nan
        if G < 2 or math.isnan(value) or (by_person and by_rater is None):
            intervals[name] = Interval(value, *3 * (math.nan,), "jackknife")
        elif by_rater is not None and by_person:
            value_with = partial(_with_raters, ratings, row, *by_rater)
            intervals[name] = _interval_of_units(
                ratings, row, value, by_rater[1], value_with, level
            )
        else:
            value_with = partial(_with_tables, row, kinds, times)
            intervals[name] = _interval_of_units(ratings, row, value, times, value_with, level)
    return intervals


def _kinds(rows: NDArray[Any]) -> tuple[NDArray[Any], Floats]:
    """The different rows, and how often each occurs."""
    base, columns = int(rows.max()) + 1, rows.shape[1]
    if base**columns < 2**62:  # a row is then a number, and numbers are sorted fast
        key = rows @ base ** np.arange(columns, dtype=np.int64)
        _, first, times = np.unique(key, return_index=True, return_counts=True)
        return rows[first], times.astype(np.float64)
    kinds, times = np.unique(rows, axis=0, return_counts=True)
    return kinds, times.astype(np.float64)


def by_rater_and_unit(ratings: Ratings) -> NDArray[np.int64]:
    """The class of each rating by its position, from 1; 0 for a gap. Shape (units, raters)."""
    units, raters, place = ratings.rated
    classes = np.zeros((units.max() + 1, raters.max() + 1), np.int64)
    classes[units, raters] = place + 1
    return classes


def _with_tables(row: Measure, n: NDArray[Any], times: Floats, step: float) -> Floats:
    """For each kind, the value with `step` more units of it; ``nan`` where no unit is left."""
    view = ByUnit if is_by_unit(row) else ByRating
    blocks = [
        np.asarray(row(tables.view(view))) for _, tables in _tables(n, times, view is ByUnit, step)
    ]
    return np.concatenate(blocks)


def _with_raters(
    ratings: Ratings, row: Measure, by_unit: NDArray[Any], times: Floats, step: float
) -> Floats:
    """`_with_tables` for Conger's kappa: units are of one kind if each rater rates them equally."""
    K = len(ratings.classes)
    chosen = (by_unit[:, :, None] == np.arange(1, K + 1)).astype(np.float64)
    whole = np.einsum("u,urk->rk", times, chosen)
    blocks = [
        conger_of(tables, whole + step * chosen[block], row.options["weights"])
        for block, tables in _tables(chosen.sum(axis=1), times, True, step)
    ]
    return np.concatenate(blocks)


def _tables(
    n: NDArray[Any], times: Floats, by_unit: bool, step: float
) -> Iterator[tuple[slice, Floats]]:
    """For each kind, the table of all units with `step` more units of it, in blocks."""
    n, K = n.astype(np.float64), n.shape[1]
    m = n.sum(axis=1)
    weight = 1 / ((m if by_unit else 2) * (m - 1))
    total: Floats = np.einsum("u,ur,uc->rc", times * weight, n, n, optimize=True)
    total -= np.diag((times * weight) @ n)
    for k in range(0, len(n), size := max(1, _BLOCK // K**2)):
        block = slice(k, k + size)
        pairs = n[block, :, None] * (n[block, None, :] - np.eye(K))
        own = weight[block, None, None] * pairs
        # What is left of no rating may be below 0 by rounding.
        rest = np.maximum(total + step * own, 0)
        yield block, np.where(rest < _ROUNDED * total, 0, rest)


def _interval_of_units(
    ratings: Ratings, row: Measure, value: float, times: Floats, value_with: _Without, level: float
) -> Interval:
    """The interval by the jackknife, or, if the value never varies, by an unseen kind of unit."""
    change = value - value_with(-1.0)
    if (undefined := np.isnan(change)).any():
        change = np.where(undefined, value_with(1.0) - value, change)
    se, low, high = ends_of_units(row, len(ratings.classes), value, change, times, level)
    if not is_constant(value, se, low, high, "jackknife"):
        return Interval(value, se, low, high, "jackknife")
    try:
        return interval(row, ratings, level=level, sampling="clusters")
    except ValueError:  # too many tables to hold
        return Interval(value, 0.0, math.nan, math.nan, "unseen cell")


def ends_of_units(
    row: Measure, K: int, value: float, change: Floats, times: Floats, level: float
) -> tuple[float, float, float]:
    """The standard error and both ends, from what each kind of unit adds and how often it occurs.

    Examples
    --------
    >>> from ordref.instruments.catalogue.on_request import RATER_ROWS
    >>> row = RATER_ROWS["weighted_pi_linear"]
    >>> ends_of_units(row, 3, 0.5, np.zeros(4), np.ones(4), 0.95)
    (0.0, 0.5, 0.5)
    """
    G = float(times.sum())
    change = np.nan_to_num(change)
    spread = change - (times * change).sum() / G
    se = math.sqrt((G - 1) / G * float((times * spread**2).sum()))
    reach = se * ends.student(level, G - 1)
    measured = Measured(lambda _: _, lambda _: _, row)
    low, high = delta_ends(measured, K, np.array(value), np.array(reach))
    return se, float(low), float(high)
