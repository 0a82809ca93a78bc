"""A function of one's own may work in place: what it is given is its own."""

from functools import partial

import numpy as np
import pytest
from sure import CM, FIRST, SECOND, TRUE

import ordref

Y = np.repeat([1, 2, 3], 30)
A, B = np.roll(Y, 2), np.where(np.arange(90) % 4, Y, 2)


def shares(stack):
    return stack / stack.sum(axis=(-2, -1), keepdims=True)


def clean(stack):
    s = shares(stack)
    return np.einsum("...rr->...", s) + 0.3 * s[..., 0, 1] ** 2


def normalises(stack):
    stack /= stack.sum(axis=(-2, -1), keepdims=True)
    return np.einsum("...rr->...", stack) + 0.3 * stack[..., 0, 1] ** 2


def share_of_first(stack):
    return shares(stack)[..., 0, 0]


class Keeps:
    """What it was given last it uses as a scratch pad; its answer is a part of what it is given."""

    def __init__(self):
        self.last = np.zeros(1)

    def __call__(self, stack):
        self.last[:] = -1
        self.last = stack
        stack /= stack.sum(axis=(-2, -1), keepdims=True)
        return stack[..., 0, 0]


class Reuses:
    """Its answers stand in one array."""

    def __init__(self):
        self.answers = np.empty(1 << 16)

    def __call__(self, stack):
        found = self.answers[: len(stack)]
        found[:] = share_of_first(stack)
        return found


IN_PLACE = [
    (normalises, clean), (Keeps(), share_of_first), (Reuses(), share_of_first),
]  # fmt: skip
# Of floats, which are taken as they are.
CM = CM.astype(float)
CLUSTERS = np.array([CM, CM // 2, CM + 1, CM // 3] * 3)
FEW = {"n_resamples": 99, "rng": 0}
PAIR = ordref.paired_sample(Y, A, B)
TEN = ordref.paired_sample(TRUE, FIRST, SECOND)
GROUPED = ordref.paired_sample(TRUE, FIRST, SECOND, groups=range(10))
TWO = ordref.two_samples(CM, CM + 1)
DOORS = [
    partial(ordref.standard_error, cm=CM),
    partial(ordref.standard_error, cm=[CM, CM + 1]),
    partial(ordref.standard_error, cm=CM, sampling="rows"),
    partial(ordref.standard_error, cm=CLUSTERS, sampling="clusters"),
    partial(ordref.interval, cm=np.diag([5, 4, 3]), method="delta"),  # unseen cells
    *(
        partial(ordref.interval, cm=cm, method=method, sampling=sampling, **FEW)
        for method in ("delta", "jackknife", "percentile", "bca")
        for sampling, cm in (("multinomial", CM), ("rows", CM), ("clusters", CLUSTERS))
    ),
    partial(ordref.difference, sample=PAIR, method="delta", **FEW),
    partial(ordref.difference, sample=PAIR, method="percentile", **FEW),
    partial(ordref.difference, sample=PAIR, method="bca", **FEW),
    partial(ordref.difference, sample=TEN),  # few exchanges
    partial(ordref.difference, sample=TWO, **FEW),  # two test sets
    partial(ordref.difference, sample=TWO, method="bca", **FEW),
    partial(ordref.difference, sample=GROUPED, method="percentile", rng=0),
    partial(ordref.chance, cm=CM, **FEW),
    partial(ordref.chance, cm=[[3, 1], [1, 3]]),  # all orders
]


def test_a_function_that_works_in_place_changes_no_number(monkeypatch):
    """Nor what is given."""
    monkeypatch.setattr(
        "ordref.instruments.uncertainty.resampling.MOST", 50
    )  # more are drawn
    before = CM.copy(), CLUSTERS.copy()
    for door, ask in enumerate(DOORS):
        expected = {same: ask(same) for _, same in IN_PLACE}
        for how, (function, same) in enumerate(IN_PLACE):
            found = ask(function)
            assert found == pytest.approx(expected[same], rel=1e-7), (door, how)
        assert (before[0] == CM).all(), door
        assert (before[1] == CLUSTERS).all(), door
