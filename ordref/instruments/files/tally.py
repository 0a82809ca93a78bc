"""The counts of the command line, and its messages on what is wrong with a file."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ...labels.column import class_in
from ...matrices.limits import CLASSES_READ

INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_WHOLE, _DIGITS = re.compile(r"[+-]?[0-9]+"), 300
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MOST_CELLS = 1_000_000
# How many columns, and characters of a value, a message shows.
SHOWN, _LONGEST = 10, 60
# What other programs write for a missing value, in upper or lower case.
MISSING = {"", "na", "n/a", "<na>", "nan", "nat", "null"}


class FileError(ValueError):
    """The contents of a file are at fault."""


class UsageError(FileError):
    """The command is at fault, whatever the file holds."""


@dataclass
class Tally:
    """The sums so far for each tuple of classes, and the checks of a new tuple.

    Its fields are the file, the columns of classes, of groups and of weights, the classes in
    their order if it is known, and whether rows with missing values are left out.
    """

    file: str
    classes: list[str]
    group: str | None
    weight: str | None
    labels: list[str] | None
    dropna: bool

    def __post_init__(self) -> None:
        self.columns = [c for c in (*self.classes, self.group) if c is not None]
        self.read = [c for c in (*self.columns, self.weight) if c is not None]
        self.order_is(self.labels, "--labels")
        self.cells: dict[tuple[str, ...], Any] = {}
        self.left_out, self.lacking = 0, Counter[str]()
        self.spelling: dict[int, tuple[str, str]] = {}

    def order_is(self, labels: list[str] | None, whose: str) -> None:
        self.labels, self.whose = labels, whose
        self.known = set(map(class_in, labels or ()))

    def lacks(self, column: str, value: str) -> bool:
        """Whether a value is missing: empty or, with ``dropna``, a word for a missing value.

        Such a word may be the name of a group, or a class that is a label.
        """
        if not value or not self.dropna or column == self.group:
            return not value
        return value.casefold() in MISSING and value not in self.known

    def takes(
        self,
        key: tuple[str, ...],
        line: str,
        rows: int = 1,
        *,
        weightless: bool = False,
    ) -> bool:
        """Whether these rows count; a new tuple of classes is checked."""
        if key in self.cells and not weightless:
            return True
        named = list(zip(self.columns, key, strict=True))
        lacking = [column for column, value in named if self.lacks(column, value)]
        lacking += [str(self.weight)] * weightless
        if lacking and not self.dropna:
            raise FileError(
                f"{line} of {self.file} has no value in column {lacking[0]!r}: "
                "--dropna leaves such rows out"
            )
        if lacking:
            self.left_out += rows
            self.lacking.update(dict.fromkeys(lacking, rows))
            return False
        for column, value in named:
            if column != self.group:
                self._check(column, value, line)
        self.cells[key] = 0
        if len(self.cells) > _MOST_CELLS:  # memory would grow without limit
            raise FileError(
                f"{self.file} has more than a million different pairs of classes, by "
                f"{self.group!r}: is that a column of groups?"
            )
        return True

    def _check(self, column: str, value: str, line: str) -> None:
        file, written = self.file, class_in(value)
        advice = hint(value)
        if self.dropna and not advice:
            advice = (
                "; --dropna leaves out empty cells and words such as NA: empty this one if it "
                "stands for a missing value"
            )
        if self.labels is not None:
            if written not in self.known:
                raise FileError(
                    f"{line} of {file}: column {column!r} has {shown(value)}, which is "
                    f"not among {self.whose} {few(self.labels)}{advice}"
                )
            return
        if not INTEGER.fullmatch(written):
            what = "; give --labels"
            if 0 < (number_in(value) or 0) % 1 < 1:
                what = (
                    ", a number that is not whole: round the numbers to classes, or give "
                    "--labels"
                )
            raise FileError(
                f"the order of the classes is unknown: column {column!r} has "
                f"{shown(value)} in {line}{what}, from lowest to highest{advice}"
            )
        number = int(written)
        if number not in self.spelling:
            self.spelling[number] = written, line
            low, high = min(self.spelling), max(self.spelling)
            if (K := high - low + 1) > CLASSES_READ:
                raise FileError(
                    f"{line} of {file}: the classes from {low} to {high} "
                    f"are {K}, which make a table too large to hold: give --labels"
                )
        other, before = self.spelling[number]
        if other != written:
            raise FileError(
                f"{line} of {file} has {value!r}, and {before} {other!r}: "
                "write one class in one way, or give --labels"
            )

    def left_out_in_words(self) -> str | None:
        """The message on the rows that do not count."""
        if not self.left_out:
            return None
        one = self.left_out == 1
        lacking = [(self.lacking[c], c) for c in self.read if self.lacking[c]]
        each = ", ".join(f"{times} in {column!r}" for times, column in lacking)
        return (
            f"{self.left_out} {'row is' if one else 'rows are'} left out, which "
            f"lack{'s' * one} a value: {each}"
        )

    def counts(self) -> tuple[list[str], dict[tuple[Any, ...], Any]]:
        """The classes, and the sum for each tuple of positions of classes, and a group."""
        classes = self.labels
        if classes is None:
            classes = list(map(str, range(min(self.spelling), max(self.spelling) + 1)))
        place = {class_in(label): k for k, label in enumerate(classes)}
        cells: dict[tuple[Any, ...], Any] = {}
        for key, amount in self.cells.items():
            at = tuple(
                value if column == self.group
                else place[class_in(value) if self.labels else str(int(class_in(value)))]
                for column, value in zip(self.columns, key, strict=True)
            )  # fmt: skip
            cells[at] = cells.get(at, 0) + amount
        whole = all(isinstance(amount, int) for amount in cells.values())
        if whole and sum(cells.values()) >= 2**63:
            raise FileError(f"the counts of {self.file} sum to more than 63 bits")
        return classes, cells


# ------------------------------------------------------------------- as it is written


def number_in(text: str) -> int | float | None:
    """A number in digits, exact if it is whole; None for other text, such as 1_0 or inf."""
    if INTEGER.fullmatch(text) or (_WHOLE.fullmatch(text) and len(text) <= _DIGITS):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else None


def amount_in(text: str) -> int | float | None:
    """A number that may be a count or weight: finite and not negative; otherwise None."""
    value = number_in(text)
    return value if value is not None and 0 <= value < math.inf else None


# ------------------------------------------------------------------- messages


def hint(value: str) -> str:
    said = "; if it stands for a missing value, --dropna leaves such rows out"
    return said if value.casefold() in MISSING else ""


def shown(value: str) -> str:
    """A value for a message; a whole number without quotes."""
    return value if INTEGER.fullmatch(value) else quoted(value)


def quoted(value: str) -> str:
    return repr(value if len(value) <= _LONGEST else value[:_LONGEST] + "...")


def few(labels: list[str]) -> str:
    return ",".join(labels[:SHOWN]) + ",..." * (len(labels) > SHOWN)
