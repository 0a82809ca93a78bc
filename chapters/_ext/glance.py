"""What the book says of its parts, its chapters and of measures: ``chapters/glance.toml``."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple


class Chapter(NamedTuple):
    """A chapter of the book: its file, its name on the front page, and what it answers."""

    name: str
    title: str
    answers: str


class Said(NamedTuple):
    """What is said of a measure beside its row in the catalogue."""

    formula: str = ""
    asks: str = ""
    chance: str = ""
    undefined: str = ""
    reading: str = ""
    use: str = ""
    avoid: str = ""
    given: str = ""
    code: Mapping[str, str] = MappingProxyType({})


ROOT = Path(__file__).parents[2]
_file = ROOT / "chapters" / "glance.toml"
_table = tomllib.loads(_file.read_text(encoding="utf-8"))
PARTS = _table["parts"]
_toc = (ROOT / "_toc.yml").read_text("utf-8")
_order = re.findall(r"file: chapters/(\w+)", _toc)
PART_OF = {
    name: part.partition("\n")[0].strip(' "')
    for part in _toc.split("- caption:")[1:]
    for name in re.findall(r"file: chapters/(\w+)", part)
}
CHAPTERS = [
    Chapter(name, **_table["chapters"][name])
    for name in _order
    if name in _table["chapters"]
]
UNSEEN = _table["unseen"]
SAID = {name: Said(**row) for name, row in _table["measures"].items()}
# Of what is no function of a matrix.
CARDS = {name: Said(**row) for name, row in _table["cards"].items()}


def unseen(blind: str) -> str:
    """What a measure cannot see, in words that stand by themselves.

    >>> unseen("too high or too low")
    'whether a prediction is too high or too low'
    """
    return "; ".join(UNSEEN[part] for part in blind.split("; "))
