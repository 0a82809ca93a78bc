"""The tables at which an interval holds the truth least often: makes bench/worst.csv.

``python -m bench.worst`` looks for them, for each measure and size: among tables with few errors,
some of them rare and long, those with the least coverage are changed a little, again and
again, and kept if they have less. Coverage is that of other samples than those that chose.
``python -m bench.worst NAME ...`` does so for these measures, and keeps the other lines.
"""

import csv
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty.measured import as_measure

from .coverage import SEARCHED, ends

FILE = Path(__file__).parent / "worst.csv"
SIZES = (50, 200)
# Those whose interval is exact, one that has that of MSE on another scale, and those that search.
LEFT_OUT = ("ccr", "mer", "accuracy_within", "minimum_sensitivity", "rmse", *SEARCHED)
# Intervals that are found one by one: fewer tables are tried.
SLOW = ("geometric_mean_sensitivity", "mmae", "mae", "mse", "amae", "amse")
# Tables to begin with, how many of them are changed, and how often; samples of each.
TRIED, KEPT, CHANGED, SAMPLES, LAST = 80, 3, 16, 150, 2000
TRIED_SLOW, CHANGED_SLOW, SAMPLES_SLOW, LAST_SLOW = 24, 6, 60, 1000
AT_LAST = 1000  # the seed of the last samples
# Every class is expected to have about so many observations, or more.
LEAST = 5


class Worst(NamedTuple):
    """One line of the file: the expected counts, row by row, and the share that hold the truth."""

    measure: str
    N: int
    samples: int
    covered: float
    table: str


def sized(p: Any, N: int) -> Any:
    """The expected counts to two digits, with at least so many in each class."""
    size = p.sum(axis=1, keepdims=True)
    p = p / size * np.maximum(size / size.sum(), LEAST / N)
    return np.round(N * p / p.sum(), 2)


def first(rng: np.random.Generator, N: int) -> Any:
    """Errors by one class or two, and up to six rare ones on average, far or anywhere."""
    K = int(rng.integers(2, min(7, N // LEAST - 2) + 1))
    D = abs(np.subtract.outer(range(K), range(K)))
    near = np.where((D > 0) & (rng.integers(1, 3) >= D), rng.uniform(0.1, 1) ** D, 0)
    hits = rng.choice([0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995])
    rows = (1 - hits) * near / near.sum(axis=1, keepdims=True) + hits * np.eye(K)
    p = rng.dirichlet(np.full(K, rng.choice([1, 3, 20])))[:, None] * rows
    far = (D == K - 1) if rng.random() < 0.5 else rng.random((K, K)) < 2 / K**2
    far = far * rng.uniform(0.1, 1, size=(K, K)) + 1e-9
    return sized(p + far / far.sum() * rng.uniform(0.5, 6) / N, N)


def changed(table: Any, rng: np.random.Generator, N: int) -> Any:
    """One cell or row more or less frequent, or one cell rare, or none at all."""
    p, (i, j) = table / N, rng.integers(len(table), size=2)
    kind = rng.integers(5)
    if kind == 0:
        p[i, j] *= np.exp(rng.normal(0, 0.7))
    elif kind == 1:
        p[i, j] = rng.uniform(0.3, 6) / N
    elif kind == 2:
        p[i, j] = 0 if p[i].sum() > p[i, j] else p[i, j]
    elif kind == 3:
        p[i] *= np.exp(rng.normal(0, 0.5))
    else:
        p[p < 8 / N] *= np.exp(rng.normal(0, 0.5))
    return sized(p, N)


def covered(name: str, table: Any, N: int, samples: int, seed: int) -> float:
    """How many of the intervals hold the truth; 2 if there is none."""
    p, K = table / table.sum(), len(table)
    true = float(MEASURES[name](np.round(p * 1e12)))
    if np.isnan(true):
        return 2.0
    n = np.random.default_rng([seed, N]).multinomial(N, p.ravel(), size=samples)
    n = n.reshape(-1, K, K).astype(float)
    low, high = ends(name, n[~np.isnan(as_measure(name).values(n))], "default")
    return float(((low <= true + 1e-9) & (true - 1e-9 <= high)).mean())


def worst(name: str, N: int) -> Worst:
    """The worst table found for a measure."""
    warnings.simplefilter("ignore")
    slow = name in SLOW
    tried, times, S, last = (
        (TRIED_SLOW, CHANGED_SLOW, SAMPLES_SLOW, LAST_SLOW)
        if slow
        else (TRIED, CHANGED, SAMPLES, LAST)
    )
    rng = np.random.default_rng([N, list(MEASURES).index(name)])
    begun = [first(rng, N) for _ in range(tried)]
    begun.sort(key=lambda table: covered(name, table, N, S, 0))
    found = []
    for table in begun[:KEPT]:
        # Each time other samples, so that those do not choose that are low by chance.
        least = covered(name, table, N, 2 * S, 1)
        for k in range(times):
            other = changed(table, rng, N)
            if covered(name, other, N, 2 * S, 2 + 2 * k) < least:
                again = covered(name, other, N, 2 * S, 3 + 2 * k)
                if again <= least:
                    table, least = other, again
        found.append((least, table))
    # Samples that chose nothing tell.
    table = min(found, key=lambda one: one[0])[1]
    share = covered(name, table, N, last, AT_LAST)
    cells = " / ".join(" ".join(f"{x:g}" for x in row) for row in table)
    return Worst(name, N, last, round(share, 4), cells)


def settings() -> list[tuple[str, int]]:
    return [(name, N) for name in MEASURES if name not in LEFT_OUT for N in SIZES]


def main(again: list[str]) -> None:
    with FILE.open(encoding="utf-8", newline="") as file:
        kept = [row for row in csv.reader(file) if again and row[0] not in again]
    lines = {(row[0], row[1]): row for row in kept}
    new = [key for key in settings() if (key[0], str(key[1])) not in lines]
    with ProcessPoolExecutor() as workers:
        for made in workers.map(worst, *zip(*new, strict=True)):
            lines[made.measure, str(made.N)] = [*map(str, made)]
            print(*made, file=sys.stderr)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Worst._fields)
        writer.writerows(lines[name, str(N)] for name, N in settings())


if __name__ == "__main__":
    main(sys.argv[1:])
