"""The stored test vectors: their values, their schema, their relations."""

import json
import pickle
from fractions import Fraction
from functools import partial

import jsonschema
import more_vectors as more
import numpy as np
import pytest
import vectors as made
from small import all_matrices, near, random_matrices

import ordref
from ordref import definitions, standard_error
from ordref.catalogue import MEASURES
from ordref.definitions.exact import root
from ordref.instruments.uncertainty.slopes import SLOPES
from ordref.verify import RELATIONS, close, vectors

ERROR = "standard_error"
SCHEMA = json.loads((made.FOLDER / "schema.json").read_text(encoding="utf-8"))

MORE_SCHEMA = json.loads((more.MORE / "schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)
MORE_VALID = jsonschema.Draft202012Validator(MORE_SCHEMA)
every_measure = pytest.mark.parametrize("name", MEASURES)


# ------------------------------------------------------------------- the files


@every_measure
def test_stored_vectors_are_those_of_the_definitions(name):
    """Every value, every relation, every character: run `make lists` to make them again."""
    stored = (made.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert stored == made.text_of(made.file_of(name))


def test_there_is_a_file_for_each_measure_and_no_other():
    files = {path.stem for path in made.FOLDER.iterdir()}
    assert files == {*MEASURES, "schema", "more"}
    assert {path.stem for path in more.MORE.iterdir()} == {*more.FILES, "schema"}


def test_files_obey_the_schema():
    for schema in (SCHEMA, MORE_SCHEMA):
        jsonschema.Draft202012Validator.check_schema(schema)
    for name in more.FILES:
        MORE_VALID.validate(json.loads((more.MORE / f"{name}.json").read_text("utf-8")))
    for name in MEASURES:
        VALID.validate(vectors(name))


# In what part of a file which field is taken away, or has another value.
HARM = {
    "mae.json": [
        *(("case", "value", value) for value in (None, "1/3")), ("case", "expect", "nan"),
        ("case", "dtype", "object"), ("case", "cm", [[-1]]), ("case", "exact", 0.5),
        ("relations", "scaling", {"effect": "doubled"}), ("relations", "reversal", None),
        ("", "tolerance", None), ("", "version", None), ("", "version", 1),
        ("", "comment", "none is foreseen"), ("", "formula", None),
    ],
    "more/forecasts.json": [
        *(("case", "value", value) for value in (None, "1/3")), ("case", "expect", "nan"),
        ("case", "exact", 0.5), ("options", "alpha", 1), ("brier", "formula", None),
        ("", "version", 2),
    ],
}  # fmt: skip


def test_schema_refuses_what_it_does_not_describe():
    for path, harms in HARM.items():
        stored = (made.FOLDER / path).read_text(encoding="utf-8")
        valid = MORE_VALID if "/" in path else VALID
        for name, field, value in harms:
            file = json.loads(stored)
            case = file["cases"][0]
            parts = {"": file, "case": case, "relations": file.get("relations")}
            parts["options"] = case.get("options")
            parts["brier"] = file.get("functions", {}).get("brier_score")
            part = parts[name]
            part.pop(field) if value is None else part.update({field: value})
            assert not valid.is_valid(file), (path, name, field, value)


def test_every_field_of_the_schema_is_described():
    relations, known = SCHEMA["properties"]["relations"], ("schema", "name", "cases")
    functions = MORE_SCHEMA["properties"]["functions"]["additionalProperties"]
    of_both = [*SCHEMA["$defs"].values(), *MORE_SCHEMA["$defs"].values()]
    for part in (SCHEMA, MORE_SCHEMA, relations, functions, *of_both):
        for name, field in part.get("properties", {}).items():
            assert "description" in field or "$ref" in field or name in known, name


# ------------------------------------------------------------------- the values


def value_of(case):
    """A stored value as a number, from its exact form where there is one."""
    exact = case.get("exact") or case["value"]
    if isinstance(exact, dict):
        return float(
            definitions.Root(Fraction(exact["plus"]), Fraction(exact["square"]))
        )
    return float(Fraction(exact))


def assert_stored(function, cases, far):
    """The function has the stored values; what is refused and undefined is seen, too."""
    for case in cases:
        cm = np.array(case["cm"], dtype=case["dtype"])
        if case["expect"] == "error":
            with pytest.raises(ValueError, match="cm "):
                function(cm)
        elif case["expect"] == "nan":
            assert np.isnan(function(cm)), case["name"]
        else:
            assert abs(function(cm) - value_of(case)) < far(case), case["name"]


@every_measure
def test_the_derived_form_has_the_stored_values(name):
    """An independent route to every value, the huge counts and the shares included."""
    measure = MEASURES[name]
    # Definitions that are not exact are right to some 1e-12.
    assert_stored(
        measure, vectors(name)["cases"], lambda c: 1e-13 if "exact" in c else 1e-11
    )
    if made.derived(measure):
        # Without a slope of its own, which is optional, the slope is one of differences.
        within, cases = 1e-12 if name in SLOPES else 1e-6, vectors(name)[ERROR]
        assert_stored(partial(standard_error, name), cases, lambda c: within)
        assert {"value", "error"} <= {case["expect"] for case in cases}


def of_raters(name, function, ratings, classes, **options):
    held = ordref.from_ratings(ratings, labels=range(1, classes + 1))
    by_unit = name in ("weighted_pi_by_unit", "gwet_ac2", "brennan_prediger")
    return function(held.by_unit if by_unit else held, **options)


def of_labels(measure, y_true, y_a, y_b, **options):
    sample = ordref.paired_sample(y_true, y_a, y_b)
    return ordref.difference(measure, sample, **options)


def assert_more(file):
    for case in file["cases"]:
        given, options = dict(case["input"]), case["options"]
        for field in {"probabilities", "distances"} & {*given}:
            exact = np.vectorize(lambda x: float(Fraction(x)))
            given[field] = exact(given[field])
        if {"true", "probabilities"} <= {*given}:
            options = options | {"labels": range(1, len(given["probabilities"][0]) + 1)}
        call = getattr(ordref, file["functions"][case["function"]]["call"])
        if "ratings" in given:
            call = partial(of_raters, case["function"], call)
        if "a" in given:
            call = of_labels
        if case["expect"] == "error":
            with pytest.raises(ValueError, match=" "):
                call(*given.values(), **options)
            continue
        got = np.ravel(call(*given.values(), **options))
        want = [float(number) for number in more.parts(case.get("value", "nan"))]
        assert np.allclose(got, want, rtol=1e-12, atol=1e-12, equal_nan=True), case
        kept = case.get("exact", [None] * len(want))
        is_root = isinstance(kept, dict) and "square" in kept
        for x, exact in zip(want, [kept] if is_root else more.parts(kept), strict=True):
            assert exact is None or abs(value_of({"exact": exact}) - x) < 1e-15, case


@pytest.mark.parametrize("name", more.FILES)
def test_more_vectors_are_those_of_the_definitions_and_of_the_package(name):
    stored = (more.MORE / f"{name}.json").read_text(encoding="utf-8")
    assert stored == more.text_of(more.file_of(name))
    file = json.loads(stored)
    assert_more(file)
    assert {case["function"] for case in file["cases"]} == {*file["functions"]}
    changed = next(case for case in file["cases"] if "value" in case)
    slightly = partial(more.over, lambda number: str(float(number) + 1e-9))
    changed["value"] = slightly(changed["value"])
    with pytest.raises(AssertionError):
        assert_more(file)


FEW = ([[2, 1], [0, 1]], [[1, 0, 1], [0, 1, 0], [0, 0, 1]])


@every_measure
def test_decimals_are_the_exact_value_to_17_digits(name):
    """Off by half a unit of the last digit at most, in arithmetic without rounding."""
    file = vectors(name)
    for case in file["cases"] + file.get(ERROR, []):
        exact, half = case.get("exact"), Fraction(1, 2 * 10**16)
        if isinstance(exact, str):
            printed, exact = Fraction(case["value"]), Fraction(exact)
            assert abs(printed - exact) <= half * abs(exact), case["name"]
        elif exact:
            plus, square = Fraction(exact["plus"]), Fraction(exact["square"])
            value = Fraction(case["value"])
            low, high = (value + s * half * abs(value) - plus for s in (-1, 1))
            assert low * abs(low) <= square <= high * abs(high), case["name"]


def test_shares_are_exact_in_binary_and_refused_by_what_counts_pairs():
    refusing = []
    for name in MEASURES:
        for case in vectors(name)["cases"]:
            assert not np.any(np.array(case["cm"]) * 16 % 1), (name, case["name"])
            if (case["name"], case["expect"]) == ("proportions", "error"):
                refusing.append(name)
    assert refusing == ["r_int", "r_int_2008", "krippendorff_alpha"]


@every_measure
def test_multiples_are_those_of_the_definition(name):
    """What gives the values of huge counts, where the observations can still be listed."""
    measure = MEASURES[name]
    for cm in FEW:
        for k in (4, 5):
            expected = definitions.digits(made.of(measure, made.times(cm, k)))
            got = definitions.digits(made.multiple(measure, cm, k))
            assert close(float(got), float(expected)), (cm, k)
        if name == "kendall_tau_b":
            error = made.error_of(measure, made.times(cm, 4))
            assert close(float(made.error_of_multiple(measure, cm, 4)), float(error))


# ------------------------------------------------------------------- exact roots


@pytest.mark.parametrize(
    "name", ["rmse", "kendall_tau_b", "spearman", "pearson", "r_int"]
)
def test_a_root_is_the_float_of_its_parts(name):
    """That it is the measure is a promise of all, in test_every.py."""
    for K in (2, 3):
        found = set()
        for cm in [*all_matrices(K, 3), *random_matrices(K, S=5)]:
            pairs = definitions.observations(cm.tolist())
            exact = definitions.exact(name, pairs, K)
            value = getattr(definitions, name)(pairs)
            found.add(type(exact))
            if exact == exact:
                assert near(float(definitions.digits(exact)), value), cm.tolist()
            if isinstance(exact, definitions.Root):
                part = abs(Fraction(exact) - exact.plus)
                size = float(abs(exact.square)) ** 0.5
                assert float(part) == pytest.approx(size, rel=1e-14)
        known = {Fraction, definitions.Root}
        assert known <= found <= known | {float}


def test_roots_that_are_rational_are_fractions_and_others_stay():
    for plus, square, expected in [
        (0, Fraction(-9, 4), Fraction(-3, 2)),
        (-1, Fraction(16, 9), Fraction(1, 3)),
        (0, Fraction(0), Fraction(0)),
    ]:
        found = definitions.Root(Fraction(plus), square).simplest()
        assert (type(found), found) == (Fraction, expected)
        irrational = definitions.Root(Fraction(plus), Fraction(2))
        assert irrational.simplest().square == 2
        copied = pickle.loads(pickle.dumps(irrational))
        assert (copied, copied.plus, copied.square) == (irrational, plus, 2)


def test_digits():
    for value, printed in [
        (Fraction(1, 3), "0.33333333333333333"),
        (Fraction(2, 3), "0.66666666666666667"),
        (Fraction(-2), "-2"),
        (Fraction(1, 10**12), "0.000000000001"),
        (Fraction(10**15), "1000000000000000"),
        (definitions.Root(Fraction(0), Fraction(2)), "1.414213562373095"),
        (definitions.Root(Fraction(-1), Fraction(2)), "0.41421356237309505"),
        (definitions.Root(Fraction(0), Fraction(-3)), "-1.7320508075688773"),
        (float("nan"), "nan"),
        (0.5, "0.5"),
    ]:
        assert definitions.digits(value) == printed


def test_eighty_digits_are_kept():
    # Of 1/3 beside 10^70, ten.
    large = Fraction(10**70)
    value = definitions.Root(-large, (large + Fraction(1, 3)) ** 2)
    assert value == 0.333333333
    assert definitions.digits(value) == "0.333333333"


def test_a_root_is_added_or_taken_away():
    for square, plus, value in [
        (Fraction(1, 4), 0, 0.5),
        (2, 1, 1 + 2**0.5),
        (-2, 1, 1 - 2**0.5),
        (0.25, -1, -0.5),
    ]:
        found = definitions.Root(Fraction(plus), Fraction(square))
        assert found == pytest.approx(value, abs=1e-15)
    for square in (Fraction(1, 4), 2, -2, 0.25):
        found = root(square)
        assert (found.plus, found.square) == (0, square)
        assert {type(found.plus), type(found.square)} == {Fraction}
    assert np.isnan(root(float("nan")))


# ------------------------------------------------------------------- the relations


def test_relations_are_told_in_words_and_by_a_formula():
    """Each as in the schema, read as it stands there, is what the kit does."""
    told = SCHEMA["properties"]["relations"]["properties"]
    assert list(told) == list(RELATIONS)
    for name, (words, change) in RELATIONS.items():
        said, text = told[name]["description"].split(": n'(r, c) = ")
        formula, _, each = text.removesuffix(".").partition(", for each k of ")
        assert said == words
        for K in (1, 2, 3, 4):
            n = np.arange(1, K * K + 1).reshape(K, K)
            cells = {(r + 1, c + 1): x for (r, c), x in np.ndenumerate(n)}
            ends = [eval(k, {"K": K}) for k in each.split(", ") if k not in ("...", "")]
            range_of_k = range(ends[0], ends[-1] + 1) if "..." in each else ends or [0]
            for k, changed in zip(range_of_k, change(n), strict=True):
                for (r, c), x in np.ndenumerate(changed):
                    names = {"r": r + 1, "c": c + 1, "k": k, "K": K}
                    names["n"] = lambda *cell, cells=cells: cells.get(cell, 0)
                    assert eval(formula, names) == x, (name, K, k)


def test_counterexamples_are_counterexamples():
    for name, measure in MEASURES.items():
        for relation, known in vectors(name)["relations"].items():
            assert ("counterexample" in known) == (known["effect"] != "same")
            if "counterexample" in known:
                n = np.array(known["counterexample"])
                values = [measure(changed) for changed in RELATIONS[relation][1](n)]
                same = [near(value, measure(n)) for value in values]
                assert not all(same), (name, relation)
