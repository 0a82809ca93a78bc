"""Small changes of the package, one at a time, and whether some test notices: ``make mutants``.

A sample of all changes that the operators below can make is drawn by a seed. Each is made
in a copy of the package, in a directory of its own, which the tests that matter import; the
working tree stays as it is. A test that notices must pass without the change. A mutant that
survives is either the same function written in another way, or a test that is missing.

Each run of tests is a fork of a process that has imported what they need besides the
package, which takes longer than most of the tests that notice.
"""

import argparse
import ast
import contextlib
import copy
import hashlib
import importlib
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

# The runs share the processors, and threads do not survive a fork.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import pytest
import reach

ROOT = Path(__file__).parents[1]
NEAR = 3  # the tests that bear its name, that name it, and that name who imports it
# What tests import besides the package.
HEAVY = (
    "matplotlib.pyplot", "nbformat", "pandas", "scipy.optimize",
    "scipy.stats", "sklearn.metrics", "sklearn.model_selection", "statsmodels.api", "sympy",
)  # fmt: skip
# A mutant that does not end, or takes all memory, is noticed.
LONGEST = 900  # seconds for one run
MEMORY = 6 << 30  # bytes for each run
UNNAMED = "the run"

# What the catalogue says to readers is no code.
PROSE = ("formula", "asks", "chance", "undefined", "blind")

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
OPERATIONS = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,), ast.FloorDiv: (ast.Div,), ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,), ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,),
    ast.MatMult: (), ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,), ast.BitXor: (),
}  # fmt: skip
NAMES = {
    "min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum",
    "any": "all", "all": "any", "argmin": "argmax", "argmax": "argmin",
    "floor": "ceil", "rows": "columns", "index": "columns",
}  # fmt: skip


class Mutant(NamedTuple):
    """A change of one node of a module."""

    path: Path
    tree: ast.Module
    place: tuple[ast.AST, str, int | None]
    node: ast.AST
    changed: ast.AST
    # Its function, the statement that it stands in, what it changes to what.
    texts: str

    def source(self) -> str:
        """The module with the change."""
        _put(*self.place, self.changed)
        source = ast.unparse(ast.fix_missing_locations(self.tree))
        _put(*self.place, self.node)
        return source

    def __str__(self) -> str:
        line, path = getattr(self.node, "lineno", 0), self.path.relative_to(ROOT)
        return f"{path}:{line}: {_short(self.node)} -> {_short(self.changed)}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What can stand in the place of a node."""
    if isinstance(node, ast.Compare):
        for k, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[k] = other()
                yield changed
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        for other in OPERATIONS[type(node.op)]:
            changed = copy.deepcopy(node)
            changed.op = other()
            yield changed
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield changed
        yield from node.values
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(test=node.test, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.If | ast.While):
        changed = copy.deepcopy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed
    elif isinstance(node, ast.Constant):
        if node.value is True or node.value is False:
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int | float):
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
        elif isinstance(node.value, str) and node.value and " " not in node.value:
            # With a blank in it, it is a message.
            yield ast.Constant("XX" + node.value)
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield ast.Name(NAMES[node.id], node.ctx)
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield ast.Attribute(node.value, NAMES[node.attr], node.ctx)
    elif isinstance(node, ast.Call) and len(node.args) > 1 and not _symmetric(node):
        changed = copy.deepcopy(node)
        changed.args[:2] = changed.args[1::-1]
        yield changed
    elif isinstance(node, ast.Return) and node.value is not None:
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Continue | ast.Break | ast.Raise):
        yield ast.Pass()
    elif isinstance(node, ast.Slice):
        if node.lower is not None:
            yield ast.Slice(None, node.upper, node.step)
        if node.upper is not None:
            yield ast.Slice(node.lower, None, node.step)


def _symmetric(call: ast.Call) -> bool:
    """Whether the order of the first two arguments does not matter."""
    return ast.unparse(call.func).endswith(("min", "max", "minimum", "maximum"))


def nodes(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """The nodes that run, each with its place in its parent: no docstring, no annotation."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            if isinstance(parent, ast.JoinedStr | ast.FormattedValue | ast.Expr):
                continue  # messages, and docstrings
            if isinstance(parent, ast.Assign) and _named(parent, "__all__"):
                continue
            for k, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST):
                    yield parent, field, k if isinstance(value, list) else None


def _named(node: ast.Assign, name: str) -> bool:
    return any(isinstance(t, ast.Name) and t.id == name for t in node.targets)


def _is_told(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return _named(node, "__all__")
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in ("cast", "TypeVar")
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.JoinedStr)


def _told(tree: ast.AST) -> set[int]:
    """The nodes within annotations, messages, prose and what only type checkers read."""
    told: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.arg):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.returns, *node.decorator_list]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif _is_told(node):
            parts = [node]
        elif isinstance(node, ast.keyword) and node.arg in PROSE:
            parts = [node.value]
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            parts = list(node.exc.args)
        for part in parts:
            if part is not None:
                told.update(id(inner) for inner in ast.walk(part))
    return told


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of one module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told, homes = _told(tree), dict(_homes(tree, "", ""))
    for parent, field, k in list(nodes(tree)):
        value = getattr(parent, field)
        node = value if k is None else value[k]
        if id(node) not in told and id(parent) not in told:
            for changed in changes(node):
                texts = [*homes[id(node)], _short(node, None), _short(changed, None)]
                place = (parent, field, k)
                yield Mutant(path, tree, place, node, changed, " | ".join(texts))


def _homes(
    node: ast.AST, function: str, statement: str
) -> Iterator[tuple[int, tuple[str, str]]]:
    """The function and the first line of the statement that each node stands in."""
    for child in ast.iter_child_nodes(node):
        inner = function
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{function}.{child.name}"
        text = _short(child) if isinstance(child, ast.stmt) else statement
        yield id(child), (inner, text)
        yield from _homes(child, inner, text)


def _put(parent: ast.AST, field: str, k: int | None, node: ast.AST) -> None:
    if k is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[k] = node


def _short(node: ast.AST, length: int | None = 70) -> str:
    text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node)))
    return text if length is None else text.split("\n")[0][:length]


def keyed(paths: list[Path]) -> dict[str, Mutant]:
    """All mutants of these modules, each by a hash that is its own wherever it stands.

    The hash is of its texts alone, not of its file or line, so that code that has moved has
    the mutants that it had. Those with equal texts are counted.
    """
    count: Counter[str] = Counter()
    found = {}
    for path in paths:
        for mutant in mutants(path):
            count[mutant.texts] += 1
            text = f"{mutant.texts} | {count[mutant.texts]}"
            found[hashlib.sha256(text.encode()).hexdigest()[:10]] = mutant
    return found


def drawn(every: dict[str, Mutant], size: int, seed: int) -> list[str]:
    """So many, drawn by another hash: one that goes or comes leaves the others as they are."""
    return sorted(
        every, key=lambda key: hashlib.sha256(f"{seed} {key}".encode()).digest()
    )[:size]


def tests_of(module: str) -> list[list[str]]:
    """The tests that matter, one run after the other: the doctests take a moment."""
    name = reach.name_of(module)
    own, *near = [
        [str(path.relative_to(ROOT)) for path in run] for run in reach.reached(name)
    ][:NEAR]
    runs = [[module], own, reach.promises(name), *near]
    # At last those of its room; files are tried by the command.
    room = Path(module).parent.name
    folder = ROOT / "tests" / ("command" if room == "files" else room)
    runs.append(
        [str(path.relative_to(ROOT)) for path in sorted(folder.glob("test_*.py"))]
    )
    return [run for run in runs if run]


class Failed:
    """The tests that fail, for a pipe; a module that cannot be imported is one."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.told(report)

    def pytest_collectreport(self, report: Any) -> None:
        self.told(report)

    def told(self, report: Any) -> None:
        if report.failed:
            os.write(self.pipe, f"{report.nodeid}\n".encode())


def failing(
    home: Path, tests: list[str], *, all_of_them: bool, fine: tuple[int, ...] = (0, 5)
) -> list[str]:
    """The tests that fail in a copy, or the first of them; none if none does."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            _run(home, tests if all_of_them else ["-x", *tests], said.fileno())
        code = _waited(child)
        said.seek(0)
        names = said.read().decode().splitlines()
    # 5: there are no doctests. What ended otherwise has no test to its name.
    return names or ([] if code in fine else [UNNAMED])


def _run(home: Path, tests: list[str], pipe: int) -> None:
    """Run tests in this process, which is a fork, and leave."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(home)
    os.environ |= {"PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    here = {str(ROOT), str(ROOT / "tools"), ""}
    sys.path[:] = [str(home), *(place for place in sys.path if place not in here)]
    for name in [name for name in sys.modules if name.split(".")[0] == "ordref"]:
        del sys.modules[name]
    # What tests start would begin with this module.
    sys.modules["__main__"] = ModuleType("__main__")
    quiet = ["-q", "-p", "no:cacheprovider"]
    code = 1
    with contextlib.suppress(BaseException):
        code = pytest.main([*quiet, *tests], plugins=[Failed(pipe)])
    os._exit(code)


def _waited(child: int) -> int:
    """The exit code of a fork; when it ends, or its time is up, all that it has started ends."""
    end = time.monotonic() + LONGEST
    done = status = 0
    while not done and time.monotonic() < end:
        time.sleep(0.05)
        done, status = os.waitpid(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not done:
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def noticed(key: str, *, all_of_them: bool) -> tuple[str, list[str]]:
    """The tests that notice a mutant; none if none does."""
    mutant, home = EVERY[key], Path.cwd()
    module = str(mutant.path.relative_to(ROOT))
    target = home / module
    original = target.read_text(encoding="utf-8")
    found: list[str] = []
    before = [[BEFORE[key]]] if (home / BEFORE.get(key, "none")).is_file() else []
    for tests in before + tests_of(module):
        target.write_text(mutant.source(), encoding="utf-8")
        failed = failing(home, tests, all_of_them=all_of_them)
        target.write_text(original, encoding="utf-8")
        if failed and not found:
            # Tests that fail anyway would notice every mutant.
            alone = tests if failed == [UNNAMED] else failed[:1]
            if failed[0].endswith(".py"):  # of a file that is not even read
                alone = [failed[0], "--collect-only"]
            # 4: without the change no case of a test has this name.
            if failing(home, alone, all_of_them=False, fine=(0, 4, 5)):
                raise RuntimeError(f"{failed[0]} fails as it is: mend it first")
        found += failed
        if found and not all_of_them:
            break
    return key, found


# All mutants by their hash; the forks have them, too.
EVERY: dict[str, Mutant] = {}
# The file that noticed it in another run, which is tried first.
BEFORE: dict[str, str] = {}


def settled(directory: str) -> None:
    """A copy for a process of its own."""
    home = Path(tempfile.mkdtemp(dir=directory))
    for path in ROOT.glob("[!.]*"):
        if path.name in ("ordref", "tests"):
            shutil.copytree(path, home / path.name)
        elif path.is_file():
            shutil.copy(path, home)
        else:
            (home / path.name).symlink_to(path)
    os.chdir(home)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="modules to change; by default all")
    parser.add_argument("--sample", type=int, default=60, help="so many mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=Path, help="those of the list of another run")
    parser.add_argument(
        "--all", action="store_true", help="note all tests that notice, not the first"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    paths = [Path(module).resolve() for module in given.modules]
    EVERY.update(keyed(paths or sorted((ROOT / "ordref").rglob("*.py"))))
    keys = drawn(EVERY, given.sample, given.seed)
    if given.only:
        line = re.compile(r"(?m)^ *\d+ ([0-9a-f]{10}) .*: (\S+\.py)?\S*.*$")
        BEFORE.update(line.findall(given.only.read_text(encoding="utf-8")))
        keys = [key for key in BEFORE if key in EVERY]
        for key in sorted(BEFORE.keys() - EVERY.keys()):
            print(f"     {key} is gone")
    for name in HEAVY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    survivors: list[str] = []
    fork = multiprocessing.get_context("fork")
    with (
        tempfile.TemporaryDirectory() as directory,
        ProcessPoolExecutor(given.jobs, fork, settled, (directory,)) as pool,
    ):
        waiting = [pool.submit(noticed, key, all_of_them=given.all) for key in keys]
        for k, done in enumerate(as_completed(waiting), 1):
            key, tests = done.result()
            told = " ".join(tests) or "SURVIVED"
            print(f"{k:4} {key} {EVERY[key]}: {told}", flush=True)
            survivors += [str(EVERY[key])] * (not tests)
    killed = len(keys) - len(survivors)
    print(f"\n{killed} of {len(keys)} killed; seed {given.seed}. Survivors:")
    print("\n".join(survivors) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
