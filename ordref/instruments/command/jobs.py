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

_OF_FILES = """\
Without --labels the classes of two columns must be whole numbers, and run from
the smallest to the largest seen: a file without the top class has one class
fewer. An ordered column of Parquet or Arrow brings its order. With --labels,
classes are compared as text: 01 and 1 differ, although 1.0, +1 and 1 do not.
"""
_STATUS = (
    "Exit status: 0 success, 1 invalid data, 2 invalid command line, 130 interrupted."
)
# Each job with what it is for, and what stands below its options.
JOBS: dict[str, tuple[Any, str, str]] = {
    "measure": (
        measure,
        "every measure of two columns of a file, or of a table of counts",
        f"""{_OF_FILES}If a measure would need a long search, proved bounds are printed instead
of its value. Intervals of groups have a row for each measure and group in CSV.

{_STATUS}

examples:
  ordref measure results.csv --true y --pred y_hat --labels low,mid,high
  ordref measure counts.csv --matrix --measures mae,spearman --interval
""",
    ),
    "compare": (
        compare,
        "the differences of two classifiers, with intervals and p-values",
        f"""{_OF_FILES}
{_STATUS}

example:
  ordref compare results.csv --true y --pred a --versus b --format json
""",
    ),
    "plan": (
        plan,
        "how many observations an interval needs, if future ones are like these",
        f"""{_OF_FILES}
{_STATUS}

example:
  ordref plan counts.csv --matrix --half-width 0.05 --measures mae,mmae
""",
    ),
    "raters": (
        raters,
        "how far several raters agree, and which of them and of the units differ",
        """\
Exit status: 0 success, 1 invalid data, 2 invalid command line, 3 below --at-least,
130 interrupted.

examples:
  ordref raters ratings.csv --unit film
  ordref raters long.csv --unit film --rater who --score stars --at-least 0.8
""",
    ),
    "identify": (
        identify,
        "what could have produced a published number: measures, variants, conventions, "
        "mistakes, misprints",
        f"""{_OF_FILES}
{_STATUS}

example:
  ordref identify counts.csv --matrix --printed 0.412
""",
    ),
    "possible": (
        possible,
        "whether published values can come from one table of counts: such a table, or a "
        "proof that there is none",
        """\
Exit status: 0 possible, 1 impossible, 2 invalid command line, 3 undecided,
130 interrupted.

example:
  ordref possible --N 125 --K 5 ccr=0.613 mae=0.212
""",
    ),
}
# The kit has a parser of its own, which is also that of `python -m ordref.verify`.
_VERIFY = "test your own function of a measure, and name what is wrong with it"


def parser_of_command() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole command, and that of each job."""
    parser = Parser(
        prog="ordref",
        description="Measures of ordinal classification. Each job has a help of its own: "
        "ordref JOB --help.",
    )
    parser.add_argument("--version", action="version", version=f"ordref {__version__}")
    choices = parser.add_subparsers(metavar="JOB", dest="job", required=True)
    jobs = {}
    for name, (module, summary, epilog) in JOBS.items():
        jobs[name] = choices.add_parser(
            name,
            help=summary,
            description=f"Report {summary}.",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_options(jobs[name])
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
    return int(JOBS[options.job][0].carry_out(options))


def _refuse(job: str, word: str, jobs: dict[str, Parser]) -> NoReturn:
    """Say of a word that a job does not understand which jobs do."""
    if not word.startswith("-"):
        raise UsageError(f"ordref {job} does not know what {word!r} is for")
    others = [name for name in jobs if word in jobs[name]._option_string_actions]
    hint = f", unlike ordref {' and '.join(others)}" * bool(others)
    raise UsageError(f"ordref {job} has no option {word}{hint}")


def _check_job(words: Sequence[str]) -> None:
    """Refuse a first word that is no job, with what may have been meant."""
    if not words:
        raise UsageError("which job? ordref --help lists them")
    first = words[0]
    if first in JOBS or first in ("-h", "--help", "--version"):
        return
    if first == "-" or os.path.exists(first):
        raise UsageError(
            f"{first!r} is a file: name the job first, ordref measure {first}"
        )
    if first.startswith("-"):
        raise UsageError(
            f"the job comes first, before {first}: ordref --help lists them"
        )
    close = difflib.get_close_matches(first, [*JOBS, "verify"], n=1)
    near = f"; is it {close[0]}?" if close else ""
    raise UsageError(
        f"there is no job {first!r}; there are {', '.join([*JOBS, 'verify'])}{near}"
    )
