"""What is no confusion matrix, and what the refusal says."""

import contextlib
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import sympy as sp


@contextlib.contextmanager
def refuses(message, *case):
    """A ValueError with this message; another outcome is told of with its case."""
    try:
        with pytest.raises(ValueError, match=message) as told:
            yield told
    except BaseException as error:
        error.add_note(f"in the case {case!r}" if case else "")
        raise


BAD = {
    "a number": (3, "cm must have shape"),
    "a vector": ([1, 2], "cm must have shape"),
    "nothing": ([], "cm must have shape"),
    "None": (None, "cm must have shape"),
    "not square": ([[1, 2, 3], [4, 5, 6]], "cm must have shape"),
    "a stack of not square": (np.ones((4, 2, 3)), "cm must have shape"),
    "ragged": ([[1], [1, 2]], "cm must be square"),
    "no class": (np.ones((0, 0)), "cm is empty"),
    "a stack without class": (np.ones((3, 0, 0)), "cm is empty"),
    "negative": ([[1, 0], [-1, 1]], r"cm has a negative entry, -1.0, at \(1, 0\)"),
    "NaN": ([[1, np.nan], [0, 1]], r"cm has a NaN entry, nan, at \(0, 1\)"),
    "infinite": ([[1, 0], [0, np.inf]], r"cm has an infinite entry, inf, at \(1, 1\)"),
    "NaN in a stack": (
        [np.eye(2), [[1, 0], [0, np.nan]]],
        r"NaN entry, nan, at \(1, 1, 1\)",
    ),
    "infinite float16": (np.array([[np.inf]], "f2"), "cm has an infinite entry"),
    "beyond float64": (np.array([["1e400"]], "longdouble"), "cm has an infinite entry"),
    "no mass": ([[0, 0], [0, 0]], "cm is all zeros"),
    "one without mass": ([np.eye(2), np.zeros((2, 2))], "cm is all zeros"),
    "one of a stack without mass": (
        [[np.eye(2), np.zeros((2, 2))], [np.zeros((2, 2)), np.eye(2)]],
        r"cm is all zeros at \(0, 1\)",
    ),
    "one of a stack too heavy": (
        [np.eye(2), np.full((2, 2), 1e100)],
        r"entries of cm must sum to between .* at \(1,\)",
    ),
    "Fractions without mass": ([[Fraction(0)]], "cm is all zeros"),
    "a whole number too heavy": ([[10**400]], "entries of cm must sum to between"),
    "a whole number too heavy beside a float": (
        [[10**400, 0.5], [0, 1]],
        "entries of cm must sum to between",
    ),
    "Fractions too light": ([[Fraction(1, 10**400)]], "entries of cm must sum"),
    "too heavy": ([[1e100, 1e100], [0, 0]], "entries of cm must sum to between"),
    "an infinite sum": ([[1e308, 1e308], [0, 0]], "entries of cm must sum to between"),
    "too light": ([[1e-101]], "entries of cm must sum to between"),
    "complex": ([[1j]], "cm must hold numbers"),
    "frame of objects: None": (
        pd.DataFrame([[1, 0, 0], [0, None, 0], [0, 0, 1]], dtype=object),
        r"cm has an unsupported entry, None, at \(1, 1\)",
    ),
    "frame of objects: too heavy": (
        pd.DataFrame([[0.0, 10**400, 0], [0, 0, 0], [0, 0, 0]], dtype=object),
        "entries of cm must sum to between",
    ),
    "frame of dates": (
        pd.DataFrame(np.zeros((3, 3), "M8[s]")),
        "cm must hold numbers",
    ),
    "frame beyond float64": (
        pd.DataFrame(np.array([["1e400"]], "longdouble")),
        "cm has an infinite entry",
    ),
    "complex frame": (pd.DataFrame([[1 + 2j]]), "cm must hold numbers"),
    "strings": ([["1", "2"], ["3", "4"]], "cm must hold numbers"),
    "dates": (np.ones((1, 1), "M8[D]"), "cm must hold numbers"),
    "masked": (np.ma.array([[1, 0], [0, 1]], mask=np.eye(2)), "cm has masked entries"),
    "objects: string": (
        np.array([["a"]], object),
        r"cm has an unsupported entry, 'a', at \(0, 0\)",
    ),
    "objects: None": (
        [[1, None], [0, 1]],
        r"cm has an unsupported entry, None, at \(0, 1\)",
    ),
    "objects: pd.NA": (
        [[1, pd.NA], [0, 1]],
        r"cm has an unsupported entry, <NA>, at \(0, 1\)",
    ),
    "objects: complex": (np.array([[1j]], object), "cm has an unsupported entry"),
    "objects: NaN": (np.array([[np.nan]], object), "cm has a NaN entry"),
    "objects: Decimal": ([[Decimal("sNaN")]], r"cm has a NaN entry, Decimal\('sNaN'\)"),
    "objects: a Decimal of too many digits": (
        [[Decimal("1e-999999999")]],
        "cm has an unsupported entry, Decimal",
    ),
    "objects: a time": (
        np.array([[np.timedelta64(1, "s")]], object),
        r"cm has an unsupported entry, (np|numpy)\.timedelta64",
    ),
    "objects: a truth": (np.array([[sp.true]], object), "cm has an unsupported entry"),
    "objects: infinite": (np.array([[np.inf]], object), "cm has an infinite entry"),
    "objects: -infinite": (
        np.array([[-np.inf]], object),
        "cm has an infinite entry, -inf",
    ),
    "objects: Fraction": (
        [[Fraction(-1, 2)]],
        r"cm has a negative entry, Fraction\(-1, 2\)",
    ),
    "sympy nan": ([[sp.nan]], "cm has an? .* entry, nan"),
    "sympy oo": ([[sp.oo]], "cm has an? .* entry, oo"),
    "sympy -oo": ([[-sp.oo]], "cm has an? .* entry, -oo"),
    "sympy zoo": ([[sp.zoo]], "cm has a non-finite entry, zoo"),
    "sympy -1": ([[sp.Integer(-1)]], "cm has a negative entry, -1"),
    "sympy -sqrt(2)": ([[-sp.sqrt(2)]], "cm has a negative entry"),
    "sympy negative": ([[sp.Symbol("n", negative=True)]], "cm has a negative entry, n"),
    "sympy negative or -oo": (
        [[sp.Symbol("n", extended_negative=True)]],
        "cm has a negative entry, n",
    ),
    "sympy I": ([[sp.I]], "cm has a non-finite entry, I"),
}
