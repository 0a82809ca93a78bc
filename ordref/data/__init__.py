"""Published matrices, the values printed beside them, and real tables, with citations.

Published ids are ``paper.name``, such as ``oci2011.CM5``; the real tables have ids such
as ``stuart1953_vision_women``. Printed values are strings: "0.50" shows that two decimals
were printed, which a number would not. Imports nothing of ours. Begin with `matrix`.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["TWELVE", "Matrix", "agrees", "example", "matrices", "matrix", "printed"]


@dataclass(frozen=True)
class Matrix:
    """A published matrix and where it comes from.

    Attributes
    ----------
    id : str
        The name by which `matrix` finds it, unless it is `TWELVE`.
    counts : ndarray, shape (K, K)
        Rows true (or first rater, or father), columns predicted; read-only.
    labels : tuple of str
        The classes in their order; positions 1, ..., K where none are published.
    citation : str
        The publication and the place in it.
    status : str
        ``"printed"``, as the source has it; ``"reconstructed"``, rebuilt where our
        text of the source is damaged; ``"corrected"``, a correction of ours, with the
        evidence in ``note``.
    name : str
        The name in figures and tables of the book; no two have the same.
    title, rows, columns, note : str
        What the table is, what its rows and columns are, and remarks.
    """

    id: str
    counts: NDArray[Any]
    labels: tuple[str, ...]
    citation: str
    status: str = "printed"
    name: str = ""
    title: str = ""
    rows: str = "true class"
    columns: str = "predicted class"
    note: str = ""


# The running example: every chapter computes its measure of it by hand.
TWELVE = Matrix(
    id="twelve",
    counts=np.array([[4, 2, 0], [0, 3, 1], [1, 1, 0]], dtype=np.int64),
    labels=("mild", "moderate", "severe"),
    citation="made for this book",
    name="twelve patients",
    title="Twelve patients",
)
TWELVE.counts.flags.writeable = False


@cache
def _read(name: str) -> Any:
    return json.loads((files(__name__) / name).read_text(encoding="utf-8"))


@cache
def _all() -> dict[str, Matrix]:
    published = [
        entry | {"citation": _cite(entry), "name": entry["id"].partition(".")[2]}
        for entry in _read("published.json")["matrices"]
    ]
    wanted, by_id = {field.name for field in fields(Matrix)}, {}
    for entry in [*published, *_read("real.json")]:
        whole = np.array(entry["counts"]).dtype.kind == "i"
        counts = np.array(entry["counts"], dtype=np.int64 if whole else np.float64)
        counts.flags.writeable = False
        labels = entry.get("labels", map(str, range(1, len(counts) + 1)))
        held = {key: value for key, value in entry.items() if key in wanted}
        held |= {"counts": counts, "labels": tuple(labels)}
        by_id[entry["id"]] = Matrix(**held)
    return by_id


def _cite(entry: dict[str, Any]) -> str:
    paper = entry["id"].split(".")[0]
    return f"{_read('published.json')['papers'][paper]}, {entry['place']}"


def matrices(prefix: str = "") -> list[str]:
    """The ids of all matrices, or of those that begin with a prefix; those of the papers first.

    Examples
    --------
    >>> matrices("mmae2014")
    ['mmae2014.M1', 'mmae2014.M2', 'mmae2014.M3', 'mmae2014.M4', 'mmae2014.M5', 'mmae2014.M6']
    """
    return [id for id in _all() if id.startswith(prefix)]


def matrix(id: str) -> Matrix:
    """Return one matrix by its id.

    Raises
    ------
    KeyError
        If no matrix has this id; `matrices` lists the ids.

    Examples
    --------
    >>> matrix("oci2011.CM2").counts
    array([[1, 0, 0],
           [0, 4, 0],
           [2, 2, 1]])
    >>> matrix("stuart1953_vision_women").counts.sum()
    np.int64(7477)
    """
    if id not in _all():
        raise KeyError(f"no matrix {id!r}: matrices() lists all {len(_all())}")
    return _all()[id]


def printed(id: str) -> dict[str, dict[str, str]]:
    """Return a printed table, row by row and column by column, as strings.

    Raises
    ------
    KeyError
        If there is no such table.

    Examples
    --------
    >>> printed("oci2011.table2")["CM1"]["MAE"]
    '0.80'
    """
    table = _entry("tables", "printed table", id)
    return {
        row: dict(zip(table["columns"], values, strict=True))
        for row, values in table["rows"].items()
    }


def example(id: str) -> dict[str, Any]:
    """Return a worked example of a paper: its inputs and the values printed with them.

    Raises
    ------
    KeyError
        If there is no such example.

    Examples
    --------
    >>> example("rint2014.table1")["v1"]
    [3, 2, 1, 4]
    """
    entry = _entry("examples", "example", id)
    return copy.deepcopy(entry) | {"citation": _cite(entry)}


def _entry(kind: str, noun: str, id: str) -> dict[str, Any]:
    for entry in _read("published.json")[kind]:
        if entry["id"] == id:
            return dict(entry)
    raise KeyError(f"no {noun} {id!r}")


def agrees(value: Any, shown: str) -> bool:
    """Whether a printed value is the rounding of a computed one.

    A difference of half a unit of the last printed digit is allowed, so a 5 after it may be
    rounded up or down. The comparison is exact.

    Parameters
    ----------
    value : float or Fraction
        The computed value.
    shown : str
        The printed value, such as ``"0.50"``.

    Examples
    --------
    >>> from fractions import Fraction
    >>> agrees(Fraction(6, 7), "0.86"), agrees(Fraction(6, 7), "0.85")
    (True, False)
    """
    unit = Fraction(10) ** int(Decimal(shown).as_tuple().exponent)
    return abs(Fraction(value) - Fraction(shown)) <= unit / 2
