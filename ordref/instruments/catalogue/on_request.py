"""Rows that a table has only on request: means over classes, scores of forecasts, and of raters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...labels.order import Order, classes_of, places_of
from ...matrices.ratings import Ratings
from ...matrices.sums import scalar_or_array
from ...matrices.typed import Weights
from ...measures import agreement as raters
from ...measures.accuracy import balanced_accuracy, f1_per_class, precision_per_class
from ..forecasts import scores as forecasts
from ..forecasts.decide import predict_class
from .measure import Measure, by_name
from .rows import MEASURES


def _macro_precision(cm: ArrayLike) -> Any:
    return scalar_or_array(np.nanmean(precision_per_class(cm), axis=-1))


def _macro_f1(cm: ArrayLike) -> Any:
    return scalar_or_array(np.nanmean(f1_per_class(cm), axis=-1))


_CLASSES = "accuracy#sec-accuracy-definition"
_FORECASTS = "forecasts#sec-forecasts-definition"
# Means over the classes that have a value.
ON_REQUEST = by_name(
    Measure("macro_precision", _macro_precision, "P_macro", "mean precision",
            _CLASSES, 0, "high", shown=False,
            blind="how far a miss is; a class that is never predicted"),
    Measure("macro_recall", balanced_accuracy, "R_macro", "mean recall",
            _CLASSES, 0, "high", shown=False, blind=MEASURES["balanced_accuracy"].blind),
    Measure("macro_f1", _macro_f1, "F1_macro", "mean F1",
            _CLASSES, 0, "high", shown=False,
            blind="how far a miss is; how frequent the classes are"),
)  # fmt: skip
# Their functions take true classes and probabilities.
SCORES = by_name(
    Measure("ranked_probability_score", forecasts.ranked_probability_score, "RPS",
            "ranked probability score", _FORECASTS, 0, "low", power=1),
    Measure("brier_score", forecasts.brier_score, "BS", "Brier score",
            _FORECASTS, 0, "low", most=2),
    Measure("logarithmic_score", forecasts.logarithmic_score, "LS", "logarithmic score",
            _FORECASTS, 0, "low", most=np.inf),
    Measure("ranked_probability_skill_score", forecasts.ranked_probability_skill_score, "RPSS",
            "ranked probability skill score", "forecasts#sec-forecasts-skill", -np.inf, "high",
            shown=False),
)  # fmt: skip
ROWS: dict[str, Measure] = MEASURES | ON_REQUEST | SCORES


def weighted_pi_by_unit(cm: ArrayLike, *, weights: Weights = "linear") -> Any:
    """`weighted_pi` of ratings by unit: the Fleiss' kappa in which each unit counts the same."""
    return raters.weighted_pi(cm, weights=weights)


BY_UNIT = (weighted_pi_by_unit, raters.gwet_ac2, raters.brennan_prediger)


def is_by_unit(measure: Measure) -> bool:
    """Whether a row of `RATER_ROWS` takes ratings by unit; Conger's kappa makes them so itself.

    Examples
    --------
    >>> is_by_unit(RATER_ROWS["weighted_pi_linear"]), is_by_unit(RATER_ROWS["gwet_ac2_linear"])
    (False, True)
    """
    return measure.function in BY_UNIT


def value_of_ratings(measure: Measure, ratings: Ratings) -> float:
    """The value of a row of `RATER_ROWS` for what `from_ratings` returns."""
    return float(measure(ratings.by_unit if is_by_unit(measure) else ratings))


_LEAST_OF_GUESSES: dict[str, float] = {"unweighted": -1, "linear": -2, "quadratic": -5}
_LEAST: dict[str, float] = dict.fromkeys(_LEAST_OF_GUESSES, -1)
_OTHERS = "raters#sec-raters-others"
_SIDES = MEASURES["weighted_pi"].blind
# What ratings are measured by: a row without options, the name of its option, and for each kind
# the lower end of the range. That of Conger's kappa is of ratings without gaps.
_FAMILIES: list[tuple[Measure, str, dict[str, float]]] = [
    (replace(MEASURES["krippendorff_alpha"], title="Krippendorff's alpha", accepts="weights"),
     "metric", dict.fromkeys(("nominal", "ordinal", "interval"), -1.0)),
    (replace(MEASURES["weighted_pi"], title="weighted pi"), "weights", _LEAST),
    (Measure("weighted_pi_by_unit", weighted_pi_by_unit, "pi_w", "weighted pi by unit",
             "raters#sec-raters-two-fleiss", -1, "high", blind=_SIDES), "weights", _LEAST),
    (replace(MEASURES["gwet_ac2"], title="Gwet's AC2"), "weights", _LEAST_OF_GUESSES),
    (Measure("brennan_prediger", raters.brennan_prediger, "BP",
             "Brennan and Prediger's coefficient", _OTHERS, -1, "high",
             blind="how frequent the classes are"), "weights", _LEAST_OF_GUESSES),
    (Measure("conger_kappa", raters.conger_kappa, "kappa_w", "Conger's kappa", _OTHERS, -1,
             "high", blind=MEASURES["weighted_kappa"].blind), "weights", _LEAST),
]  # fmt: skip
RATER_ROWS = by_name(
    *(
        replace(row, name=f"{row.name}_{kind}", title=f"{row.title}, {kind}",
                options={option: kind}, least=least)
        for row, option, kinds in _FAMILIES for kind, least in kinds.items()
    )
)  # fmt: skip


def scored(
    y_true: Any, y_pred: Any, probabilities: Any, labels: Order, names: Sequence[str]
) -> tuple[Any, Order, dict[str, Any]]:
    """The predictions (by default the most probable classes), the labels, and the scores.

    For models by name, a dict of predictions, and an array for each score.

    Examples
    --------
    >>> pred, labels, scores = scored([1, 2], None, [[0.5, 0.5], [0, 1]], None, ["brier_score"])
    >>> pred.tolist(), labels, scores
    ([1, 2], [1, 2], {'brier_score': 0.25})
    """
    if labels is None:
        labels = places_of("y_true", y_true)[2]
    labels, wanted = list(classes_of(labels)), [k for k in names if k in SCORES]
    if isinstance(probabilities, Mapping):
        preds = dict.fromkeys(probabilities) if y_pred is None else y_pred
        if not isinstance(preds, Mapping) or preds.keys() != probabilities.keys():
            held = f", not {[*preds]}" if isinstance(preds, Mapping) else ""
            raise ValueError(
                f"y_pred must be a dict with the names of probabilities, {[*probabilities]}{held}"
            )
        predicted, rows = {}, []
        for model, pred in preds.items():
            try:
                predicted[model], _, row = scored(y_true, pred, probabilities[model], labels, names)
            except ValueError as error:
                raise ValueError(f"{model!r}: {error}") from None
            rows.append(row)
        return (predicted, labels, {k: np.array([row[k] for row in rows]) for k in wanted})
    if isinstance(y_pred, Mapping):
        raise ValueError("probabilities must be a dict with the names of y_pred")
    # If no score is asked for, one is computed all the same: it checks the probabilities.
    scores = {
        name: SCORES[name].function(y_true, probabilities, labels=labels)
        for name in wanted or ["brier_score"]
    }
    if any(map(np.ndim, scores.values())):
        raise ValueError(
            "probabilities must have shape (N, K), a row for each observation; for several "
            "models give a dict by their names"
        )
    if y_pred is None:
        y_pred = predict_class(probabilities, "zero-one", labels=labels)
    return y_pred, labels, scores
