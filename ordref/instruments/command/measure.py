"""Every measure of two columns of a file, or of a table of counts.

If a measure would need a long search, proved bounds are printed instead of its value.
Intervals of groups have a row for each measure and group in CSV.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted.

two examples:
  ordref measure results.csv --true y --pred y_hat --labels low,mid,high
  ordref measure counts.csv --matrix --measures mae,spearman --interval
"""

from __future__ import annotations

import csv
import io
import math
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from ...matrices.check import as_matrices
from ...matrices.entries import count_with_noun
from ..files.faults import UsageError
from ..report.page import MARK, html_page, with_words
from ..report.rows import Entry, Findings, rows_of_measures
from ..report.sheet import latex, markdown, sheet_of_findings
from ..report.values import checked_names, doubts_of, intervals_of, level_of, values_of
from . import options, text
from .counted import matrices_of
from .options import Options, Parser

FORMATS = ("table", "markdown", "latex", "csv", "json")
# How an address begins that is neither of pages nor a folder, also of a drive.
_SCHEME = re.compile(r"(?!(https?|file):)[a-z][a-z0-9+.-]+:", re.IGNORECASE)


def add_options(parser: Parser) -> None:
    # fmt: off
    add = options.add_columns(parser)
    add("--by", **options.COLUMN,
        help="a column of groups, such as folds: one matrix for each")
    add("--weight", **options.COLUMN,
        help="a column of counts or weights to sum (--interval treats them as counts)")
    add = options.add_measures(parser)
    options.add_level(add, "report an interval for each value, also of each group")
    add = options.add_format(parser, *FORMATS)
    add("--html", metavar="OUT",
        help="also write a report as one HTML file; it may replace another report")
    add("--force", **options.FLAG, help="let the report replace any file except the input")
    add("--book", metavar="ADDRESS",
        help="base address of the book, for links in the report (default: the local build, if "
        "there is one)")
    # fmt: on


def carry_out(args: Options) -> int:
    options.check_columns(args)
    if args.html is not None:
        _check_html(args)
    # A browser leaves out blanks and controls.
    if _SCHEME.match(re.sub(r"[\0- ]", "", args.book or "")):
        raise UsageError(
            "--book must be an address that begins with http:, https: or file:, or a "
            f"folder, not {args.book!r}"
        )
    classes, matrices = matrices_of(args, args.by, args.weight)
    findings = _findings(args, classes, matrices, args.measures)
    text.put(_written(args, findings), args.format)
    if args.html is not None:
        _write_page(args, findings)
    return 0


def _check_html(args: Options) -> None:
    """Refuse to write the report over the input, or over anything but another report."""
    out = Path(args.html)
    if args.html == "-":
        raise UsageError("--html writes a file: give its name, not -")
    same = False
    with suppress(OSError, ValueError, AttributeError):  # one of the two is not a file
        source = sys.stdin.fileno() if args.file == "-" else args.file
        same = os.path.samefile(source, out)
    if same:
        raise UsageError(f"--html {out} is the input file: name another")
    if not out.is_file() or args.force:
        return
    try:
        with open(out, "rb") as file:
            start = file.read(1000)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    if start and MARK.encode() not in start:
        raise UsageError(f"{out} is not a report of ordref: --force overwrites it")


def _findings(
    args: Options, classes: list[Any], matrices: dict[str, Any], measures: Sequence[str] | None
) -> Findings:
    """The measures of all matrices: values share one budget of searches, intervals another."""
    names, intervals = checked_names(measures), None
    prefixes = [f"{args.file}{f', {group}' * bool(group)}: " for group in matrices]
    for prefix, cm in zip(prefixes, matrices.values(), strict=True):
        with text.relayed(prefix):
            as_matrices(cm)
    n = np.stack(list(matrices.values()))
    level = args.interval or level_of(measures, n)
    with text.relayed(f"{args.file}: "):
        values = values_of(n, names)
    # In a block of its own: these searches give the same warnings again.
    with text.relayed(""):
        if level:
            intervals = intervals_of(n, names, level, prefixes)
    # Of SUP the functions have warned.
    for doubt in doubts_of(intervals, prefixes) if intervals else ():
        if "SUP" not in doubt:
            text.print_warning(doubt)
    return Findings(classes, matrices, rows_of_measures(len(classes), values, intervals))


def _write_page(args: Options, findings: Findings) -> None:
    first = findings
    if not args.measures:
        first = _findings(args, findings.classes, findings.matrices, "report")
    try:
        with text.relayed(f"{args.file}: "):
            page = html_page(args.file, findings, args.book, first)
        # A file name need not be valid UTF-8.
        Path(args.html).write_text(page, "utf-8", "xmlcharrefreplace")
    except ImportError as error:
        raise UsageError(error) from None
    except OSError as error:
        raise UsageError(f"cannot write {args.html}: {error.strerror}") from None


# ------------------------------------------------------------------- what is printed


def _written(args: Options, findings: Findings) -> str:
    """The report on the matrix of each group, or on the only one."""
    if args.format == "json":
        return _as_json(args, findings)
    if args.format == "table":
        return _as_table(args, findings)
    if args.format == "csv":
        return _as_csv(findings)
    sheet = sheet_of_findings(findings)
    if args.measures == "report":
        sheet = with_words(sheet, findings.rows)
    source = markdown(sheet) if args.format == "markdown" else latex(sheet)
    return "\n".join(map(text.printable, source.split("\n")))


def _as_csv(findings: Findings) -> str:
    """The digits that hold, names in place of symbols, and empty cells for undefined values."""
    columns = [group or "value" for group in findings.matrices]
    if findings.with_intervals:
        # One row for each group: a column "a low" could be the name of another group.
        columns = ["group"] * ("" not in findings.matrices) + ["value", "low", "high"]
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["measure", *columns, "least", "greatest", "better"])
    for row in findings.rows:
        of_groups: list[list[Any]] = [
            [group] * bool(group) + [*map(text.twelve_digits, entry.around)]
            for group, entry in zip(findings.matrices, row.entries, strict=True)
            if entry.around is not None
        ]
        for cells in of_groups or [[text.twelve_digits(entry.value) for entry in row.entries]]:
            filled = ["" if cell != cell else cell for cell in cells]
            m = row.measure
            writer.writerow([m.name, *filled, m.least, row.greatest, m.better])
    return lines.getvalue().removesuffix("\n")


def _observations(cm: Any) -> Any:
    """The sum of a matrix, as an int if it is whole."""
    total = cm.sum().item()
    return int(total) if total == int(total) else total


def _as_json(args: Options, findings: Findings) -> str:
    reports: dict[str, dict[str, Any]] = {}
    for k, (group, cm) in enumerate(findings.matrices.items()):
        entries = {row.measure.name: row.entries[k] for row in findings.rows}
        reports[group] = {
            "observations": _observations(cm),
            "confusion_matrix": cm.tolist(),
            "measures": {n: text.or_null(e.value) for n, e in entries.items()},
            "not_computed": {n: e.within for n, e in entries.items() if e.within},
        }
        if findings.with_intervals:
            intervals = {n: text.numbers(e.interval) for n, e in entries.items()}
            reports[group]["intervals"] = intervals
    total = sum(map(_observations, findings.matrices.values()))
    payload: dict[str, Any] = {"observations": total, "classes": findings.classes}
    if args.measures == "report":
        payload["blind_to"] = {r.measure.name: r.measure.blind for r in findings.rows}
    payload |= reports[""] if args.by is None else {"groups": reports}
    return text.as_json(args, **payload)


def _as_table(args: Options, findings: Findings) -> str:
    total = _observations(sum(findings.matrices.values()))
    first = next(iter(findings.matrices.values()))  # all have one dtype
    weighed = args.weight is not None or first.dtype.kind == "f"
    counted = f"a weight of {total}" if weighed else count_with_noun(total, "observation")
    classes = count_with_noun(len(findings.classes), "class", "classes")
    names = text.printable(", ".join(map(str, findings.classes)))
    head = f"{counted}, {classes} in order: {names}"
    lines = _lines_of_one if args.by is None else _lines_of_groups
    tail = []
    if args.measures == "report":
        blind = [(text.name_of_row(r.measure.name), r.measure.blind) for r in findings.rows]
        tail = ["", *(f"{name:<26} is blind to: {to}" for name, to in blind)]
    return "\n".join([head, "", *lines(args, findings), *tail])


def _line(measure: str, cells: str, ends: str, better: str) -> str:
    return f"{measure:<26} {cells}  {ends:<9} {better}"


def _cell(entry: Entry) -> str:
    words = "not computed" if entry.within else text.number(entry.value, 6)
    return f"{words:>12}"


def _lines_of_one(args: Options, findings: Findings) -> list[str]:
    head = _line("measure", f"{'value':>12}", "range", "better")
    lines = [head + "   interval" * findings.with_intervals]
    for row in findings.rows:
        (entry,) = row.entries
        ends = "{:.6f} to {:.6f}".format(*entry.within) if entry.within else row.range
        name = text.name_of_row(row.measure.name)
        line = _line(name, _cell(entry), ends, row.measure.better)
        if entry.around is not None:
            line = f"{line:<58}  {text.ends('{:.4f} to {:.4f}', entry.around)}"
        lines.append(line)
    return lines


def _lines_of_groups(args: Options, findings: Findings) -> list[str]:
    """A column for each group, with values and intervals aligned."""
    columns = []
    for k, group in enumerate(map(text.printable, findings.matrices)):
        entries = [row.entries[k] for row in findings.rows]
        cells = [*map(_cell, entries)]
        if findings.with_intervals:
            ends = [
                "" if math.isnan(e.value) else text.ends("[{:.4f}, {:.4f}]", e.around)
                for e in entries
            ]
            width = max(map(len, ends))
            cells = [f"{v} {e:<{width}}" for v, e in zip(cells, ends, strict=True)]
        width = max(map(len, [group, *cells]))
        columns.append([f"{cell:>{width}}" for cell in [group, *cells]])
    above, *rows = map(" ".join, zip(*columns, strict=True))
    lines = [f"{text.printable(args.by):<26} {above}"]
    lines.append(_line("measure", " " * len(above), "range", "better"))
    for row, cells_of_row in zip(findings.rows, rows, strict=True):
        name = text.name_of_row(row.measure.name)
        lines.append(_line(name, cells_of_row, row.range, row.measure.better))
    return lines
