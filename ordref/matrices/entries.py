"""The numbers in arguments: which types are allowed, and which are exact."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .limits import CLASSES_SHOWN

# The types that counts, weights, costs and distances may have.
_NUMBERS = (Rational, float, np.floating, np.bool_, Decimal)
# A Decimal of a few characters may have more digits than memory holds.
_MOST_DIGITS = 1000
_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def plain(value: Any) -> Any:
    """The value as a Python object: an instant is then the same in every unit of numpy.

    Examples
    --------
    >>> plain(np.int8(3)), plain(np.datetime64("2020-01-01", "ns"))
    (3, datetime.datetime(2020, 1, 1, 0, 0))
    """
    if not isinstance(value, np.datetime64 | np.timedelta64):
        return value.item() if isinstance(value, np.generic) else value
    try:  # in microseconds, the unit of Python, unless that would change the value
        rounded = value.astype(f"{value.dtype.kind}8[us]")
        item = rounded.item()
        return value if rounded != value or isinstance(item, int) else item
    except (TypeError, OverflowError):  # a month has no number of days
        return value


def key(value: Any) -> Any:
    """The value by which classes are compared: a date is equal to its first instant.

    Examples
    --------
    >>> key(date(2020, 1, 1)), key(np.int8(3))
    (datetime.datetime(2020, 1, 1, 0, 0), 3)
    """
    if type(value) is date:
        return datetime(value.year, value.month, value.day)
    return plain(value)


def listed(classes: Sequence[Any]) -> str:
    """The first classes as a list, for a message."""
    shown = [repr(plain(c)) for c in classes[:CLASSES_SHOWN]]
    return f"[{', '.join(shown + ['...'] * (len(classes) > CLASSES_SHOWN))}]"


def count_with_noun(count: int, singular: str, plural: str = "") -> str:
    """A count with its noun.

    Examples
    --------
    >>> count_with_noun(1, "row"), count_with_noun(2, "row"), count_with_noun(0, "class", "classes")
    ('1 row', '2 rows', '0 classes')
    """
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def as_array(name: str, values: Any, ragged: str) -> NDArray[Any]:
    """The argument as an array; masked, sparse and ragged arrays are refused.

    Examples
    --------
    >>> as_array("cm", [[1, 2], [3]], "cm must be square")
    Traceback (most recent call last):
    ...
    ValueError: cm must be square
    """
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{has(name)} masked entries: fill them, or leave them out")
    if hasattr(values, "toarray"):
        raise ValueError(
            f"give {name} as an array that is not sparse: {name}.toarray()"
        )
    if isinstance(values, Iterator):
        raise ValueError(
            f"give {name} as a list, not as a {type(values).__name__}: list({name})"
        )
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(ragged) from None
    except OverflowError:  # a whole number beyond float64 beside a float
        return np.asarray(values, dtype=object)
    except (TypeError, RuntimeError) as error:
        raise ValueError(f"cannot read {name} as an array: {error}") from None


def numbers_in(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """The array, if its type is numeric; an object array by `as_fractions`.

    Examples
    --------
    >>> numbers_in("cm", np.array([["1", "2"]]))
    Traceback (most recent call last):
    ...
    ValueError: cm must hold numbers; its dtype is <U1
    """
    if array.dtype.kind not in "biufO":
        possessive = "their" if name.endswith("s") else "its"
        raise ValueError(
            f"{name} must hold numbers; {possessive} dtype is {array.dtype}"
        )
    return as_fractions(name, array) if array.dtype == object else array


def without_symbols(
    name: str, array: NDArray[Any], lacking: str = "order"
) -> NDArray[Any]:
    """The array, if no entry contains a symbol, which cannot be compared.

    Examples
    --------
    >>> without_symbols("cm", np.eye(1))
    array([[1.]])
    """
    if holds_symbols(array):
        hold = "hold" if name.endswith("s") else "holds"
        raise ValueError(
            f"{name} {hold} symbols, which have no {lacking}: give numbers"
        )
    return array


def as_fractions(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """The numbers of an object array as Fractions, or as float64 if one is a float; or symbols.

    Integers become Fractions, too: those of numpy wrap around, and quotients of those of
    Python are rounded.

    Examples
    --------
    >>> as_fractions("cm", np.array([[np.int8(1), Fraction(1, 2)]], object))
    array([[Fraction(1, 1), Fraction(1, 2)]], dtype=object)
    """
    for position, entry in np.ndenumerate(array):
        fault = fault_of(entry)
        if fault:
            raise ValueError(f"{has(name)} {fault} entry, {entry!r}, at {position}")
    if any(_is_rounded(entry) for entry in array.flat):
        # Too large for a float, or a symbol.
        with contextlib.suppress(OverflowError, TypeError):
            return array.astype(np.float64)
    symbolic = any(map(is_symbolic, array.flat))
    fractions = np.empty_like(array)
    for position, entry in np.ndenumerate(array):
        as_is = symbolic and not isinstance(entry, Decimal)
        fractions[position] = plain(entry) if as_is else exact(entry)
    return fractions


def has(name: str) -> str:
    return f"{name} have" if name.endswith("s") else f"{name} has"


def is_symbolic(entry: Any) -> bool:
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(entry, sympy.Expr)


def stands_for_any(entry: Any) -> bool:
    """Whether an entry contains a symbol, which may be any number."""
    return is_symbolic(entry) and bool(entry.free_symbols)


def holds_symbols(array: NDArray[Any]) -> bool:
    """Whether some entry contains a symbol.

    Examples
    --------
    >>> holds_symbols(np.array([Fraction(1, 2)], object))
    False
    """
    return array.dtype == object and any(map(stands_for_any, array.flat))


def are_whole(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Which entries are whole numbers; a symbol may be one.

    Examples
    --------
    >>> are_whole(np.array([2.0, 0.5])), are_whole(np.array([Fraction(2)], object))
    (array([ True, False]), array([ True]))
    """
    if array.dtype != object:
        return np.asarray(array == np.floor(array))
    whole = [stands_for_any(entry) or entry == int(entry) for entry in array.flat]
    return np.array(whole, dtype=bool).reshape(array.shape)


def first_fault(array: NDArray[Any]) -> tuple[str, tuple[int, ...]] | None:
    """The fault of the first number that is negative, NaN or infinite, and its position.

    Examples
    --------
    >>> first_fault(np.array([[1.0, -2.0]])), first_fault(np.eye(2))
    (('a negative', (0, 1)), None)
    """
    if not array.size or (array.min() >= 0 and array.max() < np.inf):
        return None
    wrong = ~((array >= 0) & (array < np.inf))  # NaN is neither
    position = first(wrong)
    return fault_of(float(array[position])) or "", position


def refuse_faults(name: str, array: NDArray[Any], remedy: str = "") -> None:
    """Refuse an array in which a number is negative, NaN or infinite.

    Examples
    --------
    >>> refuse_faults("cm", np.array([[1.0, -2.0]]))
    Traceback (most recent call last):
    ...
    ValueError: cm has a negative entry, -2.0, at (0, 1)
    """
    if at_fault := first_fault(array):
        fault, position = at_fault
        raise ValueError(
            f"{has(name)} {fault} entry, {array[position]}, at {position}{remedy}"
        )


def warn(text: str) -> None:
    """Warn of the line outside the package from which the call came."""
    depth, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename.startswith(_PACKAGE):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(text, UserWarning, stacklevel=depth)


def check_option(name: str, value: Any, known: Iterable[str]) -> None:
    """Refuse a value that is not among the words for an option.

    Examples
    --------
    >>> check_option("score", "log", ("rps", "brier"))
    Traceback (most recent call last):
    ...
    ValueError: score must be one of 'rps', 'brier', not 'log'
    """
    if value not in known:
        words = ", ".join(map(repr, known))
        raise ValueError(f"{name} must be one of {words}, not {value!r}")


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> None:
    """Refuse a value that is not a whole number from `least` to `most`.

    Examples
    --------
    >>> check_whole("k", 2.5, 0)
    Traceback (most recent call last):
    ...
    ValueError: k must be a whole number of at least 0, not 2.5
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        until = f"of at least {least}" if most is None else f"from {least} to {most:,}"
        raise ValueError(f"{name} must be a whole number {until}, not {value!r}")


def first(flags: NDArray[Any]) -> tuple[int, ...]:
    """The position of the first True.

    Examples
    --------
    >>> first(np.array([[False, False], [True, True]]))
    (1, 0)
    """
    return tuple(int(k) for k in np.unravel_index(np.argmax(flags), flags.shape))


def _is_rounded(entry: Any) -> bool:
    if is_symbolic(entry):
        return bool(entry.has(sys.modules["sympy"].Float))
    return isinstance(entry, float | np.floating)


def exact(entry: Any) -> Fraction:
    if isinstance(entry, Fraction) and type(entry.numerator) is int:
        return entry
    if isinstance(entry, Rational):
        return Fraction(int(entry.numerator), int(entry.denominator))
    if isinstance(entry, Decimal):
        return Fraction(entry)
    # A float is the decimal that prints it.
    return Fraction(str(entry if isinstance(entry, np.floating) else float(entry)))


def as_count(entry: Any) -> int | float:
    """A valid entry as an int if it is a whole number and not a float, otherwise as a float.

    Examples
    --------
    >>> as_count(Fraction(4, 2)), as_count(Decimal("0.5")), as_count(np.True_), as_count(2.0)
    (2, 0.5, 1, 2.0)
    """
    if isinstance(entry, Rational | np.bool_ | Decimal):
        fraction = exact(entry)
        if fraction.denominator == 1:
            return int(fraction)
    try:
        return float(entry)
    except OverflowError:
        return np.inf


def fault_of(entry: Any) -> str | None:
    """The fault of one entry of an object array, or None."""
    if is_symbolic(entry):
        if entry.is_extended_negative:
            return "a negative"
        if entry.is_real is False or (entry.is_Number and not entry.is_finite):
            return "a non-finite"
        return None
    if not isinstance(entry, _NUMBERS) or isinstance(entry, np.timedelta64):
        return "an unsupported"
    if isinstance(entry, Rational):  # neither NaN nor infinite
        return "a negative" if entry < 0 else None
    if isinstance(entry, Decimal):
        if entry.is_nan():  # the signalling one compares with nothing
            return "a NaN"
        if entry.is_finite() and abs(entry.adjusted()) > _MOST_DIGITS:
            return "an unsupported"
    if entry != entry:
        return "a NaN"
    if entry in (np.inf, -np.inf):
        return "an infinite"
    return "a negative" if entry < 0 else None
