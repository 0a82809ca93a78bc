"""The uniform ordinal classification index, by trying every consistent path."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .confusion import Pair, checked
from .oci import consistent_paths

__all__ = ["uoc"]


def uoc(pairs: Iterable[Pair], K: int) -> Fraction:
    """The uniform index of K classes, in which an observation weighs 1 / (size of its class).

    The cost of each path is a line over x. From x = 0 on we follow the lowest line, and
    change to a flatter one where the first of these crosses it.

    Examples
    --------
    >>> uoc([(1, 2), (2, 1)], 2)
    Fraction(15, 16)
    """
    listed = checked(pairs, K)
    true = [t for t, _ in listed]
    present = len(set(true))
    weights = [Fraction(1, true.count(t)) for t in true]
    steps = [w * abs(t - p) for w, (t, p) in zip(weights, listed, strict=True)]
    size = sum(steps, Fraction(present))
    lines = set()
    for path in consistent_paths(K):
        on = [i for i, pair in enumerate(listed) if pair in path]
        constant = 1 - sum((weights[i] for i in on), Fraction(0)) / size
        lines.add((constant, sum((steps[i] for i in on), Fraction(0)) / present))
    x, area = Fraction(0), Fraction(0)
    constant, slope = min(lines)
    while x < 1:
        crossings = [
            ((a - constant) / (slope - s), s, a) for a, s in lines if s < slope
        ]
        end, s, a = min(crossings, default=(Fraction(1), slope, constant))
        end = min(end, Fraction(1))
        area += (end - x) * (constant + slope * (x + end) / 2)
        x, constant, slope = end, a, s
    return area
