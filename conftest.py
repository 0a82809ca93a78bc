"""When the whole suite runs, every check that the ledger names must run and pass.

A test that is skipped, deselected or never collected makes no noise; here it does. A
run of a part of the suite, asked for on the command line, is not held to this.
The longest modules are run first.
"""

import json
import os
import re
import tomllib
from pathlib import Path

# Before numpy is imported, here, in the kernels and in all other processes of the tests.
# They share the processors; the threads of each would wait for those of the others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest

ROOT = Path(__file__).parent
# They warn whoever imports them, as a run of the doctests would.
MOVED = ("measures", "table", "causes")
collect_ignore = [f"ordref/{name}.py" for name in MOVED]
LEDGER = ROOT / "chapters" / "claims.toml"
PART = re.compile(
    r"-[km]|--(deselect|ignore|lf|last-failed|sw|stepwise|collect-only|co$)"
)


# Modules that take minutes. Begun last, one of them would run alone beside an idle process.
LONGEST = (
    "tests/book/test_site.py",
    "tests/book/test_site_more.py",
    "tests/test_contributing.py",
    "tests/test_harness.py",
    "tests/book/",
    "chapters/",
)


def pytest_collection_modifyitems(items):
    """The longest first; --no-loadscope-reorder keeps xdist from another order."""
    items.sort(key=lambda item: [not item.nodeid.startswith(long) for long in LONGEST])


def pytest_configure(config):
    # With xdist, the controller hears of every test.
    if LEDGER.is_file() and not hasattr(config, "workerinput") and whole(config):
        config.pluginmanager.register(Checks())


def whole(config):
    """Whether nothing on the command line narrows the suite; the settings never may."""
    here = config.args_source is config.ArgsSource.TESTPATHS
    return here and not any(PART.match(arg) for arg in config.invocation_params.args)


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


class Checks:
    def __init__(self):
        self.passed, self.not_passed, self.idle = set(), set(), []

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.partition("[")[0]  # of all its cases
        if not report.passed:
            self.not_passed.add(name)
        elif report.when == "call":
            self.passed.add(name)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        ran = self.passed - self.not_passed
        # A run that has failed, perhaps at the first failure, has said why.
        if exitstatus == pytest.ExitCode.OK:
            self.idle = [check for name, check in named().items() if name not in ran]
        if self.idle:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        for check in self.idle:
            terminalreporter.write_line(
                f"ERROR {check} - named in the ledger, and did not run and pass",
                red=True,
            )
