"""Run the studies: ``python -m studies [names] [--jobs 2] [--anew]``.

Rows are added to ``studies/results`` task by task, in one order. What is there is not run
again, so an interrupted run goes on where it stopped.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context

from . import results
from .runs import STUDIES


def bar(done, of, seconds):
    """A line of progress: how much, and for how long still."""
    filled = "#" * (30 * done // of)
    left = f", {seconds / done * (of - done):.0f} s left" if done else ""
    return f"[{filled:<30}] {done}/{of}{left} "


def run(name, jobs):
    """Run what is missing of a study."""
    study = STUDIES[name]
    left = study.tasks[results.begun(name) :]
    started = time.monotonic()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        found = pool.map(study.run, *zip(*left, strict=True)) if left else []
        for done, rows in enumerate(chain([()], found)):
            if rows:
                results.add(name, rows)
            if left:
                line = bar(done, len(left), time.monotonic() - started)
                print(f"\r{name:<14} {line}", end="", file=sys.stderr, flush=True)
    print(f"\r{name:<14} {len(study.tasks)} tasks, {len(left)} of them now, in "
          f"{time.monotonic() - started:.0f} s{' ' * 30}", file=sys.stderr)  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="studies", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(STUDIES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="drop the stored rows")
    given = parser.parse_args()
    if unknown := set(given.names) - set(STUDIES):
        parser.error(f"no study {unknown.pop()}; there are {', '.join(STUDIES)}")
    for name in given.names or STUDIES:
        if given.anew:
            results.path(name).unlink(missing_ok=True)
        run(name, given.jobs)
