"""Which tests a change reaches, for `make quick`, and which mutants are drawn of it."""

import os
import subprocess
import sys
from pathlib import Path

import mutants
import pytest
import quick
import reach
from files import ROOT

MODULES = sorted(
    reach.name_of(str(path.relative_to(ROOT)))
    for path in (ROOT / "ordref").rglob("*.py")
    if path.stem not in ("__init__", "catalogue")
)
TEXT = """
def double(x):
    return x + x

def half(x):
    return x / 2 if x > 0 else -double(-x)
"""


def names(run):
    return {path.name for path in run}


def test_the_tests_of_a_measure_are_reached_first():
    own, named = reach.reached("ordref.measures.mae")
    assert names(own) == {"test_mae.py"}
    assert "test_mmae.py" in names(named)
    own, named, above, *_ = reach.reached("ordref.matrices.check")
    assert names(own) == {"test_check.py"}
    assert "test_mae.py" in names(above)


def test_every_module_is_reached_by_some_tests():
    alone = [m for m in MODULES if not any(reach.reached(m)[: mutants.NEAR])]
    assert not alone


def test_a_private_module_is_known_by_who_imports_it():
    assert "ordref.measures.pairs" in reach.importers("ordref.matrices.check")
    assert "ordref.catalogue" not in reach.importers("ordref.measures.mae")


def test_a_module_is_named_by_each_way_of_importing_it(tmp_path):
    ways = {
        "import ordref\nordref.mae([[1]])": {"ordref.measures.mae"},
        "import ordref as o\no.mae": {"ordref.measures.mae"},
        "from ordref import mae": {"ordref.measures.mae"},
        "from ordref.measures.mae import rmse": {"ordref.measures.mae"},
        "from ordref import definitions\ndefinitions.mae": {
            "ordref.definitions",
            "ordref.definitions.mae",
        },
        "import math\nmath.pi": set(),
    }
    for k, (text, modules) in enumerate(ways.items()):
        path = tmp_path / f"{k}.py"
        path.write_text(text, encoding="utf-8")
        assert reach.named(path) == modules, text


def keys(folder, text):
    folder.mkdir()
    path = folder / "some.py"
    path.write_text(text, encoding="utf-8")
    return mutants.keyed([path])


def test_mutants_keep_their_keys_where_code_moves(tmp_path):
    stood = keys(tmp_path / "one", TEXT)
    moved = keys(tmp_path / "other", "import math\n\n\n" + TEXT + "\nthree = 3\n")
    assert len(stood) > 10
    assert stood.keys() < moved.keys()
    changed = keys(tmp_path / "changed", TEXT.replace("x / 2", "x / 4"))
    assert 0 < len(stood.keys() & changed.keys()) < len(stood)


def test_equal_texts_are_two_mutants(tmp_path):
    twice = keys(tmp_path / "twice", "def one(x):\n    return [x + 1, x + 1]\n")
    assert sum("+ -> -" in m.texts or "x - 1" in m.texts for m in twice.values()) == 2


def test_the_sample_is_drawn_by_the_keys_alone(tmp_path):
    every = keys(tmp_path / "one", TEXT)
    few = mutants.drawn(every, 5, seed=1)
    backwards = dict(reversed(every.items()))
    assert few == mutants.drawn(backwards, 5, seed=1) != mutants.drawn(every, 5, seed=2)
    # Without one that is not drawn, the same are.
    (other, *_) = every.keys() - few
    less = {key: mutant for key, mutant in every.items() if key != other}
    assert mutants.drawn(less, 5, seed=1) == few


def test_tests_find_what_they_read_in_the_copy_of_the_mutants(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mutants.settled(str(tmp_path))
    reads = "tests/chapters/test_guide.py"  # the cards, the contents, the properties
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", reads]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout


def test_a_change_of_one_measure_fits_into_half_a_minute(monkeypatch):
    cost = dict.fromkeys(map(str, (ROOT / "tests").rglob("test_*.py")), 1.0)
    heavy = "tests/measures/test_mae.py"
    monkeypatch.setattr(quick, "stored_seconds", lambda: {heavy: 9.0, **cost})
    fits, left = quick.chosen(["ordref/measures/mae.py"])
    assert {"ordref/measures/mae.py", "chapters/mae.ipynb", heavy} <= {*fits}
    assert not {*fits} & {*left}
    monkeypatch.setattr(quick, "stored_seconds", lambda: {heavy: quick.SECONDS + 1})
    assert heavy in quick.chosen(["ordref/measures/mae.py"])[1]


def test_promises_are_asked_of_the_functions_of_a_module():
    path, _, names = reach.promises("ordref.measures.within")
    assert (ROOT / path).is_file()
    assert {"accuracy_within", "expected_cost"} <= {*names.split(" or ")}
    assert reach.promises("ordref.labels.frames") == []


@pytest.mark.parametrize(
    ("path", "reaches"),
    [
        ("tests/shared/precise.py", "tests/search/test_skewed.py"),
        ("chapters/mae.ipynb", "chapters/mae.ipynb"),
        ("tools/reach.py", "tests/project/test_reach.py"),
        ("tests/measures/test_mae.py", "tests/measures/test_mae.py"),
    ],
)
def test_what_is_no_part_of_the_package_reaches_those_that_name_it(path, reaches):
    assert reaches in set().union(*quick.reached(path))
