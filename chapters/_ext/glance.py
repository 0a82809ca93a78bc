"""What the book says of its chapters and of measures at a glance: ``chapters/glance.toml``."""

import tomllib
from pathlib import Path
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


_file = Path(__file__).parents[1] / "glance.toml"
_table = tomllib.loads(_file.read_text(encoding="utf-8"))
CHAPTERS = [Chapter(name, **row) for name, row in _table["chapters"].items()]
SAID = {name: Said(**row) for name, row in _table["measures"].items()}
