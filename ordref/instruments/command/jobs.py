"""The jobs of the command by their names, and the parser of the whole command."""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Sequence
from typing import Any, NoReturn

from ... import __version__
from ..files.faults import UsageError
from . import compare, identify, measure, plan, possible, raters
from .options import Parser, with_signed_values

# The docstring of each is its help: what it is for, and what stands below its options.
JOBS: dict[str, Any] = {
    "measure": measure,
    "compare": compare,
    "plan": plan,
    "raters": raters,
    "identify": identify,
    "possible": possible,
}
# The kit has a parser of its own, which is also that of `python -m ordref.verify`.
_VERIFY = "Test your own function of a measure, and name what is wrong with it."


def parser_of_command() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole command, and the parser of each job."""
    parser = Parser(
        prog="ordref",
        description="Measures of ordinal classification. Each job has a help of its own: "
        "ordref JOB --help.",
    )
    parser.add_argument("--version", action="version", version=f"ordref {__version__}")
    choices = parser.add_subparsers(metavar="JOB", dest="job", required=True)
    jobs = {}
    for name, job in JOBS.items():
        summary, _, epilog = (job.__doc__ or "").partition("\n\n")
        jobs[name] = choices.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        job.add_options(jobs[name])
    choices.add_parser("verify", help=_VERIFY, add_help=False)
    return parser, jobs


def carry_out(words: Sequence[str]) -> int:
    """Do what the words ask for, and return the exit status."""
    if words[:1] == ["verify"]:
        from ..verify.command import main

        return main(words[1:], "ordref verify")
    _check_job(words)
    parser, jobs = parser_of_command()
    if job := jobs.get(words[0]):
        words = [words[0], *with_signed_values(words[1:], job)]
    options, unknown = parser.parse_known_args(words)
    if unknown:
        _refuse(options.job, unknown[0].partition("=")[0], jobs)
    return int(JOBS[options.job].carry_out(options))


def _refuse(job: str, word: str, jobs: dict[str, Parser]) -> NoReturn:
    """Refuse a word that a job does not understand, and say which jobs do."""
    if not word.startswith("-"):
        raise UsageError(f"ordref {job} does not know what {word!r} is for")
    others = [name for name in jobs if word in jobs[name]._option_string_actions]
    hint = f", unlike ordref {' and '.join(others)}" * bool(others)
    raise UsageError(f"ordref {job} has no option {word}{hint}")


def _check_job(words: Sequence[str]) -> None:
    """Refuse a first word that is not a job, and suggest a job."""
    if not words:
        raise UsageError("which job? ordref --help lists them")
    first = words[0]
    if first in JOBS or first in ("-h", "--help", "--version"):
        return
    if first == "-" or os.path.exists(first):
        raise UsageError(f"{first!r} is a file: name the job first, ordref measure {first}")
    if first.startswith("-"):
        raise UsageError(f"the job comes first, before {first}: ordref --help lists them")
    close = difflib.get_close_matches(first, [*JOBS, "verify"], n=1)
    near = f"; is it {close[0]}?" if close else ""
    raise UsageError(f"there is no job {first!r}; there are {', '.join([*JOBS, 'verify'])}{near}")
