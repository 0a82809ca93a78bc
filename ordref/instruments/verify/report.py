"""The report of a trial, and how it is printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .calling import Called
from .cases import Quantity, Rows, close

VERDICTS = ("pass", "fail", "declined", "not run")


def shown_matrix(cm: Rows) -> str:
    """A matrix as text; a large one by its nonzero entries."""
    if len(cm) <= 6 or len(cm) > len(cm[0]):  # more units than raters
        return str(cm)
    n: NDArray[Any] = np.array(cm)
    entries = [f"{n[r, c]} in row {r + 1}, column {c + 1}" for r, c in np.argwhere(n)]
    more = f" and {len(entries) - 6} more" if len(entries) > 6 else ""
    return f"{len(cm)} classes, with {'; '.join(entries[:6])}{more}"


def shown(cm: Rows, dtype: str) -> str:
    """The matrix as text, with its type if that is unusual."""
    return shown_matrix(cm) + ("" if dtype in ("int64", "float64") else f" in {dtype}")


@dataclass(frozen=True)
class Result:
    """One case: what was expected, what the function did, and the verdict.

    The verdict is one of `VERDICTS`. ``"declined"`` is an error where the measure is
    undefined, or for shares in place of counts, or ``nan`` where the input should be
    refused. ``"not run"`` is a case that labels cannot express.
    """

    name: str
    about: str
    cm: Rows
    dtype: str
    tags: tuple[str, ...]
    expect: str
    exact: float
    called: Called
    verdict: str

    @property
    def shown(self) -> str:
        """The matrix as text, with its type if that is unusual."""
        return shown(self.cm, self.dtype)

    @property
    def special(self) -> bool:
        """Whether the case tests the type or the size of the counts."""
        return bool({"narrow", "huge", "shares"} & set(self.tags))

    @property
    def expected(self) -> str:
        """The expected value or error, in words."""
        words = {"nan": "nan", "error": "an error"}
        return words.get(self.expect, f"{self.exact:.12g}")


def size(result: Result) -> tuple[float, int]:
    """How large a case is, by its observations and then by its classes."""
    return float(np.nansum(result.cm)), len(result.cm)


def judged(case: Any, called: Called) -> Result:
    """The result of a case, with its verdict."""
    exact, undefined = float(case.get("value", "nan")), math.isnan(called.value)
    right, as_good = {
        "value": (close(called.value, exact), called.error and "shares" in case["tags"]),
        "nan": (undefined and not called.error, called.error),
        "error": (called.error, undefined),
    }[case["expect"]]
    verdict = "pass" if right else "declined" if as_good else "fail"
    verdict = "fail" if called.ends else verdict
    return Result(
        case["name"], case["about"], case["cm"], case["dtype"], tuple(case["tags"]),
        case["expect"], exact, called, verdict,
    )  # fmt: skip


@dataclass(frozen=True)
class Broken:
    """A metamorphic relation that does not hold: both matrices, with both results."""

    relation: str
    about: str
    expected: str
    cm: Rows
    changed: Rows
    before: Called
    after: Called


@dataclass
class Report:
    """What `check` found; ``str`` of it is the printed report.

    Attributes
    ----------
    measure : str
        The measure that was asked for.
    of : str
        ``"value"``, or ``"standard_error"``.
    results : list of Result
        One for each case of the vectors that was reached.
    small : int
        The number of small matrices tried.
    smallest : list of Result
        The smallest matrix with a wrong value, and the smallest with a number although
        the measure is undefined.
    broken : list of Broken
        The relations that do not hold, each with an example.
    held : list of str
        The relations that were tried and hold.
    changes : str
        The first matrix that the function changed in place; "" if there is none.
    lost : str
        Why the trial was cut short: the function did not answer, or ended its process; ""
        if it was not.
    causes : list of str
        The likely causes of what fails.
    """

    measure: str
    of: Quantity = "value"
    results: list[Result] = field(default_factory=list)
    small: int = 0
    smallest: list[Result] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    changes: str = ""
    lost: str = ""
    causes: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing failed. What was declined is no failure."""
        faults = self.failing, self.smallest, self.broken, self.changes, self.lost
        return not any(faults)

    @property
    def failing(self) -> list[Result]:
        """The cases that fail."""
        return [r for r in self.results if r.verdict == "fail"]

    def __str__(self) -> str:
        return "\n".join(_lines(self))


# So many failing cases are shown in full, and the others by name.
_SHOWN = 6


def _lines(report: Report) -> Iterator[str]:
    subject = "standard error of " * (report.of == "standard_error") + report.measure
    yield f"{subject}: {'PASS' if report.passed else 'FAIL'}"
    if report.lost:
        yield f"  stopped: {report.lost}"
    yield from _cases(report)
    if report.small:
        yield f"  small matrices: {report.small} tried{', all right' * (not report.smallest)}"
    for r in report.smallest:
        yield f"    smallest failing: {r.shown}: {r.called}, expected {r.expected}"
    yield from _relations(report)
    if report.causes:
        yield f"  likely cause{'s' * (len(report.causes) > 1)}:"
        yield from (f"    - {cause}" for cause in report.causes)
    elif not report.passed:
        yield "  likely cause: none of those that this kit knows; see what breaks above"


def _cases(report: Report) -> Iterator[str]:
    words = {"pass": "passed", "fail": "failed"}
    number = Counter(r.verdict for r in report.results)
    yield "  vectors: " + ", ".join(
        f"{number[verdict]} {words.get(verdict, verdict)}"
        for verdict in VERDICTS
        if number[verdict] or verdict in words
    )
    for r in report.failing[:_SHOWN]:
        yield f"    {r.name} ({r.about}): {r.called}, expected {r.expected}"
    if more := [r.name for r in report.failing[_SHOWN:]]:
        yield f"    and {len(more)} more: {'; '.join(more)}"
    for r in report.results:
        if r.verdict == "declined":
            rather = "no failure; the value is" if r.expect == "value" else "as good as"
            yield f"    declined: {r.name} ({r.about}): {r.called}, {rather} {r.expected}"
    if report.changes:
        yield f"  it changes its argument: {report.changes} is another matrix afterwards"


def _relations(report: Report) -> Iterator[str]:
    if report.held or report.broken:
        yield f"  relations: {len(report.held)} hold, {len(report.broken)} broken"
    for b in report.broken:
        yield f"    {b.relation} ({b.about}): expected {b.expected}"
        yield f"      {shown_matrix(b.cm)}: {b.before}"
        if b.changed != b.cm or b.after != b.before:
            yield f"      {shown_matrix(b.changed)}: {b.after}"
