"""What is read in five minutes stands first, in one order, and everything else behind a line.

A chapter that has the line has the form. Here one is made up in full form, and each fault is
planted in it. `tests/pages` counts the screens.
"""

import pytest
from book import prose
from first_layer import MOST_WORDS, faults_in

from ordref.catalogue import MEASURES

CHAPTERS = sorted({measure.chapter for measure in MEASURES.values()})
STILL = {"comonotone"}  # its picture has nothing to drag
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
    ("no {reading-a-value} in Reading a value", "{reading-a-value} mae", "{note}"),
    ("no {play} in The picture", "{play} x", "{note} x"),
    ("no {play} in The picture, or another elsewhere", "Count.", "```{play} y\n```"),
    ("stands {.prove}", "- One.", "{.prove}\n### More"),
    ("stands {try}", "- One.", ":::{try} More\n:::"),
    ("stands {at-a-glance}", "- One.", "```{at-a-glance} mae\n```"),
    ("words before the details", "- One.", "- One. " * MOST_WORDS),
]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_first_layer_is_in_form(chapter):
    assert faults_in(prose(chapter), chapter not in STILL) == []


def test_a_first_layer_in_form_has_no_fault():
    assert faults_in(IN_FORM) == []


@pytest.mark.parametrize(("said", "old", "new"), PLANTED)
def test_a_planted_fault_is_found(said, old, new):
    assert old in IN_FORM
    found = faults_in(IN_FORM.replace(old, new))
    assert any(said in fault for fault in found), found


def test_a_picture_that_stands_still_needs_no_box():
    text = IN_FORM.replace("{play} x", "{note} x")
    assert faults_in(text) != []
    assert faults_in(text, played=False) == []


def test_without_the_line_there_is_no_first_layer():
    assert faults_in(IN_FORM.replace("## The details", "## More")) == []
