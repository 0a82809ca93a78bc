"""Find what a printed number may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...matrices.check import as_floats
from ...matrices.limits import CLASSES_TRACED
from ..catalogue.measure import Measure
from ..catalogue.synonyms import advice_on_name
from .misprints import misprints
from .printed import FAILS, Identified, Matrix, Origin, Printed, printed_number
from .readings import TRACED, Formula, Reading, readings

_KINDS = ("measure", "variant", "convention", "mistake", "misprint")
# More origins are counted, but not kept.
_KEPT = 100
_Others = list[tuple[Measure, Printed]]
# A value, what it is, and of which matrix.
_Candidates = Iterator[tuple[float, Reading, Matrix]]


def identify(
    cm: ArrayLike, printed: str | float | Mapping[str, str | float], *, decimals: int | None = None
) -> Identified:
    """Everything that gives a printed number from a confusion matrix, best first.

    Parameters
    ----------
    cm : array_like, shape (K, K)
        The confusion matrix that is printed beside the number, rows true and columns
        predicted, in class order; at most 50 classes.
    printed : str, number, or mapping of such
        The number. A string keeps its decimals, and may end in a percent sign; with more than
        12 decimals it is one that a program prints, right to 10^-12. A mapping
        has several numbers by the names of measures, as in the table of `evaluate`, and
        perhaps one under ``"?"``. The number sought is that one, or the first that the
        matrix does not give, or else the first; what explains it must give the others as
        well.
    decimals : int, keyword-only, optional
        The number of printed decimals, for what is given as a number, not as a string; one
        with more than 12 decimals needs none.

    Returns
    -------
    Identified
        A sequence of `Origin`, in this order: measures of the catalogue; variants, with
        other weights, denominators, means over classes, or values of single classes;
        conventions, such as a percentage or a transposed matrix; known mistakes, which are
        those of the conformance kit; and misprints of the matrix, for up to 10 classes.
        Within each kind, rounded values come before values that are cut off. The first 100
        are kept, and ``print`` shows 20.

    Raises
    ------
    ValueError
        As every measure for matrices; if ``cm`` is a stack, has more than 50 classes or
        holds symbols; if a number comes without ``decimals``, or cannot be read; if
        ``printed`` is empty, or has a name that is not that of a measure.

    Notes
    -----
    A value gives a printed number if it does by rounding half up, by rounding half to even
    or by cutting off. Borderline values are decided in fractions, for rational measures.

    All measures that give the number are listed, and all variants, except those that equal an
    earlier origin on other matrices as well. A convention or mistake is left out if an earlier
    origin has the same value: 1 less CCR, for example, beside MER. For a number with a name,
    only that measure is tried, with all its options. An origin must also explain the other
    numbers: for the matrix as it is, by the same convention or mistake, or with the same
    misprint corrected.

    `Origin.by_chance` is the expected number of matches of that kind by chance. It counts the
    different values within 20 units of the last place, or within 0.05 if that is more, and
    assumes that they are spread evenly. If it is about 1, a match means nothing: give more
    decimals or more values.

    A misprint is a wrong, missing or superfluous digit in one cell, or two digits
    exchanged; two cells exchanged, of one row, one column or mirror images; two rows, two
    columns or two classes exchanged, or a row and the column of its class; or one
    observation in another cell of its row or column. The functional correlations are tried
    up to the ``max_classes`` of the catalogue, and not for misprints.

    Examples
    --------
    >>> cm = [[4, 2, 0], [0, 3, 1], [1, 1, 0]]
    >>> for origin in identify(cm, "0.3182")[:2]:
    ...     print(origin.kind, origin.words)
    measure Cohen's kappa
    misprint row 1, column 2: 12 in place of 2: correct classification rate
    >>> identify(cm, {"ccr": 0.58, "?": "41.7%"}, decimals=2)[0].name
    'mer'
    """
    n = as_floats(cm)
    if n.ndim != 2 or len(n) > CLASSES_TRACED:
        message = f"identify takes one matrix of at most {CLASSES_TRACED} classes"
        raise ValueError(f"{message}; cm has shape {n.shape}")
    shown = printed if isinstance(printed, Mapping) else {"?": printed}
    for name in shown or [""]:
        if name != "?" and name not in TRACED:
            message = f"printed has {name!r}, which is not a measure"
            raise ValueError(f"{message}{advice_on_name(name, TRACED)}")
    numbers = {name: printed_number(x, decimals) for name, x in shown.items()}
    missed = [k for k, p in numbers.items() if k != "?" and not _gives(TRACED[k], n, p)]
    target = "?" if "?" in numbers else [*missed, *numbers][0]
    number = numbers[target]
    others = [(TRACED[k], p) for k, p in numbers.items() if k != target]
    like = [m.function for m in TRACED.values() if target in ("?", m.name)]
    candidates = [*_readings(n, like, others), *_misprints(n, like, others)]
    values = np.array([value for value, *_ in candidates])
    kinds = np.array([reading.kind for _, reading, _ in candidates])
    holds = number.holds(values, [(r.formula, cm) for _, r, cm in candidates])
    chance = {k: number.by_chance(values[~holds & (kinds == k)]) for k in _KINDS}
    rows = [(*candidates[k], number.is_cut(candidates[k][0])) for k in np.flatnonzero(holds)]
    rows.sort(key=lambda row: (_KINDS.index(row[1].kind), row[3]))
    origins = [
        Origin(r.kind, r.measure.name, r.words + " (cut off, not rounded)" * cut, x, chance[r.kind],
               r.measure.section if cm is n else "confusion#sec-confusion-damaged",
               None if cm is n else tuple(map(tuple, cm.tolist())))
        for x, r, cm, cut in rows[:_KEPT]
    ]  # fmt: skip
    return Identified(tuple(origins), target, Counter(kinds[holds].tolist()))


def _readings(n: Matrix, like: list[Formula], others: _Others) -> _Candidates:
    """Formulas for the matrix as printed that explain the other numbers as well."""
    seen, missed = set[str](), [(m, p) for m, p in others if not _gives(m, n, p)]
    # Of a matrix without symmetries.
    other = (np.arange(1.0, n.size + 1) ** 2 % 37 + 1).reshape(n.shape)
    for reading in readings(len(n)):
        same = reading.common
        if reading.measure.function in like and all(
            same and _gives(partial(same, m), n, p) for m, p in missed
        ):
            value = value_of_formula(reading.formula, n)
            # A formula with the value of a simpler one adds nothing; but a variant does, unless
            # it has that value for another matrix as well.
            keys = [_key(value)]
            if reading.kind in ("measure", "variant") and not reading.measure.searches:
                keys.append(f"{keys[0]}, {_key(value_of_formula(reading.formula, other))}")
            if reading.kind == "measure" or (value == value and keys[-1] not in seen):
                seen.update(keys)
                yield value, reading, n


def _key(value: float) -> str:
    return f"{round(value, 12) + 0.0:.11g}"  # neither -0 nor what rounding leaves of 0


def _misprints(n: Matrix, like: list[Formula], others: _Others) -> _Candidates:
    """The values of measures before a misprint that explains the other numbers as well."""
    words, stack = misprints(n)
    if any(m.searches for m, _ in others):
        return
    for m, p in others:
        holds = p.holds(np.array(value_of_formula(m, stack)), [(m, cm) for cm in stack])
        words, stack = [w for w, h in zip(words, holds, strict=True) if h], stack[holds]
    needless = all(_gives(m, n, p) for m, p in others)
    for m in TRACED.values():
        if m.function in like and not m.searches:
            as_is, values = value_of_formula(m, n), value_of_formula(m, stack)
            for misprint, cm, value in zip(words, stack, values, strict=True):
                if not (needless and abs(value - as_is) < 1e-11):
                    yield value, Reading("misprint", m, f"{misprint}: {m.title}", m), cm


def value_of_formula(formula: Formula, n: Matrix) -> Any:
    """The value of a matrix, or the values of a stack; ``nan`` for what is refused.

    Examples
    --------
    >>> from ordref import mae
    >>> value_of_formula(mae, np.array([[[3, 1], [0, 4]], [[2, 2], [0, 4]]]))
    [0.125, 0.25]
    """
    with suppress(*FAILS), np.errstate(all="ignore"):
        return np.asarray(formula(n), dtype=np.float64).tolist()
    return np.full(n.shape[:-2], np.nan).tolist()


def _gives(formula: Formula, n: Matrix, number: Printed) -> bool:
    return bool(number.holds(np.array([value_of_formula(formula, n)]), [(formula, n)])[0])
