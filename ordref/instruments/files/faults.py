"""What is wrong with a file or a command, and how texts of a file are written and shown."""

from __future__ import annotations

import math
import re

INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_WHOLE, _DIGITS = re.compile(r"[+-]?[0-9]+"), 300
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
# A message shows at most this many columns, and characters of a value.
MOST_SHOWN, _LONGEST = 10, 60
# What other programs write for a missing value, in upper or lower case.
MISSING = {"", "na", "n/a", "<na>", "nan", "nat", "null"}


class FileError(ValueError):
    """The contents of a file are at fault."""


class UsageError(FileError):
    """The command is at fault, whatever the file holds."""


def number_in(text: str) -> int | float | None:
    """A number in digits, exact if it is whole; None for other text, such as 1_0 or inf."""
    if INTEGER.fullmatch(text) or (_WHOLE.fullmatch(text) and len(text) <= _DIGITS):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else None


def amount_in(text: str) -> int | float | None:
    """A number that may be a count or weight: finite and not negative; otherwise None."""
    value = number_in(text)
    return value if value is not None and 0 <= value < math.inf else None


def hint(value: str) -> str:
    if DECIMAL_COMMA.fullmatch(value):
        return "; --decimal , reads the comma as a decimal one"
    advice = "; if it stands for a missing value, --dropna leaves such rows out"
    return advice if value.casefold() in MISSING else ""


def shown_value(value: str) -> str:
    """A value for a message; a whole number without quotes."""
    return value if INTEGER.fullmatch(value) else quoted(value)


def quoted(value: str) -> str:
    return repr(value if len(value) <= _LONGEST else value[:_LONGEST] + "...")


def shown_labels(labels: list[str]) -> str:
    """The first labels, for a message."""
    return ",".join(labels[:MOST_SHOWN]) + ",..." * (len(labels) > MOST_SHOWN)
