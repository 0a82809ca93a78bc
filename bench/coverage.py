"""How many 95 % intervals hold the truth: ``python -m bench.coverage`` makes bench/coverage.csv.

Samples are drawn from tables of probabilities that are known. Every line of the file can be
made again by itself: its samples and its resamples come from its own seed.
"""

import csv
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ordref
from ordref.catalogue import MEASURES
from ordref.uncertainty.ends import far
from ordref.uncertainty.measured import as_measure
from ordref.uncertainty.single import delta_ends

FILE = Path(__file__).parent / "coverage.csv"
SIZES = (20, 50, 100, 200, 500, 1000, 2000)
FEW_SIZES = (20, 100, 1000)
LEVEL = 0.95
# One class in fifty; far errors are rare.
RARE = [[10, 8, 2, 0], [20, 120, 55, 5], [5, 60, 420, 65], [0, 5, 60, 165]]
POPULATIONS = {
    "vision": ordref.data.matrix("stuart1953_vision_women").counts,
    "mobility": ordref.data.matrix("glass1954_5x5").counts,
    "rare class": np.array(RARE),
}
DELTA = (
    "ccr", "minimum_sensitivity", "mae", "rmse", "amae", "mmae", "kendall_tau_b",
    "goodman_kruskal_gamma", "somers_d", "spearman", "pearson", "r_int", "weighted_kappa",
    "weighted_kappa_quadratic", "weighted_kappa_unweighted", "oci", "uoc", "sup_correlation",
)  # fmt: skip
RESAMPLED = (
    "ccr", "minimum_sensitivity", "mmae", "kendall_tau_b", "weighted_kappa_quadratic", "oci",
    "sup_correlation",
)  # fmt: skip
SEARCHED = ("ii_correlation", "co_correlation")
# Samples for each method, and the resamples of each sample.
SAMPLES = {
    "delta": 1000,
    "likelihood": 200,
    "exact": 200,
    "percentile": 120,
    "bca": 120,
}
SLOW = {"uoc": 100, **dict.fromkeys(SEARCHED, 40)}
RESAMPLES = 199


class Line(NamedTuple):
    """One line of the file."""

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
    for population in POPULATIONS:
        for N in SIZES:
            found += [(population, N, name, "delta") for name in DELTA]
            found += [(population, N, name, "likelihood") for name in ("ccr", "mae")]
            found += [(population, N, "ccr", "exact")]
            if N in FEW_SIZES:
                for method in ("percentile", "bca"):
                    found += [(population, N, name, method) for name in RESAMPLED]
            if N in (100, 1000):
                found += [(population, N, name, "delta") for name in SEARCHED]
    return found


def truth(name: str, population: str) -> float:
    """The measure of the table of probabilities; of r_int the limit for many observations."""
    counts = POPULATIONS[population]
    if name == "r_int":
        c, d, e_t, e_p, _ = ordref.pair_counts(counts)
        both = c + e_t + e_p + (counts.astype(float) ** 2).sum()
        return float(2 * both / np.sqrt((both + d + e_t) * (both + d + e_p)) - 1)
    return float(MEASURES[name](counts))


def line(population: str, N: int, name: str, method: str) -> Line:
    counts = POPULATIONS[population]
    K, p = len(counts), counts.ravel() / counts.sum()
    S = min(SAMPLES[method], SLOW.get(name, SAMPLES[method]))
    # The same samples for every measure.
    rng = np.random.default_rng([list(POPULATIONS).index(population), N])
    n = rng.multinomial(N, p, size=S).reshape(S, K, K).astype(float)
    low, high = ends(name, n, method)
    value = truth(name, population)
    has = ~np.isnan(low)
    covered = (low <= value + 1e-12) & (value - 1e-12 <= high)
    return Line(
        population, N, name, method, S, int((~has).sum()),
        round(float(covered[has].mean()), 4), round(float((high - low)[has].mean()), 5),
    )  # fmt: skip


def ends(name: str, n: Any, method: str) -> tuple[Any, Any]:
    """The ends of the intervals of a stack of samples."""
    if method != "delta":
        found = [one(name, sample, method, k) for k, sample in enumerate(n)]
        return np.array(found).T
    measured = as_measure(name)
    value, error = measured.values(n), ordref.standard_error(name, n)
    reach = far(LEVEL, None) * error
    low, high = delta_ends(measured, n.shape[-1], value, reach)
    # Where nothing varies the interval is that of a cell not seen.
    for k in np.flatnonzero((low == high) & ~np.isnan(value)):
        low[k], high[k] = one(name, n[k], "delta", 0)
    return low, high


def one(name: str, sample: Any, method: str, seed: int) -> tuple[float, float]:
    found = ordref.interval(
        name, sample, method=method, level=LEVEL, n_resamples=RESAMPLES, rng=seed
    )
    return found.low, found.high


def main() -> None:
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Line._fields)
        for setting in settings():
            writer.writerow(line(*setting))
            file.flush()
            print(*setting, file=sys.stderr)


if __name__ == "__main__":
    main()
