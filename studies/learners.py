"""The learners of the two papers. Each is fitted and labels new inputs in one call.

A learner is a function of (X, y, K, new) and its parameters; the inputs come
standardised, the classes are 1 to K, and it returns the classes of the rows of ``new``.
`frank_hall` is by Frank and Hall (2001), data replication by Cardoso and Pinto da Costa
(2007).
"""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC

from . import pom


def quadratic(X):
    """The inputs of (1 + x z)^2 written out: products, and the inputs themselves."""
    i, j = np.triu_indices(X.shape[1])
    products = X[:, i] * X[:, j] * np.where(i == j, 1, np.sqrt(2))
    return np.hstack([products, np.sqrt(2) * X])


def svm(X, positive, new, C):
    """Where a linear SVM says yes. If only one answer occurs, it is that."""
    if positive.all() or not positive.any():
        return np.full(len(new), positive[0])
    return SVC(kernel="linear", C=C, cache_size=500).fit(X, positive).predict(new)


def one_against_one(X, y, K, new, C, kernel="linear"):
    """The multiclass SVM of LIBSVM: each pair of classes votes."""
    return SVC(kernel=kernel, C=C, cache_size=500).fit(X, y).predict(new)


def frank_hall(X, y, K, new, C):
    """K - 1 SVMs, each asking whether the class is above k; the class is 1 plus the yeses."""
    return 1 + sum(svm(X, y > k, new, C).astype(np.int64) for k in range(1, K))


def replicated(X, K):
    """K - 1 copies of the inputs; copy k has its own unit vector added, the first has zeros."""
    marks = np.vstack([np.zeros(K - 2), np.eye(K - 2)])
    return np.vstack([np.hstack([X, np.tile(mark, (len(X), 1))]) for mark in marks])


def above(y, K):
    """The binary answers of the copies: is the class above k?"""
    return np.concatenate([y > k for k in range(1, K)])


def osvm(X, y, K, new, C):
    """Data replication with one linear SVM: parallel boundaries."""
    yes = svm(replicated(X, K), above(y, K), replicated(new, K), C)
    return 1 + yes.reshape(K - 1, len(new)).sum(axis=0)


def onn(X, y, K, new, hidden, seed):
    """Data replication with one network of a hidden layer."""
    network = MLPClassifier(
        (hidden,), activation="logistic", solver="lbfgs", alpha=1e-3, max_iter=500,
        random_state=seed,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        network.fit(replicated(X, K), above(y, K))
    yes = network.predict(replicated(new, K))
    return 1 + yes.reshape(K - 1, len(new)).sum(axis=0)


def proportional_odds(X, y, K, new, label=pom.by_thresholds):
    """The proportional odds model; a class that does not occur in y is never predicted."""
    present, rank = np.unique(y, return_inverse=True)
    theta, w = pom.fit(X, rank + 1, len(present))
    return present[label(theta, w, new) - 1]
