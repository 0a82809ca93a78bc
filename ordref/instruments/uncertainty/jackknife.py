"""The jackknife: leave out each observation, or group, and see how the value changes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.sums import distances
from .arguments import Floats
from .measured import Measured, warn_if_long
from .resampling import block_sizes
from .sample import Sample, centred, contrast

# Pseudo-observations that each class gets, spread over its cells, unseen ones included.
_UNSEEN = 0.5
# With fewer degrees of freedom Student's t is too wide to be of use.
_LEAST_FREEDOM = 4.0
# Among more observations the effect of one is lost in rounding: several are left out.
_MOST = 10**6
# A change times N, relative to the value or to 1, that is due to rounding.
_ROUNDED = 1e-9


def jackknife(measure: Measured, sample: Sample) -> tuple[Floats, Floats]:
    """The standard error, and the degrees of freedom of Student's t that goes with it.

    Both have shape (...). The error is 0 if leaving out an observation, or a group, never
    changes the value.
    """
    if sample.G is not None:
        added, _ = influence(measure, sample)
        G = float(sample.G)
        return np.sqrt((G - 1) / G * (added**2).sum()), np.array(G - 1)
    count, N = sample.count, sample.N
    table = sample.observed.reshape(-1, sample.K, sample.K)[:1]
    warn_if_long(measure, table, count.size)
    # A user's own function takes stacks only.
    value = sample.values(measure, count[None])[0]
    kinds = np.arange(math.prod(count.shape[-2:]))
    change = _changes(measure, sample, value, kinds).reshape(count.shape)
    least = _ROUNDED * np.maximum(1, np.abs(value))
    size = np.abs(change) * N[..., None, None]
    varies = (size > least[..., None, None]) & (count > 0)
    # Of two classifiers only the kinds that occur are listed: the unseen ones are too many.
    unseen = 0 if sample.triples is not None else _UNSEEN * _errors_alike(sample)
    weight = count + unseen
    size, total = (x.sum(axis=-1, keepdims=True) for x in (count, weight))
    weight *= size / np.where(total > 0, total, 1)
    spread = centred(change, weight)
    if sample.triples is None:
        # At a kink, such as that of |x| at 0, every kind may change the value alike.
        is_same = np.abs(spread) * N[..., None, None] <= least[..., None, None]
        spread = np.where(is_same.all(axis=(-2, -1), keepdims=True), change, spread)
    squares = spread**2
    variance, fourth = ((weight * x).sum(axis=(-2, -1)) for x in (squares, squares**2))
    variance = np.where(varies.any(axis=(-2, -1)), variance, 0)
    # The relative variance of a sum of squares; that of chi-squared is 2 / freedom.
    relative = fourth / np.where(variance > 0, variance, 1) ** 2 - 1 / np.maximum(N, 1)
    freedom = 2 / np.maximum(relative, 1e-12)
    return np.sqrt(variance), np.maximum(freedom, _LEAST_FREEDOM)


def influence(measure: Measured, sample: Sample) -> tuple[Floats, Floats]:
    """What an observation of each kind, or a group, adds to the value, and how many there are.

    The mean of the stratum is subtracted, because strata are drawn separately. Shape (n,) each.
    """
    count, value = sample.count, sample.values(measure, sample.count[None])[0]
    if sample.G is not None:
        added = _changes(measure, sample, value, np.arange(sample.G))
        return added - added.mean(), np.ones(sample.G)
    seen, added = np.flatnonzero(count), np.zeros_like(count)
    added.flat[seen] = _changes(measure, sample, value, seen)
    return centred(added, count).flat[seen], count.flat[seen]


def _changes(measure: Measured, sample: Sample, value: Floats, kinds: NDArray[np.int64]) -> Floats:
    """What an observation of each kind in `kinds`, or each group in it, adds to the value.

    It is found by leaving the observation out. If the kind was not seen, or the value is
    undefined without it, an observation is added instead; 0 if the value is still undefined.
    """
    step, several = -np.ones(len(kinds)), np.ones(1)
    if sample.G is None:
        count = sample.count.reshape(*sample.N.shape, -1)[..., kinds]
        several = np.ceil(sample.N / _MOST)[..., None]
        step = np.where(count > 0, -np.minimum(count, several), several)
    change = _change_by(measure, sample, value, kinds, step)
    if (undefined := np.isnan(change)).any():
        step = np.where(undefined, several, step)
        change = _change_by(measure, sample, value, kinds, step)
    return np.nan_to_num(change)


def _change_by(
    measure: Measured, sample: Sample, value: Floats, kinds: Any, step: Floats
) -> Floats:
    """How much one observation of each kind, or one group, moves the value.

    `step` observations are added (left out where it is negative), and the change is divided by
    `step`. ``nan`` where no observation is left.
    """
    *shape, strata, number = sample.count.shape
    count, blocks, start = sample.count.reshape(*shape, 1, -1), [], 0
    for b in block_sizes(len(kinds), max(sample.count.size, 2 * sample.K**2)):
        block = slice(start, start + b)
        if sample.groups is None:
            unit = np.zeros((b, strata * number))
            unit[np.arange(b), kinds[block]] = 1
        else:
            unit = sample.groups[kinds[block], 0]
        changed = count + step[..., block, None] * unit
        tables = sample.tables(changed.reshape(*shape, b, strata, number))
        empty = ~np.all([n.any(axis=(-2, -1)) for n in tables], axis=0)
        for n in tables:
            n[empty] = 1
        change = (contrast(measure, tables) - value[..., None]) / step[..., block]
        blocks.append(np.where(empty, np.nan, change))
        start += b
    return np.concatenate(blocks, axis=-1)


def _errors_alike(sample: Sample) -> Floats:
    """One pseudo-observation for each class present, spread like the errors of all classes.

    Each distance has the same share as in the whole sample, divided among the cells of the row
    at that distance. It is given 1/K of an observation more, so that no distance is empty.
    """
    K, n = sample.K, sample.count.reshape(*sample.N.shape, sample.K, sample.K)
    D = distances(K)
    of_distance = np.stack([n[..., d == D].sum(axis=-1) for d in range(K)], axis=-1)
    cells_as_far = np.array([[(row == d).sum() for d in row] for row in D])
    share = (of_distance + 1 / K)[..., D] / cells_as_far
    share /= share.sum(axis=-1, keepdims=True)
    share *= n.sum(axis=-1, keepdims=True) > 0
    return np.asarray(share.reshape(sample.count.shape))
