"""Scores of probability forecasts: ranked, Brier, logarithmic; what to predict; the parts."""

import itertools
import json
import math
import tracemalloc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import sympy as sp

import ordref
from ordref import definitions
from ordref.instruments.forecasts import probabilities as _probabilities

PEERS = json.loads(
    (Path(__file__).parents[2] / "bench" / "forecasts.json").read_text(encoding="utf-8")
)
EXACT = ["ranked_probability_score", "brier_score"]
SCORES = [*EXACT, "logarithmic_score"]
NAMES = ("zero-one", "absolute", "squared")
every_score = pytest.mark.parametrize("name", SCORES)


def near(found, wanted, rtol=1e-14):
    return math.isclose(found, wanted, rel_tol=rtol, abs_tol=1e-15) or found == wanted


def compositions(parts, K):
    """All ways to give so many parts to K classes."""
    for cuts in itertools.combinations(range(parts + K - 1), K - 1):
        ends = (-1, *cuts, parts + K - 1)
        yield [b - a - 1 for a, b in itertools.pairwise(ends)]


def random_forecasts(K, N=12, seed=0, parts=24):
    """True classes 1, ..., K, all of them there, and rows of Fractions."""
    rng = np.random.default_rng(seed + 100 * K)
    t = [*range(1, K + 1), *rng.integers(1, K + 1, N).tolist()]
    rows = [rng.multinomial(parts, rng.dirichlet(np.ones(K))) for _ in t]
    return t, [[Fraction(int(n), parts) for n in row] for row in rows]


def scored(name, t, rows, **options):
    """The fast form of floats."""
    labels = range(1, len(rows[0]) + 1)
    p = np.array(rows, dtype=float)
    return getattr(ordref, name)(t, p, labels=labels, **options)


def refused(message, name, *given, **options):
    with pytest.raises(ValueError, match=message):
        getattr(ordref, name)(*given, **options)


def by_definition(name, t, rows, **options):
    return getattr(definitions, name)(list(zip(t, rows, strict=True)), **options)


# ------------------------------------------------------------------- the definitions


@every_score
def test_the_fast_form_is_the_definition(name):
    """On random forecasts, and on every small one; exactly, if it is no logarithm."""
    small = [
        ([t], [[Fraction(n, 4) for n in parts]])
        for K in (1, 2, 3)
        for parts in compositions(4, K)
        for t in range(1, K + 1)
    ]
    drawn = [random_forecasts(K, seed=seed) for K in range(1, 8) for seed in range(10)]
    for t, rows in (*small, *drawn):
        exact = by_definition(name, t, rows)
        assert near(scored(name, t, rows), exact), (t, rows)
        if name in EXACT:
            labels = range(1, len(rows[0]) + 1)
            found = getattr(ordref, name)(t, rows, labels=labels)
            assert isinstance(found, Fraction), (t, rows)
            assert found == exact, (t, rows)


def test_logarithms_of_symbols_of_what_never_comes_and_of_what_is_tiny():
    """Those of Fractions are floats, also where floats end."""
    x, thirds = sp.Symbol("x", positive=True), [1, 2, 3]
    assert ordref.logarithmic_score([1], [[x, 1 - x]], labels=[1, 2]) == -sp.log(x)
    found = ordref.logarithmic_score([1, 2], [[0.5, 0.5, 0]] * 2, labels=thirds)
    assert found == math.log(2)
    tiny = Fraction(1, 10**400)
    found = ordref.logarithmic_score([1, 2], [[tiny, 1 - tiny], [tiny, 1 - tiny]])
    assert isinstance(found, float)
    assert near(found, 200 * math.log(10))
    stack = ordref.logarithmic_score([1, 2], [[[tiny, 1 - tiny], [0, 1]]])
    assert stack.dtype == float


def test_no_score_is_another():
    t, rows = random_forecasts(4)
    for fast, definition in itertools.permutations(SCORES, 2):
        other = by_definition(definition, t, rows)
        assert not near(scored(fast, t, rows), other, 1e-6), (fast, definition)


def test_the_definitions_refuse_what_is_no_forecast():
    half = [Fraction(1, 2), 0]
    sure = [1, 0]
    for wrong in (
        [(1, half)], [(1, [2, -1])], [(3, sure)], [(0, sure)], [],
        [(1, sure), (1, [1, 0, 0])],
    ):  # fmt: skip
        for name in [*SCORES, "murphy_decomposition"]:
            with pytest.raises(ValueError, match=r"not|no forecasts"):
                getattr(definitions, name)(wrong)


# ------------------------------------------------------------------- skill

SKILL = "ranked_probability_skill_score"


def test_the_skill_is_what_the_frequencies_of_the_classes_leave():
    """Exact for Fractions: 1 - RPS / RPS of the frequencies; and by Murphy's parts."""
    for K, seed in itertools.product(range(2, 7), range(10)):
        t, rows = random_forecasts(K, seed=seed)
        shares = [Fraction(t.count(k), len(t)) for k in range(1, K + 1)]
        score = by_definition("ranked_probability_score", t, rows)
        reference = by_definition("ranked_probability_score", t, [shares] * len(t))
        exact = 1 - score / reference
        assert by_definition(SKILL, t, rows) == exact
        assert near(scored(SKILL, t, rows), exact, 1e-13)
        found = ordref.ranked_probability_skill_score(t, rows, labels=range(1, K + 1))
        assert (found, type(found)) == (exact, Fraction)
        for bins in (None, 3):
            parts = by_definition("murphy_decomposition", t, rows, bins=bins)
            _, reliability, resolution, uncertainty, within = parts
            assert exact == (resolution - reliability - within) / uncertainty
        assert scored(SKILL, t, [shares] * len(t)) == pytest.approx(0, abs=1e-14)
        sure = [[int(k == c) for k in range(1, K + 1)] for c in t]
        assert scored(SKILL, t, sure) == 1


def test_the_skill_of_a_stack_of_words_of_symbols_and_of_one_class():
    t, rows = random_forecasts(3)
    stack = np.array([rows, rows[::-1]], float)
    found = ordref.ranked_probability_skill_score(t, stack, labels=[1, 2, 3])
    assert found.tolist() == [scored(SKILL, t, rows), scored(SKILL, t, rows[::-1])]
    words, half = ["low", "high"], [[0.5, 0.5]] * 2
    skill = ordref.ranked_probability_skill_score
    assert skill(words, half, labels=words) == 0
    assert skill(words, [[0, 1], [1, 0]], labels=words) == -3
    assert math.isnan(skill(["low"] * 2, half, labels=words))
    assert np.isnan(skill(["low"] * 2, [half] * 2, labels=words)).all()
    assert math.isnan(definitions.ranked_probability_skill_score([(1, [1, 0])]))
    x = sp.Symbol("x")
    assert sp.expand(skill([1, 2], [[x, 1 - x]] * 2)) == sp.expand(
        1 - ((x - 1) ** 2 + x**2) / 2 * 4
    )
    refused("sum to", SKILL, [1, 2], [[0.5, 0.4]] * 2)


def test_the_skill_is_a_row_on_request():
    t, rows = random_forecasts(4)
    p = {"a": np.array(rows, float), "b": np.array(rows[::-1], float)}
    table = ordref.evaluate(t, probabilities=p, measures=["rpss", "mae"])
    for name, given in p.items():
        expected = ordref.ranked_probability_skill_score(t, given)
        assert table.loc[name, SKILL] == expected
    assert SKILL not in ordref.evaluate(t, probabilities=p["a"]).index
    one = ordref.evaluate(t, probabilities=p["a"], measures=["RPSS"])
    row = one.loc[SKILL]
    assert row["symbol"] == "RPSS"
    assert (row["least"], row["greatest"], row["better"]) == (-np.inf, 1, "high")
    assert "-inf to 1" in one.to_markdown()
    with pytest.raises(
        ValueError, match=r"write ordref\.ranked_probability_skill_score"
    ):
        ordref.evaluate(t, t, measures=["rpss"])
    with pytest.raises(
        ValueError, match=r"write ordref\.ranked_probability_skill_score"
    ):
        ordref.interval("skill score", np.eye(2))


# ------------------------------------------------------------------- algebra


def symbols(K):
    """Probabilities of K classes as symbols, the last with what is left."""
    p = list(sp.symbols(f"p1:{K}", positive=True))
    return [*p, 1 - sum(p)]


# ------------------------------------------------------------------- other packages


def stored():
    rows = [[int(n) for n in row.split()] for row in PEERS["forecasts"]]
    return np.array(PEERS["y_true"]), np.array(rows) / PEERS["parts"]


def test_scores_are_those_of_packages_elsewhere():
    """Their values are stored with their versions by `bench/forecasts.py`."""
    y, p = stored()
    labels = range(p.shape[1])
    for peer, value in PEERS["values"].items():
        if peer == "dlordinal amae":  # of the mode of the forecast
            mode = ordref.predict_class(p, "zero-one", labels=labels)
            found = ordref.amae(ordref.confusion_matrix(y, mode, labels=labels))
        elif "classes" in peer:
            found = ordref.brier_score(y, p)
        else:
            found = ordref.ranked_probability_score(y, p)
        assert near(found, value), peer
        assert set(PEERS["versions"]) >= {peer.split()[0], "numpy"}, peer


# ------------------------------------------------------------------- how they are given


@every_score
def test_stacks_are_scored_one_by_one(name):
    score, (t, _) = getattr(ordref, name), random_forecasts(4)
    stack = np.random.default_rng(0).dirichlet(np.ones(4), (3, 2, len(t)))
    found = score(t, stack, labels=range(1, 5))
    assert found.shape == (3, 2)
    for place in np.ndindex(3, 2):
        assert near(found[place], score(t, stack[place], labels=range(1, 5)))
    assert score(t, stack[:0], labels=range(1, 5)).shape == (0, 2)
    turned = np.asfortranarray(stack[::-1])
    assert (score(t, turned, labels=range(1, 5)) == found[::-1]).all()


def test_pieces_make_no_difference(monkeypatch):
    t, _ = random_forecasts(4)
    stack = np.random.default_rng(0).dirichlet(np.ones(4), (5, len(t)))
    labels = range(1, 5)
    whole = [getattr(ordref, name)(t, stack, labels=labels) for name in SCORES]
    label = ordref.predict_class(stack, "absolute")
    for piece in (1, 7, 12, 40, 200):
        monkeypatch.setattr(_probabilities, "_BLOCK", piece)
        for name, wanted in zip(SCORES, whole, strict=True):
            found = getattr(ordref, name)(t, stack, labels=labels)
            np.testing.assert_allclose(found, wanted, rtol=1e-14)
        assert (ordref.predict_class(stack, "absolute") == label).all(), piece


def test_numbers_of_every_kind():
    """Whole numbers are sure forecasts."""
    shares, sure = np.array([[0.75, 0.25, 0], [0.25, 0.25, 0.5]]), np.eye(3)[[0, 0, 2]]
    for dtype in ("f2", "f4", "f8", "longdouble", "O"):
        found = ordref.ranked_probability_score([1, 3], shares.astype(dtype))
        assert found == (1 / 16 + 5 / 16) / 2, dtype
    for dtype in ("?", "i1", "u1", "i8", "u8"):
        p = sure.astype(dtype)
        assert ordref.ranked_probability_score([1, 2, 3], p) == 1 / 3, dtype
        assert ordref.predict_class(p, "squared").tolist() == [1, 1, 3], dtype
        assert ordref.murphy_decomposition([1, 2, 3], p).score == 1 / 3, dtype


def test_softmax_in_float32_is_accepted_also_as_float64():
    scores = np.random.default_rng(0).normal(0, 5, (10_000, 50)).astype("f4")
    p = np.exp(scores - scores.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    y = np.arange(10_000) % 50
    assert near(
        ordref.ranked_probability_score(y, p),
        ordref.ranked_probability_score(y, p.astype(float)),
    )


def test_true_classes_as_confusion_matrix_takes_them():
    for y in (
        [0, 1, 2],
        [7, 8, 9],
        np.array([1, 2, 3], "u1"),
        np.array([-1, 0, 1], "i1"),
        pd.Series([1, 2, 3], index=[5, 5, 5]),
        pd.Categorical(["a", "b", "c"], ["a", "b", "c"], ordered=True),
    ):
        assert ordref.ranked_probability_score(y, np.eye(3)) == 0, y


def test_names_of_columns_without_labels_say_nothing():
    values, wanted = [[0.5, 0.5], [0.25, 0.75]], (0.5 + 0.125) / 2
    for frame in (
        pd.DataFrame(values, columns=["low", "high"]), pd.DataFrame(values, dtype="Float64"),
    ):  # fmt: skip
        assert ordref.brier_score([1, 2], frame) == wanted, frame


def test_ten_million_numbers_take_little_memory(tmp_path):
    """A promise of so much beside the forecasts, however many; also of a file."""
    N, K = 200_000, 5
    file = np.memmap(tmp_path / "p", dtype="f4", mode="w+", shape=(N, K))
    file[:] = 1 / K
    y = np.arange(N) % K + 1
    peaks = {}
    for name in SCORES:
        tracemalloc.start()
        getattr(ordref, name)(y, file)
        peaks[name] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert max(peaks.values()) < 4_000_000 < file.nbytes * 2, peaks


# ------------------------------------------------------------------- what is refused

HALVES = [[0.5, 0.5, 0], [0, 0.5, 0.5]]
REFUSED = {
    "a row that sums to less": (
        [1, 2, 3], [[1, 0, 0], [0.3, 0.3, 0.3], [0, 0, 1]],
        r"probabilities in row 1 sum to 0.9, not to 1 .*divide each row by its sum",
    ),
    "rounded to three decimals": ([1], [[0.333, 0.333, 0.333]], "in row 0 sum to 0.999"),
    "counts": ([1, 2, 3], [[4, 1, 0], [0, 2, 0], [0, 0, 1]], "in row 0 sum to 5, not"),
    "percent": ([1], [[50, 50, 0]], "sum to 100"),
    "Fractions": ([1], [[Fraction(1, 2), Fraction(1, 3), 0]], "in row 0 sum to 0.8333"),
    "negative": (
        [1, 3], [[0.5, 0.5, 0], [-0.25, 1, 0.25]],
        r"probabilities in row 1 have a negative entry, -0.25, in column 0",
    ),
    "negative Fraction": ([1], [[Fraction(-1), 1, 1]], "probabilities have a negative"),
    "NaN": ([1, 3], [[1, 0, 0], [0, np.nan, 0.5]], "in row 1 have a NaN entry, nan, in column 1"),
    "infinite": ([1], [[np.inf, 0, 0]], "in row 0 have an infinite entry"),
    "minus infinite": ([1], [[np.inf, -np.inf, 1]], "in row 0 have an infinite entry"),
    "huge": ([1], [[1e308, 1e308, 1e308]], "in row 0 sum to inf"),
    "None": ([1], [[0.5, None, 0.5]], "probabilities have an unsupported entry, None"),
    "strings": ([1], [["0.5", "0.5", "0"]], "probabilities must hold numbers"),
    "complex": ([1], [[1j, 0, 1]], "probabilities must hold numbers"),
    "masked": ([1, 2], np.ma.array(HALVES, mask=np.eye(2, 3)), "probabilities have masked"),
    "sparse": ([1], scipy.sparse.coo_array(np.eye(3)), r"probabilities.toarray\(\)"),
    "an iterator": ([1], iter(HALVES), r"list\(probabilities\)"),
    "ragged": ([1, 2], [[1, 0, 0], [1, 0]], "rows of probabilities have different lengths"),
    "one column": ([1, 2], [0.1, 0.9], r"np.column_stack\(\[1 - p, p\]\)"),
    "a number": ([1], 0.5, "a column for each class"),
    "no class": ([1], np.ones((1, 0)), "a column for each class"),
    "one row": ([1, 2, 3], np.ones((1, 3)), "3 values and probabilities have 1 row: "),
    "one class": ([1, 2], np.ones((2, 1)), "have 1 column for the 2 classes"),
    "no row": ([1, 2, 3], np.ones((0, 3)), "y_true has 3 values and probabilities have 0 rows"),
    "a row too few": ([1, 2, 3], HALVES, "y_true has 3 values and probabilities have 2 rows"),
    "turned round": ([1, 2], np.eye(3)[:, :2].T[:, :2].repeat(2, 0), "have 4 rows"),
    "nothing": ([], np.ones((0, 3)), "y_true is empty"),
    "a class that is not there": ([1, 2], HALVES, r"3 columns for the 2 classes \[1, 2\]"),
    "a gap": ([1, 9], HALVES, "3 columns for the 9 classes"),
    "strings without order": (["a", "b"], HALVES, "y_true is unknown .*pass labels="),
    "a missing class": ([1, None], HALVES, "y_true has a missing value at position 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", [*SCORES, "murphy_decomposition"])
def test_what_is_no_forecast_is_refused(name):
    for y, p, message in REFUSED.values():
        if message.startswith("list"):
            p = iter(HALVES)
        labels = None
        if len(y) in (1, 2, 3) and y[0] == 1 and "class" not in message:
            labels = [1, 2, 3]
        refused(message, name, y, p, labels=labels)


@every_score
def test_labels_that_are_not_those_of_the_columns(name):
    for labels, message in [
        ([1, 2], "3 columns for the 2 classes"),
        ([1, 2, 3, 4], "3 columns for the 4 classes"),
        ([2, 3, 4], r"y_true has 1 at position 0, .* not among the labels"),
        ([1, 1, 2], "labels holds 1 twice"),
        ("abc", "labels must be a sequence"),
    ]:
        refused(message, name, [1, 2], HALVES, labels=labels)


@every_score
def test_a_fault_in_a_stack_or_a_later_piece_is_found(name, monkeypatch):
    monkeypatch.setattr(_probabilities, "_BLOCK", 9)
    stack = np.full((4, 5, 3), 1 / 3)
    stack[2, 3, 1] = np.nan
    refused("in row 2, 3 have a NaN entry", name, [1, 2, 3, 1, 2], stack)


def test_the_tolerance_is_a_millionth():
    assert ordref.brier_score([1], [[1 - 9e-7, 0]], labels=[1, 2]) < 1e-11
    refused(r"sum to 0\.9999989", "brier_score", [1], [[1 - 1.1e-6, 0]], labels=[1, 2])


# ------------------------------------------------------------------- which label


def test_the_label_is_that_of_the_definition_for_every_small_forecast():
    for K, loss in itertools.product((1, 2, 3, 4), NAMES):
        rows = [[Fraction(n, 12) for n in parts] for parts in compositions(12, K)]
        wanted = [definitions.predict_class(row, loss) for row in rows]
        assert ordref.predict_class(rows, loss).tolist() == wanted, (K, loss)
        # Ties are decided alike where thirds are rounded.
        floats = np.array(rows, dtype=float)
        assert ordref.predict_class(floats, loss).tolist() == wanted, (K, loss)


def test_the_label_of_any_cost():
    rng = np.random.default_rng(0)
    for K in (2, 3, 5):
        cost = rng.integers(-5, 20, (K, K))
        for seed in range(20):
            _, rows = random_forecasts(K, N=3, seed=seed)
            exact = [definitions.predict_class(row, cost.tolist()) for row in rows]
            assert ordref.predict_class(rows, cost).tolist() == exact
            floats = np.array(rows, dtype=float)
            assert ordref.predict_class(floats, cost).tolist() == exact


def test_ties_of_fractions_are_exact():
    """By hand: each class costs a tenth, or a third; floats would differ in the last digit."""
    tenth, third = Fraction(1, 10), Fraction(1, 3)
    cost = [[tenth, 3 * tenth, 1], [2 * tenth, 0, 1], [0, 0, 1]]
    assert ordref.predict_class([third] * 3, cost) == 1
    assert ordref.predict_class([0.5, 0.25, 0.25], cost) == 1
    nearly = [[tenth + Fraction(1, 10**30), *cost[0][1:]], *cost[1:]]
    assert ordref.predict_class([third] * 3, nearly) == 2


def test_rows_of_the_cost_are_true_classes():
    """A miss of the ill costs twenty: so one in ten is enough to call ill."""
    cost = [[0, 1], [20, 0]]
    assert ordref.predict_class([0.9, 0.1], cost) == 2
    assert ordref.predict_class([0.9, 0.1], np.transpose(cost)) == 1


def test_labels_are_what_is_predicted():
    p = [[0.6, 0.2, 0.2], [0.1, 0.1, 0.8]]
    for labels, wanted in [
        (None, [1, 3]),
        ([0, 1, 2], [0, 2]),
        (["low", "mid", "high"], ["low", "high"]),
        (np.array([2.5, 5.0, 10.0]), [2.5, 10.0]),
        ([(1, 2), (2, 3), (3, 4)], [(1, 2), (3, 4)]),
        ([1, "b", "c"], [1, "c"]),
    ]:
        assert ordref.predict_class(p, "zero-one", labels=labels).tolist() == wanted
        one = ordref.predict_class(p[1], "zero-one", labels=labels)
        assert one == wanted[1]
        assert not isinstance(one, np.generic)


def test_labels_of_a_stack():
    stack = np.random.default_rng(0).dirichlet(np.ones(3), (2, 4, 5))
    found = ordref.predict_class(stack, "absolute")
    assert found.shape == (2, 4, 5)
    assert found[1, 2, 3] == ordref.predict_class(stack[1, 2, 3], "absolute")
    assert ordref.predict_class(stack[:, :0], "absolute").shape == (2, 0, 5)


def test_a_loss_that_is_none():
    for loss in (
        "hinge", "", None, 3, [1, 2, 3], np.eye(2), np.full((3, 3), np.nan),
        [[0, 1, 2], [1, 0, 1], [2, 1, "a"]], np.eye(3) * 1j,
        [[10**400, 0, 0], [0, 0, 0], [0, 0, 0]],
    ):  # fmt: skip
        refused('loss must be "zero-one", "absolute"', "predict_class", HALVES, loss)
    refused(r"not 'hinge'$", "predict_class", HALVES, "hinge")
    # A frame that is printed may warn of its own numbers.
    refused(r"not this DataFrame$", "predict_class", HALVES, pd.DataFrame([[1, 2]]))


def test_nothing_is_predicted_from_what_is_no_forecast():
    for p, labels, message in [
        ([0.5, 0.4], None, "probabilities sum to 0.9"),
        ([[1, 0], [0.5, 0.4]], None, "in row 1 sum to 0.9"),
        ([1.5, -0.5], None, "have a negative entry"),
        ([1, 0], [1, 2, 3], "2 columns for the 3 classes"),
        ([sp.Symbol("x"), 1 - sp.Symbol("x")], None, "hold symbols"),
        (1.0, None, "a column for each class"),
    ]:
        refused(message, "predict_class", p, "absolute", labels=labels)


# ------------------------------------------------------------------- the parts


def test_parts_are_those_of_the_definition():
    names = {"rps": "ranked_probability_score", "brier": "brier_score"}
    cases = itertools.product((1, 2, 3, 5), names, (None, 1, 3, 10), range(5))
    for K, score, bins, seed in cases:
        t, rows = random_forecasts(K, N=30, seed=seed, parts=8)
        options, case = {"score": score, "bins": bins}, (K, score, bins, seed)
        found = scored("murphy_decomposition", t, rows, **options)
        wanted = by_definition("murphy_decomposition", t, rows, **options)
        for part, exact in zip(found, wanted, strict=True):
            assert near(part, exact, 1e-12) or abs(part - exact) < 1e-14, case
        value, reliability, resolution, uncertainty, within = wanted
        assert value == reliability - resolution + uncertainty + within, case
        assert (within == 0) or bins, case
        assert value == by_definition(names[score], t, rows), case


def test_parts_of_a_calibrated_forecast_and_of_the_shares():
    t = [1, 1, 2, 1, 2, 2]
    calibrated = [[2 / 3, 1 / 3]] * 3 + [[1 / 3, 2 / 3]] * 3
    parts = ordref.murphy_decomposition(t, calibrated)
    assert abs(parts.reliability) < 1e-30
    assert near(parts.resolution, 1 / 36)
    shares = ordref.murphy_decomposition(t, [[0.5, 0.5]] * 6)
    assert shares[1:] == (0, 0, 0.25, 0)
    assert shares.score == 0.25


def test_answers_that_differ_by_rounding_are_one():
    p = np.array([[0.1, 0.2, 0.7], [0.3, 0.0, 0.7], [0.2, 0.1, 0.7]])
    sums = p.cumsum(axis=1)[:, 1]
    assert len(set(sums.tolist())) > 1
    parts = ordref.murphy_decomposition([1, 2, 3], p)
    exact = [[Fraction(round(10 * x), 10) for x in row] for row in p]
    wanted = by_definition("murphy_decomposition", [1, 2, 3], exact)
    assert near(parts.resolution, wanted[2], 1e-12)


def test_answers_that_agree_to_twelve_decimals_are_one():
    for off, resolution in ((4e-13, 0), (6e-13, 0.25)):
        p = [[0.5, 0.5], [0.5 + off, 0.5 - off]]
        found = ordref.murphy_decomposition([1, 2], p)
        assert found.resolution == resolution


def test_a_million_bins_and_no_more():
    p = [[0.5, 0.5], [0.5 + 2e-6, 0.5 - 2e-6]]
    for bins in (10**6, np.int64(10**6)):
        assert ordref.murphy_decomposition([1, 2], p, bins=bins).resolution == 0.25
    assert ordref.murphy_decomposition([1, 2], p, bins=10**5).resolution == 0


def test_parts_of_a_stack():
    t, _ = random_forecasts(3)
    stack = np.random.default_rng(0).dirichlet(np.ones(3), (2, len(t)))
    found = ordref.murphy_decomposition(t, stack, labels=[1, 2, 3], bins=4)
    for s in range(2):
        one = ordref.murphy_decomposition(t, stack[s], labels=[1, 2, 3], bins=4)
        assert [part[s] for part in found] == list(one)


def test_options_of_the_parts():
    x, p = sp.Symbol("x"), [[0.5, 0.5], [0.5, 0.5]]
    for options, message in [
        ({"score": "log"}, "score must be one of 'rps', 'brier'"),
        *(({"bins": b}, "bins must be a whole number") for b in (0, 2.5, True, 10**9)),
        ({"bins": 10**6 + 1}, "from 1 to 1,000,000, not 1000001"),
    ]:
        refused(message, "murphy_decomposition", [1, 2], p, **options)
    said = "probabilities hold symbols"
    refused(said, "murphy_decomposition", [1], [[x, 1 - x]], labels=[1, 2])
