"""Call a user's function so that it cannot spoil the report.

It may raise, end the program, never answer, change its argument, or print. In this process it
runs in a thread that is abandoned when its time is up; for the command it runs in a process of
its own, which can be stopped. Large counts are given to a process with limited memory, because a
function that lists the observations would take all there is.
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
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Self

import numpy as np

# Returns what the function did with these arguments, or raises `NoAnswer`.
Caller = Callable[[Sequence[Any]], "Called"]

NO_MEMORY = "ran out of memory"
# The memory that calls may take beyond what their process already has.
ALLOWANCE = 2**30
# Platforms without threads and processes: those of web pages.
_ALONE = ("emscripten", "wasi")
# The seconds for the import of a module.
IMPORT = 120.0


class NoAnswer(Exception):  # noqa: N818 - not an error of ours
    """The function cannot be called again: it does not answer, or its process has ended."""


@dataclass(frozen=True)
class Called:
    """What a function returned: a number, or the error in its place.

    ``ends`` says that it tried to end the program, which is always wrong, and ``changes``
    that it changed an argument.
    """

    value: float = math.nan
    error: str = ""
    ends: bool = False
    changes: bool = False

    def __str__(self) -> str:
        return self.error or f"{self.value:.12g}"


def call_safely(function: Callable[..., Any], arguments: Sequence[Any]) -> Called:
    """Call a function, and record what happened."""
    before = [np.copy(argument) for argument in arguments]
    with np.errstate(all="ignore"):
        called = _tried(function, arguments)
    unchanged = partial(np.array_equal, equal_nan=True)
    return replace(called, changes=not all(map(unchanged, before, arguments)))


def _tried(function: Callable[..., Any], arguments: Sequence[Any]) -> Called:
    try:
        return _as_number(function(*arguments))
    except MemoryError:
        return Called(error=NO_MEMORY)
    except Exception as error:
        return Called(error=f"raised {_kind_and_message(error)}")
    except BaseException as error:  # SystemExit above all
        message = f"tried to end the program ({_kind_and_message(error)})"
        return Called(error=message, ends=True)


def _as_number(returned: Any) -> Called:
    # The results of scipy hold the number beside a p-value.
    returned = getattr(returned, "statistic", returned)
    if returned is None or isinstance(returned, str | bytes):
        return Called(error=f"returned {returned!r}")
    array = np.asarray(returned)
    if array.size != 1:
        return Called(error=f"returned an array of shape {array.shape}")
    if array.dtype.kind == "c":
        return Called(error=f"returned a complex number, {returned!r}")
    return Called(float(array.reshape(-1)[0]))


def _kind_and_message(error: BaseException) -> str:
    """The kind of an error and the first line of its message, made printable."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:
        lines = ["with a message that cannot be read"]
    shown = lines[0][:160] if lines else "without a message"
    named = f"{type(error).__name__}: {shown}"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in named)


@contextmanager
def in_thread(function: Callable[..., Any], seconds: float) -> Iterator[Caller]:
    """A function in a thread of its own, which is abandoned if it does not answer.

    In a web page there are no threads, and no limit of time.
    """
    if sys.platform in _ALONE:
        yield partial(call_safely, function)
        return
    requests: SimpleQueue[Any] = SimpleQueue()
    answers: SimpleQueue[Called] = SimpleQueue()

    def serve() -> None:
        for arguments in iter(requests.get, None):
            answers.put(call_safely(function, arguments))

    def caller(arguments: Sequence[Any]) -> Called:
        requests.put(arguments)
        try:
            return answers.get(timeout=seconds)
        except Empty:
            raise NoAnswer(f"it gave no answer within {seconds:g} s") from None

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield caller
    finally:
        requests.put(None)


class Apart:
    """A function in a process of its own; a context manager, and a `Caller`."""

    def __init__(
        self, method: str, seconds: float, serve: Callable[..., None], *arguments: Any
    ) -> None:
        context: Any = multiprocessing.get_context(method)
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(target=serve, args=(far_end, *arguments), daemon=True)
        self._process.start()
        far_end.close()
        self.seconds = seconds

    def __call__(self, arguments: Sequence[Any]) -> Called:
        """Send the arguments, and wait for the answer."""
        self._pipe.send(arguments)
        called: Called = self.received(self.seconds, "it")
        return called

    def with_limited_memory(self) -> Caller:
        """The same function, with limited memory from now on."""
        self._pipe.send(None)
        return self

    def received(self, seconds: float, sender: str) -> Any:
        """The message of the process; raises `NoAnswer` if it does not come in time."""
        try:
            if self._pipe.poll(seconds):
                return self._pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            code = self._process.exitcode
            raise NoAnswer(f"{sender} ended its process, with exit code {code}") from None
        self._process.kill()
        raise NoAnswer(f"{sender} gave no answer within {seconds:g} s")

    def __enter__(self) -> Self:
        """The process has already been started."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the process, whatever it is doing."""
        self._process.kill()
        self._process.join()


def child(module: str, path: str, options: dict[str, Any], seconds: float) -> Apart:
    """A function of a module, in a process of its own."""
    # Ctrl-C is for this process, which then stops the other.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        begun = Apart("spawn", seconds, _serve, module, path, options)
    finally:
        signal.signal(signal.SIGINT, before)
    # A module may import much before its function can be called.
    if refused := begun.received(max(seconds, IMPORT), f"import of {module}"):
        raise ValueError(refused)
    return begun


@contextmanager
def copied(function: Callable[..., Any], seconds: float) -> Iterator[Callable[[], Caller | None]]:
    """How to call a function with limited memory: in a copy of this process, on Linux.

    The copy lacks the threads of this process, for which a library may wait. So the copy
    must first answer for a small matrix; otherwise there is none.
    """
    with ExitStack() as begun:

        def with_limited_memory() -> Caller | None:
            if sys.platform == "linux":
                copy = begun.enter_context(Apart("fork", seconds / 3, _copy, function))
                with suppress(NoAnswer):
                    copy([np.eye(2, dtype="int64")])
                    copy.seconds = seconds
                    return copy.with_limited_memory()
            return None

        yield with_limited_memory


def _copy(connection: Any, function: Callable[..., Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _answer_calls(connection, function)


def _serve(connection: Any, module: str, path: str, options: dict[str, Any]) -> None:
    # Whatever the function prints must not get into the report.
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    function, refused = imported_function(module, path)
    connection.send(refused)
    if not refused:
        _answer_calls(connection, partial(function, **options))


def _answer_calls(connection: Any, function: Callable[..., Any]) -> None:
    with suppress(EOFError):
        while True:
            arguments = connection.recv()
            if arguments is None:
                _limit_memory()
            else:
                connection.send(call_safely(function, arguments))


def _limit_memory() -> None:
    if sys.platform == "linux":  # where a process can read its own size
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + ALLOWANCE
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def imported_function(module: str, path: str) -> tuple[Any, str]:
    """The function, or the reason why there is none.

    Examples
    --------
    >>> imported_function("math", "no_such")
    (None, 'math has no no_such')
    """
    sys.path.insert(0, "")
    try:
        target: Any = import_module(module)
    except BaseException as error:
        return None, f"cannot import {module}: {_kind_and_message(error)}"
    for part in path.split("."):
        if not hasattr(target, part):
            return None, f"{module} has no {path}"
        target = getattr(target, part)
    if not callable(target):
        return None, f"{module}:{path} is not a function"
    return target, ""
