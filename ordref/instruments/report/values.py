"""The values of all measures, for matrices or for models by name; with numpy alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...labels.counting import confusion_matrix
from ...labels.order import Order, shared_order
from ...matrices.check import TooLargeError, as_floats
from ...matrices.checked import Checked
from ...matrices.limits import CLASSES_SEARCHED, CLASSES_SEARCHED_WITH_INTERVAL
from ...matrices.names import check_alike, classes_in
from ...matrices.sums import scalar_or_array
from ..catalogue.measure import Measure
from ..catalogue.on_request import ON_REQUEST, ROWS, SCORES
from ..catalogue.panel import LEVEL, REPORT
from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import advice_on_forecasts, advice_on_name, forecast_score
from ..uncertainty.arguments import counts, without_shares
from ..uncertainty.single import Interval, interval
from ..uncertainty.slopes import BUDGET
from .work import Work

# The measures in the table by default.
SHOWN = [measure.name for measure in MEASURES.values() if measure.shown]

# For each matrix the interval of each measure.
Intervals = list[dict[str, Interval]]


class Values(NamedTuple):
    """Values of measures, and bounds where they were not computed.

    Attributes
    ----------
    computed : dict
        For each measure a float, or an array for a stack of matrices; ``nan`` where it is
        undefined or was not computed.
    not_computed : dict
        For each measure that was not computed for some matrix, a dict from the position of
        the matrix in the stack, ``()`` for a single one, to two bounds of its value.
    """

    computed: dict[str, Any]
    not_computed: dict[str, dict[tuple[int, ...], tuple[float, float]]]


def kinds_searched(names: Sequence[str]) -> set[str]:
    """The kinds of functional correlation that these measures search for.

    Examples
    --------
    >>> kinds_searched(["mae", "co_correlation"])
    {'co'}
    """
    return {kind for name in names for kind in ROWS[name].searches}


def intervals_of(
    n: NDArray[Any], names: Sequence[str], level: float, prefixes: Sequence[str]
) -> Intervals:
    """The intervals of the measures for each matrix, unless they take too long.

    Scores of forecasts have none, because they are not functions of the matrix. A message
    of error begins with the one of ``prefixes`` for the matrix.

    Examples
    --------
    >>> cm = np.array([[4, 1, 0], [0, 6, 0], [1, 2, 2]])
    >>> (found,) = intervals_of(cm, ["mae", "co_correlation"], 0.9, [""])
    >>> round(found["mae"].low, 3), round(found["co_correlation"].high, 3)
    (0.127, 0.947)
    """
    K, undefined = n.shape[-1], Interval(np.nan, np.nan, np.nan, np.nan)
    work, intervals = Work(len(prefixes)), []
    n = n.astype(np.float64, copy=False)
    slow = {name for name in names if ROWS[name].searches and K > CLASSES_SEARCHED_WITH_INTERVAL}
    wanted = [name for name in names if name not in SCORES.keys() | slow]
    for matrix, words in zip(n.reshape(-1, K, K), prefixes, strict=True):
        try:
            with without_shares():
                counts(Checked(matrix), "multinomial")
        except ValueError as error:
            raise ValueError(f"{words}{error}") from None
        by_name = dict.fromkeys(names, undefined)
        for name in wanted:
            with suppress(TooLargeError), without_shares():
                by_name[name] = interval(ROWS[name], Checked(matrix), level=level)
        intervals.append(by_name)
        if kinds_searched(names):
            work.count_table()
    return intervals


def doubts_of(intervals: Intervals, prefixes: Sequence[str]) -> list[str]:
    """Why some of the intervals can miss the true value too often, a line for each reason.

    Examples
    --------
    >>> cm = np.array([[20, 4, 1], [5, 30, 5], [1, 0, 2]])
    >>> doubts_of(intervals_of(cm, ["mae", "amae", "amse"], 0.95, [""]), [""])
    ['AMAE, AMSE: class 3 has fewer than 5 observations, and such an interval can hold the \
truth too seldom']
    """
    lines = []
    for prefix, of_matrix in zip(prefixes, intervals, strict=True):
        symbols: dict[str, list[str]] = {}
        for name, result in of_matrix.items():
            if result.warning:
                symbols.setdefault(result.warning, []).append(ROWS[name].symbol)
        lines += [f"{prefix}{', '.join(s)}: {doubt}" for doubt, s in symbols.items()]
    return lines


def level_of(measures: Sequence[str] | None, n: NDArray[Any]) -> float | None:
    """The level of the intervals that a report has by default, if it is of counts.

    Examples
    --------
    >>> counts, shares = np.array([[4, 1], [0, 5]]), np.array([[0.5]])
    >>> level_of("report", counts), level_of("report", shares), level_of(["mae"], counts)
    (0.95, None, None)
    """
    return LEVEL if isinstance(measures, str) and (n == np.floor(n)).all() else None


def checked_names(
    measures: Sequence[str] | None, forecasts: bool = False, called: str = "measures"
) -> list[str]:
    """The names of the measures asked for, of labels or of forecasts; by default all.

    Examples
    --------
    >>> checked_names(["mae"])
    ['mae']
    """
    if measures is None:
        return SHOWN + [s.name for s in SCORES.values() if s.shown and forecasts]
    if isinstance(measures, str):
        if measures == "report":
            return [*REPORT]
        raise ValueError(f"measures must be a list of names: give [{measures!r}]")
    names = list(measures)
    if not names:
        raise ValueError("measures is empty: name one, or leave it out for all")
    if forecasts:
        names = [forecast_score(name) or name for name in names]
    known = [*SHOWN, *ON_REQUEST, *(SCORES if forecasts else ())]
    for name in names:
        if name not in known:
            message = f"{called} has {name!r}, which has no row{advice_on_name(name, known)}"
            raise ValueError(advice_on_forecasts(name) if forecast_score(name) else message)
    if len(set(names)) < len(names):
        raise ValueError(f"measures names one twice: {names}")
    return names


def models_of(data: Any, y_pred: Any, labels: Order) -> tuple[list[Any] | None, NDArray[Any], Any]:
    """The names of the models, if they have names, their matrices, and the classes."""
    of_models = y_pred if y_pred is not None else data
    if isinstance(data, Mapping) and y_pred is not None:
        raise ValueError("y_true must be one array: models share their true classes")
    if not isinstance(of_models, Mapping):
        return None, _matrices(data, y_pred, labels), labels
    if not of_models:
        raise ValueError("there is no model: give each name a matrix or predictions")
    if y_pred is not None and labels is None:
        named = {f"y_pred[{name!r}]": pred for name, pred in y_pred.items()}
        labels = shared_order(y_true=data, **named)
    classes = {name: classes_in(entry) for name, entry in of_models.items()}
    first = next((name for name, own in classes.items() if own is not None), None)
    matrices: dict[Any, NDArray[Any]] = {}
    for name, entry in of_models.items():
        check_alike(repr(name), classes[name], classes.get(first), repr(first))
        try:
            true, pred = (entry, None) if y_pred is None else (data, entry)
            matrices[name] = _matrices(true, pred, labels)
        except ValueError as error:
            raise ValueError(f"{name!r}: {error}") from None
    (other, shape), *_ = ((name, n.shape) for name, n in matrices.items())
    for name, n in matrices.items():
        if n.ndim != 2 or n.shape != shape:
            raise ValueError(
                f"each model needs one matrix with the same classes, but {name!r} has shape "
                f"{n.shape}, and {other!r} {shape}: count all with the same labels="
            )
    return list(matrices), np.stack(list(matrices.values())), labels


def _matrices(data: Any, y_pred: Any, labels: Order) -> NDArray[Any]:
    if y_pred is not None:
        return confusion_matrix(data, y_pred, labels=labels)
    if labels is not None:
        raise ValueError("labels goes with y_true and y_pred: a matrix has its classes in order")
    return as_floats(data)


def values_of(n: NDArray[Any], names: Sequence[str]) -> Values:
    """The measures of one matrix or of a stack; searches share a budget of work.

    Examples
    --------
    >>> values = values_of(np.array([[4, 1, 0], [0, 6, 0], [1, 2, 2]]), ["mae", "oci"])
    >>> values.computed["mae"], values.not_computed
    (0.3125, {})
    """
    K, shape, n = n.shape[-1], n.shape[:-2], n.astype(np.float64, copy=False)
    kinds = sorted(kinds_searched(names)) if K <= CLASSES_SEARCHED else []
    work = Work(math.prod(shape))
    # For each kind the values found, and the bounds proved.
    searches = {kind: np.empty((2, *shape)) for kind in kinds}
    for place in np.ndindex(shape) if kinds else ():
        for kind in kinds:
            searches[kind][:, *place] = work.search(n[place], kind, BUDGET)
        work.count_table()
    values = Values({}, {})
    for name in names:
        low, high = _bounds_of(ROWS[name], n, searches)
        if low is not high and np.any(unknown := low < high):
            least = ROWS[name].least
            values.not_computed[name] = {
                place: (float(max(low[place], least)), float(high[place]))
                for place in map(tuple, np.argwhere(unknown).tolist())
            }
            low = np.where(unknown, np.nan, low)
        values.computed[name] = scalar_or_array(low)
    return values


def _bounds_of(measure: Measure, n: NDArray[Any], searches: Mapping[str, Any]) -> Any:
    """A lower and an upper bound of the value for each matrix; equal if it is computed."""
    K = n.shape[-1]
    if K <= CLASSES_SEARCHED and measure.searches:
        return np.max([searches[kind] for kind in measure.searches], axis=0)
    try:
        if K > CLASSES_SEARCHED and (measure.searches or measure.name == "sup_correlation"):
            raise TooLargeError
        if measure.accepts == "weights":
            value = np.asarray(measure(Checked(n)))
        else:  # it refuses shares: they get ``nan``
            whole = (n == np.floor(n)).all(axis=(-2, -1))
            value = np.full(whole.shape, np.nan)
            if whole.any():
                value[whole] = measure(Checked(n[whole]))
    except TooLargeError:
        ends = measure.least, measure.greatest(K)
        return [np.full(n.shape[:-2], float(end)) for end in ends]
    return value, value
