"""What is asked on the command line is checked before a file is read."""

from __future__ import annotations

import argparse
import csv
import math
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ...labels.column import class_in
from ...matrices.limits import CLASSES_READ
from ..files.tally import MISSING, UsageError, number_in
from ..report.page import MARK
from ..report.values import checked_names
from . import raters
from .text import told, warn

# How many samples --versus draws, and the highest level that so many can give.
RESAMPLES, _MOST_LEVEL = 9_999, 0.9995
# How an address begins that is neither of pages nor a folder, also of a drive.
_SCHEME = re.compile(r"(?!(https?|file):)[a-z][a-z0-9+.-]+:", re.IGNORECASE)


def check(given: argparse.Namespace) -> None:
    """Refuse what cannot be done, and replace the text of lists and numbers by their values."""
    given.labels = split("--labels", given.labels)
    for label in given.labels or ():
        if label.casefold() in MISSING:
            warn(f"--labels has {label!r}, which is counted as a class")
    if given.ratings is not None:
        raters.check(given, split, _number)
    else:
        given.measures = _measures(given.measures)
    _check_together(given)
    level = _number("--interval", given.interval, 1, "between 0 and 1, such as 0.95")
    if given.versus is not None and (level or 0) > _MOST_LEVEL:
        raise UsageError(
            f"--interval is at most {_MOST_LEVEL} with --versus, which draws "
            f"{RESAMPLES:,} samples"
        )
    given.interval = level
    given.plan = _number("--plan", given.plan, math.inf, "above 0, such as 0.05")
    if given.html is not None:
        _check_html(given)
    # A browser leaves out blanks and controls.
    if _SCHEME.match(re.sub(r"[\0- ]", "", given.book or "")):
        raise UsageError(
            "--book must be an address that begins with http:, https: or file:, or a "
            f"folder, not {given.book!r}"
        )


def split(option: str, given: str | None) -> list[str] | None:
    if given is None:
        return None
    row = next(csv.reader([given], skipinitialspace=True), [])
    parts = [part.strip() for part in row]
    if not parts or "" in parts:
        raise UsageError(f"{option} has an empty entry: fill it in, or leave it out")
    for part, times in Counter(map(class_in, parts)).items():
        if times > 1:
            raise UsageError(f"{option} has {part!r} twice: name each once")
    if len(parts) > CLASSES_READ:
        raise UsageError(
            f"{option} takes at most {CLASSES_READ} entries, not {len(parts)}"
        )
    return parts


def _measures(given: str | None) -> Sequence[str] | None:
    if given == "report":
        return given
    names = split("--measures", given)
    if names:
        with told("", UsageError):
            checked_names(names, called="--measures")
    return names


def _number(option: str, given: str | None, most: float, wanted: str) -> float | None:
    value = None if given is None else number_in(given)
    if given is not None and (value is None or not 0 < value < most):
        raise UsageError(f"{option} must be {wanted}, not {given!r}")
    return value


def _check_together(given: argparse.Namespace) -> None:
    """Refuse options that do not go together."""

    def first(*names: str) -> str:
        """The first of these options that is given, or an empty text."""
        return next((f"--{n}" for n in names if getattr(given, n) is not None), "")

    versus, planned = given.versus is not None, given.plan is not None
    rated = given.ratings is not None
    short = first("plan", "versus", "ratings") or "--identify" * bool(given.identify)
    beside = first(*["versus"] * planned, "by", "weight", "html")
    beside_one = first("by", "versus", "plan", "html", "interval", "measures")
    with_ratings = (*raters.OWN, *raters.SHARED)
    alien = [n for n, value in vars(given).items() if value and n not in with_ratings]
    lost = next((n for n in raters.OWN if getattr(given, n)), "").replace("_", "-")
    columns = ("true", "pred", "versus", "by", "weight", "groups")
    named, taken = first(*columns), Counter(getattr(given, n) for n in columns)
    again = first(*(n for n in columns[2:] if taken[getattr(given, n)] > 1))
    column = vars(given).get(again.removeprefix("--"))
    own = "a third column" if again == "--versus" else "a column of its own"
    missing = [f"--{n}" for n in columns[:2] if getattr(given, n) is None]
    faults = [
        (given.matrix and named, f"--matrix reads a table of counts: leave out {named}"),
        (given.matrix and given.dropna,
         "--matrix reads a table of counts, which has no rows to drop: leave out --dropna"),
        (rated and alien,
         f"--ratings reads raters' columns only: leave out --{', --'.join(alien)}"),
        (lost and not rated, f"--{lost} needs --ratings"),
        (missing and not given.matrix and not rated,
         f"the following arguments are required: {', '.join(missing)}"),
        (named and given.true == given.pred,
         f"--true and --pred are both {given.true!r}: give two columns"),
        (again, f"{again} names {column!r}, as another option does: give {own}"),
        (planned and beside, f"--plan takes one matrix of counts: leave out {beside}"),
        (versus and beside,
         f"--versus compares two columns of predictions: leave out {beside}"),
        (short and given.format not in ("table", "json", *["markdown"] * rated),
         f"{short} prints a table or JSON, not {given.format}"),
        (given.identify and beside_one,
         f"--identify searches one matrix for a number: leave out {beside_one}"),
        (not versus and given.groups is not None,
         "--groups needs --versus; for a separate matrix of each group use --by"),
        (not versus and given.adjust, "--adjust needs --versus, because it adjusts p-values"),
    ]  # fmt: skip
    for message in (words for is_so, words in faults if is_so):
        raise UsageError(message)


def _check_html(given: argparse.Namespace) -> None:
    """Refuse to write the report over the input, or over anything but another report."""
    out = Path(given.html)
    if given.html == "-":
        raise UsageError("--html writes a file: give its name, not -")
    same = False
    with suppress(OSError, ValueError, AttributeError):  # one of the two is not a file
        source = sys.stdin.fileno() if given.file == "-" else given.file
        same = os.path.samefile(source, out)
    if same:
        raise UsageError(f"--html {out} is the input file: name another")
    if not out.is_file() or given.force:
        return
    try:
        with open(out, "rb") as file:
            start = file.read(1000)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    if start and MARK.encode() not in start:
        raise UsageError(f"{out} is not a report of ordref: --force overwrites it")
