"""Why a function fails: the mutants that give its values, or what the failing cases share."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalogue.measure import Measure
from .cases import Input, close
from .mutants import Mutant, mutants
from .mutants_of_error import mutants_of_error
from .relations import ORDER
from .report import Report, Result

_OF_TAG = {
    "narrow": "arithmetic stays in {dtype} and wraps around: convert to a wider type first",
    "huge": "counts beyond a billion lose digits or overflow: convert to float64 first, "
    "or use whole numbers of any size",
    "shares": "shares are taken for whole counts: do not round or convert them to integers",
}

NEEDS_MEMORY = "needs memory for each observation"


def explained(measure: Measure, report: Report) -> list[str]:
    """What explains the failures, in words."""
    found = []
    passing = [r for r in report.results if r.verdict == "pass" and r.expect == "value"]
    failing = [r for r in [*report.failing, *report.smallest] if r.expect == "value"]
    raised = [r for r in failing if r.called.error]
    failing = [r for r in failing if not r.called.error]
    plain = [r for r in failing if not r.special and r.dtype == "int64"]
    if any(b.relation == ORDER for b in report.broken):
        found.append(
            "ranks without ties: the value depends on the order of the observations, so "
            "those of one class are told apart"
        )
    elif plain:
        right = [r for r in passing if not r.special]
        listed = mutants if report.of == "value" else mutants_of_error
        found += _mutants(listed(measure), plain, right)
        found += [] if found else _precision(plain) or _shared(plain, right)
    for tag, text in _OF_TAG.items():
        if not plain and (tagged := [r for r in failing if tag in r.tags]):
            types = list(dict.fromkeys(r.dtype for r in tagged))
            found.append(text.format(dtype=", ".join(types)))
    for message in list(dict.fromkeys(r.called.error for r in raised))[:2]:
        least = min((r for r in raised if r.called.error == message), key=_size)
        remedy = ": use the counts, and list no labels" * (message == NEEDS_MEMORY)
        found.append(f"it {message} (for {least.shown}){remedy}")
    numbers = [r for r in [*report.failing, *report.smallest] if r.expect == "nan"]
    numbers = [r for r in numbers if not r.called.error]
    if numbers:
        nothing = "the measure is 0/0"
        if report.of == "standard_error":
            nothing += ", or has a kink"
        given_back = sorted({f"{r.called.value:.6g}" for r in numbers})
        found.append(
            f"it gives {', '.join(given_back[:4])} where {nothing}: nan says so"
        )
    for r in (r for r in report.failing if r.expect == "error"):
        found.append(
            f"it gives {r.called} where there is nothing to measure: {r.about}"
        )
    if report.changes:
        found.append("it works on its argument itself: take a copy first")
    return found


def _size(result: Result) -> tuple[float, int]:
    return float(np.sum(result.cm)), len(result.cm)


def never_a_number(error: str, given: Input) -> str:
    """Perhaps the function takes the other form of input."""
    gets = {"matrix": "one matrix", "labels": "true and predicted labels"}
    other: Input = "labels" if given == "matrix" else "matrix"
    return (
        f"no case gave a number: it {error}. It was given {gets[given]}; "
        f"--input {other} gives {gets[other]}"
    )


def _mutants(
    tried: list[Mutant], failing: list[Result], right: list[Result]
) -> list[str]:
    """The mutants that agree with the function where it is right, and where it fails.

    If none agrees on all that fails, the one that agrees most often, and the one that
    agrees most often on the rest: two mistakes in one function.
    """
    listed = sorted(tried, key=lambda mutant: mutant.far)
    ruled_out: set[Mutant] = set()
    found: list[str] = []
    # The smallest first: large matrices are for what agrees on the others.
    right, rest = sorted(right, key=_size), sorted(failing, key=_size)
    while rest and len(found) < 3:
        agree: dict[Mutant, list[Result]] = {}
        enough = math.inf
        for m in (m for m in listed if m not in ruled_out):
            if m.far > enough:
                break  # what is nearer explains all
            if all(_agrees(m, r, True) for r in right):
                agree[m] = _explained_by(m, rest)
                enough = m.far if len(agree[m]) == len(rest) else enough
            else:
                ruled_out.add(m)
        most = max(map(len, agree.values()), default=0)
        if not most:
            break
        best = [m for m in agree if len(agree[m]) == most]
        nearest = min(m.far for m in best)
        texts = [m.text for m in best if m.far == nearest]
        share = f" (in {most} of {len(failing)} failing matrices)"
        found += [t + share * (most < len(failing)) for t in texts[:2]]
        rest = [r for r in rest if r not in agree[best[0]]]
    return found


def _explained_by(mutant: Mutant, failing: list[Result]) -> list[Result]:
    """The failures that a mutant agrees with; none if they are less than a third."""
    found: list[Result] = []
    for k, result in enumerate(failing):
        found += [result] * _agrees(mutant, result, False)
        if 3 * (len(found) + len(failing) - k - 1) < len(failing):
            return []
    return found


def _agrees(mutant: Mutant, result: Result, undefined: bool) -> bool:
    """Whether a mutant has the function's value; `undefined` is for one without a value."""
    value = mutant(np.array(result.cm))
    if math.isnan(result.called.value):
        return value is not None and math.isnan(value)
    if value is None or math.isnan(value):
        return undefined
    return close(result.called.value, value)


def _precision(failing: list[Result]) -> list[str]:
    """Rounded values, or values of a narrower type."""
    for decimals in range(1, 9):
        if all(abs(r.called.value - round(r.exact, decimals)) < 1e-11 for r in failing):
            return [f"the value is rounded to {decimals} decimals"]
    worst = max(abs(r.called.value - r.exact) / max(1, abs(r.exact)) for r in failing)
    if worst < 1e-4:
        return [f"right up to {worst:.0e}: single precision, or an approximation"]
    return []


def _shared(failing: list[Result], right: list[Result]) -> list[str]:
    """What all failing matrices have in common, and less than half of the others."""
    undefined = all(math.isnan(r.called.value) for r in failing)
    what = "it gives nan, though the measure is defined, " if undefined else "it fails "
    for text, special in _SPECIAL.items():
        among = [special(np.array(r.cm)) for r in right]
        if all(special(np.array(r.cm)) for r in failing) and 2 * sum(among) < len(
            among
        ):
            return [f"{what}only for matrices with {text}"]
    return [what + "for several kinds of matrices"] if undefined else []


_SPECIAL: dict[str, Callable[[NDArray[Any]], bool]] = {
    "one observation": lambda n: bool(n.sum() == 1),
    "one class": lambda n: len(n) == 1,
    "a single predicted class": lambda n: bool((n.sum(axis=0) > 0).sum() == 1),
    "a single true class": lambda n: bool((n.sum(axis=1) > 0).sum() == 1),
    "a class that occurs on neither side": lambda n: bool(
        (n.sum(axis=0) + n.sum(axis=1) == 0).any()
    ),
    "an absent class": lambda n: bool((n.sum(axis=1) == 0).any()),
    "a class that is never predicted": lambda n: bool((n.sum(axis=0) == 0).any()),
    "more than two classes": lambda n: len(n) > 2,
}
