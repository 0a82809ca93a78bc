"""Derivatives by hand beside differences and dual numbers: ``python -m bench.slopes`` prints it.

Standard errors by `by_differences` against those by the formulas, at tables of small counts and
at skewed ones of up to 1e15; and the time of both. Of dual numbers, which carry the derivative
in all cells along with each number, kappa shows what they cost.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty.slopes import SLOPES, by_differences

EXACT = 1e-10
KINDS = [name for name, m in MEASURES.items() if not m.searches and name != "uoc"]
REFUSE = [name for name in KINDS if MEASURES[name].accepts == "counts"]
SMOOTH = [name for name in KINDS if name not in REFUSE]


class Dual:
    """A number with its derivative in each of the cells."""

    def __init__(self, value: float, slope: Any) -> None:
        self.value, self.slope = value, slope

    def __add__(self, other: Any) -> "Dual":
        other = other if isinstance(other, Dual) else Dual(other, 0.0)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other: Any) -> "Dual":
        other = other if isinstance(other, Dual) else Dual(other, 0.0)
        slope = self.value * other.slope + self.slope * other.value
        return Dual(self.value * other.value, slope)

    def __truediv__(self, other: "Dual") -> "Dual":
        value = self.value / other.value
        return Dual(value, (self.slope - value * other.slope) / other.value)

    __radd__, __rmul__ = __add__, __mul__


def kappa_by_duals(n: Any) -> Any:
    """The slope of linear kappa."""
    K = len(n)
    own = np.eye(K * K).reshape(K, K, K * K)
    x = np.array([[Dual(n[i, j], own[i, j]) for j in range(K)] for i in range(K)])
    w = abs(np.subtract.outer(range(K), range(K)))
    rows, columns = x.sum(axis=1), x.sum(axis=0)
    observed = (x * w).sum() * rows.sum()
    expected = (rows[:, None] * columns * w).sum()
    return -(observed / expected).slope.reshape(K, K)


def error(slope: Any, n: Any) -> float:
    slope = np.where(n > 0, slope, 0)
    return float(np.sqrt((n * (slope - (n * slope).sum() / n.sum()) ** 2).sum()))


def seconds(call: Callable[[], Any]) -> float:
    took = []
    for _ in range(9):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return min(took)


def gap(name: str, n: Any) -> float:
    """How far the standard error by differences is from the one by hand, in parts of it."""
    by_hand, other = (
        error(slope(n), n)
        for slope in (SLOPES[name], partial(by_differences, MEASURES[name]))
    )
    return 0.0 if np.isnan(by_hand) else abs(other - by_hand) / max(by_hand, 1e-300)


def main() -> None:
    rng = np.random.default_rng(0)
    small = [rng.poisson(8, (5, 5)) + np.eye(5) * 20 for _ in range(6)]
    sizes = np.array([1e15, 1, 1e7, 3, 1e11])[:, None]
    skewed = [n * sizes // 1 + 1 for n in small[:3]]
    skewed.append(np.array([[1e15, 1, 0], [2, 1e15, 3], [0, 1, 1e3]]))
    tables = {"small": small, "skewed": skewed}
    print("refuse fractions:", *REFUSE)
    for kind, every in tables.items():
        far = [m for m in SMOOTH if not np.max([gap(m, n) for n in every]) < EXACT]
        print(f"{kind}: {len(far)} of {len(SMOOTH)} are not within {EXACT}:", *far)
    n, stack = small[0], np.array([small[0]] * 1000)
    for what, cm, names in ("one", n, SMOOTH), ("1000", stack, ["weighted_kappa"]):
        times = [
            seconds(lambda f=MEASURES[m], cm=cm: by_differences(f, cm))
            / seconds(lambda f=SLOPES[m], cm=cm: f(cm))
            for m in names
        ]
        print(
            f"times as long, {what}: {np.median(times):.1f}, at most {max(times):.0f}"
        )
    for K in (3, 5, 10):
        n = rng.poisson(8, (K, K)) + np.eye(K) * 20
        by_hand = SLOPES["weighted_kappa"](n)
        far = np.abs(kappa_by_duals(n) - by_hand).max()
        times = [
            seconds(lambda f=f, n=n: f(n))
            for f in (kappa_by_duals, SLOPES["weighted_kappa"])
        ]
        print(
            f"dual numbers, {K} classes: off by {far:.0e}, {times[0] / times[1]:.0f} times"
        )


if __name__ == "__main__":
    main()
