"""What the command line reads with ``--matrix``: a table of counts."""

from __future__ import annotations

from argparse import Namespace

import numpy as np

from ..matrices.entries import several
from ..matrices.names import are_predictions, fault_of_class_order
from .files import opened, rows_of, separator_of
from .tally import (
    INTEGER,
    MOST_CLASSES,
    amount_in,
    class_in,
    few,
    number_in,
    quoted,
    refuse,
)


def count_table(
    given: Namespace, labels: list[str] | None
) -> tuple[list[str], list[list[float]]]:
    """The classes and the rows of a table of counts, true classes in rows.

    A line of names may stand above it, and then each row begins with its name. Labels put
    such a table in order, and give names to one without.
    """
    rows = _read(given)
    above, beside = _names(given, rows)
    if above:
        rows = [row[1:] for row in rows[1:]]
    K = len(rows)
    names = above or labels or [str(k) for k in range(1, K + 1)]
    if len(names) != K or any(len(row) != K for row in rows):
        refuse(
            f"{given.file} has {several(K, 'row')} of counts, and not as many columns and "
            "classes: it needs one row and one column for each class"
        )
    counts = [[_count(given, rows, r, c) for c in range(K)] for r in range(K)]
    reason = _against_order(given.file, names, counts)
    if not above or labels is None:
        if above != beside:
            refuse(
                f"{given.file} has the classes {few(above)} above and {few(beside)} beside "
                "the counts: both must be the same; --labels says their order"
            )
        if reason and labels is None:
            how = (
                "not consecutive: add the ones that are missing, with counts of 0, or say "
                "with --labels that these are all, in order"
                if reason == "gaps"
                else "in the order of the alphabet, as a crosstab has them: give --labels, "
                "from lowest to highest"
            )
            refuse(f"{given.file} has the classes {few(names)}, {how}")
        return names, counts
    wanted = [class_in(label) for label in labels]
    if sorted(wanted) != sorted(names):
        refuse(
            f"{given.file} has the classes {few(names)}, and --labels {few(labels)}: name "
            "the same, in order"
        )
    turned = [[counts[beside.index(r)][above.index(c)] for c in wanted] for r in wanted]
    return labels, turned


def _read(given: Namespace) -> list[list[str]]:
    """The rows that hold something."""
    rows: list[list[str]] = []
    with opened(given.file) as (raw, _), rows_of(given, raw) as reader:
        for row in reader:
            if any(field.strip() for field in row):
                rows.append([field.strip() for field in row])
            for many, what in (len(rows), "rows of counts"), (len(row), "columns"):
                if many > MOST_CLASSES + 1:
                    refuse(f"{given.file} has more than {MOST_CLASSES} {what}")
    if not rows:
        refuse(f"{given.file} is empty: it needs a row of counts for each class")
    return rows


def _names(given: Namespace, rows: list[list[str]]) -> tuple[list[str], list[str]]:
    """The classes above and beside the counts; none where the first row is one of counts."""
    file = given.file
    first, *others = rows
    bad = [k for k, field in enumerate(first) if number_in(field) is None]
    if not bad:
        return [], []
    if are_predictions(first[0]):
        refuse(
            f"the rows of {file} are called {quoted(first[0])}: true classes are in rows and "
            "predicted ones in columns"
        )
    if len(first) == 1:
        refuse(f"{file} has rows of one field: {_separated(given)}")
    above, beside = list(map(class_in, first[1:])), [class_in(row[0]) for row in others]
    if sorted(above) == sorted(beside):
        return above, beside
    if all(number_in(field) is not None for row in others for field in row):
        if len(bad) == len(first) == len(others):
            refuse(
                f"{file} has names above the counts and none beside them: begin each row "
                "with its name, or leave the names out and give --labels"
            )
        named = 0 in bad and (bad != [0] or {*above} & {*beside})
        if len(first) == len(rows) and not named:
            _count(given, rows, 0, bad[0])
    refuse(
        f"{file} has the classes {few(above)} above and {few(beside)} beside the "
        "counts: both must be the same"
    )


def _count(given: Namespace, rows: list[list[str]], r: int, c: int) -> float:
    text = rows[r][c]
    value = amount_in(text)
    if value is None:
        parts = any(other in text for other in ",;\t|")
        hint = f" ({_separated(given)})" * parts
        refuse(
            f"{given.file} has {quoted(text)} in row {r + 1} and column {c + 1} of the counts: "
            f"they are numbers, finite and not negative{hint}"
        )
    return float(value)


def _separated(given: Namespace) -> str:
    separator = separator_of(given)
    by = {",": "commas", "\t": "tabs"}.get(separator, separator)
    return f"is it separated by {by}? --sep says by what"


def _against_order(
    file: str, names: list[str], counts: list[list[float]]
) -> str | None:
    """Why a crosstab may have left the classes in no order; what no order mends is refused."""
    whole = all(map(INTEGER.fullmatch, names))
    known = [int(name) if whole else name for name in names]
    if len(set(known)) < len(known):
        refuse(f"{file} has a class twice: {few(names)}")
    reason = fault_of_class_order(known, np.array(counts))
    if reason == "totals":
        refuse(f"{file} ends in totals: leave out the last row and the last column")
    return reason
