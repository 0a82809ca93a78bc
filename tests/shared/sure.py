"""What the tests of the uncertainty share: measures by kind, and one data set."""

import math

import numpy as np
from small import distances

import ordref
from ordref.catalogue import MEASURES

SEARCHED = [name for name, measure in MEASURES.items() if measure.searches]
CLOSED = [name for name in MEASURES if name not in SEARCHED]
COUNTED = [name for name in CLOSED if MEASURES[name].accepts == "counts"]

CM = np.array([[20, 4, 1], [5, 30, 5], [0, 6, 29]])
TRUE = [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
FIRST = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2]
SECOND = [1, 2, 1, 3, 2, 2, 3, 1, 2, 2]
GROUPS = list("abcabcdde")


def random_counts(K, S):
    rng = np.random.default_rng(K)
    counts = rng.poisson(4 / (1 + distances(K)), (S, K, K)) * 1.0
    return counts + rng.integers(1, 4, (S, K, 1)) * np.eye(K)


def differ(measure, *given, margin=None, **asked):
    """The difference of labels, of a table, or of two matrices; with a margin, the equivalence."""
    data = {k: asked.pop(k) for k in ("labels", "groups") if k in asked}
    if len(given) == 1:
        sample = given[0]
    elif len(given) == 2:
        sample = ordref.two_samples(*given)
    else:
        sample = ordref.paired_sample(*given, **data)
    if margin is None:
        return ordref.difference(measure, sample, **asked)
    asked.pop("n_resamples", None)
    return ordref.equivalence(measure, sample, margin, **asked)


def grouped(groups):
    return differ("mae", TRUE, FIRST, SECOND, groups=groups)


def hidden(name, n, sampling="multinomial", level=0.95):
    """The values of the tables in which one cell has the share that would so rarely stay unseen.

    Of measures made class by class a class that is absent stays absent.
    """
    by_class = "amae", "amse", "mmae", "uoc", "balanced_accuracy"
    for cell in np.ndindex(n.shape):
        row = ... if sampling == "multinomial" else cell[0]
        size, other = n[row].sum(), n.astype(float)
        absent = not n[cell[0]].any() and (name in by_class or sampling == "rows")
        if n[cell] or absent:
            continue
        share = 1 - (1 - level) ** (1 / size)
        if MEASURES[name].accepts == "counts":
            other[cell] += math.ceil(size * share / (1 - share))
        else:
            other[row] *= 1 - share
            other[cell] += size * share
        yield float(MEASURES[name](other))
