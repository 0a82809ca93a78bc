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

from .command.options import parser_of_command, parser_of_possible
from .command.text import difference_as_json, difference_as_text, put, report
from .labels import files as _files
from .labels.tally import (
    CONTENTS,
    INTEGER,
    MISSING,
    MOST_CLASSES,
    USAGE,
    class_in,
    number_in,
    refuse,
    say,
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
    if "--possible" in (sys.argv[1:] if arguments is None else arguments):
        return _possible(arguments)
    parser = parser_of_command()
    given = parser.parse_args(arguments)
    labels = _split("--labels", given.labels)
    for label in labels or ():
        if label.casefold() in MISSING:
            _warn(f"--labels has {label!r}, which is counted as a class")
    given.measures = _measures(given.measures)
    _check_columns(given)
    given.interval = _level(given)
    if given.versus is not None:
        return _versus(parser, given, labels)
    if given.html is not None:
        _check_html(given)
    classes, matrices = _matrices(given, labels)
    found = _findings(given, classes, matrices)
    put(report(given, found), given.format)
    if given.html is not None:
        from .report.page import html_page

        try:
            with _told(f"{given.file}: "):
                page = html_page(given.file, found, given.book)
            # Names of files may be what UTF-8 is not.
            form = {"encoding": "utf-8", "errors": "xmlcharrefreplace"}
            Path(given.html).write_text(page, **form)
        except ImportError as error:
            refuse(str(error), USAGE)
        except OSError as error:
            refuse(f"cannot write {given.html}: {error.strerror}", USAGE)
    return 0


def _findings(
    given: argparse.Namespace, classes: list[Any], matrices: dict[str, Any]
) -> Any:
    """The measures of all matrices, which share what searches may spend."""
    import numpy as np

    from .matrices.check import as_matrices
    from .report.rows import Findings, rows_of
    from .report.values import SHOWN, intervals_of, values_of
    from .report.work import Work

    names, level, intervals = given.measures or SHOWN, given.interval, None
    whose = [f"{given.file}{f', {group}' * bool(group)}: " for group in matrices]
    for words, cm in zip(whose, matrices.values(), strict=True):
        with _told(words):
            as_matrices(cm)
    n = np.stack(list(matrices.values()))
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
        refuse("--html writes a file: give its name, not -", USAGE)
    with suppress(OSError, ValueError, AttributeError):  # one of them is no file
        source = sys.stdin.fileno() if given.file == "-" else given.file
        if os.path.samefile(source, out):
            refuse(f"--html {out} is the file that is read: name another", USAGE)
    if not out.is_file() or given.force:
        return
    try:
        with open(out, "rb") as file:
            start = file.read(1000)
    except OSError as error:
        refuse(f"cannot write {out}: {error.strerror}", USAGE)
    if start and MARK.encode() not in start:
        refuse(
            f"{out} exists, and is no report of ordref: --force overwrites it", USAGE
        )


def _check_columns(given: argparse.Namespace) -> None:
    """Whether the options go together."""

    def said(*names: str) -> dict[str, str]:
        values = {f"--{name}": getattr(given, name) for name in names}
        return {name: value for name, value in values.items() if value is not None}

    versus, beside = (
        given.versus is not None,
        next(iter(said("by", "weight", "html")), ""),
    )
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
        (missing and not given.matrix,
         f"the following arguments are required: {', '.join(missing)}"),
        (named and given.true == given.pred,
         f"--true and --pred are both {given.true!r}: give two columns"),
        (again, f"{again} is {named.get(again)!r}, as another column: give {own}"),
        (versus and beside,
         f"--versus compares two columns of a file: leave out {beside}"),
        (versus and given.format not in ("table", "json"),
         f"--versus prints a table or JSON, not {given.format}"),
        (not versus and given.groups is not None,
         "--groups goes with --versus, whose observations it draws together: for a matrix of "
         "each group there is --by"),
    ]  # fmt: skip
    for message in (words for is_so, words in faults if is_so):
        refuse(message, USAGE)


def _matrices(
    given: argparse.Namespace, labels: list[str] | None
) -> tuple[list[Any], dict[str, Any]]:
    """The classes, and the matrix of each group; or the one, under the name ''."""
    import numpy as np

    if given.matrix:
        from .labels.crosstab import count_table
        from .matrices.check import as_matrices, warning_of_row_shares

        named, rows = count_table(given, labels)
        with _told(f"{given.file}: "):
            cm = as_matrices(rows)
        _warn(warning_of_row_shares(cm))
        whole = (cm == np.floor(cm)).all() and cm.max() < 2**53
        return _as_numbers(named), {"": cm.astype(np.int64) if whole else cm}
    classes, cells = _files.count_columns(given, labels)
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
def _told(whose: str, code: int = CONTENTS) -> Iterator[None]:
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
            refuse(f"{whose}{error}", code)


def _level(given: argparse.Namespace) -> float | None:
    if given.interval is None:
        return None
    level = number_in(given.interval)
    if level is None or not 0 < level < 1:
        refuse(
            f"--interval must be between 0 and 1, such as 0.95, not {given.interval!r}",
            USAGE,
        )
    if given.versus is not None and level > _MOST_LEVEL:
        refuse(
            f"--interval is at most {_MOST_LEVEL} with --versus, which draws "
            f"{_RESAMPLES:,} samples",
            USAGE,
        )
    return level


def _versus(
    parser: argparse.ArgumentParser, given: argparse.Namespace, labels: list[str] | None
) -> int:
    """Print how much two classifiers differ."""
    classes, counts = _files.count_columns(given, labels)
    import numpy as np

    from .report.values import SHOWN
    from .uncertainty.single import difference

    K = len(classes)
    if K > _MOST_VERSUS:
        refuse(f"--versus takes at most {_MOST_VERSUS} classes; there are {K}", USAGE)
    table: Any = np.zeros((K, K, K), dtype=np.int64)
    for (t, a, b, *_), times in counts.items():
        table[t, a, b] += times
    N, G = int(table.sum()), None
    columns: list[Any] = [table]
    level = given.interval or 0.95
    options: dict[str, Any] = {"level": level, "n_resamples": _RESAMPLES, "rng": 0}
    if given.groups is not None:
        if N > _MOST_GROUPED:
            refuse(
                f"--groups takes at most {_MOST_GROUPED:,} observations; there are {N:,}",
                USAGE,
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
    from .catalogue.rows import MEASURES

    with _told(f"{given.file}: "):
        found = {
            name: difference(name, *columns, **options)
            for name in given.measures
            or [name for name in SHOWN if not MEASURES[name].searches]
        }
    if given.format == "json":
        counted = {"observations": N} if G is None else {"observations": N, "groups": G}
        text = difference_as_json(given, found, **counted, classes=_as_numbers(classes))
    else:
        text = difference_as_text(given, found, G)
    put(text, given.format)
    return 0


def _possible(arguments: Sequence[str] | None) -> int:
    """Print whether printed values can be; the exit code says it, too."""
    import json

    from .verify.possible import possible

    given = vars(parser_of_possible().parse_args(arguments))
    pairs = [value.partition("=")[::2] for value in given.pop("values")]
    if len(values := dict(pairs)) < len(pairs):
        refuse("a measure is given twice: give one value", USAGE)
    as_json, N, _ = given.pop("json"), given.pop("N"), given.pop("possible")
    with _told("", USAGE):
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
        refuse(f"{option} has an empty part: give one between any two commas", USAGE)
    for part, times in Counter(map(class_in, split)).items():
        if times > 1:
            refuse(f"{option} has {part!r} twice: each once, in order", USAGE)
    if len(split) > MOST_CLASSES:
        refuse(f"{option} has {len(split)}, and takes at most {MOST_CLASSES}", USAGE)
    return split


def _measures(given: str | None) -> list[str] | None:
    names = _split("--measures", given)
    if names:
        from .report.values import checked_names

        with _told("", USAGE):
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
