"""The class to predict from probabilities: the best one for a loss, or for kappa."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...labels.order import Order, classes_of
from ...matrices.entries import as_array, exact, fault_of, plain, without_symbols
from ...matrices.names import has_columns, is_list_of_frames, table_of
from ...matrices.sums import distances
from ...matrices.typed import Cells, Weights
from ...measures.kappa import disagreements
from .columns import check_column_names, classes_named, columns_of_all
from .probabilities import (
    SUM_TOLERANCE,
    as_forecasts,
    as_sets,
    check_as_many_columns,
    checked_blocks,
)

__all__ = ["predict_class", "predict_for_kappa"]

# Expected losses that differ by less, relative to the largest loss, count as equal.
_SAME = 1e-12


def predict_class(
    probabilities: ArrayLike,
    loss: Literal["zero-one", "absolute", "squared"] | Cells,
    *,
    labels: Order = None,
) -> Any:
    """The class to predict from probabilities: the one with the least expected loss.

    Parameters
    ----------
    probabilities : array_like, shape (..., K)
        The probabilities of the classes, in class order; a frame as in
        `ranked_probability_score`.
    loss : {"zero-one", "absolute", "squared"} or array_like of shape (K, K)
        The cost of a prediction. By name: 1 for a wrong one, the number of classes it is
        off, or its square; the prediction is then the mode, a median, or the class nearest
        to the mean. An array has true classes in rows, predicted ones in columns.
    labels : sequence of K classes, keyword-only, optional
        The classes of the columns. By default the names of the columns of a frame, and for
        an array 1, ..., K.

    Returns
    -------
    class, or ndarray of shape (...)
        The class with the least expected loss; of several the lowest.

    Raises
    ------
    ValueError
        For probabilities that `ranked_probability_score` refuses; if ``loss`` is another name,
        or not an array of K x K finite numbers; if there are not K ``labels``; without
        ``labels``, if the columns of a frame have no names, or their names are in the order of
        the alphabet, or numbers that are not successive.

    Notes
    -----
    Expected losses that differ by at most 1e-12 of the largest loss count as equal.

    The mean loss of the predicted labels is a proper score of forecasts, though never a
    strictly proper one, if the labels are the best for that same loss. So the absolute error
    of medians is a proper score, but from K = 3 on that of the most probable classes is not.

    Examples
    --------
    >>> tenths = [0.1, 0.2, 0.1, 0.2, 0.4]
    >>> [predict_class(tenths, loss) for loss in ("zero-one", "absolute", "squared")]
    [5, 4, 4]
    >>> predict_class([[0.9, 0.1]], [[0, 1], [20, 0]], labels=["well", "ill"]).tolist()
    ['ill']
    """
    p = as_forecasts(probabilities)
    classes, named = _classes(probabilities, p.shape[-1], labels)
    known = classes.tolist() if named else None
    cost = costs_of(loss, p.shape[-1], known, exactly=p.dtype == object)
    # How much an expected loss may exceed the least one and be as good.
    slack = 0 if p.dtype == object else _SAME * np.abs(cost).max()
    chosen = np.empty(as_sets(p).shape[:2], dtype=np.int64)
    for at, block in checked_blocks(p):
        chosen[at] = _lowest(block @ cost, slack)
    predicted = classes[chosen.reshape(p.shape[:-1])]
    return plain(predicted) if p.ndim == 1 else predicted


def predict_for_kappa(
    probabilities: ArrayLike,
    *,
    weights: Weights = "linear",
    shares: ArrayLike | None = None,
    labels: Order = None,
) -> NDArray[Any]:
    """The classes to predict for N cases, so that weighted kappa of the expected table is largest.

    Parameters
    ----------
    probabilities : array_like, shape (N, K)
        As for `predict_class`, for all cases from which kappa will be computed.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        As for `weighted_kappa`.
    shares : array_like, shape (K,), keyword-only, optional
        The proportion of each true class, if it is known: the expected disagreement is
        computed from it. By default the means of the probabilities.
    labels : sequence of K classes, keyword-only, optional
        As for `predict_class`.

    Returns
    -------
    ndarray, shape (N,)
        A class for each case: of all K**N choices one with the largest kappa of the expected
        table, in which each case counts in every row with its probability. Of several equally
        good classes the lowest.

    Raises
    ------
    ValueError
        As `predict_class` and `weighted_kappa`; if there is no case, or more than two
        dimensions; if ``shares`` are not K proportions that sum to 1; if a constant
        prediction has no expected disagreement, for example because one class has probability
        1 in all cases: kappa is then undefined.

    Notes
    -----
    Observed and expected disagreement are sums over the cases. With kappa* the maximum, and p
    the proportions, the best class c of a case with probabilities pi minimises ``sum_k (pi_k -
    (1 - kappa*) p_k) w_kc``: for quadratic weights, if kappa* > 0, it is the class nearest to
    ``m + (mu - m) / kappa*``, mu the mean of the case and m that of p. Dinkelbach's iteration
    (1967) finds kappa* in a few rounds, each linear in N.

    Examples
    --------
    >>> cases = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]]
    >>> predict_class(cases, "squared").tolist()
    [2, 2, 2]
    >>> predict_for_kappa(cases, weights="quadratic").tolist()
    [1, 2, 3]
    """
    p = as_forecasts(probabilities)
    if p.ndim != 2 or not len(p):
        raise ValueError(
            "probabilities must have shape (N, K), a row for each of one or more cases; "
            f"their shape is {p.shape}"
        )
    N, K = p.shape
    classes, _ = _classes(probabilities, K, labels)
    exactly = p.dtype == object
    w = disagreements(weights, np.zeros((K, K)), probabilities)
    w = _numbers(without_symbols("weights", w), exactly)
    observed = np.concatenate([block[0] @ w for _, block in checked_blocks(p)])
    if shares is None:  # along the memory, where numpy sums pairwise
        chance = observed.T.copy().sum(axis=-1) / N
    else:
        chance = _numbers(_shares(shares, K), exactly) @ w
    if not (chance > 0).all():
        raise ValueError(
            "kappa is undefined where a constant prediction has no expected disagreement, as "
            "when one class has probability 1 in all cases: give probabilities of two classes, "
            "and weights that are not zero between them"
        )
    ratio, before = 1, None
    # Relative to each value by itself: another class of great cost does not matter here.
    slack = 0 if exactly else _SAME
    while True:
        terms = observed, ratio * chance
        chosen = _lowest(np.subtract(*terms), slack * np.add(*terms))
        new_ratio = observed[np.arange(N), chosen].sum() / chance[chosen].sum()
        if before is not None and not new_ratio < ratio:
            return classes[chosen]
        before, ratio = ratio, new_ratio


def _classes(probabilities: Any, K: int, labels: Order) -> tuple[NDArray[Any], bool]:
    """The classes of the columns, and whether they have names and are not only numbered."""
    names = columns_of_all(probabilities)
    if labels is not None:
        classes = _class_array(labels, K)
        check_column_names(names, classes.tolist(), True)
    elif names is not None:
        classes = _class_array(classes_named(names), K)
    elif has_columns(type(probabilities)) or is_list_of_frames(probabilities):
        raise ValueError(
            "the columns of probabilities are only numbered, by classes or by positions: pass "
            "labels=, the classes of the columns from lowest to highest"
        )
    else:
        classes = np.arange(K) + 1
    return classes, labels is not None or names is not None


def _lowest(expected: NDArray[Any], slack: Any) -> NDArray[np.int64]:
    """For each row the first column whose value is the least, or exceeds it by at most slack."""
    best = expected.min(axis=-1, keepdims=True) + slack
    return np.asarray(np.argmax((expected <= best).astype(bool), axis=-1))


def _shares(values: Any, K: int) -> NDArray[Any]:
    wanted = f"shares must be {K} proportions, none negative, that sum to 1"
    shares = _finite("shares", values, (K,), wanted)
    rounded = shares.astype(np.float64)
    if rounded.min() < 0 or abs(rounded.sum() - 1) > SUM_TOLERANCE:
        raise ValueError(wanted)
    return shares


def _finite(name: str, values: Any, shape: tuple[int, ...], wanted: str) -> NDArray[Any]:
    """An array of this shape of finite numbers, which may be negative."""
    array = as_array(name, values, ragged=wanted)
    if array.shape == shape and array.dtype.kind in "biufO":
        objects = array.flat if array.dtype == object else ()
        with suppress(TypeError, ValueError, OverflowError):
            finite = np.isfinite(array.astype(np.float64)).all()
            if finite and {*map(fault_of, objects)} <= {None, "a negative"}:
                return array
    raise ValueError(wanted)


def costs_of(
    loss: Any, K: int, classes: list[Any] | None = None, *, exactly: bool = False
) -> NDArray[Any]:
    """The (K, K) array of losses that a name stands for, or the one that is given."""
    powers = {"zero-one": 0, "absolute": 1, "squared": 2}
    if isinstance(loss, str) and loss in powers:
        return distances(K, powers[loss])
    shown = repr(loss) if isinstance(loss, str) else f"this {type(loss).__name__}"
    wanted = (
        'loss must be "zero-one", "absolute", "squared" or an array of finite numbers of '
        f"shape {K, K}, true classes in rows, not {shown}"
    )
    cost = _finite("loss", loss, (K, K), wanted)
    table_of("loss", loss, classes)  # checks the names of its rows and columns
    return _numbers(cost, exactly)


def _numbers(array: NDArray[Any], exactly: bool) -> NDArray[Any]:
    """The array in Fractions, or in float64."""
    if exactly:
        return np.asarray(np.vectorize(exact, otypes=[object])(array))
    return array.astype(np.float64)


def _class_array(labels: Any, K: int) -> NDArray[Any]:
    """The classes as an array, of objects if they are not all of one simple type."""
    classes = list(classes_of(labels))
    check_as_many_columns(K, classes)
    simple = {*map(type, classes)} in ({str}, {int}, {float}, {bool})
    return np.array(classes) if simple else np.fromiter(classes, object, K)
