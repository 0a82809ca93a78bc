"""Mistakes with standard errors, each as a formula and in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..catalogue.measure import Measure
from ..catalogue.rows import MEASURES
from ..uncertainty.ratio_slopes import r_int
from ..uncertainty.single import standard_error as se
from .mistakes import FROM_DATA, Mistake, of_seen
from .wrong_formulas import Matrix, margins, weights


def mistakes_in_error(measure: Measure) -> list[Mistake]:
    """The mistakes that are tried for the standard error of a measure, the likeliest first."""
    mistakes = [
        Mistake(text, partial(wrong, measure), rank)
        for names, rank, text, wrong in _MISTAKES
        if not names or measure.name in names.split()
    ]
    for m in MEASURES.values():
        if m != measure and not m.searches:
            text = f"this is the standard error of {m.name}"
            mistakes.append(Mistake(text, partial(se, m), 2))
    return mistakes


def _jackknife(measure: Measure, n: Matrix) -> Any:
    cells, n = np.argwhere(n), n.astype(float)
    without = np.repeat(n[None], len(cells), axis=0)
    without[np.arange(len(cells)), *cells.T] -= 1
    values, times, N = measure(without), n[tuple(cells.T)], n.sum()
    return np.sqrt((N - 1) / N * (times * (values - times @ values / N) ** 2).sum())


def _expected_fixed(measure: Measure, n: Matrix) -> Any:
    w, p = weights(measure, n), n / n.sum()
    squares = (p * (w - (p * w).sum()) ** 2).sum() / n.sum()
    return np.sqrt(squares) / (np.outer(*margins(n)) * w).sum()


def _independent(measure: Measure, n: Matrix) -> Any:
    w, (R, C) = weights(measure, n), margins(n)
    expected = R @ w @ C
    centred = w - (w @ C)[:, None] - (R @ w)[None, :] + expected
    return np.sqrt(R @ centred**2 @ C / n.sum()) / expected


_KAPPAS = "weighted_kappa weighted_kappa_quadratic weighted_kappa_unweighted"

# fmt: off

# Names of measures, or none for all; the rank; words and formula, of a measure m.
_MISTAKES: list[tuple[str, int, str, Callable[[Measure, Matrix], Any]]] = [
    (_KAPPAS, 0, "the expected disagreement is taken as fixed: the margins vary, too",
     _expected_fixed),
    (_KAPPAS, 0, "this is the error under independence, for a test of kappa = 0", _independent),
    ("pearson spearman", 0,
     "this is the root of (1 - r^2) / (N - 2), for pairs with a normal distribution",
     lambda m, n: np.sqrt((1 - m(n) ** 2) / (n.sum() - 2))),
    ("pearson spearman", 0,
     "this is (1 - r^2) / the root of N - 2, for pairs with a normal distribution",
     lambda m, n: np.sqrt((1 - m(n) ** 2) ** 2 / (n.sum() - 2))),
    ("kendall_tau_b", 0, "this is the error under independence and without ties, the root of "
     "2 (2 N + 5) / (9 N (N - 1))",
     lambda m, n: np.sqrt(2 * (2 * n.sum() + 5) / (9 * n.sum() * (n.sum() - 1)))),
    ("r_int", 0, "the mean of the slopes is not subtracted, which is not 0 for r_int",
     lambda m, n: np.sqrt((n * r_int(n.astype(float)) ** 2).sum())),
    ("", 0, "the variance is divided by N - 1, not by N",
     lambda m, n: se(m, n) * np.sqrt(n.sum() / (n.sum() - 1))),
    ("", 0, "this is the variance itself: take its root", lambda m, n: se(m, n) ** 2),
    ("", 0, "this is the standard error of one observation: divide by the root of N",
     lambda m, n: se(m, n) * np.sqrt(n.sum())),
    ("", 0, "the standard deviation is divided by N, not by its root",
     lambda m, n: se(m, n) / np.sqrt(n.sum())),
    ("", 0, "rows are taken as fixed (sampling by rows): all observations are drawn",
     partial(se, sampling="rows")),
    ("", 0, "this is the jackknife, which differs by a relative amount of order 1/N", _jackknife),
    ("", 0, "this is 1.96 standard errors: half of an interval", lambda m, n: 1.96 * se(m, n)),
    ("", 0, "this is the width of an interval, twice 1.96 standard errors",
     lambda m, n: 3.92 * se(m, n)),
    ("", 1, "true and predicted classes are exchanged: rows are true, columns predicted",
     lambda m, n: se(m, n.T)),
    ("", 1, FROM_DATA, lambda m, n: of_seen(partial(se, m), n)),
    ("", 1, "the error is a percentage", lambda m, n: 100 * se(m, n)),
    ("", 1, "this is the measure, not its standard error", lambda m, n: m(n)),
]
