"""Permutation tests of two classifiers: predictions exchanged, or two test sets dealt anew."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...matrices.sums import as_extreme
from . import resampling
from .arguments import Floats
from .measured import Measured, warn_if_long
from .ratio_slopes import WEIGHTS, cell_weights
from .sample import Sample, contrast


class Exchange:
    """Exchanges of the two predictions of each observation, or of all observations of a group.

    Among m observations with the same class and the same two predictions, the number
    exchanged is binomial. Each group is a kind of its own, with m = 1.
    """

    def __init__(self, sample: Sample) -> None:
        assert sample.triples is not None
        self.K, self.kinds, self.count = sample.K, sample.triples, sample.count[0]
        self.groups = None
        if sample.groups is None:
            K, (t, a, b) = self.K, self.kinds
            code = (t * K + np.minimum(a, b)) * K + np.maximum(a, b)
            pair, place = np.unique(code, return_inverse=True)
            self.kinds = np.array(np.unravel_index(pair, (K, K, K)))
            self.count = np.bincount(place.astype(np.intp, copy=False), self.count)
            # Two equal predictions are never exchanged.
            self.differ = self.kinds[1] != self.kinds[2]
            sizes = [*map(resampling.drawable, self.count[self.differ])]
            self.sizes = np.array(sizes, np.int64)
        else:
            groups = sample.groups[:, 0]
            first, second = resampling.two_tables(self.kinds, self.K, groups)
            self.groups = groups[(first != second).any(axis=(1, 2))]
            self.sizes = np.ones(len(self.groups), np.int64)

    def tables(self, drawn: Floats) -> list[Floats]:
        """Both tables; `drawn` says how many of each kind (or group) keep their predictions."""
        if self.groups is None:
            kept = np.tile(self.count, (len(drawn), 1))
            kept[:, self.differ] = drawn
        else:
            kept = self.count - self.groups.sum(axis=0) + drawn @ self.groups
        kinds = np.hstack([self.kinds, self.kinds[[0, 2, 1]]])
        counts = np.hstack([kept, self.count - kept])
        return resampling.two_tables(kinds, self.K, counts)

    def are_few(self) -> bool:
        """Whether all exchanges can be enumerated."""
        return math.prod(int(m) + 1 for m in self.sizes) <= resampling.MOST

    def all_exchanges(self) -> tuple[Floats, Floats]:
        """All exchanges, and their probabilities."""
        drawn = np.indices(tuple(self.sizes + 1))
        drawn = drawn.reshape(len(self.sizes), int(np.prod(self.sizes + 1))).T
        chance = np.ones(len(drawn))
        for k, m in enumerate(self.sizes):
            chance *= binomial(int(m))[drawn[:, k]]
        return drawn.astype(np.float64), chance

    def drawn_exchanges(self, B: int, rng: np.random.Generator) -> Iterator[Floats]:
        kinds = len(self.sizes)
        for b in resampling.block_sizes(B, max(kinds, 2 * self.K**2)):
            if self.groups is None:
                drawn = rng.binomial(self.sizes, 0.5, size=(b, kinds))
            else:
                drawn = rng.integers(0, 2, size=(b, kinds))
            yield drawn.astype(np.float64)


def binomial(m: int) -> Floats:
    """The probabilities of 0, ..., m heads among m throws of a fair coin.

    Examples
    --------
    >>> binomial(3).tolist()
    [0.125, 0.375, 0.375, 0.125]
    """
    ways, all_ways = [1], 1 << m
    for k in range(m):
        ways.append(ways[-1] * (m - k) // (k + 1))
    return np.array([way / all_ways for way in ways])


class PValue(NamedTuple):
    """A p-value, whether it is exact, the mid-p, and the number of undefined values."""

    pvalue: float
    exact: bool = False
    midp: float = math.nan
    undefined: int = 0


def tested(
    measure: Measured, sample: Sample, alternative: str, B: int, rng: np.random.Generator
) -> PValue:
    """The permutation test: predictions exchanged, or observations dealt to both sets anew."""
    if measure.name in WEIGHTS and not sample.apart:
        exact = _by_signs(sample, cell_weights(measure.name, sample.K), alternative)
        if exact is not None:
            return exact
    tables, times, chance = (_tables_dealt if sample.apart else _tables_exchanged)(sample, B, rng)
    warn_if_long(measure, sample.observed, 2 * times)
    # The observed tables come first.
    tables = itertools.chain([sample.tables(sample.count[None])], tables)
    parts = [_with_errors(measure, sample, block) for block in tables]
    values, errors = np.concatenate(parts, axis=1)
    noise = 1e-12 * max(1.0, abs(values[0]))
    # Divide by the standard error only if every table has one.
    if not np.isnan(errors[~np.isnan(values)]).any():
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.where(np.abs(values) <= noise, 0, values / errors)
        noise = 1e-9 * min(abs(values[0]), 1e9)
    large = as_extreme(values, values[0], alternative, noise)
    undefined = int(np.isnan(values).sum())
    if chance is None:
        return PValue(float(large.mean()), undefined=undefined)
    return PValue(min(1.0, float(chance[large[1:]].sum())), True, undefined=undefined)


PairsOfTables = tuple[Iterable[list[Floats]], int, Floats | None]


def _tables_exchanged(sample: Sample, B: int, rng: np.random.Generator) -> PairsOfTables:
    """Both tables in blocks, their number, and their probabilities if all are enumerated."""
    exchange = Exchange(sample)
    if not exchange.are_few():
        return map(exchange.tables, exchange.drawn_exchanges(B, rng)), B, None
    drawn, chance = exchange.all_exchanges()
    return [exchange.tables(drawn)], len(drawn), chance


def _tables_dealt(sample: Sample, B: int, rng: np.random.Generator) -> PairsOfTables:
    """Like `_tables_exchanged`, for two test sets: all observations are dealt to the sets anew."""
    n, seen = sample.count, sample.count.sum(axis=0) > 0
    deals = resampling.all_permuted_tables(n[:, seen])
    if deals is None:
        return map(sample.tables, resampling.permuted_tables(n, B, rng)), B, None

    def over_all_kinds(dealt: Floats) -> list[Floats]:
        spread = np.zeros((len(dealt), *n.shape))
        spread[:, :, seen] = dealt
        return sample.tables(spread)

    pieces = np.array_split(deals[0], 1 + len(deals[0]) * n.size // (1 << 22))
    return map(over_all_kinds, pieces), len(deals[0]), deals[1]


def _with_errors(measure: Measured, sample: Sample, tables: list[Floats]) -> Floats:
    """The differences and, for two test sets, their standard errors if these are fast."""
    values, row = contrast(measure, tables), measure.row
    errors = np.full(len(values), np.nan)
    if sample.apart and not (row and (row.searches or row.name == "uoc")):
        count = np.stack(tables, axis=1).reshape(len(values), 2, -1)
        errors = np.sqrt(replace(sample, count=count).variance(measure))
    return np.array([values, errors])


def _by_signs(sample: Sample, w: Floats, alternative: str) -> PValue | None:
    """The exact test for a sum with random signs; None if the sum has too many values."""
    assert sample.triples is not None
    t, a, b = sample.triples
    d, count = w[t, a] - w[t, b], sample.count[0]
    if sample.groups is not None:
        d, count = sample.groups[:, 0] @ d, np.ones(len(sample.groups))
    steps = np.abs(d).astype(np.int64)
    if (steps * count).sum() > 1 << 14:
        return None
    distribution = np.ones(1)
    for step in np.unique(steps[steps > 0]):
        heads = binomial(int(count[steps == step].sum()))
        spread = np.zeros((len(heads) - 1) * 2 * int(step) + 1)
        spread[:: 2 * int(step)] = heads
        distribution = np.convolve(distribution, spread)
    sums = np.arange(len(distribution)) - (len(distribution) - 1.0) // 2
    observed = round(float((d * count).sum()))
    # Once with the values that are as large, and once with the larger ones only.
    pvalue, p_of_larger = (
        min(1.0, float(distribution[as_extreme(sums, observed, alternative, x)].sum()))
        for x in (0, -1)
    )
    return PValue(pvalue, True, (pvalue + p_of_larger) / 2)
