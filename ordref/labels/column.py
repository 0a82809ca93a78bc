"""One column of labels: its values, or the codes of its categories."""

from __future__ import annotations

import functools
import re
import sys
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..matrices.entries import as_array, plain

_INT64 = np.iinfo(np.int64)
# Whole numbers below this stay different as floats.
_EXACT = 2**53
_CLASS = re.compile(r"([+-]?)([0-9]{1,18})(\.0+)?")


class LabelColumn:
    """One argument of `confusion_matrix`: its values, or codes of its categories."""

    def __init__(self, name: str, argument: ArrayLike, start: int = 0) -> None:
        self.name, self.start = name, start
        self.categories: list[Any] | None = None
        self.ordered: bool | None = None  # of text, whose categories are those seen
        values: Any = argument
        if (pd := sys.modules.get("pandas")) is not None:
            values = self._of_pandas(values, pd)
        pl = sys.modules.get("polars")
        if pl is not None and isinstance(values, pl.Series):
            values = self._of_polars(values, pl)
        if isinstance(values, np.ma.MaskedArray):
            self._refuse_missing(np.ma.getmaskarray(values).ravel())
        array = self._as_array(values, type(argument).__name__)
        self.values: NDArray[Any] = self._as_integers(array)
        self._refuse_missing(self._missing())

    def _of_pandas(self, values: Any, pd: Any) -> Any:
        """The values, or the codes of text or of a Categorical."""
        if isinstance(values, pd.MultiIndex):
            raise not_flat(
                self.name,
                f"a MultiIndex has several values for each: give {self.name}.get_level_values(...)",
            )
        if isinstance(values, pd.Series | pd.Index):
            objects = values.dtype == object
            values = values.to_numpy() if objects else values.array
            text = getattr(values.dtype, "type", None) is str
            if objects:
                text = pd.api.types.infer_dtype(values) == "string"
            if text:  # no Python object is made for each value
                values, seen = pd.factorize(values)
                self.categories = seen.tolist()
        if isinstance(values, pd.Categorical):
            self.categories, self.ordered = list(values.categories), values.ordered
            values = values.codes
        return values

    def _of_polars(self, values: Any, pl: Any) -> Any:
        """The values, or the codes of text, of an Enum, or of a Categorical without order."""
        if isinstance(values.dtype, pl.Enum | pl.Categorical):
            self.ordered = isinstance(values.dtype, pl.Enum)
        if isinstance(values.dtype, pl.Categorical | pl.String):
            seen = values.drop_nulls().unique().cast(pl.String)
            values = values.cast(pl.String).cast(pl.Enum(seen))
        if isinstance(values.dtype, pl.Enum):
            self.categories = values.dtype.categories.to_list()
            values = values.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return values

    def _as_array(self, values: Any, kind: str) -> NDArray[Any]:
        """The values as a one-dimensional array, in which different values stay different."""
        flat = f"{self.name} must be one-dimensional: one class each"
        array = as_array(self.name, values, flat)
        if array.ndim != 1:
            fault = f"it has shape {array.shape}" if array.ndim else f"not a {kind}"
            raise not_flat(self.name, fault)
        if array.size == 0:
            raise ValueError(f"{self.name} is empty: there is nothing to count")
        if array.dtype.kind == "T":  # nulls of this type cannot be compared
            return array.astype(object)
        if not isinstance(values, np.ndarray) and (
            array.dtype.kind in "US"
            or (array.dtype.kind == "f" and not (np.abs(array) < _EXACT).all())
        ):
            # numpy turns [1, "2"] into ["1", "2"], and 2**53 + 1 beside 0.5 into 2**53.
            return np.fromiter(iter(values), dtype=object, count=len(array))
        return array

    def _as_integers(self, array: NDArray[Any]) -> NDArray[Any]:
        """Integers of every type as integers: flags, unsigned, objects, pandas' Int64."""
        if array.dtype == bool:
            return array.view(np.uint8)
        if array.dtype.kind == "O":
            if not all(isinstance(v, int | np.integer) for v in array):
                return array
        elif array.dtype != np.uint64:
            return array
        if int(array.max()) > _INT64.max or int(array.min()) < _INT64.min:
            raise ValueError(f"{self.name} holds integers beyond 63 bits")
        return array.astype(np.int64)

    def _missing(self) -> Any:
        """Which values are missing, or False where none can be."""
        if self.categories is not None:
            return self.values.min() < 0 and self.values < 0
        if self.values.dtype.kind in "fcmM":
            return self.values != self.values  # NaN and NaT differ from themselves
        if self.values.dtype.kind == "O":
            return np.array([is_missing(v) for v in self.values])
        return False

    def _refuse_missing(self, missing: Any) -> None:
        if np.any(missing):
            raise ValueError(
                f"{self.name} has a missing value at position "
                f"{int(np.argmax(missing)) + self.start}: drop the observation or give it "
                "a class"
            )

    def at(self, position: int) -> Any:
        """The class of an observation."""
        value = plain(self.values[position])
        return value if self.categories is None else self.categories[value]

    @property
    def has_integers(self) -> bool:
        return self.categories is None and self.values.dtype.kind in "iu"

    def made_whole(self) -> bool:
        """Whether the values are integers; floats become so if all are whole.

        A column of integers that had a gap is one of floats in pandas.
        """
        if not self.has_integers and self.categories is None and _are_whole(self.values):
            self.values = self.values.astype(np.int64)
        return self.has_integers

    def first_fraction(self) -> Any:
        """The first number that is not whole, or None."""
        values = () if self.categories is not None else map(plain, self.values)
        return next(filter(is_fraction, values), None)

    @functools.cached_property
    def ends(self) -> tuple[int, int]:
        return ends_of(self.values)


def not_flat(name: str, fault: str) -> ValueError:
    return ValueError(f"{name} must be one-dimensional, one class per observation; {fault}")


def _are_whole(values: NDArray[Any]) -> bool:
    """Whether all are floats or integers that are whole, and exact."""
    if values.dtype.kind == "O":
        return all(
            isinstance(x, int | float | np.integer | np.floating)
            and abs(float(x)) < _EXACT
            and x % 1 == 0
            for x in values
        )
    if values.dtype.kind != "f":
        return False
    return float(abs(values).max()) < _EXACT and bool((values == np.floor(values)).all())


def is_fraction(value: Any) -> bool:
    """Whether a value is a float between whole numbers.

    Examples
    --------
    >>> is_fraction(2.5), is_fraction(2.0), is_fraction("2.5")
    (True, False, False)
    """
    return isinstance(value, float) and bool(0 < value % 1 < 1)


def whole_or_same(value: Any) -> Any:
    """A float that is whole as an integer, as `LabelColumn.made_whole`.

    Examples
    --------
    >>> whole_or_same(2.0), whole_or_same(2.5), whole_or_same("2.0")
    (2, 2.5, '2.0')
    """
    whole = isinstance(value, float) and abs(value) < _EXACT and value % 1 == 0
    return int(value) if whole else value


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, NaT or NA.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing("nan")
    (True, False)
    """
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError, ArithmeticError):  # NA, or Decimal("sNaN")
        return True


def numbered(names: list[Any]) -> list[int]:
    """The position of each name among the distinct names, in the order of appearance.

    Examples
    --------
    >>> numbered(["anna", "bert", "anna"])
    [0, 1, 0]
    """
    first: dict[Any, int] = {}
    return [first.setdefault(name, len(first)) for name in names]


def ends_of(*sides: NDArray[Any]) -> tuple[int, int]:
    """The smallest and the largest of integers."""
    return min(int(side.min()) for side in sides), max(int(s.max()) for s in sides)


def class_in(text: str) -> str:
    """A class; 1.0 and +1 are 1, because programs and people write integers so.

    Examples
    --------
    >>> class_in("1.0"), class_in("+1"), class_in("-0.0"), class_in("01"), class_in("1.5")
    ('1', '1', '0', '01', '1.5')
    """
    if (number := _CLASS.fullmatch(text)) is None:
        return text
    sign, whole, _ = number.groups()
    return f"-{whole}" if sign == "-" and whole.strip("0") else whole
