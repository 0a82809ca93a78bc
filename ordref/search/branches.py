"""Branch and bound over orders of the classes, and over parts of one order."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from .forms import Node, NonnegativeForms, Proof, Side, heights_along
from .kinds import Kind
from .programme import MOST_STEPS, Indices, SingularValueProgramme, fitted
from .table import ROUNDING, Best, CountTable, Floats

# A part is closed when its bound exceeds the best value by at most this: half of the 1e-12
# that is promised.
_DONE = 5 * ROUNDING
# Weights below this proportion of the largest are tried without, too: a programme ends with
# some at products that should have none. Where they are kept, there are tables with parts that
# are not closed, and are divided until no border is left in them.
_SLIGHT = 1e-6
# Weights are fitted to the best pair when its value is this near to the bound; and a pair
# found by ascent is examined when its value is this near to the best.
# At 1, where that is always so, a search takes a fifth longer; from 1e-6 on all are alike.
_NEAR = 1e-3
# Steps of a programme between two ascents, which find better pairs early: 1 takes a tenth
# longer, and without ascents on the way there are some parts more.
_BETWEEN = 4
# Iterations of ascent along one order, most of which need five, until one gains no more than
# this; and orders that are tried in turn, of which the first mostly is enough.
_TURNS, _GAIN, _ORDERS = 20, 1e-9, 3
# A step of a valuation, or a product of steps, is 0 by rounding below this; a valuation that
# varies has the size 1. At exactly 0, one search in 28 lacks its proof.
_ZERO = 1e-12
# The rounding of a sum, relative to its terms, of which each is rounded some ten times.
_ROUNDED = 1e-15


class BranchAndBound:
    """Parts of the pairs of valuations, the part with the largest bound first.

    A part whose bound exceeds the best value is divided: class i is before class j, or j
    before i. Once all classes are in order, it is divided by whether one step is larger than
    a multiple of another.
    """

    def __init__(self, table: CountTable, kind: Kind, best: Best) -> None:
        self.table, self.kind, self.best, self.budget = table, kind, best, 0
        self.made = itertools.count()
        self.tried: set[bytes] = set()
        self.closed: list[Node] = []
        sigma, *_ = table.leading(table.unmerged_labels())
        whole = Node(float(sigma[0]), (), kind.known_order(table.K))
        self.open = [(-whole.bound, next(self.made), whole)]

    def run(self, budget: int) -> float:
        """A bound on all pairs of the kind, within a further budget.

        Pairs found on the way are offered to the best pair.
        """
        self.budget = budget
        while self.open and self.budget > 0:
            *_, node = heapq.heappop(self.open)
            if self._is_closed(node):
                self.closed.append(node)
                continue
            # A node that was not divided lacked the budget for its weights.
            for part in [node] if node.branch_on is None else self._parts(node):
                self._examine(part)
        return max([-bound for bound, *_ in self.open], default=self.best.value)

    def proving(self, bound: float) -> Proof:
        """The parts that prove the bound, each with its bound, and with weights if it has some."""
        whole = self.table.blocks_of(self.table.unmerged_labels()[0].tolist())
        nodes = {(*whole, *node.decided): node for node in self._nodes()}
        return (
            {key: node.bound + ROUNDING for key, node in nodes.items()},
            {key: node.weights for key, node in nodes.items() if node.weights},
        )

    def may_tie(self, value: float) -> bool:
        """Whether more than one part may have this value."""
        return sum(node.bound > value - ROUNDING / 10 for node in self._nodes()) > 1

    def _nodes(self) -> list[Node]:
        return [*self.closed, *(node for *_, node in sorted(self.open))]

    def _is_closed(self, node: Node) -> bool:
        return node.bound <= self.best.value + _DONE

    def _parts(self, node: Node) -> Iterator[Node]:
        """The two parts of a node; only one for the first order, because of -f and -g."""
        if node.cut is None:
            i, j = node.branch_on
            for first, second in [(i, j), (j, i)][: 1 + bool(node.decided)]:
                alone = np.eye(self.table.K, dtype=bool)
                lower = node.before[:, first] | alone[first]
                upper = node.before[second] | alone[second]
                pair = (int(first) + 1, int(second) + 1)
                before = node.before | np.outer(lower, upper)
                yield Node(
                    node.bound, (*node.decided, pair), before, None, node.weights
                )
            return
        axis, s, t, times = node.branch_on
        side = node.cut[axis]
        form = side.rows[s] - times * side.rows[t]
        form = form / abs(form).max()
        classes = (self.table.rows, self.table.columns)[axis] + 1
        for place, row in ((s, form), (t, -form)):
            name = tuple(
                (int(k), float(x)) for k, x in zip(classes, row, strict=True) if x
            )
            rows, names = side.rows.copy(), side.names.copy()
            rows[place], names[place] = row, name
            cut = [*node.cut]
            cut[axis] = Side(rows, names)
            decided = (*node.decided, ("fg"[axis], name))
            yield Node(node.bound, decided, node.before, tuple(cut), node.weights)

    def _examine(self, node: Node) -> None:
        """Lower the bound of a part, and offer pairs of valuations found on the way."""
        if not self._is_closed(node) and self.budget > 0:
            self._bound_by_weights(node)
        if self._is_closed(node):
            self.closed.append(node)
        else:
            heapq.heappush(self.open, (-node.bound, next(self.made), node))

    def _bound_by_weights(self, node: Node) -> None:
        known = NonnegativeForms(self.table, node)
        if MOST_STEPS * known.cost > self.budget:
            self.budget = 0
            return
        S, *_ = self.table.standardised(self.table.unmerged_labels())
        programme = SingularValueProgramme(self.kind.sign * S[0], known.products)
        for turn in range(MOST_STEPS):
            target = self.best.value + ROUNDING
            if programme.decided(target):
                break
            try:
                programme.step()
            except np.linalg.LinAlgError:
                break
            self.budget -= known.cost
            if turn % _BETWEEN == _BETWEEN - 1:
                self._ascend(*known.leading(programme.X))
            if programme.bound - self.best.value < _NEAR:
                for w in self._fitted(known, programme):
                    self._keep_lower_bound(node, known, w)
                if self._is_closed(node):
                    return
        w = programme.w
        for kept in (w, np.where(w > _SLIGHT * w.max(), w, 0)):
            self._keep_lower_bound(node, known, kept)
        if not self._is_closed(node):
            self._ascend(*known.leading(programme.X))
            node.branch_on = self._through_best(known, known.branch_on(programme.X))
            node.cut = known.cut

    def _through_best(self, known: NonnegativeForms, branch_on: Any) -> Any:
        """The next decision, with the border through the best pair if this is in the part.

        Products that are 0 for the best pair may then have weights, in both parts.
        """
        if known.cut is None:
            return branch_on
        axis, s, t, _ = branch_on
        pair = (self.best.f, self.kind.sign * self.best.g)
        steps = [side.rows @ v for side, v in zip(known.cut, pair, strict=True)]
        within = min(v.min() for v in steps) > -_ZERO
        above, below = steps[axis][[s, t]]
        if not within or min(above, below) < _ZERO:
            return branch_on
        return axis, s, t, float(above / below)

    def _keep_lower_bound(self, node: Node, known: NonnegativeForms, w: Floats) -> None:
        """Keep weights that lower the bound, or that close the part and come last."""

        def bounded(raised: Floats) -> float:
            sign, finest = self.kind.sign, self.table.unmerged_labels()
            return float(self.table.leading(finest, sign * raised)[0][0])

        enough = self.best.value + _DONE
        bound, lost = bounded(known.raised(w)), _ROUNDED * known.size(w)
        # The sum of large weights loses digits: where these decide, it is computed exactly.
        if bound <= enough < bound + lost:
            bound, lost = bounded(known.raised_exactly(w)), 0
        bound += lost
        if bound < node.bound or bound <= self.best.value + _DONE:
            node.bound, node.weights = bound, known.named(w)

    def _fitted(
        self, known: NonnegativeForms, programme: SingularValueProgramme
    ) -> Iterator[Floats]:
        """Weights near the present ones that prove the best pair, if it is in this part."""
        f, g = self.best.f, self.kind.sign * self.best.g
        x, y = known.rows @ f, known.columns @ g
        products = x[known.f_index] * y[known.g_index]
        if products.min() >= -_ZERO:
            pair = (known.roots[0] * f, known.roots[1] * g)
            yield fitted(programme, self.best.value, pair, abs(products) < _ZERO)

    def _ascend(self, f: Floats, g: Floats) -> None:
        """Offer pairs that increase along the order of f and g, by alternating regressions."""
        table, kind = self.table, self.kind
        n, r, c = table.n / table.total, table.r / table.total, table.c / table.total
        E = kind.sign * (n - np.outer(r, c))
        start = kind.known_order(table.K)
        for _ in range(_ORDERS):
            height = heights_along(start)
            if start.any():
                g = g * np.copysign(1, height[table.columns] @ (c * (g - g @ c)))
            else:
                height = np.zeros(table.K)
                height[table.rows] += f
                height[table.columns] += g
            rows = np.argsort(height[table.rows], kind="stable")
            columns = np.argsort(height[table.columns], kind="stable")
            value = -np.inf
            for _ in range(_TURNS):
                f = _regression(E @ g, r, rows)
                g = _regression(f @ E, c, columns)
                before, value = value, float(f @ E @ g)
                if value < before + _GAIN:
                    break
            if not f.any() or not g.any():
                return
            if value > self.best.value - _NEAR:
                self._offer(f, g)
            if start.any():
                return
            f, g = E @ g / r, f @ E / c

    def _offer(self, f: Floats, g: Floats) -> None:
        """Offer the best pair with the ties of this one, if it is of the kind; else this one."""
        table, sign = self.table, self.kind.sign
        labels = np.concatenate([_firsts(f), _firsts(g)]).astype(np.int16)[None]
        if labels.tobytes() in self.tried:
            return
        self.tried.add(labels.tobytes())
        _, F, G = table.leading(labels)
        if self.kind.allows(table, F, sign * G)[0]:
            f, g = F[0], sign * G[0]
        self.best.offer(f, sign * g)


def _regression(sums: Floats, share: Floats, order: Indices) -> Floats:
    """The nearest values that increase along an order, with mean 0 and variance 1.

    All 0 if these values are constant.
    """
    v = np.empty(len(share))
    v[order] = _increasing(sums[order] / share[order], share[order])
    v = v - v @ share
    size = np.sqrt(v**2 @ share)
    return v / size if size > _ZERO else 0 * v


def _increasing(values: Floats, sizes: Floats) -> Floats:
    """Isotonic regression: neighbours out of order are pooled."""
    pooled: list[tuple[float, float, int]] = []
    for mean, size in zip(values.tolist(), sizes.tolist(), strict=True):
        count = 1
        while pooled and pooled[-1][0] >= mean:
            other, weight, more = pooled.pop()
            mean = (mean * size + other * weight) / (size + weight)
            size, count = size + weight, count + more
        pooled.append((mean, size, count))
    return np.repeat([p[0] for p in pooled], [p[2] for p in pooled])


def _firsts(values: Floats) -> Indices:
    """For each value the position of the first equal one."""
    _, first, index = np.unique(values, return_index=True, return_inverse=True)
    return np.asarray(first[index])
