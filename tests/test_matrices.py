"""What is a confusion matrix, and the matrices that the tests are made of."""

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pandas as pd
import pytest
import sympy as sp
from bad import BAD, refuses
from small import DTYPES, LOW_TO_HIGH, all_matrices, near, ordered, within

import ordref
from ordref import as_matrices, mae

# ------------------------------------------------------------------- what is accepted


def test_small_matrices_are_all_there_and_once():
    for K, N in [(1, 5), (2, 5), (3, 4), (4, 2)]:
        stack = all_matrices(K, N)
        N_of = stack.sum(axis=(-2, -1))
        assert len(np.unique(stack, axis=0)) == len(stack) == comb(N + K * K, N) - 1
        assert (stack >= 0).all()
        assert (N_of.min(), N_of.max()) == (1, N)


def test_near_allows_the_rounding_of_a_float_and_no_more():
    assert near(0.1 + 0.2, Fraction(3, 10))
    assert not near(0.3 + 2e-15, Fraction(3, 10))
    assert not near(1e-14, 0)
    assert near(np.nan, np.nan)
    assert not near(np.nan, 0)
    assert not near(0.0, np.nan)


@pytest.mark.parametrize("dtype", [*DTYPES, "bool", "longdouble"])
def test_numbers_of_any_dtype_become_float64(dtype):
    array = as_matrices(np.array([[1, 0], [1, 1]], dtype))
    assert array.dtype == np.float64
    assert array.tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    "shape", [(2, 2), (1, 1), (0, 3, 3), (5, 2, 2), (2, 3, 4, 4), (2, 0, 3, 3)]
)
def test_stack_of_any_shape_keeps_its_shape(shape):
    assert as_matrices(np.ones(shape)).shape == shape


def test_nested_lists_may_be_a_stack():
    assert as_matrices([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])[1].tolist() == [
        [5, 6],
        [7, 8],
    ]


def test_fractions_stay_fractions():
    array = as_matrices([[Fraction(1, 3), 0], [0, 1]])
    assert array.dtype == object
    assert array.tolist() == [[Fraction(1, 3), 0], [0, 1]]


def test_symbols_stay_symbols():
    n, m = sp.symbols("n m")
    assert as_matrices([[n, sp.sqrt(2)], [n + m, 0]]).tolist() == [
        [n, sp.sqrt(2)],
        [n + m, 0],
    ]


def test_masked_matrix_without_masked_entries_is_an_array():
    assert as_matrices(np.ma.array([[1, 0], [0, 1]])).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("mass", [1e-100, 1e100])
def test_mass_within_the_limits_is_accepted(mass):
    assert as_matrices([[mass]]).tolist() == [[mass]]


# ------------------------------------------------------------------- bad input


@pytest.mark.parametrize(("bad", "message"), BAD.values(), ids=BAD)
def test_bad_matrix_is_refused(bad, message):
    with refuses(message):
        as_matrices(bad)


# ------------------------------------------------------------------- DataFrames


def crosstab(true, pred, **options):
    return pd.crosstab(
        pd.Series(true, name="true"), pd.Series(pred, name="pred"), **options
    )


def test_crosstab_of_integers_is_a_matrix():
    frame = crosstab([1, 2, 2, 3], [2, 1, 2, 3])
    assert as_matrices(frame).tolist() == [[0, 1, 0], [1, 1, 0], [0, 0, 1]]


def test_crosstab_of_shares_is_a_matrix():
    assert as_matrices(crosstab([1, 2], [1, 2], normalize=True)).tolist() == [
        [0.5, 0],
        [0, 0.5],
    ]


def test_crosstab_of_all_ordered_categories_is_a_matrix():
    frame = crosstab(ordered(["low", "high"]), ordered(["high", "high"]), dropna=False)
    assert as_matrices(frame).tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float64", "Int64"])
def test_frame_may_go_from_the_highest_class_to_the_lowest(dtype):
    classes = pd.Index([2, 1], dtype=dtype)
    frame = pd.DataFrame([[1, 2], [3, 4]], index=classes, columns=classes)
    assert as_matrices(frame).tolist() == [[1, 2], [3, 4]]


def test_frame_of_nullable_integers_is_a_matrix_of_floats():
    frame = crosstab([1, 2, 2], [1, 2, 1]).astype("Int64")
    assert as_matrices(frame).dtype == np.float64
    assert as_matrices(frame).tolist() == [[1, 0], [1, 1]]
    with refuses("cm has a NaN entry"):
        as_matrices(frame.mask(frame == 0))


def test_frame_of_strings_in_class_order_is_a_matrix():
    frame = crosstab(LOW_TO_HIGH, LOW_TO_HIGH).loc[LOW_TO_HIGH, LOW_TO_HIGH]
    assert as_matrices(frame).tolist() == np.eye(3).tolist()


FRAMES = {
    "class never predicted": (crosstab([1, 2, 3], [1, 2, 2]), "reindex both"),
    "class never true": (crosstab([1, 2, 2], [1, 2, 3]), "reindex both"),
    "columns in another order": (
        crosstab([1, 2], [1, 2])[[2, 1]],
        "must be the same classes in the same order",
    ),
    "gap in the classes": (
        crosstab([1, 2, 4], [1, 2, 4]),
        r"\[1, 2, 4\], which are not consec",
    ),
    "class twice": (
        pd.DataFrame(np.eye(2), index=[1, 1], columns=[1, 1]),
        "cm has a class twice",
    ),
    "margins of integers": (
        crosstab([1, 2], [1, 2], margins=True),
        "cm ends in totals",
    ),
    "margins of strings": (
        crosstab(["a", "b"], ["a", "b"], margins=True),
        "cm ends in totals",
    ),
    "margins of categories": (
        crosstab(ordered(LOW_TO_HIGH), ordered(LOW_TO_HIGH), margins=True),
        "cm ends in totals",
    ),
    "totals of another name": (
        crosstab(LOW_TO_HIGH, LOW_TO_HIGH, margins=True, margins_name="Total"),
        "cm ends in totals",
    ),
    "totals of another name, of a table that is not symmetric": (
        crosstab(
            ["low", "low", "mid", "high"],
            ["high", "low", "high", "mid"],
            margins=True,
            margins_name="Total",
        ),
        "cm ends in totals",
    ),
    "gap in classes of numpy": (
        pd.DataFrame(
            np.eye(3),
            index=np.array([np.int64(0), 1, np.int8(3)], object),
            columns=np.array([np.int64(0), 1, np.int8(3)], object),
        ),
        r"\[0, 1, 3\], which are not consec",
    ),
    "infinite class": (
        pd.DataFrame(np.eye(2), index=[-np.inf, 1.0], columns=[-np.inf, 1.0]),
        "in the order of the alphabet",
    ),
    "gap in float classes": (
        crosstab([1.0, 2.0, 4.0], [1.0, 2.0, 4.0]),
        "which are not consec",
    ),
    "strings in the order of the alphabet": (
        crosstab(LOW_TO_HIGH, LOW_TO_HIGH),
        r"\['high', 'low', 'mid'\] in the order of the alphabet",
    ),
    "categories without order": (
        crosstab(pd.Categorical(LOW_TO_HIGH), pd.Categorical(LOW_TO_HIGH)),
        "categories of cm have no order",
    ),
    "category dropped": (
        crosstab(ordered(["low", "high"]), ordered(["low", "high"])),
        r"cm leaves out .*\['low', 'mid', 'high'\].*dropna=False",
    ),
    "categories in another order": (
        crosstab(ordered(LOW_TO_HIGH), ordered(LOW_TO_HIGH)).iloc[::-1, ::-1],
        "cm leaves out or reorders",
    ),
}


@pytest.mark.parametrize(("frame", "message"), FRAMES.values(), ids=FRAMES)
def test_frame_that_is_not_a_confusion_matrix_is_refused(frame, message):
    with refuses(message):
        as_matrices(frame)


@pytest.mark.parametrize(
    "frame", [pytest.param(f, id=k) for k, (f, _) in FRAMES.items()]
)
def test_bad_frame_would_pass_as_an_array_or_is_not_square(frame):
    """The negative control: what is refused above is refused for its labels alone."""
    counts = frame.to_numpy()
    assert counts.shape[0] != counts.shape[1] or (as_matrices(counts) == counts).all()


# ------------------------------------------------------------------- objects


def test_integers_among_the_objects_of_a_frame_do_not_wrap_around():
    counts = [[np.int8(100), np.int8(90), 0], [1, np.int8(100), 0], [0, 0, 3]]
    assert mae(pd.DataFrame(counts, dtype=object)) == Fraction(91, 294)
    totals = pd.DataFrame(
        [[np.int8(100), np.uint8(90), np.int16(190)], [1, 2, 3], [101, 92, 193]]
    ).astype(object)
    with refuses("cm ends in totals"):
        mae(totals)


def test_sympy_floats_are_floats_and_other_numbers_of_sympy_stay_exact():
    floats = as_matrices([[sp.Float("0.5"), 1], [sp.Rational(1, 4), sp.sqrt(4) / 2]])
    assert floats.dtype == np.float64
    assert floats.tolist() == [[0.5, 1], [0.25, 1]]
    exact = as_matrices([[sp.Rational(1, 2), 1], [sp.sqrt(2), 0]])
    assert exact.tolist() == [[sp.Rational(1, 2), 1], [sp.sqrt(2), 0]]


def test_numpy_numbers_beside_symbols_do_not_wrap_around():
    n = sp.Symbol("n", positive=True)
    cm = np.array([[np.int8(100), np.int8(100)], [n, np.int8(0)]], object)
    assert ordref.ccr(cm) == 100 / (200 + n)
    half = np.array([[np.float16(0.5), n], [n, 1]], object)
    assert type(as_matrices(half)[0, 0]) is float


def test_what_does_not_end_is_noticed():
    """The negative control of the time limit."""
    with within(0.05), pytest.raises(TimeoutError):
        for _ in itertools.count():
            pass


# ------------------------------------------------------------------- options


def test_options_are_given_by_name():
    with refuses(
        r"weighted_kappa takes one confusion matrix cm, and its options by name: weights="
    ):
        ordref.weighted_kappa([[1, 0], [0, 1]], "quadratic")
    with refuses("mae takes one confusion matrix"):
        mae([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    with pytest.raises(TypeError, match="unexpected keyword argument 'weight'"):
        ordref.weighted_kappa([[1, 0], [0, 1]], weight="quadratic")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'cm'"):
        mae()
