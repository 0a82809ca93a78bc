"""Scores of probability forecasts, one observation at a time.

A forecast is a pair: the true class, a position 1, ..., K, and the K probabilities of the
classes, Fractions or whole numbers that sum to one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from statistics import mean

from .kappa import disagreement_of

__all__ = [
    "brier_score", "logarithmic_score", "murphy_decomposition", "predict_class",
    "predict_for_kappa", "ranked_probability_score", "ranked_probability_skill_score",
]  # fmt: skip

Probability = int | Fraction
Forecast = tuple[int, Sequence[Probability]]


def ranked_probability_score(forecasts: Iterable[Forecast]) -> Fraction:
    """The mean over the observations of the squared distance of two distribution functions.

    They are compared at each threshold k: the forecast has the probability of a class of at
    most k, the observation 1 if its class is at most k, otherwise 0 (Epstein 1969, in the
    form of Murphy 1971, without a divisor).

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> ranked_probability_score([(1, [half, half, 0]), (3, [half, half, 0])])
    Fraction(3, 4)
    """
    listed = _as_forecasts(forecasts)
    total = Fraction(0)
    for true, p in listed:
        for k in range(1, len(p)):
            total += (sum(p[:k]) - (true <= k)) ** 2
    return total / len(listed)


def ranked_probability_skill_score(forecasts: Iterable[Forecast]) -> Fraction | float:
    """One less the quotient of the ranked probability score and that of climatology.

    Climatology gives every observation the proportions of the true classes. ``nan`` if its
    score is 0, because there is only one true class.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> ranked_probability_skill_score([(1, [half, half, 0]), (3, [0, half, half])])
    Fraction(1, 2)
    """
    listed = _as_forecasts(forecasts)
    trues = [true for true, _ in listed]
    classes = range(1, len(listed[0][1]) + 1)
    climatology = [Fraction(trues.count(k), len(trues)) for k in classes]
    reference = ranked_probability_score((true, climatology) for true in trues)
    if reference == 0:
        return math.nan
    return 1 - ranked_probability_score(listed) / reference


def brier_score(forecasts: Iterable[Forecast]) -> Fraction:
    """The mean over the observations of the squared distance of probabilities and outcome.

    As in Brier (1950), over all classes: for two classes, twice the score often used now.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> brier_score([(1, [half, half, 0]), (3, [half, half, 0])])
    Fraction(1, 1)
    """
    listed = _as_forecasts(forecasts)
    total = Fraction(0)
    for true, p in listed:
        for k, x in enumerate(p, 1):
            total += (x - (true == k)) ** 2
    return total / len(listed)


def logarithmic_score(forecasts: Iterable[Forecast]) -> float:
    """Minus the mean natural logarithm of the probability of the true class (Good 1952).

    Computed as the logarithm of the exact product; ``inf`` if the product is zero.

    Examples
    --------
    >>> logarithmic_score([(1, [Fraction(1, 2), Fraction(1, 2)]), (2, [1, 0])])
    inf
    """
    listed = _as_forecasts(forecasts)
    product = math.prod(Fraction(p[true - 1]) for true, p in listed)
    if product == 0:
        return math.inf
    with localcontext(prec=50):
        above, below = Decimal(product.numerator), Decimal(product.denominator)
        return float((below.ln() - above.ln()) / len(listed))


def predict_class(
    probabilities: Sequence[Probability], loss: str | Sequence[Sequence[Probability]]
) -> int:
    """The class with the least expected loss; of several the lowest.

    Examples
    --------
    >>> tenths = [Fraction(n, 10) for n in (1, 2, 1, 2, 4)]
    >>> [predict_class(tenths, loss) for loss in ("zero-one", "absolute", "squared")]
    [5, 4, 4]
    """
    _as_forecasts([(1, probabilities)])
    classes = range(1, len(probabilities) + 1)

    named = {"zero-one": "unweighted", "absolute": "linear", "squared": "quadratic"}
    lost = disagreement_of(named.get(loss, loss) if isinstance(loss, str) else loss)

    def expected(pred: int) -> Probability:
        return sum(probabilities[true - 1] * lost(true, pred) for true in classes)

    return min(classes, key=expected)


def predict_for_kappa(
    forecasts: Sequence[Sequence[Probability]],
    weights: str | Sequence[Sequence[Probability]] = "linear",
) -> tuple[int, ...] | None:
    """Of all assignments of labels, the first with the largest kappa of the expected table.

    Each case counts in every row of the table with its probability, in the column of its
    label. None if kappa is undefined for one of the assignments.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> predict_for_kappa([(1, 0, 0), (third, third, third), (0, 0, 1)])
    (1, 2, 3)
    """
    N, K, w = len(forecasts), len(forecasts[0]), disagreement_of(weights)
    _as_forecasts((1, p) for p in forecasts)

    def disagreement(p: Sequence[Probability], label: int) -> Fraction:
        return sum((x * Fraction(w(k, label)) for k, x in enumerate(p, 1)), Fraction(0))

    def kappa(labels: tuple[int, ...]) -> Fraction | None:
        observed = sum(map(disagreement, forecasts, labels))
        expected = sum(disagreement(p, label) for p in forecasts for label in labels)
        return 1 - N * observed / expected if expected else None

    values = {c: kappa(c) for c in itertools.product(range(1, K + 1), repeat=N)}
    if None in values.values():
        return None
    return max(values, key=values.__getitem__)  # type: ignore[arg-type]


def murphy_decomposition(
    forecasts: Iterable[Forecast], score: str = "rps", bins: int | None = None
) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """The score, its reliability, resolution and uncertainty, and the part within groups.

    Sums over events: "at most k" for each threshold k if the score is ``"rps"``, "class k"
    for each class if it is ``"brier"``. Observations with the same forecast probability of
    the event are a group; or, with ``bins``, those in the same of so many bins of equal width.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> parts = murphy_decomposition([(1, [half, half]), (2, [half, half]), (2, [0, 1])])
    >>> [str(part) for part in parts]
    ['1/6', '0', '1/18', '2/9', '0']
    """
    listed = _as_forecasts(forecasts)
    K, N = len(listed[0][1]), len(listed)
    total = [Fraction(0)] * 5
    for k in range(1, K if score == "rps" else K + 1):
        answers: list[tuple[Fraction, Fraction]] = []
        for true, p in listed:
            if score == "rps":
                answers.append((Fraction(sum(p[:k])), Fraction(true <= k)))
            else:
                answers.append((Fraction(p[k - 1]), Fraction(true == k)))
        overall = mean(o for _, o in answers)
        groups: dict[Fraction | int, list[tuple[Fraction, Fraction]]] = {}
        for x, o in answers:
            place = x if bins is None else min(int(x * bins), bins - 1)
            groups.setdefault(place, []).append((x, o))
        total[3] += overall * (1 - overall)
        for group in groups.values():
            mean_forecast, mean_outcome = map(mean, zip(*group, strict=True))
            for x, o in group:
                total[1] += (mean_forecast - mean_outcome) ** 2 / N
                total[2] += (mean_outcome - overall) ** 2 / N
                total[0] += (x - o) ** 2 / N
                total[4] += (
                    (x - mean_forecast) ** 2
                    - 2 * (x - mean_forecast) * (o - mean_outcome)
                ) / N
    return total[0], total[1], total[2], total[3], total[4]


def _as_forecasts(forecasts: Iterable[Forecast]) -> list[Forecast]:
    """The forecasts as a list, if all are probabilities of the same number of classes."""
    listed = list(forecasts)
    if not listed:
        raise ValueError("there are no forecasts")
    for true, p in listed:
        if len(p) != len(listed[0][1]) or any(x < 0 for x in p) or sum(p) != 1:
            raise ValueError(f"{p} are not the probabilities of the classes")
        if not isinstance(true, int) or not 1 <= true <= len(p):
            raise ValueError(f"{true} is not a position of one of {len(p)} classes")
    return listed
