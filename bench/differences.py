"""Whether differences hold what they promise: ``python -m bench.differences`` makes the file.

Two classifiers are drawn from tables of probabilities that are known, on one test set, in
groups, and on two test sets of which one is half as large. Counted is how often a test at .05
rejects, its size where the two measure the same and else its power; how often the 95 % interval
holds the truth; and how often two one-sided tests find an equivalence within a margin that is
the true difference, which is at its bound. Every line can be made again by itself. Resamples
and dealings are 199: of more the p-values are finer, and the time is longer.
"""

import csv
import sys
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ordref
from ordref.catalogue import MEASURES

FILE = Path(__file__).parent / "differences.csv"
SIZES = (50, 200, 1000)
MEASURED = ("ccr", "mae", "amae", "mmae", "weighted_kappa_quadratic", "oci")
# Samples where the two are the same, where their measures are, and where one is worse.
SAMPLES = {"same": 400, "turned": 1000, "worse": 200}
# Rows are the classes of which there are PRIOR; the first one errs upwards more than down.
FIRST = np.array(
    [[80, 15, 5, 0], [10, 75, 15, 0], [0, 15, 70, 15], [0, 5, 30, 65]]
) / 100  # fmt: skip
WORSE = np.array(
    [[60, 25, 15, 0], [15, 60, 20, 5], [5, 25, 55, 15], [5, 10, 40, 45]]
) / 100  # fmt: skip
PRIOR = np.array([0.15, 0.35, 0.35, 0.15])
# Of what both get alike, for it is easy or hard.
ALIKE = 0.4
# The second classifier: the same in all, with the classes turned round so that every
# measure is the same and nothing else, or worse.
SECOND = {"same": FIRST, "turned": FIRST[::-1, ::-1], "worse": WORSE}
DESIGNS = ("paired", "groups", "two sets")
IN_GROUP = 5
RESAMPLES = 199


class Line(NamedTuple):
    """One line of the file."""

    design: str
    truth: str
    N: int
    measure: str
    method: str
    samples: int
    rejected: float
    midp_rejected: float
    covered: float
    width: float
    equivalent: float


def settings() -> list[tuple[str, str, int, str, str]]:
    """Design, truth, size, measure and method of every line."""
    return [
        (design, truth, N, name, method)
        for design in DESIGNS
        for truth in SECOND
        for N in SIZES
        for name in MEASURED
        for method in ("", "delta", "bca")
        if not method or (truth == "turned" and name in ("amae", "mmae"))
    ]


def triples(truth: str) -> Any:
    """The probabilities of (true, first, second), shape (K, K, K)."""
    first, second = FIRST, SECOND[truth]
    apart = first[:, :, None] * second[:, None, :]
    both = np.minimum(first, second)
    # As much of both is alike as can be, and the rest independent.
    left = first - both, second - both
    rest = 1 - both.sum(axis=1)
    alike = left[0][:, :, None] * left[1][:, None, :]
    alike /= np.where(rest > 0, rest, 1)[:, None, None]
    alike[:, range(4), range(4)] += both
    return PRIOR[:, None, None] * (ALIKE * alike + (1 - ALIKE) * apart)


def drawn(design: str, p: Any, N: int, rng: Any) -> Any:
    """What `difference` is given."""
    if design == "two sets":
        tables = p.sum(axis=2), p.sum(axis=1)
        return ordref.two_samples(*(
            rng.multinomial(n, table.ravel()).reshape(4, 4)
            for n, table in zip((N, N // 2), tables, strict=True)
        ))  # fmt: skip
    if design == "paired":
        return rng.multinomial(N, p.ravel()).reshape(p.shape)
    # Half of the images of a patient are like the first one of them.
    each = rng.choice(p.size, size=(N // IN_GROUP, IN_GROUP), p=p.ravel())
    each = np.where(rng.random(each.shape) < 0.5, each[:, :1], each)
    groups = np.repeat(np.arange(len(each)), IN_GROUP)
    triples = np.unravel_index(each.ravel(), p.shape)
    return ordref.paired_sample(*triples, labels=range(4), groups=groups)


def line(design: str, truth: str, N: int, name: str, method: str) -> Line:
    p = triples(truth)
    value = MEASURES[name](p.sum(axis=2)) - MEASURES[name](p.sum(axis=1))
    S = 400 if method else SAMPLES[truth]
    asked = {"n_resamples": RESAMPLES, "method": method or None}
    # The same samples for every measure and method.
    seed = [DESIGNS.index(design), list(SECOND).index(truth), N]
    rng, counted = np.random.default_rng(seed), []
    for k in range(S):
        sample = drawn(design, p, N, rng)
        found = ordref.difference(name, sample, **asked, rng=k)
        beyond = np.nan
        if truth == "worse":
            within = ordref.equivalence(name, sample, abs(value), level=0.9, rng=k)
            beyond = within.pvalue <= 0.05
        counted.append((
            found.pvalue <= 0.05,
            found.midp <= 0.05 if found.midp == found.midp else np.nan,
            found.low - 1e-12 <= value <= found.high + 1e-12,
            found.high - found.low,
            beyond,
        ))  # fmt: skip
    shares = np.array(counted, dtype=float).mean(axis=0)
    return Line(
        design, truth, N, name, method, S, *(round(float(x), 4) for x in shares)
    )


def main() -> None:
    warnings.simplefilter("ignore")
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Line._fields)
        for setting in settings():
            writer.writerow(line(*setting))
            file.flush()
            print(*setting, file=sys.stderr)


if __name__ == "__main__":
    main()
