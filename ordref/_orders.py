"""The search along orders of the classes, each step with weights of its own."""

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ._best import ROUNDING, Best
from ._kinds import Flags, Kind
from ._merged import Floats, Key, Labels, Table
from ._weights import MOST_STEPS, Products, Programme, fitted

# From class i to j on the true side, from k to m on the other, and how much.
Weight = tuple[tuple[int, int], tuple[int, int], float]

# Weights below this share of the largest are left out where the bound allows it.
_SLIGHT = 1e-6
# Where the pair at hand is this near to the bound, it is tried as the pair that proves it.
_NEAR = 1e-3
# Turns of climbing along one order, and orders that are tried one after the other.
_TURNS, _ORDERS = 40, 4


@dataclass(order=True)
class _Node:
    """A merged table, and classes of which one comes before the other.

    ``before`` is the order that the decided pairs imply, ``last`` the place on it up to
    which classes have joined others.
    """

    worst: float = field(init=False, repr=False)
    number: int
    bound: float = field(compare=False)
    decided: tuple[tuple[int, int], ...] = field(compare=False)
    before: Flags = field(compare=False)
    labels: Labels = field(compare=False)
    last: int = field(compare=False, default=0)
    weights: tuple[Weight, ...] = field(compare=False, default=())
    doubt: tuple[int, int] | None = field(compare=False, default=None)

    def __post_init__(self) -> None:
        self.worst = -self.bound


class Orders:
    """Tables under orders of the classes, from the largest bound on.

    Where the bound of a table leaves hope, either two classes are put into one order and
    into the other; or, where all are in order, neighbours are merged.
    """

    def __init__(self, table: Table, kind: Kind, best: Best, budget: int) -> None:
        self.table, self.kind, self.best = table, kind, best
        self.budget, self.made = budget, itertools.count()
        self.closed: list[_Node] = []
        self.open: list[_Node] = []

    def run(self) -> float:
        """A bound on all pairs of the kind; offers what it finds to the best pair."""
        root = _Node(
            next(self.made), np.inf, (), self.kind.before(self.table.K),
            self.table.finest(),
        )  # fmt: skip
        self._examine(root)
        while self.open and not self._is_closed(self.open[0]) and self.budget > 0:
            for child in self._children(heapq.heappop(self.open)):
                self._examine(child)
        if not self.open or self._is_closed(self.open[0]):
            return self.best.value
        return self.open[0].bound

    def proving(self, bound: float) -> tuple[dict[Key, float], dict[Key, tuple[Weight, ...]]]:
        """The tables that prove it, each with its bound, and with weights if it has some."""
        bounds, weights = {}, {}
        for node in sorted([*self.closed, *self.open], key=lambda node: node.number):
            pairs = ((i + 1, j + 1) for i, j in node.decided)
            key: Key = (*self.table.named(node.labels[0].tolist()), *pairs)
            bounds[key] = node.bound + ROUNDING
            if node.weights:
                weights[key] = node.weights
        return bounds, weights

    def near(self, value: float) -> bool:
        """Whether a table besides the one that has a value may have that value, too."""
        nodes = [*self.closed, *self.open]
        return sum(node.bound > value - ROUNDING / 10 for node in nodes) > 1

    def _is_closed(self, node: _Node) -> bool:
        return node.bound <= self.best.value + ROUNDING

    # --------------------------------------------------------------- what comes next

    def _children(self, node: _Node) -> Iterator[_Node]:
        if node.doubt is None:
            yield from self._coarser(node)
            return
        i, j = node.doubt
        # The first pair of classes can be turned round together with all values.
        for pair in [(i, j), (j, i)][: 1 + bool(node.decided)]:
            first, second = pair
            upper = node.before[second].copy()
            upper[second] = True
            lower = node.before[:, first].copy()
            lower[first] = True
            before = node.before | np.outer(lower, upper)
            yield self._child(node, (*node.decided, pair), before, node.labels, 0)

    def _coarser(self, node: _Node) -> Iterator[_Node]:
        """Tables with one merge more of neighbours; none comes up twice."""
        rank = node.before.sum(axis=0)
        start = 0
        for classes in (self.table.rows, self.table.columns):
            order = start + np.argsort(rank[classes])
            side = node.labels[0, start : start + len(classes)]
            for k in range(1, len(classes) if len(set(side.tolist())) > 2 else 0):
                if start + k > node.last:
                    labels = node.labels.copy()
                    labels[0, order[k]] = labels[0, order[k - 1]]
                    yield self._child(
                        node, node.decided, node.before, labels, start + k
                    )
            start += len(classes)

    def _child(
        self,
        node: _Node,
        decided: tuple[tuple[int, int], ...],
        before: Flags,
        labels: Labels,
        last: int,
    ) -> _Node:
        number = next(self.made)
        return _Node(number, node.bound, decided, before, labels, last, node.weights)

    # --------------------------------------------------------------- bounds

    def _examine(self, node: _Node) -> None:
        """Find a low bound for the pairs of a node, and pairs on the way."""
        table, kind, best = self.table, self.kind, self.best
        free, f, g = table.leading(node.labels)
        if kind.alike(table, f, kind.sign * g)[0]:
            best.offer(f[0], g[0])
        self._lower(node, float(free[0]), ())
        if node.weights:
            self._lower(node, self._with(node.labels, node.weights), node.weights)
        if not self._is_closed(node) and self.budget > 0:
            self._weigh(node)
        if self._is_closed(node):
            self.closed.append(node)
        else:
            node.worst = -node.bound
            heapq.heappush(self.open, node)

    def _lower(self, node: _Node, bound: float, weights: tuple[Weight, ...]) -> None:
        if bound <= node.bound:
            node.bound, node.weights = bound, weights

    def _with(self, labels: Labels, weights: tuple[Weight, ...]) -> float:
        """The bound with weights; none where a class is so rare that it would cost digits."""
        table = self.table
        raised, added = np.zeros(table.shape), np.zeros(table.shape)
        for (i, j), (k, m), w in weights:
            rows = np.searchsorted(table.rows, (i - 1, j - 1))
            columns = np.searchsorted(table.columns, (k - 1, m - 1))
            raised[np.ix_(rows, columns)] += w * self.kind.sign * _STEPS
            added[np.ix_(rows, columns)] += w
        roots = np.sqrt(np.outer(table.r, table.c)) / table.total
        if 1e-15 * np.linalg.norm(added / roots) > ROUNDING / 2:
            return np.inf
        return float(table.leading(labels, raised)[0][0])

    def _weigh(self, node: _Node) -> None:
        steps = _Steps.of(self.table, node)
        cost = steps.cost
        if MOST_STEPS * cost > self.budget:
            self.budget = 0
            return
        S, *_ = self.table.standardised(node.labels)
        programme = Programme(self.kind.sign * S[0], steps.products)
        target = self.best.value + ROUNDING / 2
        for _ in range(MOST_STEPS):
            if programme.decided(target):
                break
            try:
                programme.step()
            except np.linalg.LinAlgError:
                break
            self.budget -= cost
            if programme.bound - self.best.value < _NEAR:
                self._fit(node, steps, programme)
                if self._is_closed(node):
                    return
        w = programme.w
        self._lower(node, *self._named(node, steps, w))
        slight = np.where(w > _SLIGHT * w.max(), w, 0)
        fewer = self._named(node, steps, slight)
        if fewer[0] <= target:
            self._lower(node, *fewer)
        if self._is_closed(node):
            return
        f, g = steps.values(programme.X)
        self._climb(f, g)
        node.doubt = steps.doubt(programme.X)

    def _named(
        self, node: _Node, steps: "_Steps", w: Floats
    ) -> tuple[float, tuple[Weight, ...]]:
        weights = steps.named(w)
        return self._with(node.labels, weights), weights

    def _fit(self, node: _Node, steps: "_Steps", programme: Programme) -> None:
        """Weights that prove the best pair, if there are some near to those at hand."""
        f, g = self.best.f, self.kind.sign * self.best.g
        R = len(f)
        if (f != f[node.labels[0, :R]]).any() or (g != g[node.labels[0, R:]]).any():
            return
        x, y = f[steps.rows[:, 1]] - f[steps.rows[:, 0]], g[steps.columns[:, 1]] - g[steps.columns[:, 0]]
        products = programme.products
        if (x[products.one] * y[products.other] < 0).any():
            return
        u, v = f[steps.firsts[0]] * steps.a, g[steps.firsts[1]] * steps.b
        w = fitted(programme.Z, products, programme.w, self.best.value, u, v, x, y)
        self._lower(node, *self._named(node, steps, w))

    # --------------------------------------------------------------- good pairs

    def _climb(self, f: Floats, g: Floats) -> None:
        """Offer pairs that increase along the order of f and g, by turns of regression."""
        table, kind = self.table, self.kind
        n, r, c = table.n / table.total, table.r / table.total, table.c / table.total
        E = kind.sign * (n - np.outer(r, c))
        start = kind.before(table.K)
        for _ in range(_ORDERS):
            height = np.zeros(table.K)
            if start.any():
                height = _along(start)
                g = g * np.copysign(1, height[table.columns] @ (c * (g - g @ c)))
            else:
                height[table.rows] += f
                height[table.columns] += g
            rows = np.argsort(height[table.rows], kind="stable")
            columns = np.argsort(height[table.columns], kind="stable")
            value = -np.inf
            for _ in range(_TURNS):
                f = _regression(E @ g, r, rows)
                g = _regression(f @ E, c, columns)
                if f @ E @ g < value + 1e-9:
                    break
                value = f @ E @ g
            if not f.any() or not g.any():
                return
            self._offer(f, g)
            if start.any():
                return
            f, g = E @ g / r, f @ E / c

    def _offer(self, f: Floats, g: Floats) -> None:
        """The best pair with the ties of this one, if it is of the kind; else this one."""
        table, sign = self.table, self.kind.sign
        labels = np.concatenate([_firsts(f), _firsts(g)]).astype(np.int16)[None]
        _, F, G = table.leading(labels)
        if self.kind.alike(table, F, sign * G)[0]:
            f, g = F[0], sign * G[0]
        self.best.offer(f, sign * g)


_STEPS = np.array([[1.0, -1.0], [-1.0, 1.0]])


@dataclass
class _Steps:
    """The steps of a node whose products are not negative, by places of true and of predicted classes."""

    table: Table
    before: Flags
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    one: NDArray[np.int64]
    other: NDArray[np.int64]
    products: Products
    firsts: tuple[NDArray[np.int64], NDArray[np.int64]]
    blocks: tuple[NDArray[np.int64], NDArray[np.int64]]
    a: Floats
    b: Floats

    @classmethod
    def of(cls, table: Table, node: _Node) -> "_Steps":
        R = table.shape[0]
        sides, firsts, roots, ups = [], [], [], []
        _, A, B, a, b = table.standardised(node.labels)
        height = _along(node.before)
        for classes, labels, blocks, root in (
            (table.rows, node.labels[0, :R], A[0], a[0]),
            (table.columns, node.labels[0, R:], B[0], b[0]),
        ):
            first = np.flatnonzero(labels == np.arange(len(labels)))
            between = blocks @ node.before[np.ix_(classes, classes)] @ blocks.T > 0
            np.fill_diagonal(between, False)
            i, j = np.nonzero(between & ~(between @ between))
            sides.append(np.stack([first[i], first[j]], axis=1))
            firsts.append(first)
            roots.append(root)
            up = height[classes[first]]
            ups.append(root * (up - root**2 @ up))
        counts = [len(side) for side in sides]
        one, other = (k.ravel() for k in np.indices(counts))
        i, j = np.nonzero(np.triu(~(node.before | node.before.T), 1))
        both = np.isin(i, table.rows) & np.isin(j, table.rows)
        both &= np.isin(i, table.columns) & np.isin(j, table.columns)
        for k, classes in enumerate((table.rows, table.columns)):
            pair = np.stack([i[both], j[both]], axis=1)
            sides[k] = np.concatenate([sides[k], np.searchsorted(classes, pair)])
        more = np.arange(np.count_nonzero(both))
        one = np.concatenate([one, counts[0] + more])
        other = np.concatenate([other, counts[1] + more])
        F, G = (
            _differences(side, labels, first, root)
            for side, labels, first, root in zip(
                sides, (node.labels[0, :R], node.labels[0, R:]), firsts, roots, strict=True
            )
        )
        products = Products(F, G, one, other, (ups[0], ups[1]))
        return cls(
            table, node.before, sides[0], sides[1], one, other, products,
            (firsts[0], firsts[1]),
            (np.searchsorted(firsts[0], node.labels[0, :R]),
             np.searchsorted(firsts[1], node.labels[0, R:])), roots[0], roots[1],
        )  # fmt: skip

    @property
    def cost(self) -> int:
        """About what a step of the programme costs, in the units of the budget."""
        m, n = len(self.one), len(self.a) + len(self.b)
        return 20 * (m + n) ** 2 + (m + n) ** 3 // 20

    def named(self, w: Floats) -> tuple[Weight, ...]:
        rows, columns = self.table.rows + 1, self.table.columns + 1
        steps = zip(self.rows[self.one], self.columns[self.other], w, strict=True)
        return tuple(
            ((int(rows[i]), int(rows[j])), (int(columns[k]), int(columns[m])), float(x))
            for (i, j), (k, m), x in steps
            if x > 0
        )

    def values(self, X: Floats) -> tuple[Floats, Floats]:
        """The leading pair of a matrix in place of f g', on the classes."""
        R = len(self.a)
        U, _, V = np.linalg.svd(X[:R, R:])
        f, g = U[:, 0] / self.a, V[0] / self.b
        return f[self.blocks[0]], g[self.blocks[1]]

    def doubt(self, X: Floats) -> tuple[int, int] | None:
        """The pair of classes whose order is not known and matters most, if there is one."""
        i, j = np.nonzero(np.triu(~(self.before | self.before.T), 1))
        if not len(i):
            return None
        R, table = len(self.a), self.table
        K = table.K
        spread = np.zeros((3, K, K))
        for k, (M, rows, columns) in enumerate(
            [
                (X[:R, :R] / np.outer(self.a, self.a), table.rows, table.rows),
                (X[R:, R:] / np.outer(self.b, self.b), table.columns, table.columns),
                (X[:R, R:] / np.outer(self.a, self.b), table.rows, table.columns),
            ]
        ):
            spread[k][np.ix_(rows, columns)] = M
        both = np.isin(np.arange(K), table.rows) & np.isin(np.arange(K), table.columns)
        F, G, H = spread[:, i, i] + spread[:, j, j] - spread[:, i, j] - spread[:, j, i]
        matters = np.sqrt(np.maximum(F, 0) * np.maximum(G, 0)) - H
        matters[~(both[i] & both[j])] = -1
        k = int(np.argmax(matters))
        return int(i[k]), int(j[k])


def _along(before: Flags) -> Floats:
    """Heights that increase along an order, different for all classes."""
    K = len(before)
    rank = np.empty(K)
    rank[np.lexsort((np.arange(K), before.sum(axis=0)))] = np.arange(K)
    return rank


def _differences(
    steps: NDArray[np.int64], labels: NDArray[np.int16], first: NDArray[np.int64], root: Floats
) -> Floats:
    """Each step as a row: what it takes from valuations in units of their variance."""
    block = np.searchsorted(first, labels[steps])
    rows = np.zeros((len(steps), len(first)))
    k = np.arange(len(steps))
    rows[k, block[:, 0]] -= 1 / root[block[:, 0]]
    rows[k, block[:, 1]] += 1 / root[block[:, 1]]
    return rows


def _regression(sums: Floats, share: Floats, order: NDArray[np.int64]) -> Floats:
    """The nearest values that increase along an order, with mean 0 and variance 1.

    All 0 if they are constant.
    """
    v = np.empty(len(share))
    v[order] = _increasing(sums[order] / share[order], share[order])
    v = v - v @ share
    size = np.sqrt(v**2 @ share)
    return v / size if size > 1e-12 else 0 * v


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


def _firsts(values: Floats) -> NDArray[np.int64]:
    """For each value the place of the first that is equal."""
    _, first, which = np.unique(values, return_index=True, return_inverse=True)
    return np.asarray(first[which])
