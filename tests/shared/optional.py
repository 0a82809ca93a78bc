"""Peers that have no wheel for some systems."""

import importlib
import platform
import sys

import pytest

NO_WHEEL = "skipped: no wheel here"


def peer(name):
    """The module of a peer; where no wheel of it is to be had, the test is skipped.

    On Linux on x86-64, where CI runs, there are wheels of all peers: a missing one is an error.
    """
    if sys.platform == "linux" and platform.machine() == "x86_64":
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=NO_WHEEL)
