"""Mistakes in implementations of the measures, each as a formula and in words.

If a wrong implementation gives the values of such a formula, its words are the likely cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...labels.raters import from_ratings
from ...matrices.ratings import Ratings
from ...measures.agreement import brennan_prediger, krippendorff_alpha, weighted_pi
from ...measures.oci import oci
from ..catalogue.measure import Measure
from ..catalogue.on_request import RATER_ROWS, value_of_ratings
from ..catalogue.rows import MEASURES
from . import wrong_formulas as f
from .wrong_formulas import Matrix


@dataclass(frozen=True, eq=False)
class Mistake:
    """A mistake in words, and the formula with the mistake.

    The lowest rank is the likeliest: a mistake made with this measure comes before one
    made with any measure, and that before the values of another measure.
    """

    text: str
    wrong: Callable[[Matrix], Any]
    likelihood_rank: int = 0

    def __call__(self, cm: Matrix) -> float | None:
        """The wrong value, or None if there is none."""
        try:
            with np.errstate(all="ignore"):
                return float(self.wrong(cm))
        except (ArithmeticError, ValueError, IndexError):
            return None


def mistakes_in(measure: Measure) -> list[Mistake]:
    """The mistakes that are tried for a measure: its own first, then the common ones."""
    own = own_mistakes(measure)
    if measure.name in MEASURES:
        return [*own, *map(_also_of_seen, own), *_of_any(measure)]
    for name, m in RATER_ROWS.items():
        if name != measure.name:
            own.append(Mistake(f"these are the values of {name}", partial(_value, m), 2))
    return own


def own_mistakes(measure: Measure) -> list[Mistake]:
    """The mistakes that are made with this measure and few others."""
    own = (row for row in _OWN if measure.name in row[0].split())
    table = _OF_KAPPA if measure.name in MEASURES else _OF_RATINGS
    shared = (row for row in table if measure.definition in row[0].split())
    made = [Mistake(text, wrong) for _, text, wrong in own]
    return made + [Mistake(text, partial(wrong, measure)) for _, text, wrong in shared]


def _of_any(measure: Measure) -> Iterator[Mistake]:
    for text, wrong in [*CONVENTIONS, *SLIPS]:
        yield Mistake(text, partial(wrong, measure), 1)
    for other in MEASURES.values():
        if other != measure:
            yield (values := Mistake(f"these are the values of {other.name}", other, 2))
            yield _also_of_seen(values)


def _also_of_seen(mistake: Mistake) -> Mistake:
    """The mistake, combined with classes taken from the data."""
    text, rank = f"{mistake.text}; and {FROM_DATA}", mistake.likelihood_rank + 1
    return Mistake(text, partial(of_seen, mistake.wrong), rank)


def _ratings_of(r: Matrix) -> Ratings:
    return from_ratings(r, labels=range(int(np.nanmin(r)), int(np.nanmax(r)) + 1))


def _value(m: Measure, r: Matrix) -> float:
    return value_of_ratings(m, _ratings_of(r))


FROM_DATA = (
    "the classes are taken from the data: one that occurs on neither side must keep its "
    "place in the order"
)


def of_seen(wrong: Callable[[Matrix], Any], n: Matrix) -> Any:
    """The value over the classes that occur among truths or predictions."""
    return wrong(n[f.seen(n)][:, f.seen(n)])


# fmt: off

# Words and formula of a measure m in another convention.
CONVENTIONS: list[tuple[str, Callable[[Measure, Matrix], Any]]] = [
    ("true and predicted classes are exchanged: rows are true, columns predicted",
     lambda m, n: m(n.T)),
    (FROM_DATA, of_seen),
    ("the order of the classes is reversed on one side", lambda m, n: m(n[:, ::-1])),
    ("the value is 1 less the measure", lambda m, n: 1 - m(n)),
    ("the value has the opposite sign", lambda m, n: -m(n)),
    ("the value is a percentage", lambda m, n: 100 * m(n)),
    ("the value is divided by K - 1", lambda m, n: m(n) / (len(n) - 1)),
]

# The same for what is wrong in every convention.
SLIPS: list[tuple[str, Callable[[Measure, Matrix], Any]]] = [
    ("the sign is lost", lambda m, n: abs(m(n))),
    ("the value is squared", lambda m, n: m(n) ** 2),
    ("it is a sum, not a mean", lambda m, n: m(n) * n.sum()),
    ("N and N - 1 are mixed up: the value is too large by N / (N - 1)",
     lambda m, n: m(n) * n.sum() / (n.sum() - 1)),
    ("N and N - 1 are mixed up: the value is too small by (N - 1) / N",
     lambda m, n: m(n) * (n.sum() - 1) / n.sum()),
    ("the value is divided by K", lambda m, n: m(n) / len(n)),
    ("the value is half of what it should be", lambda m, n: m(n) / 2),
    ("the value is twice what it should be", lambda m, n: 2 * m(n)),
    ("the root of the value is taken", lambda m, n: np.sqrt(m(n))),
]

# Names of functions, and the same for a measure m of such a function, with its weights.
_OF_KAPPA: list[tuple[str, str, Callable[[Measure, Matrix], Any]]] = [
    ("weighted_kappa", "agreement weights are taken for disagreement: the weight must be 0 in the "
     "diagonal and grow away from it",
     lambda m, n: f.kappa(n, f.weights(m, n).max() - f.weights(m, n), np.outer(*f.margins(n)))),
    ("weighted_kappa", "the margins of both sides are pooled, as in Scott's pi: chance is the "
     "product of the two margins", lambda m, n: weighted_pi(n, **m.options)),
    ("weighted_kappa", "this is Krippendorff's alpha: the margins of both sides are pooled, less "
     "one value", lambda m, n: f.alpha(weighted_pi(n, **m.options), 2 * n.sum())),
    ("weighted_kappa", "chance is taken as uniform over the cells, not from the margins",
     lambda m, n: brennan_prediger(n, weights=f.weights(m, n))),
]

_SQUARES = ("this is 1 - SS within / SS total, which is never below 0: within units, divide by the "
            "number of ratings less one, and in all too (seen in swarm 486)")
_TWICE = "krippendorff_alpha weighted_pi"
_UNITS = "weighted_pi_by_unit gwet_ac2 brennan_prediger"
_ALL = f"{_TWICE} {_UNITS} conger_kappa"

# The same for a coefficient m of several raters, and an array r of ratings with gaps.
_OF_RATINGS: list[tuple[str, str, Callable[[Measure, Matrix], Any]]] = [
    (_ALL, "units with gaps are dropped: drop only pairs",
     lambda m, r: _value(m, r[(r == r).all(axis=1)])),
    (_ALL, "a gap is one more class (seen in JASP 2307)", lambda m, r: _value(m, np.nan_to_num(r))),
    (_ALL, "units and raters are exchanged: a row is a unit", lambda m, r: _value(m, r.T)),
    (_ALL, "the value is 1 less the measure", lambda m, r: 1 - _value(m, r)),
    (_TWICE, "units with one rating are counted in the frequencies: leave them out",
     lambda m, r: f.from_all_ratings(m.options, _ratings_of(r).table, r[r == r])),
    (_TWICE, "all pairs of ratings count the same: divide those of a unit by its ratings less one",
     lambda m, r: m(f.pairs_within(_ratings_of(r).counts))),
    ("weighted_pi", "each unit counts alike, as in Gwet's (2014) Fleiss' kappa: here ratings must",
     lambda m, r: m(_ratings_of(r).by_unit.table)),
    (_UNITS, "each rating counts alike: units must", lambda m, r: m(_ratings_of(r).table)),
    ("krippendorff_alpha", _SQUARES, lambda m, r: f.explained_share(_ratings_of(r).counts)),
    ("krippendorff_alpha", "ratings are paired with themselves: this is pi of these weights",
     lambda m, r: 1 - (1 - _value(m, r)) / (1 - 1 / _ratings_of(r).n_ratings)),
    ("weighted_pi", "ratings are not paired with themselves: this is alpha of these weights",
     lambda m, r: f.alpha(_value(m, r), _ratings_of(r).n_ratings)),
]

_ABSENT_0 = "an absent class counts as 0: it must be left out"
_ABSENT_NAN = "an absent class makes the measure undefined: it must be left out"
_VOTES = "the classes are weighted equally, not the observations"
_PREDICTIONS = "the means are over the predictions of a class, not over its observations"
_SLOPE = "this is a regression slope: divide by both standard deviations, not by one variance"
_CHANCE = ("the weights are in the observed part alone: the expected part needs them, too (seen in "
           "heolin/agreement 2, for alpha)")
_tau_a = f.from_pairs(lambda c, d, *ties: (c - d) / (c + d + sum(ties)))

# Names of measures, words and formula of what goes wrong with them alone.
# Where a mistake was read in a thread, its words say so; the others are of the formula.
_OWN: list[tuple[str, str, Callable[[Matrix], Any]]] = [
    ("ccr", "the classes are weighted equally (balanced accuracy), not the observations",
     lambda n: np.nanmean(f.hits(n))),
    ("ccr", "a prediction off by one class counts as a hit",
     lambda n: n[f.distance(n) <= 1].sum() / n.sum()),
    ("mer", _VOTES, lambda n: 1 - np.nanmean(f.hits(n))),
    ("minimum_sensitivity", _ABSENT_0, lambda n: np.nan_to_num(f.hits(n)).min()),
    ("minimum_sensitivity", "columns are divided by their sums: this is precision, not sensitivity",
     lambda n: np.nanmin(f.hits(n.T))),
    ("minimum_sensitivity", "columns are divided by their sums, and a class without predictions "
     "counts as 0: this is precision, not sensitivity",
     lambda n: np.nan_to_num(f.hits(n.T)).min()),
    ("minimum_sensitivity", "it is the mean of the sensitivities, not the smallest",
     lambda n: np.nanmean(f.hits(n))),
    ("minimum_sensitivity", _ABSENT_NAN, lambda n: f.hits(n).min()),
    ("minimum_sensitivity", "it is the largest of the sensitivities, not the smallest",
     lambda n: np.nanmax(f.hits(n))),
    ("balanced_accuracy", "a class that is predicted only is counted: it must be left out (seen in "
     "river 1953)", lambda n: np.nansum(f.hits(n)) / f.seen(n).sum()),
    ("balanced_accuracy", _ABSENT_0, lambda n: np.nan_to_num(f.hits(n)).mean()),
    ("geometric_mean_sensitivity", _ABSENT_0,
     lambda n: np.nan_to_num(f.hits(n)).prod() ** (1 / len(n))),
    ("mcc", "it is the mean of the correlations of the classes, one by one", f.mean_of_phi),
    ("accuracy_within", _VOTES,
     lambda n: np.nanmean((n * (f.distance(n) <= 1)).sum(axis=1) / n.sum(axis=1))),
    ("accuracy_within", "a prediction one class below the truth is not counted: it must be, as one "
     "above (seen in skordinal 61)", lambda n: (np.trace(n) + np.trace(n, 1)) / n.sum()),
    ("accuracy_within", "a prediction one class above the truth is not counted: it must be, as one "
     "below", lambda n: (np.trace(n) + np.trace(n, -1)) / n.sum()),
    ("mae", "the classes are weighted equally (AMAE), not the observations",
     lambda n: np.nanmean(f.errors(n))),
    ("mae", "the signs of the errors cancel: take the absolute value of each",
     lambda n: abs(f.moment(n, 1))),
    ("mae", "it is the mean over the wrong predictions alone, not over all",
     lambda n: (n * f.distance(n)).sum() / (n.sum() - np.trace(n) or 1)),
    ("mae", "it is the median of the errors, not their mean",
     lambda n: np.median(abs(np.subtract(*f.unrolled(n))))),
    ("mse", _VOTES, lambda n: np.nanmean(f.errors(n, 2))),
    ("mse", "the mean error is subtracted: this is the variance of the errors", f.variance),
    ("rmse", _VOTES, lambda n: np.sqrt(np.nanmean(f.errors(n, 2)))),
    ("rmse", "the mean error is subtracted: this is the standard deviation of the errors",
     lambda n: np.sqrt(f.variance(n))),
    ("rmse amse", "the root is taken in each class, and the mean after it",
     lambda n: np.nanmean(np.sqrt(f.errors(n, 2)))),
    ("amae", _ABSENT_0, lambda n: np.nan_to_num(f.errors(n)).mean()),
    ("amae", _ABSENT_NAN, lambda n: f.errors(n).mean()),
    ("amse", _ABSENT_0, lambda n: np.nan_to_num(f.errors(n, 2)).mean()),
    ("amae", "the observations are weighted equally, not the classes", MEASURES["mae"]),
    ("amae", _PREDICTIONS, lambda n: np.nanmean(f.errors(n.T))),
    ("amae", "it is the sum over the classes, not their mean", lambda n: np.nansum(f.errors(n))),
    ("mmae", _ABSENT_NAN, lambda n: f.errors(n).max()),
    ("mmae", "it is the largest error of one observation, not of a class on average",
     lambda n: f.distance(n)[n > 0].max()),
    ("mmae", "it is the smallest error of a class, not the largest",
     lambda n: np.nanmin(f.errors(n))),
    ("mmae", _PREDICTIONS, lambda n: np.nanmax(f.errors(n.T))),
    ("kendall_tau_b", "ties are not corrected for: this is tau-a", _tau_a),
    ("kendall_tau_b", "this is Stuart's tau-c, with all classes", lambda n: f.tau_c(n, len(n))),
    ("kendall_tau_b", "this is Stuart's tau-c, with the classes seen",
     lambda n: f.tau_c(n, f.fewer_seen(n))),
    ("kendall_tau_b", "pairs tied on both sides are in the denominator: they belong in neither "
     "factor", f.from_pairs(lambda c, d, t, p, tied:
                          (c - d) / np.sqrt((c + d + t + tied) * (c + d + p + tied)))),
    ("stuart_tau_c", "m counts the classes seen: count all", lambda n: f.tau_c(n, f.fewer_seen(n))),
    ("goodman_kruskal_gamma", "tied pairs are in the denominator: this is tau-a", _tau_a),
    ("goodman_kruskal_gamma", "it is the share of concordant pairs: subtract the discordant ones",
     f.from_pairs(lambda c, d, *ties: c / (c + d))),
    ("somers_d somers_d_true", "this is the symmetric form of Somers' d",
     f.from_pairs(lambda c, d, t, p, tied: (c - d) / (c + d + (t + p) / 2))),
    ("somers_d somers_d_true", "ties are ignored: this is tau-a", _tau_a),
    ("spearman", "1 - 6 sum d^2 / (N (N^2 - 1)) with average ranks: in general it is right only "
     "without ties", f.spearman_without_ties),
    ("spearman", "ranks without ties: equal classes get different ranks, in the order of the "
     "observations, and not their average", f.spearman_ordinal),
    ("spearman", "equal classes get the smallest of their ranks, not the average",
     partial(f.spearman_by, 0.0)),
    ("spearman", "equal classes get the largest of their ranks, not the average",
     partial(f.spearman_by, 1.0)),
    ("pearson", "this is the covariance: divide by both standard deviations",
     f.covariance_of_classes),
    ("pearson", _SLOPE, partial(f.slope, axis=1)),
    ("pearson", _SLOPE, partial(f.slope, axis=0)),
    ("r_int", "the denominator quoted in the corrigendum: N (N - 1) stands for the size of both "
     "sets, which is smaller unless all is tied", MEASURES["r_int_2008"]),
    ("r_int", "observations are paired with themselves: take i and j different",
     partial(f.r_int, own=1)),
    ("r_int", "tied pairs are left out of the sets: take v(i) <= v(j), not v(i) < v(j)",
     partial(f.r_int, equal=0)),
    ("r_int", "the cosine is not rescaled: r_int is twice the cosine, less 1",
     lambda n: (1 + f.r_int(n)) / 2),
    ("r_int", "the mean of both sizes is the denominator: take the root of their product",
     partial(f.r_int, below=lambda a, b, shared: (a + b) / 2)),
    ("r_int", "the size of the union is the denominator: take the root of the product of sizes",
     partial(f.r_int, below=lambda a, b, shared: a + b - shared)),
    ("weighted_kappa", _CHANCE, lambda n: f.half_weighted(n, f.distance(n), *f.margins(n))),
    ("weighted_kappa_quadratic", _CHANCE,
     lambda n: f.half_weighted(n, f.distance(n, 2), *f.margins(n))),
    ("weighted_pi", _CHANCE, lambda n: f.half_weighted(n, f.distance(n), *[f.pool(n)] * 2)),
    ("krippendorff_alpha", _SQUARES, f.explained_by_pairs),
    ("krippendorff_alpha", _CHANCE, f.half_weighted_alpha),
    ("krippendorff_alpha", "differences of classes are squared, as in the interval metric: the "
     "ordinal metric squares differences of ranks (seen in grrrr/krippendorff-alpha 3)",
     partial(krippendorff_alpha, metric="interval")),
    ("krippendorff_alpha", "the ordinal differences are not squared (seen in fast-krippendorff 3)",
     lambda n: f.alpha(weighted_pi(n, weights=f.rank_distance(n)), 2 * n.sum())),
    ("krippendorff_alpha", "ratings are paired with themselves: this is pi of these weights",
     lambda n: weighted_pi(n, weights=f.rank_distance(n) ** 2)),
    ("gwet_ac2", "no weights: this is AC1, for which all errors are equal",
     lambda n: f.ac2(n, "unweighted")),
    ("gwet_ac2", "the weights are quadratic: take linear ones, 1 - |r - c| / (K - 1)",
     lambda n: f.ac2(n, "quadratic")),
    ("gwet_ac2", "chance is computed from the margins of the truth alone: average both margins",
     lambda n: f.ac2(n, "linear", f.margins(n)[0])),
    *((oc, f"beta is {weight}: it must be 0.75 / (N (K - 1))", partial(f.oci_with, oc, beta))
      for oc in ("oci", "oci_prime") for weight, beta in f.BETAS.items()),
    ("oci", "gamma is 2: the default is 1", lambda n: oci(n, gamma=2)),
    ("oci", "the path along the diagonal alone is tried: take the cheapest of all",
     lambda n: 1 - np.trace(n) / (n.sum() + (n * f.distance(n)).sum())),
    ("oci", "beta is 0.75 / (N K): it must be 0.75 / (N (K - 1))",
     lambda n: oci(n, beta=0.75 / (n.sum() * len(n)))),
    ("oci", "steps along the diagonal are missing: a path may go down, right, or both at once",
     partial(f.oci_paths, steps=((1, 0), (0, 1)))),
    *(("oci", f"the first {line} not summed up: a path to its cells runs along it",
       partial(f.oci_paths, starts=starts)) for line, starts in (
          ("row and column are", lambda r, c: 0 in (r, c)), ("row is", lambda r, c: r == 0),
          ("column is", lambda r, c: c == 0))),
    ("uoc", "beta is the default of OC: average over beta", lambda n: oci(f.row_shares(n))),
    ("uoc", "beta is 1 / J: average over beta",
     lambda n: oci(f.row_shares(n), beta=1 / f.row_shares(n).sum())),
    ("r_int_2008", "the cosine is not rescaled", lambda n: (1 + MEASURES["r_int_2008"](n)) / 2),
    ("r_int_2008", "N^2 stands for N (N - 1)", lambda n: f.r_int(n, below=lambda *_: n.sum() ** 2)),
    *((f"{kind}_correlation", f"this is {other.upper()} with the opposite sign: {kind.upper()} has "
       "a maximum of its own", partial(lambda m, n: -m(n), MEASURES[f"{other}_correlation"]))
      for a, b in (("ii", "id"), ("co", "anti")) for kind, other in ((a, b), (b, a))),
    *((f"{kind}_correlation", f"this is {other.upper()} without its sign: take the larger of two "
       "maxima", partial(lambda m, n: abs(m(n)), MEASURES[f"{other}_correlation"]))
      for kind, other in (("mon", "ii"), ("coanti", "co"))),
    ("sup_correlation", "the table is not divided by the roots of its margins", lambda n:
     np.linalg.svd(n / n.sum() - np.outer(*f.margins(n)), compute_uv=False)[0]),
    ("sup_correlation", "this is chi-square over N, or its root: the sum of all squared singular "
     "values, not the largest", lambda n: np.sqrt(f.chi_square(n))),
    ("sup_correlation", "this is Cramer's V",
     lambda n: np.sqrt(f.chi_square(n) / (f.fewer_seen(n) - 1))),
    ("sup_correlation", "the singular value 1, which every table has, is not removed",
     lambda n: 1.0),
]
