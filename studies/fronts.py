"""Pareto differential evolution with a local search, for two objectives (mmae2014, section 4)."""

import numpy as np

from . import network
from .measures import errors

POPULATION, GENERATIONS, NODES = 10, 100, 5  # the least of each grid of the paper
SEARCH_EVERY, EPOCHS = 5, 10
CROSSOVER, MUTATION = 0.8, 0.1
NNPOM_EPOCHS = 500
PROPOSALS = {"P1": ("CCR", "MMAE"), "P2": ("MAE", "MMAE"), "P3": ("tau-b", "MMAE")}


def matrices(y, labels, K):
    """A confusion matrix for each row of labels, shape (P, K, K)."""
    cells = (y - 1) * K + labels - 1
    return np.array(
        [
            np.bincount(row.astype(np.intp), minlength=K * K).reshape(K, K)
            for row in cells
        ]
    )


def dominates(a, b):
    """Whether objectives a are no worse than b in both, and better in one; less is better."""
    return (a <= b).all(axis=-1) & (a < b).any(axis=-1)


def front(objectives):
    """The places of those that none dominates, one of each set of equals."""
    _, first = np.unique(objectives, axis=0, return_index=True)
    found = objectives[np.sort(first)]
    beaten = dominates(found[:, None], found[None]).any(axis=0)
    return np.sort(first)[~beaten]


def hypervolume(objectives, corner):
    """The area that the points dominate, up to a corner that is worse than all."""
    area, lowest = 0.0, corner[1]
    for first, second in sorted(map(tuple, objectives)):
        if first < corner[0] and second < lowest:
            area += (corner[0] - first) * (lowest - second)
            lowest = second
    return area


def thinned(at, objectives, n):
    """At most n places: the one nearest to its neighbours along the front goes, never an end."""
    at = at[np.lexsort((objectives[at, 1], objectives[at, 0]))]
    span = np.ptp(objectives[at], axis=0)
    scaled = objectives / np.where(span > 0, span, 1)
    while len(at) > n:
        gap = abs(scaled[at[2:]] - scaled[at[:-2]]).sum(axis=1)
        at = np.delete(at, 1 + gap.argmin())
    return at


class Evolution:
    """A population of networks, and how its front grows."""

    def __init__(self, X, y, K, pair, rng):
        self.X, self.y, self.pair, self.rng = X, y, pair, rng
        self.shape = network.Shape(X.shape[1], NODES, K)
        self.rows = network.started(self.shape, POPULATION, rng)
        self.values = self.judged(self.rows)
        # The worst value of each: no hit or association, and every object at the other end.
        self.corner = (K - 1 if pair[0] == "MAE" else 0, K - 1)
        self.volumes = []

    def judged(self, rows):
        cms = matrices(self.y, network.labels(self.shape, rows, self.X), self.shape.K)
        return np.stack([errors(m, cms) for m in self.pair], axis=1)

    def kept(self):
        """The front, thinned to leave room for a child; three at least, to be its parents."""
        left = np.arange(len(self.rows))
        keep = left[:0]
        while len(keep) < 3 and len(left):
            best = left[front(self.values[left])]
            keep = np.concatenate([keep, best])
            left = np.setdiff1d(left, best)
        return thinned(keep, self.values, POPULATION - 1)

    def children(self, parents, n):
        """The first of three parents, moved by the difference of the others; then blurred."""
        trio = np.array([self.rng.permutation(len(parents))[:3] for _ in range(n)])
        main, one, other = (parents[trio[:, k]] for k in range(3))
        genes = self.rng.random(main.shape) < CROSSOVER
        child = main + genes * self.rng.normal(size=(n, 1)) * (one - other)
        blurred = self.rng.random(main.shape) < MUTATION
        return child + blurred * self.rng.normal(scale=0.1, size=main.shape), trio[:, 0]

    def generation(self):
        """The dominated go; children come that their main parent does not dominate."""
        keep = self.kept()
        parents, values = self.rows[keep], self.values[keep]
        rows, judged, refused = [parents], [values], []
        missing = POPULATION - len(parents)
        for _ in range(3):
            if missing == 0:
                break
            child, main = self.children(parents, missing)
            theirs = self.judged(child)
            bad = dominates(values[main], theirs)
            rows.append(child[~bad])
            judged.append(theirs[~bad])
            refused.append((child[bad], theirs[bad]))
            missing = int(bad.sum())
        if missing:
            child, theirs = (np.vstack(part) for part in zip(*refused, strict=True))
            best = np.lexsort((theirs[:, 1], theirs[:, 0]))[:missing]
            rows.append(child[best])
            judged.append(theirs[best])
        self.rows, self.values = np.vstack(rows), np.vstack(judged)

    def search(self):
        """Local search from every network; what it makes better by some objective replaces it."""
        found = network.irprop(self.shape, self.rows, self.X, self.y, EPOCHS)
        theirs = self.judged(found)
        good = ~dominates(self.values, theirs)
        # The extremes of the front stay as they are unless they are improved on.
        ends = self.values.argmin(axis=0)
        good[ends] = dominates(theirs[ends], self.values[ends])
        self.rows[good], self.values[good] = found[good], theirs[good]

    def run(self):
        for k in range(GENERATIONS):
            self.generation()
            if k % SEARCH_EVERY == 0:
                self.search()
            if (k + 1) % 20 == 0:
                best = self.values[front(self.values)]
                self.volumes.append(hypervolume(best, self.corner))
        at = front(self.values)
        order = np.lexsort((self.values[at, 1], self.values[at, 0]))
        self.rows, self.values = self.rows[at[order]], self.values[at[order]]
        return self


def nnpom(X, y, K, rng):
    """One network, trained by the local search alone."""
    shape = network.Shape(X.shape[1], NODES, K)
    rows = network.started(shape, 1, rng)
    return shape, network.irprop(shape, rows, X, y, NNPOM_EPOCHS)
