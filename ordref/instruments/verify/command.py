"""The command: ``ordref verify MODULE:FUNCTION --measure NAME``."""

from __future__ import annotations

import argparse
import ast
import io
import math
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, get_args

from ..catalogue.on_request import RATER_ROWS
from ..catalogue.rows import MEASURES
from ..files.faults import number_in
from .calling import NoAnswer, child
from .cases import Input, Quantity, measure_named
from .trial import SECONDS, Trial

_EPILOG = """\
Exit status: 0 if every check passes, 1 if one fails, 2 invalid command line,
130 interrupted.

examples:
  ordref verify mymetrics:mae --measure mae
  ordref verify mymetrics:mae --measure mae --input labels
  ordref verify mymetrics:kappa --measure weighted_kappa_quadratic \\
      --with weights=quadratic
  ordref verify mymetrics:fleiss --measure weighted_pi_unweighted --input ratings
"""


def _keyword(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (equals and name.isidentifier()):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return name, value  # a word needs no quotes


def _positive(text: str) -> float:
    seconds = number_in(text)
    if seconds is None or not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return float(seconds)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage."""
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str] | None = None, prog: str = "python -m ordref.verify") -> int:
    """Check the function that the command names; 0 if it passes, 1 if not, 2 for misuse."""
    parser = _Parser(
        prog=prog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Test a function on the test vectors of a measure, on small matrices and "
        "on\nmetamorphic relations; report what fails, and likely causes.",
        epilog=_EPILOG,
    )
    # fmt: off
    add = parser.add_argument_group("input").add_argument
    add("function", metavar="MODULE:FUNCTION", help="such as mymetrics:mae")
    add("--input", choices=get_args(Input), default="matrix",
        help="what the function takes: a confusion matrix (the default), true and predicted "
        "labels, or ratings, a row for each unit and nan for a gap")
    add("--with", action="append", default=[], type=_keyword, dest="keywords",
        metavar="NAME=VALUE",
        help="a keyword argument of the function, such as weights=quadratic; may be repeated")
    add("--seconds", type=_positive, default=SECONDS,
        help=f"the time limit of one call, in seconds (default: {SECONDS:g})")
    add = parser.add_argument_group("measures").add_argument
    add("--measure", required=True, metavar="NAME",
        help=f"{', '.join(MEASURES)}; of ratings {', '.join(RATER_ROWS)}")
    add("--of", choices=get_args(Quantity), default="value",
        help="what the function returns: the measure (the default), or its standard error")
    # fmt: on
    try:
        return _run(parser, parser.parse_args(arguments))
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted\n")


def _run(parser: _Parser, wanted: argparse.Namespace) -> int:
    module, _, path = wanted.function.partition(":")
    try:
        measure_named(wanted.measure, wanted.input)
        if not (module and path):
            message = f"{wanted.function!r} is not MODULE:FUNCTION"
            raise ValueError(f"{message}, such as mymetrics:mae")
        with child(module, path, dict(wanted.keywords), wanted.seconds) as caller:
            request = wanted.measure, wanted.input, wanted.of
            report = Trial(caller, *request, caller.with_limited_memory).finished()
    except (ValueError, NoAnswer) as refused:
        parser.error(str(refused))
    # Escape what the encoding of the output cannot show.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        print(report, flush=True)
    except BrokenPipeError:  # the reader has closed the pipe
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for the flush at the end
    except OSError as error:
        parser.error(f"cannot write the report: {error.strerror}")
    return 0 if report.passed else 1


def run() -> None:
    """Run the command, and exit as it says."""
    # From here on an interruption is an exception again.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main())
