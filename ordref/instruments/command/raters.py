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
from typing import Any

from ...labels.mistaken import Ways
from ...labels.raters import of_long, of_wide
from ...matrices.ratings import Ratings
from ..catalogue.on_request import RATER_ROWS
from ..files.faults import UsageError
from ..files.rated_files import Read, Request, read_columns
from ..report.raters import JUDGED, RaterReport, rater_report
from . import options, text
from .options import Options, Parser

# The exit status if the lower end of an interval is below --at-least.
BELOW = 3
# How many rows of each table JSON has, and what it calls the tables.
_MOST_ROWS = 100
_TABLES = {"icc": "icc", "raters": "each_rater", "pairs": "each_pair", "runs": "runs",
           "units": "units_furthest_apart"}  # fmt: skip


def _coefficients(option: str, listed: str) -> list[str]:
    names = options.entries(option, listed)
    for name in names:
        if name not in RATER_ROWS:
            known = ", ".join(RATER_ROWS)
            raise UsageError(f"{option} has {name!r}; for ratings there are {known}")
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


def carry_out(args: Options) -> int:
    """Print the report on raters; the exit status says whether it reaches a threshold."""
    _check(args)
    ratings, level = _ratings(args), args.interval
    judged = next(iter(args.measures or [JUDGED]))
    if args.at_least is not None:
        level = level or 0.95
    with text.relayed(f"{args.file}: "):
        report = rater_report(ratings, level=level, runs=args.runs, coefficients=args.measures)
    met = args.at_least is None or report.at_least(args.at_least, judged)
    write = _as_json if args.format == "json" else _as_text
    text.put(write(args, report, judged, met), args.format)
    return 0 if met else BELOW


def _check(args: Options) -> None:
    """Refuse options that do not go together."""
    long = [n for n in ("unit", "rater", "score") if getattr(args, n) is not None]
    if {"rater", "score"} & set(long):
        if len(long) < 3:
            lacking = next(n for n in ("unit", "rater", "score") if n not in long)
            raise UsageError(
                f"--{long[-1]} is for a row with each rating: give --{lacking} as well"
            )
        if args.raters or args.counts:
            other = "--counts" if args.counts else "--raters"
            raise UsageError(f"--rater and --score name all columns: leave out {other}")
    if args.counts and args.runs:
        raise UsageError("--runs names raters, and --counts does not tell them apart")
    for code in args.missing or ():
        if code in (args.labels or ()):
            raise UsageError(f"--missing has {code!r}, which is among --labels")


def _ways(read: Read) -> Ways:
    return Ways(
        unit="--unit {}", raters="--raters {}", long="--unit {} --rater {} --score {}",
        counts="--counts", labels="--labels",
        matrix="give it to ordref measure with --matrix", between=",",
        write=lambda x: shlex.quote(str(x)), row=read.row, first=1,
    )  # fmt: skip


def _ratings(args: Options) -> Ratings:
    long = [args.unit, args.rater, args.score] if args.rater is not None else None
    columns = long
    if long is None and args.raters:
        columns = [*([args.unit] if args.unit is not None else []), *args.raters]
    names = [n for n in (args.unit, args.rater) if n is not None]
    labels = None if args.counts else args.labels
    of_file = Request(args.file, args.sep, columns, names, labels, args.missing or (), args.decimal)
    with read_columns(of_file) as read, text.relayed(f"{args.file}: "):
        order = labels or read.order
        if long is not None:
            return of_long(read.columns, long, order, _ways(read))
        order = args.labels if args.counts else order
        return of_wide(read.columns, args.unit, args.raters, args.counts, order, _ways(read))


# ------------------------------------------------------------------- what is printed


def _as_text(args: Options, report: RaterReport, judged: str, met: bool) -> str:
    source = report.to_markdown() if args.format == "markdown" else str(report)
    lines = source.split("\n")
    if args.at_least is not None:
        low = _part(report, judged, "low")
        end = "undefined" if math.isnan(low) else f"{low:.4f}"
        verdict = "which is not below" if met else "which is not at least"
        lines += ["", f"The lower end of {judged} is {end}, {verdict} {args.at_least}."]
    return "\n".join(map(text.printable, lines))


def _part(report: RaterReport, name: str, part: str) -> float:
    """A number of the table of coefficients."""
    table = report.columns["coefficients"]
    return float(table[part][table["coefficient"].index(name)])


def _as_json(args: Options, report: RaterReport, judged: str, met: bool) -> str:
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
    if args.at_least is not None:
        low = text.or_null(_part(report, judged, "low"))
        payload["at_least"] = {"coefficient": judged, "least": args.at_least,
                               "met": met, "low": low}  # fmt: skip
    return text.as_json(args, **payload, notes=report.notes())


def _plain(cells: list[Any]) -> list[Any]:
    return [text.or_null(x) if isinstance(x, float) else x for x in cells]
