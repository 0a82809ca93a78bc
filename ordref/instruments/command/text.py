"""What the command line prints, in characters that the output can show."""

from __future__ import annotations

import codecs
import csv
import io
import json
import math
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from inspect import signature
from typing import Any

from ... import __version__
from ...matrices.entries import several
from ..catalogue.on_request import ROWS
from ..files.tally import FileError
from ..report.page import with_words
from ..report.rows import Entry, Findings
from ..report.sheet import latex, markdown, sheet_of_findings
from ..uncertainty.arguments import FEW

# Error handlers that keep unencodable characters readable in Markdown and JSON.
_ESCAPES = {"markdown": "xmlcharrefreplace", "json": "ordref.json"}
# Where a file in JSON has counts.
_COUNTS = {"confusion_matrix", "cm", "observations"}
# What messages of the package say, and what the command line says instead.
_INSTEAD = {
    r"n_resamples sets how many are drawn": "--measures names fewer",
    r"\b(measures|labels)=(?=[ ,;]|$)": r"--\1",
    r"^printed (has|must)\b": r"--identify \1",
    ", or a number with decimals=": "",
    r"\bcm (has|must|is)\b": r"the table \1",
    r"\b(row|column|entries) of cm\b": r"\1 of the table",
}
# Characters that a terminal obeys: controls, line ends, directions of writing.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    """The text on one line, with characters that a terminal would obey escaped."""
    return _STEERING.sub(lambda c: repr(c[0])[1:-1], text)


def say(message: str) -> None:
    print(f"python -m ordref: {printable(message)}", file=sys.stderr)


def warn(warning: str | None) -> None:
    if warning is not None:
        say(f"warning: {of_command(warning)}")


def of_command(message: Warning | Exception | str) -> str:
    """A message of the package in terms of the command line.

    Examples
    --------
    >>> of_command("cm has a negative entry, -1.0, at (0, 1)")
    'the table has a negative entry, -1.0, in row 1 and column 2'
    """

    def place(at: re.Match[str]) -> str:
        row, column = (int(k) + 1 for k in at.groups())
        return f"in row {row} and column {column}"

    def classes(few: re.Match[str]) -> str:
        return f"--labels {few[1].replace(' ', '')}"

    message = re.sub(
        r"\blabels=\[([-0-9, ]+)\](; if there are.*)?", classes, str(message)
    )
    text = re.sub(r"\bat \((\d+), (\d+)\)", place, message)
    for words, own in _INSTEAD.items():
        text = re.sub(words, own, text)
    return text


@contextmanager
def told(whose: str, kind: type[FileError] = FileError) -> Iterator[None]:
    """Print warnings in one line, and raise errors as `kind`, in terms of the command line."""

    def told(message: Warning | str, *_: Any, **__: Any) -> None:
        warn(str(message))

    with warnings.catch_warnings():
        warnings.showwarning = told
        try:
            yield
        except ValueError as error:
            raise kind(f"{whose}{of_command(error)}") from None


def put(text: str, how: str) -> None:
    """Print a text; escape characters that the output cannot encode."""
    encoding = sys.stdout.encoding or "utf-8"
    escaped = text.encode(encoding, _ESCAPES.get(how, "backslashreplace"))
    print(escaped.decode(encoding))


def _as_escape_of_json(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("ordref.json", _as_escape_of_json)


def report(given: Any, found: Findings) -> str:
    """The report on the matrix of each group, or on the only one."""
    if given.format == "json":
        return _as_json(given, found)
    if given.format == "table":
        return _as_text(given, found)
    if given.format == "csv":
        return _as_csv(found)
    sheet = sheet_of_findings(found)
    if given.measures == "report":
        sheet = with_words(sheet, found.rows)
    text = markdown(sheet) if given.format == "markdown" else latex(sheet)
    return "\n".join(map(printable, text.split("\n")))


def _as_csv(found: Findings) -> str:
    """The digits that hold, names in place of symbols, and empty cells for undefined values."""
    columns = [group or "value" for group in found.matrices]
    if found.with_intervals:
        # One row for each group: a column "a low" could be the name of another group.
        columns = ["group"] * ("" not in found.matrices) + ["value", "low", "high"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["measure", *columns, "least", "greatest", "better"])
    for row in found.rows:
        lines: list[list[Any]] = [
            [group] * bool(group) + [*map(held, entry.around)]
            for group, entry in zip(found.matrices, row.entries, strict=True)
            if entry.around is not None
        ]
        for cells in lines or [[held(entry.value) for entry in row.entries]]:
            said = ["" if cell != cell else cell for cell in cells]
            m = row.measure
            writer.writerow([m.name, *said, m.least, row.greatest, m.better])
    return text.getvalue().removesuffix("\n")


def _observations(cm: Any) -> Any:
    """The sum of a matrix, as an int if it is whole."""
    total = cm.sum().item()
    return int(total) if total == int(total) else total


def _json(given: Any, **others: Any) -> str:
    told = {"ordref": __version__, "file": given.file, **_with_held(others)}
    return json.dumps(told, indent=2, allow_nan=False, ensure_ascii=False)


def _with_held(told: Any) -> Any:
    """The same with numbers as `held` has them; counts, and sums of counts, stay."""
    if isinstance(told, dict):
        return {k: x if k in _COUNTS else _with_held(x) for k, x in told.items()}
    if isinstance(told, list | tuple):
        return [*map(_with_held, told)]
    return held(told) if isinstance(told, float) else told


def _numbers(named: Any) -> dict[str, float | None]:
    """The numbers of a result by name, with None for ``nan``."""
    return {key: _or_null(x) for key, x in named._asdict().items()}


def held(x: float) -> float:
    """A number with the twelve digits that are the same on every processor.

    Examples
    --------
    >>> held(0.9500000000000001), held(2 / 3), held(1)
    (0.95, 0.666666666667, 1.0)
    """
    return float(f"{x:.12g}")


def _or_null(x: float) -> float | None:
    return None if math.isnan(x) else float(x)


def _number(x: float, digits: int) -> str:
    return "undefined" if math.isnan(x) else f"{x:.{digits}f}"


def _as_json(given: Any, found: Findings) -> str:
    reports: dict[str, dict[str, Any]] = {}
    for k, (group, cm) in enumerate(found.matrices.items()):
        entries = {row.measure.name: row.entries[k] for row in found.rows}
        reports[group] = {
            "observations": _observations(cm),
            "confusion_matrix": cm.tolist(),
            "measures": {name: _or_null(each.value) for name, each in entries.items()},
            "not_computed": {n: e.within for n, e in entries.items() if e.within},
        }
        if found.with_intervals:
            intervals = {name: _numbers(e.interval) for name, e in entries.items()}
            reports[group]["intervals"] = intervals
    total = sum(map(_observations, found.matrices.values()))
    both: dict[str, Any] = {"observations": total, "classes": found.classes}
    if given.measures == "report":
        both["blind_to"] = {r.measure.name: r.measure.blind for r in found.rows}
    one = reports[""] if given.by is None else {"groups": reports}
    return _json(given, **both | one)


def _as_text(given: Any, found: Findings) -> str:
    total = _observations(sum(found.matrices.values()))
    one = next(iter(found.matrices.values()))  # all have one dtype
    weighed = given.weight is not None or one.dtype.kind == "f"
    counted = f"a weight of {total}" if weighed else several(total, "observation")
    classes = several(len(found.classes), "class", "classes")
    shown = printable(", ".join(map(str, found.classes)))
    head = f"{counted}, {classes} in order: {shown}"
    lines = _lines_of_one(found) if given.by is None else _lines_of_groups(given, found)
    if given.measures == "report":
        blind = [(_row_of(r.measure.name), r.measure.blind) for r in found.rows]
        lines += ["", *(f"{name:<26} is blind to: {to}" for name, to in blind)]
    return "\n".join([head, "", *lines])


def _row_of(name: str) -> str:
    """The name of a measure, with its parameter k if it has one."""
    k = signature(ROWS[name].function).parameters.get("k")
    return name if k is None else f"{name} (k={k.default})"


def _line(measure: str, cells: str, ends: str, better: str) -> str:
    return f"{measure:<26} {cells}  {ends:<9} {better}"


def _said(entry: Entry) -> str:
    return "not computed" if entry.within else _number(entry.value, 6)


def _lines_of_one(found: Findings) -> list[str]:
    head = _line("measure", f"{'value':>12}", "range", "better")
    lines = [head + "   interval" * found.with_intervals]
    for row in found.rows:
        (entry,) = row.entries
        ends = "{:.6f} to {:.6f}".format(*entry.within) if entry.within else row.range
        name, cell = _row_of(row.measure.name), f"{_said(entry):>12}"
        line = _line(name, cell, ends, row.measure.better)
        if entry.around is not None:
            line = f"{line:<58}  {_ends('{:.4f} to {:.4f}', entry.around)}"
        lines.append(line)
    return lines


def _ends(form: str, around: Any) -> str:
    """The ends of an interval as text, or "no interval"."""
    if math.isnan(around.low):
        return "no interval"
    return form.format(around.low, around.high)


def _lines_of_groups(given: Any, found: Findings) -> list[str]:
    """A column for each group, with values and intervals aligned."""
    columns = []
    for k, group in enumerate(map(printable, found.matrices)):
        entries = [row.entries[k] for row in found.rows]
        cells = [f"{_said(entry):>12}" for entry in entries]
        if found.with_intervals:
            ends = [
                "" if math.isnan(e.value) else _ends("[{:.4f}, {:.4f}]", e.around)
                for e in entries
            ]
            width = max(map(len, ends))
            cells = [f"{v} {e:<{width}}" for v, e in zip(cells, ends, strict=True)]
        width = max(map(len, [group, *cells]))
        columns.append([f"{cell:>{width}}" for cell in [group, *cells]])
    above, *said = map(" ".join, zip(*columns, strict=True))
    lines = [f"{printable(given.by):<26} {above}"]
    lines.append(_line("measure", " " * len(above), "range", "better"))
    for row, cell in zip(found.rows, said, strict=True):
        name = _row_of(row.measure.name)
        lines.append(_line(name, cell, row.range, row.measure.better))
    return lines


def identified(given: Any, found: Any) -> str:
    """The possible origins of a published number."""
    if given.format == "table":
        return str(found)
    origins = [asdict(origin) for origin in found]
    return _json(given, asked=found.asked, found=found.found, origins=origins)


# ------------------------------------------------------------------- two classifiers


def differences(
    given: Any, found: Any, classes: list[Any], N: int, G: int | None
) -> str:
    """The differences by measure; N observations, in G groups if there are any."""
    if given.format == "json":
        many = {"observations": N} | ({} if G is None else {"groups": G})
        note = {"note": given.adjust} if given.adjust else {}
        told = {
            name: _numbers(d) | {"values": [*map(_or_null, d.values)], "exact": d.exact}
            for name, d in found.items()
        }
        return _json(given, **many, classes=classes, **note, differences=told)
    groups, how = "", "exchanging their predictions, exact unless marked ~"
    if G is not None:
        groups = f", in {G} groups by {printable(given.groups)}"
        how = "exchanging the predictions of whole groups, exact"
        how += " unless marked ~" if G >= FEW else "; where marked ~, by Student's t"
    lines = [
        f"{printable(given.pred)} less {printable(given.versus)}{groups}; p by "
        f"{how}{f'; {given.adjust}' if given.adjust else ''}",
        "",
        f"{'measure':<26} {'first':>9} {'second':>9} {'less':>9}  {'interval':<20} p",
    ]
    for name, each in found.items():
        p = "<0.0001" if each.pvalue < 0.0001 else f"{each.pvalue:.4f}"
        p = "" if math.isnan(each.pvalue) else "~" * (not each.exact) + p
        three = (*each.values, each.value)
        numbers = " ".join(f"{_number(x, 4):>9}" for x in three)
        ends = _ends("{:.4f} to {:.4f}", each)
        lines.append(f"{_row_of(name):<26} {numbers}  {ends:<20} {p}".rstrip())
    return "\n".join(lines)


# ------------------------------------------------------------------- how many


def plan(given: Any, found: Any, classes: list[Any]) -> str:
    """The number of observations that each measure needs, and the class that decides it."""
    if given.format == "json":
        sizes = {name: {"observations": n, **vars(n)} for name, n in found.items()}
        return _json(given, classes=classes, sizes=sizes)
    lines = [f"{'measure':<26} {'observations':>16}  decided by"]
    for name, n in found.items():
        by = "" if n.decided_by is None else printable(str(classes[n.decided_by]))
        lines.append(f"{_row_of(name):<26} {n:>16}  {by}".rstrip())
    return "\n".join(lines)
