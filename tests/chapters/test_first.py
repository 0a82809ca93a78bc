"""Each chapter of a measure begins with what can be read in five minutes."""

import first
import pytest
from book import prose
from glance import CHAPTERS

NAMES = [chapter.name for chapter in CHAPTERS]
BEGINS = "# X\n\n## By hand\n\nAdd.\n\n## How to read a value\n\nSo.\n\n## Remember\n\nOne.\n\n"
WHOLE = BEGINS + "## The details\n\n## At a glance\n\n```{prf:proof}\nIt is.\n```\n"


@pytest.mark.parametrize("chapter", NAMES)
def test_what_is_read_first_stands_first(chapter):
    assert first.faults(prose(chapter)) == []


def test_some_chapters_begin_so():
    begun = [name for name in NAMES if f"## {first.DETAILS}\n" in prose(name)]
    assert {"kappa", "functional", "agreement", "raters", "classi"} <= set(begun)


def test_a_whole_beginning_has_no_fault():
    assert first.faults(WHOLE) == []
    assert first.faults(BEGINS) == []


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("before the details stand", "## Remember", "## Memorise"),
        ("before the details stand", "## How to read a value", "## Values"),
        ("before the details stand", "## By hand\n\nAdd.\n\n", ""),
        ("a proof before", "So.", "```{prf:proof}\nIt is.\n```"),
        ("a proof before", "## Remember", "{.prove}\n## Remember"),
        ("an exercise before", "So.", "```{exercise} A (easy)\n```"),
        ("a question before", "So.", ":::{question} Which?\n:::"),
    ],
)
def test_what_is_planted_is_found(said, old, new):
    assert old in WHOLE
    assert any(said in fault for fault in first.faults(WHOLE.replace(old, new)))
