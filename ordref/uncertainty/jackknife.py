"""The standard error from samples with one observation less, and how well it is known."""

from __future__ import annotations

import numpy as np

from ..matrices.sums import distances
from .arguments import Floats
from .measured import Measured, warn_if_long
from .resampling import parts
from .sample import Sample

# What is given to each class, in observations, over its cells, also those that were not seen.
_UNSEEN = 0.5
# Student's t with fewer degrees of freedom reaches too far to say anything.
_LEAST_FREEDOM = 4.0
# Differences of values by one of more observations are rounding: more are left out together.
_MOST = 10**6
# What an observation changes, times their number, in units of the value or of 1: rounding.
_ROUNDED = 1e-9


def jackknife(measure: Measured, sample: Sample) -> tuple[Floats, Floats]:
    """The standard error, and the degrees of freedom of Student's t that goes with it.

    Both of shape (...). The error is 0 if to leave out an observation, or a group, never
    changes the value.
    """
    if sample.G is not None:
        change, _ = sample.without_each(measure)
        G = float(sample.G)
        return np.sqrt((G - 1) / G * (change**2).sum()), np.array(G - 1)
    # A function of a user's own takes stacks alone.
    value = sample.values(measure, sample.count[None])[0]
    change, N = _changes(measure, sample, value), sample.N
    least = _ROUNDED * np.maximum(1, np.abs(value))
    moved = (np.abs(change) * N[..., None, None] > least[..., None, None]) & (
        sample.count > 0
    )
    # Of two classifiers the kinds are those that occur: too many are not seen.
    unseen = 0 if sample.triples is not None else _UNSEEN * _errors_alike(sample)
    weight = sample.count + unseen
    size, total = (x.sum(axis=-1, keepdims=True) for x in (sample.count, weight))
    weight *= size / np.where(total > 0, total, 1)
    mean = (weight * change).sum(axis=-1, keepdims=True) / np.where(size > 0, size, 1)
    squares = (change - mean) ** 2
    variance, fourth = ((weight * x).sum(axis=(-2, -1)) for x in (squares, squares**2))
    variance = np.where(moved.any(axis=(-2, -1)), variance, 0)
    # The relative variance of a sum of squares, and that of a chi-squared of such freedom.
    relative = fourth / np.where(variance > 0, variance, 1) ** 2 - 1 / np.maximum(N, 1)
    freedom = 2 / np.maximum(relative, 1e-12)
    return np.sqrt(variance), np.maximum(freedom, _LEAST_FREEDOM)


def _changes(measure: Measured, sample: Sample, value: Floats) -> Floats:
    """What an observation of each kind has added to the value, or one more would add.

    That is for those not seen, and where the value is undefined without them; 0 where it is
    undefined with them.
    """
    warn_if_long(
        measure, sample.observed.reshape(-1, sample.K, sample.K)[:1], sample.count.size
    )
    some = np.ceil(sample.N / _MOST)[..., None, None]
    step = np.where(sample.count > 0, -np.minimum(sample.count, some), some)
    change = _moved(measure, sample, value, step)
    if (lost := np.isnan(change)).any():
        step = np.where(lost, some, step)
        change = _moved(measure, sample, value, step)
    return np.nan_to_num(change)


def _moved(measure: Measured, sample: Sample, value: Floats, step: Floats) -> Floats:
    """By how much each of so many more moves the value; ``nan`` if none are left."""
    shape = sample.count.shape
    count, step = (x.reshape(*shape[:-2], -1) for x in (sample.count, step))
    kinds, found, start = count.shape[-1], [], 0
    for b in parts(kinds, count.size):
        of = slice(start, start + b)
        other = count[..., None, :] + step[..., of, None] * np.eye(kinds)[of]
        other = other.reshape(*other.shape[:-1], *shape[-2:])
        empty = other.sum(axis=(-2, -1)) == 0
        other[empty] = 1
        moved = (sample.values(measure, other) - value[..., None]) / step[..., of]
        found.append(np.where(empty, np.nan, moved))
        start += b
    return np.asarray(np.concatenate(found, axis=-1).reshape(shape))


def _errors_alike(sample: Sample) -> Floats:
    """One observation for each class that is present, as the errors of all classes are.

    As often as the sample has errors of a distance, one such error is of each class. Each
    distance has a share of an observation more, so that none is without.
    """
    K, n = sample.K, sample.count.reshape(*sample.N.shape, sample.K, sample.K)
    D = distances(K)
    of_distance = np.stack([n[..., d == D].sum(axis=-1) for d in range(K)], axis=-1)
    alike = np.array([[(row == d).sum() for d in row] for row in D])
    share = (of_distance + 1 / K)[..., D] / alike
    share /= share.sum(axis=-1, keepdims=True)
    share *= n.sum(axis=-1, keepdims=True) > 0
    return np.asarray(share.reshape(sample.count.shape))
