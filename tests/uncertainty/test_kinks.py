"""Where there is no standard error, because two slopes meet, and where there is one."""

import ast
import math
from pathlib import Path

import nbformat
import numpy as np
import pytest
from sure import CLOSED

import ordref
from ordref.catalogue import MEASURES
from ordref.verify import small_matrices

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"


def kinks_of_the_chapter():
    chapter = nbformat.read(CHAPTERS / "uncertainty.ipynb", as_version=4)
    (cell,) = [c for c in chapter.cells if c["id"] == "sure-kinks-all"]
    (found,) = [
        ast.literal_eval(node.value)
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "KINKS"
    ]
    return found


KINKS = kinks_of_the_chapter()
SIZES = [(N, K) for N in (1, 2, 3, 4) for K in (2, 3)]


def has_kink(name, n, directions):
    """Whether the slope to the left and to the right differ, in one of them."""
    h = 1e-5
    stack = np.concatenate([[n], n - h * directions, n + h * directions])
    here, *around = MEASURES[name](stack)
    left, right = np.reshape(around, (2, -1))
    return (np.abs(left + right - 2 * here) > 1e-3 * h).any()


def directions(n):
    """Each cell with counts alone, and all of them at random."""
    alone = np.eye(n.size)[np.flatnonzero(n)].reshape(-1, *n.shape)
    some = np.where(n, np.random.default_rng(0).uniform(-1, 1, n.shape), 0)
    return np.append(alone, [some], axis=0)


@pytest.mark.parametrize("name", MEASURES)
def test_measures_with_kinks_are_those_of_the_chapter(name):
    """The matrix of the chapter has a kink, and no smaller one has; the others have none.

    There is no error where slopes differ, and nowhere else.
    """
    sizes = SIZES
    if name in KINKS:
        matrix, cell = KINKS[name]
        sizes = SIZES[: SIZES.index((int(np.sum(matrix)), len(matrix)))]
        assert not math.isnan(MEASURES[name](matrix))
        assert math.isnan(ordref.standard_error(name, matrix))
        along = np.zeros(np.shape(matrix))
        along[cell] = 1
        assert has_kink(name, np.array(matrix), along[None])
    for N, K in sizes:
        stack = np.array(list(small_matrices(K, N)))
        stack = stack[~np.isnan(MEASURES[name](stack))]
        errors = ordref.standard_error(name, stack) if len(stack) else []
        assert not np.isnan(errors).any(), (N, K)
        # Those of counts alone have the slopes of their definition.
        if N < 4 and MEASURES[name].accepts == "weights":
            assert not any(has_kink(name, n, directions(n)) for n in stack), (N, K)


@pytest.mark.parametrize("name", [name for name in KINKS if name in CLOSED])
def test_there_is_no_error_where_slopes_differ_and_nowhere_else(name):
    for N, K in ((3, 2), (4, 2), (5, 2), (3, 3)):
        for n in small_matrices(K, N):
            if not math.isnan(MEASURES[name](n)):
                lost = math.isnan(ordref.standard_error(name, n))
                assert has_kink(name, np.array(n), directions(np.array(n))) == lost, n


@pytest.mark.parametrize(
    ("names", "cm"),
    [
        # two classes are off by a third
        (["mmae", "minimum_sensitivity"], [[2, 1, 0], [2, 4, 0], [0, 0, 5]]),
        # a detour on either side
        (["oci", "oci_prime"], [[3, 1, 0], [1, 5, 0], [0, 0, 2]]),
        (["uoc"], [[3, 1, 0], [1, 3, 0], [0, 0, 4]]),
        (["sup_correlation", "co_correlation"], [[1, 2, 3], [2, 4, 6], [1, 2, 3]]),
        (["mon_correlation"], [[1, 2], [2, 4]]),
        # two equal singular values
        (["sup_correlation"], [[4, 1, 1], [1, 4, 1], [1, 1, 4]]),
    ],
)
def test_a_kink_has_no_standard_error(names, cm):
    # A little off the kink there is one.
    off = np.array(cm) * 10
    off[0, 0] += 5
    off[0, 1] += 1
    for name in names:
        assert math.isnan(ordref.standard_error(name, cm))
        # Nor has the same measure as a function, where it takes fractions.
        assert math.isnan(ordref.standard_error(lambda n, of=name: MEASURES[of](n), cm))
        assert ordref.standard_error(name, off) > 0


def test_classes_that_are_tied_and_do_not_vary_are_no_kink():
    """All are off by one, or right, always."""
    for cm in (
        [[0, 3, 0], [4, 0, 0], [0, 0, 9]],
        [[2, 0], [0, 3]],
        [[0, 2], [3, 0]],
    ):
        for name in ("mmae", "minimum_sensitivity"):
            exact = ordref.definitions.standard_error(
                name, ordref.definitions.observations(cm), len(cm)
            )
            assert ordref.standard_error(name, cm) == exact == 0, (name, cm)


# At a perfect classifier these are not at the end of their range.
INNER = ("r_int_2008", "id_correlation", "anti_correlation", "stuart_tau_c")


def test_errors_of_extreme_classifiers():
    constant = np.array([[0, 3, 0], [0, 2, 0], [0, 4, 0]])
    for name, measure in MEASURES.items():
        perfect = ordref.standard_error(name, np.diag([4, 3, 3]))
        if name in INNER:
            assert perfect > 0 or math.isnan(perfect), name
        else:
            assert perfect == 0, name
        if math.isnan(measure(constant)):
            assert math.isnan(ordref.standard_error(name, constant)), name
            assert np.isnan(ordref.interval(name, constant)).all(), name
        # one class
        error = ordref.standard_error(name, [[4]])
        assert math.isnan(measure([[4]])) == math.isnan(error), name
        assert error == 0 or math.isnan(error), name
