"""The results of this room: a few numbers, with attributes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

__all__ = ["Chance", "Difference", "Interval"]


class _Numbers(Sequence[float]):
    """It unpacks to its numbers like a named tuple."""

    _fields: ClassVar[tuple[str, ...]]

    def __len__(self) -> int:
        return len(self._fields)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self._asdict().values())[place]

    def __eq__(self, other: object) -> bool:
        """With the same numbers, where ``nan`` is ``nan``."""
        if type(other) is not type(self):
            return NotImplemented
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return all(a == b or repr(a) == repr(b) for a, b in pairs)

    def __hash__(self) -> int:
        return hash(tuple(x for x in self if x == x))

    def _asdict(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in self._fields}

    def _replace(self, **changed: Any) -> Self:
        return cast("Self", replace(cast("Any", self), **changed))


@dataclass(frozen=True, eq=False)
class Interval(_Numbers):
    """A value with its interval; see `interval`.

    Attributes
    ----------
    value, standard_error, low, high : float
        What it unpacks to.
    method : str
        How the ends were found: the method asked for, or by default one chosen for the
        measure by its coverage; ``"unseen cell"`` if by that method both ends are the value.
    undefined : int
        The number of resamples in which the measure is undefined.
    warning : str
        Why the interval can miss the true value more often than its level says, as far as the
        table shows it; empty if it shows nothing of the kind.

    Examples
    --------
    >>> import ordref
    >>> ordref.interval("weighted_kappa", [[5, 0], [0, 5]]).method
    'unseen cell'
    >>> ordref.interval("amae", [[20, 4, 1], [5, 30, 5], [1, 0, 2]]).warning
    'class 3 has fewer than 5 observations, and such an interval can hold the truth too seldom'
    """

    _fields = "value", "standard_error", "low", "high"
    value: float
    standard_error: float
    low: float
    high: float
    method: str = ""
    undefined: int = 0
    warning: str = ""


@dataclass(frozen=True, eq=False)
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
        The number of resamples, and of exchanges, in which the difference is undefined.
    exact : bool
        Whether the p-value is exact, rather than from t or from randomly drawn exchanges.
    midp : float
        The mid-p-value, which counts exchanges with exactly the observed difference half;
        for CCR and MER it is McNemar's. ``nan`` unless the measure is one of the five sums,
        on one test set, and the p-value exact.
    alternative : str
        The alternative hypothesis on the difference, such as "above -0.1".
    warning : str
        As of `Interval`.

    Examples
    --------
    >>> import ordref
    >>> sample = ordref.paired_sample([1, 1, 2, 2], [1, 1, 2, 2], [1, 2, 1, 2])
    >>> ordref.difference("ccr", sample).values
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
    warning: str = ""


@dataclass(frozen=True, eq=False)
class Chance(_Numbers):
    """The permutation distribution of a measure; see `chance`.

    Attributes
    ----------
    mean, standard_deviation, pvalue : float
        What it unpacks to.
    method : str
        ``"formula"`` if mean and standard deviation come from a formula; otherwise
        ``"all tables"`` or ``"sample"``.
    undefined : int
        The number of tables in which the measure is undefined.

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


def by_holm(differences: dict[Any, Difference]) -> tuple[dict[Any, Difference], str]:
    """Differences with p-values adjusted by Holm (1979), and a note for the table.

    The k-th smallest of m p-values is multiplied by ``m - k + 1``, and is then at most 1, and
    not below the one before. One that is ``nan`` does not count among the m. Intervals and
    all else stay as they are.

    Examples
    --------
    >>> by_name = {key: Difference(0, 1, -2, 2, p) for key, p in {"a": 0.01, "b": 0.04}.items()}
    >>> adjusted, note = by_holm(by_name)
    >>> adjusted["a"].pvalue, adjusted["b"].pvalue, note
    (0.02, 0.04, 'p adjusted by Holm, comparisons: 2; intervals are not adjusted')
    """
    defined = [key for key, x in differences.items() if x.pvalue == x.pvalue]
    adjusted, p = dict(differences), 0.0
    for k, key in enumerate(sorted(defined, key=lambda key: differences[key].pvalue)):
        p = min(max(p, (len(defined) - k) * differences[key].pvalue), 1.0)
        adjusted[key] = differences[key]._replace(pvalue=p)
    note = "p adjusted by Holm, comparisons: {}; intervals are not adjusted"
    return adjusted, note.format(len(defined))
