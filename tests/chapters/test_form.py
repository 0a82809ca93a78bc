"""The form of a chapter: the reader first, proof and machinery after.

Each check lists what a chapter lacks. A chapter made up here, in full form, has no fault,
and each check finds the one that is planted for it. `test_site.py` measures the pages.
"""

import ast
import copy
import re

import nbformat
import pytest
from book import notebook as read
from book import prose, prose_of
from first_layer import DETAILS
from glance import CHAPTERS, SAID

from ordref.catalogue import MEASURES

# The measures of these take a ranking, or probabilities, and no matrix: they have no row in
# the catalogue.
LESSONS = {m.chapter for m in MEASURES.values()} | {"classi", "forecasts"}
# What is proved beyond a lesson: no drill, and no other chapter needs it.
RESEARCH = {"kappa_range", "certificates"}
# One to read before all others, one after them, two to write by, two on libraries,
# and questions with their answers: no drill.
NOT_DRILLED = {
    "preface",
    "twelve",
    "sentence",
    "grading",
    "billion",
    "conformance",
    "asked",
} | RESEARCH
# Read before all others, or after them, as the studies are.
STUDIES = {"pom", "learners", "chosen", "fronts"}
AT_THE_ENDS = STUDIES | RESEARCH | {
    "preface", "choosing", "labels", "sentence", "billion", "properties", "twelve", "identify",
    "difference", "raters", "grading", "asked",
}  # fmt: skip
FOLDED = {"hide-cell", "hide-input", "remove-cell", "remove-input"}
LEVELS = ("easy", "medium", "hard")
EXERCISES, QUESTIONS = 6, 4
LAST = "For referees"

HEADING = re.compile(r"^## (.*?)\s*$", re.MULTILINE)
GLANCE = re.compile(r"^[`:]{3,}\{at-a-glance\} (.*)$", re.MULTILINE)
EXERCISE = re.compile(r"^[`:]{3,}\{exercise\}(.*)\n:label: (\S+)", re.MULTILINE)
# An exercise, from its label to its end.
ASKED = re.compile(
    r"^([`:]{3,})\{exercise\}.*\n:label: (\S+)\n((?:.*\n)*?)\1$", re.MULTILINE
)
SOLUTION = re.compile(r"\{solution(?:-start)?\} (\S+)")
LEVEL = re.compile(r"\((\w+)\)\s*$")
ANSWER = re.compile(r"^[+-] (.*?) ::", re.MULTILINE)
STATEMENT = re.compile(
    r"\{prf:(?:theorem|lemma|proposition|corollary|definition)\}(.*)\n:label: (\S+)"
)
QUESTION = re.compile(r"^:{3,}\{question\} \S", re.MULTILINE)


def sections(notebook):
    """The cells of each section. A cell with several headings is a part of each of them."""
    found, last = {}, []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            begun = {title: [cell] for title in HEADING.findall(cell.source)}
            found |= begun
            last = next(reversed(begun.values()), last)
        last.append(cell)
    return found


def visible(notebook):
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and not FOLDED & set(cell.metadata.get("tags", []))
    ]


def glance_faults(notebook, names):
    """The measures of the chapter come first, or first of the details, from the catalogue."""
    titles = list(sections(notebook))
    if DETAILS in titles:
        titles = titles[titles.index(DETAILS) + 1 :]
    faults = []
    if titles[:1] != ["At a glance"]:
        faults.append(f"the first section is not `At a glance`: {titles[:1]}")
    there = " ".join(GLANCE.findall(prose_of(notebook.cells))).split()
    return faults + [f"not at a glance: {name}" for name in names if name not in there]


def by_hand_faults(notebook):
    """The running example, by hand; what is said of it is computed from it."""
    cells = sections(notebook).get("By hand")
    if cells is None:
        return ["no section `By hand`"]
    names = {
        name
        for cell in cells
        if cell.cell_type == "code"
        for node in ast.walk(ast.parse(cell.source))
        for name in [getattr(node, "attr", None), getattr(node, "id", None)]
    }
    if "TWELVE" not in names:
        return ["`By hand` is not on ordref.data.TWELVE"]
    return []


def exercise_faults(notebook):
    """Enough exercises, each marked and solved, half of them easy."""
    text = prose_of(notebook.cells)
    found = EXERCISE.findall(text)
    levels = [(LEVEL.findall(title) or [title.strip()])[0] for title, _ in found]
    solved = set(SOLUTION.findall(text))
    faults = [
        f"not marked {', '.join(LEVELS)}: {label}: {level!r}"
        for (_, label), level in zip(found, levels, strict=True)
        if level not in LEVELS
    ]
    faults += [
        f"no name: {label}"
        for title, label in found
        if not LEVEL.sub("", title).strip()
    ]
    faults += [f"no solution: {label}" for _, label in found if label not in solved]
    if len(found) < EXERCISES:
        faults.append(f"exercises: {len(found)}, not {EXERCISES}")
    if 2 * levels.count("easy") < len(found):
        faults.append(f"easy exercises: {levels.count('easy')} of {len(found)}")
    return faults


def needless(text):
    """The exercises that do not say which part of the book they need."""
    asked = [(label, body) for _, label, body in ASKED.findall(text)]
    assert [label for label, _ in asked] == [
        label for _, label in EXERCISE.findall(text)
    ]
    return [label for label, body in asked if not re.search(r"\([Nn]eeds\s+\S", body)]


def question_faults(notebook):
    """Questions that answer back. An answer is read out, which a formula alone is not."""
    text = prose_of(notebook.cells)
    found = len(QUESTION.findall(text))
    faults = [] if found >= QUESTIONS else [f"questions: {found}, not {QUESTIONS}"]
    return faults + [
        f"an answer without a word: {answer}"
        for answer in ANSWER.findall(text)
        if not re.search(r"\w", re.sub(r"\$[^$]*\$", "", answer))
    ]


def last_faults(notebook):
    """What may be skipped stands at the end, under one heading."""
    titles = HEADING.findall(prose_of(notebook.cells))
    return [] if titles[-1:] == [LAST] else [f"not last: {LAST}: {titles[-1:]}"]


def machinery(cell):
    """What a cell is if no reader would type it, or nothing."""
    tree = ast.parse(cell.source)
    statements = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and not isinstance(node, COMPOUND)
    ]
    kinds = {kind(statement) for statement in statements}
    if kinds <= {"imports"}:
        return "imports"
    if "glues" in kinds and kinds <= {"imports", "sets", "glues", "asserts"}:
        return "glues"
    shows = any("scrapbook" not in out.get("metadata", {}) for out in cell.outputs)
    if "asserts" in kinds and not shows and "defines" not in kinds:
        return "asserts"
    return ""


COMPOUND = (ast.For, ast.While, ast.If, ast.With, ast.Try)


def kind(statement):
    """What one statement does."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return "imports"
    if isinstance(statement, ast.Assert):
        return "asserts"
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return "sets"
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.Return)):
        return "defines"
    called = getattr(getattr(statement, "value", None), "func", None)
    if getattr(called, "id", None) == "glue":
        return "glues"
    return "shows"


def machinery_faults(notebook):
    """What a visible cell should not be; open, each of them stands before the lesson."""
    return [
        f"a visible cell that only {what}: {cell.id}"
        for cell in visible(notebook)
        if (what := machinery(cell))
    ]


def folding_faults(notebook):
    """A fold says what is in it: what a closed cell establishes, or what its code draws."""
    return [
        f"folded without a word: {cell.id}"
        for cell in notebook.cells
        if {"hide-cell", "hide-input"} & set(cell.metadata.get("tags", []))
        and not cell.metadata.get("mystnb", {}).get("code_prompt_show")
    ]


PROOF = re.compile(
    r"^([`:]{3,})\{prf:proof\}[^\n]*\n(?:[ :][^\n]*\n|\n)*((?:\d+\.|[-*]) [^\n]*)",
    re.MULTILINE,
)


def proof_faults(notebook):
    """Proofs that begin with a list: the word "Proof" before it would make it a paragraph."""
    text = prose_of(notebook.cells)
    return [f"a list that runs on: {found[2][:30]}" for found in PROOF.finditer(text)]


def statement_faults(notebook):
    """What is proved is quoted by a name; its number moves when another is added."""
    found = STATEMENT.findall(prose_of(notebook.cells))
    return [f"no name: {label}" for name, label in found if not name.strip()]


def faults_in(notebook, names=None, drilled=True):
    """What a chapter lacks: a lesson on these measures, with or without exercises."""
    found = [
        *machinery_faults(notebook),
        *folding_faults(notebook),
        *proof_faults(notebook),
        *statement_faults(notebook),
    ]
    if names is not None:
        found += glance_faults(notebook, names) + by_hand_faults(notebook)
    if drilled:
        found += exercise_faults(notebook) + question_faults(notebook)
        found += last_faults(notebook)
    return found


CHAPTER_NAMES = [chapter.name for chapter in CHAPTERS]


@pytest.mark.parametrize("chapter", CHAPTER_NAMES)
def test_chapter_is_in_form(chapter):
    assert set(CHAPTER_NAMES) >= LESSONS | NOT_DRILLED
    names = [m.name for m in MEASURES.values() if m.chapter == chapter and m.shown]
    lesson = names if chapter in LESSONS else None
    assert faults_in(read(chapter), lesson, chapter not in NOT_DRILLED) == []


@pytest.mark.parametrize("chapter", CHAPTER_NAMES)
def test_an_exercise_says_what_it_needs(chapter):
    assert needless(prose(chapter)) == []


def test_an_exercise_that_does_not_say_what_it_needs_is_found():
    one = "```{{exercise}} One (easy)\n:label: ex-{}\nCount{}.\n```\n"
    text = one.format("told", " (needs {ref}`sec-a`)") + one.format("untold", "")
    assert needless(text) == ["ex-untold"]


def test_what_is_said_at_a_glance_is_complete():
    for m in MEASURES.values():
        if m.shown and m.chapter in LESSONS:
            said = SAID[m.name]._replace(
                given="-"
            )  # of what is no function of a matrix
            assert all([*said, m.blind]), m.name


REFERENCE = re.compile(r"\{(?:eq|prf:ref)\}`(?:[^`<]*<)?([\w-]+)>?`")
LABEL = re.compile(r"^:label: (\S+)|^\(([\w-]+)\)=|\$\$ \((eq-[\w-]+)\)", re.MULTILINE)


def needs():
    """Which chapters need which, as the preface draws it."""
    (cell,) = [c for c in read("preface").cells if c.id == "preface-needs"]
    return ast.literal_eval(ast.parse(cell.source).body[0].value)


def all_needed(chapter, needs):
    """What has to be read before a chapter, all the way back."""
    return {
        name
        for needed in needs[chapter]
        for name in [needed, *all_needed(needed, needs)]
    }


def needs_faults(needs):
    """References to a theorem or a formula of a chapter that a reader need not have read."""
    texts = {name: prose(name) for name in needs}
    home = {
        label: name
        for name, text in texts.items()
        for found in LABEL.findall(text)
        for label in found
        if label
    }
    before = {name: all_needed(name, needs) | {name} for name in needs}
    return sorted(
        f"{name} needs {home[label]}: {label}"
        for name, text in texts.items()
        for label in set(REFERENCE.findall(text.partition(f"## {LAST}")[0]))
        # A look ahead, to where this chapter has been read, is no need.
        if label in home
        and home[label] not in before[name]
        and name not in before[home[label]]
    )


def test_chapters_need_what_the_preface_says():
    assert set(needs()) == set(CHAPTER_NAMES) - AT_THE_ENDS
    assert needs_faults(needs()) == []


def test_a_need_that_the_preface_does_not_tell_of_is_found():
    told = needs()
    assert "mae" in told["mmae"]
    told["mmae"] = ["accuracy"]
    found = needs_faults(told)
    assert any(fault.startswith("mmae needs mae: eq-mae") for fault in found), found


def chapter_in_form():
    """A chapter in full form, as short as can be."""
    text, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    show = nbformat.v4.new_output("execute_result", {"text/plain": "1"})
    fold = {
        "tags": ["hide-cell"],
        "mystnb": {"code_prompt_show": "Checked: by hand is by the definition"},
    }
    exercises = "\n".join(
        f"```{{exercise}} A number ({level})\n:label: ex-{k}\n```\n"
        f"```{{solution}} ex-{k}\n```"
        for k, level in enumerate([*["easy"] * 3, *["medium"] * 2, "hard"])
    )
    questions = "\n".join(
        f":::{{question}} Which of {k}?\n+ The $a_{k}$ :: Yes.\n:::" for k in range(4)
    )
    return nbformat.v4.new_notebook(
        cells=[
            text("(chap-x)=\n# X\n\n## At a glance\n\n```{at-a-glance} mae mse\n```"),
            code("import ordref", id="setup", metadata=copy.deepcopy(fold)),
            text("## By hand\n\nAdd.", id="hand-text"),
            code(
                "cm = data.TWELVE.counts\nassert ordref.mae(cm) == 0.5",
                id="hand",
                metadata=copy.deepcopy(fold),
            ),
            text(
                "## The picture\n\n```{prf:theorem} One\n:label: thm-x\nOne.\n```\n\n"
                "```{prf:proof}\nIn turn.\n\n1. One.\n```",
                id="picture",
            ),
            code("ordref.mae(cm)", id="call", outputs=[show]),
            text(f"## Exercises\n\n{exercises}\n\n## Check yourself\n\n{questions}"),
            text("## For referees\n\nNothing."),
        ]
    )


NAMES = ["mae", "mse"]
SHOWN = nbformat.v4.new_output("execute_result", {"text/plain": "1"})
GLUED = nbformat.v4.new_output(
    "display_data", {"text/plain": "1"}, metadata={"scrapbook": {"name": "a"}}
)


def test_a_chapter_in_form_has_no_fault():
    assert faults_in(chapter_in_form(), NAMES) == []


# What is said of it; what is replaced in all cells, by what.
PLANTED_WORDS = [
    ("the first section is not `At a glance`", "## At a glance", "## Opening"),
    ("not at a glance: mse", "mae mse", "mae"),
    ("no section `By hand`", "## By hand", "## In Code"),
    ("`By hand` is not on", "data.TWELVE", "data.OTHER"),
    ("exercises: 5, not 6", "{exercise} A number (hard)", "{note} A number (hard)"),
    ("easy exercises: 0 of 6", "(easy)", "(medium)"),
    ("not marked easy, medium, hard: ex-5", "(hard)", "(brutal)"),
    ("no name: ex-5", "A number (hard)", "(hard)"),
    ("no name: thm-x", "{prf:theorem} One", "{prf:theorem}"),
    ("no solution: ex-3", "{solution} ex-3", "{solution} ex-2"),
    ("questions: 3, not 4", ":::{question} Which of 3?", ":::{note} Which of 4?"),
    ("an answer without a word: $a_2$", "+ The $a_2$", "+ $a_2$"),
    ("a list that runs on: 1. One.", "In turn.\n\n", ""),
    ("not last: For referees", "Nothing.", "Nothing.\n\n## Afterthoughts"),
    ("not last: For referees", "## For referees", "## The checks"),
]


def test_planted_words_are_found():
    for said, old, new in PLANTED_WORDS:
        notebook = chapter_in_form()
        for cell in notebook.cells:
            cell.source = cell.source.replace(old, new)
        assert any(said in fault for fault in faults_in(notebook, NAMES)), (said, old)


def test_the_running_example_in_another_section_is_not_by_hand():
    notebook = chapter_in_form()
    at = [cell.id for cell in notebook.cells].index("hand")
    notebook.cells.insert(at + 2, notebook.cells.pop(at))
    assert faults_in(notebook, NAMES) == ["`By hand` is not on ordref.data.TWELVE"]


# What a cell is, and its source and outputs.
CELLS = [
    ("imports", "import numpy as np\nfrom ordref import data", []),
    ("asserts", "assert ordref.mae(cm) == 1", []),
    ("asserts", "x = ordref.mae(cm)\nassert x == 1", []),
    ("asserts", "for K in range(3):\n    cm = f(K)\n    assert g(cm) == 1", []),
    ("asserts", "glue('a', 1)\nassert 1 == 1\nprint()", []),
    ("glues", "glue('a', ordref.mae(cm), display=False)", [GLUED]),
    ("glues", "x = ordref.mae(cm)\nglue('a', x)", [GLUED]),
    ("glues", "for k in range(3):\n    glue(f'a{k}', k)", [GLUED]),
    ("", "ordref.mae(cm)", [SHOWN]),
    ("", "cm = [[2, 0], [1, 1]]", []),
    ("", "def mae(cm):\n    return abs(cm).sum()", []),
    ("", "assert ordref.mae(cm) == 1\nordref.mae(cm)", [SHOWN]),
]


def test_machinery_is_told_from_what_a_student_types():
    for what, source, outputs in CELLS:
        cell = nbformat.v4.new_code_cell(source, id="planted", outputs=outputs)
        assert machinery(cell) == what, source
        notebook = chapter_in_form()
        notebook.cells.append(cell)
        planted = [f"a visible cell that only {what}: planted"] if what else []
        assert faults_in(notebook, NAMES) == planted, source
        cell.metadata = {"tags": ["hide-cell"]}
        assert faults_in(notebook, NAMES) == ["folded without a word: planted"]
        cell.metadata["mystnb"] = {"code_prompt_show": "Checked: one is one"}
        assert faults_in(notebook, NAMES) == []
