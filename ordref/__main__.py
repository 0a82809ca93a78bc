"""Every measure of two columns of a file, or of a table of counts: ``python -m ordref``."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import warnings
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .instruments.command import raters, text
from .instruments.command.asked import RESAMPLES, check, split
from .instruments.command.options import (
    CONTENTS,
    USAGE,
    parser_of_command,
    parser_of_possible,
)
from .instruments.files import files as _files
from .instruments.files.crosstab import count_table
from .instruments.files.tally import INTEGER, FileError, Tally, UsageError
from .instruments.report.page import html_page
from .instruments.report.rows import Findings, rows_of_measures
from .instruments.report.values import (
    checked_names,
    intervals_of,
    kinds_searched,
    level_of,
    values_of,
)
from .instruments.report.work import Work
from .instruments.uncertainty.paired import difference
from .instruments.uncertainty.planning import sample_size
from .instruments.uncertainty.results import by_holm
from .labels.cells import warning_of_absent_classes
from .labels.order import warning_of_gaps
from .matrices.check import as_matrices, warning_of_shares
from .matrices.limits import CLASSES_COMPARED

# With groups every observation is kept, and read once for each measure.
_MOST_GROUPED = 10_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    asked = sys.argv[1:] if arguments is None else arguments
    try:
        if "--possible" in asked:
            return _possible(arguments)
        given = parser_of_command().parse_args(arguments)
        check(given)
        if given.ratings is not None:
            return raters.carry_out(given)
        _carry_out(given)
    except FileError as fault:
        text.say(f"error: {fault}")
        raise SystemExit(USAGE if isinstance(fault, UsageError) else CONTENTS) from None
    return 0


def _carry_out(given: argparse.Namespace) -> None:
    if given.versus is not None:
        return _versus(given)
    classes, matrices = _matrices(given)
    if given.plan is not None:
        return _plan(given, classes, matrices[""])
    if given.identify is not None:
        return _identify(given, matrices[""])
    found = _findings(given, classes, matrices, given.measures)
    text.put(text.report(given, found), given.format)
    if given.html is not None:
        first = found
        if not given.measures:
            first = _findings(given, classes, matrices, "report")
        try:
            with text.told(f"{given.file}: "):
                page = html_page(given.file, found, given.book, first)
            # A file name need not be valid UTF-8.
            Path(given.html).write_text(page, "utf-8", "xmlcharrefreplace")
        except ImportError as error:
            raise UsageError(error) from None
        except OSError as error:
            raise UsageError(f"cannot write {given.html}: {error.strerror}") from None


def _findings(
    given: argparse.Namespace,
    classes: list[Any],
    matrices: dict[str, Any],
    measures: Sequence[str] | None,
) -> Findings:
    """The measures of all matrices, whose searches share one budget of work."""
    names, intervals = checked_names(measures), None
    whose = [f"{given.file}{f', {group}' * bool(group)}: " for group in matrices]
    for words, cm in zip(whose, matrices.values(), strict=True):
        with text.told(words):
            as_matrices(cm)
    n = np.stack(list(matrices.values()))
    level = given.interval or level_of(measures, n)
    work, more = Work(len(n)), Work(len(n))
    whole = len(n) * (1 + bool(level))
    with _files.bar(lambda: (work.done + more.done) / whole) as work.tick:
        more.tick = work.tick
        with text.told(f"{given.file}: "):
            values = values_of(n, names, work)
        # In a block of its own: these searches give the same warnings again.
        with text.told(""):
            if level:
                intervals = intervals_of(n, names, level, whose, more)
    return Findings(
        classes, matrices, rows_of_measures(len(classes), values, intervals)
    )


def _counted(given: argparse.Namespace) -> tuple[list[Any], dict[tuple[Any, ...], Any]]:
    """The classes, and how often each combination of them is in the file, by group if asked."""
    columns = [c for c in (given.true, given.pred, given.versus) if c is not None]
    group = given.groups if given.by is None else given.by
    tally = Tally(given.file, columns, group, given.weight, given.labels, given.dropna)
    _files.count_columns(tally, given.sep)
    if words := tally.left_out_in_words():
        text.say(words)
    classes, cells = tally.counts()
    if tally.labels is None:
        seen = sorted(tally.spelling)
        text.warn(warning_of_gaps(seen, f"--labels {','.join(map(str, seen))}"))
    return _as_numbers(classes), cells


def _matrices(given: argparse.Namespace) -> tuple[list[Any], dict[str, Any]]:
    """The classes and the matrix of each group; a single matrix has the name ''."""
    if given.matrix:
        named, rows = count_table(given.file, given.sep, given.labels)
        with text.told(f"{given.file}: "):
            cm = as_matrices(rows)
        text.warn(warning_of_shares(cm))
        whole = (cm == np.floor(cm)).all() and cm.max() < 2**53
        return _as_numbers(named), {"": cm.astype(np.int64) if whole else cm}
    classes, cells = _counted(given)
    whole = all(isinstance(amount, int) for amount in cells.values())
    shape, dtype = (len(classes), len(classes)), np.int64 if whole else np.float64
    found: dict[str, Any] = defaultdict(lambda: np.zeros(shape, dtype))
    for (true, pred, *group), amount in cells.items():
        found["".join(group)][true, pred] = amount
    found = {group: found[group] for group in sorted(found, key=_rank)}
    if given.by is not None:
        text.warn(warning_of_absent_classes(found, classes, given.by))
    return classes, found


def _rank(group: str) -> tuple[bool, int | str, str]:
    """Sort groups: whole numbers by value first, then the others by text."""
    number = INTEGER.fullmatch(group) is not None
    return (not number, int(group) if number else group, group)


def _as_numbers(classes: list[str]) -> list[Any]:
    """The classes as integers if all are written as whole numbers, else as they are."""
    if all(INTEGER.fullmatch(c) and str(int(c)) == c for c in classes):
        return [int(c) for c in classes]
    return classes


def _versus(given: argparse.Namespace) -> None:
    """Print the differences of two classifiers."""
    classes, counts = _counted(given)
    K = len(classes)
    if K > CLASSES_COMPARED:
        raise UsageError(f"--versus takes at most {CLASSES_COMPARED} classes, not {K}")
    table: Any = np.zeros((K, K, K), dtype=np.int64)
    for (t, a, b, *_), times in counts.items():
        table[t, a, b] += times
    N, G = int(table.sum()), None
    columns: list[Any] = [table]
    level = given.interval or 0.95
    options: dict[str, Any] = {"level": level, "n_resamples": RESAMPLES, "rng": 0}
    if given.groups is not None:
        if N > _MOST_GROUPED:
            raise UsageError(
                f"--groups takes at most {_MOST_GROUPED:,} observations; there are {N:,}"
            )
        # Sorted, so that the exchanges drawn from the seed do not depend on the order of rows.
        cells = sorted(counts, key=lambda cell: cell[::-1])
        times = [counts[cell] for cell in cells]
        *columns, groups = (
            np.repeat(np.array(column, dtype=kind), [*times])
            for column, kind in zip(zip(*cells, strict=True), "iiiO", strict=True)
        )
        options |= {"labels": range(K), "groups": groups}
        G = len(set(groups))
    with text.told(f"{given.file}: "):
        found = {
            name: difference(name, *columns, **options)
            for name in checked_names(given.measures)
            if given.measures or not kinds_searched([name])
        }
    found, given.adjust = by_holm(found) if given.adjust else (found, "")
    text.put(text.differences(given, found, classes, N, G), given.format)


def _plan(given: argparse.Namespace, classes: list[Any], cm: Any) -> None:
    """Print how many observations each measure needs."""
    level, found = given.interval or 0.95, dict[str, Any]()
    # The file was read with the same warning of rows that are shares.
    with warnings.catch_warnings(action="ignore"):
        for name in checked_names(given.measures):
            try:
                found[name] = sample_size(name, cm, half_width=given.plan, level=level)
            except ValueError as error:
                text.warn(f"{name}: {error}")
    text.put(text.plan(given, found, classes), given.format)


def _identify(given: argparse.Namespace, cm: Any) -> None:
    """Print what a published number may be."""
    from .instruments.verify.identify import identify

    parts = split("--identify", given.identify) or []
    printed: dict[str, str] = {}
    for name, number in (part.rpartition("=")[::2] for part in parts):
        if (before := printed.get(name or "?")) is not None:
            whose = f"for {name!r}" if name else "without a measure"
            comma = f"{before},{number}" in given.identify and number.isdecimal()
            raise UsageError(
                f"--identify has two numbers {whose}, {before!r} and {number!r}: give one"
                + f", or {before}.{number} if the comma is a decimal one" * comma
            )
        printed[name or "?"] = number
    with text.told("", UsageError):
        text.put(text.identified(given, identify(cm, printed)), given.format)


def _possible(arguments: Sequence[str] | None) -> int:
    """Print whether published values are possible; the exit status says so as well."""
    from .instruments.verify.possible import possible

    given = vars(parser_of_possible().parse_args(arguments))
    pairs = [value.partition("=")[::2] for value in given.pop("values")]
    if len(values := dict(pairs)) < len(pairs):
        raise UsageError("a measure has two values: give one")
    as_json, N, _ = given.pop("json"), given.pop("N"), given.pop("possible")
    with text.told("", UsageError):
        found = possible(values, N[0] if len(N) == 1 else N, **given)
    if as_json:
        matrix = None if found.matrix is None else found.matrix.tolist()
        told = {"verdict": found.verdict, "reason": found.reason, "matrix": matrix}
        text.put(json.dumps(told), "json")
    else:
        text.put(str(found), "table")
    return {"yes": 0, "no": 1, "undecided": 3}[found.verdict]


def _run() -> int:
    """Run the command; report closed outputs and interruptions by message and exit status."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays open to the end
    if sys.stdout is None:
        text.say("error: cannot write: standard output is closed")
        return USAGE
    try:
        code = main()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        text.say("interrupted")
        return 130  # as shells say of a program that Ctrl-C has ended
    except OSError as error:
        # Discard what is still to be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # closed by its reader, such as head
            return 0
        text.say(f"error: cannot write: {error.strerror}")  # such as a full disk
        return USAGE


if __name__ == "__main__":
    # From here on an interruption is an exception again.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(_run())
