"""A matrix is checked once, at the door; what is inside is known to be one."""

import dataclasses
from functools import partial

import numpy as np
import pytest
import sympy as sp

import ordref
from ordref.instruments.catalogue.rows import MEASURES
from ordref.matrices import check
from ordref.matrices.checked import Checked

COUNTS = [[20, 4, 1], [5, 30, 5], [0, 6, 29]]
CALLS = {
    "evaluate": lambda: ordref.evaluate(COUNTS),
    "evaluate, intervals": lambda: ordref.evaluate(COUNTS, interval=0.95),
    "evaluate, a stack": lambda: ordref.evaluate([COUNTS, COUNTS], interval=0.95),
    **{
        f"interval of {name}": lambda name=name: ordref.interval(name, COUNTS)
        for name in ("mae", "krippendorff_alpha", "macro_f1", "co_correlation")
    },
    "the same measure as a function": lambda: ordref.interval(ordref.mae, COUNTS),
    "standard_error": lambda: ordref.standard_error("oci", COUNTS),
    "functional_correlation": lambda: ordref.functional_correlation(COUNTS, "coanti"),
    "coanti_correlation": lambda: ordref.coanti_correlation(COUNTS),
}


@pytest.fixture
def checks(monkeypatch):
    """The matrices that were checked."""
    seen, entries = [], check._entries

    def counted(cm, **options):
        seen.append(cm)
        return entries(cm, **options)

    monkeypatch.setattr(check, "_entries", counted)
    return seen


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_matrix_is_checked_once(call, checks):
    call()
    assert len(checks) == 1


def test_the_counter_sees_every_check(checks):
    ordref.mae(COUNTS), ordref.oci(COUNTS), ordref.kendall_tau_b(COUNTS)
    assert len(checks) == 3


def test_every_measure_of_a_checked_matrix_is_that_of_the_matrix(checks):
    n = np.array(COUNTS, dtype=np.float64)
    of_checked = {name: measure(Checked(n)) for name, measure in MEASURES.items()}
    assert not checks
    assert of_checked == {name: measure(COUNTS) for name, measure in MEASURES.items()}


def test_a_function_of_ones_own_gets_arrays():
    """Even one that stands in a row of the catalogue."""
    kinds = set()

    def hits(stack):
        kinds.add(type(stack))
        return np.trace(stack, axis1=-2, axis2=-1) / stack.sum(axis=(-2, -1))

    row = ordref.catalogue.MEASURES["ccr"]
    for measure in (hits, dataclasses.replace(row, function=hits)):
        found = ordref.interval(measure, COUNTS, method="jackknife")
        assert found.value == pytest.approx(79 / 100)
    assert kinds == {np.ndarray}


def test_a_number_of_sympy_beyond_float64_is_found_where_floats_are_made():
    huge = [[sp.Integer(10) ** 400, 1], [1, 2]]
    for door in (ordref.evaluate, partial(ordref.interval, "mae")):
        with pytest.raises(ValueError, match="infinite entry"):
            door(huge)
