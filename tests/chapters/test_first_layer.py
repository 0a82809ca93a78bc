"""What is read in five minutes stands first, in one order, and everything else behind a line.

A chapter that has the line has the form. Here one is made up in full form, and each fault is
planted in it. `tests/pages` counts the screens.
"""

import re

import card
import pytest
from book import notebook
from first_layer import MOST_WORDS, faults_in, text_of

from ordref.catalogue import MEASURES

CHAPTERS = sorted({m.chapter for m in (MEASURES | card.SHOWN).values()})
IN_FORM = """# X

What to decide.

## The picture: a cut

```{play} x
:picture: fig-x

Move it.
```

## The rule

Count.

## By hand

Add.

## Reading a value

```{reading-a-value} mae
```

## Remember

- One.

## The details

```{at-a-glance} mae
```
"""
PLANTED = [
    ("before the details stand ['The rule'", "## The picture: a cut", "### Drawn"),
    ("before the details stand", "## The rule", "## Definition"),
    (
        "{reading-a-value} is not once in Reading a value",
        "{reading-a-value} mae",
        "{note}",
    ),
    ("{play} is not once in The picture", "{play} x", "{note} x"),
    (
        "{play} is not once in The picture, and nowhere else",
        "Count.",
        "```{play} y\n```",
    ),
    ("stands {.prove}", "- One.", "{.prove}\n### More"),
    ("stands {try}", "- One.", ":::{try} More\n:::"),
    ("stands {at-a-glance}", "- One.", "```{at-a-glance} mae\n```"),
    ("words before the details", "- One.", "- One. " * MOST_WORDS),
]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_first_layer_is_in_form(chapter):
    assert faults_in(text_of(notebook(chapter))) == []


def with_its_own_table(text):
    """Whether the table by hand is the one that is played with, which is always the twelve."""
    first = text.partition("\n## The details\n")[0]
    by_hand = re.search(r"^## By hand\n(.*?)^## ", first, re.M | re.S)[1]
    return "{play}" not in first or "```{matrix} twelve" in by_hand


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_by_hand_has_the_table_of_the_picture(chapter):
    text = text_of(notebook(chapter))
    # A forecast has more than a label: there the table by hand has both.
    assert with_its_own_table(text) or "test that grades the twelve" in text
    assert not with_its_own_table(IN_FORM)
    assert with_its_own_table(IN_FORM.replace("Add.", "```{matrix} twelve\n```"))


def test_a_first_layer_in_form_has_no_fault():
    assert faults_in(IN_FORM) == []


@pytest.mark.parametrize(("said", "old", "new"), PLANTED)
def test_a_planted_fault_is_found(said, old, new):
    assert old in IN_FORM
    found = faults_in(IN_FORM.replace(old, new))
    assert any(said in fault for fault in found), found


def test_a_picture_may_be_drawn_alone():
    drawn = IN_FORM.replace("```{play} x\n:picture: fig-x\n\nMove it.\n```", "{drawn}")
    assert faults_in(drawn) == []


def test_without_the_line_there_is_no_first_layer():
    assert faults_in(IN_FORM.replace("## The details", "## More")) == []
