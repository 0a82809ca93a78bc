"""Small changes of the package, one at a time, and whether some test notices: ``make mutants``.

A sample of all changes that the operators below can make is drawn by a seed. Each is made
in a copy of the package, in a directory of its own, which the tests that matter import; the
working tree stays as it is. A mutant that survives is either the same function written in
another way, or a test that is missing.
"""

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ordref.catalogue import MEASURES

ROOT = Path(__file__).parents[1]
# The tests of a module are those of its name, these, and the promises of its measures.
ALSO = {
    "ordref/__init__.py": ["tests/test_package.py"],
    "ordref/plots.py": [
        "tests/test_plots.py",
        "tests/measures/test_classi.py",
        "tests/measures/test_mmae.py",
    ],
    "ordref/data/__init__.py": ["tests/test_data.py"],
    "ordref/_matrices.py": ["tests/test_common.py"],
    "ordref/catalogue.py": [
        "tests/test_evaluate.py",
        "tests/test_common.py",
        "tests/book/test_form.py",
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
    "ordref/definitions/__init__.py": ["tests/test_package.py"],
    "ordref/definitions/exact.py": ["tests/test_vectors.py", "tests/test_data.py"],
    "ordref/definitions/singular.py": ["tests/measures/test_certificate.py"],
}
SEARCH = ["tests/measures/test_functional.py", "tests/measures/test_comonotone.py"]
ALSO |= {
    f"ordref/_{name}.py": SEARCH
    for name in ("best", "kinds", "merged", "orders", "search", "weights")
}
SURE = ["tests/measures/test_uncertainty.py", "tests/test_uncertain_tools.py"]
ALSO |= {
    f"ordref/_{name}.py": SURE
    for name in (
        "by_chance",
        "delta",
        "difference",
        "gradients",
        "intervals",
        "resampling",
    )
}
ALSO |= {
    f"ordref/verify/{path.name}": ["tests/test_verify.py"]
    for path in (ROOT / "ordref" / "verify").glob("*.py")
}
COMMAND = ["tests/test_command.py", "tests/test_evaluate.py"]
ALSO |= {
    f"ordref/{name}.py": COMMAND
    for name in ("__main__", "_files", "_html", "_reports", "_table")
}
COMMON = "tests/test_common.py"
# A mutant that does not end, or takes all memory, is noticed.
LONGEST = 900  # seconds for the tests of a module as it is
MEMORY = 6 << 30  # bytes for each run

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
        elif isinstance(node.value, str) and node.value:
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


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def passes(module: str, home: Path, limit: float) -> bool:
    """Whether the tests of a module pass in a copy, each run within so many seconds."""
    environment = os.environ | {"PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    for tests in tests_of(module):
        try:
            done = subprocess.run(
                [*command, *tests], cwd=home, env=environment, timeout=limit, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=_bounded,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False
        if done.returncode not in (0, 5):  # 5: there are no doctests
            return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="modules to change; by default all")
    parser.add_argument("--sample", type=int, default=60, help="so many mutants")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    paths = [Path(module).resolve() for module in given.modules]
    drawn = sample(
        paths or sorted((ROOT / "ordref").rglob("*.py")), given.sample, given.seed
    )
    survivors: list[str] = []
    sound: dict[str, float] = {}  # modules whose tests pass, and how long that takes
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        for name in ("ordref", "tests"):
            shutil.copytree(ROOT / name, home / name)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, home)
        for name in ("chapters", "bench"):
            (home / name).symlink_to(ROOT / name)
        for k, mutant in enumerate(drawn, start=1):
            module = str(mutant.path.relative_to(ROOT))
            # Tests that fail anyway would kill every mutant.
            if module not in sound:
                start = time.monotonic()
                if not passes(module, home, LONGEST):
                    sys.exit(f"the tests of {module} fail as it is: mend them first")
                sound[module] = time.monotonic() - start
            target = home / module
            original = target.read_text(encoding="utf-8")
            target.write_text(mutant.source(), encoding="utf-8")
            lives = passes(module, home, 60 + 4 * sound[module])
            target.write_text(original, encoding="utf-8")
            print(f"{k:4} {'SURVIVED' if lives else 'killed  '} {mutant}", flush=True)
            survivors += [str(mutant)] * lives
    killed = len(drawn) - len(survivors)
    print(f"\n{killed} of {len(drawn)} killed; seed {given.seed}. Survivors:")
    print("\n".join(survivors) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
