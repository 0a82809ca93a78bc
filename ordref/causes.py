"""What goes wrong in implementations: false twins of the measures, each with its name.

A twin is a function of a matrix that makes one known mistake. If the values of a wrong
implementation are those of a twin, the name of the twin is the likely cause.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .measures import MEASURES, Measure

__all__ = ["Cause", "causes"]

Matrix = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Cause:
    """A mistake, in words, and the measure with the mistake made.

    The nearer of two causes is the likelier: a mistake with this measure is near, one
    with any measure farther, and the values of another measure farther still.
    """

    text: str
    twin: Callable[[Matrix], Any]
    far: int = 0

    def __call__(self, cm: Matrix) -> float | None:
        """The value of the twin; None where it has none."""
        try:
            with np.errstate(all="ignore"):
                return float(self.twin(cm))
        except (ArithmeticError, ValueError, IndexError):
            return None


def causes(measure: Measure) -> list[Cause]:
    """The causes that are tried for a measure, its own ones before the common ones."""
    own = _OWN.get(measure.name, [])
    seen = [
        Cause(f"{c.text}; and {_FROM_DATA}", partial(_of_seen, c.twin), far=1)
        for c in own
    ]
    return [*own, *seen, *_common(measure)]


# ----------------------------------------------------------------- mistakes with any measure


def _common(measure: Measure) -> Iterator[Cause]:
    twins: dict[str, Callable[[Matrix], Any]] = {
        "true and predicted classes are exchanged: rows are true, columns predicted": (
            lambda n: measure(n.T)
        ),
        _FROM_DATA: partial(_of_seen, measure),
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
    }
    for text, twin in twins.items():
        yield Cause(text, twin, far=1)
    for other in MEASURES.values():
        if other != measure:
            text = f"these are the values of {other.name}"
            yield Cause(text, other, far=2)
            text += f"; and {_FROM_DATA}"
            yield Cause(text, partial(_of_seen, other), far=3)


_FROM_DATA = (
    "the classes are taken from the data: a class that occurs on neither side keeps its "
    "place in the order"
)


def _of_seen(twin: Callable[[Matrix], Any], n: Matrix) -> Any:
    return twin(n[np.ix_(_seen(n), _seen(n))])


def _seen(n: Matrix) -> Matrix:
    """The classes that occur on some side."""
    return np.flatnonzero((n.sum(axis=0) > 0) | (n.sum(axis=1) > 0))


# ----------------------------------------------------------------- mistakes with one measure


def _distance(n: Matrix, power: float = 1) -> Matrix:
    k = np.arange(len(n))
    return np.asarray(np.abs(k[:, None] - k).astype(float) ** power)


def _per_class(n: Matrix) -> tuple[Matrix, Matrix]:
    """The errors and the sensitivity of each class, nan for an absent one."""
    size = n.sum(axis=1)
    return (n * _distance(n)).sum(axis=1) / size, np.diagonal(n) / size


def _kappa(n: Matrix, w: Matrix, expected: Matrix) -> Any:
    return 1 - (n * w).sum() / n.sum() / (expected * w).sum()


def _margins(n: Matrix) -> tuple[Matrix, Matrix]:
    return n.sum(axis=1) / n.sum(), n.sum(axis=0) / n.sum()


def _disagreement(power: float, n: Matrix) -> Matrix:
    """Weights between 0 and 1; the power 0 is Cohen's kappa of 1960."""
    away = np.asarray(_distance(n) > 0)
    return np.asarray(_distance(n, power) * away / (len(n) - 1) ** power)


def _agreement_taken(power: float, n: Matrix) -> Any:
    v = 1 - _disagreement(power, n)
    return _kappa(n, v, np.outer(*_margins(n)))


def _pooled(power: float, n: Matrix) -> Any:
    true, pred = _margins(n)
    both = (true + pred) / 2
    return _kappa(n, _disagreement(power, n), np.outer(both, both))


def _alpha(power: float, n: Matrix) -> Any:
    values = 2 * n.sum()
    return 1 - (1 - _pooled(power, n)) * (values - 1) / values


def _uniform_chance(power: float, n: Matrix) -> Any:
    return _kappa(n, _disagreement(power, n), np.full(n.shape, 1 / n.size))


def _kappas(power: float) -> list[Cause]:
    return [
        Cause(
            "agreement weights are taken for disagreement: the weight must be 0 in the "
            "diagonal and grow away from it",
            partial(_agreement_taken, power),
        ),
        Cause(
            "the margins of both sides are pooled, as in Scott's pi: chance is the "
            "product of the two margins",
            partial(_pooled, power),
        ),
        Cause(
            "this is Krippendorff's alpha: the margins of both sides are pooled, less one "
            "value",
            partial(_alpha, power),
        ),
        Cause(
            "chance is taken as uniform over the cells, not from the margins",
            partial(_uniform_chance, power),
        ),
    ]


def _ranks(margin: Matrix, place: float) -> Matrix:
    """Ranks of the classes; `place` is 0 for the first, 1/2 the mean, 1 the last of equals."""
    return np.asarray(np.cumsum(margin) - margin + place * (margin - 1) + 1)


def _correlation(n: Matrix, x: Matrix, y: Matrix) -> Any:
    p, q = _margins(n)
    a, b = x - p @ x, y - q @ y
    return (a @ n @ b) / n.sum() / np.sqrt((p @ a**2) * (q @ b**2))


def _spearman_by(place: float, n: Matrix) -> Any:
    return _correlation(n, _ranks(n.sum(axis=1), place), _ranks(n.sum(axis=0), place))


def _spearman_without_ties(n: Matrix) -> Any:
    N = n.sum()
    r, s = _ranks(n.sum(axis=1), 0.5), _ranks(n.sum(axis=0), 0.5)
    return 1 - 6 * (n * (r[:, None] - s) ** 2).sum() / (N * (N**2 - 1))


def _unrolled(n: Matrix) -> tuple[Matrix, Matrix]:
    if n.sum() > 2000 or (n != np.floor(n)).any():
        raise ValueError("too many observations to list")
    r, c = np.indices(n.shape)
    times = n.ravel().astype(int)
    return np.repeat(r.ravel(), times), np.repeat(c.ravel(), times)


def _spearman_ordinal(n: Matrix) -> Any:
    true, pred = _unrolled(n)
    # Ranks 0, ..., N - 1 on both sides: the formula without ties.
    x, y = (v.argsort(kind="stable").argsort() for v in (true, pred))
    N = np.float64(len(x))
    return 1 - 6 * ((x - y) ** 2).sum() / (N * (N**2 - 1))


def _pairs(n: Matrix) -> tuple[Any, ...]:
    from .pairs import pair_counts

    return pair_counts(n)


def _tau_a(n: Matrix) -> Any:
    c, d, e_t, e_p, both = _pairs(n)
    return (c - d) / (c + d + e_t + e_p + both)


def _tau_c(classes: Callable[[Matrix], int], n: Matrix) -> Any:
    c, d = _pairs(n)[:2]
    m = classes(n)
    return 2 * m * (c - d) / (n.sum() ** 2 * (m - 1))


def _fewer_seen(n: Matrix) -> int:
    return min(int((n.sum(axis=k) > 0).sum()) for k in (0, 1))


def _pairs_with_all_ties(n: Matrix) -> Any:
    c, d, e_t, e_p, both = _pairs(n)
    return (c - d) / np.sqrt((c + d + e_t + both) * (c + d + e_p + both))


def _r_int(n: Matrix, own: float = 0, equal: float = 1, stretch: bool = True) -> Any:
    """With pairs of an observation with itself, and without the pairs that are tied."""
    c, d, e_t, e_p, both = _pairs(n)
    self_pairs = own * n.sum()
    S1 = c + d + e_p + equal * 2 * (e_t + both) + self_pairs
    S2 = c + d + e_t + equal * 2 * (e_p + both) + self_pairs
    together = c + equal * (e_t + e_p + 2 * both) + self_pairs
    cosine = together / np.sqrt(S1 * S2)
    return 2 * cosine - 1 if stretch else cosine


def _oci(beta: Callable[[Matrix], float], n: Matrix) -> Any:
    from .oci import oci

    return oci(n, beta=beta(n))


def _oci_gamma(n: Matrix) -> Any:
    from .oci import oci

    return oci(n, gamma=2)


def _diagonal_path(n: Matrix) -> Any:
    M = (n * _distance(n)).sum()
    return 1 - np.trace(n) / (n.sum() + M)


_MICRO = "the observations have equal votes, not the classes"
_ABSENT_0 = "an absent class counts as 0: it must be left out"

_OWN: dict[str, list[Cause]] = {
    "ccr": [
        Cause(
            "the classes have equal votes (balanced accuracy), not the observations",
            lambda n: np.nanmean(_per_class(n)[1]),
        ),
        Cause(
            "a prediction off by one class counts as a hit",
            lambda n: n[_distance(n) <= 1].sum() / n.sum(),
        ),
    ],
    "mer": [
        Cause(
            "the classes have equal votes, not the observations",
            lambda n: 1 - np.nanmean(_per_class(n)[1]),
        )
    ],
    "minimum_sensitivity": [
        Cause(_ABSENT_0, lambda n: np.nan_to_num(_per_class(n)[1]).min()),
        Cause(
            "columns are divided by their sums: this is precision, not sensitivity",
            lambda n: np.nanmin(_per_class(n.T)[1]),
        ),
        Cause(
            "columns are divided by their sums, and a class without predictions counts "
            "as 0: this is precision, not sensitivity",
            lambda n: np.nan_to_num(_per_class(n.T)[1]).min(),
        ),
        Cause(
            "it is the mean of the sensitivities, not the smallest",
            lambda n: np.nanmean(_per_class(n)[1]),
        ),
        Cause(
            "an absent class makes the whole undefined: it must be left out",
            lambda n: _per_class(n)[1].min(),
        ),
    ],
    "mae": [
        Cause(
            "the classes have equal votes (AMAE), not the observations",
            lambda n: np.nanmean(_per_class(n)[0]),
        ),
        Cause(
            "the signs of the errors cancel: take the absolute value of each",
            lambda n: (
                abs((n.sum(axis=0) - n.sum(axis=1)) @ np.arange(len(n))) / n.sum()
            ),
        ),
        Cause(
            "it is the mean over the wrong predictions alone, not over all",
            lambda n: (
                (n * _distance(n)).sum() / (n.sum() - np.trace(n))
                if n.sum() > np.trace(n)
                else 0.0
            ),
        ),
    ],
    "amae": [
        Cause(_ABSENT_0, lambda n: np.nan_to_num(_per_class(n)[0]).mean()),
        Cause(
            "an absent class makes the whole undefined: it must be left out",
            lambda n: _per_class(n)[0].mean(),
        ),
        Cause(_MICRO, MEASURES["mae"]),
        Cause(
            "the means are over the predictions of a class, not over its observations",
            lambda n: np.nanmean(_per_class(n.T)[0]),
        ),
    ],
    "mmae": [
        Cause(
            "an absent class makes the whole undefined: it must be left out",
            lambda n: _per_class(n)[0].max(),
        ),
        Cause(
            "it is the largest error of one observation, not of a class on average",
            lambda n: _distance(n)[n > 0].max(),
        ),
    ],
    "kendall_tau_b": [
        Cause("ties are not corrected for: this is tau-a", _tau_a),
        Cause("this is Stuart's tau-c, with all classes", partial(_tau_c, len)),
        Cause(
            "this is Stuart's tau-c, with the classes seen",
            partial(_tau_c, _fewer_seen),
        ),
        Cause(
            "pairs tied on both sides are in the denominator: they belong in neither "
            "factor",
            _pairs_with_all_ties,
        ),
    ],
    "goodman_kruskal_gamma": [
        Cause("tied pairs are in the denominator: this is tau-a", _tau_a),
    ],
    "spearman": [
        Cause(
            "1 - 6 sum d^2 / (N (N^2 - 1)) with average ranks: it is right only "
            "without ties",
            _spearman_without_ties,
        ),
        Cause(
            "ranks without ties: equal classes get different ranks, in the order of the "
            "observations, and not their average",
            _spearman_ordinal,
        ),
    ],
    "r_int": [
        Cause(
            "the denominator of 2008: N (N - 1) stands for the size of both sets, which "
            "is smaller unless all is tied",
            MEASURES["r_int_2008"],
        ),
        Cause(
            "observations are paired with themselves: take i and j different",
            partial(_r_int, own=1),
        ),
        Cause(
            "tied pairs are left out of the sets: take v(i) <= v(j), not v(i) < v(j)",
            partial(_r_int, equal=0),
        ),
        Cause(
            "the cosine is not stretched: r_int is -1 + 2 times it",
            partial(_r_int, stretch=False),
        ),
    ],
    "weighted_kappa": _kappas(1),
    "weighted_kappa_quadratic": _kappas(2),
    "weighted_kappa_unweighted": _kappas(0),
    "oci": [
        Cause(
            "beta is 0.75 / N: it must be divided by K - 1",
            partial(_oci, lambda n: 0.75 / n.sum()),
        ),
        Cause(
            "beta is 0.75: it must be divided by N (K - 1)",
            partial(_oci, lambda n: 0.75),
        ),
        Cause(
            "beta is 0.75 / (K - 1): it must be divided by N",
            partial(_oci, lambda n: 0.75 / max(len(n) - 1, 1)),
        ),
        Cause(
            "beta is 1 / (N (K - 1)): the default is 0.75 of it",
            partial(_oci, lambda n: 1 / (n.sum() * max(len(n) - 1, 1))),
        ),
        Cause(
            "beta is 0: nothing off the diagonal costs", partial(_oci, lambda n: 0.0)
        ),
        Cause("gamma is 2: the default is 1", _oci_gamma),
        Cause(
            "the path along the diagonal alone is tried: take the cheapest of all",
            _diagonal_path,
        ),
    ],
}
