"""Whatever a public function is given, it refuses by name or answers as documented, in time.

Numbers of every kind, size and dtype, masked, among objects, in arrays of any shape: the
only outcomes are a ValueError that names an argument, or a value within its range, or nan.
A warning is an error in all tests, and what takes too long is one here.
"""

import inspect
import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sympy as sp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator
from small import within

import ordref
from ordref.catalogue import MEASURES

SECONDS = 20
EXAMPLES = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

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


def converted(array, dtype):
    """In another dtype as far as that is possible, without a word."""
    with np.errstate(all="ignore"):
        try:
            return array.astype(dtype)
        except (TypeError, ValueError, OverflowError):
            return array


@st.composite
def arrays(draw, shape):
    """An array of some shape as someone might hold it: of some dtype, masked, in a list."""
    array = as_objects(draw(entries(math.prod(shape))), shape)
    array[array == np.array(None)] = None
    if draw(st.integers(0, 4)):
        array = converted(array, draw(st.sampled_from(DTYPES)))
    elif draw(st.booleans()):
        scalar = draw(st.sampled_from(SCALARS))
        flat = [_scalar(scalar, value) for value in array.flat]
        array = as_objects(flat, shape)
    form = draw(st.integers(0, 9))
    if form == 0:
        return array.tolist()
    if form == 1 and array.dtype.kind in "iuf":
        return np.ma.array(
            array, mask=draw(st.integers(0, 1)) * (np.indices(shape).sum(0) == 1)
        )
    if form == 2 and array.ndim == 2:
        return pd.DataFrame(array)
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


def _scalar(kind, value):
    with np.errstate(all="ignore"):
        try:
            return kind(value)
        except (TypeError, ValueError, OverflowError):
            return value


@st.composite
def confusion_matrices(draw, max_classes=5):
    K = draw(st.integers(1, max_classes))
    shapes = [(K, K)] * 8 + [
        (2, K, K),
        (0, K, K),
        (2, 0, K, K),
        (K, K + 1),
        (K,),
        (),
        (0, 0),
    ]
    return draw(arrays(draw(st.sampled_from(shapes))))


numbers = st.one_of(
    st.sampled_from(COUNTS + SHARES + TINY + EXTREME + EXACT + SYMPY + WRONG),
    st.sampled_from(SCALARS).flatmap(
        lambda kind: st.sampled_from(COUNTS + SHARES).map(lambda v: _scalar(kind, v))
    ),
)

# ------------------------------------------------------------------- what is allowed


def outcome(function, *arguments, places=(), **options):
    """The value, or None where an argument, or a place in it, is refused by its name."""
    try:
        with within(SECONDS):
            return function(*arguments, **options)
    except ValueError as error:
        names = [*inspect.signature(function).parameters, "cm", *places]
        if not re.search(rf"\b({'|'.join(names)})\b", str(error)):
            raise AssertionError("no argument is named") from error
        return None


def floats(value):
    """The numbers of a result, if they are numbers."""
    try:
        return np.asarray(value, dtype=object).astype(np.float64)
    except TypeError:  # symbols
        return np.array([])


def assert_within(value, least, greatest, slack=0.0):
    found = floats(value)
    found = found[~np.isnan(found)]
    assert (least - slack <= found).all(), f"{found.min()!r} is below {least}"
    assert (found <= greatest + slack).all(), f"{found.max()!r} is above {greatest}"


OF_MATRIX = sorted({(m.definition) for m in MEASURES.values()})
RANGES = {name: (MEASURES[name].least, MEASURES[name].greatest) for name in OF_MATRIX}
RANGES |= {
    "sensitivity_per_class": (0, lambda K: 1),
    "precision_per_class": (0, lambda K: 1),
    "f1_per_class": (0, lambda K: 1),
    "mae_per_class": (0, lambda K: K - 1),
}
# A singular value may miss a bound by rounding.
SLACK = {name: 1e-12 for name in RANGES if name.endswith("_correlation")}


@pytest.mark.parametrize("name", RANGES)
@EXAMPLES
@given(cm=confusion_matrices())
def test_measures(name, cm):
    value = outcome(getattr(ordref, name), cm)
    if value is not None:
        K = np.shape(cm)[-1]
        least, greatest = RANGES[name]
        assert_within(value, least, greatest(K), SLACK.get(name, 0.0))


@EXAMPLES
@given(cm=confusion_matrices(), cost=arrays((3, 3)) | arrays((2, 2)) | st.just("x"))
def test_expected_cost(cm, cost):
    value = outcome(ordref.expected_cost, cm, cost=cost)
    if value is not None:
        largest = float(np.max(np.asarray(cost, dtype=object)))
        assert_within(value, 0, largest, 1e-9 * largest)


@EXAMPLES
@given(cm=confusion_matrices(), beta=st.none() | numbers, gamma=st.just(1) | numbers)
@pytest.mark.parametrize("name", ["oci", "oci_prime", "oci_path"])
def test_indices_with_their_parameters(name, cm, beta, gamma):
    value = outcome(getattr(ordref, name), cm, beta=beta, gamma=gamma)
    if name == "oci_path" and value is not None:
        K = np.shape(cm)[-1]
        assert (value[0], value[-1]) == ((1, 1), (K, K))
    elif value is not None:
        assert_within(value, 0, 1)


@EXAMPLES
@given(data=st.data(), K=st.integers(1, 4))
def test_weighted_kappa_with_weights(data, K):
    cm = data.draw(arrays((K, K)))
    weights = data.draw(arrays((K, K)) | arrays((K,)) | st.text(max_size=3))
    if (
        isinstance(weights, np.ndarray)
        and weights.ndim == 2
        and data.draw(st.booleans())
    ):
        weights = converted(weights, "f8")
        if weights.dtype == "f8":
            weights = np.where(np.eye(K), 0, np.abs(weights))
    value = outcome(ordref.weighted_kappa, cm, weights=weights)
    if value is not None:
        assert_within(value, -math.inf, 1)


@EXAMPLES
@given(
    cm=confusion_matrices(), dependent=st.sampled_from(["true", "predicted", "", None])
)
def test_somers_d_with_its_option(cm, dependent):
    value = outcome(ordref.somers_d, cm, dependent=dependent)
    if value is not None:
        assert_within(value, -1, 1)


@EXAMPLES
@given(cm=confusion_matrices())
def test_pair_counts(cm):
    value = outcome(ordref.pair_counts, cm)
    if value is not None:
        for kind in value:
            assert_within(kind, 0, math.inf)


@EXAMPLES
@given(cm=confusion_matrices())
def test_as_matrices(cm):
    array = outcome(ordref.as_matrices, cm)
    if array is not None:
        assert array.shape == np.shape(cm)
        assert_within(array, 0, math.inf)


@EXAMPLES
@given(
    cm=confusion_matrices(),
    kind=st.sampled_from(["sup", "ii", "id", "mon", "co", "anti", "x"]),
)
def test_functional_correlation(cm, kind):
    found = outcome(ordref.functional_correlation, cm, kind)
    if found is not None:
        assert_within([found.value, found.bound], -1, 1, 1e-12)
        assert not found.bound < found.value


@EXAMPLES
@given(data=st.data(), K=st.integers(0, 5))
def test_feasible_mae(data, K):
    mmae = data.draw(numbers | arrays((3,)) | arrays((2, 2)))
    priors = data.draw(arrays((K,)) | arrays((K, K)) | numbers)
    found = outcome(ordref.feasible_mae, mmae, priors)
    if found is not None:
        lower, upper = found
        assert_within(lower, 0, max(K - 1, 0), 1e-12)
        assert_within(upper, 0, max(K - 1, 0), 1e-12)
        assert not np.any(lower > upper + 1e-12)


@settings(EXAMPLES, max_examples=30)
@given(cm=confusion_matrices(max_classes=4))
def test_evaluate(cm):
    table = outcome(ordref.evaluate, cm)
    if table is not None and "status" in table:
        for _, row in table.iterrows():
            assert_within(row["value"], row["least"], row["greatest"], 1e-12)
            assert np.isnan(row["value"]) == (row["status"] != "computed")


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
    if form == 0 and not any(isinstance(v, list | tuple) for v in values):
        unique = (
            list(dict.fromkeys(v for v in values if v == v and v is not None))
            if pd.NA not in map(type, values) and not any(v is pd.NA for v in values)
            else None
        )
        if unique is not None:
            return pd.Categorical(values, unique, ordered=draw(st.booleans()))
    if form == 1 and not any(isinstance(v, list | tuple) for v in values):
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


@EXAMPLES
@given(y_true=sides(), y_pred=sides(), labels=st.none() | sides())
def test_confusion_matrix(y_true, y_pred, labels):
    cm = outcome(ordref.confusion_matrix, y_true, y_pred, labels=labels)
    if cm is not None:
        assert cm.dtype == np.int64
        assert cm.sum() == len(y_true) == len(y_pred)
        assert cm.min() >= 0


@EXAMPLES
@given(y_true=sides(), y_pred=sides(), name=st.sampled_from(sorted(RANGES)))
def test_labels_in_place_of_a_matrix(y_true, y_pred, name):
    assert outcome(getattr(ordref, name), y_true, y_pred) is None


cells = st.sampled_from([0, 1, 1, 2, 2, 3, 3, "low", "high", None, math.nan, 2.5, True])
weights = st.sampled_from(
    [0, 1, 2, 7, 0.5, 10**15, 2**63, -1, math.nan, math.inf, None]
)
triples = st.lists(st.tuples(cells, cells, weights), max_size=5)
orders = st.sampled_from([None, [1, 2, 3], ["low", "high"], [1, 1], [], [None]])


def assert_counts(cm, entries):
    assert cm.dtype in (np.int64, np.float64)
    assert cm.shape == (len(cm), len(cm))
    assert cm.min() >= 0
    assert math.isclose(cm.sum(), sum(entries))


@EXAMPLES
@given(rows=triples, labels=orders)
def test_from_counts(rows, labels):
    cm = outcome(ordref.from_counts, rows, labels=labels, places=["row", "class"])
    if cm is not None:
        assert_counts(cm, [count for *_, count in rows])


@EXAMPLES
@given(rows=triples, labels=orders, weight=st.sampled_from([None, "w"]))
def test_from_frame(rows, labels, weight):
    frame = pd.DataFrame(rows, columns=["t", "p", "w"])
    cm = outcome(
        ordref.from_frame, frame, "t", "p", labels=labels, weight=weight,
        places=["column"],
    )  # fmt: skip
    if cm is not None:
        assert_counts(cm, frame["w"] if weight else [1] * len(frame))


@EXAMPLES
@given(
    name=st.sampled_from([*MEASURES, "none"]),
    y_true=sides(),
    y_pred=sides(),
    labels=orders,
)
def test_scorer(name, y_true, y_pred, labels):
    class Known(BaseEstimator):
        def predict(self, X):
            return y_pred

    made = outcome(ordref.scorer, name, labels=labels, places=["measure"])
    if made is not None:
        value = outcome(made, Known(), None, y_true, places=["y_true", "y_pred"])
        assert value is None or isinstance(value, float)


# ------------------------------------------------------------------- forecasts


@st.composite
def forecasts(draw):
    """Rows that sum to one, more or less, or arrays of whatever, and true classes for them."""
    N, K = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    y_true = draw(sides() | st.just([1, 2, 3, 4][:N]))
    if draw(st.booleans()):
        shapes = [(N, K)] * 4 + [(2, N, K), (0, N, K), (N,), (), (0, K), (N, 0)]
        return y_true, draw(arrays(draw(st.sampled_from(shapes))))
    parts = draw(st.lists(st.integers(0, 7), min_size=N * K, max_size=N * K))
    p = np.array(parts, dtype=float).reshape(N, K) + np.eye(N, K)
    p /= np.where(p.sum(axis=1, keepdims=True), p.sum(axis=1, keepdims=True), 1)
    return y_true, converted(p, draw(st.sampled_from(DTYPES)))


OF_FORECASTS = {
    "ranked_probability_score": lambda K: K - 1,
    "brier_score": lambda K: 2,
    "logarithmic_score": lambda K: math.inf,
    "expected_class_mae": lambda K: K - 1,
}


@pytest.mark.parametrize("name", OF_FORECASTS)
@EXAMPLES
@given(given_=forecasts(), labels=st.none() | sides() | st.just([1, 2, 3, 4]))
def test_scores_of_forecasts(name, given_, labels):
    y_true, p = given_
    value = outcome(getattr(ordref, name), y_true, p, labels=labels)
    if value is not None:
        assert_within(value, 0, OF_FORECASTS[name](np.shape(p)[-1]), 1e-4)
        assert not np.isnan(floats(value)).any()


@EXAMPLES
@given(
    given_=forecasts(),
    labels=st.none() | sides(),
    score=st.sampled_from(["rps", "brier", "log", None]),
    bins=st.sampled_from([None, 1, 7, 0, 10**9, 2.5, math.nan]),
)
def test_murphy_decomposition(given_, labels, score, bins):
    y_true, p = given_
    options = {"labels": labels, "score": score, "bins": bins}
    found = outcome(ordref.murphy_decomposition, y_true, p, **options)
    if found is not None:
        value, reliability, resolution, uncertainty, within_ = map(np.asarray, found)
        assert_within([reliability, resolution, uncertainty], 0, np.shape(p)[-1], 1e-4)
        whole = reliability - resolution + uncertainty + within_
        assert np.allclose(whole, value, rtol=0, atol=1e-6)


@EXAMPLES
@given(
    given_=forecasts(),
    labels=st.none() | sides(),
    loss=st.sampled_from(["zero-one", "absolute", "squared", "x"]) | arrays((2, 2)),
)
def test_predict_class(given_, labels, loss):
    found = outcome(ordref.predict_class, given_[1], loss, labels=labels)
    if found is not None:
        classes = range(1, np.shape(given_[1])[-1] + 1) if labels is None else labels
        picked = np.asarray(found, dtype=object).ravel().tolist()
        assert all(any(one == c for c in classes) for one in picked)


# ------------------------------------------------------------------- rankings


@st.composite
def rankings(draw):
    shape = draw(
        st.sampled_from([(1,), (5,), (9,), (0,), (2, 4), (0, 3), (), (2, 1, 3)])
    )
    return draw(arrays(shape))


@EXAMPLES
@given(distances=rankings(), k=st.none() | st.integers(-1, 6) | numbers)
def test_classi(distances, k):
    value = outcome(ordref.classi, distances, k=k)
    if value is not None:
        assert_within(value, -1, 1, 1e-12)


@EXAMPLES
@given(distances=rankings())
def test_classi_curve(distances):
    value = outcome(ordref.classi_curve, distances)
    if value is not None:
        assert_within(value, -1, 1, 1e-12)


@EXAMPLES
@given(distances=rankings())
def test_classi_chance(distances):
    found = outcome(ordref.classi_chance, distances)
    if found is not None:
        mean, variance = found
        assert_within(mean, -1, 1, 1e-12)
        assert_within(variance, 0, 1, 1e-12)


@EXAMPLES
@given(
    distances=rankings(),
    alternative=st.sampled_from(["two-sided", "greater", "less", "x"]),
    method=st.sampled_from(["auto", "exact", "normal", "x"]),
)
def test_classi_test(distances, alternative, method):
    found = outcome(
        ordref.classi_test, distances, alternative=alternative, method=method
    )
    if found is not None:
        assert_within(found.classi, -1, 1, 1e-12)
        assert_within(found.pvalue, 0, 1)


@EXAMPLES
@given(
    ranking=sides(),
    table=st.dictionaries(st.sampled_from([1, 2, 3, "a", "b"]), numbers, max_size=4),
)
def test_class_distances(ranking, table):
    found = outcome(ordref.class_distances, ranking, table)
    if found is not None:
        assert_within(found, 0, math.inf)


MEASURED = st.sampled_from(
    [
        "ccr",
        "mae",
        "mmae",
        "kendall_tau_b",
        "weighted_kappa_quadratic",
        "r_int",
        "oci",
        "x",
    ]
)


@EXAMPLES
@given(measure=MEASURED, cm=confusion_matrices())
def test_standard_error(measure, cm):
    value = outcome(ordref.standard_error, measure, cm)
    if value is not None:
        assert_within(value, 0, math.inf)


@EXAMPLES
@given(
    measure=MEASURED,
    cm=confusion_matrices(),
    level=st.sampled_from([0.5, 0.95, 0, 1.5, math.nan]),
    method=st.sampled_from(["delta", "percentile", "x"]),
)
def test_interval(measure, cm, level, method):
    options = {"level": level, "method": method, "n_resamples": 50, "rng": 0}
    found = outcome(ordref.interval, measure, cm, **options)
    if found is not None:
        assert not np.any(np.asarray(found.low) > np.asarray(found.high))


@EXAMPLES
@given(measure=MEASURED, cm=confusion_matrices())
def test_chance(measure, cm):
    found = outcome(ordref.chance, measure, cm, n_resamples=50, rng=0)
    if found is not None:
        assert_within(found.pvalue, 0, 1)


@EXAMPLES
@given(
    measure=MEASURED,
    labels=st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=3, max_size=3),
)
def test_difference(measure, labels):
    found = outcome(ordref.difference, measure, *labels, n_resamples=50, rng=0)
    if found is not None:
        assert_within(found.pvalue, 0, 1)


# ------------------------------------------------------------------- of this file itself

TESTED_ABOVE = {
    "confusion_matrix", "pair_counts", "feasible_mae", "oci_path", "evaluate",
    "functional_correlation", "classi", "classi_curve", "classi_test", "class_distances",
    "as_matrices", "classi_chance", "standard_error", "interval", "difference", "chance",
    "from_counts", "from_frame", "scorer", *OF_FORECASTS, "murphy_decomposition",
    "predict_class", "expected_cost",
}  # fmt: skip


def test_every_public_function_is_fuzzed():
    assert set(ordref.__all__) == set(RANGES) | TESTED_ABOVE


@pytest.mark.parametrize(
    ("faulty", "noticed"),
    [
        (lambda cm: 2.0, "is above"),
        (lambda cm: 1 / np.trace(np.zeros((2, 2))), "divide by zero"),
        (lambda cm: int("words"), "no argument is named"),
        (lambda cm: {}["a key"], "a key"),
        (lambda cm: [1 for _ in iter(int, 1)], "took longer"),
    ],
)
def test_faults_are_noticed(faulty, noticed, monkeypatch):
    """The negative control: out of range, a warning, no name, another error, no end."""
    monkeypatch.setitem(globals(), "SECONDS", 0.05)
    with pytest.raises(
        (AssertionError, Warning, KeyError, TimeoutError), match=noticed
    ):
        assert_within(outcome(faulty, [[1]]), 0, 1)
