"""What is collected from the chapters: questions, and which statements a proof refers to."""

import json

import quiz
import rests
from book import CHAPTERS, pages, prose
from sphinx import addnodes

TEXT = """
```{prf:lemma} First
:label: lem-a
One.
```

````{prf:theorem}
:label: thm-b
By {prf:ref}`lem-z` it is stated.
```{math}
x
```
````

````{prf:proof}
By {prf:ref}`lem-a`, {prf:ref}`this <thm-b>`, {prf:ref}`the other <thm-c>` and {prf:ref}`lem-a`.
```{math}
y
```
After the inner fence: {prf:ref}`lem-d`.
````

Not in a proof: {prf:ref}`thm-e`.
"""


def test_a_proof_rests_on_what_it_refers_to():
    found = rests.rests([TEXT, "```{prf:proof}\n{prf:ref}`lem-a`\n```\n"])
    assert found == {"thm-b": ["lem-a", "thm-c", "lem-d"]}
    assert rests.turned(found) == {
        "lem-a": ["thm-b"],
        "thm-c": ["thm-b"],
        "lem-d": ["thm-b"],
    }


def test_a_proof_that_begins_with_its_statement_belongs_to_that():
    """Also below another one: a lemma and its proof stand between."""
    proof = "```{{prf:proof}}\n{}\n```\n"
    lemma = "```{prf:lemma} L\n:label: lem-l\nIt is.\n```\n"
    own, other = "By {prf:ref}`thm-x`.", "of {prf:ref}`thm-t`. By {prf:ref}`lem-l`."
    text = "\n".join([lemma, proof.format(own), proof.format(other)])
    assert rests.rests([text]) == {"lem-l": ["thm-x"], "thm-t": ["lem-l"]}


def test_a_line_has_a_link_for_each(monkeypatch):
    monkeypatch.setattr(rests, "RESTS", {"thm-b": ["lem-a", "thm-c"]})
    monkeypatch.setattr(rests, "USED", {"thm-b": ["thm-f"]})
    (line,) = rests.line_of("thm-b", "chapters/x")
    said = "Rests on lem-a, thm-c \N{MIDDLE DOT} Used by thm-f"
    assert line.astext() == said
    links = [link["reftarget"] for link in line.findall(addnodes.pending_xref)]
    assert links == ["lem-a", "thm-c", "thm-f"]
    assert rests.line_of("lem-a", "chapters/x") == []


def test_every_question_of_the_book_is_collected():
    asked = {
        name: prose(name).count("{question} ")
        for name in pages()
        if "{question} " in prose(name)
    }
    assert {name: many for _, name, _, many in quiz.chapters()} == asked
    assert all((CHAPTERS / f"{name}.ipynb").is_file() for name in asked)


def test_only_questions_of_the_text_count(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": [":::{question} One?\n", "+ a :: b\n"]},
        {"cell_type": "markdown", "source": ["A `{question} ` in a line.\n"]},
        {"cell_type": "code", "source": ["::::{question} Two?\n"]},
    ]
    file = tmp_path / "a.ipynb"
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert quiz.asked(file) == 1


def test_a_question_can_stand_on_another_page():
    html = (
        '<section id="s"><div class="question docutils"><p id="x">See <a href="#eq-1">1</a>, '
        '<a href="mae.html#a">2</a>.</p></div></section><p>After</p>'
    )
    assert quiz.cut(html, "pairs") == [
        '<div class="question docutils"><p>See <a href="pairs.html#eq-1">1</a>, '
        '<a href="mae.html#a">2</a>.</p></div>'
    ]
