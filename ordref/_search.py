"""The search for the best pair of valuations among merged tables, and what proves it."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._kinds import Kind
from ._merged import Floats, Labels, Table

# What a search may spend before it gives up, a table of R x C classes costing the least
# of R and C times R C: enough for all tables of 7 classes merged in any way, and of 10
# merged with neighbours.
BUDGET = 1 << 28
# So many tables are tried before the search asks for weights.
_PLAIN = 1024
# Steps towards the best weights, each at the price of so many tables.
_STEPS, _STEP = 100, 4
# Values closer than this are one value to the search: more than rounding can do to a
# singular value, less than the 1e-12 that is promised.
_ROUNDING = 1e-13
# How many numbers at a time, for the sake of memory.
_AT_A_TIME = 1 << 22

Blocks = tuple[tuple[int, ...], ...]
Weight = tuple[tuple[int, int], tuple[int, int], float]


class Certificate:
    """What proves a bound; `ordref.definitions.check_certificate` checks it.

    Attributes
    ----------
    bound : float
        What no pair of the kind exceeds by more than 1e-12.
    bounds : dict
        Merged tables, each as its blocks of true and of predicted classes, counted from
        1, with a bound on its leading singular value. Every merged table comes from one
        of these by more merging, or cannot be where the maximum is; see the check. Empty
        if the proof is that no two sets of classes are positively correlated.
    weights : tuple of ((i, j), (k, l), w)
        What may be added before merging: ``w >= 0`` times ``(f_j - f_i) (g_l - g_k)``,
        which is not negative for any pair of the kind (not positive for ID and ANTI,
        where it is subtracted), to the covariance of f and g.

    Examples
    --------
    >>> from ordref import functional_correlation
    >>> functional_correlation([[2, 1, 0], [0, 2, 1], [0, 0, 3]], "ii").certificate
    <Certificate of 1 table>
    """

    def __init__(
        self, table: Table, log: "Log", bound: float, weights: tuple[Weight, ...] = ()
    ) -> None:
        self._table, self._log = table, log
        self.bound, self.weights = bound, weights

    @cached_property
    def bounds(self) -> dict[tuple[Blocks, Blocks], float]:
        """The tables that prove it, without those that come from others by merging."""
        labels, bound = self._log.all()
        own = tuple(self._table.finest()[0].tolist())
        low = bound <= self.bound + 9 * _ROUNDING
        proving = {
            tuple(row): float(b)
            for row, b in zip(labels[low].tolist(), bound[low], strict=True)
        }
        return {
            self._named(row): b + _ROUNDING
            for row, b in proving.items()
            if not any(above in proving for above in _above(row, own))
        }

    def _named(self, labels: tuple[int, ...]) -> tuple[Blocks, Blocks]:
        R = len(self._table.rows)
        sides = (labels[:R], self._table.rows), (labels[R:], self._table.columns)
        true, pred = (
            tuple(
                tuple(
                    int(k) + 1
                    for k, label in zip(classes, side, strict=True)
                    if label == first
                )
                for first in sorted(set(side))
            )
            for side, classes in sides
        )
        return true, pred

    def __repr__(self) -> str:
        tables = len(self.bounds)
        return f"<Certificate of {tables} table{'s' * (tables != 1)}>"


def _above(labels: tuple[int, ...], own: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The tables on the way to a merged one: without the class that joined last, and so on."""
    for e in reversed(range(len(labels))):
        if labels[e] != own[e]:
            labels = (*labels[:e], own[e], *labels[e + 1 :])
            yield labels


class Log:
    """Tables that a search has looked at, with bounds; those not opened must prove it."""

    def __init__(self) -> None:
        self.labels: list[Labels] = []
        self.bounds: list[Floats] = []

    def add(self, labels: Labels, bounds: Floats) -> None:
        self.labels.append(labels)
        self.bounds.append(bounds)

    def all(self) -> tuple[Labels, Floats]:
        if not self.labels:
            return np.empty((0, 0), dtype=np.int16), np.empty(0)
        return np.concatenate(self.labels), np.concatenate(self.bounds)

    def near(self, value: float) -> bool:
        """Whether a table besides the one that has a value may have that value, too."""
        return bool(np.count_nonzero(self.all()[1] > value - _ROUNDING / 10) > 1)


class Found(NamedTuple):
    """The best pair of the classes present, its correlation, a bound, and what proves it."""

    value: float
    f: Floats
    g: Floats
    bound: float
    certificate: Certificate


@dataclass
class _Best:
    """The best pair so far."""

    table: Table
    value: float = -np.inf
    f: Floats = field(default_factory=lambda: np.empty(0))
    g: Floats = field(default_factory=lambda: np.empty(0))

    def offer(self, f: Floats, g: Floats) -> None:
        """Keep this pair if it is better."""
        f, g = self.table.spread(f, g)
        value = self.table.correlation(f, g)
        if value > self.value:
            self.value, self.f, self.g = value, f, g

    def found(self, bound: float, log: Log, weights: tuple[Weight, ...] = ()) -> Found:
        """The result, with a bound that is the value if the two are one to the search."""
        if bound <= self.value + _ROUNDING:
            bound = self.value
        certificate = Certificate(self.table, log, bound, weights)
        return Found(self.value, self.f, self.g, min(bound, 1.0), certificate)


def search(table: Table, kind: Kind, budget: int) -> Found:
    """The best pair of a kind, and a bound on all of them; see `functional_correlation`."""
    best, log = _Best(table), Log()
    whole = table.finest()
    sigma, f, g = table.leading(whole)
    if sigma[0] > _ROUNDING and kind.alike(table, f, kind.sign * g)[0]:
        best.offer(f[0], g[0])
        log.add(whole, sigma)
        return best.found(best.value, log)
    X, Y, allowed, complete = kind.cuts(table)
    i, j = table.best_cut(X, Y, allowed, kind.sign)
    best.offer(X[i], kind.sign * Y[j])
    if best.value <= 0 and (complete or not table.E.any()):
        return best.found(best.value, log)
    R, C = table.shape
    most = budget // (R * C * min(R, C))
    bound, log = _grow(table, kind, best, min(most, _PLAIN))
    weights: tuple[Weight, ...] = ()
    if bound > best.value + _ROUNDING and most > _PLAIN + 2 * _STEPS * _STEP:
        raised = _Raised.least(table, kind, best.value)
        bound, log = _grow(table, kind, best, most - _STEPS * _STEP, raised.matrix())
        weights = raised.named()
    if kind.within and bound <= best.value + _ROUNDING and log.near(best.value):
        # What rounding does not tell from the best must not be below a part of the kind.
        inner = search(table, kind.within, budget)
        best.offer(inner.f, inner.g)
    return best.found(bound, log, weights)


def _grow(
    table: Table,
    kind: Kind,
    best: _Best,
    most: int,
    raised: Floats | None = None,
) -> tuple[float, Log]:
    """Go through merged tables from the largest bound on, so many at most.

    Offers what it finds to the best pair. Returns a bound on all pairs of the kind, and
    the tables it has looked at.
    """
    log = Log()
    labels, last = table.finest(), np.zeros(1, dtype=np.int64)
    bound = _examine(table, kind, best, labels, raised)
    log.add(labels, bound)
    merges = kind.merges(*table.shape)
    width, widest = 16, max(1, _AT_A_TIME // (merges * table.n.size))
    while True:
        open_ = bound > best.value + _ROUNDING
        bound, labels, last = bound[open_], labels[open_], last[open_]
        if not len(bound):
            return best.value, log
        if merges > most:
            return float(bound.max()), log
        width = min(2 * width, widest)
        order = np.argsort(-bound, kind="stable")
        now, later = order[:width], order[width:]
        children, joined = _coarser(table, kind, labels[now], last[now])
        most -= len(children)
        if most < 0:
            return float(bound.max()), log
        child_bound = _examine(table, kind, best, children, raised)
        log.add(children, child_bound)
        bound = np.concatenate([bound[later], child_bound])
        labels = np.concatenate([labels[later], children])
        last = np.concatenate([last[later], joined])


def _coarser(
    table: Table, kind: Kind, labels: Labels, last: NDArray[np.int64]
) -> tuple[Labels, NDArray[np.int64]]:
    """All tables with one merge more; by their order of merging, none comes up twice.

    A class, alone so far and after all that have been merged, joins a block before it.
    """
    R, total = table.shape[0], labels.shape[1]
    found, joined = [], []
    for start, stop in (0, R), (R, total):
        side = labels[:, start:stop]
        first = side == np.arange(stop - start)
        large = first.sum(axis=1) > 2
        for t, e in itertools.combinations(range(stop - start), 2):
            joins = kind.joins(side, first, t, e)
            which = np.flatnonzero(joins & large & (last < start + e))
            child = labels[which]
            child[:, start + e] = t
            found.append(child)
            joined.append(np.full(len(which), start + e))
    return np.concatenate(found), np.concatenate(joined)


def _examine(
    table: Table, kind: Kind, best: _Best, labels: Labels, raised: Floats | None
) -> Floats:
    """A bound on the pairs of each merged table; leading pairs that are allowed are offered."""
    bound = np.empty(len(labels))
    R = table.shape[0]
    first = labels == table.finest()
    shape = first[:, :R].sum(axis=1) * labels.shape[1] + first[:, R:].sum(axis=1)
    at_a_time = max(1, _AT_A_TIME // table.n.size)
    for one in np.unique(shape):
        of_one_shape = np.flatnonzero(shape == one)
        for start in range(0, len(of_one_shape), at_a_time):
            these = of_one_shape[start : start + at_a_time]
            bound[these], f, g = table.leading(labels[these])
            fits = kind.alike(table, f, kind.sign * g)
            for k in np.flatnonzero(fits):
                if bound[these[k]] > best.value:
                    best.offer(f[k], g[k])
            if raised is not None:
                lower, *_ = table.leading(labels[these], raised)
                bound[these] = np.minimum(bound[these], lower)
    return bound


# ------------------------------------------------------------------- weights


@dataclass
class _Raised:
    """Multiples of products of steps that are never negative, added to the deviations."""

    table: Table
    kind: Kind
    w: Floats

    def matrix(self) -> Floats:
        """What is added to the deviations from independence, in shares."""
        F, G = self._steps()
        return self.kind.sign * F.T @ (self.w[:, None] * G)

    def _steps(self) -> tuple[Floats, Floats]:
        """The steps of the products as rows: -1 at one class and 1 at the other."""
        i, j, k, m = self.kind.products(self.table).T
        one, other = (np.eye(size) for size in self.table.shape)
        return one[j] - one[i], other[m] - other[k]

    def named(self) -> tuple[Weight, ...]:
        """The weights that are not 0, by the numbers of the classes."""
        rows, columns = self.table.rows + 1, self.table.columns + 1
        return tuple(
            ((int(rows[i]), int(rows[j])), (int(columns[k]), int(columns[m])), float(x))
            for (i, j, k, m), x in zip(
                self.kind.products(self.table), self.w, strict=True
            )
            if x > 0
        )

    @classmethod
    def least(cls, table: Table, kind: Kind, target: float) -> "_Raised":
        """Weights that bring the bound on the table itself down, by steps against its slope.

        All 0 where some class is so rare that adding them would cost digits.
        """
        raised = cls(table, kind, np.zeros(len(kind.products(table))))
        F, G = raised._steps()
        whole, w = table.finest(), raised.w
        lowest = np.inf
        for _ in range(_STEPS):
            A = kind.sign * F.T @ (w[:, None] * G)
            sigma, f, g = table.leading(whole, A)
            if sigma[0] < lowest:
                lowest, raised.w = float(sigma[0]), w
            slope = kind.sign * (F @ f[0]) * (G @ g[0]) / sigma[0]
            slope[(w == 0) & (slope > 0)] = 0
            size = slope @ slope
            if sigma[0] < target + _ROUNDING or size == 0:
                break
            w = np.maximum(0, w - (sigma[0] - target) / size * slope)
        smallest = np.sqrt(table.r.min() * table.c.min()) / table.total
        if 1e-15 * raised.w.sum() > _ROUNDING / 10 * smallest:
            raised.w = np.zeros_like(raised.w)
        return raised
