"""Cases, their labels, and what labels cannot express."""

from fractions import Fraction

import numpy as np
import pytest
from kit import made

from ordref import definitions, verify
from ordref.catalogue import MEASURES
from ordref.instruments.verify.cases import (
    case_of,
    expressible,
    labels_of,
    smaller_matrices,
    stored,
)
from ordref.instruments.verify.explain import shared_traits


def test_relations_of_errors_are_those_of_the_measure_but_for_scale_and_sign():
    found = stored("spearman", "standard_error")["relations"]
    known = verify.vectors("spearman")["relations"]
    assert set(found) == set(known) - {"scaling"}
    for relation, effect in found.items():
        moved = known[relation]["effect"] == "none"
        assert effect == {"effect": "none" if moved else "same"}
    assert known["reversed predictions"]["effect"] == "negated"
    of_ccr = verify.vectors("ccr")["relations"]
    assert [k for k, v in of_ccr.items() if v["effect"] == "none"] == [
        "reversed predictions"
    ]
    assert {e["effect"] for e in stored("mae", "standard_error")["relations"].values()} == {
        "same", "none"}  # fmt: skip
    cases = stored("mae", "standard_error")["cases"]
    assert cases == verify.vectors("mae")["standard_error"]
    assert stored("mae", "value") == verify.vectors("mae")


@pytest.mark.parametrize(
    ("cm", "of_all", "of_seen"),
    [
        ([[2000]], True, True),
        ([[2001]], False, False),
        ([[0.5, 0.0], [0.0, 0.5]], False, False),
        ([[1, 0], [0, 0]], False, True),
        ([[0, 0], [0, 1]], False, True),
        ([[0, 1], [0, 0]], True, True),
        ([[1, 0, 0], [0, 0, 0], [0, 0, 1]], True, True),
    ],
)
def test_labels_say_what_a_matrix_says_if_they_have_both_ends(cm, of_all, of_seen):
    assert expressible(verify.vectors("oci"), cm) is of_all
    assert expressible(verify.vectors("mae"), cm) is of_seen


def test_labels_of_a_matrix_are_its_observations_from_1():
    cm = np.array([[2, 0, 1], [0, 3, 0], [1, 1, 0]])
    true, pred = labels_of(cm, "uint8")
    assert true.dtype == pred.dtype == np.uint8
    # Not in the order of the classes, of which a function might make something.
    assert np.diff(true.astype(int)).min() < 0
    assert sorted(zip(true.tolist(), pred.tolist(), strict=True)) == [
        (1, 1), (1, 1), (1, 3), (2, 2), (2, 2), (2, 2), (3, 1), (3, 2)]  # fmt: skip


def test_smaller_matrices_have_a_class_a_cell_half_of_it_or_one_observation_less():
    found = [m.tolist() for m in smaller_matrices(np.array([[5, 0], [1, 0]]))]
    assert found == [
        [[5]],
        [[0, 0], [1, 0]], [[5, 0], [0, 0]],
        [[2, 0], [1, 0]], [[5, 0], [0, 0]],
        [[4, 0], [1, 0]], [[5, 0], [0, 0]],
    ]  # fmt: skip
    assert list(smaller_matrices(np.array([[1]]))) == []


def test_a_case_of_a_small_matrix_is_as_those_that_are_stored():
    made = case_of(MEASURES["mae"], [[1, 2], [0, 0]])
    assert made["value"] == "0.66666666666666667"
    assert (made["expect"], made["tags"], made["dtype"]) == ("value", [], "int64")
    assert made["cm"] == [[1, 2], [0, 0]]
    assert set(made) == {*verify.vectors("mae")["cases"][0]} - {"exact"}
    assert (made["name"], made["about"]) == ("small", "")
    undefined = case_of(MEASURES["spearman"], [[1, 2], [0, 0]], "uint8")
    assert (undefined["expect"], undefined["dtype"]) == ("nan", "uint8")
    of_true = case_of(MEASURES["somers_d_true"], [[1, 2], [0, 1]])
    expected = definitions.somers_d([(1, 1), (1, 2), (1, 2), (2, 2)], "true")
    assert Fraction(of_true["value"]) == pytest.approx(expected, abs=1e-16)
    error = case_of(MEASURES["mae"], [[1, 1], [0, 0]], quantity="standard_error")
    assert float(error["value"]) == pytest.approx(0.5 / 2**0.5, abs=1e-15)


def test_close_is_relative_above_1_and_absolute_below():
    for value, exact in [(1e9 + 0.5, 1e9), (0.9e-9, 0.0), (np.inf, np.inf)]:
        assert verify.close(value, exact) is True, value
    for value, exact in [
        (1e9 + 1.5, 1e9), (1.1e-9, 0.0), (0.5 + 1.1e-9, 0.5), (-1e9, 1e9),
        (float("nan"), 0.0),
    ]:  # fmt: skip
        assert verify.close(value, exact) is False, value


def test_what_many_right_matrices_share_is_no_clue():
    """Nearly half of the right ones have it as well: then it is said; beyond, it is not."""
    one, other = made([[1, 1], [0, 0]]), made([[1, 1], [1, 1]])
    said = ["it fails only for matrices with a single true class"]
    for number, found in ((4, said), (5, []), (6, [])):
        assert shared_traits([one], [one] * number + [other] * (10 - number)) == found
