"""The measures that the lectures teach: a slide shows no others, or says what they are."""

import re
from functools import cache
from html import escape

from bs4 import BeautifulSoup
from glance import SAID
from tables import typeset

from ordref.catalogue import MEASURES

CAPITALS = re.compile(r"\b[A-Z]{2,}\d?\b")


def taught(lectures):
    """The measures whose chapter is read in some of these lectures, or that they teach besides."""
    chapters = {stem for lecture in lectures for stem in lecture["chapters"]}
    named = {name for lecture in lectures for name in lecture.get("teaches", [])}
    return {
        name for name, m in MEASURES.items() if m.chapter in chapters or name in named
    }


@cache
def look(name):
    """The letters of the symbol of a measure, without what places them."""
    drawn = BeautifulSoup(typeset(MEASURES[name].symbol), "html.parser")
    return "".join(drawn.get_text().split())


def named(words, names):
    """Whether words are the symbol of one of these measures, or its name in code."""
    words = "".join(words.split())
    return words in names or words in {look(name) for name in names}


def rows(table, later):
    """A table without the rows of measures that no lecture has taught so far."""
    away = [
        row for row in table.select("tbody tr") if row.th and named(row.th.text, later)
    ]
    if not away:
        return
    count = len(table.select("tbody tr"))
    for row in away:
        row.decompose()
    said = table.find_next_sibling(class_="of-many")
    if said is None:
        said = BeautifulSoup("<p class='of-many'></p>", "html.parser").p
        table.insert_after(said)
    else:
        count = int(re.search(r"of its (\d+)", said.get_text())[1])
    said.string = f"{len(table.select('tbody tr'))} of its {count} rows."


def listed(cell, later):
    """A cell that lists measures, without those that no lecture has taught so far."""
    pieces = re.split(r",(?:</span>)*\s+", cell.decode_contents())
    texts = [BeautifulSoup(piece, "html.parser").get_text() for piece in pieces]
    if len(pieces) < 2 or not all(
        named(text.rstrip(","), MEASURES.keys()) for text in texts
    ):
        return
    kept = [
        typeset(m.symbol)
        for text in texts
        for name, m in MEASURES.items()
        if "".join(text.split()).rstrip(",") == look(name) and name not in later
    ]
    cell.clear()
    cell.append(BeautifulSoup(", ".join(kept), "html.parser"))
    if not kept:
        cell.find_parent("tr").decompose()


def terms(idea, strange):
    """A line on the measures that are named, and that no lecture teaches.

    The guide names its own.
    """
    idea = BeautifulSoup(str(idea), "html.parser")
    for guide in idea.select(".guide"):
        guide.decompose()
    pieces = {"".join(m.get_text().split()) for m in idea.select("math")}
    pieces |= set(CAPITALS.findall(idea.get_text(" ")))
    said = [
        f"{typeset(MEASURES[name].symbol)}, {escape(MEASURES[name].title)}: "
        f"{escape(SAID[name].asks)}"
        for name in MEASURES
        if name in strange and look(name) in pieces
    ]
    return f'<p class="terms">{"<br>".join(said)}</p>' if said else ""


def only(body, lectures, number):
    """What stands on a slide of a lecture, with the measures taught so far, or explained."""
    idea = BeautifulSoup(body, "html.parser")
    later = MEASURES.keys() - taught(lectures[:number])
    for table in idea.select("table.dataframe"):
        rows(table, later)
        for cell in table.select("td"):
            listed(cell, later)
    idea.append(
        BeautifulSoup(terms(idea, MEASURES.keys() - taught(lectures)), "html.parser")
    )
    return str(idea)
