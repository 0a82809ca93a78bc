"""What the command line prints, and how it is written for the output that there is."""

from __future__ import annotations

import codecs
import json
import math
import sys
from inspect import signature
from typing import Any, NamedTuple

from .. import __version__
from ..catalogue.on_request import ROWS
from ..labels.tally import printable
from ..matrices.entries import several
from ..report.sheet import (
    Sheet,
    as_csv,
    latex,
    markdown,
    sheet_of,
)
from ..uncertainty.arguments import FEW
from ..uncertainty.results import Difference, Interval

# How letters are written that the output does not know: so that Markdown and JSON have them.
_ESCAPES = {"markdown": "xmlcharrefreplace", "json": "ordref.json"}


class Group(NamedTuple):
    """The matrix of a group, or of the whole file, and what was found of it."""

    cm: Any
    found: Any
    around: Any


def put(text: str, how: str) -> None:
    """Print it, whatever letters the output knows: a pipe of Windows has not all."""
    encoding = sys.stdout.encoding or "utf-8"
    escaped = text.encode(encoding, _ESCAPES.get(how, "backslashreplace"))
    print(escaped.decode(encoding))


def _as_escape_of_json(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("ordref.json", _as_escape_of_json)


def report(given: Any, classes: list[Any], groups: dict[str, Group]) -> str:
    """What is printed."""
    if given.format == "json":
        return _as_json(given, classes, groups)
    if given.format == "table":
        return _as_text(given, classes, groups)
    if given.format == "csv":
        return as_csv(_plain_sheet(classes, groups))
    sheet = sheet_of(len(classes), groups)
    made = {"markdown": markdown, "latex": latex}
    text = made[given.format](sheet)
    return "\n".join(map(printable, text.split("\n")))


def _plain_sheet(classes: list[Any], groups: dict[str, Group]) -> Any:
    """What CSV holds: names in place of symbols."""
    one = next(iter(groups.values()))
    columns = [group or "value" for group in groups]
    if one.around is not None:
        # A column for each end of each group might be called as another group.
        columns = ["group"] * ("" not in groups) + ["value", "low", "high"]
    rows: list[list[Any]] = []
    for name in one.found.values:
        measure = ROWS[name]
        found: list[list[Any]] = [
            [float(g.found.values[name]) for g in groups.values()]
        ]
        if one.around is not None:
            found = [
                [group] * bool(group) + [*map(float, _three(each, name))]
                for group, each in groups.items()
            ]
        ends = [measure.least, measure.greatest(len(classes)), measure.better]
        rows += [[name, *cells, *ends] for cells in found]
    return Sheet(["measure", *columns, "least", "greatest", "better"], rows)


def _three(group: Group, name: str) -> tuple[Any, Any, Any]:
    return group.found.values[name], group.around[name].low, group.around[name].high


def _observations(cm: Any) -> Any:
    """How many, as a whole number if it is one."""
    total = cm.sum().item()
    return int(total) if total == int(total) else total


def _as_json(given: Any, classes: list[Any], groups: dict[str, Group]) -> str:
    reports = {name: _report(group) for name, group in groups.items()}
    one = reports[""] if given.by is None else {"groups": reports}
    total = sum(_observations(group.cm) for group in groups.values())
    told = {
        "ordref": __version__,
        "file": given.file,
        "observations": total,
        "classes": classes,
        **one,
    }
    return json.dumps(told, indent=2, allow_nan=False, ensure_ascii=False)


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
    counted = several(total, "observation")
    one = next(iter(groups.values()))  # all have one dtype
    if given.weight is not None or one.cm.dtype.kind == "f":
        counted = f"a weight of {total}"
    shown = printable(", ".join(map(str, classes)))
    head = f"{counted}, {several(len(classes), 'class', 'classes')} in order: {shown}"
    if given.by is None:
        return "\n".join([head, "", *_lines_of_one(len(classes), groups[""])])
    return "\n".join([head, "", *_lines_of_groups(given.by, len(classes), groups)])


def _row_of(name: str) -> str:
    """The name of a measure, with the number that it takes if it takes one."""
    k = signature(ROWS[name].function).parameters.get("k")
    return name if k is None else f"{name} (k={k.default})"


def _lines_of_one(K: int, group: Group) -> list[str]:
    lines = [f"{'measure':<26} {'value':>12}  {'range':<9} better"]
    for name in group.found.values:
        measure, said = ROWS[name], _value(group, name)
        ends = f"{measure.least} to {measure.greatest(K)}"
        if name in group.found.given_up:
            low, high = group.found.given_up[name][()]
            ends = f"{low:.6f} to {high:.6f}"
        lines.append(f"{_row_of(name):<26} {said:>12}  {ends:<9} {measure.better}")
        if group.around is not None:
            low, high = group.around[name].low, group.around[name].high
            said = "no interval" if math.isnan(low) else f"{low:.4f} to {high:.4f}"
            lines[-1] = f"{lines[-1]:<58}  {said}"
    if group.around is not None:
        lines[0] += "   interval"
    return lines


def _lines_of_groups(by: str, K: int, groups: dict[str, Group]) -> list[str]:
    """A column for each group."""
    shown = {name: printable(name) for name in groups}
    names = list(next(iter(groups.values())).found.values)
    cells = {k: _cells(group, names) for k, group in groups.items()}
    width = {k: max(12, len(shown[k]), *map(len, cells[k])) for k in groups}
    heads = " ".join(f"{shown[name]:>{width[name]}}" for name in groups)
    lines = [
        f"{printable(by):<26} {heads}",
        f"{'measure':<26} {' ' * len(heads)}  {'range':<9} better",
    ]
    for place, name in enumerate(names):
        measure = ROWS[name]
        said = " ".join(f"{cells[k][place]:>{width[k]}}" for k in groups)
        ends = f"{measure.least} to {measure.greatest(K)}"
        lines.append(f"{_row_of(name):<26} {said}  {ends:<9} {measure.better}")
    return lines


def _cells(group: Group, names: list[str]) -> list[str]:
    """Values below each other, and so their intervals if there are such."""
    values = [_value(group, name) for name in names]
    if group.around is None:
        return values
    ends = []
    for name in names:
        value, low, high = _three(group, name)
        said = "no interval" if math.isnan(low) else f"[{low:.4f}, {high:.4f}]"
        ends.append("" if math.isnan(value) else said)
    width = max(map(len, ends))
    return [f"{v:>12} {e:<{width}}" for v, e in zip(values, ends, strict=True)]


def _value(group: Group, name: str) -> str:
    value = group.found.values[name]
    if name in group.found.given_up:
        return "not computed"
    return "undefined" if math.isnan(value) else f"{value:.6f}"


def _numbers(found: Interval | Difference) -> dict[str, float | None]:
    """What a result unpacks to, with None for what is undefined."""
    return {name: _or_null(x) for name, x in found._asdict().items()}


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
