"""A measure, given by name or as a function, with its slope."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...matrices.checked import Checked
from ...matrices.entries import warn
from ...matrices.ratings import MOST_NUMBERS, ByRating, ByUnit, Ratings
from ...measures.agreement import conger_kappa, conger_of, krippendorff_alpha
from ..catalogue.measure import Measure
from ..catalogue.on_request import ON_REQUEST, RATER_ROWS, is_by_unit
from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import advice_on_forecasts, advice_on_name, forecast_score
from .arguments import Floats, Sampling, counts
from .slopes import SLOPES, by_differences

# Longer resampling than so many seconds is preceded by a warning.
PATIENCE = 300
# Measures that are computed class by class: a class more, however rare, is a part more.
BY_CLASS = ("minimum_sensitivity", "balanced_accuracy", "geometric_mean_sensitivity",
            "macro_recall", "amae", "amse", "mmae", "uoc")  # fmt: skip
KNOWN = MEASURES | ON_REQUEST | RATER_ROWS


class Measured(NamedTuple):
    """A measure: its values on stacks, its slope, and what the catalogue says of it."""

    values: Callable[[Any], Floats]
    slope: Callable[[Floats], Floats]
    row: Measure | None

    @property
    def name(self) -> str:
        return "" if self.row is None else self.row.name


def as_measure(measure: Any, cm: Any = None) -> Measured:
    """The measure of this name, or this function; a function of ratings gets ratings."""
    row = _row_of(measure)
    function = measure if row is None else row
    counted_by = cm.each if isinstance(cm, Ratings) else None
    if counted_by is None and _function_of(function) is krippendorff_alpha:
        counted_by = "rating"  # alpha of counts that are whole has a slope between whole numbers

    # A function of the catalogue need not check tables that were made from checked ones.
    is_ours = row is not None and row is KNOWN.get(row.name)

    def values(stack: Any) -> Floats:
        # A function may change its argument, keep it, or return a part of it.
        own: Any = np.array(stack)
        if is_ours:
            own = Checked(own, counted_by)
        elif counted_by is not None:
            own = own.view(ByUnit if counted_by == "unit" else ByRating)
        result = np.array(function(own), dtype=np.float64)
        if result.shape != stack.shape[:-2]:
            raise ValueError(
                f"measure must return one number for each matrix of a stack: for shape "
                f"{stack.shape} it returned shape {result.shape}"
            )
        return result

    def smooth(stack: Floats) -> Floats:
        try:
            return values(stack)
        except ValueError as error:
            raise ValueError(
                f"the slope of measure needs its values for stacks of matrices with fractional "
                f"counts ({error}): use interval with method='bca' instead"
            ) from error

    if isinstance(cm, Ratings):
        function(cm)  # most measures refuse ratings
        values(np.asarray(cm)[None])  # raises what the slope would not
    # A measure of the catalogue need not have a slope of its own.
    slope = SLOPES.get(row.name if row else "", partial(by_differences, smooth))
    return Measured(values, slope, row)


def of_sample(measure: Any, cm: Any, sampling: Sampling) -> tuple[Measured, Floats]:
    """The measure, and the tables that are sampled.

    For Conger's kappa the ratings of each rater by class follow as rows below those of a unit.
    """
    function = conger_kappa if measure == "conger_kappa" else measure
    row = RATER_ROWS.get(measure if isinstance(measure, str) else "") or measure
    if isinstance(row, Measure) and row.name in RATER_ROWS and isinstance(cm, Ratings):
        cm = replace(cm, each="unit" if is_by_unit(row) else "rating")
    if isinstance(row, Measure) and row.function is conger_kappa:
        function = partial(conger_kappa, **row.options)
    if _function_of(function) is not conger_kappa:
        return as_measure(measure, cm), counts(cm, sampling)
    function(cm)  # refuses what does not say who rated
    n, raters = counts(cm.by_unit, sampling), cm.tabulated(0, 1)
    K, R = len(cm.classes), raters.shape[1]
    weights = getattr(function, "keywords", {}).get("weights", "linear")
    if len(n) * (K + R) ** 2 > MOST_NUMBERS:
        raise ValueError(f"{R:,} raters of {len(n):,} units are too many to resample")

    def values(stack: Any) -> Floats:
        return conger_of(stack[..., :K, :], stack[..., K:, :], weights)

    slope = partial(by_differences, values)
    kind = weights if isinstance(weights, str) else "linear"
    row = RATER_ROWS[f"conger_kappa_{kind}"]
    return Measured(values, slope, row), np.concatenate([n, raters], axis=1)


def _function_of(measure: Any) -> Any:
    """The function itself, without the options of a `partial` or of a row."""
    return getattr(measure, "func", getattr(measure, "function", measure))


def _row_of(measure: Any) -> Measure | None:
    if isinstance(measure, Measure):
        if measure is KNOWN.get(measure.name):
            return measure
        # Its function or options differ: formulas for the name do not apply.
        return replace(measure, name=f"the {measure.name} given")
    if isinstance(measure, str):
        if measure in KNOWN:
            return KNOWN[measure]
        if forecast_score(measure):
            raise ValueError(advice_on_forecasts(measure, sure=True))
        raise ValueError(f"no measure is called {measure!r}{advice_on_name(measure, KNOWN)}")
    if callable(measure):
        same = (m for m in MEASURES.values() if m.function is measure and not m.options)
        return next(same, None)
    raise ValueError(
        "measure must be a name of ordref.catalogue or a function of a stack of "
        f"matrices, not {measure!r}"
    )


def warn_if_long(measure: Measured, tables: Floats, times: int) -> None:
    """Warn if `times` tables like these will take minutes.

    The faster of two calls counts, because the first may import something.
    """
    took = math.inf
    for _ in range(2):
        start = time.perf_counter()
        measure.values(tables)
        took = min(took, (time.perf_counter() - start) / len(tables))
        if took * times < PATIENCE:
            return
    warn(
        f"{measure.name or 'the function'} takes {took:.2g} s for a table like "
        f"this one, and there are {times:,}: that is {took * times / 60:.0f} minutes; "
        "n_resamples sets how many are drawn"
    )
