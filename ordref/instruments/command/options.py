"""Options that several jobs understand, and what their texts may be."""

from __future__ import annotations

import argparse
import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ...labels.column import class_in
from ...matrices.limits import CLASSES_READ
from ..files.faults import MISSING, UsageError, number_in
from ..report.values import checked_names
from .text import print_warning, printable, relayed

# Exit statuses: the contents of the file are at fault, or the command line is.
CONTENTS, USAGE = 1, 2

Options = argparse.Namespace
COLUMN: dict[str, Any] = {"metavar": "COL"}
FLAG: dict[str, Any] = {"action": "store_true"}


class Parser(argparse.ArgumentParser):
    """A parser of a command whose first word is a job."""

    def error(self, message: str) -> NoReturn:
        """Print the error in one line, without the usage."""
        # Some versions of Python put the choices in quotes.
        message = re.sub(r"\(choose .*\)", lambda m: m[0].replace("'", ""), message)
        self.exit(USAGE, f"ordref: error: {printable(message)}\n")


def with_signed_values(words: Sequence[str], parser: argparse.ArgumentParser) -> list[str]:
    """The words, with each value that begins with a minus, such as -1,0,1, joined to its option."""
    known, joined = parser._option_string_actions, [""]
    for word in words:
        option = known.get(joined[-1])
        signed = re.match("-[^-]", word) and word not in known
        if option is not None and option.nargs in (None, "?") and signed:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined[1:]


# ------------------------------------------------------------------- what a text is read as


def read_by(read: Callable[[str, str], Any]) -> type[argparse.Action]:
    """An action that stores what a text is read as; the first argument is the option's name."""

    class Read(argparse.Action):
        def __call__(self, parser: Any, options: Options, text: Any, option: Any = None) -> None:
            setattr(options, self.dest, read(self.option_strings[0], text))

    return Read


def entries(option: str, text: str) -> list[str]:
    row = next(csv.reader([text], skipinitialspace=True), [])
    parts = [part.strip() for part in row]
    if not parts or "" in parts:
        raise UsageError(f"{option} has an empty entry: fill it in, or leave it out")
    for part, times in Counter(map(class_in, parts)).items():
        if times > 1:
            raise UsageError(f"{option} has {part!r} twice: name each once")
    if len(parts) > CLASSES_READ:
        raise UsageError(f"{option} takes at most {CLASSES_READ} entries, not {len(parts)}")
    return parts


def _labels(option: str, text: str) -> list[str]:
    labels = entries(option, text)
    for label in labels:
        if label.casefold() in MISSING:
            print_warning(f"{option} has {label!r}, which is counted as a class")
    return labels


def _measures(option: str, text: str) -> Sequence[str]:
    if text == "report":
        return text
    names = entries(option, text)
    with relayed("", UsageError):
        checked_names(names, called=option)
    return names


def number_below(most: float, wanted: str) -> Callable[[str, str], float]:
    """A reader of numbers above zero and below ``most``."""

    def read(option: str, text: str) -> float:
        value = number_in(text)
        if value is None or not 0 < value < most:
            raise UsageError(f"{option} must be {wanted}, not {text!r}")
        return value

    return read


LIST: dict[str, Any] = {"metavar": "a,b,c", "action": read_by(entries)}
SHARE: dict[str, Any] = {
    "metavar": "SHARE", "action": read_by(number_below(1, "between 0 and 1, such as 0.8")),
}  # fmt: skip
LENGTH: dict[str, Any] = {
    "metavar": "LENGTH", "action": read_by(number_below(math.inf, "above 0, such as 0.05")),
}  # fmt: skip


# ------------------------------------------------------------------- options of several jobs

_ON_CLASSES = """\
Without --labels the classes of two columns must be whole numbers, and run from
the smallest to the largest seen: a file without the top class has one class
fewer. An ordered column of Parquet or Arrow brings its order. With --labels,
classes are compared as text: 01 and 1 differ, although 1.0, +1 and 1 do not.

"""


def add_file(parser: Parser, more: str = "") -> Any:
    """Add the file and how it is read; return the method that adds options to this group."""
    # fmt: off
    add = parser.add_argument_group("input").add_argument
    add("file", metavar="FILE",
        help='CSV or TSV (UTF-8, with a header; may be gzipped), or Parquet or Arrow (which '
        'need pyarrow). "-" reads standard input. The file is read in chunks; a line has at most '
        f"16 megabytes{more}")
    add("--sep", metavar="CHAR",
        help='column separator ("tab" for a tab); default: tab for .tsv, otherwise comma, '
        "unless the first line has only semicolons, or only tabs")
    add("--decimal", choices=(".", ","), default=".",
        help="the decimal sign of numbers in a text (default: a point)")
    add("--labels", metavar="a,b,c", action=read_by(_labels),
        help="the classes from lowest to highest; put a name that contains a comma in quotes")
    # fmt: on
    return add


def add_columns(parser: Parser, *, table: bool = True) -> Any:
    """Add the two columns of classes, or the table of counts that takes their place."""
    parser.epilog = _ON_CLASSES + (parser.epilog or "")
    # fmt: off
    add = add_file(parser)
    add("--true", **COLUMN, required=not table, help="the column of true classes")
    add("--pred", **COLUMN, required=not table, help="the column of predicted classes")
    if table:
        add("--matrix", **FLAG,
            help="FILE is a table of counts, true classes in rows, as CSV, as Markdown or as an "
            "array is printed; class names above and to the left are optional, and --labels puts "
            "them in order")
    add("--dropna", **FLAG,
        help="leave out rows with a missing value, and report how many: an empty cell, or a "
        "word such as NA, NaN or null as a weight or as a class that is not a label")
    # fmt: on
    return add


def add_measures(parser: Parser, default: str = "all") -> Any:
    add = parser.add_argument_group("measures").add_argument
    # fmt: off
    add("--measures", metavar="a,b,c", action=read_by(_measures),
        help=f"which measures to report (default: {default}); the word report selects the few to "
        "publish, with intervals and with what each cannot see")
    # fmt: on
    return add


def add_level(add: Any, of_what: str) -> None:
    level = number_below(1, "between 0 and 1, such as 0.95")
    # fmt: off
    add("--interval", nargs="?", const="0.95", metavar="LEVEL", action=read_by(level),
        help=f"{of_what} (default level: 0.95)")
    # fmt: on


def add_format(parser: Parser, *formats: str) -> Any:
    add = parser.add_argument_group("output").add_argument
    # fmt: off
    add("--format", choices=formats, default=formats[0],
        help="output format. Undefined or uncomputed values are null in JSON, empty in CSV")
    add("--json", action="store_const", dest="format", const="json",
        help="same as --format json")
    # fmt: on
    return add


def check_columns(options: Options) -> None:
    """Refuse columns beside a table of counts, missing columns, and a column named twice."""
    names = ("true", "pred", "versus", "by", "weight", "groups")
    columns = {n: c for n in names if (c := getattr(options, n, None)) is not None}
    if getattr(options, "matrix", False):
        for name in columns:
            raise UsageError(f"--matrix reads a table of counts: leave out --{name}")
        if options.dropna:
            raise UsageError(
                "--matrix reads a table of counts, which has no rows to drop: leave out --dropna"
            )
        return
    if lacking := [f"--{name}" for name in names[:2] if name not in columns]:
        raise UsageError(f"the following arguments are required: {', '.join(lacking)}")
    if options.true == options.pred:
        raise UsageError(f"--true and --pred are both {options.true!r}: give two columns")
    times = Counter(columns.values())
    for name in [name for name in names[2:] if name in columns]:
        if times[columns[name]] > 1:
            own = "a third column" if name == "versus" else "a column of its own"
            raise UsageError(
                f"--{name} names {columns[name]!r}, as another option does: give {own}"
            )
