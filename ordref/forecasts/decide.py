"""The class to predict from probabilities: the one that a loss asks for, or that kappa does."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..labels.order import Order, classes_of
from ..matrices.entries import as_array, exact, fault_of, holds_symbols, plain
from ..matrices.names import has_columns, is_list_of_frames, table_of
from ..matrices.sums import distances
from ..matrices.typed import Cells, Weights
from ..measures.kappa import disagreements
from .columns import check_columns, classes_named, columns_of_all
from .given import TOLERANCE, as_numbers, as_sets, check_as_many_columns, pieces

__all__ = ["predict_class", "predict_for_kappa"]

# Expected losses that differ by less, relative to the largest loss, differ by rounding.
_SAME = 1e-12
# What may be said of an entry of a loss, which need not be a cost.
_FINE = {None, "a negative"}


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
    p = as_numbers(probabilities)
    classes, named = _classes(probabilities, p.shape[-1], labels)
    known = classes.tolist() if named else None
    cost = costs_of(loss, p.shape[-1], known, exactly=p.dtype == object)
    slack = _slack(p, cost)
    chosen = np.empty(as_sets(p).shape[:2], dtype=np.int64)
    for at, block in pieces(p):
        chosen[at] = _lowest(block @ cost, slack)
    found = classes[chosen.reshape(p.shape[:-1])]
    return plain(found) if p.ndim == 1 else found


def predict_for_kappa(
    probabilities: ArrayLike,
    *,
    weights: Weights = "linear",
    shares: ArrayLike | None = None,
    labels: Order = None,
) -> NDArray[Any]:
    """The classes to predict for N cases, so that weighted kappa is as large as it can be.

    Parameters
    ----------
    probabilities : array_like, shape (N, K)
        As for `predict_class`; all cases that kappa will be computed of.
    weights : {"linear", "quadratic", "unweighted"} or array_like, keyword-only
        As for `weighted_kappa`.
    shares : array_like, shape (K,), keyword-only, optional
        The proportion of each true class, where it is known: chance is computed from it. By
        default the means of the probabilities.
    labels : sequence of K classes, keyword-only, optional
        As for `predict_class`.

    Returns
    -------
    ndarray, shape (N,)
        A class for each case: of all K**N choices one with the largest kappa of the expected
        table, in which each case counts in every row with its probability. The lowest class
        where several are as good.

    Raises
    ------
    ValueError
        As `predict_class` and `weighted_kappa`; if there is no case, or more than two
        dimensions; if ``shares`` are not K proportions that sum to 1; and if a constant
        prediction meets no disagreement, as when all cases surely have one class: kappa is
        then undefined.

    Notes
    -----
    Observed and expected disagreement are sums over the cases. With kappa* the maximum, and p
    the proportions, the best class c of a case with probabilities pi minimises ``sum_k (pi_k -
    (1 - kappa*) p_k) w_kc``: for quadratic weights it is the class nearest to ``m + (mu - m) /
    kappa*``, mu the mean of the case and m that of all. Dinkelbach's iteration (1967) finds
    kappa* in a few rounds, each linear in N.

    Examples
    --------
    >>> cases = [[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]]
    >>> predict_class(cases, "squared").tolist()
    [2, 2, 2]
    >>> predict_for_kappa(cases, weights="quadratic").tolist()
    [1, 2, 3]
    """
    p = as_numbers(probabilities)
    if p.ndim != 2 or not len(p):
        raise ValueError(
            "probabilities must have shape (N, K), a row for each of one or more cases; "
            f"their shape is {p.shape}"
        )
    N, K = p.shape
    classes, _ = _classes(probabilities, K, labels)
    exactly = p.dtype == object
    w = disagreements(weights, np.zeros((K, K)), probabilities)
    if holds_symbols(w):
        raise ValueError("weights hold symbols: give numbers")
    w = _numbers(w, exactly)
    observed = np.concatenate([block[0] @ w for _, block in pieces(p)])
    if shares is None:  # along the memory, where numpy adds up in pairs
        chance = observed.T.copy().sum(axis=-1) / N
    else:
        chance = _numbers(_shares(shares, K), exactly) @ w
    if not (chance > 0).all():
        raise ValueError(
            "kappa is undefined where a constant prediction meets no disagreement, as when all "
            "cases surely have one class: give probabilities, or weights, of two classes"
        )
    ratio, before = 1, None
    # Each class by its own size: another of great cost rounds nothing here.
    slack = 0 if exactly else _SAME
    while True:
        both = observed, ratio * chance
        chosen = _lowest(np.subtract(*both), slack * np.add(*both))
        found = observed[np.arange(N), chosen].sum() / chance[chosen].sum()
        if before is not None and not found < ratio:
            return classes[chosen]
        before, ratio = ratio, found


def _classes(given: Any, K: int, labels: Order) -> tuple[NDArray[Any], bool]:
    """The classes of the columns, and whether they are called so and not only numbered."""
    names = columns_of_all(given)
    if labels is not None:
        classes = _class_array(labels, K)
        check_columns(names, classes.tolist(), True)
    elif names is not None:
        classes = _class_array(classes_named(names), K)
    elif has_columns(type(given)) or is_list_of_frames(given):
        raise ValueError(
            "the columns of probabilities are only numbered, which may be by classes or by "
            "places: pass labels=, the classes of the columns from lowest to highest"
        )
    else:
        classes = np.arange(K) + 1
    return classes, labels is not None or names is not None


def _slack(p: NDArray[Any], cost: NDArray[Any]) -> Any:
    """What is added to the least expected loss, for others to be as good."""
    return 0 if p.dtype == object else _SAME * np.abs(cost).max()


def _lowest(expected: NDArray[Any], slack: Any) -> NDArray[np.int64]:
    """The lowest of the columns with the least value."""
    best = expected.min(axis=-1, keepdims=True) + slack
    return np.asarray(np.argmax((expected <= best).astype(bool), axis=-1))


def _shares(given: Any, K: int) -> NDArray[Any]:
    wanted = f"shares must be {K} proportions, none negative, that sum to 1"
    shares = as_array("shares", given, ragged=wanted)
    if shares.dtype.kind in "biufO" and shares.shape == (K,):
        with suppress(TypeError, ValueError, OverflowError):
            rounded = shares.astype(np.float64)
            if rounded.min() >= 0 and abs(rounded.sum() - 1) <= TOLERANCE:
                return shares
    raise ValueError(wanted)


def costs_of(
    loss: Any, K: int, classes: list[Any] | None = None, *, exactly: bool = False
) -> NDArray[Any]:
    """The (K, K) array of losses that a name stands for, or the one that is given."""
    powers = {"zero-one": 0, "absolute": 1, "squared": 2}
    if isinstance(loss, str) and loss in powers:
        return distances(K, powers[loss])
    found = repr(loss) if isinstance(loss, str) else f"this {type(loss).__name__}"
    wanted = (
        'loss must be "zero-one", "absolute", "squared" or an array of finite numbers of '
        f"shape {K, K}, true classes in rows, not {found}"
    )
    cost = as_array("loss", loss, ragged=wanted)
    if cost.shape == (K, K) and cost.dtype.kind in "biufO":
        table_of(
            "loss", loss, classes
        )  # has its rows and columns called as the classes
        objects = cost.flat if cost.dtype == object else ()
        with suppress(TypeError, ValueError, OverflowError):
            rounded = cost.astype(np.float64)
            if np.isfinite(rounded).all() and {*map(fault_of, objects)} <= _FINE:
                return _numbers(cost, exactly)
    raise ValueError(wanted)


def _numbers(array: NDArray[Any], exactly: bool) -> NDArray[Any]:
    """The same as fractions, or in float64."""
    if exactly:
        return np.asarray(np.vectorize(exact, otypes=[object])(array))
    return array.astype(np.float64)


def _class_array(labels: Any, K: int) -> NDArray[Any]:
    """The classes as an array of their type, or of objects."""
    classes = list(classes_of(labels))
    check_as_many_columns(K, classes, "label", "give as many of one as of the other")
    simple = {*map(type, classes)} in ({str}, {int}, {float}, {bool})
    return np.array(classes) if simple else np.fromiter(classes, object, K)
