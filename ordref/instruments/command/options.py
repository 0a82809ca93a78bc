"""The options of the command line."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from ... import __version__
from . import raters
from .text import printable

# Exit statuses: the contents of the file are at fault, or the command line is.
CONTENTS, USAGE = 1, 2
FORMATS = ("table", "markdown", "latex", "csv", "json")

_COLUMN: dict[str, Any] = {"metavar": "COL"}
_LIST: dict[str, Any] = {"metavar": "a,b,c"}
_FLAG: dict[str, Any] = {"action": "store_true"}


def _whole_numbers(text: str) -> list[int]:
    try:
        return [int(x) for x in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} must be whole numbers") from None


_NUMBERS: dict[str, Any] = {"type": _whole_numbers}
_EPILOG = """\
Without --labels the classes of two columns must be whole numbers, and run from
the smallest to the largest seen: a file without the top class has one class
fewer. An ordered column of Parquet or Arrow brings its order. With --labels,
classes are compared as text: 01 and 1 differ, although 1.0, +1 and 1 do not.
If a measure would need a long search, proved bounds are printed instead of its
value.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 3 below --at-least,
130 interrupted.

examples:
  python -m ordref results.csv --true y --pred y_hat --labels low,mid,high
  python -m ordref counts.csv --matrix --measures mae,spearman --interval
  python -m ordref results.csv --true y --pred a --versus b --format json
"""


class _Parser(argparse.ArgumentParser):
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """An option that takes a value takes one that begins with a minus, such as -1,0,1."""
        known, read = self._option_string_actions, [""]
        for text in sys.argv[1:] if args is None else args:
            before = known.get(read[-1])
            signed = re.match("-[^-]", text) and text not in known
            if before is not None and before.nargs in (None, "?") and signed:
                read[-1] += f"={text}"
            else:
                read.append(text)
        return super().parse_known_args(read[1:], namespace)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(USAGE, f"{self.prog}: error: {printable(message)}\n")


def parser_of_command() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m ordref",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compute every measure of ordinal classification from two columns of "
        "a file\n(true and predicted classes) or from a table of counts.",
        epilog=_EPILOG,
    )
    # fmt: off
    add = parser.add_argument_group("input").add_argument
    add("file", metavar="FILE",
        help='CSV or TSV (UTF-8, with a header; may be gzipped), or Parquet or Arrow (which '
        'need pyarrow). "-" reads standard input. The file is read in chunks; a line has at most '
        "16 megabytes")
    add("--true", **_COLUMN, help="the column of true classes")
    add("--pred", **_COLUMN, help="the column of predicted classes")
    add("--by", **_COLUMN, help="a column of groups, such as folds: one matrix for each")
    add("--weight", **_COLUMN,
        help="a column of counts or weights to sum (--interval treats them as counts)")
    add("--matrix", **_FLAG,
        help="FILE is a table of counts, true classes in rows, as CSV, as Markdown or as an array "
        "is printed; class names above and to the left are optional")
    add("--labels", **_LIST,
        help="the classes from lowest to highest, which also puts a table of counts with names "
        "in order; put a name that contains a comma in quotes")
    add("--dropna", **_FLAG,
        help="leave out rows with a missing value, and report how many: an empty cell, or a "
        "word such as NA, NaN or null as a weight or as a class that is not a label")
    add("--sep", metavar="CHAR",
        help='column separator ("tab" for a tab); default: tab for .tsv, otherwise comma, '
        "unless the first line has only semicolons, or only tabs")
    add = parser.add_argument_group("measures").add_argument
    add("--measures", **_LIST,
        help="which measures to report (default: all); the word report selects the few to "
        "publish, with intervals and with what each cannot see")
    add("--interval", nargs="?", const="0.95", metavar="LEVEL",
        help="report an interval for each value, also of each group (default level: 0.95)")
    add("--plan", metavar="HALF",
        help="report how many observations each measure needs for an interval of this "
        "half-width, such as 0.05, if future observations are like these")
    add("--versus", **_COLUMN,
        help="the column of a second classifier: report the difference of the two classifiers, "
        "with interval and p-value, for every measure that needs no search")
    add("--groups", **_COLUMN,
        help="with --versus, a column that says which observations belong together, such as "
        "those of a patient: whole groups are left out in turn, and their predictions exchanged")
    add("--adjust", choices=("holm",),
        help="with --versus, adjust the p-values for multiple comparisons by Holm's method")
    add("--identify", metavar="NUMBER",
        help="list what could have produced a published number, such as 0.412, from this "
        "matrix: measures, variants, conventions, mistakes, misprints. Other published values, "
        "given with their measures, narrow the search: ccr=0.61,0.412")
    add("--possible", **_FLAG,
        help="without FILE: decide whether published values can come from one table of counts; "
        "see --possible --help")
    raters.add_options(parser)
    add = parser.add_argument_group("output").add_argument
    add("--format", choices=FORMATS, default="table",
        help="output format. Undefined or uncomputed values are null in JSON, empty in CSV. "
        "Intervals of groups have a row for each measure and group in CSV")
    add("--json", action="store_const", dest="format", const="json",
        help="same as --format json")
    add("--html", metavar="OUT",
        help="also write a report as one HTML file; it may replace another report")
    add("--force", **_FLAG, help="let the report replace any file except the input")
    add("--book", metavar="ADDRESS",
        help="base address of the book, for links in the report (default: the local build, if "
        "there is one)")
    # fmt: on
    parser.add_argument("--version", action="version", version=f"ordref {__version__}")
    return parser


def parser_of_possible() -> argparse.ArgumentParser:
    """The parser of the command without a file, on published values."""
    parser = _Parser(
        prog="python -m ordref --possible",
        description="Decide whether published values can come from one table of counts, and "
        "print such a table, or a proof that there is none.",
        epilog="Exit status: 0 possible, 1 impossible, 2 invalid command line, 3 undecided.",
    )
    # fmt: off
    add = parser.add_argument
    add("values", nargs="+", metavar="MEASURE=VALUE",
        help="a published value, such as mae=0.212")
    add("--possible", **_FLAG, required=True, help="this command")
    add("--N", **_NUMBERS, metavar="N", required=True,
        help="the number of observations, or the sizes of the test sets: 12,12,13")
    add("--K", type=int, required=True, help="the number of classes")
    add("--sizes", **_NUMBERS, **_LIST, help="the number of observations of each class")
    add("--predicted", **_NUMBERS, **_LIST, help="the number of predictions of each class")
    add("--splits", type=int,
        help="the number of test sets over which the values were averaged")
    add("--rounding", default="any",
        help="how the values were rounded: nearest, down, or any (either; the default)")
    add("--json", **_FLAG, help="print JSON")
    # fmt: on
    return parser
