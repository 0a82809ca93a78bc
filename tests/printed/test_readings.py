"""Variants against definitions and scikit-learn; every formula in fractions and in floats."""

from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as sk
from small import unrolled

from ordref import definitions
from ordref.instruments.printed.identify import value_of_formula
from ordref.instruments.printed.printed import exact_value
from ordref.instruments.printed.readings import readings

RNG = np.random.default_rng(0)
MATRICES = [
    *(RNG.integers(0, 9, (K, K)).astype(float) for K in (2, 3, 3, 4)),
    np.array([[4.0, 2, 0], [0, 3, 0], [1, 1, 0]]),
]


def variant(words, n):
    (found,) = [r for r in readings(len(n)) if r.kind == "variant" and r.words == words]
    return value_of_formula(found.formula, n)


DEFINED = {
    "Scott's pi, unweighted": ("weighted_pi", {"weights": "unweighted"}),
    "quadratic weighted pi": ("weighted_pi", {"weights": "quadratic"}),
    "Krippendorff's alpha, interval": ("krippendorff_alpha", {"metric": "interval"}),
    "Krippendorff's alpha, nominal": ("krippendorff_alpha", {"metric": "nominal"}),
    "Gwet's AC1, unweighted": ("gwet_ac2", {"weights": "unweighted"}),
    "Gwet's AC2, quadratic": ("gwet_ac2", {"weights": "quadratic"}),
    "accuracy within two classes": ("accuracy_within", {"k": 2}),
}


@pytest.mark.parametrize("words", DEFINED)
def test_options_are_those_of_the_definition(words):
    name, options = DEFINED[words]
    for n in MATRICES:
        pairs = definitions.observations(n.astype(int).tolist())
        exact = definitions.exact(name, pairs, len(n), **options)
        assert variant(words, n) == pytest.approx(float(exact), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("share", [Fraction(1, 4), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("name", ["oci", "oci_prime"])
def test_the_index_with_another_beta(name, share):
    title = {
        "oci": "ordinal classification index",
        "oci_prime": "ordinal classification index, its first form",
    }[name]
    for n in MATRICES:
        K, pairs = len(n), definitions.observations(n.astype(int).tolist())
        beta = share / (len(pairs) * (K - 1))
        exact = getattr(definitions, name)(pairs, K, beta=beta)
        words = f"{title} with beta {float(share):g} / (N (K - 1))"
        assert variant(words, n) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize(
    ("words", "score"),
    [
        ("precision", sk.precision_score),
        ("recall", sk.recall_score),
        ("F1", sk.f1_score),
    ],
)
def test_means_over_classes_are_those_of_scikit_learn(words, score):
    for n in MATRICES:
        t, p = unrolled(n.astype(int))
        labels = np.arange(len(n)) + 1
        options = {"labels": labels, "zero_division": 0}
        zero = variant(f"mean {words}, 0 for a class without one", n)
        assert zero == pytest.approx(score(t, p, average="macro", **options))
        weighted = variant(f"mean {words}, weighted by the sizes of the classes", n)
        assert weighted == pytest.approx(score(t, p, average="weighted", **options))
        for k, one in enumerate(
            score(t, p, average=None, labels=labels, zero_division=np.nan)
        ):
            found = variant(f"{words} of class {k + 1}", n)
            assert found == pytest.approx(one, nan_ok=True)


def test_in_fractions_every_formula_has_the_value_that_it_has_in_floats():
    rational = set()
    for n in MATRICES[1::3]:
        for reading in readings(len(n)):
            exact = exact_value(reading.formula, n)
            if exact is not None:
                value = value_of_formula(reading.formula, n)
                assert float(exact) == pytest.approx(value, rel=1e-11, abs=1e-12), (
                    reading
                )
                rational.add(reading.measure.name)
    assert {"mae", "weighted_kappa", "oci", "goodman_kruskal_gamma"} <= rational


def test_the_simplest_come_first():
    kinds = [reading.kind for reading in readings(3)]
    assert list(dict.fromkeys(kinds)) == ["measure", "variant", "convention", "mistake"]
    assert kinds == sorted(
        kinds, key=["measure", "variant", "convention", "mistake"].index
    )


def test_searches_stop_where_the_catalogue_says():
    searched = [r for r in readings(4) if r.measure.searches]
    # Another sign of another maximum needs no search of its own.
    assert {r.kind for r in searched} == {"measure", "mistake"}
    assert not [r for r in readings(5) if r.measure.searches]
