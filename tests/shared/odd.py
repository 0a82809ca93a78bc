"""Whatever somebody may give: numbers, arrays, labels and forecasts of every kind, by hypothesis.

Numbers of every kind, size and dtype, masked, among objects, in arrays of any shape. All that
is drawn for one call has the same number of classes, and of cases, unless its shape is wrong.
"""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import scipy.sparse
import sympy as sp
from hypothesis import strategies as st

# ------------------------------------------------------------------- numbers and arrays

COUNTS = [0, 0, 0, 1, 1, 2, 3, 7, 100, 255]
LARGE = [2**31, 10**15, 2**53 + 1, 2**62, 10**16, 10**18]
EXTREME = [2**63, 2**64 - 1, 10**40, 10**99, 10**101, 10**400]
SHARES = [0.0, 0.1, 0.25, 0.3, 0.5, 0.7, 1.5, 1e-30, 1e-16, 1e16, 1e20]
TINY = [5e-324, 1e-320, 1e-200, 1e-100, 1e-99, 1e99, 1e100, 1e101, 1e200, 1.7e308]
WRONG = [-1, -0.5, math.nan, math.inf, -math.inf, 1j, None, "1", True]
EXACT = [Fraction(1, 3), Fraction(7, 2), Fraction(1, 10**30), Fraction(10**30, 7)]
SYMPY = [sp.Integer(2), sp.Rational(1, 3), sp.Float("0.3"), sp.sqrt(2), sp.Symbol("n")]
DTYPES = [
    "bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "longdouble",
    "c16", "O", "U", "M8[D]",
]  # fmt: skip
SCALARS = [np.int8, np.uint8, np.int32, np.int64, np.float16, np.float32, np.float64]

pools = st.sampled_from(
    [COUNTS] * 6 + [COUNTS + SHARES] * 3 + [COUNTS + LARGE] * 3 + [SHARES]
    + [COUNTS + EXTREME, COUNTS + TINY, SHARES + TINY + LARGE, COUNTS + EXACT]
    + [COUNTS + SHARES + EXACT + EXTREME, COUNTS + SYMPY, COUNTS + SHARES + WRONG]
)  # fmt: skip


@st.composite
def entries(draw, size):
    pool = draw(pools)
    return [draw(st.sampled_from(pool)) for _ in range(size)]


def as_objects(values, shape):
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array.reshape(shape)


def tried(make, value):
    """What is made of a value, or the value where that is not possible, without a word."""
    with np.errstate(all="ignore"):
        try:
            return make(value)
        except (TypeError, ValueError, OverflowError):
            return value


def converted(array, dtype):
    return tried(lambda one: one.astype(dtype), array)


@st.composite
def arrays(draw, shape):
    """An array of some shape as someone might hold it: of some dtype, masked, in a list."""
    array = as_objects(draw(entries(math.prod(shape))), shape)
    array[array == np.array(None)] = None
    if draw(st.integers(0, 4)):
        array = converted(array, draw(st.sampled_from(DTYPES)))
    elif draw(st.booleans()):
        scalar = draw(st.sampled_from(SCALARS))
        flat = [tried(scalar, value) for value in array.flat]
        array = as_objects(flat, shape)
    form = draw(st.integers(0, 9))
    if form == 0:
        return array.tolist()
    if form == 1 and array.dtype.kind in "iuf":
        mask = draw(st.integers(0, 1)) * (np.indices(shape).sum(0) == 1)
        return np.ma.array(array, mask=mask)
    if form == 2 and array.ndim == 2 and array.dtype.kind != "M":
        return pd.DataFrame(array)  # of dates it holds fewer
    numeric = array.dtype.kind in "iuf" and array.dtype.itemsize in (1, 4, 8)
    if form == 3 and array.ndim == 2 and numeric:
        return scipy.sparse.coo_array(array)
    if form == 4 and array.ndim:
        return iter(array.tolist())
    if form == 5:
        return np.asfortranarray(array)
    if form == 6 and array.ndim:
        return array[::-1]
    return array


# Of all arguments of one call.
classes, cases = (st.shared(st.integers(1, 5), key=key) for key in "KN")


@st.composite
def confusion_matrices(draw):
    K = draw(classes)
    shapes = [(K, K)] * 8 + [(2, K, K), (0, K, K), (2, 0, K, K), (K, K + 1), (K,)]
    shapes += [(), (0, 0)]
    return draw(arrays(draw(st.sampled_from(shapes))))


@st.composite
def numbers_of_cells(draw):
    """Costs or weights, often with zeros on the diagonal and none below."""
    K = draw(classes)
    given = draw(arrays((K, K)) | arrays((K,)) | arrays((2, 2)))
    if isinstance(given, np.ndarray) and given.ndim == 2 and draw(st.booleans()):
        floats = converted(given, "f8")
        if floats.dtype == "f8":
            return np.where(np.eye(len(floats)), 0, np.abs(floats))
    return given


numbers = st.one_of(
    st.sampled_from(COUNTS + SHARES + TINY + EXTREME + EXACT + SYMPY + WRONG),
    st.sampled_from(SCALARS).flatmap(
        lambda kind: st.sampled_from(COUNTS + SHARES).map(lambda v: tried(kind, v))
    ),
)

# ------------------------------------------------------------------- labels

LABELS = [0, 1, 2, 5, -3, 300, 10**9, 2**63, 10**30, "low", "high", "", 1.0, 2.5, True]
LABELS += [None, math.nan, pd.NA, pd.NaT, pd.Timestamp("2020-01-01"), (1, 2), [1], b"a"]


@st.composite
def sides(draw):
    pool = draw(
        st.sampled_from([[1, 2, 3], [0, 1, 7], ["a", "b"], [True, False], LABELS])
    )
    values = draw(st.lists(st.sampled_from(pool), max_size=6))
    form = draw(st.integers(0, 7))
    single = not any(isinstance(v, list | tuple) for v in values)
    if form == 0 and single and not any(v is pd.NA for v in values):
        unique = list(dict.fromkeys(v for v in values if v == v and v is not None))
        return pd.Categorical(values, unique, ordered=draw(st.booleans()))
    if form == 1 and single:
        return pd.Series(values, dtype=object)
    if form == 2:
        return iter(values)
    if form == 3 and all(type(v) is int and abs(v) < 100 for v in values):
        dtype = draw(st.sampled_from(["i1", "u1", "i8", "f4", "O", "c16", "M8[D]"]))
        return np.array(values).astype(dtype)
    if form == 4 and all(type(v) is int for v in values):
        return np.ma.array(values, mask=[k == 1 for k in range(len(values))])
    if form == 5:
        return set(map(str, values))
    return values


# ------------------------------------------------------------------- forecasts and rankings


@st.composite
def forecasts(draw):
    """Rows that sum to one, more or less, or arrays of whatever."""
    N, K = draw(cases), draw(classes)
    if draw(st.booleans()):
        shapes = [(N, K)] * 4 + [(2, N, K), (0, N, K), (N,), (), (0, K), (N, 0)]
        return draw(arrays(draw(st.sampled_from(shapes))))
    parts = draw(st.lists(st.integers(0, 7), min_size=N * K, max_size=N * K))
    p = np.array(parts, dtype=float).reshape(N, K) + np.eye(N, K)
    p /= np.where(p.sum(axis=1, keepdims=True), p.sum(axis=1, keepdims=True), 1)
    return converted(p, draw(st.sampled_from(DTYPES)))


@st.composite
def columns(draw):
    """Labels as someone might hold them, or as many as there are cases, of the first classes."""
    if draw(st.booleans()):
        return draw(sides())
    N, K = draw(cases), draw(classes)
    return draw(st.lists(st.integers(1, K), min_size=N, max_size=N))


@st.composite
def rankings(draw):
    shapes = [(1,), (5,), (9,), (0,), (2, 4), (0, 3), (), (2, 1, 3)]
    return draw(arrays(draw(st.sampled_from(shapes))))
