"""Every measure of two columns of a file, or of a table of counts: ``python -m ordref``."""

from __future__ import annotations

import argparse
import csv
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .command.options import parser_of_command
from .command.text import (
    Group,
    difference_as_json,
    difference_as_text,
    put,
    report,
)
from .labels import files as _files
from .labels.tally import (
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
    parser = parser_of_command()
    given = parser.parse_args(arguments)
    labels = _split(parser, "--labels", given.labels)
    for label in labels or ():
        if label.casefold() in MISSING:
            _warn(f"--labels has {label!r}, which is counted as a class")
    names = _measures(parser, given.measures)
    _check_columns(parser, given)
    level = _level(parser, given)
    if given.versus is not None:
        return _versus(parser, given, labels, names, level or 0.95)
    if given.html is not None:
        _check_html(parser, given)
    classes, matrices = _matrices(given, labels)
    groups = _found(given, matrices, names, level)
    put(report(given, classes, groups), given.format)
    if given.html is not None:
        from .report.page import report as page_of

        try:
            with _warnings_told():
                page = page_of(given.file, classes, groups, given.book)
            # Names of files may be what UTF-8 is not.
            with open(
                given.html, "w", encoding="utf-8", errors="xmlcharrefreplace"
            ) as file:
                file.write(page)
        except ImportError as error:
            parser.error(str(error))
        except OSError as error:
            parser.error(f"cannot write {given.html}: {error.strerror}")
    return 0


def _found(
    given: argparse.Namespace,
    matrices: dict[str, Any],
    names: list[str] | None,
    level: float | None,
) -> dict[str, Group]:
    """The measures of each matrix, all of which share what searches may spend."""
    import numpy as np

    from .matrices.check import as_matrices
    from .report.values import (
        SHOWN,
        Found,
        ends,
        searched,
        values,
    )
    from .report.work import Work

    names, groups, whose = names or SHOWN, {}, given.file
    for group, cm in matrices.items():
        try:
            as_matrices(cm)
        except ValueError as error:
            refuse(f"{given.file}{f', {group}' * bool(group)}: {error}")
    try:
        work, more = (Work(len(matrices)) for _ in range(2))
        whole = work.tables * (1 + bool(level))
        with (
            _warnings_told(),
            _files.bar(lambda: (work.done + more.done) / whole) as work.tick,
        ):
            more.tick = work.tick
            found = values(np.stack(list(matrices.values())), names, work)
            for k, (group, cm) in enumerate(matrices.items()):
                whose = f"{given.file}{f', {group}' * bool(group)}"
                around = ends(cm, names, level) if level else None
                if level and searched(names):
                    more.tell(depth=2)
                of_group = Found(
                    {name: value[k] for name, value in found.values.items()},
                    {
                        name: {(): given_up[k,]}
                        for name, given_up in found.given_up.items()
                        if (k,) in given_up
                    },
                )
                groups[group] = Group(cm, of_group, around)
    except ValueError as error:
        refuse(f"{whose}: {error}")
    return groups


def _check_html(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Whether the report may be written there: not over what is read, and over reports only."""
    from .report.page import MARK

    out = Path(given.html)
    if given.html == "-":
        parser.error("--html writes a file: give its name, not -")
    same = False
    with suppress(OSError, ValueError, AttributeError):  # one of them is no file
        source = sys.stdin.fileno() if given.file == "-" else given.file
        same = os.path.samefile(source, out)
    if same:
        parser.error(f"--html {out} is the file that is read: name another")
    if not out.is_file() or given.force:
        return
    try:
        with open(out, "rb") as file:
            start = file.read(1000)
    except OSError as error:
        parser.error(f"cannot write {out}: {error.strerror}")
    if start and MARK.encode() not in start:
        parser.error(f"{out} exists, and is no report of ordref: --force overwrites it")


def _check_columns(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Whether the options go together."""
    columns = {
        f"--{name}": getattr(given, name)
        for name in ("true", "pred", "versus", "by", "weight", "groups")
        if getattr(given, name) is not None
    }
    if given.matrix:
        if columns:
            parser.error(
                f"--matrix has no columns to name: leave out {next(iter(columns))}"
            )
        if given.dropna:
            parser.error("--matrix has no rows to leave out: leave out --dropna")
        return
    missing = [name for name in ("--true", "--pred") if name not in columns]
    if missing:
        parser.error(f"the following arguments are required: {', '.join(missing)}")
    if columns["--true"] == columns["--pred"]:
        parser.error(f"--true and --pred are both {given.true!r}: give two columns")
    for name, column in list(columns.items())[2:]:
        if list(columns.values()).count(column) > 1:
            which = "a third one" if name == "--versus" else "a column of its own"
            parser.error(f"{name} is {column!r}, as another column: give {which}")
    if given.versus is not None:
        others = {"--by": given.by, "--weight": given.weight, "--html": given.html}
        for name, value in others.items():
            if value is not None:
                parser.error(
                    f"--versus compares two columns of a file: leave out {name}"
                )
        if given.format not in ("table", "json"):
            parser.error(f"--versus prints a table or JSON, not {given.format}")
    elif given.groups is not None:
        parser.error(
            "--groups goes with --versus, whose observations it draws together: for a "
            "matrix of each group there is --by"
        )


def _matrices(
    given: argparse.Namespace, labels: list[str] | None
) -> tuple[list[Any], dict[str, Any]]:
    """The classes, and the matrix of each group; or the one, under the name ''."""
    import numpy as np

    if given.matrix:
        from .labels.crosstab import count_table
        from .matrices.check import as_matrices, fault_of_rows

        named, rows = count_table(given, labels)
        try:
            cm = as_matrices(rows)
        except ValueError as error:
            refuse(f"{given.file}: {error}")
        _warn(fault_of_rows(cm))
        whole = (cm == np.floor(cm)).all() and cm.max() < 2**53
        return _as_numbers(named), {"": cm.astype(np.int64) if whole else cm}
    classes, cells = _files.count_columns(given, labels)
    whole = all(isinstance(amount, int) for amount in cells.values())
    found: dict[str, Any] = {}
    for (true, pred, *group), amount in cells.items():
        name = group[0] if group else ""
        if name not in found:
            shape = (len(classes), len(classes))
            found[name] = np.zeros(shape, dtype=np.int64 if whole else np.float64)
        found[name][true, pred] = amount
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
def _warnings_told() -> Iterator[None]:
    """Warnings of the package in one line each, with the options that the command has."""

    def told(message: Warning | str, *_: Any, **__: Any) -> None:
        text = str(message)
        for words, own in _OPTIONS.items():
            text = text.replace(words, own)
        _warn(text)

    with warnings.catch_warnings():
        warnings.showwarning = told
        yield


def _level(parser: argparse.ArgumentParser, given: argparse.Namespace) -> float | None:
    if given.interval is None:
        return None
    level = number_in(given.interval)
    if level is None or not 0 < level < 1:
        parser.error(
            f"--interval must be between 0 and 1, such as 0.95, not {given.interval!r}"
        )
    if given.versus is not None and level > _MOST_LEVEL:
        parser.error(
            f"--interval is at most {_MOST_LEVEL} with --versus, which draws "
            f"{_RESAMPLES:,} samples"
        )
    return level


def _versus(
    parser: argparse.ArgumentParser,
    given: argparse.Namespace,
    labels: list[str] | None,
    names: list[str] | None,
    level: float,
) -> int:
    """Print how much two classifiers differ."""
    classes, counts = _files.count_columns(given, labels)
    import numpy as np

    from .report.values import SHOWN
    from .uncertainty.single import difference

    K = len(classes)
    if K > _MOST_VERSUS:
        parser.error(f"--versus takes at most {_MOST_VERSUS} classes; there are {K}")
    table: Any = np.zeros((K, K, K), dtype=np.int64)
    for (t, a, b, *_), times in counts.items():
        table[t, a, b] += times
    N, G, columns = int(table.sum()), None, [table]
    options: dict[str, Any] = {"level": level, "n_resamples": _RESAMPLES, "rng": 0}
    if given.groups is not None:
        if N > _MOST_GROUPED:
            parser.error(
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
    from .catalogue.rows import MEASURES

    try:
        with _warnings_told():
            found = {
                name: difference(name, *columns, **options)
                for name in names or [n for n in SHOWN if not MEASURES[n].searches]
            }
    except ValueError as error:
        refuse(f"{given.file}: {error}")
    put(
        difference_as_json(given, _as_numbers(classes), N, G, found)
        if given.format == "json"
        else difference_as_text(given, G, found),
        given.format,
    )
    return 0


def _split(
    parser: argparse.ArgumentParser, option: str, given: str | None
) -> list[str] | None:
    if given is None:
        return None
    row = next(csv.reader([given], skipinitialspace=True), [])
    split = [part.strip() for part in row]
    if not split or "" in split:
        parser.error(f"{option} has an empty part: give one between any two commas")
    for part, times in Counter(map(class_in, split)).items():
        if times > 1:
            parser.error(f"{option} has {part!r} twice: each once, in order")
    if len(split) > MOST_CLASSES:
        parser.error(f"{option} has {len(split)}, and takes at most {MOST_CLASSES}")
    return split


def _measures(parser: argparse.ArgumentParser, given: str | None) -> list[str] | None:
    names = _split(parser, "--measures", given)
    if names:
        from .catalogue.synonyms import forecast_score, instead, of_forecasts
        from .report.values import NAMES

        for name in names:
            if forecast_score(name):
                parser.error(of_forecasts(name))
            if name not in NAMES:
                parser.error(
                    f"--measures has {name!r}, which has no row{instead(name, NAMES)}"
                )
    return names


def _to_nowhere() -> None:
    """What is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    except KeyboardInterrupt:
        say("interrupted")
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader, such as head, has left.
        _to_nowhere()
        code = 0
    except OSError as error:  # a full disk
        _to_nowhere()
        say(f"error: cannot write: {error.strerror}")
        code = USAGE
    return code


if __name__ == "__main__":
    sys.exit(_run())
