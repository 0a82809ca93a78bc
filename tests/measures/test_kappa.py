"""Weighted kappa: its forms, its range and its peers."""

import itertools
from fractions import Fraction
from math import nan

import numpy as np
import pytest
import sklearn.metrics
import sympy as sp
from bad import refuses
from optional import peer
from small import (
    all_matrices,
    assert_near,
    distances,
    fractions,
    near,
    random_matrices,
    symbolic_matrix,
    unrolled,
)
from statsmodels.stats.inter_rater import cohens_kappa

from ordref import (
    data,
    definitions,
    gwet_ac2,
    weighted_kappa,
    weighted_pi,
)

NAMES = ["unweighted", "linear", "quadratic"]
SMALL = {K: all_matrices(K, 6 if K < 3 else 5) for K in (1, 2, 3)}
SIZES = range(1, 9)
RATERS = [
    "westlund1953_ms_winnipeg",
    "westlund1953_ms_new_orleans",
    "kundel2003_mammograms",
    "stuart1953_vision_women",
    "stuart1953_vision_men",
    "hout1987_sexualfun",
]
every_name = pytest.mark.parametrize("weights", NAMES)


def printed(cm):
    """A mutant: the formula of mmae2014, whose weights should be agreements."""
    n = np.asarray(cm, float)
    N, w = n.sum(axis=(-2, -1)), distances(n.shape[-1])
    p_o = (w * n).sum(axis=(-2, -1)) / N
    p_e = np.einsum("...r,rc,...c->...", n.sum(-1), w, n.sum(-2)) / N**2
    with np.errstate(divide="ignore", invalid="ignore"):
        return (p_o - p_e) / (1 - p_e)


def without_self(cm):
    """A mutant: the pairings of different observations only, N (N - 1) of them."""
    N = np.sum(cm, axis=(-2, -1))
    w = distances(np.shape(cm)[-1])
    apart = np.einsum("...r,rc,...c->...", np.sum(cm, -1), w, np.sum(cm, -2))
    own = (w * cm).sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return 1 - (N - 1) * own / (apart - own)


@pytest.mark.parametrize("mutant", [printed, without_self])
def test_a_mutant_does_not_agree(mutant):
    """Another weighted kappa does not either: see test_every.py."""
    with pytest.raises(AssertionError, match=r"is not .* for \[\["):
        assert_near(mutant, definitions.weighted_kappa, SMALL[3])


# ------------------------------------------------------------------- weights


def test_weights_of_any_size_and_kind_do_not_overflow_or_wrap_around():
    cm, w = np.array([[4, 1], [2, 3]]), np.array([[0, 1], [2, 0]])
    exact = 1 - Fraction(10 * 5, 5 * 4 + 2 * 5 * 6)
    for factor, unit in itertools.product((1e60, 1e-60), (5e299, 1e-300)):
        assert near(weighted_kappa(cm * factor, weights=w * unit), exact)
    for unit in (1, 10**400, Fraction(1, 10**400), Fraction(1, 3), np.int8(60)):
        objects = np.array([[0, unit], [unit + unit, 0]], object)
        assert weighted_kappa(cm, weights=objects) == pytest.approx(
            float(exact), rel=1e-15
        )
        assert weighted_kappa(fractions(cm), weights=objects) == exact
    assert np.isnan(weighted_kappa(cm, weights=np.zeros((2, 2), object)))


BAD_WEIGHTS = [
    ("cubic", "weights must be .* not 'cubic'"),
    ("Linear", 'weights must be "unweighted", "linear", "quadratic"'),
    *((w, "weights must be") for w in (None, 1, [["a", "b"], ["c", "d"]], [[0, 1], [1]])),
    ([[0, 1j], [1, 0]], "weights must be"),
    (np.ma.array([[0, 1], [1, 0]], mask=[[0, 1], [0, 0]]), "weights have masked entries"),
    ([0, 1], r"weights must have shape \(2, 2\).* have \(2,\)"),
    (np.zeros((3, 3)), r"weights must have shape \(2, 2\)"),
    ([[0, 1], [-1, 0]], r"weights have a negative entry, -1.0, at \(1, 0\)"),
    ([[0, nan], [1, 0]], r"weights have a NaN entry, nan, at \(0, 1\)"),
    ([[0, 1], [np.inf, 0]], r"weights have an infinite entry, inf"),
    ([[0, None], [1, 0]], r"weights have an unsupported entry, None"),
    (np.eye(2), r"zero on the diagonal.* give v.max\(\) - v"),
    ([[sp.Symbol("a"), 1], [1, 0]], "zero on the diagonal"),
]  # fmt: skip


def test_weights_that_are_none_are_refused():
    for weights, message in BAD_WEIGHTS:
        for measure in (weighted_kappa, weighted_pi, gwet_ac2):
            with refuses(message, measure, weights):
                measure([[1, 1], [0, 1]], weights=weights)
    with refuses("no weights are called 'cubic'"):
        definitions.weighted_kappa([(1, 2)], "cubic")


# ------------------------------------------------------------------- peers


def test_linear_kappa_of_real_tables_is_that_of_skordinal():
    skordinal = peer("skordinal.metrics")
    for id in RATERS:
        cm = data.matrix(id).counts
        theirs = skordinal.weighted_kappa(*unrolled(cm))
        assert weighted_kappa(cm) == pytest.approx(theirs, rel=1e-13), id


@every_name
def test_real_tables_are_those_of_two_peers(weights):
    name = None if weights == "unweighted" else weights
    for id in RATERS:
        cm = data.matrix(id).counts
        t, p = unrolled(cm)
        theirs = [
            sklearn.metrics.cohen_kappa_score(t, p, weights=name),
            cohens_kappa(cm, wt=name, return_results=False),
        ]
        ours = weighted_kappa(cm, weights=weights)
        assert theirs == pytest.approx([ours] * len(theirs), rel=1e-13), id


# ------------------------------------------------------------------- undefined, large, small


@every_name
def test_all_mass_in_one_class_on_both_sides_is_nan(weights):
    """And nothing else is, for up to three classes."""
    for K in SIZES:
        hits = 5 * np.eye(K)[:, :, None] * np.eye(K)[:, None, :]
        assert np.isnan(weighted_kappa(hits, weights=weights)).all(), K
    for K, stack in SMALL.items():
        single = np.diagonal(stack, axis1=1, axis2=2).max(1) == stack.sum((1, 2))
        undefined = np.isnan(weighted_kappa(stack, weights=weights))
        np.testing.assert_array_equal(undefined, single, str(K))


# ------------------------------------------------------------------- algebra


def equal(one, other):
    """Whether two rational functions are the same one: cross products, multiplied out."""
    (a, b), (c, d) = (sp.fraction(sp.together(x)) for x in (one, other))
    return sp.expand(a * d - b * c) == 0


def test_equal_tells_rational_functions_apart():
    x, y = sp.symbols("x y")
    assert equal(1 / (1 + x) + 1, (2 + x) / (1 + x))
    assert not equal(x / y, y / x)


@pytest.mark.parametrize("K", [2, 3])
def test_agreement_form_is_the_disagreement_form(K):
    """With agreements m - s w and m for a hit: (p_o - p_e) / (m - p_e), for all m, s, w, n."""
    n = symbolic_matrix(K)
    w = np.array(sp.symbols(f"w:{K}:{K}", nonnegative=True)).reshape(K, K)
    np.fill_diagonal(w, 0)
    m, s = sp.symbols("m s", positive=True)
    v = m - s * w
    N, by_chance = n.sum(), (v * np.outer(n.sum(1), n.sum(0))).sum()
    form = (N * (v * n).sum() - by_chance) / (m * N**2 - by_chance)
    assert equal(form, weighted_kappa(n, weights=w))
    wrong = (N * (w * n).sum() - by_chance) / (m * N**2 - by_chance)
    assert K > 2 or not equal(wrong, weighted_kappa(n, weights=w))


# ------------------------------------------------------------------- range


@every_name
@pytest.mark.parametrize("K", SMALL)
def test_range_and_its_ends(weights, K):
    values = weighted_kappa(fractions(SMALL[K]), weights=weights)
    for cm, value in zip(SMALL[K], values, strict=True):
        if value != value:
            continue
        off = cm[distances(K) > 0].sum()
        assert -1 <= value <= 1
        assert (value == 1) == (off == 0)
        pairs = definitions.observations(cm.tolist())
        if weights == "quadratic":
            # Every prediction mirrors its class at one point, the mean of the classes.
            mean = Fraction(sum(t for t, _ in pairs), len(pairs))
            assert (value == -1) == all(t + p == 2 * mean for t, p in pairs)
        else:
            swaps = {frozenset(pair) for pair in pairs}
            two = len(swaps) == 1 and (cm == cm.T).all()
            assert (value == -1) == two


def test_range_of_larger_matrices():
    for K in range(2, 9):
        rng = np.random.default_rng(K)
        # Sparse ones, and ones near the far corners, are low.
        stack = rng.integers(0, 4, (300, K, K)) * (rng.random((300, K, K)) < 1.5 / K)
        stack[:, 0, -1] += 1
        for weights in NAMES:
            values = weighted_kappa(stack, weights=weights)
            assert (values >= -1 - 1e-15).all(), (K, weights)
            assert (values <= 1).all(), (K, weights)


def test_an_array_is_that_of_statsmodels():
    for K in range(2, 6):
        w = distances(K) ** 3
        for cm in random_matrices(K) + 1:
            theirs = cohens_kappa(cm, w / w.max(), return_results=False)
            assert weighted_kappa(cm, weights=w) == pytest.approx(theirs, rel=1e-11)


def test_an_array_may_leave_more_undefined():
    w = [[0, 0, 1], [0, 0, 0], [1, 0, 0]]
    assert np.isnan(weighted_kappa([[3, 1, 0], [2, 4, 0], [0, 0, 0]], weights=w))
    assert np.isnan(weighted_kappa([[3, 1], [2, 4]], weights=np.zeros((2, 2))))
