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
PARTS = tomllib.loads((ROOT / "chapters/glance.toml").read_text("utf-8"))["parts"]


def parts():
    """The parts of the book and what each is about, a line for each."""
    rows = [f"| **{caption}** | {says} |" for caption, says in PARTS.items()]
    return "\n".join(["| part | what it is about |", "|---|---|", *rows, ""])


@cache
def imported():
    """The rooms that each room of the package imports; the face only lists names."""
    graph = grimp.build_graph("ordref", cache_dir=None)
    found = {module.split(".")[1]: set() for module in graph.modules if "." in module}
    for importer in graph.modules:
        for other in graph.find_modules_directly_imported_by(importer):
            if "." in importer and "." in other:
                found[importer.split(".")[1]].add(other.split(".")[1])
    return {room: others - {room} for room, others in found.items()}


def floor(room):
    """One more than that of the highest room that it imports."""
    return 1 + max(map(floor, imported()[room]), default=0)


def purpose(room):
    """The first line of its door."""
    home = ROOT / "ordref" / room
    path = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return text.splitlines()[0].rstrip(".:")


def rooms():
    """The rooms from the top floor down, a line for each."""
    order = sorted(imported(), key=lambda room: (-floor(room), room))
    rows = [
        f"| {floor(room)} | `{room}` | {purpose(room)} | "
        f"{', '.join(f'`{other}`' for other in sorted(imported()[room]))} |"
        for room in order
    ]
    return "\n".join(
        ["| floor | room | what it is for | imports |", "|---|---|---|---|", *rows, ""]
    )


MADE = {
    "README.md": ("parts", parts),
    "CONTRIBUTING.md": ("rooms", rooms),
    "chapters/getting.md": ("rooms", rooms),
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
