"""The harness tested: break a small chapter in every known way and see the suite turn red.

A copy of the project with one small notebook, tests/meta/sample.ipynb, is broken
once for each way in which a wrong number can slip through a replay; the suite is then
run on all of the copies, and each must be refused by the check that is there for it.
"""

import copy
import importlib.util
import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
from files import ROOT
from notebooks import normalise, text_of

SAMPLE = ROOT / "tests" / "meta" / "sample.ipynb"
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA"
    "AABJRU5ErkJggg=="
)
SVG, PNG = "image/svg+xml", "image/png"


def cell_with(notebook, text):
    (cell,) = [c for c in notebook.cells if text in c.source]
    return cell


def data(notebook, text):
    return cell_with(notebook, text).outputs[0].data


def changed(string, old, new):
    assert old in string
    return string.replace(old, new)


def edit(source, key, old, new):
    """Change what the cell with this source has stored under this key."""

    def fault(notebook):
        stored = data(notebook, source)
        stored[key] = changed(stored[key], old, new)

    return fault


def source(cell, old, new):
    """Change what is written in the cell with this text."""

    def fault(notebook):
        found = cell_with(notebook, cell)
        found.source = changed(found.source, old, new)

    return fault


def lost_picture(notebook):
    del data(notebook, "ax.bar")[SVG]


def stored_twice(notebook):
    data(notebook, "ax.bar")[PNG] = PIXEL


def stored_as_png(notebook):
    stored_twice(notebook)
    lost_picture(notebook)


def two_pictures(notebook):
    outputs = cell_with(notebook, "ax.bar").outputs
    outputs.append(copy.deepcopy(outputs[0]))


def no_alt_text(notebook):
    cell_with(notebook, "ax.bar").metadata.mystnb.image.alt = ""


def unexecuted(notebook):
    cell = cell_with(notebook, "cm = [[")
    cell.execution_count, cell.outputs = None, []


def out_of_order(notebook):
    cell_with(notebook, "cm = [[").execution_count = 9


def tagged(tag):
    def fault(notebook):
        cell_with(notebook, "cm = [[").metadata.tags = [tag]

    return fault


def no_assertion(notebook):
    notebook.cells.remove(cell_with(notebook, "assert"))


def typed_number_in_a_caption(notebook):
    cell_with(notebook, "ax.bar").metadata.mystnb.figure.caption = "The MAE is 0.29."


def stored_warning(notebook):
    said = "UserWarning: look out\n"
    output = nbformat.v4.new_output("stream", name="stderr", text=said)
    cell_with(notebook, "cm = [[").outputs.append(output)


def stored_error(notebook):
    cell = cell_with(notebook, "cm = [[")
    cell.source, cell.metadata.tags = "1 / 0", ["raises-exception"]
    error = {"ename": "ZeroDivisionError", "evalue": "division by zero"}
    cell.outputs = [nbformat.v4.new_output("error", **error)]


def editor_metadata(notebook):
    notebook.cells[0].metadata.collapsed = True


no_setup = source("plots.setup()", "plots.setup()", "plots")
RECORD = "application/papermill.record/text/plain"
REPLAYED = {
    "text": edit("cm = [[", "text/plain", "0.29", "0.28"),
    "latex": edit("symbols", "text/latex", r"\frac{b + c}", r"\frac{b + a}"),
    "table": edit("DataFrame", "text/html", "0.2941", "0.2914"),
    "stroke": edit("ax.bar", SVG, ">MER</text>", ">MAE</text>"),
    "height": source("ax.bar", "ordref.mae(cm)]", "ordref.mae(cm) + 0.002]"),
    "picture": edit("ax.bar", SVG, 'id="figure_1"', 'transform="scale(1 -1)"'),
    "png": stored_as_png,
    "twice": stored_twice,
    "lost": lost_picture,
    "another": two_pictures,
    "glued": edit("glue(", RECORD, "0.29", "0.39"),
    "asserted": source("assert", "float(by_definition)", "1 - float(by_definition)"),
}
# By the test that refuses it, what is found in the stored chapter.
FAULTS = {
    "test_executed_in_order": {"unexecuted": unexecuted, "disorder": out_of_order},
    "test_no_cell_opts_out": {
        "skip": tagged("nbval-skip"),
        "ignore": tagged("nbval-ignore-output"),
        "comment": source("cm = [[", "cm =", "# NBVAL_IGNORE_OUTPUT\ncm ="),
    },
    "test_asserts_agreement_of_independent_routes": {
        "unchecked": no_assertion,
        "literal": source(
            "assert",
            "assert ordref.mae(cm) == float(by_definition)",
            "assert ordref.mae([[1, 0], [0, 1]]) == 0",
        ),
    },
    "test_figures_are_drawings": {
        "png": stored_as_png,
        "twice": stored_twice,
        "another": two_pictures,
        "pixels": edit("ax.bar", SVG, "</svg>", "<image/></svg>"),
        "fonts": edit("ax.bar", SVG, "font-family: 'STIX", "font-family: 'Other"),
        "dated": edit("ax.bar", SVG, "<defs>", "<metadata>today</metadata><defs>"),
    },
    "test_figures_are_described": {"blind": no_alt_text},
    "test_glued_names_are_used_and_used_names_are_glued": {
        "unglued": source("# Sample", "sample-mae", "sample-mea")
    },
    "test_no_number_is_typed_into_prose": {
        "typed": source("# Sample", "classes.", "classes, or 0.29 classes."),
        "equation": source("# Sample", "classes.", "$$\\mathrm{MAE} = 0.29$$"),
        "caption": typed_number_in_a_caption,
    },
    "test_outputs_are_clean": {
        "warning": stored_warning,
        "error": stored_error,
        "address": edit("cm = [[", "text/plain", "0.29", "<Axes at 0x7f3a10b2c810>"),
        "path": edit("ax.bar", SVG, ">MER</text>", ">/home/me/x</text>"),
    },
    "test_stored_normalised": {"metadata": editor_metadata},
}


def project(folder):
    """A copy of what makes the suite, without the chapters and the other tests."""
    shutil.copytree(
        ROOT / "ordref", folder / "ordref", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in (
        "Makefile", "_config.yml", "pyproject.toml", "chapters/conftest.py",
        "tests/chapters/test_notebooks.py", "tests/shared/book.py", "tests/shared/files.py",
        "tools/kernels.py", "tools/notebooks.py",
    ):  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def add_chapter(folder, name, notebook):
    (folder / "chapters" / f"{name}.ipynb").write_text(
        text_of(notebook), encoding="utf-8"
    )
    with (folder / "_toc.yml").open("a", encoding="utf-8") as toc:
        toc.write(f"- file: chapters/{name}\n")


def sample():
    return nbformat.read(SAMPLE, as_version=4)


def ran(folder, *arguments):
    """Run the suite there as anyone would, with `pytest` alone: what it printed."""
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider"]
    result = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"\d+ passed", result.stdout), result.stdout + result.stderr
    assert (result.returncode == 1) == bool(failed(result.stdout)), result.stdout
    return result.stdout


def failed(said):
    return re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)


def failures(folder, *arguments):
    return failed(ran(folder, *arguments))


def with_faults():
    """The sample, and after it each cell that differs in a notebook with a fault.

    One kernel replays them all. What is wrong in the first cell would be so in all.
    """
    whole, cells = sample(), {}
    for name, fault in REPLAYED.items():
        notebook = sample()
        fault(notebook)
        pairs = zip(notebook.cells, sample().cells, strict=True)
        (cells[name],) = [ours for ours, theirs in pairs if ours != theirs]
        cells[name].id = f"fault-{name}"
    whole.cells += cells.values()
    return whole


def code(notebook):
    return [cell.get("id") for cell in notebook.cells if cell.cell_type == "code"]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What the suite says of all faults: of the replays, and of the stored chapters."""
    folder = project(tmp_path_factory.mktemp("faults"))
    notebooks = {"whole": sample(), "faults": with_faults()}
    stored = {
        name: fault for faults in FAULTS.values() for name, fault in faults.items()
    }
    for name, fault in {"no_setup": no_setup, **stored}.items():
        notebooks[name] = sample()
        fault(notebooks[name])
    for name, notebook in notebooks.items():
        add_chapter(folder, name, notebook)
    return failures(folder, "chapters/faults.ipynb", "chapters/no_setup.ipynb", "tests")


def test_the_sample_itself_passes(told):
    """Its cells replayed, in a notebook with faults too, and its form."""
    assert not [f for f in told if "whole" in f or not re.search(r"\[|::Cell", f)]
    own = [f"chapters/faults.ipynb::Cell {k}" for k in range(len(code(sample())))]
    assert not {*own} & {*told}


def test_a_replay_sees_each_fault(told):
    cells = code(with_faults())
    seen = {cells[int(f.split("Cell ")[1])] for f in told if "faults.ipynb::" in f}
    assert seen == {f"fault-{name}" for name in REPLAYED}
    assert [f for f in told if f.startswith("chapters/no_setup.ipynb::")]


def test_a_stored_chapter_with_a_fault_is_refused(told):
    by = {f"{test}[{name}]" for test, faults in FAULTS.items() for name in faults}
    assert not by - {f.removeprefix("tests/chapters/test_notebooks.py::") for f in told}


def replay():
    """The module that compares figures: pytest loads it for the chapters alone."""
    spec = importlib.util.spec_from_file_location(
        "replay", ROOT / "chapters/conftest.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REPLAY = replay()
STORED = data(sample(), "ax.bar")[SVG]
BAR = re.search(r'<path d="[^"]*" clip-path=[^>]*>', STORED)[0]
MER = re.search(r"<text [^>]*>MER</text>", STORED)[0]


def said(drawn, stored=STORED):
    outputs = [[{"data": {SVG: drawing}}] for drawing in (drawn, stored)]
    return REPLAY.figures_differ(*outputs)


# What is drawn otherwise, and what is said of it.
DRAWN = {
    "place": (BAR, BAR.replace("36.50691", "36.44691"), "is off by 0.06 points"),
    "tick": (
        'use xlink:href="#mc87ed9a8cc" x="74.748732"',
        'use xlink:href="#mc87ed9a8cc" x="74.688732"',
        "is off by 0.06 points",
    ),
    "size": ('viewBox="0 0 224', 'viewBox="0 0 225', "is off by 1.00 points"),
    "clip": ('<rect x="27.9025"', '<rect x="60"', "is off by 32.10 points"),
    "letter": ('x="21.4025" y="93', 'x="22.4025" y="93', "is off by 1.00 points"),
    "aligned": (MER, MER.replace("middle", "end"), "is another"),
    "colour": (BAR, BAR.replace("0072b2", "0077b2"), "is off by 5 shades"),
    "paint": (BAR, BAR.replace("fill: #0072b2", "fill: none"), "is another"),
    "opacity": (BAR, BAR.replace("72b2", "72b2; opacity: 0.99"), "is another"),
    "width": ("stroke-width: 0.6", "stroke-width: 0.61", "is another"),
    "point": (BAR, BAR.replace("z", "L 0 0 \nz"), "is another"),
    "curve": (BAR, BAR.replace("L", "Q", 2), "is another"),
    "text": (">0.1</text>", ">0.2</text>", "is another"),
    "face": (MER, MER.replace("STIX Two Text", "Other"), "is another"),
    "font": (MER, MER.replace("11.5px", "11.6px"), "is another"),
    "turn": (MER, MER.replace("rotate(-0 ", "rotate(-1 "), "is off by 1.00 points"),
    "flip": ('<g id="axes_1"', '<g transform="scale(1 -1)" id="axes_1"', "is another"),
    "marker": ('href="#mc87ed9a8cc"', 'href="#m6311748f95"', "is another"),
    "unclipped": (BAR, BAR.replace("f35ee13f89", "0000000000"), "is another"),
    "silent": (MER, "", "elements are stored"),
    "gone": (BAR, "", "elements are stored"),
    "more": (BAR, BAR + "\n" + BAR, "elements are stored"),
}


def test_what_is_drawn_otherwise_is_named():
    for name, (old, new, words) in DRAWN.items():
        other = changed(STORED, old, new)
        assert words in said(other), name
        assert words in said(STORED, other), name


def test_elements_in_another_order_are_seen():
    """The later drawing covers the earlier one."""
    pair = re.search(
        r'(<g id="patch_3">.*?</g>)(\s*)(<g id="patch_4">.*?</g>)', STORED, re.S
    )
    assert "is another" in said(STORED.replace(pair[0], pair[3] + pair[2] + pair[1]))


def test_what_another_processor_draws_is_the_same():
    """Places off by less than is seen, colours by one step of a scale, names of hashes."""

    def moved(match):
        return re.sub(r"\d+\.\d{4,}", lambda n: f"{float(n[0]) + 0.04:.6f}", match[0])

    other = re.sub(r' (?:d|x|y|width|height)="[^"]*"|translate\([^)]*\)', moved, STORED)
    other = changed(changed(other, "#0072b2", "#0372b1"), "f35ee13f89", "0123456789")
    assert other != STORED
    assert said(other) is None


def outputs_of(*runs):
    return [[{"data": kinds} for kinds in run] for run in runs]


def test_figures_in_another_form_are_named():
    svg, png, both = {SVG: STORED}, {PNG: PIXEL}, {SVG: STORED, PNG: PIXEL}
    for ours, stored, words in [
        ([png], [svg], "stored as image/svg+xml and drawn as image/png"),
        ([svg], [png], "call plots.setup() first"),
        ([png], [png], "call plots.setup() first"),
        ([svg], [both], "not both as image/svg+xml alone"),
        ([], [svg], "1 figures are stored, 0 are drawn"),
        ([svg] * 2, [svg], "1 figures are stored, 2 are drawn"),
    ]:
        assert words in REPLAY.figures_differ(*outputs_of(ours, stored)), words


def test_numbers_of_the_prose_may_differ_in_their_last_digits():
    for ours, stored, differ in [
        (["0.36726608488551904"], ["0.36726608488551826"], False),
        (["-1e-16"], ["0.0"], False),
        (["0.367266084885"], ["0.367266084887"], True),
        (["0.0"], ["1e-11"], True),
        (["1000000000001"], ["1000000000000"], True),  # a count has no last digits
        (["nan"], ["nan"], False),
        (["nan"], ["0.5"], True),
        (["'glass'"], ["'gloss'"], True),
        (["0.5"], ["0.5", "0.5"], True),
    ]:
        runs = ([{REPLAY.RECORD: text} for text in run] for run in (ours, stored))
        assert bool(REPLAY.numbers_differ(*outputs_of(*runs))) == differ, ours


def run_again(notebook, path, seed):
    """Run it as `make notebooks` does, in a process with these hashes and on this day."""
    path.write_text(text_of(notebook), encoding="utf-8")
    subprocess.run(
        [sys.executable, ROOT / "tools" / "notebooks.py", path],
        env=os.environ | {"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": seed},
        capture_output=True,
        check=True,
    )
    return path.read_text(encoding="utf-8")


def test_a_chapter_run_again_is_the_same_text(tmp_path):
    notebook = sample()
    pause = "import time\n\nprint(1, flush=True)\ntime.sleep(0.5)\nprint(2)"
    notebook.cells.append(nbformat.v4.new_code_cell(pause, id="pause"))
    del data(notebook, "ax.bar")[SVG]
    one, two = (run_again(notebook, tmp_path / "sample.ipynb", s) for s in ("1", "2"))
    assert one == two
    assert "<svg" in data(nbformat.reads(one, as_version=4), "ax.bar")[SVG]
    (said_in_parts,) = nbformat.reads(one, as_version=4).cells[-1].outputs
    assert said_in_parts.text == "1\n2\n"


WRONG = [
    ("measures/mae", "n.shape[-1])), m", "n.shape[-1])**2), m"),  # another measure
    (
        "matrices/sums",
        "D: NDArray[np.int64] = np.abs(",
        "D = (1 + 1e-9) * np.abs(",
    ),  # unseen
]


@pytest.mark.parametrize(("module", "right", "wrong"), WRONG)
def test_a_wrong_formula_in_the_module_is_seen(module, right, wrong, tmp_path):
    folder = project(tmp_path)
    add_chapter(folder, "sample", sample())
    file = folder / "ordref" / f"{module}.py"
    file.write_text(changed(file.read_text(), right, wrong), encoding="utf-8")
    told = failures(folder, "chapters")
    assert [f for f in told if f.startswith("chapters/sample.ipynb::")]


def test_a_weakened_suite_is_seen(tmp_path):
    folder = project(tmp_path)
    add_chapter(folder, "sample", sample())
    (folder / "chapters" / "page.md").write_text("```{code-cell}\n1 + 1\n```\n")
    for name, old, new in [
        ("pyproject.toml", '"--nbval ', '"--nbval-lax '),
        ("_config.yml", 'execute_notebooks: "off"', "execute_notebooks: cache"),
    ]:
        file = folder / name
        file.write_text(changed(file.read_text(), old, new), encoding="utf-8")
    assert {f.split("::")[1] for f in failures(folder, "tests")} == {
        "test_the_suite_replays_in_full",
        "test_pages_show_the_stored_outputs",
        "test_code_lives_in_notebooks_only",
        "test_table_of_contents_and_chapters_are_the_same",
    }


def test_normalising_changes_no_number():
    notebook = sample()
    assert [
        c.outputs for c in normalise(copy.deepcopy(notebook)).cells if "outputs" in c
    ] == [c.outputs for c in notebook.cells if "outputs" in c]


CHECKS = """
import pytest


def test_ran():
    pass


def test_left_out():
    pass


@pytest.mark.skip(reason="")
def test_skipped():
    pass


def test_skips():
    pytest.skip("")


@pytest.mark.xfail(strict=True)
def test_fails_as_expected():
    assert False


@pytest.mark.parametrize("n", [])
def test_has_no_case(n):
    pass


@pytest.mark.parametrize("n", [1, 2])
def test_skips_a_case(n):
    n == 2 and pytest.skip("")


if False:

    def test_is_in_a_drawer():
        pass
"""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """A project of two chapters and two folders of tests, with a ledger of all their checks."""
    folder = project(tmp_path_factory.mktemp("ledger"))
    shutil.copy(ROOT / "conftest.py", folder)
    shutil.rmtree(folder / "tests" / "chapters")
    (folder / "tests" / "engines").mkdir()
    for path in (HERE, THERE):
        (folder / path).write_text(CHECKS, encoding="utf-8")
    idle = sample()
    cell_with(idle, "assert").metadata.tags = ["nbval-skip"]
    add_chapter(folder, "idle", idle)
    add_chapter(folder, "whole", sample())
    options = folder / "pyproject.toml"
    only = changed(options.read_text(), '"tests", "ordref", "README.md"', '"tests"')
    options.write_text(changed(only, '"--nbval ', "\"-k 'not left_out' --nbval "))
    return folder


HERE, THERE = "tests/test_checks.py", "tests/engines/test_checks.py"
TESTS = re.findall(r"test_\w+", CHECKS)
CELLS = [f"chapters/{name}.ipynb#sample-agreement" for name in ("idle", "whole")]


def resting_on(folder, *checks):
    """The folder with a ledger of one claim, which rests on these checks."""
    ledger = folder / "chapters" / "claims.toml"
    ledger.write_text(f"[[claim]]\nchecks = {list(checks)}\n", encoding="utf-8")
    return folder


def test_checks_of_the_ledger_that_did_not_run_are_seen(ledger):
    """Skipped, expected to fail, empty, never defined, left out by the settings, or a cell.

    Each run answers for where it looked: `pytest` alone not for a folder with a command
    of its own, that command for no other, and what is narrowed by a word for nothing.
    """
    here, there = ([f"{path}::{name}" for name in TESTS] for path in (HERE, THERE))
    resting_on(ledger, *CELLS, *here, *there)
    times = ledger / "tests" / "times.csv"
    before = [f"{HERE},40.25", "tests/test_gone.py,3.0", f"{THERE},7.5"]
    times.write_text("\n".join(["file,seconds", *before, ""]), encoding="utf-8")
    said = ran(ledger, "-n", "2", "--store-times")
    assert failed(said) == sorted({CELLS[0], *here[1:]})
    # The map of time: by folder, beside what was stored, and stored for what was asked for.
    (line,) = re.findall(r"^ *([\d.]+) +40\.2 +(\d+) tests  tests$", said, re.MULTILINE)
    assert (float(line[0]) < 40, line[1]) == (True, "5")
    assert re.search(r"^ +[\d.]+ +0\.0 +\d+ tests  chapters$", said, re.MULTILINE)
    kept = dict(row.split(",") for row in times.read_text().splitlines())
    assert [*kept] == [
        "file", "chapters/idle.ipynb", "chapters/whole.ipynb", THERE, HERE,
    ]  # fmt: skip
    assert kept[THERE] == "7.5"
    assert float(kept[HERE]) < 40 < 1000 * float(kept["chapters/whole.ipynb"])
    stored = times.read_text()
    assert failures(ledger, "tests/engines") == sorted(there[1:])
    assert failures(ledger, "-k", "ran") == []
    assert times.read_text() == stored


def test_checks_of_the_ledger_that_ran_are_silent(ledger):
    resting_on(ledger, f"{HERE}::test_ran", f"{THERE}::test_skipped")
    assert failures(ledger, "tests") == []
    assert failures(ledger, "tests", "tests/engines") == [f"{THERE}::test_skipped"]
