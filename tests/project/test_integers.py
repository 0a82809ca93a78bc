"""No count passes through a default integer, which has 32 bits in a web page.

There and on 32-bit processors ``int`` is int32 to numpy, sums of it wrap around, and
`numpy.bincount` and `numpy.repeat` refuse int64.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [p for top in ("ordref", "studies") for p in sorted((ROOT / top).rglob("*.py"))]
MAKERS = {"array", "asarray", "empty", "full", "ones", "zeros"}


def faults(source):
    """Each line with a default integer, and what is wrong with it."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, of_numpy = node.func.attr, _is_name(node.func.value, "np")
        typed = [k.value for k in node.keywords if k.arg == "dtype"]
        if name == "astype" or (of_numpy and name in MAKERS):
            typed += node.args
        if any(_is_name(kind, "int") for kind in typed):
            yield node.lineno, "int as a type of numpy: write np.int64"
        if of_numpy and name == "bincount" and not _is_place(node.args[0]):
            yield node.lineno, "np.bincount: its argument needs .astype(np.intp)"
        if name == "repeat" and not _is_times(node.args[-1]):
            yield node.lineno, "repeat: the times need .astype(np.intp), or are a list"


def _is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def _is_place(node):
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return is_call and node.func.attr == "astype" and "np.intp" in ast.unparse(node)


def _is_times(node):
    """Python's integers, a list of them, or an array of the type of places."""
    plain = ast.Constant | ast.BinOp | ast.List | ast.ListComp
    if isinstance(node, plain) or _is_place(node):
        return True
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.Call) and _is_name(node.func, "len")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_integers_have_64_bits_by_construction(path):
    assert [*faults(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    [
        "n.astype(int)", "np.zeros(3, int)", "np.array(x, dtype=int)", "n.sum(dtype=int)",
        "np.bincount(cell)", "np.bincount(cell.astype(np.int64))",
        "np.repeat(x, counts)", "x.repeat(counts.ravel(), axis=1)",
    ],
)  # fmt: skip
def test_a_default_integer_is_noticed(source):
    assert len([*faults(source)]) == 1
