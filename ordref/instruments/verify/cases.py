"""The cases: the stored vectors, small matrices, and the values of the definitions.

Relations are changes of a matrix whose effect on a measure is known.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ... import definitions
from ...matrices.entries import check_option
from ..catalogue.measure import Measure
from ..catalogue.on_request import BY_UNIT, RATER_ROWS
from ..catalogue.rows import MEASURES
from ..catalogue.synonyms import advice_on_name

Input = Literal["matrix", "labels", "ratings"]
# What a function returns: the measure, or its standard error.
Quantity = Literal["value", "standard_error"]
Rows = list[list[Any]]

# Right formulas in float64 are far more accurate, and wrong ones far less.
TOLERANCE = 1e-9
# The most observations for functions of labels; a matrix may count any number.
MOST_OBSERVATIONS = 2000


@cache
def vectors(name: str) -> Any:
    """The test vectors of a measure, as stored in ``ordref/vectors/NAME.json``.

    Examples
    --------
    >>> vectors("mae")["cases"][0]["expect"]
    'value'
    """
    measure_named(name)
    path = files("ordref") / "vectors" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def stored(name: str, quantity: Quantity, input_kind: Input = "matrix") -> Any:
    """The cases and relations of a measure, or of its standard error.

    Where a relation keeps the measure or its sign, it keeps the standard error, except for
    scaling: the error falls with the number of observations. Of ratings there are none.
    """
    file = _rated(measure_named(name, input_kind)) if input_kind == "ratings" else vectors(name)
    if quantity == "value":
        return file
    check_option("of", quantity, get_args(Quantity))
    if quantity not in file:
        available = ", ".join(other for other in MEASURES if quantity in vectors(other))
        raise ValueError(
            f"there are no vectors of the standard error of {name}, which is found by a "
            f"search, or of ratings; there are of {available}"
        )
    kept = {
        relation: {"effect": "none" if entry["effect"] == "none" else "same"}
        for relation, entry in file["relations"].items()
        if relation != "scaling"
    }
    return {"cases": file[quantity], "relations": kept}


def _rated(measure: Measure) -> Any:
    """The stored ratings that decide the value, gaps as ``nan``; there are no relations."""
    text = (files("ordref") / "vectors/more/raters.json").read_text(encoding="utf-8")
    cases, wanted = [], (measure.definition, measure.options)
    for case in json.loads(text)["cases"]:
        rows, K = case["input"]["ratings"], case["input"]["classes"]
        # Ratings do not tell of classes beyond those used.
        decisive = measure.function not in BY_UNIT or {1, K} <= {x for r in rows for x in r}
        if decisive and (case["function"], case["options"]) == wanted:
            case |= {"name": case["about"], "about": f"{K} classes", "tags": []}
            cm = np.array(rows, dtype=float).tolist()
            cases.append(case | {"cm": cm, "dtype": "float64"})
    return {"cases": cases, "relations": {}}


def measure_named(name: str, input_kind: Input = "matrix") -> Measure:
    """The measure of that name: of a matrix, or of ratings."""
    known = RATER_ROWS if input_kind == "ratings" else MEASURES
    if name not in known:
        advice = advice_on_name(name, known)
        for subject, way, others in (
            ("ratings", "ratings", RATER_ROWS),
            ("a matrix", "matrix", MEASURES),
        ):
            if name in others:
                advice = (
                    f" with --input {input_kind}: it is a measure of {subject}, so give "
                    f"--input {way} (given={way!r})"
                )
        raise ValueError(f"no measure is called {name!r}{advice}")
    return known[name]


def close(value: float, exact: float) -> bool:
    """Whether a value is the exact one, within the tolerance of the vectors.

    Examples
    --------
    >>> close(1 / 3, 0.33333333333333333), close(0.3333, 1 / 3)
    (True, False)
    """
    return value == exact or abs(value - exact) <= TOLERANCE * max(1, abs(exact))


def small_matrices(K: int, N: int) -> Iterator[Rows]:
    """Every matrix of K classes with exactly N observations.

    Examples
    --------
    >>> list(small_matrices(1, 2)), len(list(small_matrices(2, 2)))
    ([[[2]]], 10)
    """
    for cells in itertools.combinations_with_replacement(range(K * K), N):
        flat = [cells.count(k) for k in range(K * K)]
        yield [flat[k * K : (k + 1) * K] for k in range(K)]


def case_of(measure: Measure, cm: Rows, dtype: str = "int64", quantity: Quantity = "value") -> Any:
    """A case as the stored ones are, with the value of the definition."""
    value = _defined(measure.name, tuple(map(tuple, cm)), quantity)
    expect = "nan" if value == "nan" else "value"
    case = {"name": "small", "about": "", "tags": [], "cm": cm, "dtype": dtype}
    return case | {"expect": expect, "value": value}


@lru_cache(maxsize=1 << 15)
def _defined(name: str, cm: tuple[tuple[int, ...], ...], quantity: Quantity) -> str:
    """The value of the definition, to 17 digits."""
    measure = MEASURES[name]
    pairs = definitions.observations(cm)
    definition = definitions.exact if quantity == "value" else definitions.standard_error
    exact = definition(measure.definition, pairs, len(cm), **measure.options)
    return definitions.digits(exact)


def expressible(stored: Any, cm: Rows) -> bool:
    """Whether two sequences of labels can express this matrix."""
    n: NDArray[Any] = np.array(cm)
    if n.dtype.kind != "i" or n.sum(dtype=np.int64) > MOST_OBSERVATIONS:
        return False
    if stored["relations"]["class at an end"]["effect"] == "same":
        return True
    used = n.sum(axis=0) + n.sum(axis=1)
    return bool(used[0] > 0 and used[-1] > 0)


def labels_of(counts: NDArray[Any], dtype: str, ordered: bool = False) -> NDArray[Any]:
    """True and predicted classes, counted from 1, in shuffled order or in that of classes."""
    pairs = (observations(counts) + 1).astype(dtype)
    order = np.random.default_rng(len(counts)).permutation(pairs.shape[1])
    return pairs if ordered else pairs[:, order]


def observations(counts: NDArray[Any]) -> NDArray[Any]:
    """The true and the predicted class of each observation, counted from 0, in order."""
    cells = np.indices(counts.shape).reshape(2, -1)
    return cells.repeat(counts.ravel().astype(np.intp), axis=1)


def smaller_matrices(n: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Smaller matrices: without one class, one cell, half of a cell, or one observation."""
    smaller = [np.delete(np.delete(n, k, 0), k, 1) for k in range(len(n))]
    for change in (lambda x: 0, lambda x: x // 2, lambda x: x - 1):
        for place in zip(*np.nonzero(n), strict=True):
            fewer = n.copy()
            fewer[place] = change(n[place])
            smaller.append(fewer)
    yield from (m for m in smaller if m.sum() > 0)


# ------------------------------------------------------------------- relations


def _inserted(n: NDArray[Any], place: int) -> NDArray[Any]:
    return np.insert(np.insert(n, place, 0, axis=0), place, 0, axis=1)


def _permutations(n: NDArray[Any]) -> list[NDArray[Any]]:
    """Neighbouring classes exchanged: together these make every permutation."""
    orders = [list(range(len(n))) for _ in range(len(n) - 1)]
    for k, order in enumerate(orders):
        order[k], order[k + 1] = k + 1, k
    return [n[np.ix_(order, order)] for order in orders]


# Whether a measure is then the same, changes its sign, or neither, is found by the
# definitions and stored with the vectors.
RELATIONS: dict[str, tuple[str, Callable[[NDArray[Any]], list[NDArray[Any]]]]] = {
    "scaling": ("all counts are multiplied by 2, or by 3", lambda n: [2 * n, 3 * n]),
    "transposition": ("the two sides are exchanged", lambda n: [n.T]),
    "reversal": ("the order of the classes is reversed", lambda n: [n[::-1, ::-1]]),
    "reversed predictions": ("prediction c becomes K + 1 - c", lambda n: [n[:, ::-1]]),
    "permutation": ("two neighbouring classes are exchanged", _permutations),
    "class at an end": (
        "an empty class is added before the first or after the last",
        lambda n: [_inserted(n, 0), _inserted(n, len(n))],
    ),
    "class in between": (
        "an empty class is added between two others",
        lambda n: [_inserted(n, k) for k in range(1, len(n))],
    ),
}
# The relation for functions of labels only, which leaves the matrix as it is.
ORDER = "order of the observations"
