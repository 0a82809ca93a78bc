"""What could have produced a published number: measures, variants, mistakes, misprints.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted.

example:
  ordref identify counts.csv --matrix --printed 0.412
"""

from __future__ import annotations

from dataclasses import asdict

from ..files.faults import UsageError
from . import options, text
from .counted import matrices_of
from .options import Options, Parser, read_by


def _printed(option: str, listed: str) -> dict[str, str]:
    """The numbers by their measures; ``?`` is the name of the one without."""
    numbers: dict[str, str] = {}
    for part in options.entries(option, listed):
        name, _, number = part.rpartition("=")
        if (before := numbers.get(name or "?")) is not None:
            whose = f"for {name!r}" if name else "without a measure"
            comma = f"{before},{number}" in listed and number.isdecimal()
            raise UsageError(
                f"{option} has two numbers {whose}, {before!r} and {number!r}: give one"
                + f", or {before}.{number} if the comma is a decimal one" * comma
            )
        numbers[name or "?"] = number
    return numbers


def add_options(parser: Parser) -> None:
    # fmt: off
    add = options.add_columns(parser)
    add("--weight", **options.COLUMN, help="a column of counts or weights to sum")
    add("--printed", required=True, metavar="NUMBER", action=read_by(_printed),
        help="the number, such as 0.412. Other published values, given with their measures, "
        "narrow the search: ccr=0.61,0.412")
    options.add_format(parser, "table", "json")
    # fmt: on


def carry_out(asked: Options) -> int:
    from ..verify.identify import identify

    options.check_columns(asked)
    _, matrices = matrices_of(asked, weight=asked.weight)
    with text.relayed("", UsageError):
        answer = identify(matrices[""], asked.printed)
    if asked.format == "table":
        text.put(str(answer), "table")
        return 0
    origins = [asdict(origin) for origin in answer]
    payload = {"asked": answer.asked, "found": answer.found, "origins": origins}
    text.put(text.as_json(asked, **payload), "json")
    return 0
