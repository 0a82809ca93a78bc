"""What a reader meets first of a chapter has a limit; `tools/words.py` counts it."""

import depth
import pytest
import words
from docutils import nodes
from files import ROOT

# Words in the depth "Read". Lower is better: 3,500 is the aim.
LIMIT = 3_500
CHAPTERS = sorted(ROOT.glob("chapters/*.ipynb"))
SECTION = "## A section\n\n{}\n"


def faults(text, limit=LIMIT):
    met = words.words(text)["read"]
    return [f"{met} words before anything is opened"] if met > limit else []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_is_no_longer_than_its_reader(path):
    assert faults(words.prose(path)) == []


def test_too_long_a_chapter_is_found():
    long = SECTION.format("word " * LIMIT)
    assert faults(long) == [f"{LIMIT + 3} words before anything is opened"]


@pytest.mark.parametrize(
    "folded",
    [
        "{.prove}\n" + SECTION,
        "{.prove}\n## Another\n\n#" + SECTION,
        "```{prf:proof}\n{}\n```\n",
        ":::{dropdown} Code\n{}\n:::\n",
        ":::{exercise}\n{}\n:::\n",
    ],
)
def test_what_is_folded_is_not_counted(folded):
    """And what follows it is: the fold ends."""
    text = folded.replace("{}", "word " * LIMIT) + "## After\n\nand one\n"
    assert faults(text) == []
    assert words.words(text)["read"] == 4  # the heading, "and one"


def test_there_are_chapters_to_count():
    assert len(CHAPTERS) > 20


FORMULA = nodes.math("", "x", before="", after=".")


@pytest.mark.parametrize(
    ("parts", "gist", "left"),
    [
        (["It holds. And\nmore."], "It holds.", "And\nmore."),
        (["It holds."], "It holds.", None),
        (["It holds for r. int\nand all."], "It holds for r. int\nand all.", None),
        (["Let ", FORMULA, " Then more."], "Let x", " Then more."),
        (["Of ", FORMULA, " and all. ", FORMULA], "Of x and all.", "x"),
    ],
)
def test_the_line_of_a_section_has_its_first_sentence(parts, gist, left):
    children = [nodes.Text(p) if isinstance(p, str) else p.deepcopy() for p in parts]
    after = nodes.paragraph("", "After.")
    found, rest = depth.lead([nodes.paragraph("", "", *children), after])
    assert [node.astext() for node in found] == [gist]
    assert [node.astext() for node in rest] == [left, "After."][left is None :]


def test_a_section_that_begins_with_no_paragraph_has_no_sentence():
    assert depth.lead([figure := nodes.figure()]) == ([], [figure])
