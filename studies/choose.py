"""Choosing a parameter by a measure, as Algorithm 1 of oci2011, and judging what is chosen."""

import numpy as np

from . import results
from .measures import MEASURES, errors

__all__ = ["MEASURES", "Candidates", "errors"]


class Candidates:
    """The models of one learner on one data set: one for each split and parameter.

    ``folds`` has the shape (splits, parameters, 5, K, K), ``test`` (splits, parameters,
    K, K).
    """

    def __init__(self, study, name, learner):
        table = results.table(study)
        rows = table[(table.set == name) & (table.learner == learner)]
        self.parameters = list(dict.fromkeys(rows.parameter))
        shape = (-1, len(self.parameters))
        folds, test = results.matrices(rows, "folds"), results.matrices(rows)
        self.folds = folds.reshape(*shape, *folds.shape[1:])
        self.test = test.reshape(*shape, *test.shape[1:])

    def picked(self, measure):
        """The place of the first best parameter, by the mean over the folds, for each split."""
        return errors(measure, self.folds).mean(axis=-1).argmin(axis=1)

    def chosen(self, measure):
        """The test matrices of what a measure chooses, one for each split."""
        return self.test[np.arange(len(self.test)), self.picked(measure)]
