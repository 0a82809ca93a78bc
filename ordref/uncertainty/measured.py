"""A measure with its derivative, the variance that follows, and what is asked of arguments."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from statistics import NormalDist
from typing import Any, Literal, NamedTuple, Self, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..catalogue.measure import Measure
from ..catalogue.on_request import ON_REQUEST
from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import forecast_score, instead, of_forecasts
from ..matrices.check import as_matrices, whole_counts
from .ends import student
from .slopes import GRADIENTS, by_differences

Floats = NDArray[np.float64]

Sampling = Literal["multinomial", "rows", "clusters"]
SAMPLINGS = get_args(Sampling)
# A variance of one observation, in the squares of what it can change, that is rounding.
NOISE = 1e-24
# An interval that is no wider has the width of rounding.
ROUNDED = 1e-12
# Numbers in all tables with one more cell that are looked at, where nothing varies.
UNSEEN = 1 << 25
# Seconds of resampling that begin without a word.
PATIENCE = 300
# Fewer clusters say little of how clusters differ, and have few exchanges.
FEW = 10


class Told:
    """What a named tuple says besides its numbers: shown, and kept by `_replace`."""

    _besides: tuple[str, ...]

    def __repr__(self) -> str:
        names = (*cast("Any", self)._fields, *self._besides)
        listed = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({listed})"

    def _replace(self, /, **changed: Any) -> Self:
        besides = {
            name: changed.pop(name, getattr(self, name)) for name in self._besides
        }
        found = cast("Any", super())._replace(**changed)
        vars(found).update(besides)
        return cast("Self", found)

    __replace__ = _replace


class Known(NamedTuple):
    """A measure: its values on stacks, its derivative, and what the catalogue says of it."""

    values: Callable[[Any], Floats]
    gradient: Callable[[Floats], Floats]
    row: Measure | None


def known(measure: Any) -> Known:
    row = None
    if isinstance(measure, Measure):
        row = measure
        if row is not MEASURES.get(row.name):
            # Another function or option: no formula for the name is one for it.
            row = replace(row, name=f"the {row.name} given")
    elif isinstance(measure, str):
        rows = MEASURES | ON_REQUEST
        if measure not in rows:
            if forecast_score(measure):
                raise ValueError(of_forecasts(measure))
            raise ValueError(
                f"no measure is called {measure!r}{instead(measure, rows)}"
            )
        row = rows[measure]
    elif callable(measure):
        same = (m for m in MEASURES.values() if m.function is measure and not m.options)
        row = next(same, None)
    else:
        raise ValueError(
            "measure must be a name of ordref.catalogue or a function of a stack of "
            f"matrices, not {measure!r}"
        )
    function = measure if row is None else row

    def values(stack: Any) -> Floats:
        # A function may write into what it is given, keep it, or answer with a part of it.
        found = np.array(function(np.array(stack)), dtype=np.float64)
        if found.shape != stack.shape[:-2]:
            raise ValueError(
                f"measure must return one number for each matrix of a stack: of shape "
                f"{stack.shape} it made shape {found.shape}"
            )
        return found

    def smooth(stack: Floats) -> Floats:
        try:
            return values(stack)
        except ValueError as error:
            raise ValueError(
                f"measure must take stacks of matrices and fractions of observations to be "
                f"derived ({error}): or use interval with method='bca'"
            ) from error

    # A gradient written by hand is optional for a measure of the catalogue.
    if row is not None and row.name in GRADIENTS:
        return Known(values, GRADIENTS[row.name], row)
    return Known(values, lambda n: by_differences(smooth, n), row)


def counts(cm: ArrayLike, sampling: str) -> Floats:
    """Matrices of whole numbers of observations, in float64."""
    if sampling not in SAMPLINGS:
        raise ValueError(f"sampling must be one of {SAMPLINGS}, not {sampling!r}")
    n = whole("cm", as_matrices(cm))
    if sampling == "clusters" and (n.ndim < 3 or n.shape[-3] < 2):
        raise ValueError(
            "sampling='clusters' takes a matrix for each of two or more clusters: cm of "
            f"shape (G, K, K), not {n.shape}"
        )
    return n


def whole(name: str, n: NDArray[Any]) -> Floats:
    """Whole numbers of observations, in float64."""
    if n.dtype == object:
        try:
            n = n.astype(np.float64)
        except TypeError:
            raise ValueError(f"{name} holds symbols: give counts") from None
    return whole_counts(
        name,
        n,
        "how sure a value is depends on the number of observations, so give counts, not "
        "shares or weights",
    )


def variance_of(of: Known, n: Floats, sampling: str) -> Floats:
    """The variance of the measure, of shape (...)."""
    change = _centred(of, n, sampling)
    if sampling == "clusters":
        size = n.shape[-3]
        variance = (change**2).sum(axis=(-3, -2, -1)) * size / (size - 1)
        N = n.sum(axis=(-3, -2, -1))
    else:
        variance, N = (n * change**2).sum(axis=(-2, -1)), n.sum(axis=(-2, -1))
    return np.where(variance * N < NOISE, 0, variance)


def _centred(of: Known, n: Floats, sampling: str) -> Floats:
    """What an observation of each cell, or each cluster, adds to the measure, less the mean."""
    table = n.sum(axis=-3) if sampling == "clusters" else n
    seen = np.where(table > 0, of.gradient(table), 0)
    if sampling == "clusters":
        each = (n * seen[..., None, :, :]).sum(axis=(-2, -1), keepdims=True)
        return np.asarray(each - each.mean(axis=-3, keepdims=True))
    axes = -1 if sampling == "rows" else (-2, -1)
    size = n.sum(axis=axes, keepdims=True)
    mean = (n * seen).sum(axis=axes, keepdims=True) / np.where(size > 0, size, 1)
    return np.asarray(seen - mean)


def tilted(of: Known, n: Floats, sampling: str, reach: float) -> Floats:
    """The measure while one table is tilted, down and up until it has moved by `reach` at first.

    Each observation has a weight, an exponential of what it adds to the measure: the values
    are those of tables, and leave no range, known or not (Efron 1981).
    """
    change = _centred(of, n, sampling)
    spread = float((n * change**2).sum())
    if spread * n.sum() < NOISE:
        # Only the sizes of clusters make the measure vary.
        return of.values(n[None]) + reach * np.array([-1, 1])
    way = np.linspace(-1, 1, 41)[:, None, None]
    # Cells without observations have steps of any size, and no weight.
    each = n * np.exp(np.clip(reach / spread * change * way, -300, 300))
    sizes = -1 if sampling == "rows" else (-2, -1)
    total = each.sum(axis=sizes, keepdims=True)
    each *= n.sum(axis=sizes, keepdims=True) / np.where(total > 0, total, 1)
    return of.values(each)


def is_constant(value: float, se: float, low: float, high: float, method: str) -> bool:
    """Whether the sample does not make the value vary: its ends may be equal for a low level."""
    noise = ROUNDED * max(1.0, abs(value))
    # Resamples differ by rounding; the variance of the delta method is 0 then.
    varies = se > (noise if method in ("percentile", "bca") else 0)
    return high - low <= noise and not varies


def warn_of_few(G: int, what: str, depth: int) -> None:
    if G < FEW:
        warnings.warn(
            f"there are only {G} {what}, and fewer than {FEW} say little of how {what} "
            "differ: the interval is rough, and by resamples it may be too short",
            stacklevel=depth,
        )


def announce(of: Known, tables: Floats, times: int, depth: int) -> None:
    """Warn of minutes ahead, if so many tables like this one take them.

    Of two calls the faster counts: one may have to import something.
    """
    took = math.inf
    for _ in range(2):
        start = time.perf_counter()
        of.values(tables)
        took = min(took, (time.perf_counter() - start) / len(tables))
        if took * times < PATIENCE:
            return
    warnings.warn(
        f"{of.row.name if of.row else 'the function'} takes {took:.2g} s for a table like "
        f"this one, and there are {times:,}: that is {took * times / 60:.0f} minutes; "
        "n_resamples sets how many are drawn",
        stacklevel=depth,
    )


# ------------------------------------------------------------------- arguments


def check_level(level: float, method: str, methods: tuple[str, ...]) -> None:
    if not isinstance(level, int | float) or not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, such as 0.95, not {level!r}")
    if (1 + level) / 2 == 1:
        raise ValueError(
            "level must be between 0 and 1, and what is left of 1 more than rounding, such "
            f"as 0.95, not {level!r}"
        )
    if method not in methods:
        raise ValueError(f"method must be one of {methods}, not {method!r}")


def normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def far(level: float, G: int | None) -> float:
    """How many standard errors the ends are away: by t for G clusters, which are few."""
    return normal(level) if G is None else student(level, G - 1)


def wider(level: float, G: int | None) -> float:
    """The level of the percentiles, which for clusters are as far away as t.

    Of G clusters drawn again the variance is (G - 1) / G of the one that is estimated.
    """
    if G is None:
        return level
    z = math.sqrt(G / (G - 1)) * far(level, G)
    # Percentiles that are nearer to the end than any resample.
    return min(2 * NormalDist().cdf(z) - 1, 1 - 1e-12)


def checked_resamples(n_resamples: int, level: float) -> int:
    least = math.ceil(2 / (1 - level) - 1 - 1e-9)
    if not isinstance(n_resamples, int | np.integer) or n_resamples < least:
        raise ValueError(
            f"n_resamples must be a whole number, and at least {least} for a level of "
            f"{level}, not {n_resamples!r}"
        )
    return int(n_resamples)


def generator_of(rng: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(
            f"rng must be a seed, a whole number not below 0, or a Generator, not {rng!r}"
        ) from None
