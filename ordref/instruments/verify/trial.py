"""The trial of a function on vectors, small matrices and relations."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ...matrices.entries import check_option
from . import calling, cases
from .calling import Called, Caller, NoAnswer
from .cases import ORDER, RELATIONS, Input, Quantity, Rows, close, measure_named
from .explain import NEEDS_MEMORY, explained, never_a_number
from .report import Broken, Report, Result, judged, shown, size

# The time limit of one call.
SECONDS = 30.0
# The most pairs of observations for the definitions while a failing case is shrunk.
MOST_PAIRS = 500_000
# Cases with more observations come last, with limited memory.
LARGE = 10**7
# A smaller standard error is the root of a variance of 0 with rounding.
ROUNDED = 3e-8
# All of the small ones are tried; the larger ones only if none of these fails, although
# some vector does.
_SMALL = [(N, K) for N in (1, 2, 3) for K in (1, 2, 3)]
_LARGER = [(1, 4), (2, 4), (4, 2), (3, 4), (4, 3)]
# That of labels only leaves the matrix as it is.
_RELATIONS = RELATIONS | {ORDER: ("the observations are sorted, first by class", lambda n: [n])}


def check(
    function: Callable[..., Any], measure: str, *, given: Input = "matrix", of: Quantity = "value"
) -> Report:
    """Test a function on the vectors of a measure, on small matrices and on relations.

    Parameters
    ----------
    function : callable
        Takes a confusion matrix, an ndarray of shape (K, K), int64 in most cases; or,
        with ``given="labels"``, true and predicted classes, two arrays of integers from
        1. It returns a number, or a result that has it as ``statistic``. If it takes more
        arguments, give a `functools.partial` or a lambda.
    measure : str
        The name of the measure, as in the table of `evaluate`.
    given : {"matrix", "labels", "ratings"}, keyword-only
        What the function takes. Ratings are a float array with a row for each unit and a
        column for each rater, classes from 1 and ``nan`` for a gap; ``measure`` is then a
        coefficient as ``ordref raters`` names it, such as
        ``"weighted_pi_unweighted"``, which is Fleiss' kappa.
    of : {"value", "standard_error"}, keyword-only
        What the function returns: the measure; or its standard error, for independent
        observations (``sampling="multinomial"`` of `ordref.standard_error`).

    Returns
    -------
    Report
        ``print`` shows it; its attributes ``passed``, ``failing``, ``smallest``,
        ``broken`` and ``causes`` hold the same.

    Raises
    ------
    ValueError
        If ``function`` is not callable; if there is no such measure; if ``given`` or
        ``of`` is another word; if the standard error of the measure has no vectors, as for
        measures found by a search, and for ratings.

    Notes
    -----
    A right value is within 1e-9 of the exact one, relative or, below 1, absolute. Labels do
    not tell how many classes there are besides those seen, so functions of labels skip cases
    in which that matters, and so do functions of ratings, which are tried on vectors alone. A
    function fails if it changes its argument, ends the program or does not answer, or if it
    needs memory for each observation: large counts come last, on Linux in a copy of this
    process that may take 1 GiB.

    One call may take 30 seconds. A function that does not answer goes on in its thread;
    ``python -m ordref.verify`` runs it in a process of its own, and stops it. In a web page,
    where there are no threads, a call has no limit of time.

    The right standard error is that of the delta method, with the variance divided by N. It
    is ``nan`` where the measure is, and where two classes are tied for the worst, unless
    neither varies.

    Examples
    --------
    >>> def off_by(cm):
    ...     return abs(sum(n * (r - c) for (r, c), n in np.ndenumerate(cm))) / cm.sum()
    >>> report = check(off_by, "mae")
    >>> report.passed, report.smallest[0].cm, report.causes[0]
    (False, [[0, 1], [1, 0]], 'the signs of the errors cancel: take the absolute value of each')
    >>> def spread(cm):
    ...     away = [abs(r - c) for r, c in np.ndindex(cm.shape)]
    ...     return np.sqrt(np.cov(away, fweights=cm.ravel()) / cm.sum())
    >>> check(spread, "mae", of="standard_error").causes[0]
    'the variance is divided by N - 1, not by N'
    """
    if not callable(function):
        raise ValueError(f"function must be callable, not {function!r}")
    with (
        warnings.catch_warnings(action="ignore"),
        calling.in_thread(function, SECONDS) as caller,
        calling.copied(function, SECONDS) as with_limited_memory,
    ):
        return Trial(caller, measure, given, of, with_limited_memory).finished()


class Trial:
    """One function under test, in this process or another, and its report."""

    def __init__(
        self,
        caller: Caller,
        measure: str,
        input_kind: Input,
        quantity: Quantity,
        with_limited_memory: Callable[[], Caller | None],
    ) -> None:
        check_option("given", input_kind, get_args(Input))
        self.caller, self.input_kind, self.quantity = caller, input_kind, quantity
        self.measure, self.report = (measure_named(measure, input_kind), Report(measure, quantity))
        # Makes a caller with limited memory, where there can be one.
        self.with_limited_memory = with_limited_memory
        self.stored = cases.stored(measure, quantity, input_kind)
        # The values of matrices from which several relations start.
        self.values: dict[str, Called] = {}
        # The matrix of the running call.
        self.at = ""

    def finished(self) -> Report:
        """The whole report."""
        try:
            self.run()
        except NoAnswer as lost:
            self.report.lost = f"{lost}: {self.at}"
        self.report.causes = self.report.causes or explained(self.measure, self.report)
        return self.report

    def run(self) -> None:
        for case in self.stored["cases"]:
            if not _large(case):
                self.report.results.append(self.result(case))
        called = [r.called for r in self.report.results if r.verdict != "not run"]
        if called and all(c.error for c in called):
            self.report.causes = [never_a_number(called[0].error, self.input_kind)]
            return
        if self.input_kind != "ratings":
            self.try_small_matrices()
            self.try_relations()
        self.try_large_counts()

    # ------------------------------------------------------------- one call

    def call(self, cm: Rows, dtype: str = "int64", name: str = "", ordered: bool = False) -> Called:
        """Call the function with a matrix, or with labels in random order or in that of classes."""
        arguments: list[NDArray[Any]] = [np.array(cm, dtype=dtype)]
        if self.input_kind == "labels":
            arguments = [*cases.labels_of(np.array(cm), dtype, ordered)]
        matrix = shown(cm, dtype)
        self.at = f"{name}, {matrix}" if name else matrix
        called = self.caller(arguments)
        if self.quantity == "standard_error" and abs(called.value) < ROUNDED:
            called = replace(called, value=0.0)
        if called.changes and not self.report.changes:
            self.report.changes = matrix
        return called

    def can_take(self, cm: Rows) -> bool:
        """Whether what the function takes can express a matrix."""
        return self.input_kind != "labels" or cases.expressible(self.stored, cm)

    def result(self, case: Any) -> Result:
        if not self.can_take(case["cm"]):
            return replace(judged(case, Called()), verdict="not run")
        return judged(case, self.call(case["cm"], case["dtype"], case["name"]))

    # ------------------------------------------------------------- small matrices

    def try_small_matrices(self) -> None:
        """Find the smallest matrix with a wrong value, and with a number in place of nan."""
        smallest: dict[str, Result] = {}
        wanted = {r.expect for r in self.report.failing if not r.special} - {"error"}
        for N, K in _SMALL + _LARGER:
            if wanted <= set(smallest) and (N, K) in _LARGER:
                break
            for cm in cases.small_matrices(K, N):
                if {"value", "nan"} <= set(smallest):
                    break
                result = self.result(cases.case_of(self.measure, cm, quantity=self.quantity))
                self.report.small += result.verdict != "not run"
                if result.verdict == "fail":
                    smallest.setdefault(result.expect, result)
        self.report.smallest = [*smallest.values()]
        self.shrink()

    def shrink(self) -> None:
        """If no small matrix fails, shrink the smallest failing case."""
        for expect in ("value", "nan"):
            failing = [r for r in self.report.failing if r.expect == expect]
            if failing and expect not in (r.expect for r in self.report.smallest):
                self.report.smallest.append(self.shrunk(min(failing, key=size)))
        self.report.smallest.sort(key=lambda r: r.expect == "nan")

    def shrunk(self, result: Result) -> Result:
        """Remove classes and observations as long as the function fails."""
        n: NDArray[Any] = np.array(result.cm)
        if n.dtype.kind != "i":
            return result
        looked_at, smaller = 0, cases.smaller_matrices(n)
        while (fewer := next(smaller, None)) is not None:
            looked_at += int(fewer.sum()) ** 2
            if looked_at > MOST_PAIRS:
                break
            case = cases.case_of(self.measure, fewer.tolist(), result.dtype, self.quantity)
            tried = self.result(case)
            if tried.verdict == "fail" and tried.expect == result.expect:
                result, smaller = tried, cases.smaller_matrices(fewer)
        return result

    # ------------------------------------------------------------- large counts

    def try_large_counts(self) -> None:
        """Try large counts last: a function that lists observations runs out of memory."""
        stored = self.stored["cases"]
        if self.input_kind == "matrix":
            self.caller = self.with_limited_memory() or self.caller
        for result in map(self.result, filter(_large, stored)):
            called = result.called
            if called.error == calling.NO_MEMORY:
                called = replace(called, error=NEEDS_MEMORY)
            self.report.results.append(replace(result, called=called))
        names = [case["name"] for case in stored]
        self.report.results.sort(key=lambda r: names.index(r.name))
        self.shrink()

    # ------------------------------------------------------------- relations

    def try_relations(self) -> None:
        """Try the relations that the measure obeys, on matrices too large for definitions, too."""
        rng = np.random.default_rng(7)
        matrices = [np.array(case["cm"]) for case in self.stored["cases"] if is_plain(case)]
        sizes = (5, 6) if self.measure.max_classes < 5 else (6, 8, 11)
        larger = [rng.integers(1, 7, (K, K)) for K in sizes]
        effects = {k: relation["effect"] for k, relation in self.stored["relations"].items()}
        if self.input_kind == "labels":
            effects[ORDER] = "same"
        for name, effect in effects.items():
            if effect != "none":
                tried = (self.breaks(name, effect, n) for n in matrices + larger)
                if broken := next(filter(None, tried), None):
                    self.report.broken.append(broken)
                else:
                    self.report.held.append(name)
        for cm in (n.tolist() for n in larger):
            called = self.unchanged(cm)
            if called.error:
                about, wanted = f"there are {len(cm)} classes", "a number"
                self.report.broken.append(
                    Broken("many classes", about, wanted, cm, cm, called, called)
                )
                break

    def unchanged(self, cm: Rows) -> Called:
        """The value of an unchanged matrix, found once for all relations."""
        if str(cm) not in self.values:
            self.values[str(cm)] = self.call(cm)
        return self.values[str(cm)]

    def breaks(self, name: str, effect: str, n: NDArray[Any]) -> Broken | None:
        """What a change does to the value of a matrix, if that is not the expected effect."""
        about, changes = _RELATIONS[name]
        expected = {"same": "the same value", "negated": "the opposite value"}[effect]
        cm, sign = n.tolist(), -1 if effect == "negated" else 1
        for changed in (m.tolist() for m in changes(n)):
            if not (self.can_take(cm) and self.can_take(changed)):
                continue
            before, after = self.unchanged(cm), self.call(changed, ordered=name == ORDER)
            if before.error or np.isnan(before.value):
                continue  # there is nothing to compare
            if len(changed) > len(n) and not after.error and np.isnan(after.value):
                continue  # the function may refuse more classes
            if after.error or not close(after.value, sign * before.value):
                return Broken(name, about, expected, cm, changed, before, after)
        return None


def _large(case: Any) -> bool:
    return _observations(case) > LARGE


def _observations(case: Any) -> float:
    """Their number; Python's integers do not wrap around."""
    return sum(map(sum, case["cm"]))


def is_plain(case: Any) -> bool:
    """Whether a stored case has a value, nothing special, and not too many observations.

    Examples
    --------
    >>> is_plain({"cm": [[1, 2], [0, 3]], "expect": "value", "tags": []})
    True
    """
    few = _observations(case) <= cases.MOST_OBSERVATIONS / 3
    return bool(few and case["expect"] == "value" and not case["tags"])
