"""The data sets: real ones from ``studies/data``, synthetic ones from their formulas."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import norm

FOLDER = Path(__file__).parent / "data"
FILES = {
    "Balance": "balance-scale",
    "ERA": "ERA",
    "ESL": "ESL",
    "LEV": "LEV",
    "SWD": "SWD",
    "Winequality-red": "winequality-red",
}
THRESHOLDS = {"five classes": (-2, -0.5, 0.25, 1), "Toy": (-1, -0.1, 0.25, 1)}


@dataclass(frozen=True)
class Set:
    """Inputs, classes from 1 to K, and the published holdouts: one row each, True if held out."""

    X: np.ndarray
    y: np.ndarray
    K: int
    published: np.ndarray | None = None


@cache
def real(name):
    """One of the six real data sets."""
    table = pd.read_csv(FOLDER / f"{FILES[name]}.csv")
    y, published = table.pop("y").to_numpy(), None
    if "held_out" in table:
        digits = [list(word.removeprefix("h")) for word in table.pop("held_out")]
        published = (np.array(digits) == "1").T
    return Set(table.to_numpy(float), y, int(y.max()), published)


SADDLES = {"five classes": (400, 0.125), "Toy": (300, 0.0)}


def saddle(name, rng):
    """Uniform points on the unit square, classed by 10 (x1 - 1/2)(x2 - 1/2).

    "five classes" is the set of oci2011, section 4.3, with its noise; "Toy" that of
    mmae2014, without. Such saddles go back to Herbrich, Graepel and Obermayer (1999).
    """
    N, noise = SADDLES[name]
    X = rng.uniform(size=(N, 2))
    height = 10 * (X - 0.5).prod(axis=1) + rng.normal(scale=noise, size=N)
    y = 1 + np.searchsorted(THRESHOLDS[name], height)
    return Set(X, y, 1 + len(THRESHOLDS[name]))


def chances(name, X):
    """The probabilities of the classes at points of the saddle with noise."""
    height = 10 * (X - 0.5).prod(axis=1)
    below = norm.cdf((np.array(THRESHOLDS[name]) - height[:, None]) / SADDLES[name][1])
    return np.diff(below, axis=1, prepend=0, append=1)


def standardised(train, *others):
    """All with the means and deviations of the first; a constant input becomes 0."""
    centre, scale = train.mean(axis=0), train.std(axis=0, ddof=1)
    return [(X - centre) / np.where(scale > 0, scale, 1) for X in (train, *others)]


def stratified(y, share, rng):
    """Marks about a share of each class, at least one observation and never all of two or more."""
    marked = np.zeros(len(y), dtype=bool)
    for label in np.unique(y):
        (members,) = np.nonzero(y == label)
        size = len(members)
        n = min(max(1, round(share * size)), max(1, size - 1))
        marked[rng.permutation(members)[:n]] = True
    return marked
