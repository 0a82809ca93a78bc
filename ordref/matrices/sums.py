"""Sums over matrices, and quotients, roots and cosines that may be undefined."""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray


def blocks(count: int, size: int) -> list[slice]:
    """Slices of ``size`` items each, of which the last may be shorter, for ``count`` items.

    Examples
    --------
    >>> blocks(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = max(1, size)
    return [slice(k, min(k + step, count)) for k in range(0, count, step)]


def mass(n: NDArray[Any], cells: str = "...rc->...") -> Any:
    """The sum of each matrix, or with ``"...rr->..."`` of its diagonal; integers do not overflow.

    Examples
    --------
    >>> mass(np.ones((2, 3, 3), dtype=np.int8)), mass(np.eye(3), "...rr->...")
    (array([9, 9]), np.float64(3.0))
    """
    # For small matrices this takes half the time of n.sum(axis=(-2, -1)).
    if n.dtype in (np.int64, np.float64, object):
        return np.einsum(cells, n)
    wide = np.float64 if n.dtype.kind == "f" else np.int64
    return np.einsum(cells, n, dtype=wide, casting="unsafe")


def weighted_sum(n: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """The sum of the cells of each matrix, each times its weight.

    Examples
    --------
    >>> weighted_sum(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[0, 1], [1, 0]]))
    np.float64(5.0)
    """
    total: NDArray[Any] = np.einsum("...rc,rc->...", n, w)
    return total


def classes_present(n: NDArray[Any]) -> NDArray[np.int64]:
    """How many true classes have observations.

    Examples
    --------
    >>> classes_present(np.array([[1.0, 2.0], [0.0, 0.0]]))
    np.int64(1)
    """
    present: NDArray[np.int64] = np.sum(n.sum(axis=-1) != 0, axis=-1, dtype=np.int64)
    return present


def over_class_sizes(sums: Any, n: NDArray[Any], absent: float) -> NDArray[Any]:
    """A sum for each class, over its size; `absent` for a class without observations.

    Examples
    --------
    >>> over_class_sizes(np.array([1.0, 0.0]), np.array([[1.0, 3.0], [0.0, 0.0]]), absent=np.nan)
    array([0.25,  nan])
    """
    size = n.sum(axis=-1)
    mean = np.full(size.shape, absent, dtype=n.dtype)
    np.divide(sums, size, out=mean, where=(size != 0).astype(bool))
    return mean


def quotient(numerator: Any, denominator: Any) -> NDArray[Any]:
    """The quotient, ``nan`` where the denominator is zero; for integers a Fraction.

    Examples
    --------
    >>> quotient(1.0, [2.0, 0.0]), quotient(1, 3)
    (array([0.5, nan]), array(Fraction(1, 3), dtype=object))
    """
    a, b = np.asarray(numerator), np.asarray(denominator)
    if a.dtype.kind != "f":
        # Sums of an object array are Python's integers, which asarray makes int64.
        whole = np.frompyfunc(lambda x: Fraction(x) if isinstance(x, int) else x, 1, 1)
        a = np.asarray(whole(a.astype(object)), dtype=object)
    quotient = np.full(np.broadcast(a, b).shape, np.nan, dtype=np.result_type(a, b))
    np.divide(a, b, out=quotient, where=(b != 0).astype(bool))
    return quotient


def root(square: Any) -> NDArray[Any]:
    """The square root; for an object array the power 1/2, which sympy keeps exact.

    Examples
    --------
    >>> root([4.0, 2.25])
    array([2. , 1.5])
    """
    x = np.asarray(square)
    return np.asarray(x ** Fraction(1, 2) if x.dtype == object else np.sqrt(x))


def cosine(product: Any, a: Any, b: Any) -> NDArray[Any]:
    """``product / sqrt(a * b)``, at most 1 in size; ``nan`` where a or b is zero.

    Nothing overflows, the value is symmetric in a and b, and exactly 1 where ``a == b ==
    product``. Symbols stay exact; for integers and Fractions only the root is rounded.

    Examples
    --------
    >>> cosine(3.0, 4.0, 9.0), cosine(Fraction(1), Fraction(2), Fraction(8))
    (array(0.5), array(0.25, dtype=object))
    """
    defined = np.asarray((a != 0) & (b != 0)).astype(bool)
    if np.asarray(product).dtype.kind == "f":
        least, most = np.minimum(a, b), np.maximum(a, b)
        with np.errstate(divide="ignore", invalid="ignore"):  # where not defined
            value = product / most * (np.sqrt(most) / np.sqrt(least))
        # The bounds are those of Cauchy and Schwarz; rounding may exceed them by a digit.
        value = np.maximum(-1, np.minimum(value, 1))
    else:
        a, b = np.where(defined, a, 1), np.where(defined, b, 1)
        value = np.vectorize(_exact_cosine, otypes=[object])(product, a, b)
    return np.where(defined, value, np.nan)


def _exact_cosine(product: Any, a: Any, b: Any) -> Any:
    if all(isinstance(x, int | Fraction) for x in (product, a, b)):
        root = math.sqrt(Fraction(product, a) * Fraction(product, b))
        return -root if product < 0 else root
    # For symbols, the power is sympy's square root.
    return product / a * (a / b) ** Fraction(1, 2)


def scalar_or_array(value: Any) -> Any:
    """A Python number for one matrix, an array for a stack.

    Examples
    --------
    >>> scalar_or_array(np.asarray(0.5))
    0.5
    """
    array = np.asarray(value)
    return array.item() if array.ndim == 0 else array


@functools.lru_cache(maxsize=8)
def distances(K: int, power: int = 1) -> NDArray[np.int64]:
    """The distance between the classes of row and column, for every cell, to a power.

    To the power 0 it is 1 for two classes that differ, and 0 on the diagonal.

    Examples
    --------
    >>> distances(3)[0], distances(3, 2)[0], distances(3, 0)[0]
    (array([0, 1, 2]), array([0, 1, 4]), array([0, 1, 1]))
    """
    k = np.arange(K, dtype=np.int64)
    D: NDArray[np.int64] = np.abs(k[:, None] - k)
    D = D**power if power else np.minimum(D, 1)
    D.flags.writeable = False
    return D


def as_extreme(values: Any, value: float, alternative: str, noise: float) -> Any:
    """Which values are at least as extreme as `value` in the direction of `alternative`, or nan.

    Examples
    --------
    >>> as_extreme(np.array([-3.0, 1.0, 2.0, np.nan]), 2.0, "two-sided", 0.0).tolist()
    [True, False, True, True]
    >>> as_extreme(np.array([-3.0, 1.0, 2.0, np.nan]), 2.0, "greater", 0.0).tolist()
    [False, False, True, True]
    """
    if alternative == "two-sided":
        values, value = np.abs(values), abs(value)
    elif alternative == "less":
        values, value = -values, -value
    return ~(values < value - noise)
