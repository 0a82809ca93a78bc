"""Measures as scorers of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike, NDArray

from ._names import instead
from .catalogue import MEASURES
from .confusion import classes_of, confusion_matrix

__all__ = ["scorer"]


def scorer(name: str, *, labels: Sequence[Any] | NDArray[Any]) -> Any:
    """A measure as a scorer of scikit-learn, for which higher is better.

    Parameters
    ----------
    name : str
        The name of a measure, as in the table of `evaluate`.
    labels : sequence, keyword-only
        The classes in their order. All of them, so that a fold in which one is neither true
        nor predicted has a table of the same size as the others.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, for ``cross_validate``, ``GridSearchCV``, ``RFECV`` and
        whatever takes ``scoring=``. It asks the estimator for its predictions. The value of a
        measure of which less is better has the other sign, as that of all scorers.

    Raises
    ------
    ValueError
        If there is no such measure, or it has no better end; if ``labels`` are none. When
        it scores: as `confusion_matrix`; and for ``sample_weight`` with a measure that
        counts pairs of observations, which is `r_int`.
    ImportError
        If scikit-learn is not installed.

    Notes
    -----
    The score of a fold in which the measure is undefined is ``nan``. With
    ``sample_weight``, the confusion matrix holds sums of weights.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> less_is_better = scorer("mae", labels=[1, 2, 3])
    >>> guess = DummyClassifier().fit([[0]] * 3, [1, 1, 2])
    >>> less_is_better(guess, [[0]] * 2, [3, 2])
    -1.5
    """
    try:
        from sklearn.metrics import make_scorer
    except ImportError:
        raise ImportError(
            "scorer makes a scorer of scikit-learn: install ordref[sklearn]"
        ) from None
    known = [m.name for m in MEASURES.values() if m.shown and m.better != "neither"]
    if name in MEASURES and name not in known and MEASURES[name].shown:
        raise ValueError(
            f"neither end of {name} is the better one, so it cannot be a scorer: take "
            "another measure"
        )
    if name not in known:
        raise ValueError(
            f"there is no measure {name!r} to score by{instead(name, known)}"
        )
    return make_scorer(
        _score,
        response_method="predict",
        greater_is_better=MEASURES[name].better == "high",
        measure=name,
        labels=list(classes_of(labels)),
    )


def _score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    measure: str,
    labels: Sequence[Any],
    sample_weight: ArrayLike | None = None,
) -> float:
    row = MEASURES[measure]
    if sample_weight is not None and row.accepts == "counts":
        raise ValueError(
            f"{measure} counts pairs of observations, which have no weights: leave out "
            "sample_weight, or take another measure"
        )
    cm = confusion_matrix(y_true, y_pred, labels=labels, weight=sample_weight)
    return float(row(cm))
