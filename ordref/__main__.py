"""Every measure of two columns of a file, or of a table of counts: ``python -m ordref``."""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from . import __version__, _files
from ._files import INTEGER, MOST_CLASSES, refuse

# The command cannot be carried out as given.
USAGE = 2
FORMATS = ("table", "markdown", "latex", "csv", "json")
# The table of two classifiers has the third power of it.
_MOST_VERSUS = 100


class Group(NamedTuple):
    """The matrix of a group, or of the whole file, and what was found of it."""

    cm: Any
    found: Any
    around: Any


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = parser.parse_args(arguments)
    labels = _split(parser, "--labels", given.labels)
    names = _measures(parser, given.measures)
    _check_columns(parser, given)
    level = _level(parser, given)
    if given.versus is not None:
        return _versus(parser, given, labels, names, level or 0.95)
    classes, matrices = _matrices(parser, given, labels)

    from .evaluate import SHOWN, ends, values

    groups = {}
    for group, cm in matrices.items():
        try:
            around = ends(cm, names or SHOWN, level) if level else None
            groups[group] = Group(cm, values(cm, names or SHOWN), around)
        except ValueError as error:
            refuse(f"{given.file}{f', {group}' * bool(group)}: {error}")
    print(_shown(given, classes, groups))
    if given.html is not None:
        from ._html import report

        try:
            page = report(given.file, classes, groups, given.book)
            with open(given.html, "w", encoding="utf-8") as file:
                file.write(page)
        except ImportError as error:
            parser.error(str(error))
        except OSError as error:
            parser.error(f"cannot write {given.html}: {error.strerror}")
    return 0


def _check_columns(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Whether the options go together."""
    columns = {
        f"--{name}": getattr(given, name)
        for name in ("true", "pred", "versus", "by", "weight")
        if getattr(given, name) is not None
    }
    if given.matrix:
        if columns:
            parser.error(
                f"--matrix has no columns to name: leave out {next(iter(columns))}"
            )
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
    if given.interval is not None and given.by is not None:
        parser.error("--interval takes one matrix: leave out --by")


def _matrices(
    parser: argparse.ArgumentParser, given: argparse.Namespace, labels: list[str] | None
) -> tuple[list[Any], dict[str, Any]]:
    """The classes, and the matrix of each group; or the one, under the name ''."""
    import numpy as np

    if given.matrix:
        from ._matrices import as_matrices
        from .evaluate import fault_of_rows

        named, rows = _files.table(parser, given, labels)
        try:
            cm = as_matrices(rows)
        except ValueError as error:
            refuse(f"{given.file}: {error}")
        _warn(fault_of_rows(cm))
        whole = (cm == np.floor(cm)).all() and cm.max() < 2**53
        return _as_numbers(named), {"": cm.astype(np.int64) if whole else cm}
    counted = _files.count(parser, given, labels)
    classes: list[Any] = counted.labels or _files.span(
        cell[:2] for cell in counted.cells
    )
    place = {label: k for k, label in enumerate(map(str, classes))}
    whole = all(isinstance(amount, int) for amount in counted.cells.values())
    if whole and sum(counted.cells.values()) >= 2**63:
        refuse(f"the counts of {given.file} sum to more than 63 bits hold")
    found: dict[str, Any] = {}
    for cell, amount in counted.cells.items():
        group = cell[2] if given.by is not None else ""
        if group not in found:
            shape = (len(classes), len(classes))
            found[group] = np.zeros(shape, dtype=np.int64 if whole else np.float64)
        at = cell[:2]
        if counted.labels is None:
            at = tuple(str(int(value)) for value in at)
        found[group][tuple(place[value] for value in at)] += amount
    found = {group: found[group] for group in sorted(found, key=_rank)}
    if given.by is not None:
        from .frames import lacking

        _warn(lacking(found, classes, given.by))
    return _as_numbers([str(label) for label in classes]), found


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
        print(f"python -m ordref: warning: {warning}", file=sys.stderr)


def _shown(given: Any, classes: list[Any], groups: dict[str, Group]) -> str:
    """What is printed."""
    from . import _reports

    if given.format == "json":
        return _as_json(given, classes, groups)
    if given.format == "table":
        return _as_text(given, classes, groups)
    if given.format == "csv":
        return _reports.as_csv(_plain_sheet(classes, groups))
    sheet = _reports.sheet_of(len(classes), groups)
    made = {"markdown": _reports.markdown, "latex": _reports.latex}
    return made[given.format](sheet)


def _plain_sheet(classes: list[Any], groups: dict[str, Group]) -> Any:
    """What CSV holds: names in place of symbols."""
    from ._reports import Sheet
    from .catalogue import MEASURES

    one = next(iter(groups.values()))
    columns = [group or "value" for group in groups]
    columns += ["low", "high"] * (one.around is not None)
    rows: list[list[Any]] = []
    for name in one.found.values:
        measure = MEASURES[name]
        row = [name, *(float(group.found.values[name]) for group in groups.values())]
        if one.around is not None:
            row += [float(one.around[name].low), float(one.around[name].high)]
        row += [measure.least, measure.greatest(len(classes)), measure.better]
        rows.append(row)
    return Sheet(["measure", *columns, "least", "greatest", "better"], rows)


def _observations(cm: Any) -> Any:
    """How many, as a whole number if it is one."""
    total = cm.sum().item()
    return int(total) if total == int(total) else total


def _as_json(given: Any, classes: list[Any], groups: dict[str, Group]) -> str:
    reports = {name: _report(group) for name, group in groups.items()}
    one = reports[""] if given.by is None else {"groups": reports}
    total = sum(_observations(group.cm) for group in groups.values())
    report = {
        "ordref": __version__,
        "file": given.file,
        "observations": total,
        "classes": classes,
        **one,
    }
    return json.dumps(report, indent=2, allow_nan=False, ensure_ascii=False)


def _report(group: Group) -> dict[str, Any]:
    report: dict[str, Any] = {
        "observations": _observations(group.cm),
        "confusion_matrix": group.cm.tolist(),
        "measures": {
            name: None if math.isnan(value) else float(value)
            for name, value in group.found.values.items()
        },
        "not_computed": {name: ends[()] for name, ends in group.found.given_up.items()},
    }
    if group.around is not None:
        report["intervals"] = {
            name: _numbers(each) for name, each in group.around.items()
        }
    return report


def _as_text(given: Any, classes: list[Any], groups: dict[str, Group]) -> str:
    total = _observations(sum(group.cm for group in groups.values()))
    counted = f"{total} observation{'s' * (total != 1)}"
    one = next(iter(groups.values()))  # all have one dtype
    if given.weight or one.cm.dtype.kind == "f":
        counted = f"a weight of {total}"
    shown = ", ".join(map(str, classes))
    head = f"{counted}, {len(classes)} classes in order: {shown}"
    if given.by is None:
        return "\n".join([head, "", *_lines_of_one(len(classes), groups[""])])
    return "\n".join([head, "", *_lines_of_groups(given.by, len(classes), groups)])


def _lines_of_one(K: int, group: Group) -> list[str]:
    from .catalogue import MEASURES

    lines = [f"{'measure':<26} {'value':>12}  {'range':<9} better"]
    for name in group.found.values:
        measure, said = MEASURES[name], _value(group, name)
        ends = f"{measure.least} to {measure.greatest(K)}"
        if name in group.found.given_up:
            low, high = group.found.given_up[name][()]
            ends = f"{low:.6f} to {high:.6f}"
        lines.append(f"{name:<26} {said:>12}  {ends:<9} {measure.better}")
        if group.around is not None:
            low, high = group.around[name].low, group.around[name].high
            said = "no interval" if math.isnan(low) else f"{low:.4f} to {high:.4f}"
            lines[-1] = f"{lines[-1]:<58}  {said}"
    if group.around is not None:
        lines[0] += "   interval"
    return lines


def _lines_of_groups(by: str, K: int, groups: dict[str, Group]) -> list[str]:
    """A column for each group."""
    from .catalogue import MEASURES

    width = {name: max(12, len(name)) for name in groups}
    heads = " ".join(f"{name:>{width[name]}}" for name in groups)
    lines = [
        f"{by:<26} {heads}",
        f"{'measure':<26} {' ' * len(heads)}  {'range':<9} better",
    ]
    for name in next(iter(groups.values())).found.values:
        measure = MEASURES[name]
        said = " ".join(f"{_value(g, name):>{width[k]}}" for k, g in groups.items())
        ends = f"{measure.least} to {measure.greatest(K)}"
        lines.append(f"{name:<26} {said}  {ends:<9} {measure.better}")
    return lines


def _value(group: Group, name: str) -> str:
    value = group.found.values[name]
    if name in group.found.given_up:
        return "not computed"
    return "undefined" if math.isnan(value) else f"{value:.6f}"


def _numbers(named: Any) -> dict[str, float | None]:
    """The fields of a named tuple, with None for what is undefined."""
    return {key: _or_null(x) for key, x in named._asdict().items()}


def _or_null(x: float) -> float | None:
    return None if math.isnan(x) else float(x)


def _level(parser: argparse.ArgumentParser, given: argparse.Namespace) -> float | None:
    if given.interval is None:
        return None
    try:
        level = float(given.interval)
    except ValueError:
        level = math.nan
    if not 0 < level < 1:
        parser.error(
            f"--interval must be between 0 and 1, such as 0.95, not {given.interval!r}"
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
    counts, labels = _files.count(parser, given, labels)
    classes: list[Any] = labels or _files.span(counts)
    import numpy as np

    from .evaluate import SHOWN
    from .uncertainty import difference

    K = len(classes)
    if K > _MOST_VERSUS:
        parser.error(f"--versus takes at most {_MOST_VERSUS} classes; there are {K}")
    place = {str(label): k for k, label in enumerate(classes)}
    table = np.zeros((K, K, K), dtype=np.int64)
    for cell, count in counts.items():
        at = cell if labels is not None else tuple(str(int(value)) for value in cell)
        table[tuple(place[value] for value in at)] += count
    from .catalogue import MEASURES

    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: _warn(str(message))
        found = {
            name: difference(name, table, level=level, rng=0)
            for name in names or [n for n in SHOWN if not MEASURES[n].searches]
        }
    print(
        _json_of(given, classes, table, found)
        if given.format == "json"
        else _text_of(given, found)
    )
    return 0


def _json_of(given: Any, classes: list[Any], table: Any, found: Any) -> str:
    report = {
        "ordref": __version__,
        "file": given.file,
        "observations": int(table.sum()),
        "classes": classes,
        "differences": {
            name: _numbers(each)
            | {"values": [*map(_or_null, each.values)], "exact": each.exact}
            for name, each in found.items()
        },
    }
    return json.dumps(report, indent=2, allow_nan=False, ensure_ascii=False)


def _text_of(given: Any, found: Any) -> str:
    def shown(x: float) -> str:
        return "undefined" if math.isnan(x) else f"{x:.4f}"

    lines = [
        f"{given.pred} less {given.versus}; p by exchanging their predictions, exact "
        "where it has no ~",
        "",
        f"{'measure':<26} {'first':>9} {'second':>9} {'less':>9}  {'interval':<20} p",
    ]
    for name, each in found.items():
        ends = f"{shown(each.low)} to {shown(each.high)}"
        if math.isnan(each.low):
            ends = "no interval"
        p = (
            ""
            if math.isnan(each.pvalue)
            else "~" * (not each.exact) + f"{each.pvalue:.4f}"
        )
        first, second = map(shown, each.values)
        lines.append(
            f"{name:<26} {first:>9} {second:>9} {shown(each.value):>9}  {ends:<20} {p}"
        )
    return "\n".join(line.rstrip() for line in lines)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(USAGE, f"{self.prog}: error: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m ordref",
        description="Print every measure of the true and the predicted classes in two "
        "columns of a file, or of a table of counts.",
        epilog="Without --labels the classes must be whole numbers, and are those from "
        "the smallest to the largest seen in either column: a file without the top "
        "class has one class fewer. With --labels a class is what is written, and 01 is "
        "not 1. "
        "A search that would take long is not computed, and the ends between which its "
        "value lies are printed. "
        "The exit code is 0; 1 if the contents of the file are at fault; 2 if the "
        "command is.",
    )
    add = parser.add_argument
    add(
        "file",
        metavar="FILE",
        help="CSV or TSV in UTF-8 with a header, perhaps compressed by gzip, or Parquet or "
        "Arrow, which take pyarrow; - reads from the pipe. It is counted in pieces",
    )
    add("--true", metavar="COL", help="the column of true classes")
    add("--pred", metavar="COL", help="the column of predicted classes")
    add(
        "--by",
        metavar="COL",
        help="a column of groups, such as folds: one matrix for each",
    )
    add(
        "--weight",
        metavar="COL",
        help="a column to sum, such as counts, which intervals take it for",
    )
    add(
        "--matrix",
        action="store_true",
        help="the file is a table of counts, true classes in rows, perhaps with the names "
        "of the classes above and to the left",
    )
    add(
        "--labels",
        metavar="a,b,c",
        help="the classes from lowest to highest; quote one that holds a comma",
    )
    add(
        "--measures",
        metavar="a,b,c",
        help="which measures to print; by default all",
    )
    add(
        "--interval",
        nargs="?",
        const="0.95",
        metavar="LEVEL",
        help="print an interval for each value, by the delta method; 0.95 by default",
    )
    add(
        "--versus",
        metavar="COL",
        help="the column of a second classifier: print the differences of the two, with "
        "intervals and p-values, of all measures that need no search",
    )
    add(
        "--sep",
        metavar="CHAR",
        help="what separates the columns, tab for a tabulator; by default that, if the "
        "name of the file ends in .tsv, else a comma",
    )
    add(
        "--format",
        choices=FORMATS,
        default="table",
        help="what to print. In JSON null, in CSV nothing, where undefined or not computed",
    )
    add(
        "--json",
        action="store_const",
        dest="format",
        const="json",
        help="the same as --format json",
    )
    add("--html", metavar="OUT", help="write a report as one file of HTML as well")
    add(
        "--book",
        metavar="ADDRESS",
        help="where the pages of the book are, for the links of the report; by default "
        "where make book puts them, if they are there",
    )
    add("--version", action="version", version=f"ordref {__version__}")
    return parser


def _split(
    parser: argparse.ArgumentParser, option: str, given: str | None
) -> list[str] | None:
    if given is None:
        return None
    row = next(csv.reader([given], skipinitialspace=True), [])
    split = [part.strip() for part in row]
    if not split or "" in split:
        parser.error(f"{option} has an empty part: give one between any two commas")
    for part, times in Counter(split).items():
        if times > 1:
            parser.error(f"{option} has {part!r} twice: each once, in order")
    if len(split) > MOST_CLASSES:
        parser.error(f"{option} has {len(split)}, and takes at most {MOST_CLASSES}")
    return split


def _measures(parser: argparse.ArgumentParser, given: str | None) -> list[str] | None:
    names = _split(parser, "--measures", given)
    if names:
        from ._names import instead
        from .evaluate import SHOWN

        for name in names:
            if name not in SHOWN:
                parser.error(
                    f"--measures has {name!r}, which has no row{instead(name, SHOWN)}"
                )
    return names


def _to_nowhere() -> None:
    """What is still to be flushed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as head, has left.
        _to_nowhere()
        code = 0
    except OSError as error:  # a full disk
        _to_nowhere()
        print(
            f"python -m ordref: error: cannot write: {error.strerror}", file=sys.stderr
        )
        code = USAGE
    sys.exit(code)
