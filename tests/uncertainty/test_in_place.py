"""A function of one's own may work in place: what it is given is its own."""

import numpy as np
import pytest
from sure import CM, FIRST, GROUPS, SECOND, TRUE

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


def empties(stack):
    found = clean(stack)
    stack[:] = 0
    return found


def smooth(stack):
    return clean(stack + 1)


def smooths(stack):
    stack += 1
    return clean(stack)


def share_of_first(stack):
    return shares(stack)[..., 0, 0]


def is_a_view(stack):
    stack /= stack.sum(axis=(-2, -1), keepdims=True)
    return stack[..., 0, 0]


class Keeps:
    """What it was given last it uses as a scratch pad."""

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


IN_PLACE = {
    "normalises": (normalises, clean),
    "empties": (empties, clean),
    "smooths": (smooths, smooth),
    "view": (is_a_view, share_of_first),
    "keeps": (Keeps(), share_of_first),
    "reuses": (Reuses(), share_of_first),
}
# Of floats, which are taken as they are.
CM = CM.astype(float)
CLUSTERS = np.array([CM, CM // 2, CM + 1, CM // 3])
DOORS = {
    "standard_error": lambda f: ordref.standard_error(f, CM),
    "stack": lambda f: ordref.standard_error(f, [CM, CM + 1]),
    "rows": lambda f: ordref.standard_error(f, CM, sampling="rows"),
    "clusters": lambda f: ordref.standard_error(f, CLUSTERS, sampling="clusters"),
    "unseen": lambda f: ordref.interval(f, np.diag([5, 4, 3])),
    **{
        f"{method} {sampling}": lambda f, method=method, sampling=sampling: (
            ordref.interval(
                f,
                CLUSTERS if sampling == "clusters" else CM,
                method=method,
                sampling=sampling,
                n_resamples=99,
                rng=0,
            )
        )
        for method in ("delta", "percentile", "bca")
        for sampling in ("multinomial", "rows", "clusters")
    },
    **{
        f"difference {method}": lambda f, method=method: (
            ordref.difference(f, Y, A, B, method=method, n_resamples=99, rng=0)
        )
        for method in ("delta", "percentile")
    },
    "few exchanges": lambda f: ordref.difference(f, TRUE, FIRST, SECOND),
    "groups": lambda f: ordref.difference(
        f, TRUE, FIRST, SECOND, groups=[*GROUPS, "e"], method="percentile", rng=0
    ),
    "chance": lambda f: ordref.chance(f, CM, n_resamples=99, rng=0),
    "all orders": lambda f: ordref.chance(f, [[3, 1], [1, 3]]),
}  # fmt: skip


def test_a_function_that_works_in_place_changes_no_number(monkeypatch):
    """Nor what is given."""
    monkeypatch.setattr("ordref._resampling.MOST", 50)  # tables of more are drawn
    before = CM.copy(), CLUSTERS.copy()
    for door, ask in DOORS.items():
        expected = {same: ask(same) for _, same in IN_PLACE.values()}
        for how, (function, same) in IN_PLACE.items():
            found = ask(function)
            assert found == pytest.approx(expected[same], rel=1e-7), (door, how)
        assert (before[0] == CM).all(), door
        assert (before[1] == CLUSTERS).all(), door
