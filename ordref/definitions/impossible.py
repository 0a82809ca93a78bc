"""Can printed values have come from one table? The system they make, and the check of a "no".

Whatever a mean over observations is printed of, N times it is a sum of whole numbers, each
times the value that one observation of the cell has: a form with whole factors. What
rounds to the printed value lies between two ends, so the form lies between two whole
numbers. Class sizes and the number of observations are such forms, too. Cells that have the
same factors in all of them are counted together. A refutation divides what may be into
cases, by "at most k" and "at least k + 1" for a form or a count, and closes each: it adds up
forms, each times a number, so that the sum has only multiples of a number q for values (0
alone if all factors cancel), and between the ends added up there is none.
"""

from __future__ import annotations

import itertools
import math
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from .accuracy import ccr, mer
from .given import number
from .mae import mae, mse
from .within import accuracy_within, expected_cost

__all__ = ["check_impossible"]

# Of one observation, whose mean over all is the measure; over those of a class; and over
# those of the worst class, where the smallest sensitivity is a largest one less than 0.
_LINEAR: dict[str, Any] = {"ccr": ccr, "mer": mer, "mae": mae, "mse": mse}
_PER_CLASS: dict[str, Any] = {"balanced_accuracy": ccr, "amae": mae, "amse": mse}
_WORST: dict[str, Any] = {"minimum_sensitivity": (ccr, -1), "mmae": (mae, 1)}
# One less the mean of a cost over the one expected, from own margins or from common ones.
_KAPPA: dict[str, Any] = {
    "weighted_kappa": mae, "weighted_kappa_quadratic": mse,
    "weighted_kappa_unweighted": mer, "weighted_pi": mae,
}  # fmt: skip
# The least value of all others; the largest is K - 1 to a power.
LEAST = {
    name: least
    for names, least in (
        (("rmse", *_PER_CLASS, *_WORST, "geometric_mean_sensitivity", "oci", "oci_prime", "uoc",
          "sup_correlation", "mon_correlation", "coanti_correlation"), 0),
        ((*_KAPPA, "mcc", "kendall_tau_b", "stuart_tau_c", "goodman_kruskal_gamma", "somers_d",
          "somers_d_true", "spearman", "pearson", "r_int", "r_int_2008", "krippendorff_alpha",
          "ii_correlation", "id_correlation", "co_correlation", "anti_correlation"), -1),
        (("gwet_ac2",), -2),
    )
    for name in names
}  # fmt: skip
POWER = {"amae": 1, "mmae": 1, "rmse": 1, "amse": 2}
# The first is at most the second, in every table and so in the mean over tables.
ORDER = [pair.split() for pair in (
    "minimum_sensitivity geometric_mean_sensitivity", "minimum_sensitivity ccr",
    "minimum_sensitivity balanced_accuracy", "geometric_mean_sensitivity balanced_accuracy",
    "amae mmae", "amae amse", "mae mmae", "mae rmse", "weighted_kappa_unweighted ccr",
)]  # fmt: skip
KNOWN = {*_LINEAR, *LEAST, "accuracy_within", "expected_cost"}
ROUNDING = ("any", "nearest", "down")
_SHOWN = re.compile(r"(-?)\+?(\d{1,30}\.?\d{0,30}|\.\d{1,30})(%?)")
_MOST_CLASSES, _MOST_SPLITS, _MOST_COUNTS = 100, 10_000, 10**15
# What the choices of a worst class cost, as a power of K.
_MOST_CASES = 200_000
Cell: TypeAlias = tuple[int, int, int]
Bounds: TypeAlias = list[tuple[Any, Any]]


class Ends(NamedTuple):
    """What a value lies between, None where nothing, and whether an end belongs to it."""

    low: Any
    high: Any
    closed: tuple[bool, bool] = (True, True)

    def __neg__(self) -> Ends:
        return Ends(-self.high, -self.low, self.closed[::-1])


@dataclass(frozen=True)
class Claim:
    """What is printed, and of how many observations; made by `claim`.

    Attributes
    ----------
    values : dict
        From the name of a measure to what is printed.
    K : int
        The number of classes.
    tests : tuple of (int, int)
        How many observations a test set has, and how many test sets have so many.
    sizes, predicted : tuple of int, or None
        The observations of each class, and the predictions of it, in each test set.
    cost : tuple of tuples, or None
        That of ``expected_cost``.
    rounding : str
        As in `ordref.possible`.

    Examples
    --------
    >>> claim({"mae": "0.21"}, N=[10, 10, 11], K=3).tests
    ((10, 2), (11, 1))
    """

    values: dict[str, str]
    K: int
    tests: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...] | None
    predicted: tuple[int, ...] | None
    cost: tuple[tuple[Fraction, ...], ...] | None
    rounding: str

    @property
    def splits(self) -> int:
        return sum(times for _, times in self.tests)

    @property
    def worst(self) -> list[str]:
        """The measures that look at the worst class."""
        return [name for name in self.values if name in _WORST and self.splits == 1]

    def choices(self) -> list[tuple[int, ...]]:
        """Which class may be the worst, for each measure that looks at it."""
        there = [r for r in range(self.K) if self.sizes is None or self.sizes[r]]
        return [*itertools.product(there, repeat=len(self.worst))]

    @property
    def undecided(self) -> list[str]:
        """The measures of which the system has bounds, and no more."""
        single = {*self.worst, "rmse"} if self.splits == 1 else set()
        known = {*_LINEAR, "accuracy_within", "expected_cost", *single}
        if self.sizes is not None:
            known |= {*_PER_CLASS}
        known |= {name for name in _KAPPA if self.expected(name)}
        return [n for n in self.values if n not in known and not n.startswith("ccr_")]

    def ends(self, name: str) -> Ends:
        """What the value may have been before it was rounded."""
        sign, shown, percent = _SHOWN.fullmatch(self.values[name]).groups()  # type: ignore[union-attr]
        scale = 100 if percent else 1
        unit = Fraction(1, scale * 10 ** len(shown.partition(".")[2]))
        v = Fraction(shown) / scale
        if self.rounding == "nearest":
            ends = Ends(v - unit / 2, v + unit / 2)
        elif v == 0:
            ends = Ends(-unit, unit, (False, False))
        else:
            low = v - unit / 2 if self.rounding == "any" else v
            ends = Ends(low, v + unit, (True, False))
        return -ends if sign else ends

    def expected(self, name: str) -> Fraction:
        """The mean cost of truth and prediction at random, for margins known; else 0."""
        if self.splits > 1 or self.sizes is None or self.predicted is None:
            return Fraction(0)
        true = pred = [*map(operator.add, self.sizes, self.predicted)]
        if name != "weighted_pi":
            true, pred = [*self.sizes], [*self.predicted]
        pairs = itertools.product(enumerate(true, 1), enumerate(pred, 1))
        total = sum(_KAPPA[name]([(r, c)]) * x * y for (r, x), (c, y) in pairs)
        return Fraction(total, sum(true) * sum(pred))


class Row(NamedTuple):
    """A form that lies between two whole numbers: how it is called, and its factors."""

    name: str
    factors: tuple[int, ...]
    low: int | None
    high: int | None


class System(NamedTuple):
    """Forms over groups of cells, which are counted together."""

    rows: list[Row]
    groups: list[list[Cell]]

    def bounds(self) -> Bounds:
        """Of the forms, and after them of the counts of the groups."""
        return [row[2:] for row in self.rows] + [(0, None)] * len(self.groups)

    def factors(self, key: int) -> tuple[int, ...]:
        if key < len(self.rows):
            return self.rows[key].factors
        return tuple(int(g == key - len(self.rows)) for g in range(len(self.groups)))


@dataclass(frozen=True)
class Refutation:
    """Why printed values cannot have come from one table; see `check_impossible`.

    Attributes
    ----------
    claim : Claim
        What is refuted.
    trees : dict
        For each choice of worst classes (``()`` where no measure asks for one) a tree of
        cases: ``(key, k, at_most_k, at_least_k_plus_1)``, where ``key`` is the place of a
        form, or of a count after all forms; or a case that is closed, a dict from keys to
        what the form is multiplied with.
    """

    claim: Claim
    trees: dict[tuple[int, ...], Any]


def claim(
    values: Mapping[str, str], N: Any, K: int, sizes: Any = None, predicted: Any = None,
    splits: Any = None, cost: Any = None, rounding: str = "any",
) -> Claim:  # fmt: skip
    """Read what is printed; the arguments are those of `ordref.possible`.

    Raises
    ------
    ValueError
        If something is no printed value, no measure or no whole number, or if the numbers
        do not go together.

    Examples
    --------
    >>> claim({"mae": "0.2"}, N=5, K=3).ends("mae")
    Ends(low=Fraction(3, 20), high=Fraction(3, 10), closed=(True, False))
    """
    if not isinstance(values, Mapping) or not values:
        raise ValueError('values is a dict such as {"ccr": "0.613"}: give one')
    K, many = _whole(K, "K", 1), isinstance(N, Iterable) and not isinstance(N, str)
    counted = Counter(_whole(n, "N", 1) for n in (_listed(N, "N") if many else [N]))
    if not many and splits is not None:
        counted = Counter(dict.fromkeys(counted, _whole(splits, "splits", 1)))
    S, total = counted.total(), sum(n * times for n, times in counted.items())
    each = {*counted} if S else {0}
    true, pred = (
        _margin(sizes, "sizes", K, each),
        _margin(predicted, "predicted", K, each),
    )
    costs = [
        [number(x, "a cost") for x in _listed(row, "cost")]
        for row in _listed(cost, "cost")
    ]
    worst = len({*_WORST} & {*values})
    faults = [
        (K > _MOST_CLASSES, f"K is at most {_MOST_CLASSES}"),
        (S == 1 and worst and K ** (3 + worst) > _MOST_CASES,
         "K is at most 21 beside MS or MMAE, and 11 beside both"),
        (S > _MOST_SPLITS, f"splits is at most {_MOST_SPLITS}, the number of test sets"),
        (total > _MOST_COUNTS, f"N is at most {_MOST_COUNTS} observations in all"),
        (splits not in (None, S), "N has a number for each test set, as many as splits"),
        (not S, "N has no number"),
        (rounding not in ROUNDING, f"rounding is one of {ROUNDING}"),
        (bool(costs) != ("expected_cost" in values), "expected_cost and cost go together"),
        (costs and {K} != {len(costs), *map(len, costs)}, f"cost has K = {K} rows of K numbers"),
    ]  # fmt: skip
    for words in (words for is_so, words in faults if is_so):
        raise ValueError(f"{words}: give it so")
    for name, shown in values.items():
        if name not in KNOWN and not re.fullmatch(r"ccr_\d{1,3}", str(name)):
            raise ValueError(f"values has {name!r}, which is no measure")
        if not isinstance(shown, str) or not _SHOWN.fullmatch(shown):
            raise ValueError(
                f"values has {shown!r} for {name}: give text as printed, '0.613'"
            )
    own = tuple(map(tuple, costs)) or None
    return Claim(
        dict(values), K, tuple(sorted(counted.items())), true, pred, own, rounding
    )


def _whole(x: Any, name: str, least: int) -> int:
    with suppress(TypeError):
        if not isinstance(x, bool) and operator.index(x) >= least:
            return operator.index(x)
    raise ValueError(f"{name} must have whole numbers from {least} on, not {x!r}")


def _listed(x: Any, name: str) -> list[Any]:
    with suppress(TypeError):
        if not isinstance(x, str):
            return [] if x is None else list(x)
    raise ValueError(f"{name} must be a sequence of numbers, not {x!r}")


def _margin(given: Any, name: str, K: int, each: set[int]) -> tuple[int, ...] | None:
    read = tuple(_whole(x, name, 0) for x in _listed(given, name))
    if given is not None and (len(read) != K or {sum(read)} != each):
        raise ValueError(f"{name} has K = {K} numbers, whose sum is N: give it so")
    return None if given is None else read


# ------------------------------------------------------------------- the system


def system(claim: Claim, choice: tuple[int, ...] = ()) -> System:
    """The forms of what is printed, if the classes of a choice are the worst ones.

    Examples
    --------
    Of 125 observations, N times the accuracy is the number of hits.

    >>> system(claim({"ccr": "0.613"}, N=125, K=2)).rows
    [Row(name='observations', factors=(1, 1), low=125, high=125), \
Row(name='125 ccr', factors=(1, 0), low=77, high=76)]
    """
    B, K = range(len(claim.tests)), range(claim.K)
    cells = [*itertools.product(B, K, K)]
    columns: list[list[int]] = []
    rows = []
    for name, f, ends in itertools.chain(_margins(claim), _printed(claim, choice)):
        weights = [Fraction(f(*cell)) for cell in cells]
        scale = Fraction(math.lcm(*(w.denominator for w in weights)))
        scale /= math.gcd(*((w * scale).numerator for w in weights)) or 1
        columns.append([int(w * scale) for w in weights])
        low, high = (None if end is None else end * scale for end in ends[:2])
        if low is not None:
            low = math.ceil(low) if ends.closed[0] else math.floor(low) + 1
        if high is not None:
            high = math.floor(high) if ends.closed[1] else math.ceil(high) - 1
        rows.append((name if scale == 1 else f"{scale} {name}", low, high))
    groups: dict[tuple[int, ...], list[Cell]] = {}
    for cell, column in zip(cells, zip(*columns, strict=True), strict=True):
        groups.setdefault(column, []).append(cell)
    turned = zip(rows, zip(*groups, strict=True), strict=True)
    return System([Row(row[0], f, *row[1:]) for row, f in turned], [*groups.values()])


Forms: TypeAlias = Iterator[tuple[str, Callable[[int, int, int], Any], Ends]]


def _margins(claim: Claim) -> Forms:
    """How many observations there are, in all and of each class."""
    for b, (n, times) in enumerate(claim.tests):
        where, total = (
            f" in test sets of {n}" * (len(claim.tests) > 1),
            Ends(n * times, n * times),
        )
        yield f"observations{where}", partial(lambda k, b, r, c: b == k, b), total
    for margin, side, words in (
        (claim.sizes, 1, "of class"),
        (claim.predicted, 2, "predicted"),
    ):
        for k, size in enumerate(margin or ()):
            total = Ends(size * claim.splits, size * claim.splits)
            yield (
                f"those {words} {k + 1}",
                partial(lambda at, k, *x: x[at] == k, side, k),
                total,
            )


def _printed(claim: Claim, choice: tuple[int, ...]) -> Forms:
    """What each printed value says: the weights of cells, and what their sum lies between."""
    for name in claim.values:
        if name in claim.worst:
            yield from _of_the_worst(claim, name, choice[claim.worst.index(name)])
        else:
            yield from _of_the_mean(claim, name)
        if name in LEAST:
            ends, most = claim.ends(name), (claim.K - 1) ** POWER.get(name, 0)
            inside = Ends(ends.low - most, ends.high - LEAST[name])
            yield f"{name} in its range", lambda b, r, c: 0, inside
    for a, b in ORDER:
        if a in claim.values and b in claim.values:
            gap = claim.ends(a).low - claim.ends(b).high
            yield f"{a} at most {b}", lambda b, r, c: 0, Ends(gap, None)


def _of_the_mean(claim: Claim, name: str) -> Forms:
    """A mean over all observations, or over classes whose sizes are known."""
    ends, S, K = claim.ends(name), claim.splits, claim.K
    within = {"accuracy_within": 1} | {f"ccr_{k}": k for k in range(1000)}

    def mean(measure: Any) -> Callable[[int, int, int], Any]:
        return lambda b, r, c: measure([(r + 1, c + 1)]) / (S * claim.tests[b][0])

    if name in _LINEAR:
        yield name, mean(_LINEAR[name]), ends
    elif name in within:
        yield name, mean(partial(accuracy_within, k=within[name])), ends
    elif name == "expected_cost":
        yield name, mean(partial(expected_cost, cost=claim.cost)), ends  # type: ignore[arg-type]
    elif name in _PER_CLASS and claim.sizes is not None:
        f, each, J = _PER_CLASS[name], claim.sizes, sum(map(bool, claim.sizes))
        yield name, lambda b, r, c: f([(r + 1, c + 1)]) / (S * J * (each[r] or 1)), ends
    elif name == "rmse":
        low, high = (max(end, 0) ** 2 for end in ends[:2])
        closed = (ends.closed[0] or ends.low < 0, ends.closed[1])
        yield "mse, by rmse", mean(mse), Ends(low, high if S == 1 else None, closed)
    elif E := name in _KAPPA and claim.expected(name):
        yield (
            name,
            lambda b, r, c: (
                (1 - _KAPPA[name]([(r + 1, c + 1)]) / E) / claim.tests[0][0]
            ),
            ends,
        )
    elif name in _KAPPA:
        most = _KAPPA[name]([(1, K)])
        yield f"cost, by {name}", mean(_KAPPA[name]), Ends(None, (1 - ends.low) * most)


def _of_the_worst(claim: Claim, name: str, worst: int) -> Forms:
    """No class has a larger mean than is printed, and the worst one has no smaller one."""
    measure, sign = _WORST[name]
    ends = claim.ends(name) if sign > 0 else -claim.ends(name)
    # The mean of n <= N whole numbers is no nearer to an end, if it is not on it.
    low, high = (
        end if closed else end + Fraction(step, end.denominator * claim.tests[0][0])
        for end, closed, step in zip(ends[:2], ends.closed, (1, -1), strict=True)
    )

    def less(k: int, end: Fraction, b: int, r: int, c: int) -> Any:
        return sign * measure([(r + 1, c + 1)]) - end if r == k else 0

    for k in range(claim.K):
        yield (
            f"({name} of class {k + 1}, less its end)",
            partial(less, k, high),
            Ends(None, 0),
        )
    yield (
        f"({name} of class {worst + 1}, the worst)",
        partial(less, worst, low),
        Ends(0, None),
    )
    yield f"those of class {worst + 1}", lambda b, r, c: r == worst, Ends(1, None)


# ------------------------------------------------------------------- the check


def check_impossible(proof: Any) -> int:
    """Check that printed values cannot have come from one table.

    Parameters
    ----------
    proof : Refutation
        The ``proof`` of what `ordref.possible` returned, or somebody else's.

    Returns
    -------
    int
        How many cases were closed.

    Raises
    ------
    ValueError
        If something cannot be read, a choice of worst classes is missing, or a case is not
        closed by its numbers.

    Examples
    --------
    >>> printed = claim({"ccr": "0.613"}, N=125, K=2)
    >>> check_impossible(Refutation(printed, {(): {1: 1}}))
    1
    >>> check_impossible(Refutation(printed, {(): {0: 1}}))
    Traceback (most recent call last):
    ...
    ValueError: a case is not closed: a multiple of 1 is in 125 to 125
    """
    try:
        own, trees = proof.claim, dict(proof.trees)
        if sum(times for _, times in own.tests) > _MOST_SPLITS:
            raise ValueError("there are too many test sets")
        N = [n for n, times in own.tests for _ in range(times)]
        names = "sizes", "predicted", "cost", "rounding"
        read = claim(
            own.values, N, own.K, **{name: getattr(own, name) for name in names}
        )
    except (AttributeError, TypeError) as reason:
        raise ValueError(f"the proof cannot be read: {reason}") from reason
    closed = 0
    for choice in read.choices():
        if choice not in trees:
            raise ValueError(f"the choice {choice} of worst classes is missing")
        forms = system(read, choice)
        waiting = [(trees[choice], forms.bounds())]
        while waiting:
            tree, bounds = waiting.pop()
            try:
                if isinstance(tree, tuple):
                    key, k, *cases = tree
                    waiting += zip(cases, parts(bounds, key, k), strict=True)
                    continue
                used = {
                    _whole(key, "a key", 0): number(y, "a factor")
                    for key, y in tree.items()
                }
                q, low, high = added(forms, bounds, used)
            except (AttributeError, LookupError, TypeError, ValueError) as reason:
                raise ValueError(f"a case cannot be read: {reason}") from reason
            if not is_closed(q, low, high):
                raise ValueError(
                    f"a case is not closed: a multiple of {q} is in {low} to {high}"
                )
            closed += 1
    return closed


def parts(bounds: Bounds, key: int, k: int) -> tuple[Bounds, Bounds]:
    """The case in which a form is at most k, and that in which it is at least k + 1."""
    key, k = _whole(key, "a key", 0), operator.index(k)
    low, high = bounds[key]
    below = low, k if high is None else min(k, high)
    above = k + 1 if low is None else max(k + 1, low), high
    start, end = bounds[:key], bounds[key + 1 :]
    return [*start, below, *end], [*start, above, *end]


def added(
    forms: System, bounds: Bounds, used: Mapping[int, Fraction]
) -> tuple[Any, Any, Any]:
    """What all values of a sum of forms are multiples of, and what it lies between."""
    total: list[Fraction] = [Fraction(0)] * len(forms.groups)
    low: Any = Fraction(0)
    high: Any = Fraction(0)
    for key, y in used.items():
        pair = bounds[key] if y > 0 else bounds[key][::-1]
        total = [t + y * a for t, a in zip(total, forms.factors(key), strict=True)]
        low, high = (
            None if None in (a, b) else a + y * b
            for a, b in zip((low, high), pair, strict=True)
        )
    below = math.lcm(*(t.denominator for t in total))
    return Fraction(math.gcd(*((t * below).numerator for t in total)), below), low, high


def is_closed(q: Fraction, low: Any, high: Any) -> bool:
    """Whether no multiple of q lies between the ends."""
    if q == 0:
        return (low is not None and low > 0) or (high is not None and high < 0)
    return None not in (low, high) and math.ceil(low / q) * q > high
