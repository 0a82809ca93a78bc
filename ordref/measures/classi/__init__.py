"""ClasSi: how far a ranking is from the order of its class distances."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...matrices.entries import check_option, check_whole, count_with_noun, fault_of
from ...matrices.sums import as_extreme, quotient, scalar_or_array
from .by_chance import are_few, arrangements, mean_and_variance, normal_tail
from .prefixes import curve
from .rankings import as_rankings, as_rows, gaps

__all__ = [
    "ClassiTest", "class_distances", "classi", "classi_chance", "classi_curve",
    "classi_test",
]  # fmt: skip

# Sums of whole numbers below this are computed in int64.
_LARGEST = 2.0**62


def classi(distances: ArrayLike, *, k: int | None = None) -> Any:
    """ClasSi, the Gini correlation of class distances with positions in a ranking.

    Parameters
    ----------
    distances : array_like, shape (..., m)
        The class distances of the ranked objects to the query, first position first:
        none negative. `class_distances` makes them from labels.
    k : int, keyword-only, optional
        Compute ClasSi_k, where only pairs that begin in the first k positions count.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1, higher is better; exactly 1 for an optimal ranking. ``nan`` where
        all distances are equal, so also for a single object.

    Raises
    ------
    ValueError
        Distances that are negative, NaN, infinite, symbols, booleans or not numbers;
        an empty ranking; ``k`` that is not a whole number from 1 to m.

    Notes
    -----
    classi2011, Definitions 5 and 6. For the whole ranking this is the sum of
    ``(2 a - m - 1) x_a`` over the positions a, divided by the same sum for an optimal
    ranking. With ``k`` it takes as long as `classi_curve` up to k. Integers of any size keep
    their differences, and the rounding error is some units of 1e-16. Fractions stay exact.

    Examples
    --------
    >>> classi([1, 0, 0, 0, 1, 1, 1, 6, 6, 6])
    0.9523809523809523
    >>> classi([[0, 1, 6], [6, 1, 0]], k=2)
    array([ 1., -1.])
    """
    x = as_rankings(distances)
    if k is None:
        value = _gini(as_rows(x))
    else:
        check_whole("k", k, 1, x.shape[-1])
        value = curve(as_rows(x), k)[:, -1]
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
    classi2011, Definition 6 and Algorithm 2. With n different distances the sort takes
    O(m log m) steps and the thresholds between them O(n m); where n is large, the ranking is
    halved repeatedly and each half compared with the next one in order of distance, in
    O(m log m) steps and O(m) memory. For random rankings the mean of ClasSi_k is in general
    not 0 for small k; see `classi_chance`.

    Examples
    --------
    >>> classi_curve([0, 2, 1]).tolist()
    [1.0, 0.5, 0.5]
    """
    x = as_rankings(distances)
    return curve(as_rows(x), x.shape[-1]).reshape(x.shape)


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
    for k = m. For the variance, pairs of pairs of positions are classified by the positions
    that they share.

    Examples
    --------
    >>> mean, variance = classi_chance([0, 1, 6, 6])
    >>> mean.round(3).tolist(), variance.round(3).tolist()
    ([-0.045, 0.129, 0.0, 0.0], [0.915, 0.375, 0.388, 0.388])
    """
    x = as_rankings(distances)
    mean, variance = mean_and_variance(as_rows(x))
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
    distances: ArrayLike,
    *,
    alternative: Literal["two-sided", "greater", "less"] = "two-sided",
    method: Literal["auto", "exact", "normal"] = "auto",
) -> ClassiTest:
    """Permutation test of whether a ranking is related to the class distances.

    Parameters
    ----------
    distances : array_like, shape (m,)
        The class distances of the objects of one ranking, first position first.
    alternative : {"two-sided", "greater", "less"}, keyword-only
        The values that count as extreme: far from 0, high, or low.
    method : {"auto", "exact", "normal"}, keyword-only
        List every arrangement of the distances, or use the normal approximation. By
        default the test is exact where all arrangements together have at most a million
        positions: always for up to 8 objects, and for more where distances are tied.

    Returns
    -------
    ClassiTest
        A named tuple ``(classi, z, pvalue, method)``; three times ``nan`` where all
        distances are equal.

    Raises
    ------
    ValueError
        If ``distances`` are not one ranking (see `ordref.classi`), if an option has another
        value, or if ``method`` is ``"exact"`` and there are too many arrangements.

    Notes
    -----
    Every order of the m objects is equally likely. ClasSi then has the mean 0 and the
    variance ``m (m + 1) sum (x - mean)**2 / (3 W**2)``, with W the cost of the worst
    order. Values that differ only by rounding count as equal.

    Examples
    --------
    >>> result = classi_test([1, 0, 0, 0, 1, 1, 1, 6, 6, 6], alternative="greater")
    >>> round(result.z, 3), result.pvalue == 7 / 4200, result.method
    (2.485, True, 'exact')
    """
    x = as_rankings(distances)
    if x.ndim != 1:
        raise ValueError(
            f"distances must be one ranking, of shape (m,); they have shape {x.shape}"
        )
    check_option("alternative", alternative, ("two-sided", "greater", "less"))
    check_option("method", method, ("auto", "exact", "normal"))
    counts = np.unique(x, return_counts=True)[1].tolist()
    if method == "auto":
        method = "exact" if are_few(counts) else "normal"
    elif method == "exact" and not are_few(counts):
        raise ValueError(
            f"the arrangements of {len(x)} such distances are too many for method="
            '"exact": use "normal"'
        )
    if len(counts) == 1:
        return ClassiTest(math.nan, math.nan, math.nan, method)
    value = float(_gini(as_rows(x))[0])
    z = value / math.sqrt(float(mean_and_variance(as_rows(x))[1][0, -1]))
    if method == "normal":
        return ClassiTest(value, z, normal_tail(z)[alternative], method)
    values = _gini(arrangements(np.unique(x), counts)).astype(np.float64)
    large = as_extreme(values, value, alternative, 1e-12)
    return ClassiTest(value, z, float(large.mean()), method)


def class_distances(
    ranking: Iterable[Hashable], table: Mapping[Any, Any]
) -> NDArray[Any]:
    """Turn a ranking of class labels into the ranking of their distances to the query.

    Parameters
    ----------
    ranking : iterable of m labels
        The classes of the ranked objects, first position first. A string is a ranking
        of its letters.
    table : mapping
        The distance of each class to the query.

    Returns
    -------
    ndarray, shape (m,)
        What `ordref.classi` takes.

    Raises
    ------
    ValueError
        A label that the table lacks; a distance that `ordref.classi` refuses; fewer than
        two objects, or all of them at the same distance, because ClasSi is then undefined.

    Notes
    -----
    classi2011, section 2.2. The class of the query need not be at distance 0, nor nearest:
    ClasSi depends only on differences of distances.

    Examples
    --------
    >>> class_distances("cbbt", {"b": 0, "c": 1, "t": 6})
    array([1, 0, 0, 6])
    """
    if not isinstance(table, Mapping):
        raise ValueError("table must map each class to a distance to the query")
    for label, distance in table.items():
        if isinstance(distance, Mapping):
            raise ValueError(
                "table has a mapping for each query: give the mapping of one query"
            )
        if fault := fault_of(distance):
            raise ValueError(f"table has {fault} distance, {distance!r}, for {label!r}")
    labels = list(ranking)
    if len(labels) < 2:
        raise ValueError(
            f"ranking has {count_with_noun(len(labels), 'object')}: ClasSi compares two or more"
        )
    for position, label in enumerate(labels):
        if label not in table:
            raise ValueError(
                f"ranking has the label {label!r} at position {position}, which table "
                f"lacks: it has {list(table)}"
            )
    x = as_rankings([table[label] for label in labels])
    if not np.any(x != x[0]):
        raise ValueError(
            f"all objects of ranking are at the distance {x[0]}: every order is both "
            "optimal and worst, so ClasSi is undefined"
        )
    return x


# ------------------------------------------------------------------- the whole ranking


def _gini(x: NDArray[Any]) -> NDArray[Any]:
    """``sum (2 a - m - 1) x_a`` over its largest value, for each row."""
    m = x.shape[1]
    if x.dtype.kind not in "iu":
        return _whole_by_thresholds(x)
    small = x.max(axis=1, initial=0).astype(np.float64) * m**2 < _LARGEST
    if small.all():
        return _in_whole_numbers(x)
    value = np.empty(len(x))
    value[small] = _in_whole_numbers(x[small])
    value[~small] = _whole_by_thresholds(x[~small])
    return value


def _in_whole_numbers(x: NDArray[Any]) -> NDArray[Any]:
    """Both sums in int64: nothing is rounded before the quotient."""
    m = x.shape[1]
    position = 2 * np.arange(1, m + 1) - m - 1
    value, largest = (
        np.einsum("sm,m->s", y, position, dtype=np.int64, casting="unsafe")
        for y in (x, np.sort(x, axis=1))
    )
    return quotient(value.astype(np.float64), largest.astype(np.float64))


def _whole_by_thresholds(x: NDArray[Any]) -> NDArray[Any]:
    """Both sums, over thresholds.

    Threshold j is between the objects j and j + 1 in order of distance. Its factor is a
    whole number, which is largest for an optimal ranking.
    """
    m = x.shape[1]
    order = np.argsort(x, axis=1)
    g = gaps(np.take_along_axis(x, order, axis=1))
    a = order.astype(np.int64) + 1
    above = (2 * a - m - 1)[:, :0:-1].cumsum(axis=1)[:, ::-1]
    j = np.arange(1, m, dtype=np.int64)
    return quotient((g * above).sum(axis=1), (g * (j * (m - j))).sum(axis=1))
