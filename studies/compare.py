"""Means over splits of one data set, and how sure their differences are."""

import numpy as np
from scipy import stats


def interval(differences, tests, trains, level=0.95):
    """Mean and limits of paired differences over random splits, by Nadeau and Bengio's variance.

    ``tests`` and ``trains`` are the sizes of the two parts of a split. The splits share
    their data: more of them do not make the interval as narrow as one would like.
    """
    values = np.asarray(differences, dtype=float)
    J = len(values)
    error = np.sqrt((1 / J + tests / trains) * values.var(ddof=1))
    half = stats.t.isf((1 - level) / 2, J - 1) * error
    return values.mean(), values.mean() - half, values.mean() + half
