"""The options of the command line."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from .. import __version__
from .text import printable

# Exit statuses: the contents of the file are at fault, or the command line is.
CONTENTS, USAGE = 1, 2
FORMATS = ("table", "markdown", "latex", "csv", "json")

_COLUMN: dict[str, Any] = {"metavar": "COL"}
_LIST: dict[str, Any] = {"metavar": "a,b,c"}
_FLAG: dict[str, Any] = {"action": "store_true"}
# The arguments by group: name, options for argparse, and help text.
_OPTIONS: dict[str, list[tuple[str, dict[str, Any], str]]] = {
    "input": [
        ("file", {"metavar": "FILE"},
         'CSV or TSV (UTF-8, with a header; may be gzipped), or Parquet or Arrow (which need '
         'pyarrow). "-" reads standard input. The file is read in chunks; a line has at most '
         "16 megabytes"),
        ("--true", _COLUMN, "the column of true classes"),
        ("--pred", _COLUMN, "the column of predicted classes"),
        ("--by", _COLUMN, "a column of groups, such as folds: one matrix for each"),
        ("--weight", _COLUMN,
         "a column of counts or weights to sum (--interval treats them as counts)"),
        ("--matrix", _FLAG,
         "FILE is a table of counts, true classes in rows; class names above and to the left "
         "are optional"),
        ("--labels", _LIST,
         "the classes from lowest to highest, which also puts a table of counts with names in "
         "order; put a name that contains a comma in quotes"),
        ("--dropna", _FLAG,
         "leave out rows with a missing value, and report how many: an empty cell, or NA, NaN "
         "or null as a weight or as a class that is not a label"),
        ("--sep", {"metavar": "CHAR"},
         'column separator ("tab" for a tab); default: tab for .tsv, otherwise comma'),
    ],
    "measures": [
        ("--measures", _LIST,
         "which measures to report (default: all); the word report selects the few to publish, "
         "with intervals and with what each cannot see"),
        ("--interval", {"nargs": "?", "const": "0.95", "metavar": "LEVEL"},
         "report an interval for each value, also of each group (default level: 0.95)"),
        ("--plan", {"metavar": "HALF"},
         "report how many observations each measure needs for an interval of this half-width, "
         "such as 0.05, if future observations are like these"),
        ("--versus", _COLUMN,
         "the column of a second classifier: report the difference of the two classifiers, "
         "with interval and p-value, for every measure that needs no search"),
        ("--groups", _COLUMN,
         "with --versus, a column that says which observations belong together, such as those "
         "of a patient: whole groups are resampled, and their predictions exchanged"),
        ("--adjust", {"choices": ("holm",)},
         "with --versus, adjust the p-values for multiple comparisons by Holm's method"),
        ("--identify", {"metavar": "NUMBER"},
         "list what could have produced a published number, such as 0.412, from this matrix: "
         "measures, variants, conventions, mistakes, misprints. Other published values, given "
         "with their measures, narrow the search: ccr=0.61,0.412"),
        ("--ratings", {"nargs": "?", "const": "", "metavar": "a,b,c"},
         "report how far several raters agree; each has a column, which may have gaps "
         "(default: every column is a rater)"),
        ("--possible", _FLAG,
         "without FILE: decide whether published values can come from one table of counts; "
         "see --possible --help"),
    ],
    "output": [
        ("--format", {"choices": FORMATS, "default": "table"},
         "output format. Undefined or uncomputed values are null in JSON, empty in CSV. "
         "Intervals of groups have a row for each measure and group in CSV"),
        ("--json", {"action": "store_const", "dest": "format", "const": "json"},
         "same as --format json"),
        ("--html", {"metavar": "OUT"},
         "also write a report as one HTML file; it may replace another report"),
        ("--force", _FLAG, "let the report replace any file except the input"),
        ("--book", {"metavar": "ADDRESS"},
         "base address of the book, for links in the report (default: the local build, if "
         "there is one)"),
    ],
}  # fmt: skip
_NUMBERS: dict[str, Any] = {"type": lambda text: [int(x) for x in text.split(",")]}
_OPTIONS_OF_POSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("values", {"nargs": "+", "metavar": "MEASURE=VALUE"},
     "a published value, such as mae=0.212"),
    ("--possible", _FLAG | {"required": True}, "this command"),
    ("--N", _NUMBERS | {"metavar": "N", "required": True},
     "the number of observations, or the sizes of the test sets: 12,12,13"),
    ("--K", {"type": int, "required": True}, "the number of classes"),
    ("--sizes", _NUMBERS | _LIST, "the number of observations of each class"),
    ("--predicted", _NUMBERS | _LIST, "the number of predictions of each class"),
    ("--splits", {"type": int},
     "the number of test sets over which the values were averaged"),
    ("--rounding", {"default": "any"},
     "how the values were rounded: nearest, down, or any (either; the default)"),
    ("--json", _FLAG, "print JSON"),
]  # fmt: skip
_EPILOG = """\
Without --labels the classes must be whole numbers, and run from the smallest to
the largest seen in either column: a file without the top class has one class
fewer. An ordered column of Parquet or Arrow brings its order. With --labels,
classes are compared as text: 01 and 1 differ, although 1.0 and 1 do not.
If a measure would need a long search, proved bounds are printed instead of its
value.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted.

examples:
  python -m ordref results.csv --true y --pred y_hat --labels low,mid,high
  python -m ordref counts.csv --matrix --measures mae,spearman --interval
  python -m ordref results.csv --true y --pred a --versus b --format json
"""


class _Parser(argparse.ArgumentParser):
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
    for title, arguments in _OPTIONS.items():
        group = parser.add_argument_group(title)
        for name, options, words in arguments:
            group.add_argument(name, help=words, **options)
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
    for name, options, words in _OPTIONS_OF_POSSIBLE:
        parser.add_argument(name, help=words, **options)
    return parser
