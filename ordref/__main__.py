"""Every measure of two columns of a CSV file: ``python -m ordref``."""

import argparse
import csv
import json
import math
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from . import __version__

# The command cannot be carried out as given; the contents of the file are at fault.
USAGE, CONTENTS = 2, 1
_INTEGER = re.compile(r"[+-]?\d{1,18}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = parser.parse_args(arguments)
    labels = _split(parser, given.labels)
    rows = _read(parser, given.file)
    true, pred = (_column(parser, rows, name) for name in (given.true, given.pred))
    if len(rows) == 1:
        _refuse(f"{given.file} has a header and no observations")
    for number, row in rows[1:]:
        if len(row) != len(rows[0][1]):
            _refuse(
                f"line {number} of {given.file} has {len(row)} fields, "
                f"the header {len(rows[0][1])}"
            )
    sides: list[list[Any]] = []
    for column, name in ((true, given.true), (pred, given.pred)):
        sides.append([row[column].strip() for _, row in rows[1:]])
        if "" in sides[-1]:
            number = rows[1 + sides[-1].index("")][0]
            _refuse(f"line {number} of {given.file} has no value in column {name!r}")
    if all(_INTEGER.fullmatch(v) for v in [*sides[0], *sides[1], *(labels or [])]):
        sides = [[int(v) for v in side] for side in sides]
        labels = labels and [int(v) for v in labels]
    from .confusion import confusion_matrix
    from .measures import MEASURES, values

    _check_labels(given, rows, sides, labels)
    try:
        cm = confusion_matrix(sides[0], sides[1], labels=labels)
    except ValueError as error:
        _refuse(str(error))
    found = values(cm)
    if labels is None:
        low = min(min(side) for side in sides)
        labels = [low + k for k in range(len(cm))]
    if given.json:
        measures = {k: None if math.isnan(v) else v for k, v in found.items()}
        report = {
            "ordref": __version__,
            "file": given.file,
            "observations": int(cm.sum()),
            "classes": labels,
            "confusion_matrix": cm.tolist(),
            "measures": measures,
        }
        print(json.dumps(report, indent=2, allow_nan=False, ensure_ascii=False))
        return 0
    N, classes = int(cm.sum()), ", ".join(map(str, labels))
    lines = [
        f"{N} observation{'s' * (N > 1)}, {len(cm)} classes in order: {classes}",
        "",
    ]
    lines.append(f"{'measure':<26} {'value':>12}  {'range':<9} better")
    for name, value in found.items():
        m = MEASURES[name]
        ends = f"{m.least} to {m.greatest(len(cm))}"
        shown = "undefined" if math.isnan(value) else f"{value:.6f}"
        lines.append(f"{name:<26} {shown:>12}  {ends:<9} {m.better}")
    print("\n".join(lines))
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(USAGE, f"{self.prog}: error: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m ordref",
        description="Print every measure of the true and the predicted classes in two "
        "columns of a CSV file with a header.",
        epilog="Without --labels the classes must be whole numbers, and are those from "
        "the smallest to the largest seen in either column. "
        "The exit code is 0; 1 if the contents of the file are at fault; 2 if the "
        "command is.",
    )
    add = parser.add_argument
    add(
        "file", metavar="FILE.csv", help="comma-separated, UTF-8; - reads from the pipe"
    )
    add("--true", required=True, metavar="COL", help="the column of true classes")
    add("--pred", required=True, metavar="COL", help="the column of predicted classes")
    add(
        "--labels",
        metavar="a,b,c",
        help="the classes from lowest to highest; quote one that holds a comma",
    )
    add("--json", action="store_true", help="print JSON; null where undefined")
    add("--version", action="version", version=f"ordref {__version__}")
    return parser


def _split(parser: argparse.ArgumentParser, labels: str | None) -> list[Any] | None:
    if labels is None:
        return None
    split = [label.strip() for label in next(csv.reader([labels]), [])]
    if not split or "" in split:
        parser.error("--labels has an empty class: give the classes between commas")
    twice = [label for label in split if split.count(label) > 1]
    if twice:
        parser.error(f"--labels has {twice[0]!r} twice: each class once, in order")
    return split


def _read(parser: argparse.ArgumentParser, file: str) -> list[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its (last) line."""
    try:
        if file == "-":
            text = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as opened:
                text = opened.read()
    except OSError as error:
        parser.error(f"cannot read {file}: {error.strerror}")
    try:
        lines = text.decode("utf-8-sig").splitlines(keepends=True)
    except UnicodeDecodeError:
        _refuse(f"{file} is not UTF-8 text: save it as CSV in UTF-8")
    reader = csv.reader(lines, strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        _refuse(f"line {reader.line_num} of {file} is not CSV: {error}")
    if not rows:
        _refuse(f"{file} is empty: it needs a header and observations")
    return rows


def _column(
    parser: argparse.ArgumentParser, rows: list[tuple[int, list[str]]], name: str
) -> int:
    header = [column.strip() for column in rows[0][1]]
    if header.count(name) > 1:
        parser.error(f"the file has {header.count(name)} columns called {name!r}")
    if name not in header:
        columns = ", ".join(map(repr, header))
        hint = " (is it separated by commas?)" if len(header) == 1 else ""
        parser.error(f"there is no column {name!r}; there are {columns}{hint}")
    return header.index(name)


def _check_labels(
    given: argparse.Namespace,
    rows: list[tuple[int, list[str]]],
    sides: list[list[Any]],
    labels: list[Any] | None,
) -> None:
    for side, name in zip(sides, (given.true, given.pred), strict=True):
        for (number, _), value in zip(rows[1:], side, strict=True):
            if labels is None and not _INTEGER.fullmatch(str(value)):
                _refuse(
                    f"the order of the classes is unknown: column {name!r} has "
                    f"{value!r} in line {number}; give --labels, from lowest to highest"
                )
            if labels is not None and value not in labels:
                known = ",".join(map(str, labels))
                _refuse(
                    f"line {number} of {given.file}: column {name!r} has {value!r}, "
                    f"which is not among --labels {known}"
                )


def _refuse(message: str) -> NoReturn:
    print(f"python -m ordref: error: {message}", file=sys.stderr)
    raise SystemExit(CONTENTS)


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as head, has left; what is still to flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)
