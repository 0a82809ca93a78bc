"""Can printed values have come from one table? The system they make, and the check of a "no".

N times a mean over observations is a linear form in the counts, whose coefficients are the
values of single observations; scaled, they are whole numbers. Whatever rounds to the printed
mean lies between two ends, and thus the form between two whole numbers. Class sizes, the
number of observations and the counts themselves are such forms, too. Cells with the same
coefficients in all forms are counted together. A refutation branches into cases, "at most k"
and "at least k + 1" for a form, and closes each by a linear combination of forms: its values
are multiples of a number q (0 alone if all coefficients cancel), and none of these lies between
its ends.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ...definitions.reading import number
from .claims import Claim, claim
from .forms import cells_of_tables, step, whole_forms
from .listed import Listed, count_all


class System(NamedTuple):
    """Linear forms over groups of cells that are counted together; the last are the counts.

    A form has a name, whole coefficients by group, and whole ends between which its value
    lies, None where it is unbounded. Its key is its place in the system; ``first`` is the key
    of the first count.
    """

    names: list[str]
    factors: list[dict[int, int]]
    bounds: dict[int, tuple[int | None, int | None]]
    groups: list[list[tuple[int, int, int]]]
    first: int

    def split(self, key: int, k: int) -> list[System]:
        """The case in which a form is at most k, and that in which it is at least k + 1."""
        k, (low, high) = operator.index(k), self.bounds[key]
        halves = (low, k), (k + 1, high)
        return [self._replace(bounds=self.bounds | {key: ends}) for ends in halves]

    def added(self, used: Mapping[int, Any]) -> tuple[Fraction, Any, Any]:
        """A linear combination of forms: the number its values are multiples of, and its ends."""
        total: dict[int, Any] = {}
        ends: list[Any] = [0, 0]
        for key, y in used.items():
            for g, a in self.factors[key].items():
                total[g] = total.get(g, 0) + y * a
            pair = self.bounds[key] if y > 0 else self.bounds[key][::-1]
            pairs = zip(ends, pair, strict=True)
            ends = [None if None in (a, b) else a + y * b for a, b in pairs]
        return step(total.values()), ends[0], ends[1]

    def is_closed(self, used: Mapping[int, Any]) -> bool:
        """Whether no such multiple lies between the ends of a linear combination."""
        q, low, high = self.added(used)
        if q == 0:
            return (low or 0) > 0 or (high or 0) < 0
        return None not in (low, high) and math.ceil(low / q) * q > high


@dataclass(frozen=True)
class Refutation:
    """Why printed values cannot have come from one table; see `check_impossible`.

    Attributes
    ----------
    claim : Claim
        What is refuted.
    trees : dict
        For each choice of worst classes (``()`` if no measure needs one) a tree of cases:
        ``(key, k, at_most_k, at_least_k_plus_1)``, where ``key`` is the place of a form in
        the system; or, for a closed case, a dict from keys to the multipliers of the forms.
    """

    claim: Claim
    trees: dict[tuple[int, ...], Any]


# ------------------------------------------------------------------- the system


def system(claim: Claim, choice: tuple[int, ...] = ()) -> System:
    """The forms of the printed values, if the classes of a choice are the worst ones.

    Examples
    --------
    Of 125 observations, N times the accuracy is the number of hits.

    >>> forms = system(claim({"ccr": "0.613"}, N=125, K=2))
    >>> for key, (low, high) in forms.bounds.items():
    ...     print(key, forms.names[key], forms.factors[key], low, high)
    0 observations {0: 1, 1: 1} 125 125
    1 125 ccr {0: 1} 77 76
    2 the count of (1, 1) (2, 2) {0: 1} 0 None
    3 the count of (1, 2) (2, 1) {1: 1} 0 None
    """
    names, columns, lows, highs = map(list, zip(*whole_forms(claim, choice), strict=True))
    bounds = [*zip(lows, highs, strict=True)]
    groups: dict[tuple[int, ...], list[Any]] = {}
    for cell, column in zip(cells_of_tables(claim), zip(*columns, strict=True), strict=True):
        groups.setdefault(column, []).append(cell)
    factors = [{g: a for g, a in enumerate(f) if a} for f in zip(*groups, strict=True)]
    for g, group in enumerate(groups.values()):
        named = " ".join(f"({r + 1}, {c + 1})" for _, r, c in group[:3])
        names.append(f"the count of {named}{' ...' * (len(group) > 3)}")
        factors.append({g: 1})
        bounds.append((0, None))
    keyed, first = dict(enumerate(bounds)), len(columns)
    return System(names, factors, keyed, [*groups.values()], first)


# ------------------------------------------------------------------- the check


def check_impossible(proof: Any) -> int:
    """Check that printed values cannot have come from one table.

    Parameters
    ----------
    proof : Refutation or Listed
        The ``proof`` that `ordref.possible` returned, or one made otherwise.

    Returns
    -------
    int
        The number of closed cases, or of tables, none of which has the values.

    Raises
    ------
    ValueError
        If the proof cannot be read, a choice of worst classes is missing, or a case is not
        closed by its multipliers; if a listed table has the values, or there are too many.

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
        if isinstance(proof, Listed):
            return count_all(claim(**vars(proof.claim)), tuple(proof.by))
        return sum(1 for _ in cases(proof))
    except (AttributeError, LookupError, TypeError) as reason:
        raise ValueError(f"the proof cannot be read: {reason}") from reason


def cases(proof: Any) -> Iterator[tuple[System, dict[int, Fraction]]]:
    """The cases of a proof, with the multipliers that close them; an error if one stays open."""
    read, trees = claim(**vars(proof.claim)), dict(proof.trees)
    waiting = []
    for choice in read.choices():
        if choice not in trees:
            raise ValueError(f"the choice {choice} of worst classes is missing")
        waiting.append((trees[choice], system(read, choice)))
    while waiting:
        tree, forms = waiting.pop()
        if isinstance(tree, tuple) and len(tree) == 4:
            key, k, *halves = tree
            waiting += zip(halves, forms.split(key, k), strict=True)
            continue
        used = {key: number(y, "a factor") for key, y in tree.items()}
        if not forms.is_closed(used):
            reason = "a multiple of {} is in {} to {}".format(*forms.added(used))
            raise ValueError(f"a case is not closed: {reason}")
        yield forms, used
