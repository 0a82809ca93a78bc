"""What every stored chapter must be, so that replaying it means something.

nbval passes an unexecuted cell, a skipped one, a wrong number in prose, and says
nothing of a chapter without a check. These tests refuse them.
"""

import ast
import re
import tomllib

import book
import pytest
import yaml
from files import ROOT
from notebooks import normalise, text_of

NOTEBOOKS = sorted((ROOT / "chapters").glob("**/*.ipynb"))
ALLOWED_TAGS = {"hide-cell", "hide-input", "remove-input"}
LONGEST_CELL = 30


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request):
    return request.param


@pytest.fixture
def notebook(path):
    return book.notebook(path.stem)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def test_executed_in_order(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


def test_no_cell_opts_out(notebook):
    for cell in code_cells(notebook):
        assert set(cell.metadata.get("tags", [])) <= ALLOWED_TAGS
        assert not re.search(r"#.*(NBVAL|PYTEST_VALIDATE)", cell.source)


def test_outputs_are_clean(notebook):
    for output in outputs(notebook):
        assert output.output_type != "error"
        assert output.get("name") != "stderr"
        shown = str(output.get("text", "")) + str(
            [v for k, v in output.get("data", {}).items() if "text/" in k or "svg" in k]
        )
        assert not re.search(
            r"0x[0-9a-f]{6,}|np\.(float|int)64\(|/(home|root|tmp|Users)/", shown
        )
    for cell in code_cells(notebook):
        assert not cell.source.rstrip().endswith(";")


def test_stored_normalised(path, notebook):
    assert text_of(normalise(notebook)) == path.read_text(encoding="utf-8")


def test_cells_are_short(notebook):
    for cell in code_cells(notebook):
        assert len(cell.source.splitlines()) <= LONGEST_CELL, cell.source


def test_asserts_agreement_of_independent_routes(notebook):
    """Some assertion compares what the package computes with the definition."""
    assert any(_compares_routes(cell.source) for cell in code_cells(notebook))


def _compares_routes(source):
    """Whether a cell that uses both the definitions and the package asserts an equality."""
    tree = ast.parse(source)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    asserted = [node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    literal = (ast.Constant, ast.UnaryOp)
    compared = any(
        isinstance(node, ast.Compare) and not isinstance(node.comparators[0], literal)
        for test in asserted
        for node in ast.walk(test)
    )
    return compared and {"definitions", "ordref"} <= names


# The page has it, and so has the package.
FACES = {"'STIX Two Text'", "'STIX Two Text', 'STIXGeneral'"}

# Numbers that code can supply: decimals, percentages, and integers of three digits
# or more that are not years. Places in a paper are references, not results.
TYPED = re.compile(
    r"(?<![\w.])(\d+\.\d+|\d+ ?%|(?!(?:1[89]|20)\d\d(?!\d))\d{3,})(?![\w])"
)
PLACE = re.compile(
    r"\b([Ss]ections?|[Tt]ables?|[Ff]ig(?:ure|\.)|[Ee]qs?\.|Example|Proposition|Corollary|"
    r"Definition|Theorem|Note|Python|pages?) \(?\d+(\.\d+)*\)?"
)
# Nor is the code of a box to try, from its line --- on.
NOT_PROSE = re.compile(
    r"`[^`]*`|\]\([^)]*\)|https?://\S+|^:[\w-]+:.*$|^---\n(?:.*\n)*?:::$", re.MULTILINE
)


def typed_numbers(markdown):
    return TYPED.findall(PLACE.sub("", NOT_PROSE.sub("", markdown)))


def test_no_number_is_typed_into_prose(notebook):
    for cell in notebook.cells:
        prose = cell.source if cell.cell_type == "markdown" else _caption(cell)
        assert typed_numbers(prose) == [], prose


def _caption(cell):
    settings = cell.metadata.get("mystnb", {})
    return "\n".join(
        [
            settings.get("figure", {}).get("caption", ""),
            settings.get("image", {}).get("alt", ""),
        ]
    )


def pictures(cell):
    """What each picture of a cell is stored as."""
    data = [output.get("data", {}) for output in cell.outputs]
    images = [{k: v for k, v in d.items() if k.startswith("image/")} for d in data]
    return [kinds for kinds in images if kinds]


def test_figures_are_described(notebook):
    """Every picture has alt text, a caption and a name."""
    for cell in code_cells(notebook):
        if pictures(cell):
            settings = cell.metadata.get("mystnb", {})
            assert len(settings.get("image", {}).get("alt", "")) > 20, cell.source
            assert settings["figure"]["caption"]
            assert settings["figure"]["name"].startswith("fig-")


def test_figures_are_drawings(notebook):
    """A figure is one SVG: shapes that a replay compares, and the same text every time."""
    for cell in code_cells(notebook):
        images = [list(kinds) for kinds in pictures(cell)]
        assert images in ([], [["image/svg+xml"]]), "call plots.setup() first"
        for kinds in pictures(cell):
            drawing = kinds["image/svg+xml"]
            assert "<image" not in drawing, "draw cells with pcolormesh, not imshow"
            faces = set(re.findall(r"font-family: ([^;\"]+)", drawing))
            assert faces <= FACES, (
                "letters that the page may not have: call plots.setup()"
            )
            assert "<metadata" not in drawing, "a date, or a version"


def test_glued_names_are_used_and_used_names_are_glued(notebook):
    glued = {
        output.metadata["scrapbook"]["name"]
        for output in outputs(notebook)
        if "scrapbook" in output.get("metadata", {})
    }
    prose = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    used = {name.split(":")[0] for name in re.findall(r"\{glue:\w*\}`([^`]+)`", prose)}
    used |= {name for name in re.findall(r"\{glue:\w*\} (\S+)", prose)}
    assert glued == used


def test_table_of_contents_and_chapters_are_the_same():
    listed = set(
        re.findall(
            r"(?:file|root): ([\w/]+)", (ROOT / "_toc.yml").read_text(encoding="utf-8")
        )
    )
    there = {
        str(path.relative_to(ROOT).with_suffix(""))
        for path in (ROOT / "chapters").iterdir()
        if path.suffix in (".ipynb", ".md")
    }
    assert listed == there


def test_code_lives_in_notebooks_only():
    """nbval does not collect a page in Markdown: code there would never run."""
    for page in (ROOT / "chapters").glob("**/*.md"):
        assert "code-cell" not in page.read_text(encoding="utf-8"), page


def test_the_suite_replays_in_full():
    """No option weakens the replay, and nothing runs the suite without it."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pytest_options = options["tool"]["pytest"]["ini_options"]
    assert "--nbval" in pytest_options["addopts"].split()
    assert "chapters" in pytest_options["testpaths"]
    recipes = pytest_options["addopts"] + (ROOT / "Makefile").read_text(
        encoding="utf-8"
    )
    assert not re.search(r"nbval-lax|sanitize|--ignore|--deselect|no:nbval", recipes)
    # An option to select on this line would excuse the checks that the ledger names.
    stored = re.escape(" $(if $(TIMES),--store-times)")
    assert re.search(rf"-m pytest -q -n \d+({stored})?$", recipes, re.MULTILINE)


def test_pages_show_the_stored_outputs():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    # Read by YAML 1.1, the bare word would be a boolean.
    assert config["execute"]["execute_notebooks"] == "off"


def test_typed_numbers_are_recognised():
    assert typed_numbers("an error of 0.77 in 7477 eyes, 12% of them") == [
        "0.77",
        "7477",
        "12%",
    ]
    assert (
        typed_numbers(
            "MAE, {glue:text}`x:.2f`, of 2011, section 1.1 and Table 5, with $K = 3$"
        )
        == []
    )
    box = "{colons}{{try}} Far\n:check: x > 0.25\nAbove 0.75.\n\n---\nx = 0.5\n{colons}\n0.125"
    assert typed_numbers(box.format(colons=":::")) == ["0.75", "0.125"]
