"""Every check that the ledger names runs and passes, and where the time goes.

A test that is skipped, deselected or never collected makes no noise; here it does. A run
answers for the folders and files that it was asked for, unless a word on the command line
narrows it; all together they are `make check`, in which no folder may be missing.
"""

import csv
import gc
import json
import os
import re
import tomllib
from collections import Counter
from pathlib import Path

# Before numpy is imported, here, in the kernels and in all other processes of the tests.
# They share the processors; the threads of each would wait for those of the others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest

# Before pytest is given a file of the package: it would run that file a second time, and put
# the module in the place of the function of its name.
import ordref.definitions
import ordref.verify  # noqa: F401

ROOT = Path(__file__).parent
LEDGER = ROOT / "chapters" / "claims.toml"
TIMES = ROOT / "tests" / "times.csv"  # of the last whole runs, by file
PART = re.compile(
    r"-[km]|--(deselect|ignore|lf|last-failed|sw|stepwise|collect-only|co$)"
)


def pytest_addoption(parser):
    parser.addoption(
        "--store-times",
        action="store_true",
        help="store the seconds of each file in tests/times.csv",
    )


def pytest_collection_modifyitems(items):
    """The longest files first, for one begun last would run alone beside an idle process.

    --no-loadscope-reorder keeps xdist from another order.
    """
    times = stored_times()
    items.sort(key=lambda item: -times.get(item.nodeid.partition("::")[0], 0))


def pytest_collection_finish():
    """What is imported is no garbage; to look through it again took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_configure(config):
    # With xdist, the controller hears of every test.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Times(config))
        if LEDGER.is_file():
            config.pluginmanager.register(Checks(config))


def named():
    """The checks of the ledger by the name that they run under."""
    claims = tomllib.loads(LEDGER.read_text(encoding="utf-8"))["claim"]
    checks = {check for claim in claims for check in claim.get("checks", [])}
    return {item(check): check for check in sorted(checks)}


def item(check):
    """A cell runs under its number among the cells of code, a test under its own name."""
    path, _, name = check.partition("#")
    if not name or not (ROOT / path).is_file():
        return check
    cells = json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
    code = [cell.get("id") for cell in cells if cell["cell_type"] == "code"]
    return f"{path}::Cell {code.index(name)}" if name in code else check


def asked(config):
    """Whether a file is among what this run was asked for."""
    if any(PART.match(arg) for arg in config.invocation_params.args):
        return lambda path: False
    elsewhere = set(config.getini("norecursedirs"))
    places = [
        (config.invocation_params.dir / place).resolve()
        for place in config.args
        if "::" not in place
    ]

    def within(path):
        path = ROOT / path
        return any(
            path.is_relative_to(place)
            and not elsewhere.intersection(path.relative_to(place).parts[:-1])
            for place in places
        )

    return within


def elsewhere(report):
    """Whether a test is skipped because a peer has no wheel for this system."""
    return report.skipped and "skipped: no wheel here" in str(report.longrepr)


class Checks:
    def __init__(self, config):
        self.asked = asked(config)
        self.passed, self.not_passed, self.idle = set(), set(), []

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.partition("[")[0]  # of all its cases
        if not (report.passed or elsewhere(report)):
            self.not_passed.add(name)
        elif report.when == "call" or elsewhere(report):
            self.passed.add(name)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        ran = self.passed - self.not_passed
        # A run that has failed, perhaps at the first failure, has said why.
        if exitstatus == pytest.ExitCode.OK:
            self.idle = [
                check
                for name, check in named().items()
                if name not in ran and self.asked(re.split("::|#", check)[0])
            ]
        if self.idle:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        for check in self.idle:
            terminalreporter.write_line(
                f"ERROR {check} - named in the ledger, and did not run and pass",
                red=True,
            )


def stored_times():
    """The seconds of each file when they were last stored."""
    if not TIMES.is_file():
        return {}
    with TIMES.open(encoding="utf-8", newline="") as file:
        return {row["file"]: float(row["seconds"]) for row in csv.DictReader(file)}


class Times:
    """Seconds by file: the ten slowest folders are told, beside what is stored of them."""

    def __init__(self, config):
        self.seconds, self.tests = Counter(), Counter()
        self.store, self.asked = config.option.store_times, asked(config)

    def pytest_runtest_logreport(self, report):
        file = report.nodeid.partition("::")[0]
        self.seconds[file] += report.duration
        self.tests[file] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter):
        stored, now, before, tests = stored_times(), Counter(), Counter(), Counter()
        for file, seconds in self.seconds.items():
            now[folder(file)] += seconds
            before[folder(file)] += stored.get(file, 0)
            tests[folder(file)] += self.tests[file]
        if len(self.seconds) > 1:
            terminalreporter.section("seconds by folder, and when last stored")
            for place, seconds in now.most_common(10):
                terminalreporter.write_line(
                    f"{seconds:7.1f} {before[place]:7.1f}  {tests[place]:5} tests  {place}"
                )
        if self.store:
            kept = {file: s for file, s in stored.items() if not self.asked(file)}
            new = kept | {file: round(s, 1) for file, s in self.seconds.items()}
            lines = [f"{file},{seconds}" for file, seconds in sorted(new.items())]
            TIMES.write_text("\n".join(["file,seconds", *lines, ""]), encoding="utf-8")


def folder(file):
    return str(Path(file).parent)
