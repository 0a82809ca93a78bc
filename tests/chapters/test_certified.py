"""What Coq computes are certificates of the package, written without the search."""

import itertools
import json
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import proof_certificates
import pytest

from ordref import definitions, functional_correlation

STORED = json.loads(proof_certificates.STORED.read_text("utf-8"))


def name(stored):
    return f"{stored['matrix']}-{stored['kind']}"


def tuples(x):
    return tuple(map(tuples, x)) if isinstance(x, list) else x


def test_the_proof_is_made_from_the_stored_certificates():
    made = (proof_certificates.ROOT / "proofs" / "certified.v").read_text("utf-8")
    assert made == proof_certificates.text(), "run make vectors"


def test_every_coefficient_of_the_matrices_is_there():
    named = [(one["matrix"], one["kind"]) for one in STORED]
    assert len(proof_certificates.MATRICES) == 14
    kinds = proof_certificates.KINDS
    assert named == [*itertools.product(proof_certificates.MATRICES, kinds)]
    # Those that are not positive have no tables: Coq goes through all sets.
    for one in STORED:
        assert bool(one["bounds"]) == (one["value"] > 0), name(one)
    assert sum(not one["bounds"] for one in STORED) == 11


@pytest.mark.parametrize("stored", STORED, ids=name)
def test_the_package_accepts_the_certificate_and_finds_the_value(stored):
    cm, kind, value = (
        proof_certificates.matrix(stored["matrix"]),
        stored["kind"],
        stored["value"],
    )
    certificate = SimpleNamespace(
        bound=value, bounds={tuples(k): x for k, x in stored["bounds"]}, weights={}
    )
    f, g = (np.array(stored[side], float) for side in "fg")
    definitions.check_certificate(cm, kind, (value, f, g, value, certificate))
    assert abs(functional_correlation(cm, kind).value - value) < 1e-13


@pytest.mark.parametrize("stored", STORED, ids=name)
def test_the_numbers_below_and_above_enclose_the_value(stored):
    top, form, stops = proof_certificates.chosen(stored)
    cm = proof_certificates.matrix(stored["matrix"])
    low, pair = proof_certificates.pair(
        cm, stored["kind"], stored["f"], stored["g"], top
    )
    assert 0 <= top - low <= 1
    digits = proof_certificates.DIGITS
    assert abs(Fraction(stored["value"]) - Fraction(top, digits)) < Fraction(1, digits)
    vectors = {tuples(at): v for at, v in stored["vectors"]}
    assert {*vectors} == {*map(tuple, form.walk(stops) if stops else ())}
    for at, v in vectors.items():
        assert all(v[k] == v[first] for k, first in enumerate(at))
        assert form.of(v) > 0
        assert form.excluded(v)
    # What has to be refused: a pair said to reach more, and tables that are not bounded.
    assert not proof_certificates.reaches(form.table, *pair, top + 1)
    assert not any(form.bounded([*at]) for at in vectors)


@pytest.mark.parametrize(
    "stored", [one for one in STORED if not one["bounds"]], ids=name
)
def test_sets_exceed_what_is_below_the_value(stored):
    cm, kind = proof_certificates.matrix(stored["matrix"]), stored["kind"]
    top, *_ = proof_certificates.chosen(stored)
    assert top <= 0
    assert not proof_certificates.exceeds(cm, kind, top)
    assert proof_certificates.exceeds(cm, kind, top - 1)
