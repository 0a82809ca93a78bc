"""How sure a value is: standard errors, intervals, differences of two classifiers, chance."""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _resampling as again
from ._gradients import GRADIENTS, by_differences, score
from ._intervals import clopper_pearson, likelihood, quantiles
from ._matrices import as_array, as_matrices, scalar_or_array
from .catalogue import MEASURES, Measure
from .confusion import confusion_matrix

__all__ = [
    "Chance",
    "Difference",
    "Interval",
    "chance",
    "difference",
    "interval",
    "standard_error",
]

Floats = NDArray[np.float64]

SAMPLINGS = ("multinomial", "rows", "clusters")
METHODS = ("delta", "percentile", "bca", "likelihood", "exact")
# A variance of one observation, in the squares of what it can change, that is rounding.
_NOISE = 1e-24
# An interval that is no wider has the width of rounding.
_ROUNDED = 1e-12
# Numbers in all tables with one more cell that are looked at, where nothing varies.
_UNSEEN = 1 << 25


class _FourOfInterval(NamedTuple):
    value: float
    standard_error: float
    low: float
    high: float


class Interval(_FourOfInterval):
    """A value with its interval; see `interval`.

    Attributes
    ----------
    value, standard_error, low, high : float
        What it unpacks to.
    method : str
        Where the ends come from: the method asked for, or ``"unseen cell"`` where the
        sample does not vary.
    undefined : int
        In how many resamples the measure is undefined.

    Examples
    --------
    >>> interval("ccr", [[5, 0], [0, 5]]).method
    'unseen cell'
    """

    method: str = ""
    undefined: int = 0


class _FiveOfDifference(NamedTuple):
    value: float
    standard_error: float
    low: float
    high: float
    pvalue: float


class Difference(_FiveOfDifference):
    """A difference with its interval and its test; see `difference`.

    Attributes
    ----------
    value, standard_error, low, high, pvalue : float
        What it unpacks to.
    values : tuple of float
        The measure of the first and of the second classifier.
    method : str
        As of `Interval`.
    undefined : int
        In how many resamples the difference is undefined.
    exact : bool
        Whether the p-value is exact, and not from exchanges drawn at random.

    Examples
    --------
    >>> difference("ccr", [1, 1, 2, 2], [1, 1, 2, 2], [1, 2, 1, 2]).values
    (1.0, 0.5)
    """

    values: tuple[float, float] = (math.nan, math.nan)
    method: str = ""
    undefined: int = 0
    exact: bool = False


class _ThreeOfChance(NamedTuple):
    mean: float
    standard_deviation: float
    pvalue: float


class Chance(_ThreeOfChance):
    """What a measure is worth by chance; see `chance`.

    Attributes
    ----------
    mean, standard_deviation, pvalue : float
        What it unpacks to.
    method : str
        ``"formula"`` if mean and standard deviation come from one, ``"all tables"`` or
        ``"sample"``.
    undefined : int
        In how many tables the measure is undefined.

    Examples
    --------
    >>> chance("weighted_kappa", [[5, 1], [1, 5]]).method
    'formula'
    """

    method: str = ""
    undefined: int = 0


# ------------------------------------------------------------------- standard errors


def standard_error(
    measure: Any, cm: ArrayLike, *, sampling: str = "multinomial"
) -> Any:
    """The standard error of a measure, by the delta method.

    Parameters
    ----------
    measure : str or callable
        A name of `ordref.catalogue`, or a function that takes a stack of matrices,
        shape (S, K, K), and returns S numbers; it must take fractions of observations.
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.
        With ``sampling="clusters"`` of shape (..., G, K, K): a matrix for each cluster.
    sampling : {"multinomial", "rows", "clusters"}, keyword-only
        What was drawn: all observations; those of each true class, as many as there
        are; or G clusters of observations, such as the images of G patients.

    Returns
    -------
    float, or ndarray of shape (...)
        Not negative. 0 where the observations do not make the measure vary, as those of
        a perfect classifier: this is no proof of certainty, see `interval`. ``nan``
        where the measure is undefined, where it has a kink, and where a search ends
        before its proof.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        fractions or symbols; if ``measure`` is not known, or does not take stacks, or
        fractions; if ``sampling`` is not one of the three.

    Notes
    -----
    With ``G_rc`` the derivative of the measure in the count of a cell, the variance is
    ``sum n_rc (G_rc - m)**2``, where m is the mean of G over all observations, or over
    those of class r with ``sampling="rows"``. For clusters it is the sum of the squares
    of what each cluster adds, times ``G / (G - 1)``. For kappa it is the formula of
    Fleiss, Cohen and Everitt (1969), for coefficients of pairs that of Goodman and
    Kruskal (1972). OC keeps its cheapest path, and functional correlations keep their
    scores: to first order the optimum is worth the same at the one found.

    Kinks are: two classes that are tied for the worst, unless neither varies (MS,
    MMAE); two cheapest paths through different observations (OC, UOC); two pairs of
    scores with the same correlation, as under independence (SUP and its kin). Two
    slopes then meet, and no normal distribution describes the measure: resample. A
    function of your own is derived by differences, and its kinks are found, too.

    Examples
    --------
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> round(standard_error("mae", cm), 4), round(standard_error("mae", cm, sampling="rows"), 4)
    (0.0438, 0.0436)
    >>> standard_error("ccr", [[5, 0], [0, 5]])
    0.0
    """
    n = _counts(cm, sampling)
    return scalar_or_array(np.sqrt(_variance(_known(measure), n, sampling)))


class _Known(NamedTuple):
    """A measure: its values on stacks, its derivative, and what the catalogue says of it."""

    values: Callable[[Any], Floats]
    gradient: Callable[[Floats], Floats]
    row: Measure | None


def _known(measure: Any) -> _Known:
    row = None
    if isinstance(measure, Measure):
        row = measure
    elif isinstance(measure, str):
        if measure not in MEASURES:
            raise ValueError(
                f"no measure is called {measure!r}; there are {', '.join(MEASURES)}"
            )
        row = MEASURES[measure]
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
        found = np.asarray(function(stack), dtype=np.float64)
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

    if row is not None:
        return _Known(values, GRADIENTS[row.name], row)
    return _Known(values, lambda n: by_differences(smooth, n), None)


def _counts(cm: ArrayLike, sampling: str) -> Floats:
    """Matrices of whole numbers of observations, in float64."""
    if sampling not in SAMPLINGS:
        raise ValueError(f"sampling must be one of {SAMPLINGS}, not {sampling!r}")
    n = _whole("cm", as_matrices(cm))
    if sampling == "clusters" and (n.ndim < 3 or n.shape[-3] < 2):
        raise ValueError(
            "sampling='clusters' takes a matrix for each of two or more clusters: cm of "
            f"shape (G, K, K), not {n.shape}"
        )
    return n


def _whole(name: str, n: NDArray[Any]) -> Floats:
    if n.dtype == object:
        try:
            n = n.astype(np.float64)
        except TypeError:
            raise ValueError(f"{name} holds symbols: give counts") from None
    whole = n == np.floor(n)
    if not whole.all():
        first = np.unravel_index(np.argmin(whole), n.shape)
        raise ValueError(
            f"{name} has {n[first]} at {tuple(int(k) for k in first)}, which is no whole "
            "number: how sure a value is depends on the number of observations, so give "
            "counts, not shares or weights"
        )
    return n


def _variance(of: _Known, n: Floats, sampling: str) -> Floats:
    """The variance of the measure, of shape (...)."""
    table = n.sum(axis=-3) if sampling == "clusters" else n
    G = of.gradient(table)
    seen = np.where(table > 0, G, 0)
    if sampling == "clusters":
        each = (n * seen[..., None, :, :]).sum(axis=(-2, -1))
        size = n.shape[-3]
        centred = each - each.mean(axis=-1, keepdims=True)
        variance = (centred**2).sum(axis=-1) * size / (size - 1)
    else:
        axes = -1 if sampling == "rows" else (-2, -1)
        size = n.sum(axis=axes, keepdims=True)
        mean = (n * seen).sum(axis=axes, keepdims=True) / np.where(size > 0, size, 1)
        variance = (n * (seen - mean) ** 2).sum(axis=(-2, -1))
    N = table.sum(axis=(-2, -1))
    undefined = np.isnan(G).all(axis=(-2, -1))
    return np.where(undefined, np.nan, np.where(variance * N < _NOISE, 0, variance))


# ------------------------------------------------------------------- intervals


def interval(
    measure: Any,
    cm: ArrayLike,
    *,
    level: float = 0.95,
    method: str = "delta",
    sampling: str = "multinomial",
    n_resamples: int = 9999,
    rng: Any = None,
) -> Interval:
    """An interval for what a measure would be of all observations that could be drawn.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`; with the two bootstraps and by name or function, it need
        not take fractions of observations.
    cm : array_like, shape (K, K)
        One confusion matrix of counts, rows true and columns predicted, in class order;
        with ``sampling="clusters"`` one for each cluster, shape (G, K, K).
    level : float, keyword-only
        The share of such intervals that hold the truth, about; between 0 and 1.
    method : {"delta", "percentile", "bca", "likelihood", "exact"}, keyword-only
        The standard error and the normal distribution; two bootstraps; all means that
        are likely enough, for CCR, MER, MAE, MSE and RMSE; or Clopper and Pearson's
        interval, for CCR and MER.
    sampling : {"multinomial", "rows", "clusters"}, keyword-only
        As for `standard_error`; ``"multinomial"`` for the last two methods.
    n_resamples : int, keyword-only
        How many tables the bootstrap draws.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed; the same seed gives the same interval.

    Returns
    -------
    Interval
        A named tuple ``(value, standard_error, low, high)``, with the attributes
        ``method`` and ``undefined``, the number of resamples in which the measure is
        undefined: they have no say in the ends. The standard error of a bootstrap is the
        standard deviation of the resamples. ``nan`` where the measure is undefined, and
        by delta also at a kink.

    Raises
    ------
    ValueError
        As `standard_error`; if ``cm`` is a stack; if ``level`` is not between 0 and 1;
        if ``method`` is not one of the five, or not one for this measure; if
        ``n_resamples`` are too few for the level.

    Notes
    -----
    *delta*: for a measure with a range, the normal interval of artanh of the position
    in the range, which is Fisher's z from -1 to 1, and half the logit from 0 to 1; of a
    function, the normal interval, as also at an end of the range. *percentile*: the
    k-th and the k-th last resample, ``k = (n_resamples + 1) (1 - level) / 2``; *bca*:
    Efron's (1987), with the acceleration from the jackknife. *likelihood*: Owen's
    (1988) for the multinomial with all cells, also those without observations.

    Where neither standard error nor resamples vary, as for a perfect classifier, the
    sample has not shown what there is to fear. Cells without observations may have the
    probability ``e = 1 - ((1 - level) / 2)**(1 / N)`` together, and would still remain
    empty so often. The interval then goes from the least to the greatest value of the
    tables in which one such cell has that share, or all of them have it in equal parts;
    for CCR these are Clopper and Pearson's ends.
    The attribute ``method`` is then ``"unseen cell"``. With ``sampling="rows"`` N is the
    size of the class, and for clusters their number.

    Examples
    --------
    >>> found = interval("ccr", [[5, 0], [0, 5]])
    >>> round(found.low, 4), found.high, found.method
    (0.6915, 1.0, 'unseen cell')
    >>> cm = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
    >>> value, se, low, high = interval("weighted_kappa", cm, method="bca", rng=0)
    >>> round(value, 3), round(low, 3), round(high, 3)
    (0.735, 0.614, 0.829)
    """
    of, n = _known(measure), _counts(cm, sampling)
    if n.ndim != 2 + (sampling == "clusters"):
        raise ValueError(
            f"cm must be one matrix, not a stack of shape {n.shape}: take one at a time, "
            "or standard_error, which takes stacks"
        )
    _check_level(level, method, METHODS)
    table = n.sum(axis=0) if sampling == "clusters" else n
    value = float(of.values(table[None])[0])
    if math.isnan(value):
        return _interval(value, math.nan, math.nan, math.nan, method)
    if method in ("likelihood", "exact"):
        found = _for_means(of, n, level, method, sampling, value)
    elif method == "delta":
        se = math.sqrt(float(_variance(of, n, sampling)))
        low, high = delta_ends(
            of, table[None], np.array([value]), np.array([se]), level
        )
        found = _interval(value, se, float(low[0]), float(high[0]), method)
    else:
        found = _bootstrap(
            of, n, table, value, level, method, sampling, n_resamples, rng
        )
    if found.high - found.low <= _ROUNDED * max(1.0, abs(value)):
        return _unseen(of, n, found, level, sampling)
    return found


def _interval(
    value: float, se: float, low: float, high: float, method: str, undefined: int = 0
) -> Interval:
    found = Interval(value, se, low, high)
    found.method, found.undefined = method, undefined
    return found


def _check_level(level: float, method: str, methods: tuple[str, ...]) -> None:
    if not isinstance(level, int | float) or not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, such as 0.95, not {level!r}")
    if method not in methods:
        raise ValueError(f"method must be one of {methods}, not {method!r}")


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def delta_ends(
    of: _Known, n: Floats, value: Floats, se: Floats, level: float
) -> tuple[Floats, Floats]:
    """The ends for a stack of matrices, by the normal distribution where it fits."""
    reach = _normal(level) * se
    low, high = value - reach, value + reach
    K = n.shape[-1]
    if of.row is None or of.row.greatest(K) == of.row.least:
        return low, high
    least, width = of.row.least, of.row.greatest(K) - of.row.least
    x = 2 * (value - least) / width - 1
    within = (np.abs(x) < 1) & (se > 0)
    x = np.where(within, x, 0)
    z, dz = np.arctanh(x), 2 * reach / width / (1 - x**2)
    ends = [least + width * (np.tanh(z + sign * dz) + 1) / 2 for sign in (-1, 1)]
    greatest = least + width
    return (
        np.where(within, ends[0], np.clip(low, least, greatest)),
        np.where(within, ends[1], np.clip(high, least, greatest)),
    )


def _for_means(
    of: _Known, n: Floats, level: float, method: str, sampling: str, value: float
) -> Interval:
    name = of.row.name if of.row else "a function"
    known = (
        ("ccr", "mer") if method == "exact" else ("ccr", "mer", "mae", "mse", "rmse")
    )
    if name not in known:
        raise ValueError(
            f"method={method!r} is for {', '.join(known)}, not for {name}: take 'bca'"
        )
    if sampling != "multinomial":
        raise ValueError(
            f"method={method!r} is for sampling='multinomial', not {sampling!r}: take "
            "'delta' or 'bca'"
        )
    se = math.sqrt(float(_variance(of, n, sampling)))
    if method == "exact":
        low, high = clopper_pearson(round(value * n.sum()), int(n.sum()), level)
    else:
        w = score("mse" if name == "rmse" else name, n.shape[-1])
        low, high = likelihood(n, w, _normal(level) ** 2)
        if name == "rmse":
            low, high = math.sqrt(low), math.sqrt(high)
    return _interval(value, se, low, high, method)


def _bootstrap(
    of: _Known, n: Floats, table: Floats, value: float, level: float, method: str,
    sampling: str, n_resamples: int, rng: Any,
) -> Interval:  # fmt: skip
    B = _checked_resamples(n_resamples, level)
    drawn = again.tables(n, sampling, B, _generator(rng))
    every = np.concatenate([of.values(part) for part in drawn])
    change = _jackknife(of, n, table, sampling) if method == "bca" else None
    low, high, se, undefined = quantiles(every, value, level, change)
    return _interval(value, se, low, high, method, undefined)


def _checked_resamples(n_resamples: int, level: float) -> int:
    least = math.ceil(2 / (1 - level) - 1 - 1e-9)
    if not isinstance(n_resamples, int | np.integer) or n_resamples < least:
        raise ValueError(
            f"n_resamples must be a whole number, and at least {least} for a level of "
            f"{level}, not {n_resamples!r}"
        )
    return int(n_resamples)


def _generator(rng: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise ValueError(
            f"rng must be a seed, a whole number not below 0, or a Generator, not {rng!r}"
        ) from None


def _jackknife(
    of: _Known, n: Floats, table: Floats, sampling: str
) -> tuple[Floats, Floats]:
    """The measure without each observation, or cluster, less its mean, and how often."""
    if sampling == "clusters":
        without, times = table - n, np.ones(len(n))
    else:
        cells = np.flatnonzero(n)
        without, times = np.repeat(n[None], len(cells), axis=0), n.flat[cells]
        without.reshape(len(cells), -1)[np.arange(len(cells)), cells] -= 1
    left = without.sum(axis=(1, 2)) > 0
    found = np.full(len(without), np.nan)
    found[left] = of.values(without[left])
    if sampling == "rows":
        # Classes are drawn apart: each has its own mean.
        row = np.flatnonzero(n) // n.shape[-1]
        mean = np.bincount(row, times * found) / np.maximum(np.bincount(row, times), 1)
        return found - mean[row], times
    return found - np.average(found, weights=times), times


def _unseen(
    of: _Known, n: Floats, found: Interval, level: float, sampling: str
) -> Interval:
    """From the least to the greatest value if cells without observations had some share."""
    table = n.sum(axis=0) if sampling == "clusters" else n
    K = len(table)
    cells = np.argwhere(table == 0)
    if sampling == "rows":
        cells = cells[table.sum(axis=1)[cells[:, 0]] > 0]
    if not len(cells) or len(cells) * K * K > _UNSEEN:
        low = high = math.nan if len(cells) else found.value
        return _interval(found.value, found.standard_error, low, high, "unseen cell",
                         found.undefined)  # fmt: skip
    # One cell after another, and all of them together.
    more = np.zeros((len(cells) + 1, K, K))
    more[np.arange(len(cells)), *cells.T] = 1
    more[-1, *cells.T] = 1
    axes = -1 if sampling == "rows" else (-2, -1)
    size = table.sum(axis=axes, keepdims=True)
    more /= np.maximum(more.sum(axis=axes, keepdims=True), 1)
    drawn = len(n) if sampling == "clusters" else np.maximum(size, 1)
    share = -np.expm1(np.log((1 - level) / 2) / drawn)
    if of.row is None or of.row.accepts == "counts":
        each = table + np.ceil(more * size * share / (1 - share))
    else:
        touched = more.sum(axis=axes, keepdims=True)
        each = table * (1 - share * touched) + more * size * share
    ends = of.values(each)
    low = min(found.value, float(np.nanmin(ends, initial=found.value)))
    high = max(found.value, float(np.nanmax(ends, initial=found.value)))
    return _interval(found.value, found.standard_error, low, high, "unseen cell",
                     found.undefined)  # fmt: skip


# ------------------------------------------------------------------- two classifiers


def difference(
    measure: Any,
    y_true: ArrayLike,
    y_a: ArrayLike | None = None,
    y_b: ArrayLike | None = None,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    level: float = 0.95,
    method: str = "delta",
    n_resamples: int = 9999,
    rng: Any = None,
) -> Difference:
    """How much two classifiers differ on the same test set, and whether chance explains it.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`.
    y_true : array_like, shape (N,), or (K, K, K) without the next two
        True classes; or a table of counts: true class, first prediction, second one.
    y_a, y_b : array_like, shape (N,), optional
        The predictions of the two classifiers, paired by position.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`.
    level : float, keyword-only
        Of the interval; between 0 and 1.
    method : {"delta", "percentile"}, keyword-only
        Where the interval comes from.
    n_resamples : int, keyword-only
        How many tables the bootstrap draws, and how many exchanges the test, if it
        cannot be exact.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed.

    Returns
    -------
    Difference
        A named tuple ``(value, standard_error, low, high, pvalue)``: the measure of the
        first classifier less that of the second. With the attributes ``values``, of both;
        ``method``; ``undefined``, the number of resamples, and of exchanges, in which the
        difference is undefined; and ``exact``, whether the p-value is.

    Raises
    ------
    ValueError
        As `confusion_matrix` and `interval`; if the three are not of one length; if a
        table is not of counts, or not of shape (K, K, K).

    Notes
    -----
    The observation is drawn with its class and both predictions, so that what both get
    wrong, for it is hard, does not count as chance. The variance is ``sum t_rab (G_ra -
    H_rb)**2``, with the derivatives G and H of the measure at the two tables.

    The p-value is that of exchanging the two predictions of each observation at random,
    two-sided: the share of exchanges with a difference as large. It is exact for CCR,
    MER, MAE and MSE, whose difference is a sum, and wherever there are few exchanges;
    otherwise from ``n_resamples`` of them, and then never below 1 / (n_resamples + 1).
    For CCR it is McNemar's exact test. An exchange in which the difference is undefined
    counts as one that is as large. That the interval leaves out 0 and that p is small are
    answers to two questions, and can differ.

    Examples
    --------
    >>> y = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    >>> a = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
    >>> b = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]
    >>> found = difference("mae", y, a, b)
    >>> round(found.value, 3), round(found.standard_error, 3), found.pvalue, found.exact
    (-0.5, 0.212, 0.125, True)
    """
    of = _known(measure)
    _check_level(level, method, ("delta", "percentile"))
    B = _checked_resamples(n_resamples, level)
    cells, count, K = _triples(y_true, y_a, y_b, labels)
    generator = _generator(rng)
    n = np.array([t[0] for t in again.two_tables(cells, K, count[None])])
    first, second = (float(x) for x in of.values(n))
    value = first - second
    undefined = 0
    if method == "delta":
        se = _paired(of, n, cells, count)
        reach = _normal(level) * se
        low, high = value - reach, value + reach
    else:
        every = np.concatenate([
            np.subtract(*map(of.values, again.two_tables(cells, K, drawn)))
            for drawn in _drawn(count, B, generator, K)
        ])  # fmt: skip
        low, high, se, undefined = quantiles(every, value, level, None)
    if high - low <= _ROUNDED * max(1.0, abs(value)):
        method = "unseen cell"
        low, high = _unseen_triple(of, cells, count, K, value, level)
    pvalue, exact, more = _exchanged(of, cells, count, K, value, B, generator)
    found = Difference(value, se, low, high, pvalue)
    found.values, found.method, found.exact = (first, second), method, exact
    found.undefined = undefined + more
    return found


def _drawn(count: Floats, B: int, rng: np.random.Generator, K: int) -> Any:
    N = count.sum()
    for b in again.parts(B, max(len(count), 2 * K * K)):
        yield rng.multinomial(int(N), count / N, size=b).astype(np.float64)


def _triples(
    y_true: ArrayLike, y_a: ArrayLike | None, y_b: ArrayLike | None, labels: Any
) -> tuple[NDArray[np.int64], Floats, int]:
    """The cells (true, first, second) with observations, how many, and the classes."""
    if (y_a is None) != (y_b is None):
        raise ValueError("give the predictions of both classifiers, y_a and y_b")
    if y_a is None or y_b is None:
        if labels is not None:
            raise ValueError(
                "labels goes with y_true, y_a and y_b: a table has its classes in order"
            )
        return _of_table(y_true)
    if labels is None:
        labels = _common_labels(y_true, y_a, y_b)
    sizes = [len(np.asarray(y)) for y in (y_true, y_a, y_b)]
    if len(set(sizes)) > 1:
        raise ValueError(
            f"y_true has {sizes[0]} values, y_a {sizes[1]} and y_b {sizes[2]}: they are "
            "paired by position, so give as many of each"
        )
    # Two classes for one are one pair of labels: the code of the first and the second.
    K = len(labels)
    given = {"y_true": y_true, "y_a": y_a, "y_b": y_b}
    codes = np.array([_codes(y_true, y, name, labels) for name, y in given.items()])
    cell, count = np.unique(
        (codes[0] * K + codes[1]) * K + codes[2], return_counts=True
    )
    return np.array(np.unravel_index(cell, (K, K, K))), count.astype(np.float64), K


def _common_labels(y_true: ArrayLike, y_a: ArrayLike, y_b: ArrayLike) -> Any:
    """The classes in their order, if the labels have one."""
    for name, y in (("y_a", y_a), ("y_b", y_b)):
        _check_labels(y_true, y, name)
    for y in (y_true, y_a, y_b):
        categories = getattr(getattr(y, "dtype", None), "categories", None)
        if categories is None:
            categories = getattr(getattr(y, "cat", None), "categories", None)
        if categories is not None:
            return list(categories)
    seen = np.concatenate([np.asarray(y).ravel() for y in (y_true, y_a, y_b)])
    return list(range(int(seen.min()), int(seen.max()) + 1))


def _check_labels(
    y_true: ArrayLike, y: ArrayLike, name: str, labels: Any = None
) -> None:
    """Let `confusion_matrix` say what is wrong, where something is, by the name given here."""
    try:
        confusion_matrix(y_true, y, labels=labels)
    except ValueError as error:
        raise ValueError(str(error).replace("y_pred", name)) from error


def _codes(
    y_true: ArrayLike, y: ArrayLike, name: str, labels: Any
) -> NDArray[np.int64]:
    """Each label as its place in the labels; `confusion_matrix` refuses what is none."""
    _check_labels(y_true, y, name, labels)
    place = {label: k for k, label in enumerate(labels)}
    return np.array([place[label] for label in np.asarray(y).tolist()], dtype=np.int64)


def _of_table(given: ArrayLike) -> tuple[NDArray[np.int64], Floats, int]:
    t = as_array("y_true", given, "a table must have shape (K, K, K)")
    if t.ndim != 3 or len(set(t.shape)) > 1:
        raise ValueError(
            "give y_true, y_a and y_b, or one table of counts of shape (K, K, K): true "
            f"class, first prediction, second one; it has shape {t.shape}"
        )
    K = t.shape[0]
    if not t.astype(bool).any():
        raise ValueError("the table is empty: it has no observation")
    # Entries are checked as those of a matrix; a class may be absent.
    absent = np.array([[[not slab.any()]] for slab in t.astype(bool)])
    t = _whole("the table", np.where(absent, 0, as_matrices(np.where(absent, 1, t))))
    cells = np.argwhere(t > 0).T
    return cells, t[tuple(cells)], K


def _paired(of: _Known, n: Floats, cells: NDArray[np.int64], count: Floats) -> float:
    G = of.gradient(n)
    t, a, b = cells
    change = G[0, t, a] - G[1, t, b]
    N = count.sum()
    centred = change - (count * change).sum() / N
    variance = float((count * centred**2).sum())
    return 0.0 if variance * N < _NOISE else math.sqrt(variance)


def _unseen_triple(
    of: _Known,
    cells: NDArray[np.int64],
    count: Floats,
    K: int,
    value: float,
    level: float,
) -> tuple[float, float]:
    """As `_unseen`, of the differences."""
    if math.isnan(value) or K**5 > _UNSEEN:
        return math.nan, math.nan
    t = np.zeros((K, K, K))
    t[tuple(cells)] = count
    empty = np.argwhere(t == 0).T
    if not empty.size:
        return value, value
    share = -np.expm1(np.log((1 - level) / 2) / count.sum())
    more = count.sum() * share / (1 - share)
    n = again.two_tables(cells, K, count[None])
    kinds = np.vstack([np.eye(empty.shape[1]), np.full(empty.shape[1], 1.0)])
    kinds[-1] /= empty.shape[1]
    added = more * kinds
    if of.row is None or of.row.accepts == "counts":
        added = np.ceil(added)
    one = again.two_tables(empty, K, added)
    ends = of.values(n[0] + one[0]) - of.values(n[1] + one[1])
    return (
        float(np.nanmin(ends, initial=value)),
        float(np.nanmax(ends, initial=value)),
    )


def _exchanged(
    of: _Known, cells: NDArray[np.int64], count: Floats, K: int, value: float, B: int,
    rng: np.random.Generator,
) -> tuple[float, bool, int]:  # fmt: skip
    """The p-value of exchanging predictions, whether it is exact, and how many are undefined."""
    if math.isnan(value):
        return math.nan, False, 0
    name = of.row.name if of.row is not None else ""
    if name in ("ccr", "mer", "mae", "mse"):
        w = score(name, K)
        t, a, b = cells
        exact = _sum_of_signs(w[t, a] - w[t, b], count)
        if exact is not None:
            return exact, True, 0
    noise = 1e-12 * max(1.0, abs(value))
    exchange = again.Exchange(cells, count, K)

    def as_large(drawn: Floats) -> tuple[NDArray[np.bool_], int]:
        every = np.subtract(*map(of.values, exchange.tables(drawn)))
        return ~(np.abs(every) < abs(value) - noise), int(np.isnan(every).sum())

    if exchange.are_few():
        drawn, probability = exchange.every()
        large, undefined = as_large(drawn)
        return min(1.0, float(probability[large].sum())), True, undefined
    found = [as_large(drawn) for drawn in exchange.some(B, rng)]
    large_ones = sum(int(large.sum()) for large, _ in found)
    return (large_ones + 1) / (B + 1), False, sum(undefined for _, undefined in found)


def _sum_of_signs(d: Floats, count: Floats) -> float | None:
    """P(as large) of a sum of whole numbers with random signs; None if it has many values."""
    steps = np.abs(d).astype(np.int64)
    if (steps * count).sum() > 1 << 14:
        return None
    distribution = np.ones(1)
    for step in np.unique(steps[steps > 0]):
        heads = again.binomial(int(count[steps == step].sum()))
        spread = np.zeros((len(heads) - 1) * 2 * int(step) + 1)
        spread[:: 2 * int(step)] = heads
        distribution = np.convolve(distribution, spread)
    middle = (len(distribution) - 1) // 2
    sums = np.arange(len(distribution)) - middle
    observed = abs(round(float((d * count).sum())))
    return min(1.0, float(distribution[np.abs(sums) >= observed].sum()))


# ------------------------------------------------------------------- chance


def chance(
    measure: Any, cm: ArrayLike, *, n_resamples: int = 9999, rng: Any = None
) -> Chance:
    """What a measure is worth if predictions have nothing to do with the truth.

    Parameters
    ----------
    measure : str or callable
        As for `standard_error`; it need not take fractions of observations.
    cm : array_like, shape (K, K)
        One confusion matrix of counts, rows true and columns predicted, in class order.
    n_resamples : int, keyword-only
        How many orders are drawn, if not all tables can be gone through.
    rng : int or numpy.random.Generator, keyword-only, optional
        The seed.

    Returns
    -------
    Chance
        A named tuple ``(mean, standard_deviation, pvalue)`` over all orders of the
        predictions, each class being predicted as often as in ``cm``. The p-value is the
        probability of a value as good, where the catalogue says which is better, else
        as large. With the attributes ``method`` and ``undefined``. ``nan`` where the
        measure is undefined.

    Raises
    ------
    ValueError
        If ``cm`` is not one matrix of counts (see `as_matrices`), or has 1e9
        observations or more; if ``measure`` is not known; if ``n_resamples`` is not a
        whole number of at least 1.

    Notes
    -----
    For CCR, MER, MAE, MSE, AMAE, the kappas and the correlations of Spearman and
    Pearson mean and standard deviation are exact: with margins kept they are sums of
    scores (Hoeffding 1951). For tau-b and Somers' d they are exact by Kendall's
    variance with ties. The p-value, and the rest, come from all tables with these margins
    if there are at most 50,000, and else from ``n_resamples`` orders, with
    the order observed among them, so that p is never 0. A table in which the measure is
    undefined counts as one that is as good.

    Examples
    --------
    >>> found = chance("ccr", [[3, 1], [1, 3]])
    >>> found.mean, round(found.standard_deviation, 4), round(found.pvalue, 4)
    (0.5, 0.189, 0.2429)
    """
    of, n = _known(measure), _counts(cm, "multinomial")
    if n.ndim != 2:
        raise ValueError(f"cm must be one matrix, not a stack of shape {n.shape}")
    if not isinstance(n_resamples, int | np.integer) or n_resamples < 1:
        raise ValueError(f"n_resamples must be a whole number, not {n_resamples!r}")
    if n.sum() >= 1e9:
        raise ValueError(
            "cm has 1e9 observations or more, too many to draw orders of: by then chance "
            "is as good as independence"
        )
    value = float(of.values(n[None])[0])
    if math.isnan(value):
        return _chance(math.nan, math.nan, math.nan, "formula", 0)
    tables = again.every_table(n)
    if tables is not None:
        every = of.values(tables[0])
        probability, added, method = tables[1], 0.0, "all tables"
    else:
        drawn = again.some_tables(n, int(n_resamples), _generator(rng))
        every = np.concatenate([of.values(part) for part in drawn])
        probability, added, method = np.full(len(every), 1.0), 1.0, "sample"
    good = ~_worse(of, every, value)
    pvalue = (probability[good].sum() + added) / (probability.sum() + added)
    defined = ~np.isnan(every)
    exact = _moments(of, n)
    if exact is not None:
        mean, deviation, method = *exact, "formula"
    elif not defined.any():
        mean = deviation = math.nan
    else:
        mean = float(np.average(every[defined], weights=probability[defined]))
        squares = (every[defined] - mean) ** 2
        deviation = math.sqrt(np.average(squares, weights=probability[defined]))
    return _chance(
        mean, deviation, min(1.0, float(pvalue)), method, int((~defined).sum())
    )


def _chance(
    mean: float, deviation: float, pvalue: float, method: str, undefined: int
) -> Chance:
    found = Chance(mean, deviation, pvalue)
    found.method, found.undefined = method, undefined
    return found


def _worse(of: _Known, every: Floats, value: float) -> NDArray[np.bool_]:
    noise = 1e-12 * max(1.0, abs(value))
    if of.row is not None and of.row.better == "low":
        return np.asarray(every > value + noise)
    return np.asarray(every < value - noise)


def _moments(of: _Known, n: Floats) -> tuple[float, float] | None:
    """Mean and standard deviation where they are derived."""
    if of.row is None:
        return None
    name, K, N = of.row.name, len(n), n.sum()
    if name in ("ccr", "mer", "mae", "mse"):
        mean, variance = again.moments(n, score(name, K) / N)
    elif name == "amae":
        R = n.sum(axis=1)
        J = np.count_nonzero(R)
        w = score("mae", K) / (J * np.where(R > 0, R, np.inf))[:, None]
        mean, variance = again.moments(n, w)
    elif name.startswith("weighted_kappa"):
        power = {"weighted_kappa": "mae", "weighted_kappa_quadratic": "mse"}
        w = score(power.get(name, "mer"), K)
        expected, variance = again.moments(n, w)
        mean, variance = 0.0, variance / expected**2
    elif name in ("spearman", "pearson"):
        mean, variance = 0.0, 1 / (N - 1)
    elif name in ("kendall_tau_b", "somers_d", "somers_d_true"):
        R, C = n.sum(axis=1), n.sum(axis=0)
        true, predicted = ((N**2 - (s**2).sum()) / 2 for s in (R, C))
        square = {"kendall_tau_b": true * predicted, "somers_d": true**2}
        mean = 0.0
        variance = again.kendall_variance(n) / square.get(name, predicted**2)
    else:
        return None
    return mean, math.sqrt(variance)
