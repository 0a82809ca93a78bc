"""Measures of pairs of observations, pair by pair."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from .confusion import Pair, checked
from .exact import root

__all__ = [
    "goodman_kruskal_gamma", "kendall_tau_b", "pair_counts", "somers_d", "stuart_tau_c",
]  # fmt: skip


def pair_counts(pairs: Iterable[Pair]) -> dict[str, int]:
    """How many pairs of observations are of each kind (oci2011, Definitions 1 to 3).

    Examples
    --------
    >>> pair_counts([(1, 1), (1, 2), (2, 2)])
    {'concordant': 1, 'discordant': 0, 'tied_true': 1, 'tied_predicted': 1, 'tied_both': 0}
    """
    kinds = ["concordant", "discordant", "tied_true", "tied_predicted", "tied_both"]
    counts = dict.fromkeys(kinds, 0)
    for (r, c), (s, d) in combinations(checked(pairs), 2):
        if r == s and c == d:
            counts["tied_both"] += 1
        elif r == s:
            counts["tied_true"] += 1
        elif c == d:
            counts["tied_predicted"] += 1
        elif (r < s) == (c < d):
            counts["concordant"] += 1
        else:
            counts["discordant"] += 1
    return counts


def kendall_tau_b(pairs: Iterable[Pair]) -> float:
    """Kendall's tau-b (1945; oci2011, section 1.1), a `Root`; ``nan`` if a variable is constant.

    Examples
    --------
    >>> kendall_tau_b([(1, 1), (1, 2), (2, 2)])
    0.5
    """
    n = pair_counts(pairs)
    score = n["concordant"] - n["discordant"]
    untied = n["concordant"] + n["discordant"]
    squared = (untied + n["tied_true"]) * (untied + n["tied_predicted"])
    return root(Fraction(score * abs(score), squared) if squared else math.nan)


def goodman_kruskal_gamma(pairs: Iterable[Pair]) -> Fraction | float:
    """Goodman and Kruskal's gamma (1954), ``nan`` if every pair is tied.

    Examples
    --------
    >>> goodman_kruskal_gamma([(1, 1), (1, 2), (2, 2)])
    Fraction(1, 1)
    """
    n = pair_counts(pairs)
    untied = n["concordant"] + n["discordant"]
    return Fraction(n["concordant"] - n["discordant"], untied) if untied else math.nan


def somers_d(pairs: Iterable[Pair], dependent: str = "predicted") -> Fraction | float:
    """Somers' d (1962), ``nan`` if the independent variable is constant.

    Examples
    --------
    >>> somers_d([(1, 1), (1, 2), (2, 2)])
    Fraction(1, 2)
    """
    n = pair_counts(pairs)
    untied = n["concordant"] + n["discordant"] + n[f"tied_{dependent}"]
    return Fraction(n["concordant"] - n["discordant"], untied) if untied else math.nan


def stuart_tau_c(pairs: Iterable[Pair], K: int) -> Fraction:
    """Kendall's tau-c of K classes (Stuart 1953); 0 for one class.

    Concordant minus discordant pairs, over the number of concordant pairs of N observations
    in K equally frequent classes: ``(N / K)**2`` for each pair of classes. If the two sides
    have different numbers of classes, K is the smaller one.

    Examples
    --------
    >>> stuart_tau_c([(1, 1), (1, 2), (2, 2)], 2)
    Fraction(4, 9)
    """
    listed = checked(pairs)
    n = pair_counts(listed)
    most = Fraction(len(listed), K) ** 2 * len(list(combinations(range(K), 2)))
    return (n["concordant"] - n["discordant"]) / most if most else Fraction(0)
