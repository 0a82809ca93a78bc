"""Refuse columns that are not ratings: names of units, the long format, tables of counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .coded import Coded
from .order import classes_of

# Words in the head of a column that names units: by themselves, or if no value is twice.
_UNITS = {"id", "ids", "uid", "uuid", "guid", "index", "idx", "unit", "units", "item", "items",
          "unnamed", ""}  # fmt: skip
_UNITS_IF_UNIQUE = {
    "subject", "subjects", "case", "cases", "patient", "sample", "image", "film", "essay",
    "document", "doc", "text", "question", "answer", "prompt", "example", "observation", "obs",
    "record", "key", "number", "no", "nr", "num", "row", "name",
}  # fmt: skip
_RATERS = {"rater", "raters", "coder", "annotator", "observer", "judge", "reviewer", "grader",
           "scorer", "labeler", "labeller", "worker", "evaluator", "reader", "user",
           "model"}  # fmt: skip
# Fewer rows than these may be ratings that happen to look like numbers of rows.
_FEW_UNITS, _FEW_TRIPLES = 6, 8
# What to do with a table that has a row for each rater.
_TURN = "turn the table, so that each rater has a column and each unit a row"
# How many names a message shows.
_SHOWN = 6


class Ways(NamedTuple):
    """How an argument is written for the caller: in Python, or on the command line."""

    unit: str = "unit={}"
    raters: str = "raters=[{}]"
    long: str = "long=({}, {}, {})"
    counts: str = "counts=True"
    labels: str = "labels="
    matrix: str = "give it to the measure itself, such as krippendorff_alpha(cm)"
    between: str = ", "
    write: Callable[[Any], str] = repr
    row: Callable[[int], str] = "row {}".format
    first: int = 0

    def names(self, names: Sequence[Any]) -> str:
        """The first names, joined as the caller would write them."""
        shown = [self.write(name) for name in names[:_SHOWN]]
        return self.between.join(shown + ["..."] * (len(names) > _SHOWN))

    def raters_are(self, columns: Sequence[Coded]) -> str:
        return self.raters.format(self.names([c.name for c in columns]))

    def unit_is(self, column: Coded) -> str:
        return self.unit.format(self.write(column.name))

    def long_is(self, *names: Any) -> str:
        return self.long.format(*map(self.write, names))


PYTHON = Ways()


def refuse_mistaken(columns: Sequence[Coded], ways: Ways, *, named: bool, labelled: bool) -> None:
    """Refuse columns that are unlikely to be ratings.

    The heads do not matter if the raters are `named`, nor the numbers if the classes are given
    (`labelled`).
    """
    if not named:
        _refuse_turned(columns)
        _refuse_long(columns, ways, labelled)
        for column in columns:
            others = [c for c in columns if c is not column]
            alike = any(_words(c.name) == _words(column.name) for c in others)
            reason = "" if alike else _head_of_units(column)
            reason = reason or ("" if labelled else _counts_rows(column, others))
            if reason and others:
                _refuse_unit(column, others, reason, ways)
    if not labelled:
        _refuse_counts(columns, ways)


def hint_of_units(columns: Sequence[Coded], labels: Any, ways: Ways) -> str:
    """Where the first cell is that is not a class, and what to do if a column has no class at all.

    Examples
    --------
    >>> from ordref.labels.coded import coded
    >>> columns = [coded("film", ["Metropolis", "Vertigo"]), coded("Ann", [3, 4])]
    >>> hint_of_units(columns, None, PYTHON)
    "; it is in row 0; if column 'film' names the units, write unit='film'"
    """
    known = None if labels is None else set(classes_of(labels))

    def are_classes(column: Coded) -> list[bool]:
        return [isinstance(v, int) if known is None else v in known for v in column.values]

    place = ""
    for column in columns:
        if not all(known_here := are_classes(column)):
            cells = column.at == known_here.index(False)
            place = f"; it is in {ways.row(int(np.argmax(cells)))}"
            break
    alien = [c for c in columns if not any(are_classes(c))]
    others = [c for c in columns if not any(c is other for other in alien)]
    if len(alien) != 1 or not others or not all(all(are_classes(c)) for c in others):
        return place
    (column,) = alien
    if not _RATERS.isdisjoint(_words(column.name)):
        return f"{place}; if {called(column)} names raters, {_TURN}"
    if column.is_unique:
        return f"{place}; if {called(column)} names the units, write {ways.unit_is(column)}"
    way = ways.raters_are(others)
    return f"{place}; if {called(column)} is no rater, name the raters, {way}"


def called(column: Coded) -> str:
    return f"column {column.name!r}"


def _refuse_unit(column: Coded, others: Sequence[Coded], reason: str, ways: Ways) -> None:
    others = [c for c in others if c.numbers is not None] or others
    raise ValueError(
        f"{called(column)} {reason}, as names of units do, and is hardly a rater: write "
        f"{ways.unit_is(column)}, or name the raters, {ways.raters_are(others)}"
    )


def names_units(head: Any) -> bool:
    """Whether a head may belong to a column that names the units.

    Examples
    --------
    >>> names_units("item_id"), names_units("film"), names_units("Ann")
    (True, True, False)
    """
    words = _words(head)
    return words[-1] in _UNITS | _UNITS_IF_UNIQUE and _RATERS.isdisjoint(words)


def _words(head: Any) -> list[str]:
    """The words of a head: item and id for ItemID, item_id and 'item id'."""
    if not isinstance(head, str):
        return ["a number"]
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", head)
    words = re.findall(r"[a-z]+", apart.lower())
    return words or ["another" if re.search(r"[^\s.#_:0-9]", head) else ""]


def _head_of_units(column: Coded) -> str:
    words = _words(column.name)
    if not _RATERS.isdisjoint(words) or (words == [""] and column.name.strip("_# .")):
        return ""  # such as 1, 2, 3: the numbers of raters
    sure = words[-1] in _UNITS or words[0] in ("id", "unnamed")
    unique = column.is_unique and len(column.at) > 2
    if sure or (words[-1] in _UNITS_IF_UNIQUE and unique):
        return f"has the head {column.name!r}"
    return ""


def _counts_rows(column: Coded, others: Sequence[Coded]) -> str:
    """Why a column numbers the rows: distinct whole numbers beyond the others; empty if not."""
    n, whole = len(column.at), all(isinstance(v, int) for v in column.values)
    own, rated = column.numbers, {v for c in others for v in c.values}
    if n < _FEW_UNITS or own is None or not (whole and column.is_unique and rated):
        return ""
    if len(rated) >= n or not all(isinstance(v, int | float) for v in rated):
        return ""
    beyond = int(((own < min(rated)) | (own > max(rated))).sum())
    if beyond >= 2 and (np.diff(own) == 1).all():
        return f"counts the rows, from {column.values[0]!r} on"
    if beyond > n / 2:
        return "has a different number in each row, most of them beyond all others"
    return ""


def _refuse_turned(columns: Sequence[Coded]) -> None:
    """Refuse a row for each rater: numbers of raters beside item 1, item 2 and so on."""
    raters = [c for c in columns if not _RATERS.isdisjoint(_words(c.name))]
    others = [_words(c.name) for c in columns if not any(c is rater for rater in raters)]
    numbers = raters[0].numbers if len(raters) == 1 and raters[0].is_unique else None
    alike = len(others) > 1 and len(set(map(tuple, others))) == 1
    if numbers is None or not alike or others[0][-1] not in _UNITS | _UNITS_IF_UNIQUE:
        return
    if (np.diff(numbers) == 1).all():
        raise ValueError(f"{called(raters[0])} names raters, and the other columns units: {_TURN}")


def _refuse_long(columns: Sequence[Coded], ways: Ways, labelled: bool) -> None:
    """Refuse a row for each rating: by the heads, or by numbers that list units and raters."""
    units = [c for c in columns if _head_of_units(c) or _words(c.name)[-1] in _UNITS_IF_UNIQUE]
    raters = [c for c in columns if not _RATERS.isdisjoint(_words(c.name))]
    three = None
    if len(units) == len(raters) == 1 and not units[0].is_unique and len(columns) > 2:
        others = [c for c in columns if c not in (units[0], raters[0])]
        three = units[0], raters[0], others[-1]
    elif len(columns) == 3 and not labelled and _lists_pairs(columns[0], columns[1]):
        three = columns[0], columns[1], columns[2]
    if three:
        call = ways.long_is(*(c.name for c in three))
        raise ValueError(
            f"columns {three[0].name!r} and {three[1].name!r} name units and raters, as if "
            f"each row held one rating: write {call}; if they are raters, name the raters, "
            f"{ways.raters_are(columns)}"
        )


def _lists_pairs(first: Coded, second: Coded) -> bool:
    """Whether the numbers of two columns, together, rise in each row, and fill most of a grid."""
    a, b = first.numbers, second.numbers
    if a is None or b is None or len(a) < _FEW_TRIPLES or np.isnan(a + b).any():
        return False
    rises = (np.diff(a) > 0) | ((np.diff(a) == 0) & (np.diff(b) > 0))
    U, R = len(first.values), len(second.values)
    return bool(rises.all()) and U > 2 and R > 1 and len(a) >= 0.75 * U * R


def _refuse_counts(columns: Sequence[Coded], ways: Ways) -> None:
    """Refuse counts of raters by class, and confusion matrices."""
    held = [x for column in columns if (x := column.numbers) is not None]
    if len(held) < len(columns) or not held or len(held[0]) < 2:
        return
    table = np.column_stack(held)
    if not np.isfinite(table).all():
        return
    sums = table.sum(axis=1)
    if len(table) > 2 and (table != table[0]).any() and _are_counts(table, sums):
        sign = f"sums to {sums[0]:g}" if (sums == sums[0]).all() else "has a similar sum"
        raise ValueError(
            f"every row {sign}, as in a table of how many raters chose each class: write "
            f"{ways.counts}; if these are ratings, pass {ways.labels}"
        )
    if _is_matrix(table):
        raise ValueError(
            "each number on the diagonal is the largest of its row and of its column, as in "
            f"a confusion matrix: {ways.matrix}; if these are ratings, pass {ways.labels}"
        )


def _are_counts(table: NDArray[np.float64], sums: NDArray[np.float64]) -> bool:
    """Whether the sums of the rows are equal, or vary far less than if columns were raters.

    For raters who guess, the variance of the sums is the sum of the variances. What is refused
    is below the second percentile of chi-squared, by Wilson and Hilferty.
    """
    if (sums == sums[0]).all():
        return bool(sums[0] > 1)
    d = len(table) - 1
    least = (1 - 2 / (9 * d) - 2 * (2 / (9 * d)) ** 0.5) ** 3
    vary = table.var(axis=0).sum()
    counted = table.min() == 0 and sums.min() > 1 and d > 2 and table.shape[1] > 2
    return bool(counted and sums.var() < least * vary)


def _is_matrix(table: NDArray[np.float64]) -> bool:
    K, diagonal = len(table), np.diag(table)
    if table.shape != (K, K) or table.max() - table.min() < K * K or table.min() < 0:
        return False
    rest = table - np.diag(diagonal)
    np.fill_diagonal(rest, -1)
    return bool((diagonal > np.maximum(rest.max(axis=0), rest.max(axis=1))).all())
