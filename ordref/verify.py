"""Run an implementation over the test vectors: ``python -m ordref.verify MODULE:FUNCTION``.

It stands on top of everything: it reads the stored vectors, whose values come from the
definitions, asks the definitions for small matrices, and the twins for a likely cause.
"""

import argparse
import itertools
import json
import math
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from . import definitions
from .causes import causes
from .measures import MEASURES, Measure

__all__ = ["RELATIONS", "Report", "Result", "check", "small_matrices", "vectors"]

Input = Literal["matrix", "labels"]
Rows = list[list[Any]]

# A right formula in float64 is far within, a wrong one far beyond.
TOLERANCE = 1e-9
# Functions of labels get as many observations at most; a matrix may count any number.
MOST_OBSERVATIONS = 2000
# Pairs of observations that the definitions look at while a failing case is shrunk.
MOST_PAIRS = 500_000


# ----------------------------------------------------------------- the vectors


@cache
def vectors(name: str) -> Any:
    """The test vectors of a measure, as stored in ``ordref/vectors/NAME.json``.

    Examples
    --------
    >>> vectors("mae")["cases"][0]["expect"]
    'value'
    """
    _known(name)
    path = files(__package__) / "vectors" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def _known(name: str) -> Measure:
    if name not in MEASURES:
        raise ValueError(
            f"no measure is called {name!r}; there are {', '.join(MEASURES)}"
        )
    return MEASURES[name]


def close(value: float, exact: float) -> bool:
    """Whether a value is the exact one, within the tolerance of the vectors.

    Examples
    --------
    >>> close(1 / 3, 0.33333333333333333), close(0.3333, 1 / 3)
    (True, False)
    """
    return value == exact or abs(value - exact) <= TOLERANCE * max(1, abs(exact))


# ----------------------------------------------------------------- the relations


def _inserted(n: NDArray[Any], place: int) -> NDArray[Any]:
    return np.insert(np.insert(n, place, 0, axis=0), place, 0, axis=1)


def _permutations(n: NDArray[Any]) -> list[NDArray[Any]]:
    """Neighbouring classes exchanged: together these make every permutation."""
    orders = [list(range(len(n))) for _ in range(len(n) - 1)]
    for k, order in enumerate(orders):
        order[k], order[k + 1] = k + 1, k
    return [n[np.ix_(order, order)] for order in orders]


# What is done to a matrix. Whether a measure then stays, changes its sign, or neither, is
# found from the definitions and stored with the vectors.
RELATIONS: dict[str, tuple[str, Callable[[NDArray[Any]], list[NDArray[Any]]]]] = {
    "scaling": ("all counts are multiplied by 2, or by 3", lambda n: [2 * n, 3 * n]),
    "transposition": ("the two sides are exchanged", lambda n: [n.T]),
    "reversal": ("the order of the classes is reversed", lambda n: [n[::-1, ::-1]]),
    "reversed predictions": (
        "prediction c becomes K + 1 - c",
        lambda n: [n[:, ::-1]],
    ),
    "permutation": ("two neighbouring classes are exchanged", _permutations),
    "class at an end": (
        "an empty class is added before the first or after the last",
        lambda n: [_inserted(n, 0), _inserted(n, len(n))],
    ),
    "class in between": (
        "an empty class is added between two others",
        lambda n: [_inserted(n, k) for k in range(1, len(n))],
    ),
}


# ----------------------------------------------------------------- calling


@dataclass(frozen=True)
class Called:
    """What a function returned: a number, or the error in its place."""

    value: float = math.nan
    error: str = ""

    def __str__(self) -> str:
        return self.error or f"{self.value:.12g}"


def _call(function: Callable[..., Any], cm: Rows, dtype: str, given: Input) -> Called:
    arguments: list[NDArray[Any]] = [np.array(cm, dtype=dtype)]
    if given == "labels":
        arguments = list(_labels(np.array(cm), dtype))
    return _number(function, arguments)


def _labels(counts: NDArray[Any], dtype: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """True and predicted classes, from 1, in an order that is not that of the classes."""
    r, c = np.indices(counts.shape) + 1
    times = counts.ravel()
    order = np.random.default_rng(len(counts)).permutation(int(times.sum()))
    true, pred = (np.repeat(side.ravel(), times)[order] for side in (r, c))
    return true.astype(dtype), pred.astype(dtype)


def _number(function: Callable[..., Any], arguments: Sequence[Any]) -> Called:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            returned = function(*arguments)
            # A result such as scipy's holds the number beside a p-value.
            returned = getattr(returned, "statistic", returned)
            if returned is None or isinstance(returned, str | bytes):
                return Called(error=f"returned {returned!r}")
            array = np.asarray(returned)
            if array.size != 1:
                return Called(error=f"returned an array of shape {array.shape}")
            if array.dtype.kind == "c":
                return Called(error=f"returned a complex number, {returned!r}")
            return Called(float(array.reshape(-1)[0]))
    except Exception as error:
        lines = str(error).strip().splitlines()
        message = lines[0] if lines else "without a message"
        return Called(error=f"raised {type(error).__name__}: {message[:160]}")


# ----------------------------------------------------------------- results


def _shown(cm: Rows) -> str:
    """A matrix in words, a large one by its entries that are not zero."""
    if len(cm) <= 6:
        return str(cm)
    n: NDArray[Any] = np.array(cm)
    entries = [f"{n[r, c]} in row {r + 1}, column {c + 1}" for r, c in np.argwhere(n)]
    more = f" and {len(entries) - 6} more" if len(entries) > 6 else ""
    return f"{len(cm)} classes, with {'; '.join(entries[:6])}{more}"


VERDICTS = ("pass", "fail", "declined", "not run")


@dataclass(frozen=True)
class Result:
    """One case: what was expected, what came, and the verdict.

    The verdict is one of `VERDICTS`: ``"declined"`` is an error where the measure is
    undefined, or for shares in place of counts, or ``nan`` where the input is to be
    refused; ``"not run"`` is a case that the form of the input cannot express.
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
        """The matrix, and its type if it is a special one, in words."""
        dtype = "" if self.dtype in ("int64", "float64") else f" in {self.dtype}"
        return _shown(self.cm) + dtype

    @property
    def expected(self) -> str:
        """What was expected, in words."""
        words = {"nan": "nan", "error": "an error"}
        return words.get(self.expect, f"{self.exact:.12g}")


def _judged(case: Any, called: Called) -> Result:
    exact = float(case.get("value", "nan"))
    undefined = math.isnan(called.value)
    if case["expect"] == "value":
        passed = not called.error and close(called.value, exact)
        limited = called.error and "shares" in case["tags"]
        verdict = "pass" if passed else "declined" if limited else "fail"
    elif case["expect"] == "nan":
        verdict = "declined" if called.error else "pass" if undefined else "fail"
    else:
        verdict = "pass" if called.error else "declined" if undefined else "fail"
    return Result(
        case["name"], case["about"], case["cm"], case["dtype"], tuple(case["tags"]),
        case["expect"], exact, called, verdict,
    )  # fmt: skip


@dataclass(frozen=True)
class Broken:
    """A metamorphic relation that does not hold: both matrices and what came for each."""

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
    results : list of Result
        One for each case of the vectors.
    small : int
        How many of the small matrices were tried.
    smallest : list of Result
        The smallest matrix with a wrong value, and the smallest on which the measure is
        undefined and a number comes all the same.
    broken : list of Broken
        The relations that do not hold, each with an example.
    held : list of str
        The relations that were tried and hold.
    causes : list of str
        The likely causes of what fails.
    """

    measure: str
    results: list[Result]
    small: int = 0
    smallest: list[Result] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing failed. What was declined is no failure."""
        return not (self.failing or self.smallest or self.broken)

    @property
    def failing(self) -> list[Result]:
        """The cases that fail."""
        return [r for r in self.results if r.verdict == "fail"]

    def __str__(self) -> str:
        return "\n".join(_lines(self))


# Failing cases are shown in full up to here, and by name beyond.
_SHOWN = 6


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.measure}: {'PASS' if report.passed else 'FAIL'}"
    words = {"pass": "passed", "fail": "failed"}
    count = {v: [r for r in report.results if r.verdict == v] for v in VERDICTS}
    yield "  vectors: " + ", ".join(
        f"{len(found)} {words.get(verdict, verdict)}"
        for verdict, found in count.items()
        if found or verdict in words
    )
    for r in report.failing[:_SHOWN]:
        yield f"    {r.name} ({r.about}): {r.called}, expected {r.expected}"
    if report.failing[_SHOWN:]:
        names = "; ".join(r.name for r in report.failing[_SHOWN:])
        yield f"    and {len(report.failing) - _SHOWN} more: {names}"
    for r in count["declined"]:
        rather = "as good as" if r.expect != "value" else "no failure; the value is"
        yield f"    declined: {r.name} ({r.about}): {r.called}, {rather} {r.expected}"
    right = "" if report.smallest else ", all right"
    if report.small:
        yield f"  small matrices: {report.small} tried{right}"
    for r in report.smallest:
        yield f"    smallest failing: {r.shown}: {r.called}, expected {r.expected}"
    if report.held or report.broken:
        yield f"  relations: {len(report.held)} hold, {len(report.broken)} broken"
    for b in report.broken:
        yield f"    {b.relation} ({b.about}): expected {b.expected}"
        yield f"      {_shown(b.cm)}: {b.before}"
        if b.changed != b.cm or b.after != b.before:
            yield f"      {_shown(b.changed)}: {b.after}"
    if report.causes:
        yield f"  likely cause{'s' * (len(report.causes) > 1)}:"
        yield from (f"    - {cause}" for cause in report.causes)
    elif not report.passed:
        yield "  likely cause: none of those that this kit knows; see what breaks above"


# ----------------------------------------------------------------- the check


def check(
    function: Callable[..., Any], measure: str, *, given: Input = "matrix"
) -> Report:
    """Run a function over the vectors of a measure, small matrices and relations.

    Parameters
    ----------
    function : callable
        Takes a confusion matrix, an ndarray of shape (K, K), int64 in most cases; or,
        with ``given="labels"``, true and predicted classes, two arrays of integers from
        1. Returns a number, or a result that has it as ``statistic``.
    measure : str
        The name of the measure, as in the table of `evaluate`.
    given : {"matrix", "labels"}, keyword-only
        What the function is given.

    Returns
    -------
    Report
        Its ``passed``, ``failing``, ``smallest``, ``broken`` and ``causes`` say what
        ``print`` of it shows.

    Raises
    ------
    ValueError
        If there is no such measure, or ``given`` is another word.

    Notes
    -----
    A right value is within 1e-9 of the exact one, relative to it or, below 1, absolute.
    Labels do not say how many classes there are beyond the ones seen, so cases in which
    that matters are not run on functions of labels.

    Examples
    --------
    >>> def off_by(cm):
    ...     return abs(sum(n * (r - c) for (r, c), n in np.ndenumerate(cm))) / cm.sum()
    >>> report = check(off_by, "mae")
    >>> report.passed, report.smallest[0].cm, report.causes[0]
    (False, [[0, 1], [1, 0]], 'the signs of the errors cancel: take the absolute value of each')
    """
    known = _known(measure)
    if given not in ("matrix", "labels"):
        raise ValueError(f'given must be "matrix" or "labels", not {given!r}')
    stored = vectors(measure)
    results = [_run(function, stored, case, given) for case in stored["cases"]]
    report = Report(measure, results)
    run = [r for r in results if r.verdict != "not run"]
    if run and all(r.called.error for r in run):
        report.causes = [_never(run[0].called.error, given)]
        return report
    _try_small(function, known, report, given)
    _try_relations(function, stored, report, given)
    report.causes = _explain(known, report)
    return report


def _run(function: Callable[..., Any], stored: Any, case: Any, given: Input) -> Result:
    if given == "labels" and not _expressible(stored, case):
        return replace(_judged(case, Called()), verdict="not run")
    dtype = case["dtype"]
    return _judged(case, _call(function, case["cm"], dtype, given))


def _expressible(stored: Any, case: Any) -> bool:
    """Whether two sequences of labels say what the matrix says."""
    n = np.array(case["cm"])
    if n.dtype.kind != "i" or n.sum() > MOST_OBSERVATIONS:
        return False
    if stored["relations"]["class at an end"]["effect"] == "same":
        return True
    used = n.sum(axis=0) + n.sum(axis=1)
    return bool(used[0] > 0 and used[-1] > 0)


def small_matrices(K: int, N: int) -> Iterator[Rows]:
    """Every matrix of K classes with exactly N observations.

    Examples
    --------
    >>> list(small_matrices(1, 2)), len(list(small_matrices(2, 2)))
    ([[[2]]], 10)
    """
    for cells in itertools.combinations_with_replacement(range(K * K), N):
        flat = [cells.count(k) for k in range(K * K)]
        yield [flat[k * K : (k + 1) * K] for k in range(K)]


# All of them are tried; those with a fourth class only if nothing smaller fails and
# something in the vectors does.
_SMALL = [(N, K) for N in (1, 2, 3) for K in (1, 2, 3)]
_LARGER = [(1, 4), (2, 4), (4, 2), (3, 4), (4, 3)]


def _try_small(
    function: Callable[..., Any], measure: Measure, report: Report, given: Input
) -> None:
    """Find the smallest matrix with a wrong value, and with a number where there is none."""
    stored, found = vectors(measure.name), dict[str, Result]()
    failing = [r for r in report.failing if r.expect != "error"]
    wanted = {r.expect for r in failing if not set(r.tags) & set(_OF_TAG)}
    for N, K in _SMALL + _LARGER:
        if wanted <= set(found) and (N, K) in _LARGER:
            break
        for cm in small_matrices(K, N):
            if {"value", "nan"} <= set(found):
                break
            case = _case(measure, cm)
            result = _run(function, stored, case, given)
            report.small += result.verdict != "not run"
            if result.verdict == "fail":
                found.setdefault(result.expect, result)
    for expect in {r.expect for r in failing} - set(found):
        candidates = [r for r in report.failing if r.expect == expect]
        least = min(candidates, key=lambda r: (np.sum(r.cm), len(r.cm)))
        found[expect] = _shrunk(function, measure, least, given)
    report.smallest = [found[key] for key in ("value", "nan") if key in found]


def _case(measure: Measure, cm: Rows, dtype: str = "int64") -> Any:
    value = _defined(measure.name, tuple(map(tuple, cm)))
    expect = "nan" if value == "nan" else "value"
    found = {"name": "small", "about": "", "tags": [], "cm": cm, "dtype": dtype}
    return found | {"expect": expect, "value": value}


@lru_cache(maxsize=1 << 14)
def _defined(name: str, cm: tuple[tuple[int, ...], ...]) -> str:
    """The value of the definition, to 17 digits."""
    measure = MEASURES[name]
    pairs = definitions.observations(cm)
    function = measure.function or name
    exact = definitions.exact(function, pairs, len(cm), **measure.options)
    return definitions.digits(exact)


def _shrunk(
    function: Callable[..., Any], measure: Measure, result: Result, given: Input
) -> Result:
    """Take away classes and observations as long as the function fails."""
    n: NDArray[Any] = np.array(result.cm)
    if n.dtype.kind != "i":
        return result
    stored, looked_at, again = vectors(measure.name), 0, True
    while again:
        again = False
        for less in _less(n):
            looked_at += int(less.sum()) ** 2
            if looked_at > MOST_PAIRS:
                return result
            case = _case(measure, less.tolist(), result.dtype)
            tried = _run(function, stored, case, given)
            if tried.verdict == "fail" and tried.expect == result.expect:
                result, n, again = tried, less, True
                break
    return result


def _less(n: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Smaller matrices: without a class, a cell, half of a cell, an observation."""
    smaller = [np.delete(np.delete(n, k, 0), k, 1) for k in range(len(n))]
    for change in (lambda x: 0, lambda x: x // 2, lambda x: x - 1):
        for place in zip(*np.nonzero(n), strict=True):
            fewer = n.copy()
            fewer[place] = change(n[place])
            smaller.append(fewer)
    yield from (m for m in smaller if m.sum() > 0)


_ORDER = "order of the observations"


def _try_relations(
    function: Callable[..., Any], stored: Any, report: Report, given: Input
) -> None:
    """The relations that the measure obeys, also where no definition could go."""
    rng = np.random.default_rng(7)
    matrices = [np.array(case["cm"]) for case in stored["cases"] if _plain(case)]
    costly = MEASURES[report.measure].most < 5
    larger = [rng.integers(1, 7, (K, K)) for K in ((5, 6) if costly else (6, 8, 11))]
    tries = {
        name: partial(_breaks, function, stored, name, given)
        for name, known in stored["relations"].items()
        if known["effect"] != "none"
    }
    if given == "labels":
        tries[_ORDER] = partial(_reordered, function, stored)
    for name, tried in tries.items():
        broken = next(filter(None, map(tried, matrices + larger)), None)
        if broken:
            report.broken.append(broken)
        else:
            report.held.append(name)
    for cm in (n.tolist() for n in larger):
        called = _call(function, cm, "int64", given)
        if called.error:
            about, wanted = f"there are {len(cm)} classes", "a number"
            report.broken.append(
                Broken("many classes", about, wanted, cm, cm, called, called)
            )
            break


def _plain(case: Any) -> bool:
    return bool(
        not case["tags"]
        and case["expect"] == "value"
        and np.sum(case["cm"]) <= MOST_OBSERVATIONS / 3
    )


def _breaks(
    function: Callable[..., Any],
    stored: Any,
    name: str,
    given: Input,
    n: NDArray[Any],
) -> Broken | None:
    effect = stored["relations"][name]["effect"]
    about, changes = RELATIONS[name]
    expected = {"same": "the same value", "negated": "the opposite value"}[effect]
    before, cm = _call(function, n.tolist(), "int64", given), n.tolist()
    for changed in changes(n):
        both = [{"cm": cm}, {"cm": changed.tolist()}]
        if given == "labels" and not all(_expressible(stored, c) for c in both):
            continue
        after = _call(function, changed.tolist(), "int64", given)
        if len(changed) > len(n) and not after.error and math.isnan(after.value):
            continue  # a measure may be too costly for more classes
        if not _related(before, after, -1 if effect == "negated" else 1):
            return Broken(name, about, expected, cm, changed.tolist(), before, after)
    return None


def _reordered(
    function: Callable[..., Any], stored: Any, n: NDArray[Any]
) -> Broken | None:
    if not _expressible(stored, {"cm": n.tolist()}):
        return None
    true, pred = _labels(n, "int64")
    order = np.lexsort((pred, true))
    before = _number(function, (true, pred))
    after = _number(function, (true[order], pred[order]))
    if _related(before, after):
        return None
    about, cm = "the observations are sorted, first by class", n.tolist()
    return Broken(_ORDER, about, "the same value", cm, cm, before, after)


def _related(before: Called, after: Called, sign: int = 1) -> bool:
    """Whether two values go together; what has no value at first cannot be compared."""
    if before.error or math.isnan(before.value):
        return True
    return not after.error and close(after.value, sign * before.value)


# ----------------------------------------------------------------- why it fails


_OF_TAG = {
    "uint8": "arithmetic stays in {dtype} and wraps around: convert to a wider type first",
    "int32": "products of counts overflow in {dtype}: convert to float64 first",
    "huge": "counts beyond a billion lose digits or overflow: convert to float64 first, "
    "or use whole numbers of any size",
    "shares": "shares are taken for whole counts: do not round or convert them to integers",
}


def _explain(measure: Measure, report: Report) -> list[str]:
    """What explains the failures: twins that give the same values, or what they share."""
    found = []
    passing = [r for r in report.results if r.verdict == "pass" and r.expect == "value"]
    failing = [r for r in [*report.failing, *report.smallest] if r.expect == "value"]
    raised = [r for r in failing if r.called.error]
    failing = [r for r in failing if not r.called.error]
    plain = [
        r for r in failing if not set(r.tags) & set(_OF_TAG) and r.dtype == "int64"
    ]
    if any(b.relation == _ORDER for b in report.broken):
        found.append(
            "ranks without ties: the value depends on the order of the observations, so "
            "those of one class are told apart"
        )
    elif plain:
        right = [r for r in passing if not set(r.tags) & set(_OF_TAG)]
        found += _twins(measure, plain, right)
        found += [] if found else _precision(plain) or _shared(plain, right)
    for tag, text in _OF_TAG.items():
        if not plain and (tagged := [r for r in failing if tag in r.tags]):
            found.append(text.format(dtype=tagged[0].dtype))
    for message in list(dict.fromkeys(r.called.error for r in raised))[:2]:
        least = min((r for r in raised if r.called.error == message), key=_size)
        found.append(f"it {message} (for {least.shown})")
    numbers = [r for r in [*report.failing, *report.smallest] if r.expect == "nan"]
    if numbers:
        given_back = sorted({f"{r.called.value:.6g}" for r in numbers})
        found.append(
            f"it gives {', '.join(given_back[:4])} where the measure is 0/0: nan says so"
        )
    for r in (r for r in report.failing if r.expect == "error"):
        found.append(
            f"it gives {r.called} where there is nothing to measure: {r.about}"
        )
    return found


def _size(result: Result) -> tuple[float, int]:
    return float(np.sum(result.cm)), len(result.cm)


def _never(error: str, given: Input) -> str:
    gets = {"matrix": "one matrix", "labels": "true and predicted labels"}
    other: Input = "labels" if given == "matrix" else "matrix"
    return (
        f"no case gave a number: it {error}. It was given {gets[given]}; "
        f"--input {other} gives {gets[other]}"
    )


def _twins(measure: Measure, failing: list[Result], right: list[Result]) -> list[str]:
    """The twins that agree with the function where it is right, and where it fails.

    If none agrees on all that fails, the one that agrees most often, and the one that
    agrees most often on the rest: two mistakes in one function.
    """
    listed = sorted(causes(measure), key=lambda cause: cause.far)
    ruled_out: set[Any] = set()
    found: list[str] = []
    rest = failing
    while rest and len(found) < 3:
        explained: dict[Any, list[Result]] = {}
        enough = math.inf
        for c in (c for c in listed if c not in ruled_out):
            if c.far > enough:
                break  # what is nearer explains all
            if all(_agrees(c, r, True) for r in right):
                explained[c] = [r for r in rest if _agrees(c, r, False)]
                enough = c.far if len(explained[c]) == len(rest) else enough
            else:
                ruled_out.add(c)
        most = max(map(len, explained.values()), default=0)
        if not most or 3 * most < len(rest):
            break
        best = [c for c in explained if len(explained[c]) == most]
        nearest = min(c.far for c in best)
        texts = [c.text for c in best if c.far == nearest]
        share = f" (in {most} of {len(failing)} failing matrices)"
        found += [t + share * (most < len(failing)) for t in texts[:2]]
        rest = [r for r in rest if r not in explained[best[0]]]
    return found


def _agrees(cause: Any, result: Result, undefined: bool) -> bool:
    """Whether a twin has the function's value; `undefined` is for a twin without one."""
    value = cause(np.array(result.cm))
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


# ----------------------------------------------------------------- the command line


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the function that the command names; 0 if it passes, 1 if not, 2 for misuse."""
    parser = _Parser(
        prog="python -m ordref.verify",
        description="Run a function over the test vectors of a measure, over small "
        "matrices and over metamorphic relations, and say what fails and why.",
        epilog="The exit code is 0 if all passes, 1 if something fails, 2 if the "
        "command is at fault.",
    )
    parser.add_argument("function", metavar="MODULE:FUNCTION")
    parser.add_argument(
        "--measure", required=True, metavar="NAME", help=", ".join(MEASURES)
    )
    parser.add_argument(
        "--input",
        choices=("matrix", "labels"),
        default="matrix",
        help="what the function takes: a confusion matrix (the default), or true and "
        "predicted labels",
    )
    wanted = parser.parse_args(arguments)
    if wanted.measure not in MEASURES:
        parser.error(f"no measure {wanted.measure!r}; there are {', '.join(MEASURES)}")
    report = check(_loaded(parser, wanted.function), wanted.measure, given=wanted.input)
    print(report)
    return 0 if report.passed else 1


def _loaded(parser: _Parser, name: str) -> Callable[..., Any]:
    module, colon, path = name.partition(":")
    if not (module and colon and path):
        parser.error(f"{name!r} is not MODULE:FUNCTION, such as mymetrics:mae")
    sys.path.insert(0, "")
    try:
        found: Any = import_module(module)
    except Exception as error:
        parser.error(f"cannot import {module}: {type(error).__name__}: {error}")
    for part in path.split("."):
        if not hasattr(found, part):
            parser.error(f"{module} has no {path}")
        found = getattr(found, part)
    if not callable(found):
        parser.error(f"{name} is not a function")
    function: Callable[..., Any] = found
    return function


if __name__ == "__main__":
    sys.exit(main())
