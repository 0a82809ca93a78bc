"""The ordered pairs that two rankings share: r_int, and the formula that it corrects."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ..matrices.check import answers_labels, as_matrices, of_matrix, whole_counts
from ..matrices.checked import Checked
from ..matrices.sums import quotient, root, scalar_or_array
from .pairs import PairCounts, pair_counts

__all__ = ["r_int", "r_int_2008"]


@of_matrix
def r_int(cm: ArrayLike) -> Any:
    """The coefficient r_int: how far the ordered pairs of truth and prediction overlap.

    A variable v stands for the set of the ordered pairs (i, j) of different observations with
    ``v(i) <= v(j)``; r_int is the cosine of two such sets, rescaled from [0, 1] to [-1, 1].

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; 1 exactly if the matrix is diagonal once empty rows and columns
        are deleted; -1 exactly if no two observations are tied and all pairs are
        discordant, which needs N <= K. ``nan`` for one observation, because there is no
        pair.

    Raises
    ------
    ValueError
        If ``cm`` is not a stack of confusion matrices (see `as_matrices`), or holds
        a weight that is not a whole number: r_int changes when all counts double, so
        proportions do not determine it.

    Notes
    -----
    rint2014, with the limits of its sums restored: ``-1 + 2 card(S1 & S2) /
    sqrt(card(S1) card(S2))``; the quotient is the coefficient of Ochiai (1957) of the two
    sets. The cardinalities are sums of the five `pair_counts`, and take O(K**2) steps. Tau-b
    exceeds r_int by less than ``3/2 - sqrt(2)``. The chance level is not 0: under
    independence r_int tends to ``sqrt((1 + s)(1 + t)) - 1`` as N grows, with s and t the
    sums of the squared proportions of the rows and of the columns.

    Examples
    --------
    >>> r_int([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    1.0
    >>> r_int([[0, 1], [1, 0]]), r_int([[0, 2], [2, 0]])
    (-1.0, 0.0)
    """
    shared, only_true, only_predicted = ordered_pairs(cm)
    of_true = quotient(shared, shared + only_true)
    of_predicted = quotient(shared, shared + only_predicted)
    return scalar_or_array(2 * root(of_true * of_predicted) - 1)


@of_matrix
def r_int_2008(cm: ArrayLike) -> Any:
    """r_int with the sizes of both sets as quoted in the corrigendum: for teaching only.

    Each set is assumed to hold all ``N(N - 1)`` ordered pairs. For a perfect classifier the
    value is then only the proportion of pairs of observations with the same class.

    Parameters
    ----------
    cm : array_like, shape (..., K, K)
        Confusion matrices of counts, rows true and columns predicted, in class order.

    Returns
    -------
    float, or ndarray of shape (...)
        Between -1 and 1; 1 exactly if all observations are in one cell. ``nan`` for one
        observation, because there is no pair.

    Raises
    ------
    ValueError
        As `r_int`.

    Notes
    -----
    rint2014 quotes the faulty ``card(S1) = sum_i sum_j n_i. n_j. - n``, and the same for
    card(S2); the text that we have prints these sums as the correction, too. With j from 1
    the sum is ``n**2 - n``; with the correct intersection the coefficient is then the number
    of pairs tied in both, minus the discordant ones, over all pairs. The quotation does not
    show what the paper of 2008 had, which is not among the sources.

    Examples
    --------
    >>> r_int_2008([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    0.0
    """
    c, d, e_t, e_p, tied_both = _pairs(cm)
    return scalar_or_array(quotient(tied_both - d, c + d + e_t + e_p + tied_both))


@answers_labels
def ordered_pairs(cm: ArrayLike) -> tuple[Any, Any, Any]:
    """Count the ordered pairs in S1 and S2, in S1 alone and in S2 alone.

    No difference is taken, so no digits are lost where the sets nearly agree.

    Examples
    --------
    >>> ordered_pairs([[2, 1], [0, 3]])
    (19.0, 2.0, 3.0)
    """
    c, d, e_t, e_p, tied_both = _pairs(cm)
    return c + e_t + e_p + 2 * tied_both, d + e_t, d + e_p


def _pairs(cm: ArrayLike) -> PairCounts:
    n = whole_counts(
        "cm",
        as_matrices(cm),
        "r_int counts pairs of observations and changes when all counts double, so give "
        "counts, not shares or weights",
    )
    return pair_counts(Checked(n))
