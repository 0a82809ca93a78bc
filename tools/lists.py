"""Make again what is made from the package: ``make lists``, which makes the vectors, too.

The table of parts in the README, from chapters/glance.toml, and the table of rooms in
CONTRIBUTING.md and on a page of the book, from the imports as they are.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
WING = "instruments"
PARTS = tomllib.loads((ROOT / "chapters/glance.toml").read_text("utf-8"))["parts"]


def parts():
    """The parts of the book and what each is about, a line for each."""
    rows = [f"| **{caption}** | {says} |" for caption, says in PARTS.items()]
    return "\n".join(["| part | what it is about |", "|---|---|", *rows, ""])


@cache
def imported():
    """The rooms that each room of the package imports; the face only lists names."""
    graph = grimp.build_graph("ordref", cache_dir=None)
    found = {}
    for importer in graph.modules:
        others = {room_of(m) for m in graph.find_modules_directly_imported_by(importer)}
        found.setdefault(room_of(importer), set()).update(others)
    return {room: others - {room, ""} for room, others in found.items() if room}


def room_of(module):
    """`uncertainty` of ``ordref.instruments.uncertainty.ends``, and "" of what is in no room.

    That is the face, the wing, and a short name of an instrument, such as ``ordref.verify``.
    """
    _, *places = module.split(".")
    if places[:1] == [WING]:
        return places[1] if places[1:] else ""
    is_short = places and (ROOT / "ordref" / WING / places[0]).is_dir()
    return "" if not places or is_short else places[0]


def home(room):
    """Where a room is, in one of the two wings."""
    inner = ROOT / "ordref" / WING / room
    return inner if inner.is_dir() else ROOT / "ordref" / room


def floor(room):
    """One more than that of the highest room that it imports."""
    return 1 + max(map(floor, imported()[room]), default=0)


def purpose(room):
    """The first line of its door."""
    path = home(room)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return text.splitlines()[0].rstrip(".:")


def rooms():
    """The rooms of each wing from the top floor down, a line for each; `__main__` is no room."""
    order = sorted(imported(), key=lambda room: (-floor(room), room))
    works = [room for room in order if home(room).parent.name == WING]
    derives = [room for room in order if room not in works and home(room).is_dir()]
    lines = []
    for wing, held in (
        ("**The reference**, `ordref/`, derives the book:", derives),
        (f"**The instruments**, `ordref/{WING}/`, work with it:", works),
    ):
        lines += [wing, "", "| room | what it is for | imports |", "|---|---|---|"]
        lines += [
            f"| `{room}` | {purpose(room)} | "
            f"{', '.join(f'`{other}`' for other in sorted(imported()[room]))} |"
            for room in held
        ]
        lines.append("")
    return "\n".join(lines)


MADE = {
    "README.md": ("parts", parts),
    "CONTRIBUTING.md": ("rooms", rooms),
}


def listed(text, name, table):
    """A text with the table of this name made anew."""
    marked = rf"(?<=<!-- {name}: make lists -->\n).*?(?=<!-- end -->)"
    made, found = re.subn(marked, lambda _: table(), text, flags=re.DOTALL)
    assert found == 1, f"there are {found} places for the table of {name}, not one"
    return made


if __name__ == "__main__":
    for file, made in MADE.items():
        path = ROOT / file
        path.write_text(listed(path.read_text(encoding="utf-8"), *made), "utf-8")
        print(file)
