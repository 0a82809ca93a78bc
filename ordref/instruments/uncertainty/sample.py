"""A sample, for one classifier or two: its variance, resamples, and what it did not show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.check import as_numbers
from ...matrices.limits import CLASSES_OF_SURE_OC
from .arguments import Floats
from .ends import least_gamma
from .measured import BY_CLASS, Measured, warn_if_long
from .resampling import block_sizes, drawable, two_tables

# A variance per observation below this is due to rounding.
_NOISE = 1e-24
# The relative width of an interval that is due to rounding.
_ROUNDED = 1e-12
# Of measures made class by class the coverage falls below .92 where a class has fewer
# observations: see the chapter.
_FEW = 5
# Numbers in all the tables with an unseen kind that may be computed.
MOST_UNSEEN = 1 << 25


@dataclass(frozen=True, eq=False)
class Sample:
    """Observations by kind, drawn independently, within strata of fixed sizes, or in groups.

    For one classifier the kinds are the cells of its table. For two, whose measures are
    subtracted, they are the triples (true, first, second) that occur or, if each has a test set
    of its own, the cells of two tables, each a stratum. For Conger's kappa the counts of ratings
    by rater and class, which are not observations, come after the cells.

    Attributes
    ----------
    count : ndarray, shape (..., strata, kinds)
        How many observations of each kind there are.
    K : int
        The number of classes.
    groups : ndarray, shape (..., G, 1, kinds), optional
        How many observations of each kind each group has.
    triples : ndarray, shape (3, kinds), optional
        The kinds of two classifiers.
    apart : bool
        Whether there are two classifiers, each with its own test set.
    """

    count: Floats
    K: int
    groups: Floats | None = None
    triples: NDArray[np.int64] | None = None
    apart: bool = False

    @classmethod
    def of_tables(cls, n: Floats, sampling: str) -> Sample:
        """The sample of one classifier; a stack of tables is a stack of samples.

        Examples
        --------
        >>> Sample.of_tables(np.eye(2), "rows").count.tolist()
        [[1.0, 0.0], [0.0, 1.0]]
        """
        K = n.shape[-1]
        strata = K if sampling == "rows" else 1
        count = n.reshape(*n.shape[:-2], strata, n.shape[-2] * K // strata)
        if sampling != "clusters":
            return cls(count, K)
        return cls(count.sum(axis=-3), K, count)

    @classmethod
    def of_triples(cls, n: NDArray[Any]) -> Sample:
        """The sample of two classifiers, from a table of true class and both predictions.

        Examples
        --------
        >>> Sample.of_triples(np.eye(2)[:, :, None] * [0, 3]).triples.tolist()
        [[0, 1], [0, 1], [1, 1]]
        """
        # The entries are checked as those of a matrix are, but a class may be absent.
        absent = ~n.astype(bool).any(axis=(1, 2), keepdims=True)
        n = np.where(absent, 0, as_numbers(np.where(absent, 1, n)))
        cells = np.argwhere(n).T
        return cls(n[tuple(cells)].astype(np.float64)[None], len(n), triples=cells)

    @property
    def N(self) -> Floats:
        return np.asarray(self.count.sum(axis=(-2, -1)))

    @property
    def G(self) -> int | None:
        return None if self.groups is None else self.groups.shape[-3]

    @cached_property
    def observed(self) -> Floats:
        """The table of each classifier, shape (classifiers, ..., K, K)."""
        return np.array([tables[0] for tables in self.tables(self.count[None])])

    def tables(self, count: Floats) -> list[Floats]:
        """The table of each classifier, shape (..., K, K), from the counts of kinds."""
        if self.triples is None:
            *shape, strata, kinds = count.shape
            many = 1 + self.apart
            rows = strata * kinds // (many * self.K)
            return list(np.moveaxis(count.reshape(*shape, many, rows, self.K), -3, 0))
        return two_tables(self.triples, self.K, count[..., 0, :])

    def values(self, measure: Measured, count: Floats) -> Floats:
        return contrast(measure, self.tables(count))

    # ------------------------------------------------------------------- the delta method

    def slopes(self, measure: Measured) -> Floats:
        """The derivative of the value in the count of each kind."""
        n = self.observed
        G = measure.slope(n)
        if self.triples is None:
            G = np.where(n > 0, G, 0)
            # The second classifier is subtracted.
            G[1:] *= -1
            return np.moveaxis(G, 0, -3).reshape(self.count.shape)
        t, a, b = self.triples
        return np.asarray(G[0, t, a] - G[1, t, b])[None]

    def changes(self, measure: Measured) -> Floats:
        """What an observation of each kind, or a group, adds to first order, minus the mean."""
        slopes = self.slopes(measure)
        if self.groups is not None:
            by_group = (self.groups * slopes[..., None, :, :]).sum(axis=(-2, -1))
            return np.asarray(by_group - by_group.mean(axis=-1, keepdims=True))
        return centred(slopes, self.count)

    def variance(self, measure: Measured) -> Floats:
        """The variance of the value by the delta method, shape (...)."""
        squares = self.changes(measure) ** 2
        if self.G is not None:
            variance = squares.sum(axis=-1) * self.G / (self.G - 1)
        else:
            variance = (self.count * squares).sum(axis=(-2, -1))
        return np.where(variance * self.N < _NOISE, 0, variance)

    def exponential_tilting(self, measure: Measured, reach: float) -> Floats:
        """The value along tilted samples, until it has moved `reach` down and up to first order.

        Each observation gets an exponential weight by what it adds to the measure. All values
        are those of tables, so they stay within the range of the measure (Efron 1981).
        """
        count, ungrouped = self.count, Sample(self.count, self.K, triples=self.triples)
        change = ungrouped.changes(measure)
        spread = float((count * change**2).sum())
        if spread * self.N < _NOISE:
            # The measure varies with the sizes of groups only.
            return self.values(measure, count[None]) + reach * np.array([-1, 1])
        way = np.linspace(-1, 1, 41)[:, None, None]
        # Slopes of empty cells may have any size: they get no weight.
        weights = count * np.exp(np.clip(reach / spread * change * way, -300, 300))
        total = weights.sum(axis=-1, keepdims=True)
        weights *= count.sum(axis=-1, keepdims=True) / np.where(total > 0, total, 1)
        return self.values(measure, weights)

    # ------------------------------------------------------------------- other samples

    def drawn(self, B: int, rng: np.random.Generator) -> Iterator[Floats]:
        """Counts of B resamples, in blocks of shape (b, strata, kinds)."""
        shape, G, table = self.count.shape, self.G or 0, self.K * self.K
        numbers = table if self.triples is None else 2 * table
        for b in block_sizes(B, max(G, self.count.size, numbers)):
            if self.groups is not None:
                times = rng.multinomial(G, np.full(G, 1 / G), size=b)
                resample = times.astype(np.float64) @ self.groups.reshape(G, -1)
                yield resample.reshape(b, *shape)
                continue
            resample = np.zeros((b, *shape))
            for stratum, count in enumerate(self.count):
                seen = np.flatnonzero(count)
                if len(seen):
                    N, shares = drawable(count.sum()), count[seen] / count.sum()
                    resample[:, stratum, seen] = rng.multinomial(N, shares, size=b)
            yield resample

    def resampled(self, measure: Measured, B: int, rng: np.random.Generator) -> Floats:
        """The values of B resamples."""
        warn_if_long(measure, self.observed, len(self.observed) * B)
        return np.concatenate([self.values(measure, n) for n in self.drawn(B, rng)])

    def with_unseen(self, rare: float, whole: bool, present: bool = False) -> list[Floats] | None:
        """Tables in which an unseen kind has a share that stays unseen with probability `rare`.

        One table for each unseen kind; for one classifier also a last table, in which all unseen
        kinds divide the share. It is added in observations, rounded up if `whole`. If `present`,
        only to classes that occur. None if the tables are too many.
        """
        K, count = self.K, self.count
        if self.triples is None:
            count = count[..., : K * K]
            unseen = (count == 0) & count.any(axis=-1, keepdims=True)
            unseen = unseen.reshape(K, K)
            if present:
                unseen &= self.observed[0].any(axis=1, keepdims=True)
            kinds = np.argwhere(unseen).T
        elif K**3 > MOST_UNSEEN:
            return None
        else:
            unseen = np.ones((K, K, K), dtype=bool)
            unseen[tuple(self.triples)] = False
            kinds = np.argwhere(unseen).T
        E, size = kinds.shape[1], count.sum(axis=-1, keepdims=True)
        if E * K * K > MOST_UNSEEN:
            return None
        axes = -1 if len(self.count) > 1 else (-2, -1)
        share = -np.expm1(np.log(rare) / (self.G or np.maximum(size, 1)))
        tables = []
        for n, predicted in zip(self.observed, kinds[1:], strict=True):
            added = np.zeros((E, *n.shape))
            added[np.arange(E), kinds[0], predicted] = 1
            if self.triples is None and E:
                together = added.sum(axis=0, keepdims=True)
                together /= np.maximum(together.sum(axis=axes, keepdims=True), 1)
                added = np.concatenate([added, together])
            if whole:
                tables.append(n + np.ceil(added * size * share / (1 - share)))
            else:
                touched = added.sum(axis=axes, keepdims=True)
                tables.append(n * (1 - share * touched) + added * size * share)
        return tables


def centred(values: Floats, times: Floats) -> Floats:
    """The values minus their mean in each stratum; each value occurs `times` times.

    Examples
    --------
    >>> centred(np.array([[1.0, 4.0]]), np.array([[2, 1]])).tolist()
    [[-1.0, 2.0]]
    """
    size = times.sum(axis=-1, keepdims=True)
    whole = (times * values).sum(axis=-1, keepdims=True)
    return np.asarray(values - whole / np.where(size > 0, size, 1))


def contrast(measure: Measured, tables: list[Floats]) -> Floats:
    """The value of the only classifier, or the first one's value minus the second one's."""
    first, *second = map(measure.values, tables)
    return first - second[0] if second else first


def least_and_greatest(values: Floats, value: float) -> tuple[float, float]:
    low, high = (extreme(values, initial=value) for extreme in (np.nanmin, np.nanmax))
    return float(low), float(high)


# ------------------------------------------------------------------- ends


def is_constant(value: float, se: float, low: float, high: float, method: str) -> bool:
    """Whether the value does not vary; equal ends alone may be due to a low level."""
    noise = _ROUNDED * max(1.0, abs(value))
    # Resamples and jackknife values differ by rounding; the variance by slopes is exactly 0.
    varies = se > (noise if method in ("percentile", "bca", "jackknife") else 0)
    return high - low <= noise and not varies


def ends_by_unseen(
    measure: Measured, sample: Sample, value: float, level: float
) -> tuple[float, float]:
    """The least and the greatest value if unseen kinds had some share of the population."""
    one_set = sample.triples is None and sample.G is None
    if measure.name == "goodman_kruskal_gamma" and sample.K == 2 and one_set:
        # Only errors of both kinds together move it: those that are seen may be few by chance.
        end = value * least_gamma(sample.observed[0][:, :: int(value)], level)
        return min(end, value), max(end, value)
    tables = sample.with_unseen((1 - level) / 2, _in_whole(measure))
    if tables is None:
        return math.nan, math.nan
    if not len(tables[0]):
        return value, value
    return least_and_greatest(contrast(measure, tables), value)


def with_hidden(
    measure: Measured, sample: Sample, level: float, low: float, high: float
) -> tuple[float, float]:
    """The ends joined with the values of the tables in which one unseen cell has some share.

    The variation within a sample does not show errors that are rare and long. At this level
    one cell may hide that share, but not all cells at once. An absent class may still exist in
    the population, except for measures made class by class, and functions that may be.
    """
    present = measure.row is None or measure.name in BY_CLASS
    tables = sample.with_unseen(1 - level, _in_whole(measure), present)
    if tables is None or len(tables[0]) < 2:
        return low, high
    # The last table has all cells.
    values = measure.values(tables[0][:-1])
    return float(np.nanmin(values, initial=low)), float(np.nanmax(values, initial=high))


def _in_whole(measure: Measured) -> bool:
    """Whether counts must stay whole numbers, as is assumed for the user's own functions."""
    return measure.row is None or measure.row.accepts == "counts"


def reason_for_doubt(measured: Measured, sample: Sample, method: str) -> str:
    """Why the interval can be too short, as far as the table shows it; else empty.

    Examples
    --------
    >>> from .measured import as_measure
    >>> sample = Sample.of_tables(np.array([[30, 4], [1, 2]]), "multinomial")
    >>> reason_for_doubt(as_measure("amae"), sample, "likelihood")
    'class 2 has fewer than 5 observations, and such an interval can hold the truth too seldom'
    >>> reason_for_doubt(as_measure("mae"), sample, "likelihood")
    ''
    """
    K, n = sample.K, sample.observed
    if measured.name in BY_CLASS:
        # Limits of each class hold for any size, if there is a class.
        least = 1 if method == "by class" else _FEW
        few = [str(r + 1) for r in np.flatnonzero((n.sum(axis=-1) < least).any(axis=0))]
        names = f"classes {', '.join(few)} have" if few[1:] else f"class {''.join(few)} has"
        lack = "no observation" if least == 1 else f"fewer than {least} observations"
        text = f"{names} {lack}" if few else ""
    elif measured.name in ("oci", "oci_prime") and K > CLASSES_OF_SURE_OC:
        text = "the cheapest of so many paths is cheaper by chance"
    elif measured.name == "sup_correlation" and _errs_little(n).any():
        text = "there are fewer errors than kinds of errors: SUP is then too large by chance"
    else:
        text = ""
    return text and f"{text}, and such an interval can hold the truth too seldom"


def _errs_little(n: Floats) -> Any:
    """Whether there are errors, but fewer than there are kinds of errors."""
    K, errors = n.shape[-1], n.sum(axis=(-2, -1)) - np.trace(n, axis1=-2, axis2=-1)
    return (errors > 0) & (errors < K * (K - 1))
