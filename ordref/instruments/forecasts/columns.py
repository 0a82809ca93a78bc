"""The names of the columns of probabilities: the classes in their order, or none."""

from __future__ import annotations

import re
from typing import Any

from ...labels.column import class_in
from ...matrices.entries import listed
from ...matrices.names import column_names, fault_of_order, has_columns

_NUMBER = re.compile(r"[0-9]+$")


def columns_of_all(probabilities: Any) -> list[Any] | None:
    """The names of the columns, in a frame of any library, or in a list of frames or rows.

    Examples
    --------
    >>> columns_of_all([[0.5, 0.5]])
    """
    is_list = isinstance(probabilities, list | tuple)
    kinds = {*map(type, probabilities)} if is_list else set()
    if hasattr(probabilities, "_fields") or not any(map(_has_names, kinds)):
        return column_names(probabilities)
    first, *others = map(column_names, probabilities)
    if any(names != first for names in others):
        raise ValueError(
            "the columns of the frames of probabilities have different names: put them in one order"
        )
    return first


def check_column_names(names: list[Any] | None, classes: list[Any], called: bool) -> None:
    """Refuse names of columns that are not the classes.

    Numbers from 0 are not taken for names, nor words where the classes are only numbers
    (``called`` is then false).

    Examples
    --------
    >>> check_column_names(["1", "2"], [1, 2], called=True)
    >>> check_column_names(["2", "1"], [1, 2], called=True)
    Traceback (most recent call last):
    ...
    ValueError: the columns of probabilities are ['2', '1'] and labels are [1, 2]: put \
the columns in the order of labels
    """
    if names is None or names == classes:
        return
    text, wanted = [_text(name) for name in names], [_text(c) for c in classes]
    ends = [_NUMBER.search(name) for name in text]
    numbers = [int(end[0]) if end else -1 for end in ends]
    counted = text if -1 in numbers else [*map(str, numbers)]
    if wanted in (text, counted):
        return
    remedy = "put the columns in the order of labels"
    if sorted(wanted) not in (sorted(text), sorted(counted)):
        words = not all(name.isdecimal() for name in text)
        rising = text != sorted(text) if -1 in numbers else numbers == sorted(numbers)
        if numbers == [*range(len(names))] or (words and rising and not called):
            return
        remedy = (
            "name the columns after the classes, or give np.asarray(probabilities) if they "
            "are in the order of the classes"
        )
    raise ValueError(
        f"the columns of probabilities are {listed(names)} and labels are "
        f"{listed(classes)}: {remedy}"
    )


def _text(name: Any) -> str:
    """A name as text, as most engines write it; 1, 1.0, "1.0" and True are all "1"."""
    text = str(name)
    return {"True": "1", "False": "0"}.get(text, class_in(text))


def classes_named(names: list[Any]) -> list[Any]:
    """The names of the columns as classes, if they may be in class order.

    Examples
    --------
    >>> classes_named(["low", "high"])
    ['low', 'high']
    """
    if fault := fault_of_order(names):
        order = {"gaps": "not consecutive", "alphabet": "in the order of the alphabet"}
        raise ValueError(
            f"the columns of probabilities, {listed(names)}, are {order[fault]}: pass "
            "labels=, the classes of the columns from lowest to highest"
        )
    return names


def _has_names(kind: type) -> bool:
    """Whether a type is one of frames, or of rows that name their entries."""
    return has_columns(kind) or hasattr(kind, "_fields") or hasattr(kind, "iloc")
