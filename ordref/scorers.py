"""Measures as scorers of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike, NDArray

from ._names import forecast_score, instead, of_forecasts
from .catalogue import MEASURES
from .confusion import classes_of, confusion_matrix

__all__ = ["scorer"]


def scorer(name: str, *, labels: Sequence[Any] | NDArray[Any], **options: Any) -> Any:
    """A measure as a scorer of scikit-learn, for which higher is better.

    Parameters
    ----------
    name : str
        The name of a measure, as in the table of `evaluate`.
    labels : sequence, keyword-only
        The classes in their order. All of them, so that a fold in which one is neither true
        nor predicted has a table of the same size as the others.
    **options
        None: a measure with another option has a name of its own, if it has a scorer.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, for ``cross_validate``, ``GridSearchCV``, ``RFECV`` and
        whatever takes ``scoring=``. It asks the estimator for its predictions. The value of a
        measure of which less is better has the other sign, as that of all scorers.

    Raises
    ------
    ValueError
        If there is no such measure, or it has no better end, or scores forecasts; if
        ``labels`` are none; for options. When
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
    if not isinstance(name, str):
        same = [m.name for m in MEASURES.values() if m.function is name]
        raise ValueError(
            f"name must be the name of one measure: give {same[0]!r}, not the function"
            if same
            else f"name must be the name of one measure, not {name!r}; for several give a "
            "dict, {name: scorer(name, labels=labels), ...}"
        )
    if score := forecast_score(name):
        raise ValueError(
            f"{of_forecasts(name)}. As a scorer write lambda model, X, y: -ordref.{score}(y, "
            "pandas.DataFrame(model.predict_proba(X), columns=model.classes_)[labels], "
            "labels=labels)"
        )
    if options and name in MEASURES:
        raise ValueError(_of_options(name, options))
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


def _of_options(name: str, options: dict[str, Any]) -> str:
    """What to write for a measure with other options than its own."""
    function = MEASURES[name].function if name in MEASURES else None
    given = ", ".join(f"{option}={value!r}" for option, value in options.items())
    for measure in MEASURES.values():
        if measure.function is function and dict(measure.options) == options:
            return f"scorer takes no options: {name} with {given} is {measure.name!r}"
    return (
        "scorer takes no options. Write sklearn.metrics.make_scorer(lambda y, p: "
        f"ordref.{name}(ordref.confusion_matrix(y, p, labels=labels), {given}))"
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
