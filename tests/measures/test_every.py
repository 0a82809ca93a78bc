"""What every measure promises, asked of each row of the catalogue.

Agreement with the definition, exact where the definition is; the range; any dtype, any
scale, any form of a matrix; what is refused. What only one measure promises is tested in
`measures/`.
"""

import inspect
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from math import nan
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from bad import BAD
from hypothesis import given
from hypothesis import strategies as st
from small import (
    DTYPES,
    FUNCTIONS,
    all_matrices,
    fractions,
    matrices,
    random_matrices,
    within,
)

import ordref
from ordref import confusion_matrix, definitions, mae, sensitivity_per_class
from ordref.catalogue import MEASURES
from ordref.verify import RELATIONS, vectors

COUNTS = [[4, 1, 0], [0, 6, 0], [1, 2, 2]]
# What a value may miss a definition by, in proportion, and one that is not exact itself.
ROUNDING, INEXACT = Fraction(1, 10**15), Fraction(1, 10**12)
# The definition looks at all pairs of observations, or more: it is given no more of them.
MOST_OBSERVATIONS = 60


class Both(NamedTuple):
    """A measure of matrices, and its definition of the observations of one of them."""

    derived: Callable[..., Any]
    defined: Callable[..., Any]
    max_classes: int
    least: float
    greatest: Callable[[int], float]
    accepts: str = "weights"


def of_measure(measure):
    defined = partial(definitions.exact, measure.definition, **measure.options)
    return Both(
        measure, defined, measure.max_classes,
        measure.least, measure.greatest, measure.accepts,
    )  # fmt: skip


def of_classes(name, greatest):
    """A measure with a value for each class, ``nan`` for those that are absent."""

    def defined(pairs, K):
        found = getattr(definitions, name)(pairs)
        return [found.get(j, nan) for j in range(1, K + 1)]

    return Both(getattr(ordref, name), defined, 20, 0, greatest)


FORMS = {name: of_measure(measure) for name, measure in MEASURES.items()}
FORMS["sensitivity_per_class"] = of_classes("sensitivity_per_class", lambda K: 1)
FORMS["precision_per_class"] = of_classes("precision_per_class", lambda K: 1)
FORMS["f1_per_class"] = of_classes("f1_per_class", lambda K: 1)
FORMS["mae_per_class"] = of_classes("mae_per_class", lambda K: K - 1)

every_form = pytest.mark.parametrize("name", FORMS)
every_measure = pytest.mark.parametrize("measure", FUNCTIONS, ids=lambda m: m.__name__)


# ------------------------------------------------------------------- the definition


def small(name):
    """Up to how many observations all matrices of so many classes are tried."""
    feasible = FORMS[name].max_classes
    if feasible > 5:
        return {1: 6, 2: 6, 3: 5, 4: 3}
    return {1: 5, 2: 6, 3: 4 if feasible == 5 else 3}


def of_sizes(sizes):
    """Parametrise by the measures and the numbers of classes that are tried of each."""
    cases = [(name, K) for name in FORMS for K in sizes(name)]
    return pytest.mark.parametrize(("name", "K"), cases)


@cache
def stack_of(name, K):
    return all_matrices(K, small(name)[K])


@cache
def defined(name, K):
    """The definition on all small matrices, one by one."""
    return [exact_value(name, cm) for cm in stack_of(name, K)]


def exact_value(name, cm):
    return FORMS[name].defined(definitions.observations(cm.tolist()), len(cm))


@cache
def is_exact(name):
    """Whether the definition is a Fraction wherever it is defined."""
    values = [v for value in defined(name, 2) for v in of_each(value)]
    return all(isinstance(v, Fraction) for v in values if v == v)


def of_each(value):
    """One number, or those of the classes, as they are."""
    return list(value) if isinstance(value, list | np.ndarray) else [value]


def near(value, exact):
    if value != value or exact != exact:
        return value != value and exact != exact
    allowed = INEXACT if type(exact) is float else ROUNDING
    value, exact = Fraction(float(value)), Fraction(exact)
    return abs(value - exact) <= allowed * max(1, abs(exact))


def same_fraction(value, exact):
    if exact != exact:
        return value != value
    return isinstance(value, Fraction | int) and value == exact


def assert_agree(values, expected, stack, equal=near):
    for cm, value, exact in zip(stack, values, expected, strict=True):
        pairs = list(zip(of_each(value), of_each(exact), strict=True))
        assert all(equal(*pair) for pair in pairs), f"{pairs} for {cm.tolist()}"


def slack_of(name):
    """A singular value may miss an end of its range by rounding."""
    return 1e-12 if name.endswith("_correlation") else 0


@of_sizes(small)
def test_derived_form_is_the_definition_on_all_small_matrices(name, K):
    stack = stack_of(name, K)
    assert_agree(FORMS[name].derived(stack), defined(name, K), stack)


@of_sizes(small)
def test_derived_form_of_fractions_is_exactly_the_definition(name, K):
    """And of a definition that is not always a Fraction, up to rounding."""
    equal = same_fraction if is_exact(name) else near
    step = 1 if is_exact(name) else 5
    # Integers of Python are exact, too.
    for kind, few in (fractions, step), (lambda stack: stack.astype(object), 5):
        stack, expected = stack_of(name, K)[::few], defined(name, K)[::few]
        assert_agree(FORMS[name].derived(kind(stack)), expected, stack, equal)


@of_sizes(lambda name: range(1, min(8, FORMS[name].max_classes) + 1))
def test_derived_form_is_the_definition_on_random_matrices(name, K):
    stack = random_matrices(K, 20 if K < 4 else 12 if K < 6 else 8)
    expected = [exact_value(name, cm) for cm in stack]
    assert_agree(FORMS[name].derived(stack), expected, stack)
    if is_exact(name):
        derived = FORMS[name].derived(fractions(stack))
        assert_agree(derived, expected, stack, same_fraction)


@every_form
@given(drawn=st.data())
def test_derived_form_is_the_definition_for_every_dtype(name, drawn):
    derived, _, feasible, least, greatest, _ = FORMS[name]
    cm = drawn.draw(matrices(max_classes=8 if feasible > 5 else 3))
    K, value = len(cm), of_each(derived(cm))
    value = np.array([v for v in value if v == v])
    slack = slack_of(name)
    assert ((least - slack <= value) & (value <= greatest(K) + slack)).all()
    pairs = definitions.observations(cm.tolist())[:MOST_OBSERVATIONS]
    few = np.array(definitions.confusion_matrix(pairs, K), cm.dtype)
    assert_agree([derived(few)], [exact_value(name, few)], [few])


@of_sizes(small)
def test_scale_does_not_matter(name, K):
    """But to what counts pairs of observations, which refuses shares."""
    step = 1 if FORMS[name].max_classes > 5 else 5
    derived, stack = FORMS[name].derived, stack_of(name, K)[::step]
    if FORMS[name].accepts == "counts":
        with pytest.raises(ValueError, match="which is no whole number"):
            derived(stack / 8)
        return
    for factor in (7, 10.0**15, 1 / 8):
        assert_agree(derived(stack * factor), defined(name, K)[::step], stack)


RELATED = [
    (name, relation, {"same": 1, "negated": -1}[known["effect"]])
    for name in MEASURES
    for relation, known in vectors(name)["relations"].items()
    if known["effect"] != "none"
]


@pytest.mark.parametrize(("name", "relation", "sign"), RELATED)
def test_relations_found_for_the_definition_hold_for_the_derived_form(
    name, relation, sign
):
    """Of matrices changed in a known way, as the test vectors say; more in test_vectors.py."""
    derived, changed = FORMS[name].derived, RELATIONS[relation][1]
    form, equal = (fractions, same_fraction) if is_exact(name) else (np.array, near)
    for K in (2, 3):
        stack = stack_of(name, K)[::5]
        for changes in zip(*map(changed, stack), strict=True):
            values = sign * derived(form(changes))
            assert_agree(values, defined(name, K)[::5], stack, equal)


@of_sizes(small)
def test_values_are_within_the_range(name, K):
    _, _, _, least, greatest, _ = FORMS[name]
    value = np.ravel(FORMS[name].derived(stack_of(name, K)))
    value = value[~np.isnan(value)]
    slack = slack_of(name)
    assert ((least - slack <= value) & (value <= greatest(K) + slack)).all()


def test_what_does_not_agree_is_noticed():
    """The negative control: a digit off, nan for a value, a value for nan, a float."""
    stack, third = np.ones((1, 2, 2), int), Fraction(1, 3)
    assert_agree([float(third)], [third], stack)
    assert_agree([third], [third], stack, same_fraction)
    for value, exact, equal in [
        (float(third) + 3e-15, third, near),
        (float(third) + 2e-12, float(third), near),
        (nan, third, near),
        (0.0, nan, near),
        ([third, nan], [third, third], near),
        (third + Fraction(1, 10**30), third, same_fraction),
        (float(third), third, same_fraction),
        (nan, third, same_fraction),
        (0, nan, same_fraction),
    ]:
        with pytest.raises(AssertionError, match=r"for \[\["):
            assert_agree([value], [exact], stack, equal)


def test_definitions_that_are_fractions_are_known():
    """What is to be exactly equal is found out; this is so of these at least."""
    rational = [
        *("ccr", "mer", "minimum_sensitivity", "mae", "mse", "amae", "mmae"),
        *("goodman_kruskal_gamma", "somers_d", "somers_d_true", "r_int_2008"),
        *("weighted_kappa", "weighted_kappa_quadratic", "weighted_kappa_unweighted"),
        *("oci", "oci_prime", "uoc", "sensitivity_per_class", "mae_per_class"),
        *("balanced_accuracy", "accuracy_within", "amse", "stuart_tau_c"),
        *("weighted_pi", "krippendorff_alpha", "gwet_ac2"),
        *("precision_per_class", "f1_per_class"),
    ]
    assert all(map(is_exact, rational))
    assert not any(
        map(is_exact, ["rmse", "kendall_tau_b", "spearman", "pearson", "mcc"])
    )


# ------------------------------------------------------------------- the definition itself


@every_measure
def test_definition_takes_what_can_be_gone_through_only_once(measure):
    definition, pairs = getattr(definitions, measure.__name__), [(1, 1), (3, 1), (1, 3)]
    if "K" in inspect.signature(definition).parameters:
        definition = partial(definition, K=3)
    assert definition(iter(pairs)) == definition(pairs)


@pytest.mark.parametrize("name", ["oci", "oci_prime", "uoc"])
def test_definition_refuses_a_class_beyond_the_last(name):
    definition = getattr(definitions, name)
    with pytest.raises(ValueError, match=r"\(1, 3\) has a class beyond K = 2"):
        definition([(1, 3)], 2)
    assert definition([(1, 2)], 2) > 0


# ------------------------------------------------------------------- any form of a matrix


def same(values, expected):
    np.testing.assert_array_equal(values, expected)  # nan where nan
    return True


@every_measure
@pytest.mark.parametrize(("bad", "message"), BAD.values(), ids=BAD)
def test_every_measure_refuses_a_bad_matrix(measure, bad, message):
    with pytest.raises(ValueError, match=message):
        measure(bad)


@every_measure
def test_every_measure_refuses_a_bad_frame(measure):
    with pytest.raises(ValueError, match="cm ends in totals"):
        measure(pd.crosstab(pd.Series([1, 2]), pd.Series([1, 2]), margins=True))


LAYOUTS = {
    "tuple": tuple(map(tuple, COUNTS)),
    "float": np.array(COUNTS, float),
    "uint8": np.array(COUNTS, np.uint8),
    "float32": np.array(COUNTS, np.float32),
    "DataFrame": pd.DataFrame(COUNTS),
    "F-ordered": np.asfortranarray(COUNTS),
    "transposed": np.array(COUNTS).T.copy().T,
    "not contiguous": np.repeat(np.repeat(COUNTS, 2, 0), 3, 1)[::2, ::3],
    "negative strides": np.array(COUNTS)[::-1, ::-1].copy()[::-1, ::-1],
    "masked": np.ma.array(COUNTS),
    "read-only": np.frombuffer(np.array(COUNTS).tobytes(), np.int64).reshape(3, 3),
}


@every_measure
@pytest.mark.parametrize("form", LAYOUTS.values(), ids=LAYOUTS)
def test_every_measure_takes_every_form_of_a_matrix(measure, form):
    assert same(measure(form), measure(COUNTS))


@every_measure
def test_every_measure_takes_booleans_as_counts(measure):
    one_each = [[True, False], [True, True]]
    assert same(measure(one_each), measure([[1, 0], [1, 1]]))


@every_measure
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_measure_sums_beyond_the_range_of_a_small_dtype(measure, dtype):
    counts = [[100, 90], [80, 110]]  # sums to 380: beyond 8 bits
    assert same(measure(np.array(counts, dtype)), measure(counts))


@every_measure
def test_every_measure_sums_beyond_64_bits(measure):
    counts = np.array([[2**62, 2**60], [2**61, 2**62]])
    assert same(measure(counts), measure(counts.astype(float)))


@every_measure
def test_every_measure_of_a_stack_is_the_stack_of_the_measures(measure):
    stack = np.random.default_rng(0).integers(1, 9, (2, 3, 4, 4))
    singles = [[measure(cm) for cm in row] for row in stack]
    assert same(measure(stack), singles)


@every_measure
def test_every_measure_of_an_empty_stack_is_empty(measure):
    assert np.asarray(measure(np.ones((0, 3, 3)))).shape[0] == 0


@every_measure
def test_every_measure_leaves_its_input_alone(measure):
    for dtype in (np.float64, np.int64, object):
        cm = np.array([COUNTS, COUNTS], dtype)
        measure(cm)
        assert (cm == [COUNTS, COUNTS]).all()


@every_measure
@pytest.mark.parametrize("dtype", ["uint8", "int64", "float32", "float64"])
def test_every_measure_of_one_matrix_is_a_python_float(measure, dtype):
    value = measure(np.array(COUNTS, dtype))
    # A value per class is an array, and then of float64.
    assert type(value) is float or (value.ndim == 1 and value.dtype == np.float64)


def test_functions_are_those_of_a_confusion_matrix():
    """The parametrisation above is not empty, and finds its functions by their argument."""
    assert {mae, sensitivity_per_class} <= set(FUNCTIONS)
    assert confusion_matrix not in FUNCTIONS
    assert {measure.function for measure in MEASURES.values()} <= set(FUNCTIONS)


# ------------------------------------------------------------------- matrices: objects


def objects(cm, kind=lambda entry: entry):
    """The matrix as an object array of entries of one kind."""
    return np.vectorize(kind, otypes=[object])(cm)


@every_measure
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, int])
def test_integers_among_objects_do_not_wrap_around(measure, kind):
    top = min(np.iinfo(kind).max if kind is not int else 2**70, 2**60)
    counts = [[top, top - 1, 0], [top, 1, top], [0, top, top - 3]]
    assert np.asarray(measure(objects(counts, kind)), float) == pytest.approx(
        np.asarray(measure(objects(counts, Fraction)), float), abs=1e-12
    )


@pytest.mark.parametrize("name", MEASURES)
def test_quotients_of_whole_numbers_among_objects_are_fractions(name):
    measure = MEASURES[name]
    for kind in (np.int8, bool):
        counts = COUNTS if kind is not bool else np.array(COUNTS) > 0
        value, exact = (
            measure(objects(counts, kind)),
            measure(objects(counts, Fraction)),
        )
        assert value == exact
        assert not is_exact(name) or type(value) is Fraction


@every_measure
def test_floats_among_objects_are_floats(measure):
    shares = [[0.5, 0.0, 1.0], [2.5, 0.75, 0.25], [0.75, 0.0, 0.25]]
    if measure in [m.function for m in MEASURES.values() if m.accepts == "counts"]:
        shares = np.multiply(4, shares)
    mixed = objects(shares)
    mixed[0, 0], mixed[0, 1] = Fraction(mixed[0, 0]), 0
    for form in (objects(shares), objects(shares, np.float32), mixed):
        assert same(measure(form), measure(shares))


@pytest.mark.parametrize("kind", [float, int, np.int8])
def test_uoc_of_an_object_array_ends(kind):
    cm = np.array([[0.3, 0, 1], [2.5, 0.7, 0.3], [0.7, 0, 0.3]])
    cm = cm if kind is float else np.rint(10 * cm)
    with within(20):
        value = float(ordref.uoc(objects(cm, kind)))
    assert value == pytest.approx(ordref.uoc(cm), abs=1e-12)


# ------------------------------------------------------------------- labels in place of a matrix

LINE = r"write ordref.{}\(ordref.confusion_matrix\(y_true, y_pred, labels=\[...\]\)"


@every_measure
def test_labels_in_place_of_a_matrix_are_answered_with_the_line_to_write(measure):
    line = LINE.format(measure.__name__)
    with pytest.raises(ValueError, match=line):
        measure([1, 2, 3], [1, 2, 2])
    with pytest.raises(ValueError, match=line):
        measure(np.array(["low", "high"]), pd.Series(["low", "low"]))
    with pytest.raises(ValueError, match=line):
        measure(y_true=[1, 2, 3], y_pred=[1, 2, 2])
    with pytest.raises(ValueError, match="count labels with confusion_matrix"):
        measure([1, 2, 3])


@every_measure
def test_measures_can_be_sent_to_another_process(measure):
    assert pickle.loads(pickle.dumps(measure)) is measure
