"""How many 95 % intervals hold the truth: ``python -m bench.coverage`` makes bench/coverage.csv.

Samples are drawn from tables of probabilities that are known. Every line of the file can be
made again by itself: its samples and its resamples come from its own seed. ``python -m
bench.coverage NAME ...`` makes those of these measures or methods again, and what is missing.
"""

import csv
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import t

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty.ends import critical_value
from ordref.instruments.uncertainty.jackknife import jackknife
from ordref.instruments.uncertainty.measured import as_measure
from ordref.instruments.uncertainty.sample import Sample, with_hidden
from ordref.instruments.uncertainty.single import delta_ends

FILE = Path(__file__).parent / "coverage.csv"
SIZES = (30, 50, 100, 300, 1000)
LEVEL = 0.95


def alike(K: int, sizes: list[int], hits: float, less: float) -> Any:
    """Classes that are hit as often, with errors that are rarer the farther they go."""
    D = abs(np.subtract.outer(range(K), range(K)))
    errors = np.where(D > 0, less**D, 0.0)
    rows = (1 - hits) * errors / errors.sum(axis=1, keepdims=True) + hits * np.eye(K)
    return np.array(sizes)[:, None] * rows


def end_to_end(K: int, hits: float, share: float) -> Any:
    """Equal classes, errors by one class, and a few from the first to the last and back."""
    D = abs(np.subtract.outer(range(K), range(K)))
    rows = hits * np.eye(K) + (1 - hits) * (D == 1) / (D == 1).sum(axis=1)[:, None]
    rows[0, [1, -1]] += -share, share
    rows[-1, [-2, 0]] += -share, share
    return rows


POPULATIONS = {
    "vision": ordref.data.matrix("stuart1953_vision_women").counts,
    "mobility": ordref.data.matrix("glass1954_5x5").counts,
    # One class in fifty; far errors are rare.
    "rare class": np.array(
        [[10, 8, 2, 0], [20, 120, 55, 5], [5, 60, 420, 65], [0, 5, 60, 165]]
    ),
    "nearly perfect": alike(4, [40, 30, 20, 10], 0.98, 0.4),
    "coin": np.ones((3, 3)),
    "two classes": np.array([[45, 15], [10, 30]]),
    "three classes": np.array([[20, 8, 2], [6, 30, 9], [1, 7, 17]]),
    "seven classes": alike(7, [3, 8, 16, 26, 24, 15, 8], 0.5, 0.45),
    # Many samples show none of the errors from end to end.
    "end to end": end_to_end(5, 0.8, 0.02),
    "seven, end to end": end_to_end(7, 0.95, 0.015),
    "rare, end to end": np.array(
        [[14, 2, 0, 4], [9, 162, 9, 0], [0, 9, 162, 9], [4, 0, 2, 14]]
    ),
}
SEARCHED = tuple(name for name, measure in MEASURES.items() if measure.searches)
# Other methods, for the measures of which they are asked: compared at three populations.
COMPARED = {
    "bca": (
        "minimum_sensitivity", "amae", "mmae", "kendall_tau_b", "weighted_kappa_quadratic",
        "oci", "sup_correlation",
    ),
    "jackknife": ("ccr", "mae", "mse", "rmse", "amae", "amse", "minimum_sensitivity", "mmae"),
    "likelihood": ("ccr",),
}  # fmt: skip
MIXED = ("geometric_mean_sensitivity", "mae", "mse", "rmse", "amae", "amse")
SAMPLES, SEARCHED_SAMPLES, RESAMPLES = 500, 100, 999


class Line(NamedTuple):
    """One line of the file; the method ``default`` is what `ordref.interval` takes itself."""

    population: str
    N: int
    measure: str
    method: str
    samples: int
    no_interval: int
    covered: float
    width: float


def settings() -> list[tuple[str, int, str, str]]:
    """Population, size, measure and method of every line."""
    found = []
    for k, population in enumerate(POPULATIONS):
        for N in SIZES:
            for name in MEASURES:
                if name not in SEARCHED:
                    found += [
                        (population, N, name, way) for way in ("default", "delta")
                    ]
                elif k < 2 and N in (30, 100):
                    found += [(population, N, name, "default")]
            if k < 3 and N in (30, 100, 1000):
                for method, names in COMPARED.items():
                    found += [(population, N, name, method) for name in names]
    return found


def truth(name: str, population: str) -> float:
    """The measure of the table of probabilities: of so many observations that N is no matter."""
    counts = POPULATIONS[population]
    return float(MEASURES[name](np.round(counts / counts.sum() * 1e12)))


def line(population: str, N: int, name: str, method: str) -> Line:
    counts = POPULATIONS[population]
    K, p = len(counts), counts.ravel() / counts.sum()
    S = SEARCHED_SAMPLES if name in SEARCHED else SAMPLES
    # The same samples for every measure.
    rng = np.random.default_rng([list(POPULATIONS).index(population), N])
    n = rng.multinomial(N, p, size=S).reshape(S, K, K).astype(float)
    n = n[~np.isnan(as_measure(name).values(n))]
    low, high = ends(name, n, method)
    value = truth(name, population)
    has = ~np.isnan(low)
    covered = (low <= value + 1e-9) & (value - 1e-9 <= high)
    return Line(
        population, N, name, method, len(n), int((~has).sum()),
        round(float(covered[has].mean()), 4), round(float((high - low)[has].mean()), 5),
    )  # fmt: skip


def ends(name: str, n: Any, method: str) -> tuple[Any, Any]:
    """The ends of the intervals of a stack of samples."""
    taken = ordref.interval(name, n[0]).method if method == "default" else method
    if taken == "unseen cell":
        taken = "jackknife"
    # By likelihood, and of a geometric mean, the method depends on the sample.
    mixed = method == "default" and name in MIXED
    if taken not in ("delta", "jackknife") or mixed:
        found = [one(name, sample, method, k) for k, sample in enumerate(n)]
        return np.array(found).T
    measured = as_measure(name)
    if taken == "delta":
        reach = critical_value(LEVEL, None) * ordref.standard_error(name, n)
    else:
        error, freedom = jackknife(measured, Sample.of_tables(n, "multinomial"))
        reach = t.ppf((1 + LEVEL) / 2, freedom) * error
    low, high = delta_ends(measured, n.shape[-1], measured.values(n), reach)
    # Where nothing varies the interval is that of a cell not seen.
    constant = np.flatnonzero(low == high)
    if taken == "jackknife":
        for k in range(len(n)):
            sample = Sample.of_tables(n[k], "multinomial")
            low[k], high[k] = with_hidden(measured, sample, LEVEL, low[k], high[k])
    for k in constant:
        low[k], high[k] = one(name, n[k], method, 0)
    return low, high


def one(name: str, sample: Any, method: str, seed: int) -> tuple[float, float]:
    found = ordref.interval(
        name, sample, method=None if method == "default" else method,
        level=LEVEL, n_resamples=RESAMPLES, rng=seed,
    )  # fmt: skip
    return found.low, found.high


def stored() -> dict[tuple[str, ...], list[str]]:
    """The lines of the file, by population, size, measure and method."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {tuple(row[:4]): row for row in csv.reader(file)}


def main(again: list[str]) -> None:
    # Here, for a chapter takes `line` where there are no processes.
    from concurrent.futures import ProcessPoolExecutor

    every, kept = settings(), stored() if again else {}
    lines = [
        None
        if {name, method} & {*again}
        else kept.get((population, str(N), name, method))
        for population, N, name, method in every
    ]
    new = [setting for setting, row in zip(every, lines, strict=True) if row is None]
    with ProcessPoolExecutor() as workers:
        made = workers.map(line, *zip(*new, strict=True), chunksize=4)
        for k, row in enumerate(lines):
            if row is None:
                lines[k] = list(map(str, next(made)))
                print(*lines[k], file=sys.stderr)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([Line._fields, *lines])


if __name__ == "__main__":
    main(sys.argv[1:])
