"""The differences of two classifiers, with intervals and p-values.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted.

example:
  ordref compare results.csv --true y --pred a --versus b --format json
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...matrices.limits import CLASSES_COMPARED
from ..files.faults import UsageError
from ..report.values import checked_names, kinds_searched
from ..uncertainty.arguments import FEW
from ..uncertainty.paired import difference
from ..uncertainty.results import by_holm
from ..uncertainty.two_classifiers import paired_sample
from . import options, text
from .counted import cells_of
from .options import Options, Parser

# How many samples are drawn, and the highest level that so many can give.
RESAMPLES, _MOST_LEVEL = 9_999, 0.9995
# With groups every observation is kept, and read once for each measure.
_MOST_GROUPED = 10_000_000


def add_options(parser: Parser) -> None:
    # fmt: off
    add = options.add_columns(parser, table=False)
    add("--versus", **options.COLUMN, required=True,
        help="the column of the second classifier's predictions")
    add("--groups", **options.COLUMN,
        help="a column that says which observations belong together, such as those of a patient: "
        "whole groups are left out in turn, and their predictions exchanged")
    add = options.add_measures(parser, "all that need no search")
    options.add_level(add, "the level of the intervals")
    add("--adjust", choices=("holm",),
        help="adjust the p-values for multiple comparisons by Holm's method")
    options.add_format(parser, "table", "json")
    # fmt: on


def carry_out(args: Options) -> int:
    options.check_columns(args)
    if (args.interval or 0) > _MOST_LEVEL:
        raise UsageError(
            f"--interval is at most {_MOST_LEVEL} for ordref compare, which draws "
            f"{RESAMPLES:,} samples"
        )
    columns = [args.true, args.pred, args.versus]
    classes, cells = cells_of(args, columns, args.groups)
    if len(classes) > CLASSES_COMPARED:
        raise UsageError(f"--versus takes at most {CLASSES_COMPARED} classes, not {len(classes)}")
    N, G, sample = _sample(args, cells, len(classes))
    level = args.interval or 0.95
    with text.relayed(f"{args.file}: "):
        differences = {
            name: difference(name, sample, level=level, n_resamples=RESAMPLES, rng=0)
            for name in checked_names(args.measures)
            if args.measures or not kinds_searched([name])
        }
    note = ""
    if args.adjust:
        differences, note = by_holm(differences)
    write = _as_json if args.format == "json" else _as_table
    text.put(write(args, differences, note, classes, N, G), args.format)
    return 0


def _sample(
    args: Options, cells: dict[tuple[Any, ...], Any], K: int
) -> tuple[int, int | None, Any]:
    """The numbers of observations and of groups, and what `difference` takes."""
    N = sum(cells.values())
    if args.groups is None:
        table = np.zeros((K, K, K), dtype=np.int64)
        for cell, times in cells.items():
            table[cell] = times
        return N, None, table
    if N > _MOST_GROUPED:
        raise UsageError(f"--groups takes at most {_MOST_GROUPED:,} observations; there are {N:,}")
    # Sorted, so that the exchanges drawn from the seed do not depend on the order of lines.
    keys = sorted(cells, key=lambda cell: cell[::-1])
    times = np.array([cells[key] for key in keys])
    *columns, groups = (
        np.repeat(np.array(column, dtype=kind), times.astype(np.intp))
        for column, kind in zip(zip(*keys, strict=True), "iiiO", strict=True)
    )
    with text.relayed(f"{args.file}: "):
        sample = paired_sample(*columns, labels=range(K), groups=groups)
    return N, len(set(groups)), sample


def _as_json(
    args: Options, differences: Any, note: str, classes: Any, N: int, G: int | None
) -> str:
    counts = {"observations": N} | ({} if G is None else {"groups": G})
    of_measures = {
        name: text.numbers(d) | {"values": [*map(text.or_null, d.values)], "exact": d.exact}
        for name, d in differences.items()
    }
    notes = {"note": note} if note else {}
    return text.as_json(args, **counts, classes=classes, **notes, differences=of_measures)


def _as_table(
    args: Options, differences: Any, note: str, classes: Any, N: int, G: int | None
) -> str:
    groups, test = "", "exchanging their predictions, exact unless marked ~"
    if G is not None:
        groups = f", in {G} groups by {text.printable(args.groups)}"
        test = "exchanging the predictions of whole groups, exact"
        test += " unless marked ~" if G >= FEW else "; where marked ~, by Student's t"
    lines = [
        f"{text.printable(args.pred)} less {text.printable(args.versus)}{groups}; p by "
        f"{test}{f'; {note}' if note else ''}",
        "",
        f"{'measure':<26} {'first':>9} {'second':>9} {'less':>9}  {'interval':<20} p",
    ]
    for name, d in differences.items():
        p = "<0.0001" if d.pvalue < 0.0001 else f"{d.pvalue:.4f}"
        p = "" if math.isnan(d.pvalue) else "~" * (not d.exact) + p
        numbers = " ".join(f"{text.number(x, 4):>9}" for x in (*d.values, d.value))
        ends = text.ends("{:.4f} to {:.4f}", d)
        lines.append(f"{text.name_of_row(name):<26} {numbers}  {ends:<20} {p}".rstrip())
    return "\n".join(lines)
