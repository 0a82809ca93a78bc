"""Minutes of resampling are said beforehand, where they begin: by a clock of the test's own."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from sure import CM

import ordref

Y = np.repeat([1, 2, 3], 30)
A, B = np.roll(Y, 11), np.roll(Y, -17)
PAIR = ordref.paired_sample(Y, A, B)
GROUPED = ordref.paired_sample(Y, A, B, groups=np.arange(90) % 14)


class Clock:
    """It goes on only while a function works: so many seconds for each table."""

    def __init__(self, *seconds):
        self.now, self.calls, self.seconds = 0.0, [], seconds

    def __call__(self, stack):
        place = min(len(self.calls), len(self.seconds) - 1)
        self.calls.append(len(stack))
        self.now += self.seconds[place] * len(stack)
        return ordref.ccr(stack)


@pytest.fixture
def clocked(monkeypatch):
    def function(*seconds):
        clock = Clock(*seconds)
        time = SimpleNamespace(perf_counter=lambda: clock.now)
        monkeypatch.setattr("ordref.instruments.uncertainty.measured.time", time)
        return clock

    return function


@pytest.mark.parametrize(
    ("ask", "tables"),
    [
        (lambda f: ordref.interval(f, CM, method="percentile"), 9_999),
        (lambda f: ordref.interval(f, CM, method="bca", n_resamples=8000), 8_000),
        (lambda f: ordref.chance(f, CM), 9_999),
        (lambda f: ordref.chance(f, np.eye(3, dtype=int) * 20), 26_796),
        (lambda f: ordref.difference(f, PAIR), 19_998),
        (lambda f: ordref.difference(f, GROUPED), 32_768),
        (lambda f: ordref.difference(f, PAIR, method="percentile"), 19_998),
    ],
)
def test_minutes_are_said_beforehand_and_seconds_are_not(ask, tables, clocked):
    slow, seconds = clocked(0.05), tables * 0.05
    words = (
        f"takes 0.05 s .*, and there are {tables:,}: that is {seconds / 60:.0f} minutes"
    )
    with pytest.warns(UserWarning, match=words) as said:
        ask(slow)
    assert {each.filename for each in said} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ask(clocked(299 / tables))


def test_one_slow_call_is_not_taken_for_all(clocked):
    """The first may import, or wait for the machine."""
    first_slow = clocked(0.05, 0.05, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ordref.interval(first_slow, CM, method="percentile")
    assert first_slow.calls[:3] == [1, 1, 1]


def test_the_name_of_a_measure_is_said(monkeypatch):
    monkeypatch.setattr("ordref.instruments.uncertainty.measured.PATIENCE", 0)
    with pytest.warns(UserWarning, match="^co_correlation takes"):
        ordref.interval("co_correlation", CM, method="percentile", n_resamples=99)
    with pytest.warns(UserWarning, match="^the function takes"):
        ordref.chance(lambda n: ordref.ccr(n), CM, n_resamples=99)
