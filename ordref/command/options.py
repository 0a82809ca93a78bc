"""The options of the command line."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from .. import __version__
from .text import printable

# The contents of the file are at fault, or the command cannot be carried out as given.
CONTENTS, USAGE = 1, 2
FORMATS = ("table", "markdown", "latex", "csv", "json")


_COLUMN: dict[str, Any] = {"metavar": "COL"}
_LIST: dict[str, Any] = {"metavar": "a,b,c"}
_FLAG: dict[str, Any] = {"action": "store_true"}
# Each argument, what it takes, and what the help says of it.
_OPTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("file", {"metavar": "FILE"},
     "CSV or TSV in UTF-8 with a header, perhaps compressed by gzip, or Parquet or Arrow, which "
     "take pyarrow; - reads from the pipe. It is counted in pieces, and a line has 16 megabytes "
     "at most"),
    ("--true", _COLUMN, "the column of true classes"),
    ("--pred", _COLUMN, "the column of predicted classes"),
    ("--by", _COLUMN, "a column of groups, such as folds: one matrix for each"),
    ("--weight", _COLUMN, "a column to sum, such as counts, which intervals take it for"),
    ("--matrix", _FLAG,
     "the file is a table of counts, true classes in rows, perhaps with the names of the "
     "classes above and to the left"),
    ("--labels", _LIST,
     "the classes from lowest to highest, which also puts a table of counts with names in "
     "order; quote one that holds a comma"),
    ("--dropna", _FLAG,
     "leave out rows where a value is missing: empty, or NA, NaN, null as a class that is no "
     "label or as a weight; how many is told"),
    ("--measures", _LIST,
     "which measures to print, or report for the few to publish, with intervals and with what "
     "each cannot see; by default all"),
    ("--interval", {"nargs": "?", "const": "0.95", "metavar": "LEVEL"},
     "print an interval for each value, also of each group; 0.95 by "
     "default"),
    ("--plan", {"metavar": "HALF"},
     "print how many observations make the interval of each measure reach only so far to "
     "either side, such as 0.05, if the next ones are like these"),
    ("--versus", _COLUMN,
     "the column of a second classifier: print the differences of the two, with intervals and "
     "p-values, of all measures that need no search"),
    ("--groups", _COLUMN,
     "with --versus, a column that says which observations belong together, such as those of a "
     "patient: whole groups are drawn, and exchanged"),
    ("--adjust", {"choices": ("holm",)},
     "with --versus: adjust the p-values for how many there are, by Holm's method"),
    ("--identify", {"metavar": "NUMBER"},
     "print what gives a printed number, such as 0.412, for this matrix: measures, variants, "
     "conventions, mistakes, misprints. Others beside it narrow the hunt, by the names of their "
     "measures: ccr=0.61,0.412"),
    ("--ratings", {"nargs": "?", "const": "", "metavar": "a,b,c"},
     "print how far several raters agree, each of whom has a column, which may have gaps; by "
     "default all columns are raters"),
    ("--possible", _FLAG,
     "without FILE: say whether printed values can have come from one table; --possible --help "
     "tells how"),
    ("--sep", {"metavar": "CHAR"},
     "what separates the columns, tab for a tabulator; by default that, if the name of the file "
     "ends in .tsv, else a comma"),
    ("--format", {"choices": FORMATS, "default": "table"},
     "what to print. In JSON null, in CSV nothing, where undefined or not computed. Intervals "
     "of groups have a row for each measure and group in CSV"),
    ("--json", {"action": "store_const", "dest": "format", "const": "json"},
     "the same as --format json"),
    ("--html", {"metavar": "OUT"},
     "write a report as one file of HTML as well; it may replace another report"),
    ("--force", _FLAG, "let the report replace any file but the one that is read"),
    ("--book", {"metavar": "ADDRESS"},
     "where the pages of the book are, for the links of the report; by default where make book "
     "puts them, if they are there"),
]  # fmt: skip


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(USAGE, f"{self.prog}: error: {printable(message)}\n")


def parser_of_command() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m ordref",
        description="Print every measure of the true and the predicted classes in two "
        "columns of a file, or of a table of counts.",
        epilog="Without --labels the classes must be whole numbers, and are those from "
        "the smallest to the largest seen in either column: a file without the top "
        "class has one class fewer. An ordered column of Parquet or Arrow brings its order. "
        "With --labels a class is what is written, and 01 is not 1, though 1.0 is. "
        "A search that would take long is not computed, and the ends between which its "
        "value lies are printed. "
        "The exit code is 0; 1 if the contents of the file are at fault; 2 if the "
        "command is; 130 if it is interrupted.",
    )
    for name, options, words in _OPTIONS:
        parser.add_argument(name, help=words, **options)
    parser.add_argument("--version", action="version", version=f"ordref {__version__}")
    return parser


def parser_of_possible() -> argparse.ArgumentParser:
    """That of the command without a file, on printed values."""
    parser = _Parser(
        prog="python -m ordref --possible",
        description="Say whether printed values can have come from one table of counts: with "
        "a table that has them, or with a proof that there is none.",
        epilog="The exit code is 0 if they can, 1 if they cannot, 3 if it is undecided; 2 if "
        "the command is at fault.",
    )
    lists: dict[str, Any] = {
        "type": lambda text: [int(part) for part in text.split(",")]
    }
    parser.add_argument(
        "values", nargs="+", metavar="MEASURE=VALUE", help="such as mae=0.212"
    )
    parser.add_argument("--possible", required=True, **_FLAG, help="what is asked")
    parser.add_argument(
        "--N",
        required=True,
        **lists,
        metavar="N",
        help="how many observations, or the sizes of test sets, as 12,12,13",
    )
    parser.add_argument("--K", required=True, type=int, help="how many classes")
    parser.add_argument(
        "--sizes", **lists, **_LIST, help="the observations of each class"
    )
    parser.add_argument(
        "--predicted", **lists, **_LIST, help="the predictions of each class"
    )
    parser.add_argument(
        "--splits", type=int, help="the values are means over so many test sets"
    )
    parser.add_argument(
        "--rounding", default="any", help="nearest, down, or any of both"
    )
    parser.add_argument("--json", **_FLAG, help="print JSON")
    return parser
