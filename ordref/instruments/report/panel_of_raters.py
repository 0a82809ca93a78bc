"""Tables on a panel of raters, as columns of numbers: who differs, and on which units."""

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
from ...measures.agreement import conger_kappa, krippendorff_alpha
from ..catalogue.measure import Measure
from ..catalogue.on_request import RATER_ROWS, is_by_unit, value_of_ratings
from ..catalogue.rows import MEASURES
from ..uncertainty.arguments import Floats
from ..uncertainty.of_units import by_rater_and_unit, ends_of_units, intervals_of_raters
from ..uncertainty.single import interval

# Each column of a table by its head.
Columns = dict[str, list[Any]]

_CONGER = RATER_ROWS["conger_kappa_quadratic"]
# Intraclass correlations by the names of McGraw and Wong, and of Shrout and Fleiss.
_ICC = [("ICC(A,1)", "ICC(2,1)"), ("ICC(A,k)", "ICC(2,k)"), ("ICC(C,1)", "ICC(3,1)")]
# More raters have too many pairs to look at.
MOST_RATERS = 100


def coefficients(
    ratings: Ratings, level: float | None, names: Sequence[str] | None = None
) -> Columns:
    """Every coefficient of raters, with intervals if there is a level.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> table = coefficients(from_ratings([[1, 1, 2], [2, 2, None]]), None, ["gwet_ac2_linear"])
    >>> table["coefficient"], table["counts_alike"]
    (['gwet_ac2_linear'], ['unit'])
    """
    rows = {name: RATER_ROWS[name] for name in names or RATER_ROWS}
    if not ratings.knows_raters:
        rows = {n: r for n, r in rows.items() if r.function is not conger_kappa}
    alike = [
        "unit" if is_by_unit(row) or row.function is conger_kappa else "rating"
        for row in rows.values()
    ]
    table: Columns = {"coefficient": [*rows], "counts_alike": alike}
    if level is None:
        return table | {"value": [value_of_ratings(row, ratings) for row in rows.values()]}
    intervals = intervals_of_raters(ratings, rows, level).values()
    for part in ("value", "standard_error", "low", "high"):
        table[part] = [getattr(around, part) for around in intervals]
    return table


def table_of_raters(ratings: Ratings) -> Columns:
    """A row for each rater: agreement, distance, bias and spread against the other raters.

    The means are over the ratings of the rater, whose rest is all other ratings of the unit.
    ``spread`` is the standard deviation of the rater's positions over that of the rest, and
    ``alpha_without`` ordinal alpha of the other raters, ``nan`` if they share no unit.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> table_of_raters(from_ratings([[1, 1], [2, 3], [3, 3], [1, 2]]))["bias"]
    [-0.5, 0.5]
    """
    u, r, x = ratings.rated
    n, K, R = ratings.counts, len(ratings.classes), len(ratings.by_rater)
    others = n.sum(axis=1)[u] - 1.0
    k = np.arange(K)
    rest = ((n @ k)[u] - x) / others
    squares = ((n @ k**2)[u] - x**2) / others
    apart = (n @ distances(K))[u, x] / others
    equal = (n[u, x] - 1) / others

    def mean(values: Floats) -> Floats:
        times = np.bincount(r.astype(np.intp), minlength=R)
        return np.bincount(r.astype(np.intp), values, R) / times

    own, mean_of_rest = mean(x * 1.0), mean(rest)
    spread = _spread(mean(x * x * 1.0) - own**2, mean(squares) - mean_of_rest**2)
    return {
        "rater": names_of(ratings),
        "ratings": np.bincount(r.astype(np.intp), minlength=R).tolist(),
        "agreement": mean(equal).tolist(),
        "distance": mean(apart).tolist(),
        "bias": (own - mean_of_rest).tolist(),
        "spread": spread.tolist(),
        "alpha_without": [_alpha_without(ratings, rater) for rater in range(R)],
    }


def table_of_pairs(ratings: Ratings, level: float | None) -> Columns:
    """A row for each pair of raters, on the units that both rated.

    ``bias`` is the mean of the first rater minus that of the second. ``icc_a1`` is ICC(A,1) of
    McGraw and Wong, ICC(2,1) of Shrout and Fleiss: two-way, absolute agreement, a single rater.
    No pairs are listed for more than a hundred raters.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> table = table_of_pairs(from_ratings([[1, 1], [2, 3], [3, 3], [1, 2]]), None)
    >>> table["bias"], round(table["kappa_quadratic"][0], 3), round(table["icc_a1"][0], 3)
    ([-0.5], 0.692, 0.75)
    """
    heads = ["rater", "other", "units", "agreement", "distance", "bias", "spread", "icc_a1",
             "kappa_quadratic", *(["low", "high"] if level is not None else [])]  # fmt: skip
    rows: list[Sequence[Any]] = []
    by_unit = by_rater_and_unit(ratings)
    K, R = len(ratings.classes), by_unit.shape[1]
    names, row = names_of(ratings), MEASURES["weighted_kappa_quadratic"]
    for a, b in combinations(range(R if R <= MOST_RATERS else 0), 2):
        common = (by_unit[:, a] > 0) & (by_unit[:, b] > 0)
        x, y = by_unit[common, a] - 1, by_unit[common, b] - 1
        if not len(x):
            continue
        n = np.bincount((x * K + y).astype(np.intp), minlength=K * K).reshape(K, K)
        away = (x - y).astype(np.float64)
        cells = [names[a], names[b], len(x), float((x == y).mean()),
                 float(np.abs(away).mean()), float(away.mean()),
                 float(_spread(x.var(), y.var())), icc_a1(np.stack([x, y], axis=1))]  # fmt: skip
        if level is None:
            cells.append(float(row(n)))
        else:
            around = interval(row, n, level=level)
            cells += [around.value, around.low, around.high]
        rows.append(cells)
    return as_columns(heads, rows)


def table_of_units(ratings: Ratings) -> Columns:
    """A row for each unit, in descending order of the mean distance of its ratings.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> table = table_of_units(from_ratings([[1, 1, 2], [3, 3, 3], [1, 3, None]]))
    >>> table["unit"], table["distance"]
    ([2, 0, 1], [2.0, 0.6666666666666666, 0.0])
    """
    n, K = ratings.counts, len(ratings.classes)
    m = n.sum(axis=1)
    pairs = m * (m - 1.0)
    apart = (n * (n @ distances(K))).sum(axis=1) / pairs
    equal = (n * (n - 1)).sum(axis=1) / pairs
    # Ties by the order of the units; sums of whole numbers, so equal ones are equal to the bit.
    order = np.argsort(-apart, kind="stable")
    lowest, highest = (n > 0).argmax(axis=1), K - 1 - (n[:, ::-1] > 0).argmax(axis=1)
    names = ratings.unit_names
    own = np.arange(len(n)) if names is None else names
    of_class = np.empty(K, dtype=object)
    of_class[:] = ratings.classes
    return {
        "unit": own[order].tolist(),
        "ratings": m[order].tolist(),
        "lowest": of_class[lowest[order]].tolist(),
        "highest": of_class[highest[order]].tolist(),
        "agreement": equal[order].tolist(),
        "distance": apart[order].tolist(),
    }


def table_of_runs(ratings: Ratings, runs: Sequence[Any], level: float | None) -> Columns:
    """Agreement among the repeated runs of one rater, among the others, and between the two.

    ``moved`` is the share of units whose ratings are not all the same. Quadratic kappa is
    Conger's within a group, and between two groups ``1 - O / E``, where E is the disagreement of
    a random rating of one group and a random rating of the other; each unit counts the same.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> rows = [[1, 1, 2], [2, 3, 3], [3, 3, 3], [1, 1, 1]] * 4
    >>> table_of_runs(from_ratings(rows), [0, 1], 0.95)["moved"][0]
    0.25
    """
    by_unit = by_rater_and_unit(ratings)
    names = names_of(ratings)
    runs = list(runs)
    if len(set(runs)) < max(2, len(runs)) or not set(runs) <= set(names):
        raise ValueError(
            f"runs must name two or more of the raters {listed(names)}, each once, not {runs!r}"
        )
    chosen = np.array([name in runs for name in names])
    rest = ~chosen
    heads = ["between", "units", "agreement", "distance", "moved", "kappa_quadratic",
             *(["low", "high"] if level is not None else [])]  # fmt: skip
    rows = []
    for words, first, second in (
        ("runs", chosen, chosen), ("others", rest, rest), ("runs and others", chosen, rest),
    ):  # fmt: skip
        same = first is second
        if second.any() and not (same and first.sum() < 2):
            sides = by_unit[:, first], by_unit[:, second]
            rows.append((words, *_row_of_runs(ratings, *sides, same, level)))
    return as_columns(heads, rows)


def _row_of_runs(
    ratings: Ratings, first: NDArray[Any], second: NDArray[Any], same: bool, level: float | None
) -> tuple[Any, ...]:
    """The cells of a row of `table_of_runs`; the ends of the interval are last."""
    K = len(ratings.classes)
    a, b = (_counts(part, K) for part in (first, second))
    shared = (a.sum(axis=1) > 1) if same else (a.any(axis=1) & b.any(axis=1))
    empty = (0, *6 * (math.nan,))
    if not shared.any():
        return empty
    a, b = a[shared], b[shared]
    pairs = a.sum(axis=1) * (b.sum(axis=1) - 1.0 * same)
    off, squared = distances(K), distances(K, 2)
    equal = ((a * b).sum(axis=1) - (a.sum(axis=1) if same else 0)) / pairs
    apart = (a * (b @ off)).sum(axis=1) / pairs
    moved = ((a if same else a + b) > 0).sum(axis=1) > 1
    shares = float(equal.mean()), float(apart.mean()), float(moved.mean())
    if same:
        u, r = np.nonzero(first[shared])
        rated = np.array([u, r, first[shared][u, r] - 1])
        held = Ratings(ratings.classes, rated)
        if level is None:
            return len(a), *shares, value_of_ratings(_CONGER, held), math.nan, math.nan
        around = intervals_of_raters(held, {"kappa": _CONGER}, level)["kappa"]
        return len(a), *shares, around.value, around.low, around.high
    p, q = a / a.sum(axis=1, keepdims=True), b / b.sum(axis=1, keepdims=True)
    seen, G = ((p @ squared) * q).sum(axis=1), len(a)
    value = _less_expected(seen.sum() / G, p.sum(axis=0) / G, q.sum(axis=0) / G, squared)
    if G < 2 or level is None:
        return G, *shares, float(value), math.nan, math.nan
    left = _less_expected((seen.sum() - seen) / (G - 1), (p.sum(axis=0) - p) / (G - 1),
                          (q.sum(axis=0) - q) / (G - 1), squared)  # fmt: skip
    ends = ends_of_units(_CONGER, K, float(value), value - left, np.ones(G), level)
    return G, *shares, float(value), *ends[1:]


def _less_expected(seen: Any, p: Floats, q: Floats, w: NDArray[Any]) -> Floats:
    return kappa_of(seen, ((p @ w) * q).sum(axis=-1))


def kappa_of(observed: Any, expected: Any) -> Floats:
    """1 minus the observed over the expected disagreement; ``nan`` where none is expected.

    Examples
    --------
    >>> kappa_of(np.array([1, 1]), np.array([4, 0]))
    array([0.75,  nan])
    """
    return np.asarray(1 - observed / np.where(expected > 0, expected, math.nan))


def table_of_icc(ratings: Ratings, level: float | None) -> Columns | None:
    """Three two-way intraclass correlations of class positions; None if there are gaps.

    They are absolute agreement of one rater, absolute agreement of the mean of all raters, and
    consistency, under the names of McGraw and Wong and of Shrout and Fleiss; where these differ,
    for raters drawn at random.

    Examples
    --------
    >>> from ordref import from_ratings
    >>> judges = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6]]
    >>> table_of_icc(from_ratings(judges, labels=range(1, 10)), None)["also_called"]
    ['ICC(2,1)', 'ICC(2,k)', 'ICC(3,1)']
    """
    by_unit = by_rater_and_unit(ratings)
    if not by_unit.all() or min(by_unit.shape) < 2:
        return None
    table: list[Sequence[Any]] = []
    x = by_unit - by_unit.mean()
    G, own = len(x), np.array([x.sum(), (x**2).sum(), (x.sum(axis=1) ** 2).sum()])
    rows = x.sum(axis=1)
    left = own - np.stack([rows, (x**2).sum(axis=1), rows**2], axis=1)
    columns = x.sum(axis=0)
    of_all = _icc(own[None], columns[None], G)
    of_rest = _icc(left, columns - x, G - 1) if G > 2 else np.full((3, G), math.nan)
    for names, value, rest in zip(_ICC, of_all[:, 0].tolist(), of_rest, strict=True):
        change = value - rest if G > 2 else None
        table.append([*names, value, *ends_by_units(_CONGER, 2, value, change, level)])
    return as_columns(["coefficient", "also_called", *heads_of_value(level)], table)


def heads_of_value(level: float | None) -> list[str]:
    return ["value", *(["standard_error", "low", "high"] if level is not None else [])]


def ends_by_units(
    row: Measure, K: int, value: float, change: Floats | None, level: float | None
) -> Sequence[float]:
    """The cells after a value: none without a level, ``nan`` where no unit can be left out."""
    if level is None:
        return ()
    if change is None or math.isnan(value):
        return [math.nan] * 3
    return ends_of_units(row, K, value, change, np.ones(len(change)), level)


def as_columns(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> Columns:
    return {head: [row[k] for row in rows] for k, head in enumerate(heads)}


def _icc(sums: Floats, columns: Floats, n: int) -> Floats:
    """ICC(A,1), ICC(A,k) and ICC(C,1), from sums over n units, and sums of each rater."""
    total, squares, of_units = sums.T
    k = columns.shape[-1]
    mean = total**2 / (n * k)
    between = of_units / k - mean
    of_raters = (columns**2).sum(axis=-1) / n - mean
    error = (squares - mean - between - of_raters) / ((n - 1) * (k - 1))
    rows, raters = between / (n - 1), of_raters / (k - 1)
    top = rows - error
    below = (rows + (k - 1) * error + k * (raters - error) / n,
             rows + (raters - error) / n, rows + (k - 1) * error)  # fmt: skip
    return np.stack([np.where(b > 1e-12, top / np.where(b > 1e-12, b, 1), math.nan) for b in below])


def icc_a1(x: NDArray[Any]) -> float:
    """ICC(A,1) of complete ratings, shape (units, raters).

    Examples
    --------
    >>> icc_a1(np.array([[1, 2], [2, 3], [3, 4]]))
    0.6666666666666666
    """
    if min(x.shape) < 2:
        return math.nan
    x = x - x.mean()
    sums = [x.sum(), (x**2).sum(), (x.sum(axis=1) ** 2).sum()]
    return float(_icc(np.array([sums]), x.sum(axis=0)[None], len(x))[0, 0])


def _counts(by_unit: NDArray[Any], K: int) -> NDArray[np.int64]:
    """How many ratings of each class each unit has, if `by_unit` has class positions from 1."""
    return np.stack([(by_unit == k).sum(axis=1) for k in range(1, K + 1)], axis=1)


def _spread(own: Any, rest: Any) -> Floats:
    """The ratio of two standard deviations, from variances; ``nan`` if the second is 0."""
    varies = rest > 1e-12
    ratio = np.maximum(own, 0) / np.where(varies, rest, 1)
    return np.where(varies, np.sqrt(ratio), math.nan)


def names_of(ratings: Ratings) -> list[Any]:
    """The raters by their names, or by their numbers if they have none."""
    names = ratings.rater_names
    return list(range(len(ratings.by_rater))) if names is None else names.tolist()


def _alpha_without(ratings: Ratings, rater: int) -> float:
    u, r, x = ratings.rated
    keep = r != rater
    often = np.bincount(u[keep].astype(np.intp), minlength=int(u.max()) + 1)
    keep &= often[u] > 1
    if not keep.any():
        return math.nan
    units = np.unique(u[keep], return_inverse=True)[1]
    return float(krippendorff_alpha(Ratings(ratings.classes, np.array([units, r[keep], x[keep]]))))
