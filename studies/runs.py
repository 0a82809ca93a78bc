"""The runs: what is done for each task, and the rows that it gives.

A row is one model: data set, split, seed, learner and parameter, the confusion
matrices of the five folds of the training part, if it was cross-validated, and the
confusion matrix of the test part. Every measure is computed from these later.
"""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

import ordref

from . import (
    fronts,
    learners,
    network,
    pom,
    sets,
    stretch,
)

FOLDS, TRAIN, SPLITS = 5, 0.4, 50
HELD_OUT, HOLDOUTS = 0.25, 30
LINEAR = (0.01, 0.03, 0.1, 0.3, 1, 3, 10)
QUADRATIC = (0.1, 1, 10, 100, 1000)
HIDDEN = (2, 4, 8, 16)
COLUMNS = ("set", "split", "seed", "learner", "parameter", "folds", "test")

OCI_SETS = ("SWD", "LEV", "ESL", "Balance")
LABEL_SETS, TUNED_ON = ("ERA", "ESL", "LEV", "SWD", "Winequality-red"), (50, 200)
# No real set has as many cases to tune on, beside those to fit and to test with.
DRAWN_ON = (*TUNED_ON, 2000)
HOLDOUT_SETS = ("Balance", "ERA", "ESL", "LEV", "SWD", "Toy", "Winequality-red")

Task = tuple[str, int]
Rows = list[tuple[object, ...]]


@dataclass(frozen=True)
class Study:
    """What is run: the tasks, each a data set and the number of a split; what one gives, and
    how many rows.
    """

    tasks: tuple[Task, ...]
    run: Callable[[str, int], Rows]
    rows: int


def seed_of(name, split):
    """A seed for one split of one set, the same whatever else is run."""
    return zlib.crc32(f"{name}/{split}".encode())


def written(matrices):
    """Matrices as text: counts with spaces between, matrices with bars."""
    return "|".join(" ".join(map(str, np.ravel(cm))) for cm in matrices)


def read(text, K):
    """The matrices of a text of `written`, shape (m, K, K)."""
    parts = [np.array(part.split(), dtype=np.int64) for part in text.split("|")]
    return np.array(parts).reshape(len(parts), K, K)


def matrix(y, labels, K):
    return ordref.confusion_matrix(y, labels, labels=range(1, K + 1))


def chosen_later(name, split, data, candidates) -> Iterator[tuple[object, ...]]:
    """Algorithm 1 of oci2011 up to the choice: every candidate on the folds and on the test part.

    ``candidates`` are triples: the learner's name, its parameter, and a function of
    (X, y, K, new).
    """
    seed = seed_of(name, split)
    rng = np.random.default_rng(seed)
    train, test = np.split(rng.permutation(len(data.y)), [round(TRAIN * len(data.y))])
    folds = np.array_split(train, FOLDS)
    parts = [(np.setdiff1d(train, fold), fold) for fold in folds] + [(train, test)]
    for learner, parameter, fitted in candidates:
        found = []
        for known, new in parts:
            X, Z = sets.standardised(data.X[known], data.X[new])
            with threadpool_limits(1):  # small matrices, and sums in one order
                labels = fitted(X, data.y[known], data.K, Z)
            found.append(matrix(data.y[new], labels, data.K))
        yield (name, split, seed, learner, parameter, written(found[:-1]),
               written(found[-1:]))  # fmt: skip


def with_parameter(learner, features=None, **given):
    """The learner as a function of inputs and new inputs, their features taken first."""
    take = features or (lambda X: X)

    def fitted(X, y, K, new):
        return learner(take(X), y, K, take(new), **given)

    return fitted


def of_real(name, split):
    """Data and candidates of oci2011, section 4.4: three learners with linear kernels."""
    kinds = {
        "Conventional": learners.one_against_one,
        "Frank and Hall": learners.frank_hall,
        "oSVM": learners.osvm,
    }
    return sets.real(name), [
        (kind, C, with_parameter(learner, C=C))
        for kind, learner in kinds.items()
        for C in LINEAR
    ]


def of_five_classes(name, split):
    """A new draw of the data of oci2011, section 4.3; two learners by two kernels, a network."""
    data = sets.saddle(name, np.random.default_rng([seed_of(name, split), 1]))
    kinds = {"Frank and Hall": learners.frank_hall, "oSVM": learners.osvm}
    kernels = {"linear": (None, LINEAR), "quadratic": (learners.quadratic, QUADRATIC)}
    return data, [
        (f"{kind}, {kernel}", C, with_parameter(learner, features, C=C))
        for kind, learner in kinds.items()
        for kernel, (features, grid) in kernels.items()
        for C in grid
    ] + [
        ("oNN", hidden, with_parameter(learners.onn, hidden=hidden, seed=split))
        for hidden in HIDDEN
    ]


def run_real(name, split):
    """All rows of one split of a real set."""
    return list(chosen_later(name, split, *of_real(name, split)))


def run_five_classes(name, split):
    """All rows of one draw of the five classes."""
    return list(chosen_later(name, split, *of_five_classes(name, split)))


def holdout(name, split):
    """A data set and the marks of what is held out: the published ones, else ours."""
    rng = np.random.default_rng(seed_of(name, split))
    if name == "Toy":
        # One set for all its holdouts.
        data = sets.saddle(name, np.random.default_rng(seed_of(name, 0)))
    else:
        data = sets.real(name)
    if data.published is not None:
        return data, data.published[split]
    return data, sets.stratified(data.y, HELD_OUT, rng)


def run_holdout(name, split):
    """Four learners and the second rule of labels on one holdout, C = 1 for the SVMs."""
    data, held = holdout(name, split)
    X, Z = sets.standardised(data.X[~held], data.X[held])
    kinds = {
        "POM": with_parameter(learners.proportional_odds),
        "POM, most probable": with_parameter(
            learners.proportional_odds, label=pom.most_probable
        ),
        "SVM": with_parameter(learners.one_against_one, C=1, kernel="rbf"),
        "Frank and Hall": with_parameter(learners.frank_hall, C=1),
        "oSVM": with_parameter(learners.osvm, C=1),
    }
    return [
        (name, split, seed_of(name, split), kind, "", "",
         written([matrix(data.y[held], fitted(X, data.y[~held], data.K, Z), data.K)]))
        for kind, fitted in kinds.items()
    ]  # fmt: skip


def two_parts(name, split):
    """Training and test part of a holdout, standardised: (X, y), (new X, new y), and K."""
    data, held = holdout(name, split)
    X, Z = sets.standardised(data.X[~held], data.X[held])
    return (X, data.y[~held]), (Z, data.y[held]), data.K


def ends_of_front(name, split, proposal):
    """The rows of the two ends of one front.

    The row of a first model has, as parameter, the hypervolume of the front in training
    after each fifth of the generations, and as folds the training matrices of the whole
    front; the row of a second model has the test matrices of the front as folds.
    """
    train, new, K = two_parts(name, split)
    seed, place = seed_of(name, split), list(fronts.PROPOSALS).index(proposal)
    with threadpool_limits(1):
        found = fronts.Evolution(
            *train, K, fronts.PROPOSALS[proposal], np.random.default_rng([seed, place])
        ).run()
        there, here = (
            fronts.matrices(y, network.labels(found.shape, found.rows, X), K)
            for X, y in (train, new)
        )
    volumes = " ".join(f"{volume:.6g}" for volume in found.volumes)
    return [
        (
            name,
            split,
            seed,
            f"{proposal}M1",
            volumes,
            written(there),
            written(here[:1]),
        ),
        (name, split, seed, f"{proposal}M2", "", written(here), written(here[-1:])),
    ]


def run_fronts(name, split):
    """The ends of three fronts on one holdout, and a network trained alone."""
    rows = [row for p in fronts.PROPOSALS for row in ends_of_front(name, split, p)]
    train, (Z, new), K = two_parts(name, split)
    seed = seed_of(name, split)
    with threadpool_limits(1):
        shape, alone = fronts.nnpom(*train, K, np.random.default_rng([seed, 3]))
        test = fronts.matrices(new, network.labels(shape, alone, Z), K)
    return [*rows, (name, split, seed, "NNPOM", "", "", written(test))]


def run_stretch(name, split):
    """The rules of labels on one holdout: a model of the training part, whose last cases tune."""
    (X, y), (Z, new), K = two_parts(name, split)
    order = np.random.default_rng([seed_of(name, split), 4]).permutation(len(y))
    fit, last = np.split(order, [len(y) - max(TUNED_ON)])
    with threadpool_limits(1):
        p, q = (stretch.probabilities(X[fit], y[fit], K, part) for part in (Z, X[last]))
    tuning = {size: (q[:size], y[last][:size]) for size in TUNED_ON}
    return [
        (
            name,
            split,
            seed_of(name, split),
            rule,
            size,
            "",
            written([matrix(new, labels, K)]),
        )
        for rule, size, labels in stretch.rules(p, tuning, K)
    ]


def run_drawn(name, split):
    """The rules of labels where thousands of cases can tune: draws of a synthetic set.

    Once with the probabilities of a model of 400 cases, and once with the true ones.
    """
    rng = np.random.default_rng([seed_of(name, split), 5])
    each, K = DRAWN_ON[-1] // 400, 5
    drawn = [sets.saddle(name, rng) for _ in range(1 + 2 * each)]
    X, y = (np.concatenate([getattr(d, side) for d in drawn]) for side in ("X", "y"))
    fit, last, new = np.split(np.arange(len(y)), [400, 400 + DRAWN_ON[-1]])
    with threadpool_limits(1):
        Z, *others = sets.standardised(
            *(learners.quadratic(X[part]) for part in (fit, last, new))
        )
        q, p = (stretch.probabilities(Z, y[fit], K, part) for part in others)
        tuning = {size: (q[:size], y[last][:size]) for size in DRAWN_ON}
        found = [("", *row) for row in stretch.rules(p, tuning, K)]
        q, p = (sets.chances(name, X[part]) for part in (last, new))
        tuning = {DRAWN_ON[-1]: (q, y[last])}
        found += [("true: ", *row) for row in stretch.rules(p, tuning, K)]
    return [
        (name, split, seed_of(name, split), whose + rule, size, "",
         written([matrix(y[new], labels, K)]))
        for whose, rule, size, labels in found
    ]  # fmt: skip


def every(names, splits):
    return tuple((name, split) for name in names for split in range(splits))


STUDIES = {
    "holdouts": Study(every(HOLDOUT_SETS, HOLDOUTS), run_holdout, 5),
    "five_classes": Study(every(["five classes"], SPLITS), run_five_classes, 28),
    "real_sets": Study(every(OCI_SETS, SPLITS), run_real, 21),
    "stretch": Study(every(LABEL_SETS, HOLDOUTS), run_stretch, 4),
    "drawn": Study(every(["five classes"], HOLDOUTS), run_drawn, 8),
    # Holdout by holdout, so that a part of the run has all sets.
    "fronts": Study(
        tuple((name, split) for split in range(HOLDOUTS) for name in HOLDOUT_SETS),
        run_fronts,
        7,
    ),
}
