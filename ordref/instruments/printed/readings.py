"""Formulas that a printed number may come from: measures, variants, conventions, mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ...matrices.limits import CLASSES_TRACED_SINGLY
from ...measures.accuracy import f1_per_class, precision_per_class, sensitivity_per_class
from ...measures.mmae import mae_per_class
from ..catalogue.measure import Measure
from ..catalogue.on_request import ON_REQUEST
from ..catalogue.rows import MEASURES
from ..verify.mistakes import CONVENTIONS, SLIPS, own_mistakes
from ..verify.wrong_formulas import Matrix, oci_with

# What is tried.
TRACED = MEASURES | ON_REQUEST
Formula = Callable[[Matrix], Any]
Common = Callable[[Any, Matrix], Any]
_Variant = tuple[Measure, str, Formula]


class Reading(NamedTuple):
    """A formula that a printed number may come from.

    ``common`` is the convention or mistake that it applies, if it applies to any measure.
    """

    kind: str
    measure: Measure
    words: str
    formula: Formula
    common: Common | None = None


def readings(K: int) -> Iterator[Reading]:
    """All formulas for a matrix of K classes, the simplest first.

    Examples
    --------
    >>> [reading.kind for reading in readings(3) if reading.measure.name == "ccr"][:3]
    ['measure', 'convention', 'convention']
    """
    rows = [m for m in TRACED.values() if not m.searches or m.max_classes >= K]
    plain = [Reading("measure", m, m.title, m) for m in rows]
    plain += [Reading("variant", *parts) for parts in _variants(K)]
    yield from plain
    plain = [reading for reading in plain if not reading.measure.searches]
    yield from _made_of("convention", [*CONVENTIONS, *_MORE_CONVENTIONS], plain)
    for m in rows:
        for mistake in own_mistakes(m):
            yield Reading("mistake", m, f"{m.title}; {mistake.text}", mistake.wrong)
    yield from _made_of("mistake", SLIPS, plain)


def _made_of(kind: str, table: list[tuple[str, Common]], plain: list[Reading]) -> Iterator[Reading]:
    for text, wrong in table:
        for _, m, words, form, _ in plain:
            yield Reading(kind, m, f"{words}; {text}", partial(wrong, form), wrong)


def with_sums(n: Matrix) -> Matrix:
    """The table with its row and column sums, as it is printed.

    Examples
    --------
    >>> with_sums(np.array([[3, 1], [0, 4]])).tolist()
    [[3, 1, 4], [0, 4, 4], [3, 5, 8]]
    """
    right = np.column_stack([n, n.sum(axis=1)])
    return np.vstack([right, right.sum(axis=0)])


# fmt: off

# In addition to those of the conformance kit.
_MORE_CONVENTIONS: list[tuple[str, Common]] = [
    ("the order of the classes is reversed on both sides", lambda m, n: m(n[::-1, ::-1])),
    ("an extra class is added that never occurs", lambda m, n: m(np.pad(n, (0, 1)))),
    ("the sums of rows and columns are treated as an extra class", lambda m, n: m(with_sums(n))),
    ("the last row and column are sums, not a class",
     lambda m, n: m(n[:-1, :-1]) if (with_sums(n[:-1, :-1]) == n).all() else np.nan),
]
_OPTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("weighted_pi", "Scott's pi, unweighted", {"weights": "unweighted"}),
    ("weighted_pi", "quadratic weighted pi", {"weights": "quadratic"}),
    ("krippendorff_alpha", "Krippendorff's alpha, interval", {"metric": "interval"}),
    ("krippendorff_alpha", "Krippendorff's alpha, nominal", {"metric": "nominal"}),
    ("gwet_ac2", "Gwet's AC1, unweighted", {"weights": "unweighted"}),
    ("gwet_ac2", "Gwet's AC2, quadratic", {"weights": "quadratic"}),
    ("oci", "ordinal classification index with gamma 2", {"gamma": 2}),
    ("accuracy_within", "accuracy within two classes", {"k": 2}),
]
_PER_CLASS: list[_Variant] = [
    (ON_REQUEST["macro_precision"], "precision", precision_per_class),
    (ON_REQUEST["macro_recall"], "recall", sensitivity_per_class),
    (ON_REQUEST["macro_f1"], "F1", f1_per_class),
    (MEASURES["amae"], "MAE", mae_per_class),
]


def _variants(K: int) -> Iterator[_Variant]:
    for name, words, options in _OPTIONS:
        yield MEASURES[name], words, partial(MEASURES[name].function, **options)
    for name, share in product(("oci", "oci_prime"), (0.25, 0.5, 1.0)):
        m = MEASURES[name]
        words = f"{m.title} with beta {share:g} / (N (K - 1))"
        yield m, words, partial(oci_with, name, (share, 1, 1))
    for m, words, per_class in _PER_CLASS:
        yield m, f"mean {words}, 0 for a class without one", partial(_mean, per_class)
        yield (m, f"mean {words}, weighted by the sizes of the classes",
               partial(_weighted, per_class))
        for k in range(K if K <= CLASSES_TRACED_SINGLY else 0):
            yield m, f"{words} of class {k + 1}", partial(_of_class, per_class, k)


# fmt: on


def _mean(per_class: Formula, n: Matrix) -> Any:
    return np.nan_to_num(per_class(n)).mean()


def _weighted(per_class: Formula, n: Matrix) -> Any:
    return np.nan_to_num(per_class(n)) @ n.sum(axis=1) / n.sum()


def _of_class(per_class: Formula, k: int, n: Matrix) -> Any:
    return per_class(n)[k]
