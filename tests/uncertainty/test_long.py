"""Minutes of resampling are said beforehand, where they begin."""

import time
import warnings

import numpy as np
import pytest
from sure import CM

import ordref

SAID = (
    r"takes 0\.\d+ s for a table like this one, and there are {}: that is \d+ minutes"
)
Y = np.repeat([1, 2, 3], 30)
A, B = np.roll(Y, 11), np.roll(Y, -17)


def slow(stack):
    """The accuracy, slowly where tables come one by one."""
    time.sleep(0.05 if stack.size < 30 else 0)
    return ordref.ccr(stack)


ASKED = {
    "percentile": (lambda f: ordref.interval(f, CM, method="percentile"), "9,999"),
    "bca": (lambda f: ordref.interval(f, CM, method="bca", n_resamples=8000), "8,000"),
    "chance": (lambda f: ordref.chance(f, CM), "9,999"),
    "all tables": (lambda f: ordref.chance(f, np.eye(3, dtype=int) * 20), "26,796"),
    "exchanges": (lambda f: ordref.difference(f, Y, A, B), "19,998"),
    "few exchanges": (
        lambda f: ordref.difference(f, Y, A, B, groups=np.arange(90) % 14), "32,768",
    ),
    "difference": (
        lambda f: ordref.difference(f, Y, A, B, method="percentile"), "19,998",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", ASKED)
def test_minutes_are_said_beforehand_and_seconds_are_not(kind):
    ask, many = ASKED[kind]
    with pytest.warns(UserWarning, match=SAID.format(many)) as said:
        ask(slow)
    assert {each.filename for each in said} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ask(ordref.ccr)


def test_one_slow_call_is_not_taken_for_all():
    """The first may import, or wait for the machine."""
    calls = []

    def first_slow(stack):
        calls.append(len(stack))
        time.sleep(0.05 if len(calls) < 3 else 0)
        return ordref.ccr(stack)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ordref.interval(first_slow, CM, method="percentile")
    assert calls[:3] == [1, 1, 1]


def test_the_name_of_a_measure_is_said(monkeypatch):
    monkeypatch.setattr("ordref._delta.PATIENCE", 0)
    with pytest.warns(UserWarning, match="^co_correlation takes"):
        ordref.interval("co_correlation", CM, method="percentile", n_resamples=99)
    with pytest.warns(UserWarning, match="^the function takes"):
        ordref.chance(slow, CM, n_resamples=99)
