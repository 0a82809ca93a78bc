"""How sure the score of a forecaster is, and the difference of two: means over observations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..forecasts.scores import Score, losses_of
from ..labels.amounts import amounts
from ..labels.column import LabelColumn
from ..labels.order import Order, refuse_lengths
from ..matrices.entries import several
from ..matrices.names import check_paired
from .arguments import Floats, check_level, warn_of_few
from .ends import beyond, halved, likelihood, student
from .results import Difference, Interval

__all__ = ["score_difference", "score_interval"]


def score_interval(
    score: Score,
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Order = None,
    weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    level: float = 0.95,
) -> Interval:
    """An interval for what a forecaster would score on all observations that could be drawn.

    Parameters
    ----------
    score : str or array_like of shape (K, K)
        As for `score_values`: ``"rps"``, ``"brier"``, ``"log"`` or a loss.
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (N, K)
        As in `ranked_probability_score`, of one forecaster.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.
    weight : array_like, shape (N,), keyword-only, optional
        What each observation counts for, such as one over its chance to be drawn. It is
        still one observation: a weight of 3 is not three that agree.
    groups : array_like, shape (N,), keyword-only, optional
        To which group each observation belongs, such as the patient of an image. Whole
        groups are then what is drawn.
    level : float, keyword-only
        The share of such intervals that hold the truth, about; between 0 and 1.

    Returns
    -------
    Interval
        It unpacks to ``(value, standard_error, low, high)``. The attribute ``method`` is
        ``"likelihood"``, or ``"unseen cell"`` where the observations, or groups, do not
        vary. The standard error of one observation is ``nan``. If a class came that was
        ruled out, the logarithmic score is ``inf``, and so are both ends: no further
        observation makes it finite. If one that could have come was ruled out, ``high`` is.

    Raises
    ------
    ValueError
        As `score_values`; for a stack of forecasts; if there is not a weight for each
        observation, or all are 0; if there is not a group for each, or only one; if
        ``level`` is not between 0 and 1.

    Warns
    -----
    UserWarning
        Below ten groups.

    Notes
    -----
    With weights w the value is ``m = sum w v / sum w``. The squared standard error is ``G
    / (G - 1)`` times the sum over the groups of the squares of what each adds, ``(sum w (v -
    m) / sum w)**2``, where without groups each observation is its own.

    The ends are the least and the greatest mean of all distributions that are likely
    enough: twice the logarithm of the likelihood is at most the square of t, with ``G - 1``
    degrees of freedom, below its largest value (Owen 1988). Observations are counted so
    that the likelihood has the standard error above. A distribution may also have
    mass at the least and the greatest cost that some forecast of the sample has for some
    class: what the sample did not show, since the class did not come. By simulation this
    holds 93 to 99 % from thirty observations on that count alike, also for forecasters who
    are seldom and then badly wrong, for whom t holds half to two thirds. With unequal
    weights, and in groups of which few go wrong, it held 80 to 92 % for such a forecaster:
    what counts is how many have much weight, and how many groups. For the logarithmic score it does
    as far as the sample has forecasts as bold as there are: a bolder one may cost more.

    Where nothing varies, the part of the mass at such an end is at most ``1 - ((1 - level) /
    2)**(1 / G)``, as in `interval`.

    Examples
    --------
    >>> p = [[0.75, 0.25], [0.5, 0.5], [0.25, 0.75], [0.5, 0.5], [0.25, 0.75]]
    >>> found = score_interval("rps", [1, 1, 2, 2, 1], p)
    >>> [round(number, 4) for number in found]
    [0.2375, 0.0914, 0.0804, 0.496]
    """
    each, true = losses_of(score, y_true, probabilities, labels)
    counts = _what_counts(y_true, len(true), weight, groups, level)
    found = _sure(each, true, *counts, level)
    value, se, low, high, _ = found
    return Interval(value, se, low, high, found.method)


def score_difference(
    score: Score,
    y_true: ArrayLike,
    p_a: ArrayLike,
    p_b: ArrayLike,
    *,
    labels: Order = None,
    weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    level: float = 0.95,
) -> Difference:
    """How much two forecasters differ on the same observations, and whether chance explains it.

    Parameters
    ----------
    score : str or array_like of shape (K, K)
        As for `score_values`: ``"rps"``, ``"brier"``, ``"log"`` or a loss.
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    p_a, p_b : array_like, shape (N, K)
        The probabilities of the two forecasters, paired by position.
    labels, weight, groups, level
        As for `score_interval`.

    Returns
    -------
    Difference
        It unpacks to ``(value, standard_error, low, high, pvalue)``: the score of the
        first less that of the second, so below 0 if the first is better. With the
        attributes ``values``, of both, and ``method``, as for `score_interval`. If one
        logarithmic score is ``inf``, the difference and both ends are infinite, and
        there is no p-value; if both are, all is ``nan``.

    Raises
    ------
    ValueError
        As `score_interval`.

    Warns
    -----
    UserWarning
        Below ten groups.

    Notes
    -----
    It is the interval of `score_interval` for the mean of the differences by observation,
    with the differences of the costs that the two forecasts of an observation have for any
    class. The p-value is two-sided, and that of the same likelihood: t, with ``G - 1``
    degrees of freedom, is as large as the root of twice what the logarithm of the
    likelihood loses where the mean is 0. So it is below ``1 - level`` if and only if
    the interval leaves out 0. For proper scores 0 is never impossible.

    Examples
    --------
    >>> y = [1, 1, 2, 2, 1, 2]
    >>> a = [[0.8, 0.2], [0.7, 0.3], [0.2, 0.8], [0.4, 0.6], [0.3, 0.7], [0.1, 0.9]]
    >>> found = score_difference("rps", y, a, [[0.5, 0.5]] * 6)
    >>> round(found.value, 4), round(found.pvalue, 3), found.values[1]
    (-0.1117, 0.291, 0.25)
    """
    check_paired(p_a=p_a, p_b=p_b)
    each = []
    for name, p in (("p_a", p_a), ("p_b", p_b)):
        try:
            each.append(losses_of(score, y_true, p, labels))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    (a, true), (b, _) = each
    counts = _what_counts(y_true, len(true), weight, groups, level)
    with np.errstate(invalid="ignore"):  # of what both rule out
        found = _sure(a - b, true, *counts, level)
    seen, w = counts[0] > 0, counts[0][counts[0] > 0]
    first, second = (float(w @ _of_true(x, true)[seen] / w.sum()) for x in (a, b))
    return found._replace(values=(first, second))


def _of_true(each: Floats, true: Any) -> Floats:
    """What the class costs that came."""
    return np.asarray(each[np.arange(len(true)), true])


def _what_counts(
    y_true: Any, N: int, weight: Any, groups: Any, level: float
) -> tuple[Floats, Any]:
    """The weight and the group of each observation."""
    check_level(level, "likelihood", ("likelihood",))
    check_paired(y_true=y_true, weight=weight, groups=groups)
    w, group = np.ones(N), np.arange(N)
    if weight is not None:
        w = amounts(weight, N, 0).astype(np.float64)
        if not w.any():
            raise ValueError("the weights are all 0: no observation counts")
        w = w / w.max()  # so that no sum of them is too large
    if groups is not None:
        group = LabelColumn("groups", groups).factors()[1].astype(np.int64)
        if len(group) != N:
            rows = f"groups have {several(len(group), 'value')}"
            refuse_lengths(f"y_true has {several(N, 'value')}", rows)
        G = int(np.count_nonzero(np.bincount(group, w)))
        if G < 2:
            raise ValueError("groups has a single group: they are two or more")
        warn_of_few(G, "groups")
    return w, group


def _sure(each: Floats, true: Any, w: Floats, group: Any, level: float) -> Difference:
    """The mean of what comes, its standard error, its ends, and the p-value of the mean 0."""
    # What does not count is neither there nor what could have come.
    each, true, w, group = (x[w > 0] for x in (each, true, w, group))
    v, ends = _of_true(each, true), np.array([np.nanmin(each), np.nanmax(each)])
    value, w = float((w * v).sum() / w.sum()), w / w.sum()
    G = int(np.count_nonzero(np.bincount(group, w)))
    if not math.isfinite(value):
        return Difference(value, math.nan, value, value, math.nan, method="likelihood")
    parts = np.bincount(group, w * (v - value))
    se = math.sqrt(float(parts @ parts) * G / max(G - 1, 1))
    constant = se <= 1e-12 * float(np.abs(v).max())
    # So many observations, drawn one by one, have this standard error.
    n = w * (G if constant else float(w @ (v - value) ** 2) / se**2)
    lost = _lost_at_zero(n, v, float(ends[int(value < 0)])) if value else 0.0
    if constant:
        # What remains unseen with the probability (1 - level) / 2
        far, pvalue = 2 * math.log(2 / (1 - level)), min(1.0, 2 * math.exp(-lost / 2))
    else:
        far, pvalue = student(level, G - 1) ** 2, beyond(math.sqrt(lost), G - 1)
    if G == 1:  # one observation does not show how observations differ
        se = math.nan
    cells, there = np.append(v, ends), np.isfinite(np.append(v, ends))
    found = likelihood(np.append(n, [0, 0])[there], cells[there], far)
    low, high = np.where(there[-2:], found, ends).tolist()
    method = "unseen cell" if constant else "likelihood"
    return Difference(value, se, low, high, pvalue, method=method)


def _lost_at_zero(n: Floats, v: Floats, end: float) -> float:
    """Twice what the logarithm of the likelihood loses if the mean is 0, by Owen's dual.

    Twice the greatest of all ``sum n log(1 + u v)``, where ``1 + u v`` is not negative for
    any cell, also for the unseen one at the end beyond 0.
    """
    if end * float(n @ v) >= 0:  # no cell is beyond 0
        return math.inf
    v = v / -end
    u, _ = halved(0.0, 1.0, lambda u: float(n @ (v / (1 + u * v))) > 0)
    return 2 * float(n @ np.log1p(u * v))
