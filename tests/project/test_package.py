"""What the package promises as a whole: its names, its imports and its wheel."""

import ast
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from files import ROOT
from small import FUNCTIONS

import ordref
from ordref import (
    data,
    definitions,
    plots,
    verify,
)

PACKAGE = ROOT / "ordref"
MODULES = sorted(PACKAGE.rglob("*.py"))
DEFINITIONS = [path for path in MODULES if "definitions" in path.parts]
# The definitions of a room are its only names: there the function is what is meant.
BEARS = ("ordref.definitions", "ordref.data")

# One process with numpy, and of it a fork for each code: what it prints, errors included.
FORKS = """
import json, os, sys, traceback
import numpy
said = []
for code in json.load(sys.stdin):
    read, write = os.pipe()
    if not os.fork():
        os.dup2(write, 1), os.dup2(write, 2)
        try:
            exec(code, {})
        except SystemExit:
            pass  # it has said why
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(0)
    os.close(write)
    with open(read) as text:
        said.append(text.read().strip())
    os.wait()
print(json.dumps(said))
"""


def run_each(codes, cwd=None):
    done = subprocess.run(
        [sys.executable, "-c", FORKS], input=json.dumps([*codes]), cwd=cwd,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def run(code):
    """Run lines of Python in a process of their own and return what they print."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ------------------------------------------------------------------- names


def test_names_are_given_once_and_listed():
    assert len(set(ordref.__all__)) == len(ordref.__all__)
    assert set(ordref.__all__) <= set(dir(ordref))


def test_names_are_functions_of_their_modules_with_every_section():
    """Who has the wheel alone has no chapter, and no bibliography but that of the package."""
    wanted = ["Parameters", "Returns", "Raises", "Notes", "Examples"]
    source, sources = r"\b[a-z]+20\d\d\b", set()
    for name in ordref.__all__:
        function = getattr(ordref, name)
        assert function.__name__ == name
        assert function.__module__.startswith("ordref."), name
        said = inspect.getdoc(function)
        assert "chapter" not in said, name
        sources.update(re.findall(source, said))
        lines = said.splitlines()
        titles = [title for title, rule in pairwise(lines) if set(rule) == {"-"}]
        assert [title for title in titles if title in wanted] == wanted, name
    assert sources == set(re.findall(rf"(?m)^{source}$", ordref.__doc__))


def of_a_module(module):
    """Its public functions and classes that are made here."""
    made = (getattr(module, name) for name in module.__all__)
    return [f for f in made if callable(f) and f.__module__.startswith("ordref")]


def test_help_shows_types_as_they_are_written():
    """What ArrayLike stands for takes four lines, before the first word about a measure."""
    known = (inspect.Signature.empty, None)  # a dataclass gives None itself
    for module in (ordref, data, definitions, plots, verify):
        for function in of_a_module(module):
            signature = inspect.signature(function)
            types = [given.annotation for given in signature.parameters.values()]
            types.append(signature.return_annotation)
            assert all([isinstance(t, str) or t in known for t in types]), (
                f"{function}: write `from __future__ import annotations` at the top"
            )


def test_every_measure_has_a_definition_of_its_name():
    for name in [measure.__name__ for measure in FUNCTIONS]:
        assert name in definitions.__all__
        assert getattr(definitions, name) is not getattr(ordref, name)
        assert getattr(definitions, name).__module__.startswith("ordref.definitions")


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'accuracy_score'"):
        ordref.accuracy_score  # noqa: B018


# ------------------------------------------------------------------- imports at run time

HEAVY = ["numpy", "pandas", "matplotlib", "sympy", "scipy", "sklearn", "statsmodels"]
# A fifth of the package's own time to import.
SLOW = ["numpy.random", "pathlib"]


def loaded_by(code):
    """Which of the heavy libraries a process has loaded after some lines."""
    return run(
        f"{code}; import sys; print(*(m for m in {HEAVY + SLOW} if m in sys.modules))"
    )


def test_import_loads_numpy_and_nothing_else_heavy():
    assert loaded_by("import ordref; ordref.mae") == "numpy"


def test_the_question_above_can_be_answered_with_more_names():
    assert loaded_by("from ordref import plots").startswith("numpy matplotlib")


# What needs a library that is not always there, and the extra that brings it.
OPTIONAL = [
    ("matplotlib", "from ordref import plots", "plots"),
    ("matplotlib", "import ordref; ordref.plots.setup()", "plots"),
    (
        "matplotlib",
        "import ordref.__main__ as m; m.main([*PAIR, '--html', 'x'])",
        "plots",
    ),
    (
        "scipy.optimize",
        "from ordref import plots; plots.draw_reliability([1, 2], [[1, 0], [1, 0]])",
        "plots",
    ),
    ("pandas", "import ordref; ordref.evaluate([[1]])", "table"),
    ("narwhals", "import ordref; ordref.from_frame(FRAME, 't', 'p')", "frames"),
    ("pyarrow", "import ordref.__main__ as m; m.main(PARQUET)", "files"),
    ("sklearn", "import ordref; ordref.scorer('mae', labels=[1, 2])", "sklearn"),
]


GIVEN = """
import sys; sys.modules[{!r}] = None
columns = ['--true', 't', '--pred', 'p']
PAIR, PARQUET = (['measure', 'pair.' + k, *columns] for k in ('csv', 'parquet'))
FRAME = {{'t': [1, 2], 'p': [1, 1]}}
{}"""


def test_what_is_not_installed_is_named_with_its_extra(tmp_path):
    (tmp_path / "pair.csv").write_text("t,p\n1,1\n2,1\n")
    (tmp_path / "pair.parquet").write_bytes(b"PAR1 and so on PAR1")
    codes = [GIVEN.format(library, code) for library, code, _ in OPTIONAL]
    for said, case in zip(run_each(codes, tmp_path), OPTIONAL, strict=True):
        assert f"install ordref[{case[2]}]" in said.splitlines()[-1], case


def test_every_extra_is_named():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    assert set(extras) == {extra for _, _, extra in OPTIONAL}


def test_figures_are_there_without_being_asked_for():
    assert run_each(["import ordref; print(ordref.plots.COLOURS[0])"]) == ["#0072B2"]


def test_published_addresses_work_after_a_plain_import():
    addresses = (
        "measures.rint.ordered_pairs",
        "measures.flowchart.compare",
        "measures.classi.ClassiTest",
        "catalogue.Measure",
        "interval",
        "classi_chance",
        "as_matrices",
    )
    codes = [f"import ordref; print(callable(ordref.{name}))" for name in addresses]
    assert run_each(codes) == ["True"] * len(addresses)


def test_definitions_run_where_there_is_no_numpy():
    code = (
        "import sys; sys.modules['numpy'] = None; from ordref.definitions import mae; "
    )
    assert run(code + "print(mae([(1, 3), (2, 2)]))") == "1"


def test_no_module_hides_a_function_or_is_hidden_by_one():
    """`ordref.mae` is the function, whatever else is imported; so on every floor."""
    for door in [path for path in MODULES if path.name == "__init__.py"]:
        beside = {p.stem for p in door.parent.glob("*.py")} | {
            p.parent.name for p in door.parent.glob("*/__init__.py")
        }
        home = import_module(".".join(door.parent.relative_to(ROOT).parts))
        hidden = {
            name
            for name in beside & {*vars(home)}
            if not inspect.ismodule(getattr(home, name))
        }
        assert not hidden or home.__name__ in BEARS, (home.__name__, hidden)


DOORS = {
    path.parent.name: path
    for path in sorted(
        [*PACKAGE.glob("*/__init__.py"), *PACKAGE.glob("instruments/*/__init__.py")]
    )
}
# Where each is imported from.
HOMES = {
    name: ".".join(path.parent.relative_to(ROOT).parts) for name, path in DOORS.items()
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_says_where_to_begin_reading(door):
    """A module of the room, or something in it that exists; of the wing, a room."""
    room, folder = import_module(HOMES[door]), DOORS[door].parent
    said = re.findall(r"Begin\swith\s(?:the\s)?`([\w.]+)`", room.__doc__ or "")
    assert len(said) == 1
    module, _, name = said[0].partition(".")
    if name or (folder / f"{module}.py").is_file() or (folder / module).is_dir():
        room, module = import_module(f"{room.__name__}.{module}"), name
    assert not module or callable(getattr(room, module))


@pytest.mark.parametrize("name", DOORS)
def test_every_door_names_what_is_there(name):
    """Modules of the room, other rooms, and what is in them; code has two marks."""
    files = DOORS[name].parent.glob("[a-z]*.py")
    modules = {path.stem: import_module(f"{HOMES[name]}.{path.stem}") for path in files}
    room = import_module(HOMES[name])
    known = {"ordref", *DOORS, *modules, *ordref.__all__}
    known |= {one for module in (room, *modules.values()) for one in vars(module)}
    assert {*re.findall(r"(?<!`)`([a-z_]\w*)[.\w]*`(?!`)", room.__doc__)} <= known


def test_no_module_is_longer_than_can_be_surveyed():
    assert [p for p in MODULES if len(p.read_text("utf-8").splitlines()) > 450] == []


# ------------------------------------------------------------------- imports in the source


def test_the_contracts_of_imports_can_break(tmp_path):
    """`lint-imports` is part of `make test`: here an import upwards, and a room without a floor."""
    for folder in ("ordref", "pyproject.toml"):
        copy = shutil.copytree if (ROOT / folder).is_dir() else shutil.copy
        copy(ROOT / folder, tmp_path / folder)
    linter = [Path(sys.executable).parent / "lint-imports", "--no-cache", "--no-logo"]

    def said():
        environment = os.environ | {"PYTHONPATH": str(tmp_path)}
        done = subprocess.run(
            linter,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        return done.returncode, done.stdout

    for file, line, words in (
        ("measures/mae.py", "from ..instruments.report import sheet", "instruments"),
        ("measures/mae.py", "from .oci import oci", "ordref.measures.oci"),
        ("measures/mae.py", "import pandas", "pandas"),
        ("search/table.py", "from ..definitions import mae", "ordref.definitions"),
        ("attic.py", "", "attic"),
        ("instruments/catalogue/rows.py", "from ..verify import check", "verify"),
        ("instruments/attic.py", "", "attic"),
    ):
        place = tmp_path / "ordref" / file
        text = place.read_text(encoding="utf-8") if place.is_file() else None
        place.write_text(
            f"{line}\n{text or ''}".replace("from __future__ import annotations\n", "")
        )
        code, found = said()
        assert code, (file, line)
        assert words in found, (file, line, found)
        place.write_text(text) if text else place.unlink()
    assert said()[0] == 0


def test_definitions_import_the_standard_library_and_each_other():
    for path in DEFINITIONS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level < 2, path
                names = [] if node.level else [node.module]
            for name in names:
                assert name.partition(".")[0] in sys.stdlib_module_names, (path, name)


# ------------------------------------------------------------------- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Names of the files in a wheel built from here, without a network."""
    target = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-build-isolation",
        "--no-deps",
    ]
    offline = os.environ | {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    built = subprocess.run(
        [*command, "--wheel-dir", str(target), str(ROOT)],
        capture_output=True, text=True, check=False, env=offline,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (path,) = target.iterdir()
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_wheel_holds_every_module_and_the_marker_of_types(wheel):
    assert {str(path.relative_to(ROOT)) for path in MODULES} <= set(wheel)
    assert "ordref/py.typed" in wheel


def test_wheel_holds_the_data(wheel):
    assert {"ordref/data/published.json", "ordref/data/real.json"} <= set(wheel)


def test_wheel_holds_the_letters_of_figures(wheel):
    fonts = "ordref/instruments/report/fonts"
    names = ("regular.ttf", "italic.ttf", "bold.ttf", "OFL.txt")
    assert {f"{fonts}/{name}" for name in names} <= set(wheel)


def test_wheel_holds_the_vectors(wheel):
    paths = (PACKAGE / "vectors").rglob("*.json")
    stored = {path.relative_to(PACKAGE.parent).as_posix() for path in paths}
    assert {f"ordref/vectors/{x}.json" for x in ("mae", "more/forecasts")} <= stored
    assert stored <= set(wheel)


def test_wheel_holds_nothing_but_the_package(wheel):
    assert {name.split("/")[0] for name in wheel} == {
        "ordref",
        f"ordref-{ordref.__version__}.dist-info",
    }
    assert not [
        name for name in wheel if "test" in name or name.endswith((".ipynb", ".pyc"))
    ]
