"""The counts of the command line: sum the rows of a file, and refuse faulty rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from operator import itemgetter
from typing import Any

from ...labels.amounts import number_of
from ...labels.column import class_in
from ...matrices.limits import CLASSES_READ
from .columns import (
    ArrowColumns,
    arrow_columns,
    as_written,
    is_arrow,
    order_of_dictionary,
    place_of,
    plain_column,
)
from .faults import (
    INTEGER,
    MISSING,
    FileError,
    amount_in,
    hint,
    number_in,
    quoted,
    shown_labels,
    shown_value,
)
from .files import CsvRows, Source, opened

_MOST_CELLS = 1_000_000
# What a message calls a row, such as "line 3".
NameOfRow = Callable[[], str]


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
        self.spelling: dict[int, tuple[str, NameOfRow]] = {}

    def order_is(self, labels: list[str] | None, source: str) -> None:
        self.labels, self.order_source = labels, source
        self.known = set(map(class_in, labels or ()))

    def lacks(self, column: str, value: str) -> bool:
        """Whether a value is missing: empty or, with ``dropna``, a word for a missing value.

        Such a word may be the name of a group, or a class that is a label.
        """
        if not value or not self.dropna or column == self.group:
            return not value
        return value.casefold() in MISSING and value not in self.known

    def add(self, key: tuple[str, ...], rows: int, amount: Any, row_name: NameOfRow) -> None:
        """Count `rows` rows with one tuple of classes, and their weight, None if it is missing.

        A new tuple of classes is checked.
        """
        known = key in self.cells and amount is not None
        if known or self._counts(key, rows, amount is None, row_name):
            self.cells[key] = self.cells.get(key, 0) + amount

    def _counts(
        self, key: tuple[str, ...], rows: int, weightless: bool, row_name: NameOfRow
    ) -> bool:
        """Whether these rows have a value in each column; if not, refuse them or leave them out."""
        named = list(zip(self.columns, key, strict=True))
        lacking = [column for column, value in named if self.lacks(column, value)]
        lacking += [str(self.weight)] * weightless
        if lacking and not self.dropna:
            raise FileError(
                f"{row_name()} of {self.file} has no value in column {lacking[0]!r}: "
                "--dropna leaves such rows out"
            )
        if lacking:
            self.left_out += rows
            self.lacking.update(dict.fromkeys(lacking, rows))
            return False
        for column, value in named:
            if column != self.group:
                self._check(column, value, row_name)
        if len(self.cells) >= _MOST_CELLS:  # memory would grow without limit
            raise FileError(
                f"{self.file} has more than a million different pairs of classes, by "
                f"{self.group!r}: is that a column of groups?"
            )
        return True

    def _check(self, column: str, value: str, row_name: NameOfRow) -> None:
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
                    f"{row_name()} of {file}: column {column!r} has {shown_value(value)}, which is "
                    f"not among {self.order_source} {shown_labels(self.labels)}{advice}"
                )
            return
        if not INTEGER.fullmatch(written):
            remedy = "; give --labels"
            if 0 < (number_in(value) or 0) % 1 < 1:
                remedy = (
                    ", a number that is not whole: round the numbers to classes, or give --labels"
                )
            raise FileError(
                f"the order of the classes is unknown: column {column!r} has "
                f"{shown_value(value)} in {row_name()}{remedy}, from lowest to highest{advice}"
            )
        number = int(written)
        if number not in self.spelling:
            self.spelling[number] = written, row_name
            low, high = min(self.spelling), max(self.spelling)
            if (K := high - low + 1) > CLASSES_READ:
                raise FileError(
                    f"{row_name()} of {file}: the classes from {low} to {high} "
                    f"are {K}, which make a table too large to hold: give --labels"
                )
        other, before = self.spelling[number]
        if other != written:
            raise FileError(
                f"{row_name()} of {file} has {value!r}, and {before()} {other!r}: "
                "write one class in one way, or give --labels"
            )

    def left_out_in_words(self) -> str | None:
        """The message on the rows that do not count."""
        if not self.left_out:
            return None
        single = self.left_out == 1
        lacking = [(self.lacking[c], c) for c in self.read if self.lacking[c]]
        by_column = ", ".join(f"{times} in {column!r}" for times, column in lacking)
        return (
            f"{self.left_out} {'row is' if single else 'rows are'} left out, which "
            f"lack{'s' * single} a value: {by_column}"
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


def count_columns(tally: Tally, sep: str | None, decimal: str = ".") -> None:
    """Count how often each pair of classes is in the file; each pair is checked once.

    With a second classifier triples are counted, with groups in each group, and with weights
    these are summed.
    """
    file, contents = tally.file, "no observations"
    with opened(file) as source:
        if is_arrow(source):
            _add_arrow(tally, source)
        else:
            _add_text(tally, CsvRows(source, sep, decimal))
            contents = "a header and no observations"
    if tally.left_out:
        contents = "no observations without a missing value"
    if not tally.cells:
        raise FileError(f"{file} has {contents}")


def _add_text(tally: Tally, rows: CsvRows) -> None:
    header = rows.header()
    get = itemgetter(*(place_of(tally.file, header, c) for c in tally.read))

    def first_line(fields: tuple[str, ...]) -> str:
        return rows.line_of(lambda row: get(row) == fields)

    for piece in rows.blocks(len(header)):
        for fields, times in Counter(map(get, piece)).items():
            row_name = partial(first_line, fields)
            key = tuple(field.strip() for field in fields)
            amount: Any = times
            if tally.weight is not None:
                weight = _weight(tally, key[-1], row_name)
                key, amount = key[:-1], None if weight is None else weight * times
            tally.add(key, times, amount, row_name)


def _weight(tally: Tally, text: str, row_name: NameOfRow) -> Any:
    """A weight in a text; None if it is missing."""
    column = str(tally.weight)
    if tally.lacks(column, text):
        return None
    if (weight := amount_in(text)) is None:
        raise FileError(
            f"{row_name()} of {tally.file} has the weight {quoted(text)} in column {column!r}: "
            f"weights are numbers, finite and not negative{hint(text)}"
        )
    return weight


# ------------------------------------------------------------------- Parquet and Arrow


def _add_arrow(tally: Tally, source: Source) -> None:
    columns = arrow_columns(
        source, lambda header: [place_of(tally.file, header, c) for c in tally.read]
    )
    for k, batch in enumerate(filter(len, columns.batches)):
        if k == 0:
            _check_types(tally, columns, batch)
        for values, rows, amount in _sums(tally, batch):
            key = tuple(as_written(value, tally.known) for value in values)
            tally.add(key, rows, amount, lambda: "a row")


def _sums(tally: Tally, batch: Any) -> Iterator[tuple[list[Any], int, Any]]:
    """Each distinct row in order of appearance, how often it occurs, and its total weight.

    The weight is the sum, or None for rows that lack one.
    """
    import pyarrow as pa

    columns = [*map(plain_column, batch.columns)]
    names = [str(k) for k in range(len(columns))]
    parts: list[Any] = [([], "count_all")]
    if tally.weight is not None:
        columns[-1] = _exact(columns[-1])
        parts += [(names[-1], part) for part in ("count", "sum", "min", "max")]
    keys = names[: len(tally.columns)]
    rows = pa.table(columns, names).group_by(keys, use_threads=False)
    sums = (column.to_pylist() for column in rows.aggregate(parts).columns)
    for row in zip(*sums, strict=True):
        values, (count, *weights) = [*row[: len(keys)]], row[len(keys) :]
        if not weights:
            yield values, count, count
            continue
        weighed, total, low, high = weights
        if weighed < count:
            yield values, count - weighed, None
        if weighed:
            for end in (low, high):
                _as_weight(tally, end)
            yield values, weighed, _as_weight(tally, total)


def _exact(weights: Any) -> Any:
    """Floats with nan as null, or decimals: a sum of int64 could overflow."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_floating(weights.type):
        weights = weights.cast("float64")
        return pc.if_else(pc.is_nan(weights), None, weights)
    return weights.cast(pa.decimal128(38, getattr(weights.type, "scale", 0)))


def _as_weight(tally: Tally, weight: Any) -> Any:
    if isinstance(weight, Decimal) and weight == int(weight):
        weight = int(weight)
    try:
        return number_of(weight, f"column {tally.weight!r}")
    except ValueError as error:
        raise FileError(f"{tally.file}: {error}") from None


def _check_types(tally: Tally, columns: ArrowColumns, batch: Any) -> None:
    """Take the order of classes from the columns, if they agree; refuse weights of other types."""
    from pyarrow import types

    if tally.weight is not None:
        kind = batch.columns[-1].type
        if not (types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind)):
            raise FileError(
                f"column {tally.weight!r} of {tally.file} holds {kind}: weights are numbers"
            )
    orders = [
        order
        for k in range(len(tally.classes))
        if (order := order_of_dictionary(batch.column(k))) and columns.is_stored(k)
    ]
    if tally.labels is None and orders and all(order == orders[0] for order in orders):
        tally.order_is(orders[0], "the classes")
