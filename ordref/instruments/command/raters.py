"""The command line for ratings: its options, what they ask, and what is printed."""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...labels.mistaken import Ways
from ...labels.raters import of_long, of_wide
from ...matrices.ratings import Ratings
from ..catalogue.on_request import OF_RATERS
from ..files.rated_files import Asked, Read, read_columns
from ..files.tally import FileError, UsageError
from ..report.raters import JUDGED, RaterReport, rater_report
from . import text

# The exit status if the lower end of an interval is below --at-least.
BELOW = 3
# Options that only --ratings has, and those that it shares.
OWN = ("unit", "rater", "score", "counts", "missing", "runs", "at_least")
SHARED = ("file", "ratings", "labels", "sep", "format", "interval", "measures")
# How many rows of each table JSON has.
_MOST_ROWS = 100
# What messages say of Python, and the same of the command.
_INSTEAD = (
    ("pass labels=", "give --labels"),
    ("labels=", "--labels"),
    ("pass --labels", "give --labels"),
    ("None for a gap", "empty for a gap"),
    ("runs must name", "--runs must name"),
    ("labels must name each", "--labels must name each"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of ratings."""
    # fmt: off
    add = parser.add_argument_group("ratings").add_argument
    add("--ratings", nargs="?", const="", metavar="a,b,c",
        help="report how far several raters agree, and which of them and of the units differ; "
        "each rater has a column, which may have gaps (default: every column but --unit). FILE "
        "may also be JSON, JSON lines or, with pandas, an Excel workbook")
    add("--unit", metavar="COL", help="the column that names the units")
    add("--rater", metavar="COL",
        help="with --unit and --score, the column of raters, where each row has one rating")
    add("--score", metavar="COL", help="the column of ratings, where each row has one")
    add("--counts", action="store_true",
        help="the columns are classes, and count the ratings of each unit")
    add("--missing", metavar="a,b,c", help="what else than an empty cell means that there is no "
        "rating, such as .,99")
    add("--runs", metavar="a,b,c", help="raters who are one, such as the repeated runs of a "
        "program: report how far it agrees with itself, and with the others")
    add("--at-least", metavar="LEAST",
        help=f"exit with status {BELOW} if the lower end of the interval of the coefficient, by "
        f"default {JUDGED}, else the first of --measures, is below this")
    # fmt: on


def check(given: argparse.Namespace, split: Any, number: Any) -> None:
    """Refuse what cannot be asked of ratings, and replace text by lists and numbers."""
    for name in ("missing", "runs", "measures"):
        option = f"--{name}"
        setattr(given, name, split(option, getattr(given, name)))
    columns = split("--ratings", given.ratings or None)
    long = [n for n in ("unit", "rater", "score") if getattr(given, n) is not None]
    if {"rater", "score"} & set(long):
        if len(long) < 3:
            lacking = next(n for n in ("unit", "rater", "score") if n not in long)
            raise UsageError(
                f"--{long[-1]} is for a row with each rating: give --{lacking} as well"
            )
        if columns or given.counts:
            other = "--counts" if given.counts else "the columns of --ratings"
            raise UsageError(f"--rater and --score name all columns: leave out {other}")
    if given.counts and given.runs:
        raise UsageError("--runs names raters, and --counts does not tell them apart")
    for name in given.measures or ():
        if name not in OF_RATERS:
            raise UsageError(
                f"--measures has {name!r}; for ratings there are {', '.join(OF_RATERS)}"
            )
    for code in given.missing or ():
        if code in (given.labels or ()):
            raise UsageError(f"--missing has {code!r}, which is among --labels")
    least = number("--at-least", given.at_least, 1, "between 0 and 1, such as 0.8")
    given.at_least, given.ratings = least, columns or []


def _ways(read: Read) -> Ways:
    return Ways(
        unit="--unit {}", raters="--ratings {}", long="--unit {} --rater {} --score {}",
        counts="--counts", labels="--labels",
        matrix="give it with --matrix", between=",", write=lambda x: shlex.quote(str(x)),
        row=read.row, first=1,
    )  # fmt: skip


def carry_out(given: argparse.Namespace) -> int:
    """Print the report on raters; the exit status says whether it reaches a threshold."""
    ratings, level = _ratings(given), given.interval
    judged = next(iter(given.measures or [JUDGED]))
    if given.at_least is not None:
        level = level or 0.95
    with _told(f"{given.file}: "):
        report = rater_report(
            ratings, level=level, runs=given.runs, coefficients=given.measures
        )
    met = given.at_least is None or report.at_least(given.at_least, judged)
    text.put(_written(given, report, judged, met), given.format)
    return 0 if met else BELOW


def _ratings(given: argparse.Namespace) -> Ratings:
    long = [given.unit, given.rater, given.score] if given.rater is not None else None
    columns = long
    if long is None and given.ratings:
        columns = [*([given.unit] if given.unit is not None else []), *given.ratings]
    names = [n for n in (given.unit, given.rater) if n is not None]
    labels = None if given.counts else given.labels
    asked = Asked(given.file, given.sep, columns, names, labels, given.missing or ())
    read = read_columns(asked)
    with _told(f"{given.file}: "):
        order = labels or read.order
        if long is not None:
            return of_long(read.columns, long, order, _ways(read))
        raters = given.ratings or None
        order = given.labels if given.counts else order
        return of_wide(
            read.columns, given.unit, raters, given.counts, order, _ways(read)
        )


@contextmanager
def _told(whose: str) -> Iterator[None]:
    """As `text.told`, in the words of the command."""
    try:
        with text.told(whose):
            yield
    except FileError as error:
        said = str(error)
        for python, own in _INSTEAD:
            said = said.replace(python, own)
        raise FileError(said) from None


def _written(given: Any, report: RaterReport, judged: str, met: bool) -> str:
    if given.format == "json":
        return _as_json(given, report, judged, met)
    said = report.to_markdown() if given.format == "markdown" else str(report)
    lines = said.split("\n")
    if given.at_least is not None:
        low = _of(report, judged, "low")
        end = "undefined" if math.isnan(low) else f"{low:.4f}"
        is_below = "which is not below" if met else "which is not at least"
        lines += [
            "",
            f"The lower end of {judged} is {end}, {is_below} {given.at_least}.",
        ]
    return "\n".join(map(text.printable, lines))


def _of(report: RaterReport, name: str, part: str) -> float:
    held = report.columns["coefficients"]
    return float(held[part][held["coefficient"].index(name)])


def _as_json(given: Any, report: RaterReport, judged: str, met: bool) -> str:
    r, held = report.ratings, report.columns["coefficients"]
    told: dict[str, Any] = {
        "units": len(r.counts), "left_out": r.left_out, "ratings": r.n_ratings,
        "raters": len(r.by_rater) if r.knows_raters else None, "classes": r.classes,
        "agreement": dict(zip(held["coefficient"], _plain(held["value"]), strict=True)),
        "counts_alike": dict(zip(held["coefficient"], held["counts_alike"], strict=True)),
    }  # fmt: skip
    if report.level is not None:
        told["level"] = report.level
        told["intervals"] = {
            name: {part: _or_null(_of(report, name, part)) for part in
                   ("standard_error", "low", "high")}
            for name in held["coefficient"]
        }  # fmt: skip
    names = {"icc": "icc", "raters": "each_rater", "pairs": "each_pair", "runs": "runs",
             "units": "units_furthest_apart"}  # fmt: skip
    for name, columns in report.columns.items():
        if name in names:
            rows = zip(*(_plain(c[:_MOST_ROWS]) for c in columns.values()), strict=True)
            told[names[name]] = [dict(zip(columns, row, strict=True)) for row in rows]
    if given.at_least is not None:
        told["at_least"] = {"coefficient": judged, "least": given.at_least, "met": met,
                            "low": _or_null(_of(report, judged, "low"))}  # fmt: skip
    return text._json(given, **told, notes=report.notes())


def _or_null(x: float) -> float | None:
    return None if math.isnan(x) else x


def _plain(cells: list[Any]) -> list[Any]:
    return [_or_null(x) if isinstance(x, float) else x for x in cells]
