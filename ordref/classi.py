"""ClasSi: how far a ranking is from the order of its class distances."""

import itertools
import math
import operator
import sys
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .confusion import _fault, as_exact, scalar_or_array

__all__ = [
    "ClassiTest",
    "class_distances",
    "classi",
    "classi_chance",
    "classi_curve",
    "classi_test",
]

# Positions of all rankings that the curve looks at together: some memory whose size
# does not depend on the length of a ranking.
_CELLS = 1 << 16
# Positions in all the arrangements that the exact test goes through; 8 * 8! are fewer.
_MOST = 1_000_000


def classi(distances: ArrayLike, *, k: int | None = None) -> Any:
    """ClasSi, the Gini correlation of class distances with positions in a ranking.

    Parameters
    ----------
    distances : array_like, shape (..., m)
        The class distances of the ranked objects to the query, first position first:
        none negative. `class_distances` makes them from labels.
    k : int, keyword-only, optional
        Count only what the first k positions cost, as ClasSi_k does.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1, higher is better: 1 for an optimal ranking, in floating point
        too. ``nan`` where all distances are equal, so also for a single object.

    Raises
    ------
    ValueError
        Distances that are negative, NaN, infinite, symbols, booleans or not numbers;
        an empty ranking; ``k`` that is not a whole number from 1 to m.

    Notes
    -----
    classi2011, Definitions 5 and 6. For the whole ranking it is
    ``sum (2 a - m - 1) x_a``, divided by the same sum for an optimal ranking; sorting
    takes most of the time. With k it costs what `classi_curve` costs up to there.
    Integers of any size keep their differences; the error is that of rounding in
    float64, some units of 1e-16. Fractions stay exact.

    Examples
    --------
    >>> classi([1, 0, 0, 0, 1, 1, 1, 6, 6, 6])
    0.9523809523809523
    >>> classi([[0, 1, 6], [6, 1, 0]], k=2)
    array([ 1., -1.])
    """
    x = _as_rankings(distances)
    rows = _rows(x)
    value = _gini(rows) if k is None else _curve(rows, _prefix(k, x.shape[-1]))[:, -1]
    return scalar_or_array(value.reshape(x.shape[:-1]))


def classi_curve(distances: ArrayLike) -> NDArray[Any]:
    """ClasSi_k for every prefix k = 1, ..., m of a ranking.

    Parameters
    ----------
    distances : array_like, shape (..., m)
        The class distances of the ranked objects to the query, first position first.

    Returns
    -------
    ndarray, shape (..., m)
        Between -1 and 1; the last is `classi` of the ranking. ``nan`` where all
        distances are equal.

    Raises
    ------
    ValueError
        If ``distances`` are not rankings (see `ordref.classi`).

    Notes
    -----
    classi2011, Definition 6 and Algorithm 2. One threshold between two neighbouring
    distances after another: with n different distances O(n m) time, and O(n) memory
    besides the input and the output. A random ranking is not at zero before its end:
    `ordref.classi.classi_chance`.

    Examples
    --------
    >>> classi_curve([0, 2, 1]).tolist()
    [1.0, 0.5, 0.5]
    """
    x = _as_rankings(distances)
    return _curve(_rows(x), x.shape[-1]).reshape(x.shape)


def classi_chance(distances: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Mean and variance of ClasSi_k, k = 1, ..., m, over all orders of the objects.

    Parameters
    ----------
    distances : array_like, shape (..., m)
        The class distances of the objects, in any order.

    Returns
    -------
    mean, variance : ndarrays of shape (..., m)
        Exact for Fractions. ``nan`` where all distances are equal.

    Raises
    ------
    ValueError
        If ``distances`` are not rankings (see `ordref.classi`).

    Notes
    -----
    Every order of the m objects is equally likely. The mean is
    ``1 - k (2 m - k - 1) / (m (m - 1)) * W_m / W_k`` with the worst costs W; it is 0
    for k = m. The variance sorts pairs of pairs of positions by the positions that
    they share.

    Examples
    --------
    >>> mean, variance = classi_chance([0, 1, 6, 6])
    >>> mean.round(3).tolist(), variance.round(3).tolist()
    ([-0.045, 0.129, 0.0, 0.0], [0.915, 0.375, 0.388, 0.388])
    """
    x = _as_rankings(distances)
    mean, variance = _chance(_rows(x))
    return mean.reshape(x.shape), variance.reshape(x.shape)


class ClassiTest(NamedTuple):
    """What `classi_test` finds.

    Attributes
    ----------
    classi : float
        ClasSi of the ranking.
    z : float
        ClasSi over its standard deviation under random ranking.
    pvalue : float
        The probability of such a value, or a more extreme one, under random ranking.
    method : str
        ``"exact"`` or ``"normal"``: where the p-value comes from.
    """

    classi: float
    z: float
    pvalue: float
    method: str


def classi_test(
    distances: ArrayLike, *, alternative: str = "two-sided", method: str = "auto"
) -> ClassiTest:
    """Test whether a ranking has more to do with the class distances than a random one.

    Parameters
    ----------
    distances : array_like, shape (m,)
        The class distances of the objects of one ranking, first position first.
    alternative : {"two-sided", "greater", "less"}, keyword-only
        What speaks against chance: a ClasSi far from 0, a high one, or a low one.
    method : {"auto", "exact", "normal"}, keyword-only
        Go through every arrangement of the distances, or use the normal approximation.
        By default the first where all arrangements together have at most a million
        positions: for up to 8 objects always, for more with fewer classes.

    Returns
    -------
    ClassiTest
        A named tuple ``(classi, z, pvalue, method)``; three times ``nan`` where all
        distances are equal.

    Raises
    ------
    ValueError
        If ``distances`` are not one ranking (see `ordref.classi`), an option has
        another value, or ``"exact"`` is asked for and there are too many arrangements.

    Notes
    -----
    Every order of the m objects is equally likely. ClasSi then has the mean 0 and the
    variance ``m (m + 1) sum (x - mean)**2 / (3 W**2)``, with W the cost of the worst
    order. Arrangements whose sums differ by rounding only are counted as equal.

    Examples
    --------
    >>> result = classi_test([1, 0, 0, 0, 1, 1, 1, 6, 6, 6], alternative="greater")
    >>> round(result.z, 3), result.pvalue == 7 / 4200, result.method
    (2.485, True, 'exact')
    """
    x = _as_rankings(distances)
    if x.ndim != 1:
        raise ValueError(
            f"distances must be one ranking, of shape (m,); they have shape {x.shape}"
        )
    for name, given, known in [
        ("alternative", alternative, ("two-sided", "greater", "less")),
        ("method", method, ("auto", "exact", "normal")),
    ]:
        if given not in known:
            raise ValueError(f"{name} must be one of {known}, not {given!r}")
    counts = np.unique(x, return_counts=True)[1].tolist()
    if method == "auto":
        method = "exact" if _are_few(counts) else "normal"
    elif method == "exact" and not _are_few(counts):
        raise ValueError(
            f"the arrangements of {len(x)} such distances are too many for method="
            '"exact": use "normal"'
        )
    if len(counts) == 1:
        return ClassiTest(math.nan, math.nan, math.nan, method)
    value = float(_gini(_rows(x))[0])
    z = value / math.sqrt(float(_chance(_rows(x))[1][0, -1]))
    tail = _exact_tail(x, counts, value) if method == "exact" else _normal_tail(z)
    return ClassiTest(value, z, tail[alternative], method)


def class_distances(
    ranking: Iterable[Hashable],
    table: Mapping[Any, Any],
    *,
    query: Hashable | None = None,
) -> NDArray[Any]:
    """Turn a ranking of class labels into the ranking of their distances to the query.

    Parameters
    ----------
    ranking : iterable of m labels
        The classes of the ranked objects, first position first. A string is a ranking
        of its letters.
    table : mapping
        The distance of each class to the query; or, if ``query`` is given, such a
        mapping for each class that a query can have.
    query : label, keyword-only, optional
        The class of the query.

    Returns
    -------
    ndarray, shape (m,)
        What `ordref.classi` takes.

    Raises
    ------
    ValueError
        A label or query that the table lacks; a distance that is negative, NaN,
        infinite or not a number; fewer than two objects, or all of them at the same
        distance, for then ClasSi is undefined.

    Notes
    -----
    classi2011, section 2.2. That the class of the query is at distance 0 and nearest is
    not asked for: ClasSi looks at differences of distances only.

    Examples
    --------
    >>> class_distances("cbbt", {"b": 0, "c": 1, "t": 6})
    array([1, 0, 0, 6])
    >>> table = {"b": {"b": 0, "c": 1}, "c": {"b": 1, "c": 0}}
    >>> class_distances(["c", "b"], table, query="c")
    array([0, 1])
    """
    if query is not None:
        if query not in table:
            raise ValueError(f"table has no query {query!r}: it has {list(table)}")
        table = table[query]
    if not isinstance(table, Mapping):
        raise ValueError(
            "table must map each class to a distance, or each query to such a mapping; "
            "with one for each query, say which by query="
        )
    for label, distance in table.items():
        if isinstance(distance, Mapping):
            raise ValueError("table has a mapping for each query: say which by query=")
        fault = _fault(distance)
        if fault:
            raise ValueError(f"table has {fault} distance, {distance!r}, for {label!r}")
    labels = list(ranking)
    if len(labels) < 2:
        raise ValueError(
            f"ranking has {len(labels)} objects: ClasSi compares two or more"
        )
    for position, label in enumerate(labels):
        if label not in table:
            raise ValueError(
                f"ranking has the label {label!r} at position {position}, which table "
                f"lacks: it has {list(table)}"
            )
    x = _as_rankings([table[label] for label in labels])
    if not np.any(x != x[0]):
        raise ValueError(
            f"all objects of ranking are at the distance {x[0]}: every order is optimal "
            "and a worst case at once, and ClasSi undefined"
        )
    return x


# ------------------------------------------------------------------- what comes in


def _as_rankings(distances: ArrayLike) -> NDArray[Any]:
    """Distances as an array of shape (..., m): whole numbers, float64 or exact objects."""
    if isinstance(distances, np.ma.MaskedArray) and np.ma.is_masked(distances):
        raise ValueError("distances has masked entries: fill them, or leave them out")
    try:
        x: NDArray[Any] = np.asarray(distances)
    except ValueError:
        raise ValueError(
            "distances must be rankings of one length: its rows differ"
        ) from None
    if x.ndim == 0:
        raise ValueError("distances must have shape (..., m), one for each object")
    if x.shape[-1] == 0:
        raise ValueError("distances is empty: a ranking has at least one object")
    if x.dtype == bool:
        raise ValueError(
            "distances are booleans: give 1 for what is farther from the query and 0 for "
            "what is nearer; if True is relevant, that is 1 - np.asarray(distances, int)"
        )
    if x.dtype.kind == "O":
        _check_symbols(x)
        # Whole numbers of numpy would wrap around among objects.
        x = as_exact("distances", x)
        if x.dtype.kind == "O":
            return x
    if x.dtype.kind not in "iuf":
        raise ValueError(f"distances must be numbers; their dtype is {x.dtype}")
    if x.dtype.kind == "f":
        x = x.astype(np.float64, copy=False)
    # NaN is neither: it makes both comparisons false.
    if x.size and not (x.min() >= 0 and x.max() < np.inf):
        worst = np.argmax(~((x >= 0) & (x < np.inf)))
        position = tuple(int(k) for k in np.unravel_index(worst, x.shape))
        fault = _fault(float(x[position]))
        raise ValueError(f"distances has {fault} entry, {x[position]}, at {position}")
    return x


def _check_symbols(x: NDArray[Any]) -> None:
    sympy = sys.modules.get("sympy")
    for position, entry in np.ndenumerate(x):
        if sympy is not None and isinstance(entry, sympy.Expr) and entry.free_symbols:
            raise ValueError(
                f"distances has the symbol {entry} at {position}, which is not nearer "
                "or farther than another: give numbers"
            )


def _rows(x: NDArray[Any]) -> NDArray[Any]:
    """One ranking a row, in an order in memory that does not depend on the stack."""
    return np.ascontiguousarray(x.reshape(math.prod(x.shape[:-1]), x.shape[-1]))


def _prefix(k: int, m: int) -> int:
    try:
        k = operator.index(k)
    except TypeError:
        raise ValueError(f"k must be a whole number, not {k!r}") from None
    if not 1 <= k <= m:
        raise ValueError(f"k must be between 1 and the {m} objects ranked, not {k}")
    return k


def _ratio(a: Any, b: Any) -> NDArray[Any]:
    """The quotient, and ``nan`` where the denominator is zero."""
    a, b = np.asarray(a), np.asarray(b)
    ratio = np.full(a.shape, np.nan, dtype=np.result_type(a, b))
    np.divide(a, b, out=ratio, where=(b != 0).astype(bool))
    return ratio


# ------------------------------------------------------------------- the whole ranking


def _gaps(ascending: NDArray[Any]) -> NDArray[Any]:
    """Differences of neighbours, taken before whole numbers become floating ones.

    A common power of two changes no digit of them and no ratio, and keeps sums finite.
    """
    g: NDArray[Any] = np.diff(ascending, axis=1)
    if g.dtype == object:
        return g
    g = g.astype(np.float64)
    widest = g.max(axis=1, keepdims=True, initial=0)
    scaled: NDArray[Any] = np.ldexp(g, -np.frexp(widest)[1])
    return scaled


def _gini(x: NDArray[Any]) -> NDArray[Any]:
    """``sum (2 a - m - 1) x_a`` over its largest value, both summed by thresholds.

    Threshold j is between the objects j and j + 1 in order of distance. The sums of
    positions are whole numbers, and no larger than for an optimal ranking.
    """
    m = x.shape[1]
    order = np.argsort(x, axis=1)
    g = _gaps(np.take_along_axis(x, order, axis=1))
    a = order + 1
    above = (2 * a - m - 1)[:, :0:-1].cumsum(axis=1)[:, ::-1]
    j = np.arange(1, m)
    return _ratio((g * above).sum(axis=1), (g * (j * (m - j))).sum(axis=1))


# ------------------------------------------------------------------- prefixes


def _curve(x: NDArray[Any], k: int) -> NDArray[Any]:
    """ClasSi_1, ..., ClasSi_k of each row, some positions at a time."""
    S, m = x.shape
    u = _levels(x)
    g = _gaps(u)
    thresholds = range(g.shape[1])
    N = np.empty(g.shape, dtype=np.int64)
    for j in thresholds:
        N[:, j] = _count(x, u[:, j : j + 1])
    to_come, rooted = N.copy(), np.zeros_like(N)
    curve = np.empty((S, k), dtype=g.dtype)
    for part in _parts(S, k):
        a = np.arange(part.start, part.stop) + 1
        cost = np.zeros((S, len(a)), dtype=g.dtype)
        worst = np.zeros_like(cost)
        for j in thresholds:
            near = x[:, part] <= u[:, j : j + 1]
            after = to_come[:, j : j + 1] - near.cumsum(axis=1)
            to_come[:, j] = after[:, -1]
            after[near] = 0
            pairs = rooted[:, j : j + 1] + after.cumsum(axis=1)
            rooted[:, j] = pairs[:, -1]
            n = N[:, j : j + 1]
            cost += g[:, j : j + 1] * pairs
            worst += g[:, j : j + 1] * (n * np.minimum(a, m - n))
        curve[:, part] = 1 - _ratio(2 * cost, worst)
    return curve


def _parts(S: int, m: int) -> list[slice]:
    size = max(1, _CELLS // max(1, S))
    return [slice(start, min(start + size, m)) for start in range(0, m, size)]


def _levels(x: NDArray[Any]) -> NDArray[Any]:
    """The different distances of each row, ascending; a row with fewer repeats its last."""
    u = x[:, :1]
    for part in _parts(*x.shape):
        both = np.sort(np.concatenate([u, x[:, part]], axis=1), axis=1)
        place = np.zeros(both.shape, dtype=np.int64)
        np.cumsum(both[:, 1:] != both[:, :-1], axis=1, out=place[:, 1:])
        n = int(place.max(initial=0)) + 1
        u = np.repeat(both[:, -1:], n, axis=1)
        np.put_along_axis(u, place, both, axis=1)
    return u


def _count(x: NDArray[Any], level: NDArray[Any]) -> NDArray[np.int64]:
    """How many of each row are at most its level."""
    count = np.zeros(len(x), dtype=np.int64)
    for part in _parts(*x.shape):
        count += np.count_nonzero(x[:, part] <= level, axis=1)
    return count


# ------------------------------------------------------------------- chance


def _chance(x: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Mean and variance of ClasSi_k from sums over pairs, triples and fours of objects."""
    S, m = x.shape
    g = _gaps(np.sort(x, axis=1))
    j = np.arange(1, m)
    # For each object, nearest first: the costs to those before it, and of those behind.
    down, up = np.zeros((2, S, m), dtype=g.dtype)
    np.cumsum(g * j, axis=1, out=down[:, 1:])
    up[:, :-1] = (g * (m - j))[:, ::-1].cumsum(axis=1)[:, ::-1]
    W = down[:, ::-1].cumsum(axis=1)
    total = W[:, -1:]
    both = down + up
    squares = (both - 2 * total / m) ** 2
    # The distances from the mean are these over m; their squares, summed over pairs.
    B = ((down - up) ** 2).sum(axis=1, keepdims=True) / m
    two = max(1, m * (m - 1))
    three, four = max(1, two * (m - 2)), max(1, two * (m - 2) * (m - 3))
    mu2 = (total / two) ** 2
    same = B / two - mu2
    first = ((down**2).sum(axis=1, keepdims=True) - B) / three - mu2
    second = ((up**2).sum(axis=1, keepdims=True) - B) / three - mu2
    chain = (down * up).sum(axis=1, keepdims=True) / three - mu2
    apart = (B - 2 * total**2 / two - squares.sum(axis=1, keepdims=True)) / four
    k = np.arange(1, m + 1).astype(g.dtype)
    P, *shared = _pairs_of_pairs(k, m)
    variance = P * same
    for number, excess in zip(shared, (first, second, chain), strict=True):
        variance = variance + number * excess
    variance = variance + (P**2 - P - sum(shared)) * apart
    mean = 1 - P * _ratio(total + 0 * W, W) / max(1, two // 2)
    return mean, 4 * _ratio(np.maximum(variance, 0), W**2)


def _pairs_of_pairs(k: Any, m: int) -> tuple[Any, ...]:
    """How many pairs a < b have a <= k; and how many ordered twos of such pairs share
    the first position only, the second only, or the second of one with the first of
    the other.
    """

    def three(r: Any) -> Any:
        """Sum of i (i - 1) over i = 0, ..., r."""
        return (r - 1) * r * (r + 1) // 3

    P = k * (2 * m - k - 1) // 2
    first = three(m + 0 * k - 1) - three(m - k - 1)
    second = three(k - 1) + (m - k) * k * (k - 1)
    middle = k * (k - 1) * (3 * m - 2 * k - 2) // 3
    return P, first, second, middle


def _are_few(counts: list[int]) -> bool:
    """Whether all arrangements of so many objects at each distance can be gone through."""
    m = sum(counts)
    if len(counts) == 1:
        return True
    if m**2 > _MOST:  # there are m arrangements at least
        return False
    alike = math.prod(math.factorial(count) for count in counts)
    return math.factorial(m) // alike * m <= _MOST


def _normal_tail(z: float) -> dict[str, float]:
    def above(z: float) -> float:
        return math.erfc(z / math.sqrt(2)) / 2

    return {"greater": above(z), "less": above(-z), "two-sided": 2 * above(abs(z))}


def _exact_tail(x: NDArray[Any], counts: list[int], value: float) -> dict[str, float]:
    every = _every_gini(np.unique(x), counts)
    noise = 1e-12
    return {
        "greater": float(np.mean(every >= value - noise)),
        "less": float(np.mean(every <= value + noise)),
        "two-sided": float(np.mean(np.abs(every) >= abs(value) - noise)),
    }


def _every_gini(u: NDArray[Any], counts: list[int]) -> NDArray[np.float64]:
    """ClasSi of each arrangement of so many objects at each of the distances u."""
    codes = np.zeros((1, counts[0]), dtype=np.int8)
    for code, count in enumerate(counts[1:], start=1):
        m = codes.shape[1] + count
        places = np.array(list(itertools.combinations(range(m), codes.shape[1])))
        wider = np.full((len(places), len(codes), m), code, dtype=np.int8)
        which = np.arange(len(places))[:, None, None], np.arange(len(codes))[:, None]
        wider[(*which, places[:, None, :])] = codes
        codes = wider.reshape(-1, m)
    return _gini(u[codes]).astype(np.float64)
