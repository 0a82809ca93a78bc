"""Sample sizes: for an interval of a given width, a difference, or non-inferiority."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache, partial
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...matrices.check import as_numbers
from ...matrices.entries import as_array
from ...matrices.names import check_alike, classes_in
from .arguments import Floats, check_level, warn_of_shares, without_shares
from .ends import MOST_TRIALS, clopper_pearson
from .measured import BY_CLASS, Measured, as_measure
from .paired import equivalence
from .sample import Sample
from .single import SHARES, interval

# Test sets drawn to estimate the power, and to estimate the width of an interval.
_DRAWN, _FEW = 5_000, 25
# Up to here float64 holds all whole numbers.
_MOST = 2**53
_NORMAL = NormalDist()


class SampleSize(int):
    """How many observations to take, and what to expect of them; see `sample_size`.

    Attributes
    ----------
    half_width : float
        Half the width of the interval that is expected with so many observations.
    power : float or None
        The probability that the difference is detected, or that a classifier is shown not to
        be inferior; None if neither was asked for.
    decided_by : int or None
        For a measure made class by class, the row, from 0, of the class from which most of
        the variance comes. None for other measures, and where no class varies, or the
        measure has a kink (see `standard_error`).
    method : str
        ``"standard error"``, ``"exact"`` or ``"simulation"``.

    Examples
    --------
    >>> import ordref
    >>> found = ordref.sample_size("ccr", [[30, 20], [10, 40]], half_width=0.05)
    >>> found + 1, round(found.half_width, 4)
    (342, 0.0499)
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
    margin: float | None = None,
    power: float = 0.8,
    level: float = 0.95,
) -> SampleSize:
    """How many observations an interval, a difference, or non-inferiority needs.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`.
    cm : array_like, shape (K, K) or (K, K, K)
        What is expected, in counts or in shares of all observations: the confusion matrix
        of a first sample, or of a paper; or for two classifiers on one test set a table
        of true class, first prediction and second prediction.
    cm_b : array_like, shape (K, K), optional
        The matrix of a second classifier, which has a test set of its own.
    half_width : float, keyword-only
        Half the width of the interval for the value, or for the difference of two
        classifiers.
    difference : float, keyword-only
        In place of it, for two classifiers: the difference to be detected, in either
        direction.
    margin : float, keyword-only
        In place of both: how much worse a classifier may be and still count as not inferior,
        as in `equivalence`. If the two are equally good, the interval of the difference
        leaves out the margin on the side that is asked for with probability ``power``.
    power : float, keyword-only
        The probability of detecting the difference, or of showing that the classifier is not
        inferior; above ``1 - level``, below 1.
    level : float, keyword-only
        The level of the interval, and 1 less that of the test; between 0 and 1. That of
        non-inferiority has one side, and so ``(1 - level) / 2``: .025 unless told otherwise.

    Returns
    -------
    SampleSize
        A whole number, 2 or more: observations in all, or in each of two test sets. With
        the attributes ``half_width``, ``power``, ``decided_by`` and ``method``.

    Raises
    ------
    ValueError
        If ``cm`` is no such table (see `as_matrices`), or ``cm_b`` of other classes; if the
        measure is unknown, or undefined for them; if not one of half width, difference and
        margin is given, or it is not above 0; if ``power`` or ``level`` is outside its range;
        if 2**53 observations are too few; if two classifiers do not make their difference
        vary; and for a measure that searches, where it has no standard error above 0.

    Warns
    -----
    UserWarning
        If the rows of ``cm`` each sum to 1 or to 100: classes are then planned to be equally
        frequent. If its columns do: predictions are.

    Notes
    -----
    With s the standard error times the root of N, and quantiles z of the normal
    distribution, ``(z s / half_width)**2`` are needed, or ``((z + z_power) s /
    difference)**2``, or the same with the margin in place of the difference. On two test
    sets ``s**2`` is the sum of theirs. Where the measure
    depends on N as well, s is that of a thousand observations or more.

    For CCR, MER and accuracy within one class, of one classifier, it is the size at which the
    exact interval of `interval`, which is longer than that, has the half width if the share is
    the expected one: at least about half of the test sets have a shorter one. From 10**7
    observations on it is the size by the standard error.

    Any other result is tried on test sets of this size, drawn from the shares of ``cm`` from a
    fixed seed. For one classifier we draw 25 test sets and take the median half width of
    their `interval`. For two we draw 5,000, and shift their differences until the mean is
    the difference to be detected, in the direction that ``cm`` has: those farther from 0
    than z times their standard deviation count as detected. For a margin we shift their mean to
    0, and count those above ``z`` times the standard deviation less the margin, and likewise
    on the other side; the smaller share is the power. Where the two never disagree, or on two
    test sets one has no error, `equivalence` is asked instead: such test sets rule out less than
    their standard error of 0 says, and need a certain size. If the half width is more than
    5 per cent larger than asked for, or the power as much smaller, or if there is no
    standard error, as at a kink, or it is 0, as for a perfect classifier, then we search for
    the size at which the simulated test sets give what was asked for, to one per cent and
    the accuracy of the simulation. Measures that search are planned by the standard error
    alone.

    ``level=0.9`` plans a one-sided test at .05. The exact test of `difference` has less
    power if the classifiers differ on few observations.

    Examples
    --------
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> found = sample_size("amae", cm, half_width=0.05)
    >>> found, found.decided_by, found.method
    (329, 0, 'standard error')
    >>> second = [[17, 7, 1], [7, 26, 7], [1, 7, 27]]
    >>> sample_size("mae", cm, second, difference=0.1)
    353
    >>> sample_size("mae", cm, second, margin=0.1, power=0.9)
    472
    """
    check_level(level)
    measured, sample = as_measure(measure), _sample(cm, cm_b)
    two = sample.apart or sample.triples is not None
    aims = {"half_width": half_width, "difference": difference, "margin": margin}
    named: dict[str, Any] = {k: v for k, v in aims.items() if v is not None}
    if len(named) != 1 or (half_width is None and not two):
        raise ValueError("give half_width, or for two classifiers difference or margin instead")
    ((kind, aim),) = named.items()
    if not isinstance(aim, int | float) or not 0 < aim < math.inf:
        raise ValueError(f"{kind} must be above 0, not {aim!r}")
    if not isinstance(power, int | float) or not 1 - level < power < 1:
        raise ValueError(f"power must be above 1 - level and below 1, not {power!r}")
    parts = _parts(measured, sample)
    # A variance near 0 is due to rounding.
    s, z = math.sqrt(round(float(parts.sum()), 18)), _NORMAL.inv_cdf((1 + level) / 2)
    searches = measured.row is not None and measured.row.searches
    if not s > 0 and (searches or (two and s == 0)):
        raise ValueError(
            f"the standard error is {s} here, which does not tell how many are needed: give a "
            "table with more of the observations that can occur"
        )
    criterion, goal = (0, aim) if kind == "half_width" else (1, power)
    size = ((z + criterion * _NORMAL.inv_cdf(power)) * s / aim) ** 2
    # Rounding must not add one observation. Without a standard error any start will do.
    N = max(2, math.ceil(min(size, _MOST) * (1 - 1e-12))) if s > 0 else 100
    se, method = s / math.sqrt(N), "standard error"
    expected = z * se, _NORMAL.cdf(aim / se - z) if s > 0 else 0.0
    exact_size = (
        0
        if two or measured.name not in SHARES
        else _size_by_exact_interval(measured, sample, level, aim)
    )
    if exact_size:
        N, method = exact_size, "exact"
        expected = _half_width(measured, sample, level, N), 0.0
    elif not searches:
        tried = cache(partial(_simulated, measured, sample, level, kind, aim))
        short = (goal - tried(N)[criterion]) * (2 * criterion - 1)
        if not (s > 0 and short <= 0.05 * goal):
            N, method = _smallest(tried, criterion, goal, N), "simulation"
            expected = tried(N)
    if N >= _MOST * (1 - 1e-12):
        raise ValueError(f"more than {_MOST} observations would be needed for this {kind}")
    planned = SampleSize(N)
    planned.half_width, planned.power = expected[0], expected[1] if criterion else None
    # Of classes that are alike but for rounding the first.
    most = int((parts >= parts.max() * (1 - 1e-12)).argmax())
    decides = most if s > 0 and measured.name in BY_CLASS else None
    planned.decided_by, planned.method = decides, method
    return planned


def _sample(cm: Any, cm_b: Any) -> Sample:
    n = as_array("cm", cm, "cm must have shape (K, K) or (K, K, K)")
    if n.ndim == 3 and cm_b is None and len({*n.shape}) == 1 and n.any():
        return Sample.of_triples(n)
    matrices = [as_numbers(n).astype(np.float64) for n in (cm, cm_b) if n is not None]
    check_alike("cm_b", classes_in(cm_b), classes_in(cm), "cm")
    if {n.shape for n in matrices} != {matrices[0].shape[-1:] * 2}:
        raise ValueError(
            "cm must be a matrix (K, K), with cm_b of the same classes, or a table (K, K, K), "
            f"not shapes {[n.shape for n in matrices]}"
        )
    warn_of_shares(np.stack(matrices))
    count = np.array([n.ravel() for n in matrices])
    return Sample(count, len(matrices[0]), apart=len(matrices) == 2)


def _parts(measured: Measured, sample: Sample) -> Floats:
    """N times the variance, for a thousand observations or more, by true class."""
    # Whether there is a value depends on which cells are not 0.
    n, K, triples = sample.observed, sample.K, sample.triples
    whole = np.ceil(n / n.max(axis=(1, 2), keepdims=True) * 1000)
    if np.isnan(measured.values(whole)).any():
        raise ValueError("measure must have a value for this table, and is undefined")
    # A whole multiple: ties remain ties.
    N = sample.count.sum(axis=1, keepdims=True)
    many = replace(sample, count=sample.count * np.maximum(1, np.ceil(1000 / N)))
    squares = many.count * many.changes(measured) ** 2
    squares *= many.count.sum(axis=1, keepdims=True)
    true = np.arange(K * K) // K if triples is None else triples[0]
    variance = np.bincount(true.astype(np.intp), squares.sum(axis=0), K)
    return variance.astype(np.float64)


def _half_width(measured: Measured, sample: Sample, level: float, N: int) -> float:
    """Half the length of the exact interval of a share, if the sample has the expected share."""
    share = float(measured.values(sample.observed)[0])
    low, high = clopper_pearson(share * N, N, level)
    return (high - low) / 2


def _size_by_exact_interval(measured: Measured, sample: Sample, level: float, aim: float) -> int:
    """The least size, from 2, whose half width is at most `aim`; 0 if beyond `MOST_TRIALS`."""
    low, high = 1, 2
    while _half_width(measured, sample, level, high) > aim:
        low, high = high, 2 * high
        if high > MOST_TRIALS:
            return 0
    while high - low > 1:
        N = (low + high) // 2
        wide = _half_width(measured, sample, level, N) > aim
        low, high = (N, high) if wide else (low, N)
    return high


def _simulated(
    measured: Measured, sample: Sample, level: float, kind: str, aim: float, N: int
) -> tuple[float, float]:
    """The half width of an interval from N observations, and the power."""
    rng = np.random.default_rng(0)
    # Half an observation more, so that truncation does not remove one.
    times = (N + 0.5) / sample.count.sum(axis=1, keepdims=True)
    many = replace(sample, count=sample.count * times)
    if not sample.apart and sample.triples is None:
        tables = [n for d in many.drawn(_FEW, rng) for n in many.tables(d)[0]]
        B = max(999, math.ceil(2 / (1 - level)))
        function = measured.row or measured.values
        ask = partial(interval, function, level=level, n_resamples=B, rng=0)
        with without_shares():
            half = np.diff([ask(n)[2:] for n in tables]) / 2
        return float(np.median(np.nan_to_num(half, nan=np.inf))), 0.0
    drawn, without_error, quiet = list[Floats](), list[NDArray[np.bool_]](), list[Floats]()
    for counts in many.drawn(_DRAWN, rng):
        drawn.append(many.values(measured, counts))
        without_error.append(_without_error(many, counts))
        quiet.extend(counts[without_error[-1]][: _FEW - len(quiet)])
    differences = np.nan_to_num(np.concatenate(drawn))
    reach = _NORMAL.inv_cdf((1 + level) / 2) * float(differences.std())
    mean = float(differences.mean())
    if kind == "margin":
        silent, powers = np.concatenate(without_error), []
        for side, sign in (("greater", 1), ("less", -1)):
            shown = sign * (differences - mean) - reach > -aim
            if quiet:
                # The margin is beyond what the sample has between the two.
                share = _share_shown(measured, many, quiet, side, aim - sign * mean, level)
                shown = np.where(silent, share, shown)
            powers.append(float(shown.mean()))
        return reach, min(powers)
    shifted = np.abs(differences - mean + math.copysign(aim, mean))
    return reach, float(((shifted > reach) & (reach > 0)).mean())


def _share_shown(
    measured: Measured, sample: Sample, counts: list[Floats], side: Any, margin: float, level: float
) -> float:
    """The share of the test sets in `counts` for which `equivalence` shows non-inferiority."""
    alpha, p = (1 - level) / 2, []
    for count in counts:
        data = _as_data(sample, count)
        options = {"alternative": side, "level": 1 - alpha, "rng": 0}
        with without_shares():
            p.append(equivalence(measured.row or measured.values, data, margin, **options).pvalue)
    return float(np.mean(np.array(p) < alpha))


def _without_error(sample: Sample, counts: Floats) -> NDArray[np.bool_]:
    """In which samples two classifiers never disagree or, on two test sets, one has no error."""
    if sample.triples is not None:
        _, first, second = sample.triples
        differ = counts[:, :, first != second]
    else:
        differ = counts[:, :, ~np.eye(sample.K, dtype=bool).ravel()]
    return np.asarray((differ == 0).all(axis=-1).any(axis=-1))


def _as_data(sample: Sample, count: Floats) -> Sample:
    """A drawn sample, treated like data: a kind that was not drawn is an unseen kind."""
    if sample.triples is None:
        return replace(sample, count=count)
    n = np.zeros((sample.K,) * 3)
    n[tuple(sample.triples)] = count[0]
    return Sample.of_triples(n)


def _smallest(tried: Any, criterion: int, goal: float, N: int) -> int:
    """The smallest size, to one per cent, that reaches the half width, or the power.

    It is ``_MOST`` if a sample of that size does not reach it: more cannot be drawn.
    """
    low, high, by = 1, 0, 1.05
    # A half width falls about as 1 / sqrt(N).
    if not criterion and (half := tried(N)[0]) < math.inf:
        N = min(max(2, math.ceil(N * (half / goal) ** 2)), _MOST)
    while N < _MOST and (not high or high - low > 1 + high // 100):
        low, high = (low, N) if (tried(N)[criterion] < goal) != criterion else (N, high)
        if high and low > 1:
            N = max(math.isqrt(low * high), low + 1)
        else:  # in growing steps, until both ends are known
            N = max(int(high / by), low + 1) if high else math.ceil(low * by) + 1
            by **= 2
    return high or min(N, _MOST)
