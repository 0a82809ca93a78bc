"""What goes wrong in implementations: mutants of the measures, each with its name.

A mutant is a function of a matrix that makes one known mistake. If the values of a wrong
implementation are those of a mutant, the name of the mutant is the likely cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..catalogue.measure import Measure
from ..catalogue.rows import MEASURES
from . import slips

__all__ = ["Mutant", "mutants"]

Matrix = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Mutant:
    """A mistake, in words, and the measure with the mistake made.

    The nearer of two mutants is the likelier: a mistake with this measure is near, one
    with any measure farther, and the values of another measure farther still.
    """

    text: str
    wrong: Callable[[Matrix], Any]
    far: int = 0

    def __call__(self, cm: Matrix) -> float | None:
        """The value of the mutant; None where it has none."""
        try:
            with np.errstate(all="ignore"):
                return float(self.wrong(cm))
        except (ArithmeticError, ValueError, IndexError):
            return None


def mutants(measure: Measure) -> list[Mutant]:
    """The mutants that are tried for a measure, its own ones before the common ones."""
    own = _OWN.get(measure.name, [])
    seen = [
        Mutant(f"{c.text}; and {FROM_DATA}", partial(of_seen, c.wrong), far=1)
        for c in own
    ]
    return [*own, *seen, *_common(measure)]


# ----------------------------------------------------------------- mistakes with any measure


def _common(measure: Measure) -> Iterator[Mutant]:
    wrongs: dict[str, Callable[[Matrix], Any]] = {
        "true and predicted classes are exchanged: rows are true, columns predicted": (
            lambda n: measure(n.T)
        ),
        FROM_DATA: partial(of_seen, measure),
        "the order of the classes is reversed on one side": (
            lambda n: measure(n[:, ::-1])
        ),
        "the value is 1 less the measure": lambda n: 1 - measure(n),
        "the value has the opposite sign": lambda n: -measure(n),
        "the value is a percentage": lambda n: 100 * measure(n),
        "the sign is lost": lambda n: abs(measure(n)),
        "the value is squared": lambda n: measure(n) ** 2,
        "it is a sum, not a mean": lambda n: measure(n) * n.sum(),
        "N and N - 1 are mixed up: the value is too large by N / (N - 1)": (
            lambda n: measure(n) * n.sum() / (n.sum() - 1)
        ),
        "N and N - 1 are mixed up: the value is too small by (N - 1) / N": (
            lambda n: measure(n) * (n.sum() - 1) / n.sum()
        ),
        "the value is divided by K - 1": lambda n: measure(n) / (len(n) - 1),
        "the value is divided by K": lambda n: measure(n) / len(n),
        "the value is half of what it should be": lambda n: measure(n) / 2,
        "the value is twice what it should be": lambda n: 2 * measure(n),
        "the root of the value is taken": lambda n: np.sqrt(measure(n)),
    }
    for text, wrong in wrongs.items():
        yield Mutant(text, wrong, far=1)
    for other in MEASURES.values():
        if other != measure:
            text = f"these are the values of {other.name}"
            yield Mutant(text, other, far=2)
            text += f"; and {FROM_DATA}"
            yield Mutant(text, partial(of_seen, other), far=3)


FROM_DATA = (
    "the classes are taken from the data: a class that occurs on neither side keeps its "
    "place in the order"
)


def of_seen(wrong: Callable[[Matrix], Any], n: Matrix) -> Any:
    return wrong(n[np.ix_(_seen(n), _seen(n))])


def _seen(n: Matrix) -> Matrix:
    """The classes that occur on some side."""
    return np.flatnonzero((n.sum(axis=0) > 0) | (n.sum(axis=1) > 0))


# ----------------------------------------------------------------- mistakes with one measure


def _kappas(power: float) -> list[Mutant]:
    return [
        Mutant(
            "agreement weights are taken for disagreement: the weight must be 0 in the "
            "diagonal and grow away from it",
            partial(slips.agreement_taken, power),
        ),
        Mutant(
            "the margins of both sides are pooled, as in Scott's pi: chance is the "
            "product of the two margins",
            partial(slips.pooled, power),
        ),
        Mutant(
            "this is Krippendorff's alpha: the margins of both sides are pooled, less one "
            "value",
            partial(slips.alpha, power),
        ),
        Mutant(
            "chance is taken as uniform over the cells, not from the margins",
            partial(slips.uniform_chance, power),
        ),
    ]


_MICRO = "the observations have equal votes, not the classes"
_ABSENT_0 = "an absent class counts as 0: it must be left out"

_SOMERS = [
    Mutant("this is the symmetric form of Somers' d", slips.somers_symmetric),
    Mutant("ties are not looked at: this is tau-a", slips.tau_a),
]

_OWN: dict[str, list[Mutant]] = {
    "ccr": [
        Mutant(
            "the classes have equal votes (balanced accuracy), not the observations",
            lambda n: np.nanmean(slips.per_class(n)[1]),
        ),
        Mutant(
            "a prediction off by one class counts as a hit",
            lambda n: n[slips.distance(n) <= 1].sum() / n.sum(),
        ),
    ],
    "mer": [
        Mutant(
            "the classes have equal votes, not the observations",
            lambda n: 1 - np.nanmean(slips.per_class(n)[1]),
        )
    ],
    "minimum_sensitivity": [
        Mutant(_ABSENT_0, lambda n: np.nan_to_num(slips.per_class(n)[1]).min()),
        Mutant(
            "columns are divided by their sums: this is precision, not sensitivity",
            lambda n: np.nanmin(slips.per_class(n.T)[1]),
        ),
        Mutant(
            "columns are divided by their sums, and a class without predictions counts "
            "as 0: this is precision, not sensitivity",
            lambda n: np.nan_to_num(slips.per_class(n.T)[1]).min(),
        ),
        Mutant(
            "it is the mean of the sensitivities, not the smallest",
            lambda n: np.nanmean(slips.per_class(n)[1]),
        ),
        Mutant(
            "an absent class makes the whole undefined: it must be left out",
            lambda n: slips.per_class(n)[1].min(),
        ),
        Mutant(
            "it is the largest of the sensitivities, not the smallest",
            lambda n: np.nanmax(slips.per_class(n)[1]),
        ),
    ],
    "mae": [
        Mutant(
            "the classes have equal votes (AMAE), not the observations",
            lambda n: np.nanmean(slips.per_class(n)[0]),
        ),
        Mutant(
            "the signs of the errors cancel: take the absolute value of each",
            lambda n: (
                abs((n.sum(axis=0) - n.sum(axis=1)) @ np.arange(len(n))) / n.sum()
            ),
        ),
        Mutant(
            "it is the mean over the wrong predictions alone, not over all",
            lambda n: (
                (n * slips.distance(n)).sum() / (n.sum() - np.trace(n))
                if n.sum() > np.trace(n)
                else 0.0
            ),
        ),
        Mutant("it is the median of the errors, not their mean", slips.median),
    ],
    "mse": [
        Mutant(
            "the classes have equal votes, not the observations",
            lambda n: np.nanmean(
                (n * slips.distance(n, 2)).sum(axis=1) / n.sum(axis=1)
            ),
        ),
        Mutant(
            "the mean error is taken away: this is the variance of the errors",
            lambda n: slips.moment(n, 2) - slips.moment(n, 1) ** 2,
        ),
    ],
    "rmse": [
        Mutant(
            "the classes have equal votes, not the observations",
            lambda n: np.sqrt(
                np.nanmean((n * slips.distance(n, 2)).sum(axis=1) / n.sum(axis=1))
            ),
        ),
        Mutant(
            "the mean error is taken away: this is the deviation of the errors",
            lambda n: np.sqrt(slips.moment(n, 2) - slips.moment(n, 1) ** 2),
        ),
        Mutant(
            "the root is taken in each class, and the mean after it",
            slips.rmse_of_classes,
        ),
    ],
    "amae": [
        Mutant(_ABSENT_0, lambda n: np.nan_to_num(slips.per_class(n)[0]).mean()),
        Mutant(
            "an absent class makes the whole undefined: it must be left out",
            lambda n: slips.per_class(n)[0].mean(),
        ),
        Mutant(_MICRO, MEASURES["mae"]),
        Mutant(
            "the means are over the predictions of a class, not over its observations",
            lambda n: np.nanmean(slips.per_class(n.T)[0]),
        ),
        Mutant(
            "it is the sum over the classes, not their mean",
            lambda n: np.nansum(slips.per_class(n)[0]),
        ),
    ],
    "amse": [
        Mutant(
            "the root is taken in each class, and the mean after it",
            slips.rmse_of_classes,
        )
    ],
    "mmae": [
        Mutant(
            "an absent class makes the whole undefined: it must be left out",
            lambda n: slips.per_class(n)[0].max(),
        ),
        Mutant(
            "it is the largest error of one observation, not of a class on average",
            lambda n: slips.distance(n)[n > 0].max(),
        ),
        Mutant(
            "it is the smallest error of a class, not the largest",
            lambda n: np.nanmin(slips.per_class(n)[0]),
        ),
        Mutant(
            "the means are over the predictions of a class, not over its observations",
            lambda n: np.nanmax(slips.per_class(n.T)[0]),
        ),
    ],
    "kendall_tau_b": [
        Mutant("ties are not corrected for: this is tau-a", slips.tau_a),
        Mutant("this is Stuart's tau-c, with all classes", partial(slips.tau_c, len)),
        Mutant(
            "this is Stuart's tau-c, with the classes seen",
            partial(slips.tau_c, slips.fewer_seen),
        ),
        Mutant(
            "pairs tied on both sides are in the denominator: they belong in neither "
            "factor",
            slips.pairs_with_all_ties,
        ),
    ],
    "goodman_kruskal_gamma": [
        Mutant("tied pairs are in the denominator: this is tau-a", slips.tau_a),
        Mutant(
            "it is the share of concordant pairs: take the discordant ones away",
            slips.concordant_alone,
        ),
    ],
    "somers_d": _SOMERS,
    "somers_d_true": _SOMERS,
    "spearman": [
        Mutant(
            "1 - 6 sum d^2 / (N (N^2 - 1)) with average ranks: it is right only "
            "without ties",
            slips.spearman_without_ties,
        ),
        Mutant(
            "ranks without ties: equal classes get different ranks, in the order of the "
            "observations, and not their average",
            slips.spearman_ordinal,
        ),
        Mutant(
            "equal classes get the smallest of their ranks, not the average",
            partial(slips.spearman_by, 0.0),
        ),
        Mutant(
            "equal classes get the largest of their ranks, not the average",
            partial(slips.spearman_by, 1.0),
        ),
    ],
    "pearson": [
        Mutant("this is the covariance: divide by both deviations", slips.covariance),
        Mutant(
            "this is a slope: it is divided by one variance, not by both deviations",
            lambda n: slips.covariance(n) / slips.variance(n.sum(axis=1)),
        ),
        Mutant(
            "this is a slope: it is divided by one variance, not by both deviations",
            lambda n: slips.covariance(n) / slips.variance(n.sum(axis=0)),
        ),
    ],
    "r_int": [
        Mutant(
            "the denominator quoted in the corrigendum: N (N - 1) stands for the size of "
            "both sets, which is smaller unless all is tied",
            MEASURES["r_int_2008"],
        ),
        Mutant(
            "observations are paired with themselves: take i and j different",
            partial(slips.r_int, own=1),
        ),
        Mutant(
            "tied pairs are left out of the sets: take v(i) <= v(j), not v(i) < v(j)",
            partial(slips.r_int, equal=0),
        ),
        Mutant(
            "the cosine is not stretched: r_int is -1 + 2 times it",
            partial(slips.r_int, stretch=False),
        ),
        Mutant(
            "the mean of both sizes is below the line: take the root of their product",
            slips.r_int_mean,
        ),
        Mutant(
            "the size of the union is below the line: take the root of the product",
            slips.r_int_union,
        ),
    ],
    "weighted_kappa": _kappas(1),
    "weighted_kappa_quadratic": _kappas(2),
    "weighted_kappa_unweighted": _kappas(0),
    "gwet_ac2": [
        Mutant(
            "no weights: this is AC1, for which all errors are equal",
            partial(slips.ac2, 0),
        ),
        Mutant(
            "the weights are quadratic: take linear ones, 1 - |r - c| / (K - 1)",
            partial(slips.ac2, 2),
        ),
        Mutant(
            "chance comes from the margins of the truth alone: it is of the mean of both",
            lambda n: slips.ac2(1, n, slips.margins(n)[0]),
        ),
    ],
    "oci": [
        Mutant(
            "beta is 0.75 / N: it must be divided by K - 1",
            partial(slips.oci, lambda n: 0.75 / n.sum()),
        ),
        Mutant(
            "beta is 0.75: it must be divided by N (K - 1)",
            partial(slips.oci, lambda n: 0.75),
        ),
        Mutant(
            "beta is 0.75 / (K - 1): it must be divided by N",
            partial(slips.oci, lambda n: 0.75 / max(len(n) - 1, 1)),
        ),
        Mutant(
            "beta is 1 / (N (K - 1)): the default is 0.75 of it",
            partial(slips.oci, lambda n: 1 / (n.sum() * max(len(n) - 1, 1))),
        ),
        Mutant(
            "beta is 0: nothing off the diagonal costs",
            partial(slips.oci, lambda n: 0.0),
        ),
        Mutant("gamma is 2: the default is 1", slips.oci_gamma),
        Mutant(
            "the path along the diagonal alone is tried: take the cheapest of all",
            slips.diagonal_path,
        ),
        Mutant(
            "beta is 0.75 / (N K): it must be divided by N (K - 1)",
            partial(slips.oci, lambda n: 0.75 / (n.sum() * len(n))),
        ),
        Mutant(
            "beta is 0.25 / (N (K - 1)): the default is 0.75 of it",
            partial(slips.oci_paths, weight=0.25),
        ),
        Mutant(
            "beta is 0.5 / (N (K - 1)): the default is 0.75 of it",
            partial(slips.oci_paths, weight=0.5),
        ),
        Mutant(
            "steps along the diagonal are missing: a path may go down, right, or both "
            "at once",
            partial(slips.oci_paths, aslant=False),
        ),
        Mutant(
            "the first row and column are not summed up: a path to their cells runs "
            "along them",
            partial(slips.oci_paths, first="both"),
        ),
        Mutant(
            "the first row is not summed up: a path to its cells runs along it",
            partial(slips.oci_paths, first="row"),
        ),
        Mutant(
            "the first column is not summed up: a path to its cells runs along it",
            partial(slips.oci_paths, first="column"),
        ),
    ],
    "sup_correlation": [
        Mutant(
            "the table is not divided by the roots of its margins",
            slips.unscaled,
        ),
        Mutant(
            "this is chi-square over N, or its root: the sum of all squared singular "
            "values, not the largest",
            lambda n: np.sqrt(slips.chi_square(n)),
        ),
        Mutant("this is Cramer's V", slips.cramer),
        Mutant(
            "the singular value 1, which every table has, is not left out",
            lambda n: 1.0,
        ),
    ],
}
