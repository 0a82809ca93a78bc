"""The reference pages: every public name, every symbol, and every source."""

import re

import catalogue
import pytest
from book import CHAPTERS, pages, prose
from indices import AuthorYear
from pybtex.database import parse_file

import ordref

API = (
    (CHAPTERS / "api.md")
    .read_text(encoding="utf-8")
    .replace("```{catalogue-api}\n```", catalogue.api())
)
NOTATION = (CHAPTERS / "notation.md").read_text(encoding="utf-8")


PROSE = {page: prose(page) for page in pages()}
OF_ANCHOR = {
    anchor: stem
    for stem, text in PROSE.items()
    for anchor in re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE)
}


def chapters_of(name):
    """The chapters that the section of a name on the API page leads to."""
    sections = re.split(r"^## ", API, flags=re.MULTILINE)
    entry = re.compile(rf"autofunction:: ordref\.{name}$", re.MULTILINE)
    (section,) = [section for section in sections if entry.search(section)]
    refs = re.findall(r"\{ref\}`(?:[^`<]*<)?([\w-]+)>?`", section)
    return [OF_ANCHOR[anchor] for anchor in refs]


@pytest.mark.parametrize("name", ordref.__all__)
def test_name_leads_to_its_chapter_and_back(name):
    """The way back is a link that `chapters/_ext/api_links.py` makes of the name in code."""
    found = chapters_of(name)
    assert found, f"the section of {name} names no chapter"
    back = [stem for stem in found if f"`ordref.{name}`" in PROSE[stem]]
    assert back, f"no word of `ordref.{name}` in {found}"


def rows():
    table = re.findall(r"^\| (\$.*?) \|.*\| \{ref\}`([\w-]+)` \|$", NOTATION, re.M)
    return [
        (symbol, OF_ANCHOR[anchor])
        for symbols, anchor in table
        for symbol in re.findall(r"\$(.+?)\$", symbols)
    ]


def bare(tex):
    return re.sub(r"\s|\\[,;!]", "", tex)


@pytest.mark.parametrize(("symbol", "stem"), rows())
def test_symbol_is_used_where_it_is_said_to_be(symbol, stem):
    assert bare(symbol) in bare(PROSE[stem])


def test_every_row_of_the_notation_is_read():
    table = [line for line in NOTATION.splitlines() if line.startswith("| $")]
    assert len(table) > 20
    assert len({symbol for symbol, _ in rows()}) >= len(table)
    assert all(re.match(r"\| \$.*\| \{ref\}`[\w-]+` \|$", line) for line in table)


# Letters that once had a second meaning: no lesson uses them any more, but for the papers'.
RETIRED = {
    r"D_o": "observed disagreement is O",
    r"D_e": "expected disagreement is E",
    r"\phi": r"the phi coefficient is \varphi",
    r"e_p": "pairs tied in the prediction only are T_p",
    r"e_b": "pairs tied in both are T_b",
    r"\mathrm{MAE}_j": r"the error of class r is \mathrm{MAE}_r",
}
MATH = re.compile(r"\$\$.*?\$\$|\$[^$]+\$", re.DOTALL)


def retired(text):
    """The letters of a lesson that the notation has given up."""
    lesson = text.partition("## For referees")[0]
    found = " ".join(MATH.findall(lesson))
    return [
        letter
        for letter in RETIRED
        if re.search(rf"{re.escape(letter)}(?![a-zA-Z])", found)
    ]


def test_no_letter_has_its_old_second_meaning():
    lessons = {path.stem for path in CHAPTERS.glob("*.ipynb")}
    assert {stem: found for stem in lessons if (found := retired(PROSE[stem]))} == {}
    assert retired(r"Let $D_o$ be it. ## For referees $D_e$") == ["D_o"]


def test_no_symbol_of_the_notation_stands_for_two_things():
    symbols = [bare(symbol) for symbol, _ in rows()]
    assert {s for s in symbols if symbols.count(s) > 1} == set()


SOURCES = parse_file(str(CHAPTERS / "references.bib")).entries
CONTAINERS = {"journal", "booktitle", "publisher", "school"}


def cited(text):
    """The keys that a page cites."""
    found = re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)
    return {key.strip() for keys in found for key in keys.split(",")}


CITED = set().union(
    *map(cited, PROSE.values()),
    cited((CHAPTERS / "claims.toml").read_text(encoding="utf-8")),
)


def incomplete(entry):
    """What a source lacks."""
    fields = entry.fields
    found = [key for key in ("title", "year") if not fields.get(key)]
    if not entry.persons.get("author"):
        found.append("author")
    place = fields.get("note", "From memory")  # where it is, or how sure we are
    if not CONTAINERS & set(fields) and place.startswith("From memory"):
        found.append("where it is")
    if "doi" in fields and not re.fullmatch(r"10\.\d{4,9}/\S+", fields["doi"]):
        found.append("a DOI of the right form")
    if not re.fullmatch(r"\d{4}[a-z]?", fields.get("year", "")):
        found.append("a year")
    return found


def test_sources_are_complete():
    lacking = {key: incomplete(source) for key, source in SOURCES.items()}
    assert {key: faults for key, faults in lacking.items() if faults} == {}


def test_an_incomplete_source_is_found():
    entry = SOURCES["oci2011"]
    fields = {
        **entry.fields,
        "doi": "https://doi.org/10.1142/S0218",
        "year": "in press",
    }
    bare_one = type(entry)("article", fields=fields)
    assert incomplete(bare_one) == ["author", "a DOI of the right form", "a year"]
    assert incomplete(type(entry)("misc", fields={"year": "2011"}))[0] == "title"


def test_every_source_is_cited_and_every_citation_has_a_source():
    assert set(SOURCES) == CITED


def test_no_two_sources_have_one_label():
    """They would look alike in the text, and the build would fail."""
    labels = list(AuthorYear().format_labels(SOURCES.values()))
    assert len(set(labels)) == len(labels)
