"""How far several raters agree, and which of them and of the units differ.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 3 below --at-least,
130 interrupted.

two examples:
  ordref raters ratings.csv --unit film
  ordref raters long.csv --unit film --rater who --score stars --at-least 0.8
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...labels.mistaken import Ways
from ...labels.raters import of_long, of_wide
from ...matrices.ratings import Ratings
from ..catalogue.on_request import OF_RATERS
from ..files.faults import FileError, UsageError
from ..files.rated_files import Asked, Read, read_columns
from ..report.raters import JUDGED, RaterReport, rater_report
from . import options, text
from .options import Options, Parser

# The exit status if the lower end of an interval is below --at-least.
BELOW = 3
# How many rows of each table JSON has, and what it calls the tables.
_MOST_ROWS = 100
_TABLES = {"icc": "icc", "raters": "each_rater", "pairs": "each_pair", "runs": "runs",
           "units": "units_furthest_apart"}  # fmt: skip
# What messages say of Python, and the same of the command.
_INSTEAD = (
    ("pass labels=", "give --labels"),
    ("labels=", "--labels"),
    ("pass --labels", "give --labels"),
    ("None for a gap", "empty for a gap"),
    ("runs must name", "--runs must name"),
    ("labels must name each", "--labels must name each"),
)


def _coefficients(option: str, listed: str) -> list[str]:
    names = options.entries(option, listed)
    for name in names:
        if name not in OF_RATERS:
            raise UsageError(
                f"{option} has {name!r}; for ratings there are {', '.join(OF_RATERS)}"
            )
    return names


def add_options(parser: Parser) -> None:
    # fmt: off
    add = options.add_file(parser, ". It may also be JSON, JSON lines or an Excel workbook")
    add("--raters", **options.LIST,
        help="the columns of the raters, which may have gaps (default: every column but --unit)")
    add("--unit", **options.COLUMN, help="the column that names the units")
    add("--rater", **options.COLUMN,
        help="with --unit and --score, the column of raters, where each row has one rating")
    add("--score", **options.COLUMN,
        help="the column of ratings, where each row has one")
    add("--counts", **options.FLAG,
        help="the columns are classes, and count the ratings of each unit")
    add("--missing", **options.LIST,
        help="what else than an empty cell means that there is no rating, such as .,99")
    add = parser.add_argument_group("measures").add_argument
    add("--measures", metavar="a,b,c", action=options.read_by(_coefficients),
        help="which coefficients to report (default: all)")
    options.add_level(add, "report an interval for each coefficient")
    add("--runs", **options.LIST,
        help="raters who are one, such as the repeated runs of a program: report how far it "
        "agrees with itself, and with the others")
    add("--at-least", **options.SHARE,
        help=f"exit with status {BELOW} if the lower end of the interval of the coefficient, by "
        f"default {JUDGED}, else the first of --measures, is below this")
    options.add_format(parser, "table", "markdown", "json")
    # fmt: on


def carry_out(asked: Options) -> int:
    """Print the report on raters; the exit status says whether it reaches a threshold."""
    _check(asked)
    ratings, level = _ratings(asked), asked.interval
    judged = next(iter(asked.measures or [JUDGED]))
    if asked.at_least is not None:
        level = level or 0.95
    with _relayed(f"{asked.file}: "):
        report = rater_report(
            ratings, level=level, runs=asked.runs, coefficients=asked.measures
        )
    met = asked.at_least is None or report.at_least(asked.at_least, judged)
    write = _as_json if asked.format == "json" else _as_text
    text.put(write(asked, report, judged, met), asked.format)
    return 0 if met else BELOW


def _check(asked: Options) -> None:
    """Refuse options that do not go together."""
    long = [n for n in ("unit", "rater", "score") if getattr(asked, n) is not None]
    if {"rater", "score"} & set(long):
        if len(long) < 3:
            lacking = next(n for n in ("unit", "rater", "score") if n not in long)
            raise UsageError(
                f"--{long[-1]} is for a row with each rating: give --{lacking} as well"
            )
        if asked.raters or asked.counts:
            other = "--counts" if asked.counts else "--raters"
            raise UsageError(f"--rater and --score name all columns: leave out {other}")
    if asked.counts and asked.runs:
        raise UsageError("--runs names raters, and --counts does not tell them apart")
    for code in asked.missing or ():
        if code in (asked.labels or ()):
            raise UsageError(f"--missing has {code!r}, which is among --labels")


def _ways(read: Read) -> Ways:
    return Ways(
        unit="--unit {}", raters="--raters {}", long="--unit {} --rater {} --score {}",
        counts="--counts", labels="--labels",
        matrix="give it to ordref measure with --matrix", between=",",
        write=lambda x: shlex.quote(str(x)), row=read.row, first=1,
    )  # fmt: skip


def _ratings(asked: Options) -> Ratings:
    long = [asked.unit, asked.rater, asked.score] if asked.rater is not None else None
    columns = long
    if long is None and asked.raters:
        columns = [*([asked.unit] if asked.unit is not None else []), *asked.raters]
    names = [n for n in (asked.unit, asked.rater) if n is not None]
    labels = None if asked.counts else asked.labels
    of_file = Asked(asked.file, asked.sep, columns, names, labels, asked.missing or (),
                    asked.decimal)  # fmt: skip
    with read_columns(of_file) as read, _relayed(f"{asked.file}: "):
        order = labels or read.order
        if long is not None:
            return of_long(read.columns, long, order, _ways(read))
        order = asked.labels if asked.counts else order
        return of_wide(
            read.columns, asked.unit, asked.raters, asked.counts, order, _ways(read)
        )


@contextmanager
def _relayed(whose: str) -> Iterator[None]:
    """As `text.relayed`, in the words of the command."""
    try:
        with text.relayed(whose):
            yield
    except FileError as error:
        message = str(error)
        for python, own in _INSTEAD:
            message = message.replace(python, own)
        raise FileError(message) from None


# ------------------------------------------------------------------- what is printed


def _as_text(asked: Options, report: RaterReport, judged: str, met: bool) -> str:
    source = report.to_markdown() if asked.format == "markdown" else str(report)
    lines = source.split("\n")
    if asked.at_least is not None:
        low = _part(report, judged, "low")
        end = "undefined" if math.isnan(low) else f"{low:.4f}"
        verdict = "which is not below" if met else "which is not at least"
        lines += [
            "",
            f"The lower end of {judged} is {end}, {verdict} {asked.at_least}.",
        ]
    return "\n".join(map(text.printable, lines))


def _part(report: RaterReport, name: str, part: str) -> float:
    """A number of the table of coefficients."""
    table = report.columns["coefficients"]
    return float(table[part][table["coefficient"].index(name)])


def _as_json(asked: Options, report: RaterReport, judged: str, met: bool) -> str:
    r, table = report.ratings, report.columns["coefficients"]
    names = table["coefficient"]
    payload: dict[str, Any] = {
        "units": len(r.counts), "left_out": r.left_out, "ratings": r.n_ratings,
        "raters": len(r.by_rater) if r.knows_raters else None, "classes": r.classes,
        "agreement": dict(zip(names, _plain(table["value"]), strict=True)),
        "counts_alike": dict(zip(names, table["counts_alike"], strict=True)),
    }  # fmt: skip
    if report.level is not None:
        parts = ("standard_error", "low", "high")
        payload["level"] = report.level
        payload["intervals"] = {
            name: {part: text.or_null(_part(report, name, part)) for part in parts}
            for name in names
        }
    for name, columns in report.columns.items():
        if name in _TABLES:
            rows = zip(*(_plain(c[:_MOST_ROWS]) for c in columns.values()), strict=True)
            payload[_TABLES[name]] = [dict(zip(columns, r, strict=True)) for r in rows]
    if asked.at_least is not None:
        low = text.or_null(_part(report, judged, "low"))
        payload["at_least"] = {"coefficient": judged, "least": asked.at_least,
                               "met": met, "low": low}  # fmt: skip
    return text.as_json(asked, **payload, notes=report.notes())


def _plain(cells: list[Any]) -> list[Any]:
    return [text.or_null(x) if isinstance(x, float) else x for x in cells]
