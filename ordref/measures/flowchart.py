"""Which of two confusion matrices is better: the flowchart of CO, ANTI, II and ID.

The four coefficients are compared one after the other, until one of them differs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .functional import PROMISE, Coefficient, functional_correlation

# The flowchart: in this order, and whether the larger value is the better one.
_STEPS: dict[Coefficient, bool] = {"co": True, "anti": False, "ii": True, "id": False}


class Comparison(NamedTuple):
    """Which of two matrices is better, and by which coefficient; see `compare`.

    Examples
    --------
    >>> compare([[2, 1], [1, 2]], [[3, 0], [0, 3]]).better
    'second'
    """

    better: str
    by: str | None


def compare(M: ArrayLike, N: ArrayLike) -> Comparison:
    """Which of two confusion matrices is better by CO, else ANTI, else II, else ID.

    Parameters
    ----------
    M, N : array_like, shape (K, K)
        Two confusion matrices, rows true and columns predicted, in class order. They may
        differ in the number of classes and of observations.

    Returns
    -------
    Comparison
        ``better``, one of "first", "second" and "equal"; ``by``, the coefficient that
        decided, one of "co", "anti", "ii" and "id", or ``None`` if all four are equal.

    Raises
    ------
    ValueError
        If one of the two is not a confusion matrix (see `as_matrices`), is a stack,
        or holds symbols; if it has only one true class, or only one predicted; if the
        search for a coefficient that is needed ends before it can tell which is larger.

    Notes
    -----
    fcorr2020, section 5.1, as far as Figure 2 can be read: its four questions are whether
    CO(M) < CO(N), ANTI(M) > ANTI(N), II(M) < II(N) and ID(M) > ID(N). We take a yes to
    mean that N is better, the opposite inequality that M is, and equality to pass on to the
    next question. There is no tolerance, because with one A could be equal to B, B to C, and C
    better than A. The values compared are those of `functional_correlation`, the correlations
    of the pairs found, rounded once. The comparison is therefore transitive, and matrices that
    differ only in scale or transposition are equal.

    Examples
    --------
    >>> compare([[4, 0, 0], [0, 0, 3], [0, 3, 0]], [[4, 0, 0], [0, 3, 0], [0, 0, 3]])
    Comparison(better='second', by='anti')
    """
    for kind, larger_is_better in _STEPS.items():
        first, second = (functional_correlation(cm, kind) for cm in (M, N))
        for name, result in ("first", first), ("second", second):
            if np.isnan(result.value):
                raise ValueError(
                    f"the {name} matrix has only one true class, or only one predicted: "
                    "it has no correlation"
                )
        proved = first.bound == first.value and second.bound == second.value
        margin = 0.0 if proved else PROMISE
        first_is_larger = first.value > second.bound + margin
        second_is_larger = second.value > first.bound + margin
        if first_is_larger or second_is_larger:
            wins = first_is_larger == larger_is_better
            return Comparison("first" if wins else "second", kind)
        if not proved:
            raise ValueError(
                f"the search for {kind} has ended before its proof, and the intervals "
                "of functional_correlation overlap"
            )
    return Comparison("equal", None)
