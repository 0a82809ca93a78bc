"""Derivatives of the measures in the counts of the cells.

Every function takes float64 matrices of shape (..., K, K) and returns the derivative of
the measure in each entry. All are ``nan`` for a matrix at which the measure is undefined, or has
a kink in the direction of some observations. In cells without observations they mean nothing.

Each is written by hand, because no single mechanism does as well (`bench/slopes.py`).
`by_differences` gives all standard errors of counts up to some hundred to 1e-10, but not a digit
of most where counts of 1e15 stand beside small ones; it cannot take `r_int`, which refuses
fractions; and it needs four times as long for one matrix, some hundred times for each of a
stack. Dual numbers keep all digits, but would need four to forty times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...matrices.check import TooLargeError
from ...matrices.limits import CLASSES_OF_UOC_SLOPE
from ...matrices.sums import distances
from ...measures.functional import searched
from ...measures.oci import partial_costs
from ...measures.uoc import uoc as measure_uoc
from . import ratio_slopes as ratios
from .arguments import Floats
from .ratio_slopes import margins, ratio, total

Mask = NDArray[np.bool_]
# The step in a cell, relative to its count, and the jump of the slope that counts as a kink.
_STEP, _JUMP = 1e-3, 1e-6
# Costs of paths, and singular values, that differ by less count as equal.
_EQUAL = 1e-10
# A correlation that is 1 by theory comes out as little as this below 1.
_AT_ONE = 1e-12
# What one search for a functional correlation may spend, here and in `ordref.evaluate`: a
# sixty-fourth of what `functional_correlation` may, and enough for all tables of 6 classes
# merged in any way, and of 8 classes merged with neighbours.
BUDGET = 1 << 24


# ------------------------------------------------------------------- paths


def cheapest_path(n: Floats, price: Floats) -> tuple[Mask, Mask]:
    """The cells of a cheapest path, shape (S, K, K), and whether it is the only one.

    Costs are those of `partial_costs`. Paths that share all their cells with observations count
    as one.
    """
    S, K, _ = n.shape
    D = distances(K).astype(np.float64)
    cost = n * (price[:, None, None] * D - 1)
    forth, back = (
        np.moveaxis(partial_costs(way, D, price), -1, 0) for way in (n, n[:, ::-1, ::-1])
    )
    back = back[:, :0:-1, :0:-1]
    noise = _EQUAL * np.abs(cost).sum(axis=(1, 2), keepdims=True) / K
    on_some = forth[:, 1:, 1:] + back - cost <= forth[:, -1:, -1:] + noise
    on = np.zeros(cost.shape, dtype=bool)
    s, r, c = np.arange(S), np.full(S, K), np.full(S, K)
    for _ in range(2 * K - 1):
        on[s, r - 1, c - 1] = True
        rows, columns = np.array([r - 1, r - 1, r]), np.array([c - 1, c, c - 1])
        start = (r <= 1) & (c <= 1)
        step = np.argmin(forth[s, rows, columns], axis=0)
        r, c = np.where(start, 1, rows[step, s]), np.where(start, 1, columns[step, s])
    return on, np.asarray(((on_some == on) | (n == 0)).all(axis=(1, 2)))


def oci(n: Floats, steps: int = 1) -> Floats:
    """The slope along the cheapest path; ``steps`` is 0 for OC', which has no M."""
    stack, K = n.reshape(-1, *n.shape[-2:]), n.shape[-1]
    D = distances(K)
    N, price = total(stack), 0.75 / max(K - 1, 1)
    T = N + steps * total(stack * D)
    on, unique = cheapest_path(stack, (price * T / N)[:, 0, 0])
    benefit, penalty = total(on * stack), total(on * stack * D)
    gain = on / T - benefit / T**2 * (1 + steps * D)
    loss = price * (on * D / N - penalty / N**2)
    return np.where(unique[:, None, None], loss - gain, np.nan).reshape(n.shape)


def uoc(n: Floats) -> Floats:
    K = n.shape[-1]
    if K > CLASSES_OF_UOC_SLOPE:
        raise TooLargeError(
            f"uoc has a slope for at most {CLASSES_OF_UOC_SLOPE} classes, not {K}: merge neighbours"
        )
    G = [_uoc(matrix) for matrix in n.reshape(-1, *n.shape[-2:])]
    return np.reshape(G, n.shape)


def _uoc(n: Floats) -> Floats:
    K = len(n)
    D, R = distances(K), n.sum(axis=1, keepdims=True)
    q = np.divide(n, R, out=np.zeros_like(n), where=R > 0)
    J = np.count_nonzero(R)
    T = J + (q * D).sum()

    def paths(x: Floats) -> tuple[Mask, Mask]:
        return cheapest_path(np.broadcast_to(q, (len(x), K, K)), T / J * x)

    def line(x: float) -> tuple[float, float]:
        """Intercept less 1, and slope, of the cost of the path that is cheapest at x."""
        on = paths(np.array([x]))[0][0]
        return -float((q * on).sum()) / T, float((q * D * on).sum()) / J

    ends = [0.0, *_corners(line, 0.0, line(0.0), 1.0, line(1.0)), 1.0]
    width = np.diff(ends)
    middle = np.array(ends[:-1]) + width / 2
    # Coinciding ends make an interval without width.
    middle, width = middle[width > _EQUAL], width[width > _EQUAL]
    on, unique = paths(middle)
    if not unique.all() and has_kink(lambda stack: np.asarray(measure_uoc(stack)), n):
        return np.full_like(n, np.nan)
    benefit = (q * on).sum(axis=(1, 2))[:, None, None]
    slope = D * (benefit / T**2 + middle[:, None, None] / J * on) - on / T
    g = np.einsum("x,xrc->rc", width, slope)
    centred = g - (q * g).sum(axis=1, keepdims=True)
    return np.asarray(np.divide(centred, R, out=np.zeros_like(n), where=R > 0))


_Line = tuple[float, float]


def _corners(
    line: Callable[[float], _Line], x0: float, left: _Line, x1: float, right: _Line
) -> list[float]:
    """Where a concave, piecewise linear function bends between x0 and x1."""
    if abs(left[1] - right[1]) <= _EQUAL:
        return []
    x = (right[0] - left[0]) / (left[1] - right[1])
    x = min(max(x, x0), x1)
    middle = line(x)
    if middle[0] + middle[1] * x >= left[0] + left[1] * x - _EQUAL:
        return [x]
    return [*_corners(line, x0, left, x, middle), *_corners(line, x, middle, x1, right)]


# ------------------------------------------------------------------- functional correlations


def slope_at_valuations(n: Floats, value: Any, f: Floats, g: Floats) -> Floats:
    """The slope of a correlation with fixed scores of mean 0 and variance 1."""
    f, g = np.nan_to_num(f)[..., :, None], np.nan_to_num(g)[..., None, :]
    value = np.asarray(value)[..., None, None]
    return np.asarray((f * g - value * (f**2 + g**2) / 2) / total(n))


def sup(n: Floats) -> Floats:
    R, C = margins(n)
    N = total(n)
    size = np.sqrt(R) * np.sqrt(C)
    S = np.divide(n - R * C / N, size, out=np.zeros_like(n), where=size > 0)
    U, s, V = np.linalg.svd(S)
    f = np.sqrt(N[..., 0]) * ratio(U[..., 0], np.sqrt(R[..., 0]))
    g = np.sqrt(N[..., 0]) * ratio(V[..., 0, :], np.sqrt(C[..., 0, :]))
    G = slope_at_valuations(n, s[..., 0], f, g)
    largest, second = s[..., :1, None], s[..., 1:2, None]
    if n.shape[-1] == 1:
        return np.full_like(n, np.nan)
    classes = [np.count_nonzero(side, axis=(-2, -1)) for side in (R, C)]
    # At SUP = 1 both scores agree wherever there is mass.
    G = np.where(largest >= 1 - _AT_ONE, 0, G)
    kink = (largest - second <= _EQUAL) & (largest < 1 - _AT_ONE)
    single = np.minimum(*classes)[..., None, None] < 2
    return np.where(kink | single, np.nan, G)


def functional(n: Floats, kind: str) -> Floats:
    G = [_functional(matrix, kind) for matrix in n.reshape(-1, *n.shape[-2:])]
    return np.reshape(G, n.shape)


def _functional(n: Floats, kind: str) -> Floats:
    search = searched(n, kind, BUDGET)
    if not search.bound <= search.value:
        return np.full_like(n, np.nan)
    G = slope_at_valuations(n, search.value, search.f, search.g)
    if search.value >= 1 - _AT_ONE:
        return np.zeros_like(n)

    def values(stack: Floats) -> Floats:
        searches = (searched(matrix, kind, BUDGET) for matrix in stack)
        return np.array([x.value if x.bound <= x.value else np.nan for x in searches])

    # Two different maxima make a kink.
    return np.full_like(n, np.nan) if has_kink(values, n, search.value) else G


# ------------------------------------------------------------------- any function


def _slope(
    value: Callable[[Floats], Floats], n: Floats, v: Floats, h: float, value_at_n: float
) -> tuple[Floats, Floats]:
    """Slopes at n in the directions v, and how much left and right slope differ."""
    steps = h * np.array([-2, -1, 1, 2])[:, None, None, None]
    stack = (n + steps * v).reshape(-1, *n.shape)
    far_left, left, right, far_right = value(stack).reshape(4, -1)
    slope = (8 * (right - left) - (far_right - far_left)) / (12 * h)
    # Twice the step makes four times the bend for a parabola, and twice for a kink.
    bend = far_left + far_right - 2 * value_at_n - 4 * (left + right - 2 * value_at_n)
    return slope, np.abs(bend) / (2 * h)


def has_kink(
    values: Callable[[Floats], Floats], n: Floats, value_at_n: float | None = None
) -> bool:
    """Whether there is a kink, judged in one random direction."""
    direction = n * np.random.default_rng(0).uniform(-1, 1, n.shape)
    value_at_n = float(values(n[None])[0]) if value_at_n is None else value_at_n
    _, jump = _slope(values, n, direction[None], 1e-5, value_at_n)
    return not jump[0] <= _JUMP


def by_differences(function: Callable[[Any], Any], n: Floats) -> Floats:
    """The derivative of any function of a stack by differences, in cells with observations."""
    stack = n.reshape(-1, *n.shape[-2:])
    value_here = function(stack)
    G = np.zeros_like(stack)
    for matrix, value, out in zip(stack, value_here, G, strict=True):
        cells = np.flatnonzero(matrix)
        v = np.zeros((len(cells), matrix.size))
        v[np.arange(len(cells)), cells] = matrix.flat[cells]
        v = v.reshape(-1, *matrix.shape)
        slope, first = _slope(function, matrix, v, _STEP, value)
        jump = first
        if not (first <= _JUMP * max(1.0, abs(value))).all():
            # The jump of a kink stays; where only the slope has a corner it falls with the step.
            slope, jump = _slope(function, matrix, v, _STEP / 100, value)
        kink = ~((jump <= _JUMP * max(1.0, abs(value))) | (jump <= first / 3))
        out.flat[cells] = np.nan if kink.any() else slope / matrix.flat[cells]
    return G.reshape(n.shape)


# ------------------------------------------------------------------- all of them

SLOPES: dict[str, Callable[[Floats], Floats]] = {
    **{name: partial(ratios.mean, weight=name) for name in ratios.WEIGHTS},
    "rmse": ratios.rmse,
    "minimum_sensitivity": lambda n: -ratios.worst(n, "mer"),
    "balanced_accuracy": partial(ratios.mean_of_classes, weight="ccr"),
    "geometric_mean_sensitivity": ratios.geometric_mean,
    "mcc": ratios.mcc,
    "amae": partial(ratios.mean_of_classes, weight="mae"),
    "amse": partial(ratios.mean_of_classes, weight="mse"),
    "mmae": partial(ratios.worst, weight="mae"),
    "kendall_tau_b": ratios.tau_b,
    "stuart_tau_c": ratios.tau_c,
    "goodman_kruskal_gamma": ratios.gamma,
    "somers_d": partial(ratios.somers, side=0),
    "somers_d_true": partial(ratios.somers, side=1),
    "spearman": partial(ratios.correlation, kind=np.sign),
    "pearson": partial(ratios.correlation, kind=np.positive),
    "r_int": ratios.r_int,
    "r_int_2008": ratios.r_int_2008,
    "weighted_kappa": partial(ratios.kappa, power=1),
    "weighted_kappa_quadratic": partial(ratios.kappa, power=2),
    "weighted_kappa_unweighted": partial(ratios.kappa, power=0),
    "weighted_pi": ratios.pi,
    "krippendorff_alpha": ratios.alpha,
    "gwet_ac2": ratios.ac2,
    "oci": oci,
    "oci_prime": partial(oci, steps=0),
    "uoc": uoc,
    "sup_correlation": sup,
    **{
        f"{kind}_correlation": partial(functional, kind=kind)
        for kind in ("ii", "id", "mon", "co", "anti", "coanti")
    },
}
