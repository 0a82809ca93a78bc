"""What the questions of this room are answered with: numbers, and what is said besides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

__all__ = ["Chance", "Difference", "Interval"]


class _Numbers(Sequence[float]):
    """It unpacks to its numbers, as a named tuple of them."""

    _fields: ClassVar[tuple[str, ...]]

    def __len__(self) -> int:
        return len(self._fields)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self._asdict().values())[place]

    def _asdict(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in self._fields}

    def _replace(self, **changed: Any) -> Self:
        return cast("Self", replace(cast("Any", self), **changed))


@dataclass(frozen=True)
class Interval(_Numbers):
    """A value with its interval; see `interval`.

    Attributes
    ----------
    value, standard_error, low, high : float
        What it unpacks to.
    method : str
        Where the ends come from: the method asked for, by default the one that holds its
        level best, or ``"unseen cell"`` where the sample does not vary.
    undefined : int
        In how many resamples the measure is undefined.

    Examples
    --------
    >>> import ordref
    >>> ordref.interval("weighted_kappa", [[5, 0], [0, 5]]).method
    'unseen cell'
    """

    _fields = "value", "standard_error", "low", "high"
    value: float
    standard_error: float
    low: float
    high: float
    method: str = ""
    undefined: int = 0


@dataclass(frozen=True)
class Difference(_Numbers):
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
        Whether the p-value is exact, and not from t or from exchanges drawn at random.
    midp : float
        The same with what is exactly as large counted half, for CCR and MER McNemar's
        mid-p; ``nan`` where the p-value is not that of the signs of a sum.
    alternative : str
        For what a small p-value speaks: that the difference is so.

    Examples
    --------
    >>> import ordref
    >>> ordref.difference("ccr", [1, 1, 2, 2], [1, 1, 2, 2], [1, 2, 1, 2]).values
    (1.0, 0.5)
    """

    _fields = "value", "standard_error", "low", "high", "pvalue"
    value: float
    standard_error: float
    low: float
    high: float
    pvalue: float
    values: tuple[float, float] = (math.nan, math.nan)
    method: str = ""
    undefined: int = 0
    exact: bool = False
    midp: float = math.nan
    alternative: str = "not 0"


@dataclass(frozen=True)
class Chance(_Numbers):
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
    >>> import ordref
    >>> ordref.chance("weighted_kappa", [[5, 1], [1, 5]]).method
    'formula'
    """

    _fields = "mean", "standard_deviation", "pvalue"
    mean: float
    standard_deviation: float
    pvalue: float
    method: str = ""
    undefined: int = 0


def by_holm(found: dict[Any, Difference]) -> tuple[dict[Any, Difference], str]:
    """Differences with the p-values of Holm (1979), and what a table then says of them.

    The k-th smallest of m is multiplied by ``m - k + 1``, is at most 1, and not below the
    one before. Where p is ``nan``, nobody has looked. Everything else stays, so do the ends
    of intervals.

    Examples
    --------
    >>> found = {key: Difference(0, 1, -2, 2, p) for key, p in {"a": 0.01, "b": 0.04}.items()}
    >>> adjusted, note = by_holm(found)
    >>> adjusted["a"].pvalue, adjusted["b"].pvalue, note
    (0.02, 0.04, 'p adjusted by Holm, looks: 2; intervals are not adjusted')
    """
    seen = [key for key, each in found.items() if each.pvalue == each.pvalue]
    adjusted, p = dict(found), 0.0
    for k, key in enumerate(sorted(seen, key=lambda key: found[key].pvalue)):
        p = min(max(p, (len(seen) - k) * found[key].pvalue), 1.0)
        adjusted[key] = found[key]._replace(pvalue=p)
    return (
        adjusted,
        f"p adjusted by Holm, looks: {len(seen)}; intervals are not adjusted",
    )
