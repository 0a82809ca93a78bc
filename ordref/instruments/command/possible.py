"""Whether published values can come from one table of counts: such a table, or a proof.

Exit status: 0 possible, 1 impossible, 2 invalid command line, 3 undecided,
130 interrupted.

example:
  ordref possible --N 125 --K 5 ccr=0.613 mae=0.212
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..files.faults import UsageError
from . import options, text
from .options import Options, Parser


def _whole_numbers(listed: str) -> list[int]:
    try:
        return [int(x) for x in listed.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{listed!r} must be whole numbers") from None


def add_options(parser: Parser) -> None:
    numbers: dict[str, Any] = {"type": _whole_numbers}
    # fmt: off
    add = parser.add_argument
    add("values", nargs="+", metavar="MEASURE=VALUE",
        help="a published value, such as mae=0.212")
    add("--N", **numbers, metavar="N", required=True,
        help="the number of observations, or the sizes of the test sets: 12,12,13")
    add("--K", type=int, required=True, help="the number of classes")
    add("--sizes", **numbers, metavar="a,b,c",
        help="the number of observations of each class")
    add("--predicted", **numbers, metavar="a,b,c",
        help="the number of predictions of each class")
    add("--splits", type=int,
        help="the number of test sets over which the values were averaged")
    add("--rounding", default="any",
        help="how the values were rounded: nearest, down, or any (either; the default)")
    add("--json", **options.FLAG, help="print JSON")
    # fmt: on


def carry_out(args: Options) -> int:
    """Print whether the values are possible; the exit status says so as well."""
    from ..printed.possible import possible

    pairs = [value.partition("=")[::2] for value in args.values]
    if len(values := dict(pairs)) < len(pairs):
        raise UsageError("a measure has two values: give one")
    with text.relayed("", UsageError):
        answer = possible(
            values, args.N[0] if len(args.N) == 1 else args.N, args.K,
            sizes=args.sizes, predicted=args.predicted, splits=args.splits,
            rounding=args.rounding,
        )  # fmt: skip
    if args.json:
        matrix = None if answer.matrix is None else answer.matrix.tolist()
        payload = {"verdict": answer.verdict, "reason": answer.reason, "matrix": matrix}
        text.put(json.dumps(payload), "json")
    else:
        text.put(str(answer), "table")
    return {"yes": 0, "no": 1, "undecided": 3}[answer.verdict]
