"""The differences of two classifiers, with intervals and p-values.

Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted.

example:
  ordref compare results.csv --true y --pred a --versus b --format json
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..files.faults import UsageError
from ..report.values import checked_names, searched
from ..uncertainty.arguments import FEW
from ..uncertainty.paired import difference
from ..uncertainty.results import by_holm
from . import options, text
from .counted import cells_of
from .options import Options, Parser

# How many samples are drawn, and the highest level that so many can give.
RESAMPLES, _MOST_LEVEL = 9_999, 0.9995
# The table of two classifiers has K**3 cells.
_MOST_CLASSES = 100
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


def carry_out(asked: Options) -> int:
    options.check_columns(asked)
    if (asked.interval or 0) > _MOST_LEVEL:
        raise UsageError(
            f"--interval is at most {_MOST_LEVEL} for ordref compare, which draws "
            f"{RESAMPLES:,} samples"
        )
    columns = [asked.true, asked.pred, asked.versus]
    classes, cells = cells_of(asked, columns, asked.groups)
    if len(classes) > _MOST_CLASSES:
        raise UsageError(
            f"--versus takes at most {_MOST_CLASSES} classes, not {len(classes)}"
        )
    N, G, data = _data(cells, len(classes), asked.groups is not None)
    level = asked.interval or 0.95
    with text.relayed(f"{asked.file}: "):
        differences = {
            name: difference(name, **data, level=level, n_resamples=RESAMPLES, rng=0)
            for name in checked_names(asked.measures)
            if asked.measures or not searched([name])
        }
    note = ""
    if asked.adjust:
        differences, note = by_holm(differences)
    write = _as_json if asked.format == "json" else _as_table
    text.put(write(asked, differences, note, classes, N, G), asked.format)
    return 0


def _data(
    cells: dict[tuple[Any, ...], Any], K: int, grouped: bool
) -> tuple[int, int | None, dict[str, Any]]:
    """The numbers of observations and of groups, and what `difference` takes: counts or labels."""
    N = sum(cells.values())
    if not grouped:
        table = np.zeros((K, K, K), dtype=np.int64)
        for cell, times in cells.items():
            table[cell] = times
        return N, None, {"y_true": table}
    if N > _MOST_GROUPED:
        raise UsageError(
            f"--groups takes at most {_MOST_GROUPED:,} observations; there are {N:,}"
        )
    # Sorted, so that the exchanges drawn from the seed do not depend on the order of lines.
    keys = sorted(cells, key=lambda cell: cell[::-1])
    times = [cells[key] for key in keys]
    y_true, y_a, y_b, groups = (
        np.repeat(np.array(column, dtype=kind), times)
        for column, kind in zip(zip(*keys, strict=True), "iiiO", strict=True)
    )
    labels = {"y_true": y_true, "y_a": y_a, "y_b": y_b, "labels": range(K)}
    return N, len(set(groups)), labels | {"groups": groups}


def _as_json(
    asked: Options, differences: Any, note: str, classes: Any, N: int, G: int | None
) -> str:
    counts = {"observations": N} | ({} if G is None else {"groups": G})
    of_measures = {
        name: text.numbers(d)
        | {"values": [*map(text.or_null, d.values)], "exact": d.exact}
        for name, d in differences.items()
    }
    notes = {"note": note} if note else {}
    return text.as_json(
        asked, **counts, classes=classes, **notes, differences=of_measures
    )


def _as_table(
    asked: Options, differences: Any, note: str, classes: Any, N: int, G: int | None
) -> str:
    groups, how = "", "exchanging their predictions, exact unless marked ~"
    if G is not None:
        groups = f", in {G} groups by {text.printable(asked.groups)}"
        how = "exchanging the predictions of whole groups, exact"
        how += " unless marked ~" if G >= FEW else "; where marked ~, by Student's t"
    lines = [
        f"{text.printable(asked.pred)} less {text.printable(asked.versus)}{groups}; p by "
        f"{how}{f'; {note}' if note else ''}",
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
