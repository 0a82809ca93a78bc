"""From a file to the classes and the matrices of counts."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from ...labels.cells import warning_of_absent_classes
from ...labels.order import warning_of_gaps
from ...matrices.check import as_matrices, warning_of_shares
from ..files.crosstab import count_table
from ..files.faults import INTEGER
from ..files.tally import Tally, count_columns
from .options import Options
from .text import print_warning, relayed, say


def cells_of(
    options: Options, columns: list[str], group: str | None, weight: str | None = None
) -> tuple[list[Any], dict[tuple[Any, ...], Any]]:
    """The classes, and how often each combination of them occurs in the file, in each group."""
    tally = Tally(options.file, columns, group, weight, options.labels, options.dropna)
    count_columns(tally, options.sep, options.decimal)
    if words := tally.left_out_in_words():
        say(words)
    classes, cells = tally.counts()
    if tally.labels is None:
        seen = sorted(tally.spelling)
        print_warning(warning_of_gaps(seen, f"--labels {','.join(map(str, seen))}"))
    return _as_numbers(classes), cells


def matrices_of(
    options: Options, by: str | None = None, weight: str | None = None
) -> tuple[list[Any], dict[str, Any]]:
    """The classes and the matrix of each group; a single matrix has the name ''."""
    if options.matrix:
        names, rows = count_table(options.file, options.sep, options.labels, options.decimal)
        with relayed(f"{options.file}: "):
            cm = as_matrices(rows)
        print_warning(warning_of_shares(cm))
        whole = (cm == np.floor(cm)).all() and cm.max() < 2**53
        return _as_numbers(names), {"": cm.astype(np.int64) if whole else cm}
    classes, cells = cells_of(options, [options.true, options.pred], by, weight)
    whole = all(isinstance(amount, int) for amount in cells.values())
    shape, dtype = (len(classes), len(classes)), np.int64 if whole else np.float64
    matrices: dict[str, Any] = defaultdict(lambda: np.zeros(shape, dtype))
    for (true, pred, *group), amount in cells.items():
        matrices["".join(group)][true, pred] = amount
    matrices = {group: matrices[group] for group in sorted(matrices, key=_rank)}
    if by is not None:
        print_warning(warning_of_absent_classes(matrices, classes, by))
    return classes, matrices


def _rank(group: str) -> tuple[bool, int | str, str]:
    """The key to sort groups: whole numbers first, by value, then other names as text."""
    number = INTEGER.fullmatch(group) is not None
    return (not number, int(group) if number else group, group)


def _as_numbers(classes: list[str]) -> list[Any]:
    """The classes as integers if all are written as whole numbers, else as they are."""
    if all(INTEGER.fullmatch(c) and str(int(c)) == c for c in classes):
        return [int(c) for c in classes]
    return classes
