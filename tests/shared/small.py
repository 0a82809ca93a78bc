"""Small matrices, all of them, and random ones; and how a measure is held to its definition."""

import contextlib
import inspect
import itertools
import signal
import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import sympy as sp
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import ordref
from ordref.definitions import observations

# Every public function of a confusion matrix: a new measure is held to the common
# promises as soon as it has a name in ordref.
FUNCTIONS = [
    getattr(ordref, name)
    for name in ordref.__all__
    if next(iter(inspect.signature(getattr(ordref, name)).parameters)) == "cm"
    and name != "as_matrices"  # the check that they all begin with
    and name != "pair_counts"  # five numbers, tested in test_pairs.py
    and name != "expected_cost"  # with costs, tested in test_within.py
    and name != "functional_correlation"  # with valuations and a bound
    and name != "identify"  # with a printed number, tested in test_identify.py
    and name != "oci_path"  # a path through one matrix, tested in test_oci.py
]
DTYPES = [
    "uint8",
    "int8",
    "uint16",
    "int32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
]
LOW_TO_HIGH = ["low", "mid", "high"]


# ------------------------------------------------------------------------- time and memory


@contextlib.contextmanager
def within(seconds):
    """Raise TimeoutError where the lines take longer: without end is wrong, too."""

    def late(number, frame):
        raise TimeoutError(f"took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def peak_of(call):
    """The most memory that a call takes beside what is there, and what it returns."""
    tracemalloc.start()
    found = call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, found


# ------------------------------------------------------------------------- matrices


def all_matrices(K, N):
    """All K x K matrices of counts with 1 to N observations, shape (S, K, K)."""
    # Stars and bars: the counts are the gaps between K*K bars among N stars; the
    # stars after the last bar are left over.
    bars = np.array(list(itertools.combinations(range(N + K * K), K * K)))
    counts = np.diff(bars, axis=1, prepend=-1) - 1
    return counts[counts.any(axis=1)].reshape(-1, K, K)


def of_size(K, N):
    """All K x K matrices of exactly N observations."""
    cells = itertools.combinations_with_replacement(range(K * K), N)
    entries = np.fromiter(itertools.chain.from_iterable(cells), int).reshape(-1, N)
    counts = np.zeros((len(entries), K * K), int)
    for cell in entries.T:
        counts[np.arange(len(entries)), cell] += 1
    return counts.reshape(-1, K, K)


def random_matrices(K, S=20):
    """S matrices of small counts, in many of which a class is absent; the same at every call."""
    rng = np.random.default_rng(K)
    counts = rng.integers(0, 10, (S, K, K)) * rng.integers(0, 2, (S, K, K))
    counts[rng.random((S, K)) < 0.2] = 0
    counts[range(S), rng.integers(0, K, S), rng.integers(0, K, S)] += 1
    return counts


def fractions(counts):
    """The same numbers as Fractions, in an object array: arithmetic on them is exact."""
    return np.vectorize(Fraction, otypes=[object])(counts)


def symbolic_matrix(K):
    """K x K symbols for counts; zero is not excluded, so what they prove holds for empty cells."""
    return np.array(sp.symbols(f"n:{K}:{K}", nonnegative=True), dtype=object).reshape(
        K, K
    )


def distances(K):
    """How many classes row and column are apart, for every cell."""
    return np.abs(np.subtract.outer(range(K), range(K)))


def disagreements(K):
    """Weights that are neither symmetric nor a function of the distance; none for a hit."""
    w = np.random.default_rng(K).integers(0, 7, (K, K))
    return (w * (1 - np.eye(K, dtype=int))).tolist()


def ordered(values, categories=LOW_TO_HIGH):
    return pd.Categorical(values, categories, ordered=True)


def unrolled(cm):
    """True and predicted classes, from 1, of the observations that a matrix counts."""
    r, c = np.indices(np.shape(cm)) + 1
    return np.repeat(r.ravel(), np.ravel(cm)), np.repeat(c.ravel(), np.ravel(cm))


@st.composite
def matrices(draw, max_classes=8, dtypes=DTYPES):
    """A matrix of counts of at most so many classes, with at least one observation."""
    K = draw(st.integers(1, max_classes))
    dtype = draw(st.sampled_from(dtypes))
    counts = hnp.arrays(dtype, (K, K), elements=st.integers(0, 30), fill=st.just(0))
    return draw(counts.filter(np.any))


@st.composite
def labels(draw, max_classes=6):
    """True classes, predicted classes and their number K, at most so many, counted from 1."""
    K = draw(st.integers(1, max_classes))
    a_class = st.integers(1, K)
    pairs = draw(st.lists(st.tuples(a_class, a_class), min_size=1, max_size=40))
    return [t for t, _ in pairs], [p for _, p in pairs], K


# ------------------------------------------------------------- derived form against definition


def near(value, exact):
    """Whether a float is the exact value up to rounding; nan is only near nan."""
    if exact != exact or value != value:
        return exact != exact and value != value
    exact = Fraction(exact)
    return abs(Fraction(float(value)) - exact) <= Fraction(1, 10**15) * max(
        1, abs(exact)
    )


def assert_near(derived, definition, stack):
    """One call of the derived form on the stack is, matrix by matrix, near the definition."""
    values = derived(stack)
    for cm, value in zip(stack, values, strict=True):
        exact = definition(observations(cm.tolist()))
        assert near(value, exact), f"{value} is not {exact} for {cm.tolist()}"


def assert_equal(derived, definition, stack):
    """The derived form of Fractions is exactly the definition, and stays exact."""
    values = derived(fractions(stack))
    for cm, value in zip(stack, values, strict=True):
        exact = definition(observations(cm.tolist()))
        if exact != exact:
            assert value != value, f"{value} is not nan for {cm.tolist()}"
        else:
            assert isinstance(value, Fraction | int), f"{value!r} is not exact"
            assert value == exact, f"{value} is not {exact} for {cm.tolist()}"


def assert_mean_over_observations(derived, definition, K):
    """The derived form is the mean of the definition's values of the single observations.

    By induction on the number of observations, for every K x K matrix of counts: right
    for one observation, and one more adds its own value to N times the measure. That
    the definition is a mean of that kind is `assert_definition_is_a_mean`.
    """
    n = symbolic_matrix(K)
    N = n.sum()
    for r, c in np.ndindex(K, K):
        one = np.zeros((K, K), dtype=int)
        one[r, c] = 1
        own = definition([(r + 1, c + 1)])
        assert derived(fractions(one)) == own, f"one observation in {r, c}"
        gain = (N + 1) * derived(n + one) - N * derived(n)
        # cancel() brings a rational function to 0 if and only if it is 0.
        assert sp.cancel(gain - sp.Rational(own)) == 0, (
            f"one observation more in {r, c}"
        )


def assert_definition_is_a_mean(definition, pairs, pair):
    """N times the definition grows by the value of the observation that joins."""
    N = len(pairs)
    gain = (N + 1) * definition([*pairs, pair]) - N * definition(pairs)
    assert gain == definition([pair]), f"{pair} joins {pairs}"


def hard(K):
    """Counts of K classes whose functional correlations take long to prove."""
    noise = np.random.default_rng(K).integers(0, 4, (K, K))
    return np.rint(40 * np.exp(-distances(K))).astype(int) + noise
