"""Why a function fails: the mistakes that give its values, or what the failing cases share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalogue.measure import Measure
from ..catalogue.rows import MEASURES
from .cases import ORDER, Input, close
from .mistakes import Mistake, mistakes_in
from .mistakes_of_error import mistakes_in_error
from .report import Report, Result, size

_OF_TAG = {
    "narrow": "arithmetic stays in {dtype} and wraps around: convert to a wider type first",
    "huge": "counts beyond a billion lose digits or overflow: convert to float64 first, "
    "or to Python integers",
    "shares": "shares are treated as whole counts: do not round them or convert them to integers",
}

NEEDS_MEMORY = "needs memory for each observation"


def explained(measure: Measure, report: Report) -> list[str]:
    """The likely causes of the failures, in words."""
    failing = [*report.failing, *report.smallest]
    of_values = [r for r in failing if r.expect == "value"]
    wrong = [r for r in of_values if not r.called.error]
    # Ordinary matrices, where neither type nor size matters.
    plain = [r for r in wrong if not r.special and r.dtype in ("int64", "float64")]
    return [
        *_from_values(measure, report, plain),
        *(() if plain else _from_types(wrong)),
        *_from_errors([r for r in of_values if r.called.error]),
        *_from_nothing(report, failing),
    ]


# ------------------------------------------------------------------- the findings


def _from_values(measure: Measure, report: Report, plain: list[Result]) -> list[str]:
    if any(b.relation == ORDER for b in report.broken):
        return [
            "ranks without ties: the value depends on the order of the observations, so "
            "ties within a class are broken"
        ]
    if not plain:
        return []
    passing = (r for r in report.results if r.verdict == "pass")
    right = [r for r in passing if r.expect == "value" and not r.special]
    listed = mistakes_in if report.of == "value" else mistakes_in_error
    return (
        _known_mistakes(listed(measure), plain, right)
        or _precision(plain)
        or (shared_traits(plain, right) if measure.name in MEASURES else [])
    )


def _from_types(wrong: list[Result]) -> Iterator[str]:
    for tag, text in _OF_TAG.items():
        tagged = [r.dtype for r in wrong if tag in r.tags]
        if tagged:
            yield text.format(dtype=", ".join(dict.fromkeys(tagged)))


def _from_errors(raised: list[Result]) -> Iterator[str]:
    for message in list(dict.fromkeys(r.called.error for r in raised))[:2]:
        least = min((r for r in raised if r.called.error == message), key=size)
        remedy = ": use the counts, and list no labels" * (message == NEEDS_MEMORY)
        yield f"it {message} (for {least.shown}){remedy}"


def _from_nothing(report: Report, failing: list[Result]) -> Iterator[str]:
    """Numbers where there is nothing to measure, and arguments that are changed."""
    kink = ", or has a kink" * (report.of == "standard_error")
    undefined = (r.called for r in failing if r.expect == "nan")
    numbers = sorted({f"{c.value:.6g}" for c in undefined if not c.error})
    if numbers:
        yield f"it gives {', '.join(numbers[:4])} where the measure is 0/0{kink}: return nan"
    for r in (r for r in report.failing if r.expect == "error"):
        yield f"it gives {r.called} where there is nothing to measure: {r.about}"
    if report.changes:
        yield "it changes its argument: work on a copy"


def never_a_number(error: str, input_kind: Input) -> str:
    """The cause if every call fails: the function may take the other form of input."""
    gets = {"matrix": "one matrix", "labels": "true and predicted labels"}
    gets["ratings"] = "ratings, a row for each unit"
    other: Input = "labels" if input_kind == "matrix" else "matrix"
    return (
        f"no case gave a number: it {error}. It was given {gets[input_kind]}; "
        f"--input {other} gives {gets[other]}"
    )


def _known_mistakes(tried: list[Mistake], failing: list[Result], right: list[Result]) -> list[str]:
    """The mistakes that agree with the function where it is right, and where it fails.

    If none agrees with all failures, we take the one that agrees most often, and then the
    one that agrees most often with the rest: two mistakes in one function.
    """
    listed = sorted(tried, key=lambda mistake: mistake.likelihood_rank)
    ruled_out: set[Mistake] = set()
    causes: list[str] = []
    # The smallest first: large matrices are for what agrees on the others.
    right, rest = sorted(right, key=size), sorted(failing, key=size)
    while rest and len(causes) < 3:
        agree: dict[Mistake, list[Result]] = {}
        enough = math.inf
        for m in (m for m in listed if m not in ruled_out):
            if m.likelihood_rank > enough:
                break  # what is likelier explains all
            if all(_agrees(m, r, True) for r in right):
                agree[m] = _explained_by(m, rest)
                enough = m.likelihood_rank if len(agree[m]) == len(rest) else enough
            else:
                ruled_out.add(m)
        most = max(map(len, agree.values()), default=0)
        if not most:
            break
        best = [m for m in agree if len(agree[m]) == most]
        likeliest = min(m.likelihood_rank for m in best)
        texts = [m.text for m in best if m.likelihood_rank == likeliest]
        share = f" (in {most} of {len(failing)} failing matrices)"
        causes += [t + share * (most < len(failing)) for t in texts[:2]]
        rest = [r for r in rest if r not in agree[best[0]]]
    return causes


def _explained_by(mistake: Mistake, failing: list[Result]) -> list[Result]:
    """The failures that a mistake agrees with; none if they are less than a third."""
    agreeing: list[Result] = []
    for k, result in enumerate(failing):
        agreeing += [result] * _agrees(mistake, result, False)
        if 3 * (len(agreeing) + len(failing) - k - 1) < len(failing):
            return []
    return agreeing


def _agrees(mistake: Mistake, result: Result, undefined: bool) -> bool:
    """Whether a mistake has the function's value; `undefined` is for one without a value."""
    value = mistake(np.array(result.cm))
    if math.isnan(result.called.value):
        return value is not None and math.isnan(value)
    if value is None or math.isnan(value):
        return undefined
    return close(result.called.value, value)


def _precision(failing: list[Result]) -> list[str]:
    """Rounded values, or values in single precision."""
    for decimals in range(1, 9):
        if all(abs(r.called.value - round(r.exact, decimals)) < 1e-11 for r in failing):
            return [f"the value is rounded to {decimals} decimals"]
    worst = max(abs(r.called.value - r.exact) / max(1, abs(r.exact)) for r in failing)
    if worst < 1e-4:
        return [f"right to within {worst:.0e}: single precision, or an approximation"]
    return []


def shared_traits(failing: list[Result], right: list[Result]) -> list[str]:
    """What all failing matrices have in common, and fewer than half of the others have."""
    undefined = all(math.isnan(r.called.value) for r in failing)
    start = "it gives nan, though the measure is defined, " if undefined else "it fails "
    for text, special in _SPECIAL.items():
        among, others = ([special(np.array(r.cm)) for r in rs] for rs in (failing, right))
        if all(among) and 2 * sum(others) < len(others):
            return [f"{start}only for matrices with {text}"]
    return [start + "for several kinds of matrices"] if undefined else []


_SPECIAL: dict[str, Callable[[NDArray[Any]], bool]] = {
    "one observation": lambda n: bool(n.sum() == 1),
    "one class": lambda n: len(n) == 1,
    "a single predicted class": lambda n: bool((n.sum(axis=0) > 0).sum() == 1),
    "a single true class": lambda n: bool((n.sum(axis=1) > 0).sum() == 1),
    "a class that occurs on neither side": lambda n: not (n + n.T).any(axis=0).all(),
    "an absent class": lambda n: bool((n.sum(axis=1) == 0).any()),
    "a class that is never predicted": lambda n: bool((n.sum(axis=0) == 0).any()),
    "more than two classes": lambda n: len(n) > 2,
}
