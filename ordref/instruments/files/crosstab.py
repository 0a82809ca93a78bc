"""A table of counts in a file, which ``ordref`` reads with ``--matrix``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ...labels.column import class_in
from ...matrices.entries import count_with_noun
from ...matrices.limits import CLASSES_READ
from ...matrices.names import are_predictions, fault_of_class_order
from .faults import (
    DECIMAL_COMMA,
    INTEGER,
    FileError,
    amount_in,
    hint,
    number_in,
    quoted,
    shown_labels,
)
from .files import CsvRows, opened

TextRows = list[list[str]]
# A line of a table in Markdown, the line below its header, and one of an array as numpy or
# Python prints it.
_MARKDOWN, _RULE = re.compile(r"\|(.*)\|"), re.compile(r"[-:|\s]+")
_PRINTED = re.compile(r"(array\()?\[[][\d\s.,eE+-]*\]\)?,?")
_PERCENTAGE = re.compile(r"[0-9.]+\s*%")


def count_table(
    file: str, sep: str | None, labels: list[str] | None, decimal: str = "."
) -> tuple[list[str], list[list[float]]]:
    """The classes and the rows of a table of counts, true classes in rows.

    It may have a header with the names of the classes; each row then begins with its name.
    Labels put such a table in order, and name the classes of one without a header. It is CSV,
    a table of Markdown, or an array as it is printed.
    """
    rows, advice = _read(file, sep, decimal)
    for text in (text for row in rows[1:] for text in row[1:]):
        if _PERCENTAGE.fullmatch(text):
            raise FileError(
                f"{file} has percentages, such as {text!r}: give the counts, for these do not "
                "say how many observations there are, nor of which class"
            )
    above, beside = _names(file, rows, advice)
    if above:
        rows = [row[1:] for row in rows[1:]]
    K = len(rows)
    names = above or labels or [str(k) for k in range(1, K + 1)]
    if len(names) != K or any(len(row) != K for row in rows):
        oblong = len({*map(len, rows)}) == 1 and 1 < K != len(rows[0]) > 1
        scales = (
            "; in Python kendall_tau_b, stuart_tau_c, somers_d and goodman_kruskal_gamma "
            "take a table of two scales"
        )
        raise FileError(
            f"{file} has {count_with_noun(K, 'row')} of counts, and not as many columns and "
            f"classes: it needs one row and one column for each class{scales * oblong}"
        )
    counts = [[_count(file, rows, r, c, advice) for c in range(K)] for r in range(K)]
    reason = _against_order(file, names, counts)
    if not above or labels is None:
        if above != beside:
            raise FileError(
                f"{file} has the classes {shown_labels(above)} above and "
                f"{shown_labels(beside)} beside the counts: both must be the "
                "same; --labels says their order"
            )
        if reason and labels is None:
            remedy = (
                "not consecutive: add the ones that are missing, with counts of 0, or say "
                "with --labels that these are all, in order"
                if reason == "gaps"
                else "in the order of the alphabet, as a crosstab has them: give --labels, "
                "from lowest to highest"
            )
            raise FileError(f"{file} has the classes {shown_labels(names)}, {remedy}")
        return names, counts
    wanted = [class_in(label) for label in labels]
    if sorted(wanted) != sorted(names):
        raise FileError(
            f"{file} has the classes {shown_labels(names)}, and --labels "
            f"{shown_labels(labels)}: name the same, in order"
        )
    turned = [[counts[beside.index(r)][above.index(c)] for c in wanted] for r in wanted]
    return labels, turned


def _read(file: str, sep: str | None, decimal: str) -> tuple[TextRows, str]:
    """The rows that are not empty, and, for messages, a question about the separator."""
    rows: TextRows = []
    with opened(file) as source:
        lines = CsvRows(source, sep, decimal, _as_csv)
        for row in lines:
            if any(field.strip() for field in row):
                rows.append([field.strip() for field in row])
            for many, noun in (len(rows), "rows of counts"), (len(row), "columns"):
                if many > CLASSES_READ + 1:
                    raise FileError(f"{file} has more than {CLASSES_READ} {noun}")
    if not rows:
        raise FileError(f"{file} is empty: it needs a row of counts for each class")
    by = {",": "commas", "\t": "tabs"}.get(lines.separator, lines.separator)
    return rows, f"is it separated by {by}? --sep says by what"


def _as_csv(lines: Iterator[str], sep: str) -> Iterator[str]:
    """Lines of Markdown and of printed arrays as lines of CSV; other lines as they are."""
    for line in lines:
        text = line.strip()
        if (table := _MARKDOWN.fullmatch(text)) and not _RULE.fullmatch(text):
            fields = (field.replace('"', '""') for field in table[1].split("|"))
            yield sep.join(f'"{field}"' for field in fields)
        elif _PRINTED.fullmatch(text):
            for row in re.findall(r"[\d\s.,eE+-]*\d[\d\s.,eE+-]*", text):
                yield sep.join(re.findall(r"[\d.eE+-]+", row))
        elif not table:
            yield line


def _names(file: str, rows: TextRows, advice: str) -> tuple[list[str], list[str]]:
    """The classes above and beside the counts; none where the first row has only numbers."""
    first, *others = rows
    bad = [k for k, field in enumerate(first) if number_in(field) is None]
    if not bad:
        return [], []
    # A corner such as "true / predicted" names the rows first.
    if are_predictions(re.split(r"[\\/|]", first[0])[0]):
        raise FileError(
            f"the rows of {file} are called {quoted(first[0])}: true classes are in rows and "
            f"predicted ones in columns; turn it: pandas.read_csv({file!r}, index_col=0)"
            ".T.to_csv(...)"
        )
    if len(first) == 1:
        raise FileError(f"{file} has rows of one field: {advice}")
    above = [class_in(field) for field in first[1:]]
    beside = [class_in(row[0]) for row in others]
    if sorted(above) == sorted(beside):
        return above, beside
    if all(number_in(field) is not None for row in others for field in row):
        if len(bad) == len(first) == len(others):
            raise FileError(
                f"{file} has names above the counts and none beside them: begin each row "
                "with its name, or leave the names out and give --labels"
            )
        named = 0 in bad and (bad != [0] or {*above} & {*beside})
        if len(first) == len(rows) and not named:
            _count(file, rows, 0, bad[0], advice)
    raise FileError(
        f"{file} has the classes {shown_labels(above)} above and {shown_labels(beside)} beside the "
        "counts: both must be the same"
    )


def _count(file: str, rows: TextRows, r: int, c: int, advice: str) -> float:
    text = rows[r][c]
    value = amount_in(text)
    if value is None:
        parts = any(other in text for other in ",;\t|")
        comma = hint(text) if DECIMAL_COMMA.fullmatch(text) else f" ({advice})" * parts
        raise FileError(
            f"{file} has {quoted(text)} in row {r + 1} and column {c + 1} of the counts: "
            f"they are numbers, finite and not negative{comma}"
        )
    return float(value)


def _against_order(file: str, names: list[str], counts: list[list[float]]) -> str | None:
    """Why the classes may not be all in order; totals and repeated classes are refused."""
    whole = all(map(INTEGER.fullmatch, names))
    known = [int(name) if whole else name for name in names]
    if len(set(known)) < len(known):
        raise FileError(f"{file} has a class twice: {shown_labels(names)}")
    reason = fault_of_class_order(known, np.array(counts))
    if reason == "totals":
        raise FileError(f"{file} ends in totals: leave out the last row and column")
    return reason
