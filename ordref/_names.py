"""What may be meant by a name that no measure has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .catalogue import MEASURES

# The scores of forecasts, and what others call them.
_FORECASTS = {
    "ranked_probability_score": ("rps", "crps"),
    "brier_score": ("brier",),
    "logarithmic_score": ("log", "log_score", "log_loss", "cross_entropy"),
    "expected_class_mae": (),
}


def instead(name: Any, known: Iterable[str]) -> str:
    """The end of a message: which of the known measures may be meant, and all of them."""
    names = list(known)
    meant = [other for other in _meant(str(name)) if other in names]
    start = f"; did you mean {' or '.join(meant)}? There" if meant else "; there"
    return f"{start} are {', '.join(names)}"


def forecast_score(name: Any) -> str | None:
    """The function of `ordref` that scores forecasts, of what it may be called.

    Examples
    --------
    >>> forecast_score("RPS"), forecast_score("mae")
    ('ranked_probability_score', None)
    """
    called = str(name).lower().replace(" ", "_")
    return next((k for k, v in _FORECASTS.items() if called in (k, *v)), None)


def of_forecasts(name: Any) -> str:
    """What is said of a score of forecasts where a measure of labels is wanted.

    Examples
    --------
    >>> of_forecasts("brier")
    "'brier' scores forecasts, not labels: write ordref.brier_score(y_true, probabilities, \
labels=labels)"
    """
    return (
        f"{name!r} scores forecasts, not labels: write ordref.{forecast_score(name)}"
        "(y_true, probabilities, labels=labels)"
    )


def _meant(name: str) -> list[str]:
    """Four measures that others call so, or in part, or that are spelt nearly so."""
    from difflib import get_close_matches  # only a message needs it

    called = [
        (_words(text), measure.name)
        for measure in MEASURES.values()
        for text in (measure.name, measure.symbol, measure.title, *measure.words)
    ]
    wanted = _words(name)
    whole = [other for words, other in called if "".join(words) == "".join(wanted)]
    part = [other for words, other in called if wanted and {*wanted} <= {*words}]
    joined = ["".join(words) for words, _ in called]
    turned = [close for close in joined if sorted(close) == sorted("".join(wanted))]
    near = [
        other
        for close in turned + get_close_matches("".join(wanted), joined)
        for words, other in called
        if "".join(words) == close
    ]
    return list(dict.fromkeys(whole + part or near))[:4]


def _words(text: str) -> list[str]:
    """Its words of letters and digits: of tau_b and of Kendall's tau-b, tau and b."""
    return re.findall(r"[^\W_]+", text.lower().replace("'s ", " "))
