"""How many observations: for an interval so narrow, or to see a difference so large."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache, partial
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..matrices.check import as_numbers, warning_of_row_shares
from ..matrices.entries import as_array
from ..matrices.names import check_alike, classes_in
from .arguments import Floats, check_level, warn
from .measured import Measured, as_measure
from .sample import Sample
from .single import interval

# Measures of which each class has a part of its own.
_BY_CLASS = ("minimum_sensitivity", "balanced_accuracy", "geometric_mean_sensitivity",
             "macro_recall", "amae", "amse", "mmae", "uoc")  # fmt: skip
# Test sets drawn for how often a difference is seen, and for the width of an interval.
_DRAWN, _FEW = 5_000, 25
# Whole numbers beyond it are not those of float64.
_MOST = 2**53
_NORMAL = NormalDist()


class SampleSize(int):
    """How many observations to take, with what is then to be expected; see `sample_size`.

    Attributes
    ----------
    half_width : float
        Half the width of the interval that is expected with so many observations.
    power : float or None
        How often the difference is seen; None where none was asked for.
    decided_by : int or None
        For a measure made class by class, the row, from 0, of the class from which most of
        the variance comes. None for other measures, and where no class varies, or two are
        tied for the worst.
    method : str
        ``"standard error"`` or ``"simulation"``.

    Examples
    --------
    >>> import ordref
    >>> found = ordref.sample_size("ccr", [[30, 20], [10, 40]], half_width=0.05)
    >>> found + 1, round(found.half_width, 4)
    (324, 0.05)
    """

    half_width: float
    power: float | None
    decided_by: int | None
    method: str


def sample_size(
    measure: Any,
    cm: ArrayLike,
    cm_b: ArrayLike | None = None,
    *,
    half_width: float | None = None,
    difference: float | None = None,
    power: float = 0.8,
    level: float = 0.95,
) -> SampleSize:
    """How many observations make an interval narrow, or a difference of two classifiers seen.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`.
    cm : array_like, shape (K, K) or (K, K, K)
        What is expected, in counts or in shares of all: the confusion matrix of a first
        sample, or of a paper; or of two classifiers on the same test set a table: true
        class, first prediction, second one.
    cm_b : array_like, shape (K, K), optional
        The matrix of a second classifier, which has a test set of its own.
    half_width : float, keyword-only
        How far the interval may reach to either side, or half its width where it is not
        symmetric: of the value, or with two classifiers of their difference.
    difference : float, keyword-only
        In place of it, with two classifiers: how large a difference is to be seen, in
        either direction.
    power : float, keyword-only
        How often it is to be seen; above ``1 - level``, below 1.
    level : float, keyword-only
        Of the interval, and 1 less that of the test; between 0 and 1.

    Returns
    -------
    SampleSize
        A whole number, 2 or more: observations in all, or in each of two test sets. With
        the attributes ``half_width``, ``power``, ``decided_by`` and ``method``.

    Raises
    ------
    ValueError
        If ``cm`` is no such table (see `as_matrices`), or ``cm_b`` of other classes; if the
        measure is unknown, or undefined for them; if neither or both of half width and
        difference are given, or what is given is not above 0; if ``power`` or ``level`` is
        outside its range; if 2**53 observations are too few; if two classifiers do not make
        their difference vary; and for a measure that searches, where it has no standard
        error above 0.

    Warns
    -----
    UserWarning
        If the rows of ``cm`` are shares that each sum to one: classes are then planned to
        be equally frequent.

    Notes
    -----
    With s the standard error times the root of N, and quantiles z of the normal
    distribution, ``(z s / half_width)**2`` are needed, or ``((z + z_power) s /
    difference)**2``. On two test sets ``s**2`` is the sum of theirs. Where the measure
    depends on N as well, s is that of a thousand observations or more.

    That is then tried on test sets of this size, drawn from the shares of ``cm`` from a
    fixed seed. Of one classifier 25 have their `interval`, and the median of the half
    widths counts. Of two we draw 5,000, and move their differences until the mean is the
    one to be seen, in the direction that ``cm`` has: seen are those farther from 0 than z
    times their standard deviation, which for so many is about what the interval has. If the
    half width is more than 5 per cent larger than asked for, or the power as much smaller,
    or if there is no standard error, as at a kink, or none above 0, as of a perfect
    classifier, then the size is sought at which the test sets drawn keep what was asked for,
    to one per cent and what so many of them can tell. Measures that search are planned by
    the standard error alone.

    ``level=0.9`` plans a test to one side that errs in 5 of 100. The exact test of
    `difference` sees less where few observations tell.

    Examples
    --------
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> found = sample_size("amae", cm, half_width=0.05)
    >>> found, found.decided_by, found.method
    (359, 0, 'simulation')
    >>> sample_size("mae", cm, [[17, 7, 1], [7, 26, 7], [1, 7, 27]], difference=0.1)
    353
    """
    check_level(level, "", ("",))
    measured, samples = as_measure(measure), _samples(cm, cm_b)
    two = len(samples) > 1 or samples[0].triples is not None
    if (half_width is None) is (difference is None) or (half_width is None and not two):
        raise ValueError("give half_width, or of two classifiers difference instead")
    aim: Any = difference if half_width is None else half_width
    if not isinstance(aim, int | float) or not 0 < aim < math.inf:
        raise ValueError(f"half_width, or difference, must be above 0, not {aim!r}")
    if not isinstance(power, int | float) or not 1 - level < power < 1:
        raise ValueError(f"power must be above 1 - level and below 1, not {power!r}")
    parts = sum((_parts(measured, sample) for sample in samples), np.zeros(1))
    # What is nearly 0 is rounding.
    s, z = math.sqrt(round(float(parts.sum()), 18)), _NORMAL.inv_cdf((1 + level) / 2)
    searches = measured.row is not None and measured.row.searches
    if not s > 0 and (searches or (two and s == 0)):
        raise ValueError(
            f"the standard error is {s} here, which does not say how many are needed: give "
            "a table with more of the observations that may occur"
        )
    which, goal = (0, aim) if difference is None else (1, power)
    size = ((z + which * _NORMAL.inv_cdf(power)) * s / aim) ** 2
    # What is whole but for rounding is not one more; without a standard error any will do.
    N = max(2, math.ceil(min(size, _MOST) * (1 - 1e-12))) if s > 0 else 100
    se, method = s / math.sqrt(N), "standard error"
    found = z * se, _NORMAL.cdf(aim / se - z) if s > 0 else 0.0
    if not searches:
        tried = cache(partial(_simulated, measure, samples, level, aim))
        short = (goal - tried(N)[which]) * (2 * which - 1)
        if not (s > 0 and short <= 0.05 * goal):
            N, method = _smallest(tried, which, goal, N), "simulation"
            found = tried(N)
    if N >= _MOST * (1 - 1e-12):
        raise ValueError(f"{_MOST} observations are too few, and no more are counted")
    planned = SampleSize(N)
    planned.half_width, planned.power = found[0], found[1] if which else None
    decides = int(parts.argmax()) if s > 0 and measured.name in _BY_CLASS else None
    planned.decided_by, planned.method = decides, method
    return planned


def _samples(cm: Any, cm_b: Any) -> list[Sample]:
    """One, of which all is drawn together, or one for each of two test sets."""
    n = as_array("cm", cm, "cm must have shape (K, K) or (K, K, K)")
    if n.ndim == 3 and cm_b is None and len({*n.shape}) == 1 and n.any():
        # A class that is absent is a matrix without mass.
        as_numbers(n[n.astype(bool).any(axis=(1, 2))])
        cells = np.argwhere(n).T
        return [Sample(n[tuple(cells)].astype(np.float64)[None], len(n), triples=cells)]
    found = [as_numbers(n).astype(np.float64) for n in (cm, cm_b) if n is not None]
    check_alike("cm_b", classes_in(cm_b), classes_in(cm), "cm")
    if {n.shape for n in found} != {found[0].shape[-1:] * 2}:
        raise ValueError(
            "give a matrix (K, K), two of the same classes, or a table (K, K, K), not shapes "
            f"{[n.shape for n in found]}"
        )
    for text in filter(None, map(warning_of_row_shares, found)):
        warn(text)
    return [Sample.of_tables(n, "multinomial") for n in found]


def _parts(measured: Measured, sample: Sample) -> Floats:
    """N times the variance of a thousand or more, by the true class that it comes from."""
    # Whether there is a value depends on which cells have observations.
    n, K, triples = sample.observed, sample.K, sample.triples
    if np.isnan(measured.values(np.ceil(n / n.max() * 1000))).any():
        raise ValueError("measure must have a value for this table, and is undefined")
    # Whole times as many: what is tied remains tied.
    many = replace(sample, count=sample.count * max(1, math.ceil(1000 / sample.N)))
    squares = (many.count * many.changes(measured) ** 2 * many.N).ravel()
    true = np.arange(K * K) // K if triples is None else triples[0]
    return np.bincount(true, squares, K).astype(np.float64)


def _simulated(
    measure: Any, samples: list[Sample], level: float, aim: float, N: int
) -> tuple[float, float]:
    """The half width of an interval of N observations, and how often it leaves out 0."""
    measured, rng = as_measure(measure), np.random.default_rng(0)
    # Half an observation more, so that rounding takes none away.
    many = [replace(each, count=each.count * ((N + 0.5) / each.N)) for each in samples]
    if len(samples) == 1 and samples[0].triples is None:
        tables = [n for d in many[0].drawn(_FEW, rng) for n in many[0].tables(d)[0]]
        B = max(999, math.ceil(2 / (1 - level)))
        ask = partial(interval, measure, level=level, n_resamples=B, rng=0)
        half = np.diff([ask(n)[2:] for n in tables]) / 2
        return float(np.median(np.nan_to_num(half, nan=np.inf))), 0.0
    values = [
        np.concatenate([each.values(measured, n) for n in each.drawn(_DRAWN, rng)])
        for each in many
    ]
    less = np.nan_to_num(values[0] - sum(values[1:]))
    reach = _NORMAL.inv_cdf((1 + level) / 2) * float(less.std())
    moved = np.abs(less - less.mean() + math.copysign(aim, less.mean()))
    return reach, float(((moved > reach) & (reach > 0)).mean())


def _smallest(tried: Any, which: int, goal: float, N: int) -> int:
    """The smallest size, to one per cent, with so small a half width, or so large a power."""
    low, high, by = 1, 0, 1.05
    if not which and (half := tried(N)[0]) < math.inf:  # it falls with the root, about
        N = min(max(2, math.ceil(N * (half / goal) ** 2)), _MOST)
    while N < _MOST and (not high or high - low > 1 + high // 100):
        low, high = (low, N) if (tried(N)[which] < goal) != which else (N, high)
        if high and low > 1:
            N = max(math.isqrt(low * high), low + 1)
        else:  # farther and farther, until both ends are known
            N = max(int(high / by), low + 1) if high else math.ceil(low * by) + 1
            by **= 2
    return high or N
