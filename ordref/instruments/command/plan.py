"""How many observations an interval needs, if future ones are like these.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted.

example:
  ordref plan counts.csv --matrix --half-width 0.05 --measures mae,mmae
"""

from __future__ import annotations

import warnings
from typing import Any

from ..report.values import checked_names
from ..uncertainty.planning import sample_size
from . import options, text
from .counted import matrices_of
from .options import Options, Parser


def add_options(parser: Parser) -> None:
    # fmt: off
    options.add_columns(parser)
    add = options.add_measures(parser)
    add("--half-width", **options.LENGTH, required=True,
        help="half of the length that the interval may have, such as 0.05")
    options.add_level(add, "the level of the interval")
    options.add_format(parser, "table", "json")
    # fmt: on


def carry_out(args: Options) -> int:
    options.check_columns(args)
    classes, matrices = matrices_of(args)
    level, sizes = args.interval or 0.95, dict[str, Any]()
    # The file was read with the same warning of rows that are shares.
    with warnings.catch_warnings(action="ignore"):
        for name in checked_names(args.measures):
            try:
                sizes[name] = sample_size(
                    name, matrices[""], half_width=args.half_width, level=level
                )
            except ValueError as error:
                text.print_warning(f"{name}: {error}")
    text.put(_written(args, sizes, classes), args.format)
    return 0


def _written(args: Options, sizes: dict[str, Any], classes: list[Any]) -> str:
    """The number of observations that each measure needs, and the class that decides it."""
    if args.format == "json":
        named = {name: {"observations": n, **vars(n)} for name, n in sizes.items()}
        return text.as_json(args, classes=classes, sizes=named)
    lines = [f"{'measure':<26} {'observations':>16}  decided by"]
    for name, n in sizes.items():
        decisive = "" if n.decided_by is None else str(classes[n.decided_by])
        line = f"{text.name_of_row(name):<26} {n:>16}  {text.printable(decisive)}"
        lines.append(line.rstrip())
    return "\n".join(lines)
