"""What a reader meets first of a chapter has a limit; `tools/words.py` counts it."""

import pytest
import words
from files import ROOT

# Words in the depth "Read". Lower is better: 3,500 is the aim.
LIMIT = 7_500
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
