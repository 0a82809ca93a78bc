"""Whatever a public function is given, it refuses by name or answers as documented, in time.

The only outcomes are a ValueError that names an argument, or a value within its range, or nan.
What is given is drawn by the names of the arguments: a new function is asked as soon as
`HOLDS` says what holds of its values. A warning is an error in all tests, and what takes too
long is one here.
"""

import inspect
import math
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from odd import (
    arrays,
    cases,
    classes,
    columns,
    confusion_matrices,
    forecasts,
    numbers,
    numbers_of_cells,
    rankings,
    sides,
)
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


# ------------------------------------------------------------------- what holds of the values


def between(least, greatest, slack=0.0):
    """Within these, which may depend on the number of classes; weights may be any."""

    def holds(value, given):
        K = np.shape(given.get("cm", given.get("probabilities", 0)))[-1:]
        most = greatest(*K) if callable(greatest) else greatest
        assert_within(value, -math.inf if "weights" in given else least, most, slack)

    return holds


def of_fields(**ranges):
    def holds(found, given):
        for name, ends in ranges.items():
            assert_within(getattr(found, name), *ends)

    return holds


def of_costs(value, given):
    largest = float(np.max(np.asarray(given["cost"], dtype=object)))
    assert_within(value, 0, largest, 1e-9 * largest)


def of_path(value, given):
    K = np.shape(given["cm"])[-1]
    assert (value[0], value[-1]) == ((1, 1), (K, K))


def of_matrices(array, given):
    assert array.shape == np.shape(given["cm"])
    assert_within(array, 0, math.inf)


def of_pairs(kinds, given):
    assert_within(np.stack(kinds), 0, math.inf)


def of_search(found, given):
    assert_within([found.value, found.bound], -1, 1, 1e-12)
    assert not found.bound < found.value


def of_feasible(found, given):
    lower, upper = found
    for end in found:
        assert_within(end, 0, max(np.shape(given["priors"])[-1] - 1, 0), 1e-12)
    assert not np.any(lower > upper + 1e-12)


def of_counts(cm, entries):
    assert cm.dtype in (np.int64, np.float64)
    assert cm.shape == (len(cm), len(cm))
    assert cm.min() >= 0
    assert math.isclose(cm.sum(), sum(entries))


def of_labels(cm, given):
    assert len(given["y_true"]) == len(given["y_pred"])
    weight = given.get("weight")
    assert weight is not None or cm.dtype == np.int64
    of_counts(cm, [1] * len(given["y_true"]) if weight is None else weight)


def of_forecast(greatest):
    def holds(value, given):
        assert_within(value, 0, greatest(np.shape(given["probabilities"])[-1]), 1e-4)
        assert not np.isnan(floats(value)).any()

    return holds


def of_parts(found, given):
    value, reliability, resolution, uncertainty, within_ = map(np.asarray, found)
    K = np.shape(given["probabilities"])[-1]
    assert_within([reliability, resolution, uncertainty], 0, K, 1e-4)
    whole = reliability - resolution + uncertainty + within_
    assert np.allclose(whole, value, rtol=0, atol=1e-6)


def of_classes(found, given):
    names = given.get("labels")
    if names is None:
        names = range(1, np.shape(given["probabilities"])[-1] + 1)
    picked = np.asarray(found, dtype=object).ravel().tolist()
    assert all(any(one == c for c in names) for one in picked)


def of_chance(found, given):
    assert_within(found[0], -1, 1, 1e-12)
    assert_within(found[1], 0, 1, 1e-12)


def of_interval(found, given):
    assert not np.any(np.asarray(found.low) > np.asarray(found.high))


def of_size(found, given):
    assert 2 <= found < 2**53
    if given.get("half_width") is not None:
        assert found.half_width <= 1.05 * given["half_width"]


def of_as_many(found, given):
    assert found.N == len(given["y_true"]) == len(given["y_a"]) == len(given["y_b"])


def of_both(found, given):
    for count, cm in zip(found.count, (given["cm_a"], given["cm_b"]), strict=True):
        assert count.sum() == np.sum(np.asarray(cm, dtype=float))


def of_origins(found, given):
    assert len(found) <= sum(found.found.values())
    assert all(o.value == o.value and o.by_chance >= 0 for o in found)


def of_verdict(found, given):
    assert found.verdict in ("yes", "no", "undecided")
    assert (found.matrix is not None) == (found.verdict == "yes")
    if found.verdict == "no":
        assert check_impossible(found.proof) >= 1


SIGNED = between(-1, 1, 1e-12)
HOLDS = {
    # A singular value may miss a bound by rounding.
    m.definition: between(m.least, m.greatest, 1e-12 * name.endswith("_correlation"))
    for name, m in MEASURES.items()
} | {
    "sensitivity_per_class": between(0, 1), "precision_per_class": between(0, 1),
    "f1_per_class": between(0, 1), "mae_per_class": between(0, lambda K: K - 1),
    "brennan_prediger": between(-math.inf, 1),
    "ranked_probability_score": of_forecast(lambda K: K - 1),
    "brier_score": of_forecast(lambda K: 2),
    "logarithmic_score": of_forecast(lambda K: math.inf),
    "ranked_probability_skill_score": between(-math.inf, 1, 1e-4),
    "murphy_decomposition": of_parts,
    "score_values": between(-math.inf, math.inf), "score_interval": of_interval,
    "score_difference": of_interval,
    "predict_class": of_classes, "predict_for_kappa": of_classes,
    "expected_cost": of_costs, "oci_path": of_path, "pair_counts": of_pairs,
    "as_matrices": of_matrices, "functional_correlation": of_search,
    "feasible_mae": of_feasible, "confusion_matrix": of_labels,
    "classi": SIGNED, "classi_curve": SIGNED, "classi_chance": of_chance,
    "classi_test": of_fields(classi=(-1, 1, 1e-12), pvalue=(0, 1)),
    "class_distances": between(0, math.inf),
    "standard_error": between(0, math.inf), "interval": of_interval, "sample_size": of_size,
    "chance": of_fields(pvalue=(0, 1)), "difference": of_fields(pvalue=(0, 1)),
    "equivalence": of_fields(pvalue=(0, 1)),
    "paired_sample": of_as_many, "two_samples": of_both,
    "identify": of_origins, "possible": of_verdict,
}  # fmt: skip

# ------------------------------------------------------------------- what is given

chosen, matrices, some = st.sampled_from, confusion_matrices(), st.none() | columns()
four = st.lists(st.integers(1, 9), min_size=4, max_size=4)
samples = (
    four.map(lambda n: ordref.paired_sample([0, 1, 2, 3], n, n[::-1], labels=range(10)))
    | four.map(lambda n: ordref.two_samples([n[:2], n[2:]], [n[2:], n[:2]]))
    | arrays((2, 2, 2)) | matrices
)  # fmt: skip
# By the name of the argument.
GIVEN = {
    **dict.fromkeys(["cm", "cm_a", "cm_b"], matrices),
    **dict.fromkeys(["y_true", "y_pred", "y_a", "y_b", "ranking"], columns()),
    **dict.fromkeys(["probabilities", "p_a", "p_b"], forecasts()),
    "labels": some | classes.map(lambda K: [*range(1, K + 1)]),
    "weight": st.none() | cases.flatmap(lambda N: arrays((N,))),
    "weights": chosen(["linear", "quadratic", "unweighted", "x"]) | numbers_of_cells(),
    "cost": numbers_of_cells() | st.just("x"),
    "loss": chosen(["zero-one", "absolute", "squared", "x"]) | numbers_of_cells(),
    "shares": st.none() | classes.flatmap(lambda K: arrays((K,))),
    "score": chosen(["rps", "brier", "log", "absolute", "x", [[0, 1], [2, 0]], None]),
    "bins": chosen([None, 1, 7, 0, 10**9, 2.5, math.nan]),
    "beta": st.none() | numbers, "gamma": st.just(1) | numbers,
    "k": st.none() | st.integers(-1, 6) | numbers,
    "metric": chosen(["ordinal", "interval", "nominal", "x"]),
    "dependent": chosen(["true", "predicted", "", None]),
    "kind": chosen(["sup", "ii", "id", "mon", "co", "anti", "x"]),
    "mmae": numbers | arrays((3,)) | arrays((2, 2)),
    "priors": classes.flatmap(lambda K: arrays((K,)) | arrays((K, K))) | numbers,
    "distances": rankings(),
    "table": st.dictionaries(chosen([1, 2, 3, "a", "b"]), numbers, max_size=4),
    "measure": chosen([
        "ccr", "mae", "mmae", "kendall_tau_b", "weighted_kappa_quadratic", "r_int", "oci", "x",
    ]),
    "sample": samples, "margin": chosen([0.1, 0.1, 0.5, None, 0, -0.1, math.nan, "x"]),
    "method": chosen(
        [None] * 3 + ["delta"] * 3 + ["auto", "exact", "normal"] * 2
        + ["bca", "mover", "percentile", "x"]
    ),
    "alternative": chosen(["two-sided", "less", "greater", "x"]),
    "sampling": chosen(["multinomial", "multinomial", "rows", "clusters", "x"]),
    "level": chosen([0.5, 0.9, 0.95] * 2 + [0, 1, 1.5, math.nan]),
    "power": chosen([0.5, 0.8, 0, 2, "x"]), "difference": chosen([None] * 4 + [0.3, 0, "x"]),
    "groups": st.none() | columns(),
    "half_width": chosen([0.3] * 3 + [3, None, 0, math.nan]),
    "n_resamples": st.just(50), "rng": st.just(0),
    "printed": chosen(["0.5", "-1", "61.3%", "x", 0.5, math.nan, None, {"mae": "0.5"}, {}]),
    "decimals": chosen([None, 0, 2, -1]),
    "values": st.dictionaries(
        chosen(["ccr", "mae", "rmse", "mmae", "weighted_kappa", "ccr_2", "x"]),
        chosen(["0.5", "0.33", "-0.1", "50%", "x", "", 0.5, None]), max_size=3,
    ),
    "N": chosen([4, 7, 10**6, 0, -1, 2.5, math.nan, "4", [3, 4], []]),
    "K": chosen([1, 2, 3, 0, None]),
    **dict.fromkeys(["sizes", "predicted"], chosen([None, [2, 2], [2, 1, 1], [], "22", 4])),
    "splits": chosen([None, None, 2, 0]), "rounding": chosen(["any", "nearest", "down", "x"]),
}  # fmt: skip
# Not left out: by default it takes long, or there is no question.
ALWAYS = {"n_resamples", "rng", "half_width"}


@st.composite
def arguments(draw, function):
    """What is needed, and at most two of what may be left out: more are mostly refused."""
    parameters = inspect.signature(function).parameters.items()
    needed = {n for n, p in parameters if p.default is p.empty} | ALWAYS & {
        *dict(parameters)
    }
    options = [name for name, _ in parameters if name not in needed]
    some = (
        st.lists(chosen(options), max_size=2, unique=True) if options else st.just([])
    )
    return {name: draw(GIVEN[name]) for name in [*sorted(needed), *draw(some)]}


@pytest.mark.parametrize("name", HOLDS)
@EXAMPLES
@given(data=st.data())
def test_refused_by_name_or_answered_as_documented(name, data):
    function = getattr(ordref, name)
    given = data.draw(arguments(function))
    found = outcome(function, **given)
    if found is not None:
        HOLDS[name](found, given)


@settings(EXAMPLES, max_examples=30)
@given(cm=matrices)
def test_evaluate(cm):
    table = outcome(ordref.evaluate, cm)
    if table is not None and "status" in table:
        for _, row in table.iterrows():
            assert_within(row["value"], row["least"], row["greatest"], 1e-12)
            assert np.isnan(row["value"]) == (row["status"] != "computed")


@EXAMPLES
@given(
    y_true=sides(),
    y_pred=sides(),
    name=st.sampled_from(sorted({m.definition for m in MEASURES.values()})),
)
def test_labels_in_place_of_a_matrix(y_true, y_pred, name):
    assert outcome(getattr(ordref, name), y_true, y_pred) is None


cells = st.sampled_from([0, 1, 1, 2, 2, 3, 3, "low", "high", None, math.nan, 2.5, True])
weights = st.sampled_from(
    [0, 1, 2, 7, 0.5, 10**15, 2**63, -1, math.nan, math.inf, None]
)
triples = st.lists(st.tuples(cells, cells, weights), max_size=5)
orders = st.sampled_from([None, [1, 2, 3], ["low", "high"], [1, 1], [], [None]])


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
    assert set(ordref.__all__) == {*BY_THEMSELVES, *HOLDS}
    for name in HOLDS:
        assert set(inspect.signature(getattr(ordref, name)).parameters) <= set(GIVEN)


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
