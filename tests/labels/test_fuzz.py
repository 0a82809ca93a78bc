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
from ordref.verify import check_impossible

SECONDS = 20
EXAMPLES = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Of a few labels most integers between them do not occur, and some rows sum to one or 100.
pytestmark = [
    pytest.mark.filterwarnings("ignore:of the .* classes from"),
    pytest.mark.filterwarnings("ignore:each (row|column) of cm sums to"),
]

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


def _scalar(kind, value):
    with np.errstate(all="ignore"):
        try:
            return kind(value)
        except (TypeError, ValueError, OverflowError):
            return value


@st.composite
def confusion_matrices(draw, max_classes=5):
    K = draw(st.integers(1, max_classes))
    shapes = [(K, K)] * 8 + [(2, K, K), (0, K, K), (2, 0, K, K), (K, K + 1), (K,)]
    shapes += [(), (0, 0)]
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


cells = st.sampled_from([0, 1, 1, 2, 2, 3, 3, "low", "high", None, math.nan, 2.5, True])
weights = st.sampled_from(
    [0, 1, 2, 7, 0.5, 10**15, 2**63, -1, math.nan, math.inf, None]
)
triples = st.lists(st.tuples(cells, cells, weights), max_size=5)
orders = st.sampled_from([None, [1, 2, 3], ["low", "high"], [1, 1], [], [None]])


# ------------------------------------------------------------------- forecasts and rankings


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


@st.composite
def rankings(draw):
    shapes = [(1,), (5,), (9,), (0,), (2, 4), (0, 3), (), (2, 1, 3)]
    return draw(arrays(draw(st.sampled_from(shapes))))


# ------------------------------------------------------------------- what holds of the values


def between(least, greatest, slack=0.0):
    """Within these, which may depend on the number of classes of the first argument."""

    def holds(value, *given, **options):
        first = given[0][1] if isinstance(given[0], tuple) else given[0]
        K = np.shape(first)[-1] if np.ndim(first) else 0
        assert_within(
            value, least, greatest(K) if callable(greatest) else greatest, slack
        )

    return holds


def of_costs(value, cm, cost):
    largest = float(np.max(np.asarray(cost, dtype=object)))
    assert_within(value, 0, largest, 1e-9 * largest)


def of_path(value, cm, **options):
    K = np.shape(cm)[-1]
    assert (value[0], value[-1]) == ((1, 1), (K, K))


@st.composite
def with_weights(draw):
    """A matrix and weights for its cells."""
    K = draw(st.integers(1, 4))
    cm, weights = (
        draw(arrays((K, K))),
        draw(arrays((K, K)) | arrays((K,)) | st.text("ab")),
    )
    if isinstance(weights, np.ndarray) and weights.ndim == 2 and draw(st.booleans()):
        weights = converted(weights, "f8")
        if weights.dtype == "f8":
            weights = np.where(np.eye(K), 0, np.abs(weights))
    return (cm,), {"weights": weights}


def of_matrices(array, cm):
    assert array.shape == np.shape(cm)
    assert_within(array, 0, math.inf)


def of_search(found, cm, kind):
    assert_within([found.value, found.bound], -1, 1, 1e-12)
    assert not found.bound < found.value


def of_feasible(found, mmae, priors):
    lower, upper = found
    for end in found:
        assert_within(end, 0, max(np.shape(priors)[-1] - 1, 0), 1e-12)
    assert not np.any(lower > upper + 1e-12)


def of_labels(cm, y_true, y_pred, labels):
    assert cm.dtype == np.int64
    assert cm.sum() == len(y_true) == len(y_pred)
    assert cm.min() >= 0


def of_counts(cm, entries):
    assert cm.dtype in (np.int64, np.float64)
    assert cm.shape == (len(cm), len(cm))
    assert cm.min() >= 0
    assert math.isclose(cm.sum(), sum(entries))


def of_forecast(greatest):
    def holds(value, y_true, p, labels):
        assert_within(value, 0, greatest(np.shape(p)[-1]), 1e-4)
        assert not np.isnan(floats(value)).any()

    return holds


def of_parts(found, y_true, p, **options):
    value, reliability, resolution, uncertainty, within_ = map(np.asarray, found)
    assert_within([reliability, resolution, uncertainty], 0, np.shape(p)[-1], 1e-4)
    whole = reliability - resolution + uncertainty + within_
    assert np.allclose(whole, value, rtol=0, atol=1e-6)


def of_classes(found, p, *_, labels, **options):
    classes = range(1, np.shape(p)[-1] + 1) if labels is None else labels
    picked = np.asarray(found, dtype=object).ravel().tolist()
    assert all(any(one == c for c in classes) for one in picked)


def of_chance(found, distances):
    assert_within(found[0], -1, 1, 1e-12)
    assert_within(found[1], 0, 1, 1e-12)


def of_test(found, distances, **options):
    assert_within(found.classi, -1, 1, 1e-12)
    assert_within(found.pvalue, 0, 1)


def of_interval(found, *given, **options):
    assert not np.any(np.asarray(found.low) > np.asarray(found.high))


def of_size(found, *given, **options):
    assert 2 <= found < 2**53
    assert found.half_width <= 1.05 * options["half_width"]


def of_pvalue(found, *given, **options):
    assert_within(found.pvalue, 0, 1)


def of_as_many(found, y_true, y_a, y_b, **options):
    assert found.N == len(y_true) == len(y_a) == len(y_b)


def of_both(found, cm_a, cm_b):
    for count, cm in zip(found.count, (cm_a, cm_b), strict=True):
        assert count.sum() == np.sum(np.asarray(cm, dtype=float))


def of_origins(found, cm, printed, **options):
    assert len(found) <= sum(found.found.values())
    assert all(o.value == o.value and o.by_chance >= 0 for o in found)


def of_verdict(found, values, N, K, **options):
    assert found.verdict in ("yes", "no", "undecided")
    assert (found.matrix is not None) == (found.verdict == "yes")
    if found.verdict == "no":
        assert check_impossible(found.proof) >= 1


# ------------------------------------------------------------------- what is given


def drawn(*arguments, **options):
    return st.tuples(st.tuples(*arguments), st.fixed_dictionaries(options))


def forecast_with(**options):
    """The two parts of forecasts as two arguments."""
    return st.tuples(forecasts(), st.fixed_dictionaries(options))


def drawn_scores(twice=False, **options):
    """A score, true classes, and the forecasts of one, or of one twice."""
    names = chosen(["rps", "brier", "log", "absolute", "x", [[0, 1], [2, 0]], None])
    return st.tuples(names, forecasts(), st.fixed_dictionaries(options)).map(
        lambda d: ((d[0], *d[1], *[d[1][1]] * twice), d[2])
    )


RANGES = {m.definition: (m.least, m.greatest) for m in MEASURES.values()}
RANGES |= {
    "sensitivity_per_class": (0, 1),
    "precision_per_class": (0, 1),
    "f1_per_class": (0, 1),
    "mae_per_class": (0, lambda K: K - 1),
}
# A singular value may miss a bound by rounding.
SLACK = {name: 1e-12 for name in RANGES if name.endswith("_correlation")}

OF_FORECASTS = {
    "ranked_probability_score": lambda K: K - 1,
    "brier_score": lambda K: 2,
    "logarithmic_score": lambda K: math.inf,
}
matrices, some = confusion_matrices(), st.none() | sides()
of_index = drawn(matrices, beta=st.none() | numbers, gamma=st.just(1) | numbers)
measured = st.sampled_from(
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
lists = st.lists(st.integers(0, 3), max_size=4)
of_one_size = st.integers(1, 4).flatmap(
    lambda n: st.tuples(*3 * [st.lists(st.integers(0, 3), min_size=n, max_size=n)])
)
pairs = (
    of_one_size.map(lambda given: ordref.paired_sample(*given, labels=range(4)))
    | st.tuples(*4 * [st.integers(1, 9)]).map(
        lambda n: ordref.two_samples([n[:2], n[2:]], [n[2:], n[:2]])
    )
    | arrays((2, 2, 2))
    | matrices
)
drawn_50 = {"n_resamples": st.just(50), "rng": st.just(0)}
chosen = st.sampled_from
# By the name of a function, and of an option where it has a row of its own.
asked = {
    "method": chosen([None, "delta", "bca", "mover", "x"]),
    "alternative": chosen(["two-sided", "less", "greater", "x"]),
}
FUZZED = {
    name: (drawn(matrices), between(*ends, SLACK.get(name, 0.0)))
    for name, ends in RANGES.items()
} | {
    name: (forecast_with(labels=some | st.just([1, 2, 3, 4])), of_forecast(greatest))
    for name, greatest in OF_FORECASTS.items()
} | {
    "ranked_probability_skill_score": (
        forecast_with(labels=some), lambda v, y, p, **options: assert_within(v, -math.inf, 1, 1e-4),
    ),
    "expected_cost": (
        drawn(matrices, cost=arrays((3, 3)) | arrays((2, 2)) | st.just("x")), of_costs,
    ),
    "oci beta": (of_index, between(0, 1)),
    "oci_prime beta": (of_index, between(0, 1)),
    "oci_path": (drawn(matrices, beta=st.none() | numbers), of_path),
    "weighted_kappa weights": (with_weights(), between(-math.inf, 1)),
    "brennan_prediger weights": (with_weights(), between(-math.inf, 1)),
    "somers_d dependent": (
        drawn(matrices, dependent=chosen(["true", "predicted", "", None])), between(-1, 1),
    ),
    "pair_counts": (
        drawn(matrices), lambda kinds, cm: [assert_within(k, 0, math.inf) for k in kinds],
    ),
    "as_matrices": (drawn(matrices), of_matrices),
    "functional_correlation": (
        drawn(matrices, chosen(["sup", "ii", "id", "mon", "co", "anti", "x"])), of_search,
    ),
    "feasible_mae": (
        drawn(
            numbers | arrays((3,)) | arrays((2, 2)),
            st.integers(0, 5).flatmap(lambda K: arrays((K,)) | arrays((K, K))) | numbers,
        ),
        of_feasible,
    ),
    "confusion_matrix": (drawn(sides(), sides(), labels=some), of_labels),
    "murphy_decomposition": (
        forecast_with(
            labels=some, score=chosen(["rps", "brier", "log", None]),
            bins=chosen([None, 1, 7, 0, 10**9, 2.5, math.nan]),
        ),
        of_parts,
    ),
    "score_values": (
        drawn_scores(), lambda v, s, y, p, **options: assert_within(v, -math.inf, math.inf),
    ),
    "score_interval": (
        drawn_scores(weight=st.none() | arrays((3,)), level=chosen([0.5, 0.95, 1])),
        of_interval,
    ),
    "score_difference": (
        drawn_scores(twice=True, level=chosen([0.5, 0.95, 1])), of_interval,
    ),
    "predict_class": (
        drawn(
            forecasts().map(lambda given: given[1]),
            chosen(["zero-one", "absolute", "squared", "x"]) | arrays((2, 2)),
            labels=some,
        ),
        of_classes,
    ),
    "predict_for_kappa": (
        drawn(
            forecasts().map(lambda given: given[1]),
            weights=chosen(["linear", "quadratic", "unweighted", "x"]) | arrays((3, 3)),
            shares=st.none() | arrays((3,)), labels=some,
        ),
        of_classes,
    ),
    "classi": (
        drawn(rankings(), k=st.none() | st.integers(-1, 6) | numbers), between(-1, 1, 1e-12),
    ),
    "classi_curve": (drawn(rankings()), between(-1, 1, 1e-12)),
    "classi_chance": (drawn(rankings()), of_chance),
    "classi_test": (
        drawn(
            rankings(), alternative=chosen(["two-sided", "greater", "less", "x"]),
            method=chosen(["auto", "exact", "normal", "x"]),
        ),
        of_test,
    ),
    "class_distances": (
        drawn(sides(), st.dictionaries(chosen([1, 2, 3, "a", "b"]), numbers, max_size=4)),
        between(0, math.inf),
    ),
    "standard_error": (drawn(measured, matrices), between(0, math.inf)),
    "interval": (
        drawn(
            measured, matrices, level=chosen([0.5, 0.95, 0, 1.5, math.nan]),
            method=chosen(["delta", "percentile", "x"]), **drawn_50,
        ),
        of_interval,
    ),
    "sample_size": (
        drawn(measured, matrices, half_width=chosen([0.3, 3, 0, math.nan])), of_size,
    ),
    "identify": (
        drawn(
            confusion_matrices(max_classes=3),
            chosen(["0.5", "-1", "61.3%", "x", 0.5, math.nan, None, {"mae": "0.5"}, {}]),
            decimals=chosen([None, 0, 2, -1]),
        ),
        of_origins,
    ),
    "possible": (
        drawn(
            st.dictionaries(
                chosen(["ccr", "mae", "rmse", "mmae", "weighted_kappa", "ccr_2", "x"]),
                chosen(["0.5", "0.33", "-0.1", "50%", "x", "", 0.5, None]), max_size=3,
            ),
            chosen([4, 7, 10**6, 0, -1, 2.5, math.nan, "4", [3, 4], []]),
            chosen([1, 2, 3, 0, None]),
            sizes=chosen([None, [2, 2], [2, 1, 1], [], "22", 4]),
            splits=chosen([None, None, 2, 0]), rounding=chosen(["any", "nearest", "down", "x"]),
        ),
        of_verdict,
    ),
    "chance": (drawn(measured, matrices, **drawn_50), of_pvalue),
    "paired_sample": (drawn(lists, lists, lists, labels=some), of_as_many),
    "two_samples": (drawn(matrices, matrices), of_both),
    "difference": (drawn(measured, pairs, **asked, **drawn_50), of_pvalue),
    "equivalence": (
        drawn(
            measured, pairs, chosen([None, 0.1, 0, -0.1, math.nan, "x"]), **asked, rng=st.just(0),
        ),
        of_pvalue,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FUZZED)
@EXAMPLES
@given(data=st.data())
def test_refused_by_name_or_answered_as_documented(name, data):
    strategy, holds = FUZZED[name]
    arguments, options = data.draw(strategy)
    value = outcome(getattr(ordref, name.split()[0]), *arguments, **options)
    if value is not None:
        holds(value, *arguments, **options)


@settings(EXAMPLES, max_examples=30)
@given(cm=confusion_matrices(max_classes=4))
def test_evaluate(cm):
    table = outcome(ordref.evaluate, cm)
    if table is not None and "status" in table:
        for _, row in table.iterrows():
            assert_within(row["value"], row["least"], row["greatest"], 1e-12)
            assert np.isnan(row["value"]) == (row["status"] != "computed")


@EXAMPLES
@given(y_true=sides(), y_pred=sides(), name=st.sampled_from(sorted(RANGES)))
def test_labels_in_place_of_a_matrix(y_true, y_pred, name):
    assert outcome(getattr(ordref, name), y_true, y_pred) is None


@EXAMPLES
@given(rows=triples, labels=orders, weight=st.sampled_from([None, "w"]))
def test_rows_and_frames(rows, labels, weight):
    cm = outcome(ordref.from_counts, rows, labels=labels, places=["row", "class"])
    if cm is not None:
        of_counts(cm, [count for *_, count in rows])
    frame = pd.DataFrame(rows, columns=["t", "p", "w"])
    options = {"labels": labels, "weight": weight, "places": ["column"]}
    cm = outcome(ordref.from_frame, frame, "t", "p", **options)
    if cm is not None:
        of_counts(cm, frame["w"] if weight else [1] * len(frame))


rated = st.integers(1, 3).flatmap(
    lambda R: st.lists(st.lists(cells, min_size=R, max_size=R), max_size=5)
)
held = st.sampled_from([list, np.array, pd.DataFrame, iter, lambda rows: rows[0]])


@EXAMPLES
@given(rows=rated, labels=orders | st.just([1, 2, 3, 2.5, "low", "high"]), held=held,
       long=st.sampled_from([None, None, ("a", "b", "c"), "x", [0, 1, 2]]),
       weights=st.sampled_from(["unweighted", "linear", "x"]))  # fmt: skip
def test_ratings(rows, labels, held, long, weights):
    rows = held(rows) if rows else rows
    places = ["unit", "rater", "ratings", "columns"]
    found = outcome(ordref.from_ratings, rows, labels=labels, long=long, places=places)
    if found is None:
        return
    assert found.counts.sum(axis=1).min() >= 2
    assert found.n_ratings == 2 * found.table.sum() == found.by_rater.sum()
    for value in (
        ordref.krippendorff_alpha(found),
        outcome(ordref.conger_kappa, found, weights=weights),
        outcome(ordref.weighted_pi, found, weights=weights),
        outcome(ordref.gwet_ac2, found.by_unit, weights=weights),
        outcome(ordref.brennan_prediger, found.by_unit, weights=weights),
    ):
        if value is not None:
            assert_within(value, -4, 1, 1e-12)
    report = ordref.rater_report(found)
    for table in (report.raters, report.pairs, report.units):
        assert table["agreement"].between(0, 1).all()
    assert report.units["distance"].is_monotonic_decreasing
    assert str(report).count("units") >= 2


@EXAMPLES
@given(given=sides() | arrays((2, 2)))
def test_what_holds_no_ratings_has_no_coefficient_of_them(given):
    assert outcome(ordref.conger_kappa, given) is None
    assert outcome(ordref.rater_report, given, places=["ratings"]) is None


@EXAMPLES
@given(
    name=st.sampled_from([*MEASURES, "none"]), y_true=sides(), y_pred=sides(), labels=orders
)  # fmt: skip
def test_scorer(name, y_true, y_pred, labels):
    class Known(BaseEstimator):
        def predict(self, X):
            return y_pred

    made = outcome(ordref.scorer, name, labels=labels, places=["measure"])
    if made is not None:
        value = outcome(made, Known(), None, y_true, places=["y_true", "y_pred"])
        assert value is None or isinstance(value, float)


# ------------------------------------------------------------------- of this file itself

BY_THEMSELVES = {
    "evaluate", "from_counts", "from_frame", "scorer", "from_ratings", "conger_kappa",
    "rater_report",
}  # fmt: skip


def test_every_public_function_is_fuzzed():
    assert set(ordref.__all__) == {
        *BY_THEMSELVES,
        *(name.split()[0] for name in FUZZED),
    }


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
