"""Scores of classifiers that give probabilities, and the label that a loss asks for."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..labels.order import classes_of, coded
from ..matrices.entries import (
    as_array,
    as_exact,
    exact,
    fault_of,
    listed,
    plain,
    several,
)
from ..matrices.names import (
    check_columns,
    check_paired,
    classes_named,
    columns_of_all,
    has_columns,
    is_list_of_frames,
    table_of,
)
from ..matrices.sums import distances, scalar_or_array

__all__ = [
    "Decomposition",
    "brier_score",
    "expected_class_mae",
    "logarithmic_score",
    "murphy_decomposition",
    "predict_class",
    "ranked_probability_score",
]

Loss = Callable[[NDArray[Any], NDArray[np.int64]], Any]
Places = Callable[[slice], NDArray[np.int64]]

# Probabilities looked at in one go: they and what is made of them stay in the cache.
_PIECE = 1 << 16
# float32 keeps seven digits, also where it has been made float64 since.
_TOLERANCE = 1e-6
# Expected losses that differ by less, relative to the largest loss, differ by rounding.
_SAME = 1e-12
# Probabilities that agree so far are one answer.
_DECIMALS = 12


class Decomposition(NamedTuple):
    """A score and its parts: ``reliability - resolution + uncertainty + within``.

    Attributes
    ----------
    score : float, or ndarray of shape (...)
        The ranked probability score, or the Brier score.
    reliability : float, or ndarray of shape (...)
        How far what the forecasts say is from what then happens, not negative; 0 if
        they are calibrated.
    resolution : float, or ndarray of shape (...)
        How far what happens in the groups is from what happens overall, not negative.
    uncertainty : float, or ndarray of shape (...)
        The score of always saying the shares of the classes.
    within : float, or ndarray of shape (...)
        What the answers in one bin differ by; 0 without ``bins``.

    Examples
    --------
    >>> murphy_decomposition([1, 2], [[1, 0], [1, 0]]).reliability
    0.25
    """

    score: Any
    reliability: Any
    resolution: Any
    uncertainty: Any
    within: Any


def ranked_probability_score(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> Any:
    """Ranked probability score (RPS): the Brier scores of all thresholds, added.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        For each observation the probabilities of the classes, in class order; or a
        stack of such forecasts of the same observations. Of a frame of pandas, polars,
        pyarrow or others the names of the columns are read: they must be the classes,
        in their order, or numbers from 0.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, from lowest to highest. May be left out where
        ``y_true`` brings its order, or holds K successive whole numbers.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and K - 1; 0 exactly if the true classes have probability one.

    Raises
    ------
    ValueError
        As `confusion_matrix` for ``y_true`` and ``labels``; if there are not as many rows
        as observations, or not as many columns as classes, or columns that are called
        after other classes, or after these in another order; for rows that do not sum to
        one, to 1e-6, and for a negative, missing or infinite probability.

    Notes
    -----
    ``RPS = (1/N) sum_i sum_k (P_ik - [t_i <= k])**2`` over the thresholds k = 1, ..., K - 1,
    with P_ik the probability of a class of at most k (Epstein 1969, in the form of
    Murphy 1971). Some divide by K - 1. Of a forecast that is sure of one class it
    is the absolute error, so that of labels it is `mae`. It is strictly proper.

    Probabilities are read in pieces, and taken as they are: rows are not rescaled. The
    columns of scikit-learn's ``predict_proba`` are those of ``classes_``, which for
    strings are in the order of the alphabet. Object arrays of Fractions are scored exactly.

    Examples
    --------
    >>> ranked_probability_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.28125
    >>> ranked_probability_score(["low"], [[0, 0, 1]], labels=["low", "mid", "high"])
    2.0
    """
    return _score(_ranked, y_true, probabilities, labels)


def brier_score(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> Any:
    """Brier score over all classes, which pays no heed to their order.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns. May be left out where ``y_true`` brings its order, or
        holds K successive whole numbers.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and 2.

    Raises
    ------
    ValueError
        As `ranked_probability_score`.

    Notes
    -----
    ``(1/N) sum_i sum_k (p_ik - [t_i = k])**2`` over the classes (Brier 1950). With two
    classes it is twice the squared error of the probability of one of them, which also
    goes by this name: ``sklearn.metrics.brier_score_loss`` halves it then, and only then.
    Of labels it is twice `mer`. It is strictly proper.

    Examples
    --------
    >>> brier_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.4375
    """
    return _score(_brier, y_true, probabilities, labels)


def logarithmic_score(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> Any:
    """Logarithmic score, or log loss: minus the mean logarithm of what the truth was given.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns. May be left out where ``y_true`` brings its order, or
        holds K successive whole numbers.

    Returns
    -------
    float, or ndarray of shape (...)
        Between 0 and infinity, in natural units; ``inf`` if one observation has a class
        that was given the probability zero.

    Raises
    ------
    ValueError
        As `ranked_probability_score`.

    Notes
    -----
    ``-(1/N) sum_i log p_i(t_i)`` (Good 1952), also called cross-entropy. Nothing is
    clipped: ``sklearn.metrics.log_loss`` raises a zero to the rounding unit of the dtype,
    and so makes some 36 of infinity. It is strictly proper (in its expected value a class
    that never comes counts 0, though its logarithm be infinite), and sees neither the
    order of the classes nor how the rest is distributed.

    Examples
    --------
    >>> logarithmic_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.6931471805599453
    >>> logarithmic_score([1, 3], [[0.5, 0.5, 0], [0.25, 0.75, 0]])
    inf
    """
    return _score(_logarithmic, y_true, probabilities, labels)


def expected_class_mae(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> Any:
    """Mean absolute error of the expected class, which is not a proper score.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, from lowest to highest. May be left out where
        ``y_true`` brings its order, or holds K successive whole numbers.

    Returns
    -------
    float, or ndarray of shape (...)
        In classes, between 0 and K - 1.

    Raises
    ------
    ValueError
        As `ranked_probability_score`.

    Notes
    -----
    ``(1/N) sum_i |t_i - sum_k k p_ik|``: the expected class is a number between the classes,
    such as 1.6. To score by it pays a forecaster who does not say what he believes.
    For the error of a *label*, predict one by `predict_class` and count.

    Examples
    --------
    >>> expected_class_mae([1, 3], [[0.5, 0.5, 0], [0.25, 0.25, 0.5]])
    0.625
    """
    return _score(_expected, y_true, probabilities, labels)


def predict_class(
    probabilities: ArrayLike,
    loss: str | ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> Any:
    """The class to predict from probabilities: the one with the least expected loss.

    Parameters
    ----------
    probabilities : array_like, shape (..., K)
        The probabilities of the classes, in class order; a frame as in
        `ranked_probability_score`.
    loss : {"zero-one", "absolute", "squared"} or array_like of shape (K, K)
        What a prediction will cost. By name: 1 for a miss, the number of classes it is
        off, or its square; so the mode, a median, and the class nearest to the mean are
        predicted. An array has true classes in rows, predicted ones in columns.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns. By default what the columns of a frame are called, and
        of an array 1, ..., K.

    Returns
    -------
    class, or ndarray of shape (...)
        The lowest of the best, where several are.

    Raises
    ------
    ValueError
        For probabilities that `ranked_probability_score` refuses; if ``loss`` has no such
        name, or is no array of K x K finite numbers; if there are not K ``labels``; if
        there are none and the columns of a frame have no names, or are called in the order
        of the alphabet, or after numbers that are not successive.

    Notes
    -----
    Expected losses that differ by rounding only, by 1e-12 of the largest loss, are equal.

    A loss of labels is a proper score of forecasts, though never a strictly proper one, if
    the labels are the best for that same loss: the absolute error of medians is, and that
    of the most probable classes is not.

    Examples
    --------
    >>> tenths = [0.1, 0.2, 0.1, 0.2, 0.4]
    >>> [predict_class(tenths, loss) for loss in ("zero-one", "absolute", "squared")]
    [5, 4, 4]
    >>> predict_class([[0.9, 0.1]], [[0, 1], [20, 0]], labels=["well", "ill"]).tolist()
    ['ill']
    """
    p = _numbers(_as_numbers(probabilities))
    K = p.shape[-1]
    names = columns_of_all(probabilities)
    if labels is not None:
        classes = _class_array(labels, K)
        check_columns(names, classes.tolist(), True)
    elif names is not None:
        classes = _class_array(classes_named(names), K)
    elif has_columns(type(probabilities)) or is_list_of_frames(probabilities):
        raise ValueError(
            "the columns of probabilities are only numbered, which may be by classes or by "
            "places: pass labels=, the classes of the columns from lowest to highest"
        )
    else:
        classes = np.arange(K) + 1
    known = None if labels is names is None else classes.tolist()
    cost = _costs(loss, K, known, exactly=p.dtype == object)
    # What is added to the least expected loss, for others to be as good.
    slack = 0 if p.dtype == object else _SAME * np.abs(cost).max()
    rows = _stacked(p)
    chosen = np.empty(rows.shape[:2], dtype=np.int64)
    for at, block in _pieces(rows, p.shape):
        expected = block @ cost
        best = expected.min(axis=-1, keepdims=True) + slack
        chosen[at] = np.argmax((expected <= best).astype(bool), axis=-1)
    found = classes[chosen.reshape(p.shape[:-1])]
    return plain(found) if p.ndim == 1 else found


def murphy_decomposition(
    y_true: ArrayLike,
    probabilities: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    score: str = "rps",
    bins: int | None = None,
) -> Decomposition:
    """A score as reliability, resolution and uncertainty, after Murphy.

    Parameters
    ----------
    y_true : array_like, shape (N,)
        True classes, as in `confusion_matrix`.
    probabilities : array_like, shape (..., N, K)
        As in `ranked_probability_score`.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns, as in `ranked_probability_score`.
    score : {"rps", "brier"}, keyword-only
        The ranked probability score, or the Brier score.
    bins : int, keyword-only, optional
        Answers in the same of so many parts of [0, 1] of equal width are a group. By
        default those that are equal to 12 decimals, which is for forecasters who say
        few different numbers.

    Returns
    -------
    Decomposition
        Of floats, or of arrays of shape (...).

    Raises
    ------
    ValueError
        As `ranked_probability_score`, and for symbols; if ``score`` is neither of the two;
        if ``bins`` is not a whole number from 1 to 1,000,000.

    Notes
    -----
    The score is a sum over questions: "at most k?" for each threshold, or "is it k?" for
    each class. To each the forecasts answer with a probability x, and the observations
    with o = 0 or 1. With the means of x and of o in each group of answers, and the mean of
    all o, ``reliability`` is the mean of ``(x_g - o_g)**2``, ``resolution`` that of
    ``(o_g - o)**2``, ``uncertainty`` is ``o (1 - o)`` (Murphy 1973). In bins a fourth part is
    left, the mean of ``(x - x_g)**2 - 2 (x - x_g) (o - o_g)`` (Stephenson et al. 2008).

    Examples
    --------
    >>> parts = murphy_decomposition([1, 2, 2], [[0.5, 0.5], [0.5, 0.5], [0, 1]])
    >>> [round(part, 4) for part in parts]
    [0.1667, 0.0, 0.0556, 0.2222, 0.0]
    """
    if score not in ("rps", "brier"):
        raise ValueError(f'score must be "rps" or "brier", not {score!r}')
    whole = isinstance(bins, int | np.integer) and not isinstance(bins, bool)
    if bins is not None and not (whole and 1 <= bins <= 10**6):
        raise ValueError(
            f"bins must be a whole number from 1 to 1,000,000, not {bins!r}"
        )
    given = _numbers(_as_numbers(probabilities))
    if given.dtype == object:
        given = given.astype(np.float64)
    places = _places(y_true, probabilities, labels, given)
    true = places(slice(None))
    loss, questions = (_ranked, -1) if score == "rps" else (_brier, 0)
    value = _mean(loss, places, given)
    forecasts = _stacked(given)
    *stack, N, K = given.shape
    parts = np.zeros((3, len(forecasts)))
    for s, p in enumerate(forecasts):
        answer = np.zeros(N)
        for k in range(K + questions):
            if score == "rps":
                answer += p[:, k]
                parts[:, s] += _parts(answer, true <= k, bins)
            else:
                parts[:, s] += _parts(p[:, k].astype(np.float64), true == k, bins)
    reliability, resolution, uncertainty = parts.reshape(3, *stack)
    within = np.asarray(value - (reliability - resolution + uncertainty))
    if bins is None:
        within = np.zeros_like(within)
    return Decomposition(
        *map(scalar_or_array, (value, reliability, resolution, uncertainty, within))
    )


def _score(loss: Loss, y_true: Any, probabilities: Any, labels: Any) -> Any:
    given = _as_numbers(probabilities)
    return _mean(loss, _places(y_true, probabilities, labels, given), given)


def _mean(loss: Loss, places: Places, given: NDArray[Any]) -> Any:
    """The mean loss of the forecasts, piece by piece."""
    forecasts = _stacked(given)
    zero: Any = Fraction(0) if given.dtype == object else 0.0
    total = np.full(len(forecasts), zero)
    for (s, i), p in _pieces(forecasts, given.shape):
        total[s] += loss(p, places(i)).sum(axis=-1)
    # Logarithms of Fractions are floats.
    mean = np.array((total / given.shape[-2]).tolist())
    return scalar_or_array(mean.reshape(given.shape[:-2]))


def _ranked(p: NDArray[Any], t: NDArray[np.int64]) -> Any:
    total: Any = np.zeros(p.shape[:-1], p.dtype)
    at_most: Any = 0
    for k in range(p.shape[-1] - 1):
        at_most = at_most + p[..., k]
        total = total + (at_most - (t <= k).astype(int)) ** 2
    return total


def _brier(p: NDArray[Any], t: NDArray[np.int64]) -> Any:
    total: Any = 0
    for k in range(p.shape[-1]):
        total = total + (p[..., k] - (t == k).astype(int)) ** 2
    return total


def _logarithmic(p: NDArray[Any], t: NDArray[np.int64]) -> Any:
    given = p[..., np.arange(len(t)), t]
    if given.dtype == object:
        return -np.vectorize(_logarithm, otypes=[object])(given)
    with np.errstate(divide="ignore"):
        return -np.log(given)


def _logarithm(number: Any) -> Any:
    if not isinstance(number, Fraction):
        return sys.modules["sympy"].log(number)
    if number == 0:
        return -math.inf
    return math.log(number.numerator) - math.log(number.denominator)


def _expected(p: NDArray[Any], t: NDArray[np.int64]) -> Any:
    mean: Any = 0
    for k in range(p.shape[-1]):
        mean = mean + k * p[..., k]
    return abs(mean - t)


def _parts(
    answer: NDArray[np.float64], happened: NDArray[Any], bins: int | None
) -> NDArray[np.float64]:
    """Reliability, resolution and uncertainty of the answers to one question."""
    if bins is None:
        _, group = np.unique(np.round(answer, _DECIMALS), return_inverse=True)
    else:
        scaled = np.floor(np.round(answer * bins, _DECIMALS))
        group = np.minimum(scaled, bins - 1).astype(np.int64)
    size = np.bincount(group)
    there = size > 0
    size = size[there]
    said = np.bincount(group, weights=answer)[there] / size
    came = np.bincount(group, weights=happened)[there] / size
    overall = happened.mean()
    reliability = (size * (said - came) ** 2).sum() / len(answer)
    resolution = (size * (came - overall) ** 2).sum() / len(answer)
    return np.array([reliability, resolution, overall * (1 - overall)])


def _as_numbers(probabilities: Any) -> NDArray[Any]:
    """The probabilities as an array, whose numbers are not looked at as yet."""
    array = as_array(
        "probabilities",
        probabilities,
        "the rows of probabilities have different lengths",
    )
    if array.ndim == 0 or array.shape[-1] == 0:
        raise ValueError(
            f"probabilities must have a column for each class; their shape is {array.shape}"
        )
    if array.dtype.kind == "O":
        return as_exact("probabilities", array)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"probabilities must be numbers; their dtype is {array.dtype}")
    return array


def _numbers(array: NDArray[Any]) -> NDArray[Any]:
    """The array, if there are no symbols in it."""
    if array.dtype != object or all(isinstance(x, Fraction) for x in array.flat):
        return array
    try:
        return array.astype(np.float64)
    except TypeError:
        raise ValueError("probabilities must be numbers, not symbols") from None


def _places(
    y_true: Any, probabilities: Any, labels: Any, given: NDArray[Any]
) -> Places:
    """What gives the columns of the true classes of a part of the observations."""
    if given.ndim < 2:
        raise ValueError(
            "probabilities must have shape (..., N, K), a row for each observation and a "
            f"column for each class; their shape is {given.shape}. For two classes give "
            "both columns, np.column_stack([1 - p, p]); for labels see confusion_matrix"
        )
    places, size, classes = coded("y_true", y_true, labels)
    N, K = given.shape[-2:]
    if size != N:
        raise ValueError(
            f"y_true has {several(size, 'value')} and probabilities have "
            f"{several(N, 'row')}: they are paired by position, so give as many of one as "
            "of the other"
        )
    if len(classes) != K:
        raise ValueError(
            f"probabilities have {several(K, 'column')} for the "
            f"{several(len(classes), 'class', 'classes')} {listed(classes)}: pass labels=, the "
            "classes of the columns from lowest to highest"
        )
    called = labels is not None or not all(isinstance(c, int) for c in classes)
    check_columns(columns_of_all(probabilities), classes, called)
    each = probabilities if is_list_of_frames(probabilities) else [probabilities]
    for frame in each:
        check_paired(y_true=y_true, probabilities=frame)
    return places


def _stacked(array: NDArray[Any]) -> NDArray[Any]:
    """The forecasts in the shape (S, N, K)."""
    if array.ndim < 3:  # a view, however the array lies in memory
        return array.reshape((1,) * (3 - array.ndim) + array.shape)
    return array.reshape(math.prod(array.shape[:-2]), *array.shape[-2:])


def _pieces(
    forecasts: NDArray[Any], shape: tuple[int, ...]
) -> Iterator[tuple[tuple[slice, slice], NDArray[Any]]]:
    """Forecasts of shape (S, N, K) piece by piece, checked, each with its place."""
    S, N, K = forecasts.shape
    rows = max(_PIECE // K, 1)
    sets = max(rows // max(N, 1), 1)
    for s in range(0, S, sets):
        for i in range(0, N, rows):
            at = slice(s, s + sets), slice(i, i + rows)
            piece = forecasts[at]
            with np.errstate(all="ignore"):
                if piece.dtype != object:
                    piece = piece.astype(np.float64, copy=False)
                fault = _fault(piece)
            if fault is not None:
                (t, j), why = fault
                row = np.unravel_index((s + t) * N + i + j, shape[:-1])
                name = f" in row {', '.join(map(str, row))}" if row else ""
                raise ValueError(f"probabilities{name} {why}")
            yield at, piece


def _fault(p: NDArray[Any]) -> tuple[tuple[int, int], str] | None:
    """The first row that is no distribution, and why, if there is one."""
    total = p[..., 0]
    for k in range(1, p.shape[-1]):
        total = total + p[..., k]
    if p.dtype == object:
        # Of symbols nothing is known; the signs of numbers have been looked at.
        wrong = np.array([(abs(x - 1) > _TOLERANCE) in (True,) for x in total.flat])
        wrong = wrong.reshape(total.shape)
    elif p.min(initial=0) >= 0 and np.abs(total - 1).max(initial=0) <= _TOLERANCE:
        return None
    else:  # NaN makes every comparison false
        wrong = ~((np.abs(total - 1) <= _TOLERANCE) & (p >= 0).all(axis=-1))
    if not wrong.any():
        return None
    s, i = (int(k) for k in np.unravel_index(np.argmax(wrong), wrong.shape))
    for k, x in enumerate(p[s, i]):
        if fault := fault_of(x):
            return (s, i), (
                f"have {fault} entry, {x}, in column {k}: each is finite and not negative"
            )
    return (s, i), (
        f"sum to {float(total[s, i]):.10g}, not to 1 (within {_TOLERANCE:g}): are all classes "
        "there? If so, divide each row by its sum"
    )


def _costs(
    loss: Any, K: int, classes: list[Any] | None, *, exactly: bool
) -> NDArray[Any]:
    """The (K, K) array of losses that a name stands for, or the one that is given."""
    D = distances(K)
    named = {"zero-one": np.minimum(D, 1), "absolute": D, "squared": D**2}
    if isinstance(loss, str) and loss in named:
        return named[loss]
    found = repr(loss) if isinstance(loss, str) else f"this {type(loss).__name__}"
    wanted = (
        'loss must be "zero-one", "absolute", "squared" or an array of finite numbers of '
        f"shape {K, K}, true classes in rows, not {found}"
    )
    cost = as_array("loss", loss, ragged=wanted)
    if cost.shape != (K, K) or cost.dtype.kind not in "biufO":
        raise ValueError(wanted)
    table_of("loss", loss, classes)  # has its rows and columns called as the classes
    if cost.dtype == object and {*map(fault_of, cost.flat)} - {None, "a negative"}:
        raise ValueError(wanted)
    try:
        rounded = cost.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(wanted) from None
    if not np.isfinite(rounded).all():
        raise ValueError(wanted)
    return np.vectorize(exact, otypes=[object])(cost) if exactly else rounded


def _class_array(labels: Any, K: int) -> NDArray[Any]:
    """The classes as an array of their type, or of objects."""
    classes = list(classes_of(labels))
    if len(classes) != K:
        raise ValueError(
            f"probabilities have {several(K, 'column')} for the "
            f"{several(len(classes), 'label')} {listed(classes)}: give as many of "
            "one as of the other"
        )
    array = np.empty(K, dtype=object)
    for k, one in enumerate(classes):
        array[k] = one
    simple = {type(one) for one in classes} in ({str}, {int}, {float}, {bool})
    return np.array(classes) if simple else array
