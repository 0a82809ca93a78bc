"""The test of two classifiers: predictions exchanged, by observation or by group."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from . import resampling
from .arguments import Floats
from .measured import Measured, warn_if_long
from .ratio_slopes import WEIGHTS, cell_weights
from .sample import Sample, contrast


class Exchange:
    """The two predictions of each observation, or of all observations of a group, in either order.

    Observations of one class with the same two predictions are alike: of m of them the
    number whose predictions are exchanged is binomial. Groups are not alike: m is 1.
    """

    def __init__(self, sample: Sample) -> None:
        assert sample.triples is not None
        self.K, (t, a, b) = sample.K, sample.triples
        K = self.K
        if sample.groups is None:
            low, high, other = np.minimum(a, b), np.maximum(a, b), a != b
            pair, which = np.unique(
                ((t * K + low) * K + high)[other], return_inverse=True
            )
            self.kinds = np.array(np.unravel_index(pair, (K, K, K)))
            self.m = np.zeros(len(pair))
            np.add.at(self.m, which, sample.count[0, other])
            # To exchange what is alike changes nothing: it is in both tables.
            alike = sample.triples[:, ~other], K, sample.count[:, ~other]
            self.base, self.step = resampling.two_tables(*alike)[0], None
        else:
            each = resampling.two_tables(sample.triples, K, sample.groups[:, 0])
            step = each[0] - each[1]
            self.step = step[step.any(axis=(1, 2))]
            self.m = np.ones(len(self.step))
            self.both, self.base = sample.observed.sum(axis=0), sample.observed[1]
        if self.m.max(initial=0) >= resampling.MOST_DRAWN:
            raise ValueError(
                f"the table has {self.m.max():.3g} observations of one class with the same "
                "two predictions, more than can be exchanged at random: give a sample of "
                "them"
            )
        self.sizes = self.m.astype(np.int64)

    def tables(self, drawn: Floats) -> list[Floats]:
        """Both tables if so many of each kind, or group, have their predictions as they are."""
        if self.step is not None:
            first = self.base + np.tensordot(drawn, self.step, 1)
            return [first, self.both - first]
        one, other = (
            resampling.two_tables(self.kinds, self.K, n)
            for n in (drawn, self.m - drawn)
        )
        return [one[0] + other[1] + self.base, one[1] + other[0] + self.base]

    def are_few(self) -> bool:
        """Whether all exchanges can be gone through."""
        return math.prod(int(m) + 1 for m in self.sizes) <= resampling.MOST

    def every(self) -> tuple[Floats, Floats]:
        """All of them, and their probabilities."""
        drawn = np.indices(tuple(self.sizes + 1))
        drawn = drawn.reshape(len(self.sizes), int(np.prod(self.sizes + 1))).T
        chance = np.ones(len(drawn))
        for k, m in enumerate(self.sizes):
            chance *= binomial(int(m))[drawn[:, k]]
        return drawn.astype(np.float64), chance

    def some(self, B: int, rng: np.random.Generator) -> Iterator[Floats]:
        kinds = len(self.sizes)
        for b in resampling.parts(B, max(kinds, 2 * self.K**2)):
            if self.step is None:
                drawn = rng.binomial(self.sizes, 0.5, size=(b, kinds))
            else:
                drawn = rng.integers(0, 2, size=(b, kinds))
            yield drawn.astype(np.float64)


def binomial(m: int) -> Floats:
    """The probabilities of 0, ..., m heads among so many throws of a coin.

    Examples
    --------
    >>> binomial(3).tolist()
    [0.125, 0.375, 0.375, 0.125]
    """
    ways, all_ways = [1], 1 << m
    for k in range(m):
        ways.append(ways[-1] * (m - k) // (k + 1))
    return np.array([way / all_ways for way in ways])


def exchanged(
    measure: Measured, sample: Sample, value: float, B: int, rng: np.random.Generator
) -> tuple[float, bool, int]:
    """The p-value of exchanging predictions, whether it is exact, and how many are undefined."""
    if math.isnan(value):
        return math.nan, False, 0
    if measure.name in WEIGHTS:
        exact = _by_signs(sample, cell_weights(measure.name, sample.K))
        if exact is not None:
            return exact, True, 0
    noise = 1e-12 * max(1.0, abs(value))
    exchange = Exchange(sample)

    def as_large(drawn: Floats) -> tuple[NDArray[np.bool_], int]:
        every = contrast(measure, exchange.tables(drawn))
        return ~(np.abs(every) < abs(value) - noise), int(np.isnan(every).sum())

    if exchange.are_few():
        drawn, probability = exchange.every()
        warn_if_long(measure, sample.observed, 2 * len(drawn))
        large, undefined = as_large(drawn)
        return min(1.0, float(probability[large].sum())), True, undefined
    warn_if_long(measure, sample.observed, 2 * B)
    found = [as_large(drawn) for drawn in exchange.some(B, rng)]
    large_ones = sum(int(large.sum()) for large, _ in found)
    return (large_ones + 1) / (B + 1), False, sum(undefined for _, undefined in found)


def _by_signs(sample: Sample, w: Floats) -> float | None:
    """P(as large) of a sum of whole numbers with random signs; None if it has many values."""
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
    sums = np.arange(len(distribution)) - (len(distribution) - 1) // 2
    observed = abs(round(float((d * count).sum())))
    return min(1.0, float(distribution[np.abs(sums) >= observed].sum()))
