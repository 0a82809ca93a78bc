"""Which measure may be meant by an unknown name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .rows import MEASURES

# The scores of forecasts, and other names for them.
_FORECASTS = {
    "ranked_probability_score": ("rps", "crps"),
    "ranked_probability_skill_score": ("rpss", "skill score"),
    "brier_score": ("brier",),
    "logarithmic_score": ("log", "log score", "log loss", "cross entropy"),
}
# Functions without a row in the table of measures.
_FUNCTIONS = _FORECASTS | {"precision_per_class": ("precision",), "f1_per_class": ("f1",)}
# Names that others use for a measure, and the chapters do not.
_CALLED = _FUNCTIONS | {"weighted_kappa_quadratic": ("icc",), "pearson": ("icc",)}


def advice_on_name(name: Any, known: Iterable[str]) -> str:
    """The end of a message on an unknown name: what may be meant, and all known names.

    Examples
    --------
    >>> advice_on_name("f1", ["ccr", "mae"])
    '; did you mean f1_per_class? That is a function, ordref.f1_per_class. There are ccr, mae'
    """
    names = list(known)
    meant = _meant(str(name), names, _FUNCTIONS)
    apart = {m: f"a function, ordref.{m}" for m in meant if m not in names}
    start = f"{_did_you_mean(meant, apart)} There" if meant else "; there"
    if isinstance(name, str) and name in _FUNCTIONS:
        start = f"; it is a function, ordref.{name}. There"
    return f"{start} are {', '.join(names)}"


def advice_on_attribute(name: str, functions: list[str]) -> str:
    """The end of a message about a name that `ordref` does not have.

    Examples
    --------
    >>> advice_on_attribute("qwk", ["weighted_kappa"])
    "; did you mean weighted_kappa_quadratic? That is weighted_kappa(cm, weights='quadratic')."
    """

    def call(measure: str) -> str:
        options = (f", {k}={v!r}" for k, v in MEASURES[measure].options.items())
        return f"{MEASURES[measure].function.__name__}(cm{''.join(options)})"

    if name in MEASURES:
        return f"; did you mean {call(name)}?"
    meant = _meant(name, functions, MEASURES)
    apart = {m: call(m) for m in meant if m not in functions}
    return _did_you_mean(meant, apart) if meant else ""


def _did_you_mean(meant: list[str], apart: dict[str, str]) -> str:
    """The question "did you mean", and how to call the functions in ``apart``."""
    calls = [f"{m if len(meant) > 1 else 'That'} is {call}." for m, call in apart.items()]
    return " ".join([f"; did you mean {' or '.join(meant)}?", *calls])


def forecast_score(name: Any) -> str | None:
    """The full name of a score of forecasts; None for other names.

    Examples
    --------
    >>> forecast_score("RPS"), forecast_score("mae")
    ('ranked_probability_score', None)
    """
    called = _words(str(name))
    return next((k for k, v in _FORECASTS.items() if called in map(_words, (k, *v))), None)


def advice_on_forecasts(name: Any, sure: bool = False) -> str:
    """The message for a score of forecasts in place of a measure of labels.

    Examples
    --------
    >>> advice_on_forecasts("brier")
    "'brier' scores forecasts, not labels: write ordref.brier_score(y_true, probabilities, \
labels=labels)"
    """
    full = str(forecast_score(name))
    sure = sure and "skill" not in full  # it is no mean, and has no interval
    call = f"score_interval({_FORECASTS[full][0]!r}, " if sure else f"{full}("
    two = ", or score_difference for two forecasters" if sure else ""
    return (
        f"{name!r} scores forecasts, not labels: write ordref.{call}y_true, probabilities, "
        f"labels=labels){two}"
    )


def _meant(name: str, known: list[str], more: Iterable[str]) -> list[str]:
    """At most four measures with this name, with part of it, or with a name spelt like it."""
    from difflib import get_close_matches  # only a message needs it

    texts = [(text, k) for k, others in _CALLED.items() for text in (*others, k)]
    for m in MEASURES.values():
        texts += [(text, m.name) for text in (m.name, m.symbol, m.title, *m.words)]
    texts += [(k, k) for k in known if k not in MEASURES]
    may_be = {*known, *more}
    called = [(_words(text), other) for text, other in texts if other in may_be]
    wanted = _words(name)
    if exact := [k for k in _FORECASTS if _words(k) == wanted and k in may_be]:
        return exact  # the words of one score are among those of another
    # In macro_f1_score, f1 counts most.
    for part in (wanted, [word for word in wanted if word not in ("macro", "score")]):
        whole = [other for words, other in called if "".join(words) == "".join(part)]
        partly = [other for words, other in called if part and {*part} <= {*words}]
        if whole + partly:
            return list(dict.fromkeys(whole + partly))[:4]
    pairs = [("".join(words), other) for words, other in called]
    joined, spelt = [text for text, _ in pairs], "".join(wanted)
    turned = [text for text in joined if sorted(text) == sorted(spelt)]
    close = turned + get_close_matches(spelt, joined)
    near = [other for text in close for same, other in pairs if same == text]
    return list(dict.fromkeys(near))[:4]


def _words(text: str) -> list[str]:
    """The words of letters and digits: both "tau_b" and "tau-b" consist of tau and b."""
    return re.findall(r"[^\W_]+", text.lower().replace("'s ", " "))
