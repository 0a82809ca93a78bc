"""From labels to a confusion matrix, and what every measure asks of one."""

import contextlib
import functools
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Rational, Real
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "TooLargeError",
    "as_array",
    "as_exact",
    "as_matrices",
    "confusion_matrix",
    "of_matrix",
    "per_class",
    "scalar_or_array",
]

# Pairs counted at a time: small enough to stay in the processor's cache, and so
# that the codes of the pairs never take more memory than the labels themselves.
_CHUNK = 1 << 16
# A (K, K) table of int64 with more classes than this would not fit in 1 GiB.
_MOST_CLASSES = 10_000
# Products of three totals this large, or this small, are still float64 numbers.
_LARGEST = 1e100
_INT64 = np.iinfo(np.int64)
# So many classes are shown in a message.
_SHOWN = 10


def confusion_matrix(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    labels: Sequence[Any] | NDArray[Any] | None = None,
) -> NDArray[np.int64]:
    """Count the pairs of a true and a predicted class.

    The order of the classes is never guessed. It is ``labels`` where given; else
    the categories of an ordered pandas Categorical, or of a polars Enum; else, for
    integers, the numbers from the smallest to the largest seen in either argument, so that a
    class in between keeps its place though nothing falls into it.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (N,)
        True and predicted classes, paired by position: lists, arrays, tensors, Series
        (whose index is not looked at), ordered Categoricals or Enums.
    labels : sequence, keyword-only, optional
        The classes in their order, each once, whether seen or not.

    Returns
    -------
    ndarray of int64, shape (K, K)
        Entry (r, c) counts the observations of class r that are predicted c.

    Raises
    ------
    ValueError
        Arguments that are empty, of unequal lengths or not one-dimensional;
        missing values; labels without a known order (strings, floats, an
        unordered Categorical) when ``labels`` is not given; a value outside
        ``labels``; a class twice in ``labels``; more than 10,000 classes.

    Notes
    -----
    Rows are true classes and columns predicted ones, as in oci2011, section 1.1,
    and mmae2014, Table 1.

    Without ``labels`` the number of classes K comes from this one call. A sample, or
    the fold of a cross-validation, in which the top class is neither true nor
    predicted then has a table with one class fewer, and measures that depend on K,
    such as `oci`, have another value. Where several tables are compared, give all of
    them the same ``labels``.

    Examples
    --------
    >>> confusion_matrix([1, 2, 2, 4], [1, 2, 1, 4])
    array([[1, 0, 0, 0],
           [1, 1, 0, 0],
           [0, 0, 0, 0],
           [0, 0, 0, 1]])
    >>> confusion_matrix(["low", "high"], ["high", "high"], labels=["low", "mid", "high"])
    array([[0, 0, 1],
           [0, 0, 0],
           [0, 0, 1]])
    """
    true, pred = _Labels("y_true", y_true), _Labels("y_pred", y_pred)
    if len(true.values) != len(pred.values):
        raise ValueError(
            f"y_true has {len(true.values)} values and y_pred {len(pred.values)}: "
            "they are paired by position, so give as many of one as of the other"
        )
    if labels is None:
        labels = _order_of(true, pred)
    (t, t0), (p, p0), K = _codes(true, pred, labels)
    counts = np.zeros(K * K, dtype=np.int64)
    for start in range(0, len(t), _CHUNK):
        stop = start + _CHUNK
        cell = (t[start:stop].astype(np.int64) - t0) * K
        cell += p[start:stop].astype(np.int64)
        cell -= p0
        if K * K <= _CHUNK:
            counts += np.bincount(cell, minlength=K * K)
        else:  # bincount would take another table for each chunk
            np.add.at(counts, cell, 1)
    return counts.reshape(K, K)


class TooLargeError(ValueError):
    """A matrix of more classes than a measure can be computed for in reasonable time."""


class _Labels:
    """One argument of `confusion_matrix`: its values, or a Categorical's codes."""

    def __init__(self, name: str, given: ArrayLike) -> None:
        self.name = name
        self.categories: list[Any] | None = None
        self.ordered = False
        pd = sys.modules.get("pandas")
        values: Any = given
        if pd is not None and isinstance(values, pd.Series | pd.Index):
            values = values.array
        if pd is not None and isinstance(values, pd.Categorical):
            self.categories, self.ordered = list(values.categories), values.ordered
            values = values.codes
        pl = sys.modules.get("polars")
        if pl is not None and isinstance(values, pl.Series):
            values = self._of_polars(values, pl)
        if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
            self._missing(int(np.argmax(np.ma.getmaskarray(values).ravel())))
        array = as_array(
            name, values, f"{name} must be one-dimensional: one class each"
        )
        if array.ndim != 1:
            found = f"not a {type(given).__name__}"
            if array.ndim:
                found = f"it has shape {array.shape}"
            raise ValueError(
                f"{name} must be one-dimensional, one class per observation; {found}"
            )
        if array.size == 0:
            raise ValueError(f"{name} is empty: there is nothing to count")
        if array.dtype.kind in "US" and not isinstance(values, np.ndarray):
            # numpy turns [1, "2"] into ["1", "2"]; keep what was given.
            array = np.fromiter(iter(values), dtype=object, count=len(array))
        self.values: NDArray[Any] = self._as_integers(array)
        self._check_missing()

    def _of_polars(self, values: Any, pl: Any) -> Any:
        """The codes of an Enum, or of a Categorical, whose order is that of appearance."""
        self.ordered = isinstance(values.dtype, pl.Enum)
        if isinstance(values.dtype, pl.Categorical):
            seen = values.drop_nulls().cast(pl.String).unique()
            values = values.cast(pl.String).cast(pl.Enum(seen))
        if isinstance(values.dtype, pl.Enum):
            self.categories = values.dtype.categories.to_list()
            values = values.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return values

    def _as_integers(self, array: NDArray[Any]) -> NDArray[Any]:
        """Integers however they are held: flags, unsigned, objects, pandas' Int64."""
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

    def _check_missing(self) -> None:
        missing: Any = False
        if self.categories is not None:
            missing = self.values < 0
        elif self.values.dtype.kind in "fcmM":
            missing = self.values != self.values  # NaN and NaT differ from themselves
        elif self.values.dtype.kind == "O":
            missing = np.array([_is_missing(v) for v in self.values])
        if np.any(missing):
            self._missing(int(np.argmax(missing)))

    def _missing(self, position: int) -> None:
        raise ValueError(
            f"{self.name} has a missing value at position {position}: "
            "drop the observation or give it a class"
        )

    def factors(self) -> tuple[Sequence[Any], NDArray[Any]]:
        """The different values, and for each observation the place of its own."""
        if self.categories is not None:
            return self.categories, self.values
        if self.values.dtype.kind != "O":
            seen, place = np.unique(self.values, return_inverse=True)
            return seen.tolist(), place
        first: dict[Any, int] = {}
        try:
            places = (first.setdefault(v, len(first)) for v in self.values)
            inverse = np.fromiter(places, dtype=np.int64, count=len(self.values))
        except TypeError:
            raise ValueError(
                f"{self.name} must hold single values, such as numbers or strings"
            ) from None
        return list(first), inverse


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # pandas.NA refuses to say
        return True


def _order_of(true: _Labels, pred: _Labels) -> Sequence[Any]:
    """The order of the classes where ``labels`` does not give it."""
    for side in (true, pred):
        if side.categories is not None and not side.ordered:
            raise ValueError(
                f"{side.name} is a Categorical without order: "
                "pass labels=, or make it ordered (in polars, an Enum)"
            )
    ordered = [side.categories for side in (true, pred) if side.categories is not None]
    if ordered:
        if ordered[-1] != ordered[0]:
            raise ValueError(
                f"the categories of y_true, {_listed(ordered[0])}, and of y_pred, "
                f"{_listed(ordered[-1])}, differ: pass labels= to say which order counts"
            )
        return ordered[0]
    for side in (true, pred):
        if side.values.dtype.kind not in "iu":
            example = _plain(side.values[0])
            raise ValueError(
                f"the order of the classes in {side.name} is unknown (its first value "
                f"is {example!r}): pass labels=, the classes from lowest to highest"
            )
    lowest = min(int(true.values.min()), int(pred.values.min()))
    highest = max(int(true.values.max()), int(pred.values.max()))
    _check_number(highest - lowest + 1)
    return range(lowest, highest + 1)


def _codes(
    true: _Labels, pred: _Labels, labels: Sequence[Any] | NDArray[Any]
) -> tuple[tuple[NDArray[Any], int], tuple[NDArray[Any], int], int]:
    """Integers with an offset for each argument, and the number of classes."""
    for to_list in ("tolist", "to_list"):
        # The items of a tensor are tensors, which equal nothing.
        labels = getattr(labels, to_list, lambda given=labels: given)()
    ordered = hasattr(labels, "__len__") and hasattr(labels, "__getitem__")
    if not ordered or isinstance(labels, str | Mapping):
        raise ValueError(
            f"labels must be a sequence of classes, from lowest to highest, not {labels!r}"
        )
    K = len(labels)
    if K == 0:
        raise ValueError("labels is empty: give at least one class")
    _check_number(K)
    classes = [_plain(c) for c in labels]
    if any(_is_missing(c) for c in classes):
        raise ValueError("labels holds a missing value: a class must be a value")
    try:
        place = {c: k for k, c in enumerate(classes)}
    except TypeError:
        raise ValueError("labels must be single values, numbers or strings") from None
    if len(place) != K:
        twice = next(c for k, c in enumerate(classes) if c in classes[:k])
        raise ValueError(f"labels holds {twice!r} twice: each class once, in order")
    return _code(true, place), _code(pred, place), K


def _code(side: _Labels, place: dict[Any, int]) -> tuple[NDArray[Any], int]:
    values, classes = side.values, list(place)
    if side.categories is None and values.dtype.kind in "iu" and _consecutive(classes):
        # Consecutive integers need no table, only to be within bounds.
        first, last = classes[0], classes[-1]
        if int(values.min()) < first or int(values.max()) > last:
            _unknown(side, int(np.argmax((values < first) | (values > last))), classes)
        return values, first
    seen, inverse = side.factors()
    table = np.array([place.get(v, -1) for v in seen], dtype=np.int64)
    if np.any(table < 0) and np.any(unknown := table[inverse] < 0):
        _unknown(side, int(np.argmax(unknown)), classes)
    return table[inverse], 0


def _check_number(K: int) -> None:
    if K > _MOST_CLASSES:
        raise ValueError(
            f"{K} classes make a table too large to hold: "
            "pass labels= with the classes meant"
        )


def _consecutive(classes: list[Any]) -> bool:
    return all(
        isinstance(c, int) and c - classes[0] == k for k, c in enumerate(classes)
    )


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _unknown(side: _Labels, position: int, classes: list[Any]) -> None:
    value = _plain(side.values[position])
    if side.categories is not None:
        value = side.categories[value]
    raise ValueError(
        f"{side.name} has {value!r} at position {position}, which is not among the "
        f"labels ({_listed(classes)[1:-1]}): add it to labels=, in its place"
    )


def _listed(classes: Sequence[Any]) -> str:
    """The first classes as a list, for a message."""
    shown = [repr(_plain(c)) for c in classes[:_SHOWN]]
    return f"[{', '.join(shown + ['...'] * (len(classes) > _SHOWN))}]"


_Measure = TypeVar("_Measure", bound=Callable[..., Any])


def of_matrix(measure: _Measure) -> _Measure:
    """A measure that answers labels in place of a matrix with the line to write.

    Examples
    --------
    >>> @of_matrix
    ... def ccr(cm):
    ...     return float(np.trace(cm) / np.sum(cm))
    >>> ccr([[1, 0], [1, 2]])
    0.75
    >>> ccr([1, 2, 2], [1, 1, 2])
    Traceback (most recent call last):
    ...
    ValueError: ccr takes a confusion matrix cm, not labels: write \
ordref.ccr(ordref.confusion_matrix(y_true, y_pred, labels=[...]))
    """

    def answering(*given: Any, **options: Any) -> Any:
        if len(given) > 1 or not options.keys().isdisjoint(("y_true", "y_pred")):
            refuse(measure, given)
        return measure(*given, **options)

    refuse = _refuse_labels
    # doctest finds a function only where its globals are those of the module.
    found = FunctionType(
        answering.__code__, measure.__globals__, closure=answering.__closure__
    )
    return cast(_Measure, functools.update_wrapper(found, measure))


def _refuse_labels(measure: Callable[..., Any], given: tuple[Any, ...]) -> None:
    name = measure.__name__
    if given and as_array("cm", given[0], "cm must be square").ndim > 1:
        _, *options = inspect.signature(measure).parameters
        by_name = ", and its options by name: " + "=, ".join(options) + "="
        raise ValueError(
            f"{name} takes one confusion matrix cm" + (by_name if options else "")
        )
    raise ValueError(
        f"{name} takes a confusion matrix cm, not labels: write "
        f"ordref.{name}(ordref.confusion_matrix(y_true, y_pred, labels=[...]))"
    )


def as_matrices(cm: ArrayLike) -> NDArray[Any]:
    """Validate confusion matrices; every measure begins here.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Counts or weights, rows true and columns predicted, both in class order:
        nested lists, arrays of any integer or float dtype, a DataFrame such as
        ``pandas.crosstab`` makes, or object arrays of Fractions or sympy
        expressions.

    Returns
    -------
    ndarray, shape (..., K, K)
        A float64 array, in which integers up to 2**53 are exact and products
        cannot overflow; float64 arrays are returned as they are. Object arrays of
        whole numbers and Fractions become arrays of Fractions, whose quotients are
        exact; with a float among its numbers an object array becomes float64;
        symbols and other numbers of sympy stay what they are.

    Raises
    ------
    ValueError
        Not square, of rank below two, without a class; an entry that is not a
        number, or is negative, NaN or infinite; a matrix without mass, or whose
        sum is beyond 1e100 or below 1e-100; a DataFrame whose rows and columns are
        not the same classes, leave out a class, include totals, or stand in the
        order of the alphabet.

    Examples
    --------
    >>> as_matrices([[2, 1], [0, 3]])
    array([[2., 1.],
           [0., 3.]])
    """
    pd = sys.modules.get("pandas")
    if pd is not None and isinstance(cm, pd.DataFrame):
        cm = _from_frame(cm, pd)
    array = as_array("cm", cm, "cm must be square: its rows have different lengths")
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        labels = ": count labels with confusion_matrix(y_true, y_pred)"
        raise ValueError(
            f"cm must have shape (..., K, K), true classes in rows and predicted ones in "
            f"columns; it has shape {array.shape}" + labels * (array.ndim == 1)
        )
    if array.shape[-1] == 0:
        raise ValueError("cm is empty: it needs at least one class")
    if array.dtype.kind == "O":
        array = as_exact("cm", array)
    elif array.dtype.kind in "biuf":
        with np.errstate(over="ignore"):
            array = array.astype(np.float64, copy=False)
        # NaN is neither: it makes both comparisons false.
        if array.size and not (array.min() >= 0 and array.max() < np.inf):
            position = _first(~((array >= 0) & (array < np.inf)))
            raise ValueError(
                f"cm has {_fault(float(array[position]))} entry, {array[position]}, at "
                f"{position}: counts and weights are finite and not negative"
            )
    else:
        raise ValueError(f"cm must hold numbers; its dtype is {array.dtype}")
    with np.errstate(over="ignore"):
        mass = np.asarray(np.einsum("...rc->...", array))
    if np.any(mass == 0):
        raise ValueError(
            f"cm has no mass{_place(mass == 0)}: a matrix of zeros says nothing about a "
            "classifier"
        )
    symbolic = array.dtype == object and any(map(_is_symbolic, array.flat))
    if not symbolic and np.any(extreme := (mass > _LARGEST) | (mass < 1 / _LARGEST)):
        raise ValueError(
            f"the entries of cm must sum to between {1 / _LARGEST} and {_LARGEST}, or "
            f"products of them would overflow{_place(extreme)}: divide cm by its largest "
            "entry"
        )
    return array


def _first(fault: NDArray[Any]) -> tuple[int, ...]:
    """The position of the first fault."""
    return tuple(int(k) for k in np.unravel_index(np.argmax(fault), fault.shape))


def _place(fault: Any) -> str:
    """Which matrix of a stack is the first with a fault."""
    return f" at {_first(np.asarray(fault))}" if np.ndim(fault) else ""


def as_array(name: str, given: Any, ragged: str) -> NDArray[Any]:
    """What is given as an array, if it is one that hides nothing.

    Examples
    --------
    >>> as_array("cm", [[1, 2], [3]], "cm must be square")
    Traceback (most recent call last):
    ...
    ValueError: cm must be square
    """
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        raise ValueError(f"{_has(name)} masked entries: fill them, or leave them out")
    if hasattr(given, "toarray"):
        raise ValueError(
            f"give {name} as an array that is not sparse: {name}.toarray()"
        )
    if isinstance(given, Iterator):
        raise ValueError(
            f"give {name} as a list, not as a {type(given).__name__}: list({name})"
        )
    try:
        return np.asarray(given)
    except ValueError:
        raise ValueError(ragged) from None
    except OverflowError:  # a whole number beyond float64 beside a float
        return np.asarray(given, dtype=object)
    except (TypeError, RuntimeError) as error:
        raise ValueError(f"cannot read {name} as an array: {error}") from None


def as_exact(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """The numbers of an object array as Fractions; as float64 if there is a float; or symbols.

    Whole numbers do not stay: those of numpy wrap around, and quotients of those of
    Python are rounded.

    Examples
    --------
    >>> as_exact("cm", np.array([[np.int8(1), Fraction(1, 2)]], object))
    array([[Fraction(1, 1), Fraction(1, 2)]], dtype=object)
    """
    for position, entry in np.ndenumerate(array):
        fault = _fault(entry)
        if fault:
            raise ValueError(f"{_has(name)} {fault} entry, {entry!r}, at {position}")
    if any(_is_rounded(entry) for entry in array.flat):
        # Exact after all, or a symbol.
        with contextlib.suppress(OverflowError, TypeError):
            return array.astype(np.float64)
    exact = _exact if not any(map(_is_symbolic, array.flat)) else _plain
    simple: NDArray[Any] = np.vectorize(exact, otypes=[object])(array)
    return simple


def _has(name: str) -> str:
    return f"{name} have" if name.endswith("s") else f"{name} has"


def _is_symbolic(entry: Any) -> bool:
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(entry, sympy.Expr)


def _is_rounded(entry: Any) -> bool:
    if _is_symbolic(entry):
        return bool(entry.has(sys.modules["sympy"].Float))
    return isinstance(entry, float | np.floating)


def _exact(entry: Any) -> Fraction:
    if isinstance(entry, Fraction) and type(entry.numerator) is int:
        return entry
    if isinstance(entry, Rational):
        return Fraction(int(entry.numerator), int(entry.denominator))
    return Fraction(float(entry))


def _fault(entry: Any) -> str | None:
    """What is wrong with one entry of an object array, if anything can be told."""
    if _is_symbolic(entry):
        if entry.is_extended_negative:
            return "a negative"
        if entry.is_real is False or (entry.is_Number and not entry.is_finite):
            return "a non-finite"
        return None
    if not isinstance(entry, Rational | float | np.floating):
        return "an unsupported"
    if entry != entry:
        return "a NaN"
    if entry in (np.inf, -np.inf):
        return "an infinite"
    return "a negative" if entry < 0 else None


def _from_frame(frame: Any, pd: Any) -> NDArray[Any]:
    """The numbers of a DataFrame, if its labels name all classes, alike on both sides."""
    rows, columns = list(frame.index), list(frame.columns)
    if rows != columns:
        raise ValueError(
            f"the rows of cm, {_listed(rows)}, and its columns, {_listed(columns)}, must be "
            "the same classes in the same order: reindex both, with fill_value=0"
        )
    if len(set(rows)) != len(rows):
        raise ValueError(f"cm has a class twice: {_listed(rows)}")
    if all(
        pd.api.types.is_numeric_dtype(dtype) and dtype.kind != "c"
        for dtype in frame.dtypes
    ):
        frame = frame.astype(np.float64)  # pandas' Int64 as well
    numbers: NDArray[Any] = frame.to_numpy()
    if numbers.dtype.kind not in "biufO":
        raise ValueError(f"cm must hold numbers; its dtype is {numbers.dtype}")
    if numbers.dtype == object:
        numbers = as_exact("cm", numbers)
    for index in (frame.index, frame.columns):
        if isinstance(index.dtype, pd.CategoricalDtype):
            if not index.ordered:
                raise ValueError(
                    "the categories of cm have no order: make them ordered"
                )
            if rows != list(index.categories):
                raise ValueError(
                    f"cm leaves out or reorders some of {_listed(list(index.categories))}: "
                    "make the table with dropna=False"
                )
            return numbers
    if rows[-1:] == ["All"] or (len(rows) > 2 and _ends_in_totals(numbers)):
        raise ValueError(
            "cm ends in totals: leave them out (margins=False in crosstab)"
        )
    if all(isinstance(c, Real) and c == c // 1 for c in rows):
        steps = {int(after) - int(c) for c, after in itertools.pairwise(rows)}
        if not (steps <= {1} or steps <= {-1}):
            raise ValueError(
                f"cm has the classes {_listed(rows)}, which are not consecutive: reindex "
                "rows and columns over all classes, with fill_value=0"
            )
    elif len(rows) > 1 and rows == sorted(rows, key=str):
        raise ValueError(
            f"cm has the classes {_listed(rows)} in the order of the alphabet, as a "
            "crosstab makes it: reindex rows and columns in class order, or pass "
            "cm.to_numpy() if it is"
        )
    return numbers


def _ends_in_totals(n: NDArray[Any]) -> bool:
    inner = n[:-1, :-1]
    return bool(
        np.all(n[-1, :-1] == inner.sum(axis=0))
        and np.all(n[:-1, -1] == inner.sum(axis=1))
        and n[-1, -1] == inner.sum()
        and inner.sum() > 0
    )


def per_class(total: Any, n: NDArray[Any], absent: float) -> NDArray[Any]:
    """A total of each class over its size, and `absent` for a class without observations.

    Examples
    --------
    >>> per_class(np.array([1.0, 0.0]), np.array([[1.0, 3.0], [0.0, 0.0]]), absent=np.nan)
    array([0.25,  nan])
    """
    size = n.sum(axis=-1)
    mean = np.full(size.shape, absent, dtype=n.dtype)
    np.divide(total, size, out=mean, where=(size != 0).astype(bool))
    return mean


def scalar_or_array(value: Any) -> Any:
    """A Python float for one matrix, an array for a stack; symbols stay what they are.

    Examples
    --------
    >>> scalar_or_array(np.asarray(0.5))
    0.5
    """
    array = np.asarray(value)
    return array.item() if array.ndim == 0 else array
