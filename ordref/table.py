"""Every measure at once, as a table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .confusion import as_matrices, confusion_matrix
from .measures import MEASURES, values

__all__ = ["evaluate"]


def evaluate(
    y_true_or_cm: ArrayLike,
    y_pred: ArrayLike | None = None,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> Any:
    """Every measure of the book, of labels, of a confusion matrix or of a stack of them.

    Parameters
    ----------
    y_true_or_cm : array_like
        True classes, shape (N,), with ``y_pred``; or confusion matrices, shape
        (..., K, K), rows true and columns predicted, in class order.
    y_pred : array_like, shape (N,), optional
        Predicted classes.
    labels : sequence, keyword-only, optional
        The classes in their order, as in `confusion_matrix`; with ``y_pred`` only.

    Returns
    -------
    pandas.DataFrame
        Of one matrix: a row for each measure, under its name in ``ordref``, with the
        columns ``symbol`` (what the chapters print), ``value``, ``least`` and
        ``greatest`` (the ends of its range for so many classes) and ``better`` (which
        end is the better one).
        Of a stack: a row for each matrix, a column for each measure. ``nan`` where a
        measure is undefined, or refuses the matrix, as `r_int` does shares.

    Raises
    ------
    ValueError
        As `confusion_matrix` for labels and as every measure for matrices; if
        ``labels`` comes without ``y_pred``; if the matrix holds symbols.
    ImportError
        If pandas is not installed.

    Notes
    -----
    Options have their defaults. A name with a suffix is a measure with another option:
    ``weighted_kappa`` has linear weights, ``somers_d_true`` is `somers_d` with
    ``dependent="true"``. `r_int_2008`, a formula known to be wrong, is left out. Most
    measures take microseconds; `uoc` of 200 classes takes seconds, and a measure that
    is too costly for a large matrix gives ``nan`` where its own documentation says so.

    Examples
    --------
    >>> table = evaluate(["low", "high", "mid"], ["low", "mid", "mid"],
    ...                  labels=["low", "mid", "high"])
    >>> float(table.loc["ccr", "value"]), int(table.loc["mae", "greatest"])
    (0.6666666666666666, 2)
    >>> evaluate([[[2, 0], [1, 1]], [[2, 0], [0, 2]]])[["mae", "oci"]]
        mae     oci
    0  0.25  0.3875
    1  0.00  0.0000
    """
    try:
        import pandas as pd
    except ImportError:
        raise ImportError("evaluate makes a pandas table: install pandas") from None
    n = _matrices(y_true_or_cm, y_pred, labels)
    found = values(n)
    if n.ndim > 2:
        places = list(np.ndindex(n.shape[:-2]))
        single = n.ndim == 3
        index = pd.RangeIndex(len(n)) if single else pd.MultiIndex.from_tuples(places)
        return pd.DataFrame({k: np.ravel(v) for k, v in found.items()}, index=index)
    K = n.shape[-1]
    rows = {
        name: {
            "symbol": MEASURES[name].symbol,
            "value": value,
            "least": MEASURES[name].least,
            "greatest": MEASURES[name].greatest(K),
            "better": MEASURES[name].better,
        }
        for name, value in found.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("measure")


def _matrices(
    given: ArrayLike,
    y_pred: ArrayLike | None,
    labels: Sequence[Any] | NDArray[Any] | None,
) -> NDArray[Any]:
    if y_pred is not None:
        return confusion_matrix(given, y_pred, labels=labels)
    if labels is not None:
        raise ValueError(
            "labels goes with y_true and y_pred: a matrix has its classes in order"
        )
    if np.ndim(given) == 1:
        raise ValueError(
            "y_pred is missing: give true and predicted classes, or a confusion matrix"
        )
    try:
        return as_matrices(given).astype(np.float64)
    except TypeError:
        raise ValueError("cm holds symbols: give numbers") from None
