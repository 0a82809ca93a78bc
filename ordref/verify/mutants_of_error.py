"""What goes wrong with standard errors: mutants of them, each with its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalogue.measure import Measure
from ..catalogue.rows import MEASURES
from ..matrices.sums import distances
from ..uncertainty.single import standard_error
from .mutants import FROM_DATA, Mutant, of_seen

Matrix = NDArray[Any]


def mutants_of_error(measure: Measure) -> list[Mutant]:
    """The mutants that are tried for the standard error of a measure, its own ones first."""
    return [*_own(measure), *_of_any(measure), *_farther(measure)]


def _of_any(measure: Measure) -> list[Mutant]:
    se = partial(standard_error, measure)
    wrongs: dict[str, Callable[[Matrix], Any]] = {
        "the variance is divided by N - 1, not by N": (
            lambda n: se(n) * np.sqrt(n.sum() / (n.sum() - 1))
        ),
        "this is the variance itself: take its root": lambda n: se(n) ** 2,
        "this is the standard error of one observation: divide by the root of N": (
            lambda n: se(n) * np.sqrt(n.sum())
        ),
        "the standard deviation is divided by N, not by its root": (
            lambda n: se(n) / np.sqrt(n.sum())
        ),
        "rows are taken as fixed (sampling by rows): all observations are drawn": (
            lambda n: se(n, sampling="rows")
        ),
        "this is the jackknife, which differs by a share of the order of 1/N": (
            partial(_jackknife, measure)
        ),
        "this is 1.96 standard errors: half of an interval": lambda n: 1.96 * se(n),
        "this is the width of an interval, twice 1.96 standard errors": (
            lambda n: 3.92 * se(n)
        ),
    }
    return [Mutant(text, wrong) for text, wrong in wrongs.items()]


def _farther(measure: Measure) -> list[Mutant]:
    se = partial(standard_error, measure)
    wrongs: dict[str, Callable[[Matrix], Any]] = {
        "true and predicted classes are exchanged: rows are true, columns predicted": (
            lambda n: se(n.T)
        ),
        FROM_DATA: partial(of_seen, se),
        "the error is a percentage": lambda n: 100 * se(n),
        "this is the measure, not its standard error": measure,
    }
    others = (m for m in MEASURES.values() if m != measure and not m.searches)
    return [Mutant(text, wrong, far=1) for text, wrong in wrongs.items()] + [
        Mutant(
            f"this is the standard error of {other.name}",
            partial(standard_error, other),
            far=2,
        )
        for other in others
    ]


def _jackknife(measure: Measure, n: Matrix) -> Any:
    cells, n = np.argwhere(n), n.astype(float)
    without = np.repeat(n[None], len(cells), axis=0)
    without[np.arange(len(cells)), *cells.T] -= 1
    values, times, N = measure(without), n[tuple(cells.T)], n.sum()
    return np.sqrt((N - 1) / N * (times * (values - times @ values / N) ** 2).sum())


# ----------------------------------------------------------------- mistakes with one measure


def _own(measure: Measure) -> list[Mutant]:
    name = measure.name
    if name.startswith("weighted_kappa"):
        power = {"linear": 1, "quadratic": 2}.get(
            measure.options.get("weights", "linear"), 0
        )
        return [
            Mutant(
                "the expected disagreement is taken as fixed: the margins vary, too",
                partial(_expected_fixed, power),
            ),
            Mutant(
                "this is the error under independence, for a test of kappa = 0",
                partial(_independent, power),
            ),
        ]
    if name in ("pearson", "spearman"):
        return [
            Mutant(
                f"this is {text}, for pairs with a normal distribution",
                partial(_normal, measure, power),
            )
            for text, power in [
                ("the root of (1 - r^2) / (N - 2)", 1),
                ("(1 - r^2) / the root of N - 2", 2),
            ]
        ]
    if name == "kendall_tau_b":
        return [
            Mutant(
                "this is the error under independence and without ties, "
                "the root of 2 (2 N + 5) / (9 N (N - 1))",
                lambda n: np.sqrt(2 * (2 * n.sum() + 5) / (9 * n.sum() * (n.sum() - 1))),
            )
        ]  # fmt: skip
    if name == "r_int":
        return [
            Mutant(
                "the mean of the slopes is not taken away, which is not 0 for r_int",
                _without_mean,
            )
        ]
    return []


def _disagreement(power: int, n: Matrix) -> Matrix:
    D = distances(len(n)).astype(float)
    return np.asarray(np.sign(D) * D**power)


def _expected_fixed(power: int, n: Matrix) -> Any:
    w, p = _disagreement(power, n), n / n.sum()
    expected = (np.outer(p.sum(axis=1), p.sum(axis=0)) * w).sum()
    mean = (p * w).sum()
    return np.sqrt((p * (w - mean) ** 2).sum() / n.sum()) / expected


def _independent(power: int, n: Matrix) -> Any:
    w, p = _disagreement(power, n), n / n.sum()
    R, C = p.sum(axis=1), p.sum(axis=0)
    expected = R @ w @ C
    centred = w - (w @ C)[:, None] - (R @ w)[None, :] + expected
    return np.sqrt(R @ centred**2 @ C / n.sum()) / expected


def _normal(measure: Measure, power: int, n: Matrix) -> Any:
    return np.sqrt((1 - measure(n) ** 2) ** power / (n.sum() - 2))


def _without_mean(n: Matrix) -> Any:
    from ..uncertainty.ratio_slopes import r_int

    return np.sqrt((n * r_int(n.astype(float)) ** 2).sum())
