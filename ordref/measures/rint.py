"""The ordered pairs on which two orders agree: r_int, and a formula that it replaces."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray

from ..matrices.check import answers_labels, as_matrices, of_matrix, whole_counts
from ..matrices.sums import quotient, root, scalar_or_array
from .pairs import pair_counts

__all__ = ["ordered_pairs", "r_int", "r_int_2008"]


@of_matrix
def r_int(cm: ArrayLike) -> Any:
    """The coefficient r_int: how far the ordered pairs of truth and prediction overlap.

    A variable is the set of its ordered pairs (i, j) of different observations with
    ``v(i) <= v(j)``; r_int is the cosine of two such sets, stretched to reach from -1.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        At most 1, which is reached exactly if the matrix is diagonal once empty rows
        and columns are deleted; -1 exactly if no two observations are tied and all
        pairs are discordant, which needs N <= K. ``nan`` for one observation, which
        makes no pair.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        a weight that is not a whole number: r_int changes when all counts double, so
        that shares do not determine it.

    Notes
    -----
    rint2014, with the limits of its sums restored: ``-1 + 2 card(S1 & S2) /
    sqrt(card(S1) card(S2))``; the quotient is the coefficient of Ochiai (1957) of the two
    sets. From the five kinds of pairs, in O(K**2) and by sums alone, up to the
    difference of `pair_counts`. Tau-b exceeds it by less than ``3/2 - sqrt(2)``. Chance
    is not 0: independence gives ``sqrt((1 + s)(1 + t)) - 1`` in the limit, with s and t
    the sums of the squared shares of the rows and of the columns.

    Examples
    --------
    >>> r_int([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    1.0
    >>> r_int([[0, 1], [1, 0]]), r_int([[0, 2], [2, 0]])
    (-1.0, 0.0)
    """
    both, only_true, only_predicted = ordered_pairs(cm)
    of_true = quotient(both, both + only_true)
    of_predicted = quotient(both, both + only_predicted)
    return scalar_or_array(2 * root(of_true * of_predicted) - 1)


@of_matrix
def r_int_2008(cm: ArrayLike) -> Any:
    """r_int with the sizes of both sets as quoted in the corrigendum: for teaching only.

    Each set is taken to hold all ``N(N - 1)`` ordered pairs, whatever is in it. A
    perfect classifier then gets the share of pairs that are of one class.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; 1 exactly if all observations are in one cell. ``nan`` for one
        observation, which makes no pair.

    Raises
    ------
    ValueError
        As `r_int`.

    Notes
    -----
    rint2014 quotes the faulty ``card(S1) = sum_i sum_j n_i. n_j. - n`` and card(S2), and
    in the text that we read prints this as the correction, too. Read with j from 1 it is
    ``n**2 - n``; together with the right intersection that leaves the pairs tied in both
    less the discordant ones, over all pairs. What the first paper had, which is not among
    the sources, cannot be read off the quotation; the name of the function is only a name.

    Examples
    --------
    >>> r_int_2008([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    0.0
    """
    c, d, e_t, e_p, ignored = pair_counts(_counts(cm))
    return scalar_or_array(quotient(ignored - d, c + d + e_t + e_p + ignored))


@answers_labels
def ordered_pairs(cm: ArrayLike) -> tuple[Any, Any, Any]:
    """Count the ordered pairs in S1 and S2, in S1 alone and in S2 alone.

    Sums of what is counted, so that nothing is lost where the sets nearly agree.

    Examples
    --------
    >>> ordered_pairs([[2, 1], [0, 3]])
    (19.0, 2.0, 3.0)
    """
    c, d, e_t, e_p, ignored = pair_counts(_counts(cm))
    return c + e_t + e_p + 2 * ignored, d + e_t, d + e_p


def _counts(cm: ArrayLike) -> NDArray[Any]:
    why = "r_int counts pairs of observations and changes when all counts double, so "
    why += "give counts, not shares or weights"
    return whole_counts("cm", as_matrices(cm), why)
