"""Three ways from probabilities to labels that are judged by quadratic kappa.

The class nearest to the mean; K - 1 thresholds for the mean, tuned on labelled cases; and the
labels with the largest kappa of the expected table, which need no labelled cases.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression

import ordref


def probabilities(X, y, K, new):
    """Of a logistic regression; 0 for a class that the training part lacks."""
    model = LogisticRegression(max_iter=2_000).fit(X, y)
    found = np.zeros((len(new), K))
    found[:, model.classes_ - 1] = model.predict_proba(new)
    return found


def by_thresholds(mean, thresholds):
    """The classes of cases with these means."""
    return 1 + np.searchsorted(thresholds, mean)


def tuned(mean, y, K):
    """Thresholds for the mean with the largest kappa here, each moved in turn until none gains.

    They begin halfway between the classes. Where several are as good, the first is taken.
    """
    thresholds = np.arange(1, K) + 0.5
    middles = np.sort(mean)
    candidates = np.append(middles[:1] - 1, (middles[1:] + middles[:-1]) / 2)
    best = -np.inf
    while True:
        before = best
        for k in range(K - 1):
            rows = np.repeat(thresholds[None], len(candidates) + 1, axis=0)
            rows[1:, k] = candidates
            rows.sort(axis=1)
            labels = (mean[None, :, None] > rows[:, None, :]).sum(axis=2)
            cells = (y - 1) * K + labels
            stack = np.array(
                [np.bincount(row.astype(np.intp), minlength=K * K) for row in cells]
            )
            kappa = ordref.weighted_kappa(stack.reshape(-1, K, K), weights="quadratic")
            at = int(np.nanargmax(kappa))
            thresholds, best = rows[at], kappa[at]
        if not best > before:
            return thresholds


def rules(p, tuning, K):
    """The labels of each rule: of all cases with probabilities p. Tuning is p and y, by size."""
    classes = np.arange(1, K + 1)
    yield "nearest to the mean", "", by_thresholds(p @ classes, np.arange(1, K) + 0.5)
    for size, (q, y) in tuning.items():
        yield (
            "tuned thresholds",
            size,
            by_thresholds(p @ classes, tuned(q @ classes, y, K)),
        )
    yield "largest kappa", "", ordref.predict_for_kappa(p, weights="quadratic")
