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
    """The numbers by their measures; the number without a measure has the name ``?``."""
    from ..printed.printed import named_numbers

    parts = options.entries(option, listed)
    try:
        return named_numbers(parts)
    except ValueError as error:
        raise UsageError(f"{option} {error}") from None


def add_options(parser: Parser) -> None:
    # fmt: off
    add = options.add_columns(parser)
    add("--weight", **options.COLUMN, help="a column of counts or weights to sum")
    add("--printed", required=True, metavar="NUMBER", action=read_by(_printed),
        help="the number, such as 0.412. Other published values, given with their measures, "
        "narrow the search: ccr=0.61,0.412")
    options.add_format(parser, "table", "json")
    # fmt: on


def carry_out(args: Options) -> int:
    from ..printed.identify import identify

    options.check_columns(args)
    _, matrices = matrices_of(args, weight=args.weight)
    with text.relayed("", UsageError):
        answer = identify(matrices[""], args.printed)
    if args.format == "table":
        text.put(str(answer), "table")
        return 0
    origins = [asdict(origin) for origin in answer]
    payload = {"asked": answer.asked, "found": answer.found, "origins": origins}
    text.put(text.as_json(args, **payload), "json")
    return 0
