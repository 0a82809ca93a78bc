"""Measures as scorers for scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from inspect import Parameter, signature
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...labels.counting import confusion_matrix
from ...labels.order import classes_of
from ...matrices.entries import listed, plain
from ...measures.within import expected_cost
from ..catalogue.measure import Measure
from ..catalogue.on_request import ON_REQUEST, SCORES
from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import advice_on_name, forecast_score

_SCORED = {
    **{m.name: m for m in MEASURES.values() if m.shown and m.better != "neither"},
    **ON_REQUEST,
    **SCORES,
    "expected_cost": Measure(
        "expected_cost", expected_cost, "", "expected cost", "within", 0, "low"
    ),
}


def scorer(
    name: str, *, labels: Sequence[Any] | NDArray[Any], **options: Any
) -> Callable[..., float]:
    """A measure as a scorer for scikit-learn, in which higher is better.

    Parameters
    ----------
    name : str
        The name of a measure, as in the table of `evaluate`, or ``"expected_cost"``; or of
        a score of forecasts, in full or as ``"rps"``, ``"brier"`` and ``"log"``.
    labels : sequence, keyword-only
        All classes in their order, so that a fold in which one of them does not occur has a
        table of the same size as the others.
    **options
        Options of the measure, such as ``k=2`` for ``"accuracy_within"``, ``weights=`` for
        ``"weighted_kappa"`` and ``cost=`` for ``"expected_cost"``.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, for ``cross_validate``, ``GridSearchCV``, ``RFECV`` and
        everything else that takes ``scoring=``. It asks the estimator for its predictions;
        for a score of forecasts, it asks ``predict_proba`` for the probabilities. If a lower
        value of the measure is better, its sign is changed, as in all scorers.

    Raises
    ------
    ValueError
        If there is no such measure, or it has no better end; if ``labels`` are not classes
        in order; for options that the measure does not take. In a call of the scorer: as
        `confusion_matrix`; for ``sample_weight`` with `r_int` or `krippendorff_alpha`, which
        count pairs of observations; for forecasts, if the estimator has no
        ``predict_proba``, or has a class that is not among ``labels``.
    ImportError
        If scikit-learn is not installed.

    Notes
    -----
    The score of a fold in which the measure is undefined is ``nan``. With
    ``sample_weight``, the confusion matrix holds sums of weights. Scores of forecasts take
    no weights.

    The columns of ``predict_proba`` stand in the order of ``classes_``, which is often that
    of the alphabet; the scorer puts them in the order of ``labels``. A class that did not
    occur when the estimator was fitted is not in ``classes_``, and has the probability 0. The
    logarithmic score of an observation of this class is infinite.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> less_is_better = scorer("mae", labels=[1, 2, 3])
    >>> guess = DummyClassifier().fit([[0]] * 3, [1, 1, 2])
    >>> less_is_better(guess, [[0]] * 2, [3, 2])
    -1.5
    >>> scorer("rps", labels=[1, 2, 3])(guess, [[0]] * 2, [1, 2])
    -0.2777777777777778
    >>> costs = scorer("expected_cost", labels=[1, 2, 3], cost=[[0, 1, 4], [1, 0, 1], [9, 3, 0]])
    >>> costs(guess, [[0]] * 2, [3, 2])
    -5.0
    """
    try:
        from sklearn.metrics import make_scorer
    except ImportError:
        raise ImportError("scikit-learn is missing: install ordref[sklearn]") from None
    if not isinstance(name, str):
        same = [m.name for m in MEASURES.values() if m.function is name]
        many = "for several give a dict, {name: scorer(name, labels=labels), ...}"
        remedy = f"give {same[0]!r}, not the function" if same else f"{many}, not {name!r}"
        raise ValueError(f"name must be the name of one measure: {remedy}")
    if name in MEASURES and MEASURES[name].better == "neither":
        raise ValueError(f"neither end of {name} is better: take another measure")
    name = forecast_score(name) or name
    if name not in _SCORED:
        raise ValueError(f"no measure is called {name!r}{advice_on_name(name, _SCORED)}")
    classes = list(classes_of(labels))
    _check_options(name, options, len(classes))
    if name in SCORES:
        return partial(_score_forecasts, score=name, labels=classes)
    as_scorer: Callable[..., float] = make_scorer(
        _score,
        response_method="predict",
        greater_is_better=_SCORED[name].better == "high",
        measure=name,
        labels=classes,
        options=options,
    )
    return as_scorer


def _check_options(name: str, options: dict[str, Any], K: int) -> None:
    """Refuse options that the measure does not take, and values that it does not accept."""
    function = _SCORED[name].function
    known = signature(function).parameters.values()
    takes = {p.name: p.default for p in known if p.kind is p.KEYWORD_ONLY}
    takes.pop("labels", None)  # of forecasts
    for option in options:
        if option not in takes:
            has = ", ".join(f"{other}=" for other in takes) or "no options"
            raise ValueError(f"{name} takes {has}, not {option}=")
    for option, default in takes.items():
        if default is Parameter.empty and option not in options:
            raise ValueError(f"{name} needs {option}=, for all classes in labels")
    if options:
        function(np.eye(K), **options)


def _score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    measure: str,
    labels: Sequence[Any],
    options: dict[str, Any],
    sample_weight: ArrayLike | None = None,
) -> float:
    row = _SCORED[measure]
    if sample_weight is not None and row.accepts == "counts":
        raise ValueError(
            f"{measure} counts pairs of observations, which have no weights: leave out "
            "sample_weight, or take another measure"
        )
    cm = confusion_matrix(y_true, y_pred, labels=labels, weight=sample_weight)
    return float(row.function(cm, **{**row.options, **options}))


def _score_forecasts(
    estimator: Any, X: Any, y: ArrayLike, *, score: str, labels: Sequence[Any]
) -> float:
    """The score of the probabilities, whose columns are put in the order of the labels."""
    if not hasattr(estimator, "predict_proba"):
        raise ValueError(
            f"{score} scores probabilities, and {type(estimator).__name__} has no "
            "predict_proba: take a measure of labels, or an estimator that has"
        )
    place = classes_of(labels)
    classes = [plain(c) for c in estimator.classes_]
    if unknown := [c for c in classes if c not in place]:
        raise ValueError(
            f"the estimator has the classes {listed(unknown)}, which are not among the "
            "labels: name all classes in labels=, in their order"
        )
    predicted = np.asarray(estimator.predict_proba(X))
    probabilities = np.zeros((len(predicted), len(labels)))
    probabilities[:, [place[c] for c in classes]] = predicted
    value = float(SCORES[score].function(y, probabilities, labels=labels))
    return value if SCORES[score].better == "high" else -value
