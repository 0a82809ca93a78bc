"""What is a confusion matrix, and the matrices that the tests are made of."""

import itertools
import sys
from decimal import Decimal
from fractions import Fraction
from math import comb

import numpy as np
import pandas as pd
import pytest
import sympy as sp
from bad import BAD, refuses
from small import DTYPES, LOW_TO_HIGH, all_matrices, distances, near, ordered, within

import ordref
from ordref import as_matrices, mae
from ordref.matrices.check import for_each_cell, whole_counts
from ordref.matrices.entries import listed
from ordref.matrices.names import fault_of_class_order
from ordref.matrices.sums import root

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


def test_numbers_and_shapes_are_kept():
    for dtype in (*DTYPES, "bool", "longdouble"):
        array = as_matrices(np.array([[1, 0], [1, 1]], dtype))
        assert array.dtype == np.float64, dtype
        assert array.tolist() == [[1, 0], [1, 1]], dtype
    for shape in [(2, 2), (1, 1), (0, 3, 3), (5, 2, 2), (2, 3, 4, 4), (2, 0, 3, 3)]:
        assert as_matrices(np.ones(shape)).shape == shape
    stack = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    assert as_matrices(stack).tolist() == stack
    cm = np.eye(2)
    assert as_matrices(cm) is cm
    assert as_matrices(np.ma.array([[1, 0], [0, 1]])).tolist() == np.eye(2).tolist()


def test_fractions_decimals_and_symbols_stay_exact():
    """Decimals are those of a database, whose sums they are."""
    array = as_matrices([[Fraction(1, 3), 0], [0, 1]])
    assert array.dtype == object
    assert array.tolist() == [[Fraction(1, 3), 0], [0, 1]]
    found = as_matrices([[Decimal("0.1"), 2], [Decimal(0), Fraction(1, 3)]])
    assert found.tolist() == [[Fraction(1, 10), 2], [0, Fraction(1, 3)]]
    assert {type(number) for number in found.flat} == {Fraction}
    x = sp.Symbol("x", positive=True)
    assert mae([[Decimal("0.5"), x], [0, 1]]) == x / (x + Fraction(3, 2))
    assert as_matrices([[Decimal("0.1"), 0.5]] * 2).dtype == np.float64
    n, m = sp.symbols("n m")
    symbols = [[n, sp.sqrt(2)], [n + m, 0]]
    assert as_matrices(symbols).tolist() == symbols


def test_mass_within_the_limits_is_accepted():
    for mass, kind in [
        (m, kind) for m in (1 / 1e100, 1e100) for kind in (float, Fraction)
    ]:
        assert as_matrices([[kind(mass)]]).tolist() == [[mass]]
        stack = [[[kind(mass)]], [[kind(1)]]]
        assert as_matrices(stack).tolist() == [[[mass]], [[1]]]


def test_neither_pandas_nor_sympy_is_needed(monkeypatch):
    for name in ("pandas", "sympy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert as_matrices([[1, 0], [0, 2]]).tolist() == [[1, 0], [0, 2]]
    assert as_matrices([[Fraction(1, 2)]]).tolist() == [[Fraction(1, 2)]]


def test_whole_numbers_whose_sums_are_beyond_64_bits():
    for measure, power in (mae, 1), (ordref.mse, 2):
        # The cell without counts has no distance.
        exact = Fraction(int((distances(40) ** power).sum()), 40 * 40 - 1)
        for count in (2**45, 2**52):
            cm = np.full((40, 40), count)
            cm[0, 0] = 0
            for form in (cm, cm[None], cm.astype(np.uint64)):
                assert near(float(np.ravel(measure(form))[0]), exact), count


def test_a_large_stack_is_measured_in_pieces():
    """Of float32, which becomes float64 some matrices at a time."""
    for shape, last in (
        ((2, 4000, 3, 3), "1, 3999, 2, 2"),
        ((3, 300, 300), "2, 299, 299"),
    ):
        stack = np.random.default_rng(0).integers(0, 9, shape).astype(np.float32)
        stack[..., 0, 0] += 0.5
        values = mae(stack)
        assert values.shape == shape[:-2]
        assert (values == mae(stack.astype(np.float64))).all()
        stack[tuple(size - 1 for size in shape)] = -1
        with refuses(rf"cm has a negative entry, -1.0, at \({last}\)"):
            mae(stack)


# ------------------------------------------------------------------- bad input


def test_bad_matrices_are_refused():
    for case, (bad, message) in BAD.items():
        for door in (as_matrices, mae):
            with refuses("^" * message.startswith("cm") + message, door, case):
                door(bad)


def test_a_matrix_too_light_is_found_in_a_stack():
    with refuses(r"entries of cm must sum to between .* at \(1,\)"):
        as_matrices([np.eye(2), np.eye(2) * 1e-101])


def test_an_iterator_is_refused_beside_labels():
    with refuses("^give cm as a list, not as a list_iterator"):
        mae(iter([1, 2]), [1, 2])
    with refuses("^cm has masked entries"):
        mae(np.ma.array([1, 2], mask=[0, 1]), [1, 2])


def test_so_many_classes_are_shown():
    assert listed(range(10)) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
    assert listed(np.arange(11)) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]"


# ------------------------------------------------------------------- DataFrames


def crosstab(true, pred, **options):
    return pd.crosstab(
        pd.Series(true, name="true"), pd.Series(pred, name="pred"), **options
    )


def test_frames_with_their_classes_in_order_are_matrices():
    words = ordered(["low", "high"]), ordered(["high", "high"])
    strings = crosstab(LOW_TO_HIGH, LOW_TO_HIGH).loc[LOW_TO_HIGH, LOW_TO_HIGH]
    for frame, wanted in [
        (crosstab([1, 2, 2, 3], [2, 1, 2, 3]), [[0, 1, 0], [1, 1, 0], [0, 0, 1]]),
        (crosstab([1, 2], [1, 2], normalize=True), [[0.5, 0], [0, 0.5]]),
        (crosstab(*words, dropna=False), [[0, 0, 1], [0, 0, 0], [0, 0, 1]]),
        (strings, np.eye(3).tolist()),
    ]:
        assert as_matrices(frame).tolist() == wanted
    for dtype in ("int64", "uint8", "float64", "Int64"):
        downwards = pd.Index([2, 1], dtype=dtype)
        frame = pd.DataFrame([[1, 2], [3, 4]], index=downwards, columns=downwards)
        assert as_matrices(frame).tolist() == [[1, 2], [3, 4]], dtype


def test_frame_of_nullable_integers_is_a_matrix_of_floats():
    frame = crosstab([1, 2, 2], [1, 2, 1]).astype("Int64")
    assert as_matrices(frame).dtype == np.float64
    assert as_matrices(frame).tolist() == [[1, 0], [1, 1]]
    with refuses("cm has a NaN entry"):
        as_matrices(frame.mask(frame == 0))


def square(classes):
    return pd.DataFrame(np.eye(len(classes)), index=classes, columns=classes)


TOTALLED = {"margins": True, "margins_name": "Total"}
NUMPY = np.array([np.int64(0), 1, np.int8(3)], object)
OF_ORDER = ordered(LOW_TO_HIGH), ordered(LOW_TO_HIGH)
PLAIN = pd.Categorical(LOW_TO_HIGH)
FRAMES = [
    (crosstab([1, 2, 3], [1, 2, 2]), "reindex both"),
    (crosstab([1, 2, 2], [1, 2, 3]), "reindex both"),
    (crosstab([1, 2], [1, 2])[[2, 1]], "must be the same classes in the same order"),
    (crosstab([1, 2, 4], [1, 2, 4]), r"\[1, 2, 4\], which are not consec"),
    (square([1, 1]), "cm has a class twice"),
    (crosstab([1, 2], [1, 2], margins=True), "cm ends in totals"),
    (crosstab(["a", "b"], ["a", "b"], margins=True), "cm ends in totals"),
    (crosstab(*OF_ORDER, margins=True), "cm ends in totals"),
    (crosstab(LOW_TO_HIGH, LOW_TO_HIGH, **TOTALLED), "cm ends in totals"),
    # Of a table that is not symmetric.
    (crosstab(["low", "low", "mid", "high"], ["high", "low", "high", "mid"], **TOTALLED),
     "cm ends in totals"),
    (square(NUMPY), r"\[0, 1, 3\], which are not consec"),
    (square([-np.inf, 1.0]), "in the order of the alphabet"),
    (crosstab([1.0, 2.0, 4.0], [1.0, 2.0, 4.0]), "which are not consec"),
    (crosstab(LOW_TO_HIGH, LOW_TO_HIGH),
     r"\['high', 'low', 'mid'\] in the order of the alphabet"),
    (crosstab(PLAIN, PLAIN), "categories of cm have no order"),
    (crosstab(ordered(["low", "high"]), ordered(["low", "high"])),
     r"cm leaves out .*\['low', 'mid', 'high'\].*dropna=False"),
    (crosstab(*OF_ORDER).iloc[::-1, ::-1], "cm leaves out or reorders"),
]  # fmt: skip


def test_frames_that_are_no_confusion_matrices_are_refused():
    """And for their labels alone: they would pass as arrays, or are not square."""
    for frame, message in FRAMES:
        with refuses(message, frame):
            as_matrices(frame)
        counts = frame.to_numpy()
        square = counts.shape[0] == counts.shape[1]
        assert not square or (as_matrices(counts) == counts).all(), message


def test_predictions_in_rows_are_refused():
    turned = crosstab([1, 2, 2], [1, 2, 1]).T
    with refuses("the rows of cm are called 'pred': .* give cm.T"):
        as_matrices(turned)
    turned.index.name = "Predicted"
    with refuses("the rows of cm are called 'Predicted'"):
        as_matrices(turned)
    for rows, columns in ("pred A", "pred B"), ("true", "pred"), (None, None):
        named = turned.rename_axis(index=rows, columns=columns)
        assert as_matrices(named).tolist() == [[1, 1], [0, 1]]


def test_categories_without_order_are_refused_on_either_side():
    index, plain = pd.CategoricalIndex([1, 2]), pd.Index([1, 2])
    for rows, columns in (index, plain), (plain, index):
        with refuses("categories of cm have no order"):
            as_matrices(pd.DataFrame(np.eye(2), rows, columns))


def test_a_frame_of_numbers_and_fractions_is_exact():
    frame = pd.DataFrame({1: [1, 2], 2: [Fraction(1, 3), 1]}, index=[1, 2])
    assert as_matrices(frame).tolist() == [[1, Fraction(1, 3)], [2, 1]]
    assert type(as_matrices(frame)[0, 0]) is Fraction


TOTALS = [[1, 2, 3], [3, 4, 7], [4, 6, 10]]


BAC = ["b", "a", "c"]
AGAINST = [
    (BAC, TOTALS, "totals"),
    (BAC, [[1, 0, 1], [0, 0, 0], [1, 0, 1]], "totals"),
    (BAC, [[1, 2, 3], [3, 4, 7], [4, 7, 10]], None),
    (BAC, [[1, 2, 3], [3, 4, 8], [4, 6, 10]], None),
    (BAC, [[1, 2, 3], [3, 4, 7], [4, 6, 11]], None),
    (BAC, np.zeros((3, 3)), None),
    (["b", "a"], np.ones((2, 2)), None),
    (["b", "a", "All"], np.eye(3), "totals"),
    (["b", "All", "a"], np.eye(3), None),
    ([1, 2, 3], np.eye(3), None),
    ([3, 2, 1], np.eye(3), None),
    ([5], np.eye(1), None),
    ([1, 3], np.eye(2), "gaps"),
    ([3, 1], np.eye(2), "gaps"),
    ([1, 2, 1], np.eye(3), "gaps"),
    ([0.5, 1.5], np.eye(2), "alphabet"),
    ([1.5, 0.5], np.eye(2), None),
    ([1, "b"], np.eye(2), "alphabet"),
    (["9", "10", "11"], np.eye(3), None),
    (["1", "10", "2"], np.eye(3), "gaps"),
    (["b", 1], np.eye(2), None),
    (["a"], np.eye(1), None),
]


def test_what_speaks_against_an_order():
    for names, n, reason in AGAINST:
        assert fault_of_class_order(names, np.array(n)) == reason, (names, n)


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


def test_numbers_of_numpy_within_fractions_do_not_wrap_around():
    third = Fraction(np.int8(100), np.int8(3))
    entry = as_matrices([[third, third], [third, third]])[0, 0]
    assert (type(entry.numerator), entry) == (int, Fraction(100, 3))


def test_what_is_no_whole_number_is_no_count():
    n = sp.Symbol("n", positive=True)
    counts = np.array([[2, n], [Fraction(3), 0]], object)
    assert whole_counts("cm", counts, "") is counts
    counts[1, 1] = Fraction(1, 2)
    with refuses(r"^cm has 1/2 at \(1, 1\), which is not a whole number: why"):
        whole_counts("cm", counts, "why")


def test_a_root_stays_exact():
    found = root(np.array([sp.Integer(2), sp.Integer(4)], object))
    assert found.tolist() == [sp.sqrt(2), 2]


def test_the_last_steps_between_classes_are_kept_and_nobody_can_change_them():
    kept = ordref.matrices.sums.distances
    for K in (3, 33):
        steps = kept(K)
        assert (steps == distances(K)).all()
        assert kept(K) is steps
        with pytest.raises(ValueError, match="read-only"):
            steps[0, 0] = 1
    # Of a few: the memory of many large ones is not held.
    for K in range(4, 12):
        kept(K)
    assert kept(33) is not steps


# ------------------------------------------------------------------- a number for each cell


def for_cells(given, name="costs", n=((1.0, 0.0), (0.0, 1.0))):
    return for_each_cell(name, given, np.array(n), wanted="costs are to be numbers")


def test_numbers_of_cells_are_exact_where_either_side_is():
    given, third = [[0, 1], [2, 0]], Fraction(1, 3)
    assert for_cells(given).dtype == np.float64
    assert for_cells(given, n=np.ones((5, 2, 2))).tolist() == given
    for found in (
        for_cells(given, n=[[third, third]] * 2),
        for_cells([[third, 1], [2, 0]]),
    ):
        assert {type(number) for number in found.flat} == {Fraction}
    assert found.tolist() == [[third, 1], [2, 0]]


NO_NUMBERS = [
    ("costs", 3, "^costs are to be numbers"),
    ("costs", [["a", "b"], ["c", "d"]], "^costs are to be numbers"),
    ("costs", [[1], [1, 2]], "^costs are to be numbers"),
    ("costs", [[1, 2]], r"^costs must have shape \(2, 2\), .* they have \(1, 2\)"),
    ("cost", [[1, 2]], r"^cost must have shape \(2, 2\), .* it has \(1, 2\)"),
    ("costs", [[0, -1], [1, 0]], r"^costs have a negative entry, -1.0, at \(0, 1\)"),
    ("cost", [[0, np.inf], [1, 0]], "^cost has an infinite entry"),
    ("costs", np.ma.masked_equal([[1, 0], [0, 1]], 1), "^costs have masked entries"),
]


def test_what_are_no_numbers_of_cells_is_refused():
    for name, given, message in NO_NUMBERS:
        with refuses(message, given):
            for_cells(given, name)


# ------------------------------------------------------------------- time


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
    for one in ("y_true", "y_pred", "labels"):
        with refuses("mae takes a confusion matrix cm, not labels: write ordref.mae"):
            mae(**{one: [1, 2]})
    with refuses(
        "mae takes one confusion matrix cm, its classes in order, without labels="
    ):
        mae([[1, 0], [0, 1]], labels=["low", "high"])
    for function in (ordref.interval, ordref.standard_error, ordref.chance):
        name = function.__name__
        with refuses(
            rf"{name} takes a confusion matrix cm, not labels: write "
            rf"ordref.{name}\(measure, ordref.confusion_matrix\(y_true, y_pred"
        ):
            function("mae", [1, 2], [1, 2])
        with refuses(rf"{name} takes one .* without labels="):
            function("mae", [[1, 0], [0, 1]], labels=[1, 2])
        with pytest.raises(TypeError, match="missing 1 required positional argument"):
            function("mae")
    with pytest.raises(TypeError, match="unexpected keyword argument 'weight'"):
        ordref.weighted_kappa([[1, 0], [0, 1]], weight="quadratic")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'cm'"):
        mae()
