"""The notes of a slide, which speak of nothing that is not on it."""

import re

from bs4 import BeautifulSoup, NavigableString


def sentences(line):
    """The sentences of a line, each the nodes that it is made of."""
    found = [[]]
    for node in [*line.children]:
        if not isinstance(node, NavigableString):
            found[-1].append(node)
            continue
        *ended, rest = re.split(r"(?<=[.?])\s+", str(node))
        pieces = [NavigableString(f"{piece} ") for piece in ended]
        rest = NavigableString(rest)
        node.replace_with(*pieces, rest)
        for piece in pieces:
            found[-1].append(piece)
            found.append([])
        found[-1].append(rest)
    return [some for some in found if some]


def foreign(part, seen):
    """Whether a part speaks of code that is not among what is seen."""
    if isinstance(part, NavigableString):
        return False
    codes = [part] if part.name == "code" else part.select("code")
    return any(code.get_text() not in seen for code in codes)


def without(note, seen):
    """A note without the sentences and tables that speak of other code than what is seen."""
    for table in note.select("table, pre"):
        if foreign(table, seen):
            table.decompose()
    for line in note.select("p, li"):
        if not foreign(line, seen) or line.select("p, li"):
            continue
        for sentence in sentences(line):
            if any(foreign(node, seen) for node in sentence):
                for node in sentence:
                    node.extract()
        if not line.get_text().strip():
            line.decompose()


def close(note):
    """Nothing follows a note that led to what is left out."""
    last = [text for text in note.find_all(string=True) if text.strip()][-1]
    if last.rstrip().endswith(":"):
        last.replace_with(last.rstrip()[:-1] + ".")


def spoken(notes, body):
    """The notes of a slide without what they say of code that is not on it."""
    slide = BeautifulSoup(body, "html.parser")
    seen = {code.get_text() for code in slide.select("code")}
    kept = []
    for text in notes:
        note = BeautifulSoup(text, "html.parser")
        without(note, seen)
        if note.get_text().strip():
            kept.append(note)
        elif kept:
            close(kept[-1])
    if kept:
        close(kept[-1])
    return [*map(str, kept)]
