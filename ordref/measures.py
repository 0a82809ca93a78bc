"""The list of all measures: what the table, the command line and the test vectors read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .confusion import TooLargeError

__all__ = ["BUDGET", "MEASURES", "SHOWN", "Found", "Measure", "values"]

# What one search for a functional correlation may spend here, in the units of
# `functional_correlation`, a sixteenth of which it is: enough for all tables of 6 classes
# merged in any way, and of 8 merged with neighbours.
BUDGET = 1 << 24
# Singular values of more classes would take minutes.
MOST_CLASSES = 300


@dataclass(frozen=True)
class Measure:
    """One measure: a function of ``ordref`` with its options, and what is known of it.

    Attributes
    ----------
    name : str
        Its name in tables, test vectors and ``python -m ordref.verify``.
    symbol : str
        What the chapters print.
    chapter : str
        The chapter that derives it.
    least : int
        The lower end of its range.
    better : str
        ``"low"`` or ``"high"``, or ``"neither"`` for a part of another measure.
    power : int
        The upper end of its range is ``(K - 1)**power``.
    function : str
        Its name in ``ordref`` and in ``ordref.definitions``; by default ``name``.
    options : mapping
        Keyword arguments of both.
    shown : bool
        Whether it has a place in the table of all measures.
    most : int
        Its test vectors have so many classes at most: some take too long for more.
    searches : tuple of str
        The kinds of `functional_correlation` of which it is the larger, or the one.
    """

    name: str
    symbol: str
    chapter: str
    least: int
    better: Literal["low", "high", "neither"]
    power: int = 0
    function: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    shown: bool = True
    most: int = 20
    searches: tuple[str, ...] = ()

    def __call__(self, cm: Any) -> Any:
        function = getattr(import_module("ordref"), self.function or self.name)
        return function(cm, **self.options)

    def greatest(self, K: int) -> int:
        """The upper end of the range, for K classes."""
        return int((K - 1) ** self.power)


# A new measure is one line. The tests refuse a public measure that is not here.
_ROWS = (
    Measure("ccr", "CCR", "accuracy", 0, "high"),
    Measure("mer", "MER", "accuracy", 0, "low"),
    Measure("minimum_sensitivity", "MS", "accuracy", 0, "high"),
    Measure("mae", "MAE", "mae", 0, "low", power=1),
    Measure("mse", "MSE", "mae", 0, "low", power=2),
    Measure("rmse", "RMSE", "mae", 0, "low", power=1),
    Measure("amae", "AMAE", "mmae", 0, "low", power=1),
    Measure("mmae", "MMAE", "mmae", 0, "low", power=1),
    Measure("kendall_tau_b", "tau_b", "pairs", -1, "high"),
    Measure("goodman_kruskal_gamma", "gamma", "pairs", -1, "high"),
    Measure("somers_d", "d", "pairs", -1, "high"),
    Measure("somers_d_true", "d", "pairs", -1, "high", function="somers_d",
            options={"dependent": "true"}),
    Measure("spearman", "R_s", "spearman", -1, "high"),
    Measure("pearson", "r", "spearman", -1, "high"),
    Measure("r_int", "r_int", "rint", -1, "high"),
    Measure("r_int_2008", "r_int", "rint", -1, "high", shown=False),
    Measure("weighted_kappa", "kappa_w", "kappa", -1, "high"),
    Measure("weighted_kappa_quadratic", "kappa_w", "kappa", -1, "high",
            function="weighted_kappa", options={"weights": "quadratic"}),
    Measure("weighted_kappa_unweighted", "kappa", "kappa", -1, "high",
            function="weighted_kappa", options={"weights": "unweighted"}),
    Measure("oci", "OC", "oci", 0, "low", most=5),
    Measure("oci_prime", "OC'", "oci", 0, "low", most=5),
    Measure("uoc", "UOC", "oci_properties", 0, "low", most=5),
    Measure("sup_correlation", "SUP", "functional", 0, "high"),
    Measure("ii_correlation", "II", "functional", -1, "high",
            most=4, searches=("ii",)),
    Measure("id_correlation", "ID", "functional", -1, "neither",
            most=4, searches=("id",)),
    Measure("mon_correlation", "MON", "functional", 0, "high",
            most=4, searches=("ii", "id")),
    Measure("co_correlation", "CO", "functional", -1, "high",
            most=4, searches=("co",)),
    Measure("anti_correlation", "ANTI", "functional", -1, "neither",
            most=4, searches=("anti",)),
    Measure("coanti_correlation", "COANTI", "functional", 0, "high",
            most=4, searches=("co", "anti")),
)  # fmt: skip
MEASURES = {measure.name: measure for measure in _ROWS}
# The names of the table of all measures.
SHOWN = [measure.name for measure in _ROWS if measure.shown]


class Found(NamedTuple):
    """Values of measures, and what is known of those that were not computed.

    Attributes
    ----------
    values : dict
        By the name of the measure, a float of one matrix, an array of a stack; ``nan``
        where it is undefined, or was not computed.
    given_up : dict
        For each measure that was not computed of some matrix, a dict: the position of
        the matrix in the stack, ``()`` of one matrix, and the two numbers between which
        its value lies.
    """

    values: dict[str, Any]
    given_up: dict[str, dict[tuple[int, ...], tuple[float, float]]]


def values(n: NDArray[Any], names: Sequence[str] = SHOWN) -> Found:
    """Measures of one matrix or of a stack, at a price that has a limit.

    Examples
    --------
    >>> found = values(np.array([[4, 1, 0], [0, 6, 0], [1, 2, 2]]), ["mae", "oci"])
    >>> found.values["mae"], found.given_up
    (0.3125, {})
    """
    found = Found({}, {})
    places = list(np.ndindex(n.shape[:-2]))
    K = n.shape[-1]
    searched = {kind for name in names for kind in MEASURES[name].searches}
    if K > MOST_CLASSES:
        searched = set()
    searches = {place: _searches(n[place], searched) for place in places}
    for name in names:
        measure, given_up = MEASURES[name], {}
        ends = float(measure.least), float(measure.greatest(K))
        if measure.chapter == "functional" and K > MOST_CLASSES:
            given_up = dict.fromkeys(places, ends)
            found.values[name] = np.full(n.shape[:-2], np.nan)[()]
        elif measure.searches:
            value = np.full(n.shape[:-2], np.nan)
            for place in places:
                low, high = _larger(searches[place][kind] for kind in measure.searches)
                if high <= low:
                    value[place] = low
                elif low == low:
                    given_up[place] = (low, high)
            found.values[name] = value if n.ndim > 2 else float(value)
        else:
            try:
                found.values[name] = _value(measure, n)
            except TooLargeError:
                given_up = dict.fromkeys(places, ends)
                found.values[name] = np.full(n.shape[:-2], np.nan)[()]
        if given_up:
            found.given_up[name] = given_up
    return found


def _searches(cm: NDArray[Any], kinds: set[str]) -> dict[str, tuple[float, float]]:
    """The value that each search found, and the bound that it proved."""
    if not kinds:
        return {}
    from .functional import searched

    found = {kind: searched(cm, kind, BUDGET) for kind in sorted(kinds)}
    return {kind: (one.value, one.bound) for kind, one in found.items()}


def _larger(intervals: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The interval in which the larger of the values lies."""
    low, high = zip(*intervals, strict=True)
    return max(low), max(high)


def _value(measure: Measure, n: NDArray[Any]) -> Any:
    try:
        return measure(n)
    except TooLargeError:
        raise
    except ValueError:
        # It refuses some matrix, as r_int does shares: to the others it has an answer.
        if n.ndim == 2:
            return float("nan")
        each = [_value(measure, one) for one in n.reshape(-1, *n.shape[-2:])]
        return np.reshape(each, n.shape[:-2])
