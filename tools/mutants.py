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
import importlib
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

# The runs share the processors, and threads do not survive a fork.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import pytest

from ordref.catalogue import MEASURES

ROOT = Path(__file__).parents[1]
# The tests of a module are those of its name, these, and the promises of its measures.
ALSO = {
    "ordref/__init__.py": ["tests/project/test_package.py"],
    "ordref/plots.py": [
        "tests/report/test_plots.py",
        "tests/measures/test_classi.py",
        "tests/measures/test_mmae.py",
    ],
    "ordref/data/__init__.py": ["tests/data/test_data.py"],
    "ordref/_matrices.py": ["tests/measures/test_every.py"],
    "ordref/catalogue.py": [
        "tests/report/test_evaluate.py",
        "tests/measures/test_every.py",
        "tests/chapters/test_form.py",
    ],
    "ordref/_chance.py": ["tests/measures/test_classi.py"],
    "ordref/_rankings.py": ["tests/measures/test_classi.py"],
    "ordref/_prefixes.py": ["tests/measures/test_classi.py"],
    "ordref/oci.py": ["tests/measures/test_oci_properties.py"],
    "ordref/classi.py": ["tests/measures/test_classi_expectation.py"],
    "ordref/functional.py": ["tests/measures/test_comonotone.py"],
    "ordref/definitions/oci.py": [
        "tests/measures/test_oci_properties.py",
        "tests/measures/test_uoc.py",
    ],
    "ordref/definitions/functional.py": ["tests/measures/test_comonotone.py"],
    "ordref/definitions/__init__.py": ["tests/project/test_package.py"],
    "ordref/definitions/exact.py": [
        "tests/verify/test_vectors.py",
        "tests/data/test_data.py",
    ],
    "ordref/definitions/singular.py": ["tests/measures/test_certificate.py"],
    "ordref/_work.py": ["tests/report/test_evaluate.py"],
    "ordref/_entries.py": [
        "tests/labels/test_doors.py",
        "tests/labels/test_matrices.py",
    ],
    "ordref/_framed.py": [
        "tests/labels/test_doors.py",
        "tests/labels/test_matrices.py",
    ],
    "ordref/_amounts.py": [
        "tests/labels/test_doors.py",
        "tests/labels/test_confusion.py",
    ],
    "ordref/definitions/given.py": ["tests/measures/test_certificate_attacks.py"],
}
SEARCH = [
    f"tests/measures/test_{name}.py"
    for name in ("functional", "comonotone", "certificate", "skewed")
]
ALSO |= {
    f"ordref/_{name}.py": SEARCH
    for name in ("best", "kinds", "merged", "orders", "search", "weights")
}


def tests_in(folder: str) -> list[str]:
    return sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / folder).glob("test_*.py")
    )


SURE = tests_in("tests/uncertainty")
ALSO |= {
    f"ordref/{name}.py": SURE
    for name in (
        "_by_chance",
        "_delta",
        "_difference",
        "_gradients",
        "_intervals",
        "_resampling",
        "definitions/uncertainty",
        "uncertainty",
    )
}
ALSO |= {
    f"ordref/verify/{path.name}": tests_in("tests/verify")
    for path in (ROOT / "ordref" / "verify").glob("*.py")
}
COMMAND = [*tests_in("tests/command"), "tests/report/test_evaluate.py"]
ALSO |= {
    f"ordref/{name}.py": COMMAND
    for name in (
        "__main__",
        "_crosstab",
        "_files",
        "_html",
        "_printed",
        "_reports",
        "_table",
        "_tally",
    )
}
COMMON = "tests/measures/test_every.py"
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
    told = _told(tree)
    for parent, field, k in list(nodes(tree)):
        value = getattr(parent, field)
        node = value if k is None else value[k]
        if id(node) not in told and id(parent) not in told:
            for changed in changes(node):
                yield Mutant(path, tree, (parent, field, k), node, changed)


def _put(parent: ast.AST, field: str, k: int | None, node: ast.AST) -> None:
    if k is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[k] = node


def _short(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split("\n")[0][
        :70
    ]


def sample(paths: list[Path], size: int, seed: int) -> list[Mutant]:
    """So many mutants, drawn from all of these modules alike."""
    every = [mutant for path in paths for mutant in mutants(path)]
    return random.Random(seed).sample(every, min(size, len(every)))


def tests_of(module: str) -> list[list[str]]:
    """The tests that matter, one run after the other: the doctests take a moment."""
    stem = Path(module).stem.lstrip("_")
    found = [p.relative_to(ROOT) for p in (ROOT / "tests").rglob(f"test_{stem}.py")]
    own = [str(p) for p in found if p.parts[1] != "book"]  # pages know no mutants
    measures = {
        measure.definition
        for measure in MEASURES.values()
        if measure.function.__module__ == f"ordref.{stem}"
    }
    runs = [[module], own + ALSO.get(module, [])]
    if measures:
        runs.append([COMMON, "-k", " or ".join(sorted(measures))])
    return [run for run in runs if run]


class First:
    """The first test that fails, for a pipe; a module that cannot be imported is one."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.told(report)

    def pytest_collectreport(self, report: Any) -> None:
        self.told(report)

    def told(self, report: Any) -> None:
        if report.failed:
            os.write(self.pipe, f"{report.nodeid}\n".encode())


def failing(home: Path, tests: list[str], fine: tuple[int, ...] = (0, 5)) -> str:
    """The first of these tests that fails in a copy; empty if none does."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _run(home, tests, write)
    os.close(write)
    code = _waited(child)
    with os.fdopen(read) as pipe:
        said = pipe.readline().strip()
    # 5: there are no doctests. What ended otherwise has no test to its name.
    return said or ("" if code in fine else UNNAMED)


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
    here = (str(ROOT), str(ROOT / "tests"), "")
    sys.path[:] = [str(home), *(place for place in sys.path if place not in here)]
    for name in [name for name in sys.modules if name.split(".")[0] == "ordref"]:
        del sys.modules[name]
    # What tests start would begin with this module.
    sys.modules["__main__"] = ModuleType("__main__")
    quiet = ["-q", "-x", "-p", "no:cacheprovider"]
    code = 1
    with contextlib.suppress(BaseException):
        code = pytest.main([*quiet, *tests], plugins=[First(pipe)])
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


def noticed(k: int) -> tuple[int, str]:
    """The test that notices a mutant; empty if none does."""
    mutant, home = DRAWN[k], Path.cwd()
    module = str(mutant.path.relative_to(ROOT))
    target = home / module
    original = target.read_text(encoding="utf-8")
    for tests in tests_of(module):
        target.write_text(mutant.source(), encoding="utf-8")
        first = failing(home, tests)
        target.write_text(original, encoding="utf-8")
        if first:
            # Tests that fail anyway would notice every mutant.
            alone = tests if first == UNNAMED else [first]
            if first.endswith(".py"):  # of a file that is not even read
                alone.append("--collect-only")
            # 4: without the change no case of a test has this name.
            if failing(home, alone, (0, 4, 5)):
                raise RuntimeError(f"{first} fails as it is: mend it first")
            return k, first
    return k, ""


# The sample; the forks have it, too.
DRAWN: list[Mutant] = []


def settled(directory: str) -> None:
    """A copy for a process of its own."""
    home = Path(tempfile.mkdtemp(dir=directory))
    for name in ("ordref", "tests"):
        shutil.copytree(ROOT / name, home / name)
    for name in ("conftest.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, home)
    for name in ("chapters", "bench"):
        (home / name).symlink_to(ROOT / name)
    os.chdir(home)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="modules to change; by default all")
    parser.add_argument("--sample", type=int, default=60, help="so many mutants")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    paths = [Path(module).resolve() for module in given.modules]
    DRAWN.extend(
        sample(
            paths or sorted((ROOT / "ordref").rglob("*.py")), given.sample, given.seed
        )
    )
    for name in HEAVY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    survivors: list[str] = []
    fork = multiprocessing.get_context("fork")
    with (
        tempfile.TemporaryDirectory() as directory,
        ProcessPoolExecutor(os.cpu_count(), fork, settled, (directory,)) as pool,
    ):
        for done in as_completed([pool.submit(noticed, k) for k in range(len(DRAWN))]):
            k, test = done.result()
            print(f"{k + 1:4} {DRAWN[k]}: {test or 'SURVIVED'}", flush=True)
            survivors += [str(DRAWN[k])] * (not test)
    killed = len(DRAWN) - len(survivors)
    print(f"\n{killed} of {len(DRAWN)} killed; seed {given.seed}. Survivors:")
    print("\n".join(survivors) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
