"""Which tests a module of the package reaches: those that name it, or what it defines.

A test file names a module where it imports it, or uses a name that is defined there, by
`ordref.mae` as well as by `from ordref.mae import mae`. What no test names, the tests of
those who import it know (`grimp` says who). The face of the package and the catalogue
import all measures only to list them; through them nothing is reached.
"""

import ast
import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

import grimp

import ordref
from ordref.catalogue import MEASURES

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
# Each has a command of its own.
ELSEWHERE = {"browsers", "engines", "meta", "pages"}
PROMISES = "tests/measures/test_every.py"
LISTS = (
    "ordref",
    "ordref.catalogue",
    "ordref.instruments.catalogue",
    "ordref.instruments.catalogue.rows",
)


def name_of(module: str) -> str:
    """`ordref.labels.order` of ``ordref/labels/order.py``."""
    parts = Path(module).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_files() -> list[Path]:
    found = sorted(TESTS.rglob("test_*.py"))
    return [p for p in found if p.relative_to(TESTS).parts[0] not in ELSEWHERE]


def promises(module: str) -> list[str]:
    """What every measure promises, asked of the functions of this module by their names."""
    names = {m.definition for m in MEASURES.values() if m.function.__module__ == module}
    if not names:
        return []
    names |= {
        name for name in ordref.__all__ if {module} == _home(getattr(ordref, name))
    }
    return [PROMISES, "-k", " or ".join(sorted(names))]


@cache
def importers(module: str) -> frozenset[str]:
    """The modules that import this one, but for those that only list it."""
    graph = _graph()
    if module not in graph.modules:
        return frozenset()
    return frozenset(graph.find_modules_that_directly_import(module)) - {*LISTS}


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph("ordref", cache_dir=None)


def reached(module: str) -> list[list[Path]]:
    """The test files of a module, the nearest first; each list has the next ones.

    First those that bear its name, in the folder of its room if there are such, then those
    that name it, then those that name who imports it, and so on upwards.
    """
    bearing = {path for path in test_files() if stem(path) in stems({module})}
    room = {path for path in bearing if path.parent.name in module.split(".")}
    own = room or bearing
    runs, files, seen, level = [sorted(own)], own, set(), {module}
    while level:
        near = {path for path in test_files() if level & named(path)} - files
        runs.append(sorted(near))
        files |= near
        seen |= level
        level = {above for below in level for above in importers(below)} - seen
    return runs


def stem(path: Path) -> str:
    return path.stem.removeprefix("test_")


def stems(modules: set[str]) -> set[str]:
    return {module.rpartition(".")[2].lstrip("_") for module in modules}


@cache
def named(path: Path) -> frozenset[str]:
    """The modules of the package that a file of Python names, itself or by a name of theirs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known: dict[str, ModuleType] = {}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "ordref":
                    found.add(alias.name)
                    short = alias.asname or "ordref"
                    target = alias.name if alias.asname else "ordref"
                    known[short] = importlib.import_module(target)
        elif isinstance(node, ast.ImportFrom) and _ours(node):
            module = importlib.import_module(str(node.module))
            found.add(module.__name__)
            for alias in node.names:
                thing = _attribute(module, alias.name)
                found |= _home(thing)
                if isinstance(thing, ModuleType):
                    known[alias.asname or alias.name] = thing
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module_or_none = known.get(node.value.id)
            if module_or_none is not None:
                found |= _home(_attribute(module_or_none, node.attr))
    return frozenset(found - {*LISTS[:1]})


def _ours(node: ast.ImportFrom) -> bool:
    return node.level == 0 and str(node.module).split(".")[0] == "ordref"


def _attribute(module: ModuleType, name: str) -> object:
    try:
        return getattr(module, name)
    except AttributeError:
        try:
            return importlib.import_module(f"{module.__name__}.{name}")
        except ImportError:
            return None


def _home(thing: object) -> set[str]:
    if isinstance(thing, ModuleType):
        return {thing.__name__} if thing.__name__.startswith("ordref") else set()
    home = getattr(thing, "__module__", None)
    return {home} if isinstance(home, str) and home.startswith("ordref") else set()
