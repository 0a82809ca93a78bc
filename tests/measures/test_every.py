"""What every measure promises, asked of each and of its variants with options.

Agreement with the definition, exact where the definition is; the range; any dtype, any
scale, any form of a matrix; what is refused. There is one test for each promise and
function: what fails in it is named. What only one measure promises is tested beside this.
"""

import inspect
import itertools
import pickle
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import nan
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sympy as sp
from bad import BAD
from small import (
    DTYPES,
    FUNCTIONS,
    all_matrices,
    disagreements,
    fractions,
    random_matrices,
    symbolic_matrix,
    within,
)

import ordref
from ordref import confusion_matrix, definitions, mae, sensitivity_per_class
from ordref.catalogue import MEASURES
from ordref.verify import RELATIONS, vectors

COUNTS = [[4, 1, 0], [0, 6, 0], [1, 2, 2]]
# What a value may miss a definition by, in proportion, and one that is not exact itself.
ROUNDING, INEXACT = Fraction(1, 10**15), Fraction(1, 10**12)


Ends = Callable[[int], tuple[float, float]]


@dataclass(frozen=True, eq=False, repr=False)
class Form:
    """A measure of matrices with options, and its definition of their observations.

    The options may depend on the number of classes. Without `ends` it has no range of its
    own; `scaled` tells whether it stays the same when all counts are multiplied.
    """

    function: Callable[..., Any]
    options: Callable[[int], Mapping[str, Any]] = lambda K: {}
    ends: Ends | None = None
    max_classes: int = 18
    accepts: str = "weights"
    scaled: bool = True
    per_class: bool = False
    variant: bool = False

    def __repr__(self):
        return f"{self.function.__name__} {self.options(3)}"

    def __call__(self, cm):
        return self.function(cm, **self.options(np.shape(cm)[-1]))

    def exact(self, cm):
        name, K = self.function.__name__, len(cm)
        pairs = definitions.observations(cm.tolist())
        if self.per_class:
            found = getattr(definitions, name)(pairs)
            return [found.get(j, nan) for j in range(1, K + 1)]
        return definitions.exact(name, pairs, K, **self.options(K))

    @property
    def observations(self):
        """Up to how many observations all matrices of so many classes are tried."""
        if self.variant:
            return {1: 5, 2: 5, 3: 5 if "kappa" in self.function.__name__ else 4}
        if self.max_classes > 5:
            return {1: 6, 2: 6, 3: 5, 4: 3}
        return {1: 5, 2: 6, 3: 4 if self.max_classes == 5 else 3}

    @property
    def slack(self):
        """A singular value may miss an end of its range by rounding."""
        return 1e-12 if self.function.__name__.endswith("_correlation") else 0


def of_measure(m):
    ends, options = lambda K: (m.least, m.greatest(K)), lambda K: m.options
    return Form(m.function, options, ends, m.max_classes, m.accepts)


def with_options(function, ends=None, **given):
    """A variant; the options that are functions are of the number of classes."""

    def options(K):
        return {name: v(K) if callable(v) else v for name, v in given.items()}

    row = next((m for m in MEASURES.values() if m.function is function), None)
    dear, accepts = (row.max_classes, row.accepts) if row else (18, "weights")
    scaled = not {"beta", "gamma"} & set(given)
    return Form(function, options, ends, dear, accepts, scaled, variant=True)


def costs(K):
    """Of every cell another, of the hits, too, and in halves."""
    doubled = np.random.default_rng(K + 1).integers(0, 9, (K, K)).tolist()
    return [[Fraction(cost, 2) for cost in row] for row in doubled]


def nothing(K):
    return [[0] * K for _ in range(K)]


def unit(K):
    return 0, 1


FORMS = {name: of_measure(measure) for name, measure in MEASURES.items()}
for name in ("sensitivity_per_class", "precision_per_class", "f1_per_class"):
    FORMS[name] = Form(getattr(ordref, name), ends=unit, per_class=True)
ends_of_mae = FORMS["mae"].ends
FORMS["mae_per_class"] = Form(ordref.mae_per_class, ends=ends_of_mae, per_class=True)

NAMED = {"unweighted": "unweighted", "quadratic": "quadratic"}
WEIGHTS = NAMED | {"own": disagreements, "none": nothing}
for name in ("weighted_kappa", "weighted_pi", "gwet_ac2"):
    for said, weights in WEIGHTS.items():
        # The catalogue has kappa with the weights that have a name.
        if name != "weighted_kappa" or callable(weights):
            form = with_options(getattr(ordref, name), weights=weights)
            FORMS[f"{name}, {said}"] = form
# The least value of each: every observation in a far corner.
LEAST = {
    "unweighted": lambda K: -1 / max(K - 1, 1),
    "linear": lambda K: 1 - 3 * K / (K + 1),
    "quadratic": lambda K: 1 - 6 * (K - 1) / (K + 1),
}
for weights, least in LEAST.items():
    ends = lambda K, least=least: (least(K), 1)  # noqa: E731
    form = with_options(ordref.brennan_prediger, ends, weights=weights)
    FORMS[f"brennan_prediger, {weights}"] = form
form = with_options(ordref.brennan_prediger, weights=disagreements)
FORMS["brennan_prediger, own"] = form
for metric in ("interval", "nominal"):
    form = with_options(ordref.krippendorff_alpha, metric=metric)
    FORMS[f"krippendorff_alpha, {metric}"] = form
for k in (0, 2, 5, np.int64(1)):
    FORMS[f"accuracy_within, {k!r}"] = with_options(ordref.accuracy_within, unit, k=k)
FORMS["expected_cost"] = with_options(ordref.expected_cost, cost=costs)
FORMS["expected_cost, whole"] = with_options(ordref.expected_cost, cost=disagreements)
OF_PATHS = {
    "free": {"beta": Fraction(0)},
    "cheap": {"beta": Fraction(1, 16)},
    "dear": {"beta": Fraction(1, 4)},
    "square": {"gamma": 2},
    "cheap square": {"beta": Fraction(1, 16), "gamma": 2},
}
for said, options in OF_PATHS.items():
    FORMS[f"oci, {said}"] = with_options(ordref.oci, unit, **options)
    FORMS[f"oci_prime, {said}"] = with_options(ordref.oci_prime, unit, **options)

FORMS_OF: dict[str, list[Form]] = {}
for form in FORMS.values():
    FORMS_OF.setdefault(form.function.__name__, []).append(form)

every_function = pytest.mark.parametrize("function", FORMS_OF)


# ------------------------------------------------------------------- the definition


def listed(generator):
    return cache(lambda *args: list(generator(*args)))


@cache
def stack_of(form, K):
    return small(K, form.observations[K])[0]


@cache
def small(K, N):
    """All matrices of up to so many observations, as Fractions, and the place of each."""
    stack = all_matrices(K, N)
    places = {cm.tobytes(): place for place, cm in enumerate(stack)}
    return stack, fractions(stack), places


@cache
def defined(form, K):
    """The definition on all small matrices, one by one."""
    return [form.exact(cm) for cm in stack_of(form, K)]


@cache
def derived(form, K, exactly):
    """The derived form of them, or of the same as Fractions: of each fifth, as `step` says."""
    stack, exact, _ = small(K, form.observations[K])
    return form(exact[:: step(form)] if exactly else stack)


def step(form):
    return 5 if form.variant or not is_exact(form) else 1


@cache
def is_exact(form):
    """Whether the definition is a Fraction wherever it is defined."""
    if "gamma" in form.options(2):  # then M is a root
        return False
    values = [v for value in defined(form, 2) for v in of_each(value)]
    return all(isinstance(v, Fraction) for v in values if v == v)


def of_each(value):
    """One number, or those of the classes, as they are."""
    return list(value) if isinstance(value, list | np.ndarray) else [value]


def near(value, exact):
    if value != value or exact != exact:
        return value != value and exact != exact
    if float(value) == float(exact):
        return True
    allowed = INEXACT if type(exact) is float else ROUNDING
    value, exact = Fraction(float(value)), Fraction(exact)
    return abs(value - exact) <= allowed * max(1, abs(exact))


def nearly(value, exact):
    """A count of 1e15 has no digit to spare in a product of two."""
    return near(value, exact) or abs(Fraction(float(value)) - exact) <= 2 * ROUNDING


def same_fraction(value, exact):
    if exact != exact:
        return value != value
    return isinstance(value, Fraction | int) and value == exact


def assert_agree(values, expected, stack, equal=near, of=""):
    for cm, value, exact in zip(stack, values, expected, strict=True):
        pairs = list(zip(of_each(value), of_each(exact), strict=True))
        assert all(equal(*pair) for pair in pairs), f"{pairs} for {cm.tolist()} {of}"


def assert_in_range(form, values, K):
    if form.ends is not None:
        least, greatest = form.ends(K)
        value = np.ravel(values)
        value = value[~np.isnan(value)]
        inside = (least - form.slack <= value) & (value <= greatest + form.slack)
        assert inside.all(), (value[~inside], form)


@every_function
def test_derived_form_is_the_definition_on_all_small_matrices(function):
    for form in FORMS_OF[function]:
        for K in form.observations:
            stack = stack_of(form, K)
            assert_agree(derived(form, K, False), defined(form, K), stack, of=form)
            assert_in_range(form, derived(form, K, False), K)


@every_function
def test_derived_form_of_fractions_is_exactly_the_definition(function):
    """And of a definition that is not always a Fraction, up to rounding."""
    for form in FORMS_OF[function]:
        equal = same_fraction if is_exact(form) else near
        for K in form.observations:
            few = step(form)
            stack, expected = stack_of(form, K)[::few], defined(form, K)[::few]
            assert_agree(derived(form, K, True), expected, stack, equal, form)
            # Integers of Python are exact, too.
            stack, expected = stack[::25], expected[::25]
            assert_agree(form(stack.astype(object)), expected, stack, equal, form)


@every_function
def test_derived_form_is_the_definition_on_random_matrices_of_every_dtype(function):
    for form in FORMS_OF[function]:
        for K in range(1, min(8, form.max_classes) + 1):
            few = 4 if form.variant else 20 if K < 4 else 12 if K < 6 else 8
            if form.max_classes == 5:
                few = (20, 20, 20, 6, 3)[K - 1]
            # Definitions that go through the pairs of observations take the square of them.
            stack = np.minimum(random_matrices(K, few), 9 if K < 5 else 3)
            expected = [form.exact(cm) for cm in stack]
            for k, dtype in enumerate(DTYPES):
                third = slice(k % min(3, few), None, 3)  # each of three dtypes
                values = form(stack[third].astype(dtype))
                assert_agree(values, expected[third], stack[third], of=(form, dtype))
                assert_in_range(form, values, K)
            if is_exact(form):
                values = form(fractions(stack))
                assert_agree(values, expected, stack, same_fraction, form)


# What symbols lack for a measure that compares.
LACKING = dict.fromkeys(("minimum_sensitivity", "oci", "oci_prime", "uoc"), "minimum")
LACKING |= {"mmae": "maximum"}
LACKING |= {name: "order" for name in MEASURES if name.endswith("_correlation")}


@every_function
def test_derived_form_of_symbols_is_the_definition_or_refused(function):
    for form, K in itertools.product(FORMS_OF[function], (2, 3)):
        symbols = symbolic_matrix(K)
        try:
            values = of_each(form(symbols))
        except ValueError as error:
            said = f"cm holds symbols, which have no {LACKING[function]}: give numbers"
            assert str(error) == said, form  # noqa: PT017
            continue
        assert function not in LACKING
        for cm in np.random.default_rng(K).integers(1, 6, (2, K, K)):
            numbers = dict(zip(symbols.ravel(), cm.ravel().tolist(), strict=True))
            found = [sp.sympify(value).subs(numbers) for value in values]
            exactly = [Fraction(v.p, v.q) if v.is_Rational else float(v) for v in found]
            assert_agree([exactly], [of_each(form.exact(cm))], [cm], of=form)


@every_function
def test_scale_does_not_matter(function):
    """But to what counts pairs of observations, which refuses shares."""
    for form in FORMS_OF[function]:
        for K in form.observations if form.scaled else ():
            step = 1 if form.max_classes > 5 else 5
            stack, expected = stack_of(form, K)[::step], defined(form, K)[::step]
            if form.accepts == "counts":
                with pytest.raises(ValueError, match="which is not a whole number"):
                    form(stack / 8)
                continue
            for factor in (7, 1 / 8, 1e15):
                assert_agree(form(stack * factor), expected, stack, near, factor)
            for factor in (1e60, 1e-60):  # the shares are rounded
                assert_agree(form(stack * factor), expected, stack, nearly, factor)


RELATED = {
    name: {
        relation: {"same": 1, "negated": -1}[known["effect"]]
        for relation, known in vectors(name)["relations"].items()
        if known["effect"] != "none"
    }
    for name in MEASURES
}


@listed
def changed(relation, K, N, beside):
    """Small matrices changed in a known way: which of them, into what, and the places of that.

    Those that are small matrices again, of up to so many observations; or each fifth.
    """
    asked = range(0, len(small(K, N)[0]), 1 if beside else 5)
    each = [RELATIONS[relation][1](small(K, N)[0][k]) for k in asked]
    for changes in zip(*each, strict=True):
        places = small(len(changes[0]), beside)[2] if beside else {}
        found = [places.get(cm.tobytes()) for cm in changes]
        kept = [k for k, place in enumerate(found) if place is not None or not beside]
        which = [asked[k] for k in kept]
        yield which, np.array(changes)[kept], [found[k] for k in kept]


def assert_related(name, relation, sign):
    form = FORMS[name]
    exact, sizes = is_exact(form), form.observations
    kind, equal = (fractions, same_fraction) if exact else (np.array, near)
    for K in (2, 3):
        after = K + ("class" in relation)
        beside = 0 if relation == "scaling" else sizes.get(after, 0)
        stack, expected = stack_of(form, K), np.array(defined(form, K), object)
        for asked, matrices, places in changed(relation, K, sizes[K], beside):
            assert len(asked) > len(stack) / 10
            known = derived(form, after, exact)[places] if beside else None
            new = sign * (form(kind(matrices)) if known is None else known)
            assert_agree(new, expected[asked], stack[asked], equal, relation)


@pytest.mark.parametrize("name", RELATED)
def test_relations_found_for_the_definition_hold_for_the_derived_form(name):
    """As the test vectors say, and no other holds."""
    for relation in RELATIONS:
        if relation in RELATED[name]:
            assert_related(name, relation, RELATED[name][relation])
        elif (name, relation) != ("coanti_correlation", "reversed predictions"):
            # That one needs larger matrices to be seen.
            with pytest.raises(AssertionError, match=r"for \[\["):
                assert_related(name, relation, 1)


def test_small_matrices_tell_the_measures_apart():
    """The negative control: no measure agrees with the definition of another."""
    stack = all_matrices(3, 4)[::3]
    exact = {name: [FORMS[name].exact(cm) for cm in stack] for name in MEASURES}
    values = {name: FORMS[name](stack) for name in MEASURES}
    for name, other in itertools.permutations(MEASURES, 2):
        if {name, other} != {"sup_correlation", "coanti_correlation"}:
            with pytest.raises(AssertionError, match=r"for \[\["):
                assert_agree(values[name], exact[other], stack)


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
    for wrong in (-1e-9, 1 + 1e-9):
        with pytest.raises(AssertionError, match="ccr"):
            assert_in_range(FORMS["ccr"], [0, nan, wrong, 1], 2)


def test_definitions_that_are_fractions_are_known():
    """What is to be exactly equal is found out; this is so of these at least."""
    rational = [
        *("ccr", "mer", "minimum_sensitivity", "mae", "mse", "amae", "mmae"),
        *("goodman_kruskal_gamma", "somers_d", "somers_d_true", "r_int_2008"),
        *("weighted_kappa", "weighted_kappa_quadratic", "weighted_kappa, own"),
        *("oci", "oci_prime", "uoc", "sensitivity_per_class", "mae_per_class"),
        *("balanced_accuracy", "accuracy_within", "amse", "stuart_tau_c"),
        *("weighted_pi", "krippendorff_alpha", "gwet_ac2", "gwet_ac2, own"),
        *("precision_per_class", "f1_per_class", "oci, cheap", "expected_cost"),
    ]
    assert all(is_exact(FORMS[name]) for name in rational)
    rooted = ["rmse", "kendall_tau_b", "spearman", "pearson", "mcc", "oci, square"]
    assert not any(is_exact(FORMS[name]) for name in rooted)


@every_function
def test_definition_takes_what_can_be_gone_through_only_once(function):
    definition, pairs = getattr(definitions, function), [(1, 1), (3, 1), (1, 3)]
    for form in FORMS_OF[function]:
        options = {**form.options(3)}
        if "K" in inspect.signature(definition).parameters:
            options["K"] = 3
        once, listed = definition(iter(pairs), **options), definition(pairs, **options)
        assert once == listed or (once != once and listed != listed), form


@pytest.mark.parametrize("name", ["oci", "oci_prime", "uoc"])
def test_definition_refuses_a_class_beyond_the_last(name):
    definition = getattr(definitions, name)
    with pytest.raises(ValueError, match=r"\(1, 3\) has a class beyond K = 2"):
        definition([(1, 3)], 2)
    assert definition([(1, 2)], 2) > 0


# ------------------------------------------------------------------- any form of a matrix


def assert_same(values, expected, case):
    np.testing.assert_array_equal(values, expected, err_msg=str(case))  # nan where nan


@every_function
def test_every_measure_refuses_a_bad_matrix(function):
    # The first form takes any number of classes, where there is one that does.
    measure = FORMS_OF[function][0]
    passed = []
    for name, (bad, message) in BAD.items():
        if "not square" in name and measure.function.__module__.endswith(".pairs"):
            continue  # they take tables of two scales: see test_pairs.py
        try:
            measure.function(bad, **measure.options(2))
        except ValueError as error:
            if not re.search(message, str(error)):
                passed.append((name, str(error)))
        else:
            passed.append((name, "nothing was raised"))
    assert not passed
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


@every_function
def test_every_measure_takes_every_form_of_a_matrix(function):
    for measure in FORMS_OF[function]:
        plain = measure(COUNTS)
        for layout, form in LAYOUTS.items():
            assert_same(measure(form), plain, (measure, layout))
        one_each = [[True, False], [True, True]]
        assert_same(measure(one_each), measure([[1, 0], [1, 1]]), (measure, bool))


@every_function
def test_every_measure_sums_beyond_the_range_of_its_dtype(function):
    small = [[100, 90], [80, 110]]  # sums to 380: beyond 8 bits
    many = np.random.default_rng(0).integers(50, 120, (4, 4)).tolist()
    large = np.array([[2**62, 2**60], [2**61, 2**62]])
    for measure in FORMS_OF[function]:
        for counts, dtype in itertools.product((small, many), DTYPES):
            case = (measure, counts, dtype)
            assert_same(measure(np.array(counts, dtype)), measure(counts), case)
        assert_same(measure(large), measure(large.astype(float)), (measure, "64 bits"))


LARGE = [
    [[1, 2, 0], [2, 1, 0], [0, 0, 10**15]],
    [[10**15, 1], [1, 1]],
    [[10**15, 1], [1, 0]],
    [[10**15, 10**15 - 1], [10**15 + 1, 10**15]],
    [[1, 10**15, 0], [0, 10**15, 7], [10**15, 0, 3]],
    [[10**15, 3, 5], [2, 1, 0], [0, 4, 1]],
    [[0, 10**15, 0], [1, 0, 1], [0, 10**15, 2]],
    [[2 * 10**15, 0, 10**15], [0, 10**15, 0], [2 * 10**15, 10**15, 10**15]],
]


@every_function
def test_every_measure_of_counts_of_1e15_loses_nothing(function):
    """Where all but one observation are one hit, too: a difference of shares has no digits."""
    for measure in FORMS_OF[function]:
        for cm in LARGE:
            exact = measure(fractions(cm))
            for dtype in (np.int64, np.uint64, float):
                value = measure(np.array(cm, dtype))
                assert_agree([value], [exact], [np.array(cm)], nearly, (measure, dtype))


@every_function
def test_every_measure_of_a_stack_is_the_stack_of_the_measures(function):
    stack = np.random.default_rng(0).integers(1, 9, (2, 3, 4, 4))
    for measure in FORMS_OF[function]:
        singles = [[measure(cm) for cm in row] for row in stack]
        assert_same(measure(stack), singles, measure)
        assert np.asarray(measure(np.ones((0, 3, 3)))).shape[0] == 0


@every_function
def test_every_measure_leaves_its_input_alone_and_is_a_python_float(function):
    for measure in FORMS_OF[function]:
        for dtype in (np.float64, np.int64, object):
            cm = np.array([COUNTS, COUNTS], dtype)
            measure(cm)
            assert (cm == [COUNTS, COUNTS]).all(), (measure, dtype)
        for dtype in ("uint8", "int64", "float32", "float64"):
            value = measure(np.array(COUNTS, dtype))
            if measure.per_class:
                assert (value.ndim, value.dtype) == (1, np.float64), (measure, dtype)
            else:
                assert type(value) is float, (measure, dtype)


def test_functions_are_those_of_a_confusion_matrix():
    """Every public one has its forms here; it is found by its argument."""
    assert {mae, sensitivity_per_class} <= set(FUNCTIONS)
    assert confusion_matrix not in FUNCTIONS
    named = {function.__name__ for function in FUNCTIONS}
    assert set(FORMS_OF) == named | {"expected_cost"}


def objects(cm, kind=lambda entry: entry):
    """The matrix as an object array of entries of one kind."""
    return np.vectorize(kind, otypes=[object])(cm)


@every_function
def test_integers_among_objects_do_not_wrap_around_and_stay_exact(function):
    for measure in FORMS_OF[function]:
        for kind in (np.int8, np.uint8, np.int32, np.uint64, int):
            top = min(np.iinfo(kind).max if kind is not int else 2**70, 2**60)
            counts = [[top, top - 1, 0], [top, 1, top], [0, top, top - 3]]
            value = np.asarray(measure(objects(counts, kind)), float)
            exact = np.asarray(measure(objects(counts, Fraction)), float)
            near = pytest.approx(exact, abs=1e-12, nan_ok=True)
            assert value == near, (measure, kind)
        for kind in (np.int8, bool):
            counts = COUNTS if kind is not bool else np.array(COUNTS) > 0
            value, exact = (measure(objects(counts, of)) for of in (kind, Fraction))
            assert_same(value, exact, (measure, kind))
            kinds = {type(v) for v in of_each(value) if v == v}
            assert not is_exact(measure) or kinds <= {Fraction}, (measure, kind)


@every_function
def test_floats_among_objects_are_floats(function):
    for measure in FORMS_OF[function]:
        shares = np.array([[0.5, 0.0, 1.0], [2.5, 0.75, 0.25], [0.75, 0.0, 0.25]])
        shares = shares * (4 if measure.accepts == "counts" else 1)
        mixed = objects(shares)
        mixed[0, 0], mixed[0, 1] = Fraction(mixed[0, 0]), 0
        for form in (objects(shares), objects(shares, np.float32), mixed):
            assert_same(measure(form), measure(shares), measure)


def test_uoc_of_an_object_array_ends():
    for kind, factor in ((float, 1), (int, 10), (np.int8, 10)):
        cm = factor * np.array([[0.3, 0, 1], [2.5, 0.7, 0.3], [0.7, 0, 0.3]])
        cm = cm if kind is float else np.rint(cm)
        with within(20):
            value = float(ordref.uoc(objects(cm, kind)))
        assert value == pytest.approx(ordref.uoc(cm), abs=1e-12), kind


@every_function
def test_labels_in_place_of_a_matrix_are_answered_with_the_line_to_write(function):
    measure = partial(getattr(ordref, function), **FORMS_OF[function][0].options(2))
    line = rf"write ordref.{function}\(ordref.confusion_matrix\(y_true, y_pred, labels=\[...\]\)"
    for labels, named in [
        (([1, 2, 3], [1, 2, 2]), {}),
        ((np.array(["low", "high"]), pd.Series(["low", "low"])), {}),
        ((), {"y_true": [1, 2, 3], "y_pred": [1, 2, 2]}),
    ]:
        with pytest.raises(ValueError, match=line):
            measure(*labels, **named)
    with pytest.raises(ValueError, match="count labels with confusion_matrix"):
        measure([1, 2, 3])


@every_function
def test_measures_can_be_sent_to_another_process(function):
    measure = getattr(ordref, function)
    assert pickle.loads(pickle.dumps(measure)) is measure
