"""How many classes there may be is said in one table, with a reason for each limit."""

import ast
from pathlib import Path

import pytest

import ordref
from ordref.matrices import limits

ROOT = Path(ordref.__file__).parent
TABLE = Path(limits.__file__)
NAMES = [name for name in vars(limits) if name.isupper()]


def own_limits(source):
    """The lines in which a module says by itself how many classes there may be."""
    tree = ast.parse(source)
    numbers = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and is_number(node.value)
        for target in ast.walk(node.targets[0])
        if isinstance(target, ast.Name)
    }
    called = {name for name in numbers if "CLASSES" in name}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            if node.id in called:
                yield node.lineno
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            of_K = any(map(counts_classes, sides))
            if of_K and any(is_limit(side, numbers) for side in sides):
                yield node.lineno


def is_number(node):
    return not isinstance(node, ast.Call | ast.Dict) and any(
        isinstance(part, ast.Constant) and type(part.value) in (int, float)
        for part in ast.walk(node)
    )


def counts_classes(node):
    return ast.unparse(node) in ("K", "len(classes)", "len(r.classes)", "n.shape[-1]")


def is_limit(node, numbers):
    """A number that is more than a special case, such as one class or two."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and node.value > 4
    return isinstance(node, ast.Name) and node.id in numbers


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(ROOT.rglob("*.py")) if path != TABLE],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_module_has_a_limit_of_its_own(path):
    assert [*own_limits(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "planted",
    [
        "_MOST_CLASSES = 300",
        "_A, _MANY_CLASSES = 1_000, 18",
        "def f(K):\n    if K > 20:\n        raise ValueError",
        "_MOST = 1 << 6\ndef f(K):\n    return K <= _MOST",
        "def f(n):\n    return 64 < n.shape[-1]",
    ],
)
def test_a_limit_of_its_own_is_found(planted):
    assert [*own_limits(planted)]


def test_each_limit_is_a_number_with_a_reason_and_has_a_use():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    sources = [path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")]
    assert NAMES
    for name in NAMES:
        (at,) = (k for k, line in enumerate(lines) if line.startswith(f"{name} = "))
        assert lines[at - 1].startswith("# "), name
        assert sum(name in source for source in sources) > 1, name
        assert isinstance(getattr(limits, name), int), name
