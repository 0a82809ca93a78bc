"""Slips in narrow types are found."""

import numpy as np
import pytest

import ordref
from ordref import verify
from ordref.instruments.verify.calling import call_safely


def own(n):
    """Distances of the classes in the type of the counts, as `arange` of it gives them."""
    k = np.arange(len(n)).astype(n.dtype)
    return np.maximum(k[:, None], k) - np.minimum(k[:, None], k)


def total(x, axis=None):
    """A sum that stays in its type, as a loop over numpy's numbers does."""
    return np.add.reduce(x, axis=axis, dtype=x.dtype)


def whole(n, axis=None):
    return n.astype(float).sum(axis=axis)


def of_kinds(formula):
    """Of products of counts added up in their type: C, D, tied in the truth, in the prediction."""

    def value(n):
        products = np.multiply.outer(n, n)
        r, c, s, d = np.indices(products.shape)
        a, b = s - r, d - c
        kinds = (
            (a > 0) & (b > 0),
            (a > 0) & (b < 0),
            (a == 0) & (b > 0),
            (a > 0) & (b == 0),
        )
        return formula(*(float(total(products[kind])) for kind in kinds))

    return value


def kappa_of_products(n):
    N, w = whole(n), own(n)
    expected = total(np.multiply.outer(total(n, 1), total(n, 0)) * w) / N
    return 1 - whole(n * w.astype(float)) / expected


def moments(n):
    k, N = np.arange(len(n)).astype(n.dtype), whole(n)
    x, y = total(total(n, 1) * k) / N, total(total(n, 0) * k) / N
    xy = total(n * np.multiply.outer(k, k)) / N
    xx, yy = total(total(n, 1) * k * k) / N, total(total(n, 0) * k * k) / N
    return (xy - x * y) / np.sqrt((xx - x * x) * (yy - y * y))


# Each slips in one intermediate that a natural implementation forms, in the type of the
# counts, and is right otherwise.
SLIPS = {
    "count times distance": ("mae", lambda n: whole(n * own(n)) / whole(n)),
    "sum of errors": ("mae", lambda n: total(n * own(n)) / whole(n)),
    "number of observations": ("mae", lambda n: whole(n * own(n).astype(float)) / total(n)),
    "count times squared distance": ("mse", lambda n: whole(n * own(n) ** 2) / whole(n)),
    "the same under a root": ("rmse", lambda n: np.sqrt(whole(n * own(n) ** 2) / whole(n))),
    "errors of a class": ("amae", lambda n: np.mean(whole(n * own(n), 1) / whole(n, 1))),
    "size of a class": ("amae", lambda n: np.mean(
        whole(n * own(n).astype(float), 1) / total(n, 1))),
    "errors of the worst class": ("mmae", lambda n: np.max(whole(n * own(n), 1) / whole(n, 1))),
    "hits": ("ccr", lambda n: total(np.diagonal(n)) / whole(n)),
    "all": ("ccr", lambda n: whole(np.diagonal(n)) / total(n)),
    "errors": ("mer", lambda n: 1 - total(np.diagonal(n)) / total(n)),
    "row sums": ("minimum_sensitivity", lambda n: min(np.diagonal(n) / total(n, 1))),
    "weights": ("weighted_kappa", lambda n: 1 - whole(n * own(n)) * whole(n) / whole(
        np.outer(whole(n, 1), whole(n, 0)) * own(n))),
    "products of margins": ("weighted_kappa", kappa_of_products),
    "squared weights": ("weighted_kappa_quadratic", lambda n: 1 - whole(
        n * own(n) ** 2) * whole(n) / whole(
        np.outer(whole(n, 1), whole(n, 0)) * own(n).astype(float) ** 2)),
    "expected hits": ("weighted_kappa_unweighted", lambda n: 1 - (
        1 - whole(np.diagonal(n)) / whole(n)) / (
        1 - whole(total(n, 1) * total(n, 0)) / whole(n) ** 2)),
    "pairs of gamma": ("goodman_kruskal_gamma", of_kinds(lambda c, d, t, p: (c - d) / (c + d))),
    "pairs of Somers' d": ("somers_d", of_kinds(lambda c, d, t, p: (c - d) / (c + d + p))),
    "pairs of tau-b": ("kendall_tau_b", of_kinds(
        lambda c, d, t, p: (c - d) / np.sqrt((c + d + t) * (c + d + p)))),
    "moments": ("pearson", moments),
    "path": ("oci", lambda n: ordref.oci(n) * total(n) / whole(n)),
}  # fmt: skip


NARROW = ["uint8", "int8", "uint16", "int16", "uint32", "int32"]


@pytest.mark.parametrize("slip", SLIPS)
def test_every_intermediate_that_leaves_its_type_is_noticed(slip):
    """By the cases of each type alone: a function may be right in every other."""
    name, wrong = SLIPS[slip]
    for dtype in NARROW:
        cases = [c for c in verify.vectors(name)["cases"] if c["dtype"] == dtype]
        values = [call_safely(wrong, [np.array(c["cm"], dtype)]).value for c in cases]
        right = map(verify.close, values, [float(c["value"]) for c in cases])
        assert len(cases) >= 2, dtype
        assert not all(right), dtype
