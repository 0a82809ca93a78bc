"""What the command line prints, in characters that the output can show."""

from __future__ import annotations

import codecs
import json
import math
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from typing import Any

from ... import __version__
from ..catalogue.on_request import ROWS
from ..files.faults import FileError

# Error handlers that keep unencodable characters readable in Markdown and JSON.
_ESCAPES = {"markdown": "xmlcharrefreplace", "json": "ordref.json"}
# Where a file in JSON has counts.
_COUNTS = {"confusion_matrix", "cm", "observations"}
# What messages of the package say, and what the command line says instead.
_INSTEAD = {
    r"n_resamples sets how many are drawn": "--measures names fewer",
    r"\bpass (labels=|--labels)(?=[ ,;]|$)": "give --labels",
    r"\b(measures|labels)=(?=[ ,;]|$)": r"--\1",
    r"^printed (has|must)\b": r"--printed \1",
    ", or a number with decimals=": "",
    r"\bcm (has|must|is)\b": r"the table \1",
    r"\b(row|column|entries) of cm\b": r"\1 of the table",
    "None for a gap": "empty for a gap",
    r"\b(runs must name|labels must name each)\b": r"--\1",
}
# Characters that a terminal obeys: controls, line ends, directions of writing.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text on one line, with characters that a terminal would obey escaped."""
    return _STEERING.sub(lambda c: repr(c[0])[1:-1], text)


def say(message: str) -> None:
    print(f"ordref: {printable(message)}", file=sys.stderr)


def print_warning(warning: str | None) -> None:
    if warning is not None:
        say(f"warning: {command_message(warning)}")


def command_message(message: Warning | Exception | str) -> str:
    """A message of the package in terms of the command line.

    Examples
    --------
    >>> command_message("cm has a negative entry, -1.0, at (0, 1)")
    'the table has a negative entry, -1.0, in row 1 and column 2'
    """

    def place(at: re.Match[str]) -> str:
        row, column = (int(k) + 1 for k in at.groups())
        return f"in row {row} and column {column}"

    def classes(few: re.Match[str]) -> str:
        return f"--labels {few[1].replace(' ', '')}"

    message = re.sub(r"\blabels=\[([-0-9, ]+)\](; if there are.*)?", classes, str(message))
    text = re.sub(r"\bat \((\d+), (\d+)\)", place, message)
    for words, own in _INSTEAD.items():
        text = re.sub(words, own, text)
    return text


@contextmanager
def relayed(prefix: str, kind: type[FileError] = FileError) -> Iterator[None]:
    """Print warnings in one line, and raise errors as `kind`, in terms of the command line."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        print_warning(str(message))

    with warnings.catch_warnings():
        warnings.showwarning = show
        try:
            yield
        except ValueError as error:
            raise kind(f"{prefix}{command_message(error)}") from None


def put(text: str, form: str) -> None:
    """Print a text; escape characters that the output cannot encode."""
    encoding = sys.stdout.encoding or "utf-8"
    escaped = text.encode(encoding, _ESCAPES.get(form, "backslashreplace"))
    print(escaped.decode(encoding))


def _as_escape_of_json(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("ordref.json", _as_escape_of_json)


# ------------------------------------------------------------------- numbers, and JSON


def as_json(options: Any, **others: Any) -> str:
    payload = {"ordref": __version__, "file": options.file, **_with_twelve_digits(others)}
    return json.dumps(payload, indent=2, allow_nan=False, ensure_ascii=False)


def _with_twelve_digits(payload: Any) -> Any:
    """The payload with its floats rounded by `twelve_digits`, except for counts and their sums."""
    if isinstance(payload, dict):
        return {k: x if k in _COUNTS else _with_twelve_digits(x) for k, x in payload.items()}
    if isinstance(payload, list | tuple):
        return [*map(_with_twelve_digits, payload)]
    return twelve_digits(payload) if isinstance(payload, float) else payload


def twelve_digits(x: float) -> float:
    """A number rounded to twelve digits, so that it is the same on every processor.

    Examples
    --------
    >>> twelve_digits(0.9500000000000001), twelve_digits(2 / 3), twelve_digits(1)
    (0.95, 0.666666666667, 1.0)
    """
    return float(f"{x:.12g}")


def or_null(x: float) -> float | None:
    return None if math.isnan(x) else float(x)


def numbers(result: Any) -> dict[str, float | None]:
    """The numbers of a result by name, with None for ``nan``."""
    return {key: or_null(x) for key, x in result._asdict().items()}


def number(x: float, digits: int) -> str:
    return "undefined" if math.isnan(x) else f"{x:.{digits}f}"


def ends(form: str, interval: Any) -> str:
    """The ends of an interval as text, or "no interval"."""
    if math.isnan(interval.low):
        return "no interval"
    return form.format(interval.low, interval.high)


def name_of_row(name: str) -> str:
    """The name of a measure, with its parameter k if it has one."""
    k = signature(ROWS[name].function).parameters.get("k")
    return name if k is None else f"{name} (k={k.default})"
