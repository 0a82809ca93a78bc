"""Every measure of two columns of a file, or of a table of counts: ``python -m ordref``."""

from __future__ import annotations

import argparse
import csv
import os
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .command.options import CONTENTS, USAGE, parser_of_command, parser_of_possible
from .command.text import difference_as_json, difference_as_text, plan, put, report, say
from .labels import files as _files
from .labels.tally import (
    INTEGER,
    MISSING,
    MOST_CLASSES,
    FileError,
    Tally,
    UsageError,
    class_in,
    number_in,
)

# As a shell calls what Ctrl-C ends.
INTERRUPTED = 130
# What warnings of the package advise, and what the command has for it.
_OPTIONS = {
    "n_resamples sets how many are drawn": "--measures names fewer",
    "measures= ": "--measures ",
}
# The table of two classifiers has the third power of it.
_MOST_VERSUS = 100
# Each observation of groups is held, and looked at once for each measure.
_MOST_GROUPED = 10_000_000
# So many samples are drawn, and carry so much of a level.
_RESAMPLES, _MOST_LEVEL = 9_999, 0.9995


def main(arguments: Sequence[str] | None = None) -> int:
    asked = sys.argv[1:] if arguments is None else arguments
    try:
        if "--possible" in asked:
            return _possible(arguments)
        _carry_out(parser_of_command().parse_args(arguments))
    except FileError as fault:
        say(f"error: {fault}")
        raise SystemExit(USAGE if isinstance(fault, UsageError) else CONTENTS) from None
    return 0


def _carry_out(given: argparse.Namespace) -> None:
    labels = _split("--labels", given.labels)
    for label in labels or ():
        if label.casefold() in MISSING:
            _warn(f"--labels has {label!r}, which is counted as a class")
    given.measures = _measures(given.measures)
    _check_columns(given)
    given.interval = _level(given)
    if given.versus is not None:
        _versus(given, labels)
        return
    if given.ratings is not None:
        _ratings(given, labels)
        return
    if given.html is not None:
        _check_html(given)
    classes, matrices = _matrices(given, labels)
    if given.plan is not None:
        _plan(given, classes, matrices[""])
        return
    if given.identify is not None:
        _identify(given, matrices[""])
        return
    found = _findings(given, classes, matrices, given.measures)
    put(report(given, found), given.format)
    if given.html is not None:
        from .report.page import html_page

        first = (
            found if given.measures else _findings(given, classes, matrices, "report")
        )
        try:
            with _told(f"{given.file}: "):
                page = html_page(given.file, found, given.book, first)
            # Names of files may be what UTF-8 is not.
            form = {"encoding": "utf-8", "errors": "xmlcharrefreplace"}
            Path(given.html).write_text(page, **form)
        except ImportError as error:
            raise UsageError(error) from None
        except OSError as error:
            raise UsageError(f"cannot write {given.html}: {error.strerror}") from None


def _findings(
    given: argparse.Namespace,
    classes: list[Any],
    matrices: dict[str, Any],
    measures: Sequence[str] | None,
) -> Any:
    """The measures of all matrices, which share what searches may spend."""
    import numpy as np

    from .matrices.check import as_matrices
    from .report.rows import Findings, rows_of
    from .report.values import checked_names, intervals_of, level_of, values_of
    from .report.work import Work

    names, intervals = checked_names(measures), None
    whose = [f"{given.file}{f', {group}' * bool(group)}: " for group in matrices]
    for words, cm in zip(whose, matrices.values(), strict=True):
        with _told(words):
            as_matrices(cm)
    n = np.stack(list(matrices.values()))
    level = given.interval or level_of(measures, n)
    work, more = Work(len(n)), Work(len(n))
    whole = len(n) * (1 + bool(level))
    with _files.bar(lambda: (work.done + more.done) / whole) as work.tick:
        more.tick = work.tick
        with _told(f"{given.file}: "):
            values = values_of(n, names, work)
        # Apart: what is told of the searches for values is told of these, too.
        with _told(""):
            if level:
                intervals = intervals_of(n, names, level, whose, more)
    return Findings(classes, matrices, rows_of(len(classes), values, intervals))


def _check_html(given: argparse.Namespace) -> None:
    """Whether the report may be written there: not over what is read, and over reports only."""
    from .report.page import MARK

    out = Path(given.html)
    if given.html == "-":
        raise UsageError("--html writes a file: give its name, not -")
    same = False
    with suppress(OSError, ValueError, AttributeError):  # one of them is no file
        source = sys.stdin.fileno() if given.file == "-" else given.file
        same = os.path.samefile(source, out)
    if same:
        raise UsageError(f"--html {out} is the file that is read: name another")
    if not out.is_file() or given.force:
        return
    try:
        with open(out, "rb") as file:
            start = file.read(1000)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    if start and MARK.encode() not in start:
        raise UsageError(
            f"{out} exists, and is no report of ordref: --force overwrites it"
        )


def _check_columns(given: argparse.Namespace) -> None:
    """Whether the options go together."""

    def said(*names: str) -> dict[str, str]:
        values = {f"--{name}": getattr(given, name) for name in names}
        return {name: value for name, value in values.items() if value is not None}

    versus, planned = given.versus is not None, given.plan is not None
    rated = given.ratings is not None
    short = "plan" * planned or "versus" * versus or "ratings" * rated
    beside = next(iter(said(*["versus"] * planned, "by", "weight", "html")), "")
    beside_one = next(
        iter(said("by", "versus", "plan", "html", "interval", "measures")), ""
    )
    with_ratings = ("file", "ratings", "labels", "sep", "format")
    alien = [n for n, value in vars(given).items() if value and n not in with_ratings]
    named = said("true", "pred", "versus", "by", "weight", "groups")
    first, *others = [*named] or [""]
    taken = Counter(named.values())
    again = next((name for name in others[1:] if taken[named[name]] > 1), "")
    own = "a third one" if again == "--versus" else "a column of its own"
    missing = [name for name in ("--true", "--pred") if name not in named]
    faults = [
        (given.matrix and named, f"--matrix has no columns to name: leave out {first}"),
        (given.matrix and given.dropna,
         "--matrix has no rows to leave out: leave out --dropna"),
        (rated and alien,
         f"--ratings is of columns of raters alone: leave out --{', --'.join(alien)}"),
        (missing and not given.matrix and not rated,
         f"the following arguments are required: {', '.join(missing)}"),
        (named and given.true == given.pred,
         f"--true and --pred are both {given.true!r}: give two columns"),
        (again, f"{again} is {named.get(again)!r}, as another column: give {own}"),
        (planned and beside, f"--plan is of one matrix of counts: leave out {beside}"),
        (versus and beside,
         f"--versus compares two columns of a file: leave out {beside}"),
        (short and given.format not in ("table", "json"),
         f"--{short} prints a table or JSON, not {given.format}"),
        (given.identify and beside_one,
         f"--identify looks for a number of one matrix: leave out {beside_one}"),
        (given.identify and given.format not in ("table", "json"),
         f"--identify prints a table or JSON, not {given.format}"),
        (not versus and given.groups is not None,
         "--groups goes with --versus, whose observations it draws together: for a matrix of "
         "each group there is --by"),
        (not versus and given.adjust, "--adjust goes with --versus, whose p-values it is for"),
    ]  # fmt: skip
    for message in (words for is_so, words in faults if is_so):
        raise UsageError(message)


def _counted(
    given: argparse.Namespace, labels: list[str] | None
) -> tuple[list[str], dict[tuple[Any, ...], Any]]:
    """The classes, and how often each tuple of them is in the file, perhaps by group."""
    classes = [c for c in (given.true, given.pred, given.versus) if c is not None]
    group = given.groups if given.by is None else given.by
    tally = Tally(given.file, classes, group, given.weight, labels, given.dropna)
    _files.count_columns(tally, given.sep)
    if words := tally.left_out_in_words():
        say(words)
    return tally.counts()


def _matrices(
    given: argparse.Namespace, labels: list[str] | None
) -> tuple[list[Any], dict[str, Any]]:
    """The classes, and the matrix of each group; or the one, under the name ''."""
    import numpy as np

    if given.matrix:
        from .labels.crosstab import count_table
        from .matrices.check import as_matrices, warning_of_row_shares

        named, rows = count_table(given.file, given.sep, labels)
        with _told(f"{given.file}: "):
            cm = as_matrices(rows)
        _warn(warning_of_row_shares(cm))
        whole = (cm == np.floor(cm)).all() and cm.max() < 2**53
        return _as_numbers(named), {"": cm.astype(np.int64) if whole else cm}
    classes, cells = _counted(given, labels)
    whole = all(isinstance(amount, int) for amount in cells.values())
    shape, dtype = (len(classes), len(classes)), np.int64 if whole else np.float64
    found: dict[str, Any] = defaultdict(lambda: np.zeros(shape, dtype))
    for (true, pred, *group), amount in cells.items():
        found["".join(group)][true, pred] = amount
    found = {group: found[group] for group in sorted(found, key=_rank)}
    if given.by is not None:
        from .labels.cells import warning_of_absent_classes

        _warn(warning_of_absent_classes(found, _as_numbers(classes), given.by))
    return _as_numbers(classes), found


def _rank(group: str) -> tuple[bool, int | str, str]:
    """Groups that are whole numbers in their order, before others in theirs."""
    number = INTEGER.fullmatch(group) is not None
    return (not number, int(group) if number else group, group)


def _as_numbers(classes: list[str]) -> list[Any]:
    """Classes that are all written as whole numbers are such."""
    if all(INTEGER.fullmatch(c) and str(int(c)) == c for c in classes):
        return [int(c) for c in classes]
    return classes


def _warn(warning: str | None) -> None:
    if warning is not None:
        say(f"warning: {warning}")


@contextmanager
def _told(whose: str, kind: type[FileError] = FileError) -> Iterator[None]:
    """What the package refuses or warns of in one line, with the options of the command."""

    def told(message: Warning | str, *_: Any, **__: Any) -> None:
        text = str(message)
        for words, own in _OPTIONS.items():
            text = text.replace(words, own)
        _warn(text)

    with warnings.catch_warnings():
        warnings.showwarning = told
        try:
            yield
        except ValueError as error:
            raise kind(f"{whose}{error}") from None


def _level(given: argparse.Namespace) -> float | None:
    if given.interval is None:
        return None
    level = number_in(given.interval)
    if level is None or not 0 < level < 1:
        raise UsageError(
            f"--interval must be between 0 and 1, such as 0.95, not {given.interval!r}"
        )
    if given.versus is not None and level > _MOST_LEVEL:
        raise UsageError(
            f"--interval is at most {_MOST_LEVEL} with --versus, which draws "
            f"{_RESAMPLES:,} samples"
        )
    return level


def _versus(given: argparse.Namespace, labels: list[str] | None) -> None:
    """Print how much two classifiers differ."""
    classes, counts = _counted(given, labels)
    import numpy as np

    from .report.values import checked_names, searched
    from .uncertainty.results import by_holm
    from .uncertainty.single import difference

    K = len(classes)
    if K > _MOST_VERSUS:
        raise UsageError(
            f"--versus takes at most {_MOST_VERSUS} classes; there are {K}"
        )
    table: Any = np.zeros((K, K, K), dtype=np.int64)
    for (t, a, b, *_), times in counts.items():
        table[t, a, b] += times
    N, G = int(table.sum()), None
    columns: list[Any] = [table]
    level = given.interval or 0.95
    options: dict[str, Any] = {"level": level, "n_resamples": _RESAMPLES, "rng": 0}
    if given.groups is not None:
        if N > _MOST_GROUPED:
            raise UsageError(
                f"--groups takes at most {_MOST_GROUPED:,} observations; there are {N:,}"
            )
        # In one order, whatever that of the rows is, for exchanges are drawn from a seed.
        cells = sorted(counts, key=lambda cell: cell[::-1])
        times = [counts[cell] for cell in cells]
        *columns, groups = (
            np.repeat(np.array(column, dtype=kind), times)
            for column, kind in zip(zip(*cells, strict=True), "iiiO", strict=True)
        )
        options |= {"labels": range(K), "groups": groups}
        G = len(set(groups))
    with _told(f"{given.file}: "):
        found = {
            name: difference(name, *columns, **options)
            for name in checked_names(given.measures)
            if given.measures or not searched([name])
        }
    found, given.adjust = by_holm(found) if given.adjust else (found, "")
    if given.format == "json":
        counted = {"observations": N} if G is None else {"observations": N, "groups": G}
        text = difference_as_json(given, found, **counted, classes=_as_numbers(classes))
    else:
        text = difference_as_text(given, found, G)
    put(text, given.format)


def _plan(given: argparse.Namespace, classes: list[Any], cm: Any) -> None:
    """Print how many observations each measure takes."""
    from .report.values import checked_names
    from .uncertainty.planning import sample_size

    half, level, found = number_in(given.plan), given.interval or 0.95, {}
    if half is None or half <= 0:
        raise UsageError(f"--plan must be above 0, such as 0.05, not {given.plan!r}")
    # Rows that are shares were told of where they were read.
    with warnings.catch_warnings(action="ignore"):
        for name in checked_names(given.measures):
            try:
                found[name] = sample_size(name, cm, half_width=half, level=level)
            except ValueError as error:
                _warn(f"{name}: {error}")
    put(plan(given, found, classes), given.format)


def _identify(given: argparse.Namespace, cm: Any) -> None:
    """Print what a printed number may be."""
    from .command.text import identified
    from .verify.identify import identify

    parts = _split("--identify", given.identify) or []
    printed = {name or "?": x for name, _, x in (p.rpartition("=") for p in parts)}
    if len(printed) < len(parts):
        raise UsageError("--identify has two numbers of one name: give one")
    with _told("", UsageError):
        put(identified(given, identify(cm, printed)), given.format)


def _ratings(given: argparse.Namespace, labels: list[str] | None) -> None:
    """Print how far several raters agree."""
    from .command.text import agreement
    from .labels.raters import from_ratings

    columns = _split("--ratings", given.ratings or None)
    rows = _files.rows_of_raters(given.file, given.sep, columns, labels)
    with _told(f"{given.file}: "):
        put(agreement(given, from_ratings(rows, labels=labels)), given.format)


def _possible(arguments: Sequence[str] | None) -> int:
    """Print whether printed values can be; the exit code says it, too."""
    import json

    from .verify.possible import possible

    given = vars(parser_of_possible().parse_args(arguments))
    pairs = [value.partition("=")[::2] for value in given.pop("values")]
    if len(values := dict(pairs)) < len(pairs):
        raise UsageError("a measure is given twice: give one value")
    as_json, N, _ = given.pop("json"), given.pop("N"), given.pop("possible")
    with _told("", UsageError):
        found = possible(values, N[0] if len(N) == 1 else N, **given)
    matrix = None if found.matrix is None else found.matrix.tolist()
    answer = {"verdict": found.verdict, "reason": found.reason, "matrix": matrix}
    put(json.dumps(answer) if as_json else str(found), "json" if as_json else "table")
    return {"yes": 0, "no": 1, "undecided": 3}[found.verdict]


def _split(option: str, given: str | None) -> list[str] | None:
    if given is None:
        return None
    row = next(csv.reader([given], skipinitialspace=True), [])
    split = [part.strip() for part in row]
    if not split or "" in split:
        raise UsageError(f"{option} has an empty part: give one between any two commas")
    for part, times in Counter(map(class_in, split)).items():
        if times > 1:
            raise UsageError(f"{option} has {part!r} twice: each once, in order")
    if len(split) > MOST_CLASSES:
        raise UsageError(f"{option} has {len(split)}, and takes at most {MOST_CLASSES}")
    return split


def _measures(given: str | None) -> Sequence[str] | None:
    if given == "report":
        return given
    names = _split("--measures", given)
    if names:
        from .report.values import checked_names

        with _told("", UsageError):
            checked_names(names, called="--measures")
    return names


def _run() -> int:
    """What becomes of the command where nothing can be written, or somebody interrupts."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - to the end
    if sys.stdout is None:
        say("error: cannot write: standard output is closed")
        return USAGE
    try:
        code = main()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        # What is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # The reader, such as head, has left.
            return 0
        say(f"error: cannot write: {error.strerror}")  # as on a full disk
        return USAGE


if __name__ == "__main__":
    sys.exit(_run())
