"""The command ``ordref``: measure, compare, plan, raters, identify, possible, verify."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from .instruments.command import jobs, text
from .instruments.command.options import CONTENTS, USAGE
from .instruments.files.faults import FileError, UsageError


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return jobs.carry_out(words)
    except FileError as fault:
        text.say(f"error: {fault}")
        raise SystemExit(USAGE if isinstance(fault, UsageError) else CONTENTS) from None


def _code() -> int:
    """Run the command; report closed outputs and interruptions by message and exit status."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays open to the end
    if sys.stdout is None:
        text.say("error: cannot write: standard output is closed")
        return USAGE
    try:
        code = main()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        text.say("interrupted")
        return 130  # as shells say of a program that Ctrl-C has ended
    except OSError as error:
        # Discard what is still to be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # closed by its reader, such as head
            return 0
        text.say(f"error: cannot write: {error.strerror}")  # such as a full disk
        return USAGE


def run() -> None:
    """The entry point ``ordref``: run the command, and exit as it says."""
    # From here on an interruption is an exception again.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(_code())


if __name__ == "__main__":
    run()
