"""Metamorphic relations: changes of a matrix whose effect on a measure is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
