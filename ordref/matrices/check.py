"""The check that every measure begins with: is this a stack of confusion matrices?"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .checked import Checked
from .entries import (
    are_whole,
    as_array,
    as_fractions,
    first,
    is_symbolic,
    numbers_in,
    refuse_faults,
    without_symbols,
)
from .names import classes_in, table_of
from .ratings import refuse_ratings
from .sums import mass, scalar_or_array
from .typed import OfMatrix, P

# The product of three totals as large as this, or its reciprocal, is within float64.
_LARGEST = 1e100
# Whole numbers below this are exact in float64.
_EXACT = 1 << 53
_REMEDY = ": counts and weights are finite and not negative"
# What is lost where the rows, or the columns, are shares.
_LOST = {
    "row": "so the class frequencies are lost, and most measures treat the classes as equally "
    "frequent: give counts, or multiply each row by the proportion of its class",
    "column": "so the frequencies of the predictions are lost, and those of the classes with "
    "them: give counts, or multiply each column by the proportion of its prediction",
}
_IS_COUNTED = {
    "row": "each class has 100 observations",
    "column": "each class was predicted 100 times",
}


class TooLargeError(ValueError):
    """The matrix has more classes than the measure can take in reasonable time."""


_Function = TypeVar("_Function", bound=Callable[..., Any])


def of_matrix(
    measure: Callable[Concatenate[ArrayLike, P], Any],
) -> OfMatrix[P]:
    """Decorate a measure of one matrix or a stack; labels are refused as by `answers_labels`.

    Examples
    --------
    >>> @of_matrix
    ... def ccr(cm):
    ...     return float(np.trace(cm) / np.sum(cm))
    >>> ccr([[1, 0], [1, 2]])
    0.75
    """
    return cast("OfMatrix[P]", answers_labels(measure))


def answers_labels(function: _Function) -> _Function:
    """Decorate a function of a matrix: given labels, it raises an error with the call to write.

    Examples
    --------
    >>> @answers_labels
    ... def hits(cm):
    ...     return np.diagonal(cm)
    >>> hits([1, 2, 2], [1, 1, 2])
    Traceback (most recent call last):
    ...
    ValueError: hits takes a confusion matrix cm, not labels: write \
ordref.hits(ordref.confusion_matrix(y_true, y_pred, labels=[...]))
    """
    most = function.__code__.co_argcount
    beside = {"y_true", "y_pred", "labels"}

    @functools.wraps(function)
    def answering(*arguments: Any, **options: Any) -> Any:
        if len(arguments) > most or not beside.isdisjoint(options):
            _refuse_labels(function, arguments, "labels" in options)
        return function(*arguments, **options)

    return cast(_Function, answering)


def _refuse_labels(
    measure: Callable[..., Any], arguments: tuple[Any, ...], labels: bool
) -> None:
    name, parameters = measure.__name__, [*inspect.signature(measure).parameters]
    at = parameters.index("cm")
    before, options = parameters[:at], parameters[at + 1 :]
    if (
        len(arguments) > at
        and as_array("cm", arguments[at], "cm must be square").ndim > 1
    ):
        advice = (
            ", and its options by name: " + "=, ".join(options) + "=" if options else ""
        )
        if labels:
            advice = ", its classes in order, without labels="
        raise ValueError(f"{name} takes one confusion matrix cm{advice}")
    counted = "ordref.confusion_matrix(y_true, y_pred, labels=[...])"
    raise ValueError(
        f"{name} takes a confusion matrix cm, not labels: write "
        f"ordref.{name}({', '.join([*before, counted])})"
    )


def as_matrices(cm: ArrayLike) -> NDArray[Any]:
    """Validate confusion matrices; every measure begins here.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Counts or weights, rows true and columns predicted, both in class order:
        nested lists, arrays of any integer or float dtype or of flags, a DataFrame such
        as ``pandas.crosstab`` makes, or object arrays of Fractions, Decimals or sympy
        expressions.

    Returns
    -------
    ndarray, shape (..., K, K)
        A float64 array, in which integers up to 2**53 are exact and products
        cannot overflow; float64 arrays are returned as they are. Object arrays of
        whole numbers, Fractions and Decimals become arrays of Fractions, whose quotients
        are exact; with a float among its numbers an object array becomes float64;
        symbols and other numbers of sympy stay what they are.

    Raises
    ------
    ValueError
        Not square, of fewer than two dimensions, without a class, or sparse; an entry that
        is not a number, or is masked, negative, NaN or infinite; a matrix without mass, or
        whose sum is above 1e100 or below 1e-100; a DataFrame whose rows and columns are
        not the same classes, leave out a class, include totals, or stand in the
        order of the alphabet; a DataFrame whose rows are called predictions; a frame of
        another library that names its columns, because its rows have no names.

    Notes
    -----
    Rows are true classes and columns predicted ones, as in
    oci2011, section 1.1, and mmae2014, Table 1.

    Examples
    --------
    >>> as_matrices([[2, 1], [0, 3]])
    array([[2., 1.],
           [0., 3.]])
    """
    return cm.n if isinstance(cm, Checked) else _with_checked_mass(_entries(cm))


def as_tables(cm: ArrayLike) -> NDArray[Any]:
    """`as_matrices` for tables whose two sides may have different classes: (..., R, C).

    Examples
    --------
    >>> as_tables([[2, 1, 0], [0, 3, 1]]).shape
    (2, 3)
    """
    if isinstance(cm, Checked):
        return cm.n
    return _with_checked_mass(_entries(cm, square=False))


def _with_checked_mass(array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype != object:
        array = _as_float64(array)
    _check_mass(array, mass(array))
    return array


def as_numbers(cm: ArrayLike, lacking: str = "order") -> NDArray[Any]:
    """`as_matrices`, but symbols are refused, because they cannot be compared.

    Examples
    --------
    >>> as_numbers([[1, 0], [1, 2]]).tolist()
    [[1.0, 0.0], [1.0, 2.0]]
    """
    return without_symbols("cm", as_matrices(cm), lacking)


def as_floats(cm: ArrayLike) -> NDArray[np.float64]:
    """`as_numbers` in float64, where a number of sympy may turn out to be too large.

    Examples
    --------
    >>> as_floats([[0.5, 0], [1, 2]]).tolist()
    [[0.5, 0.0], [1.0, 2.0]]
    """
    n = as_numbers(cm, "value")
    return n if n.dtype != object else as_matrices(n.astype(np.float64))


def over_mass(cm: ArrayLike, sums: Callable[[NDArray[Any]], tuple[Any, Any]]) -> Any:
    """A quotient of two sums over the entries of each matrix: ``sums`` returns part and mass.

    It takes the matrices that `as_matrices` takes, but does not copy them: integers stay
    integers where all sums are exact, and a sum over narrow floats is in float64.

    Examples
    --------
    >>> over_mass(np.eye(2, dtype=np.int8), lambda n: (n[..., 0, 0], n.sum(axis=(-2, -1))))
    0.5
    """
    if isinstance(cm, Checked):
        part, whole = sums(cm.n)
        return scalar_or_array(part / whole)
    array = _entries(cm)
    if array.dtype.kind == "f" and array.itemsize < 8:
        _refuse_negative(array)
    elif array.dtype != object and not _is_small(array):
        array = _as_float64(array)
    part, whole = sums(array)
    _check_mass(array, whole)
    if isinstance(whole, np.ndarray) and whole.dtype == np.float64:
        return scalar_or_array(np.divide(part, whole, out=whole))
    return scalar_or_array(part / whole)


def _is_small(array: NDArray[Any]) -> bool:
    """Whether these are whole numbers, none negative, whose sums are exact in float64."""
    if array.dtype.kind not in "biu" or not array.size:
        return False
    K = array.shape[-1]
    if array.dtype.kind == "i":
        # Read as unsigned, a negative number is larger than all others.
        array = array.view(array.dtype.str.replace("i", "u"))
    return bool(int(array.max()) * K**4 < _EXACT)


def _is_usual(mass: NDArray[Any]) -> bool:
    if mass.ndim == 0:
        return bool(1 / _LARGEST <= mass.item() <= _LARGEST)
    return bool(mass.min() >= 1 / _LARGEST and mass.max() <= _LARGEST)


def _entries(cm: ArrayLike, square: bool = True) -> NDArray[Any]:
    """The entries in their own type, if that is numeric and the shape is right."""
    refuse_ratings(cm)
    cm = table_of("cm", cm)
    array = as_array("cm", cm, "cm must be square: its rows have different lengths")
    if array.ndim < 2 or (square and array.shape[-1] != array.shape[-2]):
        labels = ": count labels with confusion_matrix(y_true, y_pred)"
        scales = (
            "; tables of two scales have kendall_tau_b, stuart_tau_c, somers_d and "
            "goodman_kruskal_gamma"
        )
        raise ValueError(
            f"cm must have shape (..., {'K, K' if square else 'R, C'}), true classes in rows "
            f"and predicted ones in columns; it has shape {array.shape}"
            + labels * (array.ndim == 1)
            + scales * (array.ndim > 1)
        )
    if 0 in array.shape[-2:]:
        raise ValueError("cm is empty: it needs at least one class")
    return numbers_in("cm", array)


def _as_float64(array: NDArray[Any]) -> NDArray[np.float64]:
    """The same numbers, none negative or NaN; an infinity is found in the mass."""
    with np.errstate(over="ignore"):  # of a long double
        numbers = array.astype(np.float64, copy=False)
    _refuse_negative(numbers)
    return numbers


def _refuse_negative(numbers: NDArray[Any]) -> None:
    # NaN makes the comparison false.
    if numbers.size and not numbers.min() >= 0:
        refuse_faults("cm", numbers, _REMEDY)


def _check_mass(array: NDArray[Any], mass: Any) -> None:
    mass = np.asarray(mass)
    if mass.dtype != object and (not mass.size or _is_usual(mass)):
        return
    if array.dtype.kind == "f":
        refuse_faults("cm", array, _REMEDY)
    if np.any(mass == 0):
        raise ValueError(
            f"cm is all zeros{_place(mass == 0)}: that says nothing about a classifier"
        )
    symbolic = array.dtype == object and any(map(is_symbolic, array.flat))
    if not symbolic and np.any(extreme := (mass > _LARGEST) | (mass < 1 / _LARGEST)):
        raise ValueError(
            f"the entries of cm must sum to between {1 / _LARGEST} and {_LARGEST}, or "
            f"products of them would overflow{_place(extreme)}: divide cm by its largest "
            "entry"
        )


def _place(fault: Any) -> str:
    """The position in the stack of the first matrix with the fault."""
    return f" at {first(np.asarray(fault))}" if np.ndim(fault) else ""


def for_each_cell(
    name: str, values: Any, n: NDArray[Any], wanted: str, cm: Any = None
) -> NDArray[Any]:
    """Numbers of shape (K, K), finite and none negative: one for each cell of matrices n.

    Fractions and symbols on either side stay exact. If ``cm``, from which n was made, names
    its classes, a frame must name the same.

    Examples
    --------
    >>> for_each_cell("cost", [[0, 1], [-2, 0]], np.eye(2), wanted="cost must be numbers")
    Traceback (most recent call last):
    ...
    ValueError: cost has a negative entry, -2.0, at (1, 0)
    """
    K = n.shape[-1]
    w = as_array(name, table_of(name, values, classes_in(cm)), ragged=wanted)
    if w.ndim == 0 or w.dtype.kind not in "biufO":
        raise ValueError(wanted)
    if w.shape != (K, K):
        have = "they have" if name.endswith("s") else "it has"
        raise ValueError(
            f"{name} must have shape {K, K}, one for each cell of cm; {have} {w.shape}"
        )
    # Integers stay exact beside counts that are: Fractions, or symbols.
    if object in (n.dtype, w.dtype):
        return as_fractions(name, w.astype(object))
    w = w.astype(np.float64)
    refuse_faults(name, w)
    return w


def whole_counts(name: str, n: NDArray[Any], reason: str) -> NDArray[Any]:
    """The counts, if they are whole numbers or symbols.

    Examples
    --------
    >>> whole_counts("cm", np.array([2.0, 0.5]), "half an observation is none")
    Traceback (most recent call last):
      ...
    ValueError: cm has 0.5 at (1,), which is not a whole number: half an observation is none
    """
    whole = are_whole(n)
    if not whole.all():
        position = first(~whole)
        raise ValueError(
            f"{name} has {n[position]} at {position}, which is not a whole number: {reason}"
        )
    return n


def warning_of_shares(n: NDArray[Any], *, rows: bool = True) -> str | None:
    """The warning for a matrix whose rows, or columns, are shares or percentages.

    Whole numbers that sum to 100 may be counts: as many observations may have been drawn of
    each class. The warning then says so.

    Examples
    --------
    >>> warning_of_shares(np.array([[4.0, 1.0], [0.0, 5.0]]))
    >>> warning_of_shares(np.array([[0.8, 0.2], [0.0, 1.0]]))[:27]
    'each row of cm sums to one,'
    >>> warning_of_shares(np.array([[80.0, 15.0], [20.0, 85.0]]))[:30]
    'each column of cm sums to 100:'
    """
    whole = are_whole(n).all(axis=(-2, -1))
    for axis, side in [(-1, "row")] * rows + [(-2, "column")]:
        size = n.sum(axis=axis)
        several = (size > 0).sum(axis=-1) > 1
        for total, shown in ((1, "one"), (100, "100")):
            off = np.abs(size / total - 1)
            near = off <= _rounding(n / total)[..., None]
            shares = (near | (size == 0)).all(axis=-1) & several
            if (shares & ~whole).any():
                return f"each {side} of cm sums to {shown}, {_LOST[side]}"
            if total == 100 and shares.any():
                return (
                    f"each {side} of cm sums to 100: if these are percentages, give counts, "
                    "because the number of observations, on which all intervals depend, is "
                    "lost, and with it the class frequencies; if "
                    f"{_IS_COUNTED[side]}, all is well"
                )
    return None


def _rounding(shares: NDArray[Any]) -> NDArray[np.float64]:
    """How far from 1 the sum of shares may be that were printed with few decimals."""
    K, slack = shares.shape[-1], np.full(shares.shape[:-2], 1e-3)
    shares = np.minimum(shares, 2)  # infinities have no difference
    for decimals in (3, 2):  # percentages with one, and with none
        printed = np.abs(shares - np.round(shares, decimals)) < 1e-9
        most = min(0.499 * K * 10.0**-decimals, 0.01)
        slack = np.where(printed.all(axis=(-2, -1)), most, slack)
    return slack + 1e-9
