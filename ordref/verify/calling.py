"""Calling a function of somebody else's so that it cannot spoil the answer.

It may raise, end the program, never answer, change what it was given, or print. In this
process it runs in a thread that is not waited for longer than its time; for the command
it runs in a process of its own, which can be stopped.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeVar

import numpy as np

T = TypeVar("T")
# Answers with what came for these arguments, or raises `Lost`.
Caller = Callable[[Sequence[Any]], "Called"]


class Lost(Exception):  # noqa: N818 - not an error of ours: the function is lost
    """The function cannot be called any more: it does not answer, or its process has ended."""


@dataclass(frozen=True)
class Called:
    """What a function returned: a number, or the error in its place.

    ``ends`` says that it tried to end the program, which is right nowhere; ``changes``,
    that it changed an argument.
    """

    value: float = math.nan
    error: str = ""
    ends: bool = False
    changes: bool = False

    def __str__(self) -> str:
        return self.error or f"{self.value:.12g}"


def answer(function: Callable[..., Any], arguments: Sequence[Any]) -> Called:
    """Call, and say what came of it."""
    before = [np.copy(argument) for argument in arguments]
    with np.errstate(all="ignore"):
        value, error, ends = _tried(function, arguments)
    changes = not all(map(np.array_equal, before, arguments))
    return Called(value, error, ends, changes)


def _tried(
    function: Callable[..., Any], arguments: Sequence[Any]
) -> tuple[float, str, bool]:
    try:
        return (*_number(function(*arguments)), False)
    except Exception as error:
        return math.nan, f"raised {_named(error)}", False
    except BaseException as error:  # SystemExit above all
        return math.nan, f"tried to end the program ({_named(error)})", True


def _number(returned: Any) -> tuple[float, str]:
    # A result such as scipy's holds the number beside a p-value.
    returned = getattr(returned, "statistic", returned)
    if returned is None or isinstance(returned, str | bytes):
        return math.nan, f"returned {returned!r}"
    array = np.asarray(returned)
    if array.size != 1:
        return math.nan, f"returned an array of shape {array.shape}"
    if array.dtype.kind == "c":
        return math.nan, f"returned a complex number, {returned!r}"
    return float(array.reshape(-1)[0]), ""


def _named(error: BaseException) -> str:
    """The kind of an error and its first line, of which nothing need be printable."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:
        lines = ["with a message that cannot be read"]
    shown = lines[0][:160] if lines else "without a message"
    named = f"{type(error).__name__}: {shown}"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in named)


def waited_for(work: Callable[[], T], late: Callable[[], bool]) -> T | None:
    """Do work in a thread; None once it is late, while the thread goes on."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    # Here and not in the thread, which may never come to restore the filters.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        threading.Thread(target=run, daemon=True).start()
        while not late():
            with suppress(TimeoutError):
                return future.result(timeout=0.05)
    return None


class _Connection(Protocol):
    def send(self, obj: Any, /) -> None: ...
    def recv(self) -> Any: ...


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C is for this process, and not for those that it starts meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where signals cannot be set
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Child:
    """A function of a module, in a process of its own; a context manager, and a `Caller`."""

    # A module may import much before its function can be called.
    IMPORT = 120.0

    def __init__(
        self, module: str, path: str, options: dict[str, Any], seconds: float
    ) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._here, there = spawn.Pipe()
        self._process = spawn.Process(
            target=_serve, args=(there, module, path, options), daemon=True
        )
        with _uninterrupted():
            self._process.start()
        there.close()
        self._seconds = seconds
        refused = self._received(max(seconds, self.IMPORT), f"import of {module}")
        if refused:
            self._process.join()
            raise ValueError(refused)

    def __call__(self, arguments: Sequence[Any]) -> Called:
        """Send the arguments, wait for the answer."""
        self._here.send(arguments)
        called: Called = self._received(self._seconds, "it")
        return called

    def _received(self, seconds: float, what: str) -> Any:
        try:
            if self._here.poll(seconds):
                return self._here.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            code = self._process.exitcode
            raise Lost(f"{what} ended its process, with exit code {code}") from None
        self._process.kill()
        raise Lost(f"{what} gave no answer within {seconds:g} s")

    def __enter__(self) -> Child:
        """Nothing more: the process has been started."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the process, whatever it is doing."""
        self._process.kill()
        self._process.join()


def _serve(
    connection: _Connection, module: str, path: str, options: dict[str, Any]
) -> None:
    # What the function prints is no part of the report.
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    function, refused = _found(module, path)
    connection.send(refused)
    while not refused:
        try:
            arguments = connection.recv()
        except EOFError:
            return

        def call(*given: Any) -> Any:
            return function(*given, **options)

        connection.send(answer(call, arguments))


def _found(module: str, path: str) -> tuple[Any, str]:
    """The function, or why there is none."""
    sys.path.insert(0, "")
    try:
        found: Any = import_module(module)
    except BaseException as error:
        return None, f"cannot import {module}: {_named(error)}"
    for part in path.split("."):
        if not hasattr(found, part):
            return None, f"{module} has no {path}"
        found = getattr(found, part)
    if not callable(found):
        return None, f"{module}:{path} is not a function"
    return found, ""
