"""A part of the pairs of valuations, and products of forms that are not negative in it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kinds import Flags
from .programme import Indices, Products
from .table import CountTable, Floats, Key

# A linear form that is not negative: the step from one class to another, (i, j), or a linear
# combination of the values of classes, ((i, x), (j, y), ...).
Form = tuple[Any, ...]
# A form of f, one of g, and the weight of their product.
Weight = tuple[Form, Form, float]
# What proves a bound: merged tables or parts, each with its bound, and with weights if it has
# some.
Proof = tuple[dict[Key, float], dict[Key, tuple[Weight, ...]]]
# (i, j) if class i comes before j; or "f" or "g" and a form of it that is not negative.
Decision = tuple[Any, ...]


class Side(NamedTuple):
    """Forms of the values of f or of g, as rows, and their names."""

    rows: Floats
    names: list[Form]


@dataclass
class Node:
    """A part of the pairs of valuations, defined by decisions, and its bound.

    ``before`` is the order of the classes so far; ``cut`` has the forms of both sides, once
    all classes are in order. ``branch_on`` is the next decision.
    """

    bound: float
    decided: tuple[Decision, ...]
    before: Flags
    cut: tuple[Side, ...] | None = None
    weights: tuple[Weight, ...] = ()
    branch_on: Any = None


class NonnegativeForms:
    """Products of a form of f and a form of g that are not negative in a part.

    These are all products of forms that are decided, and the products of the steps of f and
    of g between two classes whose order is open.
    """

    def __init__(self, table: CountTable, node: Node) -> None:
        sides = (table.rows, table.columns)
        self.table = table
        self.open = np.argwhere(np.triu(~(node.before | node.before.T), 1))
        decided = node.cut or tuple(_steps(node.before, side) for side in sides)
        #: The forms of both sides, once all classes are in order.
        self.cut = None if len(self.open) else decided
        common = np.isin(self.open, table.rows) & np.isin(self.open, table.columns)
        self.open = self.open[np.argsort(~common.all(axis=1), kind="stable")]
        self.n_common = int(common.all(axis=1).sum())
        more = [_side_of(self.open[: self.n_common], classes) for classes in sides]
        self.rows, self.columns = (
            np.concatenate([a.rows, b.rows]) for a, b in zip(decided, more, strict=True)
        )
        self.names = [a.names + b.names for a, b in zip(decided, more, strict=True)]
        counts = [len(side.names) for side in decided]
        f_index, g_index = (k.ravel() for k in np.indices(counts))
        extra = np.arange(self.n_common)
        self.f_index = np.concatenate([f_index, counts[0] + extra])
        self.g_index = np.concatenate([g_index, counts[1] + extra])
        self.roots = tuple(np.sqrt(x / table.total) for x in (table.r, table.c))
        self.F, self.G = self.rows / self.roots[0], self.columns / self.roots[1]
        height = heights_along(node.before)
        ups = []
        own = (self.F, self.G)
        for classes, root, forms in zip(sides, self.roots, own, strict=True):
            up = root * (height[classes] - root**2 @ height[classes])
            if node.cut is not None:
                inverse = np.linalg.pinv(forms)
                up = inverse @ (1 / np.linalg.norm(inverse, axis=0))
            ups.append(up)
        self.products = Products(self.F, self.G, self.f_index, self.g_index, tuple(ups))

    @property
    def cost(self) -> int:
        """About what a step of the programme costs, in the units of the budget.

        A unit of merging takes 5 to 20 ns, and one of this 2 to 8, from seven classes on: the
        square stands for the Newton equations, the cube for their solution.
        """
        m, n = len(self.f_index), sum(self.table.shape)
        return 20 * (m + n) ** 2 + (m + n) ** 3 // 20

    def raised(self, w: Floats) -> Floats:
        """The weighted sum of the products, as deviations of proportions from independence."""
        return self.products._replace(F=self.rows, G=self.columns).sum(w)

    def raised_exactly(self, w: Floats) -> Floats:
        """`raised`, with each entry rounded once."""
        exact = np.vectorize(Fraction, otypes=[object])
        forms = self.products._replace(F=exact(self.rows), G=exact(self.columns))
        return forms.sum(exact(w)).astype(np.float64)

    def size(self, w: Floats) -> float:
        """The size of the terms of that sum."""
        sizes = self.products._replace(F=abs(self.F), G=abs(self.G))
        return float(np.linalg.norm(sizes.sum(w)))

    def named(self, w: Floats) -> tuple[Weight, ...]:
        f_names, g_names = self.names
        return tuple(
            (f_names[i], g_names[k], float(x))
            for i, k, x in zip(self.f_index, self.g_index, w, strict=True)
            if x > 0
        )

    def leading(self, X: Floats) -> tuple[Floats, Floats]:
        """The leading pair of the matrix X that stands for f g'."""
        R = len(self.table.rows)
        U, _, V = np.linalg.svd(X[:R, R:])
        return U[:, 0] / self.roots[0], V[0] / self.roots[1]

    def branch_on(self, X: Floats) -> Any:
        """The decision on which the pairs of which X is a mixture differ most.

        Two classes whose order is open; or the side, two of its forms, and the ratio of these.
        """
        R = len(self.table.rows)
        FF, GG = self.F @ X[:R, :R] @ self.F.T, self.G @ X[R:, R:] @ self.G.T
        if len(self.open):
            if not self.n_common:
                return self.open[0]
            FG = self.F @ X[:R, R:] @ self.G.T
            ff, gg, fg = (M.diagonal()[-self.n_common :] for M in (FF, GG, FG))
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


def _steps(before: Flags, classes: Indices) -> Side:
    """The steps from each class of a side to its successors in the order."""
    between = before[np.ix_(classes, classes)]
    i, j = np.nonzero(between & ~(between @ between))
    return _side_of(np.stack([classes[i], classes[j]], axis=1), classes)


def _side_of(pairs: NDArray[np.int64], classes: Indices) -> Side:
    """The steps from the first class of each pair to the second."""
    places, unit = np.searchsorted(classes, pairs), np.eye(len(classes))
    return Side(
        unit[places[:, 1]] - unit[places[:, 0]],
        [(int(i) + 1, int(j) + 1) for i, j in pairs],
    )


def _areas(products: Floats) -> Floats:
    """The squared areas spanned by each two vectors, from their inner products."""
    squares = products.diagonal()
    return np.maximum(np.outer(squares, squares) - products**2, 0)


def heights_along(before: Flags) -> Floats:
    """A number for each class, all different, that increase along a partial order."""
    heights = np.empty(len(before))
    heights[np.argsort(before.sum(axis=0), kind="stable")] = np.arange(len(before))
    return heights
