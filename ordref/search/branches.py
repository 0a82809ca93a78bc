"""The search through orders of the classes, and through parts of an order."""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .best import ROUNDING, Best
from .kinds import Flags, Kind
from .programme import (
    MOST_STEPS,
    Places,
    Products,
    Programme,
    fitted,
)
from .table import Floats, Key, Table

# What is known not to be negative: the step from one class to another, (i, j), or a sum
# of values of classes, each times a number, ((i, x), (j, y), ...).
Form = tuple[Any, ...]
# A form of f and one of g, and how much of their product is added.
Weight = tuple[Form, Form, float]
# (i, j) if class i comes before j; or "f" or "g" and a form of it that is not negative.
Decision = tuple[Any, ...]

# A part is done with where its bound is this near to the best pair: half of the 1e-12
# that is promised.
_DONE = 5 * ROUNDING
# Weights below this share of the largest are left out where the bound allows it.
_SLIGHT = 1e-6
# Where the best pair is this near to the bound, weights are fitted to it; and a pair that
# climbing has come to is looked at where it is this near to the best.
_NEAR = 1e-3
# So many steps of a programme between two climbs.
_BETWEEN = 4
# Turns of climbing along one order, and orders that are tried one after the other.
_TURNS, _ORDERS = 20, 3


class _Side(NamedTuple):
    """Forms of the values of one side, as rows, and their names."""

    rows: Floats
    names: list[Form]


@dataclass
class _Node:
    """A part of the pairs of valuations, by what is decided, and a bound on it.

    ``before`` is the order of the classes that is decided; ``cut`` are the forms of both
    sides, once all classes are in order. ``doubt`` is what to decide next.
    """

    bound: float
    decided: tuple[Decision, ...]
    before: Flags
    cut: tuple[_Side, _Side] | None = None
    weights: tuple[Weight, ...] = ()
    doubt: Any = None


class Orders:
    """Parts of the pairs of valuations, from the largest bound on.

    Where the bound of a part leaves hope, it is divided: class i is before class j, or j
    before i. Where all classes are in order, one step is more than a multiple of another,
    or less.
    """

    def __init__(self, table: Table, kind: Kind, best: Best) -> None:
        self.table, self.kind, self.best, self.budget = table, kind, best, 0
        self.made = itertools.count()
        self.tried: set[bytes] = set()
        self.closed: list[_Node] = []
        sigma, *_ = table.leading(table.finest())
        whole = _Node(float(sigma[0]), (), kind.before(table.K))
        self.open = [(-whole.bound, next(self.made), whole)]

    def run(self, budget: int) -> float:
        """A bound on all pairs of the kind, for some more work.

        Offers what it finds to the best pair.
        """
        self.budget = budget
        while self.open and self.budget > 0:
            *_, node = heapq.heappop(self.open)
            if self._is_closed(node):
                self.closed.append(node)
                continue
            # What was left may not have done for its weights.
            for part in [node] if node.doubt is None else self._parts(node):
                self._examine(part)
        return max([-bound for bound, *_ in self.open], default=self.best.value)

    def proving(
        self, bound: float
    ) -> tuple[dict[Key, float], dict[Key, tuple[Weight, ...]]]:
        """The parts that prove it, each with its bound, and with weights if it has some."""
        whole = self.table.named(self.table.finest()[0].tolist())
        nodes = [*self.closed, *(node for *_, node in sorted(self.open))]
        return (
            {(*whole, *node.decided): node.bound + ROUNDING for node in nodes},
            {(*whole, *node.decided): node.weights for node in nodes if node.weights},
        )

    def near(self, value: float) -> bool:
        """Whether a part besides the one that has a value may have that value, too."""
        nodes = [*self.closed, *(node for *_, node in self.open)]
        return sum(node.bound > value - ROUNDING / 10 for node in nodes) > 1

    def _is_closed(self, node: _Node) -> bool:
        return node.bound <= self.best.value + _DONE

    def _parts(self, node: _Node) -> Iterator[_Node]:
        """The two parts of a node; one will do where the other is the same with -f and -g."""
        if node.cut is None:
            i, j = node.doubt
            for first, second in [(i, j), (j, i)][: 1 + bool(node.decided)]:
                alone = np.eye(self.table.K, dtype=bool)
                lower = node.before[:, first] | alone[first]
                upper = node.before[second] | alone[second]
                pair = (int(first) + 1, int(second) + 1)
                before = node.before | np.outer(lower, upper)
                yield _Node(
                    node.bound, (*node.decided, pair), before, None, node.weights
                )
            return
        which, s, t, times = node.doubt
        side = node.cut[which]
        form = side.rows[s] - times * side.rows[t]
        form = form / abs(form).max()
        classes = (self.table.rows, self.table.columns)[which] + 1
        for place, row in ((s, form), (t, -form)):
            name = tuple(
                (int(k), float(x)) for k, x in zip(classes, row, strict=True) if x
            )
            rows, names = side.rows.copy(), side.names.copy()
            rows[place], names[place] = row, name
            cut = (_Side(rows, names), node.cut[1])
            if which:
                cut = (node.cut[0], _Side(rows, names))
            decided = (*node.decided, ("fg"[which], name))
            yield _Node(node.bound, decided, node.before, cut, node.weights)

    def _examine(self, node: _Node) -> None:
        """Find a low bound for a part, and pairs of valuations on the way."""
        if not self._is_closed(node) and self.budget > 0:
            self._weigh(node)
        if self._is_closed(node):
            self.closed.append(node)
        else:
            heapq.heappush(self.open, (-node.bound, next(self.made), node))

    def _weigh(self, node: _Node) -> None:
        known = _Known(self.table, node)
        if MOST_STEPS * known.cost > self.budget:
            self.budget = 0
            return
        S, *_ = self.table.standardised(self.table.finest())
        programme = Programme(self.kind.sign * S[0], known.products)
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
                self._climb(*known.leading(programme.X))
            if programme.bound - self.best.value < _NEAR:
                self._lower(node, known, self._fitted(known, programme))
                if self._is_closed(node):
                    return
        w = programme.w
        slight = np.where(w > _SLIGHT * w.max(), w, 0)
        self._lower(node, known, w)
        self._lower(node, known, slight)
        if not self._is_closed(node):
            self._climb(*known.leading(programme.X))
            node.doubt = self._through_best(known, known.doubt(programme.X))
            node.cut = known.cut

    def _through_best(self, known: _Known, doubt: Any) -> Any:
        """What to decide next, with the border through the best pair if it is in this part.

        Products that are 0 for it may have weights then, in both parts.
        """
        if known.cut is None:
            return doubt
        which, s, t, _ = doubt
        pair = (self.best.f, self.kind.sign * self.best.g)
        steps = [side.rows @ v for side, v in zip(known.cut, pair, strict=True)]
        within = min(v.min() for v in steps) > -1e-12
        above, below = steps[which][[s, t]]
        if not within or min(above, below) < 1e-9:
            return doubt
        return which, s, t, float(above / below)

    def _lower(self, node: _Node, known: _Known, w: Floats | None) -> None:
        """Take weights if they lower the bound, or prove it while there are fewer of them."""
        if w is None:
            return

        def bounded(raised: Floats) -> float:
            sign, finest = self.kind.sign, self.table.finest()
            return float(self.table.leading(finest, sign * raised)[0][0])

        enough = self.best.value + _DONE
        bound, lost = bounded(known.raised(w)), 1e-15 * known.size(w)
        # The sum of large weights loses digits: where these decide, it is made without.
        if bound <= enough < bound + lost:
            bound, lost = bounded(known.raised_exactly(w)), 0
        bound += lost
        if bound < node.bound or bound <= self.best.value + _DONE:
            node.bound, node.weights = bound, known.named(w)

    def _fitted(self, known: _Known, programme: Programme) -> Floats | None:
        """Weights near to those at hand that prove the best pair, if it is in this part."""
        f, g = self.best.f, self.kind.sign * self.best.g
        x, y = known.rows @ f, known.columns @ g
        products = x[known.one] * y[known.other]
        if products.min() < -1e-12:
            return None
        a, b = known.roots
        return fitted(
            programme, self.best.value, (a * f, b * g), np.abs(products) < 1e-12
        )

    def _climb(self, f: Floats, g: Floats) -> None:
        """Offer pairs that increase along the order of f and g, by turns of regression."""
        table, kind = self.table, self.kind
        n, r, c = table.n / table.total, table.r / table.total, table.c / table.total
        E = kind.sign * (n - np.outer(r, c))
        start = kind.before(table.K)
        for _ in range(_ORDERS):
            height = _heights(start)
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
                if value < before + 1e-9:
                    break
            if not f.any() or not g.any():
                return
            if value > self.best.value - _NEAR:
                self._offer(f, g)
            if start.any():
                return
            f, g = E @ g / r, f @ E / c

    def _offer(self, f: Floats, g: Floats) -> None:
        """The best pair with the ties of this one, if it is of the kind; else this one."""
        table, sign = self.table, self.kind.sign
        labels = np.concatenate([_firsts(f), _firsts(g)]).astype(np.int16)[None]
        if labels.tobytes() in self.tried:
            return
        self.tried.add(labels.tobytes())
        _, F, G = table.leading(labels)
        if self.kind.alike(table, F, sign * G)[0]:
            f, g = F[0], sign * G[0]
        self.best.offer(f, sign * g)


class _Known:
    """What is known not to be negative in a part: products of forms of f and of g.

    That is all forms that are decided with each other, and the steps between two classes
    whose order is open with themselves.
    """

    def __init__(self, table: Table, node: _Node) -> None:
        sides = (table.rows, table.columns)
        self.table = table
        self.open = np.argwhere(np.triu(~(node.before | node.before.T), 1))
        decided = node.cut or (
            _steps(node.before, table.rows), _steps(node.before, table.columns)
        )  # fmt: skip
        #: The forms of both sides, once all classes are in order.
        self.cut = None if len(self.open) else decided
        both = np.isin(self.open, table.rows) & np.isin(self.open, table.columns)
        self.open = self.open[np.argsort(~both.all(axis=1), kind="stable")]
        self.both = int(both.all(axis=1).sum())
        more = [_between(self.open[: self.both], classes) for classes in sides]
        self.rows, self.columns = (
            np.concatenate([one.rows, two.rows])
            for one, two in zip(decided, more, strict=True)
        )
        self.names = [
            one.names + two.names for one, two in zip(decided, more, strict=True)
        ]
        counts = [len(side.names) for side in decided]
        one, other = (k.ravel() for k in np.indices(counts))
        extra = np.arange(self.both)
        self.one = np.concatenate([one, counts[0] + extra])
        self.other = np.concatenate([other, counts[1] + extra])
        self.roots = tuple(np.sqrt(x / table.total) for x in (table.r, table.c))
        self.F, self.G = self.rows / self.roots[0], self.columns / self.roots[1]
        height = _heights(node.before)
        ups = []
        for classes, root, forms in zip(
            sides, self.roots, (self.F, self.G), strict=True
        ):
            up = root * (height[classes] - root**2 @ height[classes])
            if node.cut is not None:
                inverse = np.linalg.pinv(forms)
                up = inverse @ (1 / np.linalg.norm(inverse, axis=0))
            ups.append(up)
        self.products = Products(self.F, self.G, self.one, self.other, (ups[0], ups[1]))

    @property
    def cost(self) -> int:
        """About what a step of the programme costs, in the units of the budget."""
        m, n = len(self.one), sum(self.table.shape)
        return 20 * (m + n) ** 2 + (m + n) ** 3 // 20

    def raised(self, w: Floats) -> Floats:
        """What the products add to the deviations from independence, in shares."""
        W = np.zeros((len(self.rows), len(self.columns)))
        W[self.one, self.other] = w
        return np.asarray(self.rows.T @ W @ self.columns)

    def raised_exactly(self, w: Floats) -> Floats:
        """The same, each entry rounded once."""
        raised: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for i, k, x in zip(self.one, self.other, w, strict=True):
            for a, p in _terms(self.rows[i]):
                for b, q in _terms(self.columns[k]):
                    raised[a, b] += Fraction(float(x)) * p * q
        exact = np.zeros((self.rows.shape[1], self.columns.shape[1]))
        for place, x in raised.items():
            exact[place] = x
        return exact

    def size(self, w: Floats) -> float:
        """How large the numbers are of which that is the sum."""
        W = np.zeros((len(self.rows), len(self.columns)))
        W[self.one, self.other] = w
        return float(np.linalg.norm(abs(self.F).T @ W @ abs(self.G)))

    def named(self, w: Floats) -> tuple[Weight, ...]:
        names = self.names
        return tuple(
            (names[0][i], names[1][k], float(x))
            for i, k, x in zip(self.one, self.other, w, strict=True)
            if x > 0
        )

    def leading(self, X: Floats) -> tuple[Floats, Floats]:
        """The leading pair of a matrix in place of f g'."""
        R = len(self.table.rows)
        U, _, V = np.linalg.svd(X[:R, R:])
        return U[:, 0] / self.roots[0], V[0] / self.roots[1]

    def doubt(self, X: Floats) -> Any:
        """What differs most between the pairs of which a matrix is a mixture.

        Two classes whose order is open, or the side, two of its forms, and how many times
        the one is the other.
        """
        R = len(self.table.rows)
        FF, GG = self.F @ X[:R, :R] @ self.F.T, self.G @ X[R:, R:] @ self.G.T
        if len(self.open):
            if not self.both:
                return self.open[0]
            FG = self.F @ X[:R, R:] @ self.G.T
            spread = (M.diagonal()[-self.both :] for M in (FF, GG, FG))
            ff, gg, fg = spread
            return self.open[np.argmax(np.sqrt(np.maximum(ff * gg, 0)) - fg)]
        FG = np.maximum(self.F @ X[:R, R:] @ self.G.T, 0)
        f_rays, g_rays = (np.linalg.pinv(forms) for forms in (self.F, self.G))
        f_areas, g_areas = (np.sqrt(_areas(r.T @ r)) for r in (f_rays, g_rays))
        minors = np.einsum("st,uv->sutv", FG, FG) - np.einsum("sv,ut->sutv", FG, FG)
        apart = minors * f_areas[:, :, None, None] * g_areas
        s, u, t, v = np.unravel_index(np.argmax(apart), apart.shape)
        f_size, g_size = (np.linalg.norm(r, axis=0) for r in (f_rays, g_rays))
        if (
            f_areas[s, u] * g_size[t] * g_size[v]
            > g_areas[t, v] * f_size[s] * f_size[u]
        ):
            above, below = (FG[k, [t, v]] @ g_size[[t, v]] for k in (s, u))
            return 0, int(s), int(u), float(above / below)
        above, below = (f_size[[s, u]] @ FG[[s, u], k] for k in (t, v))
        return 1, int(t), int(v), float(above / below)


def _steps(before: Flags, classes: Places) -> _Side:
    """The steps from each class of a side to the next ones."""
    between = before[np.ix_(classes, classes)]
    i, j = np.nonzero(between & ~(between @ between))
    return _between(np.stack([classes[i], classes[j]], axis=1), classes)


def _between(pairs: NDArray[np.int64], classes: Places) -> _Side:
    """The steps from the first class of each pair to the second."""
    places, unit = np.searchsorted(classes, pairs), np.eye(len(classes))
    return _Side(
        unit[places[:, 1]] - unit[places[:, 0]],
        [(int(i) + 1, int(j) + 1) for i, j in pairs],
    )


def _terms(row: Floats) -> list[tuple[int, Fraction]]:
    """The entries that are not 0, as they are."""
    return [(int(k), Fraction(float(row[k]))) for k in np.flatnonzero(row)]


def _areas(products: Floats) -> Floats:
    """The squared areas between vectors, of their products with each other."""
    squares = products.diagonal()
    return np.maximum(np.outer(squares, squares) - products**2, 0)


def _heights(before: Flags) -> Floats:
    """Heights that increase along an order, different for all classes."""
    heights = np.empty(len(before))
    heights[np.argsort(before.sum(axis=0), kind="stable")] = np.arange(len(before))
    return heights


def _regression(sums: Floats, share: Floats, order: Places) -> Floats:
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


def _firsts(values: Floats) -> Places:
    """For each value the place of the first that is equal."""
    _, first, which = np.unique(values, return_index=True, return_inverse=True)
    return np.asarray(first[which])
