"""Every measure at once, as a table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .confusion import as_array, as_matrices, confusion_matrix
from .measures import MEASURES, SHOWN, Found, values

__all__ = ["evaluate"]


def evaluate(
    y_true_or_cm: ArrayLike,
    y_pred: ArrayLike | None = None,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
    measures: Sequence[str] | None = None,
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
    measures : sequence of str, keyword-only, optional
        Which measures, by their names in the table, and in which order. By default all.

    Returns
    -------
    pandas.DataFrame
        Of one matrix: a row for each measure, under its name in ``ordref``, with the
        columns ``symbol`` (what the chapters print), ``value``, ``least`` and
        ``greatest`` (the ends of its range for so many classes), ``better`` (which end
        is the better one) and ``status``: "computed"; "undefined", and the value is
        ``nan``, also where a measure refuses the matrix, as `r_int` does shares; or
        "not computed", for it would have taken too long. Then the value is ``nan``, and
        ``least`` and ``greatest`` are what is proved of it: it lies between them.
        Of a stack: a row for each matrix, a column for each measure, ``nan`` for both.
        ``table.attrs["not computed"]`` then is a dict from the names of measures to the
        list of the rows in which ``nan`` means that; empty if there is none.

    Raises
    ------
    ValueError
        As `confusion_matrix` for labels and as every measure for matrices; if
        ``labels`` comes without ``y_pred``; if the matrix holds symbols; if ``measures``
        names something else, or something twice.
    ImportError
        If pandas is not installed.

    Notes
    -----
    Options have their defaults. A name with a suffix is a measure with another option:
    ``weighted_kappa`` has linear weights, ``somers_d_true`` is `somers_d` with
    ``dependent="true"``. `r_int_2008`, a formula known to be wrong, is left out.

    Most measures take microseconds. The functional correlations search: four searches
    serve all six of them, and each ends after a sixteenth of the work that
    `functional_correlation` would spend, which suffices up to 6 classes (CO, ANTI and
    COANTI) and 8 (II, ID and MON), and often far beyond. Work is counted in tables
    tried, not in seconds: the same matrix has the same result on every machine. Where
    that is not enough they are "not computed"; call the measure itself to search
    longer. No functional correlation is computed for more than 300 classes, and `uoc` for
    more than 100.

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
    names = _names(measures)
    n = _matrices(y_true_or_cm, y_pred, labels)
    found = values(n, names)
    if n.ndim > 2:
        ranges = [range(size) for size in n.shape[:-2]]
        single = n.ndim == 3
        index = pd.RangeIndex(len(n)) if single else pd.MultiIndex.from_product(ranges)
        columns = {name: np.ravel(value) for name, value in found.values.items()}
        table = pd.DataFrame(columns, index=index)
        table.attrs["not computed"] = {
            name: [place[0] if single else place for place in given_up]
            for name, given_up in found.given_up.items()
        }
        return table
    rows = [_row(name, found, n.shape[-1]) for name in names]
    return pd.DataFrame(rows, index=pd.Index(names, name="measure"))


def _row(name: str, found: Found, K: int) -> dict[str, Any]:
    """What the table of one matrix says of a measure."""
    measure, value = MEASURES[name], found.values[name]
    least: float = measure.least
    greatest: float = measure.greatest(K)
    status = "undefined" if np.isnan(value) else "computed"
    if name in found.given_up:
        (least, greatest), status = found.given_up[name][()], "not computed"
    return {
        "symbol": measure.symbol,
        "value": value,
        "least": least,
        "greatest": greatest,
        "better": measure.better,
        "status": status,
    }


def _names(measures: Sequence[str] | None) -> list[str]:
    """The measures that are asked for, if there are such."""
    if measures is None:
        return SHOWN
    if isinstance(measures, str):
        raise ValueError(f"measures must be a list of names: give [{measures!r}]")
    names = list(measures)
    for name in names:
        if name not in SHOWN:
            raise ValueError(
                f"measures has {name!r}, and knows only {', '.join(SHOWN)}"
            )
    if len(set(names)) < len(names):
        raise ValueError(f"measures names one twice: {names}")
    return names


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
    if as_array("cm", given, ragged="cm must be square, or y_pred be given").ndim == 1:
        raise ValueError(
            "y_pred is missing: give true and predicted classes, or a confusion matrix"
        )
    try:
        return as_matrices(given).astype(np.float64)
    except TypeError:
        raise ValueError("cm holds symbols: give numbers") from None
    except OverflowError:
        raise ValueError("cm must be within the range of floats") from None
