"""Times and peak memory of one ordref call and its peers, on the same data."""

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

RTOL = 1e-12
# A row is repeated until it has taken this long, within these numbers of rounds.
SECONDS, FEWEST, MOST = 1.0, 5, 30


@dataclass
class Peer:
    """A call to compare with; one that does a ``1 / share`` part of the work is scaled up."""

    name: str
    call: Callable[[], Any]
    share: int = 1


@dataclass
class Promise:
    """At most ``times`` the time of the first peer, at most ``nbytes`` of memory."""

    times: float
    nbytes: float


@dataclass
class Row:
    """One ordref call and the peers that should give the same result."""

    what: str
    size: str
    call: Callable[[], Any]
    peers: list[Peer]
    promise: Promise | None = None


@dataclass
class Result:
    """Best time in seconds and peak memory in bytes; or why there is neither."""

    seconds: float = float("inf")
    nbytes: int = 0
    fault: str = ""


def measure(row: Row) -> tuple[Result, list[Result]]:
    """Check that the peers agree with ordref, then time them in turns."""
    expected = np.asarray(row.call())
    ours, theirs = (
        Result(),
        [Result(fault=_fault(peer, expected)) for peer in row.peers],
    )
    turns = [(ours, row.call, 1)]
    for peer, result in zip(row.peers, theirs, strict=True):
        if not result.fault:
            turns.append((result, peer.call, peer.share))
    begin, rounds = time.perf_counter(), 0
    while rounds < FEWEST or (rounds < MOST and time.perf_counter() - begin < SECONDS):
        # Taking turns spreads a drift of the machine's speed over all of them.
        for result, call, share in turns:
            result.seconds = min(result.seconds, share * _seconds(call))
        rounds += 1
    for result, call, _ in turns:
        result.nbytes = measured_bytes(call)
    return ours, theirs


def _fault(peer: Peer, expected: Any) -> str:
    try:
        given = np.asarray(peer.call())
    except ModuleNotFoundError:
        return "not installed"
    except Exception as error:  # whatever is wrong with a peer costs its own line only
        return f"raises {type(error).__name__}: {error}".split("\n")[0]
    part = expected[: len(given)] if peer.share > 1 else expected
    try:
        np.testing.assert_allclose(given, part, rtol=RTOL)
    except AssertionError:
        if given.shape != part.shape:
            return f"DISAGREES: shape {given.shape}, ordref {part.shape}"
        return f"DISAGREES: by up to {np.max(np.abs(given - part)):.2g}"
    return ""


def _seconds(call: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def measured_bytes(call: Callable[[], Any]) -> int:
    """The most that Python and numpy hold during the call."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
