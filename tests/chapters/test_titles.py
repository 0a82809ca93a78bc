"""Titles: a question is not set into a sentence, and a title does not say where it is from."""

import re

from book import pages, prose

HEADED = re.compile(
    r"^((?:\([\w-]+\)=\n)+)(?:\{\.prove\}\n)?#+ (.*\?.*)$", re.MULTILINE
)
# In a cell of a table, alone, a title stands as a title.
BARE = re.compile(r"(?<!\| )\{ref\}`([\w-]+)`|\{ref\}`([\w-]+)`(?! \|)")
NAMED = re.compile(r"^(?:#+ |`{3,}\{prf:\w+\} )(.*)$", re.MULTILINE)
OF_A_PAPER = re.compile(
    r"\b(Proposition|Corollary|Theorem|Lemma|Eq\.|Tables?) \d|\{cite"
)


def questions(texts):
    """The labels of the titles with a question mark."""
    return {
        label
        for text in texts
        for labels, _ in HEADED.findall(text)
        for label in re.findall(r"\(([\w-]+)\)=", labels)
    }


def set_into_sentences(text, asking):
    links = [a or b for a, b in BARE.findall(text)]
    return [label for label in links if label in asking]


def test_no_question_is_set_into_a_sentence():
    texts = {page: prose(page) for page in pages()}
    asking = questions(texts.values())
    assert len(asking) > 30
    found = {page: set_into_sentences(text, asking) for page, text in texts.items()}
    assert {page: labels for page, labels in found.items() if labels} == {}


def test_such_a_question_is_found():
    page = "(sec-a)=\n(sec-b)=\n{.prove}\n## Which one?\n\n(sec-c)=\n## This one\n"
    asking = questions([page])
    assert asking == {"sec-a", "sec-b"}
    assert set_into_sentences("See {ref}`sec-a`. And {ref}`sec-c`.", asking) == [
        "sec-a"
    ]
    told = "See {ref}`the choice <sec-a>`.\n\n| 1 | {ref}`sec-b` |\n"
    assert set_into_sentences(told, asking) == []


def with_provenance(text):
    return [title for title in NAMED.findall(text) if OF_A_PAPER.search(title)]


def test_no_title_says_where_it_is_from():
    found = {page: with_provenance(prose(page)) for page in pages()}
    assert {page: titles for page, titles in found.items() if titles} == {}


def test_such_a_title_is_found():
    text = (
        "## Bounds\n\n```{prf:theorem} Proposition 5.1, completed\n```\n### Table 6\n"
    )
    assert with_provenance(text) == ["Proposition 5.1, completed", "Table 6"]
