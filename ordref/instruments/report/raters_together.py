"""Raters taken together: Light's kappa, and the effective number of independent judges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.entries import listed
from ...matrices.ratings import Ratings
from ...matrices.sums import distances
from ..catalogue.on_request import RATER_ROWS
from ..uncertainty.arguments import Floats
from ..uncertainty.of_units import by_rater_and_unit
from .panel_of_raters import (
    MOST_RATERS,
    Columns,
    as_columns,
    ends_by_units,
    heads_of_value,
    kappa_of,
    names_of,
)


def table_of_light_kappa(ratings: Ratings, level: float | None) -> Columns | None:
    """Light's kappa (1971): the mean kappa over the pairs of raters; None if there are none.

    A pair is compared on the units that both rated, and left out if they share no unit. ``nan`` if
    the kappa of a pair is undefined. Intervals leave out each unit in turn.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> ratings = from_ratings([[1, 1, 2], [2, 3, 3], [3, 3, 3], [1, 2, 1]])
    >>> found = table_of_light_kappa(ratings, None)
    >>> found["coefficient"][0], found["pairs"][0], round(found["value"][0], 3)
    ('light_kappa_unweighted', 3, 0.248)
    """
    by_unit = by_rater_and_unit(ratings)
    K, (G, R) = len(ratings.classes), by_unit.shape
    near = distances(K)
    rows: list[Sequence[Any]] = []
    raters = range(R if R <= MOST_RATERS else 0)
    weights = {"unweighted": near > 0, "linear": near, "quadratic": distances(K, 2)}
    for kind, w in weights.items():
        pairs = [
            kappas
            for a, b in combinations(raters, 2)
            if (kappas := _kappas_of(by_unit[:, [a, b]], np.array(w, dtype=np.float64)))
        ]
        if not pairs:
            return None
        value, left = (np.mean(part, axis=0) for part in zip(*pairs, strict=True))
        row, change = RATER_ROWS[f"conger_kappa_{kind}"], value - left if G > 1 else None
        ends = ends_by_units(row, K, float(value), change, level)
        rows.append([f"light_kappa_{kind}", len(pairs), float(value), *ends])
    return as_columns(["coefficient", "pairs", *heads_of_value(level)], rows)


def _kappas_of(pair: NDArray[Any], w: Floats) -> tuple[float, Floats] | None:
    """Kappa of two raters, and kappa without each unit; None if they have no unit in common."""
    common = (pair > 0).all(axis=1)
    x, y = pair[common].T - 1
    if not (N := len(x)):
        return None
    r, c = (np.bincount(side.astype(np.intp), minlength=len(w)) for side in (x, y))
    observed, expected = w[x, y].sum(), r @ w @ c
    left = np.full(len(pair), kappa_of(N * observed, expected))
    without = expected - (w @ c)[x] - (r @ w)[y] + w[x, y]
    left[common] = kappa_of((N - 1) * (observed - w[x, y]), without)
    return float(kappa_of(N * observed, expected)), left


def table_of_judges(ratings: Ratings, truth: Any) -> Columns:
    """The effective number of independent judges, from the correlation of their errors.

    Kish (1965): of k numbers with the mean correlation r the mean is worth that of k / (1 + (k -
    1) r) independent ones. The numbers are the errors of a judge, in positions of classes, or
    whether the judge is wrong. Only units that all have rated count. ``nan`` if the errors of
    some judge never vary, and ``inf`` if the errors cancel.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> rows = [[1, 1, 1], [1, 2, 2], [2, 2, 2], [2, 3, 2], [3, 3, 2], [3, 3, 3]]
    >>> [round(n, 3) for n in table_of_judges(from_ratings(rows), 0)["worth"]]
    [1.24, 1.6]
    """
    by_unit = by_rater_and_unit(ratings)
    names = names_of(ratings)
    if truth not in names or len(names) < 3:
        raise ValueError(
            f"truth must name one of three or more raters, {listed(names)}, not {truth!r}"
        )
    whole = by_unit[(by_unit > 0).all(axis=1)]
    place = names.index(truth)
    errors = np.delete(whole - whole[:, [place]], place, axis=1)
    k, rows = errors.shape[1], []
    for words, numbers in {"positions": errors, "wrong or right": errors != 0}.items():
        r = _mean_correlation(numbers.astype(np.float64))
        below = 1 + (k - 1) * r
        worth = math.inf if abs(below) < 1e-12 else k / below
        rows.append((words, k, len(whole), r, worth))
    return as_columns(["errors", "judges", "units", "correlation", "worth"], rows)


def _mean_correlation(x: Floats) -> float:
    """The mean correlation over all pairs of columns; ``nan`` if a column is constant."""
    x = x - x.mean(axis=0) if len(x) else x
    squares = (x**2).sum(axis=0)
    if not len(x) or (squares < 1e-12).any():
        return math.nan
    k, x = x.shape[1], x / np.sqrt(squares)
    return float(((x.sum(axis=1) ** 2).sum() - k) / (k * (k - 1)))
