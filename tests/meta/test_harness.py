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


def bar_height(notebook):
    cell = cell_with(notebook, "ax.bar")
    cell.source = changed(cell.source, "ordref.mae(cm)]", "ordref.mae(cm) + 0.002]")


def no_setup(notebook):
    cell = cell_with(notebook, "plots.setup()")
    cell.source = changed(cell.source, "plots.setup()", "plots")


def lost_picture(notebook):
    del data(notebook, "ax.bar")[SVG]


def stored_as_png(notebook):
    stored = data(notebook, "ax.bar")
    del stored[SVG]
    stored[PNG] = PIXEL


def stored_twice(notebook):
    data(notebook, "ax.bar")[PNG] = PIXEL


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


def commented(notebook):
    cell = cell_with(notebook, "cm = [[")
    cell.source = "# NBVAL_IGNORE_OUTPUT\n" + cell.source


def no_assertion(notebook):
    notebook.cells.remove(cell_with(notebook, "assert"))


def assertion_against_a_literal(notebook):
    cell = cell_with(notebook, "assert")
    cell.source = "definitions\nassert ordref.mae([[1, 0], [0, 1]]) == 0"


def false_assertion(notebook):
    cell = cell_with(notebook, "assert")
    cell.source = changed(
        cell.source, "float(by_definition)", "1 - float(by_definition)"
    )


def glued_number(notebook):
    stored = data(notebook, "glue(")
    stored["application/papermill.record/text/plain"] = "0.394"


def glued_name(notebook):
    notebook.cells[0].source = changed(
        notebook.cells[0].source, "sample-mae", "sample-mea"
    )


def typed_number(notebook):
    notebook.cells[0].source += "\n\nThat is 0.29 classes."


def typed_number_in_an_equation(notebook):
    notebook.cells[0].source += "\n\n$$\\mathrm{MAE} = 0.29$$"


def typed_number_in_a_caption(notebook):
    cell_with(notebook, "ax.bar").metadata.mystnb.figure.caption = "The MAE is 0.29."


def stored_warning(notebook):
    output = nbformat.v4.new_output(
        "stream", name="stderr", text="UserWarning: look out\n"
    )
    cell_with(notebook, "cm = [[").outputs.append(output)


def stored_error(notebook):
    cell = cell_with(notebook, "cm = [[")
    cell.source, cell.metadata.tags = "1 / 0", ["raises-exception"]
    cell.outputs = [
        nbformat.v4.new_output(
            "error", ename="ZeroDivisionError", evalue="division by zero"
        )
    ]


def address(notebook):
    data(notebook, "cm = [[")["text/plain"] = "<Axes at 0x7f3a10b2c810>"


def editor_metadata(notebook):
    notebook.cells[0].metadata.collapsed = True


REPLAYED = {
    "text": edit("cm = [[", "text/plain", "0.29", "0.28"),
    "latex": edit("symbols", "text/latex", r"\frac{b + c}", r"\frac{b + a}"),
    "table": edit("DataFrame", "text/html", "0.2941", "0.2914"),
    "stroke": edit("ax.bar", SVG, "<!-- MER -->", "<!-- MAE -->"),
    "height": bar_height,
    "picture": edit("ax.bar", SVG, 'id="figure_1"', 'transform="scale(1 -1)"'),
    "setup": no_setup,
    "png": stored_as_png,
    "twice": stored_twice,
    "lost": lost_picture,
    "another": two_pictures,
    "glued": glued_number,
    "asserted": false_assertion,
}
REFUSED = {
    "unexecuted": (unexecuted, "test_executed_in_order"),
    "disorder": (out_of_order, "test_executed_in_order"),
    "skip": (tagged("nbval-skip"), "test_no_cell_opts_out"),
    "ignore": (tagged("nbval-ignore-output"), "test_no_cell_opts_out"),
    "comment": (commented, "test_no_cell_opts_out"),
    "unchecked": (no_assertion, "test_asserts_agreement_of_independent_routes"),
    "literal": (
        assertion_against_a_literal,
        "test_asserts_agreement_of_independent_routes",
    ),
    "png": (stored_as_png, "test_figures_are_drawings"),
    "twice": (stored_twice, "test_figures_are_drawings"),
    "another": (two_pictures, "test_figures_are_drawings"),
    "pixels": (
        edit("ax.bar", SVG, "</svg>", "<image/></svg>"),
        "test_figures_are_drawings",
    ),
    "fonts": (
        edit("ax.bar", SVG, "</svg>", "<text>MER</text></svg>"),
        "test_figures_are_drawings",
    ),
    "dated": (
        edit("ax.bar", SVG, "<defs>", "<metadata>today</metadata><defs>"),
        "test_figures_are_drawings",
    ),
    "blind": (no_alt_text, "test_figures_are_described"),
    "unglued": (glued_name, "test_glued_names_are_used_and_used_names_are_glued"),
    "typed": (typed_number, "test_no_number_is_typed_into_prose"),
    "equation": (typed_number_in_an_equation, "test_no_number_is_typed_into_prose"),
    "caption": (typed_number_in_a_caption, "test_no_number_is_typed_into_prose"),
    "warning": (stored_warning, "test_outputs_are_clean"),
    "error": (stored_error, "test_outputs_are_clean"),
    "address": (address, "test_outputs_are_clean"),
    "path": (
        edit("ax.bar", SVG, "<!-- MER -->", "<!-- /home/me/x -->"),
        "test_outputs_are_clean",
    ),
    "metadata": (editor_metadata, "test_stored_normalised"),
}


def project(folder):
    """A copy of what makes the suite, without the chapters and the other tests."""
    shutil.copytree(
        ROOT / "ordref", folder / "ordref", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in (
        "chapters/conftest.py",
        "tests/chapters/test_notebooks.py",
        "tests/shared/book.py",
        "tests/shared/files.py",
        "tools/kernels.py",
        "tools/notebooks.py",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in ("pyproject.toml", "_config.yml", "Makefile"):
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


def failures(folder, *arguments):
    """Run the suite there as anyone would, with `pytest` alone; return what failed."""
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-rfE",
            "-p",
            "no:cacheprovider",
            *arguments,
        ],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"\d+ passed", result.stdout), result.stdout + result.stderr
    found = re.findall(
        r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", result.stdout, re.MULTILINE
    )
    assert (result.returncode == 1) == bool(found), result.stdout
    return found


@pytest.fixture(scope="module")
def replayed(tmp_path_factory):
    folder = project(tmp_path_factory.mktemp("replayed"))
    add_chapter(folder, "whole", sample())
    for name, fault in REPLAYED.items():
        notebook = sample()
        fault(notebook)
        add_chapter(folder, name, notebook)
    return failures(folder, "chapters")


@pytest.fixture(scope="module")
def refused(tmp_path_factory):
    folder = project(tmp_path_factory.mktemp("refused"))
    add_chapter(folder, "whole", sample())
    for name, (fault, _) in REFUSED.items():
        notebook = sample()
        fault(notebook)
        add_chapter(folder, name, notebook)
    return failures(folder, "tests")


def test_the_sample_itself_passes(replayed, refused):
    assert not [f for f in replayed if "whole" in f]
    assert not [f for f in refused if "whole" in f or "[" not in f]


@pytest.mark.parametrize("name", REPLAYED)
def test_a_replay_sees(name, replayed):
    assert [f for f in replayed if f.startswith(f"chapters/{name}.ipynb::")]


@pytest.mark.parametrize("name", REFUSED)
def test_a_stored_chapter_is_refused(name, refused):
    assert f"tests/chapters/test_notebooks.py::{REFUSED[name][1]}[{name}]" in refused


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
R = '<use xlink:href="#DejaVuSans-35" transform="translate(149.46875 0)"/>'


def said(drawn, stored=STORED):
    outputs = [[{"data": {SVG: drawing}}] for drawing in (drawn, stored)]
    return REPLAY.figures_differ(*outputs)


# What is drawn otherwise, and what is said of it.
DRAWN = {
    "place": (BAR, BAR.replace("36.358242", "36.298242"), "is off by 0.06 points"),
    "tick": ('x="77.601508"', 'x="77.541508"', "is off by 0.06 points"),
    "size": ('viewBox="0 0 224', 'viewBox="0 0 225', "is off by 1.00 points"),
    "clip": ('<rect x="31.693437"', '<rect x="60"', "is off by 28.31 points"),
    "letter": ("M 628 4666 \nL 3578", "M 628 4666 \nL 3577", "is off by 1.00 points"),
    "advance": ("translate(86.28125 0)", "translate(86.2 0)", "is off by 0.08 points"),
    "colour": (BAR, BAR.replace("0072b2", "0077b2"), "is off by 5 shades"),
    "paint": (BAR, BAR.replace("fill: #0072b2", "fill: none"), "is another"),
    "opacity": (BAR, BAR.replace("72b2", "72b2; opacity: 0.99"), "is another"),
    "width": ("stroke-width: 0.8", "stroke-width: 0.81", "is another"),
    "point": (BAR, BAR.replace("z", "L 0 0 \nz"), "is another"),
    "curve": (BAR, BAR.replace("L", "Q", 2), "is another"),
    "text": ("<!-- 0.1 -->", "<!-- 0.2 -->", "is another"),
    "glyph": (R, R.replace("35", "28"), "is another"),
    "font": ("scale(0.11 -0.11)", "scale(0.1101 -0.1101)", "is another"),
    "turn": (") scale(0.11", ") rotate(-1) scale(0.11", "is another"),
    "flip": ('<g id="axes_1"', '<g transform="scale(1 -1)" id="axes_1"', "is another"),
    "marker": ('href="#m1feb25f26a"', 'href="#m23f621219a"', "is another"),
    "unclipped": (BAR, BAR.replace("1b5a0a9c72", "0000000000"), "is another"),
    "silent": (R, "", "elements are stored"),
    "gone": (BAR, "", "elements are stored"),
    "more": (BAR, BAR + "\n" + BAR, "elements are stored"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_otherwise_is_named(name):
    old, new, words = DRAWN[name]
    other = STORED.replace(old, new)
    assert words in said(other, changed(STORED, old, old))
    assert words in said(STORED, other)


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
    other = changed(changed(other, "#0072b2", "#0372b1"), "1b5a0a9c72", "0123456789")
    assert other != STORED
    assert said(other) is None


@pytest.mark.parametrize(
    ("ours", "stored", "words"),
    [
        (
            [{PNG: PIXEL}],
            [{SVG: STORED}],
            "stored as image/svg+xml and drawn as image/png",
        ),
        ([{SVG: STORED}], [{PNG: PIXEL}], "call plots.setup() first"),
        ([{PNG: PIXEL}], [{PNG: PIXEL}], "call plots.setup() first"),
        (
            [{SVG: STORED}],
            [{SVG: STORED, PNG: PIXEL}],
            "not both as image/svg+xml alone",
        ),
        ([], [{SVG: STORED}], "1 figures are stored, 0 are drawn"),
        ([{SVG: STORED}] * 2, [{SVG: STORED}], "1 figures are stored, 2 are drawn"),
    ],
)
def test_figures_in_another_form_are_named(ours, stored, words):
    outputs = [[{"data": kinds} for kinds in run] for run in (ours, stored)]
    assert words in REPLAY.figures_differ(*outputs)


@pytest.mark.parametrize(
    ("ours", "stored", "differ"),
    [
        (["0.36726608488551904"], ["0.36726608488551826"], False),
        (["-1e-16"], ["0.0"], False),
        (["0.367266084885"], ["0.367266084887"], True),
        (["0.0"], ["1e-11"], True),
        (["1000000000001"], ["1000000000000"], True),  # a count has no last digits
        (["nan"], ["nan"], False),
        (["nan"], ["0.5"], True),
        (["'glass'"], ["'gloss'"], True),
        (["0.5"], ["0.5", "0.5"], True),
    ],
)
def test_numbers_of_the_prose_may_differ_in_their_last_digits(ours, stored, differ):
    outputs = [
        [{"data": {REPLAY.RECORD: text}} for text in run] for run in (ours, stored)
    ]
    assert bool(REPLAY.numbers_differ(*outputs)) == differ


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


@pytest.mark.parametrize(
    ("module", "right", "wrong"),
    [
        ("mae", "n.shape[-1])), t", "n.shape[-1])**2), t"),  # another measure
        (
            "_matrices",
            "D: NDArray[np.int64] = np.abs(",
            "D = (1 + 1e-9) * np.abs(",
        ),  # unseen in print
    ],
)
def test_a_wrong_formula_in_the_module_is_seen(module, right, wrong, tmp_path):
    folder = project(tmp_path)
    add_chapter(folder, "sample", sample())
    file = folder / "ordref" / f"{module}.py"
    file.write_text(changed(file.read_text(), right, wrong), encoding="utf-8")
    assert [
        f
        for f in failures(folder, "chapters")
        if f.startswith("chapters/sample.ipynb::")
    ]


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


def with_ledger(folder, *checks):
    """A project with a ledger of one claim, which rests on these checks."""
    project(folder)
    shutil.copy(ROOT / "conftest.py", folder)
    (folder / "tests" / "chapters" / "test_notebooks.py").unlink()
    (folder / "tests" / "test_checks.py").write_text(CHECKS, encoding="utf-8")
    (folder / "chapters" / "claims.toml").write_text(
        f"[[claim]]\nchecks = {list(checks)}\n", encoding="utf-8"
    )
    options = folder / "pyproject.toml"
    only = changed(options.read_text(), '"tests", "ordref", "README.md"', '"tests"')
    options.write_text(changed(only, '"--nbval ', "\"-k 'not left_out' --nbval "))
    return folder


def test_checks_of_the_ledger_that_did_not_run_are_seen(tmp_path):
    """Skipped, expected to fail, empty, never defined, left out by the settings, or a cell."""
    tests = [
        f"tests/test_checks.py::{name}" for name in re.findall(r"test_\w+", CHECKS)
    ]
    cells = [f"chapters/{name}.ipynb#sample-agreement" for name in ("idle", "whole")]
    folder = with_ledger(tmp_path, *cells, *tests)
    idle = sample()
    cell_with(idle, "assert").metadata.tags = ["nbval-skip"]
    add_chapter(folder, "idle", idle)
    add_chapter(folder, "whole", sample())
    assert failures(folder, "-n", "2") == sorted({cells[0], *tests[1:]})


def test_checks_of_the_ledger_that_ran_are_silent(tmp_path):
    assert failures(with_ledger(tmp_path, "tests/test_checks.py::test_ran")) == []


def test_a_part_of_the_suite_is_not_held_to_the_ledger(tmp_path):
    folder = with_ledger(tmp_path, "tests/test_checks.py::test_skipped")
    one = "tests/test_checks.py::test_ran"
    assert failures(folder, "-k", "ran") == failures(folder, one) == []
    skipped = ["tests/test_checks.py::test_skipped"]
    assert failures(folder, "tests") == failures(folder) == skipped
