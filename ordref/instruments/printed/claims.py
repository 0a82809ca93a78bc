"""The claim of a paper: printed values, with numbers of observations, as checked input."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from ...definitions.accuracy import ccr
from ...definitions.mae import mae, mse
from ...definitions.reading import decimal
from ...definitions.within import accuracy_within, expected_cost
from ...matrices.limits import CLASSES_CLAIMED, CLASSES_OF_A_WORST, CLASSES_OF_TWO_WORST
from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import advice_on_name
from . import margins
from .printed import Ends, printed_number

# Each measure here is a mean of one cost per observation: over all observations (LINEAR), over the
# means of the classes (PER_CLASS), or the largest of these (WORST; -1 where it is the smallest).
LINEAR: dict[str, Any] = margins.COSTS | {
    "ccr": ccr, "accuracy_within": accuracy_within,
} | {f"ccr_{k}": partial(accuracy_within, k=k) for k in range(1000)}  # fmt: skip
PER_CLASS: dict[str, Any] = {"balanced_accuracy": ccr, "amae": mae, "amse": mse}
WORST: dict[str, Any] = {"minimum_sensitivity": (ccr, -1), "mmae": (mae, 1)}
# Of the other measures at least the range is known.
RANGED = {name: m for name, m in MEASURES.items() if name not in LINEAR}
# The first is at most the second in every table, and so in means over tables.
NEVER_ABOVE = [pair.split() for pair in (
    "minimum_sensitivity geometric_mean_sensitivity", "minimum_sensitivity ccr",
    "minimum_sensitivity balanced_accuracy", "geometric_mean_sensitivity balanced_accuracy",
    "amae mmae", "amae amse", "mae mmae", "mae rmse", "weighted_kappa_unweighted ccr",
)]  # fmt: skip
CLAIMABLE = {*MEASURES, *LINEAR, "expected_cost"}
ROUNDINGS = ("any", "nearest", "down")
_MOST_SPLITS, _MOST_COUNTS = 10_000, 10**15


@dataclass(frozen=True)
class Claim:
    """Printed values and numbers of observations; made by `claim`.

    Attributes
    ----------
    values : dict
        The printed text by the name of the measure.
    N : tuple of int
        The size of each test set.
    K : int
        The number of classes.
    sizes, predicted : tuple of int, or None
        The number of observations of each class, and of predictions, in each test set.
    cost : tuple of tuples, or None
        The costs for ``expected_cost``.
    rounding : str
        As in `ordref.possible`.

    Examples
    --------
    >>> claim({"mae": "0.21"}, N=[10, 11, 10], K=3).tests
    [(10, 2), (11, 1)]
    """

    values: dict[str, str]
    N: tuple[int, ...]
    K: int
    sizes: tuple[int, ...] | None
    predicted: tuple[int, ...] | None
    cost: tuple[tuple[Fraction, ...], ...] | None
    rounding: str

    @property
    def splits(self) -> int:
        """The number of test sets."""
        return len(self.N)

    @property
    def tests(self) -> list[tuple[int, int]]:
        """The sizes of test sets, and how many test sets have each size."""
        return sorted(Counter(self.N).items())

    def restricted_to(self, *names: str) -> Claim:
        """The claim with some of its values alone."""
        cost = self.cost if "expected_cost" in names else None
        kept = {name: x for name, x in self.values.items() if name in names}
        return replace(self, values=kept, cost=cost)

    def without_value(self, name: str) -> Claim:
        """The claim without one of its values."""
        return self.restricted_to(*(other for other in self.values if other != name))

    @property
    def worst(self) -> list[str]:
        """The measures that depend on the worst class."""
        return [name for name in self.values if name in WORST and self.splits == 1]

    def choices(self) -> list[tuple[int, ...]]:
        """The choices of a worst class for each measure that depends on it."""
        present = [r for r in range(self.K) if self.sizes is None or self.sizes[r]]
        return [*itertools.product(present, repeat=len(self.worst))]

    @property
    def undecided(self) -> list[str]:
        """The measures for which the system only has bounds."""
        single = {*self.worst, "rmse"} if self.splits == 1 else set()
        return [
            name
            for name in self.values
            if name not in single and not self.weight(name) and not self.forms(name)
        ]

    def weight(self, name: str) -> Callable[[int, int, int], Fraction] | None:
        """What an observation adds to a value, by test set, row and column; None if unknown.

        Examples
        --------
        >>> claim({"mae": "0.2"}, N=5, K=3).weight("mae")(0, 0, 2)
        Fraction(2, 5)
        """
        tests, S, cost = self.tests, self.splits, LINEAR.get(name)
        if self.cost and name == "expected_cost":
            cost = partial(expected_cost, cost=self.cost)
        if cost:
            return lambda b, r, c: cost([(r + 1, c + 1)]) / (S * tests[b][0])
        if name in PER_CLASS and (sizes := self.sizes):
            f, J = PER_CLASS[name], sum(map(bool, sizes))
            return lambda b, r, c: f([(r + 1, c + 1)]) / (S * J * (sizes[r] or 1))
        if S == 1 and self.sizes and self.predicted:
            adds = margins.mean_of(name, self.sizes, self.predicted)
            return adds and (lambda b, r, c: adds(r, c) / tests[b][0])
        return None

    def forms(self, name: str) -> list[margins.LinearForm]:
        """The forms whose ends a table has exactly if it has a value; none if not known."""
        single = self.splits == 1 and name in MEASURES
        arguments = name, self.ends(name), self.sizes, self.predicted
        return [*margins.forms_of(*arguments)] if single else []

    def ends(self, name: str) -> Ends:
        """The range of the value before rounding."""
        return printed_number(self.values[name]).ends(self.rounding)


def claim(
    values: Mapping[str, str], N: Any, K: int, sizes: Any = None, predicted: Any = None,
    splits: Any = None, cost: Any = None, rounding: str = "any",
) -> Claim:  # fmt: skip
    """Read what is printed; the arguments are those of `ordref.possible`.

    Raises
    ------
    ValueError
        If a value cannot be read, a name is not that of a measure, a number is not whole,
        or the numbers contradict each other.

    Examples
    --------
    >>> claim({"mae": "0.2"}, N=5, K=3).ends("mae")
    Ends(low=Fraction(3, 20), high=Fraction(3, 10), closed=(True, False))
    """
    if not isinstance(values, Mapping) or not values:
        raise ValueError('values must be a dict such as {"ccr": "0.613"}')
    K, many = _whole(K, "K", 1), isinstance(N, Iterable) and not isinstance(N, str)
    tests = [_whole(n, "N", 1) for n in (_listed(N, "N") if many else [N])]
    if not many and splits is not None:
        tests *= min(_whole(splits, "splits", 1), _MOST_SPLITS + 1)
    S = len(tests)
    true = _margin(sizes, "sizes", K, {*tests})
    pred = _margin(predicted, "predicted", K, {*tests})
    costs = [[decimal(x, "a cost") for x in _listed(row, "cost")] for row in _listed(cost, "cost")]
    n_worst = len({*WORST} & {*values})
    most = CLASSES_OF_TWO_WORST if n_worst > 1 else CLASSES_OF_A_WORST
    faults = [
        (K > CLASSES_CLAIMED, f"K must be at most {CLASSES_CLAIMED}"),
        (S == 1 and n_worst and most < K,
         f"K must be at most {CLASSES_OF_A_WORST} with MS or MMAE, and {CLASSES_OF_TWO_WORST} "
         "with both"),
        (S > _MOST_SPLITS, f"splits, the number of test sets, must be at most {_MOST_SPLITS}"),
        (sum(tests) > _MOST_COUNTS, f"N must be at most {_MOST_COUNTS} observations in all"),
        (splits not in (None, S), "N must have a number for each test set, as many as splits"),
        (not S, "N must have a number"),
        (rounding not in ROUNDINGS, f"rounding must be one of {ROUNDINGS}"),
        (bool(costs) != ("expected_cost" in values), "expected_cost and cost go together"),
        (costs and {K} != {len(costs), *map(len, costs)},
         f"cost must have K = {K} rows of K numbers"),
    ]  # fmt: skip
    for words in (words for is_so, words in faults if is_so):
        raise ValueError(words)
    for name, shown in values.items():
        if name not in CLAIMABLE:
            message = f"values has {name!r}, which is not a measure"
            raise ValueError(f"{message}{advice_on_name(name, [*MEASURES, 'expected_cost'])}")
        try:
            printed_number(shown if isinstance(shown, str) else None)
        except ValueError as reason:
            raise ValueError(
                f"values has {shown!r} for {name}: give text as printed, such as '0.613', "
                "with at most 7 digits before the point"
            ) from reason
    own = tuple(map(tuple, costs)) or None
    return Claim(dict(values), tuple(tests), K, true, pred, own, rounding)


def _whole(x: Any, name: str, least: int) -> int:
    with suppress(TypeError):
        if not isinstance(x, bool) and operator.index(x) >= least:
            return operator.index(x)
    raise ValueError(f"{name} takes whole numbers of at least {least}, not {x!r}")


def _listed(x: Any, name: str) -> list[Any]:
    with suppress(TypeError):
        if not isinstance(x, str):
            return [] if x is None else list(x)
    raise ValueError(f"{name} must be a sequence of numbers, not {x!r}")


def _margin(counts: Any, name: str, K: int, totals: set[int]) -> tuple[int, ...] | None:
    read = tuple(_whole(x, name, 0) for x in _listed(counts, name))
    if counts is not None and (len(read) != K or {sum(read)} != totals):
        raise ValueError(f"{name} must have K = {K} numbers, whose sum is N")
    return None if counts is None else read
