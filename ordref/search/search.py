"""The search for the best pair of valuations among merged tables, and its proof."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from .branches import BranchAndBound
from .forms import Proof, Weight
from .kinds import Kind
from .table import ROUNDING, Best, CountTable, Floats, Key, Labels

# The budget of a search, some seconds; a table of R x C classes costs R C min(R, C).
BUDGET = 1 << 30
# Merging and branching take turns. First so many tables are merged; branching has so many
# times that budget, which takes about as long; and each turn has so many times as much as
# the turn before.
_PLAIN, _TIMES, _MORE = 1024, 16, 4
# Numbers in memory at a time.
_AT_A_TIME = 1 << 22


class Certificate:
    """The proof of a bound; `ordref.definitions.check_certificate` checks it.

    Attributes
    ----------
    bound : float
        No pair of the kind exceeds it by more than 1e-12.
    bounds : dict
        Merged tables, each as its blocks of true and of predicted classes, counted from
        1, with a bound on its leading singular value. Every merged table comes from one
        of these by more merging, or cannot have the maximum; see the check. Empty if the
        proof is that no two sets of classes are positively correlated. For CO and ANTI
        the blocks may be followed by pairs ``(i, j)``: the bound then holds for the pairs
        of valuations with class i not above class j, and the opposite order has a bound
        of its own. Other parts are given by ``"f"`` or ``"g"`` and a linear form
        ``((i, x), ...)`` of its values that is not negative.
    weights : dict
        For some of these tables, a tuple of ``(form, form, w)`` with ``w >= 0``. The first
        form is one of f, the second one of g; ``(i, j)`` stands for the step ``f_j - f_i``.
        Their product is not negative for any pair in that part (not positive for ID and
        ANTI). Before merging, w times the product is added to the covariance of f and g
        (subtracted for ID and ANTI).

    Examples
    --------
    >>> from ordref import functional_correlation
    >>> functional_correlation([[2, 1, 0], [0, 2, 1], [0, 0, 3]], "ii").certificate
    <Certificate of 1 table>
    """

    def __init__(self, log: Log, bound: float) -> None:
        self._log, self.bound = log, bound

    @cached_property
    def _proof(self) -> Proof:
        return self._log.proving(self.bound)

    @property
    def bounds(self) -> dict[Key, float]:
        return self._proof[0]

    @property
    def weights(self) -> dict[Key, tuple[Weight, ...]]:
        return self._proof[1]

    def __repr__(self) -> str:
        tables = len(self.bounds)
        return f"<Certificate of {tables} table{'s' * (tables != 1)}>"


def _finer(labels: tuple[int, ...], own: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The tables from which a merged one comes: without its last merge, its last two, and so on."""
    for e in reversed(range(len(labels))):
        if labels[e] != own[e]:
            labels = (*labels[:e], own[e], *labels[e + 1 :])
            yield labels


class MergedTables:
    """The tables that a search has examined, with their bounds."""

    def __init__(self, table: CountTable) -> None:
        self.table = table
        self.examined = [(table.unmerged_labels()[:0], np.empty(0))]

    def add(self, labels: Labels, bounds: Floats) -> None:
        self.examined.append((labels, bounds))

    def all(self) -> tuple[Labels, Floats]:
        labels, bounds = zip(*self.examined, strict=True)
        return np.concatenate(labels), np.concatenate(bounds)

    def may_tie(self, value: float) -> bool:
        """Whether more than one table may have this value."""
        return bool(np.count_nonzero(self.all()[1] > value - ROUNDING / 10) > 1)

    def proving(self, bound: float) -> Proof:
        """The tables that prove the bound, without those that come from others by merging."""
        labels, bounds = self.all()
        own = tuple(self.table.unmerged_labels()[0].tolist())
        low = bounds <= bound + 9 * ROUNDING
        proving = {
            tuple(row): float(b)
            for row, b in zip(labels[low].tolist(), bounds[low], strict=True)
        }
        return {
            self.table.blocks_of(row): b + ROUNDING
            for row, b in proving.items()
            if not any(above in proving for above in _finer(row, own))
        }, {}


# What a search has examined, from which it knows a proof.
Log = MergedTables | BranchAndBound


class SearchResult(NamedTuple):
    """The best pair of the classes present, its correlation, a bound and its proof.

    ``spent`` is the part of the budget that was used.
    """

    value: float
    f: Floats
    g: Floats
    bound: float
    certificate: Certificate
    spent: int


def _result_of(best: Best, bound: float, log: Log, spent: int = 0) -> SearchResult:
    """The result; a bound that the search cannot distinguish from the value is set to it."""
    if bound <= best.value + ROUNDING:
        bound = best.value
    certificate = Certificate(log, bound)
    return SearchResult(best.value, best.f, best.g, min(bound, 1.0), certificate, spent)


def search(table: CountTable, kind: Kind, budget: int) -> SearchResult:
    """The best pair of a kind, and a bound on all of them; see `functional_correlation`."""
    best, log = Best(table), MergedTables(table)
    whole = table.unmerged_labels()
    sigma, f, g = table.leading(whole)
    if sigma[0] > ROUNDING and kind.allows(table, f, kind.sign * g)[0]:
        best.offer(f[0], g[0])
        log.add(whole, sigma)
        return _result_of(best, best.value, log)
    X, Y, allowed, complete = kind.cut_pairs(table)
    i, j = table.best_cut(X, Y, allowed, kind.sign)
    best.offer(X[i], kind.sign * Y[j])
    if best.value <= 0 and (complete or not table.E.any()):
        return _result_of(best, best.value, log)
    bound, spent = np.inf, 0
    for lower, tried, used in _bounds(table, kind, best, budget):
        spent = used
        if lower < bound:
            bound, proof = lower, tried
        if bound <= best.value + ROUNDING:
            break
    if kind.contains and bound <= best.value + ROUNDING and proof.may_tie(best.value):
        # Rounding must not leave the value below that of the smaller kind.
        inner = search(table, kind.contains, budget)
        best.offer(inner.f, inner.g)
        spent += inner.spent
    return _result_of(best, bound, proof, spent)


def _bounds(
    table: CountTable, kind: Kind, best: Best, budget: int
) -> Iterator[tuple[float, Log, int]]:
    """Bounds on all pairs of the kind, each with its proof, for an increasing budget.

    Merging ends soon for some tables, and branching for others, which is not known before.
    The last number is the budget used so far.
    """
    R, C = table.shape
    cost = R * C * min(R, C)
    part = _PLAIN * cost
    spent = min(part, budget)
    yield *_merge_best_first(table, kind, best, spent // cost), spent
    orders = BranchAndBound(table, kind, best)
    while spent < budget:
        more = min(_TIMES * part, budget - spent)
        spent += more
        yield orders.run(more), orders, spent
        part *= _MORE
        if spent < budget:
            more = min(part, budget - spent)
            spent += more
            yield *_merge_best_first(table, kind, best, more // cost), spent


def _merge_best_first(
    table: CountTable, kind: Kind, best: Best, most: int
) -> tuple[float, MergedTables]:
    """Examine at most so many merged tables, those with the largest bound first.

    Pairs found on the way are offered to the best pair. Returns a bound on all pairs of the
    kind, and the tables examined.
    """
    log = MergedTables(table)
    labels = table.unmerged_labels()
    bound = _examine(table, kind, best, labels)
    log.add(labels, bound)
    merges = kind.most_merges(*table.shape)
    width, widest = 16, max(1, _AT_A_TIME // (merges * table.n.size))
    while True:
        open_ = bound > best.value + ROUNDING
        bound, labels = bound[open_], labels[open_]
        if not len(bound):
            return best.value, log
        if merges > most:
            return float(bound.max()), log
        width = min(2 * width, widest)
        order = np.argsort(-np.round(bound, 14), kind="stable")  # equals as they come
        now, later = order[:width], order[width:]
        children = _coarser(table, kind, labels[now])
        most -= len(children)
        if most < 0:
            return float(bound.max()), log
        child_bound = _examine(table, kind, best, children)
        log.add(children, child_bound)
        bound = np.concatenate([bound[later], child_bound])
        labels = np.concatenate([labels[later], children])


def _coarser(table: CountTable, kind: Kind, labels: Labels) -> Labels:
    """All tables with one merge more, each only once.

    A class that is not merged, and is after all that are, joins a block before it.
    """
    R, total = table.shape[0], labels.shape[1]
    last = np.max((labels != table.unmerged_labels()) * np.arange(total), axis=1)
    tables = []
    for start, stop in (0, R), (R, total):
        side = labels[:, start:stop]
        first = side == np.arange(stop - start)
        large = first.sum(axis=1) > 2
        for t, e in itertools.combinations(range(stop - start), 2):
            alone = large & (last < start + e)
            index = np.flatnonzero(kind.may_join(side, t, e) & alone)
            child = labels[index]
            child[:, start + e] = t
            tables.append(child)
    return np.concatenate(tables)


def _examine(table: CountTable, kind: Kind, best: Best, labels: Labels) -> Floats:
    """A bound on the pairs of each merged table; leading pairs of the kind are offered."""
    bound = np.empty(len(labels))
    R = table.shape[0]
    first = labels == table.unmerged_labels()
    shape = first[:, :R].sum(axis=1) * labels.shape[1] + first[:, R:].sum(axis=1)
    at_a_time = max(1, _AT_A_TIME // table.n.size)
    for size in np.unique(shape):
        of_one_shape = np.flatnonzero(shape == size)
        for start in range(0, len(of_one_shape), at_a_time):
            chosen = of_one_shape[start : start + at_a_time]
            bound[chosen], f, g = table.leading(labels[chosen])
            fits = kind.allows(table, f, kind.sign * g)
            for k in np.flatnonzero(fits):
                if bound[chosen[k]] > best.value:
                    best.offer(f[k], g[k])
    return bound
