"""What the command line prints, and how it is written for the output that there is."""

from __future__ import annotations

import codecs
import csv
import io
import json
import math
import sys
from inspect import signature
from typing import Any

from .. import __version__
from ..catalogue.on_request import ROWS
from ..labels.tally import printable
from ..matrices.entries import several
from ..report.rows import Around, Entry, Row
from ..report.sheet import latex, markdown, sheet_of_rows
from ..uncertainty.measured import FEW

# How letters are written that the output does not know: so that Markdown and JSON have them.
_ESCAPES = {"markdown": "xmlcharrefreplace", "json": "ordref.json"}


def put(text: str, how: str) -> None:
    """Print it, whatever letters the output knows: a pipe of Windows has not all."""
    encoding = sys.stdout.encoding or "utf-8"
    escaped = text.encode(encoding, _ESCAPES.get(how, "backslashreplace"))
    print(escaped.decode(encoding))


def _as_escape_of_json(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("ordref.json", _as_escape_of_json)


def report(
    given: Any, classes: list[Any], matrices: dict[str, Any], rows: list[Row]
) -> str:
    """What is printed of the matrix of each group, or of the one under the name ''."""
    if given.format == "json":
        return _as_json(given, classes, matrices, rows)
    if given.format == "table":
        return _as_text(given, classes, matrices, rows)
    if given.format == "csv":
        return _as_csv(rows, list(matrices))
    made = {"markdown": markdown, "latex": latex}
    text = made[given.format](sheet_of_rows(rows, list(matrices)))
    return "\n".join(map(printable, text.split("\n")))


def _as_csv(rows: list[Row], groups: list[str]) -> str:
    """All digits, names in place of symbols, and nothing where a value is undefined."""
    columns = [group or "value" for group in groups]
    if rows[0].entries[0].interval is not None:
        # A column for each end of each group might be called as another group.
        columns = ["group"] * ("" not in groups) + ["value", "low", "high"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["measure", *columns, "least", "greatest", "better"])
    for row in rows:
        found: list[list[Any]] = [
            [group] * bool(group) + [*entry.around]
            for group, entry in zip(groups, row.entries, strict=True)
            if entry.around is not None
        ]
        for cells in found or [[entry.value for entry in row.entries]]:
            told = ["" if cell != cell else cell for cell in cells]
            ends = row.least, row.greatest, row.measure.better
            writer.writerow([row.measure.name, *told, *ends])
    return text.getvalue().removesuffix("\n")


def _observations(cm: Any) -> Any:
    """How many, as a whole number if it is one."""
    total = cm.sum().item()
    return int(total) if total == int(total) else total


def _as_json(
    given: Any, classes: list[Any], matrices: dict[str, Any], rows: list[Row]
) -> str:
    reports: dict[str, Any] = {}
    for k, (group, cm) in enumerate(matrices.items()):
        found = {row.measure.name: row.entries[k] for row in rows}
        reports[group] = {
            "observations": _observations(cm),
            "confusion_matrix": cm.tolist(),
            "measures": {name: _or_null(one.value) for name, one in found.items()},
            "not_computed": {
                name: one.within for name, one in found.items() if one.within
            },
        }
        intervals = {name: one.interval for name, one in found.items() if one.interval}
        if intervals:
            reports[group]["intervals"] = {k: _numbers(x) for k, x in intervals.items()}
    told = {
        "ordref": __version__,
        "file": given.file,
        "observations": sum(map(_observations, matrices.values())),
        "classes": classes,
        **(reports[""] if given.by is None else {"groups": reports}),
    }
    return json.dumps(told, indent=2, allow_nan=False, ensure_ascii=False)


def _as_text(
    given: Any, classes: list[Any], matrices: dict[str, Any], rows: list[Row]
) -> str:
    total = _observations(sum(matrices.values()))
    counted = several(total, "observation")
    one = next(iter(matrices.values()))  # all have one dtype
    if given.weight is not None or one.dtype.kind == "f":
        counted = f"a weight of {total}"
    shown = printable(", ".join(map(str, classes)))
    head = f"{counted}, {several(len(classes), 'class', 'classes')} in order: {shown}"
    lines = (
        _lines_of_one(rows)
        if given.by is None
        else _lines_of_groups(given.by, list(matrices), rows)
    )
    return "\n".join([head, "", *lines])


def _row_of(name: str) -> str:
    """The name of a measure, with the number that it takes if it takes one."""
    k = signature(ROWS[name].function).parameters.get("k")
    return name if k is None else f"{name} (k={k.default})"


def _line(measure: str, cells: str, ends: str, better: str) -> str:
    return f"{measure:<26} {cells}  {ends:<9} {better}"


def _said(entry: Entry) -> str:
    return f"{entry.value:.6f}" if entry.status == "computed" else entry.status


def _lines_of_one(rows: list[Row]) -> list[str]:
    lines = [_line("measure", f"{'value':>12}", "range", "better")]
    for row in rows:
        (entry,) = row.entries
        ends = "{:.6f} to {:.6f}".format(*entry.within) if entry.within else row.range
        name, cell = _row_of(row.measure.name), f"{_said(entry):>12}"
        lines.append(_line(name, cell, ends, row.measure.better))
        if entry.around is not None:
            said = _ends_said("{:.4f} to {:.4f}", entry.around)
            lines[-1] = f"{lines[-1]:<58}  {said}"
    if rows[0].entries[0].interval is not None:
        lines[0] += "   interval"
    return lines


def _ends_said(form: str, around: Around) -> str:
    _, low, high = around
    return "no interval" if math.isnan(low) else form.format(low, high)


def _lines_of_groups(by: str, groups: list[str], rows: list[Row]) -> list[str]:
    """A column for each group: values below each other, and so their intervals."""
    heads, columns = [], []
    for k, group in enumerate(groups):
        entries = [row.entries[k] for row in rows]
        cells = [f"{_said(entry):>12}" for entry in entries]
        ends = [
            "" if math.isnan(e.value) else _ends_said("[{:.4f}, {:.4f}]", e.around)
            for e in entries
            if e.around is not None
        ]
        if ends:
            pairs = zip(cells, ends, strict=True)
            cells = [f"{cell} {end:<{max(map(len, ends))}}" for cell, end in pairs]
        head = printable(group)
        width = max(len(head), *map(len, cells))
        heads.append(f"{head:>{width}}")
        columns.append([f"{cell:>{width}}" for cell in cells])
    above = " ".join(heads)
    lines = [
        f"{printable(by):<26} {above}",
        _line("measure", " " * len(above), "range", "better"),
    ]
    for row, cells in zip(rows, zip(*columns, strict=True), strict=True):
        name, said = _row_of(row.measure.name), " ".join(cells)
        lines.append(_line(name, said, row.range, row.measure.better))
    return lines


def _numbers(named: Any) -> dict[str, float | None]:
    """The fields of a named tuple, with None for what is undefined."""
    return {key: _or_null(x) for key, x in named._asdict().items()}


def _or_null(x: float) -> float | None:
    return None if math.isnan(x) else float(x)


# ------------------------------------------------------------------- two classifiers


def difference_as_json(
    given: Any, classes: list[Any], N: int, G: int | None, found: Any
) -> str:
    """Of N observations, in G groups if there are such."""
    report = {
        "ordref": __version__,
        "file": given.file,
        "observations": N,
        **({} if G is None else {"groups": G}),
        "classes": classes,
        "differences": {
            name: _numbers(each)
            | {"values": [*map(_or_null, each.values)], "exact": each.exact}
            for name, each in found.items()
        },
    }
    return json.dumps(report, indent=2, allow_nan=False, ensure_ascii=False)


def difference_as_text(given: Any, G: int | None, found: Any) -> str:
    def shown(x: float) -> str:
        return "undefined" if math.isnan(x) else f"{x:.4f}"

    groups, how = "", "exchanging their predictions"
    if G is not None:
        groups = f", in {G} groups by {printable(given.groups)}"
        how = (
            "exchanging the predictions of whole groups" if G >= FEW else "Student's t"
        )
    lines = [
        f"{printable(given.pred)} less {printable(given.versus)}{groups}; p by "
        f"{how}, exact where it has no ~",
        "",
        f"{'measure':<26} {'first':>9} {'second':>9} {'less':>9}  {'interval':<20} p",
    ]
    for name, each in found.items():
        ends = f"{shown(each.low)} to {shown(each.high)}"
        if math.isnan(each.low):
            ends = "no interval"
        p = "<0.0001" if each.pvalue < 0.0001 else f"{each.pvalue:.4f}"
        p = "" if math.isnan(each.pvalue) else "~" * (not each.exact) + p
        first, second = map(shown, each.values)
        lines.append(
            f"{_row_of(name):<26} {first:>9} {second:>9} {shown(each.value):>9}  {ends:<20} {p}"
        )
    return "\n".join(line.rstrip() for line in lines)
