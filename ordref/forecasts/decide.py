"""The class to predict from probabilities: the one that a loss asks for."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..labels.order import Order, classes_of
from ..matrices.entries import as_array, exact, fault_of, plain
from ..matrices.names import has_columns, is_list_of_frames, table_of
from ..matrices.sums import distances
from ..matrices.typed import Cells
from .columns import check_columns, classes_named, columns_of_all
from .given import as_numbers, as_sets, check_as_many_columns, pieces

__all__ = ["predict_class"]

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
    cost = costs_of(loss, K, known, exactly=p.dtype == object)
    # What is added to the least expected loss, for others to be as good.
    slack = 0 if p.dtype == object else _SAME * np.abs(cost).max()
    chosen = np.empty(as_sets(p).shape[:2], dtype=np.int64)
    for at, block in pieces(p):
        expected = block @ cost
        best = expected.min(axis=-1, keepdims=True) + slack
        chosen[at] = np.argmax((expected <= best).astype(bool), axis=-1)
    found = classes[chosen.reshape(p.shape[:-1])]
    return plain(found) if p.ndim == 1 else found


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
                return (
                    np.vectorize(exact, otypes=[object])(cost) if exactly else rounded
                )
    raise ValueError(wanted)


def _class_array(labels: Any, K: int) -> NDArray[Any]:
    """The classes as an array of their type, or of objects."""
    classes = list(classes_of(labels))
    check_as_many_columns(K, classes, "label", "give as many of one as of the other")
    simple = {*map(type, classes)} in ({str}, {int}, {float}, {bool})
    return np.array(classes) if simple else np.fromiter(classes, object, K)
